//! The words that are not of the first screen. A module of its own, for by modules the page's program is split.

use super::catalogue::{Choice, Language, Piece, Table, find as find_in};

include!(concat!(env!("OUT_DIR"), "/later.rs"));

pub(super) fn table(of: &Language) -> Table {
    LATER.get(of.no).copied().unwrap_or_default()
}

#[inline(never)] // Within its caller, all words would be a part of the first load.
pub(super) fn find(of: &Language, key: &str) -> Option<&'static [Piece]> {
    find_in(table(of), key)
}
