//! Estimates what a graph takes: whether its numbers are exact or rounded, its positions, and the bytes it holds.

use super::super::checkpoint::SavedWork;
use super::super::fail::Fail;
use super::super::target::Target;
use super::super::watch::Watch;
use super::{As, How, MOST_COUNTED, MOST_EXACT, Numbers};
use crate::exact::Natural;
use crate::export::{Decided, Document as _, layout};
use crate::model::{Error, Job, Model, Progress};

impl How {
    /// The limits of a graph.
    pub(in crate::cli) fn limits<'a>(&self, watch: &'a Watch) -> Job<'a> {
        Job { most_states: watch.max_states().unwrap_or(MOST_COUNTED), ..watch.job() }
    }

    /// Returns `true` if every number of a graph of so many nodes has its fraction beside it.
    pub(in crate::cli) fn is_exact(&self, nodes: usize) -> bool {
        match self.numbers {
            None => nodes <= MOST_EXACT,
            Some(numbers) => numbers == Numbers::Exact,
        }
    }

    /// Returns `true` if the format shows where nodes are.
    pub(super) fn is_placed(&self) -> bool {
        matches!(self.format, As::Graphml | As::Gexf | As::Json | As::Html)
    }

    /// The positions of the nodes of a graph.
    pub(super) fn place(&self, graph: &Model, watch: &Watch) -> Result<Vec<(f64, f64)>, Fail> {
        let look = looking(watch.job(), graph.node_count());
        watch.tried("layout", || layout::of_graph(graph, &look))
    }

    /// Gives the nodes of a document positions where the format shows them, and writes it.
    pub(in crate::cli) fn write_drawn(
        &self,
        document: &mut Decided<'_>,
        targets: Vec<Target>,
        saved: &SavedWork,
        watch: &Watch,
    ) -> Result<(), Fail> {
        self.check_count(&Natural::from(document.node_count()), watch)?;
        let (nodes, edges, bytes) = (document.node_count(), document.edge_count(), document.bytes());
        watch.held("node", nodes, edges, bytes);
        if self.is_placed() {
            let look = looking(watch.job(), nodes);
            watch.tried("layout", || document.lay_out(&look))?;
        }
        watch.phase("write", || self.write_all(document, targets, saved, watch))
    }
}

/// Returns a check of the limits of work on so many nodes, before bytes are allocated.
fn looking(job: Job<'_>, nodes: usize) -> impl Fn(u64) -> Result<(), Error> {
    move |bytes| job.reserve(bytes, Progress { layer: 0, states: nodes as u64 })
}

impl Watch {
    /// Says how much memory a graph takes, where that is asked for or much; `what` is what its nodes are.
    pub(super) fn held(&self, what: &str, nodes: usize, edges: usize, bytes: u64) {
        let each = bytes.div_ceil(nodes.max(1) as u64);
        self.timing(&format!(
            "{{\"held\":\"graph\",\"{what}s\":{nodes},\"edges\":{edges},\"bytes\":{bytes},\"bytes_per_{what}\":{each}}}"
        ));
        if nodes > MOST_EXACT {
            let whole = bytes.div_ceil(1_000_000);
            self.note(&format!(
                "note: a graph of {nodes} {what}s and {edges} edges takes {whole} MB, {each} bytes a {what}"
            ));
        }
    }
}
