//! The odds of those who guess a number.

use super::super::checkpoint::Keep;
use super::super::fail::Fail;
use super::super::guess::{Asked, Secret, Solved, TIE_RULE, size};
use super::super::machines::Machines;
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::watch::Watch;
use crate::exact::{self, Rational};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct GuessOdds {
    #[command(flatten)]
    secret: Secret,
    #[command(flatten)]
    keep: Keep,
    #[command(flatten)]
    machines: Machines,
    #[command(flatten)]
    print: Print,
}

/// The answer for one game.
struct Answer {
    asked: Asked,
    win: Vec<Rational>,
    /// P(nobody wins), where guesses are limited.
    draw: Option<Rational>,
    states: u64,
    transitions: u64,
    ties: u64,
}

impl GuessOdds {
    pub(super) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let range = self.secret.is_range();
        self.machines.check(range.then_some("shared out is one game, not a range"))?;
        if self.keep.is_given() && !self.machines.is_given() {
            let what = "a checkpoint of guessing is of several processes";
            return Err(Fail::usage(what).help("leave out --checkpoint"));
        }
        let answer = |asked| match self.machines.is_given() {
            true => self.shared(asked, watch),
            false => Answer::of(asked, watch).map(Some),
        };
        let several = watch.several("game", self.secret.games()?, answer)?.flatten();
        let answers = &several.done;
        if answers.is_empty() {
            // Another process has the answer.
            return Ok(());
        }
        let print = self.print;
        watch.clear();
        match print.format {
            Format::Text if answers.len() > 1 => print::print(&table(answers, print)),
            Format::Text => print::print(&answers[0].text(print)),
            Format::Json => {
                let mut all: Vec<Value> = answers.iter().map(|answer| answer.json(print)).collect();
                print::json(&if range { Value::Array(all) } else { all.remove(0) })
            }
            Format::Table(style) => {
                let row = |answer: &Answer| (answer.asked.parameters(), answer.csv(print));
                print::table(style, &print::asked(&header(&answers[0]), answers.iter().map(row)))
            }
        }?;
        several.end()
    }

    /// The answer of several processes; `None` where another has it.
    #[cfg(feature = "distributed")]
    fn shared(&self, asked: Asked, watch: &Watch) -> Result<Option<Answer>, Fail> {
        use crate::distributed::Question;
        use crate::payoff::Gain;

        let work = json!({ "odds": "guess", "game": asked.parameters() });
        let question = Question { payoffs: &[&Gain], counts: &|_, _| false };
        let found = watch
            .phase("evaluate", || self.machines.solve(&asked.game, &question, &work, &self.keep, watch))?;
        Ok(found.map(|mut found| {
            let (states, transitions, ties) = (found.states, found.transitions, found.ties);
            Answer::new(asked, found.values.swap_remove(0), states, transitions, ties)
        }))
    }

    /// Refused: this program works alone.
    #[cfg(not(feature = "distributed"))]
    fn shared(&self, _: Asked, _: &Watch) -> Result<Option<Answer>, Fail> {
        self.machines.check(None).map(|()| None)
    }
}

fn header(answer: &Answer) -> Vec<String> {
    let mut cells = vec!["numbers".to_owned(), "players".to_owned()];
    let names = (1..=answer.win.len()).map(|seat| format!("win_{seat}"));
    for name in names.chain(answer.draw.as_ref().map(|_| "draw".to_owned())) {
        cells.extend([name.clone(), name + "_exact"]);
    }
    cells.extend(["states", "transitions", "ties"].map(str::to_owned));
    cells
}

/// Many games for people: a line each.
fn table(answers: &[Answer], print: Print) -> String {
    let mut header = vec!["numbers".to_owned()];
    header.extend((1..=answers[0].win.len()).map(|seat| format!("P({seat} wins)")));
    header.extend(answers[0].draw.as_ref().map(|_| "P(nobody wins)".to_owned()));
    let mut rows = vec![header];
    for answer in answers {
        let mut row = vec![answer.asked.numbers.to_string()];
        row.extend(answer.outcomes().map(|value| print.decimal(value)));
        rows.push(row);
    }
    let title = answers[answers.len() - 1].asked.title();
    format!("{title}, and fewer; --format json and csv have the fractions\n\n{}", print::aligned(&rows))
}

impl Answer {
    fn of(asked: Asked, watch: &Watch) -> Result<Self, Fail> {
        let solved = Solved::of(asked.game.clone(), watch)?;
        let Solved { graph, solution, .. } = &solved;
        let (states, transitions) = (graph.node_count() as u64, graph.edge_count() as u64);
        Ok(Self::new(asked, solved.win(), states, transitions, solution.ties))
    }

    fn new(asked: Asked, win: Vec<Rational>, states: u64, transitions: u64, ties: u64) -> Self {
        let draw = asked.secret.guesses.map(|_| exact::one() - win.iter().sum::<Rational>());
        Self { asked, win, draw, states, transitions, ties }
    }

    fn outcomes(&self) -> impl Iterator<Item = &Rational> {
        self.win.iter().chain(&self.draw)
    }

    fn json(&self, print: Print) -> Value {
        let mut value = json!({
            "schema": SCHEMA,
            "family": "guess",
            "parameters": self.asked.parameters(),
            "win": print.numbers(&self.win),
        });
        if let Some(draw) = &self.draw {
            value["draw"] = print.number(draw);
        }
        value["value"] = print.number(&self.win[0]);
        value["states"] = json!(self.states);
        value["transitions"] = json!(self.transitions);
        value["ties"] = json!(self.ties);
        value["tie_rule"] = json!(TIE_RULE);
        value
    }

    fn csv(&self, print: Print) -> Vec<String> {
        let mut cells = vec![self.asked.numbers.to_string(), self.win.len().to_string()];
        for value in self.outcomes() {
            cells.extend([print.decimal(value), exact::fraction(value)]);
        }
        let counts = [self.states, self.transitions, self.ties];
        cells.extend(counts.map(|count| count.to_string()));
        cells
    }

    fn text(&self, print: Print) -> String {
        let names = (1..=self.win.len()).map(|seat| format!("  P(player {seat} wins)"));
        let rows: Vec<_> = names
            .chain(["  P(nobody wins)".to_owned()])
            .zip(self.outcomes())
            .map(|(name, value)| vec![name, print.decimal(value), print::shown(value)])
            .collect();
        print::with_note(format!(
            "{}\n\n{}\n{}",
            self.asked.title(),
            print::aligned(&rows),
            size(self.states, self.transitions, self.ties)
        ))
    }
}
