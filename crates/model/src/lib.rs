//! Floor 1: the nouns of a cluster, their phases and settings. No behavior, no clock.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod affinity;
pub mod autoscale;
pub mod budget;
pub mod cluster;
pub mod containers;
pub mod control_plane;
pub mod labels;
pub mod load_balancer;
pub mod maintenance;
pub mod names;
pub mod node;
pub mod node_change;
pub mod operations;
pub mod plan;
pub mod pod;
pub mod pool;
pub mod recurrence;
pub mod resources;
pub mod rollout;
pub mod scale_down;
pub mod script;
pub mod selector;
pub mod service;
pub mod settings;
pub mod strategy;
mod tables;
pub mod utilization;
pub mod version;
pub mod volume;
pub mod volume_zones;
pub mod workload;

pub use affinity::{Audience, AudienceNo, HostPort, PodAffinity, PodTerm};
pub use budget::{Budget, BudgetStatus, EvictionAnswer, UnhealthyPodEvictionPolicy};
pub use cluster::Cluster;
pub use control_plane::Pace;
pub use labels::{Labels, Symbols};
pub use maintenance::Maintenance;
pub use node::{AtLimit, Health, Node, NodePhase, NotReady, Side};
pub use operations::{Operation, Refusal};
pub use plan::{Names, Plan};
pub use pod::{Pod, PodPhase};
pub use pool::{Group, NodeTemplate, Phase, Pool, PoolState, Progress, RunState, Soak, Zone};
pub use resources::Resources;
pub use script::{Command, NodeRef, ScriptEntry};
pub use service::Service;
pub use settings::{DrainLimits, Timings};
pub use strategy::{RunKind, Strategy, Surge};
pub use version::Version;
pub use workload::{Workload, WorkloadKind};
