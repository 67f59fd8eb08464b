//! A field: a small board, its neighbours and its symmetries, as masks of 64 bits.

use super::game::{Cell, FirstClick};
use super::grid::{Grid, ImpossibleMines};
use crate::exact::binomial;

/// The most cells of a field that is played exactly.
pub const MOST_CELLS: usize = 64;

/// The most placements that are listed.
pub const MOST_PLACEMENTS: u64 = 50_000_000;

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
    pub fn new(rows: usize, columns: usize, mines: usize) -> Result<Self, ImpossibleMines> {
        let (grid, cells) = (Grid { rows, columns }, rows.saturating_mul(columns));
        if mines > cells {
            return Err(ImpossibleMines::Mines { mines, room: cells });
        }
        if cells == 0 || cells > MOST_CELLS {
            return Err(ImpossibleMines::Field(grid));
        }
        match choose(cells, mines) {
            placements if placements > MOST_PLACEMENTS => {
                return Err(ImpossibleMines::Placements(placements));
            }
            _ => {}
        }
        let neighbours = (0..cells).map(|cell| mask(grid.neighbours(cell))).collect();
        let (rows, cols, mines) = (rows as u8, columns as u8, mines as u8);
        let place = |cell: u8| (cell / cols, cell % cols);
        let all = 0..cells as u8;
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
        Ok(Self { rows, cols, mines, neighbours, first_column, symmetries })
    }

    /// Its rows and columns.
    pub fn grid(&self) -> Grid {
        Grid { rows: self.rows.into(), columns: self.cols.into() }
    }

    /// The rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The columns.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// The mines.
    pub fn mines(&self) -> u8 {
        self.mines
    }

    /// The number of cells.
    pub fn cells(&self) -> u8 {
        self.rows * self.cols
    }

    /// All cells.
    pub fn whole(&self) -> u64 {
        u64::MAX >> (64 - u32::from(self.cells()))
    }

    /// The neighbours of a cell.
    pub fn neighbours(&self, cell: u8) -> u64 {
        self.neighbours[usize::from(cell)]
    }

    /// The cells with a neighbour in `mask`.
    pub fn around(&self, mask: u64) -> u64 {
        let (left, right) = self.beside(mask);
        let row = left | mask | right;
        left | right | self.below(row) | self.above(row)
    }

    /// The numbers of all cells at once, if the mines lie as in `placement`: word `k` holds bit `k` of each number.
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
    pub fn number(&self, cell: u8, placement: u64) -> u8 {
        (self.neighbours(cell) & placement).count_ones() as u8
    }

    /// The symmetries of the board: for each, the image of every cell. The identity comes first.
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// All that the symmetries of the board make of placements, in ascending order.
    pub(super) fn images(&self, placements: &[u64]) -> Vec<u64> {
        let turned = |image: &Vec<u8>, placement: u64| {
            bits(placement).fold(0, |turned, cell| turned | bit(image[usize::from(cell)]))
        };
        let images =
            self.symmetries.iter().flat_map(|image| placements.iter().map(|&one| turned(image, one)));
        let mut images: Vec<u64> = images.collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The least of the cells that the symmetries of the board make alike.
    pub(super) fn kind(&self, cell: u8) -> u8 {
        self.symmetries.iter().map(|image| image[usize::from(cell)]).min().unwrap_or(cell)
    }

    /// One cell of each kind, ascending.
    pub fn different(&self) -> Vec<u8> {
        (0..self.cells()).filter(|&cell| self.kind(cell) == cell).collect()
    }

    /// Returns the row and the column of a cell.
    pub fn cell(&self, cell: u8) -> Cell {
        Cell { row: cell / self.cols + 1, col: cell % self.cols + 1 }
    }

    /// The number of placements of the mines. A list of them takes eight bytes each.
    pub fn placement_count(&self) -> u64 {
        choose(self.cells().into(), self.mines.into())
    }

    /// The number of those that a first click on `cell` leaves.
    pub fn left_by(&self, click: FirstClick, cell: u8) -> u64 {
        let kept = click.keeps_free(self.grid(), cell.into()).len();
        choose(self.grid().cells() - kept, self.mines.into())
    }

    /// All placements of the mines, in ascending order.
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
pub fn bit(cell: u8) -> u64 {
    1 << cell
}

/// The mask of some cells.
pub(super) fn mask(cells: impl IntoIterator<Item = usize>) -> u64 {
    cells.into_iter().fold(0, |mask, cell| mask | 1 << cell)
}

/// The cells of a mask, in reading order.
pub fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then_some(mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        cell
    })
}

/// The number of ways to choose `k` of `n`, or `u64::MAX` if it is larger.
pub fn choose(n: usize, k: usize) -> u64 {
    binomial(n as u64, k as u64).try_into().unwrap_or(u64::MAX)
}
