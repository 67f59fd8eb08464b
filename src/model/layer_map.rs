//! A map of values by layer, for the layers that are still to come.

/// A map of values by layer, from which layers are removed in ascending order.
///
/// The map holds few layers at a time, so a sorted list is fast enough. It compiles in a tenth of the time of a tree, for
/// each of many types.
pub(crate) struct LayerMap<T> {
    /// The layers in descending order, so that the lowest is at the end.
    layers: Vec<(u32, T)>,
}

impl<T> LayerMap<T> {
    /// Creates an empty map.
    pub(crate) const fn new() -> Self {
        Self { layers: Vec::new() }
    }

    /// Removes the lowest layer.
    pub(crate) fn pop_first(&mut self) -> Option<(u32, T)> {
        self.layers.pop()
    }

    /// Returns the lowest layer.
    pub(crate) fn first(&self) -> Option<&(u32, T)> {
        self.layers.last()
    }

    /// Removes the lowest layer if it is `layer`.
    pub(crate) fn pop_if(&mut self, layer: u32) -> Option<T> {
        self.layers.pop_if(|(lowest, _)| *lowest == layer).map(|(_, value)| value)
    }

    /// Returns the layers with their values, in descending order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &(u32, T)> {
        self.layers.iter()
    }

    /// Returns the value of `layer`, which is `first()` if the layer is new.
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
    use super::LayerMap;
    use std::collections::BTreeMap;

    #[test]
    fn layers_are_removed_in_ascending_order_with_their_values() {
        let (mut ours, mut plain) = (LayerMap::new(), BTreeMap::<u32, Vec<u32>>::new());
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
