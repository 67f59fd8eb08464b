//! Optimal play of games written in Python.

use crate::ask::graph;
use crate::game::PyGame;
use crate::model::{QueryArgs, run, run_embedded};
use crate::objects::{NamedObject, repr};
use crate::payoff::PyPayoff;
use crate::payoff_distribution::payoff_distribution;
use crate::value::{all_exact, exact, is_json, python};
use chancetree::evaluate::{OptimalPlay, RandomGame, absorption_probabilities};
use chancetree::exact::ratio;
use chancetree::export::ShownActions;
use chancetree::model::Error;
use chancetree::prelude::{DocumentInfo, Gain, Graph, Job, Rational, odds, solve};
use chancetree_families::family::sampled::{EndedGame, Sample, model_player};
use chancetree_families::family::{PlayerNames, Sampling};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;

/// Returns the odds by points of a game of chance: the probability that each seat has strictly the most points and of a draw,
/// if there are several seats and no cycles, and the expected points of each seat.
fn by_points(graph: &Graph<PyGame>, job: &Job<'_>) -> Result<(Vec<Rational>, Vec<Rational>), Error> {
    if graph.is_acyclic() {
        let seats = usize::from(graph.seats());
        let found = odds(graph.model(), &vec![0; seats], job)?;
        return Ok((if seats > 1 { found.outcomes } else { Vec::new() }, found.expected));
    }
    let solved = solve(graph, &Gain, job)?;
    Ok((Vec::new(), solved.value(graph.start())))
}

/// Optimal play of an explored game.
#[pyclass(frozen, from_py_object, module = "chancetree", name = "Solved")]
#[derive(Clone)]
pub(crate) struct SolvedModel {
    pub(crate) best: Arc<OptimalPlay<PyGame>>,
    pub(crate) payoff: Arc<PyPayoff>,
    /// The width of the bounds on the values, or `None` for exact values.
    pub(crate) width: Option<f64>,
    pub(crate) nodes: Arc<HashMap<u32, usize>>,
}

impl SolvedModel {
    fn game(&self) -> &PyGame {
        self.best.graph().game()
    }

    /// Returns the node of a state, or the start node for `None`.
    fn node(&self, state: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let Some(state) = state else { return Ok(self.best.graph().start()) };
        let number = self.game().number(state)?.and_then(|number| self.nodes.get(&number).copied());
        number.ok_or_else(|| PyKeyError::new_err(format!("play never reaches {}", repr(state))))
    }

    fn action<'py>(
        &self,
        py: Python<'py>,
        action: Option<NamedObject>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        action.map(|action| self.game().action_object(py, action.id)).transpose()
    }
}

#[pymethods]
impl SolvedModel {
    /// The number of states in which several actions are optimal.
    #[getter]
    fn ties(&self) -> u64 {
        self.best.ties
    }

    /// The bound on the error of each value, or `None` for exact values.
    #[getter]
    fn error(&self) -> Option<f64> {
        self.best.error()
    }

    /// Returns the expected value of each seat in a state, the mover first.
    #[pyo3(signature = (state=None))]
    fn value<'py>(&self, py: Python<'py>, state: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, all_exact(py, &self.best.value(self.node(state)?))?)
    }

    /// Returns the optimal action in a state.
    #[pyo3(signature = (state=None))]
    fn taken<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.action(py, self.best.action(self.node(state)?))
    }

    /// Returns every action of a state with its value for each seat.
    #[pyo3(signature = (state=None))]
    fn actions<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let found = PyList::empty(py);
        for valued in self.best.actions(self.node(state)?) {
            let Some(action) = self.action(py, valued.action)? else { continue };
            found.append((action, all_exact(py, &valued.values)?))?;
        }
        Ok(found)
    }

    /// Returns the optimal action of every state with a decision.
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for node in (0..self.best.graph().node_count()).filter(|&node| self.best.graph().decides(node)) {
            if let Some(action) = self.action(py, self.best.action(node))? {
                found.set_item(self.game().object(py, self.best.graph().state(node).id)?, action)?;
            }
        }
        Ok(found)
    }

    /// Returns the odds by points: the probability that each seat has strictly the most points, and the
    /// expected points.
    fn odds<'py>(&self, py: Python<'py>, args: QueryArgs<'py>) -> PyResult<Bound<'py, PyDict>> {
        let own = self.clone();
        let (outcomes, expected) =
            run(py, self.game(), args, move |job| by_points(&own.best.induced(job)?, job))?;
        let found = PyDict::new(py);
        if let Some((draw, win)) = outcomes.split_last() {
            found.set_item("win", all_exact(py, win)?)?;
            found.set_item("draw", exact(py, draw)?)?;
        }
        found.set_item("expected_points", all_exact(py, &expected)?)?;
        Ok(found)
    }

    /// Returns the probability of each end under optimal play.
    fn ends<'py>(&self, py: Python<'py>, args: QueryArgs<'py>) -> PyResult<Bound<'py, PyDict>> {
        let own = self.clone();
        let all = run(py, self.game(), args, move |job| {
            let graph = own.best.induced(job)?;
            let all = absorption_probabilities(graph.model(), job)?;
            let id = |node: usize| graph.state(node).id;
            Ok(all.into_iter().map(|(node, chance)| (id(node), chance)).collect::<Vec<_>>())
        })?;
        let found = PyDict::new(py);
        for (state, chance) in all {
            found.set_item(self.game().object(py, state)?, exact(py, &chance)?)?;
        }
        Ok(found)
    }

    /// Returns the joint distribution of the final payoffs: pairs of the payoffs of all seats and their probability.
    fn distribution<'py>(&self, py: Python<'py>, args: QueryArgs<'py>) -> PyResult<Bound<'py, PyList>> {
        let own = self.clone();
        let (unit, all) = run(py, self.game(), args, move |job| {
            let graph = Arc::new(own.best.induced(job)?);
            let payoff_table = own.payoff.table(&graph)?;
            Ok((payoff_table.unit(), payoff_distribution(&graph, payoff_table, job)?))
        })?;
        let found = PyList::empty(py);
        for (payoffs, chance) in all {
            let payoffs: Vec<_> = payoffs.into_iter().map(|payoff| ratio(payoff, unit)).collect();
            found.append((all_exact(py, &payoffs)?, exact(py, &chance)?))?;
        }
        Ok(found)
    }

    /// Plays random games, by their number and a seed, and returns the estimates of payoffs, or of wins and points if points
    /// count.
    fn simulate<'py>(
        &self,
        py: Python<'py>,
        sampling: (u64, u64),
        names: Option<Vec<String>>,
        counts: bool,
        args: QueryArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let own = self.clone();
        let ((), answer) = run_embedded(py, self.game(), args, false, move |session, job| {
            let explain = |error| session.explain(error);
            let graph = own.best.induced(job).map_err(explain)?;
            let (outcomes, expected) = match counts {
                true => by_points(&graph, job).map_err(explain)?,
                false => (Vec::new(), own.best.value(own.best.graph().start())),
            };
            let payoff_table = own.payoff.table(&graph).map_err(explain)?;
            let end = |played: &RandomGame| {
                let halves = played.payoffs[0].iter().map(|worth| worth.saturating_mul(2)).collect();
                EndedGame { halves: vec![halves], ..EndedGame::by_score(&played.points) }
            };
            let unit = payoff_table.unit();
            let sample = Sample {
                heading: String::new(),
                parameters: json!({}),
                seats: graph.model().seats(),
                player: model_player(graph.model(), vec![payoff_table], end),
                outcomes,
                no_winner: "P(draw)".to_owned(),
                property: None,
                expected: vec![(if counts { "points" } else { "payoff" }, expected)],
                units: vec![unit],
                names: PlayerNames(names),
                error: None,
            };
            session.simulate(&sample, Sampling { games: sampling.0, seed: sampling.1 })
        })?;
        is_json(&answer.printed).map_or_else(|| Ok(py.None().into_bound(py)), |value| python(py, &value))
    }

    /// Returns the graph, as tables or as the bytes of a file. `shown` names the actions that it has.
    #[expect(clippy::too_many_arguments, reason = "Python passes each by itself")]
    fn graph<'py>(
        &self,
        py: Python<'py>,
        args: QueryArgs<'py>,
        title: String,
        worth: String,
        shown: &str,
        counts: bool,
        tables: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let shown: ShownActions =
            shown.parse().map_err(|what: String| PyValueError::new_err(format!("show={shown}: {what}")))?;
        let own = self.clone();
        let ((), answer) = run_embedded(py, self.game(), args, tables, move |session, _| {
            let about = DocumentInfo { title, worth, shown, counts, ..DocumentInfo::default() };
            session.write(&own.best, about, |graph| own.payoff.table(graph))
        })?;
        match answer.tables {
            Some(tables) => graph(py, tables),
            None => Ok(PyBytes::new(py, &answer.printed).into_any()),
        }
    }
}
