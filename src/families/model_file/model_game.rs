//! A model as a game, for the commands that work on any game.

use super::model_source::{ModelSource, ModelText};
use super::play_rules::PlayRules;
use super::source_refusal::command_error;
use super::space_game::{QuantityPayoff, SpaceGame};
use super::value_table::on_one_line;
use crate::exact::ratio;
use crate::family::generic::{DescribedGame, played};
use crate::family::{
    AnswerPlan, CommandError, Family, GameArguments, GameSource, Instance, PayoffKind, Query, Refusal,
    is_stdin,
};
use crate::model::Job;
use chancetree_checker::{StateSpace, StepWindow};
use chancetree_prism::{ExploredModel, PlayAim, PlayObjective, Property, PropertyFile, StateSet};
use serde::Deserialize;
use serde_json::Value;

/// The option for the property of a game.
#[derive(Deserialize)]
struct GamePropertyArgs {
    prop: Option<String>,
}

/// Plans a dialog in which the user plays a model on the standard input.
pub(super) fn play(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    if query.inputs.file("model").is_some_and(is_stdin) {
        let refusal = Refusal::new("the model cannot be read from stdin, where the player types");
        return Err(refusal.ask("play model die.pm"));
    }
    let model = ModelGame::read(&query.source())?;
    Ok(played(query, move |job| model.explored(None, false, job)))
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
        let source = ModelSource::typed(game.inputs, game.command_options)?;
        let GamePropertyArgs { prop } = game.command_options.read();
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

    /// Explores the model and returns the game. With a `width`, values are computed in doubles. A game that never ends is refused,
    /// unless `may_go_on` is set.
    pub(super) fn explored(
        self,
        width: Option<f64>,
        may_go_on: bool,
        job: &Job<'_>,
    ) -> Result<DescribedGame, CommandError> {
        let (parameters, stem) = (self.parameters(), self.stem());
        let (family, given) = (self.family, self.given.clone());
        let ModelPlay { title, text, rules, explored, property, source } = self.play(job)?;
        let is_two_sided = SpaceGame::has_two_sides(&rules);
        if is_two_sided && rules.aim().is_reward() {
            let what = "rewards where both sides decide have no graph, and cannot be played; odds and simulate answer them";
            return Err(Refusal::new(what).ask("odds model --help").into());
        }
        let mut rules = match property.is_none() && rules.misses_goal() {
            true if may_go_on => rules.unending(),
            true => {
                let what = "play never ends; a property can name the states that end it";
                return Err(Refusal::new(what).help("--prop 'P=? [ F x=1 ]', or graph --format drn").into());
            }
            false => rules,
        };
        if rules.aim().is_endless() {
            rules.solve(width, job).map_err(|error| {
                let error = match &property {
                    Some(property) => explored.explain(error, property, &rules.objective),
                    None => error.into(),
                };
                command_error(error, "--prop", &source.constants)
            })?;
        }
        if let Some(&start) = rules.objective.starts.iter().find(|&&start| rules.is_infinite(start)) {
            return Err(infinite(&rules, start, &text).into());
        }
        let game = SpaceGame::new(rules);
        let payoff_kind = PayoffKind::Property { text, seat: game.goal_seat() };
        let (decides, is_minimized) = (game.decides(), game.is_minimized());
        let (names, payoff) = (game.side_names(), QuantityPayoff::of(&game));
        let instance = Instance::new(game, payoff_kind, payoff).titled(title);
        let mut instance = instance.solved_by(SpaceGame::solution);
        (instance.parameters, instance.stem, instance.names) = (Some(parameters), Some(stem), names);
        (instance.decides, instance.scores, instance.appearance.ends) = (decides, None, true);
        if is_minimized {
            instance.unit = ratio(-1, 1);
        }
        Ok(DescribedGame { family, given, game: instance.boxed() })
    }

    /// Explores the model and returns the rules of play.
    pub(super) fn play(self, job: &Job<'_>) -> Result<ModelPlay, CommandError> {
        let Self { source, model, property, .. } = self;
        let wrong = |error| command_error(error, "--prop", &source.constants);
        let file = PropertyFile::parse(property.as_deref().unwrap_or_default()).map_err(wrong)?;
        let (model, file) = source.with_constants(model, file)?;
        let properties = file.properties();
        if let Some(error) = properties.iter().find_map(Property::unsupported) {
            return Err(wrong(error));
        }
        let explored = source.explore(model, job)?;
        if properties.len() > 1 {
            let what = format!("--prop: {} properties where one is needed", properties.len());
            return Err(Refusal::new(what).help("--prop 'P=? [ F x=1 ]'").into());
        }
        let property = properties.into_iter().next();
        let objective = match &property {
            Some(property) => {
                let objective = explored.objective(property, job);
                objective.map_err(|error| wrong(explored.save_if_stopped(error, job)))?
            }
            None => ending(explored.space()),
        };
        let title = source.title(&explored);
        let text = match &property {
            None => "P(end)".to_owned(),
            Some(property) if objective.starts.len() > 1 && !property.is_filter() => {
                format!("filter(avg, {}, \"init\")", on_one_line(property.text()))
            }
            Some(property) => on_one_line(property.text()),
        };
        let space = explored.space_with_names();
        let rules = PlayRules::new(space, objective, job)
            .map_err(|refusal| Refusal { what: format!("{}: {}", source.name(), refusal.what), ..refusal })?;
        Ok(ModelPlay { title, text, rules, explored, property, source })
    }
}

/// The rules of play of a model, and the model.
pub(super) struct ModelPlay {
    pub(super) title: String,
    /// The value of play, in words.
    pub(super) text: String,
    pub(super) rules: PlayRules,
    pub(super) explored: ExploredModel,
    pub(super) property: Option<Property>,
    pub(super) source: ModelSource,
}

/// Returns the refusal of play with an infinite value.
pub(super) fn infinite(rules: &PlayRules, start: u32, text: &str) -> Refusal {
    let name = rules.space.state_name(start);
    Refusal::new(format!("{text} is infinite in state {name}; only odds and best answer infinite values"))
}

/// Returns the objective of a model without a property: to reach a state that play cannot leave.
fn ending(space: &StateSpace) -> PlayObjective {
    let count = space.state_count();
    let is_absorbing = |state: u32| {
        let mut targets = space.choices(state).flat_map(|choice| space.targets(choice));
        targets.all(|&target| target == state)
    };
    let all = || StateSet::all(count);
    let goal = StateSet::from_fn(count, is_absorbing);
    PlayObjective {
        starts: space.initial.clone(),
        maximizers: all(),
        aim: PlayAim::Until { stay: all(), goal, window: StepWindow::ANY, is_negated: false },
    }
}
