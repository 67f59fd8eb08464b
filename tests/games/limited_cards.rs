//! Memory with limited memory, with real cards.

use super::limited::{BOLD, SAFE, STRATEGIES, at, by, solved, value};
use chancetree::exact::{Rational, double, ratio};
use chancetree::game::Choices;
use chancetree::game::Game as _;
use chancetree::games::memory::limited::{
    ForgetfulGame as _, RecalledTable, SeatStrategy, SharedMemory, Strategy,
};
use chancetree::model::{Graph, Job};
use oracles::limited_memory::{Distribution, dealt, distribution, drawn, fits, memories, play, tables};
use oracles::minefield::Random;
use std::collections::BTreeMap;

/// Returns the outcomes of each strategy at the start; the key of a turn without a choice is `None`.
fn outcomes(game: &SharedMemory) -> BTreeMap<Option<Strategy>, Distribution> {
    let mut choices = Choices::default();
    choices.fill(game, &game.start());
    let mut distributions = BTreeMap::new();
    for choice in choices.iter() {
        let mut distribution = Distribution::new();
        for event in choice.events {
            let taken = event.points == 1;
            assert_eq!(event.turn_offset, u8::from(!taken), "a player who takes moves again");
            let share = distribution.entry((event.next, taken)).or_insert_with(|| ratio(0, 1));
            *share += ratio(event.weight, choice.total);
        }
        assert!(distributions.insert(choice.action, distribution).is_none(), "one choice for each strategy");
    }
    distributions
}

#[test]
fn events_match_turns_with_real_cards() {
    for table in tables(4, 2) {
        let deals = dealt(table);
        for memory in memories(7).filter(|&memory| fits(table, memory)) {
            let game = SharedMemory::new(table, 2, memory).expect("it fits");
            let real =
                STRATEGIES.map(|strategy| (Some(strategy), distribution(table, memory, strategy, &deals)));
            let what = format!("{table:?}, {memory:?} in memory");
            for (strategy, real) in &real {
                let always = by(game.clone(), &[SeatStrategy::Always(strategy.expect("bold or safe"))]);
                assert_eq!(outcomes(&always), BTreeMap::from([(None, real.clone())]), "{strategy:?}: {what}");
            }
            // Without a choice, both strategies have the same outcomes.
            let decides = table.known == 0 && table.half + table.singles > 0;
            assert_eq!(game.decides(&table), decides, "{what}");
            if decides {
                assert_eq!(outcomes(&game), BTreeMap::from(real), "{what}");
            } else {
                assert_eq!(real[0].1, real[1].1, "{what}");
                assert_eq!(outcomes(&game), BTreeMap::from([(None, real[0].1.clone())]), "{what}");
            }
        }
    }
}

/// Returns the arrangements of the cards that no player remembers: u! / (2^j j! f!) for u cards with j pairs and f singles.
fn arrangements(table: &RecalledTable) -> Rational {
    let product = |most: u16| (1..=most).fold(ratio(1, 1), |product, factor| product * ratio(factor, 1));
    let RecalledTable { half, unknown, unseen_singles, .. } = *table;
    let cards = half + 2 * unknown + unseen_singles;
    product(cards) / (product(unknown) * ratio(1u64 << unknown, 1) * product(unseen_singles))
}

/// Without forgetting, the multiplicity of an event gives its share of the arrangements. A mover who decides has both
/// strategies.
#[test]
fn multiplicities_count_arrangements() {
    for (unknown, unseen) in [(4, 0), (3, 2), (1, 3)] {
        let game = at(unknown, unknown, unseen, unseen, None, 2);
        let graph = Graph::of(&game, &Job::default()).expect("finite");
        for node in 0..graph.node_count() {
            let table = graph.state(node);
            let mut choices = Choices::default();
            choices.fill(&game, table);
            assert_eq!(game.decides(table), choices.iter().count() == 2, "{table:?}");
            for choice in choices.iter() {
                let mut all = ratio(0, 1);
                for event in choice.events {
                    let ways = game.multiplicity(table, event.event).expect("nothing is forgotten");
                    let share = arrangements(&event.next) * ratio(ways, 1) / arrangements(table);
                    assert_eq!(share, ratio(event.weight, choice.total), "{} at {table:?}", event.event);
                    all += share;
                }
                assert_eq!(all, ratio(1, 1));
            }
        }
    }
    let forgets = at(3, 3, 0, 0, Some(2), 2);
    let mut choices = Choices::default();
    choices.fill(&forgets, &forgets.start());
    let event = choices.iter().next().expect("a turn").events[0].event;
    assert_eq!(forgets.multiplicity(&forgets.start(), event), None);
}

#[test]
fn first_two_cards_give_the_distribution_of_all_deals() {
    for table in tables(4, 2) {
        let (deals, tops) = (dealt(table), drawn(table));
        for strategy in STRATEGIES {
            let memory = Some(table.remembered() + 1);
            assert_eq!(
                distribution(table, memory, strategy, &deals),
                distribution(table, memory, strategy, &tops),
                "{strategy} at {table:?}"
            );
        }
    }
}

/// Checks with real cards that each node has the value of its successors, and that no player takes the worse strategy.
fn certify(game: &SharedMemory, memory: Option<u16>, plays: &[SeatStrategy]) {
    let (graph, solution) = solved(game);
    let nodes: BTreeMap<RecalledTable, usize> =
        (0..graph.node_count()).map(|node| (*graph.state(node), node)).collect();
    for (&table, &node) in nodes.iter().filter(|(table, _)| table.pairs() > 0) {
        let after = |strategy| {
            let seen = RecalledTable { mover: 0, ..table };
            let mut sum = vec![ratio(0, 1); usize::from(game.seats())];
            for ((mut next, taken), share) in distribution(seen, memory, strategy, &drawn(seen)) {
                let moves_on = u8::from(!taken && plays.len() > 1);
                next.mover = (table.mover + moves_on) % game.seats();
                let mut worth = solution.value(nodes[&next]);
                if taken {
                    worth[0] += ratio(1, 1);
                } else {
                    worth.rotate_right(1);
                }
                for (sum, worth) in sum.iter_mut().zip(worth) {
                    *sum += &share * worth;
                }
            }
            sum
        };
        let what = format!("{table:?}, {memory:?} in memory, {plays:?}");
        let value = solution.value(node);
        match plays[usize::from(table.mover)] {
            SeatStrategy::Always(strategy) => assert_eq!(value, after(strategy), "{what}"),
            SeatStrategy::Best => {
                let taken = solution.action(node).unwrap_or(Strategy::Bold);
                let best = STRATEGIES.map(after).into_iter().map(|mut worth| worth.swap_remove(0)).max();
                assert_eq!((Some(&value[0]), &value), (best.as_ref(), &after(taken)), "{what}");
            }
        }
        assert_eq!(value.iter().sum::<Rational>(), ratio(table.pairs(), 1), "{what}");
    }
}

#[test]
fn optimal_play_matches_real_cards() {
    for memory in memories(5) {
        for (singles, players) in [(0, 3), (1, 2), (1, 3), (2, 2), (2, 4)] {
            certify(&at(4, 4, singles, singles, memory, players), memory, &[SeatStrategy::Best]);
        }
        for plays in [vec![BOLD, SAFE], vec![SAFE, SeatStrategy::Best], vec![SeatStrategy::Best, BOLD, SAFE]]
        {
            for singles in 0..=2 {
                let game = at(4, 4, singles, singles, memory, plays.len() as u8);
                certify(&by(game, &plays), memory, &plays);
            }
        }
    }
}

#[test]
fn simulated_games_match_exact_values() {
    const GAMES: u32 = 20_000;
    let (bold, safe) = (Strategy::Bold, Strategy::Safe);
    let mut random = Random::new(1);
    for seats in [vec![bold, bold], vec![safe, safe], vec![bold, safe], vec![safe, bold, bold]] {
        for singles in 0..=1 {
            let game = at(6, 6, singles, singles, Some(3), seats.len() as u8);
            let plays: Vec<SeatStrategy> =
                seats.iter().map(|&strategy| SeatStrategy::Always(strategy)).collect();
            let exact = value(&by(game.clone(), &plays));
            let (mut sum, mut squares) = (vec![0i32; seats.len()], vec![0i32; seats.len()]);
            for _ in 0..GAMES {
                for (seat, taken) in play(game.start(), 3, &seats, &mut random).into_iter().enumerate() {
                    sum[seat] += taken;
                    squares[seat] += taken * taken;
                }
            }
            for (seat, exact) in exact.iter().enumerate() {
                let games = f64::from(GAMES);
                let mean = f64::from(sum[seat]) / games;
                let deviation = (f64::from(squares[seat]) / games - mean * mean).sqrt() / games.sqrt();
                let exact = double(exact);
                assert!(
                    (mean - exact).abs() < 4.0 * deviation,
                    "{seats:?}, {singles} singles: {mean}, not {exact} +- {deviation}"
                );
            }
        }
    }
}
