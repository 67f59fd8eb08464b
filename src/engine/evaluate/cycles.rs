//! Exact values on cycles: a strongly connected component of states as a system of linear equations, with decisions.
//!
//! The unknowns are the values of every seat in every state of the component. An event that passes the turn on relates the
//! value of a seat to the value of the neighbouring seat. This covers a self-loop, a return to the same state with another seat
//! to move, and a component of any size. With two seats, the sums and the differences of the values are independent systems of
//! half the size.

use crate::evaluate::solve::greatest;
use crate::exact::{self, Linear, Rational};
use crate::model::Error;
use std::collections::HashSet;

/// A choice of a state: the value of each seat is `known` plus a weighted sum of values in the component.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    /// The known part for each seat, the mover first.
    pub(crate) known: Vec<Rational>,
    /// The events that stay in the component: the index of the next state, the change of turn, and the probability.
    pub(crate) inside: Vec<(usize, usize, Rational)>,
}

/// The states of one component with their choices.
#[derive(Debug)]
pub(crate) struct CycleSystem {
    pub(crate) seats: usize,
    /// The choices of each state, at least one.
    pub(crate) states: Vec<Vec<Equation>>,
}

/// The values and choices of a component.
#[derive(Debug)]
pub(crate) struct ComponentSolution {
    pub(crate) values: Vec<Vec<Rational>>,
    pub(crate) policy: Vec<usize>,
    pub(crate) ties: u64,
}

/// Checks the limits while a component is solved, before a number of bytes is allocated.
pub(crate) type MemoryCheck<'a> = &'a dyn Fn(u64) -> Result<(), Error>;

/// Returns the name of a component, for errors.
pub(crate) type NameComponent<'a> = &'a dyn Fn() -> String;

impl CycleSystem {
    /// Solves the component by policy iteration (Howard 1960): computes the values of a policy and changes every state to a
    /// better choice, until no state changes.
    ///
    /// With one seat the values only grow, so the iteration ends. With more seats a policy can occur again; then the iteration
    /// ends without a stable policy.
    pub(crate) fn solve(
        &self,
        tick: MemoryCheck<'_>,
        name: NameComponent<'_>,
    ) -> Result<ComponentSolution, Error> {
        let never_ends = || Error::NeverEnds(name());
        let mut policy = self.leaving_policy(|_, _| true).ok_or_else(never_ends)?;
        let mut seen = HashSet::new();
        loop {
            if !seen.insert(policy.clone()) {
                return Err(Error::NoStablePolicy(name()));
            }
            let values = self.values(&policy, tick)?.ok_or_else(never_ends)?;
            let mut better = policy.clone();
            let mut ties = 0;
            for (state, choices) in self.states.iter().enumerate() {
                if choices.len() == 1 {
                    continue;
                }
                let expected: Vec<Rational> =
                    choices.iter().map(|choice| self.expected(choice, &values, 0)).collect();
                let (best, first, tie) = greatest(expected.iter().zip(0..)).expect("at least one choice");
                if expected[policy[state]] < *best {
                    better[state] = first;
                }
                ties += u64::from(tie);
            }
            if better == policy {
                return Ok(ComponentSolution { policy, values, ties });
            }
            policy = better;
        }
    }

    /// Returns the value of `choice` for the seat `seat` places after the mover.
    fn expected(&self, choice: &Equation, values: &[Vec<Rational>], seat: usize) -> Rational {
        let later = choice.inside.iter().map(|(next, turn_offset, share)| {
            (share, &values[*next][(seat + self.seats - turn_offset) % self.seats])
        });
        exact::weighted_sum([(&exact::one(), &choice.known[seat])].into_iter().chain(later))
    }

    /// Returns a policy under which every state can leave the component, if there is one. The policy uses open choices only,
    /// and takes a shortest path out of the component.
    fn leaving_policy(&self, open: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
        let mut policy: Vec<Option<usize>> = vec![None; self.states.len()];
        // The first round finds the choices that leave the component directly.
        let mut is_first = true;
        loop {
            let mut found = Vec::new();
            for (state, choices) in
                self.states.iter().enumerate().filter(|(state, _)| policy[*state].is_none())
            {
                let leaves = |(place, choice): (usize, &Equation)| {
                    let inside = || choice.inside.iter().any(|(next, ..)| policy[*next].is_some());
                    open(state, place) && if is_first { leaves_component(choice) } else { inside() }
                };
                found.extend(choices.iter().enumerate().position(leaves).map(|choice| (state, choice)));
            }
            is_first = false;
            if found.is_empty() {
                break;
            }
            for (state, choice) in found {
                policy[state] = Some(choice);
            }
        }
        policy.into_iter().collect()
    }

    /// Returns the exact values of all seats under a policy, or `None` if play can stay in the component for ever.
    fn values(&self, policy: &[usize], tick: MemoryCheck<'_>) -> Result<Option<Vec<Vec<Rational>>>, Error> {
        let chosen = self.chosen(policy);
        if let [only] = chosen[..]
            && only.inside.is_empty()
        {
            return Ok(Some(vec![only.known.clone()]));
        }
        if self.leaving_policy(|state, place| policy[state] == place).is_none() {
            return Ok(None);
        }
        let solve = |side| self.linear(&chosen, side).solve(tick);
        if self.seats != 2 {
            let by_state = |all: Vec<Rational>| all.chunks(self.seats).map(<[Rational]>::to_vec).collect();
            return Ok(solve(Unknowns::Each)?.map(by_state));
        }
        let Some(sums) = solve(Unknowns::Sum)? else { return Ok(None) };
        let Some(differences) = solve(Unknowns::Difference)? else { return Ok(None) };
        let half = exact::ratio(1, 2);
        let both = sums.iter().zip(&differences);
        let both = both.map(|(sum, difference)| vec![(sum + difference) * &half, (sum - difference) * &half]);
        Ok(Some(both.collect()))
    }

    fn chosen(&self, policy: &[usize]) -> Vec<&Equation> {
        self.states.iter().zip(policy).map(|(choices, &choice)| &choices[choice]).collect()
    }

    /// Returns the equations under a policy.
    fn linear(&self, chosen: &[&Equation], side: Unknowns) -> Linear {
        let seats = if side == Unknowns::Each { self.seats } else { 1 };
        let (plus, minus) = (exact::one(), exact::ratio(-1, 1));
        let mut linear = Linear::default();
        for (state, equation) in chosen.iter().enumerate() {
            for seat in 0..seats {
                let mut row = vec![(state * seats + seat, exact::one())];
                row.extend(equation.inside.iter().map(|(next, turn_offset, share)| {
                    let turned = side == Unknowns::Difference && turn_offset % 2 == 1;
                    let place = next * seats + (seat + seats - turn_offset % seats) % seats;
                    (place, if turned { share.clone() } else { -share })
                }));
                linear.rows.push(row);
                linear.right_side.push(match (side, &equation.known[..]) {
                    (Unknowns::Sum, [own, other]) => {
                        exact::weighted_sum([(&plus, own), (&plus, other)].into_iter())
                    }
                    (Unknowns::Difference, [own, other]) => {
                        exact::weighted_sum([(&plus, own), (&minus, other)].into_iter())
                    }
                    (_, known) => known[seat].clone(),
                });
            }
        }
        linear
    }
}

/// The unknowns of the equations: the values of each seat, or the sums or the differences of the values of two seats.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknowns {
    Each,
    Sum,
    Difference,
}

/// Returns whether a choice leaves its component with a positive probability.
fn leaves_component(choice: &Equation) -> bool {
    choice.inside.iter().map(|(_, _, share)| share).sum::<Rational>() < exact::one()
}
