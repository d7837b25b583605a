//! Tests of Great Battles of the American Civil War, one file a chapter.

mod contract;
