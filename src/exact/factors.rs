//! Sparse triangular factorisation, in any field, of matrices that need no exchange of rows.
//!
//! The pivots are on the diagonal. For `I - P`, with probabilities `P` under which every state leaves its component, every
//! order of pivots exists and is stable (Grassmann, Taksar and Heyman 1985). The order is that of Markowitz (1957): the least
//! product of the numbers of entries in the row and in the column. This is the elimination of states of a Markov chain, one by
//! one. Once the remaining rows are mostly filled, they are factorised as a dense matrix.

use super::field::PrimeField;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The operations of a field.
pub trait Arithmetic: Copy {
    /// A number of the field.
    type Number: Copy + PartialEq;
    /// The number 0.
    const ZERO: Self::Number;
    /// Returns the inverse, or `None` for 0.
    fn inverse(self, value: Self::Number) -> Option<Self::Number>;
    /// Returns a product.
    fn product(self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// Returns `start - a * b`.
    fn minus_product(self, start: Self::Number, a: Self::Number, b: Self::Number) -> Self::Number;
    /// Returns `start` minus the sum of the products of pairs.
    fn minus_dot(
        self,
        start: Self::Number,
        pairs: impl Iterator<Item = (Self::Number, Self::Number)>,
    ) -> Self::Number;
}

/// Arithmetic of doubles.
#[derive(Clone, Copy, Debug)]
pub struct Doubles;

impl Arithmetic for Doubles {
    type Number = f64;
    const ZERO: f64 = 0.0;

    fn inverse(self, value: f64) -> Option<f64> {
        (value != 0.0).then(|| value.recip())
    }

    #[inline]
    fn product(self, a: f64, b: f64) -> f64 {
        a * b
    }

    #[inline]
    fn minus_product(self, start: f64, a: f64, b: f64) -> f64 {
        start - a * b
    }

    #[inline]
    fn minus_dot(self, start: f64, pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
        pairs.fold(start, |sum, (factor, value)| sum - factor * value)
    }
}

impl Arithmetic for PrimeField {
    type Number = u64;
    const ZERO: u64 = 0;

    fn inverse(self, value: u64) -> Option<u64> {
        (value != 0).then(|| self.inverted(value))
    }

    #[inline]
    fn product(self, a: u64, b: u64) -> u64 {
        PrimeField::product(self, a, b)
    }

    #[inline]
    fn minus_product(self, start: u64, a: u64, b: u64) -> u64 {
        self.residue(self.add_product(u128::from(start), self.negative(a), b))
    }

    #[inline]
    fn minus_dot(self, start: u64, pairs: impl Iterator<Item = (u64, u64)>) -> u64 {
        let sum = self.residue(pairs.fold(0, |sum, (factor, value)| self.add_product(sum, factor, value)));
        self.residue(u128::from(start) + u128::from(self.negative(sum)))
    }
}

/// A sparse matrix with a separate diagonal.
#[derive(Clone, Debug)]
pub struct SparseMatrix<T> {
    /// The diagonal entries.
    pub diagonal: Vec<T>,
    /// The other entries of each row with their columns, in ascending order of the columns.
    pub rows: Vec<Vec<(u32, T)>>,
}

/// The factors of a matrix.
#[derive(Clone, Debug)]
pub struct SparseFactors<A: Arithmetic> {
    arithmetic: A,
    /// The sparse pivots, in order: the row, the inverse of the pivot, and the ends of its parts of `lower` and `upper`.
    pivots: Vec<(u32, A::Number, usize, usize)>,
    /// For each pivot, the rows from which a multiple of its row is subtracted, with the factors.
    lower: Vec<(u32, A::Number)>,
    /// For each pivot, the entries of its row in columns of later pivots.
    upper: Vec<(u32, A::Number)>,
    /// The rows of the dense remainder.
    dense_rows: Vec<u32>,
    /// The factors of the dense remainder, with inverses on the diagonal.
    dense: Vec<A::Number>,
}

/// The least number of remaining rows that are factorised as a dense matrix, if a third of their entries are not 0.
const LEAST_DENSE: usize = 16;

/// A factorisation that is not finished.
struct Elimination<A: Arithmetic> {
    matrix: SparseMatrix<A::Number>,
    /// The rows with an entry in each column. Some rows may be eliminated.
    columns: Vec<Vec<u32>>,
    /// The numbers of entries of rows and columns that are not eliminated.
    row_counts: Vec<u32>,
    column_counts: Vec<u32>,
    is_done: Vec<bool>,
    /// The pivots by cost. Outdated entries remain.
    queue: BinaryHeap<Reverse<(u64, u32)>>,
    /// The number of entries that are not eliminated.
    entries: usize,
    factors: SparseFactors<A>,
}

impl<A: Arithmetic> SparseFactors<A> {
    /// Factorises a matrix, or returns `None` if a pivot is 0.
    ///
    /// # Errors
    /// Returns the first error of `check`, which is called repeatedly with the number of bytes that are allocated next.
    pub fn new<E>(
        arithmetic: A,
        matrix: SparseMatrix<A::Number>,
        check: &dyn Fn(u64) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let mut elimination = Elimination::new(arithmetic, matrix);
        let size = elimination.is_done.len();
        for done in 0..size {
            let rest = size - done;
            if rest >= LEAST_DENSE && elimination.entries >= rest * rest / 3 {
                return elimination.finish_dense(rest, check);
            }
            if done.is_multiple_of(64) {
                check(0)?;
            }
            if elimination.eliminate().is_none() {
                return Ok(None);
            }
        }
        Ok(Some(elimination.factors))
    }

    /// Replaces a right-hand side by the solution.
    pub fn solve(&self, values: &mut [A::Number]) {
        let arithmetic = self.arithmetic;
        let mut from = 0;
        for &(row, _, to, _) in &self.pivots {
            let value = values[row as usize];
            if value != A::ZERO {
                for &(later, factor) in &self.lower[from..to] {
                    let later = &mut values[later as usize];
                    *later = arithmetic.minus_product(*later, factor, value);
                }
            }
            from = to;
        }
        self.solve_dense(values);
        for (at, &(row, inverse, _, to)) in self.pivots.iter().enumerate().rev() {
            let from = if at == 0 { 0 } else { self.pivots[at - 1].3 };
            let pairs = self.upper[from..to].iter().map(|&(at, factor)| (factor, values[at as usize]));
            let value = arithmetic.minus_dot(values[row as usize], pairs);
            values[row as usize] = arithmetic.product(value, inverse);
        }
    }

    fn solve_dense(&self, values: &mut [A::Number]) {
        let (size, arithmetic) = (self.dense_rows.len(), self.arithmetic);
        let mut known: Vec<A::Number> = self.dense_rows.iter().map(|&row| values[row as usize]).collect();
        for at in 0..size {
            let row = self.dense[at * size..at * size + at].iter();
            known[at] = arithmetic.minus_dot(known[at], row.copied().zip(known.iter().copied()));
        }
        for at in (0..size).rev() {
            let row = &self.dense[at * size..(at + 1) * size];
            let pairs = row[at + 1..].iter().copied().zip(known[at + 1..].iter().copied());
            let value = arithmetic.minus_dot(known[at], pairs);
            known[at] = arithmetic.product(value, row[at]);
        }
        for (&row, value) in self.dense_rows.iter().zip(known) {
            values[row as usize] = value;
        }
    }
}

impl<A: Arithmetic> Elimination<A> {
    fn new(arithmetic: A, matrix: SparseMatrix<A::Number>) -> Self {
        let size = matrix.rows.len();
        let mut columns = vec![Vec::new(); size];
        for (row, entries) in matrix.rows.iter().enumerate() {
            entries.iter().for_each(|&(column, _)| columns[column as usize].push(row as u32));
        }
        let row_counts: Vec<u32> = matrix.rows.iter().map(|row| row.len() as u32).collect();
        let column_counts: Vec<u32> = columns.iter().map(|column| column.len() as u32).collect();
        let cost = |row: usize| u64::from(row_counts[row]) * u64::from(column_counts[row]);
        let queue = (0..size).map(|row| Reverse((cost(row), row as u32))).collect();
        let entries = matrix.rows.iter().map(Vec::len).sum();
        let factors = SparseFactors {
            arithmetic,
            pivots: Vec::with_capacity(size),
            lower: Vec::new(),
            upper: Vec::new(),
            dense_rows: Vec::new(),
            dense: Vec::new(),
        };
        Self {
            matrix,
            columns,
            row_counts,
            column_counts,
            is_done: vec![false; size],
            queue,
            entries,
            factors,
        }
    }

    fn cost(&self, row: u32) -> u64 {
        u64::from(self.row_counts[row as usize]) * u64::from(self.column_counts[row as usize])
    }

    /// Eliminates the cheapest pivot. Returns `None` if the pivot is 0.
    fn eliminate(&mut self) -> Option<()> {
        let pivot = loop {
            let Reverse((cost, row)) =
                self.queue.pop().expect("the queue has the cost of each remaining row");
            if !self.is_done[row as usize] && cost == self.cost(row) {
                break row;
            }
        };
        let arithmetic = self.factors.arithmetic;
        let inverse = arithmetic.inverse(self.matrix.diagonal[pivot as usize])?;
        self.is_done[pivot as usize] = true;
        let mut top = std::mem::take(&mut self.matrix.rows[pivot as usize]);
        top.retain(|&(column, _)| !self.is_done[column as usize]);
        self.entries -= top.len();
        for &(column, _) in &top {
            self.column_counts[column as usize] -= 1;
        }
        for row in std::mem::take(&mut self.columns[pivot as usize]) {
            if !self.is_done[row as usize] {
                self.subtract(row, pivot, inverse, &top);
                self.queue.push(Reverse((self.cost(row), row)));
            }
        }
        for &(column, _) in &top {
            self.queue.push(Reverse((self.cost(column), column)));
        }
        self.factors.upper.extend_from_slice(&top);
        let ends = (self.factors.lower.len(), self.factors.upper.len());
        self.factors.pivots.push((pivot, inverse, ends.0, ends.1));
        Some(())
    }

    /// Subtracts a multiple of the row of a pivot from another row, so that the entry in the column of the pivot becomes 0. `top`
    /// has the entries of the pivot's row.
    fn subtract(&mut self, row: u32, pivot: u32, inverse: A::Number, top: &[(u32, A::Number)]) {
        let arithmetic = self.factors.arithmetic;
        let entries = &mut self.matrix.rows[row as usize];
        let place = entries.binary_search_by_key(&pivot, |entry| entry.0).expect("the column lists the row");
        let factor = arithmetic.product(entries[place].1, inverse);
        self.factors.lower.push((row, factor));
        let mut count = self.row_counts[row as usize] - 1;
        let mut fill = |column: u32| {
            self.columns[column as usize].push(row);
            self.column_counts[column as usize] += 1;
            count += 1;
        };
        let diagonal = &mut self.matrix.diagonal[row as usize];
        // A long row is changed in place, and keeps the entries of eliminated columns.
        if entries.len() > 8 * top.len() + 8 {
            for &(column, value) in top {
                if column == row {
                    *diagonal = arithmetic.minus_product(*diagonal, factor, value);
                    continue;
                }
                match entries.binary_search_by_key(&column, |entry| entry.0) {
                    Ok(at) => entries[at].1 = arithmetic.minus_product(entries[at].1, factor, value),
                    Err(at) => {
                        entries.insert(at, (column, arithmetic.minus_product(A::ZERO, factor, value)));
                        fill(column);
                    }
                }
            }
        } else {
            let mut merged = Vec::with_capacity(entries.len() + top.len());
            let mut old = entries.iter().filter(|entry| !self.is_done[entry.0 as usize]).copied().peekable();
            for &(column, value) in top {
                while let Some(entry) = old.next_if(|entry| entry.0 < column) {
                    merged.push(entry);
                }
                if column == row {
                    *diagonal = arithmetic.minus_product(*diagonal, factor, value);
                } else if let Some((_, own)) = old.next_if(|entry| entry.0 == column) {
                    merged.push((column, arithmetic.minus_product(own, factor, value)));
                } else {
                    merged.push((column, arithmetic.minus_product(A::ZERO, factor, value)));
                    fill(column);
                }
            }
            merged.extend(old);
            *entries = merged;
        }
        self.entries = self.entries + count as usize - self.row_counts[row as usize] as usize;
        self.row_counts[row as usize] = count;
    }

    /// Factorises the remaining rows as a dense matrix.
    fn finish_dense<E>(
        mut self,
        size: usize,
        check: &dyn Fn(u64) -> Result<(), E>,
    ) -> Result<Option<SparseFactors<A>>, E> {
        check((size * size * size_of::<A::Number>()) as u64)?;
        let arithmetic = self.factors.arithmetic;
        let mut places = vec![u32::MAX; self.is_done.len()];
        let rows: Vec<u32> =
            (0..self.is_done.len() as u32).filter(|&row| !self.is_done[row as usize]).collect();
        rows.iter().zip(0..).for_each(|(&row, place)| places[row as usize] = place);
        let mut dense = vec![A::ZERO; size * size];
        for (place, &row) in rows.iter().enumerate() {
            dense[place * size + place] = self.matrix.diagonal[row as usize];
            for &(column, value) in &self.matrix.rows[row as usize] {
                if places[column as usize] != u32::MAX {
                    dense[place * size + places[column as usize] as usize] = value;
                }
            }
        }
        for pivot in 0..size {
            check(0)?;
            let (above, below) = dense.split_at_mut((pivot + 1) * size);
            let top = &mut above[pivot * size..];
            let Some(inverse) = arithmetic.inverse(top[pivot]) else { return Ok(None) };
            top[pivot] = inverse;
            for row in below.chunks_exact_mut(size).filter(|row| row[pivot] != A::ZERO) {
                let factor = arithmetic.product(row[pivot], inverse);
                row[pivot] = factor;
                for (own, &value) in row[pivot + 1..].iter_mut().zip(&top[pivot + 1..]) {
                    *own = arithmetic.minus_product(*own, factor, value);
                }
            }
        }
        (self.factors.dense_rows, self.factors.dense) = (rows, dense);
        Ok(Some(self.factors))
    }
}
