//! Columns of data on nodes and edges, and their cells.

/// The type of a column of data.
///
/// ```
/// use chancetree_export::{CellValue, ColumnType};
///
/// /// Returns the type of the column of a cell.
/// fn kind(cell: &CellValue) -> ColumnType {
///     match cell {
///         CellValue::Text(_) => ColumnType::Text,
///         CellValue::Integer(_) => ColumnType::Integer,
///         CellValue::Real(_) => ColumnType::Real,
///         CellValue::Flag(_) => ColumnType::Flag,
///     }
/// }
/// assert_eq!(kind(&CellValue::Text("3/4".to_owned())), ColumnType::Text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Text on one line.
    Text,
    /// A whole number that fits 32 bits.
    Integer,
    /// A finite double.
    Real,
    /// True or false.
    Flag,
}

impl ColumnType {
    /// Returns the name of the type: `text`, `integer`, `real` or `flag`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Real => "real",
            Self::Flag => "flag",
        }
    }
}

/// The heading of a column of data on nodes or on edges: its name and type.
///
/// [`write()`](super::write()) refuses the names in [`RESERVED_NAMES`], in any case.
///
/// ```
/// use chancetree_export::{GraphInfo, ColumnHeading, ColumnType};
///
/// let columns = vec![ColumnHeading::new("reach", ColumnType::Real), ColumnHeading::new("reach_exact", ColumnType::Text)];
/// let head = GraphInfo { node_columns: columns, ..GraphInfo::default() };
/// assert_eq!(head.node_columns[1].name, "reach_exact");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnHeading {
    /// The name, unique among the columns of nodes or of edges; letters, digits and `_`.
    pub name: String,
    /// The type of every cell in the column.
    pub kind: ColumnType,
}

impl ColumnHeading {
    /// Creates a column.
    pub fn new(name: impl Into<String>, kind: ColumnType) -> Self {
        Self { name: name.into(), kind }
    }

    /// Creates columns.
    pub(super) fn all<const N: usize>(columns: [(&str, ColumnType); N]) -> Vec<Self> {
        columns.map(|(name, kind)| Self::new(name, kind)).into()
    }

    /// Returns the names and types of the columns that every file of a format has, followed by `columns`.
    pub(super) fn after<'a>(
        own: &'a [(&'a str, ColumnType)],
        columns: &'a [Self],
    ) -> impl Iterator<Item = (&'a str, ColumnType)> + use<'a> {
        own.iter().copied().chain(columns.iter().map(|column| (&*column.name, column.kind)))
    }

    /// Returns the column of a number and, if `exact`, the column of its fraction.
    pub(super) fn number(name: &str, exact: bool) -> impl Iterator<Item = Self> {
        let exact = exact.then(|| Self::new(format!("{name}_exact"), ColumnType::Text));
        std::iter::once(Self::new(name, ColumnType::Real)).chain(exact)
    }
}

/// Column names that are not allowed. Gephi gives most of these names a special meaning; the formats write the others
/// for every edge. The formats also write `prob` and `prob_exact` for every edge, so only columns of nodes may have
/// these names.
pub const RESERVED_NAMES: [&str; 25] = [
    "id",
    "label",
    "x",
    "y",
    "z",
    "xpos",
    "ypos",
    "zpos",
    "size",
    "r",
    "g",
    "b",
    "color",
    "weight",
    "source",
    "target",
    "type",
    "kind",
    "timeset",
    "interval",
    "nodelabel",
    "edgelabel",
    "key",
    "event",
    "interaction",
];

/// The content of one cell of data; see the example of [`CellRow`].
///
/// ```
/// use chancetree_export::CellValue;
///
/// assert_ne!(CellValue::Text("1".to_owned()), CellValue::Integer(1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum CellValue {
    /// Text. Exact numbers are text of the form `num/den`, always with a denominator.
    Text(String),
    /// A whole number.
    Integer(i32),
    /// A finite double.
    Real(f64),
    /// True or false.
    Flag(bool),
}

/// The cells of one record, in the order of the columns. A buffer that keeps its allocations between records.
///
/// ```
/// use chancetree_export::{CellRow, CellValue};
///
/// let mut cells = CellRow::default();
/// cells.put(CellValue::Real(0.75));
/// cells.text(|text| text.push_str("3/4"));
/// assert_eq!(cells.as_slice(), [CellValue::Real(0.75), CellValue::Text("3/4".to_owned())]);
///
/// cells.clear();
/// assert!(cells.as_slice().is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CellRow {
    cells: Vec<CellValue>,
    used: usize,
}

impl CellRow {
    /// Removes all cells and keeps their allocations.
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// Adds a text cell; `write` fills it.
    pub fn text(&mut self, write: impl FnOnce(&mut String)) {
        if let Some(CellValue::Text(text)) = self.cells.get_mut(self.used) {
            text.clear();
            write(text);
            self.used += 1;
        } else {
            let mut text = String::new();
            write(&mut text);
            self.put(CellValue::Text(text));
        }
    }

    /// Adds a cell of any type.
    #[inline]
    pub fn put(&mut self, cell: CellValue) {
        if self.used < self.cells.len() {
            self.cells[self.used] = cell;
        } else {
            self.cells.push(cell);
        }
        self.used += 1;
    }

    /// Returns the cells.
    pub fn as_slice(&self) -> &[CellValue] {
        &self.cells[..self.used]
    }
}
