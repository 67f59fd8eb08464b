//! Commands that read a file: their handlers answer from a text in memory.

use chancetree::games::DESCRIBED;
use chancetree::model::Job;
use chancetree_families::family::generic::with_files;
use chancetree_families::family::{
    AnswerDocument, AnswerPlan, CommandError, Family, FormatScope, GameAnswer, GameArguments, Inputs, NoSink,
    Query, Refusal,
};
use serde_json::json;
use std::sync::Arc;

/// Plans the answer of a command whose argument `argument` reads `text`.
fn planned(
    [command, family, argument]: [&'static str; 3],
    text: &'static str,
) -> Result<AnswerPlan, Refusal> {
    let family: &'static dyn Family =
        *DESCRIBED.iter().find(|known| known.name() == family).expect("a family");
    let page = family.pages().iter().find(|page| page.command == command).expect("a page");
    let own = GameArguments::all(page.options, &|_| None).expect("defaults").pop().expect("one game");
    let inputs = Inputs::of_texts(vec![(argument, text.to_owned())]);
    let query = Query {
        family,
        games: std::slice::from_ref(&own),
        command_options: &own,
        inputs: &inputs,
        ranges: &[],
        threads: 1,
        format: "json",
        has_file: false,
        is_saved: false,
        is_shared: false,
        digits: None,
        in_percent: false,
        has_columns: false,
    };
    page.answer.expect("the family answers the command")(&query)
}

/// Returns the answers to a command that reads `text`.
fn answers(command: [&'static str; 3], text: &'static str) -> Result<Vec<GameAnswer>, CommandError> {
    let plan = planned(command, text).map_err(CommandError::from)?;
    let found = (plan.work)(&Job::default(), &NoSink)?;
    found.stop.map_or(Ok(found.done), Err)
}

const LOG: &str = "game,turn,first,second,player\n1,1,1a,2a,ann\n1,2,1b,1a,bob\n1,3,2a,2b,bob\n";

#[test]
fn risks_are_computed_from_a_text() {
    let command = ["risk", "mines", "file"];
    let found = answers(command, "mines 1\n1.\n..\n\nmines 2\n1..\n...\n").expect("two boards");
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].parameters["mines"], 2);
    assert!(found[0].report.title.starts_with("Board 1 of 2\nMinesweeper, 2 x 2, 1 mine"));
    let error = answers(command, "mines 1\n9.\n..\n").expect_err("9 is not a valid number");
    assert!(error.to_string().starts_with("file: "), "{error}");
}

#[test]
fn players_are_estimated_from_a_text() {
    let found = answers(["fit", "solitaire", "log"], LOG).expect("a log");
    let [GameAnswer { document: Some(AnswerDocument::Long(long)), .. }] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(long.len(), 2);
    assert_eq!(long.table(1..2, FormatScope::Json).rows.len(), 1);
    let second = long.entry(1).expect("each player has an answer");
    assert_eq!(second.parameters["player"], "bob");
    let error = answers(["fit", "solitaire", "log"], "1,1,1a\n").expect_err("a card is missing");
    assert_eq!(error.to_string(), "log, line 1: 3 values where game,turn,first,second are expected");
}

/// The fingerprint of work distinguishes files with the same joined text.
#[test]
fn fingerprints_keep_the_ends_of_files() {
    let of = |texts: [&str; 2]| {
        let files = texts.map(|text| Arc::new(("board.txt".to_owned(), text.to_owned())));
        with_files(json!({}), files.iter())
    };
    assert_ne!(of(["ab", "c"]), of(["a", "bc"]));
    assert_eq!(of(["ab", "c"]), of(["ab", "c"]));
}
