//! Floor 4: messages. Turns slugs, ids and numbers into sentences, for page, command line and API.
//!
//! A language's texts are in `static/locales/LANGUAGE.ftl` (Fluent), read at run time. Plural categories and
//! the formats of numbers, durations and lists are messages too.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod advice;
pub mod autoscaler_log;
pub mod capital;
pub mod catalogue;
pub mod codes;
mod data;
pub mod facts;
mod fluent;
pub mod format;
pub mod log;
pub mod rules;
pub mod sources;
pub mod speak;
pub mod visible;

pub use catalogue::Language;
pub use format::{Clock, Speaker, message, offset, plain};
pub use speak::Words;
