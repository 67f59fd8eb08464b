//! Writes the document of a graph in its format.

use super::unfinished::{Unfinished, UnfinishedFile};
use super::{DRAWN, Direction, GraphArgs, GraphFileFormat};
use crate::cli::context::{ActivityKind, Context};
use crate::cli::fail::Fail;
use crate::cli::picture::PictureFormat;
use crate::cli::target::Target;
use crate::evaluate::checkpoint::failed;
use crate::export::{
    self, Document, Dot, Drn, Gexf, GraphFormat, Graphml, Json, Svg, WriteProgress, csv, html, tables,
};
use crate::model::{Error, Job, Monitor as _, Progress, StoreSection};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Returns a document as tables to the embedding program.
fn hand_over(document: &dyn Document, context: &Context) -> Result<(), Fail> {
    let all = document.node_count() + document.edge_count();
    let progress = |rows: usize| {
        context.done(rows as u64, all as u64);
        context.go_on()
    };
    let ControlFlow::Continue(tables) = tables(document, context.threads(), &progress) else {
        let nodes = document.node_count();
        return Err(context.ended(&format!("while a graph of {nodes} nodes was handed over")));
    };
    context.output().hand_over(tables);
    Ok(())
}

impl GraphArgs {
    /// Writes a document, which takes about as long as all work before it.
    pub(in crate::cli) fn write_all(
        &self,
        document: &dyn Document,
        targets: Vec<Target>,
        job: &Job<'_>,
        context: &Context,
    ) -> Result<(), Fail> {
        context.pace().rest();
        if context.output().wants_tables() {
            return hand_over(document, context);
        }
        self.reserve_picture(document, context)?;
        let drawing = self.format.picture().map(|_| context.begin(ActivityKind::Drawing));
        let formats = self.formats(document);
        let section = job.section("written");
        let mut writer = FileWriter::new(self, (document, &formats), section.store, context)?;
        let mut whole = Vec::new();
        for (format, target) in formats.iter().zip(targets) {
            let Some(written) = writer.write(format.as_ref(), target)? else { return Ok(()) };
            whole.push(written);
        }
        drop(drawing);
        // Two tables belong together: neither has its name before both are whole.
        for note in Target::finish_all(whole)?.into_iter().flatten() {
            let (nodes, edges) = (document.node_count(), document.edge_count());
            context.note(&format!("{note}: {nodes} nodes, {edges} edges"));
        }
        Ok(())
    }

    /// Checks that there is memory for a picture, if the format is one.
    fn reserve_picture(&self, document: &dyn Document, context: &Context) -> Result<(), Fail> {
        if self.format.picture().is_none() {
            return Ok(());
        }
        let bytes = (document.node_count() + document.edge_count()) as u64 * DRAWN;
        let progress = Progress { layer: 0, states: document.node_count() as u64 };
        context.job().reserve(bytes, progress).map_err(|error| context.explain(error))
    }

    /// Returns the formats of the files, in their order.
    fn formats(&self, document: &dyn Document) -> Vec<Box<dyn GraphFormat>> {
        let direction = self.direction.map(|direction| match direction {
            Direction::Down => export::TimeDirection::Down,
            Direction::Right => export::TimeDirection::Right,
        });
        match self.format {
            GraphFileFormat::Dot => vec![Box::new(Dot { direction: direction.unwrap_or_default() })],
            GraphFileFormat::Graphml => vec![Box::new(Graphml::new(document))],
            GraphFileFormat::Gexf => vec![Box::new(Gexf::new(document))],
            GraphFileFormat::Json => vec![Box::new(Json::new(document))],
            GraphFileFormat::Csv => vec![Box::new(csv::Nodes), Box::new(csv::Edges)],
            GraphFileFormat::Drn => vec![Box::new(Drn)],
            GraphFileFormat::Html => vec![Box::new(html::Html::new(document))],
            GraphFileFormat::Svg | GraphFileFormat::Png | GraphFileFormat::Pdf => {
                vec![Box::new(Svg { direction })]
            }
        }
    }
}

/// A writer of the files of a document, one after the other.
struct FileWriter<'a> {
    how: &'a GraphArgs,
    document: &'a dyn Document,
    context: &'a Context,
    /// The section in which unfinished files are saved, unless they are painted from a picture.
    place: Option<StoreSection<'a>>,
    /// The kind of picture that is painted from SVG, if the format is one.
    painted: Option<PictureFormat>,
    /// The number of records of all files.
    all: usize,
    /// The number of files that were begun, and of the records before the current file.
    begun: usize,
    earlier: usize,
    /// The progress of an earlier run, and of this one.
    saved: Unfinished,
    unfinished: RefCell<Unfinished>,
}

impl<'a> FileWriter<'a> {
    fn new(
        how: &'a GraphArgs,
        (document, formats): (&'a dyn Document, &[Box<dyn GraphFormat>]),
        store: Option<StoreSection<'a>>,
        context: &'a Context,
    ) -> Result<Self, Fail> {
        let painted = how.format.picture().filter(|&kind| kind != PictureFormat::Svg);
        let place = store.filter(|_| painted.is_none());
        let all = formats.iter().map(|format| records(document, format.as_ref())).sum();
        let made = format!("{} {how:?}", env!("CARGO_PKG_VERSION"));
        let saved = Unfinished::read(made, place).map_err(|error| context.explain(failed(&error)))?;
        let unfinished = RefCell::new(saved.restarted());
        Ok(Self { how, document, context, place, painted, all, begun: 0, earlier: 0, saved, unfinished })
    }

    /// Writes a file, or the rest of it after an earlier run. Returns the file and its size in bytes, or `None` if the reader
    /// has gone away.
    fn write(&mut self, format: &dyn GraphFormat, mut target: Target) -> Result<Option<(Target, u64)>, Fail> {
        let (at, records) = (self.begun, records(self.document, format));
        let saved = self.saved.file(at);
        let kept_at = self.place.and_then(|place| place.document(at));
        let kept = kept_at.map_or(Ok(None), |path| target.keep_at(&path, (saved.written.bytes, saved.end)));
        let kept = kept.map_err(|error| target.failed(&error))?;
        let from = if let Some((_, true)) = kept { saved } else { UnfinishedFile::default() };
        let file = kept.as_ref().map(|(file, _)| file);
        let mut svg = Vec::new();
        let out: &mut dyn Write = if self.painted.is_some() { &mut svg } else { &mut target };
        let (written, not_saved) = self.write_rest(format, out, from, file);
        self.begun += 1;
        self.earlier += records;
        match written {
            Ok(ControlFlow::Continue(bytes)) => {
                if let Some(file) = file {
                    let written = WriteProgress { records, bytes };
                    let added = self.unfinished.borrow_mut().push(file, written, true);
                    added.map_err(|error| target.failed(&error))?;
                }
                match self.painted {
                    Some(kind) => self.paint(kind, svg, target),
                    None => Ok(Some((target, bytes))),
                }
            }
            Ok(ControlFlow::Break(())) => {
                let nodes = self.document.node_count();
                let stopped = || self.context.ended(&format!("while a graph of {nodes} nodes was written"));
                Err(not_saved.map_or_else(stopped, |error| self.context.explain(error)))
            }
            Err(error) if target.is_closed_pipe(&error) => Ok(None),
            Err(error) => Err(target.failed(&error)),
        }
    }

    /// Writes the rest of a file after the part `from`. Saves the progress of `file` when a save is due and before a stop.
    /// Returns the number of bytes of the file, and the reason for which the progress was not saved.
    fn write_rest(
        &self,
        format: &dyn GraphFormat,
        out: &mut dyn Write,
        from: UnfinishedFile,
        file: Option<&File>,
    ) -> (io::Result<ControlFlow<(), u64>>, Option<Error>) {
        if from.is_whole {
            return (Ok(ControlFlow::Continue(from.written.bytes)), None);
        }
        let not_saved = Cell::new(None);
        let progress = |written: WriteProgress| {
            let records = self.earlier + written.records;
            self.context.done(records as u64, self.all as u64);
            self.context.tell(|| format!("{records} of {} records written", self.all));
            let goes_on = self.context.go_on();
            if let (Some(file), Some(place)) = (file, self.place)
                && (goes_on.is_break() || place.is_due())
                && let Err(error) =
                    self.unfinished.borrow_mut().save(file, written, goes_on.is_break(), place)
            {
                not_saved.set(Some(error));
            }
            goes_on
        };
        let threads = self.context.threads();
        let written = export::write_rest(self.document, format, out, threads, from.written, &progress);
        (written, not_saved.take())
    }

    /// Paints a picture from SVG, and writes it. Returns `None` if the reader has gone away.
    fn paint(
        &self,
        kind: PictureFormat,
        svg: Vec<u8>,
        mut target: Target,
    ) -> Result<Option<(Target, u64)>, Fail> {
        let svg = String::from_utf8(svg).expect("an SVG is text");
        let picture = kind.paint(svg, &self.document.head().title, self.how.width, self.context)?;
        Ok(if target.put(&picture)? { Some((target, picture.len() as u64)) } else { None })
    }
}

/// Returns the number of records of a file in a format.
fn records(document: &dyn Document, format: &dyn GraphFormat) -> usize {
    let wanted: [bool; 2] = format.parts().into();
    let sizes = [document.node_count(), document.edge_count()];
    wanted.into_iter().zip(sizes).filter(|(is_wanted, _)| *is_wanted).map(|(_, size)| size).sum()
}
