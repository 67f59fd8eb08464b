//! Commands inside another program share nothing: not their limits, their outputs, or their controls.

use super::run::told;
use chancetree::cli::embed::{Control, Reason, Request, ask};
use std::sync::Arc;
use std::thread;

/// The number of times that each thread runs its command.
const TIMES: usize = 20;

fn request(words: &str) -> Request {
    Request { words: words.split(' ').map(Into::into).collect(), ..Request::default() }
}

/// Two threads run commands again and again, one of them under a limit; a third one is stopped by its control. Each gets
/// what it gets alone.
#[test]
fn commands_of_two_threads_have_their_own_limits_and_outputs() {
    let answered = "odds memory --pairs 1..=6 --format csv --threads 2";
    let limited = "odds memory --pairs 8 --max-states 5 --threads 1";
    let alone = told(answered).expect("an answer");
    thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..TIMES {
                let response = ask(request(answered), &Arc::default()).expect("an answer");
                assert_eq!(String::from_utf8(response.printed).expect("text"), alone);
            }
        });
        scope.spawn(|| {
            for _ in 0..TIMES {
                let refused = ask(request(limited), &Arc::default()).expect_err("too many states");
                assert_eq!(refused.reason, Reason::States, "{refused:?}");
                assert!(refused.so_far.printed.is_empty());
            }
        });
        scope.spawn(|| {
            for _ in 0..TIMES {
                let control = Arc::new(Control::default());
                control.stop();
                let stopped =
                    ask(request("odds memory --pairs 60 --threads 1"), &control).expect_err("it is stopped");
                assert_eq!(stopped.reason, Reason::Interrupted, "{stopped:?}");
            }
        });
    });
}
