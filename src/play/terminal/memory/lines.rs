//! A game of Memory in words and lines.

use super::super::cards::Face;
use super::super::screen::Shown;
use super::super::{Look, panel};
use crate::Session;
use crate::exact::ratio;
use crate::games::memory::decisions::Objective;
use crate::memory::{Card, HUMAN, Hint, Memory, Ways};
use ratatui::style::{Color, Style};
use ratatui::text::Line;

/// Returns the look of a card of the game.
pub(super) fn face(game: &Memory, place: usize, known: bool) -> Face {
    if let Some(symbol) = game.face(place) {
        return Face::Up(symbol);
    }
    match (game.cards()[place], game.remembered(place)) {
        (Card::Taken(seat), _) => Face::Gone(format!("·{}", seat + 1)),
        (_, Some(symbol)) if known => Face::Remembered(symbol),
        _ => Face::Down,
    }
}

/// The title of a game.
pub(super) fn title(game: &Memory) -> String {
    let setup = game.setup();
    let players = panel::players(&setup.names);
    let memory = match &setup.ways {
        Ways::Forgetful(_, Some(cards)) => format!(", all remember {cards} cards"),
        Ways::Own(_, memories) => {
            let words =
                |cards: &Option<u16>| cards.map_or_else(|| "all".to_owned(), |cards| cards.to_string());
            format!(", they remember {} cards", memories.iter().map(words).collect::<Vec<_>>().join(" and "))
        }
        Ways::Forgetful(_, None) | Ways::Perfect(_) => String::new(),
    };
    let pairs = panel::count(setup.pairs().into(), "pair", "pairs");
    let people = match setup.people.as_str() {
        _ if !setup.names.iter().any(|name| name == HUMAN) => String::new(),
        "robots" => String::new(),
        way => format!(", people as {way}"),
    };
    let dealt = match setup.pictures {
        Some(_) => "real cards".to_owned(),
        None => format!("seed {}", setup.seed),
    };
    format!("Memory, {pairs}: {players}{people}{memory}; {dealt}")
}

/// The result, and how it came about.
pub(super) fn result(game: &Memory) -> String {
    let scores = game.scores();
    let most = scores.iter().max().expect("somebody sits");
    let best: Vec<usize> = (0..scores.len()).filter(|&seat| scores[seat] == *most).collect();
    let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
    let scores = scores.join(" : ");
    let scores = match game.moment().table.pairs() {
        0 => scores,
        left => format!("{scores}, and {} shared", panel::count(left.into(), "pair is", "pairs are")),
    };
    match best[..] {
        [seat] => format!("player {} ({}) wins {scores}", seat + 1, panel::player(&game.setup().names, seat)),
        _ => format!("a draw, {scores}"),
    }
}

/// The odds and the luck of every seat.
pub(super) fn lines(game: &Memory, shown: Shown, look: Look) -> Vec<Line<'static>> {
    let (seats, values, names) = (game.scores().len(), game.values(), &game.setup().names);
    let three = |cells: [&str; 3]| cells.map(str::to_owned);
    let head = if shown.odds { ["taken", "wins", "pairs"] } else { ["", "", "taken"] };
    let mut lines = vec![panel::head(&panel::row("Odds", &three(head)))];
    for seat in 0..seats {
        let moves = seat == usize::from(game.mover()) && !game.is_over();
        let taken = game.scores()[seat].to_string();
        let (win, pairs) = (&values[seat], &values[seats + 1 + seat]);
        let cells = match shown.odds {
            true => [taken, panel::number(win), panel::number(pairs)],
            false => [String::new(), String::new(), taken],
        };
        lines.push(panel::seat((names, seat), moves, &cells, look));
        if shown.odds && shown.fractions {
            lines.push(Line::from(format!("   wins  {}", panel::fraction(win, 25))));
            lines.push(Line::from(format!("   pairs {}", panel::fraction(pairs, 25))));
        }
    }
    if !shown.odds {
        return lines;
    }
    lines.push(Line::from(panel::row(" draw", &three(["", &panel::number(&values[seats]), ""]))));
    // Wins first: on a small screen the last lines are cut off.
    for (what, first) in [("Wins by", 0), ("Pairs by", seats + 1)] {
        lines.extend(panel::moved([what, "card"], names, game.meter(), first));
    }
    lines
}

pub(super) fn hint_lines(game: &Memory, hints: &[Hint], look: Look) -> Vec<Line<'static>> {
    let unit = match game.setup().objective {
        Objective::Pairs => "pairs",
        Objective::Win => "win-loss",
    };
    let mut lines =
        vec![Line::default(), panel::head(&panel::row("Hint", &[unit.to_owned(), "less".to_owned()]))];
    let best = hints.first().map_or_else(|| ratio(0, 1), |hint| hint.worth.clone());
    for hint in hints {
        let less = &best - &hint.worth;
        let mark = if hint.worth == best { "*" } else { " " };
        let style = if hint.worth == best { look.ink(Color::Green) } else { Style::new() };
        let cells = [panel::number(&hint.worth), panel::number(&less)];
        let text = format!("{mark}{} {}", hint.name, hint.meaning);
        lines.extend(panel::rows(&text, &cells).into_iter().map(|row| Line::styled(row, style)));
    }
    lines
}
