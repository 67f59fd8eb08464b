//! Memory as a decision problem: published values, pruned games and policies.

use chancetree::evaluate::{OptimalPlay, solve};
use chancetree::exact::ratio;
use chancetree::game::Game as _;
use chancetree::games::memory::decisions::{Decisions, Objective, Position, Rules, Stalemate};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{self, ImpossibleMemory, Memory};
use chancetree::model::{Graph, Job};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) fn solved(game: &Decisions) -> (Graph<Decisions>, OptimalPlay<Decisions>) {
    let graph = Graph::of(game, &Job::default()).expect("finite");
    let solution = solve(&graph, &game.objective(), &Job::default());
    (graph, solution.expect("no cycle"))
}

fn fresh(pairs: u16, rules: Rules) -> Decisions {
    Decisions::new(Memory::new(pairs, 2).expect("a board")).rules(rules).expect("two players")
}

/// Checks that pruning decided games changes no value and no chosen tactic, for every set of allowed tactics. A leader with
/// few allowed tactics may be forced to pass later and has to plan for it.
#[test]
fn pruning_decided_games_changes_no_value() {
    let every = Tactic::ALL;
    for set in 1..1 << every.len() {
        let tactics: Vec<Tactic> =
            (0..every.len()).filter(|at| set >> at & 1 == 1).map(|at| every[at]).collect();
        for (table, rules, stalemate, lead) in [
            ((2, 0, 0), Rules::FreePass, Stalemate::Draw, 3),
            ((1, 3, 0), Rules::FreePass, Stalemate::Draw, -1),
            ((1, 3, 0), Rules::Tactical, Stalemate::Draw, 2),
            ((0, 0, 3), Rules::FreePass, Stalemate::Score, 1),
            ((0, 2, 2), Rules::Tactical, Stalemate::Score, -2),
            ((0, 1, 2), Rules::NoPass, Stalemate::Draw, 1),
        ] {
            let (known, half, unknown) = table;
            let table = memory::PairCounts { known, half, unknown };
            let game = Decisions::new(Memory::from(table, 2).expect("a board")).tactics(tactics.clone());
            let game =
                game.rules(rules).expect("two").with_objective(Objective::Win, stalemate, lead).expect("two");
            let whole = game.clone().to_the_end();
            let ((some, taken), (all, rule)) = (solved(&game), solved(&whole));
            let places: BTreeMap<_, usize> =
                (0..all.node_count()).map(|node| (*all.state(node), node)).collect();
            for node in 0..some.node_count() {
                let place = places[some.state(node)];
                let what = (&tactics, rules, stalemate, some.state(node));
                assert_eq!(taken.value(node), rule.value(place), "{what:?}");
                assert_eq!(taken.action(node), rule.action(place), "{what:?}");
            }
        }
    }
}

/// A decided game has a choice only at the start, after a pass, or where a pass could still force a draw: the player behind
/// passes, and an opponent who follows a policy may answer with a pass.
#[test]
fn a_decided_game_has_no_choices() {
    let robot = || Play::By(Policy::ZwickPaterson);
    for (rules, stalemate, plays, choice) in [
        (Rules::NoPass, Stalemate::Draw, vec![robot(), Play::Best], false),
        (Rules::FreePass, Stalemate::Score, vec![robot(), Play::Best], false),
        (Rules::FreePass, Stalemate::Draw, vec![Play::Best], false),
        (Rules::FreePass, Stalemate::Draw, vec![robot(), Play::Best], true),
    ] {
        let game = Decisions::new(
            Memory::from(memory::PairCounts { known: 0, half: 3, unknown: 2 }, 2).expect("a board"),
        );
        let several = plays.len() > 1;
        let game = game.plays(plays).expect("two").rules(rules).expect("two players");
        let game = game.with_objective(Objective::Win, stalemate, 5).expect("two players");
        let graph = Graph::of(&game, &Job::default()).expect("finite");
        let mut decided = [0, 0];
        for node in 0..graph.node_count() {
            let position = graph.state(node);
            let table = position.table;
            if position == &game.start() || position.passes == 2 || table.pairs() == 0 {
                continue;
            }
            let by_policy = several && position.mover == 0;
            let all: Vec<Tactic> =
                Tactic::ALL.into_iter().filter(|&tactic| game.allows(tactic, table)).collect();
            let allowed = game.allowed(position);
            if by_policy {
                assert_eq!(allowed.len(), 1, "{position:?}");
            } else if position.lead.unsigned_abs() > u32::from(table.pairs())
                && position.passes == 0
                && !choice
            {
                decided[0] += 1;
                let first = all.iter().find(|&&tactic| tactic != Tactic::T2).expect("a card can be turned");
                assert_eq!(allowed, [*first], "{position:?}");
            } else {
                decided[1] += 1;
                assert_eq!(allowed, all, "{position:?}");
            }
        }
        assert!(decided[1] > 0 && (decided[0] > 0) != choice, "{decided:?}");
    }
}

/// Equal plays for all seats give the same game as one play for all seats.
#[test]
fn equal_plays_give_the_same_game() {
    let game = fresh(3, Rules::NoPass);
    assert_eq!(game.clone().plays(vec![Play::Best; 2]), Ok(game.clone()));
    let different = vec![Play::Best, Play::By(Policy::Parity)];
    assert!(game.clone().plays(different).is_ok_and(|different| different != game));
    let three = game.plays(vec![Play::Best; 3]).expect_err("the game has two players");
    assert_eq!(three, ImpossibleMemory::Plays { plays: 3, players: 2 });
}

/// Checks that `take_first` needs two players who play best for pairs and may take; it leaves one tactic where two pairs are known.
#[test]
fn take_first_needs_two_players_who_play_best_for_pairs() {
    let on = |seats| {
        Decisions::new(
            Memory::from(memory::PairCounts { known: 0, half: 2, unknown: 3 }, seats).expect("a board"),
        )
    };
    let without: Vec<Tactic> = Tactic::ALL.into_iter().filter(|tactic| *tactic != Tactic::T1).collect();
    for other in [
        on(3),
        on(1),
        on(2).with_objective(Objective::Win, Stalemate::Draw, 0).expect("two"),
        on(2).plays(vec![Play::Best, Play::By(Policy::Parity)]).expect("two"),
        on(2).tactics(without),
    ] {
        assert!(!other.may_take_first());
        assert_eq!(other.clone().take_first(), other, "nothing changes");
    }
    let game = on(2).take_first();
    assert!(game.may_take_first() && game != on(2));
    let graph = Graph::of(&on(2), &Job::default()).expect("finite");
    for node in 0..graph.node_count() {
        let position = graph.state(node);
        let all = on(2).allowed(position);
        let most = if position.table.known >= 2 { 1 } else { all.len() };
        assert_eq!(game.allowed(position), all[..most], "{position:?}");
        assert!(most != 1 || all.is_empty() || all[0] == Tactic::T1 || all.len() == 1, "{position:?}");
    }
}

/// The rules of Zwick and Paterson and of parity, for every number of pairs and of known singles.
#[test]
fn policies_match_the_papers() {
    for pairs in 1..=14u16 {
        for singles in 0..=pairs {
            let table = memory::PairCounts { known: 0, half: singles, unknown: pairs - singles };
            let chosen = |policy| {
                let game = Decisions::new(Memory::from(table, 2).expect("a board")).rules(Rules::FreePass);
                let game = game.expect("two").plays(vec![Play::By(policy)]).expect("one for all");
                game.allowed(&game.start())
            };
            let (n, k) = (ratio(pairs, 1), ratio(singles, 1));
            let odd = (pairs + singles) % 2 == 1;
            let tactic = match (singles, odd) {
                (_, true) if k >= (n + ratio(1, 1)) * ratio(2, 3) => Tactic::T2,
                (1.., false) => Tactic::T5,
                (1, true) if pairs == 6 => Tactic::T5,
                _ => Tactic::T6,
            };
            assert_eq!(chosen(Policy::ZwickPaterson), [tactic], "{table:?}");
            let one = singles > 0 && (pairs - singles) % 2 == 0;
            assert_eq!(chosen(Policy::Parity), [if one { Tactic::T5 } else { Tactic::T6 }], "{table:?}");
        }
    }
}

/// A policy computed for pairs also applies in a game to win, at every lead. An entry for the current lead has priority;
/// without an entry, a known pair is taken.
#[test]
fn a_policy_for_pairs_applies_at_every_lead() {
    let table = memory::PairCounts { known: 0, half: 1, unknown: 3 };
    let allowed = |table, lead, tactics: &[(i32, Tactic)]| {
        let all =
            tactics.iter().map(|&(lead, tactic)| (Position { table, lead, ..Position::default() }, tactic));
        let game = Decisions::new(Memory::from(table, 2).expect("a board"));
        let game = game.plays(vec![Play::By(Policy::Table(Arc::new(all.collect())))]).expect("one for all");
        let game = game.with_objective(Objective::Win, Stalemate::Draw, lead).expect("two players");
        game.allowed(&game.start())
    };
    let both = [(0, Tactic::T5), (2, Tactic::T6)];
    assert_eq!([0, 1, 2].map(|lead| allowed(table, lead, &both)), [[Tactic::T5], [Tactic::T5], [Tactic::T6]]);
    assert_eq!(allowed(table, 0, &[(1, Tactic::T6)]), []);
    let known = memory::PairCounts { known: 1, ..table };
    assert_eq!(allowed(known, 0, &[]), [Tactic::T1]);
}
