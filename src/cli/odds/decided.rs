//! The odds of players who decide.

use super::super::decide::{Decide, Solved, letters};
use super::super::fail::Fail;
use super::super::memory::{Board, Position};
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::range::Numbers;
use super::super::watch::Watch;
use chancetree::engine::backward::solve;
use chancetree::engine::discovery::discover;
use chancetree::engine::forward::{Measure, forward};
use chancetree::engine::graph::Graph;
use chancetree::engine::law::Law;
use chancetree::exact::{self, Rational, ratio};
use chancetree::game::{Points, Seat};
use chancetree::games::memory::decisions::Position as Place;
use chancetree::games::memory::decisions::{Decisions, Objective, Turn};
use chancetree::games::memory::tactic::Tactic;
use chancetree::payoff::Payoff;
use chancetree::transform::fixed::Fixed;
use serde_json::{Value, json};

/// What the players are who are not told otherwise.
const DEFAULT: &str = "robots";

/// The answer for one board.
struct Answer {
    position: Position,
    expected: Vec<Rational>,
    /// P(each seat wins) and P(draw), where asked for.
    outcomes: Option<Vec<Rational>>,
    /// P(win) - P(loss) of the first player, who plays for it.
    value: Option<Rational>,
    law: Option<Law>,
    ties: u64,
    states: u64,
    transitions: u64,
}

pub(super) fn run(
    positions: Vec<Position>,
    board: &Board,
    decide: &Decide,
    distribution: bool,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    let answer = |position| answer(position, decide, distribution, watch);
    let answers: Vec<Answer> = positions.into_iter().map(answer).collect::<Result<_, _>>()?;
    watch.clear();
    match print.format {
        Format::Text => {
            let texts: Vec<_> = answers.iter().map(|answer| answer.text(decide, print)).collect();
            print::print(&texts.join("\n"))
        }
        Format::Json => {
            let mut all: Vec<Value> = answers.iter().map(|answer| answer.json(decide, print)).collect();
            print::json(&match board.pairs() {
                Numbers::One(_) => all.remove(0),
                Numbers::Several(_) => Value::Array(all),
            })
        }
        Format::Csv if distribution => {
            let law = answers[0].law.as_ref().expect("asked for");
            print::print(&super::law_csv(law, board.players.into(), print))
        }
        Format::Csv => {
            let mut text = print::csv(&header(&answers[0]));
            text.extend(answers.iter().map(|answer| print::csv(&answer.csv(print))));
            print::print(&text)
        }
    }
}

fn answer(position: Position, decide: &Decide, distribution: bool, watch: &Watch) -> Result<Answer, Fail> {
    let explain = |error| watch.explain(error);
    let run = watch.run();
    let game = decide.game(&position, DEFAULT)?;
    let objective = game.wanted();
    let solved = Solved::of(game, watch)?;
    let fixed = Fixed::new(&solved.game, solved.solution.actions_taken(&solved.graph));
    let mut answer = Answer {
        expected: Vec::new(),
        outcomes: None,
        value: (objective == Objective::Win).then(|| solved.worth(solved.graph.start())[0].clone()),
        law: None,
        ties: solved.solution.ties,
        states: solved.graph.node_count() as u64,
        transitions: solved.graph.edge_count() as u64,
        position,
    };
    let gains = match objective {
        Objective::Pairs => solved.worth(solved.graph.start()),
        Objective::Win => {
            let graph = watch.phase("policy", || discover(&fixed, &run).map(Graph::from)).map_err(explain)?;
            let value = |payoff: Under| {
                let solution = solve(&fixed, &graph, &payoff, &run).map_err(explain)?;
                Ok::<_, Fail>(solution.value(graph.start()))
            };
            let mut outcomes = value(Under::Wins)?;
            let draw = exact::one() - outcomes.iter().sum::<Rational>();
            outcomes.push(draw);
            answer.outcomes = Some(outcomes);
            value(Under::Cards)?.into_iter().map(|cards| cards / ratio(2, 1)).collect()
        }
    };
    let scores = &answer.position.scores;
    answer.expected = gains.into_iter().zip(scores).map(|(gain, &score)| gain + ratio(score, 1)).collect();
    if distribution {
        let law = watch.phase("law", || forward(&fixed, scores, Measure::Probability, &run));
        let law = law.map_err(explain)?.law;
        // Where a stalemate is a draw although one leads, only the game itself knows it.
        if answer.outcomes.is_none() {
            answer.outcomes = Some(law.outcomes());
        }
        answer.law = Some(law);
    }
    Ok(answer)
}

/// What a policy is worth by another measure than its own.
#[derive(Clone, Copy)]
enum Under {
    /// 1 to the seat that wins.
    Wins,
    /// Cards, as in the game for pairs.
    Cards,
}

impl Payoff<Fixed<'_, Decisions>> for Under {
    fn event(&self, _: &Fixed<'_, Decisions>, turn: Turn) -> i64 {
        match self {
            Self::Wins => 0,
            Self::Cards => 2 * i64::from(turn.takes()),
        }
    }

    fn end(&self, game: &Fixed<'_, Decisions>, place: &Place, seat: Seat) -> i64 {
        match self {
            Self::Wins => i64::from(game.game().winner(place) == Some(seat)),
            Self::Cards => i64::from(place.table.pairs()),
        }
    }
}

fn header(answer: &Answer) -> Vec<String> {
    let players = answer.expected.len();
    let mut cells: Vec<String> = vec!["pairs".into(), "players".into()];
    let mut add = |name: String| {
        cells.push(name.clone());
        cells.push(name + "_exact");
    };
    if answer.outcomes.is_some() {
        (1..=players).for_each(|seat| add(format!("win_{seat}")));
        add("draw".into());
    }
    (1..=players).for_each(|seat| add(format!("expected_pairs_{seat}")));
    cells.extend(["ties".into(), "states".into(), "transitions".into()]);
    cells
}

/// The order in which one tactic is taken of several that are worth the same.
fn tie_rule() -> String {
    Tactic::ALL.map(|tactic| tactic.to_string()).join(" ")
}

impl Answer {
    fn csv(&self, print: Print) -> Vec<String> {
        let mut cells = vec![self.position.pairs.to_string(), self.expected.len().to_string()];
        for value in self.outcomes.iter().flatten().chain(&self.expected) {
            cells.push(print.decimal(value));
            cells.push(exact::fraction(value));
        }
        cells.extend([self.ties, self.states, self.transitions].map(|count| count.to_string()));
        cells
    }

    fn json(&self, decide: &Decide, print: Print) -> Value {
        let mut parameters = self.position.parameters();
        if let (Value::Object(all), Value::Object(more)) = (&mut parameters, decide.parameters(DEFAULT)) {
            all.extend(more);
        }
        let mut value = json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": parameters,
            "expected_pairs": print.numbers(&self.expected),
            "tie_rule": tie_rule(),
            "ties": self.ties,
            "states": self.states,
            "transitions": self.transitions,
        });
        if let Some(outcomes) = &self.outcomes {
            let (draw, win) = outcomes.split_last().expect("the draw comes last");
            value["win"] = print.numbers(win);
            value["draw"] = print.number(draw);
        }
        if let Some(own) = &self.value {
            value["value"] = print.number(own);
        }
        if let Some(law) = &self.law {
            value["distribution"] = super::law_json(law, print);
        }
        value
    }

    fn text(&self, decide: &Decide, print: Print) -> String {
        let mut named: Vec<(String, &Rational)> = Vec::new();
        if let Some(outcomes) = &self.outcomes {
            for (seat, value) in outcomes.iter().enumerate() {
                let draw = seat + 1 == outcomes.len();
                named.push((
                    if draw { "P(draw)".into() } else { format!("P(player {} wins)", seat + 1) },
                    value,
                ));
            }
        }
        if let Some(value) = &self.value {
            named.push(("P(player 1 wins) - P(player 1 loses)".into(), value));
        }
        for (seat, value) in self.expected.iter().enumerate() {
            named.push((format!("E(pairs of player {})", seat + 1), value));
        }
        let rows: Vec<Vec<String>> = named
            .into_iter()
            .map(|(name, value)| {
                let fraction = exact::fraction(value);
                let shown = if fraction.len() > super::MOST_FIRST { String::new() } else { fraction };
                vec![format!("  {name}"), print.decimal(value), shown]
            })
            .collect();
        let mut text = format!(
            "{}\n{}  {}\n\n{}",
            self.position.title_with("player", ""),
            letters(self.position.table),
            decide.title(DEFAULT),
            print::aligned(&rows)
        );
        text.push_str(&format!(
            "\n{} positions, {} transitions; {} ties, the first of {} is taken.\n",
            self.states,
            self.transitions,
            self.ties,
            tie_rule()
        ));
        if let Some(law) = &self.law {
            text.push_str(&format!("\n{}", super::law_text(law, print)));
            let pairs = u32::from(self.position.pairs);
            let left =
                |scores: &[Points]| scores.iter().map(|&points| u32::from(points)).sum::<u32>() < pairs;
            if law.iter().any(|(scores, _)| left(scores)) {
                text.push_str(
                    "  Scores of fewer pairs than the board has: both passed, and share the rest.\n",
                );
            }
        }
        text
    }
}
