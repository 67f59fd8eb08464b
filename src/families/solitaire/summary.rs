//! The summary of a board: its quantities with means and distributions, and derived values.

use super::Solitaire;
use super::asymptotics::{Asymptotic, asymptotics};
use super::decisions::Rule;
use super::distributions::{self, Deals};
use super::imperfect::distributions::Chances;
use super::means;
use super::quantity_name::QuantityName;
use super::score;
use crate::evaluate::{Distribution, Mass, Side};
use crate::exact::{self, Rational, ratio};
use crate::family::{ColumnOf, FormatScope, Report, ReportValue, Table, TextVisibility};
use crate::model::{Error, Graph, Job};
use serde_json::{Value, json};

/// The summary of a board of a player with perfect memory.
pub struct Summary {
    /// The board.
    pub game: Solitaire,
    /// The quantities. Without distributions, only the quantities whose mean is known.
    pub quantities: Vec<CountedQuantity>,
}

/// Computes the distributions for all boards up to the largest one of a graph.
type Sweep = fn(&Graph<Solitaire>, &Job<'_>) -> Result<Vec<Deals>, Error>;

/// The passes for the distributions that every board needs: turns, lucky turns, and cards to remember. A further pass
/// computes scores if they do not follow from these.
pub const PASSES: [Sweep; 3] = [distributions::turns, distributions::lucky, distributions::remembered];

/// The distributions that determine all others of a board: the results of [`PASSES`], and the scores if they do not
/// follow from these.
pub type Distributions = ([Deals; PASSES.len()], Option<Deals>);

/// Groups the results of the passes by board.
pub fn by_board(
    passes: [Vec<Deals>; PASSES.len()],
    scores: Option<Vec<Deals>>,
) -> impl Iterator<Item = Distributions> {
    let [turns, lucky, remembered] = passes;
    let scores = scores.into_iter().flatten().map(Some).chain(std::iter::repeat(None));
    let rows = turns.into_iter().zip(lucky).zip(remembered).zip(scores);
    rows.map(|(((turns, lucky), remembered), score)| ([turns, lucky, remembered], score))
}

/// Returns the result of one pass for several boards, the largest of which is the board of `graph`. The cost is that of
/// a function of [`distributions`] for the largest board.
///
/// # Errors
/// The errors of [`distributions::turns`].
///
/// # Panics
/// If `which` is the pass for scores, and they follow from the other passes.
pub fn pass(
    which: usize,
    graph: &Graph<Solitaire>,
    games: &[Solitaire],
    rule: Rule,
    job: &Job<'_>,
) -> Result<Vec<Deals>, Error> {
    let boards = match PASSES.get(which) {
        Some(sweep) => sweep(graph, job),
        None => distributions::score(graph, rule.rewards().expect("this pass computes scores"), job),
    }?;
    Ok(games.iter().map(|game| boards[usize::from(game.pairs()) - 1].clone()).collect())
}

/// Computes an expectation of a board by its number of pairs.
type Sum = fn(u16) -> Rational;

/// The expectations that are computed as sums.
pub const SUMS: [(QuantityName, Sum); 4] = [
    (QuantityName::Turns, means::turns),
    (QuantityName::Lucky, means::lucky),
    (QuantityName::FirstPosition, means::first_position),
    (QuantityName::FirstTurn, means::first_turn),
];

impl Summary {
    /// Creates the summary from the distributions of a board.
    pub fn of(game: Solitaire, rule: Rule, distributions: Distributions) -> Self {
        let Rule { pair, lucky: luck, .. } = rule;
        let (pairs, miss) = (i64::from(game.pairs()), rule.unpaired_turn_points());
        let ([turns, lucky, remembered], score) = distributions;
        let score = match score {
            Some(score) => score,
            None if miss == 0 => lucky.clone().map(|lucky| pair * pairs + (luck - pair) * lucky),
            None => turns.clone().map(|turns| (pair - miss) * pairs + miss * turns),
        };
        let mut quantities = vec![(QuantityName::Turns, turns), (QuantityName::Lucky, lucky)];
        if !game.is_blind() {
            let first_position = distributions::first_position(game.pairs());
            quantities.push((QuantityName::FirstPosition, first_position));
            quantities.push((QuantityName::FirstTurn, distributions::first_turn(game.pairs())));
        }
        quantities.push((QuantityName::Remembered, remembered));
        if !game.is_blind() {
            quantities.push((QuantityName::Score, score));
        }
        let quantities =
            quantities.into_iter().map(|(name, deals)| CountedQuantity::of(name, deals)).collect();
        Self { game, quantities }
    }

    /// Creates the summary from the expectations of [`SUMS`] alone.
    pub fn of_means(game: Solitaire, rule: Rule, means: [Rational; SUMS.len()]) -> Self {
        let score = rule.fewest_turns_score(game.pairs(), &means[1], &means[0]);
        let names = SUMS.map(|(name, _)| name).into_iter().chain([QuantityName::Score]);
        let means = names.zip(means.into_iter().chain([score]));
        Self {
            game,
            quantities: means.map(|(name, mean)| CountedQuantity { name, mean, deals: None }).collect(),
        }
    }

    /// Returns the quantity with a name, if it is known.
    pub fn quantity(&self, name: QuantityName) -> Option<&CountedQuantity> {
        self.quantities.iter().find(|quantity| quantity.name == name)
    }

    /// Returns `true` if only means are known, which were computed as sums.
    pub fn is_of_sums(&self) -> bool {
        self.quantities.iter().all(|quantity| quantity.deals.is_none())
    }

    /// Returns the parameters that JSON repeats.
    pub fn parameters(&self, rule: Rule) -> Value {
        Self::parameters_of(&self.game, rule, self.is_of_sums())
    }

    /// Returns the parameters of a board for distributions, or for means only, that JSON repeats.
    pub fn parameters_of(game: &Solitaire, rule: Rule, is_of_sums: bool) -> Value {
        let evaluator = if is_of_sums { "sums" } else { "distributions" };
        if game.is_blind() {
            return json!({ "pairs": game.pairs(), "blind": true, "evaluator": evaluator });
        }
        json!({ "pairs": game.pairs(), "score": score::parameters(rule), "evaluator": evaluator })
    }

    /// Returns the report in a given detail.
    pub fn report(&self, detail: Detail) -> Report {
        let all: Vec<QuantitySummary> =
            self.quantities.iter().map(|quantity| quantity.describe(detail)).collect();
        let usual = (!self.game.is_blind()).then_some(self.game.pairs());
        let mut report = report(self.game.title(), &all, usual, detail);
        if self.is_of_sums() {
            report.note = "Means from sums over runs of different cards, not from distributions.".to_owned();
        }
        report
    }
}

/// The detail of a report on quantities. Each level includes the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Expectations without tables, as in the lines of a range of boards.
    Means,
    /// The variance, the minimum and maximum, and quantiles.
    Spreads,
    /// Every value with its probability.
    Values,
}

/// A quantity of a player with perfect memory, counted over all deals.
pub struct CountedQuantity {
    /// The name.
    pub name: QuantityName,
    /// The expectation.
    pub mean: Rational,
    /// The number of deals by value, if known.
    pub deals: Option<Deals>,
}

/// A quantity of any player, as reports show it.
pub struct QuantitySummary {
    /// The name.
    pub name: QuantityName,
    /// The expectation.
    pub mean: Rational,
    /// The variance, if known.
    pub variance: Option<Rational>,
    /// The spread, if known, or the reason why it is unknown.
    pub spread: Option<Result<Spread, String>>,
}

/// The spread of the values of a quantity.
pub struct Spread {
    /// The minimum and the maximum with their probabilities, if they exist.
    ends: [Option<(i64, Rational)>; 2],
    /// The known values for [`QUANTILES`].
    quantiles: [Option<i64>; 5],
    /// Every value with its probability, ascending. Empty if the list would be long.
    chances: Vec<(i64, Rational)>,
    /// The remaining probability of values without a bound, and their side.
    tail: Option<(Rational, Option<&'static str>)>,
}

/// The reported quantiles, with their names.
const QUANTILES: [(u32, &str); 5] = [(5, "0.05"), (25, "0.25"), (50, "0.50"), (75, "0.75"), (95, "0.95")];

/// People see only the number of values below this probability.
const RARE: f64 = 0.0005;

impl CountedQuantity {
    fn of(name: QuantityName, deals: Deals) -> Self {
        Self { name, mean: deals.expected_value(), deals: Some(deals) }
    }

    /// Returns the description of the quantity in a given detail.
    fn describe(&self, detail: Detail) -> QuantitySummary {
        let deals = self.deals.as_ref().filter(|_| detail > Detail::Means);
        QuantitySummary {
            name: self.name,
            mean: self.mean.clone(),
            variance: deals.map(Deals::variance),
            spread: deals.map(|deals| Ok(Spread::of(deals, detail))),
        }
    }
}

impl Spread {
    /// Returns the spread of a finite distribution in a given detail.
    fn of<M: Mass>(found: &Distribution<i64, M>, detail: Detail) -> Self {
        let whole = detail == Detail::Values;
        let owned = |(value, chance): (&i64, Rational)| (*value, chance);
        Self {
            ends: [found.least(), found.greatest()].map(|end| end.map(owned)),
            quantiles: QUANTILES.map(|(hundredths, _)| found.quantile(&ratio(hundredths, 100)).copied()),
            chances: if whole { found.iter().map(owned).collect() } else { Vec::new() },
            tail: None,
        }
    }

    /// Returns the spread of a distribution that may be infinite.
    pub fn of_fractions(found: &Chances) -> Self {
        let side = |side| match side {
            Side::Lesser => "less",
            Side::Greater => "more",
        };
        let tail = found.tail().map_or((exact::zero(), None), |(to, tail)| (tail, Some(side(to))));
        Self { tail: Some(tail), ..Self::of(found, Detail::Values) }
    }
}

/// Returns a value that may be unknown.
fn value(value: Option<i64>) -> ReportValue {
    value.map_or(ReportValue::Nothing, |value| ReportValue::Name(value.to_string()))
}

impl QuantitySummary {
    fn spread(&self) -> Option<&Spread> {
        self.spread.as_ref()?.as_ref().ok()
    }

    /// Returns the description for JSON.
    fn report_value(&self) -> ReportValue {
        let mut all = vec![("mean", ReportValue::Exact(self.mean.clone()))];
        all.extend(self.variance.iter().map(|variance| ("variance", ReportValue::Exact(variance.clone()))));
        match &self.spread {
            Some(Ok(spread)) => spread.describe(&mut all),
            Some(Err(_)) => all.push(("distribution", ReportValue::Nothing)),
            None => {}
        }
        ReportValue::Parts(all)
    }

    /// Returns a number of the spread, if it is known.
    fn at(&self, number: impl Fn(&Spread) -> Option<i64>) -> ReportValue {
        value(self.spread().and_then(number))
    }

    /// Returns the distribution for people, as bars.
    fn bars(&self) -> Option<Table> {
        let mut rows = match self.spread.as_ref()? {
            Ok(spread) if spread.chances.is_empty() => return None,
            Ok(spread) => spread.bars(),
            Err(why) => vec![vec![format!("no distribution: {why}").into()]],
        };
        rows.iter_mut().for_each(|row| row.resize(2, "".into()));
        Some(Table::new("", [("", Some(self.name.meaning())), ("", Some(""))], rows))
    }

    /// Returns the distribution for machine-readable tables.
    fn chances(&self) -> Vec<Vec<ReportValue>> {
        let Some(spread) = self.spread() else { return Vec::new() };
        let chances = spread.chances.iter().map(|(value, chance)| (value.to_string(), chance));
        let tail = spread.tail.iter().filter_map(|(tail, side)| Some(((*side)?.to_owned(), tail)));
        let row = |(value, chance): (String, &Rational)| {
            vec![self.name.name().into(), ReportValue::Name(value), ReportValue::Exact(chance.clone())]
        };
        chances.chain(tail).map(row).collect()
    }
}

impl Spread {
    /// Adds the spread to the description for JSON.
    fn describe(&self, all: &mut Vec<(&'static str, ReportValue)>) {
        let at = |(at, chance): &(i64, Rational)| [value(Some(*at)), ReportValue::Exact(chance.clone())];
        let end = |end: &(i64, Rational)| {
            ReportValue::Parts(["value", "probability"].into_iter().zip(at(end)).collect())
        };
        let [least, most] = self.ends.each_ref().map(|one| one.as_ref().map_or(ReportValue::Nothing, end));
        let quantiles = QUANTILES.iter().zip(self.quantiles).map(|((_, name), at)| (*name, value(at)));
        all.extend([("min", least), ("max", most), ("quantiles", ReportValue::Parts(quantiles.collect()))]);
        if !self.chances.is_empty() {
            let chances = self.chances.iter().map(|chance| ReportValue::Each(at(chance).into()));
            all.push(("distribution", ReportValue::Each(chances.collect())));
        }
        if let Some((tail, side)) = &self.tail {
            all.push(("tail", ReportValue::Exact(tail.clone())));
            all.push(("tail_side", (*side).into()));
        }
    }

    /// Returns the rows of the distribution for people.
    fn bars(&self) -> Vec<Vec<ReportValue>> {
        let most = self.chances.iter().map(|(_, chance)| exact::double(chance)).fold(0.0, f64::max);
        let common = self.chances.iter().filter(|(_, chance)| exact::double(chance) >= RARE);
        let bar = |(at, chance): &(i64, Rational)| {
            vec![value(Some(*at)), ReportValue::Bar { value: chance.clone(), most }]
        };
        let mut rows: Vec<_> = common.map(bar).collect();
        let rare = self.chances.len() - rows.len();
        if rare > 0 {
            rows.push(vec![format!("{rare} rarer").into()]);
        }
        if let Some((tail, Some(side))) = &self.tail {
            let (sign, last) = match *side {
                "less" => ("<", self.chances.first()),
                _ => (">", self.chances.last()),
            };
            let beyond = last.map(|(last, _)| ReportValue::from(format!("{sign} {last}")));
            let tail = ReportValue::Bar { value: tail.clone(), most: f64::INFINITY };
            rows.extend(beyond.map(|beyond| vec![beyond, tail]));
        }
        rows
    }
}

/// The number of asymptotics whose residuals appear in the lines of a range.
const LISTED: usize = 2;

/// Reports on all quantities of a board in a given detail. `perfect` is the number of pairs of a player with perfect
/// memory and the usual rules; the report then compares the quantities with their asymptotics.
pub fn report(title: String, all: &[QuantitySummary], perfect: Option<u16>, detail: Detail) -> Report {
    let mut report = Report::new(title);
    for quantity in all {
        report.add_json(quantity.name.name(), quantity.report_value());
        let (key, mean) =
            (format!("{}_mean", quantity.name.name()), ReportValue::Exact(quantity.mean.clone()));
        // The lines of a range have little room.
        let head = quantity.name.meaning().replace("first position", "position");
        report.put(&key, vec![head], mean, FormatScope::Tables).only(TextVisibility::Listed);
    }
    let most = if detail == Detail::Means { LISTED } else { usize::MAX };
    let limits: Vec<(Asymptotic, f64)> = perfect.map_or_else(Vec::new, |pairs| {
        let exact = |name: &str| Some(&all.iter().find(|quantity| quantity.name.name() == name)?.mean);
        let known = |limit: Asymptotic| {
            let residual = limit.excess_over(exact(limit.name)?);
            Some((limit, residual))
        };
        asymptotics(pairs).into_iter().filter_map(known).take(most).collect()
    });
    for (limit, residual) in limits.iter().take(LISTED) {
        let words = format!("{} over", limit.name);
        report.add_text(words, format!("{residual:+.2e}")).only(TextVisibility::Listed);
    }
    if detail == Detail::Means {
        return report;
    }
    let more = |head| Some(head).filter(|_| all.iter().any(|quantity| quantity.spread.is_some()));
    let end = |end: &Option<(i64, Rational)>| end.as_ref().map(|(value, _)| *value);
    let deviation = |variance| ReportValue::Double(exact::double(variance).sqrt(), 6);
    let fields: [ColumnOf<'_, &QuantitySummary>; 8] = [
        ("", Some(""), &|one| one.name.meaning().into()),
        ("", Some("mean"), &|one| (&one.mean).into()),
        ("", more("deviation"), &|one| one.variance.as_ref().map_or(ReportValue::Nothing, deviation)),
        ("", more("least"), &|one| one.at(|spread| end(&spread.ends[0]))),
        ("", more("5%"), &|one| one.at(|spread| spread.quantiles[0])),
        ("", more("median"), &|one| one.at(|spread| spread.quantiles[2])),
        ("", more("95%"), &|one| one.at(|spread| spread.quantiles[4])),
        ("", more("most"), &|one| one.at(|spread| end(&spread.ends[1]))),
    ];
    report.tables.push(Table::of("", all, &fields));
    report.tables.extend(all.iter().filter_map(QuantitySummary::bars));
    let rows: Vec<_> = all.iter().flat_map(QuantitySummary::chances).collect();
    if !rows.is_empty() {
        let columns = ["quantity", "value", "probability"].map(|key| (key, None));
        report.tables.push(Table::new("", columns, rows).main());
    }
    if perfect.is_some() {
        let fields: [ColumnOf<'_, &(Asymptotic, f64)>; 7] = [
            ("quantity", None, &|(limit, _)| limit.name.into()),
            ("", Some("asymptotics"), &|(limit, _)| {
                QuantityName::named(limit.name).map(QuantityName::meaning).into()
            }),
            ("formula", Some(""), &|(limit, _)| ReportValue::Formula {
                plain: limit.formula.to_owned(),
                latex: limit.latex.to_owned(),
            }),
            ("", Some("exact - this"), &|(_, residual)| format!("{residual:+.3e}").into()),
            ("source", Some(""), &|(limit, _)| limit.source.into()),
            ("approximately", None, &|(limit, _)| limit.double().into()),
            ("residual", None, &|(_, residual)| (*residual).into()),
        ];
        report.tables.push(Table::of("asymptotics", &limits, &fields));
    }
    report
}
