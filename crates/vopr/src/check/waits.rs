//! What scripts wait for, judged from the Pods and nodes that the rows leave.

use super::{RowCx, Said, ensure};
use crate::shadow::Shadow;
use base::{SimSpan, SimTime, WorkloadId};
use model::script::WaitFor;
use model::{Command, WorkloadKind};
use trace::Change;

/// A wait ends when what it waits for is so, and fails at its timeout or at the deadline of a rollout.
pub(super) fn waits_end_when_they_may(row: &RowCx<'_>) -> Said {
    let (entry, failed) = match row.record.change {
        Change::WaitEnded { entry } => (entry, None),
        Change::WaitFailed { entry, timed_out } => (entry, Some(timed_out)),
        _ => return Ok(()),
    };
    let Some(&Command::Wait { what, timeout }) = row.plan.command(entry) else {
        return Err("it isn't a wait".to_owned());
    };
    let since = row.shadow.finished_work.waits.get(&entry).ok_or("it hasn't begun")?;
    let at = row.record.at;
    let limit = (timeout > SimSpan::ZERO).then(|| *since + timeout);
    ensure(limit.is_none_or(|limit| at <= limit), || "it is beyond its limit".to_owned())?;
    let holds = holds(row.shadow, what, at);
    match failed {
        None => ensure(holds != Some(false), || format!("{what:?} doesn't hold")),
        Some(true) => {
            ensure(limit == Some(at), || format!("its limit is {limit:?}"))?;
            ensure(holds != Some(true), || format!("{what:?} holds"))
        }
        Some(false) => {
            let known = what.workload().and_then(|of| row.shadow.rollouts.get(&of));
            ensure(known.is_some_and(|known| known.exceeded), || "it isn't late".to_owned())
        }
    }
}

/// `None`: the Pods that it had at the beginning, or the nodes that want a Pod, aren't known.
fn holds(shadow: &Shadow<'_>, what: WaitFor, at: SimTime) -> Option<bool> {
    let active = |of: WorkloadId| shadow.active(of);
    let available = |of: WorkloadId| shadow.available(of, at);
    let all = |of: WorkloadId, count: &dyn Fn(WorkloadId) -> u32| -> u32 {
        shadow.revisions(of).into_iter().map(count).sum()
    };
    match what {
        WaitFor::Rollout(of) => {
            let replicas = shadow.replicas[of.0 as usize];
            match shadow.plan.workloads[of].kind {
                WorkloadKind::Deployment => {
                    let revision = shadow.rollouts.get(&of).map_or(0, |known| known.revision);
                    let updated = active(WorkloadId(of.0 + revision));
                    let others = all(of, &active) - updated;
                    let available = all(of, &available);
                    Some(updated >= replicas && others == 0 && available >= updated)
                }
                WorkloadKind::DaemonSet => None,
                _ => {
                    let ready = shadow.pods_of(of).filter(|(_, pod)| pod.ready()).count();
                    Some(ready >= replicas as usize)
                }
            }
        }
        WaitFor::Available(of) => {
            let replicas = shadow.replicas[of.0 as usize];
            let settings = &shadow.plan.workloads[of].rollout;
            let (_, missing) = super::rollouts::bounds(settings, replicas);
            let missing = if settings.recreate { 0 } else { missing };
            Some(all(of, &available) >= replicas - missing)
        }
        WaitFor::PodsReady(_)
        | WaitFor::PodsGone(_)
        | WaitFor::NodeReady(_)
        | WaitFor::PoolReady(_) => None,
    }
}
