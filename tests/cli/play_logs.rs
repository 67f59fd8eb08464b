//! Logs of played games.

use super::play::{random_game, write_log};
use super::run::{answer, folder, printed_in, run, run_in};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::play::memory::SeatPlays;
use serde_json::{Value, json};
use std::fs;

/// Returns a log with a change in one line.
fn damaged_log(line: usize, from: &str, to: &str) -> String {
    let text = include_str!("../../docs/play/memory.jsonl");
    let change =
        |(number, text): (usize, &str)| if number + 1 == line { text.replace(from, to) } else { text.into() };
    text.lines().enumerate().map(change).collect::<Vec<String>>().join("\n")
}

#[test]
fn damaged_logs_are_refused_with_their_line() {
    for (line, from, to, why) in [
        (1, "memory", "chess", "line 1: \"chess\" is not a game that can be played"),
        (1, "\"play\"", "\"pay\"", "line 1: the first line of a log contains"),
        (1, "[1,2,1", "[1,2,2", "line 1: deal: symbol 1 occurs 1 time, but"),
        (1, "[1,2,1", "[1,2,9", "line 1: deal: 9 is not a symbol from 1 to 3"),
        (1, "\"robots\"]", "\"chess\"]", "\"chess\" is not a strategy"),
        (1, "\"pairs\":3", "\"pairs\":4", "line 1: pairs is 4, but the deal has 3 pairs"),
        (1, "\"pairs\":3", "\"pairs\":1e30", "line 1: pairs does not agree with the deal, which has 3 pairs"),
        (
            1,
            "\"pairs\":3",
            "\"pairs\":\"3\"",
            "line 1: pairs does not agree with the deal, which has 3 pairs",
        ),
        (2, "\"seat\":1", "\"seat\":2", "line 2: seat 2 turns a card, but it is the turn of player 1"),
        (3, "\"place\":2", "\"place\":1", "line 3: the card at place 1 is 1 in this deal"),
        (3, "\"place\":2", "\"place\":7", "line 3: place is 1 to 6"),
        (3, "\"place\":2,\"symbol\":2", "\"place\":1,\"symbol\":1", "line 3: this card is already open"),
        (4, "{", "[", "line 4: this is not a JSON object"),
        (5, "symbol", "card", "line 5: symbol is missing"),
    ] {
        let folder = folder();
        fs::write(folder.path().join("game.jsonl"), damaged_log(line, from, to)).expect("a file");
        run_in(folder.path(), "replay game.jsonl --print").failed(2, &format!("game.jsonl: {why}"));
    }
}

/// Names of real cards must be short enough to type.
#[test]
fn names_of_real_cards_are_checked() {
    let folder = folder();
    let replay = |pictures: &Value| {
        let text = damaged_log(1, "\"pairs\":3", &format!("\"pairs\":3,\"pictures\":{pictures}"));
        fs::write(folder.path().join("game.jsonl"), text).expect("a file");
        run_in(folder.path(), "replay game.jsonl --print")
    };
    for pictures in [json!(["1", "Äpfe", "c3po"]), json!(["sun", "moon"]), json!([])] {
        assert_eq!(replay(&pictures).status, Some(0), "{pictures}");
    }
    let allowed = "but a picture is a name of 1 to 4 letters or digits";
    for (pictures, why) in [
        (json!("abc"), "pictures are not a list of names".to_owned()),
        (json!(["sun", 2, "star"]), "pictures are not a list of names".to_owned()),
        (json!(["a", "b", "c", "d"]), "pictures has 4 names, but the deal has 3 pairs".to_owned()),
        (
            json!(["a", "b", "a"]),
            "picture 3 is \"a\" again, but each pair has a picture of its own".to_owned(),
        ),
        (json!(["a", ""]), format!("picture 2 is \"\", {allowed}")),
        (json!(["apple"]), format!("picture 1 is \"apple\", {allowed}")),
        (json!(["x".repeat(100_000)]), format!("picture 1 is \"xxxxxxxx\"..., {allowed}")),
        (json!(["<b>"]), format!("picture 1 is \"<b>\", {allowed}")),
        (json!(["\u{202e}a"]), format!("picture 1 is \"\\u{{202e}}a\", {allowed}")),
    ] {
        replay(&pictures).failed(2, &format!("game.jsonl: line 1: {why}"));
    }
}

/// A page has larger boards than the terminal, where a player waits for the odds; logs of these boards are read.
#[test]
fn logs_of_larger_boards_are_read() {
    let folder = folder();
    let log = r#"{"chancetree":"play","schema":1,"family":"memory","parameters":{"pairs":7,"seats":["human","robots"],"people":"robots","objective":"pairs","memory":[1,3],"seed":4,"deal":[1,1,2,2,3,3,4,4,5,5,6,6,7,7]}}"#;
    std::fs::write(folder.path().join("game.jsonl"), log).expect("a file");
    let replay = printed_in(folder.path(), "replay game.jsonl --format json");
    let odds = answer("odds memory --pairs 7 --memory 1,3 --play bold --format json");
    let pairs = &replay["moments"][0]["odds"]["expected_pairs_1"];
    assert_eq!(pairs["exact"], odds["expected_pairs"][0]["exact"], "{odds}");
}

/// A graph of a game has a node for each moment, with the odds of `replay`, in every format.
#[test]
fn a_game_is_a_path_in_every_format() {
    let folder = folder();
    let plays = vec![Play::By(Policy::Always(Tactic::T6)); 2];
    write_log(&random_game(4, "human,robots", SeatPlays::Perfect(plays), false, 3), folder.path());
    let moments = printed_in(folder.path(), "replay game.jsonl --format json")["moments"].clone();
    let moments = moments.as_array().expect("moments");
    let graph = printed_in(folder.path(), "replay game.jsonl --graph --format json");
    let (nodes, edges) =
        (graph["nodes"].as_array().expect("nodes"), graph["edges"].as_array().expect("edges"));
    assert_eq!((nodes.len(), edges.len()), (moments.len(), moments.len() - 1));
    for (node, moment) in nodes.iter().zip(moments) {
        assert_eq!(node["position"], moment["position"]);
        for seat in 1..=2 {
            let key = format!("win_{seat}");
            assert_eq!(node[format!("{key}_exact")], moment["odds"][key]["exact"]);
        }
    }
    for (step, edge) in edges.iter().enumerate() {
        assert_eq!(
            (edge["source"].as_u64(), edge["target"].as_u64()),
            (Some(step as u64), Some(step as u64 + 1))
        );
        assert_eq!(edge["event"], moments[step + 1]["what"]);
    }
    for format in ["dot", "graphml", "gexf", "drn", "html", "svg"] {
        let text = run_in(folder.path(), &format!("replay game.jsonl --as {format}")).ok();
        assert!(format == "drn" || text.contains("scores 0 : 0"), "{format}");
    }
    assert_eq!(run_in(folder.path(), "replay game.jsonl --graph -o game.csv -q").ok(), "");
    run_in(folder.path(), "replay game.jsonl --graph --format csv").failed(2, "csv writes two tables");
    run_in(folder.path(), "replay game.jsonl --graph --as csv -o game.csv").failed(2, "already exists");
}

/// A log may come from anyone, so a file named in it is opened only if the user names it, too.
#[test]
fn a_log_opens_no_files() {
    let folder = folder();
    let log = |seat: &str| {
        format!(
            r#"{{"chancetree":"play","schema":1,"family":"memory","parameters":{{"deal":[1,2,1,2],"seed":1,"seats":["human","{seat}"],"people":"robots","objective":"pairs","passing":false,"memory":null}}}}"#
        )
    };
    fs::write(folder.path().join("secret.json"), "no policy").expect("a file");
    // The message does not reveal whether the file exists.
    for file in ["secret.json", "nowhere.json", "/dev/zero"] {
        fs::write(folder.path().join("log"), log(file)).expect("a file");
        let ran = run_in(folder.path(), "replay log --print");
        ran.failed(2, "is not a strategy, and policy files named in a log are not opened");
        assert!(ran.err.contains(&format!("help: --seats human,{file} opens it")), "{}", ran.err);
    }
    // A name that is not a plain word is quoted, and a control character is escaped.
    for (seat, typed) in [("my file", "'human,my file'"), ("x\\u001b[2J", "$'human,x\\u001b[2J'")] {
        fs::write(folder.path().join("log"), log(seat)).expect("a file");
        let ran = run_in(folder.path(), "replay log --print");
        assert!(ran.err.ends_with(&format!("help: --seats {typed} opens it\n")), "{}", ran.err);
    }
    fs::write(folder.path().join("log"), log("secret.json")).expect("a file");
    run_in(folder.path(), "replay log --print --seats human,secret.json").failed(2, "secret.json");
    let other = run_in(folder.path(), "replay log --print --seats human,best").ok();
    fs::write(folder.path().join("log"), log("best")).expect("a file");
    assert_eq!(run_in(folder.path(), "replay log --print").ok(), other);
}

/// A replay takes names for the people, or for all seats, in place of those in the log.
#[test]
fn a_replay_has_the_typed_names() {
    let log = |name: &str| format!("{}/docs/play/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let replay = |name: &str, names: &str| run(&format!("replay {} --print --names {names}", log(name)));
    let both = replay("memory", "Xenia,Yan").ok();
    assert!(both.contains("P(Xenia wins)") && both.contains("P(Yan wins)"), "{both}");
    let person = replay("memory", "Xenia").ok();
    assert!(person.contains("P(Xenia wins)") && person.contains("robot 2"), "{person}");
    replay("memory", "A,B,C").failed(2, "3 names for 2 players");
    replay("solitaire", "A").failed(2, "--names has no effect on a log of solitaire");
}

/// A file can have the logs of several games, of which a replay shows one.
#[test]
fn a_game_of_several_is_replayed() {
    let folder = folder();
    let read = |name: &str| {
        let path = format!("{}/docs/play/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(path).expect("a log")
    };
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    let [memory, guess] = ["memory", "guess"].map(read);
    let all = [memory.clone(), guess.clone(), "\n\u{feff}".to_owned() + &memory].concat();
    write("all.jsonl", &all);
    write("one.jsonl", &memory);
    write("other.jsonl", &guess);
    for (game, alone) in [("", "one"), (" --game 1", "one"), (" --game 2", "other"), (" --game 3", "one")] {
        let number = game.chars().last().unwrap_or('1');
        let ran = run_in(folder.path(), &format!("replay all.jsonl --print{game}"));
        assert!(
            ran.err.contains(&format!("note: game {number} of 3; --game N shows another one")),
            "{}",
            ran.err
        );
        let whole = run_in(folder.path(), &format!("replay {alone}.jsonl --print")).ok();
        assert_eq!((ran.status, ran.out), (Some(0), format!("Game {number} of 3: {whole}")), "{game}");
        let mut found = printed_in(folder.path(), &format!("replay all.jsonl{game} --format json -q"));
        let numbers =
            ["game", "games"].map(|key| found.as_object_mut().expect("an object").shift_remove(key));
        assert_eq!(numbers, [Some(json!(number.to_digit(10))), Some(json!(3))]);
        assert_eq!(found, printed_in(folder.path(), &format!("replay {alone}.jsonl --format json")));
    }
    assert!(!run_in(folder.path(), "replay one.jsonl --print").err.contains("note"));
    let svg = run_in(folder.path(), "replay all.jsonl --game 2 --as svg -q").ok();
    assert!(svg.contains(">Game 2 of 3: Guess a number"), "{svg}");
    // A line that is cut off belongs to the last game.
    write("cut.jsonl", &all[..all.len() - 5]);
    let cut = |game: u8| run_in(folder.path(), &format!("replay cut.jsonl --print --game {game} -q")).ok();
    assert!(!cut(1).contains("is cut off") && cut(3).contains("is cut off and is left out."));
    let ran = run_in(folder.path(), "replay all.jsonl --game 4");
    ran.failed(2, "all.jsonl has 3 games");
    assert!(ran.err.contains("help: --game 3 is the last one"), "{}", ran.err);
    run_in(folder.path(), "replay all.jsonl --game 0").failed(2, "");
    // The fit reads all games.
    write("cards.jsonl", &memory.repeat(2));
    assert_eq!(printed_in(folder.path(), "fit solitaire cards.jsonl --format json")["games"], 2);
}
