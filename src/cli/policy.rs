//! Reads the policy files of `--play FILE`.

use super::context::Context;
use super::fail::Fail;
use super::input;
use chancetree_families::family::Refusal;
use chancetree_families::memory::family::may_be_file;
use chancetree_play::memory::Policies;
use std::path::Path;

/// Reads the files among the names of policies for the seats of a game. Maps each typed name to the displayed name and the text.
pub(crate) fn for_seats(names: &[String], context: &Context) -> Result<Policies, Refusal> {
    let files = names.iter().filter(|name| may_be_file(name) && Path::new(name).exists());
    let read = |name: &String| Ok((name.clone(), (name.clone(), input::text(Path::new(name), context)?)));
    files.map(read).collect::<Result<_, Fail>>().map_err(|fail| Refusal::new(fail.message()))
}
