//! Why for rows, workloads, Services and the cluster.

use super::{Reason, Say, Until, Why, WhyContext, budget, policy};
use crate::index::Hold;
use crate::open_holds::control_plane_row;
use base::{RecordNo, ServiceId, SimSpan, SimTime, WorkloadId};
use model::{Command, PodPhase, WorkloadKind};
use trace::{Blocker, Change, Phrase, Subject, WhyNot};

pub(super) fn record(cx: &WhyContext<'_>, no: RecordNo) -> Option<Why> {
    let record = cx.trace.record(no)?;
    let what = Phrase::new("why-record")
        .with("no", no.0)
        .with("subject", record.subject)
        .with("fact", record.change)
        .with("since", record.at);
    let mut why =
        Why::new(cx, what, record.at).because(Reason::of_row(cx, no)).chained(cx, Some(no));
    if let Change::Blocked { by } = record.change {
        let hold = Hold {
            subject: record.subject,
            by,
            no,
            began: record.at,
            at: record.at,
            end: None,
            node: None,
        };
        why.reasons = budget::refusal(cx, &hold).into_iter().collect();
        why.say.extend(super::say::refusal(by));
    }
    if let Change::UpgradeQueued { why: WhyNot::Policy(waits) }
    | Change::UpgradePaused { why: WhyNot::Policy(waits) } = record.change
    {
        let reasons = std::mem::take(&mut why.reasons).into_iter();
        let reasons = reasons.map(|reason| policy::explained(cx, reason, &waits));
        why.reasons = reasons.collect();
        why.say = policy::says(cx, &waits);
    }
    Some(why)
}

pub(super) fn workload(cx: &WhyContext<'_>, id: WorkloadId) -> Option<Why> {
    let plan = cx.trace.plan();
    let workload = plan.workloads.get(id)?;
    let state = cx.frame.cluster.workloads.get(id)?;
    let (mut ready, mut starting, mut pending, mut terminating) = (0_u32, 0_u32, 0_u32, 0_u32);
    let mut waits: Option<Subject> = None;
    for (pod, one) in cx.frame.cluster.pods_of(|owner| owner == id) {
        match one.phase() {
            PodPhase::Running { ready: true, .. } => ready += 1,
            PodPhase::Running { ready: false, .. } | PodPhase::Starting { .. } => starting += 1,
            PodPhase::Pending => {
                pending += 1;
                waits = waits.or(Some(Subject::Pod(pod)));
            }
            PodPhase::Terminating { .. } => terminating += 1,
            PodPhase::Succeeded { .. } | PodPhase::Failed { .. } | PodPhase::Gone => {}
        }
    }
    // A DaemonSet wants one Pod per eligible node, which is what it has.
    let (slug, ids, desired): (_, &[&str], _) = match workload.kind {
        WorkloadKind::DaemonSet => {
            ("workload/daemon", &["KC-13", "KC-14", "KC-15"], ready + starting + pending)
        }
        WorkloadKind::StatefulSet { .. } => {
            ("workload/replace-ordinal", &["KC-09", "KC-10", "KC-11"], state.replicas)
        }
        WorkloadKind::Job { .. } => ("workload/job", &["KC-16"], state.replicas),
        _ => ("workload/replace", &["KC-01", "KC-02"], state.replicas),
    };
    let what = Phrase::new("why-workload")
        .with("workload", Subject::Workload(id))
        .with("ready", ready)
        .with("desired", desired);
    let rule = cx.rule(slug, ids);
    let mut why = Why::new(cx, what, cx.frame.at);
    // What blocks the controller itself comes first: a Job's backoff, or its end.
    for hold in cx.index.holds_on(Subject::Workload(id), cx.frame.next) {
        why = why.because(budget::refusal(cx, hold));
        if let Blocker::Backoff { seconds } = hold.by {
            let at = hold.at + SimSpan::from_secs(i64::from(seconds));
            why.until = Some(Until::at(at, Phrase::new("until-backoff")));
        }
    }
    let mut reason = Reason::of_rule(rule, Phrase::new("why-rule")).input("input-ready", ready);
    if workload.min_ready > SimSpan::ZERO {
        reason = reason.input("input-available", ready - unavailable(cx, id));
    }
    why = why.because(Some(
        reason
            .input("input-starting", starting)
            .input("input-pending", pending)
            .input("input-terminating", terminating),
    ));
    for hold in waits.into_iter().flat_map(|pod| cx.index.holds_on(pod, cx.frame.next)) {
        why = why.because(budget::refusal(cx, hold));
    }
    for id in &workload.budgets {
        why = why.because(budget::numbers_of(cx, *id));
    }
    Some(why)
}

/// Pods of a workload that are Ready, but not for its `minReadySeconds` yet: its controller doesn't count them,
/// budgets do (KC-08, KP-10).
fn unavailable(cx: &WhyContext<'_>, id: WorkloadId) -> u32 {
    let workload = &cx.trace.plan().workloads[id];
    let now = cx.frame.at;
    let young = SimTime::from_ms(now.ms() - workload.min_ready.ms());
    let rows = cx.trace.records_in(cx.trace.rows_until(young)..cx.frame.next);
    let late = rows.filter(|(_, record)| match (record.subject, record.change) {
        (Subject::Pod(pod), Change::PodReady) => {
            let cluster = &cx.frame.cluster;
            let mine = cluster.owner(pod) == Some(id);
            mine && cluster.pod(pod).is_some_and(|pod| pod.ready())
                && !workload.available(Some(record.at), now)
        }
        _ => false,
    });
    late.count() as u32
}

pub(super) fn service(cx: &WhyContext<'_>, id: ServiceId) -> Option<Why> {
    let service = cx.trace.plan().services.get(id)?;
    let cluster = &cx.frame.cluster;
    let ready = cluster
        .pods_of(|owner| service.workloads.contains(&owner))
        .filter(|(_, pod)| pod.ready())
        .count();
    let what =
        Phrase::new("why-service").with("service", Subject::Service(id)).with("ready", ready);
    Some(Why::new(cx, what, cx.frame.at))
}

/// The control plane is being upgraded, or work that is due for it waits.
fn control_plane(cx: &WhyContext<'_>) -> Option<Why> {
    if cx.frame.cluster.control_plane.replica.is_some() {
        return at_work(cx);
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
        Change::ControlPlaneStarted { entry } => waits.is_none() || asks(cx, entry),
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
fn asks(cx: &WhyContext<'_>, entry: u32) -> bool {
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
fn at_work(cx: &WhyContext<'_>) -> Option<Why> {
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

pub(super) fn cluster(cx: &WhyContext<'_>) -> Why {
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
