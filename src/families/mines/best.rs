//! Best play, and what is said of it.

mod answers;

pub use answers::{Compared, Firsts, Next};
pub use chancetree_games::mines::best::*;
