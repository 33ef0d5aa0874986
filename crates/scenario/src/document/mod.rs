//! The scenario document, which people write, import and share. Field names are those of the APIs.

pub mod assumptions;
pub mod budget;
pub mod cluster;
pub mod maintenance;
pub mod pod_spec;
pub mod pool;
pub mod script;
pub mod service;
pub mod setting;
pub mod shared;
pub mod upgrade_settings;
pub mod volume;
pub mod workload;

pub use assumptions::{Assumptions, Range};
pub use budget::{Budget, LabelSelector};
pub use cluster::{Cluster, ReleaseChannel};
pub use maintenance::MaintenancePolicy;
pub use pool::{Node, Pool};
pub use script::ScriptItem;
pub use service::Service;
pub use upgrade_settings::UpgradeSettings;
pub use workload::{Pod, Workload};

use self::setting::Hides;
use super::calendar::Edition;
use super::field::{Field, Reader, document};
use super::json::Json;
use super::units::{At, Instant};

document! {
    /// A cluster, what runs on it, and what happens to it.
    pub struct Document {
        /// Version of the format: 1.
        "version" version: i64: required,
        /// Name of the scenario.
        "name" name: String,
        /// A sentence about the scenario.
        "description" description: String { hides(Hides::All) },
        /// The instant of time 0, or a day, which counts from its start in UTC; 2026-01-05T00:00:00Z if missing.
        "start" start: Option<Instant>,
        /// Seed of everything undefined: node order, spread of durations. 1 if missing.
        "seed" seed: Option<u64> { label("ui-seed", "1").steps_to(i64::MAX) },
        /// The run ends here at the latest; if missing, 60 days, and 30 more for each 30 days until the script's last entry, or until
        /// exclusions and the disruption budget let its automatic work begin.
        "until" until: Option<At>,
        /// Edition of GKE's limits for maintenance policies, by the year of its documentation: 2026 (if missing) or 2025. The former
        /// names `current` and `seed` mean the same.
        "edition" edition: Option<Edition>,
        /// The cluster, with the names of the container API.
        "cluster" cluster: Cluster,
        /// Node pools, with the names of the container API.
        "pools" pools: Vec<Pool>,
        /// What runs on the nodes.
        "workloads" workloads: Vec<Workload>,
        /// PodDisruptionBudgets.
        "budgets" budgets: Vec<Budget>,
        /// Services.
        "services" services: Vec<Service>,
        /// What happens, and when.
        "script" script: Vec<ScriptItem>,
        /// Durations and orders that no API defines.
        "assumptions" assumptions: Assumptions,
        /// The author's notes on the time line.
        "markers" markers: Vec<Marker>,
        /// Further clusters shown beside the simulated one.
        "calendars" calendars: Vec<Calendar> { hides(Hides::All) },
    }

    /// A note at a point of the time line.
    pub struct Marker {
        /// When.
        "at" at: Option<At>: required,
        /// Text.
        "text" text: String,
        /// Its name for links.
        "name" name: String,
    }

    /// A cluster that is shown with its maintenance policy only.
    pub struct Calendar {
        /// Its name.
        "name" name: String,
        /// `maintenancePolicy` of the container API.
        "maintenancePolicy" maintenance_policy: MaintenancePolicy,
        /// Release channel.
        "releaseChannel" release_channel: Option<ReleaseChannel>,
    }
}

impl Calendar {
    /// Release channel; `UNSPECIFIED` for none, empty if not set.
    pub fn channel(&self) -> &str {
        ReleaseChannel::name(self.release_channel.as_ref())
    }
}

impl Document {
    /// An empty scenario.
    pub fn empty() -> Self {
        Self { version: 1, ..Self::default() }
    }

    /// One line of JSON, without default values.
    pub fn to_text(&self) -> String {
        self.write().compact()
    }

    /// JSON on many lines, for files that people read.
    pub fn to_pretty_text(&self) -> String {
        let mut text = self.write().pretty();
        text.push('\n');
        text
    }

    /// Can the upgrade strategy of the pool be chosen? Autopilot and the pools that it manages always use surge
    /// (UP-03, UP-04), and a slice of several machines is replaced as a whole (BS-05).
    pub fn can_choose_strategy(&self, pool: &Pool) -> bool {
        !self.cluster.autopilot.enabled && !pool.autopilot_managed && !pool.is_multi_host()
    }

    /// Milliseconds from 1970 to time 0.
    pub fn start_unix_ms(&self) -> i64 {
        /// 2026-01-05T00:00:00Z, a Monday.
        const DEFAULT: i64 = 1_767_571_200_000;
        self.start.map_or(DEFAULT, |start| start.0)
    }
}

/// Reads one object of the document, for importers: the valid part of it, and diagnostics.
pub fn read<T: Field>(json: &Json) -> (Option<T>, Vec<super::diagnostic::Diagnostic>) {
    let mut cx = Reader::default();
    let value = T::read(json, &mut cx);
    (value, cx.diagnostics.finish())
}

/// The whole schema, as `static/schema/scenario.schema.json` holds it.
#[cfg(feature = "schema")]
pub fn schema() -> String {
    let mut defs = super::schema::Defs::new();
    let root = super::schema::of(Document::TYPE, &mut defs);
    let mut fields = vec![
        ("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into()),
        ("title".to_owned(), "Nodetide scenario".into()),
    ];
    if let Json::Object(reference) = root {
        fields.extend(reference);
    }
    let defs = defs.into_iter().map(|(name, def)| (name.to_owned(), def)).collect();
    fields.push(("$defs".to_owned(), Json::Object(defs)));
    let mut text = Json::Object(fields).pretty();
    text.push('\n');
    text
}
