//! A program for three games that this crate defines.

mod craps;
mod ladders;
mod pig;

fn main() -> std::process::ExitCode {
    chancetree::cli::run(&[&pig::Pigs, &ladders::Ladders, &craps::Dice])
}
