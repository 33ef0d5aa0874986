//! How much an import may keep.

use core::cell::Cell;

use serde::de::Error;

/// Bytes of structs that one import may fill. Objects of a few characters each would take a hundred times the size
/// of their file; those of real clusters take about as much as their file.
const MOST_BYTES: usize = 512 << 20;

/// How a file is refused that would fill more.
pub(crate) const TOO_MANY: &str = "too many small objects";

thread_local! {
    /// Readers of values have no place to hand a counter through.
    static FILLED: Cell<usize> = const { Cell::new(0) };
}

/// Begins a new import.
pub(crate) fn start_counting() {
    FILLED.set(0);
}

/// What an entry of a map or a value of a tree takes, with its key, its text, and what is made of it later on.
pub(super) const ENTRY_BYTES: usize = 512;

pub(crate) fn count<T, E: Error>() -> Result<(), E> {
    count_bytes(size_of::<T>())
}

pub(super) fn count_bytes<E: Error>(bytes: usize) -> Result<(), E> {
    let filled = FILLED.get().saturating_add(bytes);
    FILLED.set(filled);
    if filled > MOST_BYTES {
        Err(E::custom(TOO_MANY))
    } else {
        Ok(())
    }
}
