//! The types of numbers in which properties have values.

use crate::choice_values::{ChoiceStates, ChoiceValue};
use crate::error::PrismError;
use crate::explored::ExploredModel;
use crate::objective::PlayObjective;
use crate::property::{Property, PropertyValue};
use chancetree_checker::{CheckError, CheckedNumber, ExactValue, StateSpace, ValueBounds};
use chancetree_model::Job;

/// A type of number in which properties have values: [`ExactValue`] or [`ValueBounds`].
///
/// A generic function is compiled again in each crate that calls it. As functions of a type, these long ones are compiled once.
pub trait PropertyNumber: CheckedNumber {
    /// See [`ExploredModel::check_in`].
    ///
    /// # Errors
    /// As there.
    fn check(
        explored: &ExploredModel,
        property: &Property,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<PropertyValue<Self>, PrismError>;

    /// See [`ExploredModel::check_mean`].
    ///
    /// # Errors
    /// As there.
    fn check_mean(
        explored: &ExploredModel,
        property: &Property,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<Self, PrismError>;

    /// See [`ExploredModel::choice_values`].
    ///
    /// # Errors
    /// As there.
    fn choice_values(
        explored: &ExploredModel,
        property: &Property,
        decisions: ChoiceStates,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<Vec<ChoiceValue<Self>>, PrismError>;

    /// See [`PlayObjective::endless_values`].
    ///
    /// # Errors
    /// As there.
    fn endless_values(
        objective: &PlayObjective,
        space: &StateSpace,
        width: Option<f64>,
        job: &Job<'_>,
    ) -> Result<Vec<Self>, CheckError>;
}

macro_rules! property_numbers {
    ($($number:ty),*) => {$(
        impl PropertyNumber for $number {
            fn check(
                explored: &ExploredModel,
                property: &Property,
                width: Option<f64>,
                job: &Job<'_>,
            ) -> Result<PropertyValue<Self>, PrismError> {
                explored.with_checker(property, width, job, |checker| checker.value(&property.syntax().body))
            }

            fn check_mean(
                explored: &ExploredModel,
                property: &Property,
                width: Option<f64>,
                job: &Job<'_>,
            ) -> Result<Self, PrismError> {
                explored.with_checker(property, width, job, |checker| checker.mean(&property.syntax().body))
            }

            fn choice_values(
                explored: &ExploredModel,
                property: &Property,
                decisions: ChoiceStates,
                width: Option<f64>,
                job: &Job<'_>,
            ) -> Result<Vec<ChoiceValue<Self>>, PrismError> {
                explored.with_checker(property, width, job, |checker| {
                    checker.choice_values(&property.syntax().body, decisions)
                })
            }

            fn endless_values(
                objective: &PlayObjective,
                space: &StateSpace,
                width: Option<f64>,
                job: &Job<'_>,
            ) -> Result<Vec<Self>, CheckError> {
                objective.endless_numbers(space, width, job)
            }
        }
    )*};
}

property_numbers!(ExactValue, ValueBounds);
