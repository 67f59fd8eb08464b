//! Colours and line styles that colour-blind readers can distinguish (Okabe and Ito, 2008). Colour is never the only
//! cue.

use super::{Role, Tile};
use crate::game::Seat;
use std::fmt::{self, Display};

/// A colour as red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Writes `#RRGGBB`.
impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

impl Colour {
    /// Returns a darker colour of the same hue.
    pub fn shade(self) -> Self {
        let darker = |channel: u8| channel / 5 * 4;
        Self(darker(self.0), darker(self.1), darker(self.2))
    }

    /// Returns a much lighter colour of the same hue.
    fn tint(self) -> Self {
        let lighter = |channel: u8| 255 - (255 - channel) / 10 * 4;
        Self(lighter(self.0), lighter(self.1), lighter(self.2))
    }
}

/// White.
pub const WHITE: Colour = Colour(0xFF, 0xFF, 0xFF);
/// Black.
pub const BLACK: Colour = Colour(0, 0, 0);
/// A light grey for draws and for items without an owner.
pub const GREY: Colour = Colour(0xDD, 0xDD, 0xDD);

/// A red for ends that the only player loses. Everyone can distinguish it from the blue of the first seat.
pub const LOST: Colour = Colour(0xD5, 0x5E, 0x00);

/// A grey for cards that are face down and known to all players.
pub const KNOWN: Colour = Colour(0xC4, 0xC9, 0xD1);

/// A light grey, visible on white, for actions that are not taken.
pub const LEFT: Colour = Colour(0xE8, 0xE8, 0xE8);

/// A light yellow for actions that are taken.
pub const CHOSEN: Colour = Colour(0xFB, 0xF3, 0xB3);

/// Fills on which black text is readable, by seat; they repeat from the seventh seat on.
const FILLS: [Colour; 6] = [
    Colour(0x56, 0xB4, 0xE9),
    Colour(0xE6, 0x9F, 0x00),
    Colour(0x00, 0x9E, 0x73),
    Colour(0xF0, 0xE4, 0x42),
    Colour(0xD5, 0x5E, 0x00),
    Colour(0xCC, 0x79, 0xA7),
];

/// The number of seats with different fills.
pub const SEATS: Seat = FILLS.len() as Seat;

/// Returns the fill of a seat.
pub fn seat(seat: Seat) -> Colour {
    FILLS[usize::from(seat) % FILLS.len()]
}

/// Returns the fill at `place` in a stacked chart, where all are different: the fills of six seats, then their tints and shades.
pub fn band(place: usize) -> Colour {
    let fill = FILLS[place % FILLS.len()];
    match place / FILLS.len() % 3 {
        0 => fill,
        1 => fill.tint(),
        _ => fill.shade(),
    }
}

const BLUE: Colour = Colour(0x00, 0x72, 0xB2);
const VERMILLION: Colour = Colour(0xD5, 0x5E, 0x00);
const GREEN: Colour = Colour(0x00, 0x80, 0x60);
const PURPLE: Colour = Colour(0x9B, 0x4F, 0x80);
const BROWN: Colour = Colour(0x7A, 0x55, 0x00);
const SLATE: Colour = Colour(0x6B, 0x6F, 0x76);

/// Lines with a contrast of 3:1 against white and a dash pattern as the second cue; all are different. The first
/// twelve are the events A to K and P of Memory, the next three its events S, T and U.
const LINES: [(Colour, &str); EVENT_STYLES] = [
    (BLUE, "solid"),
    (VERMILLION, "dashed"),
    (GREEN, "dotted"),
    (PURPLE, "bold"),
    (BLACK, "dashed"),
    (BROWN, "solid"),
    (BLUE, "dashed"),
    (VERMILLION, "dotted"),
    (GREEN, "solid"),
    (PURPLE, "dashed"),
    (BLACK, "dotted"),
    (SLATE, "solid"),
    (BROWN, "dashed"),
    (BLUE, "dotted"),
    (VERMILLION, "solid"),
    (GREEN, "dashed"),
    (PURPLE, "dotted"),
    (SLATE, "dashed"),
    (BLACK, "solid"),
    (SLATE, "dotted"),
];

/// Colours of lines that have markers instead of dashes.
const SOLID: [Colour; 7] = [BLUE, VERMILLION, GREEN, PURPLE, BLACK, BROWN, SLATE];

/// Returns the colour of the line at `place` in a plot.
pub fn line(place: usize) -> Colour {
    SOLID[place % SOLID.len()]
}

/// The number of line styles of events.
pub const EVENT_STYLES: usize = 20;

/// The line style of a decision, which no event has.
pub const DECISION: usize = 18;

/// The line style of several merged events, which no single event has.
pub const SEVERAL: usize = 19;

/// Returns the colour and the Graphviz line style of a style index.
pub fn event(look: usize) -> (Colour, &'static str) {
    LINES[look % EVENT_STYLES]
}

/// Returns the fill of a node: the winner's colour at an end, a tint of the mover's colour elsewhere.
pub fn node(role: Role, mover: Option<Seat>) -> Colour {
    match (role, mover) {
        (Role::Won(winner), _) => seat(winner),
        (Role::Drawn | Role::Done, _) => GREY,
        (Role::Lost, _) => LOST,
        (Role::Action(true), _) => CHOSEN,
        (Role::Action(false), _) => LEFT,
        (_, Some(mover)) => seat(mover).tint(),
        (_, None) => seat(0).tint(),
    }
}

/// Returns the fill of a square, and a mark, so that colour is never the only cue.
pub fn tile(tile: &Tile) -> (Colour, String) {
    match tile {
        Tile::Hidden => (WHITE, String::new()),
        Tile::Known => (KNOWN, "•".to_owned()),
        Tile::Taken(seat) => (self::seat(*seat), (u32::from(*seat) + 1).to_string()),
        Tile::Open(text) => (WHITE, text.clone()),
    }
}
