//! Models that are explored until their properties are decided have the values of the whole model.

use super::{sizes, value};
use chancetree_model::random::Random;
use chancetree_prism::{ExploredModel, Job, PrismModel, Property};

/// The last place of a random model; the first is 0.
const LAST: u64 = 11;

/// Returns a random model in which play moves between places, and counts its visits of place 0 up to 2.
fn random_model(random: &mut Random) -> String {
    let kind = random.one_of(&["dtmc", "mdp", "smg"]);
    let players = "player a [a] endplayer player b [b] endplayer\n";
    let mut text = format!(
        "{kind}\n{}module m\n x : [0..{LAST}]; n : [0..2];\n",
        if kind == "smg" { players } else { "" }
    );
    for place in 0..=LAST {
        // The commands of a state of a game belong to one player.
        let action = if place % 3 == 0 { "b" } else { "a" };
        for _ in 0..random.below(3) + u64::from(place < 3) {
            let first = random.below(LAST + 1);
            let second = random.below(LAST + 1);
            let share = random.below(4);
            text += &format!(
                " [{action}] x={place} -> {share}/4 : (x'={first})&(n'=min(2, n+({first}=0 ? 1 : 0))) + {}/4 : (x'={second});\n",
                4 - share
            );
        }
    }
    let reward = random.below(3);
    text + &format!(
        "endmodule\nrewards [a] true : {reward}; x>3 : 1/3; endrewards\nlabel \"goal\" = x={};\n",
        random.below(LAST + 1)
    )
}

/// Returns a random state formula of the variables.
fn formula(random: &mut Random) -> String {
    let place = random.below(LAST + 1);
    match random.below(5) {
        0 => "\"goal\"".to_owned(),
        1 => format!("x={place}"),
        2 => format!("x>{place}"),
        3 => format!("(x<{place} | n=2)"),
        _ => format!("!(x={place} & n>0)"),
    }
}

/// Returns a random property with an operator for a model of any type.
fn random_property(random: &mut Random, text: &str) -> String {
    let (a, b) = (formula(random), formula(random));
    let steps = random.below(7);
    let paths = [
        format!("F {a}"),
        format!("F<={steps} {a}"),
        format!("F>={steps} {a}"),
        format!("G {a}"),
        format!("G<={steps} {a}"),
        format!("{a} U {b}"),
        format!("{a} U<={steps} {b}"),
        format!("{a} W {b}"),
        format!("{a} R {b}"),
        format!("X {a}"),
        format!("F P>0.5 [ F {a} ]"),
    ];
    let path = &paths[random.below(paths.len() as u64) as usize];
    let rewarded = [format!("F {a}"), format!("C<={steps}"), format!("I={steps}")];
    let rewarded = &rewarded[random.below(3) as usize];
    let coalition =
        if text.starts_with("smg") { random.one_of(&["<<a>> ", "<<b>> ", "<<a,b>> "]) } else { "" };
    let extremum = match text.starts_with("dtmc") {
        true => "",
        false => random.one_of(&["min", "max"]),
    };
    let query = match random.below(4) {
        0 => format!("{coalition}R{extremum}=? [ {rewarded} ]"),
        _ => format!("{coalition}P{extremum}=? [ {path} ]"),
    };
    match random.below(6) {
        0 => format!("1 + {query} / 2"),
        1 => format!("filter(max, {query}, \"init\")"),
        2 => format!("filter(max, {query}, x>1 | \"init\")"),
        3 => format!("({query}) >= 1/2"),
        _ => query,
    }
}

/// Explores a model until a property is decided.
fn explore_for(text: &str, property: &str) -> ExploredModel {
    let property = Property::parse(property).expect("a property");
    let model = PrismModel::parse(text).expect("a model");
    model.explore_for(&[property], &Job::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn random_models_have_the_values_of_the_whole_model() {
    let (mut partial, mut smaller) = (0, 0);
    for seed in 0..1000 {
        let random = &mut Random::new(seed, 6);
        let text = random_model(random);
        let whole = explore_for(&text, "true");
        assert!(!whole.is_partial());
        let property = random_property(random, &text);
        let part = explore_for(&text, &property);
        let values = [&whole, &part].map(|explored| value(explored, &property));
        assert_eq!(values[0], values[1], "{property} of {text}");
        partial += u32::from(part.is_partial());
        smaller += u32::from(part.space().state_count() < whole.space().state_count());
        if !part.is_partial() {
            assert_eq!(sizes(&part), sizes(&whole), "{property} of {text}");
        }
    }
    assert!(partial > 300 && smaller > 230, "{partial} are partial, {smaller} are smaller");
}

/// An endless walk that begins at x=3.
const WALK: &str = "dtmc module m x : [0..9] init 3; [] x<9 -> 1/2 : (x'=x+1) + 1/2 : (x'=max(0,x-1)); [] x=9 -> (x'=0); endmodule
    rewards \"steps\" true : 1; [] x=5 : 7; endrewards label \"five\" = x=5;";

#[test]
fn states_beyond_a_decided_property_are_not_explored() {
    for (property, expected) in [
        // The states x=0 to x=5 are explored.
        ("P=? [ F x=5 ]", "6 states, 6 choices, 11 transitions"),
        ("P=? [ F<=4 \"five\" ]", "6 states, 6 choices, 11 transitions"),
        ("P=? [ G x<5 ]", "6 states, 6 choices, 11 transitions"),
        ("R=? [ F x=5 ]", "6 states, 6 choices, 11 transitions"),
        ("P>0.5 [ x<9 U x=5 ]", "6 states, 6 choices, 11 transitions"),
        ("\"five\" | P=? [ F x=5 ] > 1/2", "6 states, 6 choices, 11 transitions"),
        // The states x=2 to x=5.
        ("P=? [ x>2 U x=5 ]", "4 states, 4 choices, 6 transitions"),
        ("P=? [ x>2 W x=5 ]", "4 states, 4 choices, 6 transitions"),
        ("P=? [ x=5 R x>2 ]", "4 states, 4 choices, 6 transitions"),
        ("filter(min, P=? [ F x=2|x=5 ], \"init\")", "4 states, 4 choices, 6 transitions"),
        // The initial state only.
        ("P=? [ F x=3 ]", "1 states, 1 choices, 1 transitions"),
        // A state is cut only if both operands are decided there.
        ("P=? [ F x=4 ] + P=? [ F x=5 ]", "10 states, 10 choices, 19 transitions"),
        ("P=? [ F x>=4 ] + P=? [ F x>=6 ]", "7 states, 7 choices, 13 transitions"),
        // At most one or two steps from 3. The reward after two steps needs the choices there.
        ("P=? [ X x=5 ]", "3 states, 3 choices, 4 transitions"),
        ("P=? [ F<=2 x=9 ]", "5 states, 5 choices, 8 transitions"),
        ("P=? [ F[1,2] x=3 ]", "5 states, 5 choices, 8 transitions"),
        ("P=? [ G<=2 x<9 ]", "5 states, 5 choices, 8 transitions"),
        ("R=? [ C<=2 ]", "5 states, 5 choices, 8 transitions"),
        ("R=? [ I=2 ]", "7 states, 7 choices, 12 transitions"),
        ("R=? [ C<=2 ] + P=? [ F<=1 x=4 ]", "5 states, 5 choices, 8 transitions"),
        // All states matter.
        ("P=? [ F>=2 x=5 ]", "10 states, 10 choices, 19 transitions"),
        ("P=? [ F P>0 [ X x=5 ] ]", "10 states, 10 choices, 19 transitions"),
        ("P=? [ F \"deadlock\" ]", "10 states, 10 choices, 19 transitions"),
        ("filter(min, P=? [ F x=5 ])", "10 states, 10 choices, 19 transitions"),
        ("filter(min, P=? [ F x=5 ], x=9)", "10 states, 10 choices, 19 transitions"),
        ("R=? [ C<=9 ]", "10 states, 10 choices, 19 transitions"),
        ("R=? [ I=9 ]", "10 states, 10 choices, 19 transitions"),
        ("x=3", "10 states, 10 choices, 19 transitions"),
    ] {
        assert_eq!(sizes(&explore_for(WALK, property)), expected, "{property}");
    }
}

/// A model without an end is explored as far as the steps of the properties go.
#[test]
fn steps_end_the_exploration() {
    let model =
        "mdp module m x : int; [] x>=0 -> 1/2 : (x'=x+1) + 1/2 : (x'=2*x); [] x>=2 -> (x'=x+3); endmodule
        rewards x>3 : 1; endrewards";
    for (property, expected) in [
        // 0, 1, 2, 4.
        ("Pmax=? [ F<=3 x=4 ]", "1/4"),
        // 0, 1, 2, 5, 8.
        ("Pmax=? [ F[2,4] x>=6 ]", "1/2"),
        ("Pmin=? [ G<=3 x<4 ]", "1/2"),
        ("Rmax=? [ C<=4 ]", "1/2"),
        ("Rmax=? [ I=3 ]", "1/2"),
    ] {
        let explored = explore_for(model, property);
        assert!(explored.space().state_count() < 20);
        assert_eq!(value(&explored, property).as_deref(), Ok(expected), "{property}");
    }
}

/// A goal that play never leaves is not cut, and a faulty command in a goal is still an error.
#[test]
fn an_absorbing_goal_leaves_a_model_whole() {
    let model = "mdp module m x : [0..2]; [] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); [a] x=2 -> true; [b] x=2 -> true; endmodule";
    let explored = explore_for(model, "Pmax=? [ F x>0 ]");
    assert!(!explored.is_partial());
    assert_eq!(sizes(&explored), "3 states, 4 choices, 5 transitions");
    assert_eq!(explored.deadlocks().count(), 1);
    let model =
        PrismModel::parse("dtmc module m x : [0..2]; [] x<3 -> (x'=x+1); endmodule").expect("a model");
    let property = Property::parse("P=? [ F x=2 ]").expect("a property");
    let error = model.explore_for(&[property], &Job::default()).expect_err("a fault");
    assert!(error.to_string().contains("x'=3 is not in 0..2"), "{error}");
}

/// Exploring ignores a wrong property; checking it is an error.
#[test]
fn wrong_properties_explore_the_whole_model() {
    for property in ["P=? [ F y=5 ]", "P=? [ F x ]", "P=? [ F \"six\" ]"] {
        let explored = explore_for(WALK, property);
        assert!(!explored.is_partial(), "{property}");
        assert!(value(&explored, property).is_err(), "{property}");
    }
}
