//! Positions of Minesweeper with the program's risks, for comparison with the page of `play mines --as html`.

use chancetree::exact::fraction;
use chancetree::games::mines::game::FirstClick;
use chancetree::games::mines::system::VisibleCell;
use chancetree::model::Job;
use chancetree::play::mines::{MinesEntry, MinesSession};
use chancetree::play::{PlayedGame as _, log};
use chancetree::random::Random;
use chancetree_play::page::{self, Minefield, PageOptions};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Rows, columns, mines, the rule for the first click, and the number of games.
const FIELDS: [(usize, usize, usize, FirstClick, u64); 6] = [
    (4, 5, 5, FirstClick::Any, 120),
    (6, 6, 8, FirstClick::Safe, 120),
    (9, 9, 10, FirstClick::Safe, 60),
    (5, 20, 18, FirstClick::Opening, 40),
    (16, 16, 40, FirstClick::Safe, 12),
    (16, 30, 99, FirstClick::Opening, 4),
];

/// Returns a position: the cells, and the risk of each hidden cell.
fn position(game: &MinesSession) -> Option<Value> {
    let risk = game.risk().ok()?;
    let cells = game.board.cells();
    let cell = |cell: &VisibleCell| match cell {
        VisibleCell::Open(number) => *number as i32,
        VisibleCell::Flag => -2,
        _ => -1,
    };
    let risks: Vec<Option<String>> =
        (0..cells.len()).map(|place| risk.at(place).as_ref().map(fraction)).collect();
    let least = game.safest().first().and_then(|&place| game.risk_at(place)).as_ref().map(fraction);
    let cells: Vec<i32> = cells.iter().map(cell).collect();
    Some(json!({ "cells": cells, "risks": risks, "least": least }))
}

/// Plays a game of mostly safest clicks, with some flags. Returns its positions.
fn played(game: &mut MinesSession, random: &mut Random) -> Vec<Value> {
    let mut positions = Vec::new();
    while !game.is_over() {
        positions.extend(position(game));
        let hidden: Vec<usize> = (0..game.board.cells().len())
            .filter(|&at| game.board.cells()[at] == VisibleCell::Hidden)
            .collect();
        let safest: Vec<usize> = game.safest().into_iter().filter(|place| hidden.contains(place)).collect();
        if hidden.is_empty() || safest.is_empty() && random.below(2) == 0 {
            break;
        }
        match random.below(12) {
            0 => game.play(MinesEntry::Flag(random.one_of(&hidden)), &Job::default()).expect("it is hidden"),
            1 => game.play(MinesEntry::Open(random.one_of(&hidden)), &Job::default()).expect("it is hidden"),
            _ if safest.is_empty() => break,
            _ => game.play(MinesEntry::Open(random.one_of(&safest)), &Job::default()).expect("it is hidden"),
        }
    }
    positions
}

/// Writes pages, positions with their risks, and logs of games, for comparison in a browser.
#[test]
#[ignore = "writes files for tests/foreign"]
fn fields_for_the_browser() {
    let folder =
        PathBuf::from(std::env::var("CHANCETREE_EXPORT_DIR").expect("CHANCETREE_EXPORT_DIR names a folder"));
    let mut random = Random::seeded(20);
    for (number, (rows, cols, mines, first_click, games)) in FIELDS.into_iter().enumerate() {
        let mut all = Vec::new();
        for seed in 0..games {
            let game = MinesSession::seeded((rows, cols), mines, first_click, seed, &Job::default());
            let mut game = game.expect("a board");
            let positions = played(&mut game, &mut random);
            let moved = &game.meter();
            all.push(json!({
                "seed": seed, "positions": positions, "log": log::write(&game), "survived": fraction(&game.survived),
                "luck": fraction(&moved.luck[0]), "choice": fraction(&moved.choice[0]),
            }));
        }
        let field = Minefield { size: (rows, cols), mines, first_click };
        let page = page::mines(field, PageOptions { seed: Some(3), pause: 0 }).expect("a page");
        std::fs::write(folder.join(format!("field-{number}.html")), page).expect("a file");
        std::fs::write(folder.join(format!("field-{number}.json")), json!(all).to_string()).expect("a file");
    }
}
