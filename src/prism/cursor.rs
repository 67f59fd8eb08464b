//! A position among the tokens of a text, and the symbols that are allowed there.

use crate::error::{PrismError, SourceError, unsupported};
use crate::token::{Token, TokenKind, tokens};

/// The maximum depth of nested expressions.
const MAX_NESTED: usize = 128;

/// The words that cannot be names. PRISM reserves the operators of properties, too.
const RESERVED: [&str; 33] = [
    "bool",
    "const",
    "ctmc",
    "double",
    "dtmc",
    "endinit",
    "endinvariant",
    "endmodule",
    "endplayer",
    "endrewards",
    "endsystem",
    "false",
    "formula",
    "filter",
    "func",
    "global",
    "init",
    "invariant",
    "int",
    "label",
    "max",
    "mdp",
    "min",
    "module",
    "nondeterministic",
    "player",
    "probabilistic",
    "rewards",
    "stochastic",
    "system",
    "true",
    "pta",
    "smg",
];

/// Returns whether a word cannot be a name.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

pub(crate) struct Cursor<'t> {
    source: &'t str,
    tokens: Vec<Token<'t>>,
    at: usize,
    /// The tokens that the parser tried at the current position, for the error about an unexpected token.
    allowed: Vec<&'static str>,
    depth: usize,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(source: &'t str) -> Result<Self, SourceError> {
        Ok(Self { source, tokens: tokens(source)?, at: 0, allowed: Vec::new(), depth: 0 })
    }

    pub(crate) fn kind(&self) -> TokenKind<'t> {
        self.tokens[self.at].kind
    }

    /// Returns the token after the current token.
    pub(crate) fn second(&self) -> TokenKind<'t> {
        self.tokens.get(self.at + 1).map_or(TokenKind::End, |token| token.kind)
    }

    /// Returns the number of the current token, for [`Self::return_to`].
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// Goes back to the token with the number `position`, outside of all nested expressions.
    pub(crate) fn return_to(&mut self, position: usize) {
        self.at = position;
        self.depth = 0;
        self.allowed.clear();
    }

    /// Returns the current token and all tokens after it.
    pub(crate) fn remaining(&self) -> impl Iterator<Item = TokenKind<'t>> + Clone {
        self.tokens[self.at..].iter().map(|token| token.kind)
    }

    /// Returns the byte offset of the current token.
    pub(crate) fn place(&self) -> usize {
        self.tokens[self.at].at
    }

    /// Returns the text from a place to the end of the token before the current token, with a blank for each comment.
    pub(crate) fn text_since(&self, place: usize) -> String {
        let (mut text, mut end) = (String::new(), place);
        for token in self.tokens[..self.at].iter().filter(|token| token.at >= place) {
            let gap = &self.source[end..token.at];
            text.push_str(if gap.contains('/') { " " } else { gap });
            text.push_str(&self.source[token.at..token.end]);
            end = token.end;
        }
        text
    }

    /// Returns whether the current token is the first of its line.
    pub(crate) fn is_first_of_line(&self) -> bool {
        self.at > 0 && self.source[self.tokens[self.at - 1].at..self.place()].contains('\n')
    }

    /// Goes to the next token.
    pub(crate) fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        self.allowed.clear();
    }

    /// Returns whether the current token is the symbol or word `word`. If not, an error at this token lists `word` as allowed.
    pub(crate) fn is(&mut self, word: &'static str) -> bool {
        let found = matches!(self.kind(), TokenKind::Symbol(text) | TokenKind::Name(text) if text == word);
        if !found {
            self.allow(word);
        }
        found
    }

    /// Returns whether the current token is the symbol or word `word`. Unlike [`Self::is`], does not list `word` in errors.
    pub(crate) fn sees(&self, word: &str) -> bool {
        matches!(self.kind(), TokenKind::Symbol(text) | TokenKind::Name(text) if text == word)
    }

    /// Returns whether the next tokens are these symbols.
    pub(crate) fn sees_all(&self, symbols: &[&str]) -> bool {
        let mut kinds = self.remaining();
        symbols.iter().all(|symbol| matches!(kinds.next(), Some(TokenKind::Symbol(text)) if text == *symbol))
    }

    /// Skips a symbol or word. Returns whether it was there.
    pub(crate) fn skip(&mut self, word: &'static str) -> bool {
        let found = self.is(word);
        if found {
            self.advance();
        }
        found
    }

    pub(crate) fn expect(&mut self, word: &'static str) -> Result<(), PrismError> {
        if self.skip(word) { Ok(()) } else { Err(self.unexpected()) }
    }

    /// Lists a token or a kind of tokens as allowed here.
    pub(crate) fn allow(&mut self, what: &'static str) {
        if !self.allowed.contains(&what) {
            self.allowed.push(what);
        }
    }

    /// Reads a name that is not a reserved word.
    pub(crate) fn name(&mut self, what: &'static str) -> Result<String, PrismError> {
        match self.kind() {
            TokenKind::Name(word) if is_reserved(word) => {
                Err(self.error(self.place(), format!("`{word}` is a reserved word, not {what}")))
            }
            TokenKind::Name(word) => {
                self.advance();
                Ok(word.to_owned())
            }
            _ => {
                self.allow(what);
                Err(self.unexpected())
            }
        }
    }

    /// Returns whether the current token is a name that is not a reserved word.
    pub(crate) fn sees_name(&self) -> bool {
        matches!(self.kind(), TokenKind::Name(word) if !is_reserved(word))
    }

    pub(crate) fn quoted(&mut self, what: &'static str) -> Result<String, PrismError> {
        match self.kind() {
            TokenKind::Quoted(text) => {
                self.advance();
                Ok(text.trim().to_owned())
            }
            _ => {
                self.allow(what);
                Err(self.unexpected())
            }
        }
    }

    /// Runs `parse` one level deeper.
    pub(crate) fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, PrismError>,
    ) -> Result<T, PrismError> {
        if self.depth == MAX_NESTED {
            return Err(self.error(self.place(), format!("more than {MAX_NESTED} nested expressions")));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Reads elements that are separated by a symbol.
    pub(crate) fn separated<T>(
        &mut self,
        separator: &'static str,
        mut parse: impl FnMut(&mut Self) -> Result<T, PrismError>,
    ) -> Result<Vec<T>, PrismError> {
        let mut parsed = vec![parse(self)?];
        while self.skip(separator) {
            parsed.push(parse(self)?);
        }
        Ok(parsed)
    }

    /// Returns the error that the current token is not allowed here.
    pub(crate) fn unexpected(&self) -> PrismError {
        if let TokenKind::Unknown(text) = self.kind() {
            let what = match text.starts_with('"') {
                true => "a name in quotes without a closing quote".to_owned(),
                false => format!("`{}` is not part of the language", text.escape_debug()),
            };
            return self.error(self.place(), what);
        }
        let found = match self.kind() {
            TokenKind::Name(text)
            | TokenKind::Whole(text)
            | TokenKind::Decimal(text)
            | TokenKind::Symbol(text) => {
                format!("unexpected `{text}`")
            }
            TokenKind::Primed(text) => format!("unexpected `{text}'`"),
            TokenKind::Quoted(text) => format!("unexpected `\"{text}\"`"),
            TokenKind::Unknown(_) | TokenKind::End => "unexpected end of the text".to_owned(),
        };
        let mut error = SourceError::new(self.source, self.place(), found);
        let is_phrase = |word: &str| word.contains(' ');
        error.allowed = self
            .allowed
            .iter()
            .map(|word| if is_phrase(word) { (*word).to_owned() } else { format!("`{word}`") })
            .collect();
        error.into()
    }

    /// Returns the error about a construct that only other programs support. `what` ends with a verb: "long-run averages are".
    pub(crate) fn unsupported(&self, at: usize, what: &str, help: &'static str) -> PrismError {
        unsupported(self.source, at, what, help)
    }

    pub(crate) fn error(&self, at: usize, what: impl Into<String>) -> PrismError {
        SourceError::new(self.source, at, what).into()
    }
}
