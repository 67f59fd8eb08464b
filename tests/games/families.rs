//! Every family that is described: its examples are games, which are explored, solved and drawn without being named here.

use chancetree::export::decided::About;
use chancetree::family::{Domain, Family, Given, Help, Parameter, Setting, Typed, Verb};
use chancetree::games::DESCRIBED;
use chancetree::model::Run;
use std::collections::HashMap;

/// What was typed for the parameters of a family, as in `--pairs 8 --players 3`.
fn typed(family: &dyn Family, text: &str) -> HashMap<&'static str, Typed> {
    let parameters = family.parameters();
    let mut words = text.split(' ').peekable();
    let mut all = HashMap::new();
    while let Some(option) = words.next() {
        let is_it = |parameter: &&Parameter| option.strip_prefix("--") == Some(parameter.name);
        let parameter = parameters.iter().find(is_it).unwrap_or_else(|| panic!("{text}: {option}"));
        let value =
            if matches!(parameter.domain, Domain::Flag) { "" } else { words.next().expect("a value") };
        all.insert(parameter.name, parameter.read(value).expect("a value of it"));
    }
    all
}

fn given(family: &dyn Family, text: &str) -> Vec<Given> {
    let typed = typed(family, text);
    Given::all(&family.parameters(), |parameter| typed.get(parameter.name).cloned()).expect("games")
}

#[test]
fn every_example_is_a_game() {
    let run = Run { most_states: 200_000, ..Run::default() };
    for family in DESCRIBED {
        assert!(!family.examples().is_empty(), "{}", family.name());
        for example in family.examples() {
            let [given] = &given(*family, example)[..] else { panic!("{example} is one game") };
            let game = family.game(given).unwrap_or_else(|why| panic!("{example}: {}", why.what));
            assert!(!game.title().contains('\n'), "{example}");
            let stem = game.stem().map_or_else(|| given.stem(family.name()), str::to_owned);
            assert!(stem.starts_with(family.name()), "{stem}");
            assert!(
                stem.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)),
                "{stem}"
            );
            let parameters = game.parameters().cloned().unwrap_or_else(|| given.echo());
            assert!(parameters.as_object().is_some_and(|all| !all.is_empty()), "{example}");
            let explored = game.explore(&run).expect("small");
            let solution = explored.solve(0, &run).expect("solved");
            let start = explored.model().start();
            let value = explored.value(&solution, start);
            assert_eq!(value.len(), usize::from(game.seats()), "{example}");
            // What is done is worth what may be expected; where chance moves, there is nothing else.
            let choices = explored.choices(&solution, start);
            let best = choices.iter().map(|values| &values[0]).max().expect("the game is not over");
            assert_eq!(*best, value[0], "{example}");
            // Whoever plays as the solution says may expect what it says.
            let induced = explored.induced(&solution, &run).expect("a policy");
            let again = induced.solve(0, &run).expect("solved");
            assert_eq!(induced.value(&again, induced.model().start()), value, "{example}");
            let document = explored.document(&solution, About::default(), &run).expect("a document");
            assert!(document.node_count() >= induced.model().node_count(), "{example}");
        }
    }
}

/// Of several values all combinations are games; one that is outermost changes most slowly.
#[test]
fn ranges_are_all_combinations() {
    let memory = DESCRIBED.iter().find(|family| family.name() == "memory").expect("it is there");
    let all = given(*memory, "--pairs 2..3 --players 2..3 --unknown 1,2");
    let three = |given: &Given| ["players", "pairs", "unknown"].map(|name| given.whole::<u16>(name));
    let players: Vec<[u16; 3]> = all.iter().map(three).collect();
    let expected = [2, 3].into_iter().flat_map(|players| {
        [2, 3].into_iter().flat_map(move |pairs| [1, 2].map(move |unknown| [players, pairs, unknown]))
    });
    assert_eq!(players, expected.collect::<Vec<_>>());
}

/// Names are said once, defaults are values, what excludes or belongs to another knows it, and help is one line.
#[test]
fn descriptions_are_whole() {
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
        assert!(family.size().is_none_or(has), "{}", family.name());
        assert!(family.tailored().iter().all(|verb| Verb::ALL.contains(verb)));
    }
}

/// A refusal says what would be a game.
#[test]
fn refusals_say_what_to_type() {
    let refused = |name: &str, text: &str| {
        let family = DESCRIBED.iter().find(|family| family.name() == name).expect("it is there");
        let given = given(*family, text);
        family.game(&given[0]).err().unwrap_or_else(|| panic!("{name} {text} is no game"))
    };
    let small = refused("mines", "--rows 9 --cols 9 --mines 10");
    assert_eq!(small.help, Some(Help::Instead("--rows 4 --cols 4 --mines 3".to_owned())));
    let untold = refused("mines", "--rows 3");
    assert!(untold.what.contains("all three"), "{}", untold.what);
    let none = refused("memory", "--pairs 4 --unknown-singles 1");
    assert_eq!(none.help, Some(Help::Options("--singles 1".to_owned())));
    let three = refused("memory", "--pairs 4 --players 3 --memory 2 --objective win");
    assert_eq!(three.help, Some(Help::Options("--players 2".to_owned())));
    let robots = refused("memory", "--pairs 4 --rules tactical");
    assert_eq!(robots.help, Some(Help::Options("--play best".to_owned())));
}

#[test]
fn even_numbers_pass_over_odd_ones() {
    let cards = Parameter::even("cards", "", 2, 60_000);
    let read = |text: &str| {
        let typed = cards.read(text)?;
        let number = |setting: &Setting| match setting {
            Setting::Whole(number) => *number,
            _ => unreachable!("even numbers are whole"),
        };
        Ok::<_, String>((typed.all.iter().map(number).collect::<Vec<u64>>(), typed.several))
    };
    assert_eq!(read("16"), Ok((vec![16], false)));
    assert_eq!(read("2..8"), Ok((vec![2, 4, 6, 8], true)));
    assert_eq!(read("16,4"), Ok((vec![4, 16], true)));
    assert_eq!(read("60000"), Ok((vec![60_000], false)));
    for wrong in ["15", "0", "1..4", "2..5", "60002", "x", ""] {
        assert!(read(wrong).is_err(), "{wrong:?}");
    }
}

/// A name alone says something, too; words of a list are checked one by one, and stand as they are described.
#[test]
fn names_alone_and_lists_of_words() {
    const WAYS: Parameter =
        Parameter::word_list("ways", "Ways", &[("Bold", ""), ("safe", "Never two new cards")]).or_bare();
    const DEPTH: Parameter = Parameter::number("depth", "Depth", 1, 9).or_bare();
    assert!(WAYS.may_be_bare && !Parameter::flag("flag", "Flag").may_be_bare);
    let names = |text: &str| WAYS.read(text).map(|typed| typed.all);
    assert_eq!(names("bold,SAFE"), Ok(vec![Setting::Names(vec!["Bold".to_owned(), "safe".to_owned()])]));
    assert_eq!(names("bold,fast"), Err("one of Bold, safe is needed".to_owned()));
    let given = |typed: Option<Setting>| {
        let all = Given::all(&[WAYS, DEPTH], |_| typed.clone().map(Typed::one)).expect("one game");
        all.into_iter().next().expect("one game")
    };
    let bare = given(Some(Setting::Flag));
    assert!(bare.is_given("ways") && bare.is_given("depth"));
    assert_eq!((bare.names("ways"), bare.optional::<u8>("depth")), (Some(&[][..]), None));
    assert_eq!(bare.echo()["depth"], true);
    let none = given(None);
    assert!(!none.is_given("ways") && none.names("ways").is_none() && none.optional::<u8>("depth").is_none());
}

/// What a verb has by itself can be read, and is no parameter of a family that answers it by its description.
#[test]
fn options_of_verbs_are_their_own() {
    for verb in Verb::ALL {
        for option in verb.options() {
            assert!(option.default.is_none_or(|default| option.read(default).is_ok()), "{}", option.name);
            for family in DESCRIBED.iter().filter(|family| !family.tailored().contains(&verb)) {
                let is_it = |parameter: &Parameter| parameter.name == option.name;
                assert!(!family.parameters().iter().any(is_it), "{} of {}", option.name, family.name());
            }
        }
    }
    assert!(Verb::Best.options().iter().any(|option| option.name == "every"));
}

/// A game with fewer choices has the values of the game with all of them, where it says so.
#[test]
fn fewer_choices_have_the_same_values_where_they_hold() {
    let memory = DESCRIBED.iter().find(|family| family.name() == "memory").expect("it is there");
    let game =
        |text: &str| memory.game(&given(*memory, text)[0]).unwrap_or_else(|why| panic!("{}", why.what));
    let run = Run::default();
    let mut held = Vec::new();
    for text in [
        "--pairs 6 --play best",
        "--position 16,9,6 --play best",
        "--position 8,5,4 --play best --rules free-pass",
        "--pairs 7 --play best --rules tactical",
        "--pairs 5 --play best --tactics T1,T2,T5,T6 --rules free-pass",
    ] {
        let game = game(text);
        let reduced = game.reduced().expect("two who play best, for pairs");
        let (all, few) = (game.explore(&run).expect("small"), reduced.explore(&run).expect("small"));
        let solved = [&all, &few].map(|explored| explored.solve(0, &run).expect("solved"));
        let value = [&all, &few].map(|explored| explored.model().start());
        assert!(few.model().edge_count() < all.model().edge_count(), "{text}");
        assert!(all.holds(&solved[0]), "all choices have their own values");
        if few.holds(&solved[1]) {
            assert_eq!(few.value(&solved[1], value[1]), all.value(&solved[0], value[0]), "{text}");
        }
        held.push(few.holds(&solved[1]));
    }
    assert!(held.contains(&true), "{held:?}");
    for text in ["--pairs 4", "--pairs 4 --play best --objective win", "--pairs 4 --play best --players 3"] {
        assert!(game(text).reduced().is_none(), "{text}");
    }
}

/// Fewer choices are taken with the same checks: there must be something to play wherever play can come.
#[test]
fn what_cannot_be_played_is_refused_once_it_is_explored() {
    let memory = DESCRIBED.iter().find(|family| family.name() == "memory").expect("it is there");
    for (text, is_played) in
        [("--pairs 4 --play best", true), ("--pairs 4 --play best --tactics T1,T4", false)]
    {
        let game = memory.game(&given(*memory, text)[0]).unwrap_or_else(|why| panic!("{}", why.what));
        let games = [game.reduced(), Some(&*game)];
        for game in games.into_iter().flatten() {
            let explored = game.explore(&Run::default()).expect("small");
            assert_eq!(explored.check().is_ok(), is_played, "{text}");
        }
    }
}

/// A tree of histories has the values of the game that it is made of, however soon it is cut.
#[test]
fn trees_have_the_values_of_their_game() {
    let run = Run::default();
    for (name, text) in [("guess", "--numbers 5"), ("memory", "--pairs 3 --memory 2 --play best")] {
        let family = DESCRIBED.iter().find(|family| family.name() == name).expect("it is there");
        let game = family.game(&given(*family, text)[0]).unwrap_or_else(|why| panic!("{}", why.what));
        let explored = game.explore(&run).expect("small");
        let solution = explored.solve(0, &run).expect("solved");
        let of =
            |node: usize| (explored.words(node), explored.value(&solution, node), explored.actions(node));
        let known: Vec<_> = (0..explored.model().node_count()).map(of).collect();
        let mut before = 0;
        for depth in 1..=3 {
            let tree = explored.unfolded(Some(depth), &run).expect("small");
            let nodes = tree.model().node_count();
            assert!(nodes > before, "{name}");
            before = nodes;
            for node in 0..nodes {
                let told = (tree.words(node), tree.value(&solution, node), tree.actions(node));
                assert!(known.contains(&told), "{name}: {}", told.0);
            }
        }
    }
}
