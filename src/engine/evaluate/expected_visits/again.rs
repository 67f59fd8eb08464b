//! Expected visits once more, modulo a prime, to verify what was saved.

use crate::evaluate::checkpoint::{failed, nonsense};
use crate::evaluate::expected_visits::{Chain, Wanted, sorted};
use crate::exact::Residues;
use crate::model::Error;

/// A place, once some components are done.
#[derive(Clone, Copy, Default)]
pub(super) struct Stand {
    /// The visits that come to it, if its own component is not done.
    pub(super) coming: u64,
    /// The expected visits, and the probability of any, if it is done.
    pub(super) visits: u64,
    pub(super) ever: u64,
}

/// Returns how each place stands once so many components are done.
pub(super) fn again(
    residues: Residues,
    chain: &Chain<'_>,
    wanted: Wanted,
    done: usize,
) -> Result<Vec<Stand>, Error> {
    let mut all = vec![Stand::default(); chain.places()];
    all[chain.start].coming = 1;
    for inside in (0..done).map(|done| sorted(chain.component(done))) {
        if inside.iter().all(|&place| all[place].coming == 0) {
            continue;
        }
        let mut steps = Vec::new();
        for (from, &place) in inside.iter().enumerate() {
            (chain.steps)(place, &mut |next, share| steps.push((from, next, residues.of_fraction(&share))));
        }
        let within = |next: usize| inside.binary_search(&next).ok();
        // The equations, what is known of each, and where it is asked for the unit matrix.
        let size = inside.len();
        let units = if wanted == Wanted::Ever { size } else { 0 };
        let is_cyclic = steps.iter().any(|&(_, next, _)| within(next).is_some());
        if is_cyclic {
            let bytes = (size * (size + 1 + units) * size_of::<u64>()) as u64;
            (chain.look)(inside[0], bytes)?;
            let mut rows = vec![vec![0; size + 1 + units]; size];
            for (row, &place) in inside.iter().enumerate() {
                rows[row][row] = 1;
                rows[row][size] = all[place].coming;
                rows[row].iter_mut().skip(size + 1 + row).take(1).for_each(|unit| *unit = 1);
            }
            for &(from, next, share) in &steps {
                if let Some(row) = within(next) {
                    rows[row][from] = residues.difference(rows[row][from], share);
                }
            }
            if !eliminate(residues, &mut rows, &|| (chain.look)(inside[0], bytes))? {
                return Err(failed(&nonsense()));
            }
            for (row, &place) in rows.iter().zip(&inside) {
                (all[place].visits, all[place].ever) = (row[size], row[size]);
            }
            for row in 0..units {
                let own = residues.inverse(rows[row][size + 1 + row]);
                all[inside[row]].ever = residues.product(rows[row][size], own);
            }
        }
        for &place in &inside {
            let coming = std::mem::take(&mut all[place].coming);
            if !is_cyclic {
                (all[place].visits, all[place].ever) = (coming, coming);
            }
        }
        for (from, next, share) in steps {
            if within(next).is_none() {
                let more = residues.product(share, all[inside[from]].visits);
                all[next].coming = residues.sum(all[next].coming, more);
            }
        }
    }
    Ok(all)
}

/// Solves linear equations, each a row with its known numbers behind, by elimination; `false` if they have not one solution.
/// `look` is asked before each step.
fn eliminate(
    residues: Residues,
    rows: &mut [Vec<u64>],
    look: &dyn Fn() -> Result<(), Error>,
) -> Result<bool, Error> {
    for place in 0..rows.len() {
        look()?;
        let Some(pivot) = (place..rows.len()).find(|&row| rows[row][place] != 0) else { return Ok(false) };
        rows.swap(place, pivot);
        let inverse = residues.inverse(rows[place][place]);
        rows[place].iter_mut().for_each(|number| *number = residues.product(*number, inverse));
        let eliminated = rows[place].clone();
        for row in (0..rows.len()).filter(|&row| row != place) {
            let factor = rows[row][place];
            if factor != 0 {
                for (number, &other) in rows[row].iter_mut().zip(&eliminated).skip(place) {
                    *number = residues.difference(*number, residues.product(factor, other));
                }
            }
        }
    }
    Ok(true)
}
