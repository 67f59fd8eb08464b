//! Reports other than the odds: the favourite, head starts, random games, and saved reports.

use chancetree::evaluate::Distribution;
use chancetree::exact::{Rational, one, ratio, zero};
use chancetree::game::{MAX_POINTS, Points};
use chancetree::games::guess::Guess;
use chancetree::games::memory::Memory;
use chancetree::games::mines::simulate::{self, Approach};
use chancetree::model::{Error, Graph, Job};
use chancetree::payoff::Gain;
use chancetree_engine::evaluate::checkpoint::{read_value, save_value};
use chancetree_families::family::answers::no_winner;
use chancetree_families::family::favoured::{lead, least, most, next_game, spread};
use chancetree_families::family::generic::PayoffValues;
use chancetree_families::family::sampled::{EndedGame, Ledger, Sample};
use chancetree_families::family::saved::json as json_text;
use chancetree_families::family::{
    Drawing, DrawingSpan, FormatScope, Instance, PayoffKind, Playable, Report, ReportField, ReportValue,
    Table, TextSpan, TextVisibility,
};
use chancetree_families::memory::fair::HeadStart;
use chancetree_families::memory::node_odds::node_odds;
use chancetree_families::mines::tally::Tallies;
use chancetree_families::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant, quantities};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn parts(numbers: &[i64], of: i64) -> Vec<Rational> {
    numbers.iter().map(|&number| ratio(number, of)).collect()
}

#[test]
fn favourite_follows_from_the_wins() {
    for (wins, ahead, apart, favourite_is, least_is, begins) in [
        (&[3, 4][..], 1, 1, Some(1), 0, "the winner begins"),
        (&[4, 3], 1, 1, Some(0), 1, "the loser begins"),
        (&[4, 4], 0, 0, None, 1, "either player begins"),
        (&[3, 3, 3], 0, 0, None, 2, "any player begins"),
        (&[2, 5, 1], 3, 4, Some(1), 2, "the winner moves to seat 3"),
        (&[1, 5, 1], 4, 4, Some(1), 2, "the winner moves to seat 3"),
        (&[5, 1, 5], 0, 4, None, 1, "the winner moves to seat 2"),
        (&[1, 2, 3], 1, 2, Some(2), 0, "the winner begins"),
        (&[7], 7, 0, Some(0), 0, "any player begins"),
    ] {
        let all = parts(wins, 10);
        assert_eq!(lead(&all), ratio(ahead, 10), "{wins:?}");
        assert_eq!(spread(&all), ratio(apart, 10), "{wins:?}");
        assert_eq!(most(&all), favourite_is, "{wins:?}");
        assert_eq!(least(&all), least_is, "{wins:?}");
        assert_eq!(next_game(&all), begins, "{wins:?}");
        assert_eq!(no_winner(&all), (one() - all.iter().sum::<Rational>()).max(zero()));
    }
    assert_eq!(spread(&[]), zero());
}

/// The best head start is the closest to fair, and the smallest among equals. The search ends once the other player leads.
#[test]
fn head_starts_are_the_closest_to_fair() {
    // For each case: the lead of the favourite with 0, 1, 2, ... points in twentieths, the best number of points, and the queries.
    for (behind, best, queries) in [
        (&[5, 3, 1, -4][..], 2, 3),
        (&[5, 3, 1, -1, -2], 2, 3),
        (&[5, 5, 5, -4], 3, 3),
        (&[5, 5, 5, -5], 0, 3),
        (&[5, 4, 0, -5], 2, 2),
        // If any head start suffices, one more point than pairs suffices.
        (&[5, 4, 4, 4, 3, 2], 4, 4),
    ] {
        for favoured in [0, 1] {
            let wins = |behind: i64| {
                let mut wins = vec![ratio(8 + behind, 20), ratio(8, 20)];
                wins.swap(0, favoured);
                wins
            };
            let mut tried = Vec::new();
            let ahead = |to: usize, points: Points| {
                tried.push((to, points));
                let mut outcomes = wins(behind[points as usize]);
                outcomes.push(one() - outcomes.iter().sum::<Rational>());
                Ok::<_, ()>(outcomes)
            };
            let found = HeadStart::of(&wins(behind[0]), 3, ahead).expect("no error").expect("two players");
            let seat = 1 - favoured;
            let (points, left) = (found.points, wins(behind[found.points as usize]));
            assert_eq!((points, found.wins), (best, left), "{behind:?}, {favoured}");
            assert_eq!(found.seat, seat, "{behind:?}");
            assert_eq!(tried, (1..=queries).map(|points| (seat, points)).collect::<Vec<_>>(), "{behind:?}");
        }
    }
    // A fair game needs no head start.
    let mut tried = Vec::new();
    let ahead = |to: usize, points: Points| {
        tried.push((to, points));
        Ok::<_, ()>(parts(&[9, 7, 0], 16))
    };
    let fair = HeadStart::of(&parts(&[1, 1], 2), 3, ahead).expect("no error").expect("two players");
    assert_eq!((fair.points, fair.wins, tried), (0, parts(&[1, 1], 2), vec![(0, 1)]));
    let none = HeadStart::of(&parts(&[1, 1, 1], 3), 3, |_, _| Err("no query expected"));
    assert!(none.expect("no error").is_none());
}

/// A distribution of scores is saved with the points of each seat.
#[test]
fn distributions_of_scores_are_read_back() {
    let scores = vec![(vec![1, 2], ratio(3, 4)), (vec![3, 0], ratio(1, 4))];
    let found = Distribution::of(scores.clone());
    assert_eq!((found.outcomes(), found.expected()), (parts(&[1, 3, 0], 4), parts(&[3, 3], 2)));
    assert_round_trip(&found);
}

#[test]
fn only_a_single_greatest_score_wins() {
    for (scores, winner) in
        [(&[2, 3, 1][..], Some(1)), (&[3, 3, 1], None), (&[0, 0], None), (&[5], Some(0)), (&[], None)]
    {
        let ended = EndedGame::by_score(scores);
        assert_eq!(ended.winner, winner);
        assert_eq!(ended.halves, [scores.iter().map(|&score| 2 * score).collect::<Vec<_>>()]);
    }
}

/// The report on games played by three policies, in one part and in two parts with a save between them.
#[test]
fn tallies_match_the_games() {
    let ways = [Approach::ALL[0], Approach::ALL[1], Approach::Strong];
    let ended = |won: bool, left: usize, guesses: usize| simulate::GameResult { won, left, guesses };
    // Lost games have mines left; the first policy wins 3 of 5, the second 1, the third 4.
    let games = [
        [ended(true, 0, 2), ended(false, 3, 1), ended(true, 0, 1)],
        [ended(true, 0, 4), ended(false, 5, 2), ended(true, 0, 3)],
        [ended(false, 7, 1), ended(true, 0, 2), ended(true, 0, 2)],
        [ended(true, 0, 1), ended(false, 1, 1), ended(false, 2, 2)],
        [ended(false, 2, 5), ended(false, 6, 3), ended(true, 0, 1)],
    ];
    let mut whole = Tallies::new(&ways);
    games.iter().for_each(|game| whole.add(&game.to_vec()));
    assert_eq!(whole.games(), 5);
    let mut first = Tallies::new(&ways);
    games[..2].iter().for_each(|game| first.add(&game.to_vec()));
    let mut rest = Tallies::new(&ways);
    rest.resume(reread(first.counts()));
    assert_eq!(rest.games(), 2);
    games[2..].iter().for_each(|game| rest.add(&game.to_vec()));
    assert_eq!((rest.games(), &rest), (5, &whole));
    let mean = |count: u64, sum: u64, squares: u64| json!({ "count": count, "sum": sum, "squares": squares });
    let way = |way: Approach, won: u64, left: Value, guesses: Value| json!({ "way": way.to_string(), "exact": null, "won": won, "left": left, "guesses": guesses });
    let pair = |first: usize, second: usize, [first_only, second_only]: [u64; 2]| {
        let paired = json!({ "first_only": first_only, "second_only": second_only, "tries": 5 });
        json!({ "first": first, "second": second, "paired": paired })
    };
    let expected = json!({
        "ways": [
            way(ways[0], 3, mean(2, 9, 53), mean(5, 13, 47)),
            way(ways[1], 1, mean(4, 15, 71), mean(5, 9, 19)),
            way(ways[2], 4, mean(1, 2, 4), mean(5, 9, 19)),
        ],
        "pairs": [pair(0, 1, [3, 1]), pair(0, 2, [1, 2]), pair(1, 2, [0, 3])],
        "games": 5,
    });
    assert_eq!(serde_json::to_value(whole.counts()).expect("numbers"), expected);
}

/// Returns a value that was saved and read.
fn reread<T: Serialize + DeserializeOwned>(thing: &T) -> T {
    let mut bytes = Vec::new();
    save_value(&mut bytes, thing).expect("memory");
    read_value(&mut &bytes[..]).expect("it was saved")
}

fn assert_round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(thing: &T) {
    let mut bytes = Vec::new();
    save_value(&mut bytes, thing).expect("memory");
    let mut from = &bytes[..];
    assert_eq!(&read_value::<T>(&mut from).expect("it was written"), thing);
    assert!(from.is_empty(), "{thing:?}");
}

/// Saved reports are read back to the last bit.
#[test]
fn saved_reports_are_read_back() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Parameters(#[serde(with = "json_text")] Value);
    assert_round_trip(&Parameters(json!({
        "null": null, "whole": u64::MAX, "signed": -5, "double": 0.1, "long": 0.1 + 0.2, "least": f64::MIN_POSITIVE,
        "all": [true, "text", { "deep": [] }]
    })));
    let row = vec![
        ReportValue::Exact(ratio(1, 3)),
        ReportValue::Decimal(ratio(1, 3)),
        ReportValue::Bar { value: ratio(1, 3), most: 0.5 },
        ReportValue::Fit { value: 2.5, is_measured: true },
        ReportValue::Parts(vec![(
            "a",
            ReportValue::Each(vec![ReportValue::Nothing, ReportValue::Flag(true)]),
        )]),
        ReportValue::Scores(vec![1, 2]),
    ];
    let heads = || ["a", "b", "c", "d", "e", "f"].map(|key| (key, Some(key)));
    let plain = Table::new("plain", heads(), [row.clone()]);
    let mut report = Report::new("title");
    report.add("number", 3u64).only(TextVisibility::Listed);
    report.numbers.push(ReportField {
        key: "key".to_owned(),
        labels: vec!["words".to_owned()],
        value: 0.5.into(),
        formats: FormatScope::Tables,
        visibility: TextVisibility::Alone,
        is_probability: false,
    });
    report.remarks.push(vec![TextSpan::from("a"), TextSpan::Number(ratio(1, 2))]);
    report.drawings.push(Drawing(vec![vec![DrawingSpan {
        words: "x".to_owned(),
        risk: Some(0.5),
        is_marked: true,
    }]]));
    report.tables = vec![
        plain.clone(),
        plain.clone().main(),
        plain.clone().titled("above"),
        plain.clone().whole().main(),
        plain.clone().whole(),
    ];
    report.note = "note".to_owned();
    assert_eq!(plain.clone().titled("above").title, "above");
    assert!(!plain.is_whole && plain.clone().whole().is_whole && plain.clone().main().is_main);
    assert_round_trip(&report);
}

/// Suggests a longer tail, or expectations if at least half of the probability is unlisted.
#[test]
fn long_distributions_suggest_a_tail_or_expectations() {
    let recall = Recall::new(ratio(3, 4), ratio(1, 8), ratio(4, 5)).expect("probabilities");
    let game = ImperfectSolitaire::new(2, Variant::FreshFirst, recall).expect("a game");
    for (left, tail) in
        [(1_000_001, "1/1000000"), (1_000_000, "1/1000"), (1000, "1/100"), (10, "1/2"), (3, "1/2")]
    {
        assert_eq!(quantities::instead(&game, &ratio(1, left)), format!("a longer tail: --tail {tail}"));
    }
    let expectations = "expectations without distributions: chancetree information solitaire --pairs 2 --recall \
                        3/4,1/8,4/5 --model L";
    assert_eq!(quantities::instead(&game, &ratio(1, 2)), expectations);
}

/// The counts of random games resume from saved words; impossible counts are refused.
#[test]
fn samples_match_the_games() {
    let job = Job::default();
    let rules = Guess::new(5, 2).expect("a game");
    let instance = Instance::new(rules, PayoffKind::Wins { no_winner: None }, Gain)
        .and(PayoffKind::Expected("guesses"), Gain);
    let game: &dyn Playable = &instance;
    let explored = game.explore(&job).expect("it is small");
    let solution = explored.solve(0, None, &job).expect("solved");
    let induced = explored.induced(&solution, &job).expect("a policy");
    let events: BTreeSet<String> =
        (0..explored.model().edge_count()).map(|edge| explored.event(edge)).collect();
    assert_eq!(events.iter().map(String::as_str).collect::<Vec<_>>(), ["higher", "hit", "lower"]);
    let values = vec![parts(&[3, 2], 5), parts(&[1, 1], 2)];
    let values = PayoffValues { values, error: None };
    let sample = Sample::of(&*induced, &game.payoffs, &values, "heading".to_owned(), json!({}));
    assert_eq!((sample.heading.as_str(), sample.no_winner.as_str()), ("heading", ""));
    assert_eq!(sample.outcomes, values.values[0]);
    for number in 0..8 {
        // The winner has one point, in halves.
        let EndedGame { winner, halves } = sample.play(1, number, &job).expect("a game");
        let halves_of = |seat| 2 * i64::from(winner == Some(seat));
        assert_eq!(halves, [[halves_of(0), halves_of(1)]]);
        assert!(winner.is_some());
    }
    let ended = |winner: Option<u8>, halves: [i64; 2]| EndedGame { winner, halves: vec![halves.to_vec()] };
    let games = [
        ended(Some(0), [2, 0]),
        ended(Some(1), [4, 6]),
        ended(None, [0, -2]),
        ended(Some(0), [6, 0]),
        ended(Some(1), [-4, 8]),
    ];
    let mut whole = sample.counted();
    games.iter().for_each(|game| whole.add(game));
    let mean = |sum: u64, squares: u64| json!({ "count": 5, "sum": sum, "squares": squares });
    let expected = json!({ "wins": [2, 2, 1], "points": [[mean(8, 72), mean(12, 104)]], "games": 5 });
    assert_eq!(serde_json::to_value(whole.counts()).expect("numbers"), expected);
    let mut first = sample.counted();
    games[..3].iter().for_each(|game| first.add(game));
    let mut rest = sample.counted();
    rest.resume(reread(first.counts()));
    assert_eq!(rest.games(), 3);
    games[3..].iter().for_each(|game| rest.add(game));
    assert_eq!((rest.games(), rest), (5, whole));
}

/// Points beyond the cut of a graph are checked, too: an overflow would give the wrong winner.
#[test]
fn points_beyond_a_cut_must_fit() {
    let (game, job) = (Memory::new(4, 2).expect("a board"), Job::default());
    let graph = Graph::of(&game, &job).expect("no limit");
    let scored = |first: Points| graph.clone().with_scores(&[first, 0], Some(1), &job).expect("few so far");
    for exact in [false, true] {
        let found = node_odds(&scored(MAX_POINTS - 2), &graph, exact, &job);
        assert_eq!(found.err(), Some(Error::PointsOverflow));
        let odds = node_odds(&scored(100), &graph, exact, &job).expect("they fit");
        assert_eq!(odds.odds_at_start(&scored(100)), [one(), zero(), zero()]);
    }
}
