//! The best play of Memory alone, for turns or for a score.

use super::super::checkpoint::UNSAVED;
use super::super::described::Question;
use super::super::fail::Fail;
use super::super::print::{self, Answers, Print};
use super::super::solved::{Solved, discovered};
use super::super::watch::Watch;
use crate::exact::Rational;
use crate::family::{ColumnOf, Datum, Report, Shown, Table};
use crate::games::solitaire::decisions::{Decisions, Memory, Move, Rule, is_soonest, met};
use crate::games::solitaire::{Solitaire, means};
use serde_json::{Value, json};

/// What the player wants: a score by this rule, or few turns.
#[derive(Clone, Copy)]
struct Wanted(Option<Rule>);

/// The answer for one board.
struct Answer {
    asked: Solitaire,
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

pub(in crate::cli) fn solitaire(question: &Question, (print,): (Print,), watch: &Watch) -> Result<(), Fail> {
    let (games, own) = (question.games()?, question.own()?);
    let rule = Rule::of(&own);
    let wanted = match own.word("objective") {
        Some("score") => Wanted(Some(rule.unwrap_or(Rule::KELLNER))),
        _ if rule.is_some() => {
            let what = "--score and --failed say nothing of turns, which are wanted by default";
            return Err(Fail::usage(what).help("--objective score"));
        }
        _ => Wanted(None),
    };
    wanted
        .0
        .map_or(Ok(()), Decisions::check)
        .map_err(|error| Fail::usage(error.to_string()).help("--score 3,1,0"))?;
    let boards: Vec<u16> = games.iter().map(|given| given.whole("pairs")).collect();
    let several = watch.several("board", boards, |pairs| wanted.found(pairs, watch))?;
    let told = |answer: &Answer| print::Answer {
        parameters: wanted.parameters(answer),
        report: wanted.report(answer),
    };
    several.show(watch, |answers| {
        let all: Vec<print::Answer> = answers.iter().map(told).collect();
        let about = format!("Solitaire Memory, perfect memory; {}", wanted.words());
        Answers::new("solitaire", &about, question.is_range(), &all).print(print)
    })
}

impl Wanted {
    fn found(self, pairs: u16, watch: &Watch) -> Result<Answer, Fail> {
        let asked = Solitaire::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let game = Decisions::new(pairs).map_err(|error| Fail::usage(error.to_string()))?;
        let graph = discovered(&game, watch)?;
        let Solved { graph, solution, .. } =
            Solved::wanting(&self.0.unwrap_or(Rule::TURNS), game, graph, UNSAVED, watch)?;
        // To want few turns is to pay for each.
        let value = |node: usize| {
            let value = solution.value(node)[0].clone();
            if self.0.is_none() { -value } else { value }
        };
        let expected = means::turns(pairs);
        Ok(Answer {
            asked,
            value: value(graph.start()),
            soonest: match self.0 {
                None => expected,
                Some(rule) => rule.soonest(pairs, &means::lucky(pairs), &expected),
            },
            policy: met(&graph, &solution)
                .into_iter()
                .map(|(node, action)| (*graph.state(node), action, value(node)))
                .collect(),
            states: graph.node_count(),
            transitions: graph.edge_count(),
            ties: solution.ties,
        })
    }

    fn parameters(self, answer: &Answer) -> Value {
        let mut parameters = json!({ "pairs": answer.asked.pairs() });
        parameters["objective"] = json!(if self.0.is_none() { "turns" } else { "score" });
        if let Some(rule) = self.0 {
            parameters["score"] = rule.parameters();
        }
        parameters
    }

    fn words(self) -> String {
        match self.0 {
            None => "turns".to_owned(),
            Some(Rule { pair, lucky, miss, failed }) => {
                format!("score {pair},{lucky},{miss}, failed {}", failed.name())
            }
        }
    }

    fn report(self, answer: &Answer) -> Report {
        let Answer { value, soonest, states, transitions, ties, .. } = answer;
        let mut report = Report::new(format!("{}; {}", answer.asked.title(), self.words()));
        report.show("value", "best", value);
        report.show("soonest", "pairs as soon as they can be", soonest);
        report.show("difference", "difference", value - soonest).only(Shown::Listed);
        report.add("is_soonest", is_soonest(&answer.policy));
        report.add_json("tie_rule", TIE_RULE);
        report.add_json("states", *states);
        report.add_json("transitions", *transitions);
        report.add_json("ties", *ties);
        let is_shown = !is_soonest(&answer.policy) && answer.policy.len() <= MOST_LINES;
        report.tables.push(table(&answer.policy, is_shown));
        if is_soonest(&answer.policy) {
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
            ("open", memory.open.to_string().into()),
        ])
    };
    let fields: [ColumnOf<'_, &(Memory, Move, Rational)>; 7] = [
        ("state", None, &|(memory, ..)| state(memory)),
        ("", head("singles"), &|(memory, ..)| memory.singles.into()),
        ("", head("unseen"), &|(memory, ..)| memory.unseen.into()),
        ("", head("known"), &|(memory, ..)| memory.known.into()),
        ("", head("open card"), &|(memory, ..)| memory.open.to_string().into()),
        ("action", head("move"), &|(_, action, _)| action.to_string().into()),
        ("value", head("value"), &|(.., worth)| worth.into()),
    ];
    Table::of("policy", policy, &fields)
}
