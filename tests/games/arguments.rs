//! Spelling of argument errors for the command line and for Python.

use chancetree::family::{ArgumentError, ArgumentProblem, Refusal, Spelling};

/// Returns the message for the command line and the message for Python.
fn messages(error: &ArgumentError) -> [String; 2] {
    [Spelling::CommandLine, Spelling::Python].map(|spelling| error.message(spelling))
}

fn argument_error(name: &str, typed: Option<&str>, problem: ArgumentProblem) -> ArgumentError {
    ArgumentError { names: vec![name.to_owned()], typed: typed.map(str::to_owned), problem }
}

#[test]
fn values_are_quoted_as_typed() {
    let number =
        || ArgumentProblem::Invalid { allowed: "a whole number is needed".to_owned(), suggestion: None };
    assert_eq!(
        messages(&argument_error("known-pairs", Some("x"), number())),
        ["--known-pairs x: a whole number is needed", "known_pairs=x: a whole number is needed"]
    );
    assert_eq!(
        messages(&argument_error("known-pairs", Some(""), number())),
        ["--known-pairs: a whole number is needed", "known_pairs: a whole number is needed"]
    );
    let word =
        ArgumentProblem::Invalid { allowed: "one of a, b".to_owned(), suggestion: Some("b".to_owned()) };
    assert_eq!(
        messages(&argument_error("rules", None, word)),
        ["--rules needs one of a, b; did you mean b?", "rules needs one of a, b; did you mean b?"]
    );
}

#[test]
fn unknown_names_use_the_spelling_of_the_interface() {
    let unknown = ArgumentProblem::Unknown { suggestion: Some("known-pairs".to_owned()) };
    assert_eq!(
        messages(&argument_error("known-pears", None, unknown)),
        [
            r#"unexpected argument "--known-pears"; did you mean --known-pairs?"#,
            r#"unexpected argument "known_pears"; did you mean known_pairs?"#
        ]
    );
}

#[test]
fn refusals_name_their_arguments() {
    let refusal = Refusal::all_unfit(&["rows", "cols", "mines"], "are required together");
    assert_eq!(refusal.what, "--rows, --cols and --mines are required together");
    let argument = refusal.argument.expect("the arguments are known");
    assert_eq!(argument.message(Spelling::Python), "rows, cols and mines are required together");
    let refusal = Refusal::unfit_value("first-click", "safe", "leaves no room");
    assert_eq!(refusal.what, "--first-click safe leaves no room");
    let argument = refusal.argument.expect("the argument is known");
    assert_eq!(argument.message(Spelling::Python), "first_click=safe leaves no room");
    assert_eq!(argument.typed.as_deref(), Some("safe"));
}
