//! The graph of a game with decisions: positions, tactics with their values, and what chance answers.

use super::super::checkpoint::UNSAVED;
use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print;
use super::super::solved;
use super::super::watch::Watch;
use super::show::Showing;
use super::{How, Shape};
use crate::exact::{self, Rational};
use crate::export::decided::{About, Decision, Shown};
use crate::family::Solved;
use crate::game::Game as _;
use crate::games::memory::decisions::{Decisions, Objective};
use crate::games::memory::family::Decide;

/// The play of players who are not told otherwise.
const DEFAULT: &str = "robots";

/// Solves the game, and writes its graph.
pub(super) fn run(
    how: &How,
    position: &Position,
    decide: &Decide,
    show: Showing,
    watch: &Watch,
) -> Result<(), Fail> {
    let shown = show.of(position.game.seats())?;
    if how.shape == Shape::Tree {
        return Err(Fail::usage("with decisions there is no single tree of histories; positions are merged")
            .help("--shape dag"));
    }
    let kind = format!("{}-{}", decide.rules().name(), decide.objective().name());
    let targets = how.targets(&format!("{}-{kind}-{}", position.file_stem(), show.stem()))?;
    let solved = solved::decided(decide.game(position, DEFAULT)?, UNSAVED, watch)?;
    let decision = |node: usize| Decision {
        values: solved.worth(node),
        actions: solved.valued(node),
        taken: solved.solution.action(&solved.graph, node),
    };
    let about = about(how, &solved, position, decide, shown);
    how.write_decided(&solved.game, &solved.graph, decision, about, targets, watch)
}

fn about(how: &How, solved: &Solved<Decisions>, position: &Position, decide: &Decide, shown: Shown) -> About {
    let value: Rational = solved.worth(solved.graph.start())[0].clone();
    let number = print::short(&value);
    let what = match solved.game.wanted() {
        Objective::Pairs => "pairs of the mover",
        Objective::Win => "P(win) - P(loss) of the mover",
    };
    let mut facts = vec![("family".to_owned(), "memory".to_owned())];
    for parameters in [position.parameters(), decide.parameters(DEFAULT)] {
        if let serde_json::Value::Object(parameters) = parameters {
            facts.extend(parameters.into_iter().map(|(name, value)| (name, value.to_string())));
        }
    }
    facts.push(("value".to_owned(), exact::fraction(&value)));
    facts.push(("ties".to_owned(), solved.solution.ties.to_string()));
    let title = position.title_with("player", &format!("; {}; {what}: {number}", decide.title(DEFAULT)));
    About {
        worth: match solved.game.wanted() {
            Objective::Pairs => "the pairs that whoever moves may expect from here",
            Objective::Win => "P(win) - P(loss) of whoever moves",
        }
        .to_owned(),
        title,
        facts,
        board: how.draws_boards(),
        exact: how.is_exact(solved.graph.node_count()),
        shown,
        counts: solved.game.wanted() == Objective::Pairs,
        depth: how.depth,
        payoff: None,
    }
}
