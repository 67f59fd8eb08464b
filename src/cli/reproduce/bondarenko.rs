//! B. P. Bondarenko, "Sovremennye nauchnye issledovaniya i innovatsii" 2021 no. 3 (94777), and MathOverflow 290393.
//!
//! What was claimed is typed in; what is true is computed from the rules, by expanding states and playing to the end.

mod results;
mod turns;

use super::{Row, Section, Study};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::depict::Depict as _;
use chancetree::evaluate::distribution::Distribution;
use chancetree::exact::{self, Rational, ratio};
use chancetree::game::{Game as _, Seat};
use chancetree::games::memory::{Event, Memory, Table};
use results::Distributions;
use turns::{Turn, Turns};

/// The pairs of the paper's board.
const PAIRS: u16 = 8;
/// The board whose states all statements about any state are held against.
const WIDEST: u16 = 100;

pub(super) fn study(watch: &Watch) -> Result<Study, Fail> {
    let turns = Turns::new(watch)?;
    let distributions = Distributions::new(watch)?;
    Ok(Study {
        name: "bondarenko",
        title: "B. P. Bondarenko (2021), the odds of Memory between robots that forget nothing\n\
                https://web.snauka.ru/issues/2021/03/94777, and MathOverflow 290393 on the same game",
        sections: vec![
            example(&turns),
            table(&turns),
            sum(&turns),
            special_cases(&turns),
            algorithm(&turns, distributions.paper()),
            slips(&turns),
            results::who_begins(&distributions),
            results::boards(&distributions),
            results::players(&distributions),
            results::thread(&distributions),
        ],
    })
}

fn board(pairs: u16, players: Seat) -> Memory {
    Memory::new(pairs, players).expect("the boards of the studies are possible")
}

fn example(turns: &Turns) -> Section {
    use Event::{A, B, C, D, E};
    let first = Turn::of(&board(PAIRS, 2), Table { unknown: PAIRS, ..Table::default() });
    let second = first.after(E);
    let third = second.after(D);
    let new = exact::one() - second.chance(B);
    let rest = |turn: &Turn| turn.total / turn.unknown();
    Section::list(
        "example",
        "The example game on 16 cells",
        vec![
            Row::count("step 1, unknown cells", 16, first.unknown()),
            Row::count("step 3, situations that may follow", 2, first.events.len() as u64),
            Row::count("step 3, cells for the second card", 15, rest(&first)),
            Row::number("step 3, P(C)", "1/15", first.chance(C)),
            Row::number("step 3, P(E)", "14/15", first.chance(E)),
            turns.all(
                "step 3, P(C) on any fresh board",
                "1/(cells - 1)",
                |turn| turn.known() == 0 && !turn.is_sure() && turn.unknown() > 0,
                |turn| turn.chance(C) == ratio(1, turn.unknown() - 1),
            ),
            Row::count("step 3 again, unknown cells", 14, second.unknown()),
            Row::number("step 4.1, P(B)", "2/14", second.chance(B)),
            Row::number("step 4.2, the first card is new", "12/14", new),
            Row::count("step 4.2, cells for the second card", 13, rest(&second)),
            Row::count("step 4.2, situations that may follow", 3, second.events.len() as u64 - 1),
            Row::number("step 4.2, P(C)", "12/14 * 1/13", second.chance(C)),
            Row::number("step 4.2, P(D)", "12/14 * 2/13", second.chance(D)),
            Row::number("step 4.2, P(E)", "12/14 * 10/13", second.chance(E)),
            Row::claim("step 5, after D", "A is sure", third.chance(A), third.are(&[A])),
        ],
    )
}

/// The formulas of table 1 for B to E, as they are printed; without a second unknown cell the last three read 0 * 1/0.
fn formulas(turn: &Turn) -> Option<[(Event, Rational); 4]> {
    let [known, unknown] = [turn.known(), turn.unknown()].map(|number| ratio(number, 1));
    let one = exact::one();
    if turn.unknown() < 2 {
        return None;
    }
    let new = &one - &known / &unknown;
    let others = &unknown - &one;
    Some([
        (Event::B, &known / &unknown),
        (Event::C, &new * (&one / &others)),
        (Event::D, &new * (&known / &others)),
        (Event::E, &new * ((&unknown - &known - ratio(2, 1)) / &others)),
    ])
}

/// The formulas in print, with u for unknown and k for known.
const PRINTED: [&str; 4] =
    ["k/u", "(1 - k/u) * (1/(u - 1))", "(1 - k/u) * (k/(u - 1))", "(1 - k/u) * ((u - k - 2)/(u - 1))"];

fn table(turns: &Turns) -> Section {
    let shown = Turn::of(&board(WIDEST, 2), Table { known: 0, half: 2, unknown: 2 });
    let formula = formulas(&shown).expect("there are several unknown cells");
    let mut rows = vec![
        Row::count("example, unknown", 6, shown.unknown()),
        Row::count("example, known", 2, shown.known()),
    ];
    for ((event, value), printed) in formula.iter().zip(PRINTED) {
        let ours = shown.chance(*event);
        let right = *value == ours;
        rows.push(Row::claim(format!("example, P({event})"), printed, ours, right));
    }
    rows.push(
        turns.all("P(A) with a known pair", "1", Turn::is_sure, |turn| turn.chance(Event::A) == exact::one()),
    );
    for (at, printed) in PRINTED.into_iter().enumerate() {
        let item = format!("P({}) without one, u > 1", formula[at].0);
        rows.push(turns.all(&item, printed, is_open, |turn| {
            formulas(turn).is_some_and(|formulas| {
                let (event, value) = &formulas[at];
                turn.chance(*event) == *value
            })
        }));
    }
    Section::list(
        "table-1",
        format!("Table 1: u unknown and k known cells; all states of boards up to {WIDEST} pairs"),
        rows,
    )
}

/// Whether no pair is known and at least two cells are unknown: where the formulas of table 1 can be read.
fn is_open(turn: &Turn) -> bool {
    !turn.is_sure() && turn.unknown() > 1
}

fn sum(turns: &Turns) -> Section {
    let line = |number: usize| {
        move |turn: &Turn| {
            let [k, u] = [turn.known(), turn.unknown()].map(|number| ratio(number, 1));
            let (one, two) = (exact::one(), ratio(2, 1));
            let others = &u - &one;
            let seen = &k / &u;
            let new = &one - &seen;
            let sum = match number {
                1 => {
                    return formulas(turn)
                        .is_some_and(|all| all.map(|f| f.1).into_iter().sum::<Rational>() == one);
                }
                2 => seen + new * (&one / &others + &k / &others + (&u - &k - two) / &others),
                3 => seen + new * (&one + &k + &u - &k - two) / others,
                4 => seen + new * (&u - &one) / others,
                _ => seen + new,
            };
            sum == one
        }
    };
    let mut rows: Vec<_> = [
        "P(B) + P(C) + P(D) + P(E) = 1",
        "the factor 1 - k/u taken out",
        "one fraction over u - 1",
        "its numerator is u - 1",
        "k/u + (1 - k/u) * 1 = 1",
    ]
    .into_iter()
    .enumerate()
    .map(|(at, says)| turns.all(&format!("proof, line {}, u > 1", at + 1), says, is_open, line(at + 1)))
    .collect();
    rows.push(turns.all(
        "the rules themselves, any u",
        "a certain event: 1",
        |turn| turn.table.pairs() > 0,
        |turn| turn.events.iter().map(|e| &e.1).sum::<Rational>() == exact::one(),
    ));
    Section::list("sum-to-one", "The proof that the probabilities add up to 1", rows)
}

fn special_cases(turns: &Turns) -> Section {
    use Event::{B, C, D, E};
    let without = |events: &'static [Event]| {
        move |turn: &Turn| events.iter().all(|&event| turn.chance(event) == exact::zero())
    };
    let no_pair = |turn: &Turn| !turn.is_sure() && turn.table.unknown == 0 && turn.unknown() > 0;
    let nothing_known = |turn: &Turn| !turn.is_sure() && turn.known() == 0 && turn.unknown() > 0;
    let one_column = |turn: &Turn| !turn.is_sure() && turn.table.unknown == 1;
    Section::list(
        "special-cases",
        "The special cases",
        vec![
            turns.all("1: no pair unknown", "u - k = 0", no_pair, |turn| turn.unknown() == turn.known()),
            turns.all("1: no pair unknown", "P(C) = P(D) = P(E) = 0", no_pair, without(&[C, D, E])),
            turns.all("1: no pair unknown", "only B", no_pair, |turn| turn.are(&[B])),
            // The formulas read 0 * 1/0 there; the case says what is meant.
            turns.all(
                "1: one cell left, u = k = 1",
                "only B",
                |turn| !turn.is_sure() && turn.unknown() == 1,
                |turn| turn.are(&[B]) && turn.known() == 1,
            ),
            turns.all("2: no cell known", "no B, no D", nothing_known, without(&[B, D])),
            turns.all(
                "2: no cell known, u > 2",
                "only C and E",
                |turn| nothing_known(turn) && turn.unknown() > 2,
                |turn| turn.are(&[C, E]),
            ),
            turns.all(
                "2 and 3: the last pair, unknown",
                "E can be 0, too",
                |turn| nothing_known(turn) && turn.unknown() == 2,
                |turn| turn.are(&[C]),
            ),
            turns.all("3: one unknown column", "no E", one_column, without(&[E])),
        ],
    )
}

fn algorithm(turns: &Turns, paper: &Distribution) -> Section {
    let kinds =
        Event::ALL.iter().filter(|&&event| turns.0.iter().any(|turn| turn.chance(event) > exact::zero()));
    let most = turns.0.iter().map(|turn| turn.events.len()).max().unwrap_or(0);
    let kinds = kinds.count();
    let game = board(PAIRS, 2);
    let columns = usize::from(game.seats()) + game.measures().len();
    let whole = paper.iter().all(|(scores, _)| scores.iter().sum::<u16>() == PAIRS);
    Section::list(
        "algorithm",
        "The recursive function",
        vec![
            Row::claim(
                "situations from one",
                "up to 5, one an event",
                format!("{kinds} events, at most {most} from one state"),
                kinds == 5 && most <= 5,
            ),
            turns.all("step 2.1, later 3.1", "a known pair: A", Turn::is_sure, |turn| turn.are(&[Event::A])),
            Row::claim("step 2.2, later 3.2", "else up to 4", format!("at most {most}"), most <= 4),
            Row::count("figure 18, types of columns", 5, columns as u64),
            Row::claim(
                "the game is over",
                "all columns are taken",
                format!("so in all {} final scores of {PAIRS} pairs", paper.len()),
                whole,
            ),
        ],
    )
}

/// The steps of the example and the figures, as they are numbered.
const STEPS: [&str; 7] = ["1", "2", "3", "3", "4.1", "4.2", "5"];
const FIGURES: std::ops::RangeInclusive<u32> = 2..=20;
const CITED: u32 = 777;

fn slips(turns: &Turns) -> Section {
    let first = Turn::of(&board(PAIRS, 2), Table { unknown: PAIRS, ..Table::default() });
    let second = first.after(Event::E);
    let joint = second.chance(Event::C);
    let given = &joint / (exact::one() - second.chance(Event::B));
    let swapped = turns.0.iter().filter(|turn| (turn.unknown(), turn.known()) == (2, 6)).count();
    let states = turns.0.len();
    let twice: Vec<_> = (1..STEPS.len()).filter(|&at| STEPS[..at].contains(&STEPS[at])).collect();
    let repeated = twice.iter().map(|&at| STEPS[at]).collect::<Vec<_>>().join(", ");
    Section::list(
        "slips",
        "Slips that change no result",
        vec![
            Row::slip(
                "above table 1",
                "known named unknown",
                format!("so read, 6 and 2 fit {swapped} of {states} states"),
                swapped == 0,
            ),
            Row::slip(
                "step 4.2, P_B'(C)",
                "B: player and event",
                format!("P(not B, C) = {joint}, P(C | not B) = {given}"),
                joint != given,
            ),
            Row::slip(
                "steps of the example",
                STEPS.join(" "),
                format!("{repeated} comes twice"),
                !twice.is_empty(),
            ),
            Row::slip(
                "figure of the proof",
                CITED.to_string(),
                format!("the others are {} to {}", FIGURES.start(), FIGURES.end()),
                !FIGURES.contains(&CITED),
            ),
        ],
    )
}
