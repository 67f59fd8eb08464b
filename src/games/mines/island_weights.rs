//! The weights of placements by their numbers of mines: the islands are combined with the rest, which are the hidden cells
//! that no number touches, under a distribution of the mines.

use super::prior::MinePrior;
use super::risk::RiskError;
use super::system::Contradiction;
use crate::exact::{Natural, Rational, binomial};
use crate::model::{Job, Progress};
use std::sync::OnceLock;

/// The number of placements, computed on first use, because it is a long product on a large board.
#[derive(Clone, Debug)]
pub(super) struct PlacementCount {
    /// The number of cells of the rest.
    rest: usize,
    /// The minimum and the maximum number of mines in the rest.
    range: (usize, usize),
    number: OnceLock<Natural>,
}

impl PlacementCount {
    /// Returns the number of placements: `total` without its scale.
    pub(super) fn number(&self, total: &Natural) -> &Natural {
        self.number.get_or_init(|| {
            let (low, high) = self.range;
            let scale: Natural = (low + 1..=high).map(Natural::from).product();
            total * binomial(self.rest as u64, low as u64) / scale / self.rest.max(1)
        })
    }
}

/// Compares the data that determines the number, whether or not the number was computed.
impl PartialEq for PlacementCount {
    fn eq(&self, other: &Self) -> bool {
        (self.rest, self.range) == (other.rest, other.range)
    }
}

impl Eq for PlacementCount {}

/// The weights that the rest of the position gives to each island.
pub(super) struct IslandWeights {
    /// The number of all placements, times the scale of [`scaled_choices`].
    pub(super) total: Natural,
    /// For each island, the weight of one placement by its number of mines above the minimum.
    pub(super) weights: Vec<Vec<Natural>>,
    /// The number of cells of the rest.
    rest: usize,
    /// The number of joint placements on all islands, by the mines above the minimum.
    together: Vec<Natural>,
    /// For each of these numbers, the weight of the rest.
    outside: Vec<RestWeight>,
    pub(super) placements: PlacementCount,
}

/// The weight of all placements of the rest for one placement on the islands.
#[derive(Clone, Default)]
struct RestWeight {
    all: Natural,
    /// The sum of the weights times the mines of the rest.
    mines: Natural,
}

impl IslandWeights {
    /// Returns an error if the islands and the rest cannot have as many mines as are hidden, or a limit is exceeded.
    pub(super) fn new(
        counts: &[(usize, Vec<Natural>)],
        rest: usize,
        (hidden, settled): (&MinePrior, usize),
        job: &Job<'_>,
    ) -> Result<Self, RiskError> {
        let least = settled + counts.iter().map(|(least, _)| least).sum::<usize>();
        let more = counts.iter().map(|(_, ways)| ways.len() - 1).sum::<usize>();
        let most = least + more + rest;
        let check = |fewest: usize, mines: usize| match mines < least || fewest > most {
            true => {
                Err(Contradiction::Mines { mines: if mines < least { mines } else { fewest }, least, most })
            }
            false => Ok(()),
        };
        // The rest has from `low` to `high` mines.
        let mut range = (0, 0);
        let outside = match hidden {
            &MinePrior::Exact(mines) => {
                check(mines, mines)?;
                let room = mines - least;
                range = (room.saturating_sub(more), room.min(rest));
                RestWeight::of_number(rest, more, (room, range))
            }
            &MinePrior::Between(fewest, mines) => {
                check(fewest, mines)?;
                job.reserve(rest as u64 * rest as u64 / 4, Progress::default())?;
                RestWeight::of_range(rest, more, (fewest.saturating_sub(least), mines - least))
            }
            MinePrior::Density(density) => RestWeight::of_density(rest, more, density),
        };
        let mut before = vec![vec![Natural::from(1u32)]];
        for (_, ways) in counts {
            before.push(product(&before[before.len() - 1], ways));
        }
        // The weights that the later islands and the rest give to the mines on the earlier islands.
        let mut after: Vec<Natural> = outside.iter().map(|rest| rest.all.clone()).collect();
        let mut weights = vec![Vec::new(); counts.len()];
        for (place, (_, ways)) in counts.iter().enumerate().rev() {
            weights[place] = against(&before[place], &after, ways.len());
            after = against(ways, &after, before[place].len());
        }
        let total = after[0].clone();
        let together = before.pop().expect("there is at least the first");
        if total.bits() == 0 {
            return Err(Contradiction::Gap(hidden.most().unwrap_or(0)).into());
        }
        let number = match hidden {
            MinePrior::Exact(_) => OnceLock::new(),
            MinePrior::Between(..) => OnceLock::from(total.clone()),
            MinePrior::Density(_) => OnceLock::from(together.iter().sum::<Natural>() << rest),
        };
        let placements = PlacementCount { rest, range, number };
        Ok(Self { total, weights, rest, together, outside, placements })
    }

    /// Returns the weight of the placements with a mine in one cell of the rest.
    pub(super) fn rest_weight(&self) -> Natural {
        if self.rest == 0 {
            return Natural::default();
        }
        let mines: Natural =
            self.together.iter().zip(&self.outside).map(|(ways, outside)| ways * &outside.mines).sum();
        mines / self.rest
    }
}

impl RestWeight {
    /// Returns the weights of `rest` cells by the mines on the islands above the minimum, up to `more`. The islands and the
    /// rest have `room` mines above the minimum, of which from `low` to `high` are in the rest.
    fn of_number(rest: usize, more: usize, (room, (low, high)): (usize, (usize, usize))) -> Vec<Self> {
        let weight = |beyond| match room.checked_sub(beyond).filter(|&left| left <= rest) {
            Some(left) => {
                let all = scaled_choices(rest, left, low, high);
                Self { mines: &all * left, all }
            }
            None => Self::default(),
        };
        (0..=more).map(weight).collect()
    }

    /// Returns the weights as [`RestWeight::of_number`] does, if the islands and the rest have any number of mines from
    /// `least` to `most` above the minimum.
    fn of_range(rest: usize, more: usize, (least, most): (usize, usize)) -> Vec<Self> {
        // The cumulative weights by the number of mines in the rest.
        let mut sums = vec![Self::default()];
        let mut choices = Natural::from(1u32);
        for mines in 0..=rest.min(most) {
            let before = &sums[mines];
            sums.push(Self { all: &before.all + &choices, mines: &before.mines + &choices * mines });
            choices = choices * (rest - mines) / (mines + 1);
        }
        let below = |mines: usize| &sums[mines.min(sums.len() - 1)];
        let weight = |beyond: usize| {
            let (Some(end), begin) = ((most + 1).checked_sub(beyond), least.saturating_sub(beyond)) else {
                return Self::default();
            };
            let (end, begin) = (below(end), below(begin));
            Self { all: &end.all - &begin.all, mines: &end.mines - &begin.mines }
        };
        (0..=more).map(weight).collect()
    }

    /// Returns the weights as [`RestWeight::of_number`] does, if each cell is a mine with probability `density`. The weight
    /// is the probability in units that are equal for all placements.
    fn of_density(rest: usize, more: usize, density: &Rational) -> Vec<Self> {
        let (mine, all) = (density.numer().magnitude(), density.denom().magnitude());
        let safe = all - mine;
        let powers = |base: &Natural| -> Vec<Natural> {
            std::iter::successors(Some(Natural::from(1u32)), |power| Some(power * base))
                .take(more + 1)
                .collect()
        };
        let (mines, safes) = (powers(mine), powers(&safe));
        let weight = |(mines, safes): (&Natural, &Natural)| {
            let islands = mines * safes;
            Self { all: &islands * all, mines: islands * mine * rest }
        };
        mines.iter().zip(safes.iter().rev()).map(weight).collect()
    }
}

/// Returns C(rest, left) in units of C(rest, low) / ((low + 1) ... high) / rest. These values are small whole
/// numbers, and so are their shares for one cell of the rest.
fn scaled_choices(rest: usize, left: usize, low: usize, high: usize) -> Natural {
    let falling = (low..left).map(|mine| Natural::from(rest - mine));
    falling.chain((left + 1..=high).chain([rest.max(1)]).map(Natural::from)).product()
}

fn product(a: &[Natural], b: &[Natural]) -> Vec<Natural> {
    let mut product = vec![Natural::default(); a.len() + b.len() - 1];
    for (i, a) in a.iter().enumerate() {
        b.iter().enumerate().for_each(|(j, b)| product[i + j] += a * b);
    }
    product
}

/// Returns the sum of `a[j] * of[i + j]` over `j`, for each `i` below `number`.
fn against(a: &[Natural], of: &[Natural], number: usize) -> Vec<Natural> {
    (0..number).map(|i| a.iter().zip(&of[i..]).map(|(a, of)| a * of).sum()).collect()
}
