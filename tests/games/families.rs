//! Checks every registered game generically: its examples are explored, solved and exported.

use chancetree::export::{Document as _, DocumentInfo};
use chancetree::games::DESCRIBED;
use chancetree::games::memory::decisions::{Objective, Rules};
use chancetree::model::Job;
use chancetree_families::family::answers::winning;
use chancetree_families::family::{
    Domain, Family, GameArguments, GenericCommand, Help, Parameter, Playable, Refusal, TypedValues,
};
use chancetree_families::memory::family::{PlaySettings, Start};
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// Parses the arguments of a game, as in `--pairs 8 --players 3`.
pub(super) fn parsed(family: &dyn Family, text: &str) -> HashMap<&'static str, TypedValues> {
    let parameters = family.parameters();
    let mut arguments = text.split(' ').peekable();
    let mut all = HashMap::new();
    while let Some(option) = arguments.next() {
        let is_it = |parameter: &&Parameter| option.strip_prefix("--") == Some(parameter.name);
        let parameter = parameters.iter().find(is_it).unwrap_or_else(|| panic!("{text}: {option}"));
        let value =
            if matches!(parameter.domain, Domain::Flag) { "" } else { arguments.next().expect("a value") };
        all.insert(parameter.name, parameter.read(value).expect("a valid value"));
    }
    all
}

pub(super) fn given(family: &dyn Family, text: &str) -> Vec<GameArguments> {
    let typed = parsed(family, text);
    GameArguments::all(&family.parameters(), &|parameter| typed.get(parameter.name).cloned()).expect("games")
}

/// Returns the family with a name.
pub(super) fn family(name: &str) -> &'static dyn Family {
    *DESCRIBED.iter().find(|family| family.name() == name).expect("a known family")
}

/// Returns the first game of a family with these parameters.
pub(super) fn game(family: &dyn Family, text: &str) -> Box<dyn Playable> {
    family.game(&given(family, text)[0]).unwrap_or_else(|why| panic!("{text}: {}", why.what))
}

#[test]
fn every_example_is_a_game() {
    let job = Job { most_states: 200_000, ..Job::default() };
    for family in DESCRIBED.iter().filter(|family| !family.is_read_from_files()) {
        assert!(!family.examples().is_empty(), "{}", family.name());
        for example in family.examples() {
            let [given] = &given(*family, example)[..] else { panic!("{example} is one game") };
            let game = family.game(given).unwrap_or_else(|why| panic!("{example}: {}", why.what));
            assert!(!game.title.contains('\n'), "{example}");
            let stem = game.stem.clone().unwrap_or_else(|| given.stem(family.name()));
            assert!(stem.starts_with(family.name()), "{stem}");
            assert!(
                stem.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)),
                "{stem}"
            );
            let parameters = game.parameters.clone().unwrap_or_else(|| given.echo());
            assert!(parameters.as_object().is_some_and(|all| !all.is_empty()), "{example}");
            let explored = game.explore(&job).expect("small");
            let solution = explored.solve(0, None, &job).expect("solved");
            let start = explored.model().start();
            let value = explored.value(&solution, start);
            assert_eq!(value.len(), usize::from(game.seats), "{example}");
            // The best action has the value of the state; a state of chance has a single entry.
            let choices = explored.choices(&solution, start);
            let best = choices.iter().map(|values| &values[0]).max().expect("the game is not over");
            assert_eq!(*best, value[0], "{example}");
            // Play by the induced policy has the value of the solution.
            let induced = explored.induced(&solution, &job).expect("a policy");
            let again = induced.solve(0, None, &job).expect("solved");
            assert_eq!(induced.value(&again, induced.model().start()), value, "{example}");
            let document = explored.document(&solution, DocumentInfo::default(), &job).expect("a document");
            assert!(document.node_count() >= induced.model().node_count(), "{example}");
        }
    }
}

/// A game that is read from files answers every command by a page and cannot be built without a file.
#[test]
fn games_read_from_files_answer_by_pages() {
    let families = DESCRIBED.iter().filter(|family| family.is_read_from_files());
    let names: Vec<&str> = families.clone().map(|family| family.name()).collect();
    assert_eq!(names, ["model"]);
    for family in families {
        assert!(family.game(&GameArguments::default()).is_err() && family.parameters().is_empty());
        for command in GenericCommand::ALL.into_iter().filter(|command| !family.excluded().contains(command))
        {
            let page = family.pages().iter().find(|page| page.command == command.name());
            let page = page.unwrap_or_else(|| panic!("{} has no page", command.name()));
            let is_answered = page.answer.is_some() || page.graph.is_some();
            assert!(is_answered && page.inputs.iter().any(|input| input.is_required));
        }
    }
}

/// Checks that parameters have unique names, valid defaults, help of one line, and refer to existing parameters.
#[test]
fn descriptions_are_consistent() {
    for family in DESCRIBED {
        let parameters = family.parameters();
        let has = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
        for (place, parameter) in parameters.iter().enumerate() {
            let name = parameter.name;
            assert!(parameters[..place].iter().all(|other| other.name != name), "{name}");
            assert!(!parameter.meaning.is_empty() && !parameter.meaning.ends_with('.'), "{name}");
            assert!(parameter.default.is_none_or(|default| parameter.read(default).is_ok()), "{name}");
            assert!(parameter.without.iter().all(|other| has(other)), "{name}");
            assert!(parameter.with.is_none_or(has), "{name}");
        }
        let has_games = !family.is_read_from_files();
        for example in family.examples().iter().filter(|_| has_games) {
            let size = family.size(&given(*family, example)[0]);
            assert!(size.is_none_or(|[name, _]| has(name)), "{}", family.name());
        }
        assert!(family.excluded().iter().all(|command| GenericCommand::ALL.contains(command)));
    }
}

#[test]
fn boards_grow_along_their_longer_side() {
    let mines = family("mines");
    for (text, size) in [
        ("--rows 2 --cols 7 --mines 3", ["cols", "columns"]),
        ("--rows 7 --cols 2 --mines 3", ["rows"; 2]),
        ("--rows 4 --cols 4 --mines 3", ["rows"; 2]),
    ] {
        assert_eq!(mines.size(&given(mines, text)[0]), Some(size), "{text}");
    }
}

/// A reduced game has the values of the full game wherever it reports that they hold.
#[test]
fn reduced_games_have_the_values_of_full_games() {
    let memory = family("memory");
    let game = |text: &str| game(memory, text);
    let job = Job::default();
    let mut valid = Vec::new();
    for text in [
        "--pairs 6 --play best",
        "--position 16,9,6 --play best",
        "--position 8,5,4 --play best --rules free-pass",
        "--pairs 7 --play best --rules tactical",
        "--pairs 5 --play best --tactics T1,T2,T5,T6 --rules free-pass",
    ] {
        let game = game(text);
        let reduced = game.reduced().expect("two who play best, for pairs");
        let (all, few) = (game.explore(&job).expect("small"), reduced.explore(&job).expect("small"));
        let solved = [&all, &few].map(|explored| explored.solve(0, None, &job).expect("solved"));
        let value = [&all, &few].map(|explored| explored.model().start());
        assert!(few.model().edge_count() < all.model().edge_count(), "{text}");
        assert!(all.has_values_of_full_game(&solved[0]), "all choices have their own values");
        if few.has_values_of_full_game(&solved[1]) {
            assert_eq!(few.value(&solved[1], value[1]), all.value(&solved[0], value[0]), "{text}");
        }
        valid.push(few.has_values_of_full_game(&solved[1]));
    }
    assert!(valid.contains(&true), "{valid:?}");
    for text in ["--pairs 4", "--pairs 4 --play best --objective win", "--pairs 4 --play best --players 3"] {
        assert!(game(text).reduced().is_none(), "{text}");
    }
}

/// Checks the full and the reduced game in the same way: every reachable state needs an action.
#[test]
fn unplayable_games_are_refused_after_exploring() {
    let memory = family("memory");
    for (text, is_played) in
        [("--pairs 4 --play best", true), ("--pairs 4 --play best --tactics T1,T4", false)]
    {
        let game = game(memory, text);
        let games = [game.reduced(), Some(&*game)];
        for game in games.into_iter().flatten() {
            let explored = game.explore(&Job::default()).expect("small");
            assert_eq!(explored.check().is_ok(), is_played, "{text}");
        }
    }
}

/// A tree of histories, cut at any depth, has the values of its game.
#[test]
fn history_trees_have_the_values_of_their_game() {
    let job = Job::default();
    for (name, text) in [("guess", "--numbers 5"), ("memory", "--pairs 3 --memory 2 --play best")] {
        let family = family(name);
        let game = game(family, text);
        let explored = game.explore(&job).expect("small");
        let solution = explored.solve(0, None, &job).expect("solved");
        let of =
            |node: usize| (explored.words(node), explored.value(&solution, node), explored.actions(node));
        let known: Vec<_> = (0..explored.model().node_count()).map(of).collect();
        let mut before = 0;
        for depth in 1..=3 {
            let tree = explored.unfolded(Some(depth), &job).expect("small");
            let nodes = tree.model().node_count();
            assert!(nodes > before, "{name}");
            before = nodes;
            for node in 0..nodes {
                let found = (tree.words(node), tree.value(&solution, node), tree.actions(node));
                assert!(known.contains(&found), "{name}: {}", found.0);
            }
        }
    }
}

/// Checks the command suggested for a game that is too large, and the bytes and the size that a game reports.
#[test]
fn games_report_their_size_and_an_alternative_command() {
    let job = Job::default();
    for (name, text, instead, bytes) in [
        ("solitaire", "--pairs 7", "odds solitaire --pairs 7 --means", 0),
        ("solitaire", "--pairs 2 --recall 3/4,1/8,4/5", "", 0),
        ("memory", "--pairs 2 --play best", "", 0),
        // Twice eight bytes for each way to lay two mines on six cells: the placements, and their copies after the first click.
        ("mines", "--rows 2 --cols 3 --mines 2", "", 2 * 8 * 15),
        ("guess", "--numbers 3", "", 0),
    ] {
        let (given, game) = (&given(family(name), text)[0], game(family(name), text));
        assert_eq!(game.instead, instead, "{text}");
        assert_eq!(family(name).bytes(given), bytes, "{text}");
        let explored = game.explore(&job).expect("it is small");
        let sizes = [explored.model().node_count() as u64, explored.model().edge_count() as u64];
        // Odds of mines have one end for each number of remaining mines.
        if name != "mines" {
            assert_eq!(game.work(&job).expect("it is small"), Some(sizes), "{name} {text}");
        }
    }
    // Play by lowest risk decides nothing; most games with decisions have no scores.
    for (name, text, decides, scores) in [
        ("mines", "--rows 2 --cols 2 --mines 1", false, Some(&[][..])),
        ("mines", "--rows 2 --cols 2 --mines 1 --play best", true, None),
        ("memory", "--pairs 3 --scores 1,0", false, Some(&[1, 0][..])),
        ("memory", "--pairs 3 --play best --scores 1,0", true, None),
        ("memory", "--pairs 3 --memory 2 --play best --objective win --scores 1,0", true, Some(&[1, 0][..])),
        ("guess", "--numbers 3", true, Some(&[][..])),
    ] {
        let game = game(family(name), text);
        assert_eq!((game.decides, game.scores.as_deref()), (decides, scores), "{name} {text}");
    }
    for family in DESCRIBED {
        let is_line = |text: &str| !text.is_empty() && !text.contains('\n') && !text.ends_with('.');
        assert!(is_line(family.about()) && !family.source().contains('\n'), "{}", family.name());
        let is_whole = family.details().ends_with('.');
        assert_eq!(
            is_whole,
            ["solitaire", "mines", "guess", "model"].contains(&family.name()),
            "{}",
            family.details()
        );
    }
}

/// A game without a winner and a game with one player have no objective to win.
#[test]
fn winning_needs_an_opponent() {
    let refused = |name: &str, text: &str| {
        let family = family(name);
        let game = game(family, text);
        winning(family, &*game).map_err(|why| (why.what, why.help))
    };
    assert_eq!(refused("guess", "--numbers 3"), Ok(0));
    let two = Some(Help::Options("--players 2".to_owned()));
    let odds = |name| Some(Help::Ask(format!("odds {name}")));
    let alone = || "a single player has no opponent".to_owned();
    assert_eq!(refused("guess", "--numbers 3 --players 1"), Err((alone(), two)));
    // The number of players does not give the game a winner.
    assert_eq!(refused("memory", "--pairs 2"), Err(("this game has no winner".to_owned(), odds("memory"))));
    assert_eq!(refused("solitaire", "--pairs 2"), Err((alone(), odds("solitaire"))));
}

/// A family that implements only the required methods.
struct Bare;

impl Family for Bare {
    fn name(&self) -> &'static str {
        "bare"
    }

    fn about(&self) -> &'static str {
        "Nothing else"
    }

    fn parameters(&self) -> Vec<Parameter> {
        let words = Parameter::words("how", "how", &[("well", "well")]);
        vec![words, Parameter::number("first", "one number", 1, 9), Parameter::whole("second", "some", 1, 9)]
    }

    fn examples(&self) -> &'static [&'static str] {
        &["--second 3"]
    }

    fn game(&self, _: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
        Err(Refusal::new("there is none"))
    }
}

/// Optional descriptions are empty, and the size of a game is the first parameter that accepts ranges.
#[test]
fn defaults_of_a_family_are_empty() {
    let given = &given(&Bare, "--second 3")[0];
    assert_eq!((Bare.details(), Bare.source(), Bare.bytes(given)), ("", "", 0));
    assert_eq!(Bare.size(given), Some(["second"; 2]));
    assert!(Bare.excluded().is_empty() && Bare.pages().is_empty());
    // All known families have pages of their own for some commands.
    assert!(DESCRIBED.iter().all(|family| !family.pages().is_empty()));
    let abouts: HashSet<&str> = GenericCommand::ALL.iter().map(|command| command.meaning()).collect();
    assert!(
        abouts.len() == GenericCommand::ALL.len()
            && abouts.iter().all(|it| it.len() > 20 && !it.ends_with('.'))
    );
}

/// Checks the parameters that are reported with and without players who decide.
#[test]
fn objectives_are_dropped_without_decisions() {
    let memory = family("memory");
    let decide = |text: &str| PlaySettings::read(&given(memory, text)[0], "robots");
    let shown = |decide: &PlaySettings| decide.without_unused_options().parameters();
    let best = decide("--pairs 3 --play best --tactics T5 --objective win");
    assert_eq!((&shown(&best)["tactics"][0], &shown(&best)["objective"]), (&json!("T5"), &json!("win")));
    let bold = decide("--pairs 3 --play bold --tactics T5 --objective win");
    assert_eq!((&shown(&bold)["tactics"], &shown(&bold)["objective"]), (&json!(null), &json!("pairs")));
    let position = Start { players: 2, ..Start::default() }.position(3).expect("a board");
    let draw = decide("--pairs 3 --play bold --stalemate draw");
    assert!(draw.game(&position).is_err() && draw.without_unused_options().game(&position).is_ok());
    assert!(!PlaySettings::playing("best").is_robots() && decide("--pairs 3").is_robots());
    assert_eq!(PlaySettings::playing("safe").parameters()["play"], json!(["safe"]));
    let of = |passing: bool| PlaySettings::of(vec!["best".to_owned()], Objective::Win, passing);
    assert_eq!((of(true).objective(), of(true).rules()), (Objective::Win, Rules::Tactical));
    assert!(of(true).has_rules() && !of(false).has_rules() && of(false).objective.is_some());
    assert!(decide("--pairs 3 --tactics T5").has_rules() && decide("--pairs 3 --stalemate draw").has_rules());
    assert!(!decide("--pairs 3 --play best").has_rules());
}
