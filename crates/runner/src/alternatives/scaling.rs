//! Edits of the scenario document for the levers of the cluster autoscaler.

use super::{PlanEntry, pool_at, set, workload_at};
use base::{PoolId, WorkloadId};
use model::Plan;
use query::alternatives::SettingChange;
use scenario::document::pool::SCALE_DOWN_DISABLED;
use scenario::edit::{self, Edit};
use scenario::field::push_key;
use scenario::json::Json;

/// The edit, and for how many workloads the edited entry stands.
pub(super) fn edit(document: &Json, plan: &Plan, change: &SettingChange) -> Option<(Edit, u32)> {
    let edit = match *change {
        SettingChange::NodeLimit { pool, maximum, total, to, .. } => {
            let field = match (maximum, total) {
                (false, false) => "minNodeCount",
                (false, true) => "totalMinNodeCount",
                (true, false) => "maxNodeCount",
                (true, true) => "totalMaxNodeCount",
            };
            set(&autoscaling_at(document, plan, pool)?, field, to)
        }
        SettingChange::AnyLocation { pool } => {
            set(&autoscaling_at(document, plan, pool)?, "locationPolicy", "ANY")
        }
        SettingChange::PackNodes => {
            set("/cluster/autoscaling", "autoscalingProfile", "OPTIMIZE_UTILIZATION")
        }
        SettingChange::Resource { memory, maximum, to, .. } => {
            let list = "/cluster/autoscaling/resourceLimits";
            let kind = if memory { "memory" } else { "cpu" };
            let mut limits = edit::at(document, list)?.items().iter();
            let is_kind =
                |limit: &Json| limit.get("resourceType").and_then(Json::text) == Some(kind);
            let at = format!("{list}/{}", limits.position(is_kind)?);
            set(&at, if maximum { "maximum" } else { "minimum" }, Json::Int(to))
        }
        SettingChange::NotKept { node } => {
            let name = plan.names.nodes.get(node.0 as usize)?;
            Edit::Remove(kept_at(document, name)?)
        }
        SettingChange::SafeToEvict { workload }
        | SettingChange::Request { workload, .. }
        | SettingChange::Priority { workload, .. }
        | SettingChange::Tolerate { workload, .. }
        | SettingChange::NoAntiAffinity { workload }
        | SettingChange::NoSelector { workload } => {
            return of_workload(document, plan, workload, change);
        }
        _ => return None,
    };
    Some((edit, 1))
}

fn of_workload(
    document: &Json,
    plan: &Plan,
    workload: WorkloadId,
    change: &SettingChange,
) -> Option<(Edit, u32)> {
    let PlanEntry { pointer, json, copies } = workload_at(document, plan, workload)?;
    let edit = match *change {
        SettingChange::SafeToEvict { .. } => {
            let mut at = pointer + "/annotations";
            push_key(&mut at, "cluster-autoscaler.kubernetes.io/safe-to-evict");
            Edit::Set(at, "true".into())
        }
        // Of several containers nobody says which one is to request less.
        SettingChange::Request { memory, to, .. } if json.get("containers").is_none() => {
            let amount = if memory { format!("{}Mi", to >> 20) } else { format!("{to}m") };
            let field = if memory { "memory" } else { "cpu" };
            set(&(pointer + "/requests"), field, amount.as_str())
        }
        SettingChange::Priority { to, .. } => set(&pointer, "priority", Json::Int(to.into())),
        SettingChange::Tolerate { pool, taint, .. } => {
            let template = plan.templates.get(plan.pools.get(pool)?.template)?;
            let key = plan.symbols.text(template.taints.get(taint)?.key);
            let toleration = [("key", Json::from(key)), ("operator", "Exists".into())];
            Edit::Append(pointer + "/tolerations", Json::object(toleration))
        }
        SettingChange::NoAntiAffinity { .. } => {
            json.get("affinity")?.get("podAntiAffinity")?;
            Edit::Remove(pointer + "/affinity/podAntiAffinity")
        }
        SettingChange::NoSelector { .. } => {
            json.get("nodeSelector")?;
            Edit::Remove(pointer + "/nodeSelector")
        }
        _ => return None,
    };
    Some((edit, copies))
}

/// The pointer of what the autoscaler may do with a pool.
fn autoscaling_at(document: &Json, plan: &Plan, pool: PoolId) -> Option<String> {
    Some(pool_at(document, plan, pool)?.pointer + "/autoscaling")
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
