//! Section 4.5: a game on 4 x 4 with three mines, the probabilities before every click.

use super::{Fail, Row, Section, Watch, is_printed, risk};
use chancetree::exact::{one, zero};

/// The position, and what is printed beside it. Cells that are opened have 0 there, known mines 1.
const BOARDS: [(&str, &str); 8] = [
    ("....\n...1\n....\n....\n", "0.2 0.2 0.2 0.2 0.2 0.2 0.2 0 0.2 0.2 0.2 0.2 0.2 0.2 0.2 0.2"),
    (
        "....\n...1\n.2..\n....\n",
        "0.148 0.148 0.185 0.185 0.259 0.259 0.222 0 0.259 0 0.222 0.185 0.259 0.259 0.259 0.148",
    ),
    (
        ".1..\n...1\n.2..\n....\n",
        "0.125 0 0.187 0.125 0.281 0.281 0.125 0 0.281 0 0.187 0.125 0.281 0.281 0.281 0.187",
    ),
    (".1..\n..21\n.2..\n....\n", "0 0 0 0.444 0 1 0 0 0.222 0 0.111 0.444 0.222 0.222 0.222 0.111"),
    (".1..\n1*21\n.2..\n....\n", "0 0 0 0.428 0 1 0 0 0 0 0.143 0.428 0.286 0.286 0.286 0.143"),
    (".1..\n1*21\n22..\n....\n", "0 0 0 0.5 0 1 0 0 0 0 0 0.5 0.5 0.5 0 0"),
    (".12.\n1*21\n22..\n....\n", "0 0 0 1 0 1 0 0 0 0 0 0 0.5 0.5 0 0"),
    (".12*\n1*21\n222.\n....\n", "0 0 0 1 0 1 0 0 0 0 0 0 0 1 0 0"),
];

/// Board and cell where another number is printed than the one meant.
const SLIPS: [(usize, usize); 2] = [(3, 4), (3, 12)];

pub(super) fn section(watch: &Watch) -> Result<Section, Fail> {
    let mut rows = Vec::new();
    for (index, (board, printed)) in BOARDS.into_iter().enumerate() {
        let number = index + 1;
        let risk = risk(&format!("mines 3\n{board}"), watch)?;
        let seen = board.chars().filter(|letter| *letter != '\n');
        let (mut right, mut others) = (0, Vec::new());
        for ((place, seen), printed) in seen.enumerate().zip(printed.split(' ')) {
            let value = risk.at(place).unwrap_or_else(|| if seen == '*' { one() } else { zero() });
            let item = format!("board {number}, cell {}", place + 1);
            if SLIPS.contains(&(number, place + 1)) {
                let slip = !is_printed(printed, &value);
                others.push(Row::slip(item, printed, value, slip));
            } else if is_printed(printed, &value) {
                right += 1;
                others.push(Row::claim(item, printed, value, true).brief());
            } else {
                others.push(Row::claim(item, printed, value, false));
            }
        }
        let slips = SLIPS.iter().filter(|slip| slip.0 == number).count();
        let claim = format!("board {number}, {} cells", 16 - slips);
        rows.push(Row::claim(claim, "as printed", format!("so in {right}"), right == 16 - slips));
        rows.extend(others);
    }
    Ok(Section::list(
        "played",
        "Section 4.5, a game on 4 x 4 with three mines: P(mine), rounded or cut",
        rows,
    ))
}
