//! Properties about reaching a goal, as sets of states. Graphs, simulations and play turn them into games.

use crate::check::PropertyChecker;
use crate::error::PrismError;
use crate::explored::ExploredModel;
use crate::property::Property;
use crate::query::QueryChecker;
use crate::syntax::{Expression, ExpressionKind, GoalSyntax, PathSyntax, StepBound};
use chancetree_checker::StateSet;
use chancetree_model::Job;

/// The sets of states that define a probability of reaching a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachability {
    /// The states in which play may continue.
    pub stay: StateSet,
    /// The states that play should reach.
    pub goal: StateSet,
    /// The states in which the probability is maximised. In the other states it is minimised.
    pub maximizers: StateSet,
}

impl ExploredModel {
    /// Returns the sets of states of a property `P=? [ F ... ]` or `P=? [ ... U ... ]` without a number of steps.
    ///
    /// # Errors
    /// If the property has another form, a name or type is wrong, a constant has no value, or a limit of the job is exceeded.
    ///
    /// ```
    /// use chancetree_prism::{Job, PrismModel, Property};
    ///
    /// let model = PrismModel::parse("dtmc module m x : [0..2]; [] x=0 -> 1/3:(x'=1) + 2/3:(x'=2); endmodule")?;
    /// let explored = model.explore(&Job::default())?;
    /// let reached = explored.reachability(&Property::parse("P=? [ F x=2 ]")?, &Job::default())?;
    /// assert_eq!(reached.goal.iter().collect::<Vec<_>>(), [2]);
    /// # Ok::<(), chancetree_prism::PrismError>(())
    /// ```
    pub fn reachability(&self, property: &Property, job: &Job<'_>) -> Result<Reachability, PrismError> {
        self.with_checker(property, None, job, |checker| checker.reachability(&property.syntax().body))
    }
}

impl PropertyChecker<'_> {
    fn reachability(&self, body: &Expression) -> Result<Reachability, PrismError> {
        let other = || {
            let help =
                "P=? [ F x=1 ] or P=? [ x<1 U x=1 ], with Pmax, Pmin or <<p1>> Pmax where players decide";
            self.context().unsupported(body.at, "graphs and random runs of this property are", help)
        };
        let query = match &body.kind {
            ExpressionKind::Query(query) => query,
            ExpressionKind::Unsupported(error) => return Err((**error).clone()),
            _ => return Err(other()),
        };
        let all = StateSet::all(self.explored.space().state_count());
        let (stay, bound, goal) = match &query.path {
            PathSyntax::Finally(bound, goal) => (all, bound, goal),
            PathSyntax::Until(stay, bound, goal) => (self.set(stay)?, bound, goal),
            _ => return Err(other()),
        };
        if !matches!(query.goal, GoalSyntax::Value(_)) || !is_open(bound) {
            return Err(other());
        }
        let query = QueryChecker { checker: self, query, at: body.at, wanted: &[] };
        let maximizers = query.maximizers(query.extremum()?)?;
        Ok(Reachability { stay, goal: self.set(goal)?, maximizers })
    }
}

/// Returns whether the bound allows every number of steps.
fn is_open(bound: &StepBound) -> bool {
    bound.least.is_none() && bound.greatest.is_none()
}
