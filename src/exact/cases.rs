//! Random cases of the tests here. One runner takes them all, which knows no type of theirs: with a runner of each test's own,
//! as `proptest!` makes them, these tests took half as long again to compile.

use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, TestRunner};
use std::fmt;
use std::ops::Range;
use std::panic::Location;
use std::rc::Rc;

/// An input, as it is shown, and what is asserted of it.
struct Case {
    input: Rc<dyn fmt::Debug>,
    assert: Box<dyn Fn()>,
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.input.fmt(f)
    }
}

/// So many words.
pub(crate) fn words(number: Range<usize>) -> BoxedStrategy<Vec<u64>> {
    prop::collection::vec(any::<u64>(), number).boxed()
}

/// Asserts something of 256 random inputs. One for which it panics is made as small as it can be, and kept in
/// `*.proptest-regressions` beside the test.
#[track_caller]
pub(crate) fn check<T: fmt::Debug + 'static>(inputs: impl Strategy<Value = T> + 'static, assert: fn(&T)) {
    check_some(256, inputs, assert);
}

/// The same of so many inputs.
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
