//! A position of Memory in the forms of the engine and of the oracles, and helpers for results.

use super::ledger::{Ledger, Situation};
use std::collections::BTreeMap;

use chancetree::exact::{Natural, Rational};
use chancetree::game::{Choices, Game, Points, Seat};
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::model::{Graph, Job};
use chancetree::payoff::Outcome;
use chancetree_engine::evaluate::{Distribution, Masses, distributions, from_first_player};

use super::cards::Start;
use super::ranked::hand_on;

/// The probability of each vector of final scores.
pub type Joint = BTreeMap<Vec<Points>, Rational>;

/// A position; the first seat is to move.
#[derive(Clone, Debug)]
pub struct Board {
    pub table: PairCounts,
    pub scores: Vec<Points>,
}

impl Board {
    /// Creates a position with some pairs left.
    pub fn new((known, half, unknown): (u16, u16, u16), scores: &[Points]) -> Self {
        let table = PairCounts { known, half, unknown };
        assert!(table.pairs() > 0, "the engine needs a pair");
        Self { table, scores: scores.to_vec() }
    }

    /// Creates a fresh table.
    pub fn fresh(pairs: u16, players: usize) -> Self {
        Self::new((0, 0, pairs), &vec![0; players])
    }

    /// Returns the game for the engine.
    pub fn memory(&self) -> Memory {
        Memory::from(self.table, self.scores.len() as Seat).expect("a board that exists")
    }

    /// Returns the game for the engine, with the score in the state.
    pub fn ledger(&self) -> Ledger<Memory> {
        Ledger::new(self.memory(), &self.scores)
    }

    /// Returns the position for the oracles.
    pub fn start(&self) -> Start {
        Start {
            unknown: self.table.unknown.into(),
            half: self.table.half.into(),
            known: self.table.known.into(),
            scores: self.scores.clone(),
            mover: 0,
            one_flip: false,
        }
    }
}

/// Returns a distribution as a map. Score vectors must be unique, ascending and possible.
pub fn joint(distribution: &Distribution) -> Joint {
    let entries: Vec<_> = distribution.iter().map(|(points, share)| (points.clone(), share)).collect();
    assert!(entries.windows(2).all(|pair| pair[0].0 < pair[1].0), "score vectors ascend");
    assert!(
        distribution.masses().all(|(_, number)| *number > Natural::default()),
        "listed scores are possible"
    );
    entries.into_iter().collect()
}

/// Returns the distribution of the points from the start of `game` on, the mover's first.
pub fn distribution_to_come<G: Game>(game: &G, job: &Job<'_>) -> Distribution {
    let graph = Graph::of(game, job).expect("a finite game");
    distributions(&graph, &[graph.start()], job).expect("only chance").remove(0)
}

/// Returns the graph of a game.
pub fn graph<G: Game>(game: &G) -> Graph<G> {
    Graph::of(game, &Job::default()).expect("a finite game")
}

/// Returns the masses of the outcomes at an end: for the outcome of its scores the number of remaining arrangements, or 1 if that
/// is not counted, and 0 for the others.
pub fn won<G: Game>(ledger: &Ledger<G>, end: &Situation<G::State>) -> Masses {
    let mut worth = vec![Natural::default(); usize::from(ledger.seats()) + 1];
    worth[ledger.outcome(end).index(ledger.seats())] =
        ledger.remaining_arrangements(end).unwrap_or(Natural::from(1u32));
    worth
}

/// Returns the masses of the outcomes in a situation, from the distribution of the points still to come.
pub fn worth_by_distribution<G: Game>(
    ledger: &Ledger<G>,
    here: &Situation<G::State>,
    distribution: &Distribution,
) -> Masses {
    let mut worth = vec![Natural::default(); usize::from(ledger.seats()) + 1];
    for (points, number) in distribution.masses() {
        let mut scores = from_first_player(points, here.mover);
        for (score, before) in scores.iter_mut().zip(ledger.scores(here)) {
            *score += before;
        }
        worth[Outcome::of(&scores).index(ledger.seats())] += number;
    }
    worth
}

/// A game without multiplicities of its events, so that the engine must work with fractions.
#[derive(Clone, Debug)]
pub struct Fractions<G>(pub G);

impl<G: Game> Game for Fractions<G> {
    type State = G::State;
    type Action = G::Action;
    type Event = G::Event;

    fn start(&self) -> G::State {
        self.0.start()
    }

    fn expand(&self, state: &G::State, choices: &mut Choices<Self>) {
        hand_on(&self.0, state, choices);
    }

    fn layer(&self, state: &G::State) -> u32 {
        self.0.layer(state)
    }

    fn seats(&self) -> Seat {
        self.0.seats()
    }

    fn canonical(&self, state: G::State) -> G::State {
        self.0.canonical(state)
    }
}
