//! The byte format of values: blocks, each preceded by its length. Reading a value is fast, and reads no byte of the next value.

use postcard::{de_flavors, ser_flavors};
use std::io::{self, Read, Write};

/// The greatest number of bytes in a block.
const BLOCK: usize = 1 << 15;

/// Writes the bytes of a value. `written` keeps the error of the output, because the errors of `postcard` cannot hold it.
pub(super) struct BlockWriter<'a> {
    out: &'a mut dyn Write,
    /// The length of the block, and its bytes so far.
    block: Vec<u8>,
    written: &'a mut io::Result<()>,
}

/// The initial capacity of a block in bytes: most values are short.
const SHORT: usize = 1 << 7;

/// The number of bytes in which the length of a block is written.
const LENGTH: usize = size_of::<u16>();

impl<'a> BlockWriter<'a> {
    pub(super) fn new(out: &'a mut dyn Write, written: &'a mut io::Result<()>) -> Self {
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

impl ser_flavors::Flavor for BlockWriter<'_> {
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

/// Reads the bytes of a value. `read` keeps the error of the input, because the errors of `postcard` cannot hold it.
pub(super) struct BlockReader<'a> {
    input: &'a mut dyn Read,
    block: Vec<u8>,
    /// The number of bytes of the block that were returned.
    taken: usize,
    /// The bytes that were returned last, if they came from several blocks.
    bytes: Vec<u8>,
    read: &'a mut io::Result<()>,
}

impl<'a> BlockReader<'a> {
    pub(super) fn new(input: &'a mut dyn Read, read: &'a mut io::Result<()>) -> Self {
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

impl<'de> de_flavors::Flavor<'de> for BlockReader<'de> {
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
        // Values never borrow from the input.
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
        // A wrong `count` must not allocate more than the input has.
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
        // A value ends with its last block.
        if self.taken == self.block.len() { Ok(()) } else { Err(postcard::Error::DeserializeBadEncoding) }
    }
}
