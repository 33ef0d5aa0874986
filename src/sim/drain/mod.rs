//! The drain of one node: cordoned for a second, Pods selected once, evicted in parallel, at most so long.

mod evict;
pub mod filters;

use std::collections::BTreeMap;

use self::filters::{DrainPod, Status, verdict};
use super::Sim;
use super::rules::Rule;
use super::tx::Tx;
use super::wake::Wake;
use crate::base::{BudgetId, NodeId, PodId, SimSpan, SimTime, muted};
use crate::model::pod::PodPhase;
use crate::model::script::DrainOptions;
use crate::model::workload::WorkloadKind;
use crate::trace::{Blocker, Change, Subject};

/// SU-07, AM-06: budgets and grace together, from the start of the node's drain.
const LIMIT: SimSpan = SimSpan::from_secs(3600);

/// Who asked for the drain, which decides how Pods leave and what happens at the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Evictions; after the limit the rest is forced out.
    Upgrade,
    /// Pods are deleted with their grace, budgets are not read (AM-12); the same limit.
    RollbackByDeletion,
    /// `kubectl drain`: at the timeout it gives up.
    User,
}

/// How far one Pod of the drain is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Loop {
    /// Its eviction is asked for on a grid that begins at `first`; `blocked` = it was refused.
    Trying {
        first: SimTime,
        blocked: Option<BudgetId>,
        next: Option<SimTime>,
    },
    /// Granted or deleted; waits until the object is gone.
    Leaving,
    /// An error that no retry can cure ended the loop (KD-08).
    GivenUp,
    Done,
}

#[derive(Clone, Debug)]
pub(super) struct Drain {
    purpose: Purpose,
    options: DrainOptions,
    /// Tells the limit of this drain from that of an earlier one of the same node.
    generation: u32,
    /// How long each Pod may take at most, where the pool says so (BS-11).
    grace_cap: Option<SimSpan>,
    slot: u64,
    loops: BTreeMap<(u64, PodId), Loop>,
    open: u32,
    limit_reached: bool,
}

/// All drains in progress.
#[derive(Clone, Debug, Default)]
pub(super) struct Drains {
    asked: BTreeMap<NodeId, Asked>,
    running: BTreeMap<NodeId, Drain>,
    generation: u32,
    /// Pods whose eviction a budget refuses.
    refused: BTreeMap<BudgetId, BTreeMap<PodId, NodeId>>,
}

/// A drain that begins when the second of its cordon is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub purpose: Purpose,
    pub options: DrainOptions,
    pub slot: u64,
}

impl Sim {
    /// Cordons the node if it is not, and drains it one second later (AM-39, KD-01).
    pub(super) fn ask_drain(&mut self, node: NodeId, rule: Rule, asked: Asked) {
        let mut tx = self.tx();
        let cordoned = tx.world().cluster.nodes[node].cordoned_by.is_some();
        let row = if cordoned {
            tx.cause
        } else {
            match tx.record(rule, Subject::Node(node), Change::NodeCordoned) {
                Some(no) => Some(no),
                None => return,
            }
        };
        let at = tx.now() + SimSpan::from_secs(1);
        let rank = tx.node_rank(node);
        tx.wake(at, Wake::BeginDrain(node), rank, row);
        self.drains.asked.insert(node, asked);
    }

    /// The list of Pods is taken once, at the start (KD-01).
    pub(super) fn begin_drain(&mut self, node: NodeId) {
        let Some(asked) = self.drains.asked.remove(&node) else {
            return;
        };
        if !self.core.world.cluster.nodes[node].up() {
            return;
        }
        self.drop_drain(node);
        let Some(selected) = self.select(node, &asked.options) else {
            self.tx()
                .record(Rule::DrainAbort, Subject::Node(node), Change::DrainAborted);
            return;
        };
        self.drains.generation += 1;
        let generation = self.drains.generation;
        let pool = self.core.world.cluster.pool_of(&self.plan, node);
        let limits = self.plan.pools[pool].drain;
        let split = limits.pdb_timeout.is_some() || limits.grace.is_some();
        let limit = match asked.purpose {
            Purpose::Upgrade if split && !muted("BS-11") => None,
            Purpose::Upgrade | Purpose::RollbackByDeletion => Some(LIMIT),
            Purpose::User => {
                (asked.options.timeout > SimSpan::ZERO).then_some(asked.options.timeout)
            }
        };
        let pdb_timeout = (split && asked.purpose == Purpose::Upgrade && !muted("BS-11"))
            .then(|| limits.pdb_timeout.unwrap_or(LIMIT));
        let mut tx = self.tx();
        let pods = selected.len() as u32;
        let limit_s = limit.map_or(0, SimSpan::secs);
        let started = tx.record(
            Rule::DrainStart,
            Subject::Node(node),
            Change::DrainStarted { pods, limit_s },
        );
        let Some(started) = started else { return };
        let rank = tx.node_rank(node);
        let now = tx.now();
        if let Some(limit) = limit {
            tx.wake(
                now + limit,
                Wake::DrainLimit(node, generation),
                rank,
                Some(started),
            );
        }
        if let Some(timeout) = pdb_timeout {
            tx.wake(
                now + timeout,
                Wake::PdbTimeout(node, generation),
                rank,
                Some(started),
            );
        }
        let mut loops = BTreeMap::new();
        for pod in selected {
            // KD-12: in name order, all at the same instant.
            let name = tx.pod_rank(pod);
            let order = if muted("KD-12") {
                u64::MAX - name
            } else {
                name
            };
            let place = (rank.0 | asked.slot, order);
            loops.insert(
                (order, pod),
                Loop::Trying {
                    first: now,
                    blocked: None,
                    next: Some(now),
                },
            );
            tx.wake(now, Wake::TryEviction(node, pod), place, Some(started));
        }
        tx.wake(now, Wake::DrainMoved(node), rank, Some(started));
        let grace_cap = split
            .then(|| limits.grace.unwrap_or(LIMIT))
            .filter(|_| asked.purpose == Purpose::Upgrade);
        let drain = Drain {
            purpose: asked.purpose,
            options: asked.options,
            generation,
            grace_cap,
            slot: asked.slot,
            open: loops.len() as u32,
            loops,
            limit_reached: false,
        };
        self.drains.running.insert(node, drain);
        self.remove_finished(node);
    }

    /// The Pods to evict, or `None` when a filter answers with an error: then nothing is evicted (KD-07).
    fn select(&mut self, node: NodeId, options: &DrainOptions) -> Option<Vec<PodId>> {
        let mut selected = Vec::new();
        let mut errors = Vec::new();
        for pod in self.core.world.occupancy.pods_on(node).to_vec() {
            let verdict = verdict(&self.drain_view(pod), options);
            if verdict.status == Status::Error {
                errors.push((pod, verdict.filter));
            } else if verdict.delete {
                selected.push(pod);
            }
        }
        if errors.is_empty() || muted("KD-07") {
            return Some(selected);
        }
        for (pod, filter) in errors {
            let change = Change::Blocked {
                by: Blocker::DrainFilter { filter },
            };
            self.tx()
                .record(Rule::GateDrainFilter, Subject::Pod(pod), change);
        }
        None
    }

    fn drain_view(&self, id: PodId) -> DrainPod {
        let world = &self.core.world;
        let pod = &world.cluster.pods[id];
        let workload = &self.plan.workloads[pod.workload];
        let daemon = workload.kind == WorkloadKind::DaemonSet;
        DrainPod {
            deleted_ago_s: match pod.phase {
                // The deletion timestamp is the end of the grace, as in the API (KE-11).
                PodPhase::Terminating { until, .. } => Some((self.core.now - until).secs()),
                _ => None,
            },
            of_daemonset: daemon,
            daemonset_exists: daemon,
            mirror: workload.kind == WorkloadKind::Mirror,
            empty_dir: workload.local_storage,
            owned: workload.kind.is_owner() || workload.kind == WorkloadKind::Mirror,
            finished: pod.finished(),
        }
    }

    /// Finished Pods go at once and hold nothing up (AM-73).
    fn remove_finished(&mut self, node: NodeId) {
        for pod in self
            .core
            .world
            .finished_on
            .get(&node)
            .cloned()
            .unwrap_or_default()
        {
            self.tx()
                .record(Rule::RemoveFinished, Subject::Pod(pod), Change::PodGone);
        }
    }

    /// Looks whether every Pod of the drain is gone.
    pub(super) fn drain_moved(&mut self, node: NodeId) {
        let Some(drain) = self.drains.running.get_mut(&node) else {
            return;
        };
        let pods = &self.core.world.cluster.pods;
        for ((_, pod), state) in &mut drain.loops {
            // KD-09: the poll of each second sees it gone. One that is refused sees it at its next attempt (KE-01).
            if *state == Loop::Leaving && pods[*pod].phase == PodPhase::Gone {
                *state = Loop::Done;
                drain.open -= 1;
            }
        }
        let limit_reached = drain.limit_reached;
        let waiting = drain
            .loops
            .values()
            .filter(|state| **state == Loop::GivenUp)
            .count() as u32;
        let over = match drain.purpose {
            // An error keeps its Pod, and the node waits for the limit (BS-73).
            Purpose::Upgrade | Purpose::RollbackByDeletion => drain.open == 0,
            Purpose::User => drain.open == waiting,
        };
        if !over {
            return;
        }
        if self
            .tx()
            .record(
                Rule::DrainEnd,
                Subject::Node(node),
                Change::DrainEnded { limit_reached },
            )
            .is_some()
        {
            self.drop_drain(node);
        }
    }

    /// Forgets a drain that ended, was given up, or whose node another one takes over.
    pub(super) fn drop_drain(&mut self, node: NodeId) {
        if self.drains.running.remove(&node).is_some() {
            for pods in self.drains.refused.values_mut() {
                pods.retain(|_, on| *on != node);
            }
        }
    }

    /// Is a drain of the node running or about to begin?
    pub(super) fn draining(&self, node: NodeId) -> bool {
        self.drains.running.contains_key(&node) || self.drains.asked.contains_key(&node)
    }
}

impl Tx<'_> {
    /// How long a Pod takes to end when its grace is so long: its own shutdown time if that is shorter (KT-05).
    pub(super) fn time_to_end(&self, pod: PodId, grace: SimSpan) -> SimSpan {
        let state = &self.world().cluster.pods[pod];
        let workload = &self.world().plan.workloads[state.workload];
        match workload.timings.shutdown {
            Some(shutdown) => {
                let subject = (u64::from(state.workload.0) << 32) | u64::from(state.number);
                grace.min(self.draw(shutdown, super::tx::Stream::Shutdown, subject, 0))
            }
            None => grace,
        }
    }
}
