//! Ranges of games that are stopped and go on: the answers about those that are done are saved beside the work on the
//! one that is not.

use super::{Checkpoint, Checkpoints, unsaved};
use crate::cli::described::Question;
use crate::cli::fail::Fail;
use crate::cli::print::{self, Answer};
use crate::cli::watch::{Several, Watch};
use crate::evaluate::checkpoint::{Checkpointer as _, nonsense, over, put, take};
use crate::family::Report;
use serde_json::Value;
use std::io::{self, Read as _};

/// The file of the answers.
const FILE: &str = "chancetree.answers";

/// The answers about the games of a range, in order, of each of which there may be several.
struct Done {
    checkpoint: Checkpoint,
    answers: Vec<Vec<Answer>>,
    /// How many of them were saved before.
    saved: usize,
}

impl Checkpoints {
    /// Works on one of `games` after the other, as [`Watch::parts`] does. Of a range the answers about those that are done
    /// are saved; `asked` tells it from others of the same question. `work` is told where its own work is saved.
    pub(crate) fn range<T>(
        &self,
        (question, asked): (&Question, &Value),
        what: &str,
        games: Vec<T>,
        watch: &Watch,
        mut work: impl FnMut(T, &Self) -> Result<Several<Answer>, Fail>,
    ) -> Result<Several<Answer>, Fail> {
        if !self.is_given() || games.len() == 1 {
            return watch.parts(what, games, |game| work(game, self));
        }
        let all = games.len();
        let opened = self.opened(FILE, &question.range(asked)?, watch)?;
        let checkpoint = opened.expect("a folder was given").0;
        // In memory a report takes some times what it takes here; a file that somebody made is to take no more, either.
        let most = watch.run().most_bytes / 8;
        let mut done = Done::read(checkpoint, all, most).map_err(|error| unsaved(&error, watch))?;
        if done.saved > 0 {
            watch.note(&format!("note: {} of {} are done", done.saved, print::count(all, what)));
        }
        let found = watch.parts(what, games.into_iter().enumerate(), |(place, game)| {
            if let Some(answers) = done.answers.get(place) {
                return Ok(Several::whole(answers.clone()));
            }
            let found = work(game, &Self { part: Some(place), ..self.clone() })?;
            if found.is_whole() {
                done.answers.push(found.done.clone());
                done.save_if_due();
            }
            Ok(found)
        });
        match found {
            Ok(found) if found.is_whole() => done.checkpoint.forget().map(|()| found),
            Ok(found) => Ok(found.stopped(|stop| done.stopped(stop, watch))),
            Err(fail) => Err(done.stopped(fail, watch)),
        }
    }
}

impl Done {
    /// Reads what was saved of so many games, if anything was, and no more bytes than `most`.
    fn read(checkpoint: Checkpoint, all: usize, most: u64) -> io::Result<Self> {
        let mut answers: Vec<Vec<Answer>> = Vec::new();
        if let Some(input) = checkpoint.saved()? {
            let mut input = input.take(most);
            let count = take(&mut input, 1)?[0];
            if count > all as u64 {
                return Err(nonsense());
            }
            for _ in 0..count {
                let of_one = take(&mut input, 1)?[0];
                let answer = |_| {
                    let (parameters, report) = Report::saved(&mut input)?;
                    Ok(Answer { parameters, report })
                };
                answers.push((0..of_one).map(answer).collect::<io::Result<_>>()?);
            }
            over(&mut input)?;
        }
        Ok(Self { checkpoint, saved: answers.len(), answers })
    }

    fn save(&mut self) -> io::Result<()> {
        let Self { checkpoint, answers, .. } = self;
        checkpoint.save(&mut |out| {
            put(out, &[answers.len() as u64])?;
            answers.iter().try_for_each(|of_one| {
                put(out, &[of_one.len() as u64])?;
                of_one.iter().try_for_each(|Answer { parameters, report }| report.save(parameters, out))
            })
        })?;
        self.saved = self.answers.len();
        Ok(())
    }

    fn save_if_due(&mut self) {
        if self.checkpoint.is_due()
            && let Err(error) = self.save()
        {
            self.checkpoint.missed(&error);
        }
    }

    /// Saves what is done at a stop, and says how to go on.
    fn stopped(&mut self, stop: Fail, watch: &Watch) -> Fail {
        if self.answers.len() > self.saved
            && let Err(error) = self.save()
        {
            return unsaved(&error, watch);
        }
        if stop.is_stop() { self.checkpoint.advised(stop) } else { stop }
    }
}
