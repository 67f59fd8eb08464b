//! Formats of many or long numbers, for `serde`.

use serde::de::{DeserializeSeed, SeqAccess, Visitor};
use serde::ser::SerializeSeq as _;
use serde::{Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// A value of 64 bits.
trait FixedWord: Copy {
    fn to_word(self) -> u64;
    fn from_word(word: u64) -> Self;
}

impl FixedWord for u64 {
    fn to_word(self) -> u64 {
        self
    }

    fn from_word(word: u64) -> Self {
        word
    }
}

impl FixedWord for f64 {
    fn to_word(self) -> u64 {
        self.to_bits()
    }

    fn from_word(word: u64) -> Self {
        Self::from_bits(word)
    }
}

/// The number of words in a chunk.
const CHUNK: usize = 256;

/// The greatest number of chunks for which room is made before they are read.
const MAX_CHUNKS_AT_ONCE: usize = 1 << 13;

/// Words that are serialized as bytes, each with its least significant byte first.
struct WordChunk<'a, T>(&'a [T]);

impl<T: FixedWord> Serialize for WordChunk<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = [0; 8 * CHUNK];
        for (bytes, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            bytes.copy_from_slice(&word.to_word().to_le_bytes());
        }
        serializer.serialize_bytes(&bytes[..8 * self.0.len()])
    }
}

fn serialize<T: FixedWord, S: Serializer>(words: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    let chunks = words.chunks(CHUNK);
    let mut all = serializer.serialize_seq(Some(chunks.len()))?;
    for chunk in chunks {
        all.serialize_element(&WordChunk(chunk))?;
    }
    all.end()
}

fn deserialize<'de, T: FixedWord, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_seq(WordChunks(PhantomData))
}

/// Reads all chunks of a list.
struct WordChunks<T>(PhantomData<T>);

impl<'de, T: FixedWord> Visitor<'de> for WordChunks<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("words in chunks")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut chunks: A) -> Result<Vec<T>, A::Error> {
        // A wrong length must not allocate much more than the input has.
        let count = chunks.size_hint().unwrap_or(0).min(MAX_CHUNKS_AT_ONCE);
        let mut words = Vec::with_capacity(count * CHUNK);
        while chunks.next_element_seed(ChunkReader(&mut words))?.is_some() {}
        words.shrink_to_fit();
        Ok(words)
    }
}

/// Appends the words of one chunk to a list.
struct ChunkReader<'a, T>(&'a mut Vec<T>);

impl<'de, T: FixedWord> DeserializeSeed<'de> for ChunkReader<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_byte_buf(self)
    }
}

impl<T: FixedWord> Visitor<'_> for ChunkReader<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of words")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<(), E> {
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("chunks of eight"));
        self.0.extend(bytes.chunks_exact(8).map(|bytes| T::from_word(word(bytes))));
        Ok(())
    }
}

/// Serializes many 64-bit words as bytes, for fields with the attribute `#[serde(with = "words")]`.
pub mod words {
    use serde::{Deserializer, Serializer};

    /// Serializes words.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn serialize<S: Serializer>(words: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
        super::serialize(words, serializer)
    }

    /// Deserializes words.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
        super::deserialize(deserializer)
    }
}

/// Serializes many doubles as bytes, for fields with the attribute `#[serde(with = "doubles")]`.
pub mod doubles {
    use serde::{Deserializer, Serializer};

    /// Serializes doubles.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn serialize<S: Serializer>(doubles: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
        super::serialize(doubles, serializer)
    }

    /// Deserializes doubles.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
        super::deserialize(deserializer)
    }
}

/// Serializes a whole number as bytes, for fields with the attribute `#[serde(with = "integer")]`. Long numbers take a fifth
/// less than in the format of `num-bigint`.
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

/// Serializes a list of whole numbers, each in the format of [`integer`].
pub mod integers {
    use crate::exact::Integer;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Deserialize)]
    struct SavedInteger(#[serde(deserialize_with = "super::integer::deserialize")] Integer);

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
        Vec::<SavedInteger>::deserialize(deserializer)
            .map(|all| all.into_iter().map(|number| number.0).collect())
    }
}
