//! Pages of commands that a family changes: their texts, their own options, and their answers.

use super::{Family, GameArguments, GraphHandler, Handler, InputFile, Inputs, Parameter};

/// The parameters, options and files that define a game.
#[derive(Clone, Copy)]
pub struct GameSource<'a> {
    /// The family.
    pub family: &'static dyn Family,
    /// The parameters of the family.
    pub given: &'a GameArguments,
    /// The options that belong only to the command.
    pub command_options: &'a GameArguments,
    /// The input files of the command.
    pub inputs: &'a Inputs,
}

/// The page of one command of a family. The description of the family supplies the rest.
///
/// ```
/// use chancetree::family::{Page, Parameter};
///
/// const EVERY: Parameter = Parameter::flag("every", "Every position with a decision");
/// const BEST: Page =
///     Page::new("best", "Which card to turn up", &["--pairs 4"]).taking(&["pairs"]).with(&[EVERY]);
///
/// assert!(BEST.has("pairs"));
/// assert!(!BEST.has("players"));
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Page {
    /// The name of the command.
    pub command: &'static str,
    /// The summary, in one line without a full stop.
    pub about: &'static str,
    /// More help, in paragraphs. Defaults to an empty text.
    pub details: &'static str,
    /// At least one example: options as typed, or a shell command line, in which `{}` means the program, the command
    /// and the family.
    pub examples: &'static [&'static str],
    /// The parameters of the family that are options of the command. Defaults to `None`, for all parameters.
    pub takes: Option<&'static [&'static str]>,
    /// Parameters that are accepted but not shown, since only a mistaken user types them.
    pub hides: &'static [&'static str],
    /// The options that belong only to this command. An option with the name of a parameter of the family replaces the
    /// parameter.
    pub options: &'static [Parameter],
    /// The input files that the command reads itself.
    pub inputs: &'static [InputFile],
    /// Additional output formats, or other descriptions of the usual ones, by name.
    pub formats: &'static [(&'static str, &'static str)],
    /// The family's own answer. Defaults to `None`: the answer is derived from the description of the family.
    pub answer: Option<Handler>,
    /// The family's own graph. Defaults to `None`: the graph is derived from the description of the family.
    pub graph: Option<GraphHandler>,
    /// `true` if the family's own answer can be saved and resumed. Defaults to `true`.
    pub saves: bool,
    /// `true` if several processes can compute the family's own answer together. Defaults to `false`.
    pub shares: bool,
    /// `true` if the family's own answer is text that its work prints by [`Sink::log`](super::Sink::log): a log with formats of
    /// its own, or a dialog. Defaults to `false`.
    pub is_log: bool,
    /// The help of `--format` for a command without digits and columns. Defaults to `None`, for the usual options.
    pub format_help: Option<&'static str>,
}

impl Page {
    /// Creates the page of a command, with its summary and its examples.
    pub const fn new(command: &'static str, about: &'static str, examples: &'static [&'static str]) -> Self {
        let (details, takes, answer) = ("", None, None);
        Self {
            command,
            about,
            details,
            examples,
            takes,
            hides: &[],
            options: &[],
            inputs: &[],
            formats: &[],
            answer,
            graph: None,
            saves: true,
            shares: false,
            is_log: false,
            format_help: None,
        }
    }

    /// Sets more help.
    ///
    /// ```
    /// use chancetree::family::Page;
    ///
    /// const ODDS: Page = Page::new("odds", "Who wins", &["--pairs 8"]).details("The first player begins.");
    /// assert_eq!(ODDS.details, "The first player begins.");
    /// ```
    pub const fn details(self, details: &'static str) -> Self {
        Self { details, ..self }
    }

    /// Sets the parameters of the family that are options of the command.
    pub const fn taking(self, names: &'static [&'static str]) -> Self {
        Self { takes: Some(names), ..self }
    }

    /// Sets parameters that are accepted but not shown.
    ///
    /// ```
    /// use chancetree::family::Page;
    ///
    /// const ODDS: Page = Page::new("odds", "Who wins", &["--pairs 8"]).taking(&["pairs"]).without_options(&["cards"]);
    /// assert_eq!((ODDS.takes, ODDS.hides), (Some(&["pairs"][..]), &["cards"][..]));
    /// ```
    pub const fn without_options(self, names: &'static [&'static str]) -> Self {
        Self { hides: names, ..self }
    }

    /// Sets the options that belong only to this command.
    pub const fn with(self, options: &'static [Parameter]) -> Self {
        Self { options, ..self }
    }

    /// Sets the input files that the command reads itself.
    pub const fn reading(self, inputs: &'static [InputFile]) -> Self {
        Self { inputs, ..self }
    }

    /// Sets the help of `--format`. The command then has no digits and no columns.
    ///
    /// ```
    /// use chancetree::family::Page;
    ///
    /// const LOG: Page =
    ///     Page::new("log", "A log of games", &["--pairs 8"]).with_format_only("How to print").logging();
    /// assert_eq!((LOG.format_help, LOG.is_log), (Some("How to print"), true));
    /// ```
    pub const fn with_format_only(self, help: &'static str) -> Self {
        Self { format_help: Some(help), ..self }
    }

    /// Sets additional output formats, or other descriptions of the usual ones.
    ///
    /// ```
    /// use chancetree::family::Page;
    ///
    /// const LIST: Page = Page::new("list", "All values", &["--pairs 8"]).writing(&[("bfile", "For the OEIS")]);
    /// assert_eq!(LIST.formats[0].0, "bfile");
    /// ```
    pub const fn writing(self, formats: &'static [(&'static str, &'static str)]) -> Self {
        Self { formats, ..self }
    }

    /// Sets the family's own answer. If the command is not a [`GenericCommand`](super::GenericCommand), the page adds the command.
    ///
    /// ```
    /// use chancetree::family::{AnswerPlan, Page, Query, Refusal};
    ///
    /// fn odds(_: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    ///     Err(Refusal::new("this game has no winner"))
    /// }
    ///
    /// const ODDS: Page = Page::new("odds", "Who wins", &["--pairs 8"]).answering(odds).unsaved().shareable();
    /// assert!(ODDS.answer.is_some() && !ODDS.saves && ODDS.shares);
    /// ```
    pub const fn answering(self, answer: Handler) -> Self {
        Self { answer: Some(answer), ..self }
    }

    /// Sets the family's own graph, on the page of the command `graph`.
    pub const fn drawing(self, graph: GraphHandler) -> Self {
        Self { graph: Some(graph), ..self }
    }

    /// Declares that the family's own answer cannot be saved and resumed, because it is quick.
    pub const fn unsaved(self) -> Self {
        Self { saves: false, ..self }
    }

    /// Declares that several processes can compute the family's own answer together.
    pub const fn shareable(self) -> Self {
        Self { shares: true, ..self }
    }

    /// Declares that the family's own answer is text that its work prints by [`Sink::log`](super::Sink::log): a log with formats
    /// of its own, or a dialog.
    pub const fn logging(self) -> Self {
        Self { is_log: true, ..self }
    }

    /// Returns whether a parameter of the family is an option of the command.
    pub fn has(&self, parameter: &str) -> bool {
        self.takes.is_none_or(|names| names.contains(&parameter))
    }
}
