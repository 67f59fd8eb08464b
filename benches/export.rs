//! Measures how fast files are written: a graph of the size of Memory with 100 pairs, with cheap cells.

use chancetree::exact::Natural;
use chancetree::game::Seat;
use chancetree::games::memory::Memory;
use chancetree::model::{Graph, Job};
use chancetree_engine::evaluate::{AnyEvaluation, evaluate_rounded};
use chancetree_export::{
    CellValue, ColumnHeading, ColumnType, Document, DocumentInfo, Drn, Edge, EventKind, Gexf, GraphDocument,
    GraphFormat, GraphInfo, Graphml, Json, Node, Role, csv, layout, write,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::io::Write;
use std::ops::{ControlFlow, Range};

const NODES: usize = 685_711;
const FAN: usize = 5;

/// Half of the nodes have five edges each, 1.7 million in total.
struct Synthetic(GraphInfo);

impl Synthetic {
    fn new() -> Self {
        let kind = |style: usize| EventKind::new(["A", "B", "C", "D", "E"][style], "a turn", style);
        Self(GraphInfo {
            title: "a bench".to_owned(),
            node_columns: vec![
                ColumnHeading::new("ply", ColumnType::Integer),
                ColumnHeading::new("mover", ColumnType::Integer),
                ColumnHeading::new("terminal", ColumnType::Flag),
                ColumnHeading::new("reach", ColumnType::Real),
                ColumnHeading::new("reach_exact", ColumnType::Text),
            ],
            edge_columns: vec![ColumnHeading::new("mover", ColumnType::Integer)],
            seats: 2,
            events: (0..5).map(kind).collect(),
            ..GraphInfo::default()
        })
    }
}

fn set(text: &mut String, part: &str) {
    text.clear();
    text.push_str(part);
}

impl Document for Synthetic {
    fn head(&self) -> &GraphInfo {
        &self.0
    }
    fn node_count(&self) -> usize {
        NODES
    }
    fn edge_count(&self) -> usize {
        NODES / 2 * FAN
    }
    fn edges_of(&self, node: usize) -> Range<usize> {
        if node < NODES / 2 { node * FAN..node * FAN + FAN } else { 0..0 }
    }
    fn node(&self, index: usize, node: &mut Node) {
        node.id = index;
        node.label.resize_with(2, String::new);
        set(&mut node.label[0], "12:7 c0 d4 e31");
        set(&mut node.label[1], "P = 12345/67891");
        node.role = if index < NODES / 2 { Role::Inner } else { Role::Won(1) };
        node.mover = Some((index % 2) as Seat);
        node.ply = (index + 1).ilog2();
        node.reach = 1.0 / (index + 1) as f64;
        node.position = (index as f64 * 110.0, f64::from(node.ply) * -220.0);
        node.cells.clear();
        node.cells.put(CellValue::Integer(node.ply as i32));
        node.cells.put(CellValue::Integer((index % 2) as i32));
        node.cells.put(CellValue::Flag(index >= NODES / 2));
        node.cells.put(CellValue::Real(node.reach));
        node.cells.text(|text| set(text, "12345/67891"));
    }
    fn edge(&self, index: usize, edge: &mut Edge) {
        edge.id = index;
        edge.source = index / FAN;
        edge.target = edge.source * 2 + index % 2;
        edge.kind = index % FAN;
        edge.style = edge.kind;
        edge.event.clone_from(&self.0.events[edge.kind].name);
        edge.mover = Some((edge.source % 2) as Seat);
        (edge.weight, edge.total) = (1, FAN as u64);
        set(&mut edge.exact, "1/5");
        edge.probability = 0.2;
        edge.cells.clear();
        edge.cells.put(CellValue::Integer((edge.source % 2) as i32));
    }
    fn reach_bounds(&self) -> (f64, f64) {
        (1.0 / NODES as f64, 1.0)
    }
}

fn formats(bench: &mut Criterion) {
    let document = Synthetic::new();
    let formats: [(&str, Box<dyn GraphFormat>); 6] = [
        ("graphml", Box::new(Graphml::new(&document))),
        ("gexf", Box::new(Gexf::new(&document))),
        ("json", Box::new(Json::new(&document))),
        ("nodes.csv", Box::new(csv::Nodes)),
        ("edges.csv", Box::new(csv::Edges)),
        ("drn", Box::new(Drn)),
    ];
    let mut group = bench.benchmark_group("export");
    group.sample_size(10);
    let mut file = tempfile::tempfile().expect("a file");
    for (name, format) in &formats {
        let size = write(&document, &**format, &mut std::io::sink(), 2, &|_| ControlFlow::Continue(()));
        let ControlFlow::Continue(size) = size.expect("it can be written") else {
            unreachable!("nothing stops the writer")
        };
        group.throughput(Throughput::Bytes(size));
        for threads in [1, 2] {
            group.bench_function(format!("{name}, {threads} threads, nowhere"), |bench| {
                bench.iter(|| to(&document, &**format, &mut std::io::sink(), threads));
            });
        }
        group.bench_function(format!("{name}, 2 threads, file"), |bench| {
            bench.iter(|| {
                use std::io::Seek;
                file.set_len(0).and_then(|()| file.rewind()).expect("an empty file");
                to(&document, &**format, &mut file, 2);
            });
        });
    }
    group.finish();
}

fn to(document: &dyn Document, format: &dyn GraphFormat, out: &mut dyn Write, threads: usize) {
    let flow =
        write(document, format, out, threads, &|_| ControlFlow::Continue(())).expect("it can be written");
    assert!(black_box(flow).is_continue());
}

/// From nothing to tables of nodes and edges, for graphs of about 85,000 and 680,000 states.
fn whole(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("discovery, evaluation and export");
    group.sample_size(10);
    for (pairs, states) in [(50, 85_000), (100, 680_000)] {
        let memory = Memory::new(pairs, 2).expect("a board");
        let job = Job { threads: 2, ..Job::default() };
        group.throughput(Throughput::Elements(states));
        group.bench_function(format!("{pairs} pairs"), |bench| {
            bench.iter(|| {
                let graph =
                    Graph::of(black_box(&memory), &job).and_then(|graph| graph.with_scores(&[], None, &job));
                let graph = graph.expect("a graph");
                assert!(graph.node_count() as u64 > states);
                let payoffs = |node: usize| {
                    let mut payoffs = vec![Natural::default(); 3];
                    payoffs[graph.outcome(node).index(2)] = Natural::from(1u32);
                    payoffs
                };
                let figures =
                    AnyEvaluation::Rounded(evaluate_rounded(&graph, 3, payoffs, &job).expect("only chance"));
                let document = GraphDocument::with_odds(&graph, &figures, DocumentInfo::default());
                for format in [&csv::Nodes as &dyn GraphFormat, &csv::Edges] {
                    to(&document, format, &mut std::io::sink(), 2);
                }
            });
        });
    }
    group.finish();
}

fn positions(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("layout");
    group.sample_size(10);
    let (nodes, rows) = (1_000_000_usize, 1_000);
    let width = nodes / rows;
    let ply: Vec<u32> = (0..nodes).map(|node| (node / width) as u32).collect();
    let edges = (0..3 * (nodes - width)).map(|edge| {
        let source = edge / 3;
        (source, (source / width + 1) * width + (source * 7_919 + edge % 3 * 104_729) % width)
    });
    group.bench_function("a million nodes, three million edges", |bench| {
        bench.iter(|| black_box(layout::layered(&ply, edges.clone())));
    });
    group.finish();
}

criterion_group!(benches, formats, whole, positions);
criterion_main!(benches);
