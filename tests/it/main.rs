//! The native tests, in one binary; modules mirror `src`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod conformance;
mod golden;
mod invariants;
mod import;
mod tidy;
