//! Maximal end components: sets of nodes with choices in which play can stay for ever (de Alfaro 1997).

use chancetree_model::csr::Csr;
use chancetree_model::{Error, Job, components_of_steps};

/// Finds the maximal end components of a graph of choices.
///
/// `staying` has the allowed choices of each node, and loses the choices that may leave their component. `targets` returns the next
/// nodes of a choice, or `None` for a next node outside of the graph. Returns the nodes of each component; a node without a
/// staying choice is a component of its own.
///
/// # Errors
/// If a limit of the job is exceeded.
///
/// ```
/// use chancetree_bounds::end_components;
/// use chancetree_model::Job;
///
/// // Choice 0 of node 0 leads to both nodes, choice 1 of node 1 back to node 0, and choice 2 of node 1 to the outside.
/// let targets = [vec![Some(0), Some(1)], vec![Some(0)], vec![None]];
/// let mut staying = vec![vec![0], vec![1, 2]];
/// let targets_of = |choice: u32| targets[choice as usize].iter().copied();
/// let components = end_components(&mut staying, targets_of, &Job::default())?;
/// assert_eq!((components.len(), staying), (1, vec![vec![0], vec![1]]));
/// # Ok::<(), chancetree_model::Error>(())
/// ```
pub fn end_components<T: Iterator<Item = Option<usize>> + Clone>(
    staying: &mut [Vec<u32>],
    targets: impl Fn(u32) -> T,
    job: &Job<'_>,
) -> Result<Csr, Error> {
    let mut component_of = vec![0u32; staying.len()];
    let mut components = None::<Csr>;
    loop {
        job.check()?;
        let mut is_changed = false;
        for (node, choices) in staying.iter_mut().enumerate() {
            let own = component_of[node];
            let stays =
                |&choice: &u32| targets(choice).all(|to| to.is_some_and(|to| component_of[to] == own));
            let before = choices.len();
            choices.retain(stays);
            is_changed |= choices.len() < before;
        }
        if let Some(components) = components.filter(|_| !is_changed) {
            return Ok(components);
        }
        let targets = &targets;
        let steps = staying.iter().enumerate().flat_map(|(node, choices)| {
            choices.iter().flat_map(|&choice| targets(choice)).flatten().map(move |to| (node, to))
        });
        let found = components_of_steps(staying.len(), steps).0;
        for (number, component) in found.iter().enumerate() {
            component.iter().for_each(|&node| component_of[node as usize] = number as u32);
        }
        components = Some(found);
    }
}
