//! The policy checker at `#/window`: its query, its address, and the layout of its answers. Plain Rust; the views
//! are in `page/checker/view/`, the calculation is in `scenario/calendar`.

pub mod address;
pub mod dates;
pub mod diff;
pub mod examples;
pub mod first_window;
pub mod fix;
pub mod marks;
pub mod openings;
pub mod partial_report;
pub mod view;
