//! Values that are of the right type and still none that the API takes.

use super::context::Cx;
use super::limits::LONGEST_MS;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Workload;
use crate::document::budget::{Expression, LabelSelector};
use crate::document::pool::Taint;
use crate::document::workload::FAILURE_ACTIONS;
use crate::labels;
use base::{Message, say};

pub(super) fn wrong(path: String, message: Message, out: &mut Diagnostics) {
    out.push(Diagnostic::error("document/value", path).says(message));
}

/// One of a few words, or missing.
pub(super) fn one_of(path: String, value: &str, words: &[&str], out: &mut Diagnostics) {
    if !value.is_empty() && !words.contains(&value) {
        let message = say!("check-not-one-of", value = value, words = words.join(", "));
        wrong(path, message, out);
    }
}

/// From `least` to `most`, or missing.
pub(super) fn between(
    path: String,
    value: Option<i64>,
    (least, most): (i64, i64),
    out: &mut Diagnostics,
) {
    if let Some(value) = value.filter(|value| !(least..=most).contains(value)) {
        let [value, least, most] = [value, least, most].map(|number| number.to_string());
        let message = say!(
            "check-not-between",
            value = value,
            least = least,
            most = most
        );
        wrong(path, message, out);
    }
}

const COUNT: (i64, i64) = (0, i32::MAX as i64);

pub(super) fn workloads(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        workload_form(&format!("/workloads/{at}"), workload, out);
    }
}

fn workload_form(path: &str, workload: &Workload, out: &mut Diagnostics) {
    let field = |name: &str| format!("{path}/{name}");
    if workload.name.is_empty() {
        wrong(field("name"), say!("check-no-name"), out);
    }
    if workload.kind.is_empty() {
        wrong(field("kind"), say!("check-no-kind"), out);
    }
    let rules = workload.pod_failure_policy.iter();
    for (n, rule) in rules.flat_map(|policy| &policy.rules).enumerate() {
        let path = field(&format!("podFailurePolicy/rules/{n}/action"));
        one_of(path, &rule.action, &FAILURE_ACTIONS, out);
    }
    let grace = (0, LONGEST_MS / 1000);
    let priority = (i64::from(i32::MIN), i64::from(i32::MAX));
    // Most are missing: of those no path is written.
    for (name, value, bounds) in [
        (
            "terminationGracePeriodSeconds",
            workload.termination_grace_period_seconds,
            grace,
        ),
        ("minReadySeconds", workload.min_ready_seconds, grace),
        (
            "activeDeadlineSeconds",
            workload.active_deadline_seconds,
            grace,
        ),
        ("replicas", workload.replicas, COUNT),
        ("copies", workload.copies, COUNT),
        ("parallelism", workload.parallelism, COUNT),
        ("completions", workload.completions, COUNT),
        ("backoffLimit", workload.backoff_limit, COUNT),
        ("succeeded", workload.succeeded, COUNT),
        ("failed", workload.failed, COUNT),
        ("priority", workload.priority, priority),
    ] {
        if value.is_some() {
            between(field(name), value, bounds, out);
        }
    }
    for (name, value, words) in [
        (
            "preemptionPolicy",
            &workload.preemption_policy,
            ["PreemptLowerPriority", "Never"],
        ),
        (
            "podManagementPolicy",
            &workload.pod_management_policy,
            ["OrderedReady", "Parallel"],
        ),
        (
            "podReplacementPolicy",
            &workload.pod_replacement_policy,
            ["TerminatingOrFailed", "Failed"],
        ),
    ] {
        if !value.is_empty() {
            one_of(field(name), value, &words, out);
        }
    }
    for (n, pod) in workload.pods.iter().enumerate() {
        let words = ["", "Running", "Pending", "Succeeded", "Failed", "Unknown"];
        if !words.contains(&pod.phase.as_str()) {
            let path = format!("{path}/pods/{n}/phase");
            one_of(path, &pod.phase, &words[1..], out);
        }
        if pod.count.is_some() {
            let path = format!("{path}/pods/{n}/count");
            between(path.clone(), pod.count, COUNT, out);
            if !pod.name.is_empty() {
                wrong(path, say!("check-named-pods", pod = &pod.name), out);
            }
        }
        if pod.restarts.is_some() {
            let path = format!("{path}/pods/{n}/restarts");
            between(path, pod.restarts, COUNT, out);
        }
    }
    if workload.kind == "DaemonSet" && workload.pods.iter().any(|pod| pod.node.is_empty()) {
        out.push(
            Diagnostic::warning("workload/daemon-pod-without-node", field("pods"))
                .with("workload", &workload.name),
        );
    }
    for (n, toleration) in workload.tolerations.iter().enumerate() {
        let field = |name: &str| format!("{path}/tolerations/{n}/{name}");
        one_of(
            field("operator"),
            &toleration.operator,
            &["Equal", "Exists"],
            out,
        );
        effect(field("effect"), &toleration.effect, true, out);
        if toleration.key.is_empty() && toleration.operator != "Exists" {
            wrong(field("operator"), say!("check-toleration-without-key"), out);
        }
    }
    for (n, constraint) in workload.topology_spread_constraints.iter().enumerate() {
        let field = |name: &str| format!("{path}/topologySpreadConstraints/{n}/{name}");
        between(
            field("maxSkew"),
            Some(constraint.max_skew),
            (1, COUNT.1),
            out,
        );
        between(
            field("minDomains"),
            constraint.min_domains,
            (1, COUNT.1),
            out,
        );
        one_of(
            field("whenUnsatisfiable"),
            &constraint.when_unsatisfiable,
            &["DoNotSchedule", "ScheduleAnyway"],
            out,
        );
        for (name, value) in [
            ("nodeAffinityPolicy", &constraint.node_affinity_policy),
            ("nodeTaintsPolicy", &constraint.node_taints_policy),
        ] {
            one_of(field(name), value, &["Honor", "Ignore"], out);
        }
    }
    for (n, container) in workload.init_containers.iter().enumerate() {
        let words = ["Always", "OnFailure", "Never"];
        let path = format!("{path}/initContainers/{n}/restartPolicy");
        one_of(path, &container.restart_policy, &words, out);
    }
    if let Some(probe) = &workload.readiness_probe {
        let field = |name: &str| format!("{path}/readinessProbe/{name}");
        between(
            field("initialDelaySeconds"),
            probe.initial_delay_seconds,
            grace,
            out,
        );
        between(
            field("periodSeconds"),
            probe.period_seconds,
            (1, grace.1),
            out,
        );
        between(
            field("successThreshold"),
            probe.success_threshold,
            (1, 1000),
            out,
        );
    }
}

fn effect(path: String, value: &str, may_miss: bool, out: &mut Diagnostics) {
    if labels::effect(value).is_none() && !(may_miss && value.is_empty()) {
        wrong(path, say!("check-no-effect", effect = value), out);
    }
}

/// Numbers of pools and of the cluster.
pub(super) fn numbers(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let doc = cx.doc;
    let spare = doc.cluster.spare_capacity_nodes;
    between("/cluster/spareCapacityNodes".to_owned(), spare, COUNT, out);
    for (at, pool) in doc.pools.iter().enumerate() {
        let field = |name: &str| format!("/pools/{at}/{name}");
        if pool.name.is_empty() {
            wrong(field("name"), say!("check-no-name"), out);
        }
        if pool.locations.iter().any(String::is_empty) {
            wrong(field("locations"), say!("check-no-zone-name"), out);
        }
        between(
            field("initialNodeCount"),
            pool.initial_node_count,
            COUNT,
            out,
        );
        let disk = pool.config.disk_size_gb;
        between(field("config/diskSizeGb"), disk, (1, 1 << 16), out);
        taints(&field("config/taints"), &pool.config.taints, out);
        for (n, node) in pool.nodes.iter().enumerate() {
            taints(
                &field(&format!("nodes/{n}/taints")),
                node.taints.as_deref().unwrap_or_default(),
                out,
            );
        }
    }
    let start = doc.start_unix_ms();
    for (path, at) in doc.until.iter().map(|at| ("/until".to_owned(), *at)).chain(
        doc.script
            .iter()
            .enumerate()
            .filter_map(|(n, item)| item.at.map(|at| (format!("/script/{n}/at"), at))),
    ) {
        let ms = at.since(start);
        if !(0..=LONGEST_MS).contains(&ms) {
            let seconds = (ms / 1000).to_string();
            wrong(
                path,
                say!("check-time-out-of-bounds", seconds = seconds),
                out,
            );
        }
    }
}

fn taints(path: &str, taints: &[Taint], out: &mut Diagnostics) {
    for (n, taint) in taints.iter().enumerate() {
        effect(format!("{path}/{n}/effect"), &taint.effect, false, out);
    }
}

/// Selectors and node terms.
pub(super) fn selectors(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    let mut select = |path: String, selector| selector_form(&path, selector, out);
    for (at, budget) in cx.doc.budgets.iter().enumerate() {
        select(format!("/budgets/{at}/selector"), budget.selector.as_ref());
    }
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        for (n, constraint) in workload.topology_spread_constraints.iter().enumerate() {
            let path = format!("/workloads/{at}/topologySpreadConstraints/{n}/labelSelector");
            select(path, constraint.label_selector.as_ref());
        }
    }
    for (at, workload) in cx.doc.workloads.iter().enumerate() {
        let affinity = workload.affinity.as_ref();
        let Some(affinity) = affinity.and_then(|affinity| affinity.node_affinity.as_ref()) else {
            continue;
        };
        let required = affinity
            .required
            .iter()
            .flat_map(|all| &all.node_selector_terms);
        let preferred = affinity.preferred.iter().map(|term| &term.preference);
        let path = format!("/workloads/{at}/affinity/nodeAffinity");
        for term in required.chain(preferred) {
            for expression in &term.match_expressions {
                expression_form(&path, expression, true, out);
            }
            for field in &term.match_fields {
                if field.key != "metadata.name" || field.operator != "In" {
                    let (key, operator) = (&field.key, &field.operator);
                    let message = say!("check-match-fields", key = key, operator = operator);
                    wrong(path.clone(), message, out);
                }
            }
        }
        for term in &affinity.preferred {
            between(path.clone(), Some(term.weight), (1, 100), out);
        }
    }
}

pub(super) fn selector_form(path: &str, selector: Option<&LabelSelector>, out: &mut Diagnostics) {
    let all = selector.map_or(&[][..], |selector| &selector.match_expressions);
    for (n, expression) in all.iter().enumerate() {
        let path = format!("{path}/matchExpressions/{n}");
        expression_form(&path, expression, false, out);
    }
}

fn expression_form(path: &str, expression: &Expression, node: bool, out: &mut Diagnostics) {
    let good = match expression.operator.as_str() {
        "In" | "NotIn" => !expression.values.is_empty(),
        "Exists" | "DoesNotExist" => expression.values.is_empty(),
        "Gt" | "Lt" => {
            node && matches!(expression.values.as_slice(), [only] if only.parse::<i64>().is_ok())
        }
        _ => false,
    };
    if !good {
        let message = say!(
            "check-no-expression",
            key = &expression.key,
            operator = &expression.operator,
            values = expression.values.len(),
        );
        wrong(path.to_owned(), message, out);
    }
}

pub(super) fn services(cx: &Cx<'_, '_>, _: &'static [&'static str], out: &mut Diagnostics) {
    for (at, service) in cx.doc.services.iter().enumerate() {
        let field = |name: &str| format!("/services/{at}/{name}");
        let types = ["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"];
        one_of(field("type"), &service.kind, &types, out);
        let policies = ["Cluster", "Local"];
        let policy = &service.external_traffic_policy;
        one_of(field("externalTrafficPolicy"), policy, &policies, out);
    }
    for (at, budget) in cx.doc.budgets.iter().enumerate() {
        between(format!("/budgets/{at}/copies"), budget.copies, COUNT, out);
        if budget.name.is_empty() {
            let path = format!("/budgets/{at}/name");
            wrong(path, say!("check-no-name"), out);
        }
    }
}
