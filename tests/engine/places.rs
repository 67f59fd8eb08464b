//! Random small games with scores, compared with plain computations over all places (a state, a mover and scores): where play
//! ends, and who wins if all play to win.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use super::test_store::resumed;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use proptest::sample::Index;

use chancetree::exact::ratio;
use chancetree::game::{Game as _, Points, Seat};
use chancetree::model::{Error, Job, Progress, Stop};
use chancetree::payoff::{Outcome, Payoff};
use chancetree_engine::evaluate::{
    Chain, VisitQuery, VisitSink, Visits, absorption_probabilities,
    checkpoint::{read_value, save_value},
    expected_visits, solve,
};
use chancetree_engine::model::csr::Csr;

use oracles::board::graph;
use oracles::elimination;
use oracles::ledger::{Ledger, Situation};
use oracles::random::{Shape, cases, toys};
use oracles::toy::Toy;

const ALONE: Job<'static> = Job::new();

/// Pays 1 to the seat with the strictly greatest score.
struct Win;

impl Payoff<Ledger<Toy>> for Win {
    fn end(&self, ledger: &Ledger<Toy>, end: &Situation<usize>, seat: Seat) -> i64 {
        i64::from(ledger.outcome(end) == Outcome::Won((end.mover + seat) % ledger.seats()))
    }
}

/// The visits of each place, and the probability of ever reaching it.
#[derive(Clone, Debug, PartialEq)]
struct VisitRecord(Vec<(BigRational, BigRational)>);

impl VisitSink for VisitRecord {
    fn put(&mut self, place: usize, Visits { visits, probability }: Visits) {
        self.0[place] = (visits, probability);
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.0)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.0 = read_value(input)?;
        Ok(())
    }
}

proptest! {
    #![proptest_config(cases(64))]

    /// A walk that cycles through all its places, with random other steps, until it ends: its visits match the inverse of its
    /// matrix.
    #[test]
    fn visits_of_cyclic_walks_match_the_inverse(
        places in prop::collection::vec(prop::collection::vec((any::<Index>(), 1u32..100), 0..4), 2..14),
        out in any::<Index>(),
    ) {
        let size = places.len();
        let out = out.index(size);
        let steps = |(place, more): (usize, Vec<(Index, u32)>)| -> Vec<(BigRational, usize)> {
            let end = (place == out).then_some((size, 1));
            let more = more.into_iter().map(|(next, weight)| (next.index(size), weight));
            let all: Vec<_> = more.chain([((place + 1) % size, 1)]).chain(end).collect();
            let total: u32 = all.iter().map(|(_, weight)| weight).sum();
            all.into_iter().map(|(next, weight)| (ratio(weight, total), next)).collect()
        };
        let mut chain: Vec<_> = places.into_iter().enumerate().map(steps).collect();
        chain.push(Vec::new());
        // The end first, then all places.
        let components = Csr::new(2, (0..=size).map(|place| (usize::from(place < size), place)));
        let visits = |job: &Job<'_>| {
            let query = Chain {
                components: &components,
                start: 0,
                steps: &|place, found| chain[place].iter().for_each(|(share, next)| found(*next, share.clone())),
                name: &|place| place.to_string(),
                tick: &|_, bytes| job.reserve(bytes, Progress::default()),
            };
            let mut found = VisitRecord(vec![Default::default(); size + 1]);
            expected_visits(&query, VisitQuery::Probability, &mut found, job).map(|()| found)
        };
        let found = resumed(2, visits);
        let found = found.0;
        prop_assert_eq!(found, elimination::visits(&chain));
    }
}

proptest! {
    #![proptest_config(cases(256))]

    /// Play with cycles ends with the probabilities and scores of elimination.
    #[test]
    fn ends_of_cycles_match_elimination(
        toy in toys(Shape { seats: 3, states: 6, decides: false, cycles: true, heavy: true, least: -3 }),
        scores in prop::collection::vec(0 as Points..4, 3),
    ) {
        let scores = &scores[..usize::from(toy.seats)];
        let (places, choices) = elimination::places(&toy, scores);
        let steps = |choices: &Vec<Vec<elimination::Step>>| -> Vec<_> {
            choices.iter().flatten().map(|(share, _, next)| (share.clone(), *next)).collect()
        };
        let visits = elimination::visits(&choices.iter().map(steps).collect::<Vec<_>>());
        let (mut expected, mut found) = (BTreeMap::<_, BigRational>::new(), BTreeMap::<_, BigRational>::new());
        for (place, (state, _, scores)) in places.into_iter().enumerate().filter(|(at, _)| choices[*at].is_empty()) {
            *expected.entry((state, scores)).or_default() += &visits[place].1;
        }
        let graph = graph(&toy);
        let scored = graph.with_scores(scores, None, &ALONE).expect("no limits");
        for (node, share) in absorption_probabilities(&scored, &ALONE).expect("play ends") {
            let state = *scored.state(node);
            *found.entry((state, scored.scores(node))).or_default() += share;
        }
        prop_assert_eq!(found, expected);
    }

    /// An endless walk is detected without a system of equations.
    #[test]
    fn endless_walks_are_detected_without_equations(
        places in prop::collection::vec(prop::collection::vec((any::<Index>(), 1u32..100), 0..4), 2..14),
    ) {
        let size = places.len();
        let steps = |(place, more): (usize, &Vec<(Index, u32)>)| -> Vec<(BigRational, usize)> {
            let more = more.iter().map(|(next, weight)| (next.index(size), *weight));
            let all: Vec<_> = more.chain([((place + 1) % size, 1)]).collect();
            let total: u32 = all.iter().map(|(_, weight)| weight).sum();
            all.into_iter().map(|(next, weight)| (ratio(weight, total), next)).collect()
        };
        let chain: Vec<_> = places.iter().enumerate().map(steps).collect();
        let query = Chain {
            components: &Csr::new(1, (0..size).map(|place| (0, place))),
            start: 0,
            steps: &|place, found| chain[place].iter().for_each(|(share, next)| found(*next, share.clone())),
            name: &|place| place.to_string(),
            tick: &|_, bytes| if bytes == 0 { Ok(()) } else { Err(Error::Stop(Stop::ByMonitor(Progress::default()))) },
        };
        let mut record = VisitRecord(vec![Default::default(); size]);
        let found = expected_visits(&query, VisitQuery::Probability, &mut record, &ALONE);
        prop_assert_eq!(found, Err(Error::NeverEnds("0".into())));
    }

    /// Players who play to win take the best action at every place; among equal actions the first.
    #[test]
    fn playing_to_win_matches_backward_induction(
        toy in toys(Shape { seats: 3, states: 7, decides: true, cycles: false, heavy: true, least: -3 }),
        scores in prop::collection::vec(0 as Points..3, 3),
    ) {
        let scores = &scores[..usize::from(toy.seats)];
        let (places, choices) = elimination::places(&toy, scores);
        // Successors first: they have greater states.
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&place| std::cmp::Reverse(places[place].0));
        let mut values = vec![vec![BigRational::zero(); scores.len()]; places.len()];
        for place in order {
            let (_, mover, scores) = &places[place];
            if let (true, Outcome::Won(seat)) = (choices[place].is_empty(), Outcome::of(scores)) {
                values[place][usize::from(seat)] = BigRational::one();
            }
            let worth = |steps: &Vec<elimination::Step>| -> Vec<BigRational> {
                let seat = |seat: usize| steps.iter().map(|(share, _, next)| share * &values[*next][seat]).sum();
                (0..scores.len()).map(seat).collect()
            };
            let all: Vec<_> = choices[place].iter().map(worth).collect();
            let best = all.iter().map(|worth| &worth[*mover]).max().cloned();
            if let Some(first) = all.into_iter().find(|worth| Some(&worth[*mover]) == best.as_ref()) {
                values[place] = first;
            }
        }
        let ledger = Ledger::new(toy.clone(), scores);
        let graph = graph(&ledger);
        let solution = solve(&graph, &Win, &ALONE).expect("values");
        prop_assert_eq!(graph.node_count(), places.len());
        for node in 0..graph.node_count() {
            let here = graph.state(node);
            let key = (here.state, usize::from(here.mover), ledger.scores(here).to_vec());
            let place = places.iter().position(|place| *place == key).expect("play can come there");
            let mut expected = values[place].clone();
            expected.rotate_left(usize::from(here.mover));
            prop_assert_eq!(solution.value(node), expected);
        }
    }
}
