//! Solved games of Memory: between players who forget nothing, and between players who forget.

use super::decisions::{Decisions, Objective, Rules};
use super::family::{ForgetfulFamilyGame, PlaySettings, ScoredBoard, in_words};
use super::forgetting::Strategy;
use super::tactic::Tactic;
use crate::evaluate::{OptimalPlay, Solution};
use crate::exact::{Rational, ratio};
use crate::family::{CommandError, Refusal, Solved, best, explored, explored_and_solved, reduced_or_whole};
use crate::game::Game as _;
use crate::model::{Error, Graph, Job};
use crate::payoff::Gain;

/// Solves a game of players who forget nothing. If the rules allow it, a reduced game is solved first, in which players
/// who know two pairs or more take one. Its solution holds if taking is best wherever one pair is known; otherwise the
/// whole game is solved. The work can be saved.
///
/// # Errors
/// If play is stuck in some position, a limit of `job` is exceeded, or work cannot be saved or read.
pub fn solve_deciders(game: &Decisions, job: &Job<'_>) -> Result<Solved<Decisions>, CommandError> {
    let taking = game.may_take_first().then(|| game.clone().take_first());
    let takes = |solved: &Solved<_>| takes_known(solved.graph(), solved.solution());
    reduced_or_whole(taking.as_ref(), game, takes, solve_whole, job)
}

/// Solves a game of players who forget nothing with all its choices. The work can be saved.
///
/// # Errors
/// As [`solve_deciders`].
pub fn solve_whole(game: &Decisions, job: &Job<'_>) -> Result<Solved<Decisions>, CommandError> {
    let (explore, wanted) = (|job: &Job<'_>| game.graph(job), game.objective());
    let solve = |graph: &Graph<_>, job: &Job<'_>| best(graph, &wanted, None, job);
    let (graph, solution) = explored_and_solved(explore, check, solve, job)?;
    Ok(Solved(OptimalPlay::new(graph, solution)))
}

/// Solves a game of players who forget: in fractions, or in doubles whose bounds are at most `width` apart if doubles allow it. All
/// players play for `objective`. The work can be saved.
///
/// # Errors
/// If winning is not defined for this number of players, doubles cannot show what [three or more](check_doubles) players do at best, a
/// limit of `job` is exceeded, or work cannot be saved or read.
pub fn solve_forgetful<G: ForgetfulFamilyGame>(
    game: &G,
    position: &ScoredBoard,
    (objective, width): (Objective, Option<f64>),
    job: &Job<'_>,
) -> Result<Solved<G>, CommandError> {
    check_winning(objective, position.scores.len())?;
    // The best play to win depends on the score.
    let scores = (objective == Objective::Win).then_some(&position.scores[..]);
    let explore = |job: &Job<'_>| explored(game, scores, job);
    let solve = |graph: &Graph<G>, job: &Job<'_>| best(graph, &Gain, width, job);
    let (graph, solution) = explored_and_solved(explore, |_| Ok(()), solve, job)?;
    Ok(Solved(OptimalPlay::new(graph, solution)))
}

/// Converts cards into pairs.
pub fn in_pairs(cards: &Rational) -> Rational {
    cards / ratio(2, 1)
}

/// Returns the rules and the objective of a game as options, without defaults.
fn options_of(game: &Decisions) -> String {
    let mut options = String::new();
    if game.is_one_flip() {
        options.push_str(" --one-flip");
    }
    if game.passing() != Rules::NoPass {
        options.push_str(&format!(" --rules {}", game.passing().name()));
    }
    if game.objective() != Objective::Pairs {
        options.push_str(&format!(" --objective {}", game.objective().name()));
    }
    options
}

/// Refuses an explored game with a position in which no player can play on.
///
/// # Errors
/// If there is such a position.
pub fn check(graph: &Graph<Decisions>) -> Result<(), Refusal> {
    let stuck = |&node: &usize| graph.is_end(node) && graph.game().is_stuck(graph.state(node));
    match (0..graph.node_count()).find(stuck) {
        Some(node) => Err(nothing_to_play(graph, node)),
        None => Ok(()),
    }
}

/// Returns the refusal of a node in which no player can play on.
fn nothing_to_play(graph: &Graph<Decisions>, node: usize) -> Refusal {
    let (game, position) = (graph.game(), graph.state(node));
    let table = in_words(position.table);
    if game.follows_table(position) {
        let pairs = graph.state(graph.start()).table.pairs();
        return Refusal::new(format!("the policy has no entry for a table with {table}")).help(format!(
            "chancetree best memory --pairs {pairs}{} --save policy{pairs}.json",
            options_of(game)
        ));
    }
    let what = "no given tactic is possible with";
    Refusal::new(format!("{what} {table}")).help("--tactics T1,T5,T6")
}

impl Solved<Decisions> {
    /// Returns the expected remaining payoff of each seat in `node`, the mover first: pairs, or P(win) - P(loss).
    pub fn payoffs(&self, node: usize) -> Vec<Rational> {
        self.solution().value(node).iter().map(|value| self.unit(value)).collect()
    }

    /// Converts a value into its unit: cards into pairs.
    pub fn unit(&self, value: &Rational) -> Rational {
        match self.graph().game().objective() {
            Objective::Pairs => in_pairs(value),
            Objective::Win => value.clone(),
        }
    }

    /// Returns every action in `node` with its value to the mover.
    pub fn actions(&self, node: usize) -> Vec<(Tactic, Rational)> {
        let actions = OptimalPlay::actions(self, node).into_iter();
        actions.filter_map(|valued| Some((valued.action?, self.unit(&valued.values[0])))).collect()
    }
}

/// Returns whether taking a known pair is best wherever just one is known. Then [`Decisions::take_first`] loses
/// nothing.
pub fn takes_known(graph: &Graph<Decisions>, solution: &Solution) -> bool {
    // No player decides after both have passed.
    let takes = |node| matches!(graph.action(node, solution.policy[node]), Some(Tactic::T1) | None);
    (0..graph.node_count()).all(|node| graph.state(node).table.known != 1 || takes(node))
}

/// Refuses an objective that is not defined for this number of players.
///
/// # Errors
/// If the objective is to win and there are not two players.
pub fn check_winning(objective: Objective, players: usize) -> Result<(), Refusal> {
    if objective != Objective::Win || players == 2 {
        return Ok(());
    }
    let why = format!("is only defined for 2 players, not for {players}");
    Err(Refusal::unfit_value("objective", objective.name(), why).help("--players 2"))
}

/// Refuses doubles for three or more players who forget and play best, because doubles cannot show which actions are best.
///
/// # Errors
/// If there are such players.
pub fn check_doubles(decide: &PlaySettings, players: usize) -> Result<(), Refusal> {
    if !decide.has_best() || players <= 2 {
        return Ok(());
    }
    let what = "doubles cannot show what three or more players who forget do at best";
    Err(Refusal::new(what).help("--players 2, or leave out --approximate"))
}

impl<G: ForgetfulFamilyGame> Solved<G> {
    /// Returns the expected payoff of each seat at the start, the mover first: pairs, or P(win) - P(loss).
    pub fn values(&self) -> Vec<Rational> {
        self.solution().value(self.graph().start())
    }

    /// Returns `true` if the game has decisions.
    pub fn is_decided(&self) -> bool {
        (0..self.graph().node_count()).any(|node| self.action(node).is_some())
    }

    /// Returns `true` if play can return to the start.
    pub fn comes_back(&self) -> bool {
        let (graph, start) = (self.graph(), self.graph().start());
        // The start leads to all other components, so its component is the last one.
        let is_in_cycle = || graph.components().iter().next_back().is_some_and(|nodes| nodes.len() > 1);
        graph.self_loops(start).next().is_some() || !graph.is_acyclic() && is_in_cycle()
    }

    /// Returns the value of each strategy in `node` to the mover, if it is played once, with best play afterwards.
    /// Returns one entry if there is no choice.
    pub fn strategies(&self, node: usize) -> Vec<(Strategy, Rational)> {
        let all = self.actions(node).into_iter();
        all.map(|mut valued| (valued.action.unwrap_or(Strategy::Bold), valued.values.swap_remove(0)))
            .collect()
    }

    /// Returns the expected payoff at the start of a mover who plays `strategy` whenever this table returns, and plays
    /// best elsewhere, with a bound on its error in doubles.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or play may never end.
    pub fn whenever(
        &self,
        strategy: Strategy,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<(Rational, Option<f64>), Error> {
        let graph = self.graph();
        let table = graph.state(graph.start());
        let taken = |node: usize| {
            let is_here = graph.state(node) == table;
            is_here.then(|| graph.actions(node).position(|action| action == Some(strategy))).flatten()
        };
        let graph = self.graph().restricted(&taken, job)?;
        let found = best(&graph, &Gain, width, job)?;
        Ok((found.value(graph.start()).swap_remove(0), found.error()))
    }
}
