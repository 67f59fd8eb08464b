//! S. Lardjane, 2024, a review of Foerster & Wattenhofer (2013) and Velleman & Warrington (2013): solitaire Memory. What
//! the slides say of any deal or any board, held against all deals, the laws and the solved game.

mod asymptotics;
mod first;
mod refused;

use super::Facts;
use super::ask::solitaire::{best, looked_at};
use super::verdict::Found;
use crate::exact::{Natural, fraction, matchings, ratio};
use crate::games::solitaire::deal::{Deal, Step};
use crate::games::solitaire::decisions::Rule;
use crate::games::solitaire::distributions::{self, Deals};
use crate::games::solitaire::{Turn, means};
use crate::model::{Error, Run};

/// Pairs up to which all deals are played.
const PLAYED: u16 = 6;

/// Pairs up to which every way to play is tried.
const SOLVED: u16 = 16;

/// Pairs up to which laws are worked out.
const LAWS: u16 = 60;

pub(super) fn laws(facts: &mut Facts<'_>) -> Result<(), Error> {
    let turns = looked_at(|look| distributions::turns(LAWS, look), facts.run)?;
    let refused = facts.table.part("strategy").printed("T2a, flips if a pair is refused");
    let found = strategy(&turns, refused, facts.run)?;
    facts.all("strategy", found);
    first::laws(facts);
    facts.all("turns", blocks());
    facts.all("asymptotics", asymptotics::laws(&turns));
    Ok(())
}

/// All deals of up to so many pairs.
fn played() -> impl Iterator<Item = Deal> {
    (1..=PLAYED).flat_map(Deal::all)
}

/// A claim of all of them.
fn of_all(holds: impl Fn(&Deal, &[Step]) -> bool) -> Found {
    let (mut number, mut wrong) = (0, 0);
    for deal in played() {
        number += 1;
        wrong += usize::from(!holds(&deal, &deal.play()));
    }
    Found::so(wrong, number, "deal")
}

fn count(steps: &[Step], turn: Turn) -> usize {
    steps.iter().filter(|step| step.turn == turn).count()
}

/// A claim of all boards up to the largest.
fn boards(most: u16, holds: impl Fn(u16) -> bool) -> Found {
    let wrong = (1..=most).filter(|&pairs| !holds(pairs)).count();
    Found::so(wrong, most.into(), "board")
}

fn strategy(turns: &[Deals], refused: &str, run: &Run<'_>) -> Result<Vec<(&'static str, Found)>, Error> {
    let quickest: Vec<_> = (1..=SOLVED).map(|n| best(n, Rule::TURNS, run)).collect::<Result<_, _>>()?;
    let extreme = |n: u16, most: bool| {
        let mut deals = turns[usize::from(n) - 1].iter();
        if most { deals.last() } else { deals.next() }.map(|(turns, _)| *turns)
    };
    let all_lucky = |deal: &Deal, steps: &[Step]| {
        let shortest = steps.len() == usize::from(deal.pairs());
        shortest == (count(steps, Turn::Lucky) == steps.len())
    };
    let costs = |_: &Deal, steps: &[Step]| {
        let [lucky, mate, known] = [Turn::Lucky, Turn::Mate, Turn::Known].map(|turn| count(steps, turn));
        2 * steps.len() == 2 * lucky + 3 * mate + 4 * known
    };
    let forgotten = Deal::new(&["1", "2", "1", "3", "2", "3"]).expect("a deal");
    let skips = forgotten.play().iter().all(|step| step.after.fresh() != 2);
    let skipped = format!("1 2 1 3 2 3: {}", if skips { "never" } else { "so" });
    Ok(vec![
        ("T1 and T2 are quickest", boards(SOLVED, |n| -&quickest[usize::from(n) - 1] == means::turns(n))),
        ("theorem 1, least turns", boards(LAWS, |n| extreme(n, false) == Some(n.into()))),
        ("theorem 1, shortest games", of_all(all_lucky)),
        ("theorem 3, most turns", boards(LAWS, |n| extreme(n, true) == Some(2 * i64::from(n) - 1))),
        (
            "theorem 3, (1,2)(3,1)...(N,N-1)",
            boards(LAWS, |n| Deal::longest(n).play().len() == 2 * usize::from(n) - 1),
        ),
        ("flips: lucky, mate, both known", of_all(costs)),
        ("T2a, flips if a pair is refused", refused::found(refused)),
        ("lemma 1, two fresh cards are last", Found::judged(skipped, !skips)),
        (
            "lemma, standard deals",
            boards(PLAYED, |n| Natural::from(Deal::all(n).count()) == matchings(n.into())),
        ),
    ])
}

fn blocks() -> Vec<(&'static str, Found)> {
    let odd = |deal: &Deal| deal.blocks().iter().filter(|block| block.length % 2 == 1).count();
    let turns = |deal: &Deal, steps: &[Step]| {
        let even = usize::from(deal.pairs()) - odd(deal);
        2 * steps.len() + 2 * count(steps, Turn::Lucky) == 3 * usize::from(deal.pairs()) + even
    };
    let lucky = |deal: &Deal, steps: &[Step]| {
        deal.blocks().iter().filter(|block| block.is_lucky()).count() == count(steps, Turn::Lucky)
    };
    // Of all blocks that end with two cards alike, and of those whose length is even.
    let paired = |pairs: u16, even: bool| {
        let number = |deal: Deal| {
            deal.blocks().iter().filter(|block| block.paired && (!even || block.is_lucky())).count()
        };
        ratio(Deal::all(pairs).map(number).sum::<usize>(), matchings(pairs.into()))
    };
    let all_one = (1..=PLAYED).all(|pairs| paired(pairs, false) == ratio(1, 1));
    let even = paired(PLAYED, true);
    let text = format!("1; even ones {} at N = {PLAYED}", fraction(&even));
    let there = all_one && even == means::lucky(PLAYED);
    vec![
        ("turns; e even blocks, l lucky", of_all(turns)),
        ("lucky even blocks", of_all(lucky)),
        ("blocks that end with a pair, expected", Found::judged(text, !there)),
    ]
}
