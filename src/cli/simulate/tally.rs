//! Tells what a number of games says of the ways they were played.

use super::counts::{MEAN, mean_of};
use crate::family::{ColumnOf, Table};
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

    /// The words of a way that was played.
    pub(super) const WORDS: usize = 1 + 2 * MEAN;

    /// What was counted, as words.
    pub(super) fn words(&self) -> Vec<u64> {
        [&[self.won][..], &self.left.words(), &self.guesses.words()].concat()
    }

    /// Takes what was counted in so many games from its words; `None` if it cannot be that.
    pub(super) fn resume(&mut self, games: u64, words: &[u64]) -> Option<()> {
        let ([won], means) = words.split_first_chunk()?;
        let lost = games.checked_sub(*won)?;
        let (left, guesses) = (mean_of(lost, &means[..MEAN])?, mean_of(games, &means[MEAN..])?);
        *self = Self { won: *won, games, left, guesses, ..*self };
        Some(())
    }

    /// All ways to play.
    pub(super) fn table(all: &[Self]) -> Table {
        let share = |tally: &&Self| Share { hits: tally.won, tries: tally.games };
        let fields: [ColumnOf<'_, &Self>; 12] = [
            ("play", Some("play"), &|tally| tally.way.to_string().into()),
            ("won", Some("won"), &|tally| tally.won.into()),
            ("games", None, &|tally| tally.games.into()),
            ("share", Some("share"), &|tally| share(tally).value().into()),
            ("error", Some("error"), &|tally| share(tally).error().into()),
            ("wilson_low", Some("95 % (Wilson)"), &|tally| share(tally).wilson().0.into()),
            ("wilson_high", Some("to"), &|tally| share(tally).wilson().1.into()),
            ("normal_low", Some("95 % (normal)"), &|tally| share(tally).normal().0.into()),
            ("normal_high", Some("to"), &|tally| share(tally).normal().1.into()),
            ("mean_left_if_lost", Some("mines left if lost"), &|tally| tally.left.value().into()),
            ("mean_left_if_lost_error", None, &|tally| tally.left.error().into()),
            ("mean_guesses", None, &|tally| tally.guesses.value().into()),
        ];
        Table::of("ways", all, &fields).main()
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

    /// The words of a pair that was compared.
    pub(super) const WORDS: usize = 2;

    /// What was counted, as words.
    pub(super) fn words(&self) -> [u64; Self::WORDS] {
        [self.paired.first_only, self.paired.second_only]
    }

    /// Takes what was counted in so many games from its words; `None` if it cannot be that.
    pub(super) fn resume(&mut self, games: u64, words: &[u64]) -> Option<()> {
        let &[first_only, second_only] = words else { return None };
        first_only.checked_add(second_only).filter(|&unlike| unlike <= games)?;
        self.paired = Paired { first_only, second_only, tries: games };
        Some(())
    }

    pub(super) fn add(&mut self, ended: &[Ended]) {
        let (first, second) = (ended[self.first].won, ended[self.second].won);
        self.paired.tries += 1;
        self.paired.first_only += u64::from(first && !second);
        self.paired.second_only += u64::from(second && !first);
    }

    /// All pairs of ways.
    pub(super) fn table(all: &[Self], tallies: &[Tally]) -> Table {
        let way = |place: usize| tallies[place].way.to_string();
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
        Table::of("pairs", all, &fields)
    }
}
