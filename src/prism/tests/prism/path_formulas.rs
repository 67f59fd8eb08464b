//! Path formulas: their probabilities, parentheses, and the operators E and A.

use super::properties::CHAIN;
use super::{explore, value, value_of};
use chancetree_prism::Property;

#[test]
fn paths_have_their_probabilities() {
    for (property, expected) in [
        ("P=? [ X x=1 ]", "1/2"),
        ("P=? [ F x=3 ]", "1/2"),
        ("P=? [ (F x=3) ]", "1/2"),
        ("P=? [ (x<2 U x=3) ]", "1/2"),
        ("P=? [ ((x<2) U<=3 (x=3)) ]", "15/32"),
        ("P=? [ (x<2) & (x=0) U (x=1) ]", "1/2"),
        ("P=? [ F<=2 x=3 ]", "3/8"),
        ("P=? [ F<3 x=3 ]", "3/8"),
        ("P=? [ F<=1+1 (x=3) ]", "3/8"),
        ("P=? [ F<=0 x=0 ]", "1/1"),
        ("P=? [ G x<3 ]", "1/2"),
        ("P=? [ G<=2 x<3 ]", "5/8"),
        ("P=? [ G<3 x<3 ]", "5/8"),
        ("P=? [ x<2 U x=3 ]", "1/2"),
        ("P=? [ x<1 U x=3 ]", "0/1"),
        ("P=? [ x<2 U<=3 x=3 ]", "15/32"),
        ("P=? [ x!=1 W x=3 ]", "1/2"),
        ("P=? [ x<2 W x=2 ]", "1/2"),
        ("P=? [ x<2 W x>1 ]", "1/1"),
        ("P=? [ x=1 R x<2 ]", "1/2"),
        ("P=? [ x=3 R x<4 ]", "1/1"),
        ("P=? [ false R x!=3 ]", "1/2"),
        ("P=? [ false R<=2 x!=3 ]", "5/8"),
        ("P=? [ x<2 W<=2 x=3 ]", "1/2"),
        ("P=? [ F[2,3] x=1 ]", "1/8"),
        ("P=? [ F[0,2] x=3 ]", "3/8"),
        ("P=? [ F=1 x=1 ]", "1/2"),
        ("P=? [ F=2 x=1 ]", "1/8"),
        ("P=? [ F>=2 x=1 ]", "1/8"),
        ("P=? [ F>1 (x=1) ]", "1/8"),
        ("P=? [ F>=1+1 x=3 ]", "1/2"),
        ("P=? [ x<2 U[2,3] x=1 ]", "1/8"),
        ("P=? [ x=0 U[1,9] x=1 ]", "1/2"),
        ("P=? [ x=0 U>=2 x=1 ]", "0/1"),
        ("P=? [ G[2,3] x<3 ]", "17/32"),
        ("P=? [ G>=2 x!=1 ]", "7/8"),
        ("P=? [ x<2 W>=1 x=2 ]", "1/2"),
        ("P=? [ false R[2,3] x!=3 ]", "17/32"),
        ("P=? [ true U \"one\" ]", "1/2"),
        ("P=? [ F \"deadlock\" ]", "0/1"),
        ("P=? [ F \"init\" ]", "1/1"),
        ("P=? [ x=0 ]", "1/1"),
        ("P=? [ \"one\" ]", "0/1"),
        ("P=? [ !(F x=3) ]", "1/2"),
        ("P=? [ !F<=2 x=3 ]", "5/8"),
        ("P=? [ !!(F x=3) ]", "1/2"),
        ("P=? [ !(G x<3) ]", "1/2"),
        ("P=? [ !(X x=1) ]", "1/2"),
        ("P=? [ !(x<2 U<=3 x=3) ]", "17/32"),
        ("P=? [ !(x<2 W x=2) ]", "1/2"),
        ("P=? [ !(x=1) U x=2 ]", "1/2"),
        ("P=? [ !(x=0) ]", "0/1"),
    ] {
        assert_eq!(value_of(CHAIN, property), expected, "{property}");
    }
}

/// A path in parentheses, possibly negated, has the value of the same path written without them.
#[test]
fn paths_may_be_in_parentheses() {
    for (text, plain) in [
        ("P=? [ (!(F x=3)) ]", "P=? [ G x!=3 ]"),
        ("P=? [ ((F x=3)) ]", "P=? [ F x=3 ]"),
        ("P=? [ !((F x=3)) ]", "P=? [ G x!=3 ]"),
        ("P=? [ !(!(F x=3)) ]", "P=? [ F x=3 ]"),
        ("P=? [ (((x<2) U (x=3))) ]", "P=? [ x<2 U x=3 ]"),
        ("P=? [ ((x<2) & P<1 [ F<=1 x>3 ]) U x=3 ]", "P=? [ x<2 U x=3 ]"),
        ("P=? [ !(((x<2) U<=2 (x=3))) ]", "1 - P=? [ x<2 U<=2 x=3 ]"),
        ("P=? [ ((P>=0.5 [ F x=3 ]) & x<1) ]", "P=? [ F<=0 (P>=0.5 [ F x=3 ] & x<1) ]"),
    ] {
        assert_eq!(value_of(CHAIN, text), value_of(CHAIN, plain), "{text}");
    }
    for text in ["P=? [ ((F x=3) & (F x=2)) ]", "P=? [ (F x=3) => (G x=2) ]", "P=? [ (!(F x=3)) U x=2 ]"] {
        let error = Property::parse(text).expect_err(text);
        assert!(error.to_string().contains("linear temporal logic"), "{text}: {error}");
    }
}

/// Returns a random model of six states with two choices in each state, and the next states of each state.
fn random_graph(random: &mut u64) -> (String, Vec<Vec<usize>>) {
    let mut next = |below: u64| {
        *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((*random >> 33) % below) as usize
    };
    let (mut commands, mut targets) = (String::new(), vec![Vec::new(); 6]);
    for (state, targets) in targets.iter_mut().enumerate() {
        for _ in 0..2 {
            let (one, other) = (next(6), next(6));
            commands.push_str(&format!("[] x={state} -> 1/3 : (x'={one}) + 2/3 : (x'={other});\n"));
            targets.extend([one, other]);
        }
    }
    let starts = "init true endinit";
    (format!("mdp module m x : [0..5]; {commands} endmodule {starts}"), targets)
}

/// Returns all paths of a number of steps.
fn paths(targets: &[Vec<usize>], start: usize, steps: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![start]];
    for _ in 0..steps {
        let longer = all.iter().flat_map(|path| {
            let mut next = targets[path[path.len() - 1]].clone();
            next.sort_unstable();
            next.dedup();
            next.into_iter().map(move |state| [&path[..], &[state]].concat())
        });
        all = longer.collect();
    }
    all
}

/// A path that visits no state twice has at most five steps. The paths of six steps therefore decide formulas about infinite paths.
#[test]
fn some_or_all_paths_satisfy_a_formula() {
    let mut random = 7;
    for _ in 0..12 {
        let (model, targets) = random_graph(&mut random);
        let explored = explore(&model, "").expect("a model");
        let (left, right) = (|state: usize| state != 1 && state != 4, |state: usize| state >= 3);
        for (bound, steps) in [("", 6), ("<=2", 2), ("<1", 0)] {
            for start in 0..6 {
                let all = paths(&targets, start, steps);
                let until =
                    |path: &Vec<usize>, left: &dyn Fn(usize) -> bool, right: &dyn Fn(usize) -> bool| {
                        let reached = path.iter().position(|&state| right(state));
                        reached.is_some_and(|place| path[..place].iter().all(|&state| left(state)))
                    };
                let some = |holds: &dyn Fn(&Vec<usize>) -> bool| all.iter().any(holds);
                let stays = |path: &Vec<usize>| path.iter().all(|&state| left(state));
                let weak = |path: &Vec<usize>| stays(path) || until(path, &left, &right);
                // `right R left` holds unless `!left` comes before `right & left`.
                let release = |path: &Vec<usize>| !until(path, &|state| !right(state), &|state| !left(state));
                for (formula, expected) in [
                    (format!("E [ G{bound} l ]"), some(&stays)),
                    (format!("E [ l W{bound} r ]"), some(&weak)),
                    (format!("E [ r R{bound} l ]"), some(&release)),
                    (format!("A [ F{bound} r ]"), !some(&|path| !path.iter().any(|&state| right(state)))),
                    (format!("A [ l U{bound} r ]"), !some(&|path| !until(path, &left, &right))),
                ] {
                    let formula = formula.replace('l', "(x!=1 & x!=4)").replace('r', "(x>=3)");
                    let property = format!("filter(state, {formula}, x={start})");
                    assert_eq!(value(&explored, &property), Ok(expected.to_string()), "{property} {model}");
                }
            }
        }
    }
}

/// A variable may have the name of an operator. PRISM reserves some of these names, and Storm others.
#[test]
fn operators_are_names_where_no_operand_follows() {
    let names = "X F G U W R P C I S A E T LRA Pmax Pmin Rmax Rmin Tmax multi quantile HOA Fc floor";
    for name in names.split(' ') {
        let model = format!(
            "dtmc module m {name} : [0..2]; [] {name}<2 -> 1/3:({name}'={name}+1) + 2/3:true; endmodule
             rewards {name}<2 : 1; endrewards"
        );
        for (property, expected) in [
            ("P=? [ F $=1 ]", "1/1"),
            ("P=? [ F ($>1) ]", "1/1"),
            ("P=? [ F<=1 $=1 ]", "1/3"),
            ("P=? [ F<=1 ($=1) & $<2 ]", "1/3"),
            ("P=? [ X $=1 ]", "1/3"),
            ("P=? [ $<2 U<=2 $>1 ]", "1/9"),
            ("P=? [ ($<2 U<=2 $>1) ]", "1/9"),
            ("P=? [ G<=1 $=0 ]", "2/3"),
            ("R=? [ F $=2 ]", "6/1"),
            ("filter(count, $+1>=2)", "2/1"),
            ("$=1 | $*2=0 ? 1 : 2", "1/1"),
            ("P>=0.3 [ X $=1 ] & $=0", "true"),
            ("P>=0.4 [ X $=1 ] | $>0", "false"),
        ] {
            let property = property.replace('$', name);
            assert_eq!(value_of(&model, &property), expected, "{property}");
        }
    }
    // Operators inside of others keep their meaning.
    let model = "dtmc module m x : [0..2]; [] x<2 -> 1/3:(x'=x+1) + 2/3:true; endmodule rewards \"r\" x<2 : 1; endrewards";
    for (property, expected) in [
        ("P=? [ F<=1 R<=3 [ F x=2 ] ]", "1/3"),
        ("P=? [ F R{\"r\"}<=3 [ F x=2 ] ]", "1/1"),
        ("P=? [ G R{\"r\"}<1 [ F x=2 ] ]", "0/1"),
        ("P=? [ G<=1 Rmax>3 [ F x=2 ] ]", "2/3"),
        ("P=? [ X R<=3 [ C ] ]", "1/3"),
        ("P=? [ F<=1 P>=1/3 [ X x=2 ] ]", "1/3"),
        ("P=? [ x<2 U R<=3 [ F x=2 ] ]", "1/1"),
        ("P=? [ F (R<=3 [ F x=2 ]) ]", "1/1"),
        ("P=? [ F !R>3 [ F x=2 ] ]", "1/1"),
    ] {
        assert_eq!(value_of(model, property), expected, "{property}");
    }
}
