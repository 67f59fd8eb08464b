//! Names of files, the formats that their extensions select, and names that need escapes.

use super::run::{Ran, command, files, folder, printed_in, run_in};
use std::fs;

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
