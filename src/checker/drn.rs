//! Reads DRN, the explicit format of the model checker Storm.

use crate::exact::{Rational, parse_fraction, ratio, zero};
use crate::explicit_files::{ExplicitSpace, ROUNDING};
use crate::text_line::{FormatError, TextLine};
use crate::{RewardStructure, SpaceBuilder, SpaceKind, StateSet, StateSpace};
use foldhash::fast::FixedState;
use num_traits::Zero as _;
use std::collections::{BTreeMap, HashMap};

/// The comment before labels that no state has. The format itself cannot express such labels.
pub(crate) const UNUSED_LABELS: &str = "// labels without states:";

/// The comment before the names of the players. The format itself has only numbers of players.
pub(crate) const PLAYERS: &str = "// players:";

/// The sections before the model.
#[derive(Default)]
struct Header<'a> {
    kind: Option<SpaceKind>,
    rewards: Vec<String>,
    states: Option<u32>,
    choices: Option<u32>,
    placeholders: HashMap<String, Rational, FixedState>,
    unused_labels: Vec<&'a str>,
    players: Vec<&'a str>,
}

/// Reads the text of a DRN file: a Markov chain (`DTMC`), a decision process (`MDP`) or a turn-based game (`SMG`).
///
/// Probabilities are fractions or decimals, and decimals are read exactly. Probabilities whose sum differs from 1 by at most 1e-5
/// are divided by their sum: Storm writes doubles with few digits. The owner of a state of a game is `<0>` and so on. A comment
/// `//[...]` after the line of a state is the name of the state.
///
/// # Errors
/// If the file does not follow the format, or a distribution does not add up to 1.
///
/// ```
/// let text = "@type: DTMC\n@nr_states\n2\n@model\nstate 0 init\n\taction 0\n\t\t0 : 1/3\n\t\t1 : 2/3\n\
///             state 1 done\n\taction 0\n\t\t1 : 1\n";
/// let space = chancetree_checker::read_drn(text)?;
/// assert_eq!((space.state_count(), space.labels["done"].count()), (2, 1));
/// # Ok::<(), chancetree_checker::FormatError>(())
/// ```
pub fn read_drn(text: &str) -> Result<StateSpace, FormatError> {
    Ok(read_rounded_drn(text)?.space)
}

/// Reads the text of a DRN file as [`read_drn`] does, and counts the distributions that are divided by their sum.
///
/// # Errors
/// As [`read_drn`].
pub fn read_rounded_drn(text: &str) -> Result<ExplicitSpace, FormatError> {
    let mut lines = TextLine::all(text);
    let (header, model) = read_header(&mut lines)?;
    let Some(kind) = header.kind else { return Err(model.error("`@type:` must come before `@model`")) };
    let Some(states) = header.states else {
        return Err(model.error("`@nr_states` must come before `@model`"));
    };
    let mut reader = ModelReader {
        header: &header,
        kind,
        states,
        builder: SpaceBuilder::new(kind),
        labels: BTreeMap::new(),
        rewards: header.rewards.iter().map(|_| SparseRewards::default()).collect(),
        names: Vec::new(),
        fractions: HashMap::default(),
        players: 0,
        last: model,
        has_action: false,
    };
    reader.builder.allow_rounding(ratio(ROUNDING.0, ROUNDING.1));
    for line in lines {
        reader.read(line)?;
    }
    let scaled_choices = reader.builder.scaled_choices();
    Ok(ExplicitSpace { space: reader.finish(model)?, looped_states: 0, scaled_choices })
}

/// Reads the sections up to `@model`. Returns the line of `@model`, too.
fn read_header<'a>(
    lines: &mut impl Iterator<Item = TextLine<'a>>,
) -> Result<(Header<'a>, TextLine<'a>), FormatError> {
    let mut header = Header::default();
    let mut last = TextLine::new(1, "");
    let mut in_placeholders = false;
    while let Some(mut line) = lines.next() {
        last = line;
        let rest = line.rest();
        for (comment, names) in [(UNUSED_LABELS, &mut header.unused_labels), (PLAYERS, &mut header.players)] {
            if line.take(comment) {
                while !line.is_finished() {
                    names.push(read_label(&mut line)?);
                }
            }
        }
        if rest.is_empty() || rest.starts_with("//") {
            continue;
        }
        if in_placeholders && line.take("$") {
            let name = line.word(":").to_owned();
            line.expect(":", "the name of a placeholder")?;
            header.placeholders.insert(name, line.fraction("a value")?);
            continue;
        }
        in_placeholders = false;
        let start = line;
        let mut number = || -> Result<Option<u32>, FormatError> {
            let mut next =
                lines.next().ok_or_else(|| start.error("a number must follow in the next line"))?;
            let number = next.index("a count", u32::MAX)?;
            next.finish()?;
            Ok(Some(number))
        };
        let section = line.word(":");
        match section {
            "@type" => {
                line.expect(":", "`@type`")?;
                let name = line.rest();
                let kinds = "Storm reads them; chancetree reads DTMC, MDP and SMG";
                header.kind = Some(match &*name.to_ascii_uppercase() {
                    "DTMC" => SpaceKind::Chain,
                    "MDP" => SpaceKind::Decisions,
                    "SMG" => SpaceKind::Game,
                    _ => {
                        return Err(line.error(format!("models of type `{name}` are not supported; {kinds}")));
                    }
                });
            }
            "@value_type" => {
                line.expect(":", "`@value_type`")?;
                if !["double", "rational"].contains(&line.rest()) {
                    return Err(line.error("only values of type `double` and `rational` can be read"));
                }
            }
            "@parameters" => {
                if let Some(mut names) = lines.next()
                    && !names.is_finished()
                {
                    return Err(names.error("parameters cannot be read; give them values in Storm first"));
                }
            }
            "@placeholders" => in_placeholders = true,
            "@reward_models" => {
                let names = lines.next().map_or("", |names| names.text());
                // Storm writes a blank after each name, and a name may be empty.
                header.rewards = match names.strip_suffix(' ') {
                    Some(names) => names.split(' ').map(str::to_owned).collect(),
                    None => names.split_whitespace().map(str::to_owned).collect(),
                };
            }
            "@nr_states" => header.states = number()?,
            "@nr_choices" => header.choices = number()?,
            "@model" => return Ok((header, line)),
            _ => {
                let sections =
                    "@type, @parameters, @placeholders, @reward_models, @nr_states, @nr_choices or @model";
                return Err(start.error(format!("unknown section `{section}`; use {sections}")));
            }
        }
    }
    Err(last.error("the section `@model` is missing"))
}

/// Reads a label: a word, or a text in quotes.
fn read_label<'a>(line: &mut TextLine<'a>) -> Result<&'a str, FormatError> {
    Ok(match line.between('"', '"')? {
        Some(label) => label,
        None => line.word(""),
    })
}

/// The rewards of a structure that are not 0, by state and by choice.
#[derive(Default)]
struct SparseRewards {
    states: Vec<(usize, Rational)>,
    choices: Vec<(usize, Rational)>,
}

/// Reads the lines after `@model`.
struct ModelReader<'a> {
    header: &'a Header<'a>,
    kind: SpaceKind,
    /// The number of states according to the header.
    states: u32,
    builder: SpaceBuilder,
    labels: BTreeMap<&'a str, Vec<u32>>,
    rewards: Vec<SparseRewards>,
    /// The numbers of states with names, and the names.
    names: Vec<(u32, &'a str)>,
    /// The index of each probability in the builder, by its text.
    fractions: HashMap<&'a str, u32, FixedState>,
    /// The number of players.
    players: u32,
    /// The line of the last state or choice.
    last: TextLine<'a>,
    /// Whether the last state has an action.
    has_action: bool,
}

impl<'a> ModelReader<'a> {
    fn read(&mut self, mut line: TextLine<'a>) -> Result<(), FormatError> {
        let rest = line.rest();
        if let Some(comment) = rest.strip_prefix("//") {
            let state = self.builder.state_count() as u32;
            if self.last.number + 1 == line.number && state > 0 && comment.starts_with('[') {
                self.names.push((state - 1, comment));
            }
            return Ok(());
        }
        if rest.is_empty() {
            return Ok(());
        }
        if rest.starts_with("state ") {
            line.take("state ");
            self.read_state(line)
        } else if rest == "action" || rest.starts_with("action ") {
            line.take("action");
            self.read_action(line)
        } else {
            self.read_branch(line)
        }
    }

    fn read_state(&mut self, mut line: TextLine<'a>) -> Result<(), FormatError> {
        let expected = self.builder.state_count() as u32;
        let before = line;
        let state = line.index("the number of a state", self.states)?;
        if state != expected {
            return Err(
                before.error(format!("expected state {expected}; states are numbered in order from 0"))
            );
        }
        let mut owner = u32::MAX;
        loop {
            let item = line;
            if let Some(rewards) = line.between('[', ']')? {
                for (place, value) in self.read_rewards(item, rewards)? {
                    self.rewards[place].states.push((state as usize, value));
                }
            } else if let Some(player) = line.between('<', '>')? {
                if self.kind != SpaceKind::Game {
                    return Err(item.error("only states of a game (`@type: SMG`) have a player"));
                }
                let number = player.parse().ok().filter(|&number: &u32| number < 1000);
                owner = number.ok_or_else(|| item.error("expected a player from <0> to <999>"))?;
                self.players = self.players.max(owner + 1);
            } else {
                break;
            }
        }
        if self.kind == SpaceKind::Game && owner == u32::MAX {
            let what = format!("state {state} of a game needs its player, as in `state {state} <0>`");
            return Err(before.error(what));
        }
        match line.rest().chars().next() {
            Some('!') => return Err(line.error("exit rates belong to continuous time, which cannot be read")),
            Some('{') => return Err(line.error("observations belong to POMDPs, which cannot be read")),
            _ => {}
        }
        while !line.is_finished() {
            let label = read_label(&mut line)?;
            self.labels.entry(label).or_default().push(state);
        }
        self.builder.state(owner);
        self.has_action = false;
        self.checked(line)
    }

    fn read_action(&mut self, mut line: TextLine<'a>) -> Result<(), FormatError> {
        if self.builder.state_count() == 0 {
            return Err(line.error("a `state` must come before the first `action`"));
        }
        if self.kind == SpaceKind::Chain && self.has_action {
            return Err(
                line.error("a state of a Markov chain has one `action`; use `@type: MDP` for several")
            );
        }
        let name = match line.between('"', '"')? {
            Some(name) => name,
            None => line.word("["),
        };
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        let choice = self.builder.choice(if is_number || name == "__NOLABEL__" { "" } else { name });
        let item = line;
        if let Some(rewards) = line.between('[', ']')? {
            for (place, value) in self.read_rewards(item, rewards)? {
                self.rewards[place].choices.push((choice as usize, value));
            }
        }
        line.finish()?;
        self.has_action = true;
        self.checked(line)
    }

    fn read_branch(&mut self, mut line: TextLine<'a>) -> Result<(), FormatError> {
        if !line.rest().starts_with(|letter: char| letter.is_ascii_digit()) {
            return Err(line.error("expected `state`, `action` or a branch such as `3 : 1/2`"));
        }
        if !self.has_action {
            return Err(line.error("a `state` and an `action` must come before the first branch of a state"));
        }
        let target = line.index("the number of a state", self.states)?;
        line.expect(":", "the number of the next state")?;
        let before = line;
        if line.rest().starts_with('[') {
            return Err(before.interval());
        }
        let word = line.word("");
        line.finish()?;
        let index = match self.fractions.get(word) {
            Some(&index) => index,
            None => {
                let value = self.value(before, word, "a probability")?;
                let index = self.builder.fraction(&value);
                self.fractions.insert(word, index);
                index
            }
        };
        self.builder.branch_of(target, index);
        Ok(())
    }

    /// Returns the value of a number or a placeholder.
    fn value(&self, at: TextLine<'a>, word: &str, what: &str) -> Result<Rational, FormatError> {
        match word.strip_prefix('$') {
            Some(name) => {
                let value = self.header.placeholders.get(name).cloned();
                value.ok_or_else(|| at.error(format!("the placeholder `{word}` is not defined")))
            }
            None => parse_fraction(word).ok_or_else(|| at.no_number(what, word)),
        }
    }

    /// Returns the rewards of a list that are not 0, each with the index of its structure.
    fn read_rewards(&self, at: TextLine<'a>, list: &str) -> Result<Vec<(usize, Rational)>, FormatError> {
        let mut found = Vec::new();
        for (place, word) in list.split(',').map(str::trim).enumerate() {
            if place >= self.rewards.len() {
                let count = self.rewards.len();
                return Err(at.error(format!("more rewards than the {count} names after `@reward_models`")));
            }
            if word != "0" {
                let value = self.value(at, word, "a reward")?;
                if !value.is_zero() {
                    found.push((place, value));
                }
            }
        }
        Ok(found)
    }

    /// Fails if the choice before this line is invalid. Otherwise stores the line for the next error.
    fn checked(&mut self, line: TextLine<'a>) -> Result<(), FormatError> {
        self.builder.check().map_err(|error| self.last.space_error(&error))?;
        self.last = line;
        Ok(())
    }

    fn finish(mut self, model: TextLine<'_>) -> Result<StateSpace, FormatError> {
        let (states, choices) = (self.builder.state_count() as u32, self.builder.choice_count() as u32);
        if states != self.states {
            let expected = self.states;
            return Err(model.error(format!("{states} states follow, but `@nr_states` is {expected}")));
        }
        if let Some(expected) = self.header.choices.filter(|&expected| expected != choices) {
            return Err(model.error(format!("{choices} choices follow, but `@nr_choices` is {expected}")));
        }
        for &state in self.labels.get("init").into_iter().flatten() {
            self.builder.initial(state);
        }
        let named = self.header.players.iter().map(|name| (*name).to_owned());
        let players = (0..self.players).skip(named.len()).map(|player| player.to_string());
        self.builder.players(named.chain(players).collect());
        let mut space = self.builder.finish().map_err(|error| self.last.space_error(&error))?;
        let (states, choices) = (space.state_count(), space.choice_count());
        for label in &self.header.unused_labels {
            self.labels.entry(label).or_default();
        }
        let labels = self.labels.into_iter();
        space.labels.extend(labels.map(|(name, of)| (name.to_owned(), StateSet::of(states, of))));
        let dense = |values: Vec<(usize, Rational)>, size: usize| {
            let mut all = vec![zero(); if values.is_empty() { 0 } else { size }];
            values.into_iter().for_each(|(at, value)| all[at] = value);
            all
        };
        let rewards = self.header.rewards.iter().zip(self.rewards);
        space.rewards = rewards
            .map(|(name, found)| RewardStructure {
                name: name.clone(),
                states: dense(found.states, states),
                choices: dense(found.choices, choices),
            })
            .collect();
        if !self.names.is_empty() {
            space.state_names = vec![String::new(); states];
            for (state, name) in self.names {
                space.state_names[state as usize] = name.to_owned();
            }
        }
        Ok(space)
    }
}
