//! Models in the PRISM language: constants, errors and limits. Known values are in src/prism/tests.

use super::run::{Ran, command, folder, run_args, run_in, run_with};
use chancetree::exact::{Rational, parse_fraction};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// The folder of the models.
fn models() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

/// Runs a command on a model from stdin.
fn run_on(args: &[&str], model: &str) -> Ran {
    run_with(&models(), args, model)
}

/// Checks properties of a model from stdin.
fn checked(model: &str, property: &str) -> Ran {
    run_on(&["odds", "model", "-", "--prop", property], model)
}

/// Each `--prop` is a line; a semicolon at its end is optional.
#[test]
fn properties_may_be_repeated() {
    let args = "odds model die.pm --prop P=?[X(s=1)]; --prop P=?[X(s=2)] --format csv";
    let lines = "die.pm,,,,P=?[X(s=1)],0.500000000000,1/2\ndie.pm,,,,P=?[X(s=2)],0.500000000000,1/2\n";
    assert!(run_in(&models(), args).ok().ends_with(lines));
    // A property may be followed by a constant.
    let args =
        ["odds", "model", "die.pm", "--format", "csv", "--prop", "k; const int k = 2*3;", "--prop", "2*k"];
    assert!(
        run_with(&models(), &args, "")
            .ok()
            .ends_with("k,6.000000000000,6/1\ndie.pm,,,,2*k,12.000000000000,12/1\n")
    );
}

/// Models with millions of states are longer than other inputs may be.
#[test]
fn a_model_may_be_longer_than_a_board() {
    let folder = folder();
    let blanks = " ".repeat(1 << 26);
    fs::write(folder.path().join("a.pm"), format!("dtmc module m x : bool; endmodule{blanks}"))
        .expect("a file");
    assert!(run_in(folder.path(), "count model a.pm --format csv -q").ok().ends_with("a.pm,,1,1,1,1,1\n"));
    fs::write(folder.path().join("a.txt"), format!("mines 1\n..\n{blanks}")).expect("a file");
    run_in(folder.path(), "risk mines a.txt").failed(2, "a.txt: longer than 64 MiB");
}

/// Constants of the properties and of the model are set alike.
#[test]
fn constants_belong_to_the_model_or_to_the_properties() {
    let model = "dtmc const int N; module m x : [0..N]; [] x<N -> 1/2 : (x'=x+1) + 1/2 : true; endmodule";
    let property = "const int k; P=? [ F<=k x=N ]";
    let ran = run_on(&["odds", "model", "-", "--const", "k=3,N=2", "--prop", property, "-q"], model);
    assert!(ran.ok().contains("  1/2    0.500000000000\n"));
    let ran = run_on(&["odds", "model", "-", "--const", "k=3", "--prop", property], model);
    ran.failed(2, "stdin: no value for constant N");
    assert!(ran.err.contains("help: --const k=3,N=1\n"), "{}", ran.err);
    let ran = run_on(&["odds", "model", "-", "--const", "K=3", "--prop", property], model);
    ran.failed(2, "--const: there is no undefined constant K");
    let ran = run_on(&["odds", "model", "-", "--const", "N=two", "--prop", property], model);
    ran.failed(2, "--const: constant N: `two` is not an integer");
    let ran = run_on(&["odds", "model", "-", "--const", "N=2,N=3", "--prop", property], model);
    ran.failed(2, "--const: N is given twice");
}

#[test]
fn errors_name_line_and_column() {
    let model = "dtmc\nmodule m\n  x : [0..2];\n  [] x<2 -> 1/2 : (x'=x+1) + 1/2 : true;\nendmodule\n";
    assert!(checked(model, "P=? [ F x=1 ]").out.starts_with("stdin: a Markov chain\n"));
    let broken = checked(&model.replace("->", "=>"), "P=? [ F x=1 ]");
    broken.failed(2, "stdin, line 4, column");
    assert!(broken.err.contains("help: allowed are "), "{}", broken.err);
    checked(model, "P=? [ F x=1 ];\nP=? [ F y=1 ]").failed(2, "--prop, line 2, column 9: no variable");
    checked(model, "P=? [ F x=1").failed(2, "--prop, line 1, column 12: ");
    checked(&model.replace("dtmc", "ctmc"), "P=? [ F x=1 ]")
        .failed(2, "models of type ctmc are not supported");
    checked(&model.replace("x+1", "x+3"), "P=? [ F x=1 ]").failed(2, "in state (x=0)");
    checked("", "P=? [ F x=1 ]").failed(2, "stdin, line 1, column 1: ");
    checked(model, "").failed(2, "--prop: no property");
}

/// A walk on 10 places. Without a property that needs all of them, the answer says what was explored.
#[test]
fn a_part_of_a_model_is_marked() {
    let model = "dtmc module m x : [0..9] init 3; [] x<9 -> 1/2 : (x'=x+1) + 1/2 : (x'=max(0,x-1)); [] x=9 -> (x'=0); endmodule";
    let (goal, all) = ("P=? [ F x=5 ]", "P=? [ F x=5 ]; P=? [ F>=1 x=5 ]");
    let part = "6 states, 6 choices, 11 transitions; explored until all properties are decided.\n";
    assert!(checked(model, goal).ok().ends_with(part));
    assert!(checked(model, all).ok().ends_with("\n10 states, 10 choices, 19 transitions.\n"));
    for command in ["odds", "best"] {
        let of = |property: &str, more: &[&str]| -> Value {
            let args = [&[command, "model", "-", "--prop", property, "--format", "json"], more].concat();
            serde_json::from_str(&run_on(&args, model).ok()).expect("JSON")
        };
        let [part, whole] = [goal, all].map(|property| of(property, &[]));
        assert_eq!((&part["states"], &whole["states"]), (&6.into(), &10.into()));
        assert_eq!(part["explored"], "until all properties are decided");
        assert_eq!(whole.get("explored"), None);
        assert_eq!(part["properties"][0], whole["properties"][0]);
        let [part, whole] = [goal, all].map(|property| of(property, &["--approximate"]));
        assert_eq!((&part["states"], &whole["states"]), (&6.into(), &10.into()));
        assert_eq!(part["properties"][0], whole["properties"][0]);
    }
    assert!(run_on(&["count", "model", "-", "--format", "csv"], model).ok().ends_with(",10,10,19,1,0\n"));
}

#[test]
fn unsupported_properties_of_a_file_are_skipped() {
    let on_die =
        |properties: &str| run_with(&models(), &["odds", "model", "die.pm", "--props", "-"], properties);
    let ran = on_die("P=? [ F \"six\" ]\n\nS=? [ \"six\" ]\nR=? [ F \"done\" ]\n");
    assert!(ran.out.contains("1/6") && ran.out.contains("11/3") && !ran.out.contains("S=?"), "{}", ran.out);
    let note = "note: a property is skipped: stdin, line 3, column 1: long-run averages are not supported\n";
    assert!(ran.err.contains(note), "{}", ran.err);
    on_die("S=? [ \"six\" ]").failed(2, "stdin, line 1, column 1: long-run averages are not supported");
}

/// In a file, the values of the other properties are printed before the error.
#[test]
fn properties_that_cannot_be_read_are_errors() {
    let args = ["odds", "model", "die.pm", "--props", "-"];
    let ran = run_with(&models(), &args, "P=? [ F d=1 || F d<3 ]\nP=? [ F d=1 ]\nR=? [ X X true ]\n");
    assert!(ran.out.contains("P=? [ F d=1 ]  1/6"), "{}", ran.out);
    let error = "error: stdin, line 1, column 14: `||` is not part of the language; write `|`";
    assert!(ran.status == Some(2) && ran.err.contains(error), "{}", ran.err);
    assert!(ran.err.contains("note: a property is skipped: stdin, line 3, column 7: "), "{}", ran.err);
    run_with(&models(), &args, "P=? [ F d=1 || F d<3 ]").failed(2, "stdin, line 1, column 14: `||`");
    let typed = "P=? [ F d=1 ]; P=? [ F d=1 || F d<3 ]";
    for command in ["odds", "plan", "simulate", "graph"] {
        run_with(&models(), &[command, "model", "die.pm", "--prop", typed], "")
            .failed(2, "--prop, line 1, column 29: `||`");
    }
    let ran = run_with(&models(), &["odds", "model", "die.pm", "--prop", "S=? [ d=6 ]; P=? [ F d=1 ]"], "");
    assert!(ran.out.contains("P=? [ F d=1 ]  1/6"), "{}", ran.out);
    let error = "error: --prop, line 1, column 1: long-run averages are not supported";
    assert!(ran.status == Some(2) && ran.err.contains(error), "{}", ran.err);
}

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

/// Each row of a range has the value of a run with one value.
#[test]
fn constants_take_ranges() {
    let run = |constants: &str, more: &str| {
        run_in(&models(), &format!("odds model gambler.pm --prop P=?[F(x=N)] --const {constants} -q {more}"))
            .ok()
    };
    let json: Value = serde_json::from_str(&run("N=2:2:6,p=1/3,1/2", "--format json")).expect("JSON");
    let rows = json["properties"].as_array().expect("rows");
    assert_eq!(rows.len(), 6);
    for row in rows {
        let (n, p) = (row["N"].as_u64().expect("a number"), row["p"].as_str().expect("a fraction"));
        let one: Value = serde_json::from_str(&run(&format!("N={n},p={p}"), "--format json")).expect("JSON");
        assert_eq!(
            (&row["value"], &row["states"]),
            (&one["properties"][0]["value"], &one["states"]),
            "{n} {p}"
        );
    }
    let text = run("N=2..3,p=1/3", "");
    assert!(text.contains("  N  property     value                  states\n"), "{text}");
    let csv = run_in(&models(), "count model gambler.pm --const N=3..4,p=1/2 --format csv -q").ok();
    assert!(csv.contains(",states,choices,transitions,initial_states,deadlocks\n"), "{csv}");
    assert!(csv.ends_with(",3,4,4,6,1,2\ngambler.pm,\"N=3..4,p=1/2\",4,5,5,8,1,2\n"), "{csv}");
    let args =
        "best model gambler_bold.nm --const N=2..4 --prop Pmax=?[F(x=N)] --approximate --format json -q";
    let json: Value = serde_json::from_str(&run_in(&models(), args).ok()).expect("JSON");
    assert_eq!(json["properties"].as_array().map(Vec::len), Some(3));
}

/// Both ends of a range are values, a range may have a step, and a list may contain ranges.
#[test]
fn ranges_and_lists_of_constants_are_expanded() {
    for (constants, column, values) in [
        ("N=2..4,p=1/2", "N", "2 3 4"),
        ("N=2..=4,p=1/2", "N", "2 3 4"),
        ("N=2:4,p=1/2", "N", "2 3 4"),
        ("N=2:3:8,p=1/2", "N", "2 5 8"),
        ("N=2,4,7..8,p=1/2", "N", "2 4 7 8"),
        ("N=2,p=0:0.25:0.5", "p", "0 1/4 1/2"),
        ("N=5..5,p=1/2", "N", "5"),
        ("N=2..3,p=1/3,1/2", "N,p", "2,1/3 2,1/2 3,1/3 3,1/2"),
    ] {
        let args = format!("count model gambler.pm --const {constants} --columns {column} --format csv -q");
        let csv = run_in(&models(), &args).ok();
        assert_eq!(csv.lines().skip(1).collect::<Vec<_>>().join(" "), values, "{constants}");
    }
}

#[test]
fn timing_of_models_has_phases() {
    for (args, phases) in [
        ("odds model die.pm --prop P=?[F(d=1)]", &["discover", "solve"][..]),
        ("best model die.pm --prop P=?[F(d=1)]", &["discover", "solve"]),
        ("count model die.pm", &["count"]),
    ] {
        let ran = run_in(&models(), &format!("{args} --timing"));
        for phase in phases {
            assert!(
                ran.err.contains(&format!("{{\"phase\":\"{phase}\",\"seconds\":")),
                "{args}: {}",
                ran.err
            );
        }
    }
}

#[test]
fn limits_stop_the_work() {
    let args = "odds model consensus.nm --const K=4 --props consensus.props";
    run_in(&models(), &format!("{args} --timeout 0")).failed(3, "the time of 0 s ran out");
    run_in(&models(), &format!("{args} --max-states 9")).failed(3, "more than 9 states");
    run_in(&models(), "count model consensus.nm --const K=4 --max-states 9").failed(3, "more than 9 states");
}

#[test]
fn a_closed_pipe_is_success() {
    let mut command = command(&models(), "odds model die.pm --props die.props");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!((ran.status.code(), &*ran.stderr), (Some(0), &b""[..]));
}

/// The DRN file of a model has the sizes and the answers of the model.
#[test]
fn a_drn_file_can_be_read_again() {
    for (model, constants, properties) in [
        (
            "die.pm",
            &[][..],
            "P=? [ F \"six\" ]; R=? [ F \"done\" ]; P=? [ F[2,5] \"done\" ]; P>=1/6 [ F \"six\" ]",
        ),
        (
            "gambler_bold.nm",
            &["--const", "N=8"],
            "Pmax=? [ F \"rich\" ]; R{\"rounds\"}max=? [ C<=5 ]; Rmin=? [ C ]",
        ),
        ("mutex.nm", &[], "Pmax=? [ F \"both\" ]; Pmin=? [ F \"end\" ]"),
        (
            "dice_game.prism",
            &["--const", "N=2"],
            "<<one>> Pmax=? [ F \"one\" ]; <<two>> Pmin=? [ F \"one\" ]",
        ),
    ] {
        let ran = |begin: &[&str], input: &str, end: &[&str]| {
            let args = [begin, end, &["-q"]].concat();
            run_with(&models(), &args, input).ok().to_owned()
        };
        let drn = ran(&["graph", "model", model, "-o", "-", "--format", "drn"], "", constants);
        assert!(drn.starts_with(&format!("// {model}")) && drn.contains("\n@model\nstate 0 "), "{drn}");
        // The header of CSV and the name of the model differ.
        let values = |text: String| -> Vec<String> {
            let cells =
                |line: &str| line.rsplit(',').take(2).map(str::to_owned).collect::<Vec<_>>().join(",");
            text.lines().skip(1).map(cells).collect()
        };
        let odds = ["--prop", properties, "--format", "csv"];
        let expected = values(ran(&["odds", "model", model], "", &[constants, &odds].concat()));
        assert_eq!(values(ran(&["odds", "model", "-"], &drn, &odds)), expected, "{model}");
        let sizes = |text: String| {
            text.lines().skip(1).map(|line| line.splitn(3, ',').last().map(str::to_owned)).collect::<Vec<_>>()
        };
        let count = ["--format", "csv"];
        let (own, again) = (
            ran(&["count", "model", model], "", &[constants, &count].concat()),
            ran(&["count", "model", "-"], &drn, &count),
        );
        assert_eq!(sizes(again), sizes(own), "{model}");
    }
}

/// A file of transitions is read with the files beside it: variables, labels, and one or more reward structures.
#[test]
fn explicit_files_are_read_together() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("walk.tra", "4 4 6\n0 0 0 0.5 wait\n0 0 1 0.5 wait\n0 1 2 1 go\n1 0 3 1\n3 0 1 0.25\n3 0 3 0.75\n");
    write("walk.sta", "(x,up)\n0:(0,false)\n1:(0,true)\n2:(5,false)\n3:(5,true)\n");
    write("walk.lab", "# Labels\n0=\"init\" 1=\"deadlock\" 2=\"far\"\n0: 0\n2: 2\n3: 2\n");
    write("walk1.srew", "# Reward structure \"steps\"\n# State rewards\n4 2\n0 1\n3 2\n");
    write("walk2.trew", "# Reward structure \"moves\"\n# Transition rewards\n4 4 2\n0 0 1 3\n0 1 2 1\n");
    let count = run_in(folder.path(), "count model walk.tra --format csv -q").ok().to_owned();
    assert!(count.ends_with("\nwalk.tra,,4,5,7,1,1\n"), "{count}");
    let args = [
        "odds",
        "model",
        "walk.tra",
        "-q",
        "--format",
        "csv",
        "--prop",
        "Pmax=? [ F x=5 & up ]; Pmin=? [ F<=2 \"far\" ]; R{\"steps\"}max=? [ C<=3 ]; R{\"moves\"}min=? [ F \"far\" ]; Pmin=? [ F \"deadlock\" ]",
    ];
    let odds = run_with(folder.path(), &args, "").ok().to_owned();
    let values: Vec<&str> = odds.lines().skip(1).filter_map(|line| line.rsplit(',').next()).collect();
    assert_eq!(values, ["1/1", "1/2", "11/4", "1/1", "0/1"], "{odds}");
    run_in(folder.path(), "count model walk.lab")
        .failed(2, "walk.lab: no model; this file is read with walk.tra");
    run_in(folder.path(), "count model walk.tra --const N=1").failed(2, "a .tra file has none");
    write("walk.lab", "0=\"init\"\n9: 0\n");
    run_in(folder.path(), "count model walk.tra").failed(2, "walk.lab, line 2, column 1: ");
    write("walk.tra", "1 1\n0 0 2\n");
    run_in(folder.path(), "count model walk.tra").failed(2, "walk.tra, line 2, column 1: ");
}

/// States of a model without variables are called by their numbers. Explicit files have a variable x.
#[test]
fn states_without_names_are_numbered() {
    let folder = folder();
    fs::write(folder.path().join("walk.tra"), "3 5\n0 0 1/2\n0 1 1/4\n0 2 1/4\n1 1 1\n2 2 1\n")
        .expect("a file");
    let dot = run_in(folder.path(), "graph model walk.tra --format dot -o - -q").ok();
    assert!(dot.contains("label=\"(x=0)\\n") && dot.contains("x=1"), "{dot}");
    let drn = "@type: DTMC\n@nr_states\n2\n@model\nstate 0 init\n action 0\n  0 : 1/2\n  1 : 1/2\nstate 1\n action 0\n  1 : 1\n";
    let dot = run_on(&["graph", "model", "-", "--format", "dot", "-o", "-", "-q"], drn).ok();
    assert!(dot.contains("label=\"state 0\\n") && dot.contains("to 1"), "{dot}");
    assert!(!dot.contains("()"), "{dot}");
}

/// Returns the graph of a model in JSON.
fn graph(args: &[&str]) -> Value {
    let ran = run_with(
        &models(),
        &[&["graph", "model"], args, &["-o", "-", "--format", "json", "-q"]].concat(),
        "",
    );
    serde_json::from_str(&ran.ok()).expect("JSON")
}

/// Returns random runs of a model in JSON.
fn simulated(args: &[&str], options: &[&str]) -> Value {
    let all = [&["simulate", "model"], args, options, &["--format", "json", "-q"]].concat();
    serde_json::from_str(&run_with(&models(), &all, "").ok()).expect("JSON")
}

/// Returns the value of a property as a fraction.
fn odds(args: &[&str]) -> String {
    let ran = run_with(&models(), &[&["odds", "model"], args, &["--format", "csv", "-q"]].concat(), "");
    ran.ok().trim_end().rsplit(',').next().expect("a cell").to_owned()
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

/// The values of the other properties are printed.
#[test]
fn the_error_of_a_typed_property_follows_the_other_values() {
    let model = "mdp module m x : [0..1]; [go] x=0 -> true; [stop] true -> (x'=1); endmodule rewards [go] true : -1; endrewards";
    let ran = checked(model, "P>=0 [ F true ]; Rmin=? [ C ]; Pmax=? [ X x=1 ]");
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("error: --prop, line 1, column 18: the reward of action go"), "{}", ran.err);
    let text = ran.out;
    assert!(
        text.contains("P>=0 [ F true ]   true\n") && text.contains("1/1") && !text.contains("Rmin"),
        "{text}"
    );
    checked(model, "Rmin=? [ C ]").failed(2, "the reward of action go in state (x=0) is negative");
    let simulated = run_on(&["simulate", "model", "-", "--prop", "Rmin=? [ C ]"], model);
    simulated.failed(2, "--prop, line 1, column 1: the reward of action go in state (x=0) is negative");
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

#[test]
fn plans_measure_a_model_or_give_a_lower_bound() {
    let plan = run_in(&models(), "plan model die.pm --prop P=?[F(s=7)]").ok();
    assert!(plan.contains("die.pm: the cost of exact odds on ") && plan.contains("13 "), "{plan}");
    assert!(plan.contains("measured: the properties were checked"), "{plan}");
    let large =
        "dtmc module m x : [0..99999999]; [] true -> 1/2 : (x'=min(x+1,99999999)) + 1/2 : true; endmodule";
    let plan = run_on(&["plan", "model", "-", "--format", "json"], large);
    let plan: Value = serde_json::from_str(&plan.ok()).expect("JSON");
    assert!(
        plan["states"]["number"].as_str().is_some_and(|number| number.starts_with("more than ")),
        "{plan}"
    );
    assert!(plan["seconds"].is_null(), "{plan}");
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

/// The printed bounds contain the value for readers who take their decimals as exact numbers.
#[test]
fn decimals_of_bounds_contain_the_value() {
    let model = |n: u32| {
        format!(
            "dtmc\nconst int N={n};\nmodule m\n x : [0..N] init 1;\n [] x>0 & x<N -> (x/(2*N)) : (x'=x-1) + \
             ((N-x)/(3*N)) : (x'=x+1) + 1-(x/(2*N))-((N-x)/(3*N)) : true;\n [] x=0|x=N -> true;\nendmodule\n"
        )
    };
    let mut inexact = 0;
    for n in 2..40 {
        let answer = |more: &str| {
            let ran = run_on(
                &["odds", "model", "-", "--prop", "P=? [ F x=0 ]", "--format", "csv", more],
                &model(n),
            );
            let text = ran.ok();
            let row = text.lines().nth(1).expect("a row").to_owned();
            row.split(',').map(str::to_owned).collect::<Vec<String>>()
        };
        let fraction = |text: &str| parse_fraction(text).expect("a number");
        let exact = fraction(answer("--digits=3").last().expect("a fraction"));
        let row = answer("--approximate");
        let [lower, upper] = [fraction(&row[row.len() - 2]), fraction(&row[row.len() - 1])];
        assert!(lower <= exact && exact <= upper, "{n}: {lower} {exact} {upper}");
        inexact += usize::from(upper != lower);
    }
    assert!(inexact > 20, "{inexact} values are no doubles");
}

/// Old models have comments in Latin-1.
#[test]
fn comments_may_be_in_latin_1() {
    let folder = folder();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("a file");
    write(
        "old.pm",
        b"dtmc // caf\xe9\nmodule m x : [0..1]; [] x=0 -> 1/3:(x'=1) + 2/3:true; [] x=1 -> true; endmodule\n",
    );
    write("old.props", b"P=? [ X x=1 ] // \xfcber\n");
    write("wrong.pm", b"dtmc module \xe9 endmodule");
    write("binary.pm", b"dtmc \xe9\0");
    assert!(
        run_in(folder.path(), "odds model old.pm --props old.props --format csv").ok().ends_with(",1/3\n")
    );
    run_in(folder.path(), "count model wrong.pm").failed(2, "`\u{e9}` is not part of the language");
    run_in(folder.path(), "count model binary.pm").failed(2, "this is not UTF-8 text");
}

/// A file that the memory limit does not allow is not read.
#[test]
fn a_file_beyond_the_memory_limit_is_refused() {
    let folder = folder();
    let file = fs::File::create(folder.path().join("large.tra")).expect("a file");
    file.set_len(200 << 20).expect("a file with a hole");
    let ran = run_in(folder.path(), "count model large.tra --max-memory 60MB");
    ran.failed(3, "more than 60M of memory is needed, before the end of the input");
}

/// Blanks and commas alone give no constant a value.
#[test]
fn blank_constants_are_none() {
    let odds = "odds model die.pm --prop P=?[F(d=6)]";
    let plain = run_in(&models(), odds).ok();
    for blank in [" ", " , ", ",", "\u{85}"] {
        assert_eq!(run_args(&models(), odds, &["--const", blank]).ok(), plain, "{blank:?}");
    }
}
