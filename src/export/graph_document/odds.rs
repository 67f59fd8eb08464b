//! The probability of reaching each node of a document with odds, and the odds there, as doubles and as fractions in lowest
//! terms.
//!
//! Neighbouring nodes mostly have the same denominators, so each thread caches the reducers of its last node.

use crate::evaluate::{AnyEvaluation, Evaluation};
use crate::exact::reduce::{Reducer, Scratch, multiply, nearest};
use crate::exact::{self, Rational, limbs};
use crate::{CellRow, CellValue, text};
use foldhash::fast::RandomState;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The numbers of a document with odds.
pub(super) struct NodeOdds<'a> {
    pub(super) figures: &'a AnyEvaluation,
    /// The id of the document, by which a thread's cache distinguishes documents.
    id: u64,
}

/// The next id of a document.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

impl<'a> NodeOdds<'a> {
    pub(super) fn new(figures: &'a AnyEvaluation) -> Self {
        Self { figures, id: NEXT_ID.fetch_add(1, Relaxed) }
    }

    /// Returns the probability of reaching a node.
    pub(super) fn reach(&self, node: usize) -> f64 {
        match self.figures {
            AnyEvaluation::Exact(evaluation) => self.with_fractions(evaluation, node, NodeFractions::reach),
            AnyEvaluation::Rounded(rounded) => rounded.reach(node),
        }
    }

    /// Returns the label of the probability of reaching a node.
    pub(super) fn reach_label(&self, node: usize) -> String {
        let short = match self.figures {
            AnyEvaluation::Exact(evaluation) => self.with_fractions(evaluation, node, |fractions| {
                text::short(fractions.reach_text()).map(|short| format!("P = {short}"))
            }),
            AnyEvaluation::Rounded(_) => None,
        };
        short.unwrap_or_else(|| format!("P ≈ {}", significant(self.reach(node))))
    }

    /// Returns the labels of the probabilities that each seat wins, and that of a draw.
    pub(super) fn labels(&self, node: usize) -> (Vec<String>, String) {
        let mut labels: Vec<String> = match self.figures {
            AnyEvaluation::Exact(evaluation) => evaluation.odds(node).iter().map(short).collect(),
            AnyEvaluation::Rounded(rounded) => rounded.odds(node).iter().copied().map(significant).collect(),
        };
        let draw = labels.pop().expect("the draw is an outcome");
        (labels, draw)
    }

    /// Adds the cells of the probability `reach` of reaching a node, and of the odds there; `with_fractions` requires exact
    /// figures.
    pub(super) fn cells(&self, node: usize, reach: f64, with_fractions: bool, cells: &mut CellRow) {
        cells.put(CellValue::Real(reach));
        match self.figures {
            AnyEvaluation::Rounded(rounded) => {
                rounded.odds(node).iter().for_each(|&share| cells.put(CellValue::Real(share)));
            }
            AnyEvaluation::Exact(evaluation) => self.with_fractions(evaluation, node, |fractions| {
                if with_fractions {
                    cells.text(|text| text.push_str(fractions.reach_text()));
                }
                for number in evaluation.numbers(node) {
                    cells.put(CellValue::Real(nearest(number, &fractions.remaining)));
                    if with_fractions {
                        cells.text(|text| fractions.odds_text(number, text));
                    }
                }
            }),
        }
    }

    /// Calls `f` with the fractions of a node, cached by this thread.
    fn with_fractions<T>(
        &self,
        evaluation: &Evaluation,
        node: usize,
        f: impl FnOnce(&mut NodeFractions) -> T,
    ) -> T {
        thread_local! {
            static FRACTIONS: RefCell<NodeFractions> = RefCell::default();
        }
        FRACTIONS.with_borrow_mut(|fractions| {
            fractions.turn_to(self.id, evaluation, node);
            f(fractions)
        })
    }
}

/// The fractions of a node, and the values that they share with the fractions of other nodes.
#[derive(Default)]
struct NodeFractions {
    /// The id of the document, and the node.
    of: (u64, usize),
    /// Reduces fractions over [`Evaluation::remaining_at_start`].
    start: Option<Reducer>,
    /// The common denominator of the node's odds, as [`Evaluation::remaining`].
    remaining: Vec<u64>,
    odds: Option<Reducer>,
    /// The fractions over `remaining` that were already written: for each numerator, the range in `texts`.
    made: HashMap<Vec<u64>, Range<usize>, RandomState>,
    texts: String,
    /// The probability of reaching the node is its `number` times `times` divided by `over`; `times` and `over` have
    /// no common factor.
    number: Vec<u64>,
    times: Vec<u64>,
    over: Vec<u64>,
    reach: Option<Reducer>,
    reach_text: Option<String>,
    scratch: Scratch,
    product: Vec<u64>,
}

impl NodeFractions {
    fn turn_to(&mut self, id: u64, evaluation: &Evaluation, node: usize) {
        if self.of == (id, node) {
            return;
        }
        if self.of.0 != id {
            *self = Self::default();
        }
        self.of = (id, node);
        let remaining = evaluation.remaining(node);
        if remaining != self.remaining {
            self.remaining.clear();
            self.remaining.extend_from_slice(remaining);
            self.odds = None;
            self.made.clear();
            self.texts.clear();
            self.over.clear();
        }
        match evaluation.reach_denominator(node) {
            Some(own) => {
                let own = limbs::limbs(own);
                if own != self.over {
                    self.reach = None;
                    self.over = own;
                    self.times = vec![1];
                }
            }
            None if self.over.is_empty() => {
                self.reach = None;
                self.times.clone_from(&self.remaining);
                let start = self.start.get_or_insert_with(|| Reducer::new(evaluation.remaining_at_start()));
                start.reduce(&mut self.times, &mut self.over);
            }
            None => {}
        }
        self.number.clear();
        self.number.extend_from_slice(evaluation.reach_number(node));
        self.reach_text = None;
    }

    /// Returns the probability of reaching the node.
    fn reach(&mut self) -> f64 {
        multiply(&self.number, &self.times, &mut self.product);
        nearest(&self.product, &self.over)
    }

    /// Returns the probability of reaching the node as a fraction.
    fn reach_text(&mut self) -> &str {
        let Self { start, over, reach, number, times, scratch, reach_text, .. } = self;
        reach_text.get_or_insert_with(|| {
            let reducer = reach.get_or_insert_with(|| related(start.as_ref(), over));
            let mut text = String::new();
            reducer.write(number, times, scratch, &mut text);
            text
        })
    }

    /// Appends the fraction of one of the node's odds.
    fn odds_text(&mut self, number: &[u64], text: &mut String) {
        let number = &number[..limbs::width(limbs::bits(number))];
        if number == self.remaining {
            return text.push_str("1/1");
        }
        if number == [0] {
            return text.push_str("0/1");
        }
        if let Some(range) = self.made.get(number) {
            return text.push_str(&self.texts[range.clone()]);
        }
        let Self { start, remaining, odds, scratch, texts, made, .. } = self;
        let reducer = odds.get_or_insert_with(|| related(start.as_ref(), remaining));
        let begin = texts.len();
        reducer.write(number, &[1], scratch, texts);
        made.insert(number.to_vec(), begin..texts.len());
        text.push_str(&texts[begin..]);
    }
}

/// Returns a reducer by `denominator`. If `start` exists, both reducers share its primes.
fn related(start: Option<&Reducer>, denominator: &[u64]) -> Reducer {
    match start {
        Some(start) => start.related(denominator),
        None => Reducer::new(&limbs::natural(denominator)),
    }
}

/// Returns a probability as a short fraction, or with four significant digits.
fn short(value: &Rational) -> String {
    text::short(&exact::fraction(value)).map_or_else(|| significant(exact::double(value)), str::to_owned)
}

/// Returns four significant digits.
fn significant(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value >= 1e-3 {
        let digits = (3 - value.log10().floor() as i32).max(0) as usize;
        format!("{value:.digits$}")
    } else {
        format!("{value:.3e}")
    }
}
