//! The report on best play: its value, compared with the value of collecting every pair as soon as possible.

use super::decisions::{CardByCard, Knowledge, Move, OpenCard, Rule, is_soonest};
use super::family::boards;
use super::score::{self, ScoreArgs};
use super::{Solitaire, means};
use crate::evaluate::OptimalPlay;
use crate::exact::Rational;
use crate::family::{
    AnswerPlan, ColumnOf, Query, Refusal, Report, ReportValue, Table, Task, TextVisibility, best, counted,
};
use crate::game::Game as _;
use crate::model::order;
use crate::named_enum;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The best play of solitaire on one board.
struct BestSolitaire {
    game: Solitaire,
    /// The rule of the score, if the player maximises it. `None` if the player minimises turns.
    rule: Option<Rule>,
    /// Expected turns, or the expected score.
    value: Rational,
    /// The same value if every pair is collected as soon as possible.
    soonest: Rational,
    /// The best play: the reachable states, ascending, each with its move and value.
    policy: Vec<(Knowledge, Move, Rational)>,
    states: usize,
    transitions: usize,
    ties: u64,
}

/// The rule that selects one of several equally good moves.
const TIE_RULE: &str = "collect fresh known-fresh paired-fresh known";

/// The maximum number of states of a policy in text.
const MAX_LINES: usize = 40;

named_enum! {
    /// The objective of the player.
    pub enum SolitaireObjective {
        Turns: "turns", "Few turns";
        Score: "score", "Many points";
    }
}

/// The options of best play.
#[derive(Deserialize)]
struct SolitaireBestArgs {
    objective: SolitaireObjective,
    #[serde(flatten)]
    score: ScoreArgs,
}

/// Returns the rule of the score from the options of best play. Returns `None` if the player minimises turns.
///
/// # Errors
/// If a rule is given for turns, or if a failed turn scores, so that repeating it for ever would be best.
fn rule(args: &SolitaireBestArgs) -> Result<Option<Rule>, Refusal> {
    let rule = match (args.objective, args.score.rule()) {
        (SolitaireObjective::Score, rule) => rule.unwrap_or(Rule::KELLNER),
        (_, Some(_)) => {
            let why = "need --objective score";
            return Err(Refusal::all_unfit(&["score", "failed"], why).help("--objective score"));
        }
        _ => return Ok(None),
    };
    let checked =
        CardByCard::check(rule).map_err(|error| Refusal::new(error.to_string()).help("--score 3,1,0"));
    checked.map(|()| Some(rule))
}

/// Describes the objective: a score by this rule, or few turns.
fn wanted(rule: Option<Rule>) -> String {
    match rule {
        None => "turns".to_owned(),
        Some(Rule { pair, lucky, miss, failed }) => {
            format!("score {pair},{lucky},{miss}, failed {}", failed.name())
        }
    }
}

/// Returns the parameters of best play on a board that JSON repeats.
fn parameters(board: Solitaire, rule: Option<Rule>) -> Value {
    let objective = if rule.is_none() { "turns" } else { "score" };
    let mut parameters = json!({ "pairs": board.pairs(), "objective": objective });
    if board.is_blind() {
        parameters["blind"] = true.into();
    }
    if let Some(rule) = rule {
        parameters["score"] = score::parameters(rule);
    }
    parameters
}

/// Returns the title of a board with its objective.
fn title(game: Solitaire, rule: Option<Rule>) -> String {
    format!("{}; {}", game.title(), wanted(rule))
}

/// The maximum number of pairs of a board that is solved quickly. Text shows ranges of such boards at once.
const MAX_QUICK: u16 = 30;

/// Plans best play on boards, for few turns or for a score.
pub(super) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let rule = rule(&query.options())?;
    let boards = boards(query.games)?;
    if rule.is_some() && boards[0].is_blind() {
        return Err(Refusal::unfit("blind", "needs the objective turns").help("--objective turns"));
    }
    let is_quick = boards.iter().all(|board| board.pairs() <= MAX_QUICK);
    let task = |board: Solitaire| {
        Task::new(title(board, rule), parameters(board, rule), move |job| {
            let game = CardByCard::new(board.pairs()).map_err(Refusal::from)?.blind(board.is_blind());
            let graph = job.phase("discover", || game.graph(job))?;
            let solve = || best(&graph, &rule.unwrap_or(Rule::TURNS), None, &job.without_results());
            let solution = job.phase("solve", solve)?;
            Ok(BestSolitaire::of(board, rule, &OptimalPlay::new(graph, solution)).report())
        })
    };
    let about = format!("Solitaire Memory, perfect memory{}; {}", boards[0].variation(), wanted(rule));
    Ok(AnswerPlan::of(about, "game", boards.into_iter().map(task).collect()).quick(is_quick))
}

impl BestSolitaire {
    /// Creates the best play from a game that was solved for a score by this rule, or for [`Rule::TURNS`].
    fn of(game: Solitaire, rule: Option<Rule>, solved: &OptimalPlay<CardByCard>) -> Self {
        let graph = solved.graph();
        // Minimising turns is maximising a score in which every turn costs a point.
        let value = |node: usize| {
            let value = solved.value(node)[0].clone();
            if rule.is_none() { -value } else { value }
        };
        let pairs = game.pairs();
        let expected = if game.is_blind() { means::blind_turns(pairs) } else { means::turns(pairs) };
        let soonest = rule.map(|rule| rule.fewest_turns_score(pairs, &means::lucky(pairs), &expected));
        let reachable = reachable(solved).into_iter();
        Self {
            game,
            rule,
            value: value(graph.start()),
            soonest: soonest.unwrap_or(expected),
            policy: reachable.map(|(node, action)| (*graph.state(node), action, value(node))).collect(),
            states: graph.node_count(),
            transitions: graph.edge_count(),
            ties: solved.ties,
        }
    }

    /// Returns the report.
    fn report(&self) -> Report {
        let Self { value, soonest, states, transitions, ties, .. } = self;
        let mut report = Report::new(title(self.game, self.rule));
        report.show("value", "best", value);
        report.show("soonest", "pairs as soon as they can be", soonest);
        report.show("difference", "difference", value - soonest).only(TextVisibility::Listed);
        let is_soonest = is_soonest(&self.policy, self.game.is_blind());
        report.add("is_soonest", is_soonest);
        report.add_json("tie_rule", TIE_RULE);
        report.add_json("states", *states);
        report.add_json("transitions", *transitions);
        report.add_json("ties", *ties);
        let is_shown = !is_soonest && self.policy.len() <= MAX_LINES;
        report.tables.push(table(&self.policy, is_shown));
        if is_soonest {
            report.note = match self.game.is_blind() {
                true => {
                    "Best play takes known pairs first, else turns two new cards, except that it turns one \
                     known card if only two new cards are left and both mates are known.\n"
                }
                false => "Best play ends soonest: it takes known pairs first, else turns new cards.\n",
            }
            .to_owned();
        } else if !is_shown {
            let states = self.policy.len();
            report.note = format!("The policy reaches {states} states; --format json lists all states.\n");
        }
        if is_shown {
            report.note = self.legend();
        }
        if let Some(Rule { failed, .. }) = self.rule {
            let meaning = failed.meaning();
            let (first, rest) = meaning.split_at(1);
            report.note.push_str(&format!("failed {failed}: {}{rest}.\n", first.to_lowercase()));
        }
        report.note.push_str(&format!(
            "{}, {}; {}, the first of {TIE_RULE} is taken (--help explains them).",
            counted(states, "state"),
            counted(transitions, "transition"),
            counted(ties, "tie")
        ));
        report
    }

    /// Explains the columns and the codes of the policy.
    fn legend(&self) -> String {
        let mut lines = vec![
            "singles: turned cards whose mates are fresh (not turned before); unseen: pairs without a turned card; known: \
             known pairs."
                .to_owned(),
        ];
        let open = OpenCard::ALL.into_iter().filter(|card| {
            *card != OpenCard::None && self.policy.iter().any(|(state, ..)| state.open == *card)
        });
        lines.extend(open.map(|card| format!("open card, {card}: {}.", card.meaning())));
        let moves = Move::ALL.into_iter().filter(|one| self.policy.iter().any(|(_, other, _)| other == one));
        lines.extend(moves.map(|one| format!("{one}: {}.", one.meaning())));
        lines.join("\n") + "\n"
    }
}

/// Returns the reachable states under a solution, each with its move. States between turns come first, and among them
/// the states with the most unseen cards.
fn reachable(solved: &OptimalPlay<CardByCard>) -> Vec<(usize, Move)> {
    let graph = solved.graph();
    let mut reachable = BTreeSet::new();
    reachable.insert(graph.start());
    let mut frontier = vec![graph.start()];
    let mut all = Vec::new();
    while let Some(node) = frontier.pop() {
        let Some(action) = solved.action(node) else { continue };
        all.push((node, action));
        for edge in graph.edges_of(node) {
            let (_, target, label) = graph.edge(edge);
            if label.action == Some(action) && reachable.insert(target) {
                frontier.push(target);
            }
        }
    }
    let key = |node: usize| {
        let memory = graph.state(node);
        (memory.open, Reverse((memory.unseen, memory.singles)))
    };
    order::sort(&mut all, |(one, _), (other, _)| key(*one).cmp(&key(*other)));
    all
}

/// Returns a table of the best move in each reachable state.
fn table(policy: &[(Knowledge, Move, Rational)], is_shown: bool) -> Table {
    let head = |head| Some(head).filter(|_| is_shown);
    let state = |memory: &Knowledge| {
        ReportValue::Parts(vec![
            ("singles", memory.singles.into()),
            ("unseen", memory.unseen.into()),
            ("known", memory.known.into()),
            ("open", memory.open.to_string().into()),
        ])
    };
    let fields: [ColumnOf<'_, &(Knowledge, Move, Rational)>; 7] = [
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
