//! Policy files: what `best --save` writes and `--play FILE` reads.

use super::context::Context;
use super::fail::Fail;
use super::input;
use super::solved;
use super::target::Target;
use crate::family::{Refusal, Solved};
use crate::games::memory::decisions::{Decisions, Objective, Rules};
use crate::games::memory::family::{Decide, may_be_file};
use crate::play::memory::Policies;
use std::path::Path;

/// Writes the policy of a solved game.
///
/// A player who plays by it may meet one who passes where the best would not, in a game to win that is decided: those
/// positions are solved for it, too.
pub(crate) fn save(
    solved: &Solved<Decisions>,
    decide: &Decide,
    mut target: Target,
    context: &Context,
) -> Result<(), Fail> {
    let game = solved.graph().game();
    let everywhere = match game.wanted() == Objective::Win && game.passing() != Rules::NoPass {
        true => Some(solved::whole(&game.clone().to_the_end(), &context.job(), context)?),
        false => None,
    };
    let solved = everywhere.as_ref().unwrap_or(solved);
    let (text, positions) = decide.file(game, solved);
    if !target.put(text.as_bytes())? {
        return Ok(());
    }
    if let Some(note) = target.finish(text.len() as u64)? {
        context.note(&format!("{note}: {positions} positions"));
    }
    Ok(())
}

/// Opens the files among ways to play: as people are told them, and their texts, by name.
pub(crate) fn opened(names: &[String], context: &Context) -> Result<Policies, Fail> {
    let files = names.iter().filter(|name| may_be_file(name) && Path::new(name).exists());
    files.map(|name| Ok((name.clone(), (name.clone(), input::text(Path::new(name), context)?)))).collect()
}

/// Opens them for the library, which knows no files.
pub(crate) fn for_seats(names: &[String], context: &Context) -> Result<Policies, Refusal> {
    opened(names, context).map_err(|fail| Refusal::new(fail.what()))
}
