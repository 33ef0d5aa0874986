//! What a node of a pool takes of the quotas of its region.

use crate::gke::shape::Capacity;
use base::{Message, say};
use scenario::accelerators;
use scenario::document::pool::NodeConfig;
use scenario::machines::{DEFAULT, machine};

/// A quota, and what one more node takes of it.
#[derive(Debug)]
pub(super) struct QuotaShare {
    pub(super) metric: String,
    pub(super) left: i64,
    pub(super) each: i64,
}

impl QuotaShare {
    /// How many more nodes it allows.
    pub(super) fn nodes(&self) -> i64 {
        self.left / self.each.max(1)
    }

    pub(super) fn machines(&self, machine: &str) -> Message {
        say!("import-quota-machines", machine = machine, each = self.each, nodes = self.nodes())
    }
}

/// Machine families without Persistent Disks.
#[rustfmt::skip]
const HYPERDISK_ONLY: [&str; 14] = [
    "n4", "n4a", "n4d", "c4", "c4a", "c4d", "x4", "m4", "h4d", "a4", "a4x", "g4", "ct6e", "tpu7x",
];

pub(super) fn machine_type(config: &NodeConfig) -> &str {
    if config.machine_type.is_empty() { DEFAULT } else { &config.machine_type }
}

/// The quotas of the region on which the pool draws. `has_address`: each node has an external one.
pub(super) fn shares(config: &NodeConfig, has_address: bool, region: &Capacity) -> Vec<QuotaShare> {
    let name = machine_type(config);
    let family = name.split('-').next().unwrap_or_default();
    let is_spot = config.spot || config.preemptible;
    let share = |metric: &str, each: i64| {
        let quota = region.quotas.iter().find(|quota| &*quota.metric == metric)?;
        Some(QuotaShare { metric: metric.to_owned(), left: quota.free()?, each })
    };
    // Spot VMs share the quota of all while they have none of their own.
    let own = |metric: &str, each: i64| {
        let metric = format!("PREEMPTIBLE_{metric}");
        let mut quotas = region.quotas.iter().filter(|quota| *quota.metric == *metric);
        let is_set = quotas.any(|quota| quota.limit.0.is_some_and(|limit| limit > 0));
        (is_spot && is_set).then(|| share(&metric, each)).flatten()
    };
    let cpus = machine(name).map(|machine| machine.cpu_m / 1000).filter(|cpus| *cpus > 0);
    // Machine families without a quota of their own share that of all.
    let cpus = cpus.and_then(|cpus| {
        let of_family = || share(&format!("{}_CPUS", family.to_ascii_uppercase()), cpus);
        own("CPUS", cpus).or_else(of_family).or_else(|| share("CPUS", cpus))
    });
    let gpus = accelerators::of_nodes(config).filter(|found| !found.tpu && found.count > 0);
    let gpus = gpus.and_then(|found| {
        let metric = gpu_metric(found.kind);
        own(&metric, found.count).or_else(|| share(&metric, found.count))
    });
    let disk = disk_metric(config, family);
    let disk = disk.and_then(|metric| share(metric, config.disk_size_gb.unwrap_or(100)));
    let address = has_address.then(|| share("IN_USE_ADDRESSES", 1)).flatten();
    let all = [cpus, gpus, disk, address, share("INSTANCES", 1)];
    all.into_iter().flatten().collect()
}

/// `nvidia-tesla-t4` is `NVIDIA_T4_GPUS`; the size of its memory only tells the two kinds of A100 apart.
fn gpu_metric(kind: &str) -> String {
    let kind = kind.strip_prefix("nvidia-").unwrap_or(kind);
    let kind = kind.strip_prefix("tesla-").unwrap_or(kind);
    let short = kind.strip_suffix("-80gb").filter(|short| *short != "a100");
    format!("NVIDIA_{}_GPUS", short.unwrap_or(kind).to_ascii_uppercase().replace('-', "_"))
}

/// The quota of the boot disk. Without a type, it is GKE's default.
fn disk_metric(config: &NodeConfig, family: &str) -> Option<&'static str> {
    match &*config.disk_type {
        "pd-standard" => Some("DISKS_TOTAL_GB"),
        "pd-balanced" | "pd-ssd" => Some("SSD_TOTAL_GB"),
        "hyperdisk-balanced" => Some("HDB_TOTAL_GB"),
        "" if HYPERDISK_ONLY.contains(&family) => Some("HDB_TOTAL_GB"),
        "" => Some("SSD_TOTAL_GB"),
        _ => None,
    }
}
