//! Games of Memory in play, compared with all deals of the hidden cards.

use super::play::{always, job, robots, setup};
use chancetree::exact::{Rational, ratio, zero};
use chancetree::games::memory::decisions::Objective;
use chancetree::games::memory::forgetting::{self, Strategy};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::play::memory::{CardState, MemorySession, SeatPlays, Setup, shuffled};
use chancetree::play::{PlayError, PlayedGame as _, log};
use chancetree::random::Random;

/// Returns all arrangements of the cards of `deal` that lie at `hidden` places.
pub(super) fn arrangements(deal: &[u16], hidden: &[usize]) -> Vec<Vec<u16>> {
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
pub(super) fn robots_play(
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
            assert_eq!((dealt.cards(), &dealt.state), (entered.cards(), &entered.state));
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
