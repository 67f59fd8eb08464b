//! The labels of nodes, and the codes that legends explain.

use super::number_array::DocumentNumber;
use super::odds::NodeOdds;
use super::shown_graph::{NodeKind, ShownGraph};
use super::{GraphDocument, NodeLabel, NodeNumbers};
use crate::{Code, Document as _};

impl GraphDocument<'_> {
    /// Returns the codes in labels, apart from the names of events.
    pub(super) fn codes(&self) -> Vec<Code> {
        match &self.numbers {
            NodeNumbers::Odds(_) => self.codes_with_odds(),
            NodeNumbers::Values(shown) => self.codes_with_values(shown),
        }
    }

    fn codes_with_odds(&self) -> Vec<Code> {
        let label = self.about.label;
        let mut codes = Vec::new();
        if label != NodeLabel::Reach && self.head.seats > 1 {
            let who = match &self.head.players[..] {
                [first, second, ..] => format!("{first} and {second}"),
                _ => "player 1 and player 2".to_owned(),
            };
            let others = if self.head.seats > 2 { ", and so on" } else { "" };
            codes.push(Code::new("2 : 0", format!("pairs that {who} have taken{others}")));
        }
        if label != NodeLabel::Reach {
            codes.extend(self.text.codes.iter().cloned());
        }
        if label == NodeLabel::Odds {
            codes.push(Code::new("wins", "the probability that each player wins from here"));
        } else if self.about.reach_in_label || label == NodeLabel::Reach {
            let within = if self.text.model.cut().is_empty() { "" } else { " along shown paths" };
            codes.push(Code::new("P", format!("the probability of reaching this state{within}")));
        }
        codes
    }

    fn codes_with_values(&self, shown: &ShownGraph) -> Vec<Code> {
        let kinds = || (0..self.node_count()).map(|node| shown.kind(node));
        let mut is_shown = vec![false; self.text.actions.len()];
        kinds().filter_map(NodeKind::action).for_each(|action| is_shown[action as usize] = true);
        let actions = self.text.actions.iter().zip(is_shown).filter(|(_, is_shown)| *is_shown);
        let actions = actions.map(|(action, _)| action);
        let mut codes = self.text.codes.clone();
        codes.extend(actions.filter_map(|(name, meaning)| Some(Code::new(&**name, meaning.as_deref()?))));
        if !self.about.worth.is_empty() {
            codes.push(Code::new("value", &*self.about.worth));
        }
        if kinds().any(|kind| matches!(kind, NodeKind::Action(_, false))) {
            codes.push(Code::new(
                "difference",
                "0 for the best action, and below 0 by as much as the action is worse",
            ));
        }
        let is_cut = kinds().any(|kind| kind == NodeKind::Cut);
        let within = if is_cut { " and along shown paths" } else { "" };
        let reach = "the probability of reaching this state, by the actions that are taken";
        codes.push(Code::new("P", format!("{reach}{within}")));
        codes
    }

    /// Writes the label of a node with odds into `lines`, and reuses their allocations.
    pub(super) fn label_with_odds(
        &self,
        index: usize,
        kind: NodeKind,
        odds: &NodeOdds<'_>,
        lines: &mut Vec<String>,
    ) {
        let is_over = matches!(kind, NodeKind::End(_));
        let mut used = 0;
        let mut add = |write: &mut dyn FnMut(&mut String)| {
            if used == lines.len() {
                lines.push(String::new());
            }
            lines[used].clear();
            write(&mut lines[used]);
            used += 1;
        };
        if self.about.label != NodeLabel::Reach {
            add(&mut |line| {
                let mut digits = itoa::Buffer::new();
                for (seat, points) in self.text.states.scores(index).into_iter().enumerate() {
                    line.push_str(if seat == 0 { "" } else { " : " });
                    line.push_str(digits.format(points));
                }
                if !is_over {
                    line.push_str("   ");
                    self.text.states.words(index, line);
                }
            });
        }
        if self.about.label == NodeLabel::Odds && !is_over {
            let (wins, draw) = odds.labels(index);
            add(&mut |line| line.push_str(&format!("wins {}", wins.join(" : "))));
            add(&mut |line| line.push_str(&format!("draw {draw}")));
        } else if self.about.reach_in_label || self.about.label == NodeLabel::Reach {
            add(&mut |line| line.push_str(&odds.reach_label(index)));
        }
        lines.truncate(used);
    }

    /// Returns the label of a position: its description, its value if it has one, and the probability of reaching it.
    pub(super) fn position_label(
        words: &str,
        value: Option<&DocumentNumber>,
        reach: &DocumentNumber,
    ) -> Vec<String> {
        let value = value.map(|value| format!("value {}", value.label()));
        [Some(words.to_owned()), value, Some(format!("P = {}", reach.label()))]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Returns the label of an action: its name, its value and, unless it is taken, the difference from the best.
    pub(super) fn action_label(
        name: &str,
        is_taken: bool,
        value: &DocumentNumber,
        difference: &DocumentNumber,
    ) -> Vec<String> {
        let mut lines = vec![name.to_owned(), value.label()];
        if !is_taken {
            lines.push(match difference.is_zero() {
                true => "as good".to_owned(),
                false => format!("difference {}", difference.label()),
            });
        }
        lines
    }
}
