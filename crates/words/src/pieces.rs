//! A message as the parts that it is made of, and tables of messages.

/// A part of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(&'static str),
    Arg(&'static str),
    /// Another message, with the same arguments.
    Message(&'static str),
    /// Apart, as most pieces are none: they are a part of the first load.
    Select(&'static Choice),
}

/// Chooses by exact value, then by plural category; `other` is for everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    pub arg: &'static str,
    pub arms: &'static [(&'static str, &'static [Piece])],
    pub other: &'static [Piece],
}

/// Messages by key, sorted.
pub(super) type Table = &'static [(&'static str, &'static [Piece])];

pub(super) fn find(table: Table, key: &str) -> Option<&'static [Piece]> {
    let at = table
        .binary_search_by(|(other, _)| (*other).cmp(key))
        .ok()?;
    table.get(at).map(|(_, pieces)| *pieces)
}
