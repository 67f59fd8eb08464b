//! A graph as two tables in memory, stored by column, so that other libraries can read the columns without copying them.

use super::{CellRow, CellValue, ColumnHeading, ColumnType, Document, Edge, Node};
use rayon::prelude::*;
use std::ops::{ControlFlow, Range};

/// The cells of a column.
///
/// ```
/// use chancetree_export::Values;
///
/// // The texts "a", "" and "bc".
/// let values = Values::Text { bounds: vec![0, 1, 1, 3], bytes: b"abc".to_vec() };
/// let Values::Text { bounds, bytes } = &values else { unreachable!("a column of text") };
/// assert_eq!(&bytes[bounds[2] as usize..bounds[3] as usize], b"bc");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Texts, concatenated.
    Text {
        /// The offset in `bytes` at which each text begins, then the offset at which the last one ends: one entry more
        /// than there are texts.
        bounds: Vec<i64>,
        /// The texts in UTF-8.
        bytes: Vec<u8>,
    },
    /// Whole numbers.
    Integer(Vec<i64>),
    /// Doubles.
    Real(Vec<f64>),
    /// True or false.
    Flag(Vec<bool>),
}

impl Values {
    /// Creates a column without cells.
    pub fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Text => Self::Text { bounds: vec![0], bytes: Vec::new() },
            ColumnType::Integer => Self::Integer(Vec::new()),
            ColumnType::Real => Self::Real(Vec::new()),
            ColumnType::Flag => Self::Flag(Vec::new()),
        }
    }

    /// Returns the type of the cells.
    pub fn kind(&self) -> ColumnType {
        match self {
            Self::Text { .. } => ColumnType::Text,
            Self::Integer(_) => ColumnType::Integer,
            Self::Real(_) => ColumnType::Real,
            Self::Flag(_) => ColumnType::Flag,
        }
    }

    /// Returns the number of cells.
    pub fn rows(&self) -> usize {
        match self {
            Self::Text { bounds, .. } => bounds.len() - 1,
            Self::Integer(numbers) => numbers.len(),
            Self::Real(numbers) => numbers.len(),
            Self::Flag(flags) => flags.len(),
        }
    }

    /// Appends a text.
    ///
    /// # Panics
    /// If the column is not of text.
    pub fn text(&mut self, text: &str) {
        let Self::Text { bounds, bytes } = self else { unreachable!("the column is of text") };
        bytes.extend_from_slice(text.as_bytes());
        bounds.push(bytes.len() as i64);
    }

    pub(crate) fn integer(&mut self, number: i64) {
        let Self::Integer(numbers) = self else { unreachable!("the column is of whole numbers") };
        numbers.push(number);
    }

    pub(crate) fn real(&mut self, number: f64) {
        let Self::Real(numbers) = self else { unreachable!("the column is of doubles") };
        numbers.push(number);
    }

    pub(crate) fn put(&mut self, cell: &CellValue) {
        match (cell, self) {
            (CellValue::Text(text), values) => values.text(text),
            (CellValue::Integer(number), values) => values.integer((*number).into()),
            (CellValue::Real(number), values) => values.real(*number),
            (CellValue::Flag(flag), Self::Flag(flags)) => flags.push(*flag),
            (CellValue::Flag(_), _) => unreachable!("the column is of flags"),
        }
    }

    /// Returns the texts of a text column.
    ///
    /// # Panics
    /// If the column is not of text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let Self::Text { bounds, bytes } = self else { unreachable!("the column is of text") };
        let text = |ends: &[i64]| std::str::from_utf8(&bytes[ends[0] as usize..ends[1] as usize]);
        bounds.windows(2).map(move |ends| text(ends).expect("only whole texts are appended"))
    }

    /// Appends the values of a column of the same kind.
    fn append(&mut self, more: Self) {
        match (self, more) {
            (Self::Text { bounds, bytes }, Self::Text { bounds: more, bytes: text }) => {
                let from = bytes.len() as i64;
                bounds.extend(more.into_iter().skip(1).map(|bound| from + bound));
                bytes.extend_from_slice(&text);
            }
            (Self::Integer(numbers), Self::Integer(more)) => numbers.extend(more),
            (Self::Real(numbers), Self::Real(more)) => numbers.extend(more),
            (Self::Flag(flags), Self::Flag(more)) => flags.extend(more),
            _ => unreachable!("a column has one kind"),
        }
    }
}

/// A table, stored by column.
///
/// ```
/// use chancetree_export::{ColumnTable, Values};
///
/// let ids = ("id".to_owned(), Values::Integer(vec![0, 1]));
/// let ends = ("end".to_owned(), Values::Flag(vec![false, true]));
/// let sheet = ColumnTable { rows: 2, columns: vec![ids, ends] };
/// let names: Vec<&str> = sheet.columns.iter().map(|(name, _)| &name[..]).collect();
/// assert_eq!(names, ["id", "end"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColumnTable {
    /// The number of rows.
    pub rows: usize,
    /// The columns: their names, and a value for each row.
    pub columns: Vec<(String, Values)>,
}

/// A graph as tables of nodes and edges, with facts about the whole graph.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, Values, tables};
/// use std::ops::ControlFlow;
///
/// let best = Coins { tosses: 1 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let ControlFlow::Continue(sheets) = tables(&document, 1, &|_| ControlFlow::Continue(())) else {
///     unreachable!("nothing stops the work")
/// };
/// assert_eq!((sheets.start, sheets.edges.rows), (0, 2));
/// assert!(sheets.edges.columns.contains(&("prob".to_owned(), Values::Real(vec![0.5, 0.5]))));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphTables {
    /// The title, in one line.
    pub title: String,
    /// The facts of the document.
    pub facts: Vec<(String, String)>,
    /// The node in which play begins.
    pub start: usize,
    /// `id`, `label`, and the columns of the document.
    pub nodes: ColumnTable,
    /// `id`, `source`, `target`, `event`, `prob`, `prob_exact`, and the columns of the document.
    pub edges: ColumnTable,
}

/// The number of rows that are written at a time.
const BLOCK: usize = 4096;

/// Writes a document into tables. Calls `progress` after each block with the number of rows written; `progress` may
/// stop the work.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, tables};
/// use std::ops::ControlFlow;
///
/// let best = Coins { tosses: 1 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// // A caller may stop the work.
/// assert!(tables(&document, 1, &|_| ControlFlow::Break(())).is_break());
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn tables(
    document: &dyn Document,
    threads: usize,
    progress: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
) -> ControlFlow<(), GraphTables> {
    let own = [("id", ColumnType::Integer), ("label", ColumnType::Text)];
    let columns = (&own[..], &document.head().node_columns[..]);
    let nodes = filled(document.node_count(), columns, threads, progress, |range, columns| {
        let mut node = Node::default();
        for index in range {
            document.node(index, &mut node);
            let [id, label, more @ ..] = columns else { unreachable!("there are two columns at least") };
            id.integer(node.id as i64);
            label.text(&node.label.join("\n"));
            put(more, &node.cells);
        }
    })?;
    let own = [
        ("id", ColumnType::Integer),
        ("source", ColumnType::Integer),
        ("target", ColumnType::Integer),
        ("event", ColumnType::Text),
        ("prob", ColumnType::Real),
        ("prob_exact", ColumnType::Text),
    ];
    let before = nodes.rows;
    let columns = (&own[..], &document.head().edge_columns[..]);
    let progress = |rows| progress(before + rows);
    let edges = filled(document.edge_count(), columns, threads, &progress, |range, columns| {
        let mut edge = Edge::default();
        for index in range {
            document.edge(index, &mut edge);
            let [id, source, target, event, prob, exact, more @ ..] = columns else {
                unreachable!("there are six columns at least")
            };
            id.integer(edge.id as i64);
            source.integer(edge.source as i64);
            target.integer(edge.target as i64);
            event.text(&edge.event);
            prob.real(edge.probability);
            exact.text(&edge.exact);
            put(more, &edge.cells);
        }
    })?;
    ControlFlow::Continue(GraphTables {
        title: document.head().title.clone(),
        facts: document.head().facts.clone(),
        start: document.start(),
        nodes,
        edges,
    })
}

fn put(columns: &mut [Values], cells: &CellRow) {
    columns.iter_mut().zip(cells.as_slice()).for_each(|(column, cell)| column.put(cell));
}

/// Returns a table with the columns of every document, followed by the document's own columns; `fill` fills a range
/// of rows.
fn filled(
    rows: usize,
    (all, own): (&[(&str, ColumnType)], &[ColumnHeading]),
    threads: usize,
    progress: &(dyn Fn(usize) -> ControlFlow<()> + Sync),
    fill: impl Fn(Range<usize>, &mut [Values]) + Sync,
) -> ControlFlow<(), ColumnTable> {
    let empty =
        || -> Vec<Values> { ColumnHeading::after(all, own).map(|(_, kind)| Values::new(kind)).collect() };
    let block = |from: usize| {
        let mut columns = empty();
        fill(from..rows.min(from + BLOCK), &mut columns);
        columns
    };
    let width = BLOCK * threads.max(1);
    let mut columns = empty();
    for from in (0..rows).step_by(width) {
        let to = rows.min(from + width);
        let blocks: Vec<Vec<Values>> = match threads > 1 {
            true => (from..to).into_par_iter().step_by(BLOCK).map(block).collect(),
            false => vec![block(from)],
        };
        for values in blocks {
            columns.iter_mut().zip(values).for_each(|(column, more)| column.append(more));
        }
        progress(to)?;
    }
    let names = ColumnHeading::after(all, own).map(|(name, _)| name.to_owned());
    ControlFlow::Continue(ColumnTable { rows, columns: names.zip(columns).collect() })
}
