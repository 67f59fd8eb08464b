//! A game that panics, in a terminal with nobody in front of it: this program runs itself there.

use super::{Look, Scene, show};
use crate::cli::Cli;
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use clap::Parser as _;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Size};
use ratatui::prelude::Frame;
use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use vt100::{MouseProtocolMode, Parser};

/// A game that breaks at the first key.
struct Broken;

impl Scene for Broken {
    fn least(&self) -> Size {
        Size::new(1, 1)
    }

    fn draw(&mut self, frame: &mut Frame<'_>, _: Look) {
        frame.render_widget("press any key", frame.area());
    }

    fn key(&mut self, _: KeyCode, _: &Watch) -> Result<bool, Fail> {
        panic!("the game is broken");
    }

    fn click(&mut self, _: Position, _: bool, _: &Watch) -> Result<(), Fail> {
        Ok(())
    }

    fn help(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn pass(&mut self, _: &Watch) -> Result<Duration, Fail> {
        Ok(Duration::from_secs(1))
    }
}

/// Not a test by itself: what is played in the terminal of the one below.
#[test]
#[ignore = "needs a terminal of its own"]
fn play() {
    let cli = Cli::try_parse_from(["chancetree", "--threads", "1"]).expect("they are right");
    let watch = Watch::start(&cli.work).expect("it begins");
    let _ = show(&mut Broken, false, &watch);
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a terminal");
    // Raw, the terminal shows nothing of what is typed; the usual one shows it.
    let echoes = || {
        let modes = pair.master.get_termios().expect("a terminal has modes");
        let modes = format!("{:?}", modes.local_flags);
        modes.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|mode| mode == "ECHO")
    };
    assert!(echoes());
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this program has a name"));
    let own = module_path!().split_once("::").expect("a crate and its modules").1;
    command.args([&format!("{own}::play"), "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
    command.env("RUST_BACKTRACE", "0");
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).expect("it starts");
    let mut keys = pair.master.take_writer().expect("keys can be typed");
    let mut output = pair.master.try_clone_reader().expect("the screen can be read");
    let some = |number| NonZero::new(number).expect("rows and columns");
    let seen = Arc::new(Mutex::new(Parser::new(some(24), some(80), 0)));
    let parser = Arc::clone(&seen);
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut buffer) {
            parser.lock().expect("nobody panics with it").process(&buffer[..count]);
        }
    });
    let wait = |what: &str, is_so: &dyn Fn(&vt100::Screen) -> bool| {
        let begun = Instant::now();
        while !is_so(seen.lock().expect("nobody panics with it").screen()) {
            assert!(begun.elapsed() < Duration::from_secs(30), "never: {what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    wait("the game", &|screen| screen.alternate_screen() && screen.contents().contains("press any key"));
    assert!(!echoes());
    keys.write_all(b"x").expect("keys are read");
    wait("the panic, on the usual screen", &|screen| {
        !screen.alternate_screen() && screen.contents().contains("the game is broken")
    });
    assert!(!child.wait().expect("it ends").success());
    wait("a cursor, and no mouse", &|screen| {
        !screen.hide_cursor() && screen.mouse_protocol_mode() == MouseProtocolMode::None
    });
    assert!(echoes());
}
