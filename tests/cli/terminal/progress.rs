//! The progress line of long work.

use super::screen::Screen;
use std::cell::Cell;
use std::process::Command;
use std::time::{Duration, Instant};

fn interrupt(screen: &Screen) {
    signal(screen, "-INT");
}

fn signal(screen: &Screen, which: &str) {
    let sent = Command::new("kill").arg(which).arg(screen.process().to_string()).output();
    sent.expect("kill can be run");
}

/// A progress line such as `3s [###.................] 19 %, 2 s left, board 3 of 4, layer 208`.
#[derive(Debug)]
struct ProgressLine {
    /// The seconds since the start, and the remaining time in units of `unit` seconds.
    elapsed: f64,
    left: f64,
    unit: f64,
    /// The full characters of the bar, and all its characters.
    full: usize,
    letters: usize,
    /// The percentage that is done.
    done: f64,
    /// The current part of the work, and the number of parts.
    part: Option<(f64, f64)>,
}

impl ProgressLine {
    /// Reads the progress line on a screen, if there is one.
    fn read(text: &str) -> Option<Self> {
        let (begin, rest) = text.split_once(" [")?;
        let (bar, rest) = rest.split_once("] ")?;
        let (done, rest) = rest.split_once(" %, ")?;
        let (left, rest) = rest.split_once(" left")?;
        let (left, unit) = left.split_once(' ')?;
        let part = rest.split_once(", board ").and_then(|(_, part)| part.split([',', '\n']).next());
        let part = part.map(|part| part.trim().split_once(" of ").expect("a part of several"));
        let number = |text: &str| text.parse::<f64>().expect("a number");
        Some(Self {
            elapsed: number(begin.rsplit(' ').next()?.strip_suffix('s')?),
            left: number(left),
            unit: match unit {
                "s" => 1.0,
                "min" => 60.0,
                "h" => 3600.0,
                _ => panic!("{unit} is no unit"),
            },
            full: bar.chars().take_while(|letter| *letter == '#').count(),
            letters: bar.chars().count(),
            done: number(done),
            part: part.map(|(part, all)| (number(part), number(all))),
        })
    }

    /// Checks that the bar and the remaining time follow from the elapsed time and the percentage, both of which are rounded.
    fn check(&self) {
        let (least, most) = ((self.done - 0.5).max(0.1) / 100.0, (self.done + 0.5) / 100.0);
        assert_eq!(self.letters, 20, "{self:?}");
        let full = |share: f64| (share * 20.0 + 1e-9) as usize;
        assert!((full(least - 1e-6)..=full(most)).contains(&self.full), "{self:?}");
        // Both times are of the same moment. The elapsed time is rounded to whole seconds, and the remaining time is rounded up.
        let (early, late) = ((self.elapsed - 0.5).max(0.0), self.elapsed + 0.5);
        let left = (early * (1.0 - most) / most, late * (1.0 - least) / least);
        let shown = self.left * self.unit;
        assert!(left.0 <= shown && shown < left.1 + self.unit, "{self:?}: {left:?}");
        // A unit is used up to a hundred.
        assert!(self.left <= 100.0 && (self.unit == 1.0 || self.left > 1.0), "{self:?}");
    }
}

/// Reads progress lines until the program ends or `enough` returns `true`. Each line is right, and the percentage never falls.
fn lines(screen: &mut Screen, enough: impl Fn(&ProgressLine) -> bool) -> usize {
    let (started, mut seen, mut before) = (Instant::now(), 0, (0.0, String::new()));
    loop {
        assert!(started.elapsed() < Duration::from_secs(60), "never enough: {}", before.1);
        let text = screen.text();
        std::thread::sleep(Duration::from_millis(2));
        // A line may be half redrawn.
        if screen.text() != text {
            continue;
        }
        let Some(line) = ProgressLine::read(&text) else {
            if screen.has_ended() {
                return seen;
            }
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        if text != before.1 {
            line.check();
            assert!(line.done >= before.0, "{line:?} after {}", before.1);
            seen += 1;
            before = (line.done, text);
        }
        if enough(&line) {
            return seen;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A range whose rows are printed at the end, because streamed rows leave little time for a bar.
#[test]
fn a_range_shows_the_board_and_the_remaining_time() {
    let args = ["odds", "memory", "--pairs", "1..=300", "--players", "3", "--format", "md"];
    let screen = Screen::start(&args, (24, 100), false);
    screen.until("the bar", |text| {
        text.contains("boards ")
            && text.contains(" of 300, ")
            && text.contains(" %, ")
            && text.contains("left")
    });
    interrupt(&screen);
    let (status, text) = screen.finish();
    assert_eq!(status, 130, "{text}");
    assert!(text.contains("error: interrupted") && !text.contains("left"), "{text}");
}

#[test]
fn one_board_shows_its_progress() {
    let args = ["odds", "memory", "--pairs", "200", "--players", "3", "--timeout", "20"];
    let screen = Screen::start(&args, (24, 100), false);
    screen.until("the bar", |text| text.contains("[#") && text.contains(" %, ") && text.contains("left"));
    interrupt(&screen);
    let (status, text) = screen.finish();
    assert_eq!(status, 130, "{text}");
    assert!(text.contains("error: interrupted") && !text.contains("left"), "{text}");
}

#[test]
fn all_long_work_shows_its_progress() {
    let folder = tempfile::tempdir().expect("a folder");
    for args in [
        "odds memory --pairs 220 --players 3 --distribution",
        "odds memory --pairs 60 --players 6",
        "odds memory --pairs 60 --players 5 --approximate",
        "odds memory --pairs 400 --play best,safe --distribution",
        "odds mines --rows 4 --cols 5 --mines 6",
        "odds solitaire --pairs 400",
        "best mines --up-to 4,5",
        "best mines --rows 5 --cols 6 --mines 5",
        "plot first-mover --pairs 2..=200 -o FOLDER/a.svg",
        "plot turns --pairs 150..300 -o FOLDER/b.svg",
        "graph memory --pairs 100 --as csv -o FOLDER/c --precision exact",
        "graph memory --pairs 100 --play best --as csv -o FOLDER/d",
        "fair memory --pairs 1..=300",
    ] {
        let args = args.replace("FOLDER", folder.path().to_str().expect("a name in Unicode"));
        let screen = Screen::start(&args.split(' ').collect::<Vec<_>>(), (24, 100), false);
        screen.until(&format!("a bar for {args}"), |text| text.contains(" %, ") && text.contains(" left"));
        interrupt(&screen);
        let (_, text) = screen.finish();
        assert!(!text.contains(" left"), "{args}: {text}");
    }
}

#[test]
fn simulations_show_the_number_of_games() {
    let args = ["simulate", "mines", "--preset", "expert", "--games", "20000", "--seed", "1"];
    let screen = Screen::start(&args, (24, 100), false);
    screen.shows(" of 20000 games");
    interrupt(&screen);
    let (status, text) = screen.finish();
    assert_eq!(status, 130, "{text}");
    assert!(!text.contains(" of 20000 games, "), "{text}");
}

#[test]
fn quiet_work_shows_no_progress() {
    let args = ["odds", "memory", "--pairs", "300", "--players", "3", "-q", "--timeout", "0.5"];
    let (_, text) = Screen::start(&args, (24, 100), false).finish();
    assert!(!text.contains("left") && text.starts_with("error: the time of 0.5 s"), "{text}");
}

/// The cost of a board grows with the fourth power of its position in the range. Each board has two parts, solving and following
/// the policies, and each part has passes of its own.
#[test]
fn each_board_has_its_share_of_the_bar() {
    let args = "odds memory --pairs 150,225,300,375 --play best,safe --distribution --threads 1";
    let mut screen = Screen::start(&args.split(' ').collect::<Vec<_>>(), (24, 100), false);
    let within = |line: &ProgressLine| {
        let (part, all) = line.part.expect("one of several");
        let place = |part: f64| 100.0 * (part / all).powi(4);
        assert!(place(part - 1.0) - 0.5 <= line.done && line.done <= place(part) + 0.5, "{line:?}");
        false
    };
    let seen = lines(&mut screen, within);
    assert!(seen > 5, "{seen} lines");
    assert_eq!(screen.finish().0, 0);
}

/// While the bar stands still, the remaining time grows to minutes and hours.
#[cfg(unix)]
#[test]
fn remaining_time_is_in_seconds_minutes_and_hours() {
    // All boards are one work, and less than a hundredth of it is done before the test ends.
    let boards: Vec<String> = (1..=9).chain(400..=440).map(|pairs| pairs.to_string()).collect();
    let boards = boards.join(",");
    let args = ["odds", "memory", "--pairs", &boards, "--players", "6", "--threads", "1", "--format", "md"];
    let mut screen = Screen::start(&args, (24, 100), false);
    lines(&mut screen, |line| line.unit == 60.0);
    signal(&screen, "-STOP");
    std::thread::sleep(Duration::from_secs(6));
    signal(&screen, "-CONT");
    lines(&mut screen, |line| line.unit == 3600.0);
    interrupt(&screen);
    screen.finish();
}

/// Best players with limited memory are solved first and then followed, which takes longer; the bar covers both.
#[test]
fn the_bar_of_limited_memory_is_full_at_the_end() {
    let args = "odds memory --pairs 6 --players 3 --memory 2,4,3 --play best --distribution --threads 1";
    let started = Instant::now();
    let mut screen = Screen::start(&args.split(' ').collect::<Vec<_>>(), (24, 100), false);
    let full: Cell<Option<Instant>> = Cell::default();
    let seen = lines(&mut screen, |line| {
        if line.done >= 99.0 && full.get().is_none() {
            full.set(Some(Instant::now()));
        }
        false
    });
    let (total, full) = (started.elapsed(), full.get().map_or(Duration::ZERO, |full| full.elapsed()));
    assert!(seen > 5 && full < total / 4, "{seen} lines; the bar is full for {full:?} of {total:?}");
    assert_eq!(screen.finish().0, 0);
}

/// The line is cut to the width of the terminal. Resumed work shows it below the note about the saved work.
#[test]
fn the_line_fits_and_follows_notes() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().to_str().expect("a name in Unicode");
    let args = "odds memory --pairs 1..=300 --players 3 --format md --checkpoint-every 1ms --checkpoint";
    let args: Vec<&str> = args.split(' ').chain([kept]).collect();
    for is_resumed in [false, true] {
        let screen = Screen::start(&args, (24, 60), false);
        let saved = folder.path().join("chancetree.checkpoint");
        let text = screen.until("the bar", |text| text.contains(" %, ") && saved.exists());
        let bars = text.lines().filter(|line| line.contains(" [")).collect::<Vec<_>>();
        let [bar] = bars[..] else { panic!("one line: {text}") };
        assert!(bar.chars().count() <= 60 && text.lines().last() == Some(bar), "{text}");
        assert_eq!(text.contains("note: resuming from"), is_resumed, "{text}");
        interrupt(&screen);
        let (status, text) = screen.finish();
        assert!(status == 130 && text.contains("help: run the same command again"), "{text}");
    }
}
