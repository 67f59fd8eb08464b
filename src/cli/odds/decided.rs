//! The odds of players who decide.

use super::super::checkpoint::{Checkpoints, NOWHERE};
use super::super::decide::work;
use super::super::fail::Fail;
use super::super::machines::Machines;
use super::super::memory::Position;
use super::super::solved::Solved;
use super::super::watch::{Several, Watch};
use super::answer::{Answer, Decided};
use crate::evaluate::bidirectional::distribution_resumed;
use crate::evaluate::solve::solve;
use crate::exact::{self, Rational, ratio};
use crate::game::Seat;
use crate::games::memory::decisions::{Decisions, Objective, Position as Place, Turn};
use crate::games::memory::family::{Decide, merged};
use crate::games::memory::tactic::Tactic;
use crate::model::Graph;
use crate::payoff::Payoff;
use serde_json::json;

/// The play of players who are not told otherwise.
const DEFAULT: &str = "robots";

/// The odds of some boards; none where another process has them.
pub(super) fn answers(
    positions: Vec<Position>,
    decide: &Decide,
    distribution: bool,
    (checkpoints, machines): (&Checkpoints, &Machines),
    watch: &Watch,
) -> Result<Several<Answer>, Fail> {
    let one = |position| match machines.is_given() {
        true => shared(position, decide, checkpoints, machines, watch),
        false => one(position, decide, distribution, checkpoints, watch).map(Some),
    };
    Ok(watch.several("board", positions, one)?.flatten())
}

/// The answer of several processes; `None` where another has it.
#[cfg(feature = "distributed")]
fn shared(
    position: Position,
    decide: &Decide,
    checkpoints: &Checkpoints,
    machines: &Machines,
    watch: &Watch,
) -> Result<Option<Answer>, Fail> {
    use super::super::decide::in_pairs;
    use crate::distributed::Question;
    use crate::games::memory::decisions::{Cards, Winning};

    let game = decide.game(&position, DEFAULT)?.take_first();
    let mut answer = blank(position, decide);
    let payoffs: &[&dyn Payoff<Decisions>] = match game.wanted() {
        Objective::Pairs => &[&Cards],
        Objective::Win => &[&Winning, &Under::Wins, &Under::Cards],
    };
    let reduced = game.may_take_first();
    let odd = |place: &Place, played: Option<Option<Tactic>>| match played {
        None => game.is_stuck(place),
        Some(tactic) => reduced && place.table.known == 1 && tactic.is_some_and(|it| it != Tactic::T1),
    };
    let question = Question { payoffs, counts: &odd };
    let work = work("odds", &game, &answer.parameters);
    let found = watch.phase("evaluate", || machines.solve(&game, &question, &work, checkpoints, watch))?;
    let Some(found) = found else { return Ok(None) };
    if found.counted > 0 {
        let what = "a position has nothing to play, or taking a known pair is not best there: that is for one process";
        return Err(Fail::usage(what).help("leave out --processes and --hosts"));
    }
    answer.tied(found.ties);
    (answer.states, answer.transitions) = (found.states, found.transitions);
    let gains = match (game.wanted(), &found.values[..]) {
        (Objective::Win, [value, wins, cards]) => {
            answer.value = Some(value[0].clone());
            answer.outcomes = Some(with_draw(wins.clone()));
            cards
        }
        (_, values) => &values[0],
    };
    answer.expect(gains.iter().map(in_pairs));
    Ok(Some(answer))
}

/// Refused: this program works alone.
#[cfg(not(feature = "distributed"))]
fn shared(
    _: Position,
    _: &Decide,
    _: &Checkpoints,
    machines: &Machines,
    _: &Watch,
) -> Result<Option<Answer>, Fail> {
    machines.check(None).map(|()| None)
}

/// The answer without its numbers.
fn blank(position: Position, decide: &Decide) -> Answer {
    let parameters = merged(position.parameters(), decide.parameters(DEFAULT));
    let heading = format!("{}\n{}", position.title_with("player", ""), decide.title(DEFAULT));
    let decided = Decided { tie_rule: tie_rule(), ties: 0, cycles: None };
    Answer { decided: Some(decided), ..Answer::blank(position, heading, parameters) }
}

/// P(draw) after P(each seat wins).
fn with_draw(mut wins: Vec<Rational>) -> Vec<Rational> {
    let draw = exact::one() - wins.iter().sum::<Rational>();
    wins.push(draw);
    wins
}

/// The answer for one board.
pub(in crate::cli) fn one(
    position: Position,
    decide: &Decide,
    distribution: bool,
    checkpoints: &Checkpoints,
    watch: &Watch,
) -> Result<Answer, Fail> {
    let run = watch.run();
    let game = decide.game(&position, DEFAULT)?;
    let work = work("odds", &game, &blank(position.clone(), decide).parameters);
    let played = json!({ "distribution": work });
    // Once the distribution was begun the game is solved again, which takes little beside it.
    let solver = if checkpoints.is_of(&played) { NOWHERE } else { checkpoints };
    let solving = || Solved::of(game, (solver, &work), watch);
    let solved = if distribution { watch.pass(0.0, 0.5, solving)? } else { solving()? };
    let induced = match distribution || solved.game.wanted() == Objective::Win {
        false => None,
        true => Some(solved.induced(watch)?),
    };
    let mut answer = answer(position, decide, &solved, induced.as_ref(), watch)?;
    if let Some(induced) = induced.filter(|_| distribution) {
        let scores = &answer.position.scores;
        let follow = || {
            checkpoints.keep(&played, watch, |checkpointer| {
                distribution_resumed(&induced, scores, checkpointer, &run)
            })
        };
        let distribution = watch.phase("distribution", || watch.pass(0.5, 1.0, follow))?.distribution;
        // A stalemate that is a draw although one leads is known to the game alone.
        if answer.outcomes.is_none() {
            answer.outcomes = Some(distribution.outcomes());
        }
        answer.distribution = Some(distribution);
    }
    Ok(answer)
}

/// The answer that follows from the solution; `induced` is the game in which everybody plays by it, which tells who wins
/// where that is wanted.
pub(in crate::cli) fn answer(
    position: Position,
    decide: &Decide,
    solved: &Solved<Decisions>,
    induced: Option<&Graph<Decisions>>,
    watch: &Watch,
) -> Result<Answer, Fail> {
    let mut answer = blank(position, decide);
    answer.tied(solved.solution.ties);
    answer.states = solved.graph.node_count() as u64;
    answer.transitions = solved.graph.edge_count() as u64;
    let worth = solved.worth(solved.graph.start());
    let gains = match induced {
        Some(induced) if solved.game.wanted() == Objective::Win => {
            let value = |payoff: Under| {
                let solution = solve(&solved.game, induced, &payoff, &watch.run());
                Ok::<_, Fail>(solution.map_err(|error| watch.explain(error))?.value(induced.start()))
            };
            answer.value = Some(worth[0].clone());
            answer.outcomes = Some(with_draw(value(Under::Wins)?));
            value(Under::Cards)?.into_iter().map(|cards| cards / ratio(2, 1)).collect()
        }
        _ => worth,
    };
    answer.expect(gains.into_iter());
    Ok(answer)
}

/// The worth of a policy by another measure than its own.
#[derive(Clone, Copy)]
enum Under {
    /// 1 to the seat that wins.
    Wins,
    /// Cards, as in the game for pairs.
    Cards,
}

impl Payoff<Decisions> for Under {
    fn event(&self, _: &Decisions, turn: Turn) -> i64 {
        match self {
            Self::Wins => 0,
            Self::Cards => 2 * i64::from(turn.takes()),
        }
    }

    fn end(&self, game: &Decisions, place: &Place, seat: Seat) -> i64 {
        match self {
            Self::Wins => i64::from(game.winner(place) == Some(seat)),
            Self::Cards => i64::from(place.table.pairs()),
        }
    }
}

/// The order in which one tactic is taken of several that are worth the same.
fn tie_rule() -> String {
    Tactic::ALL.map(|tactic| tactic.to_string()).join(" ")
}
