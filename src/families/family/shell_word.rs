//! Texts as shell words.

use chancetree_export::visible::is_hidden;

/// Quotes a text as one shell word, if a shell would interpret it otherwise. A hidden character becomes an escape for
/// bash and zsh.
pub fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./,:=+@%".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    if !text.contains(is_hidden) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let escaped = |letter: char| match letter {
        '\'' | '\\' => format!("\\{letter}"),
        letter if is_hidden(letter) => match u32::from(letter) {
            code @ ..=0xffff => format!("\\u{code:04x}"),
            code => format!("\\U{code:08x}"),
        },
        letter => letter.to_string(),
    };
    format!("$'{}'", text.chars().map(escaped).collect::<String>())
}
