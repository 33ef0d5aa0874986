//! Compiles workloads, budgets and Services.

use super::affinity::{MatchedWorkloads, host_ports};
use super::resources;
use crate::check::exhausted;
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::document::Workload as WorkloadText;
use crate::document::assumptions::Range;
use crate::document::pod_spec::TopologySpreadConstraint;
use crate::document::workload::ReadinessProbe;
use crate::labels;
use crate::resolve::{Index, Owner, Resolved, failed, limit, succeeded};
use base::{BudgetId, IdVec, Quantiles, ServiceId, SimSpan, Sym, WorkloadId, muted};
use model::selector::Operator;
use model::selector::{Requirement, Selector, SpreadConstraint};
use model::settings::PodTimings;
use model::{
    Audience, Budget, Labels, PodAffinity, Service, Symbols, UnhealthyPodEvictionPolicy, Workload,
    WorkloadKind,
};

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
    for (owner, (budgets, selectors)) in
        resolved.workloads.iter().zip(budgets.into_iter().zip(selectors))
    {
        let id = all.next_id();
        let (owner_selectors, spreads_with) = spreading(&index, owner, id, selectors);
        let mut workload = workload(resolved.doc, owner, symbols);
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

fn workload(doc: &Document, owner: &Owner<'_>, symbols: &mut Symbols) -> Workload {
    let source = owner.source;
    let (scored_cpu_m, scored_memory_bytes) = resources::scored(source, symbols);
    let affinity = source.affinity.as_ref().and_then(|affinity| affinity.node_affinity.as_ref());
    let required = affinity.and_then(|affinity| affinity.required.as_ref());
    let seconds = |secs: Option<i64>, default| SimSpan::from_secs(secs.unwrap_or(default).max(0));
    Workload {
        namespace: owner.namespace.to_owned(),
        name: owner.name.clone(),
        kind: owner.kind,
        replicas: owner.replicas,
        labels: owner.labels.clone(),
        requests: resources::of_pod(source, symbols),
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
        tolerations: source
            .tolerations
            .iter()
            .map(|toleration| labels::toleration(toleration, symbols))
            .collect(),
        spread: source
            .topology_spread_constraints
            .iter()
            .map(|constraint| spread(constraint, owner, symbols))
            .collect(),
        owner_selectors: Vec::new(),
        timings: timings(doc, source),
        local_storage: source.empty_dir,
        not_safe_to_evict: source
            .annotations
            .get("cluster-autoscaler.kubernetes.io/safe-to-evict")
            .is_some_and(|value| value == "false"),
        min_ready: seconds(source.min_ready_seconds, 0),
        budgets: Vec::new(),
        spreads_with: Vec::new(),
        succeeded: succeeded(source),
        failed: failed(source),
    }
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
    if let Some(probe) = &source.readiness_probe
        && !muted("KT-03")
    {
        ready = Quantiles {
            p10: probed(probe, ready.p10),
            p50: probed(probe, ready.p50),
            p90: probed(probe, ready.p90),
        };
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

/// When a probe detects that the app is ready: after the first tick at or after readiness and the initial
/// delay, plus a tick for each further success required (KT-03).
fn probed(probe: &ReadinessProbe, ready: SimSpan) -> SimSpan {
    let period_ms = probe.period_seconds.unwrap_or(10).clamp(1, 1 << 30) * 1000;
    let delay_ms = probe.initial_delay_seconds.unwrap_or(0).clamp(0, 1 << 30) * 1000;
    let more = probe.success_threshold.unwrap_or(1).clamp(1, 1 << 10) - 1;
    let first = ready.ms().max(delay_ms);
    let ticks = first / period_ms + i64::from(first % period_ms > 0) + more;
    SimSpan::from_ms(ticks.saturating_mul(period_ms))
}

pub(crate) fn budgets(resolved: &Resolved<'_>) -> IdVec<BudgetId, Budget> {
    resolved
        .budgets
        .iter()
        .map(|chooser| Budget {
            namespace: chooser.namespace.to_owned(),
            name: chooser.name.clone(),
            selector: chooser.selector.clone(),
            unreadable: chooser.source.selector.is_some() && chooser.selector.is_none(),
            // Only if a check is muted: a budget that requires nothing.
            limit: limit(chooser.source).unwrap_or(model::budget::Limit::MinAvailable(
                base::quantity::IntOrPercent::Int(0),
            )),
            policy: match chooser.source.unhealthy_pod_eviction_policy.as_str() {
                "AlwaysAllow" => UnhealthyPodEvictionPolicy::AlwaysAllow,
                _ => UnhealthyPodEvictionPolicy::IfHealthyBudget,
            },
            workloads: chooser.workloads.clone(),
        })
        .collect()
}

pub(crate) fn services(resolved: &Resolved<'_>) -> IdVec<ServiceId, Service> {
    resolved
        .services
        .iter()
        .map(|chooser| Service {
            namespace: chooser.namespace.to_owned(),
            name: chooser.name.clone(),
            selector: chooser.selector.clone(),
            load_balancer: chooser.source.kind == "LoadBalancer",
            local: chooser.source.external_traffic_policy == "Local",
            workloads: chooser.workloads.clone(),
        })
        .collect()
}
