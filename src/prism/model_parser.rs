//! Parses models.

use crate::composition::{is_default, module_names};
use crate::cursor::Cursor;
use crate::error::PrismError;
use crate::expression_parser::Dialect;
use crate::model_syntax::{
    AssignmentSyntax, CommandSyntax, ConstantKind, ConstantSyntax, Definition, ModelSyntax, ModuleBody,
    ModuleSyntax, PlayerSyntax, RewardItem, RewardsSyntax, UpdateSyntax, VariableKind, VariableSyntax,
};
use crate::token::TokenKind;
use chancetree_checker::SpaceKind;
use chancetree_model::order;
use std::collections::HashMap;
use std::sync::Arc;

/// The types of models that only other programs read, with these programs.
const OTHER_KINDS: [(&str, &str); 12] = [
    ("ctmc", "PRISM and Storm read them"),
    ("stochastic", "PRISM and Storm read them"),
    ("ctmdp", "Storm reads Markov automata instead"),
    ("ma", "Storm reads them"),
    ("pta", "PRISM reads them"),
    ("pomdp", "PRISM and Storm read them"),
    ("popta", "PRISM reads them"),
    ("imdp", "PRISM reads them"),
    ("idtmc", "PRISM reads them"),
    ("csg", "PRISM-games reads them"),
    ("tptg", "PRISM-games reads them"),
    ("lts", "PRISM reads them"),
];

/// Parses the text of a model.
pub(crate) fn parse_model(source: &str) -> Result<ModelSyntax, PrismError> {
    let mut cursor = Cursor::new(source)?;
    let mut kind = None;
    let mut model = ModelSyntax::default();
    let mut system = None;
    while cursor.kind() != TokenKind::End {
        let at = cursor.place();
        if let Some(found) = cursor.model_kind()? {
            if kind.replace(found).is_some() {
                return Err(cursor.error(at, "a second type of model; a model has one type"));
            }
        } else if cursor.sees_constant() {
            model.constants.push(cursor.constant()?);
        } else if cursor.skip("formula") {
            model.formulas.push(cursor.definition()?);
        } else if cursor.skip("label") {
            model.labels.push(cursor.label()?);
        } else if cursor.skip("global") {
            model.globals.push(cursor.variable()?);
        } else if cursor.skip("module") {
            let module = cursor.module(&model.modules)?;
            model.modules.push(module);
        } else if cursor.skip("rewards") {
            model.rewards.push(cursor.rewards()?);
        } else if cursor.skip("init") {
            let states = cursor.expression(Dialect::Model)?;
            cursor.expect("endinit")?;
            if model.initial.replace(states).is_some() {
                return Err(cursor.error(at, "a second init block; a model has at most one"));
            }
        } else if cursor.skip("player") {
            model.players.push(cursor.player()?);
        } else if cursor.skip("system") {
            // The block without a name is the model; if all have names, the first one is.
            let is_named = matches!(cursor.kind(), TokenKind::Quoted(_));
            if is_named {
                cursor.quoted("a name in quotes")?;
            }
            let block = (at, is_named, cursor.system()?);
            match &system {
                Some((_, false, _)) if !is_named => {
                    return Err(cursor.error(at, "a second system block without a name"));
                }
                Some(_) if is_named => {}
                _ => system = Some(block),
            }
        } else {
            cursor.refuse_other_parts()?;
            return Err(cursor.unexpected());
        }
    }
    model.kind = kind.unwrap_or(SpaceKind::Decisions);
    if let Some((at, _, system)) = system {
        let mut names = module_names(&system);
        order::sort(&mut names, Ord::cmp);
        let mut modules: Vec<&str> = model.modules.iter().map(|module| &*module.name).collect();
        order::sort(&mut modules, Ord::cmp);
        if names != modules {
            return Err(cursor.error(at, "a system block that does not compose each module once"));
        }
        model.system = (!is_default(&system)).then_some(system);
    }
    if let (true, Some(player)) = (model.kind != SpaceKind::Game, model.players.first()) {
        return Err(
            cursor.error(player.at, "a player in a model that is not a game; begin the model with `smg`")
        );
    }
    Ok(model)
}

impl Cursor<'_> {
    fn model_kind(&mut self) -> Result<Option<SpaceKind>, PrismError> {
        if let TokenKind::Name(word) = self.kind()
            && let Some((name, help)) = OTHER_KINDS.iter().find(|(name, _)| *name == word)
        {
            return Err(self.unsupported(self.place(), &format!("models of type {name} are"), help));
        }
        let kinds = [
            ("dtmc", SpaceKind::Chain),
            ("mdp", SpaceKind::Decisions),
            ("smg", SpaceKind::Game),
            ("tsg", SpaceKind::Game),
            ("probabilistic", SpaceKind::Chain),
            ("nondeterministic", SpaceKind::Decisions),
            ("stpg", SpaceKind::Game),
        ];
        Ok(kinds.into_iter().find(|(word, _)| self.skip(word)).map(|(_, kind)| kind))
    }

    fn refuse_other_parts(&mut self) -> Result<(), PrismError> {
        // A variable may have this name.
        if self.sees("hole") && matches!(self.second(), TokenKind::Name(_)) {
            let what = "families of models with a `hole` are";
            return Err(self.unsupported(self.place(), what, "PAYNT reads them; a constant fills a hole"));
        }
        let other =
            ["observables", "observable", "clock", "invariant"].into_iter().find(|word| self.sees(word));
        match other {
            Some(word) => {
                let help = "PRISM reads partially observable models and timed automata";
                Err(self.unsupported(self.place(), &format!("models with `{word}` are"), help))
            }
            None => Ok(()),
        }
    }

    pub(crate) fn sees_constant(&mut self) -> bool {
        // `rate` and `prob` declare constants in old models.
        self.is("const") || self.sees("rate") || self.sees("prob")
    }

    pub(crate) fn constant(&mut self) -> Result<ConstantSyntax, PrismError> {
        let kind = if self.skip("rate") || self.skip("prob") {
            ConstantKind::Double
        } else {
            self.expect("const")?;
            let kinds =
                [("int", ConstantKind::Int), ("double", ConstantKind::Double), ("bool", ConstantKind::Bool)];
            kinds.into_iter().find(|(word, _)| self.skip(word)).map_or(ConstantKind::Int, |(_, kind)| kind)
        };
        let at = self.place();
        let name = self.name("a name")?;
        let value = if self.skip("=") { Some(self.expression(Dialect::Model)?) } else { None };
        self.expect(";")?;
        Ok(ConstantSyntax { name, at, kind, value })
    }

    pub(crate) fn definition(&mut self) -> Result<Definition, PrismError> {
        let at = self.place();
        let name = self.name("a name")?;
        self.expect("=")?;
        let body = self.expression(Dialect::Model)?;
        self.expect(";")?;
        Ok(Definition { name, at, body })
    }

    pub(crate) fn label(&mut self) -> Result<Definition, PrismError> {
        let at = self.place();
        let name = self.quoted("a name in quotes")?;
        if ["init", "deadlock"].contains(&&*name) {
            return Err(self.error(at, format!("label \"{name}\" is built in; choose another name")));
        }
        self.expect("=")?;
        let body = self.expression(Dialect::Model)?;
        self.expect(";")?;
        Ok(Definition { name, at, body })
    }

    fn variable(&mut self) -> Result<VariableSyntax, PrismError> {
        let at = self.place();
        let name = self.name("a name")?;
        self.expect(":")?;
        let kind = if self.skip("bool") {
            VariableKind::Bool
        } else if self.skip("int") {
            VariableKind::Int
        } else if self.skip("[") {
            let low = self.expression(Dialect::Model)?;
            self.expect("..")?;
            let high = self.expression(Dialect::Model)?;
            self.expect("]")?;
            VariableKind::Range(low, high)
        } else {
            self.refuse_other_parts()?;
            return Err(self.unexpected());
        };
        let start = if self.skip("init") { Some(self.expression(Dialect::Model)?) } else { None };
        self.expect(";")?;
        Ok(VariableSyntax { name, at, kind, start })
    }

    fn module(&mut self, modules: &[ModuleSyntax]) -> Result<ModuleSyntax, PrismError> {
        let at = self.place();
        let name = self.name("the name of a module")?;
        if self.skip("=") {
            return self.renamed_module(name, at, modules);
        }
        let mut body = ModuleBody::default();
        while self.sees_name() && !self.sees("observables") {
            body.variables.push(self.variable()?);
        }
        self.allow("a name");
        self.refuse_other_parts()?;
        while self.is("[") {
            body.commands.push(self.command()?);
        }
        self.expect("endmodule")?;
        Ok(ModuleSyntax { name, at, body: Arc::new(body), renaming: HashMap::new() })
    }

    fn renamed_module(
        &mut self,
        name: String,
        at: usize,
        modules: &[ModuleSyntax],
    ) -> Result<ModuleSyntax, PrismError> {
        let base_at = self.place();
        let base_name = self.name("the name of a module")?;
        let Some(base) = modules.iter().find(|module| module.name == base_name) else {
            let what =
                format!("no module {base_name} before this line; a module is renamed after its definition");
            return Err(self.error(base_at, what));
        };
        self.expect("[")?;
        let mut renaming: HashMap<String, String> = HashMap::new();
        let pairs = self.separated(",", |cursor| {
            let at = cursor.place();
            let from = cursor.renamed_name()?;
            cursor.expect("=")?;
            Ok((at, from, cursor.renamed_name()?))
        })?;
        for (at, from, to) in pairs {
            if renaming.insert(from.clone(), to).is_some() {
                return Err(self.error(at, format!("`{from}` is renamed twice")));
            }
        }
        self.expect("]")?;
        self.expect("endmodule")?;
        // The names of the base are renamed once more.
        for (from, to) in &base.renaming {
            let to = renaming.get(to).unwrap_or(to).clone();
            renaming.insert(from.clone(), to);
        }
        Ok(ModuleSyntax { name, at, body: Arc::clone(&base.body), renaming })
    }

    fn renamed_name(&mut self) -> Result<String, PrismError> {
        for word in ["min", "max"] {
            if self.sees(word) {
                self.advance();
                return Ok(word.to_owned());
            }
        }
        self.name("a name")
    }

    fn command(&mut self) -> Result<CommandSyntax, PrismError> {
        let at = self.place();
        self.expect("[")?;
        let action = if self.is("]") { None } else { Some(self.name("an action")?) };
        self.expect("]")?;
        let guard = self.expression(Dialect::Model)?;
        self.expect("->")?;
        let updates = if self.starts_update() {
            vec![UpdateSyntax { probability: None, assignments: self.assignments()? }]
        } else {
            self.separated("+", |cursor| {
                if cursor.sees("[") {
                    let what = "intervals of probabilities are";
                    return Err(cursor.unsupported(cursor.place(), what, "PRISM and Storm read them"));
                }
                let probability = cursor.expression(Dialect::Model)?;
                cursor.expect(":")?;
                Ok(UpdateSyntax { probability: Some(probability), assignments: cursor.assignments()? })
            })?
        };
        self.expect(";")?;
        Ok(CommandSyntax { at, action, guard, updates })
    }

    /// Returns whether an update begins here, rather than the probability of an update.
    fn starts_update(&self) -> bool {
        match self.kind() {
            TokenKind::Symbol("(") => matches!(self.second(), TokenKind::Primed(_)),
            TokenKind::Name("true") => matches!(self.second(), TokenKind::Symbol(";" | "&")),
            _ => false,
        }
    }

    fn assignments(&mut self) -> Result<Vec<AssignmentSyntax>, PrismError> {
        if self.skip("true") {
            return Ok(Vec::new());
        }
        self.separated("&", |cursor| {
            cursor.expect("(")?;
            let at = cursor.place();
            let TokenKind::Primed(name) = cursor.kind() else {
                cursor.allow("a variable with a prime");
                return Err(cursor.unexpected());
            };
            cursor.advance();
            cursor.expect("=")?;
            let value = cursor.expression(Dialect::Model)?;
            cursor.expect(")")?;
            Ok(AssignmentSyntax { at, variable: name.to_owned(), value })
        })
    }

    fn rewards(&mut self) -> Result<RewardsSyntax, PrismError> {
        let at = self.place();
        let is_name = matches!(self.kind(), TokenKind::Quoted(_));
        let name = if is_name { self.quoted("a name in quotes")? } else { String::new() };
        let mut items = Vec::new();
        while !self.skip("endrewards") {
            let action = if self.skip("[") {
                let action = if self.is("]") { String::new() } else { self.name("an action")? };
                self.expect("]")?;
                Some(action)
            } else {
                None
            };
            let guard = self.expression(Dialect::Model)?;
            self.expect(":")?;
            let value = self.expression(Dialect::Model)?;
            self.expect(";")?;
            items.push(RewardItem { action, guard, value });
        }
        Ok(RewardsSyntax { name, at, items })
    }

    fn player(&mut self) -> Result<PlayerSyntax, PrismError> {
        let at = self.place();
        let name = self.name("the name of a player")?;
        let (mut modules, mut actions) = (Vec::new(), Vec::new());
        if !self.is("endplayer") {
            self.separated(",", |cursor| {
                if cursor.skip("[") {
                    actions.push(cursor.name("an action")?);
                    return cursor.expect("]");
                }
                modules.push(cursor.name("a module")?);
                Ok(())
            })?;
        }
        self.expect("endplayer")?;
        Ok(PlayerSyntax { name, at, modules, actions })
    }
}
