//! The variables of a state space from another format, read from the names of its states.

use crate::cursor::is_reserved;
use crate::layout::StateLayout;
use crate::model_syntax::{VariableKind, VariableSyntax};
use crate::syntax::{Expression, ExpressionKind};

/// The variables of a state space, and their values in each state.
#[derive(Debug, Default)]
pub(crate) struct NamedStates {
    pub(crate) variables: Vec<VariableSyntax>,
    pub(crate) layout: StateLayout,
    /// The packed states.
    pub(crate) words: Vec<u64>,
}

impl NamedStates {
    /// Reads names such as `(x=1,done=false)` or `[x=1 & done=false]`.
    ///
    /// Returns `None` if a name has another form, or two states have different variables.
    pub(crate) fn read(names: &[String]) -> Option<Self> {
        let first = pairs(names.first()?)?;
        let variables: Vec<&str> = first.iter().map(|(name, _)| *name).collect();
        let mut bounds: Vec<(i64, i64, bool)> =
            first.iter().map(|&(_, (value, is_bool))| (value, value, is_bool)).collect();
        let mut rows = Vec::with_capacity(names.len());
        for name in names {
            let row = pairs(name)?;
            if !row.iter().map(|(name, _)| *name).eq(variables.iter().copied()) {
                return None;
            }
            for ((low, high, is_bool), &(_, (value, is_truth))) in bounds.iter_mut().zip(&row) {
                if *is_bool != is_truth {
                    return None;
                }
                (*low, *high) = (value.min(*low), value.max(*high));
            }
            rows.push(row);
        }
        let slots = variables.iter().zip(&bounds);
        let slots = slots.map(|(name, &(low, high, is_bool))| ((*name).to_owned(), low, high, is_bool));
        let layout = StateLayout::new(slots.collect());
        let mut words = vec![0; rows.len() * layout.words];
        for (row, packed) in rows.iter().zip(words.chunks_mut(layout.words)) {
            for (slot, &(_, (value, _))) in row.iter().enumerate() {
                layout.store(packed, slot, value);
            }
        }
        let whole = |value| Expression { at: 0, kind: ExpressionKind::Int(value) };
        let declared = variables.iter().zip(bounds).map(|(name, (low, high, is_bool))| VariableSyntax {
            name: (*name).to_owned(),
            at: 0,
            kind: if is_bool { VariableKind::Bool } else { VariableKind::Range(whole(low), whole(high)) },
            start: None,
        });
        Some(Self { variables: declared.collect(), layout, words })
    }
}

/// A variable, its value, and whether it is boolean.
type Pair<'a> = (&'a str, (i64, bool));

/// Returns the variables of one name with their values.
fn pairs(name: &str) -> Option<Vec<Pair<'_>>> {
    let brackets = [('(', ')'), ('[', ']')];
    let inner =
        brackets.into_iter().find_map(|(open, close)| name.strip_prefix(open)?.strip_suffix(close))?;
    let pairs = inner.split([',', '&']).map(|pair| {
        let (name, value) = pair.split_once('=')?;
        let name = name.trim();
        let is_first = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
        let is_name = name.starts_with(is_first)
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !is_reserved(name);
        let value = match value.trim() {
            "true" => (1, true),
            "false" => (0, true),
            number => (number.parse().ok()?, false),
        };
        is_name.then_some((name, value))
    });
    let pairs: Vec<_> = pairs.collect::<Option<_>>()?;
    let is_repeated = |at: usize| pairs[..at].iter().any(|(name, _)| *name == pairs[at].0);
    (!(1..pairs.len()).any(is_repeated)).then_some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_variables_and_values() {
        let named = |names: &[&str]| {
            NamedStates::read(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
        };
        let states = named(&["(x=-3,done=false)", "[x=4 & done=true]"]).expect("variables");
        let mut values = [0; 2];
        states.layout.unpack(&states.words[states.layout.words..], &mut values);
        assert_eq!(states.layout.describe(&values), "(x=4,done=true)");
        for other in [
            &[][..],
            &["(x=1)", "(y=1)"],
            &["(x=1)", "(x=true)"],
            &["(x=1)", ""],
            &["(x=1.5)"],
            &["(x=1,x=1)"],
            &["(1=1)"],
            &["(max=1)"],
            &["[start]"],
            &["x=1"],
        ] {
            assert!(named(other).is_none(), "{other:?}");
        }
    }
}
