//! Counts of simulated games, and comparisons of the ways in which they were played.

use super::family::MinesArgs;
use super::simulate::{self, Approach, GameResult};
use crate::exact::Rational;
use crate::family::sampled::{Ledger, simulated};
use crate::family::{ColumnOf, Report, ReportValue, Table, counted};
use crate::statistics::{Mean, PairedResults, Share, two_sided};
use serde::{Deserialize, Serialize};

/// The results of simulated games. Each game is played in all ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tallies {
    ways: Vec<Tally>,
    /// The pairs of ways.
    pairs: Vec<PairedComparison>,
    games: u64,
}

impl Tallies {
    /// Creates empty tallies of games that are played in these ways.
    pub fn new(ways: &[Approach]) -> Self {
        let versus = |first, second| PairedComparison { first, second, paired: PairedResults::default() };
        let after = |first: usize| (first + 1..ways.len()).map(move |second| versus(first, second));
        Self {
            ways: ways.iter().map(|&way| Tally::new(way)).collect(),
            pairs: (0..ways.len()).flat_map(after).collect(),
            games: 0,
        }
    }

    /// Sets the exact probability of winning of each way, if it is known.
    pub fn set_exact(&mut self, exact: impl IntoIterator<Item = Option<Rational>>) {
        self.ways.iter_mut().zip(exact).for_each(|(tally, exact)| tally.exact = exact);
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the report on the games. `begin` is the board at their start, and `seed` determines all games.
    pub fn report(&self, args: &MinesArgs, begin: &simulate::StartingBoard, seed: u64) -> Report {
        let board = begin.board();
        let mines = counted(board.mines(), "mine");
        let begins = args.begins(begin.position());
        let heading = format!("Minesweeper, {} x {} cells, {mines}, {begins}", board.rows(), board.columns());
        let mut report = simulated(&heading, self.games, seed);
        report.tables.push(Tally::table(&self.ways, self.games));
        if !self.pairs.is_empty() {
            report.add_json("same_boards", true);
            report.tables.push(PairedComparison::table(&self.pairs, &self.ways));
        }
        report
    }
}

/// A game is recorded as its result in each way.
impl Ledger<Vec<GameResult>> for Tallies {
    type Counts = Self;

    fn add(&mut self, ended: &Vec<GameResult>) {
        self.games += 1;
        self.ways.iter_mut().zip(ended).for_each(|(tally, ended)| tally.add(*ended));
        self.pairs.iter_mut().for_each(|versus| versus.add(ended));
    }

    fn counts(&self) -> &Self {
        self
    }

    fn resume(&mut self, counts: Self) {
        *self = counts;
    }
}

/// The games of one way to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Tally {
    /// The name of the way.
    way: String,
    /// The exact probability of winning, if it is known.
    exact: Option<Rational>,
    won: u64,
    left: Mean,
    guesses: Mean,
}

impl Tally {
    fn new(way: Approach) -> Self {
        Self { way: way.to_string(), exact: None, won: 0, left: Mean::default(), guesses: Mean::default() }
    }

    fn add(&mut self, ended: GameResult) {
        self.won += u64::from(ended.won);
        self.guesses.add(ended.guesses as u64);
        if !ended.won {
            self.left.add(ended.left as u64);
        }
    }

    /// Returns the table of all ways.
    fn table(all: &[Self], games: u64) -> Table {
        let share = |tally: &&Self| Share { hits: tally.won, tries: games };
        // No exact value is known on large boards.
        let exact = all.iter().any(|tally| tally.exact.is_some()).then_some("exact");
        let fields: [ColumnOf<'_, &Self>; 14] = [
            ("way", Some("play"), &|tally| tally.way.as_str().into()),
            ("played", None, &|_| games.into()),
            ("quantity", None, &|_| "win_1".into()),
            ("won", Some("won"), &|tally| tally.won.into()),
            ("value", Some("share"), &|tally| share(tally).value().into()),
            ("error", Some("error"), &|tally| share(tally).error().into()),
            ("low", Some("95 % (Wilson)"), &|tally| share(tally).wilson().0.into()),
            ("high", Some("to"), &|tally| share(tally).wilson().1.into()),
            ("normal_low", Some("95 % (normal)"), &|tally| share(tally).normal().0.into()),
            ("normal_high", Some("to"), &|tally| share(tally).normal().1.into()),
            ("exact", exact, &|tally| {
                tally.exact.clone().map_or(ReportValue::NoFraction, ReportValue::Exact)
            }),
            ("mean_left_if_lost", Some("mines left if lost"), &|tally| tally.left.value().into()),
            ("mean_left_if_lost_error", None, &|tally| tally.left.error().into()),
            ("mean_guesses", None, &|tally| tally.guesses.value().into()),
        ];
        let shares = ["share", "error", "95 % (Wilson)", "95 % (normal)", "to", "exact"];
        Table::of("estimates", all, &fields).probabilities(&shares).main()
    }
}

/// A comparison of two ways on the same boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PairedComparison {
    first: usize,
    second: usize,
    paired: PairedResults,
}

impl PairedComparison {
    fn add(&mut self, ended: &[GameResult]) {
        let (first, second) = (ended[self.first].won, ended[self.second].won);
        self.paired.tries += 1;
        self.paired.first_only += u64::from(first && !second);
        self.paired.second_only += u64::from(second && !first);
    }

    /// Returns the table of all pairs.
    fn table(all: &[Self], tallies: &[Tally]) -> Table {
        let way = |place: usize| tallies[place].way.as_str();
        let both = |versus: &&Self| {
            [versus.first, versus.second]
                .map(|place| way(place).replace("lowest risk, ties ", ""))
                .join(" - ")
        };
        let statistic = |versus: &&Self| versus.paired.statistic();
        let words = |u: f64| format!("{u:.2} ({:.1e})", two_sided(u));
        let fields: [ColumnOf<'_, &Self>; 10] = [
            ("first", None, &|versus| way(versus.first).into()),
            ("second", None, &|versus| way(versus.second).into()),
            ("", Some("on the same boards"), &|versus| both(versus).into()),
            ("difference", Some("difference"), &|versus| versus.paired.difference().into()),
            ("error", Some("error"), &|versus| versus.paired.error().into()),
            ("first_only", Some("only the first won"), &|versus| versus.paired.first_only.into()),
            ("second_only", Some("only the second"), &|versus| versus.paired.second_only.into()),
            ("", Some("McNemar u (p)"), &|versus| words(statistic(versus)).into()),
            ("mcnemar", None, &|versus| statistic(versus).into()),
            ("p", None, &|versus| two_sided(statistic(versus)).into()),
        ];
        Table::of("pairs", all, &fields).probabilities(&["difference", "error"])
    }
}
