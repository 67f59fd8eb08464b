//! The columns and codes of a situation with scores.

use super::super::{Code, Column, Kind};
use super::{About, Label};
use crate::depict::Depict;
use crate::game::Seat;

/// Columns of these names and kinds.
pub(super) fn columns<const N: usize>(columns: [(&str, Kind); N]) -> Vec<Column> {
    columns.map(|(name, kind)| Column::new(name, kind)).into()
}

/// The codes in the labels, of a graph that may be cut.
pub(super) fn codes<D: Depict>(family: &D, about: &About, is_cut: bool) -> Vec<Code> {
    let mut codes = Vec::new();
    if about.label != Label::Reach && family.seats() > 1 {
        codes.push(Code::new("2 : 0", "pairs that player 1 and player 2 have taken, and so on"));
    }
    if about.label != Label::Reach {
        codes.extend(family.codes());
    }
    if about.label == Label::Odds {
        codes.push(Code::new("wins", "the probability that each player wins from here"));
    } else if about.reach_in_label || about.label == Label::Reach {
        let within = if is_cut { " by ways that are shown" } else { "" };
        codes.push(Code::new("P", format!("the probability that play comes here{within}")));
    }
    codes
}

/// The names of what each of these seats scores, in the unit of points.
pub(in super::super) fn rewards(unit: Option<&str>, seats: Seat) -> Vec<String> {
    match (unit, seats) {
        (None, _) => Vec::new(),
        (Some(unit), 1) => vec![unit.to_owned()],
        (Some(unit), seats) => (1..=seats).map(|seat| format!("{unit}_{seat}")).collect(),
    }
}

/// The columns of a node: its state, the scores, the measures of the family and the probabilities, exact where asked for.
pub(super) fn node_columns<D: Depict>(family: &D, with_exact: bool) -> Vec<Column> {
    let seats = 1..=family.seats();
    let mut all = columns([("state", Kind::Text), ("mover", Kind::Integer)]);
    all.extend(seats.clone().map(|seat| Column::new(format!("score_{seat}"), Kind::Integer)));
    all.extend(family.measures().iter().map(|name| Column::new(*name, Kind::Integer)));
    all.extend(columns([("layer", Kind::Integer), ("ply", Kind::Integer)]));
    let mut exact = |name: String| {
        all.push(Column::new(&*name, Kind::Real));
        if with_exact {
            all.push(Column::new(format!("{name}_exact"), Kind::Text));
        }
    };
    exact("reach".to_owned());
    for seat in seats {
        exact(format!("win_{seat}"));
    }
    exact("draw".to_owned());
    all.extend(columns([("end", Kind::Flag), ("outcome", Kind::Text)]));
    all
}
