//! A number for bytes, beside the checksum of the format: who changes some of them by hand must know it.

use std::io::{self, Write};

/// FNV-1a (Fowler, Noll, Vo 1991): no secret, so it keeps out what was changed, not whoever means to deceive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seal(u64);

/// The bytes of a seal.
pub(super) const BYTES: usize = 8;

impl Seal {
    /// The seal of these bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut seal = Self(0xcbf2_9ce4_8422_2325);
        seal.add(bytes);
        seal
    }

    /// Adds bytes that follow.
    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes
            .iter()
            .fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    }

    pub(super) fn number(self) -> u64 {
        self.0
    }
}

/// Passes bytes on, and seals them.
pub(super) struct Sealing<W> {
    pub(super) out: W,
    pub(super) seal: Seal,
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.seal.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Takes bytes whose last ones are the seal of those before.
pub(super) struct Unsealing {
    seal: Seal,
    last: Vec<u8>,
}

impl Unsealing {
    /// Takes what follows such bytes.
    pub(super) fn after(bytes: &[u8]) -> Self {
        Self { seal: Seal::of(bytes), last: Vec::new() }
    }

    /// Returns `true` if the seal is right.
    pub(super) fn is_right(&self) -> bool {
        self.last == self.seal.0.to_le_bytes()
    }
}

impl Write for Unsealing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.last.extend_from_slice(bytes);
        let before = self.last.len().saturating_sub(BYTES);
        self.seal.add(&self.last[..before]);
        self.last.drain(..before);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a number for a text (FNV-1a): those who mean the same have the same. It keeps out mistakes, nobody who means to
/// deceive.
pub fn digest(text: &str) -> u64 {
    Seal::of(text.as_bytes()).number()
}
