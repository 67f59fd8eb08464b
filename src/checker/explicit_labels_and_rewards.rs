//! Reads the labels and rewards in the explicit files of the model checker PRISM.

use crate::exact::{Rational, zero};
use crate::explicit_files::{lines, read_counts, read_transition};
use crate::text_line::{FormatError, TextLine};
use crate::{RewardStructure, SpaceKind, StateSet, StateSpace};
use chancetree_model::order::inserted;
use std::collections::BTreeMap;

pub(crate) fn read_labels(text: &str, states: usize) -> Result<BTreeMap<String, StateSet>, FormatError> {
    if text.trim_start().starts_with("#DECLARATION") {
        return read_declared_labels(text, states);
    }
    let mut lines = lines(text);
    let mut sets: BTreeMap<u32, (&str, StateSet)> = BTreeMap::new();
    if let Some(mut line) = lines.next() {
        while !line.is_finished() {
            let number = line.index("the number of a label", u32::MAX)?;
            line.expect("=", "the number of a label")?;
            let before = line;
            let name = line.between('"', '"')?;
            let name = name.ok_or_else(|| before.error("expected the name of a label in double quotes"))?;
            sets.insert(number, (name, StateSet::none(states)));
        }
    }
    for mut line in lines {
        let state = line.index("the number of a state", states as u32)?;
        line.expect(":", "the number of a state")?;
        while !line.is_finished() {
            let before = line;
            let number = line.index("the number of a label", u32::MAX)?;
            let set = sets.get_mut(&number);
            let set = set.ok_or_else(|| before.error(format!("the first line has no label {number}")))?;
            set.1.insert(state);
        }
    }
    Ok(inserted(sets.into_values().map(|(name, set)| (name.to_owned(), set))))
}

/// Reads labels in the dialect of Storm: names between `#DECLARATION` and `#END`, then the labels of states.
fn read_declared_labels(text: &str, states: usize) -> Result<BTreeMap<String, StateSet>, FormatError> {
    let mut labels: BTreeMap<String, StateSet> = BTreeMap::new();
    let mut is_declared = false;
    for mut line in TextLine::all(text) {
        match line.rest() {
            "" | "#DECLARATION" => {}
            "#END" => is_declared = true,
            _ if !is_declared => {
                while !line.is_finished() {
                    labels.insert(line.word("").to_owned(), StateSet::none(states));
                }
            }
            _ => {
                let state = line.index("the number of a state", states as u32)?;
                while !line.is_finished() {
                    let before = line;
                    let name = line.word("");
                    let set = labels.get_mut(name);
                    set.ok_or_else(|| before.error(format!("the label {name} is not declared")))?
                        .insert(state);
                }
            }
        }
    }
    Ok(labels)
}

/// Returns the name in a comment such as `# Reward structure 1: "steps"` or `# Reward structure "steps"`.
pub(crate) fn structure_name(text: &str) -> String {
    let comments = text.lines().take_while(|line| line.starts_with('#'));
    let mut heads = comments.filter(|line| line.contains("eward structure"));
    heads.next().and_then(|line| line.split('"').nth(1)).unwrap_or_default().to_owned()
}

/// Returns the lines of a file of rewards. The dialect of Storm has no first line with numbers.
fn reward_lines(
    text: &str,
    states: usize,
    is_of_storm: bool,
) -> Result<impl Iterator<Item = TextLine<'_>>, FormatError> {
    let mut lines = lines(text);
    if !is_of_storm {
        let (counts, first) = read_counts(&mut lines, text)?;
        if counts.first().is_none_or(|&count| count as usize != states) {
            let what = format!("expected the number of states, {states}, and the number of rewards");
            return Err(first.error(what));
        }
    }
    Ok(lines)
}

pub(crate) fn read_state_rewards(
    text: &str,
    states: usize,
    is_of_storm: bool,
) -> Result<RewardStructure, FormatError> {
    let mut rewards = vec![zero(); states];
    for mut line in reward_lines(text, states, is_of_storm)? {
        let state = line.index("the number of a state", states as u32)?;
        rewards[state as usize] = line.fraction("a reward")?;
        line.finish()?;
    }
    Ok(RewardStructure { name: structure_name(text), states: rewards, choices: Vec::new() })
}

/// Reads the rewards of transitions, as expected rewards of choices.
pub(crate) fn read_transition_rewards(
    text: &str,
    space: &StateSpace,
    is_of_storm: bool,
) -> Result<Vec<Rational>, FormatError> {
    let has_choices = space.kind == SpaceKind::Decisions;
    let mut rewards = vec![zero(); space.choice_count()];
    for line in reward_lines(text, space.state_count(), is_of_storm)? {
        let found = read_transition(line, has_choices, space.state_count() as u32)?;
        let choice = space.choices(found.source).nth(found.choice as usize);
        let branch = choice.and_then(|choice| {
            let place = space.targets(choice).iter().position(|&target| target == found.target)?;
            Some((choice, space.branches(choice).start + place))
        });
        let Some((choice, branch)) = branch else {
            return Err(found.line.error("there is no such transition"));
        };
        rewards[choice] += found.value * space.probability(branch);
    }
    Ok(rewards)
}
