//! Documents to write: a table in memory, Memory with a few pairs, and a table of difficult cases.

pub mod memory;
pub mod read;
pub mod xml;

use chancetree_export::{
    Board, CellValue, Code, ColumnHeading, ColumnType, Document, Edge, EventKind, GraphFormat, GraphInfo,
    Node, Role, Tile, write,
};
use std::ops::{ControlFlow, Range};

/// A document with all records in memory.
#[derive(Default)]
pub struct Table {
    pub head: GraphInfo,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    /// The reward of each edge, in halves; empty without rewards.
    pub paid: Vec<i64>,
}

impl Table {
    /// Copies the contents of a document, without the parts that only DRN uses.
    pub fn of(document: &dyn Document) -> Self {
        let (mut nodes, mut edges) = (Vec::new(), Vec::new());
        for index in 0..document.node_count() {
            nodes.push(Node::default());
            document.node(index, &mut nodes[index]);
        }
        for index in 0..document.edge_count() {
            edges.push(Edge::default());
            document.edge(index, &mut edges[index]);
        }
        let head = GraphInfo { decides: false, rewards: Vec::new(), ..document.head().clone() };
        Self { head, nodes, edges, paid: Vec::new() }
    }
}

impl Document for Table {
    fn head(&self) -> &GraphInfo {
        &self.head
    }
    fn node_count(&self) -> usize {
        self.nodes.len()
    }
    fn edge_count(&self) -> usize {
        self.edges.len()
    }
    fn edges_of(&self, node: usize) -> Range<usize> {
        let first = self.edges.partition_point(|edge| edge.source < node);
        first..self.edges.partition_point(|edge| edge.source <= node)
    }
    fn node(&self, index: usize, node: &mut Node) {
        node.clone_from(&self.nodes[index]);
    }
    fn edge(&self, index: usize, edge: &mut Edge) {
        edge.clone_from(&self.edges[index]);
    }
    fn reward(&self, index: usize, halves: &mut Vec<i64>) {
        halves.clear();
        halves.extend(self.paid.get(index));
    }
}

pub fn text(text: &str) -> CellValue {
    CellValue::Text(text.to_owned())
}

/// Returns the bytes of a document in a format.
pub fn bytes(document: &dyn Document, format: &dyn GraphFormat, threads: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let flow = write(document, format, &mut out, threads, &|_| ControlFlow::Continue(()))
        .expect("it can be written");
    assert_eq!(flow, ControlFlow::Continue(out.len() as u64));
    out
}

pub fn string(document: &dyn Document, format: &dyn GraphFormat) -> String {
    String::from_utf8(bytes(document, format, 1)).expect("UTF-8")
}

/// Returns texts that a careless writer would not escape correctly.
pub fn difficult_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "plain",
        "say \"hi\"",
        r"back\slash \N \G \n \l",
        r"ends in \",
        "<&> &amp; &lt;b&gt;",
        "</script><script>alert(1)</script>",
        "]]> <![CDATA[",
        "two\nlines",
        "a\ttab",
        "é ≥ → 😀",
        "  spaces around  ",
        "",
        "   ",
        "control \u{1} and \u{FFFF}",
        "line\u{2028}separator",
        "carriage\r\nreturn",
        "comma, semicolon; {brace} [bracket] | bar",
        "NA",
        "NaN",
        "=1+1",
        "1/3",
        "-- comment // # %",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.push("x".repeat(20_000));
    texts
}

/// Returns a table with parallel edges, difficult labels, a probability of 1e-300, denominators of 60 and of 301 digits, an end
/// that paths of different lengths reach, and an unreachable node.
pub fn difficult() -> Table {
    let texts = difficult_texts();
    let count = texts.len() + 3;
    let end = count - 2;
    let node = |id: usize, label: &str, role: Role, ply: u32| {
        let mut node = Node { id, role, ply, label: vec![label.to_owned()], ..Node::default() };
        node.mover = id.is_multiple_of(2).then_some(1);
        node.reach = if id == 0 { 1.0 } else { 1.0 / (id * id) as f64 };
        node.position = (id as f64 * 220.0, f64::from(ply) * -220.0);
        node.cells.put(text(label));
        node.cells.put(CellValue::Integer(i32::MIN + i32::try_from(id).unwrap()));
        node.cells.put(CellValue::Real(if id == 1 { 1e-300 } else { 1.0 / 3.0 }));
        node.cells.put(CellValue::Flag(id % 2 == 1));
        node
    };
    let mut nodes = vec![node(0, "start", Role::Start, 0)];
    nodes.extend(texts.iter().enumerate().map(|(index, text)| node(index + 1, text, Role::Inner, 1)));
    nodes.push(node(end, "one end", Role::Won(0), 2));
    nodes.push(node(end + 1, "alone", Role::Cut, 0));
    let big = format!("1{}", "0".repeat(300));
    let nines = "9".repeat(300);
    let sixty = format!("1{}7", "0".repeat(58));
    let rest = format!("1{}4", "0".repeat(58));
    let wide = 1_000_000_000_000_000_000;
    let mut edges = Vec::new();
    let mut edge = |source, target, event: &str, (weight, total): (u64, u64), exact: String, probability| {
        let style = "AB".find(event).unwrap_or(2);
        let mut edge = Edge {
            id: edges.len(),
            source,
            target,
            event: event.to_owned(),
            kind: style,
            style,
            ..Edge::default()
        };
        (edge.weight, edge.total, edge.exact, edge.probability) = (weight, total, exact, probability);
        edge.cells.put(CellValue::Integer(1));
        edges.push(edge);
    };
    let share = 4 + texts.len() as u64;
    let one = |weight: u64| ((weight, share), format!("{weight}/{share}"), weight as f64 / share as f64);
    for (target, event) in [(1, "A"), (1, "B"), (1, "B"), (end, "C")] {
        let (weights, exact, probability) = one(1);
        edge(0, target, event, weights, exact, probability);
    }
    for (index, event) in texts.iter().enumerate() {
        let (weights, exact, probability) = one(1);
        edge(0, index + 1, event, weights, exact, probability);
    }
    // Weights have 64 bits, so only the texts of these four edges are exact.
    edge(1, 2, "A", (1, wide), format!("1/{big}"), 1e-300);
    edge(1, end, "B", (wide - 1, wide), format!("{nines}/{big}"), 1.0);
    edge(2, 3, "A", (3, wide), format!("3/{sixty}"), 3e-59);
    edge(2, end, "B", (wide - 3, wide), format!("{rest}/{sixty}"), 1.0);
    for source in 3..end {
        edge(source, end, "A", (1, 1), "1/1".to_owned(), 1.0);
    }
    let head = GraphInfo {
        title: "a \"difficult\" \\ title: <c> & </script> ]]> é 😀 \u{1}".to_owned(),
        facts: vec![("fact \"<&>\"".to_owned(), "]]> \\ \u{1}".to_owned())],
        node_columns: vec![
            ColumnHeading::new("state", ColumnType::Text),
            ColumnHeading::new("whole", ColumnType::Integer),
            ColumnHeading::new("tiny", ColumnType::Real),
            ColumnHeading::new("odd", ColumnType::Flag),
        ],
        edge_columns: vec![ColumnHeading::new("mover", ColumnType::Integer)],
        rewards: Vec::new(),
        events: ["A", "B", "other"]
            .into_iter()
            .enumerate()
            .map(|(look, name)| EventKind::new(name, "<&>", look))
            .collect(),
        codes: difficult_texts().into_iter().map(|text| Code::new(text.clone(), text)).collect(),
        seats: 2,
        players: Vec::new(),
        decides: false,
    };
    Table { head, nodes, edges, paid: Vec::new() }
}

/// Returns the same table with a board in every node; some boards have odd shapes.
pub fn difficult_boards() -> Table {
    let mut table = difficult();
    let texts = difficult_texts();
    for (index, node) in table.nodes.iter_mut().enumerate() {
        let open = Tile::Open(texts[index % texts.len()].clone());
        let row = vec![Tile::Hidden, Tile::Known, Tile::Taken(0), Tile::Taken(15), open];
        node.board = Some(match index % 4 {
            0 => Board { rows: vec![row.clone(), row] },
            1 => Board { rows: vec![row[..4].to_vec()] },
            2 => Board { rows: vec![Vec::new(), row] },
            _ => Board::default(),
        });
    }
    table
}
