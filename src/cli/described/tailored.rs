//! Verbs of families that are answered by code of their own, for the family knows better than the engine by itself.

use super::Question;
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use crate::cli::{best, count, deal, fair, fit, graph, information, odds, plan, play, risk, simulate};
use clap::{Args, Command};

/// The page of a verb of a family that has code of its own for it.
#[derive(Clone, Copy)]
pub(crate) struct Page {
    /// The verb, by name.
    pub(crate) verb: &'static str,
    /// The name of the family.
    pub(crate) family: &'static str,
    /// The answer, in one line without a full stop.
    pub(crate) about: &'static str,
    /// More about it, in paragraphs. Empty if there is no more to say.
    pub(crate) details: &'static str,
    /// Options as they may be typed, at least one example; or a line of a shell, with {} for the program, the verb and the
    /// family.
    pub(crate) examples: &'static [&'static str],
    pub(crate) takes: Takes,
}

/// The parameters of a family that are options of a page.
#[derive(Clone, Copy)]
pub(crate) enum Takes {
    All,
    These(&'static [&'static str]),
}

impl Takes {
    /// Returns `true` if a parameter is among them.
    pub(crate) fn has(self, parameter: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(names) => names.contains(&parameter),
        }
    }
}

/// The options of such a verb beside the parameters, and the answer.
pub(crate) trait Tailored: Args {
    /// The page.
    const PAGE: Page;

    /// Adds the options to the page.
    fn options(page: Command) -> Command {
        Self::augment_args(page)
    }

    /// Answers a question.
    fn answer(self, question: &Question, watch: &Watch) -> Result<(), Fail>;
}

/// A verb of a family with its options and its answer.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) page: Page,
    pub(crate) options: fn(Command) -> Command,
    pub(crate) answer: fn(&Question, &Watch) -> Result<(), Fail>,
}

const fn entry<T: Tailored>() -> Entry {
    fn answer<T: Tailored>(question: &Question, watch: &Watch) -> Result<(), Fail> {
        question.read::<T>()?.answer(question, watch)
    }
    Entry { page: T::PAGE, options: T::options, answer: answer::<T> }
}

/// All of them, a line each.
static ALL: &[Entry] = &[
    entry::<odds::MemoryOdds>(),
    entry::<odds::SolitaireOdds>(),
    entry::<odds::MinesOdds>(),
    entry::<best::BestMemory>(),
    entry::<best::BestSolitaire>(),
    entry::<best::BestMines>(),
    entry::<count::CountMemory>(),
    entry::<graph::GraphMemory>(),
    entry::<plan::PlanMemory>(),
    entry::<fair::FairMemory>(),
    entry::<simulate::SimulateMemory>(),
    entry::<simulate::SimulateSolitaire>(),
    entry::<simulate::SimulateMines>(),
    entry::<play::PlayMemory>(),
    entry::<play::PlaySolitaire>(),
    entry::<play::PlayMines>(),
    entry::<play::PlayGuess>(),
    entry::<risk::RiskMines>(),
    entry::<deal::DealSolitaire>(),
    entry::<fit::FitSolitaire>(),
    entry::<information::InformationSolitaire>(),
];

/// Verbs whose question is that of one family alone, and what they say of themselves.
pub(crate) const OWN: [(&str, &str); 4] = [
    ("risk", "How likely a mine is in every cell that is still hidden"),
    ("deal", "Play a deal turn by turn, and draw it"),
    ("fit", "Estimate from a log of games how well somebody remembers"),
    ("information", "How much a game tells about a player, by the size of the board"),
];

/// Returns the code of its own that a family of chancetree has for a verb, if it has any.
pub(crate) fn tailored(verb: &str, family: &str) -> Option<Entry> {
    let is_it = |entry: &&Entry| entry.page.verb == verb && entry.page.family == family;
    ALL.iter().find(is_it).copied().filter(|_| !super::whose().is_own)
}
