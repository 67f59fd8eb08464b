//! The README and the pages of docs: commands print what the pages show, pictures are up to date, and links have targets.

use super::run::{folder, run, run_in};
use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

#[test]
fn commands_print_what_the_pages_show() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md");
}

#[test]
fn pictures_are_up_to_date() {
    for pairs in ["2", "3"] {
        for shape in ["dag", "tree"] {
            let made = run(&format!("graph memory --pairs {pairs} --shape {shape} --as svg -o -")).ok();
            let name = format!("output/memory-pairs{pairs}-{shape}.svg");
            let committed = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&name)).expect(&name);
            assert!(made.as_bytes() == committed, "{name} is out of date; docs/graphs.md has the command");
        }
    }
    let table = run("best memory --pairs 1..=20 --format svg").ok();
    let committed = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("output/memory-tactics20.svg"));
    assert!(table.as_bytes() == committed.expect("the table"), "output/memory-tactics20.svg is out of date");
}

/// Checks each plot and its table with the command above it.
#[test]
fn plots_are_up_to_date() {
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
            let [made, committed] = [folder.path(), root].map(|folder| std::fs::read(folder.join(&name)));
            assert!(made.expect(&name) == committed.expect(&name), "{name} is out of date: {command}");
        }
    }
}

/// Returns the names of the pages of docs, except SUMMARY.md.
fn pages() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").read_dir().expect("docs");
    let names = folder.map(|file| file.expect("a file").file_name().into_string().expect("a plain name"));
    names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md").collect()
}

/// Returns the text outside code blocks and code spans.
fn prose(text: &str) -> String {
    let outside: String = text.split("```").step_by(2).collect();
    outside.split('`').step_by(2).collect()
}

/// Returns the targets of links `[text](target)`, except web addresses.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1).map(|rest| rest.split(')').next().expect("a first part"));
    targets.filter(|target| !target.contains("://")).map(str::to_owned).collect()
}

/// Returns the anchors of the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let outside: String = text.split("```").step_by(2).collect();
    let headings = outside.lines().filter(|line| line.starts_with('#'));
    let plain = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-"));
    plain
        .map(|name| name.chars().filter(|&sign| sign.is_alphanumeric() || "-_".contains(sign)).collect())
        .collect()
}

#[test]
fn every_page_is_in_the_book_once() {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/SUMMARY.md");
    let listed = links(&read_to_string(list).expect("the list of pages"));
    let known: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), known.len(), "a page is listed twice");
    assert_eq!(known, pages());
}

#[test]
fn links_lead_to_files_and_headings() {
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
    assert!(followed > 60, "only {followed} links");
}

#[test]
fn the_readme_is_short() {
    let text = read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the README");
    let lines = text.lines().count();
    assert!(lines <= 150, "{lines} lines; move details to a page of docs");
}

/// The README has the sums of docs/studies.md, which `reproduce.rs` compares with the program.
#[test]
fn the_readme_has_the_sums_of_the_studies() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let studies = read_to_string(root.join("docs/studies.md")).expect("the studies");
    let all = studies.lines().find_map(|line| line.strip_prefix("| all |")).expect("a sum");
    let counts: Vec<&str> = all.split('|').map(str::trim).take(2).collect();
    let readme = read_to_string(root.join("README.md")).expect("the README").replace(',', "");
    let [printed, confirmed] = counts[..] else { panic!("{all}") };
    let sentence = format!(
        "Of {printed} numbers tables and formulas in published studies {confirmed} are confirmed as printed"
    );
    assert!(readme.contains(&sentence), "the README does not contain: {sentence}");
}
