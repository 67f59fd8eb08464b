//! The words for the ways to play Memory: titles, legends, and parameters that JSON repeats.

use super::limited_memory::MemoryVariant;
use super::play::{PlaySettings, named};
use crate::memory::decisions::{Objective, Rules, Stalemate};
use serde_json::{Value, json};
use std::path::Path;

/// The ways to play that always turn a new card or take a pair.
const NEVER_PASS: [&str; 4] = ["robots", "bold", "safe", "parity"];

impl PlaySettings {
    /// Returns the ways to play that JSON and titles repeat.
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

    /// Returns the meanings of the words in [`title`](Self::title), in lines.
    pub fn legend(&self, variant: MemoryVariant) -> Vec<String> {
        let ways = ways_legend(self.play.iter().map(String::as_str), variant);
        let objective = match self.objective() {
            _ if !self.has_best() => "",
            Objective::Win => " Objective win: P(win) - P(loss) as great as possible.",
            Objective::Pairs => " Objective pairs: as many pairs as possible.",
        };
        ways.into_iter().chain(self.rules_legend().map(|rules| format!("{rules}{objective}"))).collect()
    }

    /// Returns the meanings of the rules and of the ways to play that are not among `listed` ways, in lines.
    pub fn legend_besides(&self, listed: &[&str], variant: MemoryVariant) -> Vec<String> {
        let others = self.play.iter().map(String::as_str).filter(|name| !listed.contains(name));
        ways_legend(others, variant).into_iter().chain(self.rules_legend()).collect()
    }

    /// Returns `true` if a player could pass, so that the rules of passing matter.
    fn may_pass(&self) -> bool {
        self.play.iter().any(|name| !NEVER_PASS.contains(&name.as_str()))
    }

    fn rules_legend(&self) -> Option<String> {
        let rules = match self.rules() {
            _ if !self.may_pass() => return None,
            Rules::NoPass => "no-pass: no player may pass.",
            Rules::Tactical => "tactical: a player may pass by turning two known cards that do not match.",
            Rules::FreePass => "free-pass: a player may always pass.",
        };
        Some(format!("Rules {rules}"))
    }

    /// Describes the rules and the objective of best play, where robots play and best play is compared with them.
    pub fn title_of_best(&self) -> String {
        format!("for best play only: {}", self.conditions((true, true), self.objective().name()).join("; "))
    }

    /// Describes the ways to play, the rules and the objective, where a player decides in one turn at least.
    pub fn title_of_decisions(&self) -> String {
        let conditions = self.conditions((true, true), self.objective().name());
        [self.ways()].into_iter().chain(conditions).collect::<Vec<_>>().join("; ")
    }

    /// Describes the ways to play, with the rules and the objective if they matter.
    pub fn title(&self) -> String {
        self.title_with(self.objective().name())
    }

    /// Describes the ways to play as [`title`](Self::title), with `objective` as the words for the objective.
    pub fn title_with(&self, objective: &str) -> String {
        let conditions = self.conditions((self.may_pass(), self.has_best()), objective);
        [self.ways()].into_iter().chain(conditions).collect::<Vec<_>>().join("; ")
    }

    /// Returns the names of the ways to play.
    fn ways(&self) -> String {
        // Only the base name of a file: its directory means nothing to readers of the title.
        let named = |play: &String| match Path::new(play).file_name() {
            Some(file) => file.to_string_lossy().into_owned(),
            None => play.clone(),
        };
        format!("play: {}", self.play.iter().map(named).collect::<Vec<_>>().join(", "))
    }

    /// Describes the rules, if a player may pass, and the objective and the tactics, if a player decides.
    fn conditions(&self, (may_pass, decides): (bool, bool), objective: &str) -> Vec<String> {
        let rules = may_pass.then(|| format!("rules: {}", self.rules().name()));
        let objective = decides.then(|| format!("objective: {objective}"));
        let tactics = self.tactics.as_ref().map(|tactics| {
            let names: Vec<_> = tactics.iter().map(ToString::to_string).collect();
            format!("tactics: {}", names.join(" "))
        });
        let stalemate = self.stalemate.filter(|&stalemate| stalemate != Stalemate::default());
        let stalemate = stalemate.map(|stalemate| format!("stalemate: {}", stalemate.name()));
        [rules, objective, tactics, stalemate].into_iter().flatten().collect()
    }
}

/// Returns the meanings of ways to play in one line, without repetitions. Returns `None` if no way has a known meaning.
pub fn ways_legend<'a>(names: impl Iterator<Item = &'a str>, variant: MemoryVariant) -> Option<String> {
    let (mut parts, mut takes_pairs, mut has_best): (Vec<String>, _, _) = (Vec::new(), false, false);
    for name in names {
        let means = match name {
            "robots" | "bold" => "two new cards",
            "safe" => "one new card, then a known one",
            "parity" => "as bold if the number of unknown pairs is odd, else as safe",
            "zwick-paterson" => "the rule of Zwick & Paterson (1993)",
            "best" if variant != MemoryVariant::Perfect => "two new cards or one, whichever is better",
            "best" => "the best of all ways to turn two cards",
            _ => match named(name) {
                Some(tactic) => tactic.meaning(),
                None => continue,
            },
        };
        has_best |= name == "best";
        takes_pairs |= NEVER_PASS.contains(&name);
        let part = format!("{name}: {means}");
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    let pairs = match (takes_pairs, has_best) {
        (false, _) => "",
        (true, true) if variant == MemoryVariant::Perfect => {
            " All but best always take a known pair, and the known mate of a new card."
        }
        (true, _) => " A known pair is taken first, and the known mate of a new card.",
    };
    let single = match variant {
        MemoryVariant::Perfect | MemoryVariant::Limited => "",
        MemoryVariant::Singles => " After a single, a known card is turned, if there is one.",
    };
    (!parts.is_empty()).then(|| format!("{}.{pairs}{single}", parts.join("; ")))
}
