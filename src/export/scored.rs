//! The document of a game between seats: the graph of its situations with scores, evaluated.

use super::{Cell, Column, Document, Edge, Kind, Node, Role};
use crate::depict::Depict;
use crate::engine::graph::{Evaluation, Graph};
use crate::exact::reduce::{Reducer, Scratch, nearest};
use crate::exact::{self, limbs};
use crate::game::{Game, Points, Seat};
use crate::payoff::Outcome;
use crate::transform::ledger::Situation;
use std::cell::RefCell;
use std::ops::Range;

/// What stands in a node's label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Label {
    /// Scores and the state in the family's words.
    #[default]
    Counts,
    /// The board, drawn.
    Board,
    /// The odds from here.
    Odds,
}

/// What the document says about itself and how its nodes look.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The title.
    pub title: String,
    /// Facts about the whole.
    pub facts: Vec<(String, String)>,
    /// What stands in labels.
    pub label: Label,
    /// Positions of the nodes.
    pub positions: Vec<(f64, f64)>,
}

/// The graph of a game's situations, with exact numbers, as a document.
///
/// `G` is the game whose graph it is, the ledger of `D` or that ledger's tree.
pub struct Scored<'a, G: Game, D: Depict> {
    graph: &'a Graph<G>,
    evaluation: &'a Evaluation,
    family: &'a D,
    situation: fn(&G::State) -> &Situation<D::State>,
    about: About,
    node_columns: Vec<Column>,
    edge_columns: Vec<Column>,
    kinds: Vec<D::Event>,
    events: Vec<String>,
    start: Reducer,
    reach: (f64, f64),
}

impl<'a, G: Game<Event = D::Event>, D: Depict> Scored<'a, G, D> {
    /// A document of `graph`, whose states hold the situation that `situation` finds.
    #[must_use]
    pub fn new(
        graph: &'a Graph<G>,
        evaluation: &'a Evaluation,
        family: &'a D,
        situation: fn(&G::State) -> &Situation<D::State>,
        about: About,
    ) -> Self {
        let kinds = family.events();
        let reach = (0..graph.node_count()).map(|node| evaluation.reach_double(node));
        Self {
            graph,
            evaluation,
            family,
            situation,
            about,
            node_columns: node_columns(family),
            edge_columns: columns([("mover", Kind::Integer), ("weight_total", Kind::Text)]),
            events: kinds.iter().map(ToString::to_string).collect(),
            kinds,
            start: Reducer::new(&evaluation.denominator_of_reach()),
            reach: reach.fold((1.0, 0.0), |(least, most), reach| (reach.min(least), reach.max(most))),
        }
    }

    fn scores(&self, node: usize) -> &[Points] {
        let situation = (self.situation)(self.graph.state(node));
        &situation.scores[..usize::from(self.family.seats())]
    }

    fn role(&self, node: usize) -> Role {
        if self.graph.is_cut(node) {
            Role::Cut
        } else if self.graph.is_end(node) {
            match Outcome::of(self.scores(node)) {
                Outcome::Won(seat) => Role::Won(seat),
                Outcome::Drawn => Role::Drawn,
            }
        } else if node == self.graph.start() {
            Role::Start
        } else {
            Role::Inner
        }
    }

    fn label(&self, index: usize, node: &mut Node, numbers: &mut Texts) {
        let situation = (self.situation)(self.graph.state(index));
        let scores = self.scores(index);
        let score = scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(" : ");
        node.label.clear();
        node.board = None;
        match self.about.label {
            Label::Board => node.board = Some(self.family.board(&situation.state, scores)),
            Label::Counts | Label::Odds => {
                let mut words = String::new();
                if !self.graph.is_end(index) {
                    self.family.words(&situation.state, &mut words);
                }
                node.label.push(if words.is_empty() { score.clone() } else { format!("{score}   {words}") });
            }
        }
        if self.about.label == Label::Odds && !self.graph.is_end(index) {
            let odds: Vec<String> = self.evaluation.odds(index).iter().map(short).collect();
            let (draw, wins) = odds.split_last().expect("at least one seat and the draw");
            node.label.push(format!("wins {}", wins.join(" : ")));
            node.label.push(format!("draw {draw}"));
        } else {
            numbers.reach.clear();
            self.reach_text(index, numbers);
            let text = if numbers.reach.len() > MOST_SHORT {
                format!("P ≈ {}", significant(node.reach))
            } else {
                format!("P = {}", numbers.reach.trim_end_matches("/1"))
            };
            node.label.push(text);
        }
    }

    fn reach_text(&self, index: usize, numbers: &mut Texts) {
        numbers.reach.clear();
        self.evaluation.reach_numerator(index, &mut numbers.product);
        match self.evaluation.own_denominator_of_reach(index) {
            None => self.start.write(&numbers.product, &mut numbers.scratch, &mut numbers.reach),
            Some(own) => Reducer::new(own).write(&numbers.product, &mut numbers.scratch, &mut numbers.reach),
        }
    }
}

/// Fractions longer than this are shown as decimals in labels.
const MOST_SHORT: usize = 12;

fn short(value: &exact::Rational) -> String {
    let text = exact::fraction(value);
    if text.len() > MOST_SHORT {
        significant(exact::double(value))
    } else {
        text.trim_end_matches("/1").to_owned()
    }
}

/// Four significant digits.
fn significant(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value >= 1e-3 {
        let digits = (3 - value.log10().floor() as i32).max(0) as usize;
        format!("{value:.digits$}")
    } else {
        format!("{value:.3e}")
    }
}

fn columns<const N: usize>(columns: [(&str, Kind); N]) -> Vec<Column> {
    columns.map(|(name, kind)| Column { name: name.to_owned(), kind }).into()
}

fn node_columns<D: Depict>(family: &D) -> Vec<Column> {
    let seats = 1..=family.seats();
    let mut all = columns([("state", Kind::Text), ("mover", Kind::Integer)]);
    let mut add = |name: String, kind| all.push(Column { name, kind });
    for seat in seats.clone() {
        add(format!("score_{seat}"), Kind::Integer);
    }
    for name in family.measures() {
        add((*name).to_owned(), Kind::Integer);
    }
    add("layer".to_owned(), Kind::Integer);
    add("ply".to_owned(), Kind::Integer);
    let mut exact = |name: String| {
        all.push(Column { name: name.clone(), kind: Kind::Real });
        all.push(Column { name: format!("{name}_exact"), kind: Kind::Text });
    };
    exact("reach".to_owned());
    for seat in seats {
        exact(format!("win_{seat}"));
    }
    exact("draw".to_owned());
    all.extend(columns([("end", Kind::Flag), ("outcome", Kind::Text)]));
    all
}

/// What one thread needs to write nodes: fractions in the making.
#[derive(Default)]
struct Texts {
    scratch: Scratch,
    product: Vec<u64>,
    reach: String,
    /// The last node's denominator; neighbours mostly share it.
    hidden: Vec<u64>,
    reducer: Option<(Vec<u64>, Reducer)>,
    measures: Vec<i32>,
}

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
}

impl<G: Game<Event = D::Event>, D: Depict> Document for Scored<'_, G, D> {
    fn title(&self) -> &str {
        &self.about.title
    }

    fn facts(&self) -> &[(String, String)] {
        &self.about.facts
    }

    fn node_columns(&self) -> &[Column] {
        &self.node_columns
    }

    fn edge_columns(&self) -> &[Column] {
        &self.edge_columns
    }

    fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    fn edges_of(&self, node: usize) -> Range<usize> {
        self.graph.edges_of(node)
    }

    fn node(&self, index: usize, node: &mut Node) {
        TEXTS.with_borrow_mut(|texts| {
            let situation = (self.situation)(self.graph.state(index));
            node.id = index;
            node.role = self.role(index);
            node.mover = (self.family.seats() > 1).then_some(situation.mover);
            node.ply = self.graph.ply(index);
            node.reach = self.evaluation.reach_double(index);
            node.position =
                self.about.positions.get(index).copied().unwrap_or((0.0, -f64::from(node.ply) - 1.0));
            self.label(index, node, texts);
            self.cells(index, node, texts);
        });
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        let (source, target, label) = self.graph.edge(index);
        edge.id = index;
        edge.source = source;
        edge.target = target;
        edge.event.clear();
        edge.style = self.kinds.binary_search(&label.event).unwrap_or(0);
        edge.event.push_str(&self.events[edge.style]);
        let mover = (self.situation)(self.graph.state(source)).mover;
        edge.mover = (self.family.seats() > 1).then_some(mover);
        edge.weight = label.weight;
        edge.total = label.total;
        edge.probability = nearest(&[label.weight], &[label.total]);
        let shared = exact::gcd(label.weight, label.total);
        let mut digits = itoa::Buffer::new();
        let mut fraction = |text: &mut String, by: u64| {
            text.push_str(digits.format(label.weight / by));
            text.push('/');
            text.push_str(digits.format(label.total / by));
        };
        edge.exact.clear();
        fraction(&mut edge.exact, shared);
        edge.cells.clear();
        edge.cells.put(Cell::Integer(i32::from(mover) + 1));
        edge.cells.text(|text| fraction(text, 1));
    }

    fn seats(&self) -> Seat {
        self.family.seats()
    }

    fn events(&self) -> &[String] {
        &self.events
    }

    fn reach_bounds(&self) -> (f64, f64) {
        self.reach
    }
}

impl<G: Game<Event = D::Event>, D: Depict> Scored<'_, G, D> {
    fn cells(&self, index: usize, node: &mut Node, texts: &mut Texts) {
        let situation = (self.situation)(self.graph.state(index));
        let cells = &mut node.cells;
        cells.clear();
        cells.text(|text| self.family.words(&situation.state, text));
        cells.put(Cell::Integer(i32::from(situation.mover) + 1));
        for &points in self.scores(index) {
            cells.put(Cell::Integer(i32::from(points)));
        }
        texts.measures.clear();
        self.family.measure(&situation.state, &mut texts.measures);
        for &number in &texts.measures {
            cells.put(Cell::Integer(number));
        }
        cells.put(Cell::Integer(self.graph.layer(index) as i32));
        cells.put(Cell::Integer(node.ply as i32));
        cells.put(Cell::Real(node.reach));
        self.reach_text(index, texts);
        cells.text(|text| text.push_str(&texts.reach));
        self.evaluation.hidden(index, &mut texts.hidden);
        let Texts { scratch, hidden, reducer, .. } = texts;
        let fits = reducer.as_ref().is_some_and(|(denominator, _)| denominator == hidden);
        if !fits {
            *reducer = Some((hidden.clone(), Reducer::new(&limbs::natural(hidden))));
        }
        let (_, reducer) = reducer.as_ref().expect("just made");
        for number in self.evaluation.numbers(index) {
            cells.put(Cell::Real(nearest(number, hidden)));
            cells.text(|text| reducer.write(number, scratch, text));
        }
        cells.put(Cell::Flag(self.graph.is_end(index)));
        cells.text(|text| match node.role {
            Role::Won(seat) => {
                text.push_str("won_");
                text.push_str(itoa::Buffer::new().format(seat + 1));
            }
            Role::Drawn => text.push_str("drawn"),
            Role::Cut => text.push_str("cut"),
            Role::Start | Role::Inner | Role::Done => text.push_str("open"),
        });
    }
}
