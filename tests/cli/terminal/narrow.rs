//! Results on a terminal: fractions that are too long for a line give way to it.

use super::screen::Screen;

/// What is printed on a terminal so wide, line by line.
fn printed(words: &str, columns: u16) -> Vec<String> {
    let words: Vec<&str> = words.split(' ').collect();
    let (status, text) = Screen::start(&words, (40, columns), false).ends();
    assert_eq!(status, 0, "{text}");
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn long_fractions_give_way_to_narrow_lines() {
    let words = "odds memory --pairs 7 -q";
    let wide = [
        "  P(player 1 wins)      1717/3003     0.571761571762",
        "  P(player 2 wins)      1286/3003     0.428238428238",
        "  P(draw)               0/1           0.000000000000",
        "  E(pairs of player 1)  171779/45045  3.813497613498",
        "  E(pairs of player 2)  143536/45045  3.186502386502",
    ];
    let narrow = [
        "  P(player 1 wins)      …    0.571761571762",
        "  P(player 2 wins)      …    0.428238428238",
        "  P(draw)               0/1  0.000000000000",
        "  E(pairs of player 1)  …    3.813497613498",
        "  E(pairs of player 2)  …    3.186502386502",
    ];
    // The longest line has 52 letters.
    assert_eq!(printed(words, 52)[2..7], wide);
    let lines = printed(words, 51);
    assert_eq!(lines[2..7], narrow);
    assert_eq!(lines.last().map(String::as_str), Some("Fractions: --format json."));
}
