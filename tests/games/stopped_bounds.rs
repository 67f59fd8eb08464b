//! Odds and best play of players who forget, in doubles: if a limit stops the work, the answer has the bounds found so far.

use chancetree::exact::{Rational, zero};
use chancetree::games::DESCRIBED;
use chancetree::model::Job;
use chancetree_families::family::{
    CommandError, Family, GameAnswer, Inputs, Parameter, Partial, ReportValue, TypedValues, partial_answers,
};
use oracles::monitors::StopAfter;

/// Answers a command about Memory with the given parameters and options, exactly or in doubles, with at most `most` checks.
fn answered(
    command: &str,
    typed: &[(&str, &str)],
    is_approximate: bool,
    most: usize,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let family: &'static dyn Family =
        *DESCRIBED.iter().find(|known| known.name() == "memory").expect("a family");
    let read = |parameter: &Parameter| -> Option<TypedValues> {
        if parameter.name == "approximate" {
            return is_approximate.then(|| TypedValues::one(true));
        }
        let (_, text) = typed.iter().find(|(name, _)| *name == parameter.name)?;
        Some(parameter.read(text).expect("a value"))
    };
    let monitor = StopAfter::new(most);
    let job = Job { monitor: &monitor, ..Job::default() };
    partial_answers(family, command, &read, &Inputs::default(), &job)
}

/// Returns the values of a field that people see in a report, each with a bound on its error.
fn values(answer: &GameAnswer, field: &str) -> Vec<(Rational, Rational)> {
    let one = |value: &ReportValue| match value {
        ReportValue::Bounded(found) => (of_double(found.value), of_double(found.error)),
        ReportValue::Exact(value) => (value.clone(), zero()),
        other => panic!("{other:?}"),
    };
    match answer.report.value(field) {
        None => Vec::new(),
        Some(ReportValue::Each(all)) => all.iter().map(one).collect(),
        Some(ReportValue::Seats(all)) => all.iter().map(|value| (value.clone(), zero())).collect(),
        Some(value) => vec![one(value)],
    }
}

fn of_double(number: f64) -> Rational {
    Rational::from_float(number).expect("finite")
}

/// Stops a command at every check. All fields of its answers contain the values of the exact answer.
fn compare(command: &str, typed: &[(&str, &str)], fields: &[&str]) {
    let exact = answered(command, typed, false, usize::MAX).expect("an answer").done.remove(0);
    let known = fields.iter().filter(|field| !values(&exact, field).is_empty()).count();
    assert!(known + 1 >= fields.len(), "{command} {typed:?}: {known} fields");
    let mut bounded = 0;
    for most in 0.. {
        let found = match answered(command, typed, true, most) {
            Ok(found) => found,
            Err(_) if bounded == 0 => continue,
            Err(error) => panic!("{command} {typed:?}, {most} checks: {error}"),
        };
        bounded += 1;
        for field in fields {
            let exact = values(&exact, field);
            for ((found, error), (value, _)) in values(&found.done[0], field).into_iter().zip(exact) {
                let distance = (&found - &value).max(&value - &found);
                assert!(distance <= error, "{command}, {most} checks, {field}: {found} ± {error}, {value}");
                // A stop leaves out the probabilities that follow from the policy, rather than widen the bounds of other numbers.
                assert!(
                    !["win", "draw"].contains(field) || error < of_double(1e-6),
                    "{command}, {most} checks: {error}"
                );
            }
        }
        if found.is_whole() {
            break;
        }
    }
    assert!(bounded > 3, "{command} {typed:?}: {bounded} answers");
}

#[test]
fn stopped_odds_of_players_who_forget_have_bounds() {
    for objective in ["pairs", "win"] {
        let typed = [("pairs", "4"), ("memory", "2"), ("play", "best"), ("objective", objective)];
        compare("odds", &typed, &["win", "draw", "value", "expected_pairs"]);
    }
}

#[test]
fn stopped_best_play_of_players_who_forget_has_bounds() {
    for memory in ["2", "2,3"] {
        compare("best", &[("pairs", "4"), ("memory", memory)], &["value"]);
    }
}
