//! The pages that `play --as html` writes: what they are given is the program's, in every situation.

use super::alone;
use super::page::assert_self_contained;
use super::policies::{data, letters, most_lead, unpacked};
use chancetree::exact::{Rational, fraction};
use chancetree::games::memory::PairCounts;
use chancetree::games::memory::decisions::Objective;
use chancetree::games::memory::forgetting::{self, Strategy};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::model::Job;
use chancetree::play::memory::{HUMAN, MemorySession, OddsCache, SeatPlays, Setup, TurnState};
use chancetree::play::page::{self, PageOptions};
use chancetree::play::turn::{self, FirstCard, FirstChoice, SecondChoice};
use chancetree::play::{PlayedGame as _, log};
use oracles::session;
use serde_json::{Value, json};
use std::path::PathBuf;

const OPENING: PageOptions = PageOptions { seed: Some(7), pause: 0 };

fn way(name: &str) -> Play {
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
    let ways = SeatPlays::Perfect(seats.split(',').map(way).collect());
    Setup { objective, passing, ..session::setup(pairs, seats, ways, 7) }
}

/// Returns a game in which all remember together so many cards.
fn forgetful(pairs: u16, seats: &str, memory: Option<u16>) -> Setup {
    let ways = seats.split(',').map(|name| match name {
        "best" => forgetting::Manner::Best,
        "safe" => forgetting::Manner::Always(Strategy::Safe),
        _ => forgetting::Manner::Always(Strategy::Bold),
    });
    let ways = SeatPlays::Forgetful(ways.collect(), memory);
    Setup {
        ways,
        names: seats.split(',').map(str::to_owned).collect(),
        ..setup(pairs, "human", Objective::Pairs, false)
    }
}

/// Returns a game in which each remembers so many cards for himself.
fn each(pairs: u16, seats: &str, memories: &[Option<u16>]) -> Setup {
    let together = forgetful(pairs, seats, None);
    let SeatPlays::Forgetful(plays, _) = together.ways.clone() else { unreachable!("they forget together") };
    Setup { ways: SeatPlays::Separate(plays, memories.to_vec()), ..together }
}

/// Boards of every kind: policies, best play for pairs and to win, passing, limited memory, one to four seats.
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

/// Every way to share out so many pairs among so many seats.
pub(super) fn shares(pairs: u16, seats: usize) -> Vec<Vec<u16>> {
    if seats == 1 {
        return vec![vec![pairs]];
    }
    let of =
        |own: u16| shares(pairs - own, seats - 1).into_iter().map(move |rest| [vec![own], rest].concat());
    (0..=pairs).flat_map(of).collect()
}

/// Every moment between two turns.
fn moments(setup: &Setup) -> Vec<TurnState> {
    let (pairs, seats) = (setup.pairs(), setup.names.len());
    if let SeatPlays::Separate(_, memories) = &setup.ways {
        return alone::moments(setup, memories);
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
    !matches!(setup.ways, SeatPlays::Perfect(_))
}

fn is_alone(setup: &Setup) -> bool {
    matches!(setup.ways, SeatPlays::Separate(..))
}

/// The ways in which a turn can begin; who forgets takes a pair that he remembers, and else turns a new card.
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

/// The first cards that can be turned.
fn firsts(setup: &Setup, table: PairCounts) -> Vec<(FirstCard, &'static str)> {
    let possible: Vec<FirstCard> = begins(setup, table)
        .into_iter()
        .flat_map(|begin| turn::firsts(table, begin))
        .map(|(_, first)| first)
        .collect();
    FIRSTS.into_iter().filter(|(first, _)| possible.contains(first)).collect()
}

/// The robots of the page do what those of the terminal do, wherever people bring them.
#[test]
fn policies_are_the_programs_in_every_situation() {
    for (name, setup) in boards().into_iter().filter(|(_, setup)| !is_forgetful(setup)) {
        let page = page::memory(&setup, OPENING, &Job::default()).expect("a page");
        let data = data(&page);
        let policy = &data["policies"][data["odds"].as_u64().expect("a place") as usize];
        let tactics = unpacked(policy, setup.pairs());
        let movers = policy["movers"].as_u64().expect("movers") as u8;
        let mut prospects = OddsCache::new(setup.clone());
        for moment in moments(&setup) {
            let most = if policy["leads"] == true { most_lead(setup.pairs(), moment.table) } else { 0 };
            let lead = match moment.scores[..] {
                [one, two] if moment.mover == 0 => i32::from(one) - i32::from(two),
                [one, two] => i32::from(two) - i32::from(one),
                _ => 0,
            };
            let tactic =
                tactics[&(moment.table, moment.mover % movers, moment.passes, lead.clamp(-most, most))];
            let planned = prospects.plan_first(&moment, &Job::default()).expect("a plan");
            assert_eq!(planned, Some(turn::begin(tactic, moment.table)), "{name}: {moment:?}");
            for (first, _) in firsts(&setup, moment.table) {
                let planned = prospects.plan_second(&moment, first, &Job::default()).expect("a plan");
                let own = turn::second(tactic, first).or_else(|| turn::usual(moment.table, first));
                assert_eq!(planned, own, "{name}: {moment:?} after {first:?}");
            }
        }
    }
}

/// Robots that forget do what those of the program do, too: bold or safe at every table that can be remembered.
#[test]
fn robots_that_forget_do_what_the_programs_do() {
    for (name, setup) in boards().into_iter().filter(|(_, setup)| is_forgetful(setup) && !is_alone(setup)) {
        let page = page::memory(&setup, OPENING, &Job::default()).expect("a page");
        let data = data(&page);
        let policy = &data["policies"][data["odds"].as_u64().expect("a place") as usize];
        assert_eq!(policy["memory"], json!(setup.memory(0)));
        assert_eq!(data["memory"], policy["memory"]);
        let mut letters = letters(policy).into_iter();
        let mut prospects = OddsCache::new(setup.clone());
        let movers = policy["movers"].as_u64().expect("movers") as u8;
        for half in 0..=setup.memory(0).unwrap_or(setup.pairs()).min(setup.pairs()) {
            for unknown in u16::from(half == 0)..=setup.pairs() - half {
                for mover in 0..movers {
                    let tactic = letters.next().expect("a letter for every table");
                    let table = PairCounts { known: 0, half, unknown };
                    let scores = vec![0; setup.names.len()];
                    let moment = TurnState { table, scores, mover, passes: 0, own: None };
                    for (first, _) in firsts(&setup, table) {
                        let planned = prospects.plan_second(&moment, first, &Job::default());
                        let planned = planned.expect("a plan");
                        assert_eq!(
                            planned,
                            turn::second(tactic, first),
                            "{name}: {moment:?} after {first:?}"
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
fn pages_ask_the_network_for_nothing() {
    let page = page::memory(&boards()[0].1, OPENING, &Job::default()).expect("a page");
    assert_self_contained(&page);
    let policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; worker-src blob:";
    assert!(page.contains(&format!("content=\"{policy}\"")));
}

pub(super) fn texts(odds: &[Rational]) -> Vec<String> {
    odds.iter().map(fraction).collect()
}

/// All that the program says of a moment.
fn said(setup: &Setup, prospects: &mut OddsCache, moment: &TurnState) -> Value {
    let job = Job::default();
    let human = setup.is_human(moment.mover);
    let hints = |first: Option<FirstCard>, prospects: &OddsCache| -> Value {
        let hints = prospects.hints(moment, first, &job).expect("hints");
        human.then(|| hints.iter().map(|hint| fraction(&hint.worth)).collect::<Vec<_>>()).into()
    };
    let PairCounts { known, half, unknown } = moment.table;
    let mut table = json!({ "known": known, "half": half, "unknown": unknown });
    if let Some(own) = &moment.own {
        table["minds"] = json!(alone::minds(&own.minds));
    }
    let mut value = json!({
        "moment": { "table": table, "scores": moment.scores, "mover": moment.mover, "passes": moment.passes },
        "between": texts(&prospects.between(moment, &job).expect("odds")),
        "plan": prospects.plan_first(moment, &job).expect("a plan").map(begin),
        "hints": hints(None, prospects),
        "begun": {}, "opened": {}, "chosen": {}, "plans": {}, "then": {},
    });
    if is_alone(setup) {
        alone::said(setup, prospects, moment, &mut value);
        return value;
    }
    for way in begins(setup, moment.table) {
        if !turn::firsts(moment.table, way).is_empty() {
            value["begun"][begin(way)] = json!(texts(&prospects.begun(moment, way, &job).expect("odds")));
        }
    }
    for (first, name) in firsts(setup, moment.table) {
        value["opened"][name] = json!(texts(&prospects.opened(moment, first, &job).expect("odds")));
        value["plans"][name] = json!(prospects.plan_second(moment, first, &job).expect("a plan").map(second));
        value["then"][name] = hints(Some(first), prospects);
        for kind in [SecondChoice::Mate, SecondChoice::New, SecondChoice::Old] {
            if !prospects.moments(moment, first, kind).is_empty() {
                let odds = prospects.chosen(moment, first, kind, &job).expect("odds");
                value["chosen"][format!("{name} {}", second(kind))] = json!(texts(&odds));
            }
        }
    }
    value
}

/// The log of a game among robots.
fn watched(setup: Setup) -> String {
    let mut game = MemorySession::new(setup, &Job::default()).expect("a game");
    while !game.is_over() {
        let place = game.robot(&Job::default()).expect("a card");
        game.play(place, &Job::default()).expect("it is turned");
    }
    log::write(&game)
}

/// Pages, and all that the program says of every moment of their games, for the browser to compare.
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
        let mut prospects = OddsCache::new(setup.clone());
        let all: Vec<Value> =
            moments(&setup).iter().map(|moment| said(&setup, &mut prospects, moment)).collect();
        std::fs::write(folder.join(format!("play-{name}.json")), json!(all).to_string()).expect("a file");
    }
}
