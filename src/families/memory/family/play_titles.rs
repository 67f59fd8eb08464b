//! The words for the ways to play Memory: titles, legends, and parameters that JSON repeats.

use super::limited_memory::MemoryVariant;
use super::play::{PlaySettings, named};
use crate::memory::decisions::{Objective, Rules, Stalemate};
use serde_json::{Value, json};
use std::path::Path;

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
        ways.into_iter().chain([format!("{}{objective}", self.rules_legend())]).collect()
    }

    /// Returns the meanings of the rules and of the ways to play that are not among `listed` ways, in lines.
    pub fn legend_besides(&self, listed: &[&str], variant: MemoryVariant) -> Vec<String> {
        let others = self.play.iter().map(String::as_str).filter(|name| !listed.contains(name));
        ways_legend(others, variant).into_iter().chain([self.rules_legend()]).collect()
    }

    fn rules_legend(&self) -> String {
        let rules = match self.rules() {
            Rules::NoPass => "no-pass: no player may pass.",
            Rules::Tactical => "tactical: a player may pass by turning two known cards that do not match.",
            Rules::FreePass => "free-pass: a player may always pass.",
        };
        format!("Rules {rules}")
    }

    /// Describes the rules and the objective of best play, where robots play and best play is compared with them.
    pub fn title_of_best(&self) -> String {
        let title = self.title();
        let rules = title.split_once("; ").map_or("", |(_, rules)| rules);
        format!("for best play only: {rules}")
    }

    /// Describes the ways to play.
    pub fn title(&self) -> String {
        self.title_with(self.objective().name())
    }

    /// Describes the ways to play, with `objective` as the words for the objective.
    pub fn title_with(&self, objective: &str) -> String {
        // Only the base name of a file: its directory means nothing to readers of the title.
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
        takes_pairs |= ["robots", "bold", "safe", "parity"].contains(&name);
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
