//! Formulas that name other properties of their file.

use crate::property_parser::PropertySyntax;
use crate::syntax::{Expression, ExpressionKind};

/// The maximum number of properties that a property may name, directly or through another property. Each property is checked by a
/// nested call.
pub(crate) const MAX_NAMED_PROPERTIES: usize = 50;

/// Returns the index of the property that `name` refers to in the property with the index `number`: the last property before it with
/// this name, or else the first one from it on.
pub(crate) fn named_property(properties: &[PropertySyntax], number: usize, name: &str) -> Option<usize> {
    let has_name = |property: &PropertySyntax| property.name.as_deref() == Some(name);
    let earlier = properties[..number].iter().rposition(has_name);
    earlier.or_else(|| Some(number + properties[number..].iter().position(has_name)?))
}

/// Returns the formula of a property and the formulas of all properties that it names, directly or by another property.
pub(crate) fn properties_in(properties: &[PropertySyntax], number: usize) -> Vec<&Expression> {
    let mut found = vec![&properties[number].body];
    let mut is_found = vec![false; properties.len()];
    is_found[number] = true;
    let mut open = vec![(&properties[number].body, number)];
    while let Some((next, number)) = open.pop() {
        if let ExpressionKind::Label(name) = &next.kind
            && let Some(other) = named_property(properties, number, name)
            && !std::mem::replace(&mut is_found[other], true)
        {
            found.push(&properties[other].body);
            open.push((&properties[other].body, other));
        }
        next.for_each_part(|part| open.push((part, number)));
    }
    found
}
