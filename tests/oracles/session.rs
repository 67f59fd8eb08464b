//! Setups of games of Memory to play.

use chancetree::games::memory::decisions::Objective;
use chancetree::play::memory::{SeatPlays, Setup, shuffled};
use chancetree_families::family::PlayerNames;

/// Returns the setup of a game for pairs without passing, whose odds treat human players as robots. `names` has a name for each
/// seat, separated by commas.
pub fn setup(pairs: u16, names: &str, ways: SeatPlays, seed: u64) -> Setup {
    Setup {
        deal: shuffled(pairs, seed),
        names: names.split(',').map(str::to_owned).collect(),
        players: PlayerNames::default(),
        people: "robots".to_owned(),
        plays: ways,
        objective: Objective::Pairs,
        passing: false,
        seed,
        pictures: None,
    }
}
