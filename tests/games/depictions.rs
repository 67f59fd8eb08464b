//! Checks how the positions of every game are displayed: tiles, numbers, texts, styles and ends.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use chancetree::depict::{Depict, Ending, Tile};
use chancetree::exact::ratio;
use chancetree::game::{Game, Points, Seat};
use chancetree::games::guess::{Answer, Guess, Interval, Number};
use chancetree::games::memory::decisions::{Decisions, Objective, Rules, Stalemate};
use chancetree::games::memory::limited::{RecalledTable, SeatStrategy as Strategies, SharedMemory, Strategy};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::separate::{Beliefs, PairKind, SeparateMemory};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{Memory, PairCounts};
use chancetree::games::mines::field::Field;
use chancetree::games::mines::game::{
    Contents, FieldState, FirstCell, FirstClick, Mines, Opener as Clicks, Ties,
};
use chancetree::games::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant};
use chancetree::games::solitaire::{self, ScoredTurns, Solitaire};
use chancetree::model::{Graph, Job};

fn words<G: Depict>(game: &G, state: &G::State) -> String {
    let mut text = String::new();
    game.words(state, &mut text);
    text
}

fn measured<G: Depict>(game: &G, state: &G::State) -> Vec<i32> {
    let mut numbers = Vec::new();
    game.measure(state, &mut numbers);
    assert_eq!(numbers.len(), game.measures().len(), "a number for each name");
    numbers
}

/// The columns of a board of two rows.
fn columns<G: Depict>(game: &G, state: &G::State, scores: &[Points]) -> Vec<[Tile; 2]> {
    let [upper, lower] = <[_; 2]>::try_from(game.board(state, scores).rows).expect("two rows");
    assert_eq!(upper.len(), lower.len(), "rows of one length");
    upper.into_iter().zip(lower).map(|(upper, lower)| [upper, lower]).collect()
}

/// Repeats the tiles of each column.
fn row<const N: usize>(parts: [(u16, [Tile; 2]); N]) -> Vec<[Tile; 2]> {
    parts.into_iter().flat_map(|(count, tiles)| vec![tiles; usize::from(count)]).collect()
}

/// The pairs that the first three seats have taken.
const SCORES: [Points; 3] = [2, 0, 1];

fn taken(seats: Seat) -> Vec<[Tile; 2]> {
    let pairs = (0..seats).zip(SCORES).flat_map(|(seat, points)| vec![Tile::Taken(seat); points as usize]);
    pairs.map(|tile| [tile.clone(), tile]).collect()
}

/// Checks properties of every game: positions have unique texts, tiles of one name have one style, codes and actions are
/// explained, and layers never decrease. Returns all positions.
fn assert_shown<G: Depict + Debug>(game: &G) -> Vec<G::State> {
    let graph = Graph::of(game, &Job::default()).expect("finite");
    let states: Vec<G::State> = (0..graph.node_count()).map(|node| graph.state(node).clone()).collect();
    let mut named = BTreeMap::new();
    for state in &states {
        let words = words(game, state);
        assert!(!words.is_empty() && !words.contains('\n'), "{words:?}");
        if let Some(other) = named.insert(words.clone(), state) {
            panic!("{other:?} and {state:?} are both {words:?} in {game:?}");
        }
        measured(game, state);
    }
    let events: BTreeSet<G::Event> = graph.labels().iter().map(|label| label.event).collect();
    let names: BTreeSet<String> = events.iter().map(ToString::to_string).collect();
    assert!(names.len() == events.len() && names.iter().all(|name| !name.is_empty()), "{names:?}");
    let (mut kinds, mut acts) = (BTreeMap::new(), BTreeMap::new());
    for node in 0..graph.node_count() {
        for edge in graph.edges_of(node) {
            let (_, target, label) = graph.edge(edge);
            let (before, after) = (graph.state(node), graph.state(target));
            assert!(game.layer(before) <= game.layer(after), "{before:?}, then {after:?}");
            let kind = game.kind(label.event);
            assert!(!kind.meaning.is_empty() && !kind.name.is_empty(), "{kind:?}");
            assert_eq!(*kinds.entry(kind.name.clone()).or_insert_with(|| kind.clone()), kind, "one style");
            if let Some(action) = label.action {
                acts.insert(action.to_string(), game.action_meaning(action));
            }
        }
    }
    for differing in [
        kinds.values().map(|kind| kind.style.to_string()).collect::<BTreeSet<_>>(),
        kinds.values().map(|kind| kind.meaning.clone()).collect(),
    ] {
        assert_eq!(differing.len(), kinds.len(), "{kinds:?}");
    }
    let meant: BTreeSet<&String> = acts.values().flatten().collect();
    // An action that is a number needs no explanation.
    assert!(meant.len() == acts.len() || acts.keys().all(|act| act.parse::<u32>().is_ok()), "{acts:?}");
    assert!(meant.iter().all(|act| !act.is_empty()));
    let codes = game.codes();
    assert!(codes.iter().all(|code| !code.code.is_empty() && !code.meaning.is_empty()), "{codes:?}");
    let differing: BTreeSet<_> = codes.iter().map(|code| &code.code).collect();
    assert!(!codes.is_empty() && differing.len() == codes.len(), "{codes:?}");
    states
}

fn assert_table<G: Depict>(game: &G, state: &G::State, table: PairCounts, seats: Seat) {
    let PairCounts { known, half, unknown } = table;
    let left = row([
        (known, [Tile::Known, Tile::Known]),
        (half, [Tile::Known, Tile::Hidden]),
        (unknown, [Tile::Hidden, Tile::Hidden]),
    ]);
    assert_eq!(columns(game, state, &SCORES[..seats.into()]), [taken(seats), left].concat());
    assert_eq!(measured(game, state)[..3], [known, half, unknown].map(i32::from));
}

#[test]
fn tables_of_memory() {
    for seats in 1..=3 {
        let game = Memory::from(PairCounts { known: 2, half: 1, unknown: 4 }, seats).expect("a board");
        for table in assert_shown(&game) {
            assert_table(&game, &table, table, seats);
            assert_eq!(words(&game, &table) == "empty", table.pairs() == 0);
            assert_eq!(words(&game, &table).contains("c="), table.known > 0);
        }
        assert_eq!((game.unit(), words(&game, &game.start()).as_str()), (Some("pairs"), "c=2 d=1 e=4"));
    }
}

#[test]
fn positions_with_decisions() {
    let memory = || Memory::from(PairCounts { known: 1, half: 1, unknown: 3 }, 2).expect("a board");
    let robot = Play::By(Policy::Always(Tactic::T6));
    for plays in [vec![Play::Best], vec![Play::Best, robot]] {
        for rules in [Rules::NoPass, Rules::FreePass] {
            let game = Decisions::new(memory()).plays(plays.clone()).expect("two").rules(rules).expect("two");
            let meant = Tactic::ALL.map(|tactic| game.action_meaning(tactic));
            assert!(meant.iter().flatten().collect::<BTreeSet<_>>().len() == Tactic::ALL.len(), "{meant:?}");
            for position in assert_shown(&game) {
                assert_table(&game, &position, position.table, 2);
                assert_eq!(game.ending(&position, None), None, "no player plays to win");
                let text = words(&game, &position);
                assert_eq!((text.contains("mover="), text.contains("lead")), (plays.len() > 1, false));
                assert_eq!(text.contains("passed"), position.passes > 0);
            }
            for stalemate in [Stalemate::Draw, Stalemate::Score] {
                let game = game.clone().with_objective(Objective::Win, stalemate, 1).expect("two");
                for position in assert_shown(&game) {
                    let text = words(&game, &position);
                    assert_eq!(text.contains(&format!("lead={:+}", position.lead)), position.lead != 0);
                    assert_eq!(measured(&game, &position)[3..], [position.lead, position.passes.into()]);
                    let drawn = position.lead == 0 || position.passes == 2 && stalemate == Stalemate::Draw;
                    let won = if position.lead > 0 { Ending::Won(0) } else { Ending::Won(1) };
                    assert_eq!(game.ending(&position, None), Some(if drawn { Ending::Drawn } else { won }));
                }
                assert_eq!(game.codes().len(), 4, "{:?}", game.codes());
            }
            assert_eq!((game.unit(), game.codes().len()), (Some("pairs"), 3));
        }
    }
}

/// An empty table allows no tactic under any rules.
#[test]
fn an_empty_table_allows_no_tactic() {
    for rules in [Rules::NoPass, Rules::Tactical, Rules::FreePass] {
        let game = Decisions::new(Memory::new(3, 2).expect("a board")).rules(rules).expect("two players");
        for tactic in Tactic::ALL {
            assert!(!game.allows(tactic, PairCounts::default()), "{tactic}, {rules:?}");
        }
    }
}

#[test]
fn tables_of_limited_memory() {
    let open = || Tile::Open("·".to_owned());
    for (singles, memory) in [(0, None), (2, None), (0, Some(2)), (3, Some(3))] {
        for plays in [vec![Strategies::Best], vec![Strategies::Best, Strategies::Always(Strategy::Safe)]] {
            let several = plays.len() > 1;
            let start = RecalledTable { unknown: 3, unseen_singles: singles, ..RecalledTable::default() };
            let game = SharedMemory::new(start, 2, memory).expect("a board").plays(plays).expect("two ways");
            for table in assert_shown(&game) {
                let left = row([
                    (table.known, [Tile::Known, Tile::Known]),
                    (table.half, [Tile::Known, Tile::Hidden]),
                    (table.unknown, [Tile::Hidden, Tile::Hidden]),
                    (table.singles, [Tile::Known, open()]),
                    (table.unseen_singles, [Tile::Hidden, open()]),
                ]);
                assert_eq!(columns(&game, &table, &SCORES[..2]), [taken(2), left].concat());
                let RecalledTable { known, half, unknown, singles, unseen_singles, .. } = table;
                let numbers = [known, half, unknown, singles, unseen_singles].map(i32::from);
                assert_eq!(measured(&game, &table), numbers);
                let text = words(&game, &table);
                assert_eq!((text.contains("pair"), text.contains("mover=")), (known > 0, several));
                // The first code explains the numbers in parentheses.
                let commas = |text: &str| text.matches(", ").count();
                assert_eq!(commas(&game.codes()[0].code), commas(&words(&game, &table)));
            }
            let graph = Graph::of(&game, &Job::default()).expect("finite");
            for label in graph.labels() {
                // Forgotten cards are listed with plus signs: `E forgets 1 half+2 new`.
                let event = label.event;
                let parts = [event.halves, event.singles, u8::from(event.mate), event.new.count_ones() as u8];
                let all = parts.iter().sum::<u8>();
                let text = event.to_string();
                let numbers = text.split([' ', '+']).filter_map(|word| word.parse::<u8>().ok());
                assert_eq!((text.contains("forgets"), numbers.sum::<u8>()), (all > 0, all), "{text}");
                assert_eq!(
                    text.matches('+').count() + 1,
                    parts.iter().filter(|part| **part > 0).count().max(1)
                );
            }
            let forgets = game.codes().iter().any(|code| code.code == "forgets");
            assert_eq!((game.unit(), forgets), (Some("pairs"), memory.is_some()));
        }
    }
}

#[test]
fn tables_of_separate_memories() {
    let memories = vec![Some(2), Some(0), Some(1)];
    for singles in 0..=1 {
        let game = SeparateMemory::new(0, 2, 0, singles, memories.clone()).expect("a board");
        for table in assert_shown(&game) {
            let next = (table.mover + 1) % 3;
            let numbers = [table.pairs().into(), table.remembered(table.mover), table.remembered(next)];
            assert_eq!(measured(&game, &table), numbers.map(|number| number as i32));
            let tiles = columns(&game, &table, &SCORES);
            assert_eq!(tiles.len(), 3 + usize::from(table.pairs() + singles));
        }
        assert_eq!((game.unit(), game.codes().len()), (Some("pairs"), 4 + usize::from(singles)));
    }
}

#[test]
fn cards_show_the_players_who_remember_them() {
    let game = SeparateMemory::new(0, 4, 0, 2, vec![None; 3]).expect("a board");
    let kind = |first, second| PairKind { first, second };
    let kinds = vec![(kind(0, None), 1), (kind(0, Some(7)), 1), (kind(2, Some(5)), 2), (kind(7, None), 1)];
    let table = Beliefs { kinds, mover: 2 };
    let open = |text: &str| Tile::Open(text.to_owned());
    let left = [
        [Tile::Hidden, open("·")],
        [Tile::Hidden, Tile::Known],
        [open("2"), open("1+3")],
        [open("2"), open("1+3")],
        [Tile::Known, open("·")],
    ];
    assert_eq!(columns(&game, &table, &SCORES), [taken(3), left.to_vec()].concat());
    assert_eq!(words(&game, &table), "3 left: 1(-) 1(-|1+2+3) 2(2|1+3) 1(1+2+3) mover=3");
    assert_eq!(measured(&game, &table), [3, 4, 4]);
}

/// Taking a pair leads to a later layer, and turning two cards never leads to an earlier layer.
#[test]
fn taking_a_pair_leads_to_a_later_layer() {
    let game = SeparateMemory::new(0, 3, 0, 1, vec![Some(2), None]).expect("a board");
    let graph = Graph::of(&game, &Job::default()).expect("finite");
    for edge in 0..graph.edge_count() {
        let (node, target, label) = graph.edge(edge);
        let layers = [node, target].map(|node| game.layer(graph.state(node)));
        assert!(layers[0] < layers[1] + u32::from(label.points == 0), "{}", label.event);
    }
}

#[test]
fn intervals_of_a_secret_number() {
    let fresh = |players| Guess::new(7, players).expect("a game");
    let weighted = fresh(2).weights(&[1, 2, 3, 4, 0, 2, 1]).expect("as many");
    for game in [
        fresh(1),
        fresh(2),
        fresh(3).guesses(3).expect("some"),
        weighted.clone(),
        weighted.guesses(2).expect("some"),
    ] {
        let graph = Graph::of(&game, &Job::default()).expect("finite");
        for interval in assert_shown(&game) {
            let numbers: Vec<u16> = (interval.low..=interval.high).collect();
            let tiles = numbers.iter().map(|number| Tile::Open(number.to_string())).collect::<Vec<_>>();
            assert_eq!(game.board(&interval, &[]).rows, [tiles]);
            let left = interval.left.map_or(numbers.len() as i32, i32::from);
            assert_eq!(measured(&game, &interval), [interval.low.into(), interval.high.into(), left]);
            assert_eq!(words(&game, &interval) == "over", numbers.is_empty());
        }
        for node in 0..graph.node_count() {
            let interval = graph.state(node);
            let named: BTreeSet<Number> =
                graph.edges_of(node).filter_map(|edge| graph.edge(edge).2.action).collect();
            // Every possible number is equivalent to exactly one action.
            let mut equivalent: Vec<Number> =
                named.iter().flat_map(|&number| game.equivalent_actions(interval, number)).collect();
            equivalent.sort_unstable();
            let possible: Vec<Number> = (interval.low..=interval.high).map(Number).collect();
            assert_eq!(equivalent, possible, "{interval:?}");
        }
        let limited = game.codes().iter().any(|code| code.code == "guesses");
        assert_eq!((game.unit(), limited), (Some("hits"), game.start().left.is_some()));
        let over = Interval { low: 1, high: 0, left: None };
        let missed = if game.seats() == 1 { Ending::Lost } else { Ending::Drawn };
        for (last, ending) in [(Answer::Missed, missed), (Answer::Hit, Ending::Won(0))] {
            assert_eq!(game.ending(&over, Some(last)), Some(ending));
        }
    }
    assert_eq!(words(&fresh(1), &Interval { low: 1, high: 1, left: None }), "1 number");
}

#[test]
fn tables_of_solitaire() {
    let start = solitaire::Tableau { pairs: 6, turned: 5, known: 1 };
    let game = Solitaire::from(start).expect("a board");
    for table in assert_shown(&game) {
        let board = game.board(&table, &[]);
        assert!(
            board.rows.len() == 2 && board.rows.iter().all(|row| row.len() == 6),
            "a column for each pair"
        );
        let tiles = board.rows.concat();
        let known = tiles.iter().filter(|tile| **tile == Tile::Known).count();
        let hidden = tiles.iter().filter(|tile| **tile == Tile::Hidden).count();
        assert_eq!((known, known + hidden), (table.turned.into(), 2 * usize::from(table.pairs)));
        let taken = tiles.iter().filter(|tile| **tile == Tile::Taken(0)).count();
        assert_eq!(taken + known + hidden, 12);
        let [pairs, turned, known, singles, unseen] =
            measured(&game, &table).try_into().expect("five numbers");
        assert_eq!((pairs, turned), (table.pairs.into(), table.turned.into()));
        assert_eq!((singles + 2 * known, singles + unseen + known), (turned, pairs));
        assert_eq!(words(&game, &table).ends_with("over"), pairs == 0);
    }
    for (counted, unit) in
        [(ScoredTurns::Nothing, None), (ScoredTurns::Turns, Some("turns")), (ScoredTurns::Lucky, None)]
    {
        assert_eq!(game.counting(counted).unit(), unit);
    }
}

#[test]
fn tables_of_imperfect_solitaire() {
    for model in [Variant::KnownFirst, Variant::FreshFirst] {
        let recall = Recall::new(ratio(1, 2), ratio(1, 4), ratio(2, 3)).expect("probabilities");
        let game = ImperfectSolitaire::new(5, model, recall).expect("a board");
        for table in assert_shown(&game) {
            let singles = table.turned - 2 * table.known;
            let all = row([
                (5 - table.pairs, [Tile::Taken(0), Tile::Taken(0)]),
                (table.known, [Tile::Known, Tile::Known]),
                (singles, [Tile::Known, Tile::Hidden]),
                (table.pairs - table.known - singles, [Tile::Hidden, Tile::Hidden]),
            ]);
            assert_eq!(columns(&game, &table, &[]), all);
            assert_eq!(measured(&game, &table), [table.pairs, table.turned, table.known].map(i32::from));
        }
        assert_eq!(game.unit(), Some("turns"));
    }
}

/// An opened cell shows its number afterwards, and no other cell changes.
#[test]
fn boards_of_mines() {
    let field = Field::new(2, 3, 2).expect("a field");
    let game =
        Mines::new(field, Clicks::Lowest(Ties::First), FirstCell::Anywhere, FirstClick::Any).expect("a game");
    let game = game.unmerged();
    assert_shown(&game);
    let graph = Graph::of(&game, &Job::default()).expect("finite");
    let shown = |view: &FieldState| game.board(view, &[]).rows;
    for edge in 0..graph.edge_count() {
        let (node, target, label) = graph.edge(edge);
        let (before, after) = (graph.state(node), graph.state(target));
        let (row, col) = (usize::from(label.event.cell.row) - 1, usize::from(label.event.cell.col) - 1);
        assert_eq!(shown(before)[row][col], Tile::Hidden, "{}", label.event);
        let mut expected = shown(before);
        assert!(expected.len() == 2 && expected.iter().all(|row| row.len() == 3));
        match (label.event.shown, after) {
            (Contents::Number(number), FieldState::Open { .. }) => {
                expected[row][col] = Tile::Open(number.to_string());
                assert_eq!(shown(after), expected, "{}", label.event);
                let text = |tile: &Tile| match tile {
                    Tile::Open(number) => number.clone(),
                    _ => ".".to_owned(),
                };
                let rows: Vec<String> = expected.iter().map(|row| row.iter().map(text).collect()).collect();
                assert_eq!(words(&game, after), rows.join("/"));
                assert_eq!(measured(&game, after)[0], measured(&game, before)[0] + 1);
                assert!(game.layer(before) < game.layer(after), "{}", label.event);
            }
            (shown, end) => {
                let won = matches!(shown, Contents::Number(_) | Contents::Mine(0));
                assert_eq!(*end, if won { FieldState::Won } else { FieldState::Lost }, "{}", label.event);
                assert_eq!(game.ending(end, None), Some(if won { Ending::Won(0) } else { Ending::Lost }));
                assert_eq!(
                    (words(&game, end).as_str(), measured(&game, end)),
                    (if won { "won" } else { "lost" }, vec![-1])
                );
            }
        }
    }
}
