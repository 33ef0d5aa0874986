//! The cluster autoscaler's decisions as pure functions; no part calls the engine.
//!
//! - [`backoff`]: how long a group isn't grown after a failed scale-up
//! - [`similar`]: which groups' nodes are alike enough to share a scale-up
//! - [`balance`]: how a scale-up is split over similar groups
//! - [`drainability`]: which Pods of a node move with a scale-down, and which Pod prevents it
//!
//! Source: Kubernetes cluster-autoscaler 1.31. GKE's differences are options and constants of each part.

pub mod backoff;
pub mod balance;
pub mod drainability;
pub mod estimate;
pub mod similar;
