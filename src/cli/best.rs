//! `best`: what every action is worth, and the table of best tactics.

mod limited;

use super::checkpoint::Checkpoints;
use super::context::{ActivityKind, Context, end_printed};
use super::described::Inquiry;
use super::ending;
use super::fail::Fail;
use super::memory::{self, SIZES, ScoredBoard};
use super::picture::PictureFormat;
use super::policy;
use super::print::{self, Answers, Print, Stream};
use super::solved::decided;
use super::target::Target;
use crate::export::chart::Squares;
use crate::family::{GameAnswer, Partial, SavedParts, Solved, blocks, parts, range};
use crate::games::memory::best::{self, DEFAULT, TacticCell, TacticRow, grid, table};
use crate::games::memory::decisions::{Decisions, Objective};
use crate::games::memory::family::{Decide, LimitedMemory, merged};
use crate::games::memory::strategies::Continue;
use crate::games::memory::strategies::found::Forgetting;
use crate::model::Job;
use serde_json::{Value, json};
use std::path::Path;

/// The best play of Memory.
pub(super) fn memory(
    question: &Inquiry<'_>,
    (print, checkpoints): (Print, Checkpoints),
    context: &Context,
) -> Result<(), Fail> {
    let ((decide, games), own) = (memory::asked(question, DEFAULT)?, question.own()?);
    let limited = games[0].1.clone();
    let after = own.word("continue").and_then(Continue::named).unwrap_or_default();
    let (save, picture) = (own.text("save").map(Path::new), PictureFormat::of(&print.format));
    let range = question.varies(SIZES);
    if range {
        let why = "the table of best tactics has all starts in it; a start in the middle is of one board";
        memory::check_fresh(question, why)?;
    }
    if range || save.is_some() {
        let names = if range { SIZES } else { &[] };
        question.alike_but(
            names,
            "a table or a saved policy is of one number of players, one number of singles and one start",
        )?;
    }
    if let Some(kind) = picture.filter(|_| !range) {
        let what = format!(
            "{} is a picture of the table, and the table is of a range of boards",
            ending::name(&kind)
        );
        return Err(Fail::usage(what).help(format!("--pairs 1..={}", games[games.len() - 1].0.pairs)));
    }
    picture.map_or(Ok(()), |kind| kind.check(Path::new("-"), context))?;
    if after == Continue::Pure && !limited.is_given() {
        return Err(
            Fail::usage("--continue pure is for players who are bold or safe").help("--memory unlimited")
        );
    }
    let asked = question.range(&json!({ "pure": after == Continue::Pure }))?;
    if !range && question.is_range() {
        return checkpoints.run(&asked, context, |job| each(games, (&decide, after), print, (job, context)));
    }
    if limited.is_given() {
        if save.is_some() {
            return Err(Fail::usage("--save writes policies of tactics; bold and safe are named by --play")
                .help("leave out --save"));
        }
        let forgetting = Forgetting { decide: &decide, limited: &limited, after };
        return checkpoints.run(&asked, context, |job| {
            if range {
                return limited::table(forgetting, boards(games), job, context)?
                    .print(picture, print, context);
            }
            let answer = limited::one(forgetting, &games[0].0, job, context)?;
            context.clear();
            Answers::new("memory", "", false, &[answer]).print(print, context)
        });
    }
    if save.is_some_and(|path| path.as_os_str() == "-") && !context.output().has_file() {
        return Err(
            Fail::usage("the policy and the result cannot both go to stdout").help("--save - -o best.txt")
        );
    }
    let target = save
        .map(|path| Target::open(path, own.is_given("force"), ["--save", "policy.json"], context))
        .transpose()?;
    checkpoints.run(&asked, context, |job| {
        // What is solved is freed last: once so many small numbers are, whoever asks for room has to wait until all of them
        // are sorted.
        if range {
            let (table, solved) = tactics(boards(games), (&decide, print), target.is_some(), job, context)?;
            if let Some((target, solved)) = target.zip(solved.as_ref()) {
                policy::save(solved, &decide, target, context)?;
            }
            return table.print(picture, print, context);
        }
        let (answer, solved) = one(&games[0].0, &decide, job, context)?;
        if let Some(target) = target {
            policy::save(&solved, &decide, target, context)?;
        }
        context.clear();
        Answers::new("memory", "", false, &[answer]).print(print, context)
    })
}

/// The table of a range of boards.
struct Table {
    answers: Vec<GameAnswer>,
    /// `true` if each answer is of a board of its own.
    is_range: bool,
    grid: Squares,
    /// The reason for which boards are missing, if some are.
    stop: Option<Fail>,
}

impl Table {
    /// Prints the answers, or paints the table.
    fn print(self, picture: Option<PictureFormat>, print: Print, context: &Context) -> Result<(), Fail> {
        let _held = self.stop.is_some().then(|| context.begin(ActivityKind::Held));
        context.clear();
        let printed = match picture {
            Some(kind) => kind.print(self.grid.svg(), &self.grid.title, context),
            None => Answers::new("memory", "", self.is_range, &self.answers).print(print, context),
        };
        end_printed(self.stop, printed)
    }
}

/// The best play on each of several boards.
fn each(
    games: memory::Each,
    (decide, after): (&Decide, Continue),
    print: Print,
    (job, context): (&Job<'_>, &Context),
) -> Result<(), Fail> {
    let parameters = games.iter().map(|(position, _)| parameters(position, decide));
    let answers = Answers::new("memory", "", true, &[]);
    let stream = Stream::of_whole(answers, parameters, print, context).held(job.store.is_some());
    let one = |(position, limited): (ScoredBoard, LimitedMemory), job: &Job<'_>| {
        let forgetting = Forgetting { decide, limited: &limited, after };
        let answer = match limited.is_given() {
            true => limited::one(forgetting, &position, job, context)?,
            false => one(&position, decide, job, context)?.0,
        };
        stream.push_all(Partial::whole([answer]))
    };
    stream.finish(range(job, "board", games, one))
}

/// The worth of all tactics on one board, and the game of which it follows.
fn one(
    position: &ScoredBoard,
    decide: &Decide,
    job: &Job<'_>,
    context: &Context,
) -> Result<(GameAnswer, Solved<Decisions>), Fail> {
    let solved = solve(position, decide, job, context)?;
    let title = format!("{}\n{}", position.title_with("player", ""), decide.title());
    let report = best::report(&solved, title);
    Ok((GameAnswer::new(parameters(position, decide), report), solved))
}

fn solve(
    position: &ScoredBoard,
    decide: &Decide,
    job: &Job<'_>,
    context: &Context,
) -> Result<Solved<Decisions>, Fail> {
    decided(&decide.game(position)?, job, context)
}

/// The boards of a range, on all of which as much is remembered.
fn boards(games: memory::Each) -> Vec<ScoredBoard> {
    games.into_iter().map(|(position, _)| position).collect()
}

/// The table of a range; and the game of which all of it follows, if that `is_saved`.
fn tactics(
    boards: Vec<ScoredBoard>,
    (decide, print): (&Decide, Print),
    is_saved: bool,
    job: &Job<'_>,
    context: &Context,
) -> Result<(Table, Option<Solved<Decisions>>), Fail> {
    let position = boards[boards.len() - 1].clone();
    let rows = SavedParts::open(job, "board", Some(boards.len()))?;
    let solved =
        is_saved.then(|| solve(&position, decide, &job.section(&0.to_string()), context)).transpose()?;
    let block = |boards: Vec<ScoredBoard>| {
        let largest = boards.last().expect("a block is not empty");
        let is_done = boards.iter().all(|board| rows.has(board.pairs.into()));
        let own = || solve(largest, decide, &job.section(&largest.pairs.to_string()), context);
        let own = (solved.is_none() && !is_done).then(own).transpose()?;
        cells(solved.as_ref().or(own.as_ref()), boards, decide, &rows, context)
    };
    let found = blocks(&context.job(), "board", (boards, 2), |board| board.pairs, block);
    let Partial { done: cells, stop } = rows.end(found)?;
    let title = position.title_with("player", &format!("; {}", decide.title()));
    // The title of the largest board, with the boards of the table instead.
    let [first, last] = [cells.first(), cells.last()].map(|cell| cell.map_or(0, |cell| cell.pairs));
    let pairs = print::count(position.pairs, "pair");
    let grid = grid(&cells, title.replacen(&pairs, &format!("{first} to {last} pairs"), 1));
    let answers = match print.is_for_people() && print.columns.is_none() {
        true => vec![GameAnswer::new(Value::Null, table(&grid))],
        false => cells.iter().map(|cell| GameAnswer::new(cell.parameters(), cell.report())).collect(),
    };
    Ok((Table { answers, is_range: true, grid, stop }, solved))
}

/// The parameters as JSON repeats them: the board and how it is played.
fn parameters(position: &ScoredBoard, decide: &Decide) -> Value {
    merged(position.parameters(), decide.parameters())
}

/// The cells of some boards, row by row. Somebody has solved the largest, unless all rows are done.
fn cells(
    solved: Option<&Solved<Decisions>>,
    boards: Vec<ScoredBoard>,
    decide: &Decide,
    rows: &SavedParts<'_, TacticRow>,
    context: &Context,
) -> Result<Partial<TacticCell, Fail>, Fail> {
    // Positions of all boards follow from the largest, but for the lead, which depends on what was taken.
    let shared = solved.filter(|solved| solved.graph().game().wanted() == Objective::Pairs);
    let solve = |position: &ScoredBoard| decided(&decide.game(position)?, &context.job(), context);
    let row = |position: &ScoredBoard| {
        let alone = |table| solve(&position.at(table)?);
        let look = || match context.stopped() {
            true => Err(context.ended("before the row of a board was whole")),
            false => Ok(()),
        };
        match shared {
            Some(solved) => best::row(solved, position.pairs, alone, look),
            None => best::row(&solve(position)?, position.pairs, alone, look),
        }
    };
    let told = |position: ScoredBoard| {
        let pairs = position.pairs;
        let row = rows.part(pairs.into(), |_| row(&position))?;
        Ok(Partial::whole(TacticCell::of_row(pairs, row, &parameters(&position, decide))))
    };
    parts(&context.job(), "board", boards, told)
}
