//! Games of Minesweeper, as verbs with code of their own ask for them.

use super::context::Context;
use super::described::Inquiry;
use super::fail::Fail;
use crate::family::{Given, Refusal};
use crate::games::mines::family::Asked;
use crate::games::mines::game::Mines;
use crate::games::mines::risk::Unknown;
use crate::games::mines::risks::{Layout, MinesSource};

/// The games that the odds are asked of.
pub(crate) fn games(question: &Inquiry<'_>, context: &Context) -> Result<Vec<(Given, Mines)>, Fail> {
    let all = question.games_within(context)?;
    let game = |given: &Given| {
        let asked = Asked(given);
        asked.how().map_err(|refusal| question.refused(refusal))?;
        let game = asked.game().map_err(|why| refused(asked, question, why, &asked.simulated()))?;
        Ok((given.clone(), game))
    };
    all.iter().map(game).collect()
}

/// Returns why there is no such game; if its board is too large, `options` are those of the simulation that answers instead.
pub(crate) fn refused(asked: Asked<'_>, question: &Inquiry<'_>, refusal: Refusal, options: &str) -> Fail {
    match asked.too_large() {
        Some(board) => Fail::usage(refusal.what).help(format!("chancetree simulate mines{board}{options}")),
        None => question.refused(refusal),
    }
}

/// Returns why there are no risks of a position.
pub(crate) fn explain(layout: &Layout, why: Unknown, mines_from: MinesSource, context: &Context) -> Fail {
    match layout.refusal(&why, mines_from) {
        Some(refusal) => refusal.into(),
        None => unknown(why, context),
    }
}

/// Returns why there are no risks of a position that the mines can fit.
pub(crate) fn unknown(why: Unknown, context: &Context) -> Fail {
    match why {
        Unknown::Engine(error) => context.explain(error),
        other => Fail::beyond(other.to_string()),
    }
}
