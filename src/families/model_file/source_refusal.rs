//! Converts the errors of the PRISM language into refusals and errors of commands.

use crate::family::{CommandError, Refusal};
use chancetree_checker::{CheckError, did_you_mean, nearest};
use chancetree_prism::{PrismError, SourceError};

/// Returns the error of a command. `name` is the name of the text that has the error: a file, or an option. `constants` are
/// the typed values of constants.
pub(super) fn command_error(error: PrismError, name: &str, constants: &str) -> CommandError {
    match error {
        PrismError::Work(error) | PrismError::Check(CheckError::Limit(error)) => CommandError::Engine(error),
        error => refusal(error, name, constants).into(),
    }
}

/// Returns the refusal of a text. `name` and `constants` are as in [`command_error`].
pub(super) fn refusal(error: PrismError, name: &str, constants: &str) -> Refusal {
    let refuse = |what: &str| Refusal::new(format!("{name}: {what}"));
    match error {
        PrismError::Source(error) | PrismError::NoValue(error) => at_source(&error, name),
        PrismError::MissingConstants(names) => {
            let what = if names.len() == 1 { "constant" } else { "constants" };
            let missing = names.iter().map(|name| format!("{name}=1"));
            let typed = Some(constants.to_owned()).filter(|typed| !typed.is_empty());
            let values: Vec<String> = typed.into_iter().chain(missing).collect();
            refuse(&format!("no value for {what} {}", names.join(", "))).value("const", values.join(","))
        }
        PrismError::UnknownConstant { name: constant, declared } => {
            let what = format!("there is no undefined constant {constant}");
            let meant = nearest(&constant, declared.iter().map(String::as_str));
            let refusal = refuse(&did_you_mean(&what, meant));
            match &declared[..] {
                [] => refusal.help("leave out --const"),
                _ => refusal.help(format!("the constants are {}", declared.join(", "))),
            }
        }
        PrismError::Unsupported { error, help } => at_source(&error, name).help(help),
        error => refuse(&error.to_string()),
    }
}

/// Returns the refusal of a text with an error at one place.
fn at_source(error: &SourceError, name: &str) -> Refusal {
    let SourceError { line, column, what, .. } = error;
    let refusal = Refusal::new(format!("{name}, line {line}, column {column}: {what}"));
    match error.allowed.split_last() {
        None => refusal,
        Some((only, [])) => refusal.help(format!("allowed is {only}")),
        Some((last, rest)) => refusal.help(format!("allowed are {} or {last}", rest.join(", "))),
    }
}
