//! The program: chancetree's own families and nobody else's.

fn main() -> std::process::ExitCode {
    chancetree::cli::main()
}
