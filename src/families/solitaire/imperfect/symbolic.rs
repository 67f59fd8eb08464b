//! Expectations as rational functions of p, p', p''.
//!
//! A turn without progress has probability 1 - p or p'. Every denominator is therefore a number times powers of p and
//! 1 - p'.

use super::expectations::{Expected, expected};
use super::tables::Tables;
use super::{Chance, ForgetfulTurnOutcome, ImperfectSolitaire, Recall, Variant};
use crate::evaluate::values::{
    ByValue, Frequencies, MemorySize, ModelEdge, Neighbor, NumbersByValue, Recurrence, Slots, SweepDirection,
    Tally, ValueChanges, ValueVisitor, sweep,
};
use crate::exact::{self, Integer, Rational};
use crate::family::{LINE, Report, ReportValue, Table, counted, folded};
use crate::model::{Error, Job};
use crate::solitaire::quantity_name::QuantityName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The exponents of p, 1 - p' and p'' in a term, or of p, p' and p''.
type Powers = [i32; 3];

/// A rational function of p, p' and p'': a sum of terms in p, 1 - p' and p'', without zero terms. Denominators are
/// negative exponents of p and 1 - p', so that all results of play are in lowest terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RationalFunction(BTreeMap<Powers, Rational>);

impl RationalFunction {
    fn of(terms: &[(i64, Powers)]) -> Self {
        let mut function = Self::default();
        terms.iter().for_each(|&(number, powers)| function.add(powers, &exact::ratio(number, 1)));
        function
    }

    fn add(&mut self, powers: Powers, number: &Rational) {
        let sum = self.0.entry(powers).or_insert_with(exact::zero);
        *sum += number;
        if *sum == exact::zero() {
            self.0.remove(&powers);
        }
    }

    fn add_multiple(&mut self, other: &Self, times: &Rational) {
        other.0.iter().for_each(|(powers, number)| self.add(*powers, &(number * times)));
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                product.add([0, 1, 2].map(|at| a[at] + b[at]), &(x * y));
            }
        }
        product
    }

    /// Returns the value for a player, or `None` if it is infinite.
    pub fn at(&self, recall: &Recall) -> Option<Rational> {
        let [p, other, fresh] = recall.values();
        let values = [p.clone(), exact::one() - other, fresh.clone()];
        let term = |(powers, number): (&Powers, &Rational)| {
            powers.iter().zip(&values).try_fold(number.clone(), |term, (&power, value)| {
                (power >= 0 || *value != exact::zero()).then(|| term * value.pow(power))
            })
        };
        self.0.iter().map(term).sum()
    }

    /// Returns the exponents of p and of 1 - p' in the denominator.
    fn below(&self) -> [i32; 2] {
        [0, 1].map(|at| self.0.keys().map(|powers| -powers[at]).fold(0, i32::max))
    }

    /// Returns the numerator, a polynomial in p, p' and p''.
    fn top(&self) -> BTreeMap<Powers, Rational> {
        let ([p_below, rest_below], mut top) = (self.below(), Self::default());
        for (&[p, rest, fresh], number) in &self.0 {
            let power = (rest + rest_below).unsigned_abs().into();
            for (other, ways) in (0..).zip(exact::binomials(power, power)) {
                let sign = if other % 2 == 0 { 1 } else { -1 };
                top.add([p + p_below, other, fresh], &(number * Integer::from(ways) * Integer::from(sign)));
            }
        }
        top.0
    }

    /// Returns the parts of `factor * polynomial / (number * powers)`. All coefficients are integers, and the
    /// polynomial has no common factor.
    fn parts(&self) -> (Integer, Vec<(Integer, Powers)>, Integer) {
        let top = self.top();
        let common = Integer::from(exact::over_one_denominator(top.values()).1);
        let whole: Vec<(Integer, Powers)> =
            top.iter().map(|(powers, number)| ((number * &common).to_integer(), *powers)).collect();
        let factor =
            whole.iter().fold(Integer::default(), |factor, (number, _)| exact::integer_gcd(&factor, number));
        let factor = if factor == Integer::default() { Integer::from(1) } else { factor };
        let terms = whole.into_iter().rev().map(|(number, powers)| (number / &factor, powers)).collect();
        let outer = exact::ratio(factor, common);
        (outer.numer().clone(), terms, outer.denom().clone())
    }

    /// Returns the factors of the denominator.
    fn bottom(&self, number: &Integer, power: impl Fn(&str, i32) -> String) -> Vec<String> {
        let number = Some(number).filter(|number| **number != Integer::from(1)).map(ToString::to_string);
        let powers = ["p", "(1 - p')"].into_iter().zip(self.below()).filter(|(_, times)| *times > 0);
        number.into_iter().chain(powers.map(|(name, times)| power(name, times))).collect()
    }

    /// Formats the function in LaTeX.
    pub fn latex(&self) -> String {
        let (factor, terms, number) = self.parts();
        let power = |name: &str, power| {
            if power == 1 { name.to_owned() } else { format!("{name}^{{{power}}}") }
        };
        let bottom = self.bottom(&number, power).concat();
        let top = spell(
            &factor,
            &terms,
            |name, power| {
                if power == 1 { name.to_owned() } else { format!("{{{name}}}^{{{power}}}") }
            },
            "",
        );
        if bottom.is_empty() { top } else { format!("\\frac{{{top}}}{{{bottom}}}") }
    }
}

/// Formats a factor and a polynomial. Terms of high powers come first.
fn spell(
    factor: &Integer,
    terms: &[(Integer, Powers)],
    power: impl Fn(&str, i32) -> String,
    between: &str,
) -> String {
    let one = Integer::from(1);
    let mut text = String::new();
    for (place, (number, powers)) in terms.iter().enumerate() {
        let negative = *number < Integer::default();
        let size = if negative { -number } else { number.clone() };
        text.push_str(match (place, negative) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        });
        let mut factors: Vec<String> = super::NAMES
            .iter()
            .zip(powers)
            .filter(|(_, times)| **times > 0)
            .map(|(name, times)| power(name, *times))
            .collect();
        if size != one || factors.is_empty() {
            factors.insert(0, size.to_string());
        }
        text.push_str(&factors.join(between));
    }
    match (*factor == one, terms.len()) {
        (_, 0) => "0".to_owned(),
        (true, _) => text,
        (false, 1) if text == "1" => factor.to_string(),
        (false, 1) => format!("{factor}{between}{text}"),
        (false, _) => format!("{factor}{between}({text})"),
    }
}

impl Display for RationalFunction {
    /// Formats the function on one line, such as `2 (3 p + 1) / (3 p)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (factor, terms, number) = self.parts();
        let power = |name: &str, power| if power == 1 { name.to_owned() } else { format!("{name}^{power}") };
        let top = spell(&factor, &terms, power, " ");
        let bottom = self.bottom(&number, power);
        // A sum in a numerator needs brackets, unless a factor already added them.
        let top = if terms.len() > 1 && factor == Integer::from(1) && !bottom.is_empty() {
            format!("({top})")
        } else {
            top
        };
        match bottom.len() {
            0 => f.write_str(&top),
            1 => write!(f, "{top} / {}", bottom[0]),
            _ => write!(f, "{top} / ({})", bottom.join(" ")),
        }
    }
}

impl MemorySize for RationalFunction {
    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

/// The arithmetic of rational functions, on the tables of a player for whom every event is possible.
struct Symbols<'a>(&'a Tables);

impl Symbols<'_> {
    fn chance(chance: Chance) -> RationalFunction {
        RationalFunction::of(match chance {
            Chance::Certain => &[(1, [0; 3])],
            Chance::Mate => &[(1, [1, 0, 0])],
            Chance::Other => &[(1, [0; 3]), (-1, [0, 1, 0])],
            Chance::New => &[(1, [0, 1, 0]), (-1, [1, 0, 0])],
            Chance::NotMate => &[(1, [0; 3]), (-1, [1, 0, 0])],
            Chance::Fresh => &[(1, [0, 0, 1])],
            Chance::Stale => &[(1, [0; 3]), (-1, [0, 0, 1])],
        })
    }

    /// Returns the expected visits of a node, from the expected number of arrivals. A turn that changes nothing repeats
    /// the node.
    fn visits(&self, node: usize, number: &RationalFunction) -> RationalFunction {
        match self.0.graph.self_loops(node).next().map(|edge| self.0.step(edge).1.chance) {
            Some(Chance::NotMate) => number.times(&RationalFunction::of(&[(1, [-1, 0, 0])])),
            Some(Chance::Other) => number.times(&RationalFunction::of(&[(1, [0, -1, 0])])),
            _ => number.clone(),
        }
    }
}

impl Recurrence for Symbols<'_> {
    type Value = RationalFunction;
    type Storage = Slots<RationalFunction>;
    type Factor = RationalFunction;

    fn boundary(&self, _: usize) -> RationalFunction {
        RationalFunction::of(&[(1, [0; 3])])
    }

    fn factor(&self, edge: ModelEdge) -> RationalFunction {
        let from = self.0.graph.source(edge.number);
        self.edge_visits(edge.number, &self.visits(from, &self.boundary(from)))
    }

    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<RationalFunction, Error> {
        let products = terms.iter().map(|term| term.value.times(&term.factor));
        let add = |mut sum: RationalFunction, more: RationalFunction| {
            sum.add_multiple(&more, &exact::one());
            sum
        };
        Ok(products.reduce(add).unwrap_or_default())
    }
}

impl Frequencies for Symbols<'_> {
    type Number = RationalFunction;

    fn visits(
        &self,
        visitor: ValueVisitor<'_, Tally<RationalFunction>, RationalFunction>,
        job: &Job<'_>,
    ) -> Result<Tally<RationalFunction>, Error> {
        let visitor =
            |tally: &mut _, node, number: &RationalFunction| visitor(tally, node, &self.visits(node, number));
        sweep(&self.0.graph, SweepDirection::Forward, Self(self.0), Tally::new(), &visitor, job)
    }

    fn by_value(&self, changes: ValueChanges<'_>, job: &Job<'_>) -> Result<Tally<RationalFunction>, Error> {
        let visitor =
            |ends: &mut Tally<RationalFunction>, node: usize, row: &NumbersByValue<RationalFunction>| {
                ends.extend(row.iter().filter(|_| self.0.graph.is_end(node)).cloned());
            };
        let rows = ByValue { numbers: Self(self.0), changes };
        sweep(&self.0.graph, SweepDirection::Forward, rows, Tally::new(), &visitor, job)
    }

    fn edge_visits(&self, edge: usize, visits: &RationalFunction) -> RationalFunction {
        let ForgetfulTurnOutcome { chance, share: (top, bottom), .. } = *self.0.step(edge).1;
        let mut often = RationalFunction::default();
        often.add_multiple(&visits.times(&Self::chance(chance)), &exact::ratio(top, bottom));
        often
    }

    fn add_multiple(&self, sum: &mut RationalFunction, value: &RationalFunction, times: u64) {
        sum.add_multiple(value, &exact::ratio(times, 1));
    }
}

/// The maximum number of pairs for functions. Each further pair takes about twice the time; 12 pairs have 700 kB of terms.
pub const MAX_SYMBOLIC: u16 = 12;

/// Returns the expectations of a game as functions of p, p' and p''. The work can be saved.
///
/// # Errors
/// If a limit of `job` is exceeded, or work cannot be saved or read.
///
/// # Panics
/// If there is no board with this number of pairs.
pub fn functions(pairs: u16, model: Variant, job: &Job<'_>) -> Result<Expected<RationalFunction>, Error> {
    let player =
        Recall::new(exact::ratio(1, 3), exact::ratio(1, 3), exact::ratio(1, 2)).expect("probabilities");
    let tables = Tables::of(&ImperfectSolitaire::new(pairs, model, player).expect("a board"), job)?;
    expected(&tables, &Symbols(&tables), |function| function, true, job)
}

impl Expected<RationalFunction> {
    /// Returns the report on the functions of a board of `pairs` pairs. Formulas for people are in LaTeX if `latex` is
    /// set.
    pub fn report(&self, pairs: u16, model: Variant, latex: bool) -> Report {
        let board = counted(pairs, "pair");
        let mut report = Report::new(format!("Solitaire Memory, {board}, model {model}: expectations"));
        let Expected { turns, lucky, first_position, first_turn, remembered, .. } = self;
        let functions = [turns, lucky, first_position, first_turn, remembered];
        let mut rows = Vec::new();
        // There is no function of the score, which is the last quantity.
        for (name, function) in QuantityName::ALL.into_iter().zip(functions) {
            let (plain, tex) = (function.to_string(), function.latex());
            let as_words = |text: &str| ReportValue::Words(text.to_owned());
            let both = ReportValue::Parts(vec![("function", as_words(&plain)), ("latex", as_words(&tex))]);
            report.add_json(name.name(), ReportValue::Parts(vec![("mean", both)]));
            let spelt = if latex { tex.clone() } else { plain };
            report.remarks.push(vec![lines(&format!("{} = {spelt}", name.meaning())).into()]);
            rows.push(vec![as_words(name.name()), ReportValue::Formula { plain: spelt, latex: tex }]);
        }
        let columns = vec![("quantity", None), ("function", None)];
        report.tables.push(Table::new("", columns, rows).main());
        report
    }
}

/// Splits a formula into as many lines as it needs, with breaks before operators.
fn lines(formula: &str) -> String {
    let apart = |text: String, operator| text.replace(&format!(" {operator} "), &format!("\n{operator} "));
    let parts = ["+", "-", "/"].into_iter().fold(formula.to_owned(), apart);
    format!("  {}", folded(parts.split('\n'), [LINE - 2, LINE - 4]))
}
