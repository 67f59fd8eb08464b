//! Output files: names, refusals, and what remains after a failure.

use super::run::{Ran, command, files, folder, printed_in, run_after, run_in};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

const FORMATS: [&str; 7] = ["dot", "graphml", "gexf", "json", "drn", "html", "svg"];

#[test]
fn files_are_named_after_the_parameters() {
    let folder = folder();
    for (args, names) in [
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
        let ran = run_in(folder.path(), &format!("graph memory {args}"));
        assert_eq!((ran.status, &*ran.out), (Some(0), ""), "{args}: {}", ran.err);
        for name in &names {
            assert!(ran.err.contains(&format!("output/{name} (")), "{}", ran.err);
        }
        let output = folder.path().join("output");
        assert_eq!(files(&output), names);
        fs::remove_dir_all(output).expect("it can be removed");
    }
}

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

/// A hint can be pasted into a shell, so it quotes names with special characters.
#[test]
fn hints_quote_names_for_a_shell() {
    let folder = folder();
    fs::create_dir(folder.path().join("it's$")).expect("made");
    for (path, hint) in [
        ("a&b/x.json", "mkdir -p 'a&b'"),
        ("it's$", r"-o 'it'\''s$/result.txt'"),
        ("a-b.c/x.json", "mkdir -p a-b.c"),
    ] {
        let ran = run_in(folder.path(), &format!("odds memory --pairs 2 -o {path}"));
        ran.failed(2, "");
        assert!(ran.err.ends_with(&format!("help: {hint}\n")), "{}", ran.err);
    }
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

/// Names of files and players cannot control a terminal.
#[cfg(unix)]
#[test]
fn names_in_arguments_cannot_control_a_terminal() {
    let folder = folder();
    let is_control = |letter: char| letter.is_control() && letter != '\n';
    let ran = run_in(folder.path(), "graph memory --pairs 2 -o x\u{1b}[31m.dot");
    assert!(ran.status == Some(0) && !ran.err.contains(is_control), "{:?}", ran.err);
    // Characters that reorder or hide text are escaped, and other characters are unchanged. A line end is refused.
    let named = |names: &str| {
        let mut fair = command(folder.path(), "fair memory --pairs 3 --names");
        Ran::new("names", fair.arg(names).output().expect("the program starts"))
    };
    let text = named("A\u{202e}B,é漢\u{200b}👩\u{200d}🚀").ok();
    assert!(
        text.contains("P(A\\u{202e}B wins)") && text.contains("P(é漢\\u{200b}👩\u{200d}🚀 wins)"),
        "{text}"
    );
    for game in ["memory", "guess"] {
        let mut play = command(folder.path(), &format!("play {game} --format html --names"));
        let page = Ran::new("names", play.arg("A\u{202e}B,C").output().expect("the program starts")).ok();
        assert!(page.contains(r#""names":["A\\u{202e}B","C"]"#) && !page.contains('\u{202e}'));
    }
    for names in ["a\nb,c", "a,b\rc", "a\u{1b}[2J,b", "a,\u{9b}2J"] {
        let refused = named(names);
        refused.failed(2, "names cannot contain control characters, such as a line end");
        assert!(!refused.err.contains(is_control), "{:?}", refused.err);
    }
}

/// Names in files cannot control a terminal, or become formulas of a spreadsheet. Text for people escapes every character that
/// reorders or hides text.
#[test]
fn hidden_characters_are_escaped() {
    let folder = folder();
    let odd = "a\u{1b}]0;P\u{7}\u{9b}31m\u{202e}\u{200b}\u{2066}\u{61c}z";
    fs::write(folder.path().join("g"), format!("mines 1\nnode =1+1 1\nnode {odd} .\nedge =1+1 {odd}\n"))
        .expect("a file");
    for format in ["text", "json", "csv", "md", "tex"] {
        let out = run_in(folder.path(), &format!("risk mines --graph g --format {format}")).ok();
        let is_plain = |letter: char| letter == '\n' || letter.is_ascii() && !letter.is_control();
        assert!(out.chars().all(is_plain), "{format}: {out:?}");
        let is_formula = |cell: &str| cell.starts_with('=');
        assert!(format != "csv" || !out.lines().any(|line| line.split(',').any(is_formula)), "{out}");
    }
    let text = run_in(folder.path(), "risk mines --graph g").ok();
    assert!(text.contains(r"a\u{1b}]0;P\u{7}\u{9b}31m\u{202e}\u{200b}\u{2066}\u{61c}z"), "{text}");
    let json: serde_json::Value = printed_in(folder.path(), "risk mines --graph g --format json");
    assert_eq!(json["names"][1], odd, "JSON keeps the name");
    for format in ["dot", "graphml"] {
        let graph = run_in(folder.path(), &format!("risk mines --graph g --as {format} -o -")).ok();
        assert!(graph.contains("\u{FFFD}31m\u{202e}"), "{graph:?}");
        assert!(!graph.contains(|letter: char| letter.is_control() && letter != '\n'), "{graph:?}");
    }
    // Hints can be typed, and escape the same characters.
    let mut command = command(folder.path(), "odds memory --pairs 2");
    let ran = command.args(["-o", "\u{202e}3.gexf"]).output().expect("it starts");
    let err = String::from_utf8(ran.stderr).expect("text");
    assert!(err.starts_with(r"error: cannot write the result as gexf (\u{202e}3.gexf)"), "{err:?}");
    assert!(err.ends_with("help: -o $'\\u202e3.txt'\n"), "{err:?}");
}

/// A spreadsheet reads names as text and numbers as numbers; Markdown and LaTeX escape their own special characters.
#[test]
fn each_format_escapes_names() {
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
        let args = format!("risk mines --graph g --digits 2 --format {format}{columns}");
        run_in(folder.path(), &args)
            .ok()
            .lines()
            .skip_while(|line| line.is_empty() || line.starts_with('%'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let chosen = " --columns node,seen,risk,risk_exact,safest,island";
    let (csv, md, tex) = (rows("csv", ""), rows("md", chosen), rows("tex", chosen));
    assert_eq!(csv[0], "nodes,mines,method,node,seen,risk,risk_exact,safest,island");
    // Columns of numbers are aligned to the right.
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

/// The extension of a file name selects the format for every command.
#[test]
fn the_extension_selects_the_format() {
    let folder = folder();
    let quiet = |args: &str| run_in(folder.path(), &format!("{args} -q"));
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
        quiet(&format!("graph memory --pairs 2 -o {name}")).ok();
        let text = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(
            text.to_lowercase().trim_start().starts_with(&begins.to_lowercase()),
            "{name}: {}",
            &text[..40]
        );
    }
    // An option selects the format of a name without a known extension, and may repeat the extension.
    for (args, name) in
        [("--as svg -o n.txt", "n.txt"), ("--as svg -o n.svg", "n.svg"), ("--as svg -o n", "n")]
    {
        quiet(&format!("graph memory --pairs 2 {args}")).ok();
        assert!(
            fs::read_to_string(folder.path().join(name)).expect("it was written").starts_with("<svg"),
            "{args}"
        );
    }
    assert!(quiet("graph memory --pairs 2 --as svg -o -").ok().starts_with("<svg"));
    quiet("graph guess --numbers 4 -o g.csv").ok();
    assert!(folder.path().join("g.nodes.csv").exists() && folder.path().join("g.edges.csv").exists());
    quiet("graph solitaire --pairs 3 -o s.svg").ok();
    quiet("graph mines --rows 2 --cols 2 --mines 1 -o mines.GEXF").ok();
    quiet("deal solitaire --pairs 4 --seed 1 -o deal.svg").ok();
    for name in ["s.svg", "deal.svg"] {
        let text = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(text.contains("<svg"), "{name}");
    }
    // The option has two names, and may be anywhere in the command.
    fs::write(folder.path().join("pos.txt"), "mines 1\n1.\n..\n").expect("a position");
    for (args, name) in [
        ("risk mines -q -o r.json -- pos.txt", "r.json"),
        ("risk mines -q -o r.svg -- pos.txt", "r.svg"),
        ("risk mines -q --as dot -o r.dot pos.txt", "r.dot"),
        ("risk mines -q --format graphml -o r.graphml pos.txt", "r.graphml"),
        ("plot turns -q --pairs 3 --format svg -o plot", "plot"),
    ] {
        run_in(folder.path(), args).ok();
        let start = fs::read_to_string(folder.path().join(name)).expect("it was written");
        let begins = ["{", "<svg", "graph ", "<?xml"].iter().any(|begin| start.starts_with(begin));
        assert!(begins, "{args}: {start}");
    }
    for format in ["json", "svg", "dot"] {
        let printed = quiet(&format!("risk mines pos.txt --format {format}")).ok();
        assert_eq!(quiet(&format!("risk mines pos.txt --as {format} -o -")).ok(), printed, "{format}");
    }
    // Where a command also draws a picture, the extension decides between the picture and the result.
    for (args, name) in [
        ("odds memory --pairs 2 --format csv", "a.foo"),
        ("deal solitaire --pairs 4 --seed 1", "deal.json"),
        ("deal solitaire --pairs 4 --seed 1 --format json", "d.json"),
        ("deal solitaire --pairs 3 --all", "deals.csv"),
        ("graph memory --pairs 2 --as dot", "g.foo"),
    ] {
        quiet(&format!("{args} -o {name}")).ok();
        let format = if args.contains("format") || args.contains("--as") { "" } else { " --format csv" };
        let format = if name == "deal.json" { " --format json" } else { format };
        let printed = quiet(&format!("{args}{format} -o -")).ok();
        let written = std::fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert!(written == printed && !written.contains("<svg"), "{args} -o {name}");
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
