//! The pages of `play --as html`: their data agree with the program in every situation.

use super::page::assert_self_contained;
use super::policies::{data, letters, most_lead, unpacked};
use super::separate_memories;
use chancetree::exact::{Rational, fraction};
use chancetree::games::memory::PairCounts;
use chancetree::games::memory::decisions::Objective;
use chancetree::games::memory::forgetting::{self, Strategy};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::model::Job;
use chancetree::play::memory::{HUMAN, MemorySession, OddsCache, SeatPlays, Setup, TurnState};
use chancetree::play::turn::{self, FirstCard, FirstChoice, SecondChoice};
use chancetree::play::{PlayedGame as _, log};
use chancetree_play::page::{self, PageOptions};
use oracles::session;
use serde_json::{Value, json};
use std::path::PathBuf;

const OPENING: PageOptions = PageOptions { seed: Some(7), pause: 0 };

fn play_named(name: &str) -> Play {
    match name {
        "best" => Play::Best,
        "parity" => Play::By(Policy::Parity),
        "zwick-paterson" => Play::By(Policy::ZwickPaterson),
        HUMAN | "robots" => Play::By(Policy::Always(Tactic::T6)),
        tactic => {
            let number = tactic.trim_start_matches('T').parse().ok().and_then(Tactic::of);
            Play::By(Policy::Always(number.expect("a tactic")))
        }
    }
}

/// Returns a game with this objective and seed 7.
fn setup(pairs: u16, seats: &str, objective: Objective, passing: bool) -> Setup {
    let ways = SeatPlays::Perfect(seats.split(',').map(play_named).collect());
    Setup { objective, passing, ..session::setup(pairs, seats, ways, 7) }
}

/// Returns a game in which all players share a memory of some cards, or of all.
fn forgetful(pairs: u16, seats: &str, memory: Option<u16>) -> Setup {
    let ways = seats.split(',').map(|name| match name {
        "best" => forgetting::SeatStrategy::Best,
        "safe" => forgetting::SeatStrategy::Always(Strategy::Safe),
        _ => forgetting::SeatStrategy::Always(Strategy::Bold),
    });
    let ways = SeatPlays::Forgetful(ways.collect(), memory);
    Setup {
        plays: ways,
        names: seats.split(',').map(str::to_owned).collect(),
        ..setup(pairs, "human", Objective::Pairs, false)
    }
}

/// Returns a game in which each player has a memory of some cards, or of all.
fn each(pairs: u16, seats: &str, memories: &[Option<u16>]) -> Setup {
    let together = forgetful(pairs, seats, None);
    let SeatPlays::Forgetful(plays, _) = together.plays.clone() else { unreachable!("they forget together") };
    Setup { plays: SeatPlays::Separate(plays, memories.to_vec()), ..together }
}

/// Returns boards of every kind: policies, best play for pairs and to win, passing, limited memory, one to four seats.
fn boards() -> Vec<(&'static str, Setup)> {
    vec![
        ("robots", setup(6, "human,robots", Objective::Pairs, false)),
        ("best", setup(5, "human,best", Objective::Pairs, false)),
        ("win", setup(5, "best,human", Objective::Win, false)),
        ("passing", setup(5, "human,zwick-paterson", Objective::Pairs, true)),
        ("passing-best", setup(4, "human,best", Objective::Pairs, true)),
        ("three", setup(4, "T5,human,best", Objective::Pairs, false)),
        ("four", setup(3, "human,T9,parity,human", Objective::Pairs, false)),
        ("watch", setup(6, "best,T5", Objective::Pairs, false)),
        ("alone", setup(4, "human", Objective::Pairs, false)),
        ("forgets-1", forgetful(5, "human,robots", Some(1))),
        ("forgets-3", forgetful(6, "human,best", Some(3))),
        ("forgets-2", forgetful(4, "safe,human,best", Some(2))),
        ("forgets-all", forgetful(4, "best,human", Some(0))),
        ("forgets-alone", forgetful(5, "human", Some(2))),
        ("forgets-four", forgetful(3, "best,human,safe,human", Some(4))),
        ("forgets-watch", forgetful(6, "best,safe,robots", Some(3))),
        ("forgets-nothing", forgetful(4, "best,human", None)),
        ("alone-2-5", each(4, "human,best", &[Some(2), Some(5)])),
        ("alone-3-0", each(4, "human,robots", &[Some(3), Some(0)])),
        ("alone-safe", each(4, "safe,human", &[None, Some(2)])),
        ("alone-three", each(3, "human,best,human", &[Some(1), Some(2), Some(4)])),
        ("alone-none", each(3, "robots,human,safe", &[Some(3), None, Some(1)])),
        ("alone-watch", each(5, "best,safe", &[Some(2), Some(3)])),
        ("alone-watch-three", each(4, "safe,best,robots", &[Some(2), Some(1), None])),
    ]
}

/// Returns every way to share `pairs` pairs among some seats.
pub(super) fn shares(pairs: u16, seats: usize) -> Vec<Vec<i32>> {
    if seats == 1 {
        return vec![vec![pairs.into()]];
    }
    let of = |own: u16| {
        shares(pairs - own, seats - 1).into_iter().map(move |rest| [vec![own.into()], rest].concat())
    };
    (0..=pairs).flat_map(of).collect()
}

/// Returns every state between two turns.
fn states(setup: &Setup) -> Vec<TurnState> {
    let (pairs, seats) = (setup.pairs(), setup.names.len());
    if let SeatPlays::Separate(_, memories) = &setup.plays {
        return separate_memories::states(setup, memories);
    }
    let mut all = Vec::new();
    for known in 0..=pairs {
        for half in 0..=pairs - known {
            for unknown in 0..=pairs - known - half {
                let table = PairCounts { known, half, unknown };
                let forgets = setup.memory(0).is_some_and(|memory| 2 * known + half > memory);
                if table.pairs() == 0 || is_forgetful(setup) && (known > 1 || forgets) {
                    continue;
                }
                for scores in shares(pairs - table.pairs(), seats) {
                    for mover in 0..setup.seats() {
                        for passes in 0..=u8::from(setup.passing) {
                            all.push(TurnState { table, scores: scores.clone(), mover, passes, own: None });
                        }
                    }
                }
            }
        }
    }
    all
}

fn is_forgetful(setup: &Setup) -> bool {
    !matches!(setup.plays, SeatPlays::Perfect(_))
}

fn is_separate(setup: &Setup) -> bool {
    matches!(setup.plays, SeatPlays::Separate(..))
}

/// Returns the ways in which a turn can begin. A forgetful player takes a remembered pair, and otherwise turns a new card.
fn begins(setup: &Setup, table: PairCounts) -> Vec<FirstChoice> {
    match is_forgetful(setup) {
        false => vec![FirstChoice::New, FirstChoice::Paired, FirstChoice::Single],
        true if table.known > 0 => vec![FirstChoice::Paired],
        true => vec![FirstChoice::New],
    }
}

fn begin(begin: FirstChoice) -> &'static str {
    match begin {
        FirstChoice::New => "new",
        FirstChoice::Paired => "paired",
        FirstChoice::Single => "single",
    }
}

pub(super) fn second(second: SecondChoice) -> &'static str {
    match second {
        SecondChoice::Mate => "mate",
        SecondChoice::New => "new",
        SecondChoice::Old => "old",
    }
}

const FIRSTS: [(FirstCard, &str); 4] = [
    (FirstCard::Mated, "mated"),
    (FirstCard::Unmated, "unmated"),
    (FirstCard::Paired, "paired"),
    (FirstCard::Single, "single"),
];

/// Returns the first cards that can be turned.
fn firsts(setup: &Setup, table: PairCounts) -> Vec<(FirstCard, &'static str)> {
    let possible: Vec<FirstCard> = begins(setup, table)
        .into_iter()
        .flat_map(|begin| turn::first_cards(table, begin))
        .map(|(_, first)| first)
        .collect();
    FIRSTS.into_iter().filter(|(first, _)| possible.contains(first)).collect()
}

/// The robots of pages and of the terminal act alike in every situation that people can reach.
#[test]
fn policies_of_pages_match_the_program() {
    for (name, setup) in boards().into_iter().filter(|(_, setup)| !is_forgetful(setup)) {
        let page = page::memory(&setup, OPENING, &Job::default()).expect("a page");
        let data = data(&page);
        let policy = &data["policies"][data["odds"].as_u64().expect("a place") as usize];
        let tactics = unpacked(policy, setup.pairs());
        let movers = policy["movers"].as_u64().expect("movers") as u8;
        let mut cache = OddsCache::new(setup.clone());
        for state in states(&setup) {
            let most = if policy["leads"] == true { most_lead(setup.pairs(), state.table) } else { 0 };
            let lead = match state.scores[..] {
                [one, two] if state.mover == 0 => one - two,
                [one, two] => two - one,
                _ => 0,
            };
            let tactic = tactics[&(state.table, state.mover % movers, state.passes, lead.clamp(-most, most))];
            let planned = cache.plan_first(&state, &Job::default()).expect("a plan");
            assert_eq!(planned, Some(turn::begin(tactic, state.table)), "{name}: {state:?}");
            for (first, _) in firsts(&setup, state.table) {
                let planned = cache.plan_second(&state, first, &Job::default()).expect("a plan");
                let own = turn::second_choice(tactic, first)
                    .or_else(|| turn::default_second_choice(state.table, first));
                assert_eq!(planned, own, "{name}: {state:?} after {first:?}");
            }
        }
    }
}

/// Forgetful robots of pages and of the program act alike: bold or safe at every table that can be remembered.
#[test]
fn policies_of_forgetful_robots_match_the_program() {
    for (name, setup) in boards().into_iter().filter(|(_, setup)| is_forgetful(setup) && !is_separate(setup))
    {
        let page = page::memory(&setup, OPENING, &Job::default()).expect("a page");
        let data = data(&page);
        let policy = &data["policies"][data["odds"].as_u64().expect("a place") as usize];
        assert_eq!(policy["memory"], json!(setup.memory(0)));
        assert_eq!(data["memory"], policy["memory"]);
        let mut letters = letters(policy).into_iter();
        let mut cache = OddsCache::new(setup.clone());
        let movers = policy["movers"].as_u64().expect("movers") as u8;
        for half in 0..=setup.memory(0).unwrap_or(setup.pairs()).min(setup.pairs()) {
            for unknown in u16::from(half == 0)..=setup.pairs() - half {
                for mover in 0..movers {
                    let tactic = letters.next().expect("a letter for every table");
                    let table = PairCounts { known: 0, half, unknown };
                    let scores = vec![0; setup.names.len()];
                    let state = TurnState { table, scores, mover, passes: 0, own: None };
                    for (first, _) in firsts(&setup, table) {
                        let planned = cache.plan_second(&state, first, &Job::default());
                        let planned = planned.expect("a plan");
                        assert_eq!(
                            planned,
                            turn::second_choice(tactic, first),
                            "{name}: {state:?} after {first:?}"
                        );
                    }
                }
            }
        }
        assert_eq!(letters.next(), None, "no letter is left");
    }
}

#[test]
fn pages_are_small() {
    let forgetful = forgetful(18, "human,safe,human,robots", Some(7));
    let page = page::memory(&forgetful, OPENING, &Job::default()).expect("a page");
    assert!(page.len() <= 300_000, "{} bytes", page.len());
    for seats in ["human,robots", "human,best", "human,human,human,human", "human,T5,parity,robots"] {
        let setup = setup(18, seats, Objective::Pairs, false);
        let page = page::memory(&setup, OPENING, &Job::default()).expect("a page");
        assert!(page.len() <= 300_000, "{seats}: {} bytes", page.len());
    }
}

#[test]
fn pages_make_no_network_requests() {
    let page = page::memory(&boards()[0].1, OPENING, &Job::default()).expect("a page");
    assert_self_contained(&page);
    let policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; worker-src blob:";
    assert!(page.contains(&format!("content=\"{policy}\"")));
}

pub(super) fn texts(odds: &[Rational]) -> Vec<String> {
    odds.iter().map(fraction).collect()
}

/// Returns the program's results for a state.
fn results(setup: &Setup, cache: &mut OddsCache, state: &TurnState) -> Value {
    let job = Job::default();
    let human = setup.is_human(state.mover);
    let hints = |first: Option<FirstCard>, cache: &OddsCache| -> Value {
        let hints = cache.hints(state, first, &job).expect("hints");
        human.then(|| hints.iter().map(|hint| fraction(&hint.worth)).collect::<Vec<_>>()).into()
    };
    let PairCounts { known, half, unknown } = state.table;
    let mut table = json!({ "known": known, "half": half, "unknown": unknown });
    if let Some(own) = &state.own {
        table["beliefs"] = json!(separate_memories::beliefs(&own.beliefs));
    }
    let mut value = json!({
        "moment": { "table": table, "scores": state.scores, "mover": state.mover, "passes": state.passes },
        "between": texts(&cache.between(state, &job).expect("odds")),
        "plan": cache.plan_first(state, &job).expect("a plan").map(begin),
        "hints": hints(None, cache),
        "begun": {}, "opened": {}, "chosen": {}, "plans": {}, "then": {},
    });
    if is_separate(setup) {
        separate_memories::add_results(setup, cache, state, &mut value);
        return value;
    }
    for play_named in begins(setup, state.table) {
        if !turn::first_cards(state.table, play_named).is_empty() {
            value["begun"][begin(play_named)] =
                json!(texts(&cache.after_first_choice(state, play_named, &job).expect("odds")));
        }
    }
    for (first, name) in firsts(setup, state.table) {
        value["opened"][name] = json!(texts(&cache.after_first_card(state, first, &job).expect("odds")));
        value["plans"][name] = json!(cache.plan_second(state, first, &job).expect("a plan").map(second));
        value["then"][name] = hints(Some(first), cache);
        for kind in [SecondChoice::Mate, SecondChoice::New, SecondChoice::Old] {
            if !cache.successors(state, first, kind).is_empty() {
                let odds = cache.after_second_choice(state, first, kind, &job).expect("odds");
                value["chosen"][format!("{name} {}", second(kind))] = json!(texts(&odds));
            }
        }
    }
    value
}

/// Returns the log of a game among robots.
fn watched(setup: Setup) -> String {
    let mut game = MemorySession::new(setup, &Job::default()).expect("a game");
    while !game.is_over() {
        let place = game.robot(&Job::default()).expect("a card");
        game.play(place, &Job::default()).expect("it is turned");
    }
    log::write(&game)
}

/// Writes pages, and the program's results for every state of their games, for comparison in a browser.
#[test]
#[ignore = "writes files for tests/foreign"]
fn pages_for_the_browser() {
    let folder =
        PathBuf::from(std::env::var("CHANCETREE_EXPORT_DIR").expect("CHANCETREE_EXPORT_DIR names a folder"));
    for (name, setup) in boards() {
        let page = page::memory(&setup, OPENING, &Job::default()).expect("a page");
        std::fs::write(folder.join(format!("play-{name}.html")), page).expect("a file");
        if !setup.names.iter().any(|name| name == HUMAN) {
            std::fs::write(folder.join(format!("play-{name}.jsonl")), watched(setup.clone()))
                .expect("a file");
        }
        let mut cache = OddsCache::new(setup.clone());
        let all: Vec<Value> = states(&setup).iter().map(|state| results(&setup, &mut cache, state)).collect();
        std::fs::write(folder.join(format!("play-{name}.json")), json!(all).to_string()).expect("a file");
    }
}
