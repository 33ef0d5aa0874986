//! Applies facts to the cluster: the only place that does, for the engine's world and for every frame.

use super::change::Change;
use super::new_node::requested;
use super::record::{Record, Subject};
use base::{IdVec, NodeId, PodId, PoolId, RecordNo, SimSpan, SimTime, WorkloadId};
use model::cluster::{Cluster, WorkloadState};
use model::node::{Health, Mark, Node, NodePhase, Side};
use model::node_change::NodeChange;
use model::plan::Plan;
use model::pod::{Pod, PodPhase};
use model::pool::{Phase, PoolState, RunState, Soak};
use model::rollout::{Rollout, RolloutPhase};
use model::script::{Command, Failure};
use model::workload::WorkloadKind;

/// Applies one row. A row that doesn't fit the state is a bug of the engine. Another engine's trace may
/// contain one, so it is skipped, and only debug builds stop.
pub fn apply(plan: &Plan, cluster: &mut Cluster, no: RecordNo, record: &Record) {
    match record.subject {
        Subject::Cluster => apply_cluster(plan, cluster, record),
        Subject::Zone(zone) => {
            if let Some(out) = cluster.stockout.get_mut(zone) {
                *out = match record.change {
                    Change::StockoutBegan => true,
                    Change::StockoutEnded => false,
                    _ => *out,
                };
            }
        }
        Subject::Pool(pool) => apply_pool(plan, cluster, pool, record),
        Subject::Node(node) => apply_node(plan, cluster, no, node, record),
        Subject::Pod(pod) => apply_pod(plan, cluster, pod, record),
        Subject::Workload(workload) => {
            let id = changed_workload(workload, record.change);
            if let Some(state) = cluster.workloads.get_mut(id) {
                apply_workload(state, record.change);
            }
        }
        Subject::Budget(budget) => {
            let Change::LimitSet { entry } = record.change else {
                return;
            };
            let command = plan.script.get(entry as usize).map(|entry| &entry.command);
            if let (Some(Command::SetBudget { limit, .. }), Some(slot)) =
                (command, cluster.budgets.get_mut(budget))
            {
                *slot = *limit;
            }
        }
        Subject::Service(_) => {}
    }
}

/// The entry of the table that a row about a workload changes: that of a revision, if it names one.
pub(super) fn changed_workload(id: WorkloadId, change: Change) -> WorkloadId {
    match change {
        Change::ReplicaSetScaled { revision, .. } => WorkloadId(id.0.saturating_add(revision)),
        _ => id,
    }
}

fn apply_workload(state: &mut WorkloadState, change: Change) {
    let phase = match change {
        Change::ReplicasSet { replicas } => return state.replicas = replicas,
        Change::ReplicaSetScaled { replicas, .. } => return state.scaled = Some(replicas),
        Change::RolloutStarted { revision } => {
            state.scaled = Some(state.wanted());
            state.rollout = Some(Rollout { revision, phase: RolloutPhase::Progressing });
            return;
        }
        Change::RolloutProgresses => RolloutPhase::Progressing,
        Change::ProgressDeadlineExceeded => RolloutPhase::DeadlineExceeded,
        Change::RolloutDone => RolloutPhase::Complete,
        _ => return,
    };
    if let Some(rollout) = &mut state.rollout {
        rollout.phase = phase;
    }
}

fn apply_cluster(plan: &Plan, cluster: &mut Cluster, record: &Record) {
    let master = &mut cluster.control_plane;
    match record.change {
        Change::ControlPlaneStarted { entry } => {
            let entry = plan.script.get(entry as usize);
            let version = entry.and_then(|entry| entry.command.version_of_control_plane());
            master.begin(version, record.at);
        }
        Change::ReplicaStarted { replica, lasts_s } => {
            master.replica = Some(replica);
            master.until = Some(after(record.at, lasts_s));
        }
        Change::ControlPlaneDone | Change::ControlPlaneBack => master.end(),
        Change::WindowOpened => cluster.open = true,
        Change::WindowClosed => cluster.open = false,
        Change::ExclusionBegan { exclusion } => cluster.excluded |= bit(exclusion),
        Change::ExclusionEnded { exclusion } => cluster.excluded &= !bit(exclusion),
        Change::QuotaSet { spare } => cluster.spare = spare,
        _ => {}
    }
}

/// Exclusions beyond the width of a word have no bit.
fn bit(exclusion: u32) -> u32 {
    1u32.checked_shl(exclusion).unwrap_or(0)
}

fn apply_pool(plan: &Plan, cluster: &mut Cluster, id: PoolId, record: &Record) {
    let Some(pool) = cluster.pools.get_mut(id) else {
        return;
    };
    let at = record.at;
    match record.change {
        Change::UpgradeStarted { target, automatic, change } => {
            (pool.target, pool.automatic) = (Some(target), automatic);
            start_upgrade(plan, pool, &mut cluster.nodes, id, change);
        }
        Change::ZoneStarted { zone, surge, unavailable } => {
            pool.zone = Some(zone);
            (pool.surge_slots, pool.unavailable_slots) = (surge, unavailable);
        }
        Change::ZoneDone { .. } => pool.zone = None,
        Change::UpgradeResumed { automatic } => {
            pool.automatic = automatic;
            pool.progress.go_on(at);
        }
        Change::UpgradeCancelled => pool.progress.stop(at),
        Change::ReservationSet { machines } => pool.reservation = machines,
        Change::SettingsSet { entry } => {
            let command = plan.script.get(entry as usize).map(|entry| &entry.command);
            if let Some(Command::SetStrategy { strategy, .. }) = command {
                pool.chosen = Some(*strategy);
            }
        }
        Change::RestSet { left_s } => {
            pool.progress.soak = Some(Soak::Left(SimSpan::from_secs(i64::from(left_s))));
        }
        Change::PhaseStarted { phase, lasts_s } => pool.progress.enter(phase, at, lasts_s),
        Change::BatchStarted { batch, of } => {
            (pool.progress.batch, pool.progress.batches) = (batch + 1, of);
            pool.progress.soak = None;
        }
        Change::BatchDrained { soak_s } => {
            pool.progress.soak = Some(Soak::Until(after(at, soak_s)));
        }
        Change::RollbackStarted => {
            if pool.kind.traits().sides {
                (pool.progress).enter(Phase::RollbackStarted, at, 0);
            }
            // AM-70: a command, so it waits for nothing, even if the upgrade was automatic.
            pool.automatic = false;
            // The zone in which the upgrade was canceled is no longer in progress.
            pool.zone = None;
        }
        Change::Reshaped { entry } => {
            pool.target = pool.target.map(|target| plan.after(entry, target));
            for node in nodes_of(plan, &mut cluster.nodes, id) {
                node.template = plan.after(entry, node.template);
            }
        }
        _ => {}
    }
    if let Some(run) = run_after(record.change) {
        if pool.run != run {
            (pool.run, pool.since) = (run, at);
        }
        if !run.unfinished() {
            pool.zone = None;
        }
    }
}

fn start_upgrade(
    plan: &Plan,
    pool: &mut PoolState,
    nodes: &mut IdVec<NodeId, Node>,
    id: PoolId,
    change: NodeChange,
) {
    // The rest of an earlier run may have been in a zone.
    pool.zone = None;
    pool.kind = pool.strategy(&plan.pools[id]).run_of(change);
    pool.progress = Default::default();
    let side = pool.kind.traits().sides.then_some(Side::Blue);
    for node in nodes_of(plan, nodes, id) {
        // One that is being deleted belongs to no side.
        let goes = matches!(node.phase, NodePhase::Deleting { recreate: false, .. });
        node.side = side.filter(|_| !goes);
        // Also one that had the target before; without the new one a node counts as original again.
        node.upgraded = Some(node.template) == pool.target;
    }
}

fn nodes_of<'a>(
    plan: &'a Plan,
    nodes: &'a mut IdVec<NodeId, Node>,
    pool: PoolId,
) -> impl Iterator<Item = &'a mut Node> {
    let nodes = nodes.iter_mut().map(|(_, node)| node);
    nodes.filter(move |node| plan.groups[node.group].pool == pool)
}

/// The state of a pool's upgrade after a change that begins or ends one.
const fn run_after(change: Change) -> Option<RunState> {
    Some(match change {
        Change::UpgradeQueued { .. } => RunState::Queued,
        Change::UpgradeStarted { .. } | Change::UpgradeResumed { .. } | Change::ResourcesFound => {
            RunState::Running
        }
        Change::ResourcesMissing => RunState::WaitingForResources,
        Change::UpgradePaused { .. } => RunState::Paused,
        Change::UpgradeCancelling => RunState::Cancelling,
        Change::UpgradeCancelled => RunState::Cancelled,
        Change::UpgradeFailed => RunState::Failed,
        Change::UpgradeSucceeded => RunState::Succeeded,
        Change::RollbackStarted => RunState::RollingBack,
        Change::RolledBack => RunState::RolledBack,
        _ => return None,
    })
}

fn after(at: SimTime, secs: u32) -> SimTime {
    at + SimSpan::from_secs(i64::from(secs))
}

fn apply_node(plan: &Plan, cluster: &mut Cluster, no: RecordNo, id: NodeId, record: &Record) {
    let at = record.at;
    if let Change::NodeRequested { group, template, ready_after_s, for_pods } = record.change {
        debug_assert_eq!(id, cluster.nodes.next_id());
        let ready_at = after(at, ready_after_s);
        let node = requested(plan, cluster, (group, template), at, for_pods);
        cluster.nodes.push(Node { phase: NodePhase::Booting { ready_at }, ..node });
        return;
    }
    let Some(node) = cluster.nodes.get_mut(id) else {
        return;
    };
    match record.change {
        Change::NodeTaken { .. } => node.taken = true,
        Change::CandidateTainted { on } => node.mark = on.then_some(Mark::Candidate),
        Change::DeletionMarked { .. } => node.mark = Some(Mark::ToBeDeleted),
        Change::DeletionGivenUp => node.mark = None,
        Change::NodeDone => (node.taken, node.surge) = (false, false),
        Change::NodeCordoned => node.cordoned_by = Some(no),
        Change::NodeUncordoned => {
            node.cordoned_by = None;
            // A running drain continues (KD-10).
            if node.phase == NodePhase::Drained && !node.taken {
                node.phase = NodePhase::Ready;
            }
        }
        Change::NodeRecreating { template, ready_after_s } => {
            // Upgraded if recreated from its pool's target, by the upgrade or by something else (AM-63).
            let pool = &cluster.pools[plan.groups[node.group].pool];
            let forward = pool.run != RunState::RollingBack;
            node.upgraded = forward && pool.target == Some(template);
            node.template = template;
            let ready_at = Some(after(at, ready_after_s));
            node.phase = NodePhase::Recreating { ready_at };
        }
        change => {
            apply_drain(node, at, change);
            apply_vm(node, at, change);
        }
    }
}

fn apply_drain(node: &mut Node, at: SimTime, change: Change) {
    match change {
        Change::DrainStarted { limit_s, at_limit, .. } => {
            debug_assert!(node.up());
            let deadline = (limit_s > 0).then(|| after(at, limit_s));
            node.phase = NodePhase::Draining { since: at, deadline, at_limit };
        }
        Change::DrainAborted => node.phase = NodePhase::Ready,
        Change::DrainEnded { .. } => {
            debug_assert!(matches!(node.phase, NodePhase::Draining { .. }));
            node.phase = if node.taken || node.cordoned_by.is_some() {
                NodePhase::Drained
            } else {
                NodePhase::Ready
            };
        }
        Change::DrainPaused => {
            if let NodePhase::Draining { deadline, .. } = &mut node.phase {
                *deadline = None;
            }
        }
        Change::DrainResumed { limit_s } => {
            if let NodePhase::Draining { deadline, .. } = &mut node.phase {
                *deadline = (limit_s > 0).then(|| after(at, limit_s));
            }
        }
        _ => {}
    }
}

/// Applies changes of the VM's health and deletion.
fn apply_vm(node: &mut Node, at: SimTime, change: Change) {
    match change {
        Change::NodeReady => {
            debug_assert!(matches!(
                node.phase,
                NodePhase::Booting { .. } | NodePhase::Recreating { .. }
            ));
            node.phase = NodePhase::Ready;
            (node.health, node.failed_at) = (Health::Well, None);
        }
        Change::NodeFailed { why } => {
            node.failed_at = Some(at);
            node.health = match why {
                Failure::Kubelet => Health::Silent,
                Failure::Disk => Health::DiskFull,
            };
        }
        Change::NodeLost => node.health = Health::Lost,
        Change::HostEvent { down_s } if down_s > 0 => {
            (node.health, node.failed_at) = (Health::Down, Some(at));
        }
        Change::NodeRecovered => (node.health, node.failed_at) = (Health::Well, None),
        Change::NodeShutDown { gone_s, recreate } => {
            let gone_at = after(at, gone_s);
            node.phase = NodePhase::Deleting { gone_at, recreate };
        }
        Change::NodeDeleting { gone_after_s, recreate } => {
            let gone_at = after(at, gone_after_s);
            node.phase = match node.phase {
                NodePhase::Booting { .. } | NodePhase::Recreating { .. } => {
                    NodePhase::Abandoned { gone_at }
                }
                _ => NodePhase::Deleting { gone_at, recreate },
            };
        }
        Change::NodeGone => {
            node.phase = match node.phase {
                NodePhase::Deleting { recreate: true, .. } => {
                    NodePhase::Recreating { ready_at: None }
                }
                _ => NodePhase::Gone,
            };
        }
        _ => {}
    }
}

fn apply_pod(plan: &Plan, cluster: &mut Cluster, id: PodId, record: &Record) {
    if let Change::PodCreated { workload, place } = record.change {
        debug_assert_eq!(id, cluster.pods.next_id());
        let next = cluster.workloads[workload].next_number;
        let pod = new_pod(plan, workload, place, next, record.at);
        cluster.pods.push(pod);
    } else if let Some(pod) = cluster.pods.get_mut(id) {
        advance(pod, record);
    } else {
        return;
    }
    apply_beside(plan, cluster, id, record);
}

/// The Pod as it is created; `next`: its number within the workload.
pub(super) fn new_pod(
    plan: &Plan,
    workload: WorkloadId,
    place: u32,
    next: u32,
    at: SimTime,
) -> Pod {
    let kind = plan.workloads[workload].kind;
    let number = if kind.has_ordinals() { place } else { next };
    let pinned =
        matches!(kind, WorkloadKind::DaemonSet).then(|| place.checked_sub(1).map(NodeId)).flatten();
    Pod::new(workload, number, pinned, at, PodPhase::Pending)
}

/// Applies a Pod's row to the rest of the cluster.
pub(super) fn apply_beside(plan: &Plan, cluster: &mut Cluster, id: PodId, record: &Record) {
    match record.change {
        Change::PodCreated { workload, .. } => count_created(plan, cluster, workload),
        Change::Nominated { node } => {
            cluster.nominated.insert(id, node);
        }
        Change::NominationCleared
        | Change::PodBound { .. }
        | Change::PodForced { .. }
        | Change::PodGone
            if !cluster.nominated.is_empty() =>
        {
            cluster.nominated.remove(&id);
        }
        _ => {}
    }
}

/// Counts a new Pod of the workload.
pub(super) fn count_created(plan: &Plan, cluster: &mut Cluster, workload: WorkloadId) {
    let counts = !plan.workloads[workload].kind.has_ordinals();
    cluster.workloads[workload].next_number += u32::from(counts);
}

/// Applies a row to its Pod.
pub(super) fn advance(pod: &mut Pod, record: &Record) {
    let phase = pod.phase();
    let now = phase_after(phase, record);
    if now != phase {
        pod.set_phase(now);
    }
}

pub(super) fn phase_after(phase: PodPhase, record: &Record) -> PodPhase {
    match (record.change, phase) {
        (Change::PodBound { node, .. }, PodPhase::Pending) => PodPhase::Starting { on: node },
        (Change::PodStarted { .. }, PodPhase::Starting { on } | PodPhase::Running { on, .. }) => {
            PodPhase::Running { on, ready: false }
        }
        (Change::PodReady, PodPhase::Starting { on } | PodPhase::Running { on, .. }) => {
            PodPhase::Running { on, ready: true }
        }
        (
            Change::PodFinished { code },
            PodPhase::Starting { on }
            | PodPhase::Running { on, .. }
            | PodPhase::Terminating { on, .. },
        ) => match code {
            0 => PodPhase::Succeeded { on: Some(on) },
            _ => PodPhase::Failed { on: Some(on) },
        },
        (
            Change::PodUnready | Change::ContainerExited { .. } | Change::ContainerKilled { .. },
            PodPhase::Running { on, .. },
        ) => PodPhase::Running { on, ready: false },
        (
            Change::PodTerminating { gone_after_s, .. },
            PodPhase::Starting { on }
            | PodPhase::Running { on, .. }
            | PodPhase::Terminating { on, .. },
        ) => PodPhase::Terminating { on, until: after(record.at, gone_after_s) },
        (Change::PodForced { .. } | Change::PodGone, _) => PodPhase::Gone,
        (_, phase) => phase,
    }
}
