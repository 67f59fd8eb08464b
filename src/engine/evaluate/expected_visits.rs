//! Expected visits: how often play comes to each place of a chain that it leaves in the end.

use crate::evaluate::checkpoint::{self, read_value, save_value};
use crate::evaluate::components::{LocalSolver, solve_components};
use crate::evaluate::sweep::SweepDirection;
use crate::exact::{self, Linear, Rational};
use crate::model::lists::Lists;
use crate::model::{Error, Job};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Hears of a step: where it leads, and its probability, which is not 0.
pub type EachStep<'a> = &'a mut dyn FnMut(usize, Rational);

/// Places with steps between them, each of some probability.
pub struct Chain<'a> {
    /// The strongly connected components of all places, each after all that it leads to.
    pub components: &'a Lists,
    /// The place where play begins.
    pub start: usize,
    /// Hands over the steps out of a place.
    pub steps: &'a dyn Fn(usize, EachStep<'_>),
    /// Returns the name of a place.
    pub name: &'a dyn Fn(usize) -> String,
    /// Checks the limits before the part of the chain that begins with a place, or in the middle of it, before so many
    /// bytes are allocated.
    pub look: &'a dyn Fn(usize, u64) -> Result<(), Error>,
}

/// The visits of play to a place.
pub struct Visits {
    /// The expected number of times.
    pub visits: Rational,
    /// The probability that it ever is, where that was asked for; else the same.
    pub ever: Rational,
}

/// The question about a place that play can come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The expected number of times: one linear system a component.
    Visits,
    /// Also the probability of ever coming there: the diagonal of the inverse, too.
    Ever,
}

/// The visits that are found, as whoever asks keeps them.
pub trait Found {
    /// Takes the visits of a place to which play can come.
    fn take(&mut self, place: usize, visits: Visits);

    /// Writes what is kept of all places so far.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what was written.
    ///
    /// # Errors
    /// If it cannot be read, or is of other work.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// Follows play from component to component: `found` takes the visits of every place that play can come to. The work can be
/// saved.
///
/// Cost: one rational operation for each step outside cycles, and what its linear system costs for each component.
///
/// # Errors
/// A component that play never leaves, a limit, or work that cannot be saved or read.
pub fn expected_visits(
    chain: &Chain<'_>,
    wanted: Wanted,
    found: &mut dyn Found,
    job: &Job<'_>,
) -> Result<(), Error> {
    let mut work = Visiting { chain, wanted, found, flow: Flow::new(chain.start) };
    solve_components(chain.components, SweepDirection::Forward, &mut work, job)
}

/// The visits of the components that are solved, and the play that leaves them.
struct Visiting<'a, 'f> {
    chain: &'a Chain<'a>,
    wanted: Wanted,
    found: &'f mut dyn Found,
    flow: Flow,
}

impl LocalSolver for Visiting<'_, '_> {
    fn fingerprint(&self) -> Vec<u64> {
        let Chain { components, start, .. } = self.chain;
        let name = u64::from_le_bytes(*b"visiting");
        vec![name, checkpoint::fingerprint(*components), *start as u64, self.wanted as u64]
    }

    fn tick(&self, node: usize, _: usize, bytes: u64) -> Result<(), Error> {
        (self.chain.look)(node, bytes)
    }

    fn solve(&mut self, inside: &[usize], _: usize) -> Result<(), Error> {
        let all = self.flow.through(self.chain, inside, self.wanted)?;
        inside.iter().zip(all).for_each(|(&place, visits)| self.found.take(place, visits));
        Ok(())
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut coming: BTreeMap<usize, Vec<(&Rational, &Rational)>> = BTreeMap::new();
        for (&place, steps) in &self.flow.coming {
            coming.insert(place, steps.iter().map(|(share, visits)| (share, &**visits)).collect());
        }
        save_value(out, &coming)?;
        self.found.write(out)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let coming: BTreeMap<usize, Vec<(Rational, Rational)>> = read_value(input)?;
        let shared = |(share, visits)| (share, Arc::new(visits));
        let coming = coming.into_iter();
        self.flow.coming =
            coming.map(|(place, steps)| (place, steps.into_iter().map(shared).collect())).collect();
        self.found.read(input)
    }
}

/// Play between the components that are done and those that are not.
struct Flow {
    /// The share and the visits that come to each place from places that are done.
    coming: HashMap<usize, Vec<(Rational, Arc<Rational>)>, RandomState>,
}

impl Flow {
    /// Play that comes to its start.
    fn new(start: usize) -> Self {
        let once = vec![(exact::one(), Arc::new(exact::one()))];
        Self { coming: HashMap::from_iter([(start, once)]) }
    }

    /// Goes through the next component, whose places are `inside`, ascending: how often play comes to a place from outside
    /// gives, by one linear system, how often it is there at all (Kemeny & Snell 1960), and with that how often it goes on
    /// to the next. Returns the visits of each place, or nothing if play does not come there. If it fails, nothing has
    /// changed.
    fn through(&mut self, chain: &Chain<'_>, inside: &[usize], wanted: Wanted) -> Result<Vec<Visits>, Error> {
        let into = |place: &usize| {
            let coming = self.coming.get(place).into_iter().flatten();
            exact::weighted_sum(coming.map(|(share, visits)| (share, &**visits)))
        };
        let known: Vec<Rational> = inside.iter().map(into).collect();
        if known.iter().all(|known| *known == exact::zero()) {
            return Ok(Vec::new());
        }
        let all: Vec<Visits> = match back(chain, inside)? {
            None => known.into_iter().map(|visits| Visits { ever: visits.clone(), visits }).collect(),
            Some(rows) => {
                let look = |bytes| (chain.look)(inside[0], bytes);
                let solved = stay(&Linear { rows, known }, wanted, &look)?;
                solved.ok_or_else(|| Error::NeverEnds((chain.name)(inside[0])))?
            }
        };
        for (&place, visits) in inside.iter().zip(&all) {
            self.coming.remove(&place);
            let visits = Arc::new(visits.visits.clone());
            (chain.steps)(place, &mut |next, share| {
                if inside.binary_search(&next).is_err() {
                    self.coming.entry(next).or_default().push((share, Arc::clone(&visits)));
                }
            });
        }
        Ok(all)
    }
}

/// The balance equations of the visits within a component.
type Balances = Vec<Vec<(usize, Rational)>>;

/// Returns how play comes back into a component, each place of which leads to all others; `None` where it never does.
/// Play must leave it in the end: else the equations have no solution, which only elimination in fractions would find.
fn back(chain: &Chain<'_>, inside: &[usize]) -> Result<Option<Balances>, Error> {
    let mut rows: Vec<BTreeMap<usize, Rational>> =
        (0..inside.len()).map(|place| BTreeMap::from([(place, exact::one())])).collect();
    let (mut cyclic, mut leaves) = (false, false);
    for (place, &from) in inside.iter().enumerate() {
        let mut stays = exact::zero();
        (chain.steps)(from, &mut |next, share| {
            if let Ok(target) = inside.binary_search(&next) {
                cyclic = true;
                stays += &share;
                *rows[target].entry(place).or_insert_with(exact::zero) -= share;
            }
        });
        leaves |= stays < exact::one();
    }
    if cyclic && !leaves {
        return Err(Error::NeverEnds((chain.name)(inside[0])));
    }
    Ok(cyclic.then(|| rows.into_iter().map(|row| row.into_iter().collect()).collect()))
}

/// All visits within a component: those to a place are the probability of ever coming there times the visits of one who
/// is there already, which stand on the diagonal of the inverse.
fn stay(
    system: &Linear,
    wanted: Wanted,
    look: &dyn Fn(u64) -> Result<(), Error>,
) -> Result<Option<Vec<Visits>>, Error> {
    let Some(visits) = system.solve(look)? else { return Ok(None) };
    let ever = match wanted {
        Wanted::Visits => visits.clone(),
        Wanted::Ever => {
            let Some(own) = system.diagonal(look)? else { return Ok(None) };
            visits.iter().zip(&own).map(|(visits, own)| exact::quotient(visits, own)).collect()
        }
    };
    Ok(Some(visits.into_iter().zip(ever).map(|(visits, ever)| Visits { visits, ever }).collect()))
}
