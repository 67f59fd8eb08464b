//! A parsed command of a family: its options, its games and its answer.

use super::page::{examples, takes_parameter};
use super::program_commands::ProgramCommand;
use super::run::{answering_page, run};
use super::{Program, command_names, families, refused};
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::input;
use crate::cli::print::Print;
use chancetree_engine::evaluate::checkpoint::fingerprint;
use chancetree_engine::model::{Error, Progress, Stop, order};
use chancetree_families::family::generic::with_files;
use chancetree_families::family::{
    Approximation, CommandError, Domain, Family, GameArguments, InputFile, Inputs, NamedText, Parameter,
    Refusal, TypedValues, range_ends,
};
use clap::{ArgMatches, FromArgMatches};
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A parsed command of a family.
pub(crate) struct ParsedCommand {
    program: Program,
    command_name: &'static str,
    pub(super) family: &'static dyn Family,
    pub(super) matches: ArgMatches,
}

impl ParsedCommand {
    /// Returns the command in the parsed arguments, or `None` for a command without families.
    pub(crate) fn of(program: Program, matches: &ArgMatches) -> Option<Self> {
        let (command_name, below) = matches.subcommand()?;
        let (command_name, _) = command_names(program).find(|(known, _)| *known == command_name)?;
        let (family, matches) = below.subcommand()?;
        let family = families(program, command_name).find(|known| known.name() == family)?;
        Some(Self { program, command_name, family, matches: matches.clone() })
    }

    /// Returns `true` if the command needs a terminal or writes files, which the embedded program does not do.
    pub(crate) fn needs_program(&self) -> bool {
        ["play", "deal"].contains(&self.command_name)
    }

    /// Answers the command.
    pub(crate) fn run(self, context: &Context) -> Result<(), Fail> {
        let program_command = ProgramCommand::of(self.program, self.command_name, self.family);
        let page = answering_page(self.command_name, self.family);
        if self.family.page(self.command_name).is_some_and(|page| !page.inputs.is_empty()) {
            context.set_fixed_size();
        }
        let invocation = Invocation { command: self, context, games: OnceCell::new() };
        match program_command {
            Some(command) => command.answer(&invocation),
            None => run(page, &invocation),
        }
    }

    /// Returns the refusal of the first game, if it is refused without its files.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        // These commands choose the play themselves.
        if ["best", "fair"].contains(&self.command_name) {
            return None;
        }
        let takes = |one: &Parameter| takes_parameter(self.command_name, self.family, one);
        let typed = |one: &Parameter| takes(one).then(|| typed_values(&self.matches, one)).flatten();
        let games = GameArguments::all(&self.family.parameters(), &typed).ok()?;
        self.family.game(games.first()?).err()
    }

    /// Checks that no two typed options exclude each other. An option at its default excludes none.
    pub(crate) fn check_conflicts(&self) -> Result<(), Fail> {
        let (family, matches) = (self.family, &self.matches);
        let own = family.command_options(self.command_name);
        let mut all = family.parameters();
        all.retain(|parameter| {
            takes_parameter(self.command_name, family, parameter)
                && own.iter().all(|option| option.name != parameter.name)
        });
        let options = all.iter().chain(&own).filter(|one| typed_values(matches, one).is_some());
        let options = options.map(|one| (one.name, one.without, format!("--{}", one.name)));
        let files = family.page(self.command_name).map_or(&[][..], |page| page.inputs);
        let files = files.iter().filter(|file| matches.get_one::<PathBuf>(file.name).is_some());
        let files = files.map(|file| match file.is_positional {
            true => (file.name, file.without, file.value.to_owned()),
            false => (file.name, file.without, format!("--{}", file.name)),
        });
        let mut typed: Vec<_> = options.chain(files).collect();
        order::sort(&mut typed, |(one, ..), (other, ..)| matches.index_of(one).cmp(&matches.index_of(other)));
        for (name, without, shown) in &typed {
            let excluded =
                typed.iter().filter(|(other, others, _)| without.contains(other) || others.contains(name));
            let excluded: Vec<&str> = excluded.map(|(.., shown)| &**shown).collect();
            if !excluded.is_empty() {
                let excluded = excluded.join(" and ");
                let what = format!("{shown} cannot be combined with {excluded}");
                return Err(Fail::usage(what).help(format!("leave out {excluded}")));
            }
        }
        Ok(())
    }

    /// Reads a group of options from the parsed arguments.
    pub(crate) fn read<T: FromArgMatches>(&self) -> Result<T, Fail> {
        T::from_arg_matches(&self.matches).map_err(|error| Fail::usage(error.to_string()))
    }
}

/// A parsed command of a family in its context.
pub(crate) struct Invocation<'a> {
    command: ParsedCommand,
    pub(crate) context: &'a Context,
    /// The games, read at the first use, so that a file is read once.
    games: OnceCell<Vec<GameArguments>>,
}

impl Deref for Invocation<'_> {
    type Target = ParsedCommand;

    fn deref(&self) -> &ParsedCommand {
        &self.command
    }
}

impl Invocation<'_> {
    fn typed(&self, parameter: &Parameter) -> Option<TypedValues> {
        if takes_parameter(self.command_name, self.family, parameter) {
            typed_values(&self.matches, parameter)
        } else {
            None
        }
    }

    /// Returns the options of this command that are not parameters of its games.
    pub(crate) fn command_options(&self) -> Result<GameArguments, Fail> {
        let options = self.family.command_options(self.command_name);
        let parameters = self.family.parameters();
        for option in &options {
            let is_own = parameters.iter().all(|parameter| parameter.name != option.name);
            let typed = typed_values(&self.matches, option).filter(|typed| is_own && typed.all.len() > 1);
            if let Some(typed) = typed {
                let name = option.name;
                let help = format!("--{name} {}", typed.all[0]);
                return Err(Fail::usage(format!("--{name} takes one number")).help(help));
            }
        }
        let mut all =
            GameArguments::all(&options, &|one| typed_values(&self.matches, one)).map_err(Fail::usage)?;
        let mut own = all.pop().expect("at least one set of options");
        own.open(&options, |name, is_needed| match is_needed || Path::new(name).exists() {
            true => self.file(name).map(Some),
            false => Ok(None),
        })?;
        Ok(own)
    }

    /// Returns the input files of the page.
    pub(crate) fn inputs(&self) -> Inputs {
        let declared = self.family.page(self.command_name).map_or(&[][..], |page| page.inputs);
        let typed = |file: &InputFile| {
            self.matches.get_one::<PathBuf>(file.name).map(|path| (file.name, path.clone()))
        };
        input::inputs(declared.iter().filter_map(typed).collect(), self.context)
    }

    /// Reads a file that an option names.
    fn file(&self, name: &str) -> Result<NamedText, Fail> {
        let path = Path::new(name);
        Ok(Arc::new((input::name(path, self.context), input::text(path, self.context)?)))
    }

    /// Returns the games, with the contents of the files in their parameters.
    pub(crate) fn games(&self) -> Result<&[GameArguments], Fail> {
        if let Some(games) = self.games.get() {
            return Ok(games);
        }
        let parameters = self.family.parameters();
        for parameter in &parameters {
            let list = parameters.iter().find(|one| Some(one.name) == parameter.counted);
            if self.typed(parameter).is_some_and(|typed| typed.all.len() > 1)
                && let Some(list) = list.filter(|list| self.typed(list).is_some())
            {
                let what = format!("{} need one number of {}, not a range", list.name, parameter.name);
                return Err(Refusal::new(what).help(format!("leave out --{}", parameter.name)).into());
            }
        }
        let mut games =
            GameArguments::all(&parameters, &|parameter| self.typed(parameter)).map_err(Fail::usage)?;
        let mut files: HashMap<String, NamedText> = HashMap::new();
        for game in &mut games {
            game.open(&parameters, |name, is_needed| -> Result<_, Fail> {
                let path = Path::new(name);
                if !files.contains_key(name) && (is_needed || path.exists()) {
                    files.insert(name.to_owned(), self.file(name)?);
                }
                Ok(files.get(name).cloned())
            })?;
        }
        Ok(self.games.get_or_init(|| games))
    }

    /// Returns the wanted distance of the bounds, if a family answers in fractions and doubles are wanted.
    ///
    /// # Errors
    /// If a distance is typed for fractions, or whole numbers are wanted.
    pub(super) fn rounding(&self, own: &GameArguments, print: Print<'_>) -> Result<Option<f64>, Fail> {
        if !self.family.is_rounded(self.command_name) {
            return Ok(None);
        }
        let width = own.read::<Approximation>().width().map_err(|refusal| self.refused(refusal))?;
        if width.is_some() && print.format.name() == "bfile" {
            let refusal = Refusal::new("a b-file has whole numbers, which need fractions");
            return Err(self.refused(refusal.help("leave out --approximate")));
        }
        Ok(width)
    }

    /// Returns the name of the family.
    pub(crate) fn family(&self) -> &'static str {
        self.family.name()
    }

    /// Returns an example of the command `command_name` of the family, or an empty text.
    pub(crate) fn example(&self, command_name: &str) -> String {
        examples(self.program, command_name, self.family).next().unwrap_or_default()
    }

    /// Returns the fingerprint of the work on all games. `options` are the other options that affect the work.
    pub(crate) fn fingerprint(&self, options: &Value) -> Result<Value, Fail> {
        let games = self.games()?;
        let all: Vec<Value> = games.iter().map(GameArguments::echo).collect();
        let foreign = self.family.parameters().into_iter();
        let foreign = foreign.filter(|one| !takes_parameter(self.command_name, self.family, one));
        let foreign: Vec<String> = foreign.map(|one| one.name.replace('-', "_")).collect();
        // A message about other work shows the parameters that the command takes.
        let shown = |game: Option<&Value>| {
            let mut game = game.cloned().unwrap_or_default();
            if let Some(parameters) = game.as_object_mut() {
                parameters.retain(|name, _| !foreign.contains(name));
            }
            game
        };
        // A long range has more games than fit into the header of a checkpoint.
        let work = json!({
            self.command_name: self.family.name(),
            "games": all.len(),
            "first": shown(all.first()),
            "last": shown(all.last()),
            "all": fingerprint(&Value::from(all.clone()).to_string()),
            "options": options,
        });
        Ok(with_files(work, games.iter().flat_map(GameArguments::files)))
    }

    /// Returns the only game.
    ///
    /// # Errors
    /// If a range or a list of games was typed.
    pub(crate) fn single_game(&self) -> Result<GameArguments, Fail> {
        if let Some((name, most)) = self.range_ends().first() {
            let what = "this command works on one game, not on a range";
            return Err(Fail::usage(what).help(format!("--{name} {most}")));
        }
        Ok(self.games()?.last().expect("at least one game").clone())
    }

    /// Returns `true` if a range or a list was typed, even with a single value.
    pub(crate) fn is_range(&self) -> bool {
        !self.range_ends().is_empty()
    }

    /// Returns the parameters that were typed as a range or a list, each with its last value.
    pub(super) fn range_ends(&self) -> Vec<(&'static str, String)> {
        range_ends(&self.family.parameters(), &|parameter| self.typed(parameter))
    }

    /// Returns the error for parameters without a game.
    pub(crate) fn refused(&self, refusal: Refusal) -> Fail {
        refused(refusal, self.command_name, self.family.name())
    }

    /// Converts the error of the command to a failure.
    pub(crate) fn failure(&self, error: CommandError) -> Fail {
        match error {
            CommandError::Refused(refusal) => self.refused(refusal),
            error => self.context.failure(error),
        }
    }

    /// Returns the games after a check that their own memory fits below the limit.
    pub(crate) fn checked_games(&self) -> Result<&[GameArguments], Fail> {
        let games = self.games()?;
        // A command without parameters of a game creates none.
        if self.family.page(self.command_name).is_some_and(|page| page.takes.is_some_and(<[_]>::is_empty)) {
            return Ok(games);
        }
        let bytes: u64 = games.iter().map(|given| self.family.bytes(given)).sum();
        // The work checks other limits, because it can be saved.
        match self.context.job().reserve(bytes, Progress::default()) {
            Err(error @ Error::Stop(Stop::TooMuchMemory { .. })) => Err(self.context.explain(error)),
            _ => Ok(games),
        }
    }
}

/// Returns the typed values of a parameter, if there are any.
pub(crate) fn typed_values(matches: &ArgMatches, parameter: &Parameter) -> Option<TypedValues> {
    let name = parameter.name;
    let typed = match parameter.domain {
        Domain::Flag => return matches.get_flag(name).then(|| TypedValues::one(true)),
        Domain::Texts => {
            let all =
                matches.get_many::<TypedValues>(name).into_iter().flatten().flat_map(|typed| &typed.all);
            let texts: Vec<Value> = all.filter_map(Value::as_array).flatten().cloned().collect();
            (!texts.is_empty()).then(|| TypedValues::one(texts))
        }
        _ => matches.get_one::<TypedValues>(name).cloned(),
    };
    // A typed default is the same as no value, unless the length of a list would replace it.
    let default =
        parameter.default.filter(|_| parameter.counted.is_none()).and_then(|text| parameter.read(text).ok());
    if typed.as_ref().is_some_and(|typed| typed.is_implied || default.as_ref() == Some(typed)) {
        return None;
    }
    let is_bare = || parameter.may_be_bare && matches.contains_id(name);
    typed.or_else(|| is_bare().then(|| TypedValues::one(true)))
}
