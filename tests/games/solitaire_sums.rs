//! The closed forms of solitaire Memory (Velleman & Warrington 2013, Lardjane 2024) on all boards of up to 300 pairs,
//! against recursions over states that add up whole numbers over all deals: no sum over runs, no distribution, no fraction.

use chancetree::exact::{Natural, Rational, matchings, ratio};
use chancetree::game::Game as _;
use chancetree::games::solitaire::{Solitaire, distributions, means};
use chancetree::model::Job;

const MOST: usize = 300;

/// Over all ways to lay the fresh cards of a state with so many singles and unseen pairs, added up.
#[derive(Clone, Default)]
struct Sums {
    deals: Natural,
    turns: Natural,
    lucky: Natural,
    /// Turns until the first pair from here.
    first_turn: Natural,
    /// The place of the first pair's second card, where every card turned so far is a single.
    first_position: Natural,
}

impl Sums {
    /// The first fresh card is a single's mate; or a new one, and then come its mate, a single's mate, another new one.
    fn of(singles: usize, mate: Option<&Self>, one: Option<&Self>, two: Option<&Self>) -> Self {
        let mut sums = Self::default();
        let s = singles as u64;
        // The ways, what follows, the turns and lucky turns, whether a pair is collected at once, place beyond s.
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
        // The pair that was found is collected in a turn of its own.
        add(s, one, 2, 0, Some((2, 2)));
        add(1, two, 1, 0, None);
        sums
    }
}

#[test]
fn closed_forms_hold_to_300_pairs() {
    // Rows by unseen pairs; a row by singles, as many as there is room for.
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

/// a(N, j) = (j-1) (2N-j)! / (2^(N-j+1) (N-j+1)!) against the two-term recurrence, whose 1 for one pair is counted.
#[test]
fn places_of_the_first_pair_follow_their_recurrence() {
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

/// The distributions themselves, whose every number a recursion of its own gives, have these means on large boards as well.
#[test]
fn distributions_have_the_means_of_the_closed_forms() {
    let job = Job::default();
    let largest = Solitaire::new(120).expect("a board").graph(&job).expect("no limit");
    let all = distributions::turns(&largest, &job).expect("no limit");
    for (pairs, deals) in (1..).zip(&all) {
        let sum: Natural = deals.masses().map(|(value, number)| number * value.unsigned_abs()).sum();
        let mean: Rational = ratio(sum, deals.total().clone());
        assert_eq!(mean, means::turns(pairs), "{pairs} pairs");
        let ends: Vec<i64> = deals.iter().map(|(value, _)| *value).collect();
        let n = i64::from(pairs);
        assert_eq!((ends.first(), ends.last()), (Some(&n), Some(&(2 * n - 1))));
    }
}
