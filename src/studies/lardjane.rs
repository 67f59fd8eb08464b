//! S. Lardjane, 2024, a review of Foerster & Wattenhofer (2013) and Velleman & Warrington (2013) on solitaire
//! Memory. Claims about any deal or any board are checked on all deals, the distributions and the solved
//! game.

mod first_pair;

use super::query::CommandCache;
use super::verdict::CheckedAnswer;
use super::{LawAnswers, joined};
use crate::exact::{Natural, double, fraction, matchings, ratio};
use crate::game::Game as _;
use crate::games::solitaire::deal::{Block, Deal, PlayedTurn};
use crate::games::solitaire::distributions::{self, Deals};
use crate::games::solitaire::{Solitaire, SolitaireTurn, means};
use crate::model::Error;
use std::f64::consts::{LN_2, PI};

/// The number of pairs up to which all deals are played.
const PLAYED: u16 = 6;

/// The number of pairs up to which optimal play is computed.
const SOLVED: u16 = 16;

/// The number of pairs up to which distributions are computed.
const MOST: u16 = 60;

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    // The commands print numbers and no distributions; one pass computes the distributions of all boards.
    let board = Solitaire::new(MOST).expect("the board is possible");
    let turns = distributions::turns(&board.graph(answers.job)?, answers.job)?;
    let refused = answers.table.part("strategy").printed("T2a, flips if a pair is refused");
    let deals = PlayedDeals::new();
    let found = strategy(&turns, &deals, refused, answers.commands)?;
    answers.add_all("strategy", found);
    first_pair::laws(answers, &deals);
    answers.add_all("turns", blocks(&deals));
    answers.add_all("asymptotics", asymptotics(&turns));
    Ok(())
}

/// A deal with its turns and blocks.
struct PlayedDeal {
    deal: Deal,
    steps: Vec<PlayedTurn>,
    blocks: Vec<Block>,
}

impl PlayedDeal {
    fn pairs(&self) -> usize {
        self.deal.pairs().into()
    }

    fn count(&self, turn: SolitaireTurn) -> usize {
        self.steps.iter().filter(|step| step.turn == turn).count()
    }
}

/// All deals of up to [`PLAYED`] pairs.
struct PlayedDeals(Vec<PlayedDeal>);

impl PlayedDeals {
    fn new() -> Self {
        let all = (1..=PLAYED).flat_map(Deal::all);
        Self(all.map(|deal| PlayedDeal { steps: deal.play(), blocks: deal.blocks(), deal }).collect())
    }

    /// Returns the deals of a board.
    fn of(&self, pairs: u16) -> impl Iterator<Item = &PlayedDeal> {
        self.0.iter().filter(move |played| played.deal.pairs() == pairs)
    }

    /// Checks a claim about all deals.
    fn check(&self, holds: impl Fn(&PlayedDeal) -> bool) -> CheckedAnswer {
        CheckedAnswer::of_all(&self.0, "deal", |played| holds(played))
    }
}

/// Checks a claim about all boards of up to `most` pairs.
fn boards(most: u16, holds: impl Fn(u16) -> bool) -> CheckedAnswer {
    CheckedAnswer::of_all(1..=most, "board", |&pairs| holds(pairs))
}

fn strategy(
    turns: &[Deals],
    deals: &PlayedDeals,
    refused: &str,
    commands: &CommandCache<'_>,
) -> Result<Vec<(&'static str, CheckedAnswer)>, Error> {
    let best = |pairs: u16| format!("best solitaire --pairs {pairs}");
    (1..=SOLVED).for_each(|pairs| commands.announce(&best(pairs)));
    let quickest: Vec<_> = (1..=SOLVED).map(|n| commands.answer(&best(n))).collect::<Result<_, _>>()?;
    let extreme = |n: u16, most: bool| {
        let deals = &turns[usize::from(n) - 1];
        if most { deals.greatest() } else { deals.least() }.map(|(turns, _)| *turns)
    };
    let all_lucky = |played: &PlayedDeal| {
        let turns = played.steps.len();
        (turns == played.pairs()) == (played.count(SolitaireTurn::Lucky) == turns)
    };
    let costs = |played: &PlayedDeal| {
        let [lucky, mate, known] =
            [SolitaireTurn::Lucky, SolitaireTurn::Mate, SolitaireTurn::Known].map(|turn| played.count(turn));
        2 * played.steps.len() == 2 * lucky + 3 * mate + 4 * known
    };
    let forgotten = Deal::new(&["1", "2", "1", "3", "2", "3"]).expect("a deal");
    let skips = forgotten.play().iter().all(|step| step.after.fresh() != 2);
    let skipped = format!("1 2 1 3 2 3: {}", if skips { "never" } else { "so" });
    Ok(vec![
        (
            "T1 and T2 are quickest",
            boards(SOLVED, |n| quickest[usize::from(n) - 1].fraction("value") == Some(means::turns(n))),
        ),
        ("theorem 1, least turns", boards(MOST, |n| extreme(n, false) == Some(n.into()))),
        ("theorem 1, shortest games", deals.check(all_lucky)),
        ("theorem 3, most turns", boards(MOST, |n| extreme(n, true) == Some(2 * i64::from(n) - 1))),
        (
            "theorem 3, (1,2)(3,1)...(N,N-1)",
            boards(MOST, |n| Deal::longest(n).play().len() == 2 * usize::from(n) - 1),
        ),
        ("flips: lucky, mate, both known", deals.check(costs)),
        ("T2a, flips if a pair is refused", refusing(refused)),
        ("lemma 1, two fresh cards are last", CheckedAnswer::with_verdict(skipped, !skips)),
        (
            "lemma, standard deals",
            boards(PLAYED, |n| Natural::from(deals.of(n).count()) == matchings(n.into())),
        ),
    ])
}

fn blocks(deals: &PlayedDeals) -> Vec<(&'static str, CheckedAnswer)> {
    let turns = |played: &PlayedDeal| {
        let even = played.blocks.iter().filter(|block| block.length.is_multiple_of(2)).count();
        2 * played.steps.len() + 2 * played.count(SolitaireTurn::Lucky) == 3 * played.pairs() + even
    };
    let lucky = |played: &PlayedDeal| {
        played.blocks.iter().filter(|block| block.is_lucky()).count() == played.count(SolitaireTurn::Lucky)
    };
    // The expected number of blocks that end with a pair, optionally only blocks of even length.
    let paired = |pairs: u16, even: bool| {
        let number = |played: &PlayedDeal| {
            played.blocks.iter().filter(|block| block.paired && (!even || block.is_lucky())).count()
        };
        ratio(deals.of(pairs).map(number).sum::<usize>(), matchings(pairs.into()))
    };
    let all_one = (1..=PLAYED).all(|pairs| paired(pairs, false) == ratio(1, 1));
    let even = paired(PLAYED, true);
    let text = format!("1; even ones {} at N = {PLAYED}", fraction(&even));
    let there = all_one && even == means::lucky(PLAYED);
    vec![
        ("turns; e even blocks, l lucky", deals.check(turns)),
        ("lucky even blocks", deals.check(lucky)),
        ("blocks that end with a pair, expected", CheckedAnswer::with_verdict(text, !there)),
    ]
}

/// The boards on which a limit is checked.
const BOARDS: [u16; 3] = [10, 100, 1000];

/// The boards on which the variance is checked.
const SMALL: [u16; 3] = [15, 30, 60];

/// Computes the difference from a limit on each board, which must fall at least as fast as N^-`power`.
fn limit(power: f64, rest: impl Fn(u16) -> f64) -> CheckedAnswer {
    let rests = BOARDS.map(&rest);
    let shrinks = BOARDS.iter().zip(rests).all(|(&pairs, rest)| rest.abs() <= f64::from(pairs).powf(-power));
    CheckedAnswer::with_verdict(joined(rests.iter().map(|rest| format!("{rest:+.1e}")), ", "), shrinks)
}

/// Checks the limits of the expected values, in floating point, against exact values.
fn asymptotics(all: &[Deals]) -> Vec<(&'static str, CheckedAnswer)> {
    let turns = |pairs: u16| {
        let n = f64::from(pairs);
        double(&means::turns(pairs)) - (3.0 - 2.0 * LN_2) * n - (0.875 - 2.0 * LN_2)
    };
    let lucky = |pairs: u16| double(&means::lucky(pairs)) - LN_2;
    let place = |pairs: u16| double(&means::first_position(pairs)) / (PI * f64::from(pairs)).sqrt() - 1.0;
    let first = |pairs: u16| double(&means::first_turn(pairs)) / ((PI * f64::from(pairs)).sqrt() / 2.0) - 1.0;
    let a_pair = |pairs: u16| double(&means::turns(pairs)) / f64::from(pairs) - 1.6;
    let spread = |pairs: u16| {
        double(&all[usize::from(pairs) - 1].variance()) / f64::from(pairs)
            - (4.0 * LN_2 * LN_2 - 2.0 * LN_2 - 0.5)
    };
    let spreads = SMALL.map(spread);
    let falls = spreads.iter().zip(SMALL).all(|(rest, pairs)| rest.abs() <= 1.0 / f64::from(pairs));
    let texts = spreads.map(|rest| format!("{rest:+.1e}")).join(", ");
    let texts = if falls { texts } else { format!("{texts}: no fit") };
    vec![
        ("turns less this", limit(1.0, turns)),
        ("turns / N less this", limit(0.5, a_pair)),
        ("lucky turns less this", limit(1.0, lucky)),
        ("first place / this - 1", limit(0.9, place)),
        ("first turn / this - 1", limit(0.2, first)),
        ("variance / N less this", texts.into()),
    ]
}

/// Plays a game to its end. The first time that the mate of a new card is known, the pair is refused: the next new
/// card is turned instead of the mate. Returns the number of flips of the refused card and of the card turned
/// instead, each including its mate.
fn flips(cards: &[u8]) -> [usize; 2] {
    let mut flips = vec![0; cards.len()];
    let mut gone = vec![false; cards.len()];
    let mut refused: Option<[u8; 2]> = None;
    let mut next = 0;
    while gone.iter().any(|gone| !gone) {
        let mate = |place: usize| {
            (0..next).find(|&other| other != place && !gone[other] && cards[other] == cards[place])
        };
        let known = (0..next).filter(|&place| !gone[place]).find_map(|place| Some([place, mate(place)?]));
        let turned = known.unwrap_or_else(|| match mate(next) {
            Some(mate) if refused.is_some() => [next, mate],
            Some(_) => {
                refused = Some([cards[next], cards[next + 1]]);
                [next, next + 1]
            }
            None => [next, next + 1],
        });
        next = next.max(turned[0] + 1).max(turned[1] + 1);
        turned.iter().for_each(|&place| flips[place] += 1);
        if cards[turned[0]] == cards[turned[1]] {
            turned.iter().for_each(|&place| gone[place] = true);
        }
    }
    let of = |symbol: u8| cards.iter().zip(&flips).filter(|(card, _)| **card == symbol).map(|(_, n)| n).sum();
    refused.map_or([0; 2], |cards| cards.map(of))
}

/// Checks the cost of refusing a pair: the flips of the proof of T2a, counted with actual cards. The slides
/// exchange the two costs; their conclusion holds.
fn refusing(printed: &str) -> CheckedAnswer {
    // In the first deal the mate of the card turned instead is fresh; in the second it was turned before.
    let [plain, second] =
        [[1, 2, 1, 3, 2, 3], [1, 2, 1, 2, 3, 3]].map(|cards| flips(&cards).iter().sum::<usize>());
    let text = |plain: usize, second: usize| format!("{plain}, or {second} with two mates");
    CheckedAnswer::with_verdict(text(plain, second), plain == second || text(second, plain) != printed)
}
