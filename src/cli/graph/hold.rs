//! The steps before the document of a graph is written.

use super::{GraphArgs, GraphFileFormat};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::target::Target;
use crate::exact::Natural;
use crate::export::{Document as _, GraphDocument};
use crate::family::GraphOptions;
use crate::model::{Job, Progress};

impl GraphArgs {
    /// Writes a document with decisions, unless it is too large for its format.
    pub(in crate::cli) fn write_drawn(
        &self,
        document: &mut GraphDocument<'_>,
        targets: Vec<Target>,
        job: &Job<'_>,
        context: &Context,
    ) -> Result<(), Fail> {
        self.check_count(&Natural::from(document.node_count()), context)?;
        context.held("node", document);
        self.place_and_write(document, targets, job, context)
    }

    /// Gives the nodes of a document positions if the format shows positions, merges parallel events if
    /// `--merge-parallel` was typed, and writes the document.
    pub(in crate::cli) fn place_and_write(
        &self,
        document: &mut GraphDocument<'_>,
        targets: Vec<Target>,
        job: &Job<'_>,
        context: &Context,
    ) -> Result<(), Fail> {
        if matches!(
            self.format,
            GraphFileFormat::Graphml | GraphFileFormat::Gexf | GraphFileFormat::Json | GraphFileFormat::Html
        ) {
            let (job, states) = (context.job(), document.node_count() as u64);
            let reserve = |bytes| job.reserve(bytes, Progress { layer: 0, states });
            context.tried("layout", || document.lay_out(&reserve))?;
        }
        context.phase("write", || {
            if self.merge_parallel {
                document.merge_parallel();
            }
            self.write_all(document, targets, job, context)
        })
    }
}

impl Context {
    /// Prints the memory of a document as a timing, and as a note if it is large. `what` is the name of a node.
    pub(in crate::cli) fn held(&self, what: &str, document: &GraphDocument<'_>) {
        let (nodes, edges, bytes) = (document.node_count(), document.edge_count(), document.bytes());
        let each = bytes.div_ceil(nodes.max(1) as u64);
        self.timing(&format!(
            "{{\"held\":\"graph\",\"{what}s\":{nodes},\"edges\":{edges},\"bytes\":{bytes},\"bytes_per_{what}\":{each}}}"
        ));
        if nodes > GraphOptions::MOST_EXACT {
            let whole = bytes.div_ceil(1_000_000);
            self.note(&format!(
                "note: a graph of {nodes} {what}s and {edges} edges takes {whole} MB, {each} bytes a {what}"
            ));
        }
    }
}
