//! Solitaire Memory with real cards.

use chancetree::exact::{Natural, Rational, matchings, one, ratio, zero};
use chancetree::family::{GameArguments, Parameter};
use chancetree::game::{Choices, Game};
use chancetree::games::DESCRIBED;
use chancetree::games::solitaire::deal::Deal;
use chancetree::games::solitaire::decisions::{CardByCard, FailedTurns, Move, OpenCard, Rule};
use chancetree::games::solitaire::quantities::Quantities;
use chancetree::games::solitaire::{self, Solitaire, SolitaireTurn, means};
use chancetree::model::{Graph, Job};
use chancetree_families::solitaire::dealt::Dealt;
use oracles::solitaire::{all_deals, deals, play};
use std::collections::BTreeMap;

/// Returns the arrangements of the fresh cards, one mate after the other: (s + 2z)! / (2^z z!).
fn arrangements(singles: u16, unseen: u16) -> Rational {
    let factorial = |most: u16| (1..=most).fold(one(), |product, factor| product * ratio(factor, 1));
    factorial(singles + 2 * unseen) / (factorial(unseen) * ratio(1u64 << unseen, 1))
}

/// Checks that an event has the probability of the deals to which it leads, by weights and by multiplicities.
fn assert_event_weights<G: Game>(game: &G, left: impl Fn(&G::State) -> Rational) {
    let graph = Graph::of(game, &Job::default()).expect("no limit");
    for node in 0..graph.node_count() {
        let mut choices = Choices::default();
        choices.fill(game, graph.state(node));
        for choice in choices.iter() {
            let mut all = zero();
            for event in choice.events {
                let ways = game.multiplicity(graph.state(node), event.event).expect("counted");
                let share = left(&event.next) * ratio(ways, 1) / left(graph.state(node));
                assert_eq!(
                    share,
                    ratio(event.weight, choice.total),
                    "{} at {:?}",
                    event.event,
                    graph.state(node)
                );
                all += share;
            }
            assert_eq!(all, one());
        }
    }
}

#[test]
fn events_have_the_weight_of_their_deals() {
    for pairs in 1..=7 {
        let known = |table: &solitaire::Tableau| arrangements(table.singles(), table.unseen());
        for is_blind in [false, true] {
            assert_event_weights(&Solitaire::new(pairs).expect("a board").blind(is_blind), known);
            assert_event_weights(&CardByCard::new(pairs).expect("a board").blind(is_blind), |memory| {
                arrangements(memory.singles, memory.unseen)
            });
        }
        let quantities =
            Quantities::new(pairs, Some(Rule { pair: 3, lucky: 1, miss: -2, failed: FailedTurns::Every }))
                .expect("a game");
        let graph = Graph::of(&quantities, &Job::default()).expect("no limit");
        for node in 0..graph.node_count() {
            let counting = graph.state(node);
            let mut choices = Choices::default();
            choices.fill(&quantities, counting);
            let happenings = || choices.iter().flat_map(|choice| choice.events);
            let names: std::collections::BTreeSet<String> =
                happenings().map(|event| event.event.to_string()).collect();
            assert!(names.len() == happenings().count() && !names.contains(""), "{names:?}");
            for event in happenings() {
                let ways = quantities.multiplicity(counting, event.event).expect("counted");
                let share = known(&event.next.table) * ratio(ways, 1) / known(&counting.table);
                let total = choices.iter().map(|choice| choice.total).next().expect("a choice");
                let drawn = counting.quantity.is_none();
                assert!(quantities.layer(counting) < quantities.layer(&event.next), "{counting:?}");
                assert_eq!(if drawn { share / ratio(4, 1) } else { share }, ratio(event.weight, total));
            }
        }
    }
}

/// Moves match the cards on the table: turned cards other than the open card and its mate, and fresh cards.
#[test]
fn moves_match_the_cards() {
    for pairs in 1..=6 {
        let game = CardByCard::new(pairs).expect("a board");
        let graph = Graph::of(&game, &Job::default()).expect("no limit");
        for node in 0..graph.node_count() {
            let memory = *graph.state(node);
            let (singles, unseen, known) = (memory.singles, memory.unseen, memory.known);
            let fresh = singles + 2 * unseen;
            let possible = match memory.open {
                OpenCard::None => vec![
                    (Move::Collect, known > 0),
                    (Move::Fresh, fresh > 0),
                    (Move::KnownThenFresh, singles > 0),
                    (Move::PairedThenFresh, known > 0 && fresh > 0),
                ],
                // The mate of the open card was turned; it is neither single nor known.
                OpenCard::Paired => vec![
                    (Move::Collect, true),
                    (Move::Fresh, fresh > 0),
                    (Move::Known, singles + 2 * known > 0),
                ],
                // The open card is one of the singles.
                OpenCard::Alone => vec![(Move::Fresh, true), (Move::Known, singles + 2 * known > 1)],
            };
            let possible: Vec<Move> =
                possible.into_iter().filter(|(_, possible)| *possible).map(|(card, _)| card).collect();
            let mut choices = Choices::default();
            choices.fill(&game, &memory);
            let offered: Vec<Move> =
                choices.iter().map(|choice| choice.action.expect("a decision")).collect();
            assert_eq!(offered, possible, "{memory:?}");
            let moves: std::collections::BTreeSet<String> = offered.iter().map(ToString::to_string).collect();
            assert!(moves.len() == offered.len() && !moves.contains(""), "{moves:?}");
            for choice in choices.iter() {
                let names: Vec<String> = choice.events.iter().map(|event| event.event.to_string()).collect();
                let different: std::collections::BTreeSet<&String> = names.iter().collect();
                assert!(
                    different.len() == names.len() && names.iter().all(|name| !name.is_empty()),
                    "{names:?}"
                );
            }
        }
    }
}

/// Deals are played like real cards and report their blocks.
#[test]
fn deals_are_played_like_real_cards() {
    for pairs in 1..=5u16 {
        let mut different = std::collections::BTreeSet::new();
        for deal in Deal::all(pairs) {
            let cards: Vec<u8> = deal.cards().iter().map(|&card| card as u8).collect();
            assert!(different.insert(cards.clone()), "{cards:?} twice");
            let (played, steps) = (play(&cards), deal.play());
            let lucky = steps.iter().filter(|step| step.turn == SolitaireTurn::Lucky).count() as i64;
            let blocks = deal.blocks();
            let odd = blocks.iter().filter(|block| block.length % 2 == 1).count() as i64;
            let remembered = steps.iter().map(|step| i64::from(step.after.turned)).max();
            assert_eq!(
                [steps.len() as i64, lucky, odd, remembered.expect("a turn")],
                [played.turns, played.lucky, played.odd, played.remembered],
                "{cards:?}"
            );
            // Standard form: the second cards are in the order of the symbols.
            assert!((0..cards.len()).filter(|&at| deal.mate(at) < at).map(|at| cards[at]).is_sorted());
            assert_eq!(blocks.iter().filter(|block| block.is_lucky()).count() as i64, lucky, "{cards:?}");
            assert_eq!((blocks.len(), deal.pairs()), (usize::from(pairs), pairs));
            let mut from = 0;
            for block in blocks {
                let last = from + block.length - 1;
                assert_eq!((block.from, block.paired), (from, last > 0 && cards[last] == cards[last - 1]));
                assert!(deal.mate(last) < last && (from..last).all(|place| deal.mate(place) > place));
                from = last + 1;
            }
            assert_eq!(from, cards.len());
            let mut seen: Vec<usize> = Vec::new();
            let mut before = solitaire::Tableau { pairs, turned: 0, known: 0 };
            for step in steps {
                let [first, second] = step.places;
                assert_eq!(step.turn.collects(), deal.mate(first) == second, "{step:?}");
                let old = step.places.map(|place| seen.contains(&place));
                let fresh = [
                    step.turn != SolitaireTurn::Known,
                    !matches!(step.turn, SolitaireTurn::Known | SolitaireTurn::Mate),
                ];
                assert_eq!(old.map(|old| !old), fresh, "{step:?} of {cards:?}");
                let mate_seen = seen.contains(&deal.mate(second)) && fresh[1];
                assert_eq!(mate_seen, step.turn == SolitaireTurn::Found, "{step:?} of {cards:?}");
                assert_eq!(step.after, Solitaire::after(before, step.turn));
                (before, seen) = (step.after, [seen, step.places.to_vec()].concat());
            }
            assert_eq!(before.pairs, 0);
            let symbols: Vec<String> = deal.cards().iter().map(|card| format!("card {card}")).collect();
            assert_eq!(Deal::new(&symbols), Ok(deal));
        }
        assert_eq!(Natural::from(different.len()), matchings(pairs.into()));
        let turns = |deal: Deal| deal.play().len() as i64;
        let all = all_deals(pairs);
        assert_eq!(Some(turns(Deal::shortest(pairs))), all.iter().map(|played| played.turns).min());
        assert_eq!(Some(turns(Deal::longest(pairs))), all.iter().map(|played| played.turns).max());
    }
}

/// Finds the least expected turns by trying every play of real cards with the knowledge of a player.
#[test]
fn no_play_of_real_cards_needs_fewer_turns() {
    for pairs in 1..=3 {
        let mut all = Vec::new();
        deals(&mut vec![0; 2 * usize::from(pairs)], 1, &mut |cards| all.push(cards.to_vec()));
        let sum = fewest(&all, 0, &[], 2 * usize::from(pairs) - 1);
        assert_eq!(ratio(sum, all.len()), means::turns(pairs));
    }
}

/// Returns the least total of turns over `deals` that look alike: the first `next` cards were turned, those at `gone` were
/// collected. Tries at most `rounds` turns.
fn fewest(deals: &[Vec<u8>], next: usize, gone: &[usize], rounds: usize) -> usize {
    let size = deals[0].len();
    if gone.len() == size {
        return 0;
    }
    if rounds == 0 {
        return deals.len() * 100;
    }
    let known = |next: usize| (0..next).filter(|place| !gone.contains(place)).collect::<Vec<_>>();
    let mut firsts = known(next);
    firsts.extend((next < size).then_some(next));
    let mut least = usize::MAX;
    for first in firsts {
        let turned = next.max(first + 1);
        let mut sum = deals.len();
        // The first card is seen before the second is chosen.
        for seen in grouped(deals, turned) {
            let mut seconds = known(turned);
            seconds.retain(|&second| second != first);
            seconds.extend((turned < size).then_some(turned));
            let choices = seconds.into_iter().map(|second| {
                let turned = turned.max(second + 1);
                let after = grouped(&seen, turned).into_iter().map(|deals| {
                    let mut gone = gone.to_vec();
                    if deals[0][first] == deals[0][second] {
                        gone.extend([first, second]);
                    }
                    fewest(&deals, turned, &gone, rounds - 1)
                });
                after.sum::<usize>()
            });
            sum += choices.min().expect("another card");
        }
        least = least.min(sum);
    }
    least
}

/// Groups the deals by the matches among their first cards.
fn grouped(deals: &[Vec<u8>], turned: usize) -> Vec<Vec<Vec<u8>>> {
    let mut parts: BTreeMap<Vec<usize>, Vec<Vec<u8>>> = BTreeMap::new();
    for deal in deals {
        let first = |place: usize| deal.iter().position(|card| *card == deal[place]).expect("itself");
        parts.entry((0..turned).map(first).collect()).or_default().push(deal.clone());
    }
    parts.into_values().collect()
}

#[test]
fn cards_that_are_not_pairs_are_no_deal() {
    for (symbols, wrong) in
        [("", "no cards"), ("a a b", "once"), ("a a a b b b", "3 times"), ("a b a", "once")]
    {
        let symbols: Vec<&str> = symbols.split_whitespace().collect();
        assert!(Deal::new(&symbols).expect_err("no deal").to_string().contains(wrong));
    }
}

/// A deal is given by its cards, or by pairs with a name or a seed.
#[test]
fn deals_are_read_from_options() {
    let pages =
        DESCRIBED.iter().find(|family| family.name() == "solitaire").expect("it is described").pages();
    let page = pages.iter().find(|page| page.command == "deal").expect("a page");
    let deal_of = |options: &[(&str, &str)], stops: bool| {
        let typed = |parameter: &Parameter| {
            let (_, value) = options.iter().find(|(name, _)| *name == parameter.name)?;
            Some(parameter.read(value).expect("a value"))
        };
        let given = GameArguments::all(page.options, &typed).expect("a question").remove(0);
        Dealt::from_options(&given.read(), || stops).map(|dealt| dealt.map(|dealt| (dealt.names, dealt.deal)))
    };
    let (names, deal) = deal_of(&[("cards", "x y,x  y")], true).expect("cards").expect("cards");
    assert_eq!(
        (names.join(" ").as_str(), deal),
        ("x y x y", Deal::new(&["1", "2", "1", "2"]).expect("a deal"))
    );
    for (name, expected) in [("shortest", Deal::shortest(6)), ("longest", Deal::longest(6))] {
        let (names, deal) =
            deal_of(&[("pairs", "6"), ("name", name)], true).expect("a name").expect("a deal");
        assert_eq!((names.len(), deal), (12, expected));
    }
    let (_, deal) = deal_of(&[("pairs", "6"), ("seed", "4")], true).expect("a seed").expect("a deal");
    assert_eq!(deal, Deal::shuffled(6, 4));
    let typical = [("pairs", "6"), ("name", "typical")];
    assert!(deal_of(&typical, true).expect("a name").is_none(), "the search was stopped");
    assert_eq!(deal_of(&typical, false).expect("a name").map(|(_, deal)| deal), Deal::typical(6, || false));
    for options in [&[("pairs", "6")][..], &[("cards", "1 2 1")], &[]] {
        assert!(deal_of(options, false).is_err(), "{options:?}");
    }
}
