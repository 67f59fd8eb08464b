//! The picture of `graph --as svg`: well-formed, without overlaps, with sums at the ends.

use chancetree::exact;
use chancetree_export::{
    Document, GraphFormat as _, Role, Slide, Svg, TimeDirection,
    path::{Path, Scene},
};
use oracles::documents::memory::{first_wins, memory};
use oracles::documents::xml::{Element, holdable, parse};
use oracles::documents::{Table, difficult, difficult_boards, string};

fn picture(table: &Table) -> String {
    string(table, &Svg::default())
}

/// Returns the group that contains everything but title and legend.
fn drawn(root: &Element) -> &Element {
    root.child("g")
}

/// Returns the sides of a rectangle: left, right, top, bottom.
fn sides(rect: &Element) -> [f64; 4] {
    let number = |name: &str| rect.get(name).parse::<f64>().expect("a number");
    [number("x"), number("x") + number("width"), number("y"), number("y") + number("height")]
}

/// Returns every rectangle with a place of its own: nodes, names of edges, and sums.
fn boxes(root: &Element) -> Vec<[f64; 4]> {
    let own = drawn(root).all("rect").map(sides);
    let grouped = drawn(root).all("g").filter_map(|group| group.all("rect").next().map(sides));
    own.chain(grouped).collect()
}

/// Collects all text elements below an element.
fn texts<'a>(element: &'a Element, found: &mut Vec<&'a Element>) {
    for child in &element.children {
        if child.name == "text" {
            found.push(child);
        }
        texts(child, found);
    }
}

fn tables() -> Vec<Table> {
    vec![memory(1, true), memory(2, false), memory(3, true), memory(5, true), difficult(), difficult_boards()]
}

#[test]
fn nothing_overlaps() {
    for table in tables() {
        let root = parse(&picture(&table));
        let boxes = boxes(&root);
        assert!(boxes.len() >= table.node_count());
        for (index, a) in boxes.iter().enumerate() {
            for b in &boxes[..index] {
                let apart =
                    a[1] <= b[0] + 0.2 || b[1] <= a[0] + 0.2 || a[3] <= b[2] + 0.2 || b[3] <= a[2] + 0.2;
                assert!(apart, "{a:?} overlaps {b:?} in {}", &table.head().title);
            }
        }
        // Every text is in the middle of a box, so that texts of different boxes do not overlap.
        let mut all = Vec::new();
        texts(drawn(&root), &mut all);
        for text in all {
            let (x, y): (f64, f64) = (text.get("x").parse().unwrap(), text.get("y").parse().unwrap());
            let inside = |b: &&[f64; 4]| b[0] < x && x < b[1] && b[2] < y && y < b[3];
            assert!(boxes.iter().any(|b| inside(&b)), "{:?}", text.text);
        }
        let [wide, high] = ["width", "height"].map(|name| root.get(name).parse::<f64>().unwrap());
        assert!(boxes.iter().all(|b| b[0] >= 0.0 && b[1] <= wide && b[2] >= 0.0 && b[3] <= high));
    }
}

/// Checks that a picture contains the graph: its nodes with their labels, and a name for each edge.
pub(crate) fn assert_holds(file: &str, table: &Table) {
    assert_eq!(holdable(file), file, "no control characters");
    assert!(!file.contains("href") && !file.contains("<script") && !file.contains("http://www.w3.org/1999"));
    let root = parse(file);
    assert_eq!(root.get("role"), "img");
    assert_eq!(root.child("title").text, holdable(&table.head().title));
    let nodes: Vec<&Element> =
        drawn(&root).all("g").filter(|group| group.attributes.iter().any(|(key, _)| key == "id")).collect();
    assert_eq!(nodes.len(), table.node_count());
    for (index, group) in nodes.iter().enumerate() {
        assert_eq!(group.get("id"), format!("n{index}"));
        assert_eq!(group.child("title").text, holdable(&table.nodes[index].label.join("; ")));
    }
    // Each event has a name in a box of its own; a decision is named by the node after it.
    let events = table.edges.iter().filter(|edge| edge.decided.is_none()).count();
    assert_eq!(drawn(&root).all("rect").count(), events);
    assert_eq!(drawn(&root).all("text").count(), events);
}

#[test]
fn pictures_have_every_node_and_every_text() {
    for table in tables() {
        assert_holds(&picture(&table), &table);
    }
}

#[test]
fn widths_of_lines_follow_the_probability_of_play() {
    let table = memory(3, false);
    let root = parse(&picture(&table));
    let paths: Vec<f64> = drawn(&root)
        .child("g")
        .all("path")
        .map(|path| path.get("stroke-width").parse().expect("a width"))
        .collect();
    let ends = table.nodes.iter().filter(|node| matches!(node.role, Role::Won(_) | Role::Drawn)).count();
    assert_eq!(paths.len(), table.edge_count() + ends);
    for (edge, width) in table.edges.iter().zip(&paths) {
        let flow = table.nodes[edge.source].reach * edge.probability;
        assert!((width - (18.0 * flow).max(1.2)).abs() < 0.06, "{width} for {flow}");
    }
}

#[test]
fn ends_are_summed() {
    let table = memory(4, true);
    let wins = exact::parse_fraction(&first_wins(&table)).expect("a fraction");
    let file = picture(&table);
    let sum =
        |value: &exact::Rational| format!("Σ P = {} = {}", exact::fraction(value), exact::decimal(value, 6));
    assert!(file.contains(&sum(&wins)), "{}", sum(&wins));
    for who in ["player 1 wins", "player 2 wins", "draw"] {
        assert!(file.contains(&format!("font-weight=\"bold\">{who}</text>")), "{who}");
    }
}

/// Returns a long game drawn move by move: a single row would be too flat to read.
fn long_game() -> Path {
    let moment = |number: usize| Scene {
        step: format!("move {number}"),
        position: "a position, and some words on it".to_owned(),
        seats: 1,
        ..Scene::default()
    };
    Path::new("A long game".to_owned(), Vec::new(), (0..40).map(moment).collect(), 3)
}

#[test]
fn a_long_picture_is_broken_into_rows() {
    for direction in [None, Some(TimeDirection::Right), Some(TimeDirection::Down)] {
        let file = string(&long_game(), &Svg { direction });
        let root = parse(&file);
        let [wide, high] = ["width", "height"].map(|name| root.get(name).parse::<f64>().expect("a number"));
        assert!((0.25..4.0).contains(&(wide / high)), "{wide} x {high} for {direction:?}");
        // A line that leaves a row continues in the next row under the same number.
        let groups =
            || drawn(&root).all("g").filter(|group| !group.attributes.iter().any(|(key, _)| key == "id"));
        let numbers: Vec<&str> = groups()
            .flat_map(|group| group.all("text"))
            .filter(|text| text.attributes.contains(&("font-size".to_owned(), "8".to_owned())))
            .map(|text| &*text.text)
            .collect();
        assert!(!numbers.is_empty(), "{direction:?}");
        for number in &numbers {
            assert_eq!(numbers.iter().filter(|other| *other == number).count(), 2, "{number}");
        }
        assert!(file.contains("Lines continue at equal numbers."));
    }
}

/// A picture that is readable in one row stays in one row, however flat it is.
#[test]
fn a_small_picture_stays_in_one_row() {
    assert!(!picture(&memory(2, false)).contains("Lines continue at equal numbers."));
}

/// Returns the size of the smallest letters in pixels.
fn least_letters(root: &Element) -> f64 {
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let page = number(root.get("viewBox").split(' ').nth(2).expect("a width"));
    let mut all = Vec::new();
    texts(root, &mut all);
    let usual = number(root.get("font-size"));
    let size = |text: &&Element| {
        text.attributes.iter().find(|(key, _)| key == "font-size").map_or(usual, |(_, size)| number(size))
    };
    all.iter().map(size).fold(f64::INFINITY, f64::min) * number(root.get("width")) / page
}

/// A slide has the shape of a screen and readable letters; what does not fit is summed exactly.
#[test]
fn a_slide_shows_the_first_turns_and_sums_the_rest() {
    let table = memory(8, true);
    let slide = Slide::new(&table, None);
    let file = string(&table, &slide);
    let root = parse(&file);
    assert_eq!((root.get("width"), root.get("height")), ("1920", "1080"));
    let page: Vec<f64> = root.get("viewBox").split(' ').map(|side| side.parse().expect("a number")).collect();
    assert!((page[2] / page[3] - 16.0 / 9.0).abs() < 1e-6);
    assert!(least_letters(&root) >= 23.99, "letters of {} pixels", least_letters(&root));
    let nodes = drawn(&root).all("g").filter(|group| group.attributes.iter().any(|(key, _)| key == "id"));
    // The node of the other states is no node of the graph.
    let count = nodes.count();
    let (shown, edges) = slide.shown().expect("a part");
    assert!((5..table.node_count()).contains(&shown) && edges < table.edge_count());
    assert_eq!(count, shown + file.matches(" more states</text>").count());
    assert!(file.contains("font-weight=\"bold\">play goes on</text>"));
    let mut all = Vec::new();
    texts(drawn(&root), &mut all);
    let sums = all.iter().filter_map(|text| text.text.strip_prefix("Σ P = "));
    let sums = sums
        .map(|sum| exact::parse_fraction(sum.split(' ').next().expect("a fraction")).expect("a fraction"));
    assert_eq!(sums.sum::<exact::Rational>(), exact::ratio(1, 1));
    // A graph that fits is shown in full.
    let small = memory(2, true);
    let slide = Slide::new(&small, None);
    assert_eq!(slide.shown(), None);
    let file = string(&small, &slide);
    assert!(!file.contains("play goes on"));
}

/// Long names of states lose the variables that never change; the title of a state has them all.
#[test]
fn long_names_of_states_show_what_differs() {
    let mut table = memory(2, false);
    for node in &mut table.nodes {
        let name =
            format!("(a_variable_of_one_value=1,number_of_state={},its_negative=-{0},last=7)", node.id);
        (node.label, node.board) = (vec![name, "value 1".to_owned()], None);
    }
    let file = picture(&table);
    for node in &table.nodes {
        let id = node.id;
        let lines = format!("number_of_state={id},its_negative=-{id}");
        assert!(
            file.contains(&format!("<title>(a_variable_of_one_value=1,{lines},last=7); value 1")),
            "{id}"
        );
        assert!(file.contains(&format!(">(number_of_state={id},</text>")), "{id}");
        assert!(file.contains(&format!(">its_negative=-{id})</text>")), "{id}");
    }
}
