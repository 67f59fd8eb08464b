//! Selects the active mutant and records which mutants are reached. `tests/mutants/run` copies this file into the crate.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

const UNREAD: u32 = u32::MAX;
const RECORDING: u32 = u32::MAX - 1;

static ON: AtomicU32 = AtomicU32::new(UNREAD);
static PASSED: [AtomicBool; MUTANTS] = [const { AtomicBool::new(false) }; MUTANTS];

/// Returns `true` if `mutant` is active, as selected by MUTANT. Without MUTANT, records `mutant` in the file MUTANTS_PASSED.
#[inline]
pub fn on(mutant: u32) -> bool {
    let on = ON.load(Relaxed);
    on == mutant || (on >= RECORDING && is_active(mutant))
}

#[cold]
fn is_active(mutant: u32) -> bool {
    if ON.load(Relaxed) == UNREAD {
        let number = std::env::var("MUTANT").ok().and_then(|number| number.parse().ok());
        let recording = if std::env::var_os("MUTANTS_PASSED").is_some() { RECORDING } else { RECORDING - 1 };
        ON.store(number.unwrap_or(recording), Relaxed);
        return on(mutant);
    }
    if !PASSED[mutant as usize].swap(true, Relaxed) {
        let name = std::env::var_os("MUTANTS_PASSED").expect("we are recording");
        let file = std::fs::OpenOptions::new().append(true).create(true).open(name);
        file.and_then(|mut file| file.write_all(&mutant.to_le_bytes())).expect("the file can be written");
    }
    false
}
