//! Machine types with accelerators, and the accelerators of a pool's nodes.

use crate::document::pool::NodeConfig;

/// The extended resources that Pods request.
pub(crate) const GPU: &str = "nvidia.com/gpu";
pub(crate) const TPU: &str = "google.com/tpu";

/// A machine type with accelerators attached.
pub(crate) struct AcceleratedType {
    name: &'static str,
    pub(crate) cpus: i64,
    pub(crate) memory_gib: i64,
    kind: &'static str,
    count: i64,
    pub(crate) arm: bool,
}

const fn of(
    name: &'static str,
    cpus: i64,
    memory_gib: i64,
    kind: &'static str,
    count: i64,
) -> AcceleratedType {
    AcceleratedType { name, cpus, memory_gib, kind, count, arm: false }
}

/// Source: Compute Engine docs, Accelerator-optimized machine family; GKE docs, Plan TPUs in GKE.
const TYPES: &[AcceleratedType] = &[
    of("a2-highgpu-1g", 12, 85, "nvidia-tesla-a100", 1),
    of("a2-highgpu-2g", 24, 170, "nvidia-tesla-a100", 2),
    of("a2-highgpu-4g", 48, 340, "nvidia-tesla-a100", 4),
    of("a2-highgpu-8g", 96, 680, "nvidia-tesla-a100", 8),
    of("a2-megagpu-16g", 96, 1360, "nvidia-tesla-a100", 16),
    of("a2-ultragpu-1g", 12, 170, "nvidia-a100-80gb", 1),
    of("a2-ultragpu-2g", 24, 340, "nvidia-a100-80gb", 2),
    of("a2-ultragpu-4g", 48, 680, "nvidia-a100-80gb", 4),
    of("a2-ultragpu-8g", 96, 1360, "nvidia-a100-80gb", 8),
    of("a3-edgegpu-8g", 208, 1872, "nvidia-h100-80gb", 8),
    of("a3-highgpu-1g", 26, 234, "nvidia-h100-80gb", 1),
    of("a3-highgpu-2g", 52, 468, "nvidia-h100-80gb", 2),
    of("a3-highgpu-4g", 104, 936, "nvidia-h100-80gb", 4),
    of("a3-highgpu-8g", 208, 1872, "nvidia-h100-80gb", 8),
    of("a3-megagpu-8g", 208, 1872, "nvidia-h100-mega-80gb", 8),
    of("a3-ultragpu-8g", 224, 2952, "nvidia-h200-141gb", 8),
    of("a4-highgpu-8g", 224, 3968, "nvidia-b200", 8),
    AcceleratedType { arm: true, ..of("a4x-highgpu-4g", 140, 884, "nvidia-gb200", 4) },
    of("g2-standard-4", 4, 16, "nvidia-l4", 1),
    of("g2-standard-8", 8, 32, "nvidia-l4", 1),
    of("g2-standard-12", 12, 48, "nvidia-l4", 1),
    of("g2-standard-16", 16, 64, "nvidia-l4", 1),
    of("g2-standard-24", 24, 96, "nvidia-l4", 2),
    of("g2-standard-32", 32, 128, "nvidia-l4", 1),
    of("g2-standard-48", 48, 192, "nvidia-l4", 4),
    of("g2-standard-96", 96, 384, "nvidia-l4", 8),
    of("g4-standard-48", 48, 180, "nvidia-rtx-pro-6000", 1),
    of("g4-standard-96", 96, 360, "nvidia-rtx-pro-6000", 2),
    of("g4-standard-192", 192, 720, "nvidia-rtx-pro-6000", 4),
    of("g4-standard-384", 384, 1440, "nvidia-rtx-pro-6000", 8),
    of("ct4p-hightpu-4t", 240, 407, "tpu-v4-podslice", 4),
    of("ct5l-hightpu-1t", 24, 48, "tpu-v5-lite-device", 1),
    of("ct5l-hightpu-4t", 112, 192, "tpu-v5-lite-device", 4),
    of("ct5l-hightpu-8t", 224, 384, "tpu-v5-lite-device", 8),
    of("ct5lp-hightpu-1t", 24, 48, "tpu-v5-lite-podslice", 1),
    of("ct5lp-hightpu-4t", 112, 192, "tpu-v5-lite-podslice", 4),
    of("ct5lp-hightpu-8t", 224, 384, "tpu-v5-lite-podslice", 8),
    of("ct5p-hightpu-1t", 52, 112, "tpu-v5p-slice", 1),
    of("ct5p-hightpu-2t", 104, 224, "tpu-v5p-slice", 2),
    of("ct5p-hightpu-4t", 208, 448, "tpu-v5p-slice", 4),
    of("ct6e-standard-1t", 44, 176, "tpu-v6e-slice", 1),
    of("ct6e-standard-4t", 180, 720, "tpu-v6e-slice", 4),
    of("ct6e-standard-8t", 180, 1440, "tpu-v6e-slice", 8),
    of("tpu7x-standard-4t", 224, 960, "tpu7x", 4),
];

pub(crate) fn named(machine_type: &str) -> Option<&'static AcceleratedType> {
    TYPES.iter().find(|one| one.name == machine_type)
}

/// The accelerators of each node of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeAccelerators<'a> {
    pub tpu: bool,
    /// GKE's name of their type, empty if unknown.
    pub kind: &'a str,
    pub count: i64,
}

impl NodeAccelerators<'_> {
    /// The resource that Pods request.
    pub(crate) fn resource(&self) -> &'static str {
        if self.tpu { TPU } else { GPU }
    }
}

/// As listed; else those that the machine type always has.
pub fn of_nodes(config: &NodeConfig) -> Option<NodeAccelerators<'_>> {
    let listed = config.accelerators.first().map(|first| {
        let count = config.accelerators.iter().map(|one| one.accelerator_count.unwrap_or(1));
        let count = count.fold(0_i64, |sum, count| sum.saturating_add(count.clamp(0, 1024)));
        NodeAccelerators { tpu: false, kind: first.accelerator_type.as_str(), count }
    });
    let mut parts = config.machine_type.split('-');
    let family = parts.next().unwrap_or_default();
    let class = parts.next().unwrap_or_default();
    let tpu = family.starts_with("ct") || family.starts_with("tpu");
    let of_type = || {
        let known = named(&config.machine_type);
        // How many a newer type has stands at the end of its name.
        let accelerated = tpu || class.ends_with("gpu") || matches!(family, "g2" | "g4");
        let count = || {
            let last = config.machine_type.rsplit('-').next()?;
            last.strip_suffix(['g', 't'])?.parse::<i64>().ok().filter(|n| (1..=64).contains(n))
        };
        accelerated.then(|| NodeAccelerators {
            tpu,
            kind: known.map_or("", |one| one.kind),
            count: known.map(|one| one.count).or_else(count).unwrap_or(1),
        })
    };
    listed.or_else(of_type)
}
