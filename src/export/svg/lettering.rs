//! The letters of a picture, and the sizes of the parts that contain text.

use super::{EndKind, EndSum, line_width};
use crate::font::Font;
use crate::{Board, Node, Tile, exact, text};

/// The height of a line of text in a box.
pub(super) const LINE: f64 = 13.0;
/// The space between the edge of a box and its content.
pub(super) const PAD: f64 = 6.0;
/// The least side of a square of a board.
pub(super) const SIDE: f64 = 14.0;
/// The maximum length of a line in a node, in characters.
pub(super) const LONGEST: usize = 32;

/// Clips a text to `most` characters on one line.
pub(super) fn clip(text: &str, most: usize) -> String {
    text::clipped(&text.replace(['\n', '\r', '\t'], " "), most)
}

/// The font of most texts.
const PLAIN: Font = Font::new(11.0);
const BOLD: Font = Font::bold(11.0);

/// The fonts of the names of edges and of the marks on squares, and the texts in nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lettering {
    pub(super) name: Font,
    pub(super) mark: Font,
    /// `true` if a node has no line that its colour, its edges or a sum replaces.
    is_brief: bool,
    /// `false` if nodes have no boards.
    pub(super) has_boards: bool,
}

impl Default for Lettering {
    fn default() -> Self {
        Self { name: Font::new(10.5), mark: Font::new(9.5), is_brief: false, has_boards: true }
    }
}

impl Lettering {
    /// The letters of slides: none is smaller than [`PLAIN`].
    pub(super) const SLIDE: Self = Self { name: PLAIN, mark: PLAIN, is_brief: false, has_boards: true };
    /// The letters of slides with brief texts.
    pub(super) const BRIEF: Self = Self { is_brief: true, ..Self::SLIDE };
    /// The letters of slides on which boards do not fit.
    pub(super) const WORDS: Self = Self { has_boards: false, ..Self::BRIEF };

    /// Returns `true` for the letters of a slide.
    pub(super) fn is_slide(self) -> bool {
        self.mark == PLAIN
    }

    /// Returns the width of the name of an edge.
    pub(super) fn name_width(self, name: &str) -> f64 {
        self.name.width(name) + 8.0
    }

    /// Returns the lines of text in a node.
    pub(super) fn lines(self, node: &Node) -> Vec<String> {
        let (captions, cue) = (text::captions(node), text::cue(node));
        let is_shown = |line: &&String| !self.is_brief || !text::is_reach(line);
        let mut lines: Vec<&String> = captions.iter().filter(is_shown).collect();
        if !self.is_brief || lines.is_empty() && node.board.is_none() {
            lines.extend(&cue);
        }
        lines.into_iter().map(|line| clip(line, LONGEST)).collect()
    }

    /// Returns the side of a square, wide enough for its text.
    pub(super) fn side(self, board: &Board) -> f64 {
        let texts = board.rows.iter().flatten().map(|tile| match tile {
            Tile::Open(text) => self.mark.width(&clip(text, 12)) + 6.0,
            _ => SIDE,
        });
        texts.fold(SIDE, f64::max)
    }

    pub(super) fn board_size(self, board: &Board) -> (f64, f64) {
        let rows = board.rows.iter().filter(|row| !row.is_empty()).count();
        let columns = board.rows.iter().map(Vec::len).max().unwrap_or(0);
        let wide = self.side(board) * columns as f64;
        if rows == 0 { (0.0, 0.0) } else { (wide, SIDE * rows as f64 + PAD) }
    }

    pub(super) fn node_size(self, node: &Node) -> (f64, f64) {
        let lines = self.lines(node);
        let (wide, high) = node.board.as_ref().map_or((0.0, 0.0), |board| self.board_size(board));
        let text = lines.iter().map(|line| PLAIN.width(line) + 4.0).fold(0.0, f64::max);
        (text.max(wide) + 2.0 * PAD, high + LINE * lines.len() as f64 + 2.0 * PAD)
    }
}

/// The code of the probability of a sum, and its meaning.
pub(super) const SUM: (&str, &str) = ("Σ P", "the probability that play arrives there");

/// Returns the lines of text in a sum. On a slide, the probability is a short fraction or a decimal, otherwise both.
pub(super) fn sum_lines(sum: &EndSum, letters: Lettering) -> [String; 2] {
    let what = match &sum.ending {
        EndKind::Won(_) if sum.is_single => "won".to_owned(),
        EndKind::Won(seat) => format!("{} wins", text::player(*seat, sum.player.as_deref())),
        EndKind::Lost => "lost".to_owned(),
        EndKind::Drawn => "draw".to_owned(),
        EndKind::Open => "play goes on".to_owned(),
        EndKind::Other(words) if words == "all ends" => words.clone(),
        EndKind::Other(words) => format!("all ends: {}", clip(words, LONGEST)),
    };
    let chance = match &sum.exact {
        Some(exact) => {
            let (fraction, value) = (exact::fraction(exact), exact::decimal(exact, 6));
            match fraction.strip_suffix("/1") {
                Some(whole) => whole.to_owned(),
                None if letters.is_slide() => text::short(&fraction).unwrap_or(&value).to_owned(),
                None if fraction.len() > 24 => value,
                None => format!("{fraction} = {value}"),
            }
        }
        None => format!("{:.6}", sum.reach),
    };
    [what, format!("{} = {chance}", SUM.0)]
}

pub(super) fn sum_size(sum: &EndSum, letters: Lettering) -> (f64, f64) {
    let text = sum_lines(sum, letters).iter().map(|line| BOLD.width(line) + 4.0).fold(0.0, f64::max);
    (text + 2.0 * PAD, (2.0 * LINE + 2.0 * PAD).max(line_width(sum.reach)))
}
