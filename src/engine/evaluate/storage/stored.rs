//! Values that can be measured and saved: numbers, fractions and collections.

use crate::exact::{Natural, Rational};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// A value whose memory can be estimated.
pub trait MemorySize {
    /// Returns the estimated memory of the value, in bytes. Defaults to the size of a value that holds no memory on the heap.
    fn bytes(&self) -> u64 {
        size_of_val(self) as u64
    }
}

/// A value that storage can measure and save.
pub trait Stored: MemorySize + Serialize + DeserializeOwned + Send + Sync + 'static {}

impl<T: MemorySize + Serialize + DeserializeOwned + Send + Sync + 'static> Stored for T {}

impl MemorySize for Natural {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.bits() / 8
    }
}

impl MemorySize for Rational {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + (self.numer().bits() + self.denom().bits()) / 8
    }
}

impl MemorySize for () {}
impl MemorySize for u16 {}
impl MemorySize for u32 {}
impl MemorySize for i32 {}
impl MemorySize for i64 {}

impl<T: MemorySize> MemorySize for &T {
    fn bytes(&self) -> u64 {
        T::bytes(self)
    }
}

impl<T: MemorySize, const N: usize> MemorySize for [T; N] {
    fn bytes(&self) -> u64 {
        self.iter().map(T::bytes).sum()
    }
}

impl<T: MemorySize> MemorySize for Vec<T> {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.iter().map(T::bytes).sum::<u64>()
    }
}

impl<A: MemorySize, B: MemorySize> MemorySize for (A, B) {
    fn bytes(&self) -> u64 {
        self.0.bytes() + self.1.bytes()
    }
}

impl<T: MemorySize> MemorySize for Option<T> {
    fn bytes(&self) -> u64 {
        self.as_ref().map_or(size_of::<Self>() as u64, T::bytes)
    }
}

impl<K: MemorySize, T: MemorySize> MemorySize for BTreeMap<K, T> {
    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.iter().map(|(key, one)| key.bytes() + one.bytes()).sum::<u64>()
    }
}
