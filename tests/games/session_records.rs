//! Sessions of the four games, recorded step by step: results, refusals, odds, luck, pictures and logs.
//!
//! `CHANCETREE_BLESS=1` accepts a change of tests/snapshots/sessions.

use chancetree::depict::Tile;
use chancetree::exact::{Rational, fraction};
use chancetree::games::guess::Guess;
use chancetree::games::memory::decisions::Objective;
use chancetree::games::memory::forgetting::{SeatStrategy, Strategy};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::mines::game::FirstClick;
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::Job;
use chancetree::play::guess::GuessSession;
use chancetree::play::memory::{MemorySession, SeatPlays, Setup};
use chancetree::play::mines::{MinesEntry, MinesSession};
use chancetree::play::solitaire::SolitaireSession;
use chancetree::play::{AnySession, PlayError, PlayedGame, Session, log};
use chancetree::random::Random;
use oracles::session::setup;
use oracles::snapshot::assert_snapshot;
use serde_json::{Value, json};

/// The steps of one session and their results.
struct SessionRecord(String);

impl SessionRecord {
    fn new(session: &AnySession) -> Self {
        let mut record = Self(String::new());
        record.add("begin", Ok(()), session);
        record
    }

    /// Records the result of a step and, if the step was made, all public information of the session.
    fn add(&mut self, step: &str, result: Result<(), PlayError>, session: &AnySession) {
        if let Err(error) = result {
            return self.0.push_str(&format!("{step}: {error}\n"));
        }
        let numbers = |values: &[Rational]| values.iter().map(fraction).collect::<Vec<_>>().join(" ");
        let odds: Vec<String> =
            session.odds().iter().map(|odds| format!("{}={}", odds.key, fraction(&odds.value))).collect();
        let (meter, scene) = (session.meter(), session.scene());
        let tile = |tile: &Tile| match tile {
            Tile::Open(text) => text.clone(),
            Tile::Taken(seat) => format!("T{seat}"),
            other => format!("{other:?}")[..1].to_owned(),
        };
        let rows = scene.board.iter().flat_map(|board| &board.rows);
        let rows: Vec<String> = rows.map(|row| row.iter().map(tile).collect::<Vec<_>>().join(" ")).collect();
        self.0.push_str(&format!(
            "{step}: {:?}\n  {} (over: {})\n  {}\n  last {}; luck {}; choice {}\n  {:?} {:?} {}: {}\n",
            session.last_step(),
            session.position(),
            session.is_over(),
            odds.join(", "),
            numbers(&meter.last),
            numbers(&meter.luck),
            numbers(&meter.choice),
            scene.mover,
            scene.winner,
            scene.seats,
            rows.join(" / "),
        ));
    }

    /// Adds the log of the session, and the refusals of its steps with one value changed.
    fn ends<G: PlayedGame + Clone + 'static>(
        mut self,
        name: &str,
        session: &Session<G>,
        begin: &dyn Fn() -> Session<G>,
    ) {
        let text = log::write(session);
        self.0.push_str(&text);
        self.0.push_str(&format!("measured {:?}\n", session.measured()));
        let steps = session.steps();
        for (at, step) in steps.iter().enumerate().filter(|(at, _)| *at < 3 || at + 1 == steps.len()) {
            let values = [json!(null), json!(1), json!(99), json!("y"), json!([1, 99])];
            for key in step.as_object().expect("an object").keys() {
                for value in &values {
                    let mut damaged = step.clone();
                    damaged[key] = value.clone();
                    let mut again = begin();
                    let made =
                        steps[..at].iter().try_for_each(|step| again.replay_step(step, &Job::default()));
                    made.expect("a logged step is allowed");
                    let before = (again.steps().len(), again.position(), again.odds());
                    let result = match again.replay_step(&damaged, &Job::default()) {
                        Ok(()) => again.last_step().to_owned(),
                        Err(error) => {
                            assert_eq!(before, (again.steps().len(), again.position(), again.odds()));
                            format!("refused: {error}")
                        }
                    };
                    self.0.push_str(&format!("{damaged}: {result}\n"));
                }
            }
        }
        let mut again = begin();
        let made = steps.iter().try_for_each(|step| again.replay_step(step, &Job::default()));
        made.expect("a logged step is allowed");
        assert_eq!(log::write(&again), text, "{name}");
        let after = again.replay_step(steps.last().expect("a step was made"), &Job::default());
        self.0.push_str(&format!("again: {after:?}\n"));
        assert_snapshot(&format!("sessions/{name}.txt"), self.0);
    }
}

/// Plays Memory: a robot turns every third card, the others are at random places, including impossible ones.
fn memory(name: &str, setup: &Setup) {
    let begin = || MemorySession::new(setup.clone(), &Job::default()).expect("a game");
    let (mut session, mut random) = (begin(), Random::seeded(setup.seed));
    let mut record = SessionRecord::new(&session);
    let cards = session.cards().len() as u64;
    for turn in 0..400 {
        if session.is_over() && turn % 5 == 0 {
            break;
        }
        let hints = session.hints(&Job::default()).map(|hints| {
            let hint = |hint: &chancetree::play::memory::Hint| {
                format!("{} ({}) {}", hint.name, hint.meaning, fraction(&hint.worth))
            };
            hints.iter().map(hint).collect::<Vec<_>>().join(", ")
        });
        record.0.push_str(&format!("hints: {}\n", hints.expect("hints")));
        let place = match turn % 3 {
            0 if !session.is_over() => session.robot(&Job::default()).expect("a card"),
            _ => random.below(cards + 1) as usize,
        };
        let result = session.play(place, &Job::default());
        record.add(&format!("card {}", place + 1), result, &session);
    }
    record.ends(name, &session, &begin);
}

#[test]
fn sessions_of_memory_match_the_record() {
    let robots = || Play::By(Policy::Always(Tactic::T6));
    let perfect = vec![robots(), Play::Best, robots()];
    memory("memory", &setup(4, "human,best,robots", SeatPlays::Perfect(perfect), 1));
    let win = setup(4, "human,best", SeatPlays::Perfect(vec![robots(), Play::Best]), 2);
    memory("memory-win", &Setup { objective: Objective::Win, ..win });
    let best = setup(3, "best,human", SeatPlays::Perfect(vec![Play::Best; 2]), 3);
    memory("memory-passing", &Setup { passing: true, ..best });
    let plays = || vec![SeatStrategy::Best, SeatStrategy::Always(Strategy::Bold)];
    memory("memory-shared", &setup(4, "human,bold", SeatPlays::Forgetful(plays(), Some(2)), 4));
    let own = SeatPlays::Separate(plays(), vec![Some(1), None]);
    memory("memory-separate", &setup(4, "human,bold", own, 5));
}

#[test]
fn entered_sessions_of_memory_match_the_record() {
    let robots = Play::By(Policy::Always(Tactic::T6));
    let table = setup(3, "human,human", SeatPlays::Perfect(vec![robots; 2]), 6);
    let table = Setup { pictures: Some(Vec::new()), ..table };
    let mut session = MemorySession::new(table, &Job::default()).expect("a game");
    let mut record = SessionRecord::new(&session);
    record.add("undo", session.undo(&Job::default()), &session);
    let cards = [
        (0, "cat"),
        (0, "cat"),
        (3, "dog"),
        (1, "mouse"),
        (1, "sun"),
        (2, "cat"),
        (2, "moon"),
        (9, "sun"),
        (2, "dog"),
        (2, "sun"),
        (1, "sun"),
        (4, "dog"),
        (3, "cat"),
        (3, "dog"),
        (0, "cat"),
        (5, "cat"),
    ];
    for (turn, (place, picture)) in cards.into_iter().enumerate() {
        let result = session.enter(place, picture, &Job::default());
        record.add(&format!("card {} {picture}", place + 1), result, &session);
        if turn % 4 == 2 {
            record.add("undo", session.undo(&Job::default()), &session);
        }
    }
    let setup = session.setup.clone();
    let begin = || MemorySession::new(setup.clone(), &Job::default()).expect("a game");
    record.ends("memory-entered", &session, &begin);
}

#[test]
fn sessions_of_solitaire_match_the_record() {
    let begin = || SolitaireSession::seeded(4, 1, &Job::default()).expect("a game");
    let (mut session, mut random) = (begin(), Random::seeded(1));
    let mut record = SessionRecord::new(&session);
    for turn in 0..400 {
        if session.is_over() && turn % 5 == 0 {
            break;
        }
        record.0.push_str(&format!("hint: {:?}\n", session.hint()));
        let place = random.below(9) as usize;
        let result = session.play(place, &Job::default());
        record.add(&format!("card {}", place + 1), result, &session);
    }
    record.ends("solitaire", &session, &begin);
}

#[test]
fn sessions_of_mines_match_the_record() {
    for (name, first, seed) in [
        ("mines-any", FirstClick::Any, 1),
        ("mines-safe", FirstClick::Safe, 2),
        ("mines-opening", FirstClick::Opening, 3),
    ] {
        let begin = || MinesSession::seeded((4, 5), 4, first, seed, &Job::default()).expect("a board");
        let (mut session, mut random) = (begin(), Random::seeded(seed));
        let mut record = SessionRecord::new(&session);
        for turn in 0..400 {
            if session.is_over() && turn % 5 == 0 {
                break;
            }
            record.0.push_str(&format!("safest {:?} of {:?}\n", session.safest(), session.risk_at(7)));
            let place = random.below(21) as usize;
            let (kind, result) = match turn % 4 {
                0 => ("flag", session.play(MinesEntry::Flag(place), &Job::default())),
                1 => ("set", session.play(MinesEntry::Set(place, VisibleCell::Open(1)), &Job::default())),
                _ => ("open", session.play(MinesEntry::Open(place), &Job::default())),
            };
            record.add(&format!("{kind} {place}"), result, &session);
        }
        record.ends(name, &session, &begin);
    }
    let begin = || {
        let board = "mines 3\n1...\n....\n..2.\n....\n".parse().expect("a board");
        MinesSession::entered(board, &Job::default()).expect("a position")
    };
    let mut session = begin();
    let mut record = SessionRecord::new(&session);
    let cells = [
        (5, '1'),
        (0, '8'),
        (15, '2'),
        (0, '2'),
        (0, '.'),
        (1, 'F'),
        (1, '*'),
        (2, '.'),
        (99, '1'),
        (15, '0'),
    ];
    for (place, letter) in cells {
        let cell = VisibleCell::of(letter).expect("a cell");
        record.add(
            &format!("set {place} {letter}"),
            session.play(MinesEntry::Set(place, cell), &Job::default()),
            &session,
        );
        record.add(
            &format!("flag {}", place + 1),
            session.play(MinesEntry::Flag(place + 1), &Job::default()),
            &session,
        );
    }
    record.add("open 3", session.play(MinesEntry::Open(3), &Job::default()), &session);
    record.ends("mines-entered", &session, &begin);
}

#[test]
fn sessions_of_guess_match_the_record() {
    let names = || ["human", "best", "human"].map(str::to_owned).to_vec();
    let weights = [2, 1, 0, 5, 1, 1, 3, 2, 9];
    for (name, weights, guesses, seed) in [
        ("guess", None, None, 1),
        ("guess-weighted", Some(&weights[..]), None, 2),
        ("guess-limited", Some(&weights[..]), Some(3), 3),
    ] {
        let rules = Guess::of(9, 3, weights, guesses).expect("a game");
        let begin = || GuessSession::seeded(rules.clone(), names(), seed, &Job::default()).expect("a game");
        let (mut session, mut random) = (begin(), Random::seeded(seed));
        let mut record = SessionRecord::new(&session);
        for turn in 0..400 {
            if session.is_over() && turn % 5 == 0 {
                break;
            }
            let number = match turn % 3 {
                0 if !session.is_over() => session.best(),
                _ => random.below(11) as u16,
            };
            let result = session.play(number, &Job::default());
            record.add(&format!("guess {number}"), result, &session);
        }
        record.ends(name, &session, &begin);
    }
}

#[test]
fn refused_parameters_match_the_record() {
    let job = Job::default();
    let mines = |parameters: &Value| MinesSession::begin(parameters, &job).err();
    let guess = |parameters: &Value| GuessSession::begin(parameters, &job).err();
    let good = [
        json!({ "rows": 3, "columns": 3, "mines": 2, "first_click": "any", "seed": 1 }),
        json!({ "board": "mines 1\n..\n" }),
        json!({ "numbers": 5, "seats": ["human", "best"], "seed": 1, "secret": 3, "guesses": 4, "weights": [1, 2, 3, 4, 5] }),
    ];
    let mut text = String::new();
    for parameters in &good {
        for key in parameters.as_object().expect("an object").keys() {
            for value in [json!(null), json!(0), json!(999), json!("x"), json!(["x"])] {
                let mut changed = parameters.clone();
                changed[key] = value;
                let error = if changed["numbers"].is_null() { mines(&changed) } else { guess(&changed) };
                let error = error.map_or("a game".to_owned(), |error| error.to_string());
                text.push_str(&format!("{changed}: {error}\n"));
            }
        }
    }
    assert_snapshot("sessions/parameters.txt", text);
}
