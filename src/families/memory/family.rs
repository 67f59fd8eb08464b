//! The description of the family: its parameters, and the game that they describe.

mod board;
mod file;
mod limited_memory;
mod pages;
mod play;
mod play_titles;

use board::Lead;
pub use board::{ScoredBoard, Start, in_words, refused};
pub use limited_memory::{ForgetfulFamilyGame, LimitedMemory, MemoryVariant, Remembered};
pub use pages::MAX_PLAYED;
use play::TacticList;
pub use play::{
    InvalidPlay, OFFERED, PlaySettings, SEATS, may_be_file, named, no_one_plays_best, unknown_play,
};
pub use play_titles::ways_legend;

use super::decisions::{Objective, Rules, Stalemate};
use super::limited::SharedMemory;
use super::lineup::Lineup;
use super::odds::BoardOdds;
use super::plan::RobotCostModel;
use super::sampled::of_robots;
use super::separate::SeparateMemory;
use super::solved::{check, check_winning, takes_known};
use super::{MAX_PAIRS, Memory, PairCounts};
use crate::evaluate;
use crate::exact::ratio;
use crate::family::{
    Family, GameArguments, Instance, Nested, Page, Parameter, PayoffKind, Playable, PlayerNames, Refusal,
};
use crate::game::{Game as _, MAX_SEATS};
use crate::model::{Error, Job};
use crate::payoff::Gain;
use serde_json::{Value, json};
use std::sync::Arc;

/// Memory for several players, as a family.
pub struct MemoryFamily;

/// The default number of pairs.
pub const DEFAULT_PAIRS: u16 = 8;

/// The meanings of the tactics, for help.
const TACTICS: &str = "T1: take a known pair. T2: pass. T3: one new card, never taking. T4: a known single and a new card. \
                       T5: one new card. T6: two new cards. T7: refuse a known mate, else two new cards. T8: two new \
                       cards where the first one's mate is known, else one. T9: two new cards, never taking a known mate.";

const PARAMETERS: [Parameter; 18] = [
    Parameter::whole("pairs", "Number of pairs: 8, 1..40, or 2,4,8 [default: 8]", 1, MAX_PAIRS as u64)
        .short('n')
        .implied("8")
        .details(
            "Includes pairs already taken. A range includes both ends: 1..40, 1..=40 and 1-40 are equal.",
        )
        .heading("Board"),
    Parameter::even(
        "cards",
        "Number of cards instead of --pairs, two for each pair",
        2,
        2 * MAX_PAIRS as u64,
    )
    .without(&["pairs"])
    .heading("Board")
    .rare(),
    Parameter::whole("players", "Players", 1, MAX_SEATS as u64)
        .short('p')
        .default_value("2")
        .counting("names")
        .with_placeholder("P")
        .heading("Board")
        .outermost(),
    PlayerNames::OF_ALL.heading("Board"),
    Parameter::whole("unknown", "Pairs with no known card [if not set: the rest]", 0, MAX_PAIRS as u64)
        .with_placeholder("J")
        .heading("Board"),
    Parameter::whole("known-pairs", "Pairs of two known cards", 0, MAX_PAIRS as u64)
        .implied("0")
        .with_placeholder("C")
        .heading("Board"),
    Parameter::list("scores", "Pairs each player has taken [if not set: 0 each]", 0, MAX_PAIRS as u64)
        .details("Player 1, who is to move, comes first.")
        .heading("Board"),
    Parameter::text::<PairCounts>("position", "The cards on the table, instead of --pairs")
        .with_placeholder("k,B,P")
        .details(
            "k: cards on the table. B: known cards. P: known cards whose mates are also known (Gerez 1983).",
        )
        .without(&["pairs", "cards", "unknown", "known-pairs"])
        .heading("Board"),
    Parameter::text::<Lead>("lead", "Lead of player 1 in pairs, instead of --scores")
        .with_placeholder("D")
        .heading("Board")
        .rare(),
    Parameter::names("play", "robots, best, bold, safe, parity, T1 to T9, or a file", play::may_be_file)
        .offering(play::OFFERED)
        .with_placeholder("P1,P2,...")
        .details(
            "One strategy for all players, or one for each player: robots, best, bold, safe, parity, \
             zwick-paterson, a tactic T1 to T9, or a file that best --save wrote. Except for best and policy \
             files, every strategy takes a known pair first (T1), and falls back to bold (T6) when its own \
             move is impossible. [if not set: robots; for the command best: best]",
        )
        .heading("Play"),
    Parameter::text::<TacticList>("tactics", "Tactics that best may choose")
        .implied("all")
        .offering(play::TACTICS)
        .with_placeholder("T1,T5,...")
        .details(TACTICS)
        .heading("Play")
        .rare(),
    Parameter::words("rules", "When a player may pass", Rules::WORDS)
        .implied("no-pass")
        .details("Two passes in a row end the game.")
        .heading("Play"),
    Parameter::flag("one-flip", "A player who takes a pair does not move again")
        .details("One flip is a variation of the usual rules, for players with perfect memory.")
        .without(&["memory", "singles", "unknown-singles"])
        .heading("Play")
        .rare(),
    Parameter::words("objective", "The objective of the players", Objective::WORDS)
        .implied("pairs")
        .heading("Play"),
    Parameter::words("stalemate", "How endless passing counts when players play to win", Stalemate::WORDS)
        .implied("draw")
        .details(
            "Against best play, a pass (T2) is worth at most this result, because the opponent can also pass \
             and end the game.",
        )
        .heading("Play")
        .rare(),
    Parameter::text::<Remembered>("memory", "Cards remembered: a shared limit, or one each (2,5)")
        .with_placeholder("M|M1,M2")
        .offering(&["unlimited"])
        .details(
            "One limit for the shared memory of all players (3 or unlimited), or a limit for each player \
             (2,5). With --memory, players choose between bold and safe (Sjölund & Åstrand).",
        )
        .heading("Memory"),
    Parameter::whole("singles", "Singles: cards without a mate", 0, MAX_PAIRS as u64)
        .implied("0")
        .with_placeholder("K")
        .heading("Memory"),
    Parameter::whole("unknown-singles", "Singles that no player remembers", 0, MAX_PAIRS as u64)
        .implied("all")
        .with_placeholder("F")
        .heading("Memory")
        .rare(),
];

/// The default way to play.
pub const DEFAULT: &str = "robots";

impl Family for MemoryFamily {
    fn name(&self) -> &'static str {
        "memory"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["concentration", "pairs"]
    }

    fn about(&self) -> &'static str {
        "Memory (Concentration, Pairs) with perfect memory, with decisions, or with limited memory"
    }

    fn source(&self) -> &'static str {
        "Bondarenko 2021"
    }

    fn parameters(&self) -> Vec<Parameter> {
        PARAMETERS.to_vec()
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--pairs 8", "--pairs 6 --play best", "--pairs 6 --memory 3"]
    }

    fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        let (position, lineup) = (ScoredBoard::of(given)?, Lineup::read(given, DEFAULT)?);
        match (lineup.limited.is_limited(), lineup.limited.is_separate()) {
            (true, true) => forgetful::<SeparateMemory>(position, &lineup),
            (true, false) => forgetful::<SharedMemory>(position, &lineup),
            (false, _) if lineup.decide.is_robots() => {
                lineup.decide.check_robots(position.scores.len())?;
                Ok(robots(position))
            }
            (false, _) => deciders(position, &lineup),
        }
    }

    /// Robots, players who decide (tables of tactics) and players who forget (strategies) have evaluators of their own.
    fn pages(&self) -> &'static [Page] {
        pages::PAGES
    }
}

/// Computes the odds of robots. Returns the numbers of states and transitions. Unlike the nodes of a graph, these states
/// contain scores.
fn odds(game: &Memory, job: &Job<'_>) -> Result<Option<[u64; 2]>, Error> {
    let found = evaluate::odds(game.graph(job)?.model(), &[], job)?;
    Ok(Some([found.states, found.transitions]))
}

/// Creates the game of robots with perfect memory.
fn robots(position: ScoredBoard) -> Box<dyn Playable> {
    let (stem, board) = (position.file_stem(), position.clone());
    let mut instance = Instance::new(position.game.clone(), PayoffKind::Expected("pairs"), Gain)
        .titled(position.title())
        .sampled(move |graph, with, job| of_robots(&board, graph, with, job))
        .working(odds, "");
    (instance.parameters, instance.stem) = (Some(position.parameters()), Some(stem));
    (instance.names, instance.scores) = (position.names.clone(), Some(position.scores.clone()));
    instance.appearance.layers = "cards turned up + cards taken";
    if position.is_fresh() {
        let rules = json!({ "players": position.game.seats(), "one_flip": position.game.is_one_flip() });
        instance.nested = Some(Nested { rules, size: position.pairs });
        instance.cost = Some(Arc::new(RobotCostModel(position)));
    }
    instance.boxed()
}

/// Creates the game of players who decide and forget nothing.
fn deciders(position: ScoredBoard, lineup: &Lineup) -> Result<Box<dyn Playable>, Refusal> {
    let decide = &lineup.decide;
    let game = decide.game(&position)?;
    let title = position.title_with("player", &format!("; {}", decide.title()));
    let stem = format!("{}-{}-{}", position.file_stem(), decide.rules().name(), decide.objective().name());
    let objective = game.objective();
    let for_pairs = |game| {
        let mut instance = Instance::new(game, PayoffKind::Expected("pairs"), objective);
        instance.unit = ratio(1, 2);
        instance
    };
    let mut instance = match objective {
        // Where players who know two pairs or more may take one, the game in which they take one is tried first.
        Objective::Pairs if game.may_take_first() => {
            let reduced = for_pairs(game.clone().take_first());
            for_pairs(game).reduced_to(reduced, takes_known)
        }
        Objective::Pairs => for_pairs(game),
        Objective::Win => Instance::new(game, PayoffKind::Edge, objective),
    };
    instance.appearance.ends = objective == Objective::Win;
    // If players play to win, a state contains the lead, and a smaller board starts with another lead. Those boards are
    // not nested.
    if objective == Objective::Pairs && position.is_fresh() {
        let rules = json!({
            "players": position.scores.len(),
            "one_flip": position.game.is_one_flip(),
            "decide": decide.parameters(),
        });
        instance.nested = Some(Nested { rules, size: position.pairs });
    }
    let odds = BoardOdds::of_deciders(position, lineup);
    (instance.names, instance.scores) = (odds.position.names.clone(), None);
    (instance.parameters, instance.stem) = (Some(odds.parameters.clone()), Some(stem));
    let instance = instance.checked(check).titled(title);
    Ok(instance.sampled(move |graph, with, job| odds.clone().of_decided(graph, with, job)).boxed())
}

/// Creates the game of players who forget.
fn forgetful<G: ForgetfulFamilyGame + 'static>(
    position: ScoredBoard,
    lineup: &Lineup,
) -> Result<Box<dyn Playable>, Refusal> {
    let Lineup { decide, limited } = lineup;
    let game = lineup.game::<G>(&position)?;
    let title = position.title_with("player", &format!("; {}; {}", limited.title(), decide.title()));
    let stem = format!("{}-{}", position.file_stem(), limited.file_stem());
    let (objective, odds) = (decide.objective(), BoardOdds::of_deciders(position, lineup));
    let mut instance = Instance::new(game, PayoffKind::Expected("pairs"), Gain).titled(title);
    (instance.parameters, instance.stem) = (Some(odds.parameters.clone()), Some(stem));
    (instance.names, instance.scores) = (odds.position.names.clone(), None);
    if objective == Objective::Win {
        check_winning(Objective::Win, odds.position.scores.len())?;
        instance = instance.for_winning(odds.position.scores.clone());
    }
    let sampled =
        instance.sampled(move |graph, with, job| odds.clone().of_forgetful(objective, graph, with, job));
    Ok(sampled.boxed())
}

/// Merges the entries of both objects. Returns `all` alone if `more` is not an object.
pub fn merged(mut all: Value, more: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut all, more) {
        all.extend(more);
    }
    all
}
