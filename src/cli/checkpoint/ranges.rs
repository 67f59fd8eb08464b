//! Ranges of games that are stopped and go on: the answers about those that are done are saved beside the work on the
//! one that is not.

use super::Checkpoints;
use super::parts::Division;
use crate::cli::described::Question;
use crate::cli::fail::Fail;
use crate::cli::print::Answer;
use crate::cli::watch::{Several, Watch};
use crate::family::Report;
use crate::family::saved::{Input, Saved};
use serde_json::Value;
use std::io::{self, Write};

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
        let whole = Division { what, parts: Some(games.len()), places: games.len() as u64 };
        let done = self.in_parts::<Vec<Answer>>(whole, (question, asked), watch)?;
        let found =
            watch.parts(what, (0..games.len() as u64).zip(games).collect::<Vec<_>>(), |(place, game)| {
                if let Some(answers) = done.get(place) {
                    return Ok(Several::whole(answers));
                }
                let found = work(game, &self.of_part(place))?;
                if found.is_whole() {
                    done.put(place, &found.done);
                }
                Ok(found)
            });
        done.end(found, watch)
    }
}

impl Saved for Answer {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.report.save(&self.parameters, out)
    }

    fn read(input: &mut Input<'_>) -> io::Result<Self> {
        let (parameters, report) = Report::saved(input.reader())?;
        Ok(Self { parameters, report })
    }
}
