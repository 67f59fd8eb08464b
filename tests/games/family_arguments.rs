//! Arguments of families, as people write them.

use super::families::{family, game, given};
use chancetree::exact::ratio;
use chancetree::games::DESCRIBED;
use chancetree_families::family::{
    Family, GameArguments, GenericCommand, OrBare, Parameter, TypedValues, shell_word,
};
use chancetree_families::memory::family::{LimitedMemory, Remembered};
use chancetree_families::mines::family::MaxBoard;
use chancetree_families::solitaire::Tail;
use serde::Deserialize;
use serde_json::{Value, json};

#[test]
fn ranges_of_even_numbers_skip_odd_ones() {
    let cards = Parameter::even("cards", "", 2, 60_000);
    let read = |text: &str| {
        let typed = cards.read(text)?;
        Ok::<_, String>((typed.all.iter().filter_map(Value::as_u64).collect::<Vec<u64>>(), typed.several))
    };
    assert_eq!(read("16"), Ok((vec![16], false)));
    assert_eq!(read("2..8"), Ok((vec![2, 4, 6, 8], true)));
    assert_eq!(read("16,4"), Ok((vec![4, 16], true)));
    assert_eq!(read("60000"), Ok((vec![60_000], false)));
    assert_eq!(read("4..4,4"), Ok((vec![4], true)));
    for wrong in ["15", "0", "1..4", "2..5", "60002", "x", ""] {
        assert!(read(wrong).is_err(), "{wrong:?}");
    }
}

/// Checks options that need no value, and lists of words: each word is checked and gets the spelling of its description.
#[test]
fn options_without_values_and_lists_of_words_are_read() {
    const WAYS: Parameter =
        Parameter::word_list("ways", "Ways", &[("Bold", ""), ("safe", "Never two new cards")]).or_bare();
    const DEPTH: Parameter = Parameter::number("depth", "Depth", 1, 9).or_bare();
    assert!(WAYS.may_be_bare && !Parameter::flag("flag", "Flag").may_be_bare);
    let names = |text: &str| WAYS.read(text).map(|typed| typed.all);
    assert_eq!(names("bold,SAFE"), Ok(vec![json!(["Bold", "safe"])]));
    assert_eq!(names("bold,fast"), Err("one of Bold, safe is needed".to_owned()));
    #[derive(Debug, PartialEq, Deserialize)]
    struct Args {
        ways: Option<OrBare<Vec<String>>>,
        depth: Option<OrBare<u8>>,
    }
    let given = |typed: Option<Value>| {
        let all =
            GameArguments::all(&[WAYS, DEPTH], &|_| typed.clone().map(TypedValues::one)).expect("one game");
        all.into_iter().next().expect("one game")
    };
    let bare = given(Some(json!(true)));
    let is_bare = Args { ways: Some(OrBare::Bare(true)), depth: Some(OrBare::Bare(true)) };
    assert_eq!(bare.read::<Args>(), is_bare);
    assert_eq!(bare.echo()["depth"], true);
    let none = given(None);
    assert_eq!(none.read::<Args>(), Args { ways: None, depth: None });
}

/// Checks that defaults of command options are valid, and that no game declares such an option unless it answers the command itself.
#[test]
fn command_options_differ_from_game_parameters() {
    for command in GenericCommand::ALL {
        for option in command.page().options {
            assert!(option.default.is_none_or(|default| option.read(default).is_ok()), "{}", option.name);
            let has_own = |family: &dyn Family| {
                command == GenericCommand::Play
                    || family
                        .pages()
                        .iter()
                        .any(|page| page.command == command.name() && page.answer.is_some())
            };
            for family in DESCRIBED.iter().filter(|family| !has_own(**family)) {
                let is_it = |parameter: &Parameter| parameter.name == option.name;
                assert!(!family.parameters().iter().any(is_it), "{} of {}", option.name, family.name());
            }
        }
    }
    assert!(GenericCommand::Best.page().options.iter().any(|option| option.name == "every"));
}

/// A file name is made of the arguments and has only letters, digits, hyphens and underscores.
#[test]
fn arguments_are_parts_of_file_names() {
    let stem = |name: &str, text: &str| {
        let family = family(name);
        given(family, text)[0].stem(name)
    };
    let long = (1..=40).map(|number: u64| number.to_string()).collect::<Vec<_>>().join(",");
    for (family, text, expected) in [
        ("guess", "--numbers 4 --weights 1,2,3,4", "guess-numbers4-players2-weights-1-2-3-4"),
        ("guess", &format!("--numbers 40 --weights {long}"), "guess-numbers40-players2-weights"),
        ("solitaire", "--pairs 3 --recall 0.75,1/8,1", "solitaire-pairs3-recall3_4-1_8-1-k"),
        ("mines", "--board My/Board_1.txt", "mines-board-my-board-1-txt-lowest-start-anywhere"),
        ("memory", "--pairs 3 --play T1,Best", "memory-pairs3-players2-t1-best"),
    ] {
        assert_eq!(stem(family, text), expected);
    }
    let many = "x".repeat(70);
    assert!(stem("mines", &format!("--board {many}")).contains(&format!("-board-{}-", &many[..64])));
}

/// Checks the limit on the values of a parameter and on the games of a command.
#[test]
fn ranges_have_at_most_100_000_values() {
    let whole = Parameter::whole("numbers", "", 1, 10_000);
    let list = |times: usize| vec!["1..10000"; times].join(",");
    assert_eq!(whole.read(&list(10)).expect("100,000 numbers").all.len(), 10_000);
    assert!(whole.read(&format!("{},7", list(10))).is_err());
    let even = Parameter::even("cards", "", 2, 20_000);
    let list = |times: usize| vec!["2..20000"; times].join(",");
    assert_eq!(even.read(&list(10)).expect("100,000 numbers").all.len(), 10_000);
    assert!(even.read(&format!("{},8", list(10))).is_err());
    // A single range may exceed the limit.
    let (many, pairs) = (Parameter::whole("n", "", 1, 1_000_000), Parameter::even("n", "", 2, 1_000_000));
    let numbers = |parameter: &Parameter, text| parameter.read(text).map(|typed| typed.all.len());
    assert_eq!((numbers(&many, "1..100000"), numbers(&pairs, "2..200000")), (Ok(100_000), Ok(100_000)));
    let more = Err("more than 100000 numbers".to_owned());
    assert_eq!((numbers(&many, "1..100001"), numbers(&pairs, "2..200002")), (more.clone(), more));
    let several = [whole, Parameter::whole("players", "", 1, 16)];
    let games = |players: &'static str| {
        let texts = ["1..10000", players];
        let typed =
            |one: &Parameter| Some(one.read(texts[usize::from(one.name == "players")]).expect("a range"));
        GameArguments::all(&several, &typed).map(|all| all.len())
    };
    assert_eq!(games("1..10"), Ok(100_000));
    assert_eq!(games("1..11"), Err("more than 100000 games".to_owned()));
}

/// Checks the limits of the values.
#[test]
fn parameters_with_their_own_syntax_are_read() {
    for (text, expected) in [("3,4", Some((3, 4))), ("4,5", Some((4, 5))), ("1,1", Some((1, 1)))] {
        assert_eq!(text.parse().ok().map(|MaxBoard { rows, cols }| (rows, cols)), expected);
    }
    for wrong in ["3,7", "0,3", "3", "x,3", "3,x", "3,4,5", "16,16"] {
        assert!(wrong.parse::<MaxBoard>().is_err(), "{wrong}");
    }
    assert_eq!("1".parse(), Ok(Tail(ratio(1, 1))));
    assert_eq!(" 1e-9 ".parse(), Ok(Tail(ratio(1, 1_000_000_000))));
    for wrong in ["0", "-1/2", "3/2", "x", ""] {
        assert!(wrong.parse::<Tail>().is_err(), "{wrong}");
    }
    let level = Parameter::double("level", "", 1e-9, 1.0 - 1e-9, "a level is needed");
    for text in ["0.95", "1e-9", "0.999999999"] {
        assert_eq!(level.read(text).expect("a level").all, [text]);
    }
    for wrong in ["0", "1", "-0.5", "1e-10", "0.9999999999", "2", "x", "NaN", "inf"] {
        assert_eq!(level.read(wrong), Err("a level is needed".to_owned()), "{wrong}");
    }
    for (file, typed) in [
        ("a-b_c.d/e+f,g:h@i%1", "a-b_c.d/e+f,g:h@i%1"),
        ("", "''"),
        ("a b", "'a b'"),
        ("it's", "'it'\\''s'"),
        ("$x", "'$x'"),
        ("it's\u{1b}\\\u{85}", r"$'it\'s\u001b\\\u0085'"),
    ] {
        assert_eq!(shell_word(file), typed);
    }
    let unlimited = |text: &str| text.parse::<Remembered>().expect("a memory");
    assert_eq!(unlimited("unlimited"), Remembered::Shared(None));
    assert_eq!(unlimited("60000"), Remembered::Shared(Some(60_000)));
    assert_eq!(unlimited("2,unlimited,0"), Remembered::Own(vec![Some(2), None, Some(0)]));
    for wrong in ["60001", "-1", "few", "2,", ""] {
        assert!(wrong.parse::<Remembered>().is_err(), "{wrong}");
    }
    // Checks the position with the most cards, and one more pair.
    let memory = family("memory");
    let position = memory.parameters().into_iter().find(|one| one.name == "position").expect("it is there");
    assert!(position.read("60000,0,0").is_ok() && position.read("60002,0,0").is_err());
    assert!(position.read("2,2,2").is_ok() && position.read("2,3,2").is_err());
    let ranges = |parameter: Parameter| parameter.range();
    assert_eq!(ranges(Parameter::whole("n", "a number", 1, 9)), Some("1 to 9".to_owned()));
    assert_eq!(ranges(Parameter::whole("n", "a number [1..9]", 1, 9)), None);
    assert_eq!(ranges(Parameter::even("n", "a number", 2, 8)), None);
}

#[test]
fn file_names_state_the_limited_memory() {
    let memory = family("memory");
    for (text, expected) in [
        ("--pairs 3 --memory 2", "memory-pairs3-players2-memory2-singles0"),
        ("--pairs 3 --memory unlimited --singles 1", "memory-pairs3-players2-memoryunlimited-singles1"),
        ("--pairs 3 --memory 2,1", "memory-pairs3-players2-memory2-1-singles0"),
        ("--pairs 3 --unknown 2 --memory 4", "memory-pairs3-players2-known0-half1-unknown2-memory4-singles0"),
        ("--pairs 3 --scores 1,0", "memory-pairs3-players2-known0-half0-unknown2-scores1_0"),
        ("--pairs 3 --play best --rules tactical", "memory-pairs3-players2-tactical-pairs"),
    ] {
        let game = game(memory, text);
        assert_eq!(game.stem.as_deref(), Some(expected), "{text}");
    }
    // Without --memory there is no limit, and --singles 0 means no singles.
    let is_given = |text: &str| LimitedMemory::read(&given(memory, text)[0]).expect("a memory").is_limited();
    assert!(is_given("--pairs 3 --memory 2") && is_given("--pairs 3 --singles 1"));
    assert!(!is_given("--pairs 3 --singles 0") && !is_given("--pairs 3"));
}
