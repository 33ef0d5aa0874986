//! The displayed run: loading it, and preparing its branches.

pub mod loaded;
pub mod loading;
pub mod node_card;
pub mod prefetch;
