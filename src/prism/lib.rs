//! Models and properties in the PRISM language.
//!
//! A [`PrismModel`] is parsed from text, its constants get values, and it is explored into an [`ExploredModel`]: an explicit state
//! space with exact probabilities. A [`Property`] has an exact value in an explored model.
//!
//! ```
//! use chancetree_prism::{Job, PrismModel, Property};
//!
//! let die = PrismModel::parse(
//!     "dtmc
//!      module die
//!        s : [0..2];  // rounds
//!        d : [0..6];  // the value
//!        [] s=0 -> 1/6:(s'=1)&(d'=1) + 1/6:(s'=1)&(d'=2) + 4/6:true;
//!      endmodule
//!      rewards \"throws\" s=0 : 1; endrewards",
//! )?;
//! let explored = die.explore(&Job::default())?;
//! let value = |text: &str| explored.check(&Property::parse(text)?, &Job::default());
//! assert_eq!(value("P=? [ F d=2 ]")?.to_string(), "1/2");
//! assert_eq!(value("R{\"throws\"}=? [ F s=1 ]")?.to_string(), "3/1");
//! # Ok::<(), chancetree_prism::PrismError>(())
//! ```

mod check;
mod choice_values;
mod compile;
mod compiled_expression;
mod compiled_model;
mod composition;
mod cursor;
mod early_stop;
mod error;
mod expand;
mod explore;
mod explored;
mod expression_parser;
mod filters;
mod fraction;
mod layout;
mod model;
mod model_parser;
mod model_syntax;
mod named_properties;
mod named_states;
mod objective;
mod operator_compiler;
mod path_parser;
mod property;
mod property_number;
mod property_parser;
mod query;
mod saved;
mod scope;
mod selector;
mod some_path;
mod start_states;
mod syntax;
mod token;
mod value_arithmetic;
mod weights;

pub use chancetree_checker::{
    CheckError, CheckedNumber, ExactValue, SpaceKind, StateSet, StateSpace, ValueBounds,
};
pub use chancetree_model::{Job, Monitor, Progress};
pub use choice_values::{ChoiceStates, ChoiceValue};
pub use error::{PrismError, SourceError};
pub use explored::ExploredModel;
pub use model::PrismModel;
pub use objective::{Horizon, PlayAim, PlayEnd, PlayObjective};
pub use property::{Property, PropertyFile, PropertyValue, StrategyForm};
pub use property_number::PropertyNumber;
