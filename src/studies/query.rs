//! Queries in the syntax of the program, and their answers.
//!
//! An example is `odds memory --pairs 8` with the quantity `P(draw)`. The same function answers the command line and
//! the studies.

pub(super) mod forgetting;
mod memory;
mod mines;
mod solitaire;

use super::joined;
use super::solved::StudySolution;
use super::table::{StudyEntry, StudyTable};
use super::verdict::CheckedAnswer;
use crate::exact::Rational;
use crate::game::Game;
use crate::games::DESCRIBED;
use crate::games::family::{
    CommandError, Family, GameAnswer, GameArguments, Inputs, Parameter, Report, ReportValue, TypedValues,
    answers,
};
use crate::games::memory::decisions::Decisions;
use crate::games::memory::limited::SharedMemory;
use crate::model::{Error, Job};
use forgetting::BoardSpec;
use std::cell::RefCell;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::rc::Rc;
use std::str::FromStr;

/// A query in the syntax of the program.
pub(super) struct StudyQuery {
    command: String,
    family: String,
    options: Vec<(String, String)>,
}

impl StudyQuery {
    /// Parses `command family --option value ...`. A value of several words is quoted.
    fn read(text: &str) -> Self {
        let mut words = Vec::new();
        for (at, part) in text.split('"').enumerate() {
            if at % 2 == 1 {
                words.push(part.to_owned());
            } else {
                words.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        let mut words = words.into_iter().peekable();
        let (command, family) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let mut options = Vec::new();
        while let Some(word) = words.next() {
            let value = words.next_if(|next| !next.starts_with("--")).unwrap_or_default();
            options.push((word.trim_start_matches("--").to_owned(), value));
        }
        Self { command, family, options }
    }

    /// Returns the values of the parameters of the family and of the options of its command.
    fn given(&self) -> GameArguments {
        let family = self.family();
        let mut parameters = family.page(&self.command).map_or(Vec::new(), |page| page.options.to_vec());
        parameters.extend(family.parameters());
        GameArguments::all(&parameters, &|parameter| self.typed(parameter))
            .expect("the defaults are valid")
            .swap_remove(0)
    }

    /// Returns the answers of the command. The rows of a board, and the lines of a graph, are separated by `/`.
    fn answers(&self, job: &Job<'_>) -> Result<Vec<GameAnswer>, Error> {
        let typed = |parameter: &Parameter| self.typed(parameter);
        let texts = ["board", "graph"]
            .into_iter()
            .filter_map(|name| Some((name, self.option(name)?.replace('/', "\n") + "\n")));
        let inputs = Inputs::of_texts(texts.collect());
        answers(self.family(), &self.command, &typed, &inputs, job).map_err(engine_error)
    }

    /// Returns the value of a parameter or an option.
    fn typed(&self, parameter: &Parameter) -> Option<TypedValues> {
        let text = self.option(parameter.name)?;
        Some(parameter.read(text).expect("the queries of studies are valid"))
    }

    fn family(&self) -> &'static dyn Family {
        *DESCRIBED.iter().find(|family| family.name() == self.family).expect("a family is named")
    }

    fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|option| option.0 == name).map(|option| &*option.1)
    }

    /// Returns a number of the query.
    fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.option(name)?.parse().ok()
    }

    /// Returns the number of pairs of the board.
    fn pairs(&self) -> u16 {
        self.number("pairs").expect("a board has pairs")
    }

    /// Returns the command with another number of pairs.
    fn with_pairs(&self, pairs: &str) -> String {
        let options = self.options.iter().map(|(name, value)| match &**name {
            "pairs" => format!(" --pairs {pairs}"),
            _ if value.is_empty() => format!(" --{name}"),
            _ if value.contains(' ') => format!(" --{name} \"{value}\""),
            _ => format!(" --{name} {value}"),
        });
        format!("{} {}{}", self.command, self.family, options.collect::<String>())
    }

    /// Returns `true` if players forget cards or if there are cards without a mate.
    fn forgets(&self) -> bool {
        ["memory", "singles"].iter().any(|name| self.option(name).is_some())
    }

    /// Returns the query without its board, so that queries about different boards are equal.
    fn kind(&self) -> String {
        let others = self.options.iter().filter(|option| !["pairs", "unknown"].contains(&&*option.0));
        let others: Vec<_> = others.map(|(name, value)| format!(" --{name} {value}")).collect();
        format!("{} {}{}", self.command, self.family, others.concat())
    }
}

/// The answer of a command.
#[derive(Clone)]
pub(super) struct CommandAnswer(Rc<Report>);

/// The answers of the commands of a study. Commands that differ only in the number of pairs are answered together.
pub(super) struct CommandCache<'a> {
    job: &'a Job<'a>,
    /// The numbers of pairs of each group of commands.
    boards: RefCell<HashMap<String, BTreeSet<u16>>>,
    answers: RefCell<HashMap<String, CommandAnswer>>,
}

impl<'a> CommandCache<'a> {
    pub(super) fn new(job: &'a Job<'a>) -> Self {
        Self { job, boards: RefCell::default(), answers: RefCell::default() }
    }

    /// Announces a command, so that it is answered together with others.
    pub(super) fn announce(&self, command: &str) {
        let query = StudyQuery::read(command);
        if let Some(pairs) = query.number("pairs") {
            self.boards.borrow_mut().entry(query.with_pairs("")).or_default().insert(pairs);
        }
    }

    /// Returns the answer of a command.
    pub(super) fn answer(&self, command: &str) -> Result<CommandAnswer, Error> {
        self.announce(command);
        let query = StudyQuery::read(command);
        let key = query.with_pairs(query.option("pairs").unwrap_or_default());
        if let Some(known) = self.answers.borrow().get(&key) {
            return Ok(known.clone());
        }
        let boards = self.boards.borrow().get(&query.with_pairs("")).cloned().unwrap_or_default();
        let (commands, together) = match boards.len() {
            0 | 1 => (vec![key.clone()], query),
            _ => {
                let each = boards.iter().map(|pairs| query.with_pairs(&pairs.to_string())).collect();
                (each, StudyQuery::read(&query.with_pairs(&joined(boards, ","))))
            }
        };
        let reports =
            together.answers(self.job)?.into_iter().map(|answer| CommandAnswer(Rc::new(answer.report)));
        self.answers.borrow_mut().extend(commands.into_iter().zip(reports));
        Ok(self.answers.borrow()[&key].clone())
    }
}

impl CommandAnswer {
    /// Returns the value at a path in the JSON of the answer.
    fn at(&self, path: &str) -> Option<ReportValue> {
        self.0.at(path)
    }

    /// Returns the values of a list, or none if there is no list.
    fn each(&self, path: &str) -> Vec<ReportValue> {
        match self.at(path) {
            Some(ReportValue::Each(all)) => all,
            _ => Vec::new(),
        }
    }

    /// Returns a fraction, if there is one.
    pub(super) fn fraction(&self, path: &str) -> Option<Rational> {
        match self.at(path)? {
            ReportValue::Exact(value) => Some(value),
            _ => None,
        }
    }

    /// Returns a whole number or the words of a text, if there are some.
    fn text(&self, path: &str) -> Option<String> {
        text(&self.at(path)?)
    }
}

/// Returns a whole number, words, or a list of both, as text.
fn text(value: &ReportValue) -> Option<String> {
    match value {
        ReportValue::Whole(number) => Some(number.to_string()),
        ReportValue::Words(text) | ReportValue::Name(text) => Some(text.clone()),
        ReportValue::Each(all) => Some(all.iter().map(text).collect::<Option<Vec<_>>>()?.join(" ")),
        _ => None,
    }
}

/// The games that were solved so far.
///
/// A command solves each board by itself. Here only the largest board of a kind is solved; the others are positions
/// of its game.
type SolvedGames<K, G> = HashMap<K, StudySolution<G>>;

/// Returns the solved game of a key. `solve` solves it on first use.
fn get_or_solve<K: Eq + Hash, G: Game>(
    solved: &mut SolvedGames<K, G>,
    key: K,
    solve: impl FnOnce() -> Result<StudySolution<G>, Error>,
) -> Result<&StudySolution<G>, Error> {
    Ok(match solved.entry(key) {
        Occupied(known) => known.into_mut(),
        Vacant(new) => new.insert(solve()?),
    })
}

/// Returns the error of the engine that ended a command: a limit, or a signal.
///
/// # Panics
/// If the command was refused.
fn engine_error(error: CommandError) -> Error {
    match error {
        CommandError::Engine(error) | CommandError::Stopped { error, .. } => error,
        CommandError::At(error, _) => engine_error(*error),
        error => panic!("the queries of studies have answers: {error}"),
    }
}

/// Answers the queries of a study, and caches solved games.
pub(super) struct QueryRunner<'a> {
    commands: &'a CommandCache<'a>,
    /// The largest board of each kind of query.
    widest: HashMap<String, u16>,
    decided: SolvedGames<String, Decisions>,
    forgetting: SolvedGames<BoardSpec, SharedMemory>,
}

impl<'a> QueryRunner<'a> {
    pub(super) fn new(table: &StudyTable, commands: &'a CommandCache<'a>) -> Self {
        let mut widest: HashMap<String, u16> = HashMap::new();
        for entry in table.parts.iter().flat_map(|part| &part.entries) {
            let query = StudyQuery::read(&entry.command);
            let command = match &*query.family {
                "memory" => memory::command(&query, &entry.quantity),
                _ => Some(entry.command.clone()),
            };
            command.iter().for_each(|command| commands.announce(command));
            if let Some(pairs) = query.number::<u16>("pairs") {
                let most = widest.entry(query.kind()).or_insert(pairs);
                *most = pairs.max(*most);
            }
        }
        Self { commands, widest, decided: SolvedGames::new(), forgetting: SolvedGames::new() }
    }

    /// Returns the answer to the query of an entry.
    pub(super) fn answer(&mut self, entry: &StudyEntry) -> Result<CheckedAnswer, Error> {
        let query = StudyQuery::read(&entry.command);
        let found = match (&*query.family, &*query.command) {
            ("memory", _) => self.memory(&query, &entry.quantity)?,
            ("guess", _) => guess(entry, &self.commands.answer(&entry.command)?),
            ("mines", "risk") => {
                let islands = self.commands.answer(&entry.command.replace(" --method binary", ""))?;
                let answer = match query.option("method") {
                    Some(_) => self.commands.answer(&format!("{} --show-matrix", entry.command))?,
                    None => islands.clone(),
                };
                mines::risk(&query, entry, [&answer, &islands])
            }
            ("mines", _) => mines::simulated(entry, &self.commands.answer(&entry.command)?),
            ("solitaire", _) => solitaire::answer(&query, entry, &self.commands.answer(&entry.command)?),
            _ => None,
        };
        Ok(found.unwrap_or_else(|| panic!("no answer to {:?}: {:?}", entry.command, entry.quantity)))
    }

    fn memory(&mut self, query: &StudyQuery, quantity: &str) -> Result<Option<CheckedAnswer>, Error> {
        if query.command == "graph" {
            return Ok(memory::event(query.pairs(), quantity));
        }
        if let Some(command) = memory::command(query, quantity) {
            return Ok(memory::odds(&self.commands.answer(&command)?, quantity));
        }
        let widest = self.widest.get(&query.kind()).copied().unwrap_or_default();
        match query.forgets() {
            true => forgetting::answer(&mut self.forgetting, query, quantity, widest, self.commands.job),
            false => memory::answer(&mut self.decided, query, quantity, widest, self.commands.job),
        }
    }
}

/// Returns the value of each guess in n numbers, to the player who makes it.
pub(super) fn guesses(answer: &CommandAnswer) -> Vec<Rational> {
    (0..).map_while(|guess| answer.fraction(&format!("actions.{guess}.value"))).collect()
}

/// Returns the value of a guess and its class: good, bad or free. The entry may contain one or both.
fn guess(entry: &StudyEntry, answer: &CommandAnswer) -> Option<CheckedAnswer> {
    let place: usize = entry.quantity.strip_prefix("guess ")?.parse().ok()?;
    let guesses = guesses(answer);
    let value = guesses.get(place.checked_sub(1)?)?;
    let class = if guesses.iter().all(|guess| guess == value) {
        "free"
    } else if guesses.iter().all(|guess| guess <= value) {
        "good"
    } else {
        "bad"
    };
    let right = entry.printed.split(' ').all(|word| word == class || word.parse() == Ok(value.clone()));
    Some(CheckedAnswer::with_verdict(format!("{value} {class}"), right))
}
