//! Floor 3: the engine. A run is a pure function of plan, start and script.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod place;
pub mod rules;
