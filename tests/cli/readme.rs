//! The README and the pages of docs are run as written, their pictures are those of the program, and their links lead
//! somewhere.

use super::run::{folder, run, run_in};
use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

#[test]
fn its_commands_answer_as_printed() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md");
}

#[test]
fn its_pictures_are_of_this_program() {
    for pairs in ["2", "3"] {
        for shape in ["dag", "tree"] {
            let made = run(&format!("graph memory --pairs {pairs} --shape {shape} --as svg -o -")).ok();
            let name = format!("output/memory-pairs{pairs}-{shape}.svg");
            let kept = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&name)).expect(&name);
            assert!(
                made.as_bytes() == kept,
                "{name} is out of date; make it anew with the command of docs/graphs.md"
            );
        }
    }
    let table = run("best memory --pairs 1..=20 --format svg").ok();
    let kept = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("output/memory-tactics20.svg"));
    assert!(table.as_bytes() == kept.expect("the table"), "output/memory-tactics20.svg is out of date");
}

/// The plots and their numbers, by the commands that stand above them.
#[test]
fn its_plots_are_of_this_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/plots.md")).expect("the page");
    let commands = text.lines().filter_map(|line| line.strip_prefix("chancetree plot "));
    let commands: Vec<&str> = commands.filter(|command| command.contains("-o output/")).collect();
    assert_eq!(commands.len(), text.matches("](../output/plot-").count(), "a command for each picture");
    for command in commands {
        let folder = folder();
        run_in(folder.path(), &format!("plot {command} --quiet")).ok();
        let picture = command.split(' ').next_back().expect("the name of a picture");
        for name in [picture.to_owned(), picture.replace(".svg", ".csv")] {
            let [made, kept] = [folder.path(), root].map(|folder| std::fs::read(folder.join(&name)));
            assert!(made.expect(&name) == kept.expect(&name), "{name} is out of date: {command}");
        }
    }
}

/// The pages of docs, but for the list of them.
fn pages() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").read_dir().expect("docs");
    let names = folder.map(|file| file.expect("a file").file_name().into_string().expect("a plain name"));
    names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect()
}

/// The text outside fenced blocks, without code between backticks.
fn prose(text: &str) -> String {
    let outside: String = text.split("```").step_by(2).collect();
    outside.split('`').step_by(2).collect()
}

/// Returns what `[words](target)` refers to, web addresses left out.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1).map(|rest| rest.split(')').next().expect("a first part"));
    targets.filter(|target| !target.contains("://")).map(str::to_owned).collect()
}

/// The names by which the headings of a page are linked to.
fn anchors(text: &str) -> BTreeSet<String> {
    let outside: String = text.split("```").step_by(2).collect();
    let headings = outside.lines().filter(|line| line.starts_with('#'));
    let plain = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-"));
    plain
        .map(|name| name.chars().filter(|&sign| sign.is_alphanumeric() || "-_".contains(sign)).collect())
        .collect()
}

#[test]
fn its_pages_are_all_in_the_book_once() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/SUMMARY.md");
    let listed = links(&read_to_string(list).expect("the list of pages"));
    let known: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), known.len(), "a page is listed twice");
    assert_eq!(known, pages());
}

#[test]
fn its_links_lead_to_files_and_headings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = ["README.md", "CONTRIBUTING.md", "docs/SUMMARY.md"].map(PathBuf::from);
    let pages = pages().into_iter().map(|name| Path::new("docs").join(name));
    let mut followed = 0;
    for page in own.into_iter().chain(pages) {
        let page = root.join(page);
        for link in links(&read_to_string(&page).expect("the page")) {
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{}: there is no {link}", page.display());
            if !heading.is_empty() {
                let text = read_to_string(&target).expect("a page");
                assert!(anchors(&text).contains(heading), "{}: {link} has no such heading", page.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 60, "{followed} links are too few to be all");
}

#[test]
fn it_is_read_in_a_minute() {
    let text = read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let lines = text.lines().count();
    assert!(lines <= 150, "{lines} lines; what is more belongs on a page of docs");
}

/// The README sums the studies up as the last line of the table of docs/studies.md does, and that is the program's.
#[test]
fn it_counts_what_is_confirmed_of_the_studies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let studies = read_to_string(root.join("docs/studies.md")).expect("the studies");
    let all = studies.lines().find_map(|line| line.strip_prefix("| all |")).expect("a sum");
    let counts: Vec<&str> = all.split('|').map(str::trim).take(2).collect();
    let said = read_to_string(root.join("README.md")).expect("the README").replace(',', "");
    let [printed, confirmed] = counts[..] else { panic!("{all}") };
    let sentence = format!(
        "Of {printed} numbers tables and formulas in published studies {confirmed} are confirmed as printed"
    );
    assert!(said.contains(&sentence), "the README does not say: {sentence}");
}
