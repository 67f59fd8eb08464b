//! Checkpoints that somebody made: other words under a checksum that is right. Each is refused, or changes nothing.

use super::run::{command, folder, run, run_in, wait};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;

const FILE: &str = "kept/chancetree.checkpoint";

/// Random words, the same for a seed (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        (self.word() % count as u64) as usize
    }
}

/// A checkpoint, taken apart.
struct Saved {
    head: Vec<u8>,
    words: Vec<u64>,
    /// What is left before the seal, of files that do not consist of words.
    rest: Vec<u8>,
}

/// FNV-1a (Fowler, Noll, Vo 1991).
fn seal(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

impl Saved {
    /// Returns what a work has saved that was stopped after so many states: the same every time.
    fn of(folder: &Path, board: &str, states: u64) -> Self {
        Self::stopped(folder, &format!("{board} --max-states {states}"))
    }

    /// Returns what a work has saved that a limit stops.
    fn stopped(folder: &Path, words: &str) -> Self {
        Self::of_file(FILE, folder, words)
    }

    /// Returns what is saved in a file, in words.
    fn of_file(file: &str, folder: &Path, words: &str) -> Self {
        let words = format!("{words} --checkpoint kept --threads 1 --quiet");
        let stopped = run_in(folder, &words);
        assert_eq!(stopped.status, Some(3), "{words}: {}", stopped.err);
        let file = fs::read(folder.join(file)).expect("a checkpoint");
        let end = 1 + file.iter().position(|&byte| byte == b'\n').expect("a first line");
        let mut body = Vec::new();
        GzDecoder::new(&file[end..]).read_to_end(&mut body).expect("a checksum that is right");
        let word = |word: &[u8]| u64::from_le_bytes(word.try_into().expect("eight bytes"));
        let (body, last) = body.split_last_chunk::<8>().expect("a seal");
        assert_eq!(word(last), seal(body), "a seal comes last");
        let words = body[end..].chunks_exact(8);
        let rest = words.remainder().to_vec();
        Self { head: body[..end].to_vec(), words: words.map(word).collect(), rest }
    }

    /// Puts other words in their place, under a checksum that is right, and the seal of those that were there or their own.
    fn forge(&self, words: &[u64], own: bool, file: &Path) {
        let sealed = if own { words } else { &self.words };
        let seal = seal(&[&self.head[..], &bytes(sealed), &self.rest].concat());
        let mut packed = GzEncoder::new(self.head.clone(), Compression::fast());
        let parts = [&self.head[..], &bytes(words), &self.rest, &seal.to_le_bytes()];
        packed.write_all(&parts.concat()).expect("memory");
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, packed.finish().expect("memory")).expect("a file");
    }
}

/// Changes words in one of many ways.
fn change(words: &[u64], random: &mut Random) -> Vec<u64> {
    let mut changed = words.to_vec();
    // The counts and sizes at the beginning mean more than a number among thousands.
    let (near, all) = (words.len().min(60), words.len());
    let among = [near, all][random.below(2)];
    let (at, other) = (random.below(among), random.below(all));
    match random.below(8) {
        0 => changed[at] = changed[at].wrapping_add(1),
        1 => changed[at] = changed[at].wrapping_sub(1),
        2 => changed[at] = [0, 1, u64::MAX, 1 << 32][other % 4],
        3 => changed[at] = random.word(),
        4 => changed[at] ^= 1 << random.below(64),
        5 => changed[at] = changed[other],
        6 => changed.truncate(at),
        _ => changed.insert(at, changed[other]),
    }
    changed
}

/// An answer without the counts of states, the only numbers in it that no row tells.
fn odds(answer: &str) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| name != "states" && name != "transitions");
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::from_str(answer).expect("JSON");
    strip(&mut value);
    value
}

/// Works of which something is saved after so many states.
const WORKS: [(&str, u64); 7] = [
    ("odds memory --pairs 60 --format json", 10_000),
    ("odds memory --pairs 40 --scores 3,1 --format json", 3_000),
    ("odds memory --pairs 24 --players 3 --format json", 3_000),
    ("odds memory --pairs 16 --players 5 --format json", 1_000),
    ("odds memory --pairs 20 --players 3 --distribution --format json", 3_000),
    ("odds memory --pairs 1..=40 --format json", 3_000),
    ("odds memory --pairs 1..=12 --players 3 --format json", 1_000),
];

/// Whoever does not know of the seal is always refused; whoever does, wherever rows are not those of the game.
#[test]
fn forged_checkpoints_are_refused_or_harmless() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for (board, states) in WORKS {
        let right = run(board).ok();
        let folder = folder();
        let saved = Saved::of(folder.path(), board, states);
        let file = folder.path().join(FILE);
        let resumed = |words: &[u64], own: bool| {
            saved.forge(words, own, &file);
            let words = format!("{board} --checkpoint kept --quiet --threads 1");
            let child = command(folder.path(), &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
            wait(child.expect("it starts"), &words)
        };
        assert_eq!(resumed(&saved.words, true).ok(), right, "what nobody changed is taken");
        let mut refused = 0;
        for round in 0..24 {
            let words = change(&saved.words, &mut random);
            if words == saved.words {
                continue;
            }
            if round % 4 == 0 {
                resumed(&words, false).failed(1, "is damaged: its seal is not that of the work");
                continue;
            }
            let ran = resumed(&words, true);
            let at = saved.words.iter().zip(&words).position(|(old, new)| old != new);
            match ran.status {
                Some(0) => assert_eq!(odds(&ran.out), odds(&right), "{board}, round {round}, word {at:?}"),
                Some(status @ 1..=2) => ran.failed(status, ""),
                other => panic!("{board}, round {round}, word {at:?}: {other:?} {}", ran.err),
            }
            refused += u32::from(ran.status != Some(0));
        }
        assert!(refused > 8, "{board}: {refused} were refused");
    }
}

/// Answers that are done are taken as they were saved, but what is none is refused, and whatever is taken can be printed.
#[test]
fn forged_answers_are_refused_or_printed() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    for range in [
        "odds memory --pairs 30..=34 --scores 3,1 --format json",
        "odds memory --pairs 30..=34 --scores 3,1 --format text",
        "best guess --numbers 20..=60 --every --format csv",
    ] {
        let folder = folder();
        let limit = if range.starts_with("odds") { 17_000 } else { 50 };
        let saved = Saved::of_file(
            "kept/chancetree.answers",
            folder.path(),
            &format!("{range} --max-states {limit}"),
        );
        let mut refused = 0;
        for _ in 0..60 {
            saved.forge(
                &change(&saved.words, &mut random),
                true,
                &folder.path().join("kept/chancetree.answers"),
            );
            let ran = run_in(folder.path(), &format!("{range} --checkpoint kept --quiet"));
            assert!(matches!(ran.status, Some(0 | 1)), "{range}: {:?} {}", ran.status, ran.err);
            refused += u32::from(ran.status == Some(1));
        }
        assert!(refused > 20, "{range}: {refused} were refused");
    }
}

/// Nobody can know what was counted in games at random without playing them again, but whether any games can have it.
#[test]
fn forged_counts_are_refused_or_can_be() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for board in [
        "simulate memory --pairs 8 --games 300000 --format json",
        "simulate mines --rows 4 --cols 4 --mines 4 --compare random,last --games 4000 --format json",
    ] {
        let folder = folder();
        let saved = Saved::stopped(folder.path(), &format!("{board} --timeout 100ms"));
        let mut refused = 0;
        for _ in 0..24 {
            saved.forge(&change(&saved.words, &mut random), true, &folder.path().join(FILE));
            let ran = run_in(folder.path(), &format!("{board} --checkpoint kept --quiet"));
            match ran.status {
                Some(0) => drop(odds(&ran.out)),
                _ => ran.failed(1, ""),
            }
            refused += u32::from(ran.status != Some(0));
        }
        assert!(refused > 8, "{board}: {refused} were refused");
    }
}

/// Parts of a work are taken as they were saved, but not what cannot be right.
#[test]
fn forged_parts_are_refused_or_can_be() {
    let mut random = Random(0x1357_9bdf_0246_8ace);
    for (words, limit) in [
        ("fair memory --pairs 2..=8 --compare --format json", "--max-states 80"),
        ("best memory --pairs 1..=9 --format json", "--max-states 50"),
        ("best memory --pairs 1..=9 --memory 3 --objective win --format text", "--max-states 100"),
        ("best mines --up-to 3,4 --format json", "--max-states 30"),
        ("odds solitaire --pairs 3..=7 --recall 3/4,1/8,4/5 --tail 1e-3 --format json", "--max-states 60"),
        ("odds solitaire --pairs 1..=110 --format csv", "--timeout 50ms"),
    ] {
        let folder = folder();
        let file = folder.path().join("kept/chancetree.answers");
        let saved = Saved::of_file("kept/chancetree.answers", folder.path(), &format!("{words} {limit}"));
        let mut refused = 0;
        for _ in 0..12 {
            saved.forge(&change(&saved.words, &mut random), true, &file);
            let ran = run_in(folder.path(), &format!("{words} --checkpoint kept --quiet --threads 1"));
            assert!(matches!(ran.status, Some(0..=2)), "{words}: {:?} {}", ran.status, ran.err);
            assert!(!ran.err.contains("panicked"), "{words}: {}", ran.err);
            refused += u32::from(ran.status != Some(0));
        }
        assert!(refused > 3, "{words}: {refused} were refused");
    }
}

/// An entry of a table that can be is taken, for only the work itself would tell whether it is right. No other is, and none
/// makes more of a board than there is.
#[test]
fn forged_tables_are_refused_or_can_be() {
    let mut random = Random(0x0f1e_2d3c_4b5a_6978);
    for (board, states) in [
        ("best mines --rows 4 --cols 5 --mines 5 --format json", 4095),
        ("best mines --rows 3 --cols 6 --mines 5 --lowest --first-click safe --format json", 4095),
    ] {
        let right = run(board).ok();
        let folder = folder();
        let saved = Saved::of(folder.path(), board, states);
        let file = folder.path().join(FILE);
        let resumed = |words: &[u64]| {
            saved.forge(words, true, &file);
            run_in(folder.path(), &format!("{board} --checkpoint kept --quiet --threads 1"))
        };
        assert_eq!(resumed(&saved.words).ok(), right, "what nobody changed is taken");
        // Entries of five words stand behind a count, and a word of nothing behind them.
        let last = saved.words.len() - 1;
        let begin = last % 5;
        assert!(last > 5000 && saved.words[last] == 0, "{board}: {last} words are saved");
        let mut refused = 0;
        for round in 0..24 {
            let mut words = change(&saved.words, &mut random);
            if round % 2 == 0 {
                // All losses are other ones, so that some are met.
                words = saved.words.clone();
                let by = random.word();
                let losses = (begin + 4..last).step_by(5);
                losses.for_each(|at| match round % 6 {
                    0 => words[at] ^= by & 0xff,
                    2 => words[at] ^= 1,
                    _ => words[at] ^= by & 0x00ff_ffff,
                });
            }
            let ran = resumed(&words);
            match ran.status {
                Some(0) => {
                    let found: Value = serde_json::from_str(&ran.out).expect("JSON");
                    for cell in found["first_cells"].as_array().expect("cells") {
                        let number = |key: &str| cell[key].as_u64();
                        assert!(number("wins") <= number("placements"), "{cell}");
                        assert!(number("lowest_wins") <= number("wins"), "{cell}");
                    }
                }
                Some(1 | 3) => assert!(!ran.err.contains("panicked"), "{board}, round {round}: {}", ran.err),
                other => panic!("{board}, round {round}: {other:?} {}", ran.err),
            }
            refused += u32::from(ran.status == Some(1));
        }
        assert!(refused > 4, "{board}: {refused} were refused");
    }
}

/// What was found of the best play stands before the table of lowest risk: it is taken where it can be, and no less than
/// lowest risk wins, nor more than there is.
#[test]
fn forged_findings_are_refused_or_can_be() {
    let board = "best mines --rows 3 --cols 6 --mines 5 --lowest --format json";
    let right = run(board).ok();
    let answer: Value = serde_json::from_str(&right).expect("JSON");
    let cells = answer["first_cells"].as_array().expect("cells").iter();
    let of = |key: &str| cells.clone().map(|cell| cell[key].as_u64().expect("a number")).collect::<Vec<_>>();
    let (wins, lowest, all) = (of("wins"), of("lowest_wins"), of("placements"));
    let folder = folder();
    let saved = Saved::of(folder.path(), board, 4095);
    let resumed = |count: u64, wins: &[u64]| {
        let words = [&[count], wins, &[0]].concat();
        saved.forge(&words, true, &folder.path().join(FILE));
        run_in(folder.path(), &format!("{board} --checkpoint kept --quiet --threads 1"))
    };
    assert_eq!(resumed(1, &wins).ok(), right, "what is right is taken");
    assert_eq!(resumed(0, &[]).ok(), right, "nothing was found, and nothing is known");
    let with = |place: usize, number: u64| {
        let mut other = wins.clone();
        other[place] = number;
        other
    };
    for place in [0, wins.len() - 1] {
        for number in [lowest[place] - 1, all[place] + 1, u64::MAX] {
            resumed(1, &with(place, number)).failed(1, "does not fit the game");
        }
        assert_eq!(resumed(1, &with(place, all[place])).status, Some(0), "it can be");
    }
    for (count, wins) in [(2, wins.repeat(2)), (u64::MAX, wins.clone()), (1, wins[1..].to_vec())] {
        assert_eq!(resumed(count, &wins).status, Some(1), "{count}");
    }
}

/// Distributions that are saved inside are refused wherever they are not what follows.
#[test]
fn forged_distributions_are_refused() {
    let mut random = Random(0x0f1e_2d3c_4b5a_6978);
    let words = "odds solitaire --pairs 12 --recall 1/50,1/10,1/2 --format json";
    let (folder, name) = (folder(), format!("kept/chancetree.checkpoint.{}", 12 * 8));
    let file = folder.path().join(&name);
    let stopped = |time: &u32| format!("{words} --timeout {time}ms");
    // Where a machine is busy, nothing is saved in the shortest time.
    let saves = |time: &u32| {
        run_in(folder.path(), &format!("{} --checkpoint kept --threads 1", stopped(time)));
        file.exists()
    };
    let time = [300, 600, 1200, 2400].into_iter().find(saves).expect("something is saved in time");
    let saved = Saved::of_file(&name, folder.path(), &stopped(&time));
    let mut refused = 0;
    // What is refused is so as soon as it is read.
    let words = format!("{words} --timeout 2s --checkpoint kept --quiet --threads 1");
    for _ in 0..12 {
        saved.forge(&change(&saved.words, &mut random), true, &file);
        let ran = run_in(folder.path(), &words);
        assert!(matches!(ran.status, Some(1 | 3)), "{:?} {}", ran.status, ran.err);
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        refused += u32::from(ran.status == Some(1));
    }
    assert!(refused > 9, "{refused} were refused");
}

/// A game as far as it was explored is taken if it holds together, for only exploring would tell whether it is right.
#[test]
fn forged_games_are_refused_or_can_be() {
    let mut random = Random(0x1234_5678_9abc_def1);
    let board = "odds mines --rows 3 --cols 4 --mines 3 --play lowest --format json";
    let (folder, file) = (folder(), "kept/chancetree.explored");
    let saved = Saved::of_file(file, folder.path(), &format!("{board} --max-states 900"));
    let mut refused = 0;
    for _ in 0..24 {
        saved.forge(&change(&saved.words, &mut random), true, &folder.path().join(file));
        let ran = run_in(folder.path(), &format!("{board} --checkpoint kept --quiet --threads 1"));
        assert!(matches!(ran.status, Some(0 | 1)), "{:?} {}", ran.status, ran.err);
        refused += u32::from(ran.status == Some(1));
    }
    assert!(refused > 8, "{refused} were refused");
}
