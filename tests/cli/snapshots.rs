//! Graph files of small games to the last byte: what other programs have read and found right stays as it is.
//!
//! What the numbers in them must be is held elsewhere: in `tests/export`, and by the programs of `tests/foreign`.

use super::run::run;
use std::fs;
use std::path::Path;

/// Names and questions; the kind of a file is the end of its name.
const FILES: [(&str, &str); 27] = [
    ("best.json", "memory --pairs 2 --play best --show all"),
    ("best.drn", "memory --pairs 2 --play best --show all"),
    ("best.svg", "memory --pairs 2 --play best --show all"),
    ("one.drn", "memory --pairs 3 --play best --show 1"),
    ("win.json", "memory --pairs 2 --play best --objective win --scores 1,0 --show all"),
    ("win.drn", "memory --pairs 2 --play best --objective win --scores 1,0 --show all"),
    ("passing.json", "memory --position 4,3,2 --play best --rules free-pass --show 1"),
    ("passing.drn", "memory --position 4,2,0 --play best --rules free-pass --show all"),
    ("three.json", "memory --pairs 2 --players 3 --play best,robots,best --show 3"),
    ("forgets.json", "memory --pairs 2 --memory 2 --show all"),
    ("forgets.drn", "memory --pairs 2 --memory 2"),
    ("forgets.svg", "memory --pairs 2 --memory 2 --show all"),
    ("alone.json", "memory --pairs 2 --memory 1,2 --show all"),
    ("cut.json", "memory --pairs 3 --depth 2"),
    ("cut.svg", "memory --pairs 4 --depth 3 --shape tree"),
    ("cut-best.json", "memory --pairs 3 --play best --show all --depth 2"),
    ("labels.dot", "memory --pairs 3 --label odds"),
    ("board.dot", "memory --pairs 3 --label board --direction right"),
    ("merged.json", "memory --pairs 3 --merge-parallel"),
    ("merged.drn", "memory --pairs 3 --play best --show all --merge-parallel"),
    ("guess.json", "guess --numbers 3 --guesses 2 --show all"),
    ("guess.drn", "guess --numbers 4 --weights 1,2,0,5"),
    ("solitaire.json", "solitaire --pairs 2"),
    ("solitaire.svg", "solitaire --pairs 3"),
    ("mines.json", "mines --rows 2 --cols 2 --mines 1 --play best --show all"),
    ("mines.drn", "mines --rows 2 --cols 3 --mines 2"),
    ("mines.svg", "mines --rows 2 --cols 2 --mines 2 --play best --show all"),
];

#[test]
fn graph_files_stay_as_they_are() {
    let bless = std::env::var_os("CHANCETREE_BLESS").is_some();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots/graphs");
    for (name, words) in FILES {
        let (_, kind) = name.split_once('.').expect("a name and its end");
        let made = run(&format!("graph {words} --as {kind} -o -")).ok();
        let path = folder.join(name);
        if bless {
            fs::write(&path, &made).expect("it can be written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let name = path.display();
        assert!(made == kept, "{name} is no longer what is written; CHANCETREE_BLESS=1 accepts the change");
    }
}
