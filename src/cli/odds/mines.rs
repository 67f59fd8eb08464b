//! The odds of a game of Minesweeper.

use super::super::checkpoint::Checkpoints;
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::machines::Machines;
use super::super::mines;
use super::super::print::{self, Answers, Print};
use super::super::watch::{Several, Watch};
use crate::evaluate::bidirectional::distribution_resumed;
use crate::evaluate::distribution::Distribution;
use crate::evaluate::forward::{Forward, Measure};
use crate::evaluate::solve::{Solution, solve, solve_resumed};
use crate::exact::{self, Rational, ratio};
use crate::family::{ColumnOf, Given, Report, Shown, Table, Within};
use crate::games::mines::family::Asked;
use crate::games::mines::game::{Aim, Mines};
use crate::games::{Explore as _, Follow as _};
use crate::model::{Error, Graph};
use serde_json::{Value, json};

struct Answer {
    win: Rational,
    /// The mines left with their probabilities, in a game that was lost; where nobody decides.
    left: Option<Vec<(u16, Rational)>>,
    /// The positions and transitions; where the solver of best play does not look at all of them, none.
    count: Option<(u64, u64)>,
}

impl Answer {
    /// The answer where nobody decides.
    fn of(found: &Forward) -> Self {
        Self::told(&found.distribution, (found.states, found.transitions))
    }

    /// The answer by the distribution of the mines left, 0 in a game that was won.
    fn told(distribution: &Distribution, count: (u64, u64)) -> Self {
        let mut distribution: Vec<(u16, Rational)> =
            distribution.iter().map(|(left, share)| (left[0], share)).collect();
        let won = distribution.iter().position(|(left, _)| *left == 0);
        let win = won.map_or_else(exact::zero, |index| distribution.remove(index).1);
        let lost: Rational = exact::one() - &win;
        distribution.iter_mut().for_each(|(_, share)| *share = &*share / &lost);
        Self { win, left: Some(distribution), count: Some(count) }
    }

    /// The answer where somebody decides.
    fn solved(graph: &Graph<Mines>, solution: &Solution, aim: Aim) -> Self {
        let value = solution.value(graph.start()).swap_remove(0);
        Self {
            win: if aim == Aim::Win { value } else { -value },
            left: None,
            count: Some((graph.node_count() as u64, graph.edge_count() as u64)),
        }
    }
}

pub(in crate::cli) fn mines(
    question: &Question,
    (checkpoints, machines, print): (Checkpoints, Machines, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    let games = mines::games(question, watch)?;
    let decides = "shared out are games of Minesweeper in which nobody decides";
    let begun = "shared out are games of Minesweeper from their beginning";
    let not = games[0].1.decides().then_some(decides).or(games[0].1.position().map(|_| begun));
    let not = not.or(question.is_range().then_some("shared out is one board, not a range"));
    machines.check(not)?;
    let one = |(given, game): (Given, Mines), checkpoints: &Checkpoints| {
        let asked = Asked(&given);
        let parameters = asked.echo(game.field(), game.position());
        let found = match machines.is_given() {
            true => shared(&machines, &game, &parameters, checkpoints, watch)?,
            false if checkpoints.is_given() => {
                Some(kept(&game, asked.aim(), &parameters, checkpoints, watch)?)
            }
            false => Some(found(&game, asked.aim(), watch).map_err(|error| watch.explain(error))?),
        };
        let told = |answer: Answer| print::Answer { parameters, report: answer.report(asked.title(&game)) };
        Ok(Several::whole(found.map(told).into_iter().collect()))
    };
    let several = || checkpoints.range((question, &Value::Null), "board", games, watch, one);
    let several = watch.phase("evaluate", several)?;
    several.show(watch, |all| Answers::new("mines", ABOUT, question.is_range(), all).print(print))
}

/// The answer about a game: by the solver of best play where it can, else layer by layer.
fn found(game: &Mines, aim: Aim, watch: &Watch) -> Result<Answer, Error> {
    let run = watch.run();
    if !game.decides() {
        let played = || game.follow(&[0], Measure::Probability, &run);
        return Ok(Answer::of(&watch.upward(game.field().cells().into(), played)?));
    }
    if aim == Aim::Win
        && let Some(win) = game.best(&run)?
    {
        return Ok(Answer { win, left: None, count: None });
    }
    let graph = game.graph(&run)?;
    let solution = solve(game, &graph, &aim, &run)?;
    Ok(Answer::solved(&graph, &solution, aim))
}

/// The same answer by work on the whole graph, which can be saved.
fn kept(
    game: &Mines,
    aim: Aim,
    parameters: &Value,
    checkpoints: &Checkpoints,
    watch: &Watch,
) -> Result<Answer, Fail> {
    let run = watch.run();
    let work = json!({ "odds": "mines", "game": parameters });
    checkpoints.keep(&work, watch, |checkpointer| {
        let graph = game.graph(&run)?;
        if game.decides() {
            let solution = solve_resumed(game, &graph, &aim, checkpointer, &run)?;
            return Ok(Answer::solved(&graph, &solution, aim));
        }
        let found = distribution_resumed(&graph, &[0], checkpointer, &run)?;
        Ok(Answer::told(&found.distribution, (found.states, found.transitions)))
    })
}

/// The answer of several processes; `None` where another has it.
fn shared(
    machines: &Machines,
    game: &Mines,
    parameters: &Value,
    checkpoints: &Checkpoints,
    watch: &Watch,
) -> Result<Option<Answer>, Fail> {
    let work = json!({ "odds": "mines", "playing": parameters });
    let found = machines.follow(game, &[0], &work, checkpoints, watch)?;
    Ok(found.as_ref().map(Answer::of))
}

/// The subject of a question about a range of boards.
const ABOUT: &str = "Minesweeper";

impl Answer {
    fn report(&self, title: String) -> Report {
        let mut report = Report::new(title);
        report.show("win", "P(win)", self.win.clone());
        if let Some(left) = &self.left {
            for (left, share) in left {
                let words = format!("P({} left | lost)", print::count(left, "mine"));
                report.tell(words, share).only(Shown::Alone);
            }
            let mean = mean(left);
            let words = mean.iter().map(|_| "E(mines left | lost)".to_owned()).collect();
            report.put("mean_left_if_lost", words, mean, Within::All);
            let fields: [ColumnOf<'_, &(u16, Rational)>; 2] = [
                ("left", None, &|(left, _)| (*left).into()),
                ("probability", None, &|(_, share)| share.into()),
            ];
            report.tables.push(Table::of("left_if_lost", left, &fields));
        }
        report.add("states", self.count.map(|(states, _)| states));
        report.add("transitions", self.count.map(|(_, transitions)| transitions));
        if let Some((states, transitions)) = self.count {
            let (states, transitions) =
                (print::count(states, "position"), print::count(transitions, "transition"));
            report.note = format!("{states}, {transitions}.");
        }
        report
    }
}

/// The mines left on average, if a game can be lost.
fn mean(left: &[(u16, Rational)]) -> Option<Rational> {
    let terms = left.iter().map(|(left, share)| ratio(*left, 1) * share);
    (!left.is_empty()).then(|| terms.sum())
}
