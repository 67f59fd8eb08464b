//! Values of the library that are typed as words.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A value of the library that is typed as one of a few words, as [`clap::ValueEnum`] is one of the program.
pub(crate) trait Spelled: Copy + Send + Sync + 'static {
    /// The values, in the order of the help.
    const ALL: &'static [Self];

    /// The word, with its help.
    fn value(self) -> PossibleValue;
}

/// Reads such a value.
pub(crate) fn spelled<T: Spelled>() -> impl TypedValueParser<Value = T> {
    let known = |word: &str| T::ALL.iter().copied().find(|one| one.value().matches(word, false));
    let values = PossibleValuesParser::new(T::ALL.iter().map(|one| one.value()));
    values.map(move |word| known(&word).expect("one of the values"))
}
