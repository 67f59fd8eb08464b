//! The values of the checker, compared with an independent method and with known numbers.

mod bounds;
mod formats;
mod known_values;
mod naive;
mod random_spaces;
mod slow_components;
mod steps_and_totals;
mod stops;
