//! Published values: CSV files in `tests/known` with comments on top and a source in every row.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// One row, by column.
pub type Row = BTreeMap<String, String>;

/// Reads `tests/known/NAME.csv`. No cell contains a comma or a quotation mark.
pub fn rows(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../known").join(name).with_extension("csv");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let columns: Vec<_> = lines.next().expect("a heading").split(',').collect();
    assert!(columns.contains(&"source"), "{}: there is no column \"source\"", path.display());
    let rows: Vec<Row> = lines
        .map(|line| {
            let cells: Vec<_> = line.split(',').collect();
            assert_eq!(cells.len(), columns.len(), "{}: {line}", path.display());
            assert!(cells.iter().all(|cell| !cell.trim().is_empty()), "an empty cell in {line}");
            columns.iter().zip(cells).map(|(&column, cell)| (column.to_owned(), cell.to_owned())).collect()
        })
        .collect();
    assert!(!rows.is_empty(), "{}: there are no rows", path.display());
    rows
}
