//! Scenarios that come with the program: each a document like any other, run by the same engine.

use std::borrow::Cow;

use super::surge_ref;

/// A preset, as the list of them shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    pub name: &'static str,
    /// The document's `name`.
    pub title: &'static str,
    /// The document's `description`.
    pub description: &'static str,
    pub pools: u32,
    pub nodes: u32,
    /// Pods of the start, those of DaemonSets included.
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

        /// The documents. A list of their own: the page's first screen has the other, and these come with what runs them.
        const TEXTS: &[(&str, &str)] = &[$((
            $name,
            include_str!(concat!("../../../static/scenarios/", $name, ".json")),
        ),)*];
    };
}

presets! {
    "docs-5-nodes", "Five nodes, two surge and one unavailable",
        "The example of the GKE documentation: between four and seven nodes, three at a time.",
        1, 5, 13;
    "surge-balanced", "Twenty-five nodes, one more at a time",
        "Balanced, the default: maxSurge 1 and maxUnavailable 0; slow, and nothing is missing meanwhile.",
        1, 25, 85;
    "surge-0-20", "Twenty-five nodes, twenty down at a time",
        "Fast and without extra nodes: maxSurge 0 and maxUnavailable 20; four fifths of the pool are missing meanwhile.",
        1, 25, 85;
    "surge-20-0", "Twenty-five nodes, twenty more at a time",
        "Fast and without a gap: maxSurge 20 and maxUnavailable 0; twenty extra nodes must exist.",
        1, 25, 85;
    "surge-0-1", "Twenty-five nodes, one down at a time",
        "Slow and without extra nodes: maxSurge 0 and maxUnavailable 1.",
        1, 25, 85;
    "pdb-never-moves", "The budget that never lets a Pod go",
        "A budget with maxUnavailable 0 holds every drain for an hour; then its Pods are ended by force.",
        1, 3, 8;
    "stockout", "No machines in the second zone",
        "A stockout of two hours: the first zone is done, the second waits without a single surge node.",
        1, 6, 12;
    "three-zones", "web-pool to 1.33, Saturday night",
        "Twelve nodes in three zones, three surge and one unavailable: a Job with a long grace and slow web Pods decide the end.",
        1, 12, 61;
    "weekday-45-minutes", "Forty-five minutes on a weekday",
        "Eight nodes, forty Pods, two replicas each, no budgets, slow readiness: each service runs on half its Pods for minutes, twice.",
        1, 8, 40;
    "blue-green-rollback-phase-3", "Blue-green, rolled back in phase 3",
        "Six nodes, batches of two, ten minutes of soak. While the second batch soaks somebody rolls back: blue takes Pods again, green goes, and its Pods are deleted without asking their budgets.",
        1, 6, 18;
    "blue-green-percent", "Blue-green by percentage, two pools",
        "A third of seven nodes rounds down to two, and a batch may lie in two zones. Beside it a pool with batches of one and a budget that never lets a Pod go: after an hour it stays, until blue is deleted.",
        2, 10, 22;
    "blue-green-soak-7-days", "Blue-green, seven days of soak",
        "Batches of one with two days of soak each: after seven days in all the blue pool is deleted, although two of its six nodes were never drained. Their Pods are deleted, not evicted.",
        1, 6, 13;
    "short-lived", "Short-lived: nodes that end by themselves",
        "Four flex-start nodes live for seven days each, and the upgrade cordons and drains nobody. When a life is over the Pods end with their node, budget or not; the node that is asked for in its place is new, and after a week all are.",
        1, 4, 11;
    "spot-surge", "Surge on Spot VMs, with a preemption",
        "Old Spot nodes are cordoned before the new ones are there, so that nothing lands on them any more. In the middle Compute Engine takes one VM back: its Pods have 15 seconds, and no budget is asked.",
        1, 8, 24;
    "cancel-resume", "Cancelled, looked at, resumed",
        "Cancel pauses and rolls nothing back: the node that is being emptied is finished, then the pool stays on two versions. Half an hour later it is resumed, and only the old nodes are upgraded.",
        1, 6, 16;
    "bad-version", "A version on which the Pods never get ready",
        "On the new version the web Pods start and are never ready. Their budget holds the next drains; after an hour each node is emptied by force, until somebody rolls back and the old version comes again.",
        1, 5, 14;
    "two-pools-at-once", "Two pools at once",
        "Two people upgrade two pools at the same time, one by surge, the other by blue-green. A Service has Pods in both, and its budget counts all of them: each pool waits for the other.",
        2, 8, 22;
    "holiday-freeze", "Holiday freeze",
        "Three exclusions from September to January and six dated changes: two run, four wait. A patch in November and VM disruption in December are let through; the rest starts when the last exclusion that keeps it out is over.",
        1, 3, 6;
    "weekend-ran-on-monday", "The weekend that ran on Monday",
        "A window of 38 hours on Saturday and Sunday looks like the weekend. Sunday's lasts until Monday evening, so an upgrade that is due on Monday morning starts at once, while people work.",
        1, 6, 18;
    "two-clusters-staggered", "Two clusters, one after the other",
        "Europe has its window on Mondays and Tuesdays, America on Thursdays and Fridays: a version that does harm in one is seen before it comes to the other. The American cluster is simulated; of the European one only the calendar is shown.",
        1, 8, 16;
    "beta-api-removal", "Time to leave a beta API",
        "The next minor version removes an API that objects still use. For three months an exclusion keeps minor upgrades out and lets patches through; when it is over, GKE catches up, one minor version a month.",
        1, 4, 8;
    "legacy-database", "A database that must not be evicted",
        "For three months an exclusion keeps minor and node upgrades out. The patch that GKE has for the nodes waits; on a Sunday night somebody starts it by hand, which asks no exclusion.",
        2, 6, 9;
    "emergency-override", "An emergency in the freeze",
        "Nothing may change at the end of the year, and no window is open on that day. A patch for a critical vulnerability comes all the same: GKE asks neither windows nor exclusions for it, and says so.",
        1, 5, 10;
    "600-nodes-8-hour-weekend", "Six hundred nodes and a weekend of eight hours",
        "One node at a time in a window of eight hours on Saturdays and Sundays: an upgrade of 600 nodes takes several windows, and stands still from Sunday to Saturday with two versions in the pool.",
        1, 600, 1800;
    "fleet-15000", "Fifteen thousand nodes, pool after pool",
        "The largest cluster of GKE: five pools in three zones with 1,000 nodes each and 30 Pods a node, upgraded by GKE one pool after the other, twenty nodes at a time. More Pods than GKE allows, on purpose.",
        5, 15_000, 465_000;
}

impl Preset {
    /// The document.
    #[inline(never)] // Within its caller, all documents would be a part of the first load.
    pub fn text(&self) -> &'static str {
        let mut texts = TEXTS.iter();
        texts
            .find(|(name, _)| *name == self.name)
            .map_or("", |(_, text)| text)
    }

    /// Small enough to be run again and again, also by a build that checks every step.
    pub fn is_small(&self) -> bool {
        self.nodes <= 1000
    }
}

/// All presets, the simplest first. Names are stable.
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// The document of a preset, or of `surge-ref-N`: the reference work of the benches with N nodes.
pub fn preset_text(name: &str) -> Option<Cow<'static, str>> {
    if let Some(found) = preset(name) {
        return Some(found.text().into());
    }
    let nodes: u32 = name.strip_prefix("surge-ref-")?.parse().ok()?;
    let known = (1..=MOST_NODES).contains(&nodes);
    known.then(|| surge_ref::text(nodes).into())
}

/// The largest reference work.
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
                .map(ToString::to_string)
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
            // Where a calendar decides, it may be due later.
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
