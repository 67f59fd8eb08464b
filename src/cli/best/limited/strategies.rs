//! Bold or safe: what each strategy is worth at the start of a game, in the readings that are of use.

use super::super::DEFAULT;
use super::Forgetting;
use crate::cli::checkpoint::{Saved, UNSAVED};
use crate::cli::fail::Fail;
use crate::cli::memory::Position;
use crate::cli::solved::settled as solve;
use crate::cli::watch::Watch;
use crate::exact::Rational;
use crate::family::Solved;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::Model;
use crate::games::memory::forgetting::{Play, Strategy};
use crate::games::memory::strategies::{Continue, Row, Strategies};

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
        let settled = solve(game, position, decide.objective(), saved, watch)?;
        let found = Strategies {
            rows: Vec::new(),
            free,
            given: plays[0].always(),
            comes_back: settled.comes_back(),
            alike: !limited.is_own() && plays.iter().all(|play| *play == plays[0]),
            tables: settled.graph.node_count(),
            ties: settled.solution.ties,
            objective: decide.objective(),
            after,
        };
        match after {
            Continue::Best => once(found, &settled, watch),
            Continue::Pure => pure(found, &plays, settled.is_decided(), |plays| {
                let game = G::build(limited, position, plays)?;
                Ok(solve(game, position, Objective::Pairs, UNSAVED, watch)?.values().swap_remove(0))
            }),
        }
    }
}

/// Each strategy once, and whenever this table comes back.
fn once<G: Model>(mut found: Strategies, settled: &Solved<G>, watch: &Watch) -> Result<Strategies, Fail> {
    let again = found.comes_back && found.decides();
    for (strategy, value) in settled.strategies(settled.graph.start()) {
        let whenever = if again {
            let found = watch.phase("solve", || settled.whenever(strategy, &watch.run()));
            found.map_err(|error| watch.explain(error))?
        } else {
            value.clone()
        };
        // A mover who does not choose has one choice without a name.
        let strategy = found.given.filter(|_| found.free).unwrap_or(strategy);
        found.rows.push(Row { strategy, value, whenever: Some(whenever) });
    }
    Ok(found)
}

/// Each strategy for ever, played by all who play best; bold alone where it is of no use.
fn pure(
    mut found: Strategies,
    plays: &[Play],
    of_use: bool,
    value: impl Fn(Vec<Play>) -> Result<Rational, Fail>,
) -> Result<Strategies, Fail> {
    let offered = match found.given {
        Some(strategy) => vec![strategy],
        None if of_use => vec![Strategy::Bold, Strategy::Safe],
        None => vec![Strategy::Bold],
    };
    for strategy in offered {
        let forever = |play: &Play| Play::Always(play.always().unwrap_or(strategy));
        let value = value(plays.iter().map(forever).collect())?;
        found.rows.push(Row { strategy, value, whenever: None });
    }
    Ok(found)
}
