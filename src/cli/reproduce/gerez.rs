//! S. H. Gerez, "Een analyse van het spel Memory", 1983.
//!
//! What was claimed is typed in; what is true is found by playing every tactic card by card, and by solving the game.

mod cards;
mod gains;
mod results;

use super::row::Computed;
use super::{Row, Section, Study, so_in};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use cards::{Deal, Kind, Next, Text, mate};
use chancetree::exact::{self, Rational, ratio};
use chancetree::game::Choices;
use chancetree::games::memory::Table;
use chancetree::games::memory::decisions::{Decisions, Position, Rules};
use chancetree::games::memory::tactic::Tactic;
use gains::State;

/// The board whose states the tactics are played in.
const PAIRS: u16 = 12;

pub(super) fn study(watch: &Watch) -> Result<Study, Fail> {
    let played = Played::new(watch)?;
    let mut sections = vec![model(&played), chances(&played), classes(&played), gains(&played)];
    sections.extend(results::sections(watch)?);
    Ok(Study {
        name: "gerez",
        title: "S. H. Gerez (1983), Memory between two who forget nothing and choose their tactics\n\
                The stored text ends after T3; what comes later is known from the results that are handed down",
        sections,
    })
}

/// A state, the cards in it, and what follows each tactic that can be played.
struct One {
    table: Table,
    state: State,
    deal: Deal,
    next: Vec<(Text, Next)>,
}

impl One {
    fn next(&self, text: Text) -> Option<&Next> {
        self.next.iter().find(|next| next.0 == text).map(|next| &next.1)
    }

    /// What follows each tactic of a class that can be played.
    fn of_class(&self, class: Tactic) -> impl Iterator<Item = &Next> {
        let members = class.members();
        self.next.iter().filter(|next| members.contains(&&*next.0.to_string())).map(|next| &next.1)
    }
}

struct Played {
    texts: Vec<Text>,
    states: Vec<One>,
}

impl Played {
    fn new(watch: &Watch) -> Result<Self, Fail> {
        let texts = Text::all();
        let mut states = Vec::new();
        for table in tables() {
            if watch.stopped() {
                return Err(watch.ended(&format!("after {} states", states.len())));
            }
            let deal = Deal::new(table);
            let next = texts.iter().filter_map(|&text| Some((text, deal.play(text)?))).collect();
            states.push(One { table, state: State::of(table), deal, next });
        }
        Ok(Self { texts, states })
    }

    /// A row that says whether `distribution` holds in all states of a kind.
    fn all(
        &self,
        item: impl Into<String>,
        paper: impl Into<String>,
        kind: impl Fn(&One) -> bool,
        distribution: impl Fn(&One) -> bool,
    ) -> Row {
        let those: Vec<_> = self.states.iter().filter(|one| kind(one)).collect();
        let wrong = those.iter().filter(|one| !distribution(one)).count();
        Row::claim(item, paper, so_in(wrong, those.len(), "state"), wrong == 0 && !those.is_empty())
    }
}

fn tables() -> impl Iterator<Item = Table> {
    let known = 0..=PAIRS;
    let tables = known.flat_map(|known| {
        (0..=PAIRS - known).flat_map(move |half| {
            (0..=PAIRS - known - half).map(move |unknown| Table { known, half, unknown })
        })
    });
    tables.filter(|table| table.pairs() > 0)
}

fn model(played: &Played) -> Section {
    let bounds = (1..=i64::from(PAIRS)).flat_map(|pairs| {
        let cards = 2 * pairs;
        (0..=cards).step_by(2).flat_map(move |paired| {
            (paired..=(cards + paired) / 2).map(move |known| State { cards, known, paired })
        })
    });
    let bounds: Vec<_> = bounds.collect();
    let wrong = bounds.iter().filter(|state| !played.states.iter().any(|one| one.state == **state)).count();
    let first = |kind: Kind| played.texts.iter().filter(|text| text.first == kind).count() as u64;
    let all = |_: &One| true;
    let text = |text: &str| {
        *played.texts.iter().find(|one| one.to_string() == text).expect("the tactic can be written")
    };
    let (example, blind) = (text("<onb,nek:bzn>"), text("<onb,bzn>"));
    Section::list(
        "model",
        format!("The model, on all states <k,B,P> up to {} cards", 2 * PAIRS),
        vec![
            Row::claim(
                "(3.1) names all states",
                "k >= (k+P)/2 >= B >= P >= 0",
                so_in(wrong, bounds.len(), "state"),
                wrong == 0 && bounds.len() == played.states.len(),
            ),
            Row::count("tactics that begin with bmn", 4, first(Kind::Bmn)),
            Row::count("tactics that begin with bzn", 3, first(Kind::Bzn)),
            Row::count("tactics that begin with onb", 12, first(Kind::Onb)),
            Row::count("tactics", 19, played.texts.len() as u64),
            played.all("chances after a tactic", "sum 1", all, |one| {
                one.next.iter().all(|(_, next)| next.values().sum::<Rational>() == exact::one())
            }),
            played.all("a turn leads to simpler states", "except a pass", all, |one| {
                one.next.iter().all(|(text, next)| {
                    let pass = Tactic::T2.members().contains(&&*text.to_string());
                    next.keys().all(|&(takes, table)| {
                        let next = State::of(table);
                        let less = next.cards < one.state.cards || next.unknown() < one.state.unknown();
                        (less || pass && next == one.state) && takes == (next.cards < one.state.cards)
                    })
                })
            }),
            played.all(
                "example 2 with one known card",
                "equals <onb,bzn>",
                |one| one.state.known == 1,
                |one| one.next(example).is_some() && one.next(example) == one.next(blind),
            ),
        ],
    )
}

/// p1 to p9, counted on the cards.
fn counted(one: &One) -> [Option<Rational>; 9] {
    let deal = &one.deal;
    let unknown: Vec<usize> = deal.unknown().collect();
    let single = |card: usize| deal.knows_mate(card);
    // The share of all other cards than `first` that are so.
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

/// The chances in print; p6 as it has to be.
const CHANCES: [&str; 9] = [
    "(B-P)/(k-B)",
    "(k+P-2B)/(k-B)",
    "1/(k-B)",
    "(B-P-1)/(k-B)",
    "1/(k-B-1)",
    "(B-P)/(k-B-1)",
    "(k+P-2B-2)/(k-B-1)",
    "(B-P-1)/(k-B-1)",
    "(k+P-2B)/(k-B-1)",
];

fn chances(played: &Played) -> Section {
    let chance = |item: String, paper: &str, at: usize, formula: &dyn Fn(State) -> Rational| {
        played.all(
            item,
            paper,
            |one| counted(one)[at].is_some(),
            |one| counted(one)[at].as_ref() == Some(&formula(one.state)),
        )
    };
    let sum = |item: &str, places: &[usize]| {
        let counts = |one: &One| places.iter().map(|&at| counted(one)[at].clone()).sum::<Option<Rational>>();
        played.all(
            item,
            "1",
            |one| counts(one).is_some(),
            |one| {
                let formulas = one.state.chances();
                let sum: Rational = places.iter().map(|&at| formulas[at].clone()).sum();
                counts(one) == Some(exact::one()) && sum == exact::one()
            },
        )
    };
    let mut rows = Vec::new();
    for (at, paper) in CHANCES.into_iter().enumerate() {
        let right = chance(format!("p{}", at + 1), paper, at, &|state| state.chances()[at].clone());
        if at == 5 {
            let printed = chance("p6".to_owned(), "(B-P-1)/(k-B-1)", at, &State::printed_p6);
            let computed = format!("{paper}, {}", text(&right));
            let there = right.is_right() && !printed.is_right();
            rows.push(Row::slip("p6", "(B-P-1)/(k-B-1)", computed, there));
        } else {
            rows.push(right);
        }
    }
    rows.extend([
        sum("p1 + p2", &[0, 1]),
        sum("p5 + p6 + p7", &[4, 5, 6]),
        sum("p8 + p9", &[7, 8]),
        played.all(
            "p4",
            "p1 - p3",
            |one| counted(one)[2].is_some(),
            |one| {
                let [p1, _, p3, p4, ..] = one.state.chances();
                p4 == p1 - p3
            },
        ),
        divisor(played),
    ]);
    Section::list("chances", "The chances p1 to p9, counted on the cards", rows)
}

fn text(row: &Row) -> &str {
    match &row.computed {
        Computed::Text(text) => text,
        Computed::Number(_) => "",
    }
}

/// The words beside example 2, which divide by the known cards.
fn divisor(played: &Played) -> Row {
    let here = |one: &&One| one.state.known > 0 && one.state.unknown() > 0;
    let those: Vec<_> = played.states.iter().filter(here).collect();
    let worded = |one: &&&One| {
        let State { known, paired, .. } = one.state;
        counted(one)[0] == Some(ratio(known - paired, known))
    };
    let fits = those.iter().filter(worded).count();
    let computed = format!("over known cards it fits {fits} of {} states", those.len());
    Row::slip("example 2, in words", "over the known cards", computed, fits < those.len())
}

fn classes(played: &Played) -> Section {
    let class = |text: &Text| {
        let text = text.to_string();
        Tactic::ALL.into_iter().find(|class| class.members().contains(&&*text))
    };
    // Whether two tactics are alike wherever both can be played.
    let alike = |a: Text, b: Text| {
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
    let mut rows = vec![
        Row::count("have a class", 19, placed as u64),
        Row::claim("two of a class", "the same gain", so_in(unlike, mates.len(), "pair"), unlike == 0),
        Row::claim(
            "two of two classes",
            "not the same gain",
            so_in(like.len(), others.len(), "pair"),
            like.is_empty(),
        ),
    ];
    for class in ascending() {
        rows.push(played.all(
            class.to_string(),
            class.condition(),
            |_| true,
            |one| {
                let playable = one.of_class(class).next().is_some();
                playable == gains::condition(class, one.state) && playable == class.fits(one.table)
            },
        ));
    }
    rows.push(pass(played));
    Section::list("classes", "Nineteen tactics in nine classes, and when each can be played", rows)
}

/// The condition of T2 as it is stored.
fn pass(played: &Played) -> Row {
    let stored = |one: &One| one.state.known >= 3 || one.state.known >= 2 && one.state.paired >= 0;
    let wrong = played.states.iter().filter(|one| stored(one) != one.of_class(Tactic::T2).next().is_some());
    let wrong = wrong.count();
    let computed = so_in(wrong, played.states.len(), "state");
    Row::slip("T2, as stored", "B>=3, or B>=2 and P>=0", computed, wrong > 0)
}

fn ascending() -> impl Iterator<Item = Tactic> {
    (1..=9).filter_map(Tactic::of)
}

fn gains(played: &Played) -> Section {
    let game = super::solved::fresh(PAIRS).rules(Rules::Tactical).expect("two may pass");
    let mut rows = Vec::new();
    for class in ascending() {
        let members = class.members();
        let item = match members {
            [one] => format!("{class} = {one}"),
            [one, ..] => format!("{class} = {one} and {} more", members.len() - 1),
            [] => class.to_string(),
        };
        rows.push(played.all(
            item,
            gains::printed(class),
            |one| one.of_class(class).next().is_some(),
            |one| {
                let formula = one.state.gain(class);
                engine(&game, one.table, class).as_ref() == Some(&formula)
                    && one.of_class(class).all(|next| *next == formula)
            },
        ));
    }
    Section::list(
        "gains",
        "The expected gains: what follows by the formula, by the cards, and in the solved game",
        rows,
    )
}

/// What follows a tactic in the game that is solved.
fn engine(game: &Decisions, table: Table, tactic: Tactic) -> Option<Next> {
    let mut choices = Choices::default();
    choices.fill(game, &Position { table, ..Position::default() });
    let choice = choices.iter().find(|choice| choice.action == Some(tactic))?;
    let mut next = Next::new();
    for event in choice.events {
        let chance = ratio(event.weight, choice.total);
        *next.entry((event.event.takes(), event.next.table)).or_insert_with(exact::zero) += chance;
    }
    Some(next)
}
