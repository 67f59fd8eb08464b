//! The games: a file or folder a family. They know the contract of a game, exact numbers, and what exploring asks of
//! them, and nothing of evaluators, of descriptions, of files and pages.

/// Has a game explored here, where it is compiled, and not in every crate that asks: stands in its `impl Game`. With
/// `saved`, what is explored can be saved.
macro_rules! explored_here {
    () => {
        fn graph(
            &self,
            run: &crate::model::Run<'_>,
        ) -> Result<crate::model::Graph<Self>, crate::model::Error> {
            crate::model::Graph::of(self, run)
        }

        fn follow(
            &self,
            run: &crate::model::Run<'_>,
            visit: &mut dyn crate::model::explore::Visit,
        ) -> Result<(), crate::model::Error> {
            crate::model::explore::follow(self, run, visit)
        }
    };
    (saved) => {
        fn graph_resumed(
            &self,
            checkpointer: Option<&dyn crate::model::checkpoint::Checkpointer>,
            run: &crate::model::Run<'_>,
        ) -> Result<crate::model::Graph<Self>, crate::model::Error> {
            crate::model::Graph::resumed(self, checkpointer, run)
        }

        explored_here!();
    };
}

pub mod guess;
pub mod memory;
pub mod mines;
pub mod solitaire;

use chancetree_exact as exact;
use chancetree_model::{self as model, depict, game, payoff, random};
use std::fmt::Display;

/// Returns a number of things in words: 1 pair, 2 pairs.
pub fn counted(number: impl Display, one: &str) -> String {
    let number = number.to_string();
    let many = if number == "1" { "" } else { "s" };
    format!("{number} {one}{many}")
}
