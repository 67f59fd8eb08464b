//! Positions to measure: games stopped where no cell is safe, and numbers scattered over a closed board.

use chancetree::exact::zero;
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::risk::Risk;
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::Job;

/// A random generator with the same numbers on every machine (SplitMix64, Steele and others 2014).
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((u128::from(word ^ (word >> 31)) * end as u128) >> 64) as usize
    }
}

const ROWS: usize = 16;
const COLUMNS: usize = 30;
const MINES: usize = 99;

fn empty() -> SeenBoard {
    SeenBoard::new(COLUMNS, vec![VisibleCell::Hidden; ROWS * COLUMNS], MINES).expect("a board")
}

/// Returns random mines outside the `free` cells.
fn mines(free: &[usize], random: &mut Random) -> Vec<bool> {
    let mut mines = vec![false; ROWS * COLUMNS];
    let mut left = MINES;
    while left > 0 {
        let place = random.below(mines.len());
        if !mines[place] && !free.contains(&place) {
            mines[place] = true;
            left -= 1;
        }
    }
    mines
}

fn open(cells: &mut [VisibleCell], mines: &[bool], board: &SeenBoard, place: usize) {
    let mut left = vec![place];
    while let Some(place) = left.pop() {
        if cells[place] == VisibleCell::Hidden {
            let number = board.neighbours(place).filter(|&other| mines[other]).count() as u32;
            cells[place] = VisibleCell::Open(number);
            if number == 0 {
                left.extend(board.neighbours(place));
            }
        }
    }
}

/// Returns an expert game with its first click in an opening, stopped where no cell is safe; `None` if it was won before.
pub fn in_mid_game(random: &mut Random) -> Option<SeenBoard> {
    let blank = empty();
    let first = random.below(ROWS * COLUMNS);
    let mut free: Vec<usize> = blank.neighbours(first).collect();
    free.push(first);
    let mines = mines(&free, random);
    let mut cells = blank.cells().to_vec();
    open(&mut cells, &mines, &blank, first);
    // A game has several such positions; guesses that would lose are not made.
    let mut guesses = random.below(6);
    loop {
        let board = SeenBoard::new(COLUMNS, cells.clone(), MINES).expect("a position of a game");
        let risk = Risk::of(&board, &Job::default()).expect("a position of a game");
        let best = risk.best();
        if risk.hidden().len() == MINES {
            return None;
        }
        if risk.at(best[0]) == Some(zero()) {
            best.iter().for_each(|&place| open(&mut cells, &mines, &blank, place));
        } else if guesses == 0 {
            return Some(board);
        } else {
            guesses -= 1;
            let place = best.into_iter().find(|&place| !mines[place]);
            match place {
                Some(place) => open(&mut cells, &mines, &blank, place),
                None => return Some(board),
            }
        }
    }
}

/// Returns a closed expert board with `numbers` visible numbers, none of them 0.
pub fn scattered(numbers: usize, random: &mut Random) -> SeenBoard {
    let blank = empty();
    let mines = mines(&[], random);
    let mut cells = blank.cells().to_vec();
    let mut left = numbers;
    while left > 0 {
        let place = random.below(cells.len());
        let number = blank.neighbours(place).filter(|&other| mines[other]).count() as u32;
        if !mines[place] && number > 0 && cells[place] == VisibleCell::Hidden {
            cells[place] = VisibleCell::Open(number);
            left -= 1;
        }
    }
    SeenBoard::new(COLUMNS, cells, MINES).expect("a position of a game")
}
