//! Odds, best play and who is favoured: the values of a game, found by what its model is.

use super::Asked;
use crate::cli::checkpoint::{Checkpoints, Saved, UNSAVED};
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::cli::print;
use crate::cli::watch::Watch;
use crate::evaluate::solve::Solution;
use crate::exact::{self, Rational};
use crate::family::favoured::tell as tell_favoured;
use crate::family::{ColumnOf, Datum, Explored, Report, Shape, Table, Within, Worth};
use crate::model::{Model, Run, order};

/// The rule by which one of equal actions is taken.
const TIE_RULE: &str = "the lowest of equals";

/// A game, explored and solved for what its players want.
pub(super) struct Evaluated<'a> {
    pub(super) explored: Box<dyn Explored + 'a>,
    pub(super) solution: Solution,
}

impl<'a> Evaluated<'a> {
    pub(super) fn of(asked: &'a Asked, shape: Shape, run: &Run<'_>, watch: &Watch) -> Result<Self, Fail> {
        Self::kept(asked, shape, UNSAVED, run, watch)
    }

    /// With checkpoints, which name what is solved.
    fn kept(
        asked: &'a Asked,
        shape: Shape,
        (checkpoints, work): Saved<'_>,
        run: &Run<'_>,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        checkpoints.keep(work, watch, |checkpointer| {
            let explored = watch.phase("discover", || asked.game.explore(shape, run))?;
            let solution = watch.phase("solve", || explored.solve_resumed(0, checkpointer, run))?;
            Ok(Self { explored, solution })
        })
    }

    /// A whole game, of which a verb asks.
    fn of_verb(asked: &'a Asked, verb: &str, checkpoints: &Checkpoints, watch: &Watch) -> Result<Self, Fail> {
        Self::kept(asked, Shape::default(), (checkpoints, &asked.work(verb)), &watch.run(), watch)
    }

    /// A whole game.
    pub(super) fn whole(asked: &'a Asked, watch: &Watch) -> Result<Self, Fail> {
        Self::of(asked, Shape::default(), &watch.run(), watch)
    }

    pub(super) fn model(&self) -> &Model {
        self.explored.model()
    }

    /// Returns what each seat may expect from the start, the first player first.
    pub(super) fn value(&self) -> Vec<Rational> {
        self.explored.value(&self.solution, self.model().start())
    }

    /// Returns `true` if anybody decides anything, if only between one thing and itself.
    fn decides(&self) -> bool {
        let named = |node| self.explored.actions(node).iter().any(|names| !names.is_empty());
        named(self.model().start()) || (0..self.model().node_count()).any(|node| self.model().decides(node))
    }

    /// Returns what each seat may expect of every worth, while everybody plays for the first.
    pub(super) fn values(&self, asked: &Asked, watch: &Watch) -> Result<Vec<Vec<Rational>>, Fail> {
        let mut all = vec![self.value()];
        if asked.game.worths().len() > 1 {
            let run = watch.run();
            let explain = |error| watch.explain(error);
            let induced =
                watch.phase("policy", || self.explored.induced(&self.solution, &run)).map_err(explain)?;
            for worth in 1..asked.game.worths().len() {
                let found = watch.phase("solve", || induced.solve(worth, &run)).map_err(explain)?;
                all.push(induced.value(&found, induced.model().start()));
            }
        }
        Ok(all)
    }

    /// Returns the size of the game.
    fn size(&self) -> Size {
        Size {
            states: self.model().node_count() as u64,
            transitions: self.model().edge_count() as u64,
            ties: self.decides().then_some(self.solution.ties),
        }
    }
}

/// The size of a game.
struct Size {
    states: u64,
    transitions: u64,
    /// The ties that were met, where somebody decides.
    ties: Option<u64>,
}

impl Size {
    fn tell(&self, report: &mut Report) {
        report.add("states", self.states);
        report.add("transitions", self.transitions);
        let sizes = [print::count(self.states, "position"), print::count(self.transitions, "transition")];
        report.note = sizes.join(", ");
        if let Some(ties) = self.ties {
            report.add("ties", ties);
            report.add_json("tie_rule", TIE_RULE.to_owned());
            report.note.push_str(&format!("; {}, {TIE_RULE} is taken", print::count(ties, "tie")));
        }
        report.note.push('.');
    }
}

/// Names in words what seat `seat` of so many may expect.
pub(super) fn words(worth: &Worth, seat: usize, seats: usize) -> String {
    match (worth, seats) {
        (Worth::Wins { .. }, 1) => "P(win)".to_owned(),
        (Worth::Wins { .. }, _) => format!("P(player {} wins)", seat + 1),
        (Worth::Edge, _) => format!("P(win) - P(loss) of player {}", seat + 1),
        (Worth::Expected(unit), 1) => format!("expected {unit}"),
        (Worth::Expected(unit), _) => format!("expected {unit} of player {}", seat + 1),
    }
}

/// The key of what is expected.
pub(super) fn key(worth: &Worth) -> String {
    match worth {
        Worth::Wins { .. } => "win".to_owned(),
        Worth::Edge => "edge".to_owned(),
        Worth::Expected(unit) => format!("expected_{unit}"),
    }
}

/// The probability that nobody wins.
pub(super) fn nobody(wins: &[Rational]) -> Rational {
    exact::one() - wins.iter().sum::<Rational>()
}

/// Finds what everybody may expect; `None` where another process says so.
pub(super) fn odds(
    asked: &Asked,
    (machines, checkpoints): (&Machines, &Checkpoints),
    watch: &Watch,
) -> Result<Option<Report>, Fail> {
    #[cfg(feature = "distributed")]
    let travels = asked.game.travels();
    #[cfg(not(feature = "distributed"))]
    let travels = true;
    machines.check((!travels).then_some("this game cannot travel from one process to another"))?;
    let mut report = Report::new(asked.title());
    #[cfg(feature = "distributed")]
    if machines.is_given() {
        let work = asked.work("odds");
        let solve = || machines.answer(&*asked.game, &work, checkpoints, watch);
        let Some(found) = watch.phase("evaluate", solve)? else { return Ok(None) };
        tell(asked, &found.values, &mut report);
        Size { states: found.states, transitions: found.transitions, ties: Some(found.ties) }
            .tell(&mut report);
        return Ok(Some(report));
    }
    let solved = Evaluated::of_verb(asked, "odds", checkpoints, watch)?;
    tell(asked, &solved.values(asked, watch)?, &mut report);
    solved.size().tell(&mut report);
    Ok(Some(report))
}

/// Says what each seat may expect of every worth.
fn tell(asked: &Asked, values: &[Vec<Rational>], report: &mut Report) {
    for (worth, values) in asked.game.worths().iter().zip(values) {
        let seats = values.len();
        let named = (0..seats).map(|seat| words(worth, seat, seats)).collect();
        report.put(&key(worth), named, Datum::Seats(values.clone()), Within::All);
        if let Worth::Wins { nobody: Some(called) } = worth {
            report.show("draw", format!("P({called})"), Datum::Exact(nobody(values)));
        }
    }
    report.add("value", values[0][0].clone());
}

/// Finds the worth of every action: at the start, or in every position in which somebody decides.
pub(super) fn best(
    asked: &Asked,
    every: bool,
    checkpoints: &Checkpoints,
    watch: &Watch,
) -> Result<Report, Fail> {
    let solved = Evaluated::of_verb(asked, "best", checkpoints, watch)?;
    if !solved.decides() {
        let (name, family) = (crate::cli::name(), asked.family.name());
        return Err(Fail::usage(format!("nobody decides anything in {family}; what to expect is odds"))
            .help(format!("{name} odds {family}")));
    }
    let mut report = Report::new(asked.title());
    let start = solved.model().start();
    let actions = Actions::of(&solved, start);
    let value = solved.value()[0].clone();
    let worth = &asked.game.worths()[0];
    let what = match worth {
        Worth::Wins { .. } => "P(win)",
        Worth::Edge => "P(win) - P(loss)",
        Worth::Expected(_) => "expected",
    };
    report.show("value", what, value);
    let good = actions.good();
    let indifferent = actions.is_indifferent();
    let shown = if indifferent { "all".to_owned() } else { good.join(" ") };
    report.add("indifferent", indifferent);
    report.add("good", Datum::Names(good));
    report.tell("good", shown);
    report.tables.push(if every { positions(&solved, what) } else { actions.table(worth, what) });
    solved.size().tell(&mut report);
    Ok(report)
}

/// The actions of a position, each with its worth to each seat, the mover first.
struct Actions(Vec<(String, Vec<Rational>)>);

impl Actions {
    fn of(solved: &Evaluated<'_>, node: usize) -> Self {
        let names = solved.explored.actions(node);
        let each = names.into_iter().zip(solved.explored.choices(&solved.solution, node));
        let mut all: Vec<(usize, String, Vec<Rational>)> = Vec::new();
        for (names, values) in each {
            all.extend(names.into_iter().map(|name| (0, name, values.clone())));
        }
        // Actions that count as one are apart; numbers stand in their order, other names as the game has them.
        if let Some(numbers) =
            all.iter().map(|(_, name, _)| name.parse().ok()).collect::<Option<Vec<usize>>>()
        {
            all.iter_mut().zip(numbers).for_each(|(action, number)| action.0 = number);
        }
        order::sort(&mut all, |(one, ..), (other, ..)| one.cmp(other));
        Self(all.into_iter().map(|(_, name, values)| (name, values)).collect())
    }

    fn best(&self) -> Option<&Rational> {
        self.0.iter().map(|(_, values)| &values[0]).max()
    }

    fn good(&self) -> Vec<String> {
        let good = |(_, values): &&(String, Vec<Rational>)| Some(&values[0]) == self.best();
        self.0.iter().filter(good).map(|(name, _)| name.clone()).collect()
    }

    fn is_indifferent(&self) -> bool {
        self.0.iter().all(|(_, values)| Some(&values[0]) == self.best())
    }

    fn table(&self, worth: &Worth, what: &'static str) -> Table {
        let key: &'static str = if matches!(worth, Worth::Wins { .. }) { "win" } else { "expected" };
        let class = |value: &Rational| match Some(value) == self.best() {
            _ if self.is_indifferent() => "indifferent",
            true => "good",
            false => "bad",
        };
        let best = self.best();
        let lost = |value: &Rational| best.map(|best| value - best).unwrap_or_default();
        let fields: [ColumnOf<'_, &(String, Vec<Rational>)>; 5] = [
            ("action", Some("action"), &|(name, _)| Datum::Name(name.clone())),
            ("value", Some(what), &|(_, values)| (&values[0]).into()),
            ("difference", Some("against the best"), &|(_, values)| lost(&values[0]).into()),
            ("classification", Some(""), &|(_, values)| class(&values[0]).into()),
            (key, None, &|(_, values)| Datum::Seats(values.clone())),
        ];
        Table::of("actions", &self.0, &fields).main()
    }
}

/// Returns a table of what is done in every position in which somebody decides.
fn positions(solved: &Evaluated<'_>, what: &'static str) -> Table {
    let model = solved.model();
    let value = |node: usize| solved.explored.value(&solved.solution, node).swap_remove(0);
    let fields: [ColumnOf<'_, (usize, Actions)>; 4] = [
        ("position", Some("position"), &|&(node, _)| solved.explored.words(node).into()),
        ("value", Some(what), &|&(node, _)| value(node).into()),
        ("good", Some("good"), &|(_, actions)| Datum::Names(actions.good())),
        ("actions", Some("of"), &|(_, actions)| actions.0.len().into()),
    ];
    let nodes = (0..model.node_count()).filter(|&node| model.decides(node));
    Table::of("positions", nodes.map(|node| (node, Actions::of(solved, node))), &fields).main()
}

/// Finds who is favoured.
pub(super) fn fair(asked: &Asked, checkpoints: &Checkpoints, watch: &Watch) -> Result<Report, Fail> {
    let family = asked.family.name();
    let seats = asked.game.seats();
    let wins = asked.game.worths().iter().position(|worth| matches!(worth, Worth::Wins { .. }));
    let Some(worth) = wins.filter(|_| seats > 1) else {
        let why = if seats == 1 { "one player alone has no opponent" } else { "nobody wins this" };
        let has_players = asked.family.parameters().iter().any(|parameter| parameter.name == "players");
        let help = match has_players {
            true => "--players 2".to_owned(),
            false => format!("{} odds {family}", crate::cli::name()),
        };
        return Err(Fail::usage(why).help(help));
    };
    let solved = Evaluated::of_verb(asked, "fair", checkpoints, watch)?;
    let wins = &solved.values(asked, watch)?[worth];
    let mut report = Report::new(asked.title());
    tell_favoured(&mut report, wins, &nobody(wins), |seat| format!("player {}", seat + 1));
    Ok(report)
}
