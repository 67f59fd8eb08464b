//! `fair`: who is favoured, and what makes a board fair.

mod compare;
mod handicap;
mod players;

use super::decide::Decide;
use super::fail::Fail;
use super::memory::{self, Board};
use super::print::{self, Format, Print, SCHEMA};
use super::range::Numbers;
use super::remember::Remember;
use super::watch::Watch;
use crate::exact::{self, Rational, zero};
use crate::games::memory::decisions::Objective;
use clap::{Arg, Args, Subcommand};
use compare::Way;
use handicap::Handicap;
use players::{Found, Players};
use serde_json::{Value, json};

/// Who should begin: who is favoured, and what makes a board fair.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Examples:\n  chancetree fair memory --pairs 1..40\n  chancetree fair memory --help"
)]
pub(crate) struct Fair {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Memory: who wins most often, and what makes the board fair
    ///
    /// For every board the seat that wins most often and by how much, the head
    /// start that makes it fairest, and where the winner of the last game
    /// should sit so as not to be favoured; and which way to play makes it
    /// fairest. A head start of 1 point: that player begins with 1 point, and
    /// all pairs stay on the table. Without --play or --memory, the players are
    /// robots that forget nothing (Bondarenko 2021). Two who play best want to
    /// win, unless --objective says pairs; of more, each wants pairs.
    #[command(
        after_help = "\
Examples:
  chancetree fair memory --pairs 1..40
  chancetree fair memory --cards 16 --names Anna,Ben
  chancetree fair memory --cards 16 --memory 3 --play best
  chancetree fair memory --pairs 2..20 --compare
  chancetree fair memory --pairs 2..20 --compare best,safe,T6
  chancetree fair memory --pairs 36 --players 3 --format json",
        mut_args(asked_of_boards)
    )]
    Memory(Box<FairMemory>),
}

/// An option as this page shows it: of fresh boards, where two who play best want to win.
fn asked_of_boards(arg: Arg) -> Arg {
    if arg.get_long() == Some("objective") {
        return arg.help("What the players want [default: win between two, else pairs]");
    }
    memory::of_fresh_boards(arg)
}

#[derive(Debug, Args)]
struct FairMemory {
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    decide: Decide,
    #[command(flatten)]
    remember: Remember,
    /// Compare ways to play, each by all players
    ///
    /// robots, best, bold, safe, parity, or a tactic T1 to T9 [of one board, or
    /// without a value: robots,safe,best,parity; where players forget:
    /// bold,safe,best]
    #[arg(long, value_name = "W1,W2,...", value_delimiter = ',', num_args = 0..=1, help_heading = "Output")]
    compare: Option<Vec<String>>,
    /// Names of the players; player 1 begins
    #[arg(long, value_name = "ANNA,BEN,...", value_delimiter = ',', help_heading = "Output")]
    names: Option<Vec<String>>,
    #[command(flatten)]
    print: Print,
}

/// The fairest boards that are named, and those that are as fair as the last of them.
const NAMED: usize = 5;

/// What is said of one board.
struct Verdict<'a> {
    found: Found,
    handicap: Option<Handicap>,
    /// Other ways to play, where they are compared.
    ways: Vec<Way>,
    players: &'a Players<'a>,
}

impl Fair {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        match self.family {
            Family::Memory(fair) => fair.run(watch),
        }
    }
}

impl FairMemory {
    fn run(self, watch: &Watch) -> Result<(), Fail> {
        self.check()?;
        let Self { board, decide, remember, compare, names: people, print } = self;
        let one = matches!(board.pairs(), Numbers::One(_));
        let usual: &[&str] = match remember.is_given() {
            true => &compare::FORGETFUL,
            // The rule by parity is one for two.
            false => &compare::USUAL[..compare::USUAL.len() - usize::from(board.players > 2)],
        };
        let names = match compare {
            Some(names) if !names.is_empty() => names,
            None if !one => Vec::new(),
            _ => usual.iter().map(|name| (*name).to_owned()).collect(),
        };
        let decides = decide.is_given() && !decide.is_robots();
        if decide.has_rules() && !decides && !remember.is_given() && names.is_empty() {
            decide.check_robots()?;
        }
        let players = Players::new(&decide, &remember, people, board.players, watch);
        let verdict = |found: Found| {
            let ways = compare::ways(&found.position, &names, usual, &players)?;
            let handicap = Handicap::of(&found, &players)?;
            Ok(Verdict { handicap, ways, found, players: &players })
        };
        let several = players.boards(&board, verdict)?;
        let verdicts = &several.done;
        watch.clear();
        match print.format {
            Format::Text if one => print::print(&verdicts[0].text(print)),
            Format::Text => print::print(&table(verdicts, print)),
            Format::Json => {
                let mut all: Vec<Value> = verdicts.iter().map(|verdict| verdict.json(print)).collect();
                print::json(&if one { all.remove(0) } else { Value::Array(all) })
            }
            Format::Table(style) => {
                let mut header = print::question(&verdicts[0].found.parameters).0;
                header.extend(
                    ["favoured", "lead", "lead_exact", "handicap_player", "handicap_pairs", "winner_sits"]
                        .map(str::to_owned),
                );
                header.extend(compare::header(&names));
                let mut text = print::csv(&header);
                text.extend(verdicts.iter().map(|verdict| print::csv(&verdict.csv(print))));
                print::table(style, &text)
            }
        }?;
        several.end()
    }

    /// Refuses what cannot be fair, or is not asked so.
    fn check(&self) -> Result<(), Fail> {
        let players = usize::from(self.board.players);
        if players < 2 {
            return Err(Fail::usage("one player alone always wins; to be fair takes two").help("--players 2"));
        }
        if !self.board.is_fresh() {
            return Err(
                Fail::usage("who should begin is asked of a fresh board").help(self.board.leave_out())
            );
        }
        if players > 2 && self.decide.objective() == Objective::Win {
            return Err(Fail::usage(format!("{players} players, but playing to win is defined for 2"))
                .help("--objective pairs"));
        }
        match &self.names {
            Some(names) if names.len() != players => {
                let named = names.len();
                let what = format!("{} for {}", print::count(named, "name"), print::count(players, "player"));
                let fail = Fail::usage(what);
                Err(if named > 1 { fail.help(format!("--players {named}")) } else { fail })
            }
            _ => Ok(()),
        }
    }
}

/// The greatest and the next of the wins.
pub(super) fn lead(wins: &[Rational]) -> Rational {
    let mut wins: Vec<&Rational> = wins.iter().collect();
    wins.sort_unstable_by(|a, b| b.cmp(a));
    wins[0] - wins[1]
}

/// The seat that wins more often than every other.
pub(super) fn most(wins: &[Rational]) -> Option<usize> {
    let best = wins.iter().max()?;
    let mut seats = (0..wins.len()).filter(|&seat| wins[seat] == *best);
    seats.next().filter(|_| seats.next().is_none())
}

/// The seat that wins least often, the last of equals: there the last winner should sit.
pub(super) fn least(wins: &[Rational]) -> usize {
    let seats = wins.iter().enumerate();
    seats.min_by(|(a, x), (b, y)| x.cmp(y).then(b.cmp(a))).map_or(0, |(seat, _)| seat)
}

/// Who is favoured in words, and by how much.
fn favoured(wins: &[Rational], name: impl Fn(usize) -> String, print: Print) -> String {
    match most(wins) {
        None => "nobody".to_owned(),
        Some(seat) => format!("{} by {}", name(seat), print.decimal(&lead(wins))),
    }
}

/// Who begins the next game.
fn next(wins: &[Rational], players: &Players<'_>) -> String {
    match (wins.len(), least(wins)) {
        (_, 0) => "winner begins".to_owned(),
        (2, _) => "loser begins".to_owned(),
        (_, seat) => format!("winner sits as {}", players.name(seat)),
    }
}

/// The first few of what is in order, and those that are as good as the last of them.
pub(super) fn tied<T, K: PartialEq>(order: &[T], key: impl Fn(&T) -> &K) -> &[T] {
    let last = order.get(NAMED - 1).map(&key);
    let few = order.iter().enumerate().take_while(|(place, it)| *place < NAMED || Some(key(it)) == last);
    &order[..few.count()]
}

impl Verdict<'_> {
    fn lead(&self) -> Rational {
        lead(self.found.wins())
    }

    /// The board and who sits at it.
    fn title(&self) -> String {
        let kind = self.players.kind(self.found.wins().len());
        format!("Memory, {}, {kind}", print::count(self.found.position.pairs, "pair"))
    }

    fn json(&self, print: Print) -> Value {
        let (draw, wins) = self.found.outcomes.split_last().expect("the draw comes last");
        let mut value = json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": self.found.parameters,
            "win": print.numbers(wins),
            "draw": print.number(draw),
            "favoured": most(wins)
                .map(|seat| json!({ "player": seat + 1, "by": print.number(&self.lead()) })),
            "handicap": self.handicap.as_ref().map(|handicap| handicap.json(print)),
            "winner_sits": least(wins) + 1,
        });
        if !self.ways.is_empty() {
            value["plays"] = compare::json(&self.ways, print);
        }
        value
    }

    fn csv(&self, print: Print) -> Vec<String> {
        let wins = self.found.wins();
        let (player, points) = self.handicap.as_ref().map_or_else(Default::default, Handicap::cells);
        let cells = [
            most(wins).map_or_else(String::new, |seat| (seat + 1).to_string()),
            print.decimal(&self.lead()),
            exact::fraction(&self.lead()),
            player,
            points,
            (least(wins) + 1).to_string(),
        ];
        let question = print::question(&self.found.parameters).1;
        question.into_iter().chain(cells).chain(compare::csv(&self.ways, print)).collect()
    }

    fn text(&self, print: Print) -> String {
        let wins = self.found.wins();
        let name = |seat| self.players.name(seat);
        let mut rows = vec![vec!["  Favoured".to_owned(), favoured(wins, name, print)]];
        if let Some(handicap) = &self.handicap {
            rows.push(vec!["  Best head start".to_owned(), handicap.words(self.players)]);
            if handicap.points > 0 {
                let left = favoured(&handicap.wins, name, print);
                rows.push(vec!["  Then favoured".to_owned(), left]);
            }
        }
        rows.push(vec!["  Next game".to_owned(), format!("the {}", next(wins, self.players))]);
        let mut text = format!("{}\n\n{}", self.players.heading(&self.title()), print::aligned(&rows));
        if let Some(handicap) = self.handicap.as_ref().filter(|handicap| handicap.points > 0) {
            let pairs = print::count(self.found.position.pairs, "pair");
            text.push_str(&format!(
                "\nThe head start is {} before the first turn; all {pairs} stay on the table.\n",
                print::count(handicap.points, "point"),
            ));
        }
        if !self.ways.is_empty() {
            text.push_str(&format!("\n{}", compare::text(&self.ways, self.players, print)));
        }
        text
    }
}

/// Several boards, a line each.
fn table(verdicts: &[Verdict<'_>], print: Print) -> String {
    let digits = print.usually(6);
    let players = verdicts[0].players;
    let seats = verdicts[0].found.wins().len();
    let header = ["pairs", "favoured", "best head start", "then favoured", "next game"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for Verdict { found, handicap, .. } in verdicts {
        let pairs = found.position.pairs.to_string();
        let name = |seat| players.name(seat);
        let start = handicap.as_ref().map(|handicap| {
            [handicap.words(players), favoured(&handicap.wins, |seat| players.short(seat), digits)]
        });
        let mut row = vec![pairs, favoured(found.wins(), name, digits)];
        row.extend(start.into_iter().flatten());
        row.push(next(found.wins(), players));
        rows.push(row);
    }
    if seats > 2 {
        rows[0].drain(2..4);
    }
    let heading = players.heading(&format!("Memory, {}", players.kind(seats)));
    let mut order: Vec<(Rational, u16)> =
        verdicts.iter().map(|verdict| (verdict.lead(), verdict.found.position.pairs)).collect();
    order.sort_by(|(one, _), (two, _)| one.cmp(two));
    let names = |boards: Vec<u16>| match boards.is_empty() {
        true => "none".to_owned(),
        false => format!("{} pairs", boards.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")),
    };
    let fairest = tied(&order, |(lead, _)| lead).iter().map(|&(_, pairs)| pairs).collect();
    let other = |verdict: &&Verdict<'_>| most(verdict.found.wins()).is_some_and(|seat| seat > 0);
    let other = verdicts.iter().filter(other).map(|verdict| verdict.found.position.pairs).collect();
    let start = match verdicts.iter().filter_map(|verdict| verdict.handicap.as_ref()).any(|it| it.points > 0)
    {
        true => "A head start: points before the first turn; all pairs stay on the table.\n",
        false => "",
    };
    let ways: Vec<(u16, &[Way])> =
        verdicts.iter().map(|verdict| (verdict.found.position.pairs, &verdict.ways[..])).collect();
    let compared = match ways[0].1.is_empty() {
        true => String::new(),
        false => compare::table(&ways, players, print.usually(4)),
    };
    format!(
        "{heading}\nWho is favoured, and what makes it fair\n\n{}\n{start}\
         Fairest boards: {}.\n{} is favoured on: {}.\n{compared}",
        print::aligned(&rows),
        names(fairest),
        if seats == 2 { capital(&players.name(1)) } else { "A player other than the first".to_owned() },
        names(other),
    )
}

/// The same with a capital letter.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How far apart two who play have come.
fn size(wins: &[Rational]) -> Rational {
    let lead = &wins[0] - &wins[1];
    if lead < zero() { -lead } else { lead }
}
