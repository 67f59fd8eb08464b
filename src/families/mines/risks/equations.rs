//! A position as a graph for other programs: cells and their neighbours, or equations and their cells.

use super::{RiskPosition, Risks};
use crate::exact;
use crate::mines::system::VisibleCell;
use chancetree_export::undirected::{UndirectedGraph, Vertex};

impl Risks<'_> {
    /// Returns the position as a graph of cells, or of equations and their cells.
    pub fn graph(&self, shows_equations: bool) -> UndirectedGraph {
        let (nodes, edges) = if shows_equations { equations(self) } else { cells(self) };
        UndirectedGraph { name: "mines", nodes, edges }
    }
}

fn cell(risks: &Risks<'_>, place: usize) -> Vertex {
    let risk = risks.risks[place].as_ref().map(|risk| (exact::fraction(risk), exact::double(risk)));
    let name = risks.layout.name(place);
    let seen = risks.layout.seen()[place];
    let (label, kind) = match &risk {
        _ if seen == VisibleCell::Mine => (format!("{name}\n*"), "mine"),
        Some((fraction, _)) if fraction.len() <= 12 => (format!("{name}\n{fraction}"), "hidden"),
        Some((_, risk)) => (format!("{name}\n{risk:.4}"), "hidden"),
        None => (format!("{name}\n{seen}"), "opened"),
    };
    let number = match seen {
        VisibleCell::Open(number) => Some(number.into()),
        _ => None,
    };
    Vertex { id: format!("n{place}"), label, kind, risk, number, drawn: None }
}

fn cells(risks: &Risks<'_>) -> (Vec<Vertex>, Vec<(String, String)>) {
    let drawn = |place: usize| match risks.layout {
        RiskPosition::Board(board) => Some((place / board.columns(), place % board.columns())),
        RiskPosition::Graph(_) => None,
    };
    let nodes =
        (0..risks.risks.len()).map(|place| Vertex { drawn: drawn(place), ..cell(risks, place) }).collect();
    let edges = (0..risks.risks.len()).flat_map(|place| {
        let later = risks.layout.neighbours(place).into_iter().filter(move |&other| other > place);
        later.map(move |other| (format!("n{place}"), format!("n{other}")))
    });
    (nodes, edges.collect())
}

fn equations(risks: &Risks<'_>) -> (Vec<Vertex>, Vec<(String, String)>) {
    let system = &risks.system;
    let equation = |id: String, name: &str, mines: u64| Vertex {
        id,
        label: format!("{name}\n= {mines}"),
        kind: "equation",
        risk: None,
        number: Some(mines),
        drawn: None,
    };
    let mut nodes: Vec<Vertex> = system.hidden.iter().map(|&place| cell(risks, place)).collect();
    let mut edges = Vec::new();
    for (index, clue) in system.clues.iter().enumerate() {
        nodes.push(equation(format!("e{index}"), &risks.layout.name(clue.at), u64::from(clue.mines)));
        let to = |&cell: &u32| (format!("e{index}"), format!("n{}", system.hidden[cell as usize]));
        edges.extend(clue.cells.iter().map(to));
    }
    nodes.push(equation("all".to_owned(), "all", system.mines as u64));
    edges.extend(system.hidden.iter().map(|place| ("all".to_owned(), format!("n{place}"))));
    (nodes, edges)
}
