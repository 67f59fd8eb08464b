//! `risk`: how likely a mine is in every cell that is still hidden.

mod answer;
mod draw;
mod equations;
mod text;

use super::fail::{Fail, Status};
use super::picture::Kind;
use super::print::{self, Format, Print};
use super::target::Target;
use super::watch::Watch;
use answer::{Answer, Asked};
use clap::{Args, Subcommand, ValueEnum};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// How likely a mine is in every cell that is still hidden.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true
)]
pub(crate) struct Risk {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Minesweeper (Lindgren 2000): a position of a board or of any graph
    ///
    /// A board is written as text: first 'mines M', the mines in all, then its
    /// rows, one character a cell: 0 to 8 opened, '.' not opened, 'F' not
    /// opened and flagged (which changes nothing), '*' a mine that is known.
    /// Lines that begin with # say nothing.
    #[command(after_help = "\
Examples:
  printf 'mines 3\\n1...\\n....\\n..2.\\n....\\n' | chancetree risk mines --board -
  chancetree risk mines --board position.txt --as svg -o risk.svg")]
    Mines(Mines),
}

#[derive(Debug, Args)]
struct Mines {
    /// The position, as text in a file; - for stdin
    #[arg(long, value_name = "FILE", required_unless_present = "graph")]
    board: Option<PathBuf>,
    /// A position on any graph instead: lines 'mines M', 'node NAME NUMBER',
    /// 'edge NAME NAME ...'
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    graph: Option<PathBuf>,
    /// How it is computed
    #[arg(long, value_enum, default_value_t = Method::Islands)]
    method: Method,
    /// Print the matrices of the method binary, before and after elimination
    #[arg(long)]
    show_matrix: bool,
    /// Write a file instead of the list
    #[arg(long = "as", value_name = "FORMAT", value_enum, conflicts_with = "format")]
    form: Option<Form>,
    /// What a file of a graph shows
    #[arg(long, value_enum, default_value_t = Shown::Cells, requires = "form")]
    show: Shown,
    /// The file; - for stdout
    #[arg(short, long, value_name = "FILE", default_value = "-", requires = "form")]
    output: PathBuf,
    /// Overwrite the file
    #[arg(long, requires = "form")]
    force: bool,
    #[command(flatten)]
    print: Print,
}

/// How probabilities are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// By islands: equal cells merged, numbers eliminated one by one
    Islands,
    /// As in the paper: Gauss-Jordan elimination, free variables all tried
    Binary,
}

/// What files there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A picture of the board
    Svg,
    /// The same in pixels
    Png,
    /// The same for print
    Pdf,
    /// For Graphviz
    Dot,
    /// For Gephi, yEd, networkx
    Graphml,
}

impl Form {
    fn picture(self) -> Option<Kind> {
        match self {
            Self::Svg => Some(Kind::Svg),
            Self::Png => Some(Kind::Png),
            Self::Pdf => Some(Kind::Pdf),
            Self::Dot | Self::Graphml => None,
        }
    }
}

/// What a file of a graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// Every cell and its neighbours
    Cells,
    /// Every equation and the hidden cells in it
    Equations,
}

impl Risk {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Family::Mines(mines) = self.family;
        mines.run(watch)
    }
}

impl Mines {
    fn run(self, watch: &Watch) -> Result<(), Fail> {
        if self.show_matrix && (self.method != Method::Binary || self.form.is_some()) {
            return Err(Fail::usage("only the method binary has matrices to print")
                .help("--method binary --show-matrix"));
        }
        let asked = match (&self.board, &self.graph) {
            (Some(path), _) => Asked::board(&name(path), &read(path)?)?,
            (None, Some(path)) => Asked::graph(&name(path), &read(path)?)?,
            (None, None) => return Err(Fail::usage("--board or --graph is missing").help("--board FILE")),
        };
        let picture = self.form.and_then(Form::picture);
        if picture.is_some() && self.graph.is_some() {
            return Err(Fail::usage("a picture is of a board; a graph is drawn by Graphviz").help("--as dot"));
        }
        picture.map_or(Ok(()), |kind| kind.check(&self.output))?;
        let target = self.form.map(|_| Target::open(&self.output, self.force)).transpose()?;
        let answer = watch.phase("risk", || Answer::of(asked, self.method, watch))?;
        watch.clear();
        if let (Some(form), Some(target)) = (self.form, target) {
            return match picture {
                Some(kind) => target.deliver(kind.paint(draw::svg(&answer), &draw::title(&answer))?, watch),
                None => target.deliver(equations::file(&answer, self.show, form == Form::Dot), watch),
            };
        }
        match self.print.format {
            Format::Text => print::print(&text::text(&answer, self.print, self.show_matrix)),
            Format::Json => print::json(&answer.json(self.print, self.show_matrix)),
            Format::Csv => print::print(&answer.csv(self.print)),
        }
    }
}

/// How errors call an input.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "stdin".to_owned() } else { path.display().to_string() }
}

/// The most bytes of an input that are read: more than any position has.
const MOST_BYTES: u64 = 1 << 26;

/// All text of a file, or of stdin.
pub(super) fn read(path: &Path) -> Result<String, Fail> {
    let name = name(path);
    let failed = |error: &std::io::Error| {
        Fail::new(Status::Usage, format!("{name}: {}", super::fail::reason(error)))
            .help("--board FILE, or --board - for stdin")
    };
    let mut bytes = Vec::new();
    let input: Box<dyn std::io::Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::fs::File::open(path).map_err(|error| failed(&error))?)
    };
    input.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Fail::usage(format!("{name}: more than {MOST_BYTES} bytes are no position")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        Fail::usage(format!("{name}: line {line}, column {column}: this is no UTF-8 text"))
    })
}
