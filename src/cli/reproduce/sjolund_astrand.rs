//! Sjölund and Åstrand (2013): Memory with limited memory and with singles, and interval halving.
//!
//! What was claimed is stored as printed; what is true is found by solving the games.

mod formulas;
mod further;
mod halving;
mod printed;
mod reader;
mod tables;
mod values;

use super::{Row, Section, Study};
use crate::cli::fail::Fail;
use crate::cli::remember::Solved;
use crate::cli::watch::Watch;
use chancetree::evaluate::solve::solve;
use chancetree::game::Seat;
use chancetree::games::memory::limited::{Limited, Recalled};
use chancetree::model::Graph;
use chancetree::payoff::Gain;

pub(super) fn study(watch: &Watch) -> Result<Study, Fail> {
    let mut sections = tables::sections(watch)?;
    sections.push(formulas::section(watch)?);
    sections.push(values::section(watch)?);
    sections.push(halving::section(watch)?);
    sections.extend(further::sections(watch)?);
    Ok(Study {
        name: "sjolund-astrand",
        title: "Sjölund and Åstrand (2013), bold or safe: n pairs left, j of them wholly unknown",
        sections,
    })
}

/// A table as the paper names it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    memory: Option<u16>,
    singles: u16,
    unknown_singles: u16,
    pairs: u16,
    unknown: u16,
}

impl Place {
    /// The columns memory, singles, unknown singles, pairs, unknown.
    fn read(fields: &[&str]) -> Self {
        let number = |at: usize| fields[at].parse().expect("a whole number");
        Self {
            memory: (fields[0] != "inf").then(|| number(0)),
            singles: number(1),
            unknown_singles: number(2),
            pairs: number(3),
            unknown: number(4),
        }
    }

    fn table(self) -> Recalled {
        Recalled {
            half: self.pairs - self.unknown,
            unknown: self.unknown,
            singles: self.singles - self.unknown_singles,
            unseen_singles: self.unknown_singles,
            ..Recalled::default()
        }
    }

    fn game(self, players: Seat) -> Limited {
        Limited::new(self.table(), players, self.memory).expect("a table")
    }
}

/// The lines of a stored file after its header, in their columns.
fn lines(text: &'static str, columns: usize) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).map(move |line| line.splitn(columns, ',').collect())
}

fn solved(game: Limited, watch: &Watch) -> Result<Solved<Limited>, Fail> {
    let run = watch.run();
    let graph = Graph::of(&game, &run).map_err(|error| watch.explain(error))?;
    let solution = solve(&game, &graph, &Gain, &run).map_err(|error| watch.explain(error))?;
    Ok(Solved { game, graph, solution })
}
