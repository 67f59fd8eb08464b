//! The command `fair`: favoured seats, head starts and compensations.

use super::run::{all_exact, answer, exact, folder, run, run_in};
use chancetree::exact::{Rational, ratio, zero};
use serde_json::{Value, json};

/// Returns P(player 1 wins) - P(player 2 wins) by `odds`.
fn lead(args: &str) -> Rational {
    let odds = answer(&format!("odds memory {args} --format json"));
    exact(&odds["win"][0]) - exact(&odds["win"][1])
}

fn abs(value: &Rational) -> Rational {
    value.clone().max(-value.clone())
}

/// No head start of either player makes the game fairer.
#[test]
fn no_head_start_is_fairer() {
    let boards = answer("fair memory --pairs 1..=9 --format json");
    for board in boards.as_array().expect("a list") {
        let pairs = board["parameters"]["pairs"].as_u64().expect("pairs");
        let head_start = &board["head_start"];
        let lead_left = exact(&head_start["lead_of_player_1"]);
        let advance = |seat: u64, more: u64| {
            let (first, second) = if seat == 1 { (more, 0) } else { (0, more) };
            lead(&format!("--pairs {} --unknown {pairs} --scores {first},{second}", pairs + more))
        };
        let (seat, more) =
            (head_start["player"].as_u64().expect("a seat"), head_start["points"].as_u64().expect("pairs"));
        assert_eq!(lead_left, advance(seat, more), "{pairs} pairs");
        for (seat, more) in (1..=2).flat_map(|seat| (0..=4).map(move |more| (seat, more))) {
            assert!(abs(&lead_left) <= abs(&advance(seat, more)), "{pairs} pairs, {more} to player {seat}");
        }
    }
}

/// Returns P(win) of the best seat minus P(win) of the worst seat.
pub(super) fn spread(wins: &[Rational]) -> Rational {
    wins.iter().max().expect("a seat") - wins.iter().min().expect("a seat")
}

/// The spread orders boards and strategies, and every format prints it.
#[test]
fn games_are_ordered_by_the_printed_spread() {
    let args = "fair memory --players 3 --pairs 8";
    let board = answer(&format!("{args} --format json"));
    assert_eq!(exact(&board["spread"]), spread(&all_exact(&board["win"])));
    assert_eq!(board["spread"]["exact"], "50987/184275");
    let plays = board["plays"].as_array().expect("a list");
    for play in plays {
        let wins = all_exact(&play["win"]);
        assert_eq!(exact(&play["spread"]), spread(&wins), "{}", play["play"]);
        assert_eq!(
            wins.into_iter().sum::<Rational>() + exact(&play["draw"]),
            ratio(1, 1),
            "{}",
            play["play"]
        );
    }
    let least = plays.iter().map(|play| exact(&play["spread"])).min();
    for play in plays {
        assert_eq!(play["fairest"], Some(exact(&play["spread"])) == least, "{}", play["play"]);
    }
    let csv = run(&format!("{args} --format csv")).ok();
    for column in [",spread,", ",spread_exact,", ",best_spread,", ",best_spread_exact,"] {
        assert!(csv.contains(column), "{column}: {csv}");
    }
    assert!(csv.contains(",0.276689730023,50987/184275,"), "{csv}");
}

/// A board is fresh if nothing is known or taken, even if the options are typed.
#[test]
fn a_board_with_default_options_is_fresh() {
    for more in ["--known-pairs 0", "--unknown 4", "--scores 0,0", "--lead 0"] {
        assert_eq!(
            run(&format!("fair memory --pairs 4 {more}")).ok(),
            run("fair memory --pairs 4").ok(),
            "{more}"
        );
    }
    assert_eq!(run("best memory --pairs 1..=3 --known-pairs 0").ok(), run("best memory --pairs 1..=3").ok());
    let args = "odds memory --pairs 1..=9 --format json";
    assert_eq!(run(&format!("{args} --known-pairs 0")).ok(), run(args).ok());
}

/// `odds` gives the same outcomes for players with limited memory.
#[test]
fn players_with_limited_memory_have_the_outcomes_of_odds() {
    let outcomes = |answer: &Value| [all_exact(&answer["win"]), vec![exact(&answer["draw"])]].concat();
    for args in
        ["--pairs 4 --players 3 --memory 1,3,2", "--pairs 5 --memory 2,4", "--pairs 5 --memory 3 --singles 1"]
    {
        let board = answer(&format!("fair memory {args} --format json"));
        for play in board["plays"].as_array().expect("a list") {
            let name = play["play"].as_str().expect("a name");
            let objective =
                board["parameters"]["objective"].as_str().filter(|_| name == "best").unwrap_or("pairs");
            let odds = answer(&format!(
                "odds memory {args} --play {name} --objective {objective} --distribution --format json"
            ));
            assert_eq!(outcomes(play), outcomes(&odds), "{args}, {name}");
        }
        let play = &board["plays"][0];
        assert_eq!((&play["play"], outcomes(play)), (&"robots".into(), outcomes(&board)), "{args}");
    }
}

/// The winner of the last game moves to the seat that wins least often.
#[test]
fn the_last_winner_gets_the_worst_seat() {
    for players in [2, 3, 5] {
        let boards = answer(&format!("fair memory --pairs 1..=6 --players {players} --format json"));
        for board in boards.as_array().expect("a list") {
            let wins: Vec<Rational> = board["win"].as_array().expect("a list").iter().map(exact).collect();
            let Some(seat) = board["winner_sits"].as_u64() else {
                assert_eq!((&board["winner_sits"], spread(&wins)), (&Value::Null, zero()));
                continue;
            };
            assert!(wins.iter().all(|win| wins[seat as usize - 1] <= *win));
            if let Some(favoured) = board["favoured"]["player"].as_u64() {
                assert!(exact(&board["favoured"]["by"]) > zero());
                assert!(wins.iter().all(|win| *win <= wins[favoured as usize - 1]));
            }
        }
    }
}

#[test]
fn one_board_is_compared_with_other_strategies() {
    let board = answer("fair memory --pairs 7 --format json");
    for play in board["plays"].as_array().expect("a list") {
        let name = play["play"].as_str().expect("a name");
        let win = if name == "best" { "--objective win " } else { "" };
        let odds = answer(&format!("odds memory --pairs 7 --play {name} {win}--distribution --format json"));
        assert_eq!(exact(&play["win"][0]), exact(&odds["win"][0]), "{name}");
        assert_eq!(exact(&play["draw"]), exact(&odds["draw"]), "{name}");
    }
    assert_eq!(run("fair memory --pairs 3..=9 --format csv").ok().lines().count(), 8);
}

#[test]
fn boards_are_compared_for_each_strategy() {
    let strategies = "best,safe,bold,T6";
    let boards = answer(&format!("fair memory --pairs 3..=6 --compare {strategies} --format json"));
    for board in boards.as_array().expect("a list") {
        let pairs = &board["parameters"]["pairs"];
        let plays = board["plays"].as_array().expect("a list");
        let names: Vec<&str> = plays.iter().map(|play| play["play"].as_str().expect("a name")).collect();
        assert_eq!(names.join(","), strategies);
        let leads = names.iter().map(|name| {
            let win = if *name == "best" { "--objective win " } else { "" };
            let args = format!("odds memory --pairs {pairs} --play {name} {win}--distribution --format json");
            let odds = answer(&args);
            abs(&(exact(&odds["win"][0]) - exact(&odds["win"][1])))
        });
        let leads: Vec<Rational> = leads.collect();
        let fairest = leads.iter().min().expect("four strategies");
        for (play, lead) in plays.iter().zip(&leads) {
            assert_eq!(exact(&play["lead"]), *lead);
            assert_eq!(play["fairest"], lead == fairest, "{pairs} pairs, {play}");
        }
    }
    let table = run("fair memory --pairs 3..=6 --compare --format csv").ok();
    assert!(table.lines().all(|line| line.split(',').count() == 9 + 32 + 5 * 4 + 1), "{table}");
    let three = run("fair memory --pairs 3..=4 --players 3 --compare").ok();
    assert!(three.contains("robots") && !three.contains("parity"), "{three}");
}

/// Two players who play best play to win, unless `--objective pairs` is set; the answer names the objective.
#[test]
fn two_best_players_play_to_win() {
    let lead_and_objective = |args: &str| {
        let board = answer(&format!("fair memory {args} --format json"));
        (exact(&board["win"][0]) - exact(&board["win"][1]), board["parameters"]["objective"].clone())
    };
    for pairs in [7, 8, 10, 13] {
        for (option, objective) in [("", "win"), ("--objective win", "win"), ("--objective pairs", "pairs")] {
            let args = format!("--pairs {pairs} --play best --objective {objective} --distribution");
            let found = lead_and_objective(&format!("--pairs {pairs} --play best {option}"));
            assert_eq!(found, (lead(&args), objective.into()), "{args}");
        }
    }
    // With the objective pairs, the other seat is favoured.
    assert!(
        lead_and_objective("--pairs 8 --play best").0 > zero()
            && lead_and_objective("--pairs 8 --play best --objective pairs").0 < zero()
    );
}

/// The search for a head start continues after a point that changes nothing: two pairs cannot be shared equally.
#[test]
fn a_head_start_may_include_a_point_without_effect() {
    for (args, points, lead) in
        [("--pairs 2 --play bold,T3", 2, "0/1"), ("--pairs 2 --play bold --memory 2,0", 2, "-2/9")]
    {
        let found = answer(&format!("fair memory {args} --format json"));
        let head_start = &found["head_start"];
        assert_eq!((&head_start["player"], &head_start["points"]), (&2.into(), &points.into()), "{args}");
        assert_eq!(head_start["lead_of_player_1"]["exact"], lead, "{args}");
    }
}

/// For players whose play depends on the score, a head start has the odds of a start with that score.
#[test]
fn a_head_start_has_the_odds_of_a_score_on_a_fresh_board() {
    for (pairs, play) in [(3, "--play best --memory 3"), (9, "--play best"), (4, "--memory 2")] {
        let board = answer(&format!("fair memory --pairs {pairs} {play} --format json"));
        let points = board["head_start"]["points"].as_u64().expect("points");
        let scores = match board["head_start"]["player"].as_u64() {
            Some(1) => format!("{points},0"),
            _ => format!("0,{points}"),
        };
        let board_of = pairs + points;
        let args = format!(
            "--pairs {board_of} --unknown {pairs} --scores {scores} {play} --objective win --distribution"
        );
        assert_eq!(exact(&board["head_start"]["lead_of_player_1"]), lead(&args), "{args}");
    }
}

#[test]
fn fair_accepts_cards_memories_and_names() {
    let board = answer("fair memory --cards 16 --memory 2 --names Anna,Ben --format json");
    assert_eq!(board["parameters"]["pairs"], 8);
    assert_eq!(board["parameters"]["memory"], 2);
    assert_eq!(
        exact(&board["win"][0]) - exact(&board["win"][1]),
        lead("--pairs 8 --memory 2 --distribution")
    );
    assert_eq!(board["favoured"]["player"], 2);
}

/// The favoured player wins most often by `odds`, and the lead is the difference.
#[test]
fn the_favoured_player_of_guess_wins_most_often() {
    for board in
        ["--numbers 9", "--numbers 4 --players 3", "--numbers 7 --players 3 --guesses 4", "--numbers 2"]
    {
        let fair: Value = answer(&format!("fair guess {board} --format json"));
        let odds: Value = answer(&format!("odds guess {board} --format json"));
        assert_eq!(fair["win"], odds["win"], "{board}");
        let number =
            |value: &Value| value["decimal"].as_str().expect("a decimal").parse::<f64>().expect("a number");
        let wins: Vec<f64> = odds["win"].as_array().expect("a list").iter().map(number).collect();
        let mut order: Vec<usize> = (0..wins.len()).collect();
        order.sort_by(|&a, &b| wins[b].total_cmp(&wins[a]));
        let by = wins[order[0]] - wins[order[1]];
        if by < 1e-9 {
            assert_eq!(fair["favoured"], Value::Null, "{board}");
        } else {
            assert_eq!(fair["favoured"]["player"], order[0] + 1, "{board}");
            assert!((number(&fair["favoured"]["by"]) - by).abs() < 1e-9, "{board}");
        }
        let sits = fair["winner_sits"].as_u64().map(|seat| wins[seat as usize - 1]);
        let worst = wins[order[wins.len() - 1]];
        assert_eq!(sits, (wins[order[0]] - worst > 1e-9).then_some(worst), "{board}");
    }
}

/// Names set the number of players, and every answer uses them.
#[test]
fn names_are_in_every_answer() {
    for args in [
        "odds memory --pairs 3",
        "odds memory --pairs 3 --memory 2",
        "odds memory --pairs 3 --play best --distribution",
        "fair memory --pairs 3",
        "simulate memory --pairs 3 --games 5 --seed 1",
    ] {
        let text = run(&format!("{args} --names Anna,Ben,Cora")).ok();
        assert!(["Anna", "Ben", "Cora"].iter().all(|name| text.contains(name)), "{text}");
        assert!(!text.contains("player 1"), "{text}");
    }
    let (named, plain) = ("odds memory --pairs 3 --names A,B,C", "odds memory --pairs 3 --players 3");
    let (mut named, plain) =
        (answer(&format!("{named} --format json")), answer(&format!("{plain} --format json")));
    assert_eq!(
        named["parameters"].as_object_mut().expect("an object").remove("names"),
        Some(json!(["A", "B", "C"]))
    );
    assert_eq!(named, plain);
}

/// Pictures of seats have a bar for each seat, its name, and a line at equal shares.
#[test]
fn a_picture_of_seats_has_bars_with_names() {
    for (args, names, bars, shown) in [
        (
            "fair guess --numbers 11 --names Ann,Bob,Cy",
            &["Ann", "Bob", "Cy"][..],
            3,
            ["0.364", "equal (1/3)"],
        ),
        (
            "fair guess --numbers 11 --players 3 --percent",
            &["player 1", "player 3"],
            3,
            ["36.4%", "equal (33.3%)"],
        ),
        ("fair memory --pairs 6", &["player 1", "player 2", "+1"], 4, ["with points", "equal (1/2)"]),
        ("fair memory --pairs 8", &["player 1", "player 2"], 2, ["share", "equal (1/2)"]),
    ] {
        let picture = run(&format!("{args} --format svg")).ok();
        for text in names.iter().chain(&shown) {
            assert!(picture.contains(&format!(">{text}</text>")), "{text} in {picture}");
        }
        // Each series has a sign in the legend, and the first rectangle is the background.
        let series = if bars == 4 { 2 } else { 1 };
        assert_eq!(picture.matches("<rect").count(), 1 + bars + series, "{args}");
        assert!(!picture.contains("<circle"), "{args}");
    }
    let range = run("fair guess --numbers 3..6 --format svg").ok();
    assert!(range.contains(">player 2 wins</text>") && range.contains(">numbers</text>"), "{range}");
}

/// Graphs and decisions use the names.
#[test]
fn names_are_in_graphs_and_decisions() {
    for args in [
        "memory --pairs 2 --names Anna,Ben",
        "memory --pairs 2 --play best --names Anna,Ben",
        "guess --numbers 3 --names Anna,Ben",
    ] {
        let graph = run(&format!("graph {args} --format svg -o -")).ok();
        assert!(graph.contains("Anna") && !graph.contains("player 1 "), "{args}");
    }
    for args in ["memory --pairs 3", "memory --pairs 3 --memory 2", "guess --numbers 5"] {
        let (named, plain) =
            (run(&format!("best {args} --names Anna,Ben")).ok(), run(&format!("best {args}")).ok());
        assert!(named.contains("Anna is to move.\n"), "{named}");
        assert_eq!(named.replace("Anna is to move.\n", ""), plain);
    }
    let every = run("best guess --numbers 5 --every --names Anna,Ben").ok();
    assert!(every.contains("Anna is to move in the first position."), "{every}");
}

/// A comparison is about players of several kinds, and a picture has none.
#[test]
fn a_comparison_is_not_about_robots() {
    let text = run("fair memory --pairs 2..4 --compare best,robots,safe").ok();
    assert!(text.starts_with("Memory, 2 players with perfect memory"), "{text}");
    let folder = folder();
    let refused = run_in(folder.path(), "fair memory --pairs 2..4 --compare best,robots -o fair.svg");
    refused.failed(2, "--compare has no effect on a picture");
}
