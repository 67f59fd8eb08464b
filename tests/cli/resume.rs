//! Every command with checkpoints is killed and interrupted at random moments until it is done. It must print and write the same
//! bytes as without interruptions, and leave no other files.

use super::run::{Ran, command, files, folder, run_in};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Commands with one result.
const WHOLE: [&str; 27] = [
    "odds memory --pairs 75 --players 3 --format json",
    "odds memory --pairs 24 --players 5 --format json",
    "odds memory --pairs 55 --players 3 --distribution --format csv",
    "odds memory --pairs 450 --approximate --format json",
    "odds memory --pairs 140 --play best,robots --format json",
    "odds memory --pairs 120 --play best --distribution --format json",
    "odds memory --pairs 80 --memory 30 --play best --format json",
    "odds memory --pairs 18 --memory 6 --play best --objective win --format json",
    "odds memory --pairs 14 --memory 3,4 --distribution --format json",
    "best memory --pairs 13 --memory 8,8 --approximate --format json",
    "odds mines --rows 3 --cols 5 --mines 4 --format json",
    "odds mines --rows 4 --cols 7 --mines 6 --first-click opening --play best --format csv",
    "odds guess --numbers 160 --guesses 80 --format json",
    "odds solitaire --pairs 120 --format json",
    "odds solitaire --pairs 20 --recall 3/4,1/8,4/5 --tail 1e-3 --score 3,1,-2 --format json",
    "count memory --pairs 240 --players 3 --format json",
    "count mines --rows 3 --cols 5 --mines 4 --format json",
    "best memory --pairs 150 --format json",
    "best memory --pairs 110 --rules free-pass --format json",
    "best memory --pairs 80 --memory 30 --format json",
    "best guess --numbers 240 --format json",
    "best solitaire --pairs 60 --objective score --format json",
    "best mines --rows 4 --cols 6 --mines 5 --format json",
    "fair memory --pairs 24 --memory 4 --play best --compare --format json",
    "simulate memory --pairs 8 --play best --objective win --games 200000 --format csv",
    "simulate guess --numbers 50 --games 200000 --format json",
    "simulate mines --rows 5 --cols 5 --mines 5 --compare random,last --games 1500 --format json",
];

/// Commands that write documents; a resumed document continues after the saved bytes.
const DOCUMENTS: [&str; 8] = [
    "graph memory --pairs 36 --as csv --precision decimal --force -o graph.csv",
    "graph memory --pairs 26 --as drn --precision exact --force -o graph.drn",
    "graph memory --pairs 24 --as json --force -o graph.json",
    "graph memory --pairs 20 --shape tree --depth 8 --as graphml --force -o graph.graphml",
    "graph memory --pairs 40 --play best,robots --as gexf --force -o graph.gexf",
    "graph memory --pairs 14 --memory 3,4 --as drn -o -",
    "graph solitaire --pairs 40 --merge-parallel --as csv --force -o graph",
    "graph guess --numbers 240 --as html --force -o graph.html",
];

/// Ranges and other work in parts; finished parts are not computed again.
const PARTS: [&str; 21] = [
    "odds memory --pairs 1..=90 --format csv",
    "odds memory --pairs 60..=70 --scores 3,1 --format json",
    "odds memory --pairs 40..=70 --approximate --format json",
    "odds memory --pairs 30..=50 --play best --format csv",
    "odds memory --pairs 6..=24 --memory 8 --play best --distribution --format json",
    "odds memory --pairs 1..=25 --players 2..=4 --format text",
    "odds guess --numbers 60..=80 --guesses 30 --format text",
    "odds mines --rows 3 --cols 3..=5 --mines 3..=4 --format json",
    "odds solitaire --pairs 40..=90 --score 3,1,-2 --failed B --format csv",
    "odds solitaire --pairs 8..=12 --recall 3/4,1/8,4/5 --tail 1e-6 --format text",
    "odds solitaire --pairs 2..=4 --symbolic --format json",
    "count memory --pairs 60..=70 --players 3 --format json",
    "count memory --pairs 1..=300 --format csv",
    "best memory --pairs 2..=12 --memory 4 --objective win --format text",
    "best guess --numbers 40..=80 --format csv",
    "best solitaire --pairs 20..=30 --format csv",
    "best mines --up-to 3,5 --format csv",
    "fair memory --pairs 20..=60 --format csv",
    "fair memory --pairs 1..=40 --players 2..=3 --format json",
    "fair guess --numbers 60..=80 --guesses 30 --format text",
    "simulate memory --pairs 5..=12 --games 8000 --format text",
];

/// Commands on models, whose states and strategies are saved. `MODELS/` is the folder of the models.
const MODELS: [&str; 7] = [
    "best model MODELS/consensus.nm --props MODELS/consensus.props --const K=24 --format json",
    "best model MODELS/consensus.nm --props MODELS/consensus.props --const K=60 --approximate --format json",
    "odds model MODELS/dice_game.prism --props MODELS/dice_game.props --const N=9 --format json",
    "count model MODELS/ehrenfest.pm --const N=20000",
    "simulate model MODELS/consensus.nm --const K=10 --prop Rmax=?[F\"finished\"] --games 9000 --format json",
    "graph model MODELS/consensus.nm --const K=40 --prop Pmax=?[F\"heads\"] --as csv --force -o graph.csv",
    "graph model MODELS/consensus.nm --const K=400 --as drn --force -o graph.drn",
];

/// Stdout and the files of a command.
type Outcome = (String, BTreeMap<String, Vec<u8>>);

/// How a run is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Kill,
    Interrupt,
}

/// Returns the files in a folder, without its subfolders.
fn read_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = files(folder).into_iter().filter(|name| folder.join(name).is_file());
    files.map(|name| (name.clone(), fs::read(folder.join(name)).expect("a file"))).collect()
}

/// Stops a process if it is not done after `time`. Returns the run, and whether it was stopped.
fn stop_after(mut child: Child, args: &str, end: End, time: Duration) -> (Ran, bool) {
    let started = Instant::now();
    let is_done = |child: &mut Child| child.try_wait().expect("a child can be waited for").is_some();
    while !is_done(&mut child) && started.elapsed() < time {
        std::thread::sleep(Duration::from_millis(1));
    }
    let is_stopped = !is_done(&mut child);
    match end {
        _ if !is_stopped => {}
        End::Kill => child.kill().expect("it is killed"),
        End::Interrupt => {
            let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            assert!(kill.expect("the system has it").success());
        }
    }
    (Ran::new(args, child.wait_with_output().expect("it has ended")), is_stopped)
}

/// Checks that a command that is stopped again and again has the expected outcome. Returns whether it resumed from saved work.
fn resumes(args: &str, expected: &Outcome, end: End, random: &mut u64) -> bool {
    let folder = folder();
    let args = format!("{args} --checkpoint kept --checkpoint-every 1ms");
    let (mut time, mut resumed) = (16.0, false);
    let printed = loop {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let share = (*random >> 32) as f64 / f64::from(u32::MAX);
        let moment = Duration::from_secs_f64(time * (0.5 + share) / 1000.0);
        let threads = 1 + (*random >> 20) % 2;
        // Output goes to a file, because a pipe may fill up.
        let out = fs::File::create(folder.path().join("kept.out")).expect("a file");
        let mut child = command(folder.path(), &format!("{args} --threads {threads}"));
        let child = child.stdout(out).stderr(Stdio::piped()).spawn().expect("it starts");
        let (ran, is_stopped) = stop_after(child, &args, end, moment);
        resumed |= ran.err.contains("resuming from") || ran.err.contains(" are done");
        match ran.status {
            Some(0) => break fs::read_to_string(folder.path().join("kept.out")).expect("text"),
            Some(130) if end == End::Interrupt => {}
            // The signal may arrive before the program handles it.
            None if is_stopped => {}
            _ => panic!("{args}: {ran:?}"),
        }
        // A file with its final name is complete: a kill may come right after the renaming.
        let named = |name: &str| name != "kept.out" && !name.starts_with('.');
        for (name, bytes) in read_files(folder.path()).iter().filter(|(name, _)| named(name)) {
            assert!(expected.1.get(name) == Some(bytes), "{args}: {name} exists before it is complete");
        }
        time *= 1.4;
        assert!(time < 100_000.0, "{args}: the work never ends");
    };
    fs::remove_file(folder.path().join("kept.out")).expect("a file");
    assert!(printed == expected.0, "{args}, {end:?}: the output differs");
    let mut files = read_files(folder.path());
    // A kill may leave a partial file, whose name begins with .chancetree-.
    files.retain(|name, _| end == End::Interrupt || !name.starts_with(".chancetree-"));
    assert!(files == expected.1, "{args}, {end:?}: the files differ");
    assert_eq!(self::files(&folder.path().join("kept")), [""; 0], "{args}: a finished run leaves no files");
    resumed
}

/// Checks that commands have the same outcome however often they are stopped.
fn all_resume(all: &[&str]) {
    let mut random = all.len() as u64;
    for args in all {
        let folder = folder();
        let ran = run_in(folder.path(), &format!("{args} --quiet"));
        assert_eq!(ran.status, Some(0), "{args}: {}", ran.err);
        let expected = (ran.out, read_files(folder.path()));
        for end in [End::Kill, End::Interrupt] {
            // A run may be stopped before it has saved anything, or may be done.
            let resumed = (0..5).any(|_| resumes(args, &expected, end, &mut random));
            assert!(resumed, "{args}, {end:?}: it never resumed");
        }
    }
}

#[test]
fn whole_results_resume() {
    all_resume(&WHOLE);
}

#[test]
fn documents_resume() {
    all_resume(&DOCUMENTS);
}

#[test]
fn models_resume() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models/");
    let commands = MODELS.map(|args| args.replace("MODELS/", folder));
    all_resume(&commands.each_ref().map(String::as_str));
}

#[test]
fn parts_resume() {
    all_resume(&PARTS);
}
