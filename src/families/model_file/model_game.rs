//! A model as a game, for the commands that answer any game.

use super::model_source::{ModelSource, ModelText};
use super::source_refusal::command_error;
use super::space_game::{GoalPayoff, SpaceGame};
use super::value_table::on_one_line;
use crate::evaluate::{RandomGame, solve_rounded};
use crate::exact::{Rational, ratio};
use crate::family::generic::DescribedGame;
use crate::family::sampled::{EndedGame, Sample, SampleValues};
use crate::family::{
    CommandError, Family, GameArguments, GameSource, GraphAppearance, Instance, PayoffKind, PlayerNames,
    Refusal, is_stdin,
};
use crate::model::{Error, Graph, Job};
use crate::payoff::PayoffTable;
use chancetree_checker::StateSpace;
use chancetree_prism::{ExploredModel, PropertyFile, Reachability, StateSet};
use serde::Deserialize;
use serde_json::Value;

/// The option for the property of a game.
#[derive(Deserialize)]
struct GamePropertyArgs {
    prop: Option<String>,
}

/// Reads and explores a model as a game whose player types on the standard input.
pub(super) fn played_game(game: &GameSource<'_>, job: &Job<'_>) -> Result<DescribedGame, CommandError> {
    if game.inputs.file("model").is_some_and(is_stdin) {
        let refusal = Refusal::new("the model cannot be read from stdin, where the player types");
        return Err(refusal.help("play model die.pm").into());
    }
    ModelGame::read(game)?.explored(job)
}

/// A model that becomes a game by a property, or by its absorbing states.
pub(super) struct ModelGame {
    pub(super) source: ModelSource,
    pub(super) model: ModelText,
    /// The property, as it was typed.
    pub(super) property: Option<String>,
    pub(super) family: &'static dyn Family,
    /// The parameter values of the family. They are empty, because the family has no parameters.
    pub(super) given: GameArguments,
}

impl ModelGame {
    /// Reads the model of a command.
    pub(super) fn read(game: &GameSource<'_>) -> Result<Self, Refusal> {
        let source = ModelSource::typed(game.inputs, game.own)?;
        let GamePropertyArgs { prop } = game.own.read();
        let given = game.given.clone();
        Ok(Self { model: source.read()?, source, property: prop, family: game.family, given })
    }

    /// Returns the parameters as answers repeat them.
    pub(super) fn parameters(&self) -> Value {
        let mut parameters = self.source.parameters();
        parameters["prop"] = self.property.clone().into();
        parameters
    }

    /// Returns the name of files about the model, without an extension.
    pub(super) fn stem(&self) -> String {
        let name = self.source.path.file_stem().unwrap_or_default().to_string_lossy();
        let name = if name == "-" { "model" } else { &*name };
        let plain = |letter: char| if letter.is_alphanumeric() || letter == '.' { letter } else { '-' };
        match self.source.constants.replace('=', "") {
            constants if constants.is_empty() => name.to_owned(),
            constants => format!("{name}-{}", constants.chars().map(plain).collect::<String>()),
        }
    }

    /// Explores the model and returns the game.
    pub(super) fn explored(self, job: &Job<'_>) -> Result<DescribedGame, CommandError> {
        let (parameters, stem) = (self.parameters(), self.stem());
        let Self { source, model, property, family, given } = self;
        let wrong = |error| command_error(error, "--prop", &source.constants);
        let file = PropertyFile::parse(property.as_deref().unwrap_or_default()).map_err(wrong)?;
        let (model, file) = source.with_constants(model, file)?;
        let explored = source.explore(model, job)?;
        let properties = file.properties();
        let property = properties.first();
        if properties.len() > 1 {
            let what = format!("--prop: {} properties where one is needed", properties.len());
            return Err(Refusal::new(what).help("--prop 'P=? [ F x=1 ]'").into());
        }
        if let count @ 2.. = explored.space().initial.len() {
            let what = format!("{}: {count} initial states, but a game begins in one", source.name());
            return Err(Refusal::new(what).ask("odds model --help").into());
        }
        let reached = match property {
            Some(property) => explored.reachability(property, job).map_err(wrong)?,
            None => ending(explored.space()),
        };
        let title = source.title(&explored);
        let game = space_game(&source, explored, reached, job)?;
        if property.is_none() && game.misses_goal() {
            let what =
                format!("{}: play never ends; a property can name the states that end it", source.name());
            return Err(Refusal::new(what).help("--prop 'P=? [ F x=1 ]'").into());
        }
        let text = property.map_or_else(|| "P(end)".to_owned(), |property| on_one_line(property.text()));
        let worth = PayoffKind::Property { text: text.clone(), seat: game.goal_seat() };
        let (decides, is_minimized) = (game.decides(), game.is_minimized());
        let names = game.side_names();
        let sampler = sampler(title.clone(), parameters.clone(), text);
        let instance = Instance::new(game, worth, GoalPayoff)
            .titled(title)
            .named(names)
            .with_parameters(parameters, stem)
            .deciding(decides)
            .unscored()
            .sampled(sampler)
            .with_appearance(GraphAppearance { ends: true, ..GraphAppearance::default() });
        let instance = if is_minimized { instance.in_units(ratio(-1, 1)) } else { instance };
        Ok(DescribedGame { family, given, game: instance.boxed() })
    }
}

/// Returns the game of an explored model.
fn space_game(
    source: &ModelSource,
    explored: ExploredModel,
    reached: Reachability,
    job: &Job<'_>,
) -> Result<SpaceGame, CommandError> {
    let space = explored.into_space(job).map_err(|error| source.error(error))?;
    SpaceGame::new(space, reached, job).map_err(|state| {
        let what = format!(
            "{}: the probabilities in state {state} need a common denominator of more than 64 bits",
            source.name()
        );
        Refusal::new(what).help("write probabilities with fewer digits").into()
    })
}

/// Returns the sampler of random runs. A run that reaches the goal counts as a win of seat 0.
fn sampler(
    heading: String,
    parameters: Value,
    property: String,
) -> impl for<'a> Fn(&'a Graph<SpaceGame>, SampleValues<'_>, &Job<'_>) -> Result<Sample<'a>, Error> {
    move |graph, with, job| {
        let (value, error) = match with.width {
            None => (graph.game().value(job)?, None),
            Some(width) => rounded_value(graph, width, job)?,
        };
        let reaches_goal = |played: &RandomGame| graph.game().is_goal(*graph.state(played.end));
        Ok(Sample {
            heading: heading.clone(),
            parameters: parameters.clone(),
            model: graph.model(),
            end: Box::new(move |played: &RandomGame| EndedGame {
                winner: reaches_goal(played).then_some(0),
                halves: Vec::new(),
            }),
            outcomes: vec![value],
            nobody: String::new(),
            property: Some(property.clone()),
            expected: Vec::new(),
            units: Vec::new(),
            worths: Vec::new(),
            names: PlayerNames::default(),
            error,
        })
    }
}

/// Returns the probability of reaching the goal in doubles, and a bound on its error. No player decides in the graph.
fn rounded_value(
    graph: &Graph<SpaceGame>,
    width: f64,
    job: &Job<'_>,
) -> Result<(Rational, Option<f64>), Error> {
    let game = graph.game();
    let found = solve_rounded(graph.model(), PayoffTable::of(graph, &GoalPayoff), width, job)?;
    let value = found.value(graph.start()).swap_remove(game.goal_seat().into());
    Ok((if game.is_minimized() { -value } else { value }, found.error()))
}

/// Returns the aim of reaching a state that play cannot leave.
fn ending(space: &StateSpace) -> Reachability {
    let count = space.state_count();
    let is_absorbing = |state: u32| {
        let mut targets = space.choices(state).flat_map(|choice| space.targets(choice));
        targets.all(|&target| target == state)
    };
    let all = || StateSet::all(count);
    Reachability { stay: all(), goal: StateSet::from_fn(count, is_absorbing), maximizers: all() }
}
