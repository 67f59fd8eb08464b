//! `risk`: how likely a mine is in every cell that is still hidden.

mod answer;
mod draw;
mod equations;
mod report;
mod text;

use super::described::{Page, Question, Tailored, Takes};
use super::ending;
use super::fail::{Fail, Status};
use super::input::{self, name};
use super::picture::Kind;
use super::position::{Known, word};
use super::print::{self, Answers, Format, Print, SCHEMA};
use super::range::whole;
use super::spelled::spelled;
use super::target::Target;
use super::watch::Watch;
use crate::games::mines::board::MOST_CELLS;
use crate::games::mines::family::Preset;
pub(super) use answer::impossible;
use answer::{Answer, Asked};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

/// A position of Minesweeper.
#[derive(Debug, Args)]
pub(super) struct RiskMines {
    /// The position, as text in a file; - for stdin [default: -]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The same
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    board: Option<PathBuf>,
    /// The mines in all, if the text does not say so
    #[arg(long, value_name = "M", conflicts_with = "graph", value_parser = whole(0, MOST_CELLS))]
    mines: Option<usize>,
    /// A usual board, if the text does not say how many mines it has
    #[arg(long, value_parser = spelled::<Preset>(), conflicts_with_all = ["mines", "graph"])]
    preset: Option<Preset>,
    /// A position on any graph instead: lines 'mines M', 'node NAME NUMBER',
    /// 'edge NAME NAME ...'
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "board"])]
    graph: Option<PathBuf>,
    /// How it is computed
    #[arg(long, value_enum, default_value_t = Method::Islands)]
    method: Method,
    /// Print the matrices of the method binary, before and after elimination
    #[arg(long)]
    show_matrix: bool,
    /// One line of JSON a board, for programs; a board that is refused has its
    /// error there
    #[arg(long, conflicts_with_all = ["graph", "form", "show_matrix", "format"])]
    lines: bool,
    /// Write a file instead of the list [default: what the end of the name of
    /// the file says]
    #[arg(long = "as", value_name = "FORMAT", value_enum, conflicts_with = "format")]
    form: Option<Form>,
    /// What a file of a graph shows
    #[arg(long, value_enum, default_value_t = Shown::Cells)]
    show: Shown,
    /// The file; - for stdout
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Overwrite the file
    #[arg(long)]
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

/// What a file of a graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Shown {
    /// Every cell and its neighbours
    Cells,
    /// Every equation and the hidden cells in it
    Equations,
}

impl Tailored for RiskMines {
    const PAGE: Page = Page {
        verb: "risk",
        family: "mines",
        about: "Minesweeper (Lindgren 2000): a position of a board or of any graph",
        details: "A board is written as text: first 'mines M', the mines in all, unless --mines or --preset says so; \
                  then its rows, one character a cell: 0 to 8 opened; . ? # - _ or H not opened; F f or ! not opened \
                  and flagged (which changes nothing); * a mine that is known. Other lines that begin with # are \
                  ignored. Several boards, parted by blank lines, are answered in turn.",
        examples: &[
            "printf 'mines 3\\n1...\\n....\\n..2.\\n....\\n' | {}",
            "position.txt --mines 10",
            "position.txt --as svg -o risk.svg",
            "many.txt --lines",
        ],
        takes: Takes::These(&[]),
    };

    fn answer(mut self, _: &Question, watch: &Watch) -> Result<(), Fail> {
        self.form = ending::needed("--as", self.form, &self.output)?;
        if self.show_matrix && (self.method != Method::Binary || self.form.is_some()) {
            return Err(Fail::usage("only the method binary has matrices to print")
                .help("--method binary --show-matrix"));
        }
        if self.lines && self.form.is_some() {
            return Err(
                Fail::usage("--lines go to stdout, not into a file").help("chancetree risk mines --help")
            );
        }
        let mut asked = self.asked()?;
        if self.lines || asked.len() > 1 {
            return self.each(asked, watch);
        }
        let asked = asked.pop().expect("nothing to ask about is an error")?;
        let picture = self.form.as_ref().and_then(Kind::of);
        if picture.is_some() && self.graph.is_some() {
            return Err(Fail::usage("a picture is of a board; a graph is drawn by Graphviz").help("--as dot"));
        }
        picture.map_or(Ok(()), |kind| kind.check(&self.output))?;
        let target = self.form.map(|_| Target::open(&self.output, self.force)).transpose()?;
        let answer = watch.phase("risk", || self.found(asked, watch))?;
        watch.clear();
        if let (Some(form), Some(target)) = (self.form, target) {
            return match picture {
                Some(kind) => {
                    target.deliver(kind.paint(draw::svg(&answer), &draw::title(&answer), None, watch)?, watch)
                }
                None => target.deliver(equations::file(&answer, self.show, form == Form::Dot), watch),
            };
        }
        Answers::new("mines", "", false, &[answer.told(self.print, self.show_matrix, None)]).print(self.print)
    }
}

impl RiskMines {
    /// The file of the boards; - for stdin.
    fn path(&self) -> Result<PathBuf, Fail> {
        match self.file.as_ref().or(self.board.as_ref()) {
            Some(path) => Ok(path.clone()),
            None if std::io::stdin().is_terminal() => {
                Err(Fail::usage("a board is missing: a file, or text on stdin")
                    .help("printf '1..\\n...\\n' | chancetree risk mines --mines 2"))
            }
            None => Ok(PathBuf::from("-")),
        }
    }

    fn found(&self, asked: Asked, watch: &Watch) -> Result<Answer, Fail> {
        let answer = Answer::of(asked, self.method, watch);
        // Another number of mines is a line of the board, or what was typed.
        match self.mines {
            Some(_) => answer.map_err(|fail| fail.helped("mines ", "--mines ")),
            None => answer,
        }
    }

    /// All positions that are asked about, at least one; some may be refused.
    fn asked(&self) -> Result<Vec<Result<Asked, Fail>>, Fail> {
        if let Some(path) = &self.graph {
            return Ok(vec![Asked::graph(&name(path), &read(path)?)]);
        }
        let path = self.path()?;
        let boards = Known::of(self.mines, self.preset).boards(&path)?;
        Ok(boards.into_iter().map(|board| board.map(Asked::Board)).collect())
    }

    /// Answers one position after the other. In JSON each has a line, also if it is refused; otherwise nothing is
    /// printed unless all are answered.
    fn each(&self, asked: Vec<Result<Asked, Fail>>, watch: &Watch) -> Result<(), Fail> {
        if self.form.is_some() {
            let file = word(&self.path()?);
            return Err(Fail::usage("a file shows one board, but here are several")
                .help(format!("chancetree risk mines {file} --lines")));
        }
        let count = asked.len();
        let is_lines = self.lines || self.print.format == Format::Json;
        let print = if is_lines { self.print.formatted(Format::Json) } else { self.print };
        let (mut all, mut refused) = (Vec::new(), 0);
        for (number, asked) in (1..).zip(asked) {
            let answer = asked.and_then(|asked| {
                let answer = watch.phase("risk", || self.found(asked, watch));
                let is_told = |fail: &Fail| is_lines || fail.is_stop();
                answer.map_err(|fail| if is_told(&fail) { fail } else { fail.of(&format!("board {number}")) })
            });
            let answer = match answer {
                Err(fail) if is_lines && !fail.is_stop() => {
                    refused += 1;
                    let json = json!({
                        "schema": SCHEMA, "family": "mines", "board": number, "error": fail.what(),
                    });
                    print::json_line(&json)?;
                    continue;
                }
                answer => answer?,
            };
            watch.clear();
            let told = answer.told(print, self.show_matrix, Some((number, count)));
            match is_lines {
                true => Answers::new("mines", "", false, &[told]).on_a_line().print(print)?,
                false => all.push(told),
            }
        }
        if !all.is_empty() {
            Answers::new("mines", "", true, &all).whole(true).print(print)?;
        }
        match refused {
            0 => Ok(()),
            _ => Err(Fail::usage(format!("{refused} of {count} boards refused; their lines say why"))
                .help("chancetree risk mines --help")),
        }
    }
}

/// The text of a position.
pub(super) fn read(path: &Path) -> Result<String, Fail> {
    input::text(path).map_err(|fail| fail.help("how a board is given: chancetree risk mines --help"))
}
