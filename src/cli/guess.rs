//! The parameters of the family `guess`, and the game that follows from them.

use super::fail::Fail;
use super::range::{Numbers, numbers_to, whole};
use super::watch::Watch;
use crate::evaluate::solve::{Solution, solve};
use crate::exact::Rational;
use crate::game::{Game, MOST_SEATS, Seat, Weight};
use crate::games::guess::{Guess, Impossible, MOST_NUMBERS};
use crate::model::{Error, Graph};
use crate::payoff::Gain;
use clap::Args;
use serde_json::{Value, json};

/// A secret number and who guesses it.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Number")]
pub(crate) struct Secret {
    /// The greatest number it can be: 9, or several: 1..40 or 4,8
    #[arg(long, value_name = "N", default_value = "9", allow_negative_numbers = true,
        value_parser = numbers_to(MOST_NUMBERS, "there are 1 to 10000 numbers"))]
    numbers: Numbers,
    /// Players, 1 to 16
    #[arg(long, value_name = "P", default_value_t = 2, allow_negative_numbers = true,
        value_parser = whole(1, MOST_SEATS))]
    pub(crate) players: Seat,
    /// How likely each number is, 1 first: whole numbers, in proportion
    /// [default: all alike]
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = whole(0, Weight::MAX))]
    weights: Option<Vec<Weight>>,
    /// Guesses of all players together, after which nobody wins [default: as
    /// many as it takes]
    #[arg(long, value_name = "L", allow_negative_numbers = true, value_parser = whole(1, MOST_NUMBERS))]
    pub(crate) guesses: Option<u16>,
}

impl Secret {
    /// Whether several games are asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        matches!(self.numbers, Numbers::Several(_))
    }

    /// The games that were asked for.
    pub(crate) fn games(&self) -> Result<Vec<Asked>, Fail> {
        if let (Numbers::Several(_), Some(weights)) = (&self.numbers, &self.weights) {
            let (least, most) = (self.numbers.first(), self.numbers.last());
            return Err(Fail::usage(format!(
                "{} weights for a range of {least} to {most} numbers; weights are of one game",
                weights.len()
            ))
            .help(format!("--numbers {}", weights.len())));
        }
        self.numbers.iter().map(|numbers| self.game(numbers)).collect()
    }

    /// The only game, where a range makes no sense.
    pub(crate) fn only(&self) -> Result<Asked, Fail> {
        match &self.numbers {
            Numbers::One(numbers) => self.game(*numbers),
            several => Err(Fail::usage("this is of one game, not of a range")
                .help(format!("--numbers {}", several.last()))),
        }
    }

    fn game(&self, numbers: u16) -> Result<Asked, Fail> {
        let make = || -> Result<Guess, Impossible> {
            let mut game = Guess::new(numbers, self.players)?;
            if let Some(weights) = &self.weights {
                game = game.weights(weights)?;
            }
            self.guesses.map_or(Ok(game.clone()), |guesses| game.guesses(guesses))
        };
        let game = make().map_err(|error| Fail::usage(error.to_string()))?;
        Ok(Asked { numbers, secret: self.clone(), game })
    }
}

/// One game that was asked for.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) numbers: u16,
    pub(crate) secret: Secret,
    pub(crate) game: Guess,
}

impl Asked {
    /// The parameters as JSON repeats them.
    pub(crate) fn parameters(&self) -> Value {
        let Secret { players, weights, guesses, .. } = &self.secret;
        json!({ "numbers": self.numbers, "players": players, "weights": weights, "guesses": guesses })
    }

    /// The game in words.
    pub(crate) fn title(&self) -> String {
        let Secret { players, weights, guesses, .. } = &self.secret;
        let count = |number: u16, one: &str, more: &str| {
            if number == 1 { format!("1 {one}") } else { format!("{number} {more}") }
        };
        let mut title = format!(
            "Guess a number from 1 to {}, {}",
            self.numbers,
            count(u16::from(*players), "player", "players")
        );
        if weights.is_some() {
            title.push_str(", drawn by weights");
        }
        if let Some(guesses) = guesses {
            title.push_str(&format!(", {}", count(*guesses, "guess", "guesses")));
        }
        title
    }

    /// The game as a part of a file name.
    pub(crate) fn file_stem(&self) -> String {
        let Secret { players, weights, guesses, .. } = &self.secret;
        let mut stem = format!("guess-numbers{}-players{players}", self.numbers);
        if weights.is_some() {
            stem.push_str("-weights");
        }
        if let Some(guesses) = guesses {
            stem.push_str(&format!("-guesses{guesses}"));
        }
        stem
    }
}

/// What is said of equal guesses.
pub(crate) const TIE_RULE: &str = "the lowest of equals";

/// A game, solved.
pub(crate) struct Solved {
    pub(crate) game: Guess,
    pub(crate) graph: Graph<Guess>,
    pub(crate) solution: Solution,
}

impl Solved {
    /// Solves the game.
    pub(crate) fn of(game: Guess, watch: &Watch) -> Result<Self, Fail> {
        Self::explored(game, |game| Graph::of(game, &watch.run()), watch)
    }

    /// Solves the game on the graph that `explore` makes of it.
    pub(crate) fn explored(
        game: Guess,
        explore: impl FnOnce(&Guess) -> Result<Graph<Guess>, Error>,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let explain = |error| watch.explain(error);
        let run = watch.run();
        let graph = watch.phase("discover", || explore(&game)).map_err(explain)?;
        let solution = watch.phase("solve", || solve(&game, &graph, &Gain, &run)).map_err(explain)?;
        Ok(Self { game, graph, solution })
    }

    /// The probability that each seat wins, the first player first.
    pub(crate) fn win(&self) -> Vec<Rational> {
        self.solution.value(self.graph.start())
    }

    /// What a node is worth to its mover.
    pub(crate) fn worth(&self, node: usize) -> Rational {
        self.solution.value(node)[0].clone()
    }

    /// Every action in `node` with the probability that each seat wins then, the mover first.
    pub(crate) fn actions(&self, node: usize) -> Vec<(<Guess as Game>::Action, Vec<Rational>)> {
        let actions = self.solution.actions(&self.graph, node);
        actions.into_iter().filter_map(|valued| Some((valued.action?, valued.values))).collect()
    }

    /// How large the graph is, in words.
    pub(crate) fn size(&self) -> String {
        size(self.graph.node_count() as u64, self.graph.edge_count() as u64, self.solution.ties)
    }
}

/// How large a game is, in words.
pub(crate) fn size(states: u64, transitions: u64, ties: u64) -> String {
    format!("{states} positions, {transitions} transitions; {ties} ties, {TIE_RULE} is taken.\n")
}
