//! The graph of solitaire Memory, or the tree of its games.

use super::super::fail::Fail;
use super::super::solitaire::{Asked, Solitaire};
use super::super::watch::Watch;
use super::{How, LabelStyle, MOST_COUNTED, MOST_EXACT, Numbers, Shape};
use chancetree::depict::Depict;
use chancetree::engine::backward::solve;
use chancetree::engine::discovery::discover;
use chancetree::engine::graph::Graph;
use chancetree::exact::{self, Natural};
use chancetree::export::decided::{About, Decided, Decision};
use chancetree::export::{Document as _, layout};
use chancetree::games::solitaire::Counted;
use chancetree::payoff::Gain;
use chancetree::transform::unfolded::Unfolded;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct SolitaireGraph {
    #[command(flatten)]
    solitaire: Solitaire,
    #[command(flatten)]
    how: How,
}

impl SolitaireGraph {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let asked = self.solitaire.only("a graph")?;
        let game = asked.game.counting(Counted::Turns);
        match self.how.shape {
            Shape::Dag => self.write(&game, asked, watch),
            Shape::Tree => self.write(&Unfolded(game), asked, watch),
        }
    }

    fn write<G: Depict>(&self, game: &G, asked: Asked, watch: &Watch) -> Result<(), Fail> {
        let how = &self.how;
        let targets = how.targets(&asked.file_stem())?;
        let explain = |error| watch.explain(error);
        let mut run = watch.run();
        run.most_states = watch.max_states().unwrap_or(MOST_COUNTED);
        let graph = watch.phase("discover", || discover(game, &run).map(Graph::from)).map_err(explain)?;
        let solution = watch.phase("solve", || solve(game, &graph, &Gain, &run)).map_err(explain)?;
        let value = exact::fraction(&solution.value(graph.start())[0]);
        let about = About {
            title: format!("{}: {} turns", asked.title(), value.trim_end_matches("/1")),
            facts: [("family", "solitaire".to_owned()), ("pairs", asked.pairs.to_string()), ("value", value)]
                .map(|(name, fact)| (name.to_owned(), fact))
                .into(),
            board: how.label == LabelStyle::Board,
            exact: match how.numbers {
                None => graph.node_count() <= MOST_EXACT,
                Some(numbers) => numbers == Numbers::Exact,
            },
            all: true,
            depth: how.depth,
        };
        let decision = |node: usize| Decision {
            value: solution.value(node)[0].clone(),
            actions: Vec::new(),
            taken: None,
        };
        let document = watch.phase("document", || Decided::new(game, &graph, decision, about));
        how.check_count(&Natural::from(document.node_count()), watch)?;
        let document = document.placed(|plies, edges| layout::layered(plies, edges.iter().copied()));
        watch.phase("write", || how.write_all(&document, targets, watch))
    }
}
