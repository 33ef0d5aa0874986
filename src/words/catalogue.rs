//! The texts of every language as static tables, made from the Fluent files at build time.

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

/// A language: its tag and its table. What a language lacks is said in English.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Language {
    pub tag: &'static str,
    pub table: Table,
}

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Every language, English first.
pub fn languages() -> &'static [Language] {
    LANGUAGES
}

pub fn english() -> Language {
    LANGUAGES[0]
}

impl Language {
    pub fn find(&self, key: &str) -> Option<&'static [Piece]> {
        let own = |table: Table| {
            table
                .binary_search_by(|(other, _)| (*other).cmp(key))
                .ok()
                .and_then(|at| table.get(at))
                .map(|(_, pieces)| *pieces)
        };
        own(self.table).or_else(|| own(english().table))
    }

    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.table.iter().map(|(key, _)| *key)
    }
}
