//! The odds of a game of Minesweeper.

use super::super::checkpoint::Keep;
use super::super::fail::Fail;
use super::super::machines::Machines;
use super::super::mines::Playing;
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::watch::Watch;
use crate::evaluate::forward::{Forward, Measure, forward};
use crate::evaluate::solve::solve;
use crate::exact::{self, Rational, ratio};
use crate::games::mines::game::{Aim, Mines};
use crate::model::{Error, Graph};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct MinesOdds {
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    keep: Keep,
    #[command(flatten)]
    machines: Machines,
    #[command(flatten)]
    print: Print,
}

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
        let mut distribution: Vec<(u16, Rational)> =
            found.distribution.iter().map(|(left, share)| (left[0], share)).collect();
        let won = distribution.iter().position(|(left, _)| *left == 0);
        let win = won.map_or_else(exact::zero, |index| distribution.remove(index).1);
        let lost: Rational = exact::one() - &win;
        distribution.iter_mut().for_each(|(_, share)| *share = &*share / &lost);
        Self { win, left: Some(distribution), count: Some((found.states, found.transitions)) }
    }
}

impl MinesOdds {
    pub(super) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let game = self.playing.game("odds", watch)?;
        let decides = "shared out are games of Minesweeper in which nobody decides";
        let begun = "shared out are games of Minesweeper from their beginning";
        let not = game.decides().then_some(decides).or(game.position().map(|_| begun));
        self.machines.check(not)?;
        if self.keep.is_given() && !self.machines.is_given() {
            let what = "a checkpoint of Minesweeper is of several processes";
            return Err(Fail::usage(what).help("leave out --checkpoint"));
        }
        let explain = |error| watch.explain(error);
        let answer = watch.phase("evaluate", || match self.machines.is_given() {
            true => self.shared(&game, watch),
            false => self.answer(&game, watch).map(Some).map_err(explain),
        })?;
        watch.clear();
        // Without one, another process has it.
        let Some(answer) = answer else { return Ok(()) };
        match self.print.format {
            Format::Text => print::print(&self.text(&game, &answer)),
            Format::Json => print::json(&self.json(&game, &answer)),
            Format::Table(style) => print::table(style, &self.csv(&game, &answer)),
        }
    }

    fn answer(&self, game: &Mines, watch: &Watch) -> Result<Answer, Error> {
        let run = watch.run();
        if game.decides() {
            let aim = self.playing.aim();
            if aim == Aim::Win
                && let Some(win) = game.best(&run)?
            {
                return Ok(Answer { win, left: None, count: None });
            }
            let graph = Graph::of(game, &run)?;
            let value = solve(game, &graph, &aim, &run)?.value(graph.start()).swap_remove(0);
            return Ok(Answer {
                win: if aim == Aim::Win { value } else { -value },
                left: None,
                count: Some((graph.node_count() as u64, graph.edge_count() as u64)),
            });
        }
        let played = || forward(game, &[0], Measure::Probability, &run);
        Ok(Answer::of(&watch.upward(game.field().cells().into(), played)?))
    }

    /// The answer of several processes; `None` where another has it.
    #[cfg(feature = "distributed")]
    fn shared(&self, game: &Mines, watch: &Watch) -> Result<Option<Answer>, Fail> {
        let work = json!({ "odds": "mines", "playing": self.playing.parameters(game) });
        let found = self.machines.follow(game, &[0], &work, &self.keep, watch)?;
        Ok(found.as_ref().map(Answer::of))
    }

    /// Refused: this program works alone.
    #[cfg(not(feature = "distributed"))]
    fn shared(&self, _: &Mines, _: &Watch) -> Result<Option<Answer>, Fail> {
        self.machines.check(None).map(|()| None)
    }

    fn json(&self, game: &Mines, answer: &Answer) -> Value {
        let mut value = json!({
            "schema": SCHEMA,
            "family": "mines",
            "parameters": self.playing.parameters(game),
            "win": self.print.number(&answer.win),
        });
        if let Some(left) = &answer.left {
            let distribution = left
                .iter()
                .map(|(left, share)| json!({ "left": left, "probability": self.print.number(share) }));
            value["left_if_lost"] = distribution.collect();
            value["mean_left_if_lost"] = mean(left).map_or(Value::Null, |mean| self.print.number(&mean));
        }
        value["states"] = json!(answer.count.map(|(states, _)| states));
        value["transitions"] = json!(answer.count.map(|(_, transitions)| transitions));
        value
    }

    fn csv(&self, game: &Mines, answer: &Answer) -> String {
        let mean = answer.left.as_ref().and_then(|left| mean(left));
        let header =
            ["win", "win_exact", "mean_left_if_lost", "mean_left_if_lost_exact", "states", "transitions"];
        let decimal = |value: &Rational| self.print.decimal(value);
        let row = [
            decimal(&answer.win),
            exact::fraction(&answer.win),
            mean.as_ref().map_or_else(String::new, decimal),
            mean.as_ref().map_or_else(String::new, exact::fraction),
            answer.count.map_or_else(String::new, |(states, _)| states.to_string()),
            answer.count.map_or_else(String::new, |(_, transitions)| transitions.to_string()),
        ];
        print::asked(&header.map(str::to_owned), [(self.playing.parameters(game), row.to_vec())])
    }

    fn text(&self, game: &Mines, answer: &Answer) -> String {
        let row = |name: String, value: &Rational| vec![name, self.print.decimal(value), print::shown(value)];
        let mut rows = vec![row("  P(win)".to_owned(), &answer.win)];
        if let Some(left) = &answer.left {
            let name =
                |left: &u16| format!("  P({left} {} left | lost)", if *left == 1 { "mine" } else { "mines" });
            rows.extend(left.iter().map(|(left, share)| row(name(left), share)));
            rows.extend(mean(left).map(|mean| row("  E(mines left | lost)".to_owned(), &mean)));
        }
        let mut text = format!("{}\n\n{}", self.playing.title(game), print::aligned(&rows));
        if let Some((states, transitions)) = answer.count {
            let (states, transitions) =
                (print::count(states, "position"), print::count(transitions, "transition"));
            text.push_str(&format!("\n{states}, {transitions}.\n"));
        }
        print::with_note(text)
    }
}

/// The mines left on average, if a game can be lost.
fn mean(left: &[(u16, Rational)]) -> Option<Rational> {
    let terms = left.iter().map(|(left, share)| ratio(*left, 1) * share);
    (!left.is_empty()).then(|| terms.sum())
}
