//! Short-lived: no node is cordoned or drained. Nodes go when their life is over, and new ones have the target.

use super::goal::Goal;
use crate::cx::Core;
use model::node::NodePhase;

impl Core {
    /// SL-03: nodes that are not what the run brings live on until their end.
    pub(super) fn others_live(&self, goal: &Goal) -> bool {
        let nodes = self.world.cluster.nodes.iter();
        let mut others = nodes.filter(|(id, node)| {
            let ours = self.world.plan.groups[node.group].pool == goal.pool;
            ours && node.phase != NodePhase::Gone && !self.at_target(goal, *id)
        });
        others.next().is_some()
    }
}
