//! Errors of properties: what is wrong, and where.

use super::errors::first_line;
use super::{explore, value};
use chancetree_prism::{PrismError, Property, PropertyFile};

#[test]
fn other_properties_are_refused_by_name() {
    let linear = "formulas of linear temporal logic inside other formulas are";
    for (text, column, expected) in [
        ("S=? [ x ]", 1, "long-run averages are"),
        ("R=? [ S ]", 7, "long-run averages are"),
        ("P=? [ G F x ]", 9, linear),
        ("P=? [ F x & G x ]", 13, linear),
        ("P=? [ (F x) & (G x) ]", 13, linear),
        ("P=? [ x U (x U x) ]", 14, linear),
        ("P=? [ x U x U x ]", 13, linear),
        ("P=? [ F{\"r\"}<=3 x ]", 8, "rewards as bounds of a path are"),
        ("R=? [ C{discount=0.9} ]", 8, "discounted rewards are"),
        ("R=? [ F{discount=0.9} x ]", 8, "discounted rewards are"),
        ("multi(Pmax=? [ F x ], P>=1 [ F x ])", 1, "multi-objective properties are"),
        ("<<p>> (R<=5 [ C ] & R>=1 [ C ])", 7, "several objectives of a coalition are"),
        ("E [ G>=2 x ]", 1, "lower bounds on the steps of E with G, W or R and of A with F or U are"),
        ("A [ x U[1,2] x ]", 1, "lower bounds on the steps of E with G, W or R and of A with F or U are"),
        ("R=? [ X X true ]", 7, "rewards of formulas of linear temporal logic are"),
        ("R=? [ (F x) & (F x) ]", 7, "rewards of formulas of linear temporal logic are"),
        ("quantile(min k, P>0.5 [ F<=k x ])", 1, "quantiles are"),
        ("P=? [ HOA: { \"a.hoa\" } ]", 7, "automata as path formulas are"),
        ("filter(print, P=? [ F x ])", 8, "filters that print states are"),
        ("R=? [ F0 x ]", 7, "the reward operator F0 is"),
    ] {
        let chain = explore("dtmc module m x : bool; endmodule", "").expect("a model");
        let error = value(&chain, text).expect_err(text);
        assert!(matches!(error, PrismError::Unsupported { .. }), "{text}: {error}");
        let expected = format!("line 1, column {column}: {expected} not supported");
        assert_eq!(first_line(&error.to_string()), expected, "{text}");
    }
}

#[test]
fn misspelled_names_have_a_suggestion() {
    let model = "dtmc const total = 2; module m count : [0..total]; [] true -> true; endmodule
        label \"finished\" = count=total; rewards \"steps\" true : 1; endrewards";
    let chain = explore(model, "").expect("a model");
    for (text, expected) in [
        (
            "P=? [ F \"finishd\" ]",
            "no label \"finishd\"; labels: \"finished\", \"init\", \"deadlock\"; did you mean \"finished\"?",
        ),
        ("P=? [ F \"deadlok\" ]", "did you mean \"deadlock\"?"),
        ("P=? [ F cuont=1 ]", "no variable, constant or formula cuont; did you mean count?"),
        ("P=? [ F count=totl ]", "no variable, constant or formula totl; did you mean total?"),
        ("R{\"step\"}=? [ F count=1 ]", "no such rewards; rewards: \"steps\"; did you mean \"steps\"?"),
    ] {
        let error = value(&chain, text).expect_err(text).to_string();
        assert!(first_line(&error).ends_with(expected), "{text}: {error}");
    }
    let error = explore(&model.replace("[] true -> true", "[] true -> (cout'=1)"), "").expect_err("a name");
    assert!(first_line(&error.to_string()).ends_with("no variable cout; did you mean count?"), "{error}");
}

#[test]
fn properties_that_do_not_fit_the_model_are_refused() {
    let model = "module m x : [0..2]; [] true -> true; endmodule";
    let chain = explore(&format!("dtmc {model} rewards \"a\" true : 1; endrewards"), "").expect("a model");
    let decisions = explore(&format!("mdp {model}"), "").expect("a model");
    let game = explore(&format!("smg player p m endplayer {model}"), "").expect("a model");
    for (explored, text, expected) in [
        (&chain, "P=? [ F y=1 ]", "line 1, column 9: no variable, constant or formula y"),
        (&chain, "P=? [ F \"y\" ]", "line 1, column 9: no label \"y\"; labels: \"init\", \"deadlock\""),
        (&chain, "P=? [ F x ]", "line 1, column 9: an integer where a truth value is needed"),
        (&chain, "P=? [ x=1 x ]", "line 1, column 11: unexpected `x`"),
        (&chain, "P=? [ F x<2 {x=2} ]", "line 1, column 1: no state satisfies the condition of the filter"),
        (&chain, "P=? [ F x<2 {x<2}{avg} ]", "line 1, column 19: unexpected `avg`"),
        (&chain, "2^3^2", "line 1, column 4: a second `^`; write brackets, as in (2^3)^2"),
        (&chain, "(P=? [ F x=2 ] > 1/2) < 1", "line 1, column 2: a truth value where a number is needed"),
        (
            &chain,
            "P=? [ F<=x x=1 ]",
            "line 1, column 10: a number of steps that depends on the state; it must be constant",
        ),
        (&chain, "1/x", "line 1, column 1: in state (x=0): a division by 0"),
        (&chain, "P=? [ F 1/x>1 ]", "line 1, column 9: in state (x=0): a division by 0"),
        (&chain, "P=? [ F<=-1 x=1 ]", "line 1, column 10: -1 steps; a number of steps is at least 0"),
        (&chain, "P=? [ F<0 x=1 ]", "line 1, column 9: a bound <0; the least bound is <1"),
        (
            &chain,
            "P=? [ F[3,2] x=1 ]",
            "line 1, column 11: the bound [3,2]; the first number must not be the greater one",
        ),
        (&chain, "R{\"b\"}=? [ F x=1 ]", "line 1, column 1: no such rewards; rewards: \"a\""),
        (&chain, "R{2}=? [ F x=1 ]", "line 1, column 1: no such rewards; rewards: \"a\""),
        (
            &chain,
            "R{0}=? [ F x=1 ]",
            "line 1, column 3: the index 0 of a reward structure; the least index is 1",
        ),
        (
            &chain,
            "R{-1}=? [ F x=1 ]",
            "line 1, column 3: the index -1 of a reward structure; the least index is 1",
        ),
        (
            &chain,
            "R{x}=? [ F x=1 ]",
            "line 1, column 3: an index of a reward structure that depends on the state; it must be constant",
        ),
        (
            &chain,
            "<<p>> P=? [ F x=1 ]",
            "line 1, column 1: a coalition of players in a model that is not a game",
        ),
        (
            &chain,
            "P=? [ X P=? [ X x=1 ] ]",
            "line 1, column 9: a number where a truth value is needed; write a bound such as P>=0.5",
        ),
        (
            &chain,
            "filter(min, P=? [ F x=1 ], x>2)",
            "line 1, column 1: no state satisfies the condition of the filter",
        ),
        (
            &chain,
            "filter(min, x=1)",
            "line 1, column 1: this filter needs numbers, but the property is true or false; use forall, exists, count, first or state",
        ),
        (
            &chain,
            "filter(count, x)",
            "line 1, column 1: this filter needs a truth value, but the property is a number; use min, max, avg, sum or range",
        ),
        (
            &decisions,
            "P=? [ F x=1 ]",
            "line 1, column 1: P=? in a model with decisions; write Pmin=? or Pmax=?",
        ),
        (&decisions, "Rmin=? [ F x=1 ]", "line 1, column 1: the model has no rewards"),
        (&game, "P=? [ F x=1 ]", "line 1, column 1: P=? in a model with decisions; write Pmin=? or Pmax=?"),
        (
            &decisions,
            "<<p>> Pmax=? [ F x=1 ]",
            "line 1, column 1: a coalition of players in a model that is not a game",
        ),
        (
            &chain,
            "P>=0.5 [ F x=1 ] ? 1 : true",
            "line 1, column 1: `? :` with a truth value on one side and a number on the other",
        ),
        (
            &chain,
            "P=? [ F (P=? [ F x=1 ] + 1) ]",
            "line 1, column 10: a number where a truth value is needed",
        ),
        (
            &chain,
            "mod(P=? [ F x=1 ] + 1/2, 2)",
            "line 1, column 1: mod of a fraction; both operands must be integers",
        ),
        (
            &chain,
            "log(P=? [ F x=1 ], 2)",
            "line 1, column 1: log needs a positive number, and a positive base other than 1",
        ),
        (&chain, "ceil(R=? [ F x=2 ])", "line 1, column 1: an infinite value as an operand"),
        (
            &chain,
            "P=? [ F x=1 ] = 1 = true",
            "line 1, column 1: several comparisons in a row; write brackets",
        ),
        (&game, "<<q>> Pmax=? [ F x=1 ]", "line 1, column 1: no player q; players: p"),
        (
            &game,
            "<<p>> P=? [ F x=1 ]",
            "line 1, column 1: P=? in a model with decisions; write Pmin=? or Pmax=?",
        ),
        (
            &chain,
            "P>=1.2 [ F x=1 ]",
            "line 1, column 4: the bound 6/5 of a probability; it must be from 0 to 1",
        ),
        (
            &chain,
            "P<=-1/2 [ F x=1 ]",
            "line 1, column 4: the bound -1/2 of a probability; it must be from 0 to 1",
        ),
    ] {
        let error = value(explored, text).expect_err(text).to_string();
        assert_eq!(first_line(&error), expected, "{text}");
    }
    assert!(
        Property::parse("")
            .is_err_and(|error| error.to_string().starts_with("line 1, column 1: no property;"))
    );
    assert!(
        Property::parse("x=1; x=2")
            .is_err_and(|error| error.to_string().starts_with("line 1, column 6: 2 properties"))
    );
    assert!(Property::parse("P=? [ F x=1 ] P=? [ F x=2 ]").is_err());
}

/// The other properties of a file are read even if one cannot be.
#[test]
fn properties_that_cannot_be_read_are_kept_apart() {
    let text = "P=? [ F x=1 ];
        P=? [ F x=1 || F x=2 ]
        \"named\": R=? [ X X true ];
        P=? [ @ ]; x=\"open
        ) ; P=? [ F x=2 ] ]
        quantile(min k, (P>0.5 [ F<=k x=1 ]
          ); const int k = 3;
        x=k";
    let properties = PropertyFile::parse(text).expect("a property file").properties();
    let outcome = |property: &Property| match property.unsupported() {
        None => property.text().to_owned(),
        Some(error) => first_line(&error.to_string()).to_owned(),
    };
    let linear = "formulas of linear temporal logic";
    assert_eq!(
        properties.iter().map(outcome).collect::<Vec<_>>(),
        [
            "P=? [ F x=1 ]",
            "line 2, column 22: `||` is not part of the language; write `|`",
            &format!("line 3, column 24: rewards of {linear} are not supported"),
            "line 4, column 15: `@` is not part of the language",
            "line 4, column 22: a name in quotes without a closing quote",
            "line 5, column 27: unexpected `]`",
            "line 6, column 9: quantiles are not supported",
            "x=k",
        ]
    );
    assert_eq!(properties[2].name(), Some("named"));
}
