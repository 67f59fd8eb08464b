//! Reads how well a player remembers, as it is typed.

use super::described::{Question, refused};
use super::fail::Fail;
use crate::exact::{self, Rational};
use crate::family::numbers::fractions;
use crate::games::solitaire::imperfect::{Imperfect, Model, Recall};
use crate::games::solitaire::{self, refusal};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

/// A player who may forget.
#[derive(Debug, Clone, Default)]
pub(crate) struct Player {
    /// How well he remembers, if he forgets.
    pub(crate) recall: Option<Recall>,
    pub(crate) model: Model,
    /// `true` if it was said which card he turns first.
    is_said: bool,
}

impl Player {
    /// The player that a question is about.
    pub(crate) fn of(question: &Question) -> Result<Self, Fail> {
        let given = &question.games()?[0];
        let recall = solitaire::recall(given).map_err(|refusal| question.refused(refusal))?;
        Ok(Self { recall, model: solitaire::model(given), is_said: given.is_given("model") })
    }

    /// Returns how well he remembers, and refuses one who forgets nothing.
    pub(crate) fn forgetful(&self) -> Result<&Recall, Fail> {
        let what = "this is of one who forgets: --recall is needed";
        self.recall.as_ref().ok_or_else(|| Fail::usage(what).help("--recall 3/4,1/8,4/5"))
    }

    /// Refuses a model for one who forgets nothing.
    pub(crate) fn perfect(&self) -> Result<(), Fail> {
        match self.is_said {
            false => Ok(()),
            true => Err(Fail::usage("--model is of players who forget").help("--recall 3/4,1/8,4/5")),
        }
    }
}

/// Which card a player who forgets turns first.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Recall")]
pub(crate) struct Opening {
    /// Which card he turns first [default: K]
    #[arg(long, value_enum, ignore_case = true)]
    model: Option<Letter>,
}

/// Which card is turned first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "UPPER")]
pub(crate) enum Letter {
    /// One of a known pair, if there is one; else a fresh card
    K,
    /// A fresh card, as long as there is one
    L,
}

impl Opening {
    pub(crate) fn model(self) -> Model {
        match self.model {
            None | Some(Letter::K) => Model::KnownFirst,
            Some(Letter::L) => Model::FreshFirst,
        }
    }
}

/// Reads p, p', p''.
pub(crate) fn recall(text: &str) -> Result<Recall, String> {
    let [mate, other, fresh] = <[Rational; 3]>::try_from(fractions(text)?)
        .map_err(|_| "three probabilities p,p',p'' are needed, such as 3/4,1/8,4/5")?;
    Recall::new(mate, other, fresh).map_err(|error| error.to_string())
}

/// The game of a player on a board.
pub(crate) fn game(pairs: u16, model: Model, recall: &Recall) -> Result<Imperfect, Fail> {
    Imperfect::new(pairs, model, recall.clone())
        .map_err(|error| refused(refusal(&error), "odds", "solitaire"))
}

/// The player as JSON repeats him.
pub(crate) fn parameters(recall: &Recall) -> Value {
    recall.values().iter().map(exact::fraction).collect()
}

/// A float in JSON, marked as one.
pub(crate) fn float(value: f64) -> Value {
    json!({ "float": value })
}
