//! The node that a group would get (KA-08).

use super::estimate::NewNode;
use super::expanders::{Gpus, PoolNode, node_price};
use crate::cx::Core;
use crate::scheduling::new_node_should_run;
use crate::world::World;
use base::{GroupId, Map, TemplateId, ZoneId, muted};
use model::autoscale::accelerators;
use model::plan::Plan;

/// New nodes by template, and the templates of groups that have no node now.
#[derive(Clone, Debug, Default)]
pub(super) struct Templates {
    known: Map<(TemplateId, GroupId), (NewNode, PoolNode)>,
    remembered: Map<GroupId, TemplateId>,
}

impl Templates {
    /// Rulebook: KA-08. Source: Kubernetes `nodeinfosprovider/mixed_nodeinfos_processor.go`.
    /// Simplified: a node made in the run has the template of its pool, so that its first minute doesn't matter.
    pub(super) fn of(&mut self, core: &Core, group: GroupId) -> (NewNode, PoolNode) {
        let mut nodes = core.world.nodes_of_group(group);
        let sample = nodes.find(|(_, node)| node.up() && node.schedulable());
        if let Some((_, node)) = sample.filter(|_| !muted("KA-08")) {
            self.remembered.insert(group, node.template);
        }
        let own = core.world.plan.groups[group];
        // What is remembered may be of the side that goes.
        let two = core.world.has_two_sides(own.pool);
        let template = self.remembered.get(&group).copied().filter(|_| !two);
        let template = template.unwrap_or_else(|| core.template_of_new_nodes(own.pool));
        let known = self.known.entry((template, group));
        known.or_insert_with(|| new_node(&core.world, template, group)).clone()
    }
}

fn new_node(world: &World, template: TemplateId, group: GroupId) -> (NewNode, PoolNode) {
    let plan: &Plan = &world.plan;
    let own = plan.groups[group];
    let node = pool_node(plan, template, plan.pools[own.pool].spot);
    (of_template(world, template, own.zone), node)
}

/// A fresh node of the template, with its daemon Pods.
pub(super) fn of_template(world: &World, template: TemplateId, zone: ZoneId) -> NewNode {
    let all = world.daemon_sets.iter().copied();
    let runs = |daemon: &_| new_node_should_run(&world.plan, *daemon, template, zone);
    NewNode { template, zone, daemons: all.filter(runs).collect() }
}

fn pool_node(plan: &Plan, template: TemplateId, spot: bool) -> PoolNode {
    let template = &plan.templates[template];
    let capacity = template.capacity;
    let count = accelerators(&plan.symbols, &template.allocatable);
    let gpu = plan.symbols.find("nvidia.com/gpu");
    let gpus = gpu.map_or(0, |gpu| template.allocatable.extended(gpu));
    let label = plan.symbols.find("cloud.google.com/gke-accelerator");
    let kind = label.and_then(|label| template.labels.get(label));
    let priced = kind.map(|kind| Gpus {
        accelerator: plan.symbols.text(kind),
        count: u32::try_from(gpus).unwrap_or(0),
    });
    let size = (capacity.cpu_m, capacity.memory_bytes);
    PoolNode {
        cpu_m: capacity.cpu_m,
        memory_bytes: capacity.memory_bytes,
        accelerators: count,
        has_gpus: gpus > 0,
        price: node_price(&template.machine_type, size, spot, priced),
    }
}
