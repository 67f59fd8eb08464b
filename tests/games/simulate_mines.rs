//! Simulated games of Minesweeper against the exact ones.

use chancetree::exact::{double, zero};
use chancetree::games::mines::best::{AllowedCells, OptimalSolver};
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::field::Field;
use chancetree::games::mines::game::{BoardCell, FirstCell, FirstClick, Mines, Opener, Ties};
use chancetree::games::mines::grid::{CellGrid, ImpossibleMines};
use chancetree::games::mines::risk::Risk;
use chancetree::games::mines::simulate::{Approach, GameResult, MineDeal, StartingBoard};
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::Job;
use chancetree::random::Random;
use chancetree::statistics::{Mean, Share};
use chancetree_engine::evaluate::forward;

fn simulated(table: &StartingBoard, policy: Approach, games: u64) -> (Share, Mean) {
    let mut left = Mean::default();
    let mut won = 0;
    for game in 1..=games {
        let GameResult { won: is_won, left: mines, .. } =
            table.play(policy, 7, game, &Job::default()).expect("a small board");
        won += u64::from(is_won);
        if !is_won {
            left.add(mines as u64);
        }
    }
    (Share { hits: won, tries: games }, left)
}

/// Returns the probability of winning, and the mean number of mines left in lost games.
fn exact(field: &Field, ties: Ties, start: FirstCell, first_click: FirstClick) -> (f64, f64) {
    let game = Mines::new(field.clone(), Opener::Lowest(ties), start, first_click).expect("a game");
    let found = forward(&game, &[0], &Job::default()).expect("the odds");
    let (mut win, mut left) = (zero(), zero());
    for (mines, share) in found.distribution.iter() {
        match mines[0] {
            0 => win = share,
            mines => left += share * chancetree::exact::ratio(mines, 1),
        }
    }
    (double(&win), double(&left) / (1.0 - double(&win)))
}

/// Compares every rule, start and first click on small boards with the exact probability, within four standard errors. One of
/// 16,000 correct results would be farther away; the seed is fixed.
#[test]
fn simulations_match_the_exact_games() {
    let (random, last) = (Ties::Random, Ties::Last);
    let cell = FirstCell::At(BoardCell { row: 1, col: 2 });
    for (rows, cols, mines, ties, start, first_click) in [
        (4, 4, 3, random, FirstCell::Corner, FirstClick::Any),
        (4, 4, 3, last, FirstCell::Edge, FirstClick::Any),
        (4, 4, 4, Ties::First, FirstCell::Middle, FirstClick::Safe),
        (3, 5, 4, Ties::CornerEdgeRandom, FirstCell::Anywhere, FirstClick::Any),
        (4, 5, 3, random, cell, FirstClick::Opening),
        (2, 6, 5, random, FirstCell::Corner, FirstClick::Safe),
        (1, 7, 3, last, FirstCell::Anywhere, FirstClick::Any),
        (1, 7, 3, Ties::CornerEdgeRandom, FirstCell::Edge, FirstClick::Any),
        (6, 1, 2, Ties::CornerEdgeRandom, FirstCell::Corner, FirstClick::Safe),
    ] {
        let field = Field::new(rows, cols, mines).expect("a field");
        let (win, left) = exact(&field, ties, start, first_click);
        let table = StartingBoard::new((rows, cols), mines, start, first_click).expect("a table");
        let (share, mean) = simulated(&table, Approach::Lowest(ties), 2000);
        let what = format!("{rows} x {cols}, {mines} mines, {ties:?}, {start:?}, {first_click:?}");
        let error = Share { hits: (win * 1e6) as u64, tries: 1_000_000 }.error() * (1e6 / 2000.0f64).sqrt();
        assert!((share.value() - win).abs() < 4.0 * error, "{what}: {} is not {win}", share.value());
        let (value, error) = (mean.value().expect("lost games"), mean.error().expect("lost games"));
        assert!((value - left).abs() < 4.0 * error + 1e-9, "{what}: {value} mines left is not {left}");
    }
}

/// With few placements left, the strong policy searches all of them: over all 4 x 4 boards with 3 mines it wins as many as
/// best play (docs/mines-game.md).
#[test]
fn strong_play_is_optimal_with_few_placements_left() {
    let field = Field::new(4, 4, 3).expect("a field");
    let table = StartingBoard::new((4, 4), 3, FirstCell::Anywhere, FirstClick::Any).expect("a table");
    let job = Job::default();
    let best = OptimalSolver::new(&field, AllowedCells::All, &job);
    let cells = field.representatives();
    let wins = best.wins_by_first_cell(FirstClick::Any, &cells).expect("no limit");
    for (first, wins) in cells.into_iter().zip(wins) {
        let won = |placement: &u64| {
            let mines = (0..16).map(|cell| placement >> cell & 1 == 1).collect();
            let dealt = MineDeal { mines, first: Some(first.into()) };
            let ended =
                table.play_dealt(&dealt, Approach::Strong, Random::new(0, 0), &job).expect("a small board");
            ended.won
        };
        assert_eq!(
            field.placements().iter().filter(|placement| won(placement)).count() as u64,
            wins,
            "{first}"
        );
    }
}

/// On the same boards the strong policy wins more games than lowest risk, by more than three standard errors (McNemar 1947).
/// A narrow board shows this in few games; docs/mines-simulated.md has 20,000 expert boards.
#[test]
fn strong_play_beats_the_lowest_risk() {
    let table = StartingBoard::new((4, 30), 20, FirstCell::Corner, FirstClick::Safe).expect("a table");
    let job = Job::default();
    let won = |policy, game| table.play(policy, 1, game, &job).expect("a small board").won;
    let (mut strong, mut lowest) = (0.0, 0.0);
    for game in 1..=800 {
        match (won(Approach::Strong, game), won(Approach::Lowest(Ties::Random), game)) {
            (true, false) => strong += 1.0,
            (false, true) => lowest += 1.0,
            _ => {}
        }
    }
    let errors: f64 = (strong - lowest) / f64::sqrt(strong + lowest);
    assert!(errors > 3.0, "{strong} and {lowest}");
}

/// Deals follow the rule for the first click and give each other cell an equal share of the mines.
#[test]
fn deals_are_uniform() {
    for (first_click, protected) in [(FirstClick::Any, 0), (FirstClick::Safe, 1), (FirstClick::Opening, 9)] {
        let start = FirstCell::At(BoardCell { row: 2, col: 3 });
        let table = StartingBoard::new((4, 5), 6, start, first_click).expect("a table");
        let deal = |seed, game| table.deal(seed, game, &Job::default()).expect("a deal");
        let mut often = [0u32; 20];
        for game in 0..9000 {
            let dealt = deal(3, game);
            assert_eq!(dealt.first, Some(7));
            assert_eq!(dealt.mines.iter().filter(|&&mine| mine).count(), 6);
            (0..20).for_each(|cell| often[cell] += u32::from(dealt.mines[cell]));
        }
        let free = often.iter().filter(|&&often| often == 0).count();
        assert_eq!(free, protected);
        let share = 6.0 / (20 - protected) as f64;
        let error = (9000.0 * share * (1.0 - share)).sqrt();
        for often in often.into_iter().filter(|&often| often > 0) {
            assert!((f64::from(often) - 9000.0 * share).abs() < 4.5 * error, "{often} of 9000");
        }
        assert_eq!(deal(3, 5), deal(3, 5));
        assert_ne!(deal(3, 5), deal(4, 5));
    }
}

/// On a large board with one number 1, each of its eight neighbours has the mine equally often.
#[test]
fn deals_from_a_large_position_keep_its_number() {
    let mut cells = vec![VisibleCell::Hidden; 60 * 60];
    cells[61] = VisibleCell::Open(1);
    let board = SeenBoard::new(60, cells, 600).expect("a position");
    let near: Vec<usize> = board.neighbours(61).collect();
    let table = StartingBoard::from_position(board, &Job::default()).expect("a position");
    let mut often = [0u32; 8];
    for game in 0..400 {
        let dealt = table.deal(1, game, &Job::default()).expect("a deal");
        assert_eq!((dealt.first, dealt.mines[61]), (None, false));
        assert_eq!(dealt.mines.iter().filter(|&&mine| mine).count(), 600);
        let mined: Vec<usize> = (0..8).filter(|&at| dealt.mines[near[at]]).collect();
        assert_eq!(mined.len(), 1);
        often[mined[0]] += 1;
    }
    let error = (400.0f64 * (1.0 / 8.0) * (7.0 / 8.0)).sqrt();
    assert!(often.iter().all(|&often| (f64::from(often) - 50.0).abs() < 4.5 * error), "{often:?}");
}

#[test]
fn boards_have_from_one_row_to_255() {
    for (rows, columns) in [(0, 4), (300, 300)] {
        let table = StartingBoard::new((rows, columns), 9, FirstCell::Anywhere, FirstClick::Safe);
        assert_eq!(table.map(|_| ()), Err(ImpossibleMines::Cells(CellGrid { rows, columns })));
    }
}

/// Positions with islands, flags, known mines and cells next to no number.
const POSITIONS: [&str; 5] = [
    "mines 4\n....\n.2..\n....\n..1.\n",
    "mines 3\n1...\n....\n..F.\n..2.\n",
    "mines 2\n.1.\n.2*\n.2.\n",
    "mines 5\n..1..\n.3.2.\n..1..\n",
    "mines 1\n111\n1*1\n111\n",
];

/// Deals from a position fit its numbers and are uniform over its placements, and simulated wins match the exact odds, within
/// five and four standard errors. The seeds are fixed.
#[test]
fn simulations_from_positions_match_the_exact_games() {
    let job = Job::default();
    for text in POSITIONS {
        let board: SeenBoard = text.parse().expect("a position");
        let resumed = StartingBoard::from_position(board.clone(), &job).expect("placements fit");
        let placements: f64 =
            Risk::of(&board, &job).expect("risks").placements().to_string().parse().expect("few");
        let mut seen = std::collections::HashMap::<Vec<bool>, u32>::new();
        const GAMES: u32 = 4000;
        for game in 0..u64::from(GAMES) {
            let mines = resumed.deal(3, game, &job).expect("a deal").mines;
            assert_eq!(mines.iter().filter(|mine| **mine).count(), board.mines(), "{text}");
            for (place, cell) in board.cells().iter().enumerate() {
                let around = board.neighbours(place).filter(|&near| mines[near]).count();
                let fits = match *cell {
                    VisibleCell::Open(number) => !mines[place] && number as usize == around,
                    VisibleCell::Mine => mines[place],
                    VisibleCell::Hidden | VisibleCell::Flag => true,
                };
                assert!(fits, "{text}: {mines:?}");
            }
            *seen.entry(mines).or_default() += 1;
        }
        assert_eq!(seen.len() as f64, placements, "{text}");
        let mean = f64::from(GAMES) / placements;
        assert!(
            seen.values().all(|&times| (f64::from(times) - mean).abs() < 5.0 * mean.sqrt()),
            "{text}: {seen:?}"
        );

        let field = Field::new(board.rows(), board.columns(), board.mines()).expect("a field");
        for ties in [Ties::Random, Ties::Last, Ties::CornerEdgeRandom] {
            let game = Mines::from_position(field.clone(), Opener::Lowest(ties), &board).expect("a game");
            let found = forward(&game, &[0], &job).expect("the odds");
            let wins = found.distribution.iter().find(|(left, _)| left[0] == 0);
            let win = wins.map_or(0.0, |(_, share)| double(&share));
            if ties == Ties::Last {
                // This rule draws nothing: each placement is always won or always lost.
                let won = |mines: &&Vec<bool>| {
                    let dealt = MineDeal { mines: (*mines).clone(), first: None };
                    resumed
                        .play_dealt(&dealt, Approach::Lowest(ties), Random::new(0, 0), &job)
                        .expect("a game")
                        .won
                };
                let hits = seen.keys().filter(won).count() as f64 / placements;
                assert!((hits - win).abs() < 1e-12, "{text} {ties:?}: {hits} is not {win}");
                continue;
            }
            const PLAYED: u64 = 1000;
            let won = |game: &u64| resumed.play(Approach::Lowest(ties), 9, *game, &job).expect("a game").won;
            let hits = (0..PLAYED).filter(won).count() as f64 / PLAYED as f64;
            let error = (win * (1.0 - win) / PLAYED as f64).sqrt();
            assert!((hits - win).abs() < 4.0 * error + 1e-12, "{text} {ties:?}: {hits} is not {win}");
        }
    }
    let wrong: SeenBoard = "mines 3\n...\n.1*\n...\n".parse().expect("a position");
    assert!(StartingBoard::from_position(wrong, &job).is_err());
}
