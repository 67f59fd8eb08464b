//! The policies in the pages of `play --as html`, decoded as their script decodes them.

use chancetree::games::memory::PairCounts;
use chancetree::games::memory::tactic::Tactic;
use serde_json::Value;
use std::collections::HashMap;

/// Returns the data of a page.
pub(super) fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"game\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("data end");
    serde_json::from_str(data).expect("data are JSON")
}

/// Returns the greatest lead that matters at a table of a board.
pub(super) fn most_lead(pairs: u16, table: PairCounts) -> i32 {
    i32::from((table.pairs() + 1).min(pairs - table.pairs()))
}

/// Returns the tactics of a policy in order.
pub(super) fn letters(policy: &Value) -> Vec<Tactic> {
    let text = policy["tactics"].as_str().expect("a text");
    let mut letters = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((_, letter)) = rest.next() {
        let mut times = String::new();
        while let Some((_, digit)) = rest.next_if(|(_, letter)| letter.is_ascii_digit()) {
            times.push(digit);
        }
        let tactic = Tactic::of(letter as u8 - b'a' + 1).expect("a tactic");
        letters.extend(std::iter::repeat_n(tactic, times.parse().unwrap_or(1)));
    }
    letters
}

/// Returns the tactics of a policy, by table, mover, passes and lead.
pub(super) fn unpacked(policy: &Value, pairs: u16) -> HashMap<(PairCounts, u8, u8, i32), Tactic> {
    let mut letters = letters(policy).into_iter();
    let mut found = HashMap::new();
    let (movers, passes) =
        (policy["movers"].as_u64().expect("movers"), policy["passes"].as_u64().expect("passes"));
    for known in 0..=pairs {
        for half in 0..=pairs - known {
            for unknown in 0..=pairs - known - half {
                let table = PairCounts { known, half, unknown };
                let most = if policy["leads"] == true { most_lead(pairs, table) } else { 0 };
                for mover in (0..movers as u8).filter(|_| table.pairs() > 0) {
                    for passes in 0..=passes as u8 {
                        for lead in -most..=most {
                            let tactic = letters.next().expect("a letter for every position");
                            found.insert((table, mover, passes, lead), tactic);
                        }
                    }
                }
            }
        }
    }
    assert_eq!(letters.next(), None, "no letter is left");
    found
}
