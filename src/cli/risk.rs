//! `risk`: how likely a mine is in every cell that is still hidden.

use super::commands::{Invocation, refused};
use super::context::Context;
use super::fail::Fail;
use super::input::{self, name};
use super::mines::explain;
use super::picture::PictureFormat;
use super::print::{self, Answers, Format, Print, SCHEMA};
use super::shell::word;
use crate::family::{GameAnswer, Given, StopError as _};
use crate::games::mines::board::{BoardError, SeenBoard};
use crate::games::mines::family::{Asked as Options, KnownFacts};
use crate::games::mines::risks::{Layout, Method, MinesSource, Risks};
use clap::Args;
use serde_json::{Value, json};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

/// The files of a position.
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
}

/// A question about positions.
struct Positions {
    files: Files,
    /// The options that only this verb has.
    own: Given,
    method: Method,
    print: Print,
}

pub(super) fn mines(
    question: &Invocation<'_>,
    (files, print): (Files, Print),
    context: &Context,
) -> Result<(), Fail> {
    let own = question.own()?;
    let method = own.word("method").and_then(Method::named).unwrap_or(Method::Islands);
    let (shows_matrix, is_lines) = (own.is_given("show-matrix"), own.is_given("lines"));
    let drawn = match print.format {
        Format::Own(name) => Some(name),
        _ => None,
    };
    if is_lines && (print.columns.is_some() || !matches!(print.format, Format::Text | Format::Json)) {
        return Err(Fail::usage("--lines are JSON").help(
            match (context.output().has_file(), print.columns) {
                (_, Some(_)) => "leave out --columns",
                (true, None) => "-o FILE.json",
                (false, None) => "--format json",
            },
        ));
    }
    if shows_matrix && (method != Method::Binary || drawn.is_some()) {
        return Err(
            Fail::usage("only the method binary has matrices to print").help("--method binary --show-matrix")
        );
    }
    if own.word("show") == Some("equations") && !matches!(drawn, Some("dot" | "graphml")) {
        return Err(
            Fail::usage("--show says what a file of a graph has in it").help("--format dot --show equations")
        );
    }
    let positions = Positions { files, own, method, print };
    let mut asked = positions.asked(context)?;
    if is_lines || asked.len() > 1 {
        return positions.each(asked, context);
    }
    let asked = &asked.pop().expect("nothing to ask about is an error")?;
    let Positions { files, own, .. } = &positions;
    let picture = drawn.and_then(PictureFormat::named);
    if picture.is_some() && files.graph.is_some() {
        return Err(Fail::usage("a picture is of a board; a graph is drawn by Graphviz").help("--format dot"));
    }
    picture.map_or(Ok(()), |kind| kind.check(Path::new("-"), context))?;
    let answer = context.phase("risk", || positions.found(asked, context))?;
    context.clear();
    if let Some(kind) = picture {
        return kind.print(answer.drawn().svg(), &answer.drawn().title, context);
    }
    if let Some(name) = drawn {
        let net = answer.net(own.word("show") == Some("equations"));
        return context.output().drawing(&if name == "dot" { net.dot() } else { net.graphml() });
    }
    print::one("mines", answer.parameters(), answer.report(shows_matrix, print.digits), print, context)
}

impl Positions {
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

    fn found<'a>(&self, asked: &'a Layout, context: &Context) -> Result<Risks<'a>, Fail> {
        let mines_from = if self.own.is_given("mines") { MinesSource::Option } else { MinesSource::Board };
        Risks::of(asked, self.method, &context.job()).map_err(|why| explain(asked, why, mines_from, context))
    }

    /// Returns all positions, at least one; some may be refused.
    fn asked(&self, context: &Context) -> Result<Vec<Result<Layout, Fail>>, Fail> {
        if let Some(path) = &self.files.graph {
            return Ok(vec![Layout::graph(&name(path, context), &read(path, context)?).map_err(Fail::from)]);
        }
        let path = self.path()?;
        let boards = boards(Options(&self.own).known(), &path, context)?;
        Ok(boards.into_iter().map(|board| board.map(Layout::Board)).collect())
    }

    /// Answers one board after the other. With `--lines` each board has a line of JSON, also a refused one; otherwise the boards
    /// before a refused one are answered.
    fn each(&self, asked: Vec<Result<Layout, Fail>>, context: &Context) -> Result<(), Fail> {
        if let Format::Own(_) = self.print.format {
            let file = word(&self.path()?.display().to_string());
            return Err(Fail::usage("a file shows one board, but here are several")
                .help(format!("chancetree risk mines {file} --lines")));
        }
        let count = asked.len();
        let is_lines = self.own.is_given("lines");
        let print = if is_lines { Print { format: Format::Json, ..self.print } } else { self.print };
        let (mut all, mut refused, mut end) = (Vec::new(), 0, Ok(()));
        for (place, asked) in (1usize..).zip(asked) {
            match asked.and_then(|asked| self.numbered(&asked, [place, count], context)) {
                Ok(answer) if is_lines => {
                    context.output().json_line(&Answers::new("mines", "", false, &[answer]).value(print))?;
                }
                Ok(answer) => all.push(answer),
                Err(fail) if is_lines && !fail.is_stop() => {
                    refused += 1;
                    let json = json!({
                        "schema": SCHEMA, "family": "mines", "board": place, "error": fail.what(),
                    });
                    context.output().json_line(&json)?;
                }
                Err(fail) => {
                    end = Err(fail);
                    break;
                }
            }
        }
        context.clear();
        // A list without entries is JSON, too.
        if !is_lines && (!all.is_empty() || print.format == Format::Json) {
            Answers::new("mines", "", true, &all).whole(true).print(print, context)?;
        }
        end?;
        match refused {
            0 => Ok(()),
            _ => Err(Fail::usage(format!("{refused} of {count} boards refused; their lines say why"))
                .help("chancetree risk mines --help")),
        }
    }

    /// Answers the board at `place`, counted from 1, of `count` boards.
    fn numbered(
        &self,
        asked: &Layout,
        [place, count]: [usize; 2],
        context: &Context,
    ) -> Result<GameAnswer, Fail> {
        let answer = context.phase("risk", || self.found(asked, context));
        let is_bare = |fail: &Fail| self.own.is_given("lines") || fail.is_stop();
        let of_board = |fail: Fail| fail.of(&format!("board {place}"));
        let answer = answer.map_err(|fail| if is_bare(&fail) { fail } else { of_board(fail) })?;
        context.clear();
        let mut parameters = answer.parameters();
        let mut report = answer.report(self.own.is_given("show-matrix"), self.print.digits);
        report.title = format!("Board {place} of {count}\n{}", report.title);
        report.add_json("board", place);
        // Lines of a table begin with the board that they are of.
        let is_table = !self.own.is_given("lines") && self.print.format != Format::Json;
        if let (true, Value::Object(all)) = (is_table, &mut parameters) {
            all.shift_insert(0, "board".to_owned(), json!(place));
        }
        Ok(GameAnswer::new(parameters, report))
    }
}

/// The positions in a file, parted by blank lines; each is read or refused.
fn boards(known: KnownFacts, path: &Path, context: &Context) -> Result<Vec<Result<SeenBoard, Fail>>, Fail> {
    let text = read(path, context)?;
    let boards = SeenBoard::read(&text, known.mines());
    if boards.is_empty() {
        return checked(known, path, &text, SeenBoard::read_one(&text, known.mines()), context)
            .map(|board| vec![Ok(board)]);
    }
    Ok(boards.into_iter().map(|board| checked(known, path, &text, board, context)).collect())
}

/// The one position in a file.
pub(super) fn board(known: KnownFacts, path: &Path, context: &Context) -> Result<SeenBoard, Fail> {
    let text = read(path, context)?;
    checked(known, path, &text, SeenBoard::read_one(&text, known.mines()), context)
}

fn checked(
    known: KnownFacts,
    path: &Path,
    text: &str,
    board: Result<SeenBoard, BoardError>,
    context: &Context,
) -> Result<SeenBoard, Fail> {
    known.checked(&name(path, context), text, board).map_err(|refusal| refused(refusal, "risk", "mines"))
}

/// The text of a position.
fn read(path: &Path, context: &Context) -> Result<String, Fail> {
    input::text(path, context).map_err(|fail| fail.help("how a board is given: chancetree risk mines --help"))
}
