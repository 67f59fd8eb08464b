//! Who is favoured where a number is guessed.

use super::super::fail::Fail;
use super::super::guess::{Asked, Secret, Solved};
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::watch::Watch;
use super::{favoured, lead, least, most, tied};
use crate::exact::{self, Rational};
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub(super) struct FairGuess {
    #[command(flatten)]
    secret: Secret,
    #[command(flatten)]
    print: Print,
}

/// What is said of one game.
struct Verdict {
    asked: Asked,
    wins: Vec<Rational>,
}

impl FairGuess {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let print = self.print;
        if self.secret.players == 1 {
            return Err(Fail::usage("1 player has nobody to be favoured against").help("--players 2"));
        }
        let verdict = |asked: Asked| {
            let solved = Solved::of(asked.game.clone(), watch)?;
            Ok(Verdict { asked, wins: solved.win() })
        };
        let several = watch.several("game", self.secret.games()?, verdict)?;
        let verdicts = &several.done;
        watch.clear();
        match print.format {
            Format::Text if self.secret.is_range() => print::print(&table(verdicts, print)),
            Format::Text => print::print(&verdicts[0].text(print)),
            Format::Json => {
                let mut all: Vec<Value> = verdicts.iter().map(|verdict| verdict.json(print)).collect();
                print::json(&if self.secret.is_range() { Value::Array(all) } else { all.remove(0) })
            }
            Format::Table(style) => {
                let header = ["favoured", "lead", "lead_exact", "winner_sits"].map(str::to_owned);
                let row = |verdict: &Verdict| (verdict.asked.parameters(), verdict.csv(print));
                print::table(style, &print::asked(&header, verdicts.iter().map(row)))
            }
        }?;
        several.end()
    }
}

fn player(seat: usize) -> String {
    format!("player {}", seat + 1)
}

impl Verdict {
    /// Where the winner of the last game should sit.
    fn next(&self) -> String {
        match (self.wins.len(), least(&self.wins)) {
            (_, 0) => "winner begins".to_owned(),
            (2, _) => "loser begins".to_owned(),
            (_, seat) => format!("winner sits as {}", player(seat)),
        }
    }

    fn json(&self, print: Print) -> Value {
        let by = print.number(&lead(&self.wins));
        let nobody = exact::one() - self.wins.iter().sum::<Rational>();
        json!({
            "schema": SCHEMA,
            "family": "guess",
            "parameters": self.asked.parameters(),
            "win": print.numbers(&self.wins),
            "draw": print.number(&nobody),
            "favoured": most(&self.wins).map(|seat| json!({ "player": seat + 1, "by": by })),
            "winner_sits": least(&self.wins) + 1,
        })
    }

    fn csv(&self, print: Print) -> Vec<String> {
        let by = lead(&self.wins);
        let seat = most(&self.wins).map_or_else(String::new, |seat| (seat + 1).to_string());
        vec![seat, print.decimal(&by), exact::fraction(&by), (least(&self.wins) + 1).to_string()]
    }

    fn text(&self, print: Print) -> String {
        let rows = [
            vec!["  Favoured".to_owned(), favoured(&self.wins, player, print)],
            vec!["  Next game".to_owned(), format!("the {}", self.next())],
        ];
        format!("{}\n\n{}", self.asked.title(), print::aligned(&rows))
    }
}

/// Several games, a line each.
fn table(verdicts: &[Verdict], print: Print) -> String {
    let print = print.usually(6);
    let mut rows = vec![["numbers", "favoured", "next game"].map(str::to_owned).to_vec()];
    rows.extend(verdicts.iter().map(|verdict| {
        vec![verdict.asked.numbers.to_string(), favoured(&verdict.wins, player, print), verdict.next()]
    }));
    let mut order: Vec<(Rational, u16)> =
        verdicts.iter().map(|verdict| (lead(&verdict.wins), verdict.asked.numbers)).collect();
    order.sort();
    let fairest: Vec<_> =
        tied(&order, |(lead, _)| lead).iter().map(|(_, numbers)| numbers.to_string()).collect();
    let players = verdicts[0].wins.len();
    format!(
        "Guess a number, {players} players: who is favoured\n\n{}\nFairest: {} numbers.\n",
        print::aligned(&rows),
        fairest.join(", ")
    )
}
