//! The file of a model: its format, its constants and its states.

use super::constant_ranges::{ConstantRanges, ConstantValues};
use super::explicit_model::{OTHERS, TRANSITIONS, read_explicit};
use super::source_refusal::{command_error, refusal};
use crate::evaluate::checkpoint::fingerprint;
use crate::family::{CommandError, GameArguments, Inputs, Refusal, counted};
use crate::model::Job;
use chancetree_checker::{ExplicitSpace, FormatError, read_rounded_drn};
use chancetree_prism::{ExploredModel, PrismError, PrismModel, Property, PropertyFile, SpaceKind};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::PathBuf;

/// The options for a model.
#[derive(Deserialize)]
struct ModelArgs {
    #[serde(default, rename = "const")]
    constants: String,
}

/// A model that was read and not explored yet.
#[derive(Clone)]
pub(super) enum ModelText {
    Prism(PrismModel),
    /// A state space from DRN or from explicit files.
    Explicit(Box<ExplicitSpace>),
}

impl ModelText {
    /// Returns the option for a property of the model, as an example.
    pub(super) fn property_option(&self) -> String {
        let (kind, condition) = match self {
            Self::Prism(model) => (model.kind(), model.condition()),
            Self::Explicit(explicit) => {
                let label = explicit.space.labels.keys().next();
                (explicit.space.kind, label.map(|label| format!("{label:?}")))
            }
        };
        let operator = if kind == SpaceKind::Chain { "P" } else { "Pmax" };
        let condition = condition.as_deref().unwrap_or("\"init\"");
        format!("--prop '{operator}=? [ F {condition} ]'")
    }

    /// Returns a fingerprint of the contents of the files.
    pub(super) fn fingerprint(&self) -> u64 {
        match self {
            Self::Prism(model) => fingerprint(model.text()),
            Self::Explicit(explicit) => fingerprint(&explicit.space),
        }
    }
}

/// The file of a model, and the typed values of constants.
pub(super) struct ModelSource {
    pub(super) inputs: Inputs,
    pub(super) path: PathBuf,
    /// The values as typed: `N=3,p=1/2`.
    pub(super) constants: String,
}

/// A model with one combination of the values of constants.
pub(super) struct ModelCase {
    pub(super) source: ModelSource,
    /// The values of the constants with several values.
    pub(super) values: Vec<String>,
}

impl ModelSource {
    /// Returns the model of a command that takes one value of each constant.
    pub(super) fn typed(inputs: &Inputs, options: &GameArguments) -> Result<Self, Refusal> {
        let source = Self::typed_with_ranges(inputs, options)?;
        let ConstantRanges { names, combinations } = source.ranges()?;
        match (names.first(), combinations.first()) {
            (Some(name), Some(first)) => {
                let what =
                    format!("--const: {name} has several values; only odds, best and count take ranges");
                Err(Refusal::new(what).value("const", &*first.constants))
            }
            _ => Ok(source),
        }
    }

    /// Returns the model of a command that takes several values of constants.
    pub(super) fn typed_with_ranges(inputs: &Inputs, options: &GameArguments) -> Result<Self, Refusal> {
        let path = inputs.file("model").ok_or_else(|| Refusal::new("a model is needed"))?.to_owned();
        let ModelArgs { mut constants } = options.read();
        if constants.split(',').all(|entry| entry.trim().is_empty()) {
            constants.clear();
        }
        Ok(Self { inputs: inputs.clone(), path, constants })
    }

    fn ranges(&self) -> Result<ConstantRanges, Refusal> {
        ConstantRanges::read(&self.constants)
    }

    /// Returns the names of the constants with several values, and the model with each combination of values.
    pub(super) fn cases(&self) -> Result<(Vec<String>, Vec<ModelCase>), Refusal> {
        let ConstantRanges { names, combinations } = self.ranges()?;
        let case = |ConstantValues { constants, values }| {
            let (inputs, path) = (self.inputs.clone(), self.path.clone());
            ModelCase { source: Self { inputs, path, constants }, values }
        };
        Ok((names, combinations.into_iter().map(case).collect()))
    }

    pub(super) fn name(&self) -> String {
        self.inputs.name(&self.path)
    }

    pub(super) fn parameters(&self) -> Value {
        let constants = Some(&*self.constants).filter(|typed| !typed.is_empty());
        json!({ "model": self.name(), "const": constants })
    }

    /// Returns the name of the model, with the values of its constants if any were typed.
    pub(super) fn label(&self) -> String {
        match &*self.constants {
            "" => self.name(),
            constants => format!("{} with {constants}", self.name()),
        }
    }

    pub(super) fn title(&self, explored: &ExploredModel) -> String {
        let kind = match explored.space().kind {
            SpaceKind::Chain => "a Markov chain",
            SpaceKind::Decisions => "a Markov decision process",
            SpaceKind::Game => "a turn-based game",
        };
        format!("{}: {kind}", self.label())
    }

    pub(super) fn error(&self, error: PrismError) -> CommandError {
        command_error(error, &self.name(), &self.constants)
    }

    /// Reads the model: text in the PRISM language, DRN, which begins with a section such as `@type`, or explicit files, which
    /// are recognized by the extension.
    pub(super) fn read(&self) -> Result<ModelText, Refusal> {
        let extension = self.path.extension().unwrap_or_default();
        if extension == TRANSITIONS {
            return Ok(ModelText::Explicit(Box::new(read_explicit(&self.inputs, &self.path)?)));
        }
        if OTHERS.iter().any(|other| extension == *other) {
            let transitions = self.path.with_extension(TRANSITIONS).display().to_string();
            let what = format!("{}: no model; this file is read with {transitions}", self.name());
            return Err(Refusal::new(what).help(format!("give {transitions}")));
        }
        let text = self.inputs.long_text(&self.path)?;
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("//"));
        if first.is_some_and(|line| line.starts_with('@')) {
            let space = read_rounded_drn(&text).map_err(|FormatError { line, column, message }| {
                Refusal::new(format!("{}, line {line}, column {column}: {message}", self.name()))
            })?;
            return Ok(ModelText::Explicit(Box::new(space)));
        }
        if first.is_some_and(|line| line.starts_with('#')) {
            let what = format!(
                "{}: no model; a file of transitions has a name that ends in .{TRANSITIONS}",
                self.name()
            );
            return Err(
                Refusal::new(what).help("export the model by -exportmodel model.all, and give model.tra")
            );
        }
        let wrong = |error| refusal(error, &self.name(), &self.constants);
        Ok(ModelText::Prism(PrismModel::parse(&text).map_err(wrong)?))
    }

    /// Explores all reachable states, and prints notes about repairs of the model.
    pub(super) fn explore(&self, model: ModelText, job: &Job<'_>) -> Result<ExploredModel, CommandError> {
        let mut repairs = ModelRepairs::default();
        let explored = self.explore_for(model, &[], &mut repairs, job)?;
        repairs.note(job);
        Ok(explored)
    }

    /// Explores the states that the values of properties depend on.
    pub(super) fn explore_for(
        &self,
        model: ModelText,
        properties: &[Property],
        repairs: &mut ModelRepairs,
        job: &Job<'_>,
    ) -> Result<ExploredModel, CommandError> {
        match model {
            ModelText::Prism(model) => {
                let explored = model.explore_for(properties, job).map_err(|error| self.error(error))?;
                repairs.add(explored.deadlocks().count(), explored.scaled_commands(), "command");
                Ok(explored)
            }
            ModelText::Explicit(explicit) => {
                let ExplicitSpace { space, looped_states, scaled_choices } = *explicit;
                repairs.add(looped_states, scaled_choices, "distribution");
                Ok(ExploredModel::of_space(space))
            }
        }
    }

    /// Explores the model, for a command without properties.
    pub(super) fn explored(
        &self,
        model: ModelText,
        repairs: &mut ModelRepairs,
        job: &Job<'_>,
    ) -> Result<ExploredModel, CommandError> {
        let nothing = PropertyFile::parse("").map_err(|error| self.error(error))?;
        let (model, _) = self.with_constants(model, nothing)?;
        self.explore_for(model, &[], repairs, job)
    }

    /// Gives each typed value to the constant with its name: in the model, in the properties, or in both.
    pub(super) fn with_constants(
        &self,
        mut model: ModelText,
        mut properties: PropertyFile,
    ) -> Result<(ModelText, PropertyFile), CommandError> {
        let wrong = |error| command_error(error, "--const", &self.constants);
        let mut names = HashSet::new();
        for pair in self.constants.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let name = pair.split('=').next().unwrap_or_default().trim();
            if !names.insert(name) {
                let what = format!("--const: {name} is given twice");
                return Err(Refusal::new(what).help(format!("one value of {name}")).into());
            }
            let of_properties = properties.constants().contains(&name);
            model = match model {
                ModelText::Prism(model) if model.constants().contains(&name) || !of_properties => {
                    ModelText::Prism(model.with_constants(pair).map_err(wrong)?)
                }
                ModelText::Explicit(_) if !of_properties => {
                    let is_drn = self.path.extension().is_none_or(|extension| extension != TRANSITIONS);
                    let file = if is_drn { "a DRN file" } else { "a .tra file" };
                    let what = format!("--const: no constant {name}; {file} has none");
                    return Err(Refusal::new(what).help("leave out --const").into());
                }
                model => model,
            };
            if of_properties {
                properties = properties.with_constants(pair).map_err(wrong)?;
            }
        }
        Ok((model, properties))
    }
}

/// The repairs of one model, or of the same model with several values of constants.
#[derive(Default)]
pub(super) struct ModelRepairs {
    models: usize,
    /// The greatest numbers over all models: of deadlock states that were given a self-loop, and of distributions that were divided
    /// by their sum.
    most: [usize; 2],
    /// What has these distributions in messages: `command` or `distribution`.
    scaled: &'static str,
}

impl ModelRepairs {
    /// Adds the repairs of a model.
    fn add(&mut self, deadlocks: usize, scaled: usize, name: &'static str) {
        self.models += 1;
        self.most = [self.most[0].max(deadlocks), self.most[1].max(scaled)];
        self.scaled = name;
    }

    /// Prints a note about each kind of repair.
    pub(super) fn note(&self, job: &Job<'_>) {
        let at_most = if self.models > 1 { "at most " } else { "" };
        let rounded = "divided by their sum, which is 1 but for rounding";
        for (count, name, what) in
            [(self.most[0], "deadlock state", "given a self-loop"), (self.most[1], self.scaled, rounded)]
        {
            if count > 0 {
                let of = if what == rounded { "the probabilities of " } else { "" };
                let verb = if count == 1 && of.is_empty() { "was" } else { "were" };
                let counted = counted(count as u64, name);
                job.monitor.note(&format!("note: {of}{at_most}{counted} {verb} {what}"));
            }
        }
    }
}
