//! Questions that the studies of Memory's tactics leave open: where playing to win and playing for pairs
//! differ, and what a robot loses.

use super::solved::{SolvedDecisions, at, fresh};
use super::{LawAnswers, joined};
use crate::exact::ratio;
use crate::games::memory::PairCounts;
use crate::games::memory::decisions::{Objective, Position, Stalemate};
use crate::games::memory::policy::{Play, Policy};
use crate::games::memory::tactic::Tactic;
use crate::model::{Error, order};
use std::collections::HashMap;

/// The number of pairs up to which all positions are compared.
const DIFFER: u16 = 12;

pub(super) fn laws(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let job = answers.job;
    job.pass(0.0, 0.5, || differing(answers))?;
    job.pass(0.5, 1.0, || robots(answers))
}

/// Returns a table in Gerez's notation: <k,B,P>.
fn gerez_notation(table: PairCounts) -> String {
    let [cards, paired] = [table.pairs(), table.known].map(|pairs| 2 * u32::from(pairs));
    format!("<{cards},{},{paired}>", paired + u32::from(table.half))
}

/// Returns the best tactics of every position without a pass.
fn best(solved: &SolvedDecisions) -> HashMap<Position, Vec<Tactic>> {
    solved.positions().map(|position| (*position, solved.all_best(position))).collect()
}

fn differing(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    let job = answers.job;
    let pairs_best = best(&job.pass(0.0, 0.2, || SolvedDecisions::taking(&fresh(DIFFER), job))?);
    for pairs in 1..=DIFFER {
        let game = fresh(pairs).with_objective(Objective::Win, Stalemate::Draw, 0).expect("two players");
        let share = |pairs: u16| 0.2 + 0.8 * f64::from(pairs) / f64::from(DIFFER);
        let solved = job.pass(share(pairs - 1), share(pairs), || SolvedDecisions::new(&game, job))?;
        let mut differ: Vec<(Position, String)> = Vec::new();
        for (position, wins) in best(&solved) {
            // Once the game is decided, every tactic is best.
            if wins.len() < 2 && position.lead.unsigned_abs() > u32::from(position.table.pairs()) {
                continue;
            }
            let gains = pairs_best.get(&Position { lead: 0, ..position });
            if let Some(gains) = gains.filter(|gains| gains.iter().all(|tactic| !wins.contains(tactic))) {
                let text = format!(
                    "{} {:+}: to win {}, to gain {}",
                    gerez_notation(position.table),
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
        answers.add("differing", format!("{pairs} pairs"), text);
    }
    Ok(())
}

/// Computes how much less than half of the pairs a robot takes, averaged over playing first and second.
fn robots(answers: &mut LawAnswers<'_>) -> Result<(), Error> {
    for entry in answers.table.part("robots").entries.iter().filter(|entry| entry.command.is_empty()) {
        let pairs: u16 = entry
            .place
            .split(' ')
            .next()
            .and_then(|n| n.parse().ok())
            .expect("the place begins with the number of pairs");
        let robots = || Play::By(Policy::Always(Tactic::T6));
        let expects = |plays: Vec<Play>, seat: usize| {
            let solved = SolvedDecisions::new(
                &fresh(pairs).plays(plays).expect("there is a play for each player"),
                answers.job,
            )?;
            Ok::<_, Error>(solved.worth_at(&at(pairs, 0)).swap_remove(seat))
        };
        let [first, second] =
            [expects(vec![robots(), Play::Best], 0)?, expects(vec![Play::Best, robots()], 1)?];
        answers.add("robots", &*entry.place, ratio(1, 2) * (ratio(pairs, 1) - first - second));
    }
    Ok(())
}
