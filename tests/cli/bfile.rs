//! `--format bfile`: sequences of whole numbers. `tests/snapshots/answers` has the sequences of games.

use super::run::{folder, run, run_in};
use std::fs;
use std::path::Path;

/// A constant of a model is an index, too: N (1 + 1/2 + ... + 1/N) draws. A written file has the printed lines.
#[test]
fn constants_of_models_are_indices() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let draws = "odds model coupons.pm --prop R=?[F(have=N)] --const N=1..4 --columns value_numerator";
    let draws = run_in(&models, &format!("{draws} --format bfile")).ok();
    assert_eq!(draws.lines().skip(2).collect::<Vec<_>>(), ["1 1", "2 3", "3 11", "4 25"]);
    let (args, folder) = ("count memory --pairs 1..2 --columns states --format bfile", folder());
    run_in(folder.path(), &format!("{args} -o b000001.txt -q")).ok();
    assert_eq!(fs::read_to_string(folder.path().join("b000001.txt")).expect("a file"), run(args).ok());
}
