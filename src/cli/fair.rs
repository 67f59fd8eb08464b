//! `fair`: who is favoured, and what makes a board fair.

mod players;

use super::checkpoint::Checkpoints;
use super::context::Context;
use super::described::Inquiry;
use super::fail::Fail;
use super::machines::digest;
use super::policy::opened;
use super::print::{self, Answers, Print, Stream};
use super::shell::word;
use crate::family::{GameAnswer, Report, StopError as _, favoured, parts};
use crate::game::{Game as _, Seat};
use crate::games::memory::decisions::Objective;
use crate::games::memory::fair::{self, HeadStart, Names, People, Way, alike, is_mixed, usual};
use crate::games::memory::family::ScoredBoard;
use crate::games::memory::family::{DEFAULT, Decide, nobody_plays_best};
use crate::games::memory::query::{self, SIZES, by_players};
use players::{BoardOutcome, Players, Works};
use serde_json::json;

/// The meaning of a head start on several boards.
const HEAD_START: &str = "A head start: points before the first turn; all pairs stay on the table.\n";

/// Tells who is favoured in Memory.
pub(super) fn memory(
    question: &Inquiry<'_>,
    (checkpoints, print): (Checkpoints, Print),
    context: &Context,
) -> Result<(), Fail> {
    let ((decide, games), own) = (query::boards(question.games()?, DEFAULT)?, question.own()?);
    let limited = &games[0].1;
    question.alike_but(
        &["pairs", "cards", "players", "unknown", "known-pairs"],
        "this is of one number of singles, not of a range",
    )?;
    let people = own.names("names");
    if people.is_some() {
        let known = ["pairs", "cards", "unknown", "known-pairs"];
        question.alike_but(&known, "this is of one number of players, not of a range")?;
    }
    let boards: Vec<ScoredBoard> = games.iter().map(|(position, _)| position.clone()).collect();
    check(question, &boards, &decide, people)?;
    let one = !question.is_range();
    let seats: Vec<Seat> = by_players(&boards).iter().map(|boards| boards[0].game.seats()).collect();
    let most = seats[seats.len() - 1];
    let usual = usual(limited.is_given(), most);
    let names = match own.names("compare") {
        Some(names) if !names.is_empty() => names.to_vec(),
        None if !one => Vec::new(),
        _ => usual.iter().map(|name| (*name).to_owned()).collect(),
    };
    let decides = !decide.is_robots();
    if decide.has_rules() && !decides && !limited.is_given() && names.is_empty() {
        decide.check_robots()?;
    }
    if decide.tactics.is_some() && !decides && !names.is_empty() && !names.iter().any(|name| name == "best") {
        return Err(nobody_plays_best("compare", &format!("{},best", names.join(","))).into());
    }
    let decide = if names.is_empty() { decide } else { decide.with_policies(opened(&names, context)?) };
    let wants = decides || limited.is_given() || !names.is_empty();
    let decide = alike(decide, wants, &seats);
    let is_mixed = is_mixed(&decide, &seats);
    let shows_spread = most > 2;
    let of = |players| People::new(&decide, limited, Names(people.map(<[String]>::to_vec)), players);
    let players = of(most);
    let who = query::players(&games, if players.are_robots() { "robot" } else { "player" });
    let memory = if players.are_robots() { " with perfect memory" } else { "" };
    let want = if is_mixed { fair::MIXED_WANT } else { players.want() };
    let board = format!("Memory, {who}{memory}");
    let heading = if is_mixed { players.mixed_heading(&board) } else { players.heading(&board) };
    let what = match names.is_empty() {
        true => "Who is favoured, and what makes it fair",
        false => "Who is favoured if all play so",
    };
    let about = format!("{heading}\n{what}");
    let titled = |position: &ScoredBoard| {
        let people = of(position.game.seats());
        (people.title(position), people.parameters(position))
    };
    let answers = Answers::new("memory", &about, !one, &[]).digits(6);
    let stream = Stream::new(answers, boards.iter().map(titled), print, context);
    // A table with columns of words is laid out as a whole.
    let stream = stream.held(checkpoints.folder().is_some()).whole_text(true);
    // A policy may come from a file, and the name of the file does not say what is in it.
    let rules = digest(&format!("{decide:?}"));
    checkpoints.run(&question.range(&json!({ "names": names, "rules": rules }))?, context, |job| {
        let works = Works::new(job)?;
        let verdicts = parts(&context.job(), "number of players", by_players(&boards), |boards| {
            let players = Players::new(of(boards[0].game.seats()), &works, context);
            players.boards(boards, question.varies(SIZES), names.len(), |found: BoardOutcome| {
                let ways = ways(&found, &names, usual, &players)?;
                let report = report(&found, &ways, &players, shows_spread)?;
                let parameters = players.people.parameters(&found.position);
                let answer = GameAnswer::new(parameters, report);
                stream.push(&answer).map(|()| (answer, ways))
            })
        });
        let mut ways = Vec::new();
        let found = works.parts.end(verdicts).map(|verdicts| {
            verdicts.map(|(answer, way)| {
                ways.push(way);
                answer
            })
        });
        stream.finish_with(found, |all| match names.is_empty() {
            true => fairest(all) + &head_starts(&seats),
            false => fair::summary(&named(all), &ways, want),
        })
    })
}

/// Describes the head starts of boards of so many players each.
fn head_starts(seats: &[Seat]) -> String {
    let mut text = if seats.contains(&2) { HEAD_START.to_owned() } else { String::new() };
    if seats.iter().any(|&seats| seats > 2) {
        text.push_str(fair::NO_HEAD_START);
        text.push('\n');
    }
    text
}

/// Refuses what cannot be fair, or is not asked so.
fn check(
    question: &Inquiry<'_>,
    boards: &[ScoredBoard],
    decide: &Decide,
    names: Option<&[String]>,
) -> Result<(), Fail> {
    let players = boards[boards.len() - 1].scores.len();
    if boards[0].scores.len() < 2 {
        return Err(Fail::usage("one player alone always wins; to be fair takes two").help("--players 2"));
    }
    query::check_fresh(question.games()?, "who should begin is asked of a fresh board")?;
    if players > 2 && decide.objective() == Objective::Win {
        return Err(Fail::usage(format!("{players} players, but playing to win is defined for 2"))
            .help("--objective pairs"));
    }
    let Some(names) = names else { return Ok(()) };
    if let Some(name) = names
        .iter()
        .enumerate()
        .find_map(|(at, name)| (name.trim().is_empty() || names[..at].contains(name)).then_some(name))
    {
        let what =
            format!("{name:?} is no name, or that of another player, too; names differ, and none is empty");
        let each: Vec<String> = (1..=players).map(|player| format!("P{player}")).collect();
        return Err(Fail::usage(what).help(format!("--names {}", each.join(","))));
    }
    if names.len() == players {
        return Ok(());
    }
    let named = names.len();
    let what = format!("{} for {}", print::count(named, "name"), print::count(players, "player"));
    if named > players {
        return Err(Fail::usage(what).help(format!("--players {named}")));
    }
    // No one is left out: the others get a name.
    let others = (named + 1..=players).map(|player| format!("P{player}"));
    let all: Vec<String> = names.iter().cloned().chain(others).collect();
    Err(Fail::usage(what).help(format!("--names {}", word(&all.join(",")))))
}

/// Each of several games by what tells it from the others.
pub(super) fn named(answers: &[GameAnswer]) -> Vec<String> {
    let (names, asked) = print::varying(answers);
    // The objective follows from the number of players.
    let kept: Vec<usize> = (0..names.len()).filter(|&place| names[place] != "objective").collect();
    let name = |cells: &Vec<String>| {
        let each = kept.iter().map(|&place| match (cells[place].as_str(), &names[place]) {
            ("1", name) => format!("1 {}", name.trim_end_matches('s')),
            (cell, name) => format!("{cell} {name}"),
        });
        each.collect::<Vec<_>>().join(" and ")
    };
    asked.iter().map(name).collect()
}

/// Tells which of several games are fairest, and which favour another player than the one who begins.
pub(super) fn fairest(answers: &[GameAnswer]) -> String {
    let reports = answers.iter().map(|answer| &answer.report);
    favoured::fairest(&named(answers).into_iter().zip(reports).collect::<Vec<_>>())
}

/// Reports on one board.
fn report(
    found: &BoardOutcome,
    ways: &[Way],
    players: &Players<'_>,
    shows_spread: bool,
) -> Result<Report, Fail> {
    let (pairs, wins) = (found.position.pairs, found.wins());
    let people = &players.people;
    let head_start = HeadStart::of(wins, pairs, |seat, points| players.ahead(found, seat, points))?;
    let mut report = Report::new(people.title(&found.position));
    let names = (&people.names, shows_spread);
    fair::tell_board(pairs, &found.outcomes, head_start.as_ref(), names, &mut report);
    fair::tell(ways, names, people.want(), &mut report);
    Ok(report)
}

/// A board under all ways to play that are compared; `board` is what is known of the usual way.
fn ways(
    board: &BoardOutcome,
    names: &[String],
    usual: &[&str],
    players: &Players<'_>,
) -> Result<Vec<Way>, Fail> {
    let all = names.len() + 1;
    let way = |(at, name): (usize, &String)| {
        if players.all_play(name) {
            return Ok(Way { name: name.clone(), outcomes: board.outcomes.clone() });
        }
        // The usual way was the first of all.
        let found = players.part(at + 1, all, || players.playing(name).found(&board.position));
        // Play is said with another option here.
        let found = found.map_err(|fail| match fail.advises("play") && !fail.is_stop() {
            true => fail.value("compare", usual.join(",")),
            false => fail,
        })?;
        Ok(Way { name: name.clone(), outcomes: found.outcomes })
    };
    names.iter().enumerate().map(way).collect()
}
