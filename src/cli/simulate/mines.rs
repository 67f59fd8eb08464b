//! Games of Minesweeper at random: how often they are won, with the error.

use super::super::described::{Page, Question, Tailored, Takes};
use super::super::fail::{Fail, Status};
use super::super::input::name;
use super::super::position::Known;
use super::super::print::{self, Answers, Print};
use super::super::range::whole;
use super::super::spelled::{Spelled, spelled};
use super::super::watch::Watch;
use super::Silent;
use super::tally::{Tally, Versus};
use crate::family::{Datum, Given, Report};
use crate::games::mines::board::Board;
use crate::games::mines::family::Asked;
use crate::games::mines::game::{FirstClick, Start, Ties};
use crate::games::mines::resumed::Resumed;
use crate::games::mines::risk::Unknown;
use crate::games::mines::simulate::{Ended, Policy, Table};
use crate::model::{Error, Run};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

#[derive(Debug, Args)]
pub(in crate::cli) struct SimulateMines {
    /// How cells are chosen
    #[arg(long, value_enum, default_value_t = How::Lowest, help_heading = "Play")]
    play: How,
    /// Which of several cells of the lowest risk is opened [default: random]
    #[arg(long, value_parser = spelled::<Ties>(), help_heading = "Play")]
    ties: Option<Ties>,
    /// Several ways to play, on the same boards, compared in pairs: tie rules
    /// of the lowest risk, and strong
    #[arg(long, value_name = "WAY,WAY", value_parser = spelled::<Policy>(), value_delimiter = ',', conflicts_with_all = ["play", "ties"],
        help_heading = "Play")]
    compare: Vec<Policy>,
    #[arg(skip)]
    begins: (Start, FirstClick),
    /// Games
    #[arg(long, help_heading = "Games", value_name = "G", default_value_t = 1000, allow_negative_numbers = true,
        value_parser = whole(1, super::MOST_GAMES))]
    games: u64,
    /// The seed of the random numbers: the same games each time
    #[arg(long, help_heading = "Games", value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(0, u64::MAX))]
    seed: u64,
    #[command(flatten)]
    print: Print,
}

/// Games that are played together, between two looks at the limits.
const CHUNK: u64 = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum How {
    /// A cell of the lowest risk (Lindgren 2000)
    Lowest,
    /// A cell near the lowest risk, with an eye on the next click; exact where few placements are left
    Strong,
}

impl Spelled for Policy {
    const ALL: &'static [Self] = {
        let [random, last, first, outer] = Ties::DRAWN;
        use Policy::{Lowest, Strong};
        &[Lowest(random), Lowest(last), Lowest(first), Lowest(outer), Strong]
    };

    fn value(self) -> PossibleValue {
        match self {
            Self::Lowest(ties) => {
                let help = match ties {
                    Ties::Random | Ties::Free => "Lowest risk, ties at random",
                    Ties::Last => "Lowest risk, the last in reading order",
                    Ties::First => "Lowest risk, the first in reading order",
                    Ties::CornerEdgeRandom => "Lowest risk, a corner, else an edge, else the middle",
                };
                ties.value().help(help)
            }
            Self::Strong => PossibleValue::new("strong").help("The strong policy"),
        }
    }
}

/// A way to play in words.
pub(super) fn words(policy: Policy) -> String {
    match policy {
        Policy::Strong => "strong".to_owned(),
        Policy::Lowest(ties) => format!("lowest risk, ties {}", ties.word()),
    }
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
        takes: Takes::These(&["preset", "rows", "cols", "mines", "board", "start", "first-click"]),
    };

    fn answer(mut self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        let given = question.one()?;
        self.begins = (Asked(&given).start(), Asked(&given).first_click());
        if self.play == How::Strong && self.ties.is_some() {
            return Err(
                Fail::usage("ties of the lowest risk mean nothing to strong play").help("--play lowest")
            );
        }
        let begin = self.begin(&given, question, watch)?;
        let ways = self.ways();
        let begun = Instant::now();
        let (played, stop) = self.games(&begin, &ways, watch);
        watch.clear();
        if played.games > 0 {
            let all =
                [print::Answer { parameters: self.parameters(&begin), report: self.report(&begin, &played) }];
            Answers::new("mines", "", false, &all).print(self.print)?;
            let number = played.games as f64 * ways.len() as f64;
            watch.note(&format!("{:.0} games a second", number / begun.elapsed().as_secs_f64()));
        }
        stop.map_or(Ok(()), Err)
    }
}

impl SimulateMines {
    /// Returns the position that the games begin from; a board with nothing opened is a fresh one.
    fn begin(&self, given: &Given, question: &Question, watch: &Watch) -> Result<Begin, Fail> {
        let asked = Asked(given);
        if let Some(path) = given.text("board").map(Path::new) {
            let position =
                asked.position().map_err(|refusal| question.refused(refusal))?.expect("it is given");
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
        let (size, mines) = asked.laid().map_err(|refusal| {
            Fail::usage(format!("{}, or --preset", refusal.what)).help("--preset expert")
        })?;
        let (start, first_click) = self.begins;
        if start == Start::Chosen {
            return Err(
                Fail::usage("nobody chooses the first cell of a simulated game").help("--start corner")
            );
        }
        Table::new(size, mines, start, first_click)
            .map(Begin::Fresh)
            .map_err(|error| Fail::usage(error.to_string()).help("--rows 16 --cols 30 --mines 99"))
    }

    /// Plays, until it is stopped; the games played are always the first ones.
    fn games(&self, begin: &Begin, ways: &[Policy], watch: &Watch) -> (Played, Option<Fail>) {
        let silent = Silent(watch);
        let run = Run { threads: 1, observer: &silent, ..watch.run() };
        let play = |number: u64| -> Result<Vec<Ended>, Unknown> {
            ways.iter().map(|way| begin.play(*way, self.seed, number, &run)).collect()
        };
        let mut played = Played::new(ways);
        while played.games < self.games {
            if watch.stopped() {
                break;
            }
            watch.done(played.games, self.games);
            watch.tell(|| format!("{} of {} games", played.games, self.games));
            let numbers = played.games + 1..=(played.games + CHUNK).min(self.games);
            for result in watch.each(numbers, play) {
                match result {
                    Ok(ended) => played.add(&ended),
                    Err(why) => {
                        let stop = stopped(played.games + 1, self.games, why, watch);
                        return (played, Some(stop));
                    }
                }
            }
        }
        let stop = (played.games < self.games)
            .then(|| watch.ended(&format!("after {} of {} games", played.games, self.games)));
        (played, stop)
    }

    fn ways(&self) -> Vec<Policy> {
        if !self.compare.is_empty() {
            return self.compare.clone();
        }
        vec![match self.play {
            How::Strong => Policy::Strong,
            How::Lowest => Policy::Lowest(self.ties.unwrap_or(Ties::Random)),
        }]
    }

    fn parameters(&self, begin: &Begin) -> Value {
        let board = begin.board();
        let mut parameters = json!({
            "rows": board.rows(),
            "columns": board.columns(),
            "mines": board.mines(),
            "games": self.games,
            "seed": self.seed,
        });
        match begin {
            Begin::Fresh(_) => {
                parameters["start"] = json!(self.begins.0.to_string());
                parameters["first_click"] = json!(self.begins.1.name());
            }
            Begin::Position(_) => parameters["board"] = board.to_string().lines().skip(1).collect(),
        }
        parameters
    }

    fn report(&self, begin: &Begin, played: &Played) -> Report {
        let board = begin.board();
        let mines = print::count(board.mines() as u64, "mine");
        let begins = match begin {
            Begin::Fresh(_) => {
                format!("start {}, first click {}", self.begins.0, self.begins.1.name())
            }
            Begin::Position(_) => "from a position".to_owned(),
        };
        let mut report = Report::new(format!(
            "Minesweeper, {} x {} cells, {mines}, {begins}\nsimulated: {}, seed {}",
            board.rows(),
            board.columns(),
            print::count(played.games, "game"),
            self.seed
        ));
        report.add("simulated", Datum::Flag(true));
        report.add("games", Datum::Whole(played.games));
        report.tables.push(Tally::table(&played.tallies));
        if !played.versus.is_empty() {
            report.add("same_boards", Datum::Flag(true));
            report.tables.push(Versus::table(&played.versus, &played.tallies));
        }
        report
    }
}

/// Returns why it was stopped in a game.
fn stopped(game: u64, asked: u64, why: Unknown, watch: &Watch) -> Fail {
    match why {
        Unknown::Engine(Error::Stopped(_)) => watch.ended(&format!("in game {game} of {asked}")),
        Unknown::Engine(error) => watch.explain(error),
        other => Fail::new(Status::Limit, format!("game {game}: {other}")),
    }
}

impl Played {
    fn new(ways: &[Policy]) -> Self {
        let pairs = (0..ways.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        let mut versus: Vec<Versus> = pairs.map(|(first, second)| Versus::new(first, second)).collect();
        versus.sort_by_key(Versus::places);
        Self { tallies: ways.iter().map(|&way| Tally::new(way)).collect(), versus, games: 0 }
    }

    fn add(&mut self, ended: &[Ended]) {
        self.games += 1;
        self.tallies.iter_mut().zip(ended).for_each(|(tally, ended)| tally.add(*ended));
        self.versus.iter_mut().for_each(|versus| versus.add(ended));
    }
}
