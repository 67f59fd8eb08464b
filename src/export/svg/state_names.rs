//! Names of states with many variables, such as `(x=1,y=2)`, in a picture.

use super::lettering::LONGEST;
use crate::Node;
use std::collections::{BTreeMap, BTreeSet};

/// Returns the values of variables at the head of a line, and the rest of the line.
fn split(line: &str) -> Option<(Vec<&str>, &str)> {
    let (values, rest) = line.strip_prefix('(')?.split_once(')')?;
    let values: Vec<&str> = values.split(',').collect();
    values.iter().all(|value| value.contains('=')).then_some((values, rest))
}

/// If the name of a state is too long for a line, leaves out the variables that have the same value in all states, and breaks the
/// names into lines, so that different states look different. Returns the whole texts of the nodes that change.
pub(super) fn shorten(nodes: &mut [Node]) -> BTreeMap<usize, String> {
    let lines: Vec<(usize, String)> = nodes
        .iter()
        .enumerate()
        .filter_map(|(index, node)| Some((index, node.label.first()?.clone())))
        .collect();
    let states: Vec<_> =
        lines.iter().filter_map(|(index, line)| Some((*index, line, split(line)?))).collect();
    if states.iter().all(|(_, line, _)| line.chars().count() <= LONGEST) {
        return BTreeMap::new();
    }
    let mut values = BTreeMap::<usize, BTreeSet<&str>>::new();
    for (_, _, (parts, _)) in &states {
        parts.iter().enumerate().for_each(|(place, part)| {
            values.entry(place).or_default().insert(part);
        });
    }
    let mut whole = BTreeMap::new();
    for (index, _, (parts, rest)) in &states {
        let kept = parts.iter().enumerate().filter(|(place, _)| values[place].len() > 1);
        let mut kept: Vec<&str> = kept.map(|(_, part)| *part).collect();
        if kept.is_empty() {
            kept.clone_from(parts);
        }
        let mut short = vec!["(".to_owned()];
        for (place, part) in kept.iter().enumerate() {
            let end = if place + 1 < kept.len() { "," } else { ")" };
            if short.last().is_some_and(|last| last.len() > 1 && last.len() + part.len() >= LONGEST) {
                short.push(String::new());
            }
            short.last_mut().expect("a line").push_str(&format!("{part}{end}"));
        }
        let rest = rest.trim_start_matches([',', ' ']);
        short.extend((!rest.is_empty()).then(|| rest.to_owned()));
        whole.insert(*index, nodes[*index].label.join("; "));
        nodes[*index].label.splice(0..1, short);
    }
    whole
}
