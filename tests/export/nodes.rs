//! The nodes of a document with decisions: their roles and their numbers, with fractions and without.

use chancetree::depict::{Depict, Ending};
use chancetree::exact::{self, Rational, ratio};
use chancetree::export::{
    CellValue, Decision, Document, DocumentInfo, GraphDocument, Node, Role, ShownActions,
};
use chancetree::game::{Choices, Game, MAX_SEATS, Seat};
use chancetree::model::{Graph, Job};
use proptest::prelude::*;

/// A game with one decision, in which each action leads to its own end.
#[derive(Clone)]
struct Fan {
    seats: Seat,
    actions: u16,
}

/// The endings, in a cycle.
const ENDINGS: [Option<Ending>; 7] = [
    None,
    Some(Ending::Drawn),
    Some(Ending::Lost),
    Some(Ending::Won(0)),
    Some(Ending::Won(1)),
    Some(Ending::Won(7)),
    Some(Ending::Won(Seat::MAX)),
];

impl Game for Fan {
    /// The action that was taken.
    type State = Option<u16>;
    type Action = u16;
    type Event = u16;

    fn start(&self) -> Option<u16> {
        None
    }

    fn expand(&self, state: &Option<u16>, choices: &mut Choices<Self>) {
        if state.is_none() {
            (0..self.actions).for_each(|action| {
                choices.action(action).event(1, action, || Some(action));
            });
        }
    }

    fn layer(&self, state: &Option<u16>) -> u32 {
        state.is_some().into()
    }

    fn seats(&self) -> Seat {
        self.seats
    }
}

impl Depict for Fan {
    fn ending(&self, state: &Option<u16>, _: Option<u16>) -> Option<Ending> {
        state.and_then(|action| ENDINGS[usize::from(action) % ENDINGS.len()])
    }
}

/// Returns all nodes of the document if action `taken` is taken, each with its role. The values of all nodes and seats cycle
/// through `values`.
fn nodes(fan: &Fan, taken: u16, values: &[Rational], about: DocumentInfo) -> Vec<(Role, Node)> {
    let graph = Graph::of(fan, &Job::default()).expect("a small game");
    let decide = |node: usize| {
        let mut values = values.iter().cycle().cloned();
        let mut worth = || values.by_ref().take(fan.seats.into()).collect::<Vec<_>>();
        let is_start = graph.state(node).is_none();
        let own = worth();
        let actions = (0..fan.actions).filter(|_| is_start).map(|action| (action, worth())).collect();
        Decision { values: own, actions, taken: is_start.then_some(taken) }
    };
    let document = GraphDocument::new(&graph, decide, about, &Job::default()).expect("a small game");
    (0..document.node_count())
        .map(|index| {
            let mut node = Node::default();
            document.node(index, &mut node);
            assert_eq!(node.role, document.role(index));
            (node.role, node)
        })
        .collect()
}

/// Returns the text of a cell.
fn text(node: &Node, column: usize) -> &str {
    match &node.cells.as_slice()[column] {
        CellValue::Text(text) => text,
        other => panic!("{other:?} is no text"),
    }
}

#[test]
fn every_node_has_its_role() {
    let fan = Fan { seats: MAX_SEATS, actions: 400 };
    let shown = |shown| DocumentInfo { shown, ..DocumentInfo::default() };
    for taken in [0, 1, 300] {
        let all = nodes(&fan, taken, &[exact::zero()], shown(ShownActions::All));
        assert_eq!(all.len(), 801);
        assert_eq!(all[0].0, Role::Start);
        for action in 0..400_u16 {
            let (role, node) = &all[1 + usize::from(action)];
            assert_eq!((*role, text(node, 3)), (Role::Action(action == taken), &*action.to_string()));
        }
        for action in 0..400_u16 {
            let (role, node) = &all[401 + usize::from(action)];
            let wanted = match ENDINGS[usize::from(action) % ENDINGS.len()] {
                Some(Ending::Won(seat)) => Role::Won(seat % MAX_SEATS),
                Some(Ending::Drawn) => Role::Drawn,
                Some(Ending::Lost) => Role::Lost,
                None => Role::Done,
            };
            assert_eq!((*role, text(node, 1)), (wanted, &*format!("Some({action})")));
            let outcome = node.cells.as_slice().last();
            let is_lost = outcome == Some(&CellValue::Text("lost".to_owned()));
            assert_eq!(is_lost, action % 7 == 2, "{outcome:?}");
        }
        let few = nodes(&fan, taken, &[exact::zero()], shown(ShownActions::Taken));
        let roles: Vec<Role> = few.iter().map(|(role, _)| *role).collect();
        assert_eq!(roles[..2], [Role::Start, Role::Action(true)]);
        assert_eq!((text(&few[1].1, 3), few.len()), (&*taken.to_string(), 3));
    }
    let cut = nodes(&fan, 0, &[exact::zero()], DocumentInfo { depth: Some(0), ..DocumentInfo::default() });
    assert_eq!(cut.iter().map(|(role, _)| *role).collect::<Vec<_>>(), [Role::Cut]);
}

proptest! {
    /// Rounded or not, a number has the same double and the same label.
    #[test]
    fn rounding_changes_no_label_and_no_double(
        values in prop::collection::vec((any::<i64>(), 1i64.., 0u32..64, 0u32..63), 1..8),
    ) {
        let values: Vec<Rational> =
            values.iter().map(|&(top, bottom, a, b)| ratio(top >> a, (bottom >> b).max(1))).collect();
        let fan = Fan { seats: 2, actions: 4 };
        let about = |exact| DocumentInfo { shown: ShownActions::All, exact, ..DocumentInfo::default() };
        let whole = nodes(&fan, 1, &values, about(true));
        let rounded = nodes(&fan, 1, &values, about(false));
        prop_assert_eq!(whole.len(), rounded.len());
        // The first columns are what, state, mover, action, layer and ply; reach, value, two seats and difference follow.
        const FIRST: usize = 6;
        let value = |place: usize| &values[place % values.len()];
        for (place, ((_, one), (_, two))) in whole.iter().zip(&rounded).enumerate() {
            prop_assert_eq!(&one.label, &two.label);
            prop_assert_eq!(one.reach.to_bits(), two.reach.to_bits());
            let is_action = (1..5).contains(&place);
            let own = if is_action { 2 * place } else { 0 };
            let difference = if is_action { value(own) - value(0) } else { exact::zero() };
            let difference = if difference > exact::zero() { -difference } else { difference };
            let reach = ratio(u8::from([0, 2, 6].contains(&place)), 1);
            let numbers = [&reach, value(own), value(own), value(own + 1), &difference];
            for (number, wanted) in numbers.into_iter().enumerate() {
                let double = CellValue::Real(exact::double(wanted));
                prop_assert_eq!(&one.cells.as_slice()[FIRST + 2 * number], &double);
                prop_assert_eq!(text(one, FIRST + 2 * number + 1), exact::fraction(wanted));
                prop_assert_eq!(&two.cells.as_slice()[FIRST + number], &double);
            }
            if is_action && place != 2 {
                prop_assert_eq!(two.label.last().is_some_and(|label| label == "as good"), difference == exact::zero());
            }
        }
    }
}
