//! The method of Lindgren (2000), section 3: Gauss-Jordan elimination, free variables, islands of rows, and
//! enumeration of all combinations of zeros and ones. Slow, but easy to follow.

use super::risk::RiskError;
use super::system::{Contradiction, System};
use crate::exact::{self, Natural, Rational, one, ratio, zero};
use crate::model::{Job, Progress};

/// The maximum number of free variables of an island. An island with more would take days.
pub const MAX_FREE_VARIABLES: usize = 40;

/// The maximum number of entries of a matrix.
pub const MAX_ENTRIES: usize = 1 << 20;

/// An island: rows of the reduced matrix that share no variables with other rows.
///
/// ```
/// use chancetree::games::mines::binary::BinarySolution;
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::model::Job;
///
/// let system = "mines 1\n.1.".parse::<SeenBoard>()?.system()?;
/// let island = &BinarySolution::of(&system, &Job::default())?.islands[0];
/// // The second variable is free, and determines the first variable.
/// assert_eq!((&island.leading[..], &island.free[..]), (&[0][..], &[1][..]));
/// assert_eq!((island.tried(), island.solutions, &island.mines[..]), (2, 2, &[1, 1][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryIsland {
    /// The rows, ascending.
    pub rows: Vec<usize>,
    /// The variables with a leading one, ascending, as indices into [`System::hidden`].
    pub leading: Vec<usize>,
    /// The other variables, ascending.
    pub free: Vec<usize>,
    /// The number of combinations of the free variables for which the leading variables are 0 or 1, too.
    pub solutions: u64,
    /// For each variable of `leading`, then `free`: the number of solutions with a mine there.
    pub mines: Vec<u64>,
}

impl BinaryIsland {
    /// Returns the number of combinations that are tried.
    pub fn tried(&self) -> u64 {
        1 << self.free.len()
    }
}

/// A solved system.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::binary::BinarySolution;
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::model::Job;
///
/// let system = "mines 1\n.1.\n1..".parse::<SeenBoard>()?.system()?;
/// let solution = BinarySolution::of(&system, &Job::default())?;
/// assert_eq!(solution.placements, 2u8.into());
/// assert_eq!(solution.risks, [ratio(1, 2), ratio(0, 1), ratio(1, 2), ratio(0, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinarySolution {
    /// The equations, one per row. The last row is the total number of mines; the last column is the
    /// right-hand side.
    pub matrix: Vec<Vec<Rational>>,
    /// The reduced equations.
    pub reduced: Vec<Vec<Rational>>,
    /// The islands, in order of their first rows.
    pub islands: Vec<BinaryIsland>,
    /// The number of placements.
    pub placements: Natural,
    /// The probability of a mine in each hidden place.
    pub risks: Vec<Rational>,
}

impl BinarySolution {
    /// Solves a system. The cost is exponential in the number of free variables of the largest island.
    ///
    /// # Errors
    /// Returns an error if there is no solution or the job is stopped; [`RiskError::Free`] if an island has
    /// more than [`MAX_FREE_VARIABLES`] free variables; [`RiskError::Large`] if the matrix has more than
    /// [`MAX_ENTRIES`] entries.
    pub fn of(system: &System, job: &Job<'_>) -> Result<Self, RiskError> {
        let entries = (system.hidden.len() + 1) * (system.clues.len() + 1);
        if entries > MAX_ENTRIES {
            return Err(RiskError::Large(entries));
        }
        let matrix = matrix(system);
        let mut reduced = matrix.clone();
        let no_solution = || no_solution(system);
        let right = system.hidden.len();
        let tick = |column: usize, _: &[Vec<Rational>]| {
            job.tick(Progress { layer: column as u32, ..Progress::default() })
        };
        let leads = exact::echelon(&mut reduced, right, tick)?;
        // A row of zeros with a nonzero right-hand side.
        if reduced[leads.len()..].iter().any(|row| row[right] != zero()) {
            return Err(no_solution());
        }
        let mut placements = Natural::from(1u32);
        let mut risks = vec![zero(); right];
        let mut islands = Vec::new();
        for rows in parts(&reduced[..leads.len()]) {
            let island = enumerate(&reduced, &leads, rows, job)?;
            if island.solutions == 0 {
                return Err(no_solution());
            }
            placements *= island.solutions;
            for (&cell, &mines) in island.leading.iter().chain(&island.free).zip(&island.mines) {
                risks[cell] = ratio(mines, island.solutions);
            }
            islands.push(island);
        }
        Ok(Self { matrix, reduced, islands, placements, risks })
    }
}

/// Returns the matrix of a system: one column per hidden cell, and the right-hand side.
fn matrix(system: &System) -> Vec<Vec<Rational>> {
    let width = system.hidden.len() + 1;
    let row = |cells: &mut dyn Iterator<Item = usize>, right: usize| {
        let mut row = vec![zero(); width];
        cells.for_each(|cell| row[cell] = one());
        row[width - 1] = ratio(right, 1);
        row
    };
    let clues = system
        .clues
        .iter()
        .map(|clue| row(&mut clue.cells.iter().map(|&cell| cell as usize), clue.mines as usize));
    let mut matrix: Vec<_> = clues.collect();
    matrix.push(row(&mut (0..width - 1), system.mines));
    matrix
}

/// Returns the connected components of rows that share variables. Each component is ascending; components are
/// in order of their first rows.
fn parts(rows: &[Vec<Rational>]) -> Vec<Vec<usize>> {
    let columns = rows.first().map_or(0, |row| row.len() - 1);
    let mut part: Vec<usize> = (0..rows.len()).collect();
    for column in 0..columns {
        let having: Vec<usize> = (0..rows.len()).filter(|&row| rows[row][column] != zero()).collect();
        if let Some(least) = having.iter().map(|&row| part[row]).min() {
            let merged: Vec<usize> = having.iter().map(|&row| part[row]).collect();
            part.iter_mut().filter(|part| merged.contains(part)).for_each(|part| *part = least);
        }
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); rows.len()];
    part.iter().enumerate().for_each(|(row, &part)| parts[part].push(row));
    parts.retain(|rows| !rows.is_empty());
    parts
}

/// Tries all combinations of the free variables of the given rows.
fn enumerate(
    reduced: &[Vec<Rational>],
    leads: &[usize],
    rows: Vec<usize>,
    job: &Job<'_>,
) -> Result<BinaryIsland, RiskError> {
    let right = reduced[0].len() - 1;
    let is_free =
        |&column: &usize| !leads.contains(&column) && rows.iter().any(|&row| reduced[row][column] != zero());
    let free: Vec<usize> = (0..right).filter(is_free).collect();
    if free.len() > MAX_FREE_VARIABLES {
        return Err(RiskError::Free(free.len()));
    }
    // The current value of each leading variable, and what each free variable subtracts from it, as whole
    // numbers over a common denominator per row.
    let scales: Vec<i64> =
        rows.iter().map(|&row| scale(&reduced[row])).collect::<Option<_>>().ok_or(RiskError::Large(right))?;
    let whole = |row: usize, scale: i64, column: usize| {
        i64::try_from((&reduced[row][column] * ratio(scale, 1)).to_integer())
            .map_err(|_| RiskError::Large(right))
    };
    let mut values = Vec::with_capacity(rows.len());
    let mut taken = vec![Vec::with_capacity(rows.len()); free.len()];
    for (&row, &scale) in rows.iter().zip(&scales) {
        values.push(whole(row, scale, right)?);
        for (taken, &column) in taken.iter_mut().zip(&free) {
            taken.push(whole(row, scale, column)?);
        }
    }
    let leading: Vec<usize> = rows.iter().map(|&row| leads[row]).collect();
    let (mut solutions, mut mines) = (0u64, vec![0u64; leading.len() + free.len()]);
    let mut chosen = vec![false; free.len()];
    for step in 0..1u64 << free.len() {
        if values.iter().zip(&scales).all(|(value, scale)| *value == 0 || value == scale) {
            solutions += 1;
            let ones = values.iter().map(|value| *value != 0).chain(chosen.iter().copied());
            mines.iter_mut().zip(ones).for_each(|(mines, one)| *mines += u64::from(one));
        }
        if step & 0xFFFF == 0 {
            job.tick(Progress { states: step, ..Progress::default() })?;
        }
        // Gray code: one variable changes per step.
        let place = (step + 1).trailing_zeros() as usize;
        if let Some(one) = chosen.get_mut(place) {
            *one = !*one;
            let sign = if *one { -1 } else { 1 };
            values.iter_mut().zip(&taken[place]).for_each(|(value, taken)| *value += sign * taken);
        }
    }
    Ok(BinaryIsland { rows, leading, free, solutions, mines })
}

/// Returns the least common denominator of a row, or `None` if it is too large.
fn scale(row: &[Rational]) -> Option<i64> {
    let (_, least) = exact::over_one_denominator(row.iter());
    // The bound leaves room for sums of all entries.
    i64::try_from(least).ok().filter(|&scale| scale < 1 << 32)
}

/// Returns a contradiction without an explanation, which this method cannot give.
fn no_solution(system: &System) -> RiskError {
    RiskError::Contradiction(Contradiction::Gap(system.mines))
}
