//! Parses properties and property files.

use crate::cursor::Cursor;
use crate::error::PrismError;
use crate::expression_parser::Dialect;
use crate::model_syntax::{ConstantSyntax, Definition};
use crate::path_parser::{change_of_depth, ends_operand, is_variable};
use crate::syntax::{
    CoalitionSyntax, Expression, ExpressionKind, FilterOperation, FilterSyntax, GoalSyntax, Operator,
    PathOperator, PathSyntax, QuantitySyntax, QuerySyntax, RewardChoice, SomePathSyntax,
};
use crate::token::TokenKind;
use chancetree_checker::Extremum;

/// The syntax of a property file.
#[derive(Clone, Debug, Default)]
pub(crate) struct PropertiesSyntax {
    pub(crate) constants: Vec<ConstantSyntax>,
    pub(crate) labels: Vec<Definition>,
    pub(crate) properties: Vec<PropertySyntax>,
}

#[derive(Clone, Debug)]
pub(crate) struct PropertySyntax {
    pub(crate) name: Option<String>,
    pub(crate) text: String,
    pub(crate) body: Expression,
}

/// Parses the text of a property file.
pub(crate) fn parse_properties(source: &str) -> Result<PropertiesSyntax, PrismError> {
    let mut cursor = Cursor::new(source)?;
    let mut parsed = PropertiesSyntax::default();
    while cursor.kind() != TokenKind::End {
        if cursor.sees_constant() {
            parsed.constants.push(cursor.constant()?);
        } else if cursor.skip("label") {
            parsed.labels.push(cursor.label()?);
        } else {
            parsed.properties.push(cursor.property()?);
        }
    }
    Ok(parsed)
}

pub(crate) const OTHERS: &str = "PRISM and Storm support them";

impl Cursor<'_> {
    /// Returns the error about a construct at the current token that only other programs support. `what` ends with a verb, as in
    /// "long-run averages are".
    pub(crate) fn unsupported_here(&self, what: &str, help: &'static str) -> PrismError {
        self.unsupported(self.place(), what, help)
    }

    pub(crate) fn linear_temporal_logic(&self) -> PrismError {
        self.unsupported_here(
            "formulas of linear temporal logic inside other formulas are",
            "PRISM and Storm support them; the operands of X, F, G, U, W and R are state formulas, such as P>=0.5 [ F \"a\" ]",
        )
    }

    fn property(&mut self) -> Result<PropertySyntax, PrismError> {
        let is_named = matches!(self.kind(), TokenKind::Quoted(_)) && self.second() == TokenKind::Symbol(":");
        let name = if is_named { Some(self.quoted("a name in quotes")?) } else { None };
        if is_named {
            self.expect(":")?;
        }
        let (at, start) = (self.place(), self.position());
        let body = match self.property_body() {
            Err(error) => {
                self.skip_property(start);
                Expression { at, kind: ExpressionKind::Unsupported(Box::new(error)) }
            }
            Ok(body) => body,
        };
        let text = self.text_since(at);
        while self.skip(";") {}
        Ok(PropertySyntax { name, text, body })
    }

    /// Parses an expression that ends with its line or before a semicolon.
    fn property_body(&mut self) -> Result<Expression, PrismError> {
        let body = self.expression(Dialect::Property)?;
        if !self.is(";") && self.kind() != TokenKind::End && !self.is_first_of_line() {
            self.refuse_path_operator(Dialect::Property)?;
            return Err(self.unexpected());
        }
        Ok(body)
    }

    /// Goes to the end of a property that begins at `start` and cannot be parsed: a semicolon, or a line that does not continue an
    /// expression.
    fn skip_property(&mut self, start: usize) {
        self.return_to(start);
        let (mut depth, mut follows_operand) = (0, false);
        while self.kind() != TokenKind::End {
            let begins_operand = match self.kind() {
                TokenKind::Symbol(symbol) => ["(", "[", "!", "-", "<<"].contains(&symbol),
                _ => true,
            };
            let is_next = follows_operand && begins_operand && self.is_first_of_line();
            if self.sees(";") || depth <= 0 && is_next {
                return;
            }
            depth += change_of_depth(self.kind());
            follows_operand = ends_operand(self.kind());
            self.advance();
        }
    }

    /// Returns an error if a path operator follows an expression.
    pub(crate) fn refuse_path_operator(&mut self, dialect: Dialect) -> Result<(), PrismError> {
        let is_path = dialect == Dialect::Property && ["U", "W", "R"].iter().any(|word| self.sees(word));
        if is_path { Err(self.linear_temporal_logic()) } else { Ok(()) }
    }

    /// Parses a query or filter if `word` begins one, and is not the name of a variable.
    pub(crate) fn query_start(
        &mut self,
        word: &str,
        dialect: Dialect,
    ) -> Result<Option<ExpressionKind>, PrismError> {
        if dialect == Dialect::Model || is_variable(self.remaining().skip(1)) {
            return Ok(None);
        }
        match word {
            "P" | "Pmin" | "Pmax" | "R" | "Rmin" | "Rmax" => {
                self.nested(|cursor| cursor.query(None)).map(Some)
            }
            "filter" => self.nested(Self::filter).map(Some),
            "X" | "F" | "G" => Err(self.linear_temporal_logic()),
            "S" | "LRA" => Err(self.unsupported_here("long-run averages are", OTHERS)),
            "E" | "A" => self.nested(Self::quantified).map(Some),
            "quantile" => Err(self.unsupported_here("quantiles are", "Storm supports them")),
            "multi" => Err(self.unsupported_here("multi-objective properties are", OTHERS)),
            "T" | "Tmin" | "Tmax" => Err(self.unsupported_here(
                "expected times are",
                "Storm supports them; write a reward of 1 for each state instead",
            )),
            "Pminmin" | "Pminmax" | "Pmaxmin" | "Pmaxmax" | "Rminmin" | "Rminmax" | "Rmaxmin" | "Rmaxmax" => {
                Err(self.unsupported_here(
                    "properties with two extrema are",
                    "name the players, as in <<p1>> Pmax=? [ ... ]",
                ))
            }
            _ => Ok(None),
        }
    }

    /// Returns whether a coalition begins here: `<<` or `[[`.
    pub(crate) fn sees_coalition(&self) -> bool {
        self.sees("<<") || self.sees("[") && self.second() == TokenKind::Symbol("[")
    }

    pub(crate) fn coalition(&mut self) -> Result<ExpressionKind, PrismError> {
        let is_complement = !self.skip("<<");
        if is_complement {
            self.expect("[")?;
            self.expect("[")?;
        }
        let mut players = Vec::new();
        if self.skip("*") {
            players.push("*".to_owned());
        } else if !self.is(if is_complement { "]" } else { ">>" }) {
            players = self.separated(",", |cursor| {
                if let TokenKind::Whole(number) = cursor.kind() {
                    cursor.advance();
                    return Ok(number.to_owned());
                }
                cursor.name("a player")
            })?;
        }
        if is_complement {
            self.expect("]")?;
            self.expect("]")?;
        } else {
            self.expect(">>")?;
        }
        if self.sees("(") {
            return Err(
                self.unsupported_here("several objectives of a coalition are", "PRISM-games supports them")
            );
        }
        self.nested(|cursor| cursor.query(Some(CoalitionSyntax { players, is_complement })))
    }

    /// Parses `E [ path ]` as `!(P<=0 [ path ])`, which needs one strategy only, or `A [ path ]` as `P>=1 [ path ]`.
    ///
    /// These are equivalent if a finite path can satisfy the formula of E or violate the formula of A, because a finite path has a
    /// positive probability. Other path formulas are about infinite paths: E with G, W or R, and the negations of A with F or U.
    fn quantified(&mut self) -> Result<ExpressionKind, PrismError> {
        let at = self.place();
        let is_some = self.skip("E");
        if !is_some {
            self.expect("A")?;
        }
        self.expect("[")?;
        let path = self.path()?;
        let has_finite_witness = match &path {
            PathSyntax::Next(_) => true,
            PathSyntax::Until(operator, ..) => (*operator == PathOperator::Until) == is_some,
        };
        self.close_path()?;
        if !has_finite_witness {
            return self.endless_path(at, is_some, path);
        }
        let (operator, bound) = if is_some { (Operator::AtMost, 0) } else { (Operator::AtLeast, 1) };
        let goal = GoalSyntax::Bound(None, operator, Expression { at, kind: ExpressionKind::Int(bound) });
        let query = QuerySyntax { coalition: None, goal, quantity: QuantitySyntax::Probability(path) };
        let query = ExpressionKind::Query(Box::new(query));
        Ok(if is_some { ExpressionKind::Not(Box::new(Expression { at, kind: query })) } else { query })
    }

    /// Returns the formula that some path satisfies a path formula with G, W or R, or that all paths satisfy one with F or U.
    fn endless_path(&self, at: usize, is_some: bool, path: PathSyntax) -> Result<ExpressionKind, PrismError> {
        let path = if is_some { path } else { path.negated() };
        let PathSyntax::Until(operator, left, bound, right) = path else { return Err(self.unexpected()) };
        if bound.least.is_some() {
            let what = "lower bounds on the steps of E with G, W or R and of A with F or U are";
            return Err(self.unsupported(at, what, "write a bound such as G<=5"));
        }
        let path = SomePathSyntax { operator, left, right, within: bound.greatest };
        let some = ExpressionKind::SomePath(Box::new(path));
        Ok(if is_some { some } else { Expression { at, kind: some }.not().kind })
    }

    fn query(&mut self, coalition: Option<CoalitionSyntax>) -> Result<ExpressionKind, PrismError> {
        let at = self.place();
        let heads = [
            ("P", false, None),
            ("Pmin", false, Some(Extremum::Minimum)),
            ("Pmax", false, Some(Extremum::Maximum)),
            ("R", true, None),
            ("Rmin", true, Some(Extremum::Minimum)),
            ("Rmax", true, Some(Extremum::Maximum)),
        ];
        let Some((_, is_reward, mut extremum)) = heads.into_iter().find(|(word, ..)| self.skip(word)) else {
            return Err(self.unexpected());
        };
        let reward = if is_reward { Some(self.reward_choice()?) } else { None };
        if extremum.is_none() {
            for (word, found) in [("min", Extremum::Minimum), ("max", Extremum::Maximum)] {
                if self.skip(word) {
                    extremum = Some(found);
                    break;
                }
            }
        }
        let bounds = [
            ("<", Operator::Less),
            ("<=", Operator::AtMost),
            (">=", Operator::AtLeast),
            (">", Operator::Greater),
        ];
        let goal = match bounds.into_iter().find(|(symbol, _)| self.skip(symbol)) {
            Some((_, operator)) => GoalSyntax::Bound(extremum, operator, self.sum()?),
            None => {
                self.expect("=")?;
                self.expect("?")?;
                GoalSyntax::Value(extremum)
            }
        };
        self.expect("[")?;
        let quantity = match reward {
            Some(choice) => QuantitySyntax::Reward(choice, self.reward_path()?),
            None => QuantitySyntax::Probability(self.path()?),
        };
        let states = if self.sees("{") { Some(self.braced_filter(&goal)?) } else { None };
        self.close_path()?;
        let query = ExpressionKind::Query(Box::new(QuerySyntax { coalition, goal, quantity }));
        Ok(match states {
            None => query,
            Some((operation, states)) => {
                let property = Expression { at, kind: query };
                ExpressionKind::Filter(Box::new(FilterSyntax { operation, property, states: Some(states) }))
            }
        })
    }

    /// Parses a filter inside an operator: `{states}`, and possibly `{min}` and `{max}`.
    fn braced_filter(&mut self, goal: &GoalSyntax) -> Result<(FilterOperation, Expression), PrismError> {
        self.expect("{")?;
        let states = self.expression(Dialect::Property)?;
        self.expect("}")?;
        let (mut has_min, mut has_max) = (false, false);
        while self.skip("{") {
            has_min |= self.is("min");
            has_max |= self.is("max");
            if !self.skip("min") {
                self.expect("max")?;
            }
            self.expect("}")?;
        }
        let operation = match (goal, has_min, has_max) {
            (GoalSyntax::Bound(..), ..) => FilterOperation::ForAll,
            (_, true, true) => FilterOperation::Range,
            (_, true, false) => FilterOperation::Min,
            (_, false, true) => FilterOperation::Max,
            (_, false, false) => FilterOperation::State,
        };
        Ok((operation, states))
    }

    fn close_path(&mut self) -> Result<(), PrismError> {
        if ["&", "|", "=>"].iter().any(|symbol| self.sees(symbol)) {
            return Err(self.linear_temporal_logic());
        }
        self.refuse_path_operator(Dialect::Property)?;
        self.expect("]")
    }

    fn reward_choice(&mut self) -> Result<RewardChoice, PrismError> {
        if !self.skip("{") {
            return Ok(RewardChoice::First);
        }
        let choice = match self.kind() {
            TokenKind::Quoted(_) => RewardChoice::Named(self.quoted("the name of a reward structure")?),
            _ => RewardChoice::Numbered(self.expression(Dialect::Model)?),
        };
        self.expect("}")?;
        Ok(choice)
    }

    /// Parses `filter(operation, property, states)`.
    fn filter(&mut self) -> Result<ExpressionKind, PrismError> {
        self.expect("filter")?;
        self.expect("(")?;
        let operations = [
            ("min", FilterOperation::Min),
            ("max", FilterOperation::Max),
            ("avg", FilterOperation::Average),
            ("sum", FilterOperation::Sum),
            ("+", FilterOperation::Sum),
            ("count", FilterOperation::Count),
            ("range", FilterOperation::Range),
            ("first", FilterOperation::First),
            ("state", FilterOperation::State),
            ("forall", FilterOperation::ForAll),
            ("&", FilterOperation::ForAll),
            ("exists", FilterOperation::Exists),
            ("|", FilterOperation::Exists),
        ];
        let Some((_, operation)) = operations.into_iter().find(|(word, _)| self.skip(word)) else {
            if ["print", "printall", "argmin", "argmax"].iter().any(|word| self.sees(word)) {
                return Err(self.unsupported_here("filters that print states are", "PRISM supports them"));
            }
            return Err(self.unexpected());
        };
        self.expect(",")?;
        let property = self.expression(Dialect::Property)?;
        let states = if self.skip(",") { Some(self.expression(Dialect::Property)?) } else { None };
        self.expect(")")?;
        Ok(ExpressionKind::Filter(Box::new(FilterSyntax { operation, property, states })))
    }
}
