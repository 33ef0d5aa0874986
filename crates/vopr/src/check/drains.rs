//! Drains: which Pods they select, when they evict, when they end.

use super::{NodeRow, PodRow, RowCx, Said, ensure, pod_name};
use crate::shadow::{Drain, Life, RETRY, ShadowNode, cordon};
use base::SimSpan;
use model::WorkloadKind;
use model::{AtLimit, RunState, Side};
use trace::Change;

/// Is it drained by an upgrade?
pub(super) fn of_upgrade(node: &ShadowNode) -> bool {
    let drain = node.drain.as_ref();
    drain.is_some_and(|drain| drain.at_limit != AtLimit::GivesUp)
}

/// SU-06, KD-01: a node is cordoned some time before its drain, and an upgrade only drains nodes that it has taken.
pub(super) fn nodes_are_cordoned_before_their_drain(row: &NodeRow<'_>) -> Said {
    let Change::DrainStarted { at_limit, .. } = row.record.change else {
        return Ok(());
    };
    let (id, node) = (row.id, row.state);
    // KA-82: a taint keeps Pods away instead.
    if row.slug == "autoscaler/drain" {
        return ensure(node.up() && node.taken.is_none(), || "it is at work".to_owned());
    }
    let forces = at_limit == AtLimit::Forces;
    let at = row.record.at;
    // A user may uncordon between the cordon and the drain.
    let (least, most) = cordon(row.plan);
    // AM-69: or while the drain waits for the control plane.
    let waited = row.shadow.control_plane.answers_since == Some(at);
    let opened = node.uncordoned_at.is_some_and(|then| then + most >= at || waited);
    // All nodes of one color are cordoned together some time before; the user may have uncordoned the node since.
    let cordoned = node.cordoned || opened || (node.side.is_some() && node.touched);
    ensure(cordoned && node.up(), || "its node is not cordoned".to_owned())?;
    let taken = node.taken.is_some() && node.taken_at + least <= at;
    let back = row.shadow.pool(node.pool).run == RunState::RollingBack;
    let rolls_back = back && node.side == Some(Side::Green);
    let repaired = super::machines::repair_is_due(row, id, least);
    ensure(!forces || taken || rolls_back || repaired, || "no slot has taken the node".to_owned())
}

/// KD-02 … KD-07: as many Pods as the options select, and none where a filter says no.
pub(super) fn a_drain_selects_what_it_may(row: &NodeRow<'_>) -> Said {
    let Change::DrainStarted { pods, at_limit, .. } = row.record.change else {
        return Ok(());
    };
    let node = row.state;
    let forces = at_limit != AtLimit::GivesUp;
    let workload = |pod: &base::PodId| &row.plan.workloads[row.shadow.pod(*pod).workload];
    let left = |kind: WorkloadKind| matches!(kind, WorkloadKind::DaemonSet | WorkloadKind::Mirror);
    // Without a kubelet a Pod deleted long ago still exists.
    let skip = node.asked.filter(|_| !forces).map_or(0, |asked| asked.skip_wait_for_delete_s);
    let long_gone = |pod: &base::PodId| match row.shadow.pod(*pod).life {
        Life::Terminating { until } => skip > 0 && (row.record.at - until).secs() > skip,
        _ => false,
    };
    let chosen =
        node.pods.iter().filter(|pod| !left(workload(pod).kind) && !long_gone(pod)).count();
    ensure(chosen == pods as usize, || format!("{pods} Pods, of {chosen}"))?;
    let Some(options) = node.asked.filter(|_| !forces) else {
        return Ok(());
    };
    // KD-01: a Pod that the first filter skips reaches no other filter.
    let refuses = |options: model::script::DrainOptions| {
        node.pods.iter().filter(|pod| !long_gone(pod)).any(|pod| {
            let wants = workload(pod);
            match wants.kind {
                WorkloadKind::DaemonSet => !options.ignore_daemonsets,
                WorkloadKind::Mirror => false,
                WorkloadKind::Pod if !options.force => true,
                _ => wants.local_storage && !options.delete_emptydir_data,
            }
        })
    };
    let refused = refuses(options) && node.asked_before.is_none_or(refuses);
    ensure(!refused, || "a filter refuses one of the Pods".to_owned())
}

fn drain_of<'a>(row: &'a RowCx<'_>) -> Option<&'a Drain> {
    row.shadow.node(row.pod()?.state.on?).drain.as_ref()
}

/// A drain only acts on Pods that it selected.
pub(super) fn evictions_are_of_a_drain(row: &PodRow<'_>) -> Said {
    let pod = row.id;
    let of_drain = row.slug.starts_with("gate/budget")
        || row.slug.starts_with("gate/two")
        || row.slug == "drain/evict";
    let selected = drain_of(row).is_some_and(|drain| drain.selected.contains(&pod));
    ensure(!of_drain || selected, || "no drain has selected it".to_owned())
}

/// KD-08, KD-14, AM-40: requested when the drain starts, and every 5 s from then on.
pub(super) fn evictions_are_on_the_grid(row: &RowCx<'_>) -> Said {
    let asked = matches!(row.slug, "drain/evict" | "gate/budget" | "gate/two-budgets");
    let Some(drain) = drain_of(row).filter(|_| asked) else {
        return Ok(());
    };
    let since = row.record.at - drain.grid;
    ensure(since.ms() % RETRY.ms() == 0, || {
        format!("asked for {} ms after the start of the drain", since.ms())
    })
}

/// KD-08, KD-14, AM-40: a refused eviction is retried on its grid, so an open budget grants it at the next of
/// these instants.
pub(super) fn retries_are_every_five_seconds(row: &RowCx<'_>) -> Said {
    let shadow = row.shadow;
    // AM-69: no eviction is requested in the meantime; the next retry is at the latest at the next of these instants.
    if shadow.control_plane.is_down() {
        return Ok(());
    }
    let answers = shadow.control_plane.answers_since;
    let late = shadow.refused.iter().find(|(pod, since)| {
        let drain = shadow.pod(**pod).on.and_then(|node| shadow.node(node).drain.as_ref());
        let asks = |drain: &&Drain| drain.selected.contains(pod) && !drain.paused;
        let Some(drain) = drain.filter(asks) else {
            return false;
        };
        // An earlier drain may have been refused too.
        let since = since.map(|since| since.max(drain.grid).max(answers.unwrap_or(since)));
        since.is_some_and(|since| drain.next_retry(since) < row.record.at)
    });
    ensure(late.is_none(), || {
        let pod = late.map(|(pod, _)| pod_name(shadow, *pod)).unwrap_or_default();
        format!("{pod} is refused no longer, and still there")
    })
}

/// KD-09: a drain ends when its Pods are gone, and reports its limit correctly.
pub(super) fn drains_end_when_their_pods_are_gone(row: &NodeRow<'_>) -> Said {
    let Change::DrainEnded { limit_reached } = row.record.change else {
        return Ok(());
    };
    let node = row.state;
    let Some(drain) = &node.drain else {
        return Err("no drain is under way".to_owned());
    };
    let left = drain.selected.iter().filter(|pod| row.shadow.pod(**pod).life != Life::Gone).count();
    let at_limit = drain.limit == Some(row.record.at);
    let leaves = limit_reached && drain.at_limit == AtLimit::Leaves;
    // AM-76: its limit ends no drain.
    ensure(!(limit_reached && drain.at_limit == AtLimit::Deletes), || "it waits on".to_owned())?;
    ensure(left == 0 || leaves, || format!("{left} of its Pods are left"))?;
    ensure(!limit_reached || at_limit, || "its limit has not been reached".to_owned())
}

/// SU-06, SU-10: a node's VM is deleted only after the upgrade's drain has ended.
pub(super) fn vms_go_after_their_drain(row: &NodeRow<'_>) -> Said {
    let Change::NodeDeleting { recreate, .. } = row.record.change else {
        return Ok(());
    };
    let (id, node) = (row.id, row.state);
    // It has never been there.
    if row.slug == "autoscaler/give-up-node" {
        return Ok(());
    }
    if row.slug == "autoscaler/delete" {
        let drains = node.drain.is_some() && !node.drained;
        return ensure(node.up() && node.taken.is_none() && !drains, || "it is at work".to_owned());
    }
    if node.side.is_some() && row.slug != "repair/delete" {
        return ensure(!recreate && node.taken.is_none(), || "it is no node of a slot".to_owned());
    }
    // AM-77: a slice waits for its own drains alone.
    let waits =
        |drain: &Drain| row.slug != "multi-host/delete" || drain.at_limit != AtLimit::GivesUp;
    let drained = node.drained && !node.drain.as_ref().is_some_and(waits);
    ensure(node.up() && drained, || "it is not drained".to_owned())?;
    if row.slug == "repair/delete" {
        let due = super::machines::repair_is_due(row, id, SimSpan::ZERO);
        return ensure(recreate && node.taken.is_none() && due, || "no repair is due".to_owned());
    }
    // SU-06: it has a surge node since before time 0, or is one whose node goes back to work.
    let replaced = !recreate && row.shadow.surge_of_start(node.pool, node.zone) > 0;
    ensure(node.taken == Some(!recreate) || node.taken.is_some() && replaced, || {
        format!("it is taken by a slot of the other kind: {:?}", node.taken)
    })
}
