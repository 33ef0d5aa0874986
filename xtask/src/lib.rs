//! Shared by tasks and tests: a reader of Rust sources, and the language files.

pub mod locales;
pub mod source;
