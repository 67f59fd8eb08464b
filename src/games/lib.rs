//! The games: a file or folder a family. They know the contract of a game, exact numbers, and what exploring asks of
//! them, and nothing of evaluators, of descriptions, of files and pages.

/// Has a game explored here, where it is compiled, and not in every crate that asks: stands in its `impl Game`. With
/// `saved`, what is explored can be saved.
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

        fn follow(
            &self,
            job: &crate::model::Job<'_>,
            visit: &mut dyn crate::model::explore::Visit,
        ) -> Result<(), crate::model::Error> {
            crate::model::explore::follow(self, job, visit)
        }
    };
}

/// Appends numbers to the bytes of a state that travels.
fn pack(numbers: impl IntoIterator<Item = u16>, bytes: &mut Vec<u8>) {
    numbers.into_iter().for_each(|number| bytes.extend(number.to_le_bytes()));
}

/// Returns the numbers that [`pack`] wrote as all of `bytes`; `None` if these are no such numbers.
fn unpack(bytes: &[u8]) -> Option<Vec<u16>> {
    let (numbers, rest) = bytes.as_chunks();
    rest.is_empty().then(|| numbers.iter().map(|&number| u16::from_le_bytes(number)).collect())
}

/// An enumeration whose values have words: the one that is typed or shown for each, and what it means.
#[doc(hidden)]
#[macro_export]
macro_rules! worded {
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

            /// The words of the values, each with its meaning.
            pub const WORDS: &'static [(&'static str, &'static str)] = &[$(($word, $meaning)),+];

            /// Returns the word of the value.
            pub const fn name(self) -> &'static str {
                Self::WORDS[self as usize].0
            }

            /// Describes the value in a few words.
            pub const fn meaning(self) -> &'static str {
                Self::WORDS[self as usize].1
            }

            /// Returns the value of a word.
            pub fn named(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
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
