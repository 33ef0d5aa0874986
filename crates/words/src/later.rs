//! The words that are not of the first screen. A module of its own, for by modules the page's program is split.

use super::pieces::{Choice, Piece, Table, find as find_in};

include!(concat!(env!("OUT_DIR"), "/later.rs"));

pub(super) fn table(language: usize) -> Table {
    LATER.get(language).copied().unwrap_or_default()
}

#[inline(never)] // Within its caller, all words would be a part of the first load.
pub(super) fn find(language: usize, key: &str) -> Option<&'static [Piece]> {
    find_in(table(language), key)
}
