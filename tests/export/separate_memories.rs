//! Players with separate memories: the program's results for every state of a turn, for comparison with pages.

use super::play_pages::{second, shares, texts};
use chancetree::exact::fraction;
use chancetree::games::memory::separate::{Beliefs, PairKind, UnturnedCard};
use chancetree::model::Job;
use chancetree::play::memory::{OddsCache, SeparateMemories, Setup, TurnState};
use chancetree::play::turn::{FirstCard, FirstChoice, SecondChoice};
use chancetree_play::page::beliefs::tables;
use serde_json::{Value, json};

/// Returns every table that people can reach, with the scores as even and as uneven as possible.
pub(super) fn states(setup: &Setup, memories: &[Option<u16>]) -> Vec<TurnState> {
    let tables = tables(setup.pairs(), memories).expect("few tables");
    let mut all = Vec::new();
    for beliefs in tables {
        let (own, mover) = (SeparateMemories::new(beliefs.clone()), beliefs.mover);
        let scores = shares(setup.pairs() - beliefs.pairs(), setup.names.len());
        for scores in [&scores[scores.len() / 2], &scores[0]] {
            let own = Some(own.clone());
            all.push(TurnState {
                table: SeparateMemories::new(beliefs.clone()).table(),
                scores: scores.clone(),
                mover,
                passes: 0,
                own,
            });
        }
    }
    all
}

/// Returns what the players remember, in the notation of a page.
pub(super) fn beliefs(beliefs: &Beliefs) -> String {
    let code = |(kind, count): &(PairKind, u16)| {
        let mate = kind.second.expect("there are no singles");
        format!("{:x}{mate:x}", kind.first).repeat(usize::from(*count))
    };
    beliefs.kinds.iter().map(code).collect()
}

/// Adds the program's results for a state: after every first card, and with every second card that a player may show.
pub(super) fn add_results(setup: &Setup, cache: &mut OddsCache, state: &TurnState, value: &mut Value) {
    let job = Job::default();
    let own = state.own.as_ref().expect("each player has a memory");
    let bit = 1 << state.mover;
    let (known, new): (Vec<UnturnedCard>, Vec<UnturnedCard>) = own
        .beliefs
        .kinds
        .iter()
        .map(|(kind, _)| (kind.first, kind.second.expect("no singles")))
        .flat_map(|(card, mate)| [UnturnedCard { card, mate }, UnturnedCard { card: mate, mate: card }])
        .partition(|seen| seen.card & bit > 0);
    let must_take = state.table.known > 0;
    if !must_take {
        value["begun"]["new"] =
            json!(texts(&cache.after_first_choice(state, FirstChoice::New, &job).expect("odds")));
    }
    let mut all = Vec::new();
    for seen in if must_take { &known } else { &new } {
        let (first, name) = match (must_take, seen.mate & bit > 0) {
            (true, false) => continue,
            (true, true) => (FirstCard::Paired, "paired"),
            (false, true) => (FirstCard::Mated, "mated"),
            (false, false) => (FirstCard::Unmated, "unmated"),
        };
        let opened =
            TurnState { own: Some(SeparateMemories { first: Some(*seen), ..own.clone() }), ..state.clone() };
        let mut chosen = Vec::new();
        let shown = known.iter().copied().map(Some).filter(|_| first == FirstCard::Unmated);
        for (kind, shown) in [SecondChoice::Mate, SecondChoice::New, SecondChoice::Old]
            .map(|kind| (kind, None))
            .into_iter()
            .chain(shown.map(|shown| (SecondChoice::Old, shown)))
        {
            let shown_state = SeparateMemories { first: Some(*seen), second: shown, ..own.clone() };
            let shown_state = TurnState { own: Some(shown_state), ..state.clone() };
            if !cache.successors(&shown_state, first, kind).is_empty() {
                let odds = texts(&cache.after_second_choice(&shown_state, first, kind, &job).expect("odds"));
                chosen.push(json!({ "second": second(kind), "shown": shown.map(together), "odds": odds }));
            }
        }
        let hints = |first| {
            let hints = cache.hints(&opened, Some(first), &job).expect("hints");
            hints.iter().map(|hint| fraction(&hint.worth)).collect::<Vec<_>>()
        };
        let then = setup.is_human(state.mover).then(|| hints(first));
        all.push(json!({
            "first": name, "seen": together(*seen), "chosen": chosen, "then": then,
            "opened": texts(&cache.after_first_card(&opened, first, &job).expect("odds")),
            "plan": cache.plan_second(&opened, first, &job).expect("a plan").map(second),
        }));
    }
    value["alone"] = json!(all);
}

fn together(seen: UnturnedCard) -> Value {
    json!({ "card": seen.card, "mate": seen.mate })
}
