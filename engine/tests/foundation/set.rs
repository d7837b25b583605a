use std::collections::BTreeSet;

use proptest::prelude::*;
use warlab_engine::draft::{Draft, Fours, LINES, PLACES, Sheet};
use warlab_engine::{Set, index_type};

index_type! {
    struct Thing(u8);
}

fn both(items: &[u8]) -> (Set<Thing, 3>, BTreeSet<u8>) {
    (items.iter().map(|&i| Thing(i)).collect(), items.iter().copied().collect())
}

proptest! {
    #[test]
    fn sets_agree_with_the_standard_library(a in prop::collection::vec(0u8..192, 0..40), b in prop::collection::vec(0u8..192, 0..40)) {
        let ((x, std_x), (y, std_y)) = (both(&a), both(&b));
        let list = |set: Set<Thing, 3>| set.into_iter().map(|thing| thing.0).collect::<Vec<_>>();
        prop_assert_eq!(list(x | y), std_x.union(&std_y).copied().collect::<Vec<_>>());
        prop_assert_eq!(list(x & y), std_x.intersection(&std_y).copied().collect::<Vec<_>>());
        prop_assert_eq!(list(x - y), std_x.difference(&std_y).copied().collect::<Vec<_>>());
        prop_assert_eq!(x.len(), std_x.len());
        prop_assert_eq!(x.intersects(y), !std_x.is_disjoint(&std_y));
        prop_assert_eq!(x.is_subset(y), std_x.is_subset(&std_y));
        for (n, &item) in std_x.iter().enumerate() {
            prop_assert_eq!(x.nth(n), Some(Thing(item)));
        }
        prop_assert_eq!(x.nth(std_x.len()), None);
        prop_assert_eq!(x.first(), std_x.first().map(|&i| Thing(i)));
        prop_assert_eq!(x.last(), std_x.last().map(|&i| Thing(i)));
        prop_assert_eq!(x.has_several(), std_x.len() > 1);
        prop_assert_eq!((x.when(true), x.when(false)), (x, Set::EMPTY));
        for &item in &std_y {
            prop_assert_eq!(list(x.after(Thing(item))), std_x.range(item + 1..).copied().collect::<Vec<_>>());
            let mut changed = x;
            changed.set(Thing(item), !x.contains(Thing(item)));
            prop_assert_eq!(changed, if x.contains(Thing(item)) { x.without(Thing(item)) } else { x.with(Thing(item)) });
        }
    }

    /// However a set is listed, and after whatever: the same items in the same order.
    #[test]
    fn lists_are_the_items_in_order(items in prop::collection::vec(0u8..128, 0..100)) {
        let set: Set<Thing, 2> = items.iter().map(|&i| Thing(i)).collect();
        let sorted: BTreeSet<u8> = items.into_iter().collect();
        let expected: Vec<u8> = std::iter::once(200).chain(sorted).collect();
        let mut listed = vec![200];
        set.list(&mut listed, |thing| thing.0);
        prop_assert_eq!(&listed, &expected);
        let mut visited = vec![200];
        visited.extend(set.into_iter().map(|thing| thing.0));
        prop_assert_eq!(&visited, &expected);
        for more in [false, true] {
            let mut drafted = vec![200];
            let mut draft = Draft::on(&mut drafted, &[0; PLACES]);
            draft.put(201, false);
            if more {
                draft.list::<2, _, 2>(set, |thing| thing.0);
            } else {
                draft.list::<8, _, 2>(set, |thing| thing.0);
            }
            draft.put(202, more);
            draft.finish();
            let last = more.then_some(202);
            prop_assert_eq!(drafted, expected.iter().copied().chain(last).collect::<Vec<_>>());
        }
        let mut copied = vec![200];
        let mut draft = Draft::on(&mut copied, &[0; PLACES]);
        draft.list_fours(set, &Fours::<u8, 32>::new(|thing: Thing| thing.0));
        draft.finish();
        prop_assert_eq!(copied, expected);
    }

    /// Of each row so many from its beginning, however many rows there are.
    #[test]
    fn rows_follow_one_another(counts in prop::collection::vec(0usize..=3, 0..40)) {
        let rows: Vec<[usize; 3]> = (0..counts.len()).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let expected: Vec<usize> = rows.iter().zip(&counts).flat_map(|(row, &count)| row[..count].to_vec()).collect();
        let (mut together, mut singly) = (Vec::new(), Vec::new());
        let mut draft = Draft::on(&mut together, &[0; PLACES]);
        draft.put_rows(counts.iter().copied().zip(&rows));
        draft.finish();
        prop_assert_eq!(&together, &expected);
        let mut draft = Draft::on(&mut singly, &[0; PLACES]);
        counts.iter().zip(&rows).for_each(|(&count, row)| draft.put_first(count, row));
        draft.finish();
        prop_assert_eq!(&singly, &expected);
    }

    /// A small set is made in another way than a large one.
    #[test]
    fn one_item_more_or_less(items in prop::collection::vec(0u8..128, 0..40), item in 0u8..128) {
        let set: Set<Thing, 2> = items.iter().map(|&i| Thing(i)).collect();
        let (mut more, mut less) = (set, set);
        more.insert(Thing(item));
        less.remove(Thing(item));
        prop_assert_eq!(set.with(Thing(item)), more);
        prop_assert_eq!(set.without(Thing(item)), less);
        prop_assert_eq!(Set::single(Thing(item)), [Thing(item)].into_iter().collect::<Set<Thing, 2>>());
    }

    /// A sheet holds what was written on it, whether it was long enough at first or not.
    #[test]
    fn sheets_hold_what_was_written(sets in prop::collection::vec(0u64.., 0..5), extra in 0usize..=2) {
        let sets: Vec<Set<Thing, 1>> = sets.into_iter().map(|word| Set::from_words([word])).collect();
        let mut expected = vec![200];
        for set in &sets {
            expected.extend((*set).into_iter().map(|thing| thing.0));
            expected.extend(&[70, 71][..extra]);
        }
        let mut written = vec![200];
        Sheet::write(&mut written, &[0; LINES], |sheet| {
            for (i, &set) in sets.iter().enumerate() {
                sheet.put(201, false);
                if i % 2 == 0 {
                    sheet.list::<2, _>(set, |thing| thing.0);
                } else {
                    sheet.list::<8, _>(set, |thing| thing.0);
                }
                sheet.aside(|sheet| sheet.put_all(&[70, 71], extra));
            }
        });
        prop_assert_eq!(written, expected);
    }
}
