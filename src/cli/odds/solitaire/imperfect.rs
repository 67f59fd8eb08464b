//! The odds of one who plays Memory alone and forgets.

use super::{Format, SolitaireOdds};
use crate::cli::fail::{Fail, Status};
use crate::cli::print::{self, Print, SCHEMA};
use crate::cli::recall::{self, tail};
use crate::cli::watch::Watch;
use chancetree::exact::{self, Rational};
use chancetree::games::solitaire::imperfect::laws::{Law as Chances, NoLaw};
use chancetree::games::solitaire::imperfect::symbolic::{Function, MOST_SYMBOLIC, functions};
use chancetree::games::solitaire::imperfect::visits::Expected;
use chancetree::games::solitaire::imperfect::{Imperfect, Model, Recall};
use clap::Args;
use serde_json::{Value, json};
use std::ops::ControlFlow;

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Recall")]
pub(super) struct Law {
    /// Laws that never end are told until less than this is left
    /// [default: 1e-9]
    #[arg(long, value_name = "PROBABILITY", allow_negative_numbers = true, value_parser = tail)]
    tail: Option<Rational>,
    /// Expectations as rational functions of p, p', p'', of up to 5 pairs
    #[arg(long, conflicts_with = "recall")]
    pub(super) symbolic: bool,
    /// The functions in LaTeX
    #[arg(long, requires = "symbolic")]
    latex: bool,
}

/// The most pairs for which laws are worked out.
const MOST_PAIRS: u16 = 60;

struct Quantity {
    name: &'static str,
    mean: Rational,
    law: Chances,
}

struct Answer {
    game: Imperfect,
    quantities: Vec<Quantity>,
}

/// Whether to go on.
fn look(watch: &Watch) -> impl FnMut(u64) -> ControlFlow<()> {
    |done| {
        watch.tell(|| format!("{done} tables"));
        if watch.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl SolitaireOdds {
    pub(super) fn imperfect(&self, watch: &Watch) -> Result<(), Fail> {
        if self.means || self.sequence.is_some() || self.format == Format::Bfile {
            return Err(
                Fail::usage("--means, --sequence and b-files are of perfect memory").help("--format csv")
            );
        }
        let most = if self.law.symbolic { MOST_SYMBOLIC } else { MOST_PAIRS };
        let last = self.solitaire.pairs.last();
        if last > most {
            let what = if self.law.symbolic { "functions are" } else { "laws of a player who forgets are" };
            return Err(Fail::usage(format!("{last} pairs, but {what} of up to {most}"))
                .help(format!("--pairs {most}")));
        }
        let print = Print::new(print::Format::Text, self.digits);
        match &self.recalling.recall {
            Some(recall) => self.laws_of(recall, print, watch),
            None => self.symbolic(watch),
        }
    }

    fn laws_of(&self, recall: &Recall, print: Print, watch: &Watch) -> Result<(), Fail> {
        let tail = self.law.tail.clone().unwrap_or_else(|| exact::ratio(1, 1_000_000_000));
        let answer =
            |pairs: u16| Answer::of(recall::game(pairs, self.recalling.opening, recall)?, &tail, watch);
        let answers: Vec<Answer> =
            watch.phase("evaluate", || self.solitaire.pairs.iter().map(answer).collect::<Result<_, _>>())?;
        watch.clear();
        let range = self.solitaire.is_range();
        match self.format {
            Format::Text if range => print::print(&table(&answers, print)),
            Format::Text => print::print(&answers[0].text(print)),
            Format::Json => {
                let mut all: Vec<Value> = answers.iter().map(|answer| answer.json(&tail, print)).collect();
                print::json(&if range { Value::Array(all) } else { all.remove(0) })
            }
            Format::Csv | Format::Bfile if range => {
                let mut cells = vec!["pairs".to_owned()];
                cells.extend(answers[0].quantities.iter().flat_map(|quantity| {
                    [format!("{}_mean", quantity.name), format!("{}_mean_exact", quantity.name)]
                }));
                let mut text = print::csv(&cells);
                for answer in &answers {
                    let mut cells = vec![answer.game.pairs().to_string()];
                    let means = answer.quantities.iter().map(|quantity| &quantity.mean);
                    cells.extend(means.flat_map(|mean| [print.decimal(mean), exact::fraction(mean)]));
                    text.push_str(&print::csv(&cells));
                }
                print::print(&text)
            }
            Format::Csv | Format::Bfile => print::print(&answers[0].csv(print)),
        }
    }

    fn symbolic(&self, watch: &Watch) -> Result<(), Fail> {
        let model = self.recalling.opening.model();
        let mut all = Vec::new();
        for pairs in self.solitaire.pairs.iter() {
            let found = functions(pairs, model, &mut look(watch));
            let found = found.map_err(|_| watch.ended("before the functions were whole"))?;
            all.push((pairs, found));
        }
        watch.clear();
        match self.format {
            Format::Json => {
                let mut all: Vec<Value> =
                    all.iter().map(|(pairs, found)| symbolic_json(*pairs, model, found)).collect();
                print::json(&if self.solitaire.is_range() { Value::Array(all) } else { all.remove(0) })
            }
            Format::Csv | Format::Bfile => {
                let mut text = print::csv(&["pairs", "quantity", "function"].map(str::to_owned));
                for (pairs, found) in &all {
                    for (name, function) in named(found) {
                        let function = self.spelt(function);
                        text.push_str(&print::csv(&[pairs.to_string(), name.to_owned(), function]));
                    }
                }
                print::print(&text)
            }
            Format::Text => {
                let mut text = String::new();
                for (pairs, found) in &all {
                    let pairs = if *pairs == 1 { "1 pair".to_owned() } else { format!("{pairs} pairs") };
                    text.push_str(&format!("Solitaire Memory, {pairs}, model {model}: expectations\n\n"));
                    for (name, function) in named(found) {
                        text.push_str(&format!("  {} = {}\n", name.replace('_', " "), self.spelt(function)));
                    }
                    text.push('\n');
                }
                print::print(text.trim_end_matches('\n')).and_then(|()| print::print("\n"))
            }
        }
    }

    fn spelt(&self, function: &Function) -> String {
        if self.law.latex { function.latex() } else { function.to_string() }
    }
}

fn named<V>(found: &Expected<V>) -> [(&'static str, &V); 5] {
    let Expected { turns, lucky, first_position, first_turn, remembered, .. } = found;
    [
        ("turns", turns),
        ("lucky", lucky),
        ("first_position", first_position),
        ("first_turn", first_turn),
        ("remembered", remembered),
    ]
}

fn symbolic_json(pairs: u16, model: Model, found: &Expected<Function>) -> Value {
    let mut value = json!({
        "schema": SCHEMA,
        "family": "solitaire",
        "parameters": { "pairs": pairs, "model": model.to_string() },
    });
    for (name, function) in named(found) {
        value[name] = json!({ "mean": { "function": function.to_string(), "latex": function.latex() } });
    }
    value
}

impl Answer {
    fn of(game: Imperfect, tail: &Rational, watch: &Watch) -> Result<Self, Fail> {
        let stopped = |_| watch.ended("before the laws were whole");
        let long = |error| match error {
            NoLaw::TooLong(_) => {
                Fail::new(Status::Limit, error.to_string()).help("a longer tail: --tail 1/100")
            }
            _ => watch.ended("before the laws were whole"),
        };
        let found = game.expected_but_remembered(&mut look(watch)).map_err(stopped)?;
        let remembered = game.remembered(&mut look(watch)).map_err(stopped)?;
        let mean = remembered.mean();
        let quantities = vec![
            Quantity {
                name: "turns",
                mean: found.turns,
                law: game.turns(tail, &mut look(watch)).map_err(long)?,
            },
            Quantity {
                name: "lucky",
                mean: found.lucky,
                law: game.lucky(&mut look(watch)).map_err(stopped)?,
            },
            Quantity {
                name: "first_position",
                mean: found.first_position,
                law: game.first_position(&mut look(watch)).map_err(stopped)?,
            },
            Quantity {
                name: "first_turn",
                mean: found.first_turn,
                law: game.first_turn(tail, &mut look(watch)).map_err(long)?,
            },
            Quantity { name: "remembered", mean, law: remembered },
        ];
        Ok(Self { game, quantities })
    }

    fn json(&self, tail: &Rational, print: Print) -> Value {
        let mut value = json!({
            "schema": SCHEMA,
            "family": "solitaire",
            "parameters": {
                "pairs": self.game.pairs(),
                "recall": recall::parameters(self.game.recall()),
                "model": self.game.model().to_string(),
                "tail": exact::fraction(tail),
            },
        });
        for Quantity { name, mean, law } in &self.quantities {
            let chances: Value =
                law.chances.iter().map(|(value, chance)| json!([value, print.number(chance)])).collect();
            value[*name] =
                json!({ "mean": print.number(mean), "law": chances, "tail": print.number(&law.tail) });
        }
        value
    }

    fn csv(&self, print: Print) -> String {
        let mut text =
            print::csv(&["quantity", "value", "probability", "probability_exact"].map(str::to_owned));
        for Quantity { name, law, .. } in &self.quantities {
            let tail = (law.tail > exact::zero()).then(|| ("more".to_owned(), &law.tail));
            let chances = law.chances.iter().map(|(value, chance)| (value.to_string(), chance));
            for (value, chance) in chances.chain(tail) {
                let cells = [(*name).to_owned(), value, print.decimal(chance), exact::fraction(chance)];
                text.push_str(&print::csv(&cells));
            }
        }
        text
    }

    fn text(&self, print: Print) -> String {
        let print = print.at_most(12);
        let mut rows = vec![["", "mean", ""].map(str::to_owned).to_vec()];
        for Quantity { name, mean, .. } in &self.quantities {
            let fraction = exact::fraction(mean);
            let fraction = if fraction.len() > 40 { String::new() } else { fraction };
            rows.push(vec![format!("  {}", name.replace('_', " ")), print.decimal(mean), fraction]);
        }
        let mut text = format!("{}\n\n{}", recall::title(&self.game), print::aligned(&rows));
        for Quantity { name, law, .. } in &self.quantities {
            let common = |chance: &Rational| exact::double(chance) >= 0.0005;
            let (likely, rare): (Vec<_>, Vec<_>) = law.chances.iter().partition(|(_, chance)| common(chance));
            let rows: Vec<Vec<String>> = likely
                .iter()
                .map(|(value, chance)| vec![format!("  {value}"), print.at_most(6).decimal(chance)])
                .collect();
            text.push_str(&format!("\n  {}\n{}", name.replace('_', " "), print::aligned(&rows)));
            if !rare.is_empty() {
                let values = if rare.len() == 1 { "value" } else { "values" };
                text.push_str(&format!("  and {} rarer {values}\n", rare.len()));
            }
            if law.tail > exact::zero() {
                let (last, _) = law.chances.last().expect("a law has a value");
                text.push_str(&format!("  more than {last}: {:.3e}\n", exact::double(&law.tail)));
            }
        }
        text
    }
}

/// Many boards for people: a line each.
fn table(answers: &[Answer], print: Print) -> String {
    let print = print.at_most(6);
    let mut header = vec!["pairs".to_owned()];
    header.extend(answers[0].quantities.iter().map(|quantity| quantity.name.replace('_', " ")));
    let mut rows = vec![header];
    for answer in answers {
        let mut row = vec![answer.game.pairs().to_string()];
        row.extend(answer.quantities.iter().map(|quantity| print.decimal(&quantity.mean)));
        rows.push(row);
    }
    let game = &answers[0].game;
    format!(
        "Solitaire Memory, model {}, {}\nmeans; --format json and csv have the fractions\n\n{}",
        game.model(),
        recall::player(game.recall()),
        print::aligned(&rows)
    )
}
