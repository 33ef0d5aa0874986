//! What chores and tests both need: a reader of Rust sources, and the files of languages.

pub mod locales;
pub mod source;
