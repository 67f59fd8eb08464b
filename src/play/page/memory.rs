//! The data of a page of Memory: the seats, and the play of each seat in every position.
//!
//! The page computes the odds itself, in whole numbers: the value of a table is a whole number over the
//! number of arrangements of its unseen cards. It cannot compute the decisions of the players. They are
//! solved here, and stored as one letter per position: `a` for T1 to `i` for T9, each followed by the length
//! of its run. For players who forget, the letter of T6 means bold and that of T5 means safe.

use super::beliefs;
use crate::PlayError;
use crate::evaluate::solve;
use crate::game::{Game, Seat};
use crate::games::memory::PairCounts;
use crate::games::memory::decisions::{Decisions, Objective, Position};
use crate::games::memory::forgetting::{self, ForgetfulGame, Strategy};
use crate::games::memory::limited::RecalledTable;
use crate::games::memory::policy::Play;
use crate::games::memory::separate::{Beliefs, UnturnedCard};
use crate::games::memory::tactic::Tactic;
use crate::memory::{SeatPlays, Setup, no_tactic, shuffled};
use crate::model::{Error, Job};
use crate::payoff::{Gain, Payoff};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The largest number of pairs of a page, which is the number of pictures.
pub const MAX_PAIRS: u16 = 36;

/// The largest number of seats of a page.
pub const MAX_SEATS: usize = 4;

/// The distinct policies of a page.
#[derive(Default)]
struct PolicyPool {
    all: Vec<Value>,
}

impl PolicyPool {
    /// Returns the index of the policy of a game with a shared memory.
    fn forgetful(
        &mut self,
        setup: &Setup,
        plays: &[forgetting::SeatStrategy],
        memory: Option<u16>,
        job: &Job<'_>,
    ) -> Result<usize, PlayError> {
        let seats = plays.len() as Seat;
        let game = setup.limited(setup.table(), plays.to_vec());
        let movers = if plays.iter().all(|play| *play == plays[0]) { 1 } else { seats };
        let tables = tables(setup.pairs(), movers, memory);
        let (best, tactics) = solve_forgetful(setup, (&game, plays), &tables, |table| table.mover, job)?;
        Ok(self.index_of(json!({ "memory": memory, "movers": movers, "best": best, "tactics": tactics })))
    }

    /// Returns the index of the policy of a game with separate memories, at the given tables.
    fn separate(
        &mut self,
        setup: &Setup,
        (plays, memories): (&[forgetting::SeatStrategy], &[Option<u16>]),
        tables: &[Beliefs],
        job: &Job<'_>,
    ) -> Result<usize, PlayError> {
        let start = Beliefs::of((0..setup.pairs()).map(|_| UnturnedCard { card: 0, mate: 0 }), 0);
        let game = setup.separate(start, plays);
        let (best, tactics) = solve_forgetful(setup, (&game, plays), tables, |table| table.mover, job)?;
        Ok(self.index_of(json!({ "memory": memories, "best": best, "tactics": tactics })))
    }

    /// Returns the index of the policy of a game with perfect memory.
    fn perfect(&mut self, setup: &Setup, plays: &[Play], job: &Job<'_>) -> Result<usize, PlayError> {
        let seats = plays.len() as Seat;
        let game = setup.decisions(setup.table(), plays, 0, 0);
        let decides = plays.contains(&Play::Best);
        let movers = if plays.iter().all(|play| *play == plays[0]) { 1 } else { seats };
        let leads = setup.objective == Objective::Win && decides;
        let passes = u8::from(setup.passing);
        let positions = positions(setup.pairs(), movers, passes, leads);
        // No turn leads to one known card on an otherwise unknown board, so saved policies need not contain
        // it.
        let never = |at: &Position| at.table.half == 1 && at.table.unknown + 1 == setup.pairs();
        let tactics: Vec<_> = tactics(&game, &positions, decides, job)?
            .into_iter()
            .zip(&positions)
            .map(|(tactic, at)| tactic.or_else(|| never(at).then_some(Tactic::T5)))
            .collect();
        if let Some(place) = tactics.iter().position(Option::is_none) {
            return Err(no_tactic(positions[place].table));
        }
        let best: Vec<bool> = plays.iter().map(|play| *play == Play::Best).collect();
        let policy = json!({
            "movers": movers, "passes": passes, "leads": leads, "best": best, "tactics": packed(tactics.into_iter().flatten()),
        });
        Ok(self.index_of(policy))
    }

    /// Returns the index of a policy, and adds it if it is new.
    fn index_of(&mut self, policy: Value) -> usize {
        if let Some(place) = self.all.iter().position(|other| *other == policy) {
            return place;
        }
        self.all.push(policy);
        self.all.len() - 1
    }
}

/// Solves a game of players who forget. Returns which seats play optimally, and the strategies at the given tables as
/// tactic letters. Returns an error if the players have no stable policy.
fn solve_forgetful<G: ForgetfulGame>(
    setup: &Setup,
    (game, plays): (&G, &[forgetting::SeatStrategy]),
    tables: &[G::State],
    mover: impl Fn(&G::State) -> Seat,
    job: &Job<'_>,
) -> Result<(Vec<bool>, String), PlayError> {
    let solved = match plays.contains(&forgetting::SeatStrategy::Best) {
        true => solved_at(game, tables, &Gain, job).map_err(|error| match error {
            Error::NoStablePolicy(_) => PlayError::refused(format!(
                "the best players find no stable strategy in some state of {} pairs",
                setup.pairs()
            )),
            other => other.into(),
        })?,
        false => HashMap::new(),
    };
    // Bold if no remembered card could be shown.
    let strategy = |table: &G::State| {
        let always = plays[usize::from(mover(table))].always().filter(|_| game.decides(table));
        solved.get(table).copied().or(always).unwrap_or(Strategy::Bold)
    };
    let tactic = |strategy| match strategy {
        Strategy::Bold => Tactic::T6,
        Strategy::Safe => Tactic::T5,
    };
    let best = plays.iter().map(|play| *play == forgetting::SeatStrategy::Best).collect();
    Ok((best, packed(tables.iter().map(strategy).map(tactic))))
}

/// Returns the tables at which a player with a separate memory has a choice, or no tables if memories are not
/// separate.
fn separate_tables(setup: &Setup) -> Result<Vec<Beliefs>, PlayError> {
    let SeatPlays::Separate(plays, memories) = &setup.plays else { return Ok(Vec::new()) };
    let Some(all) = beliefs::tables(setup.pairs(), memories) else {
        let pairs = setup.pairs();
        return Err(PlayError::refused(format!(
            "{pairs} pairs are too many for a page, because players with these memory limits can remember \
             too much"
        )));
    };
    let decides = |table: &Beliefs| setup.separate(table.clone(), plays).decides(table);
    Ok(all.into_iter().filter(decides).collect())
}

/// Encodes tactics as letters, each followed by the length of its run if that is more than 1.
fn packed(tactics: impl Iterator<Item = Tactic>) -> String {
    let letters: Vec<char> = tactics.map(|tactic| char::from(b'a' + tactic.number() - 1)).collect();
    let run = |same: &[char]| match same.len() {
        1 => same[0].to_string(),
        times => format!("{}{times}", same[0]),
    };
    letters.chunk_by(char::eq).map(run).collect()
}

/// Returns the largest number of pairs, below that of `setup`, with which a page between the same players is
/// possible; `None` if there is none.
///
/// # Errors
/// Returns an error if a limit is exceeded.
pub fn most_pairs(setup: &Setup, job: &Job<'_>) -> Result<Option<u16>, PlayError> {
    for pairs in (1..setup.pairs()).rev() {
        let smaller = Setup { deal: shuffled(pairs, 0), ..setup.clone() };
        match data(&smaller, job) {
            Ok(_) => return Ok(Some(pairs)),
            Err(PlayError::Refused(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(None)
}

/// Returns the data of the page.
///
/// # Errors
/// Returns an error if the page cannot play this game, or a limit is exceeded.
pub(super) fn data(setup: &Setup, job: &Job<'_>) -> Result<Value, PlayError> {
    let seats = setup.names.len();
    let pairs = setup.pairs();
    ensure!(pairs <= MAX_PAIRS, "{pairs} pairs, but a page has {MAX_PAIRS} pictures");
    ensure!(seats <= MAX_SEATS, "{seats} seats, but a page has room for {MAX_SEATS}");
    let tables = separate_tables(setup)?;
    let mut policies = PolicyPool::default();
    let mut place = |setup: &Setup| match &setup.plays {
        SeatPlays::Perfect(plays) => policies.perfect(setup, plays, job),
        SeatPlays::Forgetful(plays, memory) => policies.forgetful(setup, plays, *memory, job),
        SeatPlays::Separate(plays, memories) => policies.separate(setup, (plays, memories), &tables, job),
    };
    let odds = place(setup)?;
    let mut hints = Vec::new();
    for seat in 0..seats as Seat {
        hints.push(match setup.is_human(seat) {
            false => Value::Null,
            true => place(&setup.with_best(seat))?.into(),
        });
    }
    let mut data = json!({
        "pairs": setup.pairs(),
        "seats": setup.names,
        "people": setup.people,
        "objective": setup.objective.name(),
        "passing": setup.passing,
        "odds": odds,
        "hints": hints,
        "policies": policies.all,
    });
    if let Some(names) = &setup.players.0 {
        data["names"] = json!(names);
    }
    match &setup.plays {
        SeatPlays::Perfect(_) => {}
        SeatPlays::Forgetful(_, memory) => data["memory"] = json!(memory),
        SeatPlays::Separate(_, memories) => {
            data["memory"] = json!(memories);
            data["tables"] = tables.iter().map(beliefs::name).collect();
        }
    }
    Ok(data)
}

/// Returns the largest lead that matters with `left` of `pairs` pairs left. A lead of more than `left` pairs
/// counts as one more than `left`.
fn most_lead(pairs: u16, left: u16) -> i32 {
    i32::from((left + 1).min(pairs - left))
}

/// Returns every position with 1 to `pairs` pairs, in the order of the page: known, half-known and unknown
/// pairs, the mover, passes, and the mover's lead.
fn positions(pairs: u16, movers: Seat, passes: u8, leads: bool) -> Vec<Position> {
    let mut all = Vec::new();
    for known in 0..=pairs {
        for half in 0..=pairs - known {
            for unknown in 0..=pairs - known - half {
                let table = PairCounts { known, half, unknown };
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

/// Returns the optimal actions in the given states and in all states that play can reach from them.
fn solved_at<G: Game>(
    game: &G,
    states: &[G::State],
    payoff: &impl Payoff<G>,
    job: &Job<'_>,
) -> Result<HashMap<G::State, G::Action>, Error> {
    let graph = game.graph_from(states.to_vec(), job)?;
    Ok(solve(&graph, payoff, job)?.actions_taken())
}

/// Returns the tactic of each position, or `None` where the policy has none.
///
/// # Errors
/// Returns an error if a limit is exceeded.
fn tactics(
    game: &Decisions,
    positions: &[Position],
    decides: bool,
    job: &Job<'_>,
) -> Result<Vec<Option<Tactic>>, Error> {
    let only = |position: &Position| game.allowed(position).first().copied();
    if !decides {
        return Ok(positions.iter().map(only).collect());
    }
    let solved = solved_at(game, positions, &game.objective(), job)?;
    Ok(positions.iter().map(|at| solved.get(at).copied().or_else(|| only(at))).collect())
}

/// Returns every table with 1 to `pairs` pairs and no known pair, in the order of the page: half-known pairs,
/// unknown pairs, the mover.
fn tables(pairs: u16, movers: Seat, memory: Option<u16>) -> Vec<RecalledTable> {
    let most = memory.map_or(pairs, |memory| memory.min(pairs));
    let table = |half, unknown, mover| RecalledTable { half, unknown, mover, ..RecalledTable::default() };
    (0..=most)
        .flat_map(|half| (u16::from(half == 0)..=pairs - half).map(move |unknown| (half, unknown)))
        .flat_map(|(half, unknown)| (0..movers).map(move |mover| table(half, unknown, mover)))
        .collect()
}
