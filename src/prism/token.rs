//! Splits a text into words, numbers and symbols.

use crate::error::SourceError;
use winnow::ascii::{digit0, digit1, multispace1};
use winnow::combinator::{alt, delimited, not, opt, repeat};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location as _};
use winnow::token::{any, one_of, take_till, take_until, take_while};

/// A word, number or symbol, with its place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) kind: TokenKind<'t>,
    /// The offset of the first byte.
    pub(crate) at: usize,
    /// The offset after the last byte.
    pub(crate) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind<'t> {
    Name(&'t str),
    /// A name with a prime, without the prime.
    Primed(&'t str),
    Whole(&'t str),
    Decimal(&'t str),
    Quoted(&'t str),
    Symbol(&'t str),
    /// A character that is not part of the language, or a name in quotes without a closing quote.
    Unknown(&'t str),
    End,
}

type Text<'t> = LocatingSlice<&'t str>;

/// The symbols of one character.
const SYMBOLS: &[char] = &[
    '[', ']', '(', ')', '{', '}', '+', '-', '*', '/', '<', '>', '=', '!', '&', '|', '?', ':', ';', ',', '\'',
    '^',
];

/// Returns the tokens of a text; the last is [`TokenKind::End`].
pub(crate) fn tokens(source: &str) -> Result<Vec<Token<'_>>, SourceError> {
    let mut text = LocatingSlice::new(source);
    let mut tokens = Vec::new();
    loop {
        let blanks: winnow::Result<()> = blanks(&mut text);
        if blanks.is_err() {
            return Err(SourceError::new(source, text.current_token_start(), "a comment without an end"));
        }
        let at = text.current_token_start();
        if text.is_empty() {
            tokens.push(Token { kind: TokenKind::End, at, end: at });
            return Ok(tokens);
        }
        let kind = token(&mut text).expect("each character begins a token");
        tokens.push(Token { kind, at, end: text.current_token_start() });
    }
}

/// Skips blanks and comments.
fn blanks(text: &mut Text<'_>) -> winnow::Result<()> {
    let line = ("//", take_till(0.., '\n')).void();
    let block = ("/*", take_until(0.., "*/"), "*/").void();
    repeat(0.., alt((multispace1.void(), line, block))).fold(|| (), |(), ()| ()).parse_next(text)?;
    not("/*").parse_next(text)
}

fn token<'t>(text: &mut Text<'t>) -> winnow::Result<TokenKind<'t>> {
    alt((number, word, quoted, symbol, unknown)).parse_next(text)
}

fn word<'t>(text: &mut Text<'t>) -> winnow::Result<TokenKind<'t>> {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let name =
        (one_of(|letter: char| letter.is_ascii_alphabetic() || letter == '_'), take_while(0.., is_letter));
    let (name, prime) = (name.take(), opt('\'')).parse_next(text)?;
    Ok(if prime.is_some() { TokenKind::Primed(name) } else { TokenKind::Name(name) })
}

fn number<'t>(text: &mut Text<'t>) -> winnow::Result<TokenKind<'t>> {
    let exponent =
        |text: &mut Text<'t>| (one_of(['e', 'E']), opt(one_of(['+', '-'])), digit1).void().parse_next(text);
    let decimal = alt(((digit0, '.', digit1, opt(exponent)).void(), (digit1, exponent).void())).take();
    alt((decimal.map(TokenKind::Decimal), digit1.map(TokenKind::Whole))).parse_next(text)
}

fn quoted<'t>(text: &mut Text<'t>) -> winnow::Result<TokenKind<'t>> {
    delimited('"', take_till(0.., ['"', '\n']), '"').map(TokenKind::Quoted).parse_next(text)
}

fn unknown<'t>(text: &mut Text<'t>) -> winnow::Result<TokenKind<'t>> {
    alt((('"', take_till(0.., '\n')).take(), any.take())).map(TokenKind::Unknown).parse_next(text)
}

fn symbol<'t>(text: &mut Text<'t>) -> winnow::Result<TokenKind<'t>> {
    // A longer symbol comes before its prefixes.
    let long = alt(("<=>", "..", "->", "=>", "<=", ">=", "!=", "<<", ">>"));
    alt((long, one_of(SYMBOLS).take())).map(TokenKind::Symbol).parse_next(text)
}
