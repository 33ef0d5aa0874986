//! The cluster autoscaler.

pub mod estimate;
