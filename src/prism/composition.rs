//! Compositions of modules: which commands take part in a step together.

use crate::cursor::Cursor;
use crate::error::PrismError;
use crate::model_syntax::SystemSyntax;
use crate::token::TokenKind;
use chancetree_model::order;
use std::collections::HashMap;

/// The commands that take part in the steps of an action.
#[derive(Clone, Debug)]
pub(crate) struct ActionGroup {
    /// The action; empty for commands without an action.
    pub(crate) action: String,
    /// The modules with their commands, in ascending order. A step has one command of each module.
    pub(crate) modules: Vec<(usize, Vec<usize>)>,
}

/// Returns the names of the modules of a composition.
pub(crate) fn module_names(system: &SystemSyntax) -> Vec<&str> {
    match system {
        SystemSyntax::Module(name) => vec![name],
        SystemSyntax::Synchronized(parts) | SystemSyntax::Interleaved(parts) => {
            parts.iter().flat_map(module_names).collect()
        }
        SystemSyntax::Restricted(left, _, right) => {
            module_names(left).into_iter().chain(module_names(right)).collect()
        }
        SystemSyntax::Hidden(inner, _) | SystemSyntax::Renamed(inner, _) => module_names(inner),
    }
}

/// Returns whether a composition synchronizes all modules, as a model without a `system` block does.
pub(crate) fn is_default(system: &SystemSyntax) -> bool {
    match system {
        SystemSyntax::Module(_) => true,
        SystemSyntax::Synchronized(parts) => parts.iter().all(is_default),
        _ => false,
    }
}

/// Returns the groups of a composition, from the groups of each module by its name.
pub(crate) fn composed(system: &SystemSyntax, modules: &HashMap<&str, Vec<ActionGroup>>) -> Vec<ActionGroup> {
    match system {
        SystemSyntax::Module(name) => modules.get(&**name).cloned().unwrap_or_default(),
        SystemSyntax::Synchronized(parts) => synchronized(parts.iter().map(|part| composed(part, modules))),
        SystemSyntax::Interleaved(parts) => parts.iter().flat_map(|part| composed(part, modules)).collect(),
        SystemSyntax::Restricted(left, actions, right) => {
            joined(composed(left, modules), composed(right, modules), |action| {
                actions.iter().any(|shared| shared == action)
            })
        }
        SystemSyntax::Hidden(inner, actions) => {
            let mut groups = composed(inner, modules);
            for group in groups.iter_mut().filter(|group| actions.contains(&group.action)) {
                group.action.clear();
            }
            groups
        }
        SystemSyntax::Renamed(inner, pairs) => {
            let mut groups = composed(inner, modules);
            for group in &mut groups {
                if let Some((_, to)) = pairs.iter().find(|(from, _)| *from == group.action) {
                    group.action.clone_from(to);
                }
            }
            groups
        }
    }
}

/// Joins the groups of several parts, which synchronize on the actions that they share.
pub(crate) fn synchronized(parts: impl Iterator<Item = Vec<ActionGroup>>) -> Vec<ActionGroup> {
    let join = |left: Vec<ActionGroup>, right: Vec<ActionGroup>| {
        let is_in = |groups: &[ActionGroup], action: &str| groups.iter().any(|group| group.action == action);
        let shared: Vec<String> = right
            .iter()
            .filter(|group| is_in(&left, &group.action))
            .map(|group| group.action.clone())
            .collect();
        joined(left, right, |action| shared.iter().any(|shared| shared == action))
    };
    parts.reduce(join).unwrap_or_default()
}

/// Joins the groups of two sides, which synchronize on the `shared` actions. Commands without an action are never shared.
fn joined(
    left: Vec<ActionGroup>,
    right: Vec<ActionGroup>,
    shared: impl Fn(&str) -> bool,
) -> Vec<ActionGroup> {
    let is_shared = |group: &ActionGroup| !group.action.is_empty() && shared(&group.action);
    let mut groups = Vec::new();
    for one in left {
        if !is_shared(&one) {
            groups.push(one);
            continue;
        }
        for other in right.iter().filter(|other| other.action == one.action) {
            let mut modules = [&one.modules[..], &other.modules].concat();
            order::sort(&mut modules, |(one, _), (other, _)| one.cmp(other));
            groups.push(ActionGroup { action: one.action.clone(), modules });
        }
    }
    groups.extend(right.into_iter().filter(|group| !is_shared(group)));
    groups
}

impl Cursor<'_> {
    /// Parses the composition of a `system` block.
    pub(crate) fn system(&mut self) -> Result<SystemSyntax, PrismError> {
        let system = self.composition()?;
        self.expect("endsystem")?;
        Ok(system)
    }

    fn composition(&mut self) -> Result<SystemSyntax, PrismError> {
        let at = self.place();
        let mut parts = vec![self.interleaving()?];
        while self.sees_all(&["|", "|"]) && !self.sees_all(&["|", "|", "|"]) {
            self.advance_by(2);
            parts.push(self.interleaving()?);
        }
        // PRISM and Storm disagree on the order of the operators.
        if parts.len() > 1 && parts.iter().any(|part| part.len() > 1) {
            return Err(
                self.error(at, "`||` and `|||` without brackets; write brackets, as in (a ||| b) || c")
            );
        }
        let parts = parts.into_iter().map(|part| one_or(part, SystemSyntax::Interleaved)).collect();
        Ok(one_or(parts, SystemSyntax::Synchronized))
    }

    /// Parses compositions that are joined by `|||`.
    fn interleaving(&mut self) -> Result<Vec<SystemSyntax>, PrismError> {
        let mut parts = vec![self.restricted()?];
        while self.sees_all(&["|", "|", "|"]) {
            self.advance_by(3);
            parts.push(self.restricted()?);
        }
        Ok(parts)
    }

    fn restricted(&mut self) -> Result<SystemSyntax, PrismError> {
        let mut left = self.relabelled()?;
        while self.sees_all(&["|", "["]) {
            self.advance_by(2);
            let actions = self.separated(",", |cursor| cursor.name("an action"))?;
            self.expect("]")?;
            self.expect("|")?;
            left = SystemSyntax::Restricted(Box::new(left), actions, Box::new(self.relabelled()?));
        }
        Ok(left)
    }

    /// Parses a module or a composition in parentheses, and the actions that are hidden or renamed in it.
    fn relabelled(&mut self) -> Result<SystemSyntax, PrismError> {
        let mut system = if self.skip("(") {
            let inner = self.nested(Self::composition)?;
            self.expect(")")?;
            inner
        } else if let TokenKind::Quoted(_) = self.kind() {
            return Err(self.unsupported(
                self.place(),
                "names of other system blocks are",
                "PRISM reads them",
            ));
        } else {
            SystemSyntax::Module(self.name("a module")?)
        };
        loop {
            if self.skip("/") {
                self.expect("{")?;
                let actions = self.separated(",", |cursor| cursor.name("an action"))?;
                system = SystemSyntax::Hidden(Box::new(system), actions);
            } else if self.skip("{") {
                let pairs = self.separated(",", |cursor| {
                    let from = cursor.name("an action")?;
                    cursor.expect("<")?;
                    cursor.expect("-")?;
                    Ok((from, cursor.name("an action")?))
                })?;
                system = SystemSyntax::Renamed(Box::new(system), pairs);
            } else {
                return Ok(system);
            }
            self.expect("}")?;
        }
    }

    fn advance_by(&mut self, tokens: usize) {
        (0..tokens).for_each(|_| self.advance());
    }
}

/// Returns the only part, or all parts joined.
fn one_or(mut parts: Vec<SystemSyntax>, join: fn(Vec<SystemSyntax>) -> SystemSyntax) -> SystemSyntax {
    if parts.len() == 1 { parts.swap_remove(0) } else { join(parts) }
}
