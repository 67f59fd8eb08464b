//! The output of a command: stdout, a file that gets its name when it is complete, or the memory of the embedding program.

use super::context::{Activity, ActivityKind};
use super::embed::Response;
use super::fail::Fail;
use super::print::{FRACTIONS_NOTE, escape, escape_json, with_note};
use super::target::Target;
use chancetree_export::GraphTables;
use chancetree_play::terminal;
use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The destination of results.
enum Destination {
    Stdout,
    /// A file, and the number of written bytes.
    File(Target, u64),
    /// The memory of the embedding program.
    Memory {
        response: Response,
        wants_tables: bool,
    },
}

/// The output of a command.
pub(crate) struct Output {
    destination: Mutex<Destination>,
    activity: Arc<Activity>,
    /// `true` once the reader of stdout closed the pipe.
    is_reader_gone: AtomicBool,
    /// `true` while a JSON list on stdout lacks its end. Locked while a part of the list is written.
    list_is_open: Arc<Mutex<bool>>,
}

/// The maximum time to end a list when the program exits.
const LIST_END_TIME: Duration = Duration::from_secs(2);

/// The end of a JSON list.
pub(crate) const LIST_END: &str = "\n]\n";

impl Output {
    /// Creates an output on stdout.
    pub(super) fn stdout(activity: Arc<Activity>) -> Self {
        Self::new(Destination::Stdout, activity)
    }

    /// Creates an output in memory. A graph is returned as tables if `wants_tables`.
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

    /// Redirects all further results to a file.
    pub(crate) fn send_to(&self, target: Target) {
        *self.destination() = Destination::File(target, 0);
    }

    /// Returns `true` if results go into a file.
    pub(crate) fn has_file(&self) -> bool {
        matches!(*self.destination(), Destination::File(..))
    }

    /// Returns `true` if the program is embedded.
    pub(crate) fn is_embedded(&self) -> bool {
        matches!(*self.destination(), Destination::Memory { .. })
    }

    /// Returns `true` if results go to stdout, where they are printed one by one.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(*self.destination(), Destination::Stdout)
    }

    /// Returns `true` if a graph is returned as tables.
    pub(crate) fn wants_tables(&self) -> bool {
        matches!(*self.destination(), Destination::Memory { wants_tables: true, .. })
    }

    /// Sets the tables of a graph in the response to the embedding program.
    pub(crate) fn set_tables(&self, tables: GraphTables) {
        if let Destination::Memory { response, .. } = &mut *self.destination() {
            response.tables = Some(tables);
        }
    }

    /// Takes the response to the embedding program.
    pub(super) fn take_response(&self) -> Response {
        match &mut *self.destination() {
            Destination::Memory { response, .. } => std::mem::take(response),
            _ => Response::default(),
        }
    }

    /// Returns the number of columns of the terminal, if results go to a terminal.
    pub(crate) fn columns(&self) -> Option<usize> {
        let is_terminal = self.is_stdout() && io::stdout().is_terminal();
        is_terminal.then(terminal::columns).flatten().map(usize::from)
    }

    /// Returns `true` if the reader of stdout closed the pipe, so that further answers are useless.
    pub(crate) fn is_reader_gone(&self) -> bool {
        self.is_reader_gone.load(Relaxed)
    }

    /// Renames the file to its final name if `is_result`, and removes it otherwise. Returns a note about the file.
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

    /// Writes a text or bytes. A closed pipe is no error.
    pub(crate) fn print(&self, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Fail> {
        let text = text.as_ref();
        match std::str::from_utf8(text) {
            Ok(text) => self.print_visible(&escape(text)),
            Err(_) => self.write(text),
        }
    }

    /// Writes a picture or a graph. Control characters are escaped only on a terminal.
    pub(crate) fn drawing(&self, bytes: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Fail> {
        match self.columns() {
            Some(_) => self.print(bytes),
            None => self.write(bytes.as_ref()),
        }
    }

    /// Writes a text without control characters other than line breaks and tabs.
    pub(crate) fn print_visible(&self, text: &str) -> Result<(), Fail> {
        match self.columns() {
            // A narrow terminal has no room for some fractions.
            Some(_) if !text.contains(FRACTIONS_NOTE) => self.write(with_note(text.to_owned()).as_bytes()),
            _ => self.write(text.as_bytes()),
        }
    }

    /// Writes a JSON value on several lines.
    pub(crate) fn json(&self, value: &Value) -> Result<(), Fail> {
        self.write_json(&format!("{value:#}\n"))
    }

    /// Writes a JSON value on one line.
    pub(crate) fn json_line(&self, value: &Value) -> Result<(), Fail> {
        self.write_json(&format!("{value}\n"))
    }

    fn write_json(&self, text: &str) -> Result<(), Fail> {
        self.write(escape_json(text).as_bytes())
    }

    /// Writes a part of a JSON list. `is_open` is `true` if the list continues after the part.
    pub(crate) fn write_list(&self, text: &str, is_open: bool) -> Result<(), Fail> {
        let mut list_is_open = lock(&self.list_is_open);
        if !is_open {
            *list_is_open = false;
        }
        self.write_json(text)?;
        *list_is_open = is_open && self.is_stdout();
        Ok(())
    }

    /// Ends the open JSON list on stdout before the program exits, and blocks further writes to it. A pipe whose reader does
    /// not read delays the exit only for a short time.
    pub(super) fn end_list(&self) {
        let ended = Arc::new((Mutex::new(false), Condvar::new()));
        let (list, has_ended) = (Arc::clone(&self.list_is_open), Arc::clone(&ended));
        let write = move || {
            let is_open = lock(&list);
            if *is_open {
                let mut out = io::stdout().lock();
                let _ = out.write_all(LIST_END.as_bytes()).and_then(|()| out.flush());
            }
            *lock(&has_ended.0) = true;
            has_ended.1.notify_one();
            // The lock is kept until the program exits.
            std::mem::forget(is_open);
        };
        if thread::Builder::new().spawn(write).is_ok() {
            let _ = ended.1.wait_timeout_while(lock(&ended.0), LIST_END_TIME, |has_ended| !*has_ended);
        }
    }

    fn write(&self, text: &[u8]) -> Result<(), Fail> {
        self.write_parts([text])
    }

    /// Writes a long result part by part. The parts must not contain control characters.
    pub(crate) fn write_parts(&self, parts: impl IntoIterator<Item: AsRef<[u8]>>) -> Result<(), Fail> {
        if self.is_stdout() {
            return self.write_stdout(parts);
        }
        let _writing = (!self.is_embedded()).then(|| self.activity.begin(ActivityKind::WritingResult));
        // The destination is not locked while a part is made.
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
            // An incomplete result file gets no name.
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

    /// Appends bytes to the response to the embedding program.
    pub(super) fn put_embedded(&self, bytes: &[u8]) {
        if let Destination::Memory { response, .. } = &mut *self.destination() {
            response.printed.extend_from_slice(bytes);
        }
    }
}

fn lock(list: &Mutex<bool>) -> MutexGuard<'_, bool> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
