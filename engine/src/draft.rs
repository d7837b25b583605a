//! Writing down many short lists of actions one after the other, without guessing where each ends.
//!
//! The processor guesses at every branch, and a wrong guess costs as much as fifty instructions. Where actions come from
//! many sets of none, one or two items, or hang on many small conditions, guesses are often wrong. A [`Draft`] writes an
//! action down whether it is allowed or not, and lets the next one overwrite it if it is not.

use crate::set::{Index, Set};

/// How many places are laid out beforehand; a longer list is written on further ones.
pub const PLACES: usize = 32;

/// A list of actions with unused places at its end. They are in the list itself: copied there from elsewhere, actions
/// would be read again while they are still being written, and wait for that.
#[derive(Debug)]
pub struct Draft<'a, A> {
    out: &'a mut Vec<A>,
    length: usize,
}

impl<'a, A: Copy> Draft<'a, A> {
    /// `blanks` lie on the unused places: a constant, so that to lay them out is one short copy.
    #[inline]
    pub fn on(out: &'a mut Vec<A>, blanks: &'static [A; PLACES]) -> Self {
        let length = out.len();
        out.extend_from_slice(blanks);
        Draft { out, length }
    }

    /// Writes an action down if it is `allowed`.
    #[inline]
    pub fn put(&mut self, action: A, allowed: bool) {
        match self.out.get_mut(self.length) {
            Some(place) => *place = action,
            None => self.out.push(action),
        }
        self.length += usize::from(allowed);
    }

    /// One action for each item of a set that seldom has more than two.
    #[inline]
    pub fn list<T: Index>(&mut self, set: Set<T, 1>, action: impl Fn(T) -> A) {
        let [mut bits] = set.words();
        let mut next = |draft: &mut Self| {
            draft.put(action(T::from_index(bits.trailing_zeros() as usize)), bits != 0);
            bits &= bits.wrapping_sub(1);
            bits != 0
        };
        next(self);
        while next(self) {}
    }

    /// Takes the unused places away.
    #[inline]
    pub fn finish(self) {
        self.out.truncate(self.length);
    }
}
