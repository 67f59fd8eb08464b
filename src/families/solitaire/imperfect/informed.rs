//! How much a game tells about a player, board by board, so that one can be chosen.

use super::fit::{Information, information};
use super::visits::Expected;
use super::{Imperfect, Model, NAMES, Recall};
use crate::exact::{self, Rational};
use crate::family::{Datum, Report, Table};
use crate::model::{Error, Run};

/// What a game on a board tells about a player.
pub struct Informed {
    pairs: u16,
    expected: Expected<Rational>,
    information: Information,
}

/// The columns that people are shown of a board.
const SHOWN: [&str; 9] = ["pairs", "turns", "remembered", "F", "R", "S", "error p", "error p'", "error p''"];

/// The keys that programs are given.
const KEYS: [&str; 12] = [
    "pairs",
    "turns",
    "remembered",
    "F",
    "R",
    "S",
    "variance_p_a_game",
    "variance_p_other_a_game",
    "variance_p_fresh_a_game",
    "variance_p_a_turn",
    "variance_p_other_a_turn",
    "variance_p_fresh_a_turn",
];

/// The turns after which errors are told.
const TURNS: f64 = 1000.0;

impl Informed {
    /// Finds what a game tells.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn of(game: &Imperfect, run: &Run<'_>) -> Result<Self, Error> {
        let expected = super::Tables::of(game, run)?.expected(run)?;
        Ok(Self { pairs: game.pairs(), information: information(game.recall(), &expected), expected })
    }

    /// Returns what is told of several boards, the smallest first.
    pub fn report(rows: &[Self], model: Model, recall: &Recall) -> Report {
        let mut report = Report::new(format!(
            "Solitaire Memory, model {model}, {recall}\nF, R, S: expected answers a game about p and p', p, p''\n\
                 error: standard error after {TURNS} turns (float)",
        ));
        // For each of p, p', p'' the board whose turns tell most; the smallest of equals.
        let best = [0, 1, 2].map(|at| {
            let told = rows.iter().filter_map(|row| Some((row.information.a_turn[at].as_ref()?, row.pairs)));
            told.min().map(|(_, pairs)| pairs)
        });
        let number = |pairs: Option<u16>| pairs.map_or(Datum::Nothing, |pairs| Datum::Whole(pairs.into()));
        let boards = ["p", "p_other", "p_fresh"].into_iter().zip(best.map(number)).collect();
        report.add_json("most_a_turn", Datum::Parts(boards));
        let chosen =
            NAMES.iter().zip(best).filter_map(|(name, pairs)| Some(format!("{name}: {} pairs", pairs?)));
        let chosen = chosen.collect::<Vec<_>>().join(", ");
        let chosen = if chosen.is_empty() { "none" } else { &chosen };
        report.note = format!("A turn tells most about {chosen}.");
        report.tables.push(
            Table::new(
                "boards",
                SHOWN.map(|head| ("", Some(head))).into_iter().chain(KEYS.map(|key| (key, None))),
                rows.iter().map(Self::data),
            )
            .main(),
        );
        report
    }

    /// Returns what people are shown, and what programs are given.
    fn data(&self) -> Vec<Datum> {
        let Information { trials: [both, one, search], a_game, a_turn } = &self.information;
        let pairs = Datum::Whole(self.pairs.into());
        let means = [&self.expected.turns, &self.expected.remembered, both, one, search];
        let means = means.map(|mean| Datum::Exact(mean.clone()));
        let brief = means.clone().map(|mean| Datum::Parts(vec![("", mean)]));
        let error = |variance: &Rational| (exact::double(variance) / TURNS).sqrt();
        let error = |variance| Datum::Words(format!("{:.4}", error(variance)));
        let errors = a_turn.iter().map(|variance| variance.as_ref().map_or(Datum::Nothing, error));
        let known = |variance: &Option<Rational>| variance.clone().map_or(Datum::Nothing, Datum::Exact);
        let variances = a_game.iter().chain(a_turn).map(known);
        let shown = [pairs.clone()].into_iter().chain(brief).chain(errors);
        shown.chain([pairs]).chain(means).chain(variances).collect()
    }
}
