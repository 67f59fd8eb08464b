//! `--percent` changes probabilities in output for people, and nothing else.

use super::run::run;

#[test]
fn probabilities_are_percentages_and_other_numbers_are_rounded() {
    let text = run("odds memory --pairs 8 --percent").ok();
    let expected = "Memory, 8 pairs, 2 robots with perfect memory

  P(player 1 wins)      45.8%
  P(player 2 wins)      43.0%
  P(draw)               11.3%
  E(pairs of player 1)  4.16
  E(pairs of player 2)  3.84

Player 1, who begins, is favoured, by 2.8%.
403 states, 786 transitions.
";
    assert_eq!(text, expected);
    assert!(run("odds memory --pairs 8 --percent --digits 3").ok().contains("  45.763%\n"));
    // A number between 0 and 1 is never rounded to 0 or 1.
    let rare = run("odds solitaire --pairs 9 --percent --digits 0").ok();
    assert!(rare.contains("  <1%"), "{rare}");
}

#[test]
fn tables_of_games_and_of_actions_are_in_percent() {
    let fair = run("fair memory --pairs 6..8 --percent").ok();
    assert!(fair.contains("player 2 by 14.0%") && fair.contains("player 2 by 1.7%"), "{fair}");
    let fair = run("fair memory --players 3 --pairs 6 --percent").ok();
    assert!(fair.contains("  spread     35.8%\n") && fair.contains("differ by 3.4%"), "{fair}");
    let best = run("best guess --numbers 5 --percent").ok();
    assert!(best.contains("  2       40.0%   -20.0%            bad\n"), "{best}");
    let risk =
        run(concat!("risk mines ", env!("CARGO_MANIFEST_DIR"), "/docs/mines/lindgren.txt --percent")).ok();
    assert!(risk.contains("  22.9%    2,3 2,4 3,2"), "{risk}");
    for part in [
        "\nNo cell is safe. Lowest risk 10.0%: ",
        "\n 1   1 30 10 10\n",
        "\n  two digits: P(mine) in %\n",
        "mines 2 (40.0%), 3 (60.0%)\n",
    ] {
        assert!(risk.contains(part), "{part:?} in {risk}");
    }
    assert!(!risk.contains('/'), "{risk}");
    let whole = run(concat!(
        "risk mines ",
        env!("CARGO_MANIFEST_DIR"),
        "/docs/mines/lindgren.txt --percent --digits 0 --advise"
    ))
    .ok();
    assert!(
        whole.contains("Lowest risk 10%: ") && whole.contains("  89% of the placements are won"),
        "{whole}"
    );
    let simulated = run("simulate memory --pairs 4 -q --percent").ok();
    assert!(simulated.contains("62.6%") && simulated.contains("60.0%"), "{simulated}");
}

#[test]
fn estimates_are_in_percent_in_every_format_for_people() {
    let args = concat!("fit solitaire ", env!("CARGO_MANIFEST_DIR"), "/docs/play/memory.jsonl --percent");
    let text = run(args).ok();
    assert!(
        text.contains("  p    100.0%                 2       0.0%            34.2% to 100.0%\n"),
        "{text}"
    );
    let page = run(&format!("{args} --format md")).ok();
    assert!(page.contains("| p' | 0.0% | 2 | 0.0% | 0.0% to 65.8% |"), "{page}");
}

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

#[test]
fn the_value_of_a_property_is_in_percent_if_it_is_a_probability() {
    let die = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models/die.pm");
    let properties = concat!(
        r#""share":R=?[F"done"];"#,
        r#""six":P=?[F"six"];"#,
        r#"2*P=?[F"six"];"#,
        r#"filter(max,P=?[F"six"],"init");"#,
        r#"P>0[F"six"]"#,
    );
    let text = run(&format!("odds model {die} --prop {properties} --percent")).ok();
    let expected = r#"
  name   property                        value
  share  R=?[F"done"]                    3.67
  six    P=?[F"six"]                     16.7%
  -      2*P=?[F"six"]                   0.33
  -      filter(max,P=?[F"six"],"init")  16.7%
  -      P>0[F"six"]                     true
"#;
    assert!(text.contains(expected), "{text}");
}
