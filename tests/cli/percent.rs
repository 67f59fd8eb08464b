//! `--percent` changes probabilities in output for people, and nothing else. `tests/snapshots/answers` has the percentages.

use super::run::run;

#[test]
fn only_formats_for_people_change() {
    for args in
        ["odds memory --pairs 2..4", "fair guess --numbers 5", "best mines --rows 2 --cols 3 --mines 1"]
    {
        for format in ["json", "csv"] {
            let exact = run(&format!("{args} --format {format}")).ok();
            assert_eq!(exact, run(&format!("{args} --format {format} --percent")).ok(), "{args}");
        }
        assert!(run(&format!("{args} --format md --percent")).ok().contains("% |"), "{args}");
        assert!(run(&format!("{args} --format tex --percent")).ok().contains("\\% "), "{args}");
    }
}

/// Doubles with a bound have percentages, too. They agree with the fractions where the bound leaves no doubt.
#[test]
fn doubles_are_in_percent_and_have_the_typed_digits() {
    for options in ["--percent", "--percent --digits 4", "--percent --digits 0"] {
        let chances = |text: String| {
            let lines = text.lines().filter(|line| line.starts_with("  P(") || line.starts_with("  E("));
            lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        let exact = chances(run(&format!("odds memory --pairs 8 {options}")).ok());
        let doubles = chances(run(&format!("odds memory --pairs 8 --approximate {options}")).ok());
        assert_eq!((doubles.len(), &doubles), (5, &exact), "{options}");
    }
    // Programs read all digits.
    let plain = run("odds memory --pairs 60 --approximate --format csv").ok();
    assert_eq!(run("odds memory --pairs 60 --approximate --format csv --digits 3").ok(), plain);
}

/// Only marked numbers become percentages: the difference of two means is a number of turns.
#[test]
fn numbers_of_turns_stay_numbers() {
    let text = run("best solitaire --pairs 2..3 --percent").ok();
    assert!(text.contains("2.67  2.67") && !text.contains('%'), "{text}");
}
