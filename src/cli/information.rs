//! `information`: how much a game tells about a player, so that the board can be chosen.

use super::context::Context;
use super::described::Inquiry;
use super::fail::Fail;
use super::print::{self, Print};
use crate::family::{counted, several};
use crate::games::solitaire::imperfect;
use crate::games::solitaire::imperfect::fit::Informed;
use crate::games::solitaire::{Player, Sought};
use serde_json::json;

/// Prints how much games of one who forgets tell about him.
pub(super) fn solitaire(question: &Inquiry<'_>, (print,): (Print,), context: &Context) -> Result<(), Fail> {
    let games = question.games()?;
    let pairs: Vec<u16> = games.iter().map(|given| given.whole("pairs")).collect();
    pairs.last().map_or(Ok(()), |&most| Sought::Information.check(most))?;
    let player = Player::of(&games[0])?;
    let recall = player.forgetful()?;
    let row = |pairs: u16| {
        let found = Informed::of(&player.game(pairs)?, &context.job());
        found.map_err(|error| {
            context.explain_at(error, &format!("before the board of {}", counted(pairs, "pair")))
        })
    };
    context.show(several(&context.job(), "board", pairs, row)?, |rows, _| {
        let model = player.model.to_string();
        let parameters = json!({ "recall": imperfect::parameters(recall), "model": model });
        let print = print.usually_for_people(4);
        print::one("solitaire", parameters, Informed::report(rows, player.model, recall), print, context)
    })
}
