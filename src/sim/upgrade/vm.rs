//! VMs of a pool: asked for and deleted, whatever the strategy.

use crate::base::{GroupId, NodeId, TemplateId};
use crate::sim::Sim;
use crate::sim::rules::Rule;
use crate::sim::tx::Stream;
use crate::trace::{Change, Subject};

impl Sim {
    /// A node more in the group. `None`: the rule is muted.
    pub(super) fn request_node(
        &mut self,
        group: GroupId,
        template: TemplateId,
        rule: Rule,
    ) -> Option<NodeId> {
        let pool = self.plan.groups[group].pool;
        let mut tx = self.tx();
        let new = tx.world().cluster.nodes.next_id();
        let ordinal = tx.world().cluster.pools[pool].next_ordinal;
        let boot = tx.world().plan.timings.node_create;
        let (of, n) = (u64::from(group.0), u64::from(ordinal));
        let change = Change::NodeRequested {
            group,
            template,
            ready_after_s: tx.draw(boot, Stream::NodeCreate, of, n).secs(),
        };
        tx.record(rule, Subject::Node(new), change)?;
        Some(new)
    }

    pub(super) fn delete_node(&mut self, node: NodeId, rule: Rule, recreate: bool) {
        let mut tx = self.tx();
        let state = &tx.world().cluster.nodes[node];
        let (of, n) = (u64::from(state.group.0), u64::from(state.ordinal));
        let takes = tx.world().plan.timings.node_delete;
        let change = Change::NodeDeleting {
            gone_after_s: tx.draw(takes, Stream::NodeDelete, of, n).secs(),
            recreate,
        };
        tx.record(rule, Subject::Node(node), change);
    }
}
