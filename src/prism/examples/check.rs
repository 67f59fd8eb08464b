//! Checks the properties of a model: `check MODEL [PROPERTIES [CONSTANTS [MODEL_CONSTANTS]]]`.
//!
//! Prints the numbers of states, choices and transitions and the value of each property, and the times on stderr.

use chancetree_prism::{Job, PrismModel, PropertyFile};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

fn main() -> ExitCode {
    match check() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn check() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().collect();
    let argument = |at: usize| arguments.get(at).map(String::as_str);
    let path = argument(1).ok_or("name a model, such as die.pm")?;
    let model = PrismModel::parse(&fs::read_to_string(path)?)?;
    let model = model.with_constants(argument(3).unwrap_or_default())?;
    let begun = Instant::now();
    let explored = model.explore(&Job::default())?;
    eprintln!("explored in {:.3} s", begun.elapsed().as_secs_f64());
    let space = explored.space();
    println!(
        "{} states, {} choices, {} transitions",
        space.state_count(),
        space.choice_count(),
        space.branch_count()
    );
    let Some(path) = argument(2).filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    let file =
        PropertyFile::parse(&fs::read_to_string(path)?)?.with_constants(argument(4).unwrap_or_default())?;
    for property in file.properties() {
        let begun = Instant::now();
        let value = explored.check(&property, &Job::default())?;
        eprintln!("checked in {:.3} s: {property}", begun.elapsed().as_secs_f64());
        println!("{value}");
    }
    Ok(())
}
