//! Errors name the place, the cause and the allowed contents.

use super::{explore, value};
use chancetree_prism::{Job, PrismModel};

fn error_of(model: &str) -> String {
    match explore(model, "") {
        Ok(_) => panic!("no error: {model}"),
        Err(error) => error.to_string(),
    }
}

pub(super) fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[test]
fn a_syntax_error_shows_the_line_and_what_is_allowed() {
    assert_eq!(
        error_of("dtmc\nmodule m\n  x : [0..3;\nendmodule"),
        "line 3, column 12: unexpected `;`\n3 |   x : [0..3;\n  |            ^\nallowed: an operator, `?` or `]`"
    );
    assert_eq!(
        error_of("dtmc\nmodul m"),
        "line 2, column 1: unexpected `modul`\n2 | modul m\n  | ^\nallowed: `dtmc`, `mdp`, `smg`, `tsg`, `probabilistic`, `nondeterministic`, `stpg`, `const`, `formula`, `label`, `global`, \
         `module`, `rewards`, `init`, `player` or `system`"
    );
    for (text, expected) in [
        ("dtmc module m x : [0..1]; [] x=0 -> (x'=1) endmodule", "line 1, column 44: unexpected `endmodule`"),
        ("dtmc module m x : [0..1]; [] x=0 -> 0.5:(x'=1) + ; endmodule", "line 1, column 50: unexpected `;`"),
        ("dtmc module m", "line 1, column 14: unexpected end of the text"),
        ("dtmc module true", "line 1, column 13: `true` is a reserved word, not the name of a module"),
        ("dtmc const int x = 1 2;", "line 1, column 22: unexpected `2`"),
        ("dtmc /* open", "line 1, column 6: a comment without an end"),
        ("dtmc label \"x", "line 1, column 12: a name in quotes without a closing quote"),
        ("dtmc #", "line 1, column 6: `#` is not part of the language"),
        ("dtmc é", "line 1, column 6: `é` is not part of the language"),
        ("dtmc mdp", "line 1, column 6: a second type of model; a model has one type"),
        ("const x = min();", "line 1, column 15: unexpected `)`"),
        ("const x = floor(1,2);", "line 1, column 11: floor with 2 arguments; it takes 1"),
        ("const x = pow(1);", "line 1, column 11: pow with 1 argument; it takes 2"),
        (
            "module n = m [ x=y ] endmodule",
            "line 1, column 12: no module m before this line; a module is renamed after its definition",
        ),
        ("label \"init\" = true;", "line 1, column 7: label \"init\" is built in; choose another name"),
        (
            "init true endinit init true endinit",
            "line 1, column 19: a second init block; a model has at most one",
        ),
        (
            "dtmc player p endplayer",
            "line 1, column 13: a player in a model that is not a game; begin the model with `smg`",
        ),
    ] {
        assert_eq!(first_line(&error_of(text)), expected, "{text}");
    }
}

#[test]
fn names_and_types_are_checked() {
    for (text, expected) in [
        ("dtmc", "line 1, column 5: a model without a module"),
        ("module m x : [0..y]; endmodule", "line 1, column 18: no variable, constant or formula y"),
        ("module m x : [2..1]; endmodule", "line 1, column 10: the range 2..1 is empty"),
        ("module m x : [0..1] init 2; endmodule", "line 1, column 10: start value 2 of x is not in 0..1"),
        (
            "module m x : [0..1]; [] x -> true; endmodule",
            "line 1, column 25: an integer where a truth value is needed",
        ),
        (
            "module m x : [0..1]; [] true -> (x'=x/2); endmodule",
            "line 1, column 37: a fraction where an integer is needed; use floor, ceil or round",
        ),
        ("module m x : [0..1]; [] true -> (y'=1); endmodule", "line 1, column 34: no variable y"),
        (
            "module m x : [0..1]; [] true -> (x'=1)&(x'=0); endmodule",
            "line 1, column 41: variable x is written twice",
        ),
        (
            "module m x : bool; endmodule module n [] true -> (x'=true); endmodule",
            "line 1, column 51: variable x belongs to another module",
        ),
        (
            "module m x : bool; endmodule module n x : bool; endmodule",
            "line 1, column 39: a second definition of x",
        ),
        (
            "module m x : bool; endmodule module n = m [ y=z ] endmodule",
            "line 1, column 10: a second definition of x; a renamed module needs new names for its variables",
        ),
        (
            "module m x : bool; endmodule module m y : bool; endmodule",
            "line 1, column 37: a second definition of m",
        ),
        (
            "const a = b; const b = a; module m x : bool; endmodule",
            "line 1, column 7: constant a is defined by itself",
        ),
        (
            "formula f = g; formula g = f; module m x : bool; [] f -> true; endmodule",
            "line 1, column 28: a formula that uses itself, or more than 400 operations inside each other",
        ),
        (
            "module m x : bool; endmodule label \"a\" = \"b\";",
            "line 1, column 42: no label \"b\"; labels: \"a\"",
        ),
        (
            "module m x : bool; [] !\"init\" -> true; endmodule",
            "line 1, column 24: label \"init\" has no value here; only properties can use it",
        ),
        (
            "module m x : bool; endmodule rewards x+1 : 1; endrewards",
            "line 1, column 38: a truth value where a number is needed",
        ),
        (
            "module m x : bool; [] x=1 -> true; endmodule",
            "line 1, column 25: a truth value compared with a number",
        ),
        (
            "module m x : bool; [] x<x -> true; endmodule",
            "line 1, column 25: truth values have no order; compare them by = or !=",
        ),
        (
            "module m x : [0..1] init 1; endmodule init x=0 endinit",
            "line 1, column 26: a start value in a model with an init block",
        ),
        (
            "const int k = 1/0; module m x : bool; endmodule",
            "line 1, column 15: a fraction where an integer is needed; use floor, ceil or round",
        ),
        ("const double k = 1/0; module m x : bool; endmodule", "line 1, column 18: a division by 0"),
        (
            "const k = pow(2,100); module m x : bool; endmodule",
            "line 1, column 11: an integer of more than 64 bits",
        ),
        (
            "const int k = 99999999999999999999; module m x : bool; endmodule",
            "line 1, column 15: an integer of more than 64 bits",
        ),
        (
            "const int k = 3.0; module m x : bool; endmodule",
            "line 1, column 15: a fraction where an integer is needed; use floor, ceil or round",
        ),
        (
            "const double k = log(3,2); module m x : bool; endmodule",
            "line 1, column 18: a power or logarithm that is not a fraction; PRISM computes it in doubles",
        ),
        (
            "global g : bool; module m [a] true -> (g'=true); endmodule module n [a] true -> (g'=false); endmodule",
            "line 1, column 82: modules m and n both write global variable g with action a",
        ),
        (
            "smg player p n endplayer module m x : bool; endmodule",
            "line 1, column 12: no module n for player p",
        ),
    ] {
        assert_eq!(first_line(&error_of(text)), expected, "{text}");
    }
}

#[test]
fn commands_that_fail_are_named_with_their_state() {
    for (text, expected) in [
        (
            "dtmc\nmodule m x : [0..2] init 1;\n[] x=1 -> 0.5:(x'=0) + 0.4:true;\nendmodule",
            "command [] of module m in line 3, in state (x=1): the probabilities add up to 9/10; they must add up to 1",
        ),
        (
            "module m x : [0..2];\n[up] true -> (x'=x+1);\nendmodule module n = m [x=y,up=go] endmodule",
            "command [up] of module m in line 2, in state (x=2,y=0): x'=3 is not in 0..2",
        ),
        (
            "dtmc module m x : [0..2]; [] true -> x-1/2:true + 3/2-x:true; endmodule",
            "command [] of module m in line 1, in state (x=0): a negative probability",
        ),
        (
            "dtmc module m x : [0..2]; [] 1/x>0 -> true; endmodule",
            "command [] of module m in line 1, in state (x=0): a division by 0",
        ),
        (
            "dtmc module m x : [0..2]; [] mod(3,x)=0 -> true; endmodule",
            "command [] of module m in line 1, in state (x=0): mod by a number that is not positive",
        ),
        (
            "smg player p m endplayer player q n endplayer module m x : bool; [] true -> true; endmodule module n y : bool; [] true -> true; endmodule",
            "turn-based game, in state (x=false,y=false): players p and q both have a choice",
        ),
        (
            "smg player p m endplayer module m x : bool; [] true -> true; [a] true -> true; endmodule module n [a] true -> true; endmodule",
            "turn-based game, in state (x=false): no player for a command [a]; list its action or module in a player block",
        ),
        ("module m x : bool; endmodule init x & !x endinit", "no state satisfies the init block"),
    ] {
        assert_eq!(error_of(text), expected, "{text}");
    }
}

#[test]
fn missing_constants_are_reported_together() {
    let text = "dtmc const int N; const double p; const K = 2; module m x : [0..N]; [] true -> p:(x'=0) + 1-p:true; endmodule";
    let model = PrismModel::parse(text).expect("a model");
    let explored = |list: &str| {
        let model = model.clone().with_constants(list)?;
        model.explore(&Job::default()).map(|_| ())
    };
    let error = |list: &str| explored(list).expect_err(list).to_string();
    assert_eq!(error(""), "no value for constants N, p; give a value, as in N=1");
    assert_eq!(error("N=2"), "no value for constant p; give a value, as in p=1");
    assert_eq!(error("M=2"), "no constant M; constants: N, p");
    assert_eq!(error("K=2"), "no constant K; constants: N, p");
    assert_eq!(error("N=1.5"), "constant N: `1.5` is not an integer; use a number such as 3");
    assert_eq!(error("N"), "constant N: `` is not an integer; use a number such as 3");
    assert_eq!(error("p=x"), "constant p: `x` is not a number; use a number such as 0.25 or 1/4");
    assert_eq!(explored("N=2,p=0.5"), Ok(()));
    let chain = explore("dtmc module m x : bool; endmodule", "").expect("a model");
    assert_eq!(
        value(&chain, "const int k; const int other; P=? [ F<=k x ]").map_err(|error| error.to_string()),
        Err("no value for constant k; give a value, as in k=1".to_owned())
    );
}

#[test]
fn unused_definitions_need_no_value() {
    let text = "dtmc const int N; const int M = N+1; formula far = x>M;
        module m x : [0..2]; [] x<2 -> (x'=x+1); [] x=2 -> true; endmodule
        label \"end\" = x=2; label \"named\" = x=M; label \"half\" = 1/x>2;
        rewards \"named\" x=N : 1; endrewards rewards \"steps\" x<2 : 1; endrewards";
    let explored = explore(text, "").expect("a model");
    let answer = |property: &str| match value(&explored, property) {
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(answer("P=? [ F \"end\" ]"), "1/1");
    assert_eq!(answer("R{\"steps\"}=? [ F \"end\" ]"), "2/1");
    let missing = "no value for constant N; give a value, as in N=1";
    for property in ["P=? [ F \"named\" ]", "P=? [ F far ]", "P=? [ F x=M ]", "R{\"named\"}=? [ F \"end\" ]"]
    {
        assert_eq!(answer(property), missing, "{property}");
    }
    assert_eq!(
        first_line(&answer("P=? [ F \"half\" ]")),
        "line 1, column 9: in state (x=0): a division by 0"
    );
    assert_eq!(explored.into_space(&Job::default()).map(|_| ()).expect_err("a label").to_string(), missing);
}

#[test]
fn other_models_are_refused_by_name() {
    for (text, expected) in [
        (
            "// a queue\nctmc module m x : bool; endmodule",
            "line 2, column 1: models of type ctmc are not supported",
        ),
        ("pomdp observables x endobservables", "line 1, column 1: models of type pomdp are not supported"),
        (
            "mdp module m x : bool; [] true -> [0.1,0.2]:true + 0.8:true; endmodule",
            "line 1, column 35: intervals of probabilities are not supported",
        ),
        ("csg player p m endplayer", "line 1, column 1: models of type csg are not supported"),
        ("pta module m x : clock; endmodule", "line 1, column 1: models of type pta are not supported"),
        ("mdp module m x : clock; endmodule", "line 1, column 18: models with `clock` are not supported"),
    ] {
        let error = error_of(text);
        assert_eq!(first_line(&error), expected, "{text}");
        assert!(error.contains("\nhelp: PRISM"), "{error}");
    }
}

#[test]
fn limits_stop_the_exploration() {
    let model = PrismModel::parse("dtmc module m x : [0..1000000]; [] x<1000000 -> (x'=x+1); endmodule")
        .expect("a model");
    let error =
        model.explore(&Job { most_states: 20_000, ..Job::default() }).map(|_| ()).expect_err("a limit");
    assert!(error.is_stop(), "{error}");
    assert!(error.to_string().starts_with("more than 20000 states"), "{error}");
}
