//! Every text of every picture is inside the picture, in the font that is painted.

use crate::run::{command, folder};
use chancetree_export::{
    paint::dejavu,
    paint::resvg::usvg::{Group, Node, Options, Rect, TextChunk, Tree},
};

/// The pictures, printed as SVG: long titles, long fractions, long names.
const DRAWN: [&str; 17] = [
    "graph memory --pairs 6 --players 5 --depth 2 -o - --as svg",
    "graph memory --pairs 8 --depth 1 -o - --as svg",
    "graph memory --pairs 8 --slide -o - --as svg",
    "graph memory --pairs 12 --depth 1 -o - --as svg",
    "graph memory --pairs 7 --players 3 --depth 3 -o - --as svg --direction down",
    "graph memory --pairs 3 --play best --show all -o - --as svg",
    "graph memory --pairs 3 --memory 1,3 -o - --as svg",
    "graph memory --pairs 4 --memory 2 --singles 2 -o - --as svg --direction down",
    "graph guess --numbers 6 --show all -o - --as svg",
    "graph solitaire --pairs 3 --recall 3/4,1/8,4/5 -o - --as svg",
    "graph mines --rows 2 --cols 3 --mines 2 -o - --as svg --merge-parallel",
    "risk mines --board board.txt --as svg",
    "deal solitaire --pairs 1 --seed 1 -o - --as svg",
    "deal solitaire --pairs 9 --seed 1 -o - --as svg",
    "best memory --pairs 1..=3 --rules free-pass --format svg",
    "best memory --memory 3 --pairs 1..=4 --format svg",
    "plot outcomes --pairs 5 --players 4 -o -",
];

/// Collects the texts of a group with their boxes.
fn texts(group: &Group, found: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => texts(group, found),
            Node::Text(text) => {
                let label: String = text.chunks().iter().map(TextChunk::text).collect();
                found.push((label, text.abs_bounding_box()));
            }
            _ => {}
        }
    }
}

#[test]
fn no_text_leaves_the_picture() {
    let folder = folder();
    std::fs::write(folder.path().join("board.txt"), "mines 1\n1.\n").expect("written");
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    options.font_family = "DejaVu Sans".to_owned();
    for args in DRAWN {
        let output = command(folder.path(), args).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{args}: {}", String::from_utf8_lossy(&output.stderr));
        let svg = String::from_utf8(output.stdout).expect("text");
        let tree = Tree::from_str(&svg, &options).expect("an SVG");
        let mut found = Vec::new();
        texts(tree.root(), &mut found);
        assert!(found.len() > 3, "{args}: {} texts", found.len());
        let (wide, high) = (tree.size().width(), tree.size().height());
        for (text, place) in found {
            let inside =
                place.left() >= 0.0 && place.top() >= 0.0 && place.right() <= wide && place.bottom() <= high;
            assert!(inside, "{args}: {text:?} at {place:?} leaves {wide} x {high}");
        }
    }
}
