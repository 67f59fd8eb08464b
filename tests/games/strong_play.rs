//! Strong play of Minesweeper on boards that are too large to solve: a guess is evaluated one click ahead.

use chancetree::exact::{double, ratio};
use chancetree::games::mines::advice::ClickAdvice;
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::prior::MinePrior;
use chancetree::games::mines::risk::Risk;
use chancetree::games::mines::simulate::{Approach, StartingBoard};
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::Job;
use oracles::minefield::{Field, Random};

/// Returns the board with one more open cell, if its number is possible.
fn with(board: &SeenBoard, place: usize, number: u32) -> Option<SeenBoard> {
    let mut cells = board.cells().to_vec();
    cells[place] = VisibleCell::Open(number);
    SeenBoard::new(board.columns(), cells, board.mines()).ok()
}

/// Returns the value of a click on `place`: the probability of surviving it and the next click, by the number that it shows. A
/// number that reveals a safe cell adds 0.15.
fn worth(board: &SeenBoard, all: &Risk, place: usize) -> f64 {
    let mut sum = 0.0;
    for number in 0..=8 {
        let Some(after) = with(board, place, number) else { continue };
        let Ok(after) = Risk::of(&after, &Job::default()) else { continue };
        let least = after.rounded().into_iter().map(|(_, share)| share).fold(1.0, f64::min);
        let worth = if least == 0.0 { 1.15 } else { 1.0 - least };
        sum += worth * double(&ratio(after.placements().clone(), all.placements().clone()));
    }
    sum
}

/// The most candidates next to a number, the most other candidates, and their greatest risk above the lowest.
const LIMITS: (usize, usize, f64) = (14, 6, 0.08);

/// Returns the candidates within the limits, lowest risk first. Cells next to a number are chosen by lowest risk, other cells by
/// the fewest hidden neighbours and then by the distance to a number.
fn candidates(
    board: &SeenBoard,
    risk: &Risk,
    (near_most, far_most, limit): (usize, usize, f64),
) -> Vec<usize> {
    let mut shares = risk.rounded();
    shares.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let lowest = shares[0].1;
    let hidden = |place: usize| board.cells()[place].is_hidden();
    let is_near = |place: usize| board.neighbours(place).any(|near| board.cells()[near].is_open());
    let low = shares.iter().copied().filter(|(_, share)| *share <= lowest + limit);
    let (near, mut far): (Vec<_>, Vec<_>) = low.partition(|&(place, _)| is_near(place));
    far.sort_by_key(|&(place, _)| {
        let around = board.neighbours(place).filter(|&near| hidden(near)).count();
        let touching = board.neighbours(place).filter(|&near| is_near(near)).count();
        (around, 8 - touching, place)
    });
    let mut all: Vec<_> = near.into_iter().take(near_most).chain(far.into_iter().take(far_most)).collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    all.into_iter().map(|(place, _)| place).collect()
}

/// Returns each candidate with its value, and the greatest value.
fn values_of_clicks(board: &SeenBoard, risk: &Risk, limits: (usize, usize, f64)) -> (Vec<(usize, f64)>, f64) {
    let cells = candidates(board, risk, limits).into_iter();
    let all: Vec<_> = cells.map(|place| (place, worth(board, risk, place))).collect();
    let most = all.iter().map(|&(_, worth)| worth).fold(0.0, f64::max);
    (all, most)
}

/// Returns the candidates with the greatest value, and that value.
fn bests(board: &SeenBoard, risk: &Risk) -> (Vec<usize>, f64) {
    let (all, most) = values_of_clicks(board, risk, LIMITS);
    (all.into_iter().filter(|&(_, worth)| worth > most - 1e-12).map(|(place, _)| place).collect(), most)
}

/// Returns the guessed cell: the games lost at once are those in which it has a mine.
fn guessed(board: &SeenBoard) -> Vec<usize> {
    let job = Job::default();
    let resumed = StartingBoard::from_position(board.clone(), &job).expect("a position");
    let mut left: Vec<usize> =
        (0..board.cells().len()).filter(|&place| board.cells()[place].is_hidden()).collect();
    for game in 0..100 {
        let mines = resumed.deal(1, game, &job).expect("a deal").mines;
        let ended = resumed.play(Approach::Strong, 1, game, &job).expect("a game");
        let is_lost = !ended.won && ended.guesses == 1;
        left.retain(|&place| mines[place] == is_lost);
        if left.len() < 2 {
            break;
        }
    }
    left
}

/// Returns a random board with some numbers and known mines, without another certain cell.
fn position(
    rows: usize,
    columns: usize,
    mines: usize,
    open: usize,
    random: &mut Random,
) -> Option<(SeenBoard, Risk)> {
    let field = Field::random(rows, columns, mines, random);
    let board = SeenBoard::new(columns, field.opened(open, random), mines).expect("a board");
    let risk = Risk::of(&board, &Job::default()).expect("a risk");
    let certain = risk.rounded().into_iter().any(|(_, share)| share == 0.0 || share == 1.0);
    let few = *risk.placements() <= 400u32.into();
    (!certain && !few).then_some((board, risk))
}

/// Checks that the guess is a candidate with the greatest value, and that advice has the same candidates and values. Returns
/// the value.
fn check(board: &SeenBoard, risk: &Risk) -> f64 {
    let mines = MinePrior::Exact(board.mines());
    let system = board.system().expect("a system");
    let advice = ClickAdvice::of(board, &system, (risk, &mines), &Job::default());
    let Ok(ClickAdvice::Estimate(clicks)) = advice else { panic!("{board}: {advice:?}") };
    let (mut expected, _) = values_of_clicks(board, risk, LIMITS);
    expected.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    assert_eq!(clicks.len(), expected.len(), "{board}");
    let mut cells: Vec<(usize, f64)> =
        clicks.iter().map(|&(place, outlook)| (place, outlook.score)).collect();
    assert!(cells.is_sorted_by(|one, other| one.1 >= other.1), "{board}");
    cells.sort_by_key(|cell| cell.0);
    expected.sort_by_key(|cell| cell.0);
    for (one, other) in cells.iter().zip(&expected) {
        assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-12, "{board}: {one:?}, not {other:?}");
    }
    let guessed = guessed(board);
    let (bests, most) = bests(board, risk);
    assert!(guessed.iter().any(|place| bests.contains(place)), "{board}: {guessed:?}, not one of {bests:?}");
    most
}

/// Small boards with random open cells; on some of them a cell of higher risk would have a greater value.
#[test]
fn a_guess_is_evaluated_one_click_ahead() {
    let mut random = Random::new(1);
    let mut daring = 0;
    let mut seen = 0;
    while seen < 80 {
        let Some((board, risk)) = position(4, 5, 6, 3, &mut random) else { continue };
        seen += 1;
        let most = check(&board, &risk);
        daring += usize::from(values_of_clicks(&board, &risk, (14, 6, 1.0)).1 > most + 1e-9);
    }
    assert!(daring > 0, "no board depends on the limit of risk");
}

/// Positions in which the fifteenth cell next to a number, or the seventh other cell, would have a greater value.
#[test]
fn the_number_of_candidates_is_limited() {
    let near = (usize::MAX, 6, 0.08);
    let far = (14, usize::MAX, 0.08);
    for (text, limits) in [
        ("mines 8\n........\n........\n...1....\n........\n........\n........\n..1.....\n........", near),
        ("mines 12\n..1..2...\n.........\n.........\n......1..\n..1....1.\n.........\n.........", near),
        ("mines 9\n............3.\n..3...........\n....3........1", far),
        ("mines 9\n..............\n.22.3......2..\n..............", far),
    ] {
        let board: SeenBoard = text.parse().expect("a position");
        let risk = Risk::of(&board, &Job::default()).expect("a risk");
        let most = check(&board, &risk);
        assert!(values_of_clicks(&board, &risk, limits).1 > most + 1e-9, "{text}");
    }
}

#[test]
fn the_first_of_equal_cells_is_guessed() {
    for text in [
        "mines 6\n.....\n.....\n..1..\n.....\n.....",
        "mines 8\n.......\n.1...1.\n.......\n.......\n.......\n.1...1.\n.......",
        "mines 7\n.......\n.......\n...2...\n.......\n.......",
    ] {
        let board: SeenBoard = text.parse().expect("a position");
        let risk = Risk::of(&board, &Job::default()).expect("a risk");
        let (bests, _) = bests(&board, &risk);
        assert!(bests.len() > 1, "{text}");
        assert_eq!(guessed(&board), [bests[0]], "{text}");
    }
}
