//! Games in progress: odds against all deals, and luck and choices that explain every change of the odds.

use chancetree::exact::{Rational, ratio, zero};
use chancetree::games::guess::Guess as Rules;
use chancetree::games::memory::decisions::Objective;
use chancetree::games::memory::forgetting::{self, Strategy};
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

fn job() -> Job<'static> {
    Job::default()
}

fn always(tactic: Tactic) -> Play {
    Play::By(Policy::Always(tactic))
}

/// Returns a game with these plays in which the test turns the cards.
fn setup(deal: Vec<u16>, plays: Vec<Play>, objective: Objective) -> Setup {
    let names = vec!["human"; plays.len()].join(",");
    Setup { deal, objective, ..session::setup(1, &names, SeatPlays::Perfect(plays), 1) }
}

fn robots(deal: Vec<u16>, seats: usize) -> MemorySession {
    MemorySession::new(setup(deal, vec![always(Tactic::T6); seats], Objective::Pairs), &job())
        .expect("a game")
}

/// Returns all arrangements of the cards of `deal` that lie at `hidden` places.
fn arrangements(deal: &[u16], hidden: &[usize]) -> Vec<Vec<u16>> {
    fn permute(cards: &mut Vec<u16>, from: usize, all: &mut Vec<Vec<u16>>) {
        if from == cards.len() {
            all.push(cards.clone());
        }
        for other in from..cards.len() {
            cards.swap(from, other);
            permute(cards, from + 1, all);
            cards.swap(from, other);
        }
    }
    let mut cards: Vec<u16> = hidden.iter().map(|&place| deal[place]).collect();
    let mut all = Vec::new();
    permute(&mut cards, 0, &mut all);
    let laid = |cards: Vec<u16>| {
        let mut deal = deal.to_vec();
        hidden.iter().zip(cards).for_each(|(&place, card)| deal[place] = card);
        deal
    };
    all.into_iter().map(laid).collect()
}

/// Plays robots with real cards, without tables or tactics, from `known` and `taken` cards and perhaps an open card to the
/// end. New cards are turned from left to right.
fn robots_play(
    deal: &[u16],
    mut known: Vec<bool>,
    mut taken: Vec<bool>,
    mut scores: Vec<i32>,
    mut mover: usize,
    mut open: Option<usize>,
) -> (Vec<i32>, u32) {
    let (count, mut turns) = (deal.len(), 0);
    let mate = |place: usize| (0..count).find(|&at| at != place && deal[at] == deal[place]).expect("a mate");
    while taken.iter().any(|taken| !taken) {
        let new = |known: &[bool], taken: &[bool], not: usize| {
            (0..count).find(|&at| !known[at] && !taken[at] && at != not).expect("a new card")
        };
        let pair = (0..count).find(|&at| !taken[at] && known[at] && known[mate(at)]);
        let first = match (open.take(), pair) {
            (Some(place), _) | (None, Some(place)) => place,
            (None, None) => new(&known, &taken, count),
        };
        let second = if known[mate(first)] { mate(first) } else { new(&known, &taken, first) };
        (known[first], known[second]) = (true, true);
        turns += 1;
        if second == mate(first) {
            (taken[first], taken[second]) = (true, true);
            scores[mover] += 1;
        } else {
            mover = (mover + 1) % scores.len();
        }
    }
    (scores, turns)
}

/// Returns the odds of robots, averaged over all arrangements of the unseen cards.
fn odds_by_force(game: &MemorySession, deal: &[u16], open: Option<usize>) -> Vec<Rational> {
    let known: Vec<bool> = game.cards().iter().map(|card| *card == CardState::Known).collect();
    let taken: Vec<bool> = game.cards().iter().map(|card| matches!(card, CardState::Taken(_))).collect();
    let unseen = |place: &usize| !known[*place] && !taken[*place] && open != Some(*place);
    let hidden: Vec<usize> = (0..deal.len()).filter(unseen).collect();
    let all = arrangements(deal, &hidden);
    let seats = game.scores().len();
    let (mut odds, deals) = (vec![0u64; 2 * seats + 1], all.len());
    for deal in all {
        let mover = usize::from(game.mover());
        let (scores, _) =
            robots_play(&deal, known.clone(), taken.clone(), game.scores().to_vec(), mover, open);
        let most = scores.iter().max().expect("there is a player");
        let best: Vec<usize> = (0..seats).filter(|&seat| scores[seat] == *most).collect();
        odds[if best.len() == 1 { best[0] } else { seats }] += 1;
        scores
            .iter()
            .enumerate()
            .for_each(|(seat, &pairs)| odds[seats + 1 + seat] += u64::from(pairs.unsigned_abs()));
    }
    odds.into_iter().map(|sum| ratio(sum, deals)).collect()
}

/// Returns a random place that can be turned.
fn any_place(game: &MemorySession, random: &mut Random) -> usize {
    let left: Vec<usize> = (0..game.cards().len())
        .filter(|&place| !matches!(game.cards()[place], CardState::Taken(_)))
        .collect();
    random.one_of(&left)
}

#[test]
fn odds_match_all_deals_after_every_card() {
    for (pairs, seats, seed) in [(2, 2, 1), (3, 1, 2), (3, 2, 3), (3, 3, 4), (3, 2, 5), (4, 2, 6)] {
        let deal = shuffled(pairs, seed);
        let mut game = robots(deal.clone(), seats);
        let mut open = None;
        assert_eq!(game.values, odds_by_force(&game, &deal, None));
        while !game.is_over() {
            // Robots turn new cards only, and take what is known.
            let place = game.robot(&job()).expect("a card");
            game.play(place, &job()).expect("it can be turned");
            open = if open.is_some() { None } else { Some(place) };
            assert_eq!(game.values, odds_by_force(&game, &deal, open), "{pairs} pairs, {}", game.position());
            assert!(
                game.meter().choice.iter().all(|choice| *choice == zero()),
                "robots play as the odds assume"
            );
        }
    }
}

/// Entered cards with names of their own have the odds of dealt cards: the program knows none of them in advance.
#[test]
fn entered_cards_have_the_odds_of_dealt_cards() {
    for seed in 1..=8 {
        let deal = shuffled(4, seed);
        let plays = || vec![Play::Best, always(Tactic::T6), always(Tactic::T6)];
        let mut dealt =
            MemorySession::new(setup(deal.clone(), plays(), Objective::Pairs), &job()).expect("a game");
        // The entered game begins with another deal, which must have no influence.
        let other = setup(shuffled(4, seed + 1), plays(), Objective::Pairs);
        let table = Setup { pictures: Some(Vec::new()), ..other };
        let mut entered = MemorySession::new(table.clone(), &job()).expect("a game");
        let mut random = Random::seeded(seed);
        while !dealt.is_over() {
            let place = any_place(&dealt, &mut random);
            let picture = format!("p{}", deal[place]);
            let states = (entered.values.clone(), entered.setup.clone());
            match (dealt.play(place, &job()), entered.enter(place, &picture, &job())) {
                (Ok(()), Ok(())) => {}
                (Err(PlayError::Refused(why)), Err(PlayError::Refused(same))) => {
                    assert_eq!((&why, states), (&same, (entered.values.clone(), entered.setup.clone())));
                }
                (dealt, entered) => panic!("{dealt:?}, but {entered:?}"),
            }
            assert_eq!((&dealt.values, dealt.meter()), (&entered.values, entered.meter()));
            assert_eq!((dealt.cards(), &dealt.moment), (entered.cards(), &entered.moment));
            // Undoing a card and turning it again changes nothing.
            if !entered.steps().is_empty() {
                let (now, steps) = (entered.values.clone(), entered.steps().to_vec());
                let last =
                    steps.last().and_then(|step| step["place"].as_u64()).expect("a place") as usize - 1;
                entered.undo(&job()).expect("a card was turned");
                assert_eq!(entered.steps().len() + 1, steps.len());
                entered.enter(last, &format!("p{}", deal[last]), &job()).expect("the card of the deal");
                assert_eq!((&entered.values, entered.steps()), (&now, &steps[..]));
            }
        }
        // The log is enough to replay the game.
        let read = log::read(&log::write(&entered)).expect("a log");
        assert_eq!(read.parameters["pictures"].as_array().map(Vec::len), Some(4));
        let mut again = MemorySession::new(entered.setup.clone(), &job()).expect("a game");
        for (_, step) in &read.steps {
            again.replay_step(step, &job()).expect("the same step");
        }
        assert_eq!((&again.values, again.meter()), (&dealt.values, dealt.meter()));
    }
}

/// Plays at random and checks that luck and choices explain every change of the odds.
fn account(setup: &Setup, seed: u64) {
    let mut game = MemorySession::new(setup.clone(), &job()).expect("a game");
    let mut random = Random::seeded(seed);
    let mut refused = 0;
    let initial = game.values.clone();
    // All changes of the odds in the steps of each seat.
    let mut changes = vec![vec![zero(); initial.len()]; game.scores().len()];
    while !game.is_over() {
        let before = (game.values.clone(), game.steps().len(), game.meter().clone());
        let mover = usize::from(game.mover());
        match game.play(any_place(&game, &mut random), &job()) {
            Ok(()) => {
                let steps = game.values.iter().zip(&before.0).map(|(after, before)| after - before);
                steps.zip(&mut changes[mover]).for_each(|(change, sum)| *sum += change);
            }
            Err(PlayError::Refused(_)) => {
                refused += 1;
                assert_eq!(before, (game.values.clone(), game.steps().len(), game.meter().clone()));
            }
            Err(error) => panic!("{error}"),
        }
        let seats = game.scores().len();
        let (wins, pairs) = game.values.split_at(seats + 1);
        assert_eq!(wins.iter().sum::<Rational>(), ratio(1, 1));
        assert_eq!(pairs.iter().sum::<Rational>(), ratio(setup.pairs(), 1));
        assert!(refused < 100_000, "no card can be turned: {}", game.position());
    }
    let meter = game.meter();
    for (place, value) in game.values.iter().enumerate() {
        assert_eq!(*value, &initial[place] + &meter.luck[place] + &meter.choice[place]);
    }
    // Each seat has the changes of its own steps.
    for (seat, changes) in changes.iter().enumerate() {
        let own = meter.of_seat(seat as u8);
        let sum: Vec<Rational> =
            own.luck.iter().zip(&own.choice).map(|(luck, choice)| luck + choice).collect();
        assert_eq!(sum, *changes, "seat {seat}");
    }
    // The log replays the same game.
    let text = log::write(&game);
    let read = log::read(&text).expect("a log");
    let mut again = MemorySession::new(setup.clone(), &job()).expect("a game");
    for (_, step) in &read.steps {
        again.replay_step(step, &job()).expect("the same step");
    }
    assert_eq!((&again.values, again.meter()), (&game.values, game.meter()));
    assert_eq!(log::write(&again), text);
}

#[test]
fn luck_and_choices_explain_every_change_of_odds() {
    let plays = |names: &[Play]| names.to_vec();
    for seed in 1..=6 {
        let deal = shuffled(4, seed);
        let mixed = plays(&[Play::Best, always(Tactic::T5)]);
        account(&setup(deal.clone(), mixed, Objective::Pairs), seed);
        account(&setup(deal.clone(), plays(&[Play::Best, Play::Best]), Objective::Win), seed);
        for passing in [[Play::Best, Play::Best], [Play::By(Policy::ZwickPaterson), always(Tactic::T6)]] {
            let rules = setup(deal.clone(), passing.to_vec(), Objective::Pairs);
            account(&Setup { passing: true, ..rules }, seed);
        }
        let three = plays(&[always(Tactic::T6), Play::By(Policy::Parity), always(Tactic::T9)]);
        account(&setup(deal.clone(), three, Objective::Pairs), seed);
        for memory in [0, 1, 3] {
            let ways = vec![forgetting::SeatStrategy::Best, forgetting::SeatStrategy::Always(Strategy::Bold)];
            let ways = SeatPlays::Forgetful(ways, Some(memory));
            account(
                &Setup { plays: ways, ..setup(deal.clone(), vec![Play::Best; 2], Objective::Pairs) },
                seed,
            );
        }
    }
}

#[test]
fn best_play_never_gains_by_another_choice() {
    for seed in 1..=10 {
        let best = setup(shuffled(5, seed), vec![Play::Best, always(Tactic::T6)], Objective::Pairs);
        let mut game = MemorySession::new(best, &job()).expect("a game");
        let mut random = Random::seeded(seed);
        while !game.is_over() {
            let before = game.meter().choice[3].clone();
            let hints = game.hints(&job()).expect("hints");
            let own = game.mover() == 0;
            if own {
                // The best hint has the value of the odds.
                assert_eq!(hints[0].worth, game.values[3], "{}", game.position());
            }
            let place = if own { any_place(&game, &mut random) } else { game.robot(&job()).expect("a card") };
            if game.play(place, &job()).is_ok() && own {
                assert!(game.meter().choice[3] <= before, "{}", game.last_step());
            }
        }
    }
}

#[test]
fn robots_follow_their_tactics_with_real_cards() {
    for tactic in Tactic::ALL.into_iter().filter(|tactic| *tactic != Tactic::T2) {
        for seed in 1..=4 {
            let plays = vec![always(tactic), always(Tactic::T6)];
            let mut game = MemorySession::new(setup(shuffled(6, seed), plays, Objective::Pairs), &job())
                .expect("a game");
            while !game.is_over() {
                let place = game.robot(&job()).expect("a card");
                game.play(place, &job()).expect("the rules allow it");
            }
            assert!(game.meter().choice.iter().all(|choice| *choice == zero()), "{tactic}");
        }
    }
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
