//! Expected visits of the places of an absorbing Markov chain (Kemeny & Snell 1960).

use crate::evaluate::checkpoint::{self, read_value, save_value};
use crate::evaluate::rounds::{RoundOrder, Rounds, ascending, run_rounds};
use crate::exact::{self, Linear, Rational};
use crate::model::csr::Csr;
use crate::model::order::{self, merge_by_key};
use crate::model::{Error, Job};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Receives a step: its target and its probability, which is not 0.
pub type StepVisitor<'a> = &'a mut dyn FnMut(usize, Rational);

/// A Markov chain: places, and steps between the places.
pub struct Chain<'a> {
    /// The strongly connected components of the places, each after all components to which it leads.
    pub components: &'a Csr,
    /// The first place.
    pub start: usize,
    /// Calls a function with each step out of a place.
    pub steps: &'a dyn Fn(usize, StepVisitor<'_>),
    /// Returns the name of a place.
    pub name: &'a dyn Fn(usize) -> String,
    /// Checks the limits before the component of a place is solved, and while it is solved, before a number of bytes is
    /// allocated.
    pub tick: &'a dyn Fn(usize, u64) -> Result<(), Error>,
}

/// The visits of a place.
pub struct Visits {
    /// The expected number of visits.
    pub visits: Rational,
    /// The probability of at least one visit, for [`VisitQuery::Probability`]; else the expected number of visits.
    pub probability: Rational,
}

/// The numbers that are computed for places on cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitQuery {
    /// The expected number of visits: one linear system for each component.
    Visits,
    /// The expected number and the probability of a visit, which also needs the diagonal of the inverse.
    Probability,
}

/// Stores the visits of places.
pub trait VisitSink {
    /// Stores the visits of a reachable place.
    fn put(&mut self, place: usize, visits: Visits);

    /// Writes the visits so far.
    ///
    /// # Errors
    /// If they cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads saved visits.
    ///
    /// # Errors
    /// If they cannot be read, or belong to other work.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// Computes the visits of every reachable place, component by component, and stores them in `sink`. The work can be saved.
///
/// Cost: one rational operation for each step outside cycles, and the solution of one linear system for each cyclic component.
///
/// # Errors
/// If the chain can stay in a component for ever, a limit is passed, or work cannot be saved or read.
pub fn expected_visits(
    chain: &Chain<'_>,
    query: VisitQuery,
    sink: &mut dyn VisitSink,
    job: &Job<'_>,
) -> Result<(), Error> {
    let &Chain { components, start, .. } = chain;
    let mut work = VisitSolver { chain, query, sink, flow: Flow::new(start) };
    let name = u64::from_le_bytes(*b"visiting");
    let fingerprint = || vec![name, checkpoint::fingerprint(components), start as u64, query as u64];
    run_rounds(components, RoundOrder::LastToFirst, &fingerprint, &mut work, job)
}

/// Solves one component after the other, in the order of play.
struct VisitSolver<'a, 'f> {
    chain: &'a Chain<'a>,
    query: VisitQuery,
    sink: &'f mut dyn VisitSink,
    flow: Flow,
}

impl Rounds for VisitSolver<'_, '_> {
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let inside = ascending(nodes);
        let all = self.flow.solve(self.chain, &inside, self.query)?;
        inside.iter().zip(all).for_each(|(&place, visits)| self.sink.put(place, visits));
        Ok(true)
    }

    fn check(&self, place: usize) -> Result<(), Error> {
        (self.chain.tick)(place, 0)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut incoming: Vec<(usize, Vec<(&Rational, &Rational)>)> = Vec::new();
        for (&place, steps) in &self.flow.incoming {
            incoming.push((place, steps.iter().map(|(share, visits)| (share, &**visits)).collect()));
        }
        order::sort(&mut incoming, |one, other| one.0.cmp(&other.0));
        save_value(out, &incoming)?;
        self.sink.write(out)
    }

    fn read(&mut self, input: &mut dyn Read, _: &[u32]) -> io::Result<()> {
        let incoming: Vec<(usize, Vec<(Rational, Rational)>)> = read_value(input)?;
        let shared = |(share, visits)| (share, Arc::new(visits));
        let incoming = incoming.into_iter();
        self.flow.incoming =
            incoming.map(|(place, steps)| (place, steps.into_iter().map(shared).collect())).collect();
        self.sink.read(input)
    }
}

/// The steps from solved components into other components.
struct Flow {
    /// The steps into each place: the probability of the step, and the expected visits of its source.
    incoming: HashMap<usize, Vec<(Rational, Arc<Rational>)>, RandomState>,
}

impl Flow {
    /// Creates the flow into the start.
    fn new(start: usize) -> Self {
        let once = vec![(exact::one(), Arc::new(exact::one()))];
        Self { incoming: HashMap::from_iter([(start, once)]) }
    }

    /// Solves the component of the places `inside`, which are in ascending order. The flow into a place from outside the
    /// component determines the visits of all places by one linear system, and the visits determine the flow out of the
    /// component. Returns the visits of each place, or nothing if the component cannot be reached. An error changes nothing.
    fn solve(
        &mut self,
        chain: &Chain<'_>,
        inside: &[usize],
        query: VisitQuery,
    ) -> Result<Vec<Visits>, Error> {
        let into = |place: &usize| {
            let incoming = self.incoming.get(place).into_iter().flatten();
            exact::weighted_sum(incoming.map(|(share, visits)| (share, &**visits)))
        };
        let known: Vec<Rational> = inside.iter().map(into).collect();
        if known.iter().all(|known| *known == exact::zero()) {
            return Ok(Vec::new());
        }
        let all: Vec<Visits> = match balances(chain, inside)? {
            None => known.into_iter().map(|visits| Visits { probability: visits.clone(), visits }).collect(),
            Some(rows) => {
                let tick = |bytes| (chain.tick)(inside[0], bytes);
                let solved = solve_balances(&Linear { rows, right_side: known }, query, &tick)?;
                solved.ok_or_else(|| Error::NeverEnds((chain.name)(inside[0])))?
            }
        };
        for (&place, visits) in inside.iter().zip(&all) {
            self.incoming.remove(&place);
            let visits = Arc::new(visits.visits.clone());
            (chain.steps)(place, &mut |next, share| {
                if inside.binary_search(&next).is_err() {
                    self.incoming.entry(next).or_default().push((share, Arc::clone(&visits)));
                }
            });
        }
        Ok(all)
    }
}

/// The balance equations of the visits within a component.
type Balances = Vec<Vec<(usize, Rational)>>;

/// Returns the balance equations of a component, or `None` if the component has no cycle.
///
/// # Errors
/// If no step leaves the component. Then the equations have no solution, which only elimination in fractions would detect.
fn balances(chain: &Chain<'_>, inside: &[usize]) -> Result<Option<Balances>, Error> {
    let mut rows: Balances = vec![Vec::new(); inside.len()];
    let (mut cyclic, mut leaves) = (false, false);
    for (place, &from) in inside.iter().enumerate() {
        let mut stays = exact::zero();
        rows[place].push((place, exact::one()));
        (chain.steps)(from, &mut |next, share| {
            if let Ok(target) = inside.binary_search(&next) {
                cyclic = true;
                stays += &share;
                rows[target].push((place, -share));
            }
        });
        leaves |= stays < exact::one();
    }
    if cyclic && !leaves {
        return Err(Error::NeverEnds((chain.name)(inside[0])));
    }
    rows.iter_mut().for_each(|row| merge_by_key(row, |sum, more| *sum += &*more));
    Ok(cyclic.then_some(rows))
}

/// Solves the balance equations of a component. The expected visits of a place are the probability of a visit times the expected
/// visits once the place is reached, which are the diagonal of the inverse.
fn solve_balances(
    system: &Linear,
    query: VisitQuery,
    tick: &dyn Fn(u64) -> Result<(), Error>,
) -> Result<Option<Vec<Visits>>, Error> {
    let Some(visits) = system.solve(tick)? else { return Ok(None) };
    let probabilities = match query {
        VisitQuery::Visits => visits.clone(),
        VisitQuery::Probability => {
            let Some(own) = system.diagonal(tick)? else { return Ok(None) };
            visits.iter().zip(&own).map(|(visits, own)| exact::quotient(visits, own)).collect()
        }
    };
    Ok(Some(
        visits
            .into_iter()
            .zip(probabilities)
            .map(|(visits, probability)| Visits { visits, probability })
            .collect(),
    ))
}
