//! The pages of commands that differ for robots, players who decide and players who forget.

use super::Remembered;
use crate::family::{Approximation, Page, Parameter, PlayerNames};
use crate::memory::MAX_PAIRS;
use crate::memory::decisions::Objective;
use crate::memory::strategies::Continue;
use crate::memory::{best, fair, graph, odds};

/// Describes commands about robots; the family describes players who decide or forget.
const ROBOTS: &str = "Memory between robots with perfect memory (Bondarenko 2021)";

/// The maximum number of pairs for human players.
pub const MAX_PLAYED: u16 = 50;

pub(super) const PAGES: &[Page] = &[
    Page::new(
        "odds",
        "Memory between robots with perfect memory (Bondarenko 2021), or between players who decide (Gerez 1983)",
        &[
            "--pairs 8 --players 2",
            "--pairs 1..=40 --format csv",
            "--pairs 12 --scores 3,1 --unknown 5 --distribution",
            "--pairs 18 --play best,robots --rules tactical",
            "--pairs 18 --memory 6 --play best,bold",
            "--pairs 500 --approximate",
        ],
    )
    .details(
        "Prints P(each player wins), P(draw) and the expected pairs, as fractions. A player wins with \
         strictly more pairs than every other player; every tie for the most pairs is a draw. For players \
         who decide and play for pairs, prints only the expected pairs without --distribution.",
    )
    .with(&[
        Parameter::flag("distribution", "Also show the joint distribution of the final scores").heading("Output"),
        Parameter::double(
            "approximate",
            "Compute doubles with proven bounds, for larger boards",
            1e-200,
            1e-6,
            "the probability below which play is neglected must be from 1e-200 to 1e-6",
        )
        .or_bare()
        .with_placeholder("T")
        .details(
            "For boards too large for fractions: each number has a proven bound on its error. Play of robots that is less \
             likely than T is dropped.",
        )
        .without(&["distribution"])
        .heading("Output"),
        Approximation::PRECISION.rare(),
    ])
    .answering(odds::answer)
    .shareable(),
    Page::new(
        "best",
        "Memory as a game of decisions (Gerez 1983)",
        &[
            "--pairs 8",
            "--pairs 4 --unknown 3 --memory 3",
            "--position 16,3,2 --rules tactical",
            "--pairs 1..=20 --format svg > best.svg",
            "--pairs 18 --objective win --save winner.json",
        ],
    )
    .details(
        "Lists every tactic that the cards and the rules allow, its value to the mover, and its difference \
         from the best tactic. The value is the expected number of further pairs, or P(win) - P(loss) with \
         --objective win. For a range of boards, prints the best tactic for each number of pairs and known \
         singles.\n\n\
         With --memory or --singles, the mover plays bold or safe. The value of a strategy is that of \
         playing it once, with best play afterwards. If play can return to the same table, another value is \
         that of playing the strategy at every return (Sjölund & Åstrand).",
    )
    .with(&[
        Parameter::words("continue", "How play continues after a bold or safe turn", Continue::WORDS)
            .default_value("best")
            .with_placeholder("AFTER")
            .heading("Play"),
        Parameter::output_file("save", "Write the policy to a file, for --play").heading("Output"),
        Parameter::flag("force", "Overwrite an existing file").rare().heading("Output"),
        Approximation::APPROXIMATE,
        Approximation::PRECISION.rare(),
    ])
    .writing(&[
        ("svg", "A heat map of the table of a range of boards"),
        ("png", "A bitmap"),
        ("pdf", "A file for printing"),
    ])
    .answering(best::answer),
    Page::new("count", ROBOTS, &["--pairs 8 --players 2", "--pairs 100 --format json"])
        .details(
            "A state consists of the scores, the numbers of pairs with two, one and no known cards, and the \
             player to move. Ends are states, too; the player to move at an end is the player who took the \
             last pair. The tree is counted without being built.",
        )
        .without_options(&["names"]),
    Page::new(
        "graph",
        ROBOTS,
        &[
            "--pairs 3 --format dot -o - | dot -Tsvg > memory.svg",
            "--pairs 2 --shape tree --label board --format dot",
            "--pairs 8 --format gexf -o memory.gexf",
            "--pairs 4 --play best --show all --format dot",
        ],
    )
    .details(
        "Every node has its state, scores, mover, layer and ply, the probability of reaching it, and the \
         odds from there, as fractions and as decimals. Every edge has its event, weight and probability.",
    )
    .with(&[
        Parameter::whole("pairs", "Number of pairs [default: 8]", 1, MAX_PAIRS as u64)
            .short('n')
            .implied("8")
            .details("Includes pairs already taken.")
            .heading("Board"),
        PlayerNames::OF_ALL.heading("Board").rare(),
    ])
    .drawing(graph::answer),
    Page::new(
        "plan",
        ROBOTS,
        &["--pairs 1000", "--pairs 20,40,60 --players 2..4", "--pairs 100 --players 4 --format json"],
    )
    .details(
        "Computes smaller boards on this machine, with the same number of threads. States and transitions \
         are polynomials in the number of pairs; the polynomials are found from small boards and confirmed \
         on further boards. Time and memory are extrapolated, and marked as estimates. In tests, estimates \
         of memory were at most 35 % too low (six players) and 1 % too high.",
    )
    .without_options(&["names"]),
    Page::new(
        "fair",
        "Memory: who is favoured, and what makes the board fair",
        &[
            "--pairs 1..40",
            "--cards 16 --names Anna,Ben",
            "--cards 16 --players 3 -o fair.svg",
            "--cards 48,72 --players 2..4",
            "--cards 16 --memory 3 --play best",
            "--pairs 2..20 --compare",
            "--pairs 2..20 --compare best,safe,T6",
            "--pairs 36 --players 3 --format json",
        ],
    )
    .details(
        "Prints for every board the seat that wins most often and its lead over the next seat, the points \
         before the first turn that make the board fairest, the seats of the next game, and the strategy \
         that makes the board fairest. The spread is P(win) of the best seat minus P(win) of the worst seat; \
         the fairest board has the smallest spread. With a head start of 1 point, a player begins with 1 \
         point, and all pairs stay on the table. A compensation gives points to each player, so that their \
         shares are as equal as possible, on boards with up to 500,000 final scores. A share is P(win) plus \
         an equal part of each tie for the most pairs. Without --play or --memory, the players are robots that \
         forget nothing (Bondarenko 2021). With two players, best plays to win, unless --objective is pairs; \
         with three or more, it plays for pairs.",
    )
    // A start in the middle of a game is refused.
    .without_options(&["unknown", "known-pairs", "scores", "position", "lead"])
    .with(&[
        Parameter::words(
            "objective",
            "The objective of the players [if not set: win between two, else pairs]",
            Objective::WORDS,
        )
        .heading("Play"),
        Parameter::names("compare", "Compare strategies, each used by all players", super::may_be_file)
            .or_bare()
            .with_placeholder("W1,W2,...")
            .details(
                "robots, best, bold, safe, parity, or a tactic T1 to T9. A single board, or the option without a value, \
                 compares robots,safe,best,parity; if players forget: bold,safe,best.",
            )
            .heading("Output"),
    ])
    .writing(&[
        ("svg", "A chart of the seats of a board, or of a range of boards"),
        ("png", "A bitmap"),
        ("pdf", "A file for printing"),
    ])
    .answering(fair::answer),
    Page::new(
        "simulate",
        "Memory between the players that odds supports",
        &[
            "--pairs 8 --games 10000 --seed 1",
            "--pairs 8 --play best --objective win",
            "--pairs 4..8 --players 2..3 --format csv",
            "--pairs 8 --memory 3,5 --format json",
        ],
    )
    .details(
        "Estimates the probabilities of winning and the expected pairs, with their standard errors, next to \
         the exact values. Each game is a random path through the state graph. The same seed gives the same \
         games with any number of threads. An interrupted simulation prints the results so far.",
    ),
    Page::new(
        "play",
        "Memory against robots, or several people at one keyboard",
        &[
            "--pairs 8 --names Anna,Ben",
            "--seats human,human,best --log game.jsonl",
            "--pairs 8 --entry --log table.jsonl",
        ],
    )
    .details(
        "The odds assume perfect memory, unless --memory limits it, and that people play as --people says. \
         Luck is how much a card changed the odds; choice is how much a player changed the odds by not \
         playing as assumed. With --entry, you play with real cards: enter each card, and read the odds, \
         luck and advice.",
    )
    .taking(&[])
    .with(&[
        Parameter::number("pairs", "Number of \
                                    pairs", 1, MAX_PLAYED as u64).short('n').default_value("8").heading("Board"),
        Parameter::names(
            "seats",
            "The players in order of their seats, up to 8: human, robots, best, bold, safe, parity, \
             zwick-paterson, a tactic T1 to T9, or a file that best --save wrote [default: human,robots]",
            super::may_be_file,
        )
        .offering(super::play::SEATS)
        .with_placeholder("S1,S2,...")
        .replacing("players", "human,robots")
        .heading("Players"),
        PlayerNames::OF_PLAY,
        Parameter::text::<String>("people", "How the odds assume that people play")
            .offering(super::play::OFFERED)
            .default_value("robots")
            .with_placeholder("WAY")
            .heading("Players"),
        Parameter::words(
            "objective",
            "The objective of hints and of players who play best [if not set: win if one of two players is best, \
             else pairs]",
            Objective::WORDS,
        )
        .details("With passes or limited memory, the objective is pairs. People count as best with --people best.")
        .heading("Players"),
        Parameter::flag(
            "passing",
            "Allow a pass: to turn two known cards that do not match. After two passes, players share the \
             rest",
        )
        .heading("Players"),
        Parameter::text::<Remembered>(
            "memory",
            "Cards that players remember: unlimited, one shared limit, or one for each player (2,5)",
        )
        .details("Excess cards are forgotten at random, and the players are bold or safe (Sjölund & Åstrand).")
        .with_placeholder("M|M1,M2")
        .heading("Players"),
        Parameter::number("pause", "Pause before a robot turns a card, in milliseconds", 0, 60_000)
            .default_value("900")
            .with_placeholder("MS")
            .heading("Players"),
        Parameter::flag(
            "entry",
            "Play with real cards: enter each card when it is first turned [if --seats is not set: human,human]",
        )
        .without(&["seed"])
        .heading("Players"),
    ]),
];
