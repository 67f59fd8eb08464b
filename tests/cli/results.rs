//! Results: output files, tables and columns.

use super::run::{Ran, files, folder, run, run_args, run_in};
use std::collections::BTreeSet;
use std::fs;

/// Every command that prints a result can write it to a file, in the format of the extension.
#[test]
fn a_result_is_written_to_a_file() {
    for args in [
        "odds memory --pairs 3",
        "best memory --pairs 3",
        "best memory --pairs 1..3",
        "best guess --numbers 4",
        "best solitaire --pairs 3",
        "best mines --rows 2 --cols 2 --mines 1",
        "best memory --memory 2 --pairs 1..4",
        "fair memory --pairs 4",
        "count mines --rows 2 --cols 2 --mines 1",
    ] {
        let folder = folder();
        for (name, format) in [("a.json", "json"), ("a.csv", "csv"), ("a.txt", "text"), ("a", "text")] {
            let printed = run(&format!("{args} --format {format}")).ok();
            run_in(folder.path(), &format!("{args} -o {name} -q")).ok();
            let written = fs::read_to_string(folder.path().join(name)).expect("a file");
            assert_eq!(written, printed, "{args} {name}");
        }
        run_in(folder.path(), &format!("{args} -o a.csv")).failed(2, "a.csv already exists");
        run_in(folder.path(), &format!("{args} -o a.csv --force -q")).ok();
        run_in(folder.path(), &format!("{args} -o b.csv --format json"))
            .failed(2, "the extension of b.csv is csv");
        run_in(folder.path(), &format!("{args} -o b.gexf")).failed(2, "use one of text, json, csv");
        assert_eq!(files(folder.path()), ["a", "a.csv", "a.json", "a.txt"], "{args}");
    }
    let folder = folder();
    for (args, name) in
        [("best memory --pairs 1..3", "a.svg"), ("best memory --memory 2 --pairs 1..4", "b.svg")]
    {
        run_in(folder.path(), &format!("{args} -o {name} -q")).ok();
        assert!(fs::read_to_string(folder.path().join(name)).expect("a file").contains("<svg"), "{args}");
    }
    assert_eq!(files(folder.path()), ["a.svg", "b.svg"]);
}

/// The extension selects the format also if `--` precedes the other arguments.
#[test]
fn a_result_is_written_to_a_file_before_two_dashes() {
    let folder = folder();
    fs::write(folder.path().join("board"), "mines 2\n1..\n...\n").expect("a file");
    let games = run("simulate solitaire --pairs 3 --recall 3/4,1/8,4/5 --games 3 --seed 1").ok();
    fs::write(folder.path().join("games"), games).expect("a file");
    let game = r#"{"chancetree":"play","schema":1,"family":"memory","parameters":{"deal":[1,2,1,2],"seed":1,"seats":["human","best"],"people":"robots","objective":"pairs","passing":false,"memory":null}}"#;
    fs::write(folder.path().join("game"), game).expect("a file");
    let (json, csv, md) = (("a.json", "json"), ("a.csv", "csv"), ("a.md", "md"));
    for (command, input, names) in [
        ("risk mines", "board", [json, csv]),
        ("fit solitaire", "games", [json, md]),
        ("replay", "game", [md, ("a.txt", "text")]),
    ] {
        for (name, format) in names {
            let printed = run_in(folder.path(), &format!("{command} {input} --format {format}")).ok();
            run_in(folder.path(), &format!("{command} -o {name} -q --force -- {input}")).ok();
            let written = fs::read_to_string(folder.path().join(name)).expect("a file");
            assert_eq!(written, printed, "{command} {name}");
        }
    }
}

/// On a full disk no partial file appears, and an existing file keeps its contents.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_partial_file() {
    use super::run::with_room;
    let folder = folder();
    for format in ["json", "csv", "txt"] {
        let args = format!("odds memory --pairs 1..60 -o a.{format}");
        let ran = with_room(folder.path(), &args, 1);
        ran.failed(1, &format!("a.{format}: file too large"));
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert_eq!(files(folder.path()), [""; 0]);
        fs::write(folder.path().join(format!("a.{format}")), "old").expect("a file");
        with_room(folder.path(), &format!("{args} --force"), 1).failed(1, "file too large");
        assert_eq!(fs::read_to_string(folder.path().join(format!("a.{format}"))).expect("a file"), "old");
        fs::remove_file(folder.path().join(format!("a.{format}"))).expect("a file");
    }
    let ran = run("odds memory --pairs 3 -o /dev/full");
    ran.failed(1, "/dev/full: no space left on device");
    assert_eq!(ran.err.lines().nth(1), Some("help: write to another folder: -o full"));
}

/// The columns of a table begin with the parameters of its games.
#[test]
fn tables_begin_with_their_parameters() {
    for (args, parameters) in [
        ("best memory --pairs 3", "pairs,players,unknown,half_known,known_pairs,scores,"),
        ("best memory --pairs 1..3", "pairs,players,unknown,half_known,known_pairs,scores,"),
        ("best memory --pairs 3 --memory 2", "pairs,players,"),
        ("best mines --rows 2 --cols 2 --mines 1", "rows,columns,mines,first_click,"),
        ("best mines --up-to 2,2", "up_to,first_click,rows,columns,mines,"),
        ("best solitaire --pairs 3 --objective score --failed B", "pairs,objective,score_pair,score_lucky,"),
        (
            "odds memory --pairs 3 --distribution",
            "pairs,players,unknown,half_known,known_pairs,scores,score_1,",
        ),
        ("odds memory --pairs 3 --play best --distribution", "pairs,players,"),
        (
            "odds memory --pairs 3 --approximate",
            "pairs,players,unknown,half_known,known_pairs,scores,threshold,",
        ),
        (
            "odds solitaire --pairs 3",
            "pairs,score_pair,score_lucky,score_failed,score_rule,evaluator,quantity,",
        ),
        ("odds solitaire --pairs 1..3", "pairs,score_pair,"),
        ("odds solitaire --pairs 3 --recall 3/4,1/8,4/5", "pairs,recall,model,tail,score_pair,"),
        ("odds solitaire --pairs 1..3 --recall 3/4,1/8,4/5", "pairs,recall,model,tail,score_pair,"),
        ("odds solitaire --pairs 2 --symbolic", "pairs,model,quantity,function\n"),
        ("information solitaire --pairs 3 --recall 3/4,1/8,4/5", "pairs,recall,model,turns,"),
        ("count solitaire --pairs 3", "pairs,states,"),
        ("deal solitaire --cards 1,2,1,2", "pairs,name,seed,cards,turn,"),
        ("deal solitaire --pairs 3 --all", "pairs,deal,"),
    ] {
        let text = run(&format!("{args} --format csv")).ok();
        let sorted = |line: &str| {
            let mut names: Vec<String> =
                line.trim_end_matches([',', '\n']).split(',').map(str::to_owned).collect();
            names.sort();
            names
        };
        let header = text.lines().next().expect("a header");
        let first: Vec<&str> = header.split(',').take(sorted(parameters).len()).collect();
        assert_eq!(sorted(&first.join(",")), sorted(parameters), "{args}: {header}");
        assert!(text.lines().count() > 1, "{args}");
        // Text prints the functions as sentences.
        if !args.ends_with("--symbolic") {
            assert_in_every_style(args);
        }
    }
    for args in [
        "fair memory --pairs 3..=4",
        "games --commands",
        "simulate mines --rows 2 --cols 2 --mines 1 --games 3 -q",
        "simulate guess --games 3",
        "count memory --pairs 1..=3",
        "odds guess",
        "best memory --memory 2 --pairs 1..=3",
        "reproduce bondarenko",
    ] {
        assert_in_every_style(args);
    }
}

/// Returns the unescaped cells of the tables in Markdown, including the separator lines below the headings.
fn rows_of_md(text: &str) -> Vec<Vec<String>> {
    let row = |line: &str| {
        let line = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")).expect("a row");
        let cells = line.replace("\\|", "\u{1}");
        let plain = |cell: &str| {
            let cell = cell.trim().replace('\u{1}', "|").replace('\\', "");
            cell.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        };
        cells.split(" | ").map(plain).collect()
    };
    text.lines().filter(|line| line.starts_with('|')).map(row).collect()
}

/// Returns the unescaped cells of the tables in LaTeX.
fn rows_of_tex(text: &str) -> Vec<Vec<String>> {
    let fraction = |cell: &str| match cell.split_once("\\frac{").and_then(|(sign, rest)| {
        let (above, below) = rest.split_once("}{")?;
        Some((
            sign.trim_start_matches('$').to_owned(),
            above.to_owned(),
            below.strip_suffix("}$")?.to_owned(),
        ))
    }) {
        Some((sign, above, below)) => format!("{sign}{above}/{below}"),
        None => cell.replace("$<$", "<").replace("$>$", ">").replace('$', ""),
    };
    let plain = |cell: &str| {
        let cell =
            cell.trim().replace("\\_", "_").replace("\\#", "#").replace("\\%", "%").replace("{*}", "*");
        fraction(&cell.replace("\\textbar{}", "|").replace("\\textasciicircum{}", "^").replace("{}", ""))
    };
    let row = |line: &str| {
        let cells = line.replace("\\&", "\u{1}");
        cells.split('&').map(|cell| plain(cell).replace('\u{1}', "&")).collect()
    };
    text.lines().filter_map(|line| line.strip_suffix(" \\\\")).map(row).collect()
}

/// Checks that Markdown and LaTeX have the tables of text, and that each row has a cell for each column.
fn assert_in_every_style(args: &str) {
    let [text, md, tex] = ["text", "md", "tex"].map(|style| run(&format!("{args} --format {style}")).ok());
    // Skips separator lines, and headings that LaTeX omits because all of them are empty.
    let is_rule = |row: &[String]| row.iter().all(|cell| cell.starts_with("---"));
    let blocks: Vec<Vec<Vec<String>>> =
        md.split("\n\n").filter(|part| part.contains("| ---")).map(rows_of_md).collect();
    assert!(!blocks.is_empty(), "{args}: {md}");
    for block in &blocks {
        assert!(
            is_rule(&block[1]) && block.iter().all(|row| row.len() == block[0].len()),
            "{args}: {block:?}"
        );
    }
    let tables: Vec<&str> = tex.split("\\begin{tabular}{").skip(1).collect();
    assert_eq!(tables.len(), blocks.len(), "{args}");
    for (table, block) in tables.iter().zip(&blocks) {
        let columns = table.split('}').next().expect("columns");
        let mut rows = rows_of_tex(table);
        let has_heads = block[0].iter().any(|head| !head.is_empty());
        let mut expected = block.clone();
        expected.remove(1);
        expected.drain(..usize::from(!has_heads));
        // LaTeX typesets the formulas of asymptotics, which are the second column.
        if block[0][0] == "asymptotics" {
            rows.iter_mut().chain(&mut expected).for_each(|row| row[1].clear());
        }
        assert_eq!((columns.len(), &rows), (block[0].len(), &expected), "{args}");
        assert!(
            table.ends_with("\\end{tabular}\n") || table.contains("\\end{tabular}\n\n"),
            "{args}: {table}"
        );
    }
    // Each row of a table is a line of text, where a whole number may be written as a fraction, and a bar may be drawn.
    let joined = |line: &str| {
        let cells = line
            .split_whitespace()
            .filter(|cell| cell.contains(|letter: char| letter != '#'))
            .map(|cell| cell.strip_suffix("/1").unwrap_or(cell));
        cells.collect::<Vec<_>>().join(" ")
    };
    let lines: BTreeSet<String> = text.lines().map(joined).collect();
    // A range in text can leave out the fractions beside decimals.
    let number = |text: &str| -> Option<f64> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        Some(numerator.parse::<f64>().ok()? / denominator.parse::<f64>().ok()?)
    };
    let is_repeated = |cell: &str, next: &str| {
        let both = number(cell).zip(number(next)).filter(|_| next.contains('.') && !cell.contains('.'));
        both.is_some_and(|(fraction, decimal)| (fraction - decimal).abs() < 1e-5)
    };
    for row in blocks.iter().flat_map(|block| &block[2..]) {
        let next = row.iter().skip(1).map(String::as_str).chain([""]);
        let brief: Vec<&str> = row
            .iter()
            .zip(next)
            .filter(|(cell, next)| !is_repeated(cell, next))
            .map(|(cell, _)| cell.as_str())
            .collect();
        let is_line = lines.contains(&joined(&row.join(" "))) || lines.contains(&joined(&brief.join(" ")));
        assert!(is_line, "{args}: {row:?} is no line of {text}");
    }
}

/// Names in Markdown and LaTeX are escaped, and print as typed.
#[test]
fn names_are_escaped_in_markdown_and_latex() {
    let folder = folder();
    let fair = |names: &str, format: &str| {
        run_args(folder.path(), &format!("fair memory --pairs 2 --format {format} --names"), &[names]).ok()
    };
    let md = fair("'=1+1,<b>&[x](javascript:y)*_`|\\~$", "md");
    assert!(
        md.contains("| P('=1+1 wins) | P(&lt;b&gt;&amp;\\[x\\](javascript:y)\\*\\_\\`\\|\\\\\\~\\$ wins) |"),
        "{md}"
    );
    assert!(!md.contains(['<', '>']), "{md}");
    // A web address does not become a link.
    let md = fair("https://a.b/c:d,WWW.e.f", "md");
    assert!(md.contains("| P(https\\://a.b/c:d wins) | P(WWW\\.e.f wins) |"), "{md}");
    let tex = fair("'=1+1,--a&b%$#_{}~^\\<|", "tex");
    let name =
        "-{}-a\\&b\\%\\$\\#\\_\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}$<$\\textbar{}";
    assert!(tex.contains(&format!("& P('=1+1 wins) & P({name} wins) &")), "{tex}");
    // A star or a bracket at the start of a row is not an argument of the line break before it.
    fs::write(folder.path().join("g"), "mines 1\nnode *a .\nnode [b] .\nnode c 1\nedge c *a [b]\n")
        .expect("a file");
    let tex = run_in(folder.path(), "risk mines --graph g --format tex --columns node,risk_exact").ok();
    assert!(tex.contains("\n{*}a & $\\frac{1}{2}$ \\\\\n{[}b] & $\\frac{1}{2}$ \\\\\n"), "{tex}");
    let csv = run_in(folder.path(), "risk mines --graph g --format csv --columns node,RISK").ok();
    assert_eq!(csv, "node,risk\n*a,0.500000000000\n[b],0.500000000000\nc,\n");
}

/// Runs the program with `--columns`.
fn with_columns(args: &str, columns: &str) -> Ran {
    run_args(folder().path(), args, &["--columns", columns])
}

#[test]
fn columns_of_several_boards_are_chosen() {
    let folder = folder();
    fs::write(folder.path().join("two"), "mines 1\n1.\n..\n\nmines 1\n.1.\n").expect("a file");
    let boards = run_in(folder.path(), "risk mines two --columns board,row,risk_exact --format csv").ok();
    assert!(
        boards.starts_with("board,row,risk_exact\n1,1,\n1,1,1/3\n") && boards.ends_with("\n2,1,1/2\n"),
        "{boards}"
    );
}

/// The error for an unknown column lists all columns, and its hint works.
#[test]
fn unknown_columns_are_refused() {
    let args = "odds guess --numbers 4";
    let refused = with_columns(&format!("{args} --format csv"), "win_1_exakt,states");
    refused.failed(
        2,
        "no column \"win_1_exakt\"; the columns are numbers, players, weights, guesses, win_1, win_1_exact, win_2, \
         win_2_exact, value, value_exact, states, transitions, ties, P(player 1 wins), P(player 2 wins)",
    );
    assert!(refused.err.ends_with("help: --columns win_1_exact,states\n"), "{}", refused.err);
    assert_eq!(with_columns(args, "win_1_exact,states").status, Some(0));
    // A name of CSV as a heading shows it.
    assert_eq!(with_columns(args, "win_1").ok(), with_columns(args, "Win 1").ok());
    // Headings of Markdown and LaTeX that are no columns.
    let refused = with_columns(&format!("{args} --format md"), "decimal");
    refused.failed(2, "no column \"decimal\": it belongs to a number, and comes with the number's column; ");
    let refused = with_columns(&format!("{args} --format md"), "quantity");
    refused.failed(2, "no column \"quantity\": each row of that table is a column here; ");
    let refused = with_columns(args, "nothing of the kind");
    assert!(refused.err.ends_with("help: --columns numbers\n"), "{}", refused.err);
    // A heading that has a comma is quoted.
    let folder = folder();
    fs::write(folder.path().join("b"), "mines 1\n1.\n..\n").expect("a file");
    let refused = run_in(folder.path(), "risk mines b --columns celsl");
    assert!(refused.err.contains(", \"cells (row,column), lowest risk first\","), "{}", refused.err);
    let quoted = "\"cells (row,column), lowest risk first\",P(mine)";
    let output = run_args(folder.path(), "risk mines b --digits 2 --columns", &[quoted]).ok();
    assert!(output.ends_with("\n\ncells (row,column), lowest risk first  P(mine)\n1,2 2,1 2,2                            0.33\n"), "{output}");
    // Refused before the work.
    let many = with_columns("odds memory --pairs 1..=2000 --format json", "pairs");
    many.failed(2, "--columns chooses columns of text, csv, md and tex; JSON has every field");
    with_columns(args, ",pairs").failed(2, "write names of columns, separated by commas");
    with_columns(args, "3").failed(2, "write names of columns, separated by commas");
}

/// The title of several plans has the parameters that all games share.
#[test]
fn titles_of_plans_have_the_common_parameters() {
    let text = run("plan guess --numbers 4,5 --threads 1").ok();
    assert!(text.starts_with("Cost of exact odds with 1 thread: 2 games\n2 players\n\n"), "{text}");
}

/// Several values in a cell are separated by spaces; a value with a space is quoted.
#[test]
fn several_values_in_a_cell_are_separated() {
    let folder = folder();
    for (names, cell) in [
        ("Anna,Ben", "Anna Ben"),
        ("Anna Maria,Ben", "\"Anna Maria\" Ben"),
        ("Anna,Maria Ben", "Anna \"Maria Ben\""),
        ("A \"B\",C", "\"A \"\"B\"\"\" C"),
    ] {
        let out = run_args(folder.path(), "fair memory --pairs 2 --format csv --names", &[names]).ok();
        let mut table = csv::Reader::from_reader(out.as_bytes());
        let place = table.headers().expect("a header").iter().position(|name| name == "names");
        let line = table.records().next().expect("a line").expect("CSV");
        assert_eq!(place.and_then(|place| line.get(place)), Some(cell), "{names}");
    }
}

/// The policy and the result cannot share stdout.
#[test]
fn a_policy_and_a_result_cannot_share_stdout() {
    let args = "best memory --pairs 2 --save -";
    run(args).failed(2, "the policy and the result cannot both go to stdout");
    let folder = folder();
    let policy = run_in(folder.path(), &format!("{args} -o best.txt -q")).ok();
    assert!(serde_json::from_str::<serde_json::Value>(&policy).is_ok(), "{policy}");
    let result = fs::read_to_string(folder.path().join("best.txt")).expect("a file");
    assert_eq!(result, run("best memory --pairs 2").ok());
}
