//! Bold or safe: what each strategy is worth at the start of a game, in the readings that are of use.

use super::super::DEFAULT;
use super::Forgetting;
use crate::cli::checkpoint::{Saved, UNSAVED};
use crate::cli::fail::Fail;
use crate::cli::limited_memory::{Continue, comes_back, decision, strategies};
use crate::cli::memory::Position;
use crate::cli::odds::limited::{self, Won};
use crate::cli::solved::Solved;
use crate::cli::watch::Watch;
use crate::evaluate::solve::{Solution, solve};
use crate::exact::{self, Rational};
use crate::game::Game;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Model;
use crate::games::memory::forgetting::{Play, Strategy};
use crate::model::{Error, Graph, Run};
use crate::payoff::Gain;
use std::ops::Range;

/// A strategy and what it is worth to the mover.
pub(super) struct Row {
    pub(super) strategy: Strategy,
    /// Played once, with best play afterwards; or for ever, where that is asked for.
    pub(super) value: Rational,
    /// Played whenever this table comes back; `None` for ever.
    pub(super) whenever: Option<Rational>,
}

/// The strategies to choose from at the start of a game.
pub(super) struct Strategies {
    /// In ascending order; one where there is nothing to compare.
    pub(super) rows: Vec<Row>,
    /// `true` if something is remembered, so that a turn can be bold or safe.
    pub(super) free: bool,
    /// The strategy of the mover, should he not play best.
    pub(super) given: Option<Strategy>,
    /// `true` if play can come back to this table.
    pub(super) comes_back: bool,
    /// `true` if the table is the same to whoever moves: all remember together and play alike.
    pub(super) alike: bool,
    pub(super) tables: usize,
    pub(super) ties: u64,
}

impl Forgetting<'_> {
    /// Returns the strategies on a board.
    pub(super) fn strategies<G: Model>(
        &self,
        position: &Position,
        saved: Saved<'_>,
    ) -> Result<Strategies, Fail> {
        let Self { decide, limited, after, watch } = *self;
        let plays = decide.strategies(DEFAULT)?;
        let game = G::build(limited, position, plays.clone())?;
        let mut found = Strategies {
            rows: Vec::new(),
            free: game.decides(&game.start()),
            given: plays[0].always(),
            comes_back: false,
            alike: !limited.is_own() && plays.iter().all(|play| *play == plays[0]),
            tables: 0,
            ties: 0,
        };
        if decide.objective() == Objective::Win {
            let won = Won::of(&game, position, saved, watch)?;
            found.measure(&won.graph, &won.solution);
            let solved = |taken: Taken<'_>, run: &Run<'_>| {
                let graph = won.graph.restricted(taken, run)?;
                Ok((graph.start(), limited::won(&graph, None, run)?))
            };
            return found.once(&won.graph, &won.solution, solved, watch);
        }
        let solved = Solved::for_pairs(game, saved, watch)?;
        found.measure(&solved.graph, &solved.solution);
        match after {
            Continue::Best => {
                let best = |taken: Taken<'_>, run: &Run<'_>| {
                    let graph = solved.graph.restricted(taken, run)?;
                    Ok((graph.start(), solve(&solved.game, &graph, &Gain, run)?))
                };
                found.once(&solved.graph, &solved.solution, best, watch)
            }
            Continue::Pure => found.pure(&plays, solved.is_decided(), |plays| {
                Ok(Solved::for_pairs(G::build(limited, position, plays)?, UNSAVED, watch)?.value())
            }),
        }
    }
}

impl Strategies {
    /// Enters the size of the game, and whether play can come back to its start.
    fn measure<G: Game>(&mut self, graph: &Graph<G>, solution: &Solution) {
        self.comes_back = comes_back(graph, graph.start());
        (self.tables, self.ties) = (graph.node_count(), solution.ties);
    }

    /// Each strategy once, and whenever this table comes back; `solved` gives the start and the solution of the game in
    /// which some decisions are taken.
    fn once<G: Game<Action = Strategy>>(
        mut self,
        graph: &Graph<G>,
        solution: &Solution,
        solved: impl Fn(Taken<'_>, &Run<'_>) -> Result<(usize, Solution), Error>,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let again = self.comes_back && self.decides();
        for (strategy, value) in strategies(solution, graph, graph.start()) {
            let whenever = if again { whenever(graph, strategy, &solved, watch)? } else { value.clone() };
            // A mover who does not choose has one choice without a name.
            let strategy = self.given.filter(|_| self.free).unwrap_or(strategy);
            self.rows.push(Row { strategy, value, whenever: Some(whenever) });
        }
        Ok(self)
    }

    /// Each strategy for ever, played by all who play best; bold alone where it is of no use.
    fn pure(
        mut self,
        plays: &[Play],
        of_use: bool,
        value: impl Fn(Vec<Play>) -> Result<Rational, Fail>,
    ) -> Result<Self, Fail> {
        let offered = match self.given {
            Some(strategy) => vec![strategy],
            None if of_use => vec![Strategy::Bold, Strategy::Safe],
            None => vec![Strategy::Bold],
        };
        for strategy in offered {
            let forever = |play: &Play| Play::Always(play.always().unwrap_or(strategy));
            let value = value(plays.iter().map(forever).collect())?;
            self.rows.push(Row { strategy, value, whenever: None });
        }
        Ok(self)
    }

    /// Returns `true` if the mover has a choice in this turn.
    pub(super) fn decides(&self) -> bool {
        self.free && self.given.is_none()
    }

    /// Returns the worth of the best of them.
    pub(super) fn value(&self) -> Rational {
        self.rows.iter().map(|row| &row.value).max().cloned().unwrap_or_else(exact::zero)
    }

    /// Returns the choice in this turn, as the paper's tables say it.
    pub(super) fn decision(&self) -> u8 {
        let rows = self.rows.iter().filter(|_| self.decides());
        decision(&rows.map(|row| (row.strategy, row.value.clone())).collect::<Vec<_>>())
    }
}

/// The choices that are taken, by node.
type Taken<'a> = &'a dyn Fn(usize) -> Option<usize>;

/// Returns what a mover may expect at the start who plays `strategy` whenever the table there comes back, and best elsewhere.
fn whenever<G: Game<Action = Strategy>>(
    graph: &Graph<G>,
    strategy: Strategy,
    solved: impl Fn(Taken<'_>, &Run<'_>) -> Result<(usize, Solution), Error>,
    watch: &Watch,
) -> Result<Rational, Fail> {
    let run = watch.run();
    let table = graph.state(graph.start());
    let taken = |node: usize| {
        let action = |edges: Range<usize>| graph.edge(edges.start).2.action;
        let is_here = graph.state(node) == table;
        let place = is_here.then(|| graph.choices(node).position(|edges| action(edges) == Some(strategy)));
        place.flatten()
    };
    let found = watch.phase("solve", || {
        let (start, solution) = solved(&taken, &run)?;
        Ok(solution.value(start).swap_remove(0))
    });
    found.map_err(|error| watch.explain(error))
}
