//! Properties and property files.

use crate::error::{PrismError, SourceError};
use crate::property_parser::{PropertiesSyntax, PropertySyntax, parse_properties};
use crate::scope::{ConstantAssignments, open_constants};
use crate::syntax::{ExpressionKind, GoalSyntax, PathSyntax, QuantitySyntax, RewardPathSyntax, StepLimit};
use chancetree_checker::ExactValue;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A property of a model, such as `Pmax=? [ F "done" ]`.
///
/// The operators are P and R with `=?`, `min=?`, `max=?` or a bound. A path formula has the operator X, F, G, U, W or R, possibly
/// with bounds on the number of steps (`F<=k`, `F>=j`, `F[j,k]`), or is a state formula, which must hold in the first state. The
/// path of a reward is `F`, `Fc`, `C`, `C<=k` or `I=k`. Filters, sums, products, functions, comparisons and state formulas combine
/// these values. `E [ ... ]` is true if some path satisfies a path formula, and `A [ ... ]` if all paths do. `<<p1,p2>>` names the
/// players of a coalition, `<<*>>` all players, and `[[p1,p2]]` all others. `"name"` is a label or another property of the same
/// file.
///
/// ```
/// use chancetree_prism::{Job, PrismModel, Property, PropertyValue};
///
/// let model = PrismModel::parse("dtmc module m x : [0..2]; [] x=0 -> 1/3:(x'=1) + 1/3:(x'=2) + 1/3:true; endmodule")?;
/// let property = Property::parse("P=? [ F x=2 ]")?;
/// let value = model.explore(&Job::default())?.check(&property, &Job::default())?;
/// assert_eq!(value.to_string(), "1/2");
/// # Ok::<(), chancetree_prism::PrismError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Property {
    pub(crate) file: PropertyFile,
    /// The index among the properties of the file.
    pub(crate) number: usize,
}

impl Property {
    /// Parses one property, which constants and labels may precede.
    ///
    /// # Errors
    /// If the text is not one property, or has a construct that only other programs support.
    pub fn parse(text: &str) -> Result<Self, PrismError> {
        let file = PropertyFile::parse(text)?;
        match file.syntax.properties.len() {
            1 => {
                let property = Self { file, number: 0 };
                property.unsupported().map_or(Ok(property), Err)
            }
            0 => {
                Err(SourceError::new(text, text.len(), "no property; write one such as P=? [ F x=1 ]").into())
            }
            count => {
                let at = file.syntax.properties[1].body.at;
                Err(SourceError::new(text, at, format!("{count} properties where one is needed")).into())
            }
        }
    }

    /// Returns the name of a property that is written `"name": ...`.
    pub fn name(&self) -> Option<&str> {
        self.syntax().name.as_deref()
    }

    /// Returns the text of the property, without its name.
    pub fn text(&self) -> &str {
        &self.syntax().text
    }

    /// Returns `true` if the value is a probability, such as that of `Pmax=? [ F x=1 ]`.
    ///
    /// ```
    /// use chancetree_prism::Property;
    ///
    /// let is_probability = |text: &str| Property::parse(text).map(|property| property.is_probability());
    /// assert!(is_probability("filter(min, P=? [ F x=1 ], \"init\")")?);
    /// assert!(!is_probability("2 * P=? [ F x=1 ]")?);
    /// # Ok::<(), chancetree_prism::PrismError>(())
    /// ```
    pub fn is_probability(&self) -> bool {
        self.syntax().body.is_probability()
    }

    /// Returns the states in which the property has best choices.
    pub fn strategy_form(&self) -> StrategyForm {
        let ExpressionKind::Query(query) = &self.syntax().body.kind else { return StrategyForm::None };
        let counts_steps = match (&query.goal, &query.quantity) {
            (GoalSyntax::Bound(..), _) => return StrategyForm::None,
            (_, QuantitySyntax::Probability(PathSyntax::Next(_))) => true,
            (_, QuantitySyntax::Probability(PathSyntax::Until(_, _, bound, _))) => {
                let is_zero = |least: &StepLimit| {
                    !least.is_strict && matches!(least.steps.kind, ExpressionKind::Int(0))
                };
                bound.greatest.is_some() || bound.least.as_ref().is_some_and(|least| !is_zero(least))
            }
            (_, QuantitySyntax::Reward(_, path)) => {
                matches!(path, RewardPathSyntax::Cumulative(Some(_)) | RewardPathSyntax::Instant(_))
            }
        };
        if counts_steps { StrategyForm::Steps } else { StrategyForm::States }
    }

    /// Returns `true` if the property is a filter of states.
    pub fn is_filter(&self) -> bool {
        matches!(self.syntax().body.kind, ExpressionKind::Filter(_))
    }

    /// Returns the error about a property that cannot be read, such as one that only other programs support.
    pub fn unsupported(&self) -> Option<PrismError> {
        match &self.syntax().body.kind {
            ExpressionKind::Unsupported(error) => Some((**error).clone()),
            _ => None,
        }
    }

    /// Gives values to the constants of the property, as [`PropertyFile::with_constants`].
    ///
    /// # Errors
    /// As [`PropertyFile::with_constants`].
    pub fn with_constants(self, list: &str) -> Result<Self, PrismError> {
        Ok(Self { file: self.file.with_constants(list)?, ..self })
    }

    pub(crate) fn syntax(&self) -> &PropertySyntax {
        &self.file.syntax.properties[self.number]
    }
}

/// The states in which a property has best choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyForm {
    /// None: the property is not `P=? [ ... ]` or `R=? [ ... ]`.
    None,
    /// The initial states. In other states, best choices depend on the number of steps so far.
    Steps,
    /// All states.
    States,
}

impl fmt::Display for Property {
    /// Writes the text of the property, without its name.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.text())
    }
}

/// A property file: properties, constants and labels.
///
/// ```
/// use chancetree_prism::PropertyFile;
///
/// let file = PropertyFile::parse("const int k;\n\"soon\": P=? [ F<=k x=1 ];\nP=? [ G x<1 ];")?.with_constants("k=3")?;
/// let properties = file.properties();
/// assert_eq!(properties[0].name(), Some("soon"));
/// assert_eq!(properties[1].text(), "P=? [ G x<1 ]");
/// # Ok::<(), chancetree_prism::PrismError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PropertyFile {
    pub(crate) source: Arc<str>,
    pub(crate) syntax: Arc<PropertiesSyntax>,
    pub(crate) given: ConstantAssignments,
}

impl PropertyFile {
    /// Parses a property file. It may have properties that [cannot be read](Property::unsupported).
    ///
    /// # Errors
    /// If a constant or a label cannot be read, or a comment has no end.
    pub fn parse(text: &str) -> Result<Self, PrismError> {
        Ok(Self {
            source: text.into(),
            syntax: Arc::new(parse_properties(text)?),
            given: ConstantAssignments::default(),
        })
    }

    /// Returns the constants that need a value, in the order of the text.
    pub fn constants(&self) -> Vec<&str> {
        open_constants(&self.syntax.constants)
    }

    /// Gives values to constants: `k=3,p=1/2`. Later values replace earlier ones.
    ///
    /// # Errors
    /// If the file declares no such constant without a value, or a value is of another type.
    pub fn with_constants(mut self, list: &str) -> Result<Self, PrismError> {
        self.given.add(list, &self.syntax.constants)?;
        Ok(self)
    }

    /// Returns the properties, in the order of the text.
    pub fn properties(&self) -> Vec<Property> {
        (0..self.syntax.properties.len()).map(|number| Property { file: self.clone(), number }).collect()
    }
}

/// The value of a property. Numbers are exact, or [`ValueBounds`](chancetree_checker::ValueBounds).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PropertyValue<N = ExactValue> {
    /// A probability, a reward, or another number.
    Number(N),
    /// The least and the greatest value, over several initial states or the states of a filter.
    Range(N, N),
    /// Whether the property holds in all initial states.
    Truth(bool),
}

impl<N: fmt::Display> fmt::Display for PropertyValue<N> {
    /// Writes a fraction, `infinity`, a range `[1/3, 1/2]`, or a truth value.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value) => value.fmt(out),
            Self::Range(low, high) => write!(out, "[{low}, {high}]"),
            Self::Truth(truth) => truth.fmt(out),
        }
    }
}
