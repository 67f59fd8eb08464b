//! The oracles against each other and against published values, before the engine is compared with them.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One, Zero};

use oracles::cards::{Event, Situation, Start, play, play_traced};
use oracles::deals::{
    Distribution, Tally, arrangements, distribution, matchings, tally_arrangements, tally_matchings,
};
use oracles::lead::Lead;
use oracles::published::rows;
use oracles::recursion::{Odds, events, unmerged};

fn shares<K: Ord + Clone>(counts: &BTreeMap<K, u64>, total: u64) -> BTreeMap<K, BigRational> {
    counts.iter().map(|(key, &deals)| (key.clone(), BigRational::new(deals.into(), total.into()))).collect()
}

fn times<K: Ord + Clone>(counts: &BTreeMap<K, u64>, factor: u64) -> BTreeMap<K, u64> {
    counts.iter().map(|(key, deals)| (key.clone(), deals * factor)).collect()
}

fn assert_same_distribution(tally: &Tally, odds: &Odds, what: &str) {
    assert_eq!(shares(&tally.scores, tally.total), odds.joint, "joint distribution, {what}");
    assert_eq!(shares(&tally.ends, tally.total), odds.ends, "ends, {what}");
    assert_eq!(shares(&tally.turns, tally.total), odds.turns, "turns, {what}");
    assert_eq!(tally.wins(), odds.win, "wins, {what}");
    assert_eq!(tally.draws(), odds.draw, "draws, {what}");
    assert_eq!(tally.means(), odds.expected, "means, {what}");
}

/// Returns starts in the middle of a game, including unusual ones.
fn middles() -> Vec<Start> {
    let mut starts = Vec::new();
    for unknown in 0..=3 {
        for half in 0..=3 {
            for known in 0..=2 {
                for (scores, mover) in
                    [(vec![0], 0), (vec![2, 0], 1), (vec![1, 0, 3], 2), (vec![0, 1, 0, 1], 1)]
                {
                    starts.push(Start { unknown, half, known, scores, mover, one_flip: false });
                }
            }
        }
    }
    starts
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}

#[test]
fn one_deal_is_played_by_the_rules() {
    let two = Start::fresh(3, 2);
    let (game, first, trace) = play_traced(&two, &[0, 1, 2, 0, 1, 2]);
    let letters: Vec<_> = trace.iter().map(|(event, _)| *event).collect();
    // Player 1 turns 0 and 1; player 2 turns 2 and then a 0 whose mate is known; player 1 takes the rest.
    assert_eq!(letters, [Event::E, Event::D, Event::A, Event::B, Event::B]);
    assert_eq!((game.scores, game.last, game.turns), (vec![3, 0], 0, 5));
    assert_eq!(first, Situation { scores: vec![0, 0], known: 0, half: 0, unknown: 3, mover: 0 });
    assert_eq!(trace[0].1, Situation { scores: vec![0, 0], known: 0, half: 2, unknown: 1, mover: 1 });
    assert_eq!(trace[1].1, Situation { scores: vec![0, 0], known: 1, half: 2, unknown: 0, mover: 0 });

    let game = play(&two, &[0, 0, 1, 2, 2, 1]);
    assert_eq!((game.scores, game.last, game.turns), (vec![1, 2], 1, 4));

    let three = Start { unknown: 1, half: 1, known: 1, scores: vec![0, 0, 1], mover: 2, one_flip: false };
    let (game, _, trace) = play_traced(&three, &[0, 1, 0]);
    let letters: Vec<_> = trace.iter().map(|(event, _)| *event).collect();
    assert_eq!(letters, [Event::A, Event::D, Event::A, Event::B]);
    assert_eq!((game.scores, game.last), (vec![2, 0, 2], 0));

    let over = Start { unknown: 0, half: 0, known: 0, scores: vec![1, 2], mover: 1, one_flip: false };
    let game = play(&over, &[]);
    assert_eq!((game.scores, game.last, game.turns), (vec![1, 2], 1, 0));
}

#[test]
fn deals_are_distinct_and_complete() {
    for start in middles().iter().filter(|start| start.scores.len() == 1 && start.known == 0) {
        let (j, d) = (start.unknown, start.half);
        let mut all = Vec::new();
        arrangements(start, |deal| all.push(deal.to_vec()));
        let mut some = Vec::new();
        matchings(start, |deal| some.push(deal.to_vec()));
        assert_eq!(all.len() as u64, factorial(2 * j + d) >> j);
        assert_eq!(all.len() as u64, some.len() as u64 * factorial(j) * factorial(d));
        let distinct: BTreeSet<_> = all.iter().cloned().collect();
        assert_eq!(distinct.len(), all.len());
        let classes: BTreeSet<_> = some.into_iter().collect();
        assert_eq!(classes.len() as u64, all.len() as u64 / factorial(j) / factorial(d));
        assert!(classes.is_subset(&distinct));
    }
    for pairs in 0..=7 {
        let mut links = 0_usize;
        matchings(&Start::fresh(pairs, 1), |_| links += 1);
        assert_eq!(links, (0..pairs).map(|pair| 2 * pair + 1).product::<usize>());
    }
}

#[test]
fn matchings_represent_all_deals() {
    let fresh = (0..=4).flat_map(|pairs| (1..=4).map(move |players| Start::fresh(pairs, players)));
    for start in fresh.chain(middles()) {
        let (all, some) = (tally_arrangements(&start), tally_matchings(&start));
        let class = factorial(start.unknown) * factorial(start.half);
        assert_eq!(all.total, some.total * class, "{start:?}");
        assert_eq!(all.scores, times(&some.scores, class), "{start:?}");
        assert_eq!(all.ends, times(&some.ends, class), "{start:?}");
        assert_eq!(all.turns, times(&some.turns, class), "{start:?}");
    }
}

#[test]
fn cards_match_the_formulas_of_the_paper() {
    for players in 1..=4 {
        for pairs in 1..=7 {
            let start = Start::fresh(pairs, players);
            let what = format!("{pairs} pairs, {players} players");
            assert_same_distribution(&tally_matchings(&start), &unmerged(&start), &what);
        }
    }
}

/// The paper asks this question but does not print the answer. All 2,027,025 deals of 16 cards are played.
#[test]
fn on_sixteen_cards_the_first_player_wins_more_often() {
    let start = Start::fresh(8, 2);
    let tally = tally_matchings(&start);
    assert_eq!(tally.total, 2_027_025);
    assert_same_distribution(&tally, &unmerged(&start), "8 pairs, 2 players");
    let fractions: Vec<_> = tally.wins().iter().map(ToString::to_string).collect();
    assert_eq!(fractions, ["185527/405405", "870778/2027025"]);
    assert_eq!(tally.draws().to_string(), "76204/675675");
}

#[test]
fn cards_match_the_formulas_from_the_middle_of_a_game() {
    for start in middles() {
        assert_same_distribution(&tally_matchings(&start), &unmerged(&start), &format!("{start:?}"));
    }
}

#[test]
fn histories_are_the_tree_and_situations_are_its_merged_nodes() {
    let fresh = (1..=6).flat_map(|pairs| (1..=3).map(move |players| Start::fresh(pairs, players)));
    for start in fresh.chain(middles()) {
        let (distribution, odds) = (distribution(&start), unmerged(&start));
        assert_eq!(distribution.nodes.len() as u64, odds.nodes, "{start:?}");
        assert_eq!(distribution.leaves.len() as u64, odds.leaves, "{start:?}");
        let reach: BTreeMap<_, _> = shares(&distribution.situations, distribution.total)
            .into_iter()
            .map(|(s, share)| ((s.scores, s.known, s.half, s.unknown, s.mover), share))
            .collect();
        assert_eq!(reach, odds.reach, "{start:?}");
        assert_steps_follow_the_formulas(&distribution);
    }
}

/// Checks that among the deals through a situation each event has the share of its formula, and that no other event occurs.
fn assert_steps_follow_the_formulas(distribution: &Distribution) {
    let mut observed: BTreeMap<&Situation, Vec<(Event, BigRational)>> = BTreeMap::new();
    for ((from, event, _), &deals) in &distribution.transitions {
        let share = BigRational::new(deals.into(), distribution.situations[from].into());
        observed.entry(from).or_default().push((*event, share));
    }
    for situation in distribution.situations.keys() {
        let (c, d, e) = (situation.known, situation.half, situation.unknown);
        if c + d + e == 0 {
            assert!(!observed.contains_key(situation));
            continue;
        }
        let steps = &observed[situation];
        assert_eq!(*steps, events(c, d, e), "{situation:?}");
        assert!(steps.iter().map(|(_, share)| share).sum::<BigRational>().is_one());
    }
}

#[test]
fn a_tie_for_the_greatest_score_is_a_draw_for_three_too() {
    let start = Start { unknown: 0, half: 0, known: 1, scores: vec![1, 2, 0], mover: 0, one_flip: false };
    let tally = tally_matchings(&start);
    assert_eq!(tally.scores, BTreeMap::from([(vec![2, 2, 0], 1)]));
    assert!(tally.draws().is_one() && tally.wins().iter().all(Zero::is_zero));
    assert!(unmerged(&start).draw.is_one());
    // A tie below the greatest score does not matter.
    let start = Start { scores: vec![1, 0, 0], ..start };
    assert!(tally_matchings(&start).wins()[0].is_one());
    assert!(unmerged(&start).win[0].is_one());
}

#[test]
fn the_oracles_match_published_values() {
    let mut odds = BTreeMap::new();
    let mut distributions = BTreeMap::new();
    for row in rows("memory_odds") {
        let board: (usize, usize) =
            (row["pairs"].parse().expect("a number"), row["players"].parse().expect("a number"));
        let odds = odds.entry(board).or_insert_with(|| unmerged(&Start::fresh(board.0, board.1)));
        // Only boards of at most 7 pairs have rows about states; larger boards have too many deals.
        let distribution = distributions.entry(board).or_insert_with(|| match board.0 {
            0..=7 => distribution(&Start::fresh(board.0, board.1)),
            _ => Distribution::default(),
        });
        let quantity = row["quantity"].as_str();
        let found = match quantity.rsplit_once(' ') {
            _ if quantity == "draw" => odds.draw.to_string(),
            _ if quantity == "states" => distribution.situations.len().to_string(),
            _ if quantity == "transitions" => distribution.transitions.len().to_string(),
            _ if quantity == "states without scores" => table_states(distribution).to_string(),
            _ if quantity == "tree nodes" => odds.nodes.to_string(),
            _ if quantity == "tree leaves" => odds.leaves.to_string(),
            Some(("win", seat)) => odds.win[seat.parse::<usize>().expect("a seat") - 1].to_string(),
            Some(("first turn", letter)) => chance(letter, 0, board.0),
            Some(("second turn", letter)) => chance(letter, 2, board.0 - 2),
            _ => panic!("no such quantity: {quantity}"),
        };
        assert_eq!(found, row["value"], "{row:?}");
    }
}

fn table_states(distribution: &Distribution) -> usize {
    distribution.situations.keys().map(|s| (s.known, s.half, s.unknown)).collect::<BTreeSet<_>>().len()
}

fn chance(letter: &str, half: usize, unknown: usize) -> String {
    let events = events(0, half, unknown);
    let found = events.iter().find(|(event, _)| format!("{event:?}") == letter);
    found.expect("the event can happen").1.to_string()
}

#[test]
fn the_lead_of_the_first_player_is_the_difference_of_means() {
    let mut lead = Lead::default();
    for pairs in 1..=7 {
        let means = tally_matchings(&Start::fresh(pairs, 2)).means();
        assert_eq!(lead.fresh(pairs), &means[0] - &means[1], "{pairs} pairs");
    }
}
