//! Limits of the cluster's resources (KA-41).

use crate::world::World;
use base::{GroupId, TemplateId, muted};
use model::autoscale::{LimitedResource, accelerators};
use model::plan::Plan;

/// How many nodes of the template the limits still allow; `None`: there are none.
///
/// Rulebook: KA-41. Source: Kubernetes `core/scaleup/resource/manager.go`.
pub(super) fn affordable(
    world: &World,
    templates: &[(GroupId, TemplateId)],
    template: TemplateId,
) -> Option<u32> {
    let plan: &Plan = &world.plan;
    let limits = plan.resource_limits.iter().filter(|_| !muted("KA-41"));
    let nodes = limits.filter_map(|limit| {
        let each = amount(plan, template, limit.resource);
        let taken = templates.iter().map(|(group, template)| {
            i64::from(world.target_of(*group, None)) * amount(plan, *template, limit.resource)
        });
        // KA-41: and the nodes that it doesn't manage.
        let others = world.cluster.nodes.values().filter(|node| node.up());
        let others = others.filter(|node| templates.iter().all(|(group, _)| *group != node.group));
        let others = others.map(|node| amount(plan, node.template, limit.resource));
        let taken = taken.sum::<i64>().saturating_add(others.sum());
        let left = limit.max.saturating_sub(taken).max(0);
        left.checked_div(each)
    });
    nodes.min().map(|nodes| u32::try_from(nodes).unwrap_or(u32::MAX))
}

/// What a node has of a resource.
pub(super) fn amount(plan: &Plan, template: TemplateId, resource: LimitedResource) -> i64 {
    let template = &plan.templates[template];
    match resource {
        LimitedResource::Cpu => template.capacity.cpu_m,
        LimitedResource::Memory => template.capacity.memory_bytes,
        LimitedResource::Accelerator(kind) => {
            let labels =
                ["cloud.google.com/gke-accelerator", "cloud.google.com/gke-tpu-accelerator"];
            let mut labels = labels.iter().filter_map(|label| plan.symbols.find(label));
            let is_kind = labels.any(|label| template.labels.get(label) == Some(kind));
            if is_kind { accelerators(&plan.symbols, &template.allocatable) } else { 0 }
        }
    }
}
