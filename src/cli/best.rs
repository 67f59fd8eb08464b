//! `best`: what every action is worth, and the table of best tactics.

pub(super) mod limited;
mod mines;
mod solitaire;
mod table;

use super::decide::{Decide, Solved};
use super::fail::Fail;
use super::memory::{Board, Position};
use super::policy;
use super::print::{self, SCHEMA};
use super::range::{Numbers, whole};
use super::remember::{Continue, Remember};
use super::table::Format;
use super::target::Target;
use super::watch::{Several, Watch};
use crate::exact::{self, Rational, ratio};
use crate::games::memory::decisions::Objective;
use crate::games::memory::limited::Limited;
use crate::games::memory::tactic::Tactic;
use crate::games::memory::unequal::Unequal;
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Best play: what every action is worth, or the table of best tactics.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree best memory --pairs 8\n  chancetree best memory --help"
)]
pub(crate) struct Best {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Memory as a game of decisions (Gerez 1983)
    ///
    /// Every tactic that the cards and the rules allow, what it is worth to
    /// the mover (the pairs he may still expect; to win, P(win) - P(loss)) and
    /// how much it falls short of the best. Of a range of boards, the table of
    /// best tactics by pairs and known singles.
    ///
    /// With --memory or --singles the mover is bold or safe. What is best is
    /// judged by playing a strategy once, with best play afterwards. Where play
    /// can come back to this table, there is also what it is worth to play it
    /// whenever that happens (Sjölund & Åstrand).
    #[command(after_help = "\
Examples:
  chancetree best memory --pairs 8
  chancetree best memory --pairs 4 --unknown 3 --memory 3
  chancetree best memory --position 16,3,2 --rules tactical
  chancetree best memory --pairs 1..=20 --format svg > best.svg
  chancetree best memory --pairs 18 --objective win --save winner.json")]
    Memory {
        #[command(flatten)]
        board: Board,
        #[command(flatten)]
        decide: Decide,
        #[command(flatten)]
        remember: Remember,
        /// How play goes on after a bold or safe turn
        #[arg(long = "continue", value_enum, default_value_t = Continue::Best, help_heading = "Play")]
        after: Continue,
        /// Write the policy into a file, for --play
        #[arg(long, value_name = "FILE", help_heading = "Output")]
        save: Option<PathBuf>,
        /// Overwrite the file if it is there
        #[arg(long, help_heading = "Output", hide_short_help = true)]
        force: bool,
        /// How to print the result; a picture is of a range of boards
        #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
        format: Format,
        /// Digits after the point; the last is rounded
        #[arg(long, value_name = "N", default_value_t = 12, allow_negative_numbers = true,
            value_parser = whole(0u32, 50_000), help_heading = "Output")]
        digits: u32,
    },
    /// Memory for one player who forgets nothing (Lardjane 2024)
    ///
    /// The best expected turns, or the best expected score by a rule, over all
    /// ways to turn cards; what it is less than, or more, when every pair is
    /// collected as soon as it can be; and the policy.
    #[command(after_help = "\
Examples:
  chancetree best solitaire --pairs 4
  chancetree best solitaire --pairs 4 --objective score --score 3,1,-2
  chancetree best solitaire --pairs 1..=12 --objective score --failed B")]
    Solitaire(solitaire::BestSolitaire),
    /// Minesweeper on a small board: how many placements each first cell wins
    ///
    /// The most placements that any play can win, exact, for every first cell,
    /// or for every hidden cell of a position; or of all small boards, whether
    /// lowest risk (Lindgren 2000) wins as many.
    #[command(after_help = "\
Examples:
  chancetree best mines --rows 4 --cols 4 --mines 3
  chancetree best mines --rows 4 --cols 4 --mines 4 --lowest
  chancetree best mines --up-to 3,4
  chancetree best mines --board position.txt")]
    Mines(mines::BestMines),
}

/// What the players are who are not told otherwise.
const DEFAULT: &str = "best";

impl Best {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let (board, decide, remember, after, save, force, format, digits) = match self.family {
            Family::Memory { board, decide, remember, after, save, force, format, digits } => {
                (board, decide, remember, after, save, force, format, digits)
            }
            Family::Solitaire(solitaire) => return solitaire.run(watch),
            Family::Mines(mines) => return mines.run(watch),
        };
        let range = matches!(board.pairs(), Numbers::Several(_));
        if range && !board.is_fresh() {
            return Err(Fail::usage(
                "the table of best tactics has all starts in it; a start in the middle is of one board",
            )
            .help(board.leave_out()));
        }
        if let Some(kind) = format.picture().filter(|_| !range) {
            let what =
                format!("{} is a picture of the table, and the table is of a range of boards", kind.name());
            return Err(Fail::usage(what).help(format!("--pairs 1..={}", board.pairs().last())));
        }
        format.check()?;
        if remember.is_given() {
            if save.is_some() {
                return Err(Fail::usage(
                    "--save writes policies of tactics; bold and safe are named by --play",
                )
                .help("leave out --save"));
            }
            let run = if remember.is_own() { limited::run::<Unequal> } else { limited::run::<Limited> };
            return run(&board, &decide, &remember, after, format, digits, watch);
        }
        if after == Continue::Pure {
            return Err(
                Fail::usage("--continue pure is for players who are bold or safe").help("--memory unlimited")
            );
        }
        let target = save.map(|path| Target::open(&path, force)).transpose()?;
        let position = board.position(board.pairs().last())?;
        let solve = |board: &Board| {
            let largest = board.position(board.pairs().last())?;
            Solved::of(decide.game(&largest, DEFAULT)?, watch)
        };
        let mut title = position.title_with("player", &format!("; {}", decide.title(DEFAULT)));
        let (text, solved, whole) = if range {
            let solved = target.is_some().then(|| solve(&board)).transpose()?;
            let block = |pairs| {
                let board = board.among(pairs);
                match &solved {
                    Some(solved) => table::cells(solved, &board, &decide, watch),
                    None => table::cells(&solve(&board)?, &board, &decide, watch),
                }
            };
            let pairs: Vec<u16> = board.pairs().iter().collect();
            let (cells, whole) = watch.blocks("board", pairs, |&pairs| pairs, block)?.apart();
            title = table::title(&title, &position, &cells);
            (table::print(&cells, &title, format, digits), solved, whole)
        } else {
            let solved = solve(&board)?;
            (one(&solved, &position, &decide, format, digits), Some(solved), Several::whole(Vec::new()))
        };
        watch.clear();
        if let Some((target, solved)) = target.zip(solved) {
            policy::save(&solved, &decide, target, watch)?;
        }
        match format.picture() {
            Some(kind) => kind.print(text, &title, watch),
            None => print::print(&text),
        }?;
        whole.end()
    }
}

/// One position: every action.
fn one(solved: &Solved, position: &Position, decide: &Decide, format: Format, digits: u32) -> String {
    let start = solved.graph.start();
    let actions = solved.actions(start);
    let value = solved.worth(start)[0].clone();
    match format {
        Format::Json => {
            let value = json!({
                "schema": SCHEMA,
                "family": "memory",
                "parameters": parameters(position, decide),
                "value": number(&value, digits),
                "actions": actions.iter().map(|action| entry(action, &value, digits)).collect::<Value>(),
                "tie_rule": tie_rule(),
                "states": solved.graph.node_count(),
                "ties": solved.solution.ties,
            });
            format!("{value:#}\n")
        }
        Format::Table(style) => {
            let header = ["action", "members", "condition", "value", "value_exact", "difference", "best"];
            let row = |(tactic, worth): &(Tactic, Rational)| {
                vec![
                    tactic.to_string(),
                    tactic.members().join(" "),
                    tactic.condition().to_owned(),
                    exact::decimal(worth, digits as usize),
                    exact::fraction(worth),
                    exact::decimal(&(worth - &value), digits as usize),
                    (*worth == value).to_string(),
                ]
            };
            style.write(&print::answer(&parameters(position, decide), &header, actions.iter().map(row)))
        }
        _ => text(solved, position, decide, &actions, &value, digits),
    }
}

/// The parameters as JSON repeats them: the board and how it is played.
fn parameters(position: &Position, decide: &Decide) -> Value {
    let mut parameters = position.parameters();
    if let (Value::Object(all), Value::Object(more)) = (&mut parameters, decide.parameters(DEFAULT)) {
        all.extend(more);
    }
    parameters
}

/// The order in which one tactic is taken of several that are worth the same.
fn tie_rule() -> String {
    Tactic::ALL.map(|tactic| tactic.to_string()).join(" ")
}

fn number(value: &Rational, digits: u32) -> Value {
    json!({ "exact": exact::fraction(value), "decimal": exact::decimal(value, digits as usize) })
}

fn entry((tactic, worth): &(Tactic, Rational), value: &Rational, digits: u32) -> Value {
    json!({
        "action": tactic.to_string(),
        "members": tactic.members(),
        "condition": tactic.condition(),
        "value": number(worth, digits),
        "difference": number(&(worth - value), digits),
        "best": worth == value,
    })
}

fn text(
    solved: &Solved,
    position: &Position,
    decide: &Decide,
    actions: &[(Tactic, Rational)],
    value: &Rational,
    digits: u32,
) -> String {
    let decimal = |value: &Rational| exact::decimal(value, digits as usize);
    let win = solved.game.wanted() == Objective::Win;
    let mut header =
        vec!["", "tactic", if win { "P(win) - P(loss)" } else { "pairs" }, "", "less than the best"];
    if !win {
        header.push("cards");
    }
    let mut rows: Vec<Vec<String>> = vec![header.into_iter().map(str::to_owned).collect()];
    for (tactic, worth) in actions {
        let mark = if worth == value { "*" } else { "" };
        let name = format!("{tactic} {}", tactic.meaning());
        let mut row =
            vec![format!("  {mark}"), name, decimal(worth), print::shown(worth), decimal(&(value - worth))];
        if !win {
            row.push(decimal(&(worth * ratio(2, 1))));
        }
        rows.push(row);
    }
    let mut text = format!("{}\n{}\n\n", position.title_with("player", ""), decide.title(DEFAULT));
    if actions.is_empty() {
        text.push_str(&format!("Nothing is decided here; the mover may expect {}.\n", decimal(value)));
    } else {
        text.push_str(&print::aligned(&rows));
        text.push_str("* best");
        if actions.iter().filter(|(_, worth)| worth == value).count() > 1 {
            text.push_str(", a tie");
        }
        text.push_str(".\n");
        if win && actions.iter().any(|(tactic, _)| *tactic == Tactic::T2) {
            text.push_str("A pass that is answered by a pass ends the game.\n");
        }
    }
    text.push_str(&format!(
        "{} positions, {} of them with a tie; the first of {} is taken.\n",
        solved.graph.node_count(),
        solved.solution.ties,
        tie_rule()
    ));
    print::with_note(text)
}
