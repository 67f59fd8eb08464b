//! Reads how the players of `memory` play, and makes the game that follows from it.

mod solved;

use super::fail::Fail;
use super::memory::{Position, refused};
use super::policy;
use crate::games::memory::decisions::{Decisions, Objective, Rules, Stalemate};
use crate::games::memory::limited::{Play as Limited, Strategy};
use crate::games::memory::policy::{Play, Policy};
use crate::games::memory::tactic::Tactic;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::Path;

pub(crate) use solved::{Solved, in_pairs, work};

/// How the players play.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Play")]
pub(crate) struct Decide {
    /// robots, best, bold, safe, parity, T1 to T9, or a file
    ///
    /// One way for all players, or one for each: robots, best, bold, safe,
    /// parity, zwick-paterson, a tactic T1 to T9, or a file that best --save
    /// wrote. All but best and files take a known pair first (T1) and play
    /// bold (T6) where the cards do not allow what they would play.
    /// [default: robots; of best: best]
    #[arg(long, value_name = "P1,P2,...", value_delimiter = ',')]
    play: Option<Vec<String>>,
    /// Tactics that best may choose [default: all]
    #[arg(long, value_name = "T1,T5,...", value_delimiter = ',', value_parser = tactics, hide_short_help = true)]
    tactics: Option<Vec<Tactic>>,
    /// When a player may pass [default: no-pass]
    ///
    /// A pass that is answered by a pass ends the game, as passing for ever
    /// would.
    #[arg(long, value_enum)]
    rules: Option<RulesName>,
    /// What the players want [default: pairs]
    #[arg(long, value_enum)]
    objective: Option<ObjectiveName>,
    /// What passing for ever is to players who want to win. A pass (T2) is
    /// worth no more than this against best play, for the other may pass,
    /// too, and so end the game [default: draw]
    #[arg(long, value_enum, hide_short_help = true)]
    stalemate: Option<StalemateName>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RulesName {
    /// Never
    NoPass,
    /// With two known cards that do not match (T2)
    Tactical,
    /// Always
    FreePass,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ObjectiveName {
    /// As many pairs as possible
    Pairs,
    /// To win
    Win,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StalemateName {
    /// Nobody wins
    Draw,
    /// Who leads wins
    Score,
}

/// The tactics of names such as `T5`, `bold` or `safe`.
fn tactics(text: &str) -> Result<Tactic, String> {
    match text {
        "bold" => Ok(Tactic::T6),
        "safe" => Ok(Tactic::T5),
        _ => named(text).ok_or_else(|| "a tactic is one of T1 to T9, bold (T6) or safe (T5)".to_owned()),
    }
}

/// The tactic of a name such as `T5`.
pub(crate) fn named(text: &str) -> Option<Tactic> {
    text.strip_prefix(['T', 't'])?.parse().ok().and_then(Tactic::of)
}

/// Refuses tactics where nobody chooses among them; `help` is how somebody would.
pub(crate) fn nobody_plays_best(help: &str) -> Fail {
    Fail::usage("--tactics is for those who play best, and nobody does").help(help)
}

/// The play of all who are not told otherwise.
const ROBOTS: Play = Play::By(Policy::Always(Tactic::T6));

impl Decide {
    /// Everybody plays like this.
    pub(crate) fn playing(name: &str) -> Self {
        Self { play: Some(vec![name.to_owned()]), ..Self::default() }
    }

    /// Returns the same rules and objective, with everybody playing like this.
    pub(crate) fn with_play(&self, name: &str) -> Self {
        Self { play: Some(vec![name.to_owned()]), ..self.clone() }
    }

    /// Returns the same choices, with this objective unless the players said what they want.
    pub(crate) fn wanting(&self, objective: ObjectiveName) -> Self {
        Self { objective: self.objective.or(Some(objective)), ..self.clone() }
    }

    /// Returns the same choices, but leaves out what players want and may choose if it changes nothing: nobody decides,
    /// and no file may say how.
    pub(crate) fn unless_fixed(&self) -> Self {
        let decides = |name: &String| name == "best" || Path::new(name).exists();
        match self.play.iter().flatten().any(decides) {
            true => self.clone(),
            false => Self { objective: None, stalemate: None, tactics: None, ..self.clone() },
        }
    }

    /// Returns `true` if it was said how to play.
    pub(crate) fn is_given(&self) -> bool {
        self.play.is_some()
    }

    /// Returns `true` if it was said what those who decide may choose.
    pub(crate) fn has_tactics(&self) -> bool {
        self.tactics.is_some()
    }

    /// Returns `true` if it was said what the players want.
    pub(crate) fn has_objective(&self) -> bool {
        self.objective.is_some()
    }

    /// Returns `true` if it was said who may pass.
    pub(crate) fn has_rules(&self) -> bool {
        self.rules.is_some() || self.tactics.is_some() || self.stalemate.is_some()
    }

    /// Each player plays like this, and those who play best want this.
    pub(crate) fn of(names: Vec<String>, objective: ObjectiveName, passing: bool) -> Self {
        let rules = passing.then_some(RulesName::Tactical);
        Self { play: Some(names), objective: Some(objective), rules, ..Self::default() }
    }

    /// Returns how each player plays, if nobody forgets.
    pub(crate) fn plays(&self) -> Result<Vec<Play>, Fail> {
        self.play.iter().flatten().map(|name| self.play(name)).collect()
    }

    /// Returns `true` if only robots play, so that nothing is decided.
    pub(crate) fn is_robots(&self) -> bool {
        self.play.iter().flatten().all(|name| name == "robots")
    }

    /// Refuses what would say nothing to robots.
    pub(crate) fn check_robots(&self) -> Result<(), Fail> {
        let options = [
            ("--tactics", self.tactics.is_some()),
            ("--rules", self.rules.is_some()),
            ("--objective", self.objective.is_some()),
            ("--stalemate", self.stalemate.is_some()),
        ];
        match options.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => {
                Err(Fail::usage(format!("{option} is for players who decide; robots do not"))
                    .help("--play best"))
            }
            None => Ok(()),
        }
    }

    fn rules(&self) -> Rules {
        match self.rules {
            None | Some(RulesName::NoPass) => Rules::NoPass,
            Some(RulesName::Tactical) => Rules::Tactical,
            Some(RulesName::FreePass) => Rules::FreePass,
        }
    }

    pub(crate) fn objective(&self) -> Objective {
        match self.objective {
            None | Some(ObjectiveName::Pairs) => Objective::Pairs,
            Some(ObjectiveName::Win) => Objective::Win,
        }
    }

    fn stalemate(&self) -> Result<Stalemate, Fail> {
        if self.stalemate.is_some() && (self.objective() == Objective::Pairs || self.rules() == Rules::NoPass)
        {
            return Err(Fail::usage("--stalemate is for players who want to win and may pass")
                .help("--objective win --rules tactical"));
        }
        Ok(if self.stalemate == Some(StalemateName::Score) { Stalemate::Score } else { Stalemate::Draw })
    }

    fn play(&self, name: &str) -> Result<Play, Fail> {
        let policy = match name {
            "best" => return Ok(Play::Best),
            "robots" | "bold" => return Ok(ROBOTS),
            "safe" => Policy::Always(Tactic::T5),
            "parity" => Policy::Parity,
            "zwick-paterson" if self.rules() == Rules::NoPass => {
                return Err(Fail::usage(
                    "the rule of Zwick & Paterson passes, and --rules no-pass forbids it",
                )
                .help("--rules tactical"));
            }
            "zwick-paterson" => Policy::ZwickPaterson,
            _ => match named(name) {
                Some(Tactic::T2) if self.rules() == Rules::NoPass => return Err(never(Tactic::T2)),
                Some(tactic) => Policy::Always(tactic),
                None if Path::new(name).exists() => {
                    policy::load(Path::new(name), self.objective(), self.rules())?
                }
                None => {
                    return Err(Fail::usage(format!(
                        "{name:?} is not a way to play, nor a file; ways are robots, best, bold, safe, parity, \
                         zwick-paterson and T1 to T9"
                    )));
                }
            },
        };
        Ok(Play::By(policy))
    }

    /// The game on a board; `default` is played by those who are not told otherwise.
    pub(crate) fn game(&self, position: &Position, default: &str) -> Result<Decisions, Fail> {
        let names = self.play.clone().unwrap_or_else(|| vec![default.to_owned()]);
        let plays = names.iter().map(|name| self.play(name)).collect::<Result<Vec<_>, _>>()?;
        let mut tactics = Tactic::ALL.to_vec();
        if let Some(chosen) = &self.tactics {
            if !plays.contains(&Play::Best) {
                return Err(nobody_plays_best("--play best"));
            }
            if self.rules() == Rules::NoPass && chosen.contains(&Tactic::T2) {
                return Err(never(Tactic::T2));
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

    /// Refuses to play to win where only pairs are asked for.
    pub(crate) fn only_pairs(&self) -> Result<(), Fail> {
        match self.objective() {
            Objective::Pairs => Ok(()),
            Objective::Win => Err(Fail::usage(
                "with limited memory or singles, playing to win is for odds and fair, and for best on one board: it depends on the score",
            )
            .help("--objective pairs")),
        }
    }

    /// Returns how each seat plays where only bold and safe are defined.
    pub(crate) fn strategies(&self, default: &str) -> Result<Vec<Limited>, Fail> {
        let foreign = [("--rules", self.rules() != Rules::NoPass), ("--stalemate", self.stalemate.is_some())];
        if let Some((option, _)) = foreign.into_iter().find(|(_, given)| *given) {
            return Err(Fail::usage(format!(
                "{option} means nothing with limited memory or singles: nobody passes there"
            ))
            .help(format!("leave out {option}")));
        }
        let mut best = Limited::Best;
        if let Some(tactics) = &self.tactics {
            let (bold, safe) = (tactics.contains(&Tactic::T6), tactics.contains(&Tactic::T5));
            if tactics.iter().any(|tactic| !matches!(tactic, Tactic::T5 | Tactic::T6)) {
                return Err(Fail::usage(
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
        let names = self.play.clone().unwrap_or_else(|| vec![default.to_owned()]);
        let play = |name: &String| match name.as_str() {
            "best" => Ok(best),
            "robots" | "bold" | "T6" => Ok(Limited::Always(Strategy::Bold)),
            "safe" | "T5" => Ok(Limited::Always(Strategy::Safe)),
            _ => Err(Fail::usage(format!(
                "{name:?} is no way to play with limited memory or singles; best, bold and safe are"
            ))
            .help("--play best")),
        };
        names.iter().map(play).collect()
    }

    /// Returns the play as JSON and the titles repeat it.
    pub(crate) fn parameters(&self, default: &str) -> Value {
        let name = |value: &dyn ToString| json!(value.to_string());
        let mut parameters = json!({
            "play": self.play.clone().unwrap_or_else(|| vec![default.to_owned()]),
            "rules": name(&self.rules_name()),
            "objective": name(&self.objective_name()),
        });
        if let Some(tactics) = &self.tactics {
            parameters["tactics"] = tactics.iter().map(ToString::to_string).collect();
        }
        if self.objective() == Objective::Win && self.rules() != Rules::NoPass {
            let score = self.stalemate == Some(StalemateName::Score);
            parameters["stalemate"] = json!(if score { "score" } else { "draw" });
        }
        parameters
    }

    /// The rules by name.
    pub(crate) fn rules_name(&self) -> &'static str {
        match self.rules() {
            Rules::NoPass => "no-pass",
            Rules::Tactical => "tactical",
            Rules::FreePass => "free-pass",
        }
    }

    /// Returns the name of the objective.
    pub(crate) fn objective_name(&self) -> &'static str {
        match self.objective() {
            Objective::Pairs => "pairs",
            Objective::Win => "win",
        }
    }

    /// Describes the play in words.
    pub(crate) fn title(&self, default: &str) -> String {
        // A file by its name: where it lies is of no use to who reads the title.
        let named = |play: &String| match Path::new(play).file_name() {
            Some(file) => file.to_string_lossy().into_owned(),
            None => play.clone(),
        };
        let play = match &self.play {
            Some(names) => names.iter().map(named).collect::<Vec<_>>().join(", "),
            None => default.to_owned(),
        };
        let mut title =
            format!("play: {play}; rules: {}; objective: {}", self.rules_name(), self.objective_name());
        if let Some(tactics) = &self.tactics {
            let names: Vec<_> = tactics.iter().map(ToString::to_string).collect();
            title.push_str(&format!("; tactics: {}", names.join(" ")));
        }
        title
    }
}

fn never(tactic: Tactic) -> Fail {
    Fail::usage(format!("{tactic} is a pass, and --rules no-pass never allows it")).help("--rules tactical")
}
