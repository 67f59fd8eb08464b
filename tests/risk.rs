//! Mine probabilities against every placement laid out, and against what Lindgren (2000) prints.

mod common;

use chancetree::engine::Run;
use chancetree::exact::{Natural, Rational, fraction, one, ratio, zero};
use chancetree::games::mines::board::{Board, Cell};
use chancetree::games::mines::risk::{Risk, Unknown};
use chancetree::games::mines::system::Contradiction;
use common::minefield::{Field, Lots, placements};
use proptest::prelude::*;

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

fn risk(board: &Board) -> Risk {
    Risk::of(board, &Run::default()).expect("probabilities")
}

/// Some cells of a small field opened, some mines known, some numbers wrong.
fn small_board() -> impl Strategy<Value = Board> {
    let size = (1usize..5, 1usize..6).prop_filter("few cells", |(rows, columns)| rows * columns <= 16);
    (size, any::<u64>(), 0usize..8, prop_oneof![3 => Just(0u8), 1 => Just(1)]).prop_map(
        |((rows, columns), seed, mines, wrong)| {
            let mut lots = Lots::new(seed);
            let cells = rows * columns;
            let mines = mines.min(cells);
            let field = Field::random(rows, columns, mines, &mut lots);
            let density = lots.below(100);
            let mut seen: Vec<Cell> = (0..cells)
                .map(|cell| match (field.is_mine(cell), lots.below(100) < density) {
                    (true, open) if open && lots.below(4) == 0 => Cell::Mine,
                    (false, true) => Cell::Open(field.number(cell)),
                    _ if lots.below(5) == 0 => Cell::Flag,
                    _ => Cell::Hidden,
                })
                .collect();
            if wrong > 0 {
                let place = lots.below(cells);
                if let Cell::Open(_) = seen[place] {
                    seen[place] = Cell::Open(lots.below(9) as u8);
                }
            }
            Board::new(columns, seen.clone(), mines).unwrap_or_else(|_| {
                seen.iter_mut().for_each(|cell| *cell = Cell::Hidden);
                Board::new(columns, seen, mines).expect("an empty board")
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    /// Every probability, the number of placements, the best cells: by counting placements one by one.
    #[test]
    fn as_all_placements_say(board in small_board()) {
        let fitting = placements(&board);
        match Risk::of(&board, &Run::default()) {
            Ok(risk) => {
                prop_assert_eq!(risk.placements(), &Natural::from(fitting.len()));
                let mut sum = zero();
                for (place, value) in risk.all() {
                    let with = fitting.iter().filter(|mines| mines[place]).count();
                    prop_assert_eq!(&value, &ratio(with, fitting.len()), "at {}", place);
                    prop_assert_eq!(risk.count(place), Some(Natural::from(with)));
                    prop_assert_eq!(risk.at(place), Some(value.clone()));
                    sum += value;
                }
                let known = board.cells().iter().filter(|cell| **cell == Cell::Mine).count();
                prop_assert_eq!(sum, ratio(board.mines() - known, 1));
                let least = risk.all().into_iter().map(|(_, value)| value).min();
                let best: Vec<usize> =
                    risk.all().into_iter().filter(|(_, value)| Some(value) == least.as_ref()).map(|(at, _)| at).collect();
                prop_assert_eq!(risk.best(), best);
                for island in risk.islands() {
                    prop_assert_eq!(island.law.iter().sum::<Rational>(), one());
                    for (more, chance) in island.law.iter().enumerate() {
                        let on = |mines: &&Vec<bool>| island.cells.iter().filter(|&&cell| mines[cell]).count();
                        let number = fitting.iter().filter(|mines| on(mines) == island.least + more).count();
                        prop_assert_eq!(chance, &ratio(number, fitting.len()));
                    }
                }
            }
            Err(Unknown::Contradiction(why)) => {
                prop_assert!(fitting.is_empty(), "{}", why);
                check_contradiction(&board, &why)?;
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    /// Reading back what was written, and never a panic.
    #[test]
    fn boards_read_back(board in small_board()) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn no_text_panics(text in "(mines [0-9]{0,3}\n)?[0-9.F* x\n]{0,60}|\\PC{0,40}") {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.cells().len(), board.rows() * board.columns());
            let _ = Risk::of(&board, &Run::default());
        }
    }
}

/// Numbers that are blamed contradict each other, and all of them are needed for it.
fn check_contradiction(board: &Board, why: &Contradiction) -> Result<(), TestCaseError> {
    let with = |clues: &[usize], mines: usize| {
        let cells = board.cells().iter().enumerate().map(|(place, cell)| match cell {
            Cell::Open(number) if clues.contains(&place) => (Cell::Open(*number), false),
            // A cell that is open without a number that counts.
            Cell::Open(_) => (Cell::Open(0), true),
            other => (*other, false),
        });
        common::minefield::fits(board.columns(), &cells.collect::<Vec<_>>(), mines)
    };
    let numbers: Vec<usize> =
        (0..board.cells().len()).filter(|&place| matches!(board.cells()[place], Cell::Open(_))).collect();
    let any = |clues: &[usize]| (0..=board.cells().len()).any(|mines| with(clues, mines));
    match why {
        Contradiction::Clues(clues) => {
            prop_assert!(!any(clues), "{:?} do not contradict each other", clues);
            for place in clues {
                let fewer: Vec<usize> = clues.iter().copied().filter(|other| other != place).collect();
                prop_assert!(any(&fewer), "{:?} do without {}", clues, place);
            }
        }
        Contradiction::Mines { mines, least, most } => {
            let known = board.mines() - mines;
            prop_assert!(mines < least || mines > most);
            prop_assert!(with(&numbers, least + known) && with(&numbers, most + known));
            prop_assert!(!(0..*least).any(|fewer| with(&numbers, fewer + known)));
            prop_assert!(!(most + 1..20).any(|more| with(&numbers, more + known)));
        }
        Contradiction::Gap(mines) => {
            prop_assert_eq!(
                *mines,
                board.mines() - board.cells().iter().filter(|cell| **cell == Cell::Mine).count()
            );
            prop_assert!((0..board.mines()).any(|fewer| with(&numbers, fewer)));
            prop_assert!((board.mines()..20).any(|more| with(&numbers, more)));
        }
    }
    Ok(())
}

/// The probabilities of all cells, row by row; an opened cell is `-`.
fn grid(text: &str) -> Vec<String> {
    let board = board(text);
    let risk = risk(&board);
    (0..board.cells().len())
        .map(|place| risk.at(place).map_or("-".to_owned(), |value| fraction(&value)))
        .collect()
}

/// Lindgren (2000), section 2, example 3, and section 3, example 3.
#[test]
fn the_worked_boards_of_lindgren() {
    assert_eq!(
        grid("mines 3\n1...\n....\n..2.\n....\n").join(" "),
        "- 3/10 1/10 1/10 3/10 2/5 8/35 8/35 1/10 8/35 - 8/35 1/10 8/35 8/35 8/35"
    );
    assert_eq!(
        grid("mines 3\n1...\n...1\n....\n....\n").join(" "),
        "- 1/3 1/5 1/5 1/3 1/3 1/5 - 1/6 1/6 1/5 1/5 1/6 1/6 1/6 1/6"
    );
    let column = grid("mines 2\n001.\n001.\n001.\n001.\n001.\n001.\n");
    assert_eq!(
        column.iter().filter(|cell| *cell != "-").map(String::as_str).collect::<Vec<_>>(),
        ["0/1", "1/1", "0/1", "0/1", "1/1", "0/1"]
    );
}
