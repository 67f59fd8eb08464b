//! Lindgren (2000): what the worked examples of Minesweeper say of more than one number.

mod statistics;

use super::Facts;
use super::ask::mines::{engine, position};
use super::verdict::Found;
use crate::exact::{Natural, Rational, binomials, ratio, zero};
use crate::games::mines::binary::{Binary, Independent};
use crate::games::mines::board::Board;
use crate::games::mines::graph::Graph;
use crate::games::mines::risk::Risk;
use crate::games::mines::system::System;
use crate::model::{Error, Run};

pub(super) fn laws(facts: &mut Facts<'_>) -> Result<(), Error> {
    shares(facts)?;
    graph(facts)?;
    column(facts)?;
    three_islands(facts)?;
    statistics::laws(facts)
}

fn board(text: &str) -> Board {
    position(text).parse().expect("the position is written right")
}

/// Section 2, example 2: the placements with two mines and with three in the island.
fn shares(facts: &mut Facts<'_>) -> Result<(), Error> {
    let risk =
        Risk::of(&board("mines 10/....../.1..../....../.2..../....../....../"), facts.run).map_err(engine)?;
    let law = &risk.islands()[0].distribution;
    let count = |chance: &Rational| (chance * ratio(risk.placements().clone(), 1)).to_integer().to_string();
    let with_three =
        |rest: usize| Natural::from(50u32) * binomials(21, rest as u64).pop().unwrap_or_default();
    let three = count(&law[1]);
    let slip = with_three(8).to_string() != three && with_three(7).to_string() == three;
    let found = [
        ("example 2, with two mines", count(&law[0]).into()),
        ("example 2, with three mines", three.into()),
        ("example 2, their count as written", Found::judged("C(5,1)C(5,2)C(21,7)", !slip)),
    ];
    facts.all("by_hand", found);
    Ok(())
}

/// Section 3, example 1: a graph that is no board.
fn graph(facts: &mut Facts<'_>) -> Result<(), Error> {
    let text = "mines 3/node a 2/node b 2/node c 1/edge a t1 t2 t3/edge b t2 t3 t4/edge c t4 t5 t6/";
    let graph: Graph = position(text).parse().expect("the graph is written right");
    let binary = eliminated(&graph.system().expect("its numbers are possible"), facts.run)?;
    for (number, row) in (1..).zip(&binary.reduced) {
        let row = row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        facts.put("by_equations", format!("example 1, reduced row {number}"), row);
    }
    let variables =
        |cells: &[usize]| cells.iter().map(|cell| format!("t{}", cell + 1)).collect::<Vec<_>>().join(" ");
    let island = &binary.islands[0];
    let found: [(&str, Found); 4] = [
        ("example 1, leading", variables(&island.leading).into()),
        ("example 1, free", variables(&island.free).into()),
        ("example 1, combinations", island.tried().into()),
        ("example 1, solutions", island.solutions.into()),
    ];
    facts.all("by_equations", found);
    Ok(())
}

fn eliminated(system: &System, run: &Run<'_>) -> Result<Binary, Error> {
    Binary::of(system, run).map_err(engine)
}

/// Example 2: a column of ones leaves no choice. The mines in all are not told; with any that fit it is so.
fn column(facts: &mut Facts<'_>) -> Result<(), Error> {
    let mut right = true;
    let printed = facts.table.part("by_equations").printed("example 2, t1 to t6");
    for mines in 2..=14 {
        let risk =
            Risk::of(&board(&format!("mines {mines}/{}", "001.../".repeat(6))), facts.run).map_err(engine)?;
        let column = (0..6).map(|row| risk.at(6 * row + 3).unwrap_or_else(zero).to_string());
        right &= column.collect::<Vec<_>>().join(" ") == printed;
    }
    let computed = if right { format!("{printed}, whatever the mines in all") } else { "not so".to_owned() };
    facts.put("by_equations", "example 2, t1 to t6", Found::judged(computed, right));
    Ok(())
}

/// Example 3: three islands.
fn three_islands(facts: &mut Facts<'_>) -> Result<(), Error> {
    let system = board("mines 3/1.../...1/..../..../").system().expect("its numbers are possible");
    let binary = eliminated(&system, facts.run)?;
    let tried: u64 = binary.islands.iter().map(Independent::tried).sum();
    let free: u32 = binary.islands.iter().map(|island| island.free.len() as u32).sum();
    let found: [(&str, u64); 3] = [
        ("example 3, islands", binary.islands.len() as u64),
        ("example 3, combinations tried", tried),
        ("example 3, without islands", 1 << free),
    ];
    facts.all("by_equations", found);
    Ok(())
}
