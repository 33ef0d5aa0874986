//! Who hears about which change: the one table through which processes learn of each other.

use super::wake::Wake;
use crate::cx::Cx;
use base::{NodeId, PodId, PoolId, RecordNo, SimSpan, WorkloadId, broken, muted};
use model::node::NodePhase;
use model::pod::PodPhase;
use model::pool::Phase;
use model::workload::WorkloadKind;
use trace::{Change, Ending, NEVER, Record, Subject};

/// Wakes the processes that a row concerns. Called for every row, after it was applied.
pub(super) fn hear(cx: &mut Cx<'_>, no: RecordNo, record: &Record) {
    match record.subject {
        Subject::Pod(pod) => hear_pod(cx, no, pod, record.change),
        Subject::Node(node) => hear_node(cx, no, node, record.change),
        Subject::Pool(pool) => match record.change {
            Change::PhaseStarted { phase, .. } => entered(cx, no, pool, phase),
            Change::RollbackStarted if cx.world.cluster.pools[pool].kind.traits().sides => {
                entered(cx, no, pool, Phase::RollbackStarted);
                cx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
            }
            Change::UpgradeStarted { .. } | Change::RollbackStarted => {
                cx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
            }
            Change::UpgradeResumed { automatic } => {
                cx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
                if !automatic {
                    // From now on a manual run, which keeps no automatic one waiting (AM-61, AM-70).
                    cx.wake_once(Wake::Maintenance, (0, 0), Some(no));
                }
            }
            Change::UpgradeSucceeded
            | Change::UpgradeCancelled
            | Change::UpgradeFailed
            | Change::RolledBack => {
                // Another pool may be waiting for its turn (AM-70).
                cx.wake_once(Wake::Maintenance, (0, 0), Some(no));
            }
            Change::ReservationSet { .. } => {
                cx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no));
            }
            Change::Reshaped { .. } => {
                room(cx, no);
                let plan = std::rc::Rc::clone(&cx.world.plan);
                for node in cx.world.cluster.nodes.ids() {
                    // Other daemon Pods may belong there now (KC-13).
                    if cx.world.cluster.pool_of(&plan, node) == pool {
                        let rank = cx.node_rank(node);
                        cx.wake_once(Wake::SyncNode(node), rank, Some(no));
                    }
                }
            }
            _ => {}
        },
        Subject::Workload(workload) => {
            if let Change::ReplicasSet { .. } = record.change {
                cx.wake_once(
                    Wake::SyncWorkload(workload),
                    (u64::from(workload.0), 0),
                    Some(no),
                );
                budgets(cx, no, workload);
            }
        }
        Subject::Budget(budget) => {
            cx.wake_once(Wake::SyncBudget(budget), (u64::from(budget.0), 0), Some(no));
        }
        Subject::Cluster => match record.change {
            Change::WindowOpened
            | Change::WindowClosed
            | Change::ExclusionBegan { .. }
            | Change::ExclusionEnded { .. } => {
                cx.wake_once(Wake::Maintenance, (0, 0), Some(no));
            }
            Change::QuotaSet { .. } => cx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no)),
            Change::ControlPlaneDone | Change::ControlPlaneBack => {
                cx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no));
                cx.wake_once(Wake::Maintenance, (0, 0), Some(no));
            }
            _ => {}
        },
        Subject::Zone(_) => cx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no)),
        Subject::Service(_) => {}
    }
}

fn hear_pod(cx: &mut Cx<'_>, no: RecordNo, pod: PodId, change: Change) {
    let workload = cx.world.cluster.pods[pod].workload;
    match change {
        Change::PodCreated { .. } => {
            cx.created.push(pod);
            cx.wake_once(Wake::Schedule, (0, 0), Some(no));
            budgets(cx, no, workload);
        }
        Change::PodBound { node, start_s } => {
            let at = cx.now + secs(start_s);
            let rank = (0, cx.pod_rank(pod));
            cx.wake(at, Wake::ContainersStarted(pod), rank, Some(no));
            if cx.is_bound_to_taint(workload, node) {
                cx.wake_now_because(Wake::BoundToTaint(pod), Some(no));
            }
        }
        Change::PodStarted { ready_after_s } => {
            if ready_after_s != NEVER {
                let at = cx.now + secs(ready_after_s);
                let rank = (0, cx.pod_rank(pod));
                cx.wake(at, Wake::ProbesPassed(pod), rank, Some(no));
            }
            budgets(cx, no, workload);
        }
        Change::PodUnready => budgets(cx, no, workload),
        Change::PodReady => {
            budgets(cx, no, workload);
            let wants = &cx.world.plan.workloads[workload];
            if let WorkloadKind::StatefulSet { .. } = wants.kind {
                let available = cx.now + wants.min_ready;
                sync(cx, no, workload);
                if available > cx.now {
                    let rank = (u64::from(workload.0), 0);
                    cx.wake(available, Wake::SyncWorkload(workload), rank, Some(no));
                }
            }
        }
        Change::PodTerminating { ending, .. } => {
            if let PodPhase::Terminating { until, .. } = cx.world.cluster.pods[pod].phase() {
                let rank = (0, cx.pod_rank(pod));
                cx.wake(until, Wake::GraceOver(pod), rank, Some(no));
            }
            let deleted = matches!(ending, Ending::Deleted | Ending::Preempted);
            if let (true, Some(node)) = (deleted, cx.world.cluster.pods[pod].node()) {
                let rank = cx.node_rank(node);
                cx.wake_once(Wake::PodsLeftDrain(node), rank, Some(no));
            }
            budgets(cx, no, workload);
            sync(cx, no, workload);
        }
        Change::PodForced { .. } | Change::PodGone => {
            budgets(cx, no, workload);
            sync(cx, no, workload);
            room(cx, no);
            if let Some(node) = cx.world.left_node {
                let rank = cx.node_rank(node);
                cx.wake_once(Wake::PodsLeftDrain(node), rank, Some(no));
                if let NodePhase::Deleting { .. } = cx.world.cluster.nodes[node].phase {
                    // A batch waits for it, and its drain is forgotten (AM-64).
                    let pool = cx.world.cluster.pool_of(&cx.world.plan, node);
                    cx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
                }
                match cx.world.plan.workloads[workload].kind {
                    WorkloadKind::DaemonSet => {
                        cx.wake_once(Wake::SyncNode(node), rank, Some(no));
                    }
                    // However it ended (KC-17).
                    WorkloadKind::Job { .. } => {
                        cx.wake_now_because(Wake::PodEnded(pod), Some(no));
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

fn hear_node(cx: &mut Cx<'_>, no: RecordNo, node: NodeId, change: Change) {
    let pool = cx.world.cluster.pool_of(&cx.world.plan, node);
    let strategy =
        |cx: &mut Cx<'_>| cx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
    match change {
        Change::NodeRequested { ready_after_s, .. }
        | Change::NodeRecreating { ready_after_s, .. } => {
            let at = cx.now + secs(ready_after_s);
            let rank = cx.node_rank(node);
            cx.wake(at, Wake::VmBooted(node), rank, Some(no));
            // Its life is counted from the request (AM-42).
            if let Some(life) = cx.world.plan.pools[pool].life {
                let over = cx.now + life;
                if let Change::NodeRecreating { .. } = change {
                    cx.new_lives.insert(node, over);
                }
                cx.wake(over, Wake::LifeOver(node), rank, Some(no));
            }
        }
        Change::NodeReady => {
            let rank = cx.node_rank(node);
            cx.wake_once(Wake::SyncNode(node), rank, Some(no));
            room(cx, no);
            strategy(cx);
        }
        Change::NodeUncordoned => room(cx, no),
        Change::NodeShutDown { gone_s, .. } => {
            let at = cx.now + secs(gone_s);
            let rank = cx.node_rank(node);
            cx.wake(at, Wake::VmDeleted(node), rank, Some(no));
            cx.wake_now_because(Wake::ForgetDrain(node), Some(no));
            strategy(cx);
            cx.spread_changed(Some(no));
        }
        Change::NodeDeleting { gone_after_s, .. } => {
            let at = cx.now + secs(gone_after_s);
            let rank = cx.node_rank(node);
            cx.wake(at, Wake::VmDeleted(node), rank, Some(no));
        }
        Change::NodeCordoned => cx.spread_changed(Some(no)),
        Change::NodeGone => {
            strategy(cx);
            cx.spread_changed(Some(no));
            cx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no));
            repairs(cx, no, node);
            cx.vms_gone.push(node);
            cx.wake_now_because(Wake::NodeGone(node), Some(no));
        }
        Change::NodeFailed { .. } | Change::NodeLost | Change::HostEvent { .. } => {
            cx.spread_changed(Some(no));
        }
        Change::NodeRecovered => room(cx, no),
        Change::DrainStarted { .. } => strategy(cx),
        Change::DrainEnded { .. } => {
            strategy(cx);
            repairs(cx, no, node);
        }
        // A repair may have waited for it.
        Change::DrainAborted | Change::DrainPaused => repairs(cx, no, node),
        _ => {}
    }
}

/// Entries of the script that wait for a phase act in it, once.
fn entered(cx: &mut Cx<'_>, no: RecordNo, pool: PoolId, phase: Phase) {
    let plan = std::rc::Rc::clone(&cx.world.plan);
    for (entry, item) in plan.script.iter().enumerate() {
        let entry = entry as u32;
        let Some((_, _, after)) = item
            .phase
            .filter(|(of, wanted, _)| (*of, *wanted) == (pool, phase))
        else {
            continue;
        };
        if cx.acted.insert(entry) || broken("script/twice") {
            let late = SimSpan::from_secs(i64::from(broken("script/late")));
            let at = cx.now + after + late;
            cx.wake(at, Wake::Command(entry), (0, u64::from(entry)), Some(no));
        }
    }
}

/// AM-53: a node that is repaired is drained, or is no more.
fn repairs(cx: &mut Cx<'_>, no: RecordNo, node: NodeId) {
    if cx.world.cluster.nodes[node].failed_at.is_some() {
        cx.wake(cx.now, Wake::Repair, (u64::MAX, 1), Some(no));
    }
}

fn secs(secs: u32) -> SimSpan {
    SimSpan::from_secs(i64::from(secs))
}

/// KP-15: the disruption controller looks again after each change of a Pod.
fn budgets(cx: &mut Cx<'_>, no: RecordNo, workload: WorkloadId) {
    if muted("KP-15") {
        return;
    }
    for at in 0..cx.world.plan.workloads[workload].budgets.len() {
        let budget = cx.world.plan.workloads[workload].budgets[at];
        cx.wake_once(Wake::SyncBudget(budget), (u64::from(budget.0), 0), Some(no));
    }
}

fn sync(cx: &mut Cx<'_>, no: RecordNo, workload: WorkloadId) {
    cx.wake_once(
        Wake::SyncWorkload(workload),
        (u64::from(workload.0), 0),
        Some(no),
    );
}

/// KS-03: a cluster event that could help a Pod without a place.
fn room(cx: &mut Cx<'_>, no: RecordNo) {
    cx.room_changed = true;
    cx.wake_once(Wake::Schedule, (0, 0), Some(no));
}
