//! The work of exploring, saved between two portions of a layer.
//!
//! States are written as their game packs them, steps as numbers, and numbers as short as they are: most are small, and
//! there are many. Labels have no bytes of their own: each is found again at the first state that has a step with it,
//! which is expanded once more.

use crate::checkpoint::{self, Checkpointer, failed, nonsense, over, right};
use crate::explore::found::Found;
use crate::explore::links::{Linking, MOST_STEPS, Step};
use crate::explore::{Layer, MOST_STATES, Marked, Open, Search, UNPOISONED, Work, marked};
use crate::game::{Choices, Game, Travel};
use crate::{Error, expand};
use std::collections::HashMap;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::ops::Range;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The work that is saved.
pub(super) struct Saved<'a, G: Game> {
    pub(super) states: &'a [G::State],
    pub(super) layers: &'a [(u32, Range<usize>)],
    pub(super) links: &'a Linking<Marked<G>>,
    pub(super) numbers: &'a [u32],
    pub(super) begun: Option<Portion<'a, G>>,
}

/// The layer at work, what of it is done, and which of its states still wait.
type Portion<'a, G> = (u32, &'a Layer<G>, &'a [(<G as Game>::State, u32)]);

/// The same, read again.
pub(super) type Begun<G> = (u32, Layer<G>, Vec<(<G as Game>::State, u32)>);

/// Saves the work of exploring, and takes it up again.
pub(crate) struct Saving<'a, G: Game> {
    checkpointer: &'a dyn Checkpointer,
    begun: Instant,
    read: Reads<G>,
    write: Writes<G>,
}

/// Reads work that was saved, and writes it: only a game whose states travel has such functions.
type Reads<G> = fn(&Search<'_, G>, &mut Found<G>, &mut dyn Read) -> Result<(), Error>;
type Writes<G> = fn(&Search<'_, G>, &Saved<'_, G>, &mut dyn Write) -> io::Result<()>;

/// Work that takes less is sooner done again than read.
const SHORT: Duration = Duration::from_secs(1);

impl<'a, G: Game> Saving<'a, G> {
    /// One that saves states as their game packs them.
    pub(super) fn new(checkpointer: &'a dyn Checkpointer) -> Self
    where
        G: Travel,
    {
        Self { checkpointer, begun: Instant::now(), read, write }
    }

    /// Takes up work that was saved before, if any was.
    pub(super) fn resume(&self, search: &Search<'_, G>, found: &mut Found<G>) -> Result<bool, Error> {
        let Some(mut input) = self.checkpointer.saved().map_err(|error| failed(&error))? else {
            return Ok(false);
        };
        (self.read)(search, found, &mut *input)?;
        Ok(true)
    }

    /// Saves what was done, if it is time, or what came then was stopped.
    pub(super) fn save(
        &self,
        search: &Search<'_, G>,
        work: &Saved<'_, G>,
        went: &Result<(), Error>,
    ) -> Result<(), Error> {
        // Before anything is expanded there is nothing to go on from.
        match work.states.is_empty() && work.begun.is_none_or(|(_, done, _)| done.open.is_empty()) {
            true => Ok(()),
            false => checkpoint::save(Some(self.checkpointer), went, |out| (self.write)(search, work, out)),
        }
    }

    /// Saves all of it, where that took long: what is then worked out of it may be stopped, too.
    pub(super) fn end(&self, search: &Search<'_, G>, work: &Saved<'_, G>) -> Result<(), Error> {
        if self.begun.elapsed() < SHORT {
            return Ok(());
        }
        checkpoint::attempt(self.checkpointer, false, &mut |out| (self.write)(search, work, out)).map(|_| ())
    }
}

/// The bytes of the longest state: a length that somebody made takes no more memory.
const LONGEST: u64 = 1 << 16;

/// Numbers on their way out, in groups of seven bits, the least significant first; all but the last have a further bit.
struct Writing<'a> {
    out: BufWriter<&'a mut dyn Write>,
    /// The bytes of a state.
    packed: Vec<u8>,
}

impl Writing<'_> {
    fn put(&mut self, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
        for mut number in numbers {
            while number >= 1 << 7 {
                self.out.write_all(&[number as u8 | 1 << 7])?;
                number >>= 7;
            }
            self.out.write_all(&[number as u8])?;
        }
        Ok(())
    }

    /// A state, its length first.
    fn state<G: Travel>(&mut self, game: &G, state: &G::State) -> io::Result<()> {
        self.packed.clear();
        game.pack(state, &mut self.packed);
        self.put([self.packed.len() as u64])?;
        self.out.write_all(&self.packed)
    }

    /// States with their numbers, their count first.
    fn waiting<G: Travel>(&mut self, game: &G, waiting: &[(G::State, u32)]) -> io::Result<()> {
        self.put([waiting.len() as u64])?;
        waiting.iter().try_for_each(|(state, number)| {
            self.put([u64::from(*number)])?;
            self.state(game, state)
        })
    }

    fn steps(&mut self, steps: impl ExactSizeIterator<Item = Step>) -> io::Result<()> {
        self.put([steps.len() as u64])?;
        self.put(steps.flat_map(|Step { target, label, weight }| [target, label, weight].map(u64::from)))
    }
}

fn write<G: Travel>(search: &Search<'_, G>, work: &Saved<'_, G>, out: &mut dyn Write) -> io::Result<()> {
    let (game, Saved { states, layers, links, numbers, begun }) = (search.game, work);
    let mut out = Writing { out: BufWriter::new(out), packed: Vec::new() };
    out.state(game, &game.canonical(game.start()))?;
    let (labels, weights) = links.tables();
    let (fresh, again) = (search.fresh.load(Relaxed), search.again.load(Relaxed));
    out.put([game.seats().into(), fresh.into(), again.into()])?;
    out.put([labels.len(), weights.len(), layers.len(), numbers.len()].map(|count| count as u64))?;
    out.put(weights.iter().copied())?;
    for (layer, nodes) in *layers {
        out.put([u64::from(*layer), nodes.len() as u64])?;
        for node in nodes.clone() {
            out.state(game, &states[node])?;
            out.steps(links.steps(node))?;
        }
    }
    out.put(numbers.iter().map(|&number| number.into()))?;
    out.put([begun.is_some().into()])?;
    if let Some((layer, done, rest)) = begun {
        out.put([u64::from(*layer), done.aliases.len() as u64, done.open.len() as u64])?;
        out.put(done.aliases.iter().flat_map(|&(alias, met)| [alias, met].map(u64::from)))?;
        for Open { state, met, steps } in &done.open {
            out.put([u64::from(*met)])?;
            out.state(game, state)?;
            out.steps(done.steps[steps.start as usize..steps.end as usize].iter().copied())?;
        }
        out.waiting(game, rest)?;
    }
    let maps = search.maps.lock().expect(UNPOISONED);
    out.put([maps.iter().len() as u64])?;
    for (layer, map) in maps.iter() {
        out.put([u64::from(*layer)])?;
        let mut waiting = Vec::new();
        map.each(&mut |state, number| waiting.push((state.clone(), number)));
        out.waiting(game, &waiting)?;
    }
    out.out.flush()
}

/// Reads what was written. It is refused where it does not hold together: a checksum keeps out what is damaged, but not
/// what somebody made.
fn read<G: Travel>(search: &Search<'_, G>, found: &mut Found<G>, input: &mut dyn Read) -> Result<(), Error> {
    let mut input =
        Reading { input: BufReader::new(input), bound: [0; 3], first: HashMap::new(), packed: Vec::new() };
    let game = search.game;
    right(input.state(game)? == game.canonical(game.start()))?;
    let [seats, fresh, again, labels, weights, layers, numbers] = input.counts()?;
    right(seats == u64::from(game.seats()) && (1..=MOST_STATES).contains(&fresh))?;
    right(again <= fresh && numbers <= fresh)?;
    search.fresh.store(fresh as u32, Relaxed);
    search.again.store(again as u32, Relaxed);
    let weights = input.numbers(weights)?;
    input.bound = [fresh, labels, weights.len() as u64];
    for _ in 0..layers {
        input.layer(search, found)?;
    }
    let numbers = input.numbers(numbers)?;
    right(numbers.iter().all(|&number| (number as usize) < found.states.len().max(1)))?;
    found.numbers = numbers.into_iter().map(|number| number as u32).collect();
    // Layers to come are none of those that are done.
    let mut least = found.layers.last().map_or(0, |(layer, _)| u64::from(*layer) + 1);
    let [is_begun] = input.counts()?;
    if is_begun != 0 {
        let [layer] = input.counts()?;
        right(layer >= least)?;
        found.begun = Some(input.begun(layer, search, found)?);
        least = layer;
    }
    input.labels(labels, game, found)?;
    right(weights.into_iter().all(|weight| weight > 0 && found.links.weight(weight)))?;
    found.weigh(search);
    // Whoever was given a number is done, or waits.
    let mut given = found.numbers.len();
    given += found
        .begun
        .iter()
        .map(|(_, done, rest)| done.open.len() + done.aliases.len() + rest.len())
        .sum::<usize>();
    let [layers] = input.counts()?;
    right(found.begun.is_some() || found.layers.len() as u64 + layers > 0)?;
    for _ in 0..layers {
        let [layer] = input.counts()?;
        right(layer >= least)?;
        let waiting = input.waiting(game, layer)?;
        given += waiting.len();
        let shared = search.worth.sharing(waiting.len(), search.run);
        let work = Work { layer: layer as u32, states: waiting.len(), shared };
        for (state, number) in waiting {
            let map = search.map(work.layer, &state, work);
            let batch = vec![(map.key(game, &state), state, 0)];
            right(map.meet(batch, &AtomicU32::new(number), &mut [0])? == 1)?;
        }
    }
    right(fresh <= given as u64)?;
    over(&mut input.input).map_err(|error| failed(&error))
}

/// The work that is read, and what of it is known.
struct Reading<'a> {
    input: BufReader<&'a mut dyn Read>,
    /// Steps lead to numbers, and have labels and weights, below these.
    bound: [u64; 3],
    /// For each label the first state that has a step with it, and which of its steps that is.
    first: HashMap<u32, (usize, usize)>,
    /// The bytes of a state.
    packed: Vec<u8>,
}

impl Reading<'_> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes).map_err(|error| failed(&error))?;
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, Error> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let [byte] = self.bytes()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 1 << 7 {
                return Ok(number);
            }
        }
        Err(failed(&nonsense()))
    }

    /// So many numbers, which take no memory before they are there.
    fn numbers(&mut self, count: u64) -> Result<Vec<u64>, Error> {
        (0..count).map(|_| self.number()).collect()
    }

    /// Counts, each small enough to go on counting.
    fn counts<const N: usize>(&mut self) -> Result<[u64; N], Error> {
        let mut counts = [0; N];
        for count in &mut counts {
            *count = self.number()?;
            right(*count < 1 << 62)?;
        }
        Ok(counts)
    }

    fn state<G: Travel>(&mut self, game: &G) -> Result<G::State, Error> {
        let length = self.number()?.min(LONGEST) as usize;
        self.packed.resize(length, 0);
        self.input.read_exact(&mut self.packed).map_err(|error| failed(&error))?;
        game.unpack(&self.packed).ok_or_else(|| failed(&nonsense()))
    }

    /// A state of that layer.
    fn state_of<G: Travel>(&mut self, game: &G, layer: u64) -> Result<G::State, Error> {
        let state = self.state(game)?;
        right(u64::from(game.layer(&state)) == layer)?;
        Ok(state)
    }

    /// A number that was given to a state.
    fn given(&mut self) -> Result<u32, Error> {
        let [number] = self.counts()?;
        right(number < self.bound[0])?;
        Ok(number as u32)
    }

    /// States of a layer that wait, with their numbers.
    fn waiting<G: Travel>(&mut self, game: &G, layer: u64) -> Result<Vec<(G::State, u32)>, Error> {
        let [count] = self.counts()?;
        let numbered = |_| {
            let number = self.given()?;
            Ok((self.state_of(game, layer)?, number))
        };
        (0..count).map(numbered).collect()
    }

    /// The steps of a state, of which there are so many before.
    fn steps(&mut self, node: usize, before: usize) -> Result<Vec<Step>, Error> {
        let [count] = self.counts()?;
        right(before as u64 + count <= MOST_STEPS)?;
        let mut steps = Vec::new();
        for _ in 0..count {
            let step = self.counts()?;
            right(step.iter().zip(self.bound).all(|(&number, bound)| number < bound))?;
            let [target, label, weight] = step.map(|number| number as u32);
            self.first.entry(label).or_insert((node, steps.len()));
            steps.push(Step { target, label, weight });
        }
        Ok(steps)
    }

    /// The next layer.
    fn layer<G: Travel>(&mut self, search: &Search<'_, G>, found: &mut Found<G>) -> Result<(), Error> {
        let [layer, count] = self.counts()?;
        let begin = found.states.len();
        let last = found.layers.last().map(|(layer, _)| u64::from(*layer));
        right(count > 0 && last.is_none_or(|last| layer > last) && begin as u64 + count <= self.bound[0])?;
        for node in begin..begin + count as usize {
            look(search, node)?;
            let state = self.state_of(search.game, layer)?;
            right(found.states[begin..].last().is_none_or(|before| *before < state))?;
            let steps = self.steps(node, found.links.len())?;
            if steps.is_empty() {
                found.hidden.end(search.game, &state, node);
            }
            found.links.state(&steps);
            found.states.push(state);
        }
        found.layers.push((layer as u32, begin..found.states.len()));
        found.weigh(search);
        Ok(())
    }

    /// The layer at work.
    fn begun<G: Travel>(
        &mut self,
        layer: u64,
        search: &Search<'_, G>,
        found: &Found<G>,
    ) -> Result<Begun<G>, Error> {
        let mut done = Layer::new();
        let [aliases, open] = self.counts()?;
        for _ in 0..aliases {
            done.aliases.push((self.given()?, self.given()?));
        }
        for place in 0..open {
            look(search, found.states.len() + place as usize)?;
            let (met, state) = (self.given()?, self.state_of(search.game, layer)?);
            let steps =
                self.steps(found.states.len() + place as usize, found.links.len() + done.steps.len())?;
            let begin = done.steps.len() as u32;
            done.open.push(Open { state, met, steps: begin..begin + steps.len() as u32 });
            done.steps.extend(steps);
        }
        let rest = self.waiting(search.game, layer)?;
        right(open > 0 || !rest.is_empty())?;
        Ok((layer as u32, done, rest))
    }

    /// Finds so many labels again, and puts them into their table.
    fn labels<G: Travel>(&self, labels: u64, game: &G, found: &mut Found<G>) -> Result<(), Error> {
        right(self.first.len() as u64 == labels)?;
        let mut choices = Choices::default();
        for label in 0..labels as u32 {
            let (node, place) = self.first[&label];
            let all = found.states.len();
            let state = match &found.begun {
                Some((_, begun, _)) if node >= all => &begun.open[node - all].state,
                _ => &found.states[node],
            };
            expand(game, state, &mut choices)?;
            let mut events = choices.iter().flat_map(|choice| {
                choice.events.iter().map(move |event| marked(game, state, choice.action, event.event))
            });
            let label = events.nth(place);
            right(label.is_some_and(|label| found.links.label(label)))?;
        }
        Ok(())
    }
}

/// States that are read between two looks at the limits.
const LOOK: usize = 1 << 12;

/// Looks at the limits every now and then, before the state of that number is read.
fn look<G: Travel>(search: &Search<'_, G>, node: usize) -> Result<(), Error> {
    if node.is_multiple_of(LOOK) { search.step(0) } else { Ok(()) }
}
