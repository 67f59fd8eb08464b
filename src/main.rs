//! The command line of chancetree: parse, run, exit status.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
