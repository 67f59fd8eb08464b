//! Finished work as it is saved: reports, numbers, and lists of them, for a run that goes on with the rest.

use super::report::{Datum, Drawing, Drawn, Finding, Piece, Report, Whereabouts, Within};
use super::table::{Column, Table};
use crate::evaluate::{
    Bounded, Distribution, Mass, Side,
    checkpoint::{nonsense, put, put_fraction, put_number, sound, take, take_fraction, take_number},
};
use crate::exact::{Natural, Rational, double};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::sync::Mutex;

/// Values that are saved word by word.
pub trait Saved: Sized {
    /// Writes it.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what was written.
    ///
    /// # Errors
    /// If it cannot be read, or makes no sense.
    fn read(input: &mut Input<'_>) -> io::Result<Self>;
}

/// The reader, and the number of things that what is read is inside of.
pub struct Input<'a> {
    from: &'a mut dyn Read,
    depth: u32,
}

impl<'a> Input<'a> {
    /// Begins to read.
    pub fn new(from: &'a mut dyn Read) -> Self {
        Self { from, depth: 0 }
    }

    /// Returns where the words come from.
    pub fn reader(&mut self) -> &mut dyn Read {
        &mut *self.from
    }
}

/// Things are not inside of more others, so that none that somebody made fills the stack.
const DEEPEST: u32 = 64;

impl Report {
    /// Writes the report on a game with these parameters.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, parameters: &Value, out: &mut dyn Write) -> io::Result<()> {
        parameters.write(out)?;
        self.write(out)
    }

    /// Reads a report that was [saved](Self::save), with the parameters.
    ///
    /// # Errors
    /// If it cannot be read, or is none.
    pub fn saved(from: &mut dyn Read) -> io::Result<(Value, Self)> {
        let mut input = Input::new(from);
        let (parameters, report) = (Value::read(&mut input)?, Self::read(&mut input)?);
        if report.tables.iter().all(is_table) { Ok((parameters, report)) } else { Err(nonsense()) }
    }
}

/// Returns whether a table can be printed: it has columns, every row has a datum for each, and no bar is longer than the
/// longest.
fn is_table(table: &Table) -> bool {
    let is_bar = |datum: &Datum| match datum {
        Datum::Bar { value, most } => (0.0..1.01).contains(&(double(value) / most)),
        _ => true,
    };
    let is_row = |row: &Vec<Datum>| row.len() == table.columns.len() && row.iter().all(is_bar);
    !table.columns.is_empty() && table.rows.iter().all(is_row)
}

macro_rules! words {
    ($($type:ty: $to:expr, $from:expr;)*) => {
        $(impl Saved for $type {
            fn write(&self, out: &mut dyn Write) -> io::Result<()> {
                put(out, &[$to(*self)])
            }

            fn read(input: &mut Input<'_>) -> io::Result<Self> {
                $from(take(input.from, 1)?[0]).ok_or_else(nonsense)
            }
        })*
    };
}

words! {
    u64: |word| word, Some;
    u8: u64::from, |word| u8::try_from(word).ok();
    u16: u64::from, |word| u16::try_from(word).ok();
    i64: |number| number as u64, |word| Some(word as i64);
    f64: f64::to_bits, |word| Some(f64::from_bits(word));
    bool: u64::from, |word| (word < 2).then_some(word == 1);
}

/// Structs, field by field, and enums, a word for the variant first.
macro_rules! parts {
    ($($type:ident { $($field:tt),* })*) => {
        $(impl $crate::family::saved::Saved for $type {
            fn write(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
                $($crate::family::saved::Saved::write(&self.$field, out)?;)*
                Ok(())
            }

            fn read(input: &mut $crate::family::saved::Input<'_>) -> std::io::Result<Self> {
                Ok(Self { $($field: $crate::family::saved::Saved::read(input)?),* })
            }
        })*
    };
    (enum $($type:ident { $($tag:literal $variant:ident { $($field:tt: $name:ident),* })* })*) => {
        $(impl $crate::family::saved::Saved for $type {
            fn write(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
                match self {
                    $(Self::$variant { $($field: $name),* } => {
                        $crate::evaluate::checkpoint::put(out, &[$tag])?;
                        $($crate::family::saved::Saved::write($name, out)?;)*
                    })*
                }
                Ok(())
            }

            fn read(input: &mut $crate::family::saved::Input<'_>) -> std::io::Result<Self> {
                match <u64 as $crate::family::saved::Saved>::read(input)? {
                    $($tag => Ok(Self::$variant { $($field: $crate::family::saved::Saved::read(input)?),* }),)*
                    _ => Err($crate::evaluate::checkpoint::nonsense()),
                }
            }
        })*
    };
}

pub(crate) use parts;

parts! {
    Report { title, drawings, numbers, tables, remarks, note }
    Drawing { 0 }
    Drawn { words, risk, is_marked }
    Finding { key, words, datum, within, shown }
    Table { key, title, columns, rows, is_main, is_whole }
    Column { key, head, within }
    Bounded { value, error }
}

parts! {
    enum
    Piece { 0 Words { 0: words } 1 Number { 0: number } }
    Within { 0 All {} 1 Json {} 2 Tables {} 3 None {} }
    Whereabouts { 0 Always {} 1 Alone {} 2 Listed {} }
    Datum {
        0 Exact { 0: number }
        1 Seats { 0: numbers }
        2 Whole { 0: number }
        3 Large { 0: number }
        4 Flag { 0: flag }
        5 Words { 0: words }
        6 Name { 0: name }
        7 Names { 0: names }
        8 Scores { 0: scores }
        9 Bounded { 0: number }
        10 Double { 0: number, 1: digits }
        11 Bar { value: value, most: most }
        12 Fit { value: value, is_measured: is_measured }
        13 Each { 0: all }
        14 Parts { 0: all }
        15 Nothing {}
        16 Decimal { 0: number }
        17 Formula { plain: plain, latex: latex }
        18 NoFraction {}
        19 Fraction { 0: number }
    }
    Value {
        0 Null {}
        1 Bool { 0: flag }
        2 Number { 0: number }
        3 String { 0: text }
        4 Array { 0: all }
        5 Object { 0: all }
    }
}

impl Saved for String {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.len() as u64])?;
        out.write_all(self.as_bytes())?;
        out.write_all(&[0; WORD][..rest(self.len())])
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        let (length, mut text) = (u64::read(input)?, Self::new());
        // No more is taken than is there.
        input.from.take(length).read_to_string(&mut text)?;
        let mut none = [0; WORD];
        input.from.read_exact(&mut none[..rest(text.len())])?;
        if text.len() as u64 == length { Ok(text) } else { Err(nonsense()) }
    }
}

/// The bytes of a word.
const WORD: usize = size_of::<u64>();

/// The bytes behind a text of so many, up to the next whole word.
fn rest(length: usize) -> usize {
    length.wrapping_neg() % WORD
}

impl<T: Saved> Saved for Vec<T> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.len() as u64])?;
        self.iter().try_for_each(|one| one.write(out))
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        let (length, depth) = (u64::read(input)?, input.depth + 1);
        sound(depth <= DEEPEST)?;
        let input = &mut Input { depth, from: input.from };
        (0..length).map(|_| T::read(input)).collect()
    }
}

impl<T: Saved> Saved for Option<T> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.is_some().write(out)?;
        self.iter().try_for_each(|one| one.write(out))
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        bool::read(input)?.then(|| T::read(input)).transpose()
    }
}

impl<A: Saved, B: Saved> Saved for (A, B) {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write(out)?;
        self.1.write(out)
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        Ok((A::read(input)?, B::read(input)?))
    }
}

impl<V: Saved + Ord, M: Saved + Mass> Saved for Distribution<V, M> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.len() as u64])?;
        for (value, mass) in self.masses() {
            value.write(out)?;
            mass.write(out)?;
        }
        self.left().map(|(side, mass)| (side, mass.clone())).write(out)
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        let read = Self::new(Vec::read(input)?, Option::read(input)?);
        if *read.total() == M::default() { Err(nonsense()) } else { Ok(read) }
    }
}

parts! { enum Side { 0 Lesser {} 1 Greater {} } }

impl Saved for Natural {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put_number(out, self)
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        take_number(input.from)
    }
}

impl Saved for Rational {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put_fraction(out, self)
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        take_fraction(input.from)
    }
}

/// Keeps a name as long as the program lives, once: there are few.
pub fn kept(name: String) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().expect("no thread panics while it looks up a name");
    if let Some(known) = names.get(&*name) {
        return known;
    }
    let name: &str = name.leak();
    names.insert(name);
    name
}

/// Saves types as something else.
macro_rules! through {
    ($($type:ty: $to:expr, $from:expr;)*) => {
        $(impl Saved for $type {
            fn write(&self, out: &mut dyn Write) -> io::Result<()> {
                $to(self).write(out)
            }

            fn read(input: &mut Input<'_>) -> io::Result<Self> {
                Saved::read(input).map($from)
            }
        })*
    };
}

through! {
    // Names of columns.
    &'static str: str::to_owned, kept;
    Cow<'static, str>: |words: &Self| words.clone().into_owned(), Self::Owned;
    Map<String, Value>: |all: &Self| all.clone().into_iter().collect::<Vec<_>>(), Self::from_iter::<Vec<_>>;
}

impl Saved for Number {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        // Text would not bring back every bit of a double.
        (self.as_u64(), (self.as_i64(), self.as_f64())).write(out)
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        let (whole, (signed, double)): (Option<u64>, (Option<i64>, Option<f64>)) = Saved::read(input)?;
        let number = whole.map(Self::from).or(signed.map(Self::from)).or(double.and_then(Self::from_f64));
        number.ok_or_else(nonsense)
    }
}
