//! The forms of the scenario.

pub mod actions;
pub mod advice;
pub mod assumptions;
pub mod form;
pub mod pools;
pub mod strategy;
pub mod view;
pub mod workloads;
