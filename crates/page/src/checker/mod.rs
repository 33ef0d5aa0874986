//! The policy checker at `#/window`: what is asked, its address, and what of an answer stands where. Plain Rust; what is
//! drawn is in `page/checker/view/`, what a window opens is `scenario/calendar`.

pub mod address;
pub mod dates;
pub mod diff;
pub mod examples;
pub mod fix;
pub mod marks;
pub mod readable;
pub mod sheet;
pub mod suppose;
pub mod view;
