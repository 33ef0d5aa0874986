//! The forms of the scenario.

pub mod actions;
pub mod advice;
pub mod assumptions;
mod autoscaling;
pub mod budgets;
pub mod cards;
mod cluster_autoscaling;
pub mod part;
pub mod parts;
pub mod placement;
pub mod plan;
pub mod pools;
pub mod services;
pub mod strategy;
pub mod update;
pub mod view;
pub mod workloads;
