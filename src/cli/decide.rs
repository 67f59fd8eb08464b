//! A game of decisions, solved.

use super::checkpoint::Checkpoints;
use super::fail::Fail;
use super::machines;
use super::watch::Watch;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::solve::{Solution, solve_resumed};
use crate::exact::{Rational, ratio};
use crate::games::Explore as _;
use crate::games::memory::decisions::{Cards, Decisions, Objective, Rules, Winning};
use crate::games::memory::family::in_words;
use crate::games::memory::tactic::Tactic;
use crate::model::Graph;
use serde_json::{Value, json};

/// Cards as pairs.
pub(crate) fn in_pairs(cards: &Rational) -> Rational {
    cards / ratio(2, 1)
}

/// The rules and the objective of a game, as options, where they are not the usual ones.
fn typed(game: &Decisions) -> String {
    let rules = match game.passing() {
        Rules::NoPass => "",
        Rules::Tactical => " --rules tactical",
        Rules::FreePass => " --rules free-pass",
    };
    let objective = match game.wanted() {
        Objective::Pairs => "",
        Objective::Win => " --objective win",
    };
    format!("{rules}{objective}")
}

/// The name of what a verb does with a game, for checkpoints and processes. A policy may come from a file: the name of the
/// file does not say what is in it.
pub(crate) fn work(verb: &str, game: &Decisions, parameters: &Value) -> Value {
    json!({ verb: "memory", "game": parameters, "rules": machines::digest(&format!("{game:?}")) })
}

/// A game of decisions with the value of every position.
pub(crate) struct Solved {
    pub(crate) game: Decisions,
    pub(crate) graph: Graph<Decisions>,
    pub(crate) solution: Solution,
}

impl Solved {
    /// Solves `game`. Where it may, it lets those who know two pairs or more take one, and looks afterwards whether
    /// taking was best wherever one pair was known; if not, the whole game is solved.
    pub(crate) fn of(game: Decisions, watch: &Watch) -> Result<Self, Fail> {
        Self::kept(game, &Checkpoints::default(), &Value::Null, watch)
    }

    /// The same with checkpoints, which name the work.
    pub(crate) fn kept(
        game: Decisions,
        checkpoints: &Checkpoints,
        work: &Value,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let stage = |takes_first: bool| json!({ "work": work, "takes_first": takes_first });
        // Once the whole game was begun, it is known that taking was not best.
        if game.may_take_first() && !checkpoints.is_of(&stage(false)) {
            let reduced = Self::one(game.clone().take_first(), checkpoints, &stage(true), watch)?;
            let takes = |node: usize| {
                let one = reduced.graph.state(node).table.known == 1;
                // Nobody decides where both have passed.
                !one || matches!(reduced.solution.action(&reduced.graph, node), Some(Tactic::T1) | None)
            };
            if (0..reduced.graph.node_count()).all(takes) {
                return Ok(reduced);
            }
        }
        Self::one(game, checkpoints, &stage(false), watch)
    }

    /// Solves `game` as it is.
    pub(crate) fn whole(game: Decisions, watch: &Watch) -> Result<Self, Fail> {
        Self::one(game, &Checkpoints::default(), &Value::Null, watch)
    }

    fn one(game: Decisions, checkpoints: &Checkpoints, work: &Value, watch: &Watch) -> Result<Self, Fail> {
        let explain = |error| watch.explain(error);
        let run = watch.run();
        let graph = watch.phase("discover", || game.graph(&run)).map_err(explain)?;
        let stuck = |&node: &usize| graph.is_end(node) && game.is_stuck(graph.state(node));
        if let Some(node) = (0..graph.node_count()).find(stuck) {
            let position = graph.state(node);
            let table = in_words(position.table);
            if game.is_looked_up(position) {
                let pairs = graph.state(graph.start()).table.pairs();
                return Err(Fail::usage(format!("the policy says nothing of a table with {table}")).help(
                    format!(
                        "chancetree best memory --pairs {pairs}{} --save policy{pairs}.json",
                        typed(&game)
                    ),
                ));
            }
            return Err(Fail::usage(format!(
                "with {table} there is nothing to play: no tactic that was given fits the cards there"
            ))
            .help("--tactics T1,T5,T6"));
        }
        let solve = |checkpointer: Option<&dyn Checkpointer>| match game.wanted() {
            Objective::Pairs => solve_resumed(&game, &graph, &Cards, checkpointer, &run),
            Objective::Win => solve_resumed(&game, &graph, &Winning, checkpointer, &run),
        };
        let solution = watch.phase("solve", || checkpoints.keep(work, watch, solve))?;
        Ok(Self { game, graph, solution })
    }

    /// Returns what each seat may still expect in `node`, the mover first: pairs, or P(win) - P(loss).
    pub(crate) fn worth(&self, node: usize) -> Vec<Rational> {
        self.solution.value(node).iter().map(|value| self.unit(value)).collect()
    }

    /// A value in its unit: cards as pairs.
    pub(crate) fn unit(&self, value: &Rational) -> Rational {
        match self.game.wanted() {
            Objective::Pairs => in_pairs(value),
            Objective::Win => value.clone(),
        }
    }

    /// Every action in `node` with its value to the mover.
    pub(crate) fn actions(&self, node: usize) -> Vec<(Tactic, Rational)> {
        self.valued(node).into_iter().map(|(tactic, mut values)| (tactic, values.swap_remove(0))).collect()
    }

    /// Every action in `node` with its value to every seat, the mover first.
    pub(crate) fn valued(&self, node: usize) -> Vec<(Tactic, Vec<Rational>)> {
        let (game, graph) = (&self.game, &self.graph);
        let actions = match game.wanted() {
            Objective::Pairs => self.solution.actions(graph, node),
            Objective::Win => self.solution.actions(graph, node),
        };
        let unit = |values: Vec<Rational>| values.iter().map(|value| self.unit(value)).collect();
        actions.into_iter().filter_map(|valued| Some((valued.action?, unit(valued.values)))).collect()
    }
}
