//! Models in the PRISM language.

use crate::compile::SourceContext;
use crate::compiled_model::{CompiledModel, compile_model, declare_variables};
use crate::early_stop::decided_states;
use crate::error::PrismError;
use crate::explore::explore;
use crate::explored::ExploredModel;
use crate::model_parser::parse_model;
use crate::model_syntax::{ModelSyntax, VariableKind, VariableSyntax};
use crate::named_properties::{MAX_NAMED_PROPERTIES, properties_in};
use crate::property::Property;
use crate::scope::{ConstantAssignments, Scope, open_constants};
use chancetree_checker::SpaceKind;
use chancetree_model::Job;
use chancetree_model::checkpoint::fingerprint;
use std::sync::Arc;

/// A model in the PRISM language: a `dtmc`, an `mdp`, or a turn-based game (`smg`).
///
/// ```
/// use chancetree_prism::{Job, PrismModel};
///
/// let model = PrismModel::parse(
///     "dtmc
///      const int N;
///      module walk
///        x : [0..N] init 1;
///        [] x>0 & x<N -> 1/3 : (x'=x+1) + 2/3 : (x'=x-1);
///      endmodule
///      label \"rich\" = x=N;",
/// )?;
/// assert_eq!(model.constants(), ["N"]);
/// let explored = model.with_constants("N=10")?.explore(&Job::default())?;
/// assert_eq!(explored.space().state_count(), 11);
/// # Ok::<(), chancetree_prism::PrismError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrismModel {
    pub(crate) source: Arc<str>,
    pub(crate) syntax: Arc<ModelSyntax>,
    pub(crate) given: ConstantAssignments,
}

impl PrismModel {
    /// Parses a model. Names and types are checked when the model is explored, because they depend on constants.
    ///
    /// # Errors
    /// If the text is not a model, or is a model of a type that only other programs read.
    pub fn parse(text: &str) -> Result<Self, PrismError> {
        Ok(Self {
            source: text.into(),
            syntax: Arc::new(parse_model(text)?),
            given: ConstantAssignments::default(),
        })
    }

    /// Returns a model without modules, for a space from another format.
    pub(crate) fn without_modules(kind: SpaceKind, globals: Vec<VariableSyntax>) -> Self {
        let syntax = Arc::new(ModelSyntax { kind, globals, ..ModelSyntax::default() });
        Self { source: "".into(), syntax, given: ConstantAssignments::default() }
    }

    /// Returns the text of the model.
    pub fn text(&self) -> &str {
        &self.source
    }

    /// Returns the line of a byte of the text, counted from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.source[..at].matches('\n').count() + 1
    }

    /// Returns the type of the model.
    pub fn kind(&self) -> SpaceKind {
        self.syntax.kind
    }

    /// Returns the constants that need a value, in the order of the text.
    pub fn constants(&self) -> Vec<&str> {
        open_constants(&self.syntax.constants)
    }

    /// Returns a label or a variable of the model, as a condition of a property.
    ///
    /// ```
    /// use chancetree_prism::PrismModel;
    ///
    /// let model = PrismModel::parse("dtmc module m d : [0..6]; [] d<6 -> (d'=d+1); endmodule")?;
    /// assert_eq!(model.condition().as_deref(), Some("d=1"));
    /// # Ok::<(), chancetree_prism::PrismError>(())
    /// ```
    pub fn condition(&self) -> Option<String> {
        if let Some(label) = self.syntax.labels.first() {
            return Some(format!("{:?}", label.name));
        }
        let of_modules = self.syntax.modules.iter().flat_map(|module| &module.body.variables);
        self.syntax.globals.iter().chain(of_modules).next().map(|variable| match variable.kind {
            VariableKind::Bool => variable.name.clone(),
            VariableKind::Int | VariableKind::Range(..) => format!("{}=1", variable.name),
        })
    }

    /// Gives values to constants: `N=3,p=1/2,fair=true`. Later values replace earlier ones.
    ///
    /// # Errors
    /// If the model declares no such constant without a value, or a value is of another type.
    pub fn with_constants(mut self, list: &str) -> Result<Self, PrismError> {
        self.given.add(list, &self.syntax.constants)?;
        Ok(self)
    }

    /// Explores all reachable states. States are numbered breadth-first, from the initial states in the order of their values.
    ///
    /// # Errors
    /// If a constant has no value, a name or a type is wrong, a command fails in a state, or a limit of the job is exceeded.
    pub fn explore(&self, job: &Job<'_>) -> Result<ExploredModel, PrismError> {
        self.explore_for(&[], job)
    }

    /// Explores the states that the values of `properties` depend on. A state in which all values are decided, such as a goal or
    /// the last state of a number of steps, is not left. Without properties, explores all reachable states. The explored states are
    /// saved in the section `explored` of the store of the job.
    ///
    /// ```
    /// use chancetree_prism::{Job, PrismModel, Property};
    ///
    /// let walk = PrismModel::parse("dtmc module m x : [0..1000]; [] x<1000 -> 1/2:(x'=x+1) + 1/2:(x'=0); endmodule")?;
    /// let property = Property::parse("P=? [ F x=3 ]")?;
    /// let explored = walk.explore_for(&[property.clone()], &Job::default())?;
    /// assert_eq!(explored.space().state_count(), 4);
    /// assert!(explored.is_partial());
    /// assert_eq!(explored.check(&property, &Job::default())?.to_string(), "1/1");
    /// # Ok::<(), chancetree_prism::PrismError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::explore`]. A wrong property is not an error here; [`ExploredModel::check`] reports it.
    pub fn explore_for(&self, properties: &[Property], job: &Job<'_>) -> Result<ExploredModel, PrismError> {
        let compiled = self.compile()?;
        let of_property = |property: &Property| {
            let file = &property.file;
            format!("{:?}", (&file.source, &file.given, property.text()))
        };
        let identity = || {
            let properties: Vec<String> = properties.iter().map(of_property).collect();
            format!("{:?}", (&self.source, &self.given, properties))
        };
        let fingerprint = job.store.map_or(0, |_| fingerprint(&identity()));
        let decided = decided_states(self, properties);
        explore(self.clone(), compiled, decided.as_deref(), fingerprint, job)
    }

    /// Compiles the model.
    fn compile(&self) -> Result<CompiledModel, PrismError> {
        let mut scope = Scope::new(&self.syntax, &self.source, &self.given)?;
        let (layout, starts) = declare_variables(self, &mut scope)?;
        let compiled = compile_model(self, &scope, layout, starts)?;
        self.check_definitions(&scope)?;
        Ok(compiled)
    }

    /// Returns the names of the model, for expressions of properties.
    pub(crate) fn scope(&self) -> Result<Scope<'_>, PrismError> {
        let mut scope = Scope::new(&self.syntax, &self.source, &self.given)?;
        declare_variables(self, &mut scope)?;
        Ok(scope)
    }

    /// Returns the names of the model and of the file of a property.
    pub(crate) fn property_scope<'m>(&'m self, property: &'m Property) -> Result<Scope<'m>, PrismError> {
        let mut scope = self.scope()?;
        let file = &property.file;
        for label in &file.syntax.labels {
            if scope.labels.insert(&label.name, (label, &file.source)).is_some() {
                return Err(Scope::duplicate(&file.source, &label.name, label.at));
            }
        }
        let body = &property.syntax().body;
        let formulas = properties_in(&file.syntax.properties, property.number);
        if formulas.len() > 1 + MAX_NAMED_PROPERTIES {
            let what = format!("the property refers to more than {MAX_NAMED_PROPERTIES} others");
            return Err(SourceContext::new(&file.source).error(body.at, what));
        }
        scope.add_used_constants(&formulas, &file.syntax.constants, &file.source, &file.given)?;
        Ok(scope)
    }

    /// Checks the names and types of labels, formulas and rewards, even if no command uses them. Their constants need no values.
    fn check_definitions(&self, scope: &Scope<'_>) -> Result<(), PrismError> {
        let context = SourceContext::new(&self.source);
        let check = |error| match error {
            PrismError::MissingConstants(_) => Ok(()),
            error => Err(error),
        };
        for formula in &self.syntax.formulas {
            scope.code(&formula.body, context).map_or_else(check, |_| Ok(()))?;
        }
        for label in &self.syntax.labels {
            scope.bool_code(&label.body, context).map_or_else(check, |_| Ok(()))?;
        }
        for (number, rewards) in self.syntax.rewards.iter().enumerate() {
            let earlier = &self.syntax.rewards[..number];
            if !rewards.name.is_empty() && earlier.iter().any(|other| other.name == rewards.name) {
                return Err(Scope::duplicate(&self.source, &rewards.name, rewards.at));
            }
            for item in &rewards.items {
                scope.bool_code(&item.guard, context).map_or_else(check, |_| Ok(()))?;
                scope.fraction_code(&item.value, context).map_or_else(check, |_| Ok(()))?;
            }
        }
        Ok(())
    }
}
