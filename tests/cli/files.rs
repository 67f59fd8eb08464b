//! Tests where results go, and what is left when they do not get there.

use super::run::{Ran, command, files, folder, printed_in, run_after, run_in};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

const FORMATS: [&str; 7] = ["dot", "graphml", "gexf", "json", "drn", "html", "svg"];

#[test]
fn files_are_named_after_the_parameters() {
    let folder = folder();
    for (words, names) in [
        ("--pairs 3", vec!["memory-pairs3-players2-dag.dot"]),
        ("--pairs 3 --players 4 --shape tree --as gexf", vec!["memory-pairs3-players4-tree.gexf"]),
        ("--pairs 3 --depth 2 --as json", vec!["memory-pairs3-players2-dag-depth2.json"]),
        (
            "--pairs 6 --known-pairs 1 --unknown 2 --scores 1,0 --as drn",
            vec!["memory-pairs6-players2-known1-half2-unknown2-scores1_0-dag.drn"],
        ),
        (
            "--pairs 2 --as csv",
            vec!["memory-pairs2-players2-dag.edges.csv", "memory-pairs2-players2-dag.nodes.csv"],
        ),
    ] {
        let ran = run_in(folder.path(), &format!("graph memory {words}"));
        assert_eq!((ran.status, &*ran.out), (Some(0), ""), "{words}: {}", ran.err);
        for name in &names {
            assert!(ran.err.contains(&format!("output/{name} (")), "{}", ran.err);
        }
        let output = folder.path().join("output");
        assert_eq!(files(&output), names);
        fs::remove_dir_all(output).expect("it can be removed");
    }
}

#[test]
fn a_named_file_holds_what_stdout_would() {
    let folder = folder();
    for format in FORMATS {
        let words = format!("graph memory --pairs 4 --as {format} -o");
        let ran = run_in(folder.path(), &format!("{words} here"));
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1);
        let text = fs::read_to_string(folder.path().join("here")).expect("a file");
        assert_eq!(run_in(folder.path(), &format!("{words} -")).ok(), text);
        fs::remove_file(folder.path().join("here")).expect("it can be removed");
    }
    run_in(folder.path(), "graph memory --pairs 2 --as csv -o here.csv -q").ok();
    assert_eq!(files(folder.path()), ["here.edges.csv", "here.nodes.csv"]);
}

#[test]
fn a_file_that_is_there_is_kept_unless_forced() {
    let folder = folder();
    for (format, name) in [("dot", "x"), ("csv", "x.nodes.csv"), ("csv", "x.edges.csv")] {
        let path = folder.path().join(name);
        fs::write(&path, "mine").expect("written");
        let words = format!("graph memory --pairs 2 --as {format} -o x");
        run_in(folder.path(), &words).failed(2, &format!("{name} already exists"));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "mine");
        assert_eq!(files(folder.path()), [name]);
        run_in(folder.path(), &format!("{words} --force -q")).ok();
        assert_ne!(fs::read_to_string(&path).expect("a file"), "mine");
        for name in files(folder.path()) {
            fs::remove_file(folder.path().join(name)).expect("it can be removed");
        }
    }
}

#[test]
fn places_that_cannot_hold_a_file() {
    let folder = folder();
    fs::create_dir(folder.path().join("sub")).expect("made");
    fs::write(folder.path().join("plain"), "").expect("written");
    for (format, place, status, what) in [
        ("dot", "sub", 2, "sub is a folder, not a file"),
        ("csv", "sub", 2, "sub is a folder, not a file"),
        ("dot", "nope/x.dot", 2, "the folder nope does not exist"),
        ("csv", "nope/x", 2, "the folder nope does not exist"),
        ("dot", "plain/x.dot", 2, "the folder plain does not exist"),
    ] {
        let words = format!("graph memory --pairs 2 --as {format} -o {place}");
        run_in(folder.path(), &words).failed(status, what);
    }
    assert_eq!(files(folder.path()), ["plain", "sub"]);
    run_in(folder.path(), "man -o plain").failed(1, "plain is a file; man pages need a folder");
    fs::write(folder.path().join("output"), "").expect("written");
    run_in(folder.path(), "graph memory --pairs 2").failed(1, "the folder output: ");
}

/// A hint is typed as it stands, so that a shell must take a name in it for one word.
#[test]
fn hints_quote_what_a_shell_would_not_take_as_it_stands() {
    let folder = folder();
    fs::create_dir(folder.path().join("it's$")).expect("made");
    for (place, hint) in [
        ("a&b/x.json", "mkdir -p 'a&b'"),
        ("it's$", r"-o 'it'\''s$/result.txt'"),
        ("a-b.c/x.json", "mkdir -p a-b.c"),
    ] {
        let ran = run_in(folder.path(), &format!("odds memory --pairs 2 -o {place}"));
        ran.failed(2, "");
        assert!(ran.err.ends_with(&format!("help: {hint}\n")), "{}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_place_and_a_full_disk() {
    let folder = folder();
    run_in(folder.path(), "graph memory --pairs 2 -o /proc/nope.dot").failed(1, "/proc/nope.dot: ");
    run_in(folder.path(), "graph memory --pairs 2 -o /proc/nope/x.dot")
        .failed(2, "the folder /proc/nope does not exist");
    run_in(folder.path(), "man -o /proc/nope").failed(1, "/proc/nope: ");
    for format in FORMATS.iter().chain(&["csv"]) {
        let words = format!("graph memory --pairs 9 --as {format} -o /dev/full");
        run_in(folder.path(), &words).failed(1, "/dev/full: no space left on device");
    }
    for words in [
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
        let output = command(folder.path(), words).stdout(full).output().expect("the program starts");
        Ran::new(words, output).failed(1, "stdout: no space left on device");
    }
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn a_closed_pipe_is_success() {
    let folder = folder();
    for words in [
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
    ] {
        for bytes in [0, 10] {
            let mut child = command(folder.path(), words);
            let child = child.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = child.spawn().expect("the program starts");
            let mut pipe = child.stdout.take().expect("a pipe");
            pipe.read_exact(&mut vec![0; bytes]).expect("a few bytes");
            drop(pipe);
            assert_eq!(super::run::wait(child, words).ok(), "", "{words}");
        }
    }
}

#[test]
fn quiet_says_nothing_and_timing_only_on_stderr() {
    let folder = folder();
    let path = folder.path();
    for words in ["odds memory --pairs 8", "count memory --pairs 8", "graph memory --pairs 3 -o -"] {
        let plain = run_in(path, words).ok();
        assert_eq!(run_in(path, &format!("{words} --quiet")).ok(), plain);
        let timed = run_in(path, &format!("{words} --timing"));
        assert_eq!((timed.status, timed.out), (Some(0), plain));
        assert!(!timed.err.is_empty());
        for line in timed.err.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            let held =
                line["held"] == "graph" && line["bytes_per_state"].as_u64().is_some_and(|each| each > 40);
            assert!(held || line["phase"].is_string() && line["seconds"].as_f64().is_some_and(|s| s >= 0.0));
        }
        assert!(timed.err.matches("\"evaluate\"").count() <= 1, "no time is told twice: {}", timed.err);
    }
    run_in(path, "graph memory --pairs 3 -q").ok();
    run_in(path, "graph memory --pairs 20 --as dot --max-states 10000 -q").ok();
}

/// A page goes to stdout; all pages go into a folder that was named, as all files are written.
#[test]
fn manual_pages() {
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
        assert_eq!(fs::read_to_string(&precious).expect("a file"), "mine");
    }
}

/// New files have the rights that the user gives, and one that is overwritten keeps its own.
#[cfg(unix)]
#[test]
fn rights_are_those_of_the_user_and_of_the_file_before() {
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

/// A file that was killed while it was written is cleared away by the next command, one that is still written is not.
#[test]
fn what_a_kill_has_left_is_removed() {
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
    let left = [".chancetree-held.part", ".chancetree-new.part", "mine.part", "x"];
    assert_eq!(files(folder.path()), left);
}

/// A link to nothing is in the way at once, not after the work.
#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_there() {
    let folder = folder();
    std::os::unix::fs::symlink("nowhere", folder.path().join("x")).expect("a link");
    run_in(folder.path(), "graph memory --pairs 2 -o x").failed(2, "x already exists");
    run_in(folder.path(), "graph memory --pairs 2 -o x --force -q").ok();
    assert_eq!(files(folder.path()), ["x"]);
}

/// If the second of two files cannot have its name, the first is what it was.
#[cfg(unix)]
#[test]
fn two_files_appear_together_or_not_at_all() {
    let folder = folder();
    // The obstacle comes only while the files are written, and so many nodes take a while: a folder under a name that
    // is to be overwritten.
    fs::write(folder.path().join("x.nodes.csv"), "mine").expect("a file");
    let mut child = command(folder.path(), "graph memory --pairs 60 --as csv -o x -q --force")
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it starts");
    while files(folder.path()).len() < 3 {
        assert!(child.try_wait().expect("a child").is_none(), "it was done before its files were seen");
    }
    fs::create_dir_all(folder.path().join("x.edges.csv/full")).expect("a folder");
    let ended = child.wait().expect("it ends");
    assert_eq!(ended.code(), Some(1));
    assert_eq!(fs::read_to_string(folder.path().join("x.nodes.csv")).expect("a file"), "mine");
    assert_eq!(files(folder.path()), ["x.edges.csv", "x.nodes.csv"]);
}

/// A kill between two names is one at any moment at which somebody looks: new files never stand beside old ones.
#[test]
fn new_files_never_stand_beside_old_ones() {
    let folder = folder();
    let paths = ["x.nodes.csv", "x.edges.csv"].map(|name| folder.path().join(name));
    let words = "graph memory --pairs 2 --as csv -o x -q --force";
    for _ in 0..30 {
        paths.iter().for_each(|path| fs::write(path, "old").expect("a file"));
        let mut child = command(folder.path(), words).spawn().expect("it starts");
        // There may be nothing of a name for a moment.
        let is_new = |path: &Path| fs::read(path).is_ok_and(|text| text != b"old");
        let is_old = |path: &Path| fs::read(path).is_ok_and(|text| text == b"old");
        while !is_new(&paths[0]) {
            assert!(child.try_wait().expect("a child").is_none_or(|status| status.success()));
        }
        assert!(!is_old(&paths[1]), "the second old file is gone before the first new one comes");
        assert!(child.wait().expect("it ends").success());
        assert!(paths.iter().all(|path| is_new(path)));
        assert_eq!(files(folder.path()), ["x.edges.csv", "x.nodes.csv"]);
    }
}

/// A limit on the size of files is an error as any other, and nothing is left behind.
#[cfg(target_os = "linux")]
#[test]
fn a_file_past_the_limit_of_the_shell() {
    let folder = folder();
    for words in ["graph memory --pairs 9 --as graphml -o x", "graph memory --pairs 9 --as csv -o x"] {
        run_after(folder.path(), "ulimit -f 16", words).failed(1, "file too large");
        assert_eq!(files(folder.path()), [""; 0]);
    }
}

/// Names in files and on the command line cannot give orders to a terminal, nor to a spreadsheet.
#[cfg(unix)]
#[test]
fn names_give_no_orders() {
    let folder = folder();
    let graph = "mines 1\nnode a\u{1b}]0;P\u{7}\u{9b}2J .\nnode =1+1 1\nedge a\u{1b}]0;P\u{7}\u{9b}2J =1+1\n";
    fs::write(folder.path().join("g"), graph).expect("a file");
    let orders = |letter: char| letter.is_control() && letter != '\n';
    for format in ["text", "json", "csv"] {
        let ran = run_in(folder.path(), &format!("risk mines --graph g --format {format}"));
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert!(!ran.out.contains(orders), "{:?}", ran.out);
        assert!(ran.out.contains(if format == "json" { "\\u001b" } else { "\\u{1b}" }), "{}", ran.out);
        if format == "csv" {
            assert!(!ran.out.lines().flat_map(|line| line.split(',')).any(|cell| cell.starts_with('=')));
        }
    }
    let ran = run_in(folder.path(), "graph memory --pairs 2 -o x\u{1b}[31m.dot");
    assert!(ran.status == Some(0) && !ran.err.contains(orders), "{:?}", ran.err);
    // What reorders or hides letters is shown, and nothing else is touched; a line end is refused.
    let named = |names: &str| {
        let mut fair = command(folder.path(), "fair memory --pairs 3 --names");
        Ran::new("names", fair.arg(names).output().expect("the program starts"))
    };
    let told = named("A\u{202e}B,é漢\u{200b}👩\u{200d}🚀").ok();
    assert!(
        told.contains("P(A\\u{202e}B wins)") && told.contains("P(é漢\\u{200b}👩\u{200d}🚀 wins)"),
        "{told}"
    );
    for names in ["a\nb,c", "a,b\rc", "a\u{1b}[2J,b", "a,\u{9b}2J"] {
        let refused = named(names);
        refused.failed(2, "names cannot contain control characters, such as a line end");
        assert!(!refused.err.contains(orders), "{:?}", refused.err);
    }
}

/// No stream or file of a graph has C1 controls, and no text for people has what reorders or hides letters.
#[test]
fn hidden_letters_are_shown() {
    let folder = folder();
    let odd = "a\u{9b}31m\u{202e}\u{200b}\u{2066}\u{61c}z";
    fs::write(folder.path().join("g"), format!("mines 1\nnode b 1\nnode {odd} .\nedge b {odd}\n"))
        .expect("a file");
    for format in ["text", "json", "csv", "md", "tex"] {
        let ran = run_in(folder.path(), &format!("risk mines --graph g --format {format}"));
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        assert!(!ran.out.contains(|letter: char| !letter.is_ascii()), "{format}: {:?}", ran.out);
    }
    let text = run_in(folder.path(), "risk mines --graph g").ok();
    assert!(text.contains(r"a\u{9b}31m\u{202e}\u{200b}\u{2066}\u{61c}z"), "{text}");
    let json: serde_json::Value = printed_in(folder.path(), "risk mines --graph g --format json");
    assert_eq!(json["names"][1], odd, "nothing is lost");
    for format in ["dot", "graphml"] {
        let graph = run_in(folder.path(), &format!("risk mines --graph g --as {format} -o -")).ok();
        assert!(graph.contains("a\u{FFFD}31m\u{202e}"), "{graph:?}");
        assert!(!graph.contains(|letter: char| letter.is_control() && letter != '\n'), "{graph:?}");
    }
    // Hints can be typed, and say what they are about.
    let mut command = command(folder.path(), "odds memory --pairs 2");
    let ran = command.args(["-o", "\u{202e}3.gexf"]).output().expect("it starts");
    let err = String::from_utf8(ran.stderr).expect("text");
    assert!(err.starts_with(r"error: cannot write the result as gexf (\u{202e}3.gexf)"), "{err:?}");
    assert!(err.ends_with("help: -o $'\\u202e3.txt'\n"), "{err:?}");
}

/// A name in a table is text for a spreadsheet, a number is a number; Markdown and LaTeX print it as it is.
#[test]
fn names_are_written_as_each_format_has_them() {
    let names = [
        ("=1+1", "'=1+1", "=1+1", "=1+1"),
        ("@a", "'@a", "@a", "@a"),
        ("+cmd|x", "'+cmd|x", "+cmd\\|x", "+cmd\\textbar{}x"),
        ("-cell(1)", "'-cell(1)", "-cell(1)", "-cell(1)"),
        ("=a,b", "\"'=a,b\"", "=a,b", "=a,b"),
        ("-0.25", "-0.25", "-0.25", "-0.25"),
        ("-1/3", "-1/3", "-1/3", "-1/3"),
        ("-1.5e-7", "-1.5e-7", "-1.5e-7", "-1.5e-7"),
        ("---", "---", "---", "-{}-{}-"),
        ("a=1", "a=1", "a=1", "a=1"),
        ("a_1|\\b,50%", "\"a_1|\\b,50%\"", "a\\_1\\|\\\\b,50%", "a\\_1\\textbar{}\\textbackslash{}b,50\\%"),
        ("-x&\"y\"", "\"'-x&\"\"y\"\"\"", "-x&amp;\"y\"", "-x\\&\"y\""),
        (
            "{c}~d^e#f$<g>",
            "{c}~d^e#f$<g>",
            "{c}\\~d^e#f\\$&lt;g&gt;",
            "\\{c\\}\\textasciitilde{}d\\textasciicircum{}e\\#f\\$$<$g$>$",
        ),
    ];
    let folder = folder();
    let mut graph = "mines 1\n".to_owned();
    names.iter().for_each(|(name, ..)| graph.push_str(&format!("node {name} .\n")));
    fs::write(folder.path().join("g"), graph).expect("a file");
    let rows = |format: &str, columns: &str| {
        let words = format!("risk mines --graph g --digits 2 --format {format}{columns}");
        run_in(folder.path(), &words)
            .ok()
            .lines()
            .skip_while(|line| line.is_empty() || line.starts_with('%'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let chosen = " --columns node,seen,risk,risk_exact,safest,island";
    let (csv, md, tex) = (rows("csv", ""), rows("md", chosen), rows("tex", chosen));
    assert_eq!(csv[0], "nodes,mines,method,node,seen,risk,risk_exact,safest,island");
    // Columns of numbers stand to the right.
    assert_eq!(
        md[..4],
        [
            "Minesweeper, 13 nodes, 1 mine: 13 placements fit",
            "",
            "| node | seen | risk | risk exact | safest | island |",
            "| --- | --- | ---: | ---: | --- | --- |"
        ]
    );
    assert_eq!(
        tex[..4],
        [
            "\\begin{tabular}{llrrll}",
            "\\hline",
            "node & seen & risk & risk exact & safest & island \\\\",
            "\\hline"
        ]
    );
    for (place, (_, in_csv, in_md, in_tex)) in names.into_iter().enumerate() {
        assert_eq!(csv[1 + place], format!("13,1,islands,{in_csv},.,0.08,1/13,true,"));
        assert_eq!(md[4 + place], format!("| {in_md} | . | 0.08 | 1/13 | yes |  |"));
        assert_eq!(tex[4 + place], format!("{in_tex} & . & 0.08 & $\\frac{{1}}{{13}}$ & yes &  \\\\"));
    }
    assert_eq!(tex[17..], ["\\hline", "\\end{tabular}"]);
}

/// The end of a file's name is its format, on every verb; what it contradicts is refused in one line.
#[test]
fn the_end_of_a_name_is_the_format() {
    let folder = folder();
    let there = |words: &str| run_in(folder.path(), &format!("{words} -q"));
    for name in ["folder.svg", "folder.dot"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    for (name, begins) in [
        ("m.svg", "<svg"),
        ("m.gexf", "<?xml"),
        ("m.graphml", "<?xml"),
        ("m.json", "{"),
        ("m.drn", "//"),
        ("m.html", "<!DOCTYPE"),
        ("m.dot", "digraph"),
        ("m.gv", "digraph"),
        ("m", "digraph"),
        ("folder.svg/m", "digraph"),
        ("folder.dot/M.SVG", "<svg"),
    ] {
        there(&format!("graph memory --pairs 2 -o {name}")).ok();
        let text = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(
            text.to_lowercase().trim_start().starts_with(&begins.to_lowercase()),
            "{name}: {}",
            &text[..40]
        );
    }
    // An option says it where the name does not, or says the same.
    for (words, name) in
        [("--as svg -o n.txt", "n.txt"), ("--as svg -o n.svg", "n.svg"), ("--as svg -o n", "n")]
    {
        there(&format!("graph memory --pairs 2 {words}")).ok();
        assert!(
            fs::read_to_string(folder.path().join(name)).expect("it was written").starts_with("<svg"),
            "{words}"
        );
    }
    assert!(there("graph memory --pairs 2 --as svg -o -").ok().starts_with("<svg"));
    there("graph guess --numbers 4 -o g.csv").ok();
    assert!(folder.path().join("g.nodes.csv").exists() && folder.path().join("g.edges.csv").exists());
    there("graph solitaire --pairs 3 -o s.svg").ok();
    there("graph mines --rows 2 --cols 2 --mines 1 -o mines.GEXF").ok();
    there("deal solitaire --pairs 4 --seed 1 -o deal.svg").ok();
    for name in ["s.svg", "deal.svg"] {
        let text = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(text.contains("<svg"), "{name}");
    }
    // The option has two names, and stands anywhere.
    fs::write(folder.path().join("pos.txt"), "mines 1\n1.\n..\n").expect("a position");
    for (words, name) in [
        ("risk mines -q -o r.json -- pos.txt", "r.json"),
        ("risk mines -q -o r.svg -- pos.txt", "r.svg"),
        ("risk mines -q --as dot -o r.dot pos.txt", "r.dot"),
        ("risk mines -q --format graphml -o r.graphml pos.txt", "r.graphml"),
        ("plot turns -q --pairs 3 --format svg -o plot", "plot"),
    ] {
        run_in(folder.path(), words).ok();
        let start = fs::read_to_string(folder.path().join(name)).expect("it was written");
        let begins = ["{", "<svg", "graph ", "<?xml"].iter().any(|begin| start.starts_with(begin));
        assert!(begins, "{words}: {start}");
    }
    for format in ["json", "svg", "dot"] {
        let printed = there(&format!("risk mines pos.txt --format {format}")).ok();
        assert_eq!(there(&format!("risk mines pos.txt --as {format} -o -")).ok(), printed, "{format}");
    }
    // Where a file may be a picture, too, its name says whether it is the result.
    for (words, name) in [
        ("odds memory --pairs 2 --format csv", "a.foo"),
        ("deal solitaire --pairs 4 --seed 1", "deal.json"),
        ("deal solitaire --pairs 4 --seed 1 --format json", "d.json"),
        ("deal solitaire --pairs 3 --all", "deals.csv"),
        ("graph memory --pairs 2 --as dot", "g.foo"),
    ] {
        there(&format!("{words} -o {name}")).ok();
        let format = if words.contains("format") || words.contains("--as") { "" } else { " --format csv" };
        let format = if name == "deal.json" { " --format json" } else { format };
        let printed = there(&format!("{words}{format} -o -")).ok();
        let written = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(written == printed && !written.contains("<svg"), "{words} -o {name}");
    }
    for (words, what) in [
        ("graph memory --pairs 2 --as dot -o x.svg", "the extension of x.svg is svg, but --format is dot"),
        ("graph memory --pairs 2 --as svg -o x.gv", "the extension of x.gv is dot, but --format is svg"),
        (
            "graph guess --numbers 4 --as svg -o x.gexf",
            "the extension of x.gexf is gexf, but --format is svg",
        ),
        (
            "deal solitaire --pairs 4 --seed 1 -o x.gexf",
            "cannot write the result as gexf (x.gexf); use one of text, json, ",
        ),
        ("graph memory --pairs 2 -o x.txt", "unknown file extension: x.txt (use one of .dot, "),
        ("graph memory --pairs 2 -o x.foo", "unknown file extension: x.foo (use one of .dot, .graphml, "),
        (
            "odds memory --pairs 2 -o x.foo",
            "unknown file extension: x.foo (use one of .txt, .json, .csv, .md, .tex",
        ),
        ("deal solitaire --pairs 4 --seed 1 -o x.foo", "(use one of .txt, .json, .csv, .md, .tex, .svg, "),
        ("deal solitaire --pairs 3 --all -o x.svg", "a diagram shows one deal, not all deals"),
        ("graph memory --pairs 2 --direction right --as json -o -", "--direction has no effect on json"),
        ("graph memory --pairs 2 --label odds --as drn -o -", "--label has no effect on drn"),
        ("deal solitaire --pairs 4 --seed 1 --as dot -o x.svg", "but --format is dot"),
    ] {
        there(words).failed(2, what);
        assert!(!folder.path().join("x.foo").exists() && !folder.path().join("x.svg").exists());
        assert!(!folder.path().join("x.gexf").exists());
    }
}
