//! Configuration changes that recreate nodes in a maintenance window, and the command that doesn't wait for one (MR-03, MR-04).

use super::english;
use base::{NodeId, PoolId, say};
use model::script::NodeChange;
use model::{Cluster, Command, Maintenance, Plan};
use words::facts::node_change;

/// A line for each change that waits, with its pools.
pub(super) fn waiting(plan: &Plan, start: &Cluster) -> Vec<String> {
    let policy = &plan.maintenance;
    if policy.openings == [Maintenance::ALL] && policy.exclusions.is_empty() {
        return Vec::new();
    }
    let mut changes: Vec<(NodeChange, Vec<PoolId>)> = Vec::new();
    for entry in plan.script.iter().filter(|entry| entry.over.is_none()) {
        let Command::Upgrade { pool, change, .. } = entry.command else { continue };
        if !change.waits_for_maintenance() {
            continue;
        }
        match changes.iter_mut().find(|(other, _)| *other == change) {
            Some((_, pools)) => pools.push(pool),
            None => changes.push((change, vec![pool])),
        }
    }
    changes.iter().filter_map(|(change, pools)| line((plan, start), *change, pools)).collect()
}

fn line((plan, start): (&Plan, &Cluster), change: NodeChange, pools: &[PoolId]) -> Option<String> {
    let names = pools.iter().filter_map(|pool| plan.pools.get(*pool));
    let names: Vec<&str> = names.map(|pool| pool.name.as_str()).collect();
    let is_of_first = |node: &NodeId| pools.first() == Some(&start.pool_of(plan, *node));
    let (_, node) = start.nodes.iter().find(|(node, _)| is_of_first(node))?;
    let version = plan.templates.get(node.template).and_then(|template| template.version)?;
    let said = say!(
        "cli-configuration-change",
        change = words::plain().say(&node_change(change, None)),
        pools = names.join(", "),
        first = *names.first()?,
        version = version,
        others = if names.len() > 1 { "some" } else { "none" }
    );
    Some(english::text(&said))
}
