//! The data of the page of Memory: the seats, and how each plays in every position.
//!
//! The page works the odds out for itself, in whole numbers: what a table is worth is a whole number over the
//! arrangements of its unseen cards. What it cannot know is how players decide; that is solved here, and handed over as
//! a letter for each position: `a` for T1 to `i` for T9, each with the number of times that it is repeated. Where players
//! forget, bold plays as T6 begins, and safe as T5 does.

use super::minds;
use crate::Wrong;
use crate::evaluate::solve;
use crate::game::{Game, Seat};
use crate::games::memory::PairCounts;
use crate::games::memory::decisions::{Decisions, Objective, Position};
use crate::games::memory::forgetting::{self, Forgetful, Strategy};
use crate::games::memory::limited::Recalled;
use crate::games::memory::policy::Play;
use crate::games::memory::separate::{Beliefs, UnturnedCard};
use crate::games::memory::tactic::Tactic;
use crate::memory::{Setup, Ways, no_tactic, shuffled};
use crate::model::{Error, Graph, Job};
use crate::payoff::{Gain, Payoff};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The most pairs of a page, which is the number of pictures.
pub const MOST_PAIRS: u16 = 36;

/// The most seats of a page.
pub const MOST_SEATS: usize = 4;

/// A pool of policies, each of them once.
#[derive(Default)]
struct Pool {
    all: Vec<Value>,
}

impl Pool {
    /// The place of the policy of a game in which the seats play like this and remember together so many cards.
    fn forgetful(
        &mut self,
        setup: &Setup,
        plays: &[forgetting::Manner],
        memory: Option<u16>,
        job: &Job<'_>,
    ) -> Result<usize, Wrong> {
        let seats = plays.len() as Seat;
        let game = setup.limited(setup.table(), plays.to_vec());
        let movers = if plays.iter().all(|play| *play == plays[0]) { 1 } else { seats };
        let tables = tables(setup.pairs(), movers, memory);
        let (best, tactics) = handed_over(setup, (&game, plays), &tables, |table| table.mover, job)?;
        Ok(self.kept(json!({ "memory": memory, "movers": movers, "best": best, "tactics": tactics })))
    }

    /// The place of the policy of a game in which the seats play like this and each remembers for himself, at these tables.
    fn alone(
        &mut self,
        setup: &Setup,
        (plays, memories): (&[forgetting::Manner], &[Option<u16>]),
        tables: &[Beliefs],
        job: &Job<'_>,
    ) -> Result<usize, Wrong> {
        let start = Beliefs::of((0..setup.pairs()).map(|_| UnturnedCard { card: 0, mate: 0 }), 0);
        let game = setup.separate(start, plays);
        let (best, tactics) = handed_over(setup, (&game, plays), tables, |table| table.mover, job)?;
        Ok(self.kept(json!({ "memory": memories, "best": best, "tactics": tactics })))
    }

    /// The place of the policy of a game in which the seats play like this.
    fn place(&mut self, setup: &Setup, plays: &[Play], job: &Job<'_>) -> Result<usize, Wrong> {
        let seats = plays.len() as Seat;
        let game = setup.decisions(setup.table(), plays, 0, 0);
        let decides = plays.contains(&Play::Best);
        let movers = if plays.iter().all(|play| *play == plays[0]) { 1 } else { seats };
        let leads = setup.objective == Objective::Win && decides;
        let passes = u8::from(setup.passing);
        let positions = positions(setup.pairs(), movers, passes, leads);
        // One known card on a full board comes about by no turn, and no policy that was saved has to know what to do.
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
        Ok(self.kept(policy))
    }

    /// The place of a policy.
    fn kept(&mut self, policy: Value) -> usize {
        if let Some(place) = self.all.iter().position(|other| *other == policy) {
            return place;
        }
        self.all.push(policy);
        self.all.len() - 1
    }
}

/// Returns who plays best, and the strategies at these tables as the letters of the tactics that begin so; refuses players
/// who find no stable way to play.
fn handed_over<G: Forgetful>(
    setup: &Setup,
    (game, plays): (&G, &[forgetting::Manner]),
    tables: &[G::State],
    mover: impl Fn(&G::State) -> Seat,
    job: &Job<'_>,
) -> Result<(Vec<bool>, String), Wrong> {
    let solved = match plays.contains(&forgetting::Manner::Best) {
        true => solved_at(game, tables, &Gain, job).map_err(|error| match error {
            Error::NoStablePolicy(_) => Wrong::refused(format!(
                "several who play best find no stable way at some table of {} pairs",
                setup.pairs()
            )),
            other => other.into(),
        })?,
        false => HashMap::new(),
    };
    // Bold where nothing is remembered that could be shown.
    let strategy = |table: &G::State| {
        let always = plays[usize::from(mover(table))].always().filter(|_| game.decides(table));
        solved.get(table).copied().or(always).unwrap_or(Strategy::Bold)
    };
    let tactic = |strategy| match strategy {
        Strategy::Bold => Tactic::T6,
        Strategy::Safe => Tactic::T5,
    };
    let best = plays.iter().map(|play| *play == forgetting::Manner::Best).collect();
    Ok((best, packed(tables.iter().map(strategy).map(tactic))))
}

/// The tables at which somebody has a choice who remembers for himself; none where all remember the same.
fn tables_alone(setup: &Setup) -> Result<Vec<Beliefs>, Wrong> {
    let Ways::Own(plays, memories) = &setup.ways else { return Ok(Vec::new()) };
    let Some(all) = minds::tables(setup.pairs(), memories) else {
        let pairs = setup.pairs();
        return Err(Wrong::refused(format!(
            "{pairs} pairs, but a page has no room for what players with these memories can remember of them"
        )));
    };
    let decides = |table: &Beliefs| setup.separate(table.clone(), plays).decides(table);
    Ok(all.into_iter().filter(decides).collect())
}

/// Tactics as letters, each with the number of times that it is repeated, if that is more than one.
fn packed(tactics: impl Iterator<Item = Tactic>) -> String {
    let letters: Vec<char> = tactics.map(|tactic| char::from(b'a' + tactic.number() - 1)).collect();
    let job = |same: &[char]| match same.len() {
        1 => same[0].to_string(),
        times => format!("{}{times}", same[0]),
    };
    letters.chunk_by(char::eq).map(job).collect()
}

/// The most pairs, fewer than those of `setup`, of a page between the same players; `None` if there is no such page.
///
/// # Errors
/// A limit.
pub fn most_pairs(setup: &Setup, job: &Job<'_>) -> Result<Option<u16>, Wrong> {
    for pairs in (1..setup.pairs()).rev() {
        let smaller = Setup { deal: shuffled(pairs, 0), ..setup.clone() };
        match data(&smaller, job) {
            Ok(_) => return Ok(Some(pairs)),
            Err(Wrong::Refused(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(None)
}

/// The data of the page.
///
/// # Errors
/// If the page cannot play this, or a limit is met.
pub(super) fn data(setup: &Setup, job: &Job<'_>) -> Result<Value, Wrong> {
    let seats = setup.names.len();
    if setup.pairs() > MOST_PAIRS {
        let pairs = setup.pairs();
        return Err(Wrong::refused(format!("{pairs} pairs, but a page has {MOST_PAIRS} pictures")));
    }
    if seats > MOST_SEATS {
        return Err(Wrong::refused(format!("{seats} seats, but a page has room for {MOST_SEATS}")));
    }
    let tables = tables_alone(setup)?;
    let mut policies = Pool::default();
    let mut place = |setup: &Setup| match &setup.ways {
        Ways::Perfect(plays) => policies.place(setup, plays, job),
        Ways::Forgetful(plays, memory) => policies.forgetful(setup, plays, *memory, job),
        Ways::Own(plays, memories) => policies.alone(setup, (plays, memories), &tables, job),
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
    match &setup.ways {
        Ways::Perfect(_) => {}
        Ways::Forgetful(_, memory) => data["memory"] = json!(memory),
        Ways::Own(_, memories) => {
            data["memory"] = json!(memories);
            data["tables"] = tables.iter().map(minds::name).collect();
        }
    }
    Ok(data)
}

/// The most pairs that somebody can be ahead with so many left of `pairs`, as far as it matters: more than are left are as
/// good as one more.
fn most_lead(pairs: u16, left: u16) -> i32 {
    i32::from((left + 1).min(pairs - left))
}

/// Every position with 1 to `pairs` pairs, in the order in which the page counts them: known, half known and unknown
/// pairs, the mover, passes just before, and the mover's lead.
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

/// The actions that are taken in these states, and in all to which play leads from them.
fn solved_at<G: Game>(
    game: &G,
    states: &[G::State],
    payoff: &impl Payoff<G>,
    job: &Job<'_>,
) -> Result<HashMap<G::State, G::Action>, Error> {
    let graph = Graph::from_any(game, states.to_vec(), job)?;
    Ok(solve(&graph, payoff, job)?.actions_taken())
}

/// The tactic of each of these positions; `None` where a policy knows none.
///
/// # Errors
/// A limit.
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
    let solved = solved_at(game, positions, &game.wanted(), job)?;
    Ok(positions.iter().map(|at| solved.get(at).copied().or_else(|| only(at))).collect())
}

/// Every table with 1 to `pairs` pairs of which none is remembered whole, in the order in which the page counts them: half
/// known and unknown pairs, the mover.
fn tables(pairs: u16, movers: Seat, memory: Option<u16>) -> Vec<Recalled> {
    let most = memory.map_or(pairs, |memory| memory.min(pairs));
    let table = |half, unknown, mover| Recalled { half, unknown, mover, ..Recalled::default() };
    (0..=most)
        .flat_map(|half| (u16::from(half == 0)..=pairs - half).map(move |unknown| (half, unknown)))
        .flat_map(|(half, unknown)| (0..movers).map(move |mover| table(half, unknown, mover)))
        .collect()
}
