//! Exact distributions of solitaire Memory, in whole numbers: how many of the (2N - 1)!! deals have which value.
//!
//! One pass over the states between turns, from the ends to the start, gives the distributions of all boards up to the largest:
//! a board is a state without turned cards. States with the same number of fresh cards depend on those with one and two
//! fewer only, and no others are kept.

use super::decisions::Rule;
use crate::exact::{Integer, Natural, Rational, arrangements, ratio};
use std::collections::BTreeMap;
use std::ops::{Add, AddAssign, ControlFlow};

/// Values that some deal has, ascending, each with how many have it.
pub type Deals = Vec<(i64, Natural)>;

/// The deals by value, from the number of those with a least value on.
fn from(least: i64, numbers: impl IntoIterator<Item = Natural>) -> Deals {
    (least..).zip(numbers).filter(|(_, number)| number.bits() > 0).collect()
}

/// Stops long work: told how many of how many rounds are done.
pub type Look<'a> = &'a dyn Fn(usize, usize) -> ControlFlow<()>;

/// A row of whole numbers for one state: `singles` turned cards without a mate, `unseen` pairs of which no card was
/// turned. The rows of the states that can follow come in the order mate (one single fewer), lucky or found (one
/// unseen pair fewer), new (two fewer, two singles more).
struct Around<'a, R> {
    singles: usize,
    unseen: usize,
    mate: Option<&'a R>,
    one: Option<&'a R>,
    two: Option<&'a R>,
}

/// The rows of all boards with 1 to `pairs` pairs. `None` if the work was stopped.
fn sweep<R>(pairs: usize, end: R, look: Look<'_>, build: impl Fn(Around<'_, R>) -> R) -> Option<Vec<R>> {
    let mut boards = Vec::with_capacity(pairs);
    // By fresh cards: a round holds the states by their unseen pairs, from the fewest that fit.
    let (mut before, mut last) = (Round { least: 0, rows: vec![] }, Round { least: 0, rows: vec![end] });
    for fresh in 1..=2 * pairs {
        if look(fresh, 2 * pairs).is_break() {
            return None;
        }
        // singles + unseen <= pairs, and singles + 2 unseen = fresh.
        let least = fresh.saturating_sub(pairs);
        let rows = (least..=fresh / 2).map(|unseen| {
            let singles = fresh - 2 * unseen;
            build(Around {
                singles,
                unseen,
                mate: if singles > 0 { last.get(unseen) } else { None },
                one: unseen.checked_sub(1).and_then(|unseen| before.get(unseen)),
                two: unseen.checked_sub(2).and_then(|unseen| before.get(unseen)),
            })
        });
        let now = Round { least, rows: rows.collect() };
        // Nothing else needs a board two rounds later.
        let done = std::mem::replace(&mut before, std::mem::replace(&mut last, now));
        boards.extend(done.board(fresh.saturating_sub(2)));
    }
    boards.extend(last.board(2 * pairs));
    Some(boards)
}

/// The rows of states with alike many fresh cards, from that with the fewest unseen pairs on.
struct Round<R> {
    least: usize,
    rows: Vec<R>,
}

impl<R> Round<R> {
    fn get(&self, unseen: usize) -> Option<&R> {
        self.rows.get(unseen.checked_sub(self.least)?)
    }

    /// The row of the board with `fresh` cards, none of them turned.
    fn board(mut self, fresh: usize) -> Option<R> {
        if fresh == 0 || !fresh.is_multiple_of(2) { None } else { self.rows.pop() }
    }
}

/// `sum[at..] += row * factor`, as long as `sum` is.
fn add(sum: &mut [Natural], at: usize, row: Option<&Vec<Natural>>, factor: usize) {
    for (sum, number) in sum.iter_mut().skip(at).zip(row.into_iter().flatten()) {
        match factor {
            1 => *sum += number,
            _ => *sum += number * factor as u64,
        }
    }
}

fn row(length: usize) -> Vec<Natural> {
    vec![Natural::default(); length]
}

/// For boards of 1 to `pairs` pairs, how many deals have 0, 1, ... turns that count, of which an unseen pair can cost one:
/// those that find a mate, are lucky, find a second card's mate, or turn two new cards.
///
/// Cost: for N pairs about N³/2 products of a number of up to N log2 N bits with a word.
fn counted(pairs: u16, [mate, lucky, found, new]: [usize; 4], look: Look<'_>) -> Option<Vec<Vec<Natural>>> {
    sweep(pairs.into(), vec![Natural::from(1u32)], look, |around: Around<'_, Vec<Natural>>| {
        let mut sum = row(around.unseen + 1);
        add(&mut sum, mate, around.mate, around.singles);
        add(&mut sum, lucky, around.one, 1);
        add(&mut sum, found, around.one, around.singles);
        add(&mut sum, new, around.two, 1);
        sum
    })
}

/// The deals by turns, for boards of 1 to `pairs` pairs: a turn a pair, and one more for each turn without a pair.
pub fn turns(pairs: u16, look: Look<'_>) -> Option<Vec<Deals>> {
    let rows = counted(pairs, [0, 0, 1, 1], look)?;
    Some((1..).zip(rows).map(|(least, numbers)| from(least, numbers)).collect())
}

/// The deals by lucky turns, for boards of 1 to `pairs` pairs; the cost is that of [`turns`].
pub fn lucky(pairs: u16, look: Look<'_>) -> Option<Vec<Deals>> {
    let rows = counted(pairs, [0, 1, 0, 0], look)?;
    Some(rows.into_iter().map(|numbers| from(0, numbers)).collect())
}

/// The deals by the greatest number of turned cards that lie face down at the end of a turn, for boards of 1 to
/// `pairs` pairs; the cost is that of [`turns`].
pub fn remembered(pairs: u16, look: Look<'_>) -> Option<Vec<Deals>> {
    // Number m of a row: the deals in which never more than singles + m cards lie there from here on.
    let rows = sweep(pairs.into(), vec![Natural::from(1u32)], look, |around: Around<'_, Vec<Natural>>| {
        let Around { singles, unseen, mate, one, two } = around;
        let length = if unseen == 0 { 1 } else { unseen + 2 };
        let at_most = |row: Option<&Vec<Natural>>, m: usize| {
            // Beyond its end a row stays what it is: every deal.
            row.map_or_else(Natural::default, |row| row[m.min(row.len() - 1)].clone())
        };
        (0..length)
            .map(|m| {
                // A collected single leaves room for one more.
                let mut sum = at_most(mate, m + 1) * singles as u64 + at_most(one, m);
                // Two more cards lie there after a turn without a pair.
                if m >= 2 {
                    sum += at_most(one, m) * singles as u64 + at_most(two, m - 2);
                }
                sum
            })
            .collect()
    })?;
    let differences = |row: Vec<Natural>| {
        let below = [Natural::default()].into_iter().chain(row.iter().cloned());
        from(0, row.iter().zip(below).map(|(now, below)| now - below))
    };
    Some(rows.into_iter().map(differences).collect())
}

/// The deals by the place of the first card whose mate lies before it, on a board of `pairs` pairs.
pub fn first_position(pairs: u16) -> Deals {
    // After j - 1 different cards one of their mates; the others have theirs anywhere behind.
    from(2, (1..=pairs).map(|singles| arrangements(singles - 1, pairs - singles) * singles))
}

/// The deals by the turn in which the first pair is collected, on a board of `pairs` pairs.
pub fn first_turn(pairs: u16) -> Deals {
    let mut numbers = row(usize::from(pairs) / 2 + 3);
    for before in 0..=pairs / 2 {
        let (singles, unseen) = (2 * before, pairs - 2 * before);
        let turn = usize::from(before);
        if singles > 0 {
            numbers[turn] += arrangements(singles - 1, unseen) * singles;
        }
        if unseen > 0 {
            numbers[turn] += arrangements(singles, unseen - 1);
            numbers[turn + 1] += arrangements(singles, unseen - 1) * singles;
        }
    }
    from(1, numbers)
}

/// The deals by score, for boards of 1 to `pairs` pairs; turns without a pair are of two fresh cards, and all have failed.
///
/// Cost: for each of about N² states the different scores that can follow it.
///
/// # Panics
/// If a score does not fit 64 bits.
pub fn score(pairs: u16, rule: Rule, look: Look<'_>) -> Option<Vec<Deals>> {
    let Rule { pair, lucky, miss, .. } = rule;
    sweep(pairs.into(), vec![(0, Natural::from(1u32))], look, |around: Around<'_, Deals>| {
        let singles = around.singles as u64;
        let mate = shifted(around.mate, pair, singles);
        let lucky = shifted(around.one, lucky, 1);
        // The pair that was found is collected in the next turn.
        let found = shifted(around.one, miss + pair, singles);
        let new = shifted(around.two, miss, 1);
        merged(merged(mate, lucky), merged(found, new))
    })
}

fn shifted(row: Option<&Deals>, by: i64, factor: u64) -> Deals {
    let row = row.filter(|_| factor > 0).into_iter().flatten();
    row.map(|(value, number)| (value.checked_add(by).expect("scores fit"), number * factor)).collect()
}

/// The sum of two rows, each ascending.
fn merged(a: Deals, b: Deals) -> Deals {
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some((x, _)), Some((y, _))) if x == y => {
                a.next().zip(b.next()).map(|((value, one), (_, other))| (value, one.add(other)))
            }
            (Some((x, _)), Some((y, _))) if x < y => a.next(),
            (_, Some(_)) => b.next(),
            (_, None) => a.next(),
        };
        match next {
            Some(entry) => sum.push(entry),
            None => return sum,
        }
    }
}

/// The numbers by `base + factor * value` instead of by value, ascending.
pub fn affine<N: Default + AddAssign>(numbers: Vec<(i64, N)>, base: i64, factor: i64) -> Vec<(i64, N)> {
    let mut moved: BTreeMap<i64, N> = BTreeMap::new();
    for (value, number) in numbers {
        *moved.entry(base + factor * value).or_default() += number;
    }
    moved.into_iter().collect()
}

/// The mean of the values of deals.
pub fn mean(deals: &[(i64, Natural)]) -> Rational {
    let sum: Integer = deals.iter().map(|(value, number)| Integer::from(number.clone()) * *value).sum();
    ratio(sum, total(deals))
}

/// The variance of the values of deals.
pub fn variance(deals: &[(i64, Natural)]) -> Rational {
    let squares = deals.iter().map(|(value, number)| Integer::from(number.clone()) * *value * *value);
    let mean = mean(deals);
    ratio(squares.sum::<Integer>(), total(deals)) - &mean * &mean
}

/// The least value that is not exceeded with a probability of at least so many hundredths.
pub fn quantile(deals: &[(i64, Natural)], hundredths: u32) -> Option<i64> {
    let (mut sum, total) = (Natural::default(), total(deals));
    let reaches = |(_, number): &&(i64, Natural)| {
        sum += number;
        &sum * 100u32 >= &total * hundredths
    };
    deals.iter().find(reaches).map(|(value, _)| *value)
}

/// The number of all deals.
pub fn total(deals: &[(i64, Natural)]) -> Natural {
    deals.iter().map(|(_, number)| number).sum()
}
