//! Why for workloads and Services.

use super::packet::packet;
use super::{
    Reason, Until, Why, WhyContext, autoscaler, budget, containers, gone, ordinal, rollout,
};
use crate::series;
use crate::traffic::TrafficShare;
use base::{PodId, RecordNo, ServiceId, Set, SimSpan, SimTime, WorkloadId, order};
use model::{PodPhase, WorkloadKind};
use trace::{Blocker, Change, Phrase, Record, Subject};

pub(super) fn why(cx: &WhyContext<'_>, id: WorkloadId) -> Option<Why> {
    let plan = cx.trace.plan();
    let workload = plan.workloads.get(id)?;
    let state = cx.frame.cluster.workloads.get(id)?;
    let phases = PodPhases::of(cx, id);
    let PodPhases { ready, starting, pending, stranded, pulling, .. } = phases;
    let (slug, ids, desired): (_, &[&str], _) = match workload.kind {
        // One Pod per eligible node, which is what it has.
        WorkloadKind::DaemonSet => {
            ("workload/daemon", &["KC-13", "KC-14", "KC-15"], ready + starting + pending)
        }
        kind if kind.has_ordinals() => {
            ("workload/replace-ordinal", &["KC-09", "KC-10", "KC-11"], state.replicas)
        }
        WorkloadKind::Job { .. } => ("workload/job", &["KC-16"], state.replicas),
        WorkloadKind::Pod => ("pod/bare", &["KC-19"], state.replicas),
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
        if let Blocker::Backoff { wait_s: seconds } = hold.by {
            let at = hold.at + SimSpan::from_secs(i64::from(seconds));
            why.until = Some(Until::at(at, Phrase::new("until-backoff")));
        }
    }
    if let Some((reason, until)) = rollout::progress(cx, id) {
        why = why.because(Some(reason)).until(Some(until));
    }
    if let Some((reason, until)) = ordinal::waits(cx, id, None) {
        why = why.because(Some(reason)).until(Some(until));
    }
    let says = Phrase::new(if slug == "pod/bare" { "why-pod-bare" } else { "why-rule" });
    let mut reason = Reason::of_rule(rule, says).input("input-ready", ready);
    if workload.min_ready > SimSpan::ZERO {
        reason = reason.input("input-available", ready - unavailable(cx, id));
    }
    reason = reason
        .input("input-starting", starting - stranded - pulling)
        .input("input-pending", pending)
        .input("input-terminating", phases.terminating);
    for (key, pods) in [("input-stranded", stranded), ("input-pulling", pulling)] {
        if pods > 0 {
            reason = reason.input(key, pods);
        }
    }
    why = why.because(Some(reason));
    if why.until.is_none() && stranded > 0 {
        let changes = ready_changes(cx, &[id]);
        let next = changes.partition_point(|(no, _)| no.0 < cx.frame.next);
        why.until = Some(until_ready(&changes[next..]));
    }
    if workload.is_missed_daemon() {
        let goes = Phrase::new("why-daemon-goes").with("grace", workload.grace);
        let rule = cx.rule("node/takes-pods", &["KD-11", "KT-16", "AM-73"]);
        why = why.because(Some(Reason::of_rule(rule, goes)));
    }
    if let Some(pod) = phases.waits {
        for hold in cx.index.holds_on(Subject::Pod(pod), cx.frame.next) {
            why = why.because(budget::refusal(cx, hold));
        }
        why = autoscaler::of_pod(cx, pod, why);
    }
    for id in &workload.budgets {
        why = why.because(budget::numbers_of(cx, *id));
    }
    Some(why)
}

/// How many Pods of a workload are in which phase.
#[derive(Default)]
struct PodPhases {
    ready: u32,
    starting: u32,
    /// Those of them that can't become ready where they are: no kubelet acts for them.
    stranded: u32,
    /// Those of them whose image can't be pulled.
    pulling: u32,
    pending: u32,
    terminating: u32,
    /// The first one that waits for a node.
    waits: Option<PodId>,
}

impl PodPhases {
    fn of(cx: &WhyContext<'_>, id: WorkloadId) -> Self {
        let mut found = Self::default();
        for (pod, one) in cx.frame.cluster.pods_of(|owner| owner == id) {
            match one.phase() {
                PodPhase::Running { ready: true, .. } => found.ready += 1,
                PodPhase::Running { ready: false, on } | PodPhase::Starting { on, .. } => {
                    found.starting += 1;
                    let node = cx.frame.cluster.nodes.get(on);
                    if node.is_some_and(|node| !node.health.kubelet_acts()) {
                        found.stranded += 1;
                    } else if containers::pulls_in_vain(cx, pod) {
                        found.pulling += 1;
                    }
                }
                PodPhase::Pending => {
                    found.pending += 1;
                    found.waits = found.waits.or(Some(pod));
                }
                PodPhase::Terminating { .. } => found.terminating += 1,
                PodPhase::Succeeded { .. } | PodPhase::Failed { .. } | PodPhase::Gone => {}
            }
        }
        found
    }
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
    let ready = ready_of(cx, &service.workloads);
    let what =
        Phrase::new("why-service").with("service", Subject::Service(id)).with("ready", ready);
    let Some(share) = cx.index.traffic.at(id, cx.frame.at) else {
        let why = Why::new(cx, what, cx.frame.at);
        return Some(since_change(cx, &service.workloads, why));
    };
    let reached = |what: Phrase| match share.connected == share.backends {
        true => what,
        false => Phrase::new("why-service-reaches")
            .with("what", what)
            .with("connected", share.connected)
            .with("backends", share.backends),
    };
    let range = cx.index.traffic.range(id, cx.frame.at);
    let reached = |what: Phrase| match range {
        None => reached(what),
        Some([least, worst]) => Phrase::new("why-service-drawn")
            .with("what", reached(what))
            .with("least", least.percent())
            .with("worst", worst.percent()),
    };
    if !share.loses() {
        let what = what.with("backends", share.backends).with("healthy", share.healthy);
        let what = reached(Phrase { key: "why-service-balanced", ..what });
        let why = Why::new(cx, what, cx.frame.at);
        let why = since_change(cx, &service.workloads, why);
        let why = why.because(packet(cx, id));
        return Some(why.because(cut(cx, id, cx.frame.at)));
    }
    let stretches = cx.index.traffic.stretches(id);
    let (since, to) = stretches.into_iter().rfind(|(from, _)| *from <= share.from)?;
    let what = Phrase { key: "why-service-loses", ..what }
        .with("percent", share.lost().percent())
        .with("nodes", share.losing)
        .with("backends", share.connected)
        .with("how", how(share));
    let what = reached(what);
    let until = match to {
        Some(at) => Until::at(at, Phrase::new("until-no-loss")),
        None => Until::never(Phrase::new("until-never")),
    };
    let why = Why::new(cx, what, since).because(Reason::of_row(cx, share.no));
    let why = why.because(packet(cx, id));
    let why = why.because(cut(cx, id, since).filter(|one| one.no != Some(share.no)));
    Some(why.until(Some(until)).chained(cx, Some(share.no)))
}

/// What has cut open connections since then; else what cuts some next, or what did last.
fn cut(cx: &WhyContext<'_>, id: ServiceId, since: SimTime) -> Option<Reason> {
    let all = cx.index.traffic.cuts(id);
    let next = all.partition_point(|one| one.at <= cx.frame.at);
    let recent = all[..next].last().filter(|one| one.at >= since);
    let one = recent.or(all.get(next)).or(all.last())?;
    let part = Phrase::new("cut-part").with("percent", one.part.percent()).with("at", one.at);
    let reason = Reason::of_row(cx, one.no)?;
    // The end of a Pod that cuts them may be yet to come.
    let no = reason.no.filter(|no| no.0 < cx.frame.next);
    Some(Reason { no, ..reason }.input("input-cut", part))
}

/// How the connections are lost that most are.
fn how(share: &TrafficShare) -> Phrase {
    let each = share.kinds.iter().zip(["lost-timed-out", "lost-refused", "lost-reset"]);
    let most = each.max_by_key(|(n, _)| **n);
    Phrase::new(most.map_or("lost-timed-out", |(_, key)| key))
}

/// Since the last Pod became ready or ceased to be, for that reason; without a ready Pod until the next is.
fn since_change(cx: &WhyContext<'_>, of: &[WorkloadId], mut why: Why) -> Why {
    let changes = ready_changes(cx, of);
    let (past, next) = changes.split_at(changes.partition_point(|(no, _)| no.0 < cx.frame.next));
    let Some((no, row)) = past.last() else {
        return why;
    };
    why.since = row.at;
    let is_out = ready_of(cx, of) == 0;
    let until = until_ready(next);
    let mut reason = Reason::of_row(cx, *no).map(|reason| reason.input("input-pod", row.subject));
    let refusal = reason.as_mut().and_then(|reason| gone::forced(cx, reason));
    why.because(reason).because(refusal).until(is_out.then_some(until))
}

/// When the first of their Pods is ready again, by the changes that are yet to come.
fn until_ready(next: &[(RecordNo, Record)]) -> Until {
    let next = next.iter().find(|(_, row)| series::readiness(row.change) == Some(true));
    match next {
        Some((_, row)) => {
            Until::at(row.at, Phrase::new("until-pod-ready").with("pod", row.subject))
        }
        None => Until::never(Phrase::new("until-never")),
    }
}

fn ready_of(cx: &WhyContext<'_>, of: &[WorkloadId]) -> usize {
    let pods = cx.frame.cluster.pods_of(|owner| of.contains(&owner));
    pods.filter(|(_, pod)| pod.ready()).count()
}

/// The rows with which a Pod became ready, or ceased to be.
fn ready_changes(cx: &WhyContext<'_>, of: &[WorkloadId]) -> Vec<(RecordNo, Record)> {
    let start = cx.trace.start();
    let ready = start.pods_of(|owner| of.contains(&owner)).filter(|(_, pod)| pod.ready());
    let mut ready: Set<PodId> = ready.map(|(id, _)| id).collect();
    let mut rows: Vec<RecordNo> =
        of.iter().flat_map(|owner| cx.trace.rows_of_pods(*owner)).collect();
    order::sort(&mut rows);
    let rows = rows.into_iter().filter_map(|no| Some((no, cx.trace.record(no)?)));
    let changed = rows.filter(|(_, row)| match (row.subject, series::readiness(row.change)) {
        (Subject::Pod(pod), Some(true)) => ready.insert(pod),
        (Subject::Pod(pod), Some(false)) => ready.remove(&pod),
        _ => false,
    });
    changed.collect()
}
