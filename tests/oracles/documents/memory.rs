//! Memory for two robots with perfect memory, enumerated directly, as a document.

use super::{Table, text};
use chancetree_export::{
    Board, CellValue, ColumnHeading, ColumnType, Edge, EventKind, GraphInfo, Node, Role, Tile, layout,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// Scores, the numbers of columns with both, one and no card known, and the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    scores: [u64; 2],
    whole: u64,
    half: u64,
    none: u64,
    mover: u8,
}

impl State {
    fn over(self) -> bool {
        self.whole + self.half + self.none == 0
    }

    fn takes(self) -> Self {
        let mut next = self;
        next.scores[usize::from(self.mover)] += 1;
        next
    }

    fn passes(self) -> Self {
        Self { mover: 1 - self.mover, ..self }
    }

    /// Returns the events A to E as index, weight and next state, and the total weight.
    fn events(self) -> (Vec<(usize, u64, Self)>, u64) {
        let Self { whole, half, none, .. } = self;
        if self.over() {
            return (Vec::new(), 1);
        }
        if whole > 0 {
            return (vec![(0, 1, Self { whole: whole - 1, ..self.takes() })], 1);
        }
        let (known, unknown) = (half, half + 2 * none);
        if unknown == 1 {
            return (vec![(1, 1, Self { half: half - 1, ..self.takes() })], 1);
        }
        let fresh = unknown - known;
        let all = [
            (1, known * (unknown - 1), Self { half: half.saturating_sub(1), ..self.takes() }),
            (2, fresh, Self { none: none.saturating_sub(1), ..self.takes() }),
            (3, fresh * known, Self { whole: 1, none: none.saturating_sub(1), ..self.passes() }),
            (
                4,
                fresh * fresh.saturating_sub(2),
                Self { half: half + 2, none: none.saturating_sub(2), ..self.passes() },
            ),
        ];
        (all.into_iter().filter(|event| event.1 > 0).collect(), unknown * (unknown - 1))
    }

    fn role(self) -> Role {
        match (self.over(), self.scores[0].cmp(&self.scores[1])) {
            (false, _) => Role::Inner,
            (true, std::cmp::Ordering::Greater) => Role::Won(0),
            (true, std::cmp::Ordering::Less) => Role::Won(1),
            (true, std::cmp::Ordering::Equal) => Role::Drawn,
        }
    }

    /// Returns two rows: the taken columns, the known columns, then the others.
    fn board(self) -> Board {
        let mut rows = vec![Vec::new(), Vec::new()];
        let kinds = [
            (self.scores[0], [Tile::Taken(0), Tile::Taken(0)]),
            (self.scores[1], [Tile::Taken(1), Tile::Taken(1)]),
            (self.whole, [Tile::Known, Tile::Known]),
            (self.half, [Tile::Known, Tile::Hidden]),
            (self.none, [Tile::Hidden, Tile::Hidden]),
        ];
        for (count, [upper, lower]) in kinds {
            for _ in 0..count {
                rows[0].push(upper.clone());
                rows[1].push(lower.clone());
            }
        }
        Board { rows }
    }
}

pub fn fraction(value: &BigRational) -> String {
    format!("{}/{}", value.numer(), value.denom())
}

fn ratio(weight: u64, total: u64) -> BigRational {
    BigRational::new(BigInt::from(weight), BigInt::from(total))
}

/// Returns the probability that the first player wins: the sum over the ends of a document of this module.
pub fn first_wins(table: &Table) -> String {
    let won = table.nodes.iter().filter(|node| node.role == Role::Won(0));
    let reach = won.map(|node| match &node.cells.as_slice()[4] {
        CellValue::Text(exact) => exact.parse::<BigRational>().expect("a fraction"),
        _ => unreachable!("the fifth column is text"),
    });
    fraction(&reach.fold(BigRational::zero(), |sum, reach| sum + reach))
}

/// Returns the document for `pairs` pairs.
pub fn memory(pairs: u64, boards: bool) -> Table {
    let start = State { scores: [0, 0], whole: 0, half: 0, none: pairs, mover: 0 };
    // The longest path to every state. Events never lead back, so the search ends.
    let mut plies = BTreeMap::from([(start, 0_u32)]);
    let mut stack = vec![start];
    while let Some(state) = stack.pop() {
        let ply = plies[&state] + 1;
        for (_, _, next) in state.events().0 {
            if plies.get(&next).is_none_or(|&known| known < ply) {
                plies.insert(next, ply);
                stack.push(next);
            }
        }
    }
    let mut states: Vec<(u32, State)> = plies.into_iter().map(|(state, ply)| (ply, state)).collect();
    states.sort_unstable();
    let ids: BTreeMap<State, usize> =
        states.iter().enumerate().map(|(id, &(_, state))| (state, id)).collect();
    let mut reach = vec![BigRational::zero(); states.len()];
    reach[0] = BigRational::one();
    let head = GraphInfo {
        title: format!("Memory: {pairs} pairs, 2 players"),
        facts: vec![("pairs".to_owned(), pairs.to_string()), ("players".to_owned(), "2".to_owned())],
        node_columns: vec![
            ColumnHeading::new("ply", ColumnType::Integer),
            ColumnHeading::new("mover", ColumnType::Integer),
            ColumnHeading::new("terminal", ColumnType::Flag),
            ColumnHeading::new("reach", ColumnType::Real),
            ColumnHeading::new("reach_exact", ColumnType::Text),
            ColumnHeading::new("state", ColumnType::Text),
        ],
        edge_columns: vec![
            ColumnHeading::new("mover", ColumnType::Integer),
            ColumnHeading::new("ways", ColumnType::Integer),
        ],
        events: (0..5).map(|look| EventKind::new(["A", "B", "C", "D", "E"][look], "a turn", look)).collect(),
        seats: 2,
        ..GraphInfo::default()
    };
    let mut table = Table { head, ..Table::default() };
    for (source, &(_, state)) in states.iter().enumerate() {
        let (events, total) = state.events();
        for (style, weight, next) in events {
            let chance = ratio(weight, total);
            let came = &reach[source] * &chance;
            reach[ids[&next]] += came;
            let mut edge = Edge {
                id: table.edges.len(),
                source,
                target: ids[&next],
                kind: style,
                style,
                weight,
                total,
                ..Edge::default()
            };
            edge.event = table.head.events[style].name.clone();
            edge.mover = Some(state.mover);
            edge.exact = fraction(&chance);
            edge.probability = chance.to_f64().expect("a double");
            edge.cells.put(CellValue::Integer(i32::from(state.mover) + 1));
            edge.cells.put(CellValue::Integer(i32::try_from(weight).expect("small")));
            table.edges.push(edge);
        }
    }
    let plies: Vec<u32> = states.iter().map(|&(ply, _)| ply).collect();
    let positions = layout::layered(&plies, table.edges.iter().map(|edge| (edge.source, edge.target)));
    for (id, &(ply, state)) in states.iter().enumerate() {
        let mut node = Node { id, ply, position: positions[id], mover: Some(state.mover), ..Node::default() };
        let [first, second] = state.scores;
        node.role = if id == 0 { Role::Start } else { state.role() };
        let words = format!("{first}:{second}  c{} d{} e{}", state.whole, state.half, state.none);
        node.board = boards.then(|| state.board());
        let exact = fraction(&reach[id]);
        node.label =
            if boards { vec![format!("P = {exact}")] } else { vec![words.clone(), format!("P = {exact}")] };
        node.reach = reach[id].to_f64().expect("a double");
        node.cells.put(CellValue::Integer(i32::try_from(ply).expect("small")));
        node.cells.put(CellValue::Integer(i32::from(state.mover) + 1));
        node.cells.put(CellValue::Flag(state.over()));
        node.cells.put(CellValue::Real(node.reach));
        node.cells.put(text(&exact));
        node.cells.put(text(&words));
        table.nodes.push(node);
    }
    table
}
