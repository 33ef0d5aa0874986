//! The texts of every language as static tables, made from the Fluent files at build time.

use super::later;

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
pub type Table = &'static [(&'static str, &'static [Piece])];

/// A language: its tag, the words of the first screen, and all others, which the page has only with the rest of its
/// program. What a language lacks is said in English.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Language {
    pub(super) no: usize,
    pub tag: &'static str,
    first: Table,
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Every language, English first.
pub fn languages() -> &'static [Language] {
    LANGUAGES
}

pub fn english() -> Language {
    LANGUAGES[0]
}

pub(super) fn find(table: Table, key: &str) -> Option<&'static [Piece]> {
    let at = table
        .binary_search_by(|(other, _)| (*other).cmp(key))
        .ok()?;
    table.get(at).map(|(_, pieces)| *pieces)
}

impl Language {
    pub fn find(&self, key: &str) -> Option<&'static [Piece]> {
        let own =
            |language: &Self| find(language.first, key).or_else(|| later::find(language, key));
        own(self).or_else(|| own(&english()))
    }

    /// Is the message one of the first screen?
    pub fn is_first(&self, key: &str) -> bool {
        find(self.first, key).is_some()
    }

    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        let tables = [self.first, later::table(self)];
        tables.into_iter().flatten().map(|(key, _)| *key)
    }
}
