//! Checkpoints: unfinished work that is written as data, to be read again by a later run.
//!
//! Saved state is serialized through `serde`, in the format of `postcard`: [`save_value`] writes a value and [`read_value`]
//! reads it. Checksum, version and fingerprint are checked before any value is read, so values are trusted.
//!
//! The engine writes no file of its own: a [`Store`](crate::Store) decides when and where to save. Apart from reports of progress,
//! the engine uses a clock only to distribute work among threads by the time that a state takes, and to save only results that
//! took long. The results of finished work do not depend on the clock.

mod blocks;
mod numbers;

use crate::checkpoint::blocks::{BlockReader, BlockWriter};
use crate::{Error, StoreError};
use foldhash::fast::FixedState;
pub use numbers::{doubles, integer, integers, words};
use postcard::Deserializer;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::hash::{BuildHasher as _, Hash};
use std::io::{self, ErrorKind, Read, Write};
use std::mem::take;

/// Returns a 64-bit hash of a value, which is constant within one build of the program. It distinguishes the saved
/// work of different queries, and does not protect against forged files.
///
/// ```
/// use chancetree_model::checkpoint::fingerprint;
///
/// assert_ne!(fingerprint("odds"), fingerprint("best"));
/// ```
pub fn fingerprint(value: &(impl Hash + ?Sized)) -> u64 {
    FixedState::with_seed(0).hash_one(value)
}

/// Ensures that the input has ended, so that a checksum of the input has seen every byte.
///
/// # Errors
/// If a byte is left, or the input cannot be read.
pub fn ensure_end(input: &mut dyn Read) -> io::Result<()> {
    ensure(input.read(&mut [0])? == 0)
}

/// Ensures that saved work fits the game.
///
/// # Errors
/// [`invalid_data`] if `is_valid` is `false`.
pub fn ensure(is_valid: bool) -> io::Result<()> {
    if is_valid { Ok(()) } else { Err(invalid_data()) }
}

/// Returns the error that saved work does not fit the game.
pub fn invalid_data() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, Error::Store(StoreError::Unfit))
}

/// Writes a value.
///
/// # Errors
/// If it cannot be written.
///
/// ```
/// use chancetree_model::checkpoint::{read_value, save_value};
///
/// let mut bytes = Vec::new();
/// save_value(&mut bytes, &(1u8, "two"))?;
/// assert_eq!(read_value::<(u8, String)>(&mut &bytes[..])?, (1, "two".to_owned()));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn save_value(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    let mut written = Ok(());
    let serialized = postcard::serialize_with_flavor(value, BlockWriter::new(out, &mut written));
    written?;
    serialized.map_err(io::Error::other)
}

/// Reads a value that was written with [`save_value`].
///
/// # Errors
/// If the input ends before the value does, cannot be read, or is not such a value.
pub fn read_value<T: DeserializeOwned>(input: &mut dyn Read) -> io::Result<T> {
    let mut read = Ok(());
    let mut deserializer = Deserializer::from_flavor(BlockReader::new(input, &mut read));
    let value = T::deserialize(&mut deserializer).and_then(|value| deserializer.finalize().map(|()| value));
    read?;
    value.map_err(|_| invalid_data())
}

/// Appends the bytes of a value, without their number.
///
/// # Errors
/// If the value cannot be serialized.
///
/// ```
/// use chancetree_model::checkpoint::{decode, encode};
///
/// let mut bytes = Vec::new();
/// encode(&(1u8, "two"), &mut bytes)?;
/// assert_eq!(decode::<(u8, String)>(&bytes)?, (1, "two".to_owned()));
/// assert!(decode::<u8>(&bytes).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn encode(value: &(impl Serialize + ?Sized), bytes: &mut Vec<u8>) -> io::Result<()> {
    *bytes = postcard::to_extend(value, take(bytes)).map_err(io::Error::other)?;
    Ok(())
}

/// Returns the value with these bytes, which were made by [`encode`].
///
/// # Errors
/// If they are not the bytes of such a value.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).map_err(|_| invalid_data())?;
    ensure(rest.is_empty()).map(|()| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{self, Integer, Rational};
    use serde::Deserialize;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct SavedWork {
        name: String,
        #[serde(with = "words")]
        limbs: Vec<u64>,
        #[serde(with = "doubles")]
        odds: Vec<f64>,
        share: Option<Rational>,
        #[serde(with = "integers")]
        numbers: Vec<Integer>,
    }

    /// Values of all lengths around a chunk of words are read as they were saved. A value that is cut short is refused.
    #[test]
    fn values_come_back_whole_or_not_at_all() {
        for length in [0, 1, 255, 256, 257, 1500] {
            let limbs = (0..length).map(|limb: u64| limb.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let odds = (0..length).map(|place| place as f64 / 7.0).collect();
            let share = (length > 1).then(|| exact::ratio(-7, length));
            let long = Integer::from(u128::MAX) * u64::MAX;
            let numbers = vec![-long.clone(), Integer::default(), Integer::from(128), long];
            let (work, mut file) =
                (SavedWork { name: "work".to_owned(), limbs, odds, share, numbers }, Vec::new());
            save_value(&mut file, &work).expect("memory");
            let whole = file.len();
            save_value(&mut file, &length).expect("memory");
            let mut input = &file[..];
            assert_eq!(read_value::<SavedWork>(&mut input).expect("all there"), work);
            assert_eq!(read_value::<u64>(&mut input).expect("all there"), length);
            ensure_end(&mut input).expect("nothing else is there");
            for end in (0..whole).step_by(1 + whole / 50) {
                let error = read_value::<SavedWork>(&mut &file[..end]).expect_err("too short");
                assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{end} of {whole}");
            }
        }
    }

    /// An error of the output is returned unchanged.
    #[test]
    fn a_full_disk_is_reported_as_such() {
        let mut full = [0; 100];
        let error = save_value(&mut &mut full[..], &vec![7u8; 10_000]).expect_err("it is too long");
        assert_eq!(error.kind(), ErrorKind::WriteZero);
    }

    /// A length that exceeds the input allocates no memory.
    #[test]
    fn a_length_beyond_the_end_is_an_error() {
        #[derive(Deserialize)]
        struct Words(#[serde(with = "words")] Vec<u64>);

        for length in [16u64, 1 << 40] {
            let mut file = Vec::new();
            save_value(&mut file, &(1u64, length)).expect("memory");
            let error = read_value::<Words>(&mut &file[..]).map(|words| words.0).expect_err("too short");
            assert_eq!(error.kind(), ErrorKind::UnexpectedEof);
        }
    }
}
