//! What the studies of Memory's tactics leave open.

use super::solved::fresh;
use super::{Row, Section, Study};
use crate::cli::decide::{Solved, letters};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::evaluate::solve::solve;
use chancetree::exact::{self, Rational, ratio};
use chancetree::game::Seat;
use chancetree::games::memory::decisions::{Decisions, Objective, Position, Rules, Stalemate, Turn};
use chancetree::games::memory::policy::{Play, Policy};
use chancetree::games::memory::tactic::Tactic;
use chancetree::payoff::Payoff;
use std::collections::HashMap;

/// The boards that are sold: 16, 36, 64 and 72 cards.
const BOARDS: [u16; 4] = [8, 18, 32, 36];

/// Boards on which every position is asked whether winning and gaining differ.
const DIFFER: u16 = 12;

pub(super) fn study(watch: &Watch) -> Result<Study, Fail> {
    Ok(Study {
        name: "beyond",
        title: "What Gerez (1983), Zwick & Paterson (1993) and Alfthan (2007) leave open",
        sections: vec![winning(watch)?, differing(watch)?, beginning(watch)?, robots(watch)?],
    })
}

fn to_win(pairs: u16) -> Decisions {
    fresh(pairs).objective(Objective::Win, Stalemate::Draw, 0).expect("two players")
}

/// 1 to the seat that wins.
struct Wins;

impl Payoff<Decisions> for Wins {
    fn event(&self, _: &Decisions, _: Turn) -> i64 {
        0
    }

    fn end(&self, game: &Decisions, position: &Position, seat: Seat) -> i64 {
        i64::from(game.winner(position) == Some(seat))
    }
}

fn winning(watch: &Watch) -> Result<Section, Fail> {
    let mut rows = Vec::new();
    for pairs in BOARDS {
        let solved = Solved::of(to_win(pairs), watch)?;
        let item = |what: &str| format!("{pairs} pairs, {what}");
        let value = solved.worth(solved.graph.start())[0].clone();
        rows.push(Row::answer(item("P(first wins) - P(second wins)"), value));
        let explain = |error| watch.explain(error);
        let induced = solved.solution.induced(&solved.graph, &watch.run()).map_err(explain)?;
        let wins = solve(&solved.game, &induced, &Wins, &watch.run()).map_err(explain)?;
        let wins = wins.value(induced.start());
        let draw = exact::one() - wins.iter().sum::<Rational>();
        for (what, value) in [("P(first wins)", &wins[0]), ("P(second wins)", &wins[1]), ("P(draw)", &draw)] {
            rows.push(Row::answer(item(what), value.clone()));
        }
    }
    Ok(Section::list("winning", "Both play to win, nobody passes, ties to the first tactic", rows))
}

/// The best tactics in every position that nobody has passed in.
fn best(solved: &Solved) -> HashMap<Position, Vec<Tactic>> {
    let nodes = 0..solved.graph.node_count();
    let entry = |node: usize| {
        let value = &solved.worth(node)[0];
        let actions = solved.actions(node).into_iter();
        let best = actions.filter(|(_, worth)| worth == value).map(|(tactic, _)| tactic).collect();
        (*solved.graph.state(node), best)
    };
    nodes.filter(|&node| !solved.graph.is_end(node)).map(entry).collect()
}

fn differing(watch: &Watch) -> Result<Section, Fail> {
    let pairs_best = best(&Solved::of(fresh(DIFFER), watch)?);
    let mut rows = Vec::new();
    for pairs in 1..=DIFFER {
        let solved = Solved::of(to_win(pairs), watch)?;
        let mut differ: Vec<(Position, String)> = Vec::new();
        for (position, wins) in best(&solved) {
            // Where nothing is at stake any more, everything is best.
            if wins.len() < 2 && position.lead.unsigned_abs() > u32::from(position.table.pairs()) {
                continue;
            }
            let gains = pairs_best.get(&Position { lead: 0, ..position });
            if let Some(gains) = gains.filter(|gains| gains.iter().all(|tactic| !wins.contains(tactic))) {
                let names = |tactics: &[Tactic]| {
                    tactics.iter().map(ToString::to_string).collect::<Vec<_>>().join("=")
                };
                let text = format!(
                    "{} {:+}: to win {}, to gain {}",
                    letters(position.table),
                    position.lead,
                    names(&wins),
                    names(gains)
                );
                differ.push((position, text));
            }
        }
        differ.sort_by_key(|(position, _)| (position.table.pairs(), position.table, position.lead));
        let text = match differ.first() {
            None => "nowhere".to_owned(),
            Some((_, first)) => format!("in {}, as in {first}", differ.len()),
        };
        rows.push(Row::answer(format!("{pairs} pairs"), text));
    }
    let title = "Positions <k,B,P> and lead in which no tactic is best both to win and to gain";
    Ok(Section::list("differing", title, rows))
}

fn beginning(watch: &Watch) -> Result<Section, Fail> {
    let mut rows = Vec::new();
    for (rules, name) in [(Rules::NoPass, "no passing"), (Rules::Tactical, "passing")] {
        let solved = Solved::of(fresh(101).rules(rules).expect("two players"), watch)?;
        let places: HashMap<Position, usize> =
            (0..solved.graph.node_count()).map(|node| (*solved.graph.state(node), node)).collect();
        for pairs in [20, 21, 50, 51, 98, 99] {
            let node = places[&super::solved::at(pairs, 0)];
            let worth = solved.worth(node);
            let lead = &worth[0] - &worth[1];
            let limit = if pairs % 2 == 0 {
                ratio(-1, 4 * i64::from(pairs) - 2)
            } else {
                ratio(1, 4 * i64::from(pairs) + 2)
            };
            rows.push(Row::answer(format!("{pairs} pairs, {name}, lead"), lead.clone()));
            rows.push(Row::answer(
                format!("{pairs} pairs, {name}, lead over its limit with passing"),
                lead / limit,
            ));
        }
    }
    let title =
        "What it is worth to begin, in pairs more than the second; the limit is -1/(4n-2) or 1/(4n+2)";
    Ok(Section::list("beginning", title, rows))
}

fn robots(watch: &Watch) -> Result<Section, Fail> {
    let robots = || Play::By(Policy::Always(Tactic::T6));
    let mut rows = Vec::new();
    for pairs in BOARDS {
        let gain = |plays: Vec<Play>| {
            let game = fresh(pairs).plays(plays).expect("one for each");
            let solved = Solved::of(game, watch)?;
            Ok::<_, Fail>(solved.worth(solved.graph.start()))
        };
        let both = gain(vec![robots()])?;
        let first = gain(vec![robots(), Play::Best])?;
        let second = gain(vec![Play::Best, robots()])?;
        let fair = ratio(1, 2) * (&both[0] + &both[1]);
        let item = |what: &str| format!("{pairs} pairs, {what}");
        rows.push(Row::answer(item("a robot that begins expects"), first[0].clone()));
        rows.push(Row::answer(item("a robot that is second expects"), second[1].clone()));
        let lost = fair - ratio(1, 2) * (&first[0] + &second[1]);
        rows.push(Row::answer(item("it loses, on the mean of both, pairs"), lost));
    }
    Ok(Section::list(
        "robots",
        "What a robot (always T6) loses against the one who plays best against it",
        rows,
    ))
}
