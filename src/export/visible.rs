//! Escapes text from users and files for terminals.

use std::borrow::Cow;

/// Returns `true` for a control character, a line separator, or an invisible character (Unicode category Cf). Such
/// characters move the cursor, change colours, reorder the characters beside them, or are hidden.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Replaces each hidden character that is not in `kept` by the result of `escape`. Keeps a zero-width joiner after an
/// emoji, because it is part of the emoji.
fn escape_hidden<'a>(text: &'a str, kept: &[char], escape: impl Fn(char) -> String) -> Cow<'a, str> {
    if !text.contains(|letter| is_hidden(letter) && !kept.contains(&letter)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut before = ' ';
    for letter in text.chars() {
        let joins =
            letter == '\u{200D}' && !before.is_ascii() && !before.is_alphanumeric() && !is_hidden(before);
        match is_hidden(letter) && !joins && !kept.contains(&letter) {
            true => shown.push_str(&escape(letter)),
            false => shown.push(letter),
        }
        before = letter;
    }
    Cow::Owned(shown)
}

/// Replaces each hidden character that is not in `kept` by a visible escape such as `\u{202e}`.
pub fn visible<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    escape_hidden(text, kept, |letter| letter.escape_default().to_string())
}

/// Replaces each hidden character of JSON text that is not in `kept` by a JSON escape such as `\u202e`. The JSON
/// value does not change, because such characters occur only inside strings.
pub fn visible_json<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    escape_hidden(text, kept, |letter| {
        letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
    })
}
