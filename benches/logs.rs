//! Logs of games, and a file that the games of a range share, with n, 2n and 4n turns, players or games. The time per element
//! must not grow.

use chancetree::cli::embed::{Request, ask};
use chancetree::exact::ratio;
use chancetree::family::Spelling;
use chancetree::games::solitaire::imperfect::MAX_PLAYED;
use chancetree::games::solitaire::imperfect::{ImperfectSolitaire, Recall, Variant};
use chancetree::model::Job;
use chancetree::play::AnySession;
use chancetree::play::solitaire::SolitaireSession;
use chancetree_families::family::sampled::Ledger as _;
use chancetree_families::solitaire::imperfect::log::LogWriter;
use chancetree_play::replay_report::report;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};

/// Returns the output of the program for `words` with `input` as the file `-`, or the error.
fn answer(words: &str, input: &str) -> Result<String, String> {
    let words = format!("{words} --threads 1").split_whitespace().map(Into::into).collect();
    let input = Some(("the input".to_owned(), input.as_bytes().to_vec()));
    let answer = ask(Request { words, input, tables: false }, &Default::default());
    answer
        .map(|answer| String::from_utf8(answer.printed).expect("text"))
        .map_err(|error| error.message(Spelling::CommandLine).0)
}

/// Replays a game of solitaire in which the same two cards are turned in each turn.
fn replay(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay of solitaire, turns");
    group.sample_size(10);
    for turns in [2000, 4000, 8000] {
        let turn = |turn| json!({ "game": 1, "turn": turn, "first": "1a", "second": "2a", "places": [1, 2] });
        let steps: Vec<Value> = (1..=turns).map(turn).collect();
        group.throughput(Throughput::Elements(turns));
        group.bench_function(BenchmarkId::from_parameter(turns), |bencher| {
            bencher.iter(|| {
                let mut game = SolitaireSession::new(vec![1, 2, 1, 2], &Job::default()).expect("a game");
                let moment = |step: &Value| {
                    game.replay_step(step, &Job::default()).expect("a turn");
                    game.snapshot()
                };
                let moments: Vec<SolitaireSession> = steps.iter().map(moment).collect();
                let moments: Vec<&AnySession> = moments.iter().map(|moment| moment as &AnySession).collect();
                assert_eq!(report("", &moments).tables[0].rows.len() as u64, turns);
            });
        });
    }
    group.finish();
}

/// Estimates how well a player remembers from a log of games, in CSV and in JSON.
fn fit(criterion: &mut Criterion) {
    let recall = Recall::new(ratio(3, 4), ratio(1, 8), ratio(4, 5)).expect("probabilities");
    let game = ImperfectSolitaire::new(8, Variant::KnownFirst, recall).expect("a game");
    for (format, is_csv) in [("csv", true), ("json", false)] {
        let mut group = criterion.benchmark_group(format!("fit of a log in {format}, turns"));
        group.sample_size(10);
        for games in [1000, 2000, 4000] {
            let (mut log, mut turns) = (LogWriter::new(is_csv), 0);
            for number in 1..=games {
                let game = game.play(1, number, MAX_PLAYED).expect("it ends");
                turns += game.len() as u64;
                log.add(&game);
            }
            let text = log.take_log();
            group.throughput(Throughput::Elements(turns));
            group.bench_function(BenchmarkId::from_parameter(games), |bencher| {
                bencher.iter(|| {
                    let found = answer("fit solitaire - --format json", &text).expect("a log");
                    assert!(found.contains(&format!("\"games\": {games},")));
                });
            });
        }
        group.finish();
    }
}

/// Estimates how well each of many players remembers.
fn players(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fit of a log, players");
    group.sample_size(10);
    for players in [5000, 10_000, 20_000] {
        let turn = |player| {
            let game = player + 1;
            json!({ "game": game, "turn": 1, "player": format!("p{player}"), "first": "1a", "second": "1b" })
        };
        let log: String = (0..players).map(|player| format!("{}\n", turn(player))).collect();
        group.throughput(Throughput::Elements(players));
        for format in ["json", "csv", "text"] {
            group.bench_function(BenchmarkId::new(format, players), |bencher| {
                let words = format!("fit solitaire - --format {format}");
                bencher.iter(|| assert!(answer(&words, &log).expect("a log").contains("p4999")));
            });
        }
    }
    group.finish();
}

/// Checks the boards of a range that all come from one file, of which the last has too many mines.
fn range(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("boards from one file");
    group.sample_size(10);
    let board = format!("{}\n", ".".repeat(100)).repeat(100);
    for games in [100, 200, 400] {
        group.throughput(Throughput::Elements(games));
        group.bench_function(BenchmarkId::from_parameter(games), |bencher| {
            let words = format!("simulate mines --board - --mines {}..=10001", 10_002 - games);
            bencher.iter(|| {
                let refused = answer(&words, &board).expect_err("too many mines");
                assert!(refused.contains("10001 mines, but only 10000 cells"), "{refused}");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, replay, fit, players, range);
criterion_main!(benches);
