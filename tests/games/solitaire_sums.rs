//! The closed forms of solitaire Memory (Velleman & Warrington 2013, Lardjane 2024) on all boards of up to 300 pairs,
//! against recursions over states that only add whole numbers over all deals.

use chancetree::exact::{Natural, matchings, ratio};
use chancetree::games::solitaire::{distributions, means};

const MOST: usize = 300;

/// Sums over all arrangements of the fresh cards of a state, by its singles and unseen pairs.
#[derive(Clone, Default)]
struct Sums {
    deals: Natural,
    turns: Natural,
    lucky: Natural,
    /// Turns from here up to the first pair.
    first_turn: Natural,
    /// The position of the second card of the first pair, if all cards turned so far are singles.
    first_position: Natural,
}

impl Sums {
    /// Adds the cases of the first fresh card: a single's mate, or a new card followed by its mate, a single's mate or a new card.
    fn of(singles: usize, mate: Option<&Self>, one: Option<&Self>, two: Option<&Self>) -> Self {
        let mut sums = Self::default();
        let s = singles as u64;
        // Multiplicity, successor, turns, lucky turns, and whether a pair is collected at once, with its position beyond s.
        let mut add = |ways: u64, next: Option<&Self>, turns: u32, lucky: u32, first: Option<(u32, u64)>| {
            let Some(next) = next.filter(|_| ways > 0) else { return };
            sums.deals += &next.deals * ways;
            sums.turns += (&next.turns + &next.deals * turns) * ways;
            sums.lucky += (&next.lucky + &next.deals * lucky) * ways;
            match first {
                Some((turn, place)) => {
                    sums.first_turn += &next.deals * turn * ways;
                    sums.first_position += &next.deals * (s + place) * ways;
                }
                None => {
                    sums.first_turn += (&next.first_turn + &next.deals) * ways;
                    sums.first_position += &next.first_position * ways;
                }
            }
        };
        add(s, mate, 1, 0, Some((1, 1)));
        add(1, one, 1, 1, Some((1, 2)));
        // The known pair is collected in a turn of its own.
        add(s, one, 2, 0, Some((2, 2)));
        add(1, two, 1, 0, None);
        sums
    }
}

#[test]
fn closed_forms_hold_to_300_pairs() {
    // One row for each number of unseen pairs, with an entry for each possible number of singles.
    let (mut two, mut one): (Vec<Sums>, Vec<Sums>) = (Vec::new(), Vec::new());
    for unseen in 0..=MOST {
        let mut row: Vec<Sums> = Vec::with_capacity(MOST - unseen + 1);
        for singles in 0..=MOST - unseen {
            row.push(if singles + unseen == 0 {
                Sums { deals: Natural::from(1u32), ..Sums::default() }
            } else {
                Sums::of(singles, row.last().filter(|_| singles > 0), one.get(singles), two.get(singles + 2))
            });
        }
        if unseen > 0 {
            let pairs = u16::try_from(unseen).expect("few pairs");
            let Sums { deals, turns, lucky, first_turn, first_position } = &row[0];
            assert_eq!(*deals, matchings(pairs.into()));
            let mean = |sum: &Natural| ratio(sum.clone(), deals.clone());
            assert_eq!(mean(turns), means::turns(pairs), "turns of {pairs}");
            assert_eq!(mean(lucky), means::lucky(pairs), "lucky turns of {pairs}");
            assert_eq!(mean(first_turn), means::first_turn(pairs), "first turn of {pairs}");
            assert_eq!(mean(first_position), means::first_position(pairs), "first position of {pairs}");
        }
        two = std::mem::replace(&mut one, row);
    }
}

/// Compares a(N, j) = (j-1) (2N-j)! / (2^(N-j+1) (N-j+1)!) with the two-term recurrence, which starts from one pair.
#[test]
fn positions_of_the_first_pair_follow_their_recurrence() {
    let mut before = vec![Natural::default(), Natural::default(), Natural::from(1u32)];
    for pairs in 2..=MOST as u64 {
        let at = |j: u64| before.get(j as usize).cloned().unwrap_or_default();
        let next = |j: u64| at(j) * (2 * pairs - 1 - j) + at(j - 1) * (j - 1);
        let row: Vec<Natural> =
            [Natural::default(), Natural::default()].into_iter().chain((2..=pairs + 1).map(next)).collect();
        let distribution = distributions::first_position(pairs as u16);
        let expected = (0i64..).zip(&row).filter(|(_, number)| number.bits() > 0);
        let found = distribution.masses().map(|(value, number)| (*value, number));
        assert!(found.eq(expected), "{pairs} pairs");
        before = row;
    }
}
