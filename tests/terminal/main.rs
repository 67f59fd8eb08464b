//! Games in a terminal: played by keys, read off the screen.

mod screen;

use screen::Screen;

#[test]
fn look() {
    let Ok(args) = std::env::var("LOOK") else { return };
    let args: Vec<&str> = args.split_whitespace().collect();
    let size = std::env::var("SIZE").unwrap_or("24x80".into());
    let (rows, cols) = size.split_once('x').unwrap();
    let mut screen = Screen::start(&args, (rows.parse().unwrap(), cols.parse().unwrap()), false);
    std::thread::sleep(std::time::Duration::from_millis(700));
    for keys in std::env::var("KEYS").unwrap_or_default().split('|') {
        let keys =
            keys.replace("E", "\r").replace("R", "\x1b[C").replace("D", "\x1b[B").replace("L", "\x1b[D");
        screen.types(&keys);
        std::thread::sleep(std::time::Duration::from_millis(700));
        println!("{:-<80}\n{}", "", screen.text());
    }
    screen.types("q");
    println!("{:?}", screen.ends());
}
