//! Mine fields laid out at random, and every placement that fits a board, one by one.

use chancetree::games::mines::board::Board;
use chancetree::games::mines::system::Seen;

/// Random numbers that are the same everywhere (SplitMix64, Steele and others 2014).
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

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}

/// The places of the mines.
pub struct Field {
    columns: usize,
    mines: Vec<bool>,
}

/// The cells around a cell.
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
    /// So many mines anywhere.
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
}

/// Returns `true` if some placement of `mines` fits; a cell with `true` is open but says nothing.
pub fn fits(columns: usize, cells: &[(Seen, bool)], mines: usize) -> bool {
    !all(columns, cells, mines).is_empty()
}

/// All placements that fit a board.
pub fn placements(board: &Board) -> Vec<Vec<bool>> {
    let cells: Vec<_> = board.cells().iter().map(|&cell| (cell, false)).collect();
    all(board.columns(), &cells, board.mines())
}

fn all(columns: usize, cells: &[(Seen, bool)], mines: usize) -> Vec<Vec<bool>> {
    assert!(cells.len() <= 16, "every set of cells is looked at");
    let masks: Vec<u32> = (0..cells.len())
        .map(|cell| around(cells.len(), columns, cell).map(|other| 1 << other).sum())
        .collect();
    let mut found = Vec::new();
    for set in (0u32..1 << cells.len()).filter(|set| set.count_ones() as usize == mines) {
        let right = |place: usize| {
            let mined = set >> place & 1 == 1;
            match cells[place] {
                (_, true) => !mined,
                (Seen::Hidden | Seen::Flag, _) => true,
                (Seen::Mine, _) => mined,
                (Seen::Open(number), _) => !mined && (set & masks[place]).count_ones() == number,
            }
        };
        if (0..cells.len()).all(right) {
            found.push((0..cells.len()).map(|place| set >> place & 1 == 1).collect());
        }
    }
    found
}
