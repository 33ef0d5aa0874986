//! Built-in scenarios: each is a document like any other.

use std::borrow::Cow;

use super::surge_ref;
use base::Message;

/// A preset as listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    pub name: &'static str,
    pub group: &'static str,
    pub pools: u32,
    pub nodes: u32,
    /// Pods at the start, including those of DaemonSets.
    pub pods: u32,
    /// Does its run hurt no workload, and end? The message `ends-NAME` has its headline.
    pub is_fine: bool,
}

/// The titles of the groups, by what a preset is about.
pub const PRESET_GROUPS: [&str; 8] = [
    "preset-group-surge",
    "preset-group-blue-green",
    "preset-group-budgets",
    "preset-group-services",
    "preset-group-autoscaler",
    "preset-group-calendar",
    "preset-group-failures",
    "preset-group-short-lived",
];

macro_rules! presets {
    ($($name:literal, $group:literal, $pools:literal, $nodes:literal, $pods:literal, $fine:literal;)*) => {
        const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            group: concat!("preset-group-", $group),
            pools: $pools,
            nodes: $nodes,
            pods: $pods,
            is_fine: $fine,
        },)*];

        /// The documents. A separate list: the page's first screen has the other one, and the documents are loaded with the engine.
        const TEXTS: &[(&str, &str)] = &[$((
            $name,
            include_str!(concat!("../../../static/scenarios/", $name, ".json")),
        ),)*];
    };
}

presets! {
    "docs-5-nodes", "surge", 1, 5, 13, false;
    "surge-balanced", "surge", 1, 25, 85, true;
    "surge-0-20", "surge", 1, 25, 85, false;
    "surge-20-0", "surge", 1, 25, 85, false;
    "surge-0-1", "surge", 1, 25, 85, true;
    "pdb-never-moves", "budgets", 1, 3, 8, false;
    "stockout", "failures", 1, 6, 12, true;
    "three-zones", "surge", 1, 12, 61, false;
    "weekday-45-minutes", "budgets", 1, 8, 40, false;
    "local-policy-20-0", "services", 1, 20, 60, false;
    "cluster-policy-drain", "services", 2, 5, 7, false;
    "subsetting-three-nodes", "services", 1, 3, 4, false;
    "251-nodes", "services", 2, 251, 4, false;
    "target-pool-legacy", "services", 1, 4, 8, false;
    "terminating-endpoints", "services", 1, 3, 3, false;
    "blue-green-rollback-phase-3", "blue-green", 1, 6, 18, false;
    "blue-green-percent", "blue-green", 2, 10, 22, false;
    "blue-green-soak-7-days", "blue-green", 1, 6, 13, false;
    "autoscaled-blue-green", "blue-green", 2, 9, 9, false;
    "short-lived", "short-lived", 1, 4, 11, false;
    "spot-surge", "short-lived", 1, 8, 24, false;
    "cancel-resume", "failures", 1, 6, 16, true;
    "bad-version", "failures", 1, 5, 14, false;
    "two-pools-at-once", "blue-green", 2, 8, 22, true;
    "holiday-freeze", "calendar", 1, 3, 6, true;
    "weekend-ran-on-monday", "calendar", 1, 6, 18, false;
    "two-clusters-staggered", "calendar", 1, 8, 16, false;
    "beta-api-removal", "calendar", 1, 4, 8, true;
    "legacy-database", "calendar", 2, 6, 9, true;
    "emergency-override", "calendar", 1, 5, 10, true;
    "600-nodes-8-hour-weekend", "calendar", 1, 600, 1800, true;
    "wont-scale-down", "autoscaler", 2, 10, 6, true;
    "scale-from-zero", "autoscaler", 2, 1, 1, false;
    "balanced-zones", "autoscaler", 2, 12, 12, true;
    "tpu-slice", "autoscaler", 2, 1, 64, true;
    "upgrade-at-max", "autoscaler", 1, 3, 4, false;
    "fleet-15000", "failures", 5, 15_000, 465_000, true;
}

impl Preset {
    /// The document's `name`; the attribute `about` is its `description`.
    #[inline(always)] // The first screen has it without the rest of this crate.
    pub fn title(&self) -> Message {
        Message::new(format!("preset-{}", self.name))
    }

    /// How its run ends.
    pub fn headline(&self) -> Message {
        Message::new(format!("ends-{}", self.name))
    }

    /// The document.
    #[inline(never)] // Inlined, all documents would be part of the first load.
    pub fn text(&self) -> &'static str {
        let mut texts = TEXTS.iter();
        texts.find(|(name, _)| *name == self.name).map_or("", |(_, text)| text)
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
            assert!(PRESET_GROUPS.contains(&preset.group), "{}", preset.name);
            let document = opened.document.expect("a document");
            let compiled = opened.compiled.expect("no errors");
            let (title, words) = (preset.title(), words::plain());
            assert_eq!(document.name, words.text(&title));
            assert_eq!(document.description, words.attribute(&title, "about"));
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
            assert_eq!(sizes, (preset.pools, preset.nodes, preset.pods), "{}", preset.name);
            let first = compiled.plan.script.first();
            let upgrade = first.filter(|first| {
                matches!(
                    first.command,
                    Command::Upgrade { .. } | Command::UpgradeControlPlane { .. }
                )
            });
            // With a calendar, it may be due later.
            let decides = compiled.plan.maintenance != Maintenance::always();
            let begins = upgrade.map(|first| first.at.ms() == 0 || decides);
            let autoscales = compiled.plan.is_autoscaled();
            assert!(begins.unwrap_or(autoscales), "{}", preset.name);
            let again = open(&document.to_text());
            assert_eq!(again.document.as_ref(), Some(&document), "{}", preset.name);
        }
    }
}
