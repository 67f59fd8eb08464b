//! Interval halving: the class of every guess, and the theorem.

use super::{Row, Section, lines};
use crate::cli::fail::Fail;
use crate::cli::reproduce::so_in;
use crate::cli::watch::Watch;
use chancetree::evaluate::solve::solve;
use chancetree::exact::{Rational, ratio};
use chancetree::games::guess::{Guess, MOST_NUMBERS, values};
use chancetree::model::Graph;
use chancetree::payoff::Gain;

const GUESSES: &str = include_str!("halving.csv");

/// Up to here the game is solved guess by guess.
const SOLVED: u16 = 60;

pub(super) fn section(watch: &Watch) -> Result<Section, Fail> {
    let mut rows = Vec::new();
    for fields in lines(GUESSES, 4) {
        let number = |at: usize| fields[at].parse().expect("a whole number");
        let guesses = guesses(number(0), watch)?;
        let value = &guesses[usize::from(number(1)) - 1];
        let all_equal = guesses.iter().all(|guess| guess == value);
        let best = guesses.iter().all(|guess| guess <= value);
        let class = if all_equal {
            "free"
        } else if best {
            "good"
        } else {
            "bad"
        };
        let right = (fields[2].is_empty() || fields[2].parse() == Ok(value.clone()))
            && (fields[3].is_empty() || fields[3] == class);
        let paper = fields[2..].join(" ").trim().to_owned();
        let item = format!("n = {}, guess {}", fields[0], fields[1]);
        rows.push(Row::claim(item, paper, format!("{value} {class}"), right).brief());
    }
    let right = rows.iter().filter(|row| row.is_right()).count() as u64;
    rows.push(Row::count("guesses as in the table", rows.len() as u64, right));
    let chance = |n: u16| if n.is_multiple_of(2) { ratio(1, 2) } else { ratio(n + 1, 2 * n) };
    let mut wrong = 0;
    for n in 1..=SOLVED {
        let guesses = guesses(n, watch)?;
        wrong += usize::from(guesses.iter().max() != Some(&chance(n)));
    }
    rows.push(Row::claim(
        format!("theorem 2.1.1 up to n = {SOLVED}, solved"),
        "1/2; (n+1)/(2n)",
        so_in(wrong, SOLVED.into(), "game"),
        wrong == 0,
    ));
    let won = values(MOST_NUMBERS);
    let theorem = (1..won.len()).filter(|&n| won[n] as usize != n.div_ceil(2)).count();
    rows.push(Row::claim(
        format!("theorem 2.1.1 up to n = {MOST_NUMBERS}"),
        "1/2; (n+1)/(2n)",
        so_in(theorem, MOST_NUMBERS.into(), "game"),
        theorem == 0,
    ));
    // The numbers that a guess wins for, of n.
    let wins = |n: usize, guess: usize| n - won[guess - 1] as usize - won[n - guess] as usize;
    let says = |n: usize, guess: usize| (n + usize::from(n % 2 == 1 && guess % 2 == 1)) / 2;
    let other = (1..won.len()).filter(|&n| (1..=n).any(|guess| wins(n, guess) != says(n, guess))).count();
    rows.push(Row::claim(
        format!("every guess up to n = {MOST_NUMBERS}"),
        "(n+1)/(2n); (n-1)/(2n)",
        so_in(other, MOST_NUMBERS.into(), "game"),
        other == 0,
    ));
    let title = "Interval halving: the chance to win, and what a guess is: good, bad or free";
    Ok(Section::list("halving", title, rows))
}

/// What each guess in n numbers wins.
fn guesses(numbers: u16, watch: &Watch) -> Result<Vec<Rational>, Fail> {
    let game = Guess::new(numbers, 2).expect("a game");
    let explain = |error| watch.explain(error);
    let graph = Graph::of(&game, &watch.run()).map_err(explain)?;
    let solution = solve(&game, &graph, &Gain, &watch.run()).map_err(explain)?;
    let valued = solution.actions(&graph, graph.start());
    let value = |guess: u16| {
        // Guesses as far from either edge are one; a single number has one guess.
        let place = guess.min(numbers + 1 - guess) - 1;
        valued[usize::from(place)].values[0].clone()
    };
    Ok((1..=numbers).map(value).collect())
}
