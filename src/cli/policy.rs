//! Reads the policy files of `--play FILE`.

use super::context::Context;
use super::fail::Fail;
use super::input;
use crate::play::memory::Policies;
use chancetree_families::family::Refusal;
use chancetree_families::memory::family::may_be_file;
use std::path::Path;

/// Reads the files among the names of policies. Maps each typed name to the displayed name and the text.
pub(crate) fn read_policies(names: &[String], context: &Context) -> Result<Policies, Fail> {
    let files = names.iter().filter(|name| may_be_file(name) && Path::new(name).exists());
    files.map(|name| Ok((name.clone(), (name.clone(), input::text(Path::new(name), context)?)))).collect()
}

/// Reads policy files for the seats of a game, with the error of the library, which opens no files itself.
pub(crate) fn for_seats(names: &[String], context: &Context) -> Result<Policies, Refusal> {
    read_policies(names, context).map_err(|fail| Refusal::new(fail.message()))
}
