//! `--format bfile`: sequences of whole numbers.

use super::run::{folder, run, run_in};
use std::path::Path;

/// A b-file has one line for each game of a range, and whole numbers only; a fraction has a column for each of its parts.
#[test]
fn columns_are_sequences() {
    let lines = |args: &str| -> Vec<String> {
        run(&format!("{args} --format bfile"))
            .ok()
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(lines("count memory --pairs 1..4 --columns tree_nodes"), ["1 2", "2 6", "3 23", "4 91"]);
    assert_eq!(lines("odds memory --pairs 2..4 --columns win_2_numerator"), ["2 2", "3 8", "4 4"]);
    assert_eq!(lines("odds memory --pairs 2..4 --columns pairs,win_2_denominator"), ["2 3", "3 15", "4 15"]);
    assert_eq!(lines("best mines --rows 2 --cols 2..4 --mines 1 --columns columns,placements").len(), 3);
    assert_eq!(lines("odds guess --numbers 1..3 --columns ties").len(), 3);
    assert_eq!(lines("odds memory --pairs 4 --players 2..3 --columns states").len(), 2);
    // A constant of a model is an index, too: N (1 + 1/2 + ... + 1/N) draws.
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let draws = "odds model coupons.pm --prop R=?[F(have=N)] --const N=1..4 --columns value_numerator";
    let draws = run_in(&models, &format!("{draws} --format bfile")).ok();
    assert_eq!(draws.lines().skip(2).collect::<Vec<_>>(), ["1 1", "2 3", "3 11", "4 25"]);
    // `--sequence` selects a sequence that the command defines.
    assert_eq!(lines("odds solitaire --pairs 1..3 --sequence turns-numerator"), ["1 1", "2 8", "3 13"]);
    // A board of a range counts before a card is known.
    assert_eq!(lines("best memory --pairs 1..4 --columns value_numerator"), ["1 1", "2 2", "3 7", "4 68"]);
    let forgetful = "odds solitaire --recall 3/4,1/8,4/5 --pairs 1..3 --columns";
    assert_eq!(lines(&format!("{forgetful} turns_mean_numerator")), ["1 1", "2 26", "3 1097"]);
    assert_eq!(lines("odds solitaire --pairs 1..3 --columns score_mean_denominator"), ["1 1", "2 3", "3 15"]);
    let head = run("count memory --pairs 3..4 --columns states --format bfile").ok();
    assert!(head.contains("# states, n = pairs, offset 3; chancetree "), "{head}");
    let folder = folder();
    let written =
        run_in(folder.path(), "count memory --pairs 1..2 --columns states --format bfile -o b000001.txt");
    assert_eq!(written.status, Some(0), "{}", written.err);
    assert!(
        std::fs::read_to_string(folder.path().join("b000001.txt")).expect("a file").starts_with("# States")
    );
    for (args, wrong) in [
        ("count memory --pairs 1..4", "bfile needs --columns"),
        ("count memory --pairs 4 --columns states", "bfile needs games in which one parameter is a range"),
        ("count memory --pairs 2,4 --columns states", "the index pairs has gaps"),
        ("odds memory --pairs 2..4 --columns win_1_exact", "win_1_exact is a fraction"),
        ("odds memory --pairs 2..4 --columns win_1", "win_1 is a decimal"),
        ("odds memory --pairs 2..4 --columns nothing_numerator", "no column"),
        ("odds memory --pairs 2..4 --columns win_numerator", "did you mean win_1_numerator?"),
        ("odds solitaire --recall 0,0,1 --pairs 1..3", "a b-file needs the column of the numbers"),
        ("odds memory --pairs 2..4 --columns pairs,win_1,win_2", "bfile has two columns"),
        (
            "odds memory --pairs 2..4 --columns win_1_numerator,win_2_numerator",
            "bfile has one column of numbers",
        ),
    ] {
        run(&format!("{args} --format bfile")).failed(2, wrong);
    }
    for (args, help) in [
        ("count memory --pairs 2,4 --columns states", "--pairs 2..4"),
        ("odds memory --pairs 2..4 --players 2..3 --columns states", "--players 2"),
        ("odds memory --pairs 2..4 --columns pairs,win_1,states", "--columns pairs,states"),
    ] {
        let err = run(&format!("{args} --format bfile")).err;
        assert_eq!(err.lines().nth(1), Some(&*format!("help: {help}")), "{args}");
    }
}
