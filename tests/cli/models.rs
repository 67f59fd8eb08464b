//! Models in the PRISM language: constants, errors and limits. Known values are in src/prism/tests.

use super::run::{Ran, command, folder, run_args, run_in, run_with};
use chancetree::exact::{Rational, parse_fraction};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

/// The folder of the models.
pub(super) fn models() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/models")
}

/// Runs a command on a model from stdin.
pub(super) fn run_on(args: &[&str], model: &str) -> Ran {
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
    // A file of another kind has hundreds of errors.
    let ran = on_die(&format!("P=? [ F \"six\" ]\n{}", "S=? [ \"six\" ]\n".repeat(9)));
    assert_eq!(ran.err.matches("note: a property is skipped: ").count(), 5, "{}", ran.err);
    assert!(ran.err.ends_with("\nnote: 9 properties are skipped in all\n"), "{}", ran.err);
}

/// A file may be for several models, of which this one lacks a name.
#[test]
fn properties_of_a_file_with_unknown_names_are_errors_after_the_others() {
    let args = ["odds", "model", "die.pm", "--props", "-"];
    let ran = run_with(&models(), &args, "P=? [ F x=1 ]\nP=? [ F d=1 ]\nP=? [ F y=1 ]\nP=? [ F d=2 ]\n");
    assert!(ran.out.contains("P=? [ F d=1 ]  1/6") && ran.out.contains("P=? [ F d=2 ]  1/6"), "{}", ran.out);
    let error = "error: stdin, line 1, column 9: no variable, constant or formula x";
    assert!(ran.status == Some(2) && ran.err.contains(error), "{}", ran.err);
    let note = "note: a property is skipped: stdin, line 3, column 9: no variable, constant or formula y";
    assert!(ran.err.contains(note), "{}", ran.err);
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

/// Returns the value of a property as a fraction.
pub(super) fn odds(args: &[&str]) -> String {
    let ran = run_with(&models(), &[&["odds", "model"], args, &["--format", "csv", "-q"]].concat(), "");
    ran.ok().trim_end().rsplit(',').next().expect("a cell").to_owned()
}

/// Each typed property without a value is reported: the first as an error, the others as notes.
#[test]
fn all_properties_without_a_value_are_reported() {
    let model = "dtmc module m x : [0..1]; [] true -> (x'=1); endmodule";
    let ran = checked(model, "S=? [ x=1 ]; P=? [ F x=1 ]; P=? [ X X x=1 ]; 1/(P=? [ F x=2 ])");
    assert_eq!(ran.status, Some(2));
    let place = |text: &str, column: u32| format!("{text}--prop, line 1, column {column}: ");
    for expected in [place("error: ", 1), place("skipped: ", 37), place("skipped: ", 49)] {
        assert!(ran.err.contains(&expected), "{expected}: {}", ran.err);
    }
    assert!(ran.out.contains("P=? [ F x=1 ]  1/1"), "{}", ran.out);
}

/// An error in a reward names the file and the line.
#[test]
fn errors_in_rewards_are_located() {
    let model = "dtmc\nmodule m\nx : [0..2];\n[] true -> (x'=min(2,x+1));\nendmodule\nrewards \"r\"\nx<1 : 1;\nx>0 : 1/(x-1);\nendrewards";
    let ran = checked(model, "R=? [ F x=2 ]");
    ran.failed(2, "stdin: reward \"r\" in line 8, in state (x=1): a division by 0");
}

/// The error of a graph bounds the value of every node, although the value of the start is a double.
#[test]
fn the_error_of_a_graph_bounds_all_values() {
    let model = "mdp module m x : [0..2]; [] x=0 -> 1/2:(x'=1) + 1/2:(x'=2); [go] x=1 -> (x'=2); [wait] x=1 -> true; [] x=2 -> true; endmodule rewards x=0 : 7/20; [go] true : 3/10; endrewards";
    let graph = |more: &[&str]| {
        let words =
            ["graph", "model", "-", "--prop", "R{1}min=? [ F x=2 ]", "--format", "json", "-o", "-", "-q"];
        let ran = run_on(&[&words[..], more].concat(), model);
        serde_json::from_str::<Value>(&ran.ok()).expect("JSON")
    };
    let (exact, rounded) = (graph(&["--precision", "exact"]), graph(&["--approximate"]));
    let error = rounded["graph"]["facts"]["error"].as_f64().expect("a number");
    assert!(error > 0.0 && error < 1e-15, "{error}");
    let title = rounded["graph"]["title"].as_str().expect("a title");
    assert!(title.contains("; every value ± "), "{title}");
    let nodes = |graph: &Value| graph["nodes"].as_array().expect("nodes").clone();
    let (exact, rounded) = (nodes(&exact), nodes(&rounded));
    assert_eq!(exact.len(), rounded.len());
    let of_double = |value: f64| Rational::from_float(value).expect("finite");
    for (exact, rounded) in exact.iter().zip(&rounded) {
        let value = parse_fraction(exact["value_exact"].as_str().expect("a text")).expect("a fraction");
        let distance = value - of_double(rounded["value"].as_f64().expect("a number"));
        assert!(distance <= of_double(error) && -distance <= of_double(error), "{rounded}");
        assert_eq!(rounded["error"].as_f64(), Some(error), "the column of other formats: {rounded}");
        assert!(exact["error"].is_null(), "{exact}");
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
    for (property, error) in [
        ("1/(Pmax=? [ F x=2 ])", "column 20: a division by 0"),
        ("2*(R{1}min=? [ F x=2 ])", "column 20: an infinite value as an operand"),
        ("ceil(R{1}min=? [ F x=2 ])", "column 17: an infinite value as an operand"),
        ("P>=1/(1-1) [ F x=0 ]", "column 20: a division by 0"),
        ("filter(min, Pmax=? [ X x=1 ], x=2)", "column 17: no state satisfies"),
    ] {
        let ran = checked(
            "mdp module m x : [0..1]; [] true -> true; endmodule rewards true : 1; endrewards",
            &format!("P>=0 [ F x=0 ]; {property}; Pmin=? [ X x=0 ]"),
        );
        assert!(ran.err.contains(error) && ran.status == Some(2), "{property}: {}", ran.err);
        assert!(ran.out.contains("P>=0 [ F x=0 ]") && ran.out.contains("1/1"), "{property}: {}", ran.out);
    }
    let simulated = run_on(&["simulate", "model", "-", "--prop", "Rmin=? [ C ]"], model);
    simulated.failed(2, "--prop, line 1, column 1: the reward of action go in state (x=0) is negative");
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

/// Blanks and commas alone give no constant a value.
#[test]
fn blank_constants_are_none() {
    let odds = "odds model die.pm --prop P=?[F(d=6)]";
    let plain = run_in(&models(), odds).ok();
    for blank in [" ", " , ", ",", "\u{85}"] {
        assert_eq!(run_args(&models(), odds, &["--const", blank]).ok(), plain, "{blank:?}");
    }
}
