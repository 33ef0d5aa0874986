//! What a document may say, and what is unwise: one table of checks.

mod affinity;
mod assumptions;
mod autoscaled;
mod autoscaling;
mod blue_green;
mod budgets;
mod cluster;
mod drain;
mod forms;
mod limits;
mod maintenance;
mod nodes;
mod references;
mod script;
mod services;
mod short_lived;
mod strategy;
mod surge;
mod unused;
mod versions;

pub(crate) use limits::{ENTRIES, exhausted, within_limits};

use super::calendar::{self, Policy};
use super::diagnostic::{Diagnostic, Diagnostics};
use super::document::{Document, Pool, UpgradeSettings};
use super::resolve::Resolved;
use base::muted;

/// What the checks look at.
pub(crate) struct Cx<'a, 'd> {
    pub doc: &'d Document,
    pub resolved: &'a Resolved<'d>,
    /// Names of the nodes of the start.
    pub node_names: Vec<String>,
    /// The cluster's maintenance policy, if it was understood.
    pub policy: Option<Policy>,
    /// What is wrong with it.
    policy_findings: Vec<Diagnostic>,
}

impl<'a, 'd> Cx<'a, 'd> {
    pub(crate) fn new(doc: &'d Document, resolved: &'a Resolved<'d>) -> Self {
        let node_names = super::compile::pools::node_names(doc);
        let mut found = Diagnostics::default();
        let policy = calendar::check(
            &doc.cluster.maintenance_policy,
            calendar::compile::setting(doc),
            maintenance::POLICY,
            &mut found,
        );
        Self {
            doc,
            resolved,
            node_names,
            policy,
            policy_findings: found.finish(),
        }
    }
}

/// A check, with the ids of the rulebook that it enforces. Muting one of them switches it off.
pub(crate) struct Check {
    pub rules: &'static [&'static str],
    pub run: fn(&Cx<'_, '_>, &'static [&'static str], &mut Diagnostics),
}

macro_rules! checks {
    ($($(#[$meta:meta])* [$($rule:literal),*] $run:path;)*) => {
        /// Every check, in the order in which findings are listed.
        pub(crate) const CHECKS: &[Check] = &[$(Check { rules: &[$($rule),*], run: $run },)*];
    };
}

checks! {
    [] limits::selectors;
    [] references::names;
    [] references::duplicates;
    [] forms::workloads;
    [] forms::numbers;
    [] forms::selectors;
    [] forms::services;
    [] affinity::forms;
    [] affinity::namespaces;
    ["KS-15"] affinity::alone;
    ["KS-16"] affinity::apart;
    ["KS-10"] affinity::ports;
    [] assumptions::ranges;
    [] script::items;
    [] script::targets;
    ["UP-01"] strategy::known;
    ["BG-18"] blue_green::one_size;
    ["BG-19"] blue_green::part;
    ["BG-21"] blue_green::batch_soak;
    ["BG-25"] blue_green::pool_soak;
    ["BG-26", "AM-90"] blue_green::seven_days;
    ["UP-03"] strategy::autopilot;
    ["UP-04"] strategy::managed;
    ["UP-05"] short_lived::fixed;
    ["SL-01"] short_lived::offered;
    ["AB-07"] autoscaled::wait;
    ["AB-18"] autoscaled::autoprovisioned;
    ["AB-23"] autoscaled::control_plane;
    ["AB-23"] autoscaled::autoscaler;
    ["AB-16"] autoscaled::room;
    [] strategy::built;
    ["SU-28"] surge::numbers;
    ["AM-85", "SU-28"] surge::one_flag;
    ["UP-11"] surge::more_than_twenty;
    ["SU-12"] surge::scarce;
    ["SU-02"] surge::long_grace;
    ["SU-22"] surge::local_traffic;
    ["UP-07"] surge::capacity;
    ["BS-11"] drain::limits;
    ["KP-01"] budgets::percentages;
    ["BS-70", "KP-12"] budgets::exactly_one;
    ["KP-12"] budgets::bounds;
    ["BS-75"] budgets::policies;
    ["BS-71", "KP-18"] budgets::never;
    ["KP-18"] budgets::never_here;
    ["BS-72"] budgets::bare_pods;
    ["KP-08"] budgets::no_scale;
    ["KP-02"] budgets::nothing;
    ["KE-03"] budgets::two;
    ["BS-07"] cluster::pools_at_once;
    [] maintenance::edition;
    [] maintenance::policies;
    ["MW-18"] maintenance::several_windows;
    [] maintenance::overlaps;
    ["BS-02"] versions::control_plane;
    ["BS-06"] versions::skew;
    ["BS-06"] versions::steps;
    [] versions::downgrade;
    [] versions::readable;
    ["BS-59"] nodes::per_zone;
    ["CA-64"] nodes::in_cluster;
    ["CA-64"] autoscaling::largest;
    ["CA-36"] autoscaling::limits;
    ["CA-25"] autoscaling::location_policy;
    ["CA-27"] autoscaling::spot;
    ["CA-40"] autoscaling::profile;
    ["LB-35"] services::health_check_port;
    ["BS-66"] nodes::pods;
    ["KT-20"] nodes::pods_per_node;
    ["KT-19"] nodes::machine_types;
    [] nodes::none;
    [] unused::fields;
}

pub(crate) fn run(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for check in CHECKS {
        if !check.rules.iter().any(|rule| muted(rule)) {
            (check.run)(cx, check.rules, out);
        }
    }
}

/// May somebody choose how the pool is upgraded? Else nothing of its settings is looked at (UP-03, UP-04).
pub(super) fn chooses(doc: &Document, pool: &Pool) -> bool {
    !doc.cluster.autopilot.enabled && !pool.autopilot_managed
}

/// A pool with its upgrade settings, and where these stand: in itself, or in an entry of the script.
pub(super) struct Set<'d> {
    pub(super) pool: &'d Pool,
    pub(super) settings: Option<&'d UpgradeSettings>,
    pub(super) path: String,
}

impl<'d> Set<'d> {
    fn of_pool((at, pool): (usize, &'d Pool)) -> Self {
        Self {
            pool,
            settings: pool.upgrade_settings.as_ref(),
            path: format!("/pools/{at}/upgradeSettings"),
        }
    }

    pub(super) fn strategy(&self) -> &'d str {
        self.pool.strategy_by(self.settings)
    }

    /// Is the pool upgraded by surge?
    fn is_surge(&self, doc: &Document) -> bool {
        chooses(doc, self.pool) && matches!(self.strategy(), "" | "SURGE")
    }
}

/// Every pool as the document has it, and as each entry of the script sets it.
pub(super) fn sets(doc: &Document) -> impl Iterator<Item = Set<'_>> {
    let own = doc.pools.iter().enumerate().map(Set::of_pool);
    let script = doc.script.iter().enumerate();
    let set = script.filter(|(_, item)| item.action == "set" && item.upgrade_settings.is_some());
    let set = set.filter_map(|(at, item)| {
        Some(Set {
            pool: doc.pools.iter().find(|pool| pool.name == item.pool)?,
            settings: item.upgrade_settings.as_ref(),
            path: format!("/script/{at}/upgradeSettings"),
        })
    });
    own.chain(set)
}

/// `5 nodes`, `1 node`.
fn count(number: i64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
