//! The table of the values of properties.

use crate::exact;
use crate::family::saved::interned;
use crate::family::{Column, ColumnOf, Report, ReportValue, Table, bounded_value, fitting};
use chancetree_prism::{
    ChoiceValue, ExactValue, ExploredModel, Property, PropertyValue, StateSpace, ValueBounds,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The key of the table of choices.
const DECISIONS: &str = "decisions";

/// The key of the table of properties, and of the properties in it.
const KEYS: [&str; 2] = ["properties", "property"];

/// The value of a property, and the values of the choices that are shown.
pub(super) type CheckedValues<N> = (PropertyValue<N>, Vec<ChoiceValue<N>>);

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
pub(super) trait TableNumber: Clone + Serialize + DeserializeOwned {
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

/// The choices that a table of values has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShownChoices {
    None,
    /// Those of the first states in which a player decides.
    First,
    /// Those of all states in which a player decides, and a best strategy.
    Every,
}

/// The maximum number of states whose choices are shown to people, for each property.
const MAX_STATES: usize = 20;

/// Returns a table with one row for each property, and a table of choices if there are any. With choices, CSV consists of a
/// table of both. Also returns the number of states whose choices are left out of the text, but not of JSON and CSV.
pub(super) fn value_tables<N: TableNumber>(
    all: &[CheckedProperty<N>],
    constants: &[String],
    choices: ShownChoices,
) -> (Vec<Table>, usize) {
    let has_names = all.iter().any(|one| one.property.name().is_some());
    let fields: [ColumnOf<'_, &CheckedProperty<N>>; 5] = [
        ("name", has_names.then_some("name"), &|one| one.property.name().map(str::to_owned).into()),
        (KEYS[1], Some("property"), &|one| on_one_line(one.property.text()).into()),
        ("value", None, &|one| report_value(&one.saved.value)),
        ("", Some("value"), &|one| shown_value(&one.saved.value)),
        ("states", Some("states"), &|one| one.saved.states.into()),
    ];
    // The number of states differs between rows only if constants do.
    let fields = if constants.is_empty() { &fields[..4] } else { &fields[..] };
    let values: Vec<&[String]> = all.iter().map(|one| &one.constants[..]).collect();
    let properties = with_constants(Table::of(KEYS[0], all, fields), constants, &values);
    if choices == ShownChoices::None {
        return (vec![properties.main()], 0);
    }
    let mut tables = vec![properties];
    let (mut every, mut shown, mut left) = (Vec::new(), Vec::new(), 0);
    for one in all {
        let (mut states, mut last) = (0, None);
        for choice in &one.saved.choices {
            states += usize::from(last.replace(&choice.state) != Some(&choice.state));
            every.push((one, Some(choice)));
            if choices == ShownChoices::Every || states <= MAX_STATES {
                shown.push((one, Some(choice)));
            }
        }
        left += if choices == ShownChoices::Every { 0 } else { states.saturating_sub(MAX_STATES) };
    }
    let is_every = choices == ShownChoices::Every;
    let heads = [None, Some("property"), Some("state"), Some("action"), Some("value"), None, Some("")];
    if left > 0 {
        tables.push(choice_table(DECISIONS, &every, constants, ([None; 7], is_every)));
        tables.push(choice_table("", &shown, constants, (heads, is_every)));
    } else if !every.is_empty() {
        tables.push(choice_table(DECISIONS, &every, constants, (heads, is_every)));
    }
    let mut rows: Vec<ChoiceRow<'_, N>> = Vec::new();
    for one in all {
        rows.push((one, None));
        rows.extend(one.saved.choices.iter().map(|choice| (one, Some(choice))));
    }
    tables.push(choice_table("", &rows, constants, ([None; 7], is_every)).main());
    (tables, left)
}

/// A property, and a choice, or `None` for the value of the property.
type ChoiceRow<'a, N> = (&'a CheckedProperty<N>, Option<&'a ShownChoice<N>>);

/// Returns a table of properties and choices. A column without a key is for people. `is_every` is set if the rows have a strategy.
fn choice_table<N: TableNumber>(
    key: &'static str,
    rows: &[ChoiceRow<'_, N>],
    constants: &[String],
    (heads, is_every): ([Option<&'static str>; 7], bool),
) -> Table {
    let text = |text: Option<&String>| text.cloned().into();
    let fields: [ColumnOf<'_, &ChoiceRow<'_, N>>; 8] = [
        ("name", heads[0], &|(one, _)| one.property.name().map(str::to_owned).into()),
        (KEYS[1], heads[1], &|(one, _)| on_one_line(one.property.text()).into()),
        ("state", heads[2], &|(_, choice)| text(choice.map(|choice| &choice.state))),
        ("action", heads[3], &|(_, choice)| text(choice.map(|choice| &choice.action))),
        ("value", heads[4], &|(one, choice)| match choice {
            None => report_value(&one.saved.value),
            Some(choice) => choice.value.report_value(),
        }),
        ("best", heads[5], &|(_, choice)| choice.map(|choice| choice.is_best).into()),
        ("", heads[6], &|(_, choice)| {
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
    let values: Vec<&[String]> = rows.iter().map(|(one, _)| &one.constants[..]).collect();
    with_constants(Table::of(key, rows, fields), constants, &values)
}

/// Adds columns of the values of constants to a table, before the others.
pub(super) fn with_constants(mut table: Table, names: &[String], values: &[&[String]]) -> Table {
    let is_shown = table.columns.iter().any(|column| column.head.is_some());
    let columns =
        names.iter().map(|name| Column::new(interned(name.clone()), is_shown.then(|| name.clone().into())));
    table.columns.splice(0..0, columns.collect::<Vec<_>>());
    for (row, values) in table.rows.iter_mut().zip(values) {
        let number = |value: &String| value.parse().map_or_else(|_| value.clone().into(), ReportValue::Whole);
        row.splice(0..0, values.iter().map(number));
    }
    table
}

/// Returns whether the value in a row of a table is the probability of a property. Returns `None` for tables of other contents.
pub(crate) fn is_probability_row(table: &Table, row: &[ReportValue]) -> Option<bool> {
    let place = table.columns.iter().position(|column| column.key == KEYS[1]);
    let place = place.filter(|_| [KEYS[0], DECISIONS, ""].contains(&table.key))?;
    let ReportValue::Words(text) = &row[place] else { return None };
    Some(Property::parse(text).is_ok_and(|property| property.is_probability()))
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
    report.tables.iter().filter(|table| table.key == KEYS[0]).map(of_table).sum()
}

/// Joins the lines of a property with spaces.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
