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
                if let GoalSyntax::Bound(.., bound) = &query.goal {
                    visit(bound);
                }
                match &query.quantity {
                    QuantitySyntax::Probability(PathSyntax::Next(goal)) => visit(goal),
                    QuantitySyntax::Probability(PathSyntax::Until(_, left, bound, right)) => {
                        visit(left);
                        bound.limits().for_each(|limit| visit(&limit.steps));
                        visit(right);
                    }
                    QuantitySyntax::Reward(choice, path) => {
                        if let RewardChoice::Numbered(number) = choice {
                            visit(number);
                        }
                        match path {
                            RewardPathSyntax::Reach(part)
                            | RewardPathSyntax::Before(part)
                            | RewardPathSyntax::Cumulative(Some(part))
                            | RewardPathSyntax::Instant(part) => visit(part),
                            RewardPathSyntax::Cumulative(None) => {}
                        }
                    }
                }
            }
            ExpressionKind::Filter(filter) => {
                visit(&filter.property);
                filter.states.iter().for_each(visit);
            }
            ExpressionKind::SomePath(path) => {
                visit(&path.left);
                visit(&path.right);
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
                matches!(
                    (&query.quantity, &query.goal),
                    (QuantitySyntax::Probability(_), GoalSyntax::Value(_))
                )
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
            Self::Until(PathOperator::Until, left, bound, right) => {
                Self::Until(PathOperator::Release, left.not(), bound, right.not())
            }
            Self::Until(PathOperator::Release, left, bound, right) => {
                Self::Until(PathOperator::Until, left.not(), bound, right.not())
            }
            Self::Until(PathOperator::WeakUntil, left, bound, right) => {
                let fails = left.clone().not().and(right.clone().not());
                Self::Until(PathOperator::Until, left.and(right.not()), bound, fails)
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
    pub(crate) goal: GoalSyntax,
    pub(crate) quantity: QuantitySyntax,
}

#[derive(Clone, Debug)]
pub(crate) enum QuantitySyntax {
    Probability(PathSyntax),
    Reward(RewardChoice, RewardPathSyntax),
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
    /// Whether the value satisfies a comparison: the least or greatest value, or the value of each strategy.
    Bound(Option<Extremum>, Operator, Expression),
}

#[derive(Clone, Debug)]
pub(crate) enum PathSyntax {
    Next(Expression),
    /// `F x` is `true U x`, and `G x` is `false R x`.
    Until(PathOperator, Expression, Box<StepBound>, Expression),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathOperator {
    Until,
    WeakUntil,
    Release,
}

#[derive(Clone, Debug)]
pub(crate) enum RewardPathSyntax {
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

/// Whether some path satisfies `left W right` or `left R right`.
#[derive(Clone, Debug)]
pub(crate) struct SomePathSyntax {
    pub(crate) operator: PathOperator,
    pub(crate) left: Expression,
    pub(crate) right: Expression,
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
