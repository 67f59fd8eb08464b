//! The odds of players who decide.

use super::super::decide::{Decide, Solved, letters};
use super::super::fail::Fail;
use super::super::memory::{Board, Position};
use super::super::print::Print;
use super::super::watch::Watch;
use super::answer::{self, Answer};
use chancetree::engine::backward::solve;
use chancetree::engine::forward::{Measure, forward};
use chancetree::engine::graph::Graph;
use chancetree::exact::{self, Rational, ratio};
use chancetree::game::Seat;
use chancetree::games::memory::decisions::Position as Place;
use chancetree::games::memory::decisions::{Decisions, Objective, Turn};
use chancetree::games::memory::tactic::Tactic;
use chancetree::payoff::Payoff;
use chancetree::transform::fixed::Fixed;
use serde_json::Value;

/// What the players are who are not told otherwise.
const DEFAULT: &str = "robots";

pub(super) fn run(
    positions: Vec<Position>,
    board: &Board,
    decide: &Decide,
    distribution: bool,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    let one = |position| one(position, decide, distribution, watch);
    let answers: Vec<Answer> = positions.into_iter().map(one).collect::<Result<_, _>>()?;
    watch.clear();
    answer::show(&answers, board, distribution, print)
}

pub(in crate::cli) fn one(
    position: Position,
    decide: &Decide,
    distribution: bool,
    watch: &Watch,
) -> Result<Answer, Fail> {
    let explain = |error| watch.explain(error);
    let run = watch.run();
    let game = decide.game(&position, DEFAULT)?;
    let objective = game.wanted();
    let solved = Solved::of(game, watch)?;
    let fixed = Fixed::new(&solved.game, solved.solution.actions_taken(&solved.graph));
    let mut parameters = position.parameters();
    if let (Value::Object(all), Value::Object(more)) = (&mut parameters, decide.parameters(DEFAULT)) {
        all.extend(more);
    }
    let mut answer = Answer {
        heading: format!(
            "{}\n{}  {}",
            position.title_with("player", ""),
            letters(position.table),
            decide.title(DEFAULT)
        ),
        parameters,
        tie_rule: tie_rule(),
        cycles: None,
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
            let graph = watch.phase("policy", || Graph::of(&fixed, &run)).map_err(explain)?;
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

/// The order in which one tactic is taken of several that are worth the same.
fn tie_rule() -> String {
    Tactic::ALL.map(|tactic| tactic.to_string()).join(" ")
}
