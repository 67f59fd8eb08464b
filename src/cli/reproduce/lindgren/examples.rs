//! The worked examples of sections 2 and 3.

use super::{Fail, Row, Section, Watch, risk, unknown};
use chancetree::exact::{Natural, Rational, binomials, ratio, zero};
use chancetree::games::mines::binary::{Binary, Independent};
use chancetree::games::mines::board::Board;
use chancetree::games::mines::graph::Graph;
use chancetree::games::mines::risk::Risk;
use chancetree::games::mines::system::System;

pub(super) fn sections(watch: &Watch) -> Result<Vec<Section>, Fail> {
    let by_hand = Section::list(
        "by_hand",
        "Section 2, by hand: P(mine)",
        [one_number(watch)?, two_numbers(watch)?, four_by_four(watch)?].concat_rows(),
    );
    let by_equations = Section::list(
        "by_equations",
        "Section 3, by equations: P(mine)",
        [graph(watch)?, column(watch)?, three_islands(watch)?].concat_rows(),
    );
    Ok(vec![by_hand, by_equations])
}

/// Rows of several examples, one after the other.
trait Concat {
    fn concat_rows(self) -> Vec<Row>;
}

impl<const N: usize> Concat for [Vec<Row>; N] {
    fn concat_rows(self) -> Vec<Row> {
        self.into_iter().flatten().collect()
    }
}

/// The probability at a place that is hidden.
fn at(risk: &Risk, place: usize) -> Rational {
    risk.at(place).unwrap_or_else(zero)
}

/// Example 1: a one, and 27 cells beyond it, on 6 x 6.
fn one_number(watch: &Watch) -> Result<Vec<Row>, Fail> {
    let risk = risk("mines 5\n......\n......\n..1...\n......\n......\n......\n", watch)?;
    Ok(vec![
        Row::number("example 1, beside the one", "1/8", at(&risk, 7)),
        Row::number("example 1, elsewhere", "4/27", at(&risk, 0)),
    ])
}

/// Example 2: a one and a two that share three cells, and 21 cells beyond them.
fn two_numbers(watch: &Watch) -> Result<Vec<Row>, Fail> {
    let risk = risk("mines 10\n......\n.1....\n......\n.2....\n......\n......\n", watch)?;
    let distribution = &risk.islands()[0].distribution;
    let count = |chance: &Rational| (chance * ratio(risk.placements().clone(), 1)).to_integer().to_string();
    let with_three =
        |rest: usize| Natural::from(50u32) * binomials(21, rest as u64).pop().unwrap_or_default();
    let three = count(&distribution[1]);
    let slip = with_three(8).to_string() != three && with_three(7).to_string() == three;
    let counted = |item: &str, paper: &str, computed: String| {
        let right = paper == computed;
        Row::claim(item, paper, computed, right)
    };
    Ok(vec![
        counted("example 2, placements", "8866350", risk.placements().to_string()),
        counted("example 2, with two mines", "3052350", count(&distribution[0])),
        counted("example 2, with three mines", "5814000", three),
        Row::slip("example 2, their count as written", "C(5,1)C(5,2)C(21,8)", "C(5,1)C(5,2)C(21,7)", slip),
        Row::number("example 2, two mines", "21/61", distribution[0].clone()),
        Row::number("example 2, three mines", "40/61", distribution[1].clone()),
        Row::number("example 2, between the numbers", "7/61", at(&risk, 12)),
        Row::number("example 2, beside the two", "101/305", at(&risk, 24)),
        Row::number("example 2, beside the one", "8/61", at(&risk, 0)),
        Row::number("example 2, elsewhere", "64/183", at(&risk, 35)),
    ])
}

/// Example 3: a one in a corner and a two, on 4 x 4.
fn four_by_four(watch: &Watch) -> Result<Vec<Row>, Fail> {
    let risk = risk("mines 3\n1...\n....\n..2.\n....\n", watch)?;
    let with = risk.count(5).unwrap_or_default();
    let without = (risk.placements() - &with).to_string();
    let with = with.to_string();
    let mut rows = vec![
        Row::claim("example 3, placements with a mine in 6", "28", with.clone(), with == "28"),
        Row::claim("example 3, placements without", "42", without.clone(), without == "42"),
    ];
    for (printed, cells) in [
        ("2/5", &[6usize][..]),
        ("3/10", &[2, 5]),
        ("1/10", &[3, 4, 9, 13]),
        ("8/35", &[7, 8, 10, 12, 14, 15, 16]),
    ] {
        rows.extend(
            cells
                .iter()
                .map(|cell| Row::number(format!("example 3, cell {cell}"), printed, at(&risk, cell - 1))),
        );
    }
    Ok(rows)
}

fn solve(system: &System, watch: &Watch) -> Result<(Risk, Binary), Fail> {
    let run = watch.run();
    let risk = Risk::of_system(system, &run).map_err(|why| unknown(why, watch))?;
    let binary = Binary::of(system, &run).map_err(|why| unknown(why, watch))?;
    Ok((risk, binary))
}

/// By both methods, which must agree, what is printed for some hidden places.
fn by_both(example: &str, risk: &Risk, binary: &Binary, printed: &[(String, &str)]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (((name, paper), (_, value)), other) in printed.iter().zip(risk.all()).zip(&binary.risks) {
        rows.push(Row::number(format!("{example}, {name}"), paper, value.clone()));
        if value != *other {
            rows.push(Row::number(format!("{example}, {name}, by elimination"), paper, other.clone()));
        }
    }
    rows
}

/// Example 1: a graph that is no board.
fn graph(watch: &Watch) -> Result<Vec<Row>, Fail> {
    let text = "mines 3\nnode a 2\nnode b 2\nnode c 1\nedge a t1 t2 t3\nedge b t2 t3 t4\nedge c t4 t5 t6\n";
    let graph: Graph = text.parse().expect("the graph is written right");
    let system = graph.system().expect("its numbers are possible");
    let (risk, binary) = solve(&system, watch)?;
    let printed = ["1/2", "3/4", "3/4", "1/2", "1/4", "1/4"].into_iter().enumerate();
    let printed: Vec<_> = printed.map(|(place, paper)| (format!("t{}", place + 1), paper)).collect();
    let row = |row: &Vec<Rational>| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let printed_rows = ["1 0 0 0 1 1 1", "0 1 1 0 -1 -1 1", "0 0 0 1 1 1 1", "0 0 0 0 0 0 0"];
    let mut rows: Vec<Row> = Vec::new();
    for (number, (paper, computed)) in (1..).zip(printed_rows.into_iter().zip(binary.reduced.iter().map(row)))
    {
        let right = paper == computed;
        rows.push(Row::claim(format!("example 1, reduced row {number}"), paper, computed, right));
    }
    let variables =
        |cells: &[usize]| cells.iter().map(|cell| format!("t{}", cell + 1)).collect::<Vec<_>>().join(" ");
    let (leading, free) = (variables(&binary.islands[0].leading), variables(&binary.islands[0].free));
    rows.extend([
        Row::claim("example 1, leading", "t1 t2 t4", leading.clone(), leading == "t1 t2 t4"),
        Row::claim("example 1, free", "t3 t5 t6", free.clone(), free == "t3 t5 t6"),
        Row::count("example 1, combinations", 8, binary.islands[0].tried()),
        Row::count("example 1, solutions", 4, binary.islands[0].solutions),
    ]);
    rows.extend(by_both("example 1", &risk, &binary, &printed));
    Ok(rows)
}

/// Example 2: a column of ones leaves no choice. The mines in all are not told; with any that fit it is so.
fn column(watch: &Watch) -> Result<Vec<Row>, Fail> {
    let mut right = true;
    for mines in 2..=14 {
        let risk = risk(&format!("mines {mines}\n{}", "001...\n".repeat(6)), watch)?;
        let column: Vec<Rational> = (0..6).map(|row| at(&risk, 6 * row + 3)).collect();
        right &= column == [0, 1, 0, 0, 1, 0].map(|mine| ratio(mine, 1));
    }
    let computed = if right { "0 1 0 0 1 0, whatever the mines in all" } else { "not so" };
    Ok(vec![Row::claim("example 2, t1 to t6", "0 1 0 0 1 0", computed, right)])
}

/// Example 3: three islands.
fn three_islands(watch: &Watch) -> Result<Vec<Row>, Fail> {
    let board: Board = "mines 3\n1...\n...1\n....\n....\n".parse().expect("the board is written right");
    let system = board.system().expect("its numbers are possible");
    let (risk, binary) = solve(&system, watch)?;
    let paper = |cell: usize| match cell {
        2 | 5 | 6 => "1/3",
        3 | 4 | 7 | 11 | 12 => "1/5",
        _ => "1/6",
    };
    let printed: Vec<_> =
        system.hidden.iter().map(|place| (format!("cell {}", place + 1), paper(place + 1))).collect();
    let tried: u64 = binary.islands.iter().map(Independent::tried).sum();
    let free: u32 = binary.islands.iter().map(|island| island.free.len() as u32).sum();
    let mut rows = vec![
        Row::count("example 3, islands", 3, binary.islands.len() as u64),
        Row::count("example 3, combinations tried", 52, tried),
        Row::count("example 3, without islands", 2048, 1 << free),
    ];
    rows.extend(by_both("example 3", &risk, &binary, &printed));
    Ok(rows)
}
