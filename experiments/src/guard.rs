//! Runs code that may panic and gives the panic's words back, so that one broken game does not end a run.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// The words of the last panic on this thread, while a guard is active.
    static WORDS: RefCell<Option<String>> = const { RefCell::new(None) };
    static GUARDS: RefCell<u32> = const { RefCell::new(0) };
}

static HOOK: Once = Once::new();

/// Calls `work`. A panic in it is not printed but returned, with the place it came from.
///
/// What `work` changed before it panicked is seen by the caller: hand it copies, or values that may stay half done.
pub fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    HOOK.call_once(|| {
        let outer = take_hook();
        set_hook(Box::new(move |info| {
            if GUARDS.with_borrow(|guards| *guards == 0) {
                return outer(info);
            }
            let words = info.payload_as_str().unwrap_or("a panic without words");
            let place = info.location().map(|at| format!(" ({}:{})", at.file(), at.line()));
            WORDS.set(Some(format!("{words}{}", place.unwrap_or_default())));
        }));
    });
    GUARDS.with_borrow_mut(|guards| *guards += 1);
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDS.with_borrow_mut(|guards| *guards -= 1);
    result.map_err(|_| WORDS.take().unwrap_or_else(|| "a panic on another thread".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_words() {
        assert_eq!(guarded(|| 7), Ok(7));
        let words = guarded(|| -> u8 { panic!("no such card") }).unwrap_err();
        assert!(words.starts_with("no such card (") && words.contains("guard.rs"), "{words}");
    }

    #[test]
    fn guards_nest() {
        let outer = guarded(|| {
            assert!(guarded(|| panic!("inner")).is_err());
            panic!("outer")
        });
        assert!(outer.map(|()| 0).unwrap_err().starts_with("outer"));
    }
}
