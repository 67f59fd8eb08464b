//! How a seat plays in every position that people can bring about, not only in those that the players' own ways lead to.

use crate::evaluate::solve::solve;
use crate::game::{Choices, Game, Points, Seat};
use crate::games::memory::Table;
use crate::games::memory::decisions::{Cards, Decisions, Objective, Position, Turn, Winning};
use crate::games::memory::tactic::Tactic;
use crate::model::{Error, Graph, Run};
use crate::payoff::Payoff;
use std::collections::HashMap;
use std::fmt::{self, Display};

/// A game that begins in any of its positions.
struct Anywhere<'a> {
    game: &'a Decisions,
    positions: &'a [Position],
}

/// A turn, or the choice of where to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Step {
    Begin,
    Turn(Turn),
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Begin => f.write_str("begin"),
            Self::Turn(turn) => turn.fmt(f),
        }
    }
}

impl Game for Anywhere<'_> {
    type State = Option<Position>;
    type Action = Tactic;
    type Event = Step;

    fn start(&self) -> Self::State {
        None
    }

    fn expand(&self, state: &Self::State, choices: &mut Choices<Self>) {
        let Some(position) = state else {
            let begin = choices.chance();
            self.positions
                .iter()
                .fold(begin, |events, position| events.event(1, Step::Begin, || Some(*position)));
            return;
        };
        let mut own = Choices::default();
        own.fill(self.game, position);
        for choice in own.iter() {
            let events = match choice.action {
                Some(tactic) => choices.action(tactic),
                None => choices.chance(),
            };
            choice.events.iter().fold(events, |events, event| {
                events.event(event.weight, Step::Turn(event.event), || Some(event.next))
            });
        }
    }

    fn layer(&self, state: &Self::State) -> u32 {
        state.as_ref().map_or(0, |position| self.game.layer(position) + 1)
    }

    fn seats(&self) -> Seat {
        self.game.seats()
    }

    fn passes(&self, step: Step) -> Seat {
        match step {
            Step::Begin => 0,
            Step::Turn(turn) => self.game.passes(turn),
        }
    }

    fn points(&self, step: Step) -> Points {
        match step {
            Step::Begin => 0,
            Step::Turn(turn) => self.game.points(turn),
        }
    }
}

/// What a game is worth from anywhere: what it is worth.
struct Same<P>(P);

impl<P: Payoff<Decisions>> Payoff<Anywhere<'_>> for Same<P> {
    fn event(&self, anywhere: &Anywhere<'_>, step: Step) -> i64 {
        match step {
            Step::Begin => 0,
            Step::Turn(turn) => self.0.event(anywhere.game, turn),
        }
    }

    fn end(&self, anywhere: &Anywhere<'_>, state: &Option<Position>, seat: Seat) -> i64 {
        state.as_ref().map_or(0, |position| self.0.end(anywhere.game, position, seat))
    }
}

/// Every position with 1 to `pairs` pairs, in the order in which the page counts them: known, half known and unknown
/// pairs, the mover, passes just before, and the mover's lead.
pub(super) fn positions(pairs: u16, movers: Seat, passes: u8, leads: bool) -> Vec<Position> {
    let mut all = Vec::new();
    for known in 0..=pairs {
        for half in 0..=pairs - known {
            for unknown in 0..=pairs - known - half {
                let table = Table { known, half, unknown };
                let most = if leads { i32::from(table.pairs()) + 1 } else { 0 };
                for mover in (0..movers).filter(|_| table.pairs() > 0) {
                    for passes in 0..=passes {
                        all.extend((-most..=most).map(|lead| Position { table, lead, passes, mover }));
                    }
                }
            }
        }
    }
    all
}

/// The tactic of each of these positions; `None` where a policy knows none.
///
/// # Errors
/// A limit.
pub(super) fn tactics(
    game: &Decisions,
    positions: &[Position],
    decides: bool,
    run: &Run<'_>,
) -> Result<Vec<Option<Tactic>>, Error> {
    let fixed = |position: &Position| game.allowed(position).first().copied();
    if !decides {
        return Ok(positions.iter().map(fixed).collect());
    }
    let anywhere = Anywhere { game, positions };
    let graph = Graph::of(&anywhere, run)?;
    let solution = match game.wanted() {
        Objective::Pairs => solve(&anywhere, &graph, &Same(Cards), run),
        Objective::Win => solve(&anywhere, &graph, &Same(Winning), run),
    }?;
    let solved: HashMap<_, _> = solution.actions_taken(&graph);
    Ok(positions.iter().map(|at| solved.get(&Some(*at)).copied().or_else(|| fixed(at))).collect())
}
