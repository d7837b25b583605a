//! The warlab laboratory as a library; `main.rs` is the command.

pub mod lab;
