//! The addition of rows.

use crate::evaluate::row::plan::{AdditionPlan, GatherMap};
use crate::evaluate::row::score_set::AdditionPlans;
use crate::evaluate::row::{Factor, Row, Score, Term};
use crate::exact::sums::{MAX_SUMMANDS, Places, SumTarget, Summand};
use crate::exact::{Natural, limbs, sums};
use crate::model::score::Lane;
use smallvec::SmallVec;
use std::iter;
use std::sync::Arc;

impl<const K: usize> Row<K> {
    /// Returns the sum of the terms, of which there is at least one.
    pub(crate) fn sum(terms: &[Term<'_, K>], plans: &AdditionPlans<K>) -> Self {
        Self::outcome_sum(terms.iter().cloned(), None, plans)
    }

    /// Returns the sum of the terms, of which there is at least one. If no seat can be more than `max_lead` points ahead of
    /// another, score vectors with the same outcome share the number of one canonical score vector; see [`Score::canonical_outcome`].
    pub(crate) fn outcome_sum<'t>(
        terms: impl ExactSizeIterator<Item = Term<'t, K>>,
        max_lead: Option<Lane>,
        plans: &AdditionPlans<K>,
    ) -> Self {
        // The lanes of a canonical score vector must still fit after more points are added.
        let max_lead = max_lead.filter(|&max_lead| max_lead < 1 << (Lane::BITS - 1));
        Self::in_chunks(terms, max_lead, plans, |plan, terms, most| {
            let mut sum = Self::empty(plan, terms, most);
            sum.fill(plan, terms);
            sum.tighten();
            sum
        })
    }

    /// Returns the score vectors of the terms, without numbers, which saves memory.
    pub(crate) fn support<'t>(
        terms: impl ExactSizeIterator<Item = Term<'t, K>>,
        plans: &AdditionPlans<K>,
    ) -> Self {
        Self::in_chunks(terms, None, plans, |plan, _, most| Self {
            scores: Arc::clone(&plan.scores),
            numbers: Vec::new(),
            width: 1,
            bits: 1,
            most,
        })
    }

    /// Adds up a few terms at a time, so that plans are short and shared by many sums.
    fn in_chunks<'t>(
        mut terms: impl ExactSizeIterator<Item = Term<'t, K>>,
        max_lead: Option<Lane>,
        plans: &AdditionPlans<K>,
        add: impl Fn(&AdditionPlan<K>, &[Term<'_, K>], u32) -> Self,
    ) -> Self {
        let add = |terms: &[Term<'_, K>]| {
            let most = terms
                .iter()
                .map(|term| term.row.most.saturating_add_signed(term.points))
                .max()
                .expect("a term");
            // No seat can be out of reach before `max_lead` points are scored.
            let max_lead = max_lead.filter(|&max_lead| most > max_lead.into());
            let keys = terms.iter().map(|term| (term.row.scores.id(), term.rotation, term.shift));
            let plan = plans.plan(keys, max_lead, || terms.iter().map(Term::operand).collect());
            add(&plan, terms, most.max(max_lead.map_or(0, |max_lead| u32::from(max_lead) + 1)))
        };
        let chunks = terms.len().div_ceil(MAX_SUMMANDS);
        let mut next = || add(&terms.by_ref().take(MAX_SUMMANDS).collect::<SmallVec<[_; MAX_SUMMANDS]>>());
        if chunks == 1 {
            return next();
        }
        let mut sums: Vec<Self> = (0..chunks).map(|_| next()).collect();
        while sums.len() > 1 {
            sums = sums
                .chunks(MAX_SUMMANDS)
                .map(|sums| add(&sums.iter().map(Self::as_term).collect::<Vec<_>>()))
                .collect();
        }
        sums.pop().expect("at least one term")
    }

    /// Returns the row as a term, unchanged.
    pub(crate) fn as_term(&self) -> Term<'_, K> {
        Term { row: self, rotation: 0, shift: Score::ZERO, points: 0, factor: Factor::Word(1) }
    }

    /// Returns a row of zeros that are wide enough for the sum.
    fn empty(plan: &AdditionPlan<K>, terms: &[Term<'_, K>], most: u32) -> Self {
        let most_bits = terms.iter().map(|term| term.row.bits + term.factor.bits()).max().expect("a term");
        let merged = plan.gather_map().merged.len();
        let bits = limbs::bits_of_sum(most_bits, terms.len() + merged);
        let width = limbs::width(bits);
        let scores = Arc::clone(&plan.scores);
        Self { numbers: vec![0; scores.len() * width], scores, width, bits, most }
    }

    /// Returns the row with every number multiplied by `factor`.
    pub(crate) fn times(&self, factor: &Natural, plans: &AdditionPlans<K>) -> Self {
        Self::sum(&[Term { factor: Factor::Long(limbs::limbs(factor).into()), ..self.as_term() }], plans)
    }

    fn fill(&mut self, plan: &AdditionPlan<K>, terms: &[Term<'_, K>]) {
        let gather_map = plan.gather_map();
        // If factors are long, or too many, numbers are added one by one.
        let words = Factor::words(terms.iter().map(|term| &term.factor));
        let len = self.len();
        let mut room = Vec::new();
        let none = Summand { limbs: &[], len: 1, places: Places::Ascending(0), by: 0 };
        for (index, block) in gather_map.blocks.iter().enumerate() {
            let (at, count) = (block.at as usize, block.count as usize);
            let Some(words) = &words else {
                self.fill_long(index, at, count, gather_map, terms);
                continue;
            };
            if !self.scores.limb_by_limb() {
                self.fill_by_number(index, at, count, gather_map, terms, words);
                continue;
            }
            let mut from = [none; MAX_SUMMANDS];
            let mut together = 0;
            for ((term, source), by) in terms.iter().zip(&gather_map.sources).zip(*words) {
                if let Some(places) = source.places(index, at, count) {
                    from[together] = Summand { limbs: &term.row.numbers, len: term.row.len(), places, by };
                    together += 1;
                }
            }
            let target = SumTarget { table: &mut self.numbers, len, at, count };
            sums::sum(target, &from[..together], &mut room);
        }
        self.add_merged(gather_map, terms);
    }

    /// Fills a block of a row that is stored number by number.
    fn fill_by_number(
        &mut self,
        index: usize,
        at: usize,
        count: usize,
        gather_map: &GatherMap,
        terms: &[Term<'_, K>],
        words: &[u64],
    ) {
        let width = self.width;
        let mut from: [&[u64]; MAX_SUMMANDS] = [&[]; MAX_SUMMANDS];
        let mut by = [0; MAX_SUMMANDS];
        let all = || terms.iter().zip(&gather_map.sources).zip(words);
        // Adjacent numbers of the same width are added as one long number, since no sum exceeds its width.
        let mut together = 0;
        let alike = all().all(|((term, source), &word)| match source.places(index, at, count) {
            None => true,
            Some(Places::Ascending(first)) if term.row.width == width => {
                from[together] = &term.row.numbers[first as usize * width..][..count * width];
                by[together] = word;
                together += 1;
                true
            }
            _ => false,
        });
        if alike {
            let into = &mut self.numbers[at * width..][..count * width];
            return limbs::sum_products(into, &from[..together], &by[..together]);
        }
        for along in 0..count {
            let mut present = 0;
            for ((term, source), &word) in all() {
                let place = source.places(index, at, count).and_then(|places| places.place(along));
                if let Some(place) = place {
                    from[present] = &term.row.numbers[place * term.row.width..][..term.row.width];
                    by[present] = word;
                    present += 1;
                }
            }
            let into = &mut self.numbers[(at + along) * width..][..width];
            limbs::sum_products(into, &from[..present], &by[..present]);
        }
    }

    /// Adds the numbers that are merged into canonical score vectors.
    fn add_merged(&mut self, gather_map: &GatherMap, terms: &[Term<'_, K>]) {
        for merged in &gather_map.merged {
            let term = &terms[merged.summand as usize];
            self.add_product(merged.to as usize, term, merged.from as usize);
        }
    }

    /// Fills a block with long factors.
    fn fill_long(
        &mut self,
        index: usize,
        at: usize,
        count: usize,
        gather_map: &GatherMap,
        terms: &[Term<'_, K>],
    ) {
        for (term, source) in terms.iter().zip(&gather_map.sources) {
            let Some(places) = source.places(index, at, count) else { continue };
            for along in 0..count {
                if let Some(from) = places.place(along) {
                    self.add_product(at + along, term, from);
                }
            }
        }
    }

    /// Adds a number of a term to the number at `to`.
    fn add_product(&mut self, to: usize, term: &Term<'_, K>, from: usize) {
        let from = term.row.limbs_of(from);
        match &term.factor {
            Factor::Word(word) => {
                let mut carry = 0u64;
                for (sum, limb) in self.limbs_of_mut(to).zip(from.chain(iter::repeat(0))) {
                    let wide = u128::from(limb) * u128::from(*word) + u128::from(*sum) + u128::from(carry);
                    *sum = wide as u64;
                    carry = (wide >> 64) as u64;
                }
                assert!(carry == 0, "a sum fits the width of its upper bound");
            }
            Factor::Long(_) => {
                let mut sum: Vec<u64> = self.limbs_of(to).collect();
                term.factor.add_product(&mut sum, &from.collect::<Vec<_>>());
                self.limbs_of_mut(to).zip(sum).for_each(|(to, from)| *to = from);
            }
        }
    }

    /// Replaces the bound on bits by the bits of the greatest number, and drops limbs that are 0 in every number.
    pub(crate) fn tighten(&mut self) {
        if !self.scores.limb_by_limb() {
            (self.width, self.bits) = limbs::tighten(&mut self.numbers, self.width);
            return;
        }
        let len = self.len();
        let top = self.numbers.rchunks_exact(len).position(|plane| plane.iter().any(|&limb| limb != 0));
        self.width -= top.unwrap_or(self.width - 1);
        self.numbers.truncate(self.width * len);
        if self.numbers.len() > WORTH_SHRINKING {
            self.numbers.shrink_to_fit();
        }
        let most = self.numbers[(self.width - 1) * len..].iter().copied().max().unwrap_or(0);
        self.bits = (64 * (self.width as u32 - 1) + limbs::bits(&[most])).max(1);
    }
}

/// The least number of limbs for which spare capacity is released. For small rows, a release takes longer than the addition.
const WORTH_SHRINKING: usize = 1 << 11;
