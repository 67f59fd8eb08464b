//! The ways to play Memory, and the game that they define.

use super::board::{ScoredBoard, refused};
use crate::family::{GameArguments, Refusal, did_you_mean, nearest, parsed};
use crate::game::Seat;
use crate::memory::ImpossibleMemory;
use crate::memory::decisions::{Decisions, Objective, Rules, Stalemate};
use crate::memory::forgetting::{SeatStrategy, Strategy};
use crate::memory::policy::{Play, Policy};
use crate::memory::tactic::Tactic;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::str::FromStr;

/// The ways to play of all players, with their objective and rules.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
#[must_use]
pub struct PlaySettings {
    /// One way for all players, or one way for each.
    pub(super) play: Vec<String>,
    /// The policies of the files that are named as ways to play, by name: the name that messages print, and the text.
    #[serde(skip)]
    policies: BTreeMap<String, (String, String)>,
    /// The tactics that a player with best play may choose.
    #[serde(deserialize_with = "tactics")]
    pub tactics: Option<Vec<Tactic>>,
    pub(super) rules: Option<Rules>,
    /// The objective of players with best play.
    pub objective: Option<Objective>,
    pub(super) stalemate: Option<Stalemate>,
}

/// Tactics separated by commas, with names such as `T5`, `bold` or `safe`.
pub(super) struct TacticList(Vec<Tactic>);

impl FromStr for TacticList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(tactic).collect::<Result<_, _>>().map(Self)
    }
}

fn tactics<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Tactic>>, D::Error> {
    Ok(parsed(deserializer)?.map(|TacticList(tactics)| tactics))
}

fn tactic(text: &str) -> Result<Tactic, String> {
    match text {
        "bold" => Ok(Tactic::T6),
        "safe" => Ok(Tactic::T5),
        _ => named(text).ok_or_else(|| "a tactic is one of T1 to T9, bold (T6) or safe (T5)".to_owned()),
    }
}

/// Returns `true` if a name is not a way to play. It may then be the name of a policy file.
pub fn may_be_file(name: &str) -> bool {
    !WAYS.contains(&name) && named(name).is_none()
}

/// The names of the tactics that shell completion offers.
pub(super) const TACTICS: &[&str] = &["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "bold", "safe"];

/// The kinds of players that shell completion offers: a person, or a way to play.
pub const SEATS: &[&str] = &[
    "human",
    "robots",
    "best",
    "bold",
    "safe",
    "parity",
    "zwick-paterson",
    "T1",
    "T2",
    "T3",
    "T4",
    "T5",
    "T6",
    "T7",
    "T8",
    "T9",
];

/// The ways to play that shell completion offers: all kinds of players except a person.
pub const OFFERED: &[&str] = SEATS.split_at(1).1;

/// The names of the ways to play.
const WAYS: [&str; 6] = ["robots", "best", "bold", "safe", "parity", "zwick-paterson"];

/// Returns the tactic with a name such as `T5`.
pub fn named(text: &str) -> Option<Tactic> {
    text.strip_prefix(['T', 't'])?.parse().ok().and_then(Tactic::of)
}

/// Refuses tactics if no player chooses among them. The suggestion is `value` for `option`.
pub fn no_one_plays_best(option: &'static str, value: &str) -> Refusal {
    Refusal::unfit("tactics", "needs a player who plays best").value(option, value)
}

/// The reason a name is not a way to play.
#[derive(Debug)]
pub enum InvalidPlay {
    /// The rules forbid a play that passes: its description, and the verb of the message.
    Passing(String, &'static str),
    /// Neither a way to play nor a file has this name.
    Unknown(String),
    /// The policy file is invalid.
    File(Refusal),
}

impl From<Refusal> for InvalidPlay {
    fn from(refusal: Refusal) -> Self {
        Self::File(refusal)
    }
}

/// The play of robots, which equals bold play.
const ROBOTS: Play = Play::By(Policy::Always(Tactic::T6));

impl PlaySettings {
    /// Reads the ways to play from parameters. The default way to play is `default`.
    pub fn read(given: &GameArguments, default: &str) -> Self {
        let mut decide: Self = given.read();
        if decide.play.is_empty() {
            decide.play.push(default.to_owned());
        }
        let file = |name: &String| {
            let (shown, text) = given.file(name)?;
            Some((name.clone(), (shown.to_owned(), text.to_owned())))
        };
        decide.policies.extend(decide.play.iter().filter_map(file));
        decide
    }

    /// Returns a copy with the policies of more files, by name: the name that messages print, and the text.
    pub fn with_policies(mut self, policies: BTreeMap<String, (String, String)>) -> Self {
        self.policies.extend(policies);
        self
    }

    /// Creates players who all play `name`.
    pub fn playing(name: &str) -> Self {
        Self::default().with_play(name)
    }

    /// Returns a copy with the same rules and objective, in which all players play `name`.
    pub fn with_play(&self, name: &str) -> Self {
        Self { play: vec![name.to_owned()], ..self.clone() }
    }

    /// Returns a copy with this objective as the default.
    pub fn with_default_objective(&self, objective: Objective) -> Self {
        Self { objective: self.objective.or(Some(objective)), ..self.clone() }
    }

    /// Returns a copy without objective, stalemate rule and tactics if they have no effect: no player decides, and no
    /// policy file depends on them.
    pub fn without_unused_options(&self) -> Self {
        let decides = |name: &String| name == "best" || self.policies.contains_key(name);
        match self.play.iter().any(decides) {
            true => self.clone(),
            false => Self { objective: None, stalemate: None, tactics: None, ..self.clone() },
        }
    }

    /// Returns `true` if an option restricts passing or tactics.
    pub fn has_rules(&self) -> bool {
        self.rules.is_some() || self.tactics.is_some() || self.stalemate.is_some()
    }

    /// Creates players who each play one of `names`. `objective` is that of players with best play.
    pub fn of(names: Vec<String>, objective: Objective, passing: bool) -> Self {
        let rules = passing.then_some(Rules::Tactical);
        Self { play: names, objective: Some(objective), rules, ..Self::default() }
    }

    /// Returns the way to play of each player, if no player forgets.
    ///
    /// # Errors
    /// If a name is not a way to play.
    pub fn plays(&self) -> Result<Vec<Play>, InvalidPlay> {
        self.play.iter().map(|name| self.play(name)).collect()
    }

    /// Returns `true` if all players are robots. The game then has no decisions.
    pub fn is_robots(&self) -> bool {
        self.play.iter().all(|name| name == "robots")
    }

    /// Returns `true` if all players play `name`.
    pub fn all_play(&self, name: &str) -> bool {
        self.play.iter().all(|play| play == name)
    }

    /// Returns `true` if at least one player plays best.
    pub fn has_best(&self) -> bool {
        self.play.iter().any(|play| play == "best")
    }

    /// Refuses options that have no effect on this number of robots.
    ///
    /// # Errors
    /// If an option is only for players who decide, or as [`check_number`](Self::check_number).
    pub fn check_robots(&self, players: usize) -> Result<(), Refusal> {
        let options = [
            ("tactics", self.tactics.is_some()),
            ("rules", self.rules.is_some()),
            ("objective", self.objective.is_some()),
            ("stalemate", self.stalemate.is_some()),
        ];
        match options.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                Err(Refusal::unfit(option, "needs players who decide, but all are robots")
                    .value("play", "best"))
            }
            None => self.check_number(players),
        }
    }

    /// Returns the rules of passing.
    pub fn rules(&self) -> Rules {
        self.rules.unwrap_or_default()
    }

    /// Returns the objective of the players.
    pub fn objective(&self) -> Objective {
        self.objective.unwrap_or_default()
    }

    /// Returns `true` if the game is a draw after two passes in a row, whatever the score.
    pub fn is_stalemate_drawn(&self) -> bool {
        self.objective() == Objective::Win && self.stalemate.unwrap_or_default() == Stalemate::Draw
    }

    fn stalemate(&self) -> Result<Stalemate, Refusal> {
        if self.stalemate.is_some() && (self.objective() == Objective::Pairs || self.rules() == Rules::NoPass)
        {
            return Err(Refusal::unfit("stalemate", "needs the objective win and rules with passes")
                .help("--objective win --rules tactical"));
        }
        Ok(self.stalemate.unwrap_or_default())
    }

    fn play(&self, name: &str) -> Result<Play, InvalidPlay> {
        let policy = match name {
            "best" => return Ok(Play::Best),
            "robots" | "bold" => return Ok(ROBOTS),
            "safe" => Policy::Always(Tactic::T5),
            "parity" => Policy::Parity,
            "zwick-paterson" if self.rules() == Rules::NoPass => {
                let what = "the rule of Zwick & Paterson passes".to_owned();
                return Err(InvalidPlay::Passing(what, "forbids"));
            }
            "zwick-paterson" => Policy::ZwickPaterson,
            _ => match (named(name), self.policies.get(name)) {
                (Some(Tactic::T2), _) if self.rules() == Rules::NoPass => return Err(never(Tactic::T2)),
                (Some(tactic), _) => Policy::Always(tactic),
                (None, Some((shown, text))) => self.policy(shown, text)?,
                (None, None) => return Err(InvalidPlay::Unknown(name.to_owned())),
            },
        };
        Ok(Play::By(policy))
    }

    /// Describes invalid play in the options of commands that have `--play` and `--rules`.
    fn refusal(&self, invalid: InvalidPlay, players: usize) -> Refusal {
        match invalid {
            InvalidPlay::Passing(what, verb) => {
                let refusal = Refusal::new(format!("{what}, and --rules no-pass {verb} it"));
                match players {
                    // Passing is only defined for two players.
                    3.. => refusal.help(format!("--rules tactical {}", self.two_players())),
                    _ => refusal.help("--rules tactical"),
                }
            }
            InvalidPlay::Unknown(wrong) => unknown_play("play", &self.play, &wrong),
            InvalidPlay::File(refusal) => refusal,
        }
    }

    /// Refuses several ways to play that are not one for each player. If there are too few, the suggestion repeats the last way.
    ///
    /// # Errors
    /// If a player has no way to play, or a way to play has no player.
    pub fn check_number(&self, players: usize) -> Result<(), Refusal> {
        let plays = self.play.len();
        if plays < 2 || plays == players {
            return Ok(());
        }
        let error = ImpossibleMemory::Plays { plays, players: players as Seat };
        if plays > players {
            return Err(refused(&error));
        }
        let all = self.play.iter().chain(std::iter::repeat(&self.play[plays - 1])).take(players);
        let all = all.cloned().collect::<Vec<_>>().join(",");
        Err(Refusal::new(error.to_string()).value("play", all))
    }

    /// Returns the game on a board.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game(&self, position: &ScoredBoard) -> Result<Decisions, Refusal> {
        let players = position.scores.len();
        self.check_number(players)?;
        let plays = self.plays().map_err(|invalid| self.refusal(invalid, players))?;
        let mut tactics = Tactic::ALL.to_vec();
        if let Some(chosen) = &self.tactics {
            if !plays.contains(&Play::Best) {
                return Err(no_one_plays_best("play", "best"));
            }
            if self.rules() == Rules::NoPass && chosen.contains(&Tactic::T2) {
                return Err(self.refusal(never(Tactic::T2), players));
            }
            tactics.clone_from(chosen);
            // Bold and safe players take known pairs, and play bold without a known card.
            if chosen.iter().all(|tactic| matches!(tactic, Tactic::T5 | Tactic::T6)) {
                tactics.push(Tactic::T1);
            }
        }
        let lead = match position.scores[..] {
            [first, second] => first - second,
            _ => 0,
        };
        let passes = self.play.iter().any(|name| name.eq_ignore_ascii_case("T2") || name == "zwick-paterson")
            || tactics.contains(&Tactic::T2) && self.tactics.is_some();
        Decisions::new(position.game.clone())
            .plays(plays)
            .and_then(|game| game.rules(self.rules()))
            .map(|game| game.tactics(tactics))
            .map_err(|error| match error {
                // Without passes, no player could pass.
                ImpossibleMemory::Passing(_) if passes => refused(&error).help(self.two_players()),
                error => refused(&error),
            })?
            .with_objective(self.objective(), self.stalemate()?, lead)
            .map_err(|error| refused(&error))
    }

    /// Returns options for two players who play as the first two do.
    fn two_players(&self) -> String {
        format!("--players 2 --play {}", self.play.iter().take(2).cloned().collect::<Vec<_>>().join(","))
    }

    /// Returns the way to play of each seat, in games that define only bold and safe play.
    ///
    /// # Errors
    /// If a name is not a way to play in such games.
    pub fn strategies(&self) -> Result<Vec<SeatStrategy>, Refusal> {
        let foreign = [("--rules", self.rules() != Rules::NoPass), ("--stalemate", self.stalemate.is_some())];
        if let Some((option, _)) = foreign.into_iter().find(|(_, given)| *given) {
            return Err(Refusal::new(format!(
                "{option} has no effect with limited memory or singles, because there are no passes"
            ))
            .help(format!("leave out {option}")));
        }
        let mut best = SeatStrategy::Best;
        if let Some(tactics) = &self.tactics {
            if !self.play.iter().any(|name| name == "best") {
                return Err(no_one_plays_best("play", "best"));
            }
            let (bold, safe) = (tactics.contains(&Tactic::T6), tactics.contains(&Tactic::T5));
            if tactics.iter().any(|tactic| !matches!(tactic, Tactic::T5 | Tactic::T6)) {
                return Err(Refusal::new(
                    "with limited memory or singles the tactics are bold (T6) and safe (T5)",
                )
                .help("--tactics bold,safe"));
            }
            match (bold, safe) {
                (true, false) => best = SeatStrategy::Always(Strategy::Bold),
                (false, true) => best = SeatStrategy::Always(Strategy::Safe),
                _ => {}
            }
        }
        let play = |name: &String| match name.as_str() {
            "best" => Ok(best),
            "robots" | "bold" | "T6" => Ok(SeatStrategy::Always(Strategy::Bold)),
            "safe" | "T5" => Ok(SeatStrategy::Always(Strategy::Safe)),
            _ => Err(Refusal::new(format!(
                "{name:?} is not a strategy with limited memory or singles; use best, bold or safe"
            ))
            .value("play", "best")),
        };
        self.play.iter().map(play).collect()
    }
}

/// Refuses the name `wrong` among the values of `option`, and suggests the values with a similar name, if there is one.
pub fn unknown_play(option: &'static str, typed: &[String], wrong: &str) -> Refusal {
    let (kind, kinds, names) = match option {
        "seats" => ("player", "players", &SEATS[..=WAYS.len()]),
        _ => ("strategy", "strategies", &WAYS[..]),
    };
    let what = format!("{wrong:?} is not a {kind} or a file; {kinds} are {} and T1 to T9", names.join(", "));
    let right = nearest(wrong, names.iter().copied());
    let refusal = Refusal::new(did_you_mean(&what, right));
    let Some(right) = right else { return refusal };
    let right = typed.iter().map(|name| if name == wrong { right } else { name });
    refusal.value(option, right.collect::<Vec<_>>().join(","))
}

fn never(tactic: Tactic) -> InvalidPlay {
    InvalidPlay::Passing(format!("{tactic} is a pass"), "never allows")
}
