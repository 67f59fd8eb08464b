//! The engine's answers for a board of Memory, by each evaluator, in the shape of the oracles' answers.

use super::cards::Start;
use chancetree::engine::Run;
use chancetree::engine::backward::{laws, seated};
use chancetree::engine::discovery::discover;
use chancetree::engine::forward::{Forward, Measure, forward};
use chancetree::engine::graph::{Evaluation, Graph};
use chancetree::exact::{Natural, Rational};
use chancetree::game::{Choices, Game, Points, Seat};
use chancetree::games::memory::{Memory, Table};
use chancetree::payoff::Outcome;
use chancetree::transform::ledger::Ledger;
use std::collections::BTreeMap;

/// A joint law of final scores.
pub type Joint = BTreeMap<Vec<u32>, Rational>;

/// The board of an oracle's start as the engine's game.
pub fn game(start: &Start) -> Memory {
    let [known, half, unknown] = [start.known, start.half, start.unknown].map(|count| count as u16);
    Memory::from(Table { known, half, unknown }, start.scores.len() as Seat).expect("a board")
}

/// The scores of an oracle's start.
pub fn scores(start: &Start) -> Vec<Points> {
    start.scores.iter().map(|&points| points as Points).collect()
}

/// Forward.
pub fn followed(start: &Start, measure: Measure, run: &Run<'_>) -> Forward {
    forward(&game(start), &scores(start), measure, run).expect("an answer")
}

/// A law of the engine as a map.
pub fn joint<'a>(law: impl Iterator<Item = (&'a [Points], Rational)>) -> Joint {
    law.map(|(points, share)| (points.iter().map(|&point| u32::from(point)).collect(), share)).collect()
}

/// Backward, from the first player's seat, with the scores of the start.
pub fn backward_joint(start: &Start, run: &Run<'_>) -> Joint {
    let game = game(start);
    let graph = Graph::from(discover(&game, run).expect("a graph"));
    let law = laws(&game, &graph, &[graph.start()], run).expect("laws").remove(0);
    let scores = scores(start);
    let place =
        |points: &[Points]| seated(points, 0).iter().zip(&scores).map(|(a, b)| a + b).collect::<Vec<_>>();
    let moved: Vec<(Vec<Points>, Rational)> =
        law.iter().map(|(points, share)| (place(points), share)).collect();
    joint(moved.iter().map(|(points, share)| (&points[..], share.clone())))
}

/// What an end of a ledger is worth: 1 for its outcome.
pub fn worth<G: Game>(ledger: &Ledger<G>, state: &<Ledger<G> as Game>::State) -> Vec<Natural> {
    let seats = ledger.seats();
    let mut worth = vec![Natural::default(); usize::from(seats) + 1];
    worth[ledger.outcome(state).index(seats)] = Natural::from(1u32);
    worth
}

/// The explicit graph of a ledger and its numbers.
pub fn evaluated<G: Game + Clone>(
    game: &G,
    scores: &[Points],
    run: &Run<'_>,
) -> (Graph<Ledger<G>>, Evaluation) {
    let ledger = Ledger::new(game.clone(), scores);
    let graph = Graph::from(discover(&ledger, run).expect("a graph"));
    let outcomes = usize::from(game.seats()) + 1;
    let evaluation =
        graph.evaluate(&ledger, outcomes, |node| worth(&ledger, graph.state(node)), run).expect("numbers");
    (graph, evaluation)
}

/// The law of final scores that a graph's ends add up to.
pub fn graph_joint<G: Game>(graph: &Graph<Ledger<G>>, evaluation: &Evaluation, seats: usize) -> Joint {
    let mut joint = Joint::new();
    for node in (0..graph.node_count()).filter(|&node| graph.is_end(node)) {
        let scores = graph.state(node).scores[..seats].iter().map(|&points| u32::from(points)).collect();
        *joint.entry(scores).or_insert_with(chancetree::exact::zero) += evaluation.reach(node);
    }
    joint
}

/// The outcomes of a joint law.
pub fn outcomes(joint: &Joint) -> Vec<Rational> {
    let seats = joint.keys().next().map_or(0, Vec::len);
    let mut shares = vec![chancetree::exact::zero(); seats + 1];
    for (scores, share) in joint {
        let points: Vec<Points> = scores.iter().map(|&score| score as Points).collect();
        shares[Outcome::of(&points).index(seats as Seat)] += share;
    }
    shares
}

/// The same game without its number of ways, so that the engine must keep denominators.
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
        let mut below = Choices::default();
        below.fill(&self.0, state);
        for choice in below.iter() {
            let events = match choice.action {
                None => choices.chance(),
                Some(action) => choices.action(action),
            };
            choice
                .events
                .iter()
                .fold(events, |events, event| events.event(event.weight, event.event, || event.next.clone()));
        }
    }
    fn layer(&self, state: &G::State) -> u32 {
        self.0.layer(state)
    }
    fn seats(&self) -> Seat {
        self.0.seats()
    }
    fn passes(&self, event: G::Event) -> Seat {
        self.0.passes(event)
    }
    fn points(&self, event: G::Event) -> Points {
        self.0.points(event)
    }
}
