//! The Deployment's controller: replaces Pods of an old template by those of a new one.

use super::Controllers;
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{PodId, RecordNo, SimTime, WorkloadId};
use model::containers::FailureMode;
use model::rollout::{ReplicaSet, Rollout, RolloutPhase, rolling_step};
use trace::Change;

/// What the controller remembers of a Deployment's rollout to see progress (KC-22).
#[derive(Clone, Debug)]
pub(super) struct RolloutProgress {
    of: WorkloadId,
    revision: u32,
    /// Pods of the new template, those of old ones, and how many of both are available.
    seen: [u32; 3],
    /// The most available Pods so far, and whether the last progress was only that some are available again.
    most: u32,
    again: bool,
    /// The last progress, and its row.
    at: SimTime,
    row: Option<RecordNo>,
    /// Is the wake at the end of the deadline requested?
    timed: bool,
}

impl Controllers {
    /// Continues a Deployment's rollout, if it has one. `first`: its first revision.
    pub(super) fn sync_rollout(&mut self, cx: &mut Cx<'_>, first: WorkloadId) {
        let Some(rollout) = cx.world.cluster.workloads[first].rollout else {
            return;
        };
        while cx.scale_replica_sets(first, rollout) {}
        if rollout.phase != RolloutPhase::Complete {
            self.report_progress(cx, first, rollout);
        }
    }

    /// Rulebook: KC-22. Source: Kubernetes `deployment/progress.go`.
    fn report_progress(&mut self, cx: &mut Cx<'_>, first: WorkloadId, rollout: Rollout) {
        let seen = cx.status(first, rollout.revision);
        let [updated, old, available] = seen;
        let replicas = cx.world.cluster.workloads[first].replicas;
        if old == 0 && (updated, available) == (replicas, replicas) {
            self.rollouts.retain(|one| one.of != first);
            cx.record(Rule::RolloutDone, first, Change::RolloutDone);
            return;
        }
        let (now, row) = (cx.now, cx.cause);
        let new = WorkloadId(first.0 + rollout.revision);
        // Nothing has happened since, so that the condition stays.
        let exceeded = cx.plan.workloads[new].rollout.exceeded.is_some();
        let mut over = false;
        let known = self.rollouts.iter_mut().find(|one| one.of == first);
        let timed = known.as_ref().is_some_and(|one| one.timed);
        match known {
            Some(known) if known.revision == rollout.revision => {
                let before = std::mem::replace(&mut known.seen, seen);
                if updated <= before[0] && old >= before[1] && available <= before[2] {
                    return;
                }
                known.again = updated <= before[0] && old >= before[1] && available <= known.most;
                known.most = known.most.max(available);
                (known.at, known.row, known.timed) = (now, row, true);
            }
            known => {
                let fresh = RolloutProgress {
                    of: first,
                    revision: rollout.revision,
                    seen,
                    most: available,
                    again: false,
                    at: now,
                    row,
                    timed: true,
                };
                over = exceeded && known.is_none() && now == SimTime::ZERO;
                match known {
                    Some(known) => *known = fresh,
                    None => self.rollouts.push(fresh),
                }
            }
        }
        if over {
            if let Some(known) = self.rollouts.iter_mut().find(|one| one.of == first) {
                known.timed = false;
            }
            cx.record(Rule::ProgressDeadline, first, Change::ProgressDeadlineExceeded);
            return;
        }
        if rollout.phase == RolloutPhase::DeadlineExceeded {
            cx.record(Rule::RolloutProgresses, first, Change::RolloutProgresses);
        }
        if !timed {
            let deadline = cx.plan.workloads[first].rollout.deadline;
            cx.wake(now + deadline, Wake::ProgressDeadline(first));
        }
    }

    /// The deadline may be over; later progress has moved it.
    pub(super) fn progress_deadline(&mut self, cx: &mut Cx<'_>, first: WorkloadId) {
        let Some(known) = self.rollouts.iter_mut().find(|one| one.of == first) else {
            return;
        };
        let rollout = cx.world.cluster.workloads[first].rollout;
        if rollout.is_none_or(|rollout| rollout.revision != known.revision) {
            // Another rollout begins at this instant, with a deadline of its own.
            known.timed = false;
            return;
        }
        let over = known.at + cx.plan.workloads[first].rollout.deadline;
        known.timed = over > cx.now;
        let row = known.row;
        if known.timed {
            return cx.wake_because(over, Wake::ProgressDeadline(first), row);
        }
        let change = Change::ProgressDeadlineExceeded;
        cx.record_because(Rule::ProgressDeadline, first, change, row);
    }

    /// Is a rollout of the Deployment making progress? Pods in a crash loop that are ready for a moment make none.
    pub(super) fn rolls(&self, core: &Core, first: WorkloadId) -> bool {
        let own = self.rollouts.iter().find(|one| one.of == first);
        own.is_some_and(|one| {
            let mut revisions = core.world.plan.revisions(first);
            !one.again || !revisions.any(|id| core.is_ready_for_moments(id))
        })
    }
}

impl Core {
    /// Pods of the new template, those of old ones, and how many of both are available (KC-22).
    pub(crate) fn status(&self, first: WorkloadId, revision: u32) -> [u32; 3] {
        let mut status = [0; 3];
        for (n, id) in (0..).zip(self.world.plan.revisions(first)) {
            status[usize::from(n != revision)] += self.world.active[id];
            status[2] += self.available(id);
        }
        status
    }

    /// Do containers of a revision fail again and again after they were ready?
    fn is_ready_for_moments(&self, id: WorkloadId) -> bool {
        self.world.pods_of.of(id).any(|pod| {
            let on = self.world.cluster.pods[pod].node();
            let fault = on.and_then(|on| self.fault(pod, on));
            fault.is_some_and(|fault| !fault.stays_unready() && fault != FailureMode::ImagePull)
        })
    }

    /// The available Pods of a revision.
    fn available(&self, id: WorkloadId) -> u32 {
        self.world.pods_of.of(id).filter(|pod| self.is_available(*pod)).count() as u32
    }

    /// KC-08.
    pub(crate) fn is_available(&self, pod: PodId) -> bool {
        let (world, state) = (&self.world, &self.world.cluster.pods[pod]);
        let since = world.ready_since.get(&pod).copied();
        state.ready() && world.plan.workloads[state.workload].available(since, self.now)
    }
}

impl Cx<'_> {
    /// Takes one step; false if nothing is to be done now.
    fn scale_replica_sets(&mut self, first: WorkloadId, rollout: Rollout) -> bool {
        let states = &self.world.cluster.workloads;
        let replicas = states[first].replicas;
        let sets: Vec<ReplicaSet> = (self.plan.revisions(first))
            .map(|id| ReplicaSet { replicas: states[id].wanted(), available: self.available(id) })
            .collect();
        let new = rollout.revision as usize;
        let settings = &self.plan.workloads[first].rollout;
        let (grow, shrink, steps) = if settings.recreate {
            (
                Rule::RolloutRecreates,
                Rule::RolloutRecreates,
                self.recreating_step(first, replicas, &sets, new),
            )
        } else {
            let bounds = settings.bounds(replicas);
            let steps = rolling_step(replicas, bounds, &sets, new);
            (Rule::RolloutGrows, Rule::RolloutShrinks, steps)
        };
        let mut changed = false;
        for (at, replicas) in steps {
            let rule = if at == new { grow } else { shrink };
            let id = WorkloadId(first.0 + at as u32);
            let change = Change::ReplicaSetScaled { replicas, revision: at as u32 };
            let Some(row) = self.record(rule, first, change) else { continue };
            changed = true;
            let cause = self.cause.replace(row);
            self.sync_replicas(id);
            self.cause = cause;
        }
        changed
    }

    /// All old Pods end; when none is left, terminating ones included, the new ones are created.
    ///
    /// Rulebook: KC-23. Source: Kubernetes `deployment/recreate.go`.
    fn recreating_step(
        &self,
        first: WorkloadId,
        replicas: u32,
        sets: &[ReplicaSet],
        new: usize,
    ) -> Vec<(usize, u32)> {
        let old = sets.iter().enumerate().filter(|(at, _)| *at != new);
        let ends: Vec<(usize, u32)> =
            old.filter(|(_, set)| set.replicas > 0).map(|(at, _)| (at, 0)).collect();
        let world = &self.world;
        let mut others = self.plan.revisions(first).enumerate().filter(|(at, _)| *at != new);
        let left = others
            .any(|(_, id)| world.pods_of.of(id).any(|pod| !world.cluster.pods[pod].finished()));
        if !ends.is_empty() {
            ends
        } else if left || sets[new].replicas == replicas {
            Vec::new()
        } else {
            vec![(new, replicas)]
        }
    }
}

#[cfg(test)]
mod tests;
