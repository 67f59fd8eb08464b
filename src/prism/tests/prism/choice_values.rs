//! The values of the choices of a state.

use super::properties::CHOICE;
use super::{explore, read, value_of};
use chancetree_prism::{ChoiceStates, ExactValue, Job, Property, PropertyValue, ValueBounds};

/// Play never returns to the initial state. The value of one of its choices is therefore the value of the model without the others.
#[test]
fn choices_have_the_values_of_models_without_the_others() {
    let game = "smg player p [a], [b], [c] endplayer player q [d], [e] endplayer
        module m x : [0..5]; [a] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); [b] x=0 -> (x'=2); [c] x=0 -> 1/3 : (x'=3) + 2/3 : (x'=1);
        [d] x=1 -> 1/4 : (x'=3) + 3/4 : (x'=4); [e] x=1 -> 1/2 : (x'=5) + 1/2 : (x'=3); [d] x=2 -> (x'=1); [e] x=2 -> (x'=4);
        [] x>2 -> true; endmodule
        rewards [a] true : 2; [d] true : 1; x=2 : 3; endrewards";
    let without = |model: &str, actions: &[&str]| {
        let mut text = model.to_owned();
        for action in actions {
            text = text.replace(&format!("[{action}] x=0"), &format!("[{action}] false"));
        }
        text
    };
    for (model, actions, prefix) in [(CHOICE, &["safe", "bold"][..], ""), (game, &["a", "b", "c"], "<<p>> ")]
    {
        let explored = explore(model, "").expect("a model");
        for path in [
            "P{}=? [ F x=3 ]",
            "P{}=? [ G x!=3 ]",
            "P{}=? [ X x=1 ]",
            "P{}=? [ F<=1 x=3 ]",
            "P{}=? [ F<=2 x=3 ]",
            "P{}=? [ F[2,3] x=3 ]",
            "P{}=? [ F>=2 x=3 ]",
            "P{}=? [ x<2 W<=2 x=3 ]",
            "R{}=? [ F x>2 ]",
            "R{}=? [ Fc x=4 ]",
            "R{}=? [ C ]",
            "R{}=? [ C<=1 ]",
            "R{}=? [ C<=2 ]",
            "R{}=? [ I=1 ]",
        ] {
            for extremum in ["min", "max"] {
                let text = format!("{prefix}{}", path.replace("{}", extremum));
                let property = Property::parse(&text).expect("a property");
                let found = explored
                    .choice_values::<ExactValue>(&property, ChoiceStates::First, None, &Job::default())
                    .expect("values");
                let bounds = explored
                    .choice_values::<ValueBounds>(&property, ChoiceStates::First, Some(1e-9), &Job::default())
                    .expect("bounds");
                assert_eq!((found.len(), bounds.len()), (actions.len(), actions.len()), "{text}");
                let total = explored.check(&property, &Job::default()).expect("a value");
                for (place, (choice, bounds)) in found.iter().zip(&bounds).enumerate() {
                    let others: Vec<&str> =
                        actions.iter().copied().filter(|action| *action != actions[place]).collect();
                    let alone = value_of(&without(model, &others), &text);
                    assert_eq!(choice.value.to_string(), alone, "{text} {}", actions[place]);
                    let is_best = PropertyValue::Number(choice.value.clone()) == total;
                    assert_eq!(
                        (choice.is_best, bounds.is_best),
                        (is_best, is_best),
                        "{text} {}",
                        actions[place]
                    );
                    assert!(bounds.value.order(&choice.value.bounds()).is_none_or(std::cmp::Ordering::is_eq));
                }
            }
        }
        for text in [
            "Pmax=? [ F x=0 ]",
            "Pmax=? [ F<=0 x=3 ]",
            "2 * Pmax=? [ F x=3 ]",
            "P>=0.5 [ F x=3 ]",
            "Rmax=? [ C<=0 ]",
        ] {
            let property = Property::parse(text).expect("a property");
            assert_eq!(
                explored.choice_values::<ExactValue>(&property, ChoiceStates::First, None, &Job::default()),
                Ok(Vec::new()),
                "{text}"
            );
        }
    }
}

/// Without a decision in the initial state, the first states with a decision are valued.
#[test]
fn the_first_decisions_are_valued() {
    let explored = explore(&read("monty_hall.nm"), "").expect("a model");
    let values = |text: &str| {
        let property = Property::parse(text).expect("a property");
        let found = explored
            .choice_values::<ExactValue>(&property, ChoiceStates::First, None, &Job::default())
            .expect("values");
        let texts = found.iter().map(|choice| (explored.state_name(choice.state), choice.value.to_string()));
        (texts.collect::<Vec<_>>(), found.iter().filter(|choice| choice.is_best).count())
    };
    let (found, best) = values("Pmax=? [ F won ]");
    assert_eq!((found.len(), best), (4, 2), "{found:?}");
    assert!(
        found.iter().all(|(state, value)| state.contains("stage=1") && ["0/1", "1/1"].contains(&&**value))
    );
    assert_eq!(values("Pmax=? [ F<=9 won ]").0, []);
}
