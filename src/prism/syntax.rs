//! The syntax of expressions and properties.

use crate::error::PrismError;
use chancetree_checker::Extremum;
use chancetree_exact::Rational;

/// An expression, with its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) at: usize,
    pub(crate) kind: ExpressionKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ExpressionKind {
    Int(i64),
    Fraction(Rational),
    Bool(bool),
    Name(String),
    Label(String),
    Negative(Box<Expression>),
    Not(Box<Expression>),
    /// Operands joined by left-associative operators of equal precedence.
    Chain(Box<Expression>, Vec<(Operator, Expression)>),
    /// Pairs of a condition and a value, and the value if no condition holds.
    If(Vec<(Expression, Expression)>, Box<Expression>),
    Call(Function, Vec<Expression>),
    Query(Box<QuerySyntax>),
    Filter(Box<FilterSyntax>),
    SomePath(Box<SomePathSyntax>),
    /// The error about a property that cannot be read.
    Unsupported(Box<PrismError>),
}

impl Expression {
    /// Calls `visit` with each operand, and with the state formulas of a query.
    pub(crate) fn for_each_part<'e>(&'e self, mut visit: impl FnMut(&'e Expression)) {
        match &self.kind {
            ExpressionKind::Int(_)
            | ExpressionKind::Fraction(_)
            | ExpressionKind::Bool(_)
            | ExpressionKind::Name(_)
            | ExpressionKind::Label(_)
            | ExpressionKind::Unsupported(_) => {}
            ExpressionKind::Negative(operand) | ExpressionKind::Not(operand) => visit(operand),
            ExpressionKind::Chain(first, rest) => {
                visit(first);
                rest.iter().for_each(|(_, operand)| visit(operand));
            }
            ExpressionKind::If(cases, otherwise) => {
                for (condition, value) in cases {
                    visit(condition);
                    visit(value);
                }
                visit(otherwise);
            }
            ExpressionKind::Call(_, operands) => operands.iter().for_each(visit),
            ExpressionKind::Query(query) => {
                if let Some(RewardChoice::Numbered(number)) = &query.reward {
                    visit(number);
                }
                if let GoalSyntax::Bound(_, bound) = &query.goal {
                    visit(bound);
                }
                query.path.for_each_part(visit);
            }
            ExpressionKind::Filter(filter) => {
                visit(&filter.property);
                filter.states.iter().for_each(visit);
            }
            ExpressionKind::SomePath(path) => {
                visit(&path.stay);
                visit(&path.release);
                path.within.iter().for_each(|limit| visit(&limit.steps));
            }
        }
    }

    /// Returns the negation of a truth value.
    pub(crate) fn not(self) -> Self {
        Self { at: self.at, kind: ExpressionKind::Not(Box::new(self)) }
    }

    /// Returns the conjunction of two truth values.
    pub(crate) fn and(self, other: Self) -> Self {
        Self { at: self.at, kind: ExpressionKind::Chain(Box::new(self), vec![(Operator::And, other)]) }
    }
}

impl Expression {
    /// Returns whether the value is a probability: of a query, or of a filter whose operation keeps probabilities.
    pub(crate) fn is_probability(&self) -> bool {
        match &self.kind {
            ExpressionKind::Query(query) => {
                query.reward.is_none() && matches!(query.goal, GoalSyntax::Value(_))
            }
            ExpressionKind::Filter(filter) => {
                let is_other = matches!(filter.operation, FilterOperation::Sum | FilterOperation::Count);
                !is_other && filter.property.is_probability()
            }
            _ => false,
        }
    }
}

impl PathSyntax {
    /// Returns the path formula that a path satisfies exactly if it does not satisfy this one.
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Next(goal) => Self::Next(goal.not()),
            Self::Finally(bound, goal) => Self::Globally(bound, goal.not()),
            Self::Globally(bound, goal) => Self::Finally(bound, goal.not()),
            Self::Until(left, bound, right) => Self::Release(left.not(), bound, right.not()),
            Self::Release(left, bound, right) => Self::Until(left.not(), bound, right.not()),
            Self::WeakUntil(left, bound, right) => {
                let fails = left.clone().not().and(right.clone().not());
                Self::Until(left.and(right.not()), bound, fails)
            }
            rewards => rewards,
        }
    }

    fn for_each_part<'e>(&'e self, mut visit: impl FnMut(&'e Expression)) {
        match self {
            Self::Next(goal) | Self::Reach(goal) | Self::Before(goal) | Self::Instant(goal) => visit(goal),
            Self::Cumulative(steps) => steps.iter().for_each(visit),
            Self::Finally(bound, goal) | Self::Globally(bound, goal) => {
                bound.limits().for_each(|limit| visit(&limit.steps));
                visit(goal);
            }
            Self::Until(left, bound, right)
            | Self::WeakUntil(left, bound, right)
            | Self::Release(left, bound, right) => {
                visit(left);
                bound.limits().for_each(|limit| visit(&limit.steps));
                visit(right);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Implies,
    Iff,
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    AtLeast,
    Greater,
    Plus,
    Minus,
    Times,
    Divide,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Min,
    Max,
    Floor,
    Ceil,
    Round,
    Pow,
    Mod,
    Log,
}

/// A probability or an expected reward: `P=? [ F "done" ]`.
#[derive(Clone, Debug)]
pub(crate) struct QuerySyntax {
    pub(crate) coalition: Option<CoalitionSyntax>,
    /// The reward structure of an expected reward, or `None` for a probability.
    pub(crate) reward: Option<RewardChoice>,
    pub(crate) goal: GoalSyntax,
    pub(crate) path: PathSyntax,
}

/// The players who choose the value together: `<<p1,p2>>`, or `[[p1,p2]]` for the players who are not listed.
#[derive(Clone, Debug)]
pub(crate) struct CoalitionSyntax {
    /// Names, or numbers counted from 1; `*` lists all players.
    pub(crate) players: Vec<String>,
    pub(crate) is_complement: bool,
}

impl CoalitionSyntax {
    /// Returns whether `*` lists all players.
    pub(crate) fn lists_everyone(&self) -> bool {
        self.players == ["*"]
    }
}

/// The reward structure that a property names.
#[derive(Clone, Debug)]
pub(crate) enum RewardChoice {
    First,
    Named(String),
    /// An index, counted from 1.
    Numbered(Expression),
}

#[derive(Clone, Debug)]
pub(crate) enum GoalSyntax {
    /// The value, or the least or greatest value over all strategies.
    Value(Option<Extremum>),
    /// Whether the value satisfies a comparison.
    Bound(Operator, Expression),
}

#[derive(Clone, Debug)]
pub(crate) enum PathSyntax {
    Next(Expression),
    Finally(StepBound, Expression),
    Globally(StepBound, Expression),
    Until(Expression, StepBound, Expression),
    WeakUntil(Expression, StepBound, Expression),
    Release(Expression, StepBound, Expression),
    /// The reward before a state that satisfies a formula; infinite on a play that reaches none.
    Reach(Expression),
    /// The reward before such a state; on a play that reaches none, the reward of all steps.
    Before(Expression),
    /// The reward of a number of steps, or of all steps.
    Cumulative(Option<Expression>),
    /// The reward of the state after a number of steps.
    Instant(Expression),
}

/// The least and the greatest number of steps of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepBound {
    pub(crate) least: Option<StepLimit>,
    pub(crate) greatest: Option<StepLimit>,
}

impl StepBound {
    fn limits(&self) -> impl Iterator<Item = &StepLimit> {
        self.least.iter().chain(&self.greatest)
    }
}

/// A limit on the number of steps. A strict limit excludes the number itself.
#[derive(Clone, Debug)]
pub(crate) struct StepLimit {
    pub(crate) steps: Expression,
    pub(crate) is_strict: bool,
}

/// Whether some path stays in states of `stay` for ever, for a number of steps, or until a state of `release`.
#[derive(Clone, Debug)]
pub(crate) struct SomePathSyntax {
    pub(crate) stay: Expression,
    pub(crate) release: Expression,
    pub(crate) within: Option<StepLimit>,
}

/// `filter(min, property, states)`.
#[derive(Clone, Debug)]
pub(crate) struct FilterSyntax {
    pub(crate) operation: FilterOperation,
    pub(crate) property: Expression,
    pub(crate) states: Option<Expression>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilterOperation {
    Min,
    Max,
    Average,
    Sum,
    Count,
    Range,
    First,
    State,
    ForAll,
    Exists,
}
