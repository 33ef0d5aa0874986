//! Checks a document for errors and unwise settings: one table of checks.

mod affinity;
mod assumptions;
pub(crate) mod autoscaling;
mod budgets;
mod cluster;
pub(crate) mod context;
mod drain;
mod fit;
mod forms;
mod limits;
mod maintenance;
mod namespaces;
mod nodes;
mod references;
mod rollouts;
mod script;
mod services;
mod strategy;
mod unused;
pub(crate) mod versions;
mod volumes;
mod workloads;

pub(crate) use limits::{ENTRIES, exhausted, within_limits};

pub(crate) use context::Cx;

use super::diagnostic::Diagnostics;
use context::checks;

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
    ["BS-09"] script::automatic;
    ["UP-15"] script::rolled_back;
    ["UP-01"] strategy::known;
    ["UP-03"] strategy::autopilot;
    ["UP-04"] strategy::managed;
    [] strategy::of_each;
    ["UP-07"] strategy::capacity;
    ["SU-16"] fit::reserved;
    ["UP-05"] fit::fixed;
    [] fit::locations;
    ["BS-11"] drain::limits;
    ["KP-01"] budgets::percentages;
    ["BS-70", "KP-12"] budgets::exactly_one;
    ["KP-12"] budgets::bounds;
    ["BS-75"] budgets::policies;
    ["BS-71", "KP-18"] budgets::never;
    ["KP-18"] budgets::never_here;
    ["BS-72"] budgets::bare_pods;
    ["KP-08"] budgets::no_scale;
    ["KD-03", "KD-04"] budgets::daemons;
    ["KP-02"] budgets::nothing;
    ["KE-03"] budgets::two;
    ["KP-18"] workloads::budget_used_up;
    [] workloads::bare_pods;
    ["KD-11"] workloads::daemons;
    [] workloads::pinned;
    [] workloads::single;
    [] workloads::no_budget;
    ["BS-07"] cluster::pools_at_once;
    [] maintenance::other_edition;
    [] maintenance::policies;
    ["MW-18"] maintenance::several_windows;
    [] maintenance::overlaps;
    ["BS-22"] maintenance::unknown_end;
    ["BS-10"] maintenance::of_pools;
    ["BS-02"] versions::control_plane;
    [] versions::nothing_to_do;
    ["BS-19"] versions::end_of_support;
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
    [] rollouts::numbers;
    ["KC-22"] rollouts::both_zero;
    ["KC-22"] rollouts::deadlines;
    ["LB-35"] services::health_check_port;
    ["BS-66"] nodes::pods;
    ["KS-11"] fit::requests;
    ["KT-20"] fit::slots;
    ["KT-20"] nodes::pods_per_node;
    ["KT-19"] nodes::machine_types;
    [] nodes::none;
    ["KS-39"] volumes::zones;
    ["KS-39"] volumes::nodes;
    ["KS-40"] volumes::per_pod;
    ["KS-41"] volumes::one_node;
    [] volumes::alike;
    [] unused::fields;
}

pub(crate) fn run(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    CHECKS.iter().for_each(|check| check.run(cx, out));
    namespaces::qualify(cx.doc, out);
}
