//! Reads the explicit files of the model checker PRISM.

use crate::exact::{Rational, one, ratio};
use crate::explicit_labels_and_rewards::{
    read_labels, read_state_rewards, read_transition_rewards, structure_name,
};
use crate::text_line::{FormatError, TextLine};
use crate::{RewardStructure, SpaceBuilder, SpaceKind, StateSet, StateSpace};
use thiserror::Error;

/// The texts of the explicit files of a Markov chain or a decision process.
///
/// The files may also be in the dialect of Storm: transitions after a line `dtmc` or `mdp`, labels after `#DECLARATION`, and rewards
/// without a first line of numbers.
///
/// ```
/// let files = chancetree_checker::ExplicitFiles {
///     transitions: "2 3\n0 0 1/3\n0 1 2/3\n1 1 1\n",
///     labels: Some("0=\"init\" 1=\"done\"\n0: 0\n1: 1\n"),
///     ..Default::default()
/// };
/// assert_eq!(files.read()?.space.labels["done"].count(), 1);
/// # Ok::<(), chancetree_checker::ExplicitError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ExplicitFiles<'a> {
    /// The transitions (`.tra`).
    pub transitions: &'a str,
    /// The values of the variables in the states (`.sta`). Without them, a variable `x` is the number of the state.
    pub states: Option<&'a str>,
    /// The labels (`.lab`). The label `init` gives the initial states; without it, state 0 is initial.
    pub labels: Option<&'a str>,
    /// For each reward structure, the rewards of states (`.srew`) and of transitions (`.trew`).
    pub rewards: Vec<(Option<&'a str>, Option<&'a str>)>,
}

/// A state space from explicit files, with the numbers of its states and choices that were repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitSpace {
    /// The state space. The label `deadlock` includes the states without a transition.
    pub space: StateSpace,
    /// The number of states without a transition, which were given a self-loop.
    pub looped_states: usize,
    /// The number of choices whose rounded probabilities did not add up to 1, and were divided by their sum.
    pub scaled_choices: usize,
}

/// An error in one of the explicit files.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}: {error}")]
pub struct ExplicitError {
    /// The extension of the file.
    pub file: &'static str,
    /// The place and the reason.
    pub error: FormatError,
}

/// A line of transitions or their rewards.
pub(crate) struct TransitionLine<'a> {
    pub(crate) source: u32,
    pub(crate) choice: u32,
    pub(crate) target: u32,
    pub(crate) value: Rational,
    pub(crate) action: &'a str,
    pub(crate) line: TextLine<'a>,
}

/// Returns the lines that are neither empty nor comments.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    TextLine::all(text).filter(|line| {
        let mut line = *line;
        !line.is_finished() && !line.rest().starts_with('#')
    })
}

/// Returns a function that adds the extension of the file to an error.
fn within(file: &'static str) -> impl Fn(FormatError) -> ExplicitError {
    move |error| ExplicitError { file, error }
}

impl ExplicitFiles<'_> {
    /// Reads the files.
    ///
    /// # Errors
    /// If a file does not follow the format, the files do not fit each other, or a distribution does not add up to 1. A
    /// difference of at most 1e-5 is taken for the rounding of the file.
    pub fn read(&self) -> Result<ExplicitSpace, ExplicitError> {
        let (mut space, looped, scaled_choices) =
            read_transitions(self.transitions).map_err(within(".tra"))?;
        let is_of_storm = storm_kind(self.transitions).is_some();
        space.state_names = match self.states {
            Some(text) => read_states(text, space.state_count()).map_err(within(".sta"))?,
            // PRISM numbers the states by a variable x.
            None => (0..space.state_count()).map(|state| format!("(x={state})")).collect(),
        };
        if let Some(text) = self.labels {
            space.labels = read_labels(text, space.state_count()).map_err(within(".lab"))?;
            if let Some(initial) = space.labels.get("init").filter(|set| !set.is_empty()) {
                space.initial = initial.iter().collect();
            }
        }
        for (states, transitions) in &self.rewards {
            let mut reward = RewardStructure::default();
            if let Some(text) = states {
                reward =
                    read_state_rewards(text, space.state_count(), is_of_storm).map_err(within(".srew"))?;
            }
            if let Some(text) = transitions {
                reward.choices =
                    read_transition_rewards(text, &space, is_of_storm).map_err(within(".trew"))?;
                if reward.name.is_empty() {
                    reward.name = structure_name(text);
                }
            }
            space.rewards.push(reward);
        }
        let looped_states = looped.len();
        if !looped.is_empty() {
            let states = space.state_count();
            let deadlocks = space.labels.entry("deadlock".to_owned());
            let deadlocks = deadlocks.or_insert_with(|| StateSet::none(states));
            for state in looped {
                deadlocks.insert(state);
            }
        }
        Ok(ExplicitSpace { space, looped_states, scaled_choices })
    }
}

/// Reads the numbers in the first line. Returns them with the line, for errors.
pub(crate) fn read_counts<'a>(
    lines: &mut impl Iterator<Item = TextLine<'a>>,
    text: &'a str,
) -> Result<(Vec<u32>, TextLine<'a>), FormatError> {
    let Some(mut line) = lines.next() else {
        return Err(TextLine::new(1, text.lines().next().unwrap_or("")).error("the file is empty"));
    };
    let first = line;
    let mut counts = Vec::new();
    while !line.is_finished() {
        counts.push(line.index("a number of states, choices or transitions", u32::MAX)?);
    }
    Ok((counts, first))
}

/// Reads a transition: source, choice (not in a chain), target, value, and possibly an action.
pub(crate) fn read_transition<'a>(
    mut line: TextLine<'a>,
    has_choices: bool,
    states: u32,
) -> Result<TransitionLine<'a>, FormatError> {
    let start = line;
    let source = line.index("the number of a state", states)?;
    let choice = if has_choices { line.index("the number of a choice", u32::MAX)? } else { 0 };
    let target = line.index("the number of a state", states)?;
    if line.is_finished() {
        let what = "expected a probability after the next state; models without probabilities are not supported, PRISM reads them";
        return Err(line.error(what));
    }
    let value = line.fraction("a probability or a reward")?;
    let action = line.word("");
    line.finish()?;
    Ok(TransitionLine { source, choice, target, value, action, line: start })
}

/// The greatest difference from 1 of a sum of rounded probabilities, as in PRISM.
pub(crate) const ROUNDING: (u32, u32) = (1, 100_000);

/// Returns the first line of transitions in the dialect of Storm: `dtmc`, `mdp` or another type of model.
fn storm_kind(text: &str) -> Option<&str> {
    let word = lines(text).next().map(|mut line| line.word(""));
    word.filter(|word| word.starts_with(|letter: char| letter.is_ascii_alphabetic()))
}

/// Returns an error about transitions in a form that is not read: of a game, of another type of model, or with a row in each line.
fn refuse_other_forms(text: &str) -> Result<(), FormatError> {
    let kind = text.lines().find_map(|line| line.strip_prefix("# Transitions (")?.strip_suffix(')'));
    let mut all = lines(text);
    let Some(first) = all.next() else { return Ok(()) };
    let has_colon = |mut line: TextLine<'_>, word| {
        (0..word).for_each(|_| _ = line.word(""));
        line.word("").contains(':')
    };
    match kind.filter(|kind| !["DTMC", "MDP"].contains(kind)) {
        Some(kind) => Err(first.error(format!("a {kind} is not supported; a DTMC or an MDP is needed"))),
        None if has_colon(first, 0) => {
            Err(first.error("a game is not supported; a DTMC or an MDP is needed"))
        }
        None => match all.next().filter(|line| has_colon(*line, 1)) {
            Some(line) => {
                Err(line.error("rows (-exportrows) are not supported; a line for each transition is needed"))
            }
            None => Ok(()),
        },
    }
}

/// Reads the transitions. Returns the space, the states without a transition, and the number of scaled choices.
fn read_transitions(text: &str) -> Result<(StateSpace, Vec<u32>, usize), FormatError> {
    let mut all = lines(text);
    let storm_kind = storm_kind(text);
    refuse_other_forms(text)?;
    let (counts, first) = match storm_kind {
        Some(_) => (Vec::new(), all.next().expect("the line of the kind")),
        None => read_counts(&mut all, text)?,
    };
    let storm_kind = storm_kind.map(str::to_ascii_lowercase);
    let (kind, states) = match (&counts[..], storm_kind.as_deref()) {
        (_, Some("dtmc")) => (SpaceKind::Chain, highest_state(text, false)?),
        (_, Some("mdp")) => (SpaceKind::Decisions, highest_state(text, true)?),
        (_, Some(kind)) => {
            return Err(first.error(format!("a {kind} is not supported; a dtmc or an mdp is needed")));
        }
        (&[states, _], None) => (SpaceKind::Chain, states),
        (&[states, _, _], None) => (SpaceKind::Decisions, states),
        _ => {
            return Err(
                first.error("expected the numbers of states, choices (not in a chain) and transitions")
            );
        }
    };
    // Counted first: a list of the lines would take more memory than the text.
    let found = lines(text).count() - 1;
    let expected = counts.last().map_or(found, |&count| count as usize);
    if found != expected {
        let message = format!("{found} transitions follow, but the first line has {expected}");
        return Err(first.error(message));
    }
    if states as usize > 2 * found + 1 {
        let message = format!("{found} transitions cannot connect {states} states");
        return Err(first.error(message));
    }
    let has_choices = kind == SpaceKind::Decisions;
    let mut builder = SpaceBuilder::new(kind);
    builder.allow_rounding(ratio(ROUNDING.0, ROUNDING.1));
    let (mut looped, mut choices) = (Vec::new(), 0u32);
    // A state without a transition is given a self-loop.
    let mut skip_to = |builder: &mut SpaceBuilder, state: u32| {
        for deadlock in builder.state_count() as u32..state {
            builder.state(0);
            builder.choice("");
            builder.branch(deadlock, &one());
            looped.push(deadlock);
        }
    };
    let (mut last, mut last_choice) = (first, None);
    for line in all {
        let found = read_transition(line, has_choices, states)?;
        let choice = Some((found.source, found.choice));
        if last_choice != choice {
            builder.check().map_err(|error| last.space_error(&error))?;
            let (last_state, next) =
                last_choice.map_or((0, 0), |(state, choice): (u32, u32)| (state, choice + 1));
            if found.source < last_state {
                let message = format!("a transition of state {} after state {last_state}", found.source);
                return Err(found.line.error(message));
            }
            let is_new_state = last_choice.is_none() || found.source > last_state;
            let expected = if is_new_state { 0 } else { next };
            if found.choice != expected {
                let message = format!("expected choice {expected}; choices count from 0, in order");
                return Err(found.line.error(message));
            }
            if is_new_state {
                skip_to(&mut builder, found.source);
                builder.state(0);
            }
            builder.choice(found.action);
            choices += 1;
        }
        builder.branch(found.target, &found.value);
        (last, last_choice) = (found.line, choice);
    }
    skip_to(&mut builder, states);
    if let &[_, expected, _] = &counts[..]
        && choices != expected
    {
        let message = format!("{choices} choices follow, but the first line has {expected}");
        return Err(first.error(message));
    }
    builder.initial(0);
    let scaled = builder.scaled_choices();
    Ok((builder.finish().map_err(|error| last.space_error(&error))?, looped, scaled))
}

/// Returns the number of states of transitions in the dialect of Storm: one more than the highest number.
fn highest_state(text: &str, has_choices: bool) -> Result<u32, FormatError> {
    let mut states = 0;
    for line in lines(text).skip(1) {
        let found = read_transition(line, has_choices, u32::MAX - 1)?;
        states = states.max(found.source.max(found.target) + 1);
    }
    Ok(states)
}

fn read_states(text: &str, states: usize) -> Result<Vec<String>, FormatError> {
    let mut lines = lines(text);
    let mut names = vec![String::new(); states];
    let Some(mut line) = lines.next() else {
        return Err(
            TextLine::new(1, "").error("the file is empty; it must begin with variables, such as (x,y)")
        );
    };
    let before = line;
    let variables: Vec<&str> = match line.between('(', ')')? {
        Some(list) => list.split(',').map(str::trim).collect(),
        None => return Err(before.error("expected the variables in parentheses, such as (x,y)")),
    };
    for mut line in lines {
        let state = line.index("the number of a state", states as u32)?;
        line.expect(":", "the number of a state")?;
        let before = line;
        let values = line.between('(', ')')?.unwrap_or_default();
        let values: Vec<&str> = values.split(',').map(str::trim).collect();
        if values.len() != variables.len() {
            let count = variables.len();
            let values = if count == 1 { "value" } else { "values" };
            return Err(before.error(format!("expected {count} {values} in parentheses")));
        }
        let pairs = variables.iter().zip(values).map(|(name, value)| format!("{name}={value}"));
        names[state as usize] = format!("({})", pairs.collect::<Vec<_>>().join(","));
    }
    Ok(names)
}
