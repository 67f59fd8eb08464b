//! Adding up rows.

use crate::evaluate::row::plan::{Origins, Plan};
use crate::evaluate::row::shape::Plans;
use crate::evaluate::row::{Factor, Row, Score, Term};
use crate::exact::sums::{MOST_SUMMANDS, Places, Summand, Target};
use crate::exact::{Natural, limbs, sums};
use crate::game::Points;
use std::iter;
use std::sync::Arc;

impl<const K: usize> Row<K> {
    /// The sum of the terms, at least one.
    pub fn sum(terms: &[Term<'_, K>], plans: &Plans<K>) -> Self {
        Self::settled_sum(terms, None, plans)
    }

    /// The sum of the terms, at least one, in which score vectors that end alike share a number, if no seat is more than
    /// `lead` points ahead of another; see [`Score::settled`].
    pub(crate) fn settled_sum(terms: &[Term<'_, K>], lead: Option<Points>, plans: &Plans<K>) -> Self {
        // The scores of a vector that stands for others must fit, too, with what is scored before.
        let lead = lead.filter(|&lead| lead < 1 << (Points::BITS - 1));
        Self::few_at_a_time(terms, lead, plans, |plan, terms, most| {
            let mut sum = Self::empty(plan, terms, most);
            sum.fill(plan, terms);
            sum.tighten();
            sum
        })
    }

    /// The score vectors of the terms, without numbers: memory is short where states are many.
    pub(crate) fn support(terms: &[Term<'_, K>], plans: &Plans<K>) -> Self {
        Self::few_at_a_time(terms, None, plans, |plan, _, most| Self {
            shape: Arc::clone(&plan.shape),
            numbers: Vec::new(),
            width: 1,
            bits: 1,
            most,
        })
    }

    /// Adds up by plans of a few terms each, so that they stay short and many sums share them.
    fn few_at_a_time(
        terms: &[Term<'_, K>],
        lead: Option<Points>,
        plans: &Plans<K>,
        add: impl Fn(&Plan<K>, &[Term<'_, K>], u32) -> Self,
    ) -> Self {
        let add = |terms: &[Term<'_, K>]| {
            let most = terms.iter().map(|term| term.row.most + u32::from(term.points)).max().expect("a term");
            // Nobody can be out of reach before so many points are scored.
            let lead = lead.filter(|&lead| most > lead.into());
            let names = terms.iter().map(|term| (term.row.shape.id(), term.turned, term.shift));
            let plan = plans.plan(names, lead, || terms.iter().map(Term::part).collect());
            add(&plan, terms, most.max(lead.map_or(0, |lead| u32::from(lead) + 1)))
        };
        if terms.len() <= MOST_SUMMANDS {
            return add(terms);
        }
        let mut sums: Vec<Self> = terms.chunks(MOST_SUMMANDS).map(add).collect();
        while sums.len() > 1 {
            sums = sums
                .chunks(MOST_SUMMANDS)
                .map(|sums| add(&sums.iter().map(Self::whole).collect::<Vec<_>>()))
                .collect();
        }
        sums.pop().expect("a sum of a term at least")
    }

    /// The row as a term by itself.
    pub(crate) fn whole(&self) -> Term<'_, K> {
        Term { row: self, turned: 0, shift: Score::ZERO, points: 0, factor: Factor::Word(1) }
    }

    /// Zeros, wide enough for the sum.
    fn empty(plan: &Plan<K>, terms: &[Term<'_, K>], most: u32) -> Self {
        let most_bits = terms.iter().map(|term| term.row.bits + term.factor.bits()).max().expect("a term");
        let settled = plan.origins().settled.len();
        let bits = limbs::bits_of_sum(most_bits, terms.len() + settled);
        let width = limbs::width(bits);
        let shape = Arc::clone(&plan.shape);
        Self { numbers: vec![0; shape.len() * width], shape, width, bits, most }
    }

    /// The row, every number times `factor`.
    pub fn times(&self, factor: &Natural, plans: &Plans<K>) -> Self {
        Self::sum(&[Term { factor: Factor::Long(limbs::limbs(factor).into()), ..self.whole() }], plans)
    }

    fn fill(&mut self, plan: &Plan<K>, terms: &[Term<'_, K>]) {
        let origins = plan.origins();
        // If factors are long, or too many, numbers go one by one.
        let words = Factor::words(terms.iter().map(|term| &term.factor));
        let len = self.len();
        let mut room = Vec::new();
        let none = Summand { limbs: &[], len: 1, places: Places::Along(0), by: 0 };
        for (index, block) in origins.blocks.iter().enumerate() {
            let (at, count) = (block.at as usize, block.count as usize);
            let Some(words) = &words else {
                self.fill_long(index, at, count, origins, terms);
                continue;
            };
            if !self.shape.limb_by_limb() {
                self.fill_apart(index, at, count, origins, terms, words);
                continue;
            }
            let mut from = [none; MOST_SUMMANDS];
            let mut together = 0;
            for ((term, source), by) in terms.iter().zip(&origins.sources).zip(*words) {
                if let Some(places) = source.places(index, at, count) {
                    from[together] = Summand { limbs: &term.row.numbers, len: term.row.len(), places, by };
                    together += 1;
                }
            }
            let target = Target { table: &mut self.numbers, len, at, count };
            sums::sum(target, &from[..together], &mut room);
        }
        self.settle(origins, terms);
    }

    /// A block where numbers lie one by one.
    fn fill_apart(
        &mut self,
        index: usize,
        at: usize,
        count: usize,
        origins: &Origins,
        terms: &[Term<'_, K>],
        words: &[u64],
    ) {
        let width = self.width;
        let mut from: [&[u64]; MOST_SUMMANDS] = [&[]; MOST_SUMMANDS];
        let mut by = [0; MOST_SUMMANDS];
        let all = || terms.iter().zip(&origins.sources).zip(words);
        // Numbers of the same width in all are one long number: no sum outgrows its width, so no carry crosses.
        let mut together = 0;
        let alike = all().all(|((term, source), &word)| match source.places(index, at, count) {
            None => true,
            Some(Places::Along(first)) if term.row.width == width => {
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

    /// Adds the numbers that others stand for.
    fn settle(&mut self, origins: &Origins, terms: &[Term<'_, K>]) {
        for settled in &origins.settled {
            let term = &terms[settled.summand as usize];
            self.add_product(settled.to as usize, term, settled.from as usize);
        }
    }

    /// A block where factors are long.
    fn fill_long(&mut self, index: usize, at: usize, count: usize, origins: &Origins, terms: &[Term<'_, K>]) {
        for (term, source) in terms.iter().zip(&origins.sources) {
            let Some(places) = source.places(index, at, count) else { continue };
            for along in 0..count {
                if let Some(from) = places.place(along) {
                    self.add_product(at + along, term, from);
                }
            }
        }
    }

    /// Adds a number of a term to the one at `to`.
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
                assert!(carry == 0, "a sum outgrew the width that its bound had promised");
            }
            Factor::Long(_) => {
                let mut sum: Vec<u64> = self.limbs_of(to).collect();
                term.factor.add_product(&mut sum, &from.collect::<Vec<_>>());
                self.limbs_of_mut(to).zip(sum).for_each(|(to, from)| *to = from);
            }
        }
    }

    /// Replaces the bound by the greatest number's size, and drops limbs that none needs.
    pub(crate) fn tighten(&mut self) {
        if !self.shape.limb_by_limb() {
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

/// Limbs of a row from which on room to spare is given back: small rows come and go, and giving back takes longer than adding
/// them up.
const WORTH_SHRINKING: usize = 1 << 11;
