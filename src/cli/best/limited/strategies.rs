//! Bold or safe: what each strategy is worth at the start of a game, in the readings that are of use.

use super::super::DEFAULT;
use super::Forgetting;
use crate::cli::checkpoint::{Saved, UNSAVED};
use crate::cli::fail::Fail;
use crate::cli::limited_memory::{Continue, decision};
use crate::cli::memory::Position;
use crate::cli::solved::Solved;
use crate::cli::watch::Watch;
use crate::exact::{self, Rational};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Model;
use crate::games::memory::forgetting::{Play, Strategy};

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
        let free = game.decides(&game.start());
        let settled = Solved::settled(game, position, decide.objective(), saved, watch)?;
        let found = Strategies {
            rows: Vec::new(),
            free,
            given: plays[0].always(),
            comes_back: settled.comes_back(),
            alike: !limited.is_own() && plays.iter().all(|play| *play == plays[0]),
            tables: settled.graph.node_count(),
            ties: settled.solution.ties,
        };
        match after {
            Continue::Best => found.once(&settled, watch),
            Continue::Pure => found.pure(&plays, settled.is_decided(), |plays| {
                let game = G::build(limited, position, plays)?;
                Ok(Solved::settled(game, position, Objective::Pairs, UNSAVED, watch)?.values().swap_remove(0))
            }),
        }
    }
}

impl Strategies {
    /// Each strategy once, and whenever this table comes back.
    fn once<G: Model>(mut self, settled: &Solved<G>, watch: &Watch) -> Result<Self, Fail> {
        let again = self.comes_back && self.decides();
        for (strategy, value) in settled.strategies(settled.graph.start()) {
            let whenever = if again { settled.whenever(strategy, watch)? } else { value.clone() };
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
