//! Words that were meant by words that were typed.

/// Returns the word that was meant: the same but for upper and lower case, else the nearest one with few slips of the
/// keyboard, else one that is short for it. Words that only look alike from afar are not guessed.
pub fn meant<'a>(typed: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = typed.to_lowercase().chars().collect();
    let far = |word: &str| slips(&typed, &word.to_lowercase().chars().collect::<Vec<_>>());
    let (slips, word) = words.map(|word| (far(word), word)).min_by_key(|&(slips, _)| slips)?;
    (slips <= typed.len().div_ceil(4).min(3) || is_short(word, &typed)).then_some(word)
}

/// Returns the word that was meant of those that a message lists: anywhere, edge or corner is needed.
pub fn listed<'a>(typed: &str, message: &'a str) -> Option<&'a str> {
    let all = message.split(" is needed").next().unwrap_or_default();
    let words = all
        .split(", ")
        .flat_map(|part| part.split(" or "))
        .map(|part| part.trim_start_matches("or ").trim_end_matches(','));
    meant(typed, words.filter(|word| word.chars().all(|letter| letter.is_alphabetic() || letter == '-')))
}

/// Returns `true` if a word is short for a long one, as cols is for columns: it begins and ends alike, and has half of its
/// letters in their order.
fn is_short(word: &str, long: &[char]) -> bool {
    let mut rest = long.iter();
    2 * word.len() >= long.len()
        && word.chars().next() == long.first().copied()
        && word.chars().last() == long.last().copied()
        && word.chars().all(|letter| rest.any(|next| *next == letter))
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
