//! Upgrades that had begun before time 0: their pools are partially upgraded, and their runs canceled until the script
//! resumes them or rolls them back.

use super::run_spec::{Direction, RunSpec};
use super::slot::{SurgeSlot, is_replacement};
use super::surge::ZoneProgress;
use super::work::Work;
use super::{PhaseState, PoolRun, WaitState};
use crate::cx::{Core, Cx};
use crate::rules::Rule;
use crate::start::ROW;
use crate::wake::Wake;
use crate::world::World;
use base::{NodeId, PoolId, SimTime, ZoneId, muted, order};
use model::cluster::Cluster;
use model::maintenance::{ClusterPart, UpgradeKind, WorkKind};
use model::node::NodePhase;
use model::plan::Plan;
use model::pool::RunState;
use model::script::NodeChange;
use model::strategy::RunKind;
use trace::Change;

/// The run of a pool that is partially upgraded at time 0. A rollback restores the configuration from which it began.
///
/// Rulebook: UP-15, SU-27, AM-61. Source: Node upgrade strategies.
pub(super) fn run(plan: &Plan, cluster: &Cluster, pool: PoolId) -> Option<PoolRun> {
    let state = cluster.pools[pool];
    let target = state.target.filter(|_| state.run == RunState::Cancelled)?;
    let previous = plan.pools[pool].template;
    let version = |template| plan.templates[template].version;
    let kind = UpgradeKind::between(version(previous), version(target));
    let work: Box<dyn Work> = match state.kind {
        RunKind::BlueGreen => Box::new(PhaseState::under_way(plan, cluster, pool)),
        RunKind::AutoscaledBlueGreen => Box::new(WaitState::under_way(plan, cluster, pool)),
        RunKind::Surge | RunKind::ShortLived => Box::<ZoneProgress>::default(),
    };
    Some(PoolRun {
        spec: RunSpec {
            pool,
            direction: Direction::Forward,
            target,
            change: NodeChange::Version,
            work: WorkKind::Automatic(ClusterPart::Nodes, kind),
            // A blue-green upgrade has cordoned what is cordoned.
            cordoned_from: state.kind.traits().sides.then_some(ROW),
        },
        waited: None,
        previous,
        covers: Vec::new(),
        work,
        roll_back_next: None,
        cancels: 0,
        again: None,
    })
}

impl Cx<'_> {
    /// UP-15: a canceled pool may be upgraded again without a command.
    pub(crate) fn schedule_upgrades_again(&mut self) {
        for pool in self.plan.pools.ids() {
            let state = self.world.cluster.pools[pool];
            if state.run == RunState::Cancelled
                && !state.kind.traits().sides
                && let Some(at) = self.plan.due_again(pool, SimTime::ZERO)
            {
                self.wake(at, Wake::UpgradeAgain(pool, 0));
            }
        }
    }

    /// SU-27: nodes in progress since before time 0 go back to work when their pool is rolled back. Returns the surge
    /// nodes that wait beside them, each with its node; for one that a user uncordoned, another old node.
    pub(super) fn uncordon_in_progress(&mut self, pool: PoolId) -> Vec<(NodeId, NodeId)> {
        if !self.plan.pools[pool].partial {
            return Vec::new();
        }
        let nodes = &self.world.cluster.nodes;
        let up = || self.world.nodes_of(pool).filter(|(_, node)| node.up());
        let old = up().filter(|(_, node)| !node.upgraded);
        let mut old: Vec<NodeId> = old.map(|(id, _)| id).collect();
        order::sort_by_key(&mut old, |id| !self.world.in_progress_at_start(*id));
        let in_progress: Vec<NodeId> =
            old.iter().copied().filter(|id| self.world.in_progress_at_start(*id)).collect();
        let mut pairs = Vec::new();
        for (surge, node) in up().filter(|(_, node)| node.surge) {
            if let Some(at) = old.iter().position(|id| nodes[*id].group == node.group) {
                pairs.push((surge, old.remove(at)));
            }
        }
        for node in in_progress {
            self.record(Rule::UncordonInProgress, node, Change::NodeUncordoned);
        }
        for node in self.deleted_of(pool) {
            self.wake_now(Wake::BringBack(node));
        }
        pairs
    }

    /// SU-12: nodes that are yet to be recreated hold slots, unless other settings have none for them.
    pub(super) fn hold_deleted(
        &mut self,
        spec: &RunSpec,
        progress: &mut ZoneProgress,
        zone: ZoneId,
        deleted: Vec<NodeId>,
    ) {
        for node in deleted {
            let mut numbers = 0..progress.slots.len();
            let free = numbers.find(|number| {
                let takes = !progress.slot_at(spec, zone, *number).surge;
                takes && progress.slots[*number] == SurgeSlot::Free
            });
            match free {
                Some(number) => {
                    let at = progress.slot_at(spec, zone, number);
                    progress.slots[number] = self.recreate(at, node);
                }
                None => self.wake_now(Wake::BringBack(node)),
            }
        }
    }
}

impl World {
    /// Was the node cordoned by its upgrade before time 0? Then it is in progress, and comes first.
    pub(crate) fn in_progress_at_start(&self, node: NodeId) -> bool {
        let state = &self.cluster.nodes[node];
        let plan = &self.plan;
        let pool = &plan.pools[self.cluster.pool_of(plan, node)];
        let version = |template| plan.templates[template].version;
        let old = !state.upgraded && version(state.template) <= version(pool.template);
        let by_upgrade = state.cordoned_by == Some(ROW) && !plan.cordoned_since.contains_key(&node);
        pool.partial && old && by_upgrade
    }
}

impl Core {
    /// SU-25: does a canceled run finish the node, which has been in progress since before time 0?
    pub(super) fn finishes(&self, spec: &RunSpec, old: NodeId) -> bool {
        let state = self.world.cluster.pools[spec.pool].run;
        state == RunState::Cancelling && self.world.in_progress_at_start(old) && !muted("SU-25")
    }

    /// Has an upgrade created or recreated the node before time 0, and has it not been Ready since?
    pub(super) fn is_awaited(&self, node: NodeId) -> bool {
        let state = &self.world.cluster.nodes[node];
        let known = self.world.plan.not_ready.get(&node);
        let same = state.failed_at.is_some_and(|since| since <= SimTime::ZERO);
        let in_repair = matches!(
            state.phase,
            NodePhase::Deleting { recreate: true, .. } | NodePhase::Recreating { .. }
        );
        known.is_some_and(|one| one.awaited) && (same && state.up() || in_repair)
    }

    /// Recreated nodes of the zone for which the upgrade waits.
    pub(super) fn awaited_in(&self, spec: &RunSpec, zone: ZoneId) -> Vec<NodeId> {
        let (plan, cluster) = (&self.world.plan, &self.world.cluster);
        let mut nodes: Vec<NodeId> = plan.not_ready.keys().copied().collect();
        nodes.retain(|node| {
            cluster.pool_of(plan, *node) == spec.pool
                && cluster.zone_of(plan, *node) == zone
                && !cluster.nodes[*node].surge
                && spec.direction == Direction::Forward
                && self.is_awaited(*node)
        });
        nodes
    }

    /// Nodes of the zone that an upgrade has deleted before time 0 to recreate them: no slot has them yet.
    pub(super) fn deleted_in(&self, spec: &RunSpec, zone: ZoneId) -> Vec<NodeId> {
        let (plan, cluster) = (&self.world.plan, &self.world.cluster);
        let mut nodes = match spec.direction {
            Direction::Forward => self.deleted_of(spec.pool),
            Direction::Rollback { .. } => Vec::new(),
        };
        nodes.retain(|node| cluster.zone_of(plan, *node) == zone);
        nodes
    }

    fn deleted_of(&self, pool: PoolId) -> Vec<NodeId> {
        let nodes = self.world.nodes_of(pool).filter(|(_, node)| {
            node.phase == (NodePhase::Recreating { ready_at: None })
                && node.cordoned_by == Some(ROW)
                && self.world.plan.pools[pool].partial
        });
        nodes.map(|(id, _)| id).collect()
    }

    /// The rank of a zone in an upgrade that had begun before time 0: it goes on where nodes are in progress, then in zones
    /// that are partly done, since GKE ends one zone before the next (UP-10).
    pub(super) fn begun_at_start(&self, pool: PoolId, zone: ZoneId) -> u8 {
        let cluster = &self.world.cluster;
        let nodes = self.world.nodes_at(pool, zone).filter(|(_, node)| {
            node.up() || node.phase == NodePhase::Recreating { ready_at: None }
        });
        let nodes: Vec<NodeId> = nodes.map(|(id, _)| id).collect();
        let done = |node: &&NodeId| cluster.nodes[**node].upgraded;
        match nodes.iter().filter(done).count() {
            _ if nodes.iter().any(|node| {
                let deleted = !cluster.nodes[*node].up();
                deleted || self.world.in_progress_at_start(*node) || self.is_awaited(*node)
            }) =>
            {
                0
            }
            done if done > 0 && done < nodes.len() => 1,
            _ => 2,
        }
    }

    /// The node that the surge node was to replace. Without it, a rollback treats the surge node like any other.
    pub(super) fn original_of(&self, pairs: &[(NodeId, NodeId)], surge: NodeId) -> Option<NodeId> {
        let pair = pairs.iter().find(|(node, _)| *node == surge);
        let goes = |node: NodeId| {
            use NodePhase as P;
            let phase = self.world.cluster.nodes[node].phase;
            matches!(phase, P::Gone | P::Deleting { recreate: false, .. })
        };
        pair.map(|(_, original)| *original).filter(|original| !goes(*original))
    }

    /// A surge node that was created before time 0, and for which no node has been deleted yet.
    pub(super) fn waiting_surge_node(&self, used: &[SurgeSlot], old: NodeId) -> Option<NodeId> {
        let (plan, cluster) = (&self.world.plan, &self.world.cluster);
        if !plan.pools[cluster.pool_of(plan, old)].partial {
            return None;
        }
        let group = cluster.nodes[old].group;
        let mut nodes = self.world.nodes_of_group(group);
        let waits = nodes.find(|(id, node)| {
            let free = *id != old && !is_replacement(used, *id);
            node.surge && node.up() && free
        });
        waits.map(|(id, _)| id)
    }
}
