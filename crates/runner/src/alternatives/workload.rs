//! Edits of a workload, and a budget for it.

use super::entry::PlanEntry;
use super::set;
use base::{PoolId, Quantiles, SimSpan, WorkloadId};
use model::Plan;
use query::alternatives::WorkloadChange;
use scenario::edit::Edit;
use scenario::field::push_key;
use scenario::json::Json;
use scenario::units::Duration;

pub(super) fn edits(
    plan: &Plan,
    id: WorkloadId,
    workload: &PlanEntry<'_>,
    change: &WorkloadChange,
) -> Option<Vec<Edit>> {
    let at = |part: &str| format!("{}/{part}", workload.pointer);
    Some(match *change {
        WorkloadChange::NewBudget => {
            vec![Edit::Append("/budgets".to_owned(), budget_for(workload.json)?)]
        }
        WorkloadChange::Replicas(_, to) => replicas(workload, to),
        WorkloadChange::Grace(_, to) => {
            vec![set(&workload.pointer, "terminationGracePeriodSeconds", to.secs())]
        }
        WorkloadChange::Work(to) => {
            vec![set(&at("assumptions"), "work", format!("{}s", to.secs()).as_str())]
        }
        WorkloadChange::Stops(to) => {
            let now = plan.workloads.get(id)?.timings.shutdown?;
            vec![set(&at("assumptions"), "shutdown", at_least(now, to))]
        }
        WorkloadChange::Serves(_) => {
            vec![set(&at("assumptions"), "failsReadinessAtStop", Json::Bool(false))]
        }
        WorkloadChange::SafeToEvict => vec![safe_to_evict(at("annotations"), "true")],
        WorkloadChange::NotSafeToEvict => vec![safe_to_evict(at("annotations"), "false")],
        WorkloadChange::Request { memory, to, .. } => {
            // Of several containers nobody says which one is to request less.
            if workload.json.get("containers").is_some() {
                return None;
            }
            let amount = if memory { format!("{}Mi", to >> 20) } else { format!("{to}m") };
            let field = if memory { "memory" } else { "cpu" };
            vec![set(&at("requests"), field, amount.as_str())]
        }
        WorkloadChange::Priority(_, to) => {
            vec![set(&workload.pointer, "priority", Json::Int(to.into()))]
        }
        WorkloadChange::Tolerate { pool, taint } => {
            vec![Edit::Append(at("tolerations"), toleration(plan, pool, taint)?)]
        }
        WorkloadChange::Spread => {
            let labels = workload.json.get("labels")?.clone();
            let spread = Json::object([
                ("maxSkew", Json::Int(1)),
                ("topologyKey", "kubernetes.io/hostname".into()),
                ("whenUnsatisfiable", "DoNotSchedule".into()),
                ("labelSelector", Json::object([("matchLabels", labels)])),
            ]);
            // The change is a rollout, which places its Pods anew.
            let placed = workload.json.get("pods").map(|_| Edit::Remove(at("pods")));
            let spread = Edit::Append(at("topologySpreadConstraints"), spread);
            placed.into_iter().chain([spread]).collect()
        }
        WorkloadChange::NoAntiAffinity => {
            workload.json.get("affinity")?.get("podAntiAffinity")?;
            vec![Edit::Remove(at("affinity/podAntiAffinity"))]
        }
        WorkloadChange::NoSelector => {
            workload.json.get("nodeSelector")?;
            vec![Edit::Remove(at("nodeSelector"))]
        }
    })
}

fn safe_to_evict(mut at: String, value: &str) -> Edit {
    push_key(&mut at, "cluster-autoscaler.kubernetes.io/safe-to-evict");
    Edit::Set(at, value.into())
}

/// No Pod ends before that time, and those that take longer still do.
fn at_least(now: Quantiles, least: SimSpan) -> Json {
    let [p10, p50, p90] = [now.p10, now.p50, now.p90]
        .map(|now| Json::from(Duration(now.max(least).ms()).to_string().as_str()));
    if p10 == p90 { p10 } else { Json::object([("p10", p10), ("p50", p50), ("p90", p90)]) }
}

/// Changes the number of replicas. Where Pods are listed one by one, these are all that there are: others are created at the
/// start.
fn replicas(entry: &PlanEntry<'_>, to: u32) -> Vec<Edit> {
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

/// A toleration of a taint of the pool, by its place in the list.
fn toleration(plan: &Plan, pool: PoolId, taint: usize) -> Option<Json> {
    let template = plan.templates.get(plan.pools.get(pool)?.template)?;
    let key = plan.symbols.text(template.taints.get(taint)?.key);
    Some(Json::object([("key", Json::from(key)), ("operator", "Exists".into())]))
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
