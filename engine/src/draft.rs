//! Writing down many short lists of actions one after the other, without guessing where each ends.
//!
//! The processor guesses at every end of a loop, and a wrong guess costs as much as fifty instructions. Where actions
//! come from many sets of none, one or two items, nearly every guess is wrong. A [`Draft`] writes an item down whether
//! it is there or not, and lets the next one overwrite it if it is not.

use crate::set::{Index, Set};

/// How many items are written down before they go to the list.
pub const PLACES: usize = 64;

/// Items on their way to a list of actions. They lie in an array of the caller's: with one of its own the draft would
/// be copied, and its counter kept in memory.
#[derive(Debug)]
pub struct Draft<'a, I, A, F> {
    out: &'a mut Vec<A>,
    places: &'a mut [I; PLACES],
    count: usize,
    action: F,
}

impl<'a, I: Copy, A, F: Fn(I) -> A> Draft<'a, I, A, F> {
    /// `action` makes an action of an item.
    #[inline]
    pub fn on(places: &'a mut [I; PLACES], out: &'a mut Vec<A>, action: F) -> Self {
        Draft { out, places, count: 0, action }
    }

    /// Writes an item down if it is `real`.
    #[inline]
    pub fn put(&mut self, item: I, real: bool) {
        self.places[self.count % PLACES] = item;
        self.count += usize::from(real);
        if self.count == PLACES {
            self.hand_over();
            self.count = 0;
        }
    }

    /// One item for each member of a set that seldom has more than two.
    #[inline]
    pub fn list<T: Index>(&mut self, set: Set<T, 1>, item: impl Fn(T) -> I) {
        let [mut bits] = set.words();
        let mut next = |draft: &mut Self| {
            draft.put(item(T::from_index(bits.trailing_zeros() as usize)), bits != 0);
            bits &= bits.wrapping_sub(1);
            bits != 0
        };
        next(self);
        while next(self) {}
    }

    #[inline]
    fn hand_over(&mut self) {
        let written = &self.places[..self.count];
        self.out.extend(written.iter().map(|&item| (self.action)(item)));
    }

    /// Everything goes to the list.
    #[inline]
    pub fn finish(mut self) {
        self.hand_over();
    }
}
