//! Writes the document of a graph in its format.

use super::super::fail::Fail;
use super::super::host;
use super::super::picture::PictureFormat;
use super::super::target::Target;
use super::super::watch::{self, Watch};
use super::{As, DRAWN, Direction, How};
use crate::export::{self, Document, Dot, Drn, Format, Gexf, Graphml, Json, Merged, Svg, csv, html, tables};
use crate::model::{Monitor as _, Progress};
use std::io::Write;
use std::ops::ControlFlow;

/// Hands a document over as tables.
fn hand_over(document: &dyn Document, watch: &Watch) -> Result<(), Fail> {
    let all = document.node_count() + document.edge_count();
    let progress = |rows: usize| {
        watch.done(rows as u64, all as u64);
        watch.go_on()
    };
    let ControlFlow::Continue(tables) = tables(document, watch.threads(), &progress) else {
        let nodes = document.node_count();
        return Err(watch.ended(&format!("while a graph of {nodes} nodes was handed over")));
    };
    host::hand_over(tables);
    Ok(())
}

impl How {
    /// Writes a document, which takes about as long as all that came before.
    pub(in crate::cli) fn write_all(
        &self,
        document: &dyn Document,
        targets: Vec<Target>,
        watch: &Watch,
    ) -> Result<(), Fail> {
        watch.pace().rest();
        let merged = self.merge_parallel.then(|| Merged::new(document));
        let document: &dyn Document = merged.as_ref().map_or(document, |merged| merged);
        if host::wants_tables() {
            return hand_over(document, watch);
        }
        let direction = self.direction.map(|direction| match direction {
            Direction::Down => export::Direction::Down,
            Direction::Right => export::Direction::Right,
        });
        let formats: Vec<Box<dyn Format>> = match self.format {
            As::Dot => vec![Box::new(Dot { direction: direction.unwrap_or_default() })],
            As::Graphml => vec![Box::new(Graphml::new(document))],
            As::Gexf => vec![Box::new(Gexf::new(document))],
            As::Json => vec![Box::new(Json::new(document))],
            As::Csv => vec![Box::new(csv::Nodes), Box::new(csv::Edges)],
            As::Drn => vec![Box::new(Drn)],
            As::Html => vec![Box::new(html::Html::new(document))],
            As::Svg | As::Png | As::Pdf => vec![Box::new(Svg { direction })],
        };
        let drawn = |bytes: u64| {
            let progress = Progress { layer: 0, states: document.node_count() as u64, bytes };
            watch.job().tick(progress).map_err(|error| watch.explain(error))
        };
        if self.format.picture().is_some() {
            drawn((document.node_count() + document.edge_count()) as u64 * DRAWN)?;
        }
        let drawing = self.format.picture().map(|_| watch::draw());
        let painted = self.format.picture().filter(|&kind| kind != PictureFormat::Svg);
        let mut whole = Vec::new();
        let sizes = [document.node_count(), document.edge_count()];
        let records = |format: &dyn Format| {
            let wanted: [bool; 2] = format.parts().into();
            wanted.into_iter().zip(sizes).filter(|(wanted, _)| *wanted).map(|(_, size)| size).sum::<usize>()
        };
        let all: usize = formats.iter().map(|format| records(format.as_ref())).sum();
        let mut before = 0;
        for (format, mut target) in formats.iter().zip(targets) {
            let written = before;
            before += records(format.as_ref());
            let progress = |records: usize| {
                watch.done((written + records) as u64, all as u64);
                watch.tell(|| format!("{} of {all} records written", written + records));
                watch.go_on()
            };
            let mut svg = Vec::new();
            let out: &mut dyn Write = if painted.is_some() { &mut svg } else { &mut target };
            match export::write(document, format.as_ref(), out, watch.threads(), &progress) {
                Ok(ControlFlow::Continue(bytes)) => {
                    let Some(kind) = painted else {
                        whole.push((target, bytes));
                        continue;
                    };
                    let svg = String::from_utf8(svg).expect("an SVG is text");
                    let picture = kind.paint(svg, &document.head().title, self.width, watch)?;
                    if !target.put(&picture)? {
                        return Ok(());
                    }
                    whole.push((target, picture.len() as u64));
                }
                Ok(ControlFlow::Break(())) => {
                    let nodes = document.node_count();
                    return Err(watch.ended(&format!("while a graph of {nodes} nodes was written")));
                }
                Err(error) if target.is_closed_pipe(&error) => return Ok(()),
                Err(error) => return Err(target.failed(&error)),
            }
        }
        drop(drawing);
        // Two tables belong together: neither has its name before both are whole.
        for note in Target::finish_all(whole)?.into_iter().flatten() {
            let (nodes, edges) = (document.node_count(), document.edge_count());
            watch.note(&format!("{note}: {nodes} nodes, {edges} edges"));
        }
        Ok(())
    }
}
