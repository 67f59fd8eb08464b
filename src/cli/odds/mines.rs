//! The odds of a game of Minesweeper.

use super::super::fail::Fail;
use super::super::guess::shown;
use super::super::mines::{Laid, Protected, impossible, start, start_typed, typed};
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::watch::Watch;
use chancetree::engine::Error;
use chancetree::engine::backward::solve;
use chancetree::engine::discovery::discover;
use chancetree::engine::forward::{Measure, forward};
use chancetree::engine::graph::Graph;
use chancetree::exact::{self, Rational, ratio};
use chancetree::games::mines::game::{Aim, Mines, Play, Start, Ties};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct MinesOdds {
    #[command(flatten)]
    laid: Laid,
    /// How cells are chosen
    #[arg(long, value_enum, default_value_t = How::Lowest)]
    play: How,
    /// Which of several cells of the lowest risk is opened [default: lot]
    #[arg(long, value_enum)]
    ties: Option<Rule>,
    /// The first cell: anywhere, edge, corner or middle, by lot; chosen by the
    /// player; or a cell ROW,COLUMN
    #[arg(long, value_name = "WHERE", default_value = "anywhere", value_parser = start)]
    start: Start,
    /// What the first cell may hide
    #[arg(long, value_enum, default_value_t = Protected::Any)]
    first_click: Protected,
    #[command(flatten)]
    print: Print,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum How {
    /// A cell of the lowest risk (Lindgren 2000)
    Lowest,
    /// The cell that wins most often in the end
    Best,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rule {
    /// One by lot
    Lot,
    /// The last in reading order
    Last,
    /// The first in reading order
    First,
    /// A corner, else an edge, else the middle; by lot within those
    CornerEdgeLot,
    /// Whichever wins most often
    Best,
    /// Whichever wins least often
    Worst,
}

struct Answer {
    win: Rational,
    /// The mines left with their probabilities, in a game that was lost; where nobody decides.
    left: Option<Vec<(u16, Rational)>>,
    states: u64,
    transitions: u64,
}

impl MinesOdds {
    pub(super) fn run(self, watch: &Watch) -> Result<(), Fail> {
        if self.play == How::Best && self.ties.is_some() {
            return Err(
                Fail::usage("ties of the lowest risk mean nothing to best play").help("--play lowest")
            );
        }
        let play = match (self.play, self.ties.unwrap_or(Rule::Lot)) {
            (How::Best, _) => Play::Best,
            (How::Lowest, Rule::Lot) => Play::Lowest(Ties::Lot),
            (How::Lowest, Rule::Last) => Play::Lowest(Ties::Last),
            (How::Lowest, Rule::First) => Play::Lowest(Ties::First),
            (How::Lowest, Rule::CornerEdgeLot) => Play::Lowest(Ties::CornerEdgeLot),
            (How::Lowest, Rule::Best | Rule::Worst) => Play::Lowest(Ties::Free),
        };
        let field = self.laid.field()?;
        let game = Mines::new(field, play, self.start, self.first_click.first_click()).map_err(impossible)?;
        let answer =
            watch.phase("evaluate", || self.answer(&game, watch)).map_err(|error| watch.explain(error))?;
        watch.clear();
        match self.print.format {
            Format::Text => print::print(&self.text(&answer)),
            Format::Json => print::json(&self.json(&answer)),
            Format::Csv => print::print(&self.csv(&answer)),
        }
    }

    fn answer(&self, game: &Mines, watch: &Watch) -> Result<Answer, Error> {
        let run = watch.run();
        if game.decides() {
            let aim = if self.ties == Some(Rule::Worst) { Aim::Lose } else { Aim::Win };
            let graph = Graph::from(discover(game, &run)?);
            let value = solve(game, &graph, &aim, &run)?.value(graph.start()).swap_remove(0);
            return Ok(Answer {
                win: if aim == Aim::Win { value } else { -value },
                left: None,
                states: graph.node_count() as u64,
                transitions: graph.edge_count() as u64,
            });
        }
        let found = forward(game, &[0], Measure::Probability, &run)?;
        let mut law: Vec<(u16, Rational)> = found.law.iter().map(|(left, share)| (left[0], share)).collect();
        let won = law.iter().position(|(left, _)| *left == 0);
        let win = won.map_or_else(exact::zero, |index| law.remove(index).1);
        let lost: Rational = exact::one() - &win;
        law.iter_mut().for_each(|(_, share)| *share = &*share / &lost);
        Ok(Answer { win, left: Some(law), states: found.states, transitions: found.transitions })
    }

    fn json(&self, answer: &Answer) -> Value {
        let mut parameters = self.laid.parameters();
        parameters["play"] = json!(typed(&self.play));
        parameters["ties"] = match self.play {
            How::Lowest => json!(typed(&self.ties.unwrap_or(Rule::Lot))),
            How::Best => Value::Null,
        };
        parameters["start"] = json!(start_typed(self.start));
        parameters["first_click"] = json!(typed(&self.first_click));
        let mut value = json!({
            "schema": SCHEMA,
            "family": "mines",
            "parameters": parameters,
            "win": self.print.number(&answer.win),
        });
        if let Some(left) = &answer.left {
            let law = left
                .iter()
                .map(|(left, share)| json!({ "left": left, "probability": self.print.number(share) }));
            value["left_if_lost"] = law.collect();
            value["mean_left_if_lost"] = mean(left).map_or(Value::Null, |mean| self.print.number(&mean));
        }
        value["states"] = json!(answer.states);
        value["transitions"] = json!(answer.transitions);
        value
    }

    fn csv(&self, answer: &Answer) -> String {
        let mean = answer.left.as_ref().and_then(|left| mean(left));
        let header =
            ["win", "win_exact", "mean_left_if_lost", "mean_left_if_lost_exact", "states", "transitions"];
        let decimal = |value: &Rational| self.print.decimal(value);
        let row = [
            decimal(&answer.win),
            exact::fraction(&answer.win),
            mean.as_ref().map_or_else(String::new, decimal),
            mean.as_ref().map_or_else(String::new, exact::fraction),
            answer.states.to_string(),
            answer.transitions.to_string(),
        ];
        print::csv(&header.map(str::to_owned)) + &print::csv(&row)
    }

    fn text(&self, answer: &Answer) -> String {
        let row = |name: String, value: &Rational| vec![name, self.print.decimal(value), shown(value)];
        let mut rows = vec![row("  P(win)".to_owned(), &answer.win)];
        if let Some(left) = &answer.left {
            let name =
                |left: &u16| format!("  P({left} {} left | lost)", if *left == 1 { "mine" } else { "mines" });
            rows.extend(left.iter().map(|(left, share)| row(name(left), share)));
            rows.extend(mean(left).map(|mean| row("  E(mines left | lost)".to_owned(), &mean)));
        }
        let how = match self.play {
            How::Best => "best play".to_owned(),
            How::Lowest => format!("lowest risk, ties {}", typed(&self.ties.unwrap_or(Rule::Lot))),
        };
        format!(
            "{}, {how}, start {}, first click {}\n\n{}\n{} positions, {} transitions.\n",
            self.laid.title(),
            start_typed(self.start),
            typed(&self.first_click),
            print::aligned(&rows),
            answer.states,
            answer.transitions
        )
    }
}

/// The mines left on average, if a game can be lost.
fn mean(left: &[(u16, Rational)]) -> Option<Rational> {
    let terms = left.iter().map(|(left, share)| ratio(*left, 1) * share);
    (!left.is_empty()).then(|| terms.sum())
}
