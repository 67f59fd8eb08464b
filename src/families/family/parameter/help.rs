//! The texts about a parameter that help shows.

use super::Parameter;
use crate::family::Domain;
use crate::family::saved::interned;

impl Parameter {
    /// Returns the placeholder of the value in help.
    pub fn placeholder(&self) -> &'static str {
        match self.value {
            "" => interned(self.name.to_uppercase().replace('-', "_")),
            value => value,
        }
    }

    /// Returns the range in words, such as `1 to 9`. Returns `None` if the parameter is not a single whole number, or
    /// if its meaning names the range in brackets.
    pub fn range(&self) -> Option<String> {
        match self.domain {
            Domain::Whole(least, most) if !self.meaning.contains('[') => {
                let of_all = self.most.iter().find(|(what, _)| what.is_empty());
                let most = of_all.map_or(most, |(_, most)| *most);
                Some(format!("{least} to {most}"))
            }
            _ => None,
        }
    }

    /// Returns the upper limits of some tasks, in sentences.
    pub fn limits(&self) -> String {
        let some = self.most.iter().filter(|(what, _)| !what.is_empty());
        some.map(|(what, most)| format!("{what}: up to {most}.")).collect::<Vec<_>>().join(" ")
    }
}
