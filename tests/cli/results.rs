//! Results in files, and tables that say what they are of.

use super::run::{Ran, command, files, folder, run, run_in};
use std::fs;

/// Every verb that prints a result writes it into a file, in the format that the name of the file says.
#[test]
fn a_result_goes_into_a_file() {
    for words in [
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
            let printed = run(&format!("{words} --format {format}")).ok();
            run_in(folder.path(), &format!("{words} -o {name} -q")).ok();
            let written = fs::read_to_string(folder.path().join(name)).expect("a file");
            assert_eq!(written, printed, "{words} {name}");
        }
        run_in(folder.path(), &format!("{words} -o a.csv")).failed(2, "a.csv is there already");
        run_in(folder.path(), &format!("{words} -o a.csv --force -q")).ok();
        run_in(folder.path(), &format!("{words} -o b.csv --format json"))
            .failed(2, "b.csv is csv by its name");
        run_in(folder.path(), &format!("{words} -o b.gexf")).failed(2, "the file is one of text, json, csv");
        assert_eq!(files(folder.path()), ["a", "a.csv", "a.json", "a.txt"], "{words}");
    }
    let folder = folder();
    for (words, name) in
        [("best memory --pairs 1..3", "a.svg"), ("best memory --memory 2 --pairs 1..4", "b.svg")]
    {
        run_in(folder.path(), &format!("{words} -o {name} -q")).ok();
        assert!(fs::read_to_string(folder.path().join(name)).expect("a file").contains("<svg"), "{words}");
    }
    run_in(folder.path(), "best memory --pairs 3 -o c.svg").failed(2, "svg is a picture of the table");
    assert_eq!(files(folder.path()), ["a.svg", "b.svg"]);
}

/// Half a result has no name, and what was there before stays.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_half_a_file() {
    use super::run::with_room;
    let folder = folder();
    for format in ["json", "csv", "txt"] {
        let words = format!("odds memory --pairs 1..60 -o a.{format}");
        let ran = with_room(folder.path(), &words, 1);
        ran.failed(1, &format!("a.{format}: file too large"));
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert_eq!(files(folder.path()), [""; 0]);
        fs::write(folder.path().join(format!("a.{format}")), "old").expect("a file");
        with_room(folder.path(), &format!("{words} --force"), 1).failed(1, "file too large");
        assert_eq!(fs::read_to_string(folder.path().join(format!("a.{format}"))).expect("a file"), "old");
        fs::remove_file(folder.path().join(format!("a.{format}"))).expect("a file");
    }
    let ran = run("odds memory --pairs 3 -o /dev/full");
    ran.failed(1, "/dev/full: no space left on device");
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
}

/// The part that a stop leaves is in the file, too.
#[test]
fn a_stop_leaves_its_part_in_the_file() {
    let folder = folder();
    let ran = run_in(folder.path(), "odds memory --pairs 1..=500 --max-states 20000 -o a.csv -q");
    ran.failed(3, "more than 20000 states");
    let part = fs::read_to_string(folder.path().join("a.csv")).expect("a file");
    let whole = run("odds memory --pairs 1..=40 --format csv").ok();
    assert!(part.lines().count() > 5, "{part}");
    assert!(part.lines().zip(whole.lines()).all(|(part, whole)| part == whole), "as if nothing had stopped");
}

/// The lines of a table begin with the parameters of their question.
#[test]
fn tables_begin_with_their_parameters() {
    for (words, parameters) in [
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
        let text = run(&format!("{words} --format csv")).ok();
        let sorted = |line: &str| {
            let mut names: Vec<String> =
                line.trim_end_matches([',', '\n']).split(',').map(str::to_owned).collect();
            names.sort();
            names
        };
        let header = text.lines().next().expect("a header");
        let first: Vec<&str> = header.split(',').take(sorted(parameters).len()).collect();
        assert_eq!(sorted(&first.join(",")), sorted(parameters), "{words}: {header}");
        assert!(text.lines().count() > 1, "{words}");
        assert_in_every_style(words);
    }
    for words in [
        "fair memory --pairs 3..=4",
        "plan memory --pairs 4",
        "games",
        "simulate mines --rows 2 --cols 2 --mines 1 --games 3 -q",
        "simulate guess --games 3",
        "count memory --pairs 1..=3",
        "odds guess",
        "best memory --memory 2 --pairs 1..=3",
        "reproduce bondarenko",
    ] {
        assert_in_every_style(words);
    }
}

/// Checks the same table for spreadsheets, in Markdown and in LaTeX: as many rows, and in each as many cells.
fn assert_in_every_style(words: &str) {
    let [csv, md, tex] = ["csv", "md", "tex"].map(|style| run(&format!("{words} --format {style}")).ok());
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let rows: Vec<usize> = reader.records().map(|row| row.expect("rows of one length").len()).collect();
    let md: Vec<usize> = md.replace("\\|", "").lines().map(|line| line.split('|').count() - 2).collect();
    assert_eq!(md[..1], rows[..1], "{words}");
    assert_eq!((md[1], &md[2..]), (rows[0], &rows[1..]), "{words}");
    let lines: Vec<&str> = tex.lines().collect();
    let end = lines.len() - 2;
    assert_eq!(
        [lines[1], lines[3], lines[end], lines[end + 1]],
        ["\\hline", "\\hline", "\\hline", "\\end{tabular}"]
    );
    let cells = |line: &&str| line.replace("\\&", "").split('&').count();
    let tex: Vec<usize> = lines[2..3].iter().chain(&lines[4..end]).map(cells).collect();
    assert_eq!(tex, rows, "{words}");
    let columns = lines[0].trim_start_matches("\\begin{tabular}{").trim_end_matches('}');
    assert_eq!(columns.len(), rows[0], "{words}: {columns}");
}

/// Values of one cell are told apart, whatever is in them: what stands between them is quoted where it is in one.
#[test]
fn several_values_in_a_cell_are_told_apart() {
    let folder = folder();
    for (names, cell) in [
        ("Anna,Ben", "Anna Ben"),
        ("Anna Maria,Ben", "\"Anna Maria\" Ben"),
        ("Anna,Maria Ben", "Anna \"Maria Ben\""),
        ("A \"B\",C", "\"A \"\"B\"\"\" C"),
    ] {
        let mut command = command(folder.path(), "fair memory --pairs 2 --format csv --names");
        let ran = Ran::new(names, command.arg(names).output().expect("it starts"));
        let out = ran.ok();
        let mut table = csv::Reader::from_reader(out.as_bytes());
        let place = table.headers().expect("a header").iter().position(|name| name == "names");
        let line = table.records().next().expect("a line").expect("CSV");
        assert_eq!(place.and_then(|place| line.get(place)), Some(cell), "{names}");
    }
}

/// Two results on one stdout would be neither.
#[test]
fn a_policy_on_stdout_is_alone_there() {
    let words = "best memory --pairs 2 --save -";
    run(words).failed(2, "the policy and the result cannot both go to stdout");
    let folder = folder();
    let policy = run_in(folder.path(), &format!("{words} -o best.txt -q")).ok();
    assert!(serde_json::from_str::<serde_json::Value>(&policy).is_ok(), "{policy}");
    let told = fs::read_to_string(folder.path().join("best.txt")).expect("a file");
    assert_eq!(told, run("best memory --pairs 2").ok());
}

/// Functions are mathematics where LaTeX sets them, and nowhere else.
#[test]
fn formulas_are_mathematics_in_latex() {
    let told = |format: &str| run(&format!("odds solitaire --pairs 2 --symbolic --format {format}")).ok();
    let tex = told("tex");
    assert!(tex.contains(r"turns & $\frac{2(3p + 1)}{3p}$ \\"), "{tex}");
    assert!(!tex.contains("asciicircum") && !tex.contains('\u{2}'), "{tex}");
    assert!(told("csv").contains("turns,2 (3 p + 1) / (3 p)\n"));
    assert!(told("md").contains("| turns | 2 (3 p + 1) / (3 p) |"));
}
