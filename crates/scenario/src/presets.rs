//! Built-in scenarios: each is a document like any other.

use std::borrow::Cow;

use super::surge_ref;
use base::Message;

/// A preset as listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    pub name: &'static str,
    pub group: PresetGroup,
    pub pools: u32,
    pub nodes: u32,
    /// Pods at the start, including those of DaemonSets.
    pub pods: u32,
    /// A rollback ends its upgrade.
    pub is_rolled_back: bool,
    /// How long its upgrade takes.
    pub took_secs: u32,
    pub harm: PresetHarm,
}

/// What a preset is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PresetGroup {
    Surge,
    BlueGreen,
    Budgets,
    Calendar,
    Failures,
    ShortLived,
}

impl PresetGroup {
    pub const ALL: [Self; 6] = [
        Self::Surge,
        Self::BlueGreen,
        Self::Budgets,
        Self::Calendar,
        Self::Failures,
        Self::ShortLived,
    ];

    /// The key of its title.
    #[inline(always)] // The first screen has it without the rest of this crate.
    pub fn title(self) -> &'static str {
        match self {
            Self::Surge => "preset-group-surge",
            Self::BlueGreen => "preset-group-blue-green",
            Self::Budgets => "preset-group-budgets",
            Self::Calendar => "preset-group-calendar",
            Self::Failures => "preset-group-failures",
            Self::ShortLived => "preset-group-short-lived",
        }
    }
}

/// The worst that the run of a preset does to workloads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PresetHarm {
    Unharmed,
    /// So many Pods end despite a budget.
    Ended(u32),
    /// So many workloads have no ready Pods for a while.
    Unready(u32),
    /// So many budgets are violated for a while.
    Violated(u32),
    /// Jobs lose up to so many seconds of work.
    WorkLost(u32),
}

use PresetGroup::{BlueGreen, Budgets, Calendar, Failures, ShortLived, Surge};
use PresetHarm::{Ended, Unharmed, Unready, Violated, WorkLost};

macro_rules! presets {
    ($($name:literal, $group:ident, $pools:literal, $nodes:literal, $pods:literal, $back:literal, $took:literal, $harm:expr;)*) => {
        const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            group: $group,
            pools: $pools,
            nodes: $nodes,
            pods: $pods,
            is_rolled_back: $back,
            took_secs: $took,
            harm: $harm,
        },)*];

        /// The documents. A separate list: the page's first screen has the other one, and the documents are loaded with the engine.
        const TEXTS: &[(&str, &str)] = &[$((
            $name,
            include_str!(concat!("../../../static/scenarios/", $name, ".json")),
        ),)*];
    };
}

presets! {
    "docs-5-nodes", Surge, 1, 5, 13, false, 482, Unharmed;
    "surge-balanced", Surge, 1, 25, 85, false, 6_025, Unharmed;
    "surge-0-20", Surge, 1, 25, 85, false, 482, Unready(2);
    "surge-20-0", Surge, 1, 25, 85, false, 482, Unharmed;
    "surge-0-1", Surge, 1, 25, 85, false, 6_025, Unharmed;
    "pdb-never-moves", Budgets, 1, 3, 8, false, 11_433, Ended(3);
    "stockout", Failures, 1, 6, 12, false, 8_243, Unharmed;
    "three-zones", Surge, 1, 12, 61, false, 2_655, WorkLost(6504);
    "weekday-45-minutes", Budgets, 1, 8, 40, false, 2_806, Unharmed;
    "blue-green-rollback-phase-3", BlueGreen, 1, 6, 18, true, 1_261, Unharmed;
    "blue-green-percent", BlueGreen, 2, 10, 22, false, 9_321, Ended(2);
    "blue-green-soak-7-days", BlueGreen, 1, 6, 13, false, 612_571, Ended(1);
    "short-lived", ShortLived, 1, 4, 11, false, 601_230, Violated(1);
    "spot-surge", ShortLived, 1, 8, 24, false, 720, Unharmed;
    "cancel-resume", Failures, 1, 6, 16, false, 3_423, Unharmed;
    "bad-version", Failures, 1, 5, 14, true, 8_586, Unharmed;
    "two-pools-at-once", BlueGreen, 2, 8, 22, false, 2_991, Unharmed;
    "holiday-freeze", Calendar, 1, 3, 6, false, 5_746_983, Unharmed;
    "weekend-ran-on-monday", Calendar, 1, 6, 18, false, 1_626, Unharmed;
    "two-clusters-staggered", Calendar, 1, 8, 16, false, 964, Unharmed;
    "beta-api-removal", Calendar, 1, 4, 8, false, 8_987_244, Unharmed;
    "legacy-database", Calendar, 2, 6, 9, false, 4_158_723, Unharmed;
    "emergency-override", Calendar, 1, 5, 10, false, 1_459_305, Unharmed;
    "600-nodes-8-hour-weekend", Calendar, 1, 600, 1800, false, 1_311_597, Unharmed;
    "fleet-15000", Failures, 5, 15_000, 465_000, false, 203_250, Unharmed;
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
