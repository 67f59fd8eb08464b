//! The logs that `fit` reads.

use super::run::{answer, folder, printed_in, run, run_in};
use serde_json::{Value, json};
use std::fs;

/// The hints for a damaged log lead to a command that works. The header of a log of a played game has the size of the board.
#[test]
fn hints_for_damaged_logs_work() {
    let folder = folder();
    let fit = |args: &str| run_in(folder.path(), &format!("fit solitaire {args}"));
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    let hint = |args: &str| {
        let ran = fit(args);
        assert_eq!(ran.status, Some(2), "{args}: {}", ran.err);
        ran.err.lines().nth(1).unwrap_or_default().to_owned()
    };
    write("whole", "1,1,1a,2a\n1,2,1b,1a\n1,3,2a,2b\n");
    assert_eq!(hint("whole --pairs 1"), "help: leave out --pairs");
    write("cut", "1,1,1a,2a\n1,2,3a,1a\n");
    assert_eq!(hint("cut"), "help: --pairs N sets the number of pairs");
    assert_eq!(hint("cut --pairs 2"), "help: --pairs 3, if the board has no more pairs");
    fit("cut --pairs 3").ok();
    write("wrong", "1,1,1a,2a\n1,3,1b,1a\n");
    assert!(
        hint("wrong --pairs 3")
            .starts_with("help: this command writes such games: chancetree simulate solitaire")
    );
    let head = r#"{"chancetree":"play","schema":1,"family":"solitaire","parameters":{"pairs":3}}"#;
    let turn = r#"{"game":1,"turn":1,"first":"1a","second":"2a"}"#;
    write("played", &format!("{head}\n{turn}\n"));
    assert_eq!(fit("played").ok(), fit("played --pairs 3").ok());
    assert_eq!(hint("played --pairs 1"), "help: leave out --pairs");
}

/// Spreadsheets with decimal commas separate cells by semicolons.
#[test]
fn other_separators_are_read() {
    let folder = folder();
    let fit = |name: &str| run_in(folder.path(), &format!("fit solitaire {name} --format json")).ok();
    let log = run("simulate solitaire --pairs 5 --recall 3/4,1/8,4/5 --games 20 --seed 4").ok();
    let without_turn = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        [cells[0], cells[2], cells[3]].join(",")
    };
    let headless = log.split_once('\n').expect("lines").1;
    for (name, text) in [
        ("comma", log.clone()),
        ("semicolon", log.replace(',', ";")),
        ("tab", log.replace(',', "\t")),
        ("rows", headless.replace(',', ";")),
        ("upper", log.replace("a,", "A,").replace("b\n", "B\n")),
        ("empty cells", headless.replace('\n', ",,\n")),
        ("empty rows", format!(";;;\n{};;;\n\"\";;;\n", log.replace(',', ";"))),
        ("comments", log.replacen('\n', "\n# a comment\n", 1)),
        ("no turns", log.lines().map(|line| without_turn(line) + "\n").collect::<String>()),
        ("carriage returns", log.replace('\n', "\r")),
        ("quoted", format!("\"sep=;\"\n{}", log.replace(',', ";"))),
    ] {
        let name = name.replace(' ', "-");
        fs::write(folder.path().join(&name), text).expect("a file");
        assert_eq!(fit(&name), fit("comma"), "{name}");
    }
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    fs::write(folder.path().join("utf16"), utf16(&format!("\u{feff}{}", log.replace(',', "\t"))))
        .expect("a file");
    assert_eq!(fit("utf16"), fit("comma"));
    fs::write(folder.path().join("utf16"), utf16(&format!("\u{feff}{}", log.replace('\n', "\r"))))
        .expect("a file");
    assert_eq!(fit("utf16"), fit("comma"));
    // A log that follows may have another separator, other columns and a mark of UTF-8.
    let turned = log
        .lines()
        .map(|line| line.split(',').rev().collect::<Vec<_>>().join("|") + "\n")
        .collect::<String>();
    fs::write(folder.path().join("twice"), format!("{log}sep=|\n\u{feff}{turned}")).expect("a file");
    fs::write(folder.path().join("again"), format!("{log}{log}")).expect("a file");
    assert_eq!(fit("twice"), fit("again"));
    fs::write(folder.path().join("mixed"), log.replacen(',', ";", 3)).expect("a file");
    run_in(folder.path(), "fit solitaire mixed").failed(2, "mixed, line 2: ");
}

/// The log of a game played in the terminal has estimates for each seat.
#[test]
fn a_played_game_is_a_log_of_its_players() {
    let log = format!("{}/docs/play/memory.jsonl", env!("CARGO_MANIFEST_DIR"));
    let found = answer(&format!("fit solitaire {log} --format json"));
    let turns = |at: usize| (found["players"][at]["player"].clone(), found["players"][at]["turns"].clone());
    assert_eq!(turns(0), (Value::from("player 1 (human)"), Value::from(4)));
    assert_eq!(turns(1), (Value::from("player 2 (robots)"), Value::from(1)));
    // Turn 1: new cards 1 and 2. Turn 2: the new card 3, whose mate is new, and the mate of an earlier card. Turn 3: the pair.
    assert_eq!(found["answers"]["E1"], 1);
    let guess = format!("{}/docs/play/guess.jsonl", env!("CARGO_MANIFEST_DIR"));
    run(&format!("fit solitaire {guess}")).failed(2, "only card games");
}

/// Cells may be quoted or padded, columns may be in any order, and a byte order mark may come first.
#[test]
fn cells_are_read_as_spreadsheets_write_them() {
    let folder = folder();
    let log = "game,turn,first,second\n1,1,1a,2a\n1,2,1b,1a\n1,3,2a,2b\n";
    let fit = |text: &str| {
        fs::write(folder.path().join("log"), text).expect("a file");
        run_in(folder.path(), "fit solitaire log --pairs 2 --format json")
    };
    let plain = fit(log).ok();
    for same in [
        log.replace(',', "\",\"").replace('\n', "\"\n\"").trim_end_matches('"').replacen("game", "\"GAME", 1),
        log.replace(',', " , ").replace('\n', " \r\n"),
        format!("\u{feff}{log}"),
        log.replace("\n1,", "\n\"a \"\"quoted\"\", comma\",1,").replace("game,", "note,game,"),
    ] {
        assert_eq!(fit(&same).ok(), plain, "{same}");
    }
    fit(&log.replace("2a,2b", "\"2a,2b")).failed(2, "log, line 4: 3 values where game,turn,first,second");
    fit(&log.replace("1b", "\"1b\"\"\"")).failed(2, "log, line 3: \"1b\\\"\" is not a card");
    // A long row between short rows is read completely, and leaves nothing in the next row.
    let long = "x".repeat(5000);
    let rows =
        format!("note,player,game,turn,first,second\n,b,1,1,1a,2a\n{long},{long},1,2,1b,1a\n,b,1,3,2a,2b\n");
    let found: Value = serde_json::from_str(&fit(&rows).ok()).expect("JSON");
    let players = found["players"].as_array().expect("players");
    let turns = players.iter().map(|one| (one["player"].as_str().expect("a name"), one["turns"].as_u64()));
    assert_eq!(turns.collect::<Vec<_>>(), [("b", Some(2)), (&*long, Some(1))]);
}

/// Equivalent logs have the same fit: named symbols, places with symbols, identifiers of games, a line `sep=`.
#[test]
fn logs_of_experiments_are_read() {
    let folder = folder();
    let fit = |text: &str| {
        fs::write(folder.path().join("log"), text).expect("a file");
        run_in(folder.path(), "fit solitaire log --format json")
    };
    let log = "game,turn,first,second\n1,1,1a,2a\n1,2,1b,1a\n1,3,2b,2a\n2,1,2a,1a\n2,2,2b,2a\n2,3,1a,1b\n";
    let expected = fit(log).ok();
    let renamed = |a: &str, b: &str| {
        log.replace("1a", &format!("{a}a"))
            .replace("1b", &format!("{a}b"))
            .replace("2a", &format!("{b}a"))
            .replace("2b", &format!("{b}b"))
    };
    for same in [
        renamed("dog ", "cat "),
        renamed("Hund-", "M\u{fc}tze_"),
        renamed("\u{1f436}", "\u{1f431}"),
        renamed("007 ", "2 "),
        format!("sep=;\n{}", log.replace(',', ";")),
        format!("\u{feff}sep=\t\r\n{}", log.replace(',', "\t").replace('\n', "\r\n")),
        format!("sep=|\n{}", log.replace(',', "|")),
        log.replace("\n1,", "\nAnna 28.11.,").replace("\n2,", "\n17,"),
        // Two tables, one after the other.
        log.replace("\n2,", "\n1,").replacen("\n1,1,2a", "\ngame,turn,first,second\n1,1,2a", 1),
        "game,turn,first,first_symbol,second,second_symbol\n\
         1,1,r1c1,dog,r1c2,cat\n1,2,r2c2,dog,r1c1,dog\n1,3,r2c1,cat,r1c2,cat\n\
         2,1,r1c1,cat,r1c2,dog\n2,2,r2c2,cat,r1c1,cat\n2,3,r1c2,dog,r2c1,dog\n"
            .to_owned(),
        r#"{"game":"A","turn":1,"first":5,"first_symbol":"x","second":6,"second_symbol":"y"}
{"game":"A","turn":2,"first":7,"first_symbol":"x","second":5,"second_symbol":"x"}
{"game":"A","turn":3,"first":8,"first_symbol":"y","second":6,"second_symbol":"y"}
{"game":"B","turn":1,"first":"dog a","second":"cat a"}
{"game":"B","turn":2,"first":"dog b","second":"dog a"}
{"game":"B","turn":3,"first":"cat a","second":"cat b"}
"#
        .to_owned(),
    ] {
        assert_eq!(fit(&same).ok(), expected, "{same}");
    }
    for (text, wrong) in [
        (
            "1,1,dog a,dog\n",
            "line 1: \"dog\" is not a card; 3a and 3b, or \"dog a\" and \"dog b\", are a pair",
        ),
        ("1,1,dog a,dog a\n1,2,dog a,dog b\n", "line 1: card dog a is turned twice in one turn"),
        ("x,1,1a,2a\nx,3,1b,1a\n", "line 2: turn 3 of game x where turn 2 is expected"),
        ("1,1,1a,1b\n2,1,1a,1b\n1,2,1a,1b\n", "line 3: game 1 goes on after another game"),
        (
            "game,turn,first,first_symbol,second,second_symbol\n1,1,p,dog,q,cat\n1,2,p,cat,q,cat\n",
            "line 3: place p shows cat, but it showed dog before",
        ),
        (
            "game,turn,first,first_symbol,second,second_symbol\n1,1,p,dog,q,dog\n1,2,r,dog,q,dog\n",
            "line 3: dog lies at three places, of which r is the third",
        ),
    ] {
        fit(text).failed(2, wrong);
    }
}

/// A truncated log is used up to its last complete game; a note says what is left out.
#[test]
fn truncated_logs_are_used() {
    let folder = folder();
    let fit = |text: &str, args: &str| {
        fs::write(folder.path().join("log"), text).expect("a file");
        run_in(folder.path(), &format!("fit solitaire log {args}"))
    };
    let whole = "1,1,1a,2a\n1,2,1b,1a\n1,3,2b,2a\n";
    let expected = fit(whole, "--format csv").ok();
    for cut in ["2,1,1a", "2,1,1a,2a\n", "2,1,1a,2a\n2,2,1", "2,1,1a,2a\n2,2,1b,"] {
        let text = format!("{whole}{cut}");
        assert_eq!(fit(&text, "--format csv").ok(), expected, "{cut}");
        assert!(fit(&text, "").ok().contains("left out"), "{cut}");
    }
    let text = format!("{whole}2,1,1a,2a\n2,2,1");
    let notes: Value = serde_json::from_str(&fit(&text, "--format json").ok()).expect("JSON");
    assert_eq!(
        notes["left_out"],
        json!([
            "Line 5 is cut off and is left out.",
            "The last game is unfinished and is left out; --pairs N uses it, too."
        ])
    );
    let used: Value = serde_json::from_str(&fit(&text, "--pairs 2 --format json").ok()).expect("JSON");
    assert_eq!((&used["games"], &used["turns"]), (&json!(2), &json!(4)));
    // The turns of the last game are a whole game with fewer pairs, but the cut-off line shows that it goes on.
    for cut in ["2,1,1a,1b\n2,2,2a", "2,1,1a,1b\n2,", "2,1,1a,1b\n2"] {
        let text = format!("{whole}{cut}");
        assert_eq!(fit(&text, "--format csv").ok(), expected, "{cut}");
        let used: Value = serde_json::from_str(&fit(&text, "--pairs 2 --format json").ok()).expect("JSON");
        assert_eq!((&used["games"], &used["turns"]), (&json!(2), &json!(4)), "{cut}");
    }
    fit("1,1,1a,1b\n1,2,2", "").failed(2, "line 1: game 1 ends before");
    let object =
        |game: &str| format!("{{\"game\":\"{game}\",\"turn\":1,\"first\":\"1a\",\"second\":\"1b\"}}\n");
    for (cut, games) in
        [("{\"game\":\"B\",\"tu", 1), ("{\"game\":\"C\",\"tu", 2), ("{\"game\":\"Bo", 2), ("{\"ga", 1)]
    {
        let text = format!("{}{}{cut}", object("A"), object("B"));
        let used: Value = serde_json::from_str(&fit(&text, "--format json").ok()).expect("JSON");
        assert_eq!(used["games"], games, "{cut}");
    }
    // An unfinished game before the last one and a wrong line before the end are errors.
    fit("1,1,1a,2a\n2,1,1a,1b\n", "").failed(2, "line 1: game 1 ends before");
    fit("1,1,1a,1b\n2,1,1a,1c\n", "").failed(2, "line 2: \"1c\" is not a card");
}

/// Logs of played games may follow one another, with different boards and players.
#[test]
fn several_played_games_are_one_log() {
    let folder = folder();
    let head = |pairs: u8, seats: &str| {
        format!(
            r#"{{"chancetree":"play","schema":1,"family":"memory","parameters":{{"pairs":{pairs},"seats":[{seats}]}}}}"#
        )
    };
    let steps = |all: &[(u8, u8, u8)]| -> String {
        all.iter()
            .map(|(seat, place, symbol)| {
                format!("{{\"seat\":{seat},\"place\":{place},\"symbol\":{symbol}}}\n")
            })
            .collect()
    };
    let one = format!("{}\n{}", head(1, "\"human\""), steps(&[(1, 1, 1), (1, 2, 1)]));
    let two = [(1, 1, 1), (1, 2, 2), (2, 3, 1), (2, 1, 1), (2, 4, 2), (2, 2, 2)];
    let other = format!("{}\n{}", head(2, "\"robots\",\"human\""), steps(&two));
    fs::write(folder.path().join("log"), format!("{one}\n{other}")).expect("a file");
    let found = printed_in(folder.path(), "fit solitaire log --format json");
    let players = found["players"].as_array().expect("a list");
    let names: Vec<_> = players.iter().map(|player| player["player"].as_str().expect("a name")).collect();
    assert_eq!(names, ["player 1 (human)", "player 1 (robots)", "player 2 (human)"]);
    assert_eq!((&found["games"], &found["turns"]), (&json!(2), &json!(4)));
}

/// A name is the same player in all games; other names are other players.
#[test]
fn players_with_names_are_the_same_in_all_games() {
    let folder = folder();
    let game = |names: [&str; 2]| {
        let names = json!(names);
        let head = json!({"chancetree": "play", "schema": 1, "family": "memory",
            "parameters": {"pairs": 1, "seats": ["human", "human"], "names": names}});
        format!("{head}\n{{\"seat\":1,\"place\":1,\"symbol\":1}}\n{{\"seat\":1,\"place\":2,\"symbol\":1}}\n")
    };
    let games = [["Anna", "Ben"], ["Cleo", "Dora"], ["Anna", "Dora"]].map(game).concat();
    fs::write(folder.path().join("log"), games).expect("a file");
    let found = printed_in(folder.path(), "fit solitaire log --format json");
    let players = found["players"].as_array().expect("a list");
    let turns: Vec<_> =
        players.iter().map(|player| (player["player"].clone(), player["turns"].clone())).collect();
    let expected = [("Anna", 2), ("Ben", 0), ("Cleo", 1), ("Dora", 0)];
    assert_eq!(turns, expected.map(|(name, turns)| (json!(name), json!(turns))));
}

/// Turn 1 after the end of a game is another game, whatever its number, in a table and in JSON.
#[test]
fn each_player_may_count_the_games_from_1() {
    let folder = folder();
    let fit = |text: &str| {
        fs::write(folder.path().join("log"), text).expect("a file");
        run_in(folder.path(), "fit solitaire log --format json")
    };
    let game = |player: &str, game: &str| {
        ["1,1a,2a", "2,1b,1a", "3,2b,2a"].map(|turn| format!("{player},{game},{turn}\n")).concat()
    };
    let log = |games: [&str; 4]| {
        let [one, two, three, four] = games;
        let all = [game("Anna", one), game("Anna", two), game("Ben", three), game("Ben", four)];
        format!("player,game,turn,first,second\n{}", all.concat())
    };
    let expected = fit(&log(["1", "2", "3", "4"])).ok();
    for games in [["1", "2", "1", "2"], ["1", "1", "1", "1"], ["2", "1", "1", "2"]] {
        assert_eq!(fit(&log(games)).ok(), expected, "{games:?}");
    }
    let object = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let [player, game, turn, first, second] = cells[..] else { panic!("five cells") };
        format!(
            "{{\"player\":\"{player}\",\"game\":{game},\"turn\":{turn},\"first\":\"{first}\",\"second\":\"{second}\"}}\n"
        )
    };
    let objects: String = log(["1", "2", "1", "2"]).lines().skip(1).map(object).collect();
    assert_eq!(fit(&objects).ok(), expected);
    // Two players who play at the same time, or one game whose turns each player counts alone.
    fit("player,game,turn,first,second\nAnna,1,1,1a,2a\nBen,1,1,1a,2a\n").failed(
        2,
        "turn 1 of game 1 where turn 2 is expected; a game that begins before this one ends needs another number",
    );
}
