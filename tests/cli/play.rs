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
use serde_json::json;
use std::fs;
use std::path::Path;

/// Plays a game of Memory by turning random cards.
pub(super) fn random_game(
    pairs: u16,
    seats: &str,
    ways: SeatPlays,
    passing: bool,
    seed: u64,
) -> MemorySession {
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
pub(super) fn write_log(session: &AnySession, folder: &Path) {
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
