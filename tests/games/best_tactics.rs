//! Best play of Memory against all other play with real cards.

use std::collections::BTreeMap;
use std::sync::Arc;

use chancetree::evaluate::OptimalPlay;
use chancetree::exact::{Integer, Rational, ratio};
use chancetree::games::memory::PairCounts;
use chancetree::games::memory::decisions::{Decisions, Objective, Position, Rules, Stalemate};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::model::Graph;
use chancetree::random::Random;
use proptest::prelude::*;

use super::decisions::solved;
use super::tactics::{left, varied};

use oracles::fixed_plan::{Aim, Duel, Fraction, Plan};
use oracles::gerez::Convention;
use oracles::random::cases;
use oracles::tactics::{Move, Moves, moves};

/// The largest board for which best play is computed in full.
const BOARD: u16 = 6;

const AIMS: [Aim; 3] = [Aim::Cards, Aim::WinOrDraw, Aim::WinOrScore];

/// Returns the rules of passing, and whether a player who takes a pair does not move again.
fn variations() -> impl Iterator<Item = (Rules, bool)> {
    Rules::ALL.into_iter().flat_map(|rules| [(rules, false), (rules, true)])
}

fn aimed(table: PairCounts, (rules, one_flip): (Rules, bool), aim: Aim, lead: i32) -> Decisions {
    let (objective, stalemate) = match aim {
        Aim::Cards => (Objective::Pairs, Stalemate::Draw),
        Aim::WinOrDraw => (Objective::Win, Stalemate::Draw),
        Aim::WinOrScore => (Objective::Win, Stalemate::Score),
    };
    varied(table, 2, rules, one_flip).with_objective(objective, stalemate, lead).expect("two players")
}

/// Returns the action of the solution at `node`, or `None` at an end.
fn chosen(graph: &Graph<Decisions>, solution: &OptimalPlay<Decisions>, node: usize) -> Option<Tactic> {
    let mut actions: Vec<_> = graph.edges_of(node).filter_map(|edge| graph.edge(edge).2.action).collect();
    actions.dedup();
    actions.get(solution.policy[node]).copied()
}

fn small(value: &Rational) -> Fraction {
    let part = |part: &Integer| i64::try_from(part.clone()).expect("a small fraction");
    Fraction::new(part(value.numer()), part(value.denom()))
}

/// Returns the plan that joins the solutions of all boards of up to `pairs` pairs, and the mover's value of each board.
fn plan(pairs: u16, rules: (Rules, bool), aim: Aim) -> (Plan, BTreeMap<(PairCounts, i32), Fraction>) {
    let (mut plan, mut worth) = (Plan::new(), BTreeMap::new());
    for table in left(pairs) {
        let most = if aim == Aim::Cards { 0 } else { i32::from(table.pairs()) };
        for lead in -most..=most {
            let (graph, solution) = solved(&aimed(table, rules, aim, lead));
            worth.insert((table, lead), small(&solution.value(graph.start())[0]));
            for node in (0..graph.node_count()).filter(|&node| graph.state(node).passes == 0) {
                let Some(tactic) = chosen(&graph, &solution, node) else { continue };
                let point = (graph.state(node).table, graph.state(node).lead);
                let before = plan.insert(point, tactic);
                assert!(before.is_none_or(|before| before == tactic), "{point:?} in all games");
            }
        }
    }
    (plan, worth)
}

#[test]
fn no_plan_beats_the_solution() {
    for rules in variations() {
        let one_flip = rules.1;
        // Boards of three pairs have more plans with one flip than a test can try.
        let pairs = if one_flip { 2 } else { 3 };
        let moves = moves(pairs, rules.0);
        for aim in AIMS {
            let (fixed, worth) = plan(pairs, rules, aim);
            let duel = Duel { moves: &moves, aim, one_flip, fixed: &fixed };
            for (&(table, lead), &value) in &worth {
                let all = Fraction::from(if aim == Aim::Cards { 2 * i64::from(table.pairs()) } else { 0 });
                for (begins, lead, value) in [(true, lead, value), (false, -lead, all - value)] {
                    let what = format!("{rules:?}, {aim:?}, {table:?}, lead {lead}, begins: {begins}");
                    let same = duel.worth(&fixed, (table, lead, begins, false), &mut BTreeMap::new());
                    assert_eq!(same, Ok(value), "{what}");
                    assert_eq!(duel.best(table, lead, begins), value, "{what}");
                }
            }
        }
    }
}

/// Checks that the test above can fail.
#[test]
fn some_plan_beats_a_suboptimal_plan() {
    let moves = moves(3, Rules::NoPass);
    let (fixed, worth) = plan(3, (Rules::NoPass, false), Aim::Cards);
    let last = |(table, lead)| ((table, lead), moves[&table].last().expect("a tactic at least").tactic);
    let fixed: Plan = fixed.into_keys().map(last).collect();
    let duel = Duel { moves: &moves, aim: Aim::Cards, one_flip: false, fixed: &fixed };
    let table = PairCounts { unknown: 3, ..PairCounts::default() };
    assert!(duel.best(table, 0, true) > worth[&(table, 0)]);
}

proptest! {
    #![proptest_config(cases(24))]

    /// Any two policies have the values of play with real cards.
    #[test]
    fn values_of_two_policies_match_real_cards(seed in any::<u64>(), to_win in any::<bool>()) {
        let aim = if to_win { Aim::WinOrDraw } else { Aim::Cards };
        let (moves, mut random) = (moves(3, Rules::NoPass), Random::seeded(seed));
        let mut drawn = || -> Plan {
            let points = left(3).flat_map(|table| (-3..=3).map(move |lead| (table, lead)));
            let any = |all: &[Move], random: &mut Random| all[random.below(all.len() as u64) as usize].tactic;
            points.map(|point| (point, any(&moves[&point.0], &mut random))).collect()
        };
        let (free, fixed) = (drawn(), drawn());
        let policy = |plan: &Plan| {
            let at = |(&(table, lead), &tactic)| (Position { table, lead, ..Position::default() }, tactic);
            Play::By(Policy::Table(Arc::new(plan.iter().map(at).collect())))
        };
        for table in left(3) {
            let plays = vec![policy(&free), policy(&fixed)];
            let game = aimed(table, (Rules::NoPass, false), aim, 0).plays(plays).expect("two players");
            let (graph, solution) = solved(&game);
            let duel = Duel { moves: &moves, aim, one_flip: false, fixed: &fixed };
            let worth = duel.worth(&free, (table, 0, true, false), &mut BTreeMap::new());
            prop_assert_eq!(Ok(small(&solution.value(graph.start())[0])), worth, "{:?}", table);
        }
    }
}

/// The crate ends a game at the second pass in a row; the model assigns a value to endless passing.
#[test]
fn two_passes_in_a_row_equal_endless_passing() {
    for (rules, one_flip) in variations() {
        for aim in AIMS {
            let mut convention = Convention::new(rules, aim, one_flip);
            for pairs in 1..=BOARD {
                for lead in if aim == Aim::Cards { 0..=0 } else { -3..=3 } {
                    let table = PairCounts { unknown: pairs, ..PairCounts::default() };
                    let (graph, solution) = solved(&aimed(table, (rules, one_flip), aim, lead));
                    for node in 0..graph.node_count() {
                        let Position { table, lead, passes, .. } = *graph.state(node);
                        let [c, h, e] = [table.known, table.half, table.unknown].map(i64::from);
                        let state = (2 * (c + h + e), 2 * c + h, 2 * c, i64::from(lead));
                        let worth = match passes {
                            0 => convention.worth(state),
                            1 => convention.active(state).max(convention.forever(state)),
                            _ => convention.forever(state),
                        };
                        let all = ratio(if aim == Aim::Cards { state.0 } else { 0 }, 1);
                        let values = [worth.clone(), all - worth];
                        assert_eq!(
                            solution.value(node),
                            values,
                            "{rules:?}, {aim:?}, {:?}",
                            graph.state(node)
                        );
                    }
                }
            }
        }
    }
}

/// Expected values of each seat at each table if all follow the solution; the mover comes first.
struct Followed<'a> {
    moves: &'a Moves,
    policy: BTreeMap<PairCounts, Tactic>,
    seats: usize,
    one_flip: bool,
    worth: BTreeMap<PairCounts, Vec<Rational>>,
}

impl Followed<'_> {
    fn worth(&mut self, table: PairCounts) -> Vec<Rational> {
        if let Some(worth) = self.worth.get(&table) {
            return worth.clone();
        }
        let worth = match self.policy.get(&table) {
            Some(&tactic) => self.after(table, tactic),
            None => vec![ratio(0, 1); self.seats],
        };
        self.worth.insert(table, worth.clone());
        worth
    }

    /// Returns the values if the mover plays `tactic` now and all follow the solution afterwards.
    fn after(&mut self, table: PairCounts, tactic: Tactic) -> Vec<Rational> {
        let moves = self.moves;
        let played = moves[&table].iter().find(|played| played.tactic == tactic).expect("allowed");
        let mut sum = vec![ratio(0, 1); self.seats];
        for (&(next, taken), &deals) in &played.tally {
            let mut worth = self.worth(next);
            if self.one_flip || !taken {
                worth.rotate_right(1);
            }
            if taken {
                worth[0] += ratio(2, 1);
            }
            for (sum, worth) in sum.iter_mut().zip(worth) {
                *sum += ratio(deals, played.total) * worth;
            }
        }
        sum
    }
}

#[test]
fn no_player_gains_by_one_deviation() {
    let moves = moves(BOARD, Rules::NoPass);
    for (seats, one_flip) in (1..=4).flat_map(|seats| [(seats, false), (seats, true)]) {
        for pairs in 1..=BOARD {
            let table = PairCounts { unknown: pairs, ..PairCounts::default() };
            let game = varied(table, seats, Rules::NoPass, one_flip);
            let (graph, solution) = solved(&game);
            let nodes = || (0..graph.node_count()).map(|node| (node, graph.state(node).table));
            let policy =
                nodes().filter_map(|(node, table)| Some((table, chosen(&graph, &solution, node)?))).collect();
            let seats = usize::from(seats);
            let mut followed = Followed { moves: &moves, policy, seats, one_flip, worth: BTreeMap::new() };
            let mut ties = 0;
            for (node, table) in nodes() {
                let what = format!("{seats} players at {table:?}, one flip: {one_flip}");
                assert_eq!(solution.value(node), followed.worth(table), "{what}");
                let mut best: Option<(Rational, Tactic)> = None;
                let mut equals = 0;
                for Move { tactic, .. } in &moves[&table] {
                    let own = followed.after(table, *tactic).swap_remove(0);
                    match &best {
                        Some((most, _)) if own < *most => {}
                        Some((most, _)) if own == *most => equals += 1,
                        _ => (best, equals) = (Some((own, *tactic)), 1),
                    }
                }
                ties += u64::from(equals > 1);
                let best = best.map(|(_, tactic)| tactic);
                assert_eq!(chosen(&graph, &solution, node), best, "{what}");
            }
            assert_eq!(solution.ties, ties, "{seats} players, {pairs} pairs");
        }
    }
}
