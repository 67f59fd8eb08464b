//! Computes the figures of plots from odds and simulated games, until a limit.

use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::game::{Game as _, Seat};
use crate::statistics::Mean;
use chancetree_families::family::{Figure, Given, Partial, blocks, each, parts, several};
use chancetree_families::memory::decisions::Objective;
use chancetree_families::memory::family::ScoredBoard;
use chancetree_families::memory::family::{self, Decide, LimitedMemory};
use chancetree_families::memory::odds::BoardOdds as Robots;
use chancetree_families::memory::odds::robots::boards;
use chancetree_families::memory::plots::{self as memory, OTHERS};
use chancetree_families::memory::separate::SeparateMemory;
use chancetree_families::memory::solved::settled;
use chancetree_families::mines::field::Field;
use chancetree_families::mines::game::{Aim, FirstCell, FirstClick, Mines, Opener, Ties};
use chancetree_families::mines::grid::ImpossibleMines;
use chancetree_families::mines::odds::MinesOdds;
use chancetree_families::mines::plots::{self as mines, STARTS};
use chancetree_families::solitaire::distributions;
use chancetree_families::solitaire::imperfect::{MOST_PLAYED, Tables};
use chancetree_families::solitaire::plots::{self as solitaire, looks};
use chancetree_families::solitaire::{Player, Solitaire};
use serde::Deserialize;

/// A figure, and the failure that stopped it, if it is incomplete.
pub(super) type FigureResult = Result<(Figure, Option<Fail>), Fail>;

/// The options of all plots. Each plot has a part of them.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PlotArgs {
    pairs: u16,
    players: Seat,
    most: u16,
    play: String,
    rows: usize,
    cols: usize,
    mines: u16,
    games: u64,
    seed: u64,
}

/// Returns the values of an option in all games, sorted and without duplicates.
fn values<T: Ord>(games: &[Given], value: impl Fn(PlotArgs) -> T) -> Vec<T> {
    let mut all: Vec<T> = games.iter().map(|given| value(given.read())).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Creates a board at the start of a game.
fn start_board(pairs: u16, players: Seat) -> Result<ScoredBoard, Fail> {
    Ok(family::Start { players, ..Default::default() }.position(pairs)?)
}

/// Computes the odds of `players` robots on boards of all sizes.
fn robots(players: Seat, games: &[Given], context: &Context) -> Result<Partial<Robots, Fail>, Fail> {
    let positions = values(games, |args| args.pairs).into_iter().map(|pairs| start_board(pairs, players));
    let positions = positions.collect::<Result<_, _>>()?;
    let found = boards(positions, &context.job(), |found| Ok(Partial::whole(found)));
    let failure = |error| context.failure(error);
    Ok(found.map_err(failure)?.map_stop(failure))
}

pub(super) fn first_mover(games: &[Given], context: &Context) -> FigureResult {
    let robots = |players| robots(players, games, context);
    let players = values(games, |args| args.players);
    let Partial { done: found, stop } = parts(&context.job(), "line", players, robots)?;
    Ok((memory::first_mover(&found), stop))
}

pub(super) fn outcomes(games: &[Given], context: &Context) -> FigureResult {
    let PlotArgs { players, .. } = games[0].read();
    let Partial { done: found, stop } = robots(players, games, context)?;
    Ok((memory::outcomes(players, &found), stop))
}

pub(super) fn card_of_memory(games: &[Given], context: &Context) -> FigureResult {
    let PlotArgs { pairs, most, play, .. } = games[0].read();
    let position = start_board(pairs, 2)?;
    let others = OTHERS.into_iter().filter(|&other| other <= most);
    let all: Vec<(u16, u16)> = others.flat_map(|other| (0..=most).map(move |own| (own, other))).collect();
    let one = |(own, other): (u16, u16)| {
        let limited = LimitedMemory::own(&[own, other]);
        let game = limited.game::<SeparateMemory>(&position, &Decide::playing(&play))?;
        let settled = settled(&game, &position, Objective::Pairs, &context.job());
        let settled = settled.map_err(|error| context.failure(error))?;
        Ok((own, other, settled.values()))
    };
    let Partial { done: found, stop } = several(&context.job(), "memory", all, one)?;
    Ok((memory::card_of_memory(pairs, &play, &found), stop))
}

pub(super) fn turns(games: &[Given], context: &Context) -> FigureResult {
    let block = |block: Vec<u16>| {
        let largest =
            Solitaire::new(block[block.len() - 1]).expect("the parameter limits the number of pairs");
        let job = context.job();
        let found = largest.graph(&job).and_then(|graph| distributions::turns(&graph, &job));
        let found =
            found.map_err(|error| context.explain_at(error, "before the distribution was complete"))?;
        let boards = (1..).zip(found).filter(|(pairs, _)| block.contains(pairs));
        Ok(Partial::whole(boards))
    };
    let boards = values(games, |args| args.pairs);
    let is_alone = boards.len() == 1;
    let found =
        context.phase("evaluate", || blocks(&context.job(), "board", (boards, 2), |&pairs| pairs, block));
    let Partial { done: found, stop } = found?;
    Ok((solitaire::turns(&found, is_alone), stop))
}

pub(super) fn first_click(games: &[Given], context: &Context) -> FigureResult {
    let PlotArgs { rows, cols, .. } = games[0].read();
    let (numbers, job) = (values(games, |args| args.mines), context.job());
    let all: Vec<(FirstCell, u16)> =
        STARTS.into_iter().flat_map(|start| numbers.iter().map(move |&mines| (start, mines))).collect();
    let one = |(start, mines): (FirstCell, u16)| {
        let field = Field::new(rows, cols, mines.into()).map_err(refused)?;
        let game = match Mines::new(field, Opener::Lowest(Ties::Random), start, FirstClick::Any) {
            // A narrow board has no inner cells, and may have no edge cells.
            Err(ImpossibleMines::Start(_)) => return Ok(Partial::whole([])),
            game => game.map_err(refused)?,
        };
        let last = (rows * cols) as u32;
        let find = || context.pace().upward(last, || MinesOdds::of(&game, Aim::Win, &job));
        Ok(Partial::whole([(start, mines, context.run_phase("evaluate", find)?.win)]))
    };
    let Partial { done: found, stop } = parts(&context.job(), "board", all, one)?;
    Ok((mines::first_click((rows, cols), &found), stop))
}

/// Returns the error for an impossible board, with a possible board as advice.
fn refused(error: ImpossibleMines) -> Fail {
    Fail::usage(error.to_string()).help("chancetree plot first-click --rows 4 --cols 4 -o first-click.svg")
}

pub(super) fn convergence(games: &[Given], context: &Context) -> FigureResult {
    let given = &games[0];
    let PlotArgs { pairs, games, seed, .. } = given.read();
    let game = Player::of(given)?.game(pairs)?;
    let job = context.job();
    let expected = Tables::of(&game, &job).and_then(|tables| tables.expected_but_remembered(&job));
    let expected = expected.map_err(|error| context.explain_at(error, "before the expectation"))?;
    let (mut mean, mut played) = (Mean::default(), 0);
    let sample = |sampled: u64| {
        let play = |number: u64| {
            if context.is_stopped() { None } else { game.play(seed, number, MOST_PLAYED) }
        };
        for log in each(&context.job(), played + 1..=sampled, play) {
            let Some(log) = log else {
                return Err(match context.is_stopped() {
                    true => context.stop_failure(&format!("after {played} of {games} games")),
                    false => {
                        Fail::beyond_program_limit(format!("a game is not over after {MOST_PLAYED} turns"))
                            .help("--recall 3/4,1/8,4/5")
                    }
                });
            };
            mean.add(log.len() as u64);
        }
        played = sampled;
        Ok((played, mean))
    };
    let Partial { done: found, stop } = several(&context.job(), "look", looks(games), sample)?;
    Ok((solitaire::convergence(&game, &expected.turns, (games, seed), &found), stop))
}
