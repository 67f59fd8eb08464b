//! Graphs of model files.

use super::models::{models, odds, run_on};
use super::run::{folder, run_in, run_with};
use chancetree::exact::{Rational, parse_fraction};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// Returns the graph of a model in JSON.
pub(super) fn graph(args: &[&str]) -> Value {
    let ran = run_with(
        &models(),
        &[&["graph", "model"], args, &["-o", "-", "--format", "json", "-q"]].concat(),
        "",
    );
    serde_json::from_str(&ran.ok()).expect("JSON")
}

/// Returns the rows of an array with this text in a field.
fn rows<'a>(graph: &'a Value, array: &str, field: &'a str, text: &'a str) -> impl Iterator<Item = &'a Value> {
    let all = graph[array].as_array().expect("an array");
    all.iter().filter(move |row| row[field] == text)
}

/// The value of the first state is the value of the property, which the checker computes in another way.
#[test]
fn graphs_have_the_values_of_properties() {
    for (column, args) in [
        ("value_exact", &["die.pm", "--prop", "P=? [ F \"six\" ]"][..]),
        ("value_exact", &["die.pm", "--prop", "P=? [ d=0 & s<5 U s=4 ]"]),
        ("value_exact", &["craps.pm", "--prop", "P=? [ F state=2 ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmax=? [ F \"rich\" ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmin=? [ F \"rich\" ]"]),
        (
            "value_exact",
            &["gambler_bold.nm", "--const", "N=6,k=5", "--prop", "const int k; Pmax=? [ F x=k ]"],
        ),
        ("value_1_exact", &["dice_game.prism", "--const", "N=2", "--prop", "<<one>> Pmax=? [ F \"one\" ]"]),
        ("value_exact", &["dice_game.prism", "--const", "N=2", "--prop", "<<>> Pmax=? [ F \"two\" ]"]),
        // The other player maximises, and moves second.
        ("value_2_exact", &["dice_game.prism", "--const", "N=2", "--prop", "<<one>> Pmin=? [ F \"one\" ]"]),
        ("value_1_exact", &["pig_game.prism", "--const", "N=6", "--prop", "<<a>> Pmax=? [ F \"a\" ]"]),
        ("value_2_exact", &["pig_game.prism", "--const", "N=6", "--prop", "<<b>> Pmax=? [ F \"b\" ]"]),
        ("value_exact", &["die.pm", "--prop", "P=? [ G !\"six\" ]"]),
        ("value_exact", &["die.pm", "--prop", "P=? [ X s=1 ]"]),
        ("value_exact", &["die.pm", "--prop", "P=? [ F[2,4] \"six\" ]"]),
        ("value_exact", &["die.pm", "--prop", "P=? [ F>4 s<7 ]"]),
        ("value_exact", &["die.pm", "--prop", "P=? [ s<4 W<=2 s=6 ]"]),
        ("value_exact", &["die.pm", "--prop", "R=? [ F \"done\" ]"]),
        ("value_exact", &["die.pm", "--prop", "R=? [ C<=4 ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmin=? [ G<=4 !\"rich\" ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmax=? [ F[2,6] \"rich\" ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "Pmin=? [ F>=2 x=4 ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "R{\"rounds\"}max=? [ C ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "R{\"rounds\"}min=? [ F x=0|x=8 ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "R{\"rounds\"}max=? [ C<=5 ]"]),
        ("value_exact", &["gambler_bold.nm", "--const", "N=8", "--prop", "R{\"rounds\"}max=? [ I=2 ]"]),
        ("value_1_exact", &["dice_game.prism", "--const", "N=2", "--prop", "<<one>> Pmax=? [ G !\"two\" ]"]),
        (
            "value_1_exact",
            &["dice_game.prism", "--const", "N=2", "--prop", "<<one>> Pmax=? [ F<=12 \"one\" ]"],
        ),
        // The mean of the initial states.
        ("value_exact", &["herman5.pm", "--prop", "filter(avg, R=? [ F \"stable\" ], \"init\")"]),
    ] {
        let value = odds(args);
        for shown in ["best", "all"] {
            let graph = graph(&[args, &["--show", shown]].concat());
            let start = graph["graph"]["start"].as_u64().expect("a node") as usize;
            assert_eq!(graph["nodes"][start][column].as_str(), Some(&*value), "{args:?}");
            assert_eq!(graph["graph"]["facts"]["value"].as_str(), Some(&*value), "{args:?}");
            if column == "value_exact" {
                check_events(&graph);
            }
        }
    }
    let args = ["monty_hall.nm", "--prop", "Pmax=? [ F won ]"];
    let tree = graph(&[&args[..], &["--shape", "tree"]].concat());
    assert_eq!(tree["nodes"][0]["value_exact"].as_str(), Some(&*odds(&args)));
}

/// Checks that each value before an event is the mean of the gains and the values after the events.
fn check_events(graph: &Value) {
    let number = |row: &Value, name: &str| {
        let exact = row[format!("{name}_exact")].as_str().map(str::to_owned);
        parse_fraction(&exact.unwrap_or_else(|| row[name].to_string())).expect("a fraction")
    };
    let nodes = graph["nodes"].as_array().expect("nodes");
    let mut means: BTreeMap<u64, Rational> = BTreeMap::new();
    for edge in rows(graph, "edges", "decision", "chance") {
        let [source, target] = ["source", "target"].map(|end| edge[end].as_u64().expect("a node"));
        let after = number(edge, "gain") + number(&nodes[target as usize], "value");
        *means.entry(source).or_default() += number(edge, "prob") * after;
    }
    for (source, mean) in means {
        assert_eq!(mean, number(&nodes[source as usize], "value"), "node {source}");
    }
}

/// Gains are fractions if the rewards are, and positive also if they are minimised.
#[test]
fn graphs_have_rewards_of_fractions() {
    let folder = tempfile::tempdir().expect("a folder");
    let model = "mdp module m s : [0..2]; [a] s=0 -> 1/3:(s'=1) + 2/3:(s'=0); [b] s=0 -> (s'=1); \
        [] s=1 -> 1/2:(s'=2) + 1/2:(s'=0); endmodule \
        rewards s=0 : 1/3; [b] s=0 : 1/7; s=1 : 1/2; endrewards";
    let path = folder.path().join("costs.nm");
    fs::write(&path, model).expect("the file can be written");
    let path = path.to_str().expect("a name in Unicode");
    // With b, the expected cost of a round is 10/21 + 1/2. A round ends the game with a probability of 1/2.
    for (property, value) in [("Rmin=? [ F s=2 ]", "41/21"), ("Rmax=? [ F s=2 ]", "3/1")] {
        let graph = graph(&[path, "--prop", property, "--show", "all"]);
        assert_eq!(graph["graph"]["facts"]["value"].as_str(), Some(value), "{property}");
        check_events(&graph);
        assert!(rows(&graph, "edges", "gain_exact", "10/21").next().is_some(), "{property}");
        let differences = graph["nodes"].as_array().expect("nodes").iter().map(|node| &node["difference"]);
        assert!(differences.clone().all(|difference| difference.as_f64().expect("a number") <= 0.0));
        assert!(differences.clone().any(|difference| difference.as_f64().expect("a number") < 0.0));
    }
}

/// Players of Gambit maximise, so costs are negative payoffs.
#[test]
fn the_extensive_form_has_the_negatives_of_costs() {
    let model = "mdp module m s : [0..2]; [a] s=0 -> 1/3:(s'=1) + 2/3:(s'=2); [b] s=0 -> (s'=2); endmodule \
        rewards [a] true : 1/2; endrewards";
    for (property, payoffs) in
        [("Pmin=? [ F s=1 ]", "{ -1 }"), ("Pmax=? [ F s=1 ]", "{ 1 }"), ("Rmin=? [ F s>0 ]", "{ -1/2 }")]
    {
        let args = "graph model - --shape tree --show all --format efg -o - -q --prop";
        let efg = run_on(&[&args.split(' ').collect::<Vec<_>>()[..], &[property]].concat(), model).ok();
        assert!(efg.contains(payoffs) && efg.contains("{ 0 }"), "{property}: {efg}");
    }
}

/// Every state and every choice of several has a node, and every transition of a state that play can leave has an edge.
#[test]
fn graphs_have_the_sizes_of_models() {
    for (args, absorbing) in [
        (&["die.pm"][..], 6),
        (&["monty_hall.nm"], 2),
        (&["gambler_bold.nm", "--const", "N=8"], 2),
        (&["gambler.pm", "--const", "N=9,p=1/3"], 2),
    ] {
        let counted =
            run_with(&models(), &[&["count", "model"], args, &["--format", "json", "-q"]].concat(), "");
        let counted: Value = serde_json::from_str(&counted.ok()).expect("JSON");
        let graph = graph(args);
        let count = |rows: &mut dyn Iterator<Item = &Value>| rows.count() as u64;
        assert_eq!(count(&mut rows(&graph, "nodes", "what", "state")), counted["states"], "{args:?}");
        let events = count(&mut rows(&graph, "edges", "decision", "chance"));
        assert_eq!(events + absorbing, counted["transitions"], "{args:?}");
    }
}

#[test]
fn graphs_of_models_have_all_formats() {
    let args = |format: &str| {
        ["graph", "model", "gambler_bold.nm", "--const", "N=4", "-q", "-o", "-", "--format"]
            .into_iter()
            .chain([format, "--prop", "Pmax=? [ F \"rich\" ]", "--show", "all"])
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for (format, part) in [
        ("dot", "digraph"),
        ("graphml", "<graphml"),
        ("gexf", "<gexf"),
        ("html", "(x=4) \\\"rich\\\""),
        ("svg", "Pmax=? [ F \"rich\" ]: 4/25<"),
    ] {
        let args = args(format);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let text = run_with(&models(), &args, "").ok();
        assert!(text.contains(part), "{format}: {}", &text[..text.len().min(2000)]);
    }
    // Choices without a name are numbered.
    let pig = run_in(&models(), "graph model pig_game.prism --const N=6 -o - --format dot -q").ok();
    assert!(pig.contains("\"choice 1\\n") && pig.contains("\"choice 2\\n"), "{pig}");
    let named = run_in(
        &models(),
        "graph model pig_game.prism --const N=6 --prop <<a>>Pmax=?[F\"a\"] -o - --format dot -q",
    )
    .ok();
    assert!(named.contains("\\na starts\"") && named.contains("\\nb wins\""), "{named}");
    let tree = "graph model monty_hall.nm --format efg --shape tree --show all -o - -q";
    let efg = run_in(&models(), tree).ok();
    assert!(efg.starts_with("EFG 2 R \"monty_hall.nm") && efg.contains("p \"(stage=1"), "{efg}");
    assert!(efg.contains("\"stay\"") && efg.contains("{ 1 }"), "{efg}");
}

/// A chain without an end has a tree of its first steps.
#[test]
fn the_first_steps_of_endless_play_have_a_tree() {
    let tree = run_in(&models(), "graph model weather.pm --shape tree --depth 2 --format json -o -").ok();
    assert!(tree.contains("P(end): 0") && tree.contains("\"reach_exact\":\"7/10\""), "{tree}");
}

/// Storm writes doubles with ten digits.
#[test]
fn rounded_probabilities_of_drn_are_divided_by_their_sum() {
    let text = "@type: DTMC\n@parameters\n\n@reward_models\n\n@nr_states\n3\n@nr_choices\n3\n@model\n\
                state 0 init\n\taction 0\n\t\t0 : 0.3333333333\n\t\t1 : 0.3333333333\n\t\t2 : 0.3333333333\n\
                state 1 one\n\taction 0\n\t\t1 : 1\nstate 2\n\taction 0\n\t\t2 : 1\n";
    let ran = run_on(&["odds", "model", "-", "--prop", "P=? [ F \"one\" ]", "--format", "csv"], text);
    assert!(
        ran.err.contains("note: the probabilities of 1 distribution were divided by their sum"),
        "{}",
        ran.err
    );
    assert!(ran.out.ends_with(",0.500000000000,1/2\n"), "{}", ran.out);
    let far = text.replacen("0.3333333333", "0.33", 1);
    run_on(&["count", "model", "-"], &far).failed(2, "they must add up to 1");
}

/// The names of long states are shortened for people, and variables are columns of CSV.
#[test]
fn long_states_are_shortened() {
    let model = "mdp module m x : [0..3]; value : [0..9] init 7; the_first_long_name : bool; another_long_name : [0..9];
                 [a] x<3 -> (x'=x+1); [b] x<3 -> 1/2 : (x'=3) + 1/2 : (x'=0); endmodule";
    let args = ["best", "model", "-", "--every", "-q", "--prop", "Pmax=? [ F x=2 ]"];
    let text = run_on(&args, model).ok();
    assert!(text.contains("  (x=1)  a  ") && !text.contains("the_first_long_name"), "{text}");
    assert!(text.contains("Long states are shortened; JSON and CSV have all variables."), "{text}");
    let csv = run_on(&[&args[..], &["--format", "csv"]].concat(), model).ok();
    // The column of a variable is not mistaken for the column of values.
    let head = ",property,x,state.value,the_first_long_name,another_long_name,action,value,";
    assert!(csv.contains(head) && csv.contains(",1,7,false,0,a,1.000000000000,1/1,"), "{csv}");
    let model_of_parts = model.replace("value :", "value_exact :");
    let csv_of_parts = run_on(&[&args[..], &["--format", "csv"]].concat(), &model_of_parts).ok();
    assert!(
        csv_of_parts.contains(",state.value_exact,") && csv_of_parts.contains(",1,7,false,"),
        "{csv_of_parts}"
    );
    let json = run_on(&[&args[..], &["--format", "json"]].concat(), model).ok();
    let long = "(x=1,value=7,the_first_long_name=false,another_long_name=0)";
    assert!(json.contains(long), "{json}");
}

/// A note about repairs is printed once for all values of constants.
#[test]
fn repairs_are_noted_once() {
    let model = "dtmc const int N; module m x : [0..N]; [] x=0 -> 1/N : (x'=1) + (N-1)/N : (x'=N); endmodule";
    for (command, most) in [
        ("N=2..4", "at most 2 deadlock states were"),
        ("N=2", "2 deadlock states were"),
        ("N=2:2", "2 deadlock states were"),
    ] {
        for args in [&["count", "model", "-"][..], &["odds", "model", "-", "--prop", "P=? [ X x=1 ]"]] {
            let ran = run_on(&[args, &["--const", command]].concat(), model);
            assert_eq!(ran.err, format!("note: {most} given a self-loop\n"), "{args:?}");
        }
    }
}

#[test]
fn graphs_of_models_are_refused_in_one_line() {
    let broken = run_on(&["count", "model", "-"], "@type: DTMC\n@nr_states\n2\n@model\nstate 0 init\n");
    broken.failed(2, "stdin, line 4, column 7: 1 states follow");
    let folder = folder();
    fs::write(folder.path().join("die.drn.gz"), b"\x1f\x8b\x08\x00").expect("a file");
    run_in(folder.path(), "count model die.drn.gz").failed(2, "die.drn.gz: compressed with gzip");
    let drn = run_in(&models(), "graph model die.pm --format drn -o -").out;
    run_on(&["count", "model", "-", "--const", "N=3"], &drn).failed(2, "--const: no constant N");
    let fine = "dtmc module m x : [0..2]; [] x=0 -> 1/4294967291 : (x'=1) + 1/4294967311 : (x'=2)
                + 1-1/4294967291-1/4294967311 : true; endmodule";
    let ran = run_on(&["graph", "model", "-", "-o", "-"], fine);
    ran.failed(2, "the probabilities in state (x=0) need a common denominator of more than 64 bits");
}
