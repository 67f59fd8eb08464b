//! A board whose distributions several processes work out together.

use super::{Answer, SolitaireOdds};
use crate::cli::fail::Fail;
use crate::cli::solitaire::Asked;
use crate::cli::watch::Watch;

impl SolitaireOdds {
    /// Refuses what cannot be shared out, and checkpoints of what is not.
    pub(super) fn check_machines(&self) -> Result<(), Fail> {
        let why_not = if self.distribution.symbolic || self.player.recall.is_some() {
            Some(
                "a player who forgets may turn the same cards again and again: what is shared out has no cycles",
            )
        } else if self.means {
            Some("shared out are the distributions of a board; --means are sums, and need none")
        } else if self.solitaire.is_range() {
            Some("shared out are the distributions of one board, not of a range")
        } else {
            None
        };
        self.machines.check(why_not)?;
        if self.checkpoints.is_given() && !self.machines.is_given() {
            let what = "a checkpoint of solitaire Memory is of several processes";
            return Err(Fail::usage(what).help("leave out --checkpoint"));
        }
        Ok(())
    }

    /// The distributions that several processes work out together; none where another process has them.
    #[cfg(feature = "distributed")]
    pub(super) fn shared(&self, games: Vec<Asked>, watch: &Watch) -> Result<Vec<Answer>, Fail> {
        use super::Distributions;
        use crate::games::solitaire::quantities::Quantities;
        use serde_json::json;

        let one = |asked: Asked| {
            let rewards = self.rewards();
            let game = Quantities::new(asked.pairs(), rewards).map_err(|error| {
                Fail::usage(error.to_string()).help("leave out --score, or --processes and --hosts")
            })?;
            let work = json!({
                "odds": "solitaire",
                "board": crate::cli::solitaire::parameters(asked),
                "score": rewards.map(|rewards| [rewards.pair, rewards.lucky, rewards.miss]),
            });
            let found = self.machines.follow(&game, &[], &work, &self.checkpoints, watch)?;
            Ok(found.map(|found| {
                let [turns, lucky, remembered, score] = game.distributions(found.distribution.numbers());
                let score = rewards.map(|_| score);
                self.answer(asked, Distributions { turns, lucky, remembered, score })
            }))
        };
        games.into_iter().filter_map(|asked| one(asked).transpose()).collect()
    }

    /// Refused: this program works alone.
    #[cfg(not(feature = "distributed"))]
    pub(super) fn shared(&self, _: Vec<Asked>, _: &Watch) -> Result<Vec<Answer>, Fail> {
        self.machines.check(None).map(|()| Vec::new())
    }
}
