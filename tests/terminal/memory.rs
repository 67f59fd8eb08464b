use crate::screen::Screen;

#[test]
fn look() {
    let mut screen =
        Screen::start(&["play", "memory", "--pairs", "8", "--seed", "7", "--pause", "0"], (24, 80), false);
    println!("{}", screen.says("turn a card"));
    screen.types("\r");
    println!("{}", screen.says("player 1 turns"));
    screen.types("hk\x1b[C\r");
    println!("{}", screen.says("Hint"));
    std::thread::sleep(std::time::Duration::from_millis(500));
    println!("{}", screen.text());
    screen.types("h");
    std::thread::sleep(std::time::Duration::from_millis(500));
    println!("{}", screen.text());
    screen.types("q");
    println!("{:?}", screen.ends());
}
