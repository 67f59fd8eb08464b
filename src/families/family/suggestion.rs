//! Suggestions for names that are unknown.

/// The least similarity (Jaro-Winkler: Winkler 1990) of a name that is suggested.
const SIMILAR: f64 = 0.85;

/// The fewest letters of a name that is suggested for a single mistake, however similar it is.
const SHORTEST: usize = 3;

/// Returns the name that is most similar to `typed` in any case, if one is similar enough or differs by one letter.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let similarity = |name: &str| strsim::jaro_winkler(&typed, &name.to_lowercase());
    let is_near =
        |name: &str| name.len() >= SHORTEST && strsim::osa_distance(&typed, &name.to_lowercase()) == 1;
    let similar = names.into_iter().map(|name| (similarity(name), name));
    let similar = similar.filter(|(similarity, name)| *similarity >= SIMILAR || is_near(name));
    similar.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, name)| name)
}

/// Adds the question whether `name` was meant to an error message, if there is such a name.
pub fn did_you_mean(message: &str, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{message}; did you mean {name}?"),
        None => message.to_owned(),
    }
}
