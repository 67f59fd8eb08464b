//! Players who decide: values, policies and refusals.

use super::run::{answer, exact, files, folder, printed_in, run, run_in};
use chancetree::exact::{Rational, double, ratio};
use oracles::minefield::Random;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// Gerez's <k,B,P> and the options of a board are one position, whose expected values add up to k / 2 pairs.
#[test]
fn best_values_every_tactic() {
    let best = answer("best memory --position 16,3,2 --rules tactical --format json");
    assert_eq!(best["parameters"]["known_pairs"], 1);
    assert_eq!(best["parameters"]["half_known"], 1);
    assert_eq!(best["parameters"]["unknown"], 6);
    let other = answer("best memory --pairs 8 --known-pairs 1 --unknown 6 --rules tactical --format json");
    assert_eq!(best, other);
    let actions = best["actions"].as_array().expect("a list");
    let names: Vec<_> = actions.iter().map(|action| action["action"].as_str().expect("a name")).collect();
    assert_eq!(
        names,
        ["T1", "T5", "T6", "T2", "T3", "T4", "T7", "T8", "T9"],
        "every possible action, in the order of ties"
    );
    let value = exact(&best["value"]);
    for action in actions {
        assert_eq!(action["best"] == true, exact(&action["value"]) == value, "{action}");
        assert!(exact(&action["value"]) <= value, "{action}");
        assert_eq!(exact(&action["difference"]), exact(&action["value"]) - &value, "{action}");
    }
    assert_eq!(actions[0]["best"], true, "a known pair is taken");
    assert_eq!(exact(&actions[3]["value"]) + &value, ratio(8, 1), "a pass leaves the value to the opponent");
}

#[test]
fn every_format_of_the_table_has_the_same_cells() {
    let table = answer("best memory --pairs 1..=12 --format json");
    let cells = table.as_array().expect("a list");
    assert_eq!(
        cells.len(),
        (1..=12).map(|pairs| pairs + 1).sum::<usize>(),
        "n pairs have 0 to n known singles"
    );
    let csv = run("best memory --pairs 1..=12 --format csv").ok();
    for (line, cell) in csv.lines().skip(1).zip(cells) {
        let best = cell["best"].as_str().expect("a tactic");
        let known = format!(",best,no-pass,pairs,{},{best},", cell["known_singles"]);
        let pairs = &cell["parameters"]["pairs"];
        let start = format!("{pairs},2,");
        assert!(line.starts_with(&start) && line.contains(&known), "{line} is not {start}...{known}");
        let args = format!(
            "best memory --pairs {pairs} --unknown {} --format json",
            pairs.as_u64().expect("a number") - cell["known_singles"].as_u64().expect("a number")
        );
        if *pairs == 9 {
            assert_eq!(answer(&args)["parameters"], cell["parameters"], "{args}");
            assert_eq!(exact(&answer(&args)["value"]), exact(&cell["value"]), "{args}");
        }
    }
    // Refusing a known pair is the only best tactic at (9, 8) and (10, 9) (Zwick & Paterson 1993).
    let only = |pairs: u64, singles: u64| {
        let cell = cells
            .iter()
            .find(|cell| cell["parameters"]["pairs"] == pairs && cell["known_singles"] == singles);
        cell.expect("a cell")["good"].clone()
    };
    assert_eq!(only(8, 7), serde_json::json!(["T6", "T7"]));
    assert_eq!(only(9, 8), serde_json::json!(["T7"]));
    assert_eq!(only(10, 9), serde_json::json!(["T7"]));
    let picture = run("best memory --pairs 1..=12 --format svg").ok();
    assert_eq!(picture.matches("<rect").count(), 1 + cells.len() + 3, "a square for each cell, and a legend");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
}

/// Robots always play T6: two ways compute the same odds.
#[test]
fn bold_players_have_the_odds_of_robots() {
    for board in ["--pairs 9", "--pairs 9 --players 3", "--pairs 12 --unknown 5 --scores 2,1"] {
        let robots = answer(&format!("odds memory {board} --format json"));
        let bold = answer(&format!("odds memory {board} --play bold --distribution --format json"));
        for key in ["win", "draw", "expected_pairs"] {
            assert_eq!(robots[key], bold[key], "{board}");
        }
    }
}

/// Plays a game with real cards and a policy; returns the pairs of the first player.
fn play(tactics: &BTreeMap<(usize, usize, usize, usize), String>, pairs: usize, random: &mut Random) -> f64 {
    let mut hidden: Vec<usize> = (0..2 * pairs).map(|card| card / 2).collect();
    for last in (1..hidden.len()).rev() {
        hidden.swap(last, random.below(last + 1));
    }
    let mut seen: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut taken, mut mover, mut passes) = ([0.0, 0.0], 0, 0);
    loop {
        let known = seen.values().filter(|&&cards| cards == 2).count();
        let half = seen.len() - known;
        let left = (hidden.len() + half) / 2 + known;
        if left == 0 {
            return taken[0];
        }
        if passes == 2 {
            return taken[0] + left as f64 / 2.0;
        }
        let unknown = left - known - half;
        let tactic = tactics[&(known, half, unknown, passes)].as_str();
        passes = if tactic == "T2" { passes + 1 } else { 0 };
        let mut turn = |seen: &mut BTreeMap<usize, usize>| {
            let card = hidden.pop().expect("a hidden card");
            *seen.entry(card).or_default() += 1;
            card
        };
        let take = match tactic {
            "T1" => seen.iter().find(|(_, cards)| **cards == 2).map(|(&card, _)| card),
            "T2" => None,
            _ => {
                let first = turn(&mut seen);
                let mate_known = seen[&first] == 2;
                match tactic {
                    "T5" | "T6" if mate_known => Some(first),
                    "T5" => None,
                    "T7" if mate_known => None,
                    "T6" | "T7" => (turn(&mut seen) == first).then_some(first),
                    other => panic!("{other} is best somewhere"),
                }
            }
        };
        match take {
            Some(card) => {
                seen.remove(&card);
                taken[mover] += 1.0;
            }
            None => mover = 1 - mover,
        }
    }
}

/// The mean of a simulation is within four standard errors of the computed value.
#[test]
fn a_saved_policy_gains_its_computed_value() {
    for (pairs, rules) in [(9, "no-pass"), (8, "tactical")] {
        let folder = folder();
        let args = format!("best memory --pairs {pairs} --rules {rules} --format json");
        let saving = format!("{args} --save policy.json");
        let ran = run_in(folder.path(), &saving);
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        let value: Value = serde_json::from_str(&ran.out).expect("JSON");
        let odds = format!("odds memory --pairs {pairs} --rules {rules} --play policy.json --format json");
        let odds = printed_in(folder.path(), &odds);
        assert_eq!(odds["expected_pairs"][0], value["value"], "loaded");
        let file: Value =
            serde_json::from_str(&fs::read_to_string(folder.path().join("policy.json")).expect("saved"))
                .expect("JSON");
        let number = |value: &Value| value.as_u64().expect("a number") as usize;
        let tactics = file["positions"].as_array().expect("a list").iter().map(|row| {
            let place = (number(&row[0]), number(&row[1]), number(&row[2]), number(&row[4]));
            (place, row[5].as_str().expect("a tactic").to_owned())
        });
        let tactics = tactics.collect();
        const GAMES: u32 = 40_000;
        let mut random = Random::new(1);
        let games: Vec<f64> = (0..GAMES).map(|_| play(&tactics, pairs, &mut random)).collect();
        let mean = games.iter().sum::<f64>() / f64::from(GAMES);
        let variance = games.iter().map(|pairs| (pairs - mean).powi(2)).sum::<f64>() / f64::from(GAMES - 1);
        let error = (variance / f64::from(GAMES)).sqrt();
        let computed = double(&exact(&value["value"]));
        assert!((mean - computed).abs() < 4.0 * error, "{rules}: {mean} ± {error}, computed {computed}");
    }
}

/// A saved policy is optimal against every optimal opponent, also where passes are allowed and where the winner is already decided.
#[test]
fn a_saved_policy_is_optimal_against_best_play() {
    let folder = folder();
    let difference = |args: &str| {
        let odds = printed_in(folder.path(), &format!("odds memory {args} --format json"));
        exact(&odds["win"][0]) - exact(&odds["win"][1])
    };
    for (pairs, rules) in [
        (2, "free-pass"),
        (4, "free-pass"),
        (6, "free-pass"),
        (5, "tactical"),
        (5, "tactical --stalemate score"),
        (5, "no-pass"),
    ] {
        let board = format!("--pairs {pairs} --rules {rules} --objective win");
        let saved = run_in(folder.path(), &format!("best memory {board} --save p.json --force"));
        assert_eq!(saved.status, Some(0), "{}", saved.err);
        let best = difference(&format!("{board} --play best"));
        for play in ["p.json", "best,p.json", "p.json,best"] {
            assert_eq!(difference(&format!("{board} --play {play}")), best, "{board} --play {play}");
        }
    }
}

/// Some editors save a byte order mark.
#[test]
fn a_policy_and_a_result_need_two_files() {
    let folder = folder();
    for force in ["", " --force"] {
        let ran = run_in(folder.path(), &format!("best memory --pairs 3 --save x.json -o ./x.json{force}"));
        ran.failed(2, "--save and another option write the same file: x.json");
        assert!(ran.err.ends_with("help: --save policy.json\n"), "{}", ran.err);
    }
    assert!(!folder.path().join("x.json").exists());
}

#[test]
fn a_policy_may_begin_with_a_byte_order_mark() {
    let folder = folder();
    assert_eq!(run_in(folder.path(), "best memory --pairs 4 --save policy.json").status, Some(0));
    let args = "odds memory --pairs 4 --play policy.json,robots";
    let plain = run_in(folder.path(), args).ok();
    let text = fs::read_to_string(folder.path().join("policy.json")).expect("saved");
    fs::write(folder.path().join("policy.json"), format!("\u{feff}{text}")).expect("written");
    assert_eq!(run_in(folder.path(), args).ok(), plain);
}

#[test]
fn a_policy_plays_other_players_and_must_fit_the_board() {
    let folder = folder();
    let here = |args: &str| run_in(folder.path(), args);
    assert_eq!(here("best memory --pairs 6 --save pairs.json").status, Some(0));
    assert_eq!(here("best memory --pairs 6 --objective win --save win.json").status, Some(0));
    assert_eq!(here("best memory --pairs 6 --rules tactical --save pass.json").status, Some(0));
    let saved = here("odds memory --pairs 6 --play pairs.json,bold --format json").ok();
    assert!(saved.contains("expected_pairs"));
    here("best memory --pairs 6 --save pairs.json").failed(2, "pairs.json");
    here("odds memory --pairs 6 --play win.json")
        .failed(2, "win.json: the policy was computed for the objective win");
    here("odds memory --pairs 6 --play pass.json")
        .failed(2, "pass.json: the policy may pass, and --rules no-pass forbids it");
    let other = here("odds memory --pairs 7 --play pairs.json");
    other.failed(2, "the policy has no entry for a table with 0 known, 0 half known, 7 unknown");
    assert!(
        other.err.ends_with("help: chancetree best memory --pairs 7 --save policy7.json\n"),
        "{}",
        other.err
    );
    let whole = fs::read_to_string(folder.path().join("pairs.json")).expect("saved");
    let none = "not a policy file; best --save writes policy files";
    for (text, what) in [
        ("{\"family\": \"memory\"".to_owned(), ""),
        (whole.replace("\"memory\"", "\"guess\""), none),
        (whole.replace("\"half_known\"", "\"half\""), none),
        (whole.replace("\"positions\"", "\"places\""), "the list positions is missing"),
        (
            whole.replacen("\"T", "\"X", 2).replacen("\"X", "\"T", 1),
            "position 2 is not a list of known_pairs, half_known, unknown, lead, ",
        ),
    ] {
        fs::write(folder.path().join("wrong.json"), text).expect("a file");
        here("odds memory --pairs 6 --play wrong.json").failed(2, &format!("wrong.json: {what}"));
    }
    assert_eq!(files(folder.path()).len(), 4, "no partial file");
}

#[test]
fn graphs_have_the_cost_of_every_decision() {
    for show in ["best", "all"] {
        let args =
            format!("graph memory --pairs 5 --play best --rules tactical --show {show} --as json -o -");
        let graph = answer(&args);
        let list = |key: &str| graph[key].as_array().expect("a list").clone();
        let mut leaving: BTreeMap<u64, f64> = BTreeMap::new();
        for edge in list("edges") {
            *leaving.entry(edge["source"].as_u64().expect("an id")).or_default() +=
                edge["prob"].as_f64().expect("a number");
        }
        assert!(leaving.values().all(|sum| (sum - 1.0).abs() < 1e-12), "probabilities add up to 1");
        let nodes = list("nodes");
        let ends = nodes.iter().filter(|node| node["end"] == true);
        let reach: Rational =
            ends.map(|node| node["reach_exact"].as_str().unwrap().parse::<Rational>().unwrap()).sum();
        assert_eq!(reach, ratio(1, 1), "{show}");
        let differences: Vec<f64> = nodes
            .iter()
            .filter(|node| node["what"] == "action")
            .map(|node| node["difference"].as_f64().expect("a number"))
            .collect();
        assert!(differences.iter().all(|&difference| difference <= 0.0));
        assert_eq!(differences.iter().any(|&difference| difference < 0.0), show == "all");
    }
}

/// Each node of the tree has the value and the actions of its state in the graph.
#[test]
fn a_tree_of_decisions_has_the_values_of_the_graph() {
    let args = "graph memory --pairs 2 --play best --show all --as json -o -";
    let (graph, tree) = (answer(args), answer(&format!("{args} --shape tree")));
    let nodes = |graph: &Value| graph["nodes"].as_array().expect("a list").clone();
    let summary = |node: &Value| {
        ["state", "action", "value_exact", "difference_exact", "taken"].map(|name| node[name].clone())
    };
    let known: Vec<_> = nodes(&graph).iter().map(summary).collect();
    assert!(nodes(&tree).len() > known.len());
    assert!(nodes(&tree).iter().all(|node| known.contains(&summary(node))));
    assert_eq!(graph["graph"]["facts"], tree["graph"]["facts"]);
}

/// Once the winner is decided every tactic has the same value, except a pass that would end the game as a draw.
#[test]
fn a_decided_game_lists_every_tactic() {
    for (position, lead, passing) in
        [("4,0,0", 3, ""), ("4,0,0", -3, ""), ("8,3,2", 6, ""), ("4,2,0", 3, " --rules tactical")]
    {
        let args = format!("best memory --position {position} --objective win --lead {lead}{passing}");
        let decided = answer(&format!("{args} --format json"));
        let open = answer(&format!("best memory --position {position}{passing} --format json"));
        let names = |best: &Value| -> Vec<Value> {
            best["actions"].as_array().expect("a list").iter().map(|row| row["action"].clone()).collect()
        };
        assert_eq!(names(&decided), names(&open), "{args}");
        for row in decided["actions"].as_array().expect("a list") {
            let pass = row["action"] == "T2";
            let value = if pass { 0 } else { i64::from(lead > 0) * 2 - 1 };
            assert_eq!(
                (exact(&row["value"]), &row["best"]),
                (ratio(value, 1), &(!pass).into()),
                "{args}: {row}"
            );
        }
    }
    // A leader who passes gives away the win: the player behind passes, too, and the game ends as a draw.
    let odds = "--position 10,4,0 --rules tactical --objective win --lead 6 --format json";
    let draw = |play: &str| exact(&answer(&format!("odds memory {odds} --play {play}"))["draw"]);
    assert_eq!(draw("zwick-paterson,best"), ratio(1, 1));
    assert_eq!(draw("best,best"), ratio(0, 1));
}

/// Two passes in a row end the game, so the value of a pass is the smaller of the opponent's best reply and of ending the game.
#[test]
fn the_value_of_a_pass_follows_the_help() {
    let best = |lead: i32| {
        let args = format!("best memory --position 6,2,0 --rules tactical --objective win --lead {lead}");
        answer(&format!("{args} --format json"))
    };
    let (ahead, behind) = (best(3), best(-3));
    let rows = |best: &Value| best["actions"].as_array().expect("a list").clone();
    let without: Vec<_> = rows(&behind).into_iter().filter(|row| row["action"] != "T2").collect();
    let other = without.iter().map(|row| exact(&row["value"])).max().expect("a tactic");
    let pass = rows(&ahead).into_iter().find(|row| row["action"] == "T2").expect("a pass");
    assert_eq!(exact(&pass["value"]), (ratio(0, 1) - other).min(ratio(0, 1)));
    let text = run("best memory --position 6,2,0 --rules tactical --objective win --lead 3").ok();
    assert!(text.contains("Two passes in a row end the game."), "{text}");
    let help = run("best memory --help").ok().split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in
        ["Two passes in a row end the game", "takes a known pair first (T1), and falls back to bold (T6)"]
    {
        assert!(help.contains(sentence), "{sentence}");
    }
}
