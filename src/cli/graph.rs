//! `graph`: the graph of situations, or the tree of histories, as a file for other programs.

mod figures;
mod hold;
mod options;
mod write;

use super::checkpoint::Checkpoints;
use super::commands::Invocation;
use super::context::Context;
use super::fail::{Fail, LimitKind, Status};
use super::file_format;
use super::target::{self, Target};
use crate::evaluate::{Figures, count};
use crate::exact::{self, Natural};
use crate::export::{DocumentInfo, GraphDocument, Limit, NodeLabel};
use crate::family::titled;
use crate::game::Game;
use crate::games::memory::Memory;
use crate::games::memory::family::ScoredBoard;
use crate::games::memory::family::{DEFAULT, Decide, LimitedMemory};
use crate::model::{Error, Graph, Job};
use figures::SavedFigures;
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
    question: &Invocation<'_>,
    (_, mut how, checkpoints): (Showing, How, Checkpoints),
    context: &Context,
) -> Result<(), Fail> {
    let given = question.one()?;
    let (position, decide, limited) =
        (ScoredBoard::of(&given)?, Decide::read(&given, DEFAULT), LimitedMemory::read(&given)?);
    how.prepare(context)?;
    if limited.is_given() || !decide.is_robots() {
        return question.answer_generic(context);
    }
    decide.check_robots()?;
    let targets = how.targets(&position.file_stem(), context)?;
    let whole = match how.depth {
        Some(_) => context.tried("discover", || position.game.graph(&how.limits(context)))?,
        None => how.counted(&position, context)?,
    };
    let work = question.range(&how.work())?;
    checkpoints.run(&work, context, |job| how.write(&position, &whole, targets, job, context))
}

/// The share of the work that is done before a graph is written, about.
const EVALUATED: f64 = 0.5;

/// The share of that which is done when the graph is counted.
const COUNTED: f64 = 0.1;

impl How {
    /// The files, opened before the work; two for tables.
    pub(in crate::cli) fn targets(&self, stem: &str, context: &Context) -> Result<Vec<Target>, Fail> {
        let path = self.output.clone().unwrap_or_else(|| {
            let mut name = stem.to_owned();
            name.push_str(&format!("-{}", file_format::name(&self.shape)));
            if let Some(depth) = self.depth {
                name.push_str(&format!("-depth{depth}"));
            }
            PathBuf::from("output").join(format!("{name}.{}", self.format.name()))
        });
        if context.output().wants_tables() {
            return Ok(Vec::new());
        }
        self.format.picture().map_or(Ok(()), |kind| kind.check(&path, context))?;
        let name = format!("graph.{}", self.format.name());
        let open = |path: &Path| Target::open(path, self.force, ["-o", &name], context);
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
    fn counted(&self, position: &ScoredBoard, context: &Context) -> Result<Graph<Memory>, Fail> {
        let mut job = context.job();
        job.most_states = MOST_COUNTED.max(context.max_states().unwrap_or(0));
        let count = || {
            context.pace().try_pass(0.0, COUNTED, || {
                let graph = position.game.graph(&job)?;
                count(&graph, &position.scores, &job).map(|counts| (graph, counts))
            })
        };
        match context.phase("count", count) {
            Ok((graph, (counts, tree))) => {
                let nodes = if self.shape == Shape::Dag { counts.states.into() } else { tree.nodes };
                self.check_count(&nodes, context).map(|()| graph)
            }
            Err(Error::TooManyStates { limit, .. }) => {
                let what = format!("the graph has more than {limit} nodes, and that is too large to hold");
                Err(Fail::new(Status::Limit(LimitKind::States), what).help("--depth 4"))
            }
            Err(error) => Err(context.explain(error)),
        }
    }

    /// Refuses a graph larger than the limit that was asked for, or else that of its format.
    fn check_count(&self, nodes: &Natural, context: &Context) -> Result<(), Fail> {
        let Limit { warn, stop } = self.format.limit();
        let name = self.format.name();
        let most = (stop as u64).min(MOST_COUNTED);
        if *nodes > Natural::from(context.max_states().unwrap_or(most)) {
            let why = match context.max_states() {
                Some(limit) => format!("--max-states is {limit}"),
                None if stop as u64 > most => "that is too large to hold".to_owned(),
                None => format!("{name} stops being useful at {stop}"),
            };
            let mut ways = vec![format!("--depth {}", self.depth.map_or(4, |depth| depth / 2))];
            let holds = *nodes <= Natural::from(MOST_COUNTED);
            if holds && context.max_states().is_none() {
                ways.push(format!("--format {}", self.format.larger(nodes)));
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
            context
                .note(&format!("note: {nodes} nodes are a lot for the programs that read {name}; {other}"));
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
        job: &Job<'_>,
        context: &Context,
    ) -> Result<(), Fail> {
        let limits = self.limits(context);
        let graph = context.tried("discover", || self.with_scores(position, whole, &limits))?;
        if self.depth.is_some() {
            self.check_count(&Natural::from(graph.node_count()), context)?;
        }
        // A graph for people has fractions in its labels, if they are short.
        let nodes = graph.node_count();
        let in_labels = nodes <= MOST_EXACT && (self.label != LabelStyle::Counts || self.format.is_drawn());
        let exact = self.is_exact(nodes) || in_labels;
        let evaluate = || SavedFigures::of((&graph, whole), exact, job, context);
        let known = context.phase("evaluate", evaluate)?;
        let about = self.about(&graph, &known.figures, position);
        let is_exact = about.exact;
        let mut document = GraphDocument::with_odds(&graph, &known.figures, about);
        context.held("state", &document);
        if self.numbers.is_none() && !is_exact && self.format != As::Drn {
            context.note("note: so many nodes get doubles only; --precision exact adds the fractions");
        }
        let written = self.place_and_write(&mut document, targets, job, context);
        written.map_err(|fail| known.save_if_stopped(fail))
    }

    fn about<G: Game>(&self, graph: &Graph<G>, figures: &Figures, position: &ScoredBoard) -> DocumentInfo {
        let odds = figures.odds_at_start(graph);
        let titled = titled(&odds.iter().collect::<Vec<_>>());
        let (draw, win) = titled.split_last().expect("at least one seat and the draw");
        let win = win.join(" : ");
        let mut facts = vec![("family".to_owned(), "memory".to_owned())];
        if let serde_json::Value::Object(parameters) = position.parameters() {
            facts.extend(parameters.into_iter().map(|(name, value)| (name, value.to_string())));
        }
        facts.push(("shape".to_owned(), file_format::name(&self.shape)));
        for (seat, value) in odds.iter().enumerate() {
            let name = if seat + 1 < odds.len() { format!("win_{}", seat + 1) } else { "draw".to_owned() };
            facts.push((name, exact::fraction(value)));
        }
        DocumentInfo {
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
            ..DocumentInfo::default()
        }
    }
}
