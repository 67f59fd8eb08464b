//! Work on a list of items, on several threads if it is worthwhile.

use crate::Error;
use rayon::prelude::*;
use std::sync::Mutex;

/// Calls `work` with each of `items`, on several threads if `shared` is `true`. The answers are in the order of the items.
///
/// This function is compiled for each type of item, but the code that distributes items among threads is compiled only once.
/// With several threads, memory for all answers is allocated at the beginning.
///
/// # Errors
/// The error of an item. On one thread it is the first error.
pub fn each<I: Sync, T: Send>(
    shared: bool,
    items: &[I],
    work: impl Fn(&I) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    // Both cases call the same code.
    let work: &(dyn Fn(&I) -> Result<T, Error> + Sync) = &work;
    let mut answers = Vec::with_capacity(items.len());
    if !shared {
        for item in items {
            answers.push(work(item)?);
        }
        return Ok(answers);
    }
    let made: Vec<Mutex<Option<T>>> = items.iter().map(|_| Mutex::new(None)).collect();
    share(items.len(), &|at| {
        let answer = work(&items[at])?;
        *made[at].lock().expect(UNPOISONED) = Some(answer);
        Ok(())
    })?;
    for answer in made {
        answers.extend(answer.into_inner().expect(UNPOISONED));
    }
    Ok(answers)
}

const UNPOISONED: &str = "no thread panics while it holds an answer";

/// Calls `work` with every number from 0 to `count - 1`, in any order. After an error, it skips the rest.
fn share(count: usize, work: &(dyn Fn(usize) -> Result<(), Error> + Sync)) -> Result<(), Error> {
    (0..count).into_par_iter().try_for_each(work)
}

/// The least number of bytes of summands for which a second thread is worthwhile: some tenths of a millisecond of work.
pub const WORTH_SHARING: u64 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_in_the_order_of_their_items() {
        let items: Vec<u32> = (0..1000).collect();
        for shared in [false, true] {
            let squares = each(shared, &items, |item| Ok(item * item)).expect("no errors");
            assert_eq!(squares, items.iter().map(|item| item * item).collect::<Vec<_>>());
            assert_eq!(each(shared, &[], |item: &u32| Ok(*item)), Ok(Vec::new()));
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let items: Vec<u32> = (0..1000).collect();
        for shared in [false, true] {
            let work = |&item: &u32| if item % 300 == 299 { Err(Error::PointsOverflow) } else { Ok(item) };
            assert_eq!(each(shared, &items, work), Err(Error::PointsOverflow));
        }
    }
}
