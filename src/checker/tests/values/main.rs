//! The values of the checker, against an independent method and against known numbers.

mod bounds;
mod formats;
mod known_values;
mod naive;
mod random_spaces;
mod steps_and_totals;
