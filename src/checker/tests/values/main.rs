//! The values of the checker, against an independent method and against known numbers.

mod known_values;
mod naive;
mod random_spaces;
