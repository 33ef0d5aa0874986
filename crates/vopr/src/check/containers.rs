//! Containers that fail: they end, are started and are pulled when and as their scenario says.

use super::{PodRow, Said, ensure};
use crate::shadow::{Deadline, Life, wait_after_exit, wait_after_pull};
use base::SimSpan;
use model::containers::FailureMode;
use trace::Change;

/// AM-102, KT-24, KT-27: a container ends as its scenario says, and when.
pub(super) fn containers_end_as_said(row: &PodRow<'_>) -> Said {
    let id = row.id;
    let (shadow, at) = (row.shadow, row.record.at);
    let due = shadow.due_of(Deadline::ContainerEnds(id)) == Some(at);
    let one = shadow.containers.get(&id).copied().unwrap_or_default();
    let fault = shadow.fault_at(id, at);
    let wants_code = |code: u32| match fault {
        _ if one.killed => code == 137,
        Some(FailureMode::Crash { code: own, .. }) => code == own,
        _ => false,
    };
    let workload = shadow.pod(id).workload;
    match row.record.change {
        Change::ContainerExited { code, wait_s } => {
            ensure(due && wants_code(code), || format!("code {code}, of {fault:?} {one:?}"))?;
            ensure(shadow.restarts_after(workload, code), || "it isn't restarted".to_owned())?;
            let long = at > one.since + SimSpan::from_secs(600);
            let exits = if long { 1 } else { one.failures + 1 };
            let wait = wait_after_exit(exits).secs();
            ensure(wait_s == wait, || format!("{wait_s} s after exit {exits}, which is {wait} s"))
        }
        Change::PodFinished { code } if row.slug != "pod/work-done" => {
            ensure(due && wants_code(code), || format!("code {code}, of {fault:?} {one:?}"))?;
            ensure(!shadow.restarts_after(workload, code), || "it is restarted".to_owned())
        }
        Change::ContainerKilled { grace_s } => {
            let probes = row.plan.workloads[workload].probes;
            let hangs = matches!(fault, Some(FailureMode::Hangs { .. } | FailureMode::NeverReady));
            ensure(due && hangs && !one.killed, || format!("{fault:?} {one:?}"))?;
            let grace = probes.grace.unwrap_or(row.plan.workloads[workload].grace).secs();
            let whole = shadow.ignores[workload];
            ensure(grace_s <= grace && (!whole || grace_s == grace), || {
                format!("{grace_s} s of grace, which is {grace} s")
            })
        }
        _ => Ok(()),
    }
}

/// KT-07, KT-24, KT-25: a container is started again, or its image pulled, when its wait is over.
pub(super) fn containers_start_when_said(row: &PodRow<'_>) -> Said {
    let id = row.id;
    let (shadow, at) = (row.shadow, row.record.at);
    let due = shadow.due_of(Deadline::Restarts(id)) == Some(at);
    let one = shadow.containers.get(&id).copied().unwrap_or_default();
    let fails = shadow.pull_fails(id, at);
    match row.record.change {
        Change::PullFailed { wait_s } => {
            ensure(due && fails, || format!("it fails: {fails}"))?;
            let wait = wait_after_pull(one.failures + 1).secs();
            ensure(wait_s == wait, || format!("{wait_s} s, which is {wait} s"))
        }
        Change::ImagePulled { .. } => ensure(due && !fails, || format!("it fails: {fails}")),
        Change::PodReady | Change::PodStarted { .. } if row.slug == "pod/container-restarts" => {
            let unready = shadow.pod(id).life == (Life::Running { ready: false });
            ensure(due && one.waits && unready, || "it doesn't wait".to_owned())
        }
        _ => Ok(()),
    }
}
