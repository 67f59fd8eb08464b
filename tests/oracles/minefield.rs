//! Random mine fields, all placements that fit a board, and play by its definition.

use chancetree::exact::{Rational, ratio};
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::system::{Clue, System, VisibleCell};

/// A random generator with the same numbers on every machine (SplitMix64, Steele and others 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

/// A field with the places of its mines.
pub struct Field {
    columns: usize,
    mines: Vec<bool>,
}

/// Returns the cells around a cell.
pub fn around(cells: usize, columns: usize, cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = ((cell / columns) as isize, (cell % columns) as isize);
    let steps = (-1isize..=1).flat_map(|down| (-1isize..=1).map(move |across| (down, across)));
    steps.filter(|step| *step != (0, 0)).filter_map(move |(down, across)| {
        let (row, column) = (row + down, column + across);
        let inside = row >= 0 && column >= 0 && column < columns as isize;
        let place = row * columns as isize + column;
        (inside && place < cells as isize).then_some(place as usize)
    })
}

impl Field {
    /// Creates a field with mines at random places.
    pub fn random(rows: usize, columns: usize, mines: usize, random: &mut Random) -> Self {
        let mut field = Self { columns, mines: vec![false; rows * columns] };
        let mut left = mines;
        while left > 0 {
            let place = random.below(rows * columns);
            if !field.mines[place] {
                field.mines[place] = true;
                left -= 1;
            }
        }
        field
    }

    pub fn is_mine(&self, cell: usize) -> bool {
        self.mines[cell]
    }

    pub fn number(&self, cell: usize) -> u32 {
        around(self.mines.len(), self.columns, cell).filter(|&other| self.mines[other]).count() as u32
    }

    /// Returns the number of a cell, or its mine.
    pub fn content(&self, cell: usize) -> VisibleCell {
        if self.mines[cell] { VisibleCell::Mine } else { VisibleCell::Open(self.number(cell)) }
    }

    /// Returns the board after some random cells are opened.
    pub fn opened(&self, cells: usize, random: &mut Random) -> Vec<VisibleCell> {
        let mut seen = vec![VisibleCell::Hidden; self.mines.len()];
        for _ in 0..cells {
            let place = random.below(seen.len());
            seen[place] = self.content(place);
        }
        seen
    }
}

/// Returns `true` if some placement of `mines` fits. A cell with `true` is open without a number.
pub fn fits(columns: usize, cells: &[(VisibleCell, bool)], mines: usize) -> bool {
    !all(columns, cells, mines).is_empty()
}

/// Returns all placements that fit a board.
pub fn placements(board: &SeenBoard) -> Vec<Vec<bool>> {
    let cells: Vec<_> = board.cells().iter().map(|&cell| (cell, false)).collect();
    all(board.columns(), &cells, board.mines())
}

fn all(columns: usize, cells: &[(VisibleCell, bool)], mines: usize) -> Vec<Vec<bool>> {
    assert!(cells.len() <= 16, "every set of cells is tried");
    let masks: Vec<u32> = (0..cells.len())
        .map(|cell| around(cells.len(), columns, cell).map(|other| 1 << other).sum())
        .collect();
    let mut found = Vec::new();
    for set in (0u32..1 << cells.len()).filter(|set| set.count_ones() as usize == mines) {
        let right = |place: usize| {
            let mined = set >> place & 1 == 1;
            match cells[place] {
                (_, true) => !mined,
                (VisibleCell::Hidden | VisibleCell::Flag, _) => true,
                (VisibleCell::Mine, _) => mined,
                (VisibleCell::Open(number), _) => !mined && (set & masks[place]).count_ones() == number,
            }
        };
        if (0..cells.len()).all(right) {
            found.push((0..cells.len()).map(|place| set >> place & 1 == 1).collect());
        }
    }
    found
}

/// A rule that selects the cells that may be opened among those of lowest risk.
pub type Rule<'a> = &'a dyn Fn(&[usize]) -> Vec<usize>;

/// A board as a list of coordinates, with play by its definition, without merging, symmetry or bit masks.
pub struct Plain<'a> {
    pub cells: Vec<(i32, i32)>,
    pub lowest: Option<Rule<'a>>,
}

impl Plain<'_> {
    pub fn number(&self, cell: usize, placement: &[usize]) -> usize {
        let (row, col) = self.cells[cell];
        let near = |mine: &&usize| {
            let (r, c) = self.cells[**mine];
            (r - row).abs() <= 1 && (c - col).abs() <= 1
        };
        placement.iter().filter(near).count()
    }

    /// Returns the expected number of placements of `possible` that are won. With a rule, each click opens a cell of lowest risk,
    /// at random among those that the rule selects; without one, it opens the best cell.
    fn won(&self, possible: &[Vec<usize>], opened: &[usize]) -> Rational {
        if possible.len() == 1 {
            return ratio(1, 1);
        }
        let risk = |cell: usize| possible.iter().filter(|placement| placement.contains(&cell)).count();
        let hidden: Vec<usize> = (0..self.cells.len())
            .filter(|cell| !opened.contains(cell) && risk(*cell) < possible.len())
            .collect();
        let Some(choose) = self.lowest else {
            let values = hidden.iter().map(|&cell| self.after(possible, opened, cell));
            return values.max().expect("a cell is hidden");
        };
        let least = hidden.iter().map(|&cell| risk(cell)).min().expect("a cell is hidden");
        let lowest: Vec<usize> = hidden.into_iter().filter(|&cell| risk(cell) == least).collect();
        let chosen = choose(&lowest);
        let sum: Rational = chosen.iter().map(|&cell| self.after(possible, opened, cell)).sum();
        sum / ratio(chosen.len(), 1)
    }

    pub fn after(&self, possible: &[Vec<usize>], opened: &[usize], cell: usize) -> Rational {
        let opened = [opened, &[cell]].concat();
        let mut won = ratio(0, 1);
        for shown in 0..=8 {
            let seen =
                |placement: &&Vec<usize>| !placement.contains(&cell) && self.number(cell, placement) == shown;
            let class: Vec<_> = possible.iter().filter(seen).cloned().collect();
            if !class.is_empty() {
                won += self.won(&class, &opened);
            }
        }
        won
    }
}

/// Returns all sets of `size` cells.
pub fn subsets(cells: usize, size: usize) -> Vec<Vec<usize>> {
    let all = (0..1u32 << cells).filter(|mask| mask.count_ones() as usize == size);
    all.map(|mask| (0..cells).filter(|cell| mask >> cell & 1 == 1).collect()).collect()
}

/// Returns the number of distinct images of a board under `symmetries`. `opened` has a bit for each open cell, and `numbers` four
/// bits for the number of each cell.
pub fn images(opened: u64, numbers: u64, symmetries: &[Vec<u8>]) -> usize {
    let image = |image: &Vec<u8>| {
        let (mut open, mut shown) = (0u64, 0u64);
        for (cell, &place) in image.iter().enumerate() {
            open |= (opened >> cell & 1) << place;
            shown |= (numbers >> (4 * cell) & 0xF) << (4 * place);
        }
        (open, shown)
    };
    let mut images: Vec<(u64, u64)> = symmetries.iter().map(image).collect();
    images.sort_unstable();
    images.dedup();
    images.len()
}

/// Returns a ring of cells with a number 1 between any two neighbours. An odd number of cells has no placement, an even number
/// two.
pub fn ring(cells: usize) -> System {
    let clue = |at: usize| {
        let mut cells = vec![at as u32, ((at + 1) % cells) as u32];
        cells.sort_unstable();
        Clue { at, mines: 1, cells }
    };
    System { hidden: (0..cells).collect(), clues: (0..cells).map(clue).collect(), mines: cells / 2 }
}
