//! The checker reads the DRN files of the program, and computes the printed odds.

use super::run::{answer, embedded, exact};
use chancetree_checker::exact::{Rational, zero};
use chancetree_checker::model::Job;
use chancetree_checker::{Checker, Extremum, SpaceKind, StateSet, StateSpace, read_drn};

fn space(args: &str) -> StateSpace {
    let text =
        embedded(&format!("graph {args} --as drn -o -")).unwrap_or_else(|error| panic!("{args}: {error:?}"));
    read_drn(&text).unwrap_or_else(|error| panic!("{args}: {error}"))
}

fn label(space: &StateSpace, name: &str) -> StateSet {
    space.labels.get(name).cloned().unwrap_or_else(|| StateSet::none(space.state_count()))
}

/// Returns the probability of reaching a label from the initial state.
fn chance(space: &StateSpace, name: &str, extremum: Extremum) -> Rational {
    let checker = Checker::new(space, &space.maximizers(extremum), &space.initial, Job::default());
    let values = checker.until(&StateSet::all(space.state_count()), &label(space, name)).expect("a value");
    values[0].finite().expect("a probability").clone()
}

/// Returns the expected reward until the end of the game from the initial state.
fn reward(space: &StateSpace, name: &str) -> Rational {
    let all = space.maximizers(Extremum::Maximum);
    let checker = Checker::new(space, &all, &space.initial, Job::default());
    let reward = space.rewards.iter().find(|reward| reward.name == name).expect("a reward structure");
    let values = checker.reach_reward(reward, &label(space, "done")).expect("a value");
    values[0].finite().expect("play ends").clone()
}

#[test]
fn chains_have_the_printed_odds() {
    for args in [
        "memory --pairs 6",
        "memory --pairs 4 --players 3",
        "memory --pairs 4 --play best",
        "guess --numbers 7",
    ] {
        let (space, odds) = (space(args), answer(&format!("odds {args} --format json")));
        assert_eq!(space.kind, SpaceKind::Chain, "{args}");
        for (seat, win) in odds["win"].as_array().into_iter().flatten().enumerate() {
            let won = chance(&space, &format!("won_{}", seat + 1), Extremum::Maximum);
            assert_eq!(won, exact(win), "{args}, {seat}");
        }
        if let Some(pairs) = odds["expected_pairs"].as_array() {
            for (seat, pairs) in pairs.iter().enumerate() {
                assert_eq!(reward(&space, &format!("pairs_{}", seat + 1)), exact(pairs), "{args}, {seat}");
            }
        }
    }
    let turns = answer("odds solitaire --pairs 6 --format json");
    assert_eq!(reward(&space("solitaire --pairs 6"), "turns"), exact(&turns["turns"]["mean"]));
}

#[test]
fn decisions_have_the_printed_optimum() {
    let board = "mines --rows 3 --cols 3 --mines 2";
    for (more, extremum) in [
        ("--ties best", Extremum::Maximum),
        ("--ties worst", Extremum::Minimum),
        ("--play best", Extremum::Maximum),
    ] {
        let args = format!("{board} {more}");
        let space = space(&format!("{args} --show all"));
        assert_eq!(space.kind, SpaceKind::Decisions, "{args}");
        let odds = answer(&format!("odds {args} --format json"));
        let won = chance(&space, "won_1", extremum);
        assert!(won > zero());
        assert_eq!(won, exact(&odds["win"]), "{args}");
    }
}
