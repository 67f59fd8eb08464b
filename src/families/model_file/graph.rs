//! The states of a model as a graph: DRN for model checkers, or DOT for pictures.

use super::model_source::ModelSource;
use crate::family::{AnswerDocument, AnswerPlan, GameAnswer, Partial, Query, Refusal};
use chancetree_checker::{StateSpace, write_drn};
use std::fmt::Write as _;

/// The greatest number of states of a picture.
const MOST_DRAWN: usize = 2000;

/// Plans the graph of all reachable states.
pub(super) fn graph(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let source = ModelSource::typed(query)?;
    let is_drawn = query.format == "dot";
    let parameters = source.parameters();
    let plan = AnswerPlan::one("", parameters.clone(), move |job| {
        let explored = source.explored(job)?;
        let title = source.title(&explored);
        let states = explored.space().state_count();
        if is_drawn && states > MOST_DRAWN {
            let what = format!("{states} states are too many for a picture; at most {MOST_DRAWN} are drawn");
            return Err(Refusal::new(what).help("--format drn").into());
        }
        let space = explored.into_space(job).map_err(|error| source.error(error))?;
        let text = match is_drawn {
            true => dot(&space, &title),
            false => format!("// {}\n{}", title.replace(char::is_control, " "), write_drn(&space)),
        };
        Ok(Partial::whole([GameAnswer::document(parameters, AnswerDocument::Text(text))]))
    });
    Ok(AnswerPlan { is_of_input: true, ..plan })
}

/// Returns the graph for Graphviz. A choice of several in a state is a point between its branches.
fn dot(space: &StateSpace, title: &str) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = format!("digraph {{\n  label=\"{}\";\n  node [shape=box];\n", quoted(title));
    let mut add = |line: String| writeln!(text, "  {line}").expect("a string grows");
    for state in 0..space.state_count() as u32 {
        let own = space.labels.iter().filter(|(_, set)| set.contains(state)).map(|(label, _)| label.clone());
        let lines: Vec<String> =
            space.state_names.get(state as usize).cloned().into_iter().chain(own).collect();
        add(format!(
            "{state} [label=\"{}\"];",
            lines.iter().map(|line| quoted(line)).collect::<Vec<_>>().join("\\n")
        ));
        let choices = space.choices(state);
        for choice in choices.clone() {
            let action = quoted(&space.action_names[space.actions[choice] as usize]);
            let source = match choices.len() {
                1 => state.to_string(),
                _ => {
                    add(format!("c{choice} [shape=point];"));
                    add(format!("{state} -> c{choice} [label=\"{action}\", arrowhead=none];"));
                    format!("c{choice}")
                }
            };
            for branch in space.branches(choice) {
                let (target, probability) = (space.targets[branch], space.probability(branch));
                add(format!("{source} -> {target} [label=\"{probability}\"];"));
            }
        }
    }
    text.push_str("}\n");
    text
}
