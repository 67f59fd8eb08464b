//! The files of models.

use super::models::{models, run_on};
use super::run::{folder, run_in, run_with};
use std::fs;

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
