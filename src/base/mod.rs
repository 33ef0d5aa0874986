//! Numbers that every floor shares.

mod digest;

pub use digest::Digest;
