//! The entries of a picture's legend, shared by all formats that draw.

use super::palette::{self, Colour};
use super::{Document, Node, Role, Tile, text};
use crate::game::Seat;

/// The sign of a legend entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sign {
    /// A square of a colour, with a mark.
    Square(Colour, &'static str),
    /// The node of an action, with a broken border if it is not taken.
    Action(bool),
    /// A node at which the graph was cut.
    Cut,
    /// A line in a style of the palette.
    Line(usize),
    /// No sign: the name is enough.
    Name,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct LegendEntry {
    pub(super) sign: Sign,
    /// The code; empty if the sign is enough.
    pub(super) name: String,
    pub(super) meaning: String,
}

impl LegendEntry {
    pub(super) fn new(sign: Sign, name: &str, meaning: &str) -> Self {
        Self { sign, name: name.to_owned(), meaning: meaning.to_owned() }
    }
}

/// The maximum length of a name and of a meaning in characters; the built-in games have shorter texts.
const LONGEST: usize = 200;

/// Returns the legend entries of a document.
pub(super) fn entries(document: &dyn Document) -> Vec<LegendEntry> {
    let mut entries = Vec::new();
    let head = document.head();
    let (mut taken, mut known, mut hidden, mut acts, mut cut) = (false, false, false, [false; 2], false);
    let mut seats = [false; Seat::MAX as usize + 1];
    let mut node = Node::default();
    for index in 0..document.node_count() {
        document.node(index, &mut node);
        for tile in node.board.iter().flat_map(|board| &board.rows).flatten() {
            known |= *tile == Tile::Known;
            hidden |= *tile == Tile::Hidden;
            match *tile {
                Tile::Taken(seat) if head.seats > 1 => seats[usize::from(seat)] = true,
                Tile::Taken(_) => taken = true,
                _ => {}
            }
        }
        match node.role {
            Role::Action(taken) => acts[usize::from(taken)] = true,
            Role::Cut => cut = true,
            Role::Won(seat) if head.seats > 1 => seats[usize::from(seat)] = true,
            _ => {}
        }
        if let Some(seat) = node.mover {
            seats[usize::from(seat)] = true;
        }
    }
    // Beyond these seats colours repeat, and the nodes name the seats.
    for seat in (0..palette::SEATS).filter(|&seat| seats[usize::from(seat)]) {
        let who = text::player(seat, head.players.get(usize::from(seat)).map(String::as_str));
        entries.push(LegendEntry::new(Sign::Square(palette::seat(seat), ""), "", &who));
    }
    let signs = [
        (taken, Sign::Square(palette::seat(0), "1"), "taken"),
        (known, Sign::Square(palette::KNOWN, "•"), "known to all"),
        (known && hidden, Sign::Square(palette::WHITE, ""), "unknown"),
        (acts[1], Sign::Action(true), "an action that is taken, with its value"),
        (acts[0], Sign::Action(false), "another action, with its difference from the best"),
        (cut, Sign::Cut, "play continues, but the graph is cut here"),
    ];
    let signs = signs.into_iter().filter(|(is_there, _, _)| *is_there);
    entries.extend(signs.map(|(_, sign, meaning)| LegendEntry::new(sign, "", meaning)));
    // Edges to actions need no entry: the action nodes have names.
    let events = head.events.iter().filter(|kind| kind.style != palette::DECISION);
    entries.extend(events.map(|kind| LegendEntry::new(Sign::Line(kind.style), &kind.name, &kind.meaning)));
    entries.extend(head.codes.iter().map(|code| LegendEntry::new(Sign::Name, &code.code, &code.meaning)));
    for entry in &mut entries {
        for text in [&mut entry.name, &mut entry.meaning] {
            *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.chars().count() > LONGEST {
                *text = text.chars().take(LONGEST).chain(['…']).collect();
            }
        }
    }
    entries
}
