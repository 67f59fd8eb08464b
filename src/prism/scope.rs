//! The names of a model and the values of its constants.

use crate::compile::{SourceContext, constant};
use crate::compiled_expression::{BoolCode, CompiledCode, NumberCode};
use crate::error::{PrismError, SourceError};
use crate::model_syntax::{ConstantKind, ConstantSyntax, Definition, ModelSyntax};
use crate::syntax::{Expression, ExpressionKind};
use chancetree_exact as exact;
use chancetree_model::order;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};

/// Returns the names of the constants without a value, in the order of the text.
pub(crate) fn open_constants(constants: &[ConstantSyntax]) -> Vec<&str> {
    let open = constants.iter().filter(|constant| constant.value.is_none());
    open.map(|constant| &*constant.name).collect()
}

/// Values that a user gives to constants, as in `N=3,p=1/2`.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConstantAssignments(Vec<(String, String)>);

impl ConstantAssignments {
    /// Adds the values of a list. Each name must be that of a constant without a definition in `constants`.
    pub(crate) fn add(&mut self, list: &str, constants: &[ConstantSyntax]) -> Result<(), PrismError> {
        for pair in list.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let (name, text) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, text) = (name.trim(), text.trim());
            let is_open = |constant: &&ConstantSyntax| constant.value.is_none() && constant.name == name;
            let Some(constant) = constants.iter().find(is_open) else {
                return Err(PrismError::UnknownConstant {
                    name: name.to_owned(),
                    declared: open_constants(constants).into_iter().map(str::to_owned).collect(),
                });
            };
            value_of_text(constant, text)?;
            self.0.retain(|(known, _)| known != name);
            self.0.push((name.to_owned(), text.to_owned()));
        }
        Ok(())
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, text)| &**text)
    }

    /// Returns the constants that have neither a definition nor a given value.
    pub(crate) fn missing(&self, constants: &[ConstantSyntax]) -> Vec<String> {
        let is_missing =
            |constant: &&ConstantSyntax| constant.value.is_none() && self.text(&constant.name).is_none();
        constants.iter().filter(is_missing).map(|constant| constant.name.clone()).collect()
    }
}

fn value_of_text(syntax: &ConstantSyntax, text: &str) -> Result<CompiledCode, PrismError> {
    let (value, kind) = match syntax.kind {
        ConstantKind::Bool => {
            let value = text.parse().ok().map(BoolCode::Constant);
            (value.map(CompiledCode::Bool), "a truth value; use true or false")
        }
        ConstantKind::Int => {
            let value = text.parse().ok().map(NumberCode::Whole);
            (value.map(CompiledCode::Int), "an integer; use a number such as 3")
        }
        ConstantKind::Double => {
            let value = exact::parse_fraction(text).map(constant);
            (value.map(CompiledCode::Fraction), "a number; use a number such as 0.25 or 1/4")
        }
    };
    value.ok_or_else(|| PrismError::ConstantValue { name: syntax.name.clone(), text: text.to_owned(), kind })
}

/// A variable of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VariableName {
    pub(crate) slot: usize,
    pub(crate) is_bool: bool,
}

/// The names that expressions may use. The formulas come from `source`, the text of the model.
pub(crate) struct Scope<'m> {
    pub(crate) source: &'m str,
    pub(crate) variables: HashMap<String, VariableName>,
    pub(crate) formulas: HashMap<&'m str, &'m Definition>,
    /// Labels, each with the text that it comes from.
    pub(crate) labels: HashMap<&'m str, (&'m Definition, &'m str)>,
    /// The values of the constants; `None` if the value depends on a constant without a value.
    constants: HashMap<String, Option<CompiledCode>>,
    /// The constants of the model without a value.
    missing: Vec<String>,
    /// The number of operations compiled so far.
    pub(crate) operations: Cell<usize>,
}

impl<'m> Scope<'m> {
    /// Creates the scope of a model without its variables, and computes its constants. A constant may have no value, because unused
    /// labels and rewards need none.
    pub(crate) fn new(
        model: &'m ModelSyntax,
        source: &'m str,
        given: &ConstantAssignments,
    ) -> Result<Self, PrismError> {
        let mut scope = Self {
            source,
            variables: HashMap::new(),
            formulas: HashMap::new(),
            labels: HashMap::new(),
            constants: HashMap::new(),
            missing: given.missing(&model.constants),
            operations: Cell::new(0),
        };
        for formula in &model.formulas {
            let is_constant = model.constants.iter().any(|constant| constant.name == formula.name);
            if scope.formulas.insert(&formula.name, formula).is_some() || is_constant {
                return Err(Scope::duplicate(source, &formula.name, formula.at));
            }
        }
        for label in &model.labels {
            if scope.labels.insert(&label.name, (label, source)).is_some() {
                return Err(Scope::duplicate(source, &label.name, label.at));
            }
        }
        scope.add_constants(&model.constants, source, given)?;
        Ok(scope)
    }

    pub(crate) fn duplicate(source: &str, name: &str, at: usize) -> PrismError {
        SourceError::new(source, at, format!("a second definition of {name}")).into()
    }

    /// Adds constants and computes their values, each after the constants that it uses.
    fn add_constants(
        &mut self,
        constants: &[ConstantSyntax],
        source: &str,
        given: &ConstantAssignments,
    ) -> Result<(), PrismError> {
        let mut by_name: HashMap<&str, &ConstantSyntax> = HashMap::new();
        for constant in constants {
            let name = &*constant.name;
            let is_known = self.constants.contains_key(name)
                || self.variables.contains_key(name)
                || self.formulas.contains_key(name);
            if is_known || by_name.insert(&constant.name, constant).is_some() {
                return Err(Self::duplicate(source, &constant.name, constant.at));
            }
        }
        // A constant stays on the stack until the constants that it uses are computed.
        for constant in constants {
            let mut stack = vec![constant];
            let mut waiting = HashSet::from([&*constant.name]);
            while let Some(&top) = stack.last() {
                if self.constants.contains_key(&top.name) {
                    stack.pop();
                    waiting.remove(&*top.name);
                    continue;
                }
                let missing = top.value.as_ref().and_then(|value| {
                    let mut used = Vec::new();
                    self.names(value, &mut used);
                    let is_open = |name: &&String| !self.constants.contains_key(*name);
                    used.iter().filter(is_open).find_map(|name| by_name.get(&**name).copied())
                });
                match missing {
                    Some(next) if !waiting.insert(&next.name) => {
                        let what = format!("constant {} is defined by itself", next.name);
                        return Err(SourceError::new(source, next.at, what).into());
                    }
                    Some(next) => stack.push(next),
                    None => {
                        let value = match self.constant_value(top, source, given) {
                            Err(PrismError::MissingConstants(_)) => None,
                            value => Some(value?),
                        };
                        self.constants.insert(top.name.clone(), value);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the constants of a property file that an expression uses.
    pub(crate) fn add_used_constants(
        &mut self,
        expressions: &[&Expression],
        constants: &[ConstantSyntax],
        source: &str,
        given: &ConstantAssignments,
    ) -> Result<(), PrismError> {
        let mut used = Vec::new();
        expressions.iter().for_each(|expression| self.names(expression, &mut used));
        let mut added: Vec<ConstantSyntax> = Vec::new();
        // The loop adds names to the end of the list that it reads.
        let mut read = 0;
        while let Some(name) = used.get(read) {
            read += 1;
            if let Some(constant) = constants.iter().find(|constant| constant.name == *name) {
                added.push(constant.clone());
                if let Some(value) = &constant.value {
                    self.names(value, &mut used);
                }
            }
        }
        let missing = given.missing(&added);
        if !missing.is_empty() {
            return Err(PrismError::MissingConstants(missing));
        }
        self.add_constants(&added, source, given)
    }

    fn constant_value(
        &self,
        constant: &ConstantSyntax,
        source: &str,
        given: &ConstantAssignments,
    ) -> Result<CompiledCode, PrismError> {
        let Some(body) = &constant.value else {
            return match given.text(&constant.name) {
                Some(text) => value_of_text(constant, text),
                None => Err(PrismError::MissingConstants(vec![constant.name.clone()])),
            };
        };
        let context = SourceContext::new(source);
        let code = match constant.kind {
            ConstantKind::Bool => CompiledCode::Bool(self.bool_code(body, context)?),
            ConstantKind::Int => CompiledCode::Int(self.int_code(body, context)?),
            ConstantKind::Double => CompiledCode::Fraction(self.fraction_code(body, context)?),
        };
        code.value().map_err(|fault| context.error(body.at, fault.to_string()))
    }

    pub(crate) fn is_constant(&self, name: &str) -> bool {
        self.constants.contains_key(name)
    }

    /// Returns the value of a constant, or `None` if there is no constant of this name.
    ///
    /// # Errors
    /// If the value depends on a constant without a value.
    pub(crate) fn constant(&self, name: &str) -> Result<Option<CompiledCode>, PrismError> {
        match self.constants.get(name) {
            Some(None) => Err(PrismError::MissingConstants(self.missing.clone())),
            value => Ok(value.cloned().flatten()),
        }
    }

    /// Returns the names of variables, constants and formulas, in ascending order.
    pub(crate) fn known_names(&self) -> Vec<&str> {
        let names = self.variables.keys().chain(self.constants.keys()).map(String::as_str);
        let mut names: Vec<&str> = names.chain(self.formulas.keys().copied()).collect();
        order::sort_unique(&mut names);
        names
    }

    /// Lists the names in an expression and in the formulas and labels that it uses.
    pub(crate) fn names(&self, expression: &Expression, used: &mut Vec<String>) {
        let mut open = vec![expression];
        let mut expanded: Vec<&str> = Vec::new();
        while let Some(next) = open.pop() {
            let definition = match &next.kind {
                ExpressionKind::Name(name) => {
                    if !used.contains(name) {
                        used.push(name.clone());
                    }
                    self.formulas.get(&**name)
                }
                ExpressionKind::Label(name) => self.labels.get(&**name).map(|(label, _)| label),
                _ => None,
            };
            if let Some(definition) = definition
                && !expanded.contains(&&*definition.name)
            {
                expanded.push(&definition.name);
                open.push(&definition.body);
            }
            next.for_each_part(|part| open.push(part));
        }
    }
}
