//! Autoscaled blue-green upgrades: requirements, and limits of their wait.

use crate::check::autoscaling::{AUTOSCALED_BLUE_GREEN, largest_size, scaling};
use crate::check::context::{Cx, pool_settings};
use crate::check::versions::control_plane_is_before;
use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::document::{Document, Pool, ScriptItem};

const LONGEST_WAIT_MS: i64 = 604_800_000;

/// Pools with such a policy, and its path.
fn pools(doc: &Document) -> impl Iterator<Item = (&Pool, String)> {
    let with = super::pools(doc).filter(|(set, ..)| set.pool.is_autoscaled_by(set.settings));
    with.map(|(set, _, path)| (set.pool, format!("{path}/autoscaledRolloutPolicy")))
}

/// GKE waits for the Pods of blue nodes, up to seven days (AB-07).
pub(super) fn wait(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (_, settings, path) in super::pools(cx.doc) {
        let policy = settings.autoscaled_rollout_policy.as_ref();
        let wait = policy.and_then(|policy| policy.wait_for_drain_duration);
        let Some(wait) = wait.filter(|wait| !(0..=LONGEST_WAIT_MS).contains(&wait.0)) else {
            continue;
        };
        Diagnostic::error(
            "autoscaled/wait",
            format!("{path}/autoscaledRolloutPolicy/waitForDrainDuration"),
        )
        .with("wait", (wait.0 / 1000).to_string())
        .add_to(out);
    }
}

/// Not for pools of node auto-provisioning (AB-18).
pub(super) fn autoprovisioned(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (pool, path) in pools(cx.doc) {
        let made = pool.autoscaling.as_ref();
        if made.is_some_and(|scaling| scaling.autoprovisioned) {
            Diagnostic::error("autoscaled/autoprovisioned", path)
                .with("pool", &pool.name)
                .add_to(out);
        }
    }
}

/// Requires a minimum version of the control plane (AB-23).
pub(super) fn control_plane(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let Some(master) = control_plane_is_before(cx.doc, AUTOSCALED_BLUE_GREEN) else {
        return;
    };
    for (pool, path) in pools(cx.doc) {
        Diagnostic::error("autoscaled/version", path)
            .with("pool", &pool.name)
            .with("from", AUTOSCALED_BLUE_GREEN)
            .with("master", master)
            .can_exist()
            .add_to(out);
    }
}

/// Green only grows by the autoscaler (AB-23).
pub(super) fn autoscaler(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (pool, path) in pools(cx.doc) {
        if scaling(pool).is_none() {
            Diagnostic::error("autoscaled/autoscaling-off", path)
                .with("pool", &pool.name)
                .add_to(out);
        }
    }
}

/// Green may grow as large as the workloads on blue need (AB-16).
pub(super) fn room(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (pool, path) in pools(cx.doc) {
        let needed = pool.nodes_needed_by_workloads;
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

/// Autoscaled blue-green upgrades are not simulated.
pub(super) fn built(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for set in pool_settings(cx.doc) {
        let pool = set.pool;
        if !cx.doc.can_choose_strategy(pool) || !pool.is_autoscaled_by(set.settings) {
            continue;
        }
        let upgraded = |item: &ScriptItem| item.action == "upgrade" && item.pool == pool.name;
        // Settings that wait for the upgrades before them serve only those that follow.
        let waits = |at: &usize| cx.doc.script.get(*at).is_some_and(|item| item.after.is_some());
        let later = set.entry.filter(waits).unwrap_or(0);
        let asked = cx.doc.script.iter().skip(later).any(upgraded);
        let before = cx.doc.script.iter().take(later).any(upgraded);
        let path = format!("{}/blueGreenSettings/autoscaledRolloutPolicy", set.path);
        let (severity, upgrade) = match asked {
            true => (Severity::Error, "scripted"),
            false if before => (Severity::Warning, "before"),
            false => (Severity::Warning, "none"),
        };
        Diagnostic::new(severity, "strategy/not-built", path)
            .with("pool", &pool.name)
            .with("upgrade", upgrade)
            .add_to(out);
    }
}
