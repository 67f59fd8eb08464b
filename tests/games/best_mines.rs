//! Best play of Minesweeper, against plain recursion.

use super::mines::{field, game, optimal_value, plain, wins};
use chancetree::exact::ratio;
use chancetree::games::mines::best::{AllowedCells, OpeningValue, OptimalSolver};
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::field::{Field, choose};
use chancetree::games::mines::game::{Aim, BoardCell, FirstCell, FirstClick, Mines, Opener, Ties};
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::{Job, Monitor, Progress};
use chancetree::random::Random;
use oracles::minefield::{Plain, placements, subsets};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

#[test]
fn best_play_agrees_with_solver_and_recursion() {
    for (rows, cols, mines) in [(1, 5, 2), (2, 3, 2), (3, 3, 1), (3, 3, 2), (2, 4, 3), (3, 3, 4)] {
        let field = field(rows, cols, mines);
        let job = Job::default();
        let best = OptimalSolver::new(&field, AllowedCells::All, &job);
        let total = choose(field.cells().into(), mines.into());
        for cell in 0..field.cells() {
            let won = ratio(wins(&best, cell), total);
            let at = FirstCell::At(BoardCell { row: cell / cols + 1, col: cell % cols + 1 });
            let game = game(&field, Opener::Best, at);
            assert_eq!(optimal_value(&game, Aim::Win), won, "{rows} x {cols}, {mines} mines, cell {cell}");
            assert_eq!(optimal_value(&game.unmerged(), Aim::Win), won);
            // Without merging: small boards only, and one cell of each other board.
            if field.cells() < 9 || (mines < 3 && cell == 1) {
                assert_eq!(plain(rows, cols, mines, None, cell.into()), won);
            }
        }
    }
}

/// Compares the solver with the game of decisions, for every number of mines.
#[test]
fn best_play_with_few_and_many_mines() {
    let job = Job::default();
    for (rows, cols) in [(1, 8), (2, 5), (3, 3), (3, 4)] {
        for mines in 0..=rows * cols {
            let field = field(rows, cols, mines);
            let chosen = |play| game(&field, play, FirstCell::Chosen);
            let total = choose(field.cells().into(), mines.into());
            for (play, among) in
                [(Opener::Best, AllowedCells::All), (Opener::Lowest(Ties::Free), AllowedCells::Lowest)]
            {
                let best = OptimalSolver::new(&field, among, &job);
                let wins =
                    best.wins_by_first_cell(FirstClick::Any, &field.representatives()).expect("no limit");
                let most = wins.into_iter().max().expect("a board has a cell");
                assert_eq!(
                    optimal_value(&chosen(play), Aim::Win),
                    ratio(most, total),
                    "{rows} x {cols}, {mines} mines"
                );
            }
        }
    }
}

/// Compares the solver with the game of decisions, for every start and first click.
#[test]
fn best_play_from_every_start() {
    let job = Job::default();
    for start in
        [FirstCell::Anywhere, FirstCell::Edge, FirstCell::Corner, FirstCell::Middle, FirstCell::Chosen]
    {
        for first_click in [FirstClick::Any, FirstClick::Safe, FirstClick::Opening] {
            for play in [Opener::Best, Opener::Lowest(Ties::Free)] {
                let game = Mines::new(field(3, 4, 2), play, start, first_click).expect("a game");
                let won = game.best(&job).expect("no limit");
                assert_eq!(won, Some(optimal_value(&game, Aim::Win)), "{play:?}, {start:?}, {first_click:?}");
            }
        }
    }
    let random = game(&field(3, 4, 2), Opener::Lowest(Ties::Random), FirstCell::Chosen);
    assert_eq!(random.best(&job), Ok(None));
}

/// From random positions, each cell wins as many placements as in the plain recursion.
#[test]
fn best_play_from_any_position() {
    let job = Job::default();
    let mut random = Random::seeded(1);
    let mut sizes = BTreeSet::new();
    for round in 0..2000 {
        let (rows, cols) = [(2, 3), (2, 4), (3, 3), (1, 7), (2, 5)][round % 5];
        let cells = rows * cols;
        let mines = 1 + random.below(u64::from(cells) - 1) as u8;
        let field = field(rows, cols, mines);
        let cell = |cell: u8| (i32::from(cell / cols), i32::from(cell % cols));
        let plain = Plain { cells: (0..cells).map(cell).collect(), lowest: None };
        let all = subsets(cells.into(), mines.into());
        let truth = &all[random.below(all.len() as u64) as usize];
        let (mut seen, mut opened) = (vec![VisibleCell::Hidden; cells.into()], Vec::new());
        for (cell, seen) in seen.iter_mut().enumerate().filter(|_| random.below(3) == 0) {
            if truth.contains(&cell) {
                *seen = VisibleCell::Mine;
            } else {
                *seen = VisibleCell::Open(plain.number(cell, truth) as u32);
                opened.push(cell);
            }
        }
        let board = SeenBoard::new(cols.into(), seen, mines.into()).expect("a position");
        let list = |mined: Vec<bool>| (0..mined.len()).filter(|cell| mined[*cell]).collect();
        let possible: Vec<Vec<usize>> = placements(&board).into_iter().map(list).collect();
        if possible.len() > 40 {
            // The plain recursion takes too long.
            continue;
        }
        sizes.insert(possible.len());
        let (found, fitting, _) = OpeningValue::of_position(&field, &board, false, &job).expect("no limit");
        assert_eq!(fitting, possible.len() as u64);
        let hidden: Vec<usize> =
            (0..).zip(board.cells()).filter(|(_, seen)| seen.is_hidden()).map(|(cell, _)| cell).collect();
        assert_eq!(found.len(), hidden.len());
        for (cell, found) in hidden.into_iter().zip(found) {
            let expected = plain.after(&possible, &opened, cell);
            assert_eq!(ratio(found.wins, 1), expected, "{board}, cell {cell}, {possible:?}");
        }
    }
    assert!((1..=10).all(|size| sizes.contains(&size)), "{sizes:?}");
}

/// Compares the solver with the game of decisions from positions; a position with all safe cells known is won.
#[test]
fn best_play_from_a_position() {
    let job = Job::default();
    for (text, won) in [
        ("mines 2\n....\n.1..\n....\n", None),
        ("mines 3\n....\n.2..\n....\n", None),
        ("mines 2\n1..\n...\n..*\n", None),
        ("mines 1\n11\n1.\n", Some(ratio(1, 1))),
        ("mines 2\n.2\n.2\n.1\n", Some(ratio(1, 1))),
    ] {
        let board: SeenBoard = text.parse().expect("a position");
        let field = Field::new(board.rows(), board.columns(), board.mines()).expect("a field");
        let game = |play| Mines::from_position(field.clone(), play, &board);
        let all = game(Opener::Best).expect("a game");
        let found = all.best(&job).expect("no limit");
        assert_eq!(found, Some(optimal_value(&all, Aim::Win)), "{text}");
        assert!(won.is_none() || found == won, "{text}");
        let lowest = game(Opener::Lowest(Ties::Free)).expect("a game");
        assert_eq!(lowest.best(&job), Ok(None), "the first cell is among all");
    }
}

/// Numbers of optimal wins by first cell, from an independent program.
#[test]
fn best_play_on_larger_boards() {
    for threads in [1, 2] {
        let job = Job { threads, ..Job::default() };
        let won = |(rows, cols, mines), among, cell| {
            wins(&OptimalSolver::new(&field(rows, cols, mines), among, &job), cell)
        };
        assert_eq!([0, 1, 5].map(|cell| won((4, 4, 3), AllowedCells::All, cell)), [400, 387, 386]);
        assert_eq!([0, 1, 5].map(|cell| won((4, 4, 4), AllowedCells::All, cell)), [949, 961, 914]);
        assert_eq!(won((4, 5, 4), AllowedCells::All, 0), 2950);
        assert_eq!(won((5, 5, 3), AllowedCells::All, 0), 1798);
        assert_eq!(won((5, 5, 4), AllowedCells::All, 0), 8236);
        let lowest = [0, 1, 5].map(|cell| won((4, 4, 4), AllowedCells::Lowest, cell));
        assert_eq!(lowest, [947, 960, 913], "lowest risk is not optimal");
    }
}

/// Records the greatest number of states that a solver reports.
#[derive(Default)]
struct ReportedStates(AtomicU64);

impl Monitor for ReportedStates {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.0.fetch_max(progress.states, Relaxed);
        ControlFlow::Continue(())
    }
}

/// Of rivals, placements that no safe cell separates, all but one are lost. Large groups of rivals, found one by one, leave few
/// sets of placements to search; smaller groups would leave more.
#[test]
fn rivals_prune_nearly_all_sets() {
    let sets = |(rows, cols, mines): (u8, u8, u8)| {
        let (field, monitor) = (field(rows, cols, mines), ReportedStates::default());
        let job = Job { monitor: &monitor, ..Job::default() };
        let best = OptimalSolver::new(&field, AllowedCells::All, &job);
        best.wins_by_first_cell(FirstClick::Any, &field.representatives()).expect("no limit");
        // The solver reports progress at every start.
        best.wins_by_first_cell(FirstClick::Any, &[0]).expect("no limit");
        monitor.0.load(Relaxed)
    };
    assert_eq!([(3, 4, 5), (2, 6, 5), (4, 4, 3), (4, 4, 4), (4, 5, 4)].map(sets), [319, 86, 14, 198, 331]);
}
