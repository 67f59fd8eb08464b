//! Memory as a game of decisions: values from print, and distributions that need none.

use chancetree::evaluate::solve::{Solution, solve};
use chancetree::exact::{Rational, ratio};
use chancetree::games::memory::Memory;
use chancetree::games::memory::decisions::{Cards, Decisions, Objective, Rules, Stalemate, Winning};
use chancetree::model::{Graph, Run};
use chancetree::studies::table::Table;

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
    let study = Table::of("gerez", 0).expect("the study is there");
    let leads = &study.part("leads").entries;
    assert_eq!(leads.len(), 24);
    for entry in leads {
        let (rules, pairs) = entry.place.split_once(", n = ").expect("the rules and the pairs");
        let rules = match rules {
            "tactical" => Rules::Tactical,
            "free-pass" => Rules::FreePass,
            _ => Rules::NoPass,
        };
        let pairs: u16 = pairs.parse().expect("a number");
        let cards = value(&fresh(pairs, rules));
        let lead: Rational = entry.printed.parse().expect("a fraction");
        assert_eq!((&cards[0] - &cards[1]) / ratio(2, 1), lead, "{rules:?}, {pairs} pairs");
        assert_eq!(&cards[0] + &cards[1], ratio(2 * u32::from(pairs), 1), "all cards are taken or shared");
    }
}

#[test]
fn winning_is_worth_as_much_as_in_the_model() {
    for (pairs, lead) in (1..).zip("1 -1/3 -1/15 -1/15 -29/315 95/2079 -3109/135135 283/96525".split(' ')) {
        let game = fresh(pairs, Rules::NoPass).objective(Objective::Win, Stalemate::Draw, 0).expect("two");
        assert_eq!(value(&game)[0], lead.parse().expect("a fraction"), "{pairs} pairs");
    }
}
