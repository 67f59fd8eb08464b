//! States packed into words.

/// A variable of a state.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) is_bool: bool,
    word: usize,
    shift: u32,
    /// The largest packed value.
    mask: u64,
}

/// The places of the variables in the words of a state. Each variable lies within one word.
#[derive(Clone, Debug)]
pub(crate) struct StateLayout {
    pub(crate) slots: Vec<Slot>,
    /// The number of words of a state, at least 1.
    pub(crate) words: usize,
}

impl Default for StateLayout {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl StateLayout {
    /// Returns the layout of variables with these names, bounds and types.
    pub(crate) fn new(variables: Vec<(String, i64, i64, bool)>) -> Self {
        let mut layout = Self { slots: Vec::with_capacity(variables.len()), words: 1 };
        let mut used = 0;
        for (name, low, high, is_bool) in variables {
            let span = high.wrapping_sub(low) as u64;
            let bits = 64 - span.leading_zeros();
            if used + bits > 64 {
                layout.words += 1;
                used = 0;
            }
            let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            // A variable with one value needs no bit, and must not be shifted by 64.
            let shift = if bits == 0 { 0 } else { used };
            layout.slots.push(Slot { name, low, high, is_bool, word: layout.words - 1, shift, mask });
            used += bits;
        }
        layout
    }

    /// Unpacks the values of all variables.
    #[inline]
    pub(crate) fn unpack(&self, words: &[u64], values: &mut [i64]) {
        for (slot, value) in self.slots.iter().zip(values) {
            *value = slot.low.wrapping_add(((words[slot.word] >> slot.shift) & slot.mask) as i64);
        }
    }

    /// Stores a value within the bounds of a variable.
    #[inline]
    pub(crate) fn store(&self, words: &mut [u64], slot: usize, value: i64) {
        let slot = &self.slots[slot];
        let word = &mut words[slot.word];
        let packed = value.wrapping_sub(slot.low) as u64;
        *word = *word & !(slot.mask << slot.shift) | packed << slot.shift;
    }

    /// Returns the values of the variables as text: `(x=1,done=false)`.
    pub(crate) fn describe(&self, values: &[i64]) -> String {
        let value = |(slot, &value): (&Slot, &i64)| match slot.is_bool {
            true => format!("{}={}", slot.name, value != 0),
            false => format!("{}={value}", slot.name),
        };
        format!("({})", self.slots.iter().zip(values).map(value).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_unpacked_as_they_were_stored() {
        let bounds = [
            (0, 1),
            (-3, 4),
            (5, 5),
            (i64::MIN, i64::MAX),
            (0, 0),
            (0, i64::MAX),
            (-1_000_000, 1_000_000),
            (0, 1 << 40),
            (7, 7),
        ];
        let variables = bounds.iter().map(|&(low, high)| (String::new(), low, high, false)).collect();
        let layout = StateLayout::new(variables);
        assert_eq!(layout.words, 4);
        let mut words = vec![0; layout.words];
        let mut values = vec![0; bounds.len()];
        for round in 0..3 {
            let expected: Vec<i64> =
                bounds.iter().map(|&(low, high)| [low, high, low + (high / 2 - low / 2)][round]).collect();
            for (slot, &value) in expected.iter().enumerate() {
                layout.store(&mut words, slot, value);
            }
            layout.unpack(&words, &mut values);
            assert_eq!(values, expected);
        }
    }
}
