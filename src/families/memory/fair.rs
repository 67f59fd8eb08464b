//! Fair boards of Memory: by a head start, or by a way to play that all players use.

mod answer;
mod compensation;
mod players;

pub(super) use answer::answer;
use compensation::{BoardCompensation, NO_COMPENSATION};

use super::decisions::Objective;
use super::family::{MemoryVariant, PlaySettings, ScoredBoard, ways_legend};
use super::lineup::Lineup;
use crate::evaluate::Distribution;
use crate::exact::Rational;
use crate::family::favoured::{
    SPREAD, SPREAD_MEANS, add_favoured, fairest_first, favoured, lead, most, next_game, number, spread, tied,
    winner_seat,
};
use crate::family::{
    ColumnOf, FormatScope, PlayerNames, Report, ReportValue, Table, TextVisibility, counted,
};
use crate::game::{MAX_POINTS, Points, Seat};
use crate::model::order::sort;

/// The head start that makes a board of two fairest.
pub struct HeadStart {
    /// The seat that has it.
    pub seat: usize,
    /// The points before the first turn.
    pub points: Points,
    /// P(each seat wins) with it.
    pub wins: Vec<Rational>,
}

impl HeadStart {
    /// Returns the head start that makes a board of two players fairest: the fewest points that bring both
    /// probabilities of winning nearest to each other. `wins` has the probabilities without a head start, and `ahead`
    /// computes them, followed by that of a draw, for a seat with extra points. Returns `None` unless there are two
    /// players.
    ///
    /// # Errors
    /// The errors of `ahead`.
    pub fn of<E>(
        wins: &[Rational],
        pairs: u16,
        mut ahead: impl FnMut(usize, Points) -> Result<Vec<Rational>, E>,
    ) -> Result<Option<Self>, E> {
        let [first, second] = wins else { return Ok(None) };
        let seat = usize::from(first > second);
        let mut best = Self { seat, points: 0, wins: wins.to_vec() };
        // The probability is monotonic in the points, though some points change nothing. The search can end as soon as
        // the seat is not behind any more.
        for points in 1..=(Points::from(pairs) + 1).min(MAX_POINTS) {
            let mut wins = ahead(seat, points)?;
            wins.truncate(2);
            let is_behind = wins[seat] < wins[1 - seat];
            if spread(&wins) < spread(&best.wins) {
                best = Self { seat, points, wins };
            }
            if !is_behind {
                break;
            }
        }
        Ok(Some(best))
    }

    /// Adds the head start to a report. People see it unless `is_hidden`.
    pub fn add_to(&self, names: &PlayerNames, is_hidden: bool, report: &mut Report) {
        let Self { seat, points, wins } = self;
        let all = vec![
            ("player", number(*seat)),
            ("points", ReportValue::Whole(points.unsigned_abs().into())),
            ("lead_of_player_1", ReportValue::Exact(&wins[0] - &wins[1])),
        ];
        report.add("head_start", ReportValue::Parts(all));
        if is_hidden {
            return;
        }
        let points = counted(points, "point");
        let words = match self.points {
            0 => "none".to_owned(),
            _ => format!("{points} for {}", names.of(*seat)),
        };
        report.add_text("best head start", words);
        if self.points > 0 {
            let left = favoured(wins, |seat| names.of(seat));
            report.add_text("then favoured", left).probability();
        }
    }
}

/// Adds the outcomes of a board to a report, and the head start and the compensation that make it fairest.
/// `outcomes` has the probability that each seat wins, then that of a draw.
///
/// `shows_spread` is `true` if any board of the query has more than two players.
///
/// # Panics
/// If `outcomes` is empty.
fn add_board(
    outcomes: &[Rational],
    (head_start, compensation): (Option<&HeadStart>, Option<&BoardCompensation>),
    (names, shows_spread): (&PlayerNames, bool),
    report: &mut Report,
) {
    let (draw, wins) = outcomes.split_last().expect("the draw comes last");
    add_favoured(report, wins, draw, None, |seat| names.of(seat), shows_spread);
    match head_start {
        Some(head_start) => head_start.add_to(names, shows_spread, report),
        None => {
            report.add_json("head_start", ReportValue::Nothing);
        }
    }
    match compensation {
        Some(compensation) => compensation.add_to(names, shows_spread, report),
        None => report.note = NO_COMPENSATION.to_owned(),
    }
}

/// A way to play, and the outcomes of a board if all players use it.
pub struct ComparedStrategy {
    /// The name of the way.
    pub name: String,
    /// P(each seat wins) and P(draw).
    pub outcomes: Vec<Rational>,
}

impl ComparedStrategy {
    fn wins(&self) -> &[Rational] {
        &self.outcomes[..self.outcomes.len() - 1]
    }

    /// Returns the distance from the greatest probability of winning to the least.
    pub fn spread(&self) -> Rational {
        spread(self.wins())
    }
}

/// Returns the names of all ways to play that make a board fairest.
fn fairest(ways: &[ComparedStrategy]) -> Vec<&str> {
    let least = ways.iter().map(ComparedStrategy::spread).min();
    ways.iter().filter(|way| Some(way.spread()) == least).map(|way| way.name.as_str()).collect()
}

/// Adds the ways to play a board to a report. `want` describes the objective of players who play best. `shows_spread`
/// is `true` if any board of the query has more than two players. `variant` selects the words for the players' choices.
pub fn add_ways(
    ways: &[ComparedStrategy],
    (names, shows_spread): (&PlayerNames, bool),
    (want, variant): (&str, MemoryVariant),
    report: &mut Report,
) {
    if ways.is_empty() {
        return;
    }
    let several = ways[0].wins().len() > 2;
    let best = fairest(ways);
    let (as_words, short) = (|text: &str| ReportValue::Words(text.to_owned()), |seat| names.short(seat));
    let seat = |way: &ComparedStrategy| most(way.wins()).map_or(ReportValue::Nothing, number);
    let by = |way: &ComparedStrategy| ReportValue::Exact(lead(way.wins()));
    // In the line of a board, the ways need all columns.
    report.numbers.retain(|number| number.visibility != TextVisibility::Listed);
    report.numbers.iter_mut().for_each(|number| number.visibility = TextVisibility::Alone);
    for way in ways {
        let mut shown = favoured(way.wins(), short);
        if shows_spread {
            let spread = (SPREAD, ReportValue::Exact(way.spread()));
            shown = match shown {
                ReportValue::Parts(parts) => ReportValue::Parts(parts.into_iter().chain([spread]).collect()),
                no_one => ReportValue::Parts(vec![("", no_one), spread]),
            };
        }
        report.add_text(way.name.clone(), shown).probability().only(TextVisibility::Listed);
        report.put(&format!("{}_favoured", way.name), Vec::new(), seat(way), FormatScope::Tables);
        report.put(&format!("{}_lead", way.name), Vec::new(), by(way), FormatScope::Tables);
        report.put(&format!("{}_{SPREAD}", way.name), Vec::new(), way.spread(), FormatScope::Tables);
    }
    let fairest_play = ReportValue::Names(best.iter().map(ToString::to_string).collect());
    report
        .put("fairest_play", vec!["fairest".to_owned()], fairest_play, FormatScope::Tables)
        .only(TextVisibility::Listed);
    let fields: [ColumnOf<'_, &ComparedStrategy>; 8] = [
        ("play", None, &|way| as_words(&way.name)),
        ("win", None, &|way| ReportValue::Seats(way.wins().to_vec())),
        ("draw", None, &|way| way.outcomes.last().map_or(ReportValue::Nothing, |draw| draw.clone().into())),
        ("favoured", None, &|way| seat(way)),
        ("lead", None, &|way| by(way)),
        (SPREAD, None, &|way| way.spread().into()),
        ("winner_sits", None, &|way| winner_seat(way.wins())),
        ("fairest", None, &|way| best.contains(&way.name.as_str()).into()),
    ];
    report.tables.push(Table::of("plays", ways, &fields));
    let shown = |way: &ComparedStrategy| {
        let chances = way
            .outcomes
            .iter()
            .map(|chance| ReportValue::Parts(vec![("", ReportValue::Exact(chance.clone()))]));
        let spread = several.then(|| ReportValue::Parts(vec![("", ReportValue::Exact(way.spread()))]));
        let ends = [
            Some(favoured(way.wins(), short)),
            spread,
            Some(as_words(next_game(way.wins()).trim_start_matches("the "))),
        ];
        [as_words(&way.name)].into_iter().chain(chances).chain(ends.into_iter().flatten()).collect::<Vec<_>>()
    };
    let wins = (0..ways[0].wins().len()).map(|seat| format!("P({} wins)", short(seat)));
    let heads = ["if all play".to_owned()].into_iter().chain(wins);
    let ends = [Some("P(draw)"), Some("favoured"), several.then_some(SPREAD), Some("next game")];
    let heads = heads.chain(ends.into_iter().flatten().map(str::to_owned));
    let mut table = Table::shown(heads, ways.iter().map(shown));
    // The columns between the ways to play and the next game.
    let last = table.columns.len() - 1;
    table.columns[1..last].iter_mut().for_each(|column| column.is_probability = true);
    report.tables.push(table);
    report.remarks.push(vec![format!("Fairest if all play: {}.", best.join(", ")).into()]);
    let names = ways.iter().map(|way| way.name.as_str());
    report.remarks.extend(ways_legend(names, variant).map(|legend| vec![legend.into()]));
    report.remarks.extend(several.then(|| vec![SPREAD_MEANS.into()]));
    report.remarks.extend(wants(ways, want).map(|want| vec![want.into()]));
}

/// Returns the objective of players who decide, if any player does.
pub fn wants(ways: &[ComparedStrategy], want: &str) -> Option<String> {
    let decide = ways.iter().any(|way| way.name == "best");
    decide.then(|| format!("The objective of best play is {want}."))
}

/// Returns a summary of the fairest boards and ways to play. Each board has its name and its ways to play. `want`
/// describes the objective of players who play best, and `variant` selects the words for the players' choices.
///
/// # Panics
/// If there are no boards.
pub fn summary(
    boards: &[String],
    ways: &[Vec<ComparedStrategy>],
    (want, variant): (&str, MemoryVariant),
) -> String {
    let all = boards
        .iter()
        .zip(ways)
        .flat_map(|(name, ways)| ways.iter().map(move |way| (way.spread(), name, way)));
    let mut all: Vec<(Rational, &String, &ComparedStrategy)> = all.collect();
    sort(&mut all, |(one, ..), (two, ..)| one.cmp(two));
    let named: Vec<String> = tied(&all, |(spread, ..)| spread)
        .iter()
        .map(|(_, name, way)| format!("{name} ({})", way.name))
        .collect();
    let want = wants(&ways[0], want).map_or_else(String::new, |want| format!("{want}\n"));
    let means = match ways.iter().any(|ways| ways[0].wins().len() > 2) {
        true => format!("{SPREAD_MEANS}\n"),
        false => String::new(),
    };
    let legend = ways_legend(ways[0].iter().map(|way| way.name.as_str()), variant);
    let legend = legend.map_or_else(String::new, |legend| format!("{legend}\n"));
    format!("\n{}{legend}{means}{want}", fairest_first(&named, all.len()))
}

/// The saved odds of a board: P(each seat wins) and P(draw), and the distribution of the scores.
pub type SavedOdds = (Vec<Rational>, Option<Distribution>);

/// Returns the ways to play that are compared by default, by the number of players and whether they forget.
pub fn default_ways(forget: bool, players: Seat) -> &'static [&'static str] {
    match (forget, players) {
        (false, ..=2) => &["robots", "safe", "best", "parity"],
        // The rule by parity is defined for two players with perfect memory.
        _ => &["robots", "safe", "best"],
    }
}

/// Returns the ways to play boards with these numbers of players. If `wants` is set, some player decides, and each board keeps the
/// default objective of its number of players. Otherwise all players play for pairs if the default objectives differ.
pub fn objective_for_all(decide: PlaySettings, wants: bool, players: &[Seat]) -> PlaySettings {
    let is_mixed = is_mixed(&decide, players);
    if is_mixed && !wants { decide.with_default_objective(Objective::Pairs) } else { decide }
}

/// Returns `true` if no objective was chosen and boards with these numbers of players have different default objectives.
pub fn is_mixed(decide: &PlaySettings, players: &[Seat]) -> bool {
    let has_two = players.contains(&2);
    decide.objective.is_none() && has_two && players.iter().any(|&players| players != 2)
}

/// The objective of players who decide, where it depends on their number.
pub const MIXED_WANT: &str =
    "to win with two players, and as many pairs as possible with more (--objective pairs: pairs always)";

impl Lineup {
    /// Returns the players of a board. The objective defaults to winning between two players and to pairs between more.
    fn of_players(&self, players: Seat) -> Self {
        let objective = if players == 2 { Objective::Win } else { Objective::Pairs };
        self.with_default_objective(objective)
    }

    /// Describes the number and the kind of the players.
    fn kind(&self, seats: usize) -> String {
        match self.are_robots() {
            true => format!("{seats} robots with perfect memory"),
            false => counted(seats, "player"),
        }
    }

    /// Returns the title of a board on which several ways to play are compared.
    fn title_of_comparison(&self, position: &ScoredBoard) -> String {
        match self.are_robots() {
            true => {
                let (pairs, variation) = (counted(position.pairs, "pair"), position.variation());
                let players = counted(position.scores.len(), "player");
                self.heading(&format!("Memory, {pairs}, {players} with perfect memory{variation}"))
            }
            false => self.title(position),
        }
    }

    /// Returns the title of a board with these players.
    fn title(&self, position: &ScoredBoard) -> String {
        let kind = self.kind(position.scores.len());
        let (pairs, variation) = (counted(position.pairs, "pair"), position.variation());
        self.heading(&format!("Memory, {pairs}, {kind}{variation}"))
    }

    /// Returns the heading of a board. It adds the ways to play unless the players are robots.
    fn heading(&self, board: &str) -> String {
        match self.are_robots() {
            true if self.decide.has_rules() => format!("{board}\n{}", self.decide.title_of_best()),
            true => board.to_owned(),
            false => {
                let compared = match self.decide.has_rules() && !self.decide.has_best() {
                    true => format!("; {}", self.decide.title_of_best()),
                    false => String::new(),
                };
                format!("{board}{}\n{}{compared}", self.limited.remembered(), self.decide.title())
            }
        }
    }

    /// Returns the heading of a board whose objective depends on the number of players.
    fn mixed_heading(&self, board: &str) -> String {
        let title = self.decide.title_with("win between two, else pairs");
        format!("{board}{}\n{title}", self.limited.remembered())
    }

    /// Describes the objective of players who decide.
    fn want(&self) -> &'static str {
        match self.decide.objective() {
            Objective::Win => "to win (--objective pairs: as many pairs as possible)",
            Objective::Pairs => "as many pairs as possible",
        }
    }
}
