//! Games of Minesweeper at random: how often they are won, with the error.

use super::super::checkpoint::Saved;
use super::super::described::{Page, Question, Tailored};
use super::super::fail::{Fail, Status};
use super::super::input::name;
use super::super::mines;
use super::super::position::Known;
use super::super::print;
use super::super::watch::{Several, Watch};
use super::counts::Counts;
use super::sampled::Sampling;
use super::tally::{Tally, Versus};
use crate::family::{Given, Refusal, Setting, Typed};
use crate::games::mines::board::Board;
use crate::games::mines::family::Asked;
use crate::games::mines::game::{FirstClick, Play, Start, Ties};
use crate::games::mines::resumed::Resumed;
use crate::games::mines::risk::Unknown;
use crate::games::mines::simulate::{Ended, Policy, Table};
use crate::model::{Run, order};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command};
use serde_json::json;
use std::path::Path;
use std::time::Instant;

#[derive(Debug, Args)]
pub(in crate::cli) struct SimulateMines {
    /// Several ways to play, on the same boards, compared in pairs: tie rules
    /// of the lowest risk, and strong
    #[arg(long, value_name = "WAY,WAY", value_parser = way(), value_delimiter = ',',
        conflicts_with_all = ["play", "ties"], help_heading = "Play")]
    compare: Vec<Policy>,
    #[command(flatten)]
    sampling: Sampling,
}

/// Reads a way to play.
fn way() -> impl TypedValueParser<Value = Policy> {
    let known = |word: String| Policy::ALL.into_iter().find(|way| way.name() == word);
    PossibleValuesParser::new(Policy::ALL.map(Policy::name))
        .map(move |word| known(word).expect("one of them"))
}

/// The way to play that is only simulated.
const STRONG: &str = "strong";

/// Lets `--play` be strong, too.
fn strong(play: Arg) -> Arg {
    let words = [
        PossibleValue::new("lowest").help("A cell of the lowest risk (Lindgren 2000)"),
        PossibleValue::new(STRONG).help(
            "A cell near the lowest risk, with an eye on the next click; exact where few placements are left",
        ),
        PossibleValue::new("best").help("The cell that wins most often in the end, on small boards"),
    ];
    let word = |word: String| ["lowest", STRONG, "best"].into_iter().find(|known| *known == word);
    let word = move |text| Setting::Word(word(text).expect("one of the words"));
    play.value_parser(
        PossibleValuesParser::new(words).map(move |text| Typed { all: vec![word(text)], several: false }),
    )
}

/// The position that every game begins from.
enum Begin {
    /// A closed board.
    Fresh(Table),
    /// A position.
    Position(Resumed),
}

impl Begin {
    fn board(&self) -> &Board {
        match self {
            Self::Fresh(table) => table.empty(),
            Self::Position(position) => position.board(),
        }
    }

    fn play(&self, policy: Policy, seed: u64, game: u64, run: &Run<'_>) -> Result<Ended, Unknown> {
        match self {
            Self::Fresh(table) => table.play(policy, seed, game, run),
            Self::Position(position) => position.play(policy, seed, game, run),
        }
    }
}

/// The results of the games that were played.
struct Played {
    tallies: Vec<Tally>,
    versus: Vec<Versus>,
    games: u64,
}

impl Tailored for SimulateMines {
    const PAGE: Page = Page {
        verb: "simulate",
        family: "mines",
        about: "Minesweeper (Lindgren 2000) on boards of any size",
        details: "How often a game is won, with its error: an estimate, not a fraction; odds has those of small \
                  boards. Safe cells are opened at once; a game is won when every mine is identified. A game follows \
                  from the seed and its number, so the same seed gives the same games whatever the threads, and ways \
                  to play meet the same boards. If it is stopped early, it prints what was played.",
        examples: &[
            "--preset expert --start corner --first-click safe --seed 1",
            "--preset beginner --compare random,strong --games 2000 --seed 1",
            "--board position.txt --mines 10 --compare random,strong",
        ],
        takes: mines::PLAYED,
    };

    fn options(page: Command) -> Command {
        Self::augment_args(page.mut_arg("play", strong))
    }

    fn answer(self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        let given = question.one()?;
        let ways = match (&self.compare[..], way_of(&given)) {
            ([], way) => match way.map_err(|refusal| question.refused(refusal))? {
                Some(way) => vec![way],
                // Somebody decides: what is best is known of games that are explored.
                None => return question.described(watch),
            },
            (ways, _) => ways.to_vec(),
        };
        let begin = begin(Asked(&given), question, watch)?;
        self.sampling.run(question, vec![begin], watch, |begin, (checkpoints, work)| {
            let mut work = work.clone();
            let begun = Instant::now();
            (work["game"], work["ways"]) = (given.echo(), ways.iter().map(|way| way.name()).collect());
            let (played, now, stop) = self.games(&begin, &ways, (checkpoints, &work), watch)?;
            let answer = (played.games > 0).then(|| self.answer_of(Asked(&given), &begin, &played));
            if answer.is_some() {
                let number = now as f64 * ways.len() as f64;
                watch.note(&format!("{:.0} games a second", number / begun.elapsed().as_secs_f64()));
            }
            Ok(Several::until(answer.into_iter().collect(), stop))
        })
    }
}

/// The way in which cells are chosen, if nobody decides.
fn way_of(given: &Given) -> Result<Option<Policy>, Refusal> {
    if given.word("play") != Some(STRONG) {
        return Ok(match Asked(given).how()? {
            Play::Best | Play::Lowest(Ties::Free) => None,
            Play::Lowest(ties) => Some(Policy::Lowest(ties)),
        });
    }
    match given.is_given("ties") {
        false => Ok(Some(Policy::Strong)),
        true => {
            Err(Refusal::new("ties of the lowest risk mean nothing to strong play").help("--play lowest"))
        }
    }
}

/// Returns the position that the games begin from; a board with nothing opened is a fresh one.
fn begin(asked: Asked<'_>, question: &Question, watch: &Watch) -> Result<Begin, Fail> {
    if let Some(path) = asked.0.text("board").map(Path::new) {
        let position = asked.position().map_err(|refusal| question.refused(refusal))?.expect("it is given");
        let (known, board) = (Known(asked.known()), position.board);
        if board.cells().iter().all(|cell| cell.is_hidden()) {
            let size = (board.rows(), board.columns());
            return Table::new(size, board.mines(), Start::Anywhere, FirstClick::Any)
                .map(Begin::Fresh)
                .map_err(|error| Fail::usage(format!("{}: {error}", name(path))).help(known.risk(path)));
        }
        return Resumed::new(board.clone(), &watch.run())
            .map(Begin::Position)
            .map_err(|why| known.impossible(path, board, why, watch));
    }
    let (size, mines) = asked
        .laid()
        .map_err(|refusal| Fail::usage(format!("{}, or --preset", refusal.what)).help("--preset expert"))?;
    if asked.start() == Start::Chosen {
        return Err(Fail::usage("nobody chooses the first cell of a simulated game").help("--start corner"));
    }
    Table::new(size, mines, asked.start(), asked.first_click())
        .map(Begin::Fresh)
        .map_err(|error| Fail::usage(error.to_string()).help("--rows 16 --cols 30 --mines 99"))
}

impl SimulateMines {
    /// Plays, until it is stopped; the games played are always the first ones. Returns how many of them were played now.
    fn games(
        &self,
        begin: &Begin,
        ways: &[Policy],
        work: Saved<'_>,
        watch: &Watch,
    ) -> Result<(Played, u64, Option<Fail>), Fail> {
        let play = |number: u64, run: &Run<'_>| -> Result<Vec<Ended>, Unknown> {
            ways.iter().map(|way| begin.play(*way, self.sampling.seed, number, run)).collect()
        };
        let explain = |game: u64, why: Unknown| match why {
            Unknown::Engine(error) => watch.explain(error),
            other => Fail::new(Status::Limit, format!("game {game}: {other}")),
        };
        let mut played = Played::new(ways);
        let (now, stop) = self.sampling.each(work, watch, play, explain, &mut played)?;
        Ok((played, now, stop))
    }

    fn answer_of(&self, asked: Asked<'_>, begin: &Begin, played: &Played) -> print::Answer {
        let board = begin.board();
        let (rows, columns, mines) = (board.rows(), board.columns(), board.mines());
        let mut parameters = json!({ "rows": rows, "columns": columns, "mines": mines });
        self.sampling.enter(&mut parameters);
        let position = matches!(begin, Begin::Position(_)).then_some(board);
        asked.echo_begin(position, &mut parameters);
        let (mines, begins) = (print::count(mines, "mine"), asked.begins(position));
        let heading = format!("Minesweeper, {rows} x {columns} cells, {mines}, {begins}");
        let mut report = self.sampling.blank(&heading, played.games);
        report.tables.push(Tally::table(&played.tallies));
        if !played.versus.is_empty() {
            report.add("same_boards", true);
            report.tables.push(Versus::table(&played.versus, &played.tallies));
        }
        print::Answer { parameters, report }
    }
}

impl Played {
    fn new(ways: &[Policy]) -> Self {
        let pairs = (0..ways.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        let mut versus: Vec<Versus> = pairs.map(|(first, second)| Versus::new(first, second)).collect();
        order::sort(&mut versus, |one, other| one.places().cmp(&other.places()));
        Self { tallies: ways.iter().map(|&way| Tally::new(way)).collect(), versus, games: 0 }
    }
}

impl Counts<Vec<Ended>> for Played {
    fn add(&mut self, ended: &Vec<Ended>) {
        self.games += 1;
        self.tallies.iter_mut().zip(ended).for_each(|(tally, ended)| tally.add(*ended));
        self.versus.iter_mut().for_each(|versus| versus.add(ended));
    }

    fn words(&self) -> Vec<u64> {
        let tallies = self.tallies.iter().flat_map(Tally::words);
        tallies.chain(self.versus.iter().flat_map(Versus::words)).collect()
    }

    fn resume(&mut self, games: u64, words: &[u64]) -> Option<()> {
        let (tallies, versus) = words.split_at(self.tallies.len() * Tally::WORDS);
        let mut tallies = self.tallies.iter_mut().zip(tallies.chunks_exact(Tally::WORDS));
        tallies.try_for_each(|(tally, words)| tally.resume(games, words))?;
        let mut versus = self.versus.iter_mut().zip(versus.chunks_exact(Versus::WORDS));
        versus.try_for_each(|(versus, words)| versus.resume(games, words))?;
        self.games = games;
        Some(())
    }
}
