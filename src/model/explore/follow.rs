//! Play that is followed layer by layer, as it is explored and forgotten: for boards whose steps need not be held.
//!
//! A [`Visit`] sees numbers alone, and is compiled once for all games. Several processes follow a game together through an
//! [`Exchange`]; then a step may stay in its layer, and leads to the next round of it.

use crate::checkpoint::nonsense;
use crate::exact::Natural;
use crate::explore::cycle::least_on_cycle;
use crate::explore::links::{Linking, Step, StepKind};
use crate::explore::{Layer, Marked, Open, Search, UNPOISONED, Work, kind, taken};
use crate::game::{Game, Points, Seat, Travel, Weight};
use crate::{Error, Job, name, order};
use foldhash::fast::RandomState;
use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// A game that is explored for one who follows it.
pub type Following<'a> = &'a dyn Fn(&mut dyn Visit) -> Result<(), Error>;

/// One who follows play. States are told apart by the numbers that they were given when they were met; that of the start
/// is 0.
pub trait Visit {
    /// Returns, for each state of a layer, whether it is to be expanded.
    ///
    /// # Errors
    /// Whatever ends the work.
    fn arrive(&mut self, layer: &Arrived<'_>) -> Result<Vec<bool>, Error>;

    /// Hears of all steps out of a layer.
    ///
    /// # Errors
    /// Whatever ends the work.
    fn leave(&mut self, layer: &Passed<'_>) -> Result<(), Error>;

    /// Returns the number of states that were counted so far.
    fn so_far(&self) -> u64;

    /// Serializes what leads to states, which are given as bytes and numbers, in batches. Forgets it unless it is to be
    /// kept.
    ///
    /// # Errors
    /// If points overflow.
    fn pack(&mut self, states: &[PackedState], keep: bool) -> Result<Vec<Vec<u8>>, Error>;

    /// Reads a batch that a process packed. `number` returns the number of a state.
    ///
    /// # Errors
    /// If the batch is not valid.
    fn unpack(
        &mut self,
        batch: &[u8],
        sender: usize,
        number: &mut dyn FnMut(&[u8]) -> io::Result<u32>,
    ) -> io::Result<()>;

    /// Serializes the results so far. Forgets them unless they are to be kept.
    ///
    /// # Errors
    /// If points overflow.
    fn pack_results(&mut self, keep: bool) -> Result<Vec<u8>, Error>;

    /// Adds results that were packed.
    ///
    /// # Errors
    /// If they are not valid.
    fn unpack_results(&mut self, results: &[u8]) -> io::Result<()>;
}

/// A state as bytes, with its number.
pub type PackedState = (Vec<u8>, u32);

/// The states of a layer, before they are expanded.
pub struct Arrived<'a> {
    /// The layer.
    pub layer: u32,
    /// The numbers of the states, in the order of the states.
    pub met: &'a [u32],
    /// The round of the layer, if a step may stay in its layer.
    pub round: Option<Round<'a>>,
}

/// A round of a layer: its states are reached by steps of the round before, or from earlier layers.
#[derive(Clone, Copy)]
pub struct Round<'a> {
    /// The number of the round, from 0.
    pub number: u32,
    /// For each state the number that it had in its first round of the layer.
    pub first: &'a [u32],
}

/// A layer that was expanded.
pub struct Passed<'a> {
    /// The layer.
    pub layer: u32,
    /// The states that were to be expanded, in their order.
    pub states: &'a dyn States,
    steps: &'a [Step],
    kinds: &'a [StepKind],
    weights: &'a [Weight],
}

/// The states of a layer, by their places in it.
pub trait States: Sync {
    /// Returns how many there are.
    fn len(&self) -> usize;

    /// Returns the number of a state, and the places of its steps.
    fn get(&self, place: usize) -> (u32, Range<usize>);

    /// Returns the number of arrangements of what a state hides; see [`Game::hidden`].
    fn hidden(&self, place: usize) -> Option<Natural>;

    /// Names a state.
    fn name(&self, place: usize) -> String;
}

/// A step out of a layer.
#[derive(Clone, Copy, Debug)]
pub struct Onward {
    /// The number of the state to which it leads.
    pub target: u32,
    /// Its weight.
    pub weight: Weight,
    /// The points that the mover makes.
    pub points: Points,
    /// The seats by which the turn moves on; fewer than there are.
    pub passes: Seat,
    /// See [`Game::ways`].
    pub ways: Option<u64>,
}

impl Passed<'_> {
    /// The steps at these places.
    pub fn steps(&self, places: Range<usize>) -> impl ExactSizeIterator<Item = Onward> + Clone {
        self.steps[places].iter().map(|step| {
            let StepKind { points, passes, ways, .. } = self.kinds[step.label as usize];
            Onward { target: step.target, weight: self.weights[step.weight as usize], points, passes, ways }
        })
    }
}

/// The other processes that follow the same game. Each state belongs to one process.
pub trait Exchange<G: Game> {
    /// Agrees with the other processes on the next layer, and exchanges what leads to its states. Returns the layer with
    /// the numbers of the states that belong to other processes, or `None` after the last layer.
    ///
    /// # Errors
    /// If the work ends in another process, or a limit is passed.
    fn next_layer(&mut self, frontier: &mut Frontier<'_, '_, G>) -> Result<Option<(u32, NumberSet)>, Error>;

    /// Returns `true` if players may decide.
    fn allows_decisions(&self) -> bool;

    /// Returns `true` if a step may stay in its layer.
    fn allows_rounds(&self) -> bool;
}

/// A set of numbers of states.
pub type NumberSet = HashSet<u32, RandomState>;

/// A process that follows a game alone.
struct Alone;

impl<G: Game> Exchange<G> for Alone {
    fn next_layer(&mut self, frontier: &mut Frontier<'_, '_, G>) -> Result<Option<(u32, NumberSet)>, Error> {
        Ok(frontier.first_layer().map(|layer| (layer, NumberSet::default())))
    }

    fn allows_decisions(&self) -> bool {
        false
    }

    fn allows_rounds(&self) -> bool {
        false
    }
}

/// The states of this process that are still to be expanded, with what leads to them.
pub struct Frontier<'s, 'a, G: Game> {
    search: &'s Search<'a, G>,
    /// The one who follows the game.
    pub visit: &'s mut dyn Visit,
}

impl<G: Game> Frontier<'_, '_, G> {
    /// Returns the first layer that has states.
    pub fn first_layer(&self) -> Option<u32> {
        self.layers().last().copied()
    }

    /// Returns all layers that have states, in descending order.
    pub fn layers(&self) -> Vec<u32> {
        self.search.maps.lock().expect(UNPOISONED).iter().map(|&(layer, _)| layer).collect()
    }

    /// Calls `f` with the states of a layer and their numbers, in no order.
    pub fn each(&self, layer: u32, f: &mut dyn FnMut(&G::State, u32)) {
        let maps = self.search.maps.lock().expect(UNPOISONED);
        maps.iter().filter(|&&(other, _)| other == layer).for_each(|(_, map)| map.each(f));
    }

    /// Forgets all states.
    ///
    /// # Errors
    /// If points overflow.
    pub fn clear(&mut self) -> Result<(), Error> {
        while let Some((_, map)) = self.search.pop() {
            let states: Vec<_> =
                map.into_states().into_iter().map(|(_, number)| (Vec::new(), number)).collect();
            self.visit.pack(&states, false)?;
        }
        Ok(())
    }
}

impl<G: Travel> Frontier<'_, '_, G> {
    /// Adds the states of a batch that a process packed.
    ///
    /// # Errors
    /// If the batch is not valid, or the game breaks the promises of its ranks.
    pub fn unpack(&mut self, batch: &[u8], sender: usize) -> io::Result<()> {
        let Self { search, visit } = self;
        let game = search.game;
        visit.unpack(batch, sender, &mut |bytes| {
            let state = game.unpack(bytes).ok_or_else(nonsense)?;
            let layer = game.layer(&state);
            let map = search.map(layer, &state, Work { layer, states: 0, shared: false });
            let mut number = [0];
            let met = map.meet(vec![(map.key(game, &state), state, 0)], &search.fresh, &mut number);
            met.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            Ok(number[0])
        })
    }
}

/// Explores `game` layer by layer for one who follows it. Of a layer that is done nothing is held any more.
///
/// # Errors
/// If a player decides somewhere, a step stays in its layer, the game breaks a promise of its contract, whoever follows
/// says so, or a limit of `job` is passed.
pub fn follow<G: Game>(game: &G, job: &Job<'_>, visit: &mut dyn Visit) -> Result<(), Error> {
    follow_together(game, job, visit, &mut Alone)
}

/// Explores `game` as [`follow`] does, with other processes.
///
/// # Errors
/// As [`follow`], and if the exchange fails.
pub fn follow_together<G: Game>(
    game: &G,
    job: &Job<'_>,
    visit: &mut dyn Visit,
    exchange: &mut dyn Exchange<G>,
) -> Result<(), Error> {
    let mut search = Search::new(game, job, true);
    search.allows_decisions = exchange.allows_decisions();
    search.allows_rounds = exchange.allows_rounds();
    let search = search;
    search.begin(vec![game.start()])?;
    let mut rounds = Rounds::default();
    while let Some((layer, away)) = exchange.next_layer(&mut Frontier { search: &search, visit })? {
        let map = search.maps.lock().expect(UNPOISONED).pop_if(layer);
        let mut waiting = map.map_or_else(Vec::new, |map| taken::<G>(map).into_states());
        if !away.is_empty() {
            waiting.retain(|(_, met)| !away.contains(met));
        }
        search.followed.store(visit.so_far(), Relaxed);
        order::sort(&mut waiting, |(one, _), (other, _)| one.cmp(other));
        let met: Vec<u32> = waiting.iter().map(|&(_, met)| met).collect();
        let mut first = Vec::new();
        if search.allows_rounds {
            first = rounds.begin(layer, &waiting);
            if !search.allows_decisions && rounds.may_cycle() {
                no_cycle(&search, layer, &waiting)?;
            }
        }
        let round = search.allows_rounds.then_some(Round { number: rounds.number, first: &first });
        let mut likely = visit.arrive(&Arrived { layer, met: &met, round })?.into_iter();
        waiting.retain(|_| likely.next() == Some(true));
        // Labels, too, are forgotten: there is one for each number of ways.
        let mut links: Linking<Marked<G>> = Linking::new();
        let mut found = Layer::new();
        search.layer(layer, &mut found, waiting, &mut links, &mut |_, _, _, _| Ok(()))?;
        let (labels, weights) = links.tables();
        let kinds: Vec<StepKind> = labels.iter().map(|label| kind(game, label, 0)).collect();
        visit.leave(&Passed {
            layer,
            states: &Opened { game, open: &found.open },
            steps: &found.steps,
            kinds: &kinds,
            weights,
        })?;
        if search.allows_rounds {
            rounds.done.extend(found.open.into_iter().map(|open| (open.state, open.met)));
        }
    }
    Ok(())
}

/// The rounds of a layer in which steps may stay.
struct Rounds<S> {
    layer: Option<u32>,
    number: u32,
    /// The states of the last round with their numbers.
    done: Vec<(S, u32)>,
    /// The states of earlier rounds with their first numbers; empty until the layer has a second round.
    first: HashMap<S, u32, RandomState>,
}

impl<S> Default for Rounds<S> {
    fn default() -> Self {
        Self { layer: None, number: 0, done: Vec::new(), first: HashMap::default() }
    }
}

/// The first round in which a cycle is sought; then whenever there are twice as many.
const SUSPICIOUS: u32 = 4;

impl<S: Clone + Eq + std::hash::Hash> Rounds<S> {
    /// Begins a round. Returns the first numbers of its states.
    fn begin(&mut self, layer: u32, states: &[(S, u32)]) -> Vec<u32> {
        if self.layer == Some(layer) {
            self.number += 1;
            for (state, met) in self.done.drain(..) {
                self.first.entry(state).or_insert(met);
            }
        } else {
            *self = Self { layer: Some(layer), ..Self::default() };
        }
        states.iter().map(|(state, met)| self.first.get(state).copied().unwrap_or(*met)).collect()
    }

    /// Returns `true` if there are so many rounds that a cycle is to be sought. A cycle has states in every round, so some
    /// process finds it.
    fn may_cycle(&self) -> bool {
        self.number >= SUSPICIOUS && self.number.is_power_of_two()
    }
}

/// Makes sure that no cycle is reached from some states of a layer.
fn no_cycle<G: Game>(search: &Search<'_, G>, layer: u32, states: &[(G::State, u32)]) -> Result<(), Error> {
    let states = states.iter().map(|(state, _)| state.clone()).collect();
    match least_on_cycle(search.game, layer, states, &mut || search.step(layer))? {
        Some(state) => Err(Error::Cycle(name(&state))),
        None => Ok(()),
    }
}

/// States of a game.
struct Opened<'a, G: Game> {
    game: &'a G,
    open: &'a [Open<G>],
}

impl<G: Game> States for Opened<'_, G> {
    fn len(&self) -> usize {
        self.open.len()
    }

    fn get(&self, place: usize) -> (u32, Range<usize>) {
        let Open { met, steps, .. } = &self.open[place];
        (*met, steps.start as usize..steps.end as usize)
    }

    fn hidden(&self, place: usize) -> Option<Natural> {
        self.game.hidden(&self.open[place].state)
    }

    fn name(&self, place: usize) -> String {
        name(&self.open[place].state)
    }
}
