//! Whole numbers, and what is made of them, as they are saved and verified.

use crate::evaluate::checkpoint::{nonsense, put, put_number, some, sound, take_number};
use crate::exact::Natural;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// Values made of whole numbers: they can be saved, and verified modulo a prime that nobody knows beforehand.
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

    /// Puts the rest that it leaves in place of each number.
    fn reduce(&mut self, modulus: &Natural);
}

impl Whole for Natural {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put_number(out, self)
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        take_number(input)
    }

    fn reduce(&mut self, modulus: &Natural) {
        *self %= modulus;
    }
}

/// A value of which numbers are counted.
impl Whole for i64 {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.cast_unsigned()])
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        let [value] = some(input)?;
        Ok(value.cast_signed())
    }

    fn reduce(&mut self, _: &Natural) {}
}

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

    fn reduce(&mut self, modulus: &Natural) {
        self.iter_mut().for_each(|one| one.reduce(modulus));
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

    fn reduce(&mut self, modulus: &Natural) {
        self.iter_mut().for_each(|one| one.reduce(modulus));
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

    fn reduce(&mut self, modulus: &Natural) {
        self.0.reduce(modulus);
        self.1.reduce(modulus);
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

    fn reduce(&mut self, modulus: &Natural) {
        self.iter_mut().for_each(|one| one.reduce(modulus));
    }
}

impl<T: Whole> Whole for BTreeMap<u32, T> {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        put(out, &[self.len() as u64])?;
        self.iter().try_for_each(|(&key, one)| {
            put(out, &[key.into()])?;
            one.write(out)
        })
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        let ([count], mut all) = (some(input)?, Self::new());
        for _ in 0..count {
            let [key] = some(input)?;
            let key = key.try_into().map_err(|_| nonsense())?;
            sound(all.insert(key, T::read(input)?).is_none())?;
        }
        Ok(all)
    }

    fn reduce(&mut self, modulus: &Natural) {
        self.values_mut().for_each(|one| one.reduce(modulus));
    }
}
