//! Bounds of random games against exact values.

use crate::evaluate::{Analysis, OptimalPlay, Solution, ValueBounds, bounds, solve_model, solve_rounded};
use crate::exact::Rational;
use crate::game::{Choices, Game, Seat};
use crate::model::{Error, Graph, Job, Monitor, Progress, StopRecord};
use crate::payoff::{Payoff, PayoffTable};
use crate::random::Random;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// A game with random rules: each state has choices, and each choice has events with a weight, a target and a change of turn.
#[derive(Clone)]
struct RandomRules {
    seats: Seat,
    choices: Vec<Vec<Vec<(u64, u8, bool)>>>,
    /// The payoffs of each end to the mover, and of the events.
    ends: Vec<i64>,
    gains: Vec<i64>,
    /// The sum of the payoffs of both players from each state on, if their interests are opposite.
    sums: Vec<i64>,
    is_opposite: bool,
}

/// Returns the number of an event.
fn event(state: u8, action: usize, number: usize) -> u8 {
    12 * state + 4 * action as u8 + number as u8
}

impl RandomRules {
    fn new(random: &mut Random, seats: Seat, decides: bool, has_gains: bool) -> Self {
        let states = 2 + random.below(7);
        let ends_always = random.below(3) > 0;
        let choice = |random: &mut Random| {
            let events = 1 + random.below(3);
            let mut choice: Vec<(u64, u8, bool)> = (0..events)
                .map(|_| (1 + random.below(4), random.below(states + 2) as u8, random.below(2) == 0))
                .collect();
            if ends_always {
                choice.push((1, (states + random.below(2)) as u8, false));
            }
            choice
        };
        let choices: Vec<Vec<Vec<(u64, u8, bool)>>> = (0..states)
            .map(|_| {
                let count = if decides { 1 + random.below(3) } else { 1 };
                (0..count).map(|_| choice(random)).collect()
            })
            .collect();
        let payoff = |random: &mut Random| random.below(7) as i64 - 3;
        let ends = (0..states + 2).map(|_| payoff(random)).collect();
        let mut gains: Vec<i64> =
            (0..12 * states).map(|_| if has_gains { payoff(random) } else { 0 }).collect();
        let is_opposite = seats == 2 && decides;
        let mut sums = vec![1; states as usize + 2];
        if is_opposite && has_gains {
            sums.iter_mut().for_each(|sum| *sum = payoff(random));
            for (state, choices) in choices.iter().enumerate() {
                for (action, events) in choices.iter().enumerate() {
                    for (number, &(_, target, _)) in events.iter().enumerate() {
                        gains[usize::from(event(state as u8, action, number))] =
                            sums[state] - sums[usize::from(target)];
                    }
                }
            }
        }
        Self { seats, choices, ends, gains, sums, is_opposite }
    }
}

impl Game for RandomRules {
    type State = u8;
    type Action = u8;
    type Event = u8;

    fn start(&self) -> u8 {
        0
    }

    fn expand(&self, &state: &u8, choices: &mut Choices<Self>) {
        let Some(all) = self.choices.get(usize::from(state)) else { return };
        for (action, events) in all.iter().enumerate() {
            let mut choice = if all.len() == 1 { choices.chance() } else { choices.action(action as u8) };
            for (number, &(weight, target, passes)) in events.iter().enumerate() {
                choice = choice.event(weight, event(state, action, number), || target);
                if passes {
                    choice = choice.pass();
                }
            }
        }
    }

    fn seats(&self) -> Seat {
        self.seats
    }
}

struct Payoffs;

impl Payoff<RandomRules> for Payoffs {
    fn unit(&self) -> u32 {
        3
    }

    fn event(&self, rules: &RandomRules, event: u8, _: i32) -> i64 {
        rules.gains[usize::from(event)]
    }

    fn end(&self, rules: &RandomRules, state: &u8, seat: Seat) -> i64 {
        let own = rules.ends[usize::from(*state)];
        match (rules.is_opposite, seat) {
            (true, 1) => rules.sums[usize::from(*state)] - own,
            (true, _) | (false, 0) => own,
            (false, seat) => own * i64::from(seat) - 1,
        }
    }
}

fn assert_contains(bounds: ValueBounds, value: &Rational, name: &str) {
    let of = |bound| Rational::from_float(bound).expect("finite");
    assert!(of(bounds.lower) <= *value && *value <= of(bounds.upper), "{name}: {value} in {bounds}");
    assert!(bounds.width() <= 1e-14 * bounds.middle().abs().max(1.0), "{name}: {bounds}");
}

/// Compares the bounds of all seats of random games with exact values. Returns the number of games with values.
fn compare(first_seed: u64, seats: Seat, decides: bool, has_gains: bool) -> u32 {
    let mut compared = 0;
    for seed in first_seed..first_seed + 300 {
        let random = &mut Random::seeded(seed);
        let rules = RandomRules::new(random, seats, decides, has_gains);
        let graph = rules.explore().run().expect("a graph");
        let best = graph.maximize(&Payoffs);
        for seat in 0..seats {
            let name = format!("{seed}, seat {seat}");
            match (&best, graph.bounds(&Payoffs, seat, 1e-9)) {
                (Ok(best), Ok(bounds)) => {
                    assert_contains(bounds, &best.value(graph.start())[usize::from(seat)], &name);
                    compared += 1;
                }
                // Bounds may exist where strategy iteration in fractions finds no stable policy, and the other way round.
                (_, Err(Error::NeverEnds(_))) | (Err(_), Ok(_)) => {}
                (best, bounds) => panic!("{name}: {bounds:?}, but {:?}", best.as_ref().err()),
            }
        }
        if let Ok(best) = &best {
            compare_rounded(&graph, best, seed);
        }
    }
    compared
}

/// Returns whether a value in doubles is as close to the exact value as the solution states.
fn is_within(rounded: &Solution, found: &Rational, exact: &Rational) -> bool {
    let error = Rational::from_float(rounded.error().expect("doubles")).expect("finite");
    (found - exact).max(exact - found) <= error
}

/// Compares all values in doubles, and the values of the actions of their policy, with exact values.
fn compare_rounded(graph: &Graph<RandomRules>, best: &OptimalPlay<RandomRules>, seed: u64) {
    let rounded = match solve_rounded(graph.model(), PayoffTable::of(graph, &Payoffs), 1e-9, &Job::default())
    {
        Ok(rounded) => rounded,
        Err(Error::NeverEnds(_)) => return,
        Err(error) => panic!("{seed}: {error}"),
    };
    let is_near = |found: &Rational, exact: &Rational| is_within(&rounded, found, exact);
    for node in 0..graph.node_count() {
        let (found, exact) = (rounded.value(node), best.value(node));
        assert!(found.iter().zip(&exact).all(|(found, exact)| is_near(found, exact)), "{seed}: {found:?}");
        let (all, exact_choices) = (rounded.choices(node), best.choices(node));
        let pairs = all.iter().flatten().zip(exact_choices.iter().flatten());
        assert!(pairs.clone().all(|(found, exact)| is_near(found, exact)), "{seed}: {all:?}");
        if let Some(taken) = rounded.taken(node) {
            assert!(is_near(&exact_choices[taken][0], &exact[0]), "{seed}: choice {taken} of {node}");
        }
    }
}

#[test]
fn bounds_contain_the_values_of_chance() {
    for (seats, has_gains) in [(1, false), (1, true), (2, true), (3, true)] {
        let compared = compare(1000 * u64::from(seats), seats, false, has_gains);
        assert!(compared > 180, "{compared}");
    }
}

#[test]
fn bounds_contain_the_values_of_one_player() {
    assert!(compare(10_000, 1, true, false) > 180);
    assert!(compare(20_000, 1, true, true) > 180);
}

/// Endless play of a single player loses without end if every event costs points. Value iteration finds the same values.
#[test]
fn a_player_who_loses_by_endless_play_has_bounds() {
    let mut compared = 0;
    for seed in 70_000..70_300 {
        let mut rules = RandomRules::new(&mut Random::seeded(seed), 1, true, true);
        rules.gains.iter_mut().for_each(|gain| *gain = -1 - gain.abs());
        let graph = rules.explore().run().expect("a graph");
        let mut values: Vec<f64> = vec![0.0; graph.node_count()];
        for _ in 0..5_000 {
            for node in 0..graph.node_count() {
                let term = |edge: usize| {
                    let ((_, target, label), (weight, total)) = (graph.edge(edge), graph.weight(edge));
                    let gain = rules.gains[usize::from(label.event)] as f64 / 3.0;
                    weight as f64 / total as f64 * (values[target] + gain)
                };
                let best = graph.choices(node).map(|edges| edges.map(term).sum::<f64>()).reduce(f64::max);
                let end = || rules.ends[usize::from(*graph.state(node))] as f64 / 3.0;
                values[node] = best.unwrap_or_else(end);
            }
        }
        match graph.bounds(&Payoffs, 0, 1e-9) {
            Ok(bounds) => {
                let value = values[graph.start()];
                assert!((bounds.middle() - value).abs() < 1e-6 * value.abs().max(1.0), "{seed}: {bounds}");
                compared += 1;
            }
            Err(Error::NeverEnds(_)) => {
                assert!(values.iter().any(|&value| value < -1000.0), "{seed}: {values:?}");
            }
            Err(error) => panic!("{seed}: {error}"),
        }
    }
    assert!(compared > 180, "{compared}");
}

#[test]
fn bounds_contain_the_values_of_two_players_with_opposite_interests() {
    assert!(compare(30_000, 2, true, false) > 360);
    assert!(compare(40_000, 2, true, true) > 360);
}

#[test]
fn acyclic_games_without_opposite_interests_are_rounded() {
    let graph = RandomTree { depth: 6 }.explore().run().expect("a graph");
    let table = || PayoffTable::of(&graph, &Thirds);
    let exact = solve_model(graph.model(), table(), &Job::default()).expect("a tree ends");
    let rounded = solve_rounded(graph.model(), table(), 1e-9, &Job::default()).expect("a tree ends");
    for (seat, exact) in (0..).zip(exact.value(graph.start())) {
        let found = graph.bounds(&Thirds, seat, 1e-9).expect("a tree ends");
        assert_eq!(found, ValueBounds::of_fraction(&exact));
    }
    assert!(rounded.error() < Some(1e-14));
    for node in 0..graph.node_count() {
        let pairs = rounded.value(node).into_iter().zip(exact.value(node));
        pairs.for_each(|(found, exact)| assert!(is_within(&rounded, &found, &exact), "{found} and {exact}"));
    }
    assert_eq!(rounded.policy, exact.policy);
}

#[test]
fn players_without_opposite_interests_are_refused() {
    let refused = (0..100).filter(|&seed| {
        let rules = RandomRules::new(&mut Random::seeded(seed), 3, true, false);
        let graph = rules.explore().run().expect("a graph");
        matches!(graph.bounds(&Payoffs, 0, 1e-9), Err(Error::NoOppositeInterests(_)))
    });
    assert!(refused.count() > 50);
}

/// Three players choose in turn. Each choice leads to one of two states with chances of 1/3 and 2/3.
#[derive(Clone)]
struct RandomTree {
    depth: u32,
}

impl Game for RandomTree {
    type State = (u32, u64);
    type Action = u8;
    type Event = u8;

    fn start(&self) -> (u32, u64) {
        (0, 1)
    }

    fn expand(&self, &(depth, code): &(u32, u64), choices: &mut Choices<Self>) {
        if depth < self.depth {
            for action in 0..2 {
                let next = |event: u64| (depth + 1, 4 * code + 2 * u64::from(action) + event);
                let choice = choices.action(action).event(1, 0, || next(0)).pass();
                choice.event(2, 1, || next(1)).pass();
            }
        }
    }

    fn seats(&self) -> Seat {
        3
    }
}

/// Pseudorandom thirds at the ends.
struct Thirds;

impl Payoff<RandomTree> for Thirds {
    fn unit(&self) -> u32 {
        3
    }

    fn end(&self, _: &RandomTree, &(_, code): &(u32, u64), seat: Seat) -> i64 {
        Random::seeded(3 * code + u64::from(seat)).below(100) as i64
    }
}

/// Stops the work after a number of checks.
struct StopAtTick {
    checks: AtomicUsize,
    most: usize,
}

impl Monitor for StopAtTick {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        let is_last = self.checks.fetch_add(1, Relaxed) >= self.most;
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Calls `work` with a job that is stopped after `most` checks. Returns whether the work was stopped, too.
fn stopped<T>(most: usize, work: impl FnOnce(&Job<'_>) -> T) -> (T, bool) {
    let (monitor, record) = (StopAtTick { checks: AtomicUsize::new(0), most }, StopRecord::default());
    let found = work(&Job { monitor: &monitor, ..Job::default() }.recording(&record));
    (found, record.stop().is_some())
}

/// Solves a game with a stop at every check. All values lie within the bounds of the stopped work. Returns the number of stops, and
/// the number of stops with bounds.
fn compare_stopped<G: Game>(graph: &Graph<G>, payoff: &impl Payoff<G>, best: &OptimalPlay<G>) -> (u32, u32) {
    let (mut stops, mut bounded) = (0, 0);
    for most in 0.. {
        let table = PayoffTable::of(graph, payoff);
        let (found, is_stopped) = stopped(most, |job| solve_rounded(graph.model(), table, 1e-9, job));
        stops += u32::from(is_stopped);
        match found {
            Ok(rounded) => {
                for node in 0..graph.node_count() {
                    let pairs = rounded.value(node).into_iter().zip(best.value(node));
                    for (found, exact) in pairs {
                        let error = rounded.error();
                        assert!(is_within(&rounded, &found, &exact), "{most}: {found} ± {error:?}, {exact}");
                    }
                }
                bounded += u32::from(is_stopped);
            }
            Err(error) => assert!(error.is_stop(), "{most}: {error}"),
        }
        if !is_stopped {
            return (stops, bounded);
        }
    }
    unreachable!("the work ends")
}

#[test]
fn bounds_of_stopped_work_contain_all_values() {
    // The seats, whether players decide, whether events have payoffs, and the least share of stops with bounds in percent.
    let kinds = [
        (1, false, false, 100),
        (1, false, true, 30),
        (3, false, false, 100),
        (3, false, true, 20),
        (1, true, true, 30),
        (2, true, false, 100),
        (2, true, true, 20),
    ];
    for (seats, decides, has_gains, least) in kinds {
        let (mut stops, mut bounded) = (0, 0);
        for seed in 60_000..60_025 {
            let rules = RandomRules::new(&mut Random::seeded(seed), seats, decides, has_gains);
            let graph = rules.explore().run().expect("a graph");
            let table = PayoffTable::of(&graph, &Payoffs);
            let is_solved = solve_rounded(graph.model(), table, 1e-9, &Job::default()).is_ok();
            if let (Ok(best), true) = (graph.maximize(&Payoffs), is_solved) {
                let found = compare_stopped(&graph, &Payoffs, &best);
                (stops, bounded) = (stops + found.0, bounded + found.1);
                for most in 0..10 {
                    for seat in 0..seats {
                        let table = PayoffTable::of(&graph, &Payoffs);
                        let work = |job: &Job<'_>| bounds(graph.model(), &table, seat, 1e-9, job);
                        let bounds = stopped(most, work).0.expect("bounds");
                        let exact = &best.value(graph.start())[usize::from(seat)];
                        let of = |bound: f64| Rational::from_float(bound);
                        let is_contained = of(bounds.lower).is_none_or(|lower| lower <= *exact)
                            && of(bounds.upper).is_none_or(|upper| *exact <= upper);
                        assert!(is_contained, "{seed}, {most} checks, seat {seat}: {exact} in {bounds}");
                    }
                }
            }
        }
        let kind = (seats, decides, has_gains);
        assert!(stops > 50 && 100 * bounded >= least * stops, "{kind:?}: {bounded} of {stops} stops");
    }
}

#[test]
fn stopped_fractions_are_bounded_by_the_payoffs_of_the_ends() {
    let graph = RandomTree { depth: 5 }.explore().run().expect("a graph");
    let best = graph.maximize(&Thirds).expect("a tree ends");
    let (stops, bounded) = compare_stopped(&graph, &Thirds, &best);
    assert!(stops > 3 && bounded == stops, "{bounded} of {stops} stops");
}
