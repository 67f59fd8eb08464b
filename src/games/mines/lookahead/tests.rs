use super::*;
use crate::random::Random;

/// Small positions; every placement of their mines is tried here.
const POSITIONS: [&str; 6] = [
    "mines 3\n1...\n....\n..2.\n....",
    "mines 4\n01...\n12...\n.....",
    "mines 4\n1*..\n....\n1..1",
    "mines 2\n.1.\n...\n...",
    "mines 5\n.2..\n....\n.3..",
    "mines 3\n.....\n.....\n....1",
];

fn board(text: &str) -> Board {
    text.parse().expect("a position")
}

/// Three cells of a small field, open where no mine is.
fn opened(seed: u64) -> Board {
    let mut random = Random::seeded(seed);
    let mut mines = [false; 12];
    (0..3).for_each(|_| mines[random.below(12) as usize] = true);
    let count = mines.iter().filter(|mine| **mine).count();
    let mut board = board(&format!("mines {count}\n....\n....\n...."));
    for _ in 0..3 {
        let place = random.below(12) as usize;
        if !mines[place] {
            let around = board.neighbours(place).filter(|&near| mines[near]).count();
            board.set(place, Seen::Open(around as u32));
        }
    }
    board
}

/// The placements of mines on the hidden cells that the position allows, each cell by cell.
fn placements(board: &Board) -> Vec<Vec<bool>> {
    let cells = board.cells();
    let hidden: Vec<usize> = (0..cells.len()).filter(|&place| cells[place].is_hidden()).collect();
    let laid = |set: u32| -> Vec<bool> {
        let is_mine = |place: usize| match hidden.iter().position(|&other| other == place) {
            Some(bit) => set >> bit & 1 == 1,
            None => cells[place] == Seen::Mine,
        };
        (0..cells.len()).map(is_mine).collect()
    };
    let fits = |mines: &Vec<bool>| {
        let around = |place: usize| board.neighbours(place).filter(|&near| mines[near]).count();
        let told = |place: usize| match cells[place] {
            Seen::Open(number) => around(place) == number as usize,
            _ => true,
        };
        mines.iter().filter(|mine| **mine).count() == board.mines() && (0..cells.len()).all(told)
    };
    (0..1u32 << hidden.len()).map(laid).filter(fits).collect()
}

/// The lowest share of mines on a hidden cell; 1 where none is hidden.
fn least(board: &Board, placements: &[Vec<bool>]) -> f64 {
    let hidden = (0..board.cells().len()).filter(|&place| board.cells()[place].is_hidden());
    let share = |place: usize| {
        placements.iter().filter(|mines| mines[place]).count() as f64 / placements.len() as f64
    };
    hidden.map(share).fold(1.0, f64::min)
}

/// Returns the worth of a click on `place`: its numbers one by one, each with the risk of the click after it.
fn worth(board: &Board, placements: &[Vec<bool>], place: usize) -> f64 {
    let mut sum = 0.0;
    for number in 0..=8 {
        let shows = |mines: &&Vec<bool>| {
            !mines[place] && board.neighbours(place).filter(|&near| mines[near]).count() == number
        };
        let left: Vec<Vec<bool>> = placements.iter().filter(shows).cloned().collect();
        if left.is_empty() {
            continue;
        }
        let mut after = board.clone();
        after.set(place, Seen::Open(number as u32));
        let least = least(&after, &left);
        let worth = if least == 0.0 { 1.15 } else { 1.0 - least };
        sum += worth * left.len() as f64 / placements.len() as f64;
    }
    sum
}

#[test]
fn a_cell_scores_what_its_numbers_are_worth() {
    let fixed = POSITIONS.iter().map(|text| (board(text), true));
    for (mut board, is_fixed) in fixed.chain((0..60).map(|seed| (opened(seed), false))) {
        let run = Run::default();
        let text = board.to_string();
        let all = placements(&board);
        let risk = Risk::of(&board, &run).expect("a risk");
        assert_eq!(risk.placements(), &Natural::from(all.len()));
        let shares = risk.rounded();
        let mut scores = Vec::new();
        for &(place, share) in &shares {
            let safe = risk.placements() - risk.count(place).expect("a hidden cell");
            let before = board.clone();
            let found = score(&mut board, (place, 1.0 - share), &safe, f64::NEG_INFINITY, &run);
            assert_eq!(board, before, "the click is taken back");
            let (found, expected) = (found.expect("a score"), worth(&board, &all, place));
            assert!((found - expected).abs() < 1e-12, "{place} of {text}: {found}, not {expected}");
            scores.push((place, expected));
        }
        // The best of the candidates, the first of equals.
        let candidates = candidates(&board, &by_risk(&shares));
        let of = |place: usize| scores.iter().find(|(other, _)| *other == place).expect("scored").1;
        let most = candidates.iter().map(|&(place, _)| of(place)).fold(0.0, f64::max);
        let chosen = best(&mut board, &risk, shares.clone(), &run).expect("a cell");
        let first = candidates.iter().find(|&&(place, _)| of(place) > most - 1e-12).expect("a best one");
        // Of equals a rounding may decide.
        assert!(of(chosen) > most - 1e-12, "{text}: {scores:?}");
        assert!(!is_fixed || chosen == first.0, "{text}: {scores:?}");
        // A cell that cannot beat another is not looked at to the end, and scores no more than it would.
        for &(place, share) in &candidates {
            let safe = risk.placements() - risk.count(place).expect("a hidden cell");
            let found = score(&mut board, (place, 1.0 - share), &safe, most + 1e-9, &run).expect("a score");
            assert!(found <= of(place) + 1e-12);
            let found =
                score(&mut board, (place, 1.0 - share), &safe, of(place) - 1e-9, &run).expect("a score");
            assert!((found - of(place)).abs() < 1e-12, "what beats is looked at whole");
        }
    }
}

fn by_risk(shares: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let mut shares = shares.to_vec();
    shares.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    shares
}

/// Of the cells of low risk those next to a number, up to fourteen, and six of the others: those with the fewest hidden
/// cells around.
#[test]
fn cells_that_are_looked_at() {
    let board = board("mines 20\n1.......\n........\n........\n....1...\n........\n........\n.......1");
    let hidden = |place: &usize| board.cells()[*place].is_hidden();
    let far_away = |place: usize| board.neighbours(place).all(|near| hidden(&near));
    let share = |place: usize| match place % 5 {
        0 => 0.3,
        1 => 0.281,
        _ => 0.2 + place as f64 / 1000.0,
    };
    let shares = by_risk(&(0..56).filter(hidden).map(|place| (place, share(place))).collect::<Vec<_>>());
    let lowest = shares[0].1;
    let chosen = candidates(&board, &shares);
    assert_eq!(chosen, by_risk(&chosen), "the lowest risk first");
    assert!(chosen.iter().all(|&(place, own)| own == share(place) && own <= lowest + 0.08));
    let (far, near): (Vec<usize>, Vec<usize>) =
        chosen.iter().map(|(place, _)| *place).partition(|&place| far_away(place));
    let low = |place: &usize| hidden(place) && share(*place) <= lowest + 0.08;
    let all_near = (0..56).filter(|place| low(place) && !far_away(*place)).count();
    assert_eq!((near.len(), far.len()), (all_near.min(14), 6));
    let crowded = |place: usize| board.neighbours(place).filter(hidden).count();
    let most = far.iter().map(|&place| crowded(place)).max().expect("six");
    for other in (0..56).filter(|place| low(place) && far_away(*place) && !far.contains(place)) {
        assert!(crowded(other) >= most, "{other} has fewer hidden cells around than one of {far:?}");
    }
}

/// A wall of numbers: more cells of low risk beside them than are looked at.
#[test]
fn no_more_than_so_many_cells_are_looked_at() {
    let row = "1.".repeat(12);
    let board = board(&format!("mines 9\n{row}\n{row}"));
    let shares: Vec<(usize, f64)> =
        (0..48).filter(|&place| board.cells()[place].is_hidden()).map(|place| (place, 0.25)).collect();
    let chosen = candidates(&board, &shares);
    assert_eq!(chosen, shares[..14]);
}
