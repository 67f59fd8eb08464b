//! Positions by layer: the ply of a node determines its row, and its neighbours determine its place in the row.
//!
//! Sweeps order the rows by moving every node to the mean place of its neighbours above, then below (Sugiyama, Tagawa
//! and Toda, 1981). Gephi keeps absolute positions only up to 5,000, which is 45 nodes in a row. It scales a wider
//! graph down as a whole when it opens the file.

use crate::model::csr::Csr;
use crate::model::{Error, POLL_INTERVAL};

/// The distance between rows, and between the nodes of a row: room for the largest node of a GEXF file.
pub const SPACING: f64 = 220.0;

/// The number of sweeps, half of which go downwards; more sweeps hardly change the order.
const SWEEPS: usize = 8;

/// Returns positions for nodes with the given plies. y grows upwards and is 0 in the first row, and every row is
/// centred at x = 0. `edges` yields pairs of source and target and is iterated several times. The same input gives
/// the same positions.
///
/// A single node is placed below the origin, because Gephi scatters the nodes of a graph whose positions are all (0,
/// 0).
///
/// # Panics
/// If an edge names a node that has no ply, or there are 2^32 nodes or edges.
pub fn layered(ply: &[u32], edges: impl Iterator<Item = (usize, usize)> + Clone) -> Vec<(f64, f64)> {
    layered_while(ply, edges, &|_| Ok(())).expect("`go_on` returns no error")
}

/// Returns the positions of [`layered`]. Calls `go_on` periodically with the number of bytes that are allocated next;
/// an error of `go_on` stops the work.
///
/// # Errors
/// Errors of `go_on`.
///
/// # Panics
/// As [`layered`].
pub fn layered_while(
    ply: &[u32],
    edges: impl Iterator<Item = (usize, usize)> + Clone,
    go_on: &dyn Fn(u64) -> Result<(), Error>,
) -> Result<Vec<(f64, f64)>, Error> {
    go_on((ply.len() * (size_of::<f32>() + 4 * size_of::<u32>())) as u64)?;
    let rows = ply.iter().max().map_or(0, |&deepest| deepest as usize + 1);
    let mut order = Csr::new(rows, ply.iter().enumerate().map(|(node, &ply)| (ply as usize, node)));
    let down = edges.filter(|&(source, target)| ply[source] < ply[target]);
    let below = Csr::new(ply.len(), down.clone());
    go_on(size_of_val(below.all()) as u64)?;
    let above = Csr::new(ply.len(), down.map(|(source, target)| (target, source)));
    let mut place = vec![0.0_f32; ply.len()];
    for row in 0..rows {
        centre(order.get(row), &mut place);
    }
    let mut keys = Vec::new();
    let mut seen = 0;
    for sweep in 0..SWEEPS {
        let mut moved = false;
        for row in 0..rows {
            let (row, neighbours) = if sweep % 2 == 0 { (row, &above) } else { (rows - 1 - row, &below) };
            seen += order.get(row).len();
            if seen >= POLL_INTERVAL {
                seen = 0;
                go_on(0)?;
            }
            moved |= rearrange(order.get_mut(row), neighbours, &mut place, &mut keys);
        }
        if !moved && sweep > 0 {
            break;
        }
    }
    let lone = if ply.len() == 1 { SPACING } else { 0.0 };
    drop((order, below, above));
    go_on((ply.len() * size_of::<(f64, f64)>()) as u64)?;
    let positions = place.iter().zip(ply);
    let positions =
        positions.map(|(&place, &ply)| (f64::from(place) * SPACING, 0.0 - f64::from(ply) * SPACING - lone));
    Ok(positions.collect())
}

/// Places the nodes of a row at a distance of one, centred at 0.
fn centre(row: &[u32], place: &mut [f32]) {
    #[allow(clippy::cast_precision_loss, reason = "a row of 2^24 nodes is past drawing")]
    for (index, &node) in row.iter().enumerate() {
        place[node as usize] = index as f32 - (row.len() - 1) as f32 / 2.0;
    }
}

/// Orders a row by the mean place of each node's neighbours. Returns `true` if the order changed.
fn rearrange(row: &mut [u32], neighbours: &Csr, place: &mut [f32], keys: &mut Vec<u64>) -> bool {
    if row.len() < 2 {
        return false;
    }
    keys.clear();
    keys.extend(row.iter().enumerate().map(|(index, &node)| {
        let list = neighbours.get(node as usize);
        let sum: f32 = list.iter().map(|&other| place[other as usize]).sum();
        #[allow(clippy::cast_precision_loss, reason = "the number of neighbours")]
        let mean = if list.is_empty() { place[node as usize] } else { sum / list.len() as f32 };
        // One integer for each node: it sorts by the mean, and keeps the old order among equal means.
        let bits = (mean + 0.0).to_bits();
        let ordered = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
        u64::from(ordered) << 32 | index as u64
    }));
    if keys.is_sorted() {
        return false;
    }
    keys.sort_unstable();
    for key in keys.iter_mut() {
        *key = u64::from(row[(*key & 0xFFFF_FFFF) as usize]);
    }
    for (node, key) in row.iter_mut().zip(keys.iter()) {
        #[allow(clippy::cast_possible_truncation, reason = "a node's number was put in")]
        {
            *node = *key as u32;
        }
    }
    centre(row, place);
    true
}
