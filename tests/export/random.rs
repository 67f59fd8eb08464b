//! Random small games in every format: files contain the results of a solver that uses only fractions, and are read back as
//! written.

use chancetree_engine::evaluate::{AnyEvaluation, evaluate};
use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;

use chancetree::evaluate::solve;
use chancetree::exact::Natural;
use chancetree::export::{
    self, CellValue, Decision, Document, Dot, Drn, Gexf, GraphDocument, GraphFormat, Graphml, Html, Json,
    NodeLabel, ShownActions, Svg, csv,
};
use chancetree::game::Points;
use chancetree::model::{Error, Graph, Job};
use chancetree::payoff::{Gain, Outcome};

use super::{page, picture};
use oracles::board::graph;
use oracles::documents::read::{self, Read, State};
use oracles::documents::{Table, bytes, string};
use oracles::elimination::{Step, places, visits, worth};
use oracles::random::{Place, Shape, cases, toys};
use oracles::toy::Toy;

/// The payoffs of a place: one for each outcome, or one for each seat.
type Pay = Vec<BigRational>;

fn share(text: &str) -> BigRational {
    text.parse().expect("a fraction")
}

fn whole(points: Points) -> BigRational {
    BigRational::from_integer(points.into())
}

/// Returns the records of a file, by the names of their columns.
fn records(document: &dyn Document, read: &Read) -> Vec<BTreeMap<String, CellValue>> {
    let names = || document.head().node_columns.iter().map(|column| column.name.clone());
    read.nodes.iter().map(|cells| names().zip(cells.iter().cloned()).collect()).collect()
}

fn text<'a>(record: &'a BTreeMap<String, CellValue>, name: &str) -> &'a str {
    let Some(CellValue::Text(text)) = record.get(name) else { panic!("{name} is text: {record:?}") };
    text
}

fn number(record: &BTreeMap<String, CellValue>, name: &str) -> i32 {
    let Some(CellValue::Integer(number)) = record.get(name) else { panic!("{name} is a number: {record:?}") };
    *number
}

fn fraction(record: &BTreeMap<String, CellValue>, name: &str) -> BigRational {
    share(text(record, name))
}

/// Returns the state, the mover and, where they are kept, the scores of a node.
fn place(record: &BTreeMap<String, CellValue>, scores: usize) -> Place {
    let state = text(record, "state").parse().expect("the number of a state");
    let scores = (1..=scores).map(|seat| number(record, &format!("score_{seat}")) as Points).collect();
    (state, number(record, "mover") as usize - 1, scores)
}

/// Writes a document in every format and reads it back. Returns the contents, and the rewards and states of the DRN file.
fn read_back(document: &dyn Document) -> (Read, Vec<String>, Vec<State>) {
    let written = Read::of(document);
    let table = Table::of(document);
    let as_text = |format: &dyn GraphFormat| string(document, format);
    let json = Read::json(document, &as_text(&Json::new(document)));
    json.assert_is(&written, "json");
    let text: serde_json::Value = serde_json::from_str(&as_text(&Json::new(document))).expect("JSON");
    assert_eq!(text["graph"]["start"], document.start());
    Read::graphml(document, &as_text(&Graphml::new(document))).assert_is(&written, "graphml");
    Read::gexf(document, &as_text(&Gexf::new(document))).assert_is(&written, "gexf");
    Read::csv(document, &as_text(&csv::Nodes), &as_text(&csv::Edges)).assert_is(&written, "csv");
    let drawn = read::dot(&as_text(&Dot::default()));
    let named = table.edges.iter().map(|edge| match edge.decided {
        None => (edge.source, edge.target, format!("{}: {}", edge.event, edge.exact)),
        Some(_) => (edge.source, edge.target, edge.event.clone()),
    });
    assert_eq!(drawn, named.collect::<Vec<_>>(), "dot");
    page::assert_holds(&as_text(&Html::new(document)), &table);
    picture::assert_holds(&as_text(&Svg::default()), &table);
    let (names, states) = read::drn(&as_text(&Drn));
    (json, names, states)
}

/// Returns the steps of the chosen choices, without their events.
fn chain(choices: &[Vec<Vec<Step>>], policy: impl Fn(usize) -> usize) -> Vec<Vec<(BigRational, usize)>> {
    let steps = choices.iter().enumerate().map(|(place, choices)| choices.get(policy(place)));
    let plain = |steps: &Vec<Step>| steps.iter().map(|(share, _, next)| (share.clone(), *next)).collect();
    steps.map(|steps| steps.map(plain).unwrap_or_default()).collect()
}

/// Returns 1 for the outcome of each end.
fn outcomes(places: &[Place], choices: &[Vec<Vec<Step>>], seats: u8) -> Vec<Pay> {
    let pay = |(place, choices): (&Place, &Vec<Vec<Step>>)| {
        let mut pay = vec![BigRational::zero(); usize::from(seats) + 1];
        if choices.is_empty() {
            pay[Outcome::of(&place.2).index(seats)] = BigRational::one();
        }
        pay
    };
    places.iter().zip(choices).map(pay).collect()
}

/// Returns the expected points of each seat in the next event.
fn gains(
    places: &[Place],
    choices: &[Vec<Vec<Step>>],
    policy: impl Fn(usize) -> usize,
    seats: u8,
) -> Vec<Pay> {
    let gain = |place: usize| {
        let mut gain = vec![BigRational::zero(); usize::from(seats)];
        for (share, step, _) in choices[place].get(policy(place)).into_iter().flatten() {
            gain[places[place].1] += share * whole(step.points);
        }
        gain
    };
    (0..places.len()).map(gain).collect()
}

/// Returns the chain of a DRN file under one action in each state, and the rewards of these actions.
fn of_drn(states: &[State], taken: impl Fn(usize) -> usize) -> (Vec<Vec<(BigRational, usize)>>, Vec<Pay>) {
    let one = |(index, state): (usize, &State)| {
        let (rewards, steps) = &state.actions[taken(index)];
        // Ends lead to themselves.
        let steps =
            steps.iter().filter(|(_, next)| *next != index || !state.labels.contains(&"done".to_owned()));
        (steps.cloned().collect(), rewards.clone())
    };
    states.iter().enumerate().map(one).unzip()
}

/// Compares a document of a game of chance with the naive solver, and its files with the document.
fn assert_chance(toy: &Toy, document: &dyn Document, scores: &[Points]) {
    let (places, choices) = places(toy, scores);
    let chain = chain(&choices, |_| 0);
    let odds = worth(&chain, &outcomes(&places, &choices, toy.seats));
    let visits = visits(&chain);
    let (read, rewards, states) = read_back(document);
    let records = records(document, &read);
    let at: Vec<usize> = records
        .iter()
        .map(|record| place(record, scores.len()))
        .map(|here| places.iter().position(|place| *place == here).expect("play can come there"))
        .collect();
    assert_eq!(at.len(), places.len(), "each place once");
    for (record, &at) in records.iter().zip(&at) {
        assert_eq!(fraction(record, "reach_exact"), visits[at].1);
        let names = (1..=toy.seats).map(|seat| format!("win_{seat}_exact")).chain(["draw_exact".to_owned()]);
        let found: Vec<_> = names.map(|name| fraction(record, &name)).collect();
        assert_eq!(found, odds[at]);
        assert_eq!(record["end"], CellValue::Flag(choices[at].is_empty()));
    }
    assert_edges(&read, &at, &choices, &|_, edge| edge.cells[1..].to_vec(), &|step| {
        [step.1.points, i32::from(step.1.passes)].map(CellValue::Integer).to_vec()
    });
    // The file for Storm is a chain with the same odds, the same points, and a label for each way to end.
    let (chain, brought) = of_drn(&states, |_| 0);
    let start = document.start();
    let found = self::worth(&chain, &brought).swap_remove(start);
    let expected = self::worth(&self::chain(&choices, |_| 0), &gains(&places, &choices, |_| 0, toy.seats));
    assert_eq!(found[1..], expected[0], "{rewards:?}");
    let labels = (1..=toy.seats).map(|seat| format!("won_{seat}")).chain(["drawn".to_owned()]);
    let pays: Vec<Pay> = states
        .iter()
        .map(|state| labels.clone().map(|label| u8::from(state.labels.contains(&label)).into()))
        .map(|pay| pay.map(BigRational::from_integer).collect())
        .collect();
    assert_eq!(self::worth(&chain, &pays)[start], odds[0]);
}

/// Compares the edges of a file with the steps of a game; `at` has the places of its nodes. `cells` and `wanted` select what
/// else is compared.
fn assert_edges(
    read: &Read,
    at: &[usize],
    choices: &[Vec<Vec<Step>>],
    cells: &dyn Fn(usize, &read::Line) -> Vec<CellValue>,
    wanted: &dyn Fn(&Step) -> Vec<CellValue>,
) {
    let key = |from: usize, event: String, to: usize, exact: BigRational, cells: Vec<CellValue>| {
        (from, event, to, exact, format!("{cells:?}"))
    };
    let line = |(index, edge): (usize, &read::Line)| {
        let exact = share(&edge.exact);
        key(at[edge.source], edge.event.clone(), at[edge.target], exact, cells(index, edge))
    };
    let mut found: Vec<_> = read.edges.iter().enumerate().map(line).collect();
    let steps = choices
        .iter()
        .enumerate()
        .flat_map(|(from, choices)| choices.iter().flatten().map(move |step| (from, step)));
    let step = |(from, step): (usize, &Step)| {
        key(from, step.1.name.to_string(), step.2, step.0.clone(), wanted(step))
    };
    let mut all: Vec<_> = steps.map(step).collect();
    found.sort();
    all.sort();
    assert_eq!(found, all);
}

/// Compares a document of decisions with the naive solver: under the actions taken, positions have the written values and
/// visits, and no other action is better.
fn assert_decisions(toy: &Toy, document: &dyn Document, whole_game: bool) {
    let (places, choices) = places(toy, &[]);
    let (read, rewards, states) = read_back(document);
    let records = records(document, &read);
    let at: Vec<usize> = records
        .iter()
        .map(|record| place(record, 0))
        .map(|here| places.iter().position(|place| *place == here).expect("play can come there"))
        .collect();
    let positions: Vec<usize> =
        (0..at.len()).filter(|&node| text(&records[node], "what") == "state").collect();
    if whole_game {
        assert_eq!(positions.len(), places.len(), "each place once");
    }
    let actions = |at: usize| {
        let mut actions: Vec<_> = toy.states[places[at].0].1.iter().filter_map(|choice| choice.0).collect();
        actions.sort_unstable();
        actions
    };
    // The action that the file takes at each place.
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    for (record, &at) in records.iter().zip(&at) {
        let action = actions(at).iter().position(|action| action.to_string() == text(record, "action"));
        if let (Some(action), CellValue::Flag(true)) = (action, &record["taken"]) {
            assert_eq!(taken.insert(at, action), None, "one action is taken");
        }
    }
    // Places that the file does not show are not reached.
    let shown = |place: usize| positions.iter().any(|&node| at[node] == place);
    let policy = |place: usize| if shown(place) { *taken.get(&place).unwrap_or(&0) } else { usize::MAX };
    let chain = chain(&choices, policy);
    let values = worth(&chain, &gains(&places, &choices, policy, toy.seats));
    let visits = visits(&chain);
    let at_node = &at;
    for (node, (record, &at)) in records.iter().zip(&at).enumerate() {
        let mover = places[at].1;
        let action = actions(at).iter().position(|action| action.to_string() == text(record, "action"));
        let steps = choices[at].get(action.unwrap_or_else(|| policy(at)));
        let mut own = vec![BigRational::zero(); usize::from(toy.seats)];
        for (share, step, next) in steps.into_iter().flatten().filter(|step| shown(step.2)) {
            own[mover] += share * whole(step.points);
            own.iter_mut().zip(&values[*next]).for_each(|(own, value)| *own += share * value);
        }
        if steps.into_iter().flatten().all(|step| shown(step.2)) {
            assert_eq!(fraction(record, "value_exact"), own[mover], "{record:?}");
            for seat in (1..=usize::from(toy.seats)).filter(|_| toy.seats > 1) {
                assert_eq!(fraction(record, &format!("value_{seat}_exact")), own[seat - 1]);
            }
            let difference =
                if action.is_some() { &own[mover] - &values[at][mover] } else { BigRational::zero() };
            assert_eq!(fraction(record, "difference_exact"), difference);
        }
        // After an action, and at a place without a decision, all events of the game may happen.
        let own = read.edges.iter().filter(|edge| edge.source == node);
        if own.clone().all(|edge| edge.cells[1] == CellValue::Text("chance".to_owned())) {
            let lines = own.map(|edge| (edge.event.clone(), at_node[edge.target], share(&edge.exact)));
            let all = steps
                .into_iter()
                .flatten()
                .map(|(share, step, next)| (step.name.to_string(), *next, share.clone()));
            let (mut lines, mut all) = (lines.collect::<Vec<_>>(), all.collect::<Vec<_>>());
            lines.sort();
            all.sort();
            assert_eq!(lines, all, "{record:?}");
        }
        assert!(fraction(record, "difference_exact") <= BigRational::zero(), "nothing is better: {record:?}");
        let is_other_action = action.is_some_and(|action| action != policy(at));
        let (often, ever) = if is_other_action { Default::default() } else { visits[at].clone() };
        assert_eq!(fraction(record, "reach_exact"), ever);
        if record.contains_key("visits_exact") {
            assert_eq!(fraction(record, "visits_exact"), often);
        } else {
            assert_eq!(often, ever, "nothing is reached twice");
        }
    }
    // The file for Storm has the same points for the same actions.
    let decided = |node: usize| {
        let place = states[node].actions.len() > 1;
        let mut edges = read.edges.iter().filter(|edge| edge.source == node);
        if place { edges.position(|edge| share(&edge.exact).is_one()).expect("one is taken") } else { 0 }
    };
    let (chain, brought) = of_drn(&states, decided);
    let reached = reachable(&chain, document.start());
    let pays: Vec<Pay> = brought.into_iter().collect();
    let (chain, pays) = restricted(&chain, &pays, &reached);
    let found = worth(&chain, &pays).swap_remove(0);
    assert_eq!(found[1..=usize::from(toy.seats)], values[0], "{rewards:?}");
}

/// Returns the places that a chain reaches from one place, that place first.
fn reachable(chain: &[Vec<(BigRational, usize)>], start: usize) -> Vec<usize> {
    let mut visited = vec![start];
    for done in 0.. {
        let Some(&place) = visited.get(done) else { break };
        for (_, next) in &chain[place] {
            if !visited.contains(next) {
                visited.push(*next);
            }
        }
    }
    visited
}

/// Returns the chain of some places that no step leaves.
fn restricted(
    chain: &[Vec<(BigRational, usize)>],
    pays: &[Pay],
    among: &[usize],
) -> (Vec<Vec<(BigRational, usize)>>, Vec<Pay>) {
    let at = |place: usize| among.iter().position(|&other| other == place).expect("it is among them");
    let steps =
        |place: &usize| chain[*place].iter().map(|(share, next)| (share.clone(), at(*next))).collect();
    (among.iter().map(steps).collect(), among.iter().map(|&place| pays[place].clone()).collect())
}

/// Generates which actions are shown.
fn shown() -> impl Strategy<Value = ShownActions> {
    prop_oneof![Just(ShownActions::All), Just(ShownActions::Taken), (0u8..2).prop_map(ShownActions::Of)]
}

proptest! {
    #![proptest_config(cases(200))]

    /// Writes the graph of a game of chance with its scores.
    #[test]
    fn games_of_chance_are_written_correctly(
        toy in toys(Shape { seats: 3, states: 6, decides: false, cycles: false, heavy: true, least: 0 }),
        scores in prop::collection::vec(0 as Points..3, 3),
        label in prop_oneof![Just(NodeLabel::Counts), Just(NodeLabel::Reach), Just(NodeLabel::Odds)],
    ) {
        let scores = &scores[..usize::from(toy.seats)];
        let graph = graph(&toy).with_scores(scores, None, &Job::default()).expect("few points");
        let worth = |node: usize| {
            let mut worth = vec![Natural::default(); scores.len() + 1];
            worth[graph.outcome(node).index(toy.seats)] = Natural::from(1u32);
            worth
        };
        let exact = evaluate(&graph, scores.len() + 1, worth, &Job::default()).expect("only chance");
        let figures = AnyEvaluation::Exact(Box::new(exact));
        let about = export::DocumentInfo { title: "random".into(), exact: true, label, ..Default::default() };
        assert_chance(&toy, &GraphDocument::with_odds(&graph, &figures, about), scores);
    }

    /// Writes the graph of a game with decisions and cycles.
    #[test]
    fn decisions_are_written_correctly(
        toy in prop_oneof![
            toys(Shape { seats: 3, states: 7, decides: true, cycles: false, heavy: true, least: 0 }),
            toys(Shape { seats: 2, states: 6, decides: true, cycles: true, heavy: false, least: 0 }),
            toys(Shape { seats: 3, states: 6, decides: false, cycles: true, heavy: false, least: 0 }),
        ],
        shown in shown(),
    ) {
        let job = Job::default();
        let graph = Graph::of(&toy, &job).expect("finite");
        let solution = match solve(&graph, &Gain, &job) {
            Ok(solution) => solution,
            // With several players, there may be no stable policy, or endless play may be better for each player than giving
            // in. Another game is tried instead.
            Err(Error::NoStablePolicy(_) | Error::NeverEnds(_)) => {
                return Err(TestCaseError::reject("no stable policy"));
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        let about = export::DocumentInfo { title: "random".into(), exact: true, shown, counts: true, ..Default::default() };
        let decide = |node| Decision::of(&graph, &solution, node);
        let document = GraphDocument::new(&graph, decide, about, &job).expect("play ends");
        assert_decisions(&toy, &document, shown == ShownActions::All);
        prop_assert_eq!(bytes(&document, &Drn, 1), bytes(&document, &Drn, 3));
    }
}
