//! Players of whom each remembers for himself: what the program says of every moment, for pages to compare.

use super::playing::{second, shares, texts};
use chancetree::exact::fraction;
use chancetree::games::memory::separate::{Beliefs, PairKind, UnturnedCard};
use chancetree::model::Job;
use chancetree::play::memory::{OddsCache, SeparateMemories, Setup, TurnState};
use chancetree::play::page::beliefs::tables;
use chancetree::play::turn::{FirstCard, FirstChoice, SecondChoice};
use serde_json::{Value, json};

/// Every table that people can bring about, with the scores as even as can be, and
/// as uneven.
pub(super) fn moments(setup: &Setup, memories: &[Option<u16>]) -> Vec<TurnState> {
    let tables = tables(setup.pairs(), memories).expect("few tables");
    let mut all = Vec::new();
    for minds in tables {
        let (own, mover) = (SeparateMemories::new(minds.clone()), minds.mover);
        let scores = shares(setup.pairs() - minds.pairs(), setup.names.len());
        for scores in [&scores[scores.len() / 2], &scores[0]] {
            let own = Some(own.clone());
            all.push(TurnState {
                table: SeparateMemories::new(minds.clone()).table(),
                scores: scores.clone(),
                mover,
                passes: 0,
                own,
            });
        }
    }
    all
}

/// Returns what everybody remembers, as a page calls it.
pub(super) fn minds(minds: &Beliefs) -> String {
    let code = |(kind, count): &(PairKind, u16)| {
        let mate = kind.second.expect("there are no singles");
        format!("{:x}{mate:x}", kind.first).repeat(usize::from(*count))
    };
    minds.kinds.iter().map(code).collect()
}

/// All that the program says of a moment: after every first card, and with every second one that somebody may show.
pub(super) fn said(setup: &Setup, prospects: &mut OddsCache, moment: &TurnState, value: &mut Value) {
    let job = Job::default();
    let own = moment.own.as_ref().expect("each remembers for himself");
    let bit = 1 << moment.mover;
    let (known, new): (Vec<UnturnedCard>, Vec<UnturnedCard>) = own
        .minds
        .kinds
        .iter()
        .map(|(kind, _)| (kind.first, kind.second.expect("no singles")))
        .flat_map(|(card, mate)| [UnturnedCard { card, mate }, UnturnedCard { card: mate, mate: card }])
        .partition(|seen| seen.card & bit > 0);
    let must_take = moment.table.known > 0;
    if !must_take {
        value["begun"]["new"] = json!(texts(&prospects.begun(moment, FirstChoice::New, &job).expect("odds")));
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
            TurnState { own: Some(SeparateMemories { first: Some(*seen), ..own.clone() }), ..moment.clone() };
        let mut chosen = Vec::new();
        let shown = known.iter().copied().map(Some).filter(|_| first == FirstCard::Unmated);
        for (kind, shown) in [SecondChoice::Mate, SecondChoice::New, SecondChoice::Old]
            .map(|kind| (kind, None))
            .into_iter()
            .chain(shown.map(|shown| (SecondChoice::Old, shown)))
        {
            let told = SeparateMemories { first: Some(*seen), second: shown, ..own.clone() };
            let told = TurnState { own: Some(told), ..moment.clone() };
            if !prospects.moments(&told, first, kind).is_empty() {
                let odds = texts(&prospects.chosen(&told, first, kind, &job).expect("odds"));
                chosen.push(json!({ "second": second(kind), "shown": shown.map(together), "odds": odds }));
            }
        }
        let hints = |first| {
            let hints = prospects.hints(&opened, Some(first), &job).expect("hints");
            hints.iter().map(|hint| fraction(&hint.worth)).collect::<Vec<_>>()
        };
        let then = setup.is_human(moment.mover).then(|| hints(first));
        all.push(json!({
            "first": name, "seen": together(*seen), "chosen": chosen, "then": then,
            "opened": texts(&prospects.opened(&opened, first, &job).expect("odds")),
            "plan": prospects.plan_second(&opened, first, &job).expect("a plan").map(second),
        }));
    }
    value["alone"] = json!(all);
}

fn together(seen: UnturnedCard) -> Value {
    json!({ "card": seen.card, "mate": seen.mate })
}
