//! Benchmarks live beside this file, one per topic; `cargo bench -p warlab-benches` runs them.
