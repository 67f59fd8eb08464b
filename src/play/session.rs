//! A game in progress with its log and the luck of its players. All games share this implementation.

use super::{NamedNumber, PlayError};
use crate::exact::{self, Rational};
use crate::export::path::Scene;
use crate::game::Seat;
use crate::model::Job;
use serde_json::Value;
use std::mem::take;
use std::ops::Deref;

/// A game that people play: its hidden and public state, and its odds.
///
/// ```
/// use chancetree::games::guess::Guess;
/// use chancetree::model::Job;
/// use chancetree::play::{PlayedGame as _, guess::GuessSession};
///
/// let seats = vec!["human".to_owned(), "best".to_owned()];
/// let game = GuessSession::new(Guess::new(9, 2)?, seats, 4, &Job::default())?;
/// assert_eq!(game.family(), "guess");
/// assert_eq!(game.parameters()["secret"], 4);
/// assert!(!game.is_over() && !game.is_robots_turn());
/// assert_eq!(game.odds()[0].words, "P(player 1 wins)");
/// assert_eq!(game.measured().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PlayedGame {
    /// A step of a player, such as a card to turn or a number to guess.
    type Entry
    where
        Self: Sized;

    /// Returns the name of the game on the command line.
    fn family(&self) -> &'static str;

    /// Returns the parameters that recreate the game, hidden cards included.
    fn parameters(&self) -> Value;

    /// Parses a step of a log into the entries that make it.
    ///
    /// # Errors
    /// Returns an error if the step is malformed, or does not belong to this position.
    fn parse(&self, step: &Value) -> Result<Vec<Self::Entry>, PlayError>
    where
        Self: Sized;

    /// Makes a step.
    ///
    /// # Errors
    /// Returns an error and leaves the game unchanged if the rules do not allow the step, or a limit is
    /// exceeded.
    fn apply(&mut self, entry: Self::Entry, job: &Job<'_>) -> Result<StepOutcome, PlayError>
    where
        Self: Sized;

    /// Returns `true` if the game is over.
    fn is_over(&self) -> bool;

    /// Returns `true` if the program makes the next step.
    fn is_robots_turn(&self) -> bool {
        false
    }

    /// Describes the public information of the position.
    fn position(&self) -> String;

    /// Returns the picture of the position, without texts and odds.
    fn scene(&self) -> Scene;

    /// Returns the visible position as `risk mines` reads it, if it is a board of Minesweeper.
    fn board_text(&self) -> Option<String> {
        None
    }

    /// Returns the name of each player and whether a person plays, for games between several players.
    fn players(&self) -> Vec<(String, bool)> {
        Vec::new()
    }

    /// Returns the odds of this moment.
    fn odds(&self) -> Vec<NamedNumber>;

    /// Returns the keys and names of the numbers that the [`LuckMeter`] measures. By default these are all
    /// odds.
    fn measured(&self) -> Vec<[String; 2]> {
        labels(self.odds())
    }
}

/// Returns the keys and names of numbers.
pub(crate) fn labels(numbers: impl IntoIterator<Item = NamedNumber>) -> Vec<[String; 2]> {
    numbers.into_iter().map(|NamedNumber { key, words, .. }| [key, words]).collect()
}

/// The result of a step.
///
/// ```
/// use chancetree::games::guess::Guess;
/// use chancetree::model::Job;
/// use chancetree::play::PlayedGame as _;
/// use chancetree::play::guess::{GuessGame, GuessSession};
///
/// let seats = vec!["human".to_owned(), "human".to_owned()];
/// let session = GuessSession::new(Guess::new(9, 2)?, seats, 4, &Job::default())?;
/// let outcome = GuessGame::clone(&session).apply(5, &Job::default())?;
/// assert_eq!((outcome.seat, &*outcome.text), (Some(0), "player 1 names 5: lower"));
/// assert_eq!(outcome.logged.map(|step| step["number"].clone()), Some(5.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StepOutcome {
    /// The seat of the player who made the step, or `None` in games for one player.
    pub seat: Option<Seat>,
    /// The measured numbers before the step, after the choice of the player, and after the chance event;
    /// `None` if they are not known, or do not change.
    pub measured: Option<[Vec<Rational>; 3]>,
    /// The step in the format of logs; `None` if it is completed by a later one.
    pub logged: Option<Value>,
    /// A description of the step.
    pub text: String,
}

/// The amounts by which numbers have changed so far. Every vector has one entry per measured number.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::play::LuckMeter;
///
/// // The choice lowers the odds from 1/2 to 1/3, and chance raises them to 1.
/// let mut meter = LuckMeter::new(1);
/// meter.step(None, &[ratio(1, 2)], &[ratio(1, 3)], &[ratio(1, 1)]);
/// assert_eq!((&meter.choice[0], &meter.luck[0]), (&ratio(-1, 6), &ratio(2, 3)));
/// assert_eq!(meter.last, meter.luck);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LuckMeter {
    /// The change by chance in the last step.
    pub last: Vec<Rational>,
    /// The change by chance in all steps.
    pub luck: Vec<Rational>,
    /// The change by choices in all steps: how much better or worse they were than the choices that the odds
    /// assume.
    pub choice: Vec<Rational>,
    /// The changes in the steps of each seat, as far as seats have made steps.
    pub by: Vec<SeatLuck>,
}

/// The amounts by which the steps of one seat have changed numbers. Every vector has one entry per measured number.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::play::LuckMeter;
///
/// // Player 2 makes a step, which takes 1/6 from player 1.
/// let mut meter = LuckMeter::new(2);
/// let (before, after) = ([ratio(1, 2), ratio(1, 2)], [ratio(1, 3), ratio(2, 3)]);
/// meter.step(Some(1), &before, &before, &after);
/// assert_eq!(meter.by[0].luck, [ratio(0, 1), ratio(0, 1)]);
/// assert_eq!(meter.by[1].luck, [ratio(-1, 6), ratio(1, 6)]);
/// assert_eq!(meter.by[1].luck, meter.luck);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatLuck {
    /// The change by chance.
    pub luck: Vec<Rational>,
    /// The change by choices.
    pub choice: Vec<Rational>,
}

impl SeatLuck {
    fn new(count: usize) -> Self {
        Self { luck: vec![exact::zero(); count], choice: vec![exact::zero(); count] }
    }
}

impl LuckMeter {
    /// Creates a meter of `count` numbers, all at 0.
    pub fn new(count: usize) -> Self {
        let zeros = vec![exact::zero(); count];
        Self { last: zeros.clone(), luck: zeros.clone(), choice: zeros, by: Vec::new() }
    }

    /// Records a step of the player in `seat`, if the game has seats: the odds `before` it, the odds after the player has
    /// `chosen`, and the odds `after` the chance event.
    pub fn step(&mut self, seat: Option<Seat>, before: &[Rational], chosen: &[Rational], after: &[Rational]) {
        self.last = after.iter().zip(chosen).map(|(after, chosen)| after - chosen).collect();
        add([&mut self.luck, &mut self.choice], before, chosen, after);
        if let Some(seat) = seat.map(usize::from) {
            if self.by.len() <= seat {
                self.by.resize(seat + 1, SeatLuck::new(self.luck.len()));
            }
            let SeatLuck { luck, choice } = &mut self.by[seat];
            add([luck, choice], before, chosen, after);
        }
    }

    /// Returns the changes in the steps of a seat.
    pub fn of_seat(&self, seat: Seat) -> SeatLuck {
        self.by.get(usize::from(seat)).cloned().unwrap_or_else(|| SeatLuck::new(self.luck.len()))
    }
}

/// Adds the changes of numbers in a step to those by luck and by choice.
fn add([luck, choice]: [&mut [Rational]; 2], before: &[Rational], chosen: &[Rational], after: &[Rational]) {
    for (place, chosen) in chosen.iter().enumerate() {
        choice[place] += chosen - &before[place];
        luck[place] += &after[place] - chosen;
    }
}

/// A game in progress, with its steps and the luck of its players. Dereferences to the game.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::guess::Guess;
/// use chancetree::model::Job;
/// use chancetree::play::{PlayedGame as _, guess::GuessSession};
///
/// let (seats, job) = (vec!["human".to_owned(); 2], Job::default());
/// let mut session = GuessSession::new(Guess::new(9, 2)?, seats, 4, &job)?;
/// session.play(5, &job)?;
/// assert_eq!(session.last_step(), "player 1 names 5: lower");
/// assert_eq!(session.steps().len(), 1);
/// // After "lower" each player wins with two of four numbers, and the guess had 5/9.
/// assert_eq!(session.meter().luck, [ratio(-1, 18), ratio(1, 18)]);
///
/// // The same step from a log.
/// let mut replayed = GuessSession::begin(&session.parameters(), &job)?;
/// replayed.replay_step(&session.steps()[0], &job)?;
/// assert_eq!(replayed.position(), session.position());
/// assert!(session.snapshot().steps().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session<G: ?Sized> {
    pub(crate) steps: Vec<Value>,
    last_step: String,
    last_seat: Option<Seat>,
    meter: LuckMeter,
    pub(crate) game: G,
}

/// A session of any game.
///
/// ```
/// use chancetree::games::guess::Guess;
/// use chancetree::model::Job;
/// use chancetree::play::{AnySession, PlayedGame as _, guess::GuessSession, solitaire::SolitaireSession};
///
/// let (seats, job) = (vec!["human".to_owned(); 2], Job::default());
/// let guess: Box<AnySession> = Box::new(GuessSession::new(Guess::new(9, 2)?, seats, 4, &job)?);
/// let solitaire: Box<AnySession> = Box::new(SolitaireSession::seeded(3, 1, &job)?);
/// assert_eq!([guess, solitaire].map(|session| session.family()), ["guess", "solitaire"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AnySession = Session<dyn PlayedGame>;

impl<G: PlayedGame> Session<G> {
    /// Creates a session of a game that has not begun.
    pub fn of(game: G) -> Self {
        let meter = LuckMeter::new(game.measured().len());
        Self { steps: Vec::new(), last_step: String::new(), last_seat: None, meter, game }
    }

    /// Makes a step.
    ///
    /// # Errors
    /// Returns an error and leaves the session unchanged if the rules do not allow the step, or a limit is
    /// exceeded.
    pub fn play(&mut self, entry: G::Entry, job: &Job<'_>) -> Result<(), PlayError> {
        let StepOutcome { seat, measured, logged, text } = self.game.apply(entry, job)?;
        if let Some([before, chosen, after]) = measured {
            self.meter.step(seat, &before, &chosen, &after);
        }
        self.steps.extend(logged);
        (self.last_step, self.last_seat) = (text, seat);
        Ok(())
    }
}

impl<G: PlayedGame + Clone> Session<G> {
    /// Makes a step of a log.
    ///
    /// # Errors
    /// Returns an error and leaves the session unchanged if the step is malformed, or the rules do not allow
    /// it.
    pub fn replay_step(&mut self, step: &Value, job: &Job<'_>) -> Result<(), PlayError> {
        let entries = self.game.parse(step)?;
        let (before, count) = (self.snapshot(), self.steps.len());
        let played = entries.into_iter().try_for_each(|entry| self.play(entry, job));
        played.inspect_err(|_| {
            let mut steps = take(&mut self.steps);
            steps.truncate(count);
            *self = Self { steps, ..before };
        })
    }

    /// Returns a copy of the session without its steps, which is sufficient to show this moment in a replay.
    pub fn snapshot(&self) -> Self {
        let Self { last_step, last_seat, meter, game, .. } = self;
        Self {
            steps: Vec::new(),
            last_step: last_step.clone(),
            last_seat: *last_seat,
            meter: meter.clone(),
            game: game.clone(),
        }
    }
}

impl<G: ?Sized> Session<G> {
    /// Returns the steps so far, in the format of logs.
    pub fn steps(&self) -> &[Value] {
        &self.steps
    }

    /// Describes the last step; empty at the beginning.
    pub fn last_step(&self) -> &str {
        &self.last_step
    }

    /// Returns the seat of the player who made the last step, or `None` at the beginning and in games for one player.
    pub fn last_seat(&self) -> Option<Seat> {
        self.last_seat
    }

    /// Returns the amounts by which chance and choices changed the [measured](PlayedGame::measured) numbers.
    pub fn meter(&self) -> &LuckMeter {
        &self.meter
    }
}

impl<G: ?Sized> Deref for Session<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.game
    }
}
