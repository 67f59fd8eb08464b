//! Things gathered for layers to come.

/// Something for each of some layers, taken in ascending order.
///
/// Few layers wait at a time: a sorted list serves, and takes the compiler a tenth of the work of a tree for each of
/// the many types that are gathered so.
pub(crate) struct Upcoming<T> {
    /// Descending, so that the lowest is at the end.
    layers: Vec<(u32, T)>,
}

impl<T> Upcoming<T> {
    /// None yet.
    pub(crate) const fn new() -> Self {
        Self { layers: Vec::new() }
    }

    /// Removes the lowest layer.
    pub(crate) fn pop_first(&mut self) -> Option<(u32, T)> {
        self.layers.pop()
    }

    /// Removes the lowest layer if it is this one.
    pub(crate) fn pop_if(&mut self, layer: u32) -> Option<T> {
        self.layers.pop_if(|(lowest, _)| *lowest == layer).map(|(_, gathered)| gathered)
    }

    /// Returns what is gathered for each layer, in descending order of the layers.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &(u32, T)> {
        self.layers.iter()
    }

    /// Returns what is gathered for `layer`, begun with `first` if nothing is yet.
    pub(crate) fn entry(&mut self, layer: u32, first: impl FnOnce() -> T) -> &mut T {
        let place = match self.layers.binary_search_by(|(known, _)| layer.cmp(known)) {
            Ok(place) => place,
            Err(place) => {
                self.layers.insert(place, (layer, first()));
                place
            }
        };
        &mut self.layers[place].1
    }
}

#[cfg(test)]
mod tests {
    use super::Upcoming;
    use std::collections::BTreeMap;

    #[test]
    fn layers_come_in_order_each_with_all_that_is_its_own() {
        let (mut ours, mut plain) = (Upcoming::new(), BTreeMap::<u32, Vec<u32>>::new());
        let mut random = crate::random::Random::seeded(7);
        for number in 0..2_000 {
            let layer = random.below(40) as u32;
            ours.entry(layer, Vec::new).push(number);
            plain.entry(layer).or_default().push(number);
            if random.below(3) == 0 {
                assert_eq!(ours.pop_first(), plain.pop_first());
            }
        }
        while let Some(lowest) = plain.pop_first() {
            assert_eq!(ours.pop_first(), Some(lowest));
        }
        assert_eq!(ours.pop_first(), None);
    }
}
