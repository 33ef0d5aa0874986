//! The cluster autoscaler's decisions as pure functions; no part calls the engine.
//!
//! - [`backoff`]: how long a group isn't grown after a failed scale-up
//! - [`similar`]: which groups' nodes are alike enough to share a scale-up
//! - [`balance`]: how a scale-up is split over similar groups
//! - [`estimate`]: how many new nodes of a group the waiting Pods need
//! - [`scale_up`]: one decision to grow, of which group and by how many nodes
//! - [`expanders`]: which group grows
//! - [`utilization`]: how much of a node is requested
//! - [`drainability`]: which Pods of a node move with a scale-down, and which Pod prevents it
//! - [`unneeded`]: how many nodes count as unneeded, and since when
//! - [`removal`]: where the Pods of a node would go
//! - [`planner`]: which nodes are unneeded, and which of them may be deleted now
//! - [`budgets`]: how many of them are deleted in one loop
//!
//! Source: Kubernetes cluster-autoscaler 1.31. GKE's differences are options and constants of each part.

pub mod backoff;
pub mod balance;
pub mod budgets;
pub mod drainability;
pub mod estimate;
pub mod expanders;
pub mod planner;
pub mod removal;
pub mod scale_up;
pub mod similar;
pub mod unneeded;
pub mod utilization;
