//! Guessing a number on the command line.

use super::run::{answer, files, folder, list, run, run_in};
use chancetree::family::Family as _;
use chancetree_families::guess::GuessFamily;
use serde_json::Value;

/// The help page of a game has its whole description.
#[test]
fn the_help_page_has_the_description() {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = plain(&run("odds guess --help").ok());
    for text in [GuessFamily.about(), GuessFamily.details(), GuessFamily.source()] {
        assert!(!text.is_empty() && page.contains(&plain(text)), "{text:?} in {page}");
    }
    assert!(!GuessFamily.examples().is_empty());
    for example in GuessFamily.examples() {
        assert!(
            example.starts_with("--numbers ") && page.contains(&format!("odds guess {example}")),
            "{page}"
        );
    }
}

#[test]
fn graphs_and_trees_of_guess_have_the_odds() {
    for (shape, show) in [("dag", "best"), ("dag", "all"), ("tree", "best"), ("tree", "all")] {
        let args =
            format!("graph guess --numbers 5 --players 3 --shape {shape} --show {show} --as json -o -");
        let graph: Value = answer(&args);
        let reach = |node: &&Value| node["end"] == true && node["what"] == "state";
        let nodes = list(&graph["nodes"]);
        let total: f64 =
            nodes.iter().filter(reach).map(|node| node["reach"].as_f64().expect("a number")).sum();
        assert!((total - 1.0).abs() < 1e-12, "{args}: {total}");
        assert_eq!(nodes[0]["value_exact"], "2/5", "{args}");
        let bad = nodes.iter().any(|node| node["difference"].as_f64().expect("a number") < 0.0);
        assert_eq!(bad, show == "all", "{args}");
    }
    let folder = folder();
    run_in(folder.path(), "graph guess --numbers 4 --guesses 2 --as drn --quiet").ok();
    run_in(folder.path(), "graph guess --numbers 4 --shape tree --precision decimal --quiet").ok();
    assert_eq!(
        files(&folder.path().join("output")),
        ["guess-numbers4-players2-best-tree.dot", "guess-numbers4-players2-guesses2-best-dag.drn"]
    );
    assert!(run("games").ok().contains("guess: "));
}

/// Every command about a single player without a limit counts guesses, and fewer are better.
#[test]
fn a_single_player_wants_few_guesses() {
    let exact = |args: &str, place: &str| answer(&format!("{args} guess --players 1 {place} --format json"));
    // The best first guess of nine numbers is near the middle: 1 + 2 * 2 + 4 * 3 + 2 * 4 guesses for the nine secret numbers.
    let odds = exact("odds", "--numbers 9");
    assert_eq!(odds["expected_guesses"][0]["exact"], "25/9", "{odds}");
    assert!(odds["win"].is_null());
    let best = exact("best", "--numbers 9");
    assert_eq!((&best["value"]["exact"], &best["good"]), (&"25/9".into(), &serde_json::json!([4, 5, 6])));
    let actions = list(&best["actions"]);
    let differences: Vec<_> = actions.iter().map(|action| action["difference"]["exact"].as_str()).collect();
    let half = ["5/9", "2/9", "1/9", "0/1"];
    let mirrored = half.iter().chain(&["0/1"]).chain(half.iter().rev()).map(|one| Some(*one));
    assert_eq!(differences, mirrored.collect::<Vec<_>>());
    let simulated = exact("simulate", "--numbers 9 --games 400 --seed 3");
    let estimate = &simulated["estimates"][0];
    assert_eq!(estimate["exact"]["exact"], "25/9");
    assert!((estimate["value"]["float"].as_f64().expect("a number") - 25.0 / 9.0).abs() < 0.2, "{estimate}");
    let [plain, approximate] = ["", " --approximate"].map(|more| {
        exact("odds", &format!("--numbers 4 --weights 1,2,3,4{more}"))["expected_guesses"][0].clone()
    });
    assert_eq!(plain["exact"], "9/5");
    assert!((approximate["float"].as_f64().expect("a number") - 1.8).abs() < 1e-9, "{approximate}");
    // With a limit of guesses, the player may fail, and wants to win.
    let limited = exact("odds", "--numbers 9 --guesses 2");
    assert_eq!(limited["win"][0]["exact"], "1/3", "{limited}");
}

/// A range with `--every` prints the positions of each game as the game alone does, in every format.
#[test]
fn a_range_with_every_position_prints_each_game() {
    let lines = |args: &str| -> Vec<String> { run(args).ok().lines().map(str::to_owned).collect() };
    let mut each: Vec<String> = Vec::new();
    for (index, numbers) in (5..=7).enumerate() {
        let table = lines(&format!("best guess --numbers {numbers} --every --format csv"));
        each.extend(table.into_iter().skip(usize::from(index > 0)));
    }
    assert_eq!(lines("best guess --numbers 5..=7 --every --format csv"), each);
    let texts: Vec<String> =
        (5..=7).map(|numbers| run(&format!("best guess --numbers {numbers} --every")).ok()).collect();
    assert_eq!(run("best guess --numbers 5..=7 --every").ok(), texts.join("\n"));
}

/// Names are in the answers about players, imply their number, and change no value.
#[test]
fn names_of_players_are_in_answers() {
    for command in ["odds", "fair", "simulate"] {
        let words = format!("{command} guess --numbers 9");
        let text = run(&format!("{words} --guesses 3 --names Anna,Ben")).ok();
        assert!(text.contains("Anna") && text.contains("2 players") && !text.contains("player 1"), "{text}");
        let (mut named, plain): (Value, Value) = (
            answer(&format!("{words} --names Anna,Ben --format json")),
            answer(&format!("{words} --players 2 --format json")),
        );
        let parameters = named["parameters"].as_object_mut().expect("an object");
        assert_eq!(parameters.remove("names"), Some(serde_json::json!(["Anna", "Ben"])));
        assert_eq!(named, plain, "{words}");
    }
    let page = run("play guess --numbers 5 --names Anna --format html").ok();
    assert!(page.contains("\"names\":[\"Anna\",\"best 2\"]"), "the page has the names");
}
