//! Times every position once, for `benches/compare/mines.py`. Prints a line of JSON for each, with the board, the fastest of
//! some runs and the probabilities.

use chancetree::exact::{decimal, zero};
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::risk::Risk;
use chancetree::model::Job;
use std::hint::black_box;
use std::time::Instant;
use support::{Random, in_mid_game, scattered};

/// The number of positions of each kind.
const GAMES: usize = 200;
const SCATTERED: usize = 20;

fn main() {
    // `cargo test --benches` only checks that the program runs.
    let few = !std::env::args().any(|word| word == "--bench");
    let (games, others) = if few { (3, 1) } else { (GAMES, SCATTERED) };
    let mut random = Random(2000);
    let mut left = games;
    while left > 0 {
        if let Some(board) = in_mid_game(&mut random) {
            print_position("middle of a game", &board);
            left -= 1;
        }
    }
    for numbers in [20, 40, 60, 80] {
        for _ in 0..others {
            print_position(&format!("{numbers} scattered numbers"), &scattered(numbers, &mut random));
        }
    }
}

/// Prints the fastest time and the risks of all cells.
fn print_position(kind: &str, board: &SeenBoard) {
    let mut best = u128::MAX;
    let mut all = Vec::new();
    let first_start = Instant::now();
    for _ in 0..5 {
        let start = Instant::now();
        all = Risk::of(black_box(board), &Job::default()).expect("a position of a game").all();
        best = best.min(start.elapsed().as_nanos());
        if first_start.elapsed().as_secs() > 0 {
            break;
        }
    }
    let mut risks = vec![zero(); board.cells().len()];
    all.into_iter().for_each(|(place, risk)| risks[place] = risk);
    let risks: Vec<String> = risks.iter().map(|risk| decimal(risk, 15)).collect();
    let rows: Vec<String> = board.to_string().lines().skip(1).map(|row| format!("\"{row}\"")).collect();
    println!(
        "{{\"kind\":\"{kind}\",\"mines\":{},\"nanoseconds\":{best},\"rows\":[{}],\"risks\":[{}]}}",
        board.mines(),
        rows.join(","),
        risks.join(",")
    );
}
