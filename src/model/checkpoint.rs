//! Checkpoints: unfinished work that is written as data, to be read again by a later run.
//!
//! Saved state is what `serde` can serialize, written with [`save_value`] and read with [`read_value`] in the format of
//! `postcard`. Checksum, version and fingerprint are checked before any of it is read, so values are trusted.
//!
//! The engine performs no I/O of its own: a [`Store`](crate::Store) decides when and where to save. The engine uses a clock
//! only to measure how long states take, to share work out, and whether exploring took long enough to be worth saving;
//! results do not depend on it.

use crate::Error;
use foldhash::fast::FixedState;
use postcard::{Deserializer, de_flavors, ser_flavors};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher as _, Hash};
use std::io::{self, ErrorKind, Read, Write};

/// Turns what keeps work from being saved or read into an error of the engine.
pub fn failed(error: &io::Error) -> Error {
    match error.kind() {
        // Bytes that end too early fit no game, either.
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof => Error::UnfitSave,
        _ => Error::NotSaved(error.to_string()),
    }
}

/// Returns a 64-bit hash of a value. It tells the saved work of one question from that of another, within one build of the
/// program; it does not protect against a forged file.
pub fn fingerprint(value: &(impl Hash + ?Sized)) -> u64 {
    FixedState::with_seed(0).hash_one(value)
}

/// Makes sure that nothing is left to be read; whoever checks the bytes has then seen them all.
///
/// # Errors
/// If something is left, or it cannot be read.
pub fn over(input: &mut dyn Read) -> io::Result<()> {
    sound(input.read(&mut [0])? == 0)
}

/// Refuses what was saved if it is not right.
///
/// # Errors
/// If it is not.
pub fn right(is_right: bool) -> Result<(), Error> {
    sound(is_right).map_err(|error| failed(&error))
}

/// Refuses what is read if it is not right.
///
/// # Errors
/// If it is not right.
pub fn sound(is_right: bool) -> io::Result<()> {
    if is_right { Ok(()) } else { Err(nonsense()) }
}

/// Returns the error that saved work makes no sense.
pub fn nonsense() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, Error::UnfitSave)
}

/// Writes a value.
///
/// # Errors
/// If it cannot be written.
pub fn save_value(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    let mut written = Ok(());
    let serialized = postcard::serialize_with_flavor(value, Writer::new(out, &mut written));
    written?;
    serialized.map_err(io::Error::other)
}

/// Reads a value that was written with [`save_value`].
///
/// # Errors
/// If the input ends before, cannot be read, or is not such a value.
pub fn read_value<T: DeserializeOwned>(input: &mut dyn Read) -> io::Result<T> {
    let mut read = Ok(());
    let mut deserializer = Deserializer::from_flavor(Reader::new(input, &mut read));
    let value = T::deserialize(&mut deserializer).and_then(|value| deserializer.finalize().map(|()| value));
    read?;
    value.map_err(|_| nonsense())
}

/// Writes many words, as bytes: faster and smaller than word by word where most are large.
///
/// # Errors
/// If they cannot be written.
pub fn save_words(out: &mut dyn Write, words: &[u64]) -> io::Result<()> {
    #[derive(Serialize)]
    struct Words<'a>(#[serde(serialize_with = "words::serialize")] &'a [u64]);
    save_value(out, &Words(words))
}

/// Reads words that were written with [`save_words`].
///
/// # Errors
/// If they cannot be read.
pub fn read_words(input: &mut dyn Read) -> io::Result<Vec<u64>> {
    #[derive(Deserialize)]
    struct Words(#[serde(with = "words")] Vec<u64>);
    read_value::<Words>(input).map(|words| words.0)
}

/// The most bytes of a block. A value is written in blocks, each behind its length, so that it is read quickly and nothing of
/// what follows is read with it.
const BLOCK: usize = 1 << 12;

/// Writes the bytes of a value; `written` keeps the error of the output, for which `postcard` has no room.
struct Writer<'a> {
    out: &'a mut dyn Write,
    /// The length of the block, and its bytes so far.
    block: Vec<u8>,
    written: &'a mut io::Result<()>,
}

/// The bytes for which there is room at first: most values are short.
const SHORT: usize = 1 << 7;

/// The bytes of a length.
const LENGTH: usize = size_of::<u16>();

impl<'a> Writer<'a> {
    fn new(out: &'a mut dyn Write, written: &'a mut io::Result<()>) -> Self {
        let mut block = Vec::with_capacity(SHORT);
        block.extend([0; LENGTH]);
        Self { out, block, written }
    }

    fn write_block(&mut self) -> postcard::Result<()> {
        let length = (self.block.len() - LENGTH) as u16;
        self.block[..LENGTH].copy_from_slice(&length.to_le_bytes());
        *self.written = self.out.write_all(&self.block);
        self.block.truncate(LENGTH);
        if self.written.is_ok() { Ok(()) } else { Err(postcard::Error::SerializeBufferFull) }
    }
}

impl ser_flavors::Flavor for Writer<'_> {
    type Output = ();

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        if self.block.len() == LENGTH + BLOCK {
            self.write_block()?;
        }
        self.block.push(byte);
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, mut bytes: &[u8]) -> postcard::Result<()> {
        while self.block.len() + bytes.len() > LENGTH + BLOCK {
            let (now, later) = bytes.split_at(LENGTH + BLOCK - self.block.len());
            self.block.extend_from_slice(now);
            self.write_block()?;
            bytes = later;
        }
        self.block.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(mut self) -> postcard::Result<()> {
        if self.block.len() > LENGTH { self.write_block() } else { Ok(()) }
    }
}

/// Reads the bytes of a value; `read` keeps the error of the input, for which `postcard` has no room.
struct Reader<'a> {
    input: &'a mut dyn Read,
    block: Vec<u8>,
    /// The number of bytes of the block that are taken.
    taken: usize,
    /// The bytes that were taken last, if they are of several blocks.
    bytes: Vec<u8>,
    read: &'a mut io::Result<()>,
}

impl<'a> Reader<'a> {
    fn new(input: &'a mut dyn Read, read: &'a mut io::Result<()>) -> Self {
        Self { input, block: Vec::new(), taken: 0, bytes: Vec::new(), read }
    }

    fn read_block(&mut self) -> postcard::Result<()> {
        let mut length = [0; LENGTH];
        *self.read = self.input.read_exact(&mut length).and_then(|()| {
            self.block.resize(u16::from_le_bytes(length).into(), 0);
            self.taken = 0;
            self.input.read_exact(&mut self.block)
        });
        let is_read = self.read.is_ok() && !self.block.is_empty();
        if is_read { Ok(()) } else { Err(postcard::Error::DeserializeUnexpectedEnd) }
    }
}

impl<'de> de_flavors::Flavor<'de> for Reader<'de> {
    type Remainder = ();
    type Source = ();

    #[inline]
    fn pop(&mut self) -> postcard::Result<u8> {
        if self.taken == self.block.len() {
            self.read_block()?;
        }
        self.taken += 1;
        Ok(self.block[self.taken - 1])
    }

    fn try_take_n(&mut self, _: usize) -> postcard::Result<&'de [u8]> {
        // Nothing that is read is borrowed from the input.
        Err(postcard::Error::NotYetImplemented)
    }

    fn try_take_n_temp<'a>(&'a mut self, count: usize) -> postcard::Result<&'a [u8]>
    where
        'de: 'a,
    {
        if count <= self.block.len() - self.taken {
            self.taken += count;
            return Ok(&self.block[self.taken - count..self.taken]);
        }
        self.bytes.clear();
        // No more memory is taken than there are bytes.
        while self.bytes.len() < count {
            if self.taken == self.block.len() {
                self.read_block()?;
            }
            let now = (self.block.len() - self.taken).min(count - self.bytes.len());
            self.bytes.extend_from_slice(&self.block[self.taken..self.taken + now]);
            self.taken += now;
        }
        Ok(&self.bytes)
    }

    fn finalize(self) -> postcard::Result<()> {
        // The last block of a value ends with it.
        if self.taken == self.block.len() { Ok(()) } else { Err(postcard::Error::DeserializeBadEncoding) }
    }
}

/// Serializes many words as bytes, for fields that are marked `#[serde(with = "words")]`.
pub mod words {
    use serde::de::{DeserializeSeed, SeqAccess, Visitor};
    use serde::ser::SerializeSeq as _;
    use serde::{Deserializer, Serialize, Serializer};
    use std::fmt;

    /// The words of a part.
    const PART: usize = 256;

    /// The bytes of some words, the least significant of each first.
    struct Part<'a>(&'a [u64]);

    impl Serialize for Part<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut bytes = [0; 8 * PART];
            for (bytes, word) in bytes.chunks_exact_mut(8).zip(self.0) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            serializer.serialize_bytes(&bytes[..8 * self.0.len()])
        }
    }

    /// Serializes words.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn serialize<S: Serializer>(words: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        let parts = words.chunks(PART);
        let mut all = serializer.serialize_seq(Some(parts.len()))?;
        for part in parts {
            all.serialize_element(&Part(part))?;
        }
        all.end()
    }

    /// Deserializes words.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        deserializer.deserialize_seq(All)
    }

    struct All;

    impl<'de> Visitor<'de> for All {
        type Value = Vec<u64>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("words in parts")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Vec<u64>, A::Error> {
            let mut words = Vec::new();
            while parts.next_element_seed(Next(&mut words))?.is_some() {}
            words.shrink_to_fit();
            Ok(words)
        }
    }

    /// Appends the words of a part.
    struct Next<'a>(&'a mut Vec<u64>);

    impl<'de> DeserializeSeed<'de> for Next<'_> {
        type Value = ();

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
            deserializer.deserialize_byte_buf(self)
        }
    }

    impl Visitor<'_> for Next<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the bytes of words")
        }

        fn visit_bytes<E>(self, bytes: &[u8]) -> Result<(), E> {
            let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("chunks of eight"));
            self.0.extend(bytes.chunks_exact(8).map(word));
            Ok(())
        }
    }
}

/// Serializes a whole number as bytes, for fields that are marked `#[serde(with = "integer")]`: long numbers take a fifth less
/// than in the digits that `num-bigint` serializes.
pub mod integer {
    use crate::exact::Integer;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_bytes::ByteBuf;

    /// Serializes a number.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn serialize<S: Serializer>(number: &Integer, serializer: S) -> Result<S::Ok, S::Error> {
        ByteBuf::from(number.to_signed_bytes_le()).serialize(serializer)
    }

    /// Deserializes a number.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Integer, D::Error> {
        ByteBuf::deserialize(deserializer).map(|bytes| Integer::from_signed_bytes_le(&bytes))
    }
}

/// Serializes whole numbers as [`integer`] does one.
pub mod integers {
    use crate::exact::Integer;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    struct Number(#[serde(deserialize_with = "super::integer::deserialize")] Integer);

    #[derive(Serialize)]
    struct Reference<'a>(#[serde(serialize_with = "super::integer::serialize")] &'a Integer);

    /// Serializes numbers.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn serialize<S: Serializer>(numbers: &[Integer], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(numbers.iter().map(Reference))
    }

    /// Deserializes numbers.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Integer>, D::Error> {
        Vec::<Number>::deserialize(deserializer).map(|all| all.into_iter().map(|number| number.0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{self, Integer, Rational};

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Work {
        name: String,
        #[serde(with = "words")]
        limbs: Vec<u64>,
        share: Option<Rational>,
        #[serde(with = "integers")]
        numbers: Vec<Integer>,
    }

    /// Every length around that of a part of words comes back, and what is cut short anywhere is refused as such.
    #[test]
    fn values_come_back_whole_or_not_at_all() {
        for length in [0, 1, 255, 256, 257, 1500] {
            let limbs = (0..length).map(|limb: u64| limb.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let share = (length > 1).then(|| exact::ratio(-7, length));
            let long = Integer::from(u128::MAX) * u64::MAX;
            let numbers = vec![-long.clone(), Integer::default(), Integer::from(128), long];
            let (work, mut file) = (Work { name: "work".to_owned(), limbs, share, numbers }, Vec::new());
            save_value(&mut file, &work).expect("memory");
            let whole = file.len();
            save_value(&mut file, &length).expect("memory");
            let mut input = &file[..];
            assert_eq!(read_value::<Work>(&mut input).expect("all there"), work);
            assert_eq!(read_value::<u64>(&mut input).expect("all there"), length);
            over(&mut input).expect("nothing else is there");
            for end in (0..whole).step_by(1 + whole / 50) {
                let error = read_value::<Work>(&mut &file[..end]).expect_err("too short");
                assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{end} of {whole}");
            }
        }
    }

    /// The error of the output is handed on as it was.
    #[test]
    fn a_full_disk_is_reported_as_such() {
        let mut full = [0; 100];
        let error = save_value(&mut &mut full[..], &vec![7u8; 10_000]).expect_err("it is too long");
        assert_eq!(error.kind(), ErrorKind::WriteZero);
    }

    /// A length beyond the end takes no memory.
    #[test]
    fn a_length_beyond_the_end_is_an_error() {
        for length in [16u64, 1 << 40] {
            let mut file = Vec::new();
            save_value(&mut file, &(1u64, length)).expect("memory");
            let error = read_words(&mut &file[..]).expect_err("too short");
            assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
        }
    }
}
