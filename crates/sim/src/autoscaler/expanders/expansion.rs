//! A possible scale-up, as the expanders see it.

use base::GroupId;
use model::Resources;

/// New nodes of one group, and the Pods that they help (`expander.Option`).
#[derive(Clone, PartialEq, Debug)]
pub struct Expansion {
    pub group: GroupId,
    pub nodes: u32,
    /// How many Pods they help.
    pub pods: u32,
    /// What all these Pods request, without init containers and overhead.
    pub requests: Resources,
    /// Their CPU and memory in MiB, with the least that GKE counts for each (BS-90).
    pub counted: (i64, i64),
    pub node: PoolNode,
    /// The group exists; else it would be created.
    pub exists: bool,
    /// The highest priority with a pattern that matches the group, for the expander `priority`.
    pub priority: Option<u32>,
}

/// A new node of the group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PoolNode {
    /// Capacity, not allocatable.
    pub cpu_m: i64,
    pub memory_bytes: i64,
    /// GPUs, or chips of a TPU.
    pub accelerators: i64,
    pub has_gpus: bool,
    /// Dollars an hour; see [`node_price`](super::node_price).
    pub price: f64,
}

/// What the expanders know of the cluster.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cluster {
    /// Its nodes.
    pub nodes: u32,
    pub prices: PodPrices,
}

/// Dollars an hour for what Pods request.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PodPrices {
    pub cpu: f64,
    pub gib: f64,
    pub gpu: f64,
}

impl Default for PodPrices {
    /// KA-29.
    fn default() -> Self {
        Self { cpu: 0.033174, gib: 0.004446, gpu: 0.7 }
    }
}
