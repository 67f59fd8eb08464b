//! Commands that run inside another program share no limits, outputs or controls.

use super::run::{embedded, run};
use chancetree::cli::embed::{Control, Reason, Request, ask};
use chancetree::exact::fraction;
use chancetree::family::{Family, GameArguments, Parameter, ReportValue, answer};
use chancetree::games::DESCRIBED;
use chancetree::model::Job;
use chancetree_families::family::Inputs;
use chancetree_play::commands::play_reader;
use serde_json::Value;
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

/// A library without the command line answers a command by the same function.
#[test]
fn an_answer_without_the_program_has_the_same_numbers() {
    let family = |name: &str| -> &'static dyn Family {
        *DESCRIBED.iter().find(|family| family.name() == name).expect("a family")
    };
    for (name, command, option, value) in [
        ("memory", "odds", "pairs", "4"),
        ("memory", "fair", "pairs", "3"),
        ("guess", "odds", "numbers", "5"),
    ] {
        let typed = |parameter: &Parameter| {
            (parameter.name == option).then(|| parameter.read(value).expect("a value"))
        };
        let found =
            answer(family(name), command, &typed, &Inputs::default(), &Job::default()).expect("an answer");
        let line = format!("{command} {name} --{option} {value} --format json");
        let printed: Value = serde_json::from_str(&embedded(&line).expect("an answer")).expect("JSON");
        assert_eq!(found.parameters[option], printed["parameters"][option], "{line}");
        let mut compared = 0;
        for number in &found.report.numbers {
            if let ReportValue::Seats(seats) = &number.value {
                let fractions: Vec<Value> = seats.iter().map(|seat| fraction(seat).into()).collect();
                let shown = printed[&number.key].as_array().expect("a list of seats");
                let shown: Vec<Value> = shown.iter().map(|seat| seat["exact"].clone()).collect();
                assert_eq!(shown, fractions, "{line}: {}", number.key);
                compared += 1;
            }
        }
        assert!(compared > 0, "{line} has a number of each seat");
    }
    let unsupported = answer(family("mines"), "fair", &|_| None, &Inputs::default(), &Job::default())
        .expect_err("a refusal");
    assert_eq!(unsupported.to_string(), "fair does not support mines");
}

/// A library makes the page of a game from the same options as the program.
#[test]
fn a_page_without_the_program_has_the_same_bytes() {
    let pairs = [Parameter::number("pairs", "Number of pairs", 1, 36).default_value("8")];
    let options = GameArguments::all(&pairs, &|_| None).expect("one game").remove(0);
    let read = play_reader("solitaire").expect("solitaire has a page");
    let command = read(&options, &Inputs::default()).expect("options");
    let page = command.page(Some(1), &Job::default()).expect("a page");
    assert_eq!(page, run("play solitaire --seed 1 --format html").ok());
    assert!(play_reader("model").is_none());
}
