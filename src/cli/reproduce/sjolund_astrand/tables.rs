//! Tables 6.1 to 6.6: bold or safe.

use super::{Place, Row, Section, lines, printed, solved};
use crate::cli::fail::Fail;
use crate::cli::remember::decision;
use crate::cli::watch::Watch;
use chancetree::games::memory::limited::Recalled;
use std::collections::HashMap;

const CELLS: &str = include_str!("tables.csv");

/// The largest board of the tables.
pub(super) const PAIRS: u16 = 20;

/// The tables in print: name, cells that are known to agree.
const TABLES: [(&str, &str, usize); 6] = [
    ("table-6.1", "6.1", 56),
    ("table-6.2", "6.2", 114),
    ("table-6.3", "6.3", 177),
    ("table-6.4", "6.4", 210),
    ("table-6.5", "6.5", 210),
    ("table-6.6", "6.6", 210),
];

/// Where the mistake in (4.7) is the cause, the decision in print comes out of the printed recursion.
pub(super) fn sections(watch: &Watch) -> Result<Vec<Section>, Fail> {
    TABLES.into_iter().map(|(name, number, agree)| section(name, number, agree, watch)).collect()
}

fn section(name: &'static str, number: &str, agree: usize, watch: &Watch) -> Result<Section, Fail> {
    let cells: Vec<(Place, u8)> = lines(CELLS, 7)
        .filter(|fields| fields[0] == number)
        .map(|fields| (Place::read(&fields[1..]), fields[6].parse().expect("a decision")))
        .collect();
    let (start, _) = cells[0];
    let found = Decisions::new(Place { pairs: PAIRS, unknown: PAIRS, ..start }, watch)?;
    let limit = start.memory.filter(|_| start.singles == 0).map(i64::from);
    let by_formula = |corrected| limit.map(|memory| printed::decisions(memory, i64::from(PAIRS), corrected));
    let (wrong, corrected) = (by_formula(false), by_formula(true));
    let mut rows = Vec::new();
    let (mut right, mut literal, mut mended) = (0, 0, 0);
    for &(place, paper) in &cells {
        let computed = found.of(place, watch)?;
        let key = (place.pairs, place.unknown);
        let with = wrong.as_ref().map(|wrong| wrong[&key]);
        right += usize::from(computed == paper);
        literal += usize::from(with == Some(paper));
        mended += usize::from(corrected.as_ref().is_some_and(|all| all[&key] == computed));
        let text = match with {
            Some(with) if computed != paper && with == paper => {
                format!("{computed}; (4.7) as printed gives {with}")
            }
            Some(_) if computed != paper => format!("{computed}; also by (4.7) as printed"),
            _ => computed.to_string(),
        };
        let row =
            Row::claim(format!("(n,j) = ({},{})", key.0, key.1), paper.to_string(), text, computed == paper);
        rows.push(if computed == paper { row.brief() } else { row.known_wrong() });
    }
    let all = cells.len();
    let count = Row::claim("cells that agree", all.to_string(), right.to_string(), right == all);
    rows.push(if agree < all && right == agree { count.known_wrong() } else { count });
    if agree < all {
        let cells = format!("{literal} of {all} cells agree");
        rows.push(Row::answer("with (4.7) as printed", cells));
        let cells = format!("{mended} of {all} cells are as computed");
        rows.push(Row::answer("(4.1) to (4.13), E_(n-1)^j in (4.7)", cells));
    }
    let memory = start.memory.map_or_else(|| "unlimited".to_owned(), |memory| memory.to_string());
    let title = format!(
        "Table {number}: memory {memory}, k = {}, f = {}; 0 safe, 1 bold, 2 forced or equal; what differs",
        start.singles, start.unknown_singles
    );
    Ok(Section::list(name, title, rows))
}

/// The decisions of all tables that come from one start.
pub(super) struct Decisions(HashMap<Recalled, u8>);

impl Decisions {
    pub(super) fn new(start: Place, watch: &Watch) -> Result<Self, Fail> {
        let solved = solved(start.game(2), watch)?;
        let nodes = (0..solved.graph.node_count()).filter(|&node| !solved.graph.is_end(node));
        let decided = nodes.map(|node| (*solved.graph.state(node), decision(&solved.strategies(node))));
        Ok(Self(decided.collect()))
    }

    /// The decision at a table; one that does not come from the start is solved alone.
    pub(super) fn of(&self, place: Place, watch: &Watch) -> Result<u8, Fail> {
        let table = place.table();
        if let Some(&decision) = self.0.get(&table) {
            return Ok(decision);
        }
        Ok(Self::new(place, watch)?.0[&table])
    }
}
