//! Positions of Minesweeper, as files and stdin bring them.

use super::described::refused;
use super::fail::Fail;
use super::input::name;
use super::risk::{self, read};
use super::watch::Watch;
use crate::games::mines::board::{Board, Misread};
use crate::games::mines::family;
use crate::games::mines::grid::Impossible;
use crate::games::mines::risk::{Risk, Unknown};
use std::path::Path;

/// The facts about a position that are known beside its text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known(pub(crate) family::Known);

impl Known {
    /// The positions in a file, parted by blank lines; each is read or refused.
    pub(crate) fn boards(self, path: &Path) -> Result<Vec<Result<Board, Fail>>, Fail> {
        let text = read(path)?;
        let boards = Board::read(&text, self.0.mines());
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
        format!("chancetree risk mines {}{}", word(path), self.0.typed())
    }

    /// Returns why no placement fits a position in a file.
    pub(crate) fn impossible(self, path: &Path, board: Board, why: Unknown, watch: &Watch) -> Fail {
        let fail = risk::impossible(board, why, watch);
        if fail.is_stop() {
            return fail;
        }
        // Another number of mines is a line of the board, or what was typed.
        let fail = if self.0.mines.is_some() { fail.helped("mines ", "--mines ") } else { fail };
        fail.of(&name(path))
    }

    fn board_of(self, path: &Path, text: &str) -> Result<Board, Fail> {
        self.check(path, text, Board::read_one(text, self.0.mines()))
    }

    fn check(self, path: &Path, text: &str, board: Result<Board, Misread>) -> Result<Board, Fail> {
        self.0.checked(&name(path), text, board).map_err(|refusal| refused(refusal, "risk", "mines"))
    }
}

/// A file as it can be typed.
pub(crate) fn word(path: &Path) -> String {
    family::word(&path.display().to_string())
}
