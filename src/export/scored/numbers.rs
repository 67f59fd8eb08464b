//! The numbers of one node after another, as doubles and as fractions in lowest terms.
//!
//! Nodes stand by layer and state, so that neighbours hide the same cards: the denominators are theirs in common, and
//! what a thread has prepared for one node serves the next. It keeps that between nodes.

use crate::evaluate::{Evaluation, Figures};
use crate::exact::limbs;
use crate::exact::reduce::{Reducer, Scratch, multiply, nearest};
use foldhash::fast::RandomState;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

/// The room for numbers that a thread keeps; see the module.
#[derive(Default)]
pub(super) struct Numbers {
    /// The document that all this is of.
    name: u64,
    /// Prepared for what the start hides.
    start: Option<Reducer>,
    /// The denominator of the node's odds.
    hidden: Vec<u64>,
    odds: Option<Reducer>,
    /// Fractions over `hidden` that were made already: their numerators, and where they stand in `texts`.
    made: HashMap<Vec<u64>, Range<usize>, RandomState>,
    texts: String,
    /// A node's number times this, over that, is the probability of being reached; they share nothing.
    times: Vec<u64>,
    over: Vec<u64>,
    reaching: Option<Reducer>,
    /// The node's number.
    number: Vec<u64>,
    reach_text: Option<String>,
    scratch: Scratch,
    product: Vec<u64>,
    /// Room for what a family counts in a state.
    pub(super) measures: Vec<i32>,
}

thread_local! {
    static NUMBERS: RefCell<Numbers> = RefCell::default();
}

/// Calls `use_them` with the numbers of node `index` in the document called `name`; where figures are rounded, there are
/// only doubles.
pub(super) fn with<T>(
    name: u64,
    figures: &Figures,
    index: usize,
    use_them: impl FnOnce(&mut Numbers) -> T,
) -> T {
    NUMBERS.with_borrow_mut(|numbers| {
        if let Figures::Exact(evaluation) = figures {
            numbers.turn_to(name, evaluation, index);
        }
        use_them(numbers)
    })
}

impl Numbers {
    fn turn_to(&mut self, name: u64, evaluation: &Evaluation, index: usize) {
        if self.name != name {
            *self = Self { name, ..Self::default() };
        }
        let hidden = evaluation.hidden(index);
        if hidden != self.hidden {
            self.hidden.clear();
            self.hidden.extend_from_slice(hidden);
            self.odds = None;
            self.made.clear();
            self.texts.clear();
            self.over.clear();
        }
        match evaluation.own_denominator_of_reach(index) {
            Some(own) => {
                let own = limbs::limbs(own);
                if own != self.over {
                    self.reaching = None;
                    self.over = own;
                    self.times = vec![1];
                }
            }
            None if self.over.is_empty() => {
                self.reaching = None;
                self.times.clone_from(&self.hidden);
                let start = self.start.get_or_insert_with(|| Reducer::new(evaluation.start_hides()));
                start.reduce(&mut self.times, &mut self.over);
            }
            None => {}
        }
        self.number.clear();
        self.number.extend_from_slice(evaluation.reach_number(index));
        self.reach_text = None;
    }

    /// The probability of being reached, as the nearest double.
    pub(super) fn reach(&mut self) -> f64 {
        multiply(&self.number, &self.times, &mut self.product);
        nearest(&self.product, &self.over)
    }

    /// Returns that probability as a fraction.
    pub(super) fn reach_text(&mut self) -> &str {
        let Self { start, over, reaching, number, times, scratch, reach_text, .. } = self;
        reach_text.get_or_insert_with(|| {
            let reducer = reaching.get_or_insert_with(|| related(start.as_ref(), over));
            let mut text = String::new();
            reducer.write(number, times, scratch, &mut text);
            text
        })
    }

    /// A share of the node's odds, as the nearest double.
    pub(super) fn share(&self, number: &[u64]) -> f64 {
        nearest(number, &self.hidden)
    }

    /// Writes that share as a fraction.
    pub(super) fn share_text(&mut self, number: &[u64], text: &mut String) {
        let number = &number[..limbs::width(limbs::bits(number))];
        if number == self.hidden {
            return text.push_str("1/1");
        }
        if number == [0] {
            return text.push_str("0/1");
        }
        if let Some(range) = self.made.get(number) {
            return text.push_str(&self.texts[range.clone()]);
        }
        let Self { start, hidden, odds, scratch, texts, made, .. } = self;
        let reducer = odds.get_or_insert_with(|| related(start.as_ref(), hidden));
        let begin = texts.len();
        reducer.write(number, &[1], scratch, texts);
        made.insert(number.to_vec(), begin..texts.len());
        text.push_str(&texts[begin..]);
    }
}

/// Prepares a denominator, with the primes of the start's if there is one.
fn related(start: Option<&Reducer>, denominator: &[u64]) -> Reducer {
    match start {
        Some(start) => start.related(denominator),
        None => Reducer::new(&limbs::natural(denominator)),
    }
}
