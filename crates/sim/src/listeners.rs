//! Who hears about which change: the one table through which processes learn of each other.

use super::schedule::spread_changed;
use super::tx::Tx;
use super::wake::Wake;
use super::workloads::placed;
use base::{NodeId, PodId, PoolId, RecordNo, SimSpan, WorkloadId, broken, muted};
use model::node::NodePhase;
use model::pod::PodPhase;
use model::pool::Phase;
use model::workload::WorkloadKind;
use trace::{Change, Ending, NEVER, Record, Subject};

/// Wakes whoever cares about the row. Called for every row, after it was applied.
pub(super) fn hear(tx: &mut Tx<'_>, no: RecordNo, record: &Record) {
    match record.subject {
        Subject::Pod(pod) => hear_pod(tx, no, pod, record.change),
        Subject::Node(node) => hear_node(tx, no, node, record.change),
        Subject::Pool(pool) => match record.change {
            Change::PhaseStarted { phase, .. } => entered(tx, no, pool, phase),
            Change::RollbackStarted if tx.world().cluster.pools[pool].kind.traits().sides => {
                entered(tx, no, pool, Phase::RollbackStarted);
                tx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
            }
            Change::UpgradeStarted { .. } | Change::RollbackStarted => {
                tx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
            }
            Change::UpgradeResumed { automatic } => {
                tx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
                if !automatic {
                    // From now on a manual run, which keeps no automatic one waiting (AM-61, AM-70).
                    tx.wake_once(Wake::Maintenance, (0, 0), Some(no));
                }
            }
            Change::UpgradeSucceeded
            | Change::UpgradeCancelled
            | Change::UpgradeFailed
            | Change::RolledBack => {
                // Another pool may be waiting for its turn (AM-70).
                tx.wake_once(Wake::Maintenance, (0, 0), Some(no));
            }
            Change::ReservationSet { .. } => {
                tx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no));
            }
            Change::Reshaped { .. } => {
                room(tx, no);
                let plan = std::rc::Rc::clone(&tx.world().plan);
                for node in tx.world().cluster.nodes.ids() {
                    // Other daemon Pods may belong there now (KC-13).
                    if tx.world().cluster.pool_of(&plan, node) == pool {
                        let rank = tx.node_rank(node);
                        tx.wake_once(Wake::SyncNode(node), rank, Some(no));
                    }
                }
            }
            _ => {}
        },
        Subject::Workload(workload) => {
            if let Change::ReplicasSet { .. } = record.change {
                tx.wake_once(
                    Wake::SyncWorkload(workload),
                    (u64::from(workload.0), 0),
                    Some(no),
                );
                budgets(tx, no, workload);
            }
        }
        Subject::Budget(budget) => {
            tx.wake_once(Wake::SyncBudget(budget), (u64::from(budget.0), 0), Some(no));
        }
        Subject::Cluster => match record.change {
            Change::WindowOpened
            | Change::WindowClosed
            | Change::ExclusionBegan { .. }
            | Change::ExclusionEnded { .. } => {
                tx.wake_once(Wake::Maintenance, (0, 0), Some(no));
            }
            Change::QuotaSet { .. } => tx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no)),
            Change::ControlPlaneDone | Change::ControlPlaneBack => {
                tx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no));
                tx.wake_once(Wake::Maintenance, (0, 0), Some(no));
            }
            _ => {}
        },
        Subject::Zone(_) => tx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no)),
        Subject::Service(_) => {}
    }
}

fn hear_pod(tx: &mut Tx<'_>, no: RecordNo, pod: PodId, change: Change) {
    let workload = tx.world().cluster.pods[pod].workload;
    match change {
        Change::PodCreated { .. } => {
            tx.core.created.push(pod);
            tx.wake_once(Wake::Schedule, (0, 0), Some(no));
            budgets(tx, no, workload);
        }
        Change::PodBound { node, start_s } => {
            let at = tx.now() + secs(start_s);
            let rank = (0, tx.pod_rank(pod));
            tx.wake(at, Wake::ContainersStarted(pod), rank, Some(no));
            placed(tx, no, pod, node);
        }
        Change::PodStarted { ready_after_s } => {
            if ready_after_s != NEVER {
                let at = tx.now() + secs(ready_after_s);
                let rank = (0, tx.pod_rank(pod));
                tx.wake(at, Wake::ProbesPassed(pod), rank, Some(no));
            }
            budgets(tx, no, workload);
        }
        Change::PodUnready => budgets(tx, no, workload),
        Change::PodReady => {
            budgets(tx, no, workload);
            let wants = &tx.world().plan.workloads[workload];
            if let WorkloadKind::StatefulSet { .. } = wants.kind {
                let available = tx.now() + wants.min_ready;
                sync(tx, no, workload);
                if available > tx.now() {
                    let rank = (u64::from(workload.0), 0);
                    tx.wake(available, Wake::SyncWorkload(workload), rank, Some(no));
                }
            }
        }
        Change::PodTerminating { ending, .. } => {
            if let PodPhase::Terminating { until, .. } = tx.world().cluster.pods[pod].phase() {
                let rank = (0, tx.pod_rank(pod));
                tx.wake(until, Wake::GraceOver(pod), rank, Some(no));
            }
            let deleted = matches!(ending, Ending::Deleted | Ending::Preempted);
            if let (true, Some(node)) = (deleted, tx.world().cluster.pods[pod].node()) {
                let rank = tx.node_rank(node);
                tx.wake_once(Wake::PodsLeftDrain(node), rank, Some(no));
            }
            budgets(tx, no, workload);
            sync(tx, no, workload);
        }
        Change::PodForced { .. } | Change::PodGone => {
            budgets(tx, no, workload);
            sync(tx, no, workload);
            room(tx, no);
            if let Some(node) = tx.world().left_node {
                let rank = tx.node_rank(node);
                tx.wake_once(Wake::PodsLeftDrain(node), rank, Some(no));
                if let NodePhase::Deleting { .. } = tx.world().cluster.nodes[node].phase {
                    // A batch waits for it, and its drain is forgotten (AM-64).
                    let pool = tx.world().cluster.pool_of(&tx.world().plan, node);
                    tx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
                }
                if tx.world().plan.workloads[workload].kind == WorkloadKind::DaemonSet {
                    tx.wake_once(Wake::SyncNode(node), rank, Some(no));
                }
            }
        }
        _ => {}
    }
}

fn hear_node(tx: &mut Tx<'_>, no: RecordNo, node: NodeId, change: Change) {
    let pool = tx.world().cluster.pool_of(&tx.world().plan, node);
    let strategy =
        |tx: &mut Tx<'_>| tx.wake_once(Wake::Strategy(pool), (u64::from(pool.0), 0), Some(no));
    match change {
        Change::NodeRequested { ready_after_s, .. }
        | Change::NodeRecreating { ready_after_s, .. } => {
            let at = tx.now() + secs(ready_after_s);
            let rank = tx.node_rank(node);
            tx.wake(at, Wake::VmBooted(node), rank, Some(no));
            // Its life is counted from the request (AM-42).
            if let Some(life) = tx.world().plan.pools[pool].life {
                let over = tx.now() + life;
                if let Change::NodeRecreating { .. } = change {
                    tx.core.new_lives.insert(node, over);
                }
                tx.wake(over, Wake::LifeOver(node), rank, Some(no));
            }
        }
        Change::NodeReady => {
            let rank = tx.node_rank(node);
            tx.wake_once(Wake::SyncNode(node), rank, Some(no));
            room(tx, no);
            strategy(tx);
        }
        Change::NodeUncordoned => room(tx, no),
        Change::NodeShutDown { gone_s, .. } => {
            let at = tx.now() + secs(gone_s);
            let rank = tx.node_rank(node);
            tx.wake(at, Wake::VmDeleted(node), rank, Some(no));
            strategy(tx);
            spread_changed(tx, Some(no));
        }
        Change::NodeDeleting { gone_after_s, .. } => {
            let at = tx.now() + secs(gone_after_s);
            let rank = tx.node_rank(node);
            tx.wake(at, Wake::VmDeleted(node), rank, Some(no));
        }
        Change::NodeCordoned => spread_changed(tx, Some(no)),
        Change::NodeGone => {
            strategy(tx);
            spread_changed(tx, Some(no));
            tx.wake_once(Wake::Capacity, (u64::MAX, 0), Some(no));
            repairs(tx, no, node);
        }
        Change::NodeFailed { .. } | Change::NodeLost | Change::HostEvent { .. } => {
            spread_changed(tx, Some(no));
        }
        Change::NodeRecovered => room(tx, no),
        Change::DrainStarted { .. } => strategy(tx),
        Change::DrainEnded { .. } => {
            strategy(tx);
            repairs(tx, no, node);
        }
        // A repair may have waited for it.
        Change::DrainAborted | Change::DrainPaused => repairs(tx, no, node),
        _ => {}
    }
}

/// Entries of the script that wait for a phase act in it, once.
fn entered(tx: &mut Tx<'_>, no: RecordNo, pool: PoolId, phase: Phase) {
    let plan = std::rc::Rc::clone(&tx.world().plan);
    for (entry, item) in plan.script.iter().enumerate() {
        let entry = entry as u32;
        let Some((_, _, after)) = item
            .phase
            .filter(|(of, wanted, _)| (*of, *wanted) == (pool, phase))
        else {
            continue;
        };
        if tx.core.acted.insert(entry) || broken("script/twice") {
            let late = SimSpan::from_secs(i64::from(broken("script/late")));
            let at = tx.now() + after + late;
            tx.wake(at, Wake::Command(entry), (0, u64::from(entry)), Some(no));
        }
    }
}

/// AM-53: a node that is repaired is drained, or is no more.
fn repairs(tx: &mut Tx<'_>, no: RecordNo, node: NodeId) {
    if tx.world().cluster.nodes[node].failed_at.is_some() {
        tx.wake(tx.now(), Wake::Repair, (u64::MAX, 1), Some(no));
    }
}

fn secs(secs: u32) -> SimSpan {
    SimSpan::from_secs(i64::from(secs))
}

/// KP-15: the disruption controller looks again after each change of a Pod.
fn budgets(tx: &mut Tx<'_>, no: RecordNo, workload: WorkloadId) {
    if muted("KP-15") {
        return;
    }
    for at in 0..tx.world().plan.workloads[workload].budgets.len() {
        let budget = tx.world().plan.workloads[workload].budgets[at];
        tx.wake_once(Wake::SyncBudget(budget), (u64::from(budget.0), 0), Some(no));
    }
}

fn sync(tx: &mut Tx<'_>, no: RecordNo, workload: WorkloadId) {
    tx.wake_once(
        Wake::SyncWorkload(workload),
        (u64::from(workload.0), 0),
        Some(no),
    );
}

/// KS-03: a cluster event that could help a Pod without a place.
fn room(tx: &mut Tx<'_>, no: RecordNo) {
    tx.core.room_changed = true;
    tx.wake_once(Wake::Schedule, (0, 0), Some(no));
}
