//! Why for the cluster: its control plane first.

use super::{Reason, Say, Until, Why, WhyContext, policy};
use crate::open_holds::control_plane_row;
use model::Command;
use trace::{Change, Phrase, Subject, WhyNot};

pub(super) fn why(cx: &WhyContext<'_>) -> Why {
    if let Some(why) = control_plane(cx) {
        return why;
    }
    let what = Phrase::new("why-cluster")
        .with("nodes", cx.frame.cluster.registered())
        .with("since", cx.frame.at);
    let row = cx.last(Subject::Cluster);
    Why::new(cx, what, row.map_or(cx.frame.at, |(_, record)| record.at))
        .because(row.and_then(|(no, _)| Reason::of_row(cx, no)))
        .chained(cx, row.map(|(no, _)| no))
}

/// The control plane is being upgraded, or work that is due for it waits.
fn control_plane(cx: &WhyContext<'_>) -> Option<Why> {
    if cx.frame.cluster.control_plane.replica.is_some() {
        return in_progress(cx);
    }
    let now = cx.frame.cluster.control_plane.version;
    let no = control_plane_row(cx.trace, cx.frame.next, now)?;
    let record = cx.trace.record(no)?;
    let (waits, said) = match record.change {
        Change::UpgradeQueued { why: WhyNot::Policy(waits) } => (Some(waits), None),
        Change::ControlPlaneScheduled { .. } => {
            (None, Some(Say::new("SCHEDULED", "UpgradeInfoEvent, state")))
        }
        _ => (None, None),
    };
    let next = cx.next_that(Subject::Cluster, |record| match record.change {
        Change::ControlPlaneStarted { entry } => {
            waits.is_none() || waits_for_maintenance(cx, entry)
        }
        _ => false,
    });
    let what = Phrase::new("why-control-plane-waits")
        .with("since", record.at)
        .with("for", cx.frame.at - record.at);
    let reason = Reason::of_row(cx, no).map(|reason| match &waits {
        Some(waits) => policy::explained(cx, reason, waits),
        None => reason,
    });
    let until = match (next, &waits) {
        (Some((_, record)), _) => Until::at(record.at, Phrase::new("until-started")),
        (None, Some(waits)) => policy::until(cx, waits),
        (None, None) => Until::never(Phrase::new("until-never")),
    };
    let says = waits.map(|waits| policy::says(cx, &waits));
    let why = Why::new(cx, what, record.at).because(reason);
    let why = why.until(Some(until)).say(says.into_iter().flatten());
    Some(why.say(said).chained(cx, Some(no)))
}

/// Do windows and exclusions apply to the entry's work on the control plane?
fn waits_for_maintenance(cx: &WhyContext<'_>, entry: u32) -> bool {
    let entry = cx.trace.plan().script.get(entry as usize);
    entry.is_some_and(|entry| {
        entry.over.is_none()
            && match entry.command {
                Command::UpgradeControlPlane { automatic, .. } => automatic,
                Command::RecreateControlPlane { repair } => !repair,
                _ => true,
            }
    })
}

/// Its current work, replica by replica.
fn in_progress(cx: &WhyContext<'_>) -> Option<Why> {
    let (began, record) = cx.last_that(Subject::Cluster, |record| {
        matches!(record.change, Change::ControlPlaneStarted { .. })
    })?;
    let (replica, _) = cx.last_that(Subject::Cluster, |record| {
        matches!(record.change, Change::ReplicaStarted { .. })
    })?;
    let plane = &cx.frame.cluster.control_plane;
    let what = Phrase::new("why-control-plane-at-work")
        .with("what", record.change)
        .with("since", record.at)
        .with("replica", plane.replica? + 1)
        .with("of", plane.replicas);
    let ends = cx.next_that(Subject::Cluster, |record| {
        matches!(record.change, Change::ControlPlaneDone | Change::ControlPlaneBack)
    });
    let until = match ends {
        Some((_, record)) => Until::at(record.at, Phrase::new("until-control-plane")),
        None => Until::never(Phrase::new("until-never")),
    };
    let why = Why::new(cx, what, record.at)
        .because(Reason::of_row(cx, began))
        .because(Reason::of_row(cx, replica));
    Some(why.until(Some(until)).chained(cx, Some(replica)))
}
