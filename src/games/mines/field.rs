//! A field: a small board, its neighbours and its symmetries, as masks of 64 bits.

use crate::exact::binomials;
use thiserror::Error;

/// The most cells of a field that is played exactly.
pub const MOST_CELLS: u32 = 64;

/// The most placements that are listed.
pub const MOST_PLACEMENTS: u64 = 50_000_000;

/// Why there is no such field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Impossible {
    /// No cell, or too many.
    #[error("{rows} x {cols} cells, but an exact game has 1 to {MOST_CELLS}")]
    Cells {
        /// The rows.
        rows: u8,
        /// The columns.
        cols: u8,
    },
    /// More mines than there is room for.
    #[error("mines: {mines}, but there is room for {room}")]
    Mines {
        /// The mines.
        mines: u8,
        /// The cells that can hold one.
        room: u8,
    },
    /// More placements than can be listed.
    #[error("{0} placements of the mines, but at most {MOST_PLACEMENTS} can be listed")]
    Placements(u64),
    /// No cell of the kind to start with.
    #[error("a board of {rows} x {cols} has no cell of the kind to start with")]
    Start {
        /// The rows.
        rows: u8,
        /// The columns.
        cols: u8,
    },
    /// No placement of the mines agrees with what is seen.
    #[error("no placement of the mines agrees with the numbers")]
    Position,
    /// A cell that is not on the board.
    #[error("row {row}, column {col} is not on the board")]
    Cell {
        /// The row, from 1.
        row: u8,
        /// The column, from 1.
        col: u8,
    },
}

/// The cells of a board, numbered in reading order; bit `i` of a mask is cell `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    rows: u8,
    cols: u8,
    mines: u8,
    neighbours: Vec<u64>,
    first_column: u64,
    /// For every symmetry of the board, where it takes each cell; the identity first.
    symmetries: Vec<Vec<u8>>,
}

impl Field {
    /// `mines` mines on `rows` by `cols` cells, each with up to eight neighbours.
    ///
    /// # Errors
    /// If there are too many cells, more mines than cells, or more placements than can be listed.
    pub fn new(rows: u8, cols: u8, mines: u8) -> Result<Self, Impossible> {
        let cells = u32::from(rows) * u32::from(cols);
        if cells == 0 || cells > MOST_CELLS {
            return Err(Impossible::Cells { rows, cols });
        }
        if u32::from(mines) > cells {
            return Err(Impossible::Mines { mines, room: cells as u8 });
        }
        match choose(cells, mines.into()) {
            placements if placements > MOST_PLACEMENTS => return Err(Impossible::Placements(placements)),
            _ => {}
        }
        let place = |cell: u8| (cell / cols, cell % cols);
        let all = 0..cells as u8;
        let neighbours = all.clone().map(|one| {
            let near = |other: &u8| {
                let ((r, c), (s, d)) = (place(one), place(*other));
                one != *other && r.abs_diff(s) <= 1 && c.abs_diff(d) <= 1
            };
            all.clone().filter(near).fold(0, |mask, other| mask | bit(other))
        });
        let mut symmetries: Vec<Vec<u8>> = Vec::new();
        for turn in 0..8 {
            let (flip, mirror, swap) = (turn & 1 != 0, turn & 2 != 0, turn & 4 != 0);
            if swap && rows != cols {
                continue;
            }
            let image = all.clone().map(|cell| {
                let (row, col) = place(cell);
                let (row, col) =
                    (if flip { rows - 1 - row } else { row }, if mirror { cols - 1 - col } else { col });
                if swap { col * cols + row } else { row * cols + col }
            });
            let image: Vec<u8> = image.collect();
            if !symmetries.contains(&image) {
                symmetries.push(image);
            }
        }
        let first_column = (0..rows).fold(0, |mask, row| mask | bit(row * cols));
        Ok(Self { rows, cols, mines, neighbours: neighbours.collect(), first_column, symmetries })
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The columns.
    #[must_use]
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// The mines.
    #[must_use]
    pub fn mines(&self) -> u8 {
        self.mines
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u8 {
        self.rows * self.cols
    }

    /// All cells.
    #[must_use]
    pub fn whole(&self) -> u64 {
        u64::MAX >> (64 - u32::from(self.cells()))
    }

    /// The neighbours of a cell.
    #[must_use]
    pub fn neighbours(&self, cell: u8) -> u64 {
        self.neighbours[usize::from(cell)]
    }

    /// The cells with a neighbour in `mask`.
    #[must_use]
    pub fn around(&self, mask: u64) -> u64 {
        let (left, right) = self.beside(mask);
        let row = left | mask | right;
        left | right | self.below(row) | self.above(row)
    }

    /// The numbers of all cells at once, if the mines lie as in `placement`: word `k` holds bit `k` of each number.
    #[must_use]
    pub fn numbers(&self, placement: u64) -> [u64; 4] {
        let (left, right) = self.beside(placement);
        // Two bits of what lies to both sides, and with the cell itself: what its row adds to the rows next to it.
        let (side, sides) = (left ^ right, left & right);
        let (row, rows) = (side ^ placement, sides | side & placement);
        let add = |a: u64, b: u64, c: u64| (a ^ b ^ c, a & b | (a ^ b) & c);
        let (ones, carried) = add(side, self.below(row), self.above(row));
        let (sum, fours) = add(sides, self.below(rows), self.above(rows));
        let (twos, more) = (sum ^ carried, sum & carried);
        [ones, twos, fours ^ more, fours & more]
    }

    /// The cells to the right and to the left of those of a mask.
    fn beside(&self, mask: u64) -> (u64, u64) {
        (mask << 1 & !self.first_column & self.whole(), mask >> 1 & !(self.first_column >> 1))
    }

    fn below(&self, mask: u64) -> u64 {
        mask.unbounded_shl(self.cols.into()) & self.whole()
    }

    fn above(&self, mask: u64) -> u64 {
        mask.unbounded_shr(self.cols.into())
    }

    /// The number that `cell` shows if the mines lie as in `placement`.
    #[must_use]
    pub fn number(&self, cell: u8, placement: u64) -> u8 {
        (self.neighbours(cell) & placement).count_ones() as u8
    }

    /// Where each symmetry of the board takes each cell; the identity first.
    #[must_use]
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// One cell of each kind that the symmetries of the board make alike, ascending.
    #[must_use]
    pub fn different(&self) -> Vec<u8> {
        let alike = |cell: u8| self.symmetries.iter().map(|image| image[usize::from(cell)]).min();
        (0..self.cells()).filter(|&cell| alike(cell) == Some(cell)).collect()
    }

    /// In how many directions a cell is the outermost: 2 is a corner, 1 an edge, 0 the middle. The ends of a single
    /// row or column are its corners, and all between them are edges.
    #[must_use]
    pub fn sides(&self, cell: u8) -> u8 {
        let (row, col) = (cell / self.cols, cell % self.cols);
        u8::from(row == 0 || row == self.rows - 1) + u8::from(col == 0 || col == self.cols - 1)
    }

    /// The number of placements of the mines. A list of them takes eight bytes each.
    #[must_use]
    pub fn placement_count(&self) -> u64 {
        choose(self.cells().into(), self.mines.into())
    }

    /// All placements of the mines, in ascending order.
    #[must_use]
    pub fn placements(&self) -> Vec<u64> {
        let (cells, mines) = (u32::from(self.cells()), u32::from(self.mines));
        if mines == 0 {
            return vec![0];
        }
        let last = (u64::MAX >> (64 - mines)) << (cells - mines);
        let mut placements = Vec::with_capacity(self.placement_count() as usize);
        placements.push(u64::MAX >> (64 - mines));
        let mut placement = placements[0];
        while placement != last {
            // The next larger number with as many bits.
            let lowest = placement & placement.wrapping_neg();
            let ripple = placement + lowest;
            placement = ripple | (((placement ^ ripple) >> 2) / lowest);
            placements.push(placement);
        }
        placements
    }
}

/// The mask of one cell.
#[must_use]
pub fn bit(cell: u8) -> u64 {
    1 << cell
}

/// The cells of a mask, in reading order.
pub fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then_some(mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        cell
    })
}

/// How many ways there are to choose `k` of `n`; the greatest whole number of 64 bits where it is more.
#[must_use]
pub fn choose(n: u32, k: u32) -> u64 {
    let ways = binomials(n.into(), k.into()).pop();
    ways.and_then(|ways| ways.try_into().ok()).unwrap_or(u64::MAX)
}
