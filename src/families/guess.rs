//! Guess a number, as a family: see [`Guess`].

pub use chancetree_games::guess::*;

use crate::exact::ratio;
use crate::family::{
    Domain, Family, GameArguments, Instance, Nested, Page, Parameter, PayoffKind, Playable, PlayerNames,
    Refusal, StartValues, counted,
};
use crate::game::{Game as _, MAX_SEATS, Seat, Weight};
use crate::model::{Error, Job, Progress};
use crate::payoff::Gain;
use serde::Deserialize;
use serde_json::json;

/// Guessing a number, as a family.
pub struct GuessFamily;

const WEIGHTS: Parameter = Parameter::list(
    "weights",
    "Weights of the numbers 1, 2, 3 and so on [if not set: all equal]",
    0,
    Weight::MAX,
);

const NUMBERS: Parameter = Parameter::whole("numbers", "The greatest possible number", 1, MAX_NUMBERS as u64)
    .short('n')
    .default_value("9");

const GUESSES: Parameter = Parameter::whole(
    "guesses",
    "Guesses of all players until the game is a draw [if not set: no limit]",
    1,
    MAX_NUMBERS as u64,
)
.with_placeholder("L");

const PARAMETERS: [Parameter; 5] = [
    NUMBERS,
    Parameter::whole("players", "Players", 1, MAX_SEATS as u64)
        .short('p')
        .default_value("2")
        .counting("names")
        .with_placeholder("P")
        .outermost(),
    PlayerNames::OF_ALL,
    WEIGHTS,
    GUESSES,
];

/// The parameters of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GuessArgs {
    numbers: u16,
    players: Seat,
    #[serde(default)]
    names: PlayerNames,
    weights: Option<Vec<Weight>>,
    guesses: Option<u16>,
}

impl Family for GuessFamily {
    fn name(&self) -> &'static str {
        "guess"
    }

    fn about(&self) -> &'static str {
        ABOUT
    }

    fn details(&self) -> &'static str {
        DETAILS
    }

    fn source(&self) -> &'static str {
        "Sjölund and Åstrand"
    }

    fn parameters(&self) -> Vec<Parameter> {
        PARAMETERS.to_vec()
    }

    fn examples(&self) -> &'static [&'static str] {
        EXAMPLES
    }

    fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        let GuessArgs { numbers, players, names, weights, guesses } = given.read();
        names.check(players.into())?;
        let game = Guess::of(numbers, players.into(), weights.as_deref(), guesses).map_err(refusal)?;
        let given_players = players;
        let players = counted(players, "player");
        let mut title = format!("Guess a number from 1 to {numbers}, {players}");
        title.push_str(if game.is_uniform() { "" } else { ", drawn by weights" });
        if let Some(guesses) = guesses {
            title.push_str(&if guesses == 1 {
                ", 1 guess".to_owned()
            } else {
                format!(", {guesses} guesses")
            });
        }
        let no_winner = guesses.map(|_| "no one wins");
        let is_uniform = game.is_uniform();
        let is_nested = is_uniform && guesses.is_none();
        // A single player without a limit always wins, so the number of guesses is what counts.
        let is_counted = given_players == 1 && guesses.is_none();
        let mut instance = match is_counted {
            true => Instance::new(game, PayoffKind::Expected("guesses"), FewGuesses).evaluated_by(fewest),
            false => Instance::new(game, PayoffKind::Wins { no_winner }, Gain).evaluated_by(uniform),
        }
        .titled(title);
        if is_counted {
            instance.unit = ratio(-1, 1);
        }
        instance.names = names;
        // Equal weights are the default, and answers do not repeat them.
        if weights.is_some() && is_uniform {
            let given = given.without("weights");
            (instance.parameters, instance.stem) = (Some(given.echo()), Some(given.stem("guess")));
        }
        instance.nested = is_nested.then(|| Nested { rules: json!({ "players": players }), size: numbers });
        #[cfg(feature = "distributed")]
        let instance = if is_counted { instance } else { instance.shareable() };
        Ok(instance.boxed())
    }

    fn pages(&self) -> &'static [Page] {
        PAGES
    }
}

/// Finds the odds by interval lengths, if all numbers are equally likely and guesses are unlimited.
fn uniform(game: &Guess, job: &Job<'_>) -> Result<Option<StartValues>, Error> {
    let has_limit = game.canonical(game.start()).left.is_some();
    if has_limit || !game.is_uniform() {
        return Ok(None);
    }
    let (numbers, players) = (game.numbers(), game.seats());
    let states = UniformOdds::states(numbers);
    job.tick(Progress { states, ..Progress::default() })?;
    let odds = UniformOdds::up_to(numbers, players, |length| {
        job.monitor.part_done(u64::from(length).pow(2), u64::from(numbers).pow(2));
        job.tick(Progress { states: length.into(), ..Progress::default() })
    })?;
    Ok(Some(StartValues {
        values: odds.hits(numbers).iter().map(|&hits| ratio(hits, numbers)).collect(),
        states,
        transitions: UniformOdds::transitions(numbers),
        ties: odds.ties(numbers),
    }))
}

/// Finds the fewest expected guesses of a single player by interval lengths, if all numbers are equally likely.
fn fewest(game: &Guess, job: &Job<'_>) -> Result<Option<StartValues>, Error> {
    if !game.is_uniform() {
        return Ok(None);
    }
    let numbers = game.numbers();
    let guesses = UniformGuesses::up_to(numbers, |length| {
        job.monitor.part_done(u64::from(length).pow(2), u64::from(numbers).pow(2));
        job.tick(Progress { states: length.into(), ..Progress::default() })
    })?;
    Ok(Some(StartValues {
        values: vec![ratio(guesses.sum(numbers), numbers)],
        states: UniformOdds::states(numbers),
        transitions: UniformOdds::transitions(numbers),
        ties: guesses.ties(numbers),
    }))
}

/// The options of the command `play`.
#[derive(Debug, Deserialize)]
pub struct GuessPlayArgs {
    /// The largest number.
    pub numbers: u16,
    /// The weight of each number.
    pub weights: Option<Vec<Weight>>,
    /// The maximum number of guesses.
    pub guesses: Option<u16>,
    /// The player in each seat. Empty if none was typed.
    #[serde(default)]
    pub seats: Vec<String>,
    /// The names of the players: of all seats, or of the people.
    #[serde(default)]
    pub names: PlayerNames,
    /// The pause before a guess of a robot, in milliseconds.
    pub pause: u64,
}

/// The largest number that human players guess.
pub const MAX_PLAYED: u16 = 100;

const ABOUT: &str = "Guess a secret number in turn, with answers lower or higher";

/// The description of commands whose answers name no player.
const NAMELESS: &str = "Guess a secret number in turn, with answers lower or higher (Sjölund and Åstrand)";

const DETAILS: &str = "Each player maximises their own probability of winning; among equally good guesses, players take \
                       the lowest number. With --guesses, the game may end in a draw. A single player without --guesses \
                       minimises the expected number of guesses.";

const EXAMPLES: &[&str] =
    &["--numbers 9", "--numbers 20 --players 3", "--numbers 4 --weights 1,2,3,4 --guesses 2"];

/// Returns the page of a command that refuses names.
const fn nameless(command: &'static str) -> Page {
    Page::new(command, NAMELESS, EXAMPLES).details(DETAILS).without_options(&["names"])
}

const PAGES: &[Page] = &[
    nameless("count"),
    nameless("plan"),
    Page::new(
        "play",
        ABOUT,
        &[
            "--numbers 9",
            "--numbers 9 --names Anna,Ben",
            "--numbers 20 --seats human,best,best --seed 3",
            "--numbers 6 --weights 1,2,3,3,2,1 --guesses 3",
        ],
    )
    .details("The odds assume that everyone guesses best from now on.")
    .taking(&[])
    .with(&[
        Parameter { domain: Domain::Number(1, MAX_PLAYED as u64), ..NUMBERS.heading("Game") },
        WEIGHTS.heading("Game"),
        Parameter { domain: Domain::Number(1, MAX_PLAYED as u64), ..GUESSES.heading("Game") },
        Parameter::names(
            "seats",
            "The players in order of their seats, up to 8: human or best [default: human,best]",
            |_| false,
        )
        .offering(&["human", "best"])
        .with_placeholder("S1,S2,...")
        .replacing("players", "human,best")
        .heading("Players"),
        PlayerNames::OF_PLAY,
        Parameter::number("pause", "Pause before each guess of a robot, in milliseconds", 0, 60_000)
            .default_value("900")
            .with_placeholder("MS")
            .heading("Players"),
    ]),
];

/// Returns the refusal of an impossible game, with the options to type instead.
pub fn refusal(why: ImpossibleGuess) -> Refusal {
    let refusal = Refusal::new(why.to_string());
    match why {
        ImpossibleGuess::Weights { weights, .. } => refusal.help(format!("--numbers {weights}")),
        ImpossibleGuess::NoWeight | ImpossibleGuess::TooHeavy => refusal.help("leave out --weights"),
        _ => refusal,
    }
}
