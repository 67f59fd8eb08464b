//! The description of the family: its parameters, and the game that they describe.

use super::decisions::Rule;
use super::imperfect::distributions::NoDistribution;
use super::imperfect::quantities::SolitaireEvaluation;
use super::imperfect::symbolic::MAX_SYMBOLIC;
use super::imperfect::{ImperfectSolitaire, NAMES, Recall, Variant};
use super::pages::PAGES;
use super::quantity_name::QuantityName;
use super::summary::PASSES;
use super::{ImpossibleSolitaire, MAX_PAIRS, ScoredTurns, Solitaire};
use crate::exact::{Rational, ratio};
use crate::family::{
    Family, GameArguments, GenericCommand, Instance, Page, Parameter, PayoffKind, Playable, Refusal,
    fractions,
};
use crate::game::Game as _;
use crate::model::{Error, Job};
use crate::payoff::Gain;
use serde::Deserialize;

/// Memory for one player, as a family.
pub struct SolitaireFamily;

/// The parameter for the number of pairs.
pub(super) const PAIRS: Parameter = Parameter::whole("pairs", "Number of pairs", 1, MAX_PAIRS as u64)
    .short('n')
    .default_value("8")
    .heading("Board");

const PARAMETERS: [Parameter; 4] = [PAIRS, BLIND, RECALL, MODEL];

/// The parameter for blind turns.
const BLIND: Parameter = Parameter::flag("blind", "Name both cards of a turn before either is turned")
    .details("A variation of the rules, for a player with perfect memory.")
    .without(&["recall", "model"])
    .heading("Board");

/// The parameter for the recall of a player.
pub const RECALL: Parameter = Parameter::fractions(
    "recall",
    "Probabilities of recall p,p',p'': 3/4,1/8,4/5",
    NAMES.len(),
)
.with_placeholder("P,P',P''")
.details(
    "p: the player finds a mate that was turned before. p': the player mistakes another turned card for the \
     mate. p'': the player knows that the mate is fresh (not turned before). Fractions (3/4,1/8,4/5) and \
     decimals (0.75,0.125,0.8) are read exactly.",
)
.heading("Recall");

/// The parameter for the card that a forgetful player turns first.
pub const MODEL: Parameter =
    Parameter::words("model", "Which card a forgetful player turns first", Variant::WORDS)
        .default_value("K")
        .with("recall")
        .heading("Recall");

/// The parameters of a game.
#[derive(Deserialize)]
pub(super) struct SolitaireArgs {
    pub(super) pairs: u16,
    #[serde(default)]
    blind: bool,
    #[serde(default, deserialize_with = "fractions")]
    recall: Option<Vec<Rational>>,
    model: Option<Variant>,
}

/// Returns the boards of games of a player who forgets nothing.
///
/// # Errors
/// If a board is too large.
pub(super) fn boards(games: &[GameArguments]) -> Result<Vec<Solitaire>, Refusal> {
    let board = |given: &GameArguments| {
        let SolitaireArgs { pairs, blind, .. } = given.read();
        Ok(Solitaire::new(pairs)?.blind(blind))
    };
    games.iter().map(board).collect()
}

impl Family for SolitaireFamily {
    fn name(&self) -> &'static str {
        "solitaire"
    }

    fn about(&self) -> &'static str {
        "Memory for one player, with perfect or imperfect memory"
    }

    fn details(&self) -> &'static str {
        "A state is (n, k, p): n pairs left, k cards that were turned and are not collected, and p known \
         pairs among these cards. With perfect memory, a player ends the game as soon as possible. With \
         --recall, a player finds a mate that was turned before with probability p, mistakes another turned \
         card for the mate with probability p', and knows with probability p'' that the mate is fresh (not \
         turned before)."
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

    fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        let SolitaireArgs { pairs, blind, .. } = given.read();
        let (player, turns) = (Player::of(given)?, PayoffKind::Expected("turns"));
        if player.recall.is_some() {
            let game = player.game(pairs)?;
            let title = game.title();
            let beyond = SolitaireComputation::Forgetful.check(pairs).err();
            let mut instance = Instance::new(game, turns, Gain).titled(title).working(recalled, "");
            instance.beyond = beyond;
            return Ok(instance.boxed());
        }
        player.perfect()?;
        let game = Solitaire::new(pairs)?.blind(blind).counting(ScoredTurns::Turns);
        let (means, computation) = match blind {
            true => (String::new(), SolitaireComputation::BlindTurns),
            false => (format!("odds solitaire --pairs {pairs} --means"), SolitaireComputation::Distributions),
        };
        let beyond = computation.check(pairs).err();
        let beyond = beyond.map(|refusal| if blind { refusal } else { refusal.ask(&means) });
        let mut instance = Instance::new(game, turns, Gain).titled(game.title()).working(distributed, means);
        instance.beyond = beyond;
        Ok(instance.boxed())
    }

    /// A single player cannot be favoured.
    fn excluded(&self) -> &'static [GenericCommand] {
        &[GenericCommand::Fair]
    }

    /// The odds are distributions, best play has moves of its own, and a simulation is a log of cards.
    fn pages(&self) -> &'static [Page] {
        PAGES
    }
}

/// Returns the refusal of an impossible game, with the options to type instead.
fn refusal(why: &ImpossibleSolitaire) -> Refusal {
    let help = match why {
        ImpossibleSolitaire::NeverEnds => FORGETS,
        ImpossibleSolitaire::TooFine { .. } => "--recall 0.75,0.125,0.8",
        _ => "--pairs 8",
    };
    Refusal::new(why.to_string()).help(help)
}

/// Computes the distributions of a player with perfect memory.
fn distributed(game: &Solitaire, job: &Job<'_>) -> Result<Option<[u64; 2]>, Error> {
    let graph = game.graph(job)?;
    for pass in PASSES {
        pass(&graph, job)?;
    }
    Ok(Some([graph.node_count() as u64, graph.edge_count() as u64]))
}

/// Computes the distributions of a forgetful player to the default tail.
fn recalled(game: &ImperfectSolitaire, job: &Job<'_>) -> Result<Option<[u64; 2]>, Error> {
    let (evaluation, tail) = (SolitaireEvaluation::of(game, job)?, ratio(1, 1_000_000_000));
    for name in QuantityName::ALL.into_iter().filter(|name| *name != QuantityName::Score) {
        // A tail that stays too long takes as much work as a short one.
        if let Err(NoDistribution::Ended(error)) = evaluation.quantity(name, Rule::KELLNER, &tail, job) {
            return Err(error);
        }
    }
    let graph = evaluation.graph();
    Ok(Some([graph.node_count() as u64, graph.edge_count() as u64]))
}

/// Example options of a forgetful player.
const FORGETS: &str = "--recall 3/4,1/8,4/5";

/// A player who may forget.
#[derive(Debug, Clone, Default)]
pub struct Player {
    /// The probabilities of recall. `None` for perfect memory.
    pub recall: Option<Recall>,
    /// The model of a forgetful player: the card that is turned first.
    pub model: Variant,
    /// `true` if the model was typed.
    has_model: bool,
}

impl Player {
    /// Reads the player from parameters.
    ///
    /// # Errors
    /// If the probabilities of recall are impossible.
    pub fn of(given: &GameArguments) -> Result<Self, Refusal> {
        let SolitaireArgs { recall, model, .. } = given.read();
        let recall = recall.map(|values| {
            let [mate, other, fresh] = <[Rational; 3]>::try_from(values).expect("three by their description");
            Recall::new(mate, other, fresh)
        });
        let recall = recall.transpose().map_err(|why| Refusal::new(why.to_string()).help(FORGETS))?;
        Ok(Self { recall, model: model.unwrap_or_default(), has_model: model.is_some() })
    }

    /// Returns the recall of a forgetful player.
    ///
    /// # Errors
    /// If the player has perfect memory.
    pub fn forgetful(&self) -> Result<&Recall, Refusal> {
        let refusal =
            || Refusal::new("this command is for a player who forgets: --recall is missing").help(FORGETS);
        self.recall.as_ref().ok_or_else(refusal)
    }

    /// Returns the game of a forgetful player on a board of `pairs` pairs.
    ///
    /// # Errors
    /// If the player has perfect memory, or there is no such game.
    pub fn game(&self, pairs: u16) -> Result<ImperfectSolitaire, Refusal> {
        ImperfectSolitaire::new(pairs, self.model, self.forgetful()?.clone()).map_err(|why| refusal(&why))
    }

    /// Refuses a model for a player with perfect memory.
    ///
    /// # Errors
    /// If a model was typed.
    pub fn perfect(&self) -> Result<(), Refusal> {
        match self.has_model {
            false => Ok(()),
            true => Err(Refusal::unfit("model", "needs a player who forgets").help(FORGETS)),
        }
    }
}

/// A computation for a single player. Boards above its maximum would take hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolitaireComputation {
    /// Distributions of a player with perfect memory.
    Distributions,
    /// Distributions of a player with perfect memory whose turns are blind.
    BlindTurns,
    /// Distributions of a forgetful player.
    Forgetful,
    /// Rational functions of p, p' and p''.
    Functions,
    /// The information of a game about a forgetful player.
    Information,
    /// Random games of a forgetful player.
    Games,
}

impl SolitaireComputation {
    /// Returns the maximum number of pairs of a board for this computation.
    pub const fn most(self) -> u16 {
        match self {
            Self::Distributions | Self::BlindTurns => 500,
            Self::Forgetful | Self::Information => 60,
            Self::Functions => MAX_SYMBOLIC,
            Self::Games => 1000,
        }
    }

    /// Refuses boards that are too large for this computation.
    ///
    /// # Errors
    /// If the board has more pairs than [`most`](Self::most).
    pub fn check(self, pairs: u16) -> Result<(), Refusal> {
        let most = self.most();
        if pairs <= most {
            return Ok(());
        }
        let why = match self {
            Self::Distributions | Self::BlindTurns => format!("distributions are limited to {most}"),
            Self::Forgetful => format!("distributions of a player who forgets are limited to {most}"),
            Self::Functions => format!("--symbolic is limited to {most}"),
            Self::Information => format!("this command allows at most {most}"),
            Self::Games => format!("a simulated board has at most {most}"),
        };
        let help = match self {
            Self::Distributions => format!("--pairs {pairs} --means"),
            _ => format!("--pairs {most}"),
        };
        Err(Refusal::new(format!("{pairs} pairs, but {why}")).help(help))
    }
}
