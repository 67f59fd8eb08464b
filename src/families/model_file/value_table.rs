//! The table of the values of properties.

use crate::exact;
use crate::family::saved::interned;
use crate::family::{Column, ColumnOf, Report, ReportValue, Table, bounded_value, counted, fitting};
use chancetree_prism::{
    ChoiceStates, ChoiceValue, ExactValue, ExploredModel, Property, PropertyNumber, PropertyValue,
    StateSpace, StrategyForm, ValueBounds,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The key of the table of choices.
const DECISIONS: &str = "decisions";

/// The key of the state of a choice.
const STATE: &str = "state";

/// The keys of the parameters of an answer, which are columns of CSV, too.
const PARAMETERS: [&str; 5] = ["model", "const", "props", "precision", "every"];

/// The key of the table of properties.
const PROPERTIES: &str = "properties";

/// The key of a column of properties.
const PROPERTY: &str = "property";

/// A property with its value.
pub(super) struct CheckedProperty<N> {
    /// The values of the constants with several values.
    pub(super) constants: Vec<String>,
    pub(super) property: Property,
    pub(super) saved: SavedValue<N>,
}

/// The value of a property, as it is saved.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct SavedValue<N> {
    /// The number of explored states.
    pub(super) states: usize,
    pub(super) value: PropertyValue<N>,
    pub(super) choices: Vec<ShownChoice<N>>,
}

/// A choice of a state with its value.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct ShownChoice<N> {
    state: String,
    action: String,
    value: N,
    is_best: bool,
    is_taken: bool,
}

impl<N> ShownChoice<N> {
    pub(super) fn of(choice: ChoiceValue<N>, explored: &ExploredModel) -> Self {
        let ChoiceValue { state, choice, value, is_best, is_taken } = choice;
        let action = choice_name(explored.space(), state, choice);
        Self { state: explored.state_name(state), action, value, is_best, is_taken }
    }
}

/// Returns the action of a choice. A number distinguishes choices of a state with the same action.
pub(super) fn choice_name(space: &StateSpace, state: u32, choice: usize) -> String {
    let name = space.actions[choice];
    let earlier = space.choices(state).start..choice;
    match (&*space.action_names[name as usize], earlier.filter(|&other| space.actions[other] == name).count())
    {
        ("", _) => format!("choice {}", choice - space.choices(state).start + 1),
        (text, 0) => text.to_owned(),
        (text, repetition) => format!("{text} {}", repetition + 1),
    }
}

/// A number that a table shows.
pub(super) trait TableNumber: PropertyNumber + Serialize + DeserializeOwned {
    fn report_value(&self) -> ReportValue;
    /// Formats a bound of a range.
    fn text(&self) -> String;
}

impl TableNumber for ExactValue {
    fn report_value(&self) -> ReportValue {
        match self {
            Self::Finite(value) => value.into(),
            Self::Infinite => self.to_string().into(),
        }
    }

    /// Formats a fraction if that is short, otherwise a decimal.
    fn text(&self) -> String {
        match self.finite() {
            Some(finite) => fitting(finite).unwrap_or_else(|| exact::decimal(finite, 12)),
            None => self.to_string(),
        }
    }
}

impl TableNumber for ValueBounds {
    fn report_value(&self) -> ReportValue {
        if self.lower == f64::INFINITY {
            return ExactValue::Infinite.to_string().into();
        }
        ReportValue::Interval(*self)
    }

    fn text(&self) -> String {
        if self.lower == f64::INFINITY {
            return ExactValue::Infinite.to_string();
        }
        bounded_value(self).display_parts().join(" ")
    }
}

/// The maximum number of states whose choices are shown to people, for each property.
const MAX_STATES: usize = 20;

/// The maximum length of the description of a state that is shown to people as a whole.
const MAX_STATE: usize = 48;

/// Returns a table of properties, a table of choices if there are any, and, for `best`, a table of both for CSV. Adds notes about
/// rows and variables that are hidden from people.
pub(super) fn value_tables<N: TableNumber>(
    all: &[CheckedProperty<N>],
    constants: &[String],
    decisions: Option<ChoiceStates>,
    notes: &mut Vec<String>,
) -> Vec<Table> {
    let has_names = all.iter().any(|one| one.property.name().is_some());
    let fields: [ColumnOf<'_, &CheckedProperty<N>>; 5] = [
        ("name", has_names.then_some("name"), &|one| one.property.name().map(str::to_owned).into()),
        (PROPERTY, Some("property"), &|one| on_one_line(one.property.text()).into()),
        ("value", None, &|one| report_value(&one.saved.value)),
        ("", Some("value"), &|one| shown_value(&one.saved.value)),
        ("states", Some("states"), &|one| one.saved.states.into()),
    ];
    // The number of states differs between rows only if constants do.
    let fields = if constants.is_empty() { &fields[..4] } else { &fields[..] };
    let values: Vec<&[String]> = all.iter().map(|one| &one.constants[..]).collect();
    let properties = Table::of(PROPERTIES, all, fields);
    let properties = properties.probabilities_in_rows(|row| all[row].property.is_probability());
    let properties = with_constants(properties, constants, &values);
    let Some(decisions) = decisions else { return vec![properties.main()] };
    let is_every = decisions == ChoiceStates::Every;
    let (mut choices, mut with_values, mut is_hidden) = (Vec::new(), Vec::new(), Vec::new());
    let mut hidden_states = 0;
    for one in all {
        with_values.push((one, None));
        let (mut states, mut last) = (0, None);
        for choice in &one.saved.choices {
            states += usize::from(last.replace(&choice.state) != Some(&choice.state));
            is_hidden.push(!is_every && states > MAX_STATES);
            choices.push((one, Some(choice)));
            with_values.push((one, Some(choice)));
        }
        hidden_states += if is_every { 0 } else { states.saturating_sub(MAX_STATES) };
        if let Some(note) = strategy_note(one).filter(|note| is_every && !notes.contains(note)) {
            notes.push(note);
        }
    }
    if hidden_states > 0 {
        let states = counted(hidden_states as u64, "more state");
        notes.push(format!("{states} with a decision; JSON and CSV list all choices."));
    }
    let whole = split_states(choice_table("", &with_values, constants, None, is_every)).main();
    let mut tables = vec![properties];
    if !choices.is_empty() {
        let shown = short_states(&choices, notes);
        let table = choice_table(DECISIONS, &choices, constants, Some(&shown), is_every);
        tables.push(table.hide_rows(|row| is_hidden[row]));
    }
    tables.push(whole);
    tables
}

/// Returns a sentence that says why some states have no best choices of a property, or `None` if all have.
fn strategy_note<N>(one: &CheckedProperty<N>) -> Option<String> {
    let text = on_one_line(one.property.text());
    match one.property.strategy_form() {
        StrategyForm::None => {
            Some(format!("{text} has no strategy; a single operator such as Pmax=? [ F x=1 ] has one."))
        }
        StrategyForm::Steps if one.saved.choices.is_empty() => {
            Some(format!("No initial state has a decision that changes {text}."))
        }
        StrategyForm::Steps => Some(format!(
            "The best choices of {text} depend on the number of steps before; the choices of the initial states are shown."
        )),
        StrategyForm::States if one.saved.choices.is_empty() => {
            Some(format!("No state has a decision that changes {text}."))
        }
        StrategyForm::States => None,
    }
}

/// A row of a table of choices: a property with a choice, or with `None` for the value of the property.
type ChoiceRow<'a, N> = (&'a CheckedProperty<N>, Option<&'a ShownChoice<N>>);

/// Returns a table of properties and choices. `shown` has the text of each state for people, or is `None` if people do not see the
/// table. With `is_every`, marks the choices that the strategy takes.
fn choice_table<N: TableNumber>(
    key: &'static str,
    rows: &[ChoiceRow<'_, N>],
    constants: &[String],
    shown: Option<&[String]>,
    is_every: bool,
) -> Table {
    let head = |head: &'static str| shown.map(|_| head);
    let text = |text: Option<&String>| text.cloned().into();
    let fields: [ColumnOf<'_, &ChoiceRow<'_, N>>; 8] = [
        ("name", None, &|(one, _)| one.property.name().map(str::to_owned).into()),
        (PROPERTY, head("property"), &|(one, _)| on_one_line(one.property.text()).into()),
        (STATE, None, &|(_, choice)| text(choice.map(|choice| &choice.state))),
        ("action", head("action"), &|(_, choice)| text(choice.map(|choice| &choice.action))),
        ("value", head("value"), &|(one, choice)| match choice {
            None => report_value(&one.saved.value),
            Some(choice) => choice.value.report_value(),
        }),
        ("best", None, &|(_, choice)| choice.map(|choice| choice.is_best).into()),
        ("", head(""), &|(_, choice)| {
            let of = |choice: &ShownChoice<N>| match (choice.is_taken, choice.is_best) {
                (true, _) => "taken",
                (false, true) => "best",
                (false, false) => "",
            };
            choice.map_or("", of).into()
        }),
        ("taken", None, &|(_, choice)| choice.map(|choice| choice.is_taken).into()),
    ];
    let fields = if is_every { &fields[..] } else { &fields[..7] };
    let mut table = Table::of(key, rows, fields);
    table = table.probabilities_in_rows(|row| rows[row].0.property.is_probability());
    if let Some(states) = shown {
        table.columns.insert(2, Column::new("", Some("state".into())));
        for (row, state) in table.rows.iter_mut().zip(states) {
            row.insert(2, state.clone().into());
        }
    }
    let values: Vec<&[String]> = rows.iter().map(|(one, _)| &one.constants[..]).collect();
    with_constants(table, constants, &values)
}

/// Returns the values of the variables in the description of a state: `x=1` and `y=2` of `(x=1,y=2)`.
pub(super) fn state_parts(state: &str) -> Option<Vec<&str>> {
    Some(state.strip_prefix('(')?.strip_suffix(')')?.split(',').collect())
}

/// Returns the states of choices as text for people. If a description is too long, leaves out the variables that have the same
/// value in all states.
fn short_states<N>(rows: &[ChoiceRow<'_, N>], notes: &mut Vec<String>) -> Vec<String> {
    let states: Vec<&String> =
        rows.iter().filter_map(|(_, choice)| choice.map(|choice| &choice.state)).collect();
    if states.iter().all(|state| state.len() <= MAX_STATE) {
        return states.into_iter().cloned().collect();
    }
    notes.push("Long states are shortened; JSON and CSV have all variables.".to_owned());
    let parts: Option<Vec<Vec<&str>>> = states.iter().map(|state| state_parts(state)).collect();
    let differs =
        |place: usize, parts: &[Vec<&str>]| parts.iter().any(|one| one.get(place) != parts[0].get(place));
    let differing: Option<Vec<usize>> =
        parts.as_ref().map(|parts| (0..parts[0].len()).filter(|&place| differs(place, parts)).collect());
    let texts: Vec<String> = match (parts, differing) {
        (Some(parts), Some(kept)) if !kept.is_empty() => {
            let short = |one: &Vec<&str>| {
                let kept: Vec<&str> = kept.iter().filter_map(|&place| one.get(place).copied()).collect();
                format!("({})", kept.join(","))
            };
            parts.iter().map(short).collect()
        }
        _ => states.into_iter().cloned().collect(),
    };
    let cut = |text: &String| match text.char_indices().nth(MAX_STATE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.clone(),
    };
    let shortened: Vec<String> = texts.iter().map(cut).collect();
    let distinct = |texts: &[String]| texts.iter().collect::<HashSet<_>>().len();
    // Different states must not get the same text.
    if distinct(&shortened) < distinct(&texts) { texts } else { shortened }
}

/// Replaces the column of states with a column for each variable, if all states have the same variables.
fn split_states(mut table: Table) -> Table {
    // A constant with several values may be called `state`; its column comes before.
    let Some(place) = table.columns.iter().rposition(|column| column.key == STATE) else { return table };
    let pairs = |row: &Vec<ReportValue>| -> Option<Vec<(String, String)>> {
        let ReportValue::Words(state) = &row[place] else { return Some(Vec::new()) };
        let pair = |part: &str| part.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        state_parts(state)?.into_iter().map(pair).collect()
    };
    let Some(rows) = table.rows.iter().map(pairs).collect::<Option<Vec<_>>>() else { return table };
    let Some(first) = rows.iter().find(|pairs| !pairs.is_empty()) else { return table };
    let names: Vec<String> = first.iter().map(|(name, _)| name.clone()).collect();
    let has_names =
        |pairs: &Vec<(String, String)>| pairs.is_empty() || pairs.iter().map(|(name, _)| name).eq(&names);
    if !rows.iter().all(has_names) {
        return table;
    }
    // CSV has more columns for a value, such as `value_exact`.
    let is_taken = |name: &str| {
        let mut keys = PARAMETERS.into_iter().chain(table.columns.iter().map(|column| column.key));
        name.starts_with("value_") || keys.any(|key| name == key)
    };
    let key = |name: &String| if is_taken(name) { format!("{STATE}.{name}") } else { name.clone() };
    let columns: Vec<Column> = names.iter().map(|name| Column::new(interned(key(name)), None)).collect();
    table.columns.splice(place..=place, columns);
    for (row, pairs) in table.rows.iter_mut().zip(&rows) {
        let value =
            |column: usize| pairs.get(column).map_or_else(|| None::<String>.into(), |pair| cell(&pair.1));
        row.splice(place..=place, (0..names.len()).map(value));
    }
    table
}

/// Adds columns of the values of constants to a table, before the others.
pub(super) fn with_constants(mut table: Table, names: &[String], values: &[&[String]]) -> Table {
    let is_shown = table.columns.iter().any(|column| column.head.is_some());
    let columns =
        names.iter().map(|name| Column::new(interned(name.clone()), is_shown.then(|| name.clone().into())));
    table.columns.splice(0..0, columns.collect::<Vec<_>>());
    for (row, values) in table.rows.iter_mut().zip(values) {
        row.splice(0..0, values.iter().map(|value| cell(value)));
    }
    table
}

/// Returns the value of a constant or variable.
fn cell(value: &str) -> ReportValue {
    value.parse().map_or_else(|_| value.to_owned().into(), ReportValue::Whole)
}

/// Returns a value for programs.
fn report_value<N: TableNumber>(value: &PropertyValue<N>) -> ReportValue {
    match value {
        PropertyValue::Number(value) => value.report_value(),
        PropertyValue::Range(least, greatest) => {
            ReportValue::Parts(vec![("least", least.report_value()), ("greatest", greatest.report_value())])
        }
        PropertyValue::Truth(is_true) => (*is_true).into(),
    }
}

/// Returns a value for people.
fn shown_value<N: TableNumber>(value: &PropertyValue<N>) -> ReportValue {
    match value {
        PropertyValue::Number(value) => value.report_value(),
        PropertyValue::Range(least, greatest) => format!("[{}, {}]", least.text(), greatest.text()).into(),
        PropertyValue::Truth(is_true) => is_true.to_string().into(),
    }
}

/// Returns the number of values of properties whose bounds are wider than `width`.
pub(super) fn wide_values(report: &Report, width: f64) -> usize {
    let is_wide =
        |value: &ReportValue| matches!(value, ReportValue::Interval(bounds) if bounds.width() > width);
    let is_wide = |value: &ReportValue| match value {
        ReportValue::Parts(parts) => parts.iter().any(|(_, value)| is_wide(value)),
        value => is_wide(value),
    };
    let of_table = |table: &Table| {
        let place = table.columns.iter().position(|column| column.key == "value");
        place.map_or(0, |place| table.rows.iter().filter(|row| is_wide(&row[place])).count())
    };
    report.tables.iter().filter(|table| table.key == PROPERTIES).map(of_table).sum()
}

/// Joins the lines of a property with spaces.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
