//! `graph`: the graph of situations, or the tree of histories, as a file for other programs.

mod hold;
mod options;
mod write;

use super::checkpoint::{Checkpoints, SavedWork};
use super::described::Inquiry;
use super::ending;
use super::fail::{Fail, LimitKind, Status};
use super::host;
use super::memory::ScoredBoard;
use super::target::{self, Target};
use super::watch::Watch;
use crate::evaluate::{Figures, count};
use crate::exact::{self, Natural};
use crate::export::{Appearance, Limit, NodeLabel, Scored};
use crate::family::titled;
use crate::game::Game;
use crate::games::memory::Memory;
use crate::games::memory::family::{DEFAULT, Decide, LimitedMemory};
use crate::games::memory::figures::figures;
use crate::model::{Error, Graph, Job};
pub(super) use options::{As, How, LabelStyle, Showing};
use options::{Direction, Numbers, Shape};
use std::path::{Path, PathBuf};

/// States beyond which counting a graph that is too large is given up.
const MOST_COUNTED: u64 = 50_000_000;

/// Nodes up to which fractions are written without being asked for: they are most of a large file, and the programs
/// that draw large graphs do nothing with them.
const MOST_EXACT: usize = 200_000;

/// About the bytes that a node or an edge takes while a picture is drawn: most of a large one are lines from afar.
const DRAWN: u64 = 6000;

/// The graph of Memory.
pub(super) fn memory(
    question: &Inquiry,
    (_, mut how, checkpoints): (Showing, How, Checkpoints),
    watch: &Watch,
) -> Result<(), Fail> {
    let given = question.one()?;
    let (position, decide, limited) =
        (ScoredBoard::of(&given)?, Decide::read(&given, DEFAULT), LimitedMemory::read(&given)?);
    how.prepare(watch)?;
    if limited.is_given() || !decide.is_robots() {
        return question.described(watch);
    }
    decide.check_robots()?;
    let targets = how.targets(&position.file_stem())?;
    let whole = match how.depth {
        Some(_) => watch.tried("discover", || position.game.graph(&how.limits(watch)))?,
        None => how.counted(&position, watch)?,
    };
    let work = question.range(&how.work())?;
    checkpoints.run(&work, watch, |saved| how.write(&position, &whole, targets, saved, watch))
}

/// The share of the work that is done before a graph is written, about.
const EVALUATED: f64 = 0.5;

/// The share of that which is done when the graph is counted.
const COUNTED: f64 = 0.1;

impl How {
    /// The files, opened before the work; two for tables.
    pub(in crate::cli) fn targets(&self, stem: &str) -> Result<Vec<Target>, Fail> {
        let path = self.output.clone().unwrap_or_else(|| {
            let mut name = stem.to_owned();
            name.push_str(&format!("-{}", ending::name(&self.shape)));
            if let Some(depth) = self.depth {
                name.push_str(&format!("-depth{depth}"));
            }
            PathBuf::from("output").join(format!("{name}.{}", self.format.name()))
        });
        if host::wants_tables() {
            return Ok(Vec::new());
        }
        self.format.picture().map_or(Ok(()), |kind| kind.check(&path))?;
        let name = format!("graph.{}", self.format.name());
        let open = |path: &Path| Target::open(path, self.force, ["-o", &name]);
        if self.format != As::Csv {
            return Ok(vec![open(&path)?]);
        }
        if target::is_stdout(&path) {
            return Err(Fail::usage("csv is two tables, and stdout is one; name a file")
                .help(format!("-o {stem}.csv")));
        }
        let is_device = path.exists() && !path.is_file();
        let stem = if path.extension().is_some_and(|end| end == "csv") {
            path.with_extension("")
        } else {
            path.clone()
        };
        let table = |name: &str| {
            let mut file = stem.clone().into_os_string();
            file.push(format!(".{name}.csv"));
            if is_device { path.clone() } else { PathBuf::from(file) }
        };
        Ok(vec![open(&table("nodes"))?, open(&table("edges"))?])
    }

    /// The whole graph without scores, whose states with scores are counted before they are built, to refuse too many.
    fn counted(&self, position: &ScoredBoard, watch: &Watch) -> Result<Graph<Memory>, Fail> {
        let mut job = watch.job();
        job.most_states = MOST_COUNTED.max(watch.max_states().unwrap_or(0));
        let count = || {
            watch.pace().pass(0.0, COUNTED, || {
                let graph = position.game.graph(&job)?;
                count(&graph, &position.scores, &job).map(|counts| (graph, counts))
            })
        };
        match watch.phase("count", count) {
            Ok((graph, (counts, tree))) => {
                let nodes = if self.shape == Shape::Dag { counts.states.into() } else { tree.nodes };
                self.check_count(&nodes, watch).map(|()| graph)
            }
            Err(Error::TooManyStates { limit, .. }) => {
                let what = format!("the graph has more than {limit} nodes, and that is too large to hold");
                Err(Fail::new(Status::Limit(LimitKind::States), what).help("--depth 4"))
            }
            Err(error) => Err(watch.explain(error)),
        }
    }

    /// Refuses a graph larger than the limit that was asked for, or else that of its format.
    fn check_count(&self, nodes: &Natural, watch: &Watch) -> Result<(), Fail> {
        let Limit { warn, stop } = self.format.limit();
        let name = self.format.name();
        let most = (stop as u64).min(MOST_COUNTED);
        if *nodes > Natural::from(watch.max_states().unwrap_or(most)) {
            let why = match watch.max_states() {
                Some(limit) => format!("--max-states is {limit}"),
                None if stop as u64 > most => "that is too large to hold".to_owned(),
                None => format!("{name} stops being useful at {stop}"),
            };
            let mut ways = vec![format!("--depth {}", self.depth.map_or(4, |depth| depth / 2))];
            let holds = *nodes <= Natural::from(MOST_COUNTED);
            if holds && watch.max_states().is_none() {
                ways.push(format!("--as {}", self.format.larger(nodes)));
            }
            if holds {
                ways.push(format!("--max-states {nodes}"));
            }
            let (last, others) = ways.split_last().expect("one way at least");
            let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
            let what = format!("the graph has {nodes} nodes, but {why}");
            return Err(Fail::new(Status::Limit(LimitKind::States), what).help(format!("{others}{last}")));
        }
        if *nodes > Natural::from(warn) {
            let other = match self.format.larger(nodes) {
                "csv" => "csv and drn stream".to_owned(),
                page => format!("{page} shows them all"),
            };
            watch.note(&format!("note: {nodes} nodes are a lot for the programs that read {name}; {other}"));
        }
        Ok(())
    }

    /// The graph of a board with the scores, merged or as a tree, of the `whole` one without scores.
    fn with_scores(
        &self,
        position: &ScoredBoard,
        whole: &Graph<Memory>,
        job: &Job<'_>,
    ) -> Result<Graph<Memory>, Error> {
        let graph = whole.with_scores(&position.scores, self.depth, job)?;
        match self.shape {
            Shape::Dag => Ok(graph),
            Shape::Tree => Ok(graph.unfolded(self.depth, job)?.0),
        }
    }

    /// Builds the graph of a board, evaluates it, and writes it.
    fn write(
        &self,
        position: &ScoredBoard,
        whole: &Graph<Memory>,
        targets: Vec<Target>,
        saved: &SavedWork,
        watch: &Watch,
    ) -> Result<(), Fail> {
        let job = self.limits(watch);
        let graph = watch.tried("discover", || self.with_scores(position, whole, &job))?;
        if self.depth.is_some() {
            self.check_count(&Natural::from(graph.node_count()), watch)?;
        }
        // A graph for people has fractions in its labels, if they are short.
        let nodes = graph.node_count();
        let in_labels = nodes <= MOST_EXACT && (self.label != LabelStyle::Counts || self.format.is_drawn());
        let exact = self.is_exact(nodes) || in_labels;
        let evaluate = |job: &Job<'_>| watch.pace().pass(COUNTED, 1.0, || figures(&graph, whole, exact, job));
        let section = saved.section(if exact { "exact" } else { "doubles" });
        let figures = watch.phase("evaluate", || section.run(watch, evaluate))?;
        watch.held("state", nodes, graph.edge_count(), graph.bytes() + figures.bytes());
        let about = self.about(&graph, &figures, position, watch)?;
        if self.numbers.is_none() && !about.exact && self.format != As::Drn {
            watch.note("note: so many nodes get doubles only; --precision exact adds the fractions");
        }
        let document = Scored::new(&graph, &figures, about);
        watch.phase("write", || self.write_all(&document, targets, saved, watch))
    }

    fn about<G: Game>(
        &self,
        graph: &Graph<G>,
        figures: &Figures,
        position: &ScoredBoard,
        watch: &Watch,
    ) -> Result<Appearance, Fail> {
        let odds = figures.odds_at_start(graph);
        let titled = titled(&odds.iter().collect::<Vec<_>>());
        let (draw, win) = titled.split_last().expect("at least one seat and the draw");
        let win = win.join(" : ");
        let mut facts = vec![("family".to_owned(), "memory".to_owned())];
        if let serde_json::Value::Object(parameters) = position.parameters() {
            facts.extend(parameters.into_iter().map(|(name, value)| (name, value.to_string())));
        }
        facts.push(("shape".to_owned(), ending::name(&self.shape)));
        for (seat, value) in odds.iter().enumerate() {
            let name = if seat + 1 < odds.len() { format!("win_{}", seat + 1) } else { "draw".to_owned() };
            facts.push((name, exact::fraction(value)));
        }
        Ok(Appearance {
            title: format!("{}: wins {win}, draw {draw}", position.title()),
            facts,
            label: match self.label {
                LabelStyle::Counts => NodeLabel::Counts,
                LabelStyle::Board => NodeLabel::Reach,
                LabelStyle::Odds => NodeLabel::Odds,
            },
            board: self.draws_boards(),
            reach_in_label: self.format.is_drawn(),
            exact: self.is_exact(graph.node_count()),
            positions: if self.is_placed() { self.place(graph, watch)? } else { Vec::new() },
        })
    }
}
