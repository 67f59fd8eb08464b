//! Games in play: odds against brute force over all deals, and everything that the odds moved accounted for.

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

fn run() -> Job<'static> {
    Job::default()
}

fn always(tactic: Tactic) -> Play {
    Play::By(Policy::Always(tactic))
}

/// A game in which everybody plays like this, but the cards are turned by the test.
fn setup(deal: Vec<u16>, plays: Vec<Play>, objective: Objective) -> Setup {
    let names = vec!["human"; plays.len()].join(",");
    Setup { deal, objective, ..session::setup(1, &names, SeatPlays::Perfect(plays), 1) }
}

fn robots(deal: Vec<u16>, seats: usize) -> MemorySession {
    MemorySession::new(setup(deal, vec![always(Tactic::T6); seats], Objective::Pairs), &run())
        .expect("a game")
}

/// All ways to lay the cards of `deal` that lie at `hidden` places.
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

/// Robots with real cards that know nothing of tables and tactics: from `known` cards, `taken` ones and perhaps an open
/// one to the end. New cards are turned from left to right.
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

/// The odds of robots by playing every arrangement of what nobody has seen.
fn by_force(game: &MemorySession, deal: &[u16], open: Option<usize>) -> Vec<Rational> {
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
        let most = scores.iter().max().expect("somebody plays");
        let best: Vec<usize> = (0..seats).filter(|&seat| scores[seat] == *most).collect();
        odds[if best.len() == 1 { best[0] } else { seats }] += 1;
        scores
            .iter()
            .enumerate()
            .for_each(|(seat, &pairs)| odds[seats + 1 + seat] += u64::from(pairs.unsigned_abs()));
    }
    odds.into_iter().map(|sum| ratio(sum, deals)).collect()
}

/// Any place that can be turned, at random.
fn any(game: &MemorySession, random: &mut Random) -> usize {
    let left: Vec<usize> = (0..game.cards().len())
        .filter(|&place| !matches!(game.cards()[place], CardState::Taken(_)))
        .collect();
    random.one_of(&left)
}

#[test]
fn odds_of_every_card_are_those_of_all_deals() {
    for (pairs, seats, seed) in [(2, 2, 1), (3, 1, 2), (3, 2, 3), (3, 3, 4), (3, 2, 5), (4, 2, 6)] {
        let deal = shuffled(pairs, seed);
        let mut game = robots(deal.clone(), seats);
        let mut open = None;
        assert_eq!(game.values, by_force(&game, &deal, None));
        while !game.is_over() {
            // New cards only, and what is known is taken: robots do nothing else.
            let place = game.robot(&run()).expect("a card");
            game.play(place, &run()).expect("it can be turned");
            open = if open.is_some() { None } else { Some(place) };
            assert_eq!(game.values, by_force(&game, &deal, open), "{pairs} pairs, {}", game.position());
            assert!(game.meter().choice.iter().all(|choice| *choice == zero()), "robots do as is supposed");
        }
    }
}

/// Real cards under names of their own are the game that would have been dealt: the program knows none of them before.
#[test]
fn cards_that_are_entered_have_the_odds_of_cards_that_were_dealt() {
    for seed in 1..=8 {
        let deal = shuffled(4, seed);
        let plays = || vec![Play::Best, always(Tactic::T6), always(Tactic::T6)];
        let mut dealt =
            MemorySession::new(setup(deal.clone(), plays(), Objective::Pairs), &run()).expect("a game");
        // Nothing may be read out of the cards as they lie in the beginning.
        let other = setup(shuffled(4, seed + 1), plays(), Objective::Pairs);
        let table = Setup { pictures: Some(Vec::new()), ..other };
        let mut entered = MemorySession::new(table.clone(), &run()).expect("a game");
        let mut random = Random::seeded(seed);
        while !dealt.is_over() {
            let place = any(&dealt, &mut random);
            let picture = format!("p{}", deal[place]);
            let states = (entered.values.clone(), entered.setup.clone());
            match (dealt.play(place, &run()), entered.enter(place, &picture, &run())) {
                (Ok(()), Ok(())) => {}
                (Err(PlayError::Refused(why)), Err(PlayError::Refused(same))) => {
                    assert_eq!((&why, states), (&same, (entered.values.clone(), entered.setup.clone())));
                }
                (dealt, entered) => panic!("{dealt:?}, but {entered:?}"),
            }
            assert_eq!((&dealt.values, dealt.meter()), (&entered.values, entered.meter()));
            assert_eq!((dealt.cards(), &dealt.moment), (entered.cards(), &entered.moment));
            // Taking a card back and turning it again is nothing.
            if !entered.steps().is_empty() {
                let (now, steps) = (entered.values.clone(), entered.steps().to_vec());
                let last =
                    steps.last().and_then(|step| step["place"].as_u64()).expect("a place") as usize - 1;
                entered.undo(&run()).expect("a card was turned");
                assert_eq!(entered.steps().len() + 1, steps.len());
                entered.enter(last, &format!("p{}", deal[last]), &run()).expect("it lay there");
                assert_eq!((&entered.values, entered.steps()), (&now, &steps[..]));
            }
        }
        // The log has all that is needed to see it again.
        let read = log::read(&log::write(&entered)).expect("a log");
        assert_eq!(read.parameters["pictures"].as_array().map(Vec::len), Some(4));
        let mut again = MemorySession::new(entered.setup.clone(), &run()).expect("a game");
        for (_, step) in &read.steps {
            again.replay_step(step, &run()).expect("the same step");
        }
        assert_eq!((&again.values, again.meter()), (&dealt.values, dealt.meter()));
    }
}

/// Plays games at random and accounts for all that moved the odds.
fn account(setup: &Setup, seed: u64) {
    let mut game = MemorySession::new(setup.clone(), &run()).expect("a game");
    let mut random = Random::seeded(seed);
    let mut refused = 0;
    let begun = game.values.clone();
    while !game.is_over() {
        let before = (game.values.clone(), game.steps().len(), game.meter().clone());
        match game.play(any(&game, &mut random), &run()) {
            Ok(()) => {}
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
        assert_eq!(*value, &begun[place] + &meter.luck[place] + &meter.choice[place]);
    }
    // A log of it is the same game again.
    let text = log::write(&game);
    let read = log::read(&text).expect("a log");
    let mut again = MemorySession::new(setup.clone(), &run()).expect("a game");
    for (_, step) in &read.steps {
        again.replay_step(step, &run()).expect("the same step");
    }
    assert_eq!((&again.values, again.meter()), (&game.values, game.meter()));
    assert_eq!(log::write(&again), text);
}

#[test]
fn luck_and_choices_are_all_that_moves_the_odds() {
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
            let ways = vec![forgetting::Manner::Best, forgetting::Manner::Always(Strategy::Bold)];
            let ways = SeatPlays::Forgetful(ways, Some(memory));
            account(&Setup { ways, ..setup(deal.clone(), vec![Play::Best; 2], Objective::Pairs) }, seed);
        }
    }
}

#[test]
fn who_plays_best_never_gains_by_another_choice() {
    for seed in 1..=10 {
        let best = setup(shuffled(5, seed), vec![Play::Best, always(Tactic::T6)], Objective::Pairs);
        let mut game = MemorySession::new(best, &run()).expect("a game");
        let mut random = Random::seeded(seed);
        while !game.is_over() {
            let before = game.meter().choice[3].clone();
            let hints = game.hints(&run()).expect("hints");
            let own = game.mover() == 0;
            if own {
                // The best of all hints is what the odds suppose.
                assert_eq!(hints[0].worth, game.values[3], "{}", game.position());
            }
            let place = if own { any(&game, &mut random) } else { game.robot(&run()).expect("a card") };
            if game.play(place, &run()).is_ok() && own {
                assert!(game.meter().choice[3] <= before, "{}", game.last_step());
            }
        }
    }
}

#[test]
fn robots_keep_to_their_tactics_with_real_cards() {
    for tactic in Tactic::ALL.into_iter().filter(|tactic| *tactic != Tactic::T2) {
        for seed in 1..=4 {
            let plays = vec![always(tactic), always(Tactic::T6)];
            let mut game = MemorySession::new(setup(shuffled(6, seed), plays, Objective::Pairs), &run())
                .expect("a game");
            while !game.is_over() {
                let place = game.robot(&run()).expect("a card");
                game.play(place, &run()).expect("the rules allow it");
            }
            assert!(game.meter().choice.iter().all(|choice| *choice == zero()), "{tactic}");
        }
    }
}

/// The expected turns of a game by playing every arrangement of what was never turned.
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
fn turns_of_solitaire_are_expected_as_all_deals_say() {
    for seed in 1..=12 {
        let deal = shuffled(3, seed);
        let mut game = SolitaireSession::new(deal.clone(), &run()).expect("a game");
        let mut random = Random::seeded(seed);
        let mut open = None;
        while !game.is_over() {
            assert_eq!(game.values[0], turns_by_force(&game, &deal, open), "{}", game.position());
            // Cards are turned anyhow, as one does who forgets.
            let place = random.below(6) as usize;
            if game.play(place, &run()).is_ok() {
                open = if open.is_some() { None } else { Some(place) };
            }
        }
        let (values, meter) = (&game.values, game.meter());
        assert_eq!(*values, [ratio(game.turns, 1), ratio(game.lucky, 1)]);
        for (place, value) in values.iter().enumerate() {
            assert_eq!(*value, &game.begun[place] + &meter.luck[place] + &meter.choice[place]);
        }
        assert!(meter.choice[0] >= zero(), "nobody ends sooner than who ends as soon as he can");
        let mut again = SolitaireSession::new(deal, &run()).expect("a game");
        for (_, step) in log::read(&log::write(&game)).expect("a log").steps {
            again.replay_step(&step, &run()).expect("the same turn");
        }
        assert_eq!(again.values, game.values);
    }
}

/// Rules of guessing: all alike, by weights of which one is 0, with few guesses, and with both.
fn ways_to_guess() -> Vec<Rules> {
    let weights = [2, 1, 0, 5, 1, 1, 3, 2, 9];
    let both = [None, Some(&weights[..])]
        .into_iter()
        .flat_map(|weights| [None, Some(1), Some(3), Some(5), Some(30)].map(|guesses| (weights, guesses)));
    both.map(|(weights, guesses)| Rules::of(9, 3, weights, guesses).expect("a game")).collect()
}

#[test]
fn guesses_are_accounted_for_and_end_at_the_secret_or_with_the_last() {
    let names = vec!["human".to_owned(), "best".to_owned(), "human".to_owned()];
    for rules in ways_to_guess() {
        for secret in (1..=9).filter(|&secret| rules.weight(secret, secret) > 0) {
            let mut game = GuessSession::new(rules.clone(), names.clone(), secret, &run()).expect("a game");
            let begun = game.values.clone();
            let mut random = Random::seeded(secret.into());
            while !game.is_over() {
                let (low, high) = game.interval();
                assert!((low..=high).all(|number| {
                    let mover = usize::from(game.mover);
                    game.guessed(number)[mover] <= game.guessed(game.best())[mover]
                }));
                assert_eq!(game.guessed(game.best()), game.values);
                assert!(matches!(game.play(high + 1, &run()), Err(PlayError::Refused(_))));
                game.play(low + random.below(u64::from(high + 1 - low)) as u16, &run())
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
                assert_eq!(*value, &begun[seat] + &meter.luck[seat] + &meter.choice[seat]);
            }
            let written = log::read(&log::write(&game)).expect("a log");
            let mut again = GuessSession::begin(&written.parameters, &run()).expect("the same game");
            for (_, step) in written.steps {
                again.replay_step(&step, &run()).expect("the same guess");
            }
            assert_eq!((again.meter(), again.position()), (game.meter(), game.position()));
            assert!(matches!(again.play(1, &run()), Err(PlayError::Refused(_))));
        }
    }
}

#[test]
fn the_odds_of_guessing_are_the_share_of_the_secrets_that_each_names() {
    for rules in ways_to_guess() {
        let names = vec!["best".to_owned(); 3];
        let mut won = vec![ratio(0, 1); 3];
        let mut odds = Vec::new();
        for secret in (1..=9).filter(|&secret| rules.weight(secret, secret) > 0) {
            let mut game = GuessSession::new(rules.clone(), names.clone(), secret, &run()).expect("a game");
            odds = game.values.clone();
            while !game.is_over() {
                game.play(game.best(), &run()).expect("it is possible");
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
            GuessSession::seeded(rules.clone(), vec!["human".to_owned()], seed, &run()).expect("a game");
        drawn[usize::from(game.secret) - 1] += 1;
    }
    // Five standard errors.
    for (drawn, wanted) in drawn.into_iter().zip([750, 0, 250, 1_000]) {
        assert!(i32::abs_diff(drawn, wanted) <= if wanted == 0 { 0 } else { 112 }, "{drawn} {wanted}");
    }
    let never = GuessSession::new(rules.clone(), vec!["human".to_owned()], 2, &run());
    assert_eq!(never.expect_err("weight 0").to_string(), "the secret 2 has weight 0: it is never drawn");
    let names = GuessSession::new(rules, vec!["human".to_owned(); 2], 1, &run());
    assert_eq!(names.expect_err("one too many").to_string(), "2 names for 1 seats");
}

#[test]
fn mines_are_laid_by_the_first_click_and_won_by_what_is_certain() {
    for (first, seed) in [FirstClick::Any, FirstClick::Safe, FirstClick::Opening]
        .into_iter()
        .flat_map(|first| (1..=12).map(move |seed| (first, seed)))
    {
        let mut game = MinesSession::seeded((6, 7), 8, first, seed, &run()).expect("a board");
        game.play(MinesEntry::Flag(0), &run()).expect("a flag");
        game.play(MinesEntry::Flag(0), &run()).expect("no flag");
        let mut product = ratio(1, 1);
        while !game.is_over() {
            let place = if game.steps().len() == 2 { 16 } else { game.safest()[0] };
            let risk = game.risk_at(place).expect("it is hidden");
            product *= ratio(1, 1) - risk;
            game.play(MinesEntry::Open(place), &run()).expect("it can be opened");
            assert!(game.play(MinesEntry::Open(place), &run()).is_err(), "open cells stay open");
        }
        assert_eq!(game.survived, product);
        // Whoever takes the safest cell has only luck to thank, or to blame, but for the first cell.
        assert!(first == FirstClick::Any || game.meter().choice[0] >= zero());
        let mut again = MinesSession::begin(&game.parameters(), &run()).expect("the same board");
        for (_, step) in log::read(&log::write(&game)).expect("a log").steps {
            again.replay_step(&step, &run()).expect("the same click");
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
    let mut game = MinesSession::entered(board, &run()).expect("a position");
    assert!(game.play(MinesEntry::Open(5), &run()).is_err(), "nobody knows what is there");
    game.play(MinesEntry::Set(5, VisibleCell::Open(1)), &run()).expect("a number");
    let risk = Risk::of(&game.board, &run()).expect("risks");
    assert_eq!(game.risk(), Ok(&risk));
    // A number that cannot be is refused, and can be set right.
    assert!(game.play(MinesEntry::Set(0, VisibleCell::Open(8)), &run()).is_err());
    game.play(MinesEntry::Set(15, VisibleCell::Open(2)), &run()).expect("a number");
    game.play(MinesEntry::Set(0, VisibleCell::Open(2)), &run()).expect("a number");
    assert!(game.risk().is_err());
    game.play(MinesEntry::Set(0, VisibleCell::Hidden), &run()).expect("no number");
    game.play(MinesEntry::Set(15, VisibleCell::Hidden), &run()).expect("no number");
    assert!(game.risk().is_ok());
}

#[test]
fn broken_logs_are_named_by_their_line() {
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
    ] {
        let error = log::read(text).expect_err(text).to_string();
        assert!(error.starts_with(wrong), "{error}");
    }
}
