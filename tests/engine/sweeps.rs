//! Sweeps through models, and series of values: stopped after any step, they resume to the same result, and damaged saves are
//! refused.

use super::graph;
use super::test_store::{TestStore, is_refused, job_in, resumed};
use chancetree::exact::{Natural, Rational, one, ratio, zero};
use chancetree::game::Game as _;
use chancetree::games::solitaire::decisions::Rule;
use chancetree::games::solitaire::{Solitaire, distributions};
use chancetree::model::{Error, Job, Model};
use chancetree_engine::evaluate::{
    absorption_probabilities,
    series::{EdgeNumerators, StopRule, series},
    values::{
        ByValue, Frequencies as _, ModelEdge, Neighbor, NumbersByValue, Numerators, Products, Recurrence,
        Slots, SweepDirection, ValueChange, ValueSize, sweep,
    },
};
use chancetree_families::solitaire::imperfect::symbolic::functions;
use chancetree_families::solitaire::imperfect::{ImperfectSolitaire, Recall, Tables, Variant};
use oracles::toy::{Toy, passes, stays};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The weighted number of histories by their number of steps.
struct Histories<'a>(&'a Model);

fn add(sum: &mut BTreeMap<u32, Natural>, more: BTreeMap<u32, Natural>) {
    more.into_iter().for_each(|(steps, number)| *sum.entry(steps).or_default() += number);
}

impl Recurrence for Histories<'_> {
    type Value = BTreeMap<u32, Natural>;
    type Storage = Slots<Self::Value>;
    type Factor = u64;

    fn boundary(&self, _: usize) -> Self::Value {
        BTreeMap::from([(0, Natural::from(1u32))])
    }

    fn factor(&self, edge: ModelEdge) -> u64 {
        self.0.weight(edge.number).0
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Self::Value, Error> {
        let mut sum = BTreeMap::new();
        for Neighbor { value, factor, .. } in terms {
            add(&mut sum, value.iter().map(|(steps, number)| (steps + 1, number * *factor)).collect());
        }
        Ok(sum)
    }

    fn size(histories: &Self::Value) -> ValueSize {
        ValueSize::of(histories)
    }
}

/// The values of the ends, and two sums over all nodes.
type Tally = (Option<BTreeMap<u32, Natural>>, [Natural; 2]);

fn visitor(model: &Model) -> impl Fn(&mut Tally, usize, &BTreeMap<u32, Natural>) {
    |(ends, [all, nodes]), node, histories| {
        if model.is_end(node) {
            add(ends.get_or_insert_default(), histories.clone());
        }
        *all += histories.values().sum::<Natural>() * (node + 1);
        *nodes += 1u32;
    }
}

fn forward_sweep(model: &Model, job: &Job<'_>) -> Result<Tally, Error> {
    sweep(model, SweepDirection::Forward, Histories(model), Tally::default(), &visitor(model), job)
}

/// Returns the points until the end, for at most `most` values.
fn points(model: &Model, most: u64, job: &Job<'_>) -> Result<Listed, Error> {
    let shares = shares(model);
    let counted_on = |edge: usize| u64::from(model.edge_kind(edge).points.unsigned_abs());
    let stop_rule = StopRule { most, tail: &zero() };
    let heads = series(model, &shares, &counted_on, &stop_rule, job)?;
    Ok((heads.values(&shares).collect(), heads.tail(&shares)))
}

/// Returns probabilities with a factor of the denominator for each step and a factor of twelve for each node, as if every path
/// visited all nodes.
fn shares(model: &Model) -> EdgeNumerators<'_> {
    let mut totals: Vec<u64> = (0..model.edge_count()).map(|edge| model.weight(edge).1).collect();
    totals.sort_unstable();
    totals.dedup();
    let total: u64 = totals.into_iter().product();
    let missing = |node: usize| Natural::from(12u32).pow((model.node_count() - node) as u32);
    let of = move |edge: usize| {
        let (weight, own) = model.weight(edge);
        weight * (total / own) * 12u64.pow(model.target(edge).saturating_sub(model.source(edge)) as u32)
    };
    let whole = missing(model.start());
    EdgeNumerators {
        numerator: Box::new(of),
        denominator: total.into(),
        end_factor: whole,
        factor_to_end: Box::new(missing),
    }
}

/// Values with their probabilities, and the probability of all other values.
type Listed = (Vec<(u64, Rational)>, Rational);

/// Returns the probabilities of values below `most` by following every path for `steps` steps.
fn naive(model: &Model, most: u64, steps: usize) -> BTreeMap<u64, Rational> {
    let mut now = BTreeMap::from([((0, model.start()), ratio(1, 1))]);
    let mut ends = BTreeMap::new();
    for _ in 0..steps {
        let mut next = BTreeMap::new();
        for ((value, node), chance) in now {
            if value >= most {
                continue;
            }
            if model.is_end(node) {
                *ends.entry(value).or_insert_with(zero) += chance;
                continue;
            }
            for edge in model.edges_of(node) {
                let (weight, total) = model.weight(edge);
                let place =
                    (value + u64::from(model.edge_kind(edge).points.unsigned_abs()), model.target(edge));
                *next.entry(place).or_insert_with(zero) += &chance * ratio(weight, total);
            }
        }
        now = next;
    }
    ends
}

/// Returns the weight of an edge; some weights exceed 64 bits.
fn factor(model: &Model, edge: usize) -> Natural {
    Natural::from(model.weight(edge).0) << (37 * (edge % 3))
}

/// Returns the weighted number of paths to each end by a value; the paths are enumerated one by one, without self-loops.
fn all_paths(model: &Model, after: &dyn Fn(usize, i64) -> i64) -> BTreeMap<(usize, i64), Natural> {
    let (mut found, mut open) = (BTreeMap::new(), vec![(model.start(), 0, Natural::from(1u32))]);
    while let Some((node, value, weight)) = open.pop() {
        if model.is_end(node) {
            *found.entry((node, value)).or_default() += weight;
            continue;
        }
        for edge in model.edges_of(node).filter(|&edge| model.target(edge) != node) {
            open.push((model.target(edge), after(edge, value), &weight * factor(model, edge)));
        }
    }
    found
}

/// Returns the expected points from a node to the end, and the expected square.
fn moments(model: &Model, node: usize) -> [Rational; 2] {
    let (mut sums, mut leaves) = ([zero(), zero()], zero());
    let share = |edge: usize| ratio(model.weight(edge).0, model.weight(edge).1);
    let points = |edge: usize| ratio(model.edge_kind(edge).points, 1);
    for edge in model.edges_of(node).filter(|&edge| model.target(edge) != node) {
        let ([mean, square], more, share) = (moments(model, model.target(edge)), points(edge), share(edge));
        sums[1] += &share * (&more * &more + ratio(2, 1) * &more * &mean + square);
        sums[0] += &share * (more + mean);
        leaves += share;
    }
    if model.edges_of(node).is_empty() {
        return sums;
    }
    // A self-loop adds its points and begins again.
    let stays = || model.edges_of(node).filter(|&edge| model.target(edge) == node);
    let [mean, square] = sums;
    let mean = stays().fold(mean, |sum, edge| sum + share(edge) * points(edge)) / &leaves;
    let again = |edge: usize| points(edge) * points(edge) + ratio(2, 1) * points(edge) * &mean;
    let square = stays().fold(square, |sum, edge| sum + share(edge) * again(edge)) / leaves;
    [mean, square]
}

/// Generates games in which only self-loops, which score, return to a state; other steps may score, too.
fn looped() -> impl Strategy<Value = Toy> {
    let state = (0u64..4, prop::collection::vec((1u64..5, 1usize..4, 0i32..3), 1..4));
    prop::collection::vec(state, 1..7).prop_map(|states| {
        let toy = states.iter().enumerate().fold(Toy::new(2), |toy, (at, (around, on))| {
            let on = on.iter().zip("bcdefg".chars());
            let on = on.map(|(&(weight, by, points), name)| (weight, passes(name, points), at + by));
            let around = [(*around, stays('a', 1), at), (around / 2, stays('h', 2), at)];
            let around = around.into_iter().filter(|(weight, ..)| *weight > 0);
            toy.chance(0, on.chain(around).collect::<Vec<_>>())
        });
        (0..3).fold(toy, |toy, _| toy.end(0))
    })
}

const VALUES: u64 = 6;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn forward_sweeps_resume(toy in looped()) {
        let model = &*graph(&toy);
        let rounds = model.by_ply().len();
        let whole = resumed(rounds, |job| forward_sweep(model, job));
        prop_assert_eq!(Ok(whole), forward_sweep(model, &Job::default()));
    }

    /// The backward sweep counts the same paths as the forward sweep.
    #[test]
    fn backward_sweeps_resume(toy in looped()) {
        let model = &*graph(&toy);
        let visit = |start: &mut Option<BTreeMap<u32, Natural>>, node: usize, histories: &_| {
            if node == model.start() {
                *start = Some(BTreeMap::clone(histories));
            }
        };
        let back =
            |job: &Job<'_>| sweep(model, SweepDirection::Backward, Histories(model), None, &visit, job);
        let whole = resumed(model.by_ply().len(), |job| back(job));
        prop_assert_eq!(Ok(whole.clone()), back(&Job::default()));
        prop_assert_eq!(whole, forward_sweep(model, &Job::default()).expect("only chance").0);
    }

    /// Numbers by value match the enumeration of paths, for sums and for maxima of values.
    #[test]
    fn values_match_the_enumeration_of_paths(toy in looped(), points in prop::collection::vec(-3i64..4, 3)) {
        let model = &*graph(&toy);
        let counts = |edge: usize| points[edge % points.len()];
        let factor = |edge: usize| factor(model, edge);
        let row = |direction: SweepDirection, changes: &(dyn Fn(usize) -> ValueChange + Sync)| {
            let rows = || ByValue { numbers: Products { of: &factor }, changes };
            let name = |node: usize| (model.is_end(node) || node == model.start()).then_some(node as i64);
            let found = rows().sweep(model, direction, &name, &Job::default()).expect("only chance");
            // A plain sweep gives the same values, as does a sweep stopped after any step.
            let visit = |found: &mut BTreeMap<i64, NumbersByValue<Natural>>, node: usize, row: &NumbersByValue<Natural>| {
                found.extend(name(node).map(|name| (name, row.clone())));
            };
            let alone = sweep(model, direction, rows(), BTreeMap::new(), &visit, &Job::default());
            assert_eq!(alone, Ok(found.clone()));
            let again = resumed(model.by_ply().len(), |job| rows().sweep(model, direction, &name, job));
            assert_eq!(again, found);
            found
        };
        let add = |edge: usize, value: i64| value + counts(edge);
        let most = |edge: usize, value: i64| value.max(counts(edge));
        let (sums, mosts) = (all_paths(model, &add), all_paths(model, &most));
        let by_node = |found: BTreeMap<i64, NumbersByValue<Natural>>| -> BTreeMap<(usize, i64), Natural> {
            let ends = found.into_iter().filter(|(node, _)| model.is_end(*node as usize));
            ends.flat_map(|(node, row)| row.into_iter().map(move |(value, number)| ((node as usize, value), number)))
                .collect()
        };
        prop_assert_eq!(&by_node(row(SweepDirection::Forward, &|edge| ValueChange::by(counts(edge)))), &sums);
        prop_assert_eq!(&by_node(row(SweepDirection::Forward, &|edge| ValueChange::to_least(counts(edge)))), &mosts);
        let mut whole = BTreeMap::<i64, Natural>::new();
        sums.iter().for_each(|((_, value), number)| *whole.entry(*value).or_default() += number);
        let back = row(SweepDirection::Backward, &|edge| ValueChange::by(counts(edge))).remove(&(model.start() as i64)).expect("play begins");
        prop_assert_eq!(back, whole.into_iter().collect::<NumbersByValue<_>>());
    }

    /// Probabilities of the ends, and moments with points on self-loops, match the equations of all states.
    #[test]
    fn numerators_match_the_expectations(toy in looped()) {
        let (model, job) = (&*graph(&toy), Job::default());
        let numerators = Numerators::new(model, shares(model)).expect("play goes on");
        let [mean, square] = moments(model, model.start());
        let points = |edge: usize| u64::from(model.edge_kind(edge).points.unsigned_abs());
        prop_assert_eq!(numerators.variance(&points, &job), Ok(square - &mean * &mean));
        let visit = |sums: &mut BTreeMap<i64, Natural>, node: usize, number: &Natural| {
            for edge in model.edges_of(node) {
                numerators.add_multiple(sums.entry(0).or_default(), &numerators.edge_visits(edge, number), points(edge));
            }
        };
        let sum = numerators.visits(&visit, &job).expect("only chance").remove(&0).unwrap_or_default();
        prop_assert_eq!(numerators.probability(sum), mean);
        let arrives = |edge: usize| ValueChange::by(Some(model.target(edge)).filter(|&to| model.is_end(to)).unwrap_or(0) as i64);
        let ends = numerators.by_value(&arrives, &job).expect("only chance").into_iter();
        let ends: Vec<_> = ends.map(|(end, number)| (end as usize, numerators.probability(number))).collect();
        prop_assert_eq!(Ok(ends), absorption_probabilities(model, &job));
    }

    #[test]
    fn series_resume(toy in looped()) {
        let model = &*graph(&toy);
        let (found, left) = resumed(1, |job| points(model, VALUES, job));
        // The oracle follows only the listed values, and only as many steps as lead to them.
        let last = found.last().map_or(0, |(value, _)| value + 1);
        let steps = 2 + model.node_count() + last as usize;
        let listed: BTreeMap<u64, Rational> = found.into_iter().collect();
        prop_assert_eq!(&listed, &naive(model, last, steps));
        let sum: Rational = listed.values().sum();
        prop_assert_eq!(left, one() - sum);
    }
}

/// Truncated saves and saves of other work are refused.
#[test]
fn damaged_saves_and_saves_of_other_work_are_refused() {
    let toy = Toy::new(1)
        .chance(0, [(3, stays('a', 1), 0), (1, stays('b', 0), 1), (2, stays('c', 2), 2)])
        .chance(0, [(1, stays('a', 1), 1), (4, stays('b', 1), 2)])
        .chance(0, [(5, stays('a', 3), 2), (1, stays('b', 1), 3), (1, stays('c', 0), 4)])
        .end(0)
        .end(0);
    let model = &*graph(&toy);
    let swept = |store: &TestStore| forward_sweep(model, &job_in(store)).map(|tally| format!("{tally:?}"));
    let counted = |store: &TestStore| points(model, 40, &job_in(store)).map(|heads| format!("{heads:?}"));
    let rows = ByValue {
        numbers: Products { of: &|edge| factor(model, edge) },
        changes: &|edge| ValueChange::by(model.edge_kind(edge).points.into()),
    };
    let by_value = |store: &TestStore| {
        let name = |node: usize| (node == model.start()).then_some(0);
        rows.sweep(model, SweepDirection::Backward, &name, &job_in(store)).map(|tally| format!("{tally:?}"))
    };
    type Work<'a> = &'a dyn Fn(&TestStore) -> Result<String, Error>;
    for (work, step) in [(&swept as Work<'_>, 1), (&by_value, 1), (&counted, 7)] {
        let store = TestStore::always();
        let whole = work(&store);
        let bytes = store.all().swap_remove(step);
        assert_eq!(work(&TestStore::of(bytes.clone())), whole);
        for length in [0, 8, bytes.len() / 2, bytes.len() - 8] {
            assert!(is_refused(&work(&TestStore::of(bytes[..length].to_vec()))));
        }
    }
    // Saves of another computation.
    let store = TestStore::always();
    counted(&store).expect("only chance");
    let bytes = store.all().swap_remove(7);
    assert!(is_refused(&swept(&TestStore::of(bytes.clone()))));
    assert!(is_refused(&points(model, 41, &job_in(&TestStore::of(bytes)))));
}

#[test]
fn a_state_without_exit_has_no_numerators() {
    let toy = Toy::new(1)
        .chance(0, [(1, stays('a', 0), 1), (1, stays('b', 0), 2)])
        .chance(0, [(3, stays('a', 0), 1)])
        .end(0);
    let model = &*graph(&toy);
    assert_eq!(Numerators::new(model, shares(model)).err(), Some(Error::NeverEnds("1".into())));
}

/// A series follows only self-loops, and only those with points: a self-loop without points would repeat a value without end.
#[test]
fn series_refuse_other_cycles_and_decisions() {
    let around = |points| {
        let toy = Toy::new(1).chance(0, [(1, stays('a', points), 0), (1, stays('b', 0), 1)]).end(0);
        points_of(&toy)
    };
    let longer = |points| {
        let toy = Toy::new(1)
            .chance(0, [(1, stays('a', points), 1)])
            .chance(0, [(1, stays('a', 0), 0), (1, stays('b', 0), 2)])
            .end(0);
        points_of(&toy)
    };
    assert!(matches!(around(0), Err(Error::Cycle(_))));
    assert!(matches!(longer(1), Err(Error::Cycle(_))));
    assert_eq!(around(1).map(|(values, _)| values.len()), Ok(9));
    let on = vec![(1, stays('a', 1), 1)];
    let toy = Toy::new(1).decision(0, vec![('x', on.clone()), ('y', on)]).end(0);
    assert!(matches!(points_of(&toy), Err(Error::Decision(_))));
}

fn points_of(toy: &Toy) -> Result<Listed, Error> {
    points(&graph(toy), 9, &Job::default())
}

/// Distributions of solitaire resume after any round.
#[test]
fn distributions_of_solitaire_resume() {
    let graph = Solitaire::new(5).expect("a board").graph(&Job::default()).expect("no limit");
    let rounds = graph.by_ply().len();
    for distribution in [distributions::turns, distributions::lucky, distributions::remembered] {
        let alone = distribution(&graph, &Job::default()).expect("no limit");
        assert_eq!(resumed(rounds, |job| distribution(&graph, job)), alone);
    }
    let score = |job: &Job<'_>| distributions::score(&graph, Rule::KELLNER, job);
    assert_eq!(resumed(rounds, score), score(&Job::default()).expect("no limit"));
}

/// The expected values of a forgetful player, as numbers and as functions, and the variances.
#[test]
fn expectations_of_solitaire_resume() {
    let recall = Recall::new(ratio(1, 2), ratio(1, 3), ratio(2, 5)).expect("probabilities");
    let board = |pairs| ImperfectSolitaire::new(pairs, Variant::FreshFirst, recall.clone()).expect("a board");
    let game = board(4);
    let tables = Tables::of(&game, &Job::default()).expect("no limit");
    let rounds = game.graph(&Job::default()).expect("no limit").by_ply().len();
    resumed(rounds, |job| tables.turns_variance(job));
    resumed(rounds, |job| tables.expected_but_remembered(job));
    resumed(rounds, |job| tables.expected(job));
    let rounds = board(3).graph(&Job::default()).expect("no limit").by_ply().len();
    resumed(rounds, |job| functions(3, Variant::FreshFirst, job));
}
