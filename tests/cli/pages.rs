//! All help pages, found by following the lists of commands: layout, examples and errors.

use super::run::run;
use std::collections::BTreeSet;

/// The headings under which a page lists other pages.
const BELOW: [&str; 4] = ["Commands:", "Games:", "Kinds:", "Studies:"];

/// Returns the command and the `--help` text of each page, the first page first.
pub(crate) fn pages() -> Vec<(String, String)> {
    let mut all = vec![(String::new(), run("--help").ok())];
    let mut done = 0;
    while done < all.len() {
        let (page, help) = all[done].clone();
        let (mut section, mut names) = (String::new(), Vec::new());
        for line in help.lines() {
            match line.strip_prefix("  ") {
                None if !line.is_empty() => section = line.to_owned(),
                Some(entry) if BELOW.contains(&&*section) => names.extend(entry.split(' ').next()),
                _ => {}
            }
        }
        for name in names.into_iter().filter(|name| !name.is_empty() && *name != "help") {
            let page = format!("{page} {name}").trim().to_owned();
            let help = run(&format!("{page} --help")).ok();
            all.push((page, help));
        }
        done += 1;
    }
    all
}

/// Returns the examples of a page, each as one line.
pub(crate) fn examples(help: &str) -> Vec<String> {
    let help = help.replace(" \\\n      ", " ");
    let mut section = "";
    let mut found = Vec::new();
    for line in help.lines() {
        match line.strip_prefix("  ") {
            None if !line.is_empty() => section = line,
            Some(example) if section.starts_with("Example") => found.push(example.to_owned()),
            _ => {}
        }
    }
    found
}

/// Returns the options of a page, each with its heading.
fn options(help: &str) -> Vec<(&str, &str)> {
    let mut section = "";
    let mut found = Vec::new();
    for line in help.lines() {
        if !line.is_empty() && !line.starts_with(' ') {
            section = line;
        }
        // Descriptions are indented further.
        let (short, long) = line.split_at_checked(6).unwrap_or_default();
        let is_option = short.trim().is_empty() || (short.starts_with("  -") && short.ends_with(", "));
        if let Some(name) = long.strip_prefix("--").filter(|_| is_option && !section.starts_with("Example")) {
            let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '-');
            found.push((&name[..end.unwrap_or(name.len())], section));
        }
    }
    found
}

/// Options for output share a heading, even after flattened groups of options.
#[test]
fn options_are_below_their_own_heading() {
    let mut found = 0;
    for (page, help) in pages() {
        let options = options(&help);
        let is_plain = options.iter().all(|(_, heading)| ["Options:", "Work:"].contains(heading));
        for &(name, heading) in &options {
            let file = options.iter().find(|(name, _)| *name == "output").map(|(_, heading)| *heading);
            let wanted: &[&str] = match name {
                "format" if file.is_some() => {
                    found += 1;
                    assert_eq!(Some(heading), file, "{page}: --format and --output");
                    continue;
                }
                "format" | "digits" | "distribution" | "save" | "sequence" => {
                    found += 1;
                    if is_plain { &["Options:"] } else { &["Output:"] }
                }
                "show" => &["Graph:", "Options:"],
                "continue" => &["Play:"],
                "processes" | "hosts" | "process" | "wait" | "trusted-network" | "checkpoint"
                | "checkpoint-every" => {
                    continue;
                }
                _ => {
                    let foreign = ["Long work:", "Several processes (feature distributed):"];
                    assert!(!foreign.contains(&heading), "{page}: {name} is below {heading}");
                    continue;
                }
            };
            assert!(wanted.contains(&heading), "{page}: {name} is below {heading}");
        }
    }
    assert_eq!(found, 99, "options for output");
}

/// The size of a game and the number of players have the same short options on every page, and no short option is used twice.
#[test]
fn sizes_and_players_have_short_options() {
    let mut found = 0;
    for (page, help) in pages() {
        for (letter, option) in [("n", "pairs"), ("n", "numbers"), ("p", "players")] {
            if options(&help).iter().any(|(name, _)| *name == option) {
                assert!(help.contains(&format!("\n  -{letter}, --{option} ")), "{page}: {help}");
                found += 1;
            }
        }
        let short = |line: &str| Some(line.strip_prefix("  -")?.split_once(", --")?.0.to_owned());
        let letters: Vec<String> = help.lines().filter_map(short).collect();
        let different: BTreeSet<&String> = letters.iter().collect();
        assert_eq!(letters.len(), different.len(), "{page}: {letters:?}");
    }
    assert_eq!(found, 49, "short options");
    for (short, long) in [
        ("odds memory -n 3 -p 3", "odds memory --pairs 3 --players 3"),
        ("count solitaire -n1..3", "count solitaire --pairs 1..3"),
        ("best guess -n=4 -p1", "best guess --numbers 4 --players 1"),
    ] {
        assert_eq!(run(short).ok(), run(long).ok(), "{short}");
    }
}

#[cfg(not(feature = "distributed"))]
#[test]
fn options_of_missing_features_are_hidden() {
    for (page, help) in pages() {
        assert!(!help.contains("--processes") && !help.contains("--hosts"), "{page}");
    }
}

/// Returns every command and game as `embed::describe` lists them, and an empty string for the program itself.
fn commands() -> BTreeSet<String> {
    let described = chancetree::cli::embed::describe();
    let mut all = BTreeSet::from([String::new()]);
    for command in described.as_array().expect("commands") {
        let name = command["name"].as_str().expect("a name");
        let below = command["families"].as_array().expect("families").iter();
        all.extend(below.map(|family| format!("{name} {}", family["name"].as_str().expect("a name"))));
        all.insert(name.to_owned());
    }
    all.retain(|line| !line.split(' ').any(|word| word == "help"));
    all
}

#[test]
fn every_page_fits_and_shows_examples() {
    let pages = pages();
    assert_eq!(pages.iter().map(|(page, _)| page.clone()).collect::<BTreeSet<_>>(), commands());
    let (mut bare, all) = (Vec::new(), pages.clone());
    for (page, long) in pages {
        let short = run(&format!("{page} -h")).ok();
        for text in [&short, &long] {
            let usage = format!("Usage: chancetree {page}");
            assert!(text.contains(usage.trim_end()), "{page}: {text}");
            // The usage line is not wrapped.
            let fits = |line: &str| line.chars().count() <= 80 || line.starts_with("Usage: ");
            assert!(text.lines().all(fits), "{page}: {text}");
            assert!(!text.contains('\u{1b}'), "{page} is plain");
            let shows = examples(text).iter().any(|example| example.contains("chancetree "));
            let is_last = !all.iter().any(|(other, _)| other.starts_with(&format!("{page} ")));
            if is_last && !shows {
                bare.push(page.clone());
            }
        }
        // The short help fits a screen, and --help has more.
        assert!(short.lines().count() <= 50, "{page} -h has {} lines", short.lines().count());
        assert!(long.lines().count() >= short.lines().count(), "{page} --help has more");
    }
    bare.dedup();
    // A study has no options, so its page needs no example.
    bare.retain(|page| !page.starts_with("reproduce "));
    assert_eq!(bare, [""; 0], "pages without an example");
    assert_eq!(run("--version").ok(), concat!("chancetree ", env!("CARGO_PKG_VERSION"), "\n"));
}

/// On every page, an unknown option is an error of one line with a hint that works.
#[test]
fn every_page_reports_an_unknown_option() {
    for (page, _) in pages() {
        let ran = run(&format!("{page} --no-such-option"));
        ran.failed(2, "\"--no-such-option\"");
        let hint = ran.err.lines().find_map(|line| line.strip_prefix("help: chancetree"));
        run(hint.unwrap_or_else(|| panic!("{page}: {}", ran.err)).trim()).ok();
    }
}

/// A page offers a range exactly where the command accepts one.
#[test]
fn ranges_are_offered_where_they_are_accepted() {
    let (mut offered, mut refused) = (0, 0);
    for (page, help) in pages() {
        let range = match page.split_once(' ').map_or("", |(_, family)| family) {
            "memory" | "solitaire" => "--pairs 2..3",
            "guess" => "--numbers 5..6",
            "mines" => "--rows 2 --cols 3 --mines 1..2",
            _ => continue,
        };
        let is_offered = help.contains("Also accepts a range or a list");
        let is_refused = run(&format!("{page} {range} --quiet")).err.contains("not on a range");
        assert!(!(is_offered && is_refused), "{page} {range}");
        (offered, refused) = (offered + u32::from(is_offered), refused + u32::from(is_refused));
    }
    assert_eq!((offered, refused), (22, 5));
}

/// A shell completes values, files where a file is needed, and no option of a missing feature.
#[test]
fn completions_offer_valid_values() {
    let scripts = ["zsh", "bash", "fish"].map(|shell| run(&format!("completions {shell}")).ok());
    for script in &scripts {
        assert!(!script.contains("--child") && !script.contains("-l child"));
        if cfg!(not(feature = "distributed")) {
            assert!(!script.contains("--processes") && !script.contains("-l processes"));
        }
    }
    let [zsh, bash, fish] = scripts;
    for line in [
        r"'--lead=[Lead of player 1 in pairs, instead of --scores]:D:' \",
        r"'(--rows --cols --seed)--board=[A position from another program, in the format of `risk mines`]:FILE:_files' \",
        r"'--recall=[Probabilities of recall p,p'\'',p'\'''\''\: 3/4,1/8,4/5]:P,P'\'',P'\'''\'':' \",
        r"'--tactics=[Tactics that best may choose \[default\: all\]]:T1,T5,...: _sequence -d compadd - T1 T2 T3 T4 T5 T6 T7 T8 T9 bold safe' \",
        r"'--seats=[The players in order of their seats, up to 8\: human or best \[default\: human,best\]]:S1,S2,...: _sequence -d compadd - human best' \",
    ] {
        assert!(zsh.lines().any(|found| found == line), "{line}");
    }
    let values = "anywhere edge corner middle chosen";
    assert!(zsh.contains(&format!(":WHERE:({values})'")));
    assert!(bash.contains(&format!("--start)\n                    COMPREPLY=($(compgen -W \"{values}\" --")));
    assert!(fish.contains(&format!(" -r -f -a \"{}\\t''\"\n", values.replace(' ', "\\t''\n"))));
    // In bash, options are offered only after a dash if there are values.
    assert!(bash.contains("\n            [[ ${cur} == -* ]] || opts=\"odds best count graph "));
    // fish offers files only where a command takes one.
    assert!(fish.contains("\ncomplete -c chancetree -f\n"));
    let files: Vec<&str> = fish.lines().filter(|line| line.ends_with("\" -F")).collect();
    let commands = [
        "replay",
        "fit; and __fish_seen_subcommand_from solitaire",
        "risk; and __fish_seen_subcommand_from mines minesweeper",
        "play; and __fish_seen_subcommand_from model",
        "simulate; and __fish_seen_subcommand_from model",
        "plan; and __fish_seen_subcommand_from model",
        "graph; and __fish_seen_subcommand_from model",
        "count; and __fish_seen_subcommand_from model",
        "best; and __fish_seen_subcommand_from model",
        "odds; and __fish_seen_subcommand_from model",
    ];
    let wanted = commands.map(|command| {
        format!("complete -c chancetree -n \"__fish_chancetree_using_subcommand {command}\" -F")
    });
    assert_eq!(files, wanted);
}

/// Manual pages and completions have every option of the help pages.
#[test]
fn manuals_and_completions_have_all_options() {
    let completions = run("completions fish").ok();
    for (page, help) in pages() {
        let manual = run(&format!("man {page}")).ok().replace("\\-", "-");
        let title = format!("chancetree {page}").trim().replace(' ', "-");
        let head =
            format!(".TH {title} 1 \"\" \"chancetree {}\" \"User Commands\"\n", env!("CARGO_PKG_VERSION"));
        assert!(manual.contains(&head), "man {page}: {manual}");
        let lines: Vec<&str> = manual.lines().collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| **line == ".TP") {
            let description = lines.get(at + 2).copied().unwrap_or_default();
            assert!(
                !description.is_empty() && !description.starts_with('.'),
                "man {page}: {}",
                lines[at + 1]
            );
        }
        // Global options follow the options of the command.
        let place = |option: &str| manual.find(&format!("--{option}\\fR]"));
        assert!(place("format").is_none_or(|format| place("threads") > Some(format)), "man {page}");
        for (name, _) in options(&help) {
            assert!(manual.contains(&format!("--{name}")), "man {page}: --{name}");
            assert!(
                completions.contains(&format!(" -l {name} "))
                    || completions.contains(&format!(" -l {name}\n")),
                "{name}"
            );
        }
    }
}
