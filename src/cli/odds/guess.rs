//! The odds of those who guess a number.

use super::super::fail::Fail;
use super::super::guess::{Asked, Secret, Solved, TIE_RULE, shown};
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::watch::Watch;
use chancetree::exact::{self, Rational};
use chancetree::games::guess::Guess;
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct GuessOdds {
    #[command(flatten)]
    secret: Secret,
    #[command(flatten)]
    print: Print,
}

/// The answer for one game.
struct Answer {
    asked: Asked,
    win: Vec<Rational>,
    /// P(nobody wins), where guesses are limited.
    draw: Option<Rational>,
    solved: Solved<Guess>,
}

impl GuessOdds {
    pub(super) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Self { secret, print } = self;
        let answer = |asked| Answer::of(asked, watch);
        let answers: Vec<Answer> = secret.games()?.into_iter().map(answer).collect::<Result<_, _>>()?;
        watch.clear();
        match print.format {
            Format::Text if answers.len() > 1 => print::print(&table(&answers, print)),
            Format::Text => print::print(&answers[0].text(print)),
            Format::Json => {
                let mut all: Vec<Value> = answers.iter().map(|answer| answer.json(print)).collect();
                print::json(&if secret.is_range() { Value::Array(all) } else { all.remove(0) })
            }
            Format::Csv => {
                let mut text = print::csv(&header(&answers[0]));
                text.extend(answers.iter().map(|answer| print::csv(&answer.csv(print))));
                print::print(&text)
            }
        }
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
        let solved = Solved::of(asked.game.clone(), u64::MAX, watch)?;
        let win = solved.win();
        let draw = asked.secret.guesses.map(|_| exact::one() - win.iter().sum::<Rational>());
        Ok(Self { asked, win, draw, solved })
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
        value["states"] = json!(self.solved.graph.node_count());
        value["transitions"] = json!(self.solved.graph.edge_count());
        value["ties"] = json!(self.solved.solution.ties);
        value["tie_rule"] = json!(TIE_RULE);
        value
    }

    fn csv(&self, print: Print) -> Vec<String> {
        let mut cells = vec![self.asked.numbers.to_string(), self.win.len().to_string()];
        for value in self.outcomes() {
            cells.extend([print.decimal(value), exact::fraction(value)]);
        }
        let Solved { graph, solution, .. } = &self.solved;
        let counts = [graph.node_count() as u64, graph.edge_count() as u64, solution.ties];
        cells.extend(counts.map(|count| count.to_string()));
        cells
    }

    fn text(&self, print: Print) -> String {
        let names = (1..=self.win.len()).map(|seat| format!("  P(player {seat} wins)"));
        let rows: Vec<_> = names
            .chain(["  P(nobody wins)".to_owned()])
            .zip(self.outcomes())
            .map(|(name, value)| vec![name, print.decimal(value), shown(value)])
            .collect();
        format!("{}\n\n{}\n{}", self.asked.title(), print::aligned(&rows), self.solved.size())
    }
}
