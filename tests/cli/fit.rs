//! Players with imperfect recall in Memory for one player: `odds solitaire --recall` and `fit solitaire`.

use super::run::{answer, embedded, folder, printed_in, run, run_in};
use chancetree::exact::fraction;
use chancetree::statistics::deviation;
use chancetree_families::solitaire::imperfect::fit::estimates;
use chancetree_families::solitaire::imperfect::log::AnswerCounts;
use serde_json::{Value, json};
use std::fs;

#[test]
fn odds_of_a_player_with_imperfect_recall() {
    let odds = answer("odds solitaire --pairs 3 --recall 3/4,1/8,4/5 --tail 1e-4 --format json");
    let far = "odds solitaire --pairs 3 --recall 3/4,1/8,4/5 --score 3,9000,-1";
    assert!(run(far).ok().contains("no distribution: after 2000 scores the tail is still"));
    let far = answer(&format!("{far} --format json"));
    assert!(far["score"]["distribution"].is_null() && far["score"]["variance"]["exact"].is_string());
    let same = answer("odds solitaire --pairs 3 --recall 0.75,0.125,0.8 --tail 1/10000 --format json");
    assert_eq!(same, odds, "decimals are read exactly");
    // With probabilities of recall that mean a perfect memory, the results are those without --recall, for every failure rule.
    for failed in ["A", "B", "C"] {
        let args = format!("odds solitaire --pairs 4 --score 5,2,-3 --failed {failed} --format json");
        let (perfect, recalled) = (answer(&args), answer(&format!("{args} --recall 1,0,1")));
        for name in ["turns", "lucky", "first_turn", "first_position", "remembered", "score"] {
            for part in ["mean", "variance", "min", "max", "quantiles", "distribution"] {
                assert_eq!(recalled[name][part], perfect[name][part], "{name} {part}");
            }
        }
    }
}

#[test]
fn estimates_of_simulated_games_are_near_the_true_values() {
    let args = "simulate solitaire --pairs 6 --recall 3/5,3/10,4/5 --games 600 --seed 5";
    let log = run(args).ok();
    assert!(log.starts_with("game,turn,first,second\n1,1,"));
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("log.csv", &log);
    write("log.json", &run(&format!("{args} --format json")).ok());
    let fit = |args: &str| run_in(folder.path(), &format!("fit solitaire {args}"));
    let found = printed_in(folder.path(), "fit solitaire log.csv --format json");
    let same = printed_in(folder.path(), "fit solitaire log.json --format json");
    assert_eq!(found, same);
    assert_eq!(found["games"], 600);
    for (estimate, truth) in found["estimates"].as_array().expect("a list").iter().zip([0.6, 0.3, 0.8]) {
        let value: f64 = estimate["estimate"]["decimal"].as_str().expect("text").parse().expect("a number");
        let error = estimate["standard_error"]["float"].as_f64().expect("a float");
        assert!((value - truth).abs() < 4.0 * error && error < 0.05, "{estimate}");
    }
    assert!(fit("log.csv").ok().contains("p-value (float)"));
    for (text, what) in [
        ("", "no turn is logged"),
        ("game,turn,first,second\n1,1,1a\n", "line 2: 3 values where game,turn,first,second"),
        ("game,turn,first,second\n1\n", "line 2: 1 value where game,turn,first,second"),
        ("game,turn,first,second\n1,1,1a,1b\n2,1,1a,1c\n", "line 3: \"1c\" is not a card"),
        ("1,1,1a,2a\n1,2,1b,1b\n", "line 2: card 1b is turned twice in one turn"),
        ("1,1,1a,2a\n1,2,1b,1a\n", "line 2: game 1 ends before"),
        ("[{\"game\":1,\"turn\":1}]\n", "line 1: a list in JSON, but each turn needs a line"),
        ("1,x,1a,2a\n", "line 1: turn \"x\" is not a whole number"),
        ("\n\n1,2,1a,1b\n", "line 3: turn 2 of game 1 where turn 1"),
        ("{\"game\":1}\n", "line 1: turn is missing"),
        ("{\"game\":1\n", "line 1: this is not a JSON object"),
    ] {
        write("wrong", text);
        fit("wrong").failed(2, what);
    }
    for (bytes, what) in [(&[0xE9, 0x0A], "not UTF-8 text"), (&[0xFF, 0xFE], "no turn is logged")] {
        fs::write(folder.path().join("wrong"), bytes).expect("a file");
        fit("wrong").failed(2, what);
    }
    // The second line has half of a character.
    fs::write(folder.path().join("wrong"), [0xFF, 0xFE, 0x0A, 0, 0, 0xD8]).expect("a file");
    fit("wrong").failed(2, "wrong, line 2: this is not UTF-16 text");
    fit("nothing").failed(2, "no such file");
}

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

/// JSON and CSV have the estimates that follow from the counted answers, for each player and for all players together.
#[test]
fn estimates_follow_from_the_answers() {
    let log = run("simulate solitaire --pairs 4 --recall 3/5,3/10,4/5 --games 9 --seed 2").ok();
    let with_player = |line: &str| {
        let player = match line.split(',').nth(1).and_then(|turn| turn.parse::<u32>().ok()) {
            None => "player",
            Some(turn) => ["Anna", "Ben"][turn as usize % 2],
        };
        format!("{player},{line}\n")
    };
    let folder = folder();
    fs::write(folder.path().join("log"), log.lines().map(with_player).collect::<String>()).expect("a file");
    let found = printed_in(folder.path(), "fit solitaire log --level 0.9 --format json");
    let table = run_in(folder.path(), "fit solitaire log --level 0.9 --format csv").ok();
    let mut rows = table.lines().skip(1);
    let players = found["players"].as_array().expect("players");
    for part in players.iter().chain([&found]) {
        let count = |name: &str| part["answers"][name].as_u64().expect("a count");
        let answers = AnswerCounts {
            both: ["A", "B", "C"].map(count),
            one: ["R1", "R0"].map(count),
            search: ["E1", "E0"].map(count),
        };
        for (shown, estimate) in part["estimates"].as_array().expect("a list").iter().zip(estimates(&answers))
        {
            let value = fraction(&estimate.value.clone().expect("a value"));
            let (low, high) = estimate.interval(deviation(0.9)).expect("a value");
            assert_eq!((&shown["name"], &shown["estimate"]["exact"]), (&json!(estimate.name), &json!(value)));
            assert_eq!(
                (&shown["trials"], &shown["standard_error"]["float"]),
                (&json!(estimate.trials), &json!(estimate.error))
            );
            assert_eq!(shown["interval"], json!([{ "float": low }, { "float": high }]));
            // CSV has the estimates of the players.
            if let Some(name) = part["player"].as_str() {
                let cells: Vec<&str> = rows.next().expect("a row").split(',').collect();
                assert_eq!((&cells[2..4], cells[5]), (&[name, estimate.name][..], &*value));
                let number = |text: &str| text.parse::<f64>().expect("a number");
                assert_eq!((number(cells[8]), number(cells[9])), (low, high), "{cells:?}");
            }
        }
    }
    assert_eq!((players.len(), rows.next()), (2, None));
}

#[test]
fn players_of_a_log_have_their_own_estimates() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    let fit = |args: &str| run_in(folder.path(), &format!("fit solitaire {args}"));
    // Columns are in any order, some columns are ignored, and a name contains a comma.
    let table = "\u{feff}Player,game,turn,note,first,second\n\
        Anna,1,1,\"so, so\",1a,2a\n\"Ben, 7\",1,2,,3a,1b\nAnna,1,3,,1b,1a\nAnna,1,4,lucky,3b,3a\nAnna,1,5,,2b,2a\n";
    write("table.csv", table);
    let found = printed_in(folder.path(), "fit solitaire table.csv --format json");
    let players = found["players"].as_array().expect("a list");
    let of = |player: &Value| (player["player"].clone(), player["turns"].clone(), player["answers"].clone());
    assert_eq!(found["turns"], 5);
    assert_eq!(of(&players[0]).0, "Anna");
    assert_eq!((of(&players[1]).0, of(&players[1]).1), (Value::from("Ben, 7"), Value::from(1)));
    // Ben turns a new card, whose mate is new, too, and then another new card rather than a turned one.
    assert_eq!(players[1]["answers"]["E1"], 1);
    for name in ["A", "B", "C", "R1", "R0", "E1", "E0"] {
        let sum: u64 = players.iter().map(|player| player["answers"][name].as_u64().expect("a count")).sum();
        assert_eq!(found["answers"][name], sum, "{name}");
    }
    let csv = fit("table.csv --format csv").ok();
    assert!(
        csv.starts_with("pairs,level,player,name,")
            && csv.contains("\n,0.95,Anna,p,")
            && csv.contains("\n,0.95,\"Ben, 7\",p,"),
        "{csv}"
    );
    let text = fit("table.csv").ok();
    assert!(
        text.contains("Memory, 5 turns of 1 game") && text.contains("Ben, 7, 1 turn of 1 game"),
        "{text}"
    );
    // The table as objects.
    let objects: String = table.lines().skip(1).map(|line| {
        let name = if line.contains("Ben") { "Ben, 7" } else { "Anna" };
        let line = line.replace("\"Ben, 7\"", "Ben").replace("\"so, so\"", "");
        let cells: Vec<&str> = line.split(',').collect();
        format!("{{\"player\":\"{name}\",\"game\":{},\"turn\":{},\"first\":\"{}\",\"second\":\"{}\",\"x\":1}}\n",
            cells[1], cells[2], cells[4], cells[5])
    }).collect();
    write("objects.json", &objects);
    let same = printed_in(folder.path(), "fit solitaire objects.json --format json");
    assert_eq!(same, found);
    for (text, what) in [
        ("game,turn,first\n1,1,1a\n", "line 1: the table has no column second"),
        ("game,turn,player,first,second\n1,1,1a,1b\n", "line 2: 4 values where 5 are expected"),
    ] {
        write("wrong", text);
        fit("wrong").failed(2, what);
    }
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

/// With more players than are printed in one batch, every format has each player once and in order.
#[test]
fn each_of_many_players_is_printed_once() {
    let folder = folder();
    let name = |player: usize| if player == 1200 { "a\u{9b}b".to_owned() } else { format!("p{player}") };
    let turn = |(game, player): (usize, usize)| json!({ "game": game + 1, "turn": 1, "player": name(player), "first": "1a", "second": "1b" });
    // Every third player plays a second game.
    let players = 2100;
    let all = (0..players).chain((0..players).step_by(3)).enumerate();
    let log: String = all.map(|one| format!("{}\n", turn(one))).collect();
    fs::write(folder.path().join("log"), log).expect("a file");
    let fit = |format: &str| run_in(folder.path(), &format!("fit solitaire log --format {format}")).ok();
    let games = |player: usize| if player.is_multiple_of(3) { 2 } else { 1 };

    let text = fit("json");
    assert!(!text.contains('\u{9b}'), "control characters are escaped");
    let found: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(format!("{found:#}\n").replace('\u{9b}', "\\u009b"), text);
    assert_eq!((&found["games"], &found["turns"]), (&json!(2800), &json!(2800)));
    let listed = found["players"].as_array().expect("players");
    let listed = listed.iter().map(|one| (one["player"].clone(), one["games"].clone(), one["turns"].clone()));
    let expected =
        (0..players).map(|player| (json!(name(player)), json!(games(player)), json!(games(player))));
    assert!(listed.eq(expected));

    let csv = fit("csv");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("pairs,level,player,name,estimate,estimate_exact,trials,error,low,high"));
    let shown = |player| name(player).replace('\u{9b}', "\\u{9b}");
    let rows = (0..players)
        .flat_map(|player| ["p", "p'", "p''"].map(|one| format!(",0.95,{},{one},,,0,,,", shown(player))));
    assert!(lines.eq(rows));
    let md = fit("md");
    let titles = md.lines().filter(|line| line.contains(" of ") && line.contains("game")).skip(1);
    assert!(titles.eq((0..players).map(|player| {
        let turns = if games(player) == 2 { "2 turns of 2 games" } else { "1 turn of 1 game" };
        // In Markdown, a backslash is escaped.
        format!("{}, {turns}", shown(player).replace('\\', r"\\"))
    })));

    let text = fit("text");
    assert!(
        text.starts_with("Memory, 2800 turns of 2800 games\n\np0, 2 turns of 2 games\n\n"),
        "{}",
        &text[..99]
    );
    assert!(
        text.ends_with(
            "\nEstimates are exact; errors, intervals and tests are floats, good for many trials.\n"
        )
    );
    let titles =
        text.lines().filter(|line| line.contains(", ") && line.ends_with('s') || line.ends_with("1 game"));
    let title = |player| match games(player) {
        1 => format!("{}, 1 turn of 1 game", shown(player)),
        _ => format!("{}, 2 turns of 2 games", shown(player)),
    };
    let expected = (0..players).map(title);
    assert!(titles.filter(|line| line.contains(" of ") && !line.starts_with("Memory")).eq(expected));
}

/// More turns than 16 bits can count. The first half of the game turns every card a, in pairs; then the player finds each card b in
/// one turn.
#[test]
fn more_turns_than_16_bits_are_counted() {
    let pairs = 33_000;
    let mut log = String::from("game,turn,first,second\n");
    let mut turn = 0;
    let mut add = |first: String, second: String| {
        turn += 1;
        log.push_str(&format!("1,{turn},{first},{second}\n"));
    };
    for symbol in (1..pairs).step_by(2) {
        add(format!("{symbol}a"), format!("{}a", symbol + 1));
    }
    for symbol in 1..=pairs {
        add(format!("{symbol}b"), format!("{symbol}a"));
    }
    let folder = folder();
    fs::write(folder.path().join("log.csv"), log).expect("a file");
    let found = printed_in(folder.path(), "fit solitaire log.csv --format json");
    // In the first turn no card is known; each other turn of the first half finds a new card beside turned cards. In the second
    // half, every mate is recalled among turned and new cards, except the last, which is the only card left.
    let answers = ["A", "B", "C", "R1", "R0", "E1", "E0"].map(|name| found["answers"][name].as_u64());
    assert_eq!(answers, [32_999, 0, 0, 0, 0, 16_499, 0].map(Some));
}

/// A program that embeds the command gets the printed output, also where the output is rendered in parts.
#[test]
fn an_embedded_command_returns_the_printed_output() {
    let folder = folder();
    let log = folder.path().join("log.jsonl");
    let turn = |player: u32| {
        format!(
            "{{\"game\":{player},\"turn\":1,\"player\":\"p{player}\",\"first\":\"1a\",\"second\":\"1b\"}}\n"
        )
    };
    fs::write(&log, (1..=3).map(turn).collect::<String>()).expect("a file");
    for format in ["text", "json", "csv", "md"] {
        let args = format!("fit solitaire {} --format {format}", log.display());
        assert_eq!(embedded(&args).expect("an answer"), run(&args).ok(), "{args}");
    }
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

/// A test without degrees of freedom compares nothing, so it has no result.
#[test]
fn few_turns_have_no_tests() {
    let folder = folder();
    let log = "game,turn,first,second\n1,1,1a,2a\n1,2,1b,1a\n1,3,2a,2b\n";
    fs::write(folder.path().join("log"), log).expect("a file");
    let text = run_in(folder.path(), "fit solitaire log").ok();
    assert_eq!(text.matches("  nothing to compare  0\n").count(), 5, "{text}");
    let found = printed_in(folder.path(), "fit solitaire log --format json");
    for test in found["fit"].as_array().expect("a list") {
        assert_eq!((&test["g"], &test["p_value"]), (&Value::Null, &Value::Null), "{test}");
    }
}
