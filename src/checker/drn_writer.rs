//! Writes DRN, the explicit format of the model checker Storm.

use crate::drn::{PLAYERS, UNUSED_LABELS};
use crate::exact::{Rational, zero};
use crate::{RewardStructure, SpaceKind, StateSpace};
use std::fmt::{self, Write as _};

/// A state space in DRN, with its labels, rewards and the names of its states. [`read_drn`](crate::read_drn) reads it.
struct DrnText<'a>(&'a StateSpace);

/// Returns a state space as the text of a DRN file. Probabilities and rewards are exact.
///
/// A reward structure without a name is called `reward`. Blanks in the names of rewards and actions become `_`.
///
/// ```
/// use chancetree_checker::{read_drn, write_drn};
///
/// let text = "@type: DTMC\n@nr_states\n2\n@model\nstate 0 init\n\taction 0\n\t\t0 : 1/3\n\t\t1 : 2/3\n\
///             state 1 done\n\taction 0\n\t\t1 : 1\n";
/// let space = read_drn(text)?;
/// assert_eq!(read_drn(&write_drn(&space))?, space);
/// # Ok::<(), chancetree_checker::FormatError>(())
/// ```
pub fn write_drn(space: &StateSpace) -> String {
    DrnText(space).to_string()
}

impl fmt::Display for DrnText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(space) = self;
        let kind = match space.kind {
            SpaceKind::Chain => "DTMC",
            SpaceKind::Decisions => "MDP",
            SpaceKind::Game => "SMG",
        };
        let names: Vec<String> = space.rewards.iter().map(reward_name).collect();
        writeln!(
            out,
            "@type: {kind}\n@value_type: rational\n@parameters\n\n@reward_models\n{}",
            names.join(" ")
        )?;
        let (states, choices) = (space.state_count(), space.choice_count());
        writeln!(out, "@nr_states\n{states}\n@nr_choices\n{choices}")?;
        let unused = space.labels.iter().filter(|(_, set)| set.is_empty()).map(|(label, _)| label);
        write_comment(UNUSED_LABELS, unused, out)?;
        write_comment(PLAYERS, space.players.iter(), out)?;
        writeln!(out, "@model")?;
        (0..states as u32).try_for_each(|state| self.state(state, out))
    }
}

impl DrnText<'_> {
    fn state(&self, state: u32, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(space) = self;
        write!(out, "state {state}")?;
        if let Some(owner) = space.owners.get(state as usize) {
            write!(out, " <{owner}>")?;
        }
        self.rewards(out, |reward| reward.states.get(state as usize))?;
        if space.initial.contains(&state) {
            out.write_str(" init")?;
        }
        for (label, _) in space.labels.iter().filter(|(label, set)| *label != "init" && set.contains(state)) {
            write_label(label, out)?;
        }
        out.write_char('\n')?;
        if let Some(name) = space.state_names.get(state as usize).filter(|name| !name.is_empty()) {
            match name.strip_prefix('(').and_then(|name| name.strip_suffix(')')) {
                Some(values) => writeln!(out, "//[{}]", values.replace(',', " & "))?,
                None => writeln!(out, "//{name}")?,
            }
        }
        for (place, choice) in space.choices(state).enumerate() {
            match &*space.action_names[space.actions[choice] as usize] {
                "" => write!(out, "\taction {place}")?,
                name => write!(out, "\taction {}", without_blanks(name))?,
            }
            self.rewards(out, |reward| reward.choices.get(choice))?;
            out.write_char('\n')?;
            for branch in space.branches(choice) {
                writeln!(out, "\t\t{} : {}", space.targets[branch], space.probability(branch))?;
            }
        }
        Ok(())
    }

    /// Writes the reward of each structure in brackets, unless all are 0.
    fn rewards<'s>(
        &'s self,
        out: &mut fmt::Formatter<'_>,
        reward: impl Fn(&'s RewardStructure) -> Option<&'s Rational>,
    ) -> fmt::Result {
        let all: Vec<Rational> =
            self.0.rewards.iter().map(|one| reward(one).cloned().unwrap_or_default()).collect();
        if all.iter().all(|value| *value == zero()) {
            return Ok(());
        }
        let texts: Vec<String> = all.iter().map(Rational::to_string).collect();
        write!(out, " [{}]", texts.join(", "))
    }
}

/// Writes a comment with names, unless there are none.
fn write_comment<'a>(
    comment: &str,
    names: impl Iterator<Item = &'a String>,
    out: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut names = names.peekable();
    if names.peek().is_none() {
        return Ok(());
    }
    out.write_str(comment)?;
    names.try_for_each(|name| write_label(name, out))?;
    out.write_char('\n')
}

/// Writes a label after a blank: a word, or a text in quotes.
fn write_label(label: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match label.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        true => write!(out, " {label}"),
        false => write!(out, " \"{label}\""),
    }
}

fn reward_name(reward: &RewardStructure) -> String {
    if reward.name.is_empty() { "reward".to_owned() } else { without_blanks(&reward.name) }
}

fn without_blanks(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_")
}
