//! One number for one position, whichever verb is asked: `best`, `odds`, `table` and `graph` against each other and
//! against real cards, for all seats, memories, singles and ways to play.

use super::run::{answer, exact};
use chancetree::exact::{Rational, double};
use chancetree::games::memory::limited::{Manner, RecalledTable, Strategy};
use chancetree::games::memory::separate::{Beliefs, PairKind};
use oracles::strategies::{Table, Walk};
use serde_json::{Value, json};

const BOTH: [(Strategy, &str); 2] = [(Strategy::Bold, "bold"), (Strategy::Safe, "safe")];

fn close(value: &Value, other: f64, what: &str) {
    let value = double(&exact(value));
    assert!((value - other).abs() < 1e-9, "{what}: {value}, with cards {other}");
}

/// A position and who plays it.
struct Case {
    pairs: u16,
    unknown: u16,
    singles: u16,
    unseen: u16,
    memories: Vec<Option<u16>>,
    own: bool,
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

    fn minds(&self) -> Beliefs {
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

    /// Returns `true` if nobody is told apart: all remember together and play alike.
    fn alike(&self) -> bool {
        !self.own && self.plays.iter().all(|play| *play == self.plays[0])
    }

    fn plays(&self) -> Vec<Manner> {
        let play = |name: &&str| match *name {
            "bold" => Manner::Always(Strategy::Bold),
            "safe" => Manner::Always(Strategy::Safe),
            _ => Manner::Best,
        };
        self.plays.iter().map(play).collect()
    }

    /// Returns the same question with one strategy for all who play best.
    fn forever(&self, strategy: &'static str) -> Self {
        let forever = |play: &&'static str| if *play == "best" { strategy } else { *play };
        Self { plays: self.plays.iter().map(forever).collect(), memories: self.memories.clone(), ..*self }
    }

    /// All but the number of unknown pairs.
    fn board(&self) -> String {
        let limit =
            |memory: &Option<u16>| memory.map_or_else(|| "unlimited".to_owned(), |cards| cards.to_string());
        let limits: Vec<String> = self.memories.iter().map(limit).collect();
        format!(
            "memory --pairs {} --players {} --memory {} --singles {} --unknown-singles {} --play {}",
            self.pairs,
            self.memories.len(),
            if self.own { limits.join(",") } else { limits[0].clone() },
            self.singles,
            self.unseen,
            self.plays.join(",")
        )
    }

    /// Returns the board as a range of one, of which `best` has a table.
    fn range(&self) -> String {
        let pairs = self.pairs;
        self.board().replacen(&format!("--pairs {pairs}"), &format!("--pairs {pairs}..{pairs}"), 1)
    }

    fn ask(&self, verb: &str, more: &str) -> Value {
        answer(&format!("{verb} {} --unknown {} {more}", self.board(), self.unknown))
    }

    fn value(&self, verb: &str) -> Rational {
        let odds = self.ask(verb, "--format json");
        exact(&odds["expected_pairs"][0])
    }

    /// Every verb says the same, and so do the cards.
    fn check(&self) {
        let what = format!("{} --unknown {}", self.board(), self.unknown);
        let best = self.ask("best", "--format json");
        let value = exact(&best["value"]);
        assert_eq!(value, self.value("odds"), "best and odds: {what}");
        if self.own {
            self.cards(&self.minds(), &best, &what);
        } else {
            self.cards(&self.start(), &best, &what);
        }
        let actions = best["actions"].as_array().expect("a list");
        let worth: Vec<Rational> = actions.iter().map(|action| exact(&action["value"])).collect();
        assert_eq!(worth.iter().max(), Some(&value), "{what}");
        let decision = match &worth[..] {
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

    /// Checks strategies that are played once, and whenever the table comes back, against real cards.
    fn cards<T: Table>(&self, start: &T, best: &Value, what: &str) {
        let plays = self.plays();
        let walk = Walk::of(start.clone(), &self.memories, &plays, |_| None);
        close(&best["value"], walk.value(), what);
        let actions = best["actions"].as_array().expect("a list");
        let once = walk.once();
        assert_eq!(actions.len(), once.len(), "{what}");
        for (action, (strategy, worth)) in actions.iter().zip(once) {
            let what = format!("{strategy} at {what}");
            assert_eq!(action["action"], strategy.to_string(), "{what}");
            close(&action["value"], worth, &what);
            let here = |table: &T| table == start || self.alike() && table.same(start);
            let held =
                Walk::of(start.clone(), &self.memories, &plays, |table| here(table).then_some(strategy));
            close(&action["whenever"], held.value(), &format!("whenever it comes back, {what}"));
        }
    }

    /// The first position and what may be done there, in the graph.
    fn graph(&self, best: &Value, what: &str) {
        let graph = self.ask("graph", "--show all --as json -o -");
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
            // Tables of memories of their own are measured otherwise; the value is compared above.
            assert!(self.own, "{what}");
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

/// The ways that so many players may play.
fn ways(players: usize) -> &'static [&'static [&'static str]] {
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

/// All positions of up to so many pairs and singles.
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
                for (memories, own) in shared.into_iter().chain(own) {
                    for plays in ways(players) {
                        let case = Case {
                            pairs,
                            unknown,
                            singles,
                            unseen,
                            memories: memories.clone(),
                            own,
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

/// One position of so many; all of them would take minutes.
const STRIDE: usize = 19;

#[test]
fn best_odds_table_and_graph_agree_with_the_cards() {
    let all = cases(3, 3);
    assert_eq!(all.len(), 3850);
    for case in all.iter().step_by(STRIDE) {
        case.check();
    }
}

/// Boards for which the recommended strategy, or its worth, was wrong once.
#[test]
fn nobody_else_is_held_to_a_strategy() {
    let case = |pairs, unknown, memory, [singles, unseen]: [u16; 2], plays: &[&'static str]| Case {
        pairs,
        unknown,
        singles,
        unseen,
        memories: vec![Some(memory); plays.len()],
        own: false,
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
        let best = case.ask("best", "--format json");
        let what = case.board();
        assert!((double(&exact(&best["value"])) - value).abs() < 1e-5, "{what}: {}", best["value"]);
        assert_eq!(best["decision"], decision, "{what}");
    }
}

/// A player who plays best keeps to one strategy for ever, also if the first turn is forced.
#[test]
fn a_strategy_for_ever_is_what_odds_say_of_it() {
    for case in cases(3, 2).iter().step_by(STRIDE) {
        let what = case.board();
        let pure = case.ask("best", "--continue pure --format json");
        let rows = pure["actions"].as_array().expect("a list");
        for row in rows {
            let (_, name) = BOTH.into_iter().find(|(_, name)| row["action"] == *name).expect("a strategy");
            assert_eq!(exact(&row["value"]), case.forever(name).value("odds"), "{name} at {what}");
        }
        let [bold, safe] = BOTH.map(|(_, name)| case.forever(name).value("odds"));
        let compared = if case.plays[0] == "best" && bold != safe { 2 } else { 1 };
        assert!(rows.len() >= compared, "{what}");
        let best = case.ask("best", "--format json");
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

/// The paper's own number (Sjölund & Åstrand), and a table of which nothing is remembered.
#[test]
fn safe_for_ever_begins_with_a_forced_turn() {
    let best = answer("best memory --pairs 3 --memory 3 --continue pure --format json");
    let values: Vec<_> = (0..2).map(|row| best["actions"][row]["value"]["exact"].clone()).collect();
    assert_eq!((values, &best["forced"]), (vec![json!("59/45"), json!("31/15")], &json!(true)));
    let best = answer("best memory --pairs 4 --memory 3 --continue pure --format json");
    assert_eq!(best["actions"][0]["value"]["exact"], "3401/1575");
    let best = answer("best memory --pairs 4 --memory 0 --continue pure --format json");
    assert_eq!(best["actions"].as_array().map(Vec::len), Some(1), "nobody ever has a choice");
}

/// To win the first turn decides, and odds and best have one number.
#[test]
fn who_plays_to_win_has_one_number_too() {
    for case in cases(3, 2).iter().filter(|case| case.memories.len() == 2).step_by(STRIDE) {
        let best = case.ask("best", "--objective win --format json");
        let odds = case.ask("odds", "--objective win --format json");
        assert_eq!(best["value"], odds["value"], "{}", case.board());
        for row in best["actions"].as_array().expect("a list") {
            let kept = exact(&row["whenever"]);
            assert!(row["best"] == false || kept == exact(&best["value"]), "{}", case.board());
        }
    }
}
