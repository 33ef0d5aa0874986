//! The cluster autoscaler: the process, and the decisions as pure functions, which don't know the engine.
//!
//! The process:
//!
//! - [`process`]: in which order it looks at the cluster
//! - [`state`]: what it remembers
//! - [`clock`]: when it looks
//! - [`nodes`]: how many nodes groups have, and which don't come
//! - [`pending`]: which Pods ask for nodes
//! - [`templates`]: the node that a group would get
//! - [`growth`]: from Pods that wait to requested nodes
//! - [`second_opinion`]: between which groups it chose, and what GKE's own weights say
//! - [`locations`]: in which zones
//! - [`limits`]: of the cluster's resources
//! - [`reasons`]: why groups aren't grown
//! - [`facts`]: what scale-down asks of nodes and Pods
//! - [`shrink`]: which nodes are unneeded, which of them go now, and why the others stay
//! - [`deletion`]: from the mark of a node to the deletion of its VM
//!
//! The decisions:
//!
//! - [`backoff`]: how long a group isn't grown after a failed scale-up
//! - [`balance`]: how a scale-up is split over similar groups
//! - [`estimate`]: how many new nodes of a group the waiting Pods need
//! - [`scale_up`]: one decision to grow, of which group and by how many nodes
//! - [`expanders`]: which group grows
//! - [`model::utilization`]: how much of a node is requested
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
mod clock;
mod deletion;
pub mod drainability;
pub mod estimate;
pub mod expanders;
mod facts;
mod growth;
#[cfg(test)]
mod growth_tests;
mod limits;
mod locations;
mod nodes;
mod pending;
pub mod planner;
mod process;
mod reasons;
pub mod removal;
#[cfg(test)]
mod removal_tests;
pub mod scale_up;
mod second_opinion;
mod shrink;
#[cfg(test)]
mod shrink_tests;
mod state;
mod templates;
#[cfg(test)]
mod tests;
pub mod unneeded;

pub(crate) use clock::{LookClock, on_record};
pub(crate) use state::Autoscaler;
