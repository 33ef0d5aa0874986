//! Disruption budgets: what the API accepts, and budgets that never allow an eviction.

use super::context::Cx;
use crate::awaited::Awaited;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Budget, Document, ScriptItem};
use crate::primitive::IntOrText;
use crate::resolve::{Owner, SelectedWorkloads, limit};
use base::quantity::IntOrPercent;
use base::{Map, order};
use model::WorkloadKind;
use model::budget::Limit;

/// Both numbers of every budget, and of every script entry that sets one, with their paths.
fn numbers<'d>(cx: &Cx<'_, 'd>) -> Vec<(String, &'d IntOrText)> {
    let mut all = Vec::new();
    let mut add = |path: String, min: &'d Option<IntOrText>, max: &'d Option<IntOrText>| {
        all.extend(min.iter().map(|value| (format!("{path}/minAvailable"), value)));
        all.extend(max.iter().map(|value| (format!("{path}/maxUnavailable"), value)));
    };
    for (at, budget) in cx.doc.budgets.iter().enumerate() {
        add(format!("/budgets/{at}"), &budget.min_available, &budget.max_unavailable);
    }
    for (at, item) in cx.doc.script.iter().enumerate() {
        add(format!("/script/{at}"), &item.min_available, &item.max_unavailable);
    }
    all
}

/// A text is a percentage (KP-01).
pub(super) fn percentages(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (path, value) in numbers(cx) {
        if let IntOrText::Text(text) = value
            && IntOrPercent::parse_percent(text).is_none()
        {
            out.push(Diagnostic::error("budget/not-a-percentage", path).with("text", text));
        }
    }
}

/// 0 % to 100 %, or integers from 0 on (KP-12).
pub(super) fn bounds(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (path, value) in numbers(cx) {
        let good = match value {
            IntOrText::Int(number) => (0..=i64::from(i32::MAX)).contains(number),
            IntOrText::Text(text) => match IntOrPercent::parse_percent(text) {
                Some(IntOrPercent::Percent(percent)) => (0..=100).contains(&percent),
                Some(IntOrPercent::Int(_)) | None => true,
            },
        };
        if !good {
            Diagnostic::error("budget/out-of-bounds", path)
                .with("value", value.to_string())
                .add_to(out);
        }
    }
}

/// Exactly one of the two numbers; without any, no disruption is ever allowed (BS-70).
pub(super) fn exactly_one(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, budget) in cx.doc.budgets.iter().enumerate() {
        let given = match (&budget.min_available, &budget.max_unavailable) {
            (Some(_), Some(_)) => "both",
            (None, None) => "none",
            (Some(_), None) | (None, Some(_)) => continue,
        };
        let path = format!("/budgets/{at}");
        let finding = match given {
            "both" => Diagnostic::error("budget/exactly-one", path).can_exist(),
            _ => Diagnostic::warning("budget/exactly-one", path),
        };
        out.push(finding.with("budget", &budget.name).with("given", given));
    }
}

/// `unhealthyPodEvictionPolicy` has two values (BS-75).
pub(super) fn policies(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for (at, budget) in cx.doc.budgets.iter().enumerate() {
        let policy = budget.unhealthy_pod_eviction_policy.as_str();
        if !matches!(policy, "" | "IfHealthyBudget" | "AlwaysAllow") {
            Diagnostic::error("budget/policy", format!("/budgets/{at}/unhealthyPodEvictionPolicy"))
                .with("policy", policy)
                .add_to(out);
        }
    }
}

/// Does the budget forbid every disruption with any selector?
fn says_never(budget: &Budget) -> bool {
    match limit(budget) {
        Some(Limit::MaxUnavailable(IntOrPercent::Int(0) | IntOrPercent::Percent(0))) => true,
        Some(Limit::MinAvailable(IntOrPercent::Percent(percent))) => percent >= 100,
        Some(_) | None => false,
    }
}

/// What the script has set when the first drain begins, which is not before all commands of that instant have acted.
pub(super) struct Changed<'d> {
    items: Vec<&'d ScriptItem>,
}

impl<'d> Changed<'d> {
    pub(super) fn of(doc: &'d Document) -> Self {
        let times = Awaited::of(doc).earliest;
        let mut all: Vec<_> = times.into_iter().zip(doc.script.iter().enumerate()).collect();
        order::sort_by_key(&mut all, |(at, _)| *at);
        let drains = |item: &ScriptItem| {
            matches!(item.action.as_str(), "upgrade" | "resume" | "rollback" | "drain")
                && !item.control_plane
        };
        let first = all.iter().position(|(_, (_, item))| drains(item)).unwrap_or(all.len());
        let begins = all.get(first).map(|(at, _)| *at);
        let mut sets: Vec<(usize, &ScriptItem)> = Vec::new();
        for (place, (at, (no, item))) in all.into_iter().enumerate() {
            let at_once = match &item.after {
                None => true,
                Some(after) => sets.iter().any(|(set, _)| *after == IntOrText::Int(*set as i64)),
            };
            let is_before = place < first || Some(at) == begins && at_once;
            if is_before && item.action == "set" {
                sets.push((no, item));
            }
        }
        Self { items: sets.into_iter().map(|(_, item)| item).collect() }
    }

    pub(super) fn budget(&self, own: &Budget) -> Budget {
        let sets = |item: &&&ScriptItem| is_named(&item.budget, &own.namespace, &own.name);
        let mut own = own.clone();
        if let Some(item) = self.items.iter().rev().find(sets) {
            own.min_available.clone_from(&item.min_available);
            own.max_unavailable.clone_from(&item.max_unavailable);
        }
        own
    }

    pub(super) fn replicas(&self, owner: &Owner<'_>) -> i64 {
        let one = owner.source;
        let sets = |item: &&ScriptItem| is_named(&item.workload, &one.namespace, &one.name);
        let mut all = self.items.iter().rev().filter(|item| sets(item));
        all.find_map(|item| item.replicas).unwrap_or_else(|| i64::from(owner.replicas))
    }
}

/// Is a name in the script, `namespace/name` or `name`, that of an object?
fn is_named(written: &str, namespace: &str, name: &str) -> bool {
    let (space, own) = written.rsplit_once('/').map_or(("", written), |(space, own)| (space, own));
    let namespace = if namespace.is_empty() { "default" } else { namespace };
    !written.is_empty() && own == name && (space.is_empty() || space == namespace)
}

/// maxUnavailable 0 and minAvailable 100 % (BS-71).
pub(super) fn never(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let Some(drains) = drain_limit(cx) else {
        return;
    };
    let changed = Changed::of(cx.doc);
    for budget in &cx.resolved.budgets {
        // A budget that selects nothing holds nothing back: another finding.
        let idle = budget.workloads.is_empty() && !cx.resolved.exhausted;
        let own = changed.budget(budget.source);
        let is_unset = own.min_available.is_none() && own.max_unavailable.is_none();
        if says_never(&own) && !idle && !is_unset && !only_daemons(cx, budget) {
            let kind = match limit(&own) {
                _ if owners(cx, budget).any(|owner| unmanaged(owner.kind)) => "bare",
                Some(Limit::MinAvailable(_)) => "min",
                Some(Limit::MaxUnavailable(_)) | None => "max",
            };
            Diagnostic::warning("budget/never", format!("/budgets/{}", budget.at))
                .with("budget", &budget.source.name)
                .with("limit", drains)
                .with("kind", kind)
                .add_to(out);
        }
    }
}

/// What limits the drains: the options of kubectl, if the script has no other drains. `None`: none of them reads a budget (KD-14).
fn drain_limit(cx: &Cx<'_, '_>) -> Option<&'static str> {
    let has = |verbs: &[&str]| cx.doc.script.iter().any(|one| verbs.contains(&&*one.action));
    if !has(&["drain"]) || has(&["upgrade", "resume", "rollback", "target"]) {
        return Some("pool");
    }
    let evicts = |one: &ScriptItem| one.action == "drain" && !one.disable_eviction;
    cx.doc.script.iter().any(evicts).then_some("kubectl")
}

/// The budget requires all existing Pods (KP-18).
pub(super) fn never_here(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let Some(drains) = drain_limit(cx) else {
        return;
    };
    let changed = Changed::of(cx.doc);
    for budget in &cx.resolved.budgets {
        let own = changed.budget(budget.source);
        // A missing scale is another finding.
        let unknown = owners(cx, budget).any(|owner| {
            owner.kind == WorkloadKind::DaemonSet || (needs_scale(&own) && !owner.kind.has_scale())
        });
        if unknown {
            continue;
        }
        let scale: i64 = owners(cx, budget).map(|owner| changed.replicas(owner)).sum();
        let desired = match limit(&own) {
            Some(Limit::MinAvailable(value)) => value.scaled_up(scale),
            Some(Limit::MaxUnavailable(value)) => scale - value.scaled_up(scale),
            None => continue,
        };
        if scale > 0 && desired >= scale && !says_never(&own) {
            let is_part = owners(cx, budget).all(|owner| !owner.source.part_of.is_empty());
            Diagnostic::warning("budget/never-here", format!("/budgets/{}", budget.at))
                .with("budget", &budget.name)
                .with("limit", drains)
                .with("desired", desired)
                .with("scale", scale)
                .with("enough", enough(&own, scale))
                .with("part", if is_part { "yes" } else { "no" })
                .add_to(out);
        }
    }
}

/// How many Pods it takes until the budget lets one of them go (KP-05, KP-06).
fn enough(budget: &Budget, scale: i64) -> i64 {
    match limit(budget) {
        Some(Limit::MinAvailable(IntOrPercent::Int(least))) => least.saturating_add(1),
        // 99 % of 100 Pods leave one.
        Some(Limit::MinAvailable(part)) => {
            let mut counts = scale + 1..=scale + 100;
            counts.find(|pods| part.scaled_up(*pods) < *pods).unwrap_or(scale)
        }
        _ => scale,
    }
}

fn owners<'a, 'd>(
    cx: &'a Cx<'_, 'd>,
    budget: &'a SelectedWorkloads<'d, Budget>,
) -> impl Iterator<Item = &'a Owner<'d>> {
    cx.resolved.owners(&budget.workloads)
}

/// Does the budget need the scale of the controllers (KP-04, KP-06)?
fn needs_scale(budget: &Budget) -> bool {
    match limit(budget) {
        Some(Limit::MinAvailable(IntOrPercent::Int(_))) | None => false,
        Some(Limit::MinAvailable(IntOrPercent::Percent(_)) | Limit::MaxUnavailable(_)) => true,
    }
}

/// Bare Pods, and controllers of other kinds without scale (BS-72).
fn unmanaged(kind: WorkloadKind) -> bool {
    match kind {
        WorkloadKind::Pod => true,
        WorkloadKind::Custom { scale, .. } => !scale,
        WorkloadKind::Deployment
        | WorkloadKind::ReplicaSet
        | WorkloadKind::ReplicationController
        | WorkloadKind::StatefulSet { .. }
        | WorkloadKind::DaemonSet
        | WorkloadKind::Mirror
        | WorkloadKind::Job { .. } => false,
    }
}

/// Bare Pods have no scale for a percentage or maxUnavailable (BS-72).
pub(super) fn bare_pods(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for budget in &cx.resolved.budgets {
        let bare: Vec<&str> = owners(cx, budget)
            .filter(|owner| unmanaged(owner.kind))
            .map(|owner| owner.name.as_str())
            .collect();
        let Some(first) = bare.first().filter(|_| needs_scale(budget.source)) else {
            continue;
        };
        Diagnostic::warning("budget/bare-pods", format!("/budgets/{}", budget.at))
            .with("budget", &budget.name)
            .with("workloads", bare.len())
            .with("first", *first)
            .add_to(out);
    }
}

/// A Pod of a Job or a DaemonSet makes the whole budget's sync fail (KP-08).
pub(super) fn no_scale(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for budget in &cx.resolved.budgets {
        let fails = |owner: &&Owner<'_>| {
            matches!(
                owner.kind,
                WorkloadKind::Job { .. } | WorkloadKind::DaemonSet | WorkloadKind::Mirror
            )
        };
        let found = owners(cx, budget).find(fails);
        let matters = needs_scale(budget.source) && !only_daemons(cx, budget);
        if let Some(owner) = found.filter(|_| matters) {
            Diagnostic::warning("budget/no-scale", format!("/budgets/{}", budget.at))
                .with("budget", &budget.name)
                .with("kind", &owner.source.kind)
                .with("owner", &owner.name)
                .add_to(out);
        }
    }
}

/// Does the budget select only Pods that stay when their node is drained?
fn only_daemons(cx: &Cx<'_, '_>, budget: &SelectedWorkloads<'_, Budget>) -> bool {
    let mut owners = owners(cx, budget).peekable();
    owners.peek().is_some() && owners.all(|owner| owner.kind.stays_with_node())
}

/// Such a budget holds no drain back, and protects nothing from one (KD-03, KD-04).
pub(super) fn daemons(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    for budget in cx.resolved.budgets.iter().filter(|budget| only_daemons(cx, budget)) {
        Diagnostic::info("budget/daemons", format!("/budgets/{}", budget.at))
            .with("budget", &budget.name)
            .add_to(out);
    }
}

/// A budget that selects no Pods protects nothing (KP-02).
pub(super) fn nothing(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    // If comparisons were skipped, that is another finding.
    let compared = (!cx.resolved.exhausted).then_some(&cx.resolved.budgets);
    for budget in compared.into_iter().flatten() {
        if budget.workloads.is_empty() {
            let selector = match &budget.source.selector {
                None => "none",
                Some(_) => "some",
            };
            Diagnostic::info("budget/nothing", format!("/budgets/{}", budget.at))
                .with("budget", &budget.name)
                .with("namespace", budget.namespace)
                .with("selector", selector)
                .add_to(out);
        }
    }
}

/// Two budgets on one Pod make its eviction fail forever (KE-03).
pub(super) fn two(cx: &Cx<'_, '_>, out: &mut Diagnostics) {
    let budgets = &cx.resolved.budgets;
    let mut first: Vec<Option<usize>> = vec![None; cx.resolved.workloads.len()];
    // Pairs of budgets, with the number of workloads that both select and the first of them.
    let mut pairs: Vec<(usize, usize, i64, &str)> = Vec::new();
    for (at, budget) in budgets.iter().enumerate() {
        let mut shared: Map<usize, (i64, &str)> = Map::new();
        for (id, owner) in budget.workloads.iter().zip(owners(cx, budget)) {
            let Some(slot) = first.get_mut(id.0 as usize) else {
                continue;
            };
            match *slot {
                None => *slot = Some(at),
                Some(other) => shared.entry(other).or_insert((0, &owner.name)).0 += 1,
            }
        }
        let shared = shared.into_iter();
        pairs.extend(shared.map(|(other, (number, workload))| (other, at, number, workload)));
    }
    order::sort_by(&mut pairs, |a, b| (a.0, a.1).cmp(&(b.0, b.1)));
    for (one, other, number, workload) in pairs {
        let (one, other) = (&budgets[one], &budgets[other]);
        Diagnostic::warning("budget/two", format!("/budgets/{}/selector", other.at))
            .with("one", &one.name)
            .with("other", &other.name)
            .with("workload", workload)
            .with("more", number - 1)
            .add_to(out);
    }
}
