//! Graph files as methods of an explored game.

use crate::depict::Depict;
use crate::evaluate::{OptimalPlay, solve};
use crate::model::{Error, Graph, Job};
use crate::payoff::Gain;
use crate::{
    DocumentInfo, Dot, Drn, Gexf, GraphDocument, GraphFormat, Graphml, Json, Svg, TimeDirection, write_all,
};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// The reason a graph was not saved.
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::game::Game;
/// use chancetree_export::SaveGraph;
///
/// let error = Coins { tosses: 3 }.explore().run()?.save("coins.xlsx").expect_err("no such format");
/// assert_eq!(
///     error.to_string(),
///     "unknown file extension: coins.xlsx (use .dot, .drn, .gexf, .graphml, .json or .svg)",
/// );
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// No format has this file extension.
    #[error("unknown file extension: {} (use .dot, .drn, .gexf, .graphml, .json or .svg)", .0.display())]
    UnknownExtension(PathBuf),
    /// The numbers of the graph cannot be computed.
    #[error(transparent)]
    Evaluation(#[from] Error),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// Saves a graph in the format of a file extension: `.dot` or `.gv` (Graphviz), `.drn` (Storm), `.gexf` (Gephi), `.graphml`,
/// `.json` or `.svg`.
///
/// The functions of this crate offer more options: see [`GraphDocument`] and [`write_all`].
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::{game::Game, payoff::Gain};
/// use chancetree_export::SaveGraph;
///
/// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
/// let path = std::env::temp_dir().join("chancetree-throws.svg");
/// best.save(&path)?;
/// assert!(std::fs::read_to_string(&path)?.starts_with("<svg "));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SaveGraph {
    /// Writes the graph to a file, which is replaced if it exists.
    ///
    /// # Errors
    /// If the extension is unknown, play may never end, or the file cannot be written.
    fn save(&self, path: impl AsRef<Path>) -> Result<(), SaveError>;
}

/// Saves the positions of optimal play, each with its value.
impl<G: Depict> SaveGraph for OptimalPlay<G> {
    fn save(&self, path: impl AsRef<Path>) -> Result<(), SaveError> {
        let path = path.as_ref();
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        let document = GraphDocument::of(self, DocumentInfo::default(), &Job::default())?;
        let format: Box<dyn GraphFormat> = match extension.to_str() {
            Some("dot" | "gv") => Box::new(Dot { direction: TimeDirection::default() }),
            Some("drn") => Box::new(Drn),
            Some("gexf") => Box::new(Gexf::new(&document)),
            Some("graphml") => Box::new(Graphml::new(&document)),
            Some("json") => Box::new(Json::new(&document)),
            Some("svg") => Box::new(Svg::default()),
            _ => return Err(SaveError::UnknownExtension(path.to_owned())),
        };
        Ok(write_all(&document, &*format, &mut File::create(path)?)?)
    }
}

/// Saves all positions of a game, each with the expected points of the player to move if every player maximises points.
impl<G: Depict> SaveGraph for Graph<G> {
    fn save(&self, path: impl AsRef<Path>) -> Result<(), SaveError> {
        solve(self, &Gain, &Job::default())?.save(path)
    }
}
