//! `odds`: who wins, who is favoured, what to expect.

mod answer;
mod approximate;
pub(super) mod decided;
mod guess;
pub(super) mod limited;
mod mines;
mod solitaire;

use super::checkpoint::Keep;
use super::decide::Decide;
use super::fail::Fail;
use super::memory::{Board, Position};
use super::print::{self, Format, Print, SCHEMA};
use super::range::Numbers;
use super::remember::Remember;
use super::watch::Watch;
use chancetree::engine::backward::laws;
use chancetree::engine::discovery::discover;
use chancetree::engine::forward::{Measure, forward};
use chancetree::engine::graph::Graph;
use chancetree::engine::keep::Keeper;
use chancetree::engine::law::Law;
use chancetree::engine::meeting;
use chancetree::exact::{self, Rational};
use chancetree::games::memory::limited::Limited;
use chancetree::games::memory::unequal::Unequal;
use chancetree::games::memory::{Memory, Table};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// Exact odds: who wins, who is favoured, what to expect.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree odds memory --pairs 8 --players 2\n  chancetree odds memory --help"
)]
pub(crate) struct Odds {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Memory between robots with perfect memory (Bondarenko 2021), or between
    /// players who decide (Gerez 1983)
    ///
    /// P(each player wins), P(draw) and the expected pairs, as fractions. A
    /// player wins with strictly more pairs than every other; every tie for the
    /// most is a draw. Players who decide for pairs need --distribution for
    /// anything but expected pairs.
    #[command(after_help = "\
Examples:
  chancetree odds memory --pairs 8 --players 2
  chancetree odds memory --pairs 1..=40 --format csv
  chancetree odds memory --pairs 12 --scores 3,1 --unknown 5 --distribution
  chancetree odds memory --pairs 18 --play best,robots --rules tactical
  chancetree odds memory --pairs 18 --play best --objective win
  chancetree odds memory --pairs 18 --memory 6 --play best,bold
  chancetree odds memory --pairs 5000 --approximate")]
    Memory {
        #[command(flatten)]
        board: Board,
        #[command(flatten)]
        decide: Decide,
        #[command(flatten)]
        remember: Remember,
        /// The joint law of the final scores, too
        #[arg(long)]
        distribution: bool,
        /// Robots on boards too large for fractions: floating-point numbers, each
        /// with a proven bound on its error; play less likely than T is dropped
        #[arg(long, value_name = "T", num_args = 0..=1, require_equals = true,
            default_missing_value = "1e-24", value_parser = approximate::threshold,
            conflicts_with = "distribution")]
        approximate: Option<f64>,
        #[command(flatten)]
        keep: Keep,
        #[command(flatten)]
        print: Print,
    },
    /// Guess a secret number in turn: lower, higher, or it is won
    ///
    /// P(each player wins) where each guesses for himself alone; of guesses
    /// worth the same to him, the lowest is taken. Where guesses are limited,
    /// P(nobody wins) too.
    #[command(after_help = "\
Examples:
  chancetree odds guess --numbers 9
  chancetree odds guess --numbers 1..=40 --players 3 --format csv
  chancetree odds guess --numbers 4 --weights 1,2,3,4 --guesses 2")]
    Guess(guess::GuessOdds),
    /// Memory for one player who forgets nothing (Lardjane 2024)
    ///
    /// The exact laws, over all (2N - 1)!! deals, of the turns until all pairs
    /// are collected, the lucky turns, the place and the turn of the first
    /// pair, the cards to remember, and the score.
    #[command(after_help = "\
Examples:
  chancetree odds solitaire --pairs 8
  chancetree odds solitaire --pairs 1..=40 --format csv
  chancetree odds solitaire --pairs 8 --score 3,1,-2 --failed B
  chancetree odds solitaire --pairs 5000 --means
  chancetree odds solitaire --pairs 1..=20 --format bfile --sequence turns-numerator
  chancetree odds solitaire --pairs 8 --recall 3/4,1/8,4/5 --tail 1e-6
  chancetree odds solitaire --pairs 2 --symbolic")]
    Solitaire(Box<solitaire::SolitaireOdds>),
    /// Minesweeper on a small board, by lowest risk (Lindgren 2000) or best play
    ///
    /// P(every mine is identified before one is opened), and where nobody
    /// decides the law of the mines left in a game that was lost.
    #[command(after_help = "\
Examples:
  chancetree odds mines --rows 4 --cols 4 --mines 3 --start corner
  chancetree odds mines --rows 4 --cols 4 --mines 3 --ties best --start 1,1
  chancetree odds mines --rows 3 --cols 3 --mines 2 --play best --start chosen")]
    Mines(mines::MinesOdds),
}

/// The answer for one board.
pub(super) struct Answer {
    pub(super) position: Position,
    pub(super) win: Vec<Rational>,
    pub(super) draw: Rational,
    expected: Vec<Rational>,
    /// The joint law of the final scores, where it was asked for.
    pub(super) law: Option<Law>,
    states: u64,
    transitions: u64,
}

impl Odds {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let (board, decide, remember, distribution, threshold, keep, print) = match self.family {
            Family::Memory { board, decide, remember, distribution, approximate, keep, print } => {
                (board, decide, remember, distribution, approximate, keep, print)
            }
            Family::Guess(guess) => return guess.run(watch),
            Family::Solitaire(solitaire) => return solitaire.run(watch),
            Family::Mines(mines) => return mines.run(watch),
        };
        if distribution && print.format == Format::Csv && matches!(board.pairs(), Numbers::Several(_)) {
            return Err(Fail::usage("a table of distributions is of one board, not of a range")
                .help(format!("--pairs {}, or --format json", board.pairs().last())));
        }
        let positions = board.positions()?;
        if threshold.is_some() && (remember.is_given() || !decide.is_robots()) {
            return Err(Fail::usage("approximate odds are those of robots that forget nothing")
                .help("leave out --approximate, or --play, --memory and the like"));
        }
        let several = positions.len() > 1 || distribution || threshold.is_some();
        if keep.is_given() && (several || remember.is_given() || !decide.is_robots()) {
            return Err(Fail::usage("a checkpoint is of the exact odds of robots on one board")
                .help("leave out --checkpoint"));
        }
        if remember.is_given() {
            let run = if remember.is_own() { limited::run::<Unequal> } else { limited::run::<Limited> };
            return run(positions, &board, &decide, &remember, distribution, print, watch);
        }
        if !decide.is_robots() {
            return decided::run(positions, &board, &decide, distribution, print, watch);
        }
        decide.check_robots()?;
        if let Some(threshold) = threshold {
            return approximate::run(&positions, board.pairs(), threshold, print, watch);
        }
        let answers = answers(&board, positions, distribution, &keep, watch)?;
        watch.clear();
        let text = match print.format {
            Format::Text if answers.len() > 1 && !distribution => table(&answers, print),
            Format::Text => {
                answers.iter().map(|answer| answer.text(print, distribution)).collect::<Vec<_>>().join("\n")
            }
            Format::Json => {
                let mut all: Vec<Value> =
                    answers.iter().map(|answer| answer.json(print, distribution)).collect();
                return print::json(&match board.pairs() {
                    Numbers::One(_) => all.remove(0),
                    Numbers::Several(_) => Value::Array(all),
                });
            }
            Format::Csv if distribution => {
                law_csv(answers[0].law.as_ref().expect("asked for"), board.players.into(), print)
            }
            Format::Csv => {
                let mut text = print::csv(&header(board.players));
                text.extend(answers.iter().map(|answer| print::csv(&answer.csv(print))));
                text
            }
        };
        print::print(&text)
    }
}

/// The odds of robots on all boards that were asked for, with the laws of the scores.
pub(super) fn boards(board: &Board, watch: &Watch) -> Result<Vec<Answer>, Fail> {
    answers(board, board.positions()?, true, &Keep::default(), watch)
}

fn answers(
    board: &Board,
    positions: Vec<Position>,
    distribution: bool,
    keep: &Keep,
    watch: &Watch,
) -> Result<Vec<Answer>, Fail> {
    watch.phase("evaluate", || {
        if matches!(board.pairs(), Numbers::Several(_)) && board.is_fresh() {
            sweep(positions, watch)
        } else {
            positions.into_iter().map(|position| one(position, distribution, keep, watch)).collect()
        }
    })
}

/// One board: the law of the scores by the forward evaluator, the odds alone from both ends.
fn one(position: Position, distribution: bool, keep: &Keep, watch: &Watch) -> Result<Answer, Fail> {
    let (game, scores) = (&position.game, &position.scores);
    if distribution {
        let found = forward(game, scores, Measure::Probability, &watch.run());
        let found = found.map_err(|error| watch.explain(error))?;
        return Ok(Answer::of(position, found.law, found.states, found.transitions));
    }
    let checkpoint = keep.checkpoint(&json!({ "odds": "memory", "board": position.parameters() }), watch)?;
    let keeper = checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Keeper);
    let found = meeting::odds_kept(game, scores, keeper, &watch.run());
    let found = found.map_err(|error| match (watch.explain(error), &checkpoint) {
        (fail, Some(checkpoint)) if fail.is_stop() => fail.help(checkpoint.advice()),
        (fail, _) => fail,
    })?;
    checkpoint.map_or(Ok(()), |checkpoint| checkpoint.forget())?;
    Ok(Answer::new(position, found))
}

/// All fresh boards up to the largest in one pass of the backward evaluator: they share their states, since a pair may
/// be taken before anything else is known.
fn sweep(positions: Vec<Position>, watch: &Watch) -> Result<Vec<Answer>, Fail> {
    let explain = |error| watch.explain(error);
    let game: &Memory = &positions.last().expect("a range is not empty").game;
    // Only the work on one board is limited; without scores there are few states.
    let run = watch.run();
    let graph = Graph::from(discover(game, &run).map_err(explain)?);
    let node = |table: Table| (0..graph.node_count()).find(|&node| *graph.state(node) == table);
    let wanted: Option<Vec<usize>> = positions.iter().map(|position| node(position.table)).collect();
    let found = laws(game, &graph, &wanted.expect("smaller boards follow from larger ones"), &run)
        .map_err(explain)?;
    let answers = positions.into_iter().zip(found).map(|(position, law)| {
        let counts = forward(&position.game, &position.scores, Measure::Support, &run).map_err(explain)?;
        Ok(Answer::of(position, law, counts.states, counts.transitions))
    });
    answers.collect()
}

fn header(players: u8) -> Vec<String> {
    let mut cells: Vec<String> = vec!["pairs".into(), "players".into()];
    let mut add = |name: String| {
        cells.push(name.clone());
        cells.push(name + "_exact");
    };
    (1..=players).for_each(|seat| add(format!("win_{seat}")));
    add("draw".into());
    (1..=players).for_each(|seat| add(format!("expected_pairs_{seat}")));
    cells.extend(["states".into(), "transitions".into()]);
    cells
}

/// Many boards for people: a line each, decimals only.
fn table(answers: &[Answer], print: Print) -> String {
    let players = answers[0].win.len();
    let mut header = vec!["pairs".to_owned()];
    header.extend((1..=players).map(|seat| format!("P({seat} wins)")));
    header.push("P(draw)".to_owned());
    header.push("favoured".to_owned());
    let mut rows = vec![header];
    for answer in answers {
        let mut row = vec![answer.position.pairs.to_string()];
        row.extend(answer.win.iter().chain([&answer.draw]).map(|value| print.decimal(value)));
        row.push(match answer.favoured() {
            None => "nobody".to_owned(),
            Some((seat, lead)) => format!("player {} by {}", seat + 1, print.decimal(&lead)),
        });
        rows.push(row);
    }
    format!(
        "Memory, {players} robot{} with perfect memory; --format json and csv have the fractions\n\n{}",
        if players == 1 { "" } else { "s" },
        print::aligned(&rows)
    )
}

/// Fractions up to this length stand before their decimals; longer ones would push them off the screen.
const MOST_FIRST: usize = 40;

impl Answer {
    fn of(position: Position, law: Law, states: u64, transitions: u64) -> Self {
        let (outcomes, expected) = (law.outcomes(), law.expected());
        Self {
            law: Some(law),
            ..Self::new(position, meeting::Odds { outcomes, expected, states, transitions })
        }
    }

    fn new(position: Position, odds: meeting::Odds) -> Self {
        let meeting::Odds { outcomes: mut win, expected, states, transitions } = odds;
        let draw = win.pop().expect("the draw comes last");
        Self { position, win, draw, expected, law: None, states, transitions }
    }

    /// The seat that wins most often and by how much more than the next; `None` if two do.
    pub(super) fn favoured(&self) -> Option<(usize, Rational)> {
        let mut order: Vec<usize> = (0..self.win.len()).collect();
        order.sort_by(|&a, &b| self.win[b].cmp(&self.win[a]));
        let lead = match order.get(1) {
            Some(&next) => &self.win[order[0]] - &self.win[next],
            None => self.win[0].clone(),
        };
        (lead > exact::zero()).then_some((order[0], lead))
    }

    fn json(&self, print: Print, distribution: bool) -> Value {
        let mut value = json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": self.position.parameters(),
            "win": print.numbers(&self.win),
            "draw": print.number(&self.draw),
            "expected_pairs": print.numbers(&self.expected),
            "favoured": self.favoured().map(|(seat, lead)| json!({ "player": seat + 1, "by": print.number(&lead) })),
            "states": self.states,
            "transitions": self.transitions,
        });
        if let Some(law) = self.law.as_ref().filter(|_| distribution) {
            value["distribution"] = law_json(law, print);
        }
        value
    }

    fn csv(&self, print: Print) -> Vec<String> {
        let mut cells = vec![self.position.pairs.to_string(), self.position.scores.len().to_string()];
        for value in self.win.iter().chain([&self.draw]).chain(&self.expected) {
            cells.push(print.decimal(value));
            cells.push(exact::fraction(value));
        }
        cells.extend([self.states.to_string(), self.transitions.to_string()]);
        cells
    }

    fn text(&self, print: Print, distribution: bool) -> String {
        let mut rows = Vec::new();
        let all = self.win.iter().chain([&self.draw]).chain(&self.expected);
        let fractions_first = all.map(|value| exact::fraction(value).len()).max() <= Some(MOST_FIRST);
        let mut row = |name: String, value: &Rational| {
            let mut cells = vec![format!("  {name}"), print.decimal(value), exact::fraction(value)];
            if fractions_first {
                cells.swap(1, 2);
            }
            rows.push(cells);
        };
        for (seat, value) in self.win.iter().enumerate() {
            row(format!("P(player {} wins)", seat + 1), value);
        }
        row("P(draw)".into(), &self.draw);
        for (seat, value) in self.expected.iter().enumerate() {
            row(format!("E(pairs of player {})", seat + 1), value);
        }
        let mut text = format!("{}\n\n{}\n", self.position.title(), print::aligned(&rows));
        text.push_str(&match self.favoured() {
            None => "Nobody is favoured.\n".to_owned(),
            Some((0, _)) if self.win.len() == 1 => "A player alone always wins.\n".to_owned(),
            Some((seat, lead)) => format!(
                "Player {}{} is favoured, by {}.\n",
                seat + 1,
                if seat == 0 { ", who begins," } else { "" },
                if fractions_first {
                    format!("{} = {}", exact::fraction(&lead), print.decimal(&lead))
                } else {
                    print.decimal(&lead)
                }
            ),
        });
        text.push_str(&format!("{} states, {} transitions.\n", self.states, self.transitions));
        if let Some(law) = self.law.as_ref().filter(|_| distribution) {
            text.push_str(&format!("\n{}", law_text(law, print)));
        }
        text
    }
}

fn law_json(law: &Law, print: Print) -> Value {
    let entries = law.iter().map(|(scores, probability)| {
        let mut entry = json!({ "scores": scores });
        let number = print.number(&probability);
        entry["exact"] = number["exact"].clone();
        entry["decimal"] = number["decimal"].clone();
        entry
    });
    entries.collect()
}

fn law_csv(law: &Law, players: usize, print: Print) -> String {
    let mut header: Vec<String> = (1..=players).map(|seat| format!("score_{seat}")).collect();
    header.extend(["probability".into(), "probability_exact".into()]);
    let mut text = print::csv(&header);
    for (scores, probability) in law.iter() {
        let mut cells: Vec<String> = scores.iter().map(ToString::to_string).collect();
        cells.extend([print.decimal(&probability), exact::fraction(&probability)]);
        text.push_str(&print::csv(&cells));
    }
    text
}

fn law_text(law: &Law, print: Print) -> String {
    let mut rows = vec![vec!["  final scores".to_owned(), "probability".to_owned()]];
    for (scores, probability) in law.iter() {
        let scores: Vec<_> = scores.iter().map(ToString::to_string).collect();
        rows.push(vec![
            format!("  {}", scores.join(" : ")),
            print.decimal(&probability),
            exact::fraction(&probability),
        ]);
    }
    print::aligned(&rows)
}
