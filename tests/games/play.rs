//! Games in progress: odds against all deals, and luck and choices that explain every change of the odds.

use super::played_memory::{arrangements, robots_play};
use chancetree::exact::{Rational, ratio, zero};
use chancetree::games::guess::Guess as Rules;
use chancetree::games::memory::decisions::Objective;
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::mines::game::FirstClick;
use chancetree::games::mines::risk::Risk;
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::Job;
use chancetree::play::guess::GuessSession;
use chancetree::play::memory::{CardState, MemorySession, SeatPlays, Setup, shuffled};
use chancetree::play::mines::{MinesEntry, MinesSession};
use chancetree::play::solitaire::SolitaireSession;
use chancetree::play::{PlayError, PlayedGame as _, log};
use chancetree::random::Random;
use oracles::session;

pub(super) fn job() -> Job<'static> {
    Job::default()
}

pub(super) fn always(tactic: Tactic) -> Play {
    Play::By(Policy::Always(tactic))
}

/// Returns a game with these plays in which the test turns the cards.
pub(super) fn setup(deal: Vec<u16>, plays: Vec<Play>, objective: Objective) -> Setup {
    let names = vec!["human"; plays.len()].join(",");
    Setup { deal, objective, ..session::setup(1, &names, SeatPlays::Perfect(plays), 1) }
}

pub(super) fn robots(deal: Vec<u16>, seats: usize) -> MemorySession {
    MemorySession::new(setup(deal, vec![always(Tactic::T6); seats], Objective::Pairs), &job())
        .expect("a game")
}

/// Returns the expected turns of a game, averaged over all arrangements of the cards that were never turned.
fn turns_by_force(game: &SolitaireSession, deal: &[u16], open: Option<usize>) -> Rational {
    let places = || 0..deal.len();
    let taken: Vec<bool> = game.cards().iter().map(|card| matches!(card, CardState::Taken(_))).collect();
    let known: Vec<bool> = places().map(|at| game.remembered(at).is_some()).collect();
    let hidden: Vec<usize> = places().filter(|&at| !known[at] && !taken[at] && open != Some(at)).collect();
    let all = arrangements(deal, &hidden);
    let turns = |deal: &Vec<u16>| robots_play(deal, known.clone(), taken.clone(), vec![0], 0, open).1;
    ratio(all.iter().map(turns).sum::<u32>(), all.len() as u64) + ratio(game.turns, 1)
}

#[test]
fn expected_turns_of_solitaire_match_all_deals() {
    for seed in 1..=12 {
        let deal = shuffled(3, seed);
        let mut game = SolitaireSession::new(deal.clone(), &job()).expect("a game");
        let mut random = Random::seeded(seed);
        let mut open = None;
        while !game.is_over() {
            assert_eq!(game.values[0], turns_by_force(&game, &deal, open), "{}", game.position());
            // Turns random cards, as a forgetful player might.
            let place = random.below(6) as usize;
            if game.play(place, &job()).is_ok() {
                open = if open.is_some() { None } else { Some(place) };
            }
        }
        let (values, meter) = (&game.values, game.meter());
        assert_eq!(*values, [ratio(game.turns, 1), ratio(game.lucky, 1)]);
        for (place, value) in values.iter().enumerate() {
            assert_eq!(*value, &game.begun[place] + &meter.luck[place] + &meter.choice[place]);
        }
        assert!(meter.choice[0] >= zero(), "no choice saves turns");
        let mut again = SolitaireSession::new(deal, &job()).expect("a game");
        for (_, step) in log::read(&log::write(&game)).expect("a log").steps {
            again.replay_step(&step, &job()).expect("the same turn");
        }
        assert_eq!(again.values, game.values);
    }
}

/// Returns rules with equal weights, weights that include 0, few guesses, and combinations.
fn guess_rules() -> Vec<Rules> {
    let weights = [2, 1, 0, 5, 1, 1, 3, 2, 9];
    let both = [None, Some(&weights[..])]
        .into_iter()
        .flat_map(|weights| [None, Some(1), Some(3), Some(5), Some(30)].map(|guesses| (weights, guesses)));
    both.map(|(weights, guesses)| Rules::of(9, 3, weights, guesses).expect("a game")).collect()
}

#[test]
fn guesses_end_at_the_secret_or_at_the_limit() {
    let names = vec!["human".to_owned(), "best".to_owned(), "human".to_owned()];
    for rules in guess_rules() {
        for secret in (1..=9).filter(|&secret| rules.weight(secret, secret) > 0) {
            let mut game = GuessSession::new(rules.clone(), names.clone(), secret, &job()).expect("a game");
            let initial = game.values.clone();
            let mut random = Random::seeded(secret.into());
            while !game.is_over() {
                let (low, high) = game.interval();
                assert!((low..=high).all(|number| {
                    let mover = usize::from(game.mover);
                    game.guessed(number)[mover] <= game.guessed(game.best())[mover]
                }));
                assert_eq!(game.guessed(game.best()), game.values);
                assert!(matches!(game.play(high + 1, &job()), Err(PlayError::Refused(_))));
                game.play(low + random.below(u64::from(high + 1 - low)) as u16, &job())
                    .expect("it is possible");
                let odds = game.odds();
                assert_eq!(odds.len(), 3 + usize::from(rules.most_guesses().is_some()));
                assert_eq!(odds.into_iter().map(|odds| odds.value).sum::<Rational>(), ratio(1, 1));
            }
            let guesses = game.steps().len();
            assert_eq!(
                game.winner.is_none(),
                rules.most_guesses().is_some_and(|_| game.no_winner() == Some(ratio(1, 1)))
            );
            assert!(rules.most_guesses().is_none_or(|most| guesses <= usize::from(most)));
            assert!(game.winner.is_some() || rules.most_guesses().map(usize::from) == Some(guesses));
            let meter = game.meter();
            for (seat, value) in game.values.iter().enumerate() {
                assert_eq!(*value, &initial[seat] + &meter.luck[seat] + &meter.choice[seat]);
            }
            let written = log::read(&log::write(&game)).expect("a log");
            let mut again = GuessSession::begin(&written.parameters, &job()).expect("the same game");
            for (_, step) in written.steps {
                again.replay_step(&step, &job()).expect("the same guess");
            }
            assert_eq!((again.meter(), again.position()), (game.meter(), game.position()));
            assert!(matches!(again.play(1, &job()), Err(PlayError::Refused(_))));
        }
    }
}

#[test]
fn odds_of_guessing_are_the_shares_of_won_secrets() {
    for rules in guess_rules() {
        let names = vec!["best".to_owned(); 3];
        let mut won = vec![ratio(0, 1); 3];
        let mut odds = Vec::new();
        for secret in (1..=9).filter(|&secret| rules.weight(secret, secret) > 0) {
            let mut game = GuessSession::new(rules.clone(), names.clone(), secret, &job()).expect("a game");
            odds = game.values.clone();
            while !game.is_over() {
                game.play(game.best(), &job()).expect("it is possible");
            }
            if let Some(winner) = game.winner {
                won[usize::from(winner)] += ratio(rules.weight(secret, secret), rules.weight(1, 9));
            }
        }
        assert_eq!(odds, won, "{rules:?}");
    }
}

#[test]
fn secrets_are_drawn_by_their_weights() {
    let rules = Rules::of(4, 1, Some(&[3, 0, 1, 4]), None).expect("a game");
    let mut drawn = [0; 4];
    for seed in 0..2_000 {
        let game =
            GuessSession::seeded(rules.clone(), vec!["human".to_owned()], seed, &job()).expect("a game");
        drawn[usize::from(game.secret) - 1] += 1;
    }
    // Five standard errors.
    for (drawn, wanted) in drawn.into_iter().zip([750, 0, 250, 1_000]) {
        assert!(i32::abs_diff(drawn, wanted) <= if wanted == 0 { 0 } else { 112 }, "{drawn} {wanted}");
    }
    let never = GuessSession::new(rules.clone(), vec!["human".to_owned()], 2, &job());
    assert_eq!(never.expect_err("weight 0").to_string(), "the secret 2 has weight 0: it is never drawn");
    let names = GuessSession::new(rules, vec!["human".to_owned(); 2], 1, &job());
    assert_eq!(names.expect_err("one too many").to_string(), "2 names for 1 seats");
}

#[test]
fn mines_are_laid_at_the_first_click() {
    for (first, seed) in [FirstClick::Any, FirstClick::Safe, FirstClick::Opening]
        .into_iter()
        .flat_map(|first| (1..=12).map(move |seed| (first, seed)))
    {
        let mut game = MinesSession::seeded((6, 7), 8, first, seed, &job()).expect("a board");
        game.play(MinesEntry::Flag(0), &job()).expect("a flag");
        game.play(MinesEntry::Flag(0), &job()).expect("no flag");
        let mut product = ratio(1, 1);
        while !game.is_over() {
            let place = if game.steps().len() == 2 { 16 } else { game.safest()[0] };
            let risk = game.risk_at(place).expect("it is hidden");
            product *= ratio(1, 1) - risk;
            game.play(MinesEntry::Open(place), &job()).expect("it can be opened");
            assert!(game.play(MinesEntry::Open(place), &job()).is_err(), "open cells stay open");
        }
        assert_eq!(game.survived, product);
        // Opening safest cells never loses by choice, except for the first cell.
        assert!(first == FirstClick::Any || game.meter().choice[0] >= zero());
        let mut again = MinesSession::begin(&game.parameters(), &job()).expect("the same board");
        for (_, step) in log::read(&log::write(&game)).expect("a log").steps {
            again.replay_step(&step, &job()).expect("the same click");
        }
        assert_eq!((&again.board, again.won), (&game.board, game.won));
        let mines = (0..42).filter(|&place| game.mine(place)).count();
        assert_eq!(mines, 8);
        assert!(first == FirstClick::Any || !game.mine(16));
    }
}

#[test]
fn entered_positions_have_the_risks_of_their_board() {
    let board = "mines 3\n1...\n....\n..2.\n....\n".parse().expect("a board");
    let mut game = MinesSession::entered(board, &job()).expect("a position");
    assert!(game.play(MinesEntry::Open(5), &job()).is_err(), "the cell is unknown");
    game.play(MinesEntry::Set(5, VisibleCell::Open(1)), &job()).expect("a number");
    let risk = Risk::of(&game.board, &job()).expect("risks");
    assert_eq!(game.risk(), Ok(&risk));
    // An impossible number is refused and can be corrected.
    assert!(game.play(MinesEntry::Set(0, VisibleCell::Open(8)), &job()).is_err());
    game.play(MinesEntry::Set(15, VisibleCell::Open(2)), &job()).expect("a number");
    game.play(MinesEntry::Set(0, VisibleCell::Open(2)), &job()).expect("a number");
    assert!(game.risk().is_err());
    game.play(MinesEntry::Set(0, VisibleCell::Hidden), &job()).expect("no number");
    game.play(MinesEntry::Set(15, VisibleCell::Hidden), &job()).expect("no number");
    assert!(game.risk().is_ok());
}

#[test]
fn broken_logs_are_reported_by_line() {
    for (text, wrong) in [
        ("", "line 1: the log is empty"),
        ("\n\nx\n", "line 3: this is not a JSON object"),
        ("[]\n", "line 1: this is not a JSON object"),
        ("{\"family\":\"memory\"}\n", "line 1: the first line of a log contains"),
        ("{\"chancetree\":\"play\",\"schema\":2,\"family\":\"memory\"}\n", "line 1: schema 2"),
        (
            "{\"chancetree\":\"play\",\"schema\":1,\"family\":\"memory\"}\n{\"a\":\n",
            "line 2: this is not a JSON object",
        ),
        (
            "{\"chancetree\":\"play\",\"schema\":1,\"family\":\"guess\"}\n\n{\"chancetree\":\"play\",\"schema\":1,\"family\":\"guess\"}\n",
            "line 3: another game begins here",
        ),
    ] {
        let error = log::read(text).expect_err(text).to_string();
        assert!(error.starts_with(wrong), "{error}");
    }
}

/// The program that wrote a log can be stopped while it writes a line.
#[test]
fn the_last_line_of_a_log_may_be_cut_off() {
    let whole = "{\"chancetree\":\"play\",\"schema\":1,\"family\":\"guess\"}\n{\"seat\":1}\n{\"seat\":2}\n";
    let lengths = |text: &str| log::read(text).map(|log| (log.steps.len(), log.cut_line));
    assert_eq!(lengths(whole), Ok((2, None)));
    let second = whole.len() - 11;
    for cut in second + 1..whole.len() - 2 {
        assert_eq!(lengths(&whole[..cut]), Ok((1, Some(3))), "{}", &whole[..cut]);
    }
    for (cut, steps) in [(second, 1), (whole.len() - 1, 2)] {
        assert_eq!(lengths(&whole[..cut]), Ok((steps, None)));
    }
    assert!(log::read(&whole[..20]).is_err(), "the first line is needed");
}
