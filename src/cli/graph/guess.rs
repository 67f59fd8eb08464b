//! The graph of guesses at a number, or the tree of them.

use super::super::fail::Fail;
use super::super::guess::{Asked, Secret, Solved};
use super::super::print;
use super::super::watch::Watch;
use super::show::Showing;
use super::{How, MOST_COUNTED};
use crate::exact;
use crate::export::decided::{About, Decision, Shown};
use crate::game::Game as _;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct GuessGraph {
    #[command(flatten)]
    secret: Secret,
    #[command(flatten)]
    show: Showing,
    #[command(flatten)]
    pub(super) how: How,
}

impl GuessGraph {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let asked = self.secret.only()?;
        let how = &self.how;
        let shown = self.show.of(asked.game.seats())?;
        let targets = how.targets(&format!("{}-{}", asked.file_stem(), self.show.stem()))?;
        let mut run = watch.run();
        run.most_states = run.most_states.min(watch.max_states().unwrap_or(MOST_COUNTED));
        let solved = Solved::explored(asked.game.clone(), |game| how.explore(game, None, &run), watch)?;
        let decision = |node| Decision::of(&solved.solution, &solved.graph, node);
        let about = self.about(&solved, &asked, shown);
        how.write_decided(&solved.game, &solved.graph, decision, about, targets, watch)
    }

    fn about(&self, solved: &Solved, asked: &Asked, shown: Shown) -> About {
        let chance = solved.worth(solved.graph.start());
        let value = exact::fraction(&chance);
        let mut facts = vec![("family".to_owned(), "guess".to_owned())];
        if let serde_json::Value::Object(parameters) = asked.parameters() {
            let given = parameters.into_iter().filter(|(_, value)| !value.is_null());
            facts.extend(given.map(|(name, value)| (name, value.to_string())));
        }
        facts.push(("value".to_owned(), value));
        facts.push(("ties".to_owned(), solved.solution.ties.to_string()));
        About {
            worth: "the probability that whoever moves wins".to_owned(),
            title: format!("{}: P(player 1 wins) {}", asked.title(), print::short(&chance)),
            facts,
            board: self.how.draws_boards(),
            exact: self.how.is_exact(solved.graph.node_count()),
            shown,
            counts: true,
            depth: self.how.depth,
        }
    }
}
