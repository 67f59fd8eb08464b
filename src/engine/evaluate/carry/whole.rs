//! Saves and reads whole numbers and the collections built from whole numbers.

use crate::evaluate::checkpoint::{
    nonsense, put, put_fraction, put_number, some, sound, take_fraction, take_number,
};
use crate::exact::{Natural, Rational};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// Values built from whole numbers, which a checkpoint can hold.
pub trait Whole: Clone + PartialEq + Send + Sync {
    /// Writes it.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what was written.
    ///
    /// # Errors
    /// If it cannot be read, or makes no sense.
    fn read(input: &mut dyn Read) -> io::Result<Self>;
}

impl Whole for Natural {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put_number(out, self)
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        take_number(input)
    }
}

impl Whole for Rational {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put_fraction(out, self)
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        take_fraction(input)
    }
}

/// Nothing.
impl Whole for () {
    fn write(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn read(_: &mut dyn Read) -> io::Result<Self> {
        Ok(())
    }
}

/// Implements [`Whole`] for values by which numbers are told apart: a word each.
macro_rules! told_apart {
    ($($type:ty)*) => {
        $(impl Whole for $type {
            fn write(&self, out: &mut dyn Write) -> io::Result<()> {
                put(out, &[i64::from(*self).cast_unsigned()])
            }

            fn read(input: &mut dyn Read) -> io::Result<Self> {
                let [value] = some(input)?;
                value.cast_signed().try_into().map_err(|_| nonsense())
            }
        })*
    };
}
told_apart!(i32 u32 i64);

impl<T: Whole + Default, const N: usize> Whole for [T; N] {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.iter().try_for_each(|one| one.write(out))
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        let mut all = [(); N].map(|()| T::default());
        for one in &mut all {
            *one = T::read(input)?;
        }
        Ok(all)
    }
}

impl<T: Whole> Whole for Vec<T> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.len() as u64])?;
        self.iter().try_for_each(|one| one.write(out))
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        let [count] = some(input)?;
        // Nothing is reserved for what may not be there.
        (0..count).map(|_| T::read(input)).collect()
    }
}

impl<A: Whole, B: Whole> Whole for (A, B) {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write(out)?;
        self.1.write(out)
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        Ok((A::read(input)?, B::read(input)?))
    }
}

impl<T: Whole> Whole for Option<T> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[u64::from(self.is_some())])?;
        self.iter().try_for_each(|one| one.write(out))
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        match some(input)? {
            [0] => Ok(None),
            [1] => T::read(input).map(Some),
            _ => Err(nonsense()),
        }
    }
}

impl<K: Whole + Ord, T: Whole> Whole for BTreeMap<K, T> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.len() as u64])?;
        self.iter().try_for_each(|(key, one)| {
            key.write(out)?;
            one.write(out)
        })
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        let ([count], mut all) = (some(input)?, Self::new());
        for _ in 0..count {
            sound(all.insert(K::read(input)?, T::read(input)?).is_none())?;
        }
        Ok(all)
    }
}
