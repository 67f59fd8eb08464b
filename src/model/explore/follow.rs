//! Explores a game layer by layer and drops finished layers, for evaluators that need not hold the steps.
//!
//! A [`LayerVisitor`] receives numbers only, and is compiled once for all games. Several processes explore a game together through
//! an [`Exchange`]. A step may then stay in its layer, and leads to the next round of the layer.

use crate::checkpoint::invalid_data;
use crate::exact::Natural;
use crate::explore::link_builder::LinkBuilder;
use crate::explore::links::{EdgeKind, PackedStep};
use crate::explore::rounds::{LayerRounds, no_cycle};
use crate::explore::{
    ExpandedState, LabelWithWays, Layer, LayerWork, StateSearch, UNPOISONED, into_map, kind,
};
use crate::game::{Game, Points, Seat, StateCodec, Weight};
use crate::{Error, Job, name, order};
use foldhash::fast::RandomState;
use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// A function that explores a game for a [`LayerVisitor`].
pub type ExploreFn<'a> = &'a dyn Fn(&mut dyn LayerVisitor) -> Result<(), Error>;

/// A visitor of the layers of a game. States are identified by the numbers that they got when they were found; the start has
/// number 0. Only a visitor that several processes share packs anything; see [`Exchange`].
///
/// ```
/// use chancetree::games::solitaire::Solitaire;
/// use chancetree_model::explore::{ExpandedLayer, LayerVisitor, UnexpandedLayer};
/// use chancetree_model::game::Game;
/// use chancetree_model::{Error, Job};
///
/// /// Counts the states of each layer, and the steps out of it.
/// #[derive(Default)]
/// struct Sizes(Vec<(u32, usize, usize)>);
///
/// impl LayerVisitor for Sizes {
///     fn enter(&mut self, layer: &UnexpandedLayer<'_>) -> Result<Vec<bool>, Error> {
///         Ok(vec![true; layer.numbers.len()])
///     }
///     fn exit(&mut self, layer: &ExpandedLayer<'_>) -> Result<(), Error> {
///         let states = layer.states.count();
///         let steps = (0..states).map(|place| layer.steps(layer.states.get(place).1).len()).sum();
///         self.0.push((layer.layer, states, steps));
///         Ok(())
///     }
///     fn states_counted(&self) -> u64 {
///         self.0.iter().map(|(_, states, _)| *states as u64).sum()
///     }
/// }
///
/// let mut sizes = Sizes::default();
/// Solitaire::new(2)?.follow(&Job::default(), &mut sizes)?;
/// // A turn of two new cards leads to layer 2, and a lucky turn to layer 3.
/// assert_eq!(sizes.0, [(0, 1, 2), (2, 1, 1), (3, 1, 1), (4, 1, 1), (6, 1, 0)]);
/// assert_eq!(sizes.states_counted(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait LayerVisitor {
    /// Begins a layer. Returns, for each of its states, whether the state is to be expanded.
    ///
    /// # Errors
    /// Any error ends the work.
    fn enter(&mut self, layer: &UnexpandedLayer<'_>) -> Result<Vec<bool>, Error>;

    /// Ends a layer. Receives all steps out of it.
    ///
    /// # Errors
    /// Any error ends the work.
    fn exit(&mut self, layer: &ExpandedLayer<'_>) -> Result<(), Error>;

    /// Returns the number of states so far, for the progress and the limit of states. A visitor may count a state once for each of
    /// its scores.
    fn states_counted(&self) -> u64;

    /// Serializes the values that `states` have received from steps so far, in batches. Drops the values unless `keep` is `true`.
    ///
    /// # Errors
    /// If points overflow.
    fn pack(&mut self, _states: &[PackedState], _keep: bool) -> Result<Vec<Vec<u8>>, Error> {
        Ok(Vec::new())
    }

    /// Reads a batch that was packed by another process. `number` returns the number of a state.
    ///
    /// # Errors
    /// If the batch is not valid.
    fn unpack(
        &mut self,
        _batch: &[u8],
        _sender: usize,
        _number: &mut dyn FnMut(&[u8]) -> io::Result<u32>,
    ) -> io::Result<()> {
        Err(invalid_data())
    }

    /// Serializes the results so far. Drops the results unless `keep` is `true`.
    ///
    /// # Errors
    /// If points overflow.
    fn pack_results(&mut self, _keep: bool) -> Result<Vec<u8>, Error> {
        Ok(Vec::new())
    }

    /// Adds results that were packed.
    ///
    /// # Errors
    /// If they are not valid.
    fn unpack_results(&mut self, results: &[u8]) -> io::Result<()> {
        if results.is_empty() { Ok(()) } else { Err(invalid_data()) }
    }
}

/// A state as bytes, with its number.
pub type PackedState = (Vec<u8>, u32);

/// The states of a layer, before they are expanded.
pub struct UnexpandedLayer<'a> {
    /// The layer.
    pub layer: u32,
    /// The numbers of the states, in the order of the states.
    pub numbers: &'a [u32],
    /// The round of the layer, if a step may stay in its layer.
    pub round: Option<Round<'a>>,
}

/// A round of a layer: its states are reached by steps of the round before, or from earlier layers.
#[derive(Clone, Copy)]
pub struct Round<'a> {
    /// The number of the round, from 0.
    pub number: u32,
    /// For each state, its number in its first round of the layer.
    pub first: &'a [u32],
}

/// An expanded layer.
pub struct ExpandedLayer<'a> {
    /// The layer.
    pub layer: u32,
    /// The expanded states, in ascending order.
    pub states: &'a dyn States,
    steps: &'a [PackedStep],
    kinds: &'a [EdgeKind],
    weights: &'a [Weight],
}

/// The states of a layer, by their places in it.
pub trait States: Sync {
    /// Returns the number of states.
    fn count(&self) -> usize;

    /// Returns the number of a state, and the range of its steps.
    fn get(&self, place: usize) -> (u32, Range<usize>);

    /// Returns the number of remaining arrangements of a state; see [`Game::remaining_arrangements`].
    fn remaining_arrangements(&self, place: usize) -> Option<Natural>;

    /// Returns the name of a state in errors.
    fn name(&self, place: usize) -> String;
}

/// A step out of a layer.
#[derive(Clone, Copy, Debug)]
pub struct OutgoingStep {
    /// The number of the state to which it leads.
    pub target: u32,
    /// Its weight.
    pub weight: Weight,
    /// The points that the mover scores.
    pub points: Points,
    /// The number of seats by which the turn moves on; less than the number of seats.
    pub turn_offset: Seat,
    /// The multiplicity of the event; see [`Game::multiplicity`].
    pub multiplicity: Option<u64>,
}

impl ExpandedLayer<'_> {
    /// Returns the steps in a range.
    pub fn steps(&self, places: Range<usize>) -> impl ExactSizeIterator<Item = OutgoingStep> + Clone {
        self.steps[places].iter().map(|step| {
            let EdgeKind { points, turn_offset, multiplicity, .. } = self.kinds[step.label as usize];
            OutgoingStep {
                target: step.target,
                weight: self.weights[step.weight as usize],
                points,
                turn_offset,
                multiplicity,
            }
        })
    }
}

/// The other processes that explore the same game. Each state belongs to one process.
pub trait Exchange<G: Game> {
    /// Agrees with the other processes on the next layer, and exchanges the values of its states. Returns the layer with the
    /// numbers of the states that belong to other processes, or `None` after the last layer.
    ///
    /// # Errors
    /// If the work ends in another process, or a limit is passed.
    fn next_layer(&mut self, frontier: &mut Frontier<'_, '_, G>) -> Result<Option<(u32, NumberSet)>, Error>;

    /// Returns `true` if players may decide.
    fn allows_decisions(&self) -> bool;

    /// Returns `true` if a step may stay in its layer.
    fn allows_steps_in_layer(&self) -> bool;
}

/// A set of numbers of states.
pub type NumberSet = HashSet<u32, RandomState>;

/// The exchange of a process that explores a game alone.
struct LoneProcess;

impl<G: Game> Exchange<G> for LoneProcess {
    fn next_layer(&mut self, frontier: &mut Frontier<'_, '_, G>) -> Result<Option<(u32, NumberSet)>, Error> {
        Ok(frontier.first_layer().map(|layer| (layer, NumberSet::default())))
    }

    fn allows_decisions(&self) -> bool {
        false
    }

    fn allows_steps_in_layer(&self) -> bool {
        false
    }
}

/// The states of this process that are still to be expanded, and their values.
pub struct Frontier<'s, 'a, G: Game> {
    search: &'s StateSearch<'a, G>,
    /// The visitor, which holds the values.
    pub visit: &'s mut dyn LayerVisitor,
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

    /// Calls `f` with the states of a layer and their numbers, in no particular order.
    pub fn each(&self, layer: u32, f: &mut dyn FnMut(&G::State, u32)) {
        let maps = self.search.maps.lock().expect(UNPOISONED);
        maps.iter().filter(|&&(other, _)| other == layer).for_each(|(_, map)| map.each(f));
    }

    /// Drops all states.
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

impl<G: StateCodec> Frontier<'_, '_, G> {
    /// Adds the states of a batch that was packed by another process.
    ///
    /// # Errors
    /// If the batch is not valid, or the game breaks the contract of its ranks.
    pub fn unpack(&mut self, batch: &[u8], sender: usize) -> io::Result<()> {
        let Self { search, visit } = self;
        let game = search.game;
        visit.unpack(batch, sender, &mut |bytes| {
            let state = game.unpack(bytes).ok_or_else(invalid_data)?;
            let layer = game.layer(&state);
            let map = search.map(layer, &state, LayerWork { layer, states: 0, shared: false });
            let mut number = [0];
            let inserted =
                map.insert(vec![(map.key(game, &state), state, 0)], &search.next_number, &mut number);
            inserted.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            Ok(number[0])
        })
    }
}

/// Explores `game` layer by layer, and passes each layer to `visit`. Finished layers are dropped.
///
/// # Errors
/// If a player decides somewhere, a step stays in its layer, the game breaks its contract, `visit` returns an error, or a
/// limit of `job` is passed.
pub fn follow<G: Game>(game: &G, job: &Job<'_>, visit: &mut dyn LayerVisitor) -> Result<(), Error> {
    follow_together(game, job, visit, &mut LoneProcess)
}

/// Explores `game` as [`follow`] does, with other processes.
///
/// # Errors
/// As [`follow`], and if the exchange fails.
pub fn follow_together<G: Game>(
    game: &G,
    job: &Job<'_>,
    visit: &mut dyn LayerVisitor,
    exchange: &mut (impl Exchange<G> + ?Sized),
) -> Result<(), Error> {
    // For a single process these are constants, so the compiler leaves out the rounds of a layer.
    let (allows_decisions, allows_steps_in_layer) =
        (exchange.allows_decisions(), exchange.allows_steps_in_layer());
    let search = StateSearch { allows_decisions, allows_steps_in_layer, ..StateSearch::new(game, job, true) };
    search.begin(vec![game.start()])?;
    let mut rounds = LayerRounds::default();
    while let Some((layer, away)) = exchange.next_layer(&mut Frontier { search: &search, visit })? {
        search.check_next(layer)?;
        let map = search.maps.lock().expect(UNPOISONED).pop_if(layer);
        let mut waiting = map.map_or_else(Vec::new, |map| into_map::<G>(map).into_states());
        if !away.is_empty() {
            waiting.retain(|(_, number)| !away.contains(number));
        }
        search.followed.store(visit.states_counted(), Relaxed);
        order::sort(&mut waiting, |(one, _), (other, _)| one.cmp(other));
        let numbers: Vec<u32> = waiting.iter().map(|&(_, number)| number).collect();
        let mut first = Vec::new();
        if allows_steps_in_layer {
            first = rounds.begin(layer, &waiting);
            if !allows_decisions && rounds.may_cycle() {
                no_cycle(&search, layer, &waiting)?;
            }
        }
        let round = allows_steps_in_layer.then_some(Round { number: rounds.number, first: &first });
        let mut expands = visit.enter(&UnexpandedLayer { layer, numbers: &numbers, round })?.into_iter();
        waiting.retain(|_| expands.next() == Some(true));
        // Labels are dropped with their layer: a label has an entry for each multiplicity, and layers have many.
        let mut links: LinkBuilder<LabelWithWays<G>> = LinkBuilder::new();
        let mut found = Layer::new();
        search.layer(layer, &mut found, waiting, &mut links, &mut |_, _, _, _| Ok(()))?;
        let (labels, weights) = links.tables();
        let kinds: Vec<EdgeKind> = labels.iter().map(|label| kind(game, label, 0)).collect();
        visit.exit(&ExpandedLayer {
            layer,
            states: &ExpandedStates { game, open: &found.open },
            steps: &found.steps,
            kinds: &kinds,
            weights,
        })?;
        if allows_steps_in_layer {
            rounds.done.extend(found.open.into_iter().map(|open| (open.state, open.number)));
        }
    }
    Ok(())
}

/// The expanded states of a layer.
struct ExpandedStates<'a, G: Game> {
    game: &'a G,
    open: &'a [ExpandedState<G>],
}

impl<G: Game> States for ExpandedStates<'_, G> {
    fn count(&self) -> usize {
        self.open.len()
    }

    fn get(&self, place: usize) -> (u32, Range<usize>) {
        let ExpandedState { number, steps, .. } = &self.open[place];
        (*number, steps.start as usize..steps.end as usize)
    }

    fn remaining_arrangements(&self, place: usize) -> Option<Natural> {
        self.game.remaining_arrangements(&self.open[place].state)
    }

    fn name(&self, place: usize) -> String {
        name(&self.open[place].state)
    }
}
