//! Bold or safe: what each strategy is worth.

use super::super::decide::Decide;
use super::super::fail::Fail;
use super::super::memory::{Board, Position};
use super::super::odds::limited::Won;
use super::super::print::{self, SCHEMA};
use super::super::range::Numbers;
use super::super::remember::{Continue, Model, Remember, Solved, decision};
use super::super::table;
use super::super::watch::Watch;
use super::{DEFAULT, Format, number};
use chancetree::exact::{self, Rational};
use chancetree::games::memory::decisions::Objective;
use chancetree::games::memory::forgetting::{Play, Strategy};
use serde_json::{Value, json};

pub(super) fn run<G: Model>(
    board: &Board,
    decide: &Decide,
    remember: &Remember,
    after: Continue,
    format: Format,
    digits: u32,
    watch: &Watch,
) -> Result<(), Fail> {
    let to_win = decide.objective() == Objective::Win;
    if matches!(board.pairs(), Numbers::Several(_)) {
        return table::show::<G>(board, decide, remember, after, format, watch);
    }
    let position = board.only()?;
    let (strategies, tables, ties) = if to_win {
        if after == Continue::Pure {
            return Err(
                Fail::usage("--continue pure is for players who want pairs").help("--objective pairs")
            );
        }
        let won = Won::of(remember.game::<G>(&position, decide, DEFAULT)?, &position, watch)?;
        (won.strategies(), won.graph.node_count(), won.solution.ties)
    } else {
        let solved = Solved::of(remember.game::<G>(&position, decide, DEFAULT)?, watch)?;
        let strategies = strategies(&solved, &position, remember, after, watch)?;
        (strategies, solved.graph.node_count(), solved.solution.ties)
    };
    watch.clear();
    let forced = strategies.len() < 2;
    let value = strategies.iter().map(|(_, worth)| worth.clone()).max().unwrap_or_else(exact::zero);
    print::print(&match format {
        Format::Json => {
            let entry = |(strategy, worth): &(Strategy, Rational)| {
                json!({
                    "action": strategy.to_string(),
                    "members": [strategy.to_string()],
                    "value": number(worth, digits),
                    "difference": number(&(worth - &value), digits),
                    "best": *worth == value,
                })
            };
            let mut answer = json!({
                "schema": SCHEMA,
                "family": "memory",
                "parameters": remember.parameters_of(&position, decide, DEFAULT),
                "value": number(&value, digits),
                "actions": strategies.iter().map(entry).collect::<Value>(),
                "forced": forced,
                "decision": decision(&strategies),
                "states": tables,
                "ties": ties,
            });
            answer["parameters"]["continue"] = json!(if after == Continue::Pure { "pure" } else { "best" });
            format!("{answer:#}\n")
        }
        Format::Csv => {
            let header = ["action", "value", "value_exact", "difference", "best"];
            let mut text = print::csv(&header.map(str::to_owned));
            for (strategy, worth) in &strategies {
                text.push_str(&print::csv(&[
                    strategy.to_string(),
                    exact::decimal(worth, digits as usize),
                    exact::fraction(worth),
                    exact::decimal(&(worth - &value), digits as usize),
                    (*worth == value).to_string(),
                ]));
            }
            text
        }
        _ => {
            let unit = if to_win { "P(win) - P(loss)" } else { "pairs" };
            let mut rows = vec![["", "strategy", unit, "", "less than the best"].map(str::to_owned).to_vec()];
            for (strategy, worth) in &strategies {
                let fraction = exact::fraction(worth);
                rows.push(vec![
                    if *worth == value { "  *" } else { "" }.to_owned(),
                    strategy.to_string(),
                    exact::decimal(worth, digits as usize),
                    if fraction.len() > super::LONGEST { String::new() } else { fraction },
                    exact::decimal(&(&value - worth), digits as usize),
                ]);
            }
            format!(
                "{}\n{}; afterwards {}\n\n{}* best{}.\n{} tables, {} of them with a tie.\n",
                position.title_with("player", &format!("; {}", remember.title())),
                decide.title(DEFAULT),
                if after == Continue::Pure { "the same for ever, on both sides" } else { "best play" },
                print::aligned(&rows),
                if forced { "; bold is forced" } else { "" },
                tables,
                ties,
            )
        }
    })
}

/// What the strategies are worth at the start of a game.
pub(in crate::cli) fn strategies<G: Model>(
    solved: &Solved<G>,
    position: &Position,
    remember: &Remember,
    after: Continue,
    watch: &Watch,
) -> Result<Vec<(Strategy, Rational)>, Fail> {
    let start = solved.graph.start();
    let table = solved.graph.state(start);
    if !solved.game.decides(table) || after == Continue::Best && !solved.comes_back(start) {
        return Ok(solved.strategies(start));
    }
    let worth = |strategy| {
        let game = match after {
            Continue::Pure => G::build(remember, position, vec![Play::Always(strategy)])?,
            // Where play can come back, a strategy is one for every time.
            Continue::Best => solved.game.clone().fixed(table.clone(), strategy),
        };
        let solved = Solved::of(game, watch)?;
        Ok((strategy, solved.worth(solved.graph.start())[0].clone()))
    };
    let offered = solved.strategies(start).into_iter().map(|(strategy, _)| strategy);
    match after {
        Continue::Pure => [Strategy::Bold, Strategy::Safe].into_iter().map(worth).collect(),
        Continue::Best => offered.map(worth).collect(),
    }
}
