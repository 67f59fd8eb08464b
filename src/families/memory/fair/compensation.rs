//! Points before the first turn that make a board fairest, and the seats of the next game.

use super::HeadStart;
use crate::evaluate::{Compensation, Distribution};
use crate::exact::{Rational, ratio};
use crate::family::favoured::spread;
use crate::family::{ColumnOf, PlayerNames, Report, ReportValue, Table, TextSpan, TextVisibility, counted};
use crate::game::Points;
use crate::model::order::sort;
use crate::model::{Error, Job};

/// The maximum number of score vectors for which a compensation is computed: half a minute for eight players.
const MOST_SCORES: usize = 500_000;

/// The note on boards without a compensation.
pub(super) const NO_COMPENSATION: &str = "A compensation is computed for up to 500,000 final scores.";

/// The meaning of a share, for people.
pub(super) const SHARE_MEANS: &str = "Share: P(win) plus an equal part of each tie for the most pairs.";

/// The points before the first turn that bring the shares of all seats nearest to each other.
pub(super) struct BoardCompensation {
    /// P(each seat wins).
    wins: Vec<Rational>,
    /// The shares without points.
    pub(super) shares: Vec<Rational>,
    /// The fairest whole points.
    pub(super) whole: Compensation,
    /// The fairest half points, counted in halves, if they are fairer than whole points.
    halves: Option<Compensation>,
}

/// Returns the shares of two seats from P(each seat wins).
fn shares_of_two(wins: &[Rational]) -> Vec<Rational> {
    let draw = ratio(1, 1) - wins.iter().sum::<Rational>();
    wins.iter().map(|win| win + &draw / ratio(2, 1)).collect()
}

impl BoardCompensation {
    /// Creates the compensation of two players from the head start. If all pairs are taken, their scores differ by an even
    /// number or by an odd number, and half points have no advantage over whole points.
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
        if distribution.len() > MOST_SCORES {
            return Ok(None);
        }
        let pairs = Points::from(pairs);
        let whole = distribution.compensation(pairs + 1, job)?;
        let doubled = distribution.clone().map(|scores| scores.iter().map(|score| 2 * score).collect());
        let halves = doubled.compensation(2 * pairs + 1, job)?;
        let halves = Some(halves).filter(|halves| spread(&halves.shares) < spread(&whole.shares));
        Ok(Some(Self { wins: wins.to_vec(), shares: distribution.shares(), whole, halves }))
    }

    /// Adds the compensation to a report. People see it if the board, or another one of a list, has more than two players.
    pub(super) fn add_to(&self, names: &PlayerNames, shows_compensation: bool, report: &mut Report) {
        let Self { wins, whole, .. } = self;
        let order = next_places(wins);
        if wins.len() > 2 {
            self.add_values(&order, report);
        }
        if !shows_compensation {
            return;
        }
        let texts: Vec<String> = whole.points.iter().map(ToString::to_string).collect();
        report.add_text("compensation", texts.join(", ")).only(TextVisibility::Listed);
        let left = ReportValue::Parts(vec![("", spread(&whole.shares).into())]);
        report.add_text("share spread then", left).only(TextVisibility::Listed);
        if wins.len() > 2 {
            report.tables.push(self.seats(&order, names));
            report.remarks.extend(self.remarks(names));
        }
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
        report.add("next_places", ReportValue::Scores(order.iter().map(|&place| place as u64 + 1).collect()));
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
            ("", Some("next game"), &|&seat| placed(order[seat]).into()),
        ];
        Table::of("", 0..self.wins.len(), &fields)
    }

    /// Returns the explanation of the table.
    fn remarks(&self, names: &PlayerNames) -> Vec<Vec<TextSpan>> {
        let Self { shares, whole, halves, .. } = self;
        let given = |points: &[Points], one: &dyn Fn(Points) -> String| {
            let some = points.iter().enumerate().filter(|(_, points)| **points > 0);
            some.map(|(seat, &points)| format!("{} for {}", one(points), names.of(seat)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let without = spread(shares);
        let mut all = match whole.points.iter().all(|&points| points == 0) {
            true => vec![vec![
                "No whole points before the first turn make the board fairer. The shares differ by ".into(),
                without.into(),
                ".".into(),
            ]],
            false => {
                let given = given(&whole.points, &|points| counted(points, "point"));
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
            let given = given(&halves.points, &|halves| match (halves / 2, halves % 2) {
                (0, _) => "½".to_owned(),
                (whole, 0) => whole.to_string(),
                (whole, _) => format!("{whole}½"),
            });
            let words = format!("Or half points, which break ties: {given}. The shares then differ by ");
            all.push(vec![words.into(), TextSpan::Number(spread(&halves.shares)), ".".into()]);
        }
        all.push(vec![SHARE_MEANS.into(), " Next game: the player of the last game who sits here.".into()]);
        all
    }
}

/// Returns, for each seat, the place in the last game of the player who should sit there: the winner takes the seat that wins
/// least often, and so on. Among equal seats, the last one goes to the better player.
fn next_places(wins: &[Rational]) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..wins.len()).collect();
    sort(&mut seats, |&one, &other| wins[one].cmp(&wins[other]).then(other.cmp(&one)));
    (0..wins.len())
        .map(|seat| seats.iter().position(|&one| one == seat).expect("every seat occurs once"))
        .collect()
}

/// Describes a place in a game, from 0.
fn placed(place: usize) -> String {
    match place + 1 {
        1 => "winner".to_owned(),
        2 => "2nd".to_owned(),
        3 => "3rd".to_owned(),
        place => format!("{place}th"),
    }
}
