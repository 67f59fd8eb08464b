//! Points before the first turn that make a game fairest.

use super::fair::spread;
use super::run::{all_exact, answer, exact, run};
use chancetree::exact::{Rational, ratio, zero};
use oracles::cards::Start;
use oracles::deals::{Tally, tally_matchings};
use serde_json::{Value, json};

/// Returns the share of each seat in the win, with extra points before the first turn. A pair counts `unit` points.
fn shares(deals: &Tally, unit: i32, points: &[i32]) -> Vec<Rational> {
    let mut shares = vec![zero(); points.len()];
    for (scores, &count) in &deals.scores {
        let scores: Vec<i32> =
            scores.iter().zip(points).map(|(score, points)| unit * score + points).collect();
        let most = scores.iter().max().expect("a seat");
        let best: Vec<usize> = (0..scores.len()).filter(|&seat| scores[seat] == *most).collect();
        for &seat in &best {
            shares[seat] += ratio(count, deals.total * best.len() as u64);
        }
    }
    shares
}

/// Returns the fairest extra points, by trying every vector on every deal. Ties go to the smallest total, then the first vector.
fn fairest(deals: &Tally, unit: i32, most: i32) -> (Vec<i32>, Rational) {
    let seats = deals.scores.keys().next().expect("a score").len();
    let mut all: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..seats {
        all = all.iter().flat_map(|points| (0..=most).map(|more| [&points[..], &[more]].concat())).collect();
    }
    let all = all.into_iter().filter(|points| points.contains(&0));
    let valued =
        all.map(|points| (spread(&shares(deals, unit, &points)), points.iter().sum::<i32>(), points));
    let (spread, _, points) = valued.min().expect("a vector");
    (points, spread)
}

/// The compensation is the fairest of all vectors of points, in whole and in half points.
#[test]
fn no_points_before_the_first_turn_are_fairer() {
    for (pairs, players) in [(2, 2), (4, 2), (5, 2), (6, 2), (2, 3), (3, 3), (4, 3), (5, 3), (3, 4), (2, 7)] {
        let deals = tally_matchings(&Start::fresh(pairs, players));
        let found = answer(&format!("fair memory --pairs {pairs} --players {players} --format json"));
        assert_eq!(all_exact(&found["win"]), deals.wins());
        assert_eq!(all_exact(&found["share"]), shares(&deals, 1, &vec![0; players]));
        let (points, least) = fairest(&deals, 1, pairs as i32 + 1);
        assert_eq!(found["compensation"], json!(points), "{pairs} pairs, {players} players");
        assert_eq!(all_exact(&found["compensated_share"]), shares(&deals, 1, &points));
        assert_eq!(exact(&found["compensated_share_spread"]), least);
        let (halves, half_least) = fairest(&deals, 2, 2 * pairs as i32 + 1);
        match half_least < least {
            true => {
                assert_eq!(found["half_points"], json!(halves), "{pairs} pairs, {players} players");
                assert_eq!(exact(&found["half_points_share_spread"]), half_least);
            }
            false => assert_eq!(found["half_points"], Value::Null),
        }
        // The better the seat, the worse the player's place in the last game.
        let wins = deals.wins();
        let places = found["next_places"].as_array().expect("a list");
        for (one, other) in (0..players).flat_map(|one| (0..players).map(move |other| (one, other))) {
            let found = places[one].as_u64().cmp(&places[other].as_u64());
            assert_eq!(found, wins[one].cmp(&wins[other]), "{wins:?} {places:?}");
        }
    }
    // Seats that never take a pair are equal: whoever has more points before the first turn wins more often.
    let board = answer("fair memory --pairs 3 --players 16 --format json");
    let spreads = ["share_spread", "compensated_share_spread"].map(|key| exact(&board[key]));
    assert!(spreads[1] < spreads[0], "{spreads:?}");
}

/// A single board shows the same as a row of a range, also with two players.
#[test]
fn a_board_of_two_has_shares_and_a_compensation() {
    let range = answer("fair memory --pairs 6..8 --players 2..3 --format json");
    for row in range.as_array().expect("a list") {
        let [pairs, players] =
            ["pairs", "players"].map(|name| row["parameters"][name].as_u64().expect("a number"));
        let alone = answer(&format!("fair memory --pairs {pairs} --players {players} --format json"));
        let keys = [
            "win",
            "share",
            "share_spread",
            "compensation",
            "compensated_share",
            "next_places",
            "head_start",
        ];
        for key in keys.into_iter().filter(|key| players == 2 || *key != "head_start") {
            assert_eq!(
                (&alone[key], row[key] == Value::Null),
                (&row[key], false),
                "{pairs}, {players}: {key}"
            );
        }
    }
}

/// A seat has its chance to win, and an equal part of the chance that no one wins.
#[test]
fn shares_of_guess_are_equal_parts_if_no_one_wins() {
    for args in ["--numbers 7 --players 3 --guesses 4", "--numbers 9", "--numbers 5 --players 4 --guesses 2"]
    {
        let fair = answer(&format!("fair guess {args} --format json"));
        let (wins, shares) = (all_exact(&fair["win"]), all_exact(&fair["share"]));
        let lost = exact(&fair["draw"]) / ratio(wins.len(), 1);
        let expected: Vec<Rational> = wins.iter().map(|win| win + &lost).collect();
        assert_eq!(shares, expected, "{args}");
        assert_eq!(exact(&fair["share_spread"]), spread(&wins), "{args}");
    }
    assert!(run("fair guess --numbers 4").ok().contains("  favoured   no one\n"));
}
