//! Each kind of property, in small models with known values.

use super::{explore, value_of};
use chancetree_prism::{ExactValue, Job, PrismError, Property, PropertyFile, PropertyValue, ValueBounds};

/// State 0 goes to 1 or 2 with probability 1/2 each. State 1 stays with probability 1/4, and otherwise goes to 3.
pub(super) const CHAIN: &str = "dtmc
    module m x : [0..3]; [] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); [] x=1 -> 1/4 : true + 3/4 : (x'=3); [] x>1 -> true; endmodule
    rewards \"r\" x=1 : 2; [] x=0 : 1; endrewards
    label \"one\" = x=1;";

/// A choice between a safe and a bold action.
pub(super) const CHOICE: &str = "mdp
    module m x : [0..3]; [safe] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); [bold] x=0 -> 1/5 : (x'=1) + 4/5 : (x'=3); [] x>0 -> true; endmodule
    rewards [safe] true : 3; [bold] true : 1; endrewards";

/// A game with one decision for each player.
const GAME: &str = "smg
    player a [left], [right] endplayer player b second endplayer
    module first x : [0..3]; [left] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); [right] x=0 -> (x'=2); endmodule
    module second y : [0..2]; [] x>0 & y=0 -> x/4 : (y'=1) + 1-x/4 : (y'=2); [] x>0 & y=0 -> 1/3 : (y'=1) + 2/3 : (y'=2);
      [] y>0 -> true; endmodule
    rewards x>0 & y=0 : x; endrewards";

#[test]
fn rewards_have_their_expected_values() {
    for (property, expected) in [
        ("R=? [ F x>1 ]", "7/3"),
        ("R{\"r\"}=? [ F x>1 ]", "7/3"),
        ("R{1}=? [ F x=3 ]", "infinity"),
        ("R=? [ C<=1 ]", "1/1"),
        ("R=? [ C<=2 ]", "2/1"),
        ("R=? [ C<=3 ]", "9/4"),
        ("R=? [ C ]", "7/3"),
        ("R=? [ I=1 ]", "1/1"),
        ("R=? [ I=0 ]", "0/1"),
        ("R>=7/3 [ F x>1 ]", "true"),
        ("R<7/3 [ F x>1 ]", "false"),
        ("R<100 [ F x=3 ]", "false"),
    ] {
        assert_eq!(value_of(CHAIN, property), expected, "{property}");
    }
    let endless = "dtmc module m x : [0..1]; [] true -> 1/2 : (x'=1) + 1/2 : (x'=0); endmodule rewards x=1 : 1; endrewards";
    assert_eq!(value_of(endless, "R=? [ C ]"), "infinity");
}

#[test]
fn state_formulas_are_nested() {
    for (property, expected) in [
        ("P>=0.5 [ F x=3 ]", "true"),
        ("P>0.5 [ F x=3 ]", "false"),
        ("P<=1/2 [ F x=3 ] & P<0.51 [ F x=3 ]", "true"),
        ("P<0.5 [ F x=3 ] | false", "false"),
        ("!P<0.5 [ F x=3 ]", "true"),
        ("P>=1 [ F x=2 ] => false", "true"),
        ("P>=1 [ F x=2 ] <=> false", "true"),
        ("P=? [ X P>=1 [ F x=3 ] ]", "1/2"),
        ("P=? [ X P>=1 [ F x=3 ] & \"one\" ]", "1/2"),
        ("P=? [ F (P>0 [ X x=3 ] & R<=8/3 [ F x>1 ]) ]", "1/2"),
        ("1-P=? [ F x=3 ]/2", "3/4"),
        ("-R=? [ F x>1 ]", "-7/3"),
        ("P=? [ F x=3 ] / P=? [ F x>1 ] + x", "1/2"),
        ("R=? [ F x=3 ] + 1", "infinity"),
        ("x=0", "true"),
        ("x=0 ? P>0 [ X x=1 ] : false", "true"),
        ("x+1", "1/1"),
        ("x/2+1/3", "1/3"),
        ("2^3", "8/1"),
        ("2^-1.0 * 3", "3/2"),
        ("-2^2 + (x+1)^(x+5)", "5/1"),
        ("P=? [ F x=3 ] > 1/3", "true"),
        ("0.5 != P=? [ F x=3 ]", "false"),
        ("P=? [ F x=3 ] = 1/2", "true"),
        ("R=? [ F x=3 ] >= 7", "true"),
        ("P=? [ X P=? [ X x=3 ] > 0 ]", "1/2"),
        ("P>0.5 [ F x=3 ] = false", "true"),
        ("max(P=? [ F x=3 ], 1/3, R=? [ F x>1 ])", "7/3"),
        ("min(P=? [ F x=3 ], 1/3)", "1/3"),
        ("ceil(P=? [ F x=3 ]) + floor(-P=? [ F x=3 ])", "0/1"),
        ("round(7/5 + P=? [ F x=3 ])", "2/1"),
        ("pow(P=? [ F x=3 ], 3)", "1/8"),
        ("P=? [ F x=3 ]^(x+2)", "1/4"),
        ("(2*P=? [ F x=3 ])^-1", "1/1"),
        ("mod(7*R=? [ C<=1 ], 4)", "3/1"),
        ("log(P=? [ F x=3 ], 2)", "-1/1"),
        ("P>=0.5 [ F x=3 ] ? 1 : 2", "1/1"),
        ("P>0.5 [ F x=3 ] ? 1/P=? [ F x=9 ] : x=1 ? 3 : R=? [ F x>1 ]", "7/3"),
        ("filter(sum, P>=1 [ F x=3 ] ? 10 : x)", "22/1"),
        ("P>0.5 [ F x=3 ] ? true : P>0 [ X x=1 ]", "true"),
    ] {
        assert_eq!(value_of(CHAIN, property), expected, "{property}");
    }
}

#[test]
fn filters_choose_states() {
    for (property, expected) in [
        ("filter(min, P=? [ F x=3 ], x<2)", "1/2"),
        ("filter(max, P=? [ F x=3 ], x<2)", "1/1"),
        ("filter(avg, P=? [ F x=3 ])", "5/8"),
        ("filter(sum, P=? [ F x=3 ])", "5/2"),
        ("filter(+, P=? [ F x=3 ])", "5/2"),
        ("filter(range, P=? [ F x=3 ], \"init\")", "[1/2, 1/2]"),
        ("filter(first, P=? [ F x=3 ], x>0)", "1/1"),
        ("filter(state, P=? [ F x=3 ], x=2)", "0/1"),
        ("filter(count, P>=1 [ F x=3 ])", "2/1"),
        ("filter(forall, P>=1/2 [ F x=3 ], x<2)", "true"),
        ("filter(exists, P>=1 [ F x=2 ], x<2)", "false"),
        ("filter(&, x<4)", "true"),
        ("filter(|, x>4)", "false"),
        ("filter(first, P>0 [ F x=3 ])", "true"),
        ("filter(max, x)", "3/1"),
        ("filter(sum, R=? [ F x=3 ])", "infinity"),
        ("filter(forall, P>=1/2 [ F x=3 ], x<2) & x=0", "true"),
        ("1 + filter(sum, filter(count, P>=1 [ F x=3 ]), x=2)", "3/1"),
        ("P=? [ F x=3 {x=1} ]", "1/1"),
        ("P=? [ F x=3 {x<2}{min} ]", "1/2"),
        ("R=? [ F x>1 {x<2}{max} ]", "8/3"),
        ("P=? [ F x=3 {x<3}{min}{max} ]", "[0/1, 1/1]"),
        ("P>=0.5 [ F x=3 {x<2} ]", "true"),
        ("P=? [ x=1 {x=1} ]", "1/1"),
    ] {
        assert_eq!(value_of(CHAIN, property), expected, "{property}");
    }
}

/// A bound holds if all strategies satisfy it, or if the least or greatest value does.
#[test]
fn decisions_are_maximised_or_minimised() {
    for (property, expected) in [
        ("Pmax=? [ F x=1 ]", "1/2"),
        ("P max=? [ F x=1 ]", "1/2"),
        ("Pmin=? [ F x=1 ]", "1/5"),
        ("Pmax=? [ G x!=1 ]", "4/5"),
        ("Pmin=? [ G x!=1 ]", "1/2"),
        ("Pmax=? [ x<1 W x=3 ]", "4/5"),
        ("P>=0.2 [ F x=1 ]", "true"),
        ("P>0.2 [ F x=1 ]", "false"),
        ("P<=0.5 [ F x=1 ]", "true"),
        ("P<0.5 [ F x=1 ]", "false"),
        ("Pmax>=0.5 [ F x=1 ]", "true"),
        ("Pmax>=0.51 [ F x=1 ]", "false"),
        ("Pmin<0.3 [ F x=1 ] & Pmin<=0.2 [ F x=1 ]", "true"),
        ("Pmin>0.3 [ F x=1 ]", "false"),
        ("Pmax=? [ F Pmax>=0.5 [ F x=1 ] & x<1 ]", "1/1"),
        ("Rmax<=2 [ F x>0 ] | Rmin>2 [ F x>0 ]", "false"),
        ("R{1}max=? [ F x>0 ]", "3/1"),
        ("Rmin=? [ F x>0 ]", "1/1"),
        ("R>=1 [ F x>0 ]", "true"),
        ("R<=2 [ F x>0 ]", "false"),
        ("Rmax=? [ C<=1 ]", "3/1"),
        ("Rmax=? [ C ]", "3/1"),
        ("Rmin=? [ C ]", "1/1"),
        ("R<=2 [ C ]", "false"),
        ("Pmax=? [ F[1,2] x=1 ]", "1/2"),
        ("Pmin=? [ G[1,2] x!=1 ]", "1/2"),
        ("<<*>> P>0.2 [ F x=1 ]", "true"),
        ("<<>> P>0.2 [ F x=1 ]", "false"),
        ("[[*]] P>0.2 [ F x=1 ]", "false"),
        ("[[]] P>0.2 [ F x=1 ]", "true"),
        ("<<*>> Pmin=? [ F x=1 ]", "1/5"),
        ("E [ F x=3 ]", "true"),
        ("E [ X x=0 ]", "false"),
        ("E [ x<2 U x=2 ]", "true"),
        ("A [ G x<3 ]", "false"),
        ("A [ X E [ F x>0 ] ]", "true"),
        ("A [ x=0 W x>0 ]", "true"),
        ("A [ x=1 R x<2 ]", "false"),
    ] {
        assert_eq!(value_of(CHOICE, property), expected, "{property}");
    }
}

/// A bound holds if the coalition has a strategy for it.
#[test]
fn coalitions_play_against_the_others() {
    for (property, expected) in [
        ("<<a>> Pmax=? [ F y=1 ]", "1/3"),
        ("<<b>> Pmin=? [ F y=1 ]", "1/3"),
        ("<<a>> Pmin=? [ F y=1 ]", "5/12"),
        ("<<a,b>> Pmax=? [ F y=1 ]", "1/2"),
        ("<<1,2>> Pmin=? [ F y=1 ]", "7/24"),
        ("<<>> Pmax=? [ F y=1 ]", "7/24"),
        ("<<*>> Pmax=? [ F y=1 ]", "1/2"),
        ("[[b]] Pmax=? [ F y=1 ]", "1/3"),
        ("[[ ]] Pmax=? [ F y=1 ]", "1/2"),
        ("[[*]] Pmax=? [ F y=1 ]", "7/24"),
        ("<<a>> Pmax=? [ F [[a]] P>=0 [ X y=0 ] ]", "1/1"),
        ("Pmax=? [ F y=1 ]", "1/2"),
        ("Pmin=? [ F y=1 ]", "7/24"),
        ("P>=7/24 [ F y=1 ]", "true"),
        ("P>=1/3 [ F y=1 ]", "false"),
        ("<<a>> P>=1/3 [ F y=1 ]", "true"),
        ("<<a>> P>1/3 [ F y=1 ]", "false"),
        ("<<a>> P<=0.4 [ F y=1 ]", "false"),
        ("<<b>> P<=0.4 [ F y=1 ]", "true"),
        ("<<a>> Pmax<=0.4 [ F y=1 ]", "true"),
        ("<<b>> Pmax<=0.4 [ F y=1 ]", "false"),
        ("<<a>> Pmax=? [ G y!=1 ]", "7/12"),
        ("<<a>> Rmax=? [ F y>0 ]", "2/1"),
        ("<<b>> R{1}min=? [ C<=5 ]", "2/1"),
        ("<<a,b>> Rmax=? [ C ]", "2/1"),
        ("<<>> Rmax=? [ C ]", "3/2"),
        ("<<a>> Pmax=? [ F[2,2] y=1 ]", "1/3"),
        ("<<a>> P>=1/3 [ F y=1 ] & <<b>> P>=1/2 [ F y=2 ]", "true"),
    ] {
        assert_eq!(value_of(GAME, property), expected, "{property}");
    }
}

/// One side may try again, and the other side may send play back.
#[test]
fn total_rewards_count_plays_that_never_end() {
    let game = "smg player p [try], [stop] endplayer player q m endplayer
        module m x : [0..3]; [try] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=3); [stop] x=0 -> (x'=3); [] x=1 -> (x'=0);
          [] x=1 -> 1/4 : true + 3/4 : (x'=2); [] x=2 -> true; [] x=3 -> true; endmodule
        rewards [try] true : 1; x=1 : 1; endrewards
        rewards \"endless\" x=3 : 1; endrewards";
    for (property, expected) in [
        ("<<p>> Rmax=? [ C ]", "5/3"),
        ("<<q>> Rmin=? [ C ]", "5/3"),
        ("<<q>> Rmax=? [ C ]", "0/1"),
        ("<<p,q>> Rmax=? [ C ]", "3/1"),
        ("<<p>> R>=5/3 [ C ]", "true"),
        ("<<p>> R>5/3 [ C ]", "false"),
        ("<<p>> R{\"endless\"}max=? [ C ]", "infinity"),
        ("<<p>> Rmax=? [ Fc x=2 ]", "5/3"),
        ("<<p>> Rmax=? [ Fc x=1 ]", "1/1"),
        ("<<p,q>> Rmax=? [ Fc x=2 ]", "3/1"),
        ("<<p,q>> Rmax=? [ F x=2 ]", "infinity"),
        ("<<p>> R{\"endless\"}max=? [ Fc x=3 ]", "0/1"),
        ("filter(max, <<p>> Rmax=? [ Fc x=2 ], x=1)", "4/3"),
    ] {
        assert_eq!(value_of(game, property), expected, "{property}");
    }
    assert_eq!(value_of(CHAIN, "R=? [ Fc x=3 ]"), "7/3");
    assert_eq!(value_of(CHOICE, "Rmax=? [ Fc x=1 ]"), "3/1");
}

#[test]
fn several_initial_states_give_a_range() {
    let model = format!("{CHAIN} init x<2 endinit");
    assert_eq!(value_of(&model, "P=? [ F x=3 ]"), "[1/2, 1/1]");
    assert_eq!(value_of(&model, "P=? [ F x>1 ]"), "1/1");
    assert_eq!(value_of(&model, "P>0.5 [ F x=3 ]"), "false");
    assert_eq!(value_of(&model, "filter(min, P=? [ F x=3 ], \"init\")"), "1/2");
    assert_eq!(value_of(&model, "filter(max, P=? [ F x=3 ], \"init\")"), "1/1");
    let explored = explore(&model, "").expect("a model");
    let property = Property::parse("P=? [ F x=3 ]").expect("a property");
    let value = explored.check(&property, &Job::default()).expect("a value");
    let finite = |above: i32| ExactValue::Finite(chancetree_exact::ratio(above, 2));
    assert_eq!(value, PropertyValue::Range(finite(1), finite(2)));
}

/// After rounding, equal values have different bounds. A range would claim that the values differ.
#[test]
fn bounds_that_overlap_are_one_value() {
    let model = "dtmc module m x : [0..4]; y : [0..1];
        [] x=0 -> 1/10 : (x'=1) + 9/10 : true; [] x=1 -> 3/10 : (x'=0) + 1/3 : (x'=2) + 11/30 : true;
        [] x=2 -> 1/7 : (x'=3) + 6/7 : (x'=0); [] x>2 -> true; endmodule rewards true : 1/3; endrewards
        init x=0 endinit";
    let explored = explore(model, "").expect("a model");
    for text in ["R=? [ F x=3 ]", "R=? [ C<=5 ]", "P=? [ F<=9 x=3 ]"] {
        let property = Property::parse(text).expect("a property");
        let found = explored.check_in::<ValueBounds>(&property, Some(1e-9), &Job::default()).expect("bounds");
        assert!(matches!(found, PropertyValue::Number(_)), "{text}: {found}");
        let range = Property::parse(&format!("filter(range, {text}, \"init\")")).expect("a property");
        let found = explored.check_in::<ValueBounds>(&range, Some(1e-9), &Job::default()).expect("bounds");
        assert!(matches!(found, PropertyValue::Range(..)), "{text}: {found}");
    }
}

#[test]
fn negative_rewards_name_the_property_the_action_and_the_state() {
    let model = "mdp module m x : [0..1]; [go] x=0 -> true; [stop] true -> (x'=1); endmodule
        rewards [go] true : -1; endrewards";
    let error = error_of_property(model, "P>=0 [ F true ]; Rmin=? [ C ]");
    let expected = "line 1, column 18: the reward of action go in state (x=0) is negative; \
                    where players can stay for ever, rewards must be at least 0";
    assert_eq!(error, expected);
    let error = error_of_property(&model.replace("[go] true : -1", "x=0 : -1"), "Rmax=? [ C ]");
    assert!(error.contains("the reward of state (x=0) is negative"), "{error}");
}

/// Returns the first line of the error of the last property.
fn error_of_property(model: &str, properties: &str) -> String {
    let explored = explore(model, "").expect("a model");
    let file = PropertyFile::parse(properties).expect("properties");
    let last = file.properties().pop().expect("a property");
    let error = explored.check(&last, &Job::default()).expect_err("no value");
    assert!(matches!(error, PrismError::NoValue(_)), "{error}");
    error.to_string().lines().next().unwrap_or_default().to_owned()
}
