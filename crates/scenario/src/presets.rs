//! Built-in scenarios: each is a document like any other.

use std::borrow::Cow;

use super::surge_ref;

/// A preset as listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    pub name: &'static str,
    /// The document's `name`.
    pub title: &'static str,
    /// The document's `description`.
    pub description: &'static str,
    pub pools: u32,
    pub nodes: u32,
    /// Pods at the start, including those of DaemonSets.
    pub pods: u32,
}

macro_rules! presets {
    ($($name:literal, $title:literal, $description:literal, $pools:literal, $nodes:literal, $pods:literal;)*) => {
        const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            title: $title,
            description: $description,
            pools: $pools,
            nodes: $nodes,
            pods: $pods,
        },)*];

        /// The documents. A separate list: the page's first screen has the other one, and the documents are loaded with the engine.
        const TEXTS: &[(&str, &str)] = &[$((
            $name,
            include_str!(concat!("../../../static/scenarios/", $name, ".json")),
        ),)*];
    };
}

presets! {
    "docs-5-nodes", "Five nodes, two surge and one unavailable",
        "The example from the GKE documentation: between four and seven nodes, three upgraded at a time.",
        1, 5, 13;
    "surge-balanced", "25 nodes, one additional node at a time",
        "Balanced (the default): maxSurge 1 and maxUnavailable 0. Slow, but capacity never drops.",
        1, 25, 85;
    "surge-0-20", "25 nodes, twenty down at a time",
        "Fast without additional nodes: maxSurge 0 and maxUnavailable 20. Four fifths of the pool are down at once.",
        1, 25, 85;
    "surge-20-0", "25 nodes, twenty additional nodes at a time",
        "Fast without losing capacity: maxSurge 20 and maxUnavailable 0. Needs twenty additional nodes.",
        1, 25, 85;
    "surge-0-1", "25 nodes, one down at a time",
        "Slow without additional nodes: maxSurge 0 and maxUnavailable 1.",
        1, 25, 85;
    "pdb-never-moves", "The PDB that never allows an eviction",
        "A PodDisruptionBudget with maxUnavailable 0 blocks every drain for an hour. Then its Pods are forced out.",
        1, 3, 8;
    "stockout", "Stockout in the second zone",
        "A stockout of two hours: the first zone finishes, the second waits without a single surge node.",
        1, 6, 12;
    "three-zones", "web-pool to 1.33, Saturday night",
        "Twelve nodes in three zones, three surge and one unavailable: a Job with a long grace period and slow web Pods determine the end.",
        1, 12, 61;
    "weekday-45-minutes", "45 minutes on a weekday",
        "Eight nodes, forty Pods, two replicas each, no PodDisruptionBudgets, slow readiness: each Service runs on half of its Pods for minutes, twice.",
        1, 8, 40;
    "blue-green-rollback-phase-3", "Blue-green, rolled back in phase 3",
        "Six nodes, batches of two, ten minutes of soak. While the second batch soaks, someone rolls back: the blue pool is used again, and the green pool and its Pods are deleted without checking PodDisruptionBudgets.",
        1, 6, 18;
    "blue-green-percent", "Blue-green by percentage, two pools",
        "A third of seven nodes rounds down to two, and a batch can span two zones. The second pool has batches of one and a PodDisruptionBudget that never allows an eviction: after an hour its Pod stays until the blue pool is deleted.",
        2, 10, 22;
    "blue-green-soak-7-days", "Blue-green, seven days of soak",
        "Batches of one with two days of soak each: after seven days in total, the blue pool is deleted although two of its six nodes were never drained. Their Pods are deleted, not evicted.",
        1, 6, 13;
    "short-lived", "Short-lived: nodes that end by themselves",
        "Four flex-start nodes run for seven days each. The upgrade doesn't cordon or drain them: when a node reaches maxRunDuration, its Pods end with it, regardless of PodDisruptionBudgets. Replacement nodes get the new version, so after a week all nodes are upgraded.",
        1, 4, 11;
    "spot-surge", "Surge on Spot VMs, with a preemption",
        "Old Spot nodes are cordoned before the new ones are Ready, so no Pods are scheduled on them anymore. Halfway through, Compute Engine preempts one VM: its Pods get 15 seconds, and PodDisruptionBudgets are not consulted.",
        1, 8, 24;
    "cancel-resume", "Canceled, reviewed, resumed",
        "Cancel pauses the upgrade and rolls nothing back: the node being drained is finished, then the pool stays on two versions. Half an hour later the upgrade is resumed, and only the old nodes are upgraded.",
        1, 6, 16;
    "bad-version", "A version on which the Pods never become ready",
        "On the new version, the web Pods start but never become ready. Their PodDisruptionBudget blocks the next drains, and after an hour each node is drained by force, until someone rolls back to the old version.",
        1, 5, 14;
    "two-pools-at-once", "Two pools at once",
        "Two people upgrade two pools at the same time, one by surge, the other by blue-green. A Service has Pods in both pools, and its PodDisruptionBudget counts all of them: each pool waits for the other.",
        2, 8, 22;
    "holiday-freeze", "Holiday freeze",
        "Three exclusions from September to January and six scheduled changes: two run, four wait. A patch in November and a VM disruption in December are allowed. The rest starts when the last exclusion that blocks it ends.",
        1, 3, 6;
    "weekend-ran-on-monday", "The weekend that ran on Monday",
        "A window of 38 hours on Saturday and Sunday looks like the weekend. But Sunday's window lasts until Monday evening, so an upgrade that is due on Monday morning starts immediately, during working hours.",
        1, 6, 18;
    "two-clusters-staggered", "Two clusters, one after the other",
        "Europe has its window on Mondays and Tuesdays, America on Thursdays and Fridays: a bad version is noticed in one before it reaches the other. The American cluster is simulated. Of the European one, only the calendar is shown.",
        1, 8, 16;
    "beta-api-removal", "Time to migrate from a beta API",
        "The next minor version removes an API that objects still use. For three months, an exclusion blocks minor upgrades but allows patches. When it ends, GKE catches up, one minor version a month.",
        1, 4, 8;
    "legacy-database", "A database that must not be evicted",
        "For three months, an exclusion blocks minor and node upgrades. The node patch that GKE has ready waits. On a Sunday night, someone starts it manually, which no exclusion blocks.",
        2, 6, 9;
    "emergency-override", "An emergency in the freeze",
        "No changes are allowed at the end of the year, and no window is open on that day. A patch for a critical vulnerability is rolled out anyway: GKE overrides windows and exclusions for it, and says so.",
        1, 5, 10;
    "600-nodes-8-hour-weekend", "600 nodes and an 8-hour weekend window",
        "One node at a time in an eight-hour window on Saturdays and Sundays: an upgrade of 600 nodes takes several windows and pauses from Sunday to Saturday with two versions in the pool.",
        1, 600, 1800;
    "fleet-15000", "15,000 nodes, pool after pool",
        "The largest GKE cluster: five pools in three zones with 1,000 nodes each and 30 Pods per node, upgraded by GKE one pool after the other, twenty nodes at a time. Deliberately more Pods than GKE allows.",
        5, 15_000, 465_000;
}

impl Preset {
    /// The document.
    #[inline(never)] // Inlined, all documents would be part of the first load.
    pub fn text(&self) -> &'static str {
        let mut texts = TEXTS.iter();
        texts
            .find(|(name, _)| *name == self.name)
            .map_or("", |(_, text)| text)
    }

    /// Is it small enough to be run often, even by a build that checks every step?
    pub fn is_small(&self) -> bool {
        self.nodes <= 1000
    }
}

/// All presets, the simplest first. Names are stable.
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// The document of a preset, or of `surge-ref-N`: the benchmark with N nodes.
pub fn preset_text(name: &str) -> Option<Cow<'static, str>> {
    if let Some(found) = preset(name) {
        return Some(found.text().into());
    }
    let nodes: u32 = name.strip_prefix("surge-ref-")?.parse().ok()?;
    let known = (1..=MOST_NODES).contains(&nodes);
    known.then(|| surge_ref::text(nodes).into())
}

/// The largest benchmark.
const MOST_NODES: u32 = 15_000;

/// The preset of a name.
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Severity, open};
    use model::Maintenance;
    use model::WorkloadKind;
    use model::script::Command;

    #[test]
    fn every_preset_is_what_its_line_says() {
        for preset in presets() {
            let opened = open(preset.text());
            let worst: Vec<String> = opened
                .diagnostics
                .iter()
                .filter(|diagnostic| {
                    diagnostic.severity == Severity::Error
                        || diagnostic.code.starts_with("document/")
                })
                .map(|one| format!("{one:?}"))
                .collect();
            assert_eq!(worst, [""; 0], "{}", preset.name);
            let document = opened.document.expect("a document");
            let compiled = opened.compiled.expect("no errors");
            assert_eq!(document.name, preset.title);
            assert_eq!(document.description, preset.description);
            let daemons = compiled
                .plan
                .workloads
                .values()
                .filter(|workload| workload.kind == WorkloadKind::DaemonSet)
                .count() as u32;
            let cluster = &compiled.cluster;
            let sizes = (
                compiled.plan.pools.len(),
                cluster.nodes.len(),
                cluster.pods.len() + daemons * cluster.nodes.len(),
            );
            assert_eq!(
                sizes,
                (preset.pools, preset.nodes, preset.pods),
                "{}",
                preset.name
            );
            let first = compiled.plan.script.first().expect("a script");
            let upgrades = matches!(
                first.command,
                Command::Upgrade { .. } | Command::UpgradeControlPlane { .. }
            );
            // With a calendar, it may be due later.
            let decides = compiled.plan.maintenance != Maintenance::always();
            assert!(
                upgrades && (first.at.ms() == 0 || decides),
                "{}",
                preset.name
            );
            let again = open(&document.to_text());
            assert_eq!(again.document.as_ref(), Some(&document), "{}", preset.name);
        }
    }
}
