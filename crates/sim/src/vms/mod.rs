//! VMs: requested by hand, taken away, at the end of their life, failed.

mod failure;
mod requests;
mod shutdown;
#[cfg(test)]
mod tests;
mod vm;

use crate::cx::{Core, Cx, Process};
use crate::wake::Wake;
use base::NodeId;
use model::node::NodePhase;
use model::script::Command;

#[derive(Clone, Debug, Default)]
pub(super) struct Vms {
    /// Nodes to repair, in the order in which their repairs became due (AM-53).
    to_repair: Vec<NodeId>,
}

impl Process for Vms {
    fn on_wake(&mut self, cx: &mut Cx<'_>, wake: Wake) {
        match wake {
            Wake::VmBooted(node) => self.vm_booted(cx, node),
            Wake::VmDeleted(node) => cx.vm_deleted(node),
            Wake::PodShutDown(pod) => cx.pod_shut_down(pod),
            Wake::NodeLost(node, since) => cx.node_lost(node, since),
            Wake::RepairDue(node, since) => self.repair_due(cx, node, since),
            Wake::Repair => self.repair(cx),
            Wake::ResumeRepair(node) => self.resume_repair(cx, node),
            Wake::NodeBack(node, since) => cx.node_back(node, since),
            Wake::LifeOver(node) => cx.life_over(node),
            Wake::BringBack(node) => cx.bring_back(node),
            Wake::VmCommand(entry) => cx.vm_command(entry),
            _ => {}
        }
    }

    fn still_acts(&self, core: &Core, wake: Wake) -> bool {
        match wake {
            Wake::LifeOver(node) => core.world.cluster.nodes[node].phase != NodePhase::Gone,
            _ => true,
        }
    }
}

impl Cx<'_> {
    fn vm_command(&mut self, entry: u32) {
        let Some(command) = self.plan.command(entry) else {
            return;
        };
        let node = command.node();
        let node = node.and_then(|node| node.find(self.plan, &self.world.cluster));
        match (command, node) {
            (Command::Resize { pool, nodes }, _) => self.resize(*pool, *nodes),
            (Command::Preempt { .. }, Some(node)) => self.preempt_vm(node),
            (Command::Fail { why, .. }, Some(node)) => self.fail_node(node, *why),
            (Command::HostEvent { .. }, Some(node)) => self.host_event(node),
            _ => {}
        }
    }
}
