//! What a document may say, and what is unwise: one table of checks.

mod affinity;
mod assumptions;
mod autoscaled_blue_green;
mod autoscaling;
mod blue_green;
mod budgets;
mod cluster;
mod context;
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

pub(crate) use context::Cx;

use super::diagnostic::Diagnostics;
use base::muted;

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
    [] forms::values;
    [] forms::workloads;
    [] forms::numbers;
    [] forms::selectors;
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
    ["AB-07"] autoscaled_blue_green::wait;
    ["AB-18"] autoscaled_blue_green::autoprovisioned;
    ["AB-23"] autoscaled_blue_green::control_plane;
    ["AB-23"] autoscaled_blue_green::autoscaler;
    ["AB-16"] autoscaled_blue_green::room;
    [] autoscaled_blue_green::built;
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
