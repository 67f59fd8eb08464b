//! Words that were meant by words that were typed.

/// The word that was meant: the same but for upper and lower case, else the nearest one with few slips of the keyboard.
/// Words that only look alike from afar are not guessed.
pub(crate) fn meant<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = typed.to_lowercase().chars().collect();
    let far = |word: &str| slips(&typed, &word.to_lowercase().chars().collect::<Vec<_>>());
    let (slips, word) = words.map(|word| (far(word), word)).min_by_key(|&(slips, _)| slips)?;
    (slips <= typed.len().div_ceil(4).min(3)).then_some(word)
}

/// Letters that are missing, too many, wrong or swapped with their neighbour (Damerau 1964, no letter touched twice).
fn slips(one: &[char], two: &[char]) -> usize {
    let mut rows = vec![vec![0; two.len() + 1]; one.len() + 1];
    for i in 0..=one.len() {
        for j in 0..=two.len() {
            rows[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let wrong = usize::from(one[i - 1] != two[j - 1]);
                    let mut least =
                        (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + wrong);
                    if i > 1 && j > 1 && one[i - 1] == two[j - 2] && one[i - 2] == two[j - 1] {
                        least = least.min(rows[i - 2][j - 2] + 1);
                    }
                    least
                }
            };
        }
    }
    rows[one.len()][two.len()]
}
