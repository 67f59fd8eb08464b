//! Play that is followed layer by layer, as it is explored and forgotten: for boards whose steps need not be held.
//!
//! Whoever follows it sees numbers alone, and is compiled once for all games.

use crate::exact::Natural;
use crate::explore::links::{Linking, Step, StepKind};
use crate::explore::{Layer, Marked, Open, Search, kind, waits};
use crate::game::{Game, Points, Seat, Weight};
use crate::{Error, Job, name, order};
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

    /// Returns the states that were counted so far, and the bytes that are held.
    fn so_far(&self) -> (u64, u64);
}

/// The states of a layer, before they are expanded.
pub struct Arrived<'a> {
    /// The layer.
    pub layer: u32,
    /// The numbers of the states, in the order of the states.
    pub met: &'a [u32],
    /// Bytes that the search holds.
    pub bytes: u64,
}

/// A layer that was expanded.
pub struct Passed<'a> {
    /// The layer.
    pub layer: u32,
    /// Bytes that the search holds.
    pub bytes: u64,
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

/// Explores `game` layer by layer for one who follows it. Of a layer that is done nothing is held any more.
///
/// # Errors
/// If a player decides somewhere, a step stays in its layer, the game breaks a promise of its contract, whoever follows
/// says so, or a limit of `job` is passed.
pub fn follow<G: Game>(game: &G, job: &Job<'_>, visit: &mut dyn Visit) -> Result<(), Error> {
    let search = Search::new(game, job, true);
    search.begin(vec![game.start()])?;
    // Numbers that were given to states of layers that are done.
    let mut gone = 0;
    while let Some((layer, map)) = search.pop() {
        let mut waiting = map.into_states();
        let before = waiting.len();
        let held =
            |gone: usize| ((search.fresh.load(Relaxed) as usize).saturating_sub(gone) * waits::<G>()) as u64;
        let (states, bytes) = visit.so_far();
        search.followed.store(states, Relaxed);
        search.bytes.store(held(gone) + bytes, Relaxed);
        order::sort(&mut waiting, |(one, _), (other, _)| one.cmp(other));
        let met: Vec<u32> = waiting.iter().map(|&(_, met)| met).collect();
        let mut likely = visit.arrive(&Arrived { layer, met: &met, bytes: held(gone) })?.into_iter();
        waiting.retain(|_| likely.next() == Some(true));
        // Labels, too, are forgotten: there is one for each number of ways.
        let mut links: Linking<Marked<G>> = Linking::new();
        let mut found = Layer::new();
        search.layer(layer, &mut found, waiting, &mut links, &mut |_, _, _, _| Ok(()))?;
        gone += before;
        let (labels, weights) = links.tables();
        let kinds: Vec<StepKind> = labels.iter().map(|label| kind(game, label, 0)).collect();
        let own = size_of_val(&found.open[..]) + size_of_val(&found.steps[..]);
        visit.leave(&Passed {
            layer,
            bytes: held(gone) + links.bytes() + own as u64,
            states: &Opened { game, open: &found.open },
            steps: &found.steps,
            kinds: &kinds,
            weights,
        })?;
    }
    Ok(())
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
