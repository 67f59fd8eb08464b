//! The driver that streams a document through a format, chunk by chunk, in bounded memory.

use super::{ColumnHeading, Document, GraphFormat, RESERVED_NAMES};
use serde::{Deserialize, Serialize};
use std::collections::{HashSet, VecDeque};
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{Receiver, sync_channel};

/// The number of records in a chunk: enough that passing one to another thread is cheap, few enough that it stays in
/// the cache.
const CHUNK: usize = 1024;

/// The number of chunks in flight for each thread, which bounds the memory.
const AHEAD: usize = 3;

/// Streams `document` through `format` into `out`, as [`write()`] does, on this thread and to its end.
///
/// # Errors
/// As [`write()`].
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, Drn, GraphDocument, write_all};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut text = Vec::new();
/// write_all(&document, &Drn, &mut text)?;
/// assert!(text.starts_with(b"//"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_all(document: &dyn Document, format: &dyn GraphFormat, out: &mut dyn Write) -> io::Result<()> {
    write(document, format, out, 1, &|_| ControlFlow::Continue(())).map(drop)
}

/// The progress of writing a document.
///
/// [`write_rest`] continues from such a value after a stop; see its example.
///
/// ```
/// use chancetree_export::WriteProgress;
///
/// // Nothing is written yet.
/// assert_eq!(WriteProgress::default(), WriteProgress { records: 0, bytes: 0 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WriteProgress {
    /// The number of records: nodes and edges together.
    pub records: usize,
    /// The number of bytes.
    pub bytes: u64,
}

/// Streams `document` through `format` into `out`, which needs no buffer.
///
/// With more than one thread, chunks are formatted in parallel and written in order; the bytes do not depend on the
/// number of threads. After each chunk, `progress` gets the number of records written (nodes and edges together) and
/// may stop the work. Returns the number of bytes, or the break.
///
/// # Errors
/// Errors of `out`; [`io::ErrorKind::InvalidInput`] for invalid columns and for a document that the format cannot
/// represent.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, Json, write};
/// use std::ops::ControlFlow;
///
/// let best = Coins { tosses: 20 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut text = Vec::new();
/// let bytes = write(&document, &Json::new(&document), &mut text, 2, &|records| {
///     if records < 1_000_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(bytes, ControlFlow::Continue(text.len() as u64));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    document: &dyn Document,
    format: &dyn GraphFormat,
    out: &mut dyn Write,
    threads: usize,
    progress: &dyn Fn(usize) -> ControlFlow<()>,
) -> io::Result<ControlFlow<(), u64>> {
    write_rest(document, format, out, threads, WriteProgress::default(), &|written| progress(written.records))
}

/// Writes the rest of a document after `written`, a value that an earlier call passed to `progress`. Otherwise works
/// like [`write()`].
///
/// # Errors
/// As [`write()`].
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, Drn, GraphDocument, WriteProgress, write_all, write_rest};
/// use std::cell::Cell;
/// use std::ops::ControlFlow;
///
/// let best = Coins { tosses: 20 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let (mut text, mut whole) = (Vec::new(), Vec::new());
/// write_all(&document, &Drn, &mut whole)?;
///
/// // The first call stops after its first chunk, and the second call goes on from there.
/// let place = Cell::new(WriteProgress::default());
/// let stop = |written| {
///     place.set(written);
///     ControlFlow::Break(())
/// };
/// write_rest(&document, &Drn, &mut text, 1, WriteProgress::default(), &stop)?;
/// write_rest(&document, &Drn, &mut text, 1, place.get(), &|_| ControlFlow::Continue(()))?;
/// assert_eq!(text, whole);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_rest(
    document: &dyn Document,
    format: &dyn GraphFormat,
    out: &mut dyn Write,
    threads: usize,
    written: WriteProgress,
    progress: &dyn Fn(WriteProgress) -> ControlFlow<()>,
) -> io::Result<ControlFlow<(), u64>> {
    check(&document.head().node_columns, &[])?;
    check(&document.head().edge_columns, &["prob", "prob_exact"])?;
    let mut sink = CountedOutput { out, written, progress };
    let mut text = Vec::new();
    if written == WriteProgress::default() {
        format.begin(document, &mut text);
        sink.text(&mut text)?;
    }
    let pool = match threads {
        0 | 1 => None,
        _ => Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?),
    };
    let (nodes, edges) = format.parts();
    let stream = |left: Range<usize>, make: &FormatRecords<'_>, sink: &mut CountedOutput<'_>| match &pool {
        None => write_sequentially(left, make, sink),
        Some(pool) => pool.in_place_scope(|scope| write_in_parallel(scope, left, threads, make, sink)),
    };
    let nodes = if nodes { document.node_count() } else { 0 };
    let edges = if edges { document.edge_count() } else { 0 };
    let made: &FormatRecords<'_> = &|range, out| format.nodes(document, range, out);
    if stream(written.records.min(nodes)..nodes, made, &mut sink)?.is_break() {
        return Ok(ControlFlow::Break(()));
    }
    if written.records <= nodes {
        format.between(document, &mut text);
        sink.text(&mut text)?;
    }
    let made: &FormatRecords<'_> = &|range, out| format.edges(document, range, out);
    if stream(written.records.saturating_sub(nodes)..edges, made, &mut sink)?.is_break() {
        return Ok(ControlFlow::Break(()));
    }
    format.finish(document, &mut text);
    sink.text(&mut text)?;
    sink.out.flush()?;
    Ok(ControlFlow::Continue(sink.written.bytes))
}

/// Formats the records of a range.
type FormatRecords<'a> = dyn Fn(Range<usize>, &mut Vec<u8>) -> io::Result<()> + Sync + 'a;

/// An output with the number of records and bytes written so far.
struct CountedOutput<'a> {
    out: &'a mut dyn Write,
    written: WriteProgress,
    progress: &'a dyn Fn(WriteProgress) -> ControlFlow<()>,
}

impl CountedOutput<'_> {
    /// Writes `text` and empties it.
    fn text(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        self.out.write_all(text)?;
        self.written.bytes += text.len() as u64;
        text.clear();
        Ok(())
    }

    /// Writes a chunk of `records` records and empties it.
    fn chunk(&mut self, text: &mut Vec<u8>, records: usize) -> io::Result<ControlFlow<()>> {
        self.text(text)?;
        self.written.records += records;
        Ok((self.progress)(self.written))
    }
}

/// Splits a range of records into chunks.
fn chunks(records: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = records.end;
    records.step_by(CHUNK).map(move |start| start..end.min(start + CHUNK))
}

/// Formats and writes all chunks on this thread, with one buffer.
fn write_sequentially(
    records: Range<usize>,
    make: &FormatRecords<'_>,
    sink: &mut CountedOutput<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut text = Vec::new();
    for range in chunks(records) {
        let records = range.len();
        make(range, &mut text)?;
        if sink.chunk(&mut text, records)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Formats chunks on several threads and writes them in order on this thread. Every chunk has its own channel, so
/// that a panic closes that channel instead of blocking this thread.
fn write_in_parallel<'scope>(
    scope: &rayon::Scope<'scope>,
    records: Range<usize>,
    threads: usize,
    make: &'scope FormatRecords<'scope>,
    sink: &mut CountedOutput<'_>,
) -> io::Result<ControlFlow<()>> {
    type Made = io::Result<Vec<u8>>;
    let mut waiting: VecDeque<(Receiver<Made>, usize)> = VecDeque::new();
    let mut spare: Vec<Vec<u8>> = Vec::new();
    let mut ranges = chunks(records);
    loop {
        while waiting.len() < threads * AHEAD {
            let Some(range) = ranges.next() else { break };
            let (sender, receiver) = sync_channel(1);
            let mut text = spare.pop().unwrap_or_default();
            waiting.push_back((receiver, range.len()));
            scope.spawn(move |_| {
                let made = make(range, &mut text).map(|()| text);
                // The receiver is gone once writing has stopped.
                let _ = sender.send(made);
            });
        }
        let Some((receiver, records)) = waiting.pop_front() else { return Ok(ControlFlow::Continue(())) };
        let Ok(made) = receiver.recv() else { return Ok(ControlFlow::Break(())) };
        let mut text = made?;
        if sink.chunk(&mut text, records)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        spare.push(text);
    }
}

/// Rejects column names that a reader would lose, duplicate or misinterpret.
fn check(columns: &[ColumnHeading], more: &[&str]) -> io::Result<()> {
    let mut seen = HashSet::new();
    for column in columns {
        let name = column.name.to_ascii_lowercase();
        let spelt = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let taken = RESERVED_NAMES.contains(&&*name) || more.contains(&&*name);
        if !spelt || taken || !seen.insert(name) {
            let message =
                format!("no column can be named {:?}: empty, taken, twice or not a word", column.name);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
    }
    Ok(())
}
