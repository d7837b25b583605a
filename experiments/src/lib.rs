pub mod bench;
pub mod serve;
pub mod table;
pub mod terminal;
