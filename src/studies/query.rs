//! Queries in the syntax of the program, and their answers.
//!
//! `odds memory --pairs 8` with the quantity `P(draw)`, for example, is a number of the program's answer. A quantity that no
//! command prints is computed from the same solved game. All boards of one query are read from its widest board.

pub(super) mod forgetting;
mod memory;
pub(super) mod mines;
pub(super) mod solitaire;

use super::table::{StudyEntry, StudyTable};
use super::verdict::CheckedAnswer;
use crate::evaluate::solve;
use crate::exact::Rational;
use crate::game::Game as _;
use crate::games::DESCRIBED;
use crate::games::family::{CommandError, Family, GameAnswer, GameArguments, Parameter, answer};
use crate::games::guess::Guess;
use crate::model::{Error, Job};
use crate::payoff::Gain;
use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::hash::Hash;
use std::str::FromStr;

/// A query in the syntax of the program.
struct StudyQuery<'a> {
    /// The entry, with the quantity of the answer that is compared.
    entry: &'a StudyEntry,
    command: String,
    family: String,
    options: Vec<(String, String)>,
    job: &'a Job<'a>,
}

impl<'a> StudyQuery<'a> {
    /// Parses `command family --option value ...`. A value of several words is quoted.
    fn read(entry: &'a StudyEntry, job: &'a Job<'a>) -> Self {
        let mut words = Vec::new();
        for (at, part) in entry.command.split('"').enumerate() {
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
        Self { entry, command, family, options, job }
    }

    /// Returns the parameters of the family and the options of its command.
    fn given(&self) -> GameArguments {
        let family = self.family();
        let mut parameters = family.page(&self.command).map_or(Vec::new(), |page| page.options.to_vec());
        parameters.extend(family.parameters());
        let typed = |parameter: &Parameter| {
            let text = self.option(parameter.name)?;
            Some(parameter.read(text).expect("the queries of studies are valid"))
        };
        GameArguments::all(&parameters, &typed).expect("the defaults are valid").swap_remove(0)
    }

    /// Returns the answer of the command.
    fn answer(&self) -> Result<GameAnswer, Error> {
        let typed = |parameter: &Parameter| parameter.read(self.option(parameter.name)?).ok();
        answer(self.family(), &self.command, &typed, self.job).map_err(|error| match error {
            CommandError::Engine(error) | CommandError::Stopped { error, .. } => error,
            error => panic!("the queries of studies have answers: {error}"),
        })
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

    /// Returns the query without its board, so that queries about different boards are equal.
    fn kind(&self) -> String {
        let others = self.options.iter().filter(|option| !["pairs", "unknown"].contains(&&*option.0));
        let others: Vec<_> = others.map(|(name, value)| format!(" --{name} {value}")).collect();
        format!("{} {}{}", self.command, self.family, others.concat())
    }
}

/// Returns the value of a key, computed by `find` on first use.
fn known<K: Eq + Hash, V>(
    all: &mut HashMap<K, V>,
    key: K,
    find: impl FnOnce() -> Result<V, Error>,
) -> Result<&V, Error> {
    Ok(match all.entry(key) {
        Occupied(known) => known.into_mut(),
        Vacant(new) => new.insert(find()?),
    })
}

/// Answers the queries of a study, and caches solved games.
pub(super) struct QueryRunner<'a> {
    job: &'a Job<'a>,
    /// The largest board of each kind of query.
    widest: HashMap<String, u16>,
    memory: memory::GameCache,
    forgetting: forgetting::BoardCache,
    mines: mines::FieldCache,
    solitaire: solitaire::ExpectationCache,
}

impl<'a> QueryRunner<'a> {
    pub(super) fn new(table: &StudyTable, job: &'a Job<'a>) -> Self {
        let mut widest: HashMap<String, u16> = HashMap::new();
        for entry in table.parts.iter().flat_map(|part| &part.entries) {
            let query = StudyQuery::read(entry, job);
            if let Some(pairs) = query.number::<u16>("pairs") {
                let most = widest.entry(query.kind()).or_insert(pairs);
                *most = pairs.max(*most);
            }
        }
        Self {
            job,
            widest,
            memory: memory::GameCache::default(),
            forgetting: forgetting::BoardCache::default(),
            mines: mines::FieldCache::default(),
            solitaire: solitaire::ExpectationCache::default(),
        }
    }

    /// Returns the answer to the query of an entry.
    pub(super) fn answer(&mut self, entry: &StudyEntry) -> Result<CheckedAnswer, Error> {
        let query = StudyQuery::read(entry, self.job);
        let widest = self.widest.get(&query.kind()).copied().unwrap_or_default();
        let forgets = ["memory", "singles"].iter().any(|name| query.option(name).is_some());
        let found = match &*query.family {
            "memory" if forgets => self.forgetting.answer(&query, widest)?,
            "memory" => self.memory.answer(&query, widest)?,
            "guess" => guess(&query)?,
            "mines" => self.mines.answer(&query)?,
            "solitaire" => self.solitaire.answer(&query)?,
            _ => None,
        };
        Ok(found.unwrap_or_else(|| panic!("no answer to {:?}: {:?}", entry.command, entry.quantity)))
    }
}

/// Returns the probability of winning after each guess in n numbers.
pub(super) fn guesses(numbers: u16, job: &Job<'_>) -> Result<Vec<Rational>, Error> {
    let game = Guess::new(numbers, 2).expect("a game");
    let graph = game.graph(job)?;
    let solution = solve(&graph, &Gain, job)?;
    let valued = solution.actions(graph.start());
    let value = |guess: u16| {
        // Guesses at the same distance from opposite ends are one action.
        let place = guess.min(numbers + 1 - guess) - 1;
        valued[usize::from(place)].values[0].clone()
    };
    Ok((1..=numbers).map(value).collect())
}

/// Returns the value of a guess and its class: good, bad or free. The entry may contain one or both.
fn guess(query: &StudyQuery<'_>) -> Result<Option<CheckedAnswer>, Error> {
    let StudyQuery { entry, job, .. } = *query;
    let place = entry.quantity.strip_prefix("guess ").and_then(|place| place.parse::<usize>().ok());
    let (Some(numbers), Some(place)) = (query.number("numbers"), place) else { return Ok(None) };
    let guesses = guesses(numbers, job)?;
    let value = &guesses[place - 1];
    let class = if guesses.iter().all(|guess| guess == value) {
        "free"
    } else if guesses.iter().all(|guess| guess <= value) {
        "good"
    } else {
        "bad"
    };
    let right = entry.printed.split(' ').all(|word| word == class || word.parse() == Ok(value.clone()));
    Ok(Some(CheckedAnswer::with_verdict(format!("{value} {class}"), right)))
}
