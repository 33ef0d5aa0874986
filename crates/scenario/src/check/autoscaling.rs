//! Autoscaling of pools: consistent limits, the location policy, the profile.

use super::context::Cx;
use super::versions::control_plane_is_before;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::pool::PoolAutoscaling;
use crate::document::{Document, Pool};
use crate::initial_nodes::zones_of;
use crate::labels::{taint, toleration};
use base::{Message, say};
use model::selector::{Effect, Toleration};
use model::{Symbols, Version};

const TOTALS_FROM: Version = Version { major: 1, minor: 24, patch: None, gke: None };
const LOCATION_POLICY_FROM: Version =
    Version { major: 1, minor: 24, patch: Some(1), gke: Some(800) };
const LARGEST: i64 = 15_000;

/// The settings, if autoscaling is on.
pub(crate) fn scaling(pool: &Pool) -> Option<&PoolAutoscaling> {
    pool.autoscaling.as_ref().filter(|scaling| scaling.enabled)
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

/// The most nodes that the autoscaler may give a pool, in total or summed over its zones.
pub(crate) fn largest_size(doc: &Document, pool: &Pool) -> Option<i64> {
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
            out.push(
                Diagnostic::error("autoscaling/too-large", format!("{path}/{name}"))
                    .with("pool", &pool.name)
                    .with("most", most)
                    .with("limit", LARGEST)
                    .with("field", name),
            );
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
        let names = [("minNodeCount", "maxNodeCount"), ("totalMinNodeCount", "totalMaxNodeCount")];
        for ((least_name, most_name), [least, most]) in names.into_iter().zip([zonal, total]) {
            for (name, limit) in [(least_name, least), (most_name, most)] {
                if let Some(limit) = limit.filter(|limit| *limit < 0) {
                    let message =
                        say!("check-surge-not-a-count", name = name, value = limit.to_string());
                    say(format!("{path}/{name}"), message);
                }
            }
            if let (Some(least), Some(most)) = (least, most)
                && least > most
            {
                let (least, most) =
                    (format!("{least_name} {least}"), format!("{most_name} {most}"));
                let message = say!("check-least-above-most", least = least, most = most);
                say(format!("{path}/{least_name}"), message);
            }
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
            out.push(
                Diagnostic::error("autoscaling/location-policy", format!("{path}/locationPolicy"))
                    .with("from", LOCATION_POLICY_FROM)
                    .with("master", master)
                    .can_exist(),
            );
        }
    }
}

/// Spot VMs are easier to get if any zone is allowed (CA-27).
pub(super) fn spot(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (pool, scaling, path) in scaled(cx.doc) {
        if pool.config.spot && scaling.location_policy == "BALANCED" {
            out.push(
                Diagnostic::warning("autoscaling/spot", format!("{path}/locationPolicy"))
                    .with("pool", &pool.name),
            );
        }
    }
}

/// A pool without nodes grows only for Pods that tolerate its taints.
pub(super) fn nobody(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let mut symbols = Symbols::default();
    let others = cx.doc.workloads.iter().filter(|workload| workload.kind != "DaemonSet");
    let tolerated = others.map(|workload| {
        let all = workload.tolerations.iter();
        all.map(|text| toleration(text, &mut symbols)).collect::<Vec<_>>()
    });
    let tolerated: Vec<_> = tolerated.collect();
    for (pool, _, path) in scaled(cx.doc) {
        let is_empty = pool.initial_node_count.unwrap_or(0) == 0 && pool.nodes.is_empty();
        let taints = pool.config.taints.iter();
        let taints = taints.filter_map(|text| Some((&text.key, taint(text, &mut symbols)?)));
        let repels = taints.filter(|(_, taint)| taint.effect != Effect::PreferNoSchedule);
        let repels: Vec<_> = repels.collect();
        let usable = |all: &Vec<Toleration>| {
            repels.iter().all(|(_, taint)| all.iter().any(|one| one.tolerates(taint)))
        };
        let is_asked = tolerated.is_empty() || tolerated.iter().any(usable);
        if let Some((key, _)) = repels.first().filter(|_| is_empty && !is_asked) {
            out.push(
                Diagnostic::info("autoscaling/nobody", path)
                    .with("pool", &pool.name)
                    .with("taint", *key),
            );
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
            out.push(
                Diagnostic::info("autoscaling/stockout", format!("/script/{at}/zone"))
                    .with("pool", &pool.name)
                    .with("zone", &item.zone),
            );
        }
    }
}

/// Autopilot doesn't support the profile `BALANCED` (CA-40).
pub(super) fn profile(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let cluster = &cx.doc.cluster;
    if cluster.autopilot.enabled && cluster.autoscaling.autoscaling_profile == "BALANCED" {
        out.push(Diagnostic::error(
            "autoscaling/profile",
            "/cluster/autoscaling/autoscalingProfile",
        ));
    }
}
