//! Commands of all families resume to the same answer, wherever they are stopped.

use chancetree::family::{CommandError, Family, GameAnswer, Inputs, Parameter, TypedValues, answers};
use chancetree::games::DESCRIBED;
use chancetree::model::Job;

use super::test_store::{TestStore, job_in};
use oracles::monitors::StopAfter;

/// A command: its family, its name, its parameters and options, and its model, if it has one.
type Command = (&'static str, &'static str, &'static [(&'static str, &'static str)], Option<&'static str>);

/// The text of an option without a value.
const FLAG: &str = "";

const CONSENSUS: &str = include_str!("../models/consensus.nm");

const WALK: &str = "dtmc const int N; module m x : [0..N] init 3; \
    [] x>0 & x<N -> 1/3:(x'=x-1) + 2/3:(x'=x+1); [] x=0 | x=N -> true; endmodule";

/// Properties that are short, each with a value of its own.
const SHORT: &str = "Pmin=? [ F \"heads\" ]; Pmax=? [ F \"heads\" ]; Rmin=? [ F \"finished\" ]; \
    Rmax=? [ F \"finished\" ]; Pmax=? [ F<=12 \"finished\" ]; Pmax=? [ F \"finished\" & !\"agree\" ]";

const COMMANDS: [Command; 18] = [
    ("memory", "odds", &[("pairs", "40")], None),
    ("memory", "odds", &[("pairs", "12"), ("players", "4")], None),
    ("memory", "odds", &[("pairs", "1..16")], None),
    ("memory", "odds", &[("pairs", "14"), ("distribution", FLAG)], None),
    ("memory", "odds", &[("pairs", "60"), ("approximate", "1e-9")], None),
    ("memory", "odds", &[("pairs", "7"), ("memory", "3"), ("play", "best")], None),
    ("memory", "best", &[("pairs", "6"), ("memory", "4,4")], None),
    ("memory", "best", &[("pairs", "14")], None),
    ("memory", "count", &[("pairs", "40")], None),
    ("memory", "count", &[("pairs", "1..90")], None),
    ("memory", "fair", &[("pairs", "1..20"), ("players", "2..3")], None),
    ("mines", "best", &[("rows", "3"), ("cols", "4"), ("mines", "3")], None),
    ("mines", "best", &[("rows", "3"), ("cols", "5"), ("mines", "4"), ("first-click", "opening")], None),
    ("solitaire", "odds", &[("pairs", "24")], None),
    ("guess", "best", &[("numbers", "60")], None),
    ("model", "odds", &[("const", "K=3"), ("prop", SHORT)], Some(CONSENSUS)),
    ("model", "best", &[("const", "K=2"), ("prop", SHORT), ("approximate", FLAG)], Some(CONSENSUS)),
    ("model", "odds", &[("const", "N=8..30"), ("prop", "P=? [ F x=0 ]; P=? [ F<=9 x=0 ]")], Some(WALK)),
];

/// Answers a command.
fn run(&(family, command, arguments, model): &Command, job: &Job<'_>) -> Result<Vec<String>, CommandError> {
    let family: &'static dyn Family =
        *DESCRIBED.iter().find(|known| known.name() == family).expect("a family");
    let typed = |parameter: &Parameter| {
        let (_, text) = arguments.iter().find(|(name, _)| *name == parameter.name)?;
        Some(if *text == FLAG { TypedValues::one(true) } else { parameter.read(text).expect("a value") })
    };
    let inputs = Inputs::of_texts(model.map(|text| ("model", text.to_owned())).into_iter().collect());
    let found = answers(family, command, &typed, &inputs, job)?;
    Ok(found.into_iter().map(|GameAnswer { report, .. }| format!("{report:?}")).collect())
}

/// Returns the answer of a command that is not stopped, and its ticks.
fn counted(command: &Command, store: Option<&TestStore>) -> (Vec<String>, usize) {
    let count = StopAfter::never();
    let job = Job { monitor: &count, ..store.map_or_else(Job::default, job_in) };
    let answer = run(command, &job).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    (answer, count.ticks())
}

#[test]
fn commands_resume_to_the_same_answer() {
    for command in &COMMANDS {
        let (whole, ticks) = counted(command, Some(&TestStore::default()));
        assert!(counted(command, None).0 == whole, "{command:?}: another answer without a store");
        for tenth in 0..=9 {
            let at = ticks * tenth / 10;
            let store = TestStore::default();
            let monitor = StopAfter::new(at);
            let stopped = run(command, &Job { monitor: &monitor, ..job_in(&store) });
            assert!(stopped.is_err(), "{command:?} is not stopped after {at} of {ticks} ticks");
            let (resumed, rest) = counted(command, Some(&store));
            assert!(resumed == whole, "{command:?}, stopped after {at} of {ticks} ticks: another answer");
            // The values of finished properties are not computed again.
            let is_repeated = command.3.is_some() && tenth == 9 && 2 * rest > ticks;
            assert!(!is_repeated, "{command:?}: {at} ticks, then {rest} of {ticks}");
        }
    }
}
