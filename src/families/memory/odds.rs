//! The odds of a board of Memory for all kinds of players, and the reports on them.

mod answer;
mod approximate;
mod deciders;
pub mod robots;
mod rounded;

pub(super) use answer::answer;
pub use approximate::{THRESHOLD, approximately};
pub(super) use deciders::OddsQuery;

use super::decisions::{Decisions, Objective, WinPayoff};
use super::family::ScoredBoard;
use super::lineup::Lineup;
use super::solved::in_pairs;
use super::tactic::Tactic;
use crate::evaluate::{self, Distribution, OptimalPlay, absorption_probabilities, solve};
use crate::exact::{self, Rational};
use crate::family::answers::{no_winner, sum_of_errors};
use crate::family::favoured::{favoured, favourite, favourites, lead, most};
use crate::family::{
    FormatScope, Report, ReportValue, Solved, Table, TextSpan, TextVisibility, add_method, counted,
};
use crate::game::{Game, Points};
use crate::model::{Error, Graph, Job};
use crate::payoff::Payoff;
use serde_json::Value;

/// The odds of one board.
#[derive(Clone)]
pub struct BoardOdds {
    /// The board.
    pub position: ScoredBoard,
    /// The lines above the numbers.
    pub heading: String,
    /// The parameters that JSON repeats.
    pub parameters: Value,
    /// The expected pairs of each seat.
    pub expected: Vec<Rational>,
    /// P(each seat wins) and P(draw), if computed.
    pub outcomes: Option<Vec<Rational>>,
    /// P(win) - P(loss) of the first player, if the players play to win.
    pub value: Option<Rational>,
    /// The distribution of the scores, if computed.
    pub distribution: Option<Distribution>,
    /// A bound on the error of each probability and expectation, or `None` if they are exact.
    pub error: Option<f64>,
    states: u64,
    transitions: u64,
    /// The facts about decisions, if the game has any.
    decided: Option<DecisionFacts>,
    /// The meanings of the words in the heading, in lines.
    pub(super) legend: Vec<String>,
}

/// The facts about a game with decisions.
#[derive(Clone)]
pub struct DecisionFacts {
    /// The rule that selects one of several equally good actions.
    pub tie_rule: TieRule,
    /// The number of ties.
    pub ties: u64,
    /// `true` if play can return to a position. `None` for games in which it never can.
    pub cycles: Option<bool>,
    /// `true` if the game is a draw after two passes in a row.
    is_stalemate_drawn: bool,
}

/// The order of equally good actions, of which the first is played.
#[derive(Clone, Copy, Debug)]
pub enum TieRule {
    /// The order of the tactics: see [`Tactic::tie_rule`].
    Tactics,
    /// Bold play, then safe play.
    Boldness,
}

impl TieRule {
    /// Returns the names of the actions in order.
    fn order(self) -> String {
        match self {
            Self::Tactics => Tactic::tie_rule(),
            Self::Boldness => "bold safe".to_owned(),
        }
    }
}

impl BoardOdds {
    /// Creates the odds of players who decide or forget, without their values.
    pub fn of_deciders(position: ScoredBoard, lineup: &Lineup) -> Self {
        let Lineup { decide, limited } = lineup;
        let title = position.title_with("player", &limited.remembered());
        let heading = format!("{title}\n{}", decide.title());
        let parameters = lineup.parameters(&position);
        let tie_rule = if limited.is_limited() { TieRule::Boldness } else { TieRule::Tactics };
        let cycles = limited.is_limited().then_some(false);
        let is_stalemate_drawn = decide.is_stalemate_drawn();
        let facts = DecisionFacts { tie_rule, ties: 0, cycles, is_stalemate_drawn };
        Self {
            legend: decide.legend(limited.variant()),
            ..Self::blank(position, heading, parameters, Some(facts))
        }
    }

    /// Creates odds without their values. `decided` has the facts about decisions, if the game has any.
    pub fn blank(
        position: ScoredBoard,
        heading: String,
        parameters: Value,
        decided: Option<DecisionFacts>,
    ) -> Self {
        Self {
            position,
            heading,
            parameters,
            expected: Vec::new(),
            outcomes: None,
            value: None,
            distribution: None,
            error: None,
            states: 0,
            transitions: 0,
            decided,
            legend: Vec::new(),
        }
    }

    /// Creates the odds of robots with perfect memory.
    pub fn of_robots(position: ScoredBoard, odds: evaluate::Odds) -> Self {
        let evaluate::Odds { outcomes, expected, states, transitions } = odds;
        let (heading, parameters) = (position.title(), position.parameters());
        let blank = Self::blank(position, heading, parameters, None);
        Self { outcomes: Some(outcomes), expected, states, transitions, ..blank }
    }

    /// Creates the odds of robots with perfect memory from the distribution of their scores.
    pub fn distributed(
        position: ScoredBoard,
        distribution: Distribution,
        states: u64,
        transitions: u64,
    ) -> Self {
        let (outcomes, expected) = (distribution.outcomes(), distribution.expected());
        let odds = evaluate::Odds { outcomes, expected, states, transitions };
        Self { distribution: Some(distribution), ..Self::of_robots(position, odds) }
    }

    /// Returns P(each seat wins). The slice is empty if outcomes were not computed.
    pub fn wins(&self) -> &[Rational] {
        self.outcomes.as_ref().and_then(|all| all.split_last()).map_or(&[], |(_, wins)| wins)
    }

    /// Sets the size of the game, and the number of ties.
    pub fn set_size(&mut self, states: u64, transitions: u64, ties: u64) {
        (self.states, self.transitions) = (states, transitions);
        if let Some(decided) = &mut self.decided {
            decided.ties = ties;
        }
    }

    /// Sets the size of a solved game.
    pub fn set_solved_size<G: Game>(&mut self, best: &OptimalPlay<G>) {
        let graph = best.graph();
        self.set_size(graph.node_count() as u64, graph.edge_count() as u64, best.ties);
        if let Some(cycles) = self.decided.as_mut().and_then(|decided| decided.cycles.as_mut()) {
            *cycles = !graph.is_acyclic();
        }
    }

    /// Sets the expected pairs of each seat from the expected gains after the start.
    pub fn set_expected(&mut self, gains: impl Iterator<Item = Rational>) {
        let whole = |(gain, &score): (Rational, &Points)| gain + exact::ratio(score, 1);
        self.expected = gains.zip(&self.position.scores).map(whole).collect();
    }

    /// Sets P(win) - P(loss) of the first player, if the players play to win, and P(each seat wins). The remaining
    /// probability is that of a draw.
    pub fn set_wins(&mut self, value: Rational, wins: Vec<Rational>) {
        (self.value, self.outcomes) = (Some(value), Some(with_draw(wins)));
    }

    /// Sets all values that follow from the solution of a game with perfect memory. `induced` is the game in which all
    /// players follow the solution; it is needed if outcomes are requested.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub fn set_solved(
        &mut self,
        solved: &Solved<Decisions>,
        induced: Option<&Graph<Decisions>>,
        job: &Job<'_>,
    ) -> Result<(), Error> {
        self.set_solved_size(solved);
        self.set_values(solved.payoffs(solved.graph().start()), induced, job)
    }

    /// Sets the values of [`set_solved`](Self::set_solved) except the size of the game, from the expected payoffs of the players.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub fn set_values(
        &mut self,
        worth: Vec<Rational>,
        induced: Option<&Graph<Decisions>>,
        job: &Job<'_>,
    ) -> Result<(), Error> {
        let gains = match induced {
            Some(induced) if induced.game().objective() == Objective::Win => {
                let value = |payoff: &dyn Payoff<Decisions>| {
                    Ok::<_, Error>(solve(induced, payoff, job)?.value(induced.start()))
                };
                self.set_wins(worth[0].clone(), value(&WinPayoff)?);
                value(&Objective::Pairs)?.iter().map(in_pairs).collect()
            }
            _ => worth,
        };
        self.set_expected(gains.into_iter());
        Ok(())
    }

    /// Returns a graph whose nodes contain the scores.
    fn scored<G: Game>(&self, graph: &Graph<G>, job: &Job<'_>) -> Result<Graph<G>, Error> {
        match graph.has_scores() {
            true => Ok(graph.clone()),
            false => graph.with_scores(&self.position.scores, None, &job.unsaved()),
        }
    }

    /// Sets the outcomes of players who forget. `induced` is the game in which all players follow the solution.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub fn set_outcomes<G: Game>(
        &mut self,
        induced: &Graph<G>,
        objective: Objective,
        distribution: bool,
        job: &Job<'_>,
    ) -> Result<(), Error> {
        let scored = self.scored(induced, job)?;
        let ends = absorption_probabilities(&scored, job)?.into_iter();
        let ends = ends.map(|(node, share)| (scored.scores(node), share));
        let found = Distribution::of(ends);
        // Players who play to win have no expected pairs in the solution; they follow from the scores.
        if objective == Objective::Win {
            self.expected = found.expected();
        }
        self.outcomes = Some(found.outcomes());
        self.distribution = distribution.then_some(found);
        Ok(())
    }

    /// Returns the report on the odds. It contains the distribution of the scores if `distribution` is set.
    pub fn report(&self, distribution: bool) -> Report {
        let mut report = Report::new(self.heading.clone());
        if self.error.is_some() {
            add_method(&mut report);
        }
        let (wins, bounded) =
            (self.wins(), |numbers: &[Rational]| ReportValue::seats_within(numbers, self.error));
        if let Some(draw) = self.outcomes.as_ref().and_then(|all| all.last()) {
            let words = wins_words(&self.position, wins.len());
            report.put("win", words, bounded(wins), FormatScope::All).probability();
            let error = self.error.map(|error| sum_of_errors(error, wins.len()));
            report.show("draw", "P(draw)", ReportValue::within(draw, error)).probability();
        }
        if let Some(value) = &self.value {
            let first = self.position.names.of(0);
            let words = vec![format!("P({first} wins) - P({first} loses)")];
            report
                .put("value", words, ReportValue::within(value, self.error), FormatScope::Json)
                .probability();
        }
        let alone = if self.decided.is_none() || !wins.is_empty() {
            TextVisibility::Alone
        } else {
            TextVisibility::Always
        };
        let words = pairs_words(&self.position, self.expected.len());
        report.put("expected_pairs", words, bounded(&self.expected), FormatScope::All).only(alone);
        match &self.decided {
            None => self.favoured(&mut report),
            Some(decided) => {
                if self.error.is_none() {
                    report.add("ties", decided.ties);
                    report.add_json("tie_rule", decided.tie_rule.order());
                }
                if let Some(cycles) = decided.cycles {
                    report.add_json("cycles", cycles);
                }
            }
        }
        report.add("states", self.states);
        report.add("transitions", self.transitions);
        report.note = self.note();
        if !self.legend.is_empty() {
            report.remarks.extend(self.legend.iter().map(|line| vec![line.as_str().into()]));
        }
        if wins.is_empty() && self.error.is_none() {
            report.note.push_str("\nAdd --distribution for the probabilities of winning.");
        }
        if let Some(found) = self.distribution.as_ref().filter(|_| distribution) {
            report.tables.push(scores(found));
            let pairs = i64::from(self.position.pairs);
            let is_short =
                |points: &[Points]| points.iter().map(|&points| i64::from(points)).sum::<i64>() < pairs;
            if found.iter().any(|(points, _)| is_short(points)) {
                let winner = match self.decided.as_ref().is_some_and(|facts| facts.is_stalemate_drawn) {
                    true => "The game is a draw",
                    false => "The leading player wins",
                };
                report.note.push_str(&format!(
                    "\nScores with fewer pairs than the board: both players passed. {winner}, and the players share \
                     the remaining pairs."
                ));
            }
        }
        report
    }

    /// Adds the favoured robot and the lead to a report.
    fn favoured(&self, report: &mut Report) {
        let wins = self.wins();
        report.add_json("favoured", favourite(wins));
        if wins.len() == 1 {
            report.remarks.push(vec!["A player alone always wins.".into()]);
            return;
        }
        let names = &self.position.names;
        let name = |seat: usize| names.of(seat);
        report.add_text("favoured", favoured(wins, name)).probability().only(TextVisibility::Listed);
        let Some(seat) = most(wins) else {
            let who = favourites(wins, &|seat| names.of(seat));
            let what = match who.as_str() {
                "no one" => "No player is favoured.".to_owned(),
                who => format!("Equally favoured: {who}."),
            };
            report.remarks.push(vec![what.into()]);
            return;
        };
        let begins = if seat == 0 && self.position.is_fresh() { ", who begins," } else { "" };
        let who = format!("{}{begins} is favoured, by ", names.first(seat));
        report.remarks.push(vec![who.into(), TextSpan::Number(lead(wins)), ".".into()]);
    }

    /// Returns the size of the game in words.
    fn note(&self) -> String {
        let sizes = format!("{}, {}", counted(self.states, "state"), counted(self.transitions, "transition"));
        let Some(DecisionFacts { tie_rule, ties, cycles, .. }) = &self.decided else {
            return format!("{sizes}.");
        };
        let comes_back = if *cycles == Some(true) { ", play can return to earlier states" } else { "" };
        if self.error.is_some() {
            return format!("{sizes}{comes_back}.");
        }
        if *ties == 0 {
            return format!("{sizes}{comes_back}.");
        }
        let where_explained = match tie_rule {
            TieRule::Tactics => " (--help explains them)",
            // The names of the ways to play explain them.
            TieRule::Boldness => "",
        };
        let first = format!("the first of {} is played{where_explained}", tie_rule.order());
        let equal = format!("in {}, several ways to play are equally good", counted(ties, "state"));
        format!("{sizes}{comes_back}; {equal}, and {first}.")
    }
}

/// Adds the probability of a draw to the probabilities that each seat wins.
fn with_draw(mut wins: Vec<Rational>) -> Vec<Rational> {
    wins.push(no_winner(&wins));
    wins
}

/// Returns the labels of the probability that each seat wins.
fn wins_words(position: &ScoredBoard, seats: usize) -> Vec<String> {
    (0..seats).map(|seat| format!("P({} wins)", position.names.of(seat))).collect()
}

/// Returns the labels of the expected pairs of each seat.
fn pairs_words(position: &ScoredBoard, seats: usize) -> Vec<String> {
    (0..seats).map(|seat| format!("E(pairs of {})", position.names.of(seat))).collect()
}

/// Returns the table of the joint distribution of the final scores.
fn scores(distribution: &Distribution) -> Table {
    let row = |(scores, probability): (&Vec<Points>, Rational)| {
        vec![
            ReportValue::Scores(scores.iter().map(|points| u64::from(points.unsigned_abs())).collect()),
            ReportValue::Exact(probability),
        ]
    };
    Table::new(
        "distribution",
        [("scores", Some("final scores")), ("probability", Some("probability"))],
        distribution.iter().map(row),
    )
    .probabilities(&["probability"])
    .main()
}
