//! All states of a game, layer by layer.

use crate::explore::link_builder::{FoundLinks, LinkBuilder};
use crate::explore::saved::{ExplorationStore, ExploredWork, PartialLayer};
use crate::explore::state_time::LARGE;
use crate::explore::{EndArrangements, ExpandedState, LabelWithWays, Layer, StateSearch, kinds};
use crate::game::{Game, Seat, StateCodec};
use crate::memory_usage::growth;
use crate::{Error, Graph, Job, Model, Names, Progress, name, order, seats};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Explores all states of `game`, and saves the explored states in the section `explored`.
pub(crate) fn saved<G: StateCodec + 'static>(game: &G, job: &Job<'_>) -> Result<Graph<G>, Error> {
    let job = job.section("explored");
    let saving = job.store.map(ExplorationStore::new);
    let graph = all(game, vec![game.start()], saving.as_ref(), &job)?;
    if let Some(saves) = saving {
        saves.defer(&graph);
        let layer = graph.layers().last().map_or(0, |layer| layer.0);
        job.tick(Progress { layer, states: graph.node_count() as u64 })?;
    }
    Ok(graph)
}

/// Explores all states that can be reached from any of `starts`. The first one becomes the start of the graph.
pub(crate) fn all<G: Game>(
    game: &G,
    starts: Vec<G::State>,
    saves: Option<&ExplorationStore<'_, G>>,
    job: &Job<'_>,
) -> Result<Graph<G>, Error> {
    seats(game)?;
    let (search, mut found) = (StateSearch::new(game, job, false), ExploredLayers::new());
    if !saves.map_or(Ok(false), |saves| saves.resume(&search, &mut found))? {
        search.begin(starts)?;
    }
    let next_layer = || search.pop().map(|(layer, map)| (layer, Layer::new(), map.into_states()));
    while let Some((layer, mut partial, waiting)) = found.partial.take().or_else(next_layer) {
        let ExploredLayers { states, layers, links, numbers, .. } = &mut found;
        let save = |done: &Layer<G>, rest: &[_], links: &LinkBuilder<_>, result: &Result<(), Error>| {
            let Some(saves) = saves else { return Ok(()) };
            let work = ExploredWork { states, layers, links, numbers, partial: Some((layer, done, rest)) };
            saves.save(&search, &work, result)
        };
        search.layer(layer, &mut partial, waiting, links, &mut { save })?;
        let growth = growth(states, partial.open.len())
            + links.growth(partial.open.len(), partial.steps.len())
            + growth(numbers, (search.next_number.load(Relaxed) as usize).saturating_sub(numbers.len()));
        let result = search.check_memory(growth, layer);
        if result.is_err() {
            save(&partial, &[], links, &result)?;
        }
        result?;
        found.add(&search, layer, partial);
        let result = search.check_next(layer).and_then(|()| search.step(layer));
        saves.map_or(Ok(()), |saves| saves.save(&search, &found.saved(), &result))?;
        result?;
    }
    if let Some(saves) = saves {
        saves.end(&search, &found.saved());
    }
    // Short work is not saved, so a stop here would lose it. The monitor cannot stop this last step.
    let unmonitored = Job { monitor: &(), ..*job };
    let is_saved = saves.is_none_or(ExplorationStore::has_most);
    found.finish(&search, if is_saved { job } else { &unmonitored })
}

/// The explored layers.
pub(super) struct ExploredLayers<G: Game> {
    pub(super) states: Vec<G::State>,
    pub(super) layers: Vec<(u32, Range<usize>)>,
    pub(super) links: LinkBuilder<LabelWithWays<G>>,
    pub(super) remaining: EndArrangements,
    /// The final number of each state, indexed by the number that it got when it was found.
    pub(super) numbers: Vec<u32>,
    /// The layer that was unfinished when the work was saved.
    pub(super) partial: Option<PartialLayer<G>>,
    /// The states that were not expanded although play continues, ascending.
    cut: Vec<usize>,
}

impl<G: Game> ExploredLayers<G> {
    pub(super) fn new() -> Self {
        Self {
            states: Vec::new(),
            layers: Vec::new(),
            links: LinkBuilder::new(),
            remaining: EndArrangements::default(),
            numbers: Vec::new(),
            partial: None,
            cut: Vec::new(),
        }
    }

    fn saved(&self) -> ExploredWork<'_, G> {
        let Self { states, layers, links, numbers, .. } = self;
        ExploredWork { states, layers, links, numbers, partial: None }
    }

    /// Adds a layer.
    pub(super) fn add(&mut self, search: &StateSearch<'_, G>, layer: u32, done: Layer<G>) {
        let Layer { mut open, steps, aliases, cut, .. } = done;
        let Self { states, layers, links, remaining, numbers, .. } = self;
        let shared = search.job.shares(open.len() / LARGE);
        // States with ranks are usually sorted already.
        order::sort_long(&mut open, shared, |one, other| one.state.cmp(&other.state));
        let begin = states.len();
        numbers.resize(search.next_number.load(Relaxed) as usize, 0);
        for ExpandedState { state, number, steps: range } in open {
            numbers[number as usize] = states.len() as u32;
            if range.is_empty() {
                match cut.binary_search(&number) {
                    Ok(_) => self.cut.push(states.len()),
                    Err(_) => remaining.end(search.game, &state, states.len()),
                }
            }
            links.state(&steps[range.start as usize..range.end as usize]);
            states.push(state);
        }
        for (alias, number) in aliases {
            numbers[alias as usize] = numbers[number as usize];
        }
        layers.push((layer, begin..states.len()));
    }

    /// Returns the graph of all layers. Linear in states and steps.
    pub(super) fn finish(mut self, search: &StateSearch<'_, G>, job: &Job<'_>) -> Result<Graph<G>, Error> {
        self.states.shrink_to_fit();
        let Self { states, layers, links, remaining, numbers, cut, .. } = self;
        let progress = search.progress(layers.last().map_or(0, |layer| layer.0))?;
        let states = Arc::new(states);
        let named = Arc::clone(&states);
        let names: Names = Arc::new(move |node: usize| name(&named[node]));
        let (labels, links) = links.finish(|labels| kinds(search.game, labels));
        let seats = search.game.seats();
        let model =
            FoundModel { seats, links, numbers, cut, layers, remaining, names }.finish(progress, job)?;
        Ok(Graph::new(search.game, model, states, labels.into_iter().map(|(label, _)| label).collect()))
    }
}

/// All parts of a model but the plies. They do not depend on the type of the game, so they are compiled once.
struct FoundModel {
    seats: Seat,
    links: FoundLinks,
    numbers: Vec<u32>,
    cut: Vec<usize>,
    layers: Vec<(u32, Range<usize>)>,
    remaining: EndArrangements,
    names: Names,
}

impl FoundModel {
    fn finish(self, progress: Progress, job: &Job<'_>) -> Result<Model, Error> {
        let Self { seats, links, numbers, cut, layers, remaining, names } = self;
        let links = links.ordered(&numbers, &|state| job.tick_at(state, progress))?;
        let start = numbers[0] as usize;
        drop(numbers);
        let (sources, plies, acyclic) = (Arc::default(), Arc::default(), true);
        Model { seats, links, sources, start, cut, layers, plies, acyclic, remaining, names }.with_plies(job)
    }
}
