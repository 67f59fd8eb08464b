//! Play that is followed, stopped, and followed again.
//!
//! States are forgotten, and their numbers depend on threads. So what is saved are the numbers that are still needed, in
//! the order in which play comes to their nodes, and of every node how many it had: play is followed again through those
//! that had any, without arithmetic, to where the work stood.

use crate::evaluate::checkpoint::{self, Checkpointer, failed, nonsense};
use crate::evaluate::follow::{Carried, Follow, Incoming, Live, Node, Way};
use crate::model::Error;
use crate::model::explore::Arrived;
use std::io::{self, Read, Write};

/// The saved work, as far as play has not been followed through it again.
pub(super) struct Again<'a> {
    input: Box<dyn Read + 'a>,
    /// The nodes that are still to come.
    left: u64,
}

impl<'a, C: Carried<K>, const K: usize> Follow<'a, C, K> {
    /// Begins to read what was saved, if anything was.
    pub(super) fn begin_again(&mut self) -> Result<(), Error> {
        let saved = self.run.checkpointer.map_or(Ok(None), Checkpointer::saved);
        let begin = |mut input: Box<dyn Read + 'a>| -> io::Result<Again<'a>> {
            let asked = checkpoint::take(&mut *input, self.question.len() as u64)?;
            checkpoint::sound(asked == self.question)?;
            let [left] = checkpoint::some(&mut *input)?;
            self.kind.read(&mut *input)?;
            Ok(Again { input, left })
        };
        let again = saved.and_then(|input| input.map(begin).transpose());
        self.again = again.map_err(|error| failed(&error))?;
        Ok(())
    }

    /// Ends the work, as it went: who was stopped saves it.
    pub(super) fn end(&self, went: Result<(), Error>) -> Result<(), Error> {
        // Who is stopped on the way to where the work stood has nothing new to save.
        if went.is_err() && self.again.is_none() && !self.counts.is_empty() {
            self.save(&went)?;
        }
        went?;
        checkpoint::right(self.again.is_none())
    }

    /// Returns the numbers of all nodes that are still needed.
    fn needed(&self) -> impl Iterator<Item = &Live<C, K>> {
        let steps = self.frontier.values().flatten().chain(&self.ends);
        self.layer.iter().map(|(_, numbers)| &**numbers).chain(steps.map(|step| &*step.from))
    }

    pub(super) fn save(&self, went: &Result<(), Error>) -> Result<(), Error> {
        checkpoint::save(self.run.checkpointer, went, |out| self.write(out))
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put(out, &self.question)?;
        checkpoint::put(out, &[self.counts.len() as u64])?;
        self.kind.write(out)?;
        let needed: Vec<&Live<C, K>> = self.needed().collect();
        let mut places: Vec<(u64, usize)> =
            needed.iter().enumerate().map(|(at, numbers)| (numbers.place, at)).collect();
        places.sort_unstable();
        places.dedup_by_key(|&mut (place, _)| place);
        let mut places = places.into_iter().peekable();
        for (place, &count) in (0..).zip(&self.counts) {
            let numbers = places.next_if(|&(next, _)| next == place).map(|(_, at)| needed[at].numbers());
            checkpoint::put(out, &[u64::from(count) << 1 | u64::from(numbers.is_some())])?;
            numbers.map_or(Ok(()), |numbers| C::write_numbers(numbers, out))?;
        }
        Ok(())
    }

    /// The numbers of the nodes of a layer as they were saved.
    pub(super) fn read_again(
        &mut self,
        layer: &Arrived<'_>,
        nodes: &[Node<C, K>],
    ) -> Result<Vec<Live<C, K>>, Error> {
        let Some(mut again) = self.again.take() else { return Ok(Vec::new()) };
        let numbers = self.read_nodes(&mut again, layer, nodes);
        self.again = Some(again);
        numbers
    }

    fn read_nodes(
        &self,
        again: &mut Again<'_>,
        layer: &Arrived<'_>,
        nodes: &[Node<C, K>],
    ) -> Result<Vec<Live<C, K>>, Error> {
        let building = self.begin(layer, nodes.len())?;
        again.left = again.left.checked_sub(nodes.len() as u64).ok_or_else(|| failed(&nonsense()))?;
        let one = |node: &Node<C, K>| {
            let numbers = self.read_node(again, &node.incoming).map_err(|error| failed(&error))?;
            building.add(numbers.bytes())?;
            Ok(numbers)
        };
        nodes.iter().map(one).collect()
    }

    /// Reads what was saved of the next node, into which these steps lead.
    fn read_node(&self, again: &mut Again<'_>, incoming: &[Incoming<C, K>]) -> io::Result<Live<C, K>> {
        let [word] = checkpoint::some(&mut *again.input)?;
        let (count, way) = (u32::try_from(word >> 1).map_err(|_| nonsense())?, Way::of(incoming));
        let numbers = match word & 1 {
            0 => None,
            _ => {
                let numbers = self.kind.read_numbers(&mut *again.input, way, count)?;
                checkpoint::sound(C::len(&numbers) == count as usize)?;
                Some(numbers)
            }
        };
        let mut numbers = Live::new(numbers, way, &self.live);
        numbers.count = count;
        Ok(numbers)
    }

    /// Ends following play again once all that was saved has been read, if it makes one whole.
    pub(super) fn caught_up(&mut self) -> Result<(), Error> {
        let Some(again) = self.again.as_mut().filter(|again| again.left == 0) else { return Ok(()) };
        checkpoint::over(&mut *again.input).map_err(|error| failed(&error))?;
        checkpoint::right(self.needed().all(|numbers| numbers.numbers.is_some()))?;
        self.again = None;
        Ok(())
    }
}
