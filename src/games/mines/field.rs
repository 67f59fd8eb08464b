//! A small board, with its neighbourhoods and symmetries as 64-bit masks.

use super::game::{BoardCell, FirstClick};
use super::grid::{CellGrid, ImpossibleMines};
use crate::exact::binomial;

/// The largest number of cells of a field that is solved exactly.
pub const MAX_CELLS: usize = 64;

/// The largest number of placements that are listed.
pub const MAX_PLACEMENTS: u64 = 50_000_000;

/// The cells of a board, numbered in reading order; bit `i` of a mask is cell `i`.
///
/// ```
/// use chancetree::games::mines::field::{Field, bit};
/// use chancetree::games::mines::game::{BoardCell, FirstClick};
///
/// let field = Field::new(2, 3, 1)?;
/// assert_eq!((field.rows(), field.cols(), field.cells(), field.mines()), (2, 3, 6, 1));
/// assert_eq!(field.whole(), 0b111_111);
/// // The corner has three neighbours, which are also the cells around the set of this cell.
/// assert_eq!((field.neighbours(0), field.around(bit(0))), (0b011_010, 0b011_010));
/// assert_eq!(field.cell(4), BoardCell { row: 2, col: 2 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    rows: u8,
    cols: u8,
    mines: u8,
    neighbours: Vec<u64>,
    first_column: u64,
    /// For each symmetry of the board, the image of each cell; the identity comes first.
    symmetries: Vec<Vec<u8>>,
}

impl Field {
    /// Creates a field with `mines` mines on `rows` by `columns` cells, each with up to eight neighbours.
    ///
    /// # Errors
    /// Returns an error if there is no cell, there are too many cells, more mines than cells, or more
    /// placements than [`MAX_PLACEMENTS`].
    ///
    /// ```
    /// use chancetree::games::mines::field::Field;
    /// use chancetree::games::mines::grid::ImpossibleMines;
    ///
    /// assert_eq!(Field::new(2, 2, 5), Err(ImpossibleMines::Mines { mines: 5, room: 4 }));
    /// ```
    pub fn new(rows: usize, columns: usize, mines: usize) -> Result<Self, ImpossibleMines> {
        let (grid, cells) = (CellGrid { rows, columns }, rows.saturating_mul(columns));
        if mines > cells {
            return Err(ImpossibleMines::Mines { mines, room: cells });
        }
        if cells == 0 || cells > MAX_CELLS {
            return Err(ImpossibleMines::Field(grid));
        }
        match choose(cells, mines) {
            placements if placements > MAX_PLACEMENTS => {
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

    /// Returns the rows and columns.
    pub fn grid(&self) -> CellGrid {
        CellGrid { rows: self.rows.into(), columns: self.cols.into() }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> u8 {
        self.cols
    }

    /// Returns the number of mines.
    pub fn mines(&self) -> u8 {
        self.mines
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> u8 {
        self.rows * self.cols
    }

    /// Returns the mask of all cells.
    pub fn whole(&self) -> u64 {
        u64::MAX >> (64 - u32::from(self.cells()))
    }

    /// Returns the mask of the neighbours of a cell.
    pub fn neighbours(&self, cell: u8) -> u64 {
        self.neighbours[usize::from(cell)]
    }

    /// Returns the mask of the cells with a neighbour in `mask`.
    pub fn around(&self, mask: u64) -> u64 {
        let (left, right) = self.beside(mask);
        let row = left | mask | right;
        left | right | self.below(row) | self.above(row)
    }

    /// Returns the numbers of all cells at once for the mines of `placement`: word `k` holds bit `k` of each
    /// number.
    ///
    /// ```
    /// use chancetree::games::mines::field::{Field, bit};
    ///
    /// let field = Field::new(1, 3, 2)?;
    /// // Mines in the first and the last cell.
    /// let mines = bit(0) | bit(2);
    /// assert_eq!([0, 1, 2].map(|cell| field.number(cell, mines)), [0, 2, 0]);
    /// // Only bit 1 of the number in cell 1 is set.
    /// assert_eq!(field.numbers(mines), [0, bit(1), 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn numbers(&self, placement: u64) -> [u64; 4] {
        let (left, right) = self.beside(placement);
        // The two-bit sums of the cells on both sides, without and with the cell itself. The latter is what a
        // row adds to the rows above and below.
        let (side, sides) = (left ^ right, left & right);
        let (row, rows) = (side ^ placement, sides | side & placement);
        let add = |a: u64, b: u64, c: u64| (a ^ b ^ c, a & b | (a ^ b) & c);
        let (ones, carried) = add(side, self.below(row), self.above(row));
        let (sum, fours) = add(sides, self.below(rows), self.above(rows));
        let (twos, more) = (sum ^ carried, sum & carried);
        [ones, twos, fours ^ more, fours & more]
    }

    /// Returns the cells to the right, and the cells to the left, of the cells of `mask`.
    fn beside(&self, mask: u64) -> (u64, u64) {
        (mask << 1 & !self.first_column & self.whole(), mask >> 1 & !(self.first_column >> 1))
    }

    fn below(&self, mask: u64) -> u64 {
        mask.unbounded_shl(self.cols.into()) & self.whole()
    }

    fn above(&self, mask: u64) -> u64 {
        mask.unbounded_shr(self.cols.into())
    }

    /// Returns the number that `cell` shows for the mines of `placement`.
    pub fn number(&self, cell: u8, placement: u64) -> u8 {
        (self.neighbours(cell) & placement).count_ones() as u8
    }

    /// Returns the image of every cell under each symmetry of the board. The identity comes first.
    ///
    /// ```
    /// use chancetree::games::mines::field::Field;
    ///
    /// let field = Field::new(1, 3, 1)?;
    /// assert_eq!(field.symmetries(), [[0, 1, 2], [2, 1, 0]]);
    /// assert_eq!(field.representatives(), [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn symmetries(&self) -> &[Vec<u8>] {
        &self.symmetries
    }

    /// Returns the images of placements under all symmetries of the board, ascending and without duplicates.
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

    /// Returns the least cell that a symmetry maps `cell` to.
    pub(super) fn representative(&self, cell: u8) -> u8 {
        self.symmetries.iter().map(|image| image[usize::from(cell)]).min().unwrap_or(cell)
    }

    /// Returns one cell of each class of equivalent cells, ascending.
    pub fn representatives(&self) -> Vec<u8> {
        (0..self.cells()).filter(|&cell| self.representative(cell) == cell).collect()
    }

    /// Returns the row and column of a cell.
    pub fn cell(&self, cell: u8) -> BoardCell {
        BoardCell { row: cell / self.cols + 1, col: cell % self.cols + 1 }
    }

    /// Returns the number of placements of the mines. A list of all placements takes eight bytes each.
    ///
    /// ```
    /// use chancetree::games::mines::field::Field;
    /// use chancetree::games::mines::game::FirstClick;
    ///
    /// let field = Field::new(1, 3, 1)?;
    /// assert_eq!(field.placement_count(), 3);
    /// assert_eq!(field.placements(), [0b001, 0b010, 0b100]);
    /// // No mine in the first cell, and with an opening no mine next to it.
    /// assert_eq!(field.left_by(FirstClick::Safe, 0), 2);
    /// assert_eq!(field.left_by(FirstClick::Opening, 0), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn placement_count(&self) -> u64 {
        choose(self.cells().into(), self.mines.into())
    }

    /// Returns the number of placements that a first click on `cell` leaves.
    pub fn left_by(&self, click: FirstClick, cell: u8) -> u64 {
        let kept = click.keeps_free(self.grid(), cell.into()).len();
        choose(self.grid().cells() - kept, self.mines.into())
    }

    /// Returns all placements of the mines, in ascending order.
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
            // The next larger number with equally many bits.
            let lowest = placement & placement.wrapping_neg();
            let ripple = placement + lowest;
            placement = ripple | (((placement ^ ripple) >> 2) / lowest);
            placements.push(placement);
        }
        placements
    }
}

/// Returns the mask of one cell.
///
/// ```
/// use chancetree::games::mines::field::bit;
///
/// assert_eq!(bit(3), 0b1000);
/// ```
pub fn bit(cell: u8) -> u64 {
    1 << cell
}

/// Returns the mask of the given cells.
pub(super) fn mask(cells: impl IntoIterator<Item = usize>) -> u64 {
    cells.into_iter().fold(0, |mask, cell| mask | 1 << cell)
}

/// Returns the cells of a mask, in reading order.
///
/// ```
/// use chancetree::games::mines::field::bits;
///
/// assert_eq!(bits(0b1010).collect::<Vec<_>>(), [1, 3]);
/// ```
pub fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (mask != 0).then_some(mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        cell
    })
}

/// Returns the number of ways to choose `k` of `n`, saturated at `u64::MAX`.
///
/// ```
/// use chancetree::games::mines::field::choose;
///
/// assert_eq!((choose(5, 2), choose(200, 100)), (10, u64::MAX));
/// ```
pub fn choose(n: usize, k: usize) -> u64 {
    binomial(n as u64, k as u64).try_into().unwrap_or(u64::MAX)
}
