//! Models in the PRISM language, as a family: its commands read the model from a file.

mod answer;
mod explicit_model;
mod graph;
mod model_source;
mod source_refusal;
mod value_table;

pub use value_table::is_probability_row;

use crate::family::{Family, Given, InputFile, Page, Parameter, Playable, Refusal, Verb};
use std::str::FromStr;

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

    fn game(&self, _given: &Given) -> Result<Box<dyn Playable>, Refusal> {
        Err(Refusal::new("no model file is given").ask("odds model --help"))
    }

    fn is_read_from_files(&self) -> bool {
        true
    }

    fn excluded(&self) -> &'static [Verb] {
        &[Verb::Plan, Verb::Fair, Verb::Simulate, Verb::Play]
    }

    fn pages(&self) -> &'static [Page] {
        PAGES
    }
}

/// The properties of the examples.
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
    .shown_as("NAME=VALUE,...")
    .under("Model");

/// The wanted distance of the bounds on a value.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Precision(f64);

/// The default of `--precision`.
const PRECISION: (Precision, &str) = (Precision(1e-9), "1e-9");

impl FromStr for Precision {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let width = text.parse().ok().filter(|width| (1e-300..=1.0).contains(width));
        width.map(Self).ok_or_else(|| "the width of the bounds is from 1e-300 to 1".to_owned())
    }
}

const VALUE_OPTIONS: &[Parameter] = &[
    CONSTANTS,
    Parameter::texts("prop", "A property, or several separated by semicolons; may be repeated")
        .shown_as("PROPERTY")
        .under("Model"),
    Parameter::flag("approximate", "Doubles with a proven bound on each error, instead of fractions")
        .more("For models too large for fractions. JSON has a lower and an upper bound on each value.")
        .under("Output"),
    Parameter::text::<Precision>("precision", "Wanted distance of the bounds of --approximate")
        .shown_as("WIDTH")
        .implied(PRECISION.1)
        .under("Output"),
];

const MODEL: InputFile = InputFile {
    value: "MODEL",
    is_required: true,
    ..InputFile::positional("model", "The model, or - for stdin")
};

const VALUE_FILES: &[InputFile] = &[
    MODEL,
    InputFile::option("props", "Read the properties from a file, or - for stdin").without(&["prop"]),
];

const PAGES: &[Page] = &[
    Page::new("odds", ABOUT, EXAMPLES)
        .more(DETAILS)
        .taking(&[])
        .with(VALUE_OPTIONS)
        .reading(VALUE_FILES)
        .answering(answer::values)
        .unsaved(),
    Page::new(
        "best",
        ABOUT,
        &[
            "gambler.nm --const N=8 --prop 'Pmax=? [ F \"rich\" ]; Pmin=? [ F \"rich\" ]'",
            "gambler.nm --const N=8 --props gambler.props",
        ],
    )
    .more(DETAILS)
    .taking(&[])
    .with(VALUE_OPTIONS)
    .reading(VALUE_FILES)
    .answering(answer::values)
    .unsaved(),
    Page::new("count", ABOUT, &["die.pm", "gambler.nm --const N=8 --format json"])
        .more("Counts the reachable states, their choices and transitions, the initial states and the deadlocks.")
        .taking(&[])
        .with(&[CONSTANTS])
        .reading(&[MODEL])
        .answering(answer::sizes)
        .unsaved(),
    Page::new("graph", ABOUT, &["die.pm -o die.drn", "gambler.nm --const N=8 --format dot"])
        .more(
            "Writes all reachable states. DRN has the labels, the rewards and exact probabilities; Storm reads it, and so do odds, \
             best and count.",
        )
        .writing_only(
            &[("drn", "The states for model checkers: Storm, chancetree"), ("dot", "A picture: Graphviz")],
            "The format of the graph",
        )
        .taking(&[])
        .with(&[CONSTANTS])
        .reading(&[MODEL])
        .answering(graph::graph)
        .unsaved(),
];
