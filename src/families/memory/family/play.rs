//! The ways in which players of Memory play, and the game that follows from them.

use super::board::{ScoredBoard, refused};
use crate::family::{Given, Refusal, did_you_mean, nearest};
use crate::memory::decisions::{Decisions, Objective, Rules, Stalemate};
use crate::memory::forgetting::{Manner as Limited, Strategy};
use crate::memory::policy::{Play, Policy};
use crate::memory::tactic::Tactic;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The way each of the players plays.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct Decide {
    /// One way for all players, or one for each.
    play: Vec<String>,
    /// The policies of files that are named among the ways, by the name of the file: as people are told it, and its text.
    policies: BTreeMap<String, (String, String)>,
    /// The tactics that those may choose who play best.
    pub tactics: Option<Vec<Tactic>>,
    rules: Option<Rules>,
    /// The objective of those who play best.
    pub objective: Option<Objective>,
    stalemate: Option<Stalemate>,
}

/// Reads tactics between commas, of names such as `T5`, `bold` or `safe`.
pub(super) fn tactics(text: &str) -> Result<Vec<Tactic>, String> {
    text.split(',').map(tactic).collect()
}

fn tactic(text: &str) -> Result<Tactic, String> {
    match text {
        "bold" => Ok(Tactic::T6),
        "safe" => Ok(Tactic::T5),
        _ => named(text).ok_or_else(|| "a tactic is one of T1 to T9, bold (T6) or safe (T5)".to_owned()),
    }
}

/// Returns `true` if a name is no way to play, so that it may be that of a file with a policy.
pub fn may_be_file(name: &str) -> bool {
    !WAYS.contains(&name) && named(name).is_none()
}

/// The names of the tactics.
pub(super) const TACTICS: &[&str] = &["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9"];

/// The players of a game that a shell offers: a person, or a way to play.
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

/// The ways to play that a shell offers: all but the person.
pub const OFFERED: &[&str] = SEATS.split_at(1).1;

/// The ways to play that are words.
const WAYS: [&str; 6] = ["best", "robots", "bold", "safe", "parity", "zwick-paterson"];

/// The tactic of a name such as `T5`.
pub fn named(text: &str) -> Option<Tactic> {
    text.strip_prefix(['T', 't'])?.parse().ok().and_then(Tactic::of)
}

/// Refuses tactics where no player chooses among them; with `value` for `option` one would.
pub fn nobody_plays_best(option: &'static str, value: &str) -> Refusal {
    Refusal::new("--tactics is for those who play best, and nobody does").value(option, value)
}

/// The reason a name is not a way to play.
#[derive(Debug)]
pub enum InvalidPlay {
    /// The play passes, which the rules do not allow: its description, and the verb of the rules.
    Passing(String, &'static str),
    /// No play and no file has this name; perhaps a similar one does.
    Unknown {
        /// The message.
        what: String,
        /// The name.
        wrong: String,
        /// The similar name.
        right: Option<&'static str>,
    },
    /// The file of a policy cannot be used.
    File(Refusal),
}

impl From<Refusal> for InvalidPlay {
    fn from(refusal: Refusal) -> Self {
        Self::File(refusal)
    }
}

/// The play of all who are not told otherwise.
const ROBOTS: Play = Play::By(Policy::Always(Tactic::T6));

impl Decide {
    /// Reads what was asked for; players who are not told otherwise play like `default`.
    pub fn read(given: &Given, default: &str) -> Self {
        let play = given.names("play").map_or_else(|| vec![default.to_owned()], <[String]>::to_vec);
        let file = |name: &String| {
            let (shown, text) = given.file(name)?;
            Some((name.clone(), (shown.to_owned(), text.to_owned())))
        };
        Self {
            policies: play.iter().filter_map(file).collect(),
            play,
            tactics: given.text("tactics").and_then(|text| tactics(text).ok()),
            rules: given.word("rules").and_then(Rules::named),
            objective: given.word("objective").and_then(Objective::named),
            stalemate: given.word("stalemate").and_then(Stalemate::named),
        }
    }

    /// Returns the same with the policies of more files: as people are told them, and their texts, by name.
    pub fn with_policies(mut self, policies: BTreeMap<String, (String, String)>) -> Self {
        self.policies.extend(policies);
        self
    }

    /// Creates players who all play like this.
    pub fn playing(name: &str) -> Self {
        Self::default().with_play(name)
    }

    /// Returns the same rules and objective, with everybody playing like this.
    pub fn with_play(&self, name: &str) -> Self {
        Self { play: vec![name.to_owned()], ..self.clone() }
    }

    /// Returns the same choices, with this objective unless the players said what they want.
    pub fn wanting(&self, objective: Objective) -> Self {
        Self { objective: self.objective.or(Some(objective)), ..self.clone() }
    }

    /// Returns the same choices, but leaves out what players want and may choose if it changes nothing: nobody decides,
    /// and no file may say how.
    pub fn where_decided(&self) -> Self {
        let decides = |name: &String| name == "best" || self.policies.contains_key(name);
        match self.play.iter().any(decides) {
            true => self.clone(),
            false => Self { objective: None, stalemate: None, tactics: None, ..self.clone() },
        }
    }

    /// Returns `true` if it was said who may pass.
    pub fn has_rules(&self) -> bool {
        self.rules.is_some() || self.tactics.is_some() || self.stalemate.is_some()
    }

    /// Creates players, each of whom plays like this; those who play best want this.
    pub fn of(names: Vec<String>, objective: Objective, passing: bool) -> Self {
        let rules = passing.then_some(Rules::Tactical);
        Self { play: names, objective: Some(objective), rules, ..Self::default() }
    }

    /// Returns how each player plays, if nobody forgets.
    ///
    /// # Errors
    /// If that is no way to play.
    pub fn plays(&self) -> Result<Vec<Play>, InvalidPlay> {
        self.play.iter().map(|name| self.play(name)).collect()
    }

    /// Returns `true` if only robots play, so that nothing is decided.
    pub fn is_robots(&self) -> bool {
        self.play.iter().all(|name| name == "robots")
    }

    /// Returns `true` if all players play like this.
    pub fn all_play(&self, name: &str) -> bool {
        self.play.iter().all(|play| play == name)
    }

    /// Returns `true` if some players choose what is best for them.
    pub fn has_best(&self) -> bool {
        self.play.iter().any(|play| play == "best")
    }

    /// Refuses what would say nothing to robots.
    ///
    /// # Errors
    /// If something is said that only players who decide could heed.
    pub fn check_robots(&self) -> Result<(), Refusal> {
        let options = [
            ("--tactics", self.tactics.is_some()),
            ("--rules", self.rules.is_some()),
            ("--objective", self.objective.is_some()),
            ("--stalemate", self.stalemate.is_some()),
        ];
        match options.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                Err(Refusal::new(format!("{option} is for players who decide; robots do not"))
                    .value("play", "best"))
            }
            None => Ok(()),
        }
    }

    /// Returns when a player may pass.
    pub fn rules(&self) -> Rules {
        self.rules.unwrap_or_default()
    }

    /// Returns what the players want.
    pub fn objective(&self) -> Objective {
        self.objective.unwrap_or_default()
    }

    fn stalemate(&self) -> Result<Stalemate, Refusal> {
        if self.stalemate.is_some() && (self.objective() == Objective::Pairs || self.rules() == Rules::NoPass)
        {
            return Err(Refusal::new("--stalemate is for players who want to win and may pass")
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
                (None, None) => {
                    let what = format!(
                        "{name:?} is not a way to play, nor a file; ways are robots, best, bold, safe, parity, \
                         zwick-paterson and T1 to T9"
                    );
                    let right = nearest(name, WAYS);
                    let what = did_you_mean(&what, right);
                    return Err(InvalidPlay::Unknown { what, wrong: name.to_owned(), right });
                }
            },
        };
        Ok(Play::By(policy))
    }

    /// Describes invalid play in the options of commands that have `--play` and `--rules`.
    fn refusal(&self, invalid: InvalidPlay) -> Refusal {
        match invalid {
            InvalidPlay::Passing(what, verb) => {
                Refusal::new(format!("{what}, and --rules no-pass {verb} it")).help("--rules tactical")
            }
            InvalidPlay::Unknown { what, wrong, right: Some(right) } => {
                let each = self.play.iter().map(|name| if *name == wrong { right } else { name });
                Refusal::new(what).value("play", each.collect::<Vec<_>>().join(","))
            }
            InvalidPlay::Unknown { what, right: None, .. } => Refusal::new(what),
            InvalidPlay::File(refusal) => refusal,
        }
    }

    /// Returns the game on a board.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game(&self, position: &ScoredBoard) -> Result<Decisions, Refusal> {
        let plays = self.plays().map_err(|invalid| self.refusal(invalid))?;
        let mut tactics = Tactic::ALL.to_vec();
        if let Some(chosen) = &self.tactics {
            if !plays.contains(&Play::Best) {
                return Err(nobody_plays_best("play", "best"));
            }
            if self.rules() == Rules::NoPass && chosen.contains(&Tactic::T2) {
                return Err(self.refusal(never(Tactic::T2)));
            }
            tactics.clone_from(chosen);
            // Bold and safe players take what they know, and without a known card all are bold.
            if chosen.iter().all(|tactic| matches!(tactic, Tactic::T5 | Tactic::T6)) {
                tactics.push(Tactic::T1);
            }
        }
        let lead = match position.scores[..] {
            [first, second] => i32::from(first) - i32::from(second),
            _ => 0,
        };
        Decisions::new(position.game.clone())
            .plays(plays)
            .and_then(|game| game.rules(self.rules()))
            .map(|game| game.tactics(tactics))
            .map_err(|error| refused(&error))?
            .objective(self.objective(), self.stalemate()?, lead)
            .map_err(|error| refused(&error))
    }

    /// Returns how each seat plays where only bold and safe are defined.
    ///
    /// # Errors
    /// If that is no way to play there.
    pub fn strategies(&self) -> Result<Vec<Limited>, Refusal> {
        let foreign = [("--rules", self.rules() != Rules::NoPass), ("--stalemate", self.stalemate.is_some())];
        if let Some((option, _)) = foreign.into_iter().find(|(_, given)| *given) {
            return Err(Refusal::new(format!(
                "{option} means nothing with limited memory or singles: nobody passes there"
            ))
            .help(format!("leave out {option}")));
        }
        let mut best = Limited::Best;
        if let Some(tactics) = &self.tactics {
            if !self.play.iter().any(|name| name == "best") {
                return Err(nobody_plays_best("play", "best"));
            }
            let (bold, safe) = (tactics.contains(&Tactic::T6), tactics.contains(&Tactic::T5));
            if tactics.iter().any(|tactic| !matches!(tactic, Tactic::T5 | Tactic::T6)) {
                return Err(Refusal::new(
                    "with limited memory or singles the tactics are bold (T6) and safe (T5)",
                )
                .help("--tactics bold,safe"));
            }
            match (bold, safe) {
                (true, false) => best = Limited::Always(Strategy::Bold),
                (false, true) => best = Limited::Always(Strategy::Safe),
                _ => {}
            }
        }
        let play = |name: &String| match name.as_str() {
            "best" => Ok(best),
            "robots" | "bold" | "T6" => Ok(Limited::Always(Strategy::Bold)),
            "safe" | "T5" => Ok(Limited::Always(Strategy::Safe)),
            _ => Err(Refusal::new(format!(
                "{name:?} is no way to play with limited memory or singles; best, bold and safe are"
            ))
            .value("play", "best")),
        };
        self.play.iter().map(play).collect()
    }

    /// Returns the play as JSON and the titles repeat it.
    pub fn parameters(&self) -> Value {
        let mut parameters = json!({
            "play": self.play,
            "rules": self.rules().name(),
            "objective": self.objective().name(),
        });
        if let Some(tactics) = &self.tactics {
            parameters["tactics"] = tactics.iter().map(ToString::to_string).collect();
        }
        if self.objective() == Objective::Win && self.rules() != Rules::NoPass {
            parameters["stalemate"] = json!(self.stalemate.unwrap_or_default().name());
        }
        parameters
    }

    /// Describes the play in words.
    pub fn title(&self) -> String {
        self.title_with(self.objective().name())
    }

    /// Describes the play in words, with these words for the objective.
    pub fn title_with(&self, objective: &str) -> String {
        // A file by its name: where it lies is of no use to who reads the title.
        let named = |play: &String| match Path::new(play).file_name() {
            Some(file) => file.to_string_lossy().into_owned(),
            None => play.clone(),
        };
        let play = self.play.iter().map(named).collect::<Vec<_>>().join(", ");
        let mut title = format!("play: {play}; rules: {}; objective: {objective}", self.rules().name());
        if let Some(tactics) = &self.tactics {
            let names: Vec<_> = tactics.iter().map(ToString::to_string).collect();
            title.push_str(&format!("; tactics: {}", names.join(" ")));
        }
        if let Some(stalemate) = self.stalemate.filter(|&stalemate| stalemate != Stalemate::default()) {
            title.push_str(&format!("; stalemate: {}", stalemate.name()));
        }
        title
    }
}

fn never(tactic: Tactic) -> InvalidPlay {
    InvalidPlay::Passing(format!("{tactic} is a pass"), "never allows")
}
