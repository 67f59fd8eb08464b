//! Random games of Memory, and what they come to.

use super::decisions::{Decisions, Objective};
use super::family::Position;
use super::odds::Odds;
use crate::evaluate::sample::Played;
use crate::family::sampled::{Ended, Sample};
use crate::model::{Graph, Model};

/// Returns the pairs that each seat has in the end.
fn scores(position: &Position, played: &Played) -> Vec<u64> {
    played.points.iter().zip(&position.scores).map(|(points, &start)| points + u64::from(start)).collect()
}

impl Odds {
    /// Returns the sample of games of which these are the odds, and in which whoever has most pairs wins; only chance is left
    /// in `model`.
    ///
    /// # Panics
    /// If it is not known who wins.
    #[must_use]
    pub fn sampled(self, model: &Model) -> Sample<'_> {
        let position = self.position.clone();
        self.sampled_to(model, move |played| Ended::by_score(&scores(&position, played)))
    }

    /// Returns the same of players who decide, and all play by the policy that is `induced`: cards that nobody wants to turn
    /// are shared, and where players want to win the game knows who does.
    ///
    /// # Panics
    /// If it is not known who wins.
    #[must_use]
    pub fn sampled_decided<'a>(self, game: &'a Decisions, induced: &'a Graph<Decisions>) -> Sample<'a> {
        let position = self.position.clone();
        self.sampled_to(induced, move |played| {
            let place = induced.state(played.end);
            let mut ended = Ended::by_score(&scores(&position, played));
            ended.halves.iter_mut().flatten().for_each(|cards| *cards += i64::from(place.table.pairs()));
            if game.wanted() == Objective::Win {
                ended.winner = game.winner(place).map(|seat| (played.mover + seat) % induced.seats());
            }
            ended
        })
    }

    fn sampled_to<'a>(self, model: &'a Model, end: impl Fn(&Played) -> Ended + Sync + 'a) -> Sample<'a> {
        Sample {
            heading: self.heading,
            parameters: self.parameters,
            model,
            end: Box::new(end),
            outcomes: self.outcomes.expect("it was asked for"),
            nobody: "P(draw)".to_owned(),
            expected: vec![("pairs", self.expected)],
            worths: Vec::new(),
        }
    }
}
