//! The document of a game between seats: the graph of its situations with scores, evaluated.

mod numbers;

use super::depicted::{Depicted, Events, Of, Terms};
use super::{Code, Content, Document, Edge, Head, Heading, Kind, Node, Role, text};
use crate::depict::Depict;
use crate::evaluate::Figures;
use crate::exact;
use crate::game::Seat;
use crate::model::{Graph, Model};
use crate::payoff::Outcome;
use numbers::Numbers;
use std::mem::take;
use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The contents of a node's label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeLabel {
    /// Scores and the state in the family's words.
    #[default]
    Counts,
    /// The probability of being reached.
    Reach,
    /// The odds from here.
    Odds,
}

/// The appearance of a document: its title and facts, and the options for the look of its nodes.
#[derive(Clone, Debug, Default)]
pub struct Appearance {
    /// The title.
    pub title: String,
    /// Facts about the whole.
    pub facts: Vec<(String, String)>,
    /// The contents of labels.
    pub label: NodeLabel,
    /// True if each position has its board drawn.
    pub board: bool,
    /// True if each label has a second line with the probability of reaching the node.
    pub reach_in_label: bool,
    /// True if each number is accompanied by its exact fraction, as text.
    pub exact: bool,
    /// Positions of the nodes.
    pub positions: Vec<(f64, f64)>,
}

/// The graph of a game's situations, merged or as a tree, with exact numbers, as a document.
pub struct Scored<'a> {
    model: &'a Model,
    depicted: Box<dyn Depicted + 'a>,
    figures: &'a Figures,
    about: Appearance,
    head: Head,
    events: Events,
    /// For each label how many seats the turn moves on, as the game says it.
    passes: Vec<Seat>,
    /// The names of rewards.
    rewards: Vec<String>,
    /// Tells this document's numbers from another's in what a thread keeps.
    name: u64,
}

/// Names given to documents so far.
static NAMES: AtomicU64 = AtomicU64::new(1);

impl<'a> Scored<'a> {
    /// A document of `graph`. Fractions are only to be had of exact figures.
    pub fn new<D: Depict>(graph: &'a Graph<D>, figures: &'a Figures, about: Appearance) -> Scored<'a> {
        let of = Of::new(graph);
        let terms = of.terms();
        Self::of(Box::new(of), terms, figures, about)
    }

    /// A document of what depicts a game's graph.
    fn of(
        depicted: Box<dyn Depicted + 'a>,
        terms: Terms<'a>,
        figures: &'a Figures,
        mut about: Appearance,
    ) -> Self {
        about.exact &= matches!(figures, Figures::Exact(_));
        let (model, seats) = (terms.model, terms.model.seats());
        let (events, kinds) = depicted.events(&mut (0..model.edge_count()));
        let own = [("weight_total", Kind::Text), ("points", Kind::Integer), ("passes", Kind::Integer)];
        let head = Head {
            title: take(&mut about.title),
            facts: take(&mut about.facts),
            node_columns: node_columns(seats, terms.measures, about.exact),
            edge_columns: Heading::all(own),
            seats,
            decides: false,
            events: kinds,
            codes: codes(seats, terms.codes, &about, !model.cut().is_empty()),
        };
        let (passes, rewards) = (terms.passes, rewards(terms.unit, seats));
        Self {
            model,
            depicted,
            figures,
            about,
            head,
            events,
            passes,
            rewards,
            name: NAMES.fetch_add(1, Relaxed),
        }
    }

    fn label(&self, index: usize, node: &mut Node, numbers: &mut Numbers) {
        let scores = self.depicted.scores(index);
        let over = self.model.is_end(index);
        let Node { label, board, reach, .. } = node;
        let reach = *reach;
        *board = self.about.board.then(|| self.depicted.board(index));
        // Lines are written into strings that are used again.
        let mut used = 0;
        let mut add = |write: &mut dyn FnMut(&mut String)| {
            if used == label.len() {
                label.push(String::new());
            }
            label[used].clear();
            write(&mut label[used]);
            used += 1;
        };
        if self.about.label != NodeLabel::Reach {
            add(&mut |line| {
                let mut digits = itoa::Buffer::new();
                for (seat, points) in scores.iter().enumerate() {
                    line.push_str(if seat == 0 { "" } else { " : " });
                    line.push_str(digits.format(*points));
                }
                if !over {
                    line.push_str("   ");
                    self.depicted.words(index, line);
                }
            });
        }
        if self.about.label == NodeLabel::Odds && !over {
            let odds: Vec<String> = match self.figures {
                Figures::Exact(evaluation) => evaluation.odds(index).iter().map(short).collect(),
                Figures::Rounded(rounded) => rounded.odds(index).iter().copied().map(significant).collect(),
            };
            let (draw, wins) = odds.split_last().expect("at least one seat and the draw");
            add(&mut |line| line.push_str(&format!("wins {}", wins.join(" : "))));
            add(&mut |line| line.push_str(&format!("draw {draw}")));
        } else if self.about.reach_in_label || self.about.label == NodeLabel::Reach {
            add(&mut |line| {
                let exact = matches!(self.figures, Figures::Exact(_)).then(|| numbers.reach_text());
                match exact.and_then(text::short) {
                    Some(exact) => line.extend(["P = ", exact]),
                    None => line.push_str(&format!("P ≈ {}", significant(reach))),
                }
            });
        }
        node.label.truncate(used);
    }

    fn reach(&self, index: usize, numbers: &mut Numbers) -> f64 {
        match self.figures {
            Figures::Exact(_) => numbers.reach(),
            Figures::Rounded(rounded) => rounded.reach(index),
        }
    }

    fn cells(&self, index: usize, node: &mut Node, numbers: &mut Numbers) {
        let cells = &mut node.cells;
        cells.clear();
        cells.text(|text| self.depicted.words(index, text));
        cells.put(Content::Integer(i32::from(self.depicted.mover(index)) + 1));
        for &points in self.depicted.scores(index) {
            cells.put(Content::Integer(i32::from(points)));
        }
        numbers.measures.clear();
        self.depicted.measure(index, &mut numbers.measures);
        for &number in &numbers.measures {
            cells.put(Content::Integer(number));
        }
        cells.put(Content::Integer(i32::try_from(self.model.layer(index)).unwrap_or(i32::MAX)));
        cells.put(Content::Integer(node.ply as i32));
        cells.put(Content::Real(node.reach));
        if self.about.exact {
            cells.text(|text| text.push_str(numbers.reach_text()));
        }
        match self.figures {
            Figures::Rounded(rounded) => {
                rounded.odds(index).iter().for_each(|&share| cells.put(Content::Real(share)));
            }
            Figures::Exact(evaluation) => {
                for number in evaluation.numbers(index) {
                    cells.put(Content::Real(numbers.share(number)));
                    if self.about.exact {
                        cells.text(|text| numbers.share_text(number, text));
                    }
                }
            }
        }
        cells.put(Content::Flag(self.model.is_end(index)));
        cells.text(|text| text.push_str(&node.role.outcome()));
    }
}

fn short(value: &exact::Rational) -> String {
    text::short(&exact::fraction(value)).map_or_else(|| significant(exact::double(value)), str::to_owned)
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

impl Document for Scored<'_> {
    fn head(&self) -> &Head {
        &self.head
    }

    fn node_count(&self) -> usize {
        self.model.node_count()
    }

    fn edge_count(&self) -> usize {
        self.model.edge_count()
    }

    fn start(&self) -> usize {
        self.model.start()
    }

    fn edges_of(&self, node: usize) -> Range<usize> {
        self.model.edges_of(node)
    }

    fn node(&self, index: usize, node: &mut Node) {
        numbers::with(self.name, self.figures, index, |numbers| {
            node.id = index;
            node.role = self.role(index);
            node.mover = (self.head.seats > 1).then(|| self.depicted.mover(index));
            node.ply = self.model.ply(index);
            node.reach = self.reach(index, numbers);
            node.position =
                self.about.positions.get(index).copied().unwrap_or((0.0, -f64::from(node.ply) - 1.0));
            self.label(index, node, numbers);
            self.cells(index, node, numbers);
        });
    }

    fn role(&self, index: usize) -> Role {
        if self.model.is_cut(index) {
            Role::Cut
        } else if self.model.is_end(index) {
            match Outcome::of(self.depicted.scores(index)) {
                Outcome::Won(seat) => Role::Won(seat),
                Outcome::Drawn => Role::Drawn,
            }
        } else if index == self.model.start() {
            Role::Start
        } else {
            Role::Inner
        }
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        let label = self.model.label(index);
        edge.id = index;
        (edge.source, edge.target) = (self.model.source(index), self.model.target(index));
        edge.event.clear();
        let (name, style) = self.events.get(label);
        edge.event.push_str(name);
        (edge.style, edge.look) = (style, self.head.events[style].look);
        edge.mover = (self.head.seats > 1).then(|| self.depicted.mover(edge.source));
        let (weight, total) = self.model.weight(index);
        edge.weigh(weight, total);
        edge.cells.clear();
        edge.cells.text(|text| text::fraction(weight, total, text));
        edge.cells.put(Content::Integer(i32::from(self.model.kind(index).points)));
        edge.cells.put(Content::Integer(i32::from(self.passes[label])));
    }

    fn rewards(&self) -> Vec<String> {
        self.rewards.clone()
    }

    fn reward(&self, index: usize, halves: &mut Vec<i64>) {
        halves.clear();
        halves.resize(self.rewards.len(), 0);
        let mover = self.depicted.mover(self.model.source(index));
        if let Some(halves) = halves.get_mut(usize::from(mover)) {
            *halves = 2 * i64::from(self.model.kind(index).points);
        }
    }

    fn reach_bounds(&self) -> (f64, f64) {
        (0..self.model.node_count()).fold((1.0, 0.0), |(least, greatest), index| {
            let reach = numbers::with(self.name, self.figures, index, |numbers| self.reach(index, numbers));
            (reach.min(least), reach.max(greatest))
        })
    }
}

/// The codes in the labels, of a graph that may be cut.
fn codes(seats: Seat, own: Vec<Code>, about: &Appearance, is_cut: bool) -> Vec<Code> {
    let mut codes = Vec::new();
    if about.label != NodeLabel::Reach && seats > 1 {
        codes.push(Code::new("2 : 0", "pairs that player 1 and player 2 have taken, and so on"));
    }
    if about.label != NodeLabel::Reach {
        codes.extend(own);
    }
    if about.label == NodeLabel::Odds {
        codes.push(Code::new("wins", "the probability that each player wins from here"));
    } else if about.reach_in_label || about.label == NodeLabel::Reach {
        let within = if is_cut { " by ways that are shown" } else { "" };
        codes.push(Code::new("P", format!("the probability that play comes here{within}")));
    }
    codes
}

/// The names of what each of these seats scores, in the unit of points.
pub(super) fn rewards(unit: Option<&str>, seats: Seat) -> Vec<String> {
    match (unit, seats) {
        (None, _) => Vec::new(),
        (Some(unit), 1) => vec![unit.to_owned()],
        (Some(unit), seats) => (1..=seats).map(|seat| format!("{unit}_{seat}")).collect(),
    }
}

/// The columns of a node: its state, the scores, the measures of the family and the probabilities, exact where asked for.
fn node_columns(seats: Seat, measures: &[&'static str], with_exact: bool) -> Vec<Heading> {
    let seats = 1..=seats;
    let mut all = Heading::all([("state", Kind::Text), ("mover", Kind::Integer)]);
    all.extend(seats.clone().map(|seat| Heading::new(format!("score_{seat}"), Kind::Integer)));
    all.extend(measures.iter().map(|name| Heading::new(*name, Kind::Integer)));
    all.extend(Heading::all([("layer", Kind::Integer), ("ply", Kind::Integer)]));
    let wins = seats.map(|seat| format!("win_{seat}"));
    for name in ["reach".to_owned()].into_iter().chain(wins).chain(["draw".to_owned()]) {
        all.extend(Heading::number(&name, with_exact));
    }
    all.extend(Heading::all([("end", Kind::Flag), ("outcome", Kind::Text)]));
    all
}
