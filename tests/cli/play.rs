//! Played games: their odds against those of `odds`, and invalid logs.

use super::run::{answer, folder, printed_in, run, run_args, run_in};
use chancetree::games::guess::Guess as Rules;
use chancetree::games::memory::forgetting::{self, Strategy};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::model::Job;
use chancetree::play::guess::GuessSession;
use chancetree::play::memory::{MemorySession, SeatPlays, Setup};
use chancetree::play::solitaire::SolitaireSession;
use chancetree::play::{AnySession, PlayError, PlayedGame as _, log};
use chancetree::random::Random;
use chancetree_families::family::PlayerNames;
use oracles::session::setup;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Plays a game of Memory by turning random cards.
fn random_game(pairs: u16, seats: &str, ways: SeatPlays, passing: bool, seed: u64) -> MemorySession {
    let people = if passing { "best" } else { "robots" };
    let setup = Setup { people: people.to_owned(), passing, ..setup(pairs, seats, ways, seed) };
    let mut game = MemorySession::new(setup, &Job::default()).expect("a game");
    let mut random = Random::seeded(seed);
    while !game.is_over() {
        let place = random.below(2 * u64::from(pairs)) as usize;
        match game.play(place, &Job::default()) {
            Ok(()) | Err(PlayError::Refused(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    game
}

/// Writes the log of a game into a folder.
fn write_log(session: &AnySession, folder: &Path) {
    fs::write(folder.join("game.jsonl"), log::write(session)).expect("a file");
}

/// Returns the numbers in "2 known, 1 half known, 3 unknown, scores 0 : 1, player 2 moves".
fn numbers(position: &str) -> Vec<usize> {
    position.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect()
}

/// Compares the odds between two turns of a game with those that `odds memory` prints for the position.
fn assert_same_odds(game: &MemorySession, plays: [&str; 2], more: &str, most_known: usize) {
    let folder = folder();
    write_log(game, folder.path());
    let replay = printed_in(folder.path(), "replay game.jsonl --format json");
    assert_eq!(replay["over"], true);
    let moments = replay["moments"].as_array().expect("moments");
    assert_eq!(moments.len(), game.steps().len() + 1);
    let mut compared = 0;
    for moment in moments {
        let position = moment["position"].as_str().expect("text");
        let numbers = numbers(position);
        let [known, _, unknown, first, second, mover] = numbers[..] else { continue };
        // After a pass the state differs, and no option of `odds` describes it.
        if position.contains("open") || position.contains("after a pass") || known > most_known {
            continue;
        }
        // In `odds`, the mover is player 1.
        let in_order = |two: [&str; 2]| if mover == 1 { two.join(",") } else { [two[1], two[0]].join(",") };
        let pairs = game.setup.pairs();
        let scores = in_order([&first.to_string(), &second.to_string()]);
        let known = if most_known > 0 { format!("--known-pairs {known}") } else { String::new() };
        let args = format!(
            "odds memory --pairs {pairs} --unknown {unknown} {known} --scores {scores} --play {} {more} \
             --distribution --format json",
            in_order(plays)
        );
        let odds = printed_in(folder.path(), &args);
        let seat = |player: usize| if mover == 1 { player - 1 } else { 2 - player };
        for player in [1, 2] {
            assert_eq!(moment["odds"][format!("win_{player}")], odds["win"][seat(player)], "{args}");
            let pairs = &moment["odds"][format!("expected_pairs_{player}")];
            assert_eq!(*pairs, odds["expected_pairs"][seat(player)], "{args}");
        }
        assert_eq!(moment["odds"]["draw"], odds["draw"], "{args}");
        compared += 1;
    }
    assert!(compared > 3, "{compared} positions");
}

#[test]
fn odds_match_the_odds_command_from_the_same_state() {
    let robots = Play::By(Policy::Always(Tactic::T6));
    let safe = Play::By(Policy::Always(Tactic::T5));
    assert_same_odds(
        &random_game(5, "human,safe", SeatPlays::Perfect(vec![robots.clone(), safe]), false, 1),
        ["robots", "safe"],
        "",
        9,
    );
    assert_same_odds(
        &random_game(5, "best,human", SeatPlays::Perfect(vec![Play::Best, robots]), false, 2),
        ["best", "robots"],
        "",
        9,
    );
    let passing = vec![Play::By(Policy::ZwickPaterson), Play::Best];
    let passing = random_game(5, "zwick-paterson,human", SeatPlays::Perfect(passing), true, 4);
    assert!(passing.steps().len() > 12, "{}", log::write(&passing));
    assert_same_odds(&passing, ["zwick-paterson", "best"], "--rules tactical", 9);
}

#[test]
fn odds_with_limited_memory_match_the_odds_command() {
    let ways = vec![forgetting::SeatStrategy::Best, forgetting::SeatStrategy::Always(Strategy::Bold)];
    let game = random_game(4, "best,human", SeatPlays::Forgetful(ways, Some(2)), false, 3);
    assert_same_odds(&game, ["best", "robots"], "--memory 2", 0);
}

#[test]
fn expected_turns_and_wins_match_the_odds_command() {
    let folder = folder();
    let game = SolitaireSession::seeded(6, 1, &Job::default()).expect("a game");
    write_log(&game, folder.path());
    let replay = printed_in(folder.path(), "replay game.jsonl --format json");
    let odds = printed_in(folder.path(), "odds solitaire --pairs 6 --format json");
    let first = &replay["moments"][0]["odds"];
    assert_eq!(first["expected_turns"], odds["turns"]["mean"]);
    assert_eq!(first["expected_lucky"], odds["lucky"]["mean"]);

    let names = ["human", "best", "human"].map(str::to_owned).to_vec();
    let rules = Rules::new(20, names.len() as u8).expect("a game");
    let mut game = GuessSession::new(rules, names, 13, &Job::default()).expect("a game");
    [10, 15].into_iter().for_each(|number| game.play(number, &Job::default()).expect("it is possible"));
    write_log(&game, folder.path());
    let replay = printed_in(folder.path(), "replay game.jsonl --format json");
    for (moment, numbers, mover) in [(0, 20, 0), (1, 10, 1), (2, 4, 2)] {
        let odds =
            printed_in(folder.path(), &format!("odds guess --numbers {numbers} --players 3 --format json"));
        for seat in 0..3 {
            let own = &replay["moments"][moment]["odds"][format!("win_{}", seat + 1)];
            assert_eq!(*own, odds["win"][(seat + 3 - mover) % 3], "{numbers} numbers");
        }
    }
}

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

#[test]
fn policy_files_are_played_on_boards_they_cover() {
    let folder = folder();
    assert_eq!(run_in(folder.path(), "best memory --pairs 3 --save three.json").status, Some(0));
    let args = |pairs| format!("play memory --pairs {pairs} --seats human,three.json");
    run_in(folder.path(), &args(3)).failed(2, "a game needs a terminal");
    run_in(folder.path(), &args(5)).failed(2, "a policy has no tactic for ");
    for (pairs, status) in [(2, 0), (3, 0), (4, 2)] {
        assert_eq!(run_in(folder.path(), &format!("{} -o {pairs}.html", args(pairs))).status, Some(status));
    }
}

/// Two players who play best play to win, unless another objective is chosen.
#[test]
fn two_best_players_play_to_win() {
    for (args, objective) in [
        ("--seats human,best", "win"),
        ("--seats human,robots --people best", "win"),
        ("--seats human,best --objective pairs", "pairs"),
        ("--seats human,best --passing", "pairs"),
        ("--seats human,best,best", "pairs"),
        ("--seats human,robots", "pairs"),
        ("--seats human,robots --objective win", "win"),
    ] {
        let page = run(&format!("play memory --pairs 4 {args} --as html")).ok();
        assert!(page.contains(&format!("\"objective\":\"{objective}\"")), "{args}");
    }
}

/// A page has as many pairs as pictures, whatever the seats.
#[test]
fn pages_have_boards_of_36_pairs() {
    for seats in ["human", "human,robots,bold,human", "human,best,robots,safe --people bold"] {
        let page = run(&format!("play memory --pairs 36 --seats {seats} --as html")).ok();
        assert!(page.contains("\"pairs\":36"), "{seats}");
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

#[test]
fn odds_with_own_memories_match_the_odds_command() {
    let ways = vec![forgetting::SeatStrategy::Best, forgetting::SeatStrategy::Always(Strategy::Bold)];
    let game = random_game(4, "best,bold", SeatPlays::Separate(ways, vec![Some(2), None]), false, 3);
    let folder = folder();
    write_log(&game, folder.path());
    let replay = printed_in(folder.path(), "replay game.jsonl --format json");
    assert_eq!(replay["parameters"]["memory"], json!([2, "unlimited"]));
    let odds = answer("odds memory --pairs 4 --memory 2,unlimited --play best,bold --format json");
    for seat in 0..2 {
        let pairs = &replay["moments"][0]["odds"][format!("expected_pairs_{}", seat + 1)];
        assert_eq!(pairs["exact"], odds["expected_pairs"][seat]["exact"], "{odds}");
    }
    assert_eq!(replay["moments"].as_array().expect("a list").len(), game.steps().len() + 1);
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

#[test]
fn pages_are_written_and_never_overwritten() {
    let folder = folder();
    let args = "-q play memory --pairs 4 --seats human,best --seed 7";
    run_in(folder.path(), &format!("{args} -o play.html")).ok();
    let page = fs::read_to_string(folder.path().join("play.html")).expect("a page");
    assert_eq!(run_in(folder.path(), &format!("{args} --as html")).ok(), page, "stdout has the same page");
    // A page is the only format, so stdout needs no other option.
    for game in ["memory --pairs 2", "solitaire --pairs 2", "mines", "guess"] {
        let args = format!("-q play {game} --seed 7");
        let page = run_in(folder.path(), &format!("{args} -o -")).ok();
        assert!(page.starts_with("<!doctype html>"), "{game}: {page}");
        assert_eq!(page, run_in(folder.path(), &format!("{args} --format html -o -")).ok(), "{game}");
    }
    run_in(folder.path(), &format!("{args} -o play.html")).failed(2, "play.html already exists");
    run_in(folder.path(), &format!("{args} -o play.html --force")).ok();
    assert!(page.contains("\"seed\":\"7\""), "seeds are texts");
}

/// Names of players are in logs, replays and pages; only people have names of their own.
#[test]
fn players_have_their_names() {
    let folder = folder();
    let named = |players: &[&str]| PlayerNames(Some(players.iter().map(ToString::to_string).collect()));
    let bold = SeatPlays::Perfect(vec![Play::By(Policy::Always(Tactic::T6)); 2]);
    let setup = Setup { players: named(&["Anna", "Ben"]), ..setup(2, "human,human", bold, 3) };
    let mut game = MemorySession::new(setup, &Job::default()).expect("a game");
    game.play(0, &Job::default()).expect("a card");
    write_log(&game, folder.path());
    let text = run_in(folder.path(), "replay game.jsonl --print").ok();
    for part in ["Anna against Ben", "P(Anna wins)", "P(Ben wins)", "Anna turns", "Anna moves"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for (seats, names) in [
        ("--names Anna,Ben", r#""names":["Anna","Ben"]"#),
        ("--names Anna --seats best,human", r#""names":["best 1","Anna"]"#),
        ("--names Anna,Robby --seats human,robots", r#""names":["Anna","Robby"]"#),
        ("--names Anna", r#""seats":["human","robots"]"#),
    ] {
        let page = run(&format!("play memory --pairs 3 {seats} --format html")).ok();
        assert!(page.contains(names), "{seats}");
    }
    let spaced = ["--names", "Anna, Ben", "--play", "best, robots"];
    let odds = run_args(folder.path(), "odds memory --pairs 3 --distribution", &spaced).ok();
    assert!(odds.contains("P(Ben wins)") && odds.contains("play: best, robots"), "{odds}");
}

/// Names of players in a guessing game are in logs, replays and pages.
#[test]
fn players_who_guess_have_their_names() {
    let folder = folder();
    let rules = Rules::of(5, 2, None, None).expect("a game");
    let seats = vec!["human".to_owned(), "best".to_owned()];
    let game = GuessSession::new(rules, seats, 4, &Job::default()).expect("a game");
    let mut game = game.named(PlayerNames(Some(vec!["Anna".to_owned(), "Ben".to_owned()])));
    game.play(2, &Job::default()).expect("a guess");
    game.play(4, &Job::default()).expect("a guess");
    write_log(&game, folder.path());
    let text = run_in(folder.path(), "replay game.jsonl --print").ok();
    for part in ["Anna names 2: higher", "P(Anna wins)", "P(Ben wins)", "over, Ben wins"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    for (seats, names) in [
        ("--names Anna,Ben", r#""names":["Anna","Ben"]"#),
        ("--names Anna,Ben", r#""seats":["human","human"]"#),
        ("--names Anna --seats best,human", r#""names":["best 1","Anna"]"#),
        ("--names Anna", r#""seats":["human","best"]"#),
        ("", r#""seats":["human","best"]"#),
    ] {
        let page = run(&format!("play guess --numbers 5 {seats} --format html")).ok();
        assert!(page.contains(names), "{seats}");
    }
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
