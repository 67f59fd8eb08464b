//! Positions of Minesweeper, as files and stdin bring them.

use super::fail::Fail;
use super::input::name;
use super::mines::{Preset, typed};
use super::risk::{self, read};
use super::watch::Watch;
use crate::games::mines::board::{Board, Misread, NEEDED};
use crate::games::mines::grid::Impossible;
use crate::games::mines::risk::{Risk, Unknown};
use std::path::Path;

/// The facts about a position that are known beside its text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    pub(crate) mines: Option<usize>,
    pub(crate) preset: Option<Preset>,
}

impl Known {
    /// The positions in a file, parted by blank lines; each is read or refused.
    pub(crate) fn boards(self, path: &Path) -> Result<Vec<Result<Board, Fail>>, Fail> {
        let text = read(path)?;
        let boards = Board::read(&text, self.mines());
        if boards.is_empty() {
            return self.board_of(path, &text).map(|board| vec![Ok(board)]);
        }
        let check = |board: Result<Board, Misread>| self.check(path, &text, board);
        Ok(boards.into_iter().map(check).collect())
    }

    /// The one position in a file.
    pub(crate) fn board(self, path: &Path) -> Result<Board, Fail> {
        self.board_of(path, &read(path)?)
    }

    /// Returns why a position in a file cannot be played, as far as its risks tell.
    pub(crate) fn disagrees(self, path: &Path, board: Board, error: Impossible, watch: &Watch) -> Fail {
        match Risk::of(&board, &watch.run()) {
            Err(why) => self.impossible(path, board, why, watch),
            Ok(_) => Fail::usage(format!("{}: {error}", name(path))).help(self.risk(path)),
        }
    }

    /// Returns what is typed for the risks of a position in a file.
    pub(crate) fn risk(self, path: &Path) -> String {
        format!("chancetree risk mines {}{}", word(path), self.typed())
    }

    /// Returns what is typed for a simulation from a position in a file, played like this.
    pub(crate) fn simulated(self, path: &Path, options: &str) -> String {
        format!("chancetree simulate mines --board {}{}{options}", word(path), self.typed())
    }

    fn typed(self) -> String {
        match (self.mines, self.preset) {
            (Some(mines), _) => format!(" --mines {mines}"),
            (_, Some(preset)) => format!(" --preset {}", typed(&preset)),
            (None, None) => String::new(),
        }
    }

    /// Returns why no placement fits a position in a file.
    pub(crate) fn impossible(self, path: &Path, board: Board, why: Unknown, watch: &Watch) -> Fail {
        let fail = risk::impossible(board, why, watch);
        if fail.is_stop() {
            return fail;
        }
        // Another number of mines is a line of the board, or what was typed.
        let fail = if self.mines.is_some() { fail.helped("mines ", "--mines ") } else { fail };
        fail.of(&name(path))
    }

    fn board_of(self, path: &Path, text: &str) -> Result<Board, Fail> {
        self.check(path, text, Board::read_one(text, self.mines()))
    }

    fn mines(self) -> Option<usize> {
        self.mines.or_else(|| self.preset.map(|preset| preset.laid().1))
    }

    fn check(self, path: &Path, text: &str, board: Result<Board, Misread>) -> Result<Board, Fail> {
        let name = name(path);
        let board = board.map_err(|wrong| {
            let is_untold = self.mines().is_none() && wrong.what.ends_with(NEEDED);
            let mines = some_mines(text).filter(|_| is_untold);
            let help = mines.map(|mines| format!("--mines {mines}"));
            Fail::usage(format!("{name}: {wrong}"))
                .help(help.unwrap_or_else(|| "chancetree risk mines --help".to_owned()))
        })?;
        if let Some(preset) = self.preset {
            let (size, mines) = preset.laid();
            let (rows, columns) = size;
            if size != (board.rows(), board.columns()) {
                let what = format!(
                    "{name}: {} x {} cells, but {} has {rows} x {columns}",
                    board.rows(),
                    board.columns(),
                    typed(&preset)
                );
                return Err(Fail::usage(what).help(format!("--mines {mines}")));
            }
        }
        Ok(board)
    }
}

/// A number of mines that there may be on the boards of a text, an example.
fn some_mines(text: &str) -> Option<usize> {
    let fits = |&mines: &usize| {
        let boards = Board::read(text, Some(mines));
        !boards.is_empty() && boards.iter().all(Result::is_ok)
    };
    (1..=10).rev().find(fits)
}

/// A file as it can be typed.
pub(crate) fn word(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "-_./+,:@%".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        return text;
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
