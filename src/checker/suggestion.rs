//! Suggestions for unknown names.

/// The minimum similarity of a suggested name (Jaro-Winkler: Winkler 1990).
const SIMILAR: f64 = 0.85;

/// The minimum length of a name that is suggested because it differs by one edit.
const SHORTEST: usize = 3;

/// Returns the name that is most similar to `typed`, ignoring case. Returns `None` if no name is similar enough or differs by only
/// one edit.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let similarity = |name: &str| strsim::jaro_winkler(&typed, &name.to_lowercase());
    let is_near =
        |name: &str| name.len() >= SHORTEST && strsim::osa_distance(&typed, &name.to_lowercase()) == 1;
    let similar = names.into_iter().map(|name| (similarity(name), name));
    let similar = similar.filter(|(similarity, name)| *similarity >= SIMILAR || is_near(name));
    // The first of equally similar names.
    similar.min_by(|one, other| other.0.total_cmp(&one.0)).map(|(_, name)| name)
}

/// Appends the question whether `name` was meant to an error message, if there is such a name.
pub fn did_you_mean(message: &str, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{message}; did you mean {name}?"),
        None => message.to_owned(),
    }
}
