//! How a family speaks of its states, in words, in numbers and in pictures.

use crate::game::{Game, Points, Seat};

/// One square of a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Nothing known of it.
    Hidden,
    /// Face down, but known to all.
    Known,
    /// Taken by a seat.
    Taken(Seat),
    /// Open, with a text of a few characters.
    Open(String),
}

/// A board: rows of squares, all rows of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The rows from the top.
    pub rows: Vec<Vec<Tile>>,
}

/// What an event is, for those who read a picture or a file of it: events of one kind look alike and are explained
/// together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventKind {
    /// What it is called: a letter or a word.
    pub name: String,
    /// What it means, in a few words.
    pub meaning: String,
    /// How its lines look: a place in [`crate::export::palette`], which belongs to the kind wherever it is drawn.
    pub look: usize,
}

impl EventKind {
    /// A look that is given by the place of an event among those of a document, ascending.
    pub const BY_PLACE: usize = usize::MAX;

    /// A kind by its name, its meaning and its look.
    #[must_use]
    pub fn new(name: impl Into<String>, meaning: impl Into<String>, look: usize) -> Self {
        Self { name: name.into(), meaning: meaning.into(), look }
    }
}

/// A code in labels, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// As it stands in labels.
    pub code: String,
    /// What it means, in a few words.
    pub meaning: String,
}

impl Code {
    /// A code and its meaning.
    #[must_use]
    pub fn new(code: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { code: code.into(), meaning: meaning.into() }
    }
}

/// How an end came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A seat has won, counted from the one to move there.
    Won(Seat),
    /// Nobody has won against the others.
    Drawn,
    /// The only player has lost.
    Lost,
}

/// A game whose states can be shown. Everything has a default: `impl Depict for MyGame {}` is enough for all files.
pub trait Depict: Game {
    /// The names of the numbers that describe a state; letters, digits and `_`. None, if it is not said.
    fn measures(&self) -> &'static [&'static str] {
        &[]
    }

    /// Appends those numbers.
    fn measure(&self, _state: &Self::State, _numbers: &mut Vec<i32>) {}

    /// Appends the state in a few words, on one line: as it is debugged, if it is not said.
    fn words(&self, state: &Self::State, text: &mut String) {
        text.push_str(&format!("{state:?}"));
    }

    /// The board, with what each seat has taken; without rows, the default, where there is none.
    fn board(&self, _state: &Self::State, _scores: &[Points]) -> Board {
        Board::default()
    }

    /// The kind of an event. Two kinds have two names and two looks. If it is not said, each event is a kind of its
    /// own, which needs no explanation.
    fn kind(&self, event: Self::Event) -> EventKind {
        EventKind::new(event.to_string(), "", EventKind::BY_PLACE)
    }

    /// The codes in [`words`](Self::words) and in the names of events and actions; every legend has them. None, if it
    /// is not said.
    fn codes(&self) -> Vec<Code> {
        Vec::new()
    }

    /// What an action means whose name is a code.
    fn act(&self, _: Self::Action) -> Option<String> {
        None
    }

    /// The actions that the engine takes for one with `action`, which is among them, ascending: a guess at the third of
    /// nine numbers is one at the seventh, too. Only itself, if it is not said.
    fn alike(&self, _: &Self::State, action: Self::Action) -> Vec<Self::Action> {
        vec![action]
    }

    /// What [`Game::points`] counts, in the plural and one word; `None`, the default, where that is of no interest.
    fn unit(&self) -> Option<&'static str> {
        None
    }

    /// How the end `state` came out; `None`, the default, where the state does not say who won. It may come out in
    /// another way, always the same, after some of the events `last` that lead to it.
    fn ending(&self, _state: &Self::State, _last: Option<Self::Event>) -> Option<Ending> {
        None
    }
}
