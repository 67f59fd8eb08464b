//! Questions in the words of the program, and their answers.
//!
//! `best memory --pairs 8 --rules tactical` and the quantity `lead`: what the program would compute, from the same
//! functions, with all boards of one question taken from the widest of them.

pub(super) mod forgetting;
mod memory;
pub(super) mod mines;
pub(super) mod solitaire;

use super::table::{Entry, StudyTable};
use super::verdict::Found;
use crate::evaluate::solve;
use crate::exact::Rational;
use crate::game::Game as _;
use crate::games::DESCRIBED;
use crate::games::family::{Given, Parameter};
use crate::games::guess::Guess;
use crate::model::{Error, Job};
use crate::payoff::Gain;
use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::hash::Hash;
use std::str::FromStr;

/// A question, in words.
struct Question<'a> {
    /// The entry that is printed, and of which quantity of the answer it is.
    entry: &'a Entry,
    verb: String,
    family: String,
    options: Vec<(String, String)>,
    job: &'a Job<'a>,
}

impl<'a> Question<'a> {
    /// Reads `verb family --option value ...`; a value of several words is in quotation marks.
    fn read(entry: &'a Entry, job: &'a Job<'a>) -> Self {
        let mut words = Vec::new();
        for (at, part) in entry.question.split('"').enumerate() {
            if at % 2 == 1 {
                words.push(part.to_owned());
            } else {
                words.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        let mut words = words.into_iter().peekable();
        let (verb, family) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let mut options = Vec::new();
        while let Some(word) = words.next() {
            let value = words.next_if(|next| !next.starts_with("--")).unwrap_or_default();
            options.push((word.trim_start_matches("--").to_owned(), value));
        }
        Self { entry, verb, family, options, job }
    }

    /// Returns what was given for the parameters of the family, and for the options that its verb has alone.
    fn given(&self) -> Given {
        let family = DESCRIBED.iter().find(|family| family.name() == self.family).expect("a family is named");
        let page = family.pages().iter().find(|page| page.verb == self.verb);
        let mut parameters = page.map_or(Vec::new(), |page| page.options.to_vec());
        parameters.extend(family.parameters());
        let typed = |parameter: &Parameter| {
            let text = self.option(parameter.name)?;
            Some(parameter.read(text).expect("the questions of studies can be typed"))
        };
        Given::all(&parameters, &typed).expect("the defaults can be typed").swap_remove(0)
    }

    fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|option| option.0 == name).map(|option| &*option.1)
    }

    /// A number of the question.
    fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.option(name)?.parse().ok()
    }

    /// The pairs of the board.
    fn pairs(&self) -> u16 {
        self.number("pairs").expect("a board has pairs")
    }

    /// Returns the question without its board, the same for any of them.
    fn kind(&self) -> String {
        let others = self.options.iter().filter(|option| !["pairs", "unknown"].contains(&&*option.0));
        let others: Vec<_> = others.map(|(name, value)| format!(" --{name} {value}")).collect();
        format!("{} {}{}", self.verb, self.family, others.concat())
    }
}

/// Returns what is known of a key; it is found if it was not asked for before.
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

/// Answers the questions of a study.
pub(super) struct Asker<'a> {
    job: &'a Job<'a>,
    /// The widest board of each kind of question.
    widest: HashMap<String, u16>,
    memory: memory::SolvedGames,
    forgetting: forgetting::SolvedBoards,
    mines: mines::SolvedFields,
    solitaire: solitaire::Expectations,
}

impl<'a> Asker<'a> {
    pub(super) fn new(table: &StudyTable, job: &'a Job<'a>) -> Self {
        let mut widest: HashMap<String, u16> = HashMap::new();
        for entry in table.parts.iter().flat_map(|part| &part.entries) {
            let question = Question::read(entry, job);
            if let Some(pairs) = question.number::<u16>("pairs") {
                let most = widest.entry(question.kind()).or_insert(pairs);
                *most = pairs.max(*most);
            }
        }
        Self {
            job,
            widest,
            memory: memory::SolvedGames::default(),
            forgetting: forgetting::SolvedBoards::default(),
            mines: mines::SolvedFields::default(),
            solitaire: solitaire::Expectations::default(),
        }
    }

    /// The answer to the question of an entry.
    pub(super) fn answer(&mut self, entry: &Entry) -> Result<Found, Error> {
        let question = Question::read(entry, self.job);
        let widest = self.widest.get(&question.kind()).copied().unwrap_or_default();
        let forgets = ["memory", "singles"].iter().any(|name| question.option(name).is_some());
        let found = match &*question.family {
            "memory" if forgets => self.forgetting.answer(&question, widest)?,
            "memory" => self.memory.answer(&question, widest)?,
            "guess" => guess(&question)?,
            "mines" => self.mines.answer(&question)?,
            "solitaire" => self.solitaire.answer(&question)?,
            _ => None,
        };
        Ok(found.unwrap_or_else(|| panic!("nothing answers {:?}: {:?}", entry.question, entry.quantity)))
    }
}

/// Finds what each guess in n numbers wins.
pub(super) fn guesses(numbers: u16, job: &Job<'_>) -> Result<Vec<Rational>, Error> {
    let game = Guess::new(numbers, 2).expect("a game");
    let graph = game.graph(job)?;
    let solution = solve(&graph, &Gain, job)?;
    let valued = solution.actions(graph.start());
    let value = |guess: u16| {
        // Guesses as far from either edge are one; a single number has one guess.
        let place = guess.min(numbers + 1 - guess) - 1;
        valued[usize::from(place)].values[0].clone()
    };
    Ok((1..=numbers).map(value).collect())
}

/// Finds what a guess wins, and its class: good, bad or free. Either alone may be printed.
fn guess(question: &Question<'_>) -> Result<Option<Found>, Error> {
    let Question { entry, job, .. } = *question;
    let place = entry.quantity.strip_prefix("guess ").and_then(|place| place.parse::<usize>().ok());
    let (Some(numbers), Some(place)) = (question.number("numbers"), place) else { return Ok(None) };
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
    Ok(Some(Found::judged(format!("{value} {class}"), right)))
}
