//! Built-in scenarios: each is a document like any other.

use std::borrow::Cow;

use super::surge_ref;
use base::Message;

/// A preset as listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    pub name: &'static str,
    pub pools: u32,
    pub nodes: u32,
    /// Pods at the start, including those of DaemonSets.
    pub pods: u32,
}

macro_rules! presets {
    ($($name:literal, $pools:literal, $nodes:literal, $pods:literal;)*) => {
        const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
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
    "docs-5-nodes", 1, 5, 13;
    "surge-balanced", 1, 25, 85;
    "surge-0-20", 1, 25, 85;
    "surge-20-0", 1, 25, 85;
    "surge-0-1", 1, 25, 85;
    "pdb-never-moves", 1, 3, 8;
    "stockout", 1, 6, 12;
    "three-zones", 1, 12, 61;
    "weekday-45-minutes", 1, 8, 40;
    "blue-green-rollback-phase-3", 1, 6, 18;
    "blue-green-percent", 2, 10, 22;
    "blue-green-soak-7-days", 1, 6, 13;
    "short-lived", 1, 4, 11;
    "spot-surge", 1, 8, 24;
    "cancel-resume", 1, 6, 16;
    "bad-version", 1, 5, 14;
    "two-pools-at-once", 2, 8, 22;
    "holiday-freeze", 1, 3, 6;
    "weekend-ran-on-monday", 1, 6, 18;
    "two-clusters-staggered", 1, 8, 16;
    "beta-api-removal", 1, 4, 8;
    "legacy-database", 2, 6, 9;
    "emergency-override", 1, 5, 10;
    "600-nodes-8-hour-weekend", 1, 600, 1800;
    "fleet-15000", 5, 15_000, 465_000;
}

impl Preset {
    /// The document's `name`; the attribute `about` is its `description`.
    #[inline(always)] // The first screen has it without the rest of this crate.
    pub fn title(&self) -> Message {
        Message::new(format!("preset-{}", self.name))
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
            let first = compiled.plan.script.first().expect("a script");
            let upgrades = matches!(
                first.command,
                Command::Upgrade { .. } | Command::UpgradeControlPlane { .. }
            );
            // With a calendar, it may be due later.
            let decides = compiled.plan.maintenance != Maintenance::always();
            assert!(upgrades && (first.at.ms() == 0 || decides), "{}", preset.name);
            let again = open(&document.to_text());
            assert_eq!(again.document.as_ref(), Some(&document), "{}", preset.name);
        }
    }
}
