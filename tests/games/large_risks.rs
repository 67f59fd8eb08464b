//! Risks on boards that are too large for a list of placements.

use super::risk::{board, risk};
use chancetree::exact::{Natural, Rational, one, ratio};
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::risk::{Risk, RiskError};
use chancetree::games::mines::system::{Clue, Contradiction, System, VisibleCell};
use chancetree::model::{Error, Job, Stop};
use oracles::minefield::{Field, Random, ring};

/// An odd ring without any one of its numbers is consistent.
#[test]
fn a_contradiction_on_a_long_ring_lists_every_number() {
    let found = Risk::of_system(&ring(401), &Job::default());
    assert_eq!(found, Err(RiskError::Contradiction(Contradiction::Clues((0..401).collect()))));
}

/// On an even ring, every second cell has a mine.
#[test]
fn a_long_ring_has_two_placements() {
    let found = Risk::of_system(&ring(1000), &Job::default()).expect("every second cell");
    assert_eq!(found.placements(), &Natural::from(2u32));
    assert!(found.all().into_iter().all(|(_, value)| value == ratio(1, 2)));
}

#[test]
fn tables_of_a_long_ring_stay_small() {
    let few = Job { most_states: 20_000, ..Job::default() };
    Risk::of_system(&ring(1000), &few).expect("a few sums for each number");
}

/// A chain of numbers 1, each next to a cell of its own and to cells shared with both neighbours. A placement is a set of shared
/// cells without adjacent pairs; with `inner` mines between two numbers there are `numbers - inner` mines in total. A path of `n`
/// cells has C(n - k + 1, k) sets of `k` cells without adjacent pairs.
#[test]
fn placements_of_a_long_chain_are_counted() {
    let (numbers, inner) = (300, 100);
    let clue = |at: u32| Clue { at: at as usize, mines: 1, cells: vec![2 * at, 2 * at + 1, 2 * at + 2] };
    let system = System {
        hidden: (0..2 * numbers as usize + 1).collect(),
        clues: (0..numbers).map(clue).collect(),
        mines: (numbers - inner) as usize,
    };
    let found = Risk::of_system(&system, &Job::default()).expect("placements");
    // An end cell has a mine or not; a mine there leaves one cell fewer for the others.
    let sets = |path: u32| binomial(path - inner + 1, inner);
    let placements = sets(numbers - 1) + sets(numbers - 2) * 2u32 + sets(numbers - 3);
    assert_eq!(found.placements(), &placements);
    let mines: Rational = found.all().into_iter().map(|(_, value)| value).sum();
    assert_eq!(mines, ratio(numbers - inner, 1));
    assert_eq!(found.at(0), Some(ratio(sets(numbers - 2) + sets(numbers - 3), placements)));
}

/// Returns C(n, k).
fn binomial(n: u32, k: u32) -> Natural {
    (1..=k).fold(Natural::from(1u32), |product, factor| product * (n - k + factor) / factor)
}

/// Returns a closed board with some correct numbers.
pub(super) fn scattered(rows: usize, columns: usize, mines: usize, numbers: usize, seed: u64) -> SeenBoard {
    let mut random = Random::new(seed);
    let field = Field::random(rows, columns, mines, &mut random);
    let mut cells = vec![VisibleCell::Hidden; rows * columns];
    for _ in 0..numbers {
        let place = random.below(cells.len());
        if !field.is_mine(place) {
            cells[place] = VisibleCell::Open(field.number(place));
        }
    }
    SeenBoard::new(columns, cells, mines).expect("a position of a game")
}

/// On boards too large for enumeration, the risks add up to the number of mines, and mirrored boards have mirrored risks.
#[test]
fn the_mines_of_large_boards_add_up() {
    for (seed, numbers) in (0..30).zip([10, 40, 60].into_iter().cycle()) {
        let board = scattered(16, 30, 99, numbers, seed);
        let found = risk(&board);
        let sum: Rational = found.all().into_iter().map(|(_, value)| value).sum();
        assert_eq!(sum, ratio(99, 1));
        for island in found.islands() {
            assert_eq!(island.distribution.iter().sum::<Rational>(), one());
        }
        let turned: Vec<VisibleCell> = board.cells().iter().rev().copied().collect();
        let mirror = risk(&SeenBoard::new(30, turned, 99).expect("a board"));
        assert_eq!(mirror.placements(), found.placements());
        let last = board.cells().len() - 1;
        assert!(
            found.all().into_iter().all(|(place, value)| mirror.at(last - place) == Some(value)),
            "{board}"
        );
    }
}

/// Hard positions: cells between numbers, rings, and long chains of alternatives.
#[test]
fn hard_positions_are_solved_or_stopped() {
    // Every second cell of every second row opened: each hidden cell touches up to four numbers.
    let mut random = Random::new(5);
    let field = Field::random(13, 13, 30, &mut random);
    let cells: Vec<VisibleCell> = (0..169)
        .map(|place| match field.is_mine(place) || place / 13 % 2 == 0 || place % 13 % 2 == 0 {
            true => VisibleCell::Hidden,
            false => VisibleCell::Open(field.number(place)),
        })
        .collect();
    let lattice = SeenBoard::new(13, cells, 30).expect("a position of a game");
    let found = risk(&lattice);
    assert_eq!(found.all().into_iter().map(|(_, value)| value).sum::<Rational>(), ratio(30, 1));

    let few = Job { most_states: 50, ..Job::default() };
    assert!(matches!(
        Risk::of(&lattice, &few),
        Err(RiskError::Engine(Error::Stop(Stop::TooManyStates { limit: 50, .. })))
    ));

    // One row of hidden cells along a wall of ones: alternatives from end to end.
    let wall = format!("mines 40\n{}\n{}\n", ".".repeat(120), "1".repeat(120));
    let found = risk(&board(&wall));
    assert_eq!(found.placements(), &Natural::from(1u32));
    assert_eq!(found.best().len(), 80);
    let wall = format!("mines 40\n{}\n{}\n", ".".repeat(119), "1".repeat(119));
    assert_eq!(risk(&board(&wall)).placements(), &Natural::from(2u32));
    let wall = format!("mines 40\n{}\n{}3{}\n", ".".repeat(119), "1".repeat(59), "1".repeat(59));
    match Risk::of(&board(&wall), &Job::default()) {
        Err(RiskError::Contradiction(Contradiction::Clues(places))) => {
            assert!(places.len() == 2 && places.contains(&(119 + 59)), "{places:?}");
        }
        other => panic!("{other:?}"),
    }

    // A large board without open cells.
    let blank = format!("mines 10000\n{}", format!("{}\n", ".".repeat(256)).repeat(256));
    assert_eq!(risk(&board(&blank)).at(0), Some(ratio(10000, 65536)));
}
