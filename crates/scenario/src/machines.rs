//! Machine types of Compute Engine, and the resources that GKE leaves for Pods.

use crate::accelerators;
use base::muted;

const MIB: i64 = 1 << 20;
const GIB: i64 = 1 << 30;

/// GKE's default machine type.
pub const DEFAULT: &str = "e2-medium";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    pub cpu_m: i64,
    pub memory_bytes: i64,
    /// Shared-core machines burst: GKE reserves 1060 m of them.
    pub shared: bool,
    pub arm: bool,
}

/// Memory per vCPU in MiB: `standard`, `highmem`, `highcpu`; 0 = no such type.
const FAMILIES: &[(&str, [i64; 3], bool)] = &[
    ("e2", [4096, 8192, 1024], false),
    ("n1", [3840, 6656, 922], false),
    ("n2", [4096, 8192, 1024], false),
    ("n2d", [4096, 8192, 1024], false),
    ("n4", [4096, 8192, 2048], false),
    ("c2", [4096, 0, 0], false),
    ("c2d", [4096, 8192, 2048], false),
    ("c3", [4096, 8192, 2048], false),
    ("c3d", [4096, 8192, 2048], false),
    ("c4", [3840, 7936, 2048], false),
    ("c4a", [4096, 8192, 2048], true),
    ("t2d", [4096, 0, 0], false),
    ("t2a", [4096, 0, 0], true),
    // Custom memory.
    ("g2", [4096, 0, 0], false),
];

/// Shared-core types with their memory in MiB and vCPUs.
const SHARED: &[(&str, i64, i64)] = &[
    ("e2-micro", 1024, 2),
    ("e2-small", 2048, 2),
    ("e2-medium", 4096, 2),
    ("g1-small", 1741, 1),
    ("f1-micro", 614, 1),
];

/// Looks up a machine type; `None` = unknown.
///
/// Source: Compute Engine docs, Machine families resource and comparison guide.
pub fn machine(name: &str) -> Option<Machine> {
    if let Some((_, memory_mib, cpus)) = SHARED.iter().find(|(shared, _, _)| *shared == name) {
        return Some(Machine {
            cpu_m: cpus * 1000,
            memory_bytes: memory_mib * MIB,
            shared: true,
            arm: false,
        });
    }
    if let Some(known) = accelerators::named(name) {
        return Some(Machine {
            cpu_m: known.cpus * 1000,
            memory_bytes: known.memory_gib * GIB,
            shared: false,
            arm: known.arm,
        });
    }
    let mut parts = name.split('-');
    let mut family = parts.next()?;
    let mut class = parts.next()?;
    let mut cpus = parts.next()?;
    let mut custom_memory = parts.next();
    if family == "custom" {
        // `custom-4-8192` is an N1 machine.
        (family, class, cpus, custom_memory) = ("n1", "custom", class, Some(cpus));
    }
    let (_, per_cpu, arm) = FAMILIES.iter().find(|(known, _, _)| *known == family)?;
    let cpus: i64 = cpus.parse().ok().filter(|n| (1..=512).contains(n))?;
    let memory_mib = match class {
        "standard" => per_cpu[0] * cpus,
        "highmem" => per_cpu[1] * cpus,
        "highcpu" => per_cpu[2] * cpus,
        "custom" => custom_memory?.parse().ok().filter(|mib| (1..=64 << 20).contains(mib))?,
        _ => 0,
    };
    (memory_mib > 0).then_some(Machine {
        cpu_m: cpus * 1000,
        memory_bytes: memory_mib * MIB,
        shared: false,
        arm: *arm,
    })
}

/// CPU available to Pods: 6 % of the first core, 1 % of the next, 0.5 % of the next two and 0.25 % of the rest are
/// reserved (KT-19). Source: GKE docs, Plan node sizes.
pub fn allocatable_cpu_m(machine: Machine) -> i64 {
    if muted("KT-19") {
        return machine.cpu_m;
    }
    if machine.shared {
        return (machine.cpu_m - 1060).max(machine.cpu_m * 47 / 100);
    }
    let cores = machine.cpu_m / 1000;
    let reserved_hundredths = 6000
        + 1000 * (cores - 1).clamp(0, 1)
        + 500 * (cores - 2).clamp(0, 2)
        + 250 * (cores - 4).max(0);
    machine.cpu_m - reserved_hundredths / 100
}

/// Memory available to Pods (KT-19).
///
/// Simplified: a node's reported capacity is taken as 1/32 below the machine's memory (the docs say 2 to 4 %).
pub fn allocatable_memory_bytes(machine: Machine) -> i64 {
    if muted("KT-19") {
        return machine.memory_bytes;
    }
    let capacity = machine.memory_bytes - machine.memory_bytes / 32;
    if machine.memory_bytes < GIB {
        return (capacity - 255 * MIB - 100 * MIB).max(0);
    }
    let steps = [(4, 25), (4, 20), (8, 10), (112, 6), (i64::MAX / GIB, 2)];
    let mut rest = capacity;
    let mut reserved = 0;
    for (gib, percent) in steps {
        let part = rest.min(gib * GIB);
        reserved += part / 100 * percent;
        rest -= part;
    }
    capacity - reserved - 100 * MIB
}

/// Ephemeral storage of a boot disk available to Pods: a tenth is the eviction threshold, and the system reserves
/// the least of half the disk, 6 GiB + 35 % of it, and 100 GiB. Source: GKE docs, Plan node sizes.
pub fn allocatable_disk_bytes(disk_gb: i64) -> i64 {
    let disk = disk_gb.clamp(0, 1 << 20) * GIB;
    let system = (disk / 2).min(6 * GIB + disk / 100 * 35).min(100 * GIB);
    disk - disk / 10 - system
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use std::fmt::Write as _;

    #[test]
    fn allocatable_follows_the_published_formula() {
        let mut table = String::new();
        for name in [
            "e2-medium",
            "e2-standard-2",
            "e2-standard-4",
            "e2-standard-8",
            "e2-standard-16",
            "n1-standard-1",
            "n2-highmem-8",
            "c4-highcpu-2",
            "t2a-standard-4",
            "custom-6-8192",
            "n2-custom-4-16384",
            "f1-micro",
            "a2-highgpu-8g",
            "a3-megagpu-8g",
            "a4-highgpu-8g",
            "g2-standard-12",
            "ct4p-hightpu-4t",
            "ct5lp-hightpu-4t",
            "ct5p-hightpu-4t",
            "ct6e-standard-8t",
        ] {
            let machine = machine(name).expect(name);
            let _ = writeln!(
                table,
                "{name} {}m {} MiB{}",
                allocatable_cpu_m(machine),
                allocatable_memory_bytes(machine) / MIB,
                if machine.arm { " arm64" } else { "" }
            );
        }
        expect![[r#"
            e2-medium 940m 2876 MiB
            e2-standard-2 1930m 6044 MiB
            e2-standard-4 3920m 13160 MiB
            e2-standard-8 7910m 28060 MiB
            e2-standard-16 15890m 57899 MiB
            n1-standard-1 940m 2690 MiB
            n2-highmem-8 7910m 57899 MiB
            c4-highcpu-2 1930m 2876 MiB
            t2a-standard-4 3920m 13160 MiB arm64
            custom-6-8192 5915m 6044 MiB
            n2-custom-4-16384 3920m 13160 MiB
            f1-micro 470m 239 MiB
            a2-highgpu-8g 95690m 654046 MiB
            a3-megagpu-8g 207410m 1812861 MiB
            a4-highgpu-8g 223370m 3850508 MiB
            g2-standard-12 11900m 42979 MiB
            ct4p-hightpu-4t 239330m 388646 MiB
            ct5lp-hightpu-4t 111650m 179632 MiB
            ct5p-hightpu-4t 207410m 428505 MiB
            ct6e-standard-8t 179480m 1392888 MiB
        "#]]
        .assert_eq(&table);
        for unknown in [
            "",
            "e2",
            "e2-standard",
            "e2-standard-x",
            "z9-standard-4",
            "c2-highmem-4",
            "custom-4",
            "n2-standard-999999",
        ] {
            assert_eq!(machine(unknown), None, "{unknown}");
        }
    }
}
