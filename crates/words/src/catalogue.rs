//! The texts of every language as static tables, made from the Fluent files at build time.

use super::later;
pub use super::pieces::Piece;
use super::pieces::{Choice, Table, find};

/// A language: its tag, the words of the first screen, and all others, which the page has only with the rest of its
/// program. What a language lacks is said in English.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Language {
    no: usize,
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

impl Language {
    pub fn find(&self, key: &str) -> Option<&'static [Piece]> {
        let own =
            |language: &Self| find(language.first, key).or_else(|| later::find(language.no, key));
        own(self).or_else(|| own(&english()))
    }

    /// Is the message one of the first screen?
    pub fn is_first(&self, key: &str) -> bool {
        find(self.first, key).is_some()
    }

    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        let tables = [self.first, later::table(self.no)];
        tables.into_iter().flatten().map(|(key, _)| *key)
    }
}
