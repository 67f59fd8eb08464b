//! Games in progress in which each player has a memory: turns split at the first card against real cards, and odds against
//! those of players who share an unlimited memory.

use chancetree::exact::{Rational, ratio, zero};
use chancetree::games::memory::forgetting::{SeatStrategy, Strategy};
use chancetree::games::memory::separate::{Beliefs, SeparateMemory};
use chancetree::model::Job;
use chancetree::play::memory::{MemorySession, SeatPlays};
use chancetree::play::{PlayError, PlayedGame as _};
use chancetree::random::Random;
use oracles::separate_memories::{self, Distribution};
use oracles::session::setup;

fn job() -> Job<'static> {
    Job::default()
}

fn own(memories: &[Option<u16>]) -> SeatPlays {
    SeatPlays::Separate(vec![SeatStrategy::Best; memories.len()], memories.to_vec())
}

/// Returns the outcomes of an attempt, computed first card by first card.
fn split(game: &SeparateMemory, table: &Beliefs, strategy: Strategy) -> Distribution {
    let firsts = game.first_cards(table);
    let all: u64 = firsts.iter().map(|(weight, _)| weight).sum();
    let mut distribution = Distribution::new();
    for (weight, first) in firsts {
        let follows = game.results_after(table, first, strategy);
        let total: u64 = follows.iter().map(|(weight, ..)| weight).sum();
        for (ways, event, next) in follows {
            let chance = ratio(weight, all) * ratio(ways, total);
            *distribution.entry((next, event.turned.takes())).or_insert_with(zero) += chance;
        }
    }
    distribution
}

#[test]
fn splitting_a_turn_keeps_its_distribution() {
    let mut compared = 0;
    for (memories, seed) in [([Some(1), Some(3)], 1), ([Some(2), None], 2), ([Some(3), Some(2)], 3)] {
        let mut game =
            MemorySession::new(setup(4, "human,human", own(&memories), seed), &job()).expect("a game");
        let mut random = Random::seeded(seed);
        while !game.is_over() {
            let beliefs = &game.state.own.as_ref().expect("each player has a memory").beliefs;
            if game.steps().len().is_multiple_of(2) && game.state.table.known == 0 {
                let rules = SeparateMemory::from(beliefs.clone(), memories.to_vec());
                for strategy in [Strategy::Bold, Strategy::Safe] {
                    assert_eq!(
                        split(&rules, beliefs, strategy),
                        separate_memories::distribution(beliefs, &memories, strategy)
                    );
                    compared += 1;
                }
            }
            let _ = game.play(random.below(8) as usize, &job());
        }
    }
    assert!(compared > 10, "{compared}");
}

/// Players who forget nothing remember all cards that were seen.
#[test]
fn unlimited_separate_memories_equal_a_shared_memory() {
    for (seats, seed) in [(2, 1), (2, 2), (3, 3)] {
        let names = vec!["human"; seats].join(",");
        let shared = SeatPlays::Forgetful(vec![SeatStrategy::Best; seats], None);
        let mut alone =
            MemorySession::new(setup(4, &names, own(&vec![None; seats]), seed), &job()).expect("a game");
        let mut together = MemorySession::new(setup(4, &names, shared, seed), &job()).expect("a game");
        let mut random = Random::seeded(seed);
        while !together.is_over() {
            assert_eq!(alone.values, together.values);
            assert_eq!(alone.position(), together.position());
            assert_eq!(alone.hints(&job()), together.hints(&job()));
            let place = random.below(8) as usize;
            assert_eq!(alone.play(place, &job()), together.play(place, &job()));
        }
        assert!(alone.is_over());
        assert_eq!((&alone.values, alone.meter()), (&together.values, together.meter()));
    }
}

#[test]
fn luck_and_choices_explain_every_change_of_odds() {
    for (memories, seed) in [(&[Some(0), Some(2)][..], 1), (&[Some(1), Some(4)], 2), (&[Some(2), None], 3)] {
        let mut game =
            MemorySession::new(setup(4, "human,human", own(memories), seed), &job()).expect("a game");
        let mut random = Random::seeded(seed);
        let initial = game.values.clone();
        while !game.is_over() {
            match game.play(random.below(8) as usize, &job()) {
                Ok(()) | Err(PlayError::Refused(_)) => {}
                Err(error) => panic!("{error}"),
            }
            let (wins, pairs) = game.values.split_at(3);
            assert_eq!(wins.iter().sum::<Rational>(), ratio(1, 1));
            assert_eq!(pairs.iter().sum::<Rational>(), ratio(4, 1));
            let own = game.state.own.as_ref().expect("each player has a memory");
            for (seat, memory) in memories.iter().enumerate() {
                assert!(memory.is_none_or(|memory| own.beliefs.remembered(seat as u8) <= memory.into()));
            }
        }
        let meter = game.meter();
        for (place, value) in game.values.iter().enumerate() {
            assert_eq!(*value, &initial[place] + &meter.luck[place] + &meter.choice[place]);
        }
    }
}

/// Random choices of robots count as luck.
#[test]
fn choices_of_robots_count_as_luck() {
    for seed in 1..=4 {
        let mut game = MemorySession::new(setup(4, "best,best", own(&[Some(2), Some(5)]), seed), &job())
            .expect("a game");
        while !game.is_over() {
            let place = game.robot(&job()).expect("a card");
            game.play(place, &job()).expect("the rules allow it");
        }
        assert!(game.meter().choice.iter().all(|choice| *choice == zero()), "{:?}", game.meter());
    }
}
