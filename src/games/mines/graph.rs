//! Positions on any graph, as in the first examples of Lindgren (2000), and their text format.
//!
//! ```text
//! # Lindgren (2000), section 3, example 1
//! mines 3
//! node a 2
//! node b 2
//! node c 1
//! edge a t1 t2 t3
//! edge b t2 t3 t4
//! edge c t4 t5 t6
//! ```
//!
//! The first line is the total number of mines. `node NAME CONTENT` defines a node. The content is a number
//! (the node is open and has this many mines as neighbours) or a character as in the text of a
//! [board](super::board): `.` (not opened), `F` (not opened, with a flag that asserts nothing) or `*` (a
//! known mine), for example. Without content, the node is not opened. `edge NAME NAME ...` makes the first
//! node a neighbour of all others. A new name in an `edge` line defines a node that is not opened.

use super::board::{BoardError, lines, read_mines};
use super::system::{Contradiction, Flaw, System, VisibleCell};
use crate::counted;
use crate::model::order::sort_indices;
use std::collections::HashMap;
use std::str::FromStr;

/// The largest number of nodes of a graph.
pub const MAX_NODES: usize = 1 << 16;

/// The largest number of edges of a graph.
pub const MAX_EDGES: usize = 1 << 20;

/// A position on a graph.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::graph::GraphPosition;
/// use chancetree::games::mines::risk::Risk;
/// use chancetree::model::Job;
///
/// let position: GraphPosition = "mines 1\nnode a 1\nedge a t1 t2\nedge t2 t3".parse()?;
/// assert_eq!(position.names, ["a", "t1", "t2", "t3"]);
/// let risk = Risk::of_system(&position.system()?, &Job::default())?;
/// assert_eq!((risk.at(1), risk.at(3)), (Some(ratio(1, 2)), Some(ratio(0, 1))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphPosition {
    /// The total number of mines, including known ones.
    pub mines: usize,
    /// The names of the nodes, in the order of the text.
    pub names: Vec<String>,
    /// The visible content of each node.
    pub seen: Vec<VisibleCell>,
    /// The neighbours of each node, ascending.
    pub near: Vec<Vec<usize>>,
}

impl GraphPosition {
    /// Returns the equations that the numbers imply.
    ///
    /// # Errors
    /// Returns an error if a number contradicts the known mines and hidden nodes around it, or there are more
    /// known mines than mines.
    pub fn system(&self) -> Result<System, Contradiction> {
        System::of((&self.seen, self.mines), |node: usize| self.near[node].iter().copied())
    }
}

/// Returns the words of a line, each with its column, from 1.
fn words(line: &str) -> Vec<(usize, &str)> {
    let mut next = 1;
    let placed = line.split(char::is_whitespace).map(|word| {
        let at = next;
        next += word.chars().count() + 1;
        (at, word)
    });
    placed.filter(|(_, word)| !word.is_empty()).collect()
}

/// Returns the character of a word that has only one.
fn letter(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// A graph that is being read.
#[derive(Default)]
struct GraphReader {
    graph: GraphPosition,
    known: HashMap<String, usize>,
    /// For each node, the line and column of its `node` line, if there was one.
    declared: Vec<Option<(usize, usize)>>,
    edges: usize,
}

impl GraphReader {
    fn node(&mut self, name: &str, at: (usize, usize)) -> Result<usize, BoardError> {
        if let Some(&node) = self.known.get(name) {
            return Ok(node);
        }
        let node = self.graph.names.len();
        if node == MAX_NODES {
            return Err(BoardError::new(at.0, at.1, format!("a graph has at most {MAX_NODES} nodes")));
        }
        self.known.insert(name.to_owned(), node);
        self.graph.names.push(name.to_owned());
        self.graph.seen.push(VisibleCell::Hidden);
        self.graph.near.push(Vec::new());
        self.declared.push(None);
        Ok(node)
    }

    fn seen(&mut self, line: usize, words: &[(usize, &str)]) -> Result<(), BoardError> {
        let wrong = |column, what: String| Err(BoardError::new(line, column, what));
        let [(column, name), seen @ ..] = words else {
            return wrong(1, "a node needs a name, such as 'node a 2'".to_owned());
        };
        let node = self.node(name, (line, *column))?;
        if let Some((earlier, _)) = self.declared[node] {
            return wrong(*column, format!("line {earlier} already describes {name}"));
        }
        self.declared[node] = Some((line, *column));
        self.graph.seen[node] = match seen {
            [] => VisibleCell::Hidden,
            [(column, text)] => match (text.parse(), letter(text).and_then(VisibleCell::of)) {
                (Ok(number), _) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                    VisibleCell::Open(number)
                }
                (_, Some(seen)) => seen,
                _ => {
                    return wrong(
                        *column,
                        format!("{text:?} is not a node; a number, '.', 'F' or '*' is needed"),
                    );
                }
            },
            [_, (column, text), ..] => {
                return wrong(*column, format!("unexpected {text:?}; a node has one value"));
            }
        };
        Ok(())
    }

    fn edge(&mut self, line: usize, words: &[(usize, &str)]) -> Result<(), BoardError> {
        let wrong = |column| BoardError::new(line, column, "an edge needs two names, such as 'edge a t1'");
        let [(column, name), others @ ..] = words else { return Err(wrong(1)) };
        if others.is_empty() {
            return Err(wrong(*column));
        }
        let from = self.node(name, (line, *column))?;
        for (column, name) in others {
            let to = self.node(name, (line, *column))?;
            if from == to {
                return Err(BoardError::new(line, *column, format!("{name} cannot be its own neighbour")));
            }
            self.edges += 1;
            if self.edges > MAX_EDGES {
                return Err(BoardError::new(line, *column, format!("a graph has at most {MAX_EDGES} edges")));
            }
            self.graph.near[from].push(to);
            self.graph.near[to].push(from);
        }
        Ok(())
    }

    fn finish(mut self, mines_at: (usize, usize)) -> Result<GraphPosition, BoardError> {
        for near in &mut self.graph.near {
            sort_indices(near);
            near.dedup();
        }
        let graph = self.graph;
        let near = |node: usize| graph.near[node].iter().copied();
        let name = |node: usize| graph.names[node].clone();
        let ((line, column), what) = match Flaw::of((&graph.seen, graph.mines), near, "node", name) {
            None => return Ok(graph),
            Some(Flaw::Room(what)) => (mines_at, what),
            Some(Flaw::Known(known)) => {
                let known = counted(known, "known mine");
                (mines_at, format!("{} in all, but {known}", counted(graph.mines, "mine")))
            }
            Some(Flaw::Number(node, what)) => (self.declared[node].unwrap_or(mines_at), what),
        };
        Err(BoardError::new(line, column, what))
    }
}

impl FromStr for GraphPosition {
    type Err = BoardError;

    /// Parses a position in the format of this module.
    ///
    /// # Errors
    /// Returns an error, with line and column, if a line is malformed, there are more than [`MAX_NODES`]
    /// nodes or [`MAX_EDGES`] edges, more mines than nodes for them, or an impossible number.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        let mut lines = lines(text);
        let (first, line) = lines.next().ok_or_else(|| {
            BoardError::new(1, 1, "there is nothing here; the first line must be 'mines M'")
        })?;
        let (mines, column) = read_mines(first, line)?;
        let mut reader = GraphReader { graph: Self { mines, ..Self::default() }, ..GraphReader::default() };
        for (number, line) in lines {
            let words = words(line);
            match words.split_first() {
                Some(((_, "node"), rest)) => reader.seen(number, rest)?,
                Some(((_, "edge"), rest)) => reader.edge(number, rest)?,
                Some(((column, word), _)) => {
                    let what = format!("unknown line {word:?}; node or edge is needed");
                    return Err(BoardError::new(number, *column, what));
                }
                None => {}
            }
        }
        reader.finish((first, column))
    }
}
