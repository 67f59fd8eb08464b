//! The options of `graph`: the contents of the graph, its format and its file.

use super::EVALUATION_SHARE;
use crate::cli::commands::offering;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::file_format;
use crate::cli::picture::{PAINTS, PictureFormat};
use crate::cli::whole;
use chancetree_engine::exact::Natural;
use chancetree_export::{Dot, Efg, Limit, NodeLabel, ShownActions, Svg, html};
use chancetree_families::family::{Approximation, GraphOptions, Refusal};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// The actions at decisions that the graph shows.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Graph")]
pub(in crate::cli) struct ShownArgs {
    /// Which actions to draw
    ///
    /// best: only the action that the player takes in a state. all: every action, with its difference from
    /// the best. A number (1, 2, ...): every action of that player, against the actions that the other
    /// players take.
    #[arg(long, value_name = "best|all|PLAYER", default_value_t = ShownActions::Taken,
        value_parser = offering(["best", "all"], str::parse::<ShownActions>), hide_possible_values = true)]
    pub(in crate::cli) show: ShownActions,
}

/// The options for the contents and the file of a graph.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Graph")]
pub(in crate::cli) struct GraphArgs {
    /// Graph of merged states, or tree of histories
    #[arg(long, value_enum, default_value_t = Shape::Dag)]
    pub(super) shape: Shape,
    /// The format of the file [if not set: from the file extension]
    ///
    /// Without a known extension, the format is dot.
    #[arg(id = "format", long, value_enum, value_name = "FORMAT")]
    form: Option<GraphFileFormat>,
    /// The file, or - for stdout [if not set: in output/]
    ///
    /// The default file name contains the parameters of the game. csv writes FILE.nodes.csv and
    /// FILE.edges.csv.
    #[arg(short, long, value_name = "FILE|-")]
    pub(super) output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, hide_short_help = true)]
    pub(super) force: bool,
    /// Cut after D events, and mark the cut nodes
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = whole(0, u32::MAX))]
    pub(super) depth: Option<u32>,
    /// The text in each node
    #[arg(long, value_enum, default_value_t = LabelStyle::Counts)]
    pub(super) label: LabelStyle,
    /// Write exact fractions, or decimals only
    ///
    /// [if not set: exact up to 200,000 nodes, decimal beyond]
    #[arg(
        id = "precision",
        long = "precision",
        alias = "numbers",
        value_name = "PRECISION",
        value_enum,
        hide_short_help = true
    )]
    pub(super) numbers: Option<Numbers>,
    /// Values in doubles with a proven bound on each error, instead of fractions
    ///
    /// For games whose cycles are too large for fractions.
    #[arg(long, hide_short_help = true)]
    pub(super) approximate: bool,
    /// Merge all events between two states
    ///
    /// The merged edge has the sum of the weights and the number of events.
    #[arg(long)]
    pub(super) merge_parallel: bool,
    /// The direction of time in dot and in pictures
    ///
    /// [if not set: down in dot; in pictures, whichever fills a slide better]
    #[arg(long, value_enum, hide_short_help = true)]
    pub(super) direction: Option<Direction>,
    /// Draw a picture for a 16:9 slide with readable text
    ///
    /// The picture shows as many turns as fit, and the total probability of later turns.
    #[arg(long, hide_short_help = true)]
    pub(super) slide: bool,
    /// Width of a png in pixels
    ///
    /// [if not set: two pixels for each unit of the svg]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true, value_parser = whole(16u32, 32_768),
        hide_short_help = true, hide = !PAINTS)]
    pub(super) width: Option<u32>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Shape {
    /// States, with transpositions merged
    #[default]
    Dag,
    /// The tree of histories
    Tree,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum GraphFileFormat {
    /// Graphviz
    #[default]
    Dot,
    /// networkx, igraph, Cytoscape, Gephi
    Graphml,
    /// Gephi
    Gexf,
    /// networkx node-link, JavaScript
    Json,
    /// pandas, polars, R: two tables
    Csv,
    /// Storm
    Drn,
    /// Gambit: the extensive form of a tree, see --shape
    Efg,
    /// Any browser: a page to explore the graph
    Html,
    /// A picture of a small graph
    Svg,
    /// A bitmap
    #[value(hide = !PAINTS)]
    Png,
    /// A file for printing
    #[value(hide = !PAINTS)]
    Pdf,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum LabelStyle {
    /// The numbers of pairs and, between robots, the scores
    #[default]
    Counts,
    /// The board as small squares
    Board,
    /// Between robots, the probabilities of a win and a draw
    Odds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Numbers {
    /// Doubles and fractions
    Exact,
    /// Doubles only
    Decimal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Direction {
    /// From the top down
    Down,
    /// From left to right
    Right,
}

impl GraphArgs {
    /// Returns the options that write a document as it is.
    pub(in crate::cli) fn plain(format: GraphFileFormat, output: PathBuf, force: bool) -> Self {
        Self {
            form: Some(format),
            output: Some(output),
            force,
            direction: Some(Direction::Right),
            ..Self::default()
        }
    }

    /// Checks the options, and starts the progress. Must be called before the work.
    pub(in crate::cli) fn prepare(&self, context: &Context) -> Result<(), Fail> {
        context.pace().up_to(EVALUATION_SHARE);
        if self.width.is_some() && self.format() != GraphFileFormat::Png {
            let what = format!("--width needs the format png; {} has no pixels", self.format().name());
            return Err(Fail::usage(what).help("--format png"));
        }
        if self.format() == GraphFileFormat::Efg && self.shape != Shape::Tree {
            return Err(Fail::usage("efg writes a tree of histories, not a graph of merged states")
                .help("--shape tree --show all"));
        }
        if self.format() == GraphFileFormat::Efg && self.depth.is_some() {
            let what = "efg writes complete histories, but --depth cuts them";
            return Err(Fail::usage(what).help("leave out --depth"));
        }
        if self.approximate && self.numbers == Some(Numbers::Exact) {
            let what = "--approximate has doubles, and --precision exact has fractions";
            return Err(Fail::usage(what).help("leave out --precision"));
        }
        // An option for the appearance is an error in a format that ignores it.
        let options = [
            ("direction", self.direction.is_some() && !self.format().is_drawn()),
            ("slide", self.slide && self.format().picture().is_none()),
            ("label", self.label != LabelStyle::Counts && self.format() == GraphFileFormat::Drn),
        ];
        match options.into_iter().find(|(_, is_ignored)| *is_ignored) {
            None => Ok(()),
            Some((name, _)) => {
                let refusal = Refusal::unfit(name, format!("has no effect on {}", self.format().name()));
                Err(refusal.help(format!("leave out --{name}")).into())
            }
        }
    }

    /// Returns the format of the file.
    pub(in crate::cli) fn format(&self) -> GraphFileFormat {
        self.form.unwrap_or_default()
    }

    /// Returns the options for the contents of a document that shows these actions.
    pub(in crate::cli) fn options(&self, shown: ShownActions) -> GraphOptions {
        let is_picture = self.format().picture().is_some();
        GraphOptions {
            is_tree: self.shape == Shape::Tree,
            depth: self.depth,
            shown,
            label: match self.label {
                LabelStyle::Counts => NodeLabel::Counts,
                LabelStyle::Board => NodeLabel::Reach,
                LabelStyle::Odds => NodeLabel::Odds,
            },
            // HTML pages and pictures have space for boards.
            has_boards: self.label == LabelStyle::Board
                || self.format() == GraphFileFormat::Html
                || is_picture,
            exact: self.numbers.map(|numbers| numbers == Numbers::Exact),
            width: self.approximate.then_some(Approximation::WIDTH),
            is_drawn: self.format().is_drawn(),
            is_complete: self.format() == GraphFileFormat::Efg,
            has_fractions: ![GraphFileFormat::Drn, GraphFileFormat::Efg].contains(&self.format()),
        }
    }
}

impl GraphFileFormat {
    /// Returns the picture format, if the format is a picture.
    pub(super) fn picture(self) -> Option<PictureFormat> {
        PictureFormat::of(&self)
    }

    /// Returns `true` if the format draws nodes, with the probability of reaching them on a second line.
    pub(super) fn is_drawn(self) -> bool {
        self == Self::Dot || self.picture().is_some()
    }

    pub(in crate::cli) fn name(self) -> String {
        file_format::name(&self)
    }

    /// Returns a format for graphs of this size: an HTML page within its limit, otherwise CSV.
    pub(super) fn larger(self, nodes: &Natural) -> &'static str {
        if self.is_drawn() && *nodes <= Natural::from(html::LIMIT.stop) { "html" } else { "csv" }
    }

    pub(super) fn limit(self) -> Limit {
        match self {
            Self::Dot => Dot::LIMIT,
            Self::Graphml | Self::Gexf | Self::Json => Limit::LOADED,
            Self::Csv | Self::Drn => Limit::NONE,
            Self::Efg => Efg::LIMIT,
            Self::Html => html::LIMIT,
            Self::Svg | Self::Png | Self::Pdf => Svg::LIMIT,
        }
    }
}
