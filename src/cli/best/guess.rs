//! What every guess of a number is worth, and the table of good guesses.

use super::super::fail::Fail;
use super::super::guess::{Asked, Secret, Solved, TIE_RULE};
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::watch::Watch;
use crate::exact::{self, Rational};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct BestGuess {
    #[command(flatten)]
    secret: Secret,
    #[command(flatten)]
    print: Print,
}

/// One game: what each seat may expect after each guess, the guess 1 first.
struct Answer {
    asked: Asked,
    value: Rational,
    guesses: Vec<Vec<Rational>>,
    solved: Solved,
}

impl BestGuess {
    pub(super) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Self { secret, print } = self;
        let answer = |asked| Answer::of(asked, watch);
        let several = watch.several("game", secret.games()?, answer)?;
        let answers = &several.done;
        watch.clear();
        match (print.format, secret.is_range()) {
            (Format::Json, true) => {
                print::json(&answers.iter().map(|answer| answer.json(print)).collect::<Value>())
            }
            (Format::Json, false) => print::json(&answers[0].json_in_full(print)),
            (Format::Table(style), true) => {
                let header = ["numbers", "players", "value", "value_exact", "indifferent", "good"];
                let row = |answer: &Answer| (answer.asked.parameters(), answer.csv(print));
                print::table(style, &print::asked(&header.map(str::to_owned), answers.iter().map(row)))
            }
            (Format::Table(style), false) => print::table(style, &answers[0].csv_in_full(print)),
            (Format::Text, true) => print::print(&table(answers, print)),
            (Format::Text, false) => print::print(&answers[0].text(print)),
        }?;
        several.end()
    }
}

/// Many games for people: a line each.
fn table(answers: &[Answer], print: Print) -> String {
    let header = ["numbers", "P(win)", "", "good guesses"].map(str::to_owned);
    let mut rows = vec![header.to_vec()];
    for answer in answers {
        let good: Vec<_> = answer.good().iter().map(ToString::to_string).collect();
        let good = if answer.is_indifferent() { "all".to_owned() } else { good.join(" ") };
        let value = &answer.value;
        rows.push(vec![answer.asked.numbers.to_string(), print.decimal(value), print::shown(value), good]);
    }
    let last = &answers[answers.len() - 1];
    let fewer = if answers.len() > 1 { ", and fewer" } else { "" };
    let title = last.asked.title();
    print::with_note(format!("{title}{fewer}: what the first guess is worth\n\n{}", print::aligned(&rows)))
}

impl Answer {
    fn of(asked: Asked, watch: &Watch) -> Result<Self, Fail> {
        let solved = Solved::of(asked.game.clone(), watch)?;
        let start = solved.graph.start();
        let (interval, actions) = (*solved.graph.state(start), solved.actions(start));
        let guesses = (1..=asked.numbers).map(|number| {
            let action = asked.game.action(interval, number);
            let place = actions.binary_search_by_key(&action, |(action, _)| *action);
            actions[place.expect("every number may be named")].1.clone()
        });
        Ok(Self { value: solved.worth(start), guesses: guesses.collect(), asked, solved })
    }

    /// The best guesses.
    fn good(&self) -> Vec<usize> {
        let good = |&number: &usize| self.guesses[number - 1][0] == self.value;
        (1..=self.guesses.len()).filter(good).collect()
    }

    /// Whether every guess is as good as any other.
    fn is_indifferent(&self) -> bool {
        self.guesses.iter().all(|values| values[0] == self.value)
    }

    fn classification(&self, value: &Rational) -> &'static str {
        match *value == self.value {
            _ if self.is_indifferent() => "indifferent",
            true => "good",
            false => "bad",
        }
    }

    fn json(&self, print: Print) -> Value {
        json!({
            "schema": SCHEMA,
            "family": "guess",
            "parameters": self.asked.parameters(),
            "value": print.number(&self.value),
            "good": self.good(),
            "indifferent": self.is_indifferent(),
            "tie_rule": TIE_RULE,
            "states": self.solved.graph.node_count(),
            "transitions": self.solved.graph.edge_count(),
            "ties": self.solved.solution.ties,
        })
    }

    /// With every guess.
    fn json_in_full(&self, print: Print) -> Value {
        let guesses = self.guesses.iter().enumerate().map(|(place, values)| {
            json!({
                "guess": place + 1,
                "value": print.number(&values[0]),
                "difference": print.number(&(&values[0] - &self.value)),
                "classification": self.classification(&values[0]),
                "win": print.numbers(values),
            })
        });
        let mut value = self.json(print);
        value["actions"] = guesses.collect();
        value
    }

    fn csv(&self, print: Print) -> Vec<String> {
        let good: Vec<_> = self.good().iter().map(ToString::to_string).collect();
        vec![
            self.asked.numbers.to_string(),
            self.asked.secret.players.to_string(),
            print.decimal(&self.value),
            exact::fraction(&self.value),
            self.is_indifferent().to_string(),
            good.join(" "),
        ]
    }

    fn csv_in_full(&self, print: Print) -> String {
        let header = ["guess", "value", "value_exact", "difference", "classification"];
        let row = |(place, values): (usize, &Vec<Rational>)| {
            let value = &values[0];
            let row = vec![
                (place + 1).to_string(),
                print.decimal(value),
                exact::fraction(value),
                print.decimal(&(value - &self.value)),
                self.classification(value).to_owned(),
            ];
            (self.asked.parameters(), row)
        };
        print::asked(&header.map(str::to_owned), self.guesses.iter().enumerate().map(row))
    }

    fn text(&self, print: Print) -> String {
        let header = ["  guess", "P(win)", "", "less than the best", ""].map(str::to_owned);
        let mut rows = vec![header.to_vec()];
        for (place, values) in self.guesses.iter().enumerate() {
            let value = &values[0];
            rows.push(vec![
                format!("  {}", place + 1),
                print.decimal(value),
                print::shown(value),
                print.decimal(&(&self.value - value)),
                self.classification(value).to_owned(),
            ]);
        }
        print::with_note(format!(
            "{}\n\n{}\n{}",
            self.asked.title(),
            print::aligned(&rows),
            self.solved.size()
        ))
    }
}
