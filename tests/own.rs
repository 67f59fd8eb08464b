//! The crate of games in tests/own, run as a program: this test starts itself again as that program.

use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, ExitCode, Output, Stdio};

#[path = "own/src/craps.rs"]
mod craps;
#[path = "own/src/ladders.rs"]
mod ladders;
#[path = "own/src/pig.rs"]
mod pig;
#[path = "own/wrong.rs"]
mod wrong;

/// Set in the environment of the program, and not in that of the test.
const PROGRAM: &str = "CHANCETREE_OWN_GAMES";

fn main() -> ExitCode {
    match std::env::var(PROGRAM).as_deref() {
        Ok("twice") => return chancetree::cli::run(&[&craps::Dice, &craps::Dice]),
        Ok("taken") => return chancetree::cli::run(&[&wrong::TAKEN]),
        Ok("letter") => return chancetree::cli::run(&[&wrong::LETTER]),
        Ok("loose") => return chancetree::cli::run(&[&wrong::LOOSE]),
        Ok("own option") => return chancetree::cli::run(&[&wrong::OWN_OPTION]),
        Ok("no command") => return chancetree::cli::run(&[&wrong::NO_COMMAND]),
        Ok("hostile") => return chancetree::cli::run(&[&wrong::HOSTILE]),
        Ok(_) => return chancetree::cli::run(&[&pig::Pigs, &ladders::Ladders, &craps::Dice]),
        Err(_) => {}
    }
    let tests: [(&str, fn()); 16] = [
        ("piglet", piglet),
        ("pig_with_a_die", pig_with_a_die),
        ("snakes_and_ladders", snakes_and_ladders),
        ("the_pass_line", the_pass_line),
        ("doubles_are_within_their_bounds", doubles_are_within_their_bounds),
        ("games_answer_their_own_commands", games_answer_their_own_commands),
        ("every_command_answers", every_command_answers),
        ("every_format_is_written", every_format_is_written),
        ("families_are_listed", families_are_listed),
        ("ranges_are_answered", ranges_are_answered),
        ("a_game_by_hand", a_game_by_hand),
        ("a_dialog_of_its_own", a_dialog_of_its_own),
        ("exploration_resumes", exploration_resumes),
        ("mistakes_are_refused_in_one_line", mistakes),
        ("completions_are_escaped", completions_are_escaped),
        ("wrong_descriptions_are_refused", wrong_descriptions),
    ];
    // Tests wait for the programs that they start, so all run at once. A panic in one of them ends this test with its message.
    std::thread::scope(|scope| {
        for (name, test) in tests {
            scope.spawn(move || {
                test();
                println!("test own::{name} ... ok");
            });
        }
    });
    ExitCode::SUCCESS
}

/// Runs the program.
fn run(args: &str, input: &str) -> Output {
    run_as("games", args, input)
}

fn run_as(which: &str, args: &str, input: &str) -> Output {
    let mut program = Command::new(std::env::current_exe().expect("this program has a path"))
        .args(args.split_whitespace())
        .env(PROGRAM, which)
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A program that reads nothing may have gone.
    let _ = program.stdin.take().expect("it is piped").write_all(input.as_bytes());
    program.wait_with_output().expect("it ends")
}

fn ok(args: &str) -> String {
    let output = run(args, "");
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(args: &str) -> Value {
    serde_json::from_str(&ok(args)).expect("JSON")
}

/// Neller and Presser (2004): the optimal probabilities of Piglet to 2, of the game and of its positions.
fn piglet() {
    let odds = json("odds pig --target 2 --throw coin --format json");
    assert_eq!(odds["win"][0]["exact"], "4/7");
    assert_eq!(odds["win"][1]["exact"], "3/7");
    let all = json("best pig --target 2 --throw coin --every --format json");
    let positions = all["positions"].as_array().expect("a list");
    let graph = json("graph pig --target 2 --throw coin --show all --as json -o -");
    for (position, value) in [
        ("0:0+0", "4/7"),
        ("0:0+1", "5/7"),
        ("0:1+0", "2/5"),
        ("0:1+1", "3/5"),
        ("1:0+0", "4/5"),
        ("1:1+0", "2/3"),
    ] {
        // With nothing to bank there is no decision.
        if let Some(found) = positions.iter().find(|found| found["position"] == position) {
            assert_eq!(found["value"]["exact"], value, "{position}");
        }
        let node = |node: &&Value| node["state"] == position && node["what"] == "state";
        let found = graph["nodes"].as_array().expect("a list").iter().find(node);
        assert_eq!(found.expect("play can come there")["value_exact"], value, "{position}");
    }
    assert_eq!(positions.len(), 6, "one for each position with something to bank");
}

/// To 2, any throw but a 1 wins: p = 5/6 + 1/6 (1 - p). The advantage of beginning falls with the length of the game; to 100
/// the probability is .5306 (Neller and Presser 2004).
fn pig_with_a_die() {
    assert_eq!(json("odds pig --target 2 --format json")["win"][0]["exact"], "6/7");
    let value = |target: u16| -> f64 {
        let odds = json(&format!("odds pig --target {target} --format json"));
        odds["win"][0]["decimal"].as_str().expect("text").parse().expect("a number")
    };
    let all: Vec<f64> = [2, 10, 20].map(value).into();
    assert!(all.windows(2).all(|two| two[0] > two[1]) && all[2] > 0.5306, "{all:?}");
}

/// Althoen, King and Schilling (1993): 39.2 moves, and the exact fraction.
fn snakes_and_ladders() {
    let odds = json("odds ladders --format json");
    let moves = &odds["expected_moves"][0];
    assert!(moves["decimal"].as_str().expect("text").starts_with("39.2"), "{moves}");
    assert_eq!(
        moves["exact"],
        "225837582538403273407117496273279920181931269186581786048583/\
         5757472998140039232950575874628786131130999406013041613400"
    );
    assert!(ok("count ladders").contains("is infinite"));
}

/// The known values of casinos: 244/495, and 557/165 throws.
fn the_pass_line() {
    let odds = json("odds craps --format json");
    assert_eq!((&odds["win"][0]["exact"], &odds["draw"]["exact"]), (&"244/495".into(), &"251/495".into()));
    assert_eq!(odds["expected_throws"][0]["exact"], "557/165");
    assert_eq!(odds.get("ties"), None, "no decisions");
    let simulated = json("simulate craps --games 20000 --seed 3 --format json");
    for estimate in simulated["estimates"].as_array().expect("a list") {
        let number = |name: &str| estimate[name]["float"].as_f64().expect("a number");
        let exact: f64 = estimate["exact"]["decimal"].as_str().expect("text").parse().expect("a number");
        assert!((number("value") - exact).abs() < 5.0 * number("error"), "{estimate}");
    }
}

/// Compares the numbers of `--approximate` with fractions. Pig to 100 has the value .5306 (Neller and Presser 2004).
fn doubles_are_within_their_bounds() {
    let number = |value: &Value| value.as_f64().expect("a double");
    let is_near = |double: &Value, exact: &Value| {
        let exact: f64 = exact["decimal"].as_str().expect("text").parse().expect("a number");
        // The decimal has 12 digits.
        (number(&double["float"]) - exact).abs() <= number(&double["error"]) + 1e-11 * exact.abs().max(1.0)
    };
    for game in ["pig --target 12", "ladders --sides 4", "craps"] {
        let [doubles, exact] =
            ["--approximate", ""].map(|option| json(&format!("odds {game} {option} --format json")));
        assert_eq!((&doubles["exact"], doubles.get("ties")), (&false.into(), None), "{game}");
        for (key, exact) in exact.as_object().expect("an object").iter().filter(|(_, it)| it.is_array()) {
            let pairs =
                doubles[key].as_array().expect("a list").iter().zip(exact.as_array().expect("a list"));
            assert!(pairs.clone().count() > 0);
            pairs.for_each(|(double, exact)| {
                assert!(is_near(double, exact), "{game}, {key}: {double} and {exact}");
                assert!(number(&double["error"]) < 1e-10, "{double}");
            });
        }
    }
    let best = json("best pig --target 12 --every --approximate --format json");
    let exact = json("best pig --target 12 --every --format json");
    let positions = |answer: &Value| answer["positions"].as_array().expect("a list").clone();
    assert_eq!(positions(&best).len(), positions(&exact).len());
    for (double, exact) in positions(&best).iter().zip(positions(&exact)) {
        assert!(is_near(&double["value"], &exact["value"]), "{double} and {exact}");
        assert_eq!(double["good"], exact["good"], "{double}");
    }
    let fair = json("fair pig --target 40 --approximate --format json");
    assert_eq!(fair["favoured"]["player"], 1);
    let large = json("odds pig --target 100 --approximate --precision 1e-12 --format json");
    assert!((number(&large["win"][0]["float"]) - 0.5306).abs() < 5e-5, "{large}");
    assert!(number(&large["win"][0]["error"]) < 1e-12, "{large}");
    let simulated = json("simulate pig --target 30 --games 3000 --approximate --format json");
    for estimate in simulated["estimates"].as_array().expect("a list") {
        let distance = number(&estimate["value"]["float"]) - number(&estimate["exact"]["float"]);
        assert!(distance.abs() < 5.0 * number(&estimate["error"]["float"]), "{estimate}");
    }
    let [graph, exact] = ["--approximate", "--precision decimal"]
        .map(|option| json(&format!("graph pig --target 9 --show all {option} --format json -o -")));
    let nodes = |graph: &Value| graph["nodes"].as_array().expect("a list").clone();
    assert!(nodes(&graph).len() > 100 && nodes(&graph).len() == nodes(&exact).len());
    for (double, exact) in nodes(&graph).iter().zip(nodes(&exact)) {
        assert!((number(&double["value"]) - number(&exact["value"])).abs() < 1e-12, "{double} and {exact}");
    }
}

/// A game answers a command of the program by a page of its own, and adds a command.
fn games_answer_their_own_commands() {
    let fair = json("fair craps --format json");
    assert_eq!((&fair["win"]["exact"], &fair["edge"]["exact"]), (&"244/495".into(), &"7/495".into()));
    assert_eq!(json("throws craps --format json")["expected"]["exact"], "557/165");
    assert!(ok("throws craps").contains("557/165"));
    assert_eq!(ok("throws craps --format csv"), "expected,expected_exact\n3.375757575758,557/165\n");
    assert_eq!(json("throws craps --bets 2 --format json")["expected"]["exact"], "1114/165");
    assert_eq!(json("throws craps --bets 2 --after-come-out --format json")["expected"]["exact"], "784/165");
    assert!(ok("--help").contains("throws"));
    assert!(ok("throws craps --help").contains("--checkpoint"));
    let stopped = run("throws craps --max-states 3", "");
    assert_eq!(stopped.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&stopped.stderr).contains("more than 3 states"));
}

fn every_command_answers() {
    for family in ["pig --target 4", "ladders", "craps"] {
        for command in ["odds", "count", "graph", "plan", "simulate", "play"] {
            let file = if command == "graph" { " --as dot -o -" } else { "" };
            assert!(!ok(&format!("{command} {family}{file}")).is_empty(), "{command} {family}");
            let page = ok(&format!("{command} {} -h", family.split(' ').next().expect("a name")));
            assert!(page.contains("Examples:"), "{page}");
            assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
        }
    }
    assert!(ok("best pig --target 4").contains("throw"));
    assert!(ok("fair pig --target 4").contains("player 1"));
    let games = ok("games");
    assert!(["pig:", "ladders:", "craps:"].iter().all(|name| games.contains(name)), "{games}");
    assert!(!games.contains("memory"), "{games}");
    assert!(ok("completions bash").contains("--target"));
    assert!(ok("man odds pig").contains("Points that win"));
}

fn every_format_is_written() {
    for format in ["dot", "graphml", "gexf", "json", "drn", "html", "svg"] {
        let text = ok(&format!("graph pig --target 3 --show all --as {format} -o -"));
        let mark = if format == "drn" { "@nr_states" } else { "throw" };
        assert!(text.contains(mark), "{format}");
    }
    for format in ["text", "json", "csv", "md", "tex"] {
        assert!(ok(&format!("odds pig --target 3 --format {format}")).contains("throws"), "{format}");
        assert!(ok(&format!("best pig --target 3 --format {format}")).contains("throw"), "{format}");
    }
    // The file has the value of a won game, so that Storm and other programs can compute the odds again.
    assert!(ok("graph pig --target 3 --as drn -o -").contains("win_1 win_2"));
}

fn families_are_listed() {
    // The games of a program of one's own have no pages.
    let help = ok("--help");
    assert!(help.contains("Play in the terminal, with exact odds") && !help.contains("web page"), "{help}");
    let commands = ok("games --commands");
    for (command, answers) in
        [("odds", "yes  yes      yes"), ("best", "yes  -        -"), ("fair", "yes  -        yes")]
    {
        let line = commands.lines().find(|line| line.starts_with(command)).expect("a command");
        assert!(line.trim_start_matches(command).trim().starts_with(answers), "{commands}");
    }
    let csv = ok("games --format csv");
    assert!(csv.contains("\ncraps,,\n") && csv.contains("\npig,--target"), "{csv}");
}

fn ranges_are_answered() {
    let csv = ok("odds pig --target 2..4 --throw coin --format csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("target,throw,win_1,win_1_exact,win_2,win_2_exact,"), "{csv}");
    assert_eq!(lines.len(), 4, "{csv}");
    assert!(lines[1].starts_with("2,coin,") && lines[1].contains(",4/7,"), "{csv}");
    assert_eq!(json("odds ladders --sides 4,6 --format json").as_array().map(Vec::len), Some(2));
}

fn a_game_by_hand() {
    let output =
        run("play pig --target 4 --seed 2 --seats human,human", "hint\nthrow\nundo\nfly\nthrow\nquit\n");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success());
    assert!(text.contains("bank") || text.contains("lost"), "{text}");
    assert!(text.contains("\"fly\" is not possible here"), "{text}");
    assert!(text.contains("chance 1/6"), "{text}");
    let again = run("play ladders --seed 5 --seats best", "");
    assert!(String::from_utf8_lossy(&again.stdout).ends_with("The game is over.\n"));
    assert_eq!(again.stdout, run("play ladders --seed 5 --seats best --threads 1", "").stdout);
}

/// The family's own `play` takes the place of the general one: 9 is the point, which comes before a 7 with probability 4/10.
fn a_dialog_of_its_own() {
    let output = run("play craps", "9\n13\n3\n9\n");
    assert!(output.status.success());
    let printed = [
        "come-out: P(win) 244/495. Your throw? ",
        "point 9: P(win) 2/5. Your throw? ",
        "Enter 2 to 12.\n",
        "point 9: P(win) 2/5. Your throw? ",
        "point 9: P(win) 2/5. Your throw? ",
        "You win.\n",
    ];
    assert_eq!(String::from_utf8_lossy(&output.stdout), printed.concat());
    let cut_off = run("play craps", "9\n");
    assert_eq!(String::from_utf8_lossy(&cut_off.stdout), format!("{}\n", printed[..2].concat()));
    let refused = run("play craps --seats human", "");
    assert_eq!(refused.status.code(), Some(2), "the page has no options of the general game");
}

fn exploration_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = format!("odds ladders --checkpoint {}", folder.path().display());
    for states in [30, 60, 75] {
        let stopped = run(&format!("{args} --max-states {states}"), "");
        let error = String::from_utf8_lossy(&stopped.stderr);
        assert_eq!(
            (stopped.status.code(), error.contains("resuming from")),
            (Some(3), states > 30),
            "{error}"
        );
        assert!(folder.path().join("chancetree.checkpoint.all.explored").exists(), "{error}");
    }
    assert_eq!(ok(&args), ok("odds ladders"));
    assert!(
        !folder.path().join("chancetree.checkpoint.all.explored").exists(),
        "done work leaves nothing behind"
    );
}

fn mistakes() {
    for (args, what, help) in [
        ("odds pig --target 0", "a whole number from 1 to 100 is needed", ""),
        ("odds pig --throw dice", "one of die, coin is needed", "--throw die"),
        ("odds pigs", "\"pigs\" is unknown", " odds pig"),
        ("throws pig", "throws does not support pig", " throws --help"),
        ("throws craps --bets 2..3", "--bets takes one number", "--bets 2"),
        ("best craps", "craps has no decisions", " odds craps"),
        ("fair ladders", "a single player has no opponent", " odds ladders"),
        ("fair board", "a game is needed: pig, craps", " fair --help"),
        ("graph pig --target 2..3", "works on one game", "--target 3"),
        ("play pig --seats human", "1 seat in --seats", "--seats human,human"),
        ("odds pig --tarjet 3", "--tarjet", "--target"),
    ] {
        let output = run(args, "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {error}");
        assert!(error.contains(what) && error.contains(help), "{args}: {error}");
        assert_eq!(error.lines().count(), 2, "{error}");
    }
    let output = run("odds pig --target 60 --max-states 100", "");
    assert_eq!(output.status.code(), Some(3));
}

fn wrong_descriptions() {
    for (which, why) in [
        ("twice", "two games are called craps"),
        ("taken", "taken has a parameter threads"),
        ("letter", "letter has a parameter -q, but -q is another option"),
        ("loose", "--much of loose needs --sugar, which must be declared before it"),
        ("own option", "own has a parameter threads, but every game has an option --threads"),
        ("no command", "idle has a page of \"juggle\", but there is no such command"),
    ] {
        let output = run_as(which, "games", "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.starts_with("error: ") && error.contains(why), "{error}");
    }
}

/// Characters with a meaning for shells are escaped in completion scripts. The scripts are also written for tests that load them.
fn completions_are_escaped() {
    let script = |shell: &str| {
        let mut program = Command::new(std::env::current_exe().expect("this program has a path"));
        #[cfg(unix)]
        std::os::unix::process::CommandExt::arg0(&mut program, "hostile");
        let output =
            program.args(["completions", shell]).env(PROGRAM, "hostile").output().expect("it starts");
        let script = String::from_utf8(output.stdout).expect("text");
        if let Some(folder) = std::env::var_os("CHANCETREE_EXPORT_DIR") {
            let file = std::path::Path::new(&folder).join(format!("hostile.{shell}"));
            std::fs::write(file, &script).expect("it can be written");
        }
        script
    };
    for (shell, wanted) in [
        (
            "zsh",
            r#"'--way=[It'\''s \[a\] "way"\: $(touch owned) `touch owned` \\ ‘x’ {y} 50%�]:P,P'\'',P'\'''\''\:[x]$(touch owned)`touch owned`"\\:((it\'\''s\:"Isn'\''t [b] \"\$(touch owned)\"\: \`touch owned\` \\\\ ‘z’"
\$\(touch\$\{IFS\}owned\)\:""
a\\\:b\:"c\:d"))' \"#,
        ),
        (
            "bash",
            r#"                --way)
                    COMPREPLY=($(compgen -W "it\\'s \\\$\\(touch\\\$\\{IFS\\}owned\\) a\\:b" -- "${cur}"))"#,
        ),
        (
            "fish",
            r#" -l way -d 'It\'s [a] "way": $(touch owned) `touch owned` \\ ‘x’ {y} 50%�' -r -f -a "it\\'s\t'Isn\\'t [b] \"\$(touch owned)\": `touch owned` \\\\ ‘z’'
\\\$\\(touch\\\$\\{IFS\\}owned\\)\t''
a\\:b\t'c:d'""#,
        ),
        ("elvish", r#"cand --way 'It''s [a] "way": $(touch owned) `touch owned` \ ‘x’ {y} 50%�'"#),
        (
            "powershell",
            r#"[CompletionResult]::new('--way', '--way', [CompletionResultType]::ParameterName, 'It''s [a] "way": $(touch owned) `touch owned` \ ‘‘x’’ {y} 50%�')"#,
        ),
    ] {
        let script = script(shell);
        assert!(script.contains(&format!("{wanted}\n")), "{shell}: {script}");
    }
}
