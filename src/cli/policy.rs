//! Policy files, which `--play FILE` reads.

use super::context::Context;
use super::fail::Fail;
use super::input;
use crate::family::Refusal;
use crate::games::memory::family::may_be_file;
use crate::play::memory::Policies;
use std::path::Path;

/// Reads the files among ways to play: by name, the name that is shown and the text.
pub(crate) fn opened(names: &[String], context: &Context) -> Result<Policies, Fail> {
    let files = names.iter().filter(|name| may_be_file(name) && Path::new(name).exists());
    files.map(|name| Ok((name.clone(), (name.clone(), input::text(Path::new(name), context)?)))).collect()
}

/// Reads the files for a library that does not open files.
pub(crate) fn for_seats(names: &[String], context: &Context) -> Result<Policies, Refusal> {
    opened(names, context).map_err(|fail| Refusal::new(fail.message()))
}
