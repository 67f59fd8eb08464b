//! Strategies that reach the value of a property.

use super::{explore, read};
use chancetree_checker::{RewardStructure, SpaceBuilder, SpaceKind, StateSpace};
use chancetree_prism::{ChoiceStates, ExactValue, ExploredModel, Job, Property, ValueBounds};

/// The Markov chain of the choices that a strategy takes has the value of the property.
#[test]
fn strategies_reach_the_value() {
    for (name, constants, texts) in [
        (
            "gambler_bold.nm",
            "N=8",
            &["P{}=? [ F \"rich\" ]", "R{}=? [ F x=0 | x=N ]", "P{}=? [ G x!=N ]", "R{\"rounds\"}{}=? [ C ]"]
                [..],
        ),
        ("grid.nm", "N=3", &["P{}=? [ F \"goal\" ]", "R{\"moves\"}{}=? [ F \"goal\" | \"crash\" ]"]),
        ("consensus.nm", "K=2", &["P{}=? [ F \"finished\" & !\"agree\" ]", "R{}=? [ F \"finished\" ]"]),
    ] {
        for (text, extremum) in texts.iter().flat_map(|text| [(text, "min"), (text, "max")]) {
            let text = text.replace("{}", extremum);
            let property = Property::parse(&text).expect("a property");
            let explored = explore(&read(name), constants).expect("a model");
            let value = explored.check(&property, &Job::default()).expect("a value");
            let found = explored
                .choice_values::<ExactValue>(&property, ChoiceStates::Every, None, &Job::default())
                .expect("values");
            let doubles = explored
                .choice_values::<ValueBounds>(&property, ChoiceStates::Every, Some(1e-9), &Job::default())
                .expect("bounds");
            let space = explored.into_space(&Job::default()).expect("a space");
            for taken in [
                found.iter().filter(|it| it.is_taken).map(|it| (it.state, it.choice)).collect::<Vec<_>>(),
                doubles.iter().filter(|it| it.is_taken).map(|it| (it.state, it.choice)).collect(),
            ] {
                assert!(!taken.is_empty() && taken.windows(2).all(|pair| pair[0].0 < pair[1].0), "{text}");
                let chain = ExploredModel::of_space(followed(&space, &taken));
                // The chain has no constant N.
                let plain = text.replace(&format!("{extremum}=?"), "=?").replace('N', "8");
                let plain = Property::parse(&plain).expect("a property");
                assert_eq!(chain.check(&plain, &Job::default()), Ok(value.clone()), "{name}: {text}");
            }
        }
    }
}

/// Returns the chain of the `taken` choices, and of the first choice of each other state.
fn followed(space: &StateSpace, taken: &[(u32, usize)]) -> StateSpace {
    let mut builder = SpaceBuilder::new(SpaceKind::Chain);
    let states = 0..space.state_count() as u32;
    let choices: Vec<usize> = states
        .clone()
        .map(|state| {
            let taken = taken.iter().find(|(other, _)| *other == state);
            taken.map_or(space.choices(state).start, |(_, choice)| *choice)
        })
        .collect();
    for &choice in &choices {
        builder.state(0);
        builder.choice("");
        for branch in space.branches(choice) {
            builder.branch(space.targets[branch], space.probability(branch));
        }
    }
    space.initial.iter().for_each(|&state| builder.initial(state));
    let mut chain = builder.finish().expect("a chain");
    chain.labels = space.labels.clone();
    chain.state_names = space.state_names.clone();
    let rewards = |all: &RewardStructure| RewardStructure {
        name: all.name.clone(),
        states: all.states.clone(),
        choices: if all.choices.is_empty() {
            Vec::new()
        } else {
            choices.iter().map(|&choice| all.choices[choice].clone()).collect()
        },
    };
    chain.rewards = space.rewards.iter().map(rewards).collect();
    chain
}

/// Both choices have an infinite value, because the player can take `a` for ever afterwards. But a strategy that always takes `b` has
/// a finite reward. Therefore no choice is marked as taken.
#[test]
fn infinite_rewards_have_no_strategy() {
    let model = "mdp module m x : [0..2]; [b] x=0 -> 1/2 : (x'=2) + 1/2 : (x'=1); [a] x=0 -> true;
        [] x=1 -> (x'=0); [] x=2 -> true; endmodule rewards x<2 : 1; endrewards";
    let explored = explore(model, "").expect("a model");
    for text in ["Rmax=? [ F x=2 ]", "Rmax=? [ C ]"] {
        let property = Property::parse(text).expect("a property");
        let found = explored
            .choice_values::<ExactValue>(&property, ChoiceStates::Every, None, &Job::default())
            .expect("values");
        assert!(!found.is_empty() && found.iter().all(|choice| choice.is_best && !choice.is_taken), "{text}");
    }
}
