//! Who should begin.

use super::run::run;
use chancetree::exact::{Rational, zero};
use serde_json::Value;

fn answer(words: &str) -> Value {
    serde_json::from_str(&run(words).ok()).expect("JSON")
}

fn exact(value: &Value) -> Rational {
    value["exact"].as_str().expect("a fraction").parse().expect("num/den")
}

/// P(player 1 wins) - P(player 2 wins) by `odds`.
fn lead(words: &str) -> Rational {
    let odds = answer(&format!("odds memory {words} --format json"));
    exact(&odds["win"][0]) - exact(&odds["win"][1])
}

fn size(value: &Rational) -> Rational {
    value.clone().max(-value.clone())
}

/// No number of pairs in advance, to either player, brings the two nearer to each other.
#[test]
fn no_handicap_is_fairer() {
    let boards = answer("fair memory --pairs 1..=9 --format json");
    for board in boards.as_array().expect("a list") {
        let pairs = board["parameters"]["pairs"].as_u64().expect("pairs");
        let handicap = &board["handicap"];
        let left = exact(&handicap["lead_of_player_1"]);
        let advance = |seat: u64, more: u64| {
            let (first, second) = if seat == 1 { (more, 0) } else { (0, more) };
            lead(&format!("--pairs {} --unknown {pairs} --scores {first},{second}", pairs + more))
        };
        let (seat, more) =
            (handicap["player"].as_u64().expect("a seat"), handicap["pairs"].as_u64().expect("pairs"));
        assert_eq!(left, advance(seat, more), "{pairs} pairs");
        for (seat, more) in (1..=2).flat_map(|seat| (0..=4).map(move |more| (seat, more))) {
            assert!(size(&left) <= size(&advance(seat, more)), "{pairs} pairs, {more} to player {seat}");
        }
    }
}

/// Last time's winner sits where one wins least often.
#[test]
fn the_winner_is_not_favoured() {
    for players in [2, 3, 5] {
        let boards = answer(&format!("fair memory --pairs 1..=6 --players {players} --format json"));
        for board in boards.as_array().expect("a list") {
            let wins: Vec<Rational> = board["win"].as_array().expect("a list").iter().map(exact).collect();
            let seat = board["winner_sits"].as_u64().expect("a seat") as usize - 1;
            assert!(wins.iter().all(|win| wins[seat] <= *win));
            if let Some(favoured) = board["favoured"]["player"].as_u64() {
                assert!(exact(&board["favoured"]["by"]) > zero());
                assert!(wins.iter().all(|win| *win <= wins[favoured as usize - 1]));
            }
        }
    }
}

#[test]
fn one_board_is_tried_with_other_play() {
    let board = answer("fair memory --pairs 7 --format json");
    for play in board["plays"].as_array().expect("a list") {
        let name = play["play"].as_str().expect("a name");
        let odds = answer(&format!("odds memory --pairs 7 --play {name} --distribution --format json"));
        assert_eq!(exact(&play["outcomes"][0]), exact(&odds["win"][0]), "{name}");
        assert_eq!(exact(&play["outcomes"][2]), exact(&odds["draw"]), "{name}");
    }
    assert_eq!(run("fair memory --pairs 3..=9 --format csv").ok().lines().count(), 8);
}

#[test]
fn boards_are_compared_by_the_way_all_play() {
    let ways = "best,safe,bold,T6";
    let boards = answer(&format!("fair memory --pairs 3..=6 --compare {ways} --format json"));
    for board in boards.as_array().expect("a list") {
        let pairs = &board["parameters"]["pairs"];
        let plays = board["plays"].as_array().expect("a list");
        let names: Vec<&str> = plays.iter().map(|play| play["play"].as_str().expect("a name")).collect();
        assert_eq!(names.join(","), ways);
        let leads = names.iter().map(|name| {
            let odds =
                answer(&format!("odds memory --pairs {pairs} --play {name} --distribution --format json"));
            size(&(exact(&odds["win"][0]) - exact(&odds["win"][1])))
        });
        let leads: Vec<Rational> = leads.collect();
        let fairest = leads.iter().min().expect("four of them");
        let first = leads.iter().position(|lead| lead == fairest);
        for (place, (play, lead)) in plays.iter().zip(&leads).enumerate() {
            assert_eq!(exact(&play["lead"]), *lead);
            assert_eq!(play["fairest"], Some(place) == first, "{pairs} pairs, {}", names[place]);
        }
    }
    let table = run("fair memory --pairs 3..=6 --compare --format csv").ok();
    assert!(table.lines().all(|line| line.split(',').count() == 8 + 3 * 4 + 1), "{table}");
    let three = run("fair memory --pairs 3..=4 --players 3 --compare").ok();
    assert!(three.contains("robots") && !three.contains("parity"), "{three}");
}

#[test]
fn what_cannot_be_fair_is_refused() {
    for (words, what) in [
        ("fair memory --pairs 8 --players 1", "two"),
        ("fair memory --pairs 8 --scores 1,0", "fresh"),
        ("fair memory", "--pairs"),
        ("fair memory --pairs 3..=4 --compare chess", "\"chess\" is no way to play"),
        ("fair memory --pairs 3..=4 --compare zwick-paterson", "passes"),
    ] {
        run(words).failed(2, what);
    }
}
