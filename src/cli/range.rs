//! Whole numbers of options that belong to no family.

use std::fmt::Display;
use std::str::FromStr;

/// Reads a whole number from `least` to `most`.
pub(crate) fn whole<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: Copy + Display + FromStr + PartialOrd + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| least <= *number && *number <= most);
        number.ok_or_else(|| format!("a whole number from {least} to {most} is needed"))
    }
}
