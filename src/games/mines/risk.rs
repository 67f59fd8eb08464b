//! The exact probability of a mine in every cell. The placements of each island are counted by their mines,
//! and combined with the cells that no number touches.

use super::board::SeenBoard;
use super::island_weights::{IslandWeights, PlacementCount};
use super::islands::{contradiction, place_of, split};
use super::prior::MinePrior;
use super::system::{Contradiction, System};
use crate::exact::{Integer, Natural, Rational, double_of, ratio};
use crate::model::order::sort_indices;
use crate::model::{Error, Job, Progress};
use thiserror::Error;

named_enum! {
    /// The algorithms for the probabilities.
    ///
    /// ```
    /// use chancetree::games::mines::risk::Method;
    ///
    /// assert_eq!(Method::ALL.map(Method::name), ["islands", "binary"]);
    /// ```
    pub enum Method {
        Islands: "islands", "Split into islands, merge equal cells, and eliminate numbers one by one";
        Binary: "binary", "As in the paper: Gauss-Jordan elimination, then try all values of free variables";
    }
}

/// The reason the probabilities were not computed.
///
/// ```
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::risk::{Risk, RiskError};
/// use chancetree::model::Job;
///
/// let board: SeenBoard = "mines 1\n1..1".parse()?;
/// let error = Risk::of(&board, &Job::default()).unwrap_err();
/// assert!(matches!(error, RiskError::Contradiction(_)));
/// let text = "the numbers need from 2 to 2 mines among the hidden cells, but there are 1";
/// assert_eq!(error.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::risk::Risk;
/// use chancetree::model::Job;
///
/// // One mine is next to the number, and the other mine is one of the last two cells.
/// let risk = Risk::of(&"mines 2\n.1...".parse::<SeenBoard>()?, &Job::default())?;
/// let island = &risk.islands()[0];
/// assert_eq!((&island.clues[..], &island.cells[..]), (&[1][..], &[0, 2][..]));
/// assert_eq!((island.least, &island.ways[..]), (1, &[2u8.into()][..]));
/// assert!(island.is_independent());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::risk::{Rest, Risk};
/// use chancetree::model::Job;
///
/// // One mine is next to the number, and the other mine is one of the last two cells.
/// let risk = Risk::of(&"mines 2\n.1...".parse::<SeenBoard>()?, &Job::default())?;
/// assert_eq!(risk.rest(), Some(Rest { cells: vec![3, 4], risk: ratio(1, 2) }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    /// The places of the cells, ascending.
    pub cells: Vec<usize>,
    /// The probability of a mine in each cell.
    pub risk: Rational,
}

/// The probabilities of a mine in all hidden cells of a position.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::risk::Risk;
/// use chancetree::model::Job;
///
/// // One mine is next to the number, and the other mine is one of two cells that touch no number.
/// let board: SeenBoard = "mines 2\n1..\n...".parse()?;
/// let risk = Risk::of(&board, &Job::default())?;
/// assert_eq!(risk.placements(), &6u8.into());
/// assert_eq!(risk.hidden(), [1, 2, 3, 4, 5]);
/// assert_eq!((risk.at(0), risk.at(1)), (None, Some(ratio(1, 3))));
/// assert_eq!(risk.count(1), Some(2u8.into()));
/// assert_eq!(risk.best(), [1, 3, 4]);
/// assert_eq!(risk.all()[1], (2, ratio(1, 2)));
/// assert_eq!(risk.rounded()[1], (2, 0.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Returns an error if no placement satisfies the numbers or a limit is exceeded. The error about a
    /// contradiction names the numbers that contradict each other, if it is among a few numbers.
    pub fn of_system(system: &System, job: &Job<'_>) -> Result<Self, RiskError> {
        Self::assuming(system, &MinePrior::Exact(system.mines), job)
    }

    /// Computes the probabilities as [`Risk::of_system`] does, with any distribution of the mines among the hidden cells
    /// instead of the number of the system. With a density, placements have different weights, so that [`Risk::count`] has
    /// no meaning.
    ///
    /// # Errors
    /// Returns an error as [`Risk::of_system`] does.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::games::mines::board::SeenBoard;
    /// use chancetree::games::mines::prior::MinePrior;
    /// use chancetree::games::mines::risk::Risk;
    /// use chancetree::model::Job;
    ///
    /// // One or two mines: three placements.
    /// let system = "mines 1\n...".parse::<SeenBoard>()?.system()?;
    /// let risk = Risk::assuming(&system, &MinePrior::Between(1, 2), &Job::default())?;
    /// assert_eq!((risk.placements(), risk.at(0)), (&6u8.into(), Some(ratio(1, 2))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
                sort_indices(&mut places);
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
