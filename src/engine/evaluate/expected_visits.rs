//! Expected visits: how often play comes to each place of a chain that it leaves in the end.

use crate::exact::{self, Linear, Rational};
use crate::model::Error;
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Hears of a step: where it leads, and its probability, which is not 0.
pub type Step<'a> = &'a mut dyn FnMut(usize, Rational);

/// Places with steps between them, each of some probability.
pub struct Chain<'a> {
    /// The place where play begins.
    pub start: usize,
    /// Hands over the steps out of a place.
    pub steps: &'a dyn Fn(usize, Step<'_>),
    /// Returns the name of a place.
    pub name: &'a dyn Fn(usize) -> String,
    /// Looks at the limits before the part of the chain that begins with a place, or in the middle of it; so many bytes
    /// are held for the work.
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

/// Follows play from component to component: `found` hears of every place that play can come to. `components` are those of
/// the chain, each before all that it leads to.
///
/// Cost: one rational operation for each step outside cycles, and what its linear system costs for each component.
///
/// # Errors
/// A component that play never leaves, or a limit.
pub fn follow<'a>(
    chain: &Chain<'_>,
    components: impl Iterator<Item = &'a [u32]>,
    wanted: Wanted,
    found: &mut dyn FnMut(usize, Visits),
) -> Result<(), Error> {
    let mut flow = Flow::new(chain.start);
    for (done, component) in components.enumerate() {
        let inside = sorted(component);
        if done % 1024 == 0 {
            (chain.look)(inside[0], 0)?;
        }
        let all = flow.through(chain, &inside, wanted)?;
        inside.iter().zip(all).for_each(|(&place, visits)| found(place, visits));
    }
    Ok(())
}

/// The places of a component, ascending.
pub(crate) fn sorted(component: &[u32]) -> Vec<usize> {
    let mut inside: Vec<usize> = component.iter().map(|&place| place as usize).collect();
    inside.sort_unstable();
    inside
}

/// Play between the components that are done and those that are not.
pub(crate) struct Flow {
    /// The share and the visits that come to each place from places that are done.
    pub(crate) coming: HashMap<usize, Vec<(Rational, Arc<Rational>)>, RandomState>,
}

impl Flow {
    /// Play that comes to its start.
    pub(crate) fn new(start: usize) -> Self {
        let once = vec![(exact::one(), Arc::new(exact::one()))];
        Self { coming: HashMap::from_iter([(start, once)]) }
    }

    /// Goes through the next component, whose places are `inside`, ascending: how often play comes to a place from outside
    /// gives, by one linear system, how often it is there at all (Kemeny & Snell 1960), and with that how often it goes on
    /// to the next. Returns the visits of each place, or nothing if play does not come there. If it fails, nothing has
    /// changed.
    pub(crate) fn through(
        &mut self,
        chain: &Chain<'_>,
        inside: &[usize],
        wanted: Wanted,
    ) -> Result<Vec<Visits>, Error> {
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

/// The equations of the visits within a component.
type Rows = Vec<Vec<(usize, Rational)>>;

/// Returns how play comes back into a component, each place of which leads to all others; `None` where it never does.
/// Play must leave it in the end: else the equations have no solution, which only elimination in fractions would find.
fn back(chain: &Chain<'_>, inside: &[usize]) -> Result<Option<Rows>, Error> {
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
