//! Long work on a terminal: how far it is, and that the line goes away.

use super::screen::Screen;
use std::process::Command;

fn interrupt(screen: &Screen) {
    let sent = Command::new("kill").arg("-INT").arg(screen.process().to_string()).output();
    sent.expect("kill can be run");
}

#[test]
fn a_range_says_which_board_how_far_and_how_long() {
    let words = ["count", "memory", "--pairs", "1..=400", "--players", "3"];
    let screen = Screen::start(&words, (24, 100), false);
    screen.until("the bar", |text| {
        text.contains("board ")
            && text.contains(" of 400, ")
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
        "odds memory --pairs 80 --players 3 --distribution",
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
