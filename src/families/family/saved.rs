//! Support for saving finished work: helpers that complement the derives of `serde`.

use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Interns a text for the lifetime of the program. Texts are never freed: the texts of a program that reads many models add up.
pub fn interned(name: String) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().expect("no thread panics while it looks up a name");
    if let Some(known) = names.get(&*name) {
        return known;
    }
    let name: &str = name.leak();
    names.insert(name);
    name
}

/// A key of a table or a column. The alias keeps `serde` from borrowing the key from its input.
pub(crate) type Key = &'static str;

/// Deserializes a key.
pub(crate) fn key<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Key, D::Error> {
    String::deserialize(deserializer).map(interned)
}

/// Deserializes values with their keys.
pub(crate) fn keys<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<(Key, T)>, D::Error> {
    let all = Vec::<(String, T)>::deserialize(deserializer)?;
    Ok(all.into_iter().map(|(key, value)| (interned(key), value)).collect())
}

/// Serializes JSON as text, for fields that are marked `#[serde(with = "json")]`, because `postcard` stores no types.
pub mod json {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use serde_json::Value;

    /// Serializes JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
        value.to_string().serialize(serializer)
    }

    /// Deserializes JSON.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        serde_json::from_str(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}
