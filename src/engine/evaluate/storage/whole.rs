//! Values that can be measured and saved: whole numbers, fractions, and collections of them.

use crate::evaluate::checkpoint::{
    nonsense, put, put_fraction, put_number, some, sound, take_fraction, take_number,
};
use crate::exact::{Natural, Rational};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// A value that storage can measure and a checkpoint can hold. It is read with the help of a context `C`.
pub trait Stored<C = ()>: Send + Sync + Sized + 'static {
    /// Returns about the memory that the value takes.
    fn bytes(&self) -> u64;

    /// Writes the value.
    ///
    /// # Errors
    /// If it cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads a value that was written.
    ///
    /// # Errors
    /// If it cannot be read, or is not valid.
    fn read(input: &mut dyn Read, context: &C) -> io::Result<Self>;
}

impl Stored for Natural {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.bits() / 8
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put_number(out, self)
    }

    fn read(input: &mut dyn Read, (): &()) -> io::Result<Self> {
        take_number(input)
    }
}

impl Stored for Rational {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + (self.numer().bits() + self.denom().bits()) / 8
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put_fraction(out, self)
    }

    fn read(input: &mut dyn Read, (): &()) -> io::Result<Self> {
        take_fraction(input)
    }
}

/// Nothing.
impl Stored for () {
    fn bytes(&self) -> u64 {
        0
    }

    fn write(&self, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn read(_: &mut dyn Read, (): &()) -> io::Result<Self> {
        Ok(())
    }
}

/// Implements [`Stored`] for values by which numbers are told apart: a word each.
macro_rules! told_apart {
    ($($type:ty)*) => {
        $(impl Stored for $type {
            fn bytes(&self) -> u64 {
                size_of::<Self>() as u64
            }

            fn write(&self, out: &mut dyn Write) -> io::Result<()> {
                put(out, &[i64::from(*self).cast_unsigned()])
            }

            fn read(input: &mut dyn Read, (): &()) -> io::Result<Self> {
                let [value] = some(input)?;
                value.cast_signed().try_into().map_err(|_| nonsense())
            }
        })*
    };
}
told_apart!(i32 u16 u32 i64);

impl<T: Stored + Default, const N: usize> Stored for [T; N] {
    fn bytes(&self) -> u64 {
        self.iter().map(T::bytes).sum()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.iter().try_for_each(|one| one.write(out))
    }

    fn read(input: &mut dyn Read, (): &()) -> io::Result<Self> {
        let mut all = [(); N].map(|()| T::default());
        for one in &mut all {
            *one = T::read(input, &())?;
        }
        Ok(all)
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.iter().map(T::bytes).sum::<u64>()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.len() as u64])?;
        self.iter().try_for_each(|one| one.write(out))
    }

    fn read(input: &mut dyn Read, (): &()) -> io::Result<Self> {
        let [count] = some(input)?;
        // Nothing is reserved for what may not be there.
        (0..count).map(|_| T::read(input, &())).collect()
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn bytes(&self) -> u64 {
        self.0.bytes() + self.1.bytes()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.write(out)?;
        self.1.write(out)
    }

    fn read(input: &mut dyn Read, (): &()) -> io::Result<Self> {
        Ok((A::read(input, &())?, B::read(input, &())?))
    }
}

impl<T: Stored> Stored for Option<T> {
    fn bytes(&self) -> u64 {
        self.as_ref().map_or(size_of::<Self>() as u64, T::bytes)
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[u64::from(self.is_some())])?;
        self.iter().try_for_each(|one| one.write(out))
    }

    fn read(input: &mut dyn Read, (): &()) -> io::Result<Self> {
        match some(input)? {
            [0] => Ok(None),
            [1] => T::read(input, &()).map(Some),
            _ => Err(nonsense()),
        }
    }
}

impl<K: Stored + Ord, T: Stored> Stored for BTreeMap<K, T> {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.iter().map(|(key, one)| key.bytes() + one.bytes()).sum::<u64>()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.len() as u64])?;
        self.iter().try_for_each(|(key, one)| {
            key.write(out)?;
            one.write(out)
        })
    }

    fn read(input: &mut dyn Read, (): &()) -> io::Result<Self> {
        let ([count], mut all) = (some(input)?, Self::new());
        for _ in 0..count {
            sound(all.insert(K::read(input, &())?, T::read(input, &())?).is_none())?;
        }
        Ok(all)
    }
}
