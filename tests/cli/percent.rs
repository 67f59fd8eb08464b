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
        whole.contains("Lowest risk 10%: ") && whole.contains("  62 of 70 placements are won"),
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
    let large = run("odds memory --pairs 60 --approximate --percent").ok();
    for line in [
        "  P(player 1 wins)      47.9%\n",
        "  E(pairs of player 1)  30.00\n",
        "  by                    <0.1%\n",
    ] {
        assert!(large.contains(line), "{line:?} in {large}");
    }
    let short = run("odds memory --pairs 60 --approximate --digits 4").ok();
    assert!(short.contains("  P(player 1 wins)      0.4788\n"), "{short}");
    // A bound that leaves the digits open is printed, and includes the rounding: 0.4772 with an error of at most 0.0034.
    let open = run("odds memory --pairs 60 --approximate=1e-6 --percent").ok();
    assert!(open.contains("  P(player 1 wins)      47.7% ± 0.4%\n"), "{open}");
    let open = run("odds memory --pairs 60 --approximate=1e-6 --digits 3").ok();
    assert!(open.contains("  P(player 1 wins)      0.477  ± 0.004\n"), "{open}");
    // Programs read all digits.
    let plain = run("odds memory --pairs 60 --approximate --format csv").ok();
    assert_eq!(run("odds memory --pairs 60 --approximate --format csv --digits 3").ok(), plain);
}

#[test]
fn every_probability_of_an_answer_is_in_percent() {
    for (args, parts) in [
        ("odds memory --pairs 3 --distribution", &["  0 : 3         40.0%\n"][..]),
        ("odds solitaire --pairs 2 --recall 3/4,1/8,4/5", &["  > 17      <0.1%\n"]),
        ("fair memory --pairs 2..3 --players 2..3", &["2, 0, 0       13.3%\n"]),
        ("fair memory --pairs 3..5 --compare robots,best", &["2 by 6.7%"]),
        ("information solitaire --pairs 2..4 --recall 3/4,1/8,4/5", &[" 2.0%      -\n", "  2.89   1.60 "]),
    ] {
        let text = run(&format!("{args} --percent")).ok();
        for part in parts {
            assert!(text.contains(part), "{part:?} in {text}");
        }
    }
    let compared = "simulate mines --rows 3 --cols 3 --mines 2 --games 10 --seed 2 --compare random,last -q";
    let text = run(&format!("{compared} --percent")).ok();
    let row = text.lines().find(|line| line.starts_with("  random - last")).expect("a comparison");
    assert_eq!(row.matches('%').count(), 2, "{row}");
    // A tail that is too small for the digits has an exponent.
    let tail = run("odds solitaire --pairs 2 --recall 3/4,1/8,4/5").ok();
    assert!(tail.contains("  > 17      6.209e-10\n"), "{tail}");
}

/// Percentages are numbers: Markdown and LaTeX align them to the right.
#[test]
fn percentages_are_aligned_as_numbers() {
    let md = run("odds memory --pairs 2..3 --format md --percent").ok();
    assert!(md.contains("\n| ---: | ---: | ---: | ---: | --- |\n"), "{md}");
    let tex = run("best guess --numbers 3 --format tex --percent").ok();
    assert!(tex.contains("{tabular}{rrrl}"), "{tex}");
}
