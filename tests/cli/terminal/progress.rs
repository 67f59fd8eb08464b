//! Long work on a terminal: how far it is, and that the line goes away.

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

/// A line such as `3s [###.................] 19 %, 2 s left, board 3 of 4, layer 208`.
#[derive(Debug)]
struct Line {
    /// The seconds since the beginning, and what is left of them, in a unit of so many seconds.
    elapsed: f64,
    left: f64,
    unit: f64,
    /// The letters of the bar that are full, and all of them.
    full: usize,
    letters: usize,
    /// The hundredths that are done.
    done: f64,
    /// The part at work, and all of them.
    part: Option<(f64, f64)>,
}

impl Line {
    /// Reads the line on a screen, if there is one.
    fn of(text: &str) -> Option<Self> {
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

    /// What is shown follows from the time and the share that is done, both of which are rounded here.
    fn is_right(&self) {
        let (least, most) = ((self.done - 0.5).max(0.1) / 100.0, (self.done + 0.5) / 100.0);
        assert_eq!(self.letters, 20, "{self:?}");
        let full = |share: f64| (share * 20.0 + 1e-9) as usize;
        assert!((full(least - 1e-6)..=full(most)).contains(&self.full), "{self:?}");
        // The nearest whole second is shown, and the line was written a little before it was drawn.
        let (early, late) = ((self.elapsed - 1.0).max(0.0), self.elapsed + 0.7);
        let left = (early * (1.0 - most) / most, late * (1.0 - least) / least);
        let shown = self.left * self.unit;
        assert!(left.0 <= shown && shown < left.1 + self.unit, "{self:?}: {left:?}");
        // A unit is taken until there are a hundred of it.
        assert!(self.left <= 100.0 && (self.unit == 1.0 || self.left > 1.0), "{self:?}");
    }
}

/// Reads the lines until it ends, or `enough` says so; each is right, and none says less than the one before.
fn lines(screen: &mut Screen, enough: impl Fn(&Line) -> bool) -> usize {
    let (begun, mut seen, mut before) = (Instant::now(), 0, (0.0, String::new()));
    loop {
        assert!(begun.elapsed() < Duration::from_secs(60), "never enough: {}", before.1);
        let text = screen.text();
        let Some(line) = Line::of(&text) else {
            if screen.has_ended() {
                return seen;
            }
            std::thread::sleep(Duration::from_millis(5));
            continue;
        };
        if text != before.1 {
            line.is_right();
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

/// A range whose rows are printed at the end: rows that are printed as they are found leave little time for a bar.
#[test]
fn a_range_says_which_board_how_far_and_how_long() {
    let words = ["odds", "memory", "--pairs", "1..=300", "--players", "3", "--format", "md"];
    let screen = Screen::start(&words, (24, 100), false);
    screen.until("the bar", |text| {
        text.contains("boards up to ")
            && text.contains(" of 300, ")
            && text.contains(" %, ")
            && text.contains("left")
    });
    interrupt(&screen);
    let (status, text) = screen.ends();
    assert_eq!(status, 130, "{text}");
    assert!(text.contains("error: interrupted") && !text.contains("left"), "{text}");
}

#[test]
fn one_board_says_how_far() {
    let words = ["odds", "memory", "--pairs", "200", "--players", "3", "--timeout", "20"];
    let screen = Screen::start(&words, (24, 100), false);
    screen.until("the bar", |text| text.contains("[#") && text.contains(" %, ") && text.contains("left"));
    interrupt(&screen);
    let (status, text) = screen.ends();
    assert_eq!(status, 130, "{text}");
    assert!(text.contains("error: interrupted") && !text.contains("left"), "{text}");
}

/// Whatever takes long has a bar.
#[test]
fn all_long_work_says_how_far() {
    let folder = tempfile::tempdir().expect("a folder");
    for words in [
        "odds memory --pairs 110 --players 3 --distribution",
        "odds memory --pairs 60 --players 6",
        "odds memory --pairs 60 --players 5 --approximate",
        "odds memory --pairs 400 --play best,safe --distribution",
        "odds mines --rows 4 --cols 5 --mines 6",
        "odds solitaire --pairs 400",
        "best mines --up-to 4,5",
        "best mines --rows 5 --cols 6 --mines 5",
        "plot first-mover --pairs 2..=200 -o FOLDER/a.svg",
        "plot turns --pairs 290,300 -o FOLDER/b.svg",
        "graph memory --pairs 100 --as csv -o FOLDER/c --precision exact",
        "graph memory --pairs 60 --play best --as csv -o FOLDER/d",
        "fair memory --pairs 1..=300",
    ] {
        let words = words.replace("FOLDER", folder.path().to_str().expect("a name in Unicode"));
        let screen = Screen::start(&words.split(' ').collect::<Vec<_>>(), (24, 100), false);
        screen.until(&format!("a bar for {words}"), |text| text.contains(" %, ") && text.contains(" left"));
        interrupt(&screen);
        let (_, text) = screen.ends();
        assert!(!text.contains(" left"), "{words}: {text}");
    }
}

#[test]
fn simulations_say_how_many_games() {
    let words = ["simulate", "mines", "--preset", "expert", "--games", "20000", "--seed", "1"];
    let screen = Screen::start(&words, (24, 100), false);
    screen.says(" of 20000 games");
    interrupt(&screen);
    let (status, text) = screen.ends();
    assert_eq!(status, 130, "{text}");
    assert!(!text.contains(" of 20000 games, "), "{text}");
}

#[test]
fn quiet_work_says_nothing() {
    let words = ["odds", "memory", "--pairs", "300", "--players", "3", "-q", "--timeout", "0.5"];
    let (_, text) = Screen::start(&words, (24, 100), false).ends();
    assert!(!text.contains("left") && text.starts_with("error: the time of 0.5 s"), "{text}");
}

/// Boards grow with the fourth power of their place, and what is done for a board is a part of its part: to decide and then
/// to follow, each of which has passes of its own.
#[test]
fn each_part_of_the_work_has_its_part_of_the_bar() {
    let words = "odds memory --pairs 100,150,200,250 --play best,safe --distribution --threads 1";
    let mut screen = Screen::start(&words.split(' ').collect::<Vec<_>>(), (24, 100), false);
    let within = |line: &Line| {
        let (part, all) = line.part.expect("one of several");
        let place = |part: f64| 100.0 * (part / all).powi(4);
        assert!(place(part - 1.0) - 0.5 <= line.done && line.done <= place(part) + 0.5, "{line:?}");
        false
    };
    let seen = lines(&mut screen, within);
    assert!(seen > 5, "{seen} lines");
    assert_eq!(screen.ends().0, 0);
}

/// Where the bar stands still, what is left grows with the time: to minutes, and to hours.
#[cfg(unix)]
#[test]
fn remaining_time_is_in_seconds_minutes_and_hours() {
    // All boards are one work, of which less than a hundredth is done before the test ends.
    let boards: Vec<String> = (1..=9).chain(400..=440).map(|pairs| pairs.to_string()).collect();
    let boards = boards.join(",");
    let words = ["odds", "memory", "--pairs", &boards, "--players", "6", "--threads", "1", "--format", "md"];
    let mut screen = Screen::start(&words, (24, 100), false);
    lines(&mut screen, |line| line.unit == 60.0);
    signal(&screen, "-STOP");
    std::thread::sleep(Duration::from_secs(6));
    signal(&screen, "-CONT");
    lines(&mut screen, |line| line.unit == 3600.0);
    interrupt(&screen);
    screen.ends();
}

/// Players who forget and play best are first solved and then followed, which takes longer: the bar waits for the end of both.
#[test]
fn the_bar_of_limited_memory_is_full_at_the_end() {
    let words = "odds memory --pairs 6 --players 3 --memory 2,4,3 --play best --distribution --threads 1";
    let begun = Instant::now();
    let mut screen = Screen::start(&words.split(' ').collect::<Vec<_>>(), (24, 100), false);
    let full: Cell<Option<Instant>> = Cell::default();
    let seen = lines(&mut screen, |line| {
        if line.done >= 99.0 && full.get().is_none() {
            full.set(Some(Instant::now()));
        }
        false
    });
    let (whole, full) = (begun.elapsed(), full.get().map_or(Duration::ZERO, |full| full.elapsed()));
    assert!(seen > 5 && full < whole / 4, "{seen} lines; the bar is full for {full:?} of {whole:?}");
    assert_eq!(screen.ends().0, 0);
}
