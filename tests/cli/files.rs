//! Output files: names, refusals, and what remains after a failure.

use super::run::{Ran, command, files, folder, run_after, run_in};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

const FORMATS: [&str; 7] = ["dot", "graphml", "gexf", "json", "drn", "html", "svg"];

#[test]
fn a_named_file_has_the_bytes_of_stdout() {
    let folder = folder();
    for format in FORMATS {
        let args = format!("graph memory --pairs 4 --as {format} -o");
        let ran = run_in(folder.path(), &format!("{args} here"));
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1);
        let text = fs::read_to_string(folder.path().join("here")).expect("a file");
        assert_eq!(run_in(folder.path(), &format!("{args} -")).ok(), text);
        fs::remove_file(folder.path().join("here")).expect("it can be removed");
    }
    run_in(folder.path(), "graph memory --pairs 2 --as csv -o here.csv -q").ok();
    assert_eq!(files(folder.path()), ["here.edges.csv", "here.nodes.csv"]);
}

#[test]
fn an_existing_file_is_kept_unless_forced() {
    let folder = folder();
    for (format, name) in [("dot", "x"), ("csv", "x.nodes.csv"), ("csv", "x.edges.csv")] {
        let path = folder.path().join(name);
        fs::write(&path, "mine").expect("written");
        let args = format!("graph memory --pairs 2 --as {format} -o x");
        run_in(folder.path(), &args).failed(2, &format!("{name} already exists"));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "mine");
        assert_eq!(files(folder.path()), [name]);
        run_in(folder.path(), &format!("{args} --force -q")).ok();
        assert_ne!(fs::read_to_string(&path).expect("a file"), "mine");
        for name in files(folder.path()) {
            fs::remove_file(folder.path().join(name)).expect("it can be removed");
        }
    }
}

#[test]
fn impossible_paths_are_refused() {
    let folder = folder();
    fs::create_dir(folder.path().join("sub")).expect("made");
    fs::write(folder.path().join("plain"), "").expect("written");
    for (format, path, status, what) in [
        ("dot", "sub", 2, "sub is a folder, not a file"),
        ("csv", "sub", 2, "sub is a folder, not a file"),
        ("dot", "nope/x.dot", 2, "the folder nope does not exist"),
        ("csv", "nope/x", 2, "the folder nope does not exist"),
        ("dot", "plain/x.dot", 2, "the folder plain does not exist"),
    ] {
        let args = format!("graph memory --pairs 2 --as {format} -o {path}");
        run_in(folder.path(), &args).failed(status, what);
    }
    assert_eq!(files(folder.path()), ["plain", "sub"]);
    run_in(folder.path(), "man -o plain").failed(2, "plain is a file; man pages need a folder");
    fs::write(folder.path().join("output"), "").expect("written");
    run_in(folder.path(), "graph memory --pairs 2").failed(1, "the folder output: ");
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_and_a_full_disk_are_errors() {
    let folder = folder();
    run_in(folder.path(), "graph memory --pairs 2 -o /proc/nope.dot")
        .failed(1, "/proc/nope.dot: the folder accepts no files");
    run_in(folder.path(), "graph memory --pairs 2 -o /proc/nope/x.dot")
        .failed(2, "the folder /proc/nope does not exist");
    run_in(folder.path(), "man -o /proc/nope").failed(1, "/proc/nope: ");
    for format in FORMATS.iter().chain(&["csv"]) {
        let args = format!("graph memory --pairs 9 --as {format} -o /dev/full");
        run_in(folder.path(), &args).failed(1, "/dev/full: no space left on device");
    }
    for args in [
        "odds memory --pairs 8",
        "odds memory --pairs 8 --format json",
        "odds memory --pairs 1..=4 --format csv",
        "count memory --pairs 8",
        "graph memory --pairs 3 -o -",
        "graph memory --pairs 9 --as graphml -o -",
        "games",
        "completions zsh",
        "man odds",
        "best memory --pairs 4 --save /dev/stdout",
        "--help",
        "--version",
        "odds memory -h",
    ] {
        let full = File::options().write(true).open("/dev/full").expect("a full device");
        let output = command(folder.path(), args).stdout(full).output().expect("the program starts");
        Ran::new(args, output).failed(1, "stdout: no space left on device");
    }
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn a_closed_pipe_is_success() {
    let folder = folder();
    for args in [
        "odds memory --pairs 8",
        "odds memory --pairs 60 --distribution",
        "odds memory --pairs 1..=30 --format json",
        "count memory --pairs 8",
        "graph memory --pairs 3 -o -",
        "graph memory --pairs 30 --as graphml -o -",
        "graph memory --pairs 30 --as json -o - --threads 4",
        "games",
        "completions bash",
        "man odds",
        "best memory --pairs 4 --save /dev/stdout -q",
        "--help",
        "--version",
        // The work ends at the first write that fails.
        "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 10000000 --timeout 15 -q",
    ] {
        for bytes in [0, 10] {
            let mut child = command(folder.path(), args);
            let child = child.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = child.spawn().expect("the program starts");
            let mut pipe = child.stdout.take().expect("a pipe");
            pipe.read_exact(&mut vec![0; bytes]).expect("a few bytes");
            drop(pipe);
            assert_eq!(super::run::wait(child, args).ok(), "", "{args}");
        }
    }
}

#[test]
fn quiet_prints_no_notes_and_timing_goes_to_stderr() {
    let folder = folder();
    let path = folder.path();
    for args in ["odds memory --pairs 8", "count memory --pairs 8", "graph memory --pairs 3 -o -"] {
        let plain = run_in(path, args).ok();
        assert_eq!(run_in(path, &format!("{args} --quiet")).ok(), plain);
        let timed = run_in(path, &format!("{args} --timing"));
        assert_eq!((timed.status, timed.out), (Some(0), plain));
        assert!(!timed.err.is_empty());
        for line in timed.err.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            let held =
                line["held"] == "graph" && line["bytes_per_state"].as_u64().is_some_and(|each| each > 40);
            assert!(held || line["phase"].is_string() && line["seconds"].as_f64().is_some_and(|s| s >= 0.0));
        }
        assert!(timed.err.matches("\"evaluate\"").count() <= 1, "each phase is reported once: {}", timed.err);
    }
    run_in(path, "graph memory --pairs 3 -q").ok();
    run_in(path, "graph memory --pairs 20 --as dot --max-states 10000 -q").ok();
}

/// A page goes to stdout. All pages go into the folder given with `-o`, which follows the rules for output files.
#[test]
fn manual_pages_go_to_stdout_or_a_folder() {
    let folder = folder();
    let page = run_in(folder.path(), "man odds memory").ok();
    assert!(page.contains(".TH chancetree-odds-memory 1"), "{page}");
    assert_eq!(files(folder.path()), [""; 0]);
    run_in(folder.path(), "man -o pages -q").ok();
    let pages = folder.path().join("pages");
    assert_eq!(fs::read_to_string(pages.join("chancetree-odds-memory.1")).expect("a page"), page);
    assert!(files(&pages).len() > 20 && files(&pages).iter().all(|name| name.ends_with(".1")));
    run_in(folder.path(), "man -o pages").failed(2, "already exists");
    #[cfg(unix)]
    {
        let precious = folder.path().join("precious");
        fs::write(&precious, "mine").expect("a file");
        fs::remove_file(pages.join("chancetree.1")).expect("a page");
        std::os::unix::fs::symlink(&precious, pages.join("chancetree.1")).expect("a link");
        run_in(folder.path(), "man -o pages").failed(2, "already exists");
        run_in(folder.path(), "man -o pages --force -q").ok();
        assert!(fs::read_to_string(&precious).expect("a file").starts_with(".ie"));
        assert!(pages.join("chancetree.1").is_symlink());
    }
}

/// A new file has the permissions of the umask, and an overwritten file keeps its permissions.
#[cfg(unix)]
#[test]
fn files_have_the_right_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let mode = || {
        let file = fs::metadata(folder.path().join("x")).expect("a file");
        file.permissions().mode() & 0o777
    };
    let write = |umask: &str, force: &str| {
        run_after(
            folder.path(),
            &format!("umask {umask}"),
            &format!("graph memory --pairs 2 -o x -q {force}"),
        )
        .ok();
    };
    write("077", "");
    assert_eq!(mode(), 0o600);
    write("022", "--force");
    assert_eq!(mode(), 0o600);
    fs::remove_file(folder.path().join("x")).expect("a file");
    write("027", "");
    assert_eq!(mode(), 0o640);
}

/// The next command removes the partial file of a killed command, but not a partial file that is locked or new.
#[test]
fn partial_files_of_a_killed_command_are_removed() {
    let folder = folder();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    let make = |name: &str| {
        let file = File::create(folder.path().join(name)).expect("a file");
        file.set_modified(old).expect("a time");
        file
    };
    make(".chancetree-left.part");
    make("mine.part");
    let held = make(".chancetree-held.part");
    held.lock().expect("a lock");
    File::create(folder.path().join(".chancetree-new.part")).expect("a file");
    run_in(folder.path(), "graph memory --pairs 2 -o x -q").ok();
    let remaining = [".chancetree-held.part", ".chancetree-new.part", "mine.part", "x"];
    assert_eq!(files(folder.path()), remaining);
}

/// A link counts as an existing file, also without its target, and is found before the work. `--force` writes its target.
#[cfg(unix)]
#[test]
fn a_link_is_an_existing_file() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    fs::create_dir(folder.path().join("other")).expect("a folder");
    fs::write(folder.path().join("other/old"), "mine").expect("a file");
    symlink("y", folder.path().join("x")).expect("a link");
    symlink("other/new", folder.path().join("y")).expect("a link");
    symlink("other/old", folder.path().join("z")).expect("a link");
    for (link, target) in [("x", "other/new"), ("z", "other/old")] {
        let command = format!("graph memory --pairs 2 --format dot -o {link}");
        run_in(folder.path(), &command).failed(2, &format!("{link} already exists"));
        run_in(folder.path(), &format!("{command} --force -q")).ok();
        assert!(fs::read_to_string(folder.path().join(target)).expect("a file").starts_with("digraph"));
        assert!(folder.path().join(link).is_symlink());
    }
    assert_eq!(files(folder.path()), ["other", "x", "y", "z"]);
}

/// If the second of two files cannot be renamed, the first keeps its old contents.
#[cfg(unix)]
#[test]
fn two_files_appear_together_or_not_at_all() {
    let folder = folder();
    // A folder that takes the name of the second file appears only while the files are written. The graph is large enough for this
    // to take a while.
    fs::write(folder.path().join("x.nodes.csv"), "mine").expect("a file");
    let mut child = command(folder.path(), "graph memory --pairs 60 --as csv -o x -q --force")
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    while files(folder.path()).len() < 3 {
        assert!(child.try_wait().expect("a child").is_none(), "finished before its files were seen");
    }
    fs::create_dir_all(folder.path().join("x.edges.csv/full")).expect("a folder");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(1));
    assert_eq!(fs::read_to_string(folder.path().join("x.nodes.csv")).expect("a file"), "mine");
    assert_eq!(files(folder.path()), ["x.edges.csv", "x.nodes.csv"]);
}

/// The program could be killed at any moment, so a new file must never exist beside an old one.
#[test]
fn new_files_never_exist_beside_old_ones() {
    let folder = folder();
    let paths = ["x.nodes.csv", "x.edges.csv"].map(|name| folder.path().join(name));
    let args = "graph memory --pairs 2 --as csv -o x -q --force";
    for _ in 0..30 {
        paths.iter().for_each(|path| fs::write(path, "old").expect("a file"));
        let mut child = command(folder.path(), args).spawn().expect("it starts");
        // For a moment, neither file may exist.
        let is_new = |path: &Path| fs::read(path).is_ok_and(|text| text != b"old");
        let is_old = |path: &Path| fs::read(path).is_ok_and(|text| text == b"old");
        while !is_new(&paths[0]) {
            assert!(child.try_wait().expect("a child").is_none_or(|status| status.success()));
        }
        assert!(!is_old(&paths[1]), "the second old file is removed before the first new one appears");
        assert!(child.wait().expect("it ends").success());
        assert!(paths.iter().all(|path| is_new(path)));
        assert_eq!(files(folder.path()), ["x.edges.csv", "x.nodes.csv"]);
    }
}

/// A limit on the size of files is an ordinary error, and leaves no files.
#[cfg(target_os = "linux")]
#[test]
fn a_file_beyond_the_limit_of_the_shell_is_an_error() {
    let folder = folder();
    for args in ["graph memory --pairs 9 --as graphml -o x", "graph memory --pairs 9 --as csv -o x"] {
        run_after(folder.path(), "ulimit -f 16", args).failed(1, "file too large");
        assert_eq!(files(folder.path()), [""; 0]);
    }
}

/// On a full disk, the advice names another place for what was typed, not for one of its files.
#[cfg(target_os = "linux")]
#[test]
fn advice_on_a_full_disk_is_about_the_typed_name() {
    for (args, file, typed) in [
        ("man -o pages", "pages/chancetree.1", "pages"),
        ("plot first-mover --pairs 1..3 -o a.svg", "a.csv", "a.svg"),
        ("graph memory --pairs 2 -o a.csv", "a.nodes.csv", "a.csv"),
    ] {
        let folder = folder();
        fs::create_dir(folder.path().join("pages")).expect("a folder");
        std::os::unix::fs::symlink("/dev/full", folder.path().join(file)).expect("a link");
        let ran = run_in(folder.path(), args);
        let other = std::env::temp_dir().join(typed);
        let help = format!("help: write to another folder: -o {}\n", other.display());
        assert!(ran.status == Some(1) && ran.err.ends_with(&help), "{args}: {}", ran.err);
    }
}
