//! Solitaire Memory with real cards: a player who remembers every turned card, and all deals.

/// The results of one deal.
#[derive(Debug, Default, Clone, Copy)]
pub struct Played {
    pub turns: i64,
    pub lucky: i64,
    pub first_position: i64,
    pub first_turn: i64,
    pub remembered: i64,
    /// The number of blocks of odd length, where each block of the deal ends with the second card of a pair.
    pub odd: i64,
    /// The turns without a pair: those with a card that was turned before, those with such a second card, and all.
    pub failed: [i64; 3],
}

/// Plays a deal, with new cards in their order: each turn takes a remembered pair, if there is one; otherwise it turns the next
/// new card and then its mate, if that is remembered, or another new card.
pub fn play(cards: &[u8]) -> Played {
    let mut played = Played::default();
    let mut memory: Vec<usize> = Vec::new(); // places of cards turned and not collected
    let mut next = 0;
    let (mut left, mut block) = (cards.len() / 2, 0);
    while left > 0 {
        played.turns += 1;
        let mate_of = |place: usize, memory: &[usize]| {
            memory.iter().copied().find(|&other| other != place && cards[other] == cards[place])
        };
        let known = memory.iter().copied().find_map(|place| Some((place, mate_of(place, &memory)?)));
        let (first, second) = known.unwrap_or_else(|| {
            let first = next;
            next += 1;
            let second = mate_of(first, &memory).unwrap_or_else(|| {
                next += 1;
                next - 1
            });
            (first, second)
        });
        let seen = [first, second].map(|place| memory.contains(&place));
        if cards[first] == cards[second] {
            memory.retain(|place| ![first, second].contains(place));
            left -= 1;
            played.lucky += i64::from(seen == [false, false]);
            if played.first_turn == 0 {
                played.first_turn = played.turns;
                played.first_position = first.max(second) as i64 + 1;
            }
        } else {
            played.failed[0] += i64::from(seen != [false, false]);
            played.failed[1] += i64::from(seen[1]);
            played.failed[2] += 1;
            memory.extend([first, second]);
            memory.sort_unstable();
            memory.dedup();
        }
        played.remembered = played.remembered.max(memory.len() as i64);
    }
    let mut seen = [false; 32];
    for &card in cards {
        block += 1;
        if std::mem::replace(&mut seen[usize::from(card)], true) {
            played.odd += block % 2;
            block = 0;
        }
    }
    played
}

/// The results of one deal if both cards of a turn are named before either is turned.
#[derive(Debug, Default, Clone, Copy)]
pub struct PlayedBlind {
    pub turns: i64,
    pub lucky: i64,
    pub remembered: i64,
}

/// Plays a deal blindly: takes a remembered pair, otherwise names the next two new cards. A player who `guesses` names a
/// remembered card and the next new card if two new cards are left, and both mates are remembered.
pub fn play_blind(cards: &[u8], guesses: bool) -> PlayedBlind {
    let mut played = PlayedBlind::default();
    let mut memory: Vec<usize> = Vec::new(); // places of cards turned and not collected
    let mut next = 0;
    let mut left = cards.len() / 2;
    while left > 0 {
        played.turns += 1;
        let pairs = memory.iter().flat_map(|&one| memory.iter().map(move |&other| [one, other]));
        let known = pairs.into_iter().find(|&[one, other]| one < other && cards[one] == cards[other]);
        let fresh = cards.len() - next;
        let is_guess = fresh == 1 || guesses && fresh == 2 && memory.len() == 2;
        let named = match known {
            Some(pair) => pair,
            None if is_guess => [memory[0], next],
            None => [next, next + 1],
        };
        let seen = named.map(|place| memory.contains(&place));
        next += seen.iter().filter(|seen| !**seen).count();
        memory.retain(|place| !named.contains(place));
        if cards[named[0]] == cards[named[1]] {
            left -= 1;
            played.lucky += i64::from(seen == [false, false]);
        } else {
            memory.extend(named);
        }
        played.remembered = played.remembered.max(memory.len() as i64);
    }
    played
}

/// Calls `each` with every deal that fills the free places of `cards`, which are 0, with the pairs `card`, `card + 1`, and so on.
/// Each pair takes the first free place and another one.
pub fn deals(cards: &mut Vec<u8>, card: u8, each: &mut dyn FnMut(&[u8])) {
    let Some(first) = cards.iter().position(|&card| card == 0) else {
        return each(cards);
    };
    cards[first] = card;
    for second in first + 1..cards.len() {
        if cards[second] == 0 {
            cards[second] = card;
            deals(cards, card + 1, each);
            cards[second] = 0;
        }
    }
    cards[first] = 0;
}

/// Returns the results of all deals of `pairs` pairs.
pub fn all_deals(pairs: u16) -> Vec<Played> {
    let mut all = Vec::new();
    deals(&mut vec![0; 2 * usize::from(pairs)], 1, &mut |cards| all.push(play(cards)));
    all
}
