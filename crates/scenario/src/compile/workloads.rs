//! Compiles workloads.

use super::affinity::{MatchedWorkloads, host_ports};
use super::pods::exit_code;
use super::pools::since_start;
use super::resources;
use crate::check::exhausted;
use crate::diagnostic::Diagnostic;
use crate::document::assumptions::Range;
use crate::document::pod_spec::{Toleration as TolerationText, TopologySpreadConstraint};
use crate::document::workload::{Fails as FailsText, Probe, ReadinessProbe};
use crate::document::{Document, ScriptItem, Workload as WorkloadText};
use crate::labels;
use crate::owner::{Owner, Revision, failed, succeeded};
use crate::primitive::IntOrText;
use crate::resolve::{Index, Resolved, int_or_percent};
use crate::revisions;
use crate::units::Duration;
use base::{BudgetId, IdVec, PoolId, Quantiles, SimSpan, SimTime, Sym, WorkloadId, muted};
use model::containers::{Fails, FailureMode, Probes, RestartPolicy};
use model::rollout::RolloutSettings;
use model::selector::{Operator, Requirement, Selector, SpreadConstraint, Toleration};
use model::settings::PodTimings;
use model::workload::Work;
use model::{Audience, Labels, PodAffinity, Resources, Symbols, Version, Workload, WorkloadKind};

/// The default grace period of a Pod.
const DEFAULT_GRACE_S: i64 = 30;

pub(crate) fn workloads(
    resolved: &Resolved<'_>,
    symbols: &mut Symbols,
) -> Result<(IdVec<WorkloadId, Workload>, Vec<Audience>), Diagnostic> {
    let mut budgets = vec![Vec::new(); resolved.workloads.len()];
    for (at, budget) in resolved.budgets.iter().enumerate() {
        for workload in &budget.workloads {
            budgets[workload.0 as usize].push(BudgetId(at as u32));
        }
    }
    let mut selectors: Vec<Vec<Selector>> = vec![Vec::new(); resolved.workloads.len()];
    for service in &resolved.services {
        for workload in &service.workloads {
            selectors[workload.0 as usize].extend(service.selector.clone());
        }
    }
    let index = Index::new(&resolved.workloads);
    let mut audiences = MatchedWorkloads::new(&index);
    let mut all = IdVec::new();
    all.reserve(resolved.workloads.len() as u32);
    // The template of the last revision, and the revision whose image it has.
    let mut last: Option<(WorkloadText, u32)> = None;
    for (owner, (budgets, selectors)) in
        resolved.workloads.iter().zip(budgets.into_iter().zip(selectors))
    {
        let id = all.next_id();
        let (owner_selectors, spreads_with) = spreading(&index, owner, id, selectors);
        last = owner.revision.map(|Revision { number, change }| {
            let (old, image) = last.as_ref().map_or((owner.source, 0), |(old, n)| (old, *n));
            let image = if change.image.is_empty() { image } else { number };
            (revisions::changed(old, change), image)
        });
        let source = last.as_ref().map_or(owner.source, |(source, _)| source);
        let mut workload = workload(resolved.doc, owner, source, symbols);
        workload.image_of = last.as_ref().map_or(0, |(_, image)| *image);
        workload.budgets = budgets;
        workload.owner_selectors = owner_selectors;
        workload.spreads_with = spreads_with;
        workload.affinity = audiences.affinity(owner, symbols);
        all.push(workload);
    }
    if index.exhausted() {
        return Err(exhausted());
    }
    Ok((all, audiences.lists()))
}

fn workload(
    doc: &Document,
    owner: &Owner<'_>,
    source: &WorkloadText,
    symbols: &mut Symbols,
) -> Workload {
    let (scored_cpu_m, scored_memory_bytes) = resources::scored(source, symbols);
    let requests = resources::of_pod(source, symbols);
    let affinity = source.affinity.as_ref().and_then(|affinity| affinity.node_affinity.as_ref());
    let required = affinity.and_then(|affinity| affinity.required.as_ref());
    let seconds = |secs: Option<i64>, default| SimSpan::from_secs(secs.unwrap_or(default).max(0));
    Workload {
        namespace: owner.namespace.to_owned(),
        name: owner.name.clone(),
        kind: owner.kind,
        replicas: owner.replicas,
        labels: owner.labels.clone(),
        requests: requests.clone(),
        scored_cpu_m,
        scored_memory_bytes,
        grace: seconds(source.termination_grace_period_seconds, DEFAULT_GRACE_S),
        priority: source.priority.unwrap_or(0).clamp(i64::from(i32::MIN), i64::from(i32::MAX))
            as i32,
        preempts: source.preemption_policy != "Never",
        node_selector: labels::labels(&source.node_selector, owner.copy, symbols).iter().collect(),
        node_affinity: required.map_or_else(Vec::new, |terms| {
            terms.node_selector_terms.iter().map(|term| labels::node_term(term, symbols)).collect()
        }),
        preferred_nodes: affinity.map_or_else(Vec::new, |affinity| {
            affinity
                .preferred
                .iter()
                .map(|term| (term.weight, labels::node_term(&term.preference, symbols)))
                .collect()
        }),
        affinity: PodAffinity::default(),
        host_ports: host_ports(source, symbols),
        volumes: Vec::new(),
        tolerations: tolerations(source, &requests, symbols),
        spread: source
            .topology_spread_constraints
            .iter()
            .map(|constraint| spread(constraint, owner, symbols))
            .collect(),
        owner_selectors: Vec::new(),
        timings: timings(doc, source),
        work: work(source, owner.kind),
        fails: fails(doc, source),
        restarts: restarts(source, owner.kind),
        probes: probes(source),
        local_storage: source.empty_dir,
        safe_to_evict: source
            .annotations
            .get("cluster-autoscaler.kubernetes.io/safe-to-evict")
            .and_then(|value| value.parse().ok()),
        scale_up_delay: source
            .annotations
            .get("cluster-autoscaler.kubernetes.io/pod-scale-up-delay")
            .and_then(|text| Duration::parse(text))
            .map_or(SimSpan::ZERO, Duration::span),
        min_ready: seconds(source.min_ready_seconds, 0),
        budgets: Vec::new(),
        spreads_with: Vec::new(),
        succeeded: succeeded(source),
        failed: failed(source),
        rollout: rollout(doc, source, owner.revision.map(|revision| revision.change)),
        revision: owner.revision.map_or(0, |revision| revision.number),
        image_of: 0,
    }
}

/// A deadline that the API would refuse is the shortest that it takes (AM-103).
fn rollout(doc: &Document, source: &WorkloadText, change: Option<&ScriptItem>) -> RolloutSettings {
    let before = |at| since_start(doc, Some(at)).min(SimTime::ZERO);
    let default = RolloutSettings::DEFAULT;
    let value = |given: &Option<IntOrText>, default| {
        given.as_ref().and_then(int_or_percent).unwrap_or(default)
    };
    let deadline = source.progress_deadline_seconds.unwrap_or(revisions::DEADLINE_S);
    let ready = source.min_ready_seconds.unwrap_or(0);
    RolloutSettings {
        recreate: source.strategy == "Recreate",
        max_surge: value(&source.max_surge, default.max_surge),
        max_unavailable: value(&source.max_unavailable, default.max_unavailable),
        deadline: SimSpan::from_secs(deadline.max(ready.saturating_add(1))),
        number: change.and_then(|change| u32::try_from(change.revision?).ok()),
        since: change.and_then(|change| change.since).map(before),
        exceeded: change.and_then(|change| change.deadline_exceeded).map(before),
    }
}

/// The Pod's own, and those that admission adds for each extended resource that it requests.
///
/// Rulebook: BS-77. Source: Kubernetes, ExtendedResourceToleration; Run GPUs in GKE Standard node pools.
fn tolerations(
    source: &WorkloadText,
    requests: &Resources,
    symbols: &mut Symbols,
) -> Vec<Toleration> {
    let own = source.tolerations.iter();
    let mut all: Vec<Toleration> =
        own.map(|toleration| labels::toleration(toleration, symbols)).collect();
    for (name, amount) in &requests.extended {
        let name = symbols.text(*name).to_owned();
        // Names with a domain that isn't Kubernetes' own.
        let domain = name.split_once('/').map_or("kubernetes.io", |(domain, _)| domain);
        let is_native = domain == "kubernetes.io" || domain.ends_with(".kubernetes.io");
        if *amount <= 0 || is_native || muted("BS-77") {
            continue;
        }
        let added = TolerationText {
            key: name,
            operator: "Exists".to_owned(),
            effect: "NoSchedule".to_owned(),
            ..TolerationText::default()
        };
        let added = labels::toleration(&added, symbols);
        if !all.contains(&added) {
            all.push(added);
        }
    }
    all
}

fn spread(
    text: &TopologySpreadConstraint,
    owner: &Owner<'_>,
    symbols: &mut Symbols,
) -> SpreadConstraint {
    let mut selector = text
        .label_selector
        .as_ref()
        .and_then(|selector| labels::selector(selector, owner.copy, symbols))
        .unwrap_or_else(|| nothing(symbols));
    labels::add_own(&mut selector, &text.match_label_keys, &owner.labels, Operator::In, symbols);
    SpreadConstraint {
        topology_key: symbols.intern(&text.topology_key),
        max_skew: text.max_skew.max(1),
        min_domains: text.min_domains.unwrap_or(1).max(1),
        hard: text.when_unsatisfiable != "ScheduleAnyway",
        selector,
        honor_affinity: text.node_affinity_policy != "Ignore",
        honor_taints: text.node_taints_policy == "Honor",
    }
}

/// A selector that matches no Pod: used for a missing one (KP-02).
fn nothing(symbols: &mut Symbols) -> Selector {
    Selector(vec![Requirement { key: symbols.intern(""), operator: Operator::In(Vec::new()) }])
}

/// The Pods that count in the scheduler's default spreading: those that all Services of a Pod and its controller
/// select (KS-27). Without both the plugin is inactive.
fn spreading(
    index: &Index<'_, '_>,
    owner: &Owner<'_>,
    id: WorkloadId,
    mut selectors: Vec<Selector>,
) -> (Vec<Selector>, Vec<WorkloadId>) {
    let controlled = match owner.kind {
        WorkloadKind::Deployment
        | WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::StatefulSet { .. } => true,
        WorkloadKind::DaemonSet
        | WorkloadKind::Job { .. }
        | WorkloadKind::Pod
        | WorkloadKind::Mirror
        | WorkloadKind::Custom { .. } => false,
    };
    if muted("KS-27") {
        return (Vec::new(), Vec::new());
    }
    if controlled {
        selectors.push(exactly(&owner.labels));
    }
    if selectors.is_empty() {
        return (selectors, Vec::new());
    }
    // A Deployment's Pods have their ReplicaSet's hash, which its selector names too: no others match.
    let others = if owner.kind == WorkloadKind::Deployment || owner.labels.is_empty() {
        vec![id]
    } else {
        let merged = selectors.iter().flat_map(|selector| selector.0.clone());
        let merged = Some(Selector(merged.collect()));
        index.select(owner.namespace, &merged)
    };
    (selectors, others)
}

fn exactly(labels: &Labels) -> Selector {
    let requirement =
        |(key, value): (Sym, Sym)| Requirement { key, operator: Operator::In(vec![value]) };
    Selector(labels.iter().map(requirement).collect())
}

pub(crate) fn quantiles(range: Option<Range>, default: Quantiles) -> Quantiles {
    range.map_or(default, |range| Quantiles {
        p10: range.p10.span(),
        p50: range.p50.span(),
        p90: range.p90.span(),
    })
}

fn timings(doc: &Document, source: &WorkloadText) -> PodTimings {
    let (own, all) = (&source.assumptions, &doc.assumptions);
    let default = PodTimings::ASSUMED;
    let mut ready = quantiles(own.ready.or(all.ready), default.ready);
    if source.startup_probe.is_some() || source.readiness_probe.is_some() {
        let delay = |ready| readiness(source, ready);
        ready = Quantiles { p10: delay(ready.p10), p50: delay(ready.p50), p90: delay(ready.p90) };
    }
    PodTimings {
        start: quantiles(own.pod_start.or(all.pod_start), default.start),
        image_pull: quantiles(own.image_pull.or(all.image_pull), default.image_pull),
        ready,
        shutdown: own
            .shutdown
            .or(all.shutdown)
            .map(|range| quantiles(Some(range), Quantiles::fixed(SimSpan::ZERO))),
    }
}

/// AM-101: how long its Pods work, at least a second; only for those that a controller doesn't keep running.
fn work(source: &WorkloadText, kind: WorkloadKind) -> Option<Work> {
    let own = &source.assumptions;
    let second = SimSpan::from_secs(1);
    let length = own.work.filter(|_| kind.has_work())?;
    let Quantiles { p10, p50, p90 } = quantiles(Some(length), Quantiles::fixed(second));
    Some(Work {
        length: Quantiles { p10: p10.max(second), p50: p50.max(second), p90: p90.max(second) },
        checkpoint: own.checkpoint.map(Duration::span).filter(|every| *every > SimSpan::ZERO),
    })
}

/// AM-102: a container exits after 10 s, if nothing else is said.
fn fails(doc: &Document, source: &WorkloadText) -> Vec<Fails> {
    let fault = |text: &FailsText| {
        let after = text.after.map_or(SimSpan::from_secs(10), Duration::span);
        match text.how.as_str() {
            "crash" => {
                let code = exit_code(text.exit_code);
                Some(FailureMode::Crash { after, code, unready: text.ready == Some(false) })
            }
            "imagePull" => Some(FailureMode::ImagePull),
            "neverReady" => Some(FailureMode::NeverReady),
            "hangs" => Some(FailureMode::Hangs { after }),
            _ => None,
        }
    };
    let place = |name: &str| doc.pools.iter().position(|pool| pool.name == name);
    let one = |text: &FailsText| {
        Some(Fails {
            how: fault(text)?,
            pool: place(&text.pool).map(|at| PoolId(at as u32)),
            version: Version::parse(&text.version),
            until: text.until.map(|at| SimTime::from_ms(at.since(doc.start_unix_ms()))),
        })
    };
    source.fails.iter().filter_map(one).collect()
}

/// From Running to Ready: a startup probe succeeds first, and the readiness probe begins then (KT-03, KT-04).
fn readiness(source: &WorkloadText, ready: SimSpan) -> SimSpan {
    let startup = source.startup_probe.as_ref().filter(|_| !muted("KT-04"));
    let started = startup.map_or(SimSpan::ZERO, |probe| {
        let probe = ReadinessProbe {
            initial_delay_seconds: probe.initial_delay_seconds,
            period_seconds: probe.period_seconds,
            ..ReadinessProbe::default()
        };
        probed(&probe, ready)
    });
    let Some(probe) = &source.readiness_probe else {
        return started.max(ready);
    };
    let rest = |span: SimSpan| SimSpan::from_ms((span.ms() - started.ms()).max(0));
    let delay = SimSpan::from_secs(probe.initial_delay_seconds.unwrap_or(0).clamp(0, 1 << 30));
    let left = ReadinessProbe {
        initial_delay_seconds: Some(i64::from(rest(delay).secs())),
        ..probe.clone()
    };
    started + probed(&left, rest(ready))
}

/// KT-24: a Job's Pods are not restarted in place unless it says so.
fn restarts(source: &WorkloadText, kind: WorkloadKind) -> RestartPolicy {
    // The API takes no other policy for them.
    if !kind.may_succeed() {
        return RestartPolicy::Always;
    }
    match (source.restart_policy.as_str(), source.kind.as_str()) {
        ("Never", _) | ("", "Job") => RestartPolicy::Never,
        ("OnFailure", _) => RestartPolicy::OnFailure,
        _ => RestartPolicy::Always,
    }
}

/// KT-27: how long probes take to end a container; BS-124.
fn probes(source: &WorkloadText) -> Probes {
    let number = |value: Option<i64>, default: i64| value.unwrap_or(default).clamp(1, 1 << 30);
    let fails = |probe: &Probe| {
        let seconds = number(probe.period_seconds, 10) * number(probe.failure_threshold, 3);
        SimSpan::from_secs(seconds.min(1 << 30))
    };
    let delay = |probe: &Probe| number(Some(probe.initial_delay_seconds.unwrap_or(0) + 1), 1) - 1;
    let liveness = source.liveness_probe.as_ref();
    let startup = source.startup_probe.as_ref();
    let grace = liveness.or(startup).and_then(|probe| probe.grace);
    Probes {
        startup: startup.map(|probe| fails(probe) + SimSpan::from_secs(delay(probe))),
        liveness: liveness.map_or(Probes::ASSUMED.liveness, fails),
        grace: grace.map(|seconds| SimSpan::from_secs(seconds.max(0))),
        fails_at_stop: source.assumptions.fails_readiness_at_stop == Some(true),
    }
}

/// When a probe detects that the app is ready: after the first tick at or after readiness and the initial
/// delay, plus a tick for each further success required (KT-03).
fn probed(probe: &ReadinessProbe, ready: SimSpan) -> SimSpan {
    if muted("KT-03") {
        return ready;
    }
    let period_ms = probe.period_seconds.unwrap_or(10).clamp(1, 1 << 30) * 1000;
    let delay_ms = probe.initial_delay_seconds.unwrap_or(0).clamp(0, 1 << 30) * 1000;
    let more = probe.success_threshold.unwrap_or(1).clamp(1, 1 << 10) - 1;
    let first = ready.ms().max(delay_ms);
    let ticks = first / period_ms + i64::from(first % period_ms > 0) + more;
    SimSpan::from_ms(ticks.saturating_mul(period_ms))
}
