//! Texts of positions: what is wrong is told with its place, and nothing panics.

use chancetree::engine::Run;
use chancetree::games::mines::board::Board;
use chancetree::games::mines::graph::Graph;
use chancetree::games::mines::risk::Risk;
use proptest::prelude::*;

#[test]
fn what_is_no_position_is_told_with_its_place() {
    for (text, place, what) in [
        ("", (1, 1), "the first line must be 'mines M'"),
        ("1..\n", (1, 1), "the first line must be 'mines M'"),
        ("mines\n...\n", (1, 6), "the first line must be"),
        ("mines -1\n...\n", (1, 7), "the first line must be"),
        ("mines 99999999999999999999999\n...\n", (1, 7), "at most 65536"),
        ("mines 1\n", (2, 1), "the rows are missing"),
        ("mines 4\n..\n1.\n", (1, 7), "4 mines, but only 3 cells are not opened"),
        ("# a comment\n\nmines 2\n..x\n", (4, 3), "'x' is no cell"),
        ("mines 2\n...\n..\n", (3, 3), "this row has 2 cells, but the first has 3"),
        ("mines 2\n...\n....\n", (3, 4), "longer than the 3 cells"),
        ("mines 2\n...\n.9.\n", (3, 2), "at most 8 neighbours"),
        ("mines 2\n4..\n...\n", (2, 1), "4 mines around it, but only 3"),
        ("mines 2\n0*.\n...\n", (2, 1), "0 mines around it, but 1"),
        ("mines 1\n. * *\n. . .\n", (2, 5), "2 known mines, but there are 1"),
    ] {
        let wrong = text.parse::<Board>().expect_err(text);
        assert_eq!((wrong.line, wrong.column), place, "{text:?}: {wrong}");
        assert!(wrong.what.contains(what), "{text:?}: {wrong}");
    }
    for (text, place, what) in [
        ("mines 1\nnode\n", (2, 1), "a node needs a name"),
        ("mines 1\nnode a 1 2\n", (2, 10), "too much"),
        ("mines 1\nnode a x\n", (2, 8), "\"x\" is no node"),
        ("mines 1\nnode a\nnode a 1\n", (3, 6), "line 2 has told of a"),
        ("mines 1\nedge a\n", (2, 6), "an edge needs two names"),
        ("mines 1\nedge a a\n", (2, 8), "its own neighbour"),
        ("mines 1\nnod a\n", (2, 1), "node or edge is needed"),
        ("mines 2\nnode a 2\nedge a b\n", (1, 7), "2 mines, but only 1"),
        ("mines 1\nnode a 2\nedge a b\nedge c d\n", (2, 6), "2 mines around a, but only 1"),
    ] {
        let wrong = text.parse::<Graph>().expect_err(text);
        assert_eq!((wrong.line, wrong.column), place, "{text:?}: {wrong}");
        assert!(wrong.what.contains(what), "{text:?}: {wrong}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_graph_panics(text in "mines [0-9]{1,2}\n((node|edge) [abc]( [abc012.*])*\n){0,6}|\\PC{0,40}") {
        if let Ok(graph) = text.parse::<Graph>() {
            let system = graph.system().expect("what was read makes sense");
            let _ = Risk::of_system(&system, &Run::default());
        }
    }
}
