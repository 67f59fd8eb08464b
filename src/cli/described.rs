//! Families by their descriptions: every verb of any of them, as a command, and what it answers.

mod count;
mod draw;
mod find;
mod plan;
mod program;
mod session;
mod simulate;
mod tailored;

use super::checkpoint::Checkpoints;
use super::fail::Fail;
use super::graph::{How, Showing};
use super::input;
use super::machines::{self, Machines};
use super::print::{Answer, Answers, Print};
use super::simulate::Sampling;
use super::watch::Watch;
use crate::family::{Domain, Family, Given, Help, Parameter, Playable, Refusal, Report, Typed, Verb};
use crate::model::{Error, Progress};
use clap::builder::{PossibleValue, PossibleValuesParser, Resettable, TypedValueParser as _};
use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, FromArgMatches};
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::Path;
use std::sync::OnceLock;

pub(crate) use program::{name, program};
use tailored::{OWN, tailored};
pub(crate) use tailored::{Page, Tailored, Takes};

/// The families that the program knows by their descriptions.
static FAMILIES: OnceLock<Program> = OnceLock::new();

/// Whose program this is.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    /// Its families.
    pub(crate) families: &'static [&'static dyn Family],
    /// `true` if the program has no other families.
    pub(crate) is_own: bool,
}

/// The families of a program, from now on.
pub(crate) fn begin(program: Program) {
    let _ = FAMILIES.set(program);
}

/// Whose program this is: chancetree's own, if nothing else was said.
pub(crate) fn whose() -> Program {
    *FAMILIES.get_or_init(|| Program { families: crate::games::DESCRIBED, is_own: false })
}

/// The families that answer a verb: by their descriptions, or by code of their own.
pub(crate) fn families(verb: &'static str) -> impl Iterator<Item = &'static dyn Family> {
    let described = Verb::ALL.into_iter().find(|known| known.name() == verb);
    let answers = move |family: &&dyn Family| {
        described.is_some_and(|verb| !family.tailored().contains(&verb))
            || tailored(verb, family.name()).is_some()
    };
    whose().families.iter().copied().filter(answers)
}

/// A verb that is asked of a family.
pub(crate) struct Question {
    verb: &'static str,
    family: &'static dyn Family,
    matches: ArgMatches,
    /// The games, once they are read: a file is read once.
    games: OnceCell<Vec<Given>>,
}

impl Question {
    /// Reads what was typed, if it is a verb of a family.
    pub(crate) fn of(matches: &ArgMatches) -> Option<Self> {
        let (verb, below) = matches.subcommand()?;
        let (verb, _) = asked().find(|(known, _)| *known == verb)?;
        let (family, matches) = below.subcommand()?;
        let family = families(verb).find(|known| known.name() == family)?;
        Some(Self { verb, family, matches: matches.clone(), games: OnceCell::new() })
    }

    /// Returns `true` if it takes a terminal, or writes files.
    pub(crate) fn is_alone(&self) -> bool {
        ["play", "deal"].contains(&self.verb)
    }

    /// Answers it.
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        if let Some(own) = tailored(self.verb, self.family.name()) {
            return (own.answer)(&self, watch);
        }
        self.described(watch)
    }

    /// Answers it by the description of the family, as if there was no code of its own.
    pub(crate) fn described(&self, watch: &Watch) -> Result<(), Fail> {
        let verb = Verb::ALL.into_iter().find(|known| known.name() == self.verb);
        match verb.expect("other verbs have code of their own") {
            Verb::Odds => {
                let (machines, checkpoints) = (self.read::<Machines>()?, self.of_one()?);
                machines.check(self.varied().map(|_| "shared out is one game, not a range"))?;
                self.tell(
                    watch,
                    |asked, watch| find::odds(asked, (&machines, &checkpoints), watch),
                    |_| String::new(),
                )
            }
            Verb::Best => {
                let every = self.matches.get_flag(EVERY);
                let checkpoints = self.of_one()?;
                let best =
                    |asked: &Asked, watch: &Watch| find::best(asked, every, &checkpoints, watch).map(Some);
                self.tell(watch, best, |_| String::new())
            }
            Verb::Count => {
                let checkpoints = self.of_one()?;
                let count = |asked: &Asked, watch: &Watch| count::count(asked, &checkpoints, watch).map(Some);
                self.tell(watch, count, |_| String::new())
            }
            Verb::Plan => {
                self.tell(watch, |asked, watch| plan::plan(asked, watch).map(Some), |_| String::new())
            }
            Verb::Fair => {
                self.tell(watch, |asked, watch| find::fair(asked, watch).map(Some), super::fair::fairest)
            }
            Verb::Graph => draw::graph(self, watch),
            Verb::Simulate => simulate::simulate(self, watch),
            Verb::Play => session::play(self, watch),
        }
    }

    fn typed(&self, parameter: &Parameter) -> Option<Typed> {
        match parameter.domain {
            _ if !takes(self.verb, self.family, parameter) => None,
            Domain::Flag => self.matches.get_flag(parameter.name).then(|| parameter.read("").ok()).flatten(),
            _ => self.matches.get_one::<Typed>(parameter.name).cloned(),
        }
    }

    /// The games that were asked about, with the files that are named.
    pub(crate) fn games(&self) -> Result<Vec<Given>, Fail> {
        if let Some(games) = self.games.get() {
            return Ok(games.clone());
        }
        let parameters = self.family.parameters();
        let mut games = Given::all(&parameters, |parameter| self.typed(parameter)).map_err(Fail::usage)?;
        let mut files: HashMap<String, (String, String)> = HashMap::new();
        for game in &mut games {
            game.open(&parameters, |name, is_needed| -> Result<_, Fail> {
                let path = Path::new(name);
                if !files.contains_key(name) && (is_needed || path.exists()) {
                    files.insert(name.to_owned(), (input::name(path), input::text(path)?));
                }
                Ok(files.get(name).cloned())
            })?;
        }
        Ok(self.games.get_or_init(|| games).clone())
    }

    /// Returns the values of a parameter: as they were typed, else its default, if it has one.
    pub(crate) fn numbers(&self, name: &str) -> Result<Option<Typed>, Fail> {
        let parameters = self.family.parameters();
        let parameter = parameters.iter().find(|one| one.name == name).expect("a parameter of the family");
        let default = || parameter.default.map(|text| parameter.read(text)).transpose();
        self.typed(parameter).map_or_else(default, |typed| Ok(Some(typed))).map_err(Fail::usage)
    }

    /// Returns the name of the verb.
    pub(crate) fn verb(&self) -> &'static str {
        self.verb
    }

    /// Returns the only game, where several make no sense.
    pub(crate) fn one(&self) -> Result<Given, Fail> {
        let mut games = self.games()?;
        let last = games.pop().expect("one game at least");
        let Some(place) = self.varied() else { return Ok(last) };
        let parameter = self.family.parameters()[place];
        let most = self.typed(&parameter).and_then(|typed| typed.all.last().map(ToString::to_string));
        let help = format!("--{} {}", parameter.name, most.unwrap_or_default());
        Err(Fail::usage("this is of one game, not of a range").help(help))
    }

    /// Returns `true` if several games were asked about, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        self.varied().is_some()
    }

    /// Returns the error that there is no such game.
    pub(crate) fn refused(&self, refusal: Refusal) -> Fail {
        refused(refusal, self.verb, self.family.name())
    }

    /// Refuses games that take more memory by themselves than is allowed.
    pub(crate) fn fits(&self, games: &[Given], watch: &Watch) -> Result<(), Fail> {
        let bytes = games.iter().map(|given| self.family.bytes(given)).sum();
        match watch.run().most_bytes {
            limit if bytes > limit => {
                let progress = Progress { bytes, ..Progress::default() };
                Err(watch.explain(Error::TooMuchMemory { limit, progress }))
            }
            _ => Ok(()),
        }
    }

    /// The place of the first parameter of which several values were asked for, if only in form.
    fn varied(&self) -> Option<usize> {
        let several = |parameter: &Parameter| self.typed(parameter).is_some_and(|typed| typed.several);
        self.family.parameters().iter().position(several)
    }

    /// The only game, made.
    fn only(&self, watch: &Watch) -> Result<Asked, Fail> {
        let given = self.one()?;
        self.fits(std::slice::from_ref(&given), watch)?;
        Asked::of(self, given)
    }

    /// A group of options.
    pub(crate) fn read<T: FromArgMatches>(&self) -> Result<T, Fail> {
        T::from_arg_matches(&self.matches).map_err(|error| Fail::usage(error.to_string()))
    }

    /// Where unfinished work on the only game is saved.
    fn of_one(&self) -> Result<Checkpoints, Fail> {
        let checkpoints: Checkpoints = self.read()?;
        checkpoints.only_one("game", self.varied().is_some())?;
        Ok(checkpoints)
    }

    /// Works out a report of every game that was asked about, and prints them; `summary` is what people are told of
    /// several together.
    fn tell(
        &self,
        watch: &Watch,
        find: impl Fn(&Asked, &Watch) -> Result<Option<Report>, Fail>,
        summary: impl Fn(&[Answer]) -> String,
    ) -> Result<(), Fail> {
        let print: Print = self.read()?;
        let (games, is_range) = (self.games()?, self.is_range());
        self.fits(&games, watch)?;
        // All are looked at before any is worked out: what is wrong is said at once.
        let games: Vec<Asked> =
            games.into_iter().map(|given| Asked::of(self, given)).collect::<Result<_, _>>()?;
        let answer = |asked: Asked| {
            let report = find(&asked, watch)?;
            let mut parameters = asked.parameters();
            if self.verb == Verb::Plan.name() {
                parameters["threads"] = watch.threads().into();
            }
            Ok(report.map(|report| Answer { parameters, report }))
        };
        let several = watch.several("game", games, answer)?.flatten();
        if several.done.is_empty() {
            // Another process has the answer.
            return Ok(());
        }
        watch.clear();
        let family = self.family;
        let about = match self.verb {
            "count" => super::count::ABOUT.to_owned(),
            "plan" => super::plan::about(family.name(), watch),
            _ => family.about().to_owned(),
        };
        let all = &several.done;
        let summary = if all.len() > 1 { summary(all) } else { String::new() };
        Answers::new(family.name(), &about, is_range, all).summed_up(summary).print(print)?;
        several.end()
    }
}

/// One game that was asked about.
pub(crate) struct Asked {
    family: &'static dyn Family,
    given: Given,
    game: Box<dyn Playable>,
}

impl Asked {
    fn of(question: &Question, given: Given) -> Result<Self, Fail> {
        let family = question.family;
        let game = family.game(&given).map_err(|refusal| question.refused(refusal))?;
        Ok(Self { family, given, game })
    }

    /// The parameters as answers repeat them.
    fn parameters(&self) -> Value {
        self.game.parameters().cloned().unwrap_or_else(|| self.given.echo())
    }

    /// The name of a file about the game, without its extension.
    fn stem(&self) -> String {
        self.game.stem().map_or_else(|| self.given.stem(self.family.name()), str::to_owned)
    }

    /// What a verb does with the game, as its checkpoints name it.
    fn work(&self, verb: &str) -> Value {
        let mut work = json!({ verb: self.family.name(), "game": self.parameters() });
        // The name of a file does not say what is in it.
        let texts: String = self.given.texts().collect();
        if !texts.is_empty() {
            work["files"] = machines::digest(&texts).into();
        }
        work
    }

    /// The game in words: by its title, else by its family and parameters.
    fn title(&self) -> String {
        if !self.game.title().is_empty() {
            return self.game.title().to_owned();
        }
        let (names, cells) = super::print::question(&self.parameters());
        let given = names.iter().zip(cells).filter(|(_, cell)| !cell.is_empty());
        let given: Vec<String> =
            given.map(|(name, cell)| format!("{} {cell}", name.replace('_', " "))).collect();
        match given.is_empty() {
            true => self.family.about().to_owned(),
            false => format!("{}, {}", self.family.name(), given.join(", ")),
        }
    }
}

/// Whatever the verb is.
impl From<Refusal> for Fail {
    fn from(Refusal { what, help }: Refusal) -> Self {
        let fail = Self::usage(what);
        match help {
            Some(Help::Options(options) | Help::Instead(options)) => fail.help(options),
            Some(Help::Ask(question)) => fail.help(format!("{} {question}", super::name())),
            None => fail,
        }
    }
}

/// Returns the error that there is no such game of a family, of which a verb asks.
pub(crate) fn refused(Refusal { what, help }: Refusal, verb: &str, family: &str) -> Fail {
    let name = super::name();
    Fail::usage(what).help(match help {
        Some(Help::Options(options)) => options,
        Some(Help::Instead(options)) => format!("{name} {verb} {family} {options}"),
        Some(Help::Ask(question)) => format!("{name} {question}"),
        None => format!("{name} games"),
    })
}

/// The flag of `best` for every position.
const EVERY: &str = "every";

/// The verbs that are asked of families, and what they say of themselves.
fn asked() -> impl Iterator<Item = (&'static str, &'static str)> {
    Verb::ALL.into_iter().map(|verb| (verb.name(), verb.about())).chain(OWN)
}

/// The commands of all verbs that a family answers, the families below them.
pub(crate) fn verbs() -> impl Iterator<Item = Command> {
    let has_families = |(verb, _): &(&'static str, _)| families(verb).next().is_some();
    asked().filter(has_families).map(|(verb, about)| {
        let pages = families(verb).map(|family| page(verb, family));
        let first = families(verb).next().map_or("", Family::name);
        let page = Command::new(verb)
            .about(about)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("FAMILY")
            .subcommand_help_heading("Families")
            .disable_help_subcommand(true)
            .subcommands(pages);
        let example = page.get_subcommands().next().and_then(Command::get_after_help);
        let example = example.map(ToString::to_string).unwrap_or_default();
        let example = example.lines().nth(1).unwrap_or_default().trim().to_owned();
        page.after_help(format!("Examples:\n  {example}\n  {} {verb} {first} --help", super::name()))
    })
}

/// Returns `true` if a parameter of a family is an option of a verb: a page with code of its own need not take them all.
fn takes(verb: &str, family: &dyn Family, parameter: &Parameter) -> bool {
    tailored(verb, family.name()).is_none_or(|own| own.page.takes.has(parameter.name))
}

/// The command of a verb of a family.
fn page(verb: &'static str, family: &'static dyn Family) -> Command {
    let own = tailored(verb, family.name());
    let all = family.parameters().into_iter();
    let taken: Vec<Parameter> = all.filter(|parameter| takes(verb, family, parameter)).collect();
    let is_there = |name: &&&str| taken.iter().any(|parameter| parameter.name == **name);
    let option = |parameter: &Parameter| {
        option(*parameter).conflicts_with_all(parameter.without.iter().filter(is_there))
    };
    let options: Vec<Arg> = taken.iter().map(option).collect();
    let page = Command::new(family.name()).args(options);
    if let Some(own) = own {
        let Page { about, details, examples, .. } = own.page;
        return told((own.options)(page), verb, family.name(), (about, details, examples));
    }
    let mut page = page.next_help_heading("Game");
    let described = Verb::ALL.into_iter().find(|known| known.name() == verb);
    let described = described.expect("other verbs have code of their own");
    if described == Verb::Best {
        let every = "Every position in which somebody decides, not only the first";
        page = page.arg(Arg::new(EVERY).long(EVERY).action(ArgAction::SetTrue).help(every));
    }
    let page = match described {
        Verb::Odds => Print::augment_args(Machines::augment_args(Checkpoints::augment_args(page))),
        Verb::Best | Verb::Count => Print::augment_args(Checkpoints::augment_args(page)),
        Verb::Plan | Verb::Fair => Print::augment_args(page),
        Verb::Graph => How::augment_args(Showing::augment_args(page)),
        Verb::Simulate => Sampling::augment_args(page),
        Verb::Play => session::arguments(page),
    };
    // The parameters of a game take precedence over other names of the options.
    let taken = |arg: &Arg| {
        let mut other = arg.get_all_aliases().into_iter().flatten();
        other.any(|name| family.parameters().iter().any(|parameter| parameter.name == name))
    };
    let page = page.mut_args(|arg| if taken(&arg) { arg.alias(Resettable::Reset) } else { arg });
    let about = match family.source() {
        "" => family.about().to_owned(),
        source => format!("{} ({source})", family.about()),
    };
    let (details, examples) = (family.details(), family.examples());
    told(page, verb, family.name(), (&about, details, examples))
}

/// The same page with what it says above its options, and examples below them.
fn told(
    page: Command,
    verb: &str,
    family: &str,
    (about, details, examples): (&str, &str, &[&str]),
) -> Command {
    let begin = format!("{} {verb} {family}", super::name());
    let line = |typed: &&str| match typed.contains("{}") {
        true => format!("  {}", typed.replace("{}", &begin)),
        false => format!("  {begin} {typed}").trim_end().to_owned(),
    };
    let examples: Vec<String> = examples.iter().map(line).collect();
    let long = if details.is_empty() { about.to_owned() } else { format!("{about}\n\n{details}") };
    page.about(about.to_owned()).long_about(long).after_help(format!("Examples:\n{}", examples.join("\n")))
}

/// Returns why one of the families is described wrongly, if one is: by names that mean something else already.
pub(crate) fn wrong(families: &'static [&'static dyn Family]) -> Option<String> {
    for (place, family) in families.iter().enumerate() {
        let name = family.name();
        let is_word = |word: &str| {
            let letters =
                |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            word.starts_with(|letter: char| letter.is_ascii_lowercase()) && word.chars().all(letters)
        };
        if !is_word(name) {
            return Some(format!(
                "a family is called {name:?}, but a name is small letters, digits and dashes"
            ));
        }
        if families[..place].iter().any(|other| other.name() == name) {
            return Some(format!("two families are called {name}"));
        }
        let parameters = family.parameters();
        for (place, parameter) in parameters.iter().enumerate() {
            let option = parameter.name;
            let is_known = |other| parameters[..place].iter().any(|one| one.name == other);
            if let Some(other) = parameter.with.filter(|&other| !is_known(other)) {
                return Some(format!(
                    "--{option} of {name} belongs to --{other}, which is no parameter before it"
                ));
            }
            if !is_word(option) {
                return Some(format!(
                    "{name} has a parameter {option:?}, but a name is small letters, digits and dashes"
                ));
            }
            let known = Verb::ALL.into_iter().flat_map(|verb| {
                let page = super::Work::augment_args(page(verb.name(), *family));
                page.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned)).collect::<Vec<_>>()
            });
            let often = known.filter(|long| long == option).count();
            if often != Verb::ALL.len() || ["help", "version", "output", "force"].contains(&option) {
                return Some(format!(
                    "{name} has a parameter {option}, but every game has an option --{option}"
                ));
            }
            if let Some(why) = parameter.default.and_then(|default| parameter.read(default).err()) {
                return Some(format!("the default of --{option} of {name} is none: {why}"));
            }
        }
    }
    None
}

/// The option of a parameter.
fn option(parameter: Parameter) -> Arg {
    let default = match parameter.default {
        Some(default) => format!(" [default: {default}]"),
        None => String::new(),
    };
    let range = parameter.range().map_or_else(String::new, |range| format!(", {range}"));
    let help = format!("{}{range}{default}", parameter.meaning);
    let arg = Arg::new(parameter.name)
        .long(parameter.name)
        .help(help.clone())
        .help_heading(parameter.heading)
        .hide_short_help(parameter.is_rare);
    let several = "Or several, one after the other: 1..10 or 4,8.";
    let long = match (parameter.details, parameter.domain) {
        ("", Domain::Whole(..)) => several,
        (details, _) => details,
    };
    let arg = if long.is_empty() { arg } else { arg.long_help(format!("{help}\n\n{long}")) };
    if matches!(parameter.domain, Domain::Flag) {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = arg.value_name(parameter.value);
    match parameter.domain {
        Domain::Words(words) => {
            let value =
                |&(word, meaning): &(&'static str, &'static str)| PossibleValue::new(word).help(meaning);
            let words = PossibleValuesParser::new(words.iter().map(value));
            arg.value_parser(words.try_map(move |word| parameter.read(&word)))
        }
        Domain::File => arg.value_parser(move |text: &str| parameter.read(text)),
        Domain::Whole(..) | Domain::Even(..) => {
            arg.allow_negative_numbers(true).value_parser(move |text: &str| parameter.read(text))
        }
        _ => arg.allow_hyphen_values(true).value_parser(move |text: &str| parameter.read(text)),
    }
}
