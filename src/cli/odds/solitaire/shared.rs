//! A board whose distributions several processes work out together.

use super::Odds;
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use crate::evaluate::distribution::Distribution;
use crate::games::solitaire::Solitaire;
use crate::games::solitaire::distributions::of_quantities;
use crate::games::solitaire::quantities::Quantities;
use crate::games::solitaire::summary::Summary;
use serde_json::{Value, json};

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

    /// The game of all quantities that are asked for.
    fn game(&self, asked: Solitaire) -> Result<Quantities, Fail> {
        Quantities::new(asked.pairs(), self.rule.rewards()).map_err(|error| {
            Fail::usage(error.to_string()).help("leave out --score, or --processes and --hosts")
        })
    }

    /// The name of the work on it.
    fn work(&self, asked: Solitaire) -> Value {
        json!({ "odds": "solitaire", "board": { "pairs": asked.pairs() }, "score": self.rewarded() })
    }

    /// The answer from the distribution of all quantities.
    fn answer_of(&self, asked: Solitaire, game: &Quantities, found: &Distribution) -> Summary {
        let [turns, lucky, remembered, score] = of_quantities(game, found);
        let score = self.rule.rewards().map(|_| score);
        Summary::of(asked, self.rule, ([turns, lucky, remembered], score))
    }

    /// The distributions that several processes work out together; none where another process has them.
    pub(super) fn shared(&self, games: Vec<Solitaire>, watch: &Watch) -> Result<Vec<Summary>, Fail> {
        let one = |asked: Solitaire| {
            let game = self.game(asked)?;
            let found = self.machines.follow(&game, &[], &self.work(asked), &self.checkpoints, watch)?;
            Ok(found.map(|found| self.answer_of(asked, &game, &found.distribution)))
        };
        games.into_iter().filter_map(|asked| one(asked).transpose()).collect()
    }
}
