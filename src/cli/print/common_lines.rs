//! The common properties of several games, for the lines above their table.

use chancetree_families::family::GameAnswer;
use serde_json::Value;
use std::collections::HashSet;

/// Returns the common properties of all games that `about` does not contain, with a line break before each line: the common
/// parts of their titles, and each parameter that is equal in all games but occurs in parts that differ, such as the columns of
/// boards with different numbers of rows.
pub(super) fn common_lines(about: &str, all: &[GameAnswer]) -> String {
    let Some((first, others)) = all.split_first() else { return String::new() };
    let own = parts(&first.report.title);
    let mut shared: HashSet<&str> = own.iter().map(|(_, part)| *part).collect();
    for other in others {
        let parts: HashSet<&str> = parts(&other.report.title).into_iter().map(|(_, part)| part).collect();
        shared.retain(|part| parts.contains(part));
    }
    let known = about.to_lowercase();
    let mut lines = String::new();
    for (sign, part) in own.iter().filter(|(_, part)| shared.contains(part)) {
        if known.contains(&part.to_lowercase()) {
            continue;
        }
        let sign = if lines.is_empty() || *sign == "\n" { "\n" } else { sign };
        lines.push_str(sign);
        lines.push_str(part);
    }
    let is_word =
        |text: &str, word: &str| text.split(|letter: char| !letter.is_alphanumeric()).any(|one| one == word);
    for (name, value) in first.parameters.as_object().into_iter().flatten() {
        let Value::Number(value) = value else { continue };
        let value = value.to_string();
        let is_common = all.iter().all(|answer| answer.parameters.get(name) == first.parameters.get(name));
        let is_mentioned = is_word(&lines, &value) || is_word(about, &value);
        if is_common && !is_mentioned && all.iter().all(|answer| is_word(&answer.report.title, &value)) {
            lines.push_str(if lines.is_empty() { "\n" } else { ", " });
            lines.push_str(&format!("{} {value}", name.replace('_', " ")));
        }
    }
    lines
}

/// Returns the parts of a title, each with the separator before it. A colon after a single word does not end a part, because
/// the word names the part.
fn parts(title: &str) -> Vec<(&'static str, &str)> {
    const SIGNS: [&str; 4] = [", ", "; ", ": ", "\n"];
    let (mut parts, mut sign, mut from, mut at) = (Vec::new(), "", 0, 0);
    while let Some(next) = SIGNS.iter().filter_map(|sign| Some((title[at..].find(sign)? + at, *sign))).min() {
        let (end, found) = next;
        at = end + found.len();
        if found != ": " || title[from..end].contains(' ') {
            parts.push((sign, &title[from..end]));
            (sign, from) = (found, at);
        }
    }
    parts.push((sign, &title[from..]));
    parts
}
