//! Edits of the scenario document for suggested changes.
//!
//! A trial runs the whole changed document in a separate worker. The button makes the same edits, so its result is the
//! promised one.

use base::quantity::IntOrPercent;
use base::{BudgetId, PoolId, WorkloadId};
use model::Plan;
use model::budget::Limit;
use query::alternatives::{Before, SettingChange, candidates};
use query::index::Index;
use scenario::document::budget::namespace;
use scenario::edit;
use scenario::json::Json;
use trace::{Phrase, Subject, Trace};

/// A change that can be tried and applied.
#[derive(Clone, PartialEq, Debug)]
pub struct Alternative {
    pub edit: SettingChange,
    /// The edits of the document, applied as one step.
    pub document: Vec<edit::Edit>,
    /// How many workloads or budgets the edited entry stands for.
    pub copies: u32,
}

impl Alternative {
    pub fn phrase(&self) -> Phrase {
        let edit = self.edit.phrase();
        if self.copies < 2 {
            return edit;
        }
        Phrase::new("edit-copies").with("edit", edit).with("n", self.copies)
    }

    /// The document with the change.
    pub fn apply(&self, document: &Json) -> Json {
        edit::apply_all(document, &self.document)
    }
}

/// The possible changes for a subject of a run of this document.
pub fn alternatives(
    document: &Json,
    trace: &Trace,
    index: &Index,
    before: &Before,
    subject: Subject,
) -> Vec<Alternative> {
    let mut found: Vec<Alternative> = Vec::new();
    for edit in candidates(trace, index, before, subject) {
        let made = alternative(document, trace.plan(), edit);
        // Two copies of one entry are changed together.
        let new = |made: &Alternative| found.iter().all(|one| one.document != made.document);
        found.extend(made.filter(new));
    }
    found
}

fn alternative(document: &Json, plan: &Plan, edit: SettingChange) -> Option<Alternative> {
    let mut copies = 1;
    let document = match edit {
        SettingChange::Surge { pool, to, .. } => {
            let settings = pool_at(document, plan, pool)?.pointer + "/upgradeSettings";
            vec![
                set(&settings, "maxSurge", to.max_surge),
                set(&settings, "maxUnavailable", to.max_unavailable),
            ]
        }
        SettingChange::PdbTimeout { pool, to, .. } => {
            let config = pool_at(document, plan, pool)?.pointer + "/nodeDrainConfig";
            let duration = format!("{}s", to.secs());
            vec![edit::Edit::Set(config + "/pdbTimeoutDuration", Json::Text(duration))]
        }
        SettingChange::Budget { budget, to, .. } => {
            let entry = budget_at(document, plan, budget)?;
            copies = entry.copies;
            let (field, value) = match to {
                Limit::MinAvailable(value) => ("minAvailable", value),
                Limit::MaxUnavailable(value) => ("maxUnavailable", value),
            };
            let value = match value {
                IntOrPercent::Int(n) => Json::Int(n),
                IntOrPercent::Percent(n) => Json::Text(format!("{n}%")),
            };
            vec![edit::Edit::Set(format!("{}/{field}", entry.pointer), value)]
        }
        SettingChange::AlwaysAllow { budget } => {
            let entry = budget_at(document, plan, budget)?;
            copies = entry.copies;
            vec![edit::Edit::Set(
                entry.pointer + "/unhealthyPodEvictionPolicy",
                "AlwaysAllow".into(),
            )]
        }
        SettingChange::NoBudget { budget } => {
            let entry = budget_at(document, plan, budget)?;
            copies = entry.copies;
            vec![edit::Edit::Remove(entry.pointer)]
        }
        SettingChange::NewBudget { workload } => {
            let entry = workload_at(document, plan, workload)?;
            copies = entry.copies;
            vec![edit::Edit::Append("/budgets".to_owned(), budget_for(entry.json)?)]
        }
        SettingChange::Replicas { workload, to, .. } => {
            let entry = workload_at(document, plan, workload)?;
            // The number of individually listed Pods is fixed.
            if entry.json.get("pods").is_some() {
                return None;
            }
            copies = entry.copies;
            vec![set(&entry.pointer, "replicas", to)]
        }
        SettingChange::Grace { workload, to, .. } => {
            let entry = workload_at(document, plan, workload)?;
            copies = entry.copies;
            vec![set(&entry.pointer, "terminationGracePeriodSeconds", to.secs())]
        }
        SettingChange::Quota { from, to } => {
            let script = document.get("script").map_or(&[][..], Json::items);
            let is_quota = |item: &Json| {
                item.get("do").and_then(Json::text) == Some("quota")
                    && item.get("spareNodes") == Some(&Json::Int(from.into()))
            };
            let places = script.iter().enumerate();
            let places = places.filter(|(_, item)| is_quota(item));
            places.map(|(n, _)| set(&format!("/script/{n}"), "spareNodes", to)).collect()
        }
    };
    let alternative = Alternative { edit, document, copies };
    (!alternative.document.is_empty()).then_some(alternative)
}

fn set(parent: &str, field: &str, number: u32) -> edit::Edit {
    edit::Edit::Set(format!("{parent}/{field}"), Json::Int(number.into()))
}

/// An entry of the document that defines part of the plan.
struct PlanEntry<'a> {
    pointer: String,
    json: &'a Json,
    copies: u32,
}

fn pool_at<'a>(document: &'a Json, plan: &Plan, pool: PoolId) -> Option<PlanEntry<'a>> {
    let name = &plan.pools.get(pool)?.name;
    entry(document, "pools", name, None)
}

fn budget_at<'a>(document: &'a Json, plan: &Plan, budget: BudgetId) -> Option<PlanEntry<'a>> {
    let budget = plan.budgets.get(budget)?;
    let space = Some(budget.namespace.as_str());
    entry(document, "budgets", &budget.name, space)
}

fn workload_at<'a>(document: &'a Json, plan: &Plan, id: WorkloadId) -> Option<PlanEntry<'a>> {
    let workload = plan.workloads.get(id)?;
    let twin = |other: &model::Workload| {
        other.name == workload.name && other.namespace == workload.namespace
    };
    let alone = plan.workloads.values().filter(|other| twin(other)).count() == 1;
    let space = Some(workload.namespace.as_str());
    // A Deployment and a StatefulSet may share a name, and the name alone is ambiguous.
    alone.then(|| entry(document, "workloads", &workload.name, space)).flatten()
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

/// A budget that selects the workload's Pods by label and allows one disruption.
fn budget_for(workload: &Json) -> Option<Json> {
    let name = workload.get("name").and_then(Json::text)?;
    let copied = workload.get("copies").cloned();
    let labels = match workload.get("labels") {
        Some(labels @ Json::Object(fields)) if !fields.is_empty() => labels.clone(),
        _ => {
            let of_copy = if copied.is_some() { format!("{name}-{{n}}") } else { name.to_owned() };
            Json::object([("app", Json::Text(of_copy))])
        }
    };
    Some(Json::object_of_set([
        ("name", Some(Json::Text(format!("{name}-pdb")))),
        ("namespace", workload.get("namespace").cloned()),
        ("copies", copied),
        ("selector", Some(Json::object([("matchLabels", labels)]))),
        ("maxUnavailable", Some(Json::Int(1))),
    ]))
}
