//! Random inputs for the unit tests of this crate. All tests share one runner that does not depend on their
//! input types: separate runners, as `proptest!` creates them, increased compile time by half.

use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, TestRunner};
use std::fmt;
use std::ops::Range;
use std::panic::Location;
use std::rc::Rc;

/// A random input and the assertion to run on it.
struct Case {
    input: Rc<dyn fmt::Debug>,
    assert: Box<dyn Fn()>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.input.fmt(f)
    }
}

/// Returns a strategy for lists of words whose length is in `number`.
pub(crate) fn words(number: Range<usize>) -> BoxedStrategy<Vec<u64>> {
    prop::collection::vec(any::<u64>(), number).boxed()
}

/// Runs an assertion on 256 random inputs. An input that panics is shrunk, and recorded in
/// `*.proptest-regressions` beside the test.
#[track_caller]
pub(crate) fn check<T: fmt::Debug + 'static>(inputs: impl Strategy<Value = T> + 'static, assert: fn(&T)) {
    check_some(256, inputs, assert);
}

/// Runs an assertion on a given number of random inputs.
#[track_caller]
pub(crate) fn check_some<T: fmt::Debug + 'static>(
    inputs: u32,
    of: impl Strategy<Value = T> + 'static,
    assert: fn(&T),
) {
    let case = move |input: T| {
        let input = Rc::new(input);
        Case { input: input.clone(), assert: Box::new(move || assert(&input)) }
    };
    run(inputs, &of.prop_map(case).boxed(), Location::caller().file());
}

fn run(cases: u32, all: &BoxedStrategy<Case>, file: &'static str) {
    let beside = FileFailurePersistence::WithSource("proptest-regressions");
    let config = ProptestConfig {
        failure_persistence: Some(Box::new(beside)),
        source_file: Some(file),
        ..ProptestConfig::with_cases(cases)
    };
    let mut runner = TestRunner::new(config);
    let assert = |case: Case| {
        (case.assert)();
        Ok(())
    };
    if let Err(error) = runner.run(all, assert) {
        panic!("{error}\n{runner}");
    }
}
