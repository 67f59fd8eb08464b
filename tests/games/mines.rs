//! Minesweeper against independent oracles: a recursion over sets of placements without merging, published numbers, and
//! the two solvers against each other.

use chancetree::exact::{Rational, ratio};
use chancetree::game::Game as _;
use chancetree::games::mines::best::{AllowedCells, OptimalSolver};
use chancetree::games::mines::field::{Field, choose};
use chancetree::games::mines::game::{
    Aim, BoardCell, Contents, FieldState, FirstCell, FirstClick, Mines, Opener, Ties,
};
use chancetree::model::{Graph, Job};
use chancetree_engine::evaluate::{ForwardResult, forward, solve};
use oracles::minefield::{Plain, Rule, images, subsets};
use std::collections::BTreeSet;

pub(super) fn field(rows: u8, cols: u8, mines: u8) -> Field {
    Field::new(rows.into(), cols.into(), mines.into()).expect("a field")
}

pub(super) fn game(field: &Field, play: Opener, start: FirstCell) -> Mines {
    Mines::new(field.clone(), play, start, FirstClick::Any).expect("a game")
}

fn odds(game: &Mines) -> ForwardResult {
    forward(game, &[0], &Job::default()).expect("no decisions")
}

/// Returns P(win), the probability that no mine is left.
pub(super) fn win(game: &Mines) -> Rational {
    odds(game).distribution.iter().find(|(left, _)| left[..] == [0]).map_or(ratio(0, 1), |(_, share)| share)
}

pub(super) fn optimal_value(game: &Mines, aim: Aim) -> Rational {
    let graph = Graph::of(game, &Job::default()).expect("no limit");
    let solution = solve(&graph, &aim, &Job::default()).expect("no limit");
    solution.value(graph.start())[0].clone()
}

/// Returns the number of placements that best play wins if it begins with `cell`.
pub(super) fn wins(best: &OptimalSolver<'_>, cell: u8) -> u64 {
    best.wins_by_first_cell(FirstClick::Any, &[cell]).expect("no limit")[0]
}

pub(super) fn plain(rows: u8, cols: u8, mines: u8, lowest: Option<Rule<'_>>, cell: usize) -> Rational {
    let cells: Vec<_> =
        (0..i32::from(rows)).flat_map(|row| (0..i32::from(cols)).map(move |col| (row, col))).collect();
    let placements = subsets(cells.len(), usize::from(mines));
    let total = placements.len();
    Plain { cells, lowest }.after(&placements, &[], cell) / ratio(total, 1)
}

#[test]
fn placements_are_counted() {
    for (rows, cols, mines) in [(1, 1, 0), (1, 1, 1), (2, 3, 2), (4, 4, 5), (3, 5, 15)] {
        let field = Field::new(rows, cols, mines).expect("a board");
        let all = field.placements();
        assert_eq!(field.placement_count(), all.len() as u64, "{rows} {cols} {mines}");
        assert_eq!(choose(rows * cols, mines), all.len() as u64);
        assert!(all.is_sorted() && all.iter().all(|placement| placement.count_ones() == mines as u32));
    }
}

#[test]
fn mines_left_when_lost() {
    let distribution =
        odds(&game(&field(4, 4, 3), Opener::Lowest(Ties::Random), FirstCell::Corner)).distribution;
    let lost: Rational = distribution.iter().filter(|(left, _)| left[0] > 0).map(|(_, share)| share).sum();
    let left = distribution.expected()[0].clone() / lost;
    assert_eq!(chancetree::exact::decimal(&left, 5), "2.93004");
}

#[test]
fn engine_against_a_plain_recursion() {
    let rules: [(Ties, Rule<'_>); 3] = [
        (Ties::Random, &|tied: &[usize]| tied.to_vec()),
        (Ties::Last, &|tied: &[usize]| tied[tied.len() - 1..].to_vec()),
        (Ties::First, &|tied: &[usize]| tied[..1].to_vec()),
    ];
    for (rows, cols, mines) in [(1, 5, 2), (2, 3, 2), (3, 3, 2), (2, 4, 3)] {
        for (ties, rule) in rules {
            for (cell, at) in [(0, BoardCell { row: 1, col: 1 }), (1, BoardCell { row: 1, col: 2 })] {
                let game = game(&field(rows, cols, mines), Opener::Lowest(ties), FirstCell::At(at));
                let expected = plain(rows, cols, mines, Some(rule), cell);
                assert_eq!(win(&game), expected, "{rows} x {cols}, {mines} mines, {ties:?}, {at}");
                assert_eq!(win(&game.clone().unmerged()), expected);
                assert_eq!(win(&game.every_order()), expected);
            }
        }
    }
}

/// In a single row or column the ends are corners, the other cells are edges, and there is no middle.
#[test]
fn boards_of_one_row_or_column() {
    for cells in 1..=6u8 {
        for mines in 0..=cells {
            let end = |cell: usize| cell == 0 || cell + 1 == usize::from(cells);
            let outer = |tied: &[usize]| {
                let ends: Vec<usize> = tied.iter().copied().filter(|&cell| end(cell)).collect();
                if ends.is_empty() { tied.to_vec() } else { ends }
            };
            for (rows, cols) in [(1, cells), (cells, 1)] {
                let field = field(rows, cols, mines);
                let odds = |start| {
                    let play = Opener::Lowest(Ties::CornerEdgeRandom);
                    Mines::new(field.clone(), play, start, FirstClick::Any).map(|game| win(&game)).ok()
                };
                let expected = |start: &dyn Fn(usize) -> bool| {
                    let starts: Vec<usize> = (0..cells.into()).filter(|&cell| start(cell)).collect();
                    let sum: Rational =
                        starts.iter().map(|&cell| plain(rows, cols, mines, Some(&outer), cell)).sum();
                    (!starts.is_empty()).then(|| sum / ratio(starts.len(), 1))
                };
                let what = format!("{rows} x {cols}, {mines} mines");
                assert_eq!(odds(FirstCell::Corner), expected(&end), "{what}");
                assert_eq!(odds(FirstCell::Edge), expected(&|cell| !end(cell)), "{what}");
                assert_eq!(odds(FirstCell::Anywhere), expected(&|_| true), "{what}");
                assert_eq!(odds(FirstCell::Middle), None, "{what}");
            }
        }
    }
}

#[test]
fn ties_at_their_best_and_worst() {
    let field = field(3, 4, 3);
    let corner = FirstCell::At(BoardCell { row: 1, col: 1 });
    let free = game(&field, Opener::Lowest(Ties::Free), corner);
    let job = Job::default();
    let best = optimal_value(&free, Aim::Win);
    let wins = self::wins(&OptimalSolver::new(&field, AllowedCells::Lowest, &job), 0);
    assert_eq!(best, ratio(wins, choose(12, 3)));
    let worst = -optimal_value(&free, Aim::Lose);
    let random = win(&game(&field, Opener::Lowest(Ties::Random), corner));
    assert!(worst < random && random < best, "{worst} {random} {best}");
}

#[test]
fn a_protected_first_click() {
    let field = field(4, 4, 3);
    let at = FirstCell::At(BoardCell { row: 1, col: 1 });
    let safe = Mines::new(field.clone(), Opener::Best, at, FirstClick::Safe).expect("a game");
    assert_eq!(optimal_value(&safe, Aim::Win), ratio(400, choose(15, 3)));
    let opening =
        Mines::new(field.clone(), Opener::Best, FirstCell::Middle, FirstClick::Opening).expect("a game");
    let distribution =
        win(&Mines::new(field, Opener::Lowest(Ties::Random), FirstCell::Middle, FirstClick::Opening)
            .expect("a game"));
    assert!(distribution <= optimal_value(&opening, Aim::Win));
    assert!(Mines::new(self::field(3, 3, 1), Opener::Best, FirstCell::Middle, FirstClick::Opening).is_err());
}

/// The paper counts 824,622 states in "the full tree of the strategy" with 2 mines on 4 x 4 cells, and 1,530,545 with 3. It
/// counts each visible position once, with any first cell, random order of safe cells, and games that end as soon as every
/// mine is identified. It omits the board before the first click.
#[test]
fn position_count_matches_the_papers_program() {
    let field = field(4, 4, 2);
    let game = game(&field, Opener::Lowest(Ties::Random), FirstCell::Anywhere).every_order();
    let graph = Graph::of(&game, &Job::default()).expect("no limit");
    let mut seen = BTreeSet::new();
    for node in 0..graph.node_count() {
        let view @ FieldState::Open { opened, numbers } = *graph.state(node) else { continue };
        seen.insert(view);
        for edge in graph.edges_of(node) {
            let (_, target, label) = graph.edge(edge);
            let event = label.event;
            let (FieldState::Won, Contents::Number(shown)) = (graph.state(target), event.shown) else {
                continue;
            };
            let cell = (event.cell.row - 1) * 4 + event.cell.col - 1;
            let mut numbers = numbers;
            numbers[0] |= u64::from(shown) << (4 * cell);
            seen.insert(game.canonical(FieldState::Open { opened: opened | 1 << cell, numbers }));
        }
    }
    // Counts the distinct images of each position under rotation and reflection.
    let images = |view: &FieldState| match *view {
        FieldState::Open { opened, numbers } => images(opened, numbers[0], field.symmetries()),
        _ => 0,
    };
    assert_eq!(seen.iter().map(images).sum::<usize>() - 1, 824_622);
}

/// Compares the neighbours and numbers of all cells at once with those of each cell.
#[test]
fn numbers_of_all_cells_at_once() {
    let mut word = 1u64;
    for (rows, cols) in [(1, 1), (1, 7), (7, 1), (2, 2), (3, 5), (4, 4), (8, 8), (1, 64), (64, 1), (32, 2)] {
        let field = field(rows, cols, 0);
        for _ in 0..50 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mask = (word ^ word >> 29 | word << 13) & field.whole();
            let words = field.numbers(mask);
            let near = (0..field.cells()).fold(0u64, |near, cell| {
                let number =
                    words.iter().rev().fold(0, |number, word| number << 1 | (word >> cell & 1) as u8);
                assert_eq!(number, field.number(cell, mask), "{rows} x {cols}, cell {cell}, {mask:b}");
                near | u64::from(number > 0) << cell
            });
            assert_eq!(field.around(mask), near);
        }
    }
}

/// The smallest board on which lowest risk is not optimal has 2 x 4 cells and 3 mines: it wins 11 of 56 placements with every
/// rule for ties, best play wins 12.
#[test]
fn lowest_risk_is_not_optimal() {
    let most = |rows, cols, mines, play: fn(&Mines) -> Rational, game: Opener| {
        let field = field(rows, cols, mines);
        let starts = field.representatives().into_iter().map(|cell| {
            let at = FirstCell::At(BoardCell { row: cell / cols + 1, col: cell % cols + 1 });
            play(&self::game(&field, game, at))
        });
        starts.max().expect("a board has a cell")
    };
    let value = |game: &Mines| optimal_value(game, Aim::Win);
    for (rows, cols) in [(1, 2), (1, 3), (1, 4), (2, 2), (1, 5), (2, 3), (1, 6), (1, 7), (1, 8), (2, 4)] {
        for mines in 1..rows * cols {
            let lowest = most(rows, cols, mines, value, Opener::Lowest(Ties::Free));
            let best = most(rows, cols, mines, value, Opener::Best);
            if (rows, cols, mines) == (2, 4, 3) {
                assert_eq!((lowest, best), (ratio(11, 56), ratio(12, 56)));
            } else {
                assert_eq!(lowest, best, "{rows} x {cols}, {mines} mines");
            }
        }
    }
    let plain = (0..8).map(|cell| plain(2, 4, 3, None, cell)).max();
    assert_eq!(plain, Some(ratio(12, 56)));
}
