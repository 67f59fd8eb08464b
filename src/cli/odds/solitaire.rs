//! The odds of one who plays Memory alone.

mod imperfect;
mod quantity;
mod sequence;
mod shared;

use super::super::checkpoint::{Checkpoints, Parts, Whole};
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::machines::Machines;
use super::super::print::{self, Answers, Format, Print};
use super::super::recall::Player;
use super::super::watch::{Several, Watch};
use crate::exact::{Natural, Rational, matchings};
use crate::family::Given;
use crate::games::solitaire::decisions::{Failed, Rule};
use crate::games::solitaire::distributions::{self, Deals, Rewards, Scored};
use crate::games::solitaire::{Solitaire, means};
use quantity::{Quantity, Told};
use serde_json::{Value, json};

/// What is asked of one who plays alone.
struct Odds {
    boards: Vec<Solitaire>,
    is_range: bool,
    player: Player,
    /// The options that only this verb has.
    own: Given,
    /// The rule of scoring.
    rule: Rule,
    checkpoints: Checkpoints,
    machines: Machines,
    print: Print,
}

/// The format of a sequence as the OEIS has them.
const BFILE: Format = Format::Own("bfile");

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
    asked: Solitaire,
    quantities: Vec<Quantity>,
}

pub(in crate::cli) fn solitaire(
    question: &Question,
    (checkpoints, machines, print): (Checkpoints, Machines, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    let (player, own, is_range) = (Player::of(question)?, question.own()?, question.is_range());
    let boards =
        question.games()?.iter().map(|given| Solitaire::new(given.whole("pairs"))).collect::<Result<_, _>>();
    let boards: Vec<Solitaire> = boards.map_err(|error| Fail::usage(error.to_string()))?;
    let rule = Rule::of(&own).unwrap_or(Rule::KELLNER);
    let asked = Odds { boards, is_range, player, own, rule, checkpoints, machines, print };
    asked.check_machines()?;
    if asked.own.is_given("symbolic") || asked.player.recall.is_some() {
        return asked.imperfect(question, watch);
    }
    asked.player.perfect()?;
    if asked.own.is_given("tail") {
        return Err(Fail::usage("--tail is of players who forget: these distributions end")
            .help("--recall 3/4,1/8,4/5 --tail 1e-6"));
    }
    if asked.own.is_given("sequence") && print.format != BFILE {
        return Err(Fail::usage("--sequence names what a b-file has").help("--format bfile"));
    }
    let games = asked.boards.clone();
    let several: Several<Answer> = watch.phase("evaluate", || match asked.own.is_given("means") {
        true => {
            let whole = Whole { what: "sum", parts: Some(SUMS.len() * games.len()), places: PLACES };
            let parts = asked.checkpoints.in_parts(whole, (question, &json!("means")), watch)?;
            let found = watch.at_once("board", games, |game| asked.means_of(game, &parts, watch));
            parts.end(found, watch)
        }
        false if asked.machines.is_given() => asked.shared(games, watch).map(Several::whole),
        false if asked.checkpoints.is_given() && !is_range => {
            let one = asked.kept(games[0], watch)?;
            Ok(Several::whole(vec![one]))
        }
        false => asked.distributions(games, question, watch),
    })?;
    several.show(watch, |answers| asked.print(answers))
}

impl Odds {
    fn answers<'a>(&self, about: &'a str, all: &'a [print::Answer]) -> Answers<'a> {
        Answers::new("solitaire", about, self.is_range, all)
    }

    /// The pairs of the largest board.
    fn last(&self) -> u16 {
        self.boards.last().map_or(0, |board| board.pairs())
    }

    /// Prints the answers about one who forgets nothing.
    fn print(&self, answers: &[Answer]) -> Result<(), Fail> {
        if self.print.format == BFILE {
            let Some(sequence) = self.own.word("sequence") else {
                return Err(Fail::usage("a b-file has one sequence; --sequence says which")
                    .help("--sequence turns-numerator"));
            };
            return print::print(&sequence::bfile(sequence, answers)?);
        }
        let whole = !self.is_range || self.last() <= MOST_LISTED;
        let all: Vec<_> = answers.iter().map(|answer| answer.told(self.rule, whole)).collect();
        let about = "Means of solitaire Memory, perfect memory";
        self.show(self.answers(about, &all).summed_up(format!("{POSITION}{LIMITS}")))
    }

    fn show(&self, answers: Answers<'_>) -> Result<(), Fail> {
        answers.digits(6).print(self.print)
    }

    /// The distributions of all boards.
    fn distributions(
        &self,
        games: Vec<Solitaire>,
        question: &Question,
        watch: &Watch,
    ) -> Result<Several<Answer>, Fail> {
        let most = self.last();
        if most > MOST_DISTRIBUTED {
            return Err(Fail::usage(format!(
                "{most} pairs, but distributions are of boards of up to {MOST_DISTRIBUTED}"
            ))
            .help(format!("--pairs {most} --means")));
        }
        let whole = Whole { what: "distribution", parts: None, places: PLACES };
        let parts = self.checkpoints.in_parts(whole, (question, &self.rewarded()), watch)?;
        let block = |block: Vec<Solitaire>| self.block(&block, &parts, watch);
        let found = watch.blocks("board", games, |asked| asked.pairs(), block);
        parts.end(found, watch)
    }

    /// The distributions of some boards, each in one pass over the states of the largest.
    fn block(
        &self,
        games: &[Solitaire],
        parts: &Parts<Vec<Scored>>,
        watch: &Watch,
    ) -> Result<Several<Answer>, Fail> {
        let most = games.last().map_or(0, |asked| asked.pairs());
        let look = |round: usize, rounds: usize| {
            watch.rounds(round, rounds);
            watch.go_on()
        };
        let stopped = || watch.ended("before the distributions were whole");
        // No value is greater than the cards, and no score than the points of as many turns.
        let points = [self.rule.pair, self.rule.lucky, self.rule.miss].map(i64::unsigned_abs);
        let points = points.into_iter().fold(1, u64::max);
        let is_right = |(row, asked): (&Scored, &Solitaire)| {
            let most = u64::from(asked.pairs()).saturating_mul(2).saturating_mul(points);
            row.iter().all(|(value, _)| value.unsigned_abs() <= most)
                && row.iter().map(|(_, number)| number).sum::<Natural>() == matchings(asked.pairs().into())
        };
        let right = |rows: &Vec<Scored>| rows.len() == games.len() && rows.iter().zip(games).all(is_right);
        let place = |asked: &Solitaire| usize::from(asked.pairs()) - 1;
        let pass = |which: usize, all: &dyn Fn() -> Option<Vec<Scored>>| {
            parts.part(u64::from(most) * 4 + which as u64, right, watch, || all().ok_or_else(stopped))
        };
        let all: [Sweep; 3] = [distributions::turns, distributions::lucky, distributions::remembered];
        let found = watch.each(0..all.len(), |which| {
            let boards = || {
                let boards = all[which](most, &look)?;
                Some(games.iter().map(|asked| boards[place(asked)].scored()).collect())
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
        let answer = |((asked, ((turns, lucky), remembered)), score): ((Solitaire, _), Option<Scored>)| {
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
        let (Rule { pair, lucky, .. }, miss) = (self.rule, self.miss());
        Some(Rewards { pair, lucky, miss }).filter(|_| miss != 0 && pair != lucky)
    }

    /// The points of a turn without a pair. The strategy that ends soonest fails by one reading only: its turns without a
    /// pair are of two fresh cards.
    fn miss(&self) -> i64 {
        if self.rule.failed == Failed::Every { self.rule.miss } else { 0 }
    }

    fn answer(&self, asked: Solitaire, distributions: Distributions) -> Answer {
        let (Rule { pair, lucky: luck, .. }, miss) = (self.rule, self.miss());
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
            ("first_position", distributions::first_position(asked.pairs()).scored()),
            ("first_turn", distributions::first_turn(asked.pairs()).scored()),
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

    fn means_of(&self, asked: Solitaire, parts: &Parts<Rational>, watch: &Watch) -> Result<Answer, Fail> {
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
        let score = self.rule.soonest(asked.pairs(), &quantities[1].mean, &quantities[0].mean);
        quantities.push(Quantity::mean_only("score", score));
        Ok(Answer { asked, quantities })
    }
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

    fn parameters(&self, rule: Rule) -> Value {
        let mut parameters = json!({ "pairs": self.asked.pairs() });
        parameters["score"] = rule.parameters();
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
    fn told(&self, rule: Rule, whole: bool) -> print::Answer {
        let all: Vec<Told> = self.quantities.iter().map(|quantity| quantity.told(whole)).collect();
        let mut report = quantity::report(self.asked.title(), &all, Some(self.asked.pairs()));
        if self.evaluator() == "sums" {
            report.note = "Means from sums over runs of different cards, not from distributions.".to_owned();
        }
        print::Answer { parameters: self.parameters(rule), report }
    }
}

/// The meaning of the lines of many boards.
const POSITION: &str = "\nposition: of the second card of the first pair\n";
const LIMITS: &str = "limits: turns (3 - 2 ln 2) N + 7/8 - 2 ln 2, lucky ln 2\n";
