//! What is known about the number of mines of a position: one number, a range, or a density.

use crate::counted;
use crate::exact::{self, Rational};
use std::fmt::{self, Display};
use std::str::FromStr;

/// The largest denominator of a density.
const LARGEST_DENOMINATOR: u32 = 1_000_000_000;

/// The distribution of the mines before the numbers are seen. A placement has a weight by its number of mines.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::prior::MinePrior;
///
/// let [range, density]: [MinePrior; 2] = ["10..15".parse()?, "20%".parse()?];
/// assert_eq!(density, MinePrior::Density(ratio(1, 5)));
/// assert_eq!(range.to_string(), "10 to 15 mines");
///
/// // Twelve mines are known.
/// assert_eq!(range.hidden(12), Some(MinePrior::Between(0, 3)));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MinePrior {
    /// Placements of this number of mines have equal weights.
    Exact(usize),
    /// Placements of any number of mines from the first to the second, both included, have equal weights.
    Between(usize, usize),
    /// Each cell is a mine with this probability, independently of all others.
    Density(Rational),
}

impl MinePrior {
    /// Returns the distribution of the mines among the hidden cells if `known` mines are known. Returns `None` if there
    /// are fewer mines.
    pub fn hidden(&self, known: usize) -> Option<Self> {
        Some(match self {
            Self::Exact(mines) => Self::Exact(mines.checked_sub(known)?),
            Self::Between(least, most) => {
                Self::Between(least.saturating_sub(known), most.checked_sub(known)?)
            }
            Self::Density(density) => Self::Density(density.clone()),
        })
    }

    /// Returns the fewest and the most mines among `cells` hidden cells.
    pub(super) fn range(&self, cells: usize) -> (usize, usize) {
        match *self {
            Self::Exact(mines) => (mines, mines),
            Self::Between(least, most) => (least.min(cells), most.min(cells)),
            Self::Density(_) => (0, cells),
        }
    }

    /// Returns the largest number of mines, if it is limited.
    pub(super) fn most(&self) -> Option<usize> {
        match *self {
            Self::Exact(mines) | Self::Between(_, mines) => Some(mines),
            Self::Density(_) => None,
        }
    }
}

/// Writes the distribution in words.
impl Display for MinePrior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(mines) => f.write_str(&counted(*mines, "mine")),
            Self::Between(least, most) => write!(f, "{least} to {most} mines"),
            Self::Density(density) => {
                write!(f, "each cell a mine with probability {}", exact::fraction(density))
            }
        }
    }
}

/// Reads `10`, `10..15`, `20%`, `0.2` and `1/5`.
impl FromStr for MinePrior {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let needed =
            || "a number of mines, a range such as 10..15 or a density such as 20% is needed".to_owned();
        let whole = |text: &str| text.trim().parse::<usize>().map_err(|_| needed());
        let ends = text.split_once("..=").or_else(|| text.split_once("..")).or_else(|| text.split_once('-'));
        if let Some((least, most)) = ends {
            let (least, most) = (whole(least)?, whole(most)?);
            return match least <= most {
                true if least == most => Ok(Self::Exact(least)),
                true => Ok(Self::Between(least, most)),
                false => Err(format!("the range is reversed: did you mean {most}..{least}?")),
            };
        }
        let (number, parts) = text.strip_suffix('%').map_or((text, 1), |number| (number.trim_end(), 100));
        if parts == 1 && number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Self::Exact(whole(number)?));
        }
        let density = exact::parse_fraction(number).ok_or_else(needed)? / exact::ratio(parts, 1).numer();
        match density > exact::zero() && density < exact::one() {
            true if *density.denom() <= LARGEST_DENOMINATOR.into() => Ok(Self::Density(density)),
            true => Err(format!("the denominator of a density is at most {LARGEST_DENOMINATOR}")),
            false => Err("a density is more than 0% and less than 100%".to_owned()),
        }
    }
}
