//! Typing the documented default of any option changes nothing.

use super::examples::{LONG, Shell};
use super::pages::{examples, pages};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::Value;

/// Pages without a default that can be typed, and the studies that take long.
const EXCLUDED: [&str; 4] = ["man", "play model", "reproduce alfthan", "reproduce zwick-paterson"];

/// The keys of a plan that are measured.
const MEASURED: [&str; 4] = ["seconds", "bytes", "limit_bytes", "samples"];

/// Returns the options of a help page with the defaults that can be typed; a default with a space is a description.
fn defaults(help: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut option = None;
    for line in help.lines() {
        let line = line.trim_start();
        if let Some(name) = line.strip_prefix("--").or_else(|| line.split_once(", --").map(|(_, name)| name))
        {
            option = name.split([' ', '=', '[']).next();
        } else if line.starts_with(['[', '<']) && !line.starts_with("[default") {
            // A positional argument.
            option = None;
        }
        let default = line.split_once("[default: ").and_then(|(_, rest)| rest.split_once(']'));
        if let (Some(name), Some((default, _))) = (option, default)
            && !default.contains(' ')
        {
            found.push((name.to_owned(), default.to_owned()));
        }
    }
    found
}

/// Returns the command of a page to which defaults are added, if there is one.
fn command(page: &str, help: &str) -> Option<String> {
    // A page has no clock, and needs no terminal.
    if page.starts_with("play ") {
        return Some(format!("chancetree {page} --format html --seed 1"));
    }
    let is_plain = |example: &String| !example.contains(['|', '>', '<', ';']);
    let is_quick = |example: &String| LONG.iter().all(|(long, _)| long != example);
    let example = examples(help).into_iter().filter(is_plain).find(is_quick)?;
    Some(match page.starts_with("plan ") && !example.contains("--format") {
        true => format!("{example} --format json"),
        false => example,
    })
}

/// Returns the output of a command without measured times and sizes, or `None` if the command fails.
fn printed(line: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let ran = Shell::new("").run(line);
    if !ran.status.success() {
        return None;
    }
    if line.starts_with("chancetree plan ") {
        let mut plan: Value = serde_json::from_slice(&ran.stdout).expect("a plan in JSON");
        let fields = plan.as_object_mut().expect("one plan");
        MEASURED.iter().for_each(|key| drop(fields.remove(*key)));
        return Some((plan.to_string().into_bytes(), ran.stderr));
    }
    // The note has the number of games a second.
    let notes = if line.starts_with("chancetree simulate mines ") { Vec::new() } else { ran.stderr };
    Some((ran.stdout, notes))
}

#[test]
fn typing_a_default_changes_nothing() {
    let cases: Vec<(String, String)> = pages()
        .into_iter()
        .filter(|(page, _)| EXCLUDED.iter().all(|name| !page.starts_with(name)))
        .filter_map(|(page, help)| command(&page, &help).map(|command| (help, command)))
        .flat_map(|(help, example)| {
            let is_typed = |name: &String| example.split([' ', '=']).any(|word| word == format!("--{name}"));
            let options = defaults(&help).into_iter().filter(|(name, _)| !is_typed(name));
            let typed: Vec<String> =
                options.map(|(name, default)| format!("{example} --{name}={default}")).collect();
            typed.into_iter().map(move |typed| (example.clone(), typed)).collect::<Vec<_>>()
        })
        .collect();
    assert!(cases.len() > 160, "only {} defaults were found", cases.len());
    let wrong = |(example, typed): &(String, String)| {
        let (left, right) = (printed(example), printed(typed));
        (left.is_none() || left != right).then(|| typed.clone())
    };
    let wrong: Vec<String> = cases.par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
