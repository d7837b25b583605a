pub mod serve;
pub mod table;
