//! Models in the PRISM language, as a family: its commands read the model from a file.

mod answer;
mod constant_ranges;
mod cost;
mod endless_play;
mod explicit_model;
mod graph;
mod model_game;
mod model_source;
mod play_rules;
mod property_source;
mod random_runs;
mod simulation;
mod source_refusal;
mod space_game;
mod value_table;

use crate::family::generic::PLAY_OPTIONS;
use crate::family::{
    Approximation, Family, GameArguments, GenericCommand, InputFile, Page, Parameter, Playable, Refusal,
    Sampling,
};

/// Models in the PRISM language, as a family.
pub struct ModelFiles;

const ABOUT: &str = "A model in the PRISM language: Markov chains, decision processes and turn-based games";

impl Family for ModelFiles {
    fn name(&self) -> &'static str {
        "model"
    }

    fn about(&self) -> &'static str {
        ABOUT
    }

    fn details(&self) -> &'static str {
        "The model is a file in the PRISM language or in DRN, or model.tra of PRISM's explicit files; model.sta, model.lab, model.srew and \
         model.trew are read with it (or model1.srew, model2.srew, ...). All probabilities and rewards are exact fractions: 0.1 is 1/10."
    }

    fn source(&self) -> &'static str {
        "Kwiatkowska, Norman and Parker 2011"
    }

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn examples(&self) -> &'static [&'static str] {
        EXAMPLES
    }

    fn game(&self, _given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        Err(Refusal::new("no model file is given").ask("odds model --help"))
    }

    fn is_read_from_files(&self) -> bool {
        true
    }

    fn excluded(&self) -> &'static [GenericCommand] {
        &[GenericCommand::Fair]
    }

    fn pages(&self) -> &'static [Page] {
        PAGES
    }
}

/// The examples of commands that compute the values of properties.
const EXAMPLES: &[&str] = &[
    "die.pm --prop 'P=? [ F \"six\" ]'",
    "die.pm --prop 'P=? [ F \"six\" ]' --prop 'R=? [ F \"done\" ]'",
    "gambler.nm --const N=8 --props gambler.props --format json",
];

const DETAILS: &str = "\
The operators are P and R with =?, min=?, max=? or a bound; the paths X, F, G, U, W and R, also within a number of steps; the \
rewards F, C, C<=k and I=k; and filters, sums and state formulas. <<p1,p2>> names the players of a coalition. The value is a \
fraction, infinity, true or false. Of several initial states, the least and the greatest value are shown.";

/// The values of constants.
const CONSTANTS: Parameter = Parameter::text::<String>("const", "Values of the undefined constants")
    .with_placeholder("NAME=VALUE,...")
    .heading("Model");

/// The values of constants, for commands that take several values.
const CONSTANT_RANGES: Parameter =
    Parameter::text::<String>("const", "Values of the undefined constants, also N=2..8 or N=2:2:8")
        .with_placeholder("NAME=VALUE,...")
        .heading("Model");

/// Properties.
const PROPERTIES: Parameter =
    Parameter::texts("prop", "A property, or several separated by semicolons; may be repeated")
        .with_placeholder("PROPERTY")
        .heading("Model");

/// The property of a game.
const GAME_PROPERTY: Parameter =
    Parameter::text::<String>("prop", "The property that play decides: P=? [ ... ] or R=? [ ... ]")
        .with_placeholder("PROPERTY")
        .heading("Model");

const VALUE_OPTIONS: &[Parameter] =
    &[CONSTANT_RANGES, PROPERTIES, Approximation::APPROXIMATE, Approximation::PRECISION];

const BEST_OPTIONS: &[Parameter] =
    &[CONSTANT_RANGES, PROPERTIES, EVERY, Approximation::APPROXIMATE, Approximation::PRECISION];

/// The option of best play.
const EVERY: Parameter =
    Parameter::flag("every", "Show every state with a decision and a best strategy, not only the first")
        .heading("Model");

const MODEL: InputFile = InputFile {
    value: "MODEL",
    is_required: true,
    ..InputFile::positional("model", "The model, or - for stdin")
};

const VALUE_FILES: &[InputFile] = &[
    MODEL,
    InputFile::option("props", "Read the properties from a file, or - for stdin").without(&["prop"]),
];

/// Returns the page of a command that computes the values of properties.
const fn value_page(command: &'static str, examples: &'static [&'static str]) -> Page {
    Page::new(command, ABOUT, examples).details(DETAILS).taking(&[]).with(VALUE_OPTIONS).reading(VALUE_FILES)
}

const PAGES: &[Page] = &[
    value_page("odds", EXAMPLES).answering(answer::values),
    value_page(
        "best",
        &[
            "gambler.nm --const N=8 --prop 'Pmax=? [ F \"rich\" ]; Pmin=? [ F \"rich\" ]'",
            "gambler.nm --const N=2..8 --props gambler.props",
            "gambler.nm --const N=8 --prop 'Pmax=? [ F \"rich\" ]' --every --format csv",
        ],
    )
    .with(BEST_OPTIONS)
    .answering(answer::best_values),
    Page::new("count", ABOUT, &["die.pm", "gambler.nm --const N=8 --format json"])
        .details("Counts the reachable states, their choices and transitions, the initial states and the deadlocks.")
        .taking(&[])
        .with(&[CONSTANT_RANGES])
        .reading(&[MODEL])
        .answering(answer::sizes),
    Page::new(
        "graph",
        ABOUT,
        &[
            "die.pm --prop 'P=? [ F \"six\" ]' -o die.html",
            "gambler.nm --const N=8 --prop 'Pmax=? [ F \"rich\" ]' --show all -o gambler.svg",
            "die.pm -o die.drn",
        ],
    )
    .details(
        "Play ends where the property is decided, whatever the players choose: in its goal, where the goal cannot be reached, where no \
         reward follows, and after the last step that counts. It also ends where the value is 0 and best play never ends. The value of a state is the probability or the expected reward from there. Steps that count are part \
         of a state. Without a property, the goal is any state that play cannot leave, and all actions are shown. Of several initial \
         states, one is drawn with equal chances. DRN has all reachable states with their labels and rewards; Storm reads it, and so \
         do odds, best and count.",
    )
    .taking(&[])
    .with(&[CONSTANTS, GAME_PROPERTY])
    .reading(&[MODEL])
    .drawing(graph::graph),
    Page::new("plan", ABOUT, &["gambler.nm --const N=8", "die.pm --prop 'P=? [ F \"six\" ]'"])
        .details(
            "Explores the model and checks the properties for at most 4 seconds, and reports the measured cost. If that is not enough, \
             the number of states so far is a lower bound.",
        )
        .taking(&[])
        .with(&[CONSTANTS, PROPERTIES])
        .reading(VALUE_FILES)
        .answering(cost::cost)
        .unsaved(),
    Page::new(
        "simulate",
        ABOUT,
        &[
            "die.pm --prop 'P=? [ F \"six\" ]' --games 10000",
            "gambler.nm --const N=8 --prop 'Pmax=? [ F \"rich\" ]'",
        ],
    )
    .details(
        "Players follow a best strategy. A run ends where the property is decided. Of several initial states, each run draws one with \
         equal chances; a filter min, max, first or state selects one. --timeout ends the simulation of long runs.",
    )
    .taking(&[])
    .with(&[
        CONSTANTS,
        GAME_PROPERTY,
        Sampling::OPTIONS[0],
        Sampling::OPTIONS[1],
        Approximation::APPROXIMATE,
        Approximation::PRECISION,
    ])
    .reading(&[MODEL])
    .answering(simulation::simulate),
    Page::new(
        "play",
        ABOUT,
        &["gambler.nm --const N=8 --prop 'Pmax=? [ F \"rich\" ]'", "die.pm --prop 'P=? [ F \"six\" ]'"],
    )
    .details(
        "Play ends where the property is decided. The players of a game take turns by the owners of states; the first player owns the \
         initial state.",
    )
    .taking(&[])
    .with(&[CONSTANTS, GAME_PROPERTY, PLAY_OPTIONS[0], PLAY_OPTIONS[1]])
    .reading(&[MODEL])
    .answering(model_game::play)
    .logging()
    .unsaved(),
];
