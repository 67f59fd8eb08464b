//! The readers: the accepted formats, and the places of errors.

use crate::random_spaces::{reward, set, space};
use chancetree_checker::exact::{one, ratio, zero};
use chancetree_checker::model::random::Random;
use chancetree_checker::{
    ExplicitFiles, FormatError, RewardStructure, SpaceKind, StateSet, StateSpace, read_drn, write_drn,
};
use std::fmt::Write as _;

const DIE: &str = "\
// A coin that decides, with placeholders and rewards
@type: MDP
@value_type: rational
@parameters

@placeholders
$half : 1/2
$tenth : 0.1
@reward_models
steps turns
@nr_states
3
@nr_choices
4
@model
state 0 [1, 0] init \"not done\"
//[x=0 & y=1]
\taction flip [0, 1/3]
\t\t1 : $half
\t\t2 : 0.5
\taction 1
\t\t0 : 0.9
\t\t2 : $tenth
state 1 heads done
\taction __NOLABEL__
\t\t1 : 1
state 2 done
\taction 0 [0, 0]
\t\t2 : 1.0
";

#[test]
fn drn_has_labels_rewards_actions_placeholders_and_names() {
    let space = read_drn(DIE).expect("a space");
    assert_eq!(space.kind, SpaceKind::Decisions);
    assert_eq!((space.state_count(), space.choice_count(), space.branch_count()), (3, 4, 6));
    assert_eq!(space.initial, [0]);
    assert_eq!(space.labels.keys().collect::<Vec<_>>(), ["done", "heads", "init", "not done"]);
    assert!(space.labels["done"].iter().eq([1, 2]));
    let actions: Vec<&str> = space.actions.iter().map(|&at| &*space.action_names[at as usize]).collect();
    assert_eq!(actions, ["flip", "", "", ""]);
    assert_eq!(space.probability(3), &ratio(1, 10));
    let [steps, turns] = &space.rewards[..] else { panic!("{:?}", space.rewards) };
    assert_eq!((&*steps.name, &*turns.name, &steps.states[0]), ("steps", "turns", &one()));
    assert!(turns.states.is_empty() && turns.choices[0] == ratio(1, 3));
    assert_eq!(space.state_names[0], "[x=0 & y=1]");
}

/// Random spaces of all kinds, with rewards, labels and names, are unchanged after writing and reading.
#[test]
fn written_drn_is_read_back() {
    let die = read_drn(DIE).expect("a space");
    assert_eq!(read_drn(&write_drn(&die)), Ok(die));
    for seed in 0..500 {
        let random = &mut Random::new(seed, 7);
        let mut space = space(random);
        let states = space.state_count();
        space.initial = (0..states as u32).filter(|_| random.below(2) == 0).chain([0]).collect();
        space.initial.sort_unstable();
        space.initial.dedup();
        space.labels = [("init", 1), ("odd", 2), ("two words", 3)]
            .map(|(name, of)| (name.to_owned(), set(random, states, of)))
            .into();
        space.labels.insert("init".to_owned(), StateSet::of(states, space.initial.iter().copied()));
        space.rewards = ["a", "b"]
            .map(|name| RewardStructure { name: name.to_owned(), ..reward(random, &space, -2) })
            .into();
        space.state_names = (0..states).map(|state| format!("[x={state}]")).collect();
        let found = read_drn(&write_drn(&space)).expect("a space");
        assert_eq!((&found.labels, &found.state_names), (&space.labels, &space.state_names));
        assert_eq!(write_drn(&found), write_drn(&space), "{seed}");
        let sizes = |space: &StateSpace| (space.state_count(), space.choice_count(), space.branch_count());
        assert_eq!(sizes(&found), sizes(&space));
        assert_eq!((found.kind, &found.owners, &found.targets), (space.kind, &space.owners, &space.targets));
        assert_eq!(found.players, space.players);
    }
}

#[test]
fn drn_of_a_game_has_players() {
    let text = "@type: SMG\n@nr_states\n2\n@model\nstate 0 <1> init\n action a\n  1 : 1\nstate 1 <0>\n action b\n  0 : 1\n";
    let space = read_drn(text).expect("a space");
    assert_eq!((space.kind, &space.owners[..], space.players.len()), (SpaceKind::Game, &[1, 0][..], 2));
}

/// Each change of the text causes the error at this line and column.
#[test]
fn errors_of_drn_name_line_and_column() {
    let mut wrong = Vec::new();
    for (old, new, line, column, message) in [
        ("MDP", "SMG", 16, 7, "state 0 of a game needs its player, as in `state 0 <0>`"),
        (
            "MDP",
            "CTMC",
            2,
            8,
            "models of type `CTMC` are not supported; Storm reads them; chancetree reads DTMC, MDP and SMG",
        ),
        ("rational", "interval", 3, 14, "only values of type `double` and `rational` can be read"),
        (
            "@parameters\n",
            "@parameters\np q",
            5,
            1,
            "parameters cannot be read; give them values in Storm first",
        ),
        (
            "@reward_models",
            "@rewards",
            9,
            1,
            "unknown section `@rewards`; use @type, @parameters, @placeholders, \
             @reward_models, @nr_states, @nr_choices or @model",
        ),
        ("@nr_states\n3", "@nr_states\nthree", 12, 1, "expected a count, a whole number, found `three`"),
        ("@nr_states\n3", "@nr_states\n4294967290", 15, 7, "3 states follow, but `@nr_states` is 4294967290"),
        ("@nr_choices\n4", "@nr_choices\n5", 15, 7, "4 choices follow, but `@nr_choices` is 5"),
        ("@nr_states\n3", "// none", 14, 7, "`@nr_states` must come before `@model`"),
        ("@type: MDP", "// none", 15, 7, "`@type:` must come before `@model`"),
        (
            "@type: MDP",
            "@type: DTMC",
            21,
            9,
            "a state of a Markov chain has one `action`; use `@type: MDP` for several",
        ),
        ("state 1", "state 2", 24, 7, "expected state 1; states are numbered in order from 0"),
        ("[1, 0]", "[1, 0, 3]", 16, 9, "more rewards than the 2 names after `@reward_models`"),
        ("[1, 0]", "[1, 0", 16, 9, "`[` without `]`"),
        ("[1, 0]", "[1, x]", 16, 9, "expected a reward, a number such as 1/3, 0.25 or 1e-3, found `x`"),
        ("[1, 0]", "{0}", 16, 9, "observations belong to POMDPs, which cannot be read"),
        ("[1, 0]", "!3", 16, 9, "exit rates belong to continuous time, which cannot be read"),
        ("[1, 0]", "<0>", 16, 9, "only states of a game (`@type: SMG`) have a player"),
        (
            "2 : 0.5",
            "3 : 0.5",
            20,
            3,
            "expected the number of a state, a whole number from 0 to 2, found `3`",
        ),
        ("2 : 0.5", "2 = 0.5", 20, 5, "expected `:` after the number of the next state"),
        ("2 : 0.5", "2 : p", 20, 7, "expected a probability, a number such as 1/3, 0.25 or 1e-3, found `p`"),
        (
            "2 : 0.5",
            "2 : [0.4, 0.6]",
            20,
            7,
            "intervals of probabilities are not supported; PRISM and Storm read them",
        ),
        ("2 : 0.5", "2 : $q", 20, 7, "the placeholder `$q` is not defined"),
        ("2 : 0.5", "2 : 0.5 x", 20, 11, "unexpected `x`; the line must end here"),
        (
            "2 : 0.5",
            "2 : 0.4",
            18,
            2,
            "the probabilities of a choice of state 0 add up to 9/10; they must add up to 1",
        ),
        ("2 : 0.5", "two", 20, 3, "expected `state`, `action` or a branch such as `3 : 1/2`"),
        (
            "\taction flip [0, 1/3]\n",
            "",
            18,
            3,
            "a `state` and an `action` must come before the first branch of a state",
        ),
        (" init", "", 28, 2, "there is no initial state; at least one state must be initial"),
    ] {
        let text = DIE.replacen(old, new, 1);
        assert_ne!(text, DIE, "{old}");
        let error = FormatError { line, column, message: message.to_owned() };
        let found = read_drn(&text).map(|_| ());
        if found != Err(error) {
            wrong.push((old, new, found));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(read_drn("").is_err() && read_drn("@model").is_err());
}

/// The reader panics neither on a truncated file, nor on a file with an additional character.
#[test]
fn damaged_drn_is_refused_or_read() {
    for end in (0..DIE.len()).filter(|&end| DIE.is_char_boundary(end)) {
        let _ = read_drn(&DIE[..end]);
        for letter in ["\u{e4}", "-", "9", " ", "\n", "[", "\"", "$", ":"] {
            let _ = read_drn(&[&DIE[..end], letter, &DIE[end..]].concat());
        }
    }
}

/// Returns the explicit files of PRISM: transitions and labels.
fn explicit(space: &StateSpace) -> (String, String) {
    let (states, choices) = (space.state_count(), space.choice_count());
    let mut text = match space.kind {
        SpaceKind::Chain => format!("{states} {}\n", space.branch_count()),
        _ => format!("{states} {choices} {}\n", space.branch_count()),
    };
    for state in 0..states as u32 {
        for (place, choice) in space.choices(state).enumerate() {
            for branch in space.branches(choice) {
                let place = if space.kind == SpaceKind::Chain { String::new() } else { format!("{place} ") };
                let (target, action) =
                    (space.targets[branch], &space.action_names[space.actions[choice] as usize]);
                writeln!(text, "{state} {place}{target} {} {action}", space.probability(branch))
                    .expect("a string");
            }
        }
    }
    let mut labels = "0=\"init\" 1=\"deadlock\" 2=\"odd\"\n0: 0\n".to_owned();
    (1..states).step_by(2).for_each(|state| writeln!(labels, "{state}: 2").expect("a string"));
    (text, labels)
}

#[test]
fn explicit_files_are_read_back() {
    for seed in 0..500 {
        let space = space(&mut Random::new(seed, 2));
        if space.kind == SpaceKind::Game {
            continue;
        }
        let (transitions, labels) = explicit(&space);
        let files = ExplicitFiles { transitions: &transitions, labels: Some(&labels), ..Default::default() };
        let mut found = files.read().expect("a space").space;
        assert!(found.labels["odd"].iter().eq((1..space.state_count() as u32).step_by(2)));
        found.labels.clear();
        (found.players, found.fractions) = (space.players.clone(), space.fractions.clone());
        assert_eq!(found.targets, space.targets);
        assert_eq!(
            (&found.choice_offsets, &found.branch_offsets),
            (&space.choice_offsets, &space.branch_offsets)
        );
        let names = |of: &StateSpace| -> Vec<String> {
            of.actions.iter().map(|&at| of.action_names[at as usize].clone()).collect()
        };
        assert_eq!(names(&found), names(&space));
    }
}

#[test]
fn explicit_rewards_are_of_states_and_choices() {
    let files = ExplicitFiles {
        transitions: "2 2 3\n0 0 0 1/4 go\n0 0 1 3/4 go\n1 0 1 1\n",
        states: Some("(x,y)\n0:(0,true)\n1:(5,false)\n"),
        labels: None,
        rewards: vec![
            (Some("# Reward structure 1: \"steps\"\n# State rewards\n2 1\n0 1/2\n"), None),
            (None, Some("2 2 2\n0 0 0 4\n0 0 1 8\n")),
        ],
    };
    let space = files.read().expect("a space").space;
    assert_eq!(space.state_names, ["(x=0,y=true)", "(x=5,y=false)"]);
    assert_eq!((&*space.rewards[0].name, &space.rewards[0].states[0]), ("steps", &ratio(1, 2)));
    assert_eq!(space.rewards[1].choices[0], ratio(7, 1));
}

/// PRISM writes states without a transition if it does not fix deadlocks, and rounds probabilities.
#[test]
fn explicit_files_have_deadlocks_and_rounded_probabilities() {
    let third = "0.33333333333333331";
    let transitions = format!(
        "# Transitions (MDP)\n4 2 4\n0 0 1 {third} go\n0 0 2 {third} go\n0 0 3 {third} go\n2 0 2 1\n"
    );
    let labels = "# Labels\n0=\"init\" 1=\"deadlock\"\n0: 0\n";
    let files = ExplicitFiles { transitions: &transitions, labels: Some(labels), ..ExplicitFiles::default() };
    let found = files.read().expect("a space");
    assert_eq!((found.looped_states, found.scaled_choices), (2, 1));
    assert_eq!(found.space.labels["deadlock"].iter().collect::<Vec<_>>(), [1, 3]);
    assert_eq!(found.space.targets, [1, 2, 3, 1, 2, 3]);
    assert_eq!(*found.space.probability(0), ratio(1, 3));
}

/// A die of two coin flips per round, in the dialect of Storm, which has no numbers of states.
#[test]
fn explicit_files_of_storm_are_read() {
    let files = ExplicitFiles {
        transitions: "dtmc\n0 1 0.25\n0 2 0.25\n0 3 0.25\n0 0 0.25\n1 1 1\n2 2 1\n3 3 1\n",
        labels: Some("#DECLARATION\ninit one high\n#END\n0 init\n1 one\n2 high\n3 high\n"),
        rewards: vec![(Some("0 1\n2 0.5\n"), Some("0 1 4\n0 0 8\n"))],
        ..ExplicitFiles::default()
    };
    let space = files.read().expect("a space").space;
    let RewardStructure { states, choices, .. } = &space.rewards[0];
    assert_eq!(*states, [one(), zero(), ratio(1, 2), zero()]);
    assert_eq!(choices[0], ratio(3, 1));
    assert_eq!((space.kind, space.state_count(), space.branch_count()), (SpaceKind::Chain, 4, 7));
    assert_eq!(space.labels["high"].iter().collect::<Vec<_>>(), [2, 3]);
    assert_eq!((space.initial, &*space.state_names[3]), (vec![0], "(x=3)"));
    let transitions = "mdp\n0 0 1 1 go\n0 1 0 1/2\n0 1 1 1/2\n1 0 0 1\n";
    let space = ExplicitFiles { transitions, ..ExplicitFiles::default() }.read().expect("a space").space;
    assert_eq!((space.kind, space.choice_count(), space.branch_count()), (SpaceKind::Decisions, 3, 4));
    for (files, error) in [
        (
            ExplicitFiles { transitions: "ctmc\n0 0 1\n", ..files.clone() },
            ".tra: line 1, column 1: a ctmc is not supported",
        ),
        (
            ExplicitFiles { labels: Some("#DECLARATION\na\n#END\n0 b\n"), ..files.clone() },
            ".lab: line 4, column 3: the label b is not declared",
        ),
        (
            ExplicitFiles { transitions: "dtmc\n0 4000000000 1\n", ..files.clone() },
            ".tra: line 1, column 1: 1 transitions cannot connect",
        ),
    ] {
        let found = files.read().expect_err(error).to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn errors_of_explicit_files_name_the_file() {
    let good = ExplicitFiles { transitions: "2 3\n0 0 1/3\n0 1 2/3\n1 1 1\n", ..Default::default() };
    for (files, message) in [
        (ExplicitFiles { transitions: "", ..good.clone() }, ".tra: line 1, column 1: the file is empty"),
        (
            ExplicitFiles { transitions: "2\n", ..good.clone() },
            ".tra: line 1, column 1: expected the numbers of states, choices (not in a chain) and transitions",
        ),
        (
            ExplicitFiles { transitions: "2 2\n0 1 1\n", ..good.clone() },
            ".tra: line 1, column 1: 1 transitions follow, but the first line has 2",
        ),
        (
            ExplicitFiles { transitions: "2 2\n1 1 1\n0 0 1\n", ..good.clone() },
            ".tra: line 3, column 1: a transition of state 0 after state 1",
        ),
        (
            ExplicitFiles { transitions: "2 2 2\n0 0 0 1\n0 2 0 1\n", ..good.clone() },
            ".tra: line 3, column 1: expected choice 1; choices count from 0, in order",
        ),
        (
            ExplicitFiles { transitions: "2 1 2\n0 0 0 1\n0 1 0 1\n", ..good.clone() },
            ".tra: line 1, column 1: 2 choices follow, but the first line has 1",
        ),
        (
            ExplicitFiles { transitions: "2 1 1\n0 0 0 [0.4,0.6] east\n", ..good.clone() },
            ".tra: line 2, column 7: intervals of probabilities are not supported; PRISM and Storm read them",
        ),
        (
            ExplicitFiles { transitions: "2 1\n0 1\n", ..good.clone() },
            ".tra: line 2, column 4: expected a probability after the next state; models without probabilities are not \
             supported, PRISM reads them",
        ),
        (
            ExplicitFiles { transitions: "4000000000 1\n1 1 1\n", ..good.clone() },
            ".tra: line 1, column 1: 1 transitions cannot connect 4000000000 states",
        ),
        (
            ExplicitFiles { transitions: "# Transitions (CTMC)\n1 1\n0 0 1\n", ..good.clone() },
            ".tra: line 2, column 1: a CTMC is not supported; a DTMC or an MDP is needed",
        ),
        (
            ExplicitFiles {
                transitions: "# Transitions (SMG)\n2:1 2 2\n0:0 0 1 1\n1:0 0 1 1\n",
                ..good.clone()
            },
            ".tra: line 2, column 1: a SMG is not supported; a DTMC or an MDP is needed",
        ),
        (
            ExplicitFiles { transitions: "2:1 2 2\n0:0 0 1 1\n1:0 0 1 1\n", ..good.clone() },
            ".tra: line 1, column 1: a game is not supported; a DTMC or an MDP is needed",
        ),
        (
            ExplicitFiles { transitions: "2 2 3\n0 0.5:0 0.5:1 a\n1 1:1\n", ..good.clone() },
            ".tra: line 2, column 1: rows (-exportrows) are not supported; a line for each transition is needed",
        ),
        (
            ExplicitFiles { transitions: "1 1\n0 0 2\n", ..good.clone() },
            ".tra: line 2, column 1: the probabilities of a choice of state 0 add up to 2; they must add up to 1",
        ),
        (
            ExplicitFiles { labels: Some("0=\"init\"\n0: 1\n"), ..good.clone() },
            ".lab: line 2, column 4: the first line has no label 1",
        ),
        (
            ExplicitFiles { states: Some("(x)\n0:(1,2)\n"), ..good.clone() },
            ".sta: line 2, column 3: expected 1 value in parentheses",
        ),
        (
            ExplicitFiles { rewards: vec![(Some("3 0\n"), None)], ..good.clone() },
            ".srew: line 1, column 1: expected the number of states, 2, and the number of rewards",
        ),
        (
            ExplicitFiles { rewards: vec![(None, Some("2 1\n1 0 5\n"))], ..good.clone() },
            ".trew: line 2, column 1: there is no such transition",
        ),
    ] {
        assert_eq!(files.read().map(|_| ()).map_err(|error| error.to_string()), Err(message.to_owned()));
    }
    assert!(good.read().is_ok());
}

/// Storm writes a blank after each name, also after the empty name of a structure without one.
#[test]
fn rewards_of_storm_may_have_no_name() {
    for (line, names) in [(" ", &[""][..]), ("a  b ", &["a", "", "b"]), ("a b ", &["a", "b"]), ("", &[])] {
        let rewards = match names.len() {
            0 => String::new(),
            count => format!("[{}] ", vec!["1"; count].join(", ")),
        };
        let text = format!(
            "@type: DTMC\n@reward_models\n{line}\n@nr_states\n1\n@model\nstate 0 {rewards}init\n\taction 0\n\t\t0 : 1\n"
        );
        let space = read_drn(&text).expect("a space");
        assert_eq!(space.rewards.iter().map(|reward| &*reward.name).collect::<Vec<_>>(), names);
        assert!(space.rewards.iter().all(|reward| reward.states == [one()]));
    }
}
