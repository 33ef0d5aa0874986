//! Edits of the scenario document for suggested changes.
//!
//! A trial runs the whole changed document in a separate worker. The button makes the same edits, so its result is the
//! promised one.

mod scaling;

use crate::variant::StrategyChoice;
use crate::window_fit::WindowChange;
use base::quantity::IntOrPercent;
use base::{BudgetId, PoolId, SimSpan, SimTime, WorkloadId};
use model::budget::Limit;
use model::strategy::{Strategy, Surge};
use model::{Plan, RunState};
use query::alternatives::{Before, Focus, SettingChange, candidates};
use query::index::Index;
use scenario::document::budget::namespace;
use scenario::edit;
use scenario::field::push_key;
use scenario::instant;
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
    /// The pool's upgrade is under way at the start: its settings can't be changed before it is cancelled (BS-04).
    pub under_way: Option<FollowUp>,
}

/// What follows the change of a pool whose upgrade was under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FollowUp {
    Resume,
    RollBack,
    /// It is cancelled already: nothing is to be cancelled.
    ResumeCancelled,
}

impl Alternative {
    pub fn phrase(&self) -> Phrase {
        let mut edit = self.edit.phrase();
        if let Some(then) = self.under_way {
            let then = match then {
                FollowUp::Resume => "resume",
                FollowUp::RollBack => "roll-back",
                FollowUp::ResumeCancelled => "resume-cancelled",
            };
            edit = Phrase::new("edit-under-way").with("edit", edit).with("then", then);
        }
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

/// The changes that can be tried for a question, and what it is about.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Alternatives {
    pub focus: Focus,
    pub list: Vec<Alternative>,
}

/// The possible changes for a subject of a run of this document: from the asked time on, or in the whole run.
pub fn alternatives(
    document: &Json,
    trace: &Trace,
    index: &Index,
    before: &Before,
    (subject, at): (Subject, Option<SimTime>),
) -> Alternatives {
    let found = candidates(trace, index, before, subject, at);
    let mut list: Vec<Alternative> = Vec::new();
    for edit in found.changes {
        let mut made = alternative(document, trace.plan(), edit);
        if let Some(made) = &mut made
            && let Some(pool) = made.edit.strategy_of()
        {
            let state = trace.start().pools.get(pool);
            let last = trace.last().pools.get(pool).map(|state| state.run);
            // One that is under way goes on at the start.
            let mut rows = trace.rows_of(Subject::Pool(pool)).into_iter();
            let first = rows.find_map(|no| trace.record(no)).map(|row| row.at);
            let is_cancelled = state.is_some_and(|state| state.run == RunState::Cancelled)
                && first != Some(SimTime::ZERO);
            let then = match last {
                Some(RunState::RollingBack | RunState::RolledBack) => FollowUp::RollBack,
                _ if is_cancelled => FollowUp::ResumeCancelled,
                _ => FollowUp::Resume,
            };
            made.under_way = state.filter(|state| state.run != RunState::Idle).map(|_| then);
        }
        // Two copies of one entry are changed together.
        let new = |made: &Alternative| list.iter().all(|one| one.document != made.document);
        list.extend(made.filter(new));
    }
    Alternatives { focus: found.focus, list }
}

fn alternative(document: &Json, plan: &Plan, edit: SettingChange) -> Option<Alternative> {
    let mut copies = 1;
    let document = match edit {
        SettingChange::BlueGreen { pool, to } | SettingChange::Rollout { pool, to, .. } => {
            let strategy = Strategy::BlueGreen { settings: to, surge: Surge::DEFAULT };
            StrategyChoice::By(strategy).edits_at(&settings_at(document, plan, pool)?)
        }
        SettingChange::SurgeInstead { pool, to } => {
            StrategyChoice::By(Strategy::Surge(to)).edits_at(&settings_at(document, plan, pool)?)
        }
        SettingChange::GraceLimit { pool, to, .. } => {
            vec![set(&drain_at(document, plan, pool)?, "graceTerminationDuration", seconds(to))]
        }
        SettingChange::Reservation { pool, from, to } => {
            reserved(document, &pool_at(document, plan, pool)?, (from, to))
        }
        SettingChange::WindowHours { to, .. } => vec![WindowChange::Hours(to).edit(document)?],
        SettingChange::WindowDaily => vec![WindowChange::Daily.edit(document)?],
        SettingChange::ExclusionScope { ref name, to, .. } => {
            let options = exclusion_at(document, name)? + "/maintenanceExclusionOptions";
            vec![set(&options, "scope", to.name())]
        }
        SettingChange::ExclusionEnds { ref name, at } => {
            ends_at(document, &exclusion_at(document, name)?, plan.start_unix_ms + at.ms())
        }
        SettingChange::PoolExclusion { pool } => {
            let pool = pool_at(document, plan, pool)?.pointer;
            vec![edit::Edit::Remove(pool + "/maintenancePolicy/exclusionUntilEndOfSupport")]
        }
        SettingChange::Surge { pool, from, to } => {
            let at = settings_at(document, plan, pool)?;
            let unavailable = set(&at, "maxUnavailable", to.max_unavailable);
            let unavailable = (from.max_unavailable != to.max_unavailable).then_some(unavailable);
            // Without it a new maxUnavailable would make it 0 (AM-85).
            [set(&at, "maxSurge", to.max_surge)].into_iter().chain(unavailable).collect()
        }
        SettingChange::PdbTimeout { pool, to, .. } => {
            vec![set(&drain_at(document, plan, pool)?, "pdbTimeoutDuration", seconds(to))]
        }
        SettingChange::Budget { budget, to, .. } => {
            let entry = budget_at(document, plan, budget)?;
            copies = entry.copies;
            limited(&entry, to)
        }
        SettingChange::AlwaysAllow { budget } => {
            let entry = budget_at(document, plan, budget)?;
            copies = entry.copies;
            vec![set(&entry.pointer, "unhealthyPodEvictionPolicy", "AlwaysAllow")]
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
            copies = entry.copies;
            replicas(&entry, to)
        }
        SettingChange::Grace { workload, to, .. } => {
            let entry = workload_at(document, plan, workload)?;
            copies = entry.copies;
            vec![set(&entry.pointer, "terminationGracePeriodSeconds", to.secs())]
        }
        SettingChange::Quota { from, to } => spared(document, (from, to)),
        SettingChange::QuotaOf { ref quota, to, .. } => vec![set("/cluster/quotas", quota, to)],
        SettingChange::RespectBudgets { pool } => {
            let name = plan.pools.get(pool)?.name.as_str();
            respecting(document, name)
        }
        ref other => {
            let (edit, of) = scaling::edit(document, plan, other)?;
            copies = of;
            vec![edit]
        }
    };
    (!document.is_empty()).then_some(Alternative { edit, document, copies, under_way: None })
}

/// Changes a number in the entries of the script that do this and have it.
fn in_script(
    document: &Json,
    action: &str,
    key: &str,
    (from, to): (u32, u32),
    of_subject: impl Fn(&Json) -> bool,
) -> Vec<edit::Edit> {
    let script = document.get("script").map_or(&[][..], Json::items);
    let is_meant = |item: &Json| {
        item.get("do").and_then(Json::text) == Some(action)
            && item.get(key) == Some(&Json::Int(from.into()))
            && of_subject(item)
    };
    let places = script.iter().enumerate().filter(|(_, item)| is_meant(item));
    places.map(|(n, _)| set(&format!("/script/{n}"), key, to)).collect()
}

/// Lets the rollbacks of the pool respect budgets.
fn respecting(document: &Json, pool: &str) -> Vec<edit::Edit> {
    let script = document.get("script").map_or(&[][..], Json::items);
    let is = |item: &Json, key: &str, text: &str| item.get(key).and_then(Json::text) == Some(text);
    let rollbacks = script.iter().enumerate();
    let rollbacks =
        rollbacks.filter(|(_, item)| is(item, "do", "rollback") && is(item, "pool", pool));
    rollbacks.map(|(n, _)| set(&format!("/script/{n}"), "respectPdb", Json::Bool(true))).collect()
}

/// Ends an exclusion at that time, even if it would last until the end of support.
fn ends_at(document: &Json, exclusion: &str, unix_ms: i64) -> Vec<edit::Edit> {
    let ends = Json::Text(instant::format(unix_ms));
    let behavior = format!("{exclusion}/maintenanceExclusionOptions/endTimeBehavior");
    let forever = edit::at(document, &behavior).is_some();
    let mut edits = vec![edit::Edit::Set(format!("{exclusion}/endTime"), ends)];
    edits.extend(forever.then_some(edit::Edit::Remove(behavior)));
    edits
}

/// Changes the number of replicas. Where Pods are listed one by one, these are all that there are: others are created at the
/// start.
fn replicas(entry: &PlanEntry<'_>, to: u32) -> Vec<edit::Edit> {
    let mut edits = vec![set(&entry.pointer, "replicas", to)];
    let number = |field: &str, otherwise: i64| match entry.json.get(field) {
        Some(Json::Int(n)) => *n,
        _ => otherwise,
    };
    let more = i64::from(to) - number("replicas", 1);
    if entry.json.get("pods").is_some() && more > 0 {
        edits.push(set(&entry.pointer, "missing", Json::Int(number("missing", 0) + more)));
    }
    edits
}

/// The limit of a budget, in place of one of the other kind.
fn limited(budget: &PlanEntry<'_>, limit: Limit) -> Vec<edit::Edit> {
    let (field, other, value) = match limit {
        Limit::MinAvailable(value) => ("minAvailable", "maxUnavailable", value),
        Limit::MaxUnavailable(value) => ("maxUnavailable", "minAvailable", value),
    };
    let value = match value {
        IntOrPercent::Int(n) => Json::Int(n),
        IntOrPercent::Percent(n) => Json::Text(format!("{n}%")),
    };
    let other = budget.json.get(other).map(|_| format!("{}/{other}", budget.pointer));
    let set = edit::Edit::Set(format!("{}/{field}", budget.pointer), value);
    other.map(edit::Edit::Remove).into_iter().chain([set]).collect()
}

/// The pointer of an exclusion of the cluster.
fn exclusion_at(document: &Json, name: &str) -> Option<String> {
    let mut pointer = "/cluster/maintenancePolicy/window/maintenanceExclusions".to_owned();
    push_key(&mut pointer, name);
    edit::at(document, &pointer).map(|_| pointer)
}

fn set(parent: &str, field: &str, value: impl Into<Json>) -> edit::Edit {
    edit::Edit::Set(format!("{parent}/{field}"), value.into())
}

fn seconds(span: SimSpan) -> Json {
    Json::Text(format!("{}s", span.secs()))
}

/// The capacity that a pool's reservation has: in the script, else at the start.
fn reserved(document: &Json, pool: &PlanEntry<'_>, (from, to): (u32, u32)) -> Vec<edit::Edit> {
    let name = pool.json.get("name");
    let of_pool = |item: &Json| item.get("pool") == name;
    let mut edits = in_script(document, "reservation", "nodes", (from, to), of_pool);
    if edits.is_empty() {
        edits.push(set(&pool.pointer, "reservedNodes", to));
    }
    edits
}

/// How many more nodes the quota allows, of all pools: in the script, else at the start.
fn spared(document: &Json, (from, to): (u32, u32)) -> Vec<edit::Edit> {
    let mut edits = in_script(document, "quota", "spareNodes", (from, to), |_| true);
    let at_start = edit::at(document, "/cluster/spareCapacityNodes");
    if edits.is_empty() && at_start == Some(&Json::Int(from.into())) {
        edits.push(set("/cluster", "spareCapacityNodes", to));
    }
    edits
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

/// The pointer of a pool's upgrade settings.
fn settings_at(document: &Json, plan: &Plan, pool: PoolId) -> Option<String> {
    Some(pool_at(document, plan, pool)?.pointer + "/upgradeSettings")
}

/// The pointer of a pool's settings of drains.
fn drain_at(document: &Json, plan: &Plan, pool: PoolId) -> Option<String> {
    Some(pool_at(document, plan, pool)?.pointer + "/nodeDrainConfig")
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
