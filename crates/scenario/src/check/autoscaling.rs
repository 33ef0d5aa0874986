//! Autoscaling of pools: consistent limits, the location policy, the profile.

use super::context::Cx;
use super::versions::control_plane_is_before;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::document::pool::{PoolAutoscaling, hosts};
use crate::document::{Document, Pool, Workload};
use crate::initial_nodes::{nodes_by_zone, zones_of};
use crate::labels::{taint, toleration};
use base::{Message, say};
use model::selector::{Effect, Toleration};
use model::{Symbols, Version};

const TOTALS_FROM: Version = Version { major: 1, minor: 24, patch: None, gke: None };
const LOCATION_POLICY_FROM: Version =
    Version { major: 1, minor: 24, patch: Some(1), gke: Some(800) };
/// From this version on pools may have autoscaled blue-green upgrades (AB-23).
pub(crate) const AUTOSCALED_BLUE_GREEN: Version =
    Version { major: 1, minor: 34, patch: Some(0), gke: Some(2_201_000) };
const LARGEST: i64 = 15_000;

/// The settings, if autoscaling is on.
pub(crate) fn scaling(pool: &Pool) -> Option<&PoolAutoscaling> {
    pool.autoscaling.as_ref().filter(|scaling| scaling.enabled)
}

/// Would GKE take autoscaled blue-green upgrades for the pool (AB-23)?
pub(crate) fn can_be_autoscaled(doc: &Document, pool: &Pool) -> bool {
    control_plane_is_before(doc, AUTOSCALED_BLUE_GREEN).is_none() && scaling(pool).is_some()
}

/// Is the limit set? The API writes 0 for none.
pub(crate) fn is_set(limit: Option<i64>) -> bool {
    set(limit).is_some()
}

/// The limit, if set.
fn set(limit: Option<i64>) -> Option<i64> {
    limit.filter(|limit| *limit != 0)
}

fn scaled(doc: &Document) -> impl Iterator<Item = (&Pool, &PoolAutoscaling, String)> {
    let pools = doc.pools.iter().enumerate();
    pools.filter_map(|(at, pool)| Some((pool, scaling(pool)?, format!("/pools/{at}/autoscaling"))))
}

/// Does it start without nodes?
fn is_empty(pool: &Pool) -> bool {
    pool.initial_node_count.unwrap_or(0) == 0 && pool.nodes.is_empty()
}

/// Neither limit is negative, nor the minimum above the maximum.
fn in_order(
    names: [&str; 2],
    limits: [Option<i64>; 2],
    negative: impl Fn(&str, String) -> Message,
    mut say: impl FnMut(&str, Message),
) {
    for (name, limit) in names.into_iter().zip(limits) {
        if let Some(limit) = limit.filter(|limit| *limit < 0) {
            say(name, negative(name, limit.to_string()));
        }
    }
    if let [Some(least), Some(most)] = limits
        && least > most
    {
        let [least, most] = [format!("{} {least}", names[0]), format!("{} {most}", names[1])];
        say(names[0], say!("check-least-above-most", least = least, most = most));
    }
}

/// The most nodes that the autoscaler may give a pool, in total or summed over its zones.
pub fn largest_size(doc: &Document, pool: &Pool) -> Option<i64> {
    let scaling = scaling(pool)?;
    let zones = zones_of(doc, pool).len() as i64;
    let in_zones = || Some(scaling.max_node_count?.saturating_mul(zones));
    set(scaling.total_max_node_count).or_else(in_zones)
}

/// No pool grows beyond 15,000 nodes (CA-64).
pub(super) fn largest(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (pool, scaling, path) in scaled(cx.doc) {
        let name = match set(scaling.total_max_node_count) {
            Some(_) => "totalMaxNodeCount",
            None => "maxNodeCount",
        };
        if let Some(most) = largest_size(cx.doc, pool).filter(|most| *most > LARGEST) {
            Diagnostic::error("autoscaling/too-large", format!("{path}/{name}"))
                .with("pool", &pool.name)
                .with("most", most)
                .with("limit", LARGEST)
                .with("field", name)
                .add_to(out);
        }
    }
}

/// Limits per zone or in total, not both; minimum below maximum (CA-36).
pub(super) fn limits(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut say = |path: String, message: Message| {
        let finding = Diagnostic::error("autoscaling/limits", path).can_exist();
        out.push(finding.says(message));
    };
    for (pool, scaling, path) in scaled(cx.doc) {
        let name = &pool.name;
        let zonal = [scaling.min_node_count, scaling.max_node_count];
        let total = [scaling.total_min_node_count, scaling.total_max_node_count];
        let given = |limits: [Option<i64>; 2]| limits.into_iter().any(|one| set(one).is_some());
        if given(zonal) && given(total) {
            say(path.clone(), say!("check-limits-of-both-kinds", pool = name));
        }
        if let Some(master) = control_plane_is_before(cx.doc, TOTALS_FROM).filter(|_| given(total))
        {
            let message = say!("check-total-limits-version", from = TOTALS_FROM, master = master);
            say(path.clone(), message);
        }
        let names = [["minNodeCount", "maxNodeCount"], ["totalMinNodeCount", "totalMaxNodeCount"]];
        for (names, limits) in names.into_iter().zip([zonal, total]) {
            let negative =
                |name: &str, value| say!("check-surge-not-a-count", name = name, value = value);
            in_order(names, limits, negative, |name, text| say(format!("{path}/{name}"), text));
        }
    }
}

/// A pool above its maximum doesn't grow (CA-33).
pub(super) fn above_maximum(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (pool, scaling, path) in scaled(cx.doc) {
        let zones = nodes_by_zone(cx.doc, pool);
        let sum = zones.iter().map(|nodes| i64::from(*nodes)).sum::<i64>();
        let (nodes, most) = match set(scaling.total_max_node_count) {
            Some(most) => (sum, Some(most)),
            None => (zones.into_iter().max().unwrap_or(0).into(), scaling.max_node_count),
        };
        if let Some(most) = most.filter(|most| (1..nodes).contains(most)) {
            Diagnostic::info("autoscaling/above-maximum", path)
                .with("pool", &pool.name)
                .with("nodes", nodes)
                .with("most", most)
                .add_to(out);
        }
    }
}

/// A consolidation delay isn't negative (BS-52).
pub(super) fn delay(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (_, scaling, path) in scaled(cx.doc) {
        if scaling.consolidation_delay.is_some_and(|delay| delay.0 < 0) {
            let path = format!("{path}/consolidationDelay");
            out.push(Diagnostic::error("autoscaling/delay", path).can_exist());
        }
    }
}

/// Limits of node auto-provisioning that nothing can keep.
pub(super) fn resource_limits(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let settings = &cx.doc.cluster.autoscaling;
    let limits = settings.resource_limits.iter().enumerate();
    for (at, limit) in limits.filter(|_| settings.enable_node_autoprovisioning) {
        let kind = &limit.resource_type;
        let negative = |name: &str, value| {
            say!("check-autoscaling-resource-limits", name = name, resource = kind, value = value)
        };
        let limits = [limit.minimum, limit.maximum];
        in_order(["minimum", "maximum"], limits, negative, |name, text| {
            let path = format!("/cluster/autoscaling/resourceLimits/{at}/{name}");
            let finding = Diagnostic::error("autoscaling/resource-limits", path).can_exist();
            out.push(finding.says(text));
        });
    }
}

/// Without a maximum a pool never grows. Of a slice: `slices`.
pub(super) fn no_maximum(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (pool, scaling, path) in scaled(cx.doc) {
        let most = [scaling.max_node_count, scaling.total_max_node_count];
        if !most.into_iter().any(is_set) && !pool.is_multi_host() {
            out.push(Diagnostic::warning("autoscaling/no-maximum", path).with("pool", &pool.name));
        }
    }
}

/// How many nodes a TPU slice of several hosts has.
pub(crate) fn slice_hosts(pool: &Pool) -> Option<u32> {
    let nodes = hosts(&pool.placement_policy.tpu_topology, &pool.config.machine_type);
    nodes.filter(|nodes| *nodes > 1)
}

/// A TPU slice of several hosts has all of its nodes or none (BS-94).
pub(super) fn slices(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (pool, scaling, path) in scaled(cx.doc) {
        let most = scaling.max_node_count.unwrap_or(0);
        if let Some(nodes) = slice_hosts(pool).filter(|nodes| i64::from(*nodes) != most) {
            Diagnostic::error("autoscaling/slice", format!("{path}/maxNodeCount"))
                .with("pool", &pool.name)
                .with("nodes", nodes)
                .with("most", most)
                .can_exist()
                .add_to(out);
        }
    }
}

/// `locationPolicy` requires a minimum version (CA-25).
pub(super) fn location_policy(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let Some(master) = control_plane_is_before(cx.doc, LOCATION_POLICY_FROM) else {
        return;
    };
    for (_, scaling, path) in scaled(cx.doc) {
        if !scaling.location_policy.is_empty() {
            Diagnostic::error("autoscaling/location-policy", format!("{path}/locationPolicy"))
                .with("from", LOCATION_POLICY_FROM)
                .with("master", master)
                .can_exist()
                .add_to(out);
        }
    }
}

/// One finding for each of these pools that has the location policy.
fn of_policy(
    cx: &Cx<'_, '_>,
    (severity, code): (Severity, &'static str),
    policy: &str,
    is_such: impl Fn(&Pool) -> bool,
    out: &mut Diagnostics,
) {
    for (pool, scaling, path) in scaled(cx.doc) {
        if scaling.location_policy == policy && is_such(pool) {
            let finding = Diagnostic::new(severity, code, format!("{path}/locationPolicy"));
            out.push(finding.with("pool", &pool.name));
        }
    }
}

/// Spot and preemptible VMs are easier to get if any zone is allowed (CA-27).
pub(super) fn spot(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let is_spot = |pool: &Pool| pool.config.spot || pool.config.preemptible;
    of_policy(cx, (Severity::Warning, "autoscaling/spot"), "BALANCED", is_spot, out);
}

/// Flex-start has no BALANCED; with ANY the autoscaler should provide every node (BS-91).
pub(super) fn any_zone(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let is_flex = |pool: &Pool| pool.config.flex_start;
    of_policy(cx, (Severity::Warning, "autoscaling/flex-start"), "BALANCED", is_flex, out);
    // A listed node may be the autoscaler's.
    let has_nodes = |pool: &Pool| !is_empty(pool) && pool.nodes.is_empty();
    of_policy(cx, (Severity::Info, "autoscaling/any-size"), "ANY", has_nodes, out);
}

/// One finding for all workloads of this kind, if pools are autoscaled.
fn of_workloads(
    cx: &Cx<'_, '_>,
    (code, field): (&'static str, &str),
    is_such: impl Fn(&Workload) -> bool,
    out: &mut Diagnostics,
) {
    let workloads = cx.doc.workloads.iter().enumerate();
    let such: Vec<_> = workloads.filter(|(_, workload)| is_such(workload)).collect();
    let is_scaled = scaled(cx.doc).next().is_some() && !cx.doc.cluster.autopilot.enabled;
    if let Some((at, first)) = such.first().filter(|_| is_scaled) {
        Diagnostic::warning(code, format!("/workloads/{at}/{field}"))
            .with("workloads", such.len())
            .with("first", &first.name)
            .add_to(out);
    }
}

/// The autoscaler reads requests, not use (CA-13).
pub(super) fn requests(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let lacks = |workload: &Workload| {
        ["cpu", "memory"].iter().any(|name| !workload.requests.contains_key(*name))
    };
    of_workloads(cx, ("autoscaling/requests", "requests"), lacks, out);
}

/// The autoscaler doesn't support a spread that must hold (BS-95).
pub(super) fn hard_spread(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let must = |workload: &Workload| {
        let mut all = workload.topology_spread_constraints.iter();
        all.any(|one| one.when_unsatisfiable != "ScheduleAnyway")
    };
    of_workloads(cx, ("autoscaling/hard-spread", "topologySpreadConstraints"), must, out);
}

/// Two autoscalers work against each other (CA-14).
pub(super) fn compute_engine(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, pool) in cx.doc.pools.iter().enumerate().filter(|(_, pool)| pool.mig_autoscaling) {
        let path = format!("/pools/{at}/migAutoscaling");
        out.push(Diagnostic::warning("autoscaling/compute-engine", path).with("pool", &pool.name));
    }
}

/// A pool without nodes grows only for Pods that tolerate its taints.
pub(super) fn unusable_pool(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut symbols = Symbols::default();
    let others = cx.doc.workloads.iter().filter(|workload| workload.kind != "DaemonSet");
    let tolerated = others.map(|workload| {
        let all = workload.tolerations.iter();
        all.map(|text| toleration(text, &mut symbols)).collect::<Vec<_>>()
    });
    let tolerated: Vec<_> = tolerated.collect();
    for (pool, _, path) in scaled(cx.doc) {
        let taints = pool.config.taints.iter();
        let taints = taints.filter_map(|text| Some((&text.key, taint(text, &mut symbols)?)));
        let repels = taints.filter(|(_, taint)| taint.effect != Effect::PreferNoSchedule);
        let repels: Vec<_> = repels.collect();
        let usable = |all: &Vec<Toleration>| {
            repels.iter().all(|(_, taint)| all.iter().any(|one| one.tolerates(taint)))
        };
        let is_asked = tolerated.is_empty() || tolerated.iter().any(usable);
        if let Some((key, _)) = repels.first().filter(|_| is_empty(pool) && !is_asked) {
            Diagnostic::info("autoscaling/unusable-pool", path)
                .with("pool", &pool.name)
                .with("taint", *key)
                .add_to(out);
        }
    }
}

/// A pool can't grow where there are no machines.
pub(super) fn stockouts(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, item) in cx.doc.script.iter().enumerate().filter(|(_, item)| item.action == "stockout")
    {
        let grows = |pool: &&Pool| zones_of(cx.doc, pool).contains(&item.zone);
        let pools = cx.doc.pools.iter().filter(|pool| scaling(pool).is_some()).filter(grows);
        if let Some(pool) = pools.into_iter().next() {
            Diagnostic::info("autoscaling/stockout", format!("/script/{at}/zone"))
                .with("pool", &pool.name)
                .with("zone", &item.zone)
                .add_to(out);
        }
    }
}

/// Autopilot doesn't support the profile `BALANCED` (CA-40).
pub(super) fn profile(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let cluster = &cx.doc.cluster;
    if cluster.autopilot.enabled && cluster.autoscaling.autoscaling_profile == "BALANCED" {
        Diagnostic::error("autoscaling/profile", "/cluster/autoscaling/autoscalingProfile")
            .add_to(out);
    }
}
