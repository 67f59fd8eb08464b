//! Games of Minesweeper from a position, at random: the mines lie as the numbers allow.

use super::board::Board;
use super::player::Player;
use super::risk::{Risk, Unknown};
use super::simulate::{self, Ended, Policy};
use super::system::{Seen, System};
use crate::model::Run;
use crate::random::Random;

/// A position of any size, and what its numbers say.
#[derive(Clone, Debug)]
pub struct Resumed {
    board: Board,
    system: System,
    /// The probabilities before a mine is laid.
    risk: Risk,
}

impl Resumed {
    /// A game that goes on from this position; where nothing is opened the first cell is chosen like any other.
    ///
    /// # Errors
    /// If no placement of the mines fits the numbers; or the position is too hard to be counted, or a limit is reached.
    pub fn new(board: Board, run: &Run<'_>) -> Result<Self, Unknown> {
        let system = board.system()?;
        let risk = Risk::of_system(&system, run)?;
        Ok(Self { board, system, risk })
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The mines of a game, cell by cell in reading order; every placement that fits is as likely as any other, as
    /// nearly as a double says.
    ///
    /// # Errors
    /// If the run is stopped, or the position is too hard to be counted.
    pub fn deal(&self, seed: u64, game: u64, run: &Run<'_>) -> Result<Vec<bool>, Unknown> {
        let mut random = Random::new(seed, game);
        let mut mines: Vec<bool> = self.board.cells().iter().map(|cell| *cell == Seen::Mine).collect();
        let mut lay = |laid: &[(usize, bool)]| laid.iter().for_each(|&(place, mine)| mines[place] = mine);
        let (mut system, mut risk) = (self.system.clone(), None);
        loop {
            let now = risk.as_ref().unwrap_or(&self.risk);
            let shares = now.rounded();
            let certain = shares.iter().filter(|(_, share)| *share == 0.0 || *share >= 1.0);
            let mut laid: Vec<(usize, bool)> = certain.map(|&(place, share)| (place, share >= 1.0)).collect();
            // One cell of an island at a time; the probabilities of the others follow from it.
            let drawn = now.islands().iter().flat_map(|island| &island.cells);
            let drawn = drawn.copied().find(|place| laid.iter().all(|(other, _)| other != place));
            if let Some(place) = drawn {
                let at = shares.binary_search_by_key(&place, |(place, _)| *place);
                let share = shares[at.expect("the cells of an island are hidden")].1;
                laid.push((place, chance(&mut random) < share));
            }
            lay(&laid);
            system = system.with(&laid);
            if drawn.is_none() {
                break;
            }
            risk = Some(Risk::of_system(&system, run)?);
        }
        // No number counts the cells that are left.
        simulate::lay(system.mines, system.hidden, &mut mines, &mut random);
        Ok(mines)
    }

    /// Plays a game on from the position; the mines do not depend on how it is played.
    ///
    /// # Errors
    /// If the run is stopped, or a position is too hard to be counted.
    pub fn play(&self, policy: Policy, seed: u64, game: u64, run: &Run<'_>) -> Result<Ended, Unknown> {
        let mines = self.deal(seed, game, run)?;
        Player::new(self.board.clone(), &mines, policy, Random::new(!seed, game)).play(None, run)
    }
}

/// A number from 0 to below 1.
fn chance(random: &mut Random) -> f64 {
    (random.word() >> 11) as f64 / (1u64 << 53) as f64
}
