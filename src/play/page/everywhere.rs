//! The play of a seat in every position that people can bring about, not only in those that the players' own ways lead
//! to.

use crate::evaluate::solve::solve;
use crate::game::{Choices, Game, Points, Seat};
use crate::games::memory::Table;
use crate::games::memory::decisions::{Cards, Decisions, Objective, Position, Winning};
use crate::games::memory::forgetting::{Forgetful, Play, Strategy};
use crate::games::memory::limited::Recalled;
use crate::games::memory::tactic::Tactic;
use crate::model::{Error, Graph, Run};
use crate::payoff::{Gain, Payoff};
use std::collections::HashMap;
use std::fmt::{self, Display};

/// A game that begins in any of its positions.
struct Anywhere<'a, G: Game> {
    game: &'a G,
    positions: &'a [G::State],
}

/// A turn, or the choice of where to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Step<E> {
    Begin,
    Turn(E),
}

impl<E: Display> Display for Step<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Begin => f.write_str("begin"),
            Self::Turn(turn) => turn.fmt(f),
        }
    }
}

impl<G: Game> Game for Anywhere<'_, G> {
    type State = Option<G::State>;
    type Action = G::Action;
    type Event = Step<G::Event>;

    fn start(&self) -> Self::State {
        None
    }

    fn expand(&self, state: &Self::State, choices: &mut Choices<Self>) {
        let Some(position) = state else {
            let begin = choices.chance();
            self.positions
                .iter()
                .fold(begin, |events, position| events.event(1, Step::Begin, || Some(position.clone())));
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
                events.event(event.weight, Step::Turn(event.event), || Some(event.next.clone()))
            });
        }
    }

    fn layer(&self, state: &Self::State) -> u32 {
        state.as_ref().map_or(0, |position| self.game.layer(position) + 1)
    }

    fn seats(&self) -> Seat {
        self.game.seats()
    }

    fn passes(&self, step: Self::Event) -> Seat {
        match step {
            Step::Begin => 0,
            Step::Turn(turn) => self.game.passes(turn),
        }
    }

    fn points(&self, step: Self::Event) -> Points {
        match step {
            Step::Begin => 0,
            Step::Turn(turn) => self.game.points(turn),
        }
    }
}

/// The payoff of a game, from anywhere in it.
struct Same<P>(P);

impl<G: Game, P: Payoff<G>> Payoff<Anywhere<'_, G>> for Same<P> {
    fn event(&self, anywhere: &Anywhere<'_, G>, step: Step<G::Event>) -> i64 {
        match step {
            Step::Begin => 0,
            Step::Turn(turn) => self.0.event(anywhere.game, turn),
        }
    }

    fn end(&self, anywhere: &Anywhere<'_, G>, state: &Option<G::State>, seat: Seat) -> i64 {
        state.as_ref().map_or(0, |position| self.0.end(anywhere.game, position, seat))
    }
}

/// The most pairs that somebody can be ahead with so many left of `pairs`, as far as it matters: more than are left are as
/// good as one more.
fn most_lead(pairs: u16, left: u16) -> i32 {
    i32::from((left + 1).min(pairs - left))
}

/// Every position with 1 to `pairs` pairs, in the order in which the page counts them: known, half known and unknown
/// pairs, the mover, passes just before, and the mover's lead.
pub(super) fn positions(pairs: u16, movers: Seat, passes: u8, leads: bool) -> Vec<Position> {
    let mut all = Vec::new();
    for known in 0..=pairs {
        for half in 0..=pairs - known {
            for unknown in 0..=pairs - known - half {
                let table = Table { known, half, unknown };
                let most = if leads { most_lead(pairs, table.pairs()) } else { 0 };
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

/// Every table with 1 to `pairs` pairs of which none is remembered whole, in the order in which the page counts them: half
/// known and unknown pairs, the mover.
pub(super) fn tables(pairs: u16, movers: Seat, memory: Option<u16>) -> Vec<Recalled> {
    let most = memory.map_or(pairs, |memory| memory.min(pairs));
    let table = |half, unknown, mover| Recalled { half, unknown, mover, ..Recalled::default() };
    (0..=most)
        .flat_map(|half| (u16::from(half == 0)..=pairs - half).map(move |unknown| (half, unknown)))
        .flat_map(|(half, unknown)| (0..movers).map(move |mover| table(half, unknown, mover)))
        .collect()
}

/// The strategy at each of these tables: bold where nothing is remembered that could be shown.
///
/// # Errors
/// A limit.
pub(super) fn strategies<G: Forgetful>(
    game: &G,
    plays: &[Play],
    tables: &[G::State],
    mover: impl Fn(&G::State) -> Seat,
    run: &Run<'_>,
) -> Result<Vec<Strategy>, Error> {
    let mut solved = HashMap::new();
    if plays.contains(&Play::Best) {
        let anywhere = Anywhere { game, positions: tables };
        let graph = Graph::of(&anywhere, run)?;
        solved = solve(&anywhere, &graph, &Same(Gain), run)?.actions_taken(&graph);
    }
    let strategy = |table: &G::State| {
        let always = plays[usize::from(mover(table))].always().filter(|_| game.decides(table));
        solved.get(&Some(table.clone())).copied().or(always).unwrap_or(Strategy::Bold)
    };
    Ok(tables.iter().map(strategy).collect())
}
