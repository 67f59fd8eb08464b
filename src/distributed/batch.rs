//! Batches: nodes with their rows, packed in bytes.

use crate::evaluate::{
    checkpoint::{nonsense, read_value, save_value},
    row::{Plans, Row},
};
use crate::exact::Natural;
use crate::game::{Seat, Travel};
use std::io::{self, Read as _, Write};

/// A juncture of play: a state and the seat to move.
pub(crate) type Juncture<G> = (<G as crate::game::Game>::State, Seat);

/// Appends to bytes in memory, which cannot fail.
pub(crate) fn pack(bytes: &mut Vec<u8>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
    write(bytes).expect("memory takes all that is written");
}

/// Packs a node without its row: the same bytes in every process.
pub(crate) fn packed<G: Travel>(game: &G, (state, mover): &Juncture<G>) -> Vec<u8> {
    let mut bytes = vec![*mover];
    game.pack(state, &mut bytes);
    bytes
}

/// Returns the worker that owns a node: the same in every process, on every machine.
pub(crate) fn owner(place: &[u8], workers: u64) -> u64 {
    // FNV-1a (Fowler, Noll, Vo 1991), its bits mixed once more because the last ones choose.
    let hash = place.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15) % workers
}

/// Begins a batch of nodes whose numbers are over `denominator`.
pub(crate) fn begin(denominator: &Natural) -> Vec<u8> {
    let mut bytes = Vec::new();
    pack(&mut bytes, |out| save_value(out, denominator));
    bytes
}

/// Appends a node, packed by [`packed`], with its row.
pub(crate) fn add<const K: usize>(bytes: &mut Vec<u8>, place: &[u8], row: &Row<K>) {
    put_state(bytes, place);
    pack(bytes, |out| row.write(out));
}

/// Appends a packed state or place, its length first.
pub(crate) fn put_state(bytes: &mut Vec<u8>, packed: &[u8]) {
    let length = u32::try_from(packed.len()).expect("a state of 4 GB fits no memory");
    bytes.extend(length.to_le_bytes());
    bytes.extend(packed);
}

/// Reads what [`put_state`] has appended.
pub(crate) fn take_state<'b>(bytes: &mut &'b [u8]) -> io::Result<&'b [u8]> {
    let mut length = [0; 4];
    bytes.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    let (packed, rest) = bytes.split_at_checked(length).ok_or_else(nonsense)?;
    *bytes = rest;
    Ok(packed)
}

/// Reads the denominator of a batch. Returns it with the bytes of the nodes.
pub(crate) fn open(mut bytes: &[u8]) -> io::Result<(Natural, &[u8])> {
    Ok((read_value(&mut bytes)?, bytes))
}

/// Reads the next node of a batch.
pub(crate) fn next<G: Travel, const K: usize>(
    game: &G,
    plans: &Plans<K>,
    bytes: &mut &[u8],
) -> io::Result<Option<(Juncture<G>, Row<K>)>> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let (mover, state) = take_state(bytes)?.split_first().ok_or_else(nonsense)?;
    let state = game.unpack(state).filter(|_| *mover < game.seats()).ok_or_else(nonsense)?;
    Ok(Some(((state, *mover), Row::read(bytes, plans)?)))
}

#[cfg(test)]
mod tests {
    use super::owner;

    /// Neighbouring states are shared out evenly.
    #[test]
    fn every_worker_owns_its_share() {
        for workers in [2, 3, 4, 7] {
            let mut owned = vec![0u32; workers as usize];
            for number in 0..10_000u32 {
                owned[owner(&number.to_le_bytes(), workers) as usize] += 1;
            }
            let fair = 10_000 / workers as u32;
            assert!(owned.iter().all(|&count| count.abs_diff(fair) < fair / 5), "{owned:?}");
        }
    }
}
