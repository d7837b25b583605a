//! The laboratory around the games: self-play runs, records, replays and the engine protocol.
//!
//! [`games`] is the one list of games; [`title`] turns a typed game into objects that the rest of this crate handles
//! alike. A run goes [`schedule`] (which games) -> [`runner`] (one game) -> [`record`] (rows) -> [`recorder`] (files);
//! [`session`] is a game that is played step by step, [`protocol`] speaks about one in JSON lines, and a [`tabletop`]
//! is one that people sit at, in the browser ([`serve`]) or in the terminal ([`terminal`]).

pub mod bench;
pub mod cli;
pub mod commands;
pub mod complaint;
pub mod games;
pub mod guard;
pub mod interrupt;
pub mod lab;
pub mod manifest;
pub mod notation;
pub mod overlay;
pub mod plan;
pub mod protocol;
pub mod record;
pub mod recorder;
pub mod results;
pub mod run;
pub mod runner;
pub mod schedule;
pub mod serve;
pub mod session;
pub mod summary;
pub mod table;
pub mod tabletop;
pub mod terminal;
pub mod title;
pub mod workers;
