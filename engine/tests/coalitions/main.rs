//! Tests of Coalitions, one file per chapter of the rulebook, and the checks that every game must pass.

mod contract;
