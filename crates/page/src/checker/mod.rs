//! The policy checker at `#/window`: what is asked, its address, and what of an answer stands where. Plain Rust; what is
//! drawn is in `ui/panels/checker`, what a window opens is `scenario/calendar`.

pub mod address;
pub mod diff;
pub mod examples;
pub mod marks;
pub mod mend;
pub mod readable;
pub mod sheet;
pub mod suppose;
pub mod when;
