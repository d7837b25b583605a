//! The playing loop asks for no memory: random games of every scenario, once the buffers have their size.

use warlab::games;
use warlab_alloc::allocations;
use warlab_engine::setup::Setup;

#[test]
fn random_games_allocate_nothing() {
    for title in games::with_example() {
        let data = title.pack();
        for scenario in title.catalogue(&data).unwrap().scenarios {
            let rules = title.set_up(&Setup::scenario(&scenario.id), &data).unwrap();
            let (mut games, mut decisions) = (0, 0u64);
            let mut warm = 0;
            rules.random_games(0..30, &mut |count| {
                games += 1;
                decisions += u64::from(count);
                if games == 10 {
                    warm = allocations();
                }
            });
            let asked = allocations() - warm;
            let (name, scenario) = (title.name(), scenario.id);
            assert!(decisions > 0, "{name} {scenario}: nothing was played");
            assert_eq!(asked, 0, "{name} {scenario}: the heap was asked {asked} times in 20 games");
        }
    }
}
