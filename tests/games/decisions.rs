//! Memory as a game of decisions: values from print, and distributions that need none.

use chancetree::evaluate::solve::{Solution, solve};
use chancetree::exact::{Rational, ratio};
use chancetree::games::memory::Memory;
use chancetree::games::memory::decisions::{Cards, Decisions, Objective, Rules, Stalemate, Winning};
use chancetree::model::{Graph, Run};

fn solved(game: &Decisions) -> (Graph<Decisions>, Solution) {
    let graph = Graph::of(game, &Run::default()).expect("finite");
    let solution = match game.wanted() {
        Objective::Pairs => solve(game, &graph, &Cards, &Run::default()),
        Objective::Win => solve(game, &graph, &Winning, &Run::default()),
    };
    (graph, solution.expect("no cycle"))
}

fn value(game: &Decisions) -> Vec<Rational> {
    let (graph, solution) = solved(game);
    solution.value(graph.start())
}

fn fresh(pairs: u16, rules: Rules) -> Decisions {
    Decisions::new(Memory::new(pairs, 2).expect("a board")).rules(rules).expect("two players")
}

/// The mover's pairs minus the opponent's on a fresh board (Gerez 1983; Zwick & Paterson 1993).
#[test]
fn first_players_lead_is_as_printed() {
    let printed = [
        (Rules::Tactical, "1 -2/3 -1/5 -4/35 -1/35 2/1155 61/1155 -2512/75075"),
        (Rules::FreePass, "1 0 0 0 0 0 151/3003 0"),
        (Rules::NoPass, "1 -2/3 -1/5 -4/35 -7/45 646/3465 -397/3465 4652/96525"),
    ];
    for (rules, values) in printed {
        for (pairs, lead) in (1..).zip(values.split(' ')) {
            let cards = value(&fresh(pairs, rules));
            let lead: Rational = lead.parse().expect("a fraction");
            assert_eq!((&cards[0] - &cards[1]) / ratio(2, 1), lead, "{rules:?}, {pairs} pairs");
            assert_eq!(
                &cards[0] + &cards[1],
                ratio(2 * u32::from(pairs), 1),
                "all cards are taken or shared"
            );
        }
    }
}

#[test]
fn winning_is_worth_as_much_as_in_the_model() {
    for (pairs, lead) in (1..).zip("1 -1/3 -1/15 -1/15 -29/315 95/2079 -3109/135135 283/96525".split(' ')) {
        let game = fresh(pairs, Rules::NoPass).objective(Objective::Win, Stalemate::Draw, 0).expect("two");
        assert_eq!(value(&game)[0], lead.parse().expect("a fraction"), "{pairs} pairs");
    }
}
