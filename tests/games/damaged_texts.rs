//! Property tests of all texts that the program reads. Failing cases are kept in `damaged_texts.proptest-regressions`.

use chancetree::games::guess::Guess as Rules;
use chancetree::games::memory::forgetting;
use chancetree::games::memory::policy::Play;
use chancetree::games::mines::board::SeenBoard;
use chancetree::games::mines::game::FirstClick;
use chancetree::model::Job;
use chancetree::play::guess::GuessSession;
use chancetree::play::memory::{MemorySession, SeatPlays, Setup};
use chancetree::play::mines::{MinesEntry, MinesSession};
use chancetree::play::solitaire::SolitaireSession;
use chancetree::play::{AnySession, NamedNumber, PlayError, PlayedGame, Session, log};
use chancetree::random::Random;
use chancetree_families::solitaire::imperfect::log::{Card, LoggedTurn, replay};
use oracles::session::setup;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use oracles::random::cases;

/// Damage to some lines of a log.
#[derive(Clone, Debug)]
enum Damage {
    Removed(Index),
    Duplicated(Index),
    Swapped(Index, Index),
    /// Replaces one number.
    Number(Index, Value),
    /// Replaces a line.
    Line(Index, Value),
}

fn damage() -> impl Strategy<Value = Damage> {
    let number = prop_oneof![
        (-2i64..40).prop_map(Value::from),
        Just(json!(u64::MAX)),
        Just(json!(65_536)),
        Just(json!(1.5)),
        Just(json!("1")),
        Just(json!([1, 2, 3])),
        Just(Value::Null),
    ];
    let line = prop_oneof![
        (1i64..12, 1i64..12).prop_map(|(row, col)| json!({"open": [row, col]})),
        (1i64..12, 1i64..12).prop_map(|(row, col)| json!({"flag": [row, col]})),
        (0i64..12).prop_map(|number| json!({"seat": 1, "number": number, "answer": "higher"})),
        (0i64..12).prop_map(|place| json!({"turn": place})),
        Just(json!({})),
        Just(json!([])),
    ];
    let at = any::<Index>;
    prop_oneof![
        at().prop_map(Damage::Removed),
        at().prop_map(Damage::Duplicated),
        (at(), at()).prop_map(|(one, other)| Damage::Swapped(one, other)),
        (at(), number).prop_map(|(at, number)| Damage::Number(at, number)),
        (at(), line).prop_map(|(at, line)| Damage::Line(at, line)),
    ]
}

/// Collects all numbers of a value.
fn numbers<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    match value {
        Value::Number(_) => found.push(value),
        Value::Array(all) => all.iter_mut().for_each(|value| numbers(value, found)),
        Value::Object(all) => all.iter_mut().for_each(|(_, value)| numbers(value, found)),
        _ => {}
    }
}

fn damaged(steps: &mut Vec<Value>, damage: Damage) {
    if steps.is_empty() {
        return;
    }
    let count = steps.len();
    match damage {
        Damage::Removed(at) => drop(steps.remove(at.index(count))),
        Damage::Duplicated(at) => steps.insert(at.index(count), steps[at.index(count)].clone()),
        Damage::Swapped(one, other) => steps.swap(one.index(count), other.index(count)),
        Damage::Line(at, line) => steps[at.index(count)] = line,
        Damage::Number(at, number) => {
            let mut found = Vec::new();
            steps.iter_mut().for_each(|step| numbers(step, &mut found));
            let count = found.len();
            if count > 0 {
                *found.swap_remove(at.index(count)) = number;
            }
        }
    }
}

/// Returns the visible parts of a game: its log, its position and its odds.
fn seen(game: &AnySession) -> (String, String, Vec<NamedNumber>) {
    (log::write(game), game.position(), game.odds())
}

/// Replays a damaged log up to the first refused step, which must change nothing. The log of the resulting game must
/// reproduce that game.
fn assert_remade<G: PlayedGame + Clone + 'static>(
    begin: &dyn Fn() -> Session<G>,
    steps: &[Value],
) -> Result<(), TestCaseError> {
    let job = Job::default();
    let mut game = begin();
    for step in steps {
        let before = seen(&game);
        match game.replay_step(step, &job) {
            Ok(()) => {}
            Err(PlayError::Refused(why)) => {
                prop_assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
                prop_assert_eq!(seen(&game), before, "{} changes nothing", step);
                break;
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
    let text = log::write(&game);
    let read = log::read(&text).expect("a written log can be read");
    prop_assert_eq!((&*read.family, &read.parameters), (game.family(), &game.parameters()));
    let mut again = begin();
    for (_, step) in read.steps {
        again.replay_step(&step, &job).expect("a written log can be replayed");
    }
    prop_assert_eq!(seen(&again), seen(&game));
    Ok(())
}

/// Returns the log of a game after some damage.
fn broken(game: &AnySession, all: Vec<Damage>) -> Vec<Value> {
    let mut steps = game.steps().to_vec();
    all.into_iter().for_each(|damage| damaged(&mut steps, damage));
    steps
}

fn some_damage() -> impl Strategy<Value = Vec<Damage>> {
    prop::collection::vec(damage(), 1..4)
}

/// Turns random cards among `pairs` pairs; ignores turns that the rules forbid.
fn turned_at_random<G: PlayedGame<Entry = usize>>(game: &mut Session<G>, pairs: u16, seed: u64) {
    let mut random = Random::seeded(seed);
    for _ in 0..60 {
        if game.is_over() {
            break;
        }
        let _ = game.play(random.below(2 * u64::from(pairs)) as usize, &Job::default());
    }
}

/// Generates memories: perfect ones, one limit for all players, or a limit for each player.
fn seat_plays() -> impl Strategy<Value = SeatPlays> {
    let memory = || prop::option::of(0u16..4);
    prop_oneof![
        (1usize..4).prop_map(|seats| SeatPlays::Perfect(vec![Play::Best; seats])),
        (2usize..4, memory()).prop_map(|(seats, memory)| SeatPlays::Forgetful(
            vec![forgetting::SeatStrategy::Best; seats],
            memory
        )),
        prop::collection::vec(memory(), 2..4).prop_map(|memories| SeatPlays::Separate(
            vec![forgetting::SeatStrategy::Best; memories.len()],
            memories
        )),
    ]
}

proptest! {
    #![proptest_config(cases(256))]

    /// A damaged log of Memory gives a valid game, or is refused and changes nothing.
    #[test]
    fn logs_of_memory(pairs in 1u16..4, seat_plays in seat_plays(), seed in 0u64..99, all in some_damage()) {
        let seats = match &seat_plays {
            SeatPlays::Perfect(plays) => plays.len(),
            SeatPlays::Forgetful(plays, _) | SeatPlays::Separate(plays, _) => plays.len(),
        };
        let setup = Setup { people: "best".to_owned(), ..setup(pairs, &vec!["human"; seats].join(","), seat_plays, seed) };
        let begin = || MemorySession::new(setup.clone(), &Job::default()).expect("a game");
        let mut game = begin();
        turned_at_random(&mut game, pairs, seed);
        assert_remade(&begin, &broken(&game, all))?;
    }

    /// A damaged log of guesses gives a valid game, or is refused and changes nothing.
    #[test]
    fn logs_of_guesses(
        numbers in 1u16..14, secret in any::<Index>(), seats in 1usize..4, seed in 0u64..99,
        limit in 0u16..9, are_alike in any::<bool>(), all in some_damage(),
    ) {
        let secret = secret.index(usize::from(numbers)) as u16 + 1;
        let names = vec!["human".to_owned(); seats];
        let weights: Vec<u64> = (1..=u64::from(numbers)).collect();
        let (weights, guesses) = ((!are_alike).then_some(&weights[..]), (limit > 0).then_some(limit));
        let rules = Rules::of(numbers, seats, weights, guesses).expect("a game");
        let begin = || GuessSession::new(rules.clone(), names.clone(), secret, &Job::default()).expect("a game");
        let (mut game, mut random) = (begin(), Random::seeded(seed));
        while !game.is_over() {
            let (low, high) = game.interval();
            game.play(low + random.below(u64::from(high + 1 - low)) as u16, &Job::default()).expect("it is possible");
        }
        assert_remade(&begin, &broken(&game, all))?;
    }

    /// A damaged log of a solitaire gives a valid game, or is refused and changes nothing.
    #[test]
    fn logs_of_solitaire(pairs in 1u16..5, seed in 0u64..99, all in some_damage()) {
        let deal = chancetree::play::memory::shuffled(pairs, seed);
        let begin = || SolitaireSession::new(deal.clone(), &Job::default()).expect("a game");
        let mut game = begin();
        turned_at_random(&mut game, pairs, seed);
        assert_remade(&begin, &broken(&game, all))?;
    }

    /// A damaged log of mines gives a valid game, or is refused and changes nothing.
    #[test]
    fn logs_of_mines(rows in 2usize..5, cols in 2usize..5, mines in 1usize..3, seed in 0u64..99, all in some_damage()) {
        let begin = || MinesSession::seeded((rows, cols), mines, FirstClick::Any, seed, &Job::default()).expect("a board");
        let (mut game, mut random) = (begin(), Random::seeded(seed));
        while !game.is_over() {
            let place = random.below((rows * cols) as u64) as usize;
            if random.below(4) == 0 {
                let _ = game.play(MinesEntry::Flag(place), &Job::default());
            } else {
                let _ = game.play(MinesEntry::Open(place), &Job::default());
            }
        }
        assert_remade(&begin, &broken(&game, all))?;
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    /// A board that is read is written back letter for letter; an error names a position in the text.
    #[test]
    fn boards_are_read_as_written(text in "(mines [0-9]{1,2}\n)?([.0-8#?*FX_ -]{1,5}\n){1,5}", mines in prop::option::of(0usize..9)) {
        for read in SeenBoard::read(&text, mines) {
            match read {
                Ok(board) => {
                    let again: SeenBoard = board.to_string().parse().expect("a written board can be read");
                    prop_assert_eq!(again.to_string(), board.to_string());
                    prop_assert_eq!((again.rows(), again.columns(), again.mines()), (board.rows(), board.columns(), board.mines()));
                    prop_assert_eq!(again.cells(), board.cells());
                    prop_assert_eq!(board.cells().len(), board.rows() * board.columns());
                    let hidden = board.cells().iter().filter(|cell| cell.is_hidden()).count();
                    prop_assert!(board.mines() <= hidden.max(board.cells().len()));
                }
                Err(wrong) => {
                    // An error about the separate number of mines has no line.
                    if wrong.line == 0 {
                        let stated = mines.map(|mines| format!("{mines} mine"));
                        prop_assert!(stated.is_some_and(|stated| wrong.what.starts_with(&stated)), "{wrong:?}");
                        continue;
                    }
                    // A missing part is reported after the last line.
                    prop_assert!((1..=text.lines().count() + 1).contains(&wrong.line), "{wrong:?}");
                    let line = text.lines().nth(wrong.line - 1).unwrap_or_default();
                    prop_assert!((1..=line.chars().count() + 1).contains(&wrong.column), "{wrong:?}");
                    prop_assert!(!wrong.what.is_empty());
                }
            }
        }
    }

    /// A log of turns is replayed in full, or one of its lines is reported.
    #[test]
    fn logs_of_turns(all in prop::collection::vec((1u64..3, 1u64..4, 1u16..3, any::<bool>(), 1u16..3, any::<bool>()), 0..7)) {
        let card = |symbol, second| Card { symbol, second };
        let log: Vec<LoggedTurn> = all
            .iter()
            .map(|&(game, turn, one, first, other, second)| LoggedTurn {
                player: 0,
                game,
                turn,
                first: card(one, first),
                second: card(other, second),
            })
            .collect();
        match replay(&log, Some(2)) {
            Ok(data) => {
                let turns: u64 = data.players.iter().map(|player| player.turns).sum();
                prop_assert_eq!(turns, log.len() as u64);
            }
            Err((at, _)) => prop_assert!(at < log.len().max(1), "line {at} of {}", log.len()),
        }
    }
}
