//! Mine probabilities against the enumeration of all placements, and against values printed by Lindgren (2000).

use super::large_risks::scattered;
use chancetree::exact::{Natural, Rational, double, fraction, one, ratio, zero};
use chancetree::games::mines::binary::BinarySolution;
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::graph::GraphPosition;
use chancetree::games::mines::prior::MinePrior;
use chancetree::games::mines::risk::{Risk, RiskError};
use chancetree::games::mines::system::{Clue, Contradiction, System, VisibleCell};
use chancetree::model::Job;
use oracles::minefield::{Field, Random, placements};
use proptest::prelude::*;

pub(super) fn board(text: &str) -> SeenBoard {
    text.parse().expect("a board")
}

pub(super) fn risk(board: &SeenBoard) -> Risk {
    Risk::of(board, &Job::default()).expect("probabilities")
}

/// Generates small boards with open cells, known mines and wrong numbers.
fn small_board() -> impl Strategy<Value = SeenBoard> {
    let size = (1usize..5, 1usize..6).prop_filter("few cells", |(rows, columns)| rows * columns <= 16);
    (size, any::<u64>(), 0usize..8, prop_oneof![3 => Just(0u8), 1 => Just(1)]).prop_map(
        |((rows, columns), seed, mines, wrong)| {
            let mut random = Random::new(seed);
            let cells = rows * columns;
            let mines = mines.min(cells);
            let field = Field::random(rows, columns, mines, &mut random);
            let density = random.below(100);
            let mut seen: Vec<VisibleCell> = (0..cells)
                .map(|cell| match (field.is_mine(cell), random.below(100) < density) {
                    (true, open) if open && random.below(4) == 0 => VisibleCell::Mine,
                    (false, true) => VisibleCell::Open(field.number(cell)),
                    _ if random.below(5) == 0 => VisibleCell::Flag,
                    _ => VisibleCell::Hidden,
                })
                .collect();
            if wrong > 0 {
                let place = random.below(cells);
                if let VisibleCell::Open(_) = seen[place] {
                    seen[place] = VisibleCell::Open(random.below(9) as u32);
                }
            }
            SeenBoard::new(columns, seen.clone(), mines).unwrap_or_else(|_| {
                seen.iter_mut().for_each(|cell| *cell = VisibleCell::Hidden);
                SeenBoard::new(columns, seen, mines).expect("an empty board")
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    /// Compares all probabilities, the number of placements and the best cells with the enumeration.
    #[test]
    fn risks_match_all_placements(board in small_board()) {
        let fitting = placements(&board);
        match Risk::of(&board, &Job::default()) {
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
                let hidden: Vec<usize> = risk.all().into_iter().map(|(place, _)| place).collect();
                prop_assert_eq!(risk.hidden(), &hidden[..]);
                for ((place, value), (at, share)) in risk.all().into_iter().zip(risk.rounded()) {
                    prop_assert!(place == at && (share - double(&value)).abs() < 1e-15);
                    prop_assert_eq!((share == 0.0, share == 1.0), (value == zero(), value == one()));
                }
                let known = board.cells().iter().filter(|cell| **cell == VisibleCell::Mine).count();
                prop_assert_eq!(sum, ratio(board.mines() - known, 1));
                let least = risk.all().into_iter().map(|(_, value)| value).min();
                let best: Vec<usize> =
                    risk.all().into_iter().filter(|(_, value)| Some(value) == least.as_ref()).map(|(at, _)| at).collect();
                prop_assert_eq!(risk.best(), best);
                for island in risk.islands() {
                    prop_assert_eq!(island.distribution.iter().sum::<Rational>(), one());
                    for (more, chance) in island.distribution.iter().enumerate() {
                        let on = |mines: &&Vec<bool>| island.cells.iter().filter(|&&cell| mines[cell]).count();
                        let number = fitting.iter().filter(|mines| on(mines) == island.least + more).count();
                        prop_assert_eq!(chance, &ratio(number, fitting.len()));
                    }
                }
            }
            Err(RiskError::Contradiction(why)) => {
                prop_assert!(fitting.is_empty(), "{}", why);
                check_contradiction(&board, &why)?;
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    /// A written board is read back, and no text causes a panic.
    #[test]
    fn written_boards_are_read_back(board in small_board()) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn no_text_panics(text in "(mines [0-9]{0,3}\n)?[0-9.F* x\n]{0,60}|\\PC{0,40}") {
        if let Ok(board) = text.parse::<SeenBoard>() {
            prop_assert_eq!(board.cells().len(), board.rows() * board.columns());
            let _ = Risk::of(&board, &Job::default());
        }
    }
}

/// Checks that the reported numbers contradict each other and that each of them is needed.
fn check_contradiction(board: &SeenBoard, why: &Contradiction) -> Result<(), TestCaseError> {
    let with = |clues: &[usize], mines: usize| {
        let cells = board.cells().iter().enumerate().map(|(place, cell)| match cell {
            VisibleCell::Open(number) if clues.contains(&place) => (VisibleCell::Open(*number), false),
            // An open cell whose number is ignored.
            VisibleCell::Open(_) => (VisibleCell::Open(0), true),
            other => (*other, false),
        });
        oracles::minefield::fits(board.columns(), &cells.collect::<Vec<_>>(), mines)
    };
    let numbers: Vec<usize> = (0..board.cells().len())
        .filter(|&place| matches!(board.cells()[place], VisibleCell::Open(_)))
        .collect();
    let any = |clues: &[usize]| (0..=board.cells().len()).any(|mines| with(clues, mines));
    match why {
        Contradiction::Clues(clues) => {
            prop_assert!(!any(clues), "{:?} do not contradict each other", clues);
            for place in clues {
                let fewer: Vec<usize> = clues.iter().copied().filter(|other| other != place).collect();
                prop_assert!(any(&fewer), "{:?} contradict each other without {}", clues, place);
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
                board.mines() - board.cells().iter().filter(|cell| **cell == VisibleCell::Mine).count()
            );
            prop_assert!((0..board.mines()).any(|fewer| with(&numbers, fewer)));
            prop_assert!((board.mines()..20).any(|more| with(&numbers, more)));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    /// A range has equal weights for the placements of all its numbers of mines; a density has weights by cell.
    #[test]
    fn risks_of_uncertain_mines_match_all_placements(board in small_board(), ends in (0usize..9, 0usize..9), parts in 1usize..6) {
        let cells = board.cells();
        let by_mines = |mines: usize| {
            SeenBoard::new(board.columns(), cells.to_vec(), mines).map_or_else(|_| Vec::new(), |board| placements(&board))
        };
        let system = board.system().expect("a board that was checked");
        let known = cells.iter().filter(|cell| **cell == VisibleCell::Mine).count();
        let density = ratio(parts, 7);
        let power = |value: &Rational, times: usize| (0..times).map(|_| value.clone()).product::<Rational>();
        let (least, most) = (ends.0.min(ends.1), ends.0.max(ends.1));
        type Weight<'a> = &'a dyn Fn(usize) -> Rational;
        let in_range = |mines: usize| if (least..=most).contains(&mines) { one() } else { zero() };
        let by_cell = |mines: usize| power(&density, mines) * power(&(one() - &density), cells.len() - mines);
        let priors: [(MinePrior, Weight<'_>); 2] = [
            (MinePrior::Between(least, most), &in_range),
            (MinePrior::Density(density.clone()), &by_cell),
        ];
        for (prior, weight) in priors {
            let weighed = (0..=cells.len()).flat_map(|mines| by_mines(mines).into_iter().map(move |one| (mines, one)));
            let weighed: Vec<(Rational, Vec<bool>)> =
                weighed.map(|(mines, placement)| (weight(mines), placement)).filter(|(weight, _)| *weight > zero()).collect();
            let total: Rational = weighed.iter().map(|(weight, _)| weight).sum();
            let risk = prior.hidden(known).map(|prior| Risk::assuming(&system, &prior, &Job::default()));
            let Some(Ok(risk)) = risk else {
                prop_assert!(weighed.is_empty(), "{}", prior);
                continue;
            };
            prop_assert_eq!(risk.placements(), &Natural::from(weighed.len()));
            for (place, value) in risk.all() {
                let with: Rational =
                    weighed.iter().filter(|(_, mines)| mines[place]).map(|(weight, _)| weight).sum();
                prop_assert_eq!(value * &total, with, "{} at {}", prior, place);
            }
            for island in risk.islands() {
                prop_assert_eq!(island.distribution.iter().sum::<Rational>(), one());
            }
        }
    }
}

/// Returns the probabilities of all cells, row by row, with `-` for open cells.
fn grid(text: &str) -> Vec<String> {
    let board = board(text);
    let risk = risk(&board);
    (0..board.cells().len())
        .map(|place| risk.at(place).map_or("-".to_owned(), |value| fraction(&value)))
        .collect()
}

/// Lindgren (2000), section 2, example 3, and section 3, example 3.
#[test]
fn boards_of_lindgren_match() {
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

/// Generates equations over a few cells with overlaps that no board has.
fn small_system() -> impl Strategy<Value = System> {
    (1usize..13, any::<u64>()).prop_map(|(number, seed)| {
        let mut random = Random::new(seed);
        let truth: Vec<bool> = (0..number).map(|_| random.below(3) == 0).collect();
        let mut clues = Vec::new();
        for at in 0..random.below(7) {
            let density = 1 + random.below(4);
            let cells: Vec<u32> = (0..number as u32).filter(|_| random.below(4) < density).collect();
            let slip = u32::from(random.below(12) == 0);
            let mines = cells.iter().filter(|&&cell| truth[cell as usize]).count() as u32 + slip;
            if !cells.is_empty() {
                clues.push(Clue { at: 100 + at, mines, cells });
            }
        }
        let mines = truth.iter().filter(|mine| **mine).count();
        System { hidden: (0..number).collect(), clues, mines }
    })
}

fn fits(system: &System, clues: &[&Clue], set: u32) -> bool {
    let count = |clue: &Clue| clue.cells.iter().filter(|&&cell| set >> cell & 1 == 1).count() as u32;
    set >> system.hidden.len() == 0 && clues.iter().all(|clue| count(clue) == clue.mines)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    /// Compares both methods with every set of mines, for equations of any shape.
    #[test]
    fn both_methods_match_all_sets_of_mines(system in small_system()) {
        let clues: Vec<&Clue> = system.clues.iter().collect();
        let is_right = |set: &u32| set.count_ones() as usize == system.mines && fits(&system, &clues, *set);
        let sets: Vec<u32> = (0u32..1 << system.hidden.len()).filter(is_right).collect();
        let job = Job::default();
        match (Risk::of_system(&system, &job), BinarySolution::of(&system, &job)) {
            (Ok(risk), Ok(binary)) => {
                prop_assert_eq!(risk.placements(), &Natural::from(sets.len()));
                prop_assert_eq!(risk.placements(), &binary.placements);
                for (cell, value) in risk.all() {
                    let with = sets.iter().filter(|&&set| set >> cell & 1 == 1).count();
                    prop_assert_eq!(&value, &ratio(with, sets.len()));
                    prop_assert_eq!(&value, &binary.risks[cell]);
                }
            }
            (Err(RiskError::Contradiction(why)), Err(RiskError::Contradiction(_))) => {
                prop_assert!(sets.is_empty());
                if let Contradiction::Clues(places) = why {
                    let of = |places: &[usize]| clues.iter().filter(|clue| places.contains(&clue.at)).copied().collect::<Vec<_>>();
                    let any = |places: &[usize]| (0u32..1 << system.hidden.len()).any(|set| fits(&system, &of(places), set));
                    prop_assert!(!any(&places));
                    for place in &places {
                        prop_assert!(any(&places.iter().copied().filter(|other| other != place).collect::<Vec<_>>()));
                    }
                }
            }
            (risk, binary) => prop_assert!(false, "{:?} {:?}", risk, binary),
        }
    }
}

#[test]
fn a_symmetric_board_has_symmetric_risks() {
    let board = board("mines 9\n.......\n.2...2.\n.......\n...3...\n.......\n.2...2.\n.......\n");
    let risk = risk(&board);
    for row in 0..7 {
        for column in 0..7 {
            let value = risk.at(7 * row + column);
            assert_eq!(value, risk.at(7 * column + row));
            assert_eq!(value, risk.at(7 * (6 - row) + column));
        }
    }
}

/// Compares the methods on boards that are just feasible for the method of the paper.
#[test]
fn the_method_of_the_paper_agrees_on_boards() {
    let mut compared = 0;
    for seed in 0..60 {
        let board = scattered(4, 6, 5, 14, seed);
        let system = board.system().expect("true numbers");
        if let Ok(binary) = BinarySolution::of(&system, &Job::default()) {
            let found = risk(&board);
            assert_eq!(&binary.placements, found.placements(), "{board}");
            let risks: Vec<Rational> = found.all().into_iter().map(|(_, value)| value).collect();
            assert_eq!(binary.risks, risks, "{board}");
            compared += 1;
        }
    }
    assert_eq!(compared, 60);
}

/// Lindgren (2000), section 2, examples 1 and 2; section 3, example 1.
#[test]
fn islands_of_lindgren_match() {
    let one = risk(&board("mines 5\n......\n......\n..1...\n......\n......\n......\n"));
    assert_eq!((one.at(7), one.at(0)), (Some(ratio(1, 8)), Some(ratio(4, 27))));
    assert!(one.islands()[0].is_independent());

    let two = risk(&board("mines 10\n......\n.1....\n......\n.2....\n......\n......\n"));
    assert_eq!(two.placements(), &Natural::from(8_866_350u32));
    assert_eq!(two.islands()[0].distribution, [ratio(21, 61), ratio(40, 61)]);
    let at = |row: usize, column: usize| two.at(6 * row + column);
    assert_eq!(
        (at(2, 0), at(4, 0), at(0, 0)),
        (Some(ratio(7, 61)), Some(ratio(101, 305)), Some(ratio(8, 61)))
    );
    assert_eq!(at(5, 5), Some(ratio(64, 183)));
    assert_eq!(two.best(), [12, 13, 14]);

    let text = "mines 3\nnode a 2\nnode b 2\nnode c 1\nedge a t1 t2 t3\nedge b t2 t3 t4\nedge c t4 t5 t6\n";
    let graph: GraphPosition = text.parse().expect("a graph");
    let system = graph.system().expect("equations");
    let found = Risk::of_system(&system, &Job::default()).expect("probabilities");
    let risks: Vec<String> = found.all().iter().map(|(_, value)| fraction(value)).collect();
    assert_eq!(risks, ["1/2", "3/4", "3/4", "1/2", "1/4", "1/4"]);
    assert_eq!(found.placements(), &Natural::from(4u32));
    let binary = BinarySolution::of(&system, &Job::default()).expect("solutions");
    let reduced: Vec<String> = binary
        .reduced
        .iter()
        .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(reduced, ["1 0 0 0 1 1 1", "0 1 1 0 -1 -1 1", "0 0 0 1 1 1 1", "0 0 0 0 0 0 0"]);
    assert_eq!((binary.islands.len(), &binary.islands[0].free), (1, &vec![2, 4, 5]));
}
