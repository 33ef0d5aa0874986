//! The drain of one node: cordoned for a second, Pods selected once, evicted in parallel, up to a limit.

mod evict;
pub mod filters;
mod limit_reached;
mod limits;
mod pause;
pub(super) mod purpose;
pub(super) mod registry;
#[cfg(test)]
mod tests;

use self::filters::{DrainPod, Status, verdict};
use self::limits::Limits;
use self::purpose::Purpose;
use self::registry::DrainRequest;
use crate::cx::{Core, Cx, Process, Stream};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{BudgetId, IdVec, NodeId, PodId, RecordNo, Set, SimSpan, SimTime, muted, order};
use model::pod::{Pod, PodPhase};
use model::script::DrainOptions;
use model::workload::WorkloadKind;
use trace::{Blocker, Change};

/// The progress of one Pod of the drain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Eviction {
    /// Its eviction is tried at `next`, if known; `blocked`: what refused it last, at `last`.
    Trying {
        last: Option<SimTime>,
        blocked: Option<BudgetId>,
        next: Option<SimTime>,
    },
    /// Evicted or deleted; the drain waits until the object is gone.
    Leaving,
    /// An error that no retry can fix ended the attempts (KD-08); the drain of an upgrade waits for the Pod (BS-73).
    GivenUp,
    Done,
}

/// A Pod of a drain: its order (KD-12), its progress, and the row that makes it try.
#[derive(Clone, Copy, Debug)]
struct PodEviction {
    turn: u64,
    pod: PodId,
    state: Eviction,
    cause: Option<RecordNo>,
}

impl PodEviction {
    /// The budget that refused it.
    fn refused_by(&self) -> Option<BudgetId> {
        match self.state {
            Eviction::Trying { blocked, .. } => blocked,
            Eviction::Leaving | Eviction::GivenUp | Eviction::Done => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Drain {
    purpose: &'static Purpose,
    options: DrainOptions,
    /// Distinguishes this drain's limit from that of an earlier drain of the same node.
    generation: u32,
    /// The most grace that each Pod gets, if the pool sets it (BS-11).
    grace_cap: Option<SimSpan>,
    /// Pool, zone and slot: its order among all drains (AM-56); its Pods are ordered within it.
    place: u64,
    /// The start of the grid of attempts.
    began: SimTime,
    /// In eviction order.
    evictions: Vec<PodEviction>,
    /// Length of the prefix of `evictions` that isn't tried any more.
    tried: usize,
    /// Instant and turn of the last requested wake; earlier wakes find no work, or do its work.
    wake: Option<(SimTime, u64)>,
    /// Pods that the drain waits for.
    open: u32,
    /// An eviction ended with an error, so `kubectl drain` fails.
    failed: bool,
    limit_reached: bool,
    /// The drain's limit.
    limit_at: Option<SimTime>,
    /// Until when evictions may be refused.
    refused_until: Option<SimTime>,
    /// No eviction is tried until the drain resumes (AM-65).
    paused: bool,
    paused_at: SimTime,
}

/// All drains in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Drains {
    /// By node; boxed, since most nodes have none.
    running: IdVec<NodeId, Option<Box<Drain>>>,
    generation: u32,
    /// By budget, nodes with a Pod whose eviction it refuses; a node without refusals is removed when the list is
    /// read next.
    refused: IdVec<BudgetId, Vec<NodeId>>,
    /// Nodes whose drain from before time 0 goes on.
    continued: Set<NodeId>,
}

impl Drains {
    fn running(&self, node: NodeId) -> Option<&Drain> {
        self.running.get(node)?.as_deref()
    }

    fn running_mut(&mut self, node: NodeId) -> Option<&mut Drain> {
        self.running.get_mut(node)?.as_deref_mut()
    }

    /// The drain with this generation, if it is still in progress.
    fn of_generation(&mut self, node: NodeId, generation: u32) -> Option<&mut Drain> {
        let drain = self.running_mut(node)?;
        (drain.generation == generation).then_some(drain)
    }

    fn run(&mut self, node: NodeId, drain: Drain) {
        let nodes = self.running.len().max(node.0 + 1);
        self.running.resize(nodes, None);
        self.running[node] = Some(Box::new(drain));
    }
}

impl Drain {
    /// Skips the leading Pods that aren't tried any more: none of them starts again.
    fn skip_tried(&mut self) {
        let trying = |one: &PodEviction| matches!(one.state, Eviction::Trying { .. });
        let rest = &self.evictions[self.tried..];
        self.tried += rest.iter().position(trying).unwrap_or(rest.len());
    }

    /// The first Pod, from `from` on, whose attempt is due.
    fn due_attempt(&self, from: usize, now: SimTime) -> Option<usize> {
        let due_attempt = |one: &PodEviction| matches!(one.state, Eviction::Trying { next, .. } if next == Some(now));
        let found = self.evictions.get(from..)?.iter().position(due_attempt)?;
        Some(from + found)
    }

    /// AM-57: a Pod that is gone at a limit has ended by itself, however its eviction was answered.
    fn forget_gone(&mut self, pods: &IdVec<PodId, Pod>) {
        for one in &mut self.evictions {
            if one.state != Eviction::Done && !pods[one.pod].exists() {
                one.state = Eviction::Done;
                self.open -= 1;
            }
        }
    }

    /// Is every Pod gone (KD-11)? `kubectl drain` doesn't wait for Pods whose eviction failed (KD-08).
    fn is_over(&self) -> bool {
        self.open == 0
    }
}

/// KD-12: a drain tries its Pods in name order, all at the same instant.
fn turn(tx: &Cx<'_>, pod: PodId) -> u64 {
    let name = tx.pod_rank(pod);
    if muted("KD-12") { u64::MAX - name } else { name }
}

impl Process for Drains {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::BeginDrain(node) => self.begin_drain(cx, node),
            Wake::DrainLimit(node, generation) => self.drain_limit(cx, node, generation),
            Wake::PdbTimeout(node, generation) => self.pdb_timeout(cx, node, generation),
            Wake::TryEvictions(node) => self.try_evictions(cx, node),
            Wake::DrainMoved(node) => self.drain_moved(cx, node),
            Wake::PodsLeftDrain(node) => self.pods_left_drain(cx, node),
            Wake::BudgetChanged(budget) => self.budget_changed(cx, budget),
            Wake::LateEvictions(node) => self.reschedule_late(cx, node),
            Wake::PauseDrain(node) => self.pause_drain(cx, node),
            Wake::ResumeDrain(node) => self.resume_drain(cx, node),
            Wake::AbortBatchDrain(node) => self.abort_drain(cx, node, |purpose| purpose.by_batch),
            Wake::AbortScaleDown(node) => {
                self.abort_drain(cx, node, |purpose| purpose.begins == Rule::DrainUnneeded);
            }
            Wake::AbortRepairDrain(node) => self.abort_repair(cx, node),
            Wake::ForgetDrain(node) => self.forget_drain(cx, node),
            _ => {}
        }
    }

    /// Is the limit's drain still in progress?
    fn still_acts(&self, _: &Core, wake: Wake) -> bool {
        match wake {
            Wake::DrainLimit(node, generation) | Wake::PdbTimeout(node, generation) => {
                let drain = self.running(node);
                drain.is_some_and(|drain| drain.generation == generation)
            }
            _ => true,
        }
    }
}

impl Cx<'_> {
    /// Cordons the node if necessary, and drains it one second later unless configured otherwise (AM-39, KD-01).
    pub(super) fn request_drain(&mut self, node: NodeId, rule: Rule, request: DrainRequest) {
        let cordoned = self.world.cluster.nodes[node].cordoned_by.is_some();
        let row = if cordoned {
            self.look_soon(); // An upgrade or repair has taken the node, and no row says so.
            self.cause
        } else {
            match self.record(rule, node, Change::NodeCordoned) {
                Some(no) => Some(no),
                None => return,
            }
        };
        let rank = self.node_rank(node);
        let cordon = self.world.plan.timings.cordon;
        let at = self.now + self.draw(cordon, Stream::Cordon, rank.0, rank.1);
        self.wake_because(at, Wake::BeginDrain(node), row);
        self.world.drains.requests.insert(node, (at, request));
    }

    /// The Pods to evict; `None` if a filter returns an error, which prevents every eviction (KD-07).
    fn select(
        &mut self,
        node: NodeId,
        purpose: &Purpose,
        options: &DrainOptions,
    ) -> Option<Vec<PodId>> {
        let mut pods = self.world.occupancy.pods_on(node).to_vec();
        // Where no kubelet acts, nothing ends Pods that are being deleted.
        let waits = purpose.waits_for_kubelet || self.kubelet_acts(node);
        pods.retain(|pod| waits || !self.world.cluster.pods[*pod].held());
        let verdicts: Vec<_> =
            pods.iter().map(|pod| verdict(&self.drain_view(*pod), options)).collect();
        if !filters::aborts(&verdicts) {
            let chosen = pods.iter().zip(&verdicts).filter(|(_, verdict)| verdict.delete);
            return Some(chosen.map(|(pod, _)| *pod).collect());
        }
        for (pod, verdict) in pods.iter().zip(&verdicts) {
            if verdict.status == Status::Error {
                let change =
                    Change::Blocked { by: Blocker::DrainFilter { filter: verdict.filter } };
                self.record(Rule::GateDrainFilter, *pod, change);
            }
        }
        None
    }

    /// Finished Pods are deleted at once and block nothing (AM-73).
    fn remove_finished(&mut self, node: NodeId) {
        for pod in self.world.finished_on.get(&node).cloned().unwrap_or_default() {
            self.record(Rule::RemoveFinished, pod, Change::PodGone);
        }
    }
}

impl Drains {
    /// The list of Pods is taken once, at the start (KD-01).
    fn begin_drain(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let now = cx.now;
        // The drain may have waited for the control plane (AM-69).
        let request = cx.world.drains.requests.get(&node).copied();
        if let Some((_, request)) = request.filter(|(at, _)| *at <= now) {
            self.start_drain(cx, node, request);
        }
    }

    /// Starts the drain at this instant; it replaces a running one, unless a filter aborts it.
    fn start_drain(&mut self, cx: &mut Cx<'_>, node: NodeId, request: DrainRequest) {
        cx.world.drains.requests.remove(&node);
        if !cx.world.cluster.nodes[node].up() {
            return;
        }
        if !request.purpose.waits_for_kubelet {
            cx.end_pods_of_dead_kubelet(node);
        }
        let Some(selected) = cx.select(node, request.purpose, &request.options) else {
            // KD-07: one that runs goes on.
            if self.running(node).is_none() {
                cx.record(Rule::DrainAbort, node, Change::DrainAborted);
            }
            return;
        };
        let pool = cx.world.cluster.pool_of(cx.plan, node);
        let mut limits = (request.purpose.limits)(cx.plan.pools[pool].drain, &request.options);
        if let Some(began) = cx.plan.draining_since.get(&node)
            && request.purpose.may_have_begun
            && self.continued.insert(node)
        {
            limits.shorten(SimTime::ZERO - *began);
        }
        let started = cx.record(
            request.purpose.begins,
            node,
            Change::DrainStarted {
                pods: selected.len() as u32,
                limit_s: request
                    .purpose
                    .told(limits.whole, limits.refusals)
                    .map_or(0, SimSpan::secs),
                at_limit: request.purpose.told_at_limit(),
            },
        );
        if let Some(started) = started {
            cx.cause = Some(started);
            if request.purpose.leaves_load_balancer && cx.balanced {
                cx.wake_now(Wake::LabelForDrain(node));
            }
            self.run_drain(cx, node, request, limits, &selected);
            cx.remove_finished(node);
        }
    }

    /// Tries every Pod at once (KD-12) and starts the limits.
    fn run_drain(
        &mut self,
        cx: &mut Cx<'_>,
        node: NodeId,
        request: DrainRequest,
        limits: Limits,
        selected: &[PodId],
    ) {
        self.generation += 1;
        let generation = self.generation;
        let (now, rank, cause) = (cx.now, cx.node_rank(node), cx.cause);
        if let Some(limit) = limits.whole {
            cx.wake(now + limit, Wake::DrainLimit(node, generation));
        }
        if let Some(timeout) = limits.refusals {
            cx.wake(now + timeout, Wake::PdbTimeout(node, generation));
        }
        let state = Eviction::Trying { last: None, blocked: None, next: Some(now) };
        let eviction = |pod: &PodId| PodEviction { turn: turn(cx, *pod), pod: *pod, state, cause };
        let mut evictions: Vec<PodEviction> = selected.iter().map(eviction).collect();
        order::sort_by_key(&mut evictions, |one| (one.turn, one.pod));
        let any = !evictions.is_empty();
        let drain = Drain {
            purpose: request.purpose,
            options: request.options,
            generation,
            grace_cap: limits.grace,
            place: rank.0 | request.slot,
            began: now,
            open: evictions.len() as u32,
            wake: None,
            evictions,
            tried: 0,
            failed: false,
            limit_reached: false,
            limit_at: limits.whole.map(|limit| now + limit),
            refused_until: limits.refusals.map(|limit| now + limit),
            paused: false,
            paused_at: now,
        };
        cx.world.drains.running.insert(node, (drain.purpose, false));
        self.run(node, drain);
        if any {
            self.wake_evictions(cx, node, now, 0);
        }
        cx.wake(now, Wake::DrainMoved(node));
    }

    /// Checks whether every Pod of the drain is gone.
    fn drain_moved(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        let Some(drain) = self.running_mut(node).filter(|drain| drain.is_over()) else {
            return;
        };
        let limit_reached = drain.limit_reached;
        let (rule, change) = if drain.failed {
            (Rule::DrainFail, Change::DrainAborted)
        } else {
            (Rule::DrainEnd, Change::DrainEnded { limit_reached })
        };
        if cx.record(rule, node, change).is_some() {
            self.drop_drain(cx, node);
        }
    }

    /// The VM ends by itself, so its node needs no drain.
    fn forget_drain(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        cx.world.drains.requests.remove(&node);
        self.drop_drain(cx, node);
    }

    /// Removes a drain that ended, was given up, or is replaced by another.
    fn drop_drain(&mut self, cx: &mut Cx<'_>, node: NodeId) {
        cx.world.drains.running.remove(&node);
        if let Some(running) = self.running.get_mut(node) {
            *running = None;
        }
    }
}

impl Core {
    fn drain_view(&self, id: PodId) -> DrainPod {
        let world = &self.world;
        let pod = &world.cluster.pods[id];
        let workload = &self.world.plan.workloads[pod.workload];
        let daemon = workload.kind == WorkloadKind::DaemonSet;
        DrainPod {
            deleted_ago_s: match pod.phase() {
                // The deletion timestamp is the end of the grace period, as in the API (KE-11).
                PodPhase::Terminating { until, .. } => Some((self.now - until).secs()),
                _ => None,
            },
            of_daemonset: daemon,
            daemonset_exists: daemon,
            mirror: workload.kind == WorkloadKind::Mirror,
            empty_dir: workload.local_storage,
            owned: workload.kind.is_owner(),
            finished: pod.finished(),
        }
    }
}
