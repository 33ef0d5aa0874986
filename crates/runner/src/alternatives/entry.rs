//! The entry of the document that defines a part of the plan.

use base::{BudgetId, PoolId, ServiceId, WorkloadId};
use model::Plan;
use scenario::document::budget::namespace;
use scenario::json::Json;

pub(super) struct PlanEntry<'a> {
    pub(super) pointer: String,
    pub(super) json: &'a Json,
    /// For how many workloads or budgets it stands.
    pub(super) copies: u32,
}

pub(super) fn pool<'a>(document: &'a Json, plan: &Plan, id: PoolId) -> Option<PlanEntry<'a>> {
    entry(document, "pools", &plan.pools.get(id)?.name, None)
}

pub(super) fn budget<'a>(document: &'a Json, plan: &Plan, id: BudgetId) -> Option<PlanEntry<'a>> {
    let budget = plan.budgets.get(id)?;
    entry(document, "budgets", &budget.name, Some(&budget.namespace))
}

pub(super) fn service<'a>(document: &'a Json, plan: &Plan, id: ServiceId) -> Option<PlanEntry<'a>> {
    let service = plan.services.get(id)?;
    entry(document, "services", &service.name, Some(&service.namespace))
}

pub(super) fn workload<'a>(
    document: &'a Json,
    plan: &Plan,
    id: WorkloadId,
) -> Option<PlanEntry<'a>> {
    let workload = plan.workloads.get(id)?;
    let twin = |other: &model::Workload| {
        other.name == workload.name && other.namespace == workload.namespace
    };
    let alone = plan.workloads.values().filter(|other| twin(other)).count() == 1;
    // A Deployment and a StatefulSet may share a name, and the name alone is ambiguous.
    alone.then(|| entry(document, "workloads", &workload.name, Some(&workload.namespace))).flatten()
}

/// The entry of a list with this name, or whose copies have it.
fn entry<'a>(
    document: &'a Json,
    list: &str,
    name: &str,
    space: Option<&str>,
) -> Option<PlanEntry<'a>> {
    let items = document.get(list)?.items();
    let text = |item: &'a Json, key: &str| item.get(key).and_then(Json::text);
    let found = items.iter().enumerate().find_map(|(n, json)| {
        let here = text(json, "name")?;
        let copies = match json.get("copies") {
            Some(Json::Int(copies)) => Some(*copies),
            _ => None,
        };
        let called = match copies {
            None => here == name,
            Some(copies) => name
                .strip_prefix(here)
                .and_then(|rest| rest.strip_prefix('-')?.parse::<i64>().ok())
                .is_some_and(|n| n < copies),
        };
        let there = namespace(text(json, "namespace").unwrap_or(""));
        let same_space = space.is_none_or(|space| space == there);
        (called && same_space).then_some((n, json, copies))
    });
    let (n, json, copies) = found?;
    Some(PlanEntry {
        pointer: format!("/{list}/{n}"),
        json,
        copies: u32::try_from(copies.unwrap_or(1)).unwrap_or(1),
    })
}
