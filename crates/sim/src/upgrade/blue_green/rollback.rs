//! Rolls back: uncordons blue, drains and deletes green.

use std::collections::VecDeque;

use super::{PhaseState, Rollback};
use crate::cx::Cx;
use crate::rules::Rule;
use crate::upgrade::run_spec::RunSpec;
use crate::wake::Wake;
use base::{NodeId, broken, muted};
use model::node::{NodePhase, Side};
use trace::Change;

/// Green nodes that a rollback drains at once (AM-65).
const PARALLEL: usize = 20;

impl Cx<'_> {
    /// Starts the rollback (AM-65): blue is uncordoned at once, green is cordoned, drained and deleted.
    pub(super) fn start_rollback(&mut self, spec: &RunSpec, phase: &PhaseState) -> PhaseState {
        let cause = self.cause;
        if let PhaseState::Draining { batch, .. } = phase {
            for node in batch {
                self.cause = cause;
                self.wake_now(Wake::AbortBatchDrain(*node));
                self.wake_now(Wake::ResumeRepair(*node));
            }
        }
        self.cause = cause;
        for node in self.side_of(spec.pool, Side::Blue) {
            // Nodes cordoned before the upgrade stay cordoned.
            let state = &self.world.cluster.nodes[node];
            // A node that is away or under repair returns uncordoned.
            if !state.registered() || self.is_repaired(node) {
                continue;
            }
            let by = state.cordoned_by;
            let ours = by.is_some() && spec.cordoned_from.is_some() && by >= spec.cordoned_from;
            // A finished repair has left the node cordoned, as blue was.
            let ours = ours || self.cordoned_by_repair(node);
            if ours && !broken("blue-green/uncordon") {
                self.record(Rule::UncordonBlue, node, Change::NodeUncordoned);
            }
        }
        let green = self.side_of(spec.pool, Side::Green);
        let mut waiting = VecDeque::new();
        for group in self.plan.pools[spec.pool].groups.clone() {
            let nodes = &self.world.cluster.nodes;
            let mut here = green.clone();
            here.retain(|node| nodes[*node].group == group && nodes[*node].up());
            self.in_node_order(&mut here);
            waiting.extend(here);
        }
        for node in &green {
            self.cause = cause;
            self.wake_now(Wake::AbortRepairDrain(*node));
            if !broken("blue-green/booting") {
                self.give_up_vm(*node, Rule::AbandonGreen);
            }
        }
        self.cordon_all(waiting.iter().copied().collect(), Rule::CordonGreen);
        let cordoned_until = self.cordon_ends(spec.pool);
        PhaseState::RollingBack(Rollback {
            cordoned_until,
            waiting,
            draining: Vec::new(),
            left: green,
        })
    }

    pub(super) fn roll_back(&mut self, spec: &RunSpec, mut rollback: Rollback) -> PhaseState {
        if self.now >= rollback.cordoned_until {
            let drains = |node: &&NodeId| self.world.drains.by_upgrade(**node);
            let (draining, drained) = rollback.draining.iter().partition(drains);
            rollback.draining = draining;
            let drained: Vec<NodeId> = drained;
            let cause = self.cause;
            for node in drained {
                self.delete_if_drained(node, Rule::DeleteGreenNode);
            }
            let purpose = spec.direction.drains();
            let more = usize::from(broken("blue-green/parallel"));
            let parallel = if muted("AM-65") { 1 } else { PARALLEL + more };
            while rollback.draining.len() < parallel
                && let Some(node) = rollback.waiting.pop_front()
            {
                self.cause = cause;
                self.drain_at_once(node, purpose);
                rollback.draining.push(node);
            }
        }
        let nodes = &self.world.cluster.nodes;
        rollback.left.retain(|node| nodes[*node].phase != NodePhase::Gone);
        if rollback.left.is_empty() && rollback.waiting.is_empty() {
            PhaseState::Over
        } else {
            PhaseState::RollingBack(rollback)
        }
    }
}
