//! The description of the family: its parameters, and the game that follows from them.

use super::imperfect::distributions::NoDistribution;
use super::imperfect::{self, Imperfect, Model, NAMES, Recall};
use super::pages::PAGES;
use super::{Counted, Impossible, MOST_PAIRS, Solitaire, distributions};
use crate::exact::ratio;
use crate::family::{Family, Given, Instance, Page, Parameter, Playable, Refusal, Verb, Worth};
use crate::game::Game as _;
use crate::model::{Error, Progress, Run};
use crate::payoff::Gain;

/// Memory for one player, as a family.
pub struct Alone;

/// How many pairs there are.
pub(super) const PAIRS: Parameter =
    Parameter::whole("pairs", "Pairs of the board", 1, MOST_PAIRS as u64).or("8").under("Board");

const PARAMETERS: [Parameter; 3] = [PAIRS, RECALL, MODEL];

/// How well a player remembers.
pub const RECALL: Parameter = Parameter::fractions(
    "recall",
    "How well a player remembers: 3/4,1/8,4/5",
    NAMES.len(),
)
.shown_as("P,P',P''")
.more(
    "He finds a mate that was turned with p, mistakes another turned card for it with p', and knows with p'' \
             that a mate is fresh; 3/4,1/8,4/5 or 0.75,0.125,0.8, read exactly.",
)
.under("Recall");

/// Which card he turns first.
pub const MODEL: Parameter =
    Parameter::words("model", "Which card one who forgets turns first", Model::WORDS)
        .or("K")
        .with("recall")
        .under("Recall");

impl Family for Alone {
    fn name(&self) -> &'static str {
        "solitaire"
    }

    fn about(&self) -> &'static str {
        "Memory for one player, who may forget"
    }

    fn details(&self) -> &'static str {
        "A state is (n, k, p): the pairs that are left, the cards that were turned and are not collected, the pairs \
         known among them. One who forgets nothing ends as soon as he can. With --recall he finds a mate that was \
         turned with p, mistakes another turned card for it with p', and knows with p'' that a mate is fresh; \
         3/4,1/8,4/5 or 0.75,0.125,0.8, read exactly."
    }

    fn source(&self) -> &'static str {
        "Lardjane 2024"
    }

    fn parameters(&self) -> Vec<Parameter> {
        PARAMETERS.to_vec()
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--pairs 8", "--pairs 4 --recall 3/4,1/8,4/5", "--pairs 3 --recall 0.9,0.05,0.8 --model L"]
    }

    fn game(&self, given: &Given) -> Result<Box<dyn Playable>, Refusal> {
        let (pairs, turns) = (given.whole("pairs"), Worth::Expected("turns"));
        if let Some(recall) = recall(given)? {
            let game = Imperfect::new(pairs, model(given), recall).map_err(|why| refusal(&why))?;
            let title = game.title();
            return Ok(Instance::new(game, turns, Gain).titled(title).working(recalled, "").boxed());
        }
        if given.word("model").is_some() {
            return Err(Refusal::new("--model is of players who forget").help("--recall 3/4,1/8,4/5"));
        }
        let game = Solitaire::new(pairs)?.counting(Counted::Turns);
        let means = format!("odds solitaire --pairs {pairs} --means");
        Ok(Instance::new(game, turns, Gain).titled(game.title()).working(distributed, means).boxed())
    }

    /// The odds are distributions, best play has moves of its own, what is simulated is a log of cards, and one who plays
    /// alone cannot be favoured.
    fn tailored(&self) -> &'static [Verb] {
        &[Verb::Odds, Verb::Best, Verb::Fair, Verb::Simulate, Verb::Play]
    }

    fn pages(&self) -> &'static [Page] {
        PAGES
    }
}

/// Returns how well the player remembers, if he forgets.
///
/// # Errors
/// If there is no such player.
pub fn recall(given: &Given) -> Result<Option<Recall>, Refusal> {
    let Some(values) = given.fractions("recall") else { return Ok(None) };
    let [mate, other, fresh] = values else { unreachable!("three by their description") };
    let recall = Recall::new(mate.clone(), other.clone(), fresh.clone());
    recall.map(Some).map_err(|why| Refusal::new(why.to_string()).help("--recall 3/4,1/8,4/5"))
}

/// Returns which card one who forgets turns first.
pub fn model(given: &Given) -> Model {
    given.word("model").and_then(Model::named).unwrap_or_default()
}

/// Returns the reason together with the options to type instead.
pub fn refusal(why: &Impossible) -> Refusal {
    let help = match why {
        Impossible::NeverEnds => "--recall 3/4,1/8,4/5",
        Impossible::TooFine { .. } => "--recall 0.75,0.125,0.8",
        _ => "--pairs 8",
    };
    Refusal::new(why.to_string()).help(help)
}

/// The distributions of one who forgets nothing.
fn distributed(game: &Solitaire, run: &Run<'_>) -> Result<Option<[u64; 2]>, Error> {
    let graph = game.graph(run)?;
    let look = |_: usize, _: usize| run.observer.step(Progress::default());
    let all = [distributions::turns, distributions::lucky, distributions::remembered];
    if all.iter().any(|distribution| distribution(game.pairs(), &look).is_none()) {
        return Err(Error::Stopped(Progress::default()));
    }
    Ok(Some([graph.node_count() as u64, graph.edge_count() as u64]))
}

/// The distributions of one who forgets, as far as they are told where nothing else is said.
fn recalled(game: &Imperfect, run: &Run<'_>) -> Result<Option<[u64; 2]>, Error> {
    let tables = imperfect::Tables::of(game, run)?;
    tables.variances(run)?;
    tables.lucky(None, run)?;
    tables.first_position(None, run)?;
    tables.remembered(None, run)?;
    let tail = ratio(1, 1_000_000_000);
    for found in [tables.turns(&tail, None, run), tables.first_turn(&tail, None, run)] {
        // A tail that stays too long takes as much work as one that does not.
        if let Err(NoDistribution::Ended(error)) = found {
            return Err(error);
        }
    }
    let graph = tables.graph();
    Ok(Some([graph.node_count() as u64, graph.edge_count() as u64]))
}
