//! The numbers on the nodes, also where the graph was cut.

use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::watch::Watch;
use crate::evaluate::backward::{distributions, seated};
use crate::evaluate::nodes::{Figures, Worth};
use crate::exact::Natural;
use crate::game::Game;
use crate::games::Explore as _;
use crate::games::memory::Memory;
use crate::model::Situations;
use crate::payoff::Outcome;
use std::collections::HashMap;

/// The numbers on the nodes, rounded if that is enough. What lies beyond a cut is not in the graph; its worth comes from the backward evaluator.
pub(super) fn evaluate(
    graph: &Situations<Memory>,
    position: &Position,
    exact: bool,
    watch: &Watch,
) -> Result<Figures, Fail> {
    let run = watch.run();
    let family = &position.game;
    let seats = family.seats();
    let outcomes = usize::from(seats) + 1;
    let mut beyond: HashMap<usize, Worth> = HashMap::new();
    if !graph.cut().is_empty() {
        let below = family.graph(&run).map_err(|error| watch.explain(error))?;
        let mut tables: Vec<_> = graph.cut().iter().map(|&node| *graph.state(node)).collect();
        tables.sort_unstable();
        tables.dedup();
        let place: HashMap<_, _> = (0..below.node_count()).map(|node| (*below.state(node), node)).collect();
        let wanted: Vec<usize> = tables.iter().map(|table| place[table]).collect();
        let distributions = distributions(&below, &wanted, &run).map_err(|error| watch.explain(error))?;
        for &node in graph.cut() {
            let distribution =
                &distributions[tables.binary_search(graph.state(node)).expect("it was collected")];
            let mut worth = vec![Natural::default(); outcomes];
            for (points, number) in distribution.numbers() {
                let more = seated(points, graph.mover(node));
                let scores: Vec<u16> =
                    graph.scores(node).iter().zip(&more).map(|(have, more)| have + more).collect();
                worth[Outcome::of(&scores).index(seats)] += number;
            }
            beyond.insert(node, worth);
        }
    }
    let worth = |node: usize| {
        beyond.get(&node).cloned().unwrap_or_else(|| {
            let mut worth = vec![Natural::default(); outcomes];
            worth[graph.outcome(node).index(seats)] = Natural::from(1u32);
            worth
        })
    };
    let figures = if exact {
        graph.evaluate(outcomes, worth, &run).map(Box::new).map(Figures::Exact)
    } else {
        graph.evaluate_rounded(outcomes, worth, &run).map(Figures::Rounded)
    };
    figures.map_err(|error| watch.explain(error))
}
