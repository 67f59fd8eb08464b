//! Memory with limited memory: values from print, and laws that need none.

use chancetree::engine::Run;
use chancetree::engine::backward::solve;
use chancetree::engine::discovery::discover;
use chancetree::engine::graph::Graph;
use chancetree::exact::Rational;
use chancetree::games::memory::limited::{Limited, Play, Recalled, Strategy};
use chancetree::payoff::Gain;

fn value(game: &Limited) -> Vec<Rational> {
    let graph = Graph::from(discover(game, &Run::default()).expect("finite"));
    solve(game, &graph, &Gain, &Run::default()).expect("play ends").value(graph.start())
}

fn at(pairs: u16, unknown: u16, singles: u16, unseen: u16, memory: Option<u16>, players: u8) -> Limited {
    let start = Recalled {
        half: pairs - unknown,
        unknown,
        singles: singles - unseen,
        unseen_singles: unseen,
        ..Recalled::default()
    };
    Limited::new(start, players, memory).expect("a position")
}

fn pure(game: Limited, strategy: Strategy) -> Rational {
    value(&game.plays(vec![Play::Always(strategy)]).expect("one for all"))[0].clone()
}

fn is(value: &Rational, text: &str) {
    assert_eq!(*value, text.parse().expect("a fraction"));
}

/// The model's corrected values (Sjölund & Åstrand, chapter 4), one strategy on both sides for ever.
#[test]
fn pure_strategies_are_worth_what_the_model_says() {
    let bold = [(3, 1, "16/9"), (3, 3, "59/45"), (4, 1, "461/180"), (4, 3, "181/105")];
    for (pairs, unknown, text) in bold {
        is(&pure(at(pairs, unknown, 0, 0, Some(3), 2), Strategy::Bold), text);
    }
}

#[test]
fn singles_and_limits_go_together() {
    for (pairs, text) in [(1, "1/3"), (2, "23/30"), (3, "7444/5355")] {
        is(&value(&at(pairs, pairs, 1, 1, Some(2), 2))[0], text);
    }
}

#[test]
fn three_players_remember_together() {
    let three = value(&at(3, 3, 0, 0, Some(3), 3));
    for (value, text) in three.iter().zip(["19/45", "8/5", "44/45"]) {
        is(value, text);
    }
}
