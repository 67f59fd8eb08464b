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
    for (bytes, what) in
        [(&[0xE9, 0x0A], "not UTF-8 text; save the file as UTF-8"), (&[0xFF, 0xFE], "no turn is logged")]
    {
        fs::write(folder.path().join("wrong"), bytes).expect("a file");
        fit("wrong").failed(2, what);
    }
    // The second line has half of a character.
    fs::write(folder.path().join("wrong"), [0xFF, 0xFE, 0x0A, 0, 0, 0xD8]).expect("a file");
    fit("wrong").failed(2, "wrong, line 2: this is not UTF-16 text");
    fit("nothing").failed(2, "no such file");
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
