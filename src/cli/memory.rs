//! The parameters of the family `memory`.

use super::fail::Fail;
use super::plan;
use super::print::count;
use super::range::{Numbers, cards, numbers, players, whole};
use super::watch::Watch;
use crate::game::{MOST_SEATS, Points, Seat};
use crate::games::memory::{Impossible, MOST_PAIRS, Memory, Table};
use clap::{Arg, Args};
use serde_json::{Value, json};

/// The pairs of a board of which nothing is said.
const USUAL: u16 = 8;

/// A board and who sits at it.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Board")]
pub(crate) struct Board {
    /// Pairs of the board: 8, 1..40, or 2,4,8 [default: 8]
    ///
    /// Taken ones are included. A range has both ends: 1..40, 1..=40 and 1-40
    /// are the same.
    #[arg(long, value_name = "N", value_parser = numbers, allow_negative_numbers = true)]
    pairs: Option<Numbers>,
    /// Cards of the board instead of --pairs, two for each pair
    #[arg(long, value_name = "N", value_parser = cards, allow_negative_numbers = true,
        conflicts_with = "pairs", hide_short_help = true)]
    cards: Option<Numbers>,
    /// Players, 1 to 16, or a range: 2..4
    #[arg(long, value_name = "P", default_value = "2", allow_negative_numbers = true,
        value_parser = players)]
    players: Numbers,
    /// Pairs of which no card is known [default: the rest]
    #[arg(long, value_name = "J", allow_negative_numbers = true, value_parser = whole(0, MOST_PAIRS))]
    unknown: Option<u16>,
    /// Pairs of which both cards are known [default: 0]
    #[arg(long, value_name = "C", allow_negative_numbers = true, value_parser = whole(0, MOST_PAIRS))]
    known_pairs: Option<u16>,
    /// Pairs that each player has taken [default: 0 each]
    ///
    /// Player 1, who moves, comes first.
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = whole(0, MOST_PAIRS))]
    scores: Option<Vec<Points>>,
    /// The cards on the table, instead of --pairs
    ///
    /// k of them, B known, P of those known with their mates (Gerez 1983).
    #[arg(long, value_name = "k,B,P", value_parser = letters, allow_hyphen_values = true,
        conflicts_with_all = ["pairs", "cards", "unknown", "known_pairs"])]
    position: Option<Table>,
    /// Pairs that player 1 is ahead, instead of --scores
    #[arg(long, value_name = "D", allow_hyphen_values = true, conflicts_with = "scores", hide_short_help = true,
        value_parser = whole(-i32::from(MOST_PAIRS), i32::from(MOST_PAIRS)))]
    lead: Option<i32>,
}

/// An option as a page about fresh boards shows it: a start in the middle is refused, and not listed.
pub(crate) fn of_fresh_boards(arg: Arg) -> Arg {
    let middle = ["unknown", "known-pairs", "scores", "position", "lead"];
    if arg.get_long().is_some_and(|long| middle.contains(&long)) { arg.hide(true) } else { arg }
}

/// An option as a page about one number of players shows it.
pub(crate) fn of_one_number(arg: Arg) -> Arg {
    if arg.get_long() == Some("players") { arg.help(format!("Players, 1 to {MOST_SEATS}")) } else { arg }
}

/// An option as a page about one board shows it.
pub(crate) fn of_one_board(arg: Arg) -> Arg {
    match arg.get_long() {
        Some("pairs") => {
            let help = "Pairs of the board [default: 8]";
            arg.help(help).long_help(format!("{help}\n\nTaken ones are included."))
        }
        _ => of_one_number(arg),
    }
}

/// Reads a table in Gerez's letters.
fn letters(text: &str) -> Result<Table, String> {
    let numbers: Vec<u32> =
        text.split(',').map(|number| number.trim().parse().ok()).collect::<Option<_>>().unwrap_or_default();
    let [cards, known, mated] = numbers[..] else {
        return Err("three whole numbers k,B,P are needed, such as 16,3,2".to_owned());
    };
    let most = 2 * u32::from(MOST_PAIRS);
    if cards == 0 || cards > most || cards % 2 == 1 {
        return Err(format!("k, the cards on the table, is even and from 2 to {most}"));
    }
    if mated % 2 == 1 || mated > cards {
        return Err(format!("P, the cards known with their mates, is even and at most k = {cards}"));
    }
    let highest = cards.midpoint(mated);
    if known < mated || known > highest {
        return Err(format!("B, the known cards, is from P = {mated} to (k + P) / 2 = {highest}"));
    }
    let (known, half) = (mated / 2, known - mated);
    let unknown = cards / 2 - known - half;
    let narrow = |number: u32| u16::try_from(number).expect("no more than MOST_PAIRS");
    Ok(Table { known: narrow(known), half: narrow(half), unknown: narrow(unknown) })
}

/// A game that cannot be set up, with what to type instead.
pub(crate) fn refused(error: &Impossible) -> Fail {
    let help = match error {
        Impossible::Plays { plays, .. } if *plays <= usize::from(MOST_SEATS) => format!("--players {plays}"),
        Impossible::Passing(_) => "--rules no-pass".to_owned(),
        Impossible::Winning(_) => "--objective pairs".to_owned(),
        Impossible::Memory { remembered, .. } => format!("--memory {remembered}"),
        _ => return Fail::usage(error.to_string()),
    };
    Fail::usage(error.to_string()).help(help)
}

/// Describes what is known of the pairs on a table.
pub(crate) fn in_words(Table { known, half, unknown }: Table) -> String {
    format!("{known} known, {half} half known, {unknown} unknown")
}

/// One board to be played, with the scores that the players already have.
#[derive(Debug, Clone)]
pub(crate) struct Position {
    pub(crate) pairs: u16,
    pub(crate) table: Table,
    pub(crate) scores: Vec<Points>,
    pub(crate) game: Memory,
}

impl Board {
    /// Fresh boards.
    pub(crate) fn fresh(pairs: Numbers, players: Seat) -> Self {
        Self {
            pairs: Some(pairs),
            cards: None,
            players: Numbers::One(players.into()),
            unknown: None,
            known_pairs: None,
            scores: None,
            position: None,
            lead: None,
        }
    }

    /// Names the command that says what robots with perfect memory take on the largest of the boards.
    pub(crate) fn plan(&self, watch: &Watch) {
        if self.is_fresh() {
            let (pairs, players) = (self.pairs().last(), self.players());
            let alone = !self.is_range();
            let command = format!("chancetree plan memory --pairs {pairs} --players {players}");
            watch.plan(command, plan::Robots { pairs, players, alone });
        }
    }

    /// Returns `true` if every board starts fresh: nothing known, nothing taken.
    pub(crate) fn is_fresh(&self) -> bool {
        let nothing = self.start_scores().iter().all(|&points| points == 0);
        nothing && self.unknown.is_none() && self.known_pairs.is_none() && self.position.is_none()
    }

    /// Returns what to leave out for fresh boards, as it is typed.
    pub(crate) fn leave_out(&self) -> String {
        let given = [
            ("--scores", self.scores.is_some()),
            ("--lead", self.lead.is_some()),
            ("--unknown", self.unknown.is_some()),
            ("--known-pairs", self.known_pairs.is_some()),
        ];
        let given: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
        match self.position {
            Some(table) => format!("--pairs {} instead of --position", table.pairs()),
            None => format!("leave out {}", given.join(" and ")),
        }
    }

    /// The pairs that were asked for, taken ones included.
    pub(crate) fn pairs(&self) -> Numbers {
        let taken = || self.start_scores().iter().map(|&points| u32::from(points)).sum::<u32>();
        let left = self.position.map(|table| u32::from(table.pairs()) + taken());
        let whole = |pairs: u32| Numbers::One(pairs.try_into().unwrap_or(u16::MAX));
        let given = || self.pairs.clone().or_else(|| self.cards.clone());
        left.map(whole).or_else(given).unwrap_or(Numbers::One(USUAL))
    }

    /// The pairs that the players have taken.
    fn start_scores(&self) -> Vec<Points> {
        let points = |lead: i32| Points::try_from(lead.max(0)).unwrap_or(Points::MAX);
        match (&self.scores, self.lead) {
            (Some(scores), _) => scores.clone(),
            (None, Some(lead)) => vec![points(lead), points(-lead)],
            (None, None) => vec![0; usize::from(self.players())],
        }
    }

    /// Some of the boards.
    pub(crate) fn among(&self, pairs: Vec<u16>) -> Self {
        Self { pairs: Some(Numbers::Several(pairs)), cards: None, ..self.clone() }
    }

    /// The players, the most of them of a range.
    pub(crate) fn players(&self) -> Seat {
        self.players.last() as Seat
    }

    /// Returns `true` if several boards were asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        self.pairs().is_range() || self.players.is_range()
    }

    /// The boards of each number of players.
    pub(crate) fn by_players(&self) -> Vec<Self> {
        self.players.iter().map(|players| Self { players: Numbers::One(players), ..self.clone() }).collect()
    }

    /// Returns the same boards, but refuses a range of players.
    pub(crate) fn of_one_number(self) -> Result<Self, Fail> {
        match self.players {
            Numbers::One(_) => Ok(self),
            several => Err(Fail::usage("this is of one number of players, not of a range")
                .help(format!("--players {}", several.last()))),
        }
    }

    /// Those who sit there, all called `one`.
    pub(crate) fn who(&self, one: &str) -> String {
        match self.players {
            Numbers::One(players) => count(players, one),
            Numbers::Several(_) => format!("{one}s"),
        }
    }

    /// The boards that were asked for.
    pub(crate) fn positions(&self) -> Result<Vec<Position>, Fail> {
        let boards = self.by_players();
        boards.iter().flat_map(|board| board.pairs().iter().map(|pairs| board.position(pairs))).collect()
    }

    /// The only board, where a range makes no sense.
    pub(crate) fn only(&self) -> Result<Position, Fail> {
        self.clone().of_one_number()?;
        match self.pairs() {
            Numbers::One(pairs) => self.position(pairs),
            several => Err(Fail::usage("this is of one board, not of a range")
                .help(format!("--pairs {}", several.last()))),
        }
    }

    /// Returns the same players at another table.
    pub(crate) fn starting(&self, table: Table) -> Result<Position, Fail> {
        let board = Self { position: Some(table), ..self.clone() };
        board.position(board.pairs().last())
    }

    /// One board of so many pairs.
    pub(crate) fn position(&self, pairs: u16) -> Result<Position, Fail> {
        let players = usize::from(self.players());
        let scores = self.start_scores();
        if scores.len() != players {
            let fail = Fail::usage(format!(
                "{} for {}; one for each player is needed",
                count(scores.len(), "score"),
                count(players, "player"),
            ));
            let can_sit = scores.len() <= usize::from(MOST_SEATS);
            return Err(if can_sit { fail.help(format!("--players {}", scores.len())) } else { fail });
        }
        let taken: u64 = scores.iter().map(|&points| u64::from(points)).sum();
        let left = u64::from(pairs).checked_sub(taken).filter(|&left| left > 0).ok_or_else(|| {
            Fail::usage(format!(
                "the scores add up to {taken}, but to at most {} on a board of {pairs}: one pair is left to play",
                pairs.saturating_sub(1)
            ))
        })? as u16;
        let known = self.position.map(|table| table.known).or(self.known_pairs).unwrap_or(0);
        let unknown = self.position.map(|table| table.unknown).or(self.unknown);
        let unknown = unknown.unwrap_or_else(|| left.saturating_sub(known));
        let half = u32::from(left).checked_sub(u32::from(known) + u32::from(unknown)).ok_or_else(|| {
            Fail::usage(format!(
                "{unknown} unknown and {known} known pairs are more than the {left} left; their sum is at most {left}"
            ))
        })? as u16;
        let table = Table { known, half, unknown };
        let game = Memory::from(table, self.players()).map_err(|error| refused(&error))?;
        Ok(Position { pairs, table, scores, game })
    }
}

impl Position {
    /// The parameters as JSON repeats them.
    pub(crate) fn parameters(&self) -> Value {
        let Table { known, half, unknown } = self.table;
        json!({
            "pairs": self.pairs,
            "players": self.scores.len(),
            "unknown": unknown,
            "half_known": half,
            "known_pairs": known,
            "scores": self.scores,
        })
    }

    /// Returns `true` if nothing is known or taken yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.table.unknown == self.pairs
    }

    /// The board in words, with robots.
    pub(crate) fn title(&self) -> String {
        self.title_with("robot", " with perfect memory")
    }

    /// The board in words, with players of some kind.
    pub(crate) fn title_with(&self, who: &str, how: &str) -> String {
        let mut title = format!(
            "Memory, {}, {}{how}",
            count(usize::from(self.pairs), "pair"),
            count(self.scores.len(), who)
        );
        if !self.is_fresh() {
            title.push_str(&format!("; {}", in_words(self.table)));
        }
        if self.scores.iter().any(|&points| points > 0) {
            let scores: Vec<_> = self.scores.iter().map(ToString::to_string).collect();
            title.push_str(&format!("; scores {}", scores.join(" : ")));
        }
        title
    }

    /// The board as a part of a file name.
    pub(crate) fn file_stem(&self) -> String {
        let mut stem = format!("memory-pairs{}-players{}", self.pairs, self.scores.len());
        if !self.is_fresh() {
            let Table { known, half, unknown } = self.table;
            stem.push_str(&format!("-known{known}-half{half}-unknown{unknown}"));
        }
        if self.scores.iter().any(|&points| points > 0) {
            let scores: Vec<_> = self.scores.iter().map(ToString::to_string).collect();
            stem.push_str(&format!("-scores{}", scores.join("_")));
        }
        stem
    }
}
