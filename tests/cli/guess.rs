//! Guessing a number on the command line.

use super::run::{answer, files, folder, run, run_in};
use chancetree::family::Family as _;
use chancetree::games::guess::Guessing;
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn exact(values: &Value) -> Vec<&str> {
    list(values).iter().map(|value| value["exact"].as_str().expect("a fraction")).collect()
}

#[test]
fn odds_of_a_guess() {
    let odds = answer("odds guess --numbers 9 --digits 4 --format json");
    let expected =
        ["schema", "family", "parameters", "win", "value", "states", "transitions", "ties", "tie_rule"];
    assert_eq!(keys(&odds), expected);
    assert_eq!(keys(&odds["parameters"]), ["numbers", "players", "weights", "guesses"]);
    assert_eq!((&odds["family"], &odds["parameters"]["players"]), (&"guess".into(), &2.into()));
    assert_eq!(exact(&odds["win"]), ["5/9", "4/9"]);
    assert_eq!(odds["value"]["decimal"], "0.5556");
    assert_eq!(odds["states"], 10);

    let odds = answer("odds guess --numbers 4 --weights 1,2,3,4 --guesses 2 --format json");
    assert_eq!(exact(&odds["win"]), ["2/5", "3/10"]);
    assert_eq!(odds["draw"]["exact"], "3/10");
    assert_eq!(odds["parameters"]["weights"], serde_json::json!([1, 2, 3, 4]));
    assert_eq!(odds["parameters"]["guesses"], 2);
}

/// The page of a family has all that its description says, and the title counts players and guesses.
#[test]
fn the_page_is_the_description() {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = plain(&run("odds guess --help").ok());
    for text in [Guessing.about(), Guessing.details(), Guessing.source()] {
        assert!(!text.is_empty() && page.contains(&plain(text)), "{text:?} in {page}");
    }
    assert!(!Guessing.examples().is_empty());
    for example in Guessing.examples() {
        assert!(
            example.starts_with("--numbers ") && page.contains(&format!("odds guess {example}")),
            "{page}"
        );
    }
    for (options, title) in [
        ("--players 1 --guesses 1", "Guess a number from 1 to 3, 1 player, 1 guess"),
        ("--players 2 --guesses 2", "Guess a number from 1 to 3, 2 players, 2 guesses"),
    ] {
        let text = run(&format!("odds guess --numbers 3 {options}")).ok();
        assert_eq!(text.lines().next(), Some(title));
    }
}

#[test]
fn odds_of_a_range_of_games() {
    let csv = run("odds guess --numbers 1..=4 --players 3 --digits 2 --format csv").ok();
    assert_eq!(
        csv,
        "numbers,players,weights,guesses,win_1,win_1_exact,win_2,win_2_exact,win_3,win_3_exact,value,\
         value_exact,states,transitions,ties\n\
         1,3,,,1.00,1/1,0.00,0/1,0.00,0/1,1.00,1/1,2,1,0\n\
         2,3,,,0.50,1/2,0.50,1/2,0.00,0/1,0.50,1/2,3,3,0\n\
         3,3,,,0.33,1/3,0.33,1/3,0.33,1/3,0.33,1/3,4,8,1\n\
         4,3,,,0.50,1/2,0.25,1/4,0.25,1/4,0.50,1/2,5,13,1\n"
    );
    let all = answer("odds guess --numbers 3..=3 --guesses 1 --format json");
    assert_eq!(list(&all).len(), 1, "a range is a list, however short");
    assert_eq!(list(&answer("odds memory --unknown 3..=3 --pairs 4 --format json")).len(), 1);
    assert_eq!(all[0]["draw"]["exact"], "2/3");
    let table = run("odds guess --numbers 1..=40").ok();
    assert_eq!(table.lines().count(), 44);
    assert!(run("odds guess --numbers 5 --guesses 2").ok().contains("P(no one wins)"));
}

#[test]
fn every_guess_is_classified() {
    let best = answer("best guess --numbers 9 --format json");
    assert_eq!(best["good"], serde_json::json!([1, 3, 5, 7, 9]));
    assert_eq!(best["indifferent"], false);
    let actions = list(&best["actions"]);
    assert_eq!(actions.len(), 9);
    for (place, action) in actions.iter().enumerate() {
        assert_eq!(keys(action), ["action", "value", "difference", "best", "win"]);
        assert_eq!(action["action"], place + 1);
        let (value, difference, is_best) =
            if place % 2 == 0 { ("5/9", "0/1", true) } else { ("4/9", "-1/9", false) };
        assert_eq!(
            (&action["value"]["exact"], &action["difference"]["exact"]),
            (&value.into(), &difference.into())
        );
        assert_eq!(action["best"], is_best);
    }
    let best = answer("best guess --numbers 8 --format json");
    assert_eq!(best["indifferent"], true);
    assert!(list(&best["actions"]).iter().all(|action| action["best"] == true));
    let csv = run("best guess --numbers 5 --weights 1,2,4,2,1 --players 3 --digits 1 --format csv").ok();
    assert_eq!(
        csv,
        "numbers,players,weights,guesses,action,value,value_exact,difference,difference_exact,best,\
         win_1,win_1_exact,win_2,win_2_exact,win_3,win_3_exact\n\
         5,3,1 2 4 2 1,,1,0.2,1/5,-0.2,-1/5,false,0.2,1/5,0.4,2/5,0.4,2/5\n\
         5,3,1 2 4 2 1,,2,0.3,3/10,-0.1,-1/10,false,0.3,3/10,0.5,1/2,0.2,1/5\n\
         5,3,1 2 4 2 1,,3,0.4,2/5,0.0,0/1,true,0.4,2/5,0.4,2/5,0.2,1/5\n\
         5,3,1 2 4 2 1,,4,0.3,3/10,-0.1,-1/10,false,0.3,3/10,0.5,1/2,0.2,1/5\n\
         5,3,1 2 4 2 1,,5,0.2,1/5,-0.2,-1/5,false,0.2,1/5,0.4,2/5,0.4,2/5\n"
    );
    let text = run("best guess --numbers 3").ok();
    assert!(text.contains("good") && text.contains("bad") && !text.contains("indifferent"), "{text}");
}

#[test]
fn the_table_of_good_guesses() {
    let csv = run("best guess --numbers 3..=6 --digits 2 --format csv").ok();
    assert_eq!(
        csv,
        "numbers,players,weights,guesses,value,value_exact,indifferent,good,states,transitions,ties\n\
         3,2,,,0.67,2/3,false,1 3,4,8,0\n4,2,,,0.50,1/2,true,1 2 3 4,5,13,1\n\
         5,2,,,0.60,3/5,false,1 3 5,6,21,2\n6,2,,,0.50,1/2,true,1 2 3 4 5 6,7,29,3\n"
    );
    let table = run("best guess --numbers 3..=9").ok();
    let rows: Vec<&str> = table.lines().skip(4).collect();
    assert_eq!(rows.len(), 7);
    assert!(rows[0].ends_with("0.666666666667  1 3") && rows[1].ends_with("0.500000000000  all"), "{table}");
    let all = answer("best guess --numbers 1..=3 --format json");
    assert_eq!(list(&all).len(), 3);
    assert_eq!(all[2]["good"], serde_json::json!([1, 3]));
}

#[test]
fn guesses_are_drawn_as_graph_and_tree() {
    for (shape, show) in [("dag", "best"), ("dag", "all"), ("tree", "best"), ("tree", "all")] {
        let words =
            format!("graph guess --numbers 5 --players 3 --shape {shape} --show {show} --as json -o -");
        let graph: Value = answer(&words);
        let reach = |node: &&Value| node["end"] == true && node["what"] == "state";
        let nodes = list(&graph["nodes"]);
        let ended: f64 =
            nodes.iter().filter(reach).map(|node| node["reach"].as_f64().expect("a number")).sum();
        assert!((ended - 1.0).abs() < 1e-12, "{words}: {ended}");
        assert_eq!(nodes[0]["value_exact"], "2/5", "{words}");
        let bad = nodes.iter().any(|node| node["difference"].as_f64().expect("a number") < 0.0);
        assert_eq!(bad, show == "all", "{words}");
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

#[test]
fn what_cannot_be_guessed_is_refused_in_one_line() {
    for (words, what) in [
        ("odds guess --numbers 0", "a whole number from 1 to 10000 is needed"),
        ("odds guess --numbers 10001", "a whole number from 1 to 10000 is needed"),
        ("odds guess --numbers 0..=3", "a whole number from 1 to 10000 is needed"),
        ("odds guess --numbers -1", "a whole number from 1 to 10000 is needed"),
        ("odds guess --numbers 5..=2", "the wrong way"),
        ("odds guess --numbers 5 --players 0", "a whole number from 1 to 16 is needed"),
        ("odds guess --numbers 5 --players 17", "a whole number from 1 to 16 is needed"),
        ("odds guess --numbers 5 --guesses 0", "a whole number from 1 to 10000 is needed"),
        ("best guess --numbers 2 --weights 1,2,3", "3 weights, but one for each of the numbers 1 to 2"),
        ("best guess --numbers 3 --weights 1,,3", "a whole number from 0"),
        ("best guess --numbers 3 --weights -1,2,3", "--weights -1"),
        ("best guess --numbers 2 --weights 0,0", "all weights are 0"),
        (
            "odds guess --numbers 2 --weights 18446744073709551615,1",
            "add up to more than 18446744073709551615",
        ),
        ("odds guess --numbers 2 --weights 18446744073709551616,1", "a whole number from 0"),
        ("odds guess --numbers 1..=2 --weights 1,2", "2 weights, but one for each of the numbers 1 to 1"),
        ("graph guess --numbers 1..=4", "not of a range"),
        ("graph guess --numbers 4 --precision none", "exact, decimal"),
        ("odds guess --numbers 4 --pairs 2", "--pairs"),
    ] {
        run(words).failed(2, what);
    }
    run("odds guess --numbers 100 --max-states 50").failed(3, "more than 50 states");
}

/// A range is told position by position in every format, as each game is by itself.
#[test]
fn a_range_with_every_position_is_told_as_each_game() {
    let lines = |words: &str| -> Vec<String> { run(words).ok().lines().map(str::to_owned).collect() };
    let mut each: Vec<String> = Vec::new();
    for (place, numbers) in (5..=7).enumerate() {
        let table = lines(&format!("best guess --numbers {numbers} --every --format csv"));
        each.extend(table.into_iter().skip(usize::from(place > 0)));
    }
    assert_eq!(lines("best guess --numbers 5..=7 --every --format csv"), each);
    let texts: Vec<String> =
        (5..=7).map(|numbers| run(&format!("best guess --numbers {numbers} --every")).ok()).collect();
    assert_eq!(run("best guess --numbers 5..=7 --every").ok(), texts.join("\n"));
}
