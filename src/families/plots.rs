//! The kinds of plots: their pages, and the work on their figures, which a limit ends early.

use crate::family::{
    CommandError, Figure, GameArguments, Page, Partial, Refusal, each, run_blocks, run_each, run_parts,
};
use crate::game::{Game as _, Seat};
use crate::memory::decisions::Objective;
use crate::memory::family::{LimitedMemory, PlaySettings, ScoredBoard, Start};
use crate::memory::lineup::Lineup;
use crate::memory::odds::{BoardOdds, robots};
use crate::memory::plots::{self as memory, OTHERS};
use crate::memory::separate::SeparateMemory;
use crate::memory::solved::solve_forgetful;
use crate::mines::field::Field;
use crate::mines::game::{Aim, FirstCell, FirstClick, Mines, Opener, Ties};
use crate::mines::grid::ImpossibleMines;
use crate::mines::odds::MinesOdds;
use crate::mines::plots::{self as mines, STARTS};
use crate::model::Job;
use crate::model::order;
use crate::solitaire::imperfect::{MAX_PLAYED, Tables};
use crate::solitaire::plots::{self as solitaire, sample_sizes};
use crate::solitaire::{Player, Solitaire, distributions};
use crate::statistics::Mean;
use serde::Deserialize;

/// A kind of plot: its help page, and the function that computes its figure.
#[derive(Debug)]
pub struct PlotKind {
    /// The help page. Its command is the name of the kind.
    pub page: Page,
    /// Computes the figure of games with these options.
    pub figure: fn(&[GameArguments], &Job<'_>) -> FigureResult,
}

/// A figure, and the error that stopped the work on it, if it is incomplete.
pub type FigureResult = Result<(Figure, Option<CommandError>), CommandError>;

/// All kinds of plots.
pub static KINDS: [PlotKind; 6] = [
    PlotKind { page: memory::FIRST_MOVER, figure: first_mover },
    PlotKind { page: memory::OUTCOMES, figure: outcomes },
    PlotKind { page: memory::CARD_OF_MEMORY, figure: card_of_memory },
    PlotKind { page: solitaire::TURNS, figure: turns },
    PlotKind { page: mines::FIRST_CLICK_PAGE, figure: first_click },
    PlotKind { page: solitaire::CONVERGENCE, figure: convergence },
];

/// The options of all plots. Each plot has some.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PlotOptions {
    pairs: u16,
    players: Seat,
    most: u16,
    play: String,
    rows: usize,
    cols: usize,
    mines: u16,
    first_click: FirstClick,
    games: u64,
    seed: u64,
}

/// Returns the values of an option in all games, sorted and without duplicates.
fn values<T: Ord>(games: &[GameArguments], value: impl Fn(PlotOptions) -> T) -> Vec<T> {
    let mut all: Vec<T> = games.iter().map(|given| value(given.read())).collect();
    order::sort_unique(&mut all);
    all
}

/// Creates a board at the start of a game.
fn start_board(pairs: u16, players: Seat) -> Result<ScoredBoard, Refusal> {
    Start { players, ..Default::default() }.position(pairs)
}

/// Computes the odds of `players` robots on boards of all sizes.
fn boards(
    players: Seat,
    games: &[GameArguments],
    job: &Job<'_>,
) -> Result<Partial<BoardOdds, CommandError>, CommandError> {
    let positions = values(games, |args| args.pairs).into_iter().map(|pairs| start_board(pairs, players));
    robots::boards(positions.collect::<Result<_, _>>()?, job, |found| Ok(Partial::whole(found)))
}

fn first_mover(games: &[GameArguments], job: &Job<'_>) -> FigureResult {
    let players = values(games, |args| args.players);
    let Partial { done: found, stop } =
        run_parts(job, "line", players, |players| boards(players, games, job))?;
    Ok((memory::first_mover(&found), stop))
}

fn outcomes(games: &[GameArguments], job: &Job<'_>) -> FigureResult {
    let PlotOptions { players, .. } = games[0].read();
    let Partial { done: found, stop } = boards(players, games, job)?;
    Ok((memory::outcomes(players, &found), stop))
}

fn card_of_memory(games: &[GameArguments], job: &Job<'_>) -> FigureResult {
    let PlotOptions { pairs, most, play, .. } = games[0].read();
    let position = start_board(pairs, 2)?;
    let others = OTHERS.into_iter().filter(|&other| other <= most);
    let all: Vec<(u16, u16)> = others.flat_map(|other| (0..=most).map(move |own| (own, other))).collect();
    let one = |(own, other): (u16, u16)| {
        let lineup = Lineup::new(PlaySettings::playing(&play), LimitedMemory::own(&[own, other]));
        let game = lineup.game::<SeparateMemory>(&position)?;
        let settled = solve_forgetful(&game, &position, (Objective::Pairs, None), job)?;
        Ok::<_, CommandError>((own, other, settled.values()))
    };
    let Partial { done: found, stop } = run_each(job, "memory", all, one)?;
    Ok((memory::card_of_memory(pairs, &play, &found), stop))
}

fn turns(games: &[GameArguments], job: &Job<'_>) -> FigureResult {
    let block = |block: Vec<u16>| {
        let largest =
            Solitaire::new(block[block.len() - 1]).expect("the parameter limits the number of pairs");
        let found = largest.graph(job).and_then(|graph| distributions::turns(&graph, job));
        let found = found.map_err(|error| CommandError::of(error, "before the distribution was complete"))?;
        Ok(Partial::whole((1..).zip(found).filter(|(pairs, _)| block.contains(pairs))))
    };
    let boards = values(games, |args| args.pairs);
    let is_alone = boards.len() == 1;
    let found = job.phase("evaluate", || run_blocks(job, "board", (boards, 2), |&pairs| pairs, block));
    let Partial { done: found, stop } = found?;
    Ok((solitaire::turns(&found, is_alone), stop))
}

fn first_click(games: &[GameArguments], job: &Job<'_>) -> FigureResult {
    let PlotOptions { rows, cols, first_click, .. } = games[0].read();
    let numbers = values(games, |args| args.mines);
    let all: Vec<(FirstCell, u16)> =
        STARTS.into_iter().flat_map(|start| numbers.iter().map(move |&mines| (start, mines))).collect();
    let one = |(start, mines): (FirstCell, u16)| {
        let field = Field::new(rows, cols, mines.into()).map_err(refused)?;
        let game = match Mines::new(field, Opener::Lowest(Ties::Random), start, first_click) {
            // A narrow board has no inner cells, and may have no edge cells. Many mines leave no room for an opening.
            Err(ImpossibleMines::Start(_) | ImpossibleMines::Opening { .. }) => {
                return Ok(Partial::whole([]));
            }
            game => game.map_err(refused)?,
        };
        let find = || job.upward((rows * cols) as u32, || MinesOdds::of(&game, Aim::Win, job));
        Ok::<_, CommandError>(Partial::whole([(start, mines, job.phase("evaluate", find)?.win)]))
    };
    let Partial { done: found, stop } = run_parts(job, "board", all, one)?;
    Ok((mines::first_click((rows, cols), first_click, &found), stop))
}

/// Returns the refusal of an impossible board, with a possible board as advice.
fn refused(error: ImpossibleMines) -> Refusal {
    Refusal::new(error.to_string()).ask("plot first-click --rows 4 --cols 4 -o first-click.svg")
}

fn convergence(games: &[GameArguments], job: &Job<'_>) -> FigureResult {
    let given = &games[0];
    let PlotOptions { pairs, games, seed, .. } = given.read();
    let game = Player::of(given)?.game(pairs)?;
    let expected = Tables::of(&game, job).and_then(|tables| tables.expected_but_remembered(job));
    let expected = expected.map_err(|error| CommandError::of(error, "before the expectation"))?;
    let (mut mean, mut played) = (Mean::default(), 0);
    let sample = |sampled: u64| {
        let play = |number| if job.check().is_ok() { game.play(seed, number, MAX_PLAYED) } else { None };
        for log in each(job, played + 1..=sampled, play) {
            let Some(log) = log else {
                let place = format!("after {played} of {games} games");
                job.check().map_err(|error| CommandError::of(error, place))?;
                let what = format!("a game is not over after {MAX_PLAYED} turns");
                return Err(CommandError::Beyond(Refusal::new(what).help("--recall 3/4,1/8,4/5")));
            };
            mean.add(log.len() as u64);
        }
        played = sampled;
        Ok((played, mean))
    };
    let Partial { done: found, stop } = run_each(job, "sample", sample_sizes(games), sample)?;
    Ok((solitaire::convergence(&game, &expected.turns, (games, seed), &found), stop))
}
