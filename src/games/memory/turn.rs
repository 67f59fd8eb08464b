//! The events of a turn, whoever plays with a perfect memory.

worded! {
    /// The events of a turn. A to E are the letters of Bondarenko (2021), and all that robots come to.
    pub enum Turn {
        A: "A", "takes the known pair";
        B: "B", "turns a card whose mate is known, takes the pair";
        C: "C", "turns two unknown cards that match, takes the pair";
        D: "D", "no match; the second card completes a known pair";
        E: "E", "no match; two more cards are known";
        F: "F", "no match; one more card is known";
        G: "G", "turns a card whose mate is known, leaves the pair";
        H: "H", "turns two cards whose mates are known, leaves both pairs";
        I: "I", "turns a card whose mate is known and another one, leaves the pair";
        J: "J", "turns a known single and its mate, takes the pair";
        K: "K", "turns a known single and the mate of another, leaves that pair";
        P: "P", "passes the turn on";
    }
}

impl Turn {
    /// The events of robots.
    pub const ROBOTS: [Self; 5] = [Self::A, Self::B, Self::C, Self::D, Self::E];

    /// Returns `true` if a pair is taken, so that the mover moves again.
    pub fn takes(self) -> bool {
        matches!(self, Self::A | Self::B | Self::C | Self::J)
    }
}
