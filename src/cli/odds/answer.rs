//! Tells the odds of a board of Memory, whoever plays.

use super::super::fail::Fail;
use super::super::fair::{favoured, favourite, lead, most};
use super::super::memory::Position;
use super::super::print::{self, Answers, Print};
use super::super::watch::{Several, Watch};
use crate::evaluate::distribution::Distribution;
use crate::evaluate::solve::Solution;
use crate::exact::{self, Rational};
use crate::family::{Datum, Piece, Report, Shown, Table, Within};
use crate::game::{Game, Points};
use crate::model::Graph;
use serde_json::Value;

/// The answer for one board.
pub(in crate::cli) struct Answer {
    pub(in crate::cli) position: Position,
    /// The lines above the numbers.
    pub(in crate::cli) heading: String,
    pub(in crate::cli) parameters: Value,
    pub(in crate::cli) expected: Vec<Rational>,
    /// P(each seat wins) and P(draw), where asked for.
    pub(in crate::cli) outcomes: Option<Vec<Rational>>,
    /// P(win) - P(loss) of the first player, who plays for it.
    pub(super) value: Option<Rational>,
    pub(in crate::cli) distribution: Option<Distribution>,
    pub(super) states: u64,
    pub(super) transitions: u64,
    /// The facts about decisions, if there are any.
    pub(super) decided: Option<Decided>,
}

/// The facts about a game with decisions.
pub(super) struct Decided {
    /// The order in which one action is taken of several that are worth the same.
    pub(super) tie_rule: String,
    pub(super) ties: u64,
    /// `true` if play can come back; `None` where it never may.
    pub(super) cycles: Option<bool>,
}

/// The boards that were asked about, and how they are told.
pub(super) struct Told<'a> {
    /// Those of a range, in one line.
    pub(super) about: &'a str,
    pub(super) is_range: bool,
    /// `true` if the distributions of the scores were asked for.
    pub(super) distribution: bool,
    pub(super) print: Print,
}

impl Told<'_> {
    /// Prints the answers.
    pub(super) fn show(self, several: Several<print::Answer>, watch: &Watch) -> Result<(), Fail> {
        let Self { about, is_range, distribution: is_whole, print } = self;
        several.show(watch, |all| Answers::new("memory", about, is_range, all).whole(is_whole).print(print))
    }
}

impl Answer {
    /// The answer without its numbers.
    pub(super) fn blank(position: Position, heading: String, parameters: Value) -> Self {
        Self {
            position,
            heading,
            parameters,
            expected: Vec::new(),
            outcomes: None,
            value: None,
            distribution: None,
            states: 0,
            transitions: 0,
            decided: None,
        }
    }

    /// P(each seat wins); nothing where that was not asked for.
    pub(in crate::cli) fn wins(&self) -> &[Rational] {
        self.outcomes.as_ref().and_then(|all| all.split_last()).map_or(&[], |(_, wins)| wins)
    }

    /// Enters how large the game is, and the ties that were met.
    pub(super) fn measure(&mut self, states: u64, transitions: u64, ties: u64) {
        (self.states, self.transitions) = (states, transitions);
        if let Some(decided) = &mut self.decided {
            decided.ties = ties;
        }
    }

    /// Enters the size of a game that was solved.
    pub(super) fn measure_solved<G: Game>(&mut self, graph: &Graph<G>, solution: &Solution) {
        self.measure(graph.node_count() as u64, graph.edge_count() as u64, solution.ties);
        if let Some(cycles) = self.decided.as_mut().and_then(|decided| decided.cycles.as_mut()) {
            *cycles = !graph.is_acyclic();
        }
    }

    /// Enters the pairs that each seat may expect, from those that it may still gain.
    pub(super) fn expect(&mut self, gains: impl Iterator<Item = Rational>) {
        let whole = |(gain, &score): (Rational, &Points)| gain + exact::ratio(score, 1);
        self.expected = gains.zip(&self.position.scores).map(whole).collect();
    }

    /// The answer for every format, with the distribution of the scores or without.
    pub(super) fn told(self, distribution: bool) -> print::Answer {
        let report = self.report(distribution);
        print::Answer { parameters: self.parameters, report }
    }

    fn report(&self, distribution: bool) -> Report {
        let mut report = Report::new(self.heading.clone());
        let (wins, datum) = (self.wins(), |numbers: &[Rational]| Datum::Seats(numbers.to_vec()));
        if let Some(draw) = self.outcomes.as_ref().and_then(|all| all.last()) {
            report.put("win", wins_words(wins.len()), datum(wins), Within::All);
            report.show("draw", "P(draw)", draw.clone());
        }
        if let Some(value) = &self.value {
            let words = vec!["P(player 1 wins) - P(player 1 loses)".to_owned()];
            report.put("value", words, value, Within::Json);
        }
        let alone = if self.decided.is_none() || !wins.is_empty() { Shown::Alone } else { Shown::Always };
        let words = pairs_words(self.expected.len());
        report.put("expected_pairs", words, datum(&self.expected), Within::All).only(alone);
        match &self.decided {
            None => self.favoured(&mut report),
            Some(decided) => {
                report.add("ties", decided.ties);
                report.add_json("tie_rule", decided.tie_rule.clone());
                if let Some(cycles) = decided.cycles {
                    report.add_json("cycles", cycles);
                }
            }
        }
        report.add("states", self.states);
        report.add("transitions", self.transitions);
        report.note = self.note();
        if let Some(found) = self.distribution.as_ref().filter(|_| distribution) {
            report.tables.push(scores(found));
            let pairs = u32::from(self.position.pairs);
            let is_short =
                |points: &[Points]| points.iter().map(|&points| u32::from(points)).sum::<u32>() < pairs;
            if found.iter().any(|(points, _)| is_short(points)) {
                report
                    .note
                    .push_str("\nScores of fewer pairs than the board has: both passed, and share the rest.");
            }
        }
        report
    }

    /// Adds who of robots is favoured, and by how much.
    fn favoured(&self, report: &mut Report) {
        let wins = self.wins();
        report.add_json("favoured", favourite(wins));
        if wins.len() == 1 {
            report.remarks.push(vec!["A player alone always wins.".into()]);
            return;
        }
        let name = |seat: usize| format!("player {}", seat + 1);
        report.tell("favoured", favoured(wins, name)).only(Shown::Listed);
        let Some(seat) = most(wins) else {
            report.remarks.push(vec!["Nobody is favoured.".into()]);
            return;
        };
        let begins = if seat == 0 && self.position.is_fresh() { ", who begins," } else { "" };
        let who = format!("Player {}{begins} is favoured, by ", seat + 1);
        report.remarks.push(vec![who.into(), Piece::Number(lead(wins)), ".".into()]);
    }

    /// Returns how large the game is, in words.
    fn note(&self) -> String {
        let transitions = print::count(self.transitions, "transition");
        let Some(Decided { tie_rule, ties, cycles }) = &self.decided else {
            return format!("{}, {transitions}.", print::count(self.states, "state"));
        };
        format!(
            "{}, {transitions}{}; {}, the first of {tie_rule} is taken.",
            print::count(self.states, if cycles.is_some() { "table" } else { "position" }),
            if *cycles == Some(true) { ", play can come back" } else { "" },
            print::count(ties, "tie"),
        )
    }
}

/// Returns the names of the chances of each seat.
pub(super) fn wins_words(seats: usize) -> Vec<String> {
    (1..=seats).map(|seat| format!("P(player {seat} wins)")).collect()
}

/// Returns the names of the pairs of each seat.
pub(super) fn pairs_words(seats: usize) -> Vec<String> {
    (1..=seats).map(|seat| format!("E(pairs of player {seat})")).collect()
}

/// The joint distribution of the final scores.
fn scores(distribution: &Distribution) -> Table {
    let row = |(scores, probability): (&[Points], Rational)| {
        vec![Datum::Scores(scores.iter().copied().map(u64::from).collect()), Datum::Exact(probability)]
    };
    Table::new(
        "distribution",
        [("scores", Some("final scores")), ("probability", Some("probability"))],
        distribution.iter().map(row),
    )
    .main()
}
