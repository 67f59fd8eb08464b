//! The rules of the games: one module per family. This crate uses the [`Game`](game::Game) contract, exact
//! arithmetic and exploration. It does not depend on evaluators, game descriptions, file formats or pages.

/// Expands inside an `impl Game` to [`Game::graph`](game::Game::graph), [`Game::graph_from`](game::Game::graph_from) and
/// [`Game::follow`](game::Game::follow), so that exploration is compiled once in this crate instead of in
/// every crate that uses the game. With the argument `saved`, explored graphs can be saved to a checkpoint.
macro_rules! explored_here {
    () => {
        explored_here!(of);
    };
    ($how:ident) => {
        fn graph(
            &self,
            job: &crate::model::Job<'_>,
        ) -> Result<crate::model::Graph<Self>, crate::model::Error> {
            crate::model::Graph::$how(self, job)
        }

        fn graph_from(
            &self,
            starts: Vec<Self::State>,
            job: &crate::model::Job<'_>,
        ) -> Result<crate::model::Graph<Self>, crate::model::Error> {
            crate::model::Graph::from_any(self, starts, job)
        }

        fn follow(
            &self,
            job: &crate::model::Job<'_>,
            visit: &mut dyn crate::model::explore::LayerVisitor,
        ) -> Result<(), crate::model::Error> {
            crate::model::explore::follow(self, job, visit)
        }
    };
}

/// Defines an enumeration in which each value has a word, which is typed and displayed, and a meaning.
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$of:meta])*
        pub enum $name:ident { $($(#[$about:meta])* $value:ident: $word:literal, $meaning:literal;)+ }
    ) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$about])* #[doc = $meaning] $value),+
        }

        impl $name {
            /// All values, in their order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$value),+];

            /// The word of each value with its meaning.
            pub const WORDS: &'static [(&'static str, &'static str)] = &[$(($word, $meaning)),+];

            /// Returns the word of the value.
            pub const fn name(self) -> &'static str {
                Self::WORDS[self as usize].0
            }

            /// Describes the value in a few words.
            pub const fn meaning(self) -> &'static str {
                Self::WORDS[self as usize].1
            }

            /// Returns the value with this word, or `None` if there is no such value.
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == word)
            }
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as $crate::serde::Deserialize>::deserialize(deserializer)?;
                let unknown = || $crate::serde::de::Error::custom(format!("{word:?} is not a known word"));
                Self::named(&word).ok_or_else(unknown)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

/// The traits that enumerations of [`named_enum`] implement.
pub use serde;

pub mod guess;
pub mod memory;
pub mod mines;
pub mod solitaire;

use chancetree_exact as exact;
use chancetree_model::{self as model, depict, game, payoff, random};
use std::fmt::Display;

/// Returns a number with its noun: `1 pair`, `2 pairs`.
pub fn counted(number: impl Display, one: &str) -> String {
    counted_text(&number.to_string(), one)
}

/// Returns a number with its noun. Compiled once for all types of numbers.
fn counted_text(number: &str, one: &str) -> String {
    let many = if number == "1" { "" } else { "s" };
    format!("{number} {one}{many}")
}
