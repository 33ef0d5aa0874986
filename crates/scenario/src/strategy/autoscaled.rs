//! Autoscaled blue-green upgrades: requirements, limits of their wait, and how large green must be.

use super::{Form, blue_green, surge};
use crate::check::autoscaling::{AUTOSCALED_BLUE_GREEN, largest_size, scaling};
use crate::check::context::{Cx, PoolSettings, checks, pool_settings};
use crate::check::versions::control_plane_is_before;
use crate::compile::of_pod;
use crate::compile::templates::NodeShape;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Document, Pool, UpgradeSettings, Workload};
use crate::units::Duration;
use base::{muted, order};
use model::strategy::autoscaled::{LONGEST, WAIT};
use model::{Resources, RunKind, Strategy};

checks! {
    ["AB-07", "AM-103"] wait;
    ["AB-18"] autoprovisioned;
    ["AB-23"] control_plane;
    ["AB-23"] autoscaler;
    ["AB-16"] room;
    ["AB-14"] soak;
}

pub(super) const FORM: Form =
    Form { compile, checks: CHECKS, rollback: "runbook-back-autoscaled", ..blue_green::FORM };

/// A wait beyond its limits is the nearest one (AM-103).
fn compile(doc: &Document, pool: &Pool, settings: Option<&UpgradeSettings>) -> Strategy {
    let wait = settings.and_then(given).map_or(WAIT, |wait| wait.span().min(LONGEST));
    Strategy::AutoscaledBlueGreen { wait, surge: surge::surge(doc, pool, settings) }
}

fn given(settings: &UpgradeSettings) -> Option<Duration> {
    let own = settings.blue_green_settings.as_ref()?;
    own.autoscaled_rollout_policy.as_ref()?.wait_for_drain_duration
}

/// Settings of such upgrades, and the path of their policy.
fn policies<'d>(doc: &'d Document) -> impl Iterator<Item = (PoolSettings<'d>, String)> + 'd {
    let chosen = pool_settings(doc).filter(|set| doc.can_choose_strategy(set.pool));
    let with = chosen.filter(|set| set.kind() == Some(RunKind::AutoscaledBlueGreen));
    with.map(|set| {
        let path = format!("{}/blueGreenSettings/autoscaledRolloutPolicy", set.path);
        (set, path)
    })
}

/// GKE waits for the Pods of blue nodes, up to seven days (AB-07).
fn wait(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (set, path) in policies(cx.doc) {
        let is_wrong = |wait: &Duration| wait.0 < 0 || wait.span() > LONGEST;
        if let Some(wait) = set.settings.and_then(given).filter(is_wrong) {
            let nearest = wait.span().min(LONGEST).ms() / 1000;
            Diagnostic::error("autoscaled/wait", format!("{path}/waitForDrainDuration"))
                .with("wait", (wait.0 / 1000).to_string())
                .with("used", nearest.to_string())
                .can_exist()
                .add_to(out);
        }
    }
}

/// Not for pools of node auto-provisioning (AB-18).
fn autoprovisioned(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (PoolSettings { pool, .. }, path) in policies(cx.doc) {
        let made = pool.autoscaling.as_ref();
        if made.is_some_and(|scaling| scaling.autoprovisioned) {
            Diagnostic::error("autoscaled/autoprovisioned", path)
                .with("pool", &pool.name)
                .can_exist()
                .add_to(out);
        }
    }
}

/// Requires a minimum version of the control plane (AB-23).
fn control_plane(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let Some(master) = control_plane_is_before(cx.doc, AUTOSCALED_BLUE_GREEN) else {
        return;
    };
    for (PoolSettings { pool, .. }, path) in policies(cx.doc) {
        Diagnostic::error("autoscaled/version", path)
            .with("pool", &pool.name)
            .with("from", AUTOSCALED_BLUE_GREEN)
            .with("master", master)
            .can_exist()
            .add_to(out);
    }
}

/// Green only grows by the autoscaler (AB-23).
fn autoscaler(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (PoolSettings { pool, .. }, path) in policies(cx.doc) {
        if scaling(pool).is_none() {
            Diagnostic::error("autoscaled/autoscaling-off", path)
                .with("pool", &pool.name)
                .can_exist()
                .add_to(out);
        }
    }
}

/// Green may grow as large as the workloads on blue need (AB-16).
fn room(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (PoolSettings { pool, .. }, path) in policies(cx.doc) {
        let needed = pool.nodes_needed_by_workloads.or_else(|| nodes_needed(cx, pool));
        let (Some(needed), Some(most)) = (needed, largest_size(cx.doc, pool)) else {
            continue;
        };
        if most < needed {
            Diagnostic::warning("autoscaled/too-small", path)
                .with("most", most)
                .with("pool", &pool.name)
                .with("needed", needed)
                .with("pending", needed - most)
                .add_to(out);
        }
    }
}

/// So many nodes of the pool take the Pods that are known to be on it: the largest first, each on the first node with room.
/// `None`: a Pod fits on none.
fn nodes_needed(cx: &Cx<'_, '_>, pool: &Pool) -> Option<i64> {
    let mut symbols = cx.resolved.symbols.clone();
    let template = NodeShape::of_pool(cx.doc, pool).template(cx.doc, pool, &mut symbols);
    let mut empty = (template.allocatable, i64::from(template.max_pods));
    let mut pods: Vec<Resources> = Vec::new();
    let owners = cx.resolved.workloads.iter().filter(|owner| owner.revision.is_none());
    for owner in owners {
        let workload = owner.source;
        let requests = of_pod(workload, &mut symbols);
        if workload.kind == "DaemonSet" {
            if surge::holds(pool, workload) {
                empty.0.subtract(&requests);
                empty.1 -= 1;
            }
        } else {
            let held = pods_on(cx.doc, pool, workload, owner.replicas);
            pods.extend(std::iter::repeat_n(requests, held));
        }
    }
    order::sort_by_key(&mut pods, |one| std::cmp::Reverse((one.cpu_m, one.memory_bytes)));
    let mut nodes: Vec<(Resources, i64)> = Vec::new();
    for pod in pods {
        let fits = |(room, pods): &(Resources, i64)| *pods > 0 && room.covers(&pod);
        let at = match nodes.iter().position(fits) {
            Some(at) => at,
            None if !fits(&empty) => return None,
            None => {
                nodes.push(empty.clone());
                nodes.len() - 1
            }
        };
        nodes[at].0.subtract(&pod);
        nodes[at].1 -= 1;
    }
    i64::try_from(nodes.len()).ok()
}

/// Its Pods on the pool's nodes; without listed ones all of a workload that can be on no other pool.
fn pods_on(doc: &Document, pool: &Pool, workload: &Workload, replicas: u32) -> usize {
    let on = |name: &str| pool.nodes.iter().any(|node| node.name == name);
    if !workload.pods.is_empty() {
        return workload.pods.iter().filter(|pod| on(&pod.node)).count();
    }
    let mut others = doc.pools.iter().filter(|other| other.name != pool.name);
    let only = surge::holds(pool, workload) && !others.any(|one| surge::holds(one, workload));
    if only { replicas as usize } else { 0 }
}

/// The soak of the pool is skipped (AB-14).
fn soak(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (set, _) in policies(cx.doc) {
        let own = set.settings.and_then(|settings| settings.blue_green_settings.as_ref());
        let soak = own.and_then(|own| own.node_pool_soak_duration);
        if soak.is_some_and(|soak| soak.0 > 0) && !muted("AB-14") {
            let path = format!("{}/blueGreenSettings/nodePoolSoakDuration", set.path);
            out.push(Diagnostic::info("autoscaled/soak", path).with("pool", &set.pool.name));
        }
    }
}
