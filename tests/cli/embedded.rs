//! Commands that run inside another program share no limits, outputs or controls.

use super::run::embedded;
use chancetree::cli::embed::{Control, Reason, Request, ask};
use std::sync::Arc;
use std::thread;

/// How often each thread runs its command.
const TIMES: usize = 20;

fn request(args: &str) -> Request {
    Request { words: args.split(' ').map(Into::into).collect(), ..Request::default() }
}

/// Two threads run commands repeatedly, one of them under a limit; a third thread stops its commands. Each command ends as it does
/// alone.
#[test]
fn commands_in_threads_have_their_own_limits_and_outputs() {
    let answered = "odds memory --pairs 1..=6 --format csv --threads 2";
    let limited = "odds memory --pairs 8 --max-states 5 --threads 1";
    let alone = embedded(answered).expect("an answer");
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
