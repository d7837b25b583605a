//! Writing down many short lists of actions one after the other, without guessing where each ends.
//!
//! The processor guesses at every branch, and a wrong guess costs as much as dozens of instructions. Where actions come
//! from many sets of none, one or two items, or hang on many small conditions, guesses are often wrong. A [`Draft`]
//! writes an action down whether it is allowed or not, and lets the next one overwrite it if it is not: in the Wars of
//! the Roses the choice of a card went from 57 to 32 ns and an action phase from 221 to 187, in Washington's War an
//! impulse from 126 to 104.

use crate::set::{Index, Set};

/// How many places are laid out beforehand; a longer list is written on further ones.
pub const PLACES: usize = 32;
/// The same for [`Draft::list_fours`], which makes room once and does not look for it at each four.
pub const MANY_PLACES: usize = 112;

/// A list of actions with unused places at its end. They are in the list itself: copied there from elsewhere, actions
/// would be read again while they are still being written, and wait for that.
#[derive(Debug)]
pub struct Draft<'a, A: 'static> {
    out: &'a mut Vec<A>,
    length: usize,
    blanks: &'static [A],
}

impl<'a, A: Copy> Draft<'a, A> {
    /// `blanks` lie on the unused places: a constant, so that to lay them out is one short copy.
    #[inline]
    pub fn on<const N: usize>(out: &'a mut Vec<A>, blanks: &'static [A; N]) -> Self {
        let length = out.len();
        out.extend_from_slice(blanks);
        Draft { out, length, blanks }
    }

    /// The next places to write on.
    #[inline]
    fn next_places<const N: usize>(&mut self) -> &mut [A] {
        let end = self.length + N;
        if self.out.len() < end {
            lay_out(self.out, self.blanks);
        }
        &mut self.out[end - N..end]
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

    /// Writes a few actions down, the first `count` of which are allowed: one copy for all.
    #[inline]
    pub fn put_first<const N: usize>(&mut self, count: usize, actions: &[A; N]) {
        self.next_places::<N>().copy_from_slice(actions);
        self.length += count;
    }

    /// Writes rows of actions down, of each only so many from its beginning: one copy for a row.
    #[inline]
    pub fn put_rows<'r, const N: usize>(&mut self, rows: impl Iterator<Item = (usize, &'r [A; N])>) {
        let mut places = &mut self.out[self.length..];
        let mut free = places.len();
        for (count, row) in rows {
            if places.len() < N {
                self.length += free - places.len();
                lay_out(self.out, self.blanks);
                places = &mut self.out[self.length..];
                free = places.len();
            }
            places[..N].copy_from_slice(row);
            places = &mut places[count..];
        }
        self.length += free - places.len();
    }

    /// One action for each item of a set, `N` at a time: as many as it seldom has more than. Beyond its last item the
    /// action is made of the first thing of all, and overwritten.
    #[inline]
    pub fn list<const N: usize, T: Index, const W: usize>(
        &mut self,
        set: Set<T, W>,
        action: impl Fn(T) -> A,
    ) {
        for (w, mut bits) in set.words().into_iter().enumerate() {
            let mut more = w == 0 || bits != 0;
            while more {
                let mut count = 0;
                for place in self.next_places::<N>() {
                    *place = action(T::from_index(w * 64 + bits.trailing_zeros() as usize % 64));
                    count += usize::from(bits != 0);
                    bits &= bits.wrapping_sub(1);
                }
                self.length += count;
                more = bits != 0;
            }
        }
    }

    /// One action for each item of a set that may be long, four items at a time.
    ///
    /// Room for all is made beforehand: a walk that could begin anew or make room as it goes is not unrolled, and takes
    /// twice the time.
    #[inline]
    pub fn list_fours<T, const W: usize, const F: usize>(&mut self, set: Set<T, W>, fours: &Fours<A, F>) {
        while self.out.len() < self.length + 4 * F {
            lay_out(self.out, self.blanks);
        }
        let mut places = &mut self.out[self.length..];
        let free = places.len();
        for (mut word, rows) in set.words().into_iter().zip(fours.rows.chunks(16)) {
            for row in rows {
                let four = (word & 15) as usize;
                let Some(next) = places.first_chunk_mut() else { unreachable!("there is room for all") };
                *next = row[four];
                places = &mut places[Fours::<A, F>::COUNT[four]..];
                word >>= 4;
            }
        }
        self.length += free - places.len();
    }

    /// Takes the unused places away.
    #[inline]
    pub fn finish(self) {
        self.out.truncate(self.length);
    }
}

/// The actions for the items of a set, written down beforehand for each choice among four items in a row: `F` times four
/// things. To list a set is then a copy for each four, whatever is in it, and nothing to guess: PC actions in Washington's
/// War went from 89 to 78 ns, a discard from 125 to 102.
#[derive(Clone, Debug)]
pub struct Fours<A, const F: usize> {
    rows: [[[A; 4]; 16]; F],
}

impl<A: Copy, const F: usize> Fours<A, F> {
    /// How many of four items a choice has.
    const COUNT: [usize; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

    pub fn new<T: Index>(action: impl Fn(T) -> A) -> Self {
        let row = |first: usize, choice: usize| {
            let chosen = (0..4).filter(|bit| choice >> bit & 1 == 1);
            let mut row = [action(T::from_index(first)); 4];
            row.iter_mut().zip(chosen).for_each(|(place, bit)| *place = action(T::from_index(first + bit)));
            row
        };
        Fours { rows: std::array::from_fn(|f| std::array::from_fn(|choice| row(4 * f, choice))) }
    }
}

#[cold]
#[inline(never)]
fn lay_out<A: Copy>(out: &mut Vec<A>, blanks: &[A]) {
    out.extend_from_slice(blanks);
}

/// How many places a [`Sheet`] has at first: more are seldom needed, and to lay out many more would be a call.
pub const LINES: usize = 40;

/// A [`Draft`] that does not grow: what is too long for it is written again on a longer one. As it stays where it is,
/// the processor need not look up where that is after every action: in the Wars of the Roses an action phase went from
/// 172 to 140 ns.
#[derive(Debug)]
pub struct Sheet<'a, A> {
    places: &'a mut [A],
    length: usize,
}

impl<A: Copy> Sheet<'_, A> {
    /// A length that says that something did not fit.
    const OVERFULL: usize = usize::MAX / 2;

    /// Appends what `write` writes, which is asked again if there is not enough room. `blanks` are as for a [`Draft`].
    #[inline]
    pub fn write(list: &mut Vec<A>, blanks: &'static [A; LINES], write: impl Fn(&mut Sheet<'_, A>)) {
        let start = list.len();
        loop {
            list.extend_from_slice(blanks);
            let mut sheet = Sheet { places: list, length: start };
            write(&mut sheet);
            let length = sheet.length;
            if length <= list.len() {
                list.truncate(length);
                return;
            }
        }
    }

    /// Goes on elsewhere, where it costs nothing unless it happens.
    #[inline]
    pub fn aside(&mut self, write: impl FnOnce(&mut Sheet<'_, A>)) {
        let mut aside = Sheet { places: self.places, length: self.length };
        write(&mut aside);
        self.length = aside.length;
    }

    /// The next places to write on.
    #[inline]
    fn next_places<const N: usize>(&mut self) -> Option<&mut [A; N]> {
        self.places.get_mut(self.length..)?.first_chunk_mut()
    }

    /// Writes an action down if it is `allowed`.
    #[inline]
    pub fn put(&mut self, action: A, allowed: bool) {
        self.put_all(&[action], usize::from(allowed));
    }

    /// Writes the first `count` of `N` actions down: a copy whose length does not hang on their number.
    #[inline]
    pub fn put_all<const N: usize>(&mut self, actions: &[A; N], count: usize) {
        match self.next_places() {
            Some(places) => {
                *places = *actions;
                self.length += count;
            }
            None => self.length = Self::OVERFULL,
        }
    }

    /// One action for each item of a set, as [`Draft::list`].
    #[inline]
    pub fn list<const N: usize, T: Index>(&mut self, set: Set<T, 1>, action: impl Fn(T) -> A) {
        let [mut bits] = set.words();
        loop {
            let mut count = 0;
            let Some(places) = self.next_places::<N>() else {
                self.length = Self::OVERFULL;
                return;
            };
            for place in places {
                *place = action(T::from_index(bits.trailing_zeros() as usize % 64));
                count += usize::from(bits != 0);
                bits &= bits.wrapping_sub(1);
            }
            self.length += count;
            if bits == 0 {
                return;
            }
        }
    }
}
