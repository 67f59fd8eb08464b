//! A quantity of a game: its distribution, and what follows from it.

use crate::cli::print::{self, Print};
use crate::exact::{self, Integer, Natural, Rational, ratio};
use crate::games::solitaire::distributions::Scored;
use serde_json::{Value, json};

pub(super) struct Quantity {
    pub(super) name: &'static str,
    pub(super) mean: Rational,
    /// Deals by value, ascending; empty where only the mean is known.
    pub(super) deals: Scored,
    total: Natural,
}

/// The quantiles that are told, in hundredths.
pub(super) const QUANTILES: [u32; 5] = [5, 25, 50, 75, 95];

/// The longest bar.
const BAR: usize = 40;

/// Fractions longer than this are left to JSON and CSV.
pub(super) const LONGEST: usize = 24;

impl Quantity {
    pub(super) fn of(name: &'static str, deals: Scored) -> Self {
        let total: Natural = deals.iter().map(|(_, number)| number).sum();
        let sum: Integer = deals.iter().map(|(value, number)| Integer::from(number.clone()) * *value).sum();
        Self { name, mean: ratio(sum, total.clone()), deals, total }
    }

    pub(super) fn mean_only(name: &'static str, mean: Rational) -> Self {
        Self { name, mean, deals: Vec::new(), total: Natural::default() }
    }

    pub(super) fn has_distribution(&self) -> bool {
        !self.deals.is_empty()
    }

    /// Every value with its probability.
    pub(super) fn chances(&self) -> impl Iterator<Item = (i64, Rational)> {
        self.deals.iter().map(|(value, number)| (*value, ratio(number.clone(), self.total.clone())))
    }

    fn variance(&self) -> Rational {
        let squares = self.deals.iter();
        let sum: Integer =
            squares.map(|(value, number)| Integer::from(number.clone()) * *value * *value).sum();
        ratio(sum, self.total.clone()) - &self.mean * &self.mean
    }

    /// The least value that is not exceeded with a probability of at least so many hundredths.
    fn quantile(&self, hundredths: u32) -> i64 {
        let mut sum = Natural::default();
        for (value, number) in &self.deals {
            sum += number;
            if &sum * 100u32 >= &self.total * hundredths {
                return *value;
            }
        }
        unreachable!("all deals are counted")
    }

    pub(super) fn json(&self, distribution: bool, print: Print) -> Value {
        let mut value = json!({ "mean": print.number(&self.mean) });
        let (Some((least, few)), Some((most, many))) = (self.deals.first(), self.deals.last()) else {
            return value;
        };
        let chance = |number: &Natural| print.number(&ratio(number.clone(), self.total.clone()));
        value["variance"] = print.number(&self.variance());
        value["min"] = json!({ "value": least, "probability": chance(few) });
        value["max"] = json!({ "value": most, "probability": chance(many) });
        let quantiles = QUANTILES.map(|q| (format!("0.{q:02}"), json!(self.quantile(q))));
        value["quantiles"] = quantiles.into_iter().collect::<serde_json::Map<_, _>>().into();
        if distribution {
            value["distribution"] =
                self.deals.iter().map(|(value, number)| json!([value, chance(number)])).collect();
        }
        value
    }

    /// All quantities of a game, a line each.
    pub(super) fn table(quantities: &[Self], print: Print) -> String {
        let print = print.usually(12);
        let distribution = quantities.iter().any(Self::has_distribution);
        let mut header = vec!["", "mean", ""];
        if distribution {
            header.extend(["deviation", "least", "5%", "median", "95%", "most"]);
        }
        let mut rows = vec![header.into_iter().map(str::to_owned).collect::<Vec<_>>()];
        for quantity in quantities {
            let mut fraction = exact::fraction(&quantity.mean);
            if fraction.len() > LONGEST {
                fraction.clear();
            }
            let mut row = vec![
                format!("  {}", quantity.name.replace('_', " ")),
                print.decimal(&quantity.mean),
                fraction,
            ];
            if let (Some((least, _)), Some((most, _))) = (quantity.deals.first(), quantity.deals.last()) {
                let quantile = |q| quantity.quantile(q).to_string();
                row.push(format!("{:.6}", exact::double(&quantity.variance()).sqrt()));
                row.extend([least.to_string(), quantile(5), quantile(50), quantile(95), most.to_string()]);
            }
            rows.push(row);
        }
        print::aligned(&rows)
    }

    /// The distribution as bars; values that are less likely than one in 2000 are only counted.
    pub(super) fn bars(&self, print: Print) -> String {
        let print = print.usually(6);
        let chances: Vec<(i64, Rational, f64)> = self
            .chances()
            .map(|(value, chance)| {
                let height = exact::double(&chance);
                (value, chance, height)
            })
            .collect();
        let highest = chances.iter().map(|(.., height)| *height).fold(0.0, f64::max);
        let mut rows = Vec::new();
        for (value, chance, height) in chances.iter().filter(|(.., height)| *height >= 0.0005) {
            let bar = "#".repeat((height / highest * BAR as f64).round() as usize);
            rows.push(vec![format!("  {value}"), print.decimal(chance), bar]);
        }
        let mut text = format!("  {}\n{}", self.name.replace('_', " "), print::aligned(&rows));
        let rare = chances.len() - rows.len();
        if rare > 0 {
            let values = if rare == 1 { "value" } else { "values" };
            text.push_str(&format!("  and {rare} rarer {values}\n"));
        }
        text
    }
}
