//! Questions that the studies of Memory's tactics leave open: where winning and gaining differ, and what a robot loses.

use super::solved::{SolvedDecisions, at, fresh};
use super::{Facts, joined};
use crate::exact::ratio;
use crate::games::memory::PairCounts;
use crate::games::memory::decisions::{Objective, Position, Stalemate};
use crate::games::memory::policy::{Play, Policy};
use crate::games::memory::tactic::Tactic;
use crate::model::{Error, order};
use std::collections::HashMap;

/// Boards on which every position is asked whether winning and gaining differ.
const DIFFER: u16 = 12;

pub(super) fn laws(facts: &mut Facts<'_>) -> Result<(), Error> {
    differing(facts)?;
    robots(facts)
}

/// A table in Gerez's letters: <k,B,P>.
fn letters(table: PairCounts) -> String {
    let [cards, paired] = [table.pairs(), table.known].map(|pairs| 2 * u32::from(pairs));
    format!("<{cards},{},{paired}>", paired + u32::from(table.half))
}

/// The best tactics in every position that nobody has passed in.
fn best(solved: &SolvedDecisions) -> HashMap<Position, Vec<Tactic>> {
    solved.positions().map(|position| (*position, solved.all_best(position))).collect()
}

fn differing(facts: &mut Facts<'_>) -> Result<(), Error> {
    let pairs_best = best(&SolvedDecisions::taking(&fresh(DIFFER), facts.job)?);
    for pairs in 1..=DIFFER {
        let game = fresh(pairs).objective(Objective::Win, Stalemate::Draw, 0).expect("two players");
        let solved = SolvedDecisions::new(&game, facts.job)?;
        let mut differ: Vec<(Position, String)> = Vec::new();
        for (position, wins) in best(&solved) {
            // When nothing is at stake any more, everything is best.
            if wins.len() < 2 && position.lead.unsigned_abs() > u32::from(position.table.pairs()) {
                continue;
            }
            let gains = pairs_best.get(&Position { lead: 0, ..position });
            if let Some(gains) = gains.filter(|gains| gains.iter().all(|tactic| !wins.contains(tactic))) {
                let text = format!(
                    "{} {:+}: to win {}, to gain {}",
                    letters(position.table),
                    position.lead,
                    joined(&wins, "="),
                    joined(gains, "=")
                );
                differ.push((position, text));
            }
        }
        let key = |position: &Position| (position.table.pairs(), position.table, position.lead);
        order::sort(&mut differ, |(one, _), (other, _)| key(one).cmp(&key(other)));
        let text = match differ.first() {
            None => "nowhere".to_owned(),
            Some((_, first)) => format!("in {}, as in {first}", differ.len()),
        };
        facts.put("differing", format!("{pairs} pairs"), text);
    }
    Ok(())
}

/// Computes what a robot gets less, on the mean of beginning and being second, than half of what is on the table.
fn robots(facts: &mut Facts<'_>) -> Result<(), Error> {
    for entry in facts.table.part("robots").entries.iter().filter(|entry| entry.question.is_empty()) {
        let pairs: u16 = entry.place.split(' ').next().and_then(|n| n.parse().ok()).expect("pairs are named");
        let robots = || Play::By(Policy::Always(Tactic::T6));
        let expects = |plays: Vec<Play>, seat: usize| {
            let solved = SolvedDecisions::new(&fresh(pairs).plays(plays).expect("one for each"), facts.job)?;
            Ok::<_, Error>(solved.worth_at(&at(pairs, 0)).swap_remove(seat))
        };
        let [first, second] =
            [expects(vec![robots(), Play::Best], 0)?, expects(vec![Play::Best, robots()], 1)?];
        facts.put("robots", &*entry.place, ratio(1, 2) * (ratio(pairs, 1) - first - second));
    }
    Ok(())
}
