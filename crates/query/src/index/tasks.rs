//! Slots of surge upgrades: when each is done with its node.

use super::Index;
use base::{NodeId, RecordNo, SimTime};

impl Index {
    /// The node that a slot took, given the one reported as done: that node, or its surge node.
    pub(super) fn worked_on(&self, done: NodeId) -> Option<NodeId> {
        let open = &self.scan.open_tasks;
        let stands_in =
            |task: &usize| self.tasks.get(*task).and_then(|one| one.stand_in) == Some(done);
        match open.contains_key(&done) {
            true => Some(done),
            false => open.iter().find(|(_, task)| stands_in(task)).map(|(old, _)| *old),
        }
    }

    pub(super) fn end_task(&mut self, old: NodeId, no: RecordNo, at: SimTime) {
        let Some(task) = self.scan.open_tasks.remove(&old) else {
            return;
        };
        if let Some(task) = self.tasks.get_mut(task) {
            task.to = Some((no, at));
        }
        if let Some(run) = self.zone_run(old) {
            run.nodes += 1;
        }
    }

    /// A recreated node is missing for a while, and a surge node may become ready after its old one is deleted: the slot keeps
    /// both.
    pub(super) fn lose_node(&mut self, node: NodeId, no: RecordNo, at: SimTime) {
        let open = self.scan.open_tasks.get(&node);
        let task = open.and_then(|task| self.tasks.get(*task));
        if task.is_some_and(|task| task.surge && task.stand_in.is_none()) {
            self.end_task(node, no, at);
        }
    }
}
