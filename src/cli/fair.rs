//! `fair`: who is favoured, and what makes a board fair.

mod compare;

use super::fail::Fail;
use super::memory::Board;
use super::odds::{Answer, boards};
use super::print::{self, Format, Print, SCHEMA};
use super::range::Numbers;
use super::watch::Watch;
use chancetree::exact::{self, Rational};
use chancetree::game::Points;
use clap::{Args, Subcommand};
use compare::Way;
use serde_json::{Value, json};

/// Who should begin: who is favoured, and what makes a board fair.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree fair memory --pairs 1..=40\n  chancetree fair memory --help"
)]
pub(crate) struct Fair {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Memory between robots with perfect memory (Bondarenko 2021)
    ///
    /// For every board the seat that wins most often and by how much, the
    /// pairs in advance that make it fairest, and where last time's winner
    /// should sit so that he is not favoured; and which way to play makes it
    /// fairest.
    #[command(after_help = "\
Examples:
  chancetree fair memory --pairs 1..=40
  chancetree fair memory --pairs 2..=20 --compare
  chancetree fair memory --pairs 2..=20 --compare best,safe,T6
  chancetree fair memory --pairs 8
  chancetree fair memory --pairs 36 --players 3 --format json")]
    Memory {
        #[command(flatten)]
        board: Board,
        /// Compare ways to play, each by all players: robots, best, bold, safe,
        /// parity, or a tactic T1 to T9 [of one board, or without a value:
        /// robots,safe,best,parity]
        #[arg(long, value_name = "W1,W2,...", value_delimiter = ',', num_args = 0..=1)]
        compare: Option<Vec<String>>,
        #[command(flatten)]
        print: Print,
    },
}

/// The fairest boards that are named.
const NAMED: usize = 5;

/// Pairs in advance for the seat that wins less often, of two.
struct Handicap {
    seat: usize,
    pairs: Points,
    /// P(player 1 wins) - P(player 2 wins) with them.
    left: Rational,
}

impl Handicap {
    /// The fewest pairs that bring the two nearest to each other.
    fn of(answer: &Answer) -> Option<Self> {
        let [first, second] = &answer.win[..] else { return None };
        let seat = usize::from(first > second);
        let law = answer.law.as_ref()?;
        let lead = |pairs: Points| {
            let mut advance = [0; 2];
            advance[seat] = pairs;
            let outcomes = law.clone().plus(&advance).ok()?.outcomes();
            Some(&outcomes[0] - &outcomes[1])
        };
        let most = answer.position.pairs + 1;
        let all = (0..=most).map_while(|pairs| Some(Self { seat, pairs, left: lead(pairs)? }));
        let size = |value: &Rational| value.clone().max(-value.clone());
        // More pairs only help whom they are given to: once he leads, the nearest is found.
        let mut best: Option<Self> = None;
        for handicap in all {
            let nearer = best.as_ref().is_none_or(|best| size(&handicap.left) < size(&best.left));
            if !nearer {
                break;
            }
            best = Some(handicap);
        }
        best
    }
}

/// What is said of one board.
struct Verdict {
    answer: Answer,
    handicap: Option<Handicap>,
    /// Other ways to play, where they are compared.
    ways: Vec<Way>,
}

impl Fair {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Family::Memory { board, compare, print } = self.family;
        if board.players < 2 {
            return Err(Fail::usage("one player alone always wins; to be fair takes two").help("--players 2"));
        }
        if !board.is_fresh() {
            return Err(Fail::usage("who should begin is asked of a fresh board")
                .help(format!("--pairs {}", board.pairs().last())));
        }
        let one = matches!(board.pairs(), Numbers::One(_));
        // The rule by parity is one for two.
        let usual = &compare::USUAL[..compare::USUAL.len() - usize::from(board.players > 2)];
        let names = match compare {
            Some(names) if !names.is_empty() => names,
            None if !one => Vec::new(),
            _ => usual.iter().map(|name| (*name).to_owned()).collect(),
        };
        let verdict = |answer: Answer| {
            let ways = compare::ways(&answer.position, &names, watch)?;
            Ok(Verdict { handicap: Handicap::of(&answer), ways, answer })
        };
        let verdicts: Vec<Verdict> =
            boards(&board, watch)?.into_iter().map(verdict).collect::<Result<_, Fail>>()?;
        watch.clear();
        match print.format {
            Format::Text if one => print::print(&verdicts[0].text(print)),
            Format::Text => print::print(&table(&verdicts, print.at_most(6))),
            Format::Json => {
                let mut all: Vec<Value> = verdicts.iter().map(|verdict| verdict.json(print)).collect();
                print::json(&if one { all.remove(0) } else { Value::Array(all) })
            }
            Format::Csv => {
                let header = [
                    "pairs",
                    "players",
                    "favoured",
                    "lead",
                    "lead_exact",
                    "handicap_player",
                    "handicap_pairs",
                    "winner_sits",
                ];
                let header: Vec<String> =
                    header.map(str::to_owned).into_iter().chain(compare::header(&names)).collect();
                let mut text = print::csv(&header);
                text.extend(verdicts.iter().map(|verdict| print::csv(&verdict.csv(print))));
                print::print(&text)
            }
        }
    }
}

/// The greatest and the next of the wins.
fn lead(wins: &[Rational]) -> Rational {
    let mut wins: Vec<&Rational> = wins.iter().collect();
    wins.sort_unstable_by(|a, b| b.cmp(a));
    wins[0] - wins[1]
}

/// The seat that wins more often than every other.
fn most(wins: &[Rational]) -> Option<usize> {
    let best = wins.iter().max()?;
    let mut seats = (0..wins.len()).filter(|&seat| wins[seat] == *best);
    seats.next().filter(|_| seats.next().is_none())
}

/// The same in words, and by how much.
fn favoured(wins: &[Rational], print: Print) -> String {
    match most(wins) {
        None => "nobody".to_owned(),
        Some(seat) => format!("player {} by {}", seat + 1, print.decimal(&lead(wins))),
    }
}

impl Verdict {
    fn lead(&self) -> Rational {
        lead(&self.answer.win)
    }

    /// The seat that wins least often, the last of equals: there the last winner should sit.
    fn least(&self) -> usize {
        let wins = self.answer.win.iter().enumerate();
        wins.min_by(|(a, x), (b, y)| x.cmp(y).then(b.cmp(a))).map_or(0, |(seat, _)| seat)
    }

    /// Who begins the next game.
    fn next(&self) -> String {
        match (self.answer.win.len(), self.least()) {
            (2, 0) => "the winner begins".to_owned(),
            (2, _) => "the loser begins".to_owned(),
            (_, 0) => "the winner begins".to_owned(),
            (_, seat) => format!("the winner is player {}", seat + 1),
        }
    }

    fn json(&self, print: Print) -> Value {
        let favoured = self.answer.favoured();
        let mut value = json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": self.answer.position.parameters(),
            "win": print.numbers(&self.answer.win),
            "draw": print.number(&self.answer.draw),
            "favoured": favoured.map(|(seat, by)| json!({ "player": seat + 1, "by": print.number(&by) })),
            "handicap": self.handicap.as_ref().map(|handicap| json!({
                "player": handicap.seat + 1,
                "pairs": handicap.pairs,
                "lead_of_player_1": print.number(&handicap.left),
            })),
            "winner_sits": self.least() + 1,
        });
        if !self.ways.is_empty() {
            value["plays"] = compare::json(&self.ways, print);
        }
        value
    }

    fn csv(&self, print: Print) -> Vec<String> {
        let favoured = self.answer.favoured().map_or_else(String::new, |(seat, _)| (seat + 1).to_string());
        let (player, pairs) = self.handicap.as_ref().map_or_else(Default::default, |handicap| {
            ((handicap.seat + 1).to_string(), handicap.pairs.to_string())
        });
        let cells = [
            self.answer.position.pairs.to_string(),
            self.answer.win.len().to_string(),
            favoured,
            print.decimal(&self.lead()),
            exact::fraction(&self.lead()),
            player,
            pairs,
            (self.least() + 1).to_string(),
        ];
        cells.into_iter().chain(compare::csv(&self.ways, print)).collect()
    }

    fn favoured(&self, print: Print) -> String {
        favoured(&self.answer.win, print)
    }

    fn handicap(&self, print: Print) -> String {
        match &self.handicap {
            None => String::new(),
            Some(handicap) if handicap.pairs == 0 => format!("none: {}", print.decimal(&handicap.left)),
            Some(Handicap { seat, pairs, left }) => {
                format!("{pairs} to player {}: {}", seat + 1, print.decimal(left))
            }
        }
    }

    fn text(&self, print: Print) -> String {
        let mut text = format!("{}\n\n", self.answer.position.title());
        text.push_str(&format!("  Favoured      {}\n", self.favoured(print)));
        if self.handicap.is_some() {
            text.push_str(&format!("  Fairest with  {}\n", self.handicap(print)));
        }
        text.push_str(&format!("  Next game     {}\n\n", self.next()));
        text.push_str(&compare::text(&self.ways, print));
        if self.handicap.is_some() {
            text.push_str("Fairest with: pairs in advance, and what is left of P(1 wins) - P(2 wins).\n");
        }
        text
    }
}

fn table(verdicts: &[Verdict], print: Print) -> String {
    let players = verdicts[0].answer.win.len();
    let header = ["pairs", "favoured", "fairest with pairs in advance", "next game"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for verdict in verdicts {
        let pairs = verdict.answer.position.pairs.to_string();
        rows.push(vec![pairs, verdict.favoured(print), verdict.handicap(print), verdict.next()]);
    }
    if players > 2 {
        rows.iter_mut().for_each(|row| drop(row.remove(2)));
    }
    let mut order: Vec<&Verdict> = verdicts.iter().collect();
    order.sort_by_key(|verdict| verdict.lead());
    let fairest: Vec<_> =
        order.iter().take(NAMED).map(|verdict| verdict.answer.position.pairs.to_string()).collect();
    let second =
        verdicts.iter().filter(|verdict| verdict.answer.favoured().is_some_and(|(seat, _)| seat > 0));
    let second: Vec<_> = second.map(|verdict| verdict.answer.position.pairs.to_string()).collect();
    let ways: Vec<(u16, &[Way])> =
        verdicts.iter().map(|verdict| (verdict.answer.position.pairs, &verdict.ways[..])).collect();
    let compared = if ways[0].1.is_empty() { String::new() } else { compare::table(&ways, print.at_most(4)) };
    format!(
        "Memory, {players} robots with perfect memory: who is favoured, and what makes it fair\n\n{}\n\
         Fairest boards: {} pairs.\nNot the first is favoured on: {}.\n{compared}",
        print::aligned(&rows),
        fairest.join(", "),
        if second.is_empty() { "none".to_owned() } else { format!("{} pairs", second.join(", ")) },
    )
}
