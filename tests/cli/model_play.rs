//! Strategies, random runs and play of model files.

use super::model_graphs::graph;
use super::models::{models, odds, run_on};
use super::run::{run_in, run_with};
use serde_json::Value;

/// The values of the choices are those of the model with one choice only.
#[test]
fn best_shows_the_value_of_every_choice() {
    let model = "mdp module m x : [0..3]; [safe] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); [bold] x=0 -> 1/5 : (x'=1) + 4/5 : (x'=3); endmodule";
    let property = "Pmin=? [ F x=1 ]";
    let best = |more: &[&str]| {
        run_on(&[&["best", "model", "-", "-q", "--prop", property], more].concat(), model).ok()
    };
    let text = best(&[]);
    assert!(text.contains("  Pmin=? [ F x=1 ]  (x=0)  safe    1/2    0.500000000000\n"), "{text}");
    assert!(text.contains("  Pmin=? [ F x=1 ]  (x=0)  bold    1/5    0.200000000000  best\n"), "{text}");
    let json: Value = serde_json::from_str(&best(&["--format", "json"])).expect("JSON");
    let rows: Vec<_> = json["decisions"].as_array().expect("rows").iter().collect();
    assert_eq!(
        (&rows[1]["action"], &rows[1]["value"]["exact"], &rows[1]["best"]),
        (&"bold".into(), &"1/5".into(), &true.into())
    );
    assert_eq!(json["properties"].as_array().map(Vec::len), Some(1));
    let csv = best(&["--format", "csv"]);
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert!(csv.contains("Pmin=? [ F x=1 ],0,bold,0.200000000000,1/5,true\n"), "{csv}");
    let chain = run_in(&models(), "best model die.pm --prop P=?[F(d=1)] --format json");
    assert_eq!(serde_json::from_str::<Value>(&chain.ok()).expect("JSON").get("decisions"), None);
}

/// Returns random runs of a model in JSON.
fn simulated(args: &[&str], options: &[&str]) -> Value {
    let all = [&["simulate", "model"], args, options, &["--format", "json", "-q"]].concat();
    serde_json::from_str(&run_with(&models(), &all, "").ok()).expect("JSON")
}

/// `best --every` marks one choice of each state in which a player decides.
#[test]
fn every_decision_of_a_model_is_listed() {
    let args = "best model gambler_bold.nm --const N=4 --prop Pmax=?[F(x=N)] --every --format csv -q";
    let rows = run_in(&models(), args).ok();
    let header = rows.lines().next().expect("a header");
    assert!(header.ends_with(",name,property,x,action,value,value_exact,best,taken"), "{header}");
    let cells: Vec<&str> =
        rows.lines().filter_map(|row| row.split_once("[F(x=N)],")).map(|row| row.1).collect();
    assert_eq!(
        cells,
        [
            ",,0.160000000000,4/25,,",
            "1,one,0.160000000000,4/25,true,true",
            "1,bold,0.160000000000,4/25,true,false",
            "2,one,0.352000000000,44/125,false,false",
            "2,bold,0.400000000000,2/5,true,true",
            "3,one,0.640000000000,16/25,true,true",
            "3,bold,0.640000000000,16/25,true,false",
        ]
    );
    let steps = "best model gambler_bold.nm --const N=4 --prop Pmax=?[F<=2(x=N)] --every --format csv -q";
    assert_eq!(run_in(&models(), steps).ok().lines().count(), 4);
}

/// A reason is printed where `--every` does not list all states.
#[test]
fn best_says_why_it_lists_no_strategy() {
    let text = |property: &str| {
        let args =
            ["best", "model", "gambler_bold.nm", "--const", "N=4", "--every", "-q", "--prop", property];
        run_with(&models(), &args, "").ok()
    };
    for (property, note) in [
        (
            "Pmax=? [ F<=2 x=N ]",
            "The best choices of Pmax=? [ F<=2 x=N ] depend on the number of steps before;",
        ),
        ("Rmax=? [ C<=2 ]", "The best choices of Rmax=? [ C<=2 ] depend on the number of steps before;"),
        ("filter(max, Pmax=? [ F x=N ], x<N)", "[ F x=N ], x<N) has no strategy; a single operator"),
        ("2*Pmax=? [ F x=N ]", "2*Pmax=? [ F x=N ] has no strategy; a single operator"),
        ("Pmax=? [ F x>=0 ]", "No state has a decision that changes Pmax=? [ F x>=0 ]."),
    ] {
        assert!(text(property).contains(note), "{property}: {}", text(property));
    }
    assert!(!text("Pmax=? [ F x=N ]").contains("has no strategy"));
    assert!(!text("Pmax=? [ F>=0 x=N ]").contains("depend on the number of steps"));
    let chain = ["best", "model", "die.pm", "--every", "-q", "--prop", "P=? [ F<=3 d=1 ]"];
    let chain = run_with(&models(), &chain, "").ok();
    assert!(chain.contains("No initial state has a decision that changes P=? [ F<=3 d=1 ]."), "{chain}");
}

/// Only the first states with a decision are shown, but JSON and CSV have all.
#[test]
fn many_first_decisions_are_shown_in_part() {
    let model = "mdp module m s : [0..3]; c : [0..30]; d : [0..30];
                 [] s=0 & c<30 -> 1/2 : (c'=c+1) & (d'=c) + 1/2 : (s'=1);
                 [] s=0 & c=30 -> (s'=1); [a] s=1 -> (s'=2); [b] s=1 -> 1/3 : (s'=3) + 2/3 : (s'=2); [] s>1 -> true;
                 endmodule";
    let args = ["best", "model", "-", "--prop", "Pmax=? [ F s=3 ]"];
    let text = run_on(&args, model).ok();
    assert_eq!(text.matches("(s=1,").count(), 40, "{text}");
    let end = "11 more states with a decision; JSON and CSV list all choices.";
    assert!(text.trim_end().ends_with(end), "{text}");
    for format in ["csv", "json"] {
        let all = run_on(&[&args[..], &["--format", format]].concat(), model).ok();
        let start = if format == "csv" { "],1," } else { "(s=1," };
        assert_eq!(all.matches(start).count(), 62, "{all}");
    }
}

/// A state in which a player still decides is no end, even if its value is 0 or 1.
#[test]
fn play_goes_on_where_a_choice_matters() {
    let game = "smg player p [a], [b] endplayer player q [c], [d] endplayer
        module m x : [0..5]; [a] x=0 -> 1/3 : (x'=1) + 2/3 : (x'=2); [b] x=0 -> (x'=4); [c] x=1 -> (x'=3); [d] x=1 -> (x'=4);
        [c] x=2 -> (x'=3); [d] x=2 -> (x'=3); [] x>2 -> true; endmodule";
    for property in ["<<p>> Pmax=? [ F x=3 ]", "<<p>> Pmin=? [ G x!=3 ]"] {
        let args = ["graph", "model", "-", "--prop", property, "--shape", "tree", "--show", "all", "-o", "-"];
        let efg = run_on(&[&args[..], &["--format", "efg"]].concat(), game).ok();
        let begins = |start: &str| efg.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!((begins("p \"(x=1)"), begins("p \"(x=2)")), (1, 1), "{property}: {efg}");
    }
    // The player minimises, and may stay for ever with the value 0 or end play with the value 0.
    let choice = |more: &str| {
        format!(
            "mdp module m x : [0..2]; [go] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); [stay] x=0 -> true; {more} endmodule"
        )
    };
    let nodes = |model: &str| {
        let args = [
            "graph",
            "model",
            "-",
            "--prop",
            "Pmin=? [ F x=1 ]",
            "--show",
            "all",
            "--format",
            "json",
            "-q",
            "-o",
            "-",
        ];
        let graph: Value = serde_json::from_str(&run_on(&args, model).ok()).expect("JSON");
        graph["nodes"].as_array().expect("nodes").len()
    };
    assert_eq!(nodes(&choice("")), 1);
    assert!(nodes(&choice("[leave] x=0 -> (x'=2);")) > 3);
    let args =
        ["simulate", "model", "-", "--prop", "Pmin=? [ F x=1 ]", "--games", "100", "--format", "json", "-q"];
    let run: Value =
        serde_json::from_str(&run_on(&args, &choice("[leave] x=0 -> (x'=2);")).ok()).expect("JSON");
    assert_eq!(run["estimates"][0]["value"]["float"], 0.0, "{run}");
}

/// The simulated value is within five standard errors of the exact one.
#[test]
fn random_runs_agree_with_exact_values() {
    for args in [
        &["die.pm", "--prop", "P=? [ F \"six\" ]"][..],
        &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmax=? [ F \"rich\" ]"],
        &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmin=? [ F \"rich\" ]"],
        &["pig_game.prism", "--const", "N=6", "--prop", "<<b>> Pmax=? [ F \"b\" ]"],
        &["die.pm", "--prop", "P=? [ G !\"six\" ]"],
        &["die.pm", "--prop", "P=? [ F[2,4] \"six\" ]"],
        &["die.pm", "--prop", "R=? [ F \"done\" ]"],
        &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmax=? [ F<=5 \"rich\" ]"],
        &["gambler_bold.nm", "--const", "N=8", "--prop", "R{\"rounds\"}max=? [ C ]"],
        &["gambler_bold.nm", "--const", "N=8", "--prop", "R{\"rounds\"}max=? [ C<=5 ]"],
        &["herman5.pm", "--prop", "filter(max, R=? [ F \"stable\" ], \"init\")"],
        &["herman5.pm", "--prop", "filter(avg, R=? [ F \"stable\" ], \"init\")"],
        &["patrol_game.prism", "--const", "N=4", "--prop", "<<1>> Rmax=? [ C<=4 ]"],
    ] {
        let sampled = simulated(args, &["--games", "4000"]);
        let [estimate] = &sampled["estimates"].as_array().expect("an array")[..] else {
            panic!("{sampled}");
        };
        assert_eq!(estimate["exact"]["exact"].as_str(), Some(&*odds(args)), "{args:?}");
        let number = |value: &Value| value["float"].as_f64().expect("a double");
        let exact: f64 =
            estimate["exact"]["decimal"].as_str().and_then(|text| text.parse().ok()).expect("a number");
        let distance = (number(&estimate["value"]) - exact).abs();
        assert!(distance > 0.0 && distance < 5.0 * number(&estimate["error"]), "{args:?}: {estimate}");
    }
}

/// Graphs and random runs have the exact value within the bounds of `--approximate`.
#[test]
fn graphs_and_random_runs_have_values_in_doubles() {
    for args in [
        &["die.pm", "--prop", "P=? [ F \"six\" ]"][..],
        &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmax=? [ F \"rich\" ]"],
        &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmin=? [ F \"rich\" ]"],
    ] {
        let exact = odds(args);
        let (numerator, denominator) = exact.split_once('/').expect("a fraction");
        let number = |text: &str| -> f64 { text.parse().expect("a whole number") };
        let exact = number(numerator) / number(denominator);
        let graph = graph(&[args, &["--approximate"]].concat());
        let value = graph["nodes"][0]["value"].as_f64().expect("a double");
        assert!((value - exact).abs() < 1e-14 && graph["nodes"][0]["value_exact"].is_null(), "{args:?}");
        let sampled = simulated(args, &["--approximate"]);
        let computed = &sampled["estimates"][0]["exact"];
        let error = computed["error"].as_f64().expect("a bound");
        assert!((computed["float"].as_f64().expect("a double") - exact).abs() <= error + 1e-16, "{computed}");
        assert!(error < 1e-14, "{computed}");
    }
}

/// A model is played in plain lines, from a file.
#[test]
fn models_are_played_in_lines() {
    let args = ["play", "model", "gambler_bold.nm", "--const", "N=4", "--prop", "Pmax=? [ F \"rich\" ]"];
    let ran = run_with(&models(), &[&args[..], &["--seed", "1", "-q"]].concat(), "hint\nbold\nbold\n");
    let out = ran.ok();
    assert!(out.starts_with("gambler_bold.nm with N=4: a Markov decision process; seed 1\n"), "{out}");
    assert!(out.contains("  (x=1)   Pmax=? [ F \"rich\" ] 4/25\n"), "{out}");
    assert!(out.contains("(x=1). one, bold, hint, undo or quit? "), "{out}");
    run_on(&["play", "model", "-"], "dtmc module m x : [0..1]; endmodule")
        .failed(2, "the model cannot be read from stdin");
}

/// In an end component without a reward, the leaving side could stay for ever.
#[test]
fn graphs_in_doubles_have_a_least_reward_where_play_could_stay() {
    let model = "mdp module m x : [0..2]; [a] x=0 -> true; [b] x=0 -> 0.5:(x'=1) + 0.5:true;
        [c] x=1 -> 0.3:(x'=0) + 0.7:(x'=2); endmodule rewards [b] true : 0.7; [c] true : 1/3; endrewards";
    let args = ["graph", "model", "-", "--prop", "R{1}min=? [ F x=2 ]", "--format", "json", "-q", "-o", "-"];
    for more in [&[][..], &["--approximate"]] {
        let graph = run_on(&[&args[..], more].concat(), model).ok();
        let value = serde_json::from_str::<Value>(&graph).expect("JSON")["nodes"][0]["value"].as_f64();
        assert!((value.expect("a double") - 52.0 / 21.0).abs() < 1e-14, "{more:?}: {value:?}");
    }
}

/// Infinite rewards are refused in doubles as in fractions, and a mean of them is infinite.
#[test]
fn infinite_means_are_exact_in_doubles() {
    let args = ["die.pm", "--prop", "R=? [ F \"six\" ]", "--approximate"];
    let ran = run_with(&models(), &[&["simulate", "model"], &args[..], &["--games", "10"]].concat(), "");
    ran.failed(2, "infinite in state (s=0,d=0)");
    let mean = "filter(avg, R=? [ F \"six\" ], \"init\")";
    let ran = run_with(&models(), &["odds", "model", "die.pm", "--approximate", "--prop", mean], "");
    assert!(ran.ok().contains("infinity"), "{mean}");
}
