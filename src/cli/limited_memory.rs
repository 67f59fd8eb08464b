//! Reads what the players of `memory` remember, and singles among the pairs (Sjölund & Åstrand).

use super::checkpoint::Checkpoints;
use super::decide::Decide;
use super::fail::Fail;
use super::memory::{Position, refused};
use super::range::whole;
use super::watch::Watch;
use crate::depict::Depict;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::solve::{Solution, solve_resumed};
use crate::exact::Rational;
use crate::game::Game;
use crate::games::Explore;
use crate::games::memory::MOST_PAIRS;
use crate::games::memory::forgetting::{Forgetful, Play, Strategy};
use crate::games::memory::limited::{Limited, Recalled};
use crate::games::memory::separate::Separate;
use crate::model::Graph;
use crate::payoff::Gain;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::collections::HashSet;

/// What is remembered.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Memory")]
pub(crate) struct LimitedMemory {
    /// Cards that are remembered, together or by each: 2,5
    ///
    /// One limit for what the players remember together, or unlimited; or a
    /// limit for each player: 2,5. With it they are bold or safe (Sjölund &
    /// Åstrand). [default: unlimited]
    #[arg(long, value_name = "M|M1,M2", allow_hyphen_values = true, value_parser = memory)]
    memory: Option<Memory>,
    /// Singles among the pairs: cards without a mate [default: 0]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = whole(0, MOST_PAIRS))]
    singles: Option<u16>,
    /// Singles that nobody remembers [default: all]
    #[arg(long, value_name = "F", allow_negative_numbers = true, value_parser = whole(0, MOST_PAIRS),
        requires = "singles", hide_short_help = true)]
    unknown_singles: Option<u16>,
}

/// The number of cards that are remembered; `None` without a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Memory {
    /// By all players together.
    Shared(Option<u16>),
    /// By each player.
    Own(Vec<Option<u16>>),
}

/// Reads it: 5, unlimited, or one for each player, as in 2,5.
pub(crate) fn memory(text: &str) -> Result<Memory, String> {
    let limit = |text: &str| match text {
        "unlimited" => Ok(None),
        _ => text.parse().ok().filter(|&cards| cards <= 2 * MOST_PAIRS).map(Some).ok_or_else(|| {
            "a number of cards from 0, or unlimited, is needed, or one such for each player".to_owned()
        }),
    };
    match text.contains(',') {
        true => text.split(',').map(limit).collect::<Result<_, _>>().map(Memory::Own),
        false => limit(text).map(Memory::Shared),
    }
}

/// A limit in words.
fn words(limit: Option<u16>) -> String {
    limit.map_or_else(|| "unlimited".to_owned(), |limit| limit.to_string())
}

/// How play goes on after the turn that is valued.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Continue {
    /// As well as possible
    #[default]
    Best,
    /// All who play best keep to the strategy for ever
    Pure,
}

impl LimitedMemory {
    /// A memory of so many cards for each player.
    pub(crate) fn own(cards: &[u16]) -> Self {
        let own = cards.iter().copied().map(Some).collect();
        Self { memory: Some(Memory::Own(own)), ..Self::default() }
    }

    /// Returns `true` if memory is limited or singles are there, so that the players are bold or safe.
    pub(crate) fn is_given(&self) -> bool {
        self.memory.is_some() || self.singles.is_some_and(|singles| singles > 0)
    }

    /// Returns `true` if each player has a memory of his own.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.memory, Some(Memory::Own(_)))
    }

    /// The cards that everybody can remember; `None` without a limit.
    pub(crate) fn limit(&self) -> Option<u16> {
        match &self.memory {
            None => None,
            Some(Memory::Shared(limit)) => *limit,
            Some(Memory::Own(limits)) => limits.iter().flatten().min().copied(),
        }
    }

    /// The table of a board.
    pub(crate) fn start(&self, position: &Position) -> Result<Recalled, Fail> {
        let singles = self.singles.unwrap_or(0);
        let unseen = self.unknown_singles.unwrap_or(singles);
        if unseen > singles {
            return Err(Fail::usage(format!(
                "{unseen} unknown singles are more than the {singles} there are"
            )));
        }
        let table = position.table;
        if table.known > 0 {
            return Err(Fail::usage(
                "with --memory or --singles a known pair is taken before play begins; --known-pairs is 0",
            ));
        }
        Ok(Recalled {
            known: 0,
            half: table.half,
            unknown: table.unknown,
            singles: singles - unseen,
            unseen_singles: unseen,
            mover: 0,
        })
    }

    /// The game on a board.
    pub(crate) fn game<G: Model>(
        &self,
        position: &Position,
        decide: &Decide,
        default: &str,
    ) -> Result<G, Fail> {
        G::build(self, position, decide.strategies(default)?)
    }

    /// Returns what is remembered, as JSON repeats it.
    pub(crate) fn parameters(&self) -> Value {
        let singles = self.singles.unwrap_or(0);
        let number = |limit: Option<u16>| limit.map_or_else(|| json!("unlimited"), |limit| json!(limit));
        json!({
            "memory": match &self.memory {
                Some(Memory::Own(limits)) => limits.iter().copied().map(number).collect(),
                _ => number(self.limit()),
            },
            "singles": singles,
            "unknown_singles": self.unknown_singles.unwrap_or(singles),
        })
    }

    /// Returns what is remembered, as a part of a file name.
    pub(crate) fn file_stem(&self) -> String {
        let memory = self.limits("-");
        format!("memory{memory}-singles{}", self.singles.unwrap_or(0))
    }

    /// All parameters of a board, as JSON repeats them.
    pub(crate) fn parameters_of(&self, position: &Position, decide: &Decide, default: &str) -> Value {
        let mut parameters = position.parameters();
        for more in [decide.parameters(default), self.parameters()] {
            if let (Value::Object(all), Value::Object(more)) = (&mut parameters, more) {
                all.extend(more);
            }
        }
        parameters
    }

    /// Returns what is remembered, in words.
    pub(crate) fn title(&self) -> String {
        let memory = self.limits(", ");
        let singles = self.singles.unwrap_or(0);
        let unseen = self.unknown_singles.unwrap_or(singles);
        match singles {
            0 => format!("memory: {memory}"),
            _ => format!("memory: {memory}; singles: {singles}, {unseen} of them unknown"),
        }
    }

    /// The limits in words.
    fn limits(&self, between: &str) -> String {
        match &self.memory {
            Some(Memory::Own(limits)) => {
                limits.iter().map(|&limit| words(limit)).collect::<Vec<_>>().join(between)
            }
            _ => words(self.limit()),
        }
    }
}

/// A game of forgetting as the command line builds it.
pub(crate) trait Model: Forgetful + Depict + Clone {
    /// The game on a board with these players.
    fn build(limited: &LimitedMemory, position: &Position, plays: Vec<Play>) -> Result<Self, Fail>;
}

impl Model for Limited {
    fn build(limited: &LimitedMemory, position: &Position, plays: Vec<Play>) -> Result<Self, Fail> {
        let players = position.scores.len() as u8;
        Self::new(limited.start(position)?, players, limited.limit())
            .and_then(|game| game.plays(plays))
            .map_err(|error| refused(&error))
    }
}

impl Model for Separate {
    fn build(limited: &LimitedMemory, position: &Position, plays: Vec<Play>) -> Result<Self, Fail> {
        let Some(Memory::Own(memories)) = &limited.memory else {
            return Err(Fail::usage("each player needs a memory of his own").help("--memory 2,5"));
        };
        let (players, limits) = (position.scores.len(), memories.len());
        if players != limits {
            return Err(Fail::usage(format!("{limits} memories, but {players} players; one is for each"))
                .help(format!("--players {limits}")));
        }
        let start = limited.start(position)?;
        Self::new(start.half, start.unknown, start.singles, start.unseen_singles, memories.clone())
            .and_then(|game| game.plays(plays))
            .map_err(|error| refused(&error))
    }
}

/// A game of forgetting with the value of every table.
pub(crate) struct Solved<G: Game> {
    pub(crate) game: G,
    pub(crate) graph: Graph<G>,
    pub(crate) solution: Solution,
}

impl<G: Explore + Game<Action = Strategy>> Solved<G> {
    pub(crate) fn of(game: G, watch: &Watch) -> Result<Self, Fail> {
        Self::kept(game, (&Checkpoints::default(), &Value::Null), watch)
    }

    /// The same with checkpoints, which name the work.
    pub(crate) fn kept(
        game: G,
        (checkpoints, work): (&Checkpoints, &Value),
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let run = watch.run();
        let graph = watch.phase("discover", || game.graph(&run)).map_err(|error| watch.explain(error))?;
        let solve =
            |checkpointer: Option<&dyn Checkpointer>| solve_resumed(&game, &graph, &Gain, checkpointer, &run);
        let solution = watch.phase("solve", || checkpoints.keep(work, watch, solve))?;
        Ok(Self { game, graph, solution })
    }

    /// Returns what each seat may still expect, the mover first.
    pub(crate) fn worth(&self, node: usize) -> Vec<Rational> {
        self.solution.value(node)
    }

    /// Returns what the mover may expect at the start.
    pub(crate) fn value(&self) -> Rational {
        self.worth(self.graph.start()).swap_remove(0)
    }

    /// Returns `true` if anybody decides anything.
    pub(crate) fn is_decided(&self) -> bool {
        (0..self.graph.node_count()).any(|node| self.solution.action(&self.graph, node).is_some())
    }

    /// Returns the worth of each strategy in `node`, played once, with best play afterwards; one if there is no choice.
    pub(crate) fn strategies(&self, node: usize) -> Vec<(Strategy, Rational)> {
        let valued = self.solution.actions(&self.graph, node);
        valued
            .into_iter()
            .map(|valued| (valued.action.unwrap_or(Strategy::Bold), valued.values[0].clone()))
            .collect()
    }
}

/// Returns `true` if play can come back to `node`.
pub(crate) fn comes_back<G: Game>(graph: &Graph<G>, node: usize) -> bool {
    let layer = graph.layer(node);
    let (mut seen, mut stack) = (HashSet::new(), vec![node]);
    while let Some(from) = stack.pop() {
        for edge in graph.edges_of(from) {
            let to = graph.edge(edge).1;
            if to == node {
                return true;
            }
            if graph.layer(to) == layer && seen.insert(to) {
                stack.push(to);
            }
        }
    }
    false
}

/// Returns which strategy is best, as the paper's tables say it.
pub(crate) fn decision(strategies: &[(Strategy, Rational)]) -> u8 {
    match strategies {
        [(_, bold), (_, safe)] if bold > safe => 1,
        [(_, bold), (_, safe)] if bold < safe => 0,
        _ => 2,
    }
}
