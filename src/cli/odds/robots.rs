//! Robots that forget nothing: the odds of one board from both ends, of a range in one pass.

use super::super::checkpoint::{Checkpoint, Keep};
use super::super::fail::Fail;
use super::super::machines::Machines;
use super::super::memory::{Board, Position};
use super::super::print::{self, Print, SCHEMA};
use super::super::range::Numbers;
use super::super::watch::{Several, Watch};
use super::distribution::{distribution_json, distribution_text};
use crate::evaluate::backward::distributions_kept;
use crate::evaluate::bidirectional;
use crate::evaluate::checkpoint::Keeper;
use crate::evaluate::counts::{Counts, counts};
use crate::evaluate::distribution::Distribution;
use crate::exact::{self, Rational};
use crate::games::memory::{Memory, Table};
use crate::model::{Error, Graph};
use serde_json::{Value, json};

/// The answer for one board.
pub(in crate::cli) struct Answer {
    pub(in crate::cli) position: Position,
    pub(in crate::cli) win: Vec<Rational>,
    pub(in crate::cli) draw: Rational,
    expected: Vec<Rational>,
    /// The joint distribution of the final scores, where it was asked for.
    pub(in crate::cli) distribution: Option<Distribution>,
    states: u64,
    transitions: u64,
}

/// The odds of robots on all boards that were asked for, with the distributions of the scores; `more` takes what is
/// found of some of them at a time.
pub(in crate::cli) fn boards<R>(
    board: &Board,
    watch: &Watch,
    mut more: impl FnMut(Vec<Answer>) -> Result<Several<R>, Fail>,
) -> Result<Several<R>, Fail> {
    let keep = Keep::default();
    match board.pairs() {
        Numbers::Several(_) if board.is_fresh() => {
            let sweep = |block: Vec<Position>| more(sweep(block, None, watch)?);
            watch.blocks("board", board.positions()?, |position| position.pairs, sweep)
        }
        _ => watch
            .parts("board", board.positions()?, |position| more(vec![one(position, true, &keep, watch)?])),
    }
}

pub(super) fn answers(
    board: &Board,
    positions: Vec<Position>,
    distribution: bool,
    keep: &Keep,
    watch: &Watch,
) -> Result<Several<Answer>, Fail> {
    watch.phase("evaluate", || match board.pairs() {
        Numbers::Several(_) if board.is_fresh() => swept(positions, keep, watch),
        _ => watch.several("board", positions, |position| one(position, distribution, keep, watch)),
    })
}

/// How many times as far as the one before each block of boards goes, where the work on the last is saved, and that on the
/// others is not: they take the 200th part of it.
const TIMES_KEPT: u16 = 4;

/// Fresh boards in blocks, of which a stop leaves those that are done.
fn swept(positions: Vec<Position>, keep: &Keep, watch: &Watch) -> Result<Several<Answer>, Fail> {
    let size = |position: &Position| position.pairs;
    let largest = positions.last().map(size);
    let pairs: Vec<u16> = positions.iter().map(size).collect();
    let work = json!({ "odds": "memory", "players": positions[0].scores.len(), "boards": pairs });
    // A folder that cannot be had is said before any work is done.
    let mut checkpoint = keep.checkpoint(&work, watch)?;
    let times = if keep.is_given() { TIMES_KEPT } else { 2 };
    watch.growing_blocks("board", positions, size, times, |block: Vec<Position>| {
        let is_last = block.last().map(size) == largest;
        sweep(block, if is_last { checkpoint.take() } else { None }, watch).map(Several::whole)
    })
}

/// Boards that are shared out among processes; none where another process has the answer.
#[cfg(feature = "distributed")]
pub(super) fn shared(
    positions: Vec<Position>,
    keep: &Keep,
    machines: &Machines,
    watch: &Watch,
) -> Result<Vec<Answer>, Fail> {
    let one = |position: Position| {
        let work = json!({ "odds": "memory", "board": position.parameters() });
        let found = machines.follow(&position.game, &position.scores, &work, keep, watch)?;
        Ok(found.map(|found| Answer::of(position, found.distribution, found.states, found.transitions)))
    };
    watch.phase("evaluate", || {
        positions.into_iter().filter_map(|position| one(position).transpose()).collect()
    })
}

/// Refused: this program works alone.
#[cfg(not(feature = "distributed"))]
pub(super) fn shared(
    _: Vec<Position>,
    _: &Keep,
    machines: &Machines,
    _: &Watch,
) -> Result<Vec<Answer>, Fail> {
    machines.check(None).map(|()| Vec::new())
}

/// One board: the distribution of the scores forward, the odds alone from both ends.
fn one(position: Position, distribution: bool, keep: &Keep, watch: &Watch) -> Result<Answer, Fail> {
    let (game, scores, run) = (&position.game, &position.scores, watch.run());
    let work = json!({ "odds": "memory", "board": position.parameters(), "distribution": distribution });
    if distribution {
        let found = kept(&work, keep, watch, |keeper| {
            bidirectional::distribution_kept(Graph::of(game, &run)?.model(), scores, keeper, &run)
        })?;
        return Ok(Answer::of(position, found.distribution, found.states, found.transitions));
    }
    let found = kept(&work, keep, watch, |keeper| {
        bidirectional::odds_kept(Graph::of(game, &run)?.model(), scores, keeper, &run)
    })?;
    Ok(Answer::new(position, found))
}

/// Does work that is saved when it is stopped, and whose checkpoint is forgotten when it is done.
fn kept<T>(
    parameters: &Value,
    keep: &Keep,
    watch: &Watch,
    work: impl FnOnce(Option<&dyn Keeper>) -> Result<T, Error>,
) -> Result<T, Fail> {
    saved(keep.checkpoint(parameters, watch)?, watch, work)
}

/// The same, with the checkpoint opened before.
fn saved<T>(
    checkpoint: Option<Checkpoint>,
    watch: &Watch,
    work: impl FnOnce(Option<&dyn Keeper>) -> Result<T, Error>,
) -> Result<T, Fail> {
    let found = work(checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Keeper));
    let found = found.map_err(|error| {
        let unkept = matches!(error, Error::NotKept(_));
        let fail = watch.explain(error);
        match checkpoint.as_ref().and_then(Checkpoint::advice).filter(|_| fail.is_stop() || unkept) {
            Some(advice) => fail.help(advice),
            None => fail,
        }
    })?;
    checkpoint.map_or(Ok(()), |checkpoint| checkpoint.forget())?;
    Ok(found)
}

/// All fresh boards up to the largest in one pass of the backward evaluator: they share their states, since a pair may
/// be taken before anything else is known.
fn sweep(
    positions: Vec<Position>,
    checkpoint: Option<Checkpoint>,
    watch: &Watch,
) -> Result<Vec<Answer>, Fail> {
    let last = positions.last().expect("a range is not empty");
    let game: &Memory = &last.game;
    // Only the work on one board is limited; without scores there are few states.
    let run = watch.run();
    let (found, counted) = saved(checkpoint, watch, |keeper| {
        let graph = Graph::of(game, &run)?;
        let node = |table: Table| (0..graph.node_count()).find(|&node| *graph.state(node) == table);
        let wanted: Option<Vec<usize>> = positions.iter().map(|position| node(position.table)).collect();
        let wanted = wanted.expect("smaller boards follow from larger ones");
        let found = watch.pass(0.0, 0.8, || distributions_kept(&graph, &wanted, keeper, &run))?;
        Ok((found, watch.pass(0.8, 1.0, || counts(&graph, &wanted, &[], &run))?))
    })?;
    let boards = positions.into_iter().zip(found).zip(counted);
    Ok(boards
        .map(|((position, distribution), Counts { states, transitions, .. })| {
            Answer::of(position, distribution, states, transitions)
        })
        .collect())
}

pub(super) fn header(players: u8) -> Vec<String> {
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
pub(super) fn table(answers: &[Answer], print: Print) -> String {
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

impl Answer {
    fn of(position: Position, distribution: Distribution, states: u64, transitions: u64) -> Self {
        let (outcomes, expected) = (distribution.outcomes(), distribution.expected());
        Self {
            distribution: Some(distribution),
            ..Self::new(position, bidirectional::Odds { outcomes, expected, states, transitions })
        }
    }

    fn new(position: Position, odds: bidirectional::Odds) -> Self {
        let bidirectional::Odds { outcomes: mut win, expected, states, transitions } = odds;
        let draw = win.pop().expect("the draw comes last");
        Self { position, win, draw, expected, distribution: None, states, transitions }
    }

    /// The seat that wins most often and by how much more than the next; `None` if two do.
    pub(in crate::cli) fn favoured(&self) -> Option<(usize, Rational)> {
        let mut order: Vec<usize> = (0..self.win.len()).collect();
        order.sort_by(|&a, &b| self.win[b].cmp(&self.win[a]));
        let lead = match order.get(1) {
            Some(&next) => &self.win[order[0]] - &self.win[next],
            None => self.win[0].clone(),
        };
        (lead > exact::zero()).then_some((order[0], lead))
    }

    pub(super) fn json(&self, print: Print, distribution: bool) -> Value {
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
        if let Some(distribution) = self.distribution.as_ref().filter(|_| distribution) {
            value["distribution"] = distribution_json(distribution, print);
        }
        value
    }

    pub(super) fn csv(&self, print: Print) -> Vec<String> {
        let mut cells = vec![self.position.pairs.to_string(), self.position.scores.len().to_string()];
        for value in self.win.iter().chain([&self.draw]).chain(&self.expected) {
            cells.push(print.decimal(value));
            cells.push(exact::fraction(value));
        }
        cells.extend([self.states.to_string(), self.transitions.to_string()]);
        cells
    }

    pub(super) fn text(&self, print: Print, distribution: bool) -> String {
        let mut rows: Vec<Vec<String>> = Vec::new();
        let mut all = self.win.iter().chain([&self.draw]).chain(&self.expected);
        let fractions_first = all.all(|value| print::fitting(value).is_some());
        let mut row = |name: String, value: &Rational| {
            let fraction = fractions_first.then(|| exact::fraction(value));
            let cells = [format!("  {name}")].into_iter().chain(fraction).chain([print.decimal(value)]);
            rows.push(cells.collect());
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
                if seat == 0 && self.position.is_fresh() { ", who begins," } else { "" },
                if fractions_first {
                    format!("{} = {}", exact::fraction(&lead), print.decimal(&lead))
                } else {
                    print.decimal(&lead)
                }
            ),
        });
        text.push_str(&format!(
            "{}, {}.\n",
            print::count(self.states, "state"),
            print::count(self.transitions, "transition")
        ));
        if !fractions_first {
            text.push_str(print::ELSEWHERE);
        }
        if let Some(distribution) = self.distribution.as_ref().filter(|_| distribution) {
            text.push_str(&format!("\n{}", distribution_text(distribution, print)));
        }
        text
    }
}
