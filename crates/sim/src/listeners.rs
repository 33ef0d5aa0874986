//! The table of which change wakes which process.

use super::rules::Rule;
use super::wake::Wake;
use super::{autoscaler, awaited, load_balancers};
use crate::cx::Cx;
use base::{NodeId, PodId, PoolId, SimSpan, SimTime, WorkloadId, broken, muted};
use model::node::NodePhase;
use model::pod::PodPhase;
use model::pool::Phase;
use model::workload::WorkloadKind;
use trace::{Change, Ending, NEVER, Record, Subject};

/// Wakes the processes that a row concerns. Called after every row is applied.
pub(super) fn on_record(cx: &mut Cx<'_>, record: &Record) {
    if cx.follows {
        awaited::on_record(cx, record);
    }
    if cx.look.on {
        autoscaler::on_record(cx, record);
    }
    if cx.balanced {
        load_balancers::on_record(cx, record);
    }
    match record.subject {
        Subject::Pod(pod) => on_pod_change(cx, pod, record),
        Subject::Node(node) => on_node_change(cx, node, record.change),
        Subject::Pool(pool) => match record.change {
            Change::PhaseStarted { phase, .. } => entered(cx, pool, phase),
            Change::RollbackStarted if cx.world.cluster.pools[pool].kind.traits().sides => {
                entered(cx, pool, Phase::RollbackStarted);
                cx.wake_once(Wake::Strategy(pool));
            }
            Change::UpgradeStarted { .. } | Change::RollbackStarted => {
                cx.wake_once(Wake::Strategy(pool));
            }
            Change::UpgradeResumed { automatic } => {
                cx.wake_once(Wake::Strategy(pool));
                if !automatic {
                    // The run is now manual and no longer delays automatic ones (AM-61, AM-70).
                    cx.wake_once(Wake::Maintenance);
                }
            }
            Change::UpgradeSucceeded
            | Change::UpgradeCancelled
            | Change::UpgradeFailed
            | Change::RolledBack => {
                // Another pool may wait for its turn (AM-70).
                cx.wake_once(Wake::Maintenance);
            }
            Change::ReservationSet { .. } => {
                cx.forget_refusals(pool);
                cx.wake_once(Wake::Capacity);
            }
            Change::Reshaped { .. } => {
                room(cx);
                let nodes: Vec<NodeId> = cx.world.nodes_of(pool).map(|(id, _)| id).collect();
                for node in nodes {
                    // Other daemon Pods may be wanted there now (KC-13).
                    cx.wake_once(Wake::SyncNode(node));
                }
            }
            _ => {}
        },
        Subject::Workload(workload) => {
            if let Change::ReplicasSet { .. } | Change::RolloutStarted { .. } = record.change {
                cx.wake_once(Wake::SyncWorkload(workload));
                rollout(cx, workload, cx.now);
                budgets(cx, workload);
            }
        }
        Subject::Budget(budget) => cx.wake_once(Wake::SyncBudget(budget)),
        Subject::Cluster => match record.change {
            Change::WindowOpened
            | Change::WindowClosed
            | Change::ExclusionBegan { .. }
            | Change::ExclusionEnded { .. } => {
                cx.wake_once(Wake::Maintenance);
            }
            Change::QuotaSet { .. } => cx.wake_once(Wake::Capacity),
            Change::ControlPlaneDone | Change::ControlPlaneBack => {
                cx.wake_once(Wake::Capacity);
                cx.wake_once(Wake::Maintenance);
            }
            _ => {}
        },
        Subject::Zone(_) => cx.wake_once(Wake::Capacity),
        Subject::Service(_) => {}
    }
}

fn on_pod_change(cx: &mut Cx<'_>, pod: PodId, record: &Record) {
    let change = record.change;
    let workload = cx.world.cluster.pods[pod].workload;
    match change {
        Change::PodCreated { .. } => {
            cx.scheduler_events.created.push(pod);
            cx.wake_once(Wake::Schedule);
            budgets(cx, workload);
        }
        Change::PodBound { node, start_s } => {
            cx.inherit(pod);
            if cx.plan.volumes.is_empty() || !cx.waits_for_volumes(pod, start_s) {
                cx.begin_start(pod, node, start_s);
            }
            if cx.is_bound_to_taint(workload, node) {
                cx.wake_now(Wake::BoundToTaint(pod));
            }
        }
        Change::PodStarted { ready_after_s } => {
            if ready_after_s != NEVER {
                cx.wake(cx.now + secs(ready_after_s), Wake::ProbesPassed(pod));
            }
            budgets(cx, workload);
        }
        Change::PodUnready
        | Change::ContainerExited { .. }
        | Change::ContainerKilled { .. }
        | Change::PodFinished { .. } => {
            for budget in &cx.plan.workloads[workload].budgets {
                cx.world.budgets[*budget].lost_ready = true;
            }
            budgets(cx, workload);
            rollout(cx, workload, cx.now);
            if let Change::PodFinished { .. } = change {
                finished(cx, pod);
            }
        }
        Change::PodReady => {
            budgets(cx, workload);
            let wants = &cx.plan.workloads[workload];
            rollout(cx, workload, cx.now + wants.min_ready);
            if wants.kind.has_ordinals() {
                let available = cx.now + wants.min_ready;
                cx.wake_once(Wake::SyncWorkload(workload));
                if available > cx.now {
                    cx.wake(available, Wake::SyncWorkload(workload));
                }
            }
        }
        Change::PodTerminating { ending, .. } => {
            release(cx, pod);
            if !cx.behaviour.tasks.is_empty() {
                cx.stop_task(pod);
            }
            if let PodPhase::Terminating { until, .. } = cx.world.cluster.pods[pod].phase() {
                cx.wake(until, Wake::GraceOver(pod));
            }
            let deleted = matches!(ending, Ending::Deleted | Ending::Preempted);
            if let (true, Some(node)) = (deleted, cx.world.cluster.pods[pod].node()) {
                cx.wake_once(Wake::PodsLeftDrain(node));
            }
            budgets(cx, workload);
            cx.wake_once(Wake::SyncWorkload(workload));
            rollout(cx, workload, cx.now);
            if cx.spreads_hard {
                // A skew no longer counts it (KS-13): no event for Pods that wait, but their next retry may help.
                cx.wake_once(Wake::Schedule);
            }
        }
        Change::PodForced { .. } | Change::PodGone => {
            containers_ended(cx, pod);
            budgets(cx, workload);
            cx.wake_once(Wake::SyncWorkload(workload));
            // A Pod that was terminating isn't counted any more; `Recreate` waits for it.
            let counted = record.rule != Rule::PodGone.no();
            if counted || cx.plan.workloads[workload].rollout.recreate {
                rollout(cx, workload, cx.now);
            }
            room(cx);
            if let Some(node) = cx.world.cleared_node {
                cx.wake_once(Wake::PodsLeftDrain(node));
            }
            if let Some(node) = cx.world.left_node {
                cx.wake_once(Wake::PodsLeftDrain(node));
                left_node(cx, pod, node);
            }
        }
        _ => {}
    }
}

/// All containers of a Pod have ended, and none is restarted (KT-26).
fn finished(cx: &mut Cx<'_>, pod: PodId) {
    containers_ended(cx, pod);
    cx.wake_once(Wake::SyncWorkload(cx.world.cluster.pods[pod].workload));
    room(cx);
    if let Some(node) = cx.world.left_node {
        left_node(cx, pod, node);
    }
}

/// Nothing of the Pod runs any more: it holds no volume, and its work has ended.
fn containers_ended(cx: &mut Cx<'_>, pod: PodId) {
    release(cx, pod);
    if !cx.behaviour.tasks.is_empty() {
        cx.end_task(pod);
    }
}

/// Most runs have no containers that fail, and no volumes.
#[inline]
fn release(cx: &mut Cx<'_>, pod: PodId) {
    if !cx.none_fails() {
        cx.forget_containers(pod);
    }
    if !cx.plan.volumes.is_empty() {
        cx.volumes_released(pod);
    }
}

/// The Pod counts no more on its node.
fn left_node(cx: &mut Cx<'_>, pod: PodId, node: NodeId) {
    if let NodePhase::Deleting { .. } = cx.world.cluster.nodes[node].phase {
        // A batch may wait for the node, and its drain is dropped (AM-64).
        let pool = cx.world.cluster.pool_of(cx.plan, node);
        cx.wake_once(Wake::Strategy(pool));
    }
    match cx.plan.workloads[cx.world.cluster.pods[pod].workload].kind {
        WorkloadKind::DaemonSet => cx.wake_once(Wake::SyncNode(node)),
        // However it ended (KC-17).
        WorkloadKind::Job { .. } => cx.wake_now(Wake::PodEnded(pod)),
        _ => {}
    }
}

fn on_node_change(cx: &mut Cx<'_>, node: NodeId, change: Change) {
    cx.volumes_may_be_free();
    let pool = cx.world.cluster.pool_of(cx.plan, node);
    let strategy = |cx: &mut Cx<'_>| cx.wake_once(Wake::Strategy(pool));
    match change {
        Change::NodeRequested { ready_after_s, .. }
        | Change::NodeRecreating { ready_after_s, .. } => {
            cx.wake(cx.now + secs(ready_after_s), Wake::VmBooted(node));
            // Its life counts from the request (AM-42).
            if let Some(life) = cx.plan.pools[pool].life {
                let over = cx.now + life;
                if let Change::NodeRecreating { .. } = change {
                    cx.life_ends.insert(node, over);
                }
                cx.wake(over, Wake::LifeOver(node));
            }
        }
        Change::NodeReady => {
            cx.taint_lost_nodes();
            cx.wake_once(Wake::SyncNode(node));
            room(cx);
            strategy(cx);
        }
        Change::NodeUncordoned | Change::DeletionGivenUp => {
            room(cx);
            strategy(cx);
        }
        Change::NodeShutDown { gone_s, .. } => {
            cx.wake(cx.now + secs(gone_s), Wake::VmDeleted(node));
            cx.wake_now(Wake::ForgetDrain(node));
            strategy(cx);
            cx.spread_changed(cx.cause);
        }
        Change::NodeDeleting { gone_after_s, .. } => {
            cx.wake(cx.now + secs(gone_after_s), Wake::VmDeleted(node));
        }
        Change::NodeCordoned | Change::DeletionMarked { .. } => cx.spread_changed(cx.cause),
        Change::NodeGone => {
            strategy(cx);
            cx.spread_changed(cx.cause);
            cx.wake_once(Wake::Capacity);
            repairs(cx, node);
            cx.scheduler_events.vms_gone.push(node);
            cx.wake_now(Wake::NodeGone(node));
        }
        Change::NodeFailed { .. } | Change::NodeLost | Change::HostEvent { .. } => {
            cx.spread_changed(cx.cause);
        }
        Change::NodeRecovered => room(cx),
        Change::DrainStarted { .. } => strategy(cx),
        Change::DrainEnded { .. } => {
            strategy(cx);
            repairs(cx, node);
        }
        // A repair may wait for it.
        Change::DrainAborted | Change::DrainPaused => repairs(cx, node),
        _ => {}
    }
}

/// Runs the script entries that wait for the phase, each once.
fn entered(cx: &mut Cx<'_>, pool: PoolId, phase: Phase) {
    for (entry, item) in cx.plan.script.iter().enumerate() {
        let entry = entry as u32;
        let waits = item.phase.filter(|(of, wanted, _)| (*of, *wanted) == (pool, phase));
        let Some((_, _, after)) = waits else {
            continue;
        };
        if cx.acted.insert(entry) || broken("script/twice") {
            let late = SimSpan::from_secs(i64::from(broken("script/late")));
            let at = cx.now + after + late;
            cx.wake(at, Wake::Command(entry));
        }
    }
}

/// AM-53: a node under repair was drained or deleted.
fn repairs(cx: &mut Cx<'_>, node: NodeId) {
    if cx.world.cluster.nodes[node].failed_at.is_some() {
        cx.wake(cx.now, Wake::Repair);
    }
}

/// KC-21: what a rollout reads of the workload's Pods changes at that instant.
fn rollout(cx: &mut Cx<'_>, workload: WorkloadId, at: SimTime) {
    if !cx.any_rollouts || !cx.plan.has_rollouts(workload) {
        return;
    }
    let first = cx.plan.first_revision(workload);
    if at > cx.now {
        cx.wake(at, Wake::SyncRollout(first));
    } else {
        cx.wake_once(Wake::SyncRollout(first));
    }
}

fn secs(secs: u32) -> SimSpan {
    SimSpan::from_secs(i64::from(secs))
}

/// KP-15: the disruption controller syncs after each change of a Pod.
fn budgets(cx: &mut Cx<'_>, workload: WorkloadId) {
    if muted("KP-15") {
        return;
    }
    for budget in &cx.plan.workloads[workload].budgets {
        cx.wake_once(Wake::SyncBudget(*budget));
    }
}

/// KS-03: an event that could help an unschedulable Pod.
fn room(cx: &mut Cx<'_>) {
    cx.scheduler_events.resources_freed = true;
    cx.wake_once(Wake::Schedule);
}
