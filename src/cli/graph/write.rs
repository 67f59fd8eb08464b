//! Writes the document of a graph in its format.

use super::{As, DRAWN, Direction, How};

use crate::cli::context::{ActivityKind, Context};
use crate::cli::fail::Fail;
use crate::cli::picture::PictureFormat;
use crate::cli::target::Target;
use crate::evaluate::checkpoint::{failed, read_value, save_value};
use crate::export::save::settle;
use crate::export::{
    self, Document, Dot, Drn, Gexf, GraphFormat, Graphml, Json, Svg, WriteProgress, csv, html, tables,
};
use crate::model::{Error, Job, Monitor as _, Progress, StoreSection};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Hands a document over as tables.
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

/// How far the files of a document are written.
#[derive(Default, Serialize, Deserialize)]
struct Unfinished {
    /// The program and the options, of which the bytes depend.
    made: String,
    files: Vec<UnfinishedFile>,
}

/// How far a file is written.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct UnfinishedFile {
    written: WriteProgress,
    /// The number by which the end of what is written is known.
    end: u64,
    is_whole: bool,
}

impl Unfinished {
    /// Reads what was saved, if it was made in the same way.
    fn read(made: String, place: Option<StoreSection<'_>>) -> io::Result<Self> {
        let saved = place.map_or(Ok(None), |place| place.load())?;
        let saved: Option<Self> = saved.map(|mut saved| read_value(&mut *saved)).transpose()?;
        Ok(saved.filter(|saved| saved.made == made).unwrap_or(Self { made, files: Vec::new() }))
    }

    /// Adds a file of which so much is written.
    fn push(&mut self, file: &File, written: WriteProgress, is_whole: bool) -> io::Result<()> {
        let end = settle(file, written.bytes)?.unwrap_or_default();
        self.files.push(UnfinishedFile { written, end, is_whole });
        Ok(())
    }

    /// Saves how far the last file is written, because that is due or the work stops.
    fn save(
        &mut self,
        file: &File,
        written: WriteProgress,
        stops: bool,
        place: StoreSection<'_>,
    ) -> Result<(), Error> {
        let mut write = |out: &mut dyn Write| {
            self.push(file, written, false)?;
            let saved = save_value(out, self);
            self.files.pop();
            saved
        };
        if stops {
            return place.save_stopped(&mut write);
        }
        place.save(&mut write);
        Ok(())
    }
}

impl How {
    /// Writes a document, which takes about as long as all that came before.
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
        let direction = self.direction.map(|direction| match direction {
            Direction::Down => export::TimeDirection::Down,
            Direction::Right => export::TimeDirection::Right,
        });
        let formats: Vec<Box<dyn GraphFormat>> = match self.format {
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
            let progress = Progress { layer: 0, states: document.node_count() as u64 };
            context.job().reserve(bytes, progress).map_err(|error| context.explain(error))
        };
        if self.format.picture().is_some() {
            drawn((document.node_count() + document.edge_count()) as u64 * DRAWN)?;
        }
        let drawing = self.format.picture().map(|_| context.begin(ActivityKind::Drawing));
        let painted = self.format.picture().filter(|&kind| kind != PictureFormat::Svg);
        let mut whole = Vec::new();
        let sizes = [document.node_count(), document.edge_count()];
        let records = |format: &dyn GraphFormat| {
            let wanted: [bool; 2] = format.parts().into();
            wanted.into_iter().zip(sizes).filter(|(wanted, _)| *wanted).map(|(_, size)| size).sum::<usize>()
        };
        let all: usize = formats.iter().map(|format| records(format.as_ref())).sum();
        let mut before = 0;
        let section = job.section("written");
        let place = section.store.filter(|_| painted.is_none());
        let made = format!("{} {self:?}", env!("CARGO_PKG_VERSION"));
        let known = Unfinished::read(made, place).map_err(|error| context.explain(failed(&error)))?;
        let unfinished = RefCell::new(Unfinished { files: Vec::new(), ..known });
        for (at, (format, mut target)) in formats.iter().zip(targets).enumerate() {
            let earlier = before;
            before += records(format.as_ref());
            let before = known.files.get(at).copied().unwrap_or_default();
            let bytes = (before.written.bytes, before.end);
            let kept_at = place.and_then(|place| place.document(at));
            let kept = kept_at.map_or(Ok(None), |path| target.keep_at(&path, bytes));
            let kept = kept.map_err(|error| target.failed(&error))?;
            let from = match kept {
                Some((_, true)) => before,
                _ => UnfinishedFile::default(),
            };
            let missed = Cell::new(None);
            let progress = |written: WriteProgress| {
                let records = earlier + written.records;
                context.done(records as u64, all as u64);
                context.tell(|| format!("{records} of {all} records written"));
                let goes_on = context.go_on();
                if let (Some((file, _)), Some(place)) = (&kept, place)
                    && (goes_on.is_break() || place.is_due())
                    && let Err(error) = unfinished.borrow_mut().save(file, written, goes_on.is_break(), place)
                {
                    missed.set(Some(error));
                }
                goes_on
            };
            let mut svg = Vec::new();
            let out: &mut dyn Write = if painted.is_some() { &mut svg } else { &mut target };
            let went = match from.is_whole {
                true => Ok(ControlFlow::Continue(from.written.bytes)),
                false => {
                    let threads = context.threads();
                    export::write_rest(document, format.as_ref(), out, threads, from.written, &progress)
                }
            };
            match went {
                Ok(ControlFlow::Continue(bytes)) => {
                    if let Some((file, _)) = &kept {
                        let written = WriteProgress { records: records(format.as_ref()), bytes };
                        let added = unfinished.borrow_mut().push(file, written, true);
                        added.map_err(|error| target.failed(&error))?;
                    }
                    let Some(kind) = painted else {
                        whole.push((target, bytes));
                        continue;
                    };
                    let svg = String::from_utf8(svg).expect("an SVG is text");
                    let picture = kind.paint(svg, &document.head().title, self.width, context)?;
                    if !target.put(&picture)? {
                        return Ok(());
                    }
                    whole.push((target, picture.len() as u64));
                }
                Ok(ControlFlow::Break(())) => {
                    let nodes = document.node_count();
                    let fail = context.ended(&format!("while a graph of {nodes} nodes was written"));
                    return Err(missed.take().map_or(fail, |error| context.explain(error)));
                }
                Err(error) if target.is_closed_pipe(&error) => return Ok(()),
                Err(error) => return Err(target.failed(&error)),
            }
        }
        drop(drawing);
        // Two tables belong together: neither has its name before both are whole.
        for note in Target::finish_all(whole)?.into_iter().flatten() {
            let (nodes, edges) = (document.node_count(), document.edge_count());
            context.note(&format!("{note}: {nodes} nodes, {edges} edges"));
        }
        Ok(())
    }
}
