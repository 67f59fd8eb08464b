//! The graph of solitaire Memory, or the tree of its games.

use super::super::fail::Fail;
use super::super::print;
use super::super::recall::{self, Recalling};
use super::super::solitaire::Solitaire;
use super::super::watch::Watch;
use super::{How, LabelStyle};
use crate::depict::Depict;
use crate::evaluate::solve::solve;
use crate::exact;
use crate::export::decided::{About, Decision, Shown};
use crate::games::solitaire::Counted;
use crate::games::solitaire::imperfect::NAMES;
use crate::payoff::Gain;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct SolitaireGraph {
    #[command(flatten)]
    solitaire: Solitaire,
    #[command(flatten)]
    recalling: Recalling,
    #[command(flatten)]
    pub(super) how: How,
}

/// The words about a graph: its title, the stem of its file's name, and facts.
struct Drawn {
    title: String,
    stem: String,
    facts: Vec<(String, String)>,
}

impl SolitaireGraph {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let asked = self.solitaire.only("a graph")?;
        if self.how.label == LabelStyle::Odds {
            let what = "odds are of players against each other; here nodes have their expected turns";
            return Err(Fail::usage(what).help("--label counts"));
        }
        let fact = |name: &str, value: String| (name.to_owned(), value);
        let mut facts = vec![fact("family", "solitaire".to_owned()), fact("pairs", asked.pairs.to_string())];
        let Some(recall) = &self.recalling.recall else {
            self.recalling.perfect()?;
            let game = asked.game.counting(Counted::Turns);
            let asked = Drawn { title: asked.title(), stem: asked.file_stem(), facts };
            return self.write(&game, asked, watch);
        };
        let game = recall::game(asked.pairs, self.recalling.opening, recall)?;
        facts.push(fact("model", game.model().to_string()));
        facts.extend(
            NAMES.iter().zip(recall.values()).map(|(name, value)| fact(name, exact::fraction(value))),
        );
        let values = recall.values().iter().map(|value| value.to_string().replace('/', "_"));
        let stem = format!(
            "{}-recall{}-{}",
            asked.file_stem(),
            values.collect::<Vec<_>>().join("-"),
            game.model().to_string().to_lowercase()
        );
        self.write(&game, Drawn { title: recall::title(&game), stem, facts }, watch)
    }

    fn write<G: Depict>(&self, game: &G, drawn: Drawn, watch: &Watch) -> Result<(), Fail> {
        let how = &self.how;
        let targets = how.targets(&drawn.stem)?;
        let explain = |error| watch.explain(error);
        let run = how.limits(watch);
        let graph = watch.phase("discover", || how.explore(game, None, &run)).map_err(explain)?;
        let solution = watch.phase("solve", || solve(game, &graph, &Gain, &run)).map_err(explain)?;
        let turns = solution.value(graph.start())[0].clone();
        let value = exact::fraction(&turns);
        let about = About {
            worth: "the turns that may be expected from here".to_owned(),
            title: format!("{}: {} turns", drawn.title, print::short(&turns)),
            facts: drawn.facts.into_iter().chain([("value".to_owned(), value)]).collect(),
            board: how.draws_boards(),
            exact: how.is_exact(graph.node_count()),
            shown: Shown::All,
            counts: true,
            depth: how.depth,
            payoff: None,
        };
        let decision =
            |node: usize| Decision { values: solution.value(node), actions: Vec::new(), taken: None };
        how.write_decided(game, &graph, decision, about, targets, watch)
    }
}
