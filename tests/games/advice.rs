//! Advice on Minesweeper: safe cells, exact probabilities of winning and estimates, compared with other solvers.

use chancetree::exact::{Rational, one, ratio, zero};
use chancetree::games::mines::advice::{ClickAdvice, SafeCell, SafeReason};
use chancetree::games::mines::best::OpeningValue;
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::field::Field as SmallField;
use chancetree::games::mines::prior::MinePrior;
use chancetree::games::mines::risk::Risk;
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::Job;
use oracles::minefield::{Field, Random};
use std::collections::{BTreeMap, HashMap};

/// Returns a random position with open cells, and the mines below it.
fn position(
    rows: usize,
    columns: usize,
    mines: usize,
    open: usize,
    random: &mut Random,
) -> (SeenBoard, Field) {
    let field = Field::random(rows, columns, mines, random);
    let mut cells = field.opened(open, random);
    cells.iter_mut().filter(|cell| **cell == VisibleCell::Mine).for_each(|mine| *mine = VisibleCell::Hidden);
    (SeenBoard::new(columns, cells, mines).expect("a board"), field)
}

fn advice(board: &SeenBoard) -> ClickAdvice {
    let job = Job::default();
    let system = board.system().expect("numbers that fit");
    let risk = Risk::of_system(&system, &job).expect("a risk");
    ClickAdvice::of(board, &system, (&risk, &MinePrior::Exact(board.mines())), &job).expect("advice")
}

/// Placements as masks of mines, each with a weight.
type Weighed = Vec<(u32, Rational)>;

/// Returns the weight that is won from `left`, the placements that agree with the numbers of the `open` cells: the best of all next
/// cells, certain or not. A single placement is won.
fn won(
    board: &SeenBoard,
    left: &Weighed,
    open: u32,
    known: &mut HashMap<(Vec<u32>, u32), Rational>,
) -> Rational {
    if left.len() == 1 {
        return left[0].1.clone();
    }
    let key = (left.iter().map(|placement| placement.0).collect(), open);
    if let Some(won) = known.get(&key) {
        return won.clone();
    }
    let closed = (0..board.cells().len()).filter(|cell| open >> cell & 1 == 0);
    let best = closed.map(|cell| won_by(board, (left, open), cell, known)).max().unwrap_or_else(zero);
    known.insert(key, best.clone());
    best
}

/// Returns the weight that is won from a position if `cell` is opened next.
fn won_by(
    board: &SeenBoard,
    (left, open): (&Weighed, u32),
    cell: usize,
    known: &mut HashMap<(Vec<u32>, u32), Rational>,
) -> Rational {
    let mut by_number: BTreeMap<usize, Weighed> = BTreeMap::new();
    for (mines, weight) in left.iter().filter(|(mines, _)| mines >> cell & 1 == 0) {
        let number = board.neighbours(cell).filter(|near| mines >> near & 1 == 1).count();
        by_number.entry(number).or_default().push((*mines, weight.clone()));
    }
    by_number.values().map(|left| won(board, left, open | 1 << cell, known)).sum()
}

/// Ranges and densities have the values of a player who may open any cell at any time, with every placement listed.
#[test]
fn uncertain_mines_have_the_values_of_all_ways_to_play() {
    let (mut random, mut checked) = (Random::new(11), [0, 0]);
    while checked.into_iter().min() < Some(25) {
        let (full, _) = position(3, 3, 2, 1 + random.below(5), &mut random);
        let cells = full.cells();
        let count = |mines: u32, cell: usize| {
            full.neighbours(cell).filter(|near| mines >> near & 1 == 1).count() as u32
        };
        let fits = |mines: &u32| {
            cells.iter().enumerate().all(|(cell, seen)| match *seen {
                VisibleCell::Open(number) => mines >> cell & 1 == 0 && count(*mines, cell) == number,
                _ => true,
            })
        };
        let density = ratio(1 + random.below(6) as u32, 7);
        let power = |value: &Rational, times: u32| (0..times).map(|_| value.clone()).product::<Rational>();
        let (least, most) = (random.below(3) as u32, 2 + random.below(3) as u32);
        for (kind, prior) in
            [MinePrior::Between(least as usize, most as usize), MinePrior::Density(density.clone())]
                .into_iter()
                .enumerate()
        {
            let weight = |mines: u32| match kind {
                0 if (least..=most).contains(&mines) => one(),
                0 => zero(),
                _ => power(&density, mines) * power(&(one() - &density), 9 - mines),
            };
            let left: Weighed = (0..1 << 9)
                .filter(fits)
                .map(|mines: u32| (mines, weight(mines.count_ones())))
                .filter(|placement| placement.1 > zero())
                .collect();
            let board = SeenBoard::new(3, cells.to_vec(), 0).expect("a board");
            let (system, job) = (board.system().expect("a system"), Job::default());
            let risk = Risk::assuming(&system, &prior, &job).expect("a risk");
            let advice = ClickAdvice::of(&board, &system, (&risk, &prior), &job).expect("advice");
            let ClickAdvice::Exact(clicks) = advice else { continue };
            checked[kind] += 1;
            let total: Rational = left.iter().map(|placement| &placement.1).sum();
            let open = (0..9).filter(|&cell| cells[cell].is_open()).fold(0, |open, cell| open | 1 << cell);
            let mut known = HashMap::new();
            for (place, win) in clicks {
                let expected = won_by(&board, (&left, open), place, &mut known);
                assert_eq!(win * &total, expected, "{board}: {prior}, {place}");
            }
        }
    }
}

/// The cells of an uncertain board with many placements are ranked by their risks.
#[test]
fn uncertain_mines_of_a_large_board_are_ranked_by_risk() {
    let board: SeenBoard =
        format!("mines 0\n{}", ".........\n".repeat(8) + "........1\n").parse().expect("a position");
    let (system, job) = (board.system().expect("a system"), Job::default());
    for text in ["8..12", "15%"] {
        let prior: MinePrior = text.parse().expect("a prior");
        let risk = Risk::assuming(&system, &prior, &job).expect("a risk");
        let advice = ClickAdvice::of(&board, &system, (&risk, &prior), &job).expect("advice");
        let ClickAdvice::Risk(clicks) = advice else { panic!("{advice:?}") };
        let mut all = risk.all();
        all.sort_by_key(|(place, risk)| (risk.clone(), *place));
        assert_eq!(clicks, all);
    }
}

/// Compares exact advice with the small-board solver, which prunes by bounds on the losses of groups of cells.
#[test]
fn exact_advice_matches_optimal_play() {
    let (mut random, mut exact) = (Random::new(3), 0);
    while exact < 60 {
        let (board, _) = position(4, 4, 4, 5, &mut random);
        let ClickAdvice::Exact(clicks) = advice(&board) else { continue };
        exact += 1;
        let field = SmallField::new(4, 4, 4).expect("a field");
        let (values, placements, most) =
            OpeningValue::of_position(&field, &board, false, &Job::default()).expect("values");
        assert_eq!(clicks[0].1, ratio(most, placements), "{board}");
        assert!(clicks.is_sorted_by(|one, other| one.1 >= other.1), "{board}");
        for (place, win) in clicks {
            let at = board.grid().at(place);
            let value = values.iter().find(|value| [value.cell.row, value.cell.col].map(usize::from) == at);
            assert_eq!(win, value.expect("a hidden cell").win(), "{board}: {at:?}");
        }
    }
}

/// Checks that safe cells have no mine, that all of them are listed, and that every mine of a number cited as a reason is known.
#[test]
fn safe_cells_have_no_mine_and_a_valid_reason() {
    let (mut random, mut safe, mut reasons, mut totals) = (Random::new(5), 0, 0, 0);
    while safe < 300 {
        let (board, field) = position(6, 7, 8, 14, &mut random);
        let ClickAdvice::Safe(cells) = advice(&board) else { continue };
        let risk = Risk::of(&board, &Job::default()).expect("a risk");
        let certain = risk.rounded().into_iter().filter(|cell| cell.1 == 0.0).map(|cell| cell.0);
        assert!(certain.eq(cells.iter().map(|cell| cell.place)), "{board}");
        // The board with every other number of mines for which it is possible.
        let others: Vec<Risk> = (0..=42)
            .filter_map(|mines| SeenBoard::new(board.columns(), board.cells().to_vec(), mines).ok())
            .filter_map(|board| Risk::of(&board, &Job::default()).ok())
            .collect();
        for SafeCell { place, why } in cells {
            safe += 1;
            assert!(!field.is_mine(place), "{board}");
            let is_always_safe = others.iter().all(|risk| risk.at(place) == Some(ratio(0, 1)));
            match why {
                SafeReason::Number(_) => {}
                SafeReason::Numbers => assert!(is_always_safe, "{board}: {place}"),
                SafeReason::Total => assert!(!is_always_safe, "{board}: {place}"),
            }
            totals += usize::from(why == SafeReason::Total);
            if let SafeReason::Number(number) = why {
                reasons += 1;
                let known = |near: &usize| risk.rounded().contains(&(*near, 1.0));
                let mines = board.neighbours(number).filter(known).count();
                assert!(board.neighbours(number).any(|near| near == place), "{board}");
                assert_eq!(board.cells()[number], VisibleCell::Open(mines as u32), "{board}");
            }
        }
    }
    assert!(reasons > 100, "{reasons} reasons");
    assert!(totals > 0, "the number of all mines is never needed");
}

#[test]
fn a_board_full_of_mines_has_no_cell_to_open() {
    assert_eq!(advice(&"mines 3\n3.\n..\n".parse().expect("a position")), ClickAdvice::Safe(Vec::new()));
}

/// Compares the solver for few placements, which accepts any board size, with the small-board solver on every hidden cell.
#[test]
fn solver_for_few_placements_matches_small_board_solver() {
    let (mut random, job) = (Random::new(8), Job::default());
    for _ in 0..100 {
        let (board, _) = position(4, 5, 5, 6 + random.below(8), &mut random);
        let field = SmallField::new(4, 5, 5).expect("a field");
        let small = OpeningValue::of_position(&field, &board, false, &job).expect("values");
        let any = OpeningValue::of_small_position(&board, &job).expect("values");
        assert_eq!(any, Some(small), "{board}");
    }
}

/// Surrounds a small board with known mines and open cells, which must change neither its placements nor its values.
#[test]
fn a_small_board_within_a_large_one_keeps_its_values() {
    let (mut random, job) = (Random::new(9), Job::default());
    for _ in 0..40 {
        let (board, _) = position(3, 4, 3, 1 + random.below(4), &mut random);
        let field = SmallField::new(3, 4, 3).expect("a field");
        let (small, placements, most) =
            OpeningValue::of_position(&field, &board, false, &job).expect("values");
        // The small board is in the corner of 10 x 12 cells.
        let place = |row: usize, column: usize| row * 12 + column;
        let is_wall = |row: usize, column: usize| (row == 3 && column <= 4) || (row <= 3 && column == 4);
        let mut cells = vec![VisibleCell::Hidden; 10 * 12];
        for (row, column) in (0..10_usize).flat_map(|row| (0..12_usize).map(move |column| (row, column))) {
            let near = (row.saturating_sub(1)..=row + 1)
                .flat_map(|row| (column.saturating_sub(1)..=column + 1).map(move |column| (row, column)));
            let walls = near.filter(|&(row, column)| is_wall(row, column)).count() as u32;
            cells[place(row, column)] = match is_wall(row, column) {
                true => VisibleCell::Mine,
                false if row < 3 && column < 4 => match board.cells()[row * 4 + column] {
                    VisibleCell::Open(number) => VisibleCell::Open(number + walls),
                    other => other,
                },
                false => VisibleCell::Open(walls),
            };
        }
        let large = SeenBoard::new(12, cells, 3 + 8).expect("a board");
        let found = OpeningValue::of_small_position(&large, &job).expect("values").expect("few placements");
        assert_eq!(found, (small, placements, most), "{large}");
    }
}
