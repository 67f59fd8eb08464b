//! The syntax of models.

use crate::syntax::Expression;
use chancetree_checker::SpaceKind;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConstantKind {
    Int,
    Double,
    Bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ConstantSyntax {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) kind: ConstantKind,
    pub(crate) value: Option<Expression>,
}

/// A formula or a label.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) body: Expression,
}

#[derive(Clone, Debug)]
pub(crate) struct VariableSyntax {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) kind: VariableKind,
    pub(crate) start: Option<Expression>,
}

#[derive(Clone, Debug)]
pub(crate) enum VariableKind {
    Bool,
    /// An integer without bounds.
    Int,
    /// An integer with its bounds.
    Range(Expression, Expression),
}

/// A module. A renamed module shares the text of its base.
#[derive(Clone, Debug)]
pub(crate) struct ModuleSyntax {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) body: Arc<ModuleBody>,
    pub(crate) renaming: HashMap<String, String>,
}

#[derive(Debug, Default)]
pub(crate) struct ModuleBody {
    pub(crate) variables: Vec<VariableSyntax>,
    pub(crate) commands: Vec<CommandSyntax>,
}

#[derive(Debug)]
pub(crate) struct CommandSyntax {
    pub(crate) at: usize,
    pub(crate) action: Option<String>,
    pub(crate) guard: Expression,
    pub(crate) updates: Vec<UpdateSyntax>,
}

#[derive(Debug)]
pub(crate) struct UpdateSyntax {
    pub(crate) probability: Option<Expression>,
    pub(crate) assignments: Vec<AssignmentSyntax>,
}

#[derive(Debug)]
pub(crate) struct AssignmentSyntax {
    pub(crate) at: usize,
    pub(crate) variable: String,
    pub(crate) value: Expression,
}

#[derive(Clone, Debug)]
pub(crate) struct RewardsSyntax {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) items: Vec<RewardItem>,
}

#[derive(Clone, Debug)]
pub(crate) struct RewardItem {
    /// The action of a transition reward; empty for commands without an action. `None` for a state reward.
    pub(crate) action: Option<String>,
    pub(crate) guard: Expression,
    pub(crate) value: Expression,
}

#[derive(Clone, Debug)]
pub(crate) struct PlayerSyntax {
    pub(crate) name: String,
    pub(crate) at: usize,
    pub(crate) modules: Vec<String>,
    pub(crate) actions: Vec<String>,
}

/// A composition of modules.
#[derive(Clone, Debug)]
pub(crate) enum SystemSyntax {
    Module(String),
    /// `||`: both sides take part in the actions that both have.
    Synchronized(Vec<SystemSyntax>),
    /// `|||`: no action is shared.
    Interleaved(Vec<SystemSyntax>),
    /// `|[a,b]|`: both sides take part in the listed actions.
    Restricted(Box<SystemSyntax>, Vec<String>, Box<SystemSyntax>),
    /// `/ {a,b}`: commands with the listed actions have no action.
    Hidden(Box<SystemSyntax>, Vec<String>),
    /// `{a<-b}`: action `a` becomes `b`.
    Renamed(Box<SystemSyntax>, Vec<(String, String)>),
}

/// The syntax of a model.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelSyntax {
    pub(crate) kind: SpaceKind,
    pub(crate) constants: Vec<ConstantSyntax>,
    pub(crate) formulas: Vec<Definition>,
    pub(crate) labels: Vec<Definition>,
    pub(crate) globals: Vec<VariableSyntax>,
    pub(crate) modules: Vec<ModuleSyntax>,
    pub(crate) rewards: Vec<RewardsSyntax>,
    pub(crate) initial: Option<Expression>,
    pub(crate) players: Vec<PlayerSyntax>,
    /// The composition of the modules, or `None` if all modules are synchronized.
    pub(crate) system: Option<SystemSyntax>,
}
