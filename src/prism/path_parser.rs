//! Parses the paths of P and R operators.

use crate::cursor::Cursor;
use crate::error::PrismError;
use crate::expression_parser::Dialect;
use crate::property_parser::OTHERS;
use crate::syntax::{
    Expression, ExpressionKind, PathOperator, PathSyntax, RewardPathSyntax, StepBound, StepLimit,
};
use crate::token::TokenKind;

/// Returns 1 for an opening bracket, -1 for a closing bracket, and 0 for other tokens.
pub(crate) fn change_of_depth(token: TokenKind<'_>) -> i32 {
    match token {
        TokenKind::Symbol("(" | "[" | "{") => 1,
        TokenKind::Symbol(")" | "]" | "}") => -1,
        _ => 0,
    }
}

/// Returns whether a token may be the last of an operand.
pub(crate) fn ends_operand(token: TokenKind<'_>) -> bool {
    !matches!(token, TokenKind::Symbol(_)) || change_of_depth(token) < 0
}

/// Returns whether a word such as `P` or `F` is the name of a variable and not an operator, by the tokens after it: in `F=1 & P>0`,
/// no operand follows the numbers.
pub(crate) fn is_variable<'t>(mut after: impl Iterator<Item = TokenKind<'t>> + Clone) -> bool {
    match after.next() {
        Some(TokenKind::Symbol("=" | "<" | "<=" | ">" | ">=")) => {}
        Some(TokenKind::Symbol("[" | "{" | "(" | "!" | "<<" | "-")) => return false,
        Some(TokenKind::Name(word @ ("U" | "W" | "R"))) => return joins_operands(word, after),
        Some(TokenKind::Symbol(_) | TokenKind::End) | None => return true,
        Some(_) => return false,
    }
    let mut follows_operand = false;
    while let Some(token) = after.next() {
        match token {
            TokenKind::Symbol("+" | "-" | "*" | "/" | "^" | ")" | ",") => {}
            TokenKind::Symbol("(") if !follows_operand => {}
            TokenKind::Symbol("[") => return false,
            TokenKind::Symbol("(" | "!" | "<<") => return !follows_operand,
            TokenKind::Symbol("?") | TokenKind::End => return follows_operand,
            TokenKind::Symbol(_) => return true,
            TokenKind::Name(word @ ("U" | "W" | "R")) if follows_operand => {
                return joins_operands(word, after);
            }
            _ if follows_operand => return false,
            _ => {}
        }
        follows_operand = ends_operand(token);
    }
    true
}

/// Returns whether `U`, `W` or `R` joins two path operands, by the tokens after it. In `F U=1` it is a variable, and in `G R<1 [ C ]` an
/// operator with a path of its own.
fn joins_operands<'t>(word: &str, after: impl Iterator<Item = TokenKind<'t>> + Clone) -> bool {
    match after.clone().next() {
        Some(TokenKind::Name("min" | "max") | TokenKind::Symbol("{" | "=" | "<" | "<=" | ">" | ">="))
            if word == "R" =>
        {
            false
        }
        Some(TokenKind::Symbol("=" | "<" | "<=" | ">" | ">=")) => !is_variable(after),
        Some(TokenKind::Symbol("(" | "!" | "[" | "<<")) => true,
        Some(TokenKind::Symbol(_) | TokenKind::End) | None => false,
        Some(_) => true,
    }
}

/// Returns whether the parentheses that the tokens begin with contain a path, which may be in more parentheses or negated:
/// `(!((x U y)))`.
fn begins_enclosed_path<'t>(mut tokens: impl Iterator<Item = TokenKind<'t>> + Clone) -> bool {
    let (mut depth, mut is_path, mut follows_operand) = (0, false, false);
    // The depth after the parentheses (and `!`) at the beginning.
    let (mut innermost, mut is_first) = (0, true);
    // The number of open square brackets. A path in square brackets belongs to another operator.
    let mut brackets = 0;
    while let Some(token) = tokens.next() {
        depth += change_of_depth(token);
        is_first &= matches!(token, TokenKind::Symbol("(" | "!"));
        if is_first {
            innermost = depth;
        }
        let is_near = depth <= innermost && brackets == 0;
        match token {
            TokenKind::Symbol("[") => brackets += 1,
            TokenKind::Symbol("]") => brackets -= 1,
            TokenKind::Name("X" | "F" | "G") if is_near => {
                is_path |= !follows_operand && !is_variable(tokens.clone());
            }
            // Elsewhere, these words are names of variables.
            TokenKind::Name("U" | "W" | "R") if is_near => is_path |= follows_operand,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        follows_operand = ends_operand(token);
    }
    is_path
}

impl Cursor<'_> {
    /// Returns whether a whole path in parentheses begins here: `(x U y)`.
    fn sees_enclosed_path(&self) -> bool {
        self.sees("(") && begins_enclosed_path(self.remaining())
    }

    /// Returns whether the operand of `!` is a path, as in `!(x U y)` or `!F x`.
    fn sees_negated_path(&self) -> bool {
        let mut after = self.remaining().skip_while(|token| *token == TokenKind::Symbol("!"));
        match after.next() {
            Some(TokenKind::Symbol("(")) => {
                begins_enclosed_path(self.remaining().skip_while(|token| *token == TokenKind::Symbol("!")))
            }
            Some(TokenKind::Name("X" | "F" | "G")) => !is_variable(after),
            _ => false,
        }
    }

    pub(crate) fn path(&mut self) -> Result<PathSyntax, PrismError> {
        let at = self.place();
        let is_variable = is_variable(self.remaining().skip(1));
        if !is_variable && self.skip("X") {
            return Ok(PathSyntax::Next(self.expression(Dialect::Property)?));
        }
        for (word, operator) in [("F", PathOperator::Until), ("G", PathOperator::Release)] {
            if !is_variable && self.skip(word) {
                let left = Expression { at, kind: ExpressionKind::Bool(operator == PathOperator::Until) };
                let bound = Box::new(self.step_bound()?);
                return Ok(PathSyntax::Until(operator, left, bound, self.expression(Dialect::Property)?));
            }
        }
        if self.sees("HOA") && self.second() == TokenKind::Symbol(":") {
            return Err(self.unsupported_here("automata as path formulas are", OTHERS));
        }
        if self.sees("!") && self.sees_negated_path() {
            self.advance();
            return Ok(self.nested(Self::path)?.negated());
        }
        if self.sees_enclosed_path() {
            self.advance();
            let path = self.nested(Self::path)?;
            self.expect(")")?;
            let joins = ["&", "|", "=>", "<=>", "=", "!=", "?", "U", "W", "R"];
            if joins.iter().any(|word| self.sees(word)) {
                return Err(self.linear_temporal_logic());
            }
            return Ok(path);
        }
        let left = self.expression(Dialect::Property)?;
        let operators =
            [("U", PathOperator::Until), ("W", PathOperator::WeakUntil), ("R", PathOperator::Release)];
        let Some((_, operator)) = operators.into_iter().find(|(word, _)| self.skip(word)) else {
            if !self.is("]") && !self.sees("{") {
                return Err(self.unexpected());
            }
            // A state formula holds on a path if it holds in the first state.
            let steps = Expression { at: left.at, kind: ExpressionKind::Int(0) };
            let greatest = Some(StepLimit { steps, is_strict: false });
            let always = Expression { at, kind: ExpressionKind::Bool(true) };
            let bound = Box::new(StepBound { least: None, greatest });
            return Ok(PathSyntax::Until(PathOperator::Until, always, bound, left));
        };
        let bound = Box::new(self.step_bound()?);
        Ok(PathSyntax::Until(operator, left, bound, self.expression(Dialect::Property)?))
    }

    pub(crate) fn reward_path(&mut self) -> Result<RewardPathSyntax, PrismError> {
        if self.skip("F") {
            if self.sees("{") {
                return Err(self.unsupported_here("discounted rewards are", "PRISM supports them"));
            }
            return Ok(RewardPathSyntax::Reach(self.expression(Dialect::Property)?));
        }
        if self.skip("Fc") {
            return Ok(RewardPathSyntax::Before(self.expression(Dialect::Property)?));
        }
        if self.skip("C") {
            if self.sees("{") {
                return Err(self.unsupported_here("discounted rewards are", "PRISM supports them"));
            }
            let steps = if self.skip("<=") { Some(self.sum()?) } else { None };
            return Ok(RewardPathSyntax::Cumulative(steps));
        }
        if self.skip("I") {
            self.expect("=")?;
            return Ok(RewardPathSyntax::Instant(self.sum()?));
        }
        match self.kind() {
            TokenKind::Name("S" | "LRA") => Err(self.unsupported_here("long-run averages are", OTHERS)),
            TokenKind::Name("X" | "G") | TokenKind::Symbol("(" | "!") => {
                Err(self.unsupported_here("rewards of formulas of linear temporal logic are", OTHERS))
            }
            TokenKind::Name("F0") => Err(self.unsupported_here(
                "the reward operator F0 is",
                "PRISM-games supports it; Fc counts the rewards of plays that never reach the states, too",
            )),
            _ => Err(self.unexpected()),
        }
    }

    /// Parses the number of steps of a path: `<=k`, `<k`, `>=k`, `>k`, `=k`, `[j,k]` or nothing.
    fn step_bound(&mut self) -> Result<StepBound, PrismError> {
        if !self.sees_coalition() && self.skip("[") {
            let least = Some(self.step_limit(false)?);
            self.expect(",")?;
            let greatest = Some(self.step_limit(false)?);
            self.expect("]")?;
            return Ok(StepBound { least, greatest });
        }
        if self.sees("{") {
            return Err(self.unsupported_here("rewards as bounds of a path are", OTHERS));
        }
        // `F<=k (a)` has the bound `k`, which is not a call of a function.
        for (symbol, is_least, is_strict) in
            [("<=", false, false), ("<", false, true), (">=", true, false), (">", true, true)]
        {
            if self.skip(symbol) {
                let limit = Some(self.step_limit(is_strict)?);
                return Ok(match is_least {
                    true => StepBound { least: limit, greatest: None },
                    false => StepBound { least: None, greatest: limit },
                });
            }
        }
        if self.skip("=") {
            let limit = Some(self.step_limit(false)?);
            return Ok(StepBound { least: limit.clone(), greatest: limit });
        }
        Ok(StepBound::default())
    }

    fn step_limit(&mut self, is_strict: bool) -> Result<StepLimit, PrismError> {
        Ok(StepLimit { steps: self.sum()?, is_strict })
    }
}
