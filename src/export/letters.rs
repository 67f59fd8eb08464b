//! Widths and line breaks of texts, by the font that comes with the program, which is wider than those that a browser
//! uses for the same picture.

/// The widths of the letters of DejaVu Sans, in 2048ths of its size: U+0020 to U+007E, then U+00A0 to U+017F.
#[rustfmt::skip]
const REGULAR: [u16; 319] = [
    651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690, 1303, 1303,
    1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087, 2048, 1401, 1405,
    1430, 1577, 1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612, 1235, 1612, 1423, 1300,
    1251, 1499, 1401, 2025, 1403, 1251, 1403, 799, 690, 799, 1716, 1024, 1024, 1255, 1300, 1126, 1300,
    1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253, 1300, 1300, 842, 1067, 803, 1298, 1212,
    1675, 1212, 1212, 1075, 1303, 690, 1303, 1716, 651, 821, 1303, 1303, 1303, 1303, 690, 1024, 1024,
    2048, 965, 1253, 1716, 739, 2048, 1024, 1024, 1716, 821, 821, 1024, 1303, 1303, 651, 1024, 821, 965,
    1253, 1985, 1985, 1985, 1087, 1401, 1401, 1401, 1401, 1401, 1401, 1995, 1430, 1294, 1294, 1294, 1294,
    604, 604, 604, 604, 1587, 1532, 1612, 1612, 1612, 1612, 1612, 1716, 1612, 1499, 1499, 1499, 1499,
    1251, 1239, 1290, 1255, 1255, 1255, 1255, 1255, 1255, 2011, 1126, 1260, 1260, 1260, 1260, 569, 569,
    569, 569, 1253, 1298, 1253, 1253, 1253, 1253, 1253, 1716, 1253, 1298, 1298, 1298, 1298, 1212, 1300,
    1212, 1401, 1255, 1401, 1255, 1401, 1255, 1430, 1126, 1430, 1126, 1430, 1126, 1430, 1126, 1577, 1300,
    1587, 1300, 1294, 1260, 1294, 1260, 1294, 1260, 1294, 1260, 1294, 1260, 1587, 1300, 1587, 1300, 1587,
    1300, 1587, 1300, 1540, 1298, 1876, 1423, 604, 569, 604, 569, 604, 569, 604, 569, 604, 569, 1208,
    1138, 604, 569, 1343, 1186, 1186, 1141, 569, 1141, 569, 1141, 768, 1141, 700, 1151, 582, 1532, 1298,
    1532, 1298, 1532, 1298, 1666, 1532, 1298, 1612, 1253, 1612, 1253, 1612, 1253, 2191, 2095, 1423, 842,
    1423, 842, 1423, 842, 1300, 1067, 1300, 1067, 1300, 1067, 1300, 1067, 1251, 803, 1251, 803, 1251,
    803, 1499, 1298, 1499, 1298, 1499, 1298, 1499, 1298, 1499, 1298, 1499, 1298, 2025, 1675, 1251, 1212,
    1251, 1403, 1075, 1403, 1075, 1403, 1075, 721,
];

/// Those of DejaVu Sans Bold.
#[rustfmt::skip]
const BOLD: [u16; 319] = [
    713, 934, 1067, 1716, 1425, 2052, 1786, 627, 936, 936, 1071, 1716, 778, 850, 778, 748, 1425, 1425,
    1425, 1425, 1425, 1425, 1425, 1425, 1425, 1425, 819, 819, 1716, 1716, 1716, 1188, 2048, 1585, 1561,
    1503, 1700, 1399, 1399, 1681, 1714, 762, 762, 1587, 1305, 2038, 1714, 1741, 1501, 1741, 1577, 1475,
    1397, 1663, 1585, 2259, 1579, 1483, 1485, 936, 748, 936, 1716, 1024, 1024, 1382, 1466, 1214, 1466,
    1389, 891, 1466, 1458, 702, 702, 1362, 702, 2134, 1458, 1407, 1466, 1466, 1010, 1219, 979, 1458,
    1335, 1892, 1321, 1335, 1192, 1458, 748, 1458, 1716, 713, 934, 1425, 1425, 1303, 1425, 748, 1024,
    1024, 2048, 1155, 1323, 1716, 850, 2048, 1024, 1024, 1716, 897, 897, 1024, 1507, 1303, 778, 1024,
    897, 1155, 1323, 2120, 2120, 2120, 1188, 1585, 1585, 1585, 1585, 1585, 1585, 2222, 1503, 1399, 1399,
    1399, 1399, 762, 762, 762, 762, 1716, 1714, 1741, 1741, 1741, 1741, 1741, 1716, 1741, 1663, 1663,
    1663, 1663, 1483, 1511, 1473, 1382, 1382, 1382, 1382, 1382, 1382, 2146, 1214, 1389, 1389, 1389, 1389,
    702, 702, 702, 702, 1407, 1458, 1407, 1407, 1407, 1407, 1407, 1716, 1407, 1458, 1458, 1458, 1458,
    1335, 1466, 1335, 1585, 1382, 1585, 1382, 1585, 1382, 1503, 1214, 1503, 1214, 1503, 1214, 1503, 1214,
    1700, 1466, 1716, 1466, 1399, 1389, 1399, 1389, 1399, 1389, 1399, 1389, 1399, 1389, 1681, 1466, 1681,
    1466, 1681, 1466, 1681, 1466, 1714, 1458, 1994, 1618, 762, 702, 762, 702, 762, 702, 762, 702, 762,
    702, 1524, 1404, 762, 702, 1587, 1362, 1362, 1305, 702, 1305, 702, 1305, 982, 1305, 1140, 1315, 760,
    1714, 1458, 1714, 1458, 1714, 1458, 2013, 1714, 1458, 1741, 1407, 1741, 1407, 1741, 1407, 2390, 2241,
    1577, 1010, 1577, 1010, 1577, 1010, 1475, 1219, 1475, 1219, 1475, 1219, 1475, 1219, 1397, 979, 1397,
    979, 1397, 979, 1663, 1458, 1663, 1458, 1663, 1458, 1663, 1458, 1663, 1458, 1663, 1458, 2259, 1892,
    1483, 1335, 1483, 1485, 1192, 1485, 1192, 1485, 1192, 891,
];

/// Other letters are not wider than this, and those that the font does not have are narrower.
const OTHER: u16 = 2048;

/// The letters of a text: their size in pixels, and whether they are bold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Letters {
    /// The size in pixels.
    pub size: f64,
    /// True if the letters are bold.
    pub bold: bool,
}

impl Letters {
    /// Letters of a size.
    #[must_use]
    pub const fn new(size: f64) -> Self {
        Self { size, bold: false }
    }

    /// Bold letters of a size.
    #[must_use]
    pub const fn bold(size: f64) -> Self {
        Self { size, bold: true }
    }

    /// The width of a text on one line, in pixels.
    #[must_use]
    pub fn width(self, text: &str) -> f64 {
        let widths = if self.bold { &BOLD } else { &REGULAR };
        let wide = |letter: char| {
            let place = match letter {
                ' '..='~' => letter as usize - 0x20,
                '\u{A0}'..='\u{17F}' => letter as usize - 0xA0 + 0x5F,
                _ => return f64::from(OTHER),
            };
            f64::from(widths[place])
        };
        text.chars().map(wide).sum::<f64>() / 2048.0 * self.size
    }

    /// A text in lines that are not wider than `room`: broken between words, and inside a word that is wider.
    #[must_use]
    pub fn wrap(self, text: &str, room: f64) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split_whitespace() {
            let line = lines.last_mut().expect("one line at least");
            if line.is_empty() {
                line.push_str(word);
            } else if self.width(line) + self.width(" ") + self.width(word) <= room {
                line.push(' ');
                line.push_str(word);
            } else {
                lines.push(word.to_owned());
            }
            self.split(&mut lines, room);
        }
        lines
    }

    /// Breaks the last line for as long as it is too wide.
    fn split(self, lines: &mut Vec<String>, room: f64) {
        while let Some(line) = lines.last_mut().filter(|line| self.width(line) > room) {
            let mut wide = 0.0;
            let end = line.char_indices().find_map(|(place, letter)| {
                wide += self.width(letter.encode_utf8(&mut [0; 4]));
                (wide > room && place > 0).then_some(place)
            });
            let Some(end) = end else { return };
            let rest = line.split_off(end);
            lines.push(rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Nothing but white space is lost, and no line is too wide.
        #[test]
        fn lines_hold_the_text_and_fit(text in "\\PC{0,80}", room in 20.0..400.0f64) {
            let letters = Letters::bold(12.0);
            let lines = letters.wrap(&text, room);
            let bare = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(bare(&lines.concat()), bare(&text));
            prop_assert!(lines.iter().all(|line| letters.width(line) <= room || line.chars().count() == 1));
        }
    }
}
