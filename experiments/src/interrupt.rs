//! Ctrl-C and SIGTERM: the first asks a run to stop after the games being played, the second ends it at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a run that was interrupted and can be resumed.
pub const INTERRUPTED: u8 = 130;

/// A wish to stop, shared with the threads that work.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A wish that the signals set. Where no handler can be installed, signals end the process as usual.
    pub fn on_signals() -> Self {
        let stop = Stop::default();
        let flag = stop.clone();
        let _ = ctrlc::set_handler(move || {
            if flag.0.swap(true, Ordering::SeqCst) {
                std::process::exit(i32::from(INTERRUPTED));
            }
        });
        stop
    }

    pub fn ask(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
