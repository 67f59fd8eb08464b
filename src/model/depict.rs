//! Descriptions of states, actions and events in words, numbers and pictures.

use crate::game::{Game, Points, Seat};

/// One square of a drawn board.
///
/// ```
/// use chancetree_model::depict::{Board, Tile};
///
/// // The second player has taken the queen, and the king lies open.
/// let cards = vec![Tile::Hidden, Tile::Known, Tile::Taken(1), Tile::Open("K".to_owned())];
/// let board = Board { rows: vec![cards] };
/// assert_eq!(board.rows[0][2], Tile::Taken(1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Face down, and unknown to all players.
    Hidden,
    /// Face down, but known to all players.
    Known,
    /// Taken by a seat.
    Taken(Seat),
    /// Open, with a text of a few characters.
    Open(String),
}

/// A board to be drawn: rows of squares, all of the same length.
///
/// ```
/// use chancetree_model::depict::{Board, Tile};
///
/// // Four cards, of which the last is hidden.
/// let row = vec![Tile::Known, Tile::Known, Tile::Known, Tile::Hidden];
/// let board = Board { rows: vec![row] };
/// assert_eq!(board.rows[0].len(), 4);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The rows, from the top. Empty if there is no board.
    pub rows: Vec<Vec<Tile>>,
}

impl Board {
    /// Creates a board of two rows from pairs of a count and a column, which is repeated `count` times. A column begins with
    /// its upper square.
    ///
    /// ```
    /// use chancetree_model::depict::{Board, Tile};
    ///
    /// let column = [Tile::Taken(0), Tile::Taken(0)];
    /// assert_eq!(Board::of_columns([(3, column)].into_iter()).rows[0].len(), 3);
    /// ```
    pub fn of_columns(columns: impl Iterator<Item = (u16, [Tile; 2])>) -> Self {
        let all = columns.flat_map(|(count, tiles)| std::iter::repeat_n(tiles, usize::from(count)));
        let (upper, lower) = all.map(|[upper, lower]| (upper, lower)).unzip();
        Self { rows: vec![upper, lower] }
    }
}

/// A kind of event, for the legends of pictures and files. Events of one kind look alike and are explained together.
///
/// ```
/// use chancetree_model::depict::EventKind;
///
/// let heads = EventKind::new("H", "the coin shows heads", EventKind::BY_PLACE);
/// assert_eq!((&heads.name[..], &heads.meaning[..]), ("H", "the coin shows heads"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventKind {
    /// The name of the kind: a letter or a word.
    pub name: String,
    /// The meaning of the kind, in a few words. Empty if it needs no explanation.
    pub meaning: String,
    /// The appearance of its lines: an index into `export::palette` that belongs to the kind wherever it is
    /// drawn, or [`BY_PLACE`](Self::BY_PLACE).
    pub style: usize,
}

impl EventKind {
    /// The style of kinds that are numbered in each document, in ascending order of their events.
    pub const BY_PLACE: usize = usize::MAX;

    /// Creates a kind from its name, its meaning and its style.
    pub fn new(name: impl Into<String>, meaning: impl Into<String>, style: usize) -> Self {
        Self { name: name.into(), meaning: meaning.into(), style }
    }
}

/// A code that appears in labels, with its meaning.
///
/// ```
/// use chancetree_model::depict::Code;
///
/// let code = Code::new("p+2", "two known pairs");
/// assert_eq!(code.meaning, "two known pairs");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code, as it is written in labels.
    pub code: String,
    /// The meaning of the code, in a few words.
    pub meaning: String,
}

impl Code {
    /// Creates a code from its text and its meaning.
    pub fn new(code: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self { code: code.into(), meaning: meaning.into() }
    }
}

/// The result of a finished game.
///
/// ```
/// use chancetree_model::depict::{Depict, Ending};
/// use chancetree_model::game::{Choices, Game, NoAction};
///
/// /// A die is thrown once, and a six wins.
/// #[derive(Clone)]
/// struct Six;
///
/// impl Game for Six {
///     type State = u8; // the eyes, or 0 before the throw
///     type Action = NoAction;
///     type Event = u8;
///
///     fn start(&self) -> u8 {
///         0
///     }
///     fn expand(&self, &eyes: &u8, choices: &mut Choices<Self>) {
///         if eyes == 0 {
///             (1..=6).fold(choices.chance(), |die, eyes| die.event(1, eyes, || eyes));
///         }
///     }
/// }
///
/// impl Depict for Six {
///     fn ending(&self, &eyes: &u8, _: Option<u8>) -> Option<Ending> {
///         Some(if eyes == 6 { Ending::Won(0) } else { Ending::Lost })
///     }
/// }
///
/// assert_eq!(Six.ending(&6, None), Some(Ending::Won(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This seat has won, counted from the mover at the end.
    Won(Seat),
    /// The game is a draw.
    Drawn,
    /// The only player has lost.
    Lost,
}

/// A game whose states can be shown to people.
///
/// Every method has a default: `impl Depict for MyGame {}` is enough to write every kind of file.
///
/// ```
/// use chancetree_model::depict::Depict;
/// use chancetree_model::example::Coins;
///
/// // The default words are the `Debug` form of the state.
/// let mut words = String::new();
/// Coins { tosses: 3 }.words(&2, &mut words);
/// assert_eq!(words, "2");
/// ```
pub trait Depict: Game {
    /// Returns the names of the numbers that describe a state, made of letters, digits and `_`. Defaults to none.
    fn measures(&self) -> &'static [&'static str] {
        &[]
    }

    /// Appends the numbers that describe `state`, one for each name in [`measures`](Self::measures) and in the same
    /// order.
    fn measure(&self, _state: &Self::State, _numbers: &mut Vec<i32>) {}

    /// Appends a description of `state`: a few words on one line. Defaults to its `Debug` form.
    fn words(&self, state: &Self::State, text: &mut String) {
        text.push_str(&format!("{state:?}"));
    }

    /// Returns the board of `state`, including the items that each seat has taken. `scores` contains the points of
    /// every seat, the first player's first. Defaults to a board without rows.
    fn board(&self, _state: &Self::State, _scores: &[Points]) -> Board {
        Board::default()
    }

    /// Returns the kind of `event`. Different kinds must differ in both name and style. By default each event is a kind
    /// of its own that needs no explanation.
    fn kind(&self, event: Self::Event) -> EventKind {
        EventKind::new(event.to_string(), "", EventKind::BY_PLACE)
    }

    /// Returns the codes that appear in [`words`](Self::words) and in the names of events and actions; every legend
    /// explains them. Defaults to none.
    fn codes(&self) -> Vec<Code> {
        Vec::new()
    }

    /// Returns the meaning of an action whose name is a code. Defaults to `None`.
    fn action_meaning(&self, _: Self::Action) -> Option<String> {
        None
    }

    /// Returns, in ascending order, all actions that are equivalent to `action`, including `action` itself. The game offers
    /// the engine only one of these actions. For instance, a guess at the third of nine numbers is as good as one at the seventh.
    /// Defaults to `action` alone.
    fn equivalent_actions(&self, _: &Self::State, action: Self::Action) -> Vec<Self::Action> {
        vec![action]
    }

    /// Returns the unit of the points of events: one word in the plural. Defaults to `None`, for a game in which points
    /// do not matter.
    fn unit(&self) -> Option<&'static str> {
        None
    }

    /// Returns the result of the end `state`, or `None` if the state does not determine it. Defaults to `None`.
    ///
    /// The result may also depend on the last event, the one that led to the end, but must always be the same for one
    /// state and one event.
    fn ending(&self, _state: &Self::State, _last: Option<Self::Event>) -> Option<Ending> {
        None
    }
}
