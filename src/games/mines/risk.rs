//! The exact probability of a mine in every cell. The placements of each island are counted by their mines,
//! and combined with the cells that no number touches.

use super::board::SeenBoard;
use super::islands::{contradiction, place_of, split};
use super::prior::MinePrior;
use super::system::{Contradiction, System};
use crate::exact::{Integer, Natural, Rational, binomial, double_of, ratio};
use crate::model::{Error, Job, Progress};
use std::sync::OnceLock;
use thiserror::Error;

worded! {
    /// The algorithms for the probabilities.
    pub enum Method {
        Islands: "islands", "Split into islands, merge equal cells, and eliminate numbers one by one";
        Binary: "binary", "As in the paper: Gauss-Jordan elimination, then try all values of free variables";
    }
}

/// The reason the probabilities were not computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RiskError {
    /// No placement satisfies the numbers.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// Even the best elimination order found must combine too many numbers of an island at once.
    #[error("{0} connected numbers of one island are too many to count at once")]
    Entangled(usize),
    /// [`super::binary::BinarySolution`] would have to try too many combinations.
    #[error("one island has {0} free variables, but at most 40 are supported")]
    Free(usize),
    /// The matrix is too large for [`super::binary::BinarySolution`].
    #[error("a matrix of {0} numbers is too large")]
    Large(usize),
    /// A limit of the job was exceeded.
    #[error(transparent)]
    Engine(#[from] Error),
}

/// A component of the position whose numbers share no cells with other components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Island {
    /// The places of the numbers, ascending.
    pub clues: Vec<usize>,
    /// The places of the hidden cells, ascending.
    pub cells: Vec<usize>,
    /// The fewest mines on the island that its numbers allow.
    pub least: usize,
    /// The number of placements on the island alone: `ways[i]` is for `least + i` mines.
    pub ways: Vec<Natural>,
    /// The probability of each of these numbers of mines.
    pub distribution: Vec<Rational>,
}

impl Island {
    /// Returns `true` if the numbers determine how many mines the island has, so that the rest of the board
    /// has no influence.
    pub fn is_independent(&self) -> bool {
        self.ways.len() == 1
    }
}

/// The hidden cells that touch no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    /// The places of the cells, ascending.
    pub cells: Vec<usize>,
    /// The probability of a mine in each cell.
    pub risk: Rational,
}

/// The number of placements, computed on first use, because it is a long product on a large board.
#[derive(Clone, Debug)]
struct PlacementCount {
    /// The number of cells of the rest. `range` is the fewest and the most mines there.
    rest: usize,
    range: (usize, usize),
    number: OnceLock<Natural>,
}

impl PlacementCount {
    /// Returns the number of placements: `total` without its scale.
    fn number(&self, total: &Natural) -> &Natural {
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

/// The probabilities of a mine in all hidden cells of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Risk {
    placements: PlacementCount,
    /// The hidden places, ascending.
    hidden: Vec<usize>,
    /// The class of each hidden place. The places of a class have equal probabilities.
    class: Vec<usize>,
    /// For each class, the number of placements with a mine in one of its places, times a common scale.
    weights: Vec<Natural>,
    /// The weight of all placements, on the same scale.
    total: Natural,
    islands: Vec<Island>,
    /// The hidden places that touch no number.
    rest: Vec<usize>,
}

impl Risk {
    /// Computes the probabilities on a board.
    ///
    /// # Errors
    /// Returns an error as [`Risk::of_system`] does.
    pub fn of(board: &SeenBoard, job: &Job<'_>) -> Result<Self, RiskError> {
        Self::of_system(&board.system()?, job)
    }

    /// Computes the probabilities of any system.
    ///
    /// The cost is about the size of the largest table of the elimination. It is negligible on boards of
    /// ordinary games, and exponential in the width of an island in the worst case.
    ///
    /// # Errors
    /// Returns an error if no placement satisfies the numbers, with a few numbers that contradict each other,
    /// or if a limit is exceeded.
    pub fn of_system(system: &System, job: &Job<'_>) -> Result<Self, RiskError> {
        Self::assuming(system, &MinePrior::Exact(system.mines), job)
    }

    /// Computes the probabilities as [`Risk::of_system`] does, with any distribution of the mines among the hidden cells
    /// instead of the number of the system. With a density, placements have different weights, so that [`Risk::count`] has
    /// no meaning.
    ///
    /// # Errors
    /// Returns an error as [`Risk::of_system`] does.
    pub fn assuming(system: &System, hidden: &MinePrior, job: &Job<'_>) -> Result<Self, RiskError> {
        Self::weigh(system, hidden, job).map_err(|wrong| match wrong {
            // A minimal set of contradicting numbers is a better explanation than the number at which the
            // contradiction appeared.
            RiskError::Contradiction(Contradiction::Clues(shown)) => {
                let clue = system.clues.iter().position(|clue| shown.contains(&clue.at));
                contradiction(system, clue.unwrap_or(0), job).map_or_else(|why| why, RiskError::from)
            }
            other => other,
        })
    }

    /// Computes the probabilities as [`Risk::of_system`] does, but an error has only the number at which the
    /// contradiction appeared.
    pub(super) fn weigh(system: &System, hidden: &MinePrior, job: &Job<'_>) -> Result<Self, RiskError> {
        let mut progress = Progress::default();
        let split = split(system, job, &mut progress)?;
        let settled = split.settled.iter().filter(|settled| **settled == Some(true)).count();
        let mut rest = vec![true; system.hidden.len()];
        split.settled.iter().enumerate().for_each(|(cell, settled)| rest[cell] = settled.is_none());
        for group in split.islands.iter().flat_map(|island| &island.groups) {
            group.cells.iter().for_each(|&cell| rest[cell as usize] = false);
        }
        let rest: Vec<usize> = (0..rest.len()).filter(|&cell| rest[cell]).collect();
        let counts: Vec<(usize, Vec<Natural>)> =
            split.islands.iter().map(|island| island.counted.by_mines()).collect();
        let island_weights = IslandWeights::new(&counts, rest.len(), (hidden, settled), job)?;
        let mut class = vec![usize::MAX; system.hidden.len()];
        let mut of_classes = vec![Natural::default(), island_weights.total.clone()];
        for (cell, settled) in split.settled.iter().enumerate() {
            settled.iter().for_each(|&mine| class[cell] = usize::from(mine));
        }
        of_classes.push(island_weights.rest_weight());
        rest.iter().for_each(|&cell| class[cell] = 2);
        let mut islands = Vec::with_capacity(counts.len());
        for ((place, part), (least, ways)) in split.islands.iter().enumerate().zip(counts) {
            let weights = &island_weights.weights[place];
            let weighed = part.counted.weigh(weights, job, progress)?;
            let mut shared = weighed.shared.into_iter();
            for group in &part.groups {
                group.cells.iter().for_each(|&cell| class[cell as usize] = of_classes.len());
                of_classes.push(match group.clues[..] {
                    [clue] => weighed.alone[place_of(&part.clues, clue)].clone(),
                    _ => shared.next().expect("each that is shared has a weight"),
                });
            }
            let chance =
                |(ways, weight): (&Natural, &Natural)| fraction(ways * weight, &island_weights.total);
            let distribution = ways.iter().zip(weights).map(chance).collect();
            let ascending = |places: &mut dyn Iterator<Item = usize>| {
                let mut places: Vec<usize> = places.collect();
                places.sort_unstable();
                places
            };
            let cells = part.groups.iter().flat_map(|group| &group.cells);
            islands.push(Island {
                clues: ascending(&mut part.clues.iter().map(|&clue| system.clues[clue].at)),
                cells: ascending(&mut cells.map(|&cell| system.hidden[cell as usize])),
                least,
                ways,
                distribution,
            });
        }
        Ok(Self {
            placements: island_weights.placements.clone(),
            hidden: system.hidden.clone(),
            class,
            weights: of_classes,
            total: island_weights.total,
            islands,
            rest: rest.into_iter().map(|cell| system.hidden[cell]).collect(),
        })
    }

    /// Returns the number of placements that agree with the position.
    pub fn placements(&self) -> &Natural {
        self.placements.number(&self.total)
    }

    /// Returns the hidden places, ascending.
    pub fn hidden(&self) -> &[usize] {
        &self.hidden
    }

    fn class(&self, place: usize) -> Option<usize> {
        self.hidden.binary_search(&place).ok().map(|cell| self.class[cell])
    }

    /// Returns the probability of a mine at `place`, or `None` if it is not hidden.
    pub fn at(&self, place: usize) -> Option<Rational> {
        self.class(place).map(|class| self.of_class(class))
    }

    fn of_class(&self, class: usize) -> Rational {
        fraction(self.weights[class].clone(), &self.total)
    }

    /// Returns the number of placements with a mine at `place`, or `None` if it is not hidden.
    pub fn count(&self, place: usize) -> Option<Natural> {
        self.class(place).map(|class| &self.weights[class] * self.placements() / &self.total)
    }

    /// Returns the hidden places with their probabilities, ascending.
    pub fn all(&self) -> Vec<(usize, Rational)> {
        let values: Vec<Rational> = (0..self.weights.len()).map(|class| self.of_class(class)).collect();
        self.hidden.iter().zip(&self.class).map(|(&place, &class)| (place, values[class].clone())).collect()
    }

    /// Returns the hidden places of the lowest probability, ascending.
    pub fn best(&self) -> Vec<usize> {
        let weight = |cell: usize| &self.weights[self.class[cell]];
        let least = (0..self.hidden.len()).map(weight).min();
        let is_best = |&cell: &usize| Some(weight(cell)) == least;
        (0..self.hidden.len()).filter(is_best).map(|cell| self.hidden[cell]).collect()
    }

    /// Returns the probabilities as rounded floating-point numbers. Only certain cells have 0.0 or 1.0.
    pub fn rounded(&self) -> Vec<(usize, f64)> {
        let of = |weight: &Natural| match double_of(weight, &self.total) {
            share if share >= 1.0 && *weight != self.total => 1.0 - f64::EPSILON,
            share => share,
        };
        let shares: Vec<f64> = self.weights.iter().map(of).collect();
        self.hidden.iter().zip(&self.class).map(|(&place, &class)| (place, shares[class])).collect()
    }

    /// Returns the islands, in order of their first cells. Cells that single numbers settle belong to no
    /// island.
    pub fn islands(&self) -> &[Island] {
        &self.islands
    }

    /// Returns the hidden cells that touch no number, or `None` if there are none.
    pub fn rest(&self) -> Option<Rest> {
        (!self.rest.is_empty()).then(|| Rest { cells: self.rest.clone(), risk: self.of_class(2) })
    }
}

fn fraction(numerator: Natural, denominator: &Natural) -> Rational {
    ratio(Integer::from(numerator), Integer::from(denominator.clone()))
}

/// The weights that the rest of the position gives to each island.
struct IslandWeights {
    /// The number of all placements, times the scale of [`scaled_choices`].
    total: Natural,
    /// For each island, the weight of one placement by its number of mines above the minimum.
    weights: Vec<Vec<Natural>>,
    /// The number of cells of the rest.
    rest: usize,
    /// The number of joint placements on all islands, by the mines above the minimum.
    together: Vec<Natural>,
    /// For each of these numbers, the weight of the rest.
    outside: Vec<RestWeight>,
    placements: PlacementCount,
}

/// The weight of all placements of the rest beside one placement on the islands.
#[derive(Clone, Default)]
struct RestWeight {
    all: Natural,
    /// The sum of the weights times the mines of the rest.
    mines: Natural,
}

impl IslandWeights {
    /// Returns an error if the islands and the rest cannot have as many mines as are hidden, or a limit is exceeded.
    fn new(
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
    fn rest_weight(&self) -> Natural {
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
