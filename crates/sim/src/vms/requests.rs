//! Refused requests for VMs outside of upgrades (AM-60).

use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::wake::Wake;
use base::{GroupId, NodeId, PoolId, SimTime, broken};
use trace::{Change, Refusal, Subject};

impl Cx<'_> {
    /// `clusters resize`: `nodes` in each zone. Groups only grow, since the command doesn't name nodes to delete.
    pub(crate) fn resize(&mut self, pool: PoolId, nodes: u32) {
        let state = self.world.cluster.pools[pool];
        if state.run.begun() && state.kind.traits().replaces_nodes {
            return self.refuse_command(pool, Refusal::Locked);
        }
        let groups = self.plan.pools[pool].groups.clone();
        let sizes: Vec<u32> = groups.iter().map(|group| self.size_of(*group)).collect();
        if sizes.iter().any(|size| *size > nodes) {
            return self.refuse_command(pool, Refusal::WouldShrink);
        }
        let change = Change::Resized { nodes };
        let row = self.record(Rule::Resize, pool, change);
        if row.is_none() {
            return;
        }
        for (group, size) in groups.into_iter().zip(sizes) {
            for _ in size..nodes + u32::from(broken("resize/more")) {
                self.cause = row;
                self.request_more(group, self.now);
            }
        }
    }

    fn request_more(&mut self, group: GroupId, since: SimTime) {
        let (pool, zone) = (self.plan.groups[group].pool, self.plan.groups[group].zone);
        // BS-04: requested before an upgrade began, it is done after that.
        let state = self.world.cluster.pools[pool];
        if state.run.begun() && state.kind.traits().replaces_nodes && !broken("resize/locked") {
            self.requests.more.push((since, group));
            return;
        }
        if self.world.refusal(pool, zone, 1).is_some() {
            self.refuse(Rule::ResizeWaits, Subject::Pool(pool), zone);
            self.requests.more.push((since, group));
            return;
        }
        let template = self.template_of_new_nodes(pool);
        self.request_node(group, template, Rule::ResizeRequest);
    }

    /// Repeats requests that waited for the end of an upgrade.
    pub(crate) fn request_missing_nodes(&mut self) {
        if !self.requests.more.is_empty() {
            self.wake_once(Wake::Capacity);
        }
    }

    /// There may be capacity for a lost VM that has waited since then.
    pub(crate) fn bring_back_again(&mut self, since: SimTime, node: NodeId) {
        self.requests.lost.retain(|(_, lost)| *lost != node);
        self.bring_back(node);
        // Refused again: it keeps its place in the order.
        for (other, lost) in &mut self.requests.lost {
            if *lost == node {
                *other = since;
            }
        }
    }

    /// There may be capacity for one more node of a group, which has waited since then.
    pub(crate) fn request_more_again(&mut self, since: SimTime, group: GroupId) {
        let mut more = self.requests.more.iter();
        if let Some(at) = more.position(|one| *one == (since, group)) {
            self.requests.more.remove(at);
            self.request_more(group, since);
        }
    }
}

impl Core {
    fn size_of(&self, group: GroupId) -> u32 {
        let ours = self.world.nodes_of_group(group).filter(|(_, node)| !node.surge);
        let waits = self.requests.more.iter().filter(|(_, other)| *other == group);
        (ours.count() + waits.count()) as u32
    }
}
