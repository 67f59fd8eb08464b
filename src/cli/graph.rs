//! `graph`: the graph of states, or the tree of histories, as a file for other programs.

mod layout;
mod options;
mod unfinished;
mod write;

use super::context::Context;
use super::fail::{Fail, LimitKind, Status};
use super::file_format;
use super::picture::PictureFormat;
use super::target::{self, Target};
use chancetree_engine::exact::Natural;
use chancetree_export::Limit;
use chancetree_families::family::{GraphOptions, GraphSize};
use options::Direction;
pub(super) use options::{GraphArgs, GraphFileFormat, ShownArgs};
use std::path::{Path, PathBuf};

/// The estimated bytes of a node or an edge of a picture in memory. Long lines dominate large pictures.
const PICTURE_BYTES: u64 = 6000;

/// The estimated bytes of a node or an edge in memory while a slide is drawn.
const SLIDE_BYTES: u64 = 1000;

/// The limit of a slide, which shows only the first plies.
const SLIDE_LIMIT: Limit = Limit { warn: usize::MAX, stop: 100_000 };

/// The approximate share of the work before a graph is written.
const EVALUATION_SHARE: f64 = 0.5;

impl GraphArgs {
    /// Opens the output files before the work. CSV has two files.
    pub(in crate::cli) fn targets(&self, stem: &str, context: &Context) -> Result<Vec<Target>, Fail> {
        let path = self.output.clone().unwrap_or_else(|| {
            let mut name = stem.to_owned();
            name.push_str(&format!("-{}", file_format::name(&self.shape)));
            if let Some(depth) = self.depth {
                name.push_str(&format!("-depth{depth}"));
            }
            PathBuf::from("output").join(format!("{name}.{}", self.format().name()))
        });
        if context.output().wants_tables() {
            return Ok(Vec::new());
        }
        self.format().picture().map_or(Ok(()), |kind| kind.check(&path, context))?;
        let name = format!("graph.{}", self.format().name());
        let open = |file: &Path| Target::open_part(file, &path, self.force, ["-o", &name], context);
        if self.format() != GraphFileFormat::Csv {
            return Ok(vec![open(&path)?]);
        }
        if target::is_stdout(&path) {
            return Err(
                Fail::usage("csv writes two tables to files, not to stdout").help(format!("-o {stem}.csv"))
            );
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

    /// Checks the size of a graph against the limits.
    pub(in crate::cli) fn check_size(&self, size: &GraphSize, context: &Context) -> Result<(), Fail> {
        match size {
            GraphSize::Nodes(nodes) => self.check_count(nodes, context),
            GraphSize::MoreThan(limit) => {
                let what = format!("the graph has more than {limit} nodes, which is too many");
                let help = format!("--depth 4 or --max-states {}", limit.saturating_mul(2));
                Err(Fail::new(Status::Limit(LimitKind::States), what).help(help))
            }
        }
    }

    /// Checks the number of nodes against `--max-states`, or else against the limit of the format.
    fn check_count(&self, nodes: &Natural, context: &Context) -> Result<(), Fail> {
        let Limit { warn, stop } = if self.slide { SLIDE_LIMIT } else { self.format().limit() };
        let name = self.format().name();
        let most = (stop as u64).min(GraphOptions::MAX_STATES);
        if *nodes > Natural::from(context.max_states().unwrap_or(most)) {
            let why = match context.max_states() {
                Some(limit) => format!("--max-states is {limit}"),
                None if stop as u64 > most => format!("at most {most} are supported"),
                None => format!("{name} is limited to {stop}"),
            };
            let mut ways = vec![format!("--depth {}", self.depth.map_or(4, |depth| depth / 2))];
            // A larger picture takes too long to paint or to open. A slide shows only the first plies.
            let is_drawable = self.format().picture().is_none_or(|kind| {
                (self.slide || kind == PictureFormat::Svg) && *nodes <= Natural::from(10 * stop as u64)
            });
            let holds = *nodes <= Natural::from(GraphOptions::MAX_STATES);
            // Only pictures are slides.
            if holds && context.max_states().is_none() && !self.slide {
                ways.push(format!("--format {}", self.format().larger(nodes)));
            }
            if holds && is_drawable {
                ways.push(format!("--max-states {nodes}"));
            }
            let (last, others) = ways.split_last().expect("there is at least one option");
            let others = if others.is_empty() { String::new() } else { format!("{} or ", others.join(", ")) };
            let what = format!("the graph has {nodes} nodes, but {why}");
            return Err(Fail::new(Status::Limit(LimitKind::States), what).help(format!("{others}{last}")));
        }
        if *nodes > Natural::from(warn) {
            let other = match self.format().larger(nodes) {
                "csv" => "use csv or drn".to_owned(),
                page => format!("use {page}"),
            };
            context.note(&format!(
                "note: {nodes} nodes are too many for most programs that read {name}; {other}"
            ));
        }
        Ok(())
    }
}
