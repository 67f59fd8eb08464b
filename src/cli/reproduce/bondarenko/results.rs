//! What whole games come to: the results that the paper announces, and the lists of the thread.

use super::super::{Row, Section};
use super::{PAIRS, board};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::evaluate::distribution::Distribution;
use chancetree::evaluate::forward::{Measure, forward};
use chancetree::exact::{self, Rational};
use chancetree::game::Seat;
use std::cmp::Ordering;

/// The boards for two players: 1 pair to this many.
const BOARDS: u16 = 20;
/// The boards that the thread speaks of.
const THREAD: u16 = 24;
/// The most players on the paper's board; with more than pairs some could not even hope.
const PLAYERS: Seat = 8;

/// The distributions of the final scores that everything here is about.
pub(super) struct Distributions {
    /// Two players, by pairs from 1.
    two: Vec<Distribution>,
    /// The paper's board, by players from 1.
    many: Vec<Distribution>,
}

impl Distributions {
    pub(super) fn new(watch: &Watch) -> Result<Self, Fail> {
        Ok(Self {
            two: (1..=THREAD).map(|pairs| distribution(pairs, 2, watch)).collect::<Result<_, _>>()?,
            many: (1..=PLAYERS)
                .map(|players| distribution(PAIRS, players, watch))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The paper's game.
    pub(super) fn paper(&self) -> &Distribution {
        &self.two[usize::from(PAIRS) - 1]
    }
}

fn distribution(pairs: u16, players: Seat, watch: &Watch) -> Result<Distribution, Fail> {
    let game = board(pairs, players);
    let found = forward(&game, &vec![0; usize::from(players)], Measure::Probability, &watch.run());
    found.map(|found| found.distribution).map_err(|error| watch.explain(error))
}

/// The first of two players against the second.
fn favoured(distribution: &Distribution) -> (&'static str, Rational) {
    let odds = distribution.outcomes();
    let lead = &odds[0] - &odds[1];
    let name = match lead.cmp(&exact::zero()) {
        Ordering::Greater => "first",
        Ordering::Equal => "nobody",
        Ordering::Less => "second",
    };
    (name, lead)
}

pub(super) fn who_begins(distributions: &Distributions) -> Section {
    let odds = distributions.paper().outcomes();
    let (name, lead) = favoured(distributions.paper());
    // The paper wishes the last winner the smaller odds.
    let begins = match name {
        "first" => "the loser of the last game",
        "second" => "the winner of the last game",
        _ => "either",
    };
    Section::list(
        "16-cells",
        "The question: 16 cells, two players",
        vec![
            Row::claim(
                "introduction",
                "it matters who begins",
                if name == "nobody" { "it does not" } else { "it does" },
                name != "nobody",
            ),
            Row::answer("P(first wins)", odds[0].clone()).says("found, not printed"),
            Row::answer("P(second wins)", odds[1].clone()).says("found, not printed"),
            Row::answer("P(draw)", odds[2].clone()).says("found, not printed"),
            Row::answer("P(first wins) - P(second wins)", lead),
            Row::answer("who is favoured", name),
            Row::answer("who is to begin", begins).says("who won is to have less"),
        ],
    )
}

pub(super) fn boards(distributions: &Distributions) -> Section {
    let boards = (1..=BOARDS).zip(&distributions.two).flat_map(|(pairs, distribution)| {
        let odds = ["P(first wins)", "P(second wins)", "P(draw)"].into_iter().zip(distribution.outcomes());
        let odds = odds.map(move |(column, value)| Row::answer(pairs.to_string(), value).column(column));
        odds.chain([Row::answer(pairs.to_string(), favoured(distribution).0).column("favoured")])
    });
    let title =
        format!("Boards of other sizes, two players, 1 to {BOARDS} pairs (announced, not printed: answered)");
    Section::table("boards", title, "pairs", boards.collect())
}

pub(super) fn players(distributions: &Distributions) -> Section {
    const SEATS: [&str; PLAYERS as usize] = ["P(1)", "P(2)", "P(3)", "P(4)", "P(5)", "P(6)", "P(7)", "P(8)"];
    let rows = distributions.many.iter().enumerate().flat_map(|(at, distribution)| {
        let mut odds = distribution.outcomes();
        let draw = odds.pop().expect("the draw comes last");
        let columns = SEATS.into_iter().zip(odds).chain([("P(draw)", draw)]);
        columns.map(move |(column, value)| Row::answer((at + 1).to_string(), value).column(column))
    });
    let title =
        format!("N players on {PAIRS} pairs: P(k) that player k wins (announced, not printed: answered)");
    Section::table("players", title, "players", rows.collect())
}

/// The two lists of MathOverflow 290393: who is ahead in expected pairs.
const FIRST: [u16; 13] = [1, 4, 7, 8, 10, 11, 14, 17, 18, 20, 21, 23, 24];
const SECOND: [u16; 10] = [2, 3, 5, 6, 12, 13, 15, 16, 19, 22];
/// The text of the thread calls this one even.
const EVEN: u16 = 18;
/// Listed for the first player, but the second is ahead.
const MISTAKEN: u16 = 23;

pub(super) fn thread(distributions: &Distributions) -> Section {
    let mut rows = Vec::new();
    for (pairs, distribution) in (1..=THREAD).zip(&distributions.two) {
        let [first, second] = distribution.expected().try_into().expect("two players");
        let lead: Rational = first - second;
        let item = format!("n = {pairs}");
        rows.push(if FIRST.contains(&pairs) {
            let right = lead > exact::zero();
            let row = Row::claim(item, "first", lead.clone(), right);
            if pairs == MISTAKEN { row.known_wrong() } else { row }
        } else if SECOND.contains(&pairs) {
            let right = lead < exact::zero();
            Row::claim(item, "second", lead.clone(), right)
        } else {
            // Every board belongs in one of the two lists, as none is even.
            Row::slip(item, "neither", lead.clone(), lead != exact::zero())
        });
        if pairs == EVEN {
            let right = lead == exact::zero();
            rows.push(Row::claim(format!("n = {pairs}, text"), "even", lead, right).known_wrong());
        }
    }
    Section::list(
        "mathoverflow-290393",
        "MathOverflow 290393: who is ahead in expected pairs, E(first) - E(second)",
        rows,
    )
}
