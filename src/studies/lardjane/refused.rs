//! The cost of refusing a pair that could be collected: the flips of the proof of T2a, counted with real cards.

use super::Found;

/// The flips of the first card whose mate is known, which is not collected, and of the card turned in its stead, each
/// with its mate, to the end of the game.
fn flips(cards: &[u8]) -> [usize; 2] {
    let mut flips = vec![0; cards.len()];
    let mut gone = vec![false; cards.len()];
    let mut refused: Option<[u8; 2]> = None;
    let mut next = 0;
    while gone.iter().any(|gone| !gone) {
        let mate = |place: usize| {
            (0..next).find(|&other| other != place && !gone[other] && cards[other] == cards[place])
        };
        let known = (0..next).filter(|&place| !gone[place]).find_map(|place| Some([place, mate(place)?]));
        let turned = known.unwrap_or_else(|| match mate(next) {
            Some(mate) if refused.is_some() => [next, mate],
            Some(_) => {
                refused = Some([cards[next], cards[next + 1]]);
                [next, next + 1]
            }
            None => [next, next + 1],
        });
        next = next.max(turned[0] + 1).max(turned[1] + 1);
        turned.iter().for_each(|&place| flips[place] += 1);
        if cards[turned[0]] == cards[turned[1]] {
            turned.iter().for_each(|&place| gone[place] = true);
        }
    }
    let of = |symbol: u8| cards.iter().zip(&flips).filter(|(card, _)| **card == symbol).map(|(_, n)| n).sum();
    refused.map_or([0; 2], |cards| cards.map(of))
}

/// The slides exchange the two costs; what they conclude from them holds.
pub(super) fn found(printed: &str) -> Found {
    // In the one the mate of the card turned instead is fresh, in the other it was turned.
    let [plain, second] =
        [[1, 2, 1, 3, 2, 3], [1, 2, 1, 2, 3, 3]].map(|cards| flips(&cards).iter().sum::<usize>());
    let text = |plain: usize, second: usize| format!("{plain}, or {second} with two mates");
    Found::judged(text(plain, second), plain == second || text(second, plain) != printed)
}
