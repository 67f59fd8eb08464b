//! A position as equations over hidden cells, each of which holds a mine or none.

use crate::counted;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::hash::BuildHasher as _;
use thiserror::Error;

/// One equation: the number of mines among some cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clue {
    /// The place that shows the number.
    pub at: usize,
    /// The mines among the cells.
    pub mines: u32,
    /// The hidden cells around it, as indices into [`System::hidden`], ascending.
    pub cells: Vec<u32>,
}

impl Clue {
    /// Returns the mines and the hidden cells around it.
    pub(super) fn open(&self) -> (u32, u32) {
        (self.mines, self.cells.len() as u32)
    }
}

/// The equations of a position. Every set of as many hidden cells as there are mines that fits all clues is one
/// placement, and all placements are equally likely.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// The places that are still hidden, ascending; known mines are not among them.
    pub hidden: Vec<usize>,
    /// The equations of the opened places.
    pub clues: Vec<Clue>,
    /// The number of mines among the hidden places.
    pub mines: usize,
}

/// The reason no placement of the mines fits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Contradiction {
    /// The numbers at these places contradict each other; without any one of them the others would not.
    #[error("{} numbers contradict each other", .0.len())]
    Clues(Vec<usize>),
    /// The numbers leave no room for that many mines, or need more.
    #[error("the numbers need from {least} to {most} mines among the hidden cells, but there are {mines}")]
    Mines {
        /// The mines among the hidden cells.
        mines: usize,
        /// The fewest that fit the numbers.
        least: usize,
        /// The most that fit the numbers.
        most: usize,
    },
    /// Between the fewest and the most mines that fit the numbers there are gaps, and this is one.
    #[error("no placement that fits the numbers has {0} mines among the hidden cells")]
    Gap(usize),
}

/// Cells that no clue tells apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The clues that count them, ascending.
    pub(super) clues: Vec<u32>,
    /// The hidden cells, ascending.
    pub(super) cells: Vec<u32>,
}

/// Hashes with a fixed seed: the same order everywhere.
pub(super) type Hasher = foldhash::fast::FixedState;

/// A place as the player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// Not opened.
    Hidden,
    /// Not opened, and flagged by a player; this asserts nothing.
    Flag,
    /// A mine that is known.
    Mine,
    /// Opened: the number of mines around it.
    Open(u32),
}

impl Seen {
    /// Returns `true` if the place may or may not hold a mine: it is hidden or flagged.
    pub fn is_hidden(self) -> bool {
        matches!(self, Self::Hidden | Self::Flag)
    }

    /// Returns `true` if it is opened.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open(_))
    }

    /// Returns what a character in the text of a board stands for, or `None` if it is no cell.
    pub fn of(letter: char) -> Option<Self> {
        Some(match letter {
            '.' | '?' | '#' | '-' | '_' | 'H' => Self::Hidden,
            'F' | 'f' | '!' => Self::Flag,
            '*' => Self::Mine,
            '0'..='8' => Self::Open(letter.to_digit(10)?),
            _ => return None,
        })
    }
}

impl Display for Seen {
    /// Writes the sign for it in the text of a position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden => f.write_str("."),
            Self::Flag => f.write_str("F"),
            Self::Mine => f.write_str("*"),
            Self::Open(number) => number.fmt(f),
        }
    }
}

/// The verb for so many.
fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// A flaw by which a position cannot be, wherever the mines are, in words where they are the same of every position.
pub(super) enum Flaw {
    /// More mines than places that are not opened.
    Room(String),
    /// More known mines than there are: so many.
    Known(usize),
    /// The number at this place.
    Number(usize, String),
}

impl Flaw {
    /// The first flaw of a position with so many places and mines. `near` gives the neighbours of a place, `place` is
    /// what any is called, `name` what one is.
    pub(super) fn of<N: Iterator<Item = usize>>(
        (seen, mines): (&[Seen], usize),
        near: impl Fn(usize) -> N,
        place: &str,
        name: impl Fn(usize) -> String,
    ) -> Option<Self> {
        let is_mine = |seen: &Seen| *seen == Seen::Mine;
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
            let Seen::Open(number) = seen[at] else { return None };
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
    /// Returns the system of some clues, in the order of `clues`, and of the cells that they count.
    pub(super) fn only(&self, clues: &[usize]) -> Self {
        let mut cells: Vec<u32> = clues.iter().flat_map(|&clue| &self.clues[clue].cells).copied().collect();
        cells.sort_unstable();
        cells.dedup();
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

    /// Returns the system once some hidden cells are known; `known` says of each place whether a mine is there.
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

    /// Returns what is seen of all places says of `mines` mines; `near` gives the neighbours of a place, ascending.
    ///
    /// # Errors
    /// If a number contradicts what is seen around it, or more mines are known than there are.
    pub(super) fn of<N: Iterator<Item = usize>>(
        (seen, mines): (&[Seen], usize),
        near: impl Fn(usize) -> N,
    ) -> Result<Self, Contradiction> {
        let mut index = vec![u32::MAX; seen.len()];
        let mut system = Self::default();
        let mut known = 0;
        for (place, index) in index.iter_mut().enumerate() {
            match seen[place] {
                Seen::Hidden | Seen::Flag => {
                    *index = system.hidden.len() as u32;
                    system.hidden.push(place);
                }
                Seen::Mine => known += 1,
                Seen::Open(_) => {}
            }
        }
        system.mines = mines.checked_sub(known).ok_or(Contradiction::Gap(mines))?;
        for (at, shown) in seen.iter().enumerate() {
            let Seen::Open(number) = *shown else { continue };
            let (mut known, mut cells) = (0, Vec::new());
            for other in near(at) {
                match seen[other] {
                    Seen::Hidden | Seen::Flag => cells.push(index[other]),
                    Seen::Mine => known += 1,
                    Seen::Open(_) => {}
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

    /// For each hidden cell those of some clues that count it, in their order.
    pub(super) fn clues_of_cells(&self, clues: impl Iterator<Item = usize>) -> Vec<Vec<u32>> {
        let mut of = vec![Vec::new(); self.hidden.len()];
        for clue in clues {
            for &cell in &self.clues[clue].cells {
                of[cell as usize].push(clue as u32);
            }
        }
        of
    }

    /// The cells among those of `kept` that `clues` do not tell apart, in order of their first cells. Cells that
    /// no clue counts are left out.
    pub(super) fn groups(
        &self,
        clues: impl Iterator<Item = usize>,
        kept: impl Fn(usize) -> bool,
    ) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        // By hash first; the lists themselves are compared in the few groups that share one.
        let mut known: HashMap<u64, Vec<usize>, Hasher> = HashMap::default();
        let hasher = Hasher::default();
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
