//! Large boards: approximate odds and plans.

use super::run::{answer, printed, run};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Checks that an answer in doubles contains the numbers of an answer in fractions, within the bounds on the errors.
fn assert_near(found: &Value, exact: &Value) {
    assert_eq!(found["exact"], false);
    let (mut pairs, mut compared) = (vec![(found, exact)], 0);
    while let Some((found, exact)) = pairs.pop() {
        if let Some(text) = exact["decimal"].as_str() {
            let (value, error) = (&found["float"], found["error"].as_f64().expect("a number"));
            let exact: f64 = text.parse().expect("a number");
            // The decimal is rounded to twelve digits.
            assert!((value.as_f64().expect("a number") - exact).abs() <= error + 6e-13, "{found} {exact}");
            assert!(found.get("exact").is_none() && error < 1e-9, "{found}");
            compared += 1;
        } else if let Some(exact) = exact.as_object() {
            // Robots in doubles have no favourite.
            let shared = exact.iter().filter(|(key, _)| *key != "favoured" || !found[key.as_str()].is_null());
            pairs.extend(shared.map(|(key, exact)| (&found[key], exact)));
        } else if let Some(exact) = exact.as_array() {
            pairs.extend(exact.iter().enumerate().map(|(place, exact)| (&found[place], exact)));
        }
    }
    assert!(compared >= 2, "{found}");
}

#[test]
fn doubles_are_near_the_exact_numbers() {
    for args in [
        "odds memory --pairs 30",
        "odds memory --pairs 5 --memory 2,3",
        "odds memory --pairs 4 --players 3 --memory 3",
        "odds memory --pairs 4 --memory 3 --play best --objective win",
        "odds memory --pairs 5 --memory 4 --play best,safe",
        "odds memory --pairs 5 --memory 4 --play best",
        "odds memory --pairs 7 --play best --objective win",
        "odds guess --numbers 5 --players 3 --weights 1,3,2,9,4",
        "best guess --numbers 5 --weights 1,3,2,9,4",
        "best guess --numbers 6 --every",
        "best memory --pairs 7",
        "best memory --pairs 6 --unknown 3 --objective win",
        "best memory --pairs 6 --unknown 4 --memory 3",
        "best memory --pairs 4 --unknown 3 --memory 3,2 --objective win",
        "best memory --pairs 5 --memory 3 --continue pure",
        "fair memory --pairs 4",
        "fair memory --pairs 6 --players 3",
        "odds solitaire --pairs 5",
        "odds solitaire --pairs 3 --recall 3/4,1/8,4/5",
        "best solitaire --pairs 4",
        "odds mines --rows 3 --cols 3 --mines 2",
        "best mines --rows 3 --cols 3 --mines 2",
        "fair guess --numbers 5 --players 3 --guesses 4",
    ] {
        let [found, exact] =
            ["--approximate", ""].map(|option| answer(&format!("{args} {option} --format json")));
        assert_near(&found, &exact);
    }
}

/// The exact column of a simulation is found in doubles.
#[test]
fn simulations_are_compared_with_doubles() {
    for args in
        ["memory --pairs 5 --memory 2,3", "memory --pairs 4 --play best", "guess --numbers 6", "memory"]
    {
        let command = format!("simulate {args} --games 50");
        let [found, exact] =
            ["--approximate", ""].map(|option| answer(&format!("{command} {option} --format json")));
        for (found, exact) in found["estimates"]
            .as_array()
            .expect("a list")
            .iter()
            .zip(exact["estimates"].as_array().expect("a list"))
        {
            assert_eq!(found["value"], exact["value"], "{args}");
        }
        assert_near(&found, &exact);
    }
    for play in ["lowest", "best"] {
        let args = format!("simulate mines --rows 3 --cols 2 --mines 2 --play {play} --games 50");
        let [found, exact] =
            ["--approximate", ""].map(|option| answer(&format!("{args} {option} --format json")));
        let [found, exact] = [found, exact].map(|answer| answer["estimates"][0]["exact"].clone());
        let decimal: f64 = exact["decimal"].as_str().expect("text").parse().expect("a number");
        let [value, error] = ["float", "error"].map(|name| found[name].as_f64().expect(play));
        // The decimal has twelve digits.
        assert!((value - decimal).abs() <= error + 6e-13 && error < 1e-9, "{found} and {exact}");
    }
}

/// Graphs of all games have doubles, and a bound on the error of each value.
#[test]
fn graphs_have_doubles_within_their_bound() {
    for args in [
        "memory --pairs 4",
        "memory --pairs 3 --players 3 --one-flip",
        "memory --pairs 6 --depth 5",
        "memory --pairs 2 --shape tree --label odds",
        "memory --pairs 3 --play best",
        "memory --pairs 4 --memory 2,3",
        "guess --numbers 5 --players 3",
        "solitaire --pairs 3",
        "solitaire --pairs 2 --recall 3/4,1/8,4/5",
        "mines --rows 3 --cols 2 --mines 2",
        "mines --rows 2 --cols 2 --mines 1 --play best --show all",
    ] {
        let [found, exact] =
            ["--approximate", ""].map(|option| printed(&format!("graph {args} {option} --format json -o -")));
        let error = found["graph"]["facts"]["error"].as_f64().expect(args);
        assert!(0.0 < error && error < 1e-14 && exact["graph"]["facts"].get("error").is_none(), "{args}");
        let nodes = |graph: &Value| graph["nodes"].as_array().expect("a list").clone();
        assert_eq!(nodes(&found).len(), nodes(&exact).len(), "{args}");
        let mut compared = 0;
        for (found, exact) in nodes(&found).iter().zip(nodes(&exact)) {
            for (name, value) in found.as_object().expect("an object") {
                let is_value = ["win_", "draw", "value", "reach"].iter().any(|start| name.starts_with(start));
                assert!(!name.ends_with("_exact"), "{args}: {name}");
                if is_value && let (Some(value), Some(exact)) = (value.as_f64(), exact[name].as_f64()) {
                    assert!((value - exact).abs() <= error + 1e-15 * exact.abs(), "{args}: {found}, {exact}");
                    compared += 1;
                }
            }
        }
        assert!(compared > nodes(&found).len(), "{args}");
    }
    // The explorer has the same numbers.
    let page = run("graph memory --pairs 3 --approximate --format html -o -").ok();
    assert!(page.contains("5.6e-17"));
}

/// Plans that extrapolate from smaller games have the counts of the work.
#[test]
fn plans_of_every_game_have_the_counts_of_the_work() {
    for (command, args) in [
        ("count", "memory --pairs 9"),
        ("count", "memory --pairs 100"),
        ("count", "memory --pairs 101"),
        ("count", "memory --pairs 40 --players 3"),
        ("count", "memory --pairs 41 --players 3"),
        ("count", "memory --pairs 30 --players 1"),
        ("odds", "guess --numbers 400"),
        ("odds", "guess --numbers 120 --players 3"),
        ("count", "solitaire --pairs 120"),
    ] {
        let planned = answer(&format!("plan {args} --format json"));
        let counted = answer(&format!("{command} {args} --format json"));
        for what in ["states", "transitions"] {
            let how = planned[what]["how"].as_str().expect("text");
            let number = planned[what]["number"].as_str().expect("text");
            let is_exact = how.contains("polynomial") || how == "counted";
            // A busy machine may have computed too few games for a polynomial, or all of them.
            assert!(
                is_exact || !args.starts_with("memory") && how.starts_with("an estimate"),
                "{args}: {how}"
            );
            if is_exact {
                assert_eq!(number, counted[what].to_string().trim_matches('"'), "{args}: {how}");
            }
        }
        let fit = planned["seconds"]["float"].as_f64().zip(planned["bytes"]["float"].as_f64());
        assert!(fit.is_some_and(|(seconds, bytes)| seconds > 0.0 && bytes > 0.0), "{planned}");
    }
    for args in ["memory --pairs 3..4 --players 2..3", "solitaire --pairs 3..4", "guess --numbers 3..4"] {
        let all = answer(&format!("plan {args} --format json"));
        for planned in all.as_array().expect("a list") {
            let (family, parameters) = (args.split(' ').next().expect("a family"), &planned["parameters"]);
            let options = ["pairs", "players", "numbers"]
                .iter()
                .filter_map(|name| parameters.get(name).map(|one| (name, one)));
            let options: String = options.map(|(name, one)| format!(" --{name} {one}")).collect();
            let alone = answer(&format!("plan {family}{options} --format json"));
            for what in ["states", "transitions"] {
                assert_eq!(planned[what], alone[what], "{family}{options}");
            }
        }
        let text = run(&format!("plan {args}")).ok();
        assert!(text.contains("  states  time") && text.contains("  yes\n"), "{text}");
    }
    // The plan of a game does not depend on larger games before it.
    let all = printed("plan memory --pairs 4,12 --players 7..8 --format json");
    let alone = printed("plan memory --pairs 4 --players 8 --format json");
    let bytes = |planned: &serde_json::Value| planned["bytes"]["float"].as_f64().expect("a number");
    assert!((bytes(&all[2]) / bytes(&alone) - 1.0).abs() < 0.1, "{} {alone}", all[2]);
    assert!(bytes(&all[1]) > 1.1 * bytes(&all[2]), "{all}");
    let far = run("plan memory --pairs 3,900 --max-memory 60M").ok();
    assert!(far.lines().any(|line| line.starts_with("900 ") && line.contains("  no: ")), "{far}");
    run("plan guess --numbers 0").failed(2, "");
}

/// A plan that computes the game has the states and transitions of `odds`.
#[test]
fn plans_of_small_games_have_the_states_of_odds() {
    for args in [
        "memory --pairs 4",
        "memory --pairs 6 --unknown 3",
        "memory --pairs 6 --scores 2,1",
        "memory --position 8,3,2",
        "memory --pairs 3 --play best",
        "memory --position 6,4,4 --play best --objective win",
        "memory --position 8,4,2 --scores 1,0 --play best,safe --rules tactical",
        "memory --pairs 3 --memory 2",
        "memory --pairs 2 --memory 1,2 --play best",
        "guess --numbers 6",
        "mines --rows 3 --cols 3 --mines 2",
        "mines --rows 3 --cols 3 --mines 2 --ties worst",
    ] {
        let planned = answer(&format!("plan {args} --format json"));
        let odds = answer(&format!("odds {args} --format json"));
        for what in ["states", "transitions"] {
            assert_eq!(planned[what]["how"], "counted", "{args}");
            assert_eq!(planned[what]["number"], odds[what].to_string(), "{args}");
        }
        assert_eq!(planned["seconds"]["measured"], true, "{args}");
    }
    // The solver of best play skips some positions, so the plan counts them separately.
    let args = "mines --rows 3 --cols 3 --mines 2 --play best";
    let planned = answer(&format!("plan {args} --format json"));
    let counted = answer(&format!("count {args} --format json"));
    for what in ["states", "transitions"] {
        assert_eq!(planned[what]["how"], "counted; the solver of best play visits fewer");
        assert_eq!(planned[what]["number"], counted[what].to_string());
    }
}

/// The planned memory is near the measured peak; a plan computes only smaller boards.
#[cfg(target_os = "linux")]
#[test]
fn planned_memory_is_near_the_peak() {
    use super::measured_runs::measured;
    use super::run::folder;
    for (pairs, players) in [(240, 2), (80, 3), (26, 5), (13, 8)] {
        let planned = printed(&format!("plan memory --pairs {pairs} --players {players} --format json"));
        let args = format!("odds memory --pairs {pairs} --players {players}");
        let (ran, peak) = measured(folder().path(), &args, Duration::from_secs(60));
        ran.ok();
        let planned = planned["bytes"]["float"].as_f64().expect("a number");
        assert!((0.6..1.6).contains(&(planned / peak as f64)), "{args}: {planned:.3e} bytes for {peak}");
    }
}

/// A plan is fast, even where the next larger game would take longer than anyone waits for a plan.
#[test]
fn a_plan_is_fast() {
    let started = Instant::now();
    let text = run("plan mines --rows 2 --cols 24 --mines 6").ok();
    // Far more than the usual time, for a busy machine.
    assert!(started.elapsed() < Duration::from_secs(40), "{:?}", started.elapsed());
    // Boards grow along their longer side, where more than two sizes are fast.
    assert!(text.contains("an estimate: the cost of ") && text.contains(" columns, scaled"), "{text}");
    assert!(text.contains("It does not fit into the memory limit"), "{text}");
}

#[test]
fn plans_name_their_method() {
    let text = run("plan memory --pairs 600 --max-memory 100M").ok();
    assert!(
        text.contains("a polynomial of degree 3 through") && text.contains("an estimate: the cost of"),
        "{text}"
    );
    assert!(text.contains("does not fit into the memory limit of 105 MB"), "{text}");
    assert!(run("plan memory --pairs 5").ok().contains("measured: the game was computed"));
    let text = run("plan memory --pairs 60 --players 8 --max-memory 100M").ok();
    assert!(text.contains("about ") && text.contains("does not fit into the memory limit"), "{text}");
    run("plan memory --pairs 9 --max-memory 1").failed(3, "more than 1 byte of memory is needed");
    let table = run("plan memory --pairs 9 --format csv").ok();
    assert!(table.starts_with("pairs,players,threads,states,") && table.contains("\n9,2,"), "{table}");
}
