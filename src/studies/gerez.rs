//! S. H. Gerez, "Een analyse van het spel Memory", 1983: claims about any state, checked against every tactic
//! played card by card and against the solved game.

mod cards;
mod gains;
mod results;

use super::verdict::{CheckedAnswer, describe_cases};
use super::{LawAnswers, reader};
use crate::exact::{self, Rational, ratio};
use crate::game::Choices;
use crate::games::memory::PairCounts;
use crate::games::memory::decisions::{Decisions, Position, Rules};
use crate::games::memory::tactic::Tactic;
use crate::model::Error;
use cards::{CardKind, CardRow, TacticText, TurnDistribution, mate};
use gains::PaperCounts;

/// The number of pairs of the board on which the tactics are played.
const PAIRS: u16 = 12;

/// The approximate share of the time in which the tactics are played.
const PLAYED: f64 = 0.1;

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let job = answers.job;
    let played = job.pass(0.0, PLAYED, || PlayedStates::new(answers))?;
    model(answers, &played);
    chances(answers, &played);
    classes(answers, &played);
    gains(answers, &played);
    job.pass(PLAYED, 1.0, || results::laws(answers))
}

/// A state, its cards, and the results of each tactic that can be played.
struct PlayedState {
    table: PairCounts,
    state: PaperCounts,
    deal: CardRow,
    next: Vec<(TacticText, TurnDistribution)>,
}

impl PlayedState {
    fn next(&self, text: TacticText) -> Option<&TurnDistribution> {
        self.next.iter().find(|next| next.0 == text).map(|next| &next.1)
    }

    /// Returns the results of each tactic of a class that can be played.
    fn of_class(&self, class: Tactic) -> impl Iterator<Item = &TurnDistribution> {
        let members = class.members();
        self.next.iter().filter(|next| members.contains(&&*next.0.to_string())).map(|next| &next.1)
    }
}

struct PlayedStates {
    texts: Vec<TacticText>,
    states: Vec<PlayedState>,
}

impl PlayedStates {
    fn new(answers: &LawAnswers<'_>) -> Result<Self, Error> {
        let texts = TacticText::all();
        let mut states = Vec::new();
        let tables: Vec<PairCounts> = tables().collect();
        for &table in &tables {
            answers.check_limits(states.len(), tables.len())?;
            let deal = CardRow::new(table);
            let next = texts.iter().filter_map(|&text| Some((text, deal.play(text)?))).collect();
            states.push(PlayedState { table, state: PaperCounts::of(table), deal, next });
        }
        Ok(Self { texts, states })
    }
}

fn tables() -> impl Iterator<Item = PairCounts> {
    let known = 0..=PAIRS;
    let tables = known.flat_map(|known| {
        (0..=PAIRS - known).flat_map(move |half| {
            (0..=PAIRS - known - half).map(move |unknown| PairCounts { known, half, unknown })
        })
    });
    tables.filter(|table| table.pairs() > 0)
}

fn model(answers: &mut LawAnswers<'_>, played: &PlayedStates) {
    let bounds = (1..=i64::from(PAIRS)).flat_map(|pairs| {
        let cards = 2 * pairs;
        (0..=cards).step_by(2).flat_map(move |paired| {
            (paired..=(cards + paired) / 2).map(move |known| PaperCounts { cards, known, paired })
        })
    });
    let bounds: Vec<_> = bounds.collect();
    let wrong = bounds.iter().filter(|state| !played.states.iter().any(|one| one.state == **state)).count();
    let named = wrong == 0 && bounds.len() == played.states.len();
    let first = |kind: CardKind| {
        CheckedAnswer::from(played.texts.iter().filter(|text| text.first == kind).count() as u64)
    };
    let all = |_: &PlayedState| true;
    let text = |text: &str| {
        *played.texts.iter().find(|one| one.to_string() == text).expect("the tactic can be written")
    };
    let (example, blind) = (text("<onb,nek:bzn>"), text("<onb,bzn>"));
    let sums =
        |one: &PlayedState| one.next.iter().all(|(_, next)| next.values().sum::<Rational>() == exact::one());
    let simpler = |one: &PlayedState| {
        one.next.iter().all(|(text, next)| {
            let pass = Tactic::T2.members().contains(&&*text.to_string());
            next.keys().all(|&(takes, table)| {
                let next = PaperCounts::of(table);
                let less = next.cards < one.state.cards || next.unknown() < one.state.unknown();
                (less || pass && next == one.state) && takes == (next.cards < one.state.cards)
            })
        })
    };
    let same = |one: &PlayedState| one.next(example).is_some() && one.next(example) == one.next(blind);
    answers.add_all(
        "model",
        [
            (
                "(3.1) names all states",
                CheckedAnswer::with_verdict(describe_cases(wrong, bounds.len(), "state"), named),
            ),
            ("tactics that begin with bmn", first(CardKind::Bmn)),
            ("tactics that begin with bzn", first(CardKind::Bzn)),
            ("tactics that begin with onb", first(CardKind::Onb)),
            ("tactics", (played.texts.len() as u64).into()),
            ("chances after a tactic", CheckedAnswer::of_states(&played.states, all, sums)),
            ("a turn leads to simpler states", CheckedAnswer::of_states(&played.states, all, simpler)),
            (
                "example 2 with one known card",
                CheckedAnswer::of_states(&played.states, |one| one.state.known == 1, same),
            ),
        ],
    );
}

/// Returns p1 to p9, counted on the cards.
fn counted(one: &PlayedState) -> [Option<Rational>; 9] {
    let deal = &one.deal;
    let unknown: Vec<usize> = deal.unknown().collect();
    let single = |card: usize| deal.knows_mate(card);
    // Returns the proportion of the unknown cards other than `first` for which the law holds.
    let share = |first: Option<usize>, so: &dyn Fn(usize) -> bool| {
        let cards: Vec<_> = unknown.iter().copied().filter(|&card| Some(card) != first).collect();
        let number = cards.iter().filter(|&&card| so(card)).count();
        (!cards.is_empty()).then(|| ratio(number, cards.len()))
    };
    let new = unknown.iter().copied().find(|&card| !single(card));
    let known = unknown.iter().copied().find(|&card| single(card));
    let after = |first: Option<usize>, so: &dyn Fn(usize) -> bool| share(Some(first?), so);
    [
        share(None, &single),
        share(None, &|card| !single(card)),
        known.and_then(|one| share(None, &|card| card == one)),
        known.and_then(|one| share(None, &|card| single(card) && card != one)),
        after(new, &|card| new == Some(mate(card))),
        after(new, &single),
        after(new, &|card| !single(card) && new != Some(mate(card))),
        after(known, &single),
        after(known, &|card| !single(card)),
    ]
}

/// Evaluates a printed probability in a state in which it can be counted.
fn chance(formula: &str, one: &PlayedState) -> Rational {
    let PaperCounts { cards, known, paired } = one.state;
    reader::value(formula, &[("k", cards), ("B", known), ("P", paired)])
}

fn chances(answers: &mut LawAnswers<'_>, played: &PlayedStates) {
    let part = answers.table.part("chances");
    let is = |at: usize, formula: &str| {
        let counted_there = |one: &PlayedState| counted(one)[at].is_some();
        CheckedAnswer::of_states(&played.states, counted_there, |one| {
            counted(one)[at] == Some(chance(formula, one))
        })
    };
    // p6 is misprinted; the quantity of its entry is the correct formula.
    let formulas: Vec<&str> = (1..=9)
        .map(|number| {
            let entry = part.entry(&format!("p{number}"));
            if number == 6 { &*entry.quantity } else { &*entry.printed }
        })
        .collect();
    let sum = |places: &[usize]| {
        let counts =
            |one: &PlayedState| places.iter().map(|&at| counted(one)[at].clone()).sum::<Option<Rational>>();
        let one = Some(exact::one());
        let by_formulas =
            |state: &PlayedState| Some(places.iter().map(|&at| chance(formulas[at], state)).sum());
        CheckedAnswer::of_states(
            &played.states,
            |state| counts(state).is_some(),
            |state| counts(state) == one && by_formulas(state) == one,
        )
    };
    let mut found: Vec<(String, CheckedAnswer)> =
        formulas.iter().enumerate().map(|(at, formula)| (format!("p{}", at + 1), is(at, formula))).collect();
    let (mended, printed) = (is(5, formulas[5]), is(5, part.printed("p6")));
    let there = mended.is_right() && !printed.is_right();
    found[5].1 = CheckedAnswer::with_verdict(format!("{}, {}", formulas[5], mended.words()), !there);
    let p4 =
        |one: &PlayedState| chance(formulas[3], one) == chance(formulas[0], one) - chance(formulas[2], one);
    found.extend([
        ("p1 + p2".to_owned(), sum(&[0, 1])),
        ("p5 + p6 + p7".to_owned(), sum(&[4, 5, 6])),
        ("p8 + p9".to_owned(), sum(&[7, 8])),
        ("p4".to_owned(), CheckedAnswer::of_states(&played.states, |one| counted(one)[2].is_some(), p4)),
        ("example 2, in words".to_owned(), divisor(played)),
    ]);
    answers.add_all("chances", found);
}

/// Checks the words next to example 2, which divide by the number of known cards.
fn divisor(played: &PlayedStates) -> CheckedAnswer {
    let here = |one: &&PlayedState| one.state.known > 0 && one.state.unknown() > 0;
    let states: Vec<_> = played.states.iter().filter(here).collect();
    let as_worded = |one: &&&PlayedState| {
        let PaperCounts { known, paired, .. } = one.state;
        counted(one)[0] == Some(ratio(known - paired, known))
    };
    let fits = states.iter().filter(as_worded).count();
    let computed = format!("the words fit {fits} of {} states", states.len());
    CheckedAnswer::with_verdict(computed, fits == states.len())
}

fn classes(answers: &mut LawAnswers<'_>, played: &PlayedStates) {
    let class = |text: &TacticText| {
        let text = text.to_string();
        Tactic::ALL.into_iter().find(|class| class.members().contains(&&*text))
    };
    // Returns `true` if two tactics have equal results wherever both can be played.
    let alike = |a: TacticText, b: TacticText| {
        played.states.iter().all(|one| match (one.next(a), one.next(b)) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        })
    };
    let texts = &played.texts;
    let pairs: Vec<_> = (0..texts.len()).flat_map(|b| (0..b).map(move |a| (texts[a], texts[b]))).collect();
    let (mates, others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(a, b)| class(a) == class(b));
    let unlike = mates.iter().filter(|&&(a, b)| !alike(a, b)).count();
    let like: Vec<_> = others.iter().filter(|&&(a, b)| alike(a, b)).collect();
    let placed = texts.iter().filter(|text| class(text).is_some()).count();
    let mut found = vec![
        ("have a class".to_owned(), CheckedAnswer::from(placed as u64)),
        ("two of a class".to_owned(), CheckedAnswer::from_counts(unlike, mates.len(), "pair")),
        ("two of two classes".to_owned(), CheckedAnswer::from_counts(like.len(), others.len(), "pair")),
    ];
    for class in ascending() {
        let condition = |one: &PlayedState| {
            let playable = one.of_class(class).next().is_some();
            // The game also knows <onb,bzn:bzn>, which the paper lacks: a known single that is not the mate of the first card.
            let is_unlisted = class == Tactic::T3 && one.table.half >= 2 && one.table.unknown > 0;
            playable == gains::condition(class, one.state)
                && (playable || is_unlisted) == class.fits(one.table)
        };
        found.push((class.to_string(), CheckedAnswer::of_states(&played.states, |_| true, condition)));
    }
    let stored = |one: &PlayedState| one.state.known >= 3 || one.state.known >= 2 && one.state.paired >= 0;
    let as_stored = |one: &PlayedState| stored(one) == one.of_class(Tactic::T2).next().is_some();
    found.push(("T2, as stored".to_owned(), CheckedAnswer::of_states(&played.states, |_| true, as_stored)));
    answers.add_all("classes", found);
}

fn ascending() -> impl Iterator<Item = Tactic> {
    (1..=9).filter_map(Tactic::of)
}

fn gains(answers: &mut LawAnswers<'_>, played: &PlayedStates) {
    let game = super::solved::fresh(PAIRS).rules(Rules::Tactical).expect("two players may pass");
    for class in ascending() {
        let is_listed = |member: &&&str| played.texts.iter().any(|text| text.to_string() == **member);
        let members: Vec<_> = class.members().iter().filter(is_listed).collect();
        let place = match *members {
            [one] => format!("{class} = {one}"),
            [one, ..] => format!("{class} = {one} and {} more", members.len() - 1),
            [] => class.to_string(),
        };
        let found = CheckedAnswer::of_states(
            &played.states,
            |one| one.of_class(class).next().is_some(),
            |one| {
                let formula = one.state.gain(class);
                engine(&game, one.table, class).as_ref() == Some(&formula)
                    && one.of_class(class).all(|next| *next == formula)
            },
        );
        answers.add("gains", place, found);
    }
}

/// Returns the results of a tactic in the game that the engine solves.
fn engine(game: &Decisions, table: PairCounts, tactic: Tactic) -> Option<TurnDistribution> {
    let mut choices = Choices::default();
    choices.fill(game, &Position { table, ..Position::default() });
    let choice = choices.iter().find(|choice| choice.action == Some(tactic))?;
    let mut next = TurnDistribution::new();
    for event in choice.events {
        let chance = ratio(event.weight, choice.total);
        *next.entry((event.event.takes(), event.next.table)).or_insert_with(exact::zero) += chance;
    }
    Some(next)
}
