//! Formulas that name other properties of their file.

use crate::property_parser::PropertySyntax;
use crate::syntax::{Expression, ExpressionKind};

/// The maximum number of properties that a property may name, directly or through another property. Each of them is checked by a
/// nested call.
pub(crate) const MOST_NAMED_PROPERTIES: usize = 50;

/// Returns the place of the last property with this name.
pub(crate) fn named_property(properties: &[PropertySyntax], name: &str) -> Option<usize> {
    properties.iter().rposition(|property| property.name.as_deref() == Some(name))
}

/// Returns a formula and the formulas of all properties that it names, directly or by another property.
pub(crate) fn properties_in<'p>(
    body: &'p Expression,
    properties: &'p [PropertySyntax],
) -> Vec<&'p Expression> {
    let mut found = vec![body];
    let mut is_found = vec![false; properties.len()];
    let mut open = vec![(body, properties)];
    while let Some((next, earlier)) = open.pop() {
        if let ExpressionKind::Label(name) = &next.kind
            && let Some(place) = named_property(earlier, name)
            && !std::mem::replace(&mut is_found[place], true)
        {
            found.push(&earlier[place].body);
            open.push((&earlier[place].body, &earlier[..place]));
        }
        next.for_each_part(|part| open.push((part, earlier)));
    }
    found
}
