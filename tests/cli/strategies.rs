//! Each position has one value: `best`, `odds`, the table of `best` and `graph` agree with one another and with real cards, for all
//! seats, memories, singles and strategies.

use super::run::{answer, exact};
use chancetree::exact::{Rational, double};
use chancetree::games::memory::limited::{RecalledTable, SeatStrategy, Strategy};
use chancetree::games::memory::separate::{Beliefs, PairKind};
use oracles::strategies::{Table, Walk};
use serde_json::{Value, json};

const BOTH: [(Strategy, &str); 2] = [(Strategy::Bold, "bold"), (Strategy::Safe, "safe")];

fn close(value: &Value, other: f64, what: &str) {
    let value = double(&exact(value));
    assert!((value - other).abs() < 1e-9, "{what}: {value}, with cards {other}");
}

/// A position and its players.
struct Case {
    pairs: u16,
    unknown: u16,
    singles: u16,
    unseen: u16,
    memories: Vec<Option<u16>>,
    is_separate: bool,
    plays: Vec<&'static str>,
}

impl Case {
    fn start(&self) -> RecalledTable {
        RecalledTable {
            half: self.pairs - self.unknown,
            unknown: self.unknown,
            singles: self.singles - self.unseen,
            unseen_singles: self.unseen,
            ..RecalledTable::default()
        }
    }

    fn beliefs(&self) -> Beliefs {
        let all = (1 << self.memories.len()) - 1;
        let kind = |first, second| PairKind { first, second };
        let kinds = [
            (kind(0, None), self.unseen),
            (kind(0, Some(0)), self.unknown),
            (kind(0, Some(all)), self.pairs - self.unknown),
            (kind(all, None), self.singles - self.unseen),
        ];
        Beliefs { kinds: kinds.into_iter().filter(|(_, count)| *count > 0).collect(), mover: 0 }
    }

    fn fits(&self) -> bool {
        let remembered = self.start().remembered();
        self.memories.iter().flatten().all(|&memory| remembered <= memory)
    }

    /// Returns `true` if the players are interchangeable: they share one memory and one strategy.
    fn players_are_alike(&self) -> bool {
        !self.is_separate && self.plays.iter().all(|play| *play == self.plays[0])
    }

    fn plays(&self) -> Vec<SeatStrategy> {
        let play = |name: &&str| match *name {
            "bold" => SeatStrategy::Always(Strategy::Bold),
            "safe" => SeatStrategy::Always(Strategy::Safe),
            _ => SeatStrategy::Best,
        };
        self.plays.iter().map(play).collect()
    }

    /// Returns the case with one strategy for all who play best.
    fn with_strategy(&self, strategy: &'static str) -> Self {
        let fixed = |play: &&'static str| if *play == "best" { strategy } else { *play };
        Self { plays: self.plays.iter().map(fixed).collect(), memories: self.memories.clone(), ..*self }
    }

    /// Returns the options without the number of unknown pairs.
    fn board(&self) -> String {
        let limit =
            |memory: &Option<u16>| memory.map_or_else(|| "unlimited".to_owned(), |cards| cards.to_string());
        let limits: Vec<String> = self.memories.iter().map(limit).collect();
        format!(
            "memory --pairs {} --players {} --memory {} --singles {} --unknown-singles {} --play {}",
            self.pairs,
            self.memories.len(),
            if self.is_separate { limits.join(",") } else { limits[0].clone() },
            self.singles,
            self.unseen,
            self.plays.join(",")
        )
    }

    /// Returns the board as a range of one board, for which `best` prints a table.
    fn range(&self) -> String {
        let pairs = self.pairs;
        self.board().replacen(&format!("--pairs {pairs}"), &format!("--pairs {pairs}..{pairs}"), 1)
    }

    fn answer(&self, command: &str, more: &str) -> Value {
        answer(&format!("{command} {} --unknown {} {more}", self.board(), self.unknown))
    }

    fn value(&self, command: &str) -> Rational {
        let odds = self.answer(command, "--format json");
        exact(&odds["expected_pairs"][0])
    }

    /// Checks that all commands and the cards have the same value.
    fn check(&self) {
        let what = format!("{} --unknown {}", self.board(), self.unknown);
        let best = self.answer("best", "--format json");
        let value = exact(&best["value"]);
        assert_eq!(value, self.value("odds"), "best and odds: {what}");
        if self.is_separate {
            self.cards(&self.beliefs(), &best, &what);
        } else {
            self.cards(&self.start(), &best, &what);
        }
        let actions = best["actions"].as_array().expect("a list");
        let values: Vec<Rational> = actions.iter().map(|action| exact(&action["value"])).collect();
        assert_eq!(values.iter().max(), Some(&value), "{what}");
        let decision = match &values[..] {
            [bold, safe] if bold != safe => u8::from(bold > safe),
            _ => 2,
        };
        assert_eq!(best["decision"], decision, "{what}");
        self.graph(&best, &what);
        if self.unknown > 0 {
            let cells = answer(&format!("best {} --format json", self.range()));
            let cell = json!({ "pairs": self.pairs, "unknown": self.unknown, "decision": decision });
            assert!(cells["cells"].as_array().expect("a list").contains(&cell), "{cell} in {cells}: {what}");
        }
    }

    /// Compares strategies that are used once, or each time the table returns, with real cards.
    fn cards<T: Table>(&self, start: &T, best: &Value, what: &str) {
        let plays = self.plays();
        let walk = Walk::of(start.clone(), &self.memories, &plays, |_| None);
        close(&best["value"], walk.value(), what);
        let actions = best["actions"].as_array().expect("a list");
        let once = walk.once();
        assert_eq!(actions.len(), once.len(), "{what}");
        for (action, (strategy, value)) in actions.iter().zip(once) {
            let what = format!("{strategy} at {what}");
            assert_eq!(action["action"], strategy.to_string(), "{what}");
            close(&action["value"], value, &what);
            let here = |table: &T| table == start || self.players_are_alike() && table.same(start);
            let held =
                Walk::of(start.clone(), &self.memories, &plays, |table| here(table).then_some(strategy));
            close(&action["whenever"], held.value(), &format!("each time the table returns, {what}"));
        }
    }

    /// Checks the first state in the graph and its actions.
    fn graph(&self, best: &Value, what: &str) {
        let graph = self.answer("graph", "--show all --as json -o -");
        assert_eq!(exact(&graph["graph"]["facts"]["value"]), exact(&best["value"]), "graph: {what}");
        let start = self.start();
        let counts = json!([0, start.half, start.unknown, start.singles, start.unseen_singles]);
        let measures =
            ["known_pairs", "half_known_pairs", "unknown_pairs", "known_singles", "unseen_singles"];
        let nodes = graph["nodes"].as_array().expect("a list");
        let state = nodes.iter().find(|node| {
            let here = measures.map(|name| node[name].clone()) == counts.as_array().expect("five")[..];
            node["what"] == "state" && node["mover"] == 1 && here
        });
        let Some(state) = state else {
            // With separate memories, tables have other measures; the value is compared above.
            assert!(self.is_separate, "{what}");
            return;
        };
        assert_eq!(exact(&state["value_exact"]), exact(&best["value"]), "{what}");
        let here = |node: &&Value| node["mover"] == 1 && node["state"] == state["state"];
        let shown = nodes.iter().filter(|node| node["what"] == "action").filter(here);
        let shown: Vec<_> = shown.collect();
        let actions = best["actions"].as_array().expect("a list");
        assert_eq!(shown.len(), if best["forced"] == true { 0 } else { actions.len() }, "{what}");
        for (node, action) in shown.into_iter().zip(actions) {
            assert_eq!(node["action"], action["action"], "{what}");
            assert_eq!(exact(&node["value_exact"]), exact(&action["value"]), "{what}");
            assert_eq!(exact(&node["difference_exact"]), exact(&action["difference"]), "{what}");
        }
    }
}

/// Returns combinations of strategies for a number of players.
fn strategies(players: usize) -> &'static [&'static [&'static str]] {
    match players {
        2 => &[&["best", "best"], &["best", "safe"], &["best", "bold"], &["safe", "best"], &["bold", "safe"]],
        3 => &[
            &["best", "best", "best"],
            &["best", "safe", "safe"],
            &["best", "bold", "best"],
            &["bold", "best", "safe"],
        ],
        _ => &[
            &["best", "best", "best", "best"],
            &["best", "safe", "safe", "best"],
            &["best", "bold", "safe", "safe"],
        ],
    }
}

/// Returns all positions with at most `pairs` pairs and `singles` singles.
fn cases(pairs: u16, singles: u16) -> Vec<Case> {
    let mut all = Vec::new();
    let boards = (1..=pairs).flat_map(|pairs| (0..=pairs).map(move |unknown| (pairs, unknown)));
    for (pairs, unknown) in boards {
        for (singles, unseen) in
            (0..=singles).flat_map(|singles| (0..=singles).map(move |unseen| (singles, unseen)))
        {
            for players in 2..=4 {
                let shared =
                    [Some(0), Some(1), Some(2), Some(3), None].map(|memory| (vec![memory; players], false));
                let own = [
                    vec![Some(1), Some(2)],
                    vec![Some(2), Some(1)],
                    vec![None, Some(2)],
                    vec![Some(2), Some(0), Some(1)],
                ];
                let own = own
                    .into_iter()
                    .filter(|memories| memories.len() == players)
                    .map(|memories| (memories, true));
                for (memories, is_separate) in shared.into_iter().chain(own) {
                    for plays in strategies(players) {
                        let case = Case {
                            pairs,
                            unknown,
                            singles,
                            unseen,
                            memories: memories.clone(),
                            is_separate,
                            plays: plays.to_vec(),
                        };
                        all.extend(Some(case).filter(Case::fits));
                    }
                }
            }
        }
    }
    all
}

/// Only every nineteenth position is checked; all positions would take minutes.
const STRIDE: usize = 19;

#[test]
fn all_commands_agree_with_the_cards() {
    let all = cases(3, 3);
    assert_eq!(all.len(), 3850);
    for case in all.iter().step_by(STRIDE) {
        case.check();
    }
}

/// Boards whose best strategy, or whose value, was once wrong.
#[test]
fn other_players_may_change_their_strategy() {
    let case = |pairs, unknown, memory, [singles, unseen]: [u16; 2], plays: &[&'static str]| Case {
        pairs,
        unknown,
        singles,
        unseen,
        memories: vec![Some(memory); plays.len()],
        is_separate: false,
        plays: plays.to_vec(),
    };
    for (case, decision, value) in [
        (case(2, 1, 1, [0, 0], &["best", "safe"]), 1, 12.0 / 7.0),
        (case(3, 3, 1, [3, 2], &["best", "safe"]), 1, 2.373205584379),
        (case(2, 2, 2, [3, 1], &["best", "safe"]), 1, 1.301630),
        (case(2, 1, 1, [2, 2], &["best", "safe", "safe", "best"]), 1, 0.853287),
        (case(1, 1, 1, [1, 0], &["best", "best"]), 1, 1.0),
        (case(2, 1, 1, [0, 0], &["best", "best"]), 1, 1.5),
    ] {
        case.check();
        let best = case.answer("best", "--format json");
        let what = case.board();
        assert!((double(&exact(&best["value"])) - value).abs() < 1e-5, "{what}: {}", best["value"]);
        assert_eq!(best["decision"], decision, "{what}");
    }
}

/// `--continue pure` has the odds of a player who never changes the strategy, even if the first turn is forced.
#[test]
fn a_permanent_strategy_has_the_value_of_odds() {
    for case in cases(3, 2).iter().step_by(STRIDE) {
        let what = case.board();
        let pure = case.answer("best", "--continue pure --format json");
        let rows = pure["actions"].as_array().expect("a list");
        for row in rows {
            let (_, name) = BOTH.into_iter().find(|(_, name)| row["action"] == *name).expect("a strategy");
            assert_eq!(exact(&row["value"]), case.with_strategy(name).value("odds"), "{name} at {what}");
        }
        let [bold, safe] = BOTH.map(|(_, name)| case.with_strategy(name).value("odds"));
        let compared = if case.plays[0] == "best" && bold != safe { 2 } else { 1 };
        assert!(rows.len() >= compared, "{what}");
        let best = case.answer("best", "--format json");
        assert_eq!(pure["forced"], best["forced"], "{what}");
        if pure["forced"] == true {
            assert_eq!(pure["decision"], 2, "{what}");
        }
        if case.unknown > 0 {
            let cells = answer(&format!("best {} --continue pure --format json", case.range()));
            let cell = json!({ "pairs": case.pairs, "unknown": case.unknown, "decision": pure["decision"] });
            assert!(cells["cells"].as_array().expect("a list").contains(&cell), "{cell} in {cells}: {what}");
        }
    }
}

/// With the objective win, `odds` and `best` have the same value.
#[test]
fn playing_to_win_has_one_value_too() {
    for case in cases(3, 2).iter().filter(|case| case.memories.len() == 2).step_by(STRIDE) {
        let best = case.answer("best", "--objective win --format json");
        let odds = case.answer("odds", "--objective win --format json");
        assert_eq!(best["value"], odds["value"], "{}", case.board());
        for row in best["actions"].as_array().expect("a list") {
            let whenever = exact(&row["whenever"]);
            assert!(row["best"] == false || whenever == exact(&best["value"]), "{}", case.board());
        }
    }
}
