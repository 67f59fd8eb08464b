//! Proves both bounds on the values of a component, and improves the policy in between.

use crate::DoubleDouble;
use crate::attractor::ExitSide;
use crate::bound_proof::BoundKind;
use crate::component_equations::PreparedEquations;
use crate::saved::Proof;
use crate::solver::{BoundsSolver, NONE};
use chancetree_model::Error;
use std::mem::take;

/// The maximum number of rounds that improve the policy of the leaving side with proven bounds.
const IMPROVEMENTS: usize = 200;

impl BoundsSolver<'_> {
    /// Returns whether the bounds on a component are at most `width`, or the part `relative` of the bound, apart where this matters:
    /// in wanted states, and in states that other components lead to.
    pub(crate) fn are_close(&self, component: &[u32], width: f64, relative: f64) -> bool {
        let (game, places) = (self.game, &self.places);
        component.iter().all(|&state| {
            let [lower, upper] = self.values.each_ref().map(|values| values[state as usize]);
            upper.rounded_up() - lower.rounded_down() <= width.max(relative * lower.high.abs()) || {
                let mut incoming = game.incoming.get(state as usize).iter();
                let is_entry = |&choice: &u32| places[game.sources[choice as usize] as usize] == NONE;
                !self.is_wanted[state as usize] && !incoming.any(is_entry)
            }
        })
    }

    /// Proves bounds on the values of a component and improves the policy, until the bounds are at most `width` apart or the policy
    /// cannot be improved. Continues a saved proof, if there is one. Returns whether both bounds are proven.
    pub(crate) fn prove_both(
        &mut self,
        component: &[u32],
        width: f64,
        factored: &mut Option<PreparedEquations>,
        mut saved: Option<Proof>,
    ) -> Result<bool, Error> {
        let done = saved.as_ref().map_or(0, |proof| proof.improvements);
        if saved.as_ref().is_some_and(|proof| proof.is_lower_proven == Some(true)) {
            self.keep_proven(component, BoundKind::Lower);
        }
        for improvements in done..IMPROVEMENTS {
            let mut proof = saved.take().unwrap_or(Proof { improvements, ..Proof::default() });
            if proof.is_lower_proven.is_none() {
                let nodes = self.single_nodes(component, ExitSide::Opponent);
                let is_proven = self.prove(component, &nodes, factored, proof)?;
                match is_proven {
                    true => self.keep_proven(component, BoundKind::Lower),
                    false => self.set_widest(component, BoundKind::Lower),
                }
                proof = Proof { improvements, is_lower_proven: Some(is_proven), ..Proof::default() };
            }
            let is_lower_proven = proof.is_lower_proven == Some(true);
            let is_proven = self.prove_upper(component, factored, proof)? && is_lower_proven;
            if !is_proven {
                return Ok(false);
            }
            if self.are_close(component, width, 0.0) {
                break;
            }
            let before = self.policy_of(component);
            if !self.improve_leaver(component) {
                break;
            }
            if !self.is_policy_proper(component) {
                component
                    .iter()
                    .zip(before)
                    .for_each(|(&state, choice)| self.policy[state as usize] = choice);
                break;
            }
        }
        Ok(true)
    }

    /// Proves upper bounds for the policy of the opponent, or sets them to the greatest payoff. Returns whether they are proven.
    fn prove_upper(
        &mut self,
        component: &[u32],
        factored: &mut Option<PreparedEquations>,
        proof: Proof,
    ) -> Result<bool, Error> {
        let nodes = self.leaver_nodes(component)?;
        let is_single = nodes.members.len() == component.len();
        let mirrored = take(&mut self.mirrored);
        if proof.chosen.is_empty() {
            for (node, members) in nodes.members.iter().enumerate() {
                let values =
                    members.iter().map(|&state| self.values[BoundKind::Lower as usize][state as usize]);
                let best = values.max_by(|a, b| a.high.total_cmp(&b.high)).unwrap_or_default();
                let best = if best.high.is_finite() { best } else { DoubleDouble::default() };
                let mirrored = mirrored.get(node).filter(|_| is_single);
                self.set_bound(members, BoundKind::Upper, mirrored.copied().unwrap_or(best));
            }
        }
        let mut own = None;
        let factored = if is_single { factored } else { &mut own };
        let is_proven = self.prove(component, &nodes, factored, proof)?;
        match is_proven {
            true => self.keep_proven(component, BoundKind::Upper),
            false => self.set_widest(component, BoundKind::Upper),
        }
        self.place(component);
        Ok(is_proven)
    }
}
