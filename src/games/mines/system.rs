//! A position as a system of equations over hidden cells, each of which has a mine or not. A place is the index of a cell
//! of a board or of a node of a graph.

use crate::counted;
use crate::model::order;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::hash::BuildHasher as _;
use thiserror::Error;

/// An equation: the number of mines among some cells.
///
/// ```
/// use chancetree::games::mines::system::{Clue, System};
///
/// // One mine among the first two hidden cells, whose places are 0 and 2.
/// let clue = Clue { at: 1, mines: 1, cells: vec![0, 1] };
/// let system = System { hidden: vec![0, 2, 3], clues: vec![clue], mines: 2 };
/// assert_eq!(system.hidden.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clue {
    /// The place that shows the number.
    pub at: usize,
    /// The number of mines among the cells.
    pub mines: u32,
    /// The hidden neighbours, as indices into [`System::hidden`], ascending.
    pub cells: Vec<u32>,
}

impl Clue {
    /// Returns the number of mines and the number of hidden neighbours.
    pub(super) fn open(&self) -> (u32, u32) {
        (self.mines, self.cells.len() as u32)
    }
}

/// The equations of a position. A placement is a set of `mines` hidden cells that satisfies all clues. All
/// placements are equally likely.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::risk::Risk;
/// use chancetree::games::mines::system::{Clue, System};
/// use chancetree::model::Job;
///
/// // One mine among two of three cells, and two mines altogether: the third cell has a mine.
/// let clue = Clue { at: 1, mines: 1, cells: vec![0, 1] };
/// let system = System { hidden: vec![0, 2, 3], clues: vec![clue], mines: 2 };
/// let risk = Risk::of_system(&system, &Job::default())?;
/// assert_eq!((risk.at(0), risk.at(3)), (Some(ratio(1, 2)), Some(ratio(1, 1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// The hidden places, ascending; known mines are not included.
    pub hidden: Vec<usize>,
    /// The equations of the opened places.
    pub clues: Vec<Clue>,
    /// The number of mines among the hidden places.
    pub mines: usize,
}

/// The reason no placement of the mines satisfies the position.
///
/// ```
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::risk::{Risk, RiskError};
/// use chancetree::games::mines::system::Contradiction;
/// use chancetree::model::Job;
///
/// // The numbers need two mines, but there is one.
/// let board: SeenBoard = "mines 1\n1..1".parse()?;
/// let error = Risk::of(&board, &Job::default()).unwrap_err();
/// let why = Contradiction::Mines { mines: 1, least: 2, most: 2 };
/// assert_eq!(error, RiskError::Contradiction(why));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Contradiction {
    /// The numbers at these places contradict each other, and no proper subset is contradictory.
    #[error("{} numbers contradict each other", .0.len())]
    Clues(Vec<usize>),
    /// The numbers allow only fewer mines, or only more.
    #[error("the numbers need from {least} to {most} mines among the hidden cells, but there are {mines}")]
    Mines {
        /// The number of mines among the hidden cells.
        mines: usize,
        /// The fewest mines that satisfy the numbers.
        least: usize,
        /// The most mines that satisfy the numbers.
        most: usize,
    },
    /// The numbers allow fewer and more mines, but not this number.
    #[error("no placement that fits the numbers has {0} mines among the hidden cells")]
    Gap(usize),
}

/// Cells that exactly the same clues count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The clues, ascending.
    pub(super) clues: Vec<u32>,
    /// The hidden cells, ascending.
    pub(super) cells: Vec<u32>,
}

/// A hasher with a fixed seed, for a deterministic order.
pub(super) type FixedHasher = foldhash::fast::FixedState;

/// The visible content of a place.
///
/// ```
/// use chancetree::games::mines::system::VisibleCell;
///
/// assert_eq!(VisibleCell::of('3'), Some(VisibleCell::Open(3)));
/// assert_eq!(VisibleCell::of('9'), None);
/// assert!(VisibleCell::Flag.is_hidden() && VisibleCell::Open(0).is_open());
/// assert_eq!(VisibleCell::Mine.to_string(), "*");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VisibleCell {
    /// Not opened.
    Hidden,
    /// Not opened, and flagged by a player; a flag asserts nothing.
    Flag,
    /// A known mine.
    Mine,
    /// Opened, with the number of adjacent mines.
    Open(u32),
}

impl VisibleCell {
    /// Returns `true` if the place may or may not hold a mine: it is hidden or flagged.
    pub fn is_hidden(self) -> bool {
        matches!(self, Self::Hidden | Self::Flag)
    }

    /// Returns `true` if the place is opened.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open(_))
    }

    /// Returns the content that a character in the text of a board represents, or `None` if it represents
    /// none.
    pub fn of(letter: char) -> Option<Self> {
        Some(match letter {
            '.' | '?' | '#' | '-' | '\u{2212}' | '_' | 'H' | 'X' | 'x' => Self::Hidden,
            '\u{2588}' | '\u{25a0}' | '\u{25a1}' | '\u{2591}' | '\u{2592}' | '\u{25a2}' => Self::Hidden,
            '\u{25fb}' | '\u{25fc}' | '\u{2753}' => Self::Hidden,
            '\u{2b1b}' | '\u{2b1c}' | '\u{1f7e6}' | '\u{1f7e9}' | '\u{1f533}' | '\u{1f532}' => Self::Hidden,
            'F' | 'f' | '!' | '\u{2691}' | '\u{1f6a9}' => Self::Flag,
            '*' | '\u{1f4a3}' => Self::Mine,
            '0'..='8' => Self::Open(letter.to_digit(10)?),
            // The sign of the game in a terminal.
            '\u{b7}' => Self::Open(0),
            _ => return None,
        })
    }
}

impl Display for VisibleCell {
    /// Writes the character that represents the content in the text of a position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden => f.write_str("."),
            Self::Flag => f.write_str("F"),
            Self::Mine => f.write_str("*"),
            Self::Open(number) => number.fmt(f),
        }
    }
}

/// Returns the verb for a number of things.
fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// A flaw that makes a position impossible wherever the mines are. Messages are included if they are the same
/// for all kinds of positions.
pub(super) enum Flaw {
    /// There are more mines than unopened places.
    Room(String),
    /// There are more known mines than mines. The value is the number of known mines.
    Known(usize),
    /// The number at this place is impossible.
    Number(usize, String),
}

impl Flaw {
    /// Returns the first flaw of a position. `near` returns the neighbours of a place, `place` is the word
    /// for a place, and `name` returns the name of a place.
    pub(super) fn of<N: Iterator<Item = usize>>(
        (seen, mines): (&[VisibleCell], usize),
        near: impl Fn(usize) -> N,
        place: &str,
        name: impl Fn(usize) -> String,
    ) -> Option<Self> {
        let is_mine = |seen: &VisibleCell| *seen == VisibleCell::Mine;
        let room = seen.iter().filter(|seen| !seen.is_open()).count();
        if mines > room {
            let are = are(room);
            return Some(Self::Room(format!(
                "{}, but only {} {are} not opened",
                counted(mines, "mine"),
                counted(room, place)
            )));
        }
        let known = seen.iter().copied().filter(is_mine).count();
        if mines < known {
            return Some(Self::Known(known));
        }
        (0..seen.len()).find_map(|at| {
            let VisibleCell::Open(number) = seen[at] else { return None };
            let around = || near(at).map(|other| seen[other]);
            let room = around().filter(|seen| !seen.is_open()).count();
            let known = around().filter(is_mine).count();
            let what = match number as usize {
                number if number > room => {
                    format!("only {room} of its neighbours {} not opened", are(room))
                }
                number if number < known => {
                    format!(
                        "{} {} it",
                        counted(known, "known mine"),
                        if known == 1 { "touches" } else { "touch" }
                    )
                }
                _ => return None,
            };
            Some(Self::Number(at, format!("{} around {}, but {what}", counted(number, "mine"), name(at))))
        })
    }
}

impl System {
    /// Returns the system that consists of `clues`, in this order, and the cells that they count.
    pub(super) fn only(&self, clues: &[usize]) -> Self {
        let mut cells: Vec<u32> = clues.iter().flat_map(|&clue| &self.clues[clue].cells).copied().collect();
        order::sort_unique(&mut cells);
        let index =
            |cell: &u32| cells.binary_search(cell).expect("a clue of the system counts the cell") as u32;
        let clue = |&clue: &usize| {
            let Clue { at, mines, ref cells } = self.clues[clue];
            Clue { at, mines, cells: cells.iter().map(index).collect() }
        };
        let clues = clues.iter().map(clue).collect();
        Self {
            hidden: cells.iter().map(|&cell| self.hidden[cell as usize]).collect(),
            clues,
            mines: self.mines,
        }
    }

    /// Returns the system after some hidden cells became known. `known` has, for each place, whether it is a
    /// mine.
    pub(super) fn with(&self, known: &[Option<bool>]) -> Self {
        let known: Vec<Option<bool>> = self.hidden.iter().map(|&place| known[place]).collect();
        let mut index = vec![0; known.len()];
        let mut hidden = Vec::new();
        for (cell, _) in known.iter().enumerate().filter(|(_, known)| known.is_none()) {
            index[cell] = hidden.len() as u32;
            hidden.push(self.hidden[cell]);
        }
        let mines =
            |cells: &mut dyn Iterator<Item = usize>| cells.filter(|&cell| known[cell] == Some(true)).count();
        let clue = |clue: &Clue| {
            let all = || clue.cells.iter().map(|&cell| cell as usize);
            let cells = all().filter(|&cell| known[cell].is_none()).map(|cell| index[cell]).collect();
            Clue { at: clue.at, mines: clue.mines - mines(&mut all()) as u32, cells }
        };
        let clues = self.clues.iter().map(clue).filter(|clue| !clue.cells.is_empty()).collect();
        Self { clues, mines: self.mines - mines(&mut (0..known.len())), hidden }
    }

    /// Returns the equations of a position with `mines` mines. `near` returns the neighbours of a place,
    /// ascending.
    ///
    /// # Errors
    /// Returns an error if a number contradicts the content around it, or more mines are known than exist.
    pub(super) fn of<N: Iterator<Item = usize>>(
        (seen, mines): (&[VisibleCell], usize),
        near: impl Fn(usize) -> N,
    ) -> Result<Self, Contradiction> {
        let mut index = vec![u32::MAX; seen.len()];
        let mut system = Self::default();
        let mut known = 0;
        for (place, index) in index.iter_mut().enumerate() {
            match seen[place] {
                VisibleCell::Hidden | VisibleCell::Flag => {
                    *index = system.hidden.len() as u32;
                    system.hidden.push(place);
                }
                VisibleCell::Mine => known += 1,
                VisibleCell::Open(_) => {}
            }
        }
        system.mines = mines.checked_sub(known).ok_or(Contradiction::Gap(mines))?;
        for (at, shown) in seen.iter().enumerate() {
            let VisibleCell::Open(number) = *shown else { continue };
            let (mut known, mut cells) = (0, Vec::new());
            for other in near(at) {
                match seen[other] {
                    VisibleCell::Hidden | VisibleCell::Flag => cells.push(index[other]),
                    VisibleCell::Mine => known += 1,
                    VisibleCell::Open(_) => {}
                }
            }
            let left = number.checked_sub(known).filter(|&left| left as usize <= cells.len());
            let mines = left.ok_or_else(|| Contradiction::Clues(vec![at]))?;
            if !cells.is_empty() {
                system.clues.push(Clue { at, mines, cells });
            }
        }
        Ok(system)
    }

    /// Returns, for each hidden cell, the given clues that count it, in their order.
    pub(super) fn clues_of_cells(&self, clues: impl Iterator<Item = usize>) -> Vec<Vec<u32>> {
        let mut of = vec![Vec::new(); self.hidden.len()];
        for clue in clues {
            for &cell in &self.clues[clue].cells {
                of[cell as usize].push(clue as u32);
            }
        }
        of
    }

    /// Returns the groups of cells for which `kept` holds and which the same `clues` count, in order of their
    /// first cells. Omits cells that no clue counts.
    pub(super) fn groups(
        &self,
        clues: impl Iterator<Item = usize>,
        kept: impl Fn(usize) -> bool,
    ) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        // Finds groups by the hash of their clues, then compares the clues of the few groups with equal
        // hashes.
        let mut known: HashMap<u64, Vec<usize>, FixedHasher> = HashMap::default();
        let hasher = FixedHasher::default();
        for (cell, of) in self.clues_of_cells(clues).into_iter().enumerate() {
            if of.is_empty() || !kept(cell) {
                continue;
            }
            let alike = known.entry(hasher.hash_one(&of)).or_default();
            match alike.iter().find(|&&group| groups[group].clues == of) {
                Some(&group) => groups[group].cells.push(cell as u32),
                None => {
                    alike.push(groups.len());
                    groups.push(Group { clues: of, cells: vec![cell as u32] });
                }
            }
        }
        groups
    }
}
