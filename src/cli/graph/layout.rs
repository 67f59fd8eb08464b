//! The steps before a graph is written: the check of its size, the positions of its nodes, and merged parallel events.

use super::{GraphArgs, GraphFileFormat};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::target::Target;
use chancetree_engine::exact::Natural;
use chancetree_engine::model::{Job, Monitor as _, Progress};
use chancetree_export::{Document as _, GraphDocument};
use chancetree_families::family::GraphOptions;

impl GraphArgs {
    /// Checks the size of a document, and lays it out and writes it.
    pub(in crate::cli) fn check_and_write(
        &self,
        document: &mut GraphDocument<'_>,
        targets: Vec<Target>,
        job: &Job<'_>,
        context: &Context,
    ) -> Result<(), Fail> {
        self.check_count(&Natural::from(document.node_count()), context)?;
        context.report_graph_memory("node", document);
        self.lay_out_and_write(document, targets, job, context)
    }

    /// Computes the positions of the nodes for formats with positions, merges parallel events with `--merge-parallel` and in
    /// drawings, and writes the document.
    pub(in crate::cli) fn lay_out_and_write(
        &self,
        document: &mut GraphDocument<'_>,
        targets: Vec<Target>,
        job: &Job<'_>,
        context: &Context,
    ) -> Result<(), Fail> {
        if matches!(
            self.format(),
            GraphFileFormat::Graphml | GraphFileFormat::Gexf | GraphFileFormat::Json | GraphFileFormat::Html
        ) {
            let (job, states) = (context.job(), document.node_count() as u64);
            let reserve = |bytes| job.reserve(bytes, Progress { layer: 0, states });
            context.run_phase("layout", || document.lay_out(&reserve))?;
        }
        context.phase("write", || {
            if self.merge_parallel {
                document.merge_parallel();
            } else if self.format().is_drawn() {
                document.merge_mirrored();
            }
            self.write_all(document, targets, job, context)
        })
    }
}

impl Context {
    /// Prints the allocated memory of the program while it holds a document, as a timing, and as a note if the document is
    /// large. `node` is the noun for a node.
    pub(in crate::cli) fn report_graph_memory(&self, node: &str, document: &GraphDocument<'_>) {
        let (nodes, edges) = (document.node_count(), document.edge_count());
        let bytes = self.memory().allocated.unwrap_or(0);
        let each = bytes.div_ceil(nodes.max(1) as u64);
        self.print_timing(&format!(
            "{{\"held\":\"graph\",\"{node}s\":{nodes},\"edges\":{edges},\"bytes\":{bytes},\"bytes_per_{node}\":{each}}}"
        ));
        if nodes > GraphOptions::MAX_EXACT_NODES && bytes > 0 {
            let megabytes = bytes.div_ceil(1_000_000);
            self.note(&format!(
                "note: {megabytes} MB hold a graph of {nodes} {node}s and {edges} edges, {each} bytes a {node}"
            ));
        }
    }
}
