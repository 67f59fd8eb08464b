//! A builder that explores a game.

use crate::game::Game;
use crate::{Error, Graph, Job, memory_usage};

/// The options with which a game is explored; see [`Game::explore`].
///
/// ```
/// use chancetree_model::game::{Choices, Game, NoAction};
///
/// /// A die is thrown until it shows a six.
/// #[derive(Clone)]
/// struct Die;
///
/// impl Game for Die {
///     type State = bool; // whether a six was thrown
///     type Action = NoAction;
///     type Event = &'static str;
///
///     fn start(&self) -> bool {
///         false
///     }
///     fn expand(&self, &over: &bool, choices: &mut Choices<Self>) {
///         if !over {
///             choices.chance().event(1, "six", || true).event(5, "other", || false);
///         }
///     }
/// }
///
/// let graph = Die.explore().max_states(1000).run()?;
/// assert_eq!(graph.node_count(), 2);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[must_use = "run() explores the game"]
pub struct Exploration<'g, G> {
    game: &'g G,
    threads: usize,
    max_states: u64,
    max_memory: Option<u64>,
    depth: Option<u32>,
}

impl<'g, G: Game> Exploration<'g, G> {
    pub(crate) fn new(game: &'g G) -> Self {
        Self { game, threads: 1, max_states: u64::MAX, max_memory: None, depth: None }
    }

    /// Uses this number of threads. The default is 1. The graph does not depend on it.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().threads(2).run()?;
    /// assert_eq!(graph.node_count(), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Fails with [`Stop::TooManyStates`](crate::Stop::TooManyStates) if there are more states.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().max_states(4).run()?;
    /// assert_eq!(graph.node_count(), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn max_states(mut self, states: u64) -> Self {
        self.max_states = states;
        self
    }

    /// Fails with [`Stop::TooMuchMemory`](crate::Stop::TooMuchMemory) if exploring takes more bytes than this, in addition to the memory that the program
    /// occupies already.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().max_memory(1 << 30).run()?;
    /// assert_eq!(graph.node_count(), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn max_memory(mut self, bytes: u64) -> Self {
        self.max_memory = Some(bytes);
        self
    }

    /// Explores no state that is more than this number of events away from the start; see [`Graph::to_depth`].
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().max_depth(2).run()?;
    /// assert_eq!(graph.node_count(), 3);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn max_depth(mut self, events: u32) -> Self {
        self.depth = Some(events);
        self
    }

    /// Explores the game.
    ///
    /// Cost: as [`Graph::of`].
    ///
    /// # Errors
    /// As [`Graph::of`], or if the threads cannot be started.
    pub fn run(self) -> Result<Graph<G>, Error> {
        let used = memory_usage::resident_bytes().unwrap_or(0);
        let most_bytes = self.max_memory.map_or(u64::MAX, |bytes| bytes.saturating_add(used));
        let explore = || {
            let job =
                Job { threads: self.threads, most_states: self.max_states, most_bytes, ..Job::default() };
            match self.depth {
                None => self.game.graph(&job),
                Some(depth) => Graph::to_depth(self.game, depth, &job),
            }
        };
        if self.threads == 1 {
            return explore();
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        pool.map_err(|error| Error::Process(error.to_string()))?.install(explore)
    }
}
