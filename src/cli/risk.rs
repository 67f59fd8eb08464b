//! `risk`: how likely a mine is in every cell that is still hidden.

mod answer;
mod equations;
mod report;
mod text;

use super::described::Question;
use super::ending;
use super::fail::{Fail, Status};
use super::input::{self, name};
use super::picture::Kind;
use super::position::{Known, word};
use super::print::{self, Answers, Format, Print, SCHEMA};
use super::target::Target;
use super::watch::Watch;
use crate::family::Given;
use crate::games::mines::family::Asked as Options;
pub(super) use answer::impossible;
use answer::{Answer, Asked};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

/// Where positions come from, and where a file goes.
#[derive(Debug, Args)]
pub(super) struct Files {
    /// The position, as text in a file; - for stdin [default: -]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The same
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    board: Option<PathBuf>,
    /// A position on any graph instead: lines 'mines M', 'node NAME NUMBER',
    /// 'edge NAME NAME ...'
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "board"])]
    graph: Option<PathBuf>,
    /// Write a file instead of the list [default: what the end of the name of
    /// the file says]
    #[arg(long = "as", value_name = "FORMAT", value_enum, conflicts_with = "format")]
    form: Option<Form>,
    /// The file; - for stdout
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Overwrite the file
    #[arg(long)]
    force: bool,
}

/// What is asked about positions.
struct Risks {
    files: Files,
    /// The options that only this verb has.
    own: Given,
    method: Method,
    print: Print,
}

/// How probabilities are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// By islands.
    Islands,
    /// As in the paper.
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

pub(super) fn mines(
    question: &Question,
    (mut files, print): (Files, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    files.form = ending::needed("--as", files.form, &files.output)?;
    let own = question.own()?;
    let method = if own.word("method") == Some("binary") { Method::Binary } else { Method::Islands };
    let (shows_matrix, is_lines) = (own.is_given("show-matrix"), own.is_given("lines"));
    if shows_matrix && (method != Method::Binary || files.form.is_some()) {
        return Err(
            Fail::usage("only the method binary has matrices to print").help("--method binary --show-matrix")
        );
    }
    if is_lines && files.form.is_some() {
        return Err(Fail::usage("--lines go to stdout, not into a file").help("chancetree risk mines --help"));
    }
    let risks = Risks { files, own, method, print };
    let mut asked = risks.asked()?;
    if is_lines || asked.len() > 1 {
        return risks.each(asked, watch);
    }
    let asked = asked.pop().expect("nothing to ask about is an error")?;
    let Risks { files, own, .. } = &risks;
    let picture = files.form.as_ref().and_then(Kind::of);
    if picture.is_some() && files.graph.is_some() {
        return Err(Fail::usage("a picture is of a board; a graph is drawn by Graphviz").help("--as dot"));
    }
    picture.map_or(Ok(()), |kind| kind.check(&files.output))?;
    let target = files.form.map(|_| Target::open(&files.output, files.force)).transpose()?;
    let answer = watch.phase("risk", || risks.found(asked, watch))?;
    watch.clear();
    if let (Some(form), Some(target)) = (files.form, target) {
        return match picture {
            Some(kind) => {
                target.deliver(kind.paint(answer.drawn().svg(), &answer.drawn().title, None, watch)?, watch)
            }
            None => target.deliver(
                equations::file(&answer, own.word("show") == Some("equations"), form == Form::Dot),
                watch,
            ),
        };
    }
    Answers::new("mines", "", false, &[answer.told(print, shows_matrix, None)]).print(print)
}

impl Risks {
    /// The file of the boards; - for stdin.
    fn path(&self) -> Result<PathBuf, Fail> {
        match self.files.file.as_ref().or(self.files.board.as_ref()) {
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
        match self.own.is_given("mines") {
            true => answer.map_err(|fail| fail.helped("mines ", "--mines ")),
            false => answer,
        }
    }

    /// All positions that are asked about, at least one; some may be refused.
    fn asked(&self) -> Result<Vec<Result<Asked, Fail>>, Fail> {
        if let Some(path) = &self.files.graph {
            return Ok(vec![Asked::graph(&name(path), &read(path)?)]);
        }
        let path = self.path()?;
        let boards = Known(Options(&self.own).known()).boards(&path)?;
        Ok(boards.into_iter().map(|board| board.map(Asked::Board)).collect())
    }

    /// Answers one position after the other. In JSON each has a line, also if it is refused; otherwise nothing is
    /// printed unless all are answered.
    fn each(&self, asked: Vec<Result<Asked, Fail>>, watch: &Watch) -> Result<(), Fail> {
        if self.files.form.is_some() {
            let file = word(&self.path()?);
            return Err(Fail::usage("a file shows one board, but here are several")
                .help(format!("chancetree risk mines {file} --lines")));
        }
        let count = asked.len();
        let shows_matrix = self.own.is_given("show-matrix");
        let is_lines = self.own.is_given("lines") || self.print.format == Format::Json;
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
            let told = answer.told(print, shows_matrix, Some((number, count)));
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
