//! Lardjane (2024), a review of Foerster & Wattenhofer (2013) and Velleman & Warrington (2013): solitaire Memory.
//!
//! What the slides print is stored as printed; what is true is found by playing all deals and from the distributions.

mod asymptotics;
mod example;
mod first;
mod refused;
mod tables;

use super::{Row, Section, Study};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::evaluate::solve::solve;
use chancetree::exact::{Natural, Rational, fraction, matchings, ratio};
use chancetree::games::solitaire::deal::{Deal, Step};
use chancetree::games::solitaire::decisions::{Decisions, Failed, Rule};
use chancetree::games::solitaire::distributions::{self, Deals};
use chancetree::games::solitaire::{Turn, means};
use chancetree::model::Graph;
use std::ops::ControlFlow;

/// Pairs up to which all deals are played.
const PLAYED: u16 = 6;

/// Pairs up to which every way to play is tried.
const SOLVED: u16 = 16;

/// Pairs up to which distributions are worked out.
const LAWS: u16 = 60;

pub(super) fn study(watch: &Watch) -> Result<Study, Fail> {
    let look =
        |_: usize, _: usize| if watch.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let found = |distributions: Option<Vec<Deals>>| {
        distributions.ok_or_else(|| watch.ended("before the distributions were whole"))
    };
    let turns = found(distributions::turns(LAWS, &look))?;
    let remembered = found(distributions::remembered(LAWS, &look))?;
    let mut sections = vec![
        example::section(),
        Section::list("strategy", "The strategy and the length of a game", strategy(&turns, watch)?),
        first::section(),
        Section::list("turns", "Turns, blocks and lucky turns", blocks()),
        tables::section(&turns),
        asymptotics::section(&turns),
    ];
    sections.push(Section::list("open", "Questions left open there", open(&remembered, watch)?));
    Ok(Study {
        name: "lardjane",
        title: "Lardjane (2024): solitaire Memory with N pairs and perfect memory",
        sections,
    })
}

/// The expectation of a distribution.
fn mean(deals: &Deals) -> Rational {
    let sum: Rational = deals.iter().map(|(value, number)| ratio(number.clone(), 1) * ratio(value, 1)).sum();
    sum / ratio(deals.total(), 1)
}

/// All deals of up to so many pairs.
fn played() -> impl Iterator<Item = Deal> {
    (1..=PLAYED).flat_map(Deal::all)
}

/// A claim of all of them.
fn of_all(item: &str, paper: &str, holds: impl Fn(&Deal, &[Step]) -> bool) -> Row {
    let (mut number, mut wrong) = (0, 0);
    for deal in played() {
        number += 1;
        wrong += usize::from(!holds(&deal, &deal.play()));
    }
    Row::claim(item, paper, super::so_in(wrong, number, "deal"), wrong == 0)
}

fn count(steps: &[Step], turn: Turn) -> usize {
    steps.iter().filter(|step| step.turn == turn).count()
}

/// The best that can be had on a board.
fn best(pairs: u16, rule: Rule, watch: &Watch) -> Result<Rational, Fail> {
    let explain = |error| watch.explain(error);
    let game = Decisions::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
    let run = watch.run();
    let graph = Graph::of(&game, &run).map_err(explain)?;
    let solution = solve(&game, &graph, &rule, &run).map_err(explain)?;
    Ok(solution.value(graph.start())[0].clone())
}

/// The boards for which something is not so.
fn wrong(most: u16, mut holds: impl FnMut(u16) -> Result<bool, Fail>) -> Result<usize, Fail> {
    (1..=most).try_fold(0, |wrong, pairs| Ok(wrong + usize::from(!holds(pairs)?)))
}

fn boards(item: &str, paper: &str, wrong: usize, most: u16) -> Row {
    Row::claim(item, paper, super::so_in(wrong, most.into(), "board"), wrong == 0)
}

fn strategy(turns: &[Deals], watch: &Watch) -> Result<Vec<Row>, Fail> {
    let beaten = wrong(SOLVED, |pairs| Ok(-best(pairs, Rule::TURNS, watch)? == means::turns(pairs)))?;
    let ends = |deals: &Deals| Some((deals.iter().next()?.0, deals.iter().last()?.0));
    let extremes =
        |place: usize, what: i64| ends(&turns[place]).map(|(least, most)| [least, most][what as usize]);
    let least = wrong(LAWS, |n| Ok(extremes(usize::from(n) - 1, 0) == Some(n.into())))?;
    let most = wrong(LAWS, |n| Ok(extremes(usize::from(n) - 1, 1) == Some(2 * i64::from(n) - 1)))?;
    let all_lucky = |deal: &Deal, steps: &[Step]| {
        let shortest = steps.len() == usize::from(deal.pairs());
        shortest == (count(steps, Turn::Lucky) == steps.len())
    };
    let longest = wrong(LAWS, |n| Ok(Deal::longest(n).play().len() == 2 * usize::from(n) - 1))?;
    let costs = |_: &Deal, steps: &[Step]| {
        let [lucky, mate, known] = [Turn::Lucky, Turn::Mate, Turn::Known].map(|turn| count(steps, turn));
        2 * steps.len() == 2 * lucky + 3 * mate + 4 * known
    };
    let forgotten = Deal::new(&["1", "2", "1", "3", "2", "3"]).expect("a deal");
    let skips = forgotten.play().iter().all(|step| step.after.fresh() != 2);
    let deals = wrong(PLAYED, |n| Ok(Natural::from(Deal::all(n).count()) == matchings(n.into())))?;
    Ok(vec![
        boards("T1 and T2 are quickest", "optimal", beaten, SOLVED),
        boards("theorem 1, least turns", "N", least, LAWS),
        of_all("theorem 1, shortest games", "all turns lucky", all_lucky),
        boards("theorem 3, most turns", "2N - 1", most, LAWS),
        boards("theorem 3, (1,2)(3,1)...(N,N-1)", "2N - 1 turns", longest, LAWS),
        of_all("flips: lucky, mate, both known", "2, 3, 4", costs),
        refused::row(),
        Row::slip(
            "lemma 1, two fresh cards are last",
            "always",
            format!("1 2 1 3 2 3: {}", if skips { "never" } else { "so" }),
            skips,
        ),
        boards("lemma, standard deals", "1 * 3 * 5 ... (2N - 1)", deals, PLAYED),
    ])
}

fn blocks() -> Vec<Row> {
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
    vec![
        of_all("turns; e even blocks, l lucky", "3N/2 + e/2 - l", turns),
        of_all("lucky even blocks", "the lucky turns", lucky),
        Row::slip(
            "blocks that end with a pair, expected",
            "tends to ln 2",
            format!("1; even ones {} at N = {PLAYED}", fraction(&even)),
            all_one && even == means::lucky(PLAYED),
        ),
    ]
}

fn open(remembered: &[Deals], watch: &Watch) -> Result<Vec<Row>, Fail> {
    let mut rows: Vec<Row> = [6, 26, 32, 60]
        .map(|pairs: u16| {
            let expected = mean(&remembered[usize::from(pairs) - 1]);
            Row::answer(format!("cards to remember, N = {pairs}"), expected).says("how many?")
        })
        .into();
    for (reading, failed) in [("C", Failed::Either), ("A", Failed::Second), ("B", Failed::Every)] {
        let pairs = 8;
        let rule = Rule { pair: 3, lucky: 1, miss: -2, failed };
        let (lucky, turns) = (means::lucky(pairs), means::turns(pairs));
        let misses = if failed == Failed::Every { turns - ratio(pairs, 1) } else { ratio(0, 1) };
        let soonest = ratio(3 * pairs, 1) - (lucky + misses) * ratio(2, 1);
        let best = best(pairs, rule, watch)?;
        rows.push(
            Row::answer(format!("score of T1 and T2, N = {pairs}, failed {reading}"), soonest)
                .says("3, 1, -2"),
        );
        rows.push(Row::answer(format!("best score, N = {pairs}, failed {reading}"), best).says("3, 1, -2"));
    }
    Ok(rows)
}
