//! The pages of commands that differ for a single player.

use super::best::{self, SolitaireObjective};
use super::dealt::{self, DealName};
use super::decisions::{FailedTurns, Rule};
use super::family::{PAIRS, RECALL, SolitaireComputation};
use super::imperfect::simulation::{self, LogFormat};
use super::imperfect::{fit, information};
use super::{MAX_PAIRS, odds};
use crate::exact::{self, Rational};
use crate::family::{InputFile, Page, Parameter, Sampling};
use crate::memory::family::MAX_PLAYED;
use std::str::FromStr;

const PERFECT: &str = "Memory for one player with perfect memory (Lardjane 2024)";
const FORGETFUL: &str = "Memory for one player with imperfect memory";

/// The recall of a player, where perfect memory has no answer.
const NEEDED_RECALL: Parameter =
    Parameter { meaning: "Probabilities of recall p,p',p'', required: 3/4,1/8,4/5", ..RECALL };

/// The parameters of a player who may forget, and of the board.
const PLAYER: &[&str] = &["pairs", "recall", "model"];

/// The parameters of a player, and of the board and its rules.
const RULES: &[&str] = &["pairs", "blind", "recall", "model"];

/// The parameter for the score of a game.
const SCORE: Parameter = Parameter::text::<Rule>(
    "score",
    "Points for a pair with a known card, a lucky turn, a failed turn (Kellner 2023)",
)
.implied("3,1,-2")
.with_placeholder("A,B,C")
.without(&["blind"])
.heading("Score");

/// The parameter for the turns that count as failed.
const FAILED: Parameter =
    Parameter::words("failed", "Which turns without a pair count as failed", FailedTurns::WORDS)
        .implied("C")
        .without(&["blind"])
        .heading("Score");

pub(super) const PAGES: &[Page] = &[
    Page::new(
        "odds",
        PERFECT,
        &[
            "--pairs 8",
            "--pairs 1..=40 --format csv",
            "--pairs 8 --score 3,1,-2 --failed B",
            "--pairs 5000 --means",
            "--pairs 1..=20 --format bfile --sequence turns-numerator",
            "--pairs 8 --recall 3/4,1/8,4/5 --tail 1e-6",
            "--pairs 2 --symbolic",
        ],
    )
    .details(
        "Prints the exact distributions, over all (2N - 1)!! deals, of the turns until all pairs are \
         collected, the lucky turns, the place and the turn of the first pair, the cards to remember, and \
         the score. With --blind, prints the turns, the lucky turns and the cards to remember.",
    )
    .taking(RULES)
    .with(&[
        PAIRS.up_to(&[
            ("Distributions", SolitaireComputation::Distributions.most() as u64),
            ("With --recall", SolitaireComputation::Forgetful.most() as u64),
        ]),
        Parameter::text::<Tail>(
            "tail",
            "Cut off infinite distributions when the rest has less probability than this",
        )
        .implied("1e-9")
        .with_placeholder("PROBABILITY")
        .without(&["blind"])
        .rare()
        .heading("Recall"),
        Parameter::flag("symbolic", "Print expectations as functions of p, p' and p'', for up to 12 pairs")
            .details("10 pairs take some seconds, 12 about a minute and 60 MB.")
            .without(&["recall", "blind"])
            .heading("Recall"),
        Parameter::flag("latex", "Print the functions of --symbolic in LaTeX")
            .with("symbolic")
            .rare()
            .heading("Recall"),
        SCORE,
        FAILED,
        Parameter::flag("means", "Print expectations only, for larger boards")
            .details("Expectations are computed from sums, without distributions.")
            .without(&["blind"])
            .heading("Output"),
        Parameter::words(
            "sequence",
            "The integer sequence to print as a b-file",
            &[
                ("turns-triangle", "Deals by number of turns, row by row"),
                ("lucky-triangle", "Deals by lucky turns, board by board, without the zeros"),
                (
                    "first-position-triangle",
                    "Deals by the place of the first pair, board by board, from 2 up",
                ),
                ("remembered-triangle", "Deals by cards to remember, board by board, without the zeros"),
                ("turns-numerator", "Expected turns, numerators"),
                ("turns-denominator", "Expected turns, denominators"),
                ("lucky-numerator", "Expected lucky turns, numerators"),
                ("lucky-denominator", "Expected lucky turns, denominators"),
                ("first-turn-numerator", "Expected turn of the first pair, numerators"),
                ("first-turn-denominator", "Expected turn of the first pair, denominators"),
                ("remembered-numerator", "Expected cards to remember, numerators"),
                ("remembered-denominator", "Expected cards to remember, denominators"),
            ],
        )
        .rare()
        .heading("Output"),
    ])
    .writing(&[
        ("json", "For programs; without distributions for a range beyond 60 pairs"),
        ("csv", "For spreadsheets: the distributions of one board, the means of a range"),
        ("bfile", "An integer sequence in the format of the OEIS, see --sequence"),
    ])
    .answering(odds::answer)
    .shareable(),
    Page::new(
        "best",
        PERFECT,
        &[
            "--pairs 4",
            "--pairs 4 --objective score --score 3,1,-2",
            "--pairs 1..=12 --objective score --failed B",
        ],
    )
    .details(
        "Prints the fewest expected turns or the best expected score, the gain over taking every pair at \
         once, and the policy. Moves: collect a known pair, or after the first card take its known mate; fresh: turn \
         a fresh card (not turned before); known-fresh: turn a known card without a known mate, then a fresh card; \
         paired-fresh: turn a known card with a known mate, then a fresh card; known: turn a known card that is not \
         the mate.",
    )
    .taking(&["pairs", "blind"])
    .with(&[
        Parameter::words("objective", "The objective of the player", SolitaireObjective::WORDS)
            .default_value("turns")
            .heading("Score"),
        SCORE,
        FAILED,
    ])
    .answering(best::answer),
    Page::new(
        "simulate",
        FORGETFUL,
        &[
            "--pairs 8 --recall 3/4,1/8,4/5 --games 100 --seed 1",
            "--pairs 4 --recall 0.9,0.05,0.5 --model L --seed 7 --format json",
        ],
    )
    .details(
        "Prints one line for every turn: the numbers of the game and the turn, from 1, and the two cards. A \
         card is a symbol and the letter a or b: 3a and 3b are a pair. The same seed gives the same games. \
         With --checkpoint, a resumed run prints only the remaining games, without a header, so that an \
         appended log contains no game twice.",
    )
    .taking(PLAYER)
    .with(&[
        PAIRS
            .up_to(&[("", SolitaireComputation::Games.most() as u64)])
            .details("All games of a log have the same number of pairs."),
        NEEDED_RECALL,
        Sampling::OPTIONS[0].default_value("1"),
        Sampling::OPTIONS[1],
        Parameter::words("format", "How to print the log", LogFormat::WORDS)
            .default_value("csv")
            .heading("Output"),
    ])
    .answering(simulation::answer)
    .logging(),
    Page::new(
        "deal",
        PERFECT,
        &[
            "--cards \"1 2 1 6 2 3 3 5 4 4 5 6\"",
            "--pairs 8 --seed 7",
            "--pairs 6 --name longest -o longest.svg",
            "--pairs 3 --all",
        ],
    )
    .details(
        "The player turns the cards in the order of the deal. Prints every turn with its state (n, k, p): n \
         pairs left, k cards that were turned and are not collected, and p known pairs among these cards. A \
         block ends with the second card of a pair.",
    )
    .writing(&[
        ("svg", "The link diagram as a picture"),
        ("png", "A bitmap"),
        ("pdf", "A file for printing"),
        ("dot", "The link diagram: Graphviz"),
    ])
    .taking(&[])
    .with(&[
        Parameter::text::<String>("cards", "The cards in the order of the deal, each symbol twice")
            .without(&["pairs", "seed", "name", "all"])
            .with_placeholder("SYMBOLS"),
        Parameter::number("pairs", "Number of pairs, for a deal without --cards", 1, MAX_DEALT as u64)
            .short('n'),
        Parameter::number("seed", "Draw a random deal from a seed", 0, u64::MAX)
            .with("pairs")
            .without(&["name", "all"])
            .with_placeholder("S"),
        Parameter::words("name", "Use the deal with this name", DealName::WORDS)
            .with("pairs")
            .without(&["all"]),
        Parameter::flag("all", "List every distinct deal, one on each line").with("pairs"),
    ])
    .with_format_only("How to print the result, or to draw the link diagram")
    .answering(dealt::answer)
    .unsaved(),
    Page::new("fit", FORGETFUL, &["games.csv", "games.json --level 0.99 --format json"])
        .details(
            "Prints the maximum likelihood estimates of p, p' and p'' as fractions, and their standard \
             errors, intervals and tests of fit as floats. A log is a table game,turn,first,second, or one \
             JSON object with these keys on each line; 3a and 3b are a pair. `simulate solitaire` writes \
             such logs, and the logs of `play solitaire` and `play memory` work, too. With a column player, \
             a log can have games of several people, and each player has separate estimates. Other columns \
             are ignored.",
        )
        .taking(&[])
        .with(&[
            Parameter::number("pairs", "Number of pairs, for unfinished games", 1, MAX_PAIRS as u64)
                .short('n'),
            Parameter::double(
                "level",
                "Confidence level of the intervals, between 0 and 1",
                1e-9,
                1.0 - 1e-9,
                "a number above 0 and below 1 is needed, such as 0.95",
            )
            .default_value("0.95")
            .with_placeholder("LEVEL"),
        ])
        .reading(&[InputFile {
            value: "LOG",
            is_required: true,
            ..InputFile::positional("log", "The log, or - for stdin")
        }])
        .answering(fit::answer)
        .unsaved(),
    Page::new(
        "information",
        FORGETFUL,
        &["--pairs 2..=12 --recall 3/4,1/8,4/5", "--pairs 8 --recall 0.9,0.05,0.8 --model L --format json"],
    )
    .details(
        "Prints for each board the expected turns, the expected cards to remember, the expected number of \
         observations about p and p' (F), about p only (R) and about p'' (S), and the variance of an \
         estimate after one game and after one turn. This variance, divided by the number of games or turns, \
         is the square of the standard error.",
    )
    .taking(PLAYER)
    .with(&[PAIRS.up_to(&[("", SolitaireComputation::Information.most() as u64)]), NEEDED_RECALL])
    .answering(information::answer)
    .unsaved(),
    Page::new(
        "play",
        "Memory for one player, in as few turns as possible",
        &["--pairs 8", "--log game.jsonl && chancetree fit solitaire game.jsonl"],
    )
    .details("`chancetree fit solitaire` estimates from the log how well you remember.")
    .taking(&[])
    .with(&[Parameter::number("pairs", "Number of pairs", 1, MAX_PLAYED as u64)
        .short('n')
        .default_value("8")
        .heading("Board")]),
];

/// The maximum number of pairs of a deal that is played.
pub(super) const MAX_DEALT: u16 = 2000;

/// The probability of a tail, typed as a fraction or a decimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail(pub Rational);

impl FromStr for Tail {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read =
            exact::parse_fraction(text.trim()).filter(|tail| exact::zero() < *tail && *tail <= exact::one());
        read.map(Self)
            .ok_or_else(|| "a probability above 0 and at most 1 is needed, such as 1e-9 or 1/1000".to_owned())
    }
}
