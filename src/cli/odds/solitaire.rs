//! The odds of one who plays Memory alone.

mod asymptotics;
mod format;
mod imperfect;
mod quantity;
mod sequence;
mod shared;

use super::super::checkpoint::{Checkpoints, Parts, Whole};
use super::super::described::{Page, Question, Tailored, Takes};
use super::super::fail::Fail;
use super::super::machines::Machines;
use super::super::print::{self, Answers, Print};
use super::super::range::whole;
use super::super::recall::Player;
use super::super::solitaire::{Asked, Failed, Points, Score, Solitaire, parameters};
use super::super::watch::{Several, Watch};
use crate::exact::{Natural, Rational, matchings};
use crate::games::solitaire::distributions::{self, Deals, Rewards, Scored};
use crate::games::solitaire::means;
use clap::Args;
use format::Format;
use quantity::{Quantity, Told};
use sequence::Sequence;
use serde_json::{Value, json};
use std::ops::ControlFlow;

#[derive(Debug, Args)]
pub(in crate::cli) struct SolitaireOdds {
    #[arg(skip)]
    solitaire: Solitaire,
    #[arg(skip)]
    player: Player,
    #[command(flatten)]
    distribution: imperfect::Distribution,
    #[command(flatten)]
    score: Score,
    /// Only expectations, for larger boards
    ///
    /// From sums, where distributions take too long.
    #[arg(help_heading = "Output", long)]
    means: bool,
    #[command(flatten)]
    checkpoints: Checkpoints,
    #[command(flatten)]
    machines: Machines,
    /// How to print the result
    #[arg(help_heading = "Output", long, value_enum, default_value_t = Format::Of(print::Format::Text))]
    format: Format,
    /// The sequence of whole numbers that a b-file has
    #[arg(help_heading = "Output", long, value_enum, value_name = "SEQUENCE", hide_short_help = true)]
    sequence: Option<Sequence>,
    /// Digits after the point [default: 12]
    ///
    /// The last is rounded. Wide tables for people have fewer.
    #[arg(help_heading = "Output", long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0u32, 50_000))]
    digits: Option<u32>,
}

/// Pairs up to which distributions are worked out: more would take many minutes.
const MOST_DISTRIBUTED: u16 = 500;

/// Pairs up to which a range of boards is printed with its distributions.
const MOST_LISTED: u16 = 60;

/// The distributions of all boards up to one.
type Sweep = fn(u16, distributions::Look<'_>) -> Option<Vec<Deals>>;

/// An expectation of a board.
type Sum = fn(u16) -> Rational;

/// The expectations that are sums.
const SUMS: [(&str, Sum); 4] = [
    ("turns", means::turns),
    ("lucky", means::lucky),
    ("first_position", means::first_position),
    ("first_turn", means::first_turn),
];

/// Four parts a board have places below this.
const PLACES: u64 = 4 << 16;

/// The distributions of a board from which all others follow.
struct Distributions {
    turns: Scored,
    lucky: Scored,
    remembered: Scored,
    /// The score, where it does not follow from the others.
    score: Option<Scored>,
}

/// The answer for one board.
struct Answer {
    asked: Asked,
    quantities: Vec<Quantity>,
}

impl Tailored for SolitaireOdds {
    const PAGE: Page = Page {
        verb: "odds",
        family: "solitaire",
        about: "Memory for one player who forgets nothing (Lardjane 2024)",
        details: "The exact distributions, over all (2N - 1)!! deals, of the turns until all pairs are collected, the \
                  lucky turns, the place and the turn of the first pair, the cards to remember, and the score.",
        examples: &[
            "--pairs 8",
            "--pairs 1..=40 --format csv",
            "--pairs 8 --score 3,1,-2 --failed B",
            "--pairs 5000 --means",
            "--pairs 1..=20 --format bfile --sequence turns-numerator",
            "--pairs 8 --recall 3/4,1/8,4/5 --tail 1e-6",
            "--pairs 2 --symbolic",
        ],
        takes: Takes::These(&["pairs", "recall", "model"]),
    };

    fn answer(mut self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        self.solitaire = Solitaire::of(question)?;
        self.player = Player::of(question)?;
        self.check_machines()?;
        if self.distribution.symbolic || self.player.recall.is_some() {
            return self.imperfect(question, watch);
        }
        self.player.perfect()?;
        if self.distribution.tail.is_some() {
            return Err(Fail::usage("--tail is of players who forget: these distributions end")
                .help("--recall 3/4,1/8,4/5 --tail 1e-6"));
        }
        if self.sequence.is_some() && self.format != Format::Bfile {
            return Err(Fail::usage("--sequence names what a b-file has").help("--format bfile"));
        }
        let games = self.solitaire.games()?;
        let several: Several<Answer> = watch.phase("evaluate", || match self.means {
            true => {
                let whole = Whole { what: "sum", parts: Some(SUMS.len() * games.len()), places: PLACES };
                let parts = self.checkpoints.in_parts(whole, (question, &json!("means")), watch)?;
                let found = watch.at_once("board", games, |asked| self.means_of(asked, &parts, watch));
                parts.end(found, watch)
            }
            false if self.machines.is_given() => self.shared(games, watch).map(Several::whole),
            false if self.checkpoints.is_given() && !self.solitaire.is_range() => {
                let one = self.kept(games[0], watch)?;
                Ok(Several::whole(vec![one]))
            }
            false => self.distributions(games, question, watch),
        })?;
        several.show(watch, |answers| self.print(answers))
    }
}

impl SolitaireOdds {
    fn answers<'a>(&self, about: &'a str, all: &'a [print::Answer]) -> Answers<'a> {
        Answers::new("solitaire", about, self.solitaire.is_range(), all)
    }

    /// Prints the answers about one who forgets nothing.
    fn print(&self, answers: &[Answer]) -> Result<(), Fail> {
        if self.format == Format::Bfile {
            let Some(sequence) = self.sequence else {
                return Err(Fail::usage("a b-file has one sequence; --sequence says which")
                    .help("--sequence turns-numerator"));
            };
            return print::print(&sequence.bfile(answers)?);
        }
        let whole = !self.solitaire.is_range() || self.solitaire.pairs.last() <= MOST_LISTED;
        let all: Vec<_> = answers.iter().map(|answer| answer.told(&self.score, whole)).collect();
        let about = "Means of solitaire Memory, perfect memory";
        self.show(self.answers(about, &all).summed_up(format!("{POSITION}{LIMITS}")))
    }

    fn show(&self, answers: Answers<'_>) -> Result<(), Fail> {
        answers.digits(6).print(Print::new(self.format.of_results(), self.digits))
    }

    /// The distributions of all boards.
    fn distributions(
        &self,
        games: Vec<Asked>,
        question: &Question,
        watch: &Watch,
    ) -> Result<Several<Answer>, Fail> {
        let most = self.solitaire.pairs.last();
        if most > MOST_DISTRIBUTED {
            return Err(Fail::usage(format!(
                "{most} pairs, but distributions are of boards of up to {MOST_DISTRIBUTED}"
            ))
            .help(format!("--pairs {most} --means")));
        }
        let whole = Whole { what: "distribution", parts: None, places: PLACES };
        let parts = self.checkpoints.in_parts(whole, (question, &self.rewarded()), watch)?;
        let block = |block: Vec<Asked>| self.block(&block, &parts, watch);
        let found = watch.blocks("board", games, |asked| asked.pairs(), block);
        parts.end(found, watch)
    }

    /// The distributions of some boards, each in one pass over the states of the largest.
    fn block(
        &self,
        games: &[Asked],
        parts: &Parts<Vec<Scored>>,
        watch: &Watch,
    ) -> Result<Several<Answer>, Fail> {
        let most = games.last().map_or(0, |asked| asked.pairs());
        let look = |round: usize, rounds: usize| {
            watch.rounds(round, rounds);
            if watch.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stopped = || watch.ended("before the distributions were whole");
        let right = |rows: &Vec<Scored>| {
            let mut rows = rows.iter().zip(games);
            rows.len() == games.len()
                && rows.all(|(row, asked)| {
                    row.iter().map(|(_, number)| number).sum::<Natural>() == matchings(asked.pairs().into())
                })
        };
        let place = |asked: &Asked| usize::from(asked.pairs()) - 1;
        let pass = |which: usize, all: &dyn Fn() -> Option<Vec<Scored>>| {
            parts.part(u64::from(most) * 4 + which as u64, right, watch, || all().ok_or_else(stopped))
        };
        let all: [Sweep; 3] = [distributions::turns, distributions::lucky, distributions::remembered];
        let found = watch.each(0..all.len(), |which| {
            let boards = || {
                let boards = all[which](most, &look)?;
                Some(games.iter().map(|asked| own(&boards[place(asked)])).collect())
            };
            pass(which, &boards)
        });
        let [turns, lucky, remembered] = found.try_into().unwrap_or_else(|_| unreachable!("three passes"));
        let (turns, lucky, remembered) = (turns?, lucky?, remembered?);
        let scores = self.rewards().map(|rewards| {
            let boards = || {
                let boards = distributions::score(most, rewards, &look)?;
                Some(games.iter().map(|asked| boards[place(asked)].clone()).collect())
            };
            pass(all.len(), &boards)
        });
        let scores = match scores.transpose()? {
            Some(scores) => scores.into_iter().map(Some).collect(),
            None => vec![None; games.len()],
        };
        let answer = |((asked, ((turns, lucky), remembered)), score): ((Asked, _), Option<Scored>)| {
            if watch.stopped() {
                return Err(stopped());
            }
            Ok(self.answer(asked, Distributions { turns, lucky, remembered, score }))
        };
        let rows = turns.into_iter().zip(lucky).zip(remembered);
        watch.at_once("board", games.iter().copied().zip(rows).zip(scores).collect(), answer)
    }

    /// Returns what is scored, where the distribution of the score does not follow from that of another quantity.
    fn rewards(&self) -> Option<Rewards> {
        let Points { pair, lucky, .. } = self.score.points();
        Some(Rewards { pair, lucky, miss: self.miss() }).filter(|_| self.miss() != 0 && pair != lucky)
    }

    /// The points of a turn without a pair. The strategy that ends soonest fails by reading B only: its turns without a
    /// pair are of two fresh cards.
    fn miss(&self) -> i64 {
        if self.score.failed() == Failed::B { self.score.points().failed } else { 0 }
    }

    fn answer(&self, asked: Asked, distributions: Distributions) -> Answer {
        let (Points { pair, lucky: luck, .. }, miss) = (self.score.points(), self.miss());
        let Distributions { turns, lucky, remembered, score } = distributions;
        let pairs = i64::from(asked.pairs());
        let score = match score {
            Some(score) => score,
            None if miss == 0 => affine(&lucky, pair * pairs, luck - pair),
            None => affine(&turns, (pair - miss) * pairs, miss),
        };
        let quantities = [
            ("turns", turns),
            ("lucky", lucky),
            ("first_position", own(&distributions::first_position(asked.pairs()))),
            ("first_turn", own(&distributions::first_turn(asked.pairs()))),
            ("remembered", remembered),
            ("score", score),
        ];
        Answer {
            asked,
            quantities: quantities.map(|(name, distribution)| Quantity::of(name, distribution)).into(),
        }
    }

    /// Returns what is scored as the name of a work has it.
    fn rewarded(&self) -> Value {
        json!(self.rewards().map(|rewards| [rewards.pair, rewards.lucky, rewards.miss]))
    }

    fn means_of(&self, asked: Asked, parts: &Parts<Rational>, watch: &Watch) -> Result<Answer, Fail> {
        if watch.stopped() {
            return Err(watch.ended(&format!("before the board of {} pairs", asked.pairs())));
        }
        let mean = |(which, (name, sum)): (u64, (_, Sum))| {
            let place = u64::from(asked.pairs()) * SUMS.len() as u64 + which;
            let mean = parts.part(place, |_| true, watch, || Ok(sum(asked.pairs())))?;
            Ok(Quantity::mean_only(name, mean))
        };
        let sums: Vec<_> = (0..).zip(SUMS).collect();
        let mut quantities = watch.each(sums, mean).into_iter().collect::<Result<Vec<_>, Fail>>()?;
        let score = self.score.of(asked.pairs(), &quantities[1].mean, &quantities[0].mean);
        quantities.push(Quantity::mean_only("score", score));
        Ok(Answer { asked, quantities })
    }
}

/// The values that some deal has.
fn own(deals: &Deals) -> Scored {
    deals.iter().map(|(value, number)| (value, number.clone())).collect()
}

/// The distribution of `base + factor * value`, ascending.
fn affine(deals: &Scored, base: i64, factor: i64) -> Scored {
    let moved = deals.iter().map(|(value, number)| (base + factor * value, number.clone()));
    let mut distribution: Scored = match factor {
        0 => vec![(base, deals.iter().map(|(_, number)| number).sum())],
        _ => moved.collect(),
    };
    if factor < 0 {
        distribution.reverse();
    }
    distribution
}

impl Answer {
    fn quantity(&self, name: &str) -> Option<&Quantity> {
        self.quantities.iter().find(|quantity| quantity.name == name)
    }

    fn parameters(&self, score: &Score) -> Value {
        let mut parameters = parameters(self.asked);
        parameters["score"] = score.parameters();
        parameters["evaluator"] = json!(self.evaluator());
        parameters
    }

    /// Returns which of the two evaluators answered.
    fn evaluator(&self) -> &'static str {
        match self.quantities.iter().any(Quantity::has_distribution) {
            true => "distributions",
            false => "sums",
        }
    }

    /// Returns what is told of it; `whole` says whether every value is.
    fn told(&self, score: &Score, whole: bool) -> print::Answer {
        let all: Vec<Told> = self.quantities.iter().map(|quantity| quantity.told(whole)).collect();
        let mut report = quantity::report(self.asked.title(), &all, Some(self.asked.pairs()));
        if self.evaluator() == "sums" {
            report.note = "Means from sums over runs of different cards, not from distributions.".to_owned();
        }
        print::Answer { parameters: self.parameters(score), report }
    }
}

/// The meaning of the lines of many boards.
const POSITION: &str = "\nposition: of the second card of the first pair\n";
const LIMITS: &str = "limits: turns (3 - 2 ln 2) N + 7/8 - 2 ln 2, lucky ln 2\n";
