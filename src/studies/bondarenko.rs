//! B. P. Bondarenko, "Sovremennye nauchnye issledovaniya i innovatsii" 2021 no. 3 (94777), and MathOverflow
//! 290393: claims about any state, checked in all states of boards with up to [`WIDEST`] pairs.

use super::solved::board;
use super::verdict::CheckedAnswer;
use super::{LawAnswers, joined, reader};
use crate::depict::Depict as _;
use crate::evaluate::forward;
use crate::exact::{self, Rational, ratio};
use crate::game::Game as _;
use crate::game::{self, Choices};
use crate::games::memory::{Memory, PairCounts, TurnEvent as Event};
use crate::model::{Error, Job};

/// The number of pairs of the paper's board.
const PAIRS: u16 = 8;
/// The number of pairs of the board on which claims about any state are checked.
const WIDEST: u16 = 100;

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    use Event::C;
    let turns = all_states(answers.job)?;
    let fresh = |turn: &StateEvents| turn.known() == 0 && !turn.is_sure() && turn.unknown() > 0;
    let chance =
        CheckedAnswer::of_states(&turns, fresh, |turn| turn.chance(C) == ratio(1, turn.unknown() - 1));
    answers.add("example", "step 3, P(C) on any fresh board", chance);
    table(answers, &turns);
    sum(answers, &turns);
    special_cases(answers, &turns);
    algorithm(answers, &turns)?;
    slips(answers, &turns);
    Ok(())
}

/// Evaluates a formula in the paper's letters.
fn value(formula: &str, turn: &StateEvents) -> Rational {
    let [known, unknown] = [turn.known(), turn.unknown()].map(|number| number as i64);
    reader::value(formula, &[("k", known), ("u", unknown)])
}

/// Checks the formulas of table 1. They are defined for at least two unknown cells; otherwise the last three
/// are 0 * 1/0.
fn table(answers: &mut LawAnswers<'_>, turns: &[StateEvents]) {
    let shown = StateEvents::of(&board(WIDEST, 2), PairCounts { known: 0, half: 2, unknown: 2 });
    let mut found = vec![(
        "P(A) with a known pair".to_owned(),
        CheckedAnswer::of_states(turns, StateEvents::is_sure, |turn| turn.chance(Event::A) == exact::one()),
    )];
    for event in [Event::B, Event::C, Event::D, Event::E] {
        let place = format!("P({event}) without one, u > 1");
        let formula = answers.table.part("table-1").printed(&place);
        let right = |turn: &StateEvents| value(formula, turn) == turn.chance(event);
        found.push((
            format!("example, P({event})"),
            CheckedAnswer::with_verdict(shown.chance(event), right(&shown)),
        ));
        found.push((place, CheckedAnswer::of_states(turns, is_open, right)));
    }
    answers.add_all("table-1", found);
}

/// Returns `true` if no pair is known and at least two cells are unknown, so that the formulas of table 1 are
/// defined.
fn is_open(turn: &StateEvents) -> bool {
    !turn.is_sure() && turn.unknown() > 1
}

/// Checks the lines of the proof. The quantity of an entry is the value of its line.
fn sum(answers: &mut LawAnswers<'_>, turns: &[StateEvents]) {
    let table = answers.table;
    let lines = table.part("sum-to-one").entries.iter().filter(|entry| !entry.quantity.is_empty());
    for entry in lines {
        let found =
            CheckedAnswer::of_states(turns, is_open, |turn| value(&entry.quantity, turn) == exact::one());
        answers.add("sum-to-one", &*entry.place, found);
    }
    let certain = |turn: &StateEvents| turn.events.iter().map(|e| &e.1).sum::<Rational>() == exact::one();
    let found = CheckedAnswer::of_states(turns, |turn| turn.table.pairs() > 0, certain);
    answers.add("sum-to-one", "the rules themselves, any u", found);
}

fn special_cases(answers: &mut LawAnswers<'_>, turns: &[StateEvents]) {
    use Event::{B, C, D, E};
    let without = |events: &'static [Event]| {
        move |turn: &StateEvents| events.iter().all(|&event| turn.chance(event) == exact::zero())
    };
    let no_pair = |turn: &StateEvents| !turn.is_sure() && turn.table.unknown == 0 && turn.unknown() > 0;
    let nothing_known = |turn: &StateEvents| !turn.is_sure() && turn.known() == 0 && turn.unknown() > 0;
    let one_column = |turn: &StateEvents| !turn.is_sure() && turn.table.unknown == 1;
    // The formulas are 0 * 1/0 if one cell is left; the text of the case defines the result.
    let one_left = |turn: &StateEvents| !turn.is_sure() && turn.unknown() == 1;
    let several = |turn: &StateEvents| nothing_known(turn) && turn.unknown() > 2;
    let last = |turn: &StateEvents| nothing_known(turn) && turn.unknown() == 2;
    answers.add_all(
        "special-cases",
        [
            (
                "1: no pair unknown",
                CheckedAnswer::of_states(turns, no_pair, |turn| turn.unknown() == turn.known()),
            ),
            ("1: no pair unknown", CheckedAnswer::of_states(turns, no_pair, without(&[C, D, E]))),
            ("1: no pair unknown", CheckedAnswer::of_states(turns, no_pair, |turn| turn.has(&[B]))),
            (
                "1: one cell left, u = k = 1",
                CheckedAnswer::of_states(turns, one_left, |turn| turn.has(&[B]) && turn.known() == 1),
            ),
            ("2: no cell known", CheckedAnswer::of_states(turns, nothing_known, without(&[B, D]))),
            ("2: no cell known, u > 2", CheckedAnswer::of_states(turns, several, |turn| turn.has(&[C, E]))),
            ("2 and 3: the last pair, unknown", CheckedAnswer::of_states(turns, last, |turn| turn.has(&[C]))),
            ("3: one unknown column", CheckedAnswer::of_states(turns, one_column, without(&[E]))),
        ],
    );
}

fn algorithm(answers: &mut LawAnswers<'_>, turns: &[StateEvents]) -> Result<(), Error> {
    let kinds =
        Event::ROBOTS.iter().filter(|&&event| turns.iter().any(|turn| turn.chance(event) > exact::zero()));
    let most = turns.iter().map(|turn| turn.events.len()).max().unwrap_or(0);
    let kinds = kinds.count();
    let game = board(PAIRS, 2);
    let columns = usize::from(game.seats()) + game.measures().len();
    let paper = forward(&game, &[0, 0], answers.job)?.distribution;
    let whole =
        paper.iter().all(|(scores, _)| scores.iter().sum::<game::Points>() == game::Points::from(PAIRS));
    let events = format!("{kinds} events, at most {most} from one state");
    let over = format!("in all {} final scores of {PAIRS} pairs", paper.len());
    answers.add_all(
        "algorithm",
        [
            ("situations from one", CheckedAnswer::with_verdict(events, kinds == 5 && most <= 5)),
            (
                "step 2.1, later 3.1",
                CheckedAnswer::of_states(turns, StateEvents::is_sure, |turn| turn.has(&[Event::A])),
            ),
            ("step 2.2, later 3.2", CheckedAnswer::with_verdict(format!("at most {most}"), most <= 4)),
            ("figure 18, types of columns", (columns as u64).into()),
            ("the game is over", CheckedAnswer::with_verdict(over, whole)),
        ],
    );
    Ok(())
}

/// The numbers of the paper's figures, without the figure that the paper cites wrongly.
const FIGURES: std::ops::RangeInclusive<u32> = 2..=20;

fn slips(answers: &mut LawAnswers<'_>, turns: &[StateEvents]) {
    let second = StateEvents::of(&board(PAIRS, 2), PairCounts { known: 0, half: 2, unknown: PAIRS - 2 });
    let joint = second.chance(Event::C);
    let given = &joint / (exact::one() - second.chance(Event::B));
    let swapped = turns.iter().filter(|turn| (turn.unknown(), turn.known()) == (2, 6)).count();
    let states = turns.len();
    let printed = answers.table.part("slips");
    let steps: Vec<_> = printed.printed("steps of the example").split(' ').collect();
    let twice: Vec<_> = (1..steps.len()).filter(|&at| steps[..at].contains(&steps[at])).collect();
    let repeated = joined(twice.iter().map(|&at| steps[at]), ", ");
    let figure = printed.printed("figure of the proof").parse().is_ok_and(|figure| FIGURES.contains(&figure));
    let swapped_words = format!("6 and 2 fit {swapped} of {states} states");
    let two = format!("P(not B, C) = {joint}, P(C | not B) = {given}");
    let figures = format!("the others are {} to {}", FIGURES.start(), FIGURES.end());
    let found = [
        ("above table 1", CheckedAnswer::with_verdict(swapped_words, swapped > 0)),
        ("step 4.2, P_B'(C)", CheckedAnswer::with_verdict(two, joint == given)),
        (
            "steps of the example",
            CheckedAnswer::with_verdict(format!("{repeated} comes twice"), twice.is_empty()),
        ),
        ("figure of the proof", CheckedAnswer::with_verdict(figures, figure)),
    ];
    answers.add_all("slips", found);
}

/// A state and its events by the rules.
struct StateEvents {
    table: PairCounts,
    events: Vec<(Event, Rational, PairCounts)>,
}

impl StateEvents {
    fn of(game: &Memory, table: PairCounts) -> Self {
        let mut choices = Choices::default();
        choices.fill(game, &table);
        let events = choices.iter().next().map_or_else(Vec::new, |choice| {
            let part =
                |event: &game::Event<Memory>| (event.event, ratio(event.weight, choice.total), event.next);
            choice.events.iter().map(part).collect()
        });
        Self { table, events }
    }

    fn chance(&self, event: Event) -> Rational {
        self.events.iter().find(|e| e.0 == event).map_or_else(exact::zero, |e| e.1.clone())
    }

    /// Returns `true` if exactly these events can happen, in this order.
    fn has(&self, events: &[Event]) -> bool {
        self.events.iter().map(|e| e.0).eq(events.iter().copied())
    }

    fn known(&self) -> u64 {
        u64::from(self.table.half)
    }

    fn unknown(&self) -> u64 {
        self.table.unseen()
    }

    fn is_sure(&self) -> bool {
        self.table.known > 0
    }
}

/// Returns the events in all states of boards with up to [`WIDEST`] pairs.
fn all_states(job: &Job<'_>) -> Result<Vec<StateEvents>, Error> {
    let game = board(WIDEST, 2);
    // Play can take a pair before any other card is known, so the states of a large board include all states of
    // smaller boards.
    let graph = game.graph(job)?;
    Ok((0..graph.node_count()).map(|node| StateEvents::of(&game, *graph.state(node))).collect())
}
