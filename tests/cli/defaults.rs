//! Typing the documented default of any option changes nothing.

use super::examples::{LONG, Shell};
use super::pages::{examples, pages};
use super::run::run;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::Value;

/// Pages without a default that can be typed, and the studies that take long.
const EXCLUDED: [&str; 4] = ["man", "play model", "reproduce alfthan", "reproduce zwick-paterson"];

/// The keys of a plan that are measured.
const MEASURED: [&str; 4] = ["seconds", "bytes", "limit_bytes", "samples"];

/// What precedes a default in the help: a value, or the description of one.
const OPENINGS: [&str; 2] = ["[default:", "[if not set:"];

/// Returns the options of a help page with their defaults, also those that are broken into lines.
fn all_defaults(help: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut option = None;
    let mut lines = help.lines().map(str::trim_start);
    while let Some(line) = lines.next() {
        // A short option precedes the long one: -n, --pairs.
        let long = || line.strip_prefix('-')?.split_once(", --").map(|(_, name)| name);
        if let Some(name) = line.strip_prefix("--").or_else(long) {
            option = name.split([' ', '=', '[']).next();
        } else if line.starts_with(['[', '<'])
            && !["[default", "[if"].iter().any(|opening| line.starts_with(opening))
        {
            // A positional argument.
            option = None;
        }
        let mut text = line.to_owned();
        while text.rfind('[').is_some_and(|at| !text[at..].contains(']')) {
            text = format!("{text} {}", lines.next().expect("the bracket is closed"));
        }
        let found_default = OPENINGS.iter().find_map(|opening| text.split_once(opening));
        let default = found_default.and_then(|(_, rest)| rest.trim_start().split_once(']'));
        if let (Some(name), Some((default, _))) = (option, default) {
            found.push((name.to_owned(), default.to_owned()));
        }
    }
    found
}

/// Returns the options of a help page with the defaults that can be typed; a default with a space is a description.
fn defaults(help: &str) -> Vec<(String, String)> {
    all_defaults(help).into_iter().filter(|(_, default)| !default.contains(' ')).collect()
}

/// A described default: the option, the description, and commands with the value that the description means for them.
type Described = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// An option of the feature for pictures.
const WIDTH: &str = "width";

/// Every described default of the help. Defaults without commands depend on the machine, or have no value that can be typed.
const DESCRIBED: &[Described] = &[
    ("threads", "one per core", &[]),
    ("max-memory", "three quarters of the free memory", &[]),
    ("digits", "12, or fewer", &[]),
    ("format", "from the file extension", &[]),
    ("output", "in output/", &[]),
    ("output", "stdout with --format html", &[("play memory --pairs 3 --seed 1 --format html", "-")]),
    ("seed", "a new seed each time", &[]),
    ("seats", "human, the others best", &[]),
    ("guesses", "no limit", &[]),
    // Only with the feature for pictures.
    (WIDTH, "two pixels for each unit of the svg", &[]),
    ("first-click", "safe; with --board: any", &[("odds mines --rows 2 --cols 3 --mines 1", "safe")]),
    ("unknown", "the rest", &[("odds memory --pairs 4 --known-pairs 1", "3")]),
    ("scores", "0 each", &[("odds memory --pairs 4", "0,0"), ("odds memory --pairs 3 --players 3", "0,0,0")]),
    (
        "play",
        "robots; for the command best: best",
        &[("odds memory --pairs 3", "robots"), ("best memory --pairs 3", "best")],
    ),
    (
        "weights",
        "all equal",
        &[
            ("odds guess --numbers 4", "1,1,1,1"),
            ("best guess --numbers 4 --format json", "2,2,2,2"),
            ("odds guess --numbers 4 --guesses 3 --format csv", "3,3,3,3"),
            ("graph guess --numbers 4 --format json -o -", "1,1,1,1"),
            ("play guess --numbers 4 --seed 1 --format html", "1,1,1,1"),
            ("simulate guess --numbers 4", "1,1,1,1"),
        ],
    ),
    (
        "precision",
        "exact up to 200,000 nodes, decimal beyond",
        &[("graph memory --pairs 3 --format json -o -", "exact")],
    ),
    (
        "direction",
        "down in dot; in pictures, whichever fills a slide better",
        &[("graph memory --pairs 2 --format dot -o -", "down")],
    ),
    (
        "objective",
        "win between two, else pairs",
        &[
            ("fair memory --pairs 4 --play best", "win"),
            ("fair memory --pairs 3 --players 3 --play best", "pairs"),
        ],
    ),
    (
        "objective",
        "win if one of two players is best, else pairs",
        &[
            ("play memory --pairs 3 --seed 1 -o -", "pairs"),
            ("play memory --pairs 3 --names Ann,Ben --seed 1 -o -", "pairs"),
            ("play memory --pairs 3 --seats human,best --seed 1 -o -", "win"),
            ("play memory --pairs 3 --people best --seed 1 -o -", "win"),
            ("play memory --pairs 3 --seats human,human,best --seed 1 -o -", "pairs"),
            ("play memory --pairs 3 --seats human,best --memory 2 --seed 1 -o -", "pairs"),
            ("play memory --pairs 3 --seats human,best --passing --seed 1 -o -", "pairs"),
        ],
    ),
];

/// A described default is listed above, and typing the value that it means changes nothing.
#[test]
fn typing_a_described_default_changes_nothing() {
    let found: Vec<(String, String)> = pages()
        .into_iter()
        .flat_map(|(_, help)| all_defaults(&help))
        .filter(|(_, default)| default.contains(' '))
        .collect();
    let is = |(name, words, _): &Described, (option, default): &(String, String)| {
        name == option && words == default
    };
    let unlisted: Vec<_> =
        found.iter().filter(|one| !DESCRIBED.iter().any(|listed| is(listed, one))).collect();
    assert!(unlisted.is_empty(), "{unlisted:?} have no commands in this test");
    let gone: Vec<_> = DESCRIBED
        .iter()
        .filter(|listed| listed.0 != WIDTH && !found.iter().any(|one| is(listed, one)))
        .collect();
    assert!(gone.is_empty(), "{gone:?} are on no page");
    let cases: Vec<_> = DESCRIBED
        .iter()
        .flat_map(|(name, _, cases)| {
            cases.iter().map(move |(line, value)| (format!("chancetree {line}"), format!("--{name}={value}")))
        })
        .collect();
    let wrong = |(line, option): &(String, String)| {
        let (left, right) = (printed(line), printed(&format!("{line} {option}")));
        (left.is_none() || left != right).then(|| format!("{line} {option}"))
    };
    let wrong: Vec<String> = cases.par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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

/// An option at its default excludes no other option, and needs none.
#[test]
fn a_default_excludes_nothing() {
    for (line, default) in [
        ("odds memory --pairs 4 --one-flip", "--singles 0"),
        ("best memory --pairs 4 --one-flip", "--singles=0"),
        ("odds solitaire --pairs 3 --blind", "--score 3,1,-2"),
        ("odds solitaire --pairs 3 --blind", "--failed C"),
        ("odds solitaire --pairs 3 --blind", "--tail 1e-9"),
        ("count solitaire --pairs 3 --blind", "--model K"),
        ("odds memory --position 8,2,0", "--known-pairs 0"),
        ("plot convergence --games 20 -o -", "--model K"),
        ("odds memory --unknown 3 --lead 1", "--scores 0,0"),
        ("fair memory --cards 12", "--pairs 8"),
        ("best memory --position 12,3,2", "--pairs 8"),
        (
            "simulate mines --rows 3 --cols 3 --mines 1 --games 5 --seed 1 --compare random,strong",
            "--play lowest",
        ),
        (
            "simulate mines --rows 3 --cols 3 --mines 1 --games 5 --seed 1 --compare random,strong",
            "--ties random",
        ),
    ] {
        assert_eq!(
            run(&format!("{line} {default} -q")).ok(),
            run(&format!("{line} -q")).ok(),
            "{line} {default}"
        );
    }
    for (line, wrong) in [
        ("odds memory --pairs 4 --one-flip --singles 1", "cannot be combined with"),
        ("odds memory --position 8,2,0 --known-pairs 1", "cannot be combined with"),
        ("odds memory --lead 1 --scores 1,0", "cannot be combined"),
        ("odds memory --lead 1 --scores 0,0,0", "cannot be combined"),
        ("odds memory --pairs 4 --pairs 4", "--pairs is given twice"),
    ] {
        run(line).failed(2, wrong);
    }
}
