//! The distribution of the turns of solitaire Memory: the numbers are those of `odds solitaire`.

use super::super::fail::Fail;
use super::super::print::count;
use super::super::watch::{Several, Watch};
use super::{Figure, values};
use crate::exact::{double, ratio};
use crate::export::plot::{Axis, Form, Plot, Scale, Series};
use crate::family::{Given, Table};
use crate::games::solitaire::distributions;

/// The least probability that is drawn; the table has the others.
const LEAST: f64 = 5e-5;

pub(super) fn turns(games: &[Given], _: u32, watch: &Watch) -> Result<Figure, Fail> {
    let look = |round: usize, rounds: usize| {
        watch.rounds(round, rounds);
        watch.go_on()
    };
    let block = |block: Vec<u16>| {
        let distributions = distributions::turns(block[block.len() - 1], &look);
        let mut distributions =
            distributions.ok_or_else(|| watch.ended("before the distribution was whole"))?;
        let own =
            block.iter().map(|&pairs| (pairs, std::mem::take(&mut distributions[usize::from(pairs) - 1])));
        Ok(Several::whole(own.collect()))
    };
    let boards = values(games, "pairs");
    let form = if boards.len() == 1 { Form::Bars } else { Form::Line };
    let found = watch.phase("evaluate", || watch.blocks("board", boards, |&pairs| pairs, block));
    let (distributions, whole) = found?.apart();
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for (pairs, deals) in distributions {
        let total = deals.total();
        let mut points = Vec::new();
        for (turns, number) in deals.iter() {
            let chance = ratio(number.clone(), total.clone());
            rows.push([pairs.into(), turns.to_string().into(), (&chance).into()]);
            if double(&chance) >= LEAST {
                points.push((turns as f64, double(&chance)));
            }
        }
        series.push(Series::new(count(pairs, "pair"), form, points));
    }
    let plot = Plot {
        title: "Memory for one player: how many turns it takes".to_owned(),
        note: format!("Exact, over all deals; perfect memory. Less likely than {LEAST}: only in the table."),
        across: Axis::new("turns until all pairs are collected", Scale::Whole),
        up: Axis::new("probability", Scale::Even),
        series,
    };
    let columns = ["pairs", "turns", "probability"].map(|key| (key, None));
    Ok(Figure { plot, numbers: Table::new("", columns, rows), whole })
}
