//! Bounds of random games against exact values, and of games with known values.

use crate::evaluate::{Analysis, ValueBounds};
use crate::exact::Rational;
use crate::game::{Choices, Game, NoAction, Seat};
use crate::model::Error;
use crate::payoff::Payoff;
use crate::random::Random;

/// A game with random rules: each state has choices, and each choice has events with a weight, a target and a change of turn.
#[derive(Clone)]
struct RandomRules {
    seats: Seat,
    choices: Vec<Vec<Vec<(u64, u8, bool)>>>,
    /// The payoffs of each end to the mover, and of the events.
    ends: Vec<i64>,
    gains: Vec<i64>,
    is_opposite: bool,
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
        let choices = (0..states)
            .map(|_| {
                let count = if decides { 1 + random.below(3) } else { 1 };
                (0..count).map(|_| choice(random)).collect()
            })
            .collect();
        let payoff = |random: &mut Random| random.below(7) as i64 - 3;
        let ends = (0..states + 2).map(|_| payoff(random)).collect();
        let gains = (0..16).map(|_| if has_gains { payoff(random) } else { 0 }).collect();
        Self { seats, choices, ends, gains, is_opposite: seats == 2 && decides }
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
                choice = choice.event(weight, number as u8 + 4 * action as u8, || target);
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
            (true, 1) => 1 - own,
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
    }
    compared
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

#[test]
fn bounds_contain_the_values_of_two_players_with_opposite_interests() {
    assert!(compare(30_000, 2, true, false) > 360);
}

#[test]
fn other_players_with_other_interests_are_refused() {
    let refused = (0..100).filter(|&seed| {
        let rules = RandomRules::new(&mut Random::seeded(seed), 3, true, false);
        let graph = rules.explore().run().expect("a graph");
        matches!(graph.bounds(&Payoffs, 0, 1e-9), Err(Error::NoOppositeInterests(_)))
    });
    assert!(refused.count() > 50);
}

/// Pig (Scarne 1945) between two players.
#[derive(Clone)]
struct Pig {
    target: u16,
}

impl Game for Pig {
    type State = (u16, u16, u16); // the banked points of the mover and of the other, and the points of the turn
    type Action = &'static str;
    type Event = u16;

    fn start(&self) -> (u16, u16, u16) {
        (0, 0, 0)
    }

    fn expand(&self, &(own, other, turn): &(u16, u16, u16), choices: &mut Choices<Self>) {
        if other >= self.target {
            return;
        }
        let throw = choices.action("throw").event(1, 1, || (other, own, 0)).pass();
        (2..=6).fold(throw, |throw, eyes| {
            throw.event(1, eyes, || (own, other, (turn + eyes).min(self.target - own)))
        });
        if turn > 0 {
            choices.action("bank").event(1, 0, || (other, own + turn, 0)).pass();
        }
    }

    fn layer(&self, &(own, other, _): &(u16, u16, u16)) -> u32 {
        u32::from(own + other)
    }

    fn seats(&self) -> Seat {
        2
    }
}

/// 1 for the winner, who moved last.
struct Win;

impl Payoff<Pig> for Win {
    fn end(&self, _: &Pig, _: &(u16, u16, u16), seat: Seat) -> i64 {
        i64::from(seat == 1)
    }
}

#[test]
fn the_first_player_of_pig_is_favoured() {
    let graph = Pig { target: 10 }.explore().run().expect("a graph");
    let best = graph.maximize(&Win).expect("values");
    for seat in 0..2 {
        let value = &best.value(graph.start())[usize::from(seat)];
        assert_contains(graph.bounds(&Win, seat, 1e-9).expect("bounds"), value, "Pig to 10");
    }
}

/// The value of Neller and Presser 2004.
#[test]
fn pig_to_100_has_the_known_value() {
    let graph = Pig { target: 100 }.explore().run().expect("a graph");
    let bounds = graph.bounds(&Win, 0, 1e-9).expect("bounds");
    assert!(bounds.width() <= 1e-15, "{bounds}");
    assert!((bounds.middle() - 0.5306).abs() < 5e-5, "{bounds}");
}

/// Snakes and ladders (Althoen, King and Schilling 1993) between players who move in turn.
#[derive(Clone)]
struct Ladders;

const LEAD: [(u8, u8); 19] = [
    (1, 38),
    (4, 14),
    (9, 31),
    (16, 6),
    (21, 42),
    (28, 84),
    (36, 44),
    (47, 26),
    (49, 11),
    (51, 67),
    (56, 53),
    (62, 19),
    (64, 60),
    (71, 91),
    (80, 100),
    (87, 24),
    (93, 73),
    (95, 75),
    (98, 78),
];

impl Game for Ladders {
    type State = (u8, u8); // the squares of the mover and of the other
    type Action = NoAction;
    type Event = u8;

    fn start(&self) -> (u8, u8) {
        (0, 0)
    }

    fn expand(&self, &(own, other): &(u8, u8), choices: &mut Choices<Self>) {
        if other == 100 {
            return;
        }
        (1..=6).fold(choices.chance(), |throw, eyes| {
            let to = if own + eyes > 100 { own } else { own + eyes };
            let end = LEAD.iter().find(|(from, _)| *from == to).map_or(to, |(_, end)| *end);
            throw.event(1, eyes, || (other, end)).pass()
        });
    }

    fn seats(&self) -> Seat {
        2
    }
}

impl Payoff<Ladders> for Win {
    fn end(&self, _: &Ladders, _: &(u8, u8), seat: Seat) -> i64 {
        i64::from(seat == 1)
    }
}

#[test]
fn the_chances_of_snakes_and_ladders_add_up_to_1() {
    let graph = Ladders.explore().run().expect("a graph");
    let [first, second] = [0, 1].map(|seat| graph.bounds(&Win, seat, 1e-12).expect("bounds"));
    assert!(first.lower + second.lower <= 1.0 && first.upper + second.upper >= 1.0);
    assert!(first.width() <= 1e-15 && first.lower > 0.5, "{first}");
}
