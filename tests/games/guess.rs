//! Guessing a number, against plain recursion, simulation of every secret number, and the theorem.

use super::limited::solved;
use chancetree::exact::{Natural, Rational, one, ratio};
use chancetree::family::Family as _;
use chancetree::game::Game as _;
use chancetree::games::guess::{FewGuesses, Guess, ImpossibleGuess, MAX_NUMBERS, Number, UniformGuesses};
use chancetree::model::{Error, Graph, Job};
use chancetree::random::Random;
use chancetree_engine::evaluate::{Analysis as _, OptimalPlay, count, play};
use chancetree_families::guess::GuessFamily;
use num_traits::ToPrimitive as _;
use oracles::ledger::Ledger;
use oracles::unfolded::Unfolded;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Returns the mover's expected value for each guess, in order.
pub(super) fn guesses(game: &Guess) -> Vec<Rational> {
    let (graph, solution) = solved(game);
    let actions = solution.actions(graph.start());
    actions.into_iter().map(|action| action.values[0].clone()).collect()
}

/// A game in plain numbers, without canonical forms and without the engine.
#[derive(Clone, Debug)]
struct Plain {
    weights: Vec<u64>,
    players: usize,
}

/// The lowest number, the number after the highest, and the remaining guesses.
type Place = (usize, usize, usize);

impl Plain {
    fn total(&self) -> u64 {
        self.weights.iter().sum()
    }

    fn uniform(&self) -> bool {
        self.weights.iter().all(|weight| *weight == self.weights[0])
    }

    fn game(&self, guesses: Option<u16>) -> Guess {
        let game = Guess::new(self.weights.len() as u16, self.players as u8).expect("a game");
        let game = game.weights(&self.weights).expect("a draw");
        guesses.map_or(Ok(game.clone()), |guesses| game.guesses(guesses)).expect("a limit")
    }

    /// Returns, for each guess, the weight of the secrets with which each seat wins; the mover comes first.
    fn tries(&self, (low, high, left): Place, known: &mut BTreeMap<Place, Vec<u64>>) -> Vec<Vec<u64>> {
        let guess = |number: usize| {
            let mut won = vec![0; self.players];
            won[0] = self.weights[number];
            for rest in [(low, number, left - 1), (number + 1, high, left - 1)] {
                for (seat, weight) in self.won(rest, known).into_iter().enumerate() {
                    won[(seat + 1) % self.players] += weight;
                }
            }
            won
        };
        (low..high).map(guess).collect()
    }

    /// Returns the weights won after the best guess, the lowest among equals.
    fn won(&self, place: Place, known: &mut BTreeMap<Place, Vec<u64>>) -> Vec<u64> {
        let (low, high, left) = place;
        let nothing = self.weights[low..high].iter().all(|weight| *weight == 0);
        if nothing || left == 0 {
            return vec![0; self.players];
        }
        if let Some(won) = known.get(&place) {
            return won.clone();
        }
        let tries = self.tries(place, known);
        let best = tries.iter().rev().max_by_key(|won| won[0]).expect("one guess at least").clone();
        known.insert(place, best.clone());
        best
    }
}

/// Returns small games for several numbers of players, with uniform weights and with weights that include 0.
fn small() -> Vec<Plain> {
    let mut random = Random::seeded(7);
    let mut all = Vec::new();
    for numbers in 1..=9 {
        for players in [1, 2, 3, 4, 7, 16] {
            all.push(Plain { weights: vec![1; numbers], players });
            for faces in [2, 4, 1000] {
                let mut weights: Vec<u64> = (0..numbers).map(|_| random.below(faces)).collect();
                weights[random.below(numbers as u64) as usize] += 1;
                all.push(Plain { weights, players });
            }
        }
    }
    all
}

fn limits(plain: &Plain) -> impl Iterator<Item = Option<u16>> + use<> {
    [None].into_iter().chain((1..=plain.weights.len() as u16 + 1).map(Some))
}

/// A small game with a limit, and its solution.
struct Solved {
    plain: Plain,
    limit: Option<u16>,
    game: Guess,
    graph: Graph<Guess>,
    solution: OptimalPlay<Guess>,
}

/// The small games with every limit.
static SOLVED: LazyLock<Vec<Solved>> = LazyLock::new(|| {
    let solve = |(plain, limit): (Plain, Option<u16>)| {
        let game = plain.game(limit);
        let (graph, solution) = solved(&game);
        Solved { plain, limit, game, graph, solution }
    };
    let limited = |plain: Plain| limits(&plain).map(move |limit| (plain.clone(), limit));
    small().into_iter().flat_map(limited).map(solve).collect()
});

fn shares(won: &[u64], total: u64) -> Vec<Rational> {
    won.iter().map(|&weight| ratio(weight, total)).collect()
}

#[test]
fn engine_agrees_with_plain_recursion() {
    for Solved { plain, limit, graph, solution, .. } in &*SOLVED {
        let numbers = plain.weights.len();
        let place = (0, numbers, limit.map_or(numbers, usize::from));
        let mut known = BTreeMap::new();
        let start = graph.start();
        let won = plain.won(place, &mut known);
        assert_eq!(solution.value(start), shares(&won, plain.total()), "{plain:?}, {limit:?}");
        let actions = solution.actions(start);
        let tries = plain.tries(place, &mut known);
        assert_eq!(actions.len(), if plain.uniform() { numbers.div_ceil(2) } else { numbers });
        for (index, won) in tries.iter().enumerate() {
            // Equally likely numbers at the same distance from the edges share an action.
            let mirrored = if plain.uniform() { index.min(numbers - 1 - index) } else { index };
            let action = Number(mirrored as u16 + 1);
            let found = actions.iter().find(|valued| valued.action == Some(action));
            let found = &found.expect("every number may be named").values;
            assert_eq!(found, &shares(won, plain.total()), "{plain:?}, {limit:?}, {action}");
        }
    }
}

#[test]
fn every_secret_number_has_the_expected_winner() {
    for &Solved { ref plain, limit, ref game, ref graph, ref solution } in &*SOLVED {
        let policy = solution.actions_taken();
        let mut won = vec![0; plain.players];
        for (secret, weight) in plain.weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            // The player sees the actual interval; the policy knows canonical states.
            let (mut low, mut high, mut left) = (1, plain.weights.len() as u16, limit);
            let secret = secret as u16 + 1;
            for turn in 0.. {
                if left == Some(0) {
                    break;
                }
                let mut state = *graph.state(graph.start());
                (state.low, state.high, state.left) = (low, high, left);
                let Number(named) = policy[&game.canonical(state)];
                let guess = if plain.uniform() { low + named - 1 } else { named };
                assert!((low..=high).contains(&guess));
                left = left.map(|left| left - 1);
                match guess.cmp(&secret) {
                    std::cmp::Ordering::Less => low = guess + 1,
                    std::cmp::Ordering::Greater => high = guess - 1,
                    std::cmp::Ordering::Equal => {
                        won[turn % plain.players] += weight;
                        break;
                    }
                }
            }
        }
        let expected = solution.value(graph.start());
        assert_eq!(expected, shares(&won, plain.total()), "{plain:?}, {limit:?}");
        if limit.is_none_or(|limit| usize::from(limit) >= plain.weights.len()) {
            assert_eq!(expected.iter().sum::<Rational>(), one(), "some player wins");
        }
    }
}

#[test]
fn equivalent_states_are_merged() {
    for numbers in 1..=12u16 {
        let alike = Guess::new(numbers, 3).expect("a game");
        assert_eq!(solved(&alike).0.node_count(), usize::from(numbers) + 1, "each length and the end");
        // A limit that cannot be reached and equal weights have no effect.
        let enough = alike.clone().guesses(numbers).expect("a limit");
        assert_eq!(solved(&enough).0.node_count(), usize::from(numbers) + 1);
        assert_eq!(alike.clone().weights(&vec![5; numbers.into()]), Ok(alike.clone()));
        let rising: Vec<u64> = (1..=u64::from(numbers)).collect();
        let rising = alike.clone().weights(&rising).expect("a draw");
        let all = usize::from(numbers) * (usize::from(numbers) + 1) / 2 + 1;
        assert_eq!(solved(&rising).0.node_count(), all, "each interval and the end");
        let once = solved(&alike.guesses(1).expect("a limit")).0;
        assert_eq!((once.node_count(), once.is_acyclic()), (2, true));
    }
}

#[test]
fn impossible_games_are_refused() {
    let game = || Guess::new(3, 2).expect("a game");
    for (wrong, what) in [
        (Guess::new(0, 2), ImpossibleGuess::Numbers(0)),
        (Guess::new(MAX_NUMBERS + 1, 2), ImpossibleGuess::Numbers(10_001)),
        (Guess::new(3, 0), ImpossibleGuess::Players(0)),
        (Guess::new(3, 17), ImpossibleGuess::Players(17)),
        (game().weights(&[1, 2]), ImpossibleGuess::Weights { weights: 2, numbers: 3 }),
        (game().weights(&[0, 0, 0]), ImpossibleGuess::NoWeight),
        (game().weights(&[u64::MAX, 0, 1]), ImpossibleGuess::TooHeavy),
        (game().guesses(0), ImpossibleGuess::NoGuess),
    ] {
        assert_eq!(wrong, Err(what));
        let what = what.to_string();
        assert!(what.len() > 10 && !what.contains("Impossible") && !what.contains('\n'), "{what}");
    }
    // The greatest possible weight has exact values.
    let heavy = game().weights(&[u64::MAX - 1, 0, 1]).expect("a draw");
    let (graph, solution) = solved(&heavy);
    assert_eq!(solution.value(graph.start())[0], ratio(u64::MAX - 1, u64::MAX));
}

/// Counts states with scores, as `Ledger` has them, and the tree without merging.
#[test]
fn decisions_are_counted_with_scores() {
    for (numbers, players, guesses) in
        [(1, 1, None), (5, 2, None), (6, 3, None), (6, 2, Some(2)), (7, 3, Some(4))]
    {
        let game = Guess::new(numbers, players).expect("a game");
        let game = guesses.map_or(Ok(game.clone()), |guesses| game.guesses(guesses)).expect("a game");
        let graph = Graph::of(&game, &Job::default()).expect("a sound game");
        let scores = vec![0; usize::from(players)];
        let (counts, tree) = count(&graph, &scores, &Job::default()).expect("no cycle");
        let ledger = Graph::of(&Ledger::new(game.clone(), &scores), &Job::default()).expect("a sound game");
        let ends = (0..ledger.node_count()).filter(|&node| ledger.is_end(node)).count() as u64;
        let found = (counts.states, counts.transitions, counts.ends);
        assert_eq!(
            found,
            (ledger.node_count() as u64, ledger.edge_count() as u64, ends),
            "{numbers} {players}"
        );
        let unfolded = Graph::of(&Unfolded(game), &Job::default()).expect("a sound game");
        let leaves = (0..unfolded.node_count()).filter(|&node| unfolded.is_end(node)).count();
        let sizes = (Natural::from(unfolded.node_count() as u64), Natural::from(leaves as u64));
        assert_eq!((tree.nodes, tree.leaves), sizes, "{numbers} {players} {guesses:?}");
    }
}

/// Random games end after a possible number of guesses, and each seat wins with its exact frequency.
#[test]
fn random_games_follow_the_policy() {
    let game = Guess::new(7, 3).and_then(|game| game.guesses(3)).expect("a game");
    let (graph, solution) = solved(&game);
    let refused = play(&graph, &[], &mut Random::seeded(1), &Job::default());
    assert!(matches!(refused, Err(Error::Decision(_))), "{refused:?}");
    let induced = solution.induced(&Job::default()).expect("a policy");
    let games = 40_000u64;
    let mut won = [0u64; 4];
    for number in 0..games {
        let played = play(&induced, &[], &mut Random::new(5, number), &Job::default()).expect("an end");
        assert!(induced.is_end(played.end) && (1..=3).contains(&played.events));
        let winner = played.points.iter().position(|&points| points > 0);
        // The winner is the player whose turn it was.
        assert!(winner.is_none_or(|seat| seat as u64 == (played.events - 1) % 3), "{played:?}");
        won[winner.unwrap_or(3)] += 1;
    }
    let mut exact = solution.value(graph.start());
    exact.push(one() - exact.iter().sum::<Rational>());
    for (won, exact) in won.iter().zip(&exact) {
        let p = exact.to_f64().expect("a probability");
        let deviation = (games as f64 * p * (1.0 - p)).sqrt();
        assert!((*won as f64 - games as f64 * p).abs() < 5.0 * deviation, "{won} of {games}, not {exact}");
    }
}

/// Returns the fewest guesses for all secret numbers together, each as often as its weight: the minimum over all orders of the
/// numbers. A player with an order names the first number in it that is still possible.
fn fewest_by_orders(weights: &[u64]) -> u64 {
    fn orders(left: &mut Vec<usize>, order: &mut Vec<usize>, each: &mut dyn FnMut(&[usize])) {
        if left.is_empty() {
            return each(order);
        }
        for at in 0..left.len() {
            order.push(left.remove(at));
            orders(left, order, each);
            left.insert(at, order.pop().expect("it was added"));
        }
    }
    let mut least = u64::MAX;
    orders(&mut (0..weights.len()).collect(), &mut Vec::new(), &mut |order| {
        let guesses = |secret: usize| {
            let (mut low, mut high, mut count) = (0, weights.len(), 0);
            for &guess in order {
                if !(low..high).contains(&guess) {
                    continue;
                }
                count += 1;
                match guess {
                    hit if hit == secret => break,
                    lower if lower < secret => low = lower + 1,
                    higher => high = higher,
                }
            }
            count
        };
        least = least.min(weights.iter().enumerate().map(|(secret, weight)| weight * guesses(secret)).sum());
    });
    least
}

/// A single player needs as few guesses as the best of all orders of the numbers.
#[test]
fn a_single_player_makes_few_guesses() {
    let mut random = Random::seeded(7);
    let expected = |game: &Guess| {
        let graph = game.clone().explore().run().expect("a graph");
        let best = graph.maximize(&FewGuesses).expect("a solution");
        (-best.value(graph.start()).swap_remove(0), best.ties)
    };
    for numbers in 1..=6_u16 {
        for round in 0..8 {
            let weights: Vec<u64> =
                (0..numbers).map(|_| if round == 0 { 1 } else { random.below(5) }).collect();
            let total: u64 = weights.iter().sum();
            if total == 0 {
                continue;
            }
            let game = Guess::of(numbers, 1, Some(&weights), None).expect("a game");
            assert_eq!(expected(&game).0, ratio(fewest_by_orders(&weights), total), "{weights:?}");
        }
    }
    let all = UniformGuesses::up_to(MAX_NUMBERS, |_| Ok::<(), ()>(())).expect("no limit");
    for numbers in 1..=40_u16 {
        let (value, ties) = expected(&Guess::new(numbers, 1).expect("a game"));
        assert_eq!((value, ties), (ratio(all.sum(numbers), numbers), all.ties(numbers)));
    }
    // A balanced search tree with k levels has n + 1 ends on the last two levels (Knuth 1998, section 6.2.1).
    for numbers in 1..=MAX_NUMBERS {
        let levels = u32::from(numbers).ilog2() + 1;
        assert_eq!(all.sum(numbers), (u32::from(numbers) + 1) * levels + 1 - (1 << levels), "{numbers}");
    }
}

#[test]
fn python_stubs_have_the_description_of_the_game() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let stubs = words(include_str!("../../src/python/chancetree/_families.pyi"));
    let whole = format!("{} ({}). {}", GuessFamily.about(), GuessFamily.source(), GuessFamily.details());
    // Options are arguments in Python.
    assert!(stubs.contains(&words(&whole).replace("--", "")), "{whole}");
}
