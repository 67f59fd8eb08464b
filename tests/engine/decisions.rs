//! Decisions, outside cycles and within them.

use chancetree::evaluate::solve;
use chancetree::exact::ratio;
use chancetree::game::{Game, Points, Seat};
use chancetree::model::{Error, Job};
use chancetree::payoff::{Gain, Payoff};

use super::{graph, node, solved, whole, worth};
use oracles::toy::{Move, Toy, passes, stays};

/// Every event costs 1; an end of layer 2 costs the seat to move 10 more, and every other seat 1 more.
struct Cost;

impl Payoff<Toy> for Cost {
    fn event(&self, _: &Toy, _: Move, _: Points) -> i64 {
        -1
    }

    fn end(&self, toy: &Toy, state: &usize, seat: Seat) -> i64 {
        match (toy.layer(state), seat) {
            (2, 0) => -10,
            (2, _) => -1,
            _ => 0,
        }
    }
}

#[test]
fn a_die_may_be_thrown_again() {
    // The classic of optimal stopping: one throw is worth 7/2; with two, keep 4 and more: 17/4; with three, keep 5 and more:
    // 14/3. States 0, 1, 2 throw with that many throws left; state 3 + 6 * left + face - 1 shows a face.
    const END: usize = 21;
    let mut toy = Toy::new(1);
    for left in 0..3 {
        let fall = |face: usize| (1, stays((b'1' + face as u8).into(), 0), 3 + 6 * left + face);
        toy = toy.chance(4 - 2 * left as u32, [0, 1, 2, 3, 4, 5].map(fall));
    }
    for left in 0..3 {
        for face in 1..=6 {
            let keep = [(1, stays('k', face), END)];
            let again = [(1, stays('a', 0), left.max(1) - 1)];
            let actions: [(char, &[_]); 2] = [('a', &keep), ('b', &again)];
            toy = toy.decides(5 - 2 * left as u32, if left == 0 { &actions[..1] } else { &actions });
        }
    }
    toy = toy.end(6);
    for (start, value) in [ratio(7, 2), ratio(17, 4), ratio(14, 3)].into_iter().enumerate() {
        toy = toy.start(start);
        assert_eq!(worth(&toy), [value], "{start} throws left");
    }
    let (graph, solution) = solved(&toy);
    for (left, least_kept) in [(1, 4), (2, 5)] {
        for face in 1..=6 {
            let choice = solution.policy[node(&graph, 2 + 6 * left + face)];
            assert_eq!(choice == 0, face >= least_kept, "{face} with {left} left");
        }
    }
}

#[test]
fn the_first_exit_found_may_be_worse() {
    // Leave at once with 1 point; or toss for 3 points, and after a failure toss again to come back. The second is worth
    // V = 3/2 + V/4, that is, 2.
    let toy = Toy::new(1)
        .decides(
            0,
            &[('a', &[(1, stays('l', 1), 2)]), ('b', &[(1, stays('w', 3), 2), (1, stays('f', 0), 1)])],
        )
        .chance(0, [(1, stays('b', 0), 0), (1, stays('o', 0), 2)])
        .end(1);
    let (graph, solution) = solved(&toy);
    assert!(!graph.is_acyclic());
    assert_eq!([solution.value(0), solution.value(1)], [[whole(2)], [whole(1)]]);
    assert_eq!((solution.policy[0], solution.ties), (1, 0));
}

#[test]
fn the_shorter_of_two_random_paths_is_taken() {
    // A path by trials that succeed with 1/a costs a steps. A detour of two steps that succeeds with s/(s+f) costs
    // 2(s+f)/s: 8/3 for 3/4, 3 for 2/3.
    for (trials, success, value, choice) in
        [(3, (3, 1), ratio(-8, 3), 1), (2, (3, 1), ratio(-2, 1), 0), (4, (2, 1), ratio(-3, 1), 1)]
    {
        let toy = Toy::new(1)
            .decides(
                0,
                &[
                    ('a', &[(1, stays('y', 0), 2), (trials - 1, stays('n', 0), 0)]),
                    ('b', &[(1, stays('d', 0), 1)]),
                ],
            )
            .chance(0, [(success.0, stays('y', 0), 2), (success.1, stays('n', 0), 0)])
            .end(1);
        let graph = graph(&toy);
        let solution = solve(&graph, &Cost, &Job::default()).unwrap();
        assert_eq!(solution.value(0), [value]);
        assert_eq!(solution.policy[0], choice);
    }
}

#[test]
fn endless_waiting_does_not_avoid_a_loss() {
    // The only end costs 1 + 10. Walking to and fro costs 2 a round, and endless play has no value.
    let toy = Toy::new(1)
        .decides(0, &[('a', &[(1, stays('w', 0), 1)]), ('b', &[(1, stays('l', 0), 2)])])
        .chance(0, [(1, stays('b', 0), 0)])
        .end(2);
    let solution = solve(&graph(&toy), &Cost, &Job::default()).unwrap();
    assert_eq!([0, 1, 2].map(|node| solution.value(node)), [[whole(-11)], [whole(-12)], [whole(-10)]]);
    // At no cost, waiting is worth as much as leaving: a tie, but the policy must end.
    let (_, solution) = solved(&toy);
    assert_eq!((solution.value(0)[0].clone(), solution.policy[0], solution.ties), (whole(0), 1, 1));
}

#[test]
fn ends_pay_by_the_seat_that_would_move_next() {
    // After two events the third seat would move, and pays most.
    let toy = Toy::new(3).chance(0, [(1, passes('a', 0), 1)]).chance(1, [(1, passes('b', 0), 2)]).end(2);
    let solution = solve(&graph(&toy), &Cost, &Job::default()).unwrap();
    assert_eq!(solution.value(0), [-1 - 1, -1 - 1, -10].map(whole));
}

/// A heap from which players take one to three in turn; taking the last one scores.
fn heap(size: usize) -> Toy {
    let toy = (1..=size).fold(Toy::new(2).end(size as u32), |toy, left| {
        let take = |many| [(1, passes('t', i32::from(many == left)), left - many)];
        let takes: Vec<_> = (1..=left.min(3)).map(|many| (['1', '2', '3'][many - 1], take(many))).collect();
        let actions: Vec<(char, &[_])> = takes.iter().map(|(many, steps)| (*many, &steps[..])).collect();
        toy.decides((size - left) as u32, &actions)
    });
    toy.start(size)
}

#[test]
fn the_heap_is_won_by_leaving_a_multiple_of_four() {
    // Bouton's subtraction game: a multiple of four is lost, and from any other number exactly one action leaves a multiple of
    // four.
    let (graph, solution) = solved(&heap(23));
    for left in 1..=23 {
        let node = node(&graph, left);
        let won = left % 4 != 0;
        assert_eq!(solution.value(node), [won, !won].map(|won| whole(i64::from(won))), "{left} left");
        assert_eq!(solution.policy[node], if won { left % 4 - 1 } else { 0 }, "{left} left");
    }
    assert_eq!(solution.ties, 5, "4, 8, 12, 16 and 20 are lost in three ways");
}

#[test]
fn coins_are_taken_from_the_ends_of_a_row() {
    // A textbook row: 8 15 3 7. Taking the greater coin, 8, leaves the 15; taking 7 and then 15 makes 22 of 33.
    let coins = [8, 15, 3, 7];
    // State 5 * from + to is the row from..to.
    let row = (0..25).fold(Toy::new(2), |toy, state| {
        let (from, to): (usize, usize) = (state / 5, state % 5);
        let layer = 4 - to.saturating_sub(from) as u32;
        if from >= to {
            return toy.end(layer);
        }
        let left = [(1, passes('l', coins[from]), state + 5)];
        let right = [(1, passes('r', coins[to - 1]), state - 1)];
        toy.decides(layer, &[('a', &left), ('b', &right)])
    });
    let (graph, solution) = solved(&row.start(4));
    assert_eq!(solution.value(graph.start()), [whole(22), whole(11)]);
    assert_eq!(solution.policy[graph.start()], 1);
}

/// The first of three players decides which of the others scores 5.
fn kingmaker(gifts: [Points; 2]) -> Toy {
    let across = |points| Move { name: 'b', passes: 2, points };
    Toy::new(3)
        // In descending order, to check that the order of the actions counts, not that of the table.
        .decides(0, &[('b', &[(1, across(gifts[1]), 1)]), ('a', &[(1, passes('a', gifts[0]), 1)])])
        .chance(1, [(1, stays('s', 5), 2)])
        .end(2)
}

#[test]
fn the_first_of_equal_actions_is_taken() {
    // Maximization does not determine the choice of an indifferent player; the rule for ties does.
    let (graph, solution) = solved(&kingmaker([0, 0]));
    assert_eq!(solution.value(graph.start()), [0, 5, 0].map(whole));
    assert_eq!((solution.policy[graph.start()], solution.ties), (0, 1));
    // With a point at stake for the player there is no tie.
    let (graph, solution) = solved(&kingmaker([0, 1]));
    assert_eq!(solution.value(graph.start()), [1, 0, 5].map(whole));
    assert_eq!((solution.policy[graph.start()], solution.ties), (1, 0));
}

#[test]
fn the_first_of_equal_actions_is_taken_beside_a_worse_one() {
    let toy = Toy::new(1)
        .decides(
            0,
            &[
                ('a', &[(1, stays('a', 1), 1)]),
                ('b', &[(1, stays('b', 4), 1)]),
                ('c', &[(1, stays('c', 3), 1), (1, stays('d', 5), 1)]),
            ],
        )
        .end(1);
    let (_, solution) = solved(&toy);
    assert_eq!((&solution.value(0), solution.policy[0], solution.ties), (&vec![whole(4)], 1, 1));
}

#[test]
fn players_who_counter_each_other_have_no_stable_policy() {
    // Quitting scores 1 and gives 3 to the other player; passing continues with 9/10. If all quit, passing is worth 9/10 of the
    // other's 3; if all pass, no one scores and quitting is worth 1. All states look alike, so there is no third policy.
    let quits: &[_] = &[(1, passes('q', 1), 1)];
    let goes_on: &[_] = &[(9, passes('p', 0), 0), (1, stays('e', 0), 2)];
    let toy =
        Toy::new(2).decides(0, &[('a', quits), ('b', goes_on)]).chance(1, [(1, stays('g', 3), 2)]).end(2);
    let error = solve(&graph(&toy), &Gain, &Job::default()).unwrap_err();
    assert_eq!(error, Error::NoStablePolicy("0".into()));
}

#[test]
fn players_who_wait_for_each_other_never_end() {
    // Giving in scores 1 for the other player, and waiting leaves the same decision to the other. If all give in, waiting is
    // worth 1; if all wait, play never ends.
    let gives_in: &[_] = &[(1, passes('g', 0), 1)];
    let waits: &[_] = &[(1, passes('w', 0), 0)];
    let toy =
        Toy::new(2).decides(0, &[('a', gives_in), ('b', waits)]).chance(1, [(1, stays('e', 1), 2)]).end(2);
    let error = solve(&graph(&toy), &Gain, &Job::default()).unwrap_err();
    assert_eq!(error, Error::NeverEnds("0".into()));
}

#[test]
fn the_better_exit_of_a_cycle_is_taken() {
    // 'a' leaves with 1/2 for 2 points and otherwise scores 1; 'b' leaves with 1/4 for 3 points: v = 1/2 * 2 + 1/2 (1 + v) and
    // v = 3/4 + 3/4 v are both 3, until one point more makes the second 4.
    for (bonus, value, choice, ties) in [(0, 3, 0, 1), (1, 4, 1, 0)] {
        let toy = Toy::new(1)
            .decides(
                0,
                &[
                    ('a', &[(1, stays('x', 2), 1), (1, stays('r', 1), 0)]),
                    ('b', &[(1, stays('y', 3 + bonus), 1), (3, stays('z', 0), 0)]),
                ],
            )
            .end(1);
        let (_, solution) = solved(&toy);
        assert_eq!(
            (solution.value(0), solution.policy[0], solution.ties),
            (vec![whole(value)], choice, ties)
        );
    }
}

#[test]
fn an_exit_with_points_beats_endless_passing() {
    let pass: &[_] = &[(1, stays('p', 0), 0)];
    let toy = Toy::new(1).decides(0, &[('a', pass), ('b', &[(1, stays('t', 1), 1)])]).end(1);
    assert_eq!(worth(&toy), [whole(1)]);
}

#[test]
fn equal_games_have_equal_solutions() {
    let (of, other) = (|size| solved(&heap(size)).1, solved(&kingmaker([1, 2])).1);
    assert_eq!(of(6), of(6));
    assert_ne!(of(6), of(7));
    assert_ne!(of(6), other);
}
