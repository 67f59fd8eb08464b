//! A pseudo-terminal for tests: sends keys, and returns the visible screen.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read as _, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use vt100::Parser;

/// Keys of the games.
pub(crate) const ENTER: &str = "\r";
pub(crate) const RIGHT: &str = "\x1b[C";

/// The longest time that a test waits for a step.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a terminal has rows and columns")
}

/// A program in a pseudo-terminal.
pub(crate) struct Screen {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    seen: Arc<Mutex<Parser>>,
    /// Reads the output until no process has the terminal open.
    reader: JoinHandle<()>,
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

/// Starts `chancetree` in a pseudo-terminal that no one reads, and that closes when the second value is dropped.
pub(crate) fn start_unread(args: &[&str]) -> (Box<dyn Child + Send + Sync>, Box<dyn MasterPty + Send>) {
    let pair = native_pty_system().openpty(size(24, 80)).expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_chancetree"));
    command.args(args);
    command.env("TERM", "xterm-256color");
    (pair.slave.spawn_command(command).expect("the program starts"), pair.master)
}

/// Returns `true` if the terminal echoes keys.
#[cfg(unix)]
pub(crate) fn echoes(terminal: &(dyn MasterPty + Send)) -> bool {
    let modes = terminal.get_termios().expect("a terminal has modes");
    let modes = format!("{:?}", modes.local_flags);
    modes.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|mode| mode == "ECHO")
}

impl Screen {
    /// Starts `chancetree` in a terminal of a size, with or without colours.
    pub(crate) fn start(args: &[&str], size: (u16, u16), colour: bool) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_chancetree"));
        command.args(args);
        Self::of(command, size, colour)
    }

    /// Starts `chancetree` in a terminal with colours and this value of `TERM`.
    pub(crate) fn with_term(term: Option<&str>, args: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_chancetree"));
        command.args(args);
        Self::on(term, command, (24, 80), true)
    }

    /// Starts a shell that runs `script`, in which `$0` is the program.
    #[cfg(unix)]
    pub(crate) fn shell(script: &str, size: (u16, u16)) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_chancetree")]);
        Self::of(command, size, false)
    }

    /// Starts an ignored test of this program.
    #[cfg(unix)]
    pub(crate) fn test(name: &str, size: (u16, u16)) -> Self {
        let own = std::env::current_exe().expect("this program has a name");
        let mut command = CommandBuilder::new(own);
        command.args([name, "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
        command.env("RUST_BACKTRACE", "0");
        Self::of(command, size, false)
    }

    fn of(command: CommandBuilder, size: (u16, u16), colour: bool) -> Self {
        Self::on(Some("xterm-256color"), command, size, colour)
    }

    fn on(term: Option<&str>, mut command: CommandBuilder, (rows, cols): (u16, u16), colour: bool) -> Self {
        let pair = native_pty_system().openpty(size(rows, cols)).expect("a terminal");
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        match term {
            Some(term) => command.env("TERM", term),
            None => command.env_remove("TERM"),
        }
        command.env("NO_COLOR", if colour { "" } else { "1" });
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let keys = pair.master.take_writer().expect("keys can be typed");
        let mut output = pair.master.try_clone_reader().expect("the screen can be read");
        let seen = Arc::new(Mutex::new(Parser::new(some(rows), some(cols), 0)));
        let parser = Arc::clone(&seen);
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                parser.lock().expect("an unpoisoned lock").process(&buffer[..count]);
            }
        });
        Self { child, master: pair.master, keys, seen, reader }
    }

    /// Returns the text on the screen.
    pub(crate) fn text(&self) -> String {
        self.seen.lock().expect("an unpoisoned lock").screen().contents()
    }

    /// Returns `f` of the screen.
    pub(crate) fn inspect<T>(&self, f: impl Fn(&vt100::Screen) -> T) -> T {
        f(self.seen.lock().expect("an unpoisoned lock").screen())
    }

    /// Returns `true` if the terminal echoes keys.
    #[cfg(unix)]
    pub(crate) fn echoes(&self) -> bool {
        echoes(&*self.master)
    }

    /// Waits until `condition` returns `true` for the text on the screen, and returns the text.
    pub(crate) fn until(&self, what: &str, condition: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let text = self.text();
            if condition(&text) {
                return text;
            }
            assert!(started.elapsed() < PATIENCE, "timeout: {what}\n{text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the screen contains `wanted`.
    pub(crate) fn shows(&self, wanted: &str) -> String {
        self.until(wanted, |text| text.contains(wanted))
    }

    /// Waits until the screen stays unchanged, and returns its text without spaces at line ends.
    pub(crate) fn settles(&self) -> String {
        let mut before = self.text();
        loop {
            std::thread::sleep(Duration::from_millis(250));
            let text = self.text();
            if text == before {
                return text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
            }
            before = text;
        }
    }

    /// Sends keys.
    pub(crate) fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).and_then(|()| self.keys.flush()).expect("keys are read");
    }

    /// Clicks on a cell; rows and columns start at 0.
    pub(crate) fn clicks(&mut self, row: u16, column: u16) {
        self.types(&format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", column + 1, row + 1, column + 1, row + 1));
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&self, rows: u16, cols: u16) {
        self.seen.lock().expect("an unpoisoned lock").screen_mut().set_size(some(rows), some(cols));
        self.master.resize(size(rows, cols)).expect("a new size");
    }

    /// Returns the process ID, for signals.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Returns `true` if the program has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("the program can be waited for").is_some()
    }

    /// Waits for the end. Returns the exit status and the text on the screen.
    pub(crate) fn finish(mut self) -> (u32, String) {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                break status.exit_code();
            }
            assert!(started.elapsed() < PATIENCE, "the program never ends\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        };
        // The last output may be delayed. A child process that outlives the program keeps the terminal open.
        let ended = Instant::now();
        while !self.reader.is_finished() && ended.elapsed() < Duration::from_secs(2) {
            std::thread::sleep(Duration::from_millis(5));
        }
        (status, self.text())
    }
}
