//! The best play of Memory alone, for turns or for a score.

use super::super::checkpoint::UNSAVED;
use super::super::described::{Page, Question, Tailored, Takes};
use super::super::fail::Fail;
use super::super::print::{self, Answers, Print};
use super::super::solitaire::{Asked, Score, Solitaire, parameters};
use super::super::solved::{Solved, discovered};
use super::super::watch::Watch;
use crate::evaluate::solve::Solution;
use crate::exact::Rational;
use crate::family::{ColumnOf, Datum, Report, Shown, Table};
use crate::games::solitaire::decisions::{Decisions, Memory, Move, Open, Rule};
use crate::games::solitaire::means;
use crate::model::{Graph, order};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeSet;

#[derive(Debug, Args)]
pub(in crate::cli) struct BestSolitaire {
    #[arg(skip)]
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
    /// That value if every pair is collected as soon as it can be.
    soonest: Rational,
    /// The play of the best player: the states he meets, ascending.
    policy: Vec<(Memory, Move, Rational)>,
    states: usize,
    transitions: usize,
    ties: u64,
}

/// The rule by which one of equal moves is taken.
const TIE_RULE: &str = "collect fresh known-fresh paired-fresh known";

/// States of a policy that fit a page.
const MOST_LINES: usize = 40;

impl Tailored for BestSolitaire {
    const PAGE: Page = Page {
        verb: "best",
        family: "solitaire",
        about: "Memory for one player who forgets nothing (Lardjane 2024)",
        details: "The best expected turns, or the best expected score by a rule, over all ways to turn cards; what it \
                  is less than, or more, when every pair is collected as soon as it can be; and the policy.",
        examples: &[
            "--pairs 4",
            "--pairs 4 --objective score --score 3,1,-2",
            "--pairs 1..=12 --objective score --failed B",
        ],
        takes: Takes::These(&["pairs"]),
    };

    fn answer(mut self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        self.solitaire = Solitaire::of(question)?;
        if self.objective == Objective::Turns && self.score.is_given() {
            let what = "--score and --failed say nothing of turns, which are wanted by default";
            return Err(Fail::usage(what).help("--objective score"));
        }
        if self.objective == Objective::Score {
            Decisions::check(self.score.rule())
                .map_err(|error| Fail::usage(error.to_string()).help("--score 3,1,0"))?;
        }
        let games = self.solitaire.games()?;
        let several = watch.several("board", games, |asked| self.found(asked, watch))?;
        let told = |answer: &Answer| print::Answer {
            parameters: self.parameters(answer),
            report: self.report(answer),
        };
        several.show(watch, |answers| {
            let all: Vec<print::Answer> = answers.iter().map(told).collect();
            let about = format!("Solitaire Memory, perfect memory; {}", self.wanted());
            Answers::new("solitaire", &about, self.solitaire.is_range(), &all).print(self.print)
        })
    }
}

impl BestSolitaire {
    fn found(&self, asked: Asked, watch: &Watch) -> Result<Answer, Fail> {
        let turns = self.objective == Objective::Turns;
        let rule = if turns { Rule::TURNS } else { self.score.rule() };
        let game = Decisions::new(asked.pairs()).map_err(|error| Fail::usage(error.to_string()))?;
        let graph = discovered(&game, watch)?;
        let Solved { graph, solution, .. } = Solved::wanting(&rule, game, graph, UNSAVED, watch)?;
        // To want few turns is to pay for each.
        let value = |node: usize| {
            let value = solution.value(node)[0].clone();
            if turns { -value } else { value }
        };
        let expected = means::turns(asked.pairs());
        Ok(Answer {
            asked,
            value: value(graph.start()),
            soonest: match turns {
                true => expected,
                false => self.score.of(asked.pairs(), &means::lucky(asked.pairs()), &expected),
            },
            policy: policy(&graph, &solution, value),
            states: graph.node_count(),
            transitions: graph.edge_count(),
            ties: solution.ties,
        })
    }

    fn parameters(&self, answer: &Answer) -> Value {
        let mut parameters = parameters(answer.asked);
        parameters["objective"] = json!(if self.objective == Objective::Turns { "turns" } else { "score" });
        if self.objective == Objective::Score {
            parameters["score"] = self.score.parameters();
        }
        parameters
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

    fn report(&self, answer: &Answer) -> Report {
        let Answer { value, soonest, states, transitions, ties, .. } = answer;
        let mut report = Report::new(format!("{}; {}", answer.asked.title(), self.wanted()));
        report.show("value", "best", value);
        report.show("soonest", "pairs as soon as they can be", soonest);
        report.show("difference", "difference", value - soonest);
        report.only(Shown::Listed);
        report.add("is_soonest", answer.is_soonest());
        report.add_json("tie_rule", TIE_RULE);
        report.add_json("states", *states);
        report.add_json("transitions", *transitions);
        report.add_json("ties", *ties);
        let is_shown = !answer.is_soonest() && answer.policy.len() <= MOST_LINES;
        report.tables.push(table(&answer.policy, is_shown));
        if answer.is_soonest() {
            report.note =
                "The best play is the one that ends soonest: collect what is known, else turn fresh cards.\n"
                    .to_owned();
        } else if !is_shown {
            let states = answer.policy.len();
            report.note = format!("The policy meets {states} states; --format json lists them.\n");
        }
        let sizes = [
            print::count(states, "state"),
            format!("{}; {}", print::count(transitions, "transition"), print::count(ties, "tie")),
        ];
        report.note.push_str(&format!("{}, the first of {TIE_RULE} is taken.", sizes.join(", ")));
        report
    }
}

/// Returns a table of the best player's move in each state that he meets.
fn table(policy: &[(Memory, Move, Rational)], is_shown: bool) -> Table {
    let head = |head| Some(head).filter(|_| is_shown);
    let state = |memory: &Memory| {
        Datum::Parts(vec![
            ("singles", memory.singles.into()),
            ("unseen", memory.unseen.into()),
            ("known", memory.known.into()),
            ("open", open(memory.open).into()),
        ])
    };
    let fields: [ColumnOf<'_, &(Memory, Move, Rational)>; 7] = [
        ("state", None, &|(memory, ..)| state(memory)),
        ("", head("singles"), &|(memory, ..)| memory.singles.into()),
        ("", head("unseen"), &|(memory, ..)| memory.unseen.into()),
        ("", head("known"), &|(memory, ..)| memory.known.into()),
        ("", head("open card"), &|(memory, ..)| open(memory.open).into()),
        ("action", head("move"), &|(_, action, _)| action.to_string().into()),
        ("value", head("value"), &|(.., worth)| worth.into()),
    ];
    Table::of("policy", policy, &fields)
}

impl Answer {
    /// Returns `true` if the best player collects what he knows, and else turns fresh cards.
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
    let key = |memory: &Memory| (memory.open, Reverse((memory.unseen, memory.singles)));
    order::sort(&mut policy, |(one, ..), (other, ..)| key(one).cmp(&key(other)));
    policy
}

fn open(open: Open) -> &'static str {
    match open {
        Open::None => "none",
        Open::Paired => "mate known",
        Open::Alone => "mate fresh",
    }
}
