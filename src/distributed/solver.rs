//! The distributed backward evaluator: optimal values of games without cycles.
//!
//! First all states are discovered, layer by layer, each by its owner. The owner records the processes that
//! lead to the state. Then values move from the last layer to the first: the owner solves a state and sends
//! its value to the recorded processes. A state that depends on other states of its layer is solved in a
//! later round.
//!
//! The engine's driver [`run_rounds`] runs the layers of each process, and [`best_choice`] and
//! [`expected_payoff`] compute the values, as they do for a model in memory.

mod discovery;

use crate::coordinator::{Agreement, Coordinator};
use crate::evaluate::checkpoint::{ensure, read_value};
use crate::evaluate::rounds::{RoundOrder, Rounds, run_rounds};
use crate::evaluate::{BestChoice, best_choice, expected_payoff};
use crate::exact::{self, Rational};
use crate::game::{Choice, Choices, Event, StateCodec};
use crate::layers::{Layers, packed};
use crate::mailbox::Batch;
use crate::model::csr::Csr;
use crate::model::explore::{follow_together, least_on_cycle};
use crate::model::{Error, Progress, each, expand, name};
use crate::snapshots::Snapshot;
use crate::solver::discovery::Discovery;
use crate::{Exchanged, Optimum, SolveQuery, incomplete_results, to_bytes};
use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};
use serde_bytes::{ByteBuf, Bytes};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::iter;

type Map<K, V> = HashMap<K, V, RandomState>;

/// A state with the other processes that lead to it.
type SentState<G> = (<G as crate::game::Game>::State, Vec<usize>);

/// The value of a state.
#[derive(Clone, Serialize, Deserialize)]
struct Value {
    /// For each payoff, the expected value of each seat, the mover first.
    expected: Vec<Rational>,
    /// Whether another action has the same value.
    tie: bool,
    /// Whether the condition of the query holds for the state.
    counts: bool,
}

/// The results of a process.
#[derive(Default, Serialize, Deserialize)]
struct Results {
    states: u64,
    transitions: u64,
    solved: u64,
    ties: u64,
    counted: u64,
    exchanged: Exchanged,
    /// The value of the start state, in the process that owns it.
    start: Option<Value>,
}

/// The number of states that are solved between two checks of the limits.
const CHUNK: usize = 256;

/// The solver of a process.
pub(crate) struct Solver<'a, G: StateCodec> {
    game: &'a G,
    query: &'a SolveQuery<'a, G>,
    /// The states of this process, from the last layer to the first. Each is taken when its layer begins.
    states: Vec<Option<SentState<G>>>,
    /// The numbers of the states of each layer, from the last layer to the first. The last round has a number
    /// beyond all states, and lasts until the other processes are done.
    rounds: Csr,
    solved: Map<G::State, Value>,
    /// The values of states of other processes.
    received: Map<G::State, Value>,
    /// The values of states of this process from before an interruption.
    saved: Map<G::State, Value>,
    results: Results,
}

impl<'a, G: StateCodec> Solver<'a, G> {
    /// Discovers all states together with the other processes.
    pub(crate) fn discover(
        game: &'a G,
        query: &'a SolveQuery<'a, G>,
        layers: &mut Layers<'_, '_, '_, G>,
    ) -> Result<Self, Error> {
        let mut discovery = Discovery::default();
        follow_together(game, layers.job(), &mut discovery, layers)?;
        let Discovery { states, transitions, mut senders } = discovery;
        let results = Results { states, transitions, ..Results::default() };
        let (mut sent, mut rounds) = (Vec::new(), Csr::default());
        let kept = std::mem::take(&mut layers.kept).into_values();
        for numbered in kept.rev().filter(|numbered| !numbered.is_empty()) {
            let mut states: Map<G::State, Vec<usize>> = Map::default();
            for (state, number) in numbered {
                let known = states.entry(state).or_default();
                known.extend(senders.remove(&number).unwrap_or_default());
                known.sort_unstable();
                known.dedup();
            }
            rounds.push(sent.len()..sent.len() + states.len());
            sent.extend(states.into_iter().map(Some));
        }
        rounds.push(iter::once(sent.len()));
        let (solved, received, saved) = Default::default();
        Ok(Self { game, query, states: sent, rounds, solved, received, saved, results })
    }

    /// Solves all states together with the other processes. Returns the answer in process 0.
    pub(crate) fn solve(mut self, coordinator: &mut Coordinator<'_>) -> Result<Option<Optimum>, Error> {
        coordinator.defer_stops();
        let batches = self.saved_batches(coordinator)?;
        let (rounds, job) = (std::mem::take(&mut self.rounds), coordinator.job);
        let mut work =
            SharedRounds { solver: self, coordinator, layer: None, before: 0, waiting: Vec::new(), batches };
        run_rounds(&rounds, RoundOrder::FirstToLast, &Vec::new, &mut work, job)?;
        work.solver.finish(work.coordinator)
    }

    fn progress(&self, layer: Option<u32>) -> Progress {
        Progress { layer: layer.unwrap_or(0), states: self.results.states }
    }

    /// Solves the states of a layer whose successors are solved. Returns their values for the processes that
    /// lead to them.
    fn solve_round(
        &mut self,
        layer: u32,
        waiting: &mut Vec<SentState<G>>,
        coordinator: &mut Coordinator<'_>,
    ) -> Result<Vec<Batch>, Error> {
        let (job, progress) = (coordinator.job, self.progress(Some(layer)));
        let chunks: Vec<_> = waiting.chunks(CHUNK).collect();
        let values = each(job.shares(chunks.len()), &chunks, |chunk| {
            job.tick(progress)?;
            let mut choices = Choices::default();
            let value = |(state, _): &(G::State, _)| match self.saved.get(state) {
                Some(value) => Ok(Some(value.clone())),
                None => self.value(state, &mut choices),
            };
            chunk.iter().map(value).collect::<Result<Vec<_>, Error>>()
        })?;
        let mut batches: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        let all = std::mem::take(waiting).into_iter().zip(values.into_iter().flatten());
        for ((state, senders), value) in all {
            let Some(value) = value else {
                waiting.push((state, senders));
                continue;
            };
            let bytes = if senders.is_empty() { Vec::new() } else { self.write(&state, &value)? };
            coordinator.exchanged.states += senders.len() as u64;
            for sender in senders {
                batches.entry(sender).or_default().extend(&bytes);
            }
            self.results.ties += u64::from(value.tie);
            self.results.counted += u64::from(value.counts);
            self.saved.remove(&state);
            self.solved.insert(state, value);
        }
        Ok(batches.into_iter().collect())
    }

    /// Returns the value of a state: its payoffs at an end, and otherwise the values of the best choice for
    /// the mover, the first one in case of a tie. Returns `None` if the value of a successor is missing.
    fn value(&self, state: &G::State, choices: &mut Choices<G>) -> Result<Option<Value>, Error> {
        let (game, payoffs) = (self.game, self.query.payoffs);
        expand(game, state, choices)?;
        let seats = game.seats();
        if choices.is_empty() {
            let payoffs =
                payoffs.iter().flat_map(|payoff| (0..seats).map(|seat| payoff.end(game, state, seat)));
            let expected = payoffs.map(|payoff| exact::ratio(payoff, 1)).collect();
            let counts = (self.query.counts)(state, None);
            return Ok(Some(Value { expected, tie: false, counts }));
        }
        let known = |next: &G::State| self.solved.get(next).or_else(|| self.received.get(next));
        let next: Option<Map<&G::State, &Value>> =
            choices.events().iter().map(|event| Some((&event.next, known(&event.next)?))).collect();
        let Some(next) = next else { return Ok(None) };
        let mut order: Vec<Choice<'_, G>> = choices.iter().collect();
        order.sort_by_key(|choice| choice.action);
        let seats = usize::from(seats);
        let expected = |choice: &_, place| self.expected(choice, &next, (place / seats, place % seats));
        let BestChoice { values: expected, choice, tie } =
            best_choice(order.into_iter(), payoffs.len() * seats, expected);
        let counts = (self.query.counts)(state, Some(choice.action));
        Ok(Some(Value { expected, tie, counts }))
    }

    /// Returns the expected value of a choice for a seat and a payoff.
    fn expected(
        &self,
        choice: &Choice<'_, G>,
        next: &Map<&G::State, &Value>,
        (payoff, seat): (usize, usize),
    ) -> Rational {
        let (game, seats) = (self.game, usize::from(self.game.seats()));
        let shares: Vec<Rational> =
            choice.events.iter().map(|event| exact::ratio(event.weight, choice.total)).collect();
        let payoff_of = self.query.payoffs[payoff];
        let gain = |event: &Event<G>| match seat {
            0 => payoff_of.event(game, event.event, event.points),
            _ => 0,
        };
        expected_payoff(choice.events.iter().zip(&shares).map(|(event, share)| {
            let turn_offset = usize::from(event.turn_offset) % seats;
            let value = &next[&event.next].expected[payoff * seats + (seat + seats - turn_offset) % seats];
            (share, gain(event), Some(value))
        }))
    }

    /// Returns the error that names the least state on a cycle on which the unsolved states depend.
    fn cycle(&self, layer: u32, waiting: Vec<SentState<G>>) -> Error {
        let states: Vec<G::State> = waiting.into_iter().map(|(state, _)| state).collect();
        let least = states.iter().min().map(name).unwrap_or_default();
        match least_on_cycle(self.game, layer, states, &mut || Ok(())) {
            Ok(state) => Error::Cycle(state.map_or(least, |state| name(&state))),
            Err(error) => error,
        }
    }

    /// Serializes a state with its value.
    fn write(&self, state: &G::State, value: &Value) -> Result<Vec<u8>, Error> {
        to_bytes(&(Bytes::new(&packed(self.game, state)), value))
    }

    /// Reads states with their values.
    fn read(&self, mut bytes: &[u8]) -> Result<Vec<(G::State, Value)>, Error> {
        let mut read = || {
            let mut values = Vec::new();
            while !bytes.is_empty() {
                let (state, value): (ByteBuf, Value) = read_value(&mut bytes)?;
                let state = self.game.unpack(&state);
                ensure(state.is_some())?;
                values.extend(state.map(|state| (state, value)));
            }
            io::Result::Ok(values)
        };
        read().map_err(Error::from)
    }

    /// Saves the values if the processes have agreed to save. Values are valid at any time, so states need
    /// not be saved.
    fn save(&self, coordinator: &mut Coordinator<'_>, agreement: Agreement) -> Result<(), Error> {
        coordinator.save(agreement, |_| {
            let mut batch = Vec::new();
            for (state, value) in self.solved.iter().chain(&self.saved) {
                batch.extend(self.write(state, value)?);
            }
            Ok(Snapshot { batches: vec![batch.into()], results: Vec::new() })
        })
    }

    /// Returns saved values, to be sent to the owners of their states.
    fn saved_batches(&self, coordinator: &mut Coordinator<'_>) -> Result<Vec<Batch>, Error> {
        let mut batches: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        for batch in coordinator.snapshots.take().into_iter().flat_map(|snapshot| snapshot.batches) {
            for (state, value) in self.read(&batch)? {
                let owner = coordinator.owner(&packed(self.game, &state));
                batches.entry(owner).or_default().extend(self.write(&state, &value)?);
            }
        }
        Ok(batches.into_iter().collect())
    }

    /// Collects the results in process 0.
    fn finish(mut self, coordinator: &mut Coordinator<'_>) -> Result<Option<Optimum>, Error> {
        let start = self.game.canonical(self.game.start());
        self.results.start = self.solved.remove(&start);
        self.results.solved = self.solved.len() as u64 + u64::from(self.results.start.is_some());
        self.results.exchanged = coordinator.exchanged;
        let mut sum = self.results;
        let Some(others) = coordinator.collect(|| to_bytes(&sum))? else { return Ok(None) };
        for bytes in others {
            let other: Results = read_value(&mut &bytes[..])?;
            sum.states += other.states;
            sum.transitions += other.transitions;
            sum.solved += other.solved;
            sum.ties += other.ties;
            sum.counted += other.counted;
            sum.exchanged.states += other.exchanged.states;
            sum.exchanged.bytes += other.exchanged.bytes;
            sum.start = sum.start.or(other.start);
        }
        coordinator.exchanged = sum.exchanged;
        let Results { states, transitions, solved, ties, counted, start, .. } = sum;
        let start = start.filter(|_| solved == states).ok_or_else(incomplete_results)?;
        let units = self.query.payoffs.iter().map(|payoff| exact::ratio(payoff.unit().max(1), 1));
        let values = start.expected.chunks(self.game.seats().into()).zip(units);
        let values = values.map(|(seats, unit)| seats.iter().map(|value| value / &unit).collect()).collect();
        Ok(Some(Optimum { values, states, transitions, ties, counted }))
    }
}

/// The layers of a process, solved together with the other processes.
struct SharedRounds<'s, 'c, 'a, G: StateCodec> {
    solver: Solver<'s, G>,
    coordinator: &'c mut Coordinator<'a>,
    /// The current layer of all processes.
    layer: Option<u32>,
    /// The number of states that were solved before the last agreement, in all processes.
    before: u64,
    /// The unsolved states of this process in the current layer.
    waiting: Vec<SentState<G>>,
    /// The values for other processes.
    batches: Vec<Batch>,
}

impl<G: StateCodec> Rounds for SharedRounds<'_, '_, '_, G> {
    /// Agrees on the next layer, and solves the states of this process in that layer whose successors are
    /// solved.
    fn advance(&mut self, nodes: &[u32]) -> Result<bool, Error> {
        let Self { solver, coordinator, waiting, .. } = self;
        let next = || {
            let (state, _) = solver.states.get(nodes[0] as usize)?.as_ref()?;
            Some(solver.game.layer(state))
        };
        let own = if waiting.is_empty() { next() } else { self.layer };
        let step = own.map(|layer| u64::from(u32::MAX - layer));
        let (solved, batches) = (solver.solved.len() as u64, std::mem::take(&mut self.batches));
        let (agreement, received) = coordinator.agree(step, solver.progress(self.layer), solved, batches)?;
        for (_, batch) in received {
            let values = solver.read(&batch)?;
            // In the first round, saved values are sent to the owners of their states.
            if self.layer.is_none() { &mut solver.saved } else { &mut solver.received }.extend(values);
        }
        let Some(agreement) = agreement else { return Ok(true) };
        let layer = u32::MAX - agreement.step as u32;
        let before = std::mem::replace(&mut self.before, agreement.solved);
        if self.layer.replace(layer) != Some(layer) {
            solver.save(coordinator, agreement)?;
            if own == Some(layer) {
                waiting.extend(nodes.iter().filter_map(|&node| solver.states[node as usize].take()));
            }
        } else if before == self.before && !waiting.is_empty() {
            return Err(solver.cycle(layer, std::mem::take(waiting)));
        }
        self.batches = solver.solve_round(layer, waiting, coordinator)?;
        Ok(own == Some(layer) && waiting.is_empty())
    }
}
