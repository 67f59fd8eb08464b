//! Positions on their way to another process.

use super::{Decisions, Position};
use crate::game::{Seat, Travel};

impl Travel for Decisions {
    fn pack(&self, position: &Position, bytes: &mut Vec<u8>) {
        let Position { table, lead, passes, mover } = position;
        bytes.extend([*passes, *mover]);
        bytes.extend(lead.to_le_bytes());
        self.memory.pack(table, bytes);
    }

    fn unpack(&self, bytes: &[u8]) -> Option<Position> {
        let (&[passes, mover], rest) = bytes.split_first_chunk::<2>()?;
        let (&lead, table) = rest.split_first_chunk()?;
        let position =
            Position { table: self.memory.unpack(table)?, lead: i32::from_le_bytes(lead), passes, mover };
        let seats: Seat = crate::game::Game::seats(self);
        (mover < seats && passes <= 2).then_some(position)
    }
}
