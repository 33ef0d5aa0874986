//! Rollouts of Deployments: their bounds, computed from the Pods.

use super::{RowCx, Said, ensure};
use crate::run::FinishedRun;
use crate::shadow::{Life, Shadow};
use base::quantity::IntOrPercent;
use base::{SimTime, WorkloadId};
use model::containers::FailureMode;
use model::rollout::RolloutSettings;
use trace::{Change, Subject};

/// A Deployment in a rollout.
struct Deployment {
    replicas: u32,
    surge: u32,
    unavailable: u32,
    /// By revision: wanted, active and available Pods.
    sets: Vec<(u32, u32, u32)>,
    new: usize,
}

impl Deployment {
    fn of(shadow: &Shadow<'_>, first: WorkloadId, at: SimTime) -> Option<Self> {
        let new = shadow.rollouts.get(&first)?.revision as usize;
        let replicas = shadow.replicas[first];
        let settings = shadow.plan.workloads[first].rollout;
        let (surge, unavailable) = bounds(&settings, replicas);
        let sets = shadow
            .revisions(first)
            .into_iter()
            .map(|id| (shadow.wanted(id), shadow.active(id), shadow.available(id, at)));
        Some(Self { replicas, surge, unavailable, sets: sets.collect(), new })
    }

    fn total(&self) -> u32 {
        self.sets.iter().map(|(wanted, ..)| wanted).sum()
    }

    fn available(&self) -> u32 {
        self.sets.iter().map(|(.., available)| available).sum()
    }

    /// KC-21: a step reckons with the Pods that were available when it began: a ReplicaSet that it has scaled down since may
    /// have deleted one of them for another that is ready and not yet available (KC-04).
    fn left_of_step(&self, row: &RowCx<'_>, first: WorkloadId, scaled: (u32, u32)) -> u32 {
        let known = row.shadow.rollouts.get(&first).and_then(|known| known.shrinks.as_ref());
        let Some((_, before)) = known.filter(|(at, _)| *at == row.record.at) else {
            return 0;
        };
        let left = (0..).zip(&self.sets).zip(before).map(|((at, (wanted, ..)), available)| {
            let wanted = if at == scaled.0 { scaled.1 } else { *wanted };
            wanted.min(*available)
        });
        left.sum()
    }
}

/// KC-07: 25 % of 10 are 3 above and 2 below.
pub(super) fn bounds(settings: &RolloutSettings, replicas: u32) -> (u32, u32) {
    let part = |value: IntOrPercent, up: u64| match value {
        IntOrPercent::Int(number) => number as u64,
        IntOrPercent::Percent(percent) => (u64::from(replicas) * percent as u64 + up) / 100,
    };
    match (part(settings.max_surge, 99), part(settings.max_unavailable, 0)) {
        (0, 0) => (0, 1.min(replicas)),
        (surge, unavailable) => (surge as u32, unavailable.min(u64::from(replicas)) as u32),
    }
}

/// KC-21, KC-23: never more than replicas + maxSurge are wanted, and no step takes an available Pod below replicas − maxUnavailable.
pub(super) fn steps_keep_the_bounds(row: &RowCx<'_>) -> Said {
    let (Subject::Workload(first), Change::ReplicaSetScaled { replicas: to, revision }) =
        (row.record.subject, row.record.change)
    else {
        return Ok(());
    };
    let Some(all) = Deployment::of(row.shadow, first, row.record.at) else {
        return Err("no rollout has begun".to_owned());
    };
    let (from, _, available) = all.sets[revision as usize];
    let is_new = revision as usize == all.new;
    let total = all.total() + to - from;
    let recreates = row.plan.workloads[first].rollout.recreate;
    ensure(to != from, || "it is scaled to what it has".to_owned())?;
    if to > from {
        ensure(is_new && to <= all.replicas, || format!("revision {revision} grows to {to}"))?;
        let most = all.replicas + if recreates { 0 } else { all.surge };
        ensure(total <= most, || format!("{total} Pods are wanted, at most {most} may be"))?;
        let old =
            row.shadow.revisions(first).into_iter().enumerate().filter(|(at, _)| *at != all.new);
        let mut old = old.flat_map(|(_, id)| row.shadow.pods_of(id));
        let left = old.any(|(_, pod)| pod.life != Life::Finished);
        return ensure(!recreates || !left, || "an old Pod is left".to_owned());
    }
    if is_new {
        return ensure(to == all.replicas, || format!("the new one shrinks to {to}"));
    }
    if recreates {
        return ensure(to == 0, || format!("{to} old Pods stay"));
    }
    let lost = available.saturating_sub(to);
    let (left, fewest) = (all.available() - lost, all.replicas - all.unavailable);
    let left = left.max(all.left_of_step(row, first, (revision, to)));
    ensure(lost == 0 || left >= fewest, || format!("{left} stay available, fewer than {fewest}"))
}

/// KC-22: done when all Pods are new and available; too late not before the deadline.
pub(super) fn conditions_are_true(row: &RowCx<'_>) -> Said {
    let Subject::Workload(first) = row.record.subject else {
        return Ok(());
    };
    let all = || Deployment::of(row.shadow, first, row.record.at);
    match row.record.change {
        Change::RolloutDone => {
            let all = all().ok_or("no rollout has begun")?;
            let done = all.sets.iter().enumerate().all(|(at, (_, active, available))| {
                let wanted = if at == all.new { all.replicas } else { 0 };
                (*active, *available) == (wanted, wanted)
            });
            ensure(done, || format!("{:?} of {} Pods", all.sets, all.replicas))
        }
        Change::ProgressDeadlineExceeded => {
            let known = row.shadow.rollouts.get(&first).ok_or("no rollout has begun")?;
            let deadline = row.plan.workloads[first].rollout.deadline;
            let late = known.scaled + deadline <= row.record.at;
            ensure(!known.done && late, || format!("it was scaled at {}", known.scaled))
        }
        _ => Ok(()),
    }
}

/// KC-21, KC-22: when nothing else happens, a rollout is done or has been reported, and could take no step.
pub(super) fn no_rollout_is_forgotten(run: &FinishedRun<'_>, shadow: &Shadow<'_>) -> Said {
    if shadow.control_plane.is_down() {
        return Ok(());
    }
    for (first, known) in &shadow.rollouts {
        let name = &shadow.plan.workloads[*first].name;
        // Pods that are ready for a moment after each start move the deadline again and again.
        let pods = shadow.plan.revisions(*first).flat_map(|id| shadow.pods_of(id));
        let flaps = pods.into_iter().any(|(id, _)| {
            let fault = shadow.fault_at(id, run.trace.end());
            matches!(
                fault,
                Some(FailureMode::Crash { unready: false, .. } | FailureMode::Hangs { .. })
            )
        });
        ensure(known.done || known.exceeded || flaps, || {
            format!("{name} is neither done nor late")
        })?;
        let Some(all) = Deployment::of(shadow, *first, SimTime::MAX) else { continue };
        if known.done || shadow.plan.workloads[*first].rollout.recreate {
            continue;
        }
        let grows = all.sets[all.new].0 < all.replicas && all.total() < all.replicas + all.surge;
        ensure(!grows, || format!("{name} could grow: {:?}", all.sets))?;
    }
    Ok(())
}
