//! Graph files of small games, compared byte for byte. Their numbers are checked in `tests/export` and by the programs of
//! `tests/foreign`.

use super::run::run_in;
use oracles::snapshot::assert_snapshot;
use std::path::Path;

/// File names and commands; the extension is the format.
const FILES: [(&str, &str); 63] = [
    ("best.json", "graph memory --pairs 2 --play best --show all"),
    ("best.drn", "graph memory --pairs 2 --play best --show all"),
    ("best.svg", "graph memory --pairs 2 --play best --show all"),
    ("one.drn", "graph memory --pairs 3 --play best --show 1"),
    ("win.json", "graph memory --pairs 2 --play best --objective win --scores 1,0 --show all"),
    ("win.drn", "graph memory --pairs 2 --play best --objective win --scores 1,0 --show all"),
    ("passing.json", "graph memory --position 4,3,2 --play best --rules free-pass --show 1"),
    ("passing.drn", "graph memory --position 4,2,0 --play best --rules free-pass --show all"),
    ("three.json", "graph memory --pairs 2 --players 3 --play best,robots,best --show 3"),
    ("forgets.json", "graph memory --pairs 2 --memory 2 --show all"),
    ("forgets.drn", "graph memory --pairs 2 --memory 2"),
    ("forgets.svg", "graph memory --pairs 2 --memory 2 --show all"),
    ("alone.json", "graph memory --pairs 2 --memory 1,2 --show all"),
    ("cut.json", "graph memory --pairs 3 --depth 2"),
    ("cut.svg", "graph memory --pairs 4 --depth 3 --shape tree"),
    ("cut-best.json", "graph memory --pairs 3 --play best --show all --depth 2"),
    ("labels.dot", "graph memory --pairs 3 --label odds"),
    ("board.dot", "graph memory --pairs 3 --label board --direction right"),
    ("merged.json", "graph memory --pairs 3 --merge-parallel"),
    ("merged.drn", "graph memory --pairs 3 --play best --show all --merge-parallel"),
    ("guess.json", "graph guess --numbers 3 --guesses 2 --show all"),
    ("guess.drn", "graph guess --numbers 4 --weights 1,2,0,5"),
    ("solitaire.json", "graph solitaire --pairs 2"),
    ("solitaire.svg", "graph solitaire --pairs 3"),
    ("mines.json", "graph mines --rows 2 --cols 2 --mines 1 --first-click any --play best --show all"),
    ("mines.drn", "graph mines --rows 2 --cols 3 --mines 2 --first-click any"),
    ("mines.svg", "graph mines --rows 2 --cols 2 --mines 2 --first-click any --play best --show all"),
    ("best.gexf", "graph memory --pairs 1 --play best --show all"),
    ("merged.gexf", "graph memory --pairs 2 --merge-parallel"),
    ("three.gexf", "graph memory --position 4,2,0 --players 3 --scores 1,0,1 --merge-parallel"),
    ("merged-three.json", "graph memory --pairs 2 --players 3 --merge-parallel"),
    ("far.json", "graph memory --position 4,2,0 --scores 100,99 --play best --show all"),
    ("folded.svg", "graph guess --numbers 6"),
    ("folded-down.svg", "graph solitaire --pairs 4 --direction down"),
    ("odds.svg", "graph memory --pairs 3 --players 3 --label odds --merge-parallel"),
    ("folded-many.svg", "graph guess --numbers 12 --direction right"),
    ("one.json", "graph memory --position 4,2,0 --players 1"),
    (
        "passing-win.drn",
        "graph memory --position 4,2,0 --play best --rules free-pass --objective win --show all",
    ),
    ("parallel.gexf", "graph memory --position 6,2,0"),
    ("long.dot", "graph memory --pairs 6 --depth 2 --label odds"),
    ("best.html", "graph memory --pairs 2 --play best --show all"),
    ("three.html", "graph memory --pairs 2 --players 3"),
    ("mines.html", "graph mines --rows 2 --cols 2 --mines 1 --first-click any --play best --show all"),
    ("played.json", "replay --graph docs/play/memory.jsonl"),
    ("played.svg", "replay docs/play/memory.jsonl"),
    ("played.drn", "replay docs/play/memory.jsonl"),
    ("played-guess.dot", "replay docs/play/guess.jsonl"),
    ("played-guess.html", "replay docs/play/guess.jsonl"),
    ("played-solitaire.json", "replay --graph docs/play/solitaire.jsonl"),
    ("played-solitaire.graphml", "replay docs/play/solitaire.jsonl"),
    ("plot-first-mover.svg", "plot first-mover --pairs 2..=8 --players 2,5"),
    ("plot-many.svg", "plot first-mover --pairs 2..=40 --players 3"),
    ("plot-outcomes.svg", "plot outcomes --pairs 1..=7 --players 3"),
    ("plot-card.svg", "plot card-of-memory --pairs 4"),
    ("plot-turns.svg", "plot turns --pairs 3,6"),
    ("plot-click.svg", "plot first-click --rows 2 --cols 3"),
    ("plot-convergence.svg", "plot convergence --pairs 4 --recall 3/4,1/8,4/5 --seed 1"),
    ("tactics.svg", "best memory --pairs 1..4 --rules tactical"),
    ("strategies.svg", "best memory --memory 2 --pairs 1..3"),
    ("deal.svg", "deal solitaire --cards a,b,a,c,c,b"),
    ("risk.svg", "risk mines tests/snapshots/graphs/known.txt"),
    ("risk.dot", "risk mines tests/snapshots/graphs/known.txt"),
    ("risk-equations.graphml", "risk mines tests/snapshots/graphs/known.txt --show equations"),
];

/// Returns the part of a file that is compared: of a page, only its numbers.
fn compared(name: &str, text: String) -> String {
    let is_number = |line: &&str| line.starts_with("<script type=\"application/json\"");
    match name.ends_with(".html") {
        true => text.lines().filter(is_number).map(|line| format!("{line}\n")).collect(),
        false => text,
    }
}

#[test]
fn graph_files_match_the_snapshots() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, args) in FILES {
        let (_, kind) = name.split_once('.').expect("a name and its end");
        let format = if args.starts_with("plot ") { String::new() } else { format!("--as {kind}") };
        let made = compared(name, run_in(root, &format!("{args} {format} -o -")).ok());
        assert_snapshot(&format!("graphs/{name}"), made);
    }
}
