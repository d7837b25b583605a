use std::collections::BTreeSet;

use proptest::prelude::*;
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
    }
}
