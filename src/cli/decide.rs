//! A game of decisions, solved.

use super::checkpoint::Saved;
use super::fail::Fail;
use super::machines;
use super::solved::{Solved, discovered};
use super::watch::Watch;
use crate::exact::{Rational, ratio};
use crate::games::memory::decisions::{Decisions, Objective, Rules, Wanted, takes_known};
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

impl Solved<Decisions> {
    /// Solves `game`. Where it may, it lets those who know two pairs or more take one, and looks afterwards whether
    /// taking was best wherever one pair was known; if not, the whole game is solved.
    pub(crate) fn of(game: Decisions, (checkpoints, work): Saved<'_>, watch: &Watch) -> Result<Self, Fail> {
        let stage = |takes_first: bool| json!({ "work": work, "takes_first": takes_first });
        // Once the whole game was begun, it is known that taking was not best.
        if game.may_take_first() && !checkpoints.is_of(&stage(false)) {
            let reduced = Self::whole(game.clone().take_first(), (checkpoints, &stage(true)), watch)?;
            if takes_known(&reduced.graph, &reduced.solution) {
                return Ok(reduced);
            }
        }
        Self::whole(game, (checkpoints, &stage(false)), watch)
    }

    /// Solves `game` as it is.
    pub(crate) fn whole(game: Decisions, saved: Saved<'_>, watch: &Watch) -> Result<Self, Fail> {
        let graph = discovered(&game, watch)?;
        let stuck = |&node: &usize| graph.is_end(node) && game.is_stuck(graph.state(node));
        if let Some(node) = (0..graph.node_count()).find(stuck) {
            return Err(nothing_to_play(&game, &graph, node));
        }
        Self::wanting(&Wanted, game, graph, saved, watch)
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
        let actions = self.solution.actions(&self.graph, node);
        let unit = |values: Vec<Rational>| values.iter().map(|value| self.unit(value)).collect();
        actions.into_iter().filter_map(|valued| Some((valued.action?, unit(valued.values)))).collect()
    }
}

/// Returns why nobody can play on in a node.
fn nothing_to_play(game: &Decisions, graph: &Graph<Decisions>, node: usize) -> Fail {
    let position = graph.state(node);
    let table = in_words(position.table);
    if game.is_looked_up(position) {
        let pairs = graph.state(graph.start()).table.pairs();
        return Fail::usage(format!("the policy says nothing of a table with {table}")).help(format!(
            "chancetree best memory --pairs {pairs}{} --save policy{pairs}.json",
            typed(game)
        ));
    }
    let what = "there is nothing to play: no tactic that was given fits the cards there";
    Fail::usage(format!("with {table} {what}")).help("--tactics T1,T5,T6")
}
