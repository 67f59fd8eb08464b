//! Answers about any game that is explored and solved: expected payoffs, the value of every action, and the size.

use super::{
    ColumnOf, Explored, Family, FormatScope, GameArguments, GameInfo, PayoffKind, Playable, PlayerNames,
    Refusal, Report, ReportValue, Table, counted, titled,
};
use crate::evaluate::Solution;
use crate::exact::{self, Rational};
use crate::model::order;
use chancetree_export::DocumentInfo;
use serde_json::Value;

/// The heading of the difference of an action from the best.
const AGAINST_BEST: &str = "against the best";

/// The rule that selects one of several equally good actions.
const TIE_RULE: &str = "the lowest of equal actions";

/// Returns `true` if the game has decisions, even if each one has a single choice.
pub fn decides(explored: &dyn Explored) -> bool {
    let model = explored.model();
    let named = |node| explored.actions(node).iter().any(|names| !names.is_empty());
    named(model.start()) || (0..model.node_count()).any(|node| model.decides(node))
}

/// Refuses a game without decisions.
///
/// # Errors
/// If no player decides anything in the game.
pub fn ensure_decisions(explored: &dyn Explored, family: &dyn Family) -> Result<(), Refusal> {
    let family = family.name();
    match decides(explored) {
        true => Ok(()),
        false => {
            Err(Refusal::new(format!("{family} has no decisions: use odds")).ask(format!("odds {family}")))
        }
    }
}

/// Returns whether a command applies to a family: the family answers the command itself, or its game with default parameters
/// has the decisions or the opponents that the command needs.
pub fn has_meaning(command: &str, family: &dyn Family) -> bool {
    if family.pages().iter().any(|page| page.command == command && page.answer.is_some()) {
        return true;
    }
    let usual = GameArguments::all(&family.parameters(), &|_| None).ok().and_then(|mut all| all.pop());
    match (command, usual.and_then(|given| family.game(&given).ok())) {
        ("best", Some(game)) => game.decides,
        ("fair", Some(game)) => winning(family, &*game).is_ok(),
        _ => true,
    }
}

/// Returns the index of the payoff that is the probability of winning against others.
///
/// # Errors
/// If no seat wins the game, or it has a single seat.
pub fn winning(family: &dyn Family, game: &dyn Playable) -> Result<usize, Refusal> {
    let wins = game.payoffs.iter().position(|payoff| matches!(payoff, PayoffKind::Wins { .. }));
    wins.filter(|_| game.seats > 1).ok_or_else(|| {
        let is_alone = game.seats == 1;
        let why = if is_alone { "a single player has no opponent" } else { "this game has no winner" };
        match family.parameters().iter().any(|parameter| is_alone && parameter.name == "players") {
            true => Refusal::new(why).help("--players 2"),
            false => Refusal::new(why).ask(format!("odds {}", family.name())),
        }
    })
}

/// Adds the size of a solved game to a report. Ties are not counted in doubles, which cannot show that actions are equal.
pub fn add_solved_size(explored: &dyn Explored, solution: &Solution, report: &mut Report) {
    let sizes = [explored.model().node_count(), explored.model().edge_count()];
    let has_ties = solution.error().is_none() && decides(explored);
    add_size(sizes.map(|size| size as u64), has_ties.then_some(solution.ties), report);
}

/// Adds the numbers of states and transitions to a report. Adds the number of ties if the game has decisions.
pub fn add_size([states, transitions]: [u64; 2], ties: Option<u64>, report: &mut Report) {
    report.add("states", states);
    report.add("transitions", transitions);
    report.note = format!("{}, {}", counted(states, "state"), counted(transitions, "transition"));
    if let Some(ties) = ties {
        report.add("ties", ties);
        report.add_json("tie_rule", TIE_RULE);
        if ties > 0 {
            let states = counted(ties, "state");
            let rule = "the lowest of them is taken";
            report.note.push_str(&format!("; in {states}, several actions are equally good, and {rule}"));
        }
    }
    report.note.push('.');
}

impl PayoffKind {
    /// Returns the label of the expected payoff of seat `seat` in a game of `seats` seats.
    pub fn words(&self, names: &PlayerNames, seat: usize, seats: usize) -> String {
        match (self, seats) {
            (Self::Wins { .. }, 1) => "P(win)".to_owned(),
            (Self::Wins { .. }, _) => format!("P({} wins)", names.of(seat)),
            (Self::Edge, _) => format!("P(win) - P(loss) of {}", names.of(seat)),
            (Self::Property { text, seat: own }, _) if usize::from(*own) == seat => text.clone(),
            (Self::Property { text, .. }, _) => format!("1 - {text}"),
            (Self::Expected(unit), 1) => format!("expected {unit}"),
            (Self::Expected(unit), _) => format!("expected {unit} of {}", names.of(seat)),
        }
    }

    /// Returns the label of the expected payoff of a seat in a report. In titles it is written [in words](Self::words).
    pub fn label(&self, names: &PlayerNames, seat: usize, seats: usize) -> String {
        match (self, seats) {
            (Self::Expected(unit), 1) => format!("E({unit})"),
            (Self::Expected(unit), _) => format!("E({unit} of {})", names.of(seat)),
            _ => self.words(names, seat, seats),
        }
    }

    /// Returns `true` if the expected payoff is a probability or a difference of two.
    pub fn is_probability(&self) -> bool {
        matches!(self, Self::Wins { .. } | Self::Edge)
    }

    /// Returns the key of the expected payoff.
    pub fn key(&self) -> String {
        match self {
            Self::Wins { .. } => "win".to_owned(),
            Self::Edge => "edge".to_owned(),
            Self::Expected(unit) => format!("expected_{unit}"),
            Self::Property { .. } => "value".to_owned(),
        }
    }
}

/// Returns the probability that no one wins. It is never below 0, even if the sum of approximate probabilities exceeds 1.
pub fn no_winner(wins: &[Rational]) -> Rational {
    (exact::one() - wins.iter().sum::<Rational>()).max(exact::zero())
}

/// Returns a bound on the error of a sum or a difference of `count` numbers.
pub fn sum_of_errors(error: f64, count: usize) -> f64 {
    if error == 0.0 { 0.0 } else { (error * count as f64).next_up() }
}

/// Returns `false` if another action is certainly better than an action with this `value`. `best` is the greatest value, and
/// `difference_error` bounds the error of a difference of two values.
pub fn may_be_best(value: &Rational, best: &Rational, difference_error: Option<f64>) -> bool {
    let margin = difference_error.and_then(Rational::from_float).unwrap_or_default();
    best - value <= margin
}

/// Adds the expected payoffs of each seat to a report. `error` bounds the error of each value in doubles.
pub fn add_expected(game: &GameInfo, all: &[Vec<Rational>], error: Option<f64>, report: &mut Report) {
    for (payoff, values) in game.payoffs.iter().zip(all) {
        let seats = values.len();
        let named = (0..seats).map(|seat| payoff.label(&game.names, seat, seats)).collect();
        let field =
            report.put(&payoff.key(), named, ReportValue::seats_within(values, error), FormatScope::All);
        field.is_probability = payoff.is_probability();
        if let PayoffKind::Wins { no_winner: Some(called) } = payoff {
            let error = error.map(|error| sum_of_errors(error, seats));
            report
                .show("draw", format!("P({called})"), ReportValue::within(&no_winner(values), error))
                .probability();
        }
    }
    report.add("value", ReportValue::within(&all[0][0], error));
}

/// Adds the value of every action to a report: at the start, or in all decision positions if `every` is set.
pub fn add_best(
    explored: &dyn Explored,
    solution: &Solution,
    payoff: &PayoffKind,
    every: bool,
    report: &mut Report,
) {
    let start = explored.model().start();
    let actions = Actions::of(explored, solution, start);
    let error = explored.error(solution);
    let value = explored.value(solution, start).swap_remove(0);
    let what = match payoff {
        PayoffKind::Wins { .. } => "P(win)",
        PayoffKind::Edge => "P(win) - P(loss)",
        PayoffKind::Expected(_) => "expected",
        PayoffKind::Property { .. } => "value",
    };
    report.show("value", what, ReportValue::within(&value, error)).is_probability = payoff.is_probability();
    if actions.values.is_empty() && !every {
        let what = "There is no decision at the start. All positions with decisions: --every.";
        return report.remarks.push(vec![what.into()]);
    }
    let good = actions.good();
    let indifferent = actions.is_indifferent();
    let shown = if indifferent { "all".to_owned() } else { good.join(" ") };
    report.add("indifferent", indifferent);
    report.add("good", ReportValue::Names(good));
    report.add_text("good", shown);
    if error.is_some() {
        let means =
            "Actions are good if the bounds on the errors leave open whether another action is better.";
        report.remarks.push(vec![means.into()]);
    }
    let table = if every { positions(explored, solution, what) } else { actions.table(payoff, what) };
    report.tables.push(match payoff.is_probability() {
        true => table.probabilities(&[what, AGAINST_BEST]),
        false => table,
    });
}

/// The actions of a position.
struct Actions {
    /// The value of each action to each seat, the mover first.
    values: Vec<(String, Vec<Rational>)>,
    /// A bound on the error of each value, or `None` if values are exact.
    error: Option<f64>,
    /// Whether the mover wants a small value.
    is_cost: bool,
}

impl Actions {
    fn of(explored: &dyn Explored, solution: &Solution, node: usize) -> Self {
        let names = explored.actions(node);
        let each = names.into_iter().zip(explored.choices(solution, node));
        let mut all: Vec<(String, Vec<Rational>)> = Vec::new();
        for (names, values) in each {
            all.extend(names.into_iter().map(|name| (name, values.clone())));
        }
        // Equivalent actions get separate rows. Numbers are sorted; other names keep the order of the game.
        let number = |name: &str| name.parse::<usize>().ok();
        if all.iter().all(|(name, _)| number(name).is_some()) {
            order::sort(&mut all, |(one, _), (other, _)| number(one).cmp(&number(other)));
        }
        Self { values: all, error: explored.error(solution), is_cost: explored.is_cost() }
    }

    fn best(&self) -> Option<&Rational> {
        let values = self.values.iter().map(|(_, values)| &values[0]);
        if self.is_cost { values.min() } else { values.max() }
    }

    /// Returns a bound on the error of a difference of two values.
    fn difference_error(&self) -> Option<f64> {
        self.error.map(|error| sum_of_errors(error, 2))
    }

    /// Returns `false` if another action is certainly better than an action with this value.
    fn is_best(&self, value: &Rational) -> bool {
        self.best().is_none_or(|best| match self.is_cost {
            true => may_be_best(best, value, self.difference_error()),
            false => may_be_best(value, best, self.difference_error()),
        })
    }

    fn good(&self) -> Vec<String> {
        let good = self.values.iter().filter(|(_, values)| self.is_best(&values[0]));
        good.map(|(name, _)| name.clone()).collect()
    }

    fn is_indifferent(&self) -> bool {
        self.values.iter().all(|(_, values)| self.is_best(&values[0]))
    }

    fn table(&self, payoff: &PayoffKind, what: &'static str) -> Table {
        let key: &'static str = if matches!(payoff, PayoffKind::Wins { .. }) { "win" } else { "expected" };
        let (best, is_indifferent) = (self.best(), self.is_indifferent());
        let class = |value: &Rational| match self.is_best(value) {
            _ if is_indifferent => "indifferent",
            true => "good",
            false => "bad",
        };
        let lost = |value: &Rational| best.map(|best| value - best).unwrap_or_default();
        let fields: [ColumnOf<'_, &(String, Vec<Rational>)>; 6] = [
            ("action", Some("action"), &|(name, _)| ReportValue::Name(name.clone())),
            ("value", Some(what), &|(_, values)| ReportValue::within(&values[0], self.error)),
            ("difference", Some(AGAINST_BEST), &|(_, values)| {
                ReportValue::within(&lost(&values[0]), self.difference_error())
            }),
            ("best", None, &|(_, values)| self.is_best(&values[0]).into()),
            ("", Some(""), &|(_, values)| class(&values[0]).into()),
            (key, None, &|(_, values)| ReportValue::seats_within(values, self.error)),
        ];
        Table::of("actions", &self.values, &fields).main()
    }
}

/// Returns a table of the best actions in all decision positions.
fn positions(explored: &dyn Explored, solution: &Solution, what: &'static str) -> Table {
    let model = explored.model();
    let value = |node: usize| explored.value(solution, node).swap_remove(0);
    let fields: [ColumnOf<'_, (usize, Actions)>; 4] = [
        ("position", Some("position"), &|&(node, _)| explored.words(node).into()),
        ("value", Some(what), &|(node, actions)| ReportValue::within(&value(*node), actions.error)),
        ("good", Some("good"), &|(_, actions)| ReportValue::Names(actions.good())),
        ("actions", Some("of"), &|(_, actions)| actions.values.len().into()),
    ];
    let nodes = (0..model.node_count()).filter(|&node| model.decides(node));
    Table::of("positions", nodes.map(|node| (node, Actions::of(explored, solution, node))), &fields).main()
}

/// Returns the metadata of a document of a game that was solved for its first payoff: the title, the facts, and the
/// meaning of the values. `family` is the name of the family, and `parameters` are those that JSON repeats.
pub fn about(
    explored: &dyn Explored,
    solution: &Solution,
    (family, game, title): (&str, &dyn Playable, String),
    parameters: Value,
) -> DocumentInfo {
    let (payoff, appearance) = (&game.payoffs[0], game.appearance);
    let titled_seat = if let PayoffKind::Property { seat, .. } = payoff { usize::from(*seat) } else { 0 };
    let value = explored.value(solution, explored.model().start()).swap_remove(titled_seat);
    let mut facts = vec![("family".to_owned(), family.to_owned())];
    if let Value::Object(parameters) = parameters {
        let fact = |(name, value): (String, Value)| match value {
            Value::Null => None,
            Value::String(text) => Some((name, text)),
            value => Some((name, value.to_string())),
        };
        facts.extend(parameters.into_iter().filter_map(fact));
    }
    let shown = match explored.error(solution) {
        None => exact::fraction(&value),
        Some(_) => exact::double(&value).to_string(),
    };
    facts.push(("value".to_owned(), shown));
    if game.decides && solution.error().is_none() {
        facts.push(("ties".to_owned(), solution.ties.to_string()));
    }
    let seats = game.seats.into();
    let short = match explored.error(solution) {
        None => titled(&[&value]).remove(0),
        Some(_) => exact::decimal(&value, 6),
    };
    let expected = match payoff {
        PayoffKind::Expected(unit) if seats == 1 => format!(": {short} {unit}"),
        _ => format!("; {}: {short}", payoff.words(&game.names, titled_seat, seats)),
    };
    DocumentInfo {
        worth: match payoff {
            PayoffKind::Wins { .. } if seats == 1 => "the probability of winning from here".to_owned(),
            PayoffKind::Property { text, .. } if seats == 1 => format!("{text} from here"),
            PayoffKind::Wins { .. } | PayoffKind::Property { .. } => {
                "the probability that the mover wins".to_owned()
            }
            PayoffKind::Edge => "P(win) - P(loss) of the mover".to_owned(),
            PayoffKind::Expected(unit) if seats == 1 => format!("the {unit} that may be expected from here"),
            PayoffKind::Expected(unit) => format!("the {unit} that the mover expects from here"),
        },
        title: format!("{title}{expected}"),
        facts,
        players: game.names.0.clone().unwrap_or_default(),
        error: explored.error(solution),
        board: appearance.boards,
        is_mirrored: appearance.is_mirrored,
        counts: !appearance.ends,
        is_cost: game.unit < exact::zero(),
        // Payoffs in another unit than the values would be misleading.
        payoff: match payoff {
            PayoffKind::Property { .. } => Some(explored.payoff(0)),
            PayoffKind::Wins { .. } if seats == 1 => Some(explored.payoff(0)),
            _ => {
                let is_usual = [exact::one(), -exact::one()].contains(&game.unit);
                (!appearance.ends && is_usual).then(|| explored.payoff(0))
            }
        }
        .map(|table| (payoff.key(), table)),
        ..DocumentInfo::default()
    }
}
