//! Typed bit sets and tables: sets of spaces and sets of cards do not mix, and read like sets.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::FusedIterator;
use std::marker::PhantomData;
use std::ops;

/// A small number that names a thing: a space, a card, a block.
pub trait Index: Copy + Eq {
    fn from_index(index: usize) -> Self;
    fn index(self) -> usize;
}

/// Declares newtypes that are an [`Index`]: `index_type! { /// A space of the map. pub struct Space(u8); }`
#[macro_export]
macro_rules! index_type {
    ($($(#[$doc:meta])* $vis:vis struct $name:ident($raw:ty);)+) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name(pub $raw);

        impl $crate::set::Index for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                $name(index as $raw)
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+};
}

/// A set of `T` in `W` words of 64 bits: copyable, no heap, ascending order.
pub struct Set<T, const W: usize> {
    words: [u64; W],
    of: PhantomData<T>,
}

impl<T, const W: usize> Clone for Set<T, W> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, const W: usize> Copy for Set<T, W> {}
impl<T, const W: usize> PartialEq for Set<T, W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}
impl<T, const W: usize> Eq for Set<T, W> {}
impl<T, const W: usize> Hash for Set<T, W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}
impl<T, const W: usize> Default for Set<T, W> {
    fn default() -> Self {
        Self::EMPTY
    }
}
impl<T: Index + fmt::Debug, const W: usize> fmt::Debug for Set<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl<T, const W: usize> Set<T, W> {
    pub const EMPTY: Self = Set { words: [0; W], of: PhantomData };

    pub const fn from_words(words: [u64; W]) -> Self {
        Set { words, of: PhantomData }
    }

    pub const fn words(self) -> [u64; W] {
        self.words
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub fn len(self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is more than one item: less work than to count them.
    #[inline]
    pub fn has_several(self) -> bool {
        let mut seen = false;
        self.words.iter().any(|&word| {
            let several = word & word.wrapping_sub(1) != 0 || seen && word != 0;
            seen |= word != 0;
            several
        })
    }

    /// The set on a condition, else an empty one; without a branch.
    #[inline]
    pub fn when(self, condition: bool) -> Self {
        let mask = u64::from(condition).wrapping_neg();
        Set { words: self.words.map(|word| word & mask), of: PhantomData }
    }

    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.words;
        for (word, &theirs) in words.iter_mut().zip(&other.words) {
            *word = join(*word, theirs);
        }
        Set { words, of: PhantomData }
    }

    #[inline]
    pub fn intersects(self, other: Self) -> bool {
        self.words.iter().zip(&other.words).fold(0, |all, (ours, theirs)| all | ours & theirs) != 0
    }

    #[inline]
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }
}

impl<T: Index, const W: usize> Set<T, W> {
    /// The set of the first `count` things.
    pub fn first_n(count: usize) -> Self {
        (0..count).map(T::from_index).collect()
    }

    /// A small set is made in registers: one with a word just written in memory would be waited for when it is read as
    /// a whole. An effect in Washington's War went from 90 to 80 ns.
    #[inline]
    pub fn single(item: T) -> Self {
        let i = item.index();
        if W <= 2 {
            debug_assert!(i < 64 * W);
            return Self::from_words(std::array::from_fn(|w| u64::from(i / 64 == w) << (i % 64)));
        }
        let mut set = Self::EMPTY;
        set.insert(item);
        set
    }

    #[inline]
    pub fn contains(&self, item: T) -> bool {
        let i = item.index();
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, item: T) {
        let i = item.index();
        self.words[i / 64] |= 1 << (i % 64);
    }

    #[inline]
    pub fn remove(&mut self, item: T) {
        let i = item.index();
        self.words[i / 64] &= !(1 << (i % 64));
    }

    #[inline]
    pub fn set(&mut self, item: T, present: bool) {
        let i = item.index();
        let word = &mut self.words[i / 64];
        *word = *word & !(1 << (i % 64)) | u64::from(present) << (i % 64);
    }

    #[inline]
    pub fn with(mut self, item: T) -> Self {
        if W <= 2 {
            return self | Self::single(item);
        }
        self.insert(item);
        self
    }

    #[inline]
    pub fn without(mut self, item: T) -> Self {
        if W <= 2 {
            return self - Self::single(item);
        }
        self.remove(item);
        self
    }

    #[inline]
    pub fn first(self) -> Option<T> {
        self.into_iter().next()
    }

    #[inline]
    pub fn last(self) -> Option<T> {
        let word = self.words.iter().rposition(|&word| word != 0)?;
        Some(T::from_index(word * 64 + self.words[word].ilog2() as usize))
    }

    /// The items after one in ascending order.
    #[inline]
    pub fn after(mut self, item: T) -> Self {
        let i = item.index();
        for (w, word) in self.words.iter_mut().enumerate() {
            if w < i / 64 {
                *word = 0;
            } else if w == i / 64 {
                *word &= u64::MAX << (i % 64) << 1;
            }
        }
        self
    }

    /// The item at position `n` in ascending order.
    pub fn nth(self, mut n: usize) -> Option<T> {
        for (w, &word) in self.words.iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                let mut word = word;
                for _ in 0..n {
                    word &= word - 1;
                }
                return Some(T::from_index(w * 64 + word.trailing_zeros() as usize));
            }
            n -= here;
        }
        None
    }

    /// Appends one thing for each item, in ascending order. As their number is known beforehand, room is made once and
    /// not looked for at each.
    #[inline]
    pub fn list<A>(self, out: &mut Vec<A>, thing: impl Fn(T) -> A) {
        for (w, mut bits) in self.words.into_iter().enumerate() {
            out.extend((0..bits.count_ones()).map(|_| {
                let item = T::from_index(w * 64 + bits.trailing_zeros() as usize);
                bits &= bits - 1;
                thing(item)
            }));
        }
    }
}

impl<T, const W: usize> ops::BitAnd for Set<T, W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}
impl<T, const W: usize> ops::BitOr for Set<T, W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}
impl<T, const W: usize> ops::Sub for Set<T, W> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}
impl<T, const W: usize> ops::BitAndAssign for Set<T, W> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}
impl<T, const W: usize> ops::BitOrAssign for Set<T, W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
impl<T, const W: usize> ops::SubAssign for Set<T, W> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<T: Index, const W: usize> FromIterator<T> for Set<T, W> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut set = Self::EMPTY;
        for item in items {
            set.insert(item);
        }
        set
    }
}

impl<T: Index, const W: usize> IntoIterator for Set<T, W> {
    type Item = T;
    type IntoIter = SetIter<T, W>;
    #[inline]
    fn into_iter(self) -> SetIter<T, W> {
        SetIter { left: self, word: 0 }
    }
}

/// Walks a set in ascending order. Two words are walked as one: the end is guessed wrongly once and not twice, and both
/// stay in registers (Great Battles plays 3 % more decisions a second).
pub struct SetIter<T, const W: usize> {
    left: Set<T, W>,
    word: usize,
}

impl<T, const W: usize> fmt::Debug for SetIter<T, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SetIter({} left)", self.left.len())
    }
}

impl<T: Index, const W: usize> Iterator for SetIter<T, W> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        if W == 2 {
            let bits = u128::from(self.left.words[W - 1]) << 64 | u128::from(self.left.words[0]);
            let left = bits & bits.wrapping_sub(1);
            (self.left.words[0], self.left.words[W - 1]) = (left as u64, (left >> 64) as u64);
            return (bits != 0).then(|| T::from_index(bits.trailing_zeros() as usize));
        }
        while self.word < W {
            let bits = self.left.words[self.word];
            if bits != 0 {
                self.left.words[self.word] = bits & (bits - 1);
                return Some(T::from_index(self.word * 64 + bits.trailing_zeros() as usize));
            }
            self.word += 1;
        }
        None
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len(), Some(self.left.len()))
    }
}
impl<T: Index, const W: usize> FusedIterator for SetIter<T, W> {}

/// An array indexed by a typed index instead of a bare number: `table[space]`.
pub struct Table<K, V, const N: usize> {
    values: [V; N],
    by: PhantomData<K>,
}

impl<K, V: Copy, const N: usize> Table<K, V, N> {
    pub const fn filled(value: V) -> Self {
        Table { values: [value; N], by: PhantomData }
    }
}

impl<K: Index, V, const N: usize> Table<K, V, N> {
    pub fn from_fn(mut value: impl FnMut(K) -> V) -> Self {
        Table { values: std::array::from_fn(|i| value(K::from_index(i))), by: PhantomData }
    }

    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> {
        self.values.iter().enumerate().map(|(i, value)| (K::from_index(i), value))
    }

    pub fn values(&self) -> &[V; N] {
        &self.values
    }
}

impl<K, V: Clone, const N: usize> Clone for Table<K, V, N> {
    fn clone(&self) -> Self {
        Table { values: self.values.clone(), by: PhantomData }
    }
}
impl<K, V: Copy, const N: usize> Copy for Table<K, V, N> {}
impl<K, V: PartialEq, const N: usize> PartialEq for Table<K, V, N> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}
impl<K, V: Eq, const N: usize> Eq for Table<K, V, N> {}
impl<K, V: Hash, const N: usize> Hash for Table<K, V, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}
impl<K, V: fmt::Debug, const N: usize> fmt::Debug for Table<K, V, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}
impl<K: Index, V, const N: usize> ops::Index<K> for Table<K, V, N> {
    type Output = V;
    #[inline]
    fn index(&self, key: K) -> &V {
        &self.values[key.index()]
    }
}
impl<K: Index, V, const N: usize> ops::IndexMut<K> for Table<K, V, N> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.values[key.index()]
    }
}
