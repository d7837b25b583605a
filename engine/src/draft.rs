//! Writing down many short lists of actions one after the other, without guessing where each ends.
//!
//! The processor guesses at every end of a loop, and a wrong guess costs as much as thirty instructions. Where a list is
//! made of many sets with none, one or two items each, nearly every guess is wrong. A [`Draft`] writes such an item down
//! whether it exists or not, and lets the next one overwrite it if it does not.

use crate::set::{Index, Set};

const PLACES: usize = 32;

/// A short list on its way to a longer one.
#[derive(Debug)]
pub struct Draft<'a, A> {
    out: &'a mut Vec<A>,
    written: [A; PLACES],
    count: usize,
}

impl<'a, A: Copy> Draft<'a, A> {
    /// `blank` fills the places not yet written on.
    #[inline]
    pub fn new(out: &'a mut Vec<A>, blank: A) -> Self {
        Draft { out, written: [blank; PLACES], count: 0 }
    }

    /// Writes a thing down if it is `real`.
    #[inline]
    pub fn put(&mut self, thing: A, real: bool) {
        self.written[self.count % PLACES] = thing;
        self.count += usize::from(real);
        if self.count == PLACES {
            self.out.extend_from_slice(&self.written);
            self.count = 0;
        }
    }

    /// One thing for each item of a set that seldom has more than two.
    #[inline]
    pub fn list<T: Index>(&mut self, set: Set<T, 1>, thing: impl Fn(T) -> A) {
        let [mut bits] = set.words();
        let mut next = |draft: &mut Self| {
            draft.put(thing(T::from_index(bits.trailing_zeros() as usize)), bits != 0);
            bits &= bits.wrapping_sub(1);
            bits != 0
        };
        next(self);
        while next(self) {}
    }

    /// Hands everything over.
    #[inline]
    pub fn finish(self) {
        self.out.extend_from_slice(&self.written[..self.count]);
    }
}
