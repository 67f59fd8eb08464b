//! The pages of commands that differ for robots, players who decide and players who forget.

use super::Remembered;
use crate::family::{Page, Parameter};
use crate::memory::MOST_PAIRS;
use crate::memory::decisions::Objective;
use crate::memory::odds::Threshold;
use crate::memory::strategies::Continue;
use crate::memory::{best, fair, graph, odds};

/// Describes commands about robots; the family describes players who decide or forget.
const ROBOTS: &str = "Memory between robots with perfect memory (Bondarenko 2021)";

/// The maximum number of pairs for human players.
pub const MOST_PLAYED: u16 = 50;

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
    .more(
        "P(each player wins), P(draw) and the expected pairs, as fractions. A player wins with strictly more pairs than \
         every other; every tie for the most is a draw. Players who decide for pairs need --distribution for anything \
         but expected pairs.",
    )
    .with(&[
        Parameter::flag("distribution", "The joint distribution of the final scores, too").under("Output"),
        Parameter::text::<Threshold>("approximate", "Floating-point odds of robots on larger boards")
        .or_bare()
        .shown_as("T")
        .more(
            "For boards too large for fractions: each number has a proven bound on its error; play less likely than T is \
             dropped.",
        )
        .without(&["distribution"])
        .under("Output"),
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
    .more(
        "Every tactic that the cards and the rules allow, what it is worth to the mover (the pairs he may still expect; \
         to win, P(win) - P(loss)) and how much it falls short of the best. Of a range of boards, the table of best \
         tactics by pairs and known singles.\n\n\
         With --memory or --singles the mover is bold or safe. What is best is judged by playing a strategy once, with \
         best play afterwards. Where play can come back to this table, there is also what it is worth to play it \
         whenever that happens (Sjölund & Åstrand).",
    )
    .with(&[
        Parameter::words("continue", "How play goes on after a bold or safe turn", Continue::WORDS)
            .or("best")
            .shown_as("AFTER")
            .under("Play"),
        Parameter::file("save", "Write the policy into a file, for --play").under("Output"),
        Parameter::flag("force", "Overwrite the file if it is there").rare().under("Output"),
    ])
    .writing(&[
        ("svg", "A coloured picture of the table of a range of boards"),
        ("png", "The same in pixels"),
        ("pdf", "The same for print"),
    ])
    .answering(best::answer),
    Page::new("count", ROBOTS, &["--pairs 8 --players 2", "--pairs 100 --format json"]).more(
        "A state is the scores, the pairs known whole, by half and not at all, and the player to move, ends included; \
         the player to move at an end is whoever took the last pair. The tree is counted without being built.",
    ),
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
    .more(
        "Every node carries its situation, scores, mover, layer and ply, the probability of being reached, and the odds \
         from there, as fractions and as numbers; every edge its event, weight and probability.",
    )
    .with(&[Parameter::whole("pairs", "Pairs of the board [default: 8]", 1, MOST_PAIRS as u64).short('n')
        .more("Taken ones are included.")
        .under("Board")])
    .drawing(graph::answer),
    Page::new(
        "plan",
        ROBOTS,
        &["--pairs 1000", "--pairs 20,40,60 --players 2..4", "--pairs 100 --players 4 --format json"],
    )
    .more(
        "Smaller boards are counted and played on this machine, with as many threads as the work would have. States and \
         transitions follow a polynomial in the pairs, found by their differences and confirmed on further boards; time \
         and memory are a fit, and called one. On the boards that were tried what is said of memory was 35 % too little \
         at worst, with six players, and 1 % too much.",
    ),
    Page::new(
        "fair",
        "Memory: who wins most often, and what makes the board fair",
        &[
            "--pairs 1..40",
            "--cards 16 --names Anna,Ben",
            "--cards 48,72 --players 2..4",
            "--cards 16 --memory 3 --play best",
            "--pairs 2..20 --compare",
            "--pairs 2..20 --compare best,safe,T6",
            "--pairs 36 --players 3 --format json",
        ],
    )
    .more(
        "For every board: the seat that wins most often and by how much it leads the next seat, the head start that makes \
         a board of two players fairest, the seat where the winner of the last game is favoured least, and the way to \
         play that makes the board fairest. The spread is P(win) of the best seat minus P(win) of the worst seat; the \
         fairest board has the smallest spread. A head start of 1 point: that player begins with 1 point, and all pairs \
         stay on the table. Without --play or --memory, the players are robots that forget nothing (Bondarenko 2021). \
         Two players who play best want to win, unless --objective says pairs; three or more want pairs.",
    )
    // A start in the middle of a game is refused.
    .hiding(&["unknown", "known-pairs", "scores", "position", "lead"])
    .with(&[
        Parameter::words(
            "objective",
            "What the players want [default: win between two, else pairs]",
            Objective::WORDS,
        )
        .under("Play"),
        Parameter::names("compare", "Compare ways to play, each by all players", super::may_be_file)
            .or_bare()
            .shown_as("W1,W2,...")
            .more(
                "robots, best, bold, safe, parity, or a tactic T1 to T9 [of one board, or without a value: \
                 robots,safe,best,parity; where players forget: bold,safe,best]",
            )
            .under("Output"),
        Parameter::names("names", "Names of the players; player 1 begins", |_| false)
            .shown_as("ANNA,BEN,...")
            .under("Output"),
    ])
    .answering(fair::answer),
    Page::new(
        "simulate",
        "Memory between players of any kind that odds knows",
        &[
            "--pairs 8 --games 10000 --seed 1",
            "--pairs 8 --play best --objective win",
            "--pairs 4..8 --players 2..3 --format csv",
            "--pairs 8 --memory 3,5 --format json",
        ],
    )
    .more(
        "How often each player wins and what he takes, with the errors and the exact values beside. Games are ways \
         through the explored game, at random; the same seed gives the same games whatever the threads. If it is \
         stopped early, it prints what was played.",
    ),
    Page::new(
        "play",
        "Memory against robots, or several people at one keyboard",
        &[
            "--pairs 8",
            "--seats human,best --people best --seed 7",
            "--seats human,human,T5 --log game.jsonl",
            "--pairs 8 --memory 3 --seats human,best",
            "--pairs 8 --entry --log table.jsonl",
        ],
    )
    .more(
        "The odds suppose that nobody forgets, unless --memory says so, and that people go on like --people. Luck is how \
         far a card moved the odds, a choice how far a player did who turned another kind of card. With --entry real \
         cards lie on the table: say what each one shows, and read odds, luck and advice.",
    )
    .taking(&[])
    .with(&[
        Parameter::number("pairs", "Pairs of the board", 1, MOST_PLAYED as u64).short('n').or("8").under("Board"),
        Parameter::names(
            "seats",
            "Who sits where, up to 8: human, or a way to play: robots, best, bold, safe, parity, zwick-paterson, a \
             tactic T1 to T9, or a file that best --save wrote [default: human,robots]",
            super::may_be_file,
        )
        .offering(super::play::SEATS)
        .shown_as("S1,S2,...")
        .under("Players"),
        Parameter::text::<String>("people", "How the odds suppose that people play")
            .offering(super::play::OFFERED)
            .or("robots")
            .shown_as("WAY")
            .under("Players"),
        Parameter::words(
            "objective",
            "What those want who play best [default: win between two, else pairs]",
            Objective::WORDS,
        )
        .more("Two who may pass, or who forget, play for pairs.")
        .under("Players"),
        Parameter::flag(
            "passing",
            "Two known cards that are no pair may be shown: a pass. After two of them what is left is shared",
        )
        .under("Players"),
        Parameter::text::<Remembered>(
            "memory",
            "Cards that all players remember together, or unlimited; or one limit for each player: 2,5",
        )
        .more("What is too much is forgotten at random, and the players are bold or safe (Sjölund & Åstrand).")
        .shown_as("M|M1,M2")
        .under("Players"),
        Parameter::number("pause", "Milliseconds that a robot waits before a card", 0, 60_000)
            .or("900")
            .shown_as("MS")
            .under("Players"),
        Parameter::flag(
            "entry",
            "The cards lie on a real table: enter what each one shows when it is first turned [seats then: human,human]",
        )
        .without(&["seed"])
        .under("Players"),
    ]),
];
