//! Limits the memory of an import.

use core::cell::Cell;

use serde::de::Error;

/// The most bytes of structs that one import may fill. Objects of a few characters each would take a hundred times the size
/// of their file; those of real clusters take about its size.
const MOST_BYTES: usize = 512 << 20;

/// The refusal of a file that would fill more.
pub(crate) const TOO_MANY: &str = "too many small objects";

thread_local! {
    /// Readers of values have no parameter for a counter.
    static FILLED: Cell<usize> = const { Cell::new(0) };
}

/// Begins a new import.
pub(crate) fn start_counting() {
    FILLED.set(0);
}

/// The memory of a map's entry or a tree's value, with its key, its text, and what is made of it later.
pub(super) const ENTRY_BYTES: usize = 512;

/// Counts what is filled; the next value that is read may be refused.
pub(super) fn fill(bytes: usize) {
    FILLED.set(FILLED.get().saturating_add(bytes));
}

pub(super) fn count_bytes<E: Error>(bytes: usize) -> Result<(), E> {
    fill(bytes);
    if FILLED.get() > MOST_BYTES { Err(E::custom(TOO_MANY)) } else { Ok(()) }
}
