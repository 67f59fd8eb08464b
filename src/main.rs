//! The program: chancetree's own families.

fn main() -> std::process::ExitCode {
    chancetree::cli::main()
}
