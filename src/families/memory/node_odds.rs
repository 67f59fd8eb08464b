//! The numbers on the nodes of a graph of Memory with scores, including a truncated graph.

use super::Memory;
use crate::evaluate::{AnyEvaluation, Masses, distributions, evaluate, evaluate_rounded, from_first_player};
use crate::exact::Natural;
use crate::game::MAX_POINTS;
use crate::model::order;
use crate::model::{Error, Graph, Job};
use crate::payoff::Outcome;
use std::collections::HashMap;

/// Returns the odds of every node of a graph of a game, rounded unless exact odds are requested. The part beyond a cut
/// is not in the graph; its value comes from the backward evaluator, in the `whole` graph without scores. The work can
/// be saved.
///
/// # Errors
/// If a limit of `job` is exceeded, or work cannot be saved or read.
pub fn node_odds(
    graph: &Graph<Memory>,
    whole: &Graph<Memory>,
    exact: bool,
    job: &Job<'_>,
) -> Result<AnyEvaluation, Error> {
    let seats = graph.seats();
    let outcomes = usize::from(seats) + 1;
    let mut beyond: HashMap<usize, Masses> = HashMap::new();
    if !graph.cut().is_empty() {
        let mut tables: Vec<_> = graph.cut().iter().map(|&node| *graph.state(node)).collect();
        order::sort_unique(&mut tables);
        let place = whole.nodes();
        let wanted: Vec<usize> = tables.iter().map(|table| place[table]).collect();
        let distributions = distributions(whole, &wanted, &job.unsaved())?;
        for &node in graph.cut() {
            let distribution =
                &distributions[tables.binary_search(graph.state(node)).expect("it was collected")];
            let mut masses = vec![Natural::default(); outcomes];
            for (points, number) in distribution.masses() {
                let more = from_first_player(points, graph.mover(node));
                let scores = graph.scores(node).into_iter().zip(more);
                let scores: Vec<_> = scores.map(|(have, more)| have + more).collect();
                if scores.iter().any(|&points| points > MAX_POINTS) {
                    return Err(Error::PointsOverflow);
                }
                masses[Outcome::of(&scores).index(seats)] += number;
            }
            beyond.insert(node, masses);
        }
    }
    let masses = |node: usize| {
        beyond.get(&node).cloned().unwrap_or_else(|| {
            let mut masses = vec![Natural::default(); outcomes];
            masses[graph.outcome(node).index(seats)] = Natural::from(1u32);
            masses
        })
    };
    Ok(match exact {
        true => AnyEvaluation::Exact(Box::new(evaluate(graph, outcomes, masses, job)?)),
        false => AnyEvaluation::Rounded(evaluate_rounded(graph, outcomes, masses, job)?),
    })
}
