//! A board whose distributions several processes work out together.

use super::Odds;
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use crate::games::solitaire::Solitaire;
use crate::games::solitaire::distributions::of_quantities;
use crate::games::solitaire::quantities::Quantities;
use crate::games::solitaire::summary::Summary;
use serde_json::json;

impl Odds {
    /// Refuses what cannot be shared out.
    pub(super) fn check_machines(&self) -> Result<(), Fail> {
        let is_means = self.own.is_given("means");
        let is_perfect = !self.own.is_given("symbolic") && self.player.recall.is_none();
        let why_not = if !is_perfect {
            Some(
                "a player who forgets may turn the same cards again and again: what is shared out has no cycles",
            )
        } else if is_means {
            Some("shared out are the distributions of a board; --means are sums, and need none")
        } else if self.is_range {
            Some("shared out are the distributions of one board, not of a range")
        } else {
            None
        };
        self.machines.check(why_not)
    }

    /// The distributions of a board that several processes work out together; `None` where another process has them.
    pub(super) fn shared(&self, asked: Solitaire, watch: &Watch) -> Result<Option<Summary>, Fail> {
        let (pairs, rewards) = (asked.pairs(), self.rule.rewards());
        let game = Quantities::new(pairs, rewards).map_err(|error| {
            Fail::usage(error.to_string()).help("leave out --score, or --processes and --hosts")
        })?;
        let work = json!({ "odds": "solitaire", "board": { "pairs": pairs }, "score": self.rewarded() });
        let found = self.machines.follow(&game, &[], &work, &self.checkpoints, watch)?;
        Ok(found.map(|found| {
            let [turns, lucky, remembered, score] = of_quantities(&game, &found.distribution);
            Summary::of(asked, self.rule, ([turns, lucky, remembered], rewards.map(|_| score)))
        }))
    }
}
