//! Each construct of the language, in a small model with a known value.

use super::{explore, read, sizes, value, value_of};
use chancetree_prism::{Job, PrismModel, SpaceKind};

/// Returns the value of an expression in a model with these constants.
fn computed(constants: &str, expression: &str) -> String {
    value_of(&format!("dtmc {constants} module m x : [0..1]; endmodule"), expression)
}

#[test]
fn operators_bind_as_in_prism() {
    for (expression, expected) in [
        ("2+3*4", "14/1"),
        ("2-3-4", "-5/1"),
        ("12/3/2", "2/1"),
        ("7/2", "7/2"),
        ("-2*-3", "6/1"),
        ("1-(-1)", "2/1"),
        ("2*3/4*2", "3/1"),
        ("1<2 = true", "true"),
        ("1=1 = true", "true"),
        ("!1=2", "true"),
        ("!true | true", "true"),
        ("!(true | true)", "false"),
        ("true | false & false", "true"),
        ("false => false => false", "false"),
        ("true <=> false => false", "true"),
        ("true | true <=> false", "false"),
        ("true ? 1 : false ? 2 : 3", "1/1"),
        ("false ? 1 : false ? 2 : 3", "3/1"),
        ("1+1=2 & 2*2>3 | false ? 5 : 6", "5/1"),
        ("1 < 2 & 3 >= 3 & 4 != 5 & 2 <= 2 & 3 > 2", "true"),
        ("1.0 = 1", "true"),
        ("true != false", "true"),
        ("--1", "1/1"),
        ("!!true", "true"),
        ("true & !1=1", "false"),
    ] {
        assert_eq!(computed("", expression), expected, "{expression}");
    }
}

#[test]
fn functions_have_exact_values() {
    for (expression, expected) in [
        ("min(3,1/2,2)", "1/2"),
        ("max(1,2,3)", "3/1"),
        ("min(4)", "4/1"),
        ("floor(-1.5)", "-2/1"),
        ("ceil(-1.5)", "-1/1"),
        ("floor(3)", "3/1"),
        ("round(-1.5)", "-1/1"),
        ("round(1.5)", "2/1"),
        ("round(1.49)", "1/1"),
        ("pow(2,10)", "1024/1"),
        ("pow(2.0,-2)", "1/4"),
        ("pow(9/4,0.5)", "3/2"),
        ("pow(-1,3)", "-1/1"),
        ("mod(7,3)", "1/1"),
        ("mod(-1,3)", "2/1"),
        ("log(8,2)", "3/1"),
        ("log(1/8,2)", "-3/1"),
        ("log(8,4)", "3/2"),
        ("log(9,27)", "2/3"),
        ("floor(log(9,2))", "3/1"),
        ("ceil(log(9,2))", "4/1"),
        ("ceil(log(8,2))", "3/1"),
        ("func(max,1,2)", "2/1"),
        ("1e-3", "1/1000"),
        ("1.5E+2", "150/1"),
        (".5", "1/2"),
        ("123456789012345678901234567890", "123456789012345678901234567890/1"),
        ("0.1+0.2", "3/10"),
    ] {
        assert_eq!(computed("", expression), expected, "{expression}");
    }
}

#[test]
fn constants_use_constants_in_any_order() {
    let constants = "const int a = b+1; const b = c*2; const double c2 = c/4; const int c = 3; const bool d = a>b; formula f = a*10;
        const int e = f+1;";
    assert_eq!(computed(constants, "a+c2"), "31/4");
    assert_eq!(computed(constants, "d & e=71"), "true");
}

#[test]
fn values_of_constants_have_their_types() {
    let model = "dtmc const int n; const double p; const bool b; const k; module m x : [0..n] init k;
        [] b & x<n -> p : (x'=x+1) + 1-p : true; endmodule";
    let explored = explore(model, "n=3, p=1/3,b=true,k=1").expect("a model");
    assert_eq!(sizes(&explored), "3 states, 3 choices, 5 transitions");
    let explored = explore(model, "n=3,p=1e-2,b=false,k=2").expect("a model");
    assert_eq!(value(&explored, "p*n"), Ok("3/100".to_owned()));
    assert_eq!(PrismModel::parse(model).expect("a model").constants(), ["n", "p", "b", "k"]);
}

#[test]
fn a_model_without_a_type_is_a_decision_process() {
    for (text, kind) in [
        ("module m x : bool; endmodule", SpaceKind::Decisions),
        ("module m x : bool; endmodule dtmc", SpaceKind::Chain),
        ("probabilistic module m x : bool; endmodule", SpaceKind::Chain),
        ("nondeterministic module m x : bool; endmodule", SpaceKind::Decisions),
        ("tsg player p m endplayer module m x : bool; endmodule", SpaceKind::Game),
    ] {
        assert_eq!(PrismModel::parse(text).expect(text).kind(), kind);
    }
}

#[test]
fn variables_start_at_their_lower_bound_or_false() {
    let explored = explore(
        "dtmc global g : [3..9]; module m x : [-2..5]; b : bool; c : bool init true; y : [0..4] init 2; endmodule",
        "",
    );
    assert_eq!(explored.expect("a model").state_name(0), "(g=3,x=-2,b=false,c=true,y=2)");
}

/// Formulas are expanded before names are replaced; a renamed module can be renamed again.
#[test]
fn modules_are_renamed() {
    let model = "mdp const int lim = 2; const int lim2 = 3; formula low = x<lim;
        module m x : [0..5]; [go] low -> (x'=x+1); [x] !low -> true; endmodule
        module n = m [ x=y, lim=lim2, go=on ] endmodule
        module o = n [ y=z, on=up, lim2=lim ] endmodule";
    let explored = explore(model, "").expect("a model");
    // The action x of m is renamed to y and z, and each module counts by its own action to its own limit.
    assert_eq!(explored.state_name(0), "(x=0,y=0,z=0)");
    assert_eq!(value(&explored, "Pmax=? [ F x=2 & y=3 & z=2 ]"), Ok("1/1".to_owned()));
    let mut actions = explored.space().action_names.clone();
    actions.sort_unstable();
    assert_eq!(actions, ["", "go", "on", "up", "x", "y", "z"]);
    assert_eq!(explored.space().state_count(), 3 * 4 * 3);
}

/// All modules that have an action take part in its steps; the other modules do not move.
#[test]
fn actions_synchronise() {
    let model = "mdp
        module a x : [0..2]; [t] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2); [t] x=0 -> (x'=2); endmodule
        module b y : [0..2]; [t] y=0 -> 1/3 : (y'=1) + 2/3 : (y'=2); [u] y>0 -> true; endmodule
        module c z : bool; [t] !z -> (z'=true); endmodule";
    let explored = explore(model, "").expect("a model");
    // The initial state has two choices, with four and with two next states.
    assert_eq!(sizes(&explored), "5 states, 6 choices, 10 transitions");
    assert_eq!(value(&explored, "Pmax=? [ X x=1 & y=1 ]"), Ok("1/6".to_owned()));
    assert_eq!(value(&explored, "Pmin=? [ X x=2 ]"), Ok("1/2".to_owned()));
}

/// All updates read the values before the step.
#[test]
fn updates_read_old_values() {
    let model = "dtmc module a x : [0..9] init 1; [t] x<y -> (x'=y); endmodule module b y : [0..9] init 5; [t] true -> (y'=x); endmodule";
    assert_eq!(value_of(model, "P=? [ X x=5 & y=1 ]"), "1/1");
    let swap = "dtmc module a x : [0..9] init 1; y : [0..9] init 5; [] x<y -> (x'=y) & (y'=x); endmodule";
    assert_eq!(value_of(swap, "P=? [ X x=5 & y=1 ]"), "1/1");
}

#[test]
fn branches_of_probability_0_are_not_evaluated() {
    let model = "dtmc module m x : [0..2]; [] true -> x/2 : (x'=x-1) + 1-x/2 : (x'=x+1); endmodule";
    assert_eq!(sizes(&explore(model, "").expect("a model")), "3 states, 3 choices, 4 transitions");
}

#[test]
fn global_variables_are_written_by_all_modules() {
    let model =
        "mdp global g : [0..2]; module a [x] g=0 -> (g'=1); endmodule module b [] g=1 -> (g'=2); endmodule";
    assert_eq!(value_of(model, "Pmin=? [ F g=2 ]"), "1/1");
}

/// A deadlock has a self-loop and its state reward.
#[test]
fn deadlocks_get_a_self_loop() {
    let model = PrismModel::parse(
        "dtmc module m x : [0..1]; [] x=0 -> (x'=1); endmodule rewards x=1 : 2; [] true : 7; endrewards",
    );
    let explored = model.and_then(|model| model.explore(&Job::default())).expect("a model");
    assert_eq!(explored.deadlocks().count(), 1);
    assert_eq!(value(&explored, "P=? [ F \"deadlock\" ]"), Ok("1/1".to_owned()));
    assert_eq!(value(&explored, "R=? [ C<=3 ]"), Ok("11/1".to_owned()));
    assert_eq!(value(&explored, "R=? [ I=3 ]"), Ok("2/1".to_owned()));
}

/// Rewards of several matching lines add up.
#[test]
fn rewards_add_up() {
    let model = "mdp module m x : [0..3]; [a] x<3 -> (x'=x+1); [] x<3 -> (x'=3); endmodule
        rewards \"one\" x<2 : 1; x<1 : 1/2; [a] x=0 : 10; [a] true : x; [] true : 100; [none] true : 9; endrewards
        rewards \"two\" true : -x; endrewards";
    let explored = explore(model, "").expect("a model");
    assert_eq!(value(&explored, "R{\"one\"}min=? [ F x=3 ]"), Ok("31/2".to_owned()));
    assert_eq!(value(&explored, "R{\"one\"}max=? [ F x=3 ]"), Ok("227/2".to_owned()));
    assert_eq!(value(&explored, "R{2}max=? [ I=1 ]"), Ok("-1/1".to_owned()));
    let space = explored.into_space(&Job::default()).expect("rewards");
    assert_eq!(space.rewards.len(), 2);
    assert_eq!(space.state_names, ["(x=0)", "(x=3)", "(x=1)", "(x=2)"]);
}

#[test]
fn an_init_block_gives_several_initial_states() {
    let model = "dtmc module m x : [0..3]; y : [0..3]; [] true -> (x'=0); endmodule init x+y=3 & y>0 endinit";
    let explored = explore(model, "").expect("a model");
    let names: Vec<String> =
        explored.space().initial.iter().map(|&state| explored.state_name(state)).collect();
    assert_eq!(names, ["(x=0,y=3)", "(x=1,y=2)", "(x=2,y=1)"]);
    assert_eq!(value(&explored, "x"), Ok("[0/1, 2/1]".to_owned()));
    // A condition on each variable is cheap, however many variables there are.
    let variables: String = (0..40).map(|at| format!("v{at} : [0..1000]; ")).collect();
    let condition: Vec<String> = (0..40).map(|at| format!("v{at}={at}")).collect();
    let model = format!("dtmc module m {variables} endmodule init {} endinit", condition.join(" & "));
    assert_eq!(explore(&model, "").expect("a model").space().initial.len(), 1);
    // The same condition written with labels, formulas, cases and double negations.
    let condition = condition.join(" & ");
    for (definitions, start) in [
        (format!("label \"first\" = {condition};"), "\"first\"".to_owned()),
        (format!("const bool t = true; formula first = t ? ({condition}) : v0=5;"), "first".to_owned()),
        (String::new(), format!("!(v0!=0) & (false | ({condition}))")),
    ] {
        let model = format!("dtmc {definitions} module m {variables} endmodule init {start} endinit");
        assert_eq!(explore(&model, "").expect("a model").space().initial.len(), 1, "{start}");
    }
}

#[test]
fn labels_name_states_also_in_the_model() {
    let model = "dtmc module m x : [0..3]; [] !\"end\" -> (x'=x+1); endmodule label \"end\" = x=2; label \"both\" = \"end\" | x=1;";
    assert_eq!(value_of(model, "P=? [ !\"both\" U x=1 ]"), "1/1");
    assert_eq!(value_of(model, "filter(count, \"both\")"), "2/1");
}

#[test]
fn wide_ranges_and_many_variables_fit() {
    let model = format!(
        "dtmc module m a : [{}..{}] init -5; b : [0..{}]; {} [] a<-3 -> (a'=a+1) & (b'={}); endmodule",
        i64::MIN + 1,
        i64::MAX,
        i64::MAX,
        (0..70).map(|at| format!("v{at} : [0..6] init 6; ")).collect::<String>(),
        i64::MAX,
    );
    let explored = explore(&model, "").expect("a model");
    assert_eq!(explored.space().state_count(), 3);
    assert!(explored.state_name(2).starts_with(&format!("(a=-3,b={},v0=6", i64::MAX)));
}

#[test]
fn system_blocks_of_all_modules_are_the_default() {
    let model = "dtmc module a x : bool; endmodule module b y : bool; endmodule system b || a endsystem";
    assert_eq!(sizes(&explore(model, "").expect("a model")), "1 states, 1 choices, 1 transitions");
}

/// Two modules with the same actions, composed in other ways. The sizes are counted by hand.
#[test]
fn modules_are_composed_by_a_system_block() {
    let modules = "mdp module m x : [0..1]; [a] x=0 -> (x'=1); [b] x=1 -> (x'=0); endmodule module n = m [x=y] endmodule";
    for (system, states, choices) in [
        ("m || n", 2, 2),
        ("(n || m)", 2, 2),
        ("m ||| n", 4, 8),
        ("m |[a]| n", 4, 5),
        ("m |[a,b]| n", 2, 2),
        ("(m || n) / {a}", 2, 2),
        ("m / {a} || n", 4, 5),
        ("m {a<-b,b<-a} || n", 1, 1),
        ("m {a<-c} || n", 4, 5),
        ("(m {a<-c} ||| n {a<-c}) / {b}", 4, 8),
    ] {
        let explored = explore(&format!("{modules} system {system} endsystem"), "").expect(system);
        let space = explored.space();
        assert_eq!((space.state_count(), space.choice_count()), (states, choices), "{system}");
    }
    // PRISM takes the block without a name, or else the first one.
    let blocks = ["m || n", "m ||| n"].map(|system| format!("system {system} endsystem"));
    let [all, none] = &blocks;
    let [named_all, named_none] = [("all", all), ("none", none)]
        .map(|(name, block)| block.replace("system ", &format!("system \"{name}\" ")));
    for (systems, like) in [
        (format!("{named_all} {named_none}"), all),
        (format!("{named_none} {named_all}"), none),
        (format!("{named_none} {all}"), all),
        (format!("{none} {named_all}"), none),
    ] {
        let [found, expected] =
            [&systems, like].map(|systems| explore(&format!("{modules} {systems}"), "").expect(systems));
        assert_eq!(found.space(), expected.space(), "{systems}");
    }
    let hidden = explore(&format!("{modules} system (m || n) / {{a}} endsystem"), "").expect("a model");
    assert_eq!(hidden.space().action_names, ["", "b"]);
    for (system, error) in [
        ("m", "a system block that does not compose each module once"),
        ("m || n || m", "a system block that does not compose each module once"),
        ("m || n endsystem system m || n", "a second system block without a name"),
        ("m || \"other\"", "names of other system blocks are not supported"),
        ("m || (n", "unexpected `endsystem`"),
        ("m |[a] n", "unexpected `n`"),
        ("m || n ||| m", "`||` and `|||` without brackets"),
        ("m ||| n || m", "`||` and `|||` without brackets"),
    ] {
        let found =
            explore(&format!("{modules} system {system} endsystem"), "").expect_err(system).to_string();
        assert!(found.contains(error), "{system}: {found}");
    }
}

/// Three probabilities of 0.3333333 are thirds.
#[test]
fn rounded_probabilities_are_divided_by_their_sum() {
    let model = |third: &str| {
        format!(
            "dtmc module m x : [0..2]; [] x=0 -> {third}:true + {third}:(x'=1) + {third}:(x'=2); endmodule"
        )
    };
    for third in ["0.3333333", "(0.3333333+0*x)", "0.33333"] {
        assert_eq!(value_of(&model(third), "P=? [ X x=1 ]"), "1/3", "{third}");
        assert_eq!(value_of(&model(third), "P=? [ F x=1 ]"), "1/2", "{third}");
    }
    for wrong in ["0.3333", "(0.3333+0*x)"] {
        let error = explore(&model(wrong), "").expect_err("a sum of 0.9999").to_string();
        assert!(error.contains("the probabilities add up to 9999/10000"), "{error}");
    }
}

#[test]
fn integers_without_bounds_are_explored() {
    let walk = "dtmc const int N; module m x : int; y : int init -5; [] x<N -> (x'=x+1)&(y'=-x); endmodule";
    let explored = explore(walk, "N=3").expect("a model");
    assert_eq!(sizes(&explored), "4 states, 4 choices, 4 transitions");
    assert_eq!(explored.state_name(3), "(x=3,y=-2)");
    let error = explore("module m x : int; endmodule init x=0 endinit", "").expect_err("an init block");
    assert!(error.to_string().contains("no bounds of x in a model with an init block"), "{error}");
    let endless = "mdp module m x : int init 4611686018427387904; [] true -> (x'=2*x); endmodule";
    let error = explore(endless, "").expect_err("an overflow").to_string();
    assert!(error.contains("an integer of more than 64 bits"), "{error}");
}

#[test]
fn a_start_value_may_be_a_whole_quotient() {
    let model = "mdp const int N; module m x : [0..N] init N/2; endmodule";
    assert_eq!(explore(model, "N=6").expect("a model").state_name(0), "(x=3)");
    let error = explore(model, "N=5").expect_err("a fraction").to_string();
    assert!(error.contains("line 1, column 43: start value 5/2 is not an integer"), "{error}");
}

/// Single letters may be names, although PRISM reserves some letters.
#[test]
fn letters_of_operators_may_be_names_in_models() {
    let model =
        "mdp const int R = 2; module m X : [0..R]; [A] X<R -> (X'=X+1); endmodule label \"end\" = X=R;";
    assert_eq!(value_of(model, "Pmin=? [ F<=R \"end\" ]"), "1/1");
}

#[test]
fn comments_and_line_ends_are_skipped() {
    let model = "// a\r\ndtmc /* b\n * c */ module m // d\n x : [0..1]; /**/ endmodule // e";
    assert_eq!(sizes(&explore(model, "").expect("a model")), "1 states, 1 choices, 1 transitions");
}

/// In a game, modules and actions belong to players; the only choice of a state need not belong to a player.
#[test]
fn states_of_a_game_have_owners() {
    let explored = explore(&read("patrol_game.prism"), "N=5").expect("a model");
    let space = explored.space();
    assert_eq!(space.players, ["evader", "patrol"]);
    for state in 0..space.state_count() as u32 {
        let is_patrol = explored.state_name(state).contains("t=1") && space.choices(state).len() > 1;
        assert!(!is_patrol || space.owners[state as usize] == 1);
    }
    let chance = "smg player p a endplayer module a x : [0..2]; [] x=0 -> (x'=1); [] x=0 -> (x'=2); endmodule
        module b y : [0..1]; [c] x>0 & y=0 -> 1/2:(y'=1) + 1/2:true; endmodule";
    assert_eq!(value_of(chance, "<<p>> Pmax=? [ F x=2 & y=1 ]"), "1/1");
}

#[test]
fn states_are_numbered_breadth_first() {
    let model = "mdp module m x : [0..7]; [b] x<4 -> 1/2 : (x'=2*x+1) + 1/2 : (x'=min(7,2*x)); [a] x=0 -> (x'=5); endmodule";
    let explored = explore(model, "").expect("a model");
    let names: Vec<String> =
        (0..explored.space().state_count() as u32).map(|state| explored.state_name(state)).collect();
    assert_eq!(names, ["(x=0)", "(x=1)", "(x=5)", "(x=3)", "(x=2)", "(x=7)", "(x=6)", "(x=4)"]);
}
