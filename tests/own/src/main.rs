//! Three games of one's own, and the whole program for them.

mod craps;
mod ladders;
mod pig;

fn main() -> std::process::ExitCode {
    chancetree::cli::run(&[&pig::Pigs, &ladders::Ladders, &craps::Dice])
}
