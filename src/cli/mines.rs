//! Errors of the risks of a position of Minesweeper.

use super::context::Context;
use super::fail::Fail;
use crate::games::mines::risk::RiskError;
use crate::games::mines::risks::{Layout, MinesSource};

/// Returns why there are no risks of a position.
pub(crate) fn explain(layout: &Layout, why: RiskError, mines_from: MinesSource, context: &Context) -> Fail {
    match layout.refusal(&why, mines_from) {
        Some(refusal) => refusal.into(),
        None => unknown(why, context),
    }
}

/// Returns why there are no risks of a position that the mines can fit.
pub(crate) fn unknown(why: RiskError, context: &Context) -> Fail {
    match why {
        RiskError::Engine(error) => context.explain(error),
        other => Fail::beyond(other.to_string()),
    }
}
