//! The tactics of Memory against real cards, and best play against all other play.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chancetree::evaluate::OptimalPlay;
use chancetree::exact::{Integer, Natural, Rational, ratio};
use chancetree::game::{Choice, Choices, Game};
use chancetree::games::memory::decisions::{Decisions, Objective, Position, Rules, Stalemate};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::model::Graph;
use chancetree::random::Random;
use proptest::prelude::*;

use super::decisions::solved;

use oracles::fixed_plan::{Aim, Duel, Fraction, Plan};
use oracles::gerez::Convention;
use oracles::random::cases;
use oracles::tactics::{Deals, Move, Moves, Tally, decks, moves, tables, tally, tops};

/// The largest board whose deals are all played.
const DEALT: u16 = 5;

/// The largest board for which best play is computed in full.
const BOARD: u16 = 6;

const AIMS: [Aim; 3] = [Aim::Cards, Aim::WinOrDraw, Aim::WinOrScore];

/// The largest board for which every draw of two unseen cards is tried.
const DRAWN: u16 = 12;

fn game(table: PairCounts, seats: u8, rules: Rules) -> Decisions {
    varied(table, seats, rules, false)
}

/// Returns the game in which a player who takes a pair moves again unless `one_flip` is set.
fn varied(table: PairCounts, seats: u8, rules: Rules, one_flip: bool) -> Decisions {
    let memory = Memory::from(table, seats).expect("a board").one_flip(one_flip);
    Decisions::new(memory).rules(rules).expect("two players")
}

fn left(pairs: u16) -> impl Iterator<Item = PairCounts> {
    tables(pairs).into_iter().filter(|table| table.pairs() > 0)
}

fn shares(tally: &Tally) -> BTreeMap<(PairCounts, bool), Rational> {
    let total: u64 = tally.values().sum();
    tally.iter().map(|(&after, &deals)| (after, ratio(deals, total))).collect()
}

/// Returns the number of arrangements up to the names of unknown pairs.
fn arrangements(table: PairCounts) -> Natural {
    let mut dealt = 0u64;
    decks(table, &mut |_| dealt += 1);
    Natural::from(dealt / (1..=u64::from(table.unknown)).product::<u64>())
}

/// Compares the probabilities at a table with those among the `deals`. Returns the members that can be played there.
fn compare(
    table: PairCounts,
    deals: Deals,
    by: impl Fn(&Decisions, PairCounts, &Choice<'_, Decisions>, usize) -> Rational,
) -> Vec<&'static str> {
    let game = game(table, 2, Rules::Tactical);
    let mut choices = Choices::default();
    choices.fill(&game, &Position { table, ..Position::default() });
    let mut all = Vec::new();
    for tactic in Tactic::ALL {
        let members = tactic.members().iter();
        let played: Vec<_> =
            members.filter_map(|member| Some((*member, tally(table, member, deals)?))).collect();
        let choice = choices.iter().find(|choice| choice.action == Some(tactic));
        assert_eq!(choice.is_some(), !played.is_empty(), "{tactic} at {table:?}");
        assert_eq!(game.allows(tactic, table), !played.is_empty(), "{tactic} at {table:?}");
        let Some(choice) = choice else { continue };
        let mut outcomes = BTreeMap::new();
        for (place, event) in choice.events.iter().enumerate() {
            let taken = event.points == 1;
            assert_eq!(event.turn_offset, u8::from(!taken), "a player who takes moves again");
            let share = outcomes.entry((event.next.table, taken)).or_insert_with(|| ratio(0, 1));
            *share += by(&game, table, &choice, place);
        }
        for (member, tally) in played {
            assert_eq!(outcomes, shares(&tally), "{member} at {table:?}");
            all.push(member);
        }
    }
    all
}

fn by_weight(_: &Decisions, _: PairCounts, choice: &Choice<'_, Decisions>, place: usize) -> Rational {
    ratio(choice.events[place].weight, choice.total)
}

fn by_count(game: &Decisions, table: PairCounts, choice: &Choice<'_, Decisions>, place: usize) -> Rational {
    let event = &choice.events[place];
    let ways = game.multiplicity(&Position { table, ..Position::default() }, event.event).expect("counted");
    ratio(arrangements(event.next.table) * ways, arrangements(table))
}

#[test]
fn every_tactic_matches_real_cards() {
    let mut played = BTreeSet::new();
    for table in left(DEALT) {
        played.extend(compare(table, decks, by_weight));
        compare(table, decks, by_count);
    }
    assert_eq!(played.len(), 20, "every tactic can be played somewhere");
}

/// Plays all pairs of kinds of cards, also those that depend on the first card: each is one of the tactics.
#[test]
fn every_turn_is_a_tactic() {
    let kinds = ["bmn", "bzn", "onb"];
    let old = ["bmn", "bzn"]
        .into_iter()
        .flat_map(|first| ["nek", "bmn", "bzn", "onb"].map(|second| format!("<{first},{second}>")));
    let blind = kinds.map(|second| format!("<onb,{second}>"));
    let seeing = ["nek", "bmn", "bzn", "onb"]
        .into_iter()
        .flat_map(|mated| kinds.map(|unmated| format!("<onb,{mated}:{unmated}>")));
    let turns: Vec<String> = old.chain(blind).chain(seeing).collect();
    for table in left(DEALT) {
        let played = |turn: &str| tally(table, turn, decks).map(|tally| shares(&tally));
        let tactics = Tactic::ALL.into_iter().filter(|tactic| tactic.fits(table));
        let known: Vec<_> =
            tactics.filter_map(|tactic| tactic.members().iter().find_map(|turn| played(turn))).collect();
        for turn in &turns {
            let Some(outcomes) = played(turn) else { continue };
            assert!(known.contains(&outcomes), "{turn} at {table:?}");
        }
    }
}

/// Compares the printed conditions with `fits`: of the cards, B are known, P of these with their mates, and u are new.
#[test]
fn tactics_fit_where_their_conditions_hold() {
    for table in left(DRAWN) {
        let PairCounts { known, half, unknown } = table;
        let (both, b) = (u64::from(2 * known), u64::from(2 * known + half));
        let u = u64::from(half + 2 * unknown);
        for tactic in Tactic::ALL {
            let holds = match tactic.condition() {
                "P>=2" => both >= 2,
                "B>=3, or B=2 and P=0" => b >= 3 || b == 2 && both == 0,
                "u>=1 and (P>=2 or B-P>=2)" => u >= 1 && (both >= 2 || b - both >= 2),
                "B>=P+1, u>=1" => b > both && u >= 1,
                "u>=1, B>=1" => u >= 1 && b >= 1,
                "u>=1" => u >= 1,
                "u>=1 and (B=P or P>=2 or B-P>=2)" => u >= 1 && (b == both || both >= 2 || b - both >= 2),
                "u>=2, B>=1" => u >= 2 && b >= 1,
                "u>=2" => u >= 2,
                other => panic!("{other:?} of {tactic}"),
            };
            assert_eq!(tactic.fits(table), holds, "{tactic} at {table:?}");
        }
    }
    let numbers = Tactic::ALL.map(|tactic| Tactic::of(tactic.number()));
    assert_eq!(numbers, Tactic::ALL.map(Some));
    let meanings: BTreeSet<_> = Tactic::ALL.into_iter().map(Tactic::meaning).collect();
    assert_eq!(meanings.len(), Tactic::ALL.len());
    assert_eq!([Tactic::of(0), Tactic::of(10)], [None; 2]);
}

#[test]
fn first_two_cards_give_the_distribution_of_all_deals() {
    for table in left(DRAWN) {
        compare(table, tops, by_weight);
    }
    for table in left(DEALT) {
        for member in Tactic::ALL.into_iter().flat_map(Tactic::members) {
            let [all, top] = [tally(table, member, decks), tally(table, member, tops)];
            assert_eq!(all.map(|all| shares(&all)), top.map(|top| shares(&top)), "{member} at {table:?}");
        }
    }
}

#[test]
fn rules_change_only_passes() {
    let offered = |table: PairCounts, rules: Rules| {
        let mut choices = Choices::default();
        choices.fill(&game(table, 2, rules), &Position { table, ..Position::default() });
        let offer = |choice: Choice<'_, Decisions>| {
            let events = choice.events.iter().map(|event| (event.weight, event.event, event.next));
            (choice.action.expect("a decision"), events.collect::<Vec<_>>())
        };
        choices.iter().map(offer).collect::<Vec<_>>()
    };
    for (table, real) in moves(DEALT, Rules::FreePass).into_iter().filter(|(table, _)| table.pairs() > 0) {
        let [never, tactical, free] =
            [Rules::NoPass, Rules::Tactical, Rules::FreePass].map(|rules| offered(table, rules));
        let without = |mut offered: Vec<_>| {
            offered.retain(|(tactic, _): &(Tactic, Vec<_>)| *tactic != Tactic::T2);
            offered
        };
        assert_eq!(never, without(tactical.clone()), "{table:?}");
        assert_eq!(never, without(free.clone()), "{table:?}");
        let names: Vec<Tactic> = free.iter().map(|(tactic, _)| *tactic).collect();
        assert_eq!(names, real.iter().map(|Move { tactic, .. }| *tactic).collect::<Vec<_>>(), "{table:?}");
        for (tactic, events) in tactical.iter().chain(&free).filter(|(tactic, _)| *tactic == Tactic::T2) {
            let after: Vec<_> = events.iter().map(|(_, _, next)| (next.table, next.passes)).collect();
            assert_eq!(after, [(table, 1)], "{tactic} at {table:?}");
        }
    }
}

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
