//! Strong play of Minesweeper on boards too large to be solved: the cell that is guessed looks one click ahead.

use chancetree::exact::{double, ratio};
use chancetree::games::mines::advice::ClickAdvice;
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::prior::MinePrior;
use chancetree::games::mines::risk::Risk;
use chancetree::games::mines::simulate::{Approach, StartingBoard};
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::Job;
use oracles::minefield::{Field, Random};

/// The board with one more cell open, if its number can stand there.
fn with(board: &SeenBoard, place: usize, number: u32) -> Option<SeenBoard> {
    let mut cells = board.cells().to_vec();
    cells[place] = VisibleCell::Open(number);
    SeenBoard::new(board.columns(), cells, board.mines()).ok()
}

/// The worth of a click on `place`: the chance to survive it and the click after it, by the number that it shows; a number
/// that shows a safe cell counts 0.15 more.
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

/// The most cells that are looked at: of those next to a number, and of the others; and the most risk that they have beyond
/// the lowest.
const LIMITS: (usize, usize, f64) = (14, 6, 0.08);

/// The cells that are looked at within such limits, the lowest risk first. Of the cells next to a number those of the lowest
/// risk come first, of the others those with the fewest hidden cells around, then those nearest to a number.
fn looked_at(
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

/// Each cell that is looked at within such limits with its worth, and the worth of the best.
fn worths(board: &SeenBoard, risk: &Risk, limits: (usize, usize, f64)) -> (Vec<(usize, f64)>, f64) {
    let cells = looked_at(board, risk, limits).into_iter();
    let all: Vec<_> = cells.map(|place| (place, worth(board, risk, place))).collect();
    let most = all.iter().map(|&(_, worth)| worth).fold(0.0, f64::max);
    (all, most)
}

/// The cells that are looked at and worth most, and what they are worth.
fn bests(board: &SeenBoard, risk: &Risk) -> (Vec<usize>, f64) {
    let (all, most) = worths(board, risk, LIMITS);
    (all.into_iter().filter(|&(_, worth)| worth > most - 1e-12).map(|(place, _)| place).collect(), most)
}

/// The cell that is guessed: it is lost at once in the games in which it is a mine, and in no others.
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

/// A board at random with some numbers and some mines that are known, no other cell of which is certain.
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

/// The cell that is guessed is one of those that are looked at, and none of them is worth more. Returns its worth. Advice has
/// the same cells with the same worths.
fn check(board: &SeenBoard, risk: &Risk) -> f64 {
    let mines = MinePrior::Exact(board.mines());
    let system = board.system().expect("a system");
    let advice = ClickAdvice::of(board, &system, (risk, &mines), &Job::default());
    let Ok(ClickAdvice::Estimate(clicks)) = advice else { panic!("{board}: {advice:?}") };
    let (mut expected, _) = worths(board, risk, LIMITS);
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

/// On small boards, whatever is seen; in some of them a cell of more risk would be worth more.
#[test]
fn a_guess_looks_one_click_ahead() {
    let mut random = Random::new(1);
    let mut daring = 0;
    let mut seen = 0;
    while seen < 80 {
        let Some((board, risk)) = position(4, 5, 6, 3, &mut random) else { continue };
        seen += 1;
        let most = check(&board, &risk);
        daring += usize::from(worths(&board, &risk, (14, 6, 1.0)).1 > most + 1e-9);
    }
    assert!(daring > 0, "nowhere does it matter how much risk is looked at");
}

/// Positions in which the fifteenth of the cells next to a number, or the seventh of the others, would be worth more.
#[test]
fn no_more_than_so_many_cells_are_looked_at() {
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
        assert!(worths(&board, &risk, limits).1 > most + 1e-9, "{text}");
    }
}

#[test]
fn the_first_of_equals_is_guessed() {
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
