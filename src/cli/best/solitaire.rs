//! The best play of Memory alone, for turns or for a score.

use super::super::fail::Fail;
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::solitaire::{Asked, Score, Solitaire};
use super::super::watch::Watch;
use crate::evaluate::solve::{Solution, solve};
use crate::exact::{self, Rational, zero};
use crate::games::solitaire::decisions::{Decisions, Memory, Move, Open, Rule};
use crate::games::solitaire::means;
use crate::model::Graph;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[derive(Debug, Args)]
pub(super) struct BestSolitaire {
    #[command(flatten)]
    solitaire: Solitaire,
    /// What is wanted
    #[arg(help_heading = "Score", long, value_enum, default_value_t = Objective::Turns)]
    objective: Objective,
    #[command(flatten)]
    score: Score,
    #[command(flatten)]
    print: Print,
}

/// What the player wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Objective {
    /// Few turns
    Turns,
    /// Many points
    Score,
}

/// The answer for one board.
struct Answer {
    asked: Asked,
    /// Expected turns, or the expected score.
    value: Rational,
    /// The same where every pair is collected as soon as it can be.
    soonest: Rational,
    /// How the best player plays: the states he meets, ascending.
    policy: Vec<(Memory, Move, Rational)>,
    states: usize,
    transitions: usize,
    ties: u64,
}

/// What is said of equal moves.
const TIE_RULE: &str = "collect fresh known-fresh paired-fresh known";

/// States of a policy that fit a page.
const MOST_LINES: usize = 40;

impl BestSolitaire {
    pub(super) fn run(self, watch: &Watch) -> Result<(), Fail> {
        if self.objective == Objective::Turns && self.score.is_given() {
            let what = "--score and --failed say nothing of turns, which are wanted by default";
            return Err(Fail::usage(what).help("--objective score"));
        }
        if self.objective == Objective::Score {
            Decisions::check(self.score.rule())
                .map_err(|error| Fail::usage(error.to_string()).help("--score 3,1,0"))?;
        }
        let games = self.solitaire.games()?;
        let several = watch.several("board", games, |asked| self.answer(asked, watch))?;
        let answers = &several.done;
        watch.clear();
        let print = self.print;
        match print.format {
            Format::Text if answers.len() > 1 => print::print(&self.table(answers)),
            Format::Text => print::print(&self.text(&answers[0])),
            Format::Json => {
                let mut all: Vec<Value> = answers.iter().map(|answer| self.json(answer)).collect();
                print::json(&if self.solitaire.is_range() { Value::Array(all) } else { all.remove(0) })
            }
            Format::Table(style) => {
                let header = ["value", "value_exact", "soonest", "soonest_exact", "is_soonest"];
                let row = |answer: &Answer| {
                    let row = [
                        print.decimal(&answer.value),
                        exact::fraction(&answer.value),
                        print.decimal(&answer.soonest),
                        exact::fraction(&answer.soonest),
                        (answer.value == answer.soonest).to_string(),
                    ];
                    let mut parameters = self.parameters(answer);
                    parameters["objective"] = json!(self.objective());
                    (parameters, row.to_vec())
                };
                print::table(style, &print::asked(&header.map(str::to_owned), answers.iter().map(row)))
            }
        }?;
        several.end()
    }

    fn answer(&self, asked: Asked, watch: &Watch) -> Result<Answer, Fail> {
        let explain = |error| watch.explain(error);
        let turns = self.objective == Objective::Turns;
        let rule = if turns { Rule::TURNS } else { self.score.rule() };
        let game = Decisions::new(asked.pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let run = watch.run();
        let graph = watch.phase("discover", || Graph::of(&game, &run)).map_err(explain)?;
        let solution = watch.phase("solve", || solve(&game, &graph, &rule, &run)).map_err(explain)?;
        // To want few turns is to pay for each.
        let value = |node: usize| {
            let value = solution.value(node)[0].clone();
            if turns { -value } else { value }
        };
        let expected = means::turns(asked.pairs);
        Ok(Answer {
            asked,
            value: value(graph.start()),
            soonest: match turns {
                true => expected,
                false => self.score.of(asked.pairs, &means::lucky(asked.pairs), &expected),
            },
            policy: policy(&graph, &solution, value),
            states: graph.node_count(),
            transitions: graph.edge_count(),
            ties: solution.ties,
        })
    }

    fn objective(&self) -> &'static str {
        if self.objective == Objective::Turns { "turns" } else { "score" }
    }

    fn parameters(&self, answer: &Answer) -> Value {
        let mut parameters = answer.asked.parameters();
        if self.objective == Objective::Score {
            parameters["score"] = self.score.parameters();
        }
        parameters
    }

    fn json(&self, answer: &Answer) -> Value {
        let print = self.print;
        let mut value = json!({
            "schema": SCHEMA,
            "family": "solitaire",
            "parameters": self.parameters(answer),
            "objective": self.objective(),
        });
        value["value"] = print.number(&answer.value);
        value["soonest"] = print.number(&answer.soonest);
        value["difference"] = print.number(&(&answer.value - &answer.soonest));
        value["is_soonest"] = json!(answer.is_soonest());
        let policy = answer.policy.iter().map(|(memory, action, worth)| {
            json!({
                "state": {
                    "singles": memory.singles,
                    "unseen": memory.unseen,
                    "known": memory.known,
                    "open": open(memory.open),
                },
                "action": action.to_string(),
                "value": print.number(worth),
            })
        });
        value["policy"] = policy.collect();
        value["tie_rule"] = json!(TIE_RULE);
        value["states"] = json!(answer.states);
        value["transitions"] = json!(answer.transitions);
        value["ties"] = json!(answer.ties);
        value
    }

    fn wanted(&self) -> String {
        match self.objective {
            Objective::Turns => "turns".to_owned(),
            Objective::Score => {
                let points = self.score.points();
                let failed = self.score.failed().name();
                format!("score {},{},{}, failed {failed}", points.pair, points.lucky, points.failed)
            }
        }
    }

    fn text(&self, answer: &Answer) -> String {
        let print = self.print;
        let rows = [("best", &answer.value), ("pairs as soon as they can be", &answer.soonest)];
        let rows: Vec<_> = rows
            .map(|(name, value)| vec![format!("  {name}"), print.decimal(value), print::shown(value)])
            .into();
        let mut text = format!("{}; {}\n\n{}", answer.asked.title(), self.wanted(), print::aligned(&rows));
        if answer.is_soonest() {
            text.push_str("\nThe best play is the one that ends soonest: collect what is known, else turn fresh cards.\n");
        } else if answer.policy.len() <= MOST_LINES {
            let header = ["  singles", "unseen", "known", "open card", "move", "value"].map(str::to_owned);
            let mut rows = vec![header.to_vec()];
            for (memory, action, worth) in &answer.policy {
                rows.push(vec![
                    format!("  {}", memory.singles),
                    memory.unseen.to_string(),
                    memory.known.to_string(),
                    open(memory.open).to_owned(),
                    action.to_string(),
                    print.usually(6).decimal(worth),
                ]);
            }
            text.push_str(&format!("\n{}", print::aligned(&rows)));
        } else {
            let states = answer.policy.len();
            text.push_str(&format!("\nThe policy meets {states} states; --format json lists them.\n"));
        }
        let Answer { states, transitions, ties, .. } = answer;
        print::with_note(
            text + &format!(
                "\n{states} states, {transitions} transitions; {ties} ties, the first of {TIE_RULE}.\n"
            ),
        )
    }

    fn table(&self, answers: &[Answer]) -> String {
        let header = ["pairs", "best", "", "soonest", "difference"].map(str::to_owned);
        let mut rows = vec![header.to_vec()];
        for answer in answers {
            rows.push(vec![
                answer.asked.pairs.to_string(),
                self.print.decimal(&answer.value),
                print::shown(&answer.value),
                self.print.decimal(&answer.soonest),
                match &answer.value - &answer.soonest {
                    difference if difference == zero() => "0".to_owned(),
                    difference => self.print.decimal(&difference),
                },
            ]);
        }
        print::with_note(format!(
            "Solitaire Memory, perfect memory; {}\nsoonest: every pair as soon as it can be collected\n\n{}",
            self.wanted(),
            print::aligned(&rows)
        ))
    }
}

impl Answer {
    /// Whether the best player collects what he knows, and else turns fresh cards.
    fn is_soonest(&self) -> bool {
        self.policy.iter().all(|(memory, action, _)| {
            let collects = memory.open == Open::Paired || memory.open == Open::None && memory.known > 0;
            *action == if collects { Move::Collect } else { Move::Fresh }
        })
    }
}

/// The states that the best player meets, with what he does there.
fn policy(
    graph: &Graph<Decisions>,
    solution: &Solution,
    value: impl Fn(usize) -> Rational,
) -> Vec<(Memory, Move, Rational)> {
    let mut met = BTreeSet::from([graph.start()]);
    let mut waiting = vec![graph.start()];
    let mut policy = Vec::new();
    while let Some(node) = waiting.pop() {
        let Some(action) = solution.action(graph, node) else { continue };
        policy.push((*graph.state(node), action, value(node)));
        for edge in graph.edges_of(node) {
            let (_, target, label) = graph.edge(edge);
            if label.action == Some(action) && met.insert(target) {
                waiting.push(target);
            }
        }
    }
    policy.sort_by_key(|(memory, ..)| (memory.open, std::cmp::Reverse((memory.unseen, memory.singles))));
    policy
}

fn open(open: Open) -> &'static str {
    match open {
        Open::None => "none",
        Open::Paired => "mate known",
        Open::Alone => "mate fresh",
    }
}
