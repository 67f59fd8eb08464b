//! Craps: a bet on the pass line, for one player.

use chancetree::family::{
    AnswerPlan, Family, GameArguments, Instance, Page, Parameter, PayoffKind, Playable, Query, Refusal,
    Report, Task,
};
use chancetree::prelude::*;
use serde::Deserialize;

/// A bet on the pass line.
#[derive(Clone)]
pub(crate) struct Craps;

/// The state of a bet: 0 before the first throw, then the point, or one of the two ends.
const WON: u8 = 100;
const LOST: u8 = 101;

impl Game for Craps {
    type State = u8;
    type Action = NoAction;
    type Event = u8;

    fn start(&self) -> u8 {
        0
    }

    fn expand(&self, &point: &u8, choices: &mut Choices<Self>) {
        if point >= WON {
            return;
        }
        (2..=12).fold(choices.chance(), |throw, eyes: u8| {
            let ways = 6 - u64::from(eyes.abs_diff(7));
            throw.event(ways, eyes, || match (point, eyes) {
                (0, 7 | 11) => WON,
                (0, 2 | 3 | 12) => LOST,
                (0, eyes) => eyes,
                (point, eyes) if eyes == point => WON,
                (_, 7) => LOST,
                (point, _) => point,
            })
        });
    }

    fn layer(&self, &point: &u8) -> u32 {
        u32::from(point > 0) + u32::from(point >= WON)
    }
}

impl Depict for Craps {
    fn words(&self, &point: &u8, text: &mut String) {
        text.push_str(&match point {
            0 => "come-out".to_owned(),
            WON => "won".to_owned(),
            LOST => "lost".to_owned(),
            point => format!("point {point}"),
        });
    }

    fn ending(&self, &end: &u8, _: Option<u8>) -> Option<Ending> {
        Some(if end == WON { Ending::Won(0) } else { Ending::Lost })
    }
}

/// The payoff of each throw and of a won bet.
#[derive(Clone, Copy)]
struct Each {
    throw: i64,
    win: i64,
}

impl Payoff<Craps> for Each {
    fn event(&self, _: &Craps, _: u8, _: Points) -> i64 {
        self.throw
    }

    fn end(&self, _: &Craps, &end: &u8, _: Seat) -> i64 {
        if end == WON { self.win } else { 0 }
    }
}

/// The description of craps.
pub(crate) struct Dice;

impl Family for Dice {
    fn name(&self) -> &'static str {
        "craps"
    }

    fn about(&self) -> &'static str {
        "Craps: the pass line"
    }

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn examples(&self) -> &'static [&'static str] {
        &[""]
    }

    fn pages(&self) -> &'static [Page] {
        const {
            &[
                Page::new("fair", "Craps: what the house keeps of a bet", &[""]).answering(fair),
                Page::new("throws", "How long bets at craps take", &[""]).with(THROWS).answering(throws),
                Page::new("play", "Craps with your own dice", &[""]).answering(play).logging().unsaved(),
            ]
        }
    }

    fn game(&self, _: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        let game =
            Instance::new(Craps, PayoffKind::Wins { no_winner: Some("loss") }, Each { throw: 0, win: 1 });
        Ok(game
            .and(PayoffKind::Expected("throws"), Each { throw: 1, win: 0 })
            .titled("Craps, a bet on the pass line")
            .boxed())
    }
}

/// Reports the house edge, in place of the general command `fair`.
fn fair(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    plan(query, Each { throw: 0, win: 1 }, |report, win| {
        report.show("win", "a bet wins", &win).probability();
        report.show("edge", "the house keeps", ratio(1, 1) - win.clone() - win).probability();
    })
}

/// The options of `throws`.
const THROWS: &[Parameter] = &[
    Parameter::whole("bets", "The number of bets", 1, 99).default_value("1"),
    Parameter::flag("after-come-out", "Leave out the first throw of each bet"),
];

/// The options of `throws`, as they were typed.
#[derive(Deserialize)]
struct ThrowsArgs {
    bets: u64,
    after_come_out: bool,
}

/// Reports the expected number of throws, with a command that only craps has.
fn throws(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let ThrowsArgs { bets, after_come_out } = query.options();
    plan(query, Each { throw: 1, win: 0 }, move |report, throws| {
        let left_out = ratio(i64::from(after_come_out), 1);
        report.show("expected", "throws", (throws - left_out) * ratio(bets, 1));
    })
}

/// Plays a bet with dice on the table, in place of the general command `play`: a person enters the eyes of each throw.
fn play(_: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    Ok(AnswerPlan::dialog(|job, sink| {
        let graph = Graph::of(&Craps, job)?;
        let solved = solve(&graph, &Each { throw: 0, win: 1 }, job)?;
        let mut node = graph.start();
        while !graph.is_end(node) {
            let mut words = String::new();
            Craps.words(graph.state(node), &mut words);
            let prompt = format!("{words}: P(win) {}. Your throw? ", solved.value(node)[0]);
            let Some(line) = sink.ask(&prompt)? else { return sink.log("\n") };
            let mut choices = Choices::default();
            choices.fill(&Craps, graph.state(node));
            let throw = choices.iter().next().expect("a throw is needed");
            match throw.events.iter().find(|event| line.trim().parse() == Ok(event.event)) {
                Some(event) => {
                    let is_next = |&other: &usize| *graph.state(other) == event.next;
                    node = (0..graph.node_count()).find(is_next).expect("the state is reachable");
                }
                None => sink.log("Enter 2 to 12.\n")?,
            }
        }
        sink.log(if *graph.state(node) == WON { "You win.\n" } else { "The house wins.\n" })
    }))
}

/// Plans a task for each game, which reports the value of `worth`.
fn plan(
    query: &Query<'_>,
    worth: Each,
    fill: impl Fn(&mut Report, Rational) + Copy + Send + Sync + 'static,
) -> Result<AnswerPlan, Refusal> {
    let task = |given: &GameArguments| {
        Task::new("Craps, a bet on the pass line", given.echo(), move |job| {
            let graph = Graph::of(&Craps, job)?;
            let solved = solve(&graph, &worth, job)?;
            let mut report = Report::new("Craps, a bet on the pass line");
            fill(&mut report, solved.value(graph.start())[0].clone());
            Ok(report)
        })
    };
    Ok(AnswerPlan::of("Craps", "game", query.games.iter().map(task).collect()).quick(true))
}
