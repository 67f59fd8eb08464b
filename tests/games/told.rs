//! What is told of games beside their odds: who is favoured, head starts, counts of games, and what is saved of it all.

use chancetree::evaluate::Distribution;
use chancetree::evaluate::checkpoint::{read_value, save_value};
use chancetree::exact::{Rational, double, one, ratio, zero};
use chancetree::family::answers::nobody;
use chancetree::family::favoured::{favoured, favourite, lead, least, most, next, spread};
use chancetree::family::sampled::{Ended, Ledger, Record, Sample};
use chancetree::family::saved::json as json_text;
use chancetree::family::{
    Datum, Drawing, Drawn, Finding, Help, Instance, Piece, Playable, Report, Table, Whereabouts, Within,
    Worth,
};
use chancetree::game::{MOST_POINTS, Points};
use chancetree::games::guess::Guess;
use chancetree::games::memory::fair::usual;
use chancetree::games::memory::fair::{self, HeadStart, Names, Way};
use chancetree::games::memory::figures::figures;
use chancetree::games::memory::forgetting::Strategy;
use chancetree::games::memory::strategies;
use chancetree::games::memory::{Memory, tactics};
use chancetree::games::mines::best::Compared;
use chancetree::games::mines::risk::RiskError;
use chancetree::games::mines::risks::{Layout, Method, MinesSource, Risks};
use chancetree::games::mines::simulate::{self, Approach};
use chancetree::games::mines::system::Contradiction;
use chancetree::games::mines::tally::Tallies;
use chancetree::games::solitaire::deal::Deal;
use chancetree::games::solitaire::dealt::Dealt;
use chancetree::games::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant, quantities};
use chancetree::model::{Error, Graph, Job};
use chancetree::payoff::Gain;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn parts(numbers: &[i64], of: i64) -> Vec<Rational> {
    numbers.iter().map(|&number| ratio(number, of)).collect()
}

fn seat(seat: usize) -> String {
    format!("seat {seat}")
}

fn words(text: &str) -> Datum {
    Datum::Words(text.to_owned())
}

#[test]
fn who_is_favoured_follows_from_the_wins() {
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
        assert_eq!(next(&all), begins, "{wins:?}");
        let by = || Datum::Exact(ratio(ahead, 10));
        let (people, programs) = match favourite_is {
            None => (words("nobody"), Datum::Nothing),
            Some(it) => (
                Datum::Parts(vec![("", words(&seat(it))), ("by", by())]),
                Datum::Parts(vec![("player", Datum::Whole(it as u64 + 1)), ("by", by())]),
            ),
        };
        assert_eq!((favoured(&all, seat), favourite(&all)), (people, programs), "{wins:?}");
        assert_eq!(nobody(&all), one() - all.iter().sum::<Rational>());
    }
    assert_eq!(spread(&[]), zero());
}

/// The head start is the nearest to fair of all, of equals the smallest; nobody looks on once the other is ahead.
#[test]
fn head_starts_are_the_nearest_to_fair() {
    // What the one behind is still behind by with 0, 1, 2, ... points, in twentieths; the number that is best.
    for (behind, best, looks) in [
        (&[5, 3, 1, -4][..], 2, 3),
        (&[5, 3, 1, -1, -2], 2, 3),
        (&[5, 5, 5, -4], 3, 3),
        (&[5, 5, 5, -5], 0, 3),
        (&[5, 4, 0, -5], 2, 2),
        // As many points as pairs and one more are always enough, if anything is.
        (&[5, 4, 4, 4, 3, 2], 4, 4),
    ] {
        for favoured in [0, 1] {
            let wins = |behind: i64| {
                let mut wins = vec![ratio(8 + behind, 20), ratio(8, 20)];
                wins.swap(0, favoured);
                wins
            };
            let mut asked = Vec::new();
            let ahead = |to: usize, points: Points| {
                asked.push((to, points));
                let mut outcomes = wins(behind[points as usize]);
                outcomes.push(one() - outcomes.iter().sum::<Rational>());
                Ok::<_, ()>(outcomes)
            };
            let found = HeadStart::of(&wins(behind[0]), 3, ahead).expect("no error").expect("two players");
            let seat = 1 - favoured;
            let (points, left) = (found.points, wins(behind[found.points as usize]));
            assert_eq!((points, found.wins), (best, left), "{behind:?}, {favoured}");
            assert_eq!(found.seat, seat, "{behind:?}");
            assert_eq!(asked, (1..=looks).map(|points| (seat, points)).collect::<Vec<_>>(), "{behind:?}");
        }
    }
    // Where it is fair there is none, whatever a point would do.
    let mut asked = Vec::new();
    let ahead = |to: usize, points: Points| {
        asked.push((to, points));
        Ok::<_, ()>(parts(&[9, 7, 0], 16))
    };
    let fair = HeadStart::of(&parts(&[1, 1], 2), 3, ahead).expect("no error").expect("two players");
    assert_eq!((fair.points, fair.wins, asked), (0, parts(&[1, 1], 2), vec![(0, 1)]));
    let none = HeadStart::of(&parts(&[1, 1, 1], 3), 3, |_, _| Err("nobody asks"));
    assert!(none.expect("no error").is_none());
}

#[test]
fn head_starts_are_told() {
    let names = Names(Some(vec!["Anna".to_owned(), "Ben".to_owned()]));
    let told = |points: Points, pairs: u16| {
        let head_start = HeadStart { seat: 1, points, wins: parts(&[3, 4], 10) };
        let mut report = Report::new("");
        let outcomes = parts(&[5, 3, 2], 10);
        fair::tell_board(pairs, &outcomes, Some(&head_start), (&names, false), &mut report);
        report
    };
    let said = |report: &Report, name: &str| {
        let number = report.numbers.iter().find(|number| number.words == [name]);
        number.map(|number| number.datum.clone())
    };
    let report = told(2, 3);
    assert_eq!(said(&report, "best head start"), Some(words("2 points for Ben")));
    let ahead = vec![("", words("Ben")), ("by", Datum::Exact(ratio(1, 10)))];
    assert_eq!(said(&report, "then favoured"), Some(Datum::Parts(ahead)));
    assert_eq!(
        report.note,
        "The head start is 2 points before the first turn; all 3 pairs stay on the table."
    );
    let programs = report.numbers.iter().find(|number| number.key == "head_start").expect("it is there");
    let all = [
        ("player", Datum::Whole(2)),
        ("points", Datum::Whole(2)),
        ("lead_of_player_1", Datum::Exact(ratio(-1, 10))),
    ];
    assert_eq!(programs.datum, Datum::Parts(all.into()));
    assert_eq!(
        told(1, 1).note,
        "The head start is 1 point before the first turn; the pair stays on the table."
    );
    let none = told(0, 3);
    assert_eq!(said(&none, "best head start"), Some(words("none")));
    assert_eq!((said(&none, "then favoured"), none.note.as_str()), (None, ""));
    assert_eq!(["Anna", "player 4"], [0, 3].map(|seat| names.of(seat)).each_ref().map(String::as_str));
    assert_eq!(["Ben", "4"], [1, 3].map(|seat| names.short(seat)).each_ref().map(String::as_str));
}

/// The five fairest are named, and those that are as fair as the fifth.
#[test]
fn the_fairest_are_named() {
    let way = |name: &str, apart: i64| Way {
        name: name.to_owned(),
        outcomes: parts(&[apart, 0, 100 - apart], 100),
    };
    let boards = |ways: &[i64]| -> (Vec<String>, Vec<Vec<Way>>) {
        let names = (1..).map(|board| format!("board {board}"));
        names.zip(ways).map(|(name, &apart)| (name, vec![way("bold", apart)])).unzip()
    };
    let (names, mut ways) = boards(&[9, 3, 4, 5, 1, 5, 6, 2, 5]);
    let fairest = "board 5 (bold), board 8 (bold), board 2 (bold), board 3 (bold), board 4 (bold), board 6 (bold), \
                   board 9 (bold)";
    assert_eq!(fair::summary(&names, &ways, "to win"), format!("\nFairest (7 of 9): {fairest}.\n"));
    ways[0].push(way("best", 0));
    let with_best = fair::summary(&names, &ways, "to win");
    let (first, rest) =
        fairest.rsplit_once(", board 4 (bold), board 6 (bold), board 9 (bold)").expect("three");
    assert_eq!(rest, "");
    assert_eq!(
        with_best,
        format!("\nFairest (5 of 10): board 1 (best), {first}.\nPlayers who play best want to win.\n")
    );
    assert_eq!(usual(true, 2), ["robots", "safe", "best"]);
    assert_eq!(usual(false, 2), ["robots", "safe", "best", "parity"]);
    assert_eq!(usual(false, 3), ["robots", "safe", "best"]);
}

/// A distribution of scores is saved with the points of each seat, and comes back the same.
#[test]
fn distributions_of_scores_come_back() {
    let scores = vec![(vec![1, 2], ratio(3, 4)), (vec![3, 0], ratio(1, 4))];
    let found = Distribution::of(scores.clone());
    assert_eq!((found.outcomes(), found.expected()), (parts(&[1, 3, 0], 4), parts(&[3, 3], 2)));
    returned(&found);
}

#[test]
fn whoever_alone_has_most_has_won() {
    for (scores, winner) in
        [(&[2, 3, 1][..], Some(1)), (&[3, 3, 1], None), (&[0, 0], None), (&[5], Some(0)), (&[], None)]
    {
        let ended = Ended::by_score(scores);
        assert_eq!(ended.winner, winner);
        assert_eq!(ended.halves, [scores.iter().map(|&score| 2 * score).collect::<Vec<_>>()]);
    }
}

/// Games in three ways: what is told of them, and what is saved goes on as if nothing had been.
#[test]
fn tallies_are_those_of_the_games() {
    let ways = [Approach::ALL[0], Approach::ALL[1], Approach::Strong];
    let ended = |won: bool, left: usize, guesses: usize| simulate::GameResult { won, left, guesses };
    // Lost games have mines left; the first way wins 3 of 5, the second 1, the third 4.
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
    assert_eq!(rest.resume(2, &first.words()), Some(()));
    assert_eq!(rest.games(), 2);
    games[2..].iter().for_each(|game| rest.add(&game.to_vec()));
    assert_eq!((rest.games(), rest.words()), (5, whole.words()));
    // Won; mines left in so many games, their sum and that of their squares; the same of guesses. Then the pairs.
    let mean = |count: u64, sum: u64, squares: u64| [count, sum, 0, squares, 0];
    let expected = [
        &[3][..],
        &mean(2, 9, 53),
        &mean(5, 13, 47),
        &[1],
        &mean(4, 15, 71),
        &mean(5, 9, 19),
        &[4],
        &mean(1, 2, 4),
        &mean(5, 9, 19),
        &[3, 1],
        &[1, 2],
        &[0, 3],
    ];
    assert_eq!(whole.words(), expected.concat());
    let words = whole.words();
    for (at, wrong) in [(0, 6), (0, 4), (1, 1), (6, 4), (33, 5), (34, 3), (34, u64::MAX)] {
        let mut words = words.clone();
        words[at] = wrong;
        assert_eq!(Tallies::new(&ways).resume(5, &words), None, "{at}: {wrong}");
    }
    assert_eq!(Tallies::new(&ways).resume(4, &words), None);
    // All games are unlike: as many as there are, and no more.
    let mut words = words;
    words[33] = 4;
    assert_eq!(Tallies::new(&ways).resume(5, &words), Some(()));
}

fn returned<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(thing: &T) {
    let mut bytes = Vec::new();
    save_value(&mut bytes, thing).expect("memory");
    let mut from = &bytes[..];
    assert_eq!(&read_value::<T>(&mut from).expect("it was written"), thing);
    assert!(from.is_empty(), "{thing:?}");
}

/// What is saved comes back the same, to the last bit.
#[test]
fn what_is_saved_comes_back() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Parameters(#[serde(with = "json_text")] Value);
    returned(&Parameters(json!({
        "null": null, "whole": u64::MAX, "signed": -5, "double": 0.1, "long": 0.1 + 0.2, "least": f64::MIN_POSITIVE,
        "all": [true, "text", { "deep": [] }]
    })));
    let row = vec![
        Datum::Exact(ratio(1, 3)),
        Datum::Decimal(ratio(1, 3)),
        Datum::Bar { value: ratio(1, 3), most: 0.5 },
        Datum::Fit { value: 2.5, is_measured: true },
        Datum::Parts(vec![("a", Datum::Each(vec![Datum::Nothing, Datum::Flag(true)]))]),
        Datum::Scores(vec![1, 2]),
    ];
    let heads = || ["a", "b", "c", "d", "e", "f"].map(|key| (key, Some(key)));
    let plain = Table::new("plain", heads(), [row.clone()]);
    let mut report = Report::new("title");
    report.add("number", 3u64).only(Whereabouts::Listed);
    report.numbers.push(Finding {
        key: "key".to_owned(),
        words: vec!["words".to_owned()],
        datum: 0.5.into(),
        within: Within::Tables,
        shown: Whereabouts::Alone,
    });
    report.remarks.push(vec![Piece::from("a"), Piece::Number(ratio(1, 2))]);
    report.drawings.push(Drawing(vec![vec![Drawn {
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
    returned(&report);
}

/// A tail that is longer than what is left tells more; where the half is left, expectations do.
#[test]
fn what_does_not_end_is_told_otherwise() {
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

/// The squares of both tables of best play: what is best first, in the colour of its meaning.
#[test]
fn tables_of_best_play_have_a_square_for_each_cell() {
    let parameters = json!({ "pairs": 4 });
    let row: tactics::TacticRow = vec![(vec![6], one()), (vec![5, 1], zero()), (Vec::new(), zero())];
    let cells = tactics::TacticCell::of_row(2, row, &parameters);
    let echo = json!({ "pairs": 4, "unknown": 1, "half_known": 1 });
    assert_eq!(cells[1].parameters(), echo);
    let grid = tactics::grid(&cells, "title".to_owned());
    let squares: Vec<_> =
        grid.squares.iter().map(|it| (it.row, it.column, it.text.as_str(), it.fill)).collect();
    assert_eq!(squares, [(2, 0, "6", "#E69F00"), (2, 1, "5=", "#56B4E9"), (2, 2, "-", "#FFFFFF")]);
    let legend: Vec<&str> = grid.legend.iter().map(|(fill, _)| *fill).collect();
    assert_eq!(legend, ["#56B4E9", "#E69F00"], "each tactic once, in the order of their numbers");
    let fills = [1, 2, 3, 5, 6, 7].map(|tactic| {
        let cells = tactics::TacticCell::of_row(0, vec![(vec![tactic], zero())], &parameters);
        tactics::grid(&cells, String::new()).squares[0].fill
    });
    assert_eq!(fills, ["#F0E442", "#CC79A7", "#DDDDDD", "#56B4E9", "#E69F00", "#009E73"]);
    let cells = strategies::DecisionCell::of_row(3, vec![(1, 0), (2, 1), (3, 2)]);
    let grid = strategies::grid(&cells, "title".to_owned());
    let squares: Vec<_> =
        grid.squares.iter().map(|it| (it.row, it.column, it.text.as_str(), it.fill)).collect();
    assert_eq!(squares, [(3, 1, "0", "#56B4E9"), (3, 2, "1", "#E69F00"), (3, 3, "2", "#DDDDDD")]);
    let legend: Vec<(&str, &str)> = grid.legend.iter().map(|(fill, text)| (*fill, text.as_str())).collect();
    let expected = [("#56B4E9", "0 safe"), ("#E69F00", "1 bold"), ("#DDDDDD", "2 forced or equal")];
    assert_eq!(legend, expected);
    for (both, decision) in [([1, 0], 1), ([0, 1], 0), ([1, 1], 2)] {
        let [bold, safe] = both.map(|number| ratio(number, 1));
        assert_eq!(strategies::decision(&[(Strategy::Bold, bold), (Strategy::Safe, safe)]), decision);
    }
    assert_eq!(strategies::decision(&[(Strategy::Bold, one())]), 2);
}

/// A deal with its arcs: each pair once, from its first card to its mate, numbered in the order in which they are complete;
/// a block ends with the second card of a pair.
#[test]
fn a_deal_is_drawn_as_its_pairs() {
    let symbols = ["a", "b", "a", "c", "c", "b"];
    let dealt = Dealt::of(Deal::new(&symbols).expect("a deal"), symbols.map(str::to_owned).to_vec());
    let arcs = dealt.arcs("title");
    assert_eq!(arcs.pairs, [(0, 2, 0), (1, 5, 2), (3, 4, 1)]);
    assert_eq!((arcs.title, arcs.names), ("title", &symbols.map(str::to_owned)[..]));
    assert_eq!(arcs.blocks, [0, 3, 5]);
}

/// The smallest boards come first, of equals the one with fewer rows; each with one mine up to all cells but one.
#[test]
fn boards_are_compared_from_the_smallest_on() {
    let boards = Compared::boards(3, 5);
    let sizes = [(1, 2), (1, 3), (1, 4), (2, 2), (1, 5), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5)];
    let expected =
        sizes.iter().flat_map(|&(rows, cols)| (1..rows * cols).map(move |mines| (rows, cols, mines)));
    assert_eq!(boards, expected.collect::<Vec<(u8, u8, u8)>>());
}

/// What stands in the way is told with what is possible instead; a limit is nobody's mistake.
#[test]
fn positions_without_probabilities_are_refused() {
    let layout = Layout::Board("mines 2\n1?*\n???\n".parse().expect("a board"));
    let refused =
        |why: RiskError| layout.refusal(&why, MinesSource::Board).map(|refusal| (refusal.what, refusal.help));
    let islands = || Some(Help::Options("--method islands".to_owned()));
    let large = "the matrix is too large for the method binary".to_owned();
    assert_eq!(refused(RiskError::Large(7)), Some((large, islands())));
    let free = "41 variables of one island are free; more than 40 would take days to try".to_owned();
    assert_eq!(refused(RiskError::Free(41)), Some((free, islands())));
    assert_eq!(refused(RiskError::Entangled(3)), None);
    // Mines that are known count among those in all.
    let none = |least, most| RiskError::Contradiction(Contradiction::Mines { mines: 1, least, most });
    let told = |what: &str, help: &str| Some((what.to_owned(), Some(Help::Options(help.to_owned()))));
    assert_eq!(refused(none(2, 2)), told("the numbers allow 3 mines in all, not 2", "mines 3"));
    assert_eq!(refused(none(2, 4)), told("the numbers allow 3 to 5 mines in all, not 2", "mines 3"));
}

/// A board as it is drawn, and as a graph of cells and of equations.
#[test]
fn a_position_is_drawn_as_it_is_known() {
    let job = Job::default();
    let layout = Layout::Board("mines 2\n1?*\nF??\n".parse().expect("a board"));
    let risks = Risks::of(&layout, Method::Islands, &job).expect("some placements fit");
    // One more mine than the known one, and one of the three near the number.
    let drawn = risks.drawn();
    assert_eq!((drawn.title.as_str(), drawn.columns), ("Minesweeper, 2 x 3, 2 mines", 3));
    let cells: Vec<_> =
        drawn.cells.iter().map(|cell| (cell.seen.as_deref(), cell.risk, cell.is_safest)).collect();
    let third = Some(double(&ratio(1, 3)));
    let hidden = (None, third, false);
    assert_eq!(
        cells,
        [
            (Some("1"), None, false),
            hidden,
            (Some("*"), Some(1.0), false),
            hidden,
            hidden,
            (None, Some(0.0), true)
        ]
    );
    let edges = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
    };
    let net = risks.net(false);
    let nodes: Vec<_> =
        net.nodes.iter().map(|node| (node.label.as_str(), node.kind, node.number, node.drawn)).collect();
    assert_eq!(
        nodes,
        [
            ("1,1\n1", "opened", Some(1), Some((0, 0))),
            ("1,2\n1/3", "hidden", None, Some((0, 1))),
            ("1,3\n*", "mine", None, Some((0, 2))),
            ("2,1\n1/3", "hidden", None, Some((1, 0))),
            ("2,2\n1/3", "hidden", None, Some((1, 1))),
            ("2,3\n0/1", "hidden", None, Some((1, 2))),
        ]
    );
    let near =
        [("n0", "n1"), ("n0", "n3"), ("n0", "n4"), ("n1", "n2"), ("n1", "n3"), ("n1", "n4"), ("n1", "n5")];
    let more = [("n2", "n4"), ("n2", "n5"), ("n3", "n4"), ("n4", "n5")];
    assert_eq!(net.edges, edges(&[&near[..], &more].concat()));
    // A long fraction does not fit into a cell.
    let far = Layout::Board(
        "mines 40\n1??????????????????????????????????????????????????\n".parse().expect("a board"),
    );
    let label = |layout: &Layout, place: usize| {
        let risks = Risks::of(layout, Method::Islands, &job).expect("some placements fit");
        risks.net(false).nodes[place].label.clone()
    };
    assert_eq!((label(&far, 1), label(&far, 2)), ("1,2\n1/1".to_owned(), "1,3\n39/49".to_owned()));
    let chain = Layout::Board(include_str!("../snapshots/answers/chain.txt").parse().expect("a board"));
    assert_eq!(label(&chain, 0), "1,1\n0.1189");
    let net = risks.net(true);
    let ids: Vec<_> =
        net.nodes.iter().map(|node| (node.id.as_str(), node.label.as_str(), node.number)).collect();
    assert_eq!(ids[4..], [("e0", "1,1\n= 1", Some(1)), ("all", "all\n= 1", Some(1))]);
    let all = [("all", "n1"), ("all", "n3"), ("all", "n4"), ("all", "n5")];
    assert_eq!(net.edges, edges(&[&[("e0", "n1"), ("e0", "n3"), ("e0", "n4")], &all[..]].concat()));
}

/// The counts of random games go on from the words that were saved, as if nothing had been; what no games have is refused.
#[test]
fn samples_are_those_of_the_games() {
    let job = Job::default();
    let rules = Guess::new(5, 2).expect("a game");
    let instance =
        Instance::new(rules, Worth::Wins { nobody: None }, Gain).and(Worth::Expected("guesses"), Gain);
    let game: &dyn Playable = &instance;
    let explored = game.explore(&job).expect("it is small");
    let solution = explored.solve(0, &job).expect("solved");
    let induced = explored.induced(&solution, &job).expect("a policy");
    let events: BTreeSet<String> =
        (0..explored.model().edge_count()).map(|edge| explored.event(edge)).collect();
    assert_eq!(events.iter().map(String::as_str).collect::<Vec<_>>(), ["higher", "hit", "lower"]);
    let values = [parts(&[3, 2], 5), parts(&[1, 1], 2)];
    let sample = Sample::of(&*induced, &game.worths, &values, "heading".to_owned(), json!({}));
    assert_eq!((sample.heading.as_str(), sample.nobody.as_str()), ("heading", ""));
    assert_eq!(sample.outcomes, values[0]);
    for number in 0..8 {
        // Whoever wins has a point, which is counted twice.
        let Ended { winner, halves } = sample.play(1, number, &job).expect("a game");
        let halves_of = |seat| 2 * i64::from(winner == Some(seat));
        assert_eq!(halves, [[halves_of(0), halves_of(1)]]);
        assert!(winner.is_some());
    }
    let ended = |winner: Option<u8>, halves: [i64; 2]| Ended { winner, halves: vec![halves.to_vec()] };
    let games = [
        ended(Some(0), [2, 0]),
        ended(Some(1), [4, 6]),
        ended(None, [0, -2]),
        ended(Some(0), [6, 0]),
        ended(Some(1), [-4, 8]),
    ];
    let mut whole = sample.counted();
    games.iter().for_each(|game| whole.add(game));
    // Wins of each and of nobody, then of each the games, their sum and that of their squares.
    let sum = |sum: u64, squares: u64| [5, sum, 0, squares, 0];
    assert_eq!(whole.words(), [&[2, 2, 1][..], &sum(8, 72), &sum(12, 104)].concat());
    let mut first = sample.counted();
    games[..3].iter().for_each(|game| first.add(game));
    let mut rest = sample.counted();
    assert_eq!(rest.resume(3, &first.words()), Some(()));
    assert_eq!(rest.games(), 3);
    games[3..].iter().for_each(|game| rest.add(game));
    assert_eq!((rest.games(), rest.words()), (5, whole.words()));
    for (at, wrong) in [(0, 3), (2, u64::MAX), (3, 4), (4, 73), (11, 1)] {
        let mut words = whole.words();
        words[at] = wrong;
        assert_eq!(sample.counted().resume(5, &words), None, "{at}: {wrong}");
    }
    // What is simulated is a share of all games, or half of the mean of what was counted twice.
    let report = whole_report(&sample, &whole);
    let [mean, error] = [0.8, (5.0f64 * 72.0 - 64.0).sqrt() / 10.0 / 2.0];
    assert_eq!(report[0], ("win_1".to_owned(), 0.4, (0.4f64 * 0.6 / 5.0).sqrt()));
    assert_eq!((report[2].0.as_str(), report[2].1), ("expected_guesses_1", mean));
    assert!((report[2].2 - error).abs() < 1e-12, "{report:?}");
    assert_eq!((report[3].0.as_str(), report[3].1), ("expected_guesses_2", 1.2));
}

/// The key, the value and the error of each number that was estimated; intervals are 1.96 errors wide to each side, but for
/// shares.
fn whole_report(sample: &Sample<'_>, counted: &Record) -> Vec<(String, f64, f64)> {
    let report = sample.report(counted, 1);
    let row = |row: &Vec<Datum>| {
        let [_, Datum::Words(key), _, Datum::Double(value, _), Datum::Double(error, _), low, high, _] =
            &row[..]
        else {
            panic!("{row:?}")
        };
        if let (false, Datum::Double(low, _), Datum::Double(high, _)) = (key.starts_with("win"), low, high) {
            assert!((high - value - 1.959_963_984_540_054 * error).abs() < 1e-9, "{row:?}");
            assert!((value - low - 1.959_963_984_540_054 * error).abs() < 1e-9, "{row:?}");
        }
        (key.clone(), *value, *error)
    };
    report.tables[0].rows.iter().map(row).collect()
}

/// Points beyond the depth at which a graph is cut are added with a check, too: a score that wraps would be a wrong winner.
#[test]
fn points_beyond_a_cut_must_fit() {
    let (game, job) = (Memory::new(4, 2).expect("a board"), Job::default());
    let graph = Graph::of(&game, &job).expect("no limit");
    let scored = |first: Points| graph.clone().with_scores(&[first, 0], Some(1), &job).expect("few so far");
    for exact in [false, true] {
        let found = figures(&scored(MOST_POINTS - 2), &graph, exact, &job);
        assert_eq!(found.err(), Some(Error::PointsOverflow));
        let odds = figures(&scored(100), &graph, exact, &job).expect("they fit");
        assert_eq!(odds.odds_at_start(&scored(100)), [one(), zero(), zero()]);
    }
}
