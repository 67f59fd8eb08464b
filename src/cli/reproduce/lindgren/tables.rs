//! Section 5, tables 1 to 5: games that the paper simulated, beside the exact ones, and its statistics done again.

use super::{Fail, Row, Section, Watch};
use chancetree::evaluate::forward::{Measure, forward};
use chancetree::exact::{Rational, double, one, ratio, zero};
use chancetree::games::mines::field::Field;
use chancetree::games::mines::game::{FirstClick, Mines, Play, Start, Ties};
use chancetree::statistics::{NORMAL_95, Share};

/// The games simulated of each kind.
const GAMES: u64 = 4000;

/// Where a game starts: the letter of the paper, the cells, and what is printed for three mines and for two.
struct Kind {
    letter: &'static str,
    start: Start,
    printed: [Printed; 2],
}

/// The share of games won, the mean of the mines left, and half the width of the interval.
struct Printed {
    share: &'static str,
    left: &'static str,
    half: &'static str,
}

const fn printed(share: &'static str, left: &'static str, half: &'static str) -> Printed {
    Printed { share, left, half }
}

const KINDS: [Kind; 4] = [
    Kind {
        letter: "F",
        start: Start::Anywhere,
        printed: [printed("0.67575", "2.9352", "0.0146"), printed("0.81775", "2", "0.0120")],
    },
    Kind {
        letter: "K",
        start: Start::Edge,
        printed: [printed("0.65675", "2.9315", "0.0148"), printed("0.82400", "2", "0.0118")],
    },
    Kind {
        letter: "H",
        start: Start::Corner,
        printed: [printed("0.70150", "2.9095", "0.0142"), printed("0.84750", "2", "0.0112")],
    },
    Kind {
        letter: "M",
        start: Start::Middle,
        printed: [printed("0.67500", "2.9346", "0.0146"), printed("0.80800", "2", "0.0123")],
    },
];

const MINES: [u8; 2] = [3, 2];

/// Table 5: the mines, as an index, the kinds, and the statistic as printed.
const TESTS: [(usize, usize, usize, f64); 7] = [
    (0, 1, 3, 2.44),
    (0, 1, 2, 6.06),
    (0, 0, 2, 3.51),
    (1, 1, 2, 4.01),
    (1, 0, 2, 5.04),
    (1, 2, 3, 6.61),
    (1, 1, 3, 2.61),
];

/// A kind of game, exact.
struct Exact {
    win: Rational,
    /// The mean of the mines left in a game that was lost, and its variance.
    left: (Rational, Rational),
}

fn exact(mines: u8, ties: Ties, start: Start, watch: &Watch) -> Result<Exact, Fail> {
    let field = Field::new(4, 4, mines).expect("there is room for the mines");
    let game = Mines::new(field, Play::Lowest(ties), start, FirstClick::Any).expect("there is such a cell");
    let found = forward(&game, &[0], Measure::Probability, &watch.run()).map_err(|e| watch.explain(e))?;
    let (mut win, mut mean, mut squares) = (zero(), zero(), zero());
    for (left, share) in found.distribution.iter() {
        let left = ratio(left[0], 1);
        if left == zero() {
            win = share;
        } else {
            mean += &left * &share;
            squares += &left * &left * share;
        }
    }
    let lost = one() - &win;
    let mean = mean / &lost;
    let variance = squares / lost - &mean * &mean;
    Ok(Exact { win, left: (mean, variance) })
}

/// All kinds, three mines first.
fn all(ties: Ties, watch: &Watch) -> Result<Vec<Vec<Exact>>, Fail> {
    let kinds = |mines| KINDS.iter().map(move |kind| exact(mines, ties, kind.start, watch)).collect();
    MINES.into_iter().map(kinds).collect()
}

fn number(printed: &str) -> f64 {
    printed.parse().expect("a number is printed")
}

fn share(printed: &str) -> Share {
    Share { hits: (number(printed) * GAMES as f64).round() as u64, tries: GAMES }
}

/// How far a printed share is from the probability, in standard errors.
fn deviation(printed: &str, win: &Rational) -> f64 {
    let win = double(win);
    (number(printed) - win) / (win * (1.0 - win) / GAMES as f64).sqrt()
}

pub(super) fn sections(watch: &Watch) -> Result<Vec<Section>, Fail> {
    let (random, last) = (all(Ties::Random, watch)?, all(Ties::Last, watch)?);
    Ok(vec![
        Section::list(
            "simulated",
            "Tables 1 and 2, 4000 games of each kind on 4 x 4 beside the exact values, ties at random;\n\
             confirmed: as 95 % of such simulations",
            simulated(&random, &last),
        ),
        Section::list(
            "intervals",
            "Tables 3 and 4, half the width of the 95 % intervals (floating point)",
            intervals(),
        ),
        Section::list("tests", "Table 5, the statistics of pairwise tests (floating point)", tests(&random)),
    ])
}

fn simulated(random: &[Vec<Exact>], last: &[Vec<Exact>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, mines) in MINES.into_iter().enumerate() {
        for (kind, exact) in KINDS.iter().zip(&random[index]) {
            let printed = &kind.printed[index];
            let item = format!("{mines} mines, start {}, games won", kind.letter);
            let right = deviation(printed.share, &exact.win).abs() <= NORMAL_95;
            rows.push(Row::claim(item, printed.share, exact.win.clone(), right));
        }
        for (kind, exact) in KINDS.iter().zip(&random[index]) {
            let printed = &kind.printed[index];
            let item = format!("{mines} mines, start {}, mines left", kind.letter);
            let (mean, variance) = &exact.left;
            let lost = (1.0 - number(printed.share)) * GAMES as f64;
            let error = (double(variance) / lost).sqrt();
            let right = (number(printed.left) - double(mean)).abs() <= NORMAL_95 * error;
            rows.push(Row::claim(item, printed.left, mean.clone(), right));
        }
    }
    // Which tie rule the shares speak for: eight squares, 8 expected.
    let squares = |exact: &[Vec<Exact>]| {
        let of = |(index, exact): (usize, &Vec<Exact>)| {
            let one =
                |(kind, exact): (&Kind, &Exact)| deviation(kind.printed[index].share, &exact.win).powi(2);
            KINDS.iter().zip(exact).map(one).sum::<f64>()
        };
        format!("{:.2} for 8", exact.iter().enumerate().map(of).sum::<f64>())
    };
    rows.push(Row::answer("squared deviations, ties at random", squares(random)));
    rows.push(Row::answer("squared deviations, ties last", squares(last)));
    for (index, mines) in MINES.into_iter().enumerate() {
        let [_, edge, corner, middle] = &random[index][..] else { continue };
        let drawn = (&corner.win + ratio(4, 1) * (&edge.win + &middle.win)) / ratio(9, 1);
        rows.push(Row::answer(format!("{mines} mines, F as the program draws it"), drawn));
    }
    rows
}

fn intervals() -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, mines) in MINES.into_iter().enumerate() {
        for kind in &KINDS {
            let printed = &kind.printed[index];
            let half = NORMAL_95 * share(printed.share).error();
            let item = format!("{mines} mines, start {}", kind.letter);
            let computed = format!("{half:.6}");
            rows.push(if format!("{half:.4}") == printed.half {
                Row::claim(item, printed.half, computed, true)
            } else {
                // Rounded up instead of to the nearest.
                let up = format!("{:.4}", (half * 1e4).ceil() / 1e4) == printed.half;
                Row::slip(item, printed.half, computed, up)
            });
        }
    }
    rows
}

fn tests(random: &[Vec<Exact>]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut too_large = true;
    for (index, a, b, printed) in TESTS {
        let of = |kind: usize| share(KINDS[kind].printed[index].share);
        let u = of(a).pooled(of(b)).abs();
        // The slip: 1/4000 where 1/4000 + 1/4000 is meant.
        too_large &= (u * std::f64::consts::SQRT_2 - printed).abs() < 0.01;
        let p = if index == 0 { "p" } else { "π" };
        let item = format!("{p}{} = {p}{}", KINDS[a].letter, KINDS[b].letter);
        let right = format!("{u:.2}") == format!("{printed:.2}");
        rows.push(
            Row::claim(format!("{item}, u"), format!("{printed:.2}"), format!("{u:.2}"), right).known_wrong(),
        );
        let rejected = u > NORMAL_95;
        let computed = if rejected { "rejected" } else { "not rejected" };
        let verdict = Row::claim(format!("{item}, at 5 %"), "rejected", computed, rejected);
        rows.push(if (a, b) == (1, 3) { verdict.known_wrong() } else { verdict });
    }
    let computed = if too_large { "so in all 7" } else { "not so" };
    rows.push(Row::answer("every u as printed is √2 too large", computed));
    for (index, p) in ["p", "π"].into_iter().enumerate() {
        let difference = &random[index][1].win - &random[index][3].win;
        rows.push(Row::answer(format!("{p}K - {p}M, exact"), difference));
    }
    rows
}
