//! The second evaluator of guessing games, for equally likely numbers.

use super::guess::guesses;
use super::limited::solved;
use chancetree::exact::{Rational, ratio};
use chancetree::games::guess::{Guess, UniformOdds};

/// Returns the odds of all games with up to `numbers` equally likely numbers.
fn uniform(numbers: u16, players: u8) -> UniformOdds {
    UniformOdds::up_to(numbers, players, |_| Ok::<_, ()>(())).expect("nothing stops it")
}

/// Compares the values, graph sizes and ties with the solver, for several numbers of players.
#[test]
fn the_second_evaluator_agrees_with_the_engine() {
    for players in [1, 2, 3, 4, 5, 7, 16] {
        let odds = uniform(60, players);
        for numbers in 1..=60u16 {
            let game = Guess::new(numbers, players).expect("a game");
            let (graph, solution) = solved(&game);
            let expected: Vec<Rational> =
                odds.hits(numbers).iter().map(|&hits| ratio(hits, numbers)).collect();
            assert_eq!(solution.value(graph.start()), expected, "{numbers} numbers, {players} players");
            assert_eq!(odds.ties(numbers), solution.ties, "{numbers} numbers, {players} players");
            assert_eq!(UniformOdds::states(numbers), graph.node_count() as u64, "{numbers}");
            assert_eq!(UniformOdds::transitions(numbers), graph.edge_count() as u64, "{numbers}");
            if players == 2 {
                for (place, value) in guesses(&game).into_iter().enumerate() {
                    let won = |numbers: usize| odds.hits(numbers as u16)[0];
                    let hit = u32::from(numbers) - won(place) - won(usize::from(numbers) - 1 - place);
                    assert_eq!(value, ratio(hit, numbers), "{} of {numbers}", place + 1);
                }
            }
        }
    }
}

#[test]
fn the_theorem_holds_up_to_ten_thousand() {
    let odds = uniform(10_000, 2);
    let won = |numbers: usize| odds.hits(numbers as u16)[0];
    for n in 1..=10_000usize {
        let hit = |guess: usize| n as u32 - won(guess - 1) - won(n - guess);
        let odd = n % 2;
        assert_eq!(won(n) as usize, (n + odd) / 2, "{n}");
        for guess in 1..=n.div_ceil(2) {
            // For odd n, odd guesses are good and even guesses are bad; for even n, all guesses have the same value.
            let expected = if guess % 2 == 1 { n + odd } else { n - odd };
            assert_eq!(2 * hit(guess) as usize, expected, "{guess} of {n}");
        }
    }
}
