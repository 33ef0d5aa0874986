//! Floor 0: ids, integer time, quantities, keyed randomness, the digest. Knows no clusters.

#![deny(
    clippy::float_arithmetic,
    clippy::iter_over_hash_type,
    clippy::disallowed_types,
    clippy::disallowed_methods
)]

pub mod civil;
mod decimal;
pub mod digest;
mod enum_table;
mod grow;
pub mod id;
pub mod map;
pub mod message;
mod min_queue;
pub mod mute;
pub mod order;
pub mod quantity;
pub mod rng;
mod runs;
pub mod set;
mod steps;
pub mod text;
pub mod time;

pub use decimal::Decimal;
pub use digest::Digest;
pub use grow::{ahead, push_slowly};
pub use id::IdVec;
pub use map::Map;
pub use message::{Arg, Message};
pub use min_queue::MinQueue;
pub use mute::{broken, muted, mutes_rules};
pub use rng::{Draw, Draws, Least, Quantiles};
pub use set::Set;
pub use steps::Steps;
pub use time::{SimSpan, SimTime};

id::ids! {
    /// A zone of the cluster's region.
    ZoneId,
    /// A node pool.
    PoolId,
    /// One managed instance group: the nodes of a pool in a zone.
    GroupId,
    /// A machine shape with its labels and taints.
    TemplateId,
    /// A node; a recreated node keeps its id.
    NodeId,
    /// A Pod; a replacement is another Pod.
    PodId,
    /// The owner of Pods: a Deployment, a StatefulSet …, or a bare Pod itself.
    WorkloadId,
    /// A PodDisruptionBudget.
    BudgetId,
    /// A Service.
    ServiceId,
    /// A row of the trace.
    RecordNo,
    /// An interned string: label keys and values.
    Sym,
    /// A rule of the engine: an index into the slug table.
    RuleNo,
}
