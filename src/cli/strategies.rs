//! Bold or safe: what each strategy is worth at the start of a game, in the readings that are of use.

use super::checkpoint::{Saved, UNSAVED};
use super::fail::Fail;
use super::limited_memory::{Continue, comes_back, decision};
use super::memory::Position;
use super::odds::limited::{self, Won};
use super::solved::Solved;
use super::watch::Watch;
use crate::evaluate::solve::{Solution, solve};
use crate::exact::{self, Rational};
use crate::game::Game;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Decide;
use crate::games::memory::family::{LimitedMemory, Model};
use crate::games::memory::forgetting::{Play, Strategy};
use crate::model::{Error, Graph, Run};
use crate::payoff::Gain;
use std::ops::Range;

/// A strategy and what it is worth to the mover.
pub(crate) struct Row {
    pub(crate) strategy: Strategy,
    /// Played once, with best play afterwards; or for ever, where that is asked for.
    pub(crate) value: Rational,
    /// Played whenever this table comes back; `None` for ever.
    pub(crate) whenever: Option<Rational>,
}

/// The strategies to choose from at the start of a game.
pub(crate) struct Strategies {
    /// In ascending order; one where there is nothing to compare.
    pub(crate) rows: Vec<Row>,
    /// `true` if something is remembered, so that a turn can be bold or safe.
    pub(crate) free: bool,
    /// The strategy of the mover, should he not play best.
    pub(crate) given: Option<Strategy>,
    /// `true` if play can come back to this table.
    pub(crate) comes_back: bool,
    /// `true` if the table is the same to whoever moves: all remember together and play alike.
    pub(crate) alike: bool,
    pub(crate) tables: usize,
    pub(crate) ties: u64,
}

impl Strategies {
    /// The strategies on a board; `default` is played by those who are not told otherwise.
    pub(crate) fn of<G: Model>(
        position: &Position,
        decide: &Decide,
        default: &str,
        limited: &LimitedMemory,
        after: Continue,
        saved: Saved<'_>,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let plays = decide.strategies(default)?;
        let game = G::build(limited, position, plays.clone())?;
        let table = game.start();
        let mut found = Self {
            rows: Vec::new(),
            free: game.decides(&table),
            given: plays[0].always(),
            comes_back: false,
            alike: !limited.is_own() && plays.iter().all(|play| *play == plays[0]),
            tables: 0,
            ties: 0,
        };
        if decide.objective() == Objective::Win {
            let won = Won::of(&game, position, saved, watch)?;
            found.comes_back = comes_back(&won.graph, won.graph.start());
            (found.tables, found.ties) = (won.graph.node_count(), won.solution.ties);
            let here = |node: usize| *won.graph.state(node) == table;
            found.once(won.strategies(), |strategy| {
                let solved = |taken: Taken<'_>, run: &Run<'_>| {
                    let graph = won.graph.restricted(taken, run)?;
                    Ok((graph.start(), limited::won(&graph, None, run)?))
                };
                whenever(&won.graph, here, strategy, solved, watch)
            })?;
            return Ok(found);
        }
        let solved = Solved::for_pairs(game.clone(), saved, watch)?;
        let start = solved.graph.start();
        found.comes_back = comes_back(&solved.graph, start);
        (found.tables, found.ties) = (solved.graph.node_count(), solved.solution.ties);
        match after {
            Continue::Best => {
                let here = |node: usize| *solved.graph.state(node) == table;
                found.once(solved.strategies(start), |strategy| {
                    let best = |taken: Taken<'_>, run: &Run<'_>| {
                        let graph = solved.graph.restricted(taken, run)?;
                        Ok((graph.start(), solve(&solved.game, &graph, &Gain, run)?))
                    };
                    whenever(&solved.graph, here, strategy, best, watch)
                })?;
            }
            Continue::Pure => found.pure(&plays, solved.is_decided(), |plays| {
                Ok(Solved::for_pairs(G::build(limited, position, plays)?, UNSAVED, watch)?.value())
            })?,
        }
        Ok(found)
    }

    /// Each strategy once, and whenever this table comes back.
    fn once(
        &mut self,
        valued: Vec<(Strategy, Rational)>,
        kept: impl Fn(Strategy) -> Result<Rational, Fail>,
    ) -> Result<(), Fail> {
        let again = self.comes_back && self.decides();
        for (strategy, value) in valued {
            let whenever = if again { kept(strategy)? } else { value.clone() };
            // A mover who does not choose has one choice without a name.
            let strategy = self.given.filter(|_| self.free).unwrap_or(strategy);
            self.rows.push(Row { strategy, value, whenever: Some(whenever) });
        }
        Ok(())
    }

    /// Each strategy for ever, played by all who play best; bold alone where it is of no use.
    fn pure(
        &mut self,
        plays: &[Play],
        of_use: bool,
        value: impl Fn(Vec<Play>) -> Result<Rational, Fail>,
    ) -> Result<(), Fail> {
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
        Ok(())
    }

    /// Returns `true` if the mover has a choice in this turn.
    pub(crate) fn decides(&self) -> bool {
        self.free && self.given.is_none()
    }

    /// Returns the worth of the best of them.
    pub(crate) fn value(&self) -> Rational {
        self.rows.iter().map(|row| &row.value).max().cloned().unwrap_or_else(exact::zero)
    }

    /// Returns the choice in this turn, as the paper's tables say it.
    pub(crate) fn decision(&self) -> u8 {
        let rows = self.rows.iter().filter(|_| self.decides());
        decision(&rows.map(|row| (row.strategy, row.value.clone())).collect::<Vec<_>>())
    }
}

/// The choices that are taken, by node.
type Taken<'a> = &'a dyn Fn(usize) -> Option<usize>;

/// Returns what a mover may expect at the start who plays `strategy` in all nodes `here`, and best elsewhere; `solved` gives
/// the start and the solution of the game in which some decisions are taken.
fn whenever<G: Game<Action = Strategy>>(
    graph: &Graph<G>,
    here: impl Fn(usize) -> bool,
    strategy: Strategy,
    solved: impl Fn(Taken<'_>, &Run<'_>) -> Result<(usize, Solution), Error>,
    watch: &Watch,
) -> Result<Rational, Fail> {
    let run = watch.run();
    let taken = |node: usize| {
        let action = |edges: Range<usize>| graph.edge(edges.start).2.action;
        let place = here(node).then(|| graph.choices(node).position(|edges| action(edges) == Some(strategy)));
        place.flatten()
    };
    let found = watch.phase("solve", || {
        let (start, solution) = solved(&taken, &run)?;
        Ok(solution.value(start).swap_remove(0))
    });
    found.map_err(|error| watch.explain(error))
}
