//! Bondarenko's (2021) recursion as in the paper: five formulas, without merging; probabilities are multiplied on the way
//! down and added up at the ends.

use std::collections::BTreeMap;

use num_rational::{BigRational, Ratio};
use num_traits::{One, Zero};

use super::cards::{Event, Start};

/// A fraction of 64-bit numbers. Each denominator divides the factorial of the number of unseen cards, so that 20 cards fit;
/// larger numbers cause a checked overflow.
type Share = Ratio<u64>;

/// The sums of the recursion.
#[derive(Clone, Debug, Default)]
pub struct Odds<F = BigRational> {
    /// P(this seat alone has the greatest score).
    pub win: Vec<F>,
    /// P(the greatest score is shared).
    pub draw: F,
    /// Expected pairs of each seat.
    pub expected: Vec<F>,
    /// P(final scores).
    pub joint: BTreeMap<Vec<i32>, F>,
    /// P(final scores and taker of the last pair).
    pub ends: BTreeMap<(Vec<i32>, usize), F>,
    /// P(number of turns).
    pub turns: BTreeMap<usize, F>,
    /// P(situation occurs), by (scores, known, half, unknown, mover).
    pub reach: BTreeMap<(Vec<i32>, usize, usize, usize, usize), F>,
    /// Calls of the recursive function.
    pub nodes: u64,
    /// Calls at the end of a game.
    pub leaves: u64,
}

/// Returns P(A) to P(E) with c known, d half-known and e unknown pairs, without events of probability 0.
pub fn events(c: usize, d: usize, e: usize) -> Vec<(Event, BigRational)> {
    chances(c, d, e).into_iter().map(|(event, chance)| (event, long(chance))).collect()
}

fn long(share: Share) -> BigRational {
    BigRational::new((*share.numer()).into(), (*share.denom()).into())
}

fn chances(c: usize, d: usize, e: usize) -> Vec<(Event, Share)> {
    let ratio = |over: usize, under: usize| Share::new(over as u64, under as u64);
    if c > 0 {
        return vec![(Event::A, Share::one())];
    }
    let (known, unknown) = (d, d + 2 * e);
    let hit = ratio(known, unknown);
    let miss = Share::one() - hit;
    let mut events = vec![(Event::B, hit)];
    // The paper's first special case; at known = unknown = 1 the formulas below would read 0 * 1/0.
    if known < unknown {
        events.push((Event::C, miss * ratio(1, unknown - 1)));
        events.push((Event::D, miss * ratio(known, unknown - 1)));
        events.push((Event::E, miss * ratio(unknown - known - 2, unknown - 1)));
    }
    events.retain(|(_, probability)| !probability.is_zero());
    events
}

/// Runs the recursion from `start`.
pub fn unmerged(start: &Start) -> Odds {
    assert!(!start.one_flip, "in the paper a player who takes a pair moves again");
    let seats = start.scores.len();
    let zeros = vec![Share::zero(); seats];
    let mut odds = Odds { win: zeros.clone(), expected: zeros, ..Odds::default() };
    let mut scores = start.scores.clone();
    let pairs = (start.known, start.half, start.unknown);
    odds.descend(&mut scores, pairs, start.mover, 0, Share::one());
    Odds {
        win: odds.win.into_iter().map(long).collect(),
        draw: long(odds.draw),
        expected: odds.expected.into_iter().map(long).collect(),
        joint: all_long(odds.joint),
        ends: all_long(odds.ends),
        turns: all_long(odds.turns),
        reach: all_long(odds.reach),
        nodes: odds.nodes,
        leaves: odds.leaves,
    }
}

fn all_long<K: Ord>(shares: BTreeMap<K, Share>) -> BTreeMap<K, BigRational> {
    shares.into_iter().map(|(key, share)| (key, long(share))).collect()
}

impl Odds<Share> {
    fn descend(
        &mut self,
        scores: &mut Vec<i32>,
        (c, d, e): (usize, usize, usize),
        mover: usize,
        turns: usize,
        probability: Share,
    ) {
        self.nodes += 1;
        *self.reach.entry((scores.clone(), c, d, e, mover)).or_default() += probability;
        if c + d + e == 0 {
            return self.finish(scores, mover, turns, probability);
        }
        for (event, chance) in chances(c, d, e) {
            let probability = probability * chance;
            let left = match event {
                Event::A => (c - 1, d, e),
                Event::B => (c, d - 1, e),
                Event::C => (c, d, e - 1),
                // The second card completes a half-known pair, and the first card leaves a new one.
                Event::D => (c + 1, d, e - 1),
                Event::E => (c, d + 2, e - 2),
            };
            if matches!(event, Event::D | Event::E) {
                let next = (mover + 1) % scores.len();
                self.descend(scores, left, next, turns + 1, probability);
            } else {
                scores[mover] += 1;
                self.descend(scores, left, mover, turns + 1, probability);
                scores[mover] -= 1;
            }
        }
    }

    fn finish(&mut self, scores: &[i32], mover: usize, turns: usize, probability: Share) {
        self.leaves += 1;
        let greatest = scores.iter().max().expect("there is a player");
        let mut winners = (0..scores.len()).filter(|&seat| scores[seat] == *greatest);
        match (winners.next(), winners.next()) {
            (Some(winner), None) => self.win[winner] += probability,
            _ => self.draw += probability,
        }
        for (seat, &score) in scores.iter().enumerate() {
            self.expected[seat] += probability * Share::from_integer(score.unsigned_abs().into());
        }
        *self.joint.entry(scores.to_vec()).or_default() += probability;
        *self.ends.entry((scores.to_vec(), mover)).or_default() += probability;
        *self.turns.entry(turns).or_default() += probability;
    }
}
