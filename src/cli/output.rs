//! The output of a command: stdout, a file that has its name once it is whole, or the memory of a program that embeds this
//! one.

use super::context::{Activity, ActivityKind};
use super::embed::Response;
use super::fail::Fail;
use super::print::{ELSEWHERE, harmless, harmless_json, with_note};
use super::target::Target;
use crate::export::Sheets;
use crate::play::terminal;
use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// The place that results are written to.
enum Destination {
    Stdout,
    /// A file, and the number of bytes in it.
    File(Target, u64),
    /// The memory of another program.
    Memory {
        response: Response,
        wants_tables: bool,
    },
}

/// The output of a command.
pub(crate) struct Output {
    destination: Mutex<Destination>,
    activity: Arc<Activity>,
    /// `true` once the reader of stdout has gone away.
    is_reader_gone: AtomicBool,
    /// `true` while a JSON list on stdout is not ended. Locked while a part of a list is written.
    list_is_open: Arc<Mutex<bool>>,
}

/// The time that ending a list may take while the program exits.
const ENDING: Duration = Duration::from_millis(200);

/// The end of a JSON list.
pub(crate) const LIST_END: &str = "\n]\n";

impl Output {
    /// Creates an output to stdout.
    pub(super) fn stdout(activity: Arc<Activity>) -> Self {
        Self::new(Destination::Stdout, activity)
    }

    /// Creates an output into memory. A graph becomes tables if `wants_tables`.
    pub(super) fn memory(wants_tables: bool, activity: Arc<Activity>) -> Self {
        Self::new(Destination::Memory { response: Response::default(), wants_tables }, activity)
    }

    fn new(destination: Destination, activity: Arc<Activity>) -> Self {
        let destination = Mutex::new(destination);
        Self { destination, activity, is_reader_gone: AtomicBool::new(false), list_is_open: Arc::default() }
    }

    fn destination(&self) -> MutexGuard<'_, Destination> {
        self.destination.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends results into a file from now on.
    pub(crate) fn send_to(&self, target: Target) {
        *self.destination() = Destination::File(target, 0);
    }

    /// Returns whether results go into a file.
    pub(crate) fn has_file(&self) -> bool {
        matches!(*self.destination(), Destination::File(..))
    }

    /// Returns whether another program takes the results.
    pub(crate) fn is_embedded(&self) -> bool {
        matches!(*self.destination(), Destination::Memory { .. })
    }

    /// Returns whether results are printed one after the other: on stdout, and not at the end.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(*self.destination(), Destination::Stdout)
    }

    /// Returns whether a graph is handed over as tables.
    pub(crate) fn wants_tables(&self) -> bool {
        matches!(*self.destination(), Destination::Memory { wants_tables: true, .. })
    }

    /// Hands the tables of a graph over to the other program.
    pub(crate) fn hand_over(&self, tables: Sheets) {
        if let Destination::Memory { response, .. } = &mut *self.destination() {
            response.tables = Some(tables);
        }
    }

    /// Returns what another program gets.
    pub(super) fn take_response(&self) -> Response {
        match &mut *self.destination() {
            Destination::Memory { response, .. } => std::mem::take(response),
            _ => Response::default(),
        }
    }

    /// Returns the number of columns of the terminal that results go to, if they go to one.
    pub(crate) fn columns(&self) -> Option<usize> {
        let is_terminal = self.is_stdout() && io::stdout().is_terminal();
        is_terminal.then(terminal::columns).flatten().map(usize::from)
    }

    /// Returns whether the reader of stdout has gone away, so that more answers are of no use.
    pub(crate) fn is_reader_gone(&self) -> bool {
        self.is_reader_gone.load(Relaxed)
    }

    /// Gives the file its name if `is_result`, and removes it otherwise. Returns a note about the file.
    pub(super) fn deliver(&self, is_result: bool) -> Result<Option<String>, Fail> {
        let destination = std::mem::replace(&mut *self.destination(), Destination::Stdout);
        match destination {
            Destination::File(target, bytes) if is_result && bytes > 0 => {
                let _critical = self.activity.begin(ActivityKind::CriticalSection);
                target.finish(bytes)
            }
            Destination::File(..) => Ok(None),
            destination => {
                *self.destination() = destination;
                Ok(None)
            }
        }
    }

    /// Writes a whole result. A reader who has gone away is no failure.
    pub(crate) fn print(&self, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Fail> {
        let text = text.as_ref();
        match std::str::from_utf8(text) {
            Ok(text) => self.print_visible(&harmless(text)),
            Err(_) => self.write(text),
        }
    }

    /// Writes a picture or a graph: as it is, unless a terminal shows it.
    pub(crate) fn drawing(&self, bytes: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Fail> {
        match self.columns() {
            Some(_) => self.print(bytes),
            None => self.write(bytes.as_ref()),
        }
    }

    /// Writes a text whose only control characters are those that lay out lines.
    pub(crate) fn print_visible(&self, text: &str) -> Result<(), Fail> {
        match self.columns() {
            // A narrow terminal has no room for some fractions, wherever they stand.
            Some(_) if !text.contains(ELSEWHERE) => self.write(with_note(text.to_owned()).as_bytes()),
            _ => self.write(text.as_bytes()),
        }
    }

    /// Writes JSON.
    pub(crate) fn json(&self, value: &Value) -> Result<(), Fail> {
        self.write_json(&format!("{value:#}\n"))
    }

    /// Writes JSON on a line.
    pub(crate) fn json_line(&self, value: &Value) -> Result<(), Fail> {
        self.write_json(&format!("{value}\n"))
    }

    pub(crate) fn write_json(&self, text: &str) -> Result<(), Fail> {
        self.write(harmless_json(text).as_bytes())
    }

    /// Writes a part of a JSON list, after which the list `is_open`.
    pub(crate) fn write_list(&self, text: &str, is_open: bool) -> Result<(), Fail> {
        let mut list_is_open = lock(&self.list_is_open);
        if !is_open {
            *list_is_open = false;
        }
        self.write_json(text)?;
        *list_is_open = is_open && self.is_stdout();
        Ok(())
    }

    /// Ends the JSON list on stdout, if one is open, because the program exits. No other thread adds to a list any more. A
    /// reader who does not read does not keep the program from exiting.
    pub(super) fn end_list(&self) {
        let (sender, receiver) = mpsc::channel();
        let list = Arc::clone(&self.list_is_open);
        let write = move || {
            let is_open = lock(&list);
            if *is_open {
                let mut out = io::stdout().lock();
                let _ = out.write_all(LIST_END.as_bytes()).and_then(|()| out.flush());
            }
            let _ = sender.send(());
            // The lock is kept until the program exits.
            std::mem::forget(is_open);
        };
        if thread::Builder::new().spawn(write).is_ok() {
            let _ = receiver.recv_timeout(ENDING);
        }
    }

    fn write(&self, text: &[u8]) -> Result<(), Fail> {
        self.write_parts([text])
    }

    /// Writes a result part by part, which is too long to be held as a whole. No part may have control characters.
    pub(crate) fn write_parts(&self, parts: impl IntoIterator<Item: AsRef<[u8]>>) -> Result<(), Fail> {
        if self.is_stdout() {
            return self.write_stdout(parts);
        }
        let _writing = (!self.is_embedded()).then(|| self.activity.begin(ActivityKind::WritingResult));
        // The destination is free while a part is made.
        parts.into_iter().try_for_each(|part| self.put(part.as_ref()))
    }

    fn put(&self, part: &[u8]) -> Result<(), Fail> {
        let mut destination = self.destination();
        let put = match &mut *destination {
            Destination::File(target, bytes) => {
                *bytes += part.len() as u64;
                target.put(part).map(|_| ())
            }
            Destination::Memory { response, .. } => {
                response.printed.extend_from_slice(part);
                Ok(())
            }
            Destination::Stdout => io::stdout().write_all(part).map_err(|error| Fail::io("stdout", &error)),
        };
        if put.is_err() {
            // Half a result gets no name.
            *destination = Destination::Stdout;
        }
        put
    }

    fn write_stdout(&self, parts: impl IntoIterator<Item: AsRef<[u8]>>) -> Result<(), Fail> {
        let _writing = self.activity.begin(ActivityKind::WritingResult);
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let written =
            parts.into_iter().try_for_each(|part| out.write_all(part.as_ref())).and_then(|()| out.flush());
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_reader_gone.store(true, Relaxed);
                Ok(())
            }
            Err(error) => Err(Fail::io("stdout", &error)),
            Ok(()) => Ok(()),
        }
    }

    /// Adds bytes to what another program gets.
    pub(super) fn put_embedded(&self, bytes: &[u8]) {
        if let Destination::Memory { response, .. } = &mut *self.destination() {
            response.printed.extend_from_slice(bytes);
        }
    }
}

fn lock(list: &Mutex<bool>) -> MutexGuard<'_, bool> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
