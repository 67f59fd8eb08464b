//! `risk`: how likely a mine is in every cell that is still hidden.

use super::context::Context;
use super::described::{Inquiry, refused};
use super::ending;
use super::fail::Fail;
use super::input::{self, name};
use super::mines::explain;
use super::picture::{PAINTS, PictureFormat};
use super::print::{self, Answers, Format, Print, SCHEMA};
use super::shell::word;
use super::target::Target;
use crate::family::Given;
use crate::games::mines::board::{Misread, SeenBoard};
use crate::games::mines::family::{Asked as Options, KnownFacts};
use crate::games::mines::risks::{Layout, Method, Risks};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

/// The files of a position and of what is found.
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
    /// The file, of what the end of its name says: a picture, a graph, or the
    /// result as json, csv, md, tex or txt; - for stdout
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Overwrite the file
    #[arg(long)]
    force: bool,
}

/// A question about positions.
struct Positions {
    files: Files,
    /// The options that only this verb has.
    own: Given,
    method: Method,
    print: Print,
}

/// The formats of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A picture of the board
    Svg,
    /// The same in pixels
    #[value(hide = !PAINTS)]
    Png,
    /// The same for print
    #[value(hide = !PAINTS)]
    Pdf,
    /// For Graphviz
    Dot,
    /// For Gephi, yEd, networkx
    Graphml,
}

pub(super) fn mines(
    question: &Inquiry<'_>,
    (mut files, print): (Files, Print),
    context: &Context,
) -> Result<(), Fail> {
    let own = question.own()?;
    let method = own.word("method").and_then(Method::named).unwrap_or(Method::Islands);
    let (shows_matrix, is_lines) = (own.is_given("show-matrix"), own.is_given("lines"));
    let is_drawn = !context.output().has_file() && files.output != Path::new("-");
    if is_lines
        && (is_drawn || print.columns.is_some() || !matches!(print.format, Format::Text | Format::Json))
    {
        return Err(Fail::usage("--lines are JSON").help(match (is_drawn, print.columns) {
            (true, _) => "-o FILE.json",
            (_, Some(_)) => "leave out --columns",
            _ => "--format json",
        }));
    }
    // Results go to the file by themselves.
    if !context.output().has_file() {
        files.form = ending::needed("--as", files.form, &files.output)?;
    }
    if let (Some(form), true) = (files.form, print.format != Format::Text) {
        let what = format!("{} is to be {}, and not a result", files.output.display(), ending::name(&form));
        return Err(Fail::usage(what).help("leave out --format"));
    }
    if shows_matrix && (method != Method::Binary || files.form.is_some()) {
        return Err(
            Fail::usage("only the method binary has matrices to print").help("--method binary --show-matrix")
        );
    }
    if own.word("show") == Some("equations") && !matches!(files.form, Some(Form::Dot | Form::Graphml)) {
        return Err(
            Fail::usage("--show says what a file of a graph has in it").help("--as dot --show equations")
        );
    }
    let positions = Positions { files, own, method, print };
    let mut asked = positions.asked(context)?;
    if is_lines || asked.len() > 1 {
        return positions.each(asked, context);
    }
    let asked = &asked.pop().expect("nothing to ask about is an error")?;
    let Positions { files, own, .. } = &positions;
    let picture = files.form.as_ref().and_then(PictureFormat::of);
    if picture.is_some() && files.graph.is_some() {
        return Err(Fail::usage("a picture is of a board; a graph is drawn by Graphviz").help("--as dot"));
    }
    picture.map_or(Ok(()), |kind| kind.check(&files.output, context))?;
    let target = files
        .form
        .map(|_| Target::open(&files.output, files.force, ["-o", "board.svg"], context))
        .transpose()?;
    let answer = context.phase("risk", || positions.found(asked, context))?;
    context.clear();
    if let (Some(form), Some(target)) = (files.form, target) {
        return match picture {
            Some(kind) => target
                .deliver(kind.paint(answer.drawn().svg(), &answer.drawn().title, None, context)?, context),
            None => {
                let net = answer.net(own.word("show") == Some("equations"));
                target.deliver(if form == Form::Dot { net.dot() } else { net.graphml() }, context)
            }
        };
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
        let answer =
            Risks::of(asked, self.method, &context.job()).map_err(|why| explain(asked, why, context));
        // Another number of mines is a line of the board, or what was typed.
        match self.own.is_given("mines") {
            true => answer.map_err(|fail| fail.helped("mines ", "--mines ")),
            false => answer,
        }
    }

    /// All positions that are asked about, at least one; some may be refused.
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
        if self.files.form.is_some() {
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

    /// Answers the board at this place, counted from 1, of so many.
    fn numbered(
        &self,
        asked: &Layout,
        [place, count]: [usize; 2],
        context: &Context,
    ) -> Result<print::Answered, Fail> {
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
        Ok(print::Answered { parameters, report })
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
    board: Result<SeenBoard, Misread>,
    context: &Context,
) -> Result<SeenBoard, Fail> {
    known.checked(&name(path, context), text, board).map_err(|refusal| refused(refusal, "risk", "mines"))
}

/// The text of a position.
fn read(path: &Path, context: &Context) -> Result<String, Fail> {
    input::text(path, context).map_err(|fail| fail.help("how a board is given: chancetree risk mines --help"))
}
