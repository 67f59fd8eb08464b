//! Text from users and files, made safe to print on a terminal.

use std::borrow::Cow;

/// Returns `true` for a control character, a line separator, or a character without a shape of its own (Unicode category
/// Cf). Such characters move the cursor, change colours, reorder the characters beside them, or hide.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Returns a text in which `escape` stands for each hidden character that is not among `kept`. A zero-width joiner behind
/// an emoji is part of that emoji and stays.
pub fn escape_hidden<'a>(text: &'a str, kept: &[char], escape: impl Fn(char) -> String) -> Cow<'a, str> {
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

/// Returns a text in which each hidden character that is not among `kept` is visible, such as `\u{202e}`.
pub fn visible<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    escape_hidden(text, kept, |letter| letter.escape_default().to_string())
}

/// Returns JSON text in which each hidden character that is not among `kept` is written as JSON escapes it, such as
/// `\u202e`. Its value is the same: such characters stand only inside strings.
pub fn visible_json<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    escape_hidden(text, kept, |letter| {
        letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
    })
}
