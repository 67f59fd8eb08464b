//! The odds of one who plays Memory alone.

mod asymptotics;
mod format;
mod imperfect;
mod quantity;
mod sequence;
mod shared;

use super::super::checkpoint::Keep;
use super::super::fail::Fail;
use super::super::machines::Machines;
use super::super::print::{self, Print, SCHEMA};
use super::super::range::whole;
use super::super::recall::Recalling;
use super::super::solitaire::{Asked, Failed, Points, Score, Solitaire};
use super::super::watch::{Several, Watch};
use crate::exact::{self, Rational};
use crate::games::solitaire::distributions::{self, Deals, Rewards, Scored};
use crate::games::solitaire::means;
use asymptotics::asymptotics;
use clap::Args;
use format::Format;
use quantity::Quantity;
use sequence::Sequence;
use serde_json::{Value, json};
use std::ops::ControlFlow;

#[derive(Debug, Args)]
pub(super) struct SolitaireOdds {
    #[command(flatten)]
    solitaire: Solitaire,
    #[command(flatten)]
    recalling: Recalling,
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
    keep: Keep,
    #[command(flatten)]
    machines: Machines,
    /// How to print the result
    #[arg(help_heading = "Output", long, value_enum, default_value_t = Format::Text)]
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
const MOST_LAWS: u16 = 500;

/// Pairs up to which a range of boards is printed with its distributions.
const MOST_LISTED: u16 = 60;

/// The columns of distributions.
const DISTRIBUTION: [&str; 4] = ["quantity", "value", "probability", "probability_exact"];

/// The distributions of all boards up to one.
type Sweep = fn(u16, distributions::Look<'_>) -> Option<Vec<Deals>>;

/// An expectation of a board.
type Sum = fn(u16) -> Rational;

/// The distributions of a board from which all others follow.
struct Distributions {
    turns: Scored,
    lucky: Scored,
    remembered: Scored,
    /// Where it does not follow from the others.
    score: Option<Scored>,
}

/// The answer for one board.
struct Answer {
    asked: Asked,
    quantities: Vec<Quantity>,
}

impl SolitaireOdds {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        self.check_machines()?;
        if self.distribution.symbolic || self.recalling.recall.is_some() {
            return self.imperfect(watch);
        }
        self.recalling.perfect()?;
        if self.distribution.tail.is_some() {
            return Err(Fail::usage("--tail is of players who forget: these distributions end")
                .help("--recall 3/4,1/8,4/5 --tail 1e-6"));
        }
        if self.sequence.is_some() && self.format != Format::Bfile {
            return Err(Fail::usage("--sequence names what a b-file has").help("--format bfile"));
        }
        let games = self.solitaire.games()?;
        let several: Several<Answer> = watch.phase("evaluate", || match self.means {
            true => watch.at_once("board", games, |asked| self.means_of(asked, watch)),
            false if self.machines.is_given() => self.shared(games, watch).map(Several::whole),
            false => self.distributions(games, watch),
        })?;
        let answers = &several.done;
        watch.clear();
        if answers.is_empty() {
            // Another process has the answer.
            return Ok(());
        }
        let print = Print::new(print::Format::Text, self.digits);
        match self.format {
            Format::Text if answers.len() > 1 => print::print(&table(answers, print)),
            Format::Text => print::print(&answers[0].text(print)),
            Format::Json => {
                let range = self.solitaire.is_range();
                let distribution = !range || self.solitaire.pairs.last() <= MOST_LISTED;
                let json = |answer: &Answer| answer.json(&self.score, distribution, print);
                let mut all: Vec<Value> = answers.iter().map(json).collect();
                print::json(&if range { Value::Array(all) } else { all.remove(0) })
            }
            Format::Table(style) if self.solitaire.is_range() || self.means => {
                let row = |answer: &Answer| (answer.parameters(&self.score), answer.csv(print));
                print::table(style, &print::asked(&answers[0].header(), answers.iter().map(row)))
            }
            Format::Table(style) => print::table(style, &answers[0].distribution_csv(&self.score, print)),
            Format::Bfile => {
                let Some(sequence) = self.sequence else {
                    return Err(Fail::usage("a b-file has one sequence; --sequence says which")
                        .help("--sequence turns-numerator"));
                };
                print::print(&sequence.bfile(answers)?)
            }
        }?;
        several.end()
    }

    /// The distributions of all boards.
    fn distributions(&self, games: Vec<Asked>, watch: &Watch) -> Result<Several<Answer>, Fail> {
        let most = self.solitaire.pairs.last();
        if most > MOST_LAWS {
            return Err(Fail::usage(format!(
                "{most} pairs, but distributions are of boards of up to {MOST_LAWS}"
            ))
            .help(format!("--pairs {most} --means")));
        }
        watch.blocks("board", games, |asked| asked.pairs, |block| self.block(block, watch))
    }

    /// The distributions of some boards, in one pass over the states of the largest.
    fn block(&self, games: Vec<Asked>, watch: &Watch) -> Result<Several<Answer>, Fail> {
        let most = games.last().map_or(0, |asked| asked.pairs);
        let look = |round: usize, rounds: usize| {
            watch.rounds(round, rounds);
            if watch.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let stopped = || watch.ended("before the distributions were whole");
        let all: [Sweep; 3] = [distributions::turns, distributions::lucky, distributions::remembered];
        let all: Option<Vec<_>> =
            watch.each(all.to_vec(), |distribution| distribution(most, &look)).into_iter().collect();
        let Some([turns, lucky, remembered]) = all.as_deref() else { return Err(stopped()) };
        let rewards = self.rewards();
        let scores = rewards
            .map(|rewards| distributions::score(most, rewards, &look).ok_or_else(stopped))
            .transpose()?;
        let answer = |asked: Asked| {
            if watch.stopped() {
                return Err(stopped());
            }
            let at = usize::from(asked.pairs) - 1;
            let [turns, lucky, remembered] =
                [turns, lucky, remembered].map(|distributions| own(&distributions[at]));
            let score = scores.as_ref().map(|scores| scores[at].clone());
            Ok(self.answer(asked, Distributions { turns, lucky, remembered, score }))
        };
        watch.at_once("board", games, answer)
    }

    /// What is scored, where the distribution of the score does not follow from that of another quantity.
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
        let pairs = i64::from(asked.pairs);
        let score = match score {
            Some(score) => score,
            None if miss == 0 => affine(&lucky, pair * pairs, luck - pair),
            None => affine(&turns, (pair - miss) * pairs, miss),
        };
        let quantities = [
            ("turns", turns),
            ("lucky", lucky),
            ("first_position", own(&distributions::first_position(asked.pairs))),
            ("first_turn", own(&distributions::first_turn(asked.pairs))),
            ("remembered", remembered),
            ("score", score),
        ];
        Answer {
            asked,
            quantities: quantities.map(|(name, distribution)| Quantity::of(name, distribution)).into(),
        }
    }

    fn means_of(&self, asked: Asked, watch: &Watch) -> Result<Answer, Fail> {
        if watch.stopped() {
            return Err(watch.ended(&format!("before the board of {} pairs", asked.pairs)));
        }
        let sums: [(&str, Sum); 4] = [
            ("turns", means::turns),
            ("lucky", means::lucky),
            ("first_position", means::first_position),
            ("first_turn", means::first_turn),
        ];
        let mean = |(name, sum): (_, Sum)| Quantity::mean_only(name, sum(asked.pairs));
        let mut quantities = watch.each(sums.to_vec(), mean);
        let score = self.score.of(asked.pairs, &quantities[1].mean, &quantities[0].mean);
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

    fn json(&self, score: &Score, distribution: bool, print: Print) -> Value {
        let mut value = json!({
            "schema": SCHEMA,
            "family": "solitaire",
            "parameters": self.parameters(score),
        });
        for quantity in &self.quantities {
            value[quantity.name] = quantity.json(distribution, print);
        }
        value["asymptotics"] = asymptotics(self.asked.pairs)
            .iter()
            .filter_map(|limit| Some(limit.json(&self.quantity(limit.name)?.mean)))
            .collect();
        value
    }

    fn parameters(&self, score: &Score) -> Value {
        let mut parameters = self.asked.parameters();
        parameters["score"] = score.parameters();
        parameters["evaluator"] = json!(self.evaluator());
        parameters
    }

    /// Which of the two evaluators answered.
    fn evaluator(&self) -> &'static str {
        match self.quantities.iter().any(Quantity::has_distribution) {
            true => "distributions",
            false => "sums",
        }
    }

    fn header(&self) -> Vec<String> {
        let means = self.quantities.iter().flat_map(|quantity| {
            [format!("{}_mean", quantity.name), format!("{}_mean_exact", quantity.name)]
        });
        means.collect()
    }

    fn csv(&self, print: Print) -> Vec<String> {
        let means = self.quantities.iter().map(|quantity| &quantity.mean);
        means.flat_map(|mean| [print.decimal(mean), exact::fraction(mean)]).collect()
    }

    fn distribution_csv(&self, score: &Score, print: Print) -> String {
        let row = |name: &str, value: i64, chance: Rational| {
            vec![name.to_owned(), value.to_string(), print.decimal(&chance), exact::fraction(&chance)]
        };
        let rows = self.quantities.iter().flat_map(|quantity| {
            quantity.chances().map(move |(value, chance)| row(quantity.name, value, chance))
        });
        print::answer(&self.parameters(score), &DISTRIBUTION, rows)
    }

    fn text(&self, print: Print) -> String {
        let mut text = format!("{}\n\n{}", self.asked.title(), Quantity::table(&self.quantities, print));
        for quantity in self.quantities.iter().filter(|quantity| quantity.has_distribution()) {
            text.push_str(&format!("\n{}", quantity.bars(print)));
        }
        let mut rows = vec![["  asymptotics", "", "exact less this", ""].map(str::to_owned).to_vec()];
        for limit in asymptotics(self.asked.pairs) {
            if let Some(quantity) = self.quantity(limit.name) {
                rows.push(limit.row(&quantity.mean));
            }
        }
        text.push_str(&format!("\n{}", print::aligned(&rows)));
        text + match self.evaluator() {
            "sums" => "\nMeans from sums over runs of different cards, not from distributions.\n",
            _ => "",
        }
    }
}

/// Many boards for people: a line each, with what is left of the asymptotics.
fn table(answers: &[Answer], print: Print) -> String {
    let print = print.usually(6);
    let mut header = vec!["pairs".to_owned()];
    for quantity in &answers[0].quantities {
        header.push(match quantity.name {
            "first_position" => "position".to_owned(),
            name => name.replace('_', " "),
        });
    }
    header.extend(["turns-lim", "lucky-lim"].map(str::to_owned));
    let mut rows = vec![header];
    for answer in answers {
        let mut row = vec![answer.asked.pairs.to_string()];
        row.extend(answer.quantities.iter().map(|quantity| print.decimal(&quantity.mean)));
        row.extend(asymptotics(answer.asked.pairs).iter().take(2).filter_map(|limit| {
            let mean: &Rational = &answer.quantity(limit.name)?.mean;
            Some(format!("{:+.2e}", limit.residual(mean)))
        }));
        rows.push(row);
    }
    format!(
        "Solitaire Memory, perfect memory: means; --format json and csv have the fractions\n\n{}\n\
         position: of the second card of the first pair\n\
         limits: turns (3 - 2 ln 2) N + 7/8 - 2 ln 2, lucky ln 2\n",
        print::aligned(&rows)
    )
}
