//! The odds of the players between turns, after the first card, and after a choice whose result is not yet
//! known.

mod plan;

pub(super) use plan::AssumedPlan;

use super::setup::{SeatPlays, Setup, TurnState};
use crate::evaluate::{ActionValue, Distribution, absorption_probabilities, distribution, solve};
use crate::exact::{Rational, ratio};
use crate::game::Game as _;
use crate::game::{Choices, Seat, Weight};
use crate::games::memory::PairCounts;
use crate::games::memory::decisions::{Decisions, Objective};
use crate::games::memory::forgetting::{self, ForgetfulGame, Strategy, TurnedCards};
use crate::games::memory::limited::SharedMemory;
use crate::games::memory::policy::{Play, Policy};
use crate::games::memory::tactic::Tactic;
use crate::model::{Graph, Job};
use crate::payoff::Gain;
use crate::turn::{self, FirstCard, FirstChoice, SecondChoice, TurnOutcome};
use crate::{PlayError, mixture};
use std::collections::HashMap;

/// A turn at its beginning: the assumed plan and the alternatives.
pub(super) struct PlannedTurn {
    plan: Option<AssumedPlan>,
    /// The options of a mover who plays optimally. The value is in final pairs, or P(win) - P(loss).
    pub(super) options: Vec<(AssumedPlan, Rational)>,
    /// Computes the distribution of the final scores, the mover's score first.
    rest: Box<RemainingScores>,
}

/// A computation of the distribution of the final scores.
type RemainingScores = dyn Fn(&Job<'_>) -> Result<Distribution, PlayError>;

/// The odds of one game, with a cache of computed states. The cache of a clone is empty, so that copies of a
/// game stay small.
///
/// ```
/// use chancetree::exact::{fraction, ratio};
/// use chancetree::games::memory::PairCounts;
/// use chancetree::model::Job;
/// use chancetree::play::memory::{OddsCache, Seats, TurnState};
/// use chancetree::play::turn::{FirstCard, FirstChoice, SecondChoice};
/// use serde_json::json;
/// use std::collections::BTreeMap;
///
/// let seats = json!({"seats": ["robots", "robots"], "people": "robots", "objective": "pairs"});
/// let seats: Seats = serde_json::from_value(seats)?;
/// let setup = seats.setup(vec![1, 2, 1, 2], 1, &|_| Ok(BTreeMap::new()))?;
/// let (job, mut odds) = (Job::default(), OddsCache::new(setup));
///
/// // The mover turns two new cards of two pairs: one of three cards is the mate of the first one.
/// let table = PairCounts { unknown: 2, ..PairCounts::default() };
/// let start = TurnState { table, scores: vec![0, 0], mover: 0, passes: 0, own: None };
/// assert_eq!(odds.plan_first(&start, &job)?, Some(FirstChoice::New));
/// assert_eq!(odds.plan_second(&start, FirstCard::Unmated, &job)?, Some(SecondChoice::New));
/// assert_eq!(odds.between(&start, &job)?[0], ratio(1, 3));
/// assert_eq!(odds.after_first_choice(&start, FirstChoice::New, &job)?[0], ratio(1, 3));
/// assert_eq!(odds.after_first_card(&start, FirstCard::Unmated, &job)?[0], ratio(1, 3));
/// assert_eq!(odds.after_second_choice(&start, FirstCard::Unmated, SecondChoice::New, &job)?[0], ratio(1, 3));
/// assert_eq!(odds.successors(&start, FirstCard::Unmated, SecondChoice::New).len(), 2);
/// # Ok::<(), chancetree::family::Refusal>(())
/// ```
#[derive(Debug)]
pub struct OddsCache {
    pub(super) setup: Setup,
    found: HashMap<TurnState, (Vec<Rational>, Option<AssumedPlan>)>,
}

impl Clone for OddsCache {
    fn clone(&self) -> Self {
        Self::new(self.setup.clone())
    }
}

impl OddsCache {
    /// Creates an empty cache.
    pub fn new(setup: Setup) -> Self {
        Self { setup, found: HashMap::new() }
    }

    /// Returns the odds between two turns: P(win) of every seat, P(draw), and the expected pairs of every
    /// seat.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn between(&mut self, state: &TurnState, job: &Job<'_>) -> Result<Vec<Rational>, PlayError> {
        Ok(self.find(state, job)?.0.clone())
    }

    fn find(
        &mut self,
        state: &TurnState,
        job: &Job<'_>,
    ) -> Result<&(Vec<Rational>, Option<AssumedPlan>), PlayError> {
        let state = state.settled();
        if !self.found.contains_key(&state) {
            let found = match state.is_over() {
                true => (state.result(), None),
                false => self.evaluate(&state, job)?,
            };
            self.found.insert(state.clone(), found);
        }
        Ok(&self.found[&state])
    }

    fn evaluate(
        &self,
        state: &TurnState,
        job: &Job<'_>,
    ) -> Result<(Vec<Rational>, Option<AssumedPlan>), PlayError> {
        let turn = self.turn(state, job)?;
        let distribution = (turn.rest)(job)?;
        let (mut outcomes, mut pairs) = (distribution.outcomes(), distribution.expected());
        // The pairs that are left after two passes are shared evenly.
        let seats = state.scores.len();
        let taken = state.scores.iter().map(|&pairs| ratio(pairs, 1)).sum::<Rational>();
        let all = ratio(state.table.pairs(), 1) + taken;
        let shared = (all - pairs.iter().sum::<Rational>()) / ratio(seats as u64, 1);
        pairs.iter_mut().for_each(|pairs| *pairs += &shared);
        let draw = outcomes.pop().expect("the draw comes last");
        outcomes.rotate_right(usize::from(state.mover) % seats);
        pairs.rotate_right(usize::from(state.mover) % seats);
        outcomes.push(draw);
        outcomes.extend(pairs);
        Ok((outcomes, turn.plan))
    }

    /// Returns the turn that begins in a state.
    pub(super) fn turn(&self, state: &TurnState, job: &Job<'_>) -> Result<PlannedTurn, PlayError> {
        match &self.setup.plays {
            SeatPlays::Perfect(plays) => self.perfect(state, plays.clone(), job),
            SeatPlays::Forgetful(plays, _) => {
                forgetful(&self.limited(state, plays.clone()), state, plays, job)
            }
            SeatPlays::Separate(plays, _) => {
                let own = state.own.as_ref().expect("memories are separate");
                forgetful(&self.setup.separate(own.beliefs.clone(), plays), state, plays, job)
            }
        }
    }

    /// Returns the turn if all players have perfect memory.
    fn perfect(
        &self,
        state: &TurnState,
        mut plays: Vec<Play>,
        job: &Job<'_>,
    ) -> Result<PlannedTurn, PlayError> {
        let scores = state.scores_from_mover();
        plays.rotate_left(usize::from(state.mover));
        let lead = match scores[..] {
            [own, other] => own - other,
            _ => 0,
        };
        let game = self.setup.decisions(state.table, &plays, state.passes, lead);
        let graph = game.graph(job)?;
        let decides = plays.contains(&Play::Best);
        let best = decides.then(|| solve(&graph, &game.objective(), job)).transpose()?;
        let worth = |value: &Rational| match self.setup.objective {
            Objective::Pairs => value / ratio(2, 1) + state.taken(),
            Objective::Win => value.clone(),
        };
        let option = |valued: ActionValue<Tactic>| {
            Some((AssumedPlan::Tactic(valued.action?), worth(&valued.values[0])))
        };
        let start = graph.start();
        let options = best.iter().flat_map(|best| best.actions(start)).filter_map(option).collect();
        let tactic = best.as_ref().and_then(|best| best.action(start));
        let tactic = tactic.or_else(|| game.allowed(&game.start()).first().copied());
        let is_table = plays.iter().any(|play| matches!(play, Play::By(Policy::Table(_))));
        let rest = move |job: &Job<'_>| {
            let induced = best.as_ref().map(|best| best.induced(job)).transpose()?;
            let graph = induced.as_ref().unwrap_or(&graph);
            if is_table {
                check_policies(graph)?;
            }
            Ok(distribution(graph, &scores, job)?.distribution)
        };
        Ok(PlannedTurn { plan: tactic.map(AssumedPlan::Tactic), options, rest: Box::new(rest) })
    }

    fn limited(&self, state: &TurnState, mut plays: Vec<forgetting::SeatStrategy>) -> SharedMemory {
        plays.rotate_left(usize::from(state.mover));
        self.setup.limited(state.table, plays)
    }

    /// Returns the states that can follow when `second` is turned after `first`, with weights, forgetting
    /// included.
    pub fn successors(
        &self,
        state: &TurnState,
        first: FirstCard,
        second: SecondChoice,
    ) -> Vec<(Weight, TurnState)> {
        if let Some(own) = &state.own {
            return self.own_states(state, own, first, second);
        }
        let follows = self.follows(state, first, second);
        follows.into_iter().map(|follow| (follow.weight, self.after(state, follow))).collect()
    }

    fn follows(&self, state: &TurnState, first: FirstCard, second: SecondChoice) -> Vec<TurnOutcome> {
        if matches!(self.setup.plays, SeatPlays::Perfect(_)) {
            return turn::turn_outcomes(state.table, first, second, self.setup.passing);
        }
        let bold = match (first, second) {
            (FirstCard::Paired | FirstCard::Mated, SecondChoice::Mate) => true,
            (FirstCard::Unmated, SecondChoice::New) => true,
            (FirstCard::Unmated, SecondChoice::Old) if state.table.half > 0 => false,
            _ => return Vec::new(),
        };
        let strategy = if bold { Strategy::Bold } else { Strategy::Safe };
        let game = self.limited(state, vec![forgetting::SeatStrategy::Always(strategy); state.scores.len()]);
        let mut choices = Choices::default();
        choices.fill(&game, &game.start());
        let fits = |turned: TurnedCards| match first {
            FirstCard::Paired => turned == TurnedCards::A,
            FirstCard::Mated => turned == TurnedCards::B,
            _ => !matches!(turned, TurnedCards::A | TurnedCards::B),
        };
        let events = choices.events().iter().filter(|event| fits(event.event.turned));
        events
            .map(|event| TurnOutcome {
                weight: event.weight,
                table: PairCounts {
                    known: event.next.known,
                    half: event.next.half,
                    unknown: event.next.unknown,
                },
                taken: event.points > 0,
            })
            .collect()
    }

    /// Returns the state after a turn.
    fn after(&self, state: &TurnState, follow: TurnOutcome) -> TurnState {
        let mut next = TurnState { table: follow.table, passes: 0, ..state.clone() };
        // Without forgetting, only a pass leaves the cards unchanged.
        if self.setup.passing && follow.table == state.table {
            next.passes = state.passes + 1;
        }
        match follow.taken {
            true => next.take(),
            false => next.mover = (state.mover + 1) % state.scores.len() as Seat,
        }
        next
    }

    /// Returns the odds after the kind of the second card is chosen, before the card is seen.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded, or there is no card of that kind.
    pub fn after_second_choice(
        &mut self,
        state: &TurnState,
        first: FirstCard,
        second: SecondChoice,
        job: &Job<'_>,
    ) -> Result<Vec<Rational>, PlayError> {
        let mut parts = Vec::new();
        for (weight, next) in self.successors(state, first, second) {
            parts.push((weight, self.between(&next, job)?));
        }
        match parts.is_empty() {
            true => Err(PlayError::refused("there is no such second card")),
            false => Ok(mixture(&parts)),
        }
    }

    /// Returns the odds after the first card is seen. The mover continues by the planned tactic. If the
    /// tactic does not begin with such a card, a mover who plays optimally continues with the best second
    /// card, and any other mover with the usual one.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn after_first_card(
        &mut self,
        state: &TurnState,
        first: FirstCard,
        job: &Job<'_>,
    ) -> Result<Vec<Rational>, PlayError> {
        let plan = self.find(state, job)?.1;
        if let Some(second) = plan.and_then(|plan| plan.second(first)) {
            return self.after_second_choice(state, first, second, job);
        }
        if !self.setup.plays_best(state.mover) {
            let usual = turn::default_second_choice(state.table, first)
                .expect("a second card can follow any first card");
            return self.after_second_choice(state, first, usual, job);
        }
        // The first option wins a tie.
        let options = self.seconds(state, first, job)?.into_iter().rev().map(|(_, odds)| odds);
        let best = options.max_by_key(|odds| self.setup.worth(odds, state.mover));
        Ok(best.expect("a second card can follow any first card"))
    }

    /// Returns the odds of every kind of second card that can be turned.
    pub(super) fn seconds(
        &mut self,
        state: &TurnState,
        first: FirstCard,
        job: &Job<'_>,
    ) -> Result<Vec<(SecondChoice, Vec<Rational>)>, PlayError> {
        let kinds = [SecondChoice::Mate, SecondChoice::Old, SecondChoice::New];
        let possible: Vec<SecondChoice> =
            kinds.into_iter().filter(|&second| !self.successors(state, first, second).is_empty()).collect();
        possible
            .into_iter()
            .map(|second| Ok((second, self.after_second_choice(state, first, second, job)?)))
            .collect()
    }

    /// Returns the odds after the kind of the first card is chosen, before the card is seen.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn after_first_choice(
        &mut self,
        state: &TurnState,
        begin: FirstChoice,
        job: &Job<'_>,
    ) -> Result<Vec<Rational>, PlayError> {
        let firsts = match &state.own {
            Some(own) if begin == FirstChoice::New => self.own_firsts(state, own),
            _ => {
                let firsts = turn::first_cards(state.table, begin).into_iter();
                firsts.map(|(weight, first)| (weight, state.clone(), first)).collect()
            }
        };
        let mut parts = Vec::new();
        for (weight, state, first) in firsts {
            parts.push((weight, self.after_first_card(&state, first, job)?));
        }
        Ok(mixture(&parts))
    }

    /// Returns the kind of first card that the mover is assumed to turn, or `None` at the end.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn plan_first(&mut self, state: &TurnState, job: &Job<'_>) -> Result<Option<FirstChoice>, PlayError> {
        Ok(self.find(state, job)?.1.map(|plan| plan.begin(state.table)))
    }

    /// Returns the kind of second card that the mover is assumed to turn.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn plan_second(
        &mut self,
        state: &TurnState,
        first: FirstCard,
        job: &Job<'_>,
    ) -> Result<Option<SecondChoice>, PlayError> {
        let plan = self.find(state, job)?.1.and_then(|plan| plan.second(first));
        Ok(plan.or_else(|| turn::default_second_choice(state.table, first)))
    }
}

/// Returns the turn if players forget.
fn forgetful<G: ForgetfulGame + Clone + 'static>(
    game: &G,
    state: &TurnState,
    plays: &[forgetting::SeatStrategy],
    job: &Job<'_>,
) -> Result<PlannedTurn, PlayError> {
    let graph = game.graph(job)?;
    let solution = solve(&graph, &Gain, job)?;
    let plan = |action| match (action, plays[usize::from(state.mover)]) {
        _ if state.table.known > 0 => AssumedPlan::Take,
        (Some(strategy), _) => AssumedPlan::Strategy(strategy),
        (None, forgetting::SeatStrategy::Always(strategy)) if state.table.half > 0 => {
            AssumedPlan::Strategy(strategy)
        }
        // No remembered card could be shown.
        (None, _) => AssumedPlan::Strategy(Strategy::Bold),
    };
    let option = |valued: ActionValue<Strategy>| (plan(valued.action), &valued.values[0] + state.taken());
    let options = solution.actions(graph.start()).into_iter().map(option).collect();
    let plan = plan(solution.action(graph.start()));
    let scores = state.scores_from_mover();
    let rest = move |job: &Job<'_>| {
        let scored = solution.induced(job)?.with_scores(&scores, None, &job.unsaved())?;
        let ends = absorption_probabilities(&scored, job)?;
        let shares = ends.into_iter().map(|(node, share)| (scored.scores(node), share));
        Ok(Distribution::of(shares))
    };
    Ok(PlannedTurn { plan: Some(plan), options, rest: Box::new(rest) })
}

/// Checks that policies from files have a tactic for every position that can occur.
fn check_policies(graph: &Graph<Decisions>) -> Result<(), PlayError> {
    let stuck = |node: &usize| graph.is_end(*node) && graph.game().is_stuck(graph.state(*node));
    match (0..graph.node_count()).find(stuck).map(|node| graph.state(node).table) {
        None => Ok(()),
        Some(table) => Err(no_tactic(table)),
    }
}

/// Returns the error for a table for which a policy has no tactic.
pub(crate) fn no_tactic(PairCounts { known, half, unknown }: PairCounts) -> PlayError {
    PlayError::refused(format!(
        "a policy has no tactic for {known} known, {half} half known and {unknown} unknown pairs"
    ))
}
