//! Models with compiled commands.

use crate::compile::{SourceContext, constant};
use crate::compiled_expression::{BoolCode, CompiledCode, NumberCode};
use crate::composition::{ActionGroup, composed, synchronized};
use crate::error::{PrismError, SourceError};
use crate::fraction::ConstantFraction;
use crate::layout::StateLayout;
use crate::model::PrismModel;
use crate::model_syntax::{CommandSyntax, ModuleSyntax, UpdateSyntax, VariableKind, VariableSyntax};
use crate::scope::{Scope, VariableName};
use crate::selector::Selector;
use crate::syntax::Expression;
use crate::weights::is_rounded_one;
use chancetree_checker::{SpaceKind, did_you_mean, nearest};
use chancetree_exact::{Rational, one};
use chancetree_model::order;
use num_traits::ToPrimitive as _;
use std::collections::{HashMap, HashSet};

/// A compiled model.
#[derive(Debug)]
pub(crate) struct CompiledModel {
    pub(crate) kind: SpaceKind,
    pub(crate) layout: StateLayout,
    pub(crate) commands: Vec<Command>,
    /// The groups of commands that make the choices of a state, in the order of the choices.
    pub(crate) groups: Vec<CommandGroup>,
    pub(crate) start: StartStates,
    pub(crate) players: Vec<String>,
}

impl CompiledModel {
    /// Creates a model without commands.
    pub(crate) fn without_commands(kind: SpaceKind, players: Vec<String>, layout: StateLayout) -> Self {
        let (commands, groups) = (Vec::new(), Vec::new());
        let start = StartStates::One(Vec::new());
        Self { kind, layout, commands, groups, start, players }
    }
}

/// The initial states.
#[derive(Debug)]
pub(crate) enum StartStates {
    /// The start values of the variables.
    One(Vec<i64>),
    /// All states that satisfy a condition.
    All(BoolCode),
}

/// The commands of an action, for each of its modules; or the commands of a module without an action.
#[derive(Debug)]
pub(crate) struct CommandGroup {
    /// The action; empty for commands without an action.
    pub(crate) action: String,
    /// The player who decides for the group.
    pub(crate) player: Option<u32>,
    /// The commands of each module. All modules take part in a step.
    pub(crate) modules: Vec<Selector>,
}

#[derive(Debug)]
pub(crate) struct Command {
    pub(crate) guard: BoolCode,
    pub(crate) updates: Vec<Update>,
    /// The sum of the probabilities, if all are constant.
    pub(crate) constant_sum: Option<Rational>,
    /// Whether the constant probabilities were divided by their sum, because they are rounded.
    pub(crate) is_scaled: bool,
    /// The description of the command in errors.
    pub(crate) place: String,
}

#[derive(Debug)]
pub(crate) struct Update {
    pub(crate) probability: NumberCode,
    pub(crate) writes: Vec<Write>,
}

/// An assignment to a variable.
#[derive(Debug)]
pub(crate) struct Write {
    pub(crate) slot: usize,
    pub(crate) value: WriteCode,
}

#[derive(Debug)]
pub(crate) enum WriteCode {
    Bool(BoolCode),
    Int(NumberCode),
}

/// Adds the variables of a model to its scope. Returns the layout and the start values.
pub(crate) fn declare_variables(
    model: &PrismModel,
    scope: &mut Scope<'_>,
) -> Result<(StateLayout, Vec<i64>), PrismError> {
    let syntax = &*model.syntax;
    let no_renaming = HashMap::new();
    let globals = syntax.globals.iter().map(|variable| (variable, &no_renaming));
    let locals = syntax
        .modules
        .iter()
        .flat_map(|module| module.body.variables.iter().map(|variable| (variable, &module.renaming)));
    let (mut variables, mut starts) = (Vec::new(), Vec::new());
    // Bounds and start values use constants only: no variable is in scope.
    let mut names: HashMap<String, VariableName> = HashMap::new();
    for (variable, renaming) in globals.chain(locals) {
        let context = SourceContext::renamed(&model.source, renaming);
        let name = context.name(&variable.name).to_owned();
        let is_taken = scope.formulas.contains_key(&*name) || scope.is_constant(&name);
        let entry =
            VariableName { slot: variables.len(), is_bool: matches!(variable.kind, VariableKind::Bool) };
        if is_taken || names.contains_key(&name) {
            let help =
                if renaming.is_empty() { "" } else { "; a renamed module needs new names for its variables" };
            let what = format!("a second definition of {name}{help}");
            return Err(SourceError::new(&model.source, variable.at, what).into());
        }
        if let (Some(start), Some(_)) = (&variable.start, &syntax.initial) {
            return Err(context.error(start.at, "a start value in a model with an init block"));
        }
        if let (VariableKind::Int, Some(_)) = (&variable.kind, &syntax.initial) {
            let what = format!("no bounds of {name} in a model with an init block; write {name} : [0..10]");
            return Err(context.error(variable.at, what));
        }
        let (low, high, start) = bounds_and_start(variable, scope, context)?;
        if !(low..=high).contains(&start) {
            let what = format!("start value {start} of {name} is not in {low}..{high}");
            return Err(context.error(variable.at, what));
        }
        variables.push((name.clone(), low, high, entry.is_bool));
        starts.push(start);
        names.insert(name, entry);
    }
    scope.variables = names;
    Ok((StateLayout::new(variables), starts))
}

fn bounds_and_start(
    variable: &VariableSyntax,
    scope: &Scope<'_>,
    context: SourceContext<'_>,
) -> Result<(i64, i64, i64), PrismError> {
    let whole = |expression: &Expression| {
        let value = scope.int_code(expression, context)?.whole(&[]);
        value.map_err(|fault| context.error(expression.at, fault.to_string()))
    };
    // A quotient such as N/2 is a start value if it is whole.
    let start = |start: &Expression| match scope.code(start, context)? {
        CompiledCode::Fraction(code) => {
            let value = code.fraction(&[]).map_err(|fault| context.error(start.at, fault.to_string()))?;
            let whole = Some(&value).filter(|value| value.is_integer());
            whole.and_then(|value| value.numer().to_i64()).ok_or_else(|| {
                context.error(start.at, format!("start value {value} is not an integer; use floor or ceil"))
            })
        }
        _ => whole(start),
    };
    let (low, high, default) = match &variable.kind {
        VariableKind::Bool => {
            let start = match &variable.start {
                Some(start) => {
                    let value = scope.bool_code(start, context)?.holds(&[]);
                    value.map_err(|fault| context.error(start.at, fault.to_string()))?
                }
                None => false,
            };
            return Ok((0, 1, start.into()));
        }
        VariableKind::Int => (i64::MIN, i64::MAX, 0),
        VariableKind::Range(low, high) => {
            let (low, high) = (whole(low)?, whole(high)?);
            (low, high, low)
        }
    };
    if low > high {
        return Err(context.error(variable.at, format!("the range {low}..{high} is empty")));
    }
    Ok((low, high, variable.start.as_ref().map_or(Ok(default), start)?))
}

/// Compiles the commands of a model.
pub(crate) fn compile_model(
    model: &PrismModel,
    scope: &Scope<'_>,
    layout: StateLayout,
    starts: Vec<i64>,
) -> Result<CompiledModel, PrismError> {
    let syntax = &*model.syntax;
    if syntax.modules.is_empty() {
        return Err(SourceError::new(&model.source, model.source.len(), "a model without a module").into());
    }
    let start = match &syntax.initial {
        Some(condition) => StartStates::All(scope.bool_code(condition, SourceContext::new(&model.source))?),
        None => StartStates::One(starts),
    };
    let mut compiler = ModelCompiler {
        model,
        scope,
        globals: syntax.globals.len(),
        commands: Vec::new(),
        writers: HashMap::new(),
    };
    let groups = compiler.groups(&layout)?;
    let commands = compiler.commands;
    let players = syntax.players.iter().map(|player| player.name.clone()).collect();
    Ok(CompiledModel { kind: syntax.kind, layout, commands, groups, start, players })
}

struct ModelCompiler<'m> {
    model: &'m PrismModel,
    scope: &'m Scope<'m>,
    /// The number of global variables, which have the first slots.
    globals: usize,
    commands: Vec<Command>,
    /// The module that writes a global variable, by action and slot.
    writers: HashMap<(String, usize), usize>,
}

impl ModelCompiler<'_> {
    fn groups(&mut self, layout: &StateLayout) -> Result<Vec<CommandGroup>, PrismError> {
        let players = self.players()?;
        let mut by_module: HashMap<&str, Vec<ActionGroup>> = HashMap::new();
        let model = self.model;
        for (number, module) in model.syntax.modules.iter().enumerate() {
            if by_module.contains_key(&*module.name) {
                return Err(Scope::duplicate(&model.source, &module.name, module.at));
            }
            let own: HashSet<usize> = self.own_slots(module);
            let context = SourceContext::renamed(&model.source, &module.renaming);
            let mut groups: Vec<ActionGroup> = Vec::new();
            for syntax in &module.body.commands {
                let index = self.commands.len();
                let command = self.command(syntax, module, number, &own, context)?;
                self.commands.push(command);
                let action = syntax.action.as_ref().map_or("", |action| context.name(action));
                match groups.iter_mut().find(|group| group.action == action) {
                    Some(group) => group.modules[0].1.push(index),
                    None => groups.push(ActionGroup {
                        action: action.to_owned(),
                        modules: vec![(number, vec![index])],
                    }),
                }
            }
            by_module.insert(&module.name, groups);
        }
        let mut groups = match &model.syntax.system {
            Some(system) => composed(system, &by_module),
            None => {
                let modules = model.syntax.modules.iter();
                synchronized(modules.map(|module| by_module.remove(&*module.name).unwrap_or_default()))
            }
        };
        // Commands without an action come first.
        order::sort(&mut groups, |one, other| other.action.is_empty().cmp(&one.action.is_empty()));
        let groups = groups.into_iter().map(|ActionGroup { action, modules }| {
            let owner = |(number, _): &(usize, Vec<usize>)| {
                players.modules.get(&model.syntax.modules[*number].name).copied()
            };
            // An action that no player lists belongs to the player of its modules, if they all have the same player.
            let first = modules.first().and_then(owner);
            let shared = first.filter(|_| modules.iter().all(|module| owner(module) == first));
            let player = players.actions.get(&action).copied().or(shared);
            let selectors =
                modules.into_iter().map(|(_, commands)| Selector::new(&commands, &self.commands, layout));
            CommandGroup { player, modules: selectors.collect(), action }
        });
        Ok(groups.collect())
    }

    fn own_slots(&self, module: &ModuleSyntax) -> HashSet<usize> {
        let context = SourceContext::renamed(&self.model.source, &module.renaming);
        let slots = module.body.variables.iter().filter_map(|variable| {
            self.scope.variables.get(context.name(&variable.name)).map(|variable| variable.slot)
        });
        slots.collect()
    }

    fn players(&self) -> Result<Controls, PrismError> {
        let mut controls = Controls::default();
        let syntax = &*self.model.syntax;
        for (number, player) in syntax.players.iter().enumerate() {
            let error = |what: String| Err(SourceError::new(&self.model.source, player.at, what).into());
            if syntax.players[..number].iter().any(|earlier| earlier.name == player.name) {
                return error(format!("a second player {}", player.name));
            }
            for module in &player.modules {
                if !syntax.modules.iter().any(|known| known.name == *module) {
                    return error(format!("no module {module} for player {}", player.name));
                }
                if controls.modules.insert(module.clone(), number as u32).is_some() {
                    return error(format!("module {module} belongs to two players"));
                }
            }
            for action in &player.actions {
                if controls.actions.insert(action.clone(), number as u32).is_some() {
                    return error(format!("action {action} belongs to two players"));
                }
            }
        }
        Ok(controls)
    }

    fn command(
        &mut self,
        syntax: &CommandSyntax,
        module: &ModuleSyntax,
        number: usize,
        own: &HashSet<usize>,
        context: SourceContext<'_>,
    ) -> Result<Command, PrismError> {
        let guard = self.scope.bool_code(&syntax.guard, context)?;
        let mut updates = Vec::with_capacity(syntax.updates.len());
        for update in &syntax.updates {
            updates.push(self.update(update, own, context)?);
        }
        if let Some(action) = &syntax.action {
            let action = context.name(action);
            for (update, written) in syntax.updates.iter().zip(&updates) {
                for (assignment, write) in update.assignments.iter().zip(&written.writes) {
                    if write.slot >= self.globals {
                        continue;
                    }
                    let writer = *self.writers.entry((action.to_owned(), write.slot)).or_insert(number);
                    if writer != number {
                        let what = format!(
                            "modules {} and {} both write global variable {} with action {action}",
                            self.model.syntax.modules[writer].name, module.name, assignment.variable
                        );
                        return Err(context.error(assignment.at, what));
                    }
                }
            }
        }
        let constants = updates.iter().map(|update| match &update.probability {
            NumberCode::Constant(value) => Some(&value.value),
            _ => None,
        });
        let sum = constants.collect::<Option<Vec<_>>>().map(|values| values.into_iter().sum::<Rational>());
        let place = self.place(syntax, module);
        let Some(sum) = sum.clone().filter(is_rounded_one) else {
            return Ok(Command { guard, updates, constant_sum: sum, is_scaled: false, place });
        };
        for update in &mut updates {
            if let NumberCode::Constant(value) = &mut update.probability {
                **value = ConstantFraction::new(&value.value / &sum);
            }
        }
        Ok(Command { guard, updates, constant_sum: Some(one()), is_scaled: true, place })
    }

    /// Describes a command by its module, line and action.
    fn place(&self, syntax: &CommandSyntax, module: &ModuleSyntax) -> String {
        let line = self.model.line(syntax.at);
        let action = syntax.action.as_deref().unwrap_or_default();
        let renamed = module.renaming.get(action).map_or(action, |name| name);
        format!("command [{renamed}] of module {} in line {line}", module.name)
    }

    fn update(
        &self,
        syntax: &UpdateSyntax,
        own: &HashSet<usize>,
        context: SourceContext<'_>,
    ) -> Result<Update, PrismError> {
        let probability = match &syntax.probability {
            Some(probability) => self.scope.fraction_code(probability, context)?,
            None => constant(one()),
        };
        let mut writes: Vec<Write> = Vec::with_capacity(syntax.assignments.len());
        for assignment in &syntax.assignments {
            let name = context.name(&assignment.variable);
            let Some(variable) = self.scope.variables.get(name) else {
                let mut known: Vec<&str> = self.scope.variables.keys().map(String::as_str).collect();
                order::sort_unique(&mut known);
                let meant = nearest(name, known);
                let what = did_you_mean(&format!("no variable {name}"), meant);
                return Err(context.error(assignment.at, what));
            };
            if variable.slot >= self.globals && !own.contains(&variable.slot) {
                return Err(
                    context.error(assignment.at, format!("variable {name} belongs to another module"))
                );
            }
            if writes.iter().any(|write| write.slot == variable.slot) {
                return Err(context.error(assignment.at, format!("variable {name} is written twice")));
            }
            let value = match variable.is_bool {
                true => WriteCode::Bool(self.scope.bool_code(&assignment.value, context)?),
                false => WriteCode::Int(self.scope.int_code(&assignment.value, context)?),
            };
            writes.push(Write { slot: variable.slot, value });
        }
        Ok(Update { probability, writes })
    }
}

/// The players of modules and actions.
#[derive(Default)]
struct Controls {
    modules: HashMap<String, u32>,
    actions: HashMap<String, u32>,
}
