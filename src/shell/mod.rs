//! What all features share: the frame of the page, its state, and its texts.

pub mod address;
pub mod dates;
pub mod form;
pub mod frame;
pub mod jobs;
pub mod keyboard;
pub mod menu;
pub mod run;
pub mod scenario;
pub mod state;
pub mod web;
pub mod widgets;
pub mod words;
