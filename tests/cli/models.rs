//! Models in the PRISM language on the command line: constants, errors, limits. Known values are in src/prism/tests.

use super::run::{Ran, command, folder, run_in, run_with};
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// The folder of the models.
fn models() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

/// Runs a command on a model that is read from stdin.
fn run_on(words: &[&str], model: &str) -> Ran {
    run_with(&models(), words, model)
}

/// Checks properties of a model that is read from stdin.
fn checked(model: &str, property: &str) -> Ran {
    run_on(&["odds", "model", "-", "--prop", property], model)
}

/// Each `--prop` is a line, with or without a semicolon at its end.
#[test]
fn properties_may_be_repeated() {
    let words = "odds model die.pm --prop P=?[X(s=1)]; --prop P=?[X(s=2)] --format csv";
    let lines = "die.pm,,,,P=?[X(s=1)],0.500000000000,1/2\ndie.pm,,,,P=?[X(s=2)],0.500000000000,1/2\n";
    assert!(run_in(&models(), words).ok().ends_with(lines));
    let words = "odds model die.pm --prop P=?[X(s=1)] --prop P=?[X(y=2)]";
    run_in(&models(), words).failed(2, "--prop, line 2, column 7: no variable, constant or formula y");
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

/// A constant of the properties gets its value like a constant of the model.
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
    ran.failed(2, "--const: no constant K without a value");
    let ran = run_on(&["odds", "model", "-", "--const", "N=two", "--prop", property], model);
    ran.failed(2, "--const: constant N: `two` is no integer");
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
    run_in(&models(), "odds model die.pm --prop true --props die.props").failed(2, "cannot be used");
    run_in(&models(), "simulate model die.pm").failed(2, "simulate does not support model");
}

#[test]
fn limits_end_the_work() {
    let words = "odds model consensus.nm --const K=4 --props consensus.props";
    run_in(&models(), &format!("{words} --timeout 0")).failed(3, "the time of 0 s ran out");
    run_in(&models(), &format!("{words} --max-states 9")).failed(3, "more than 9 states");
    run_in(&models(), "count model consensus.nm --const K=4 --max-states 9").failed(3, "more than 9 states");
}

/// A reader who goes away is no failure.
#[test]
fn a_closed_pipe_is_no_failure() {
    let mut command = command(&models(), "odds model die.pm --props die.props");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let ran = child.wait_with_output().expect("it ends");
    assert_eq!((ran.status.code(), &*ran.stderr), (Some(0), &b""[..]));
}

/// The graph of a model in DRN is a model with the same sizes and the same answers.
#[test]
fn a_graph_in_drn_is_read_again() {
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
            let words = [begin, end, &["-q"]].concat();
            run_with(&models(), &words, input).ok().to_owned()
        };
        let drn = ran(&["graph", "model", model, "--format", "drn"], "", constants);
        assert!(drn.starts_with(&format!("// {model}")) && drn.contains("\n@model\nstate 0 "), "{drn}");
        // The first line of CSV and the names of the model differ.
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

/// A file of transitions is read with the files next to it: variables, labels, and one or several reward structures.
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
    let words = [
        "odds",
        "model",
        "walk.tra",
        "-q",
        "--format",
        "csv",
        "--prop",
        "Pmax=? [ F x=5 & up ]; Pmin=? [ F<=2 \"far\" ]; R{\"steps\"}max=? [ C<=3 ]; R{\"moves\"}min=? [ F \"far\" ]; Pmin=? [ F \"deadlock\" ]",
    ];
    let odds = run_with(folder.path(), &words, "").ok().to_owned();
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

#[test]
fn graphs_of_models_are_files_of_two_formats() {
    let dot = run_in(&models(), "graph model die.pm --format dot").ok();
    assert!(dot.contains("  0 -> 1 [label=\"1/2\"];\n"), "{dot}");
    assert!(dot.starts_with("digraph {\n  label=\"die.pm: a Markov chain\";\n"), "{dot}");
    let choices = run_in(&models(), "graph model gambler_bold.nm --const N=8 --format dot -q").ok();
    assert!(choices.contains(" [shape=point];\n"), "{choices}");
    let printed = run_in(&models(), "graph model die.pm").ok();
    assert_eq!(printed, run_in(&models(), "graph model die.pm --format drn").ok());
    run_in(&models(), "graph model die.pm --format csv").failed(2, "--format csv");
    run_in(&models(), "graph model walk.pm --const N=3000 --format dot")
        .failed(2, "are too many for a picture");
    let broken = run_on(&["count", "model", "-"], "@type: DTMC\n@nr_states\n2\n@model\nstate 0 init\n");
    broken.failed(2, "stdin, line 4, column 7: 1 states follow");
    let drn = run_in(&models(), "graph model die.pm --format drn").out;
    run_on(&["count", "model", "-", "--const", "N=3"], &drn).failed(2, "--const: no constant N");
}
