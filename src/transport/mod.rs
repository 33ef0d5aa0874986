//! The transport: its buttons, the clock and the numbers beside it.

mod clock;
mod comparison_clock;
mod end_range;
pub mod view;
