//! The names of the quantities of a game of a single player.

use crate::named_enum;

named_enum! {
    /// A quantity of a game of a single player, with its name for programs and its label.
    ///
    /// ```
    /// use chancetree_families::solitaire::quantity_name::QuantityName;
    ///
    /// assert_eq!(QuantityName::named("first_turn"), Some(QuantityName::FirstTurn));
    /// assert_eq!(QuantityName::FirstTurn.meaning(), "first turn");
    /// ```
    pub enum QuantityName {
        Turns: "turns", "turns";
        Lucky: "lucky", "lucky";
        FirstPosition: "first_position", "first position";
        FirstTurn: "first_turn", "first turn";
        Remembered: "remembered", "remembered";
        Score: "score", "score";
    }
}
