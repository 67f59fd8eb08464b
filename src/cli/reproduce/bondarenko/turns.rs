//! What can happen in each state, as the rules have it.

use super::super::Row;
use super::{PAIRS, WIDEST, board};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::exact::{self, Rational, ratio};
use chancetree::game::{self, Choices};
use chancetree::games::memory::{Event, Memory, Table};
use chancetree::model::Graph;

/// A state and what can happen in it, as the rules have it.
pub(super) struct Turn {
    pub(super) table: Table,
    pub(super) events: Vec<(Event, Rational, Table)>,
    /// The sum of the weights.
    pub(super) total: u64,
}

impl Turn {
    pub(super) fn of(game: &Memory, table: Table) -> Self {
        let mut choices = Choices::default();
        choices.fill(game, &table);
        let (events, total) = choices.iter().next().map_or((Vec::new(), 0), |choice| {
            let part =
                |event: &game::Event<Memory>| (event.event, ratio(event.weight, choice.total), event.next);
            (choice.events.iter().map(part).collect(), choice.total)
        });
        Self { table, events, total }
    }

    pub(super) fn chance(&self, event: Event) -> Rational {
        self.events.iter().find(|e| e.0 == event).map_or_else(exact::zero, |e| e.1.clone())
    }

    /// The turn that follows `event`, which must be possible.
    pub(super) fn after(&self, event: Event) -> Self {
        let next = self.events.iter().find(|e| e.0 == event).expect("the event is possible").2;
        Self::of(&board(PAIRS, 2), next)
    }

    pub(super) fn are(&self, events: &[Event]) -> bool {
        self.events.iter().map(|e| e.0).eq(events.iter().copied())
    }

    pub(super) fn known(&self) -> u64 {
        u64::from(self.table.half)
    }

    pub(super) fn unknown(&self) -> u64 {
        self.table.unseen()
    }

    pub(super) fn is_sure(&self) -> bool {
        self.table.known > 0
    }
}

/// The turns in all states of boards up to the widest.
pub(super) struct Turns(pub(super) Vec<Turn>);

impl Turns {
    pub(super) fn new(watch: &Watch) -> Result<Self, Fail> {
        let game = board(WIDEST, 2);
        // A pair may be taken before anything else is known, so that smaller boards follow from larger ones.
        let graph = Graph::of(&game, &watch.run()).map_err(|error| watch.explain(error))?;
        Ok(Self((0..graph.node_count()).map(|node| Turn::of(&game, *graph.state(node))).collect()))
    }

    /// A row that says whether `distribution` holds on all states of a kind.
    pub(super) fn all(
        &self,
        item: &str,
        paper: &str,
        kind: impl Fn(&Turn) -> bool,
        distribution: impl Fn(&Turn) -> bool,
    ) -> Row {
        let those: Vec<_> = self.0.iter().filter(|turn| kind(turn)).collect();
        let number = those.len();
        let wrong = those.into_iter().filter(|turn| !distribution(turn)).count();
        let computed = match wrong {
            0 if number == 1 => "so in the one state".to_owned(),
            0 => format!("so in all {number} states"),
            _ => format!("not so in {wrong} of {number} states"),
        };
        Row::claim(item, paper, computed, wrong == 0 && number > 0)
    }
}
