//! The transport: its buttons, the clock and the numbers beside it.

pub(crate) mod clock;
pub mod comparison_clock;
pub mod view;

pub use clock::offset;
