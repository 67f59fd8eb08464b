//! The value of bold and safe play on a board, computed by solving the game.

use super::{Continue, DecisionCell, Strategies, ValuedStrategy, decision};
use crate::exact::Rational;
use crate::family::{CommandError, Partial, Refusal, Report, Solved};
use crate::memory::PairCounts;
use crate::memory::decisions::Objective;
use crate::memory::family::{ForgetfulFamilyGame, ScoredBoard, merged};
use crate::memory::forgetting::{SeatStrategy, Strategy};
use crate::memory::limited::SharedMemory;
use crate::memory::lineup::Lineup;
use crate::memory::separate::SeparateMemory;
use crate::memory::solved::{check_doubles, solve_forgetful};
use crate::memory::table_rows::table_cells;
use crate::model::Job;
use serde_json::{Value, json};

/// Players who forget, and the play after the evaluated turn.
#[derive(Clone, Copy)]
pub struct ForgetfulValuation<'a> {
    /// The players.
    pub lineup: &'a Lineup,
    /// The play after the evaluated turn.
    pub after: Continue,
    /// The wanted distance of the bounds on values in doubles, or `None` for fractions.
    pub width: Option<f64>,
}

/// Several boards, and the solution of the largest one, if the values of the others follow from it.
pub struct SmallerBoards<'a, G: ForgetfulFamilyGame> {
    valuation: ForgetfulValuation<'a>,
    /// The number of remembered singles at the start.
    singles: u16,
    /// The solution of the largest board.
    largest: Option<Solved<G>>,
}

impl<'a> ForgetfulValuation<'a> {
    /// Refuses play after the evaluated turn that contradicts the objective, and doubles that cannot show best play.
    ///
    /// # Errors
    /// If `players` players who play to win would always use the same strategy, or in doubles if there are three or more.
    pub fn check(&self, players: usize) -> Result<(), Refusal> {
        self.width.map_or(Ok(()), |_| check_doubles(&self.lineup.decide, players))?;
        match self.lineup.decide.objective() == Objective::Win && self.after == Continue::Pure {
            true => Err(Refusal::new("--continue pure needs the objective pairs").help("--objective pairs")),
            false => Ok(()),
        }
    }

    /// Returns all parameters that JSON repeats. `board` has the parameters of the board.
    pub fn parameters(&self, board: Value) -> Value {
        let Lineup { decide, limited } = self.lineup;
        let mut parameters = merged(merged(board, decide.parameters()), limited.parameters());
        parameters["continue"] = json!(self.after.name());
        parameters
    }

    /// Returns the report on the strategies on a board. The solution can be saved.
    ///
    /// # Errors
    /// If there is no such game, a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn report(&self, position: &ScoredBoard, job: &Job<'_>) -> Result<Report, CommandError> {
        let Lineup { decide, limited } = self.lineup;
        let strategies = match limited.is_separate() {
            true => self.strategies::<SeparateMemory>(position, job),
            false => self.strategies::<SharedMemory>(position, job),
        }?;
        let title = position.title_with("player", &limited.remembered());
        Ok(strategies.report(&format!("{title}\n{}", decide.title_of_decisions()), &position.names))
    }

    /// Returns the decisions on a range of boards, row by row. Finished rows can be saved.
    ///
    /// # Errors
    /// As [`report`](Self::report).
    pub fn cells(
        self,
        boards: Vec<ScoredBoard>,
        job: &Job<'_>,
    ) -> Result<Partial<DecisionCell, CommandError>, CommandError> {
        match self.lineup.limited.is_separate() {
            true => self.cells_of::<SeparateMemory>(boards, job),
            false => self.cells_of::<SharedMemory>(boards, job),
        }
    }

    fn cells_of<G: ForgetfulFamilyGame>(
        self,
        boards: Vec<ScoredBoard>,
        job: &Job<'_>,
    ) -> Result<Partial<DecisionCell, CommandError>, CommandError> {
        table_cells(
            boards,
            |largest, job| self.block::<G>(largest, job),
            |block, largest, board| block.row(board.pairs, |table| largest.at(table), job),
            |board, row| DecisionCell::of_row(board.pairs, row),
            job,
        )
    }

    /// Returns the strategies at the start of a board. The work can be saved. Each strategy needs another solution:
    /// always played, or played whenever the table returns.
    ///
    /// # Errors
    /// If there is no such game, a limit of `job` is exceeded, or work cannot be saved or read.
    fn strategies<G: ForgetfulFamilyGame>(
        &self,
        position: &ScoredBoard,
        job: &Job<'_>,
    ) -> Result<Strategies, CommandError> {
        let Self { lineup: Lineup { decide, limited }, after, width } = *self;
        decide.check_number(position.scores.len())?;
        let plays = decide.strategies()?;
        let game = G::build(limited, position, plays.clone())?;
        let free = game.decides(&game.start());
        let settled = solve_forgetful(&game, position, (decide.objective(), width), job)?;
        let found = Strategies {
            rows: Vec::new(),
            error: settled.error(),
            free,
            given: plays[0].always(),
            comes_back: settled.comes_back(),
            alike: !limited.is_separate() && plays.iter().all(|play| *play == plays[0]),
            tables: settled.graph().node_count(),
            ties: settled.solution().ties,
            objective: decide.objective(),
            after,
        };
        match after {
            Continue::Best => once(found, &settled, width, job),
            Continue::Pure => pure(found, &plays, settled.is_decided(), |plays| {
                let game = G::build(limited, position, plays)?;
                let wanted = (Objective::Pairs, width);
                let settled = solve_forgetful(&game, position, wanted, &job.unsaved())?;
                Ok((settled.values().swap_remove(0), settled.error()))
            }),
        }
    }

    /// Solves the largest of several boards, if smaller boards follow from it. They do not if the largest board
    /// remembers cards that a smaller one forgets, or if best play depends on the score. The work can be saved.
    ///
    /// # Errors
    /// If there is no such game, a limit of `job` is exceeded, or work cannot be saved or read.
    fn block<G: ForgetfulFamilyGame>(
        self,
        largest: &ScoredBoard,
        job: &Job<'_>,
    ) -> Result<SmallerBoards<'a, G>, CommandError> {
        let singles = self.lineup.limited.start(largest)?.singles;
        let mut block = SmallerBoards { valuation: self, singles, largest: None };
        let is_shared = self.after == Continue::Best && self.lineup.decide.objective() != Objective::Win;
        if is_shared && block.has_room(0) {
            let game = self.lineup.game::<G>(largest)?;
            block.largest = Some(solve_forgetful(&game, largest, (Objective::Pairs, None), job)?);
        }
        Ok(block)
    }
}

impl<G: ForgetfulFamilyGame> SmallerBoards<'_, G> {
    /// Returns `true` if memory holds `singles` more singles than at the start.
    fn has_room(&self, singles: u16) -> bool {
        self.valuation.lineup.limited.limit().is_none_or(|limit| singles + self.singles <= limit)
    }

    /// Returns the unknown pairs and the decision of each cell of the row of `pairs` pairs. `starting` creates the
    /// board of a table. The paper's tables begin with one unknown pair: without one, every new card has a remembered
    /// mate.
    ///
    /// # Errors
    /// The errors of `starting`, if there is no such game, or if a limit of `job` is exceeded.
    fn row(
        &self,
        pairs: u16,
        starting: impl Fn(PairCounts) -> Result<ScoredBoard, Refusal>,
        job: &Job<'_>,
    ) -> Result<Vec<(u16, u8)>, CommandError> {
        let ForgetfulValuation { lineup, after, .. } = self.valuation;
        let mut cells = Vec::new();
        for unknown in (1..=pairs).filter(|&unknown| self.has_room(pairs - unknown)) {
            let position = starting(PairCounts { known: 0, half: pairs - unknown, unknown })?;
            let game = lineup.game::<G>(&position)?;
            let place = self.largest.as_ref().and_then(|all| Some((all, all.node(&game.start())?)));
            let decision = match (place, after) {
                (Some((settled, node)), _) => decision(&settled.strategies(node)),
                (None, Continue::Best) => {
                    let wanted = (lineup.decide.objective(), None);
                    let settled = solve_forgetful(&game, &position, wanted, &job.unsaved())?;
                    decision(&settled.strategies(settled.graph().start()))
                }
                (None, Continue::Pure) => {
                    self.valuation.strategies::<G>(&position, &job.unsaved())?.decision()
                }
            };
            cells.push((unknown, decision));
        }
        Ok(cells)
    }
}

/// Evaluates each strategy played once, and played whenever this table returns.
fn once<G: ForgetfulFamilyGame>(
    mut found: Strategies,
    settled: &Solved<G>,
    width: Option<f64>,
    job: &Job<'_>,
) -> Result<Strategies, CommandError> {
    let again = found.comes_back && found.decides();
    for (strategy, value) in settled.strategies(settled.graph().start()) {
        let whenever = match again {
            // After a stop, wide bounds do not determine the play that this value follows from.
            true if job.is_stop_recorded() => None,
            true => {
                let whenever = job.phase("solve", || settled.whenever(strategy, width, &job.unsaved()));
                match whenever {
                    Err(error) if job.records(&error) => None,
                    whenever => Some(whenever?),
                }
            }
            false => Some((value.clone(), None)),
        };
        found.widen(whenever.as_ref().and_then(|(_, error)| *error));
        // A mover without a choice has one unnamed action.
        let strategy = found.given.filter(|_| found.free).unwrap_or(strategy);
        found.rows.push(ValuedStrategy { strategy, value, whenever: whenever.map(|(value, _)| value) });
    }
    Ok(found)
}

/// Evaluates each strategy if all players with best play always use it. Evaluates only bold play if the game has no decisions
/// (`is_decided` is `false`).
fn pure<E>(
    mut found: Strategies,
    plays: &[SeatStrategy],
    is_decided: bool,
    value: impl Fn(Vec<SeatStrategy>) -> Result<(Rational, Option<f64>), E>,
) -> Result<Strategies, E> {
    let offered = match found.given {
        Some(strategy) => vec![strategy],
        None if is_decided => vec![Strategy::Bold, Strategy::Safe],
        None => vec![Strategy::Bold],
    };
    for strategy in offered {
        let forever = |play: &SeatStrategy| SeatStrategy::Always(play.always().unwrap_or(strategy));
        let (value, error) = value(plays.iter().map(forever).collect())?;
        found.widen(error);
        found.rows.push(ValuedStrategy { strategy, value, whenever: None });
    }
    Ok(found)
}
