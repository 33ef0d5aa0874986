//! Edits of the cluster, of what is left of quotas, and of a node's annotation.

use super::{entry, in_script, set};
use crate::variant::policy_name;
use model::Plan;
use model::load_balancer::BACKEND_SERVICE;
use query::alternatives::ClusterChange;
use scenario::calendar::fix::WindowChange;
use scenario::document::pool::SCALE_DOWN_DISABLED;
use scenario::edit::{self, Edit};
use scenario::field::push_key;
use scenario::instant;
use scenario::json::Json;

pub(super) fn edits(document: &Json, plan: &Plan, change: &ClusterChange) -> Option<Vec<Edit>> {
    Some(match *change {
        ClusterChange::Quota(from, to) => spared(document, (from, to)),
        ClusterChange::QuotaOf { ref quota, to, .. } => vec![set("/cluster/quotas", quota, to)],
        ClusterChange::WindowLength(_, to) => vec![WindowChange::Length(to).edit(document)?],
        ClusterChange::WindowDaily => vec![WindowChange::Daily.edit(document)?],
        ClusterChange::WindowAt(hour) => vec![WindowChange::At(hour).edit(document)?],
        ClusterChange::WindowWithout(day) => vec![WindowChange::Without(day).edit(document)?],
        ClusterChange::ExclusionScope { ref name, to, .. } => {
            let options = exclusion_at(document, name)? + "/maintenanceExclusionOptions";
            vec![set(&options, "scope", to.name())]
        }
        ClusterChange::ExclusionEnds { ref name, at } => {
            ends_at(document, &exclusion_at(document, name)?, plan.start_unix_ms + at.ms())
        }
        ClusterChange::NoNotice => vec![Edit::Remove("/cluster/scheduleUpgradeConfig".to_owned())],
        ClusterChange::PackNodes => {
            vec![set("/cluster/autoscaling", "autoscalingProfile", "OPTIMIZE_UTILIZATION")]
        }
        ClusterChange::Resource { memory, maximum, to, .. } => {
            let at = limit_at(document, if memory { "memory" } else { "cpu" })?;
            vec![set(&at, if maximum { "maximum" } else { "minimum" }, Json::Int(to))]
        }
        ClusterChange::TrafficPolicy { service, local, .. } => {
            let policy = policy_name(local);
            let entry = entry::service(document, plan, service)?;
            vec![set(&entry.pointer, "externalTrafficPolicy", policy)]
        }
        ClusterChange::Negs(service) => {
            let entry = entry::service(document, plan, service)?;
            let is_internal = plan.services.get(service)?.balancer?.kind.is_internal();
            let trace = if is_internal { "ilb-v2" } else { "netlb-v3" };
            let trace = Json::Text(format!("gke.networking.io/l4-{trace}"));
            let mut edits = vec![set(&entry.pointer, "finalizers", Json::List(vec![trace]))];
            if !is_internal {
                let mut at = format!("{}/annotations", entry.pointer);
                push_key(&mut at, BACKEND_SERVICE);
                edits.push(Edit::Set(at, "enabled".into()));
            }
            edits
        }
        ClusterChange::Draining { service, to, .. } => {
            let entry = entry::service(document, plan, service)?;
            vec![set(&entry.pointer, "drainingTimeoutSec", to.secs())]
        }
        ClusterChange::NotKept(node) => {
            let name = plan.names.nodes.get(node.0 as usize)?;
            vec![Edit::Remove(kept_at(document, name)?)]
        }
    })
}

/// How many more nodes the quota allows, of all pools: in the script, else at the start.
fn spared(document: &Json, (from, to): (u32, u32)) -> Vec<Edit> {
    let mut edits = in_script(document, "quota", "spareNodes", (from, to), |_| true);
    let at_start = edit::at(document, "/cluster/spareCapacityNodes");
    if edits.is_empty() && at_start == Some(&Json::Int(from.into())) {
        edits.push(set("/cluster", "spareCapacityNodes", to));
    }
    edits
}

/// The pointer of an exclusion of the cluster.
fn exclusion_at(document: &Json, name: &str) -> Option<String> {
    let mut pointer = "/cluster/maintenancePolicy/window/maintenanceExclusions".to_owned();
    push_key(&mut pointer, name);
    edit::at(document, &pointer).map(|_| pointer)
}

/// Ends an exclusion at that time, even if it would last until the end of support.
fn ends_at(document: &Json, exclusion: &str, unix_ms: i64) -> Vec<Edit> {
    let ends = Json::Text(instant::format(unix_ms));
    let behavior = format!("{exclusion}/maintenanceExclusionOptions/endTimeBehavior");
    let forever = edit::at(document, &behavior).is_some();
    let mut edits = vec![Edit::Set(format!("{exclusion}/endTime"), ends)];
    edits.extend(forever.then_some(Edit::Remove(behavior)));
    edits
}

/// The pointer of the limits of a resource.
fn limit_at(document: &Json, kind: &str) -> Option<String> {
    let list = "/cluster/autoscaling/resourceLimits";
    let mut limits = edit::at(document, list)?.items().iter();
    let is_kind = |limit: &Json| limit.get("resourceType").and_then(Json::text) == Some(kind);
    Some(format!("{list}/{}", limits.position(is_kind)?))
}

/// The pointer of the annotation that keeps a node.
fn kept_at(document: &Json, name: &str) -> Option<String> {
    let mut pools = document.get("pools")?.items().iter().enumerate();
    pools.find_map(|(n, pool)| {
        let nodes = pool.get("nodes")?.items();
        let at =
            nodes.iter().position(|node| node.get("name").and_then(Json::text) == Some(name))?;
        let mut pointer = format!("/pools/{n}/nodes/{at}/annotations");
        push_key(&mut pointer, SCALE_DOWN_DISABLED);
        edit::at(document, &pointer).map(|_| pointer)
    })
}
