//! Points before the first turn that make a board fairest, and the seats of the next game.

use super::HeadStart;
use crate::evaluate::{Compensation, Distribution};
use crate::exact::Rational;
use crate::family::answers::no_winner;
use crate::family::favoured::{joined, spread};
use crate::family::seat_table::{NEXT_MEANS, equal_shares, next_places, placed, places_value};
use crate::family::{ColumnOf, PlayerNames, Report, ReportValue, Table, TextSpan, TextVisibility, counted};
use crate::game::Points;
use crate::model::{Error, Job};

/// The maximum number of score vectors for which a compensation is computed: half a minute for eight players.
const MAX_SCORES: usize = 500_000;

/// The note on boards without a compensation.
pub(super) const NO_COMPENSATION: &str = "A compensation is computed for up to 500,000 final scores.";

/// The meaning of a share, for people.
pub(super) const SHARE_MEANS: &str = "Share: P(win) plus an equal part of each tie for the most pairs.";

/// The points before the first turn that bring the shares of all seats nearest to each other.
pub(super) struct BoardCompensation {
    /// P(each seat wins).
    wins: Vec<Rational>,
    /// The shares without points.
    shares: Vec<Rational>,
    /// The fairest whole points.
    whole: Compensation,
    /// The fairest half points, counted in halves, if they are fairer than whole points.
    halves: Option<Compensation>,
}

/// Returns the shares of two seats from P(each seat wins).
fn shares_of_two(wins: &[Rational]) -> Vec<Rational> {
    equal_shares(wins, &no_winner(wins))
}

impl BoardCompensation {
    /// Creates the compensation of two players from the head start. If all pairs are taken, the difference of the scores is always even
    /// or always odd, so half points have no advantage over whole points.
    pub(super) fn of_two(wins: &[Rational], head_start: &HeadStart) -> Self {
        let mut points = vec![0; 2];
        points[head_start.seat] = head_start.points;
        let whole = Compensation { points, shares: shares_of_two(&head_start.wins) };
        Self { wins: wins.to_vec(), shares: shares_of_two(wins), whole, halves: None }
    }

    /// Computes the compensation on a board of `pairs` pairs from the distribution of the scores. Returns `None` for too
    /// many scores.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded.
    pub(super) fn of(
        wins: &[Rational],
        pairs: u16,
        distribution: &Distribution,
        job: &Job<'_>,
    ) -> Result<Option<Self>, Error> {
        if distribution.len() > MAX_SCORES {
            return Ok(None);
        }
        let pairs = Points::from(pairs);
        let whole = distribution.compensation(pairs + 1, job)?;
        let doubled = distribution.clone().map(|scores| scores.iter().map(|score| 2 * score).collect());
        let halves = doubled.compensation(2 * pairs + 1, job)?;
        let halves = Some(halves).filter(|halves| spread(&halves.shares) < spread(&whole.shares));
        Ok(Some(Self { wins: wins.to_vec(), shares: distribution.shares(), whole, halves }))
    }

    /// Adds the compensation to a report. The lines of several boards have it if any board has more than two players.
    pub(super) fn add_to(&self, names: &PlayerNames, is_listed: bool, report: &mut Report) {
        let Self { wins, whole, .. } = self;
        let order = next_places(wins);
        self.add_values(&order, report);
        if is_listed {
            let texts: Vec<String> = whole.points.iter().map(ToString::to_string).collect();
            report.add_text("compensation", texts.join(", ")).only(TextVisibility::Listed);
            let left = ReportValue::Parts(vec![("", spread(&whole.shares).into())]);
            report.add_text("share spread then", left).probability().only(TextVisibility::Listed);
        }
        report.tables.push(self.seats(&order, names));
        report.remarks.extend(self.remarks(names));
    }

    /// Returns the shares without points, the points of each seat, and the shares with these points.
    pub(super) fn into_shares(self) -> (Vec<Rational>, (Vec<u64>, Vec<Rational>)) {
        let points = self.whole.points.iter().map(|points| u64::from(points.unsigned_abs())).collect();
        (self.shares, (points, self.whole.shares))
    }

    /// Adds the values for programs. `order` has the places of the last game, seat by seat.
    fn add_values(&self, order: &[usize], report: &mut Report) {
        let Self { shares, whole, halves, .. } = self;
        let list = |points: &[Points]| {
            ReportValue::Scores(points.iter().map(|points| u64::from(points.unsigned_abs())).collect())
        };
        let with = halves.as_ref().map(|halves| (list(&halves.points), spread(&halves.shares)));
        let (half_points, half_spread) = with.unzip();
        report.add("share", ReportValue::Seats(shares.clone()));
        report.add("share_spread", spread(shares));
        report.add("compensation", list(&whole.points));
        report.add("compensated_share", ReportValue::Seats(whole.shares.clone()));
        report.add("compensated_share_spread", spread(&whole.shares));
        report.add_json("half_points", half_points);
        report.add_json("half_points_share_spread", half_spread);
        report.add("next_places", places_value(order));
    }

    /// Returns the table of the seats, for people.
    fn seats(&self, order: &[usize], names: &PlayerNames) -> Table {
        let decimal = |value: &Rational| ReportValue::Decimal(value.clone());
        let fields: [ColumnOf<'_, usize>; 6] = [
            ("", Some("seat"), &|&seat| names.of(seat).into()),
            ("", Some("P(wins)"), &|&seat| decimal(&self.wins[seat])),
            ("", Some("share"), &|&seat| decimal(&self.shares[seat])),
            ("", Some("points"), &|&seat| self.whole.points[seat].to_string().into()),
            ("", Some("share then"), &|&seat| decimal(&self.whole.shares[seat])),
            ("", Some("next game"), &|&seat| placed(seat, order).into()),
        ];
        Table::of("", 0..self.wins.len(), &fields).probabilities(&["P(wins)", "share", "share then"])
    }

    /// Returns the explanation of the table.
    fn remarks(&self, names: &PlayerNames) -> Vec<Vec<TextSpan>> {
        let Self { shares, whole, halves, .. } = self;
        let without = spread(shares);
        let mut all = match whole.points.iter().all(|&points| points == 0) {
            true => vec![vec![
                "No whole points before the first turn make the board fairer. The shares differ by ".into(),
                without.into(),
                ".".into(),
            ]],
            false => {
                let given = given(&whole.points, names, &|points| counted(points, "point"));
                let with = spread(&whole.shares).into();
                vec![
                    vec![
                        format!("Compensation before the first turn: {given}; all pairs stay on the table.")
                            .into(),
                    ],
                    vec![
                        "The shares then differ by ".into(),
                        with,
                        ", without it by ".into(),
                        without.into(),
                        ".".into(),
                    ],
                ]
            }
        };
        if let Some(halves) = halves {
            let given = given(&halves.points, names, &|halves| match (halves / 2, halves % 2) {
                (0, _) => "½".to_owned(),
                (whole, 0) => whole.to_string(),
                (whole, _) => format!("{whole}½"),
            });
            let words = format!("Or half points, which break ties: {given}. The shares then differ by ");
            all.push(vec![words.into(), TextSpan::Number(spread(&halves.shares)), ".".into()]);
        }
        all.push(vec![SHARE_MEANS.into(), " ".into(), NEXT_MEANS.into()]);
        all
    }
}

/// Describes the seats that get points, and the points of each in the words of `one`.
fn given(points: &[Points], names: &PlayerNames, one: &dyn Fn(Points) -> String) -> String {
    let mut groups: Vec<(Points, Vec<usize>)> = Vec::new();
    for (seat, &points) in points.iter().enumerate().filter(|(_, points)| **points > 0) {
        match groups.iter_mut().find(|(known, _)| *known == points) {
            Some((_, seats)) => seats.push(seat),
            None => groups.push((points, vec![seat])),
        }
    }
    let group = |(points, seats): &(Points, Vec<usize>)| match &seats[..] {
        [seat] => format!("{} for {}", one(*points), names.of(*seat)),
        seats => format!("{} each for {}", one(*points), listed_seats(seats, names)),
    };
    groups.iter().map(group).collect::<Vec<_>>().join(", ")
}

/// Lists several seats, in ascending order. Three or more neighbours without names become a range.
fn listed_seats(seats: &[usize], names: &PlayerNames) -> String {
    if names.given(seats[0]).is_some() {
        return joined(&seats.iter().map(|&seat| names.of(seat)).collect::<Vec<_>>());
    }
    let run = |run: &[usize]| match run {
        [first, _, .., last] => vec![format!("{} to {}", first + 1, last + 1)],
        run => run.iter().map(|seat| (seat + 1).to_string()).collect(),
    };
    let all: Vec<String> = seats.chunk_by(|one, next| one + 1 == *next).flat_map(run).collect();
    format!("players {}", joined(&all))
}
