//! The course of one game as a graph: a node for each position, an edge for each step.

use super::{
    Board, CellValue, ColumnHeading, ColumnType, Document, Edge, EventKind, GraphInfo, Node, Role, layout,
    palette,
};
use crate::exact::{self, Rational};
use crate::game::Seat;
use std::ops::Range;

/// A position in a game, as shown in a [`Path`].
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The last step in words; empty at the beginning.
    pub step: String,
    /// The position in words, separated by commas.
    pub position: String,
    /// The board, if the game has one.
    pub board: Option<Board>,
    /// The number of seats; 0 in a game without opponents.
    pub seats: Seat,
    /// The seat to move, in a game with several seats.
    pub mover: Option<Seat>,
    /// True if the game is over.
    pub over: bool,
    /// The seat that won, if the game is over and has a winner.
    pub winner: Option<Seat>,
    /// Numbers with their names, such as the odds.
    pub numbers: Vec<NamedNumber>,
}

/// A number with its names.
///
/// ```
/// use chancetree_engine::exact::ratio;
/// use chancetree_export::path::NamedNumber;
///
/// let number = NamedNumber::new("win_1", "P(player 1 wins)", ratio(5, 9));
/// assert_eq!((&*number.key, number.value), ("win_1", ratio(5, 9)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedNumber {
    /// The name for programs, such as `win_1`.
    pub key: String,
    /// The name for people, such as `P(player 1 wins)`.
    pub words: String,
    /// The number.
    pub value: Rational,
}

impl NamedNumber {
    /// Creates a number with its names.
    pub fn new(key: impl Into<String>, words: impl Into<String>, value: Rational) -> Self {
        Self { key: key.into(), words: words.into(), value }
    }
}

/// A game from its beginning. Every step has probability 1, because it happened.
#[derive(Clone, Debug)]
pub struct Path {
    head: GraphInfo,
    scenes: Vec<Scene>,
    /// The keys of the numbers that every position has.
    keys: Vec<String>,
    positions: Vec<(f64, f64)>,
    digits: usize,
}

/// The maximum length of a line in a node, in characters.
const WIDE: usize = 32;

impl Path {
    /// Returns the path through the `scenes` of a game, in order; numbers in labels have `digits` decimals.
    pub fn new(title: String, facts: Vec<(String, String)>, scenes: Vec<Scene>, digits: usize) -> Self {
        let everywhere =
            |key: &String| scenes.iter().all(|scene| scene.numbers.iter().any(|number| number.key == *key));
        let (first, seats) = scenes.first().map_or((&[][..], 0), |first| (&first.numbers, first.seats));
        let keys: Vec<String> = first.iter().map(|number| number.key.clone()).filter(everywhere).collect();
        let mut node_columns =
            ColumnHeading::all([("step", ColumnType::Integer), ("position", ColumnType::Text)]);
        for key in &keys {
            node_columns.extend(ColumnHeading::number(key, true));
        }
        let events = vec![EventKind::new("turn", "a description of the event", palette::DECISION)];
        let plies: Vec<u32> = (0..scenes.len() as u32).collect();
        let edges = (1..scenes.len()).map(|step| (step - 1, step));
        let positions = layout::layered(&plies, edges);
        let head = GraphInfo { title, facts, node_columns, seats, events, ..GraphInfo::default() };
        Self { head, scenes, keys, positions, digits }
    }
}

/// Breaks a text into lines, only after commas.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split(", ") {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + part.chars().count() <= WIDE => {
                line.push_str(", ");
                line.push_str(part);
            }
            _ => lines.push(part.to_owned()),
        }
    }
    lines
}

impl Document for Path {
    fn head(&self) -> &GraphInfo {
        &self.head
    }

    fn node_count(&self) -> usize {
        self.scenes.len()
    }

    fn edge_count(&self) -> usize {
        self.scenes.len().saturating_sub(1)
    }

    fn edges_of(&self, node: usize) -> Range<usize> {
        node.min(self.edge_count())..(node + 1).min(self.edge_count())
    }

    fn node(&self, index: usize, node: &mut Node) {
        let scene = &self.scenes[index];
        node.id = index;
        node.label = match index {
            0 => vec!["0 the beginning".to_owned()],
            _ => vec![format!("{index} {}", scene.step)],
        };
        node.label.extend(lines(&scene.position));
        let decimal = |value: &Rational| exact::decimal(value, self.digits);
        let line = |number: &NamedNumber| format!("{} {}", number.words, decimal(&number.value));
        node.label.extend(scene.numbers.iter().map(line));
        node.board = scene.board.clone();
        node.role = match (scene.over, scene.winner) {
            (true, Some(seat)) => Role::Won(seat),
            (true, None) if self.head.seats > 1 => Role::Drawn,
            (true, None) => Role::Done,
            (false, _) if index == 0 => Role::Start,
            (false, _) => Role::Inner,
        };
        node.mover = scene.mover.filter(|_| self.head.seats > 1);
        // No one moves at the end, but the winner is one of several players.
        let winner = scene.winner.filter(|_| self.head.seats > 1);
        node.player = winner.map(|seat| format!("player {}", u32::from(seat) + 1));
        node.ply = index as u32;
        node.reach = 1.0;
        node.position = self.positions[index];
        node.cells.clear();
        node.cells.put(CellValue::Integer(index as i32));
        node.cells.text(|text| text.push_str(&scene.position));
        for key in &self.keys {
            let number = scene.numbers.iter().find(|number| number.key == *key);
            let value = &number.expect("every scene has this number").value;
            node.cells.put(CellValue::Real(exact::double(value)));
            node.cells.text(|text| text.push_str(&exact::fraction(value)));
        }
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        let step = &self.scenes[index + 1].step;
        edge.id = index;
        (edge.source, edge.target) = (index, index + 1);
        edge.event.clone_from(step);
        edge.mover = self.scenes[index].mover.filter(|_| self.head.seats > 1);
        (edge.kind, edge.style) = (0, palette::DECISION);
        edge.weigh(1, 1);
        edge.decided = None;
        edge.cells.clear();
    }
}
