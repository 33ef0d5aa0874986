//! Scenarios that come with the program: each a document like any other, run by the same engine.

/// A preset, as the list of them shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    pub name: &'static str,
    /// The document's `name`.
    pub title: &'static str,
    pub pools: u32,
    pub nodes: u32,
    /// Pods of the start, those of DaemonSets included.
    pub pods: u32,
    /// The document.
    pub text: &'static str,
}

macro_rules! presets {
    ($($name:literal, $title:literal, $pools:literal, $nodes:literal, $pods:literal;)*) => {
        const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            title: $title,
            pools: $pools,
            nodes: $nodes,
            pods: $pods,
            text: include_str!(concat!("../../static/scenarios/", $name, ".json")),
        },)*];
    };
}

presets! {
    "docs-5-nodes", "Five nodes, two surge and one unavailable", 1, 5, 13;
    "surge-balanced", "Twenty-five nodes, one more at a time", 1, 25, 85;
    "surge-0-20", "Twenty-five nodes, twenty down at a time", 1, 25, 85;
    "surge-20-0", "Twenty-five nodes, twenty more at a time", 1, 25, 85;
    "surge-0-1", "Twenty-five nodes, one down at a time", 1, 25, 85;
    "pdb-never-moves", "The budget that never lets a Pod go", 1, 3, 8;
    "stockout", "No machines in the second zone", 1, 6, 12;
    "three-zones", "web-pool to 1.33, Saturday night", 1, 12, 61;
    "weekday-45-minutes", "Forty-five minutes on a weekday", 1, 8, 40;
}

/// All presets, the simplest first. Names are stable.
pub fn presets() -> &'static [Preset] {
    PRESETS
}

/// The document of a preset.
pub fn preset(name: &str) -> Option<&'static str> {
    let found = PRESETS.iter().find(|preset| preset.name == name);
    found.map(|preset| preset.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::WorkloadKind;
    use crate::model::script::Command;
    use crate::scenario::{Severity, open};

    #[test]
    fn every_preset_is_what_its_line_says() {
        for preset in presets() {
            let opened = open(preset.text);
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
            assert!(!document.description.is_empty(), "{}", preset.name);
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
            assert!(matches!(first.command, Command::Upgrade { .. }) && first.at.ms() == 0);
            let again = open(&document.to_text());
            assert_eq!(again.document.as_ref(), Some(&document), "{}", preset.name);
        }
    }
}
