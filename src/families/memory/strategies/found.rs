//! Finds what it is worth to be bold or safe, by a program that solves games.

use super::{Continue, Strategies, ValuedStrategy, decision};
use crate::exact::Rational;
use crate::family::{Refusal, Solved};
use crate::memory::PairCounts;
use crate::memory::decisions::Objective;
use crate::memory::family::{Decide, LimitedMemory, Remembering, ScoredBoard, merged};
use crate::memory::forgetting::{Manner, Strategy};
use serde_json::{Value, json};

/// The program that solves games of players who forget, under its limits.
pub trait Solver {
    /// The reason for which there is no solution.
    type Stop: From<Refusal>;

    /// Solves a game on a board, of whose players everybody wants this. Work on what was `asked` may be saved.
    ///
    /// # Errors
    /// If a limit is passed, or so many players have no measure of what they want.
    fn solve<G: Remembering>(
        &self,
        game: &G,
        position: &ScoredBoard,
        objective: Objective,
        asked: Option<&Value>,
    ) -> Result<Solved<G>, Self::Stop>;

    /// Returns the worth of [`Solved::whenever`].
    ///
    /// # Errors
    /// If a limit is passed.
    fn whenever<G: Remembering>(
        &self,
        solved: &Solved<G>,
        strategy: Strategy,
    ) -> Result<Rational, Self::Stop>;
}

/// Players who forget, and how play goes on after the turn that is valued.
#[derive(Clone, Copy)]
pub struct Forgetting<'a> {
    /// The way they play, and what they want.
    pub decide: &'a Decide,
    /// Their memory, and the singles of the board.
    pub limited: &'a LimitedMemory,
    /// The play after the turn that is valued.
    pub after: Continue,
}

/// The boards that follow from the largest of them, if any do.
pub struct SmallerBoards<'a, G: Remembering> {
    forgetting: Forgetting<'a>,
    /// The singles that are remembered at the start.
    singles: u16,
    /// The largest of them, solved.
    largest: Option<Solved<G>>,
}

impl<'a> Forgetting<'a> {
    /// Refuses play that goes on as nobody plays who wants that.
    ///
    /// # Errors
    /// If those who want to win are to keep to a strategy.
    pub fn check(&self) -> Result<(), Refusal> {
        match self.decide.objective() == Objective::Win && self.after == Continue::Pure {
            true => {
                Err(Refusal::new("--continue pure is for players who want pairs").help("--objective pairs"))
            }
            false => Ok(()),
        }
    }

    /// Returns all that was asked, as JSON repeats it: these parameters of a board, and how it is played.
    pub fn parameters(&self, board: Value) -> Value {
        let mut parameters = merged(merged(board, self.decide.parameters()), self.limited.parameters());
        parameters["continue"] = json!(self.after.name());
        parameters
    }

    /// Returns the strategies at the start on a board, whose solution may be saved. It solves the game, and again for each
    /// strategy: kept to for ever, or whenever play comes back.
    ///
    /// # Errors
    /// As the solver, and if there is no such game.
    pub fn strategies<G: Remembering, S: Solver>(
        &self,
        position: &ScoredBoard,
        asked: Option<&Value>,
        solver: &S,
    ) -> Result<Strategies, S::Stop> {
        let Self { decide, limited, after } = *self;
        let plays = decide.strategies()?;
        let game = G::build(limited, position, plays.clone())?;
        let free = game.decides(&game.start());
        let settled = solver.solve(&game, position, decide.objective(), asked)?;
        let found = Strategies {
            rows: Vec::new(),
            free,
            given: plays[0].always(),
            comes_back: settled.comes_back(),
            alike: !limited.is_own() && plays.iter().all(|play| *play == plays[0]),
            tables: settled.graph().node_count(),
            ties: settled.solution().ties,
            objective: decide.objective(),
            after,
        };
        match after {
            Continue::Best => once(found, &settled, solver),
            Continue::Pure => pure(found, &plays, settled.is_decided(), |plays| {
                let game = G::build(limited, position, plays)?;
                Ok(solver.solve(&game, position, Objective::Pairs, None)?.values().swap_remove(0))
            }),
        }
    }

    /// Solves the largest of several boards, whose solution may be saved, if smaller ones follow from it: unless something is
    /// remembered there that was forgotten here, or what is best depends on the score. It `is_done` if their rows are known.
    ///
    /// # Errors
    /// As the solver, and if there is no such game.
    pub fn block<G: Remembering, S: Solver>(
        self,
        largest: &ScoredBoard,
        is_done: bool,
        solver: &S,
    ) -> Result<SmallerBoards<'a, G>, S::Stop> {
        let singles = self.limited.start(largest)?.singles;
        let mut block = SmallerBoards { forgetting: self, singles, largest: None };
        let is_shared = self.after == Continue::Best && self.decide.objective() != Objective::Win;
        if !is_done && is_shared && block.has_room(0) {
            let game = self.limited.game::<G>(largest, self.decide)?;
            let asked = self.parameters(largest.parameters());
            block.largest = Some(solver.solve(&game, largest, Objective::Pairs, Some(&asked))?);
        }
        Ok(block)
    }
}

impl<G: Remembering> SmallerBoards<'_, G> {
    /// Returns `true` if so many singles more than at the start are remembered.
    fn has_room(&self, singles: u16) -> bool {
        self.forgetting.limited.limit().is_none_or(|limit| singles + self.singles <= limit)
    }

    /// Returns the unknown pairs and the decision of each cell of so many pairs; `starting` makes a board of a table. The
    /// paper's tables begin with one unknown pair: without any, every new card has its mate in memory.
    ///
    /// # Errors
    /// As the solver, as `starting`, and if there is no such game.
    pub fn row<S: Solver>(
        &self,
        pairs: u16,
        starting: impl Fn(PairCounts) -> Result<ScoredBoard, S::Stop>,
        solver: &S,
    ) -> Result<Vec<(u16, u8)>, S::Stop> {
        let Forgetting { decide, limited, after } = self.forgetting;
        let mut cells = Vec::new();
        for unknown in (1..=pairs).filter(|&unknown| self.has_room(pairs - unknown)) {
            let position = starting(PairCounts { known: 0, half: pairs - unknown, unknown })?;
            let game = limited.game::<G>(&position, decide)?;
            let place = self.largest.as_ref().and_then(|all| Some((all, all.node(&game.start())?)));
            let decision = match (place, after) {
                (Some((settled, node)), _) => decision(&settled.strategies(node)),
                (None, Continue::Best) => {
                    let settled = solver.solve(&game, &position, decide.objective(), None)?;
                    decision(&settled.strategies(settled.graph().start()))
                }
                (None, Continue::Pure) => {
                    self.forgetting.strategies::<G, S>(&position, None, solver)?.decision()
                }
            };
            cells.push((unknown, decision));
        }
        Ok(cells)
    }
}

/// Each strategy once, and whenever this table comes back.
fn once<G: Remembering, S: Solver>(
    mut found: Strategies,
    settled: &Solved<G>,
    solver: &S,
) -> Result<Strategies, S::Stop> {
    let again = found.comes_back && found.decides();
    for (strategy, value) in settled.strategies(settled.graph().start()) {
        let whenever = if again { solver.whenever(settled, strategy)? } else { value.clone() };
        // A mover who does not choose has one choice without a name.
        let strategy = found.given.filter(|_| found.free).unwrap_or(strategy);
        found.rows.push(ValuedStrategy { strategy, value, whenever: Some(whenever) });
    }
    Ok(found)
}

/// Each strategy for ever, played by all who play best; bold alone where it is of no use.
fn pure<E>(
    mut found: Strategies,
    plays: &[Manner],
    of_use: bool,
    value: impl Fn(Vec<Manner>) -> Result<Rational, E>,
) -> Result<Strategies, E> {
    let offered = match found.given {
        Some(strategy) => vec![strategy],
        None if of_use => vec![Strategy::Bold, Strategy::Safe],
        None => vec![Strategy::Bold],
    };
    for strategy in offered {
        let forever = |play: &Manner| Manner::Always(play.always().unwrap_or(strategy));
        let value = value(plays.iter().map(forever).collect())?;
        found.rows.push(ValuedStrategy { strategy, value, whenever: None });
    }
    Ok(found)
}
