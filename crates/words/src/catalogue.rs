//! The messages of a language, read from its Fluent file when the program starts.

use super::fluent::{self, Piece};
use std::sync::OnceLock;

pub(crate) const ENGLISH: &str = include_str!("../../../static/locales/en.ftl");

/// Messages by key, sorted; kept as long as the program runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Language(&'static [(String, Vec<Piece>)]);

/// English as built into this program: for the command line and tests. The page loads its language.
pub fn english() -> Language {
    static LANGUAGE: OnceLock<Language> = OnceLock::new();
    *LANGUAGE.get_or_init(|| Language::read(ENGLISH))
}

impl Language {
    pub fn read(text: &'static str) -> Self {
        let mut messages = fluent::read(text);
        base::order::sort_by(&mut messages, |(a, _), (b, _)| a.cmp(b));
        Self(messages.leak())
    }

    pub fn find(&self, key: &str) -> Option<&'static [Piece]> {
        let at = self.0.binary_search_by(|(other, _)| other.as_str().cmp(key));
        self.0.get(at.ok()?).map(|(_, pieces)| pieces.as_slice())
    }

    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(key, _)| key.as_str())
    }
}
