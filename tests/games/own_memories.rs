//! Games in play among people of whom each remembers for himself: a turn split at its first card against real cards that
//! are known or not, and odds against those of players who share a memory without a limit.

use chancetree::exact::{Rational, ratio, zero};
use chancetree::games::memory::forgetting::{Manner, Strategy};
use chancetree::games::memory::separate::{Beliefs, SeparateMemory};
use chancetree::model::Job;
use chancetree::play::memory::{MemorySession, SeatPlays};
use chancetree::play::{PlayError, PlayedGame as _};
use chancetree::random::Random;
use oracles::minds::{self, Distribution};
use oracles::session::setup;

fn run() -> Job<'static> {
    Job::default()
}

fn own(memories: &[Option<u16>]) -> SeatPlays {
    SeatPlays::Separate(vec![Manner::Best; memories.len()], memories.to_vec())
}

/// Returns what comes of an attempt, first card by first card.
fn split(game: &SeparateMemory, table: &Beliefs, strategy: Strategy) -> Distribution {
    let firsts = game.firsts(table);
    let all: u64 = firsts.iter().map(|(weight, _)| weight).sum();
    let mut distribution = Distribution::new();
    for (weight, first) in firsts {
        let follows = game.seconds(table, first, strategy);
        let total: u64 = follows.iter().map(|(weight, ..)| weight).sum();
        for (ways, event, next) in follows {
            let chance = ratio(weight, all) * ratio(ways, total);
            *distribution.entry((next, event.turned.takes())).or_insert_with(zero) += chance;
        }
    }
    distribution
}

#[test]
fn a_turn_card_by_card_is_the_turn() {
    let mut compared = 0;
    for (memories, seed) in [([Some(1), Some(3)], 1), ([Some(2), None], 2), ([Some(3), Some(2)], 3)] {
        let mut game =
            MemorySession::new(setup(4, "human,human", own(&memories), seed), &run()).expect("a game");
        let mut random = Random::seeded(seed);
        while !game.is_over() {
            let minds = &game.moment.own.as_ref().expect("each remembers for himself").minds;
            if game.steps().len().is_multiple_of(2) && game.moment.table.known == 0 {
                let rules = SeparateMemory::from(minds.clone(), memories.to_vec());
                for strategy in [Strategy::Bold, Strategy::Safe] {
                    assert_eq!(
                        split(&rules, minds, strategy),
                        minds::distribution(minds, &memories, strategy)
                    );
                    compared += 1;
                }
            }
            let _ = game.play(random.below(8) as usize, &run());
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Whoever forgets nothing remembers what all have seen.
#[test]
fn memories_without_a_limit_are_one_memory() {
    for (seats, seed) in [(2, 1), (2, 2), (3, 3)] {
        let names = vec!["human"; seats].join(",");
        let shared = SeatPlays::Forgetful(vec![Manner::Best; seats], None);
        let mut alone =
            MemorySession::new(setup(4, &names, own(&vec![None; seats]), seed), &run()).expect("a game");
        let mut together = MemorySession::new(setup(4, &names, shared, seed), &run()).expect("a game");
        let mut random = Random::seeded(seed);
        while !together.is_over() {
            assert_eq!(alone.values, together.values);
            assert_eq!(alone.position(), together.position());
            assert_eq!(alone.hints(&run()), together.hints(&run()));
            let place = random.below(8) as usize;
            assert_eq!(alone.play(place, &run()), together.play(place, &run()));
        }
        assert!(alone.is_over());
        assert_eq!((&alone.values, alone.meter()), (&together.values, together.meter()));
    }
}

#[test]
fn luck_and_choices_are_all_that_moves_the_odds() {
    for (memories, seed) in [(&[Some(0), Some(2)][..], 1), (&[Some(1), Some(4)], 2), (&[Some(2), None], 3)] {
        let mut game =
            MemorySession::new(setup(4, "human,human", own(memories), seed), &run()).expect("a game");
        let mut random = Random::seeded(seed);
        let begun = game.values.clone();
        while !game.is_over() {
            match game.play(random.below(8) as usize, &run()) {
                Ok(()) | Err(PlayError::Refused(_)) => {}
                Err(error) => panic!("{error}"),
            }
            let (wins, pairs) = game.values.split_at(3);
            assert_eq!(wins.iter().sum::<Rational>(), ratio(1, 1));
            assert_eq!(pairs.iter().sum::<Rational>(), ratio(4, 1));
            let own = game.moment.own.as_ref().expect("each remembers for himself");
            for (seat, memory) in memories.iter().enumerate() {
                assert!(memory.is_none_or(|memory| own.minds.remembered(seat as u8) <= memory.into()));
            }
        }
        let meter = game.meter();
        for (place, value) in game.values.iter().enumerate() {
            assert_eq!(*value, &begun[place] + &meter.luck[place] + &meter.choice[place]);
        }
    }
}

/// Choices that robots draw at random are luck.
#[test]
fn robots_choose_nothing() {
    for seed in 1..=4 {
        let mut game = MemorySession::new(setup(4, "best,best", own(&[Some(2), Some(5)]), seed), &run())
            .expect("a game");
        while !game.is_over() {
            let place = game.robot(&run()).expect("a card");
            game.play(place, &run()).expect("the rules allow it");
        }
        assert!(game.meter().choice.iter().all(|choice| *choice == zero()), "{:?}", game.meter());
    }
}
