//! Minesweeper against oracles that share nothing with it.

use chancetree::engine::Run;
use chancetree::games::mines::best::{Among, Best};
use chancetree::games::mines::field::Field;

#[test]
#[ignore]
fn speed() {
    let arg: Vec<u8> = std::env::var("B").unwrap().split(',').map(|x| x.parse().unwrap()).collect();
    let field = Field::new(arg[0], arg[1], arg[2]).unwrap();
    let threads = std::env::var("T").map_or(1, |t| t.parse().unwrap());
    let run = Run { threads, ..Run::default() };
    let best = Best::new(&field, if std::env::var("L").is_ok() { Among::Lowest } else { Among::All }, &run);
    let t = std::time::Instant::now();
    for cell in 0..field.cells() {
        if field.symmetries().iter().all(|s| s[usize::from(cell)] >= cell) {
            println!("{cell} {} states {} {:?}", best.wins(cell).unwrap(), best.states(), t.elapsed());
        }
    }
}
