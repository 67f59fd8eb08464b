//! Tells what a number of games says of the ways they were played.

use crate::family::{Datum, Table};
use crate::games::mines::simulate::{Ended, Policy};
use crate::statistics::{Mean, Paired, Share, two_sided};

/// The games of one way to play.
pub(super) struct Tally {
    way: Policy,
    won: u64,
    games: u64,
    left: Mean,
    guesses: Mean,
}

impl Tally {
    pub(super) fn new(way: Policy) -> Self {
        Self { way, won: 0, games: 0, left: Mean::default(), guesses: Mean::default() }
    }

    pub(super) fn add(&mut self, ended: Ended) {
        self.games += 1;
        self.won += u64::from(ended.won);
        self.guesses.add(ended.guesses as u64);
        if !ended.won {
            self.left.add(ended.left as u64);
        }
    }

    fn row(&self) -> Vec<Datum> {
        let share = Share { hits: self.won, tries: self.games };
        let (wilson, normal) = (share.wilson(), share.normal());
        let mut row = vec![self.way.to_string().into(), Datum::Whole(self.won), Datum::Whole(self.games)];
        row.extend([share.value(), share.error(), wilson.0, wilson.1, normal.0, normal.1].map(Datum::Double));
        row.extend([self.left.value(), self.left.error(), self.guesses.value()].map(Datum::from));
        row
    }

    /// All ways to play.
    pub(super) fn table(all: &[Self]) -> Table {
        Table::new(
            "ways",
            [
                ("play", Some("play")),
                ("won", Some("won")),
                ("games", None),
                ("share", Some("share")),
                ("error", Some("error")),
                ("wilson_low", Some("95 % (Wilson)")),
                ("wilson_high", Some("to")),
                ("normal_low", Some("95 % (normal)")),
                ("normal_high", Some("to")),
                ("mean_left_if_lost", Some("mines left if lost")),
                ("mean_left_if_lost_error", None),
                ("mean_guesses", None),
            ],
            all.iter().map(Self::row),
        )
        .main()
    }
}

/// Two ways on the same boards.
pub(super) struct Versus {
    first: usize,
    second: usize,
    paired: Paired,
}

impl Versus {
    pub(super) fn new(first: usize, second: usize) -> Self {
        Self { first, second, paired: Paired::default() }
    }

    pub(super) fn places(&self) -> (usize, usize) {
        (self.first, self.second)
    }

    pub(super) fn add(&mut self, ended: &[Ended]) {
        let (first, second) = (ended[self.first].won, ended[self.second].won);
        self.paired.tries += 1;
        self.paired.first_only += u64::from(first && !second);
        self.paired.second_only += u64::from(second && !first);
    }

    fn row(&self, tallies: &[Tally]) -> Vec<Datum> {
        let paired = self.paired;
        let (u, p) = (paired.statistic(), two_sided(paired.statistic()));
        let names = [self.first, self.second].map(|place| tallies[place].way.to_string());
        let both = names.each_ref().map(|name| name.replace("lowest risk, ties ", "")).join(" - ");
        names
            .into_iter()
            .chain([both])
            .map(Datum::Words)
            .chain([paired.difference(), paired.error()].map(Datum::Double))
            .chain([paired.first_only, paired.second_only].map(Datum::Whole))
            .chain([Datum::Words(format!("{u:.2} ({p:.1e})")), Datum::Double(u), Datum::Double(p)])
            .collect()
    }

    /// All pairs of ways.
    pub(super) fn table(all: &[Self], tallies: &[Tally]) -> Table {
        Table::new(
            "pairs",
            [
                ("first", None),
                ("second", None),
                ("", Some("on the same boards")),
                ("difference", Some("difference")),
                ("error", Some("error")),
                ("first_only", Some("only the first won")),
                ("second_only", Some("only the second")),
                ("", Some("McNemar u (p)")),
                ("mcnemar", None),
                ("p", None),
            ],
            all.iter().map(|versus| versus.row(tallies)),
        )
    }
}
