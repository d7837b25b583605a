//! Tests of Great Battles of the American Civil War, one file for a few chapters each.

mod ch12_results;
mod contract;
mod playthroughs;
mod table;
