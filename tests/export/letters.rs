//! Texts that are broken into lines.

use chancetree_export::font::Font;
use proptest::prelude::*;

proptest! {
    /// Lines lose only white space, and no line is too wide.
    #[test]
    fn lines_hold_the_text_and_fit(text in "\\PC{0,80}", room in 20.0..400.0f64) {
        let letters = Font::bold(12.0);
        let lines = letters.wrap(&text, room);
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        prop_assert_eq!(bare(&lines.concat()), bare(&text));
        prop_assert!(lines.iter().all(|line| letters.width(line) <= room || line.chars().count() == 1));
    }
}
