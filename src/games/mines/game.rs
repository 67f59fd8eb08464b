//! The game: cells are opened one after another until every mine is identified. Cells are chosen by lowest
//! risk or by a deciding player.
//!
//! The points of a lost game are the mines that were not identified when one was opened. The distribution of
//! the points is therefore the distribution of the unidentified mines, and 0 is a won game.

mod placements;
mod rules;
mod states;

use super::best::{AllowedCells, OpeningValue};
use super::board::SeenBoard;
use super::field::{Field, bit, bits, mask};
use super::grid::ImpossibleMines;
use super::system::VisibleCell;
use crate::exact::{Rational, one, ratio};
use crate::game::{Choices, Game, Weight};
use crate::model::order::merge_by_key;
use crate::model::{Error, Job};
use placements::Placements;
pub use rules::{Aim, FirstCell, FirstClick, Opener, Ties};
pub use states::{BoardCell, Contents, FieldState, Opening};

/// Minesweeper on a small board.
///
/// Safe cells are opened first, one by one in reading order: the order changes no probability. With
/// [`Mines::every_order`] safe cells are drawn at random, as in the paper's program.
///
/// ```
/// use chancetree::games::mines::field::Field;
/// use chancetree::games::mines::game::{Aim, FirstCell, FirstClick, Mines, Opener};
/// use chancetree::prelude::*;
///
/// // A player who decides on 2 by 3 cells with one mine. The first cell is never the mine.
/// let field = Field::new(2, 3, 1)?;
/// let game = Mines::new(field, Opener::Best, FirstCell::Corner, FirstClick::Safe)?;
/// assert!(game.decides());
/// assert_eq!((game.field().cells(), game.position()), (6, None));
///
/// let best = game.explore().run()?.maximize(&Aim::Win)?;
/// assert_eq!(fraction(&best.value(best.graph().start())[0]), "3/5");
/// // The solver for small boards computes the same number without a graph.
/// assert_eq!(game.best(&Job::default())?, Some(ratio(3, 5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Mines {
    field: Field,
    play: Opener,
    start: FirstCell,
    first_click: FirstClick,
    merging: bool,
    every_order: bool,
    placements: Placements,
    /// The first cells, each with the weight of a placement. The weights make the cells equally likely.
    starts: Vec<(u8, Weight)>,
    /// The starting position, unless the board is fresh: the state, and the board as it was given.
    begun: Option<(FieldState, SeenBoard)>,
}

impl Mines {
    /// Creates a game on `field`.
    ///
    /// # Errors
    /// Returns an error if no cell is of the requested kind, or the mines leave no room for the first click.
    pub fn new(
        field: Field,
        play: Opener,
        start: FirstCell,
        first_click: FirstClick,
    ) -> Result<Self, ImpossibleMines> {
        let placements = Placements::new(field.placements());
        let cells = start.cells(field.grid(), first_click, field.mines().into())?;
        let cells: Vec<u8> = cells.into_iter().map(|cell| cell as u8).collect();
        let totals: Vec<u64> = cells.iter().map(|&cell| field.left_by(first_click, cell)).collect();
        // There are at most three different totals: for a corner, an edge and a middle cell. On all boards that fit,
        // their least common multiple is less than 2^47.
        let common =
            totals.iter().fold(1, |common, total| common / crate::exact::gcd(common, *total) * total);
        let starts = cells.iter().zip(totals).map(|(&cell, total)| (cell, common / total)).collect();
        let (merging, every_order, begun) = (true, false, None);
        Ok(Self { field, play, start, first_click, merging, every_order, placements, starts, begun })
    }

    /// Creates a game that continues from `board`, whose field is `field`. A board without opened cells and
    /// known mines is a fresh board.
    ///
    /// # Errors
    /// Returns an error if no placement of the mines agrees with the board.
    ///
    /// # Panics
    /// Panics if `board` and `field` differ in size.
    ///
    /// ```
    /// use chancetree::games::mines::board::SeenBoard;
    /// use chancetree::games::mines::field::Field;
    /// use chancetree::games::mines::game::{Mines, Opener};
    /// use chancetree::prelude::*;
    ///
    /// let board: SeenBoard = "mines 1\n.1.".parse()?;
    /// let game = Mines::from_position(Field::new(1, 3, 1)?, Opener::Best, &board)?;
    /// assert_eq!(game.best(&Job::default())?, Some(ratio(1, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(field: Field, play: Opener, board: &SeenBoard) -> Result<Self, ImpossibleMines> {
        assert_eq!(board.cells().len(), usize::from(field.cells()), "the board is that of the field");
        let mut game = Self::new(field, play, FirstCell::Anywhere, FirstClick::Any)?;
        let (mut opened, mut numbers, mut known) = (0, [0; 4], 0);
        for (cell, seen) in (0u8..).zip(board.cells()) {
            match *seen {
                VisibleCell::Hidden | VisibleCell::Flag => {}
                VisibleCell::Mine => known |= bit(cell),
                VisibleCell::Open(9..) => return Err(ImpossibleMines::Position),
                VisibleCell::Open(number) => {
                    opened |= bit(cell);
                    show(&mut numbers, cell, number as u8);
                }
            }
        }
        let field = &game.field;
        // Known mines are not part of the state, so positions with known mines must not be merged by
        // symmetry.
        game.merging = known == 0;
        if opened | known == 0 {
            return Ok(game);
        }
        let agrees = |placement: &u64| {
            let shows = |cell| field.number(cell, *placement) == number(&numbers, cell);
            placement & known == known && placement & opened == 0 && bits(opened).all(shows)
        };
        // The other placements agree with no later position, either.
        let possible: Vec<u64> = game.placements.all().iter().copied().filter(agrees).collect();
        let view = match possible.len() {
            0 => return Err(ImpossibleMines::Position),
            1 => FieldState::Won,
            _ => FieldState::Open { opened, numbers },
        };
        game.placements = Placements::new(if game.merging { field.images(&possible) } else { possible });
        game.begun = Some((view, board.clone()));
        Ok(game)
    }

    /// Returns the position from which the game continues, if it is not a fresh board.
    pub fn position(&self) -> Option<&SeenBoard> {
        self.begun.as_ref().map(|(_, board)| board)
    }

    /// Keeps positions separate that are equivalent by symmetry. The answers do not change.
    ///
    /// ```
    /// use chancetree::games::mines::field::Field;
    /// use chancetree::games::mines::game::{FirstCell, FirstClick, Mines, Opener};
    /// use chancetree::prelude::*;
    ///
    /// let game = Mines::new(Field::new(2, 2, 1)?, Opener::Best, FirstCell::Anywhere, FirstClick::Safe)?;
    /// let states = |game: Mines| game.explore().run().map(|graph| graph.node_count());
    /// assert_eq!((states(game.clone())?, states(game.unmerged())?), (6, 13));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unmerged(mut self) -> Self {
        self.merging = false;
        self
    }

    /// Draws safe cells at random. The answers do not change, but there are far more states.
    ///
    /// ```
    /// use chancetree::games::mines::field::Field;
    /// use chancetree::games::mines::game::{FirstCell, FirstClick, Mines, Opener, Ties};
    /// use chancetree::prelude::*;
    ///
    /// let rule = Opener::Lowest(Ties::Random);
    /// let game = Mines::new(Field::new(2, 4, 1)?, rule, FirstCell::Corner, FirstClick::Safe)?;
    /// let states = |game: Mines| game.explore().run().map(|graph| graph.node_count());
    /// assert_eq!((states(game.clone())?, states(game.every_order())?), (16, 52));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn every_order(mut self) -> Self {
        self.every_order = true;
        self
    }

    /// Returns the field.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Returns `true` if the player makes any decision.
    pub fn decides(&self) -> bool {
        matches!(self.play, Opener::Best | Opener::Lowest(Ties::Free)) || self.start == FirstCell::Chosen
    }

    /// Returns the probability that the deciding player wins, computed by the dedicated solver. Returns
    /// `None` for games that the solver does not support: cells are drawn at random after the first one, or
    /// the game continues from a position and only cells of lowest risk may be chosen. The work can be saved.
    ///
    /// # Errors
    /// Returns an error if a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn best(&self, job: &Job<'_>) -> Result<Option<Rational>, Error> {
        let among = match self.play {
            Opener::Best => AllowedCells::All,
            Opener::Lowest(Ties::Free) => AllowedCells::Lowest,
            Opener::Lowest(_) => return Ok(None),
        };
        if let Some((view, board)) = &self.begun {
            return match (view, among) {
                (_, AllowedCells::Lowest) => Ok(None),
                (FieldState::Won | FieldState::Lost, AllowedCells::All) => Ok(Some(one())),
                (FieldState::Open { .. }, AllowedCells::All) => {
                    let (_, all, most) = OpeningValue::of_position(&self.field, board, false, job)?;
                    Ok(Some(ratio(most, all)))
                }
            };
        }
        // Equivalent cells are solved once and counted with their multiplicity.
        let kinds = self.starts.iter().map(|&(cell, _)| (self.field.representative(cell), 1));
        let mut alike: Vec<(u8, u32)> = kinds.collect();
        merge_by_key(&mut alike, |sum, more| *sum += *more);
        let cells: Vec<u8> = alike.iter().map(|&(cell, _)| cell).collect();
        let firsts = (&self.field, self.first_click, &cells[..]);
        let firsts = OpeningValue::among(firsts, &[among], job)?;
        let shares = firsts.iter().map(OpeningValue::win);
        if self.start == FirstCell::Chosen {
            return Ok(shares.max());
        }
        let sum: Rational =
            alike.iter().zip(shares).map(|((_, count), share)| ratio(*count, 1) * share).sum();
        Ok(Some(sum / ratio(self.starts.len(), 1)))
    }

    /// Adds the events of opening `cell`. Each placement has weight `weight`.
    fn open<'c>(
        &self,
        mut events: crate::game::Events<'c, Self>,
        (opened, numbers): (u64, &[u64; 4]),
        possible: &[u64],
        cell: u8,
        weight: Weight,
    ) -> crate::game::Events<'c, Self> {
        let mut classes = [0u64; 9];
        let mut mined = 0;
        for placement in possible {
            if placement & bit(cell) != 0 {
                mined += 1;
            } else {
                classes[usize::from(self.field.number(cell, *placement))] += 1;
            }
        }
        for (shown, count) in (0..).zip(classes) {
            let opening = Opening { cell: self.field.cell(cell), shown: Contents::Number(shown) };
            events = events.event(count * weight, opening, || {
                if count == 1 {
                    return FieldState::Won;
                }
                let mut numbers = *numbers;
                show(&mut numbers, cell, shown);
                FieldState::Open { opened: opened | bit(cell), numbers }
            });
        }
        // No mine is identified before the first click, even if there is only one placement.
        let certain = match opened {
            0 if self.begun.is_none() => 0,
            _ => possible.iter().fold(u64::MAX, |common, placement| common & placement),
        };
        let left = self.field.mines() - certain.count_ones().min(self.field.mines().into()) as u8;
        let opening = Opening { cell: self.field.cell(cell), shown: Contents::Mine(left) };
        events.event(mined * weight, opening, || FieldState::Lost).points(left.into())
    }

    fn first(&self, choices: &mut Choices<Self>) {
        let nothing = (0, &[0; 4]);
        let possible = |cell: u8| {
            let kept = mask(self.first_click.keeps_free(self.field.grid(), cell.into()));
            let free = self.placements.all().iter().copied().filter(|placement| placement & kept == 0);
            free.collect::<Vec<_>>()
        };
        if self.start == FirstCell::Chosen {
            for &(cell, _) in &self.starts {
                self.open(choices.action(self.field.cell(cell)), nothing, &possible(cell), cell, 1);
            }
        } else {
            let mut events = choices.chance();
            for &(cell, weight) in &self.starts {
                events = self.open(events, nothing, &possible(cell), cell, weight);
            }
        }
    }
}

/// Returns the number that an open cell shows.
pub(super) fn number(numbers: &[u64; 4], cell: u8) -> u8 {
    (numbers[usize::from(cell) / 16] >> (4 * (cell % 16)) & 0xF) as u8
}

/// Stores the number that an open cell shows.
fn show(numbers: &mut [u64; 4], cell: u8, number: u8) {
    numbers[usize::from(cell) / 16] |= u64::from(number) << (4 * (cell % 16));
}

impl Game for Mines {
    type State = FieldState;
    type Action = BoardCell;
    type Event = Opening;

    fn start(&self) -> FieldState {
        self.begun.as_ref().map_or(FieldState::Open { opened: 0, numbers: [0; 4] }, |(view, _)| *view)
    }

    fn expand(&self, view: &FieldState, choices: &mut Choices<Self>) {
        let FieldState::Open { opened, numbers } = view else { return };
        if *opened == 0 && self.begun.is_none() {
            return self.first(choices);
        }
        let possible = self.placements.agreeing(&self.field, *opened, numbers);
        let (union, common) =
            possible.iter().fold((0, u64::MAX), |(or, and), placement| (or | placement, and & placement));
        let seen = (*opened, numbers);
        let safe = self.field.whole() & !union & !opened;
        let random = |choices: &mut Choices<Self>, cells: &[u8]| {
            let chance = choices.chance();
            cells.iter().fold(chance, |events, &cell| self.open(events, seen, &possible, cell, 1));
        };
        if safe != 0 && !self.every_order {
            return random(choices, &[safe.trailing_zeros() as u8]);
        }
        let undecided = self.field.whole() & !opened & !common;
        let mined = |cell: u8| possible.iter().filter(|&placement| placement & bit(cell) != 0).count();
        let risks: Vec<(u8, usize)> = bits(undecided).map(|cell| (cell, mined(cell))).collect();
        let least = risks.iter().map(|(_, mined)| *mined).min();
        let lowest: Vec<u8> =
            risks.iter().filter(|(_, mined)| Some(*mined) == least).map(|(cell, _)| *cell).collect();
        let decide = |choices: &mut Choices<Self>, cells: &mut dyn Iterator<Item = u8>| {
            for cell in cells {
                self.open(choices.action(self.field.cell(cell)), seen, &possible, cell, 1);
            }
        };
        match self.play {
            Opener::Best => decide(choices, &mut bits(undecided)),
            Opener::Lowest(Ties::Free) => decide(choices, &mut lowest.into_iter()),
            Opener::Lowest(ties) => random(choices, &ties.among(&lowest, self.field.grid())),
        }
    }

    /// The number of opened cells.
    fn layer(&self, view: &FieldState) -> u32 {
        match view {
            FieldState::Open { opened, .. } => opened.count_ones(),
            FieldState::Won | FieldState::Lost => u32::from(self.field.cells()) + 1,
        }
    }

    /// Returns the least position over all symmetries of the board, or the position itself if ties are broken
    /// by reading order, which is not symmetric.
    fn canonical(&self, view: FieldState) -> FieldState {
        let FieldState::Open { opened, numbers } = view else { return view };
        if !self.merging || matches!(self.play, Opener::Lowest(Ties::First | Ties::Last)) {
            return view;
        }
        let turned = |image: &Vec<u8>| {
            let (mut turned, mut shown) = (0, [0; 4]);
            for cell in bits(opened) {
                let to = image[usize::from(cell)];
                turned |= bit(to);
                show(&mut shown, to, number(&numbers, cell));
            }
            FieldState::Open { opened: turned, numbers: shown }
        };
        self.field.symmetries().iter().map(turned).min().unwrap_or(view)
    }

    explored_here!(saved);
}
