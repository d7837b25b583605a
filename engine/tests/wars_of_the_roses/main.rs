//! Tests of the Wars of the Roses, one file per chapter of the rulebook.

mod contract;
