//! Writes the document of a graph into its files.

use super::unfinished::{DocumentProgress, ResumableFile, UnfinishedFile};
use super::{Direction, GraphArgs, GraphFileFormat, PICTURE_BYTES, SLIDE_BYTES};
use crate::cli::context::{ActivityKind, Context};
use crate::cli::fail::Fail;
use crate::cli::picture::PictureFormat;
use crate::cli::print::count;
use crate::cli::target::Target;
use chancetree_engine::model::{Error, Job, Monitor as _, Progress, StoreSection};
use chancetree_export::{
    self as export, Document, Dot, Drn, Efg, Gexf, GraphFormat, Graphml, Json, Slide, Svg, WriteProgress,
    csv, html, tables,
};
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Passes a document as tables to the embedding program.
fn pass_tables(document: &dyn Document, context: &Context) -> Result<(), Fail> {
    let all = document.node_count() + document.edge_count();
    let progress = |rows: usize| {
        context.part_done(rows as u64, all as u64);
        context.check()
    };
    let ControlFlow::Continue(tables) = tables(document, context.threads(), &progress) else {
        let nodes = document.node_count();
        return Err(context.stop_failure(&format!("while a graph of {nodes} nodes was passed on")));
    };
    context.output().set_tables(tables);
    Ok(())
}

impl GraphArgs {
    /// Writes the files of a document, or passes its tables to the embedding program.
    pub(in crate::cli) fn write_all(
        &self,
        document: &dyn Document,
        targets: Vec<Target>,
        job: &Job<'_>,
        context: &Context,
    ) -> Result<(), Fail> {
        context.pace().begin_rest();
        if context.output().wants_tables() {
            return pass_tables(document, context);
        }
        self.reserve_picture(document, context)?;
        let drawing = self.format().picture().map(|_| context.begin(ActivityKind::Drawing));
        let formats = self.formats(document);
        let section = job.section("written");
        let mut writer = FileWriter::new(self, (document, &formats), section.store, context)?;
        let mut whole = Vec::new();
        for (format, target) in formats.iter().zip(targets) {
            let Some(written) = writer.write(format.as_ref(), target)? else { return Ok(()) };
            whole.push(written);
        }
        drop(drawing);
        // Two tables belong together: neither file gets its final name before both are complete.
        for (note, format) in Target::finish_all(whole)?.into_iter().zip(&formats) {
            let Some(note) = note else { continue };
            let size = |nodes, edges| format!("{}, {}", count(nodes, "node"), count(edges, "edge"));
            let all = size(document.node_count(), document.edge_count());
            context.note(&match format.shown() {
                Some((nodes, edges)) => format!("{note}: {} of a graph with {all}", size(nodes, edges)),
                None => format!("{note}: {all}"),
            });
        }
        Ok(())
    }

    /// Reserves the memory of a picture, if the format is a picture.
    fn reserve_picture(&self, document: &dyn Document, context: &Context) -> Result<(), Fail> {
        if self.format().picture().is_none() {
            return Ok(());
        }
        // A slide draws only the first plies.
        let each = if self.slide { SLIDE_BYTES } else { PICTURE_BYTES };
        let bytes = (document.node_count() + document.edge_count()) as u64 * each;
        let progress = Progress { layer: 0, states: document.node_count() as u64 };
        context.job().reserve(bytes, progress).map_err(|error| context.explain(error))
    }

    /// Returns the format of each file, in order.
    fn formats(&self, document: &dyn Document) -> Vec<Box<dyn GraphFormat>> {
        let direction = self.direction.map(|direction| match direction {
            Direction::Down => export::TimeDirection::Down,
            Direction::Right => export::TimeDirection::Right,
        });
        match self.format() {
            GraphFileFormat::Dot => vec![Box::new(Dot { direction: direction.unwrap_or_default() })],
            GraphFileFormat::Graphml => vec![Box::new(Graphml::new(document))],
            GraphFileFormat::Gexf => vec![Box::new(Gexf::new(document))],
            GraphFileFormat::Json => vec![Box::new(Json::new(document))],
            GraphFileFormat::Csv => vec![Box::new(csv::Nodes), Box::new(csv::Edges)],
            GraphFileFormat::Drn => vec![Box::new(Drn)],
            GraphFileFormat::Efg => vec![Box::new(Efg)],
            GraphFileFormat::Html => vec![Box::new(html::Html::new(document))],
            GraphFileFormat::Svg | GraphFileFormat::Png | GraphFileFormat::Pdf => {
                vec![match self.slide {
                    true => Box::new(Slide::new(document, direction)),
                    false => Box::new(Svg { direction }),
                }]
            }
        }
    }
}

/// Writes the files of a document one after another.
struct FileWriter<'a> {
    options: &'a GraphArgs,
    document: &'a dyn Document,
    context: &'a Context,
    /// The section for the progress of files; `None` for formats that are painted from SVG.
    section: Option<StoreSection<'a>>,
    /// The picture format that is painted from SVG, if the format is one.
    painted: Option<PictureFormat>,
    /// The number of records of all files.
    record_count: usize,
    /// The index of the next file, and the number of records before it.
    next_file: usize,
    earlier_records: usize,
    /// The progress of an earlier run.
    saved: DocumentProgress,
    /// The files of this run, if their progress can be saved.
    files: RefCell<Vec<ResumableFile>>,
}

impl<'a> FileWriter<'a> {
    fn new(
        options: &'a GraphArgs,
        (document, formats): (&'a dyn Document, &[Box<dyn GraphFormat>]),
        store: Option<StoreSection<'a>>,
        context: &'a Context,
    ) -> Result<Self, Fail> {
        let painted = options.format().picture().filter(|&kind| kind != PictureFormat::Svg);
        let section = store.filter(|_| painted.is_none());
        let record_count = formats.iter().map(|format| records(document, format.as_ref())).sum();
        let origin = format!("{} {options:?}", env!("CARGO_PKG_VERSION"));
        let saved = DocumentProgress::read(origin, section).map_err(|error| context.explain(error.into()))?;
        Ok(Self {
            options,
            document,
            context,
            section,
            painted,
            record_count,
            next_file: 0,
            earlier_records: 0,
            saved,
            files: RefCell::default(),
        })
    }

    /// Writes a file, or the rest of a file of an earlier run. Returns the file and its size in bytes, or `None` if the reader
    /// closed the pipe.
    fn write(&mut self, format: &dyn GraphFormat, mut target: Target) -> Result<Option<(Target, u64)>, Fail> {
        let (index, records) = (self.next_file, records(self.document, format));
        let saved = self.saved.file(index);
        let kept_at = self.section.and_then(|section| section.document(index));
        let kept =
            kept_at.map_or(Ok(None), |path| target.keep_at(&path, (saved.written.bytes, saved.checksum)));
        let kept = kept.map_err(|error| target.failed(&error))?;
        let (mut from, is_kept) = (UnfinishedFile::default(), kept.is_some());
        if let Some((file, resumed)) = kept {
            let checksum = resumed.inspect(|_| from = saved).unwrap_or_default();
            let UnfinishedFile { written, is_whole, .. } = from;
            self.files.get_mut().push(ResumableFile { file, checksum, written, is_whole });
        }
        let mut svg = Vec::new();
        let out: &mut dyn Write = if self.painted.is_some() { &mut svg } else { &mut target };
        let (written, not_saved) = self.write_rest(format, out, from, is_kept);
        self.next_file += 1;
        self.earlier_records += records;
        match written {
            Ok(ControlFlow::Continue(bytes)) => {
                if let Some(file) = self.files.get_mut().last_mut().filter(|_| is_kept) {
                    (file.written, file.is_whole) = (WriteProgress { records, bytes }, true);
                }
                match self.painted {
                    Some(kind) => self.paint(kind, svg, target),
                    None => Ok(Some((target, bytes))),
                }
            }
            Ok(ControlFlow::Break(())) => {
                let nodes = self.document.node_count();
                let stopped =
                    || self.context.stop_failure(&format!("while a graph of {nodes} nodes was written"));
                Err(not_saved.map_or_else(stopped, |error| self.context.explain(error)))
            }
            Err(error) if target.is_closed_pipe(&error) => Ok(None),
            Err(error) => Err(target.failed(&error)),
        }
    }

    /// Writes the rest of a file after the part `from`. Saves the progress when a save is due and before a stop, if `is_kept`.
    /// Returns the number of bytes of the file, and the error if the progress could not be saved.
    fn write_rest(
        &self,
        format: &dyn GraphFormat,
        out: &mut dyn Write,
        from: UnfinishedFile,
        is_kept: bool,
    ) -> (io::Result<ControlFlow<(), u64>>, Option<Error>) {
        if from.is_whole {
            return (Ok(ControlFlow::Continue(from.written.bytes)), None);
        }
        let not_saved = Cell::new(None);
        let progress = |written: WriteProgress| {
            let records = self.earlier_records + written.records;
            self.context.part_done(records as u64, self.record_count as u64);
            self.context.set_status(|| format!("{records} of {} records written", self.record_count));
            let flow = self.context.check();
            if let Some(section) = self.section.filter(|_| is_kept)
                && (flow.is_break() || section.is_due())
            {
                let mut files = self.files.borrow_mut();
                files.iter_mut().last().expect("the file is kept").written = written;
                let saved = self.saved.save(&mut files, flow.is_break(), section);
                not_saved.set(saved.err());
            }
            flow
        };
        let threads = self.context.threads();
        let written = export::write_rest(self.document, format, out, threads, from.written, &progress);
        (written, not_saved.take())
    }

    /// Paints a picture from SVG and writes it. Returns `None` if the reader closed the pipe.
    fn paint(
        &self,
        kind: PictureFormat,
        svg: Vec<u8>,
        mut target: Target,
    ) -> Result<Option<(Target, u64)>, Fail> {
        let svg = String::from_utf8(svg).expect("an SVG is text");
        let picture = kind.paint(svg, &self.document.head().title, self.options.width, self.context)?;
        Ok(if target.put(&picture)? { Some((target, picture.len() as u64)) } else { None })
    }
}

/// Returns the number of records of a file in a format.
fn records(document: &dyn Document, format: &dyn GraphFormat) -> usize {
    let included: [bool; 2] = format.parts().into();
    let sizes = [document.node_count(), document.edge_count()];
    included.into_iter().zip(sizes).filter(|(is_included, _)| *is_included).map(|(_, size)| size).sum()
}
